"""Numbers that are not whole, in terms: what the encoding says is what the interpreter says."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from checker.editions.editions import Editions
from checker.smt import smallest as lowering
from checker.smt.expressions import code
from checker.smt.formulas import conj, neg
from checker.smt.situations import shapes
from checker.smt.solver import ShapeSolver
from checker.smt.values import NotEncodable, truth
from dsl.model import ArithmeticOp, Clause, Expr, IsTag, Negative, Unwrap
from dsl.types.types import IntType, OptionalType, RationalType, Type
from dsl.types.values import Value
from interpreter.evaluate.evaluate import Alone, NoValue, evaluate
from interpreter.values.domain import values_of
from tests.interpreter.models import BOOL, arith, clause, cmp, edition, game, lit, logic, question, then, var
from tests.laws.answering import Answering, Encoding

RATIONAL = RationalType()
OPTIONAL = OptionalType(RATIONAL)
X, Y = var("x", RATIONAL), var("y", OPTIONAL)
DIGITS: Mapping[str, Type] = {"a": IntType(-3, 3), "b": IntType(-2, 2)}
FAR: Mapping[str, Type] = {"a": IntType(-300, 300), "b": IntType(-2, 2)}
A, B = var("a"), var("b")


def exact(op: ArithmeticOp, left: Expr, right: Expr) -> Expr:
    return arith(op, left, right, OPTIONAL)


def shape_solver(
    parameters: Mapping[str, Type], *needs: Expr, clauses: tuple[Clause, ...] = ()
) -> ShapeSolver:
    asked = question("q", BOOL, dict(parameters), needs=needs)
    made = game(asked)
    (shape,) = shapes(made, asked)
    return ShapeSolver(Editions(made, (edition(*clauses),)), shape)


def smallest(parameters: Mapping[str, Type], *needs: Expr) -> tuple[Value, ...]:
    return lowering.smallest(shape_solver(parameters, *needs), True).situation


@pytest.mark.parametrize(
    ("needs", "due"),
    [
        ((), 0),
        ((cmp(">", exact("/", X, lit(2)), lit(3)),), 7),
        ((cmp("=", exact("*", lit(2), X), lit(7)),), Fraction(7, 2)),
        ((cmp("<", X, lit(0)), cmp(">", X, lit(-1))), Fraction(-1, 2)),
        ((cmp("=", exact("*", lit(3), X), lit(-2)),), Fraction(-2, 3)),
        ((cmp("=", exact("*", lit(7), X), lit(1)),), Fraction(1, 7)),
        ((cmp(">", X, lit(1000)),), 1001),
        ((cmp("!=", X, lit(0)),), 1),
    ],
)
def test_the_smallest_is_whole_if_it_can_be_and_near_nought(needs: tuple[Expr, ...], due: Value) -> None:
    assert smallest({"x": RATIONAL}, *needs) == (due,)


def test_none_is_smaller_than_any_number_and_goes_on() -> None:
    assert smallest({"y": OPTIONAL}) == (None,)
    there = cmp("!=", exact("+", Y, lit(1)), lit(None, OPTIONAL))
    assert smallest({"y": OPTIONAL}, there) == (0,)
    absent = IsTag(type=BOOL, subject=Negative(type=OPTIONAL, operand=Y), tag="none")
    assert smallest({"y": OPTIONAL}, absent) == (None,)
    beyond = cmp(">", Unwrap(type=RATIONAL, subject=Y), lit(2))
    assert smallest({"y": OPTIONAL}, beyond) == (3,)


def test_between_two_numbers_there_is_another() -> None:
    parameters = {"x": RATIONAL, "z": RATIONAL}
    between = logic("and", cmp("<", X, var("z", RATIONAL)), cmp("<", var("z", RATIONAL), lit(1)))
    assert smallest(parameters, cmp(">=", X, lit(0)), between) == (0, Fraction(1, 2))


@pytest.mark.parametrize("parameters", [DIGITS, FAR], ids=["by cases", "by solver"])
@pytest.mark.parametrize(
    "expr",
    [
        cmp("=", exact("/", A, B), lit(Fraction(3, 2), RATIONAL)),
        IsTag(type=BOOL, subject=exact("/", A, B), tag="none"),
        cmp("=", exact("-", exact("/", A, B), exact("/", A, B)), lit(0)),
        cmp("<", arith("mod", A, B), lit(1)),
        cmp("<", Unwrap(type=RATIONAL, subject=exact("/", A, B)), arith("/", A, lit(2), RATIONAL)),
        cmp("=", exact("+", exact("/", A, B), lit(1)), exact("/", A, lit(0))),
    ],
)
def test_terms_say_what_the_interpreter_says(parameters: Mapping[str, Type], expr: Expr) -> None:
    on = shape_solver(parameters, clauses=(clause("e.r.q", True, expr, binds=("a", "b")),))
    env = {name: (arg, False) for name, arg in zip(parameters, on.shape.args, strict=True)}
    sym, bad = code(expr, env, Encoding(Answering(0)))
    for a in (-3, -1, 0, 1, 2, 3):
        for b in values_of(parameters["b"]):
            here = conj(
                truth(code(cmp("=", n, lit(v)), env, Encoding(Answering(0)))[0]) for n, v in ((A, a), (B, b))
            )
            try:
                holds = evaluate(expr, {"a": a, "b": b}, Alone())
            except NoValue:
                assert on.find(here, neg(bad)) is None and on.find(here, bad) is not None, (a, b)
                continue
            assert on.find(here, bad) is None, (a, b)
            assert (on.find(here, truth(sym)) is not None) is holds, (a, b)
            assert (on.find(here, neg(truth(sym))) is None) is holds, (a, b)


@pytest.mark.parametrize(
    ("expr", "reason"),
    [
        (exact("*", X, X), "a product of two numbers of many values"),
        (exact("/", lit(1), X), "a division by a number of many values"),
        (exact("/", X, var("y", OPTIONAL)), "a division by a number of many values"),
    ],
)
def test_what_is_not_linear_is_refused(expr: Expr, reason: str) -> None:
    with pytest.raises(NotEncodable, match=reason):
        shape_solver({"x": RATIONAL, "y": OPTIONAL}, cmp("=", expr, lit(0)))


def test_only_where_rational_numbers_occur_is_the_logic_another() -> None:
    few, far = shape_solver({"a": IntType(0, 3)}), shape_solver({"a": IntType(0, 300)})
    assert (few.logic, far.logic) == ("QF_FD", "QF_LIA")
    half = clause("e.r.q", True, cmp("<", arith("/", A, lit(2), RATIONAL), lit(3)), binds=("a",))
    assert shape_solver({"a": IntType(0, 300)}, clauses=(half,)).logic == "QF_LIRA"
    assert shape_solver({"x": RATIONAL}).logic == "QF_LIRA"


def test_answers_that_clauses_give_are_told_apart() -> None:
    asked = question("q", OPTIONAL, {"a": IntType(0, 3), "b": IntType(0, 2)})
    made = game(asked)
    (shape,) = shapes(made, asked)
    over = clause("e.r.q", then(exact("/", A, B)), binds=("a", "b"))
    (on,) = [ShapeSolver(Editions(made, (edition(over),)), shape)]
    found = on.free("e").code
    assert found.candidates == (None, 0, Fraction(1, 2), 1, Fraction(3, 2), 2, 3)
    assert on.find(neg(found.settled)) is None
    half = found.admits[found.candidates.index(Fraction(1, 2))]
    assert lowering.smallest(on, found.settled, half).situation == (1, 2)
