"""A game in play: it goes on by itself up to what somebody at the table has to decide, and keeps its log.

It is played under all readings that are left at once. Where they part ways the table says how it reads a
doubt (a key of the log's head); where a question has no single answer, what it agrees upon (an event).
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from dsl.fingerprint import fingerprint
from dsl.model import OPTIONS, Doubt, Edition, Expr, Game, Rulings
from dsl.types.values import Player, Value
from interpreter.analysis.dependencies import Interpretation
from interpreter.logs.writer import claims_of, document_text, head_text
from interpreter.play.bots import BOTS, MAX_TRIED, Bot, advised, drawn_legal
from interpreter.play.interpretations import Diverged, Interpretations, JointJudge, Unheard
from interpreter.play.judge import Answer
from interpreter.play.machine import Machine
from interpreter.play.prune import pruned_flow
from interpreter.play.setting import Setting
from interpreter.play.state import ChoiceDue, DrawDue, Ended, Happening, ShuffleDue, State, Unsettled
from interpreter.rulebook.rulebook import Outcome, Status, Verdict
from interpreter.rulebook.situations import Situation, situation_to_json, to_json
from interpreter.runtime.rng import Chance

__all__ = ["Drawn", "Parted", "Position", "Session", "Settling"]


@dataclass(frozen=True, slots=True)
class Parted:
    """The readings left part ways on a question (None: on what is asked): how the table reads `doubt` is to
    be said. `ways`: its readings, each with what the question then comes to, as far as that is known."""

    key: tuple[str, Situation] | None
    doubt: Doubt
    ways: tuple[tuple[str, tuple[Outcome, ...]], ...]


Settling = Parted | Unsettled
"""What the table has to settle."""
Due = ChoiceDue | Settling | Ended


@dataclass(frozen=True, slots=True)
class Drawn:
    """What the lot fell on."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where the game stands. `gathered`: what has been chosen of what several choose at once; `readings`:
    the doubts that the table has settled; `choices`: how many were made."""

    state: State
    due: Due
    gathered: tuple[tuple[Player, Value], ...] = ()
    readings: Interpretation = field(default_factory=dict)
    choices: int = 0

    @property
    def waiting(self) -> tuple[Player, ...]:
        """Those who have still to choose, in order."""
        if not isinstance(self.due, ChoiceDue):
            return ()
        have = {player for player, _ in self.gathered}
        return tuple(player for player in self.due.by if player not in have)


class Session:
    """A game by one edition. `happened`: what did since the last choice, or the beginning."""

    def __init__(
        self,
        setting: Setting,
        edition: Edition,
        players: tuple[str, ...],
        *,
        seed: int,
        rulings: Rulings | None = None,
        readings: Interpretation | None = None,
    ) -> None:
        """Begins the game. Raises ArbitreError for an error of the specification, and MissingCards."""
        self.setting, self.edition, self.rulings, self.seed = setting, edition, rulings, seed
        self.game: Game = setting.game
        self.machine = Machine(self.game, setting.variant, tuple(map(Player, players)))
        self._flow = pruned_flow(self.machine.flow, setting.parameters)
        self._panels: dict[tuple[tuple[str, str], ...], Interpretations] = {}
        self.events: list[dict[str, Any]] = []
        self._history: list[tuple[Position, bool]] = []  # before each event not taken back; was it a person's
        self.happened: tuple[Happening | Drawn, ...] = ()
        chosen = dict(readings or {})
        judge = self._judge(chosen)
        state = self._started(judge)
        self.position = Position(state=state, due=Ended((), None), readings=chosen)
        self._go_on()

    def _started(self, judge: JointJudge) -> State:
        try:
            return self.machine.start(self.setting.parameters, judge)
        except Diverged:  # in what variables begin with: by the first readings
            first = judge.panel.everything
            return self.machine.start(self.setting.parameters, judge.panel.judge(first & -first))

    # -------------------------------------------------------------- who answers

    def _panel(self, readings: Interpretation) -> Interpretations:
        key = tuple(readings.items())
        if key not in self._panels:
            self._panels[key] = Interpretations(
                self.game, self.edition, flow=self._flow, rulings=self.rulings, readings=readings
            )
        return self._panels[key]

    def _judge(self, readings: Interpretation) -> JointJudge:
        panel = self._panel(readings)
        return panel.judge(panel.everything)

    @property
    def judge(self) -> JointJudge:
        """The readings that are left."""
        return self._judge(self.position.readings)

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.position.state

    @property
    def due(self) -> Due:
        """What is due."""
        return self.position.due

    # -------------------------------------------------------------- going on

    def _go_on(self) -> None:
        """Goes on up to what is due; what happens is added to `happened`, and its claims to the log. Raises
        ArbitreError."""
        state = self.position.state
        while True:
            try:
                stop = self.machine.run(state, self.judge)
            except (Diverged, Unheard) as split:
                self._wait(state, self._to_settle(split))
                return
            state = stop.state
            self.happened += stop.happened
            if self.position.choices:
                for claim in claims_of(stop.happened, self.game):
                    self._record(claim)
            match stop.due:
                case ShuffleDue(zone=zone):
                    order = Chance(self.seed, "play", state.chances).shuffled(state.cards(zone))
                    state = self.machine.shuffle(state, stop.due, order)
                case DrawDue(name=name, among=among):
                    value = Chance(self.seed, "play", state.chances).pick(among)
                    self.happened += (Drawn(name, value),)
                    state = self.machine.draw(state, stop.due, value)
                case due:
                    self._wait(state, due)
                    if isinstance(due, Ended):
                        for player, points in due.scores:
                            self._record({"claim": "score", "of": player.name, "is": points})
                    return

    def _wait(self, state: State, due: Due) -> None:
        self.position = replace(self.position, state=state, due=due, gathered=())

    def _record(self, event: dict[str, Any], by_person: bool = False) -> None:
        """Writes an event; what it changes is to follow."""
        self._history.append((self.position, by_person))
        self.events.append(event)

    def _to_settle(self, split: Diverged | Unheard) -> Parted:
        """The doubt that the table has to settle, where readings part ways or are too many together."""
        return self._parted(split) if isinstance(split, Diverged) else self._unheard()

    def _parted(self, split: Diverged) -> Parted:
        """The first doubt on which it hangs, with what each of its readings brings."""
        panel = self._panel(self.position.readings)
        whole = 0
        for part in split.parts:
            whole |= part.mask
        telling = {d for part in split.parts for d in panel.telling(part.mask, whole & ~part.mask)}
        every = panel.readings_of(whole)
        found: Parted | None = None
        for name in (*(d for d in every if d in telling), *every):
            if len(every[name]) < 2:
                continue
            parts = {
                reading: [p for p in split.parts if panel.is_among(p.mask, {name: (reading,)})]
                for reading in every[name]
            }
            ways = tuple(
                (reading, tuple(o for o in map(split.outcome, these) if o is not None))
                for reading, these in parts.items()
            )
            parted = Parted(split.key, self.edition.doubts[name], ways)
            if len({tuple(p.mask for p in these) for these in parts.values()}) > 1:
                return parted
            found = found or parted
        assert found is not None, "interpretations that differ read some doubt otherwise"
        return found

    def _unheard(self) -> Parted:
        """The first doubt that has to be settled, since all cannot be heard together."""
        panel = self._panel(self.position.readings)
        name = next(name for name in self.edition.doubts if name in panel.unheard)
        doubt = self.edition.doubts[name]
        return Parted(None, doubt, tuple((reading.name, ()) for reading in doubt.readings))

    # -------------------------------------------------------------- choosing

    def allowed(self, player: Player, value: Value) -> bool | Settling:
        """Whether the player may choose what is there; or what the table has to settle before."""
        assert isinstance(self.due, ChoiceDue)
        try:
            return self.machine.allowed(self.state, self.due, player, value, self.judge)
        except (Diverged, Unheard) as split:
            return self._to_settle(split)

    def heard(self, player: Player, value: Value) -> Answer:
        """Whether the player may choose what is there, with what that asked. (Readings do not differ.)"""
        assert isinstance(self.due, ChoiceDue)
        return self.machine.heard(self.state, self.due, player, value, self.judge)

    def source_zone(self, player: Player) -> str | None:
        """The zone from which the player chooses cards; None where it is none."""
        assert isinstance(self.due, ChoiceDue)
        try:
            return self.machine.source_zone(self.state, self.due, player, self.judge)
        except (Diverged, Unheard):
            return None

    def is_there(self, player: Player, value: Value) -> bool:
        """Whether the value can be had from where it is to be chosen."""
        assert isinstance(self.due, ChoiceDue)
        try:
            return self.machine.is_there(self.state, self.due, player, value, self.judge)
        except (Diverged, Unheard):
            return True

    def legal(self, player: Player, looked: int) -> tuple[tuple[Value, ...], bool]:
        """What the player may choose for certain, as far as so many things are looked at; and whether these
        are all there are. Of very much, a few that chance comes upon."""
        assert isinstance(self.due, ChoiceDue)
        chance = Chance(self.seed, "shown", self.position.choices)
        try:
            few = drawn_legal(self.machine, self.judge, self.state, self.due, player, chance, MAX_TRIED)
            if few:
                return few, False
            found: list[Value] = []
            for number, value in enumerate(self.machine.possible(self.state, self.due, player, self.judge)):
                if number == looked:
                    return tuple(found), False
                if self.allowed(player, value) is True:
                    found.append(value)
            return tuple(found), True
        except (Diverged, Unheard):
            return (), False

    def doubtful(self, player: Player, looked: int) -> Settling | None:
        """What the table has to settle before the first thing can be chosen that is in dispute."""
        assert isinstance(self.due, ChoiceDue)
        try:
            for number, value in enumerate(self.machine.possible(self.state, self.due, player, self.judge)):
                allowed = self.allowed(player, value)
                if not isinstance(allowed, bool):
                    return allowed
                if number == looked:
                    break
        except (Diverged, Unheard) as split:
            return self._to_settle(split)
        return None

    def bot_choice(self, player: Player, bot: Bot, looked: int) -> tuple[Value] | Settling | None:
        """What a program chooses; what has to be settled where nothing is legal for certain; None where
        nothing is legal."""
        due = self.due
        assert isinstance(due, ChoiceDue)
        if bot is not BOTS["sampling"]:
            with suppress(Unheard):
                found = advised(self.machine, self.judge, self.state, due, player)
                if found is not None:
                    return found
        options, _ = self.legal(player, looked)
        if not options:
            return self.doubtful(player, looked)
        seat = self.machine.seats.index(player)
        chance = Chance(self.seed, f"bot {seat + 1}", self.position.choices)
        return (bot(self.machine, self.judge, self.state, due, player, options, chance),)

    def choose(self, player: Player, value: Value, *, by_person: bool) -> None:
        """The player chooses what is there and allowed. Raises ArbitreError for an error of the
        specification."""
        due = self.due
        assert isinstance(due, ChoiceDue) and player in self.position.waiting
        self._record({"player": player.name, due.name: to_json(value, self.game)}, by_person)
        gathered = (*self.position.gathered, (player, value))
        self.position = replace(self.position, gathered=gathered, choices=self.position.choices + 1)
        if self.position.waiting:
            return
        values = dict(gathered)
        laid = tuple(player for player, _ in gathered)
        state = self.machine.choose(self.state, due, tuple(values[p] for p in due.by), laid=laid)
        self.happened = ()
        self._wait(state, due)
        self._go_on()

    # -------------------------------------------------------------- settling

    @staticmethod
    def in_question(due: Unsettled) -> tuple[str, Situation, Verdict]:
        """The question that is to be agreed upon: the one asked, or the first for which it waits."""
        if due.verdict.outcome.status is Status.BLOCKED and due.verdict.blockers:
            question, situation, outcome = due.verdict.blockers[0]
            return question, situation, Verdict(outcome)
        return due.question, due.situation, due.verdict

    def agree(self, due: Unsettled, value: Value) -> None:
        """The table agrees upon the answer to the question in dispute (`in_question`)."""
        question, situation, _ = self.in_question(due)
        event: dict[str, Any] = {"agreed": question, "is": to_json(value, self.game)}
        choosing = isinstance(self.due, ChoiceDue)
        if choosing:
            asked = self.game.questions[question]
            event = {
                "agreed": question,
                "given": situation_to_json(asked, situation, self.game),
                "is": to_json(value, self.game),
            }
        self._record(event, by_person=True)
        state = replace(self.state, agreed={**self.state.agreed, (question, situation): value})
        self.position = replace(self.position, state=state)
        if not choosing:
            self._go_on()

    def read(self, doubt: str, reading: str) -> None:
        """The table reads a doubt so, in the whole game."""
        readings = {**self.position.readings, doubt: reading}
        self.position = replace(self.position, readings=readings)
        if not isinstance(self.due, ChoiceDue):
            self._go_on()

    # -------------------------------------------------------------- taking back

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return any(by_person for _, by_person in self._history)

    def undo(self) -> None:
        """Takes back all events from the last that a person decided on. (`can_undo`.)"""
        last = max(n for n, (_, by_person) in enumerate(self._history) if by_person)
        self.events.append({"undo": len(self._history) - last})
        self.position = self._history[last][0]
        del self._history[last:]
        self.happened = ()

    # -------------------------------------------------------------- the log

    def log(self) -> str:
        """The log of the game so far."""
        head = head_text(
            game=self.setting.name,
            edition=self.edition.name,
            specification=fingerprint(self.game, self.edition.name, self.rulings),
            players=[player.name for player in self.machine.seats],
            rulings=() if self.rulings is None else self.rulings.name.split("+"),
            readings=dict(self.position.readings),
            given={
                name: to_json(value, self.game)
                for name, value in self.setting.parameters.items()
                if name != OPTIONS
            },
            seed=self.seed,
            deck=self.game.deck_in_logs,
        )
        return document_text(head, self.events)

    def candidates(self, question: str, situation: Situation, among: Expr) -> tuple[Value, ...]:
        """What the game lists as answers to a question. Raises ArbitreError, Diverged, Blocked."""
        names = [parameter.name for parameter in self.game.questions[question].parameters]
        env: dict[str, Value] = {"seats": self.machine.seats, **dict(zip(names, situation, strict=True))}
        panel = self._panel(self.position.readings)
        value = panel.rulebook(panel.everything, self.state.agreed).evaluate(among, env)
        return value if isinstance(value, tuple) else ()
