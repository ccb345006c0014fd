"""The type checker: what each construct becomes, of which type, and what a hint decides."""

from dataclasses import fields, is_dataclass

import pytest

from dsl import model as m
from dsl.text.errors import ArbitreError
from dsl.types.algebra import apart, describe, fits, join
from dsl.types.types import (
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
from dsl.types.values import Case, Player
from tests.dsl.conftest import Desk

CARD = EnumType("card", ("Low", "High", "Wild"))
PLAY = RecordType("play", (("player", PlayerType()), ("cards", BagType(CARD, 1, 2))))
BOOL = BoolType()


def show(value: object) -> str:
    """A typed expression on one line, without types and places."""
    match value:
        case m.Literal(value=Case(name=name)) | m.Literal(value=Player(name=name)) | m.Var(name=name):
            return name
        case m.Literal(value=literal):
            return str(literal)
        case m.Function(name=name):
            return name
        case EnumType(name=name):
            return name
        case tuple():
            return "[" + " ".join(show(item) for item in value) + "]"
        case _ if is_dataclass(value):
            kept = [f.name for f in fields(value) if f.name not in ("type", "span")]
            return f"({' '.join([type(value).__name__, *(show(getattr(value, name)) for name in kept)])})"
        case _:
            return str(value)


def test_the_names_bound_come_first_then_cases_then_players(desk: Desk) -> None:
    assert show(desk.infer("Low")) == "Low"
    assert desk.infer("Low").type == CARD
    assert desk.infer("Low", Low="bool") == m.Var(type=BOOL, name="Low")
    assert desk.infer("Ann") == m.Literal(type=PlayerType(), value=Player("Ann"))
    assert desk.infer("drawn").type == desk.type("result")
    assert show(desk.infer("card")) == "(AllValues card)"
    assert desk.infer("card").type == ListType(CARD, 3, 3)


def test_none_takes_the_type_that_is_expected(desk: Desk) -> None:
    assert desk.infer("none", "optional player") == m.Literal(type=OptionalType(PlayerType()), value=None)
    assert desk.refused("none").code == "unclear-type"


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("x + 1 * 2", "(Arithmetic + x (Arithmetic * 1 2))"),
        ("-3", "-3"),
        ("-x", "(Negative x)"),
        ("not x = 1 and x < 2", "(Logic and (Not (Compare = x 1)) (Compare < x 2))"),
        ("x = 1 implies x != 2", "(Logic implies (Compare = x 1) (Compare != x 2))"),
        ("x in [1, 2]", "(Member x (MakeList [1 2]))"),
        ("x not in {1, 2}", "(Not (Member x (MakeSet [1 2])))"),
        ("let y = x; y + y", "(Let y x (Arithmetic + y y))"),
        ("if x = 1 then 2 else 3", "(If (Compare = x 1) 2 3)"),
    ],
)
def test_operators(desk: Desk, text: str, typed: str) -> None:
    assert show(desk.infer(text, x="0..5")) == typed


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("x + 1", 1, 6),
        ("x - 2", -2, 3),
        ("-x", -5, 0),
        ("x * -2", -10, 0),
        ("if x = 1 then 7 else x", 0, 7),
        ("size(xs)", 1, 3),
        ("count a in xs where a = 1", 0, 3),
        ("count a, b in xs", 0, 6),
        ("sum a in xs of a", 0, 27),
        ("highest a in xs of a", 0, 9),
        ("count e in card", 3, 3),
    ],
)
def test_numbers_carry_bounds(desk: Desk, text: str, low: int, high: int) -> None:
    assert desk.infer(text, x="0..5", xs="list 1..3 of 0..9").type == IntType(low, high)


# ------------------------------------------------------------------ collections


def test_braces_are_a_bag_or_a_set_by_what_is_expected(desk: Desk) -> None:
    assert desk.infer("{Low, High}").type == BagType(CARD, 2, 2)
    assert desk.infer("{Low, High}", "set of card").type == SetType(CARD)
    assert isinstance(desk.infer("{c for c in card}", "set of card"), m.Mapped)
    assert desk.infer("{c for c in card}", "set of card").type == SetType(CARD)
    assert desk.infer("{c for c in card}").type == BagType(CARD, 3, 3)


@pytest.mark.parametrize("text", ["cards = {Low, High}", "{Low, High} = cards"])
def test_either_side_of_a_comparison_explains_the_other(desk: Desk, text: str) -> None:
    bag = desk.infer(text, cards="bag 1..2 of card")
    set_ = desk.infer(text, cards="set of card")
    assert "(MakeBag [Low High])" in show(bag)
    assert "(MakeSet [Low High])" in show(set_)


def test_empty_braces_take_the_type_that_is_expected(desk: Desk) -> None:
    assert show(desk.infer("cards = {}", cards="set of card")) == "(Compare = cards (MakeSet []))"
    assert desk.refused("{}").code == "unclear-type"


def test_lists_and_bags_are_joined(desk: Desk) -> None:
    joined = desk.infer("xs + [5]", xs="list 1..3 of 0..9")
    assert joined.type == ListType(IntType(0, 9), 2, 4)
    assert desk.infer("{Low} + cards", cards="bag 1..2 of card").type == BagType(CARD, 2, 3)


def test_a_pair_is_the_record_that_is_expected(desk: Desk) -> None:
    typed = desk.infer("[Ann: {High}]", "list 1..3 of play")
    assert show(typed) == "(MakeList [(MakeRecord [[player Ann] [cards (MakeBag [High])]])])"
    assert typed.type == ListType(PLAY, 1, 1)


def test_a_pair_by_itself_is_the_only_record_that_fits(desk: Desk) -> None:
    assert desk.infer("[p: 3 for p in ps]", ps="list 2..3 of player").type == ListType(
        desk.type("tally"), 2, 3
    )
    assert desk.infer("[p: {High} for p in ps]", ps="list 2..3 of player").type == ListType(PLAY, 2, 3)
    assert desk.refused("[1: 2]").code == "unclear-type"


@pytest.mark.parametrize(
    ("text", "typed", "type_"),
    [
        ("those x in xs where x > 1", "(Those (Binder [x] xs (Compare > x 1)))", "list 0..3 of 0..9"),
        ("the first x in xs", "(Pick first (Binder [x] xs None))", "0..9"),
        ("prefix(xs, 2)", "(Prefix xs 2)", "list 1..2 of 0..9"),
        ("reversed(xs)", "(Reversed xs)", "list 1..3 of 0..9"),
        ("xs[1]", "(Index xs 1)", "0..9"),
        ("[x + 1 for x in xs]", "(Mapped (Arithmetic + x 1) (Binder [x] xs None))", "list 1..3 of 1..10"),
        ("no a, b in xs: a = b", "(Quantified no (Binder [a b] xs None) (Compare = a b))", "bool"),
        (
            "all i in 1..size(xs): i > 0",
            "(Quantified all (Binder [i] (Range 1 (Size xs)) None) (Compare > i 0))",
            "bool",
        ),
    ],
)
def test_walks(desk: Desk, text: str, typed: str, type_: str) -> None:
    found = desk.infer(text, xs="list 1..3 of 0..9")
    assert show(found) == typed
    assert found.type == desk.type(type_)


def test_a_part_of_a_bag_is_a_bag_and_of_a_set_a_set(desk: Desk) -> None:
    assert desk.infer("those c in cards where c = Low", cards="bag 1..2 of card").type == BagType(CARD, 0, 2)
    assert desk.infer("those c in cards where c = Low", cards="set of card").type == SetType(CARD)


def test_an_enumeration_is_walked_through_though_a_parameter_has_its_name(desk: Desk) -> None:
    assert show(desk.infer("all c in card: c = card", card="card")) == (
        "(Quantified all (Binder [c] (AllValues card) None) (Compare = c card))"
    )


# ------------------------------------------------------------------ records, alternatives, optional values


def test_alternatives(desk: Desk) -> None:
    assert show(desk.infer("win by Ann")) == "(MakeTagged win Ann)"
    assert show(desk.infer("drawn")) == "(MakeTagged drawn None)"
    assert isinstance(desk.infer("win by Ann").type, UnionType)
    assert show(desk.infer("r is win", r="result")) == "(IsTag r win)"
    assert show(desk.infer("r is not drawn", r="result")) == "(Not (IsTag r drawn))"
    assert show(desk.infer("r.by", r="result")) == "(Payload r [win])"
    assert show(desk.infer("c is Low", c="card")) == "(Compare = c Low)"
    assert show(desk.infer("c is not Low", c="card")) == "(Compare != c Low)"


def test_an_optional_value_is_unwrapped_where_a_plain_one_is_needed(desk: Desk) -> None:
    assert show(desk.check("p", "player", p="optional player")) == "(Unwrap p)"
    assert show(desk.check("p", "optional player", p="player")) == "p"
    assert show(desk.infer("p is none", p="optional player")) == "(IsTag p none)"
    assert show(desk.infer("p = none", p="optional player")) == "(Compare = p None)"
    assert show(desk.infer("p = Ann", p="optional player")) == "(Compare = p Ann)"
    assert show(desk.infer("n + 1", n="optional 0..5")) == "(Arithmetic + (Unwrap n) 1)"
    assert show(desk.infer("r.by", r="optional result")) == "(Payload (Unwrap r) [win])"
    assert desk.infer("if b then none else Ann", b="bool").type == OptionalType(PlayerType())


def test_records_by_name(desk: Desk) -> None:
    made = desk.infer("play(Ann, {Low})")
    assert show(made) == "(MakeRecord [[player Ann] [cards (MakeBag [Low])]])"
    assert show(desk.infer("play(Ann, {Low}).cards")) == f"(Field {show(made)} cards)"


# ------------------------------------------------------------------ questions and definitions


def test_defaults_are_filled_in_with_the_arguments_before(desk: Desk) -> None:
    asked = desk.infer("outcome(reversed(ps))", ps="list 1..3 of play")
    assert isinstance(asked, m.Ask)
    assert show(asked.args[1]) == "(If (Compare < (Size (Reversed ps)) 2) 2 (Size (Reversed ps)))"
    full = desk.infer("outcome(ps, 3)", ps="list 1..3 of play")
    assert show(full) == "(Ask outcome [ps 3])"


def test_a_definition_is_typed_anew_for_each_sort_of_arguments(desk: Desk) -> None:
    in_list = desk.infer("times(Low, cs)", cs="list 1..3 of card")
    in_bag = desk.infer("times(Low, cs)", cs="bag 1..2 of card")
    again = desk.infer("times(High, ds)", ds="bag 1..2 of card")
    assert isinstance(in_list, m.Call) and isinstance(in_bag, m.Call) and isinstance(again, m.Call)
    assert in_list.function is not in_bag.function
    assert in_bag.function is again.function
    assert in_list.type == IntType(0, 3)


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("text", "code", "message", "help"),
    [
        ("Lwo", "unknown-name", "`Lwo` is not known here", "did you mean `Low`?"),
        ("c = Hihg", "unknown-name", "`Hihg` is no card", "did you mean `High`?"),
        (
            "valeu(c)",
            "unknown-name",
            "`valeu` is no question, definition, doubt or record",
            "did you mean `value`?",
        ),
        ("hand_size", "unknown-name", "`hand_size` needs its arguments in brackets", "write `hand_size(…)`"),
        ("c = 1", "wrong-type", "`c` is a card and `1` is a number, so they are never compared", None),
        (
            "c + 1",
            "wrong-type",
            "`c` is a card and `1` is a number, which cannot be added",
            "numbers, lists, and bags can be added",
        ),
        ("c = none", "wrong-type", "`c` is a card, which is never `none`", None),
        (
            "c is none",
            "unknown-name",
            "`none` is no alternative of a card",
            "known here: `Low`, `High`, `Wild`",
        ),
        ("value(1)", "wrong-type", "`1` is a number, where a card is needed", None),
        ("value()", "wrong-arguments", "`value` takes 1 argument, not 0", None),
        ("outcome()", "wrong-arguments", "`outcome` takes 1 to 2 arguments, not 0", None),
        ("times(c)", "wrong-arguments", "`times` takes 2 arguments, not 1", None),
        ("size(c)", "wrong-type", "`c` is a card, where a list, bag or set is needed", None),
        ("not c", "wrong-type", "`c` is a card, where true or false is needed", None),
        ("p.crads", "unknown-name", "`p` is a play, which has no `crads`", "did you mean `cards`?"),
        ("r is wni", "unknown-name", "`wni` is no alternative of a result", "did you mean `win`?"),
        ("all x in xs: y", "unknown-name", "`y` is not known here", None),
        ("some a, a in xs: true", "duplicate-name", "`a` is bound twice", None),
        ("c in xs", "wrong-type", "`c` is a card and `xs` is a list of number, so it is never in it", None),
        ("[1, c]", "wrong-type", "`c` is a card, and `1` beside it is a number", None),
        ("if true then 1 else c", "wrong-type", "`1` is a number but `c` is a card", None),
        (
            "the first a, b in xs",
            "wrong-binder",
            "`the first a, b in xs …` picks by one name, and here are 2",
            None,
        ),
        ("reversed(cs)", "wrong-type", "`cs` is a bag of card, where a list is needed", None),
        ("prefix(xs)", "wrong-arguments", "`prefix` takes 2 arguments, not 1", None),
        (
            "may_play({Low, Low, Low})",
            "out-of-bounds",
            "`{Low, Low, Low}` has 3 items, where 1..2 are possible",
            None,
        ),
        ("wins by Ann", "unknown-name", "`wins by …` is no alternative of any type", "did you mean `win`?"),
        ("r.yb", "unknown-name", "`r` is a result, which has no `yb`", "known here: `by`"),
    ],
)
def test_refusals(desk: Desk, text: str, code: str, message: str, help: str | None) -> None:
    problem = desk.refused(
        text, c="card", p="play", r="result", xs="list 1..3 of 0..9", cs="bag 1..2 of card"
    )
    assert (problem.code, problem.message, problem.help) == (code, message, help)


def test_every_mistake_in_an_expression_is_reported_once(desk: Desk) -> None:
    with pytest.raises(ArbitreError) as raised:
        desk.infer("value(Lwo) + valeu(Low) = nothing and size(nowhere) > 1")
    assert [p.message for p in raised.value.problems] == [
        "`Lwo` is no card",
        "`valeu` is no question, definition, doubt or record",
        "`nothing` is not known here",
        "`nowhere` is not known here",
    ]


# ------------------------------------------------------------------ the algebra


def test_bounds_never_stand_in_the_way_of_fitting_and_are_told_apart() -> None:
    few, many = ListType(BOOL, 0, 2), ListType(BOOL, 3, 5)
    assert fits(few, many) and apart(few, many)
    assert not apart(few, ListType(BOOL))
    assert fits(BOOL, OptionalType(BOOL)) and not fits(OptionalType(BOOL), BOOL)
    assert not fits(BagType(BOOL), SetType(BOOL))


@pytest.mark.parametrize(
    ("left", "right", "both"),
    [
        (IntType(0, 1), IntType(5, 9), IntType(0, 9)),
        (IntType(0, 1), IntType(), IntType()),
        (OptionalType(BOOL), BOOL, OptionalType(BOOL)),
        (ListType(IntType(1, 1), 0, 1), ListType(IntType(2, 2), 3, 3), ListType(IntType(1, 2), 0, 3)),
        (BOOL, IntType(), None),
        (ListType(BOOL), SetType(BOOL), None),
    ],
)
def test_what_two_types_have_in_common(left: Type, right: Type, both: Type | None) -> None:
    assert join(left, right) == both
    assert join(right, left) == both


def test_types_in_words() -> None:
    assert describe(ListType(OptionalType(CARD))) == "a list of optional card"
    assert describe(EnumType("emblem", ())) == "an emblem"
