"""The bounds of situations: of all numbers, lists and bags in them, and of the players they mention."""

from checker.grounds.bounds import bounds_of
from dsl.model import Parameter
from dsl.types.types import (
    Alternative,
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
from tests.checker.small import Small

CARD = EnumType("card", ("Red", "Blue"))
STANDING = RecordType("standing", (("player", PlayerType()), ("total", IntType(-9999, 9999))))
RESULT = UnionType(
    "result", (Alternative("taken", "by", PlayerType()), Alternative("lost", None, IntType(0, 9)))
)


def bounds(small: Small, **types: Type) -> dict[str, object]:
    """Of a game for two or three."""
    return bounds_of(small.game(), [Parameter(name=name, type=type) for name, type in types.items()])


def test_numbers_lists_and_bags_have_bounds(small: Small) -> None:
    found = bounds(small, n=IntType(1, 4), xs=ListType(CARD, 2, 3), bag=BagType(CARD, 0, 2), on=BoolType())
    assert found == {"n": [1, 4], "xs": [2, 3], "bag": [0, 2]}


def test_so_has_what_is_inside(small: Small) -> None:
    found = bounds(
        small, table=ListType(STANDING, 2, 9), result=OptionalType(RESULT), all=SetType(IntType(0, 5))
    )
    assert found == {
        "table": [2, 9],
        "table[].total": [-9999, 9999],
        "result.lost": [0, 9],
        "all[]": [0, 5],
        "players": [1, 3],
    }


def test_players_are_counted_as_far_as_there_are_any(small: Small) -> None:
    assert bounds(small, one=PlayerType()) == {"players": [1, 1]}
    assert bounds(small, one=PlayerType(), other=OptionalType(PlayerType())) == {"players": [1, 2]}
    assert bounds(small, some=SetType(PlayerType())) == {"players": [0, 3]}
    assert bounds(small, result=RESULT)["players"] == [0, 1]


def test_what_has_no_bounds_has_none(small: Small) -> None:
    assert bounds(small, share=RationalType(), n=IntType(None, 3)) == {}
