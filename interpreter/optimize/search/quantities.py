"""Many exact rational numbers at once.

Numerators and denominators in lowest terms, as arrays of whole numbers below 2 ** 53: so the quotient as a
floating-point number depends on the rational alone, is the nearest to it, and never turns round the order
of two. Larger ones are refused (`TooLarge`), never rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from dsl.text.errors import Portable

Array = np.ndarray[Any, np.dtype[Any]]
Whole = int | Fraction

LIMIT = 2**53
_WORD = 2**62


class TooLarge(Portable):
    """A number that this arithmetic cannot hold exactly."""


class Quantities:
    """An array of rationals, each `num / den`, or without a value where `lacking`.

    `den` is None where all are whole, `lacking` None where all have a value. The two bounds are at least the
    largest size of a numerator and of a denominator, known without looking at the array.
    """

    __slots__ = ("den", "lacking", "most_den", "most_num", "num")

    def __init__(
        self,
        num: Array,
        den: Array | None = None,
        *,
        lacking: Array | None = None,
        most_num: int | None = None,
        most_den: int = 1,
    ) -> None:
        if most_num is None or most_num > LIMIT:
            most_num = int(np.abs(num).max()) if len(num) else 0
        if den is not None and most_den > LIMIT:
            most_den = int(den.max()) if len(den) else 1
        if most_num > LIMIT or most_den > LIMIT:
            raise TooLarge
        self.num, self.den, self.lacking = num, den, lacking
        self.most_num, self.most_den = most_num, most_den

    @staticmethod
    def constant(value: Whole, size: int) -> Quantities:
        """`size` times the same number."""
        return Quantities.of([value], repeated=size)

    @staticmethod
    def of(values: Sequence[Whole], *, repeated: int = 1) -> Quantities:
        """These numbers, each `repeated` times."""
        exact = [Fraction(value) for value in values]
        most_num = max((abs(value.numerator) for value in exact), default=0)
        most_den = max((value.denominator for value in exact), default=1)
        if most_num > LIMIT or most_den > LIMIT:
            raise TooLarge
        num = np.repeat(np.array([value.numerator for value in exact], np.int64), repeated)
        if most_den == 1:
            return Quantities(num, most_num=most_num)
        den = np.repeat(np.array([value.denominator for value in exact], np.int64), repeated)
        return Quantities(num, den, most_num=most_num, most_den=most_den)

    def __len__(self) -> int:
        return len(self.num)

    def whole(self, place: int) -> Whole:
        """The number at a place."""
        exact = Fraction(int(self.num[place]), 1 if self.den is None else int(self.den[place]))
        return exact.numerator if exact.denominator == 1 else exact

    def take(self, places: Array) -> Quantities:
        """Those at `places`."""
        return Quantities(
            self.num[places],
            None if self.den is None else self.den[places],
            lacking=None if self.lacking is None else self.lacking[places],
            most_num=self.most_num,
            most_den=self.most_den,
        )

    def floats(self) -> Array:
        """The nearest floating-point number to each: equal where they are equal, in the same order."""
        return self.num.astype(np.float64) if self.den is None else self.num / self.den

    def __neg__(self) -> Quantities:
        return Quantities(
            -self.num, self.den, lacking=self.lacking, most_num=self.most_num, most_den=self.most_den
        )

    def __add__(self, other: Quantities | Whole) -> Quantities:
        if isinstance(other, Quantities):
            return _sum(self, other, 1)
        if isinstance(other, Fraction) and other.denominator != 1:
            return _sum(self, Quantities.constant(other, len(self)), 1)
        return _shifted(self, int(other))

    __radd__ = __add__

    def __sub__(self, other: Quantities | Whole) -> Quantities:
        return _sum(self, other, -1) if isinstance(other, Quantities) else self + -other

    def __rsub__(self, other: Whole) -> Quantities:
        return -self + other

    def __mul__(self, other: Quantities | Whole) -> Quantities:
        if isinstance(other, Quantities):
            return _product(self, other)
        if isinstance(other, Fraction) and other.denominator != 1:
            return _product(self, Quantities.constant(other, len(self)))
        return _multiple(self, int(other))

    __rmul__ = __mul__

    def __truediv__(self, other: Quantities | Whole) -> Quantities | None:
        if isinstance(other, Quantities):
            return _product(self, _inverse(other))
        if other == 0:
            return None
        inverse = 1 / Fraction(other)
        if inverse.denominator == 1:
            return _multiple(self, int(inverse))
        return _product(self, Quantities.constant(inverse, len(self)))

    def __rtruediv__(self, other: Whole) -> Quantities:
        return _inverse(self) * other


def joined(parts: Sequence[Quantities]) -> Quantities:
    """All of these, one after another; none of them lacks a value."""
    num = np.concatenate([part.num for part in parts])
    most_num, most_den = (max(getattr(p, name) for p in parts) for name in ("most_num", "most_den"))
    if all(part.den is None for part in parts):
        return Quantities(num, most_num=most_num)
    dens = [np.ones(len(part), np.int64) if part.den is None else part.den for part in parts]
    return Quantities(num, np.concatenate(dens), most_num=most_num, most_den=most_den)


def _shifted(some: Quantities, by: int) -> Quantities:
    """Plus a whole number: the denominators stay, and the terms stay the lowest."""
    _hold(some.most_den * abs(by) + some.most_num)
    num = some.num + (by if some.den is None else some.den * by)
    most = some.most_num + some.most_den * abs(by)
    return Quantities(num, some.den, lacking=some.lacking, most_num=most, most_den=some.most_den)


def _multiple(some: Quantities, by: int) -> Quantities:
    _hold(some.most_num * abs(by))
    if some.den is None or by == 0:
        most = some.most_num * abs(by)
        return Quantities(some.num * by, lacking=some.lacking, most_num=most)
    shared = np.gcd(some.den, by)
    return Quantities(
        some.num * (by // shared),
        some.den // shared,
        lacking=some.lacking,
        most_num=some.most_num * abs(by),
        most_den=some.most_den,
    )


def _product(one: Quantities, other: Quantities) -> Quantities:
    _hold_rows(one.num, other.num, one.most_num * other.most_num)
    num, lacking = one.num * other.num, _either(one, other)
    most_num, most_den = one.most_num * other.most_num, one.most_den * other.most_den
    if one.den is None and other.den is None:
        return Quantities(num, lacking=lacking, most_num=most_num)
    _hold_rows(one.den, other.den, most_den)
    den = other.den if one.den is None else one.den if other.den is None else one.den * other.den
    assert den is not None
    return _lowest(num, den, lacking, most_num, most_den)


def _sum(one: Quantities, other: Quantities, sign: int) -> Quantities:
    lacking = _either(one, other)
    if one.den is None and other.den is None:
        num = one.num + other.num if sign > 0 else one.num - other.num
        return Quantities(num, lacking=lacking, most_num=one.most_num + other.most_num)
    first, second = _dens(one), _dens(other)
    _hold_rows(one.num, second, one.most_num * other.most_den)
    _hold_rows(other.num, first, other.most_num * one.most_den)
    _hold_rows(first, second, one.most_den * other.most_den)
    num = one.num * second + sign * (other.num * first)
    most_num = one.most_num * other.most_den + other.most_num * one.most_den
    return _lowest(num, first * second, lacking, most_num, one.most_den * other.most_den)


def _inverse(some: Quantities) -> Quantities:
    zero = some.num == 0
    num = np.where(some.num < 0, -1, 1) * _dens(some)
    den = np.where(zero, 1, np.abs(some.num))
    lacking = zero if some.lacking is None else zero | some.lacking
    most = max(some.most_num, 1)
    return Quantities(num, den, lacking=lacking, most_num=some.most_den, most_den=most)


def _lowest(num: Array, den: Array, lacking: Array | None, most_num: int, most_den: int) -> Quantities:
    fractional = np.flatnonzero(den != 1)
    if not len(fractional):
        return Quantities(num, lacking=lacking, most_num=most_num)
    over, under = num[fractional], den[fractional]
    shared = np.gcd(over, under)
    num[fractional] = over // shared
    den = den.copy()
    den[fractional] = under // shared
    return Quantities(num, den, lacking=lacking, most_num=most_num, most_den=most_den)


def _dens(some: Quantities) -> Array:
    return np.ones(len(some), np.int64) if some.den is None else some.den


def _either(one: Quantities, other: Quantities) -> Array | None:
    if one.lacking is None or other.lacking is None:
        return other.lacking if one.lacking is None else one.lacking
    return one.lacking | other.lacking


def _hold(most: int) -> None:
    if most > _WORD:
        raise TooLarge


def _hold_rows(one: Array | None, other: Array | None, most: int) -> None:
    """Whether the products, row by row, fit a machine word (twice: a sum of two must fit as well)."""
    if most <= _WORD // 2 or one is None or other is None or not len(one):
        return
    if float(np.abs(one.astype(np.float64) * other.astype(np.float64)).max()) > _WORD // 4:
        raise TooLarge
