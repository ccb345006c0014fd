"""Every value of a type that has few of them."""

from dsl.types.enumerate import every
from dsl.types.types import Alternative, BoolType, EnumType, IntType, ListType, PlayerType, UnionType
from dsl.types.values import Case, Tagged

CARD = EnumType("card", ("Low", "High"))


def union(*payloads):
    return UnionType("tile", tuple(Alternative(f"t{i}", p and "to", p) for i, p in enumerate(payloads)))


def test_in_declared_order():
    assert every(CARD) == (Case("card", "Low", 0), Case("card", "High", 1))
    assert every(union(IntType(2, 3), None, CARD, BoolType())) == (
        Tagged("tile", "t0", 2),
        Tagged("tile", "t0", 3),
        Tagged("tile", "t1"),
        Tagged("tile", "t2", Case("card", "Low", 0)),
        Tagged("tile", "t2", Case("card", "High", 1)),
        Tagged("tile", "t3", False),
        Tagged("tile", "t3", True),
    )


def test_not_of_what_has_others_or_too_many():
    for type in (PlayerType(), IntType(0, None), IntType(0, 1000), ListType(CARD, 0, 2)):
        assert every(type) is None
        assert every(union(type)) is None
    assert every(union(IntType(0, 600), IntType(0, 600))) is None
