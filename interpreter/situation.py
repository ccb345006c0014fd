"""Values and situations, from and to what people write.

A situation is a mapping with one key for each parameter of a question, and `table` for the names at the
table. What a scalar means comes from the type that is due; players are any text; cases are known by their
names in every language of the game, whatever the case and accents.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, assert_never

from dsl.errors import Collector, did_you_mean, fail, fold
from dsl.model import EnumDecl, Expr, Game, Question
from dsl.names import CaseNames
from dsl.span import Span
from dsl.types import (
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
from dsl.values import Bag, Case, Player, Record, Tagged, Value, ValueSet, bag_of, set_of
from interpreter import yamltext
from interpreter.yamltext import Node, Scalar, Sequence

TABLE = "table"
Situation = tuple[Value, ...]

_WORDS = {"true": True, "yes": True, "permitted": True, "false": False, "no": False, "forbidden": False}
_NUMBER = re.compile(r"[+-]?[0-9]{1,18}")


class Evaluator(Protocol):
    """What evaluates the defaults of parameters: a Rulebook of any edition."""

    def evaluate(self, expr: Expr, env: Mapping[str, Value]) -> Value:
        """The value of `expr` where the names in `env` have these values."""


# ------------------------------------------------------------------ reading


def parse_value(node: Node, type: Type, game: Game, players: Iterable[str] | None = None) -> Value:
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
        self._names: dict[str, CaseNames] = {}

    def read(self, node: Node, type: Type) -> Value:
        """The value of `type` that `node` writes. Raises ArbitreError."""
        match type:
            case BoolType():
                return self._bool(node)
            case IntType(low, high):
                return self._number(node, low, high)
            case EnumType():
                return self._case(node, type)
            case PlayerType():
                return self.player(node)
            case RecordType():
                return self._record(node, type)
            case UnionType():
                return self._union(node, type)
            case OptionalType(item):
                return None if self._is_none(node, item) else self.read(node, item)
            case ListType(item, low, high):
                return tuple(self._items(node, item, low, high))
            case BagType(item, low, high):
                return bag_of(self._items(node, item, low, high))
            case SetType(item):
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
            raise fail("malformed", f"`{_shorten(scalar.text)}` is neither `true` nor `false`", node.span)
        return value

    def _number(self, node: Node, low: int | None, high: int | None) -> int:
        scalar = self._text(node, "a number")
        text = scalar.text.strip().replace("\u2212", "-")
        if not _NUMBER.fullmatch(text):
            raise fail("malformed", f"`{_shorten(scalar.text)}` is no whole number", node.span)
        value = int(text)
        if (low is not None and value < low) or (high is not None and value > high):
            raise fail("out-of-bounds", f"{value} is not {_within(low, high)}", node.span)
        return value

    def _case(self, node: Node, type: EnumType) -> Case:
        scalar = self._text(node, f"a name of `{type.name}`")
        if type.name not in self._names:
            declared = self.game.enums.get(type.name) or EnumDecl(type=type, names={})
            self._names[type.name] = CaseNames(declared)
        names = self._names[type.name]
        case = names.get(scalar.text)
        if case is None:
            message = f"`{_shorten(scalar.text)}` is no `{type.name}`"
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
            message = f"`{_shorten(name)}` is not at the table"
            raise fail("unknown-player", message, node.span, help=did_you_mean(name, self.players))
        return Player(name)

    def _record(self, node: Node, type: RecordType) -> Record:
        if not isinstance(node, yamltext.Mapping):
            wanted = ", ".join(name for name, _ in type.fields)
            raise fail("malformed", f"a `{type.name}` is a mapping with {wanted}", node.span)
        fields = dict(type.fields)
        problems = Collector()
        for key, _ in node.entries:
            if key.text not in fields:
                message = f"a `{type.name}` has no `{key.text}`"
                problems.add("unknown-name", message, key.span, help=did_you_mean(key.text, fields))
        values: list[tuple[str, Value]] = []
        for name, field_type in type.fields:
            written = node.get(name)
            if written is not None:
                with problems:
                    values.append((name, self.read(written, field_type)))
            elif isinstance(field_type, OptionalType):
                values.append((name, None))
            else:
                problems.add("malformed", f"this `{type.name}` lacks its `{name}`", node.span)
        problems.check()
        return Record(type.name, tuple(values))

    def _union(self, node: Node, type: UnionType) -> Tagged:
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
        message = f"`{_shorten(written)}` is no `{type.name}`: {_shapes(type)}"
        raise fail("unknown-name", message, node.span, help=did_you_mean(written, tags))

    def _is_none(self, node: Node, item: Type) -> bool:
        if not isinstance(node, Scalar) or not node.plain:
            return False
        if isinstance(item, PlayerType):
            return node.is_null and node.text not in (self.players or ())
        return node.is_null or node.text == "none"

    def _items(self, node: Node, item: Type, low: int | None, high: int | None) -> list[Value]:
        written = self._listed(node, item)
        if not _in_bounds(len(written), low, high):
            message = f"{len(written)} in the list, and there may be {_within(low, high)}"
            raise fail("out-of-bounds", message, node.span)
        problems = Collector()
        values: list[Value] = []
        for entry in written:
            with problems:
                values.append(self.read(entry, item))
        problems.check()
        return values

    def _listed(self, node: Node, item: Type) -> tuple[Node, ...]:
        """The items written; `{Anna: …, Bernat: …}` stands for a list of records of a player and a value."""
        match node, item:
            case Sequence(items), _:
                return items
            case yamltext.Mapping(entries), RecordType(_, ((who, PlayerType()), (what, _))):
                return tuple(
                    yamltext.Mapping(
                        ((Scalar(who, True, k.span), k), (Scalar(what, True, k.span), v)), k.span
                    )
                    for k, v in entries
                )
            case Scalar(text), _:
                message = "a list is wanted here"
                raise fail("malformed", message, node.span, help=f"write `[{_shorten(text)}]`")
            case _:
                raise fail("malformed", "a list is wanted here, not a mapping", node.span)

    def _set(self, node: Node, item: Type) -> ValueSet:
        values = self._items(node, item, None, None)
        found = set_of(values)
        if len(found.items) != len(values):
            raise fail("malformed", "something is in this set twice", node.span)
        return found


# ------------------------------------------------------------------ bounds and players


def fits(value: Value, type: Type) -> bool:
    """Whether a value of the right sort is within the bounds of its type."""
    match value, type:
        case bool(), BoolType():
            return True
        case int(), IntType(low, high):
            return not isinstance(value, bool) and _in_bounds(value, low, high)
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
            return _in_bounds(len(value), low, high) and all(fits(v, item) for v in value)
        case Bag(items), BagType(item, low, high):
            return _in_bounds(len(items), low, high) and all(fits(v, item) for v in items)
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


# ------------------------------------------------------------------ showing


def to_json(value: Value) -> Any:
    """The value as JSON of its type."""
    match value:
        case None | bool() | int():
            return value
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
            case int():
                return str(value)
            case Case():
                return self._case(value)
            case Player(name):
                return printable(name)
            case Record(_, ((_, Player() as who), (_, what))):
                return f"{self.text(who)}: {self.text(what)}"
            case Record(type, fields):
                return f"{type}({', '.join(f'{name}: {self.text(v)}' for name, v in fields)})"
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


def _shorten(text: str) -> str:
    shown = printable(text)
    return shown if len(shown) <= 60 else shown[:57] + "…"


def _shapes(type: UnionType) -> str:
    return " or ".join(f"`{a.tag}`" if a.payload is None else f"`{{{a.tag}: …}}`" for a in type.alternatives)


def _in_bounds(number: int, low: int | None, high: int | None) -> bool:
    return (low is None or number >= low) and (high is None or number <= high)


def _within(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {high}"
    if high is None:
        return f"{low} or more"
    return f"{low}" if low == high else f"{low} to {high}"
