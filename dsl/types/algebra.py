"""The algebra of types: which value fits where, what two types have in common, bounds of numbers, and how
a type is called in a message.

`BROKEN` stands for the type of what was refused already: it fits everywhere, so that one mistake is
reported once.
"""

from collections.abc import Callable
from math import prod
from typing import assert_never

from dsl.types import types as t

BROKEN: t.Type = t.RecordType("", ())
BOOL = t.BoolType()
Collection = t.ListType | t.BagType | t.SetType


def is_broken(type: t.Type) -> bool:
    """Whether `type` is, or is a collection of, what was refused already."""
    match type:
        case t.OptionalType() | t.ListType() | t.BagType() | t.SetType():
            return is_broken(type.item)
        case t.RecordType():
            return type == BROKEN
        case t.BoolType() | t.IntType() | t.RationalType() | t.EnumType() | t.PlayerType() | t.UnionType():
            return False
        case _:
            assert_never(type)


def fits(actual: t.Type, expected: t.Type) -> bool:
    """Whether a value of `actual` may stand where `expected` is needed, bounds apart. An optional value
    does not fit where a plain one is needed; a plain one fits where an optional one is."""
    if is_broken(actual) or is_broken(expected):
        return True
    match actual, expected:
        case t.OptionalType(item=item), t.OptionalType(item=due):
            return fits(item, due)
        case _, t.OptionalType(item=due):
            return fits(actual, due)
        case t.IntType(), t.IntType():
            return True
        case ((t.IntType() | t.RationalType()), t.RationalType()):
            return True
        case (t.ListType(item=item), t.ListType(item=due)) | (t.BagType(item=item), t.BagType(item=due)):
            return fits(item, due)
        case t.SetType(item=item), t.SetType(item=due):
            return fits(item, due)
        case t.UnionType(name=name, alternatives=some), t.UnionType(name=other, alternatives=all_):
            return name == other and set(some) <= set(all_)
        case _:
            return actual == expected


def join(left: t.Type, right: t.Type) -> t.Type | None:
    """The smallest type both fit, with the bounds of both; None where there is none."""
    if is_broken(left) or is_broken(right):
        return BROKEN
    match left, right:
        case (t.OptionalType(item=a), t.OptionalType(item=b)):
            return _of(t.OptionalType, join(a, b))
        case (t.OptionalType(item=a), b) | (b, t.OptionalType(item=a)):
            return _of(t.OptionalType, join(a, b))
        case t.IntType() as a, t.IntType() as b:
            return t.IntType(_lowest(a.low, b.low), _highest(a.high, b.high))
        case ((t.IntType() | t.RationalType()), (t.IntType() | t.RationalType())):
            return t.RationalType()
        case t.ListType() as a, t.ListType() as b:
            item = join(a.item, b.item)
            return None if item is None else t.ListType(item, _lowest(a.low, b.low), _highest(a.high, b.high))
        case t.BagType() as a, t.BagType() as b:
            item = join(a.item, b.item)
            return None if item is None else t.BagType(item, _lowest(a.low, b.low), _highest(a.high, b.high))
        case t.SetType(item=a), t.SetType(item=b):
            return _of(t.SetType, join(a, b))
        case t.UnionType(name=name, alternatives=first), t.UnionType(name=other, alternatives=second):
            more = tuple(one for one in second if one not in first)
            if name != other:
                return None
            return right if set(first) <= set(second) else t.UnionType(name, (*first, *more))
        case _:
            return left if left == right else None


def _of(sort: Callable[[t.Type], t.Type], item: t.Type | None) -> t.Type | None:
    return None if item is None else sort(item)


def loosened(type: t.Type) -> t.Type:
    """`type` without its outer bounds: what to expect of the parts of a sum or of a branch."""
    match type:
        case t.IntType():
            return t.IntType()
        case t.ListType():
            return t.ListType(type.item)
        case t.BagType():
            return t.BagType(type.item)
        case t.OptionalType():
            return t.OptionalType(loosened(type.item))
        case (
            t.BoolType()
            | t.RationalType()
            | t.EnumType()
            | t.PlayerType()
            | t.RecordType()
            | t.UnionType()
            | t.SetType()
        ):
            return type
        case _:
            assert_never(type)


def plain(type: t.Type) -> t.Type:
    """`type` without `optional`."""
    return type.item if isinstance(type, t.OptionalType) else type


def is_rational(type: t.Type) -> bool:
    """Whether its values are rational numbers, perhaps none."""
    return isinstance(plain(type), t.RationalType)


def apart(actual: t.Type, expected: t.Type) -> bool:
    """Whether the bounds of both exclude each other, so that no value is of both types."""
    match plain(actual), plain(expected):
        case t.IntType(low=low, high=high), t.IntType(low=from_, high=to):
            return _disjoint(low, high, from_, to)
        case t.ListType(low=low, high=high), t.ListType(low=from_, high=to):
            return _disjoint(low, high, from_, to)
        case t.BagType(low=low, high=high), t.BagType(low=from_, high=to):
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


def added(left: t.IntType, right: t.IntType) -> t.IntType:
    """The bounds of a sum."""
    return t.IntType(_sum(left.low, right.low), _sum(left.high, right.high))


def negated(number: t.IntType) -> t.IntType:
    """The bounds of minus a number."""
    low = None if number.high is None else -number.high
    return t.IntType(low, None if number.low is None else -number.low)


def multiplied(left: t.IntType, right: t.IntType) -> t.IntType:
    """The bounds of a product; open where any is."""
    if left.low is None or left.high is None or right.low is None or right.high is None:
        return t.IntType()
    products = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
    return t.IntType(min(products), max(products))


def remainder(number: t.IntType, divisor: t.IntType) -> t.IntType:
    """The bounds of what is left of a number."""
    ends = [end for end in (None if divisor.high is None else divisor.high - 1,) if end is not None]
    if number.low is not None and number.low >= 0 and number.high is not None:
        ends.append(number.high)
    return t.IntType(0, max(0, min(ends)) if ends else None)


def may_be_zero(type: t.Type) -> bool:
    """Whether a number of the type may be 0."""
    match plain(type):
        case t.IntType(low=low, high=high):
            return (low is None or low <= 0) and (high is None or high >= 0)
        case _:
            return True


def _sum(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def size_of(collection: Collection) -> t.IntType:
    """The bounds of the size of a collection."""
    match collection:
        case t.ListType() | t.BagType():
            return t.IntType(collection.low or 0, collection.high)
        case t.SetType():
            return t.IntType(0, how_many(collection.item))
        case _:
            assert_never(collection)


def how_many(type: t.Type) -> int | None:
    """How many values a type has, where that is plain to see."""
    match type:
        case t.BoolType():
            return 2
        case t.EnumType():
            return len(type.cases)
        case t.IntType(low=int() as low, high=int() as high):
            return max(0, high - low + 1)
        case _:
            return None


def is_endless(type: t.Type) -> bool:
    """Whether there is no end of the values of a type whose bounds are known: rational numbers are in it."""
    match type:
        case t.RationalType():
            return True
        case t.RecordType(fields=fields):
            return any(is_endless(field) for _, field in fields)
        case t.UnionType(alternatives=alternatives):
            return any(a.payload is not None and is_endless(a.payload) for a in alternatives)
        case t.OptionalType(item=item) | t.ListType(item=item) | t.BagType(item=item) | t.SetType(item=item):
            return is_endless(item)
        case t.BoolType() | t.IntType() | t.EnumType() | t.PlayerType():
            return False
        case _:
            assert_never(type)


def things_of(type: t.Type, players: int) -> int | None:
    """How many things of the type there are with so many players, where there can be a zone or a variable for
    each; None where there cannot."""
    match type:
        case t.PlayerType():
            return players
        case t.RecordType(fields=fields):
            return _product([things_of(field, players) for _, field in fields])
        case t.UnionType(alternatives=alternatives):
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


def describe(type: t.Type) -> str:
    """What a type is called in a message, after `a` or `an` where it needs that."""
    match type:
        case t.BoolType():
            return "true or false"
        case t.IntType():
            return "a number"
        case t.RationalType():
            return "a rational number"
        case t.EnumType() | t.RecordType() | t.UnionType():
            return f"{'an' if type.name[:1].lower() in 'aeiou' else 'a'} {type.name}"
        case t.PlayerType():
            return "a player"
        case t.OptionalType():
            return f"an optional {called(type.item)}"
        case t.ListType():
            return f"a list of {called(type.item)}"
        case t.BagType():
            return f"a bag of {called(type.item)}"
        case t.SetType():
            return f"a set of {called(type.item)}"
        case _:
            assert_never(type)


def called(type: t.Type) -> str:
    """What a type is called in a message, without the article."""
    match type:
        case t.BoolType():
            return "bool"
        case _:
            return describe(type).split(" ", 1)[1]
