"""Truths: folded where known, made once, and as Z3 has them."""

from itertools import product

import pytest
import z3

from checker.smt.formulas import (
    Formula,
    Replacement,
    SolverContext,
    Truth,
    atom,
    choose,
    conj,
    constant,
    counts,
    differ,
    disj,
    either,
    exactly_one,
    iff,
    implies,
    known,
    mentions,
    minus,
    neg,
    not_above,
    number_term,
    same_number,
    term,
    total,
    variable,
)
from checker.smt.formulas import (
    product as times,
)
from tests.laws.symbolic import Assigned

P, Q, R = (atom(name, 1 << place) for place, name in enumerate("pqr"))
ATOMS = (P, Q, R)


def rows() -> list[tuple[tuple[bool, ...], Assigned]]:
    """All values of the atoms."""
    return [
        (values, Assigned([(term(a), z3.BoolVal(v)) for a, v in zip(ATOMS, values, strict=True)]))
        for values in product((False, True), repeat=3)
    ]


def test_what_is_known_is_no_formula() -> None:
    assert conj(()) is True and disj(()) is False
    assert conj((P, False)) is False and disj((P, True)) is True
    assert conj((P, True, P)) is P and disj((P, False)) is P
    assert conj((P, neg(P))) is False and disj((neg(P), P)) is True
    assert neg(neg(P)) is P and neg(True) is False
    assert iff(P, True) is P and iff(False, P) is neg(P)
    assert iff(P, P) is True and iff(P, neg(P)) is False
    assert choose(True, P, Q) is P and choose(False, P, Q) is Q and choose(P, Q, Q) is Q
    assert known(True) and not known(P)


def test_the_same_formula_is_made_once() -> None:
    assert conj((P, Q)) is conj((P, Q))
    assert disj((P, conj((Q, R)))) is disj((P, conj((Q, R))))
    assert iff(P, Q) is iff(Q, P)
    assert not isinstance(atom("p"), bool) and atom("p") is not P


@pytest.mark.parametrize(
    ("formula", "means"),
    [
        (conj((P, neg(Q), R)), lambda p, q, r: p and not q and r),
        (disj((P, neg(Q))), lambda p, q, r: p or not q),
        (implies(P, Q), lambda p, q, r: not p or q),
        (iff(P, Q), lambda p, q, r: p == q),
        (differ(P, conj((Q, R))), lambda p, q, r: p != (q and r)),
        (choose(P, Q, R), lambda p, q, r: q if p else r),
        (choose(P, True, R), lambda p, q, r: p or r),
        (choose(P, Q, False), lambda p, q, r: p and q),
        (exactly_one((P, Q, R)), lambda p, q, r: p + q + r == 1),
        (exactly_one((P, False, Q)), lambda p, q, r: p + q == 1),
        (exactly_one((P, True, Q)), lambda p, q, r: not p and not q),
    ],
)
def test_formulas_mean_what_they_say(formula: Truth, means: object) -> None:
    for values, assigned in rows():
        assert assigned.holds(formula) == means(*values)


def test_exactly_one_of_what_is_known() -> None:
    assert exactly_one(()) is False
    assert exactly_one((True, True, P)) is False
    assert exactly_one((True, False)) is True
    assert exactly_one((P,)) is P


@pytest.mark.parametrize("truths", [ATOMS, (P, True, Q), (False, P), (), (True, True), (P, P)])
def test_counts_says_how_many_hold(truths: tuple[Truth, ...]) -> None:
    for _, assigned in rows():
        row = [assigned.holds(t) for t in counts(truths)]
        assert row == [k == sum(map(assigned.holds, truths)) for k in range(len(truths) + 1)]


def test_numbers_mean_what_they_say() -> None:
    x = variable("x")
    for value in (-3, 0, 4):
        assigned = Assigned([(number_term(x), z3.IntVal(value)), (term(P), z3.BoolVal(value > 0))])
        assert assigned.holds(same_number(total(x, constant(2)), constant(value + 2)))
        assert assigned.holds(same_number(times(constant(3), x), constant(3 * value)))
        assert assigned.holds(same_number(minus(x), constant(-value)))
        assert assigned.holds(not_above(x, constant(0))) == (value <= 0)
        assert assigned.holds(same_number(either(P, x, constant(7)), constant(value if value > 0 else 7)))
    assert same_number(x, x) is True and not_above(x, x) is True
    assert either(True, x, constant(1)) is x


def test_what_mentions_an_atom_is_known_by_its_mark() -> None:
    formula = conj((P, disj((Q, neg(R)))))
    assert mentions(formula, 2) and mentions(formula, 4)
    assert not mentions(conj((P, Q)), 4)
    assert not mentions(True, 7)


@pytest.mark.parametrize("truth", [True, False, neg(P), conj((P, Q))])
def test_other_truths_take_the_place_of_atoms(truth: Truth) -> None:
    formulas = [conj((Q, R)), iff(Q, conj((P, neg(R)))), choose(R, Q, P), exactly_one(ATOMS), disj((R, P))]
    replacement = Replacement(4, {R: truth})
    for formula in formulas:
        replaced = replacement.of(formula)
        for values, assigned in rows():
            here = dict(zip(ATOMS, values, strict=True)) | {R: assigned.holds(truth)}
            due = Assigned([(term(a), z3.BoolVal(v)) for a, v in here.items()]).holds(formula)
            assert assigned.holds(replaced) == due
    assert replacement.of(conj((P, Q))) is conj((P, Q))
    assert replacement.of(True) is True


def test_deep_formulas_become_terms() -> None:
    formula: Truth = P
    for place in range(5_000):
        formula = disj((conj((formula, Q)), R)) if place % 2 else neg(formula)
    assert isinstance(formula, Formula)
    assert isinstance(term(formula), z3.BoolRef)
    assert isinstance(term(True), z3.BoolRef)


def test_terms_of_another_context_are_apart_and_it_ends_with_its_block() -> None:
    def made() -> tuple[z3.Context, int]:
        both = term(conj((atom("here"), atom("there"))))
        return both.ctx, both.get_id()

    outside = made()[0]
    with SolverContext.own():
        one = made()
        with SolverContext.own():
            other = made()
        assert made()[0] is one[0]
    assert made()[0] is outside
    assert one[0] is not outside and other[0] not in (one[0], outside)
    # terms have the same numbers in each, whatever was made before
    assert one[1] == other[1]
