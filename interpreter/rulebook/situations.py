"""Values and situations, from and to what people write.

A situation is a mapping with one key for each parameter of a question, and `table` for the names at the
table. What a scalar means comes from the type that is due; players are any text; cases are known by their
names in every language of the game, whatever the case and accents.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Protocol, assert_never

from dsl.model import EnumDecl, Expr, Game, Question
from dsl.model.card_text import CardTexts, texts_of
from dsl.model.case_names import CaseNames
from dsl.text.errors import ArbitreError, Collector, did_you_mean, fail, fold
from dsl.text.span import Span
from dsl.types import types as t
from dsl.types.values import Case, Player, Rational, Record, Tagged, Value, ValueSet, bag_of, rational, set_of
from interpreter.rulebook.to_json import check_laid, read_laid, situation_to_json, to_json
from interpreter.runtime import yamltext
from interpreter.runtime.yamltext import Node, Scalar, Sequence
from interpreter.values.show import (
    Situation,
    fits,
    in_bounds,
    players_in,
    printable,
    shortened,
    show,
    show_plain,
)

__all__ = [
    "Situation",
    "ValueReader",
    "fits",
    "parse_situation",
    "parse_table",
    "parse_value",
    "players_in",
    "printable",
    "show",
    "show_plain",
    "situation_to_json",
    "to_json",
]

TABLE = "table"

_WORDS = {"true": True, "yes": True, "permitted": True, "false": False, "no": False, "forbidden": False}
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")
_RATIONAL = re.compile(r"[+-]?[0-9]{1,18}( ?/ ?0*[1-9][0-9]{0,17})?")


class Evaluator(Protocol):
    """What evaluates the defaults of parameters: a Rulebook of any edition."""

    def evaluate(self, expr: Expr, env: Mapping[str, Value]) -> Value:
        """The value of `expr` where the names in `env` have these values."""


# ------------------------------------------------------------------ reading


def parse_value(node: Node, type: t.Type, game: Game, players: Iterable[str] | None = None) -> Value:
    """The value that `node` writes, of the type that is due.

    `players`: the names that may occur; None where any may. Raises ArbitreError with everything wrong in
    it: `unknown-name`, `unknown-player` (with the nearest known), `out-of-bounds`, `malformed`.
    """
    return ValueReader(game, None if players is None else tuple(players)).read(node, type)


def parse_situation(
    node: Node, question: Question, game: Game, evaluator: Evaluator
) -> tuple[Situation, tuple[Player, ...]]:
    """The situation of `question` that `node` writes, and who is at the table, in seating order (where the
    key `table` is missing: in order of mention). Parameters left out take their defaults.

    Raises ArbitreError: as `parse_value`, and for unknown keys and missing parameters.
    """
    if not isinstance(node, yamltext.Mapping):
        raise fail("malformed", f"a situation of `{question.name}` is a mapping of its parameters", node.span)
    names = [parameter.name for parameter in question.parameters]
    problems = Collector()
    for key, _ in node.entries:
        if key.text not in names and key.text != TABLE:
            message = f"`{question.name}` has no parameter `{key.text}`"
            known = ", ".join(f"`{name}`" for name in names) or "none"
            help = did_you_mean(key.text, [*names, TABLE]) or f"its parameters: {known}"
            problems.add("unknown-name", message, key.span, help=help)
    table: tuple[Player, ...] | None = None
    with problems:
        table = _table(node, game)
    reader = ValueReader(game, None if table is None else tuple(p.name for p in table))
    given: dict[str, Value] = {}
    for parameter in question.parameters:
        written = node.get(parameter.name)
        if written is not None:
            with problems:
                given[parameter.name] = reader.read(written, parameter.type)
        elif parameter.default is None:
            problems.add("malformed", f"`{question.name}` needs a value for `{parameter.name}`", node.span)
    problems.check()
    table = players_in(given[name] for name in names if name in given) if table is None else table
    return _with_defaults(question, given, table, evaluator, node.span), table


def _with_defaults(
    question: Question,
    given: Mapping[str, Value],
    table: tuple[Player, ...],
    evaluator: Evaluator,
    span: Span,
) -> Situation:
    env: dict[str, Value] = {"seats": table}
    for parameter in question.parameters:
        if parameter.name in given:
            env[parameter.name] = given[parameter.name]
            continue
        assert parameter.default is not None
        value = evaluator.evaluate(parameter.default, env)
        if not fits(value, parameter.type):
            message = (
                f"`{parameter.name}` would be {show_plain(value)} by default, which is out of its bounds"
            )
            raise fail("out-of-bounds", message, span, help=f"give `{parameter.name}` a value")
        env[parameter.name] = value
    return tuple(env[parameter.name] for parameter in question.parameters)


def _table(node: yamltext.Mapping, game: Game) -> tuple[Player, ...] | None:
    written = node.get(TABLE)
    return None if written is None else parse_table(written, game)


def parse_table(node: Node, game: Game) -> tuple[Player, ...]:
    """The names at the table, all different, no more than the game is for. Raises ArbitreError."""
    if not isinstance(node, Sequence):
        raise fail("malformed", "the names at the table are a list", node.span)
    reader = ValueReader(game, None)
    players: list[Player] = []
    for item in node.items:
        player = reader.player(item)
        if player in players:
            raise fail("malformed", f"`{player.name}` is at the table twice", item.span)
        players.append(player)
    if len(players) > game.players[1]:
        message = f"{len(players)} are too many at the table: {game.title} is for {game.players[1]} at most"
        raise fail("out-of-bounds", message, node.span)
    return tuple(players)


class ValueReader:
    """Reads values of one game, with these players."""

    def __init__(self, game: Game, players: tuple[str, ...] | None) -> None:
        self.game = game
        self.players = players
        self.cards = texts_of(game)
        self._names: dict[str, CaseNames] = {}

    def read(self, node: Node, type: t.Type) -> Value:
        """The value of `type` that `node` writes. Raises ArbitreError."""
        match type:
            case t.BoolType():
                return self._bool(node)
            case t.IntType(low, high):
                return self._number(node, low, high)
            case t.RationalType():
                return self._rational(node)
            case t.EnumType():
                return self._case(node, type)
            case t.PlayerType():
                return self.player(node)
            case t.RecordType():
                return self._record(node, type)
            case t.UnionType():
                return self._card(node, type) if type.name in self.cards else self._union(node, type)
            case t.OptionalType(item):
                return None if self._is_none(node, item) else self.read(node, item)
            case t.ListType(item, low, high):
                return tuple(self._items(node, item, low, high))
            case t.BagType(item, low, high):
                return bag_of(self._items(node, item, low, high))
            case t.SetType(item):
                return self._set(node, item)
            case _:
                assert_never(type)

    def _text(self, node: Node, wanted: str) -> Scalar:
        if not isinstance(node, Scalar):
            found = "a list" if isinstance(node, Sequence) else "a mapping"
            raise fail("malformed", f"{wanted} is wanted here, not {found}", node.span)
        return node

    def _bool(self, node: Node) -> bool:
        scalar = self._text(node, "`true` or `false`")
        value = _WORDS.get(scalar.text.lower())
        if value is None:
            raise fail("malformed", f"`{shortened(scalar.text)}` is neither `true` nor `false`", node.span)
        return value

    def _number(self, node: Node, low: int | None, high: int | None) -> int:
        scalar = self._text(node, "a number")
        text = scalar.text.strip().replace("\u2212", "-")
        if not _NUMBER.fullmatch(text):
            raise fail("malformed", f"`{shortened(scalar.text)}` is no whole number", node.span)
        value = int(text)
        if (low is not None and value < low) or (high is not None and value > high):
            raise fail("out-of-bounds", f"{value} is not {_within(low, high)}", node.span)
        return value

    def _rational(self, node: Node) -> Rational:
        scalar = self._text(node, "a number")
        text = scalar.text.strip().replace("\u2212", "-")
        if not _RATIONAL.fullmatch(text):
            help = "a number that is not whole is written `7/2`"
            raise fail("malformed", f"`{shortened(scalar.text)}` is no number", node.span, help=help)
        return rational(Fraction(text.replace(" ", "")))

    def _case(self, node: Node, type: t.EnumType) -> Case:
        scalar = self._text(node, f"a name of `{type.name}`")
        if type.name not in self._names:
            declared = self.game.enums.get(type.name) or EnumDecl(type=type, names={})
            self._names[type.name] = CaseNames(declared)
        names = self._names[type.name]
        case = names.get(scalar.text)
        if case is None:
            message = f"`{shortened(scalar.text)}` is no `{type.name}`"
            known = [name for each in type.cases for name in names.names(each)]
            raise fail("unknown-name", message, node.span, help=did_you_mean(scalar.text, known))
        return case

    def player(self, node: Node) -> Player:
        """The player that `node` names."""
        scalar = self._text(node, "the name of a player")
        name = unicodedata.normalize("NFC", scalar.text)
        if name == "":
            raise fail("malformed", "a player has a name", node.span)
        if self.players is not None and name not in self.players:
            message = f"`{shortened(name)}` is not at the table"
            raise fail("unknown-player", message, node.span, help=did_you_mean(name, self.players))
        return Player(name)

    def _record(self, node: Node, type: t.RecordType) -> Record:
        if type.is_shape and isinstance(node, Scalar):
            shape = self.game.shapes[type.name]
            return read_laid(node.text, shape, self.cards[shape.card.name], node.span)
        if not isinstance(node, yamltext.Mapping):
            wanted = ", ".join(name for name, _ in type.fields)
            raise fail("malformed", f"a `{type.name}` is a mapping with {wanted}", node.span)
        fields = dict(type.fields)
        problems = Collector()
        for key, _ in node.entries:
            if key.text not in fields:
                message = f"a `{type.name}` has no `{key.text}`"
                problems.add("malformed", message, key.span, help=did_you_mean(key.text, fields))
        values: list[tuple[str, Value]] = []
        for name, field_type in type.fields:
            written = node.get(name)
            if written is not None:
                with problems:
                    values.append((name, self.read(written, field_type)))
            elif isinstance(field_type, t.OptionalType):
                values.append((name, None))
            else:
                problems.add("malformed", f"this `{type.name}` lacks its `{name}`", node.span)
        problems.check()
        record = Record(type.name, tuple(values))
        if type.is_shape:
            check_laid(record, self.game.shapes[type.name], node.span)
        return record

    def _row(self, node: Node, item: t.Type) -> tuple[Value, ...] | None:
        """The cards that a text writes, with empty places where these can be; None where it is no text, or of
        other things than cards."""
        texts = self._texts(item.item if isinstance(item, t.OptionalType) else item)
        if texts is None or not isinstance(node, Scalar) or node.is_null:
            return None
        return texts.cards(node.text, node.span, holes=isinstance(item, t.OptionalType))

    def _texts(self, type: t.Type) -> CardTexts | None:
        """The texts of the cards of this type; None where it is none of cards."""
        return self.cards.get(type.name) if isinstance(type, t.UnionType | t.EnumType) else None

    def _card(self, node: Node, type: t.UnionType) -> Value:
        """A card, by its text or in full, as other values of its type."""
        if not isinstance(node, Scalar):
            return self._union(node, type)
        try:
            return self.cards[type.name].one(node.text, node.span)
        except ArbitreError:
            with suppress(ArbitreError):
                return self._union(node, type)
            raise

    def _union(self, node: Node, type: t.UnionType) -> Tagged:
        tags = [alternative.tag for alternative in type.alternatives]
        match node:
            case Scalar(text):
                for alternative in type.alternatives:
                    if alternative.payload is None:
                        if fold(text) == fold(alternative.tag):
                            return Tagged(type.name, alternative.tag)
                        continue
                    lead = f"{alternative.tag} {alternative.preposition or ''}".strip() + " "
                    if text.startswith(lead):
                        rest = Scalar(text.removeprefix(lead).strip(), node.plain, node.span)
                        return Tagged(type.name, alternative.tag, self.read(rest, alternative.payload))
                written = text
            case yamltext.Mapping(((key, value),)):
                for alternative in type.alternatives:
                    if alternative.payload is not None and key.text == alternative.tag:
                        return Tagged(type.name, alternative.tag, self.read(value, alternative.payload))
                written = key.text
            case _:
                raise fail("malformed", f"a `{type.name}` is one of: {_shapes(type)}", node.span)
        message = f"`{shortened(written)}` is no `{type.name}`: {_shapes(type)}"
        raise fail("malformed", message, node.span, help=did_you_mean(written, tags))

    def _is_none(self, node: Node, item: t.Type) -> bool:
        if not isinstance(node, Scalar) or not node.plain:
            return False
        if isinstance(item, t.PlayerType):
            return node.is_null and node.text not in (self.players or ())
        return node.is_null or node.text == "none"

    def _items(self, node: Node, item: t.Type, low: int | None, high: int | None) -> list[Value]:
        row = self._row(node, item)
        if row is not None:
            if not in_bounds(len(row), low, high):
                message = f"{len(row)} cards in the row, and there may be {_within(low, high)}"
                raise fail("out-of-bounds", message, node.span)
            return list(row)
        written = self._listed(node, item)
        if not in_bounds(len(written), low, high):
            message = f"{len(written)} in the list, and there may be {_within(low, high)}"
            raise fail("out-of-bounds", message, node.span)
        problems = Collector()
        values: list[Value] = []
        for entry in written:
            with problems:
                values.append(self.read(entry, item))
        problems.check()
        return values

    def _listed(self, node: Node, item: t.Type) -> tuple[Node, ...]:
        """The items written; `{Anna: …, Bernat: …}` stands for a list of records of a player and a value."""
        match node, item:
            case Sequence(items), _:
                return items
            case yamltext.Mapping(entries), t.RecordType(_, ((who, t.PlayerType()), (what, _))):
                return tuple(
                    yamltext.Mapping(
                        ((Scalar(who, True, k.span), k), (Scalar(what, True, k.span), v)), k.span
                    )
                    for k, v in entries
                )
            case Scalar(text), _:
                help = None if node.is_null else f"write `[{shortened(text)}]`"
                raise fail("malformed", "a list is wanted here", node.span, help=help)
            case _:
                raise fail("malformed", "a list is wanted here, not a mapping", node.span)

    def _set(self, node: Node, item: t.Type) -> ValueSet:
        values = self._items(node, item, None, None)
        found = set_of(values)
        if len(found.items) != len(values):
            raise fail("malformed", "something is in this set twice", node.span)
        return found


def _shapes(type: t.UnionType) -> str:
    return " or ".join(f"`{a.tag}`" if a.payload is None else f"`{{{a.tag}: …}}`" for a in type.alternatives)


def _within(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {high}"
    if high is None:
        return f"{low} or more"
    return f"{low}" if low == high else f"{low} to {high}"
