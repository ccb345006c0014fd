"""The type checker on numbers that are not whole, and on what is left of a division."""

import pytest

from dsl import model as m
from dsl.types.algebra import describe, fits, is_endless, join, may_be_zero
from dsl.types.types import IntType, ListType, OptionalType, RationalType, Type
from tests.dsl.conftest import Desk, Tiny

RATIONAL = RationalType()
OPTIONAL = OptionalType(RATIONAL)
NAMES = {"n": "0..5", "k": "1..4", "r": "rational", "o": "optional rational", "i": "optional 1..3"}


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("n / k", RATIONAL),
        ("n / 2", RATIONAL),
        ("n / -2", RATIONAL),
        ("k / n", OPTIONAL),
        ("k / r", OPTIONAL),
        ("k / 0", OPTIONAL),
        ("n / i", RATIONAL),
        ("r + n", RATIONAL),
        ("n * r", RATIONAL),
        ("n - o", OPTIONAL),
        ("o + i", OPTIONAL),
        ("-o", OPTIONAL),
        ("-r", RATIONAL),
        ("1 / 2 + k / n * 2", OPTIONAL),
        ("sum a in [n / k] of a", RATIONAL),
        ("sum a in [k / n] of a", OPTIONAL),
        ("highest a in [k / n] of a", RATIONAL),
        ("[n, r]", ListType(RATIONAL, 2, 2)),
        ("if n = 1 then n else r", RATIONAL),
        ("if n = 1 then none else r", OPTIONAL),
        ("n mod k", IntType(0, 3)),
        ("k mod 3", IntType(0, 2)),
        ("k mod 9", IntType(0, 4)),
        ("(n - 9) mod 9", IntType(0, 8)),
        ("n mod i", IntType(0, 2)),
    ],
)
def test_arithmetic(desk: Desk, text: str, type_: Type) -> None:
    assert desk.infer(text, "rational" if "none" in text else None, **NAMES).type == type_


def test_operators_of_products_go_from_the_left(desk: Desk) -> None:
    typed = desk.infer("n * 3 mod 2 + 1", **NAMES)
    assert isinstance(typed, m.Arithmetic) and typed.op == "+"
    assert isinstance(typed.left, m.Arithmetic) and typed.left.op == "mod"
    assert isinstance(typed.left.left, m.Arithmetic) and typed.left.left.op == "*"


def test_comparisons_by_size_need_values_and_equality_does_not(desk: Desk) -> None:
    ordered, equal = desk.infer("o < n", **NAMES), desk.infer("o = n", **NAMES)
    assert isinstance(ordered, m.Compare) and isinstance(ordered.left, m.Unwrap)
    assert isinstance(equal, m.Compare) and isinstance(equal.left, m.Var)


def test_whole_numbers_are_rational(desk: Desk) -> None:
    assert desk.check("n", "rational", **NAMES).type == IntType(0, 5)
    assert desk.check("[n, 2]", "list 2 of rational", **NAMES)
    assert fits(IntType(0, 1), OPTIONAL) and not fits(RATIONAL, IntType())
    assert join(IntType(0, 1), RATIONAL) == RATIONAL == join(RATIONAL, IntType())
    assert describe(ListType(RATIONAL)) == "a list of rational number"


def test_which_numbers_may_be_zero_and_which_types_have_no_end() -> None:
    assert [may_be_zero(t) for t in (IntType(1, 2), IntType(-2, -1), IntType(0, 1), IntType(), OPTIONAL)] == [
        *(False, False, True, True, True)
    ]
    assert is_endless(ListType(OPTIONAL)) and not is_endless(ListType(IntType(0, 1)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("prefix([n], r)", "`r` is a rational number, where a whole number is needed"),
        ("r mod 2", "`r` is a rational number, where a whole number is needed"),
        ("n mod 0", "`0` is never positive: nothing is left of a number by it"),
        ("n / Low", "`Low` is a card, where a number is needed"),
        ("r + Low", "`r` is a rational number and `Low` is a card, which cannot be added"),
        ("r = Low", "`r` is a rational number and `Low` is a card, so they are never compared"),
        ("r is none", "`r` is a rational number, which has no alternatives"),
    ],
)
def test_refusals(desk: Desk, text: str, message: str) -> None:
    assert desk.refused(text, **NAMES).message == message


def test_a_choice_has_an_end(tiny: Tiny) -> None:
    tiny.replace("game", "choose cards by p: bag 1..2 of card from p.hand", "choose cards by p: rational")
    assert "endless-choice" in [problem.code for problem in tiny.problems()]
