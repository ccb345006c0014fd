"""Sets of interpretations in few words: choices of readings that hold in these interpretations, and in no
others.

Such a choice is an *implicant* of the set, and prime where none of its readings can be left out (Quine,
*The problem of simplifying truth functions*, 1952). What is said is a set of prime implicants that covers
the set, the same whatever the order of interpretations and doubts.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

MOST_DOUBTS = 12
"""With more, a choice is short, but not the shortest."""

Choice = Mapping[str, str]
"""Readings of some doubts."""


def smallest_choices(chosen: Iterable[Choice], everything: Sequence[Choice]) -> list[Choice]:
    """Smallest choices of readings that hold in `chosen` only, of `everything`, and cover all of `chosen`."""
    wanted = {_key(choice): choice for choice in chosen}
    others = [other for other in everything if _key(other) not in wanted]
    ordered = [wanted[key] for key in sorted(wanted)]
    found: list[Choice] = []
    for choice in ordered:
        if not any(known.items() <= choice.items() for known in found):
            found.append(_prime(choice, others))
    return _needed(found, ordered)


def _key(choice: Choice) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(choice.items()))


def _prime(choice: Choice, others: Sequence[Choice]) -> Choice:
    """The smallest part of a choice that no other contains, the first by names of as small ones; all of it
    where another contains it."""
    with_it = {
        doubt: sum(1 << place for place, other in enumerate(others) if other.get(doubt) == reading)
        for doubt, reading in choice.items()
    }
    every = (1 << len(others)) - 1
    doubts = sorted(doubt for doubt, there in with_it.items() if there != every)
    if len(doubts) > MOST_DOUBTS:
        return _short(choice, doubts, with_it, every)
    for size in range(len(doubts) + 1):
        for few in combinations(doubts, size):
            left = every
            for doubt in few:
                left &= with_it[doubt]
            if not left:
                return {doubt: reading for doubt, reading in choice.items() if doubt in few}
    return dict(choice)


def _short(choice: Choice, doubts: Sequence[str], with_it: Mapping[str, int], every: int) -> Choice:
    """A part of a choice that no other contains, and of which nothing can be left out."""
    kept = list(doubts)
    for doubt in doubts:
        left = every
        for other in kept:
            left &= every if other == doubt else with_it[other]
        if not left:
            kept.remove(doubt)
    return {doubt: reading for doubt, reading in choice.items() if doubt in kept}


def _needed(found: Sequence[Choice], wanted: Sequence[Choice]) -> list[Choice]:
    """Those of the choices without which something wanted would not be covered, the last left out first."""
    covers = [
        sum(1 << place for place, each in enumerate(wanted) if one.items() <= each.items()) for one in found
    ]
    kept = list(range(len(found)))
    for one in reversed(range(len(found))):
        rest = 0
        for other in kept:
            rest |= 0 if other == one else covers[other]
        if covers[one] & ~rest == 0:
            kept.remove(one)
    return [found[one] for one in kept]
