"""Of two tables of rows, the pair of one value that has the points wanted and for which the cards suffice."""

from dataclasses import dataclass

import numpy as np

from interpreter.search.counts import Packing
from interpreter.search.layers import Budget, Rows
from interpreter.search.quantities import Array

_BATCH = 1 << 18
_LARGE = 1 << 12


@dataclass(frozen=True, slots=True)
class Pair:
    """The places of the two rows, and their value as a floating-point number."""

    one: int
    other: int
    value: float


class Table:
    """Rows in the order of their keys (the values, or minus them, or all alike), best first."""

    def __init__(self, rows: Rows, direction: int) -> None:
        keys = rows.parts[0].floats() * (direction or -1)
        order = np.argsort(-keys, kind="stable")
        self.rows = rows.take(order)
        self.keys = keys[order]

    def __len__(self) -> int:
        return len(self.keys)


class Join:
    """The rows of two tables, brought together by value: cells of one value and one weight."""

    def __init__(self, one: Table, other: Table, packing: Packing, budget: Budget) -> None:
        self._one, self._other, self._packing, self._budget = one, other, packing, budget
        shared = np.intersect1d(one.keys, other.keys)[::-1]
        self._shared = shared
        self.width = 0
        if not len(shared):
            return
        points = np.concatenate([one.rows.points, other.rows.points])
        self._base = int(points.min())
        self.width = int(points.max()) - self._base + 1
        self._cells_one = _cells(one, shared, self._base, self.width)
        self._cells_other = _cells(other, shared, self._base, self.width)

    def best(self, points: int, between: int, floor: float) -> Pair | None:
        """The pair of the best key above `floor`, of `points` together, with room for the cards `between`."""
        if not self.width:
            return None
        ids, _, sizes, _ = self._cells_one
        ids2, _, sizes2, _ = self._cells_other
        group, weight = np.divmod(ids, self.width)
        wanted = points - 2 * self._base - weight
        may = (wanted >= 0) & (wanted < self.width) & (self._shared[group] > floor)
        cells = np.flatnonzero(may)
        targets = group[cells] * self.width + wanted[cells]
        at = np.searchsorted(ids2, targets)
        at[at == len(ids2)] = 0
        hit = ids2[at] == targets
        cells, at = cells[hit], at[hit]
        if not len(cells):
            return None
        groups = group[cells]
        total = np.cumsum(sizes[cells] * sizes2[at])
        begin = 0
        while begin < len(cells):
            # The cells of a batch: whole groups, so that the first hit is of the best key.
            before = int(total[begin - 1]) if begin else 0
            end = int(np.searchsorted(total, before + _BATCH, side="right"))
            end = max(end, begin + 1)
            end = int(np.searchsorted(groups, groups[end - 1], side="right"))
            found = self._within(cells[begin:end], at[begin:end], between)
            if found is not None:
                return found
            begin = end
        return None

    def _within(self, cells: Array, at: Array, between: int) -> Pair | None:
        ids, starts, sizes, places = self._cells_one
        _, starts2, sizes2, places2 = self._cells_other
        best: Pair | None = None
        large = sizes[cells] * sizes2[at] > _LARGE
        small, small_at = cells[~large], at[~large]
        if len(small):
            best = self._small(small, small_at, between)
        for cell, other in zip(cells[large].tolist(), at[large].tolist(), strict=True):
            key = float(self._shared[ids[cell] // self.width])
            if best is not None and key <= best.value:
                break
            found = self._large(
                places[starts[cell] : starts[cell] + sizes[cell]],
                places2[starts2[other] : starts2[other] + sizes2[other]],
                between,
                key,
            )
            best = found or best
        return best

    def _small(self, cells: Array, at: Array, between: int) -> Pair | None:
        _, starts, sizes, places = self._cells_one
        _, starts2, sizes2, places2 = self._cells_other
        many = sizes[cells] * sizes2[at]
        whose = np.repeat(np.arange(len(cells)), many)
        self._budget.take(len(whose))
        within = np.arange(len(whose)) - np.repeat(np.cumsum(many) - many, many)
        row, column = np.divmod(within, sizes2[at][whose])
        one = places[starts[cells][whose] + row]
        other = places2[starts2[at][whose] + column]
        good = self._good(one, other, between)
        if not len(good):
            return None
        place = good[0]
        return Pair(int(one[place]), int(other[place]), float(self._one.keys[one[place]]))

    def _large(self, ones: Array, others: Array, between: int, key: float) -> Pair | None:
        """All pairs of two cells, some rows at a time."""
        used = self._one.rows.used[ones] + between
        ones = ones[self._packing.fits(used)]
        second = self._other.rows.used[others]
        rows = max(1, _BATCH // len(others))
        for begin in range(0, len(ones), rows):
            some = ones[begin : begin + rows]
            self._budget.take(len(some) * len(others))
            sums = self._one.rows.used[some][:, None] + (second + between)[None, :]
            row, column = np.nonzero(self._packing.fits(sums))
            exact = self._same(some[row], others[column])
            if len(exact):
                return Pair(int(some[row[exact[0]]]), int(others[column[exact[0]]]), key)
        return None

    def _good(self, one: Array, other: Array, between: int) -> Array:
        used = self._one.rows.used[one] + between
        fits = self._packing.fits(used) & self._packing.fits(used + self._other.rows.used[other])
        places = np.flatnonzero(fits)
        return places[self._same(one[places], other[places])]

    def _same(self, one: Array, other: Array) -> Array:
        """Which of these pairs have exactly one value (nearly always all: equal floats joined them)."""
        first, second = self._one.rows.parts[0].take(one), self._other.rows.parts[0].take(other)
        same = first.num == second.num
        dens = [1 if part.den is None else part.den for part in (first, second)]
        return np.flatnonzero(same & (dens[0] == dens[1]))


def _cells(table: Table, shared: Array, base: int, width: int) -> tuple[Array, Array, Array, Array]:
    """The cells: their numbers (group times width, plus weight), starts, sizes; the places of their rows."""
    ascending = shared[::-1]
    at = np.searchsorted(ascending, table.keys)
    at[at == len(ascending)] = 0
    kept = np.flatnonzero(ascending[at] == table.keys)
    group = len(shared) - 1 - at[kept]
    ids = group * width + (table.rows.points[kept] - base)
    order = np.argsort(ids, kind="stable")
    ids, places = ids[order], kept[order]
    cells, starts, sizes = np.unique(ids, return_index=True, return_counts=True)
    return cells, starts, sizes, places


class Members:
    """Which numbers are among some: a quick sieve first, then exactly."""

    _MIX = np.uint64(0x9E3779B97F4A7C15)

    def __init__(self, values: Array) -> None:
        self._values = np.unique(values)
        self._shift = np.uint64(64 - max(10, (16 * len(values)).bit_length()))
        self._sieve = np.zeros(1 << (64 - int(self._shift)), bool)
        self._sieve[self._slots(self._values)] = True

    def _slots(self, values: Array) -> Array:
        slots: Array = ((values + 0.0).view(np.uint64) * self._MIX) >> self._shift
        return slots

    def places(self, values: Array) -> Array:
        """The places of those that are among them."""
        may = np.flatnonzero(self._sieve[self._slots(values)])
        at = np.searchsorted(self._values, values[may])
        at[at == len(self._values)] = 0
        found: Array = may[self._values[at] == values[may]]
        return found
