"""Symbolic values: by cases, as numbers, records, lists and sets."""

from collections.abc import Callable
from itertools import product

import pytest
import z3

from checker.smt.formulas import Truth, atom, conj, neg, number_term, term, variable
from checker.smt.values import (
    MOST_CASES,
    NotEncodable,
    Sym,
    SymChoice,
    SymList,
    SymNumber,
    SymRecord,
    SymSet,
    add,
    at_most,
    cases,
    equal,
    field_of,
    is_known,
    largest,
    make_set,
    members,
    merge,
    negative,
    number,
    places,
    players_in,
    select,
    times,
    truth,
)
from dsl.types.values import Player, Record, Tagged, bag_of, set_of
from tests.interpreter.models import ANNA, BERNAT, HIGH, LOW, MIDDLE
from tests.laws.symbolic import Assigned

P, Q, R = atom("p"), atom("q"), atom("r")
X = SymNumber(variable("x"))


def rows() -> list[tuple[dict[str, bool], Assigned]]:
    """All values of the atoms, x being 5."""
    return [
        (
            {"p": p, "q": q, "r": r},
            Assigned(
                [(term(a), z3.BoolVal(v)) for a, v in ((P, p), (Q, q), (R, r))]
                + [(number_term(X.term), z3.IntVal(5))]
            ),
        )
        for p, q, r in product((False, True), repeat=3)
    ]


def pick(*values: object) -> SymChoice:
    """The first, second, third, fourth of these values, by p and q."""
    guards = (conj((neg(P), neg(Q))), conj((neg(P), Q)), conj((P, neg(Q))), conj((P, Q)))
    found = merge(zip(guards, values, strict=False))
    assert isinstance(found, SymChoice)
    return found


def chosen(row: dict[str, bool], *values: object) -> object:
    """That of the values which is picked."""
    return values[2 * row["p"] + row["q"]]


def test_equal_values_share_a_condition() -> None:
    assert merge([(P, 1), (neg(P), 1)]) == 1
    assert merge([(False, 1), (True, 2)]) == 2
    assert merge([(P, True), (neg(P), False)]) is P
    found = merge([(P, 2), (Q, 1), (R, 2)])
    assert isinstance(found, SymChoice) and [v for _, v in found.entries] == [1, 2]
    assert merge([]) == merge([]) or isinstance(merge([]), SymChoice)


def test_truths_and_numbers_are_not_mixed_up() -> None:
    found = merge([(P, 1), (neg(P), None)])
    assert isinstance(found, SymChoice)
    assert {type(v) for _, v in found.entries} == {int, type(None)}


def test_an_optional_truth_is_compared_by_cases() -> None:
    """`x = false` is not true where x is none."""
    optional = pick(None, False, True, None)
    for row, assigned in rows():
        value = chosen(row, None, False, True, None)
        for plain in (None, False, True):
            assert assigned.holds(equal(optional, plain)) == (value is plain)
            assert assigned.holds(equal(plain, optional)) == (value is plain)
        assert assigned.holds(equal(optional, R)) == (value is row["r"])


@pytest.mark.parametrize("values", [(1, 2, 2, 5), (-1, 0, 3, 3)])
def test_numbers_by_cases(values: tuple[int, ...]) -> None:
    one, other = pick(*values), select([(R, 2), (neg(R), pick(5, 1, 0, 2))])
    for row, assigned in rows():
        a = chosen(row, *values)
        b = 2 if row["r"] else chosen(row, 5, 1, 0, 2)
        assert isinstance(a, int) and isinstance(b, int)
        assert assigned.value(add(one, other)) == a + b
        assert assigned.value(add(one, other, -1)) == a - b
        assert assigned.value(times(one, other)) == a * b
        assert assigned.value(negative(one)) == -a
        assert assigned.holds(at_most(one, other)) == (a <= b)
        assert assigned.holds(at_most(one, 2)) == (a <= 2)
        assert assigned.holds(at_most(2, one)) == (a >= 2)
        assert assigned.holds(equal(one, other)) == (a == b)


def test_numbers_of_many_values() -> None:
    one = pick(1, 2, 3, 4)
    for row, assigned in rows():
        a = chosen(row, 1, 2, 3, 4)
        assert isinstance(a, int)
        assert assigned.value(add(one, X)) == a + 5
        assert assigned.value(add(one, X, -1)) == a - 5
        assert assigned.value(times(one, X)) == a * 5
        assert assigned.value(negative(X)) == -5
        assert assigned.holds(at_most(X, one)) is False and assigned.holds(at_most(one, X)) is True
        assert assigned.holds(equal(X, 5)) is True and assigned.holds(equal(one, X)) is False
        assert assigned.value(select([(R, X), (neg(R), one)])) == (5 if row["r"] else a)
    with pytest.raises(NotEncodable):
        times(X, X)
    assert cases(X) is None


def test_sums_of_many_cases_become_numbers() -> None:
    many = merge((atom(f"m{i}"), i) for i in range(MOST_CASES))
    assert isinstance(add(many, pick(0, 1000, 2000, 3000)), SymNumber)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("more", [(), ((True, X),)])
def test_the_largest_of_those_that_are_there(sign: int, more: tuple[tuple[Truth, Sym], ...]) -> None:
    best: Callable[[list[int]], int] = max if sign == 1 else min
    found, there = largest([(P, pick(4, 4, 9, -2)), (R, 4), *more], sign)
    for row, assigned in rows():
        a = chosen(row, 4, 4, 9, -2)
        assert isinstance(a, int)
        values = [a] * row["p"] + [4] * row["r"] + [5] * len(more)
        assert assigned.holds(there) == bool(values)
        if values:
            assert assigned.value(found) == best(values)


def test_of_nothing_there_is_no_largest() -> None:
    assert largest([], 1)[1] is False


def test_records_by_fields_and_by_cases() -> None:
    known = Record("pair", (("colour", LOW), ("number", 1)))
    other = Record("pair", (("colour", HIGH), ("number", 2)))
    symbolic = SymRecord(
        "pair", (("colour", select([(P, LOW), (neg(P), HIGH)])), ("number", pick(1, 1, 2, 1)))
    )
    either = select([(R, symbolic), (neg(R), known)])
    for row, assigned in rows():
        value = Record("pair", (("colour", LOW if row["p"] else HIGH), ("number", chosen(row, 1, 1, 2, 1))))
        here = value if row["r"] else known
        assert assigned.value(either) == here
        assert assigned.value(field_of(either, "number")) == here.get("number")
        for plain in (known, other):
            assert assigned.holds(equal(either, plain)) == (here == plain)
        assert assigned.holds(equal(either, pick(known, other, other, known))) == (
            here == chosen(row, known, other, other, known)
        )
    assert field_of(known, "number") == 1


def test_sets_by_members() -> None:
    some = make_set([(P, LOW), (Q, MIDDLE), (R, LOW)])
    assert isinstance(some, SymSet)
    for row, assigned in rows():
        value = set_of([LOW] * (row["p"] or row["r"]) + [MIDDLE] * row["q"])
        assert assigned.value(some) == value
        assert assigned.holds(equal(some, set_of([LOW]))) == (value == set_of([LOW]))
        sets = (set_of([]), set_of([LOW]), set_of([LOW, HIGH]), set_of([MIDDLE]))
        assert assigned.holds(equal(pick(*sets), some)) == (chosen(row, *sets) == value)
        assert {v for g, v in members(pick(*sets)) if assigned.holds(g)} == set(chosen(row, *sets).items)
    assert make_set([(True, LOW), (True, LOW)]) == set_of([LOW])
    with pytest.raises(NotEncodable):
        make_set([(True, X)])


def test_lists_by_places() -> None:
    fixed = SymList(((True, pick(1, 2, 3, 4)), (True, 7)))
    shorter = SymList(((P, 1), (True, 7)))
    for row, assigned in rows():
        here = (chosen(row, 1, 2, 3, 4), 7)
        assert assigned.holds(equal(fixed, (1, 7))) == (here == (1, 7))
        assert assigned.holds(equal(fixed, (1, 7, 7))) is False
        joined = select([(R, shorter), (neg(R), fixed)])
        assert assigned.value(joined) == (((1, 7) if row["p"] else (7,)) if row["r"] else here)
        assert assigned.holds(equal(joined, (1, 7))) == (assigned.value(joined) == (1, 7))
        assert assigned.holds(equal((7,), shorter)) == (not row["p"])
    assert places(bag_of([HIGH, LOW])) == ((True, LOW), (True, HIGH))
    with pytest.raises(NotEncodable):
        places(3)


def test_what_cannot_be_told_is_refused() -> None:
    with pytest.raises(NotEncodable):
        number(LOW)
    with pytest.raises(NotEncodable):
        truth(X)


def test_players_that_may_be_mentioned_in_order() -> None:
    carla = Player("Carla")
    value = SymRecord(
        "r",
        (
            ("a", SymList(((P, BERNAT), (True, SymChoice(((Q, ANNA), (neg(Q), BERNAT))))))),
            ("b", SymSet(((P, carla),))),
            ("c", Tagged("u", "by", ANNA)),
            ("d", (set_of([ANNA]), 3)),
        ),
    )
    assert list(players_in(value)) == [BERNAT, ANNA, carla]


def test_what_is_known() -> None:
    assert is_known(None) and is_known(3) and is_known((LOW, HIGH))
    symbolic: tuple[Sym, ...] = (P, X, pick(1, 2, 3, 4), SymList(()), SymSet(()), SymRecord("r", ()))
    assert not any(is_known(sym) for sym in symbolic)
