"""The coverage of the sources as text: each sentence with its mark and what cites it."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from arbitre.commands.covering import SourceCoverage
from arbitre.report.as_text.page import clean, grid, heading, paragraph
from arbitre.wording.catalogue import _, _n, later
from dsl.model.coverage import Covered, State

MARKS = {State.COVERED: "✓", State.PARTLY: "~", State.UNCOVERED: "✗", State.LEFT_OUT: "–"}
_STYLES = {State.COVERED: "green", State.PARTLY: "yellow", State.UNCOVERED: "bold red", State.LEFT_OUT: "dim"}


def write(console: Console, covered: Sequence[SourceCoverage]) -> None:
    """Each source: how much of it is taken up, then its sentences."""
    for source in covered:
        heading(console, f"{source.source.path} ({source.game}, {source.edition.name})")
        paragraph(console, _summary(source))
        console.print()
        reason: str | None = None
        for each in source.sentences:
            left_out = None if each.part is None else each.part.left_out
            if each.state is State.LEFT_OUT and left_out is not None:
                if reason != left_out:
                    paragraph(console, f"– {_('left out')}: {left_out}", indent=2, style="dim")
                reason = left_out
                continue
            reason = None
            _sentence(console, each)


def _summary(source: SourceCoverage) -> str:
    parts = [_n("{n} sentence", "{n} sentences", len(source.sentences))]
    for state, one in (
        (State.COVERED, later("{n} taken up")),
        (State.PARTLY, later("{n} in part")),
        (State.UNCOVERED, later("{n} not taken up")),
        (State.LEFT_OUT, later("{n} left out")),
    ):
        if source.count(state):
            parts.append(_(one, n=source.count(state)))
    return ", ".join(parts) + "."


def _sentence(console: Console, each: Covered) -> None:
    mark = Text(MARKS[each.state], style=_STYLES[each.state])
    line = Text(f"{each.sentence.line}", style="dim")
    body = Text(clean(each.sentence.text), style="" if each.state is State.COVERED else _STYLES[each.state])
    if each.cited_by:
        body.append("\n" + ", ".join(f"{c.kind} {c.name}" for c in each.cited_by), style="dim")
    if each.state is State.PARTLY:
        left = "; ".join(f"«{clean(passage)}»" for passage in each.left)
        body.append("\n" + _("nothing cites: {words}", words=left), style="yellow")
    console.print(grid([(mark, line, body)], gap=1))
