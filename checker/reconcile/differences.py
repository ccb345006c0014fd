"""What combinations of interpretations do in one situation, read off its column."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from checker.editions.combinations import Choice, partition, products
from checker.editions.editions import Editions
from checker.findings.findings import Answered
from checker.questions.verdicts.matrix import Cell, Column
from interpreter.rulebook.rulebook import Outcome, Status

_K = TypeVar("_K")


def _ways(
    editions: Editions, seen: Column, edition: str, key: Callable[[Cell], _K]
) -> dict[_K, list[dict[str, str]]]:
    return partition(editions.edition(edition), [(dict(s.interpretation), key(s)) for s in seen[edition]])


def _unequal(editions: Editions, seen: Column, key: Callable[[Cell], Outcome | None]) -> list[Choice]:
    """The combinations of which two editions have keys that differ, in what is a situation for all."""
    names = [e.name for e in editions.members]
    keyed = {n: _ways(editions, seen, n, key) for n in names}
    there = {n: _ways(editions, seen, n, lambda s: s.verdict is not None).get(True, []) for n in names}
    found: list[Choice] = []
    for one, other in combinations(names, 2):
        rest = [n for n in names if n not in (one, other)]
        for ours, mine in keyed[one].items():
            for theirs, yours in keyed[other].items():
                if ours is not None and theirs is not None and ours != theirs:
                    choices = [mine, yours, *(there[n] for n in rest)]
                    found += products([one, other, *rest], choices)
    return found


def differing(editions: Editions, seen: Column) -> list[Choice]:
    """The combinations under which two editions answer, and differently, in the situation of a column."""
    return _unequal(editions, seen, lambda s: s.outcome if s.answers else None)


def met(seen: Column) -> Column:
    """What is seen, as if it were no situation where some `given` is not settled as yes."""
    return {n: tuple(s if s.met else replace(s, verdict=None) for s in row) for n, row in seen.items()}


def unlike(editions: Editions, seen: Column) -> list[Choice]:
    """The combinations under which two editions have different outcomes in the situation of a column."""
    return _unequal(editions, seen, lambda s: None if s.verdict is None else s.outcome)


def lively(editions: Editions, seen: Column) -> list[Choice]:
    """The combinations for which it is a situation, in which no edition is blocked."""
    names = [e.name for e in editions.members]

    def alive(s: Cell) -> bool:
        return s.verdict is not None and s.outcome.status is not Status.BLOCKED

    return list(products(names, [_ways(editions, seen, n, alive).get(True, []) for n in names]))


def both_telling(editions: Editions, seen: Column, name: str, tells: Callable[[Cell], bool]) -> list[Choice]:
    """The combinations for which it is a situation, in which an edition and another tell something."""
    names = [e.name for e in editions.members]
    there = {n: _ways(editions, seen, n, lambda s: s.verdict is not None).get(True, []) for n in names}
    telling = {n: _ways(editions, seen, n, tells).get(True, []) for n in names}
    found: list[Choice] = []
    for pair in ((name, other) for other in names if other != name):
        found += products(names, [telling[n] if n in pair else there[n] for n in names])
    return found


def arising(editions: Editions, seen: Column, name: str) -> list[Choice]:
    """The interpretations of an edition for which it is a situation."""
    return list(
        products([name], [_ways(editions, seen, name, lambda s: s.verdict is not None).get(True, [])])
    )


def answers(editions: Editions, seen: Column) -> list[Answered]:
    """What each edition answers there, under which interpretations, in readings of as few doubts as tell the
    answers apart."""
    found: list[Answered] = []
    for name in seen:
        for given, choices in _ways(editions, seen, name, _given).items():
            if given is not None:
                outcome, rules, by_default = given
                found += [
                    Answered(
                        edition=name,
                        interpretation=choice,
                        outcome=outcome,
                        rules=rules,
                        by_default=by_default,
                    )
                    for choice in choices
                ]
    return found


def _given(seen: Cell) -> tuple[Outcome, tuple[str, ...], bool] | None:
    """What is told of an answer: the outcome, the clauses that speak, whether it is by default."""
    verdict = seen.verdict
    return None if verdict is None else (verdict.outcome, verdict.speaking, verdict.by_default)
