"""Combinations of interpretations: what is known of them is kept as choices, and rarely listed.

A combination takes one interpretation of each edition. A *choice* gives readings to some doubts of any
editions, and stands for all combinations that contain it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TypeVar

from checker.editions.editions import Editions
from dsl.model import Edition
from dsl.text.errors import Portable
from dsl.text.messages import Said
from interpreter.analysis.dependencies import interpretations

MOST_COMBINATIONS = 4_096
"""So many combinations of doubts that depend on each other are told apart."""

Of = tuple[str, str]
"""A doubt of an edition."""
Choice = Mapping[Of, str]
"""Readings of some doubts, of any editions."""

_K = TypeVar("_K")


class TooManyCombinations(Portable):
    """More combinations of the doubts that matter than are told apart."""


def partition(
    edition: Edition, rows: Sequence[tuple[Mapping[str, str], _K]]
) -> dict[_K, list[dict[str, str]]]:
    """For each key, the interpretations with it, in readings of as few doubts as tell the keys apart. A
    doubt is kept together with those on which it hangs, so that each says whether it exists."""
    doubts = [d for d in edition.doubts if any(d in i for i, _ in rows)]
    for doubt in reversed(doubts):
        if any(parent == doubt for d in doubts for parent, _ in edition.doubts[d].under):
            continue
        fewer = [d for d in doubts if d != doubt]
        keys: dict[tuple[str | None, ...], _K] = {}
        if all(keys.setdefault(tuple(i.get(d) for d in fewer), key) == key for i, key in rows):
            doubts = fewer
    found: dict[_K, list[dict[str, str]]] = {}
    for interpretation, key in rows:
        choice = {d: interpretation[d] for d in doubts if d in interpretation}
        kept = found.setdefault(key, [])
        if choice not in kept:
            kept.append(choice)
    return found


def products(editions: Sequence[str], choices: Sequence[Sequence[Mapping[str, str]]]) -> Iterator[Choice]:
    """Every choice of one choice an edition."""
    for way in product(*choices):
        yield {(e, d): r for e, choice in zip(editions, way, strict=True) for d, r in choice.items()}


def within(point: Choice, choices: Iterable[Choice]) -> bool:
    """Whether a combination contains one of these choices."""
    return any(choice.items() <= point.items() for choice in choices)


def add(known: list[Choice], choices: Iterable[Choice]) -> None:
    """Adds those choices that none already known contains."""
    for choice in choices:
        if not any(k.items() <= choice.items() for k in known):
            known[:] = [k for k in known if not choice.items() <= k.items()]
            known.append(choice)


def together(known: Iterable[Sequence[Choice]]) -> list[Choice]:
    """All of these choices, without those that contain another."""
    found: list[Choice] = []
    for choices in known:
        add(found, choices)
    return found


# ------------------------------------------------------------------ all combinations


def groups(editions: Editions, ties: Iterable[Sequence[Choice]]) -> list[list[Of]]:
    """The doubts that these choices name, with those on which they hang, in groups: two are in the same if
    one tie names them, or one hangs on the other, or what is struck ties them. Each group is in the order of
    the editions; without any doubt there is one group, which is empty."""
    listed = [{of for choice in choices for of in choice} for choices in ties]
    named = _with_parents(editions, set().union(*listed))
    struck = [{(e, d) for d in nogood} for e, nogoods in editions.nogoods.items() for nogood in nogoods]
    hanging = [_with_parents(editions, [of]) for of in _with_parents(editions, named.union(*struck))]
    found: list[set[Of]] = []
    for tie in (*listed, *struck, *hanging):
        met = [group for group in found if group & tie]
        found = [group for group in found if not group & tie] + [tie.union(*met)]
    every = [(e.name, d) for e in editions.members for d in e.doubts]
    kept = [[of for of in every if of in group and of in named] for group in found if group & named]
    return sorted(kept, key=lambda group: every.index(group[0])) or [[]]


def points(editions: Editions, doubts: Iterable[Of]) -> list[Choice]:
    """Every surviving combination of these doubts. Raises TooManyCombinations."""
    named = _with_parents(editions, doubts)
    rows: list[list[dict[str, str]]] = []
    size = 1
    for edition in editions.members:
        own = [d for e, d in named if e == edition.name]
        ways = interpretations(edition, own, editions.nogoods.get(edition.name, []))
        rows.append(list(islice(ways, MOST_COMBINATIONS + 1)))
        size *= len(rows[-1])
        if size > MOST_COMBINATIONS:
            raise TooManyCombinations(
                Said("more than {n} combinations of readings matter", n=MOST_COMBINATIONS)
            )
    return list(products([e.name for e in editions.members], rows))


def _with_parents(editions: Editions, doubts: Iterable[Of]) -> set[Of]:
    """These doubts, and all on which they hang."""
    found: set[Of] = set()
    pending = list(doubts)
    while pending:
        edition, doubt = pending.pop()
        if (edition, doubt) not in found:
            found.add((edition, doubt))
            pending += [(edition, parent) for parent, _ in editions.edition(edition).doubts[doubt].under]
    return found


def counterparts(
    editions: Editions, unlike: Sequence[Choice], alive: Sequence[Sequence[Choice]] = ()
) -> bool:
    """Whether every interpretation of each edition belongs to some combination that contains none of the
    choices in `unlike`, and one of each list in `alive`. False too where there are too many to tell."""
    try:
        for doubts in groups(editions, [*([choice] for choice in unlike), *alive]):
            here, living = inside(unlike, doubts), [c for c in alive if inside(c, doubts) == c]
            every = points(editions, doubts)
            left = [p for p in every if not within(p, here) and all(within(p, c) for c in living)]
            for edition in editions.members:
                alike = [_of(q, edition.name) for q in left]
                if not all(_of(p, edition.name) in alike for p in every):
                    return False
    except TooManyCombinations:
        return False
    return True


def inside(choices: Sequence[Choice], doubts: Iterable[Of]) -> list[Choice]:
    """Those of the choices that name none but these doubts."""
    kept = set(doubts)
    return [choice for choice in choices if set(choice) <= kept]


def others(editions: Editions, choices: Sequence[Choice]) -> list[Choice]:
    """The surviving combinations, of the doubts that these choices name, which contain none of them. Raises
    TooManyCombinations."""
    every = points(editions, {of for choice in choices for of in choice})
    return [point for point in every if not within(point, choices)]


def _of(point: Choice, edition: str) -> dict[str, str]:
    return {d: r for (e, d), r in point.items() if e == edition}
