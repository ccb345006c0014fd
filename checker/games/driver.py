"""Games played at random, to see what happens in them.

Each player chooses evenly among what the rules let him choose. A question to which there is no single
answer gets one of its possible answers, drawn evenly, as if the table had agreed on it. Chance is drawn
from a seed: the same games on every run.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from checker.editions.editions import Editions
from checker.editions.played import Failure, Played
from checker.games.admission import players
from dsl.model import OPTIONS, Choose, Edition, Game, Statement
from dsl.text.errors import ArbitreError
from dsl.types.values import Player, Value
from interpreter.analysis.dependencies import Dependencies, doubt_exists
from interpreter.evaluate.evaluate import Blocked
from interpreter.logs.log import document_text, head_text
from interpreter.play.bots import advised, drawn_legal
from interpreter.play.judge import SingleJudge
from interpreter.play.keys import whose
from interpreter.play.machine import Machine
from interpreter.play.setting import options_in, setting_name
from interpreter.play.state import (
    Asked,
    ChoiceDue,
    DrawDue,
    Due,
    Ended,
    Happening,
    ShuffleDue,
    State,
    Unsettled,
)
from interpreter.rulebook.rulebook import Rulebook, Status
from interpreter.rulebook.situations import to_json
from interpreter.runtime.budget import WORK
from interpreter.runtime.rng import Chance
from interpreter.values.context import SpecError, TooManySteps

MAX_ROUNDS = 20_000  # statements of one game, after which it is given up
MOST_LOOKED = 2_000  # things to choose from that are gone through one by one


@dataclass(slots=True)
class Play:
    """A game being played: where it stands, what has been asked, and what was given to it so far. `spent`:
    statements carried out; what takes much work counts as several. `stuck`: why it cannot go on; `failure`:
    where that is an error of the specification. `played`: where it is told."""

    game: Game
    variant: str
    edition: str
    seats: tuple[Player, ...]
    interpretation: dict[str, str]
    seed: int
    judge: SingleJudge
    machine: Machine
    state: State
    asked: dict[str, Asked] = field(default_factory=dict)  # the last time each question was asked
    chosen: dict[str, Choose] = field(default_factory=dict)  # what was chosen, by name
    played: Played = field(default_factory=Played)
    ended: bool = False
    unplayed: bool = False  # it may not be played so, as the table agreed
    stuck: str | None = None
    failure: Failure | None = None
    events: list[dict[str, Any]] = field(default_factory=list)  # as a log writes them
    stock: list[str] | None = None
    parameters: Mapping[str, Value] = field(default_factory=dict)
    shuffles: int = 0
    spent: int = 0
    _events: int = 0

    def chance(self) -> Chance:
        """The next event of chance."""
        self._events += 1
        return Chance(self.seed, "check", self._events)

    def drawing(self) -> Chance:
        """Chance for drawing candidates for a choice, on which no other event depends."""
        return Chance(self.seed, "candidates", self._events)

    def agreed(self, questions: tuple[str, ...]) -> bool:
        """Whether the table agreed on an answer to one of these."""
        return any(question in questions for question, _ in self.state.agreed)

    def log(self) -> str:
        """The game so far as a log, which can be replayed."""
        head = head_text(
            game=setting_name(self.game.name, self.variant, options_in(self.parameters)),
            edition=self.edition,
            players=[player.name for player in self.seats],
            readings=self.interpretation,
            deck=self.game.deck_in_logs,
            given={
                name: to_json(value, self.game) for name, value in self.parameters.items() if name != OPTIONS
            },
            stock=self.stock,
        )
        return document_text(head, self.events)

    def fails(self, error: ArbitreError) -> None:
        """The game cannot go on, by an error of the specification that shows in it. (That a search takes too
        long is none.)"""
        problem = error.problems[0]
        self.stuck = problem.message
        if isinstance(error, TooManySteps):
            return
        self.failure = Failure(
            edition=self.edition,
            variant=self.variant,
            problem=problem,
            statement=self.next_statement,
            key=error.key if isinstance(error, SpecError) else None,
            players=len(self.seats),
            events=len(self.events),
            interpretation=self.interpretation,
            agreed=tuple(self.state.agreed),
        )
        self.played.add(self.failure, self.log)

    @property
    def next_statement(self) -> Statement | None:
        """What is carried out next; None at the end of a block."""
        return self.state.next_statement


def begin(
    editions: Editions,
    variant: str,
    edition: Edition,
    number: int,
    interpretation: dict[str, str],
    seed: int,
    parameters: Mapping[str, Value] | None = None,
) -> Play:
    """A game of so many players, from the start; `parameters` are values of the flow's, the options chosen
    among them. One that cannot begin is `stuck`."""
    judge = SingleJudge(editions.game, edition, interpretation)
    seats = players(editions.game, number)
    machine = Machine(editions.game, variant, seats)
    play = Play(
        game=editions.game,
        variant=variant,
        edition=edition.name,
        seats=seats,
        interpretation=interpretation,
        seed=seed,
        judge=judge,
        machine=machine,
        state=State(seats=seats, zones={}, values={}, frames=()),
        played=editions.played,
        parameters=parameters or {},
    )
    try:
        play.state = machine.start(parameters or {}, judge)
    except ArbitreError as error:
        play.fails(error)
    return play


def carry_on(play: Play, watch: Callable[[Play, Due | None], bool], most: int = MAX_ROUNDS) -> None:
    """Plays to the end, for `most` statements (one that takes much work counts as several), or until `watch`,
    which sees the game before each statement, and whenever something is due or the game is over, says that it
    has seen enough. A game that cannot go on is `stuck`.
    """
    begun = play.spent
    while play.spent < begun + most and play.stuck is None:
        before = WORK.steps
        try:
            going = _goes_on(play, watch)
        except ArbitreError as error:
            play.fails(error)
            going = False
        play.spent += 1 + WORK.since(before)
        if not going:
            break
    play.played.spent[play.edition] += play.spent - begun


def _goes_on(play: Play, watch: Callable[[Play, Due | None], bool]) -> bool:
    """Carries out a statement, and what is due then; whether there is more to do."""
    if watch(play, None):
        return False
    happened: list[Happening] = []
    after = play.machine.step(play.state, play.judge, happened)
    play.asked |= {h.question: h for h in happened if isinstance(h, Asked)}
    if not isinstance(after, State) and watch(play, after):
        return False
    match after:
        case State():
            play.state = after
        case ShuffleDue(zone=zone):
            order = play.chance().shuffled(play.state.cards(zone))
            shuffle(play, after, order)
        case DrawDue(name=name, among=among):
            drawn = play.chance().pick(among)
            play.state = play.machine.draw(play.state, after, drawn)
            play.events.append({name: to_json(drawn, play.game)})
        case Unsettled():
            return _agree(play, after)
        case ChoiceDue():
            return _choose(play, after)
        case Ended(unplayed=unplayed):
            play.ended, play.unplayed = not unplayed, unplayed
            return False
    return True


def shuffle(play: Play, due: ShuffleDue, order: tuple[Value, ...]) -> None:
    """Goes on with the zone in this order, which the log tells: the first time as its `stock`, then by an
    event."""
    cards = [to_json(card, play.game) for card in order]
    play.state = play.machine.shuffle(play.state, due, order)
    play.shuffles += 1
    if play.shuffles == 1:
        play.stock = cards
        return
    zone, owner = whose(play.machine.flow, play.state.seats)[due.zone]
    of = {} if owner is None else {"of": to_json(owner, play.game)}
    play.events.append({"shuffle": zone.name, **of, "is": cards})


def _agree(play: Play, due: Unsettled) -> bool:
    """Agrees on one of the possible answers; False where there is none to choose from."""
    answers = possible_answers(play.judge.book(play.state.agreed), due)
    if not answers:
        play.stuck = due.question
        return False
    answer = play.chance().pick(answers)
    play.state = play.machine.agree(play.state, due, answer)
    play.events.append({"agreed": due.question, "is": to_json(answer, play.game)})
    return True


def possible_answers(book: Rulebook, due: Unsettled) -> tuple[Value, ...]:
    """What can be agreed on: the answers left open, else all that the question can have."""
    outcome = due.verdict.outcome
    if outcome.status is Status.OPEN:
        return outcome.admits
    try:
        return book.candidates(due.question, due.situation)
    except (Blocked, ArbitreError):
        return ()


def _choose(play: Play, due: ChoiceDue) -> bool:
    """Each chooses something; False where someone has nothing to choose."""
    play.chosen[due.name] = due.statement
    values = []
    for player in due.by:
        value = _choice(play, due, player)
        if value is None:
            play.stuck = due.name
            return False
        values.append(value[0])
        play.events.append({"player": player.name, due.name: to_json(value[0], play.game)})
    play.state = play.machine.choose(play.state, due, tuple(values))
    return True


def _choice(play: Play, due: ChoiceDue, player: Player) -> tuple[Value] | None:
    """What the player chooses: what he is advised to, or anything; None where there is nothing."""
    table = play.machine, play.judge, play.state, due, player
    found = advised(*table) or drawn_legal(*table, play.drawing())
    if found:
        return (found[0],)
    possible = tuple(islice(play.machine.possible(play.state, due, player, play.judge), MOST_LOOKED))
    for value in play.chance().shuffled(possible):
        allowed = play.machine.allowed(play.state, due, player, value, play.judge)
        while isinstance(allowed, Unsettled):
            if not _agree(play, allowed):
                return None
            allowed = play.machine.allowed(play.state, due, player, value, play.judge)
        if allowed:
            return (value,)
    return None


# ------------------------------------------------------------------ under what


def completed(
    editions: Editions, edition: Edition, chosen: dict[str, str], chance: Chance
) -> dict[str, str] | None:
    """An interpretation of the whole edition, drawn evenly doubt by doubt, that has the readings chosen
    and is not struck; None where none was met in a hundred."""
    struck = editions.nogoods.get(edition.name, ())
    for _ in range(100):
        full = dict(chosen)
        for name, doubt in edition.doubts.items():
            if name not in full:
                full[name] = chance.pick(doubt.readings).name
        kept = {name: reading for name, reading in full.items() if doubt_exists(edition, name, full)}
        if not any(nogood.items() <= kept.items() for nogood in struck):
            return kept
    return None


def doubts_of_questions(editions: Editions, edition: Edition, questions: tuple[str, ...]) -> tuple[str, ...]:
    """The doubts of the edition on which these questions may depend, in its order."""
    depends = Dependencies(editions.game, edition)
    found = {doubt for question in questions for doubt in depends.doubts(question)}
    return tuple(name for name in edition.doubts if name in found)
