"""The algebra of types: which value fits where, what two types have in common, bounds of numbers, and how
a type is called in a message.

`BROKEN` stands for the type of what was refused already: it fits everywhere, so that one mistake is
reported once.
"""

from collections.abc import Callable
from math import prod
from typing import assert_never

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

BROKEN: Type = RecordType("", ())
BOOL = BoolType()
Collection = ListType | BagType | SetType


def is_broken(type: Type) -> bool:
    """Whether `type` is, or is a collection of, what was refused already."""
    match type:
        case OptionalType() | ListType() | BagType() | SetType():
            return is_broken(type.item)
        case RecordType():
            return type == BROKEN
        case BoolType() | IntType() | RationalType() | EnumType() | PlayerType() | UnionType():
            return False
        case _:
            assert_never(type)


def fits(actual: Type, expected: Type) -> bool:
    """Whether a value of `actual` may stand where `expected` is needed, bounds apart. An optional value
    does not fit where a plain one is needed; a plain one fits where an optional one is."""
    if is_broken(actual) or is_broken(expected):
        return True
    match actual, expected:
        case OptionalType(item=item), OptionalType(item=due):
            return fits(item, due)
        case _, OptionalType(item=due):
            return fits(actual, due)
        case IntType(), IntType():
            return True
        case ((IntType() | RationalType()), RationalType()):
            return True
        case (ListType(item=item), ListType(item=due)) | (BagType(item=item), BagType(item=due)):
            return fits(item, due)
        case SetType(item=item), SetType(item=due):
            return fits(item, due)
        case UnionType(name=name, alternatives=some), UnionType(name=other, alternatives=all_):
            return name == other and set(some) <= set(all_)
        case _:
            return actual == expected


def join(left: Type, right: Type) -> Type | None:
    """The smallest type both fit, with the bounds of both; None where there is none."""
    if is_broken(left) or is_broken(right):
        return BROKEN
    match left, right:
        case (OptionalType(item=a), OptionalType(item=b)):
            return _of(OptionalType, join(a, b))
        case (OptionalType(item=a), b) | (b, OptionalType(item=a)):
            return _of(OptionalType, join(a, b))
        case IntType() as a, IntType() as b:
            return IntType(_lowest(a.low, b.low), _highest(a.high, b.high))
        case ((IntType() | RationalType()), (IntType() | RationalType())):
            return RationalType()
        case ListType() as a, ListType() as b:
            item = join(a.item, b.item)
            return None if item is None else ListType(item, _lowest(a.low, b.low), _highest(a.high, b.high))
        case BagType() as a, BagType() as b:
            item = join(a.item, b.item)
            return None if item is None else BagType(item, _lowest(a.low, b.low), _highest(a.high, b.high))
        case SetType(item=a), SetType(item=b):
            return _of(SetType, join(a, b))
        case UnionType(name=name, alternatives=first), UnionType(name=other, alternatives=second):
            more = tuple(one for one in second if one not in first)
            if name != other:
                return None
            return right if set(first) <= set(second) else UnionType(name, (*first, *more))
        case _:
            return left if left == right else None


def _of(sort: Callable[[Type], Type], item: Type | None) -> Type | None:
    return None if item is None else sort(item)


def loosened(type: Type) -> Type:
    """`type` without its outer bounds: what to expect of the parts of a sum or of a branch."""
    match type:
        case IntType():
            return IntType()
        case ListType():
            return ListType(type.item)
        case BagType():
            return BagType(type.item)
        case OptionalType():
            return OptionalType(loosened(type.item))
        case BoolType() | RationalType() | EnumType() | PlayerType() | RecordType() | UnionType() | SetType():
            return type
        case _:
            assert_never(type)


def plain(type: Type) -> Type:
    """`type` without `optional`."""
    return type.item if isinstance(type, OptionalType) else type


def is_rational(type: Type) -> bool:
    """Whether its values are rational numbers, perhaps none."""
    return isinstance(plain(type), RationalType)


def apart(actual: Type, expected: Type) -> bool:
    """Whether the bounds of both exclude each other, so that no value is of both types."""
    match plain(actual), plain(expected):
        case IntType(low=low, high=high), IntType(low=from_, high=to):
            return _disjoint(low, high, from_, to)
        case ListType(low=low, high=high), ListType(low=from_, high=to):
            return _disjoint(low, high, from_, to)
        case BagType(low=low, high=high), BagType(low=from_, high=to):
            return _disjoint(low, high, from_, to)
        case _:
            return False


def _disjoint(low: int | None, high: int | None, from_: int | None, to: int | None) -> bool:
    above = low is not None and to is not None and low > to
    below = high is not None and from_ is not None and high < from_
    return above or below


# ------------------------------------------------------------------ bounds


def _lowest(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else min(a, b)


def _highest(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else max(a, b)


def added(left: IntType, right: IntType) -> IntType:
    """The bounds of a sum."""
    return IntType(_sum(left.low, right.low), _sum(left.high, right.high))


def negated(number: IntType) -> IntType:
    """The bounds of minus a number."""
    low = None if number.high is None else -number.high
    return IntType(low, None if number.low is None else -number.low)


def multiplied(left: IntType, right: IntType) -> IntType:
    """The bounds of a product; open where any is."""
    if left.low is None or left.high is None or right.low is None or right.high is None:
        return IntType()
    products = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return IntType(min(products), max(products))


def remainder(number: IntType, divisor: IntType) -> IntType:
    """The bounds of what is left of a number."""
    ends = [end for end in (None if divisor.high is None else divisor.high - 1,) if end is not None]
    if number.low is not None and number.low >= 0 and number.high is not None:
        ends.append(number.high)
    return IntType(0, max(0, min(ends)) if ends else None)


def may_be_zero(type: Type) -> bool:
    """Whether a number of the type may be 0."""
    match plain(type):
        case IntType(low=low, high=high):
            return (low is None or low <= 0) and (high is None or high >= 0)
        case _:
            return True


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def size_of(collection: Collection) -> IntType:
    """The bounds of the size of a collection."""
    match collection:
        case ListType() | BagType():
            return IntType(collection.low or 0, collection.high)
        case SetType():
            return IntType(0, how_many(collection.item))
        case _:
            assert_never(collection)


def how_many(type: Type) -> int | None:
    """How many values a type has, where that is plain to see."""
    match type:
        case BoolType():
            return 2
        case EnumType():
            return len(type.cases)
        case IntType(low=int() as low, high=int() as high):
            return max(0, high - low + 1)
        case _:
            return None


def is_endless(type: Type) -> bool:
    """Whether there is no end of the values of a type whose bounds are known: rational numbers are in it."""
    match type:
        case RationalType():
            return True
        case RecordType(fields=fields):
            return any(is_endless(field) for _, field in fields)
        case UnionType(alternatives=alternatives):
            return any(a.payload is not None and is_endless(a.payload) for a in alternatives)
        case OptionalType(item=item) | ListType(item=item) | BagType(item=item) | SetType(item=item):
            return is_endless(item)
        case BoolType() | IntType() | EnumType() | PlayerType():
            return False
        case _:
            assert_never(type)


def things_of(type: Type, players: int) -> int | None:
    """How many things of the type there are with so many players, where there can be a zone or a variable for
    each; None where there cannot."""
    match type:
        case PlayerType():
            return players
        case RecordType(fields=fields):
            return _product([things_of(field, players) for _, field in fields])
        case UnionType(alternatives=alternatives):
            return _total([1 if a.payload is None else things_of(a.payload, players) for a in alternatives])
        case _:
            return how_many(type)


def _product(numbers: list[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return prod(known) if len(known) == len(numbers) else None


def _total(numbers: list[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


# ------------------------------------------------------------------ words


def describe(type: Type) -> str:
    """What a type is called in a message, after `a` or `an` where it needs that."""
    match type:
        case BoolType():
            return "true or false"
        case IntType():
            return "a number"
        case RationalType():
            return "a rational number"
        case EnumType() | RecordType() | UnionType():
            return f"{'an' if type.name[:1].lower() in 'aeiou' else 'a'} {type.name}"
        case PlayerType():
            return "a player"
        case OptionalType():
            return f"an optional {called(type.item)}"
        case ListType():
            return f"a list of {called(type.item)}"
        case BagType():
            return f"a bag of {called(type.item)}"
        case SetType():
            return f"a set of {called(type.item)}"
        case _:
            assert_never(type)


def called(type: Type) -> str:
    """What a type is called in a message, without the article."""
    match type:
        case BoolType():
            return "bool"
        case _:
            return describe(type).split(" ", 1)[1]
