"""Rows with the value of each, and those of them that have a value and points wanted."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from interpreter.optimize.search.layers import hashed, ordered
from interpreter.optimize.search.quantities import Array, Quantities, joined

Trace = Callable[[int], tuple[Any, ...]]
_FIRST_PAIRS, _MOST_PAIRS = 1 << 13, 1 << 18


@dataclass(frozen=True, slots=True)
class Sides:
    """Rows: the cards used, what they weigh, their values, and these as floating-point numbers (or minus
    them, where the lowest is wanted). `trace` gives the labels of one."""

    used: Array
    points: Array
    value: Quantities
    keys: Array
    trace: Trace

    def __len__(self) -> int:
        return len(self.used)

    def take(self, places: Array) -> "Sides":
        """Those at `places`."""
        trace = self.trace
        return Sides(
            self.used[places],
            self.points[places],
            self.value.take(places),
            self.keys[places],
            lambda place: trace(int(places[place])),
        )

    def within(self, low: float, high: float) -> "Sides":
        """Those with keys from `low` to below `high`, of rows in the order of their keys."""
        begin, end = np.searchsorted(self.keys, [low, high])
        return self.take(np.arange(begin, end))

    def between(self, low: float, high: float) -> "Sides":
        """As `within`, of rows in any order."""
        return self.take(np.flatnonzero((self.keys >= low) & (self.keys < high)))


def together(some: list[Sides]) -> Sides:
    """All of these (one at least), one after another."""
    if len(some) == 1:
        return some[0]
    ends = np.cumsum([len(each) for each in some])

    def trace(place: int) -> tuple[Any, ...]:
        n = int(np.searchsorted(ends, place, side="right"))
        return some[n].trace(place - int(ends[n]) + len(some[n]))

    return Sides(
        np.concatenate([each.used for each in some]),
        np.concatenate([each.points for each in some]),
        joined([each.value for each in some]),
        np.concatenate([each.keys for each in some]),
        trace,
    )


@dataclass(frozen=True, slots=True)
class Whole:
    """Kinds of which all cards must lie in a row: these cards, and the mask of their fields."""

    cards: int
    mask: int


class Index:
    """Rows by their value, their points, and what they use of the kinds of which all is used in the end."""

    def __init__(self, rows: Sides, whole: Whole) -> None:
        self.rows, self._whole = rows, whole
        marks = _marks(rows.value, rows.points, rows.used & whole.mask)
        self._order, self._marks = ordered(marks)
        self._bits = np.uint64(len(rows).bit_length())
        self._shift = np.uint64(64 - min(24, max(10, (16 * len(rows)).bit_length())))
        self._sieve = np.zeros(1 << (64 - int(self._shift)), bool)
        self._sieve[marks >> self._shift] = True

    def spans(self, values: Quantities, points: Array, used: Array) -> tuple[Array, Array, Array]:
        """For rows that use these cards: which may meet some here, with these values and points and all else
        that must be used; and where those may be, from the first place to before the last one."""
        marks = _marks(values, points, self._whole.cards - (used & self._whole.mask))
        there = np.flatnonzero(self._sieve[marks >> self._shift])
        marks = marks[there] >> self._bits
        return there, np.searchsorted(self._marks, marks), np.searchsorted(self._marks, marks, side="right")

    def pairs(self, begins: Array, ends: Array) -> Iterator[tuple[Array, Array]]:
        """All pairs of a place in `begins` and a row there, in the order of the former, some at a time."""
        many = ends - begins
        total = np.cumsum(many)
        start, batch = 0, _FIRST_PAIRS
        while start < len(many):
            before = int(total[start - 1]) if start else 0
            end = max(int(np.searchsorted(total, before + batch, side="right")), start + 1)
            whose = np.repeat(np.arange(start, end), many[start:end])
            if len(whose):
                within = np.arange(len(whose)) - np.repeat(
                    total[start:end] - many[start:end] - before, many[start:end]
                )
                yield whose, self._order[begins[whose] + within]
            start, batch = end, min(4 * batch, _MOST_PAIRS)


def same(one: Quantities, other: Quantities) -> Array:
    """Which of these are exactly equal, row by row."""
    dens = [1 if part.den is None else part.den for part in (one, other)]
    equal: Array = (one.num == other.num) & (dens[0] == dens[1])
    return equal


def _marks(values: Quantities, points: Array, used: Array) -> Array:
    """The same number for rows with the same of each (and seldom for others)."""
    return hashed([(values.floats() + 0.0).view(np.uint64), points, used])
