"""A tiny game made by hand, to test with: three kinds of card, highest card takes, most points win.

Its edition `xx` has a doubt (`tie`: whether the first or the last of those who tie takes the round), and,
if `silences` is given, is silent on the questions named.
"""

from collections.abc import Iterable
from typing import Any

from dsl.model import (
    EnumDecl,
    Game,
    Variant,
)
from dsl.types import EnumType
from dsl.values import Case

CARD = EnumType("card", ("A", "B", "C"))
NAMES = {
    "A": {"ca": ("Alfa", "l'Alfa"), "es": ("Alfà",)},
    "B": {"ca": ("Blau",), "es": ("Azul",)},
}


def card(name: str) -> Case:
    """The case called so."""
    return Case("card", name, CARD.cases.index(name))


def game(**changes: Any) -> Game:
    """The game, with these fields changed."""
    fields: dict[str, Any] = {
        "name": "tiny",
        "title": "Tiny",
        "languages": ("ca", "es"),
        "players": (2, 6),
        "names": ("Anna", "Bernat", "Carla", "David", "Emma", "Ferran"),
        "enums": {"card": EnumDecl(type=CARD, names=NAMES)},
        "types": {},
        "questions": {},
        "variants": {"plain": Variant(name="plain", text="", questions=())},
        "flows": {},
        "properties": (),
        "assumptions": (),
        "editions": {},
        "rulings": (),
    }
    return Game(**(fields | changes))


def _union() -> Iterable[Any]:
    from dsl.types import Alternative, PlayerType, UnionType

    return (UnionType("result", (Alternative("taken", "by", PlayerType()), Alternative("discarded"))),)


GAME = game(types={t.name: t for t in _union()})
