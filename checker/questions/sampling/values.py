"""Situations drawn at random: small, with few different things in them."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from dsl.model import Parameter, is_concrete_type
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
from dsl.types.values import Case, Player, Record, Tagged, Value, bag_of, set_of
from interpreter.evaluate.evaluate import Blocked
from interpreter.rulebook.rulebook import Rulebook, SpecError
from interpreter.rulebook.situations import Situation
from interpreter.runtime.rng import Chance
from interpreter.values.domain import FEW_RATIONALS


def draw(
    book: Rulebook,
    parameters: Sequence[Parameter],
    chance: Chance,
    names: tuple[Player, ...],
    met: Mapping[Type, Sequence[Value]] = MappingProxyType({}),
) -> Situation | None:
    """A situation drawn at random: most parameters that have a default have it. `met`: values of some types
    to draw from, at times."""
    drawer = ValueSampler(chance, list(names), met)
    env: dict[str, Value] = {}
    for parameter in parameters:
        if parameter.default is not None and chance.below(4) > 0:
            try:
                env[parameter.name] = book.evaluate(parameter.default, env)
            except (Blocked, SpecError):
                return None
        else:
            env[parameter.name] = drawer.draw(parameter.type)
    return tuple(env.values())


class ValueSampler:
    """Values at random: few different cases and numbers, small sizes, mostly different players."""

    def __init__(
        self,
        chance: Chance,
        names: list[Player],
        met: Mapping[Type, Sequence[Value]] = MappingProxyType({}),
    ) -> None:
        self._chance = chance
        self._met = met
        self._names = names
        self._new = 0
        self._used: dict[Type, list[Value]] = {}

    def draw(self, type: Type) -> Value:
        """A value of the type."""
        known = self._met.get(type)
        if known and (is_concrete_type(type) or self._chance.below(2) == 0):
            return self._chance.pick(known)
        match type:
            case BoolType():
                return self._chance.below(2) == 1
            case IntType(low=low, high=high):
                return self._again(
                    type, lambda: self._number(low or 0, (low or 0) + 9 if high is None else high)
                )
            case RationalType():
                return self._again(type, lambda: self._chance.pick(FEW_RATIONALS))
            case EnumType(name=name, cases=cases):
                return self._again(type, lambda: self._case(name, cases))
            case PlayerType():
                return self._player()
            case RecordType(name=name, fields=fields):
                return Record(name, tuple((field, self.draw(t)) for field, t in fields))
            case UnionType(name=name, alternatives=alternatives):
                chosen = self._chance.pick(alternatives)
                payload = None if chosen.payload is None else self.draw(chosen.payload)
                return Tagged(name, chosen.tag, payload)
            case OptionalType(item=item):
                return None if self._chance.below(3) == 0 else self.draw(item)
            case ListType(item=item, low=low, high=high):
                return tuple(self.draw(item) for _ in range(self._size(low, high)))
            case BagType(item=item, low=low, high=high):
                return bag_of(self.draw(item) for _ in range(self._size(low, high)))
            case SetType(item=item):
                return set_of(self.draw(item) for _ in range(self._size(0, 3)))

    def _again(self, type: Type, new: Callable[[], Value]) -> Value:
        """One met before more often than not."""
        used = self._used.setdefault(type, [])
        if used and self._chance.below(5) > 1:
            return self._chance.pick(used)
        value = new()
        used.append(value)
        return value

    def _number(self, low: int, high: int) -> int:
        return self._chance.pick(
            (low, high, min(max(0, low), high), low + self._chance.below(high - low + 1))
        )

    def _case(self, name: str, cases: tuple[str, ...]) -> Value:
        index = self._chance.below(len(cases))
        return Case(name, cases[index], index)

    def _player(self) -> Player:
        if self._new > 0 and self._chance.below(6) == 0:
            return self._names[self._chance.below(min(self._new, len(self._names)))]
        self._new += 1
        return self._names[(self._new - 1) % len(self._names)]

    def _size(self, low: int | None, high: int | None) -> int:
        least = low or 0
        most = least + 3 if high is None else high
        return least + min(self._chance.below(most - least + 1), self._chance.below(most - least + 1))
