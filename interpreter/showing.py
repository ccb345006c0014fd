"""Values as text and as JSON, whom they mention, and whether they are within bounds."""

import unicodedata
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, assert_never

from dsl.cardtext import CardTexts
from dsl.model import EnumDecl, Game, Question
from dsl.types import (
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
from dsl.values import Bag, Case, Player, Record, Tagged, Value, ValueSet

Situation = tuple[Value, ...]  # values for a question's parameters, in order


# ------------------------------------------------------------------ bounds and players


def fits(value: Value, type: Type) -> bool:
    """Whether a value of the right sort is within the bounds of its type."""
    match value, type:
        case bool(), BoolType():
            return True
        case int(), IntType(low, high):
            return not isinstance(value, bool) and in_bounds(value, low, high)
        case int() | Fraction(), RationalType():
            return not isinstance(value, bool)
        case Case(enum), EnumType(name):
            return enum == name
        case Player(), PlayerType():
            return True
        case Record(_, fields), RecordType(_, types):
            return all(fits(v, t) for (_, v), (_, t) in zip(fields, types, strict=True))
        case Tagged(_, tag, payload), UnionType(_, alternatives):
            found = next(
                (a for a in alternatives if a.tag == tag and (a.payload is None) == (payload is None)), None
            )
            return found is not None and (found.payload is None or fits(payload, found.payload))
        case _, OptionalType(item):
            return value is None or fits(value, item)
        case tuple(), ListType(item, low, high):
            return in_bounds(len(value), low, high) and all(fits(v, item) for v in value)
        case Bag(items), BagType(item, low, high):
            return in_bounds(len(items), low, high) and all(fits(v, item) for v in items)
        case ValueSet(items), SetType(item):
            return all(fits(v, item) for v in items)
        case _:
            return False


def players_in(values: Iterable[Value]) -> tuple[Player, ...]:
    """The players mentioned, each once, in order of mention."""
    found: dict[Player, None] = {}
    for value in values:
        match value:
            case Player():
                found[value] = None
            case Record(_, fields):
                found |= dict.fromkeys(players_in(v for _, v in fields))
            case Tagged(_, _, payload):
                found |= dict.fromkeys(players_in([payload]))
            case Bag(items) | ValueSet(items):
                found |= dict.fromkeys(players_in(items))
            case tuple():
                found |= dict.fromkeys(players_in(value))
            case _:
                pass
    return tuple(found)


def in_bounds(number: int, low: int | None, high: int | None) -> bool:
    """Whether a number is within bounds, both included; None is no bound."""
    return (low is None or number >= low) and (high is None or number <= high)


# ------------------------------------------------------------------ showing


def to_json(value: Value) -> Any:
    """The value as JSON of its type."""
    match value:
        case None | bool() | int():
            return value
        case Fraction():
            return str(value)
        case Case() | Player():
            return value.name
        case Record(_, fields):
            return {name: to_json(v) for name, v in fields}
        case Tagged(_, tag, payload):
            return tag if payload is None else {tag: to_json(payload)}
        case Bag(items) | ValueSet(items):
            return [to_json(v) for v in items]
        case tuple():
            return [to_json(v) for v in value]
        case _:
            assert_never(value)


def situation_to_json(question: Question, situation: Situation) -> dict[str, Any]:
    """One key for each parameter, in order."""
    return {p.name: to_json(v) for p, v in zip(question.parameters, situation, strict=True)}


def show(value: Value, game: Game, language: str | None = None) -> str:
    """Short text: `taken by Anna`, `{Red, Blue}`, `[Anna: {Red}]`. Cases have their names in
    `language` (else in the game's first language); control characters are shown by their codes."""
    return _Shower(game, language).text(value)


def show_plain(value: Value) -> str:
    """As `show`, with the cases' own names."""
    return _Shower(None, None).text(value)


class _Shower:
    def __init__(self, game: Game | None, language: str | None) -> None:
        self.game = game
        self.language = language

    def text(self, value: Value) -> str:
        match value:
            case None:
                return "none"
            case bool():
                return "true" if value else "false"
            case int() | Fraction():
                return str(value)
            case Case():
                return self._case(value)
            case Player(name):
                return printable(name)
            case Record(_, ((_, Player() as who), (_, what))):
                return f"{self.text(who)}: {self.text(what)}"
            case Record(type) if self.game is not None and type in self.game.shapes:
                texts = CardTexts(self.game.shapes[type].card, self.game.enums)
                return texts.row(value) or self._record(value)
            case Record():
                return self._record(value)
            case Tagged(_, tag, None):
                return tag
            case Tagged(_, tag, payload):
                preposition = self._preposition(value)
                return f"{tag} {preposition}{self.text(payload)}"
            case Bag(items) | ValueSet(items):
                return "{" + ", ".join(self.text(v) for v in items) + "}"
            case tuple():
                return "[" + ", ".join(self.text(v) for v in value) + "]"
            case _:
                assert_never(value)

    def _record(self, value: Record) -> str:
        return f"{value.type}({', '.join(f'{name}: {self.text(v)}' for name, v in value.fields)})"

    def _case(self, value: Case) -> str:
        declared: EnumDecl | None = None if self.game is None else self.game.enums.get(value.enum)
        if self.game is None or declared is None:
            return value.name
        spoken = declared.names.get(value.name, {})
        languages = [self.language, *self.game.languages]
        return next(
            (spoken[each][0] for each in languages if each is not None and spoken.get(each)), value.name
        )

    def _preposition(self, value: Tagged) -> str:
        declared = None if self.game is None else self.game.types.get(value.union)
        if isinstance(declared, UnionType):
            for alternative in declared.alternatives:
                if alternative.tag == value.tag and alternative.payload is not None:
                    return f"{alternative.preposition} " if alternative.preposition else ""
        return ""


def printable(text: str) -> str:
    """Text for a line of output: control and direction characters as escapes."""
    return "".join(
        character
        if unicodedata.category(character) not in ("Cc", "Cs", "Zl", "Zp") and character not in _DIRECTIONS
        else f"\\u{ord(character):04x}"
        for character in text
    )


_DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
