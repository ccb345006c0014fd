"""What the checker reports: findings, proofs and their like, as data.

Text, JSON and every other form are renderings of these. Nothing here knows how they were found.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from checker.findings.details import NOTHING, Details
from dsl.text.source import Citation
from dsl.types.values import Value
from interpreter.rulebook.rulebook import Outcome

Kind = Literal[
    "contradiction",
    "gap",
    "ambiguity",
    "divergence",
    "failed-example",
    "unreachable",
    "infeasible",
    "dangling",
    "uncovered",
    "stale",
    "property",
    "error",
    "idle",
    "ruling",
    "two-names",
]
KINDS: tuple[Kind, ...] = (
    "contradiction",
    "gap",
    "ambiguity",
    "divergence",
    "failed-example",
    "unreachable",
    "infeasible",
    "dangling",
    "uncovered",
    "stale",
    "property",
    "error",
    "idle",
    "ruling",
    "two-names",
)
AUDITS: frozenset[Kind] = frozenset({"uncovered", "stale", "idle", "ruling", "two-names"})
"""Kinds that are about the transcription, a house's rulings or the wording, rather than about what the rules
say."""
Certainty = Literal["firm", "possible"]
EmptyReason = Literal[
    "no-clause",
    "never-answers",
    "both-silent",
    "never-both-answer",
    "assumption-only",
    "never-arises",
]
"""Why a claim is about nothing: the edition has no clause on the question; none of its clauses ever answers;
two editions are both silent everywhere; never both answer by their texts; what answers, for one of them
at least, is an assumption or a default; what the claim speaks of never comes up."""
EMPTY_REASONS: tuple[EmptyReason, ...] = get_args(EmptyReason)
Tier = Literal["firm", "possible", "audit"]
TIERS: tuple[Tier, ...] = ("firm", "possible", "audit")
Reachable = Literal["yes", "not reached", "cannot"]
Holds = str  # consistent, complete, unambiguous, equivalent, compatible, or a property's name


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What one edition answers in a witness under one interpretation (of the doubts that matter)."""

    edition: str
    interpretation: Mapping[str, str]
    outcome: Outcome
    rules: tuple[str, ...]  # clauses that speak
    by_default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """The smallest situation that shows a finding: values for the question's parameters in order.

    `confirmed`: the interpreter gave the same answers. `log`: a game that arrives there, as YAML.
    """

    question: str
    situation: tuple[Value, ...]
    answers: tuple[Answered, ...]
    confirmed: bool
    log: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """The words of one clause, doubt or example, for a finding."""

    rule: str
    citation: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Frequency:
    """How often a finding arose in simulated games."""

    numerator: int
    denominator: int
    low: float
    high: float
    driver: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One cause, reported once. `id` is made of what it is about, never of a counter or the witness.

    `class_`: the clauses, doubts or names that decide it (part of the identifier).
    `reachable`: whether a game was found that arrives at the witness; *cannot* where play never asks that
    question, which is no matter of search; None without a witness, or without a game to play.
    `if_agreed`: the questions on which the table has to agree for it to be so; `stale`: what it rests on and
    whose words have changed; `details`: what its sort tells beside.
    """

    id: str
    kind: Kind
    certainty: Certainty
    game: str
    variant: str
    question: str | None
    editions: tuple[str, ...]
    class_: tuple[str, ...]
    rules: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    answered_by: tuple[tuple[str, str], ...] = ()  # (edition, what it answers, shown)
    because_of: tuple[str, ...] = ()
    under: tuple[Mapping[str, str], ...] = ()  # for possible ones: interpretations under which it is so
    message: str = ""
    witness: Witness | None = None
    citations: tuple[Cited, ...] = ()
    details: Details = NOTHING
    if_agreed: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    frequency: Frequency | None = None
    reachable: Reachable | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """All that one cause brings about, told once. `id`: GAME/VARIANT/CAUSE, the variant without its options.

    `records`: what the entry is about first, then the weightiest. `kind` and the first words are those of the
    first record; `tier` is firm where a record is. `digest` changes when what it says does (see
    `checker.pipeline.digest`).
    """

    id: str
    game: str
    variant: str
    kind: Kind
    kinds: tuple[Kind, ...]
    tier: Tier
    questions: tuple[str, ...]
    editions: tuple[str, ...]
    records: tuple[Finding, ...]
    digest: str
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """Readings of an edition (doubts with readings, sorted) that elimination has struck out together."""

    edition: str
    readings: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What holds in every situation within the bounds, under every surviving interpretation.

    `bounds`: of the situations searched (see `checker.grounds.bounds`). `assumptions`: what it rests on that
    no text says: assumptions, exceptions that are implied, answers by default. `struck`: what is struck out
    (see `Eliminated`), without which more readings would be left. `excluded`: the share of the situations
    that `given` excludes; None where they are not counted, or there are none. `may_stop_at`: of a claim about
    play, the lines of the flow at which a game might not be able to go on, as far as is known; beyond that
    nothing is said (0: anywhere, for want of a value). `questions`: those that a claim of a property asks;
    empty of a claim about play, which may ask any. `clauses`: what was proved of, the clauses on these
    questions with the digest of what their edition answers where they speak (see `ExaminedClause`);
    `stale`: which rules and doubts that it rests on cite words that have changed.
    """

    game: str
    variant: str
    question: str | None
    editions: tuple[str, ...]
    holds: Holds
    where: str | None = None
    bounds: Mapping[str, object] = field(default_factory=dict)
    assumptions: tuple[str, ...] = ()
    struck: tuple[Struck, ...] = ()
    excluded: float | None = None
    may_stop_at: tuple[int, ...] = ()
    questions: tuple[str, ...] = ()
    clauses: tuple[tuple[str, str], ...] = ()
    stale: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty:
    """A claim that holds, of nothing: it is no proof."""

    game: str
    variant: str
    question: str | None
    editions: tuple[str, ...]
    holds: Holds
    reason: EmptyReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Vacuous:
    """A claim over no situation at all, with what excludes them."""

    game: str
    variant: str
    question: str
    editions: tuple[str, ...]
    holds: Holds
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """A query that the solver did not decide within its budget."""

    game: str
    variant: str
    question: str | None
    editions: tuple[str, ...]
    holds: Holds
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A claim about play that held in so many games, at so many points: evidence, not proof."""

    game: str
    variant: str
    editions: tuple[str, ...]
    property: str
    games: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Harmless:
    """A doubt on which nothing depends."""

    game: str
    edition: str
    doubt: str
    proof: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """A clause whose removal alone changes no outcome."""

    game: str
    edition: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated:
    """A reading (or interpretation) struck out: `readings` maps doubts to readings, `because` says why."""

    game: str
    edition: str
    readings: Mapping[str, str]
    because: str
    cause: str  # the example's or the finding's identifier


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedAt:
    """A concrete question, or a claim of this name by an edition, of which nothing is proved: `because` says
    why it is concrete; in so many `situations` it was looked at."""

    game: str
    variant: str
    question: str
    editions: tuple[str, ...]
    because: str
    situations: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A unit of a check that was not done: the program failed in it, or was interrupted, or it is `undone` as
    the specification cannot be followed there, or it was too much. `unit`: what was to be found out, and
    `because`: what happened, sentences both."""

    game: str
    variant: str
    unit: str
    sort: Literal["failed", "interrupted", "undone"]
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExaminedClause:
    """What a printed clause answers. `situations`: in how many it speaks, of all within the bounds (`whole`)
    or of those that were looked at; `digest`: of what its edition answers there; `witness`: the smallest."""

    game: str
    variant: str
    edition: str
    clause: str
    question: str
    situations: int
    whole: bool
    digest: str
    witness: Witness | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnexaminedClause:
    """A printed clause on which nothing reported bears: no witness shows it, no proof compares it."""

    game: str
    variant: str
    edition: str
    clause: str
    question: str
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that one check has found, sorted, the same on every run. `findings` are the records of all entries,
    and the `exceptions` that no text states, by identifier. `failures`: what was not examined."""

    bounds: Mapping[str, Mapping[str, object]]
    findings: tuple[Finding, ...] = ()
    entries: tuple[Entry, ...] = ()
    exceptions: tuple[Finding, ...] = ()
    proved: tuple[Proof, ...] = ()
    empty: tuple[Empty, ...] = ()
    vacuous: tuple[Vacuous, ...] = ()
    undecided: tuple[Undecided, ...] = ()
    checked: tuple[Checked, ...] = ()
    harmless: tuple[Harmless, ...] = ()
    repetitions: tuple[Repetition, ...] = ()
    eliminated: tuple[Eliminated, ...] = ()
    concrete: tuple[LookedAt, ...] = ()
    failures: tuple[Failed, ...] = ()
    clauses: tuple[ExaminedClause, ...] = ()
    unexamined_clauses: tuple[UnexaminedClause, ...] = ()


ComparedStatus = Literal[
    "equivalent",
    "compatible",
    "reconcilable",
    "irreconcilable",
    "both-silent",
    "never-both-answer",
    "assumption-only",
    "vacuous",
    "undecided",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionComparison:
    """How editions compare on one question. `under`: exactly the interpretations under which they agree,
    an expression over doubts in its shortest form (`always` where there is no doubt about it). `because`: why
    it is undecided."""

    question: str
    status: ComparedStatus
    under: str | None
    witness: Witness | None
    because: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The reconciliation of two or more editions over a variant."""

    game: str
    variant: str
    editions: tuple[str, ...]
    status: ComparedStatus
    under: str | None
    questions: tuple[QuestionComparison, ...]
    eliminated: tuple[Eliminated, ...]
