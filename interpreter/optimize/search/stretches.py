"""Stretches: a step that hangs on the value before it alone, and those after it up to the next such one.

What a stretch makes of a value is a multiple of it and a constant: so it can be gone through backwards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from interpreter.optimize.search.counts import Packing
from interpreter.optimize.search.layers import Budget, Extension, Layers, spread
from interpreter.optimize.search.problem import Run, State
from interpreter.optimize.search.quantities import Array, Quantities
from interpreter.optimize.search.sides import Trace

Columns = tuple[Quantities, ...]


@dataclass(frozen=True, slots=True)
class Stretches:
    """Stretches of `length` steps: the value after each is `times` that before (None: once) and `plus`."""

    length: int
    used: Array
    points: Array
    times: Quantities | None
    plus: Quantities
    trace: Trace

    def __len__(self) -> int:
        return len(self.used)

    def before(self, values: Quantities, which: Array) -> Quantities:
        """What must be the value before the stretches `which` so that it is this after them."""
        less = values - self.plus.take(which)
        if self.times is None:
            return less
        found = less / self.times.take(which)
        assert found is not None
        return found

    def after(self, values: Quantities, which: Array) -> Quantities:
        """The value after the stretches `which`."""
        more = values if self.times is None else values * self.times.take(which)
        return more + self.plus.take(which)


@dataclass(frozen=True, slots=True)
class Stretched:
    """All stretches of a length: those that only add, those that multiply too, and those after which the
    value is the same whatever it was."""

    adding: Stretches
    scaling: Stretches
    settling: Stretches

    def __len__(self) -> int:
        return len(self.adding) + len(self.scaling) + len(self.settling)


def ways_of(run: Run, packing: Packing, weights: Sequence[int]) -> list[Extension]:
    """The steps of a run; their labels are lists, as those of stretches are."""
    return [
        Extension(
            packing.of_cards(step.cards), sum(weights[kind] for kind in step.cards), step.change, step.label
        )
        for step in run.steps
    ]


class StretchesOf:
    """The stretches of a run, by their length."""

    def __init__(self, run: Run, packing: Packing, weights: Sequence[int], budget: Budget) -> None:
        self._run = run
        self._kept: dict[int, Stretched] = {}
        ways = ways_of(run, packing, weights)
        openings: list[tuple[Extension, State]] = []
        for step, way in zip(run.steps, ways, strict=True):
            if step.anew is not None:
                openings.append((way, _beginnings(step.anew)))
        on = [
            Extension(way.used, way.points, _doubled(way.change), way.label)
            for step, way in zip(run.steps, ways, strict=True)
            if step.anew is None
        ]
        self._layers = Layers(openings, on, packing, budget) if openings else None

    def of_length(self, length: int) -> Stretched | None:
        """Those of `length` steps, 1 at least; None where there are none."""
        if self._layers is None or not len(self._layers.layer(length - 1)):
            return None
        if length not in self._kept:
            self._kept[length] = self._made(length)
        return self._kept[length]

    def _made(self, length: int) -> Stretched:
        assert self._layers is not None
        layers = self._layers
        rows = layers.layer(length - 1)
        half = len(rows.parts) // 2
        of_nought, of_one = (self._run.value(parts) for parts in (rows.parts[:half], rows.parts[half:]))
        assert of_nought is not None and of_one is not None
        plus = spread(of_nought, len(rows))
        times = spread(of_one, len(rows)) - plus
        once = (times.num == 1) & (times.den is None or times.den == 1)
        never = times.num == 0

        def some(which: Array, times: Quantities | None) -> Stretches:
            places = np.flatnonzero(which)
            return Stretches(
                length,
                rows.used[places],
                rows.points[places],
                None if times is None else times.take(places),
                plus.take(places),
                lambda place: layers.labels(length - 1, int(places[place])),
            )

        return Stretched(some(once, None), some(~once & ~never, times), some(never, None))


def _beginnings(anew: Callable[[Quantities], State]) -> State:
    """The states after the step, of the values 0 and 1."""
    parts = [spread(part, 1) for value in (0, 1) for part in anew(Quantities.constant(value, 1))]
    return tuple(part.whole(0) for part in parts)


def _doubled(change: Callable[[Columns], State | None]) -> Callable[[Columns], Any]:
    """The same change of two states that stand side by side."""

    def both(state: Columns) -> State | None:
        half = len(state) // 2
        one, other = change(state[:half]), change(state[half:])
        return None if one is None or other is None else (*one, *other)

    return both
