"""Values, outcomes and interpretations in words."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import assert_never

from arbitre.wording.catalogue import _, listed
from checker.editions.elimination import smallest_choices
from dsl.model import Edition, Game, Question
from dsl.types.types import OptionalType, PlayerType, SetType, Type
from dsl.types.values import Bag, Case, Player, Record, Tagged, Value, ValueSet
from interpreter.rulebook.rulebook import Outcome, Status
from interpreter.values.show import row_text, show


def language_of(game: Game, edition: str) -> str:
    """The language in which cards are named for an edition: its own, else the game's first."""
    found = game.editions.get(edition)
    return found.language if found is not None and found.language else game.languages[0]


def answer(value: Value, question: Question, game: Game, language: str) -> str:
    """A value as the answer to a question: `taken by Anna`, `permitted`, `nobody`."""
    if isinstance(value, bool) and question.permission is not None:
        return _("permitted") if value else _("forbidden")
    return plain(value, game, language, question.answer)


def plain(value: Value, game: Game, language: str, type: Type | None = None) -> str:
    """A value without the brackets of the language: `a, a`; nothing at all is `nothing`. A list of cards that
    can be laid is a row, `8 + 7`."""
    match value:
        case None:
            of_player = isinstance(type, OptionalType) and isinstance(type.item, PlayerType)
            return _("nobody") if of_player else _("none")
        case bool():
            return _("yes") if value else _("no")
        case int() | Fraction() | Case() | Player() | Tagged():
            return show(value, game, language)
        case Record(fields=((_name, Player() as who), (_other, what))):
            return f"{show(who, game, language)}: {plain(what, game, language)}"
        case Record(type=name) if name in game.shapes:
            return show(value, game, language)
        case Record(fields=fields):
            return ", ".join(f"{name}: {plain(v, game, language)}" for name, v in fields)
        case Bag(items) | ValueSet(items):
            return _several(items, game, language, type)
        case tuple():
            return row_text(value, game, language) or _several(value, game, language, type)
        case _:
            assert_never(value)


def _several(items: Sequence[Value], game: Game, language: str, type: Type | None) -> str:
    if not items:
        of_players = isinstance(type, SetType) and isinstance(type.item, PlayerType)
        return _("nobody") if of_players else _("nothing")
    separator = "; " if any(isinstance(item, Record) for item in items) else ", "
    return separator.join(plain(item, game, language) for item in items)


def outcome(found: Outcome, question: Question, game: Game, language: str) -> str:
    """What an edition answers, in a few words."""
    said = [answer(value, question, game, language) for value in found.admits]
    match found.status:
        case Status.SETTLED:
            return said[0]
        case Status.OPEN:
            return _("leaves open: {answers}", answers=listed(said, _("or")))
        case Status.SILENT:
            return _("says nothing")
        case Status.CONTRADICTORY:
            return _("contradicts itself")
        case Status.BLOCKED:
            return _("cannot be told: it hangs on another question")
        case _:
            assert_never(found.status)


def reading_text(edition: Edition, doubt: str, readings: Iterable[str]) -> str:
    """`doubt` is read as “…”: with the readings in words."""
    known = {reading.name: reading.text for reading in edition.doubts[doubt].readings}
    said = [f"“{known[name]}”" if name in known else f"`{name}`" for name in readings]
    return _("`{doubt}` is read as {readings}", doubt=doubt, readings=listed(said, _("or")))


def condition(
    edition: Edition, these: Sequence[Mapping[str, str]], among: Sequence[Mapping[str, str]]
) -> str | None:
    """Which interpretations `these` are, of those in question (`among`); None where they are all.

    In words with the readings quoted. Where no simple choice for each doubt describes them,
    choices of some doubts that do are listed (the first three).
    """
    if len(these) == len(among):
        return None
    doubts = [name for name in edition.doubts if any(name in i for i in among)]
    chosen = {name: _readings(name, these) for name in doubts}
    everything = {name: _readings(name, among) for name in doubts}
    present = {tuple(i.get(name) for name in doubts) for i in these}
    boxes = set(product(*(chosen[name] for name in doubts)))
    possible = {tuple(i.get(name) for name in doubts) for i in among}
    if boxes & possible == present and not any(None in readings for readings in everything.values()):
        parts = [
            reading_text(edition, name, [r for r in chosen[name] if r is not None])
            for name in doubts
            if len(chosen[name]) < len(everything[name])
        ]
        return listed(parts)
    choices = _choices(these, among)
    told = [
        listed([reading_text(edition, name, [i[name]]) for name in doubts if name in i]) for i in choices[:3]
    ]
    if len(choices) > 3:
        told.append(_("in {n} more ways", n=len(choices) - 3))
    return _(", or if ").join(told)


def _choices(
    these: Sequence[Mapping[str, str]], among: Sequence[Mapping[str, str]]
) -> Sequence[Mapping[str, str]]:
    """The smallest choices that tell `these` from the others; as they are, where they do not all speak of
    the same doubts."""
    if len({frozenset(i) for i in among}) > 1:
        return these
    order = [(doubt, reading) for i in among for doubt, reading in i.items()]
    return sorted(
        smallest_choices(these, among), key=lambda choice: [order.index(item) for item in choice.items()]
    )


def _readings(doubt: str, interpretations: Sequence[Mapping[str, str]]) -> list[str | None]:
    return list(dict.fromkeys(i.get(doubt) for i in interpretations))
