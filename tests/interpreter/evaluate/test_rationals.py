"""Numbers that are not whole: evaluated, kept, read and shown."""

from fractions import Fraction

import pytest

from dsl.model import Aggregate, Binder, Expr, Negative, Unwrap
from dsl.text.errors import ArbitreError
from dsl.types.types import BagType, IntType, ListType, OptionalType, RationalType, RecordType, SetType, Type
from dsl.types.values import Rational, Value, bag_of, quotient, rational, set_of, sort_key
from interpreter.evaluate.clauses import typed_candidates
from interpreter.evaluate.evaluate import Alone, NoValue, SpecError, evaluate
from interpreter.rulebook.enumeration import situations, space_size
from interpreter.rulebook.situations import fits, parse_value, show_plain, to_json
from interpreter.runtime.yamltext import parse_document
from interpreter.values.domain import FEW_RATIONALS, domain_size, values_of
from tests.interpreter.models import INT, arith, cmp, game, listed, lit, question, var
from tests.interpreter.tiny import GAME

RATIONAL = RationalType()
OPTIONAL = OptionalType(RATIONAL)
HALF = Fraction(1, 2)


def run(expr: Expr, **env: Value) -> Value:
    found: Value = evaluate(expr, env, Alone())
    return found


def over(one: Value, other: Value) -> Expr:
    return arith("/", lit(one, RATIONAL), lit(other, RATIONAL), OPTIONAL)


def test_divisions_are_exact_and_whole_numbers_stay_whole() -> None:
    third = run(over(1, 3))
    assert third == Fraction(1, 3)
    for value in (run(over(6, 3)), run(over(HALF, Fraction(1, 4))), rational(Fraction(4, 2))):
        assert value == 2 and type(value) is int
    for op, due in (("+", 1), ("-", 0), ("*", Fraction(1, 4)), ("/", 1)):
        found = run(arith(op, lit(HALF, RATIONAL), lit(HALF, RATIONAL), RATIONAL))
        assert found == due and isinstance(found, int) == (due in (0, 1))
    assert run(Negative(type=RATIONAL, operand=lit(HALF, RATIONAL))) == -HALF


def test_none_goes_on_through_arithmetic() -> None:
    assert run(over(1, 0)) is None and quotient(0, 0) is None
    for op in ("+", "-", "*", "/"):
        assert run(arith(op, over(1, 0), lit(2), OPTIONAL)) is None
        assert run(arith(op, lit(2), over(1, 0), OPTIONAL)) is None
    assert run(Negative(type=OPTIONAL, operand=over(1, 0))) is None
    assert run(Negative(type=OPTIONAL, operand=over(1, 2))) == -HALF
    assert run(cmp("=", over(1, 0), over(2, 0))) is True
    assert run(cmp("=", over(1, 0), lit(0))) is False
    with pytest.raises(NoValue):
        run(cmp("<", Unwrap(type=RATIONAL, subject=over(1, 0)), lit(0)))


def test_sums_of_rationals() -> None:
    def total(*values: Value) -> Value:
        source = listed(*(lit(value, OPTIONAL) for value in values), type=OPTIONAL)
        binder = Binder(names=("x",), source=source)
        return run(Aggregate(type=OPTIONAL, kind="sum", binder=binder, body=var("x", OPTIONAL)))

    assert total(HALF, 1, HALF) == 2 and type(total(HALF, HALF)) is int
    assert total(HALF, None) is None
    assert total() == 0


@pytest.mark.parametrize(("number", "by", "left"), [(7, 4, 3), (-1, 4, 3), (8, 4, 0), (3, 1, 0)])
def test_what_is_left(number: int, by: int, left: int) -> None:
    assert run(arith("mod", lit(number), lit(by))) == left


@pytest.mark.parametrize("by", [0, -3])
def test_nothing_is_left_by_what_is_not_positive(by: int) -> None:
    with pytest.raises(NoValue):
        run(arith("mod", lit(7), lit(by)))


@pytest.mark.parametrize(
    ("text", "value"),
    [("7/2", Fraction(7, 2)), ("-1 / 3", Fraction(-1, 3)), ("6/3", 2), ("5", 5), ("−1/2", -HALF), ("0/7", 0)],
)
def test_rationals_are_read_shown_and_read_again(text: str, value: Rational) -> None:
    def read(written: str) -> Value:
        return parse_value(parse_document(written), RATIONAL, GAME)

    found = read(text)
    assert found == value and type(found) is type(value) and fits(found, RATIONAL)
    assert read(str(to_json(found, GAME))) == found == read(show_plain(found))


def test_rationals_in_text_and_json() -> None:
    assert [show_plain(v) for v in (HALF, 3, -HALF)] == ["1/2", "3", "-1/2"]
    assert to_json((HALF, 3), GAME) == ["1/2", 3]


@pytest.mark.parametrize("text", ["1/0", "1.5", "a", "1//2", "1/-2", "1/" + "9" * 30, "[1]", "00/00"])
def test_what_is_no_rational_is_refused(text: str) -> None:
    with pytest.raises(ArbitreError) as caught:
        parse_value(parse_document(text), RATIONAL, GAME)
    assert caught.value.problems[0].code == "malformed"


def test_rationals_do_not_fit_where_whole_numbers_are_due() -> None:
    assert not fits(HALF, IntType(0, 1)) and fits(1, RATIONAL) and not fits(True, RATIONAL)
    assert fits(bag_of([HALF, 1]), BagType(RATIONAL, 1, 2)) and fits(None, OPTIONAL)


def test_one_order_for_all_numbers() -> None:
    assert bag_of([1, HALF, 0, Fraction(3, 2)]).items == (0, HALF, 1, Fraction(3, 2))
    assert set_of([HALF, Fraction(2, 4), 1]).items == (HALF, 1)
    assert sorted([HALF, None, -1], key=sort_key) == [None, -1, HALF]


@pytest.mark.parametrize(
    "type_", [RATIONAL, OPTIONAL, ListType(RATIONAL, 1, 2), RecordType("r", (("n", INT), ("x", RATIONAL)))]
)
def test_there_is_no_end_of_them(type_: Type) -> None:
    assert domain_size(type_) is None


def test_a_few_stand_for_all_in_situations_made_up() -> None:
    assert tuple(values_of(RATIONAL)) == FEW_RATIONALS == tuple(sorted(FEW_RATIONALS, key=sort_key))
    assert any(isinstance(v, Fraction) for v in FEW_RATIONALS) and all(
        fits(v, RATIONAL) for v in FEW_RATIONALS
    )
    asked = game(question("q", parameters={"x": RATIONAL, "y": OPTIONAL}))
    assert space_size(asked, "q", 10**9) is None
    assert len(list(situations(asked, "q"))) == len(FEW_RATIONALS) * (len(FEW_RATIONALS) + 1)
    assert len(list(values_of(SetType(RATIONAL)))) == 2 ** len(FEW_RATIONALS)


def test_answers_without_end_are_not_listed() -> None:
    with pytest.raises(SpecError) as caught:
        typed_candidates(RATIONAL, ())
    assert caught.value.code == "open-type"
