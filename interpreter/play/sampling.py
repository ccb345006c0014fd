"""What there is to choose, drawn by chance: where there is so much that it cannot all be gone through."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import repeat
from math import comb, perm

from dsl.types.algebra import plain
from dsl.types.types import (
    BagType,
    BoolType,
    EnumType,
    IntType,
    ListType,
    OptionalType,
    PlayerType,
    RecordType,
    SetType,
    Type,
    UnionType,
)
from dsl.types.values import Player, Record, Tagged, Value, bag_of, set_of, sort_key
from interpreter.play.judge import Judge
from interpreter.play.machine import Machine
from interpreter.play.state import ChoiceDue, State, is_unknown
from interpreter.runtime.rng import Chance
from interpreter.values.domain import domain_size, values_of

MUCH = 500
"""So many things to choose from are all gone through."""


def drawn(
    machine: Machine, judge: Judge, state: State, due: ChoiceDue, player: Player, chance: Chance
) -> Iterator[Value] | None:
    """Things to choose, one after the other, without an end, the same one perhaps several times; None where
    there are few, all of which can be gone through."""
    domain = plain(due.statement.domain)
    source = machine.source(state, due, player, judge)
    if source is None:
        size = domain_size(due.statement.domain, len(state.seats))
        if size is not None and size <= MUCH:
            return None
        return (_of(due.statement.domain, state.seats, chance) for _ in repeat(None))
    known = bag_of(item for item in source if not is_unknown(item)).items
    if not isinstance(domain, BagType | ListType):
        return None
    low = min(domain.low or 0, len(known) + 1)
    high = min(len(known), len(known) if domain.high is None else domain.high)
    if low > high:
        return None
    ways = _ways(tuple(Counter(known).values()), high)
    ordered = isinstance(domain, ListType)
    if sum(perm(len(known), n) if ordered else ways[0][n] for n in range(low, high + 1)) <= MUCH:
        return None
    return (_from(known, ways, low, high, domain, chance) for _ in repeat(None))


def below(bound: int, chance: Chance) -> int:
    """A whole number from 0 to `bound` - 1, all equally likely, however large the bound."""
    if bound <= 2**32:
        return chance.below(bound)
    digits = -(-bound.bit_length() // 32)
    while True:
        number = 0
        for _ in range(digits):
            number = number << 32 | chance.below(2**32)
        number >>= 32 * digits - bound.bit_length()
        if number < bound:
            return number


def _weighted(weights: Sequence[int], chance: Chance) -> int:
    lot = below(sum(weights), chance)
    for place, weight in enumerate(weights):
        if lot < weight:
            return place
        lot -= weight
    raise AssertionError(weights)


# ------------------------------------------------------------------ from what is there


def _ways(counts: Sequence[int], most: int) -> list[list[int]]:
    """For each kind on: in how many ways so many things can be taken of it and those after it."""
    ways = [[1] + [0] * most]
    for number in reversed(counts):
        rest = ways[0]
        ways.insert(0, [sum(rest[n - k] for k in range(min(number, n) + 1)) for n in range(most + 1)])
    return ways


def _from(
    known: tuple[Value, ...],
    ways: list[list[int]],
    low: int,
    high: int,
    domain: BagType | ListType,
    chance: Chance,
) -> Value:
    size = low + _weighted(ways[0][low : high + 1], chance)
    taken: list[Value] = []
    for place, (kind, number) in enumerate(Counter(known).items()):
        left = size - len(taken)
        rest = ways[place + 1]
        here = _weighted([rest[left - k] for k in range(min(number, left) + 1)], chance)
        taken += [kind] * here
    return bag_of(taken) if isinstance(domain, BagType) else chance.shuffled(taken)


# ------------------------------------------------------------------ of a type


def _of(type: Type, seats: tuple[Player, ...], chance: Chance) -> Value:
    """A value of the type: each is possible, if a collection has bounds."""
    match type:
        case BoolType() | EnumType() | PlayerType():
            return chance.pick(tuple(values_of(type, seats)))
        case IntType(low=int() as low, high=int() as high):
            return low + below(high - low + 1, chance)
        case RecordType(name=name, fields=fields):
            return Record(name, tuple((field, _of(of, seats, chance)) for field, of in fields))
        case UnionType(name=name, alternatives=alternatives):
            sizes = [1 if a.payload is None else domain_size(a.payload, len(seats)) for a in alternatives]
            chosen = alternatives[_weighted([1 if size is None else size for size in sizes], chance)]
            payload = None if chosen.payload is None else _of(chosen.payload, seats, chance)
            return Tagged(name, chosen.tag, payload)
        case OptionalType(item=item):
            size = domain_size(item, len(seats))
            none = below(1 + (1 if size is None else size), chance) == 0
            return None if none else _of(item, seats, chance)
        case ListType(item=item, low=low, high=high):
            many = domain_size(item, len(seats)) or 1
            least = low or 0
            most = least if high is None else high
            size = least + _weighted([many**n for n in range(least, most + 1)], chance)
            return tuple(_of(item, seats, chance) for _ in range(size))
        case BagType(item=item, low=low, high=high):
            many = domain_size(item, len(seats)) or 1
            least = low or 0
            most = least if high is None else high
            size = least + _weighted([comb(many + n - 1, n) for n in range(least, most + 1)], chance)
            return bag_of(_of(item, seats, chance) for _ in range(size))
        case SetType(item=item):
            items = sorted(values_of(item, seats), key=sort_key)
            return set_of(each for each in items if chance.below(2))
        case _:
            return next(iter(values_of(type, seats)))
