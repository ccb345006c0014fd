"""Games played again and again that come to nought, and so need never end.

A loop that plays a game with every pass, and adds up the points, stands where it stood before if nobody has
won a point since. Such a pass is looked for by going on first where the points counted so far are nearest to
nought; then the same is done again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from checker.games.table import Decision, Table
from checker.play.abstract.measures import statements_within
from checker.play.termination.lasso import LassoGame, LassoSearch, LoopVisit
from checker.play.termination.ranking import LoopSite
from dsl import model as m
from dsl.text.errors import ArbitreError
from dsl.types.values import Bag, Record, Tagged, Value, ValueSet
from interpreter.play.state import ChoiceDue, DrawDue, Due, Ended, ShuffleDue, State, Unsettled
from interpreter.runtime.rng import Chance

PASS = 5_000
"""What it may cost to look for a pass in which nobody wins a point."""
PASSES = 3
"""Passes after it, in which the same is done again."""
DECISIONS = 6
"""Decisions that are tried where something is due."""


def plays(site: LoopSite) -> bool:
    """Whether a game is played with every pass of the loop."""
    return any(isinstance(statement, m.Play) for statement in statements_within(site.loop.body))


@dataclass(slots=True)
class NullPassSearch:
    """Looks for games in which passes of a loop come to nought."""

    search: LassoSearch
    site: LoopSite

    def seek(self, table: Table) -> LassoGame | None:
        """A lasso from the start of the game."""
        start = self._to_head(table)
        if start is None:
            return None
        heads = [start]
        first = self._pass(table)
        if first is None:
            return None
        decided = first.notes
        at = first.table
        for _ in range(PASSES):
            lasso = self._circle(at, heads)
            if lasso is not None:
                return lasso
            heads.append(LoopVisit.of(at))
            if not self._again(at, decided):
                return None
        return self._circle(at, heads)

    def _circle(self, table: Table, heads: Sequence[LoopVisit]) -> LassoGame | None:
        """The lasso that the game has closed, on a way on which nothing had to be agreed."""
        agreed = len(table.play.state.agreed)
        settled = [visit for visit in reversed(heads) if len(visit.state.agreed) == agreed]
        found = (self.search.lasso(table, self.site, visit) for visit in settled)
        return next((each for each in found if each is not None), None)

    def _to_head(self, table: Table) -> LoopVisit | None:
        """The first head of the loop to which the game gets by itself, or at random."""
        for number in range(PASS):
            if self.search.site(table) is self.site:
                return LoopVisit.of(table)
            if not self.search.went_on(table, number, DECISIONS):
                return None
        return None

    # -------------------------------------------------------------- a pass that comes to nought

    def _pass(self, table: Table) -> "_Continuation | None":
        """The game after a pass that leaves all numbers as they were."""
        search = self.search
        stop = max(search.left - PASS, 0)
        wanted = self._numbers(table.play.state)
        order = count()
        pending = [((0, 0, 0), next(order), _Continuation(table.fork(), ()))]
        while pending and search.left > stop:
            *_, way = heappop(pending)
            due = self._to_next(way.table, stop, left=bool(way.notes))
            if due is None and search.left > stop and self._numbers(way.table.play.state) == wanted:
                return way
            if due is None or isinstance(due, Ended):
                continue
            far = self._far(way.table)
            for rank, decision in enumerate(self._decisions(way.table, due)):
                further = way.on(due, decision)
                heappush(pending, ((far, -len(further.notes), rank), next(order), further))
        return None

    def _to_next(self, table: Table, stop: int, left: bool) -> Due | None:
        """Goes on to where something is due; None at the head of the loop (once it was `left`)."""
        while self.search.left > stop:
            if self.search.site(table) is self.site and left:
                return None
            left = True
            due = self.search.step(table)
            if due is not None:
                return due
        return None

    def _decisions(self, table: Table, due: Due) -> list[Decision]:
        possible = self.search.possible(table, due, DECISIONS)
        if isinstance(due, ShuffleDue) and possible:
            chance = Chance(table.play.seed, "ends", len(table.decisions))
            return [chance.shuffled(possible[0])]
        return possible

    def _far(self, table: Table) -> int:
        """How far from nought the points are that are counted so far."""
        scores = table.play.machine.scores(table.play.state, table.play.judge)
        return sum(abs(points) for _, points in scores or ())

    def _numbers(self, state: State) -> tuple[int, ...]:
        """All numbers in the variables, in order, but for counters."""
        counters = self.search.counters(self.site)
        values = [value for name, value in sorted(state.values.items()) if name not in counters]
        return tuple(number for value in values for number in _inside(value))

    # -------------------------------------------------------------- the same again

    def _again(self, table: Table, notes: Sequence[tuple[str, Decision]]) -> bool:
        """Goes on to the next head, doing what was done before, where that is possible; whether it got
        there."""
        left = False
        waiting = list(notes)
        for _ in range(PASS):
            due = self._to_next(table, 0, left)
            if due is None:
                return self.search.left > 0
            left = True
            if isinstance(due, Ended):
                return False
            decision = self._as_before(table, due, waiting)
            if decision is None:
                return False
            table.decide(due, decision)
        return False

    def _as_before(self, table: Table, due: Due, waiting: list[tuple[str, Decision]]) -> Decision | None:
        """What was decided when the same was due, the first time of which it was not yet done again; else the
        first that is possible."""
        for place, (name, decision) in enumerate(waiting):
            if name == _name(due):
                try:
                    can = table.can(due, decision)
                except ArbitreError:
                    can = False
                if can:
                    del waiting[place]
                    return decision
                break
        return next(iter(self._decisions(table, due)), None)


@dataclass(slots=True)
class _Continuation:
    """A game gone on with from the head of the loop, and what was decided since, by name."""

    table: Table
    notes: tuple[tuple[str, Decision], ...]

    def on(self, due: Due, decision: Decision) -> "_Continuation":
        """The way on with this decision."""
        further = self.table.fork()
        further.decide(due, decision)
        return _Continuation(further, (*self.notes, (_name(due), decision)))


def _name(due: Due) -> str:
    match due:
        case ChoiceDue(name=name) | DrawDue(name=name):
            return name
        case ShuffleDue(zone=zone):
            return zone
        case Unsettled(question=question):
            return question
        case _:
            return ""


def _inside(value: Value) -> Iterator[int]:
    match value:
        case bool():
            pass
        case int():
            yield value
        case Record(_, fields):
            for _, item in fields:
                yield from _inside(item)
        case tuple() | Bag() | ValueSet():
            for item in value if isinstance(value, tuple) else value.items:
                yield from _inside(item)
        case Tagged(_, _, payload):
            yield from _inside(payload)
        case _:
            pass
