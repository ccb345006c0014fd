"""Rows with the value of each, and those of them that have a value and points wanted."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from interpreter.search.quantities import Array, Quantities, joined

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


class Index:
    """Rows by their value and points."""

    def __init__(self, rows: Sides) -> None:
        self.rows = rows
        self._values = np.unique(rows.value.floats())
        self._base = int(rows.points.min()) if len(rows) else 0
        self._width = int(rows.points.max()) - self._base + 1 if len(rows) else 0
        ids = np.searchsorted(self._values, rows.value.floats()) * self._width + (rows.points - self._base)
        self._order = np.argsort(ids, kind="stable")
        self._ids = ids[self._order]

    def spans(self, values: Array, points: Array) -> tuple[Array, Array]:
        """Where those with these values and points are: from the first place to before the last one."""
        if not len(self._values):
            none = np.zeros(len(values), np.int64)
            return none, none
        at = np.searchsorted(self._values, values)
        at[at == len(self._values)] = 0
        more = points - self._base
        there = (self._values[at] == values) & (more >= 0) & (more < self._width)
        wanted = np.where(there, at * self._width + more, -1)
        return np.searchsorted(self._ids, wanted), np.searchsorted(self._ids, wanted, side="right")

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
