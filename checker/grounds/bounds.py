"""The bounds within which situations are searched: those of the types of their parameters."""

from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from dsl.model import Game, Parameter
from dsl.types import types as t

Bounds = Mapping[str, object]


def bounds_of(game: Game, parameters: Sequence[Parameter]) -> dict[str, object]:
    """The bounds of situations of these parameters, `[least, most]` each, both included.

    The key is the parameter; of what is inside it, a path: `bets[].coins` is a field of each record in a
    list, `result.taken` what an alternative carries. A list or bag has the bounds of its size, a number its
    own. `players`: how many different ones a situation mentions.
    """
    found: dict[str, object] = {}
    for parameter in parameters:
        for path, low, high in _bounded(parameter.name, parameter.type):
            found[path] = [low, high]
    least, most = _together([_mentioned(p.type) for p in parameters])
    if most is None or most > 0:
        names = len(game.names[: game.players[1]])
        found["players"] = [min(least, 1), names if most is None else min(most, names)]
    return found


def _bounded(path: str, type: t.Type) -> Iterator[tuple[str, int, int]]:
    """What has bounds in a value of the type: path, least and most."""
    match type:
        case t.IntType(low=low, high=high):
            if low is not None and high is not None:
                yield path, low, high
        case t.ListType(item=item, low=low, high=high) | t.BagType(item=item, low=low, high=high):
            if low is not None and high is not None:
                yield path, low, high
            yield from _bounded(f"{path}[]", item)
        case t.SetType(item=item):
            yield from _bounded(f"{path}[]", item)
        case t.OptionalType(item=item):
            yield from _bounded(path, item)
        case t.RecordType(fields=fields):
            for name, field in fields:
                yield from _bounded(f"{path}.{name}", field)
        case t.UnionType(alternatives=alternatives):
            for alternative in alternatives:
                if alternative.payload is not None:
                    yield from _bounded(f"{path}.{alternative.tag}", alternative.payload)
        case t.BoolType() | t.RationalType() | t.EnumType() | t.PlayerType():
            return
        case _:
            assert_never(type)


def _mentioned(type: t.Type) -> tuple[int, int | None]:
    """How many places for players a value of the type has, at least and at most (None: no bound)."""
    match type:
        case t.PlayerType():
            return 1, 1
        case t.ListType(item=item, low=low, high=high) | t.BagType(item=item, low=low, high=high):
            least, most = _mentioned(item)
            if most == 0:
                return 0, 0
            return least * (low or 0), None if high is None or most is None else most * high
        case t.SetType(item=item):
            return 0, 0 if _mentioned(item)[1] == 0 else None
        case t.OptionalType(item=item):
            return 0, _mentioned(item)[1]
        case t.RecordType(fields=fields):
            return _together([_mentioned(field) for _, field in fields])
        case t.UnionType(alternatives=alternatives):
            each = [(0, 0) if a.payload is None else _mentioned(a.payload) for a in alternatives]
            highs = [most for _, most in each]
            return min((least for least, _ in each), default=0), _highest(highs)
        case t.BoolType() | t.IntType() | t.RationalType() | t.EnumType():
            return 0, 0
        case _:
            assert_never(type)


def _together(each: Sequence[tuple[int, int | None]]) -> tuple[int, int | None]:
    highs = [most for _, most in each if most is not None]
    return sum(least for least, _ in each), sum(highs) if len(highs) == len(each) else None


def _highest(highs: Sequence[int | None]) -> int | None:
    known = [high for high in highs if high is not None]
    return max(known, default=0) if len(known) == len(highs) else None
