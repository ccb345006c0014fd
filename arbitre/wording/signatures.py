"""Types, questions and conditions in the words of the language."""

from typing import assert_never

from dsl.model import Game, Parameter, Question
from dsl.types import types as t


def type_text(type: t.Type) -> str:
    """A type as it is written: `list 1..6 of bet`."""
    match type:
        case t.BoolType():
            return "bool"
        case t.IntType(low, high):
            return _bounds(low, high) or "number"
        case t.RationalType():
            return "rational"
        case t.EnumType(name=name) | t.RecordType(name=name) | t.UnionType(name=name):
            return name
        case t.PlayerType():
            return "player"
        case t.OptionalType(item):
            return f"optional {type_text(item)}"
        case t.ListType(item, low, high):
            return f"{_sized('list', low, high)} of {type_text(item)}"
        case t.BagType(item, low, high):
            return f"{_sized('bag', low, high)} of {type_text(item)}"
        case t.SetType(item):
            return f"set of {type_text(item)}"
        case _:
            assert_never(type)


def _sized(word: str, low: int | None, high: int | None) -> str:
    bounds = _bounds(low, high)
    return f"{word} {bounds}" if bounds else word


def _bounds(low: int | None, high: int | None) -> str:
    if low is None and high is None:
        return ""
    return f"{'' if low is None else low}..{'' if high is None else high}"


def signature(question: Question, game: Game) -> str:
    """A question with its parameters and its answer: `decks(seats: 2..6) -> 1..2`."""
    inside = ", ".join(parameter(p, game) for p in question.parameters)
    if question.permission is not None:
        return f"{question.name}({inside}) otherwise {question.permission}"
    return f"{question.name}({inside}) -> {type_text(question.answer)}"


def parameter(each: Parameter, game: Game) -> str:
    """A parameter with its type, and its default where it has one."""
    from checker.findings.printer import text_of

    default = "" if each.default is None else f" = {text_of(each.default, game)}"
    return f"{each.name}: {type_text(each.type)}{default}"
