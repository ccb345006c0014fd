"""Contradictions that an edition avoids if it is read otherwise.

An interpretation contradicts itself *where it need not* if in some situation some of its sentences clash, and
the same situation has an outcome without contradiction under another interpretation of the edition, under
which these sentences clash nowhere. Both must be sure that it is a situation (every `given` settled as yes),
and what is blocked avoids nothing. So sentences that clash however the text is read, and readings which
merely say that a situation does not come up, strike nothing.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from checker.editions.editions import Editions, Frozen
from checker.questions.search.explicit import Searched
from checker.questions.verdicts.matrix import (
    Cell,
    column,
    contradictions,
    is_contradictory,
    outcome_classes,
    rules_of,
    signature,
)
from checker.smt import budget
from dsl.model import Question
from interpreter.rulebook.rulebook import Situation, Status
from interpreter.runtime.budget import WORK

_CONSISTENT = (Status.SETTLED, Status.OPEN, Status.SILENT)

Class = tuple[str, ...]
"""The clauses that clash."""


@dataclass(slots=True)
class Contradictions:
    """The contradictions on a question, and under which interpretations each could be avoided: by edition
    and clauses that clash."""

    searched: Searched
    avoidable: dict[tuple[str, Class], set[Frozen]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ContradictoryPartition:
    """What becomes of a situation under the interpretations of an edition that are sure that it is one:
    those that contradict themselves, by the clauses that clash; and those that do not."""

    clashing: Mapping[Class, frozenset[Frozen]]
    consistent: frozenset[Frozen]


def shown(row: Sequence[Cell]) -> ContradictoryPartition:
    """What becomes of the situation of a row."""
    found: dict[Class, set[Frozen]] = {}
    consistent: set[Frozen] = set()
    for seen in row:
        if seen.verdict is None or not seen.met:
            continue
        if seen.outcome.status is Status.CONTRADICTORY:
            found.setdefault(tuple(sorted(seen.verdict.conflict)), set()).add(seen.interpretation)
        elif seen.outcome.status in _CONSISTENT:
            consistent.add(seen.interpretation)
    return ContradictoryPartition(
        {class_: frozenset(ways) for class_, ways in found.items()}, frozenset(consistent)
    )


def avoided(
    every: Iterable[ContradictoryPartition], clashing: Mapping[Class, Set[Frozen]]
) -> dict[Class, set[Frozen]]:
    """The interpretations that contradict themselves where another does not, by the clauses that clash;
    `clashing`: those under which the same sentences clash anywhere."""
    found: dict[Class, set[Frozen]] = {}
    for one in every:
        for class_, ways in one.clashing.items():
            if one.consistent - clashing[class_]:
                found.setdefault(class_, set()).update(ways)
    return found


def by_sentences(clashing: Mapping[Class, Set[Frozen]]) -> dict[Class, set[Frozen]]:
    """For each of these clashes the interpretations under which the same sentences clash, by whatever clauses
    of theirs."""
    found: dict[Class, set[Frozen]] = {}
    for class_ in clashing:
        same = (ways for other, ways in clashing.items() if set(rules_of(other)) == set(rules_of(class_)))
        found[class_] = set().union(*same)
    return found


def clashes(
    editions: Editions,
    question: Question,
    names: Sequence[str],
    situations: Iterable[Situation] | None = None,
) -> Contradictions:
    """Searches every situation of a small space, or these, for contradictions of these editions. Where it
    takes too many steps, what is found avoids nothing. Raises TooManySteps."""
    found = Contradictions(Searched(question))
    known: set[tuple[object, ...]] = set()
    every: dict[str, list[ContradictoryPartition]] = {name: [] for name in names}
    if situations is None:
        situations = editions.situations(question.name, editions.rulebook(editions.members[0].name, {}))
    before = WORK.steps
    for situation in situations:
        if WORK.steps - before > budget.MOST_STEPS:
            return found
        whole = outcome_classes(editions, question.name, situation)
        short = {name: whole[name] for name in names}
        if not is_contradictory(short):
            continue
        sign = signature(editions, short)
        if sign in known:
            continue
        known.add(sign)
        seen = {
            name: row for name, row in column(editions, question.name, situation).items() if name in short
        }
        for occurrence in contradictions(seen):
            found.searched.note(editions, occurrence, situation)
        for name, row in seen.items():
            every[name].append(shown(row))
    records = found.searched.records.values()
    for name in names:
        clashing = by_sentences(
            {r.key[2]: {way[0] for way in r.under} for r in records if r.key[1] == (name,)}
        )
        for class_, ways in avoided(every[name], clashing).items():
            found.avoidable[(name, class_)] = ways
    return found
