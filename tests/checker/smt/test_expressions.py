"""The encoding of expressions, where it is most easily wrong. (That it says what the interpreter says, of any
expression, is tested in `tests.laws.test_encode`.)"""

from collections.abc import Callable

import pytest
import z3

from checker.smt.expressions import Coded, code
from checker.smt.formulas import Truth, atom, neg, term, variable
from checker.smt.values import NotEncodable, Sym, SymList, SymNumber, merge
from dsl.model import Binder, Call, Count, Expr, Function, Let, Mapped, Pick, Seats, Zone
from dsl.types.types import BagType, ListType
from tests.interpreter.models import (
    BOOL,
    CARD,
    FALSE,
    HIGH,
    INT,
    LOW,
    TRUE,
    arith,
    ask,
    cmp,
    count,
    eq,
    lit,
    logic,
    numbers,
    some,
    the,
    var,
)
from tests.interpreter.models import (
    neg as not_,
)
from tests.laws.symbolic import Assigned

P, Q = atom("p"), atom("q")
BAD = ask("q", type=BOOL)


class Asks:
    """Nothing is answered; what is called, is evaluated."""

    def __init__(self) -> None:
        self.called_with: list[str] = []

    def ask(self, question: str, args: tuple[Sym, ...]) -> Coded:
        """Bad."""
        return False, True

    def doubt(self, name: str, args: tuple[Coded, ...]) -> Coded:
        """Bad."""
        return False, True

    def called(self, call: Call, args: tuple[Coded, ...], body: Callable[[], Coded]) -> Coded:
        """The body."""
        self.called_with.append(call.function.name)
        return body()


def coded(expr: Expr, **env: Sym) -> Coded:
    """The expression with these names."""
    return code(expr, {name: (sym, False) for name, sym in env.items()}, Asks())


def is_bad(expr: Expr, **env: Sym) -> Truth:
    """Where it is bad."""
    return coded(expr, **env)[1]


@pytest.mark.parametrize(
    ("expr", "value"),
    [
        (logic("and", BAD, FALSE), False),
        (logic("and", FALSE, BAD), False),
        (logic("or", BAD, TRUE), True),
        (logic("or", TRUE, BAD), True),
        (logic("implies", BAD, TRUE), True),
        (logic("implies", FALSE, BAD), True),
        (some("x", numbers(1, 2), logic("or", BAD, eq(var("x"), lit(2)))), True),
        (some("x", numbers(1, 2), logic("and", BAD, FALSE), kind="no"), True),
        (some("x", numbers(1, 2), logic("and", BAD, eq(var("x"), lit(3))), kind="all"), False),
        (some("x", numbers(1, 3), logic("or", BAD, TRUE), kind="one"), False),
    ],
)
def test_logic_decides_over_what_is_bad(expr: Expr, value: bool) -> None:
    assert coded(expr) == (value, False)


@pytest.mark.parametrize(
    "expr",
    [
        logic("and", BAD, TRUE),
        logic("or", BAD, FALSE),
        logic("implies", BAD, FALSE),
        not_(BAD),
        some("x", numbers(1, 2), BAD),
        some("x", numbers(1, 1), BAD, kind="one"),
        count("x", numbers(1, 2), BAD),
        eq(lit(1), the("only", "x", numbers(1, 2))),
        eq(lit(1), the("first", "x", numbers(1, 2), FALSE)),
        eq(lit(1), the("last", "x", numbers(1, 2), logic("or", BAD, eq(var("x"), lit(1))))),
    ],
)
def test_elsewhere_what_is_bad_makes_all_bad(expr: Expr) -> None:
    assert is_bad(expr) is True


def test_first_and_last_look_no_further_than_they_must() -> None:
    here = eq(var("x"), lit(1))
    beyond = logic("or", here, BAD)
    assert coded(the("first", "x", numbers(1, 3), beyond)) == (1, False)
    assert is_bad(the("last", "x", numbers(1, 3), beyond)) is True


def test_by_need() -> None:
    unused = Let(type=INT, name="y", value=BAD, body=lit(1))
    assert coded(unused) == (1, False)
    function = Function(name="f", params=(("y", BOOL),), body=lit(2))
    assert coded(Call(type=INT, function=function, args=(BAD,))) == (2, False)
    used = Function(name="g", params=(("y", BOOL),), body=var("y", BOOL))
    assert is_bad(Call(type=BOOL, function=used, args=(BAD,))) is True


def test_what_is_bad_in_one_branch_is_bad_there() -> None:
    from dsl.model import If

    expr = If(type=BOOL, condition=var("p", BOOL), then=BAD, otherwise=TRUE)
    assert is_bad(expr, p=P) is P
    assert coded(expr, p=False) == (True, False)


def test_places_that_may_not_be_there() -> None:
    xs = SymList(((P, 4), (Q, 6)))
    listed = ListType(INT)
    total = Count(type=INT, binder=Binder(names=("x",), source=var("xs", listed)))
    first = Pick(type=INT, kind="first", binder=Binder(names=("x",), source=var("xs", listed)))
    for p in (False, True):
        for q in (False, True):
            assigned = Assigned([(term(P), z3.BoolVal(p)), (term(Q), z3.BoolVal(q))])
            assert assigned.value(coded(total, xs=xs)[0]) == p + q
            value, bad = coded(first, xs=xs)
            assert assigned.holds(bad) == (not (p or q))
            if p or q:
                assert assigned.value(value) == (4 if p else 6)


def test_bags_are_told_by_cases_and_numbers_of_many_values_have_none() -> None:
    source = var("xs", ListType(CARD))
    made = Mapped(type=BagType(CARD), body=var("x", CARD), binder=Binder(names=("x",), source=source))
    card = merge([(P, LOW), (neg(P), HIGH)])
    bag, bad = coded(made, xs=SymList(((True, card), (Q, LOW))))
    assert bad is False
    assigned = Assigned([(term(P), z3.BoolVal(False)), (term(Q), z3.BoolVal(True))])
    assert str(assigned.value(bag)).count("Case") == 2
    number = SymNumber(variable("n"))
    with pytest.raises(NotEncodable):
        coded(arith("*", var("n"), var("n")), n=number)
    assert is_bad(cmp("<", var("n"), lit(3)), n=number) is False


@pytest.mark.parametrize("expr", [Zone(type=BagType(CARD), name="hand"), Seats(type=ListType(INT))])
def test_what_belongs_to_the_flow_is_refused(expr: Expr) -> None:
    with pytest.raises(NotEncodable):
        coded(expr)
