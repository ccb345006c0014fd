"""What is known of numbers that depend on how the sides of a row are laid, and of what is asked about them.

A *term* stands for a number, an *atom* for a truth. Plain numbers stand for themselves. The sides are
0 (left) and 1 (right); NEUTRAL is a side whichever it is.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, assert_never

from dsl.text.errors import Portable
from dsl.types.values import Value

NEUTRAL = -1


class Unplanned(Portable):
    """Something was met of which the search cannot be sure."""


@dataclass(frozen=True, slots=True)
class CardValue:
    """The number that the card of a part of a side bears."""

    side: int
    part: str


@dataclass(frozen=True, slots=True)
class Accumulator:
    """A number of what is kept while going through the steps of a side, at their end (or before a step)."""

    side: int
    place: int


@dataclass(frozen=True, slots=True)
class Steps:
    """How many steps a side has."""

    side: int


WorkedOp = Literal["+", "-", "*", "/"]
ComparedOp = Literal["=", "<", "<="]


@dataclass(frozen=True, slots=True)
class Operation:
    """A number worked out of others; `/` by 0 is none."""

    op: WorkedOp
    left: "Operand"
    right: "Operand"


Term = CardValue | Accumulator | Steps | Operation
Operand = Term | int | Fraction


@dataclass(frozen=True, slots=True)
class NumberComparison:
    """Whether two numbers are equal, or the left one less."""

    op: ComparedOp
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class NoneTest:
    """Whether a number is none."""

    term: Operation


@dataclass(frozen=True, slots=True)
class MissingAccumulator:
    """Whether what is kept of a side lacks the number at that place."""

    side: int
    place: int


Atom = NumberComparison | NoneTest | MissingAccumulator


@dataclass(frozen=True, slots=True)
class Points:
    """A sum over cards laid: for each side what a card there adds, and what else is added."""

    weights: tuple[Mapping[Value, int | Fraction], Mapping[Value, int | Fraction]]
    plus: int | Fraction


def parts_of(term: Operand | Atom) -> Iterator[CardValue | Accumulator | Steps | MissingAccumulator]:
    """What a term or an atom depends on."""
    match term:
        case CardValue() | Accumulator() | Steps() | MissingAccumulator():
            yield term
        case Operation(left=left, right=right) | NumberComparison(left=left, right=right):
            yield from parts_of(left)
            yield from parts_of(right)
        case NoneTest(term=inner):
            yield from parts_of(inner)
        case int() | Fraction():
            pass
        case _:
            assert_never(term)


def sides_of(term: Operand | Atom) -> frozenset[int]:
    """The sides on which it depends."""
    return frozenset(part.side for part in parts_of(term))


def neutral(term: Operand) -> Operand:
    """The same of a side whichever it is."""
    match term:
        case CardValue() | Accumulator() | Steps():
            return replace(term, side=NEUTRAL)
        case Operation(op, left, right):
            return Operation(op, neutral(left), neutral(right))
        case int() | Fraction():
            return term
        case _:
            assert_never(term)


def neutral_atom(atom: Atom) -> Atom:
    """As `neutral`."""
    match atom:
        case NumberComparison(op, left, right):
            return NumberComparison(op, neutral(left), neutral(right))
        case NoneTest(term):
            inner = neutral(term)
            assert isinstance(inner, Operation)
            return NoneTest(inner)
        case MissingAccumulator():
            return replace(atom, side=NEUTRAL)
        case _:
            assert_never(atom)


def worked(op: WorkedOp, left: Operand, right: Operand) -> Operand | None:
    """The term; None where it is none."""
    if op == "/" and isinstance(right, int | Fraction) and right == 0:
        return None
    if isinstance(left, int | Fraction) and isinstance(right, int | Fraction):
        return plainly(op, left, right)
    return Operation(op, left, right)


def plainly(op: WorkedOp, left: int | Fraction, right: int | Fraction) -> int | Fraction | None:
    """Of plain numbers."""
    match op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return None if right == 0 else Fraction(left) / right
        case _:
            assert_never(op)


def holds(op: ComparedOp, one: int | Fraction, other: int | Fraction) -> bool:
    """Of plain numbers."""
    match op:
        case "=":
            return one == other
        case "<":
            return one < other
        case "<=":
            return one <= other
        case _:
            assert_never(op)


def may_be_none(term: Operand) -> bool:
    """Whether a division in it may be one by 0."""
    match term:
        case Operation(op="/", left=left, right=right):
            return not isinstance(right, int | Fraction) or may_be_none(left)
        case Operation(left=left, right=right):
            return may_be_none(left) or may_be_none(right)
        case CardValue() | Accumulator() | Steps() | int() | Fraction():
            return False
        case _:
            assert_never(term)
