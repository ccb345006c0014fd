"""Values as text, whom they mention, and whether they are within bounds."""

import unicodedata
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, assert_never

from dsl.model import EnumDecl, Game
from dsl.model.card_text import CardTexts, texts_of
from dsl.types import types as t
from dsl.types.values import Bag, Case, Player, Record, Tagged, Value, ValueSet

Situation = tuple[Value, ...]  # values for a question's parameters, in order


# ------------------------------------------------------------------ bounds and players


def fits(value: Value, type: t.Type) -> bool:
    """Whether a value of the right sort is within the bounds of its type."""
    known = _FITTING.get(id(type))
    if known is None:
        known = _FITTING[id(type)] = (type, _fitting(type))
    return known[1](value)


Fitting = Callable[[Any], bool]
_FITTING: dict[int, tuple[t.Type, Fitting]] = {}  # by identity; the type is kept, so that none is used again


def _fitting(type: t.Type) -> Fitting:
    """What tells whether a value is within the bounds of the type."""
    match type:
        case t.BoolType():
            return lambda value: value is True or value is False
        case t.IntType(int() as least, int() as most):
            return lambda value: value.__class__ is int and least <= value <= most
        case t.IntType(low, high):
            return lambda value: value.__class__ is int and in_bounds(value, low, high)
        case t.RationalType():
            return lambda value: value.__class__ is int or isinstance(value, Fraction)
        case t.EnumType(name):
            return lambda value: value.__class__ is Case and value.enum == name
        case t.PlayerType():
            return lambda value: value.__class__ is Player
        case t.RecordType():
            return _fitting_record(type)
        case t.UnionType():
            return _fitting_union(type)
        case t.OptionalType(item):
            inner = _fitting(item)
            return lambda value: value is None or inner(value)
        case t.ListType(item, low, high):
            each = _fitting(item)
            return lambda value: (
                value.__class__ is tuple and in_bounds(len(value), low, high) and all(map(each, value))
            )
        case t.BagType(item, low, high):
            each = _fitting(item)
            return lambda value: (
                value.__class__ is Bag
                and in_bounds(len(value.items), low, high)
                and all(map(each, value.items))
            )
        case t.SetType(item):
            each = _fitting(item)
            return lambda value: value.__class__ is ValueSet and all(map(each, value.items))
        case _:
            assert_never(type)


def _fitting_record(type: t.RecordType) -> Fitting:
    name, parts = type.name, [_fitting(part) for _, part in type.fields]

    def fitting(value: Any) -> bool:
        if value.__class__ is not Record or value.type != name:
            return False
        return all(part(each) for part, (_, each) in zip(parts, value.fields, strict=True))

    return fitting


def _fitting_union(type: t.UnionType) -> Fitting:
    payloads = {a.tag: None if a.payload is None else _fitting(a.payload) for a in type.alternatives}

    def fitting(value: Any) -> bool:
        if value.__class__ is not Tagged or value.tag not in payloads:
            return False
        payload = payloads[value.tag]
        return (
            value.payload is None if payload is None else value.payload is not None and payload(value.payload)
        )

    return fitting


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


def show(value: Value, game: Game, language: str | None = None) -> str:
    """Short text: `taken by Anna`, `{Red, Blue}`, `[Anna: {Red}]`. Cases have their names in
    `language` (else in the game's first language); control characters are shown by their codes. Cards with
    which something can be laid are shown by their texts: `8`, `{8, +}`, a list as a row, `8 + 7`, and what is
    laid likewise, `8 + 7 = 15`."""
    return _Shower(game, language).text(value)


def show_plain(value: Value, game: Game | None = None) -> str:
    """As `show`, with the cases' own names; without a game, cards and what is laid are shown in full."""
    return _Shower(game, None, own_names=True).text(value)


def row_text(cards: tuple[Value, ...], game: Game, language: str | None = None) -> str | None:
    """The text of a row of cards that can be laid, `8 + 7`; None for others, and where that text would not be
    read as just these."""
    return _Shower(game, language).line(cards)


class _Shower:
    def __init__(self, game: Game | None, language: str | None, own_names: bool = False) -> None:
        self.game = game
        self.own_names = own_names
        self.languages = () if game is None else (*(() if language is None else (language,)), *game.languages)
        self.cards = {} if game is None else texts_of(game)

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
                texts = self.cards[self.game.shapes[type].card.name]
                return texts.row(value, self.languages) or self._record(value)
            case Record():
                return self._record(value)
            case Tagged(_, tag, payload):
                text = (
                    self.cards[value.union].text(value, self.languages) if value.union in self.cards else None
                )
                if text is not None or payload is None:
                    return tag if text is None else text
                preposition = self._preposition(value)
                return f"{tag} {preposition}{self.text(payload)}"
            case Bag(items) | ValueSet(items):
                return "{" + ", ".join(self.text(v) for v in items) + "}"
            case tuple():
                return self.line(value) or "[" + ", ".join(self.text(v) for v in value) + "]"
            case _:
                assert_never(value)

    def line(self, values: tuple[Value, ...]) -> str | None:
        """The text of a row of cards with empty places; None where it is none."""
        texts = next((texts for texts in map(self._texts_of, values) if texts is not None), None)
        return None if texts is None else texts.line(values, self.languages)

    def _texts_of(self, value: Value) -> CardTexts | None:
        match value:
            case Tagged(union=name) | Case(enum=name):
                return self.cards.get(name)
            case _:
                return None

    def _record(self, value: Record) -> str:
        return f"{value.type}({', '.join(f'{name}: {self.text(v)}' for name, v in value.fields)})"

    def _case(self, value: Case) -> str:
        declared: EnumDecl | None = None if self.game is None else self.game.enums.get(value.enum)
        if self.own_names or declared is None:
            return value.name
        spoken = declared.names.get(value.name, {})
        return next((spoken[each][0] for each in self.languages if spoken.get(each)), value.name)

    def _preposition(self, value: Tagged) -> str:
        declared = None if self.game is None else self.game.types.get(value.union)
        if isinstance(declared, t.UnionType):
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


def shortened(text: str) -> str:
    """Text of a user for a message: `printable`, 60 characters at most."""
    shown = printable(text)
    return shown if len(shown) <= 60 else shown[:57] + "…"


_DIRECTIONS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
