"""Solvers of shapes: queries, what is smallest, what is not decided. (That what they find is what there is,
in any small game, is tested in `tests.laws.test_shape_solver`.)"""

from collections.abc import Mapping, Sequence

import pytest

from checker.editions.editions import Editions
from checker.smt.budget import QueryBudget, QueryUndecided
from checker.smt.formulas import Truth, conj, neg
from checker.smt.situations import shapes
from checker.smt.smallest import smallest
from checker.smt.solver import Model, ShapeSolver
from dsl.model import Clause, Doubt, Index, Question
from dsl.types.types import IntType, ListType
from interpreter.analysis.dependencies import doubt_exists
from tests.interpreter.models import (
    BOOL,
    CARD,
    DIGIT,
    LOW,
    arith,
    ask,
    clause,
    cmp,
    doubt,
    doubt_value,
    edition,
    eq,
    game,
    lit,
    logic,
    question,
    size,
    some,
    then,
    var,
)
from tests.interpreter.models import (
    neg as not_,
)

X = var("x")
FAR = IntType(-300, 300)


def shape_solvers(
    asked: Question,
    clauses: Sequence[Clause],
    doubts: Sequence[Doubt] = (),
    *,
    others: Sequence[Question] = (),
    nogoods: Sequence[Mapping[str, str]] = (),
) -> list[ShapeSolver]:
    """The shape solvers of a question of one edition."""
    made = game(*others, asked)
    editions = Editions(made, (edition(*clauses, doubts=doubts),), {"e": list(nogoods)})
    return [ShapeSolver(editions, shape) for shape in shapes(made, asked)]


def shape_solver(
    asked: Question,
    clauses: Sequence[Clause],
    doubts: Sequence[Doubt] = (),
    *,
    others: Sequence[Question] = (),
    nogoods: Sequence[Mapping[str, str]] = (),
) -> ShapeSolver:
    """The only shape solver of a question."""
    (only,) = shape_solvers(asked, clauses, doubts, others=others, nogoods=nogoods)
    return only


def ways(on: ShapeSolver, *query: Truth) -> list[Mapping[str, str]]:
    """The interpretations under which some situation satisfies the query, found one by one."""
    encoded_edition = on.free("e")
    found: list[Mapping[str, str]] = []
    while True:
        here = on.find(*query, *(neg(encoded_edition.chooses(way)) for way in found))
        if here is None:
            return sorted(found, key=lambda way: sorted(way.items()))
        found.append(here.interpretations["e/"])


def situation(found: Model | None) -> object:
    """The situation found."""
    return None if found is None else found.situation


def test_a_query_is_answered_by_a_situation_or_none() -> None:
    on = shape_solver(
        question("q", DIGIT, {"x": DIGIT}), [clause("e.r.q", 1, cmp("<", X, lit(3)), binds=("x",))]
    )
    code = on.free("e").code
    assert situation(on.find(code.settled, neg(on.free("e").code.blocked))) in [(0,), (1,), (2,)]
    assert situation(on.find(code.contradictory)) is None
    assert on.find(False) is None
    assert on.queries == 2 - (code.contradictory is False)


def test_needs_are_assumed_and_given_is_told() -> None:
    asked = question("q", DIGIT, {"x": DIGIT}, needs=(cmp(">", X, lit(6)),), given=(not_(eq(X, lit(7))),))
    on = shape_solver(asked, [])
    code = on.free("e").code
    assert situation(smallest(on, code.silent)) == (7,)
    assert situation(smallest(on, neg(code.refused))) == (8,)
    assert situation(smallest(on, code.met)) == (8,)
    assert on.find(conj((code.met, code.refused))) is None


def test_without_situations_a_bench_is_empty() -> None:
    some_cards = cmp(">", size(var("xs", ListType(CARD))), lit(0))
    asked = question("q", DIGIT, {"xs": ListType(CARD, 0, 1)}, needs=(some_cards,))
    assert [on.empty for on in shape_solvers(asked, [])] == [True, False]


# ------------------------------------------------------------------ readings


DOUBTS = [
    doubt("a", {"p": None, "q": None}, None),
    doubt("b", {"r": None, "s": None, "t": None}, None, under={"a": ["q"]}),
    doubt("c", {"u": lit(1), "v": lit(2)}, under={"b": ["r", "t"]}),
]
HANGING = [clause("e.r.q", then(doubt_value("c")), under={"b": ["r", "s", "t"]})]


def test_interpretations_found_are_those_there_are() -> None:
    on = shape_solver(question("q"), HANGING, DOUBTS)
    every = ways(on, True)
    assert every == sorted(on.editions.survivors("e", "q"), key=lambda way: sorted(way.items()))
    model = on.editions.members[0]
    assert all(doubt_exists(model, d, way) for way in every for d in way)


def test_a_doubt_that_hangs_on_one_that_is_not_there_has_its_first_reading() -> None:
    """`c` hangs on the first reading of `b`, which hangs on `a`: under the first of `a` there is no `c`."""
    on = shape_solver(question("q"), HANGING, DOUBTS)
    code, encoded_edition = on.free("e").code, on.free("e")
    assert on.find(code.admits[2], code.settled, encoded_edition.chooses({"a": "p"})) is None
    assert on.find(code.admits[1], code.settled, encoded_edition.chooses({"a": "p"})) is not None
    assert on.find(code.admits[2], code.settled, encoded_edition.chooses({"a": "q", "b": "t"})) is not None


def test_what_is_struck_is_not_found() -> None:
    nogoods = [{"a": "q", "b": "t"}, {"c": "v"}]
    on = shape_solver(question("q"), HANGING, DOUBTS, nogoods=nogoods)
    assert ways(on, True) == [{"a": "p"}, {"a": "q", "b": "r", "c": "u"}, {"a": "q", "b": "s"}]


def test_a_nogood_about_a_doubt_that_is_not_there_strikes_nothing() -> None:
    on = shape_solver(question("q"), HANGING, DOUBTS, nogoods=[{"b": "r"}])
    assert {"a": "p"} in ways(on, True)
    assert all(way.get("b") != "r" for way in ways(on, True))


def test_seats_under_one_interpretation_and_under_another_reading() -> None:
    clauses = [
        clause("e.r.q", then(doubt_value("n", X)), cmp("<", X, lit(2)), binds=("x",)),
        clause("e.s.q", 9, cmp(">=", X, lit(2)), binds=("x",)),
    ]
    n = doubt("n", {"same": var("y"), "one": lit(1)}, parameters={"y": DIGIT})
    on = shape_solver(question("q", DIGIT, {"x": DIGIT}), clauses, [n])
    same, one = (on.fixed("e", {"n": reading}) for reading in ("same", "one"))
    assert situation(smallest(on, neg(same.code.same(one.code)))) == (0,)
    assert on.find(neg(same.code.same(one.code)), same.code.admits[1]) is None
    free, varied = on.free("e"), on.varied("e", "n")
    found = on.find(neg(free.code.same(varied.code)), neg(varied.code.refused))
    assert situation(found) == (0,)
    assert on.depends("e", "n")
    assert same.interpretation == {"n": "same"} and free.interpretation is None


def test_another_reading_is_another_one() -> None:
    """What hangs on a doubt may change with it, but a doubt that stays has no other reading."""
    on = shape_solver(question("q"), HANGING, DOUBTS)
    for name in ("a", "b", "c"):
        free, varied = on.free("e"), on.varied("e", name)
        assert on.depends("e", name)
        same = [conj((free.reads[name][r], varied.reads[name][r])) for r in free.reads[name]]
        for each in same:
            assert on.find(each, neg(varied.code.refused)) is None
        other = on.find(neg(free.code.same(varied.code)), neg(varied.code.refused))
        assert (other is not None) == (name != "a"), "of `a` no reading changes anything, unless `c` does"


def test_a_doubt_of_no_concern_is_not_depended_on() -> None:
    asked = question("q", DIGIT, {"x": DIGIT})
    clauses = [clause("e.r.q", 1, cmp("<", lit(3), lit(2)), binds=("x",), under={"a": ["p"]})]
    on = shape_solver(asked, clauses, DOUBTS[:1])
    assert not on.depends("e", "a")
    assert on.find(neg(on.free("e").code.same(on.varied("e", "a").code))) is None


def test_seats_without_a_clause_and_without_an_exception() -> None:
    clauses = [
        clause("e.r.q", 1, binds=("x",)),
        clause("e.s.q", 2, eq(X, lit(4)), binds=("x",), over=("e.r.q",)),
        clause("e.t.q", 1, eq(X, lit(5)), binds=("x",)),
    ]
    on = shape_solver(question("q", DIGIT, {"x": DIGIT}), clauses)
    free = on.free("e")

    def where(encoded_edition: object) -> object:
        return situation(on.find(neg(free.code.same(encoded_edition.code))))

    assert where(on.without("e", "e.s.q")) == (4,)
    assert where(on.without("e", "e.t.q")) is None
    off = on.switched("e", frozenset({("e.s.q", "e.r.q")}))
    assert where(off) == (4,)
    assert situation(on.find(off.code.contradictory)) == (4,)
    assert free.agrees(off) is True


def test_seats_agree_where_they_answer_alike_what_both_ask() -> None:
    asked, other = question("q", BOOL, {"x": DIGIT}), question("o", DIGIT, {"x": DIGIT})
    clauses = [
        clause("e.r.o", then(doubt_value("n")), eq(X, lit(3)), binds=("x",)),
        clause("e.s.o", 0, not_(eq(X, lit(3))), binds=("x",)),
        clause("e.r.q", then(eq(ask("o", X), lit(8))), binds=("x",)),
    ]
    n = doubt("n", {"one": lit(1), "two": lit(2)})
    on = shape_solver(asked, clauses, [n], others=[other])
    one, two = (on.fixed("e", {"n": reading}) for reading in ("one", "two"))
    assert situation(on.find(neg(one.agrees(two)))) == (3,)
    assert on.find(neg(one.code.same(two.code))) is None


def test_claims_about_situations() -> None:
    n = doubt("n", {"one": lit(1), "two": lit(2)})
    clauses = [clause("e.r.q", then(doubt_value("n")), binds=("x",))]
    on = shape_solver(question("q", DIGIT, {"x": DIGIT}), clauses, [n])
    ((holds, bad),) = on.claim("e", [eq(doubt_value("n"), X)])
    found = smallest(on, holds, neg(bad))
    assert (found.situation, found.interpretations["e/"]) in [
        ((1,), {"n": "one"}),
        ((2,), {"n": "two"}),
    ]
    assert found.situation == (1,)


# ------------------------------------------------------------------ what is smallest


def test_the_smallest_is_by_the_measures_and_then_first_parts_first() -> None:
    parameters = {"x": DIGIT, "y": DIGIT}
    where = [clause("e.r.q", 1, cmp(">=", arith("+", X, var("y")), lit(12)), binds=("x", "y"))]
    plain = shape_solver(question("q", DIGIT, parameters), where)
    assert situation(smallest(plain, plain.free("e").code.settled)) == (3, 9)
    by_sum = shape_solver(question("q", DIGIT, parameters, smallest=(arith("-", X, var("y")),)), where)
    assert situation(smallest(by_sum, by_sum.free("e").code.settled)) == (3, 9)
    by_y = shape_solver(question("q", DIGIT, parameters, smallest=(var("y"),)), where)
    assert situation(smallest(by_y, by_y.free("e").code.settled)) == (9, 3)


def test_a_situation_without_a_measure_is_no_smaller() -> None:
    """The measure has no value where x is 2, or nought: there is no such place."""
    listed = ListType(DIGIT, 1, 1)
    measure = Index(type=DIGIT, subject=var("xs", listed), index=X)
    asked = question("q", DIGIT, {"x": IntType(0, 2), "xs": listed}, smallest=(measure,))
    on = shape_solver(asked, [clause("e.r.q", 1, eq(X, lit(1)), binds=("x", "xs"))])
    assert situation(smallest(on, on.free("e").code.settled)) == (1, (0,))


def test_numbers_of_many_values_are_as_near_to_nought_as_can_be() -> None:
    asked = question("q", DIGIT, {"x": FAR})
    far = clause("e.r.q", 1, cmp(">", arith("*", lit(2), X), lit(99)), binds=("x",))
    on = shape_solver(asked, [far])
    assert situation(smallest(on, on.free("e").code.settled)) == (50,)
    assert situation(smallest(on, on.free("e").code.silent)) == (0,)
    below = shape_solver(asked, [clause("e.r.q", 1, cmp("<", X, lit(-41)), binds=("x",))])
    assert situation(smallest(below, below.free("e").code.settled)) == (-42,)


def test_of_two_as_near_the_positive_one() -> None:
    asked = question("q", DIGIT, {"x": FAR})
    square = eq(arith("*", lit(1), X), lit(7))
    mirrored = eq(arith("*", lit(-1), X), lit(7))
    on = shape_solver(asked, [clause("e.r.q", 1, logic("or", square, mirrored), binds=("x",))])
    assert situation(smallest(on, on.free("e").code.settled)) == (7,)


def test_lists_are_of_one_length_on_a_bench() -> None:
    xs = var("xs", ListType(CARD))
    asked = question("q", DIGIT, {"xs": ListType(CARD, 0, 2)})
    twice = clause("e.r.q", 1, some("a b", xs, eq(var("a", CARD), var("b", CARD))), binds=("xs",))
    found = []
    for on in shape_solvers(asked, [twice]):
        code = on.free("e").code
        found.append(situation(on.find(code.settled)) and situation(smallest(on, code.settled)))
    assert found == [None, None, ((LOW, LOW),)]


# ------------------------------------------------------------------ what is not decided


def test_what_costs_too_much_is_not_decided() -> None:
    """Sums of many numbers, as different as can be, with next to no budget."""
    asked = question("q", DIGIT, {f"x{i}": FAR for i in range(6)})
    names = [var(f"x{i}") for i in range(6)]
    total = names[0]
    for place, each in enumerate(names[1:]):
        total = arith("+", total, arith("*", lit(7 * place + 3), each))
    when = eq(total, lit(1234))
    made = game(asked)
    editions = Editions(made, (edition(clause("e.r.q", 1, when, binds=[f"x{i}" for i in range(6)])),))
    (shape,) = shapes(made, asked)
    on = ShapeSolver(editions, shape, QueryBudget(1))
    with pytest.raises(QueryUndecided):
        on.find(on.free("e").code.settled)


def test_of_what_there_is_not_none_is_smallest() -> None:
    on = shape_solver(question("q", DIGIT, {"x": DIGIT}), [])
    with pytest.raises(QueryUndecided):
        smallest(on, on.free("e").code.settled)
