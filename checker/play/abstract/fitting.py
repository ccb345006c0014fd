"""Whether what is known of a value is within the bounds of a type, as it must be where it is kept."""

from checker.play.abstract import numbers as amounts
from checker.play.abstract.values import AbstractNumber, Known, size_of
from checker.smt.formulas import Truth
from dsl.types.types import (
    BagType,
    BoolType,
    EnumType,
    IntType,
    ListType,
    OptionalType,
    PlayerType,
    RationalType,
    RecordType,
    SetType,
    Type,
    UnionType,
)


def fitting(value: Known, own: Type, type: Type) -> Truth | None:
    """Whether a value of its own type is within the bounds of another; None where that is not known."""
    if is_inside(own, type):
        return True
    match type, own:
        case IntType(low=low, high=high), IntType():
            return amounts.within(value.amount, low, high) if isinstance(value, AbstractNumber) else None
        case ListType() | BagType(), ListType() | BagType():
            size = size_of(value) if is_inside(own.item, type.item) else None
            return None if size is None else amounts.within(size, type.low, type.high)
        case _:
            return None


def is_inside(one: Type, other: Type) -> bool:
    """Whether each value of the first type is one of the second."""
    match one, other:
        case IntType(), IntType():
            return _is_narrower(one, other)
        case ListType(), ListType():
            return is_inside(one.item, other.item) and _is_narrower(one, other)
        case BagType(), BagType():
            return is_inside(one.item, other.item) and _is_narrower(one, other)
        case SetType(item=a), SetType(item=b):
            return is_inside(a, b)
        case OptionalType(item=a), OptionalType(item=b):
            return is_inside(a, b)
        case _, OptionalType(item=b):
            return is_inside(one, b)
        case IntType(), RationalType():
            return True
        case ((BoolType() | EnumType() | PlayerType() | RecordType() | UnionType() | RationalType()), _):
            return one == other
        case _:
            return False


def _is_narrower(one: IntType | ListType | BagType, other: IntType | ListType | BagType) -> bool:
    if not isinstance(one, IntType):
        own_low: int | None = one.low or 0
    else:
        own_low = one.low
    low = other.low is None or (own_low is not None and own_low >= other.low)
    low = low or (other.low == 0 and not isinstance(other, IntType))
    return low and (other.high is None or (one.high is not None and one.high <= other.high))
