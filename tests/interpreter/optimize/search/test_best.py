"""The search for the best row, against trying everything and against a second way of looking."""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.optimize.search.best import best_row
from interpreter.optimize.search.courses import Course
from interpreter.optimize.search.problem import Between, Opening, Problem, Row, Run, Step
from tests.interpreter.optimize.search.second import Kind, Second

Card = int | str
Signs = {"joker": "+-*/", "+": "+", "-": "-", "*": "*", "/": "/"}
DECK: list[Card] = [n % 13 for n in range(40)] + list("+-*/+-*+-") * 2 + ["="] * 6 + ["joker"] * 3


def worth(card: Card) -> int:
    return 2 if card in ("*", 11, 12) else 3 if card == "/" else 1


def worked(a: Any, sign: str, n: int) -> Any:
    """Also of many at once."""
    if sign == "/":
        if n == 0:
            return None
        return a / Fraction(n) if isinstance(a, int | Fraction) else a / n
    return a + n if sign == "+" else a - n if sign == "-" else a * n


def from_the_left(state: tuple[Any, ...], sign: str, n: int) -> tuple[Any, ...] | None:
    value = worked(state[0], sign, n)
    return None if value is None else (value,)


def products_first(state: tuple[Any, ...], sign: str, n: int) -> tuple[Any, ...] | None:
    before, latest = state
    if sign in "+-":
        return before + latest, n if sign == "+" else -n
    value = worked(latest, sign, n)
    return None if value is None else (before, value)


Change = Callable[[tuple[Any, ...], str, int], tuple[Any, ...] | None]
ORDERS: dict[str, tuple[Change, Callable[[int], tuple[int, ...]]]] = {
    "from_the_left": (from_the_left, lambda n: (n,)),
    "products_first": (products_first, lambda n: (0, n)),
}


def begins_anew(order: str, sign: str, n: int) -> Callable[[Any], tuple[Any, ...]] | None:
    """What becomes of a value by the step, where it hangs on that alone."""
    if order == "products_first":
        return None if sign in "*/" else lambda value: (value, n if sign == "+" else -n)
    return lambda value: (worked(value, sign, n),)


def problem(cards: list[Card], order: str, direction: int = 1, straight: bool = True) -> Problem:
    """`straight`: the search is told what steps do to values."""
    change, opened = ORDERS[order]
    kinds = sorted(set(cards), key=str)
    at = {card: n for n, card in enumerate(kinds)}
    numbers = [card for card in kinds if isinstance(card, int)]
    signs = [(card, s) for card in kinds if isinstance(card, str) and card in Signs for s in Signs[card]]

    def step(card: str, sign: str, n: int) -> Step:
        def changed(state: tuple[Any, ...]) -> tuple[Any, ...] | None:
            return change(state, sign, n)

        anew = begins_anew(order, sign, n) if straight else None
        return Step(cards=(at[card], at[n]), change=changed, anew=anew, label=(card, sign, n))

    run = Run(
        openings=tuple(Opening(cards=(at[n],), state=opened(n), label=n) for n in numbers),
        steps=tuple(
            step(card, sign, n)
            for card, sign in signs
            for n in numbers
            if not (straight and sign == "/" and n == 0)
        ),
        least=0,
        most=9,
        value=lambda state: state[0] if len(state) == 1 else state[0] + state[1],
        straight=straight,
    )
    between = tuple(Between(cards=(at[card],), label=card) for card in ("=", "joker") if card in at)
    counts, weights = [cards.count(card) for card in kinds], [worth(card) for card in kinds]
    return Problem(counts=counts, weights=weights, left=run, right=run, between=between, direction=direction)


def sides(cards: Counter[Card], order: str) -> Iterator[tuple[Counter[Card], Fraction]]:
    """What all sides that can be laid use, with their values, each way to lay it."""
    change, opened = ORDERS[order]

    def on(used: Counter[Card], state: tuple[Any, ...]) -> Iterator[tuple[Counter[Card], Fraction]]:
        yield used, Fraction(sum(state))
        for card, n in itertools.product(Signs, [n for n in cards if isinstance(n, int)]):
            put: Counter[Card] = Counter([card, n])
            more = used + put
            if more <= cards:
                for sign in Signs[card]:
                    after = change(state, sign, n)
                    if after is not None:
                        yield from on(more, after)

    for n in cards:
        if isinstance(n, int):
            used: Counter[Card] = Counter([n])
            yield from on(used, opened(n))


def best_by_trying(cards: list[Card], order: str, direction: int) -> tuple[int, Fraction] | None:
    """The most points, and the best value with them: every side with every other."""
    hand = Counter(cards)
    by_value: dict[Fraction, set[frozenset[tuple[Card, int]]]] = {}
    for used, value in sides(hand, order):
        by_value.setdefault(value, set()).add(frozenset(used.items()))
    best: tuple[int, Fraction] | None = None
    for value, all_used in by_value.items():
        for one, other in itertools.combinations_with_replacement(sorted(all_used, key=repr), 2):
            both = Counter(dict(one)) + Counter(dict(other))
            for card in ("=", "joker"):
                laid = both + Counter([card])
                if laid <= hand:
                    points = sum(worth(each) * many for each, many in laid.items())
                    reached = (points, direction * value)
                    best = reached if best is None else max(best, reached)
    return None if best is None else (best[0], direction * best[1])


def value_laid(side: tuple[Any, ...], order: str) -> Fraction:
    change, opened = ORDERS[order]
    first, *steps = side
    state: tuple[Any, ...] | None = opened(first)
    for _, sign, n in steps:
        assert state is not None
        state = change(state, sign, n)
    assert state is not None
    return Fraction(sum(state))


def check(row: Row, cards: list[Card], order: str) -> None:
    """That the row found is one: of these cards, both sides of its value, of its points."""
    assert value_laid(row.left, order) == value_laid(row.right, order) == row.value
    laid: list[Card] = [row.left[0], row.right[0], row.between]
    for card, _, n in (*row.left[1:], *row.right[1:]):
        laid += [card, n]
    assert Counter(laid) <= Counter(cards)
    assert sum(map(worth, laid)) == row.points


def agrees(cards: list[Card], order: str, direction: int, straight: bool = True) -> None:
    found = best_row(problem(cards, order, direction, straight), 10**9)
    assert found.proved
    due = best_by_trying(cards, order, direction)
    if due is None:
        assert found.row is None
        return
    assert found.row is not None
    check(found.row, cards, order)
    assert (found.row.points, found.row.value) == due


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from(DECK), min_size=1, max_size=8),
    st.sampled_from(sorted(ORDERS)),
    st.sampled_from((1, -1)),
    st.booleans(),
)
def test_it_finds_what_trying_everything_finds(
    cards: list[Card], order: str, direction: int, straight: bool
) -> None:
    agrees(cards, order, direction, straight)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from(DECK), min_size=4, max_size=11),
    st.sampled_from(sorted(ORDERS)),
    st.sampled_from((1, -1)),
    st.integers(0, 2),
)
def test_going_back_from_values_finds_what_going_on_finds(
    cards: list[Card], order: str, direction: int, reach: int
) -> None:
    """However few steps are made before it goes back."""
    due = best_row(problem(cards, order, direction, straight=False), 10**9)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Course, "growing_costs", lambda course: 10**12 if course.reach >= reach else 0)
        found = best_row(problem(cards, order, direction), 10**9)
    assert (found.row is None) == (due.row is None)
    if found.row is not None and due.row is not None:
        check(found.row, cards, order)
        assert (found.row.points, found.row.value) == (due.row.points, due.row.value)


@pytest.mark.parametrize("order", sorted(ORDERS))
@pytest.mark.parametrize("seed", range(3))
def test_a_second_way_finds_the_same_of_nineteen_cards(order: str, seed: int) -> None:
    lot = random.Random(seed)
    signs = lot.sample(["+", "-", "*", "/", "+", "joker"], 3)
    cards: list[Card] = [*lot.choices(range(12), k=14), *signs, "=", "="]
    found = best_row(problem(cards, order), 10**9)
    due = Second(
        [kind(card, many) for card, many in Counter(cards).items()],
        "left" if order == "from_the_left" else "products",
    ).best()
    assert found.proved and found.row is not None
    check(found.row, cards, order)
    assert (found.row.points, found.row.value) == due


def kind(card: Card, many: int) -> Kind:
    if isinstance(card, int):
        return Kind(many, worth(card), number=card)
    return Kind(many, worth(card), signs=Signs.get(card, "") + ("=" if card in ("=", "joker") else ""))


def test_what_comes_after_nothing_of_before_is_found() -> None:
    """All is lost by a multiplication by 0, far from the end."""
    for cards in ([1, 2, 0, 5, "+", "*", "+", "="], [9, 7, 0, 3, 5, "joker", "*", "+", "="]):
        for direction in (1, -1):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Course, "growing_costs", lambda course: 10**12)
                agrees(cards, "from_the_left", direction)


def test_only_values_wanted_count() -> None:
    cards: list[Card] = [1, 2, 3, 6, 7, "+", "*", "-", "="]
    for straight in (True, False):
        whole = replace(problem(cards, "from_the_left", straight=straight), wanted=lambda v: v.floats() < 3)
        found = best_row(whole, 10**9).row
        assert found is not None and found.value < 3


@pytest.mark.parametrize("order", sorted(ORDERS))
@pytest.mark.parametrize("seed", range(3))
def test_it_agrees_on_nineteen_cards_of_which_few_are_signs(order: str, seed: int) -> None:
    lot = random.Random(seed)
    numbers = [card for card in DECK if isinstance(card, int)]
    cards = lot.sample(numbers, 15) + lot.sample(list("+-*/"), 2) + ["=", "="]
    agrees(cards, order, 1)


@pytest.mark.parametrize("order", sorted(ORDERS))
def test_any_value_is_asked_for(order: str) -> None:
    cards: list[Card] = [1, 2, 3, 6, 7, "+", "*", "-", "="]
    found = best_row(problem(cards, order, 0), 10**9)
    due = best_by_trying(cards, order, 1)
    assert found.row is not None and due is not None and found.row.points == due[0]
    check(found.row, cards, order)


def test_without_a_budget_nothing_is_proved() -> None:
    cards: list[Card] = [1, 2, 3, 6, 7, 8, "+", "*", "-", "+", "="]
    full = best_row(problem(cards, "from_the_left"), 10**9)
    assert full.proved and full.row is not None
    short = best_row(problem(cards, "from_the_left"), full.work - 1)
    assert not short.proved
    again = best_row(problem(cards, "from_the_left"), full.work - 1)
    assert (short.row, short.work) == (again.row, again.work)


def test_the_same_deal_costs_the_same_work() -> None:
    cards: list[Card] = [1, 2, 3, 5, 8, 11, "+", "joker", "-", "=", "/"]
    one, other = (best_row(problem(cards, "products_first"), 10**9) for _ in range(2))
    assert one == other
