"""The situations of a question, in canonical order.

Players are interchangeable: in the situations of a question they are named in the order in which they are
first mentioned, by the names that the game gives them (of as many as can be at the table). So there is one
situation of each sort as to who is who; but several where a set or bag, whose members are mentioned at
once, goes before other mentions.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement, count, islice
from typing import assert_never

from dsl.model import Expr, Game, Parameter
from dsl.text.errors import Portable
from dsl.text.span import NOWHERE
from dsl.types import types as t
from dsl.types.values import Bag, Player, Record, Tagged, Value, ValueSet, bag_of, set_of, sort_key
from interpreter.analysis.dependencies import free_names
from interpreter.evaluate.evaluate import Alone, Blocked, SpecError, evaluate
from interpreter.optimize.optimizer import optimum
from interpreter.rulebook.rulebook import Rulebook
from interpreter.values.domain import domain_size, has_players, numbers, values_of
from interpreter.values.show import Situation


class TooManySituations(Portable):
    """More situations would have to be looked at than may be."""


def situations(
    game: Game, question: str, rulebook: Rulebook | None = None, most: int | None = None
) -> Iterator[Situation]:
    """The situations of a question that meet its `needs`, players named in order of mention; the smallest
    first: by the question's `smallest`, then by the sizes of lists, bags and sets, then by their values.

    All are made before the first is given: ask `space_size` before, or say how many values are put in for
    parameters at `most`. `rulebook` answers what `needs` and `smallest` ask, if anything. Raises SpecError:
    `open-type`, `needs-blocked`, or of the specification; and TooManySituations.
    """
    asked = game.questions[question]
    return situations_of(game, asked.parameters, asked.needs, asked.smallest, rulebook, most)


def situations_of(
    game: Game,
    parameters: Sequence[Parameter],
    needs: Sequence[Expr] = (),
    smallest: Sequence[Expr] = (),
    rulebook: Rulebook | None = None,
    most: int | None = None,
) -> Iterator[Situation]:
    """As `situations`, for any parameters (those of a property, say)."""
    names = [parameter.name for parameter in parameters]
    due: list[list[Expr]] = [[] for _ in range(len(parameters) + 1)]
    for need in needs:
        mentioned = free_names(need)
        due[max((i + 1 for i, name in enumerate(names) if name in mentioned), default=0)].append(need)
    naming = _Naming(_names(game))
    found: list[Situation] = []
    tried = count()

    def extend(env: dict[str, Value], used: int) -> None:
        if most is not None and next(tried) > most:
            raise TooManySituations
        place = len(env)
        if not all(_possible(need, env, rulebook) for need in due[place]):
            return
        if place == len(parameters):
            found.append(tuple(env.values()))
            return
        parameter = parameters[place]
        for value, after in naming.values(parameter.type, used):
            extend({**env, parameter.name: value}, after)

    extend({}, 0)
    return iter(sorted(found, key=partial(size_key, parameters, smallest, rulebook)))


def size_key(
    parameters: Sequence[Parameter],
    smallest: Sequence[Expr],
    rulebook: Rulebook | None,
    situation: Situation,
) -> tuple[object, ...]:
    """What situations of these parameters are ordered by, the smallest first."""
    env = {p.name: value for p, value in zip(parameters, situation, strict=True)}
    measures = tuple([_measure(expr, env, rulebook) for expr in smallest])
    return (measures, sum(map(size_of, situation)), tuple(map(sort_key, situation)))


def space_size(game: Game, question: str, limit: int) -> int | None:
    """How many situations a question has, players named in order of mention, those that `needs` exclude
    included; None where they are more than `limit`, or a type has no bounds."""
    return space_size_of(game, game.questions[question].parameters, limit)


def space_size_of(game: Game, parameters: Sequence[Parameter], limit: int) -> int | None:
    """As `space_size`, for any parameters."""
    naming = _Naming(_names(game))
    ways: Counter[int] = Counter({0: 1})
    try:
        for parameter in parameters:
            ways = _chained(ways, partial(naming.count, parameter.type, limit=limit))
            if ways.total() > limit:
                return None
    except SpecError:
        return None
    return ways.total()


def _names(game: Game) -> tuple[Player, ...]:
    return tuple(Player(name) for name in game.names[: game.players[1]])


def _possible(need: Expr, env: Mapping[str, Value], rulebook: Rulebook | None) -> bool:
    holds = _value(need, env, rulebook)
    if holds is None:
        raise SpecError("needs-blocked", "what is physically possible waits for an answer", need.span)
    return bool(holds)


def _measure(expr: Expr, env: Mapping[str, Value], rulebook: Rulebook | None) -> tuple[object, ...]:
    """The measure as part of a key: what is blocked, or has no value, goes last."""
    try:
        value = _value(expr, env, rulebook)
    except SpecError:
        value = None
    return (1,) if value is None else (0, sort_key(value))


def _value(expr: Expr, env: Mapping[str, Value], rulebook: Rulebook | None) -> Value:
    """The value, or None where it is blocked."""
    try:
        return evaluate(expr, env, Alone(optimum)) if rulebook is None else rulebook.evaluate(expr, env)
    except Blocked:
        return None


def size_of(value: Value) -> int:
    """The sizes of all lists, bags and sets in a value together."""
    match value:
        case tuple():
            return len(value) + sum(map(size_of, value))
        case Bag(items) | ValueSet(items):
            return len(items) + sum(map(size_of, items))
        case Record(_, fields):
            return sum(size_of(v) for _, v in fields)
        case Tagged(_, _, payload):
            return size_of(payload)
        case _:
            return 0


class _Naming:
    """Values in which players are named in order of mention: the next new one is the first not used."""

    def __init__(self, names: tuple[Player, ...]) -> None:
        self.names = names
        self.plain: dict[t.Type, tuple[Value, ...]] = {}

    def values(self, type: t.Type, used: int) -> Iterator[tuple[Value, int]]:
        """Each value after the first `used` players have been mentioned, with how many have been then."""
        if not has_players(type):
            if type not in self.plain:
                self.plain[type] = tuple(values_of(type))
            for value in self.plain[type]:
                yield value, used
            return
        match type:
            case t.PlayerType():
                for place in range(min(used + 1, len(self.names))):
                    yield self.names[place], max(used, place + 1)
            case t.RecordType(name=name, fields=fields):
                labels = [field for field, _ in fields]
                for values, after in self.sequences([field for _, field in fields], used):
                    yield Record(name, tuple(zip(labels, values, strict=True))), after
            case t.UnionType(name=name, alternatives=alternatives):
                for alternative in sorted(alternatives, key=lambda a: a.tag):
                    if alternative.payload is None:
                        yield Tagged(name, alternative.tag), used
                    else:
                        for payload, after in self.values(alternative.payload, used):
                            yield Tagged(name, alternative.tag, payload), after
            case t.OptionalType(item=item):
                yield None, used
                yield from self.values(item, used)
            case t.ListType(item=item, low=low, high=high):
                for size in numbers(low or 0, high):
                    yield from self.sequences([item] * size, used)
            case t.BagType(item=item, low=low, high=high):
                yield from self.unordered(item, numbers(low or 0, high), used, bag_of)
            case t.SetType(item=item):
                sizes = numbers(0, domain_size(item, len(self.names)))
                yield from self.unordered(item, sizes, used, set_of)
            case t.BoolType() | t.IntType() | t.RationalType() | t.EnumType():
                raise AssertionError(type)
            case _:
                assert_never(type)

    def sequences(self, types: Sequence[t.Type], used: int) -> Iterator[tuple[tuple[Value, ...], int]]:
        """As `values`, of several values one after the other."""
        if not types:
            yield (), used
            return
        for first, between in self.values(types[0], used):
            for rest, after in self.sequences(types[1:], between):
                yield (first, *rest), after

    def unordered(
        self, item: t.Type, sizes: range, used: int, make: Callable[[Iterable[Value]], Value]
    ) -> Iterator[tuple[Value, int]]:
        """As `values`, of bags or sets: of players, those that mention an initial part of the new ones,
        the first of them most often; of other things, those of all sequences."""
        seen: set[Value] = set()
        for size in sizes:
            if isinstance(item, t.PlayerType):
                for places in combinations_with_replacement(range(len(self.names)), size):
                    often = [places.count(new) for new in range(used, len(self.names))]
                    if often == sorted(often, reverse=True):
                        value = make([self.names[place] for place in places])
                        if value not in seen:
                            seen.add(value)
                            yield value, used + sum(n > 0 for n in often)
            else:
                for values, after in self.sequences([item] * size, used):
                    value = make(values)
                    if value not in seen:
                        seen.add(value)
                        yield value, after

    def count(self, type: t.Type, used: int, limit: int) -> Counter[int]:
        """How many values there are, by the number of players mentioned then. More than `limit` may be
        counted as fewer, but as more than `limit`. Raises SpecError `open-type`."""
        if not has_players(type):
            size = domain_size(type)
            if size is None:
                raise SpecError("open-type", "the values of a type without bounds cannot be listed", NOWHERE)
            return Counter({used: size})
        match type:
            case t.RecordType(fields=fields):
                ways: Counter[int] = Counter({used: 1})
                for _, field in fields:
                    ways = _chained(ways, partial(self.count, field, limit=limit))
                return ways
            case t.UnionType(alternatives=alternatives):
                ways = Counter()
                for a in alternatives:
                    ways += Counter({used: 1}) if a.payload is None else self.count(a.payload, used, limit)
                return ways
            case t.OptionalType(item=item):
                return Counter({used: 1}) + self.count(item, used, limit)
            case t.ListType(item=item, low=low, high=high):
                ways, row = Counter(), Counter({used: 1})
                for size in range(numbers(low or 0, high).stop):
                    if size >= (low or 0):
                        ways += row
                    row = _chained(row, partial(self.count, item, limit=limit))
                return ways
            case _:
                return Counter(after for _, after in islice(self.values(type, used), limit + 1))


def _chained(ways: Counter[int], count: Callable[[int], Counter[int]]) -> Counter[int]:
    """The ways to go on from each number of players mentioned, together."""
    together: Counter[int] = Counter()
    for used, number in ways.items():
        for after, more in count(used).items():
            together[after] += number * more
    return together
