"""Explanations as text: step by step, with the sentences."""

from collections.abc import Sequence
from itertools import groupby
from typing import assert_never

from rich.console import Console
from rich.text import Text

from arbitre.commands.explaining import Course, Explained, OfDoubt, OfEntry, OfFinding, OfQuestion, OfRule
from arbitre.report.as_text import check as check_text
from arbitre.report.as_text import tables
from arbitre.report.as_text.page import clean, grid, heading, one_line, paragraph
from arbitre.wording import values
from arbitre.wording.catalogue import _, _n, later, listed
from arbitre.wording.messages import clause_of, quoted
from arbitre.wording.signatures import signature
from checker.findings.details import log_of
from checker.findings.findings import Finding
from dsl.model import AnyOf, Aside, Clause, Game, Never, Origin, Then
from interpreter.rulebook.situations import printable
from interpreter.rulebook.trace import Step


def write(console: Console, explained: Explained) -> None:
    """What something is, and why."""
    match explained:
        case OfEntry():
            check_text.entry(console, explained.entry, explained.game)
            _courses(console, explained.courses, explained.entry.records[0], explained.game)
        case OfFinding():
            check_text.finding(console, explained.finding, explained.game)
            _courses(console, explained.courses, explained.finding, explained.game)
        case OfRule():
            _rule(console, explained)
        case OfDoubt():
            _doubt(console, explained)
        case OfQuestion():
            _question(console, explained)
        case _:
            assert_never(explained)


# ------------------------------------------------------------------ findings


def _courses(console: Console, courses: Sequence[Course], finding: Finding, game: Game) -> None:
    """How the editions come to their answers in a witness, and a game that arrives there."""
    for each in courses:
        course(console, each, game)
    witness = finding.witness
    log = log_of(finding.details) if witness is None else witness.log
    if log is not None:
        heading(console, _("A game that arrives there, as a log"))
        for line in log.splitlines():
            console.print(Text(f"  {printable(line)}"), soft_wrap=True)


def course(console: Console, each: Course, game: Game) -> None:
    """How an edition comes to its answer."""
    title = each.edition
    edition = game.editions[each.edition]
    if each.interpretation:
        read = listed(values.reading_text(edition, d, [r]) for d, r in sorted(each.interpretation.items()))
        title = _("{edition}, if {readings}", edition=title, readings=read)
    heading(console, title)
    steps(console, each.steps, game, each.edition)


def steps(console: Console, told: Sequence[Step], game: Game, edition: str) -> None:
    """The steps to an answer, each question asked on the way further in; what does not apply is told in
    one line."""
    for (fails, depth), group in groupby(told, key=lambda step: (step.kind == "fails", step.depth)):
        if not fails:
            for step in group:
                _step(console, step, game, edition)
            continue
        names = [step.clause or "" for step in group]
        said = _n("{names} does not apply", "{names} do not apply", len(names), names=", ".join(names))
        paragraph(console, f"· {said}", indent=2 + 3 * depth, style="dim")


def _step(console: Console, step: Step, game: Game, edition: str) -> None:
    language = values.language_of(game, edition)
    question = game.questions[step.question]
    indent = 2 + 3 * step.depth
    match step.kind:
        case "question":
            inside = ", ".join(
                f"{p.name} = {values.plain(v, game, language, p.type)}"
                for p, v in zip(question.parameters, step.situation, strict=True)
            )
            paragraph(console, f"{question.name}? {inside}", indent=indent, style="bold")
        case "outcome":
            assert step.outcome is not None
            said = values.outcome(step.outcome, question, game, language)
            paragraph(console, f"→ {said}", indent=indent, style=tables.STATUS_STYLES[step.outcome.status])
        case "default":
            paragraph(console, "· " + _("by default: no rule says so"), indent=indent)
        case "absent" | "fails":
            pass
        case "speaks" | "overridden" | "waits" | "unheard":
            _clause_step(console, step, game, language)
        case _:
            assert_never(step.kind)


def _clause_step(console: Console, step: Step, game: Game, language: str) -> None:
    question = game.questions[step.question]
    indent = 2 + 3 * step.depth
    said = _STEPS[step.kind]
    line = Text("· ").append(step.clause or "", style="bold").append(" ")
    line.append(_(said, by=step.by or ""), style="green" if step.kind == "speaks" else "dim")
    if step.values:
        shown = ", ".join(values.answer(v, question, game, language) for v in step.values)
        line.append(f": {clean(shown)}")
    console.print(grid([(line,)], indent=indent))
    if step.kind in ("speaks", "overridden"):
        clause = clause_of(game, step.clause or "")
        if clause is not None:
            for citation in clause.citations:
                words = f"{quoted(citation.quote)} {citation.source}:{citation.line}"
                paragraph(console, words, indent=indent + 2, style="italic")


_STEPS = {
    "speaks": later("applies"),
    "overridden": later("would apply, but {by} goes before it"),
    "waits": later("waits for an answer"),
    "unheard": later("is a ruling that is not called for"),
}


# ------------------------------------------------------------------ clauses

_ORIGINS = {
    Origin.TEXT: later("text"),
    Origin.ASSUMPTION: later("assumption"),
    Origin.FILL: later("ruling (fills a silence)"),
    Origin.SETTLE: later("ruling (settles)"),
}
_GROUNDS = {
    "stated": later("stated exception to"),
    "implied": later("implied exception to"),
}


def _rule(console: Console, explained: OfRule) -> None:
    for number, clause in enumerate(explained.clauses):
        if number:
            console.print()
        clause_text(console, clause, explained.game)


def clause_text(console: Console, clause: Clause, game: Game) -> None:
    """A clause: its words, the question, when it applies, what it answers, over what it prevails."""
    from checker.findings.printer import text_of

    console.print(Text(clause.id, style="bold").append(f"  {_place(clause)}", style="cyan"), soft_wrap=True)
    if clause.origin is not Origin.TEXT:
        paragraph(
            console, _(_ORIGINS[clause.origin]) + (f": {clause.because}" if clause.because else ""), indent=2
        )
    for citation in clause.citations:
        tables.passage(console, citation)
    question = game.questions[clause.question]
    inside = f"{clause.question}({', '.join(clause.binds)})"
    rows = [(_("answers"), inside), ("", clean(question.text))]
    for doubt, readings in clause.under:
        rows.append((_("under"), f"{doubt}: {listed(readings, _('or'))}"))
    condition = text_of(clause.condition, game)
    if condition != "true":
        rows.append((_("when"), condition))
    rows.append((_("then"), answer_text(clause, game)))
    for exception in clause.exceptions:
        rows.append((_(_GROUNDS[exception.ground]), ", ".join(exception.targets)))
    above = [
        other.id
        for clauses in (*(e.clauses for e in game.editions.values()), game.assumptions)
        for other in clauses
        if any(clause.id in exception.targets for exception in other.exceptions)
    ]
    if above:
        rows.append((_("except where"), ", ".join(above)))
    console.print(grid((Text(name, style="dim"), Text(text)) for name, text in rows))


def answer_text(clause: Clause, game: Game) -> str:
    """What a clause answers, as an expression."""
    from checker.findings.printer import text_of

    match clause.answer:
        case Then(value=value):
            if game.questions[clause.question].permission is not None:
                text = text_of(value, game)
                return {"true": _("permitted"), "false": _("forbidden")}.get(text, text)
            return text_of(value, game)
        case AnyOf(values=several):
            return _("any of {values}", values=text_of(several, game))
        case Never(value=value):
            return _("never {value}", value=text_of(value, game))
        case Aside():
            return _("nothing: it only sets others aside")
        case _:
            assert_never(clause.answer)


def _place(clause: Clause) -> str:
    return f"{clause.span.path}:{clause.span.line}" if clause.span.line else ""


# ------------------------------------------------------------------ doubts and questions


def _doubt(console: Console, explained: OfDoubt) -> None:
    doubt, edition = explained.doubt, explained.edition
    console.print(
        Text(f"{edition.name}.{doubt.name}", style="bold").append(
            f"  {doubt.span.path}:{doubt.span.line}", style="cyan"
        )
    )
    paragraph(console, doubt.asks, indent=2)
    console.print(grid(((Text(r.name, style="bold"), Text(clean(r.text))) for r in doubt.readings), indent=4))
    for citation in doubt.citations:
        tables.passage(console, citation)
    if doubt.unsaid:
        paragraph(console, _("The text has no words for this point."), indent=2)
    if explained.questions:
        said = _("These questions depend on it: {names}.", names=", ".join(explained.questions))
        paragraph(console, said, indent=2, style="dim")


def _question(console: Console, explained: OfQuestion) -> None:
    one_line(console, signature(explained.question, explained.game), style="bold")
    paragraph(console, explained.question.text, indent=2)
    for edition, clauses in explained.clauses.items():
        heading(console, edition)
        if not clauses:
            paragraph(console, _("No rule answers it."), indent=2)
        for number, clause in enumerate(clauses):
            if number:
                console.print()
            clause_text(console, clause, explained.game)
