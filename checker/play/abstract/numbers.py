"""Whole numbers, known (Python's) or not (`terms.Number`), worked out on the way where they are known."""

from collections.abc import Iterable

from checker.smt.formulas import (
    Number,
    Truth,
    conj,
    constant,
    either,
    minus,
    neg,
    not_above,
    product,
    same_number,
    total,
)

Amount = int | Number


def number(amount: Amount) -> Number:
    """The amount as a number of the solver."""
    return constant(amount) if isinstance(amount, int) else amount


def plus(one: Amount, other: Amount) -> Amount:
    """Their sum."""
    if isinstance(one, int) and isinstance(other, int):
        return one + other
    if one == 0:
        return other
    if other == 0:
        return one
    return total(number(one), number(other))


def less(one: Amount, other: Amount) -> Amount:
    """The first without the second."""
    return plus(one, -other if isinstance(other, int) else minus(other))


def summed(amounts: Iterable[Amount]) -> Amount:
    """The sum of all of them."""
    found: Amount = 0
    for amount in amounts:
        found = plus(found, amount)
    return found


def times(one: Amount, other: Amount) -> Amount | None:
    """Their product; None where neither is known."""
    if isinstance(one, int) and isinstance(other, int):
        return one * other
    if isinstance(one, Number) and isinstance(other, Number):
        return None
    return product(number(one), number(other))


def multiplied(factor: Number, amount: Amount) -> Amount:
    """So many times the amount, the factor being a constant."""
    return product(factor, number(amount))


def among_two(condition: Truth, then: Amount, otherwise: Amount) -> Amount:
    """The first amount where the condition holds, else the second."""
    if isinstance(condition, bool):
        return then if condition else otherwise
    if then is otherwise or (isinstance(then, int) and isinstance(otherwise, int) and then == otherwise):
        return then
    return either(condition, number(then), number(otherwise))


def at_most(one: Amount, other: Amount) -> Truth:
    """Whether the first is not above the second."""
    if isinstance(one, int) and isinstance(other, int):
        return one <= other
    return not_above(number(one), number(other))


def below(one: Amount, other: Amount) -> Truth:
    """Whether the first is below the second."""
    return neg(at_most(other, one))


def same(one: Amount, other: Amount) -> Truth:
    """Whether they are equal."""
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    return same_number(number(one), number(other))


def smaller(one: Amount, other: Amount) -> Amount:
    """The smaller of the two."""
    return among_two(at_most(one, other), one, other)


def larger(one: Amount, other: Amount) -> Amount:
    """The larger of the two."""
    return among_two(at_most(one, other), other, one)


def within(amount: Amount, low: int | None, high: int | None) -> Truth:
    """Whether it is within these bounds (None: no bound)."""
    return conj(
        (
            True if low is None else at_most(low, amount),
            True if high is None else at_most(amount, high),
        )
    )
