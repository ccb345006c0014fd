"""The search itself: points from the highest that can be, and for each the best value (decision 0009)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from interpreter.search.counts import Packing
from interpreter.search.joining import Join, Members, Table
from interpreter.search.layers import Budget, Layers, OutOfBudget, Rows, together
from interpreter.search.problem import Between, Found, Opening, Problem, Row, Run, Step

_NOTHING = float("-inf")


def best_row(problem: Problem, budget: int) -> Found:
    """The best row of a problem. Raises TooLarge where its numbers or its cards are beyond what fits."""
    problem = _possible(problem)
    allowed = Budget(budget)
    search = _Search(problem, allowed)
    try:
        search.run()
    except OutOfBudget:
        return Found(row=search.found, proved=False, work=allowed.spent)
    return Found(row=search.found, proved=True, work=allowed.spent)


@dataclass(frozen=True, slots=True)
class _Split:
    """So many steps left and right, and the most points that such rows can have."""

    left: int
    right: int
    between: Between
    bound: int


@dataclass(slots=True)
class _Rest:
    """The rows of a long side that meet a short one, as far down in weight as was needed so far."""

    low: int
    rows: list[Rows]
    join: Join | None = None
    long: Table | None = None


class _Search:
    def __init__(self, problem: Problem, budget: Budget) -> None:
        self.problem, self.budget = problem, budget
        self.found: Row | None = None
        self._packing = Packing.of(problem.counts)
        self._floor = _NOTHING
        self._layers: dict[int, Layers] = {}
        self._short: dict[tuple[int, int], Table] = {}
        self._rests: dict[tuple[int, int, int], _Rest] = {}
        self._members: dict[tuple[int, int], Members] = {}
        for run in (problem.left, problem.right):
            if id(run) not in self._layers:
                self._layers[id(run)] = Layers(run, self._packing, problem.weights, budget)

    def run(self) -> None:
        """Looks for rows of most points, then of one less, until one is found."""
        splits = list(_splits(self.problem))
        if not splits:
            return
        pairs = zip(self.problem.weights, self.problem.counts, strict=True)
        bottom = sum(min(0, weight) * count for weight, count in pairs)
        bottom += min(0, *(between.extra for between in self.problem.between))
        for points in range(max(split.bound for split in splits), bottom - 1, -1):
            for split in splits:
                if split.bound >= points:
                    self._look(split, points)
            if self.found is not None:
                return

    def _look(self, split: _Split, points: int) -> None:
        """Whether rows of this split have these points, and a better value than the best so far."""
        turned = split.left > split.right
        short_run, long_run = self.problem.left, self.problem.right
        short_level, long_level = split.left, split.right
        if turned:
            short_run, long_run = long_run, short_run
            short_level, long_level = long_level, short_level
        short = self._table(short_run, short_level)
        if not len(short) or (self.found is not None and short.keys[0] <= self._floor):
            return
        rest = self._rest(short_run, short_level, long_run, long_level, points, split.between)
        if rest is None or rest.join is None or rest.long is None:
            return
        wanted = points - self._worth(split.between)
        pair = rest.join.best(wanted, self._packing.of_cards(split.between.cards), self._floor)
        if pair is None:
            return
        sides = [
            self._layers[id(short_run)].labels(short_level, short.rows, pair.one),
            self._layers[id(long_run)].labels(long_level, rest.long.rows, pair.other),
        ]
        left, right = reversed(sides) if turned else sides
        value = short.rows.parts[0]
        den = 1 if value.den is None else int(value.den[pair.one])
        exact = Fraction(int(value.num[pair.one]), den)
        self.found = Row(points=points, value=exact, left=left, between=split.between.label, right=right)
        self._floor = pair.value if self.problem.direction else float("inf")

    def _worth(self, between: Between) -> int:
        return sum(self.problem.weights[kind] for kind in between.cards) + between.extra

    def _table(self, run: Run, level: int) -> Table:
        key = (id(run), level)
        if key not in self._short:
            self._short[key] = Table(self._layers[id(run)].table(level), self.problem.direction)
        return self._short[key]

    def _rest(
        self, short_run: Run, short_level: int, long_run: Run, long_level: int, points: int, between: Between
    ) -> _Rest | None:
        """The rows of the long side that can meet the short one with these points."""
        layers = self._layers[id(long_run)]
        short = self._table(short_run, short_level)
        key = (id(long_run), short_level, long_level)
        if long_level == short_level or layers.has(long_level):
            if key not in self._rests:
                long = self._table(long_run, long_level)
                self._rests[key] = _Rest(0, [], Join(short, long, self._packing, self.budget), long)
            return self._rests[key]
        wanted = points - self._worth(between)
        low = wanted - int(short.rows.points.max())
        if self.found is not None:
            # Only what is better than the best so far: no use to later searches.
            above = short.keys > self._floor
            members = Members(short.keys[above])
            rows = self._streamed(layers, long_level, members, low, wanted)
            return self._joined(short, _Rest(low, rows), layers)
        rest = self._rests.get(key)
        high = wanted if rest is None else rest.low - 1
        if rest is not None and low > high:
            return rest
        if (id(short_run), short_level) not in self._members:
            self._members[id(short_run), short_level] = Members(short.keys)
        members = self._members[id(short_run), short_level]
        rows = self._streamed(layers, long_level, members, low, 10**9 if rest is None else high)
        rest = self._joined(short, _Rest(low, ([] if rest is None else rest.rows) + rows), layers)
        self._rests[key] = rest
        return rest

    def _streamed(self, layers: Layers, level: int, members: Members, low: int, high: int) -> list[Rows]:
        direction = self.problem.direction or -1
        found = []
        for rows in layers.stream(level, low, high):
            places = members.places(rows.parts[0].floats() * direction)
            if len(places):
                found.append(rows.take(places))
        return found

    def _joined(self, short: Table, rest: _Rest, layers: Layers) -> _Rest:
        rest.long = Table(together(rest.rows, layers.table(0)), self.problem.direction)
        rest.join = Join(short, rest.long, self._packing, self.budget)
        return rest


def _possible(problem: Problem) -> Problem:
    """The problem without openings, steps and separators for which there are not enough cards."""

    def enough(cards: Sequence[int]) -> bool:
        return all(cards.count(kind) <= problem.counts[kind] for kind in cards)

    def pruned(run: Run) -> Run:
        openings = tuple(opening for opening in run.openings if enough(opening.cards))
        steps = tuple(step for step in run.steps if enough(step.cards))
        return Run(openings=openings, steps=steps, least=run.least, most=run.most, value=run.value)

    left = pruned(problem.left)
    return Problem(
        counts=problem.counts,
        weights=problem.weights,
        left=left,
        right=left if problem.right is problem.left else pruned(problem.right),
        between=tuple(one for one in problem.between if enough(one.cards)),
        direction=problem.direction,
    )


def _splits(problem: Problem) -> Iterator[_Split]:
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
        for between in problem.between:
            if between.allowed is not None and (one, other) not in between.allowed:
                continue
            bound = _bound(problem, one, other, between)
            if bound is not None:
                yield _Split(one, other, between, bound)


def _bound(problem: Problem, one: int, other: int, between: Between) -> int | None:
    """The most points that rows of such a split can have; None if there are not enough cards for any.

    Places that the same kinds can fill share their cards; beyond that each sort of place is looked at alone.
    """
    places: dict[frozenset[int], int] = {}
    for run, steps in ((problem.left, one), (problem.right, other)):
        for kinds in _kinds(run.openings):
            places[kinds] = places.get(kinds, 0) + 1
        for kinds in _kinds(run.steps) if steps else ():
            places[kinds] = places.get(kinds, 0) + steps
    left = list(problem.counts)
    for kind in between.cards:
        left[kind] -= 1
    total = sum(problem.weights[kind] for kind in between.cards) + between.extra
    for kinds, many in places.items():
        weights = sorted((problem.weights[k] for k in kinds for _ in range(left[k])), reverse=True)
        if len(weights) < many:
            return None
        total += sum(weights[:many])
    return total


def _kinds(ways: Sequence[Opening] | Sequence[Step]) -> list[frozenset[int]]:
    """For each place of the cards laid, the kinds that can lie there (ways of several lengths: by length)."""
    lengths = {len(way.cards) for way in ways}
    if len(lengths) != 1:
        return []
    return [frozenset(kinds) for kinds in zip(*(way.cards for way in ways), strict=True)]
