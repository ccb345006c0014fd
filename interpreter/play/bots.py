"""Players that are programs. None knows anything of a particular game.

A bot chooses among what is legal, by chance of its own stream, so that the same seed gives the same game. It
sees only what its player may see.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Protocol

from dsl.text.errors import ArbitreError
from dsl.types.values import Player, Value
from interpreter.play.interpretations import Diverged
from interpreter.play.judge import Judge
from interpreter.play.machine import Machine
from interpreter.play.sampling import drawn
from interpreter.play.state import ChoiceDue, DrawDue, Ended, ShuffleDue, State, Unsettled
from interpreter.play.views import imagined
from interpreter.runtime.rng import Chance
from interpreter.values.context import unproved_suffices

MAX_TRIED = 6  # options that `sampling` compares
SAMPLES = 2  # games that it plays to the end for each
DRAWN = 60  # candidates drawn by chance, of very much, before all is gone through
MAX_CHOICES = 2_000  # choices in a game played to the end, after which it is given up
HORIZON = 6  # choices after which `sensible` looks how far ahead it is


class Bot(Protocol):
    """Chooses for a player."""

    def __call__(
        self,
        machine: Machine,
        judge: Judge,
        state: State,
        due: ChoiceDue,
        player: Player,
        options: tuple[Value, ...],
        chance: Chance,
    ) -> Value:
        """One of `options`, of which there is at least one."""


def random(
    machine: Machine,
    judge: Judge,
    state: State,
    due: ChoiceDue,
    player: Player,
    options: tuple[Value, ...],
    chance: Chance,
) -> Value:
    """Any option, all equally likely."""
    return chance.pick(options)


def sampling(
    machine: Machine,
    judge: Judge,
    state: State,
    due: ChoiceDue,
    player: Player,
    options: tuple[Value, ...],
    chance: Chance,
) -> Value:
    """The option, of a few drawn by chance, after which games played to the end by chance (with the hidden
    cards as they could be) leave the player furthest ahead of the best of the others. Any option where others
    choose at once, or have chosen in secret what is not shown yet."""
    if len(options) == 1 or len(due.by) > 1 or state.secret:
        return chance.pick(options)
    tried = chance.shuffled(options)[:MAX_TRIED]
    worlds = [imagined(machine.flow, state, player, chance) for _ in range(SAMPLES)]
    scores = [
        sum(
            _ahead(play_out(machine, judge, machine.choose(world, due, (option,)), chance), player)
            for world in worlds
        )
        for option in tried
    ]
    return tried[scores.index(max(scores))]


def sensible(
    machine: Machine,
    judge: Judge,
    state: State,
    due: ChoiceDue,
    player: Player,
    options: tuple[Value, ...],
    chance: Chance,
) -> Value:
    """The option, of a few drawn by chance, that leaves the player furthest ahead of the best of the others
    some choices later, if all others choose by chance, those who choose at once with him included (with the
    hidden cards as they could be). Any option where others have chosen in secret what is not shown yet."""
    if len(options) == 1 or state.secret:
        return chance.pick(options)
    tried = chance.shuffled(options)[:MAX_TRIED]
    worlds = [imagined(machine.flow, state, player, chance) for _ in range(SAMPLES)]
    scores = []
    for option in tried:
        ahead = 0
        for world in worlds:
            after = _chosen(machine, judge, world, due, {player: option}, chance)
            later = None if after is None else _played_on(machine, judge, after, chance, HORIZON)
            ahead += 0 if later is None else _lead(_points(machine, judge, later), player)
        scores.append(ahead)
    return tried[scores.index(max(scores))]


def advised(
    machine: Machine, judge: Judge, state: State, due: ChoiceDue, player: Player
) -> tuple[Value] | None:
    """What the choice advises the player to choose, perhaps to choose nothing where that can be chosen; None
    where it advises nothing that is legal for certain."""
    if due.statement.advised is None:
        return None
    try:
        with unproved_suffices():
            value = machine.advice(state, due, player, judge)
        if isinstance(value, Unsettled):
            return None
        if not machine.is_there(state, due, player, value, judge):
            return None
        return (value,) if machine.allowed(state, due, player, value, judge) is True else None
    except Diverged:
        return None


def drawn_legal(
    machine: Machine,
    judge: Judge,
    state: State,
    due: ChoiceDue,
    player: Player,
    chance: Chance,
    most: int = 1,
) -> tuple[Value, ...]:
    """A few legal things, of very much that there is to choose from, drawn by chance; nothing where there is
    less than that, or where nothing legal was drawn soon."""
    drawing = drawn(machine, judge, state, due, player, chance)
    if drawing is None:
        return ()
    found: dict[Value, None] = {}
    for value in islice(drawing, DRAWN):
        try:
            if value not in found and machine.allowed(state, due, player, value, judge) is True:
                found[value] = None
        except Diverged:
            continue
        if len(found) == most:
            break
    return tuple(found)


BOTS: Mapping[str, Bot] = {"random": random, "sensible": sensible, "sampling": sampling}
"""All but `sampling` choose what the game advises, where it advises something."""


def _ahead(ended: Ended | None, player: Player) -> int:
    """By how much the player is ahead of the best of the others; 0 where the game has no scores."""
    return _lead({} if ended is None else dict(ended.scores), player)


def _points(machine: Machine, judge: Judge, state: State) -> dict[Player, int]:
    """The points so far, where all readings agree on them."""
    try:
        return dict(machine.scores(state, judge) or ())
    except Diverged:
        return {}


def _lead(scores: Mapping[Player, int], player: Player) -> int:
    others = [points for other, points in scores.items() if other != player]
    return scores[player] - max(others) if player in scores and others else 0


def play_out(machine: Machine, judge: Judge, state: State, chance: Chance) -> Ended | None:
    """How the game ends if everyone chooses by chance; None where it does not (a dispute, nothing legal), and
    where nothing is told of its end."""
    last = _played_on(machine, judge, state, chance, MAX_CHOICES)
    return None if last is None else last.ended


def _played_on(machine: Machine, judge: Judge, state: State, chance: Chance, most: int) -> State | None:
    """Where the game stands if everyone chooses by chance, at its end or after so many choices and lots; None
    where it does not get there."""
    for _ in range(most):
        try:
            stop = machine.run(state, judge)
        except (Diverged, ArbitreError):  # what goes wrong in a world imagined tells nothing of this one
            return None
        state = stop.state
        match stop.due:
            case Ended():
                return state
            case ShuffleDue(zone=zone):
                state = machine.shuffle(state, stop.due, chance.shuffled(state.cards(zone)))
            case DrawDue(among=among):
                state = machine.draw(state, stop.due, chance.pick(among))
            case ChoiceDue():
                after = _chosen(machine, judge, state, stop.due, {}, chance)
                if after is None:
                    return None
                state = after
            case _:
                return None
    return state


def _chosen(
    machine: Machine,
    judge: Judge,
    state: State,
    due: ChoiceDue,
    known: Mapping[Player, Value],
    chance: Chance,
) -> State | None:
    """The state after these choices, those of the others by chance; None where one has nothing to choose."""
    values: list[Value] = []
    for player in due.by:
        try:
            one = None if player in known else pick_legal(machine, judge, state, due, player, chance)
        except (Diverged, ArbitreError):
            return None
        picked = (known[player],) if player in known else one
        if picked is None:
            return None
        values.append(picked[0])
    return machine.choose(state, due, tuple(values))


def pick_legal(
    machine: Machine, judge: Judge, state: State, due: ChoiceDue, player: Player, chance: Chance
) -> tuple[Value] | None:
    """What the player is advised to choose, or else something that he may, drawn evenly; None where there is
    nothing."""
    found = advised(machine, judge, state, due, player) or drawn_legal(
        machine, judge, state, due, player, chance
    )
    if found:
        return (found[0],)
    options = tuple(machine.possible(state, due, player, judge))
    for option in chance.shuffled(options):
        try:
            if machine.allowed(state, due, player, option, judge) is True:
                return (option,)
        except Diverged:
            continue
    return None
