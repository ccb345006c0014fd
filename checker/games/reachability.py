"""All games of a small flow, position by position: whatever is chosen, drawn, shuffled and agreed.

Explicit-state reachability: positions at which something is due, each once, and from which of them the end
can be reached (backwards from the end). Only where that is all: a flow with too much to go through is left.
"""

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, permutations, product
from math import factorial

from checker.editions.editions import Editions
from checker.games.driver import possible_answers
from checker.games.table import Decision, Table, sit_down
from dsl.model import Edition
from dsl.text.errors import ArbitreError, Portable
from dsl.types.values import Value
from interpreter.play.choices import MOST_LISTED
from interpreter.play.state import ChoiceDue, DrawDue, Due, Ended, ShuffleDue, State, Unsettled
from interpreter.values.domain import domain_size

MOST_SPENT, MOST_POSITIONS = 12_000, 2_500
"""What it may cost to go through a flow, and positions."""
MOST_ORDERS = 720
"""Orders of cards that are gone through."""
MOST_ON = 2_000
"""Statements carried out without anything being due."""


class TooManyPositions(Portable):
    """There is more to go through than is gone through."""


@dataclass(slots=True)
class ReachablePosition:
    """A position: the game as it got there, and the positions that come next. `over`: it is an end; `stuck`:
    why it cannot go on, where it cannot; `fails`: as the specification fails there."""

    table: Table
    over: bool = False
    stuck: str | None = None
    fails: bool = False
    following: list[int] = field(default_factory=list)


@dataclass(slots=True)
class StateSpace:
    """All positions of the games of so many players, in the order in which they were got to."""

    places: list[ReachablePosition] = field(default_factory=list)

    def without_end(self, or_fail: bool = False) -> list[ReachablePosition]:
        """Those from which no way leads to an end (`or_fail`: nor to where the game fails)."""
        before: dict[int, list[int]] = {}
        for number, place in enumerate(self.places):
            for after in place.following:
                before.setdefault(after, []).append(number)
        pending = [n for n, place in enumerate(self.places) if place.over or (or_fail and place.fails)]
        ending = set(pending)
        while pending:
            more = [n for n in before.get(pending.pop(), ()) if n not in ending]
            ending.update(more)
            pending += more
        return [place for number, place in enumerate(self.places) if number not in ending]

    def ended(self) -> Table | None:
        """The first game that came to an end, one in which nothing was agreed if there is one."""
        over = [place.table for place in self.places if place.over]
        return min(over, key=lambda table: len(table.play.state.agreed), default=None)


def explore(
    editions: Editions,
    variant: str,
    edition: Edition,
    number: int,
    reading: dict[str, str],
    most: int = MOST_SPENT,
) -> StateSpace | None:
    """All games of so many players, so read; None where there is too much to go through."""
    try:
        return _Exploration(most).all(sit_down(editions, variant, edition, number, reading, 0))
    except TooManyPositions:
        return None


@dataclass(slots=True)
class _Exploration:
    left: int
    found: StateSpace = field(default_factory=StateSpace)
    _known: dict[Hashable, int] = field(default_factory=dict)
    _pending: deque[tuple[int, Due]] = field(default_factory=deque)

    def all(self, start: Table) -> StateSpace:
        """Everything from the start. Raises TooMuch."""
        self._got_to(start)
        while self._pending:
            number, due = self._pending.popleft()
            place = self.found.places[number]
            ways = list(self._decisions(place.table, due))
            place.stuck = None if ways else _named(due)
            for decision in ways:
                further = place.table.fork()
                further.decide(due, decision)
                place.following.append(self._got_to(further))
        return self.found

    def _got_to(self, table: Table) -> int:
        """The number of the position to which the game gets by itself."""
        passed: set[Hashable] = set()
        for _ in range(MOST_ON):
            key = _key(table.play.state)
            if key in passed:
                return self._place(key, table)  # round and round, by itself
            passed.add(key)
            try:
                due = self._step(table)
            except ArbitreError:
                number = self._place(("fails", key), table)
                self.found.places[number].fails = True
                self.found.places[number].stuck = table.play.stuck
                return number
            if due is not None:
                known = key in self._known
                number = self._place(key, table)
                if isinstance(due, Ended):
                    self.found.places[number].over = True
                elif not known:
                    self._pending.append((number, due))
                return number
        raise TooManyPositions

    def _step(self, table: Table) -> Due | None:
        before = table.spent
        try:
            return table.step()
        finally:
            self._spend(table.spent - before)

    def _spend(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise TooManyPositions

    def _place(self, key: Hashable, table: Table) -> int:
        if key not in self._known:
            if len(self.found.places) >= MOST_POSITIONS:
                raise TooManyPositions
            self._known[key] = len(self.found.places)
            self.found.places.append(ReachablePosition(table))
        return self._known[key]

    def _decisions(self, table: Table, due: Due) -> Iterator[Decision]:
        """All that can be decided. Raises TooMuch where that is much, or not settled."""
        match due:
            case ShuffleDue(zone=zone):
                cards = table.play.state.cards(zone)
                if factorial(len(cards)) > MOST_ORDERS:
                    raise TooManyPositions
                yield from dict.fromkeys(permutations(cards))
            case DrawDue(among=among):
                yield from ((item,) for item in dict.fromkeys(among))
            case Unsettled():
                answers = possible_answers(table.play.judge.book(table.play.state.agreed), due)
                yield from ((answer,) for answer in answers)
            case ChoiceDue(by=by):
                yield from product(*(self._choices(table, due, place) for place in range(len(by))))
            case _:
                return

    def _choices(self, table: Table, due: ChoiceDue, place: int) -> Sequence[Value]:
        play, player = table.play, due.by[place]
        if play.machine.source(play.state, due, player, play.judge) is None:
            size = domain_size(due.statement.domain, len(play.seats))
            if size is None or size > MOST_LISTED:
                raise TooManyPositions
        possible = list(islice(play.machine.possible(play.state, due, player, play.judge), self.left + 1))
        self._spend(len(possible))
        legal: list[Value] = []
        for value in possible:
            heard = play.machine.heard(play.state, due, player, value, play.judge)
            if isinstance(heard.value, Unsettled):
                raise TooManyPositions
            legal += [value] if heard.value is True else []
        return legal


def _named(due: Due) -> str:
    match due:
        case ChoiceDue(name=name) | DrawDue(name=name):
            return name
        case Unsettled(question=question):
            return question
        case _:
            return "shuffle"


def _key(state: State) -> Hashable:
    """What tells positions apart: all that anything to come can depend on."""
    return (
        state.place,
        tuple(sorted(state.zones.items(), key=lambda item: item[0])),
        tuple(sorted(state.values.items(), key=lambda item: item[0])),
        frozenset(state.agreed.items()),
        state.secret,
        state.ended is not None,
    )
