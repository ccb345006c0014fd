"""What people write as a value: a number of a list, a name, several with commas, or YAML."""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from arbitre.wording import values
from arbitre.wording.catalogue import _, later, say
from arbitre.wording.signatures import type_text
from dsl.model import Game
from dsl.text.errors import ArbitreError, fold
from dsl.text.span import Span
from dsl.types import types as t
from dsl.types.values import Player, Value
from interpreter.rulebook.situations import ValueReader
from interpreter.runtime import yamltext
from interpreter.runtime.yamltext import Node, Scalar
from interpreter.values.domain import domain_size, has_players, values_of

FEW = 24
"""So many things are listed unasked."""
MANY = 200
"""So many things are listed at most."""
_HERE = Span("-", 1, 1, 1, 1)


class Answers:
    """Reads and shows values of one type, of one game, in the language of an edition."""

    def __init__(self, game: Game, type: t.Type, language: str, players: Sequence[str] | None) -> None:
        self.game, self.type, self.language = game, type, language
        self.reader = ValueReader(game, None if players is None else tuple(players))
        self.players = players

    def shown(self, value: Value) -> str:
        """The value in words."""
        return values.plain(value, self.game, self.language, self.type)

    def label(self, number: int, options: Sequence[Value]) -> str:
        """How the option of that number, from 1, is called: by the number alone, where that is no answer of
        itself."""
        return f"{number}" if not self._numbers(len(options)) else f"#{number}"

    def _numbers(self, most: int) -> bool:
        """Whether one of the numbers up to `most` is an answer by itself."""
        for number in range(1, most + 1):
            with suppress(ArbitreError):
                self.read(f"{number}")
                return True
        return False

    def chosen(self, text: str, options: Sequence[Value]) -> Value:
        """The option or value that the text means. Raises ArbitreError."""
        number = numbered(text, len(options))
        if number is not None and (text.startswith("#") or not self._numbers(len(options))):
            return options[number - 1]
        for option in options:
            if fold(self.shown(option)) == fold(text):
                return option
        return self.read(text)

    def read(self, text: str) -> Value:
        """The value that the text writes. Raises ArbitreError."""
        return self._read(text, self.type)

    def _read(self, text: str, type: t.Type) -> Value:
        if text[:1] in ("[", "{", '"', "'"):
            return self.reader.read(yamltext.parse_document(text, "-"), type)
        match type:
            case t.BoolType() if fold(text) in (fold(_("yes")), fold(_("permitted"))):
                return True
            case t.BoolType() if fold(text) in (fold(_("no")), fold(_("forbidden"))):
                return False
            case t.OptionalType(item):
                known = (self.players or ()) if isinstance(item, t.PlayerType) else ()
                if text not in known and fold(text) in _nothing():
                    return None
                return self._read(text, item)
            case t.ListType() | t.BagType() | t.SetType():
                return self._several(text, type)
            case _:
                return self.reader.read(_scalar(text), type)

    def _several(self, text: str, type: t.ListType | t.BagType | t.SetType) -> Value:
        if fold(text) in _nothing():
            return self.reader.read(yamltext.Sequence((), _HERE), type)
        with suppress(ArbitreError):
            return self.reader.read(_scalar(text), type)  # a row of cards
        parts = [part.strip() for part in text.replace(";", ",").split(",")]
        items = tuple(_node(part) for part in parts if part)
        return self.reader.read(yamltext.Sequence(items, _HERE), type)

    def few(self) -> tuple[Value, ...]:
        """All values of the type, if they are few; else none."""
        size = domain_size(self.type, len(self.players or ()))
        if size is None or size > FEW or (self.players is None and has_players(self.type)):
            return ()
        return tuple(values_of(self.type, tuple(map(Player, self.players or ()))))

    def wanted(self) -> str:
        """What is to be written, in a few words."""
        return _wanted(self.type)

    def words(self, options: Iterable[Value] = ()) -> tuple[str, ...]:
        """What completes an answer: names in all languages, players, options."""
        found = dict.fromkeys(self.shown(option) for option in options)
        for enum in _enums(self.type):
            declared = self.game.enums.get(enum.name)
            for case in enum.cases:
                found[case] = None
                if declared is not None:
                    found |= dict.fromkeys(n for ns in declared.names.get(case, {}).values() for n in ns)
        if has_players(self.type):
            found |= dict.fromkeys(self.players or ())
        return tuple(found)


def _wanted(type: t.Type) -> str:
    written = type_text(type)
    match type:
        case t.ListType(low=low) | t.BagType(low=low) if low:
            return _("`{type}`: names with commas between them", type=written)
        case t.ListType() | t.BagType() | t.SetType():
            said = later("`{type}`: names with commas between them, or `{nothing}`")
            return _(said, type=written, nothing=_("nothing"))
        case t.RecordType(_, fields):
            shape = ", ".join(f"{name}: …" for name, _type in fields)
            return _("`{type}`: written {shape}", type=written, shape=f"`{{{shape}}}`")
        case t.OptionalType(item):
            return _("{wanted}, or `{nothing}`", wanted=_wanted(item), nothing=_("none"))
        case _:
            return f"`{written}`"


def numbered(text: str, number: int) -> int | None:
    """The number of a list of so many that the text is, from 1, with `#` before it or not."""
    digits = text.removeprefix("#").strip()
    found = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 0
    return found if 1 <= found <= number else None


def told(error: ArbitreError) -> str:
    """What is wrong, in a sentence or two."""
    return " ".join(
        f"{say(p.message)}{'' if p.help is None else f' ({say(p.help)})'}." for p in error.problems[:3]
    )


def _nothing() -> tuple[str, ...]:
    return tuple(fold(word) for word in ("none", "nothing", _("none"), _("nothing"), _("nobody")))


def _scalar(text: str) -> Scalar:
    return Scalar(text, True, _HERE)


def _node(text: str) -> Node:
    if text[:1] in ("[", "{", '"', "'"):
        return yamltext.parse_document(text, "-")
    return _scalar(text)


def _enums(type: t.Type) -> tuple[t.EnumType, ...]:
    match type:
        case t.EnumType():
            return (type,)
        case t.OptionalType(item) | t.ListType(item) | t.BagType(item) | t.SetType(item):
            return _enums(item)
        case t.RecordType(_, fields):
            return tuple(enum for _name, field in fields for enum in _enums(field))
        case t.UnionType(_, alternatives):
            return tuple(e for a in alternatives if a.payload is not None for e in _enums(a.payload))
        case _:
            return ()
