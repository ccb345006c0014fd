"""The search itself: points from the highest that can be, and for each the best value (decision 0009)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from interpreter.optimize.search.counts import NOWHERE, Packing, Places
from interpreter.optimize.search.courses import Course
from interpreter.optimize.search.layers import Budget, OutOfBudget
from interpreter.optimize.search.meeting import MeetInTheMiddle, PlacesOf, bands
from interpreter.optimize.search.problem import Between, Opening, Problem, Row, Run, Solution, Step
from interpreter.optimize.search.quantities import TooLarge
from interpreter.optimize.search.sides import Sides, Whole

_NOTHING = float("-inf")
_AT_ONCE, _OF_LONG_ONES = 1_500_000, 100_000
_DEARER = 4
_A_LOOK = 100
_FOR_SHORT_ONES, _SHORT = 2_000_000, 2


def best_row(problem: Problem, budget: int) -> Solution:
    """The best row of a problem; not proved where the budget ran out, or a number was too large. Raises
    TooLarge where there are too many cards."""
    problem = _possible(problem)
    allowed = Budget(budget)
    search = _Search(problem, allowed)
    if search.run():
        return Solution(row=search.found, proved=True, work=allowed.spent)
    if search.found is None:
        search = _Search(_shortened(problem), Budget(_FOR_SHORT_ONES))
        search.run()
    return Solution(row=search.found, proved=False, work=allowed.spent)


@dataclass(frozen=True, slots=True)
class _Split:
    """So many steps left and right, and the most points that such rows can have."""

    left: int
    right: int
    between: Between
    bound: int
    places: Places
    used: int

    def forced(self, points: int) -> list[int]:
        """The kinds of which all cards lie in a row that has these points."""
        return self.places.forced(self.used, self.bound - points)


class _Search:
    def __init__(self, problem: Problem, budget: Budget) -> None:
        self.problem, self.budget = problem, budget
        self.found: Row | None = None
        self._floor = _NOTHING
        self._packing = Packing.of(problem.counts)
        self._courses: dict[int, Course] = {}
        self._places: dict[int, PlacesOf] = {}
        self._backwards: dict[int, int] = {}

    def run(self) -> bool:
        """Looks for rows of most points, then of one less, until one is found; False where it came to no
        end."""
        try:
            self._run()
        except (OutOfBudget, TooLarge):
            return False
        return True

    def _run(self) -> None:
        splits = list(_splits(self.problem, self._packing))
        if not splits:
            return
        for run in (self.problem.left, self.problem.right):
            if id(run) not in self._courses:
                direction = self.problem.direction or 1
                weights = self.problem.weights
                self._courses[id(run)] = Course(run, self._packing, weights, self.budget, direction)
                self._places[id(run)] = _places_of(run, weights, self._packing)
        for points in range(max(split.bound for split in splits), _bottom(self.problem) - 1, -1):
            reached = [split for split in splits if split.bound >= points]
            for low, high in self._bands(reached):
                for split in reached:
                    self._look(split, points, low, high)
                if self.found is not None:
                    return

    def _bands(self, splits: Sequence[_Split]) -> Iterator[tuple[float, float]]:
        """Bounds of values, from the best down, such that few rows have values there, then more."""
        course = self._courses[id(self.problem.left)]
        level = max((min(split.left, split.right) for split in splits), default=0)
        self._grow(course, level, _AT_ONCE)
        return bands(course.table(min(level, course.reach)).keys)

    def _grow(self, course: Course, level: int, most: int) -> None:
        """Makes the rows of up to `level` steps, as long as that costs no more or there is no other way."""
        while course.reach < level and (not course.run.straight or course.growing_costs() <= most):
            course.grow()

    def _look(self, split: _Split, points: int, low: float, high: float) -> None:
        """Whether rows of this split have these points, and a value in these bounds better than the best."""
        self.budget.take(_A_LOOK)
        turned = split.left > split.right
        runs = (self.problem.left, self.problem.right)
        short_run, long_run = reversed(runs) if turned else runs
        few, many = sorted((split.left, split.right))
        short, long = self._courses[id(short_run)], self._courses[id(long_run)]
        self._grow(short, few, _AT_ONCE)
        while short.reach < few - 1:
            short.grow()
        laid = short.within(few, max(low, self._floor), high)
        rows = self._rows(laid, split, long_run, many, points)
        if not len(rows):
            return
        self._grow(long, many, _OF_LONG_ONES)
        whole = Whole(*self._packing.whole(split.forced(points)))
        places = self._places[id(long_run)]
        meeting = MeetInTheMiddle(
            long, places, self._packing, self.budget, points - split.between.extra, whole
        )
        if short is long and few == many > long.reach:
            met = meeting.among(rows, laid)
        else:
            self._prepare(long, many, len(rows))
            met = meeting.first(rows, many)
        if met is None:
            return
        sides = [rows.trace(met.whose), met.labels]
        left, right = reversed(sides) if turned else sides
        value = Fraction(rows.value.whole(met.whose))
        self.found = Row(points=points, value=value, left=left, between=split.between.label, right=right)
        self._floor = float(rows.keys[met.whose])

    def _rows(self, rows: Sides, split: _Split, long: Run, many: int, points: int) -> Sides:
        """Those that may meet one, with what lies between laid too, best first."""
        cards = split.between.cards
        used = rows.used + self._packing.of_cards(cards)
        weighed = rows.points + sum(self.problem.weights[kind] for kind in cards)
        may = self._packing.fits(used) & (rows.keys > self._floor)
        if self.problem.wanted is not None and len(rows):
            may &= self.problem.wanted(rows.value)
        may &= weighed + split.between.extra + self._places[id(long)].most(many, used) >= points
        rows = Sides(used, weighed, rows.value, rows.keys, rows.trace).take(np.flatnonzero(may))
        return rows.take(np.argsort(-rows.keys, kind="stable"))

    def _prepare(self, long: Course, many: int, rows: int) -> None:
        """Makes more rows of the long run where going back from all these to those made would cost more."""
        branching = max(2, len(long.run.steps) // 3)
        while long.reach < many:
            costs = rows * branching ** (many - long.reach)
            spent = self._backwards.get(id(long), 0) + costs
            if spent < _DEARER * long.growing_costs():
                self._backwards[id(long)] = spent
                return
            long.grow()
            self._backwards[id(long)] = 0


def _bottom(problem: Problem) -> int:
    """No row has fewer points."""
    pairs = zip(problem.weights, problem.counts, strict=True)
    bottom = sum(min(0, weight) * count for weight, count in pairs)
    return bottom + min(0, *(between.extra for between in problem.between))


def _shortened(problem: Problem) -> Problem:
    """The problem of finding a row with few steps."""
    left = replace(problem.left, most=min(problem.left.most, _SHORT))
    if problem.right is problem.left:
        return replace(problem, left=left, right=left)
    return replace(problem, left=left, right=replace(problem.right, most=min(problem.right.most, _SHORT)))


def _possible(problem: Problem) -> Problem:
    """The problem without openings, steps and separators for which there are not enough cards."""

    def enough(cards: Sequence[int]) -> bool:
        return all(cards.count(kind) <= problem.counts[kind] for kind in cards)

    def pruned(run: Run) -> Run:
        openings = tuple(opening for opening in run.openings if enough(opening.cards))
        steps = tuple(step for step in run.steps if enough(step.cards))
        return replace(run, openings=openings, steps=steps)

    left = pruned(problem.left)
    return replace(
        problem,
        left=left,
        right=left if problem.right is problem.left else pruned(problem.right),
        between=tuple(one for one in problem.between if enough(one.cards)),
    )


def _splits(problem: Problem, packing: Packing) -> Iterator[_Split]:
    """All splits for which there may be enough cards, the most balanced first."""
    left, right = problem.left, problem.right
    if not (left.openings and right.openings and problem.between):
        return
    longest = [run.most if run.steps else 0 for run in (left, right)]
    pairs = [
        (one, other)
        for one in range(left.least, longest[0] + 1)
        for other in range(right.least, longest[1] + 1)
        if left is not right or one <= other
    ]
    for one, other in sorted(pairs, key=lambda pair: (max(pair), pair)):
        kinds = [*_kinds(left, one), *_kinds(right, other)]
        places = Places(packing, problem.weights, kinds)
        for between in problem.between:
            if between.allowed is not None and (one, other) not in between.allowed:
                continue
            used = packing.of_cards(between.cards)
            bound = int(places.most(np.array([used]))[0]) + between.extra
            bound += sum(problem.weights[kind] for kind in between.cards)
            if bound > NOWHERE // 2:
                yield _Split(one, other, between, bound, places, used)


def _places_of(run: Run, weights: Sequence[int], packing: Packing) -> PlacesOf:
    longest = run.most if run.steps else 0
    return PlacesOf({n: Places(packing, weights, _kinds(run, n)) for n in range(longest + 1)})


def _kinds(run: Run, steps: int) -> list[frozenset[int]]:
    """For each place of a row of so many steps, the kinds that can lie there."""
    return [*_at_places(run.openings), *(_at_places(run.steps) * steps)]


def _at_places(ways: Sequence[Opening] | Sequence[Step]) -> list[frozenset[int]]:
    """For each place of the cards laid, the kinds that can lie there (they all are of as many cards)."""
    assert len({len(way.cards) for way in ways}) <= 1
    return [frozenset(kinds) for kinds in zip(*(way.cards for way in ways), strict=True)]
