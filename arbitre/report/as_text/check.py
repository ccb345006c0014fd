"""The report of `check` as text: the product's face."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from arbitre.commands.baseline import Weighed
from arbitre.project.version import version
from arbitre.report.as_text import proved as proved_text
from arbitre.report.as_text import tables
from arbitre.report.as_text.page import clean, grid, heading, one_line, paragraph
from arbitre.wording import values
from arbitre.wording.catalogue import _, _n, language, later, listed, say
from arbitre.wording.messages import editions, sentence
from checker.findings.details import Doubted
from checker.findings.findings import (
    KINDS,
    TIERS,
    Checked,
    Entry,
    Finding,
    Kind,
    Proof,
    Report,
    Tier,
    Undecided,
)
from checker.pipeline.unstated import is_exception
from dsl.model import Game, Project
from interpreter.rulebook.rulebook import Status

LONGEST_PLACE = 100
"""A situation of more characters is not told in short."""
_STYLES: dict[Tier, str] = {"firm": "bold red", "possible": "bold yellow", "audit": "bold cyan"}


def write(console: Console, weighed: Weighed, project: Project) -> None:
    """The whole report: its head, the entries by kind, the exceptions that are not stated, what is proved,
    and what else there is to tell."""
    report = weighed.report
    _head(console, weighed, project)
    _since_baseline(console, weighed)
    for kind in KINDS:
        _of_kind(console, kind, [e for e in weighed.shown if e.kind == kind], project)
    _exceptions(console, report.exceptions)
    _proved(console, report.proved, project)
    _rest(console, report, project)
    _dismissed(console, weighed)


def _of_kind(console: Console, kind: Kind, entries: Sequence[Entry], project: Project) -> None:
    """The entries of a kind under their heading."""
    if not entries:
        return
    heading(console, f"{kind_name(kind, len(entries))} ({len(entries)})")
    for each in entries:
        entry(console, each, project.games[each.game])


def _exceptions(console: Console, found: Sequence[Finding]) -> None:
    """The contradictions that exceptions prevent which no text states, in short."""
    if not found:
        return
    heading(console, f"{_('Exceptions that are not stated')} ({len(found)})")
    said = _(
        "Without them a special rule and a general one would contradict each other. In short; "
        "`arbitre explain` shows each with its situation and words."
    )
    paragraph(console, said, style="dim")
    for each in found:
        console.print()
        paragraph(console, each.message, indent=2)
        one_line(console, each.id, indent=2, style="dim")


def kind_name(kind: Kind, number: int = 1) -> str:
    """A kind of finding, as a heading."""
    one, many = _KIND_NAMES[kind]
    return _(one if number == 1 else many)


_KIND_NAMES: dict[Kind, tuple[str, str]] = {
    "contradiction": (later("Contradiction"), later("Contradictions")),
    "gap": (later("Gap"), later("Gaps")),
    "ambiguity": (later("Ambiguity"), later("Ambiguities")),
    "divergence": (later("Divergence"), later("Divergences")),
    "failed-example": (later("Example that fails"), later("Examples that fail")),
    "unreachable": (later("Rule without effect"), later("Rules without effect")),
    "infeasible": (
        later("Instruction that cannot be carried out"),
        later("Instructions that cannot be carried out"),
    ),
    "dangling": (later("Dangling reference"), later("Dangling references")),
    "uncovered": (later("Sentence not taken up"), later("Sentences not taken up")),
    "stale": (later("Citation of words that have changed"), later("Citations of words that have changed")),
    "property": (later("Broken property"), later("Broken properties")),
    "error": (later("Error of the specification"), later("Errors of the specification")),
    "idle": (later("Exception without effect"), later("Exceptions without effect")),
    "ruling": (later("Ruling that does not hold"), later("Rulings that do not hold")),
    "two-names": (later("Thing with two names"), later("Things with two names")),
}


# ------------------------------------------------------------------ head


def _head(console: Console, weighed: Weighed, project: Project) -> None:
    report = weighed.report
    console.print(Text(f"Arbitre {version()} · {clean(project.name)}", style="bold"))
    rows = []
    for name, bounds in sorted(report.bounds.items()):
        said = "; ".join(f"{key} {_bound(value)}" for key, value in bounds.items())
        rows.append((Text(name), Text(said, style="dim")))
    if rows:
        console.print(grid(rows))
    for name in dict.fromkeys(name.partition("/")[0] for name in sorted(report.bounds)):
        tables.played_with(console, project.games[name])
    counts = [
        f"{number} {kind_name(kind, number).lower()}"
        for kind in KINDS
        if (number := sum(e.kind == kind for e in weighed.shown))
    ]
    said = _n("{n} entry", "{n} entries", len(weighed.shown))
    if weighed.shown:
        records = sum(len(e.records) for e in weighed.shown)
        tiers = [
            f"{number} {tier_name(tier)}"
            for tier in TIERS
            if (number := sum(e.tier == tier for e in weighed.shown))
        ]
        said = " ".join((said, _n("({n} record)", "({n} records)", records)))
        said += f": {listed(counts)}; {', '.join(tiers)}"
    told = [_n("{n} claim proved", "{n} claims proved", len(report.proved))]
    if report.empty:
        told.append(_n("{n} about nothing", "{n} about nothing", len(report.empty)))
    told.append(_n("{n} undecided", "{n} undecided", len(report.undecided)))
    console.print()
    paragraph(console, f"{said}. {', '.join(told)}.")
    if report.failures:
        number = len(report.failures)
        lost = _n("{n} part was not examined.", "{n} parts were not examined.", number)
        paragraph(console, lost, style="bold red")


def _bound(value: object) -> str:
    match value:
        case [int() as low, int() as high] | (int() as low, int() as high):
            return str(low) if low == high else _("{low} to {high}", low=low, high=high)
        case _:
            return str(value)


# ------------------------------------------------------------------ an entry, a finding


def tier_name(tier: Tier) -> str:
    """How certain something is, in words."""
    return _(_TIER_NAMES[tier])


_TIER_NAMES: dict[Tier, str] = {
    "firm": later("firm"),
    "possible": later("possible"),
    "audit": later("of the transcription"),
}


def entry(console: Console, each: Entry, game: Game) -> None:
    """One entry: what is wrong, where, what each edition rules, the words; what else comes of the same cause,
    in short; and the identifier."""
    first, *others = each.records
    questions = ", ".join(each.questions)
    _title(console, each.tier, first.game, first.variant, questions, each.editions)
    paragraph(console, each.message, style="bold")
    _shown(console, first, game)
    _silent_too(console, each)
    if others:
        console.print()
        paragraph(console, _("From the same cause:"), indent=2, style="dim")
        told = {each.message, first.message}
        for record in others:
            said = f"{kind_name(record.kind).lower()}, {tier_name(record.certainty)}: {record.message}"
            if record.message in told:
                said += _where(record, game)
            told.add(record.message)
            console.print(grid([(Text("•"), Text(clean(said)))], gap=1))
            one_line(console, record.id, indent=4, style="dim")
    console.print()
    one_line(console, each.id, indent=2, style="dim")


def _silent_too(console: Console, each: Entry) -> None:
    """The editions that the entry is not about and that say nothing there either: of them it is not settled
    that it comes to that."""
    first = each.records[0]
    if first.kind != "gap" or first.witness is None or first.doubts:
        return
    answers = first.witness.answers
    said = {a.edition for a in answers if a.outcome.status is not Status.SILENT}
    others = sorted({a.edition for a in answers} - said - set(each.editions))
    if others:
        who = sentence(editions(others))
        told = _n(
            "{who} says nothing either, if it comes to that.",
            "{who} say nothing either, if it comes to that.",
            len(others),
            who=who,
        )
        paragraph(console, told, indent=2, style="dim")


def _where(record: Finding, game: Game) -> str:
    """The situation that shows a record, in brackets: by that it differs from what was said before."""
    if record.witness is None:
        return ""
    asked = game.questions[record.witness.question]
    shown_in = _shown_in(record, game)
    said = ", ".join(
        f"{parameter.name}: {values.plain(value, game, shown_in, parameter.type)}"
        for parameter, value in zip(asked.parameters, record.witness.situation, strict=True)
    )
    return f" ({said})" if said and len(said) <= LONGEST_PLACE else ""


def _shown_in(each: Finding, game: Game) -> str:
    """The language in which the names of things are told."""
    return language() if language() in game.languages else values.language_of(game, each.editions[0])


def finding(console: Console, each: Finding, game: Game) -> None:
    """One finding: what is wrong, where, what each edition rules, the words, and the identifier."""
    _title(console, each.certainty, each.game, each.variant, each.question or "", each.editions)
    paragraph(console, each.message, style="bold")
    _shown(console, each, game)
    console.print()
    one_line(console, each.id, indent=2, style="dim")


def _title(
    console: Console, tier: Tier, game: str, variant: str, questions: str, editions: Sequence[str]
) -> None:
    """The line above an entry or a finding: how certain it is, and what it is about."""
    console.print()
    name = f"{game}/{variant}" if variant else game
    where = " · ".join(part for part in (name, questions, ", ".join(editions)) if part)
    title = Text().append(tier_name(tier), style=_STYLES[tier]).append(f" · {where} ", style="dim")
    console.print(Rule(title, align="left", style="dim", characters="─"))


def _shown(console: Console, each: Finding, game: Game) -> None:
    """What shows a finding: readings, situation, answers, words, and on what it leans."""
    _readings(console, each, game)
    if each.witness is not None:
        asked = game.questions[each.witness.question]
        shown_in = _shown_in(each, game)
        console.print()
        if each.witness.question != each.question:
            paragraph(console, f"{asked.name}: {asked.text}", indent=2, style="dim")
        tables.situation(console, asked, each.witness.situation, game, shown_in)
        if asked.parameters:
            console.print()
        if is_exception(each):
            paragraph(console, _("Without that exception:"), indent=2, style="dim")
        tables.answers(console, asked, each.witness.answers, game)
        if not each.witness.confirmed:
            paragraph(console, _("(Not confirmed by the interpreter.)"), indent=2, style="red")
    if each.citations:
        console.print()
        tables.citations(console, each.citations)
    notes(console, each)


def _readings(console: Console, each: Finding, game: Game) -> None:
    """The readings of the doubts that an ambiguity or an unsaid gap is about."""
    if each.kind not in ("ambiguity", "gap") or not each.doubts:
        return
    edition = game.editions[each.editions[0]]
    rows = []
    for name in each.doubts:
        doubt = edition.doubts.get(name.removeprefix(f"{edition.name}."))
        if doubt is not None:
            rows += [
                (Text("•"), Text(reading.name, style="bold"), Text(clean(reading.text)))
                for reading in doubt.readings
            ]
    if rows:
        console.print(grid(rows, gap=1))


def notes(console: Console, each: Finding) -> None:
    """What a finding leans on: assumptions, other findings, how often it arises."""
    questions = each.details.questions if isinstance(each.details, Doubted) else ()
    if len(questions) > 1:
        said = _("It changes the answers to: {names}.", names=", ".join(questions))
        paragraph(console, said, indent=2, style="dim")
    if each.assumptions:
        said = _("Assumes: {names}.", names="; ".join(each.assumptions))
        paragraph(console, said, indent=2, style="dim")
    if each.because_of:
        said = _("Follows from: {names}.", names=", ".join(each.because_of))
        paragraph(console, said, indent=2, style="dim")
    if each.frequency is not None:
        f = each.frequency
        said = _("Arose in {n} of {all} simulated games.", n=f.numerator, all=f.denominator)
        paragraph(console, said, indent=2, style="dim")
    if each.witness is not None and each.witness.log is not None:
        said = _("A game arrives there: `arbitre explain` has its log.")
        paragraph(console, said, indent=2, style="dim")
    elif each.reachable == "not reached":
        said = _("A short search found no game that arrives there, which does not say that none does.")
        paragraph(console, said, indent=2, style="dim")
    elif each.reachable == "cannot":
        paragraph(console, _("No game arrives there: play never asks that."), indent=2, style="dim")


# ------------------------------------------------------------------ what is proved


_CLAIMS = (
    later("consistent"),
    later("complete"),
    later("unambiguous"),
    later("equivalent"),
    later("compatible"),
)


def _proved(console: Console, proofs: Sequence[Proof], project: Project) -> None:
    """A compact table: for each question what holds, and for which editions."""
    if not proofs:
        return
    heading(console, _("Proved"))
    paragraph(console, _("In every situation within the bounds, under every reading that is left:"))
    console.print()
    rows: list[tuple[Text, ...]] = []
    for (game, variant, question), own in _by_question(proofs).items():
        name = question or f"{game}/{variant}"
        for number, (said, claims) in enumerate(_claims(own).items()):
            shown = Text(", ".join(_(holds) for holds in claims), style="green")
            rows.append((Text(name if number == 0 else "", style="bold"), Text(said), shown))
    console.print(grid(rows))
    excluded = _excluded(proofs)
    if excluded:
        console.print()
        said = _("Left aside, as such situations are not allowed: {shares}.", shares=", ".join(excluded))
        paragraph(console, said, style="dim")
    _may_stop(console, proofs)
    for title, lines in (
        (_("Bounds of the situations searched:"), proved_text.bounds(proofs)),
        (_("These lean on:"), proved_text.leaning(proofs)),
        (_("And on readings that are struck out:"), proved_text.struck(proofs, project)),
    ):
        if lines:
            console.print()
            paragraph(console, title, style="dim")
        for each in lines:
            paragraph(console, f"• {each}", indent=2, style="dim")


def _may_stop(console: Console, proofs: Sequence[Proof]) -> None:
    """The claims about play that are proved only as far as games go on."""
    stopping = [p for p in proofs if p.may_stop_at]
    if not stopping:
        return
    console.print()
    said = _("As far as games go on; that they can is not proved everywhere in the flow:")
    paragraph(console, said, style="dim")
    for claim, lines in dict.fromkeys((f"{p.variant}: {p.holds}", p.may_stop_at) for p in stopping):
        known = [str(line) for line in lines if line]
        at = _n(" (line {lines})", " (lines {lines})", len(known), lines=", ".join(known)) if known else ""
        paragraph(console, f"• {claim}{at}", indent=2, style="dim")


def _by_question(proofs: Sequence[Proof]) -> dict[tuple[str, str, str | None], list[Proof]]:
    found: dict[tuple[str, str, str | None], list[Proof]] = {}
    for proof in proofs:
        found.setdefault((proof.game, proof.variant, proof.question), []).append(proof)
    return found


def _claims(proofs: Sequence[Proof]) -> dict[str, list[str]]:
    """For which editions (and where) something is proved, each with all that is."""
    order = [*_CLAIMS, *sorted({p.holds for p in proofs} - set(_CLAIMS))]
    found: dict[str, list[str]] = {}
    for holds in order:
        everywhere = [p for p in proofs if p.holds == holds and p.where is None]
        if everywhere:
            together = " = " if holds in ("equivalent", "compatible") else " "
            said = ", ".join(dict.fromkeys(together.join(p.editions) for p in everywhere))
            found.setdefault(said, []).append(holds)
        for p in proofs:
            if p.holds == holds and p.where is not None:
                where = _("where {condition}", condition=p.where)
                found.setdefault(f"{', '.join(p.editions)} {where}", []).append(holds)
    return found


def _excluded(proofs: Sequence[Proof]) -> list[str]:
    """For each question, the share of its situations that are not allowed, where that is not little."""
    most: dict[str, float] = {}
    for proof in proofs:
        if proof.question is not None and proof.excluded is not None:
            most[proof.question] = max(proof.excluded, most.get(proof.question, 0.0))
    return [f"{question} {round(100 * share)} %" for question, share in most.items() if share >= 0.005]


# ------------------------------------------------------------------ the rest


def _rest(console: Console, report: Report, project: Project) -> None:
    _section(console, _("Not examined"), _lost(report))
    if report.eliminated:
        heading(console, _("Readings struck out"))
        for struck in report.eliminated:
            edition = project.games[struck.game].editions[struck.edition]
            said = listed(values.reading_text(edition, d, [r]) for d, r in sorted(struck.readings.items()))
            text = _(
                "{edition}: that {readings} is ruled out: {because}",
                edition=struck.edition,
                readings=said,
                because=say(struck.because),
            )
            paragraph(console, text, indent=2)
    _section(
        console,
        _("Harmless doubts"),
        [f"{h.edition}.{h.doubt.removeprefix(h.edition + '.')}: {say(h.proof)}" for h in report.harmless],
    )
    _section(
        console,
        _("Repetitions (rules whose removal alone changes no answer)"),
        [listed(dict.fromkeys(r.rule for r in report.repetitions), ",")] if report.repetitions else [],
    )
    by_reason: dict[str, list[str]] = {}
    for clause in report.unexamined_clauses:
        by_reason.setdefault(say(clause.because), []).append(clause.clause)
    _section(
        console,
        _("Rules on which nothing reported bears"),
        [f"{reason}: {listed(names, ',')}" for reason, names in sorted(by_reason.items())],
    )
    _section(
        console,
        _("Claims about nothing"),
        [*proved_text.empty(report), *_vacuous(report)],
    )
    _section(
        console,
        _("Undecided"),
        _undecided(report.undecided),
    )
    _section(
        console,
        _("Not proved: found by search only"),
        [
            _(
                "{question}: looked at in {n} situations; {because}",
                question=each.question,
                n=each.situations,
                because=say(each.because),
            )
            for each in report.concrete
        ],
    )
    _section(console, _("Not proved: so in all games that were tried"), _tried(report))


_LOST = {
    "failed": later("{where}: {unit} could not be examined, by a fault of arbitre: {because}"),
    "interrupted": later("{where}: {unit} was not examined: {because}"),
    "undone": later("{where}: {unit} could not be examined: {because}"),
}


def _lost(report: Report) -> list[str]:
    """What was not examined, and why."""
    return [
        _(_LOST[f.sort], where=f"{f.game}/{f.variant}", unit=say(f.unit), because=say(f.because))
        for f in report.failures
    ]


def _tried(report: Report) -> list[str]:
    """The claims about play that are neither proved nor broken, with the games in which they held."""
    found: dict[tuple[str, str, str], list[Checked]] = {}
    for each in report.checked:
        found.setdefault((each.game, each.variant, each.property), []).append(each)
    return [
        _n(
            "{where}: {property} ({editions}), in {n} game",
            "{where}: {property} ({editions}), in {n} games",
            sum(each.games for each in own),
            where=f"{game}/{variant}",
            property=property,
            editions=", ".join(e for each in own for e in each.editions),
        )
        for (game, variant, property), own in found.items()
    ]


def _vacuous(report: Report) -> list[str]:
    """The claims about nothing, together where the question and the reason are the same."""
    found: dict[tuple[str, str], list[str]] = {}
    for each in report.vacuous:
        claim = f"{_(each.holds)} ({', '.join(each.editions)})"
        found.setdefault((each.question, say(each.because)), []).append(claim)
    return [f"{question}: {', '.join(claims)}: {because}" for (question, because), claims in found.items()]


def _undecided(undecided: Iterable[Undecided]) -> Iterator[str]:
    """What is not decided of one question for one reason, told once."""
    causes: dict[tuple[str | None, str], list[Undecided]] = {}
    for each in undecided:
        causes.setdefault((each.question, each.because), []).append(each)
    for (question, because), alike in causes.items():
        editions = list(dict.fromkeys(e for each in alike for e in each.editions))
        claims = ", ".join(dict.fromkeys(_(each.holds) for each in alike))
        said = _(
            "{question} ({editions}): whether it is {holds}",
            question=question or "-",
            editions=", ".join(editions),
            holds=claims,
        )
        yield f"{said}: {say(because)}"


def _section(console: Console, title: str, lines: Iterable[str]) -> None:
    told = list(lines)
    if not told:
        return
    heading(console, title)
    for line in told:
        paragraph(console, line, indent=2)


def _since_baseline(console: Console, weighed: Weighed) -> None:
    """What is new, changed and gone since the baseline."""
    if not weighed.against:
        return
    heading(console, _("Since the baseline"))
    told = [
        *(_("new: {id}", id=identifier) for identifier in weighed.new),
        *(_("changed: {id}", id=identifier) for identifier in weighed.changed),
        *(_("dismissed until {date}: {id}", date=one.until, id=one.id) for one in weighed.lapsed),
        *(_("gone: {id}", id=identifier) for identifier in weighed.gone),
    ]
    for line in told or [_("Nothing is new, changed or gone.")]:
        one_line(console, line, indent=2)


def _dismissed(console: Console, weighed: Weighed) -> None:
    if not weighed.dismissed:
        return
    heading(console, _("Baseline"))
    said = [_n("{n} entry is dismissed.", "{n} entries are dismissed.", len(weighed.dismissed))]
    if weighed.by_identifier:
        said.append(
            _(
                "{n} of them by the identifier alone: the baseline keeps no digest of what it said.",
                n=len(weighed.by_identifier),
            )
        )
    paragraph(console, " ".join(said), indent=2)
