"""A run: the rows of few steps, all of them, and the rows of many by the stretches that end them."""

from collections.abc import Callable, Sequence

import numpy as np

from interpreter.optimize.search.counts import Packing
from interpreter.optimize.search.layers import Budget, Extension, Layers, firsts, spread
from interpreter.optimize.search.problem import Run
from interpreter.optimize.search.quantities import Array
from interpreter.optimize.search.sides import Index, Sides, Whole, together
from interpreter.optimize.search.stretches import Stretched, Stretches, StretchesOf, ways_of

_BATCH = 1 << 18


class Course:
    """The rows of a run. Those of up to `reach` steps are all made; `direction` is that of the keys."""

    def __init__(
        self, run: Run, packing: Packing, weights: Sequence[int], budget: Budget, direction: int
    ) -> None:
        self.run, self._packing, self._budget, self.direction = run, packing, budget, direction
        ways = ways_of(run, packing, weights)
        openings = [
            Extension(
                packing.of_cards(one.cards),
                sum(weights[kind] for kind in one.cards),
                lambda state: (),
                one.label,
            )
            for one in run.openings
        ]
        states = [one.state for one in run.openings]
        self._layers = Layers(list(zip(openings, states, strict=True)), ways, packing, budget)
        self._stretches = StretchesOf(run, packing, weights, budget) if run.straight else None
        on = [way for way, step in zip(ways, run.steps, strict=True) if step.anew is None]
        self._pure = Layers(list(zip(openings, states, strict=True)), on, packing, budget) if on else None
        anything = [Extension(way.used, way.points, lambda state: (), way.label) for way in ways]
        self._any = Layers([(way, ()) for way in openings], anything, packing, budget)
        self.reach = 0
        self._tables: dict[int, Sides] = {}
        self._others: dict[tuple[str, int], Sides] = {}
        self._indexes: dict[tuple[str, int, Whole], Index] = {}

    # -------------------------------------------------------------- rows of few steps

    def grow(self) -> None:
        """Makes the rows of one step more."""
        self.reach += 1
        self._layers.layer(self.reach)

    def growing_costs(self) -> int:
        """About how much it takes to grow."""
        return self._layers.next_costs()

    def table(self, level: int) -> Sides:
        """All rows of `level` steps, each pair of cards used and value once, in the order of their keys."""
        if level not in self._tables:
            self._tables[level] = self._of_layer(self._layers, level)
        return self._tables[level]

    def index(self, level: int, whole: Whole) -> Index:
        """The rows of `level` steps."""
        return self._indexed("table", level, whole, self.table)

    def _indexed(self, what: str, level: int, whole: Whole, rows: Callable[[int], Sides]) -> Index:
        key = (what, level, whole)
        if key not in self._indexes:
            self._indexes[key] = Index(rows(level), whole)
        return self._indexes[key]

    def _of_layer(self, layers: Layers, level: int) -> Sides:
        rows = layers.layer(level)
        found = self.run.value(rows.parts)
        value = spread(0 if found is None else found, len(rows))
        places = np.arange(len(rows)) if found is not None else np.empty(0, np.int64)
        if value.lacking is not None:
            places = np.flatnonzero(~value.lacking)
            value.lacking = None
        places = places[firsts(rows.used[places], [value.take(places)])] if len(places) else places
        keys = value.floats() * self.direction
        places = places[np.argsort(keys[places], kind="stable")]
        return Sides(
            rows.used[places],
            rows.points[places],
            value.take(places),
            keys[places],
            lambda place: layers.labels(level, int(places[place])),
        )

    # -------------------------------------------------------------- rows of many steps

    def stretches(self, length: int) -> Stretched | None:
        """The stretches of that length; None where there are none."""
        return None if self._stretches is None else self._stretches.of_length(length)

    def endings(self, level: int, whole: Whole) -> list[Index]:
        """Rows of `level` steps, beyond `reach`, that no stretch ends which can be gone through backwards."""
        found = [
            self._indexed("pure", level, whole, self._all_pure),
            self._indexed("settled", level, whole, self._settled),
        ]
        return [index for index in found if len(index.rows)]

    def _all_pure(self, level: int) -> Sides:
        key = ("pure", level)
        if key not in self._others:
            nothing = self.table(0).take(np.empty(0, np.int64))
            self._others[key] = nothing if self._pure is None else self._of_layer(self._pure, level)
        return self._others[key]

    def _settling(self, length: int) -> Stretches | None:
        there = self.stretches(length)
        return there.settling if there is not None and len(there.settling) else None

    def _settled(self, level: int) -> Sides:
        """Rows of `level` steps whose last stretch leaves nothing of the value before."""
        key = ("settled", level)
        if key not in self._others:
            self._others[key] = self._all_settled(level)
        return self._others[key]

    def _all_settled(self, level: int) -> Sides:
        found = [self.table(0).take(np.empty(0, np.int64))]
        for length in range(1, level + 1):
            last = self._settling(length)
            if last is not None:
                begun = self._any.layer(level - length)
                found.append(self._ended(begun.used, begun.points, level - length, last))
        rows = together(found)
        places = firsts(rows.used, [rows.value])
        return rows.take(places[np.argsort(rows.keys[places], kind="stable")])

    def _ended(self, used: Array, points: Array, level: int, last: Stretches) -> Sides:
        one, other = self._fitting(used, last.used)
        value = last.plus.take(other)
        begun = self._any
        return Sides(
            used[one] + last.used[other],
            points[one] + last.points[other],
            value,
            value.floats() * self.direction,
            lambda place: (*begun.labels(level, int(one[place])), *last.trace(int(other[place]))),
        )

    def _fitting(self, ones: Array, others: Array) -> tuple[Array, Array]:
        """The pairs for which there are enough cards."""
        rows = max(1, _BATCH // max(1, len(others)))
        found: list[tuple[Array, Array]] = []
        for begin in range(0, len(ones), rows):
            some = ones[begin : begin + rows]
            self._budget.take(0, len(some) * len(others))
            one, other = np.nonzero(self._packing.fits(some[:, None] + others[None, :]))
            found.append((one + begin, other))
        if not found:
            none = np.empty(0, np.int64)
            return none, none
        return np.concatenate([one for one, _ in found]), np.concatenate([other for _, other in found])

    # -------------------------------------------------------------- rows of some values

    def within(self, level: int, low: float, high: float) -> Sides:
        """The rows of `level` steps, at most one beyond `reach`, with keys from `low` to below `high`."""
        if level <= self.reach:
            return self.table(level).within(low, high)
        assert level == self.reach + 1
        found = [rows.within(low, high) for rows in (self._all_pure(level), self._settled(level))]
        for length in range(1, level + 1):
            there = self.stretches(length)
            if there is not None:
                for last in (there.adding, there.scaling):
                    if len(last):
                        found.append(self._extended(level - length, last, low, high))
        rows = together(found)
        return rows.take(firsts(rows.used, [rows.value]))

    def _extended(self, level: int, last: Stretches, low: float, high: float) -> Sides:
        """The rows of a table, each with a stretch after it, with keys in these bounds."""
        table = self.table(level)
        times = 1.0 if last.times is None else last.times.floats()
        edges = np.array([low, high]) * self.direction
        ends = (edges[:, None] - last.plus.floats()[None, :]) / times * self.direction
        lowest, highest = np.minimum(ends[0], ends[1]), np.maximum(ends[0], ends[1])
        begin = np.searchsorted(table.keys, lowest - 1e-6 * (1 + np.abs(lowest)))
        end = np.searchsorted(table.keys, highest + 1e-6 * (1 + np.abs(highest)), side="right")
        many = end - begin
        total = np.cumsum(many)
        found = []
        start = 0
        while start < len(many):
            before = int(total[start - 1]) if start else 0
            stop = max(int(np.searchsorted(total, before + _BATCH, side="right")), start + 1)
            other = np.repeat(np.arange(start, stop), many[start:stop])
            self._budget.take(len(other))
            offset = np.repeat(total[start:stop] - many[start:stop] - before, many[start:stop])
            one = begin[other] + np.arange(len(other)) - offset
            fits = self._packing.fits(table.used[one] + last.used[other])
            found.append(self._of_pairs(table, one[fits], last, other[fits]).between(low, high))
            start = stop
        return together(found) if found else table.take(np.empty(0, np.int64))

    def _of_pairs(self, table: Sides, one: Array, last: Stretches, other: Array) -> Sides:
        value = last.after(table.value.take(one), other)
        return Sides(
            table.used[one] + last.used[other],
            table.points[one] + last.points[other],
            value,
            value.floats() * self.direction,
            lambda place: (*table.trace(int(one[place])), *last.trace(int(other[place]))),
        )
