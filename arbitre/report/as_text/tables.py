"""The parts of text reports that several commands share: a situation as a table, sentences with their
places, and what each edition answers."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from arbitre.report.as_text.page import clean, grid, paragraph
from arbitre.wording import values
from arbitre.wording.catalogue import _, listed
from arbitre.wording.messages import quoted
from checker.findings.findings import Answered, Cited
from dsl.model import Clause, Game, Origin, Question
from dsl.text.source import Citation
from dsl.types.values import Record, Value
from interpreter.rulebook.rulebook import Status

STATUS_STYLES = {
    Status.SETTLED: "green",
    Status.OPEN: "yellow",
    Status.SILENT: "red",
    Status.CONTRADICTORY: "red",
    Status.BLOCKED: "yellow",
}


def situation(
    console: Console,
    question: Question,
    given: Sequence[Value],
    game: Game,
    language: str,
    *,
    indent: int = 2,
) -> None:
    """The situation as a small table: a row for each parameter, a list of records one row an item."""
    rows: list[tuple[Text, ...]] = []
    for parameter, value in zip(question.parameters, given, strict=True):
        name = Text(parameter.name, style="dim")
        if isinstance(value, tuple) and value and all(isinstance(item, Record) for item in value):
            for number, item in enumerate(value, start=1):
                assert isinstance(item, Record)
                parts = [item] if item.type in game.shapes else [v for _field, v in item.fields]
                cells = [Text(clean(values.plain(v, game, language))) for v in parts]
                rows.append((name if number == 1 else Text(""), Text(f"{number}", style="dim"), *cells))
        else:
            shown = clean(values.plain(value, game, language, parameter.type))
            rows.append((name, Text(""), Text(shown)))
    if rows:
        console.print(grid(_merged(rows), indent=indent))


def played_with(console: Console, game: Game, *, indent: int = 2, leaning: Sequence[str] = ()) -> None:
    """A line that says with which deck the game is played, and the assumptions of it that it leans on."""
    deck = game.deck
    if deck is None:
        return
    name = f"`{deck.name}`" if deck.file is None else f"`{deck.name}` ({deck.file})"
    said = _("Played with the deck {name}: {title}.", name=name, title=deck.title)
    if leaning:
        said += " " + _("Assumes: {names}.", names="; ".join(leaning))
    paragraph(console, said, indent=indent, style="dim")


def _merged(rows: list[tuple[Text, ...]]) -> list[tuple[Text, ...]]:
    """Without the column of numbers where there are none."""
    if any(row[1].plain for row in rows):
        return rows
    return [(row[0], *row[2:]) for row in rows]


def answers(
    console: Console,
    question: Question,
    given: Sequence[Answered],
    game: Game,
    *,
    indent: int = 2,
    with_rules: bool = False,
) -> None:
    """What each edition answers, a line for each outcome; editions with one and the same are together."""
    rows: list[tuple[Text, ...]] = []
    for names, lines in _by_edition(question, given, game):
        for number, (style, said, when, rules) in enumerate(lines):
            told = Text(clean(said), style=style)
            if when:
                told.append(" " + clean(_("if {readings}", readings=when)), style="default")
            if with_rules and rules:
                told.append("  " + ", ".join(rules), style="dim")
            rows.append((Text(", ".join(names) if number == 0 else "", style="bold"), Text("→"), told))
    console.print(grid(rows, indent=indent, gap=1))


_Line = tuple[str, str, str | None, tuple[str, ...]]


def _by_edition(
    question: Question, given: Sequence[Answered], game: Game
) -> list[tuple[list[str], list[_Line]]]:
    """The editions with their lines; those that say the same, on any reading, are one."""
    found: list[tuple[list[str], list[_Line]]] = []
    for edition in dict.fromkeys(a.edition for a in given):
        own = [a for a in given if a.edition == edition]
        lines: list[_Line] = []
        for outcome in dict.fromkeys(a.outcome for a in own):
            these = [a for a in own if a.outcome == outcome]
            language = values.language_of(game, edition)
            said = values.outcome(outcome, question, game, language)
            if all(a.by_default for a in these) and outcome.status is Status.SETTLED:
                said = _("{answer}, by default: no rule says so", answer=said)
            when = values.condition(
                game.editions[edition], [a.interpretation for a in these], [a.interpretation for a in own]
            )
            rules = tuple(dict.fromkeys(rule for a in these for rule in a.rules))
            lines.append((STATUS_STYLES[outcome.status], said, when, rules))
        same = next((e for e in found if len(lines) == 1 and [x[:3] for x in e[1]] == [lines[0][:3]]), None)
        if same is None:
            found.append(([edition], lines))
        else:
            same[0].append(edition)
    return found


def citations(console: Console, cited: Iterable[Cited], *, indent: int = 2) -> None:
    """The printed words, each passage once, with file and line and what cites them."""
    by_place: dict[tuple[str, int, int], tuple[Citation, list[str]]] = {}
    for each in cited:
        place = (each.citation.source, each.citation.start, each.citation.end)
        by_place.setdefault(place, (each.citation, []))[1].append(each.rule)
    for citation, rules in by_place.values():
        passage(console, citation, rules, indent=indent)


def passage(console: Console, citation: Citation, rules: Sequence[str] = (), *, indent: int = 2) -> None:
    """Printed words with their place, and what cites them."""
    place = Text(" " * indent).append(f"{citation.source}:{citation.line}", style="cyan")
    if rules:
        place.append("  " + listed(dict.fromkeys(rules), ","), style="dim")
    console.print(place, soft_wrap=True)
    paragraph(console, quoted(citation.quote), indent=indent + 2, style="italic")


def words_of(console: Console, clauses: Iterable[Clause], *, indent: int = 2) -> None:
    """The words of clauses; of an assumption or a ruling its reason."""
    for clause in clauses:
        for citation in clause.citations:
            passage(console, citation, [clause.id], indent=indent)
        if not clause.citations:
            origin = _("assumption") if clause.origin is Origin.ASSUMPTION else _("ruling")
            because = f": {clause.because}" if clause.because else ""
            paragraph(console, f"{clause.id} ({origin}){because}", indent=indent, style="dim")
