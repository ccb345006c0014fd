"""Which rows of one run have a row of another run of the same value: from the value at the end of a row back,
stretch by stretch, to rows of few steps, which are known."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from interpreter.optimize.search.counts import Packing, Places
from interpreter.optimize.search.courses import Course
from interpreter.optimize.search.layers import Budget, firsts
from interpreter.optimize.search.quantities import Array, Quantities, joined
from interpreter.optimize.search.sides import Index, Sides, Trace, Whole, same
from interpreter.optimize.search.stretches import Stretches

_BATCH = 1 << 18


@dataclass(frozen=True, slots=True)
class RowEnds:
    """What must come before the ends of rows: the value there. `used` and `points` are of all that is laid;
    `whose`: the row that is to be met; `trace`: the labels of the end, from its first stretch on."""

    used: Array
    points: Array
    value: Quantities
    whose: Array
    trace: Trace

    def __len__(self) -> int:
        return len(self.used)

    def take(self, places: Array) -> "RowEnds":
        """Those at `places`."""
        trace = self.trace
        return RowEnds(
            self.used[places],
            self.points[places],
            self.value.take(places),
            self.whose[places],
            lambda place: trace(int(places[place])),
        )


@dataclass(frozen=True, slots=True)
class MetRow:
    """The place of the row that is met, and the labels of the row that it meets."""

    whose: int
    labels: tuple[Any, ...]


class MeetInTheMiddle:
    """Rows, best first, of which the first is wanted that meets a row of `course` of `steps` steps, so that
    both are worth `points` together and there are enough cards."""

    def __init__(
        self, course: Course, places: "PlacesOf", packing: Packing, budget: Budget, points: int, whole: Whole
    ) -> None:
        self._course, self._places, self._packing, self._budget = course, places, packing, budget
        self._points, self._whole = points, whole
        self._best: MetRow | None = None
        self._pending: dict[int, list[RowEnds]] = {}

    def among(self, rows: Sides, others: Sides) -> MetRow | None:
        """The first of these rows that meets one of the others, which are rows of the course."""
        self._join(_starts(rows), Index(others, self._whole))
        return self._best

    def first(self, rows: Sides, steps: int) -> MetRow | None:
        """The first of these rows that meets one."""
        start = _starts(rows)
        if steps <= self._course.reach:
            self._join(start, self._course.index(steps, self._whole))
            return self._best
        self._pending[steps] = [start]
        for level in range(steps, self._course.reach, -1):
            ends = self._better(self._gathered(level))
            if not len(ends):
                continue
            for index in self._course.endings(level, self._whole):
                self._join(ends, index)
            for length in range(1, level + 1):
                there = self._course.stretches(length)
                for last in () if there is None else (there.adding, there.scaling):
                    if len(last):
                        self._back(ends, level - length, last)
        return self._best

    def _better(self, ends: RowEnds) -> RowEnds:
        """Those of rows before the best found."""
        if self._best is None:
            return ends
        return ends.take(np.flatnonzero(ends.whose < self._best.whose))

    def _gathered(self, level: int) -> RowEnds:
        """All that must come after `level` steps, each pair of cards used and value once, and those for which
        the points can still be reached."""
        some = self._pending.pop(level, [])
        if not some:
            none = np.empty(0, np.int64)
            return RowEnds(none, none, Quantities(none), none, lambda place: ())
        ends = _together(some)
        if len(some) > 1:
            ends = ends.take(np.argsort(ends.whose, kind="stable"))
            ends = ends.take(firsts(ends.used, [ends.value]))
        most = ends.points + self._places.most(level, ends.used)
        return ends.take(np.flatnonzero(most >= self._points))

    def _back(self, ends: RowEnds, level: int, last: Stretches) -> None:
        """Goes back through each of these stretches from each of the ends."""
        rows = max(1, _BATCH // len(last))
        for begin in range(0, len(ends), rows):
            some = ends.take(np.arange(begin, min(begin + rows, len(ends))))
            if self._best is not None and some.whose[0] >= self._best.whose:
                return
            one, other = np.nonzero(self._packing.fits(some.used[:, None] + last.used[None, :]))
            self._budget.take(len(one), len(some) * len(last))
            before = _before(some, one, last, other)
            if level > self._course.reach:
                self._pending.setdefault(level, []).append(before)
            else:
                self._join(before, self._course.index(level, self._whole))

    def _join(self, ends: RowEnds, index: Index) -> None:
        """Looks for rows that come before the ends."""
        there, begins, stops = index.spans(ends.value, self._points - ends.points, ends.used)
        order = np.argsort(ends.whose[there], kind="stable")
        there = there[order]
        for one, row in index.pairs(begins[order], stops[order]):
            which = there[one]
            if self._best is not None and ends.whose[which[0]] >= self._best.whose:
                return
            self._budget.take(len(which))
            may = self._packing.fits(ends.used[which] + index.rows.used[row])
            may &= ends.points[which] + index.rows.points[row] == self._points
            fits = np.flatnonzero(may)
            equal = same(ends.value.take(which[fits]), index.rows.value.take(row[fits]))
            found = fits[equal]
            if len(found):
                place = int(found[0])
                end, begun = int(which[place]), int(row[place])
                if self._best is None or ends.whose[end] < self._best.whose:
                    labels = (*index.rows.trace(begun), *ends.trace(end))
                    self._best = MetRow(int(ends.whose[end]), labels)
                return


class PlacesOf:
    """What can be laid for a run of so many steps."""

    def __init__(self, levels: dict[int, Places]) -> None:
        self._levels = levels

    def most(self, level: int, used: Array) -> Array:
        """The most points of a row of `level` steps with what is left over."""
        return self._levels[level].most(used)


def _starts(rows: Sides) -> RowEnds:
    return RowEnds(rows.used, rows.points, rows.value, np.arange(len(rows)), lambda place: ())


def _before(some: RowEnds, one: Array, last: Stretches, other: Array) -> RowEnds:
    def trace(place: int) -> tuple[Any, ...]:
        return (*last.trace(int(other[place])), *some.trace(int(one[place])))

    return RowEnds(
        some.used[one] + last.used[other],
        some.points[one] + last.points[other],
        last.before(some.value.take(one), other),
        some.whose[one],
        trace,
    )


def _together(some: list[RowEnds]) -> RowEnds:
    ends = np.cumsum([len(each) for each in some])

    def trace(place: int) -> tuple[Any, ...]:
        n = int(np.searchsorted(ends, place, side="right"))
        return some[n].trace(place - int(ends[n]) + len(some[n]))

    return RowEnds(
        np.concatenate([each.used for each in some]),
        np.concatenate([each.points for each in some]),
        joined([each.value for each in some]),
        np.concatenate([each.whose for each in some]),
        trace,
    )


def bands(keys: Array) -> Iterator[tuple[float, float]]:
    """Bounds of keys, from the highest down to all: few rows have these keys (ascending), then more."""
    high, many = float("inf"), 256
    while many < len(keys):
        low = float(keys[len(keys) - many])
        if low < high:
            yield low, high
            high = low
        many *= 4
    yield float("-inf"), high
