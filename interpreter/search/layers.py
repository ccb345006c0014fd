"""All states that a run can be in after so many steps, and the rows that end there.

A layer holds each pair of cards used and state once, with one way to come there. What is found equal here
*is* equal: a hash only brings together what may be, and every column is compared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from interpreter.search.counts import Packing
from interpreter.search.problem import Component, Run
from interpreter.search.quantities import Array, Quantities, joined


class OutOfBudget(Exception):
    """The steps that may be taken are used up."""


@dataclass(slots=True)
class Budget:
    """A count of rows made and pairs looked at: the same on every machine."""

    left: int
    spent: int = 0

    def take(self, work: int) -> None:
        """Uses so much of it. Raises OutOfBudget."""
        self.spent += work
        if self.spent > self.left:
            raise OutOfBudget


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows, each with the cards it uses, what they weigh, and how it came about (row before, step).

    `parts` is the state of each (in a layer), or its value alone (in a table).
    """

    used: Array
    points: Array
    parent: Array
    step: Array
    parts: tuple[Quantities, ...]

    def __len__(self) -> int:
        return len(self.used)

    def take(self, places: Array) -> "Rows":
        """Those at `places`."""
        return Rows(
            self.used[places],
            self.points[places],
            self.parent[places],
            self.step[places],
            tuple(part.take(places) for part in self.parts),
        )


class Layers:
    """The layers of one run, each made when it is first asked for."""

    def __init__(self, run: Run, packing: Packing, weights: Sequence[int], budget: Budget) -> None:
        self.run, self._budget, self._packing = run, budget, packing
        self._steps = [
            (n, packing.of_cards(step.cards), sum(weights[kind] for kind in step.cards), step)
            for n, step in enumerate(run.steps)
        ]
        self._layers = [self._opened(weights)]
        self._tables: dict[int, Rows] = {}

    def has(self, level: int) -> bool:
        """Whether that layer is made."""
        return level < len(self._layers)

    def layer(self, level: int) -> Rows:
        """The states after `level` steps."""
        while len(self._layers) <= level:
            made = list(self._after(self._layers[-1], None))
            self._layers.append(_distinct(together(made, self._layers[-1])))
        return self._layers[level]

    def table(self, level: int) -> Rows:
        """The rows of `level` steps that have a value, each pair of cards used and value once."""
        if level not in self._tables:
            layer = self.layer(level)
            rows = _valued(self.run, layer, np.arange(len(layer), dtype=np.int32), None)
            self._tables[level] = _distinct(rows)
        return self._tables[level]

    def stream(self, level: int, low: int, high: int) -> Iterator[Rows]:
        """The rows of `level` steps with a value that weigh `low` to `high`, some of them at a time.

        Only the layer before is made, and the same cards and value may come more than once.
        """
        for rows in self._after(self.layer(level - 1), (low, high)):
            valued = _valued(self.run, rows, rows.parent, rows.step)
            if len(valued):
                yield valued

    def labels(self, level: int, rows: Rows, place: int) -> tuple[Any, ...]:
        """How the row at `place` of a table or stream of that level is laid."""
        found: list[Any] = []
        while rows.step[place] >= 0:
            found.append(self.run.steps[rows.step[place]].label)
            level, place = level - 1, int(rows.parent[place])
            rows = self._layers[level]
        found.append(self.run.openings[rows.parent[place]].label)
        return tuple(reversed(found))

    def _opened(self, weights: Sequence[int]) -> Rows:
        openings = self.run.openings
        parts = zip(*(opening.state for opening in openings), strict=True)
        return Rows(
            np.array([self._packing.of_cards(opening.cards) for opening in openings], np.int64),
            np.array([sum(weights[kind] for kind in opening.cards) for opening in openings], np.int64),
            np.arange(len(openings), dtype=np.int32),
            np.full(len(openings), -1, np.int32),
            tuple(Quantities.of(part) for part in parts),
        )

    def _after(self, layer: Rows, weighing: tuple[int, int] | None) -> Iterator[Rows]:
        """What comes of a layer by each step, where enough cards are left (and the weight is as wanted)."""
        for n, cards, weight, step in self._steps:
            used = layer.used + cards
            may = self._packing.fits(used)
            if weighing is not None:
                low, high = weighing
                may &= (layer.points >= low - weight) & (layer.points <= high - weight)
            places = np.flatnonzero(may).astype(np.int32)
            if not len(places):
                continue
            self._budget.take(len(places))
            changed = step.change(tuple(part.take(places) for part in layer.parts))
            if changed is None:
                continue
            rows = Rows(
                used[places],
                layer.points[places] + weight,
                places,
                np.full(len(places), n, np.int32),
                tuple(_spread(part, len(places)) for part in changed),
            )
            rows = _known(rows)
            if len(rows):
                yield rows


def _valued(run: Run, rows: Rows, parent: Array, step: Array | None) -> Rows:
    """The rows with the value in place of the state; `step` None: rows of a layer, which they stand for."""
    value = run.value(rows.parts)
    if value is None:
        return rows.take(np.empty(0, np.int32))
    if step is None:
        parent, step = rows.parent, rows.step
    return _known(Rows(rows.used, rows.points, parent, step, (_spread(value, len(rows)),)))


def _spread(part: Component, size: int) -> Quantities:
    return part if isinstance(part, Quantities) else Quantities.constant(part, size)


def _known(rows: Rows) -> Rows:
    """Those whose state lacks nothing."""
    lacking = None
    for part in rows.parts:
        if part.lacking is not None:
            lacking = part.lacking if lacking is None else lacking | part.lacking
    if lacking is None:
        return rows
    for part in rows.parts:
        part.lacking = None
    return rows.take(np.flatnonzero(~lacking))


def together(made: Sequence[Rows], like: Rows) -> Rows:
    """All of these, one after another; none is none of `like`."""
    if not made:
        return like.take(np.empty(0, np.int32))
    return Rows(
        np.concatenate([rows.used for rows in made]),
        np.concatenate([rows.points for rows in made]),
        np.concatenate([rows.parent for rows in made]),
        np.concatenate([rows.step for rows in made]),
        tuple(joined(parts) for parts in zip(*(rows.parts for rows in made), strict=True)),
    )


def _distinct(rows: Rows) -> Rows:
    """Each pair of cards used and parts once, the first of each, in order."""
    if len(rows) < 2:
        return rows
    columns = [rows.used]
    for part in rows.parts:
        columns += [part.num] if part.den is None else [part.num, part.den]
    order = np.argsort(_hashed(columns))
    again = np.ones(len(rows), bool)
    again[0] = False
    for column in columns:
        sorted_ = column[order]
        again[1:] &= sorted_[1:] == sorted_[:-1]
    starts = np.flatnonzero(~again)
    firsts = np.minimum.reduceat(order, starts)
    firsts.sort()
    return rows.take(firsts)


def _hashed(columns: Sequence[Array]) -> Array:
    mixed = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        mixed ^= column.astype(np.uint64)
        mixed *= np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed
