"""All states that a run can be in after so many steps, and the values there.

A layer holds each pair of cards used and state once, with one way to come there. What is found equal here
*is* equal: a hash only brings together what may be, and every column is compared.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dsl.text.errors import Portable
from interpreter.optimize.search.counts import Packing
from interpreter.optimize.search.problem import Component, State
from interpreter.optimize.search.quantities import Array, Quantities, joined

_SAMPLE = 2000
_PAIRS_A_ROW = 64
_MIX = np.uint64(0x9E3779B97F4A7C15)


class OutOfBudget(Portable):
    """The steps that may be taken are used up."""


@dataclass(slots=True)
class Budget:
    """A count of work: the same on every machine."""

    left: int
    spent: int = 0

    def take(self, rows: int, pairs: int = 0) -> None:
        """Uses it for so many rows made, and pairs of rows of which it is seen whether there are enough cards
        for both. Raises OutOfBudget."""
        self.spent += rows + pairs // _PAIRS_A_ROW
        if self.spent > self.left:
            raise OutOfBudget


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows, each with the cards it uses, what they weigh, and how it came about: from which row before, by
    which step. `parts` is the state of each."""

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


@dataclass(frozen=True, slots=True)
class Extension:
    """How a row goes on: the cards used (packed), what they weigh, what becomes of the states, a label."""

    used: int
    points: int
    change: Callable[[tuple[Quantities, ...]], State | None]
    label: Any


class Layers:
    """The layers of rows that open in some ways (each with its state) and go on in others; each made when it
    is first asked for."""

    def __init__(
        self,
        openings: Sequence[tuple[Extension, State]],
        ways: Sequence[Extension],
        packing: Packing,
        budget: Budget,
    ) -> None:
        self._openings, self._ways = openings, ways
        self._budget, self._packing = budget, packing
        self._layers = [self._opened()]

    def made(self) -> int:
        """The last layer that is made."""
        return len(self._layers) - 1

    def layer(self, level: int) -> Rows:
        """The states after `level` steps."""
        while len(self._layers) <= level:
            made = list(self._after(self._layers[-1]))
            self._layers.append(_distinct(_together(made, self._layers[-1])))
        return self._layers[level]

    def next_costs(self) -> int:
        """About how many rows are made for the next layer."""
        last = self._layers[-1]
        if not len(last):
            return 0
        every = max(1, len(last) // _SAMPLE)
        used = last.used[::every]
        return every * sum(int(self._packing.fits(used + way.used).sum()) for way in self._ways)

    def labels(self, level: int, place: int) -> tuple[Any, ...]:
        """How the row at `place` of a layer is laid."""
        found: list[Any] = []
        while level:
            rows = self._layers[level]
            found.append(self._ways[rows.step[place]].label)
            level, place = level - 1, int(rows.parent[place])
        found.append(self._openings[self._layers[0].parent[place]][0].label)
        return tuple(reversed(found))

    def _opened(self) -> Rows:
        ways = [way for way, _ in self._openings]
        parts = zip(*(state for _, state in self._openings), strict=True)
        rows = Rows(
            np.array([way.used for way in ways], np.int64),
            np.array([way.points for way in ways], np.int64),
            np.arange(len(ways), dtype=np.int32),
            np.full(len(ways), -1, np.int32),
            tuple(Quantities.of(part) for part in parts),
        )
        return _distinct(rows.take(np.flatnonzero(self._packing.fits(rows.used))))

    def _after(self, layer: Rows) -> Iterator[Rows]:
        """What comes of a layer by each step, where enough cards are left."""
        for n, way in enumerate(self._ways):
            used = layer.used + way.used
            places = np.flatnonzero(self._packing.fits(used)).astype(np.int32)
            if not len(places):
                continue
            self._budget.take(len(places))
            changed = way.change(tuple(part.take(places) for part in layer.parts))
            if changed is None:
                continue
            rows = known(
                Rows(
                    used[places],
                    layer.points[places] + way.points,
                    places,
                    np.full(len(places), n, np.int32),
                    tuple(spread(part, len(places)) for part in changed),
                )
            )
            if len(rows):
                yield rows


def spread(part: Component, size: int) -> Quantities:
    """A number for each row."""
    return part if isinstance(part, Quantities) else Quantities.constant(part, size)


def known(rows: Rows) -> Rows:
    """Those whose state lacks nothing."""
    lacking = None
    for part in rows.parts:
        if part.lacking is not None:
            lacking = part.lacking if lacking is None else lacking | part.lacking
    if lacking is None:
        return rows
    kept = rows.take(np.flatnonzero(~lacking))
    for part in kept.parts:
        part.lacking = None
    return kept


def _together(made: Sequence[Rows], like: Rows) -> Rows:
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
    return rows.take(firsts(rows.used, rows.parts)) if len(rows) > 1 else rows


def firsts(used: Array, parts: Sequence[Quantities]) -> Array:
    """The places of the first of each that are alike, in order."""
    if len(used) < 2:
        return np.arange(len(used))
    columns = [used]
    for part in parts:
        columns += [part.num] if part.den is None else [part.num, part.den]
    order, _ = ordered(hashed(columns))
    again = np.ones(len(used), bool)
    again[:1] = False
    for column in columns:
        sorted_ = column[order]
        again[1:] &= sorted_[1:] == sorted_[:-1]
    found = order[~again]
    found.sort()
    return found


def hashed(columns: Sequence[Array]) -> Array:
    """The same number for rows with the same in each column (and seldom for others)."""
    mixed = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        mixed ^= column if column.dtype == np.uint64 else column.astype(np.uint64)
        mixed *= _MIX
        mixed ^= mixed >> np.uint64(29)
    mixed *= _MIX
    return mixed


def ordered(hashes: Array) -> tuple[Array, Array]:
    """The places in the order of the hashes without their last bits (of equal ones the first place first),
    and these; sorted in one piece, which is quicker."""
    bits = np.uint64(len(hashes).bit_length())
    coarse = hashes >> bits << bits
    both = np.sort(coarse | np.arange(len(hashes), dtype=np.uint64))
    places = (both & ((np.uint64(1) << bits) - np.uint64(1))).astype(np.int64)
    return places, both >> bits
