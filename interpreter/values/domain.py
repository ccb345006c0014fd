"""The values of a type, in canonical order: which there are, and how many."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import assert_never

from dsl.text.span import NOWHERE
from dsl.types import types as t
from dsl.types.values import Bag, Case, Player, Record, Tagged, Value, ValueSet, sort_key
from interpreter.values.context import SpecError

FEW_RATIONALS = (-1, 0, Fraction(1, 2), 1, 2, Fraction(5, 2))
"""What stands for all rational numbers, of which there is no end, in situations that are made up."""


@cache
def has_players(type: t.Type) -> bool:
    """Whether values of the type can mention players."""
    match type:
        case t.BoolType() | t.IntType() | t.RationalType() | t.EnumType():
            return False
        case t.PlayerType():
            return True
        case t.RecordType(fields=fields):
            return any(has_players(field) for _, field in fields)
        case t.UnionType(alternatives=alternatives):
            return any(a.payload is not None and has_players(a.payload) for a in alternatives)
        case t.OptionalType(item=item) | t.ListType(item=item) | t.BagType(item=item) | t.SetType(item=item):
            return has_players(item)
        case _:
            assert_never(type)


def values_of(type: t.Type, players: Sequence[Player] = ()) -> Iterator[Value]:
    """Every value of the type over these players, each once; sorted by `sort_key` if the players are. Of
    rational numbers a few: where they occur, `domain_size` knows no number.

    Raises SpecError `open-type` where a bound is missing.
    """
    match type:
        case t.BoolType():
            yield from (False, True)
        case t.IntType(low=low, high=high):
            yield from numbers(low, high)
        case t.RationalType():
            yield from FEW_RATIONALS
        case t.EnumType(name=name, cases=cases):
            yield from (Case(name, case, index) for index, case in enumerate(cases))
        case t.PlayerType():
            yield from players
        case t.RecordType(name=name, fields=fields):
            names = [field for field, _ in fields]
            for values in product(*(tuple(values_of(field, players)) for _, field in fields)):
                yield Record(name, tuple(zip(names, values, strict=True)))
        case t.UnionType(name=name, alternatives=alternatives):
            for alternative in sorted(alternatives, key=lambda a: a.tag):
                if alternative.payload is None:
                    yield Tagged(name, alternative.tag)
                else:
                    for payload in values_of(alternative.payload, players):
                        yield Tagged(name, alternative.tag, payload)
        case t.OptionalType(item=item):
            yield None
            yield from values_of(item, players)
        case t.ListType(item=item, low=low, high=high):
            items = tuple(values_of(item, players))
            for size in numbers(low or 0, high):
                yield from product(items, repeat=size)
        case t.BagType(item=item, low=low, high=high):
            items = tuple(sorted(values_of(item, players), key=sort_key))
            for size in numbers(low or 0, high):
                yield from map(Bag, combinations_with_replacement(items, size))
        case t.SetType(item=item):
            items = tuple(sorted(values_of(item, players), key=sort_key))
            for size in range(len(items) + 1):
                yield from map(ValueSet, combinations(items, size))
        case _:
            assert_never(type)


def numbers(low: int | None, high: int | None) -> range:
    """The whole numbers within these bounds. Raises SpecError `open-type` where one is missing."""
    if low is None or high is None:
        raise SpecError("open-type", "the values of a type without bounds cannot be listed", NOWHERE)
    return range(low, high + 1)


def domain_size(type: t.Type, players: int = 0) -> int | None:
    """How many values the type has over so many players; None where a bound is missing, or where there is
    no end of them."""
    match type:
        case t.BoolType():
            return 2
        case t.RationalType():
            return None
        case t.IntType(low=low, high=high):
            return None if low is None or high is None else max(0, high - low + 1)
        case t.EnumType(cases=cases):
            return len(cases)
        case t.PlayerType():
            return players
        case t.RecordType(fields=fields):
            total = 1
            for _, field in fields:
                size = domain_size(field, players)
                if size is None:
                    return None
                total *= size
            return total
        case t.UnionType(alternatives=alternatives):
            sizes = [1 if a.payload is None else domain_size(a.payload, players) for a in alternatives]
            known = [size for size in sizes if size is not None]
            return sum(known) if len(known) == len(sizes) else None
        case t.OptionalType(item=item):
            size = domain_size(item, players)
            return None if size is None else size + 1
        case t.ListType(item=item, low=low, high=high):
            size = domain_size(item, players)
            return None if size is None or high is None else sum(size**n for n in range(low or 0, high + 1))
        case t.BagType(item=item, low=low, high=high):
            size = domain_size(item, players)
            if size is None or high is None:
                return None
            return sum(_bags(size, n) for n in range(low or 0, high + 1))
        case t.SetType(item=item):
            size = domain_size(item, players)
            return None if size is None else 2**size
        case _:
            assert_never(type)


def _bags(kinds: int, size: int) -> int:
    """How many bags of `size` there are of so many kinds."""
    return comb(kinds + size - 1, size) if kinds > 0 else int(size == 0)
