"""One game, played towards a target: a question asked in a situation.

Whatever the flow leaves to players, to chance and to the table's agreement is chosen as the situation
suggests; where it suggests nothing, at random, each attempt otherwise.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from checker.games.driver import possible_answers
from checker.play.reach.deck import DeckConstraint
from checker.play.reach.observer import ObservingJudge
from checker.play.reach.target import Target
from dsl.text.errors import ArbitreError
from dsl.types.types import BoolType
from dsl.types.values import Bag, Player, Value, ValueSet
from interpreter.logs.writer import document_text, head_text
from interpreter.play.bots import advised
from interpreter.play.choices import items_of
from interpreter.play.keys import keys_of_zone
from interpreter.play.machine import Machine
from interpreter.play.state import ChoiceDue, DrawDue, Ended, Happening, Moved, ShuffleDue, State, Unsettled
from interpreter.rulebook.situations import to_json
from interpreter.runtime.budget import WORK
from interpreter.runtime.rng import Chance
from interpreter.values.domain import has_players
from interpreter.values.show import fits

MOST_LOOKED = 2_000  # things to choose from that are looked at one by one
MOST_OVER = 2  # times what an attempt may spend: so much it spends at most, if it is in the midst of a choice
STRAIGHT = 3  # the first attempts go straight; later ones mostly, but once in so many


@dataclass(slots=True)
class DirectedPlay:
    """One game, played towards the target. `number` 0 goes straight; later ones vary by it."""

    target: Target
    variant: str
    observer: ObservingJudge
    seats: int
    number: int
    spent: int = 0
    most: int = 0
    events: list[dict[str, Any]] = field(default_factory=list)
    stock: DeckConstraint | None = None
    shuffles: int = 0
    machine: Machine = field(init=False)
    choice: tuple[Player, Value] | None = None  # which was looked at, where that asked the target
    refused: bool = False  # and may not be made
    _chances: int = 0

    def __post_init__(self) -> None:
        players = tuple(Player(name) for name in self.target.game.names[: self.seats])
        self.machine = Machine(self.target.game, self.variant, players)

    @property
    def given(self) -> dict[str, Value]:
        """What the flow is given, of what the situation says."""
        named = self.target.named
        return {
            p.name: named[p.name]
            for p in self.machine.flow.parameters
            if p.name in named and fits(named[p.name], p.type)
        }

    def play(self, limit: int) -> bool:
        """Whether the game arrived, before so many statements and choices."""
        try:
            return self._played(limit)
        except ArbitreError:
            return False

    def _played(self, limit: int) -> bool:
        self.observer.listen()
        state: State | None = self.machine.start(self.given, self.observer)
        self.most = limit
        while state is not None and self.spent < limit:
            self.spent += 1
            before = WORK.steps
            happened: list[Happening] = []
            after = self.machine.step(state, self.observer, happened)
            self.spent += WORK.since(before)
            if self.observer.hears(self.target.key):
                return True
            self.observer.listen()
            match after:
                case State():
                    for event in happened:
                        if isinstance(event, Moved) and self.stock is not None:
                            self.stock.moved(event, after)
                    state = after
                case ShuffleDue():
                    state = self._shuffled(state, after)
                case DrawDue():
                    drawn = self._picked(self.target.rank(after.among))
                    state = self.machine.draw(state, after, drawn)
                    self.events.append({after.name: to_json(drawn, self.target.game)})
                case Unsettled():
                    state = self._agreed(state, after)
                case ChoiceDue():
                    state = self._chosen(state, after)
                    if self.choice is not None:
                        return True
                case Ended():
                    return False
        return False

    # -------------------------------------------------------------- chance and agreement

    def _chance(self) -> Chance:
        self._chances += 1
        return Chance(self.number, "reach", self._chances)

    def _straight(self) -> bool:
        """Whether to do what the situation suggests: mostly."""
        return self.number < STRAIGHT or self._chance().below(STRAIGHT) > 0

    def _picked(self, ranked: list[Value]) -> Value:
        return ranked[0] if self._straight() else self._chance().pick(ranked)

    def _shuffled(self, state: State, due: ShuffleDue) -> State:
        order = Chance(self.number, "reach: shuffle", self.shuffles).shuffled(state.cards(due.zone))
        flow = self.machine.flow
        shown = [zone for zone in flow.zones if zone.seen_by == "everyone"]
        seen = {key for zone in shown for key in keys_of_zone(zone, self.machine.seats)}
        self.shuffles += 1
        self.stock = DeckConstraint(due.zone, order, frozenset(seen)) if self.shuffles == 1 else None
        return self.machine.shuffle(state, due, order)

    def _agreed(self, state: State, due: Unsettled) -> State | None:
        """The state after agreeing on an answer; None where there is none to choose from. Within one game
        the table mostly agrees on the same whenever it is asked the same."""
        answers = possible_answers(self.observer.book(state.agreed), due)
        if not answers:
            return None
        question = self.target.game.questions[due.question]
        ranked = self.target.rank(answers, question.answer)
        if self.number == 0 or (has_players(question.answer) and self._straight()):
            answer = ranked[0]
        elif self.number % 2 or isinstance(question.answer, BoolType):
            answer = Chance(self.number, f"reach: {due.question}").pick(ranked)
        else:
            answer = self._chance().pick(ranked)
        self.events.append({"agreed": due.question, "is": to_json(answer, self.target.game)})
        return self.machine.agree(state, due, answer)

    # -------------------------------------------------------------- choices

    def _chosen(self, state: State, due: ChoiceDue) -> State | None:
        """The state after the choices; None where someone has nothing to choose, or at the target."""
        values: list[Value] = []
        for player in due.by:
            state, value = self._with_wanted(state, due, player)
            if self.choice is not None:
                return state
            if value is None:
                bided = self._bided(state, due, player)
                if self.choice is not None or bided is None:
                    return None
                (value,) = bided
            self.events.append({"player": player.name, due.name: to_json(value, self.target.game)})
            values.append(value)
        return self.machine.choose(state, due, tuple(values))

    def _with_wanted(self, state: State, due: ChoiceDue, player: Player) -> tuple[State, Value]:
        """What the situation wants of the player, if it is time, he can have it, and may choose it; with the
        state in which he has it."""
        value = self.target.wanted(player, due.statement.domain)
        if value is None or not self.target.due(state.env(), player):
            return state, None
        zone = self.machine.source_zone(state, due, player, self.observer)
        after: State | None = state
        if zone is not None and self.stock is not None:
            after = self.stock.given(state, zone, _items(value))
        if after is None:
            return state, None
        if not self.machine.is_there(after, due, player, value, self.observer):
            return after, None
        return after, value if self._may(after, due, player, value) else None

    def _may(self, state: State, due: ChoiceDue, player: Player, value: Value) -> bool:
        """Whether the player may choose it, without any doubt; and whether that was the target."""
        before = WORK.steps
        self.observer.listen()
        allowed = self.machine.allowed(state, due, player, value, self.observer)
        self.spent += 1 + WORK.since(before)
        if self.observer.hears(self.target.key):
            self.choice = (player, value)
            self.refused = allowed is False
            if not self.refused:
                self.events.append({"player": player.name, due.name: to_json(value, self.target.game)})
        return allowed is True

    def _bided(self, state: State, due: ChoiceDue, player: Player) -> tuple[Value] | None:
        """What a player chooses whose choice matters little: what he is advised to, or by his temper, which
        is one of this attempt, the first thing that he may; None where there is nothing, or at the target.
        Things that are wanted later are spared."""
        found = advised(self.machine, self.observer, state, due, player)
        if found and (self._may(state, due, player, found[0]) or self.choice is not None):
            return found
        possible = islice(self.machine.possible(state, due, player, self.observer), MOST_LOOKED)
        options = self._chance().shuffled(tuple(possible))
        temper = self._temper(player)
        spared = set(self._wanted_later(due))

        def order(value: Value) -> tuple[bool, int]:
            items = _items(value)
            return any(item in spared for item in items), (0, len(items), -len(items))[temper]

        for value in sorted(options, key=order):
            allowed = self._may(state, due, player, value)
            if self.choice is not None or self.spent > MOST_OVER * self.most:
                return None
            if allowed:
                return (value,)
        return None

    def _temper(self, player: Player) -> int:
        """Whether a player likes to choose anything (0), little (1) or much (2). In one attempt of three,
        those much whom the situation does not mention; or every other one, where it mentions none."""
        if self.number % STRAIGHT == 1:
            mentioned = [seat for seat in self.machine.seats if seat in self.target.parts]
            turn = self.machine.seats.index(player) + self.number // STRAIGHT
            return 1 if (player in mentioned if mentioned else turn % 2) else 2
        return Chance(self.number, f"reach: temper of {player.name}").below(3) if self.number else 0

    def _wanted_later(self, due: ChoiceDue) -> Iterator[Value]:
        for player in self.machine.seats:
            value = self.target.wanted(player, due.statement.domain)
            yield from () if value is None else _items(value)

    # -------------------------------------------------------------- what was played

    def log(self, claim: Mapping[str, Any] | None = None) -> str | None:
        """The game as a log, ended by a claim if given; None where it was shuffled more than once."""
        if self.shuffles > 1:
            return None
        head = head_text(
            game=f"{self.target.game.name}/{self.variant}",
            edition=self.observer.edition.name,
            players=[player.name for player in self.machine.seats],
            readings=self.observer.interpretation,
            deck=self.target.game.deck_in_logs,
            given={name: to_json(value, self.target.game) for name, value in self.given.items()},
            stock=None
            if self.stock is None
            else [to_json(card, self.target.game) for card in self.stock.order],
        )
        return document_text(head, self.events if claim is None else [*self.events, claim])


def _items(value: Value) -> tuple[Value, ...]:
    """The cards, or things, of a choice."""
    return items_of(value) if isinstance(value, tuple | Bag | ValueSet) else (value,)
