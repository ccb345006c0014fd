"""One situation, all editions, all surviving interpretations: what is wrong there.

The *column* of a situation holds the verdict of each edition under each of its surviving
interpretations. All findings about questions are read off columns, whoever found the situation (by
enumeration or by the solver), so that both agree on what a finding is and what decides it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from checker.panel import Frozen, Panel, freeze
from dsl.model import Question
from interpreter.rules import Outcome, Situation, Status, Verdict

ANSWERS = (Status.SETTLED, Status.OPEN)


@dataclass(frozen=True, slots=True)
class Seen:
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


Column = Mapping[str, tuple[Seen, ...]]


def column(panel: Panel, question: str, situation: Situation) -> Column:
    """The column of a situation. Raises SpecError where the specification errs there."""
    found: dict[str, tuple[Seen, ...]] = {}
    for edition in panel.editions:
        seen: list[Seen] = []
        for interpretation in panel.survivors(edition.name, question):
            book = panel.rulebook(edition.name, interpretation)
            met = book.meets_given(question, situation)
            verdict = None if met is False else book.verdict(question, situation)
            seen.append(Seen(edition.name, freeze(interpretation), verdict, met is True))
        found[edition.name] = tuple(seen)
    return found


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

    def add(self, kind: str, class_: tuple[str, ...], *seen: Seen) -> None:
        key = (kind, tuple(s.edition for s in seen), class_)
        way = tuple(s.interpretation for s in seen)
        self._under.setdefault(key, set()).add(way)
        if all(s.met for s in seen):
            self._met.setdefault(key, set()).add(way)

    def all(self) -> Iterator[Occurrence]:
        for key in self._under:
            yield Occurrence(*key, frozenset(self._under[key]), frozenset(self._met.get(key, ())))


def rules_of(clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The rules (EDITION.RULE) of these clauses, each once, in order."""
    return tuple(dict.fromkeys(".".join(c.split(".")[:2]) for c in clauses))


def occurrences(panel: Panel, question: Question, seen: Column) -> list[Occurrence]:
    """All that is wrong in the situation of this column, in a fixed order. Classes are sorted, so that the
    order of the rules is no part of an identifier."""
    found = _Gathered()
    for edition in panel.editions:
        _alone(panel, question, seen, edition.name, found)
    for one, other in combinations([e.name for e in panel.editions], 2):
        _between(seen[one], seen[other], found)
    return list(found.all())


def _alone(panel: Panel, question: Question, column_: Column, name: str, found: _Gathered) -> None:
    answered = answering(column_, name)
    for seen in column_[name]:
        if seen.verdict is None:
            continue
        status = seen.verdict.outcome.status
        if status is Status.CONTRADICTORY:
            found.add("contradiction", tuple(sorted(seen.verdict.conflict)), seen)
        elif status is Status.SILENT and not question.optional:
            found.add("gap", answered, seen)
        elif seen.verdict.by_default and answered:
            found.add("gap by default", answered, seen)
        elif status is Status.OPEN:
            found.add("open", tuple(sorted(rules_of(seen.verdict.speaking))), seen)
    for doubt, ways in doubtful(panel, column_[name]).items():
        for seen in ways:
            found.add("ambiguity", (f"{name}.{doubt}",), seen)


def answering(column_: Column, name: str) -> tuple[str, ...]:
    """The rules of the other editions that answer, under some interpretation, sorted."""
    return tuple(
        sorted(
            {
                rule
                for other, row in column_.items()
                if other != name
                for seen in row
                if seen.answers and seen.verdict is not None
                for rule in rules_of(seen.verdict.speaking)
            }
        )
    )


def doubtful(panel: Panel, row: tuple[Seen, ...]) -> dict[str, list[Seen]]:
    """The doubts whose readings alone (with those hanging on them) change the outcome, each with the
    interpretations where they do. What is blocked is not compared."""
    there = [s for s in row if s.verdict is not None and s.outcome.status is not Status.BLOCKED]
    if not there:
        return {}
    doubts = panel.edition(there[0].edition).doubts
    found: dict[str, list[Seen]] = {}
    for doubt in doubts:
        apart = {d for d, each in doubts.items() if d == doubt or any(p == doubt for p, _ in each.under)}
        groups: dict[Frozen, dict[str, list[Seen]]] = {}
        for seen in there:
            reading = dict(seen.interpretation).get(doubt)
            if reading is not None:
                rest = tuple(pair for pair in seen.interpretation if pair[0] not in apart)
                groups.setdefault(rest, {}).setdefault(reading, []).append(seen)
        for by_reading in groups.values():
            outcomes = {reading: {s.outcome for s in ways} for reading, ways in by_reading.items()}
            for reading, ways in by_reading.items():
                others = {o for r, each in outcomes.items() if r != reading for o in each}
                changed = [s for s in ways if others - {s.outcome}]
                if changed:
                    found.setdefault(doubt, []).extend(changed)
    return found


def _between(row: tuple[Seen, ...], other_row: tuple[Seen, ...], found: _Gathered) -> None:
    """Divergences: an answer of one edition which the other gives under none of its interpretations."""
    here = [s for s in row if s.answers]
    there = [s for s in other_row if s.answers]
    if not here or not there:
        return
    ours, theirs = {s.outcome for s in here}, {s.outcome for s in there}
    for one in here:
        for other in there:
            if one.outcome == other.outcome:
                continue
            if one.outcome not in theirs or other.outcome not in ours:
                assert one.verdict is not None and other.verdict is not None
                speaking = rules_of(one.verdict.speaking), rules_of(other.verdict.speaking)
                class_ = (*sorted(speaking[0]), *sorted(speaking[1]))
                found.add("divergence", class_, one, other)
