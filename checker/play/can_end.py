"""property: the game can end, whatever has been done: AG EF end, in the words of temporal logic. From each
position that play can get to, some choices and some luck lead to an end.

Proved, or refuted by a position from which nothing leads there, where all positions can be gone through (see
`games.reachability`); refuted where no game can end at all (`invariants.induction`). Else games are played,
under each reading of each doubt that matters to play (of several doubts at once), with each number of
players; one that has not ended after so many statements is gone on with from where it stands, by other luck
and other choices. That all of them ended is no proof: so it was in the games that were tried.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import product

from checker.claims.broken import finding_of
from checker.claims.claimed import claimed
from checker.editions.editions import Editions, Frozen, TooManyInterpretations, freeze
from checker.editions.elimination import smallest_choices
from checker.findings.details import NoEnd, Shut
from checker.findings.findings import Checked, Finding, Proof, Undecided
from checker.games.admission import permits, permitted_numbers
from checker.games.driver import Play, begin, carry_on, completed
from checker.games.reachability import ReachablePosition, StateSpace, explore
from checker.games.readings import doubts_in_play, ways_to_read
from checker.grounds.premises import of_players
from checker.play.invariants.induction import never_ends
from dsl.model import CanEnd, Edition, Property
from dsl.text.messages import Said, joined
from interpreter.play.state import Due
from interpreter.runtime.rng import Chance, game_seed

STATEMENTS = 2_000
"""Statements of one game, after which it is gone on with in other ways."""
WAYS = 4
"""Other ways in which it is gone on with."""
GAMES = 2
"""Games for each reading and number of players."""
BUDGET = 60_000
"""Statements in which games that end are looked for, for each claim."""
MOST_READINGS = 12
"""Readings that are tried."""
MOST_SAID = 3
"""Readings that are told where no way to an end was found."""
ANOTHER = 7_919
"""Added to a seed for another way to go on."""
MOST_EXPLORED = 48
"""Ways to read and numbers of players under which all games are gone through."""

Result = Finding | Proof | Undecided | Checked
Reading = Mapping[str, str]


def of_variant(editions: Editions, variant: str, budget: int = BUDGET) -> list[Result]:
    """What becomes of the claims that the game can end, edition by edition. Raises ArbitreError."""
    if variant not in editions.game.flows:
        return []
    found: list[Result] = []
    for edition in editions.members:
        for inside, prop in claimed(editions, variant, edition):
            if isinstance(prop.claim, CanEnd):
                numbers = list(permitted_numbers(inside, variant, edition))
                if numbers:
                    found.append(_OfEdition(inside, variant, edition, prop, numbers, budget).result())
    return found


@dataclass(slots=True)
class _OfEdition:
    """One claim by one edition. `left`: statements that may still be carried out."""

    editions: Editions
    variant: str
    edition: Edition
    prop: Property
    numbers: list[int]
    left: int
    games: int = 0
    open: list[str] = field(default_factory=list)

    def result(self) -> Finding | Proof | Undecided | Checked:
        """What becomes of it."""
        game = self.editions.game
        if never_ends(game, game.flows[self.variant], self.numbers):
            return self._never_ending()
        explored = self._explored()
        if explored is not None:
            return self._decided(explored)
        readings = list(ways_to_read(self.editions, self.variant, self.edition))
        for reading, number in product(readings[:MOST_READINGS], self.numbers):
            self._look(reading, number)
            if self.open:
                break
        if len(readings) > MOST_READINGS:
            self.open.append(Said("{n} readings were not tried", n=len(readings) - MOST_READINGS))
        return self._undecided() if self.open or self.games == 0 else self._tried()

    # -------------------------------------------------------------- all games

    def _explored(self) -> list[tuple[Reading, StateSpace]] | None:
        """All games, by the way to read; None where there is too much to go through."""
        doubts = doubts_in_play(self.editions, self.variant, self.edition)
        try:
            readings = self.editions.readings(self.edition.name, doubts)
        except TooManyInterpretations:
            return None
        found: list[tuple[Reading, StateSpace]] = []
        for reading, number in product(readings, self.numbers):
            if len(found) >= MOST_EXPLORED:
                return None
            whole = completed(self.editions, self.edition, dict(reading), Chance(number, "can end"))
            if whole is None or not permits(self.editions, self.variant, self.edition, whole, number):
                continue
            each = explore(self.editions, self.variant, self.edition, number, whole)
            if each is None:
                return None
            found.append((reading, each))
        return found or None

    def _decided(self, explored: Sequence[tuple[Reading, StateSpace]]) -> Finding | Proof | Undecided:
        """By all games there are."""
        shut = [(reading, place) for reading, each in explored for place in each.without_end(or_fail=True)]
        if shut:
            return self._shut(dict.fromkeys(freeze(reading) for reading, _ in explored), shut)
        for _, each in explored:
            for place in each.without_end():
                if place.fails:
                    self.open.append(self._said(place.table.play, {}))
                    return self._undecided()
        ended = [table for _, each in explored if (table := each.ended()) is not None]
        assumptions, struck = of_players(self.editions, self.variant, self.edition)
        first = min(ended, key=lambda table: len(table.play.state.agreed))
        return Proof(
            game=self.editions.game.name,
            variant=self.variant,
            question=None,
            editions=(self.edition.name,),
            holds=self.prop.name,
            bounds={
                "players": [self.numbers[0], self.numbers[-1]],
                "positions": sum(len(each.places) for _, each in explored),
                "log": first.play.log(),
            },
            assumptions=assumptions,
            struck=struck,
        )

    def _shut(self, readings: Iterable[Frozen], shut: Sequence[tuple[Reading, ReachablePosition]]) -> Finding:
        """A position from which nothing leads to an end: one that takes no agreement, if there is one. Firm
        if, however the text is read, there is such a one."""
        survivors = [dict(reading) for reading in readings]
        plain = [reading for reading, place in shut if not place.table.play.state.agreed]
        so_read = [reading for reading in survivors if reading in (plain or [r for r, _ in shut])]
        _, place = min(shut, key=lambda each: _rank(each[1]))
        play = place.table.play
        everywhere = len(so_read) == len(survivors)
        shown = Shut(
            players=len(play.seats),
            event=len(play.events),
            stuck=place.stuck,
            agreed=tuple(sorted({question for question, _ in play.state.agreed})),
            log=play.log(),
        )
        under = () if everywhere else tuple(smallest_choices(so_read, survivors))
        book = play.judge.book(play.state.agreed)
        firm = everywhere and bool(plain)
        return finding_of(self.editions, self.variant, self.edition, self.prop, book, [], firm, under, shown)

    # -------------------------------------------------------------- games tried

    def _look(self, reading: Mapping[str, str], number: int) -> None:
        """Plays games, so read, to their end; what does not get there is noted."""
        for game in range(GAMES):
            seed = game_seed(number, game)
            whole = completed(self.editions, self.edition, dict(reading), Chance(seed, "can end"))
            if whole is None or not permits(self.editions, self.variant, self.edition, whole, number):
                return
            play = begin(self.editions, self.variant, self.edition, number, whole, seed)
            if self.left <= 0:
                self.open.append(Said("with {n} players, no more games were played", n=number))
                return
            self._on(play)
            self.games += 1
            ended = play if play.ended else self._otherwise(play)
            if ended is None:
                self.open.append(self._said(play, reading))
                return

    def _on(self, play: Play) -> None:
        before = play.spent
        carry_on(play, _never, max(min(STATEMENTS, self.left), 0))
        self.left -= play.spent - before

    def _otherwise(self, play: Play) -> Play | None:
        """The same game gone on with in another way, to its end."""
        if play.stuck is not None:
            return None
        for way in range(1, WAYS + 1):
            other = copy(play)
            other.seed, other.events, other.asked = play.seed + way * ANOTHER, list(play.events), {}
            self._on(other)
            if other.ended:
                return other
        return None

    def _said(self, play: Play, reading: Mapping[str, str]) -> str:
        read = [
            Said(", {doubt} read as {reading}", doubt=doubt, reading=name)
            for doubt, name in (reading if len(reading) <= MOST_SAID else {}).items()
        ]
        where = Said(
            "with {n} players{readings}, after event {event} of a game",
            n=len(play.seats),
            readings=joined("", read),
            event=len(play.events),
        )
        if play.stuck is not None:
            return Said("{where}, it cannot go on ({why})", where=where, why=play.stuck)
        return Said("{where}, no way to an end was found in {n} tries", where=where, n=WAYS)

    # -------------------------------------------------------------- what is told

    def _tried(self) -> Checked:
        return Checked(
            game=self.editions.game.name,
            variant=self.variant,
            editions=(self.edition.name,),
            property=self.prop.name,
            games=self.games,
            points=self.games,
        )

    def _undecided(self) -> Undecided:
        because = joined("; ", dict.fromkeys(self.open)) or Said("no game could be played")
        return Undecided(
            game=self.editions.game.name,
            variant=self.variant,
            question=None,
            editions=(self.edition.name,),
            holds=self.prop.name,
            because=because,
        )

    def _never_ending(self) -> Finding | Undecided:
        number = self.numbers[0]
        seed = game_seed(number, 0)
        whole = completed(self.editions, self.edition, {}, Chance(seed, "can end"))
        assert whole is not None, "some interpretation is left"
        play = begin(self.editions, self.variant, self.edition, number, whole, seed)
        self.left = STATEMENTS
        self._on(play)
        if play.failure is not None:
            self.open.append(self._said(play, {}))
            return self._undecided()
        shown = NoEnd(players=number, log=play.log())
        book = play.judge.book(play.state.agreed)
        return finding_of(self.editions, self.variant, self.edition, self.prop, book, [], True, (), shown)


def _rank(place: ReachablePosition) -> tuple[int, int, int]:
    """Of several positions, the one is told that takes the fewest agreements, then players, then events."""
    play = place.table.play
    return (len(play.state.agreed), len(play.seats), len(play.events))


def _never(play: Play, due: Due | None) -> bool:
    return False
