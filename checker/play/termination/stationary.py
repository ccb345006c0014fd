"""Games in which everybody does the same again and again, and what is shuffled comes to lie as it once lay.

Where cards are drawn, laid away and shuffled back, a game stands as it stood if each holds again what he held
when the same cards were shuffled before. Which of the cards now to be shuffled will be in whose hands when
they are shuffled next is seen by going on; then they are put in the order that gives each what he had.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from checker.games.table import Decision, Table
from checker.play.termination.lasso import LassoGame, LassoSearch, LoopVisit
from checker.play.termination.ranking import LoopSite
from dsl.model import Zone
from dsl.text.errors import ArbitreError
from dsl.types.types import BagType, ListType, SetType
from dsl.types.values import Bag, Tagged, Value, bag_of
from interpreter.play.state import ChoiceDue, Due, Ended, ShuffleDue, State
from interpreter.values.context import zone_key

CHOICES = 6
"""Sorts of choices of which one is made always, at most."""
CARDS = ("all", "latest", "some")
"""What is chosen of cards: all, those that came last, some."""
MOST = 40
"""Choices among which these are looked for."""
STEPS = 2_500
"""What one way to play may cost between two shuffles."""
SHUFFLES = 8
"""Shuffles in one game, after which it is given up."""
QUIET, QUIET_SHARE = 50_000, 8_000
"""What looking for such games may cost for each edition, and for one of them."""

Labels = dict[str, list[tuple[Value, int | None]]]


@dataclass(frozen=True, slots=True)
class StationaryStrategy:
    """What everybody does: the choice of this place among those possible, of cards as `CARDS` says, where
    that is possible (`some`: the choice of this place)."""

    place: int
    cards: str


def habits() -> Iterator[StationaryStrategy]:
    """The ways to play that are looked at."""
    for place in range(CHOICES):
        for cards in CARDS:
            yield StationaryStrategy(place, cards)


@dataclass(slots=True)
class StationarySearch:
    """Looks for a game that comes back while all follow a habit."""

    search: LassoSearch
    habit: StationaryStrategy
    chose: bool = False  # whether anybody has chosen anything so far
    _heads: dict[int, list[LoopVisit]] = field(default_factory=dict)
    _latest: dict[str, Counter[Value]] = field(default_factory=dict)

    def seek(self, table: Table) -> LassoGame | None:
        """The first lasso that is found from the first head of a loop on."""
        if not self._is_entered(table):
            return None
        earlier: list[tuple[State, Decision]] = []
        for _ in range(SHUFFLES):
            due = self._to_shuffle(table)
            if not isinstance(due, ShuffleDue):
                return due
            latest = dict(self._latest)
            for before, order in earlier:
                lasso = self._back(table, due, before, order)
                self._latest = dict(latest)
                if lasso is not None:
                    return lasso
            now = table.play.state
            earlier.append((now, now.cards(due.zone)))
            table.decide(due, now.cards(due.zone))
        return None

    def _is_entered(self, table: Table) -> bool:
        """Goes on to the first head of a loop; whether it got there."""
        for _ in range(STEPS):
            if self.search.site(table) is not None:
                return True
            due = self._step(table)
            if due is None:
                continue
            decision = None if isinstance(due, Ended) else self._decision(table, due)
            if decision is None:
                return False
            table.decide(due, decision)
        return False

    def _back(self, table: Table, due: ShuffleDue, before: State, order: Decision) -> LassoGame | None:
        """The lasso that is closed if at the next shuffle all is as it was at an earlier one, and the same
        order comes of it."""
        latest = dict(self._latest)
        again = self._ordered(table.fork(), due, before)
        self._latest = latest
        if again is None:
            return None
        further = table.fork()
        further.decide(due, again)
        following = self._to_shuffle(further, due.zone)
        if not isinstance(following, ShuffleDue):
            return following
        if not further.can(following, order):
            return None
        further.decide(following, order)
        found = self._to_shuffle(further, due.zone, one_head=True)
        return found if isinstance(found, LassoGame) else None

    def _ordered(self, table: Table, due: ShuffleDue, wanted: State) -> Decision | None:
        """The order of the cards in which each place holds, when they are shuffled next, what it held."""
        cards = table.play.state.cards(due.zone)
        labels: Labels = {zone: [(c, None) for c in table.play.state.cards(zone)] for zone in wanted.zones}
        labels[due.zone] = list(zip(cards, range(len(cards)), strict=True))
        table.decide(due, cards)
        following = self._to_shuffle(table, due.zone, labels)
        if not isinstance(following, ShuffleDue) or _where(table.play.state) != _where(wanted):
            return None
        if any(len(table.play.state.cards(zone)) != len(wanted.cards(zone)) for zone in wanted.zones):
            return None
        order: dict[int, Value] = {}
        left = Counter(cards)
        for zone in wanted.zones:
            if zone == due.zone:
                continue
            places = [place for _, place in labels[zone] if place is not None]
            missing = Counter(wanted.cards(zone)) - Counter(c for c, place in labels[zone] if place is None)
            had = list(missing.elements())
            if len(had) != len(places) or not all(_taken(card, left) for card in had):
                return None
            order |= zip(places, had, strict=True)
        others = [place for place in range(len(cards)) if place not in order]
        order |= zip(others, left.elements(), strict=True)
        return tuple(order[place] for place in range(len(cards)))

    # -------------------------------------------------------------- going on

    def _to_shuffle(
        self,
        table: Table,
        zone: str | None = None,
        labels: Labels | None = None,
        one_head: bool = False,
    ) -> ShuffleDue | LassoGame | None:
        """Goes on, by the habit, to where this zone (or any) is to be shuffled; a lasso if one is closed on
        the way (`one_head`: at the first head, if at all). `labels` go with the cards."""
        for _ in range(STEPS):
            if self.search.left <= 0:
                return None
            site = self.search.site(table)
            if site is not None and labels is None:
                lasso = self._closed(table, site)
                if lasso is not None or one_head:
                    return lasso
            before = table.play.state
            due = self._step(table)
            if labels is not None and not _followed(labels, before, table.play.state):
                return None
            if due is None:
                continue
            if isinstance(due, ShuffleDue) and zone in (None, due.zone):
                return due
            decision = self._decision(table, due)
            if decision is None or isinstance(due, Ended):
                return None
            table.decide(due, decision)
        return None

    def _step(self, table: Table) -> Due | None:
        """Carries out a statement, and notes which cards came last into which zone."""
        before = table.play.state.zones
        due = self.search.step(table)
        after = table.play.state
        if self.habit.cards == "latest" and after.zones is not before:
            for zone in after.zones:
                if after.zones[zone] is not before[zone]:
                    came = Counter(after.cards(zone))
                    came.subtract(_cards_of(before[zone]))
                    if +came:
                        self._latest[zone] = +came
        return due

    def _closed(self, table: Table, site: LoopSite) -> LassoGame | None:
        heads = self._heads.setdefault(id(site.loop), [])
        for visit in heads:
            lasso = self.search.lasso(table, site, visit)
            if lasso is not None:
                return lasso
        heads.append(LoopVisit.of(table))
        return None

    def _decision(self, table: Table, due: Due) -> Decision | None:
        """What is done by habit."""
        self.chose = self.chose or isinstance(due, ChoiceDue)
        if isinstance(due, ChoiceDue) and isinstance(due.statement.domain, BagType | ListType | SetType):
            known = self._cards(table, due)
            if known is not None:
                return known
        kinds: dict[Hashable, Decision] = {}
        for decision in self.search.possible(table, due, MOST):
            kinds.setdefault(tuple(v.tag if isinstance(v, Tagged) else v for v in decision), decision)
        possible = list(kinds.values())
        return possible[min(self.habit.place, len(possible) - 1)] if possible else None

    def _cards(self, table: Table, due: ChoiceDue) -> Decision | None:
        """All the cards that one can choose from, or those of them that came last."""
        source = due.statement.source
        if self.habit.cards == "some" or not isinstance(source, Zone) or len(due.by) != 1:
            return None
        zone = zone_key(source.name, None if source.owner is None else due.by[0])
        if zone not in table.play.state.zones:
            return None
        there = table.play.state.cards(zone)
        if self.habit.cards == "latest":
            there = tuple((Counter(there) & self._latest.get(zone, Counter())).elements())
        known: Decision = (bag_of(there),)
        try:
            return known if table.can(due, known) else None
        except ArbitreError:
            return None


def _cards_of(zone: Value) -> tuple[Value, ...]:
    assert isinstance(zone, tuple | Bag)
    return zone if isinstance(zone, tuple) else zone.items


def _where(state: State) -> Hashable:
    """Where in the flow the game stands, whatever names mean there."""
    return tuple((id(frame.body), frame.place) for frame in state.frames)


def _taken(card: Value, left: Counter[Value]) -> bool:
    """Takes one of these away; whether it was there."""
    if left[card] <= 0:
        return False
    left[card] -= 1
    return True


def _followed(labels: Labels, before: State, after: State) -> bool:
    """Moves the labels of cards moved from one zone to another; False where it is not seen which they are."""
    changed = [zone for zone in after.zones if after.zones[zone] != before.zones[zone]]
    if not changed:
        return True
    lost = [z for z in changed if len(after.cards(z)) < len(before.cards(z))]
    if len(changed) != 2 or len(lost) != 1:
        return False
    (source,) = lost
    (into,) = [zone for zone in changed if zone != source]
    kept = Counter(after.cards(source))
    gone = Counter(before.cards(source)) - kept
    moved: list[tuple[Value, int | None]] = []
    stay: list[tuple[Value, int | None]] = []
    for each in labels[source]:
        (moved if _taken(each[0], gone) else stay).append(each)
    labels[source], labels[into] = stay, [*labels[into], *moved]
    return True
