"""Terms and conditions of many sides at once, on columns of exact numbers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, assert_never

import numpy as np

from interpreter.optimize.planning.terms import (
    Accumulator,
    Atom,
    ComparedOp,
    MissingAccumulator,
    NoneTest,
    NumberComparison,
    Operand,
    Operation,
    Unplanned,
    WorkedOp,
)
from interpreter.optimize.search.problem import Component, State
from interpreter.optimize.search.quantities import Array, Quantities, joined

Columns = tuple[Quantities, ...]
Conditions = tuple[tuple[Atom, bool], ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """What becomes of numbers where these conditions hold; a number may be none."""

    conditions: Conditions
    numbers: tuple[Operand | None, ...]


def column(term: Operand, state: Columns) -> Component | None:
    """A term for each row; None where it is none in all."""
    match term:
        case Accumulator(place=place):
            return state[place]
        case Operation(op, left, right):
            one, other = column(left, state), column(right, state)
            if one is None or other is None:
                return None
            return _applied(op, one, other)
        case int() | Fraction():
            return term
        case _:
            raise Unplanned


def _applied(op: WorkedOp, one: Any, other: Any) -> Component | None:
    match op:
        case "+":
            return one + other  # type: ignore[no-any-return]
        case "-":
            return one - other  # type: ignore[no-any-return]
        case "*":
            return one * other  # type: ignore[no-any-return]
        case "/":
            return one / other  # type: ignore[no-any-return]
        case _:
            assert_never(op)


def where(conditions: Conditions, state: Columns) -> Array:
    """For which rows they all hold."""
    size = len(state[0])
    held = np.ones(size, bool)
    for atom, due in conditions:
        held &= _truth(atom, state, size) == due
    return held


def _truth(atom: Atom, state: Columns, size: int) -> Array:
    match atom:
        case NoneTest(term):
            value = column(term, state)
            if value is None:
                return np.ones(size, bool)
            if not isinstance(value, Quantities) or value.lacking is None:
                return np.zeros(size, bool)
            return value.lacking
        case NumberComparison(op, left, right):
            one, other = column(left, state), column(right, state)
            if one is None or other is None:
                return np.zeros(size, bool)
            apart: Any = one - other
            sign = apart.num if isinstance(apart, Quantities) else np.full(size, apart)
            return _against_zero(op, sign)
        case MissingAccumulator():
            raise Unplanned
        case _:
            assert_never(atom)


def _against_zero(op: ComparedOp, sign: Any) -> Array:
    found: Array
    match op:
        case "=":
            found = sign == 0
        case "<":
            found = sign < 0
        case "<=":
            found = sign <= 0
        case _:
            assert_never(op)
    return found


def lacking(size: int) -> Quantities:
    """Rows without a number."""
    return Quantities(np.zeros(size, np.int64), lacking=np.ones(size, bool))


def spread(part: Component | None, size: int) -> Quantities:
    """A number for each row."""
    if part is None:
        return lacking(size)
    return part if isinstance(part, Quantities) else Quantities.constant(part, size)


def branched(branches: Sequence[Branch], state: Columns) -> State | None:
    """For each row what its branch says; each row has one. None where there is nothing in any."""
    size = len(state[0])
    if len(branches) == 1:
        (only,) = branches
        return _all(only, state)
    places, made = [], []
    for branch in branches:
        here = np.flatnonzero(where(branch.conditions, state))
        if len(here):
            parts = _all(branch, tuple(part.take(here) for part in state))
            numbers = [None] * len(branch.numbers) if parts is None else parts
            places.append(here)
            made.append([spread(part, len(here)) for part in numbers])
    if not made:
        return tuple(lacking(size) for _ in branches[0].numbers)
    back = np.argsort(np.concatenate(places), kind="stable")
    return tuple(_joined(parts).take(back) for parts in zip(*made, strict=True))


def _all(branch: Branch, state: Columns) -> State | None:
    parts = [None if number is None else column(number, state) for number in branch.numbers]
    if any(part is None for part in parts):
        return None
    return tuple(parts)  # type: ignore[arg-type]


def _joined(parts: Sequence[Quantities]) -> Quantities:
    """As `joined`, where some may lack a number."""
    whole = joined(parts)
    if any(part.lacking is not None for part in parts):
        whole.lacking = np.concatenate(
            [np.zeros(len(part), bool) if part.lacking is None else part.lacking for part in parts]
        )
    return whole


Change = Callable[[Columns], State | None]
