"""What the ways with which a row counts have in common: what joins its sides, what holds, what is best."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from interpreter.optimize.planning.terms import (
    Accumulator,
    Atom,
    CardValue,
    MissingAccumulator,
    NumberComparison,
    Operand,
    Operation,
    Points,
    Steps,
    Unplanned,
    holds,
    parts_of,
    plainly,
    sides_of,
)
from interpreter.optimize.planning.vectors import Conditions

Key = Points | Operand


@dataclass(frozen=True, slots=True)
class Leaf:
    """A way that what is unknown may turn out with which a row counts: what was decided, and its keys."""

    between: int
    decided: Mapping[Atom, bool]
    keys: tuple[Key, ...]


def key_of(value: Any) -> Key:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Points(({}, {}), value)
    if isinstance(value, Points | Accumulator | CardValue | Operation):
        return value
    raise Unplanned


def _crossing(atom: Atom) -> bool:
    """Whether it joins the values of the two sides."""
    return (
        isinstance(atom, NumberComparison)
        and atom.op == "="
        and sides_of(atom.left) == {0}
        and sides_of(atom.right) == {1}
        and not any(isinstance(part, Steps) for part in parts_of(atom))
    )


def _by_size(atom: Atom) -> bool:
    return all(isinstance(part, Steps) for part in parts_of(atom))


def joined_by(leaves: Sequence[Leaf]) -> tuple[Operand, Operand]:
    """The two values that are equal wherever a row counts. Raises Unplanned where there are no such."""
    found = {
        frozenset(atom for atom, due in leaf.decided.items() if due and _crossing(atom)) for leaf in leaves
    }
    if len(found) != 1 or len(joins := next(iter(found))) != 1:
        raise Unplanned
    (join,) = joins
    assert isinstance(join, NumberComparison)
    for leaf in leaves:
        for atom in leaf.decided:
            if atom != join and not _by_size(atom) and len(sides_of(atom)) != 1:
                raise Unplanned
    return join.left, join.right


def filter_of(leaves: Sequence[Leaf], side: int) -> Conditions:
    """What else must hold of a side; the same for all leaves. Raises Unplanned."""
    found = {
        frozenset(
            (atom, due)
            for atom, due in leaf.decided.items()
            if not _by_size(atom) and not isinstance(atom, MissingAccumulator) and sides_of(atom) == {side}
        )
        for leaf in leaves
    }
    if len(found) != 1:
        raise Unplanned
    conditions = tuple(sorted(next(iter(found)), key=repr))
    if any(isinstance(part, Steps) for atom, _ in conditions for part in parts_of(atom)):
        raise Unplanned
    return conditions


def is_of_sizes(leaf: Leaf, sizes: tuple[int, int]) -> bool:
    """Whether the leaf is one of rows with so many steps left and right."""

    def number(term: Operand) -> int | Fraction:
        match term:
            case Steps(side=side):
                return sizes[side]
            case Operation(op, left, right):
                value = plainly(op, number(left), number(right))
                if value is None:
                    raise Unplanned
                return value
            case int() | Fraction():
                return term
            case _:
                raise AssertionError(term)

    for atom, due in leaf.decided.items():
        if _by_size(atom):
            if not isinstance(atom, NumberComparison):
                raise Unplanned
            one, other = number(atom.left), number(atom.right)
            if holds(atom.op, one, other) is not due:
                return False
    return True


@dataclass(frozen=True, slots=True)
class Ranked:
    """Which key counts points, if one does, and in which direction values are wanted."""

    points: int | None
    direction: int


def ranked(leaves: Sequence[Leaf], one: Operand, other: Operand) -> Ranked:
    """What the keys are. Raises Unplanned where they are neither points nor the value, in this order."""
    places: list[int] = []
    for place in range(len(leaves[0].keys)):
        alike = leaves[0].keys[place]
        if not all(leaf.keys[place] == alike for leaf in leaves) or not _is_plain(alike):
            places.append(place)
    points: int | None = None
    if places and all(isinstance(leaf.keys[places[0]], Points) for leaf in leaves):
        points = places.pop(0)
    if not places:
        return Ranked(points, 0)
    if len(places) > 1:
        raise Unplanned
    keys = [leaf.keys[places[0]] for leaf in leaves]
    if all(key in (one, other) for key in keys):
        return Ranked(points, 1)
    if all(key in (Operation("-", 0, one), Operation("-", 0, other)) for key in keys):
        return Ranked(points, -1)
    raise Unplanned


def _is_plain(key: Key) -> bool:
    return isinstance(key, Points) and not any(
        weight for weights in key.weights for weight in weights.values()
    )
