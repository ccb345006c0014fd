"""property: the game can end. Proved by games that end, played on from wherever play got to; refuted where no
game can (`ends.kept`); else undecided.

Games are played under each reading of each doubt that matters to play (of several doubts at once), with each
number of players. One that has not ended after so many statements is gone on with from where it stands, by
other luck and other choices.
"""

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from itertools import product

from checker.ends.kept import never_ends
from checker.findings import Finding, Proof, Undecided
from checker.kinds.admission import permits, permitted_numbers
from checker.kinds.claimed import claimed
from checker.kinds.claims import finding_of
from checker.kinds.plays import Play, begin, carry_on, completed
from checker.panel import Panel
from checker.resting import of_players
from dsl.model import CanEnd, Edition, Property
from dsl.said import Said, joined
from interpreter.chance import Chance, game_seed
from interpreter.reading import Dependencies
from interpreter.state import Due
from interpreter.statements import expressions_in, statements_of

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


def of_variant(panel: Panel, variant: str, budget: int = BUDGET) -> list[Finding | Proof | Undecided]:
    """What becomes of the claims that the game can end, edition by edition. Raises ArbitreError."""
    if variant not in panel.game.flows:
        return []
    found: list[Finding | Proof | Undecided] = []
    for edition in panel.reported:
        for inside, prop in claimed(panel, variant, edition):
            if isinstance(prop.claim, CanEnd):
                numbers = list(permitted_numbers(inside, variant, edition))
                if numbers:
                    found.append(_OfEdition(inside, variant, edition, prop, numbers, budget).result())
    return found


@dataclass(slots=True)
class _OfEdition:
    """One claim by one edition. `left`: statements that may still be carried out."""

    panel: Panel
    variant: str
    edition: Edition
    prop: Property
    numbers: list[int]
    left: int
    games: int = 0
    log: str | None = None
    open: list[str] = field(default_factory=list)

    def result(self) -> Finding | Proof | Undecided:
        """What becomes of it."""
        game = self.panel.game
        if never_ends(game, game.flows[self.variant], self.numbers):
            return self._finding()
        readings = list(self._readings())
        for reading, number in product(readings[:MOST_READINGS], self.numbers):
            self._look(reading, number)
            if self.open:
                break
        if len(readings) > MOST_READINGS:
            self.open.append(Said("{n} readings were not tried", n=len(readings) - MOST_READINGS))
        return self._undecided() if self.open or self.log is None else self._proof(self.log)

    def _readings(self) -> Iterator[dict[str, str]]:
        """Ways to read what may matter in play: few, with each reading of each doubt in one."""
        exprs = [
            e for s in statements_of(self.panel.game.flows[self.variant].body) for e in expressions_in(s)
        ]
        depends = Dependencies(self.panel.game, self.edition)
        doubts = depends.doubts_of_exprs(exprs)
        wanted = [reading for doubt in doubts for reading in self.panel.readings(self.edition.name, [doubt])]
        if not wanted:
            yield {}
        while wanted:
            together: dict[str, str] = wanted[0]
            for reading in wanted[1:]:
                if self._goes_with(reading, together):
                    together = together | reading
            yield together
            wanted = [r for r in wanted[1:] if not r.items() <= together.items()]

    def _goes_with(self, reading: Mapping[str, str], others: Mapping[str, str]) -> bool:
        """Whether there is an interpretation with all of these readings."""
        both = {**others, **reading}
        if not others.items() <= both.items():
            return False
        whole = completed(self.panel, self.edition, both, Chance(0, "can end"))
        return whole is not None and both.items() <= whole.items()

    def _look(self, reading: Mapping[str, str], number: int) -> None:
        """Plays games, so read, to their end; what does not get there is noted."""
        for game in range(GAMES):
            seed = game_seed(number, game)
            whole = completed(self.panel, self.edition, dict(reading), Chance(seed, "can end"))
            if whole is None or not permits(self.panel, self.variant, self.edition, whole, number):
                return
            play = begin(self.panel, self.variant, self.edition, number, whole, seed)
            if self.left <= 0:
                self.open.append(Said("with {n} players, no more games were played", n=number))
                return
            self._on(play)
            self.games += 1
            ended = play if play.ended else self._otherwise(play)
            if ended is None:
                self.open.append(self._said(play, reading))
                return
            if self.log is None or ("agreed:" in self.log and not ended.state.agreed):
                self.log = ended.log()

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

    def _proof(self, log: str) -> Proof:
        assumptions, struck = of_players(self.panel, self.variant, self.edition)
        return Proof(
            game=self.panel.game.name,
            variant=self.variant,
            question=None,
            editions=(self.edition.name,),
            holds=self.prop.name,
            bounds={"players": [self.numbers[0], self.numbers[-1]], "games": self.games, "log": log},
            assumptions=assumptions,
            struck=struck,
        )

    def _undecided(self) -> Undecided:
        because = joined("; ", dict.fromkeys(self.open)) or Said("no game could be played")
        return Undecided(
            game=self.panel.game.name,
            variant=self.variant,
            question=None,
            editions=(self.edition.name,),
            holds=self.prop.name,
            because=because,
        )

    def _finding(self) -> Finding:
        number = self.numbers[0]
        seed = game_seed(number, 0)
        whole = completed(self.panel, self.edition, {}, Chance(seed, "can end"))
        assert whole is not None, "some interpretation is left"
        play = begin(self.panel, self.variant, self.edition, number, whole, seed)
        self.left = STATEMENTS
        self._on(play)
        details = {"sort": "cannot end", "players": number, "log": play.log()}
        book = play.judge.book(play.state.agreed)
        return finding_of(self.panel, self.variant, self.edition, self.prop, book, [], True, (), details)


def _never(play: Play, due: Due | None) -> bool:
    return False
