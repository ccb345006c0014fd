"""What is wrong with one question: the record of a search, and the search by enumeration.

A search goes on until no situation within the bounds shows anything that is not recorded. Small spaces
of situations are enumerated with the interpreter, smallest situations first.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod

from checker.editions.editions import Editions, Frozen
from checker.findings.findings import EmptyReason
from checker.questions.verdicts.agreement import Agreements
from checker.questions.verdicts.emptiness import SeenAnswers, unsaid_claims
from checker.questions.verdicts.matrix import (
    ANSWERS,
    BY_DEFAULT,
    MOST_PAIRS,
    STALLED,
    Column,
    Occurrence,
    OutcomeClass,
    Strands,
    bits,
    column,
    distinct,
    occurrences,
    outcome_classes,
    signature,
)
from checker.questions.verdicts.shares import Shares
from checker.smt import budget
from dsl.model import Question
from dsl.text.messages import Said, reason
from interpreter.analysis.dependencies import Dependencies, answer_parts
from interpreter.rulebook.rulebook import Outcome, Situation, SpecError, Status
from interpreter.runtime.budget import WORK
from interpreter.values.context import TooManySteps

Key = tuple[str, tuple[str, ...], tuple[str, ...]]


@dataclass(slots=True)
class Record:
    """One finding in the making. `first`: the smallest situation that shows it; `settled`: the smallest that
    is one by every `given`, under some interpretation; `common`: the smallest that is, and shows it, under
    every surviving one; `under`: those under which some situation shows it, `met` where it is settled so."""

    key: Key
    first: Situation
    settled: Situation | None = None
    common: Situation | None = None
    under: set[tuple[Frozen, ...]] = field(default_factory=set)
    met: set[tuple[Frozen, ...]] = field(default_factory=set)
    because: set[str] = field(default_factory=set)

    @property
    def kind(self) -> str:
        """The kind of occurrence."""
        return self.key[0]

    @property
    def shown(self) -> Situation:
        """The situation that is to show it."""
        return self.common or self.settled or self.first


@dataclass(slots=True)
class Searched:
    """What a search of one question has found, and proved by finding nothing.

    `proved`: (editions, what holds). `empty`: what holds of nothing, and why. `undecided`: (editions, what,
    because). `excluded`: for each edition, and each two, the share of situations that `given` excludes; not
    there where they are not counted.
    `silenced`, `repeated`: clauses that speak nowhere; whose removal changes no outcome. `agreed`: where two
    editions that diverge are equivalent all the same (of questions that are enumerated). `looked`: in how
    many situations a concrete question was looked at, which proves nothing; None where all were searched.
    """

    question: Question
    records: dict[Key, Record] = field(default_factory=dict)
    proved: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    empty: list[tuple[tuple[str, ...], str, EmptyReason]] = field(default_factory=list)
    vacuous: list[tuple[tuple[str, ...], str, str]] = field(default_factory=list)
    undecided: list[tuple[tuple[str, ...], str, str]] = field(default_factory=list)
    excluded: dict[tuple[str, ...], float] = field(default_factory=dict)
    silenced: list[str] = field(default_factory=list)
    repeated: list[str] = field(default_factory=list)
    agreed: list[tuple[tuple[str, str], str]] = field(default_factory=list)
    looked: int | None = None

    def give_up(self, editions: Editions, because: str) -> None:
        """All that is claimed of the question is undecided."""
        for edition in editions.members:
            self.undecided += [
                ((edition.name,), claim, because) for claim in ("consistent", "complete", "unambiguous")
            ]
        for one, other in combinations([e.name for e in editions.members], 2):
            self.undecided.append(((one, other), "equivalent", because))

    def note(self, editions: Editions, occurrence: Occurrence, situation: Situation) -> Record:
        """Records an occurrence in a situation (the smallest ones must come first)."""
        record = self.records.setdefault(occurrence.key, Record(occurrence.key, situation))
        record.under |= occurrence.under
        record.met |= occurrence.met
        if record.settled is None and occurrence.met:
            record.settled = situation
        if record.common is None and everywhere(editions, self.question.name, occurrence):
            record.common = situation
        return record


def all_ways(editions: Editions, question: str, names: tuple[str, ...]) -> set[tuple[Frozen, ...]]:
    """Every combination of surviving interpretations of these editions."""
    return set(product(*(editions.row(e, question).interpretations for e in names)))


def are_few(editions: Editions, question: str, names: tuple[str, ...]) -> bool:
    """Whether the combinations of interpretations of these editions are told apart."""
    return prod(len(editions.row(e, question).interpretations) for e in names) <= MOST_PAIRS


def everywhere(editions: Editions, question: str, occurrence: Occurrence) -> bool:
    """Whether it occurs under every surviving interpretation, with every `given` settled as yes."""
    rows = [editions.row(e, question).interpretations for e in occurrence.editions]
    return len(occurrence.met) == prod(map(len, rows)) and occurrence.met >= set(product(*rows))


def enumerated(editions: Editions, question: Question) -> Searched:
    """Searches every situation of a small space. Raises ArbitreError where it is not known which they are."""
    searched, alike = Searched(question), Searched(question)
    names = [e.name for e in editions.members]
    answering, shares = SeenAnswers(editions, question), Shares(editions, question)
    differing: dict[tuple[str, str], bool] = {}
    unlike: dict[tuple[str, str], bool] = {}
    lively = dict.fromkeys(names, 0)
    known: dict[tuple[object, ...], list[Occurrence]] = {}  # what is wrong, by what it depends on
    spoken: set[str] = set()
    mattering: set[str] = set()
    agreements = Agreements()
    book = editions.rulebook(names[0], {})
    before = WORK.steps
    for situation in editions.situations(question.name, book):
        if WORK.steps - before > budget.MOST_STEPS:
            _tell_causes(editions, searched, alike)
            searched.give_up(editions, reason(budget.too_much_work()))
            return searched
        short = outcome_classes(editions, question.name, situation)
        answering.see(short)
        shares.see(short)
        sign = signature(editions, short)
        if sign not in known:
            seen = column(editions, question.name, situation)
            agreements.see(seen)
            _compare(seen, differing, unlike)
            known[sign] = occurrences(editions, question, seen)
            for occurrence in known[sign]:
                searched.note(editions, occurrence, situation)
        for occurrence in known[sign]:
            if occurrence.kind == "divergence" and _asks_alike(editions, question, occurrence, situation):
                alike.note(editions, occurrence, situation)
        _tally(editions, question, situation, short, lively, spoken, mattering)
    _tell_causes(editions, searched, alike)
    searched.excluded = shares.of()
    _conclude(editions, searched, answering, lively, differing, unlike)
    for pair in combinations(names, 2):
        if any(kind == "divergence" and of == pair for kind, of, _ in searched.records):
            searched.agreed += [(pair, where) for where in agreements.of(pair)]
    for edition in editions.members:
        for clause in edition.clauses:
            if clause.question == question.name:
                if clause.id not in spoken:
                    searched.silenced.append(clause.id)
                elif clause.id not in mattering:
                    searched.repeated.append(clause.id)
    return searched


def search_some(editions: Editions, question: Question, situations: Iterable[Situation]) -> Searched:
    """Searches some situations, the smallest first, which proves nothing; those of which it takes too many
    steps to tell are passed over. Raises as `enumerated`."""
    searched, alike = Searched(question), Searched(question)
    known: dict[tuple[object, ...], list[Occurrence]] = {}
    looked = 0
    before = WORK.steps
    for situation in situations:
        if WORK.steps - before > budget.MOST_STEPS:
            break
        try:
            short = outcome_classes(editions, question.name, situation)
        except TooManySteps:
            continue
        looked += any(s.verdict is not None for kept in short.values() for s in kept)
        sign = signature(editions, short)
        if sign not in known:
            known[sign] = occurrences(editions, question, column(editions, question.name, situation))
        for occurrence in known[sign]:
            searched.note(editions, occurrence, situation)
            if occurrence.kind == "divergence" and _asks_alike(editions, question, occurrence, situation):
                alike.note(editions, occurrence, situation)
    _tell_causes(editions, searched, alike)
    searched.looked = looked
    searched.empty += unsaid_claims(editions, question)
    return searched


def _tell_causes(editions: Editions, searched: Searched, alike: Searched) -> None:
    """A divergence is told where what both ask is answered alike, if it is found there at all; else it is
    because of the questions asked. A doubt that changes an outcome is not told again where it leaves none."""
    for kind, pair, class_ in list(searched.records):
        if kind == STALLED and ("ambiguity", pair, class_) in searched.records:
            del searched.records[(kind, pair, class_)]
    for key, record in searched.records.items():
        if record.kind == "divergence":
            if key in alike.records:
                searched.records[key] = alike.records[key]
            else:
                record.because |= {q for e in key[1] for q in asked_by(editions, e, searched.question.name)}


def asked_by(editions: Editions, edition: str, question: str) -> frozenset[str]:
    """The questions that an edition asks for a question, without another in between."""
    return Dependencies(editions.game, editions.edition(edition)).direct(question)[0]


def _asks_alike(editions: Editions, question: Question, occurrence: Occurrence, situation: Situation) -> bool:
    """Whether in one of the ways in which two editions differ what both ask is answered alike."""
    if not all(asked_by(editions, e, question.name) for e in occurrence.editions):
        return True
    one, other = occurrence.editions
    ours, yours = (
        {
            i: _asked_in(editions, edition, i, question, situation)
            for i in {way[at] for way in occurrence.under}
        }
        for at, edition in enumerate((one, other))
    )
    pairs = {(id(ours[mine]), id(yours[its])): (ours[mine], yours[its]) for mine, its in occurrence.under}
    return any(all(us[key] == you[key] for key in us if key in you) for us, you in pairs.values())


def _asked_in(
    editions: Editions, edition: str, interpretation: Frozen, question: Question, situation: Situation
) -> dict[tuple[str, Situation], Outcome]:
    """What the clauses of an edition ask in a situation, with the outcomes (kept)."""
    book = editions.rulebook(edition, dict(interpretation))

    def asked() -> dict[tuple[str, Situation], Outcome]:
        speaking = book.verdict(question.name, situation).speaking
        found: dict[tuple[str, Situation], Outcome] = {}
        for clause in book.clauses.values():
            if clause.question == question.name:
                here = dict(zip(clause.binds, situation, strict=True))
                asked = list(book.asked_by(clause.condition, here))
                if clause.id in speaking:
                    asked += [key for part in answer_parts(clause) for key in book.asked_by(part, here)]
                for key in asked:
                    with suppress(SpecError):  # noted where that question is searched
                        found[key] = book.verdict(*key).outcome
        return found

    found: dict[tuple[str, Situation], Outcome] = book.kept("asked", question.name, situation, asked)
    return found


def _compare(
    seen: Column, differing: dict[tuple[str, str], bool], unlike: dict[tuple[str, str], bool]
) -> None:
    for one_name, other_name in combinations(seen, 2):
        ours, theirs = ({v.outcome for v in distinct(seen[n])} for n in (one_name, other_name))
        if ours and theirs and (len(ours) > 1 or ours != theirs):
            differing[(one_name, other_name)] = True
        answers = [
            {v.outcome for v in distinct(seen[n]) if v.outcome.status in ANSWERS and not v.by_default}
            for n in (one_name, other_name)
        ]
        if all(answers) and len(answers[0] | answers[1]) > 1:
            unlike[(one_name, other_name)] = True


def _tally(
    editions: Editions,
    question: Question,
    situation: Situation,
    short: Strands,
    lively: dict[str, int],
    spoken: set[str],
    mattering: set[str],
) -> None:
    for name, classes in short.items():
        for outcome_class in classes:
            if outcome_class.verdict is None:
                continue
            spoken.update(outcome_class.verdict.speaking)
            if outcome_class.verdict.outcome.status is not Status.BLOCKED:
                lively[name] |= outcome_class.places
            for clause in outcome_class.verdict.speaking:
                if clause not in mattering and _matters(
                    editions, question, situation, name, outcome_class, clause
                ):
                    mattering.add(clause)


def _matters(
    editions: Editions,
    question: Question,
    situation: Situation,
    name: str,
    outcome_class: OutcomeClass,
    clause: str,
) -> bool:
    """Whether without the clause there would be another outcome."""
    assert outcome_class.verdict is not None
    row, less = editions.row(name, question.name), editions.less(clause)
    left = outcome_class.places
    while left:
        place = next(bits(left))
        book = less.rulebook(name, dict(row.interpretations[place]))
        try:
            if book.verdict(question.name, situation).outcome != outcome_class.verdict.outcome:
                return True
        except SpecError:
            return True  # without it the specification cannot be followed
        left &= ~(row.served(book.served) | 1 << place)
    return False


def _conclude(
    editions: Editions,
    searched: Searched,
    answering: SeenAnswers,
    lively: Mapping[str, int],
    differing: Mapping[tuple[str, str], bool],
    unlike: Mapping[tuple[str, str], bool],
) -> None:
    """What holds because the search has found nothing against it."""
    names = [e.name for e in editions.members]
    alive = {n: lively[n].bit_count() == len(editions.survivors(n, searched.question.name)) for n in names}
    found = {(key[0], key[1]) for key in searched.records}
    for name in names:
        claims = {
            "consistent": ("contradiction",),
            "complete": ("gap", *BY_DEFAULT),
            "unambiguous": ("ambiguity", STALLED, "open"),
        }
        for claim, against in claims.items():
            if not any((kind, (name,)) in found for kind in against):
                conclude(searched, (name,), claim, alive[name], answering.why_empty)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            both = alive[one] and alive[other]
            if not differing.get((one, other)):
                conclude(searched, (one, other), "equivalent", both, answering.why_empty)
            elif not unlike.get((one, other)):
                conclude(searched, (one, other), "compatible", both, answering.why_empty)


def conclude(
    searched: Searched,
    editions: tuple[str, ...],
    claim: str,
    alive: bool,
    why_empty: Callable[[tuple[str, ...], str], EmptyReason | None],
) -> None:
    """Proved, unless there was no situation to prove it on, or it is about nothing."""
    if not alive:
        because = Said("no situation is left that is not blocked")
        searched.vacuous.append((editions, claim, because))
        return
    reason = why_empty(editions, claim)
    if reason is None:
        searched.proved.append((editions, claim))
    else:
        searched.empty.append((editions, claim, reason))


def withdraw(editions: Editions, searched: Searched) -> None:
    """What was concluded of an edition that errs in some situation of the question is undecided: nothing is
    known of it there."""
    question = searched.question.name
    errs = {
        e.name: err
        for e in editions.members
        if (err := editions.situation_errors.about(e.name, question)) is not None
    }

    def why(names: tuple[str, ...]) -> str | None:
        err = next((errs[name] for name in names if name in errs), None)
        if err is None:
            return None
        return Said("the specification cannot be followed everywhere: {problem}", problem=err.problem.message)

    told = (*searched.vacuous, *searched.empty)
    claims = [*searched.proved, *((names, claim) for names, claim, _ in told)]
    for names, claim in claims:
        because = why(names)
        if because is not None:
            searched.undecided.append((names, claim, because))
    searched.proved = [each for each in searched.proved if why(each[0]) is None]
    searched.vacuous = [each for each in searched.vacuous if why(each[0]) is None]
    searched.empty = [each for each in searched.empty if why(each[0]) is None]
    searched.agreed = [each for each in searched.agreed if why(each[0]) is None]
    if errs:
        searched.silenced = [c for c in searched.silenced if c.split(".")[0] not in errs]
        searched.repeated = [c for c in searched.repeated if c.split(".")[0] not in errs]
