"""One situation, all editions, all surviving interpretations: what is wrong there.

The *column* of a situation holds the verdict of each edition under each of its surviving
interpretations. All findings about questions are read off columns, whoever found the situation (by
enumeration or by the solver), so that both agree on what a finding is and what decides it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice, product

from checker.editions.editions import Editions, Frozen, Survivors
from dsl.model import Question
from interpreter.rulebook.rulebook import Outcome, Situation, SpecError, Status, Verdict
from interpreter.values.context import TooManySteps

ANSWERS = (Status.SETTLED, Status.OPEN)
STALLED = "ambiguity by blocking"
"""The kind of what an ambiguity is where some reading leaves no outcome at all: another question waits."""
MOST_PAIRS = 65_536
"""So many combinations of the interpretations of two editions are told apart; beyond, what they say is
possible at most."""
BY_DEFAULT = ("gap by default", "default alike")
"""Occurrences of an answer by default where a clause of another edition gives another answer, or the same."""
_DEFECTIVE = (Status.CONTRADICTORY, Status.SILENT, Status.OPEN)


@dataclass(frozen=True, slots=True)
class Cell:
    """What one edition answers under one interpretation. `verdict` is None where the situation is none
    for it (a `given` is settled as no); `met`: every `given` is settled as yes."""

    edition: str
    interpretation: Frozen
    verdict: Verdict | None
    met: bool

    @property
    def answers(self) -> bool:
        """Whether a clause answers, with one answer or several."""
        return (
            self.verdict is not None
            and self.verdict.outcome.status in ANSWERS
            and not self.verdict.by_default
        )

    @property
    def outcome(self) -> Outcome:
        """The outcome, of a verdict that is there."""
        assert self.verdict is not None
        return self.verdict.outcome


Column = Mapping[str, tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class OutcomeClass:
    """The interpretations of an edition that answer alike, as the bits of their places in its row."""

    places: int
    verdict: Verdict | None
    met: bool


Strands = Mapping[str, tuple[OutcomeClass, ...]]
"""A column in short: by edition, in the order of the first interpretation of each class."""


def outcome_classes(editions: Editions, question: str, situation: Situation) -> Strands:
    """The column of a situation, in short (kept). Where an edition errs, it is noted, and the situation is
    none for it. Raises TooManySteps."""
    found: dict[str, tuple[OutcomeClass, ...]] = {}
    for edition in editions.members:
        row = editions.row(edition.name, question)
        kept = editions.strands.setdefault((edition.name, question), {})
        before = kept.get(situation)
        if before is None or before[0] is not row:
            before = kept[situation] = (
                row,
                tuple(_stranded(editions, edition.name, row, question, situation)),
            )
        found[edition.name] = before[1]
    return found


def _stranded(
    editions: Editions, edition: str, row: Survivors, question: str, situation: Situation
) -> Iterator[OutcomeClass]:
    left = (1 << len(row.books)) - 1
    while left:
        book = row.books[(left & -left).bit_length() - 1]
        served, verdict, met = left & -left, None, None
        try:
            met = book.meets_given(question, situation)
            readings = book.served
            if met is not False:
                verdict = book.verdict(question, situation)
            served = left & row.served(readings)
            if met is not False:
                served &= row.served(book.served)
        except TooManySteps:
            raise
        except SpecError as error:
            editions.situation_errors.note(edition, book.readings, question, situation, error)
            met, verdict = False, None
        left &= ~served
        yield OutcomeClass(served, verdict, met is True)


def verdict_of(
    editions: Editions, edition: str, interpretation: Mapping[str, str], question: str, situation: Situation
) -> Verdict | None:
    """What an edition answers, so read; None where it is no situation for it, or errs there, which is noted.
    Raises TooManySteps."""
    book = editions.rulebook(edition, interpretation)
    try:
        met = book.meets_given(question, situation)
        return None if met is False else book.verdict(question, situation)
    except TooManySteps:
        raise
    except SpecError as error:
        editions.situation_errors.note(edition, book.readings, question, situation, error)
        return None


def column(editions: Editions, question: str, situation: Situation) -> Column:
    """The column of a situation, as `outcome_classes`. Raises TooManySteps."""
    found: dict[str, tuple[Cell, ...]] = {}
    for name, classes in outcome_classes(editions, question, situation).items():
        row = editions.row(name, question)
        places: dict[int, Cell] = {}
        for outcome_class in classes:
            for place in bits(outcome_class.places):
                places[place] = Cell(
                    name, row.interpretations[place], outcome_class.verdict, outcome_class.met
                )
        found[name] = tuple([places[place] for place in sorted(places)])
    return found


def signature(editions: Editions, short: Strands) -> tuple[object, ...]:
    """What all that is read off a column depends on, but for the situation itself."""
    return tuple(
        [
            tuple(
                [
                    (s.places, s.met, None if s.verdict is None else editions.number(s.verdict))
                    for s in short[name]
                ]
            )
            for name in short
        ]
    )


def bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Something wrong in one situation: the kind, the editions, what decides it, and under which
    interpretations (one for each of the editions) it is so; `met`: in those where every `given` is.
    """

    kind: str
    editions: tuple[str, ...]
    class_: tuple[str, ...]
    under: frozenset[tuple[Frozen, ...]]
    met: frozenset[tuple[Frozen, ...]]

    @property
    def key(self) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        """What makes it the same finding elsewhere."""
        return (self.kind, self.editions, self.class_)


class _Gathered:
    """Occurrences under way."""

    def __init__(self) -> None:
        self._under: dict[tuple[str, tuple[str, ...], tuple[str, ...]], set[tuple[Frozen, ...]]] = {}
        self._met: dict[tuple[str, tuple[str, ...], tuple[str, ...]], set[tuple[Frozen, ...]]] = {}

    def add(self, kind: str, class_: tuple[str, ...], *seen: Cell) -> None:
        key = (kind, tuple(s.edition for s in seen), class_)
        way = tuple(s.interpretation for s in seen)
        self._under.setdefault(key, set()).add(way)
        if all(s.met for s in seen):
            self._met.setdefault(key, set()).add(way)

    def all(self) -> Iterator[Occurrence]:
        for key in self._under:
            yield Occurrence(*key, frozenset(self._under[key]), frozenset(self._met.get(key, ())))


@lru_cache(maxsize=4096)
def names_of(clauses: tuple[str, ...]) -> tuple[str, ...]:
    """What these clauses are called among those on one question, in order: EDITION.RULE, with the last word
    of one of several of its rule."""
    return tuple(dict.fromkeys(map(_name_of, clauses)))


def _name_of(clause: str) -> str:
    edition, rule, _, *last = clause.split(".")
    return ".".join((edition, rule, *last))


@lru_cache(maxsize=4096)
def rules_of(clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The rules (EDITION.RULE) of these clauses, each once, in order."""
    return tuple(dict.fromkeys(".".join(c.split(".")[:2]) for c in clauses))


def occurrences(editions: Editions, question: Question, seen: Column) -> list[Occurrence]:
    """All that is wrong in the situation of this column, in a fixed order. Classes are sorted, so that the
    order of the rules is no part of an identifier."""
    found = _Gathered()
    for edition in editions.members:
        _alone(editions, question, seen, edition.name, found)
    for one, other in combinations([e.name for e in editions.members], 2):
        _between(seen[one], seen[other], found)
    return list(found.all())


def contradictions(seen: Column) -> list[Occurrence]:
    """Where an edition contradicts itself in the situation of this column, as `occurrences` tells it."""
    found = _Gathered()
    for row in seen.values():
        for one in row:
            if one.verdict is not None and one.outcome.status is Status.CONTRADICTORY:
                found.add("contradiction", tuple(sorted(one.verdict.conflict)), one)
    return list(found.all())


def is_contradictory(short: Strands) -> bool:
    """Whether an edition contradicts itself there, under some interpretation."""
    verdicts = (outcome_class.verdict for kept in short.values() for outcome_class in kept)
    return any(v is not None and v.outcome.status is Status.CONTRADICTORY for v in verdicts)


def _alone(editions: Editions, question: Question, column_: Column, name: str, found: _Gathered) -> None:
    verdicts = distinct(column_[name])
    unanswered = any(v.outcome.status is Status.SILENT or v.by_default for v in verdicts)
    answered = answering(column_, name) if unanswered else {}
    defective = [v for v in verdicts if v.outcome.status in _DEFECTIVE or v.by_default]
    for seen in column_[name] if defective else ():
        if seen.verdict is None:
            continue
        status = seen.verdict.outcome.status
        if status is Status.CONTRADICTORY:
            found.add("contradiction", tuple(sorted(seen.verdict.conflict)), seen)
        elif status is Status.SILENT and not question.optional:
            for clause in answered:
                found.add("gap", (clause,), seen)
            if not answered:
                found.add("gap", (), seen)
        elif seen.verdict.by_default:
            for clause, outcomes in answered.items():
                if outcomes - {seen.outcome}:
                    found.add("gap by default", (clause,), seen)
                if seen.outcome in outcomes:
                    found.add("default alike", (clause,), seen)
        elif status is Status.OPEN:
            found.add("open", tuple(sorted(names_of(seen.verdict.speaking))), seen)
    for doubt, ways in doubtful(editions, column_[name]).items():
        for seen in ways:
            found.add("ambiguity", (f"{name}.{doubt}",), seen)
    for doubt, ways in stalling(editions, column_[name]).items():
        for seen in ways:
            found.add(STALLED, (f"{name}.{doubt}",), seen)


def distinct(row: tuple[Cell, ...]) -> list[Verdict]:
    """The verdicts of a row, in order; one that serves several interpretations is there once."""
    return list({id(seen.verdict): seen.verdict for seen in row if seen.verdict is not None}.values())


def answering(column_: Column, name: str) -> dict[str, set[Outcome]]:
    """The clauses of the other editions that answer, each with the outcomes to which it speaks under some
    interpretation; sorted."""
    found: dict[str, set[Outcome]] = {}
    for other, row in column_.items():
        for verdict in distinct(row) if other != name else ():
            if verdict.outcome.status in ANSWERS and not verdict.by_default:
                for clause in names_of(verdict.speaking):
                    found.setdefault(clause, set()).add(verdict.outcome)
    return dict(sorted(found.items()))


def doubtful(editions: Editions, row: tuple[Cell, ...]) -> dict[str, list[Cell]]:
    """The doubts whose readings alone (with those hanging on them) change the outcome, each with the
    interpretations where they do. What is blocked is not compared: see `stalling`."""
    compared = {v.outcome for v in distinct(row) if v.outcome.status is not Status.BLOCKED}
    if len(compared) < 2:
        return {}
    number = {outcome: place for place, outcome in enumerate(compared)}
    return _changing(editions, row, {id(v): number.get(v.outcome) for v in distinct(row)})


def stalling(editions: Editions, row: tuple[Cell, ...]) -> dict[str, list[Cell]]:
    """The doubts whose readings alone (with those hanging on them) change whether there is an outcome, or it
    is blocked; each with the interpretations where they do."""
    waits = {id(v): int(v.outcome.status is Status.BLOCKED) for v in distinct(row)}
    return _changing(editions, row, waits) if len(set(waits.values())) > 1 else {}


def _changing(
    editions: Editions, row: tuple[Cell, ...], numbers: Mapping[int, int | None]
) -> dict[str, list[Cell]]:
    """The doubts whose readings alone change the number of the verdict (that of none is not compared)."""
    outcomes = [None if s.verdict is None else numbers[id(s.verdict)] for s in row]
    found: dict[str, list[Cell]] = {}
    for doubt, groups in _apart(editions, row):
        for by_reading in groups:
            here = [[p for p in places if outcomes[p] is not None] for places in by_reading]
            kinds = [{outcomes[p] for p in places} for places in here]
            for at, places in enumerate(here):
                others = {o for other, each in enumerate(kinds) if other != at for o in each}
                changed = [row[p] for p in places if others - {outcomes[p]}]
                if changed:
                    found.setdefault(doubt, []).extend(changed)
    return found


def _apart(editions: Editions, row: tuple[Cell, ...]) -> list[tuple[str, list[list[list[int]]]]]:
    """For each doubt, the places of the row in groups that differ only on it (and on those hanging on it),
    each parted by reading. Kept."""
    key = (row[0].edition, tuple(seen.interpretation for seen in row))
    if key in editions.groups:
        kept: list[tuple[str, list[list[list[int]]]]] = editions.groups[key]
        return kept
    doubts = editions.edition(row[0].edition).doubts
    found = editions.groups[key] = []
    for doubt in doubts:
        apart = {d for d, each in doubts.items() if d == doubt or any(p == doubt for p, _ in each.under)}
        groups: dict[Frozen, dict[str, list[int]]] = {}
        for place, seen in enumerate(row):
            reading = dict(seen.interpretation).get(doubt)
            if reading is not None:
                rest = tuple(pair for pair in seen.interpretation if pair[0] not in apart)
                groups.setdefault(rest, {}).setdefault(reading, []).append(place)
        several = [list(group.values()) for group in groups.values() if len(group) > 1]
        if several:
            found.append((doubt, several))
    return found


def _between(row: tuple[Cell, ...], other_row: tuple[Cell, ...], found: _Gathered) -> None:
    """Divergences: an answer of one edition which the other gives under none of its interpretations."""
    mine, yours = _by_verdict(row), _by_verdict(other_row)
    ours, theirs = {v.outcome for v, _ in mine}, {v.outcome for v, _ in yours}
    for (verdict, here), (their_verdict, there) in product(mine, yours):
        if verdict.outcome == their_verdict.outcome:
            continue
        if verdict.outcome not in theirs or their_verdict.outcome not in ours:
            speaking = names_of(verdict.speaking), names_of(their_verdict.speaking)
            class_ = (*sorted(speaking[0]), *sorted(speaking[1]))
            for one, other in islice(product(here, there), MOST_PAIRS):
                found.add("divergence", class_, one, other)


def _by_verdict(row: tuple[Cell, ...]) -> list[tuple[Verdict, list[Cell]]]:
    """The verdicts with which an edition answers, each with the interpretations that it serves."""
    found: dict[int, tuple[Verdict, list[Cell]]] = {}
    for seen in row:
        if seen.verdict is not None and seen.answers:
            found.setdefault(id(seen.verdict), (seen.verdict, []))[1].append(seen)
    return list(found.values())
