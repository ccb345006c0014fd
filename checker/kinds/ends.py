"""property: play ends. Proved, refuted by a game that comes back to where it was, or undecided.

A loop is proved to end whichever edition is played by (`ends.loops`). Where one is not, games are looked for
that come back to its head as they were there before, under each reading of each doubt in turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from checker.eliminate import smallest_choices
from checker.ends.loops import Loop, prove
from checker.findings import Finding, Proof, Undecided
from checker.kinds.asked import Asking
from checker.kinds.claims import finding_of
from checker.kinds.ends_returning import Circle, Seeker
from checker.kinds.ends_table import Table, sit_down
from checker.kinds.plays import completed, doubts_of_questions, permits, permitted_numbers, seats_permission
from checker.panel import Panel, TooManyInterpretations
from dsl.errors import ArbitreError
from dsl.model import Edition, Ends, Project, Property
from interpreter.chance import Chance, game_seed
from interpreter.log import read_log
from interpreter.reading import Dependencies
from interpreter.replay import replay
from interpreter.rules import Status
from interpreter.state import Key, State
from interpreter.statements import expressions_of

BUDGET = 60_000
"""What looking for a game that comes back may cost for each edition (see `returning.Seeker`)."""
SHARE = 4_000
"""No game costs more."""
MOST_READINGS = 32
"""Interpretations of what a game asks that are told apart where it comes back."""
MOST_ASKED = 3
"""Questions asked on the way round that are told."""


def of_variant(panel: Panel, variant: str, budget: int = BUDGET) -> list[Finding | Proof | Undecided]:
    """What becomes of the properties of a variant that say that play ends, edition by edition. Raises
    ArbitreError."""
    concerned = [p for p in panel.game.properties if p.variant in (None, variant)]
    claims = [p for p in concerned if isinstance(p.claim, Ends)]
    if not claims or variant not in panel.game.flows:
        return []
    loops = prove(panel.game, panel.game.flows[variant])
    found: list[Finding | Proof | Undecided] = []
    for edition in panel.editions:
        for prop in claims:
            found.append(_OfEdition(panel, variant, edition, prop, loops).result(budget))
    return found


@dataclass(slots=True)
class _OfEdition:
    """One claim by one edition."""

    panel: Panel
    variant: str
    edition: Edition
    prop: Property
    loops: tuple[Loop, ...]

    def result(self, budget: int) -> Finding | Proof | Undecided:
        """What becomes of it."""
        open_ = [loop for loop in self.loops if not loop.ends]
        if not open_:
            return self._proof()
        seeker = Seeker(homes=[loop.home for loop in open_], left=budget)
        for table in self._games():
            whole, seeker.left = seeker.left, min(seeker.left, SHARE)
            share = seeker.left
            circle = seeker.seek(table)
            seeker.left = whole - (share - seeker.left)
            if circle is not None and self._is_confirmed(circle):
                return self._finding(seeker, circle)
            if seeker.left <= 0:
                break
        return self._undecided(open_)

    def _proof(self) -> Proof:
        measures = dict.fromkeys(by for loop in self.loops for by in loop.by)
        return Proof(
            game=self.panel.game.name,
            variant=self.variant,
            question=None,
            editions=(self.edition.name,),
            holds=self.prop.name,
            bounds={"players": list(self.panel.game.players), "less": list(measures)},
        )

    def _undecided(self, loops: Sequence[Loop]) -> Undecided:
        said = [f"of the loop at line {loop.home.loop.span.line}, {loop.because}" for loop in loops]
        return Undecided(
            game=self.panel.game.name,
            variant=self.variant,
            question=None,
            editions=(self.edition.name,),
            holds=self.prop.name,
            because="; ".join([*said, "and no game was found that comes back to where it was"]),
        )

    # -------------------------------------------------------------- games

    def _games(self) -> Iterator[Table]:
        """Games just begun: of the fewest players for each reading of each doubt, then of more."""
        numbers = list(permitted_numbers(self.panel, self.edition))
        readings = self._readings()
        for rank, number in enumerate(numbers):
            for place, chosen in enumerate(readings if rank == 0 else readings[:1]):
                table = self._begun(chosen, number, game_seed(number, place))
                if table is not None:
                    yield table

    def _readings(self) -> list[dict[str, str]]:
        """Each reading of each doubt that the flow may meet, one at a time; at first none in particular."""
        flow = self.panel.game.flows[self.variant]
        doubts = Dependencies(self.panel.game, self.edition).doubts_of_exprs(expressions_of(flow))
        return [{}] + [{d: r.name} for d in doubts for r in self.edition.doubts[d].readings]

    def _begun(self, chosen: Mapping[str, str], number: int, seed: int) -> Table | None:
        """A game in which so many may play, read as `chosen`."""
        whole = completed(self.panel, self.edition, dict(chosen), Chance(seed, "ends readings"))
        asked = seats_permission(self.panel.game)
        if whole is None or (asked and not permits(self.panel, self.edition, asked, whole, number)):
            return None
        return sit_down(self.panel, self.variant, self.edition, number, whole, seed)

    def _is_confirmed(self, circle: Circle) -> bool:
        """Whether replaying the log gets to the same position twice. (Where nothing is to be decided on the
        way round, the flow itself has been there twice.)"""
        play = circle.table.play
        log, first = play.log(), circle.earlier.events
        if log is None or first == len(play.events):
            return True
        game = self.panel.game
        project = Project(root="", name=game.name, games={game.name: game})
        states: list[State] = []
        for event in (first, len(play.events)):
            try:
                found = replay(project, read_log(log), survivors=(play.interpretation,), at=event + 1)
            except ArbitreError:
                return False
            if found.state is None or any(p.code not in ("silent", "disputed") for p in found.problems):
                return False
            states.append(found.state)
        return _alike(states[0], states[1], circle.differ)

    # -------------------------------------------------------------- the finding

    def _finding(self, seeker: Seeker, circle: Circle) -> Finding:
        """Firm if the same game comes back however the edition is read, and nothing had to be agreed."""
        play = circle.table.play
        questions = tuple(dict.fromkeys(question for question, _ in circle.table.asked))
        doubts = doubts_of_questions(self.panel, self.edition, questions)
        under, everywhere = self._under(seeker, circle, doubts)
        firm = everywhere and not play.state.agreed
        book = play.judge.book(play.state.agreed)
        return finding_of(
            self.panel,
            self.variant,
            self.edition,
            self.prop,
            book,
            self._told(circle, [] if firm else [d for each in under for d in each]),
            firm,
            () if everywhere else under,
            self._details(circle),
        )

    def _under(
        self, seeker: Seeker, circle: Circle, doubts: tuple[str, ...]
    ) -> tuple[tuple[Mapping[str, str], ...], bool]:
        """How the text is read where the game comes back; whether it does however it is read."""
        own = {d: r for d, r in circle.table.play.interpretation.items() if d in doubts}
        try:
            left = self.panel.readings(self.edition.name, doubts)
        except TooManyInterpretations:
            left = []
        if not left or len(left) > MOST_READINGS:
            return (own,), False
        back = [each for each in left if each == own or self._comes_back(seeker, circle, each)]
        return tuple(smallest_choices(back, left)), len(back) == len(left)

    def _comes_back(self, seeker: Seeker, circle: Circle, interpretation: Mapping[str, str]) -> bool:
        play = circle.table.play
        whole = completed(self.panel, self.edition, dict(interpretation), Chance(play.seed, "ends readings"))
        if whole is None:
            return False
        number = len(play.seats)
        table = sit_down(self.panel, self.variant, self.edition, number, whole, play.seed)
        return seeker.repeated(circle, table) is not None

    def _told(self, circle: Circle, doubts: Sequence[str]) -> Asking:
        """What was asked on the way round, and settled: first what hangs on these doubts."""
        play = circle.table.play
        book = play.judge.book(play.state.agreed)
        depends = Dependencies(self.panel.game, self.edition)
        asked = dict.fromkeys(circle.table.asked[circle.earlier.asked :])

        def rank(key: Key) -> bool:
            return not set(doubts) & set(depends.doubts(key[0]))

        settled = [k for k in asked if book.verdict(*k).outcome.status is Status.SETTLED]
        first: dict[str, Key] = {}
        for key in settled:
            first.setdefault(key[0], key)
        return sorted(first.values(), key=rank)[:MOST_ASKED]

    def _details(self, circle: Circle) -> dict[str, object]:
        play = circle.table.play
        way = play.events[circle.earlier.events :]
        choices = [(e["player"], next(k for k in e if k != "player")) for e in way if "player" in e]
        drawn = [next(iter(e)) for e in way if "player" not in e and "agreed" not in e]
        return {
            "sort": "returns",
            "players": len(play.seats),
            "from": circle.earlier.events,
            "to": len(play.events),
            "choices": [{"player": p, "choice": c} for p, c in dict.fromkeys(choices)],
            "drawn": list(dict.fromkeys(drawn)),
            "shuffles": play.shuffles - circle.earlier.shuffles,
            "differ": list(circle.differ),
            "agreed": sorted({question for question, _ in play.state.agreed}),
            "log": play.log(),
        }


def _alike(one: State, other: State, differ: Sequence[str]) -> bool:
    """Whether two positions are the same, but for these counters."""
    if (one.place, one.zones, one.secret) != (other.place, other.zones, other.secret):
        return False
    return all(other.values.get(n) == v for n, v in one.values.items() if n not in differ)
