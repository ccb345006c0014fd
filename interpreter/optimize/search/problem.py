"""What the search is given: two runs of cards that must have one value, what lies between, what cards weigh.

Cards are numbered by kind. A *run* opens with some cards and goes on, step by step, each step taking some
cards and changing the state; at the end a value is read off the state.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from interpreter.optimize.search.quantities import Array, Quantities

Component = Quantities | int | Fraction
State = tuple[Component, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How a run may begin: the kinds of cards laid, in order, and the state then."""

    cards: tuple[int, ...]
    state: tuple[int | Fraction, ...]
    label: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """How a run may go on: the kinds of cards laid, in order, and what becomes of many states at once.

    `change` gives None where no state has anything after it. A state that lacks a part is dropped: no
    value comes of it. `anew`, where the state after the step hangs on the value before it alone: what becomes
    of such values.
    """

    cards: tuple[int, ...]
    change: Callable[[tuple[Quantities, ...]], State | None]
    anew: Callable[[Quantities], State] | None = None
    label: Any = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Run:
    """All rows of an opening and `least` to `most` steps. `value` is that of many states at once.

    `straight`: each part of the state after a step is a sum of multiples of the parts before and of a
    constant, whatever they are, and so is the value of the state; and no step drops any state, and no
    state is without value.
    """

    openings: tuple[Opening, ...]
    steps: tuple[Step, ...]
    least: int
    most: int
    value: Callable[[tuple[Quantities, ...]], Component | None]
    straight: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """What may lie between the two runs, and what it adds to the points beyond what its cards weigh.

    `allowed`: with how many steps left and right it may lie there; None where with any.
    """

    cards: tuple[int, ...]
    extra: int = 0
    allowed: frozenset[tuple[int, int]] | None = None
    label: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Rows `left between right` of at most `counts[k]` cards of the kind k, both runs of one value.

    Wanted is the row of most points (the sum of `weights` of its cards, and the extra of what lies between);
    among those one whose value is highest (`direction` 1), lowest (-1), or any (0). `left` and `right` may be
    one object. `wanted`: which of many values count; None where all do.
    """

    counts: Sequence[int]
    weights: Sequence[int]
    left: Run
    right: Run
    between: tuple[Between, ...]
    direction: int = 1
    wanted: Callable[[Quantities], Array] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row found: the labels of what was laid."""

    points: int
    value: Fraction
    left: tuple[Any, ...]
    between: Any
    right: tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The best row, or None if there is none; `proved` unless the budget ran out. `work` is what it took."""

    row: Row | None
    proved: bool
    work: int
