"""Games that come back to where they were, and so need never end.

At the head of a loop a game stands as it stood there before if all zones and names are the same, and so are
the variables, but for counters on which nothing depends (see `counters`). Such games are looked for in games
played at random, and from heads of loops on in all directions, the nearest first. Nearest of all is what
takes back: the card that was just taken is taken again, from whoever took it.

Such a game is a *lasso*, the counterexample of explicit-state liveness checking: a stem from the start, and a
lasso from the head of a loop to itself.
"""

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from checker.games.table import Decision, Table
from checker.play.abstract.measures import zones_of_played
from checker.play.termination.counters import VariableUses, may_differ, uses
from checker.play.termination.dead_state import DeadState, dead_state_of
from checker.play.termination.ranking import LoopSite
from dsl.model import Turns
from dsl.text.errors import ArbitreError
from dsl.types.values import Player, Value, bag_of
from interpreter.evaluate.evaluate import zone_key
from interpreter.play.keys import keys_of_zone
from interpreter.play.state import ChoiceDue, DrawDue, Due, Ended, ShuffleDue, State
from interpreter.rulebook.situations import fits
from interpreter.runtime.rng import Chance

FEW = (2, 4)
"""Decisions that are tried where something is due, looking in all directions: at first, and then."""
HEADS = 40
"""Heads of loops in one game, after which it is given up."""
FIRST, CALM = 200, 450
"""What it may cost to look in all directions from the first head of a loop, from a calm one (`_StartPolicy`);
with more decisions at each turn, as much more."""
GLANCE = 800
"""What it may cost to look for what takes back, from the start of a game."""
MOST_STEPS = 20_000
"""Statements that a game once played is played again for."""


@dataclass(frozen=True, slots=True)
class LoopVisit:
    """A game at the head of a loop: the decisions that led there, and how many events, questions and shuffles
    there were until then."""

    state: State
    events: int
    way: tuple[Decision, ...]
    asked: int
    shuffles: int

    @staticmethod
    def of(table: Table) -> "LoopVisit":
        """The game as it stands."""
        play = table.play
        return LoopVisit(
            play.state, len(play.events), tuple(table.decisions), len(table.asked), play.shuffles
        )

    @property
    def decisions(self) -> int:
        """How many decisions led there."""
        return len(self.way)


@dataclass(frozen=True, slots=True)
class LassoGame:
    """A game that stands, where it is, as it stood at `earlier`. `differ`: counters that do not. `stays`: the
    loop was not left in between."""

    table: Table
    site: LoopSite
    earlier: LoopVisit
    differ: tuple[str, ...]
    stays: bool = False


@dataclass(slots=True)
class LassoSearch:
    """Looks for games that come back to the head of one of these loops. `left`: what it may still cost, in
    statements carried out and choices looked at."""

    sites: Sequence[LoopSite]
    left: int
    _uses: dict[tuple[int, bool], VariableUses] = field(default_factory=dict)
    _forgotten: dict[int, DeadState] = field(default_factory=dict)
    _own_zones: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)

    def seek(self, table: Table, turn: int = 0) -> LassoGame | None:
        """Plays on at random; the first lasso that is found. `turn`: from the heads of which loop is looked
        around (one after the other, game by game)."""
        around = self.sites[turn % len(self.sites)]
        kept: dict[Hashable, LoopVisit] = {}
        starts = _StartPolicy()
        for number in range(self.left):
            site = self.site(table)
            if site is not None:
                lasso = self._before(table, site, kept)
                if lasso is None and site is around and self._is_entered(table, site):
                    lasso = self._around(
                        table, starts.worth(table.play.state, self._used(site).counters, self.left)
                    )
                if lasso is not None or starts.calm or len(kept) >= HEADS:
                    return lasso
            if not self.went_on(table, number):
                return None
        return None

    def glance(self, table: Table) -> LassoGame | None:
        """A lasso from the first head of one of the loops, made of decisions that take others back: what is
        soon found."""
        looked_at: list[LoopSite] = []
        stop = max(self.left - GLANCE, 0)
        for number in range(GLANCE):
            site = self.site(table)
            known = any(site is each for each in looked_at)
            if site is not None and not known and self._is_entered(table, site):
                looked_at.append(site)
                lasso = self._taking_back(table, stop)
                if lasso is not None or len(looked_at) == len(self.sites):
                    return lasso
            if self.left <= stop or not self.went_on(table, number, most=4):
                return None
        return None

    def site(self, table: Table) -> LoopSite | None:
        """The loop at whose head the game stands."""
        statement = table.play.next_statement
        return next((site for site in self.sites if site.loop is statement), None)

    def _before(self, table: Table, site: LoopSite, kept: dict[Hashable, LoopVisit]) -> LassoGame | None:
        """The lasso that the game has closed; else its head is kept."""
        key = self._key(table.play.state, site)
        earlier = kept.get(key)
        lasso = None if earlier is None else self.lasso(table, site, earlier)
        kept[key] = LoopVisit.of(table)
        return lasso

    def lasso(
        self, table: Table, site: LoopSite, earlier: LoopVisit, stays: bool = False
    ) -> LassoGame | None:
        """The lasso from an earlier head of the same loop; None where the game stands otherwise. `stays`:
        the loop was not left in between."""
        now, then = table.play.state, earlier.state
        if now.frames is then.frames:
            return None  # where it stood already: something had to be agreed before it could go on
        if tuple(table.decisions[: earlier.decisions]) != earlier.way:
            return None  # the head of another game, which went on otherwise
        if self._key(now, site, stays) != self._key(then, site, stays):
            return None
        gone = self._gone(site).variables
        differ = tuple(n for n, v in now.values.items() if n not in gone and then.values.get(n, _NO) != v)
        asked = table.asked[earlier.asked :]
        used = self._used(site, stays)
        if differ and not may_differ(site.flow, used, differ, then, now, table.play.judge, asked):
            return None
        return LassoGame(table, site, earlier, differ, stays)

    def counters(self, site: LoopSite) -> frozenset[str]:
        """The variables that may differ where the loop's heads are alike otherwise."""
        return self._used(site).counters

    def _used(self, site: LoopSite, stays: bool = False) -> VariableUses:
        key = (id(site.loop), stays)
        if key not in self._uses:
            self._uses[key] = uses(site.flow, site.loop, stays)
        return self._uses[key]

    def _key(self, state: State, site: LoopSite, stays: bool = False) -> Hashable:
        """Where the game stands, but for counters and what no longer matters."""
        gone = self._gone(site)
        apart = self._used(site, stays).counters | gone.variables
        values = tuple((n, v) for n, v in sorted(state.values.items()) if n not in apart)
        orders = {zone_key(name) for name in gone.orders}
        zones = tuple(
            (key, bag_of(state.cards(key)) if key in orders else state.zones[key])
            for key in self._zones(site, state)
        )
        return (id(site.loop), state.place, zones, values, state.secret)

    def _gone(self, site: LoopSite) -> DeadState:
        if id(site.loop) not in self._forgotten:
            self._forgotten[id(site.loop)] = dead_state_of(site.flow, site.loop)
        return self._forgotten[id(site.loop)]

    def _zones(self, site: LoopSite, state: State) -> tuple[str, ...]:
        """The zones in which cards matter at the head of a loop: not those of flows that its own plays, which
        are emptied when it does."""
        key = (id(site.flow), len(state.seats))
        if key not in self._own_zones:
            others = zones_of_played(site.flow.body)
            keys = {k for z in site.flow.zones if z.name in others for k in keys_of_zone(z, state.seats)}
            self._own_zones[key] = tuple(sorted(state.zones.keys() - keys))
        return self._own_zones[key]

    def repeated(self, lasso: LassoGame, table: Table) -> LassoGame | None:
        """The same lasso in a game that has just begun, if the same decisions lead round there."""
        wanted = lasso.table.decisions
        heads: list[LoopVisit] = []
        for _ in range(MOST_STEPS):
            site = self.site(table)
            made = len(table.decisions)
            if site is lasso.site and made == len(wanted):
                for visit in heads:
                    found = self.lasso(table, site, visit, lasso.stays)
                    if found is not None:
                        return found
            if site is lasso.site and made == lasso.earlier.decisions:
                heads.append(LoopVisit.of(table))
            due = self.step(table)
            if due is None:
                continue
            if isinstance(due, Ended) or made == len(wanted) or not table.can(due, wanted[made]):
                return None
            table.decide(due, wanted[made])
        return None

    def _is_entered(self, table: Table, site: LoopSite) -> bool:
        """Whether the loop, at whose head the game stands, goes on."""
        state = table.play.state
        turns = isinstance(site.loop, Turns)
        condition = site.loop.until if isinstance(site.loop, Turns) else site.loop.condition
        try:
            return condition is None or (
                table.play.judge.answer(condition, state.env(), state.agreed).value is (not turns)
            )
        except ArbitreError:
            return False

    # -------------------------------------------------------------- at random

    def went_on(self, table: Table, number: int, most: int = 40) -> bool:
        """Carries out a statement, or decides at random, among so many decisions; False where the game is
        over or stuck."""
        due = self.step(table)
        if due is None:
            return self.left > 0
        if isinstance(due, Ended):
            return False
        possible = self.possible(table, due, most)
        if not possible:
            return False
        chance = Chance(table.play.seed, "ends", number)
        decision = chance.shuffled(possible[0]) if isinstance(due, ShuffleDue) else chance.pick(possible)
        table.decide(due, decision)
        return self.left > 0

    def step(self, table: Table) -> Due | None:
        """Carries out a statement. What is due; None where nothing is. Where that fails, the game is over."""
        before = table.spent
        try:
            return table.step()
        except ArbitreError:
            return Ended((), None)
        finally:
            self.left -= table.spent - before

    def possible(self, table: Table, due: Due, most: int) -> list[tuple[Value, ...]]:
        """What can be decided, the first so many."""
        before = table.spent
        try:
            return table.possible(due, most)
        except ArbitreError:
            return []
        finally:
            self.left -= table.spent - before

    # -------------------------------------------------------------- taking back

    def _taking_back(self, table: Table, stop: int) -> LassoGame | None:
        """A lasso inside the loop, found with the fewest decisions other than those that take back."""
        seen: set[Hashable] = set()
        inside = len(table.play.state.frames)
        order = count()
        pending = [(0, next(order), _Continuation(table.fork(), ()))]
        while pending and self.left > stop:
            cost, _, way = heappop(pending)
            due = self._to_next(way, seen, stop, inside)
            if isinstance(due, LassoGame):
                return due
            if due is not None:
                for rank, decision in enumerate(self._backwards(way, due, len(table.decisions))):
                    heappush(pending, (cost + rank, next(order), way.on(due, decision)))
        return None

    def _backwards(self, way: "_Continuation", due: Due, since: int) -> list[Decision]:
        """A few decisions: first what was decided since, and who decided, the latest first."""
        again = [(player,) for player in reversed(way.who)] + list(reversed(way.table.decisions[since:]))
        back: list[Decision] = []
        if isinstance(due, DrawDue) or (isinstance(due, ChoiceDue) and len(due.by) == 1):
            single = [each for each in dict.fromkeys(again) if len(each) == 1]
            back = [each for each in single if self._can(way.table, due, each)]
        others = self.possible(way.table, due, FEW[0])
        return list(dict.fromkeys((*back, *others)))[: FEW[0] + len(back) // 2]

    def _can(self, table: Table, due: Due, decision: Decision) -> bool:
        if isinstance(due, ChoiceDue) and not fits(decision[0], due.statement.domain):
            return False
        before = table.spent
        try:
            return table.can(due, decision)
        except ArbitreError:
            return False
        finally:
            self.left -= 1 + table.spent - before

    # -------------------------------------------------------------- in all directions

    def _around(self, table: Table, worth: int) -> LassoGame | None:
        """A lasso from here on, with fewer decisions looked at at each turn, then with more."""
        for few in FEW if worth > FIRST else FEW[:1]:
            lasso = self._nearest(table, few, max(self.left - worth * few // FEW[0], 0))
            if lasso is not None:
                return lasso
        return None

    def _nearest(self, table: Table, few: int, stop: int) -> LassoGame | None:
        """The lasso that takes the fewest decisions."""
        seen: set[Hashable] = set()
        pending = deque([_Continuation(table.fork(), ())])
        while pending and self.left > stop:
            way = pending.popleft()
            due = self._to_next(way, seen, stop)
            if isinstance(due, LassoGame):
                return due
            if due is not None:
                pending += [way.on(due, each) for each in self.possible(way.table, due, few)]
        return None

    def _to_next(
        self, way: "_Continuation", seen: set[Hashable], stop: int, inside: int | None = None
    ) -> Due | LassoGame | None:
        """Goes on to where something is due; the lasso if one is closed on the way. None where the game is
        over, or stands where one stood before; if it is to stay `inside` so many blocks, where it does not
        (and lassos are those that stay in their loop)."""
        at = way.table
        stays = inside is not None
        while self.left > stop and len(at.play.state.frames) >= (inside or 0):
            here = self.site(at)
            if stays:
                depth = len(at.play.state.frames)
                way.heads = tuple(each for each in way.heads if len(each[1].state.frames) <= depth)
            if here is not None:
                for site, visit in reversed(way.heads):
                    lasso = self.lasso(at, here, visit, stays) if here is site else None
                    if lasso is not None:
                        return lasso
                state = at.play.state
                key = (self._key(state, here), tuple(sorted(_plain(state.values))))
                if key in seen:
                    return None
                seen.add(key)
                way.heads = (*way.heads, (here, LoopVisit.of(at)))
            due = self.step(at)
            if due is not None:
                return None if isinstance(due, Ended) else due
        return None


@dataclass(slots=True)
class _Continuation:
    """A game gone on with from a head, and the heads that it has passed since, that one included. `who`:
    those who have chosen since."""

    table: Table
    heads: tuple[tuple[LoopSite, LoopVisit], ...]
    who: tuple[Player, ...] = ()

    def on(self, due: Due, decision: Decision) -> "_Continuation":
        """The way on with this decision."""
        further = self.table.fork()
        further.decide(due, decision)
        who = due.by if isinstance(due, ChoiceDue) else ()
        return _Continuation(further, self.heads, (*self.who, *who))


@dataclass(slots=True)
class _StartPolicy:
    """From which heads of a loop is looked around in a game: the first, and the first that is *calm*, at
    which no more than one variable, counters apart, is another than at the head before."""

    calm: bool = False
    before: State | None = None
    left: int = 0

    def worth(self, state: State, counters: frozenset[str], left: int) -> int:
        """What it may cost to look around from here; nothing if it is none of them, or if the last pass alone
        took more than there would be to find another."""
        before, self.before = self.before, state
        took, self.left = self.left - left, left
        if before is None:
            return FIRST
        if took > CALM:
            return 0
        changed = [n for n, v in state.values.items() if n not in counters and before.values.get(n, _NO) != v]
        if len(changed) > 1 or self.calm:
            return 0
        self.calm = True
        return CALM


_NO = object()


def _plain(values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    for name, value in values.items():
        yield name, repr(value)
