"""Entries: the findings of a check by their cause, each told once, the weightiest first.

An entry holds as its records all the findings of one cause: an ambiguity with the divergences and gaps that
it brings about, one silence of several editions, one sentence from which two editions differ. Exceptions that
no text states stand apart, but for those of which the words or an example need both sentences to hold.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from checker.findings.details import Doubted, Unanswered
from checker.findings.findings import AUDITS, Entry, Finding, Kind, Report, Tier
from checker.pipeline.cause import Causes, is_of_a_doubt
from checker.pipeline.digest import digest_of
from checker.pipeline.unstated import is_exception, stays
from dsl.model import Game
from dsl.types.values import sort_key
from interpreter.rulebook.enumeration import size_key, size_of

(
    DIVERGENCE,
    CONTRADICTION,
    ANSWERED,
    EXAMPLE,
    INFEASIBLE,
    CLAIM,
    AMBIGUITY,
    SILENCE,
    OTHER,
    POSSIBLE,
    AUDIT,
) = range(11)
"""How much a record weighs: the weightiest first."""
_ARRIVING = ("yes", None, "not reached", "cannot")
"""What play arrives at goes before what it was not found to arrive at."""


def with_entries(report: Report, games: Mapping[str, Game]) -> Report:
    """The report with its findings by cause. `games`: by name, in the order of the project."""
    unstated = [f for f in report.findings if is_exception(f)]
    findings = [f for f in unstated if stays(f, games[f.game], report.findings)]
    apart = {f.id for f in unstated} - {f.id for f in findings}
    told = [f for f in report.findings if f.id not in apart]
    return replace(
        report,
        entries=tuple(by_weight(_entries(told, games))),
        exceptions=tuple(f for f in report.findings if f.id in apart),
    )


def by_weight(entries: Iterable[Entry]) -> list[Entry]:
    """Entries in the order in which they are told: by weight, then what play can arrive at before what it
    cannot, then the most frequent in play first (those not counted last), then as they stand in the printed
    texts, or by the names of their questions: whatever order anything is declared in."""
    return sorted(entries, key=lambda e: (weight_of(e), _is_out_of_play(e), _rarity(e), _place(e), e.id))


def weight_of(entry: Entry) -> int:
    """The weight of an entry: that of its weightiest record."""
    return min(weight(record) for record in entry.records)


def weight(finding: Finding) -> int:
    """How much a record weighs by itself."""
    if finding.kind in AUDITS:
        return AUDIT
    if finding.certainty == "possible":
        return POSSIBLE
    match finding.kind:
        case "divergence":
            return DIVERGENCE
        case "contradiction":
            return CONTRADICTION
        case "gap" if isinstance(finding.details, Doubted):
            return AMBIGUITY
        case "gap":
            return ANSWERED if finding.answered_by else SILENCE
        case "failed-example":
            return EXAMPLE
        case "infeasible":
            return INFEASIBLE
        case "property":
            return CLAIM
        case "ambiguity":
            return AMBIGUITY
        case _:
            return OTHER


# ------------------------------------------------------------------ grouping


@dataclass(frozen=True, slots=True)
class _Cause:
    """Under what findings are told: a cause within a variant, whatever its options."""

    game: str
    variant: str
    name: str

    @property
    def id(self) -> str:
        return f"{self.game}/{self.variant}/{self.name}"


def _entries(findings: Sequence[Finding], games: Mapping[str, Game]) -> list[Entry]:
    found: dict[_Cause, list[Finding]] = {}
    for name in dict.fromkeys(f.game for f in findings):
        own = {f.id: f for f in findings if f.game == name}
        causes = Causes(games[name], own)
        for finding in own.values():
            variant = finding.variant.partition("+")[0]
            found.setdefault(_Cause(name, variant, causes.name(finding)), []).append(finding)
    return [_entry(cause, records, games[cause.game]) for cause, records in found.items()]


def _entry(cause: _Cause, findings: Sequence[Finding], game: Game) -> Entry:
    records = sorted(findings, key=lambda f: _rank(f, cause.name, game))
    first = records[0]
    return Entry(
        id=cause.id,
        game=cause.game,
        variant=cause.variant,
        kind=first.kind,
        kinds=_kinds(records),
        tier=_tier(records),
        questions=tuple(sorted({q for record in records for q in _questions(record)})),
        editions=tuple(sorted({e for record in records for e in record.editions})),
        records=tuple(records),
        digest=digest_of(records),
    )


def _rank(finding: Finding, cause: str, game: Game) -> tuple[object, ...]:
    """What an entry is about comes first: its doubt; else what weighs most. Of the same weight, where
    the editions agree in the end comes last; then what play arrives at goes before what it was not found to
    arrive at, and that before what it cannot; the others by how small the situation is that shows them."""
    return (
        not _is_itself(finding, cause),
        weight(finding),
        isinstance(finding.details, Unanswered) and finding.details.alike,
        _ARRIVING.index(finding.reachable),
        _size(finding, game),
        finding.id,
    )


def _size(finding: Finding, game: Game) -> tuple[object, ...]:
    """How small the situation of a witness is: within a question in the order of its situations; those of
    different questions by their measures, or how much they hold. Without a witness it goes last."""
    if finding.witness is None:
        return (True,)
    question = game.questions[finding.witness.question]
    situation = finding.witness.situation
    measures, *rest = size_key(question.parameters, question.smallest, None, situation)
    held = (0, sort_key(sum(map(size_of, situation))))
    return (False, measures or (held,), held, question.name, measures, *rest)


def _is_out_of_play(entry: Entry) -> bool:
    """Whether play arrives at none of its records, and cannot."""
    return all(record.reachable == "cannot" for record in entry.records)


def _is_itself(finding: Finding, cause: str) -> bool:
    return is_of_a_doubt(finding) and any(
        cause in (doubt, doubt.partition(".")[2]) for doubt in finding.doubts
    )


def _kinds(records: Iterable[Finding]) -> tuple[Kind, ...]:
    return tuple(sorted({record.kind for record in records}))


def _tier(records: Sequence[Finding]) -> Tier:
    if all(record.kind in AUDITS for record in records):
        return "audit"
    return "firm" if any(record.certainty == "firm" for record in records) else "possible"


def _questions(finding: Finding) -> list[str]:
    named = finding.details.questions if isinstance(finding.details, Doubted) else ()
    return [*named, *([] if finding.question is None else [finding.question])]


# ------------------------------------------------------------------ order


def _rarity(entry: Entry) -> float:
    """The share of games in which its most frequent record arises, so that the most frequent come first."""
    counted = [record.frequency for record in entry.records if record.frequency is not None]
    return min((-f.numerator / max(1, f.denominator) for f in counted), default=1.0)


def _place(entry: Entry) -> tuple[str, bool, str, int]:
    """Where it stands: the game, then the first words that its first record cites; else its question."""
    for cited in entry.records[0].citations:
        return (entry.game, False, cited.citation.source, cited.citation.start)
    return (entry.game, True, min(entry.questions, default=""), 0)
