"""Games played by chance, to test with."""

from interpreter.chance import Chance
from interpreter.flow import Machine
from interpreter.judge import SingleJudge
from interpreter.state import ChoiceDue, DrawDue, ShuffleDue


def start(game, seats, reading="first"):
    """A machine, a judge, the first state."""
    machine = Machine(game, "plain", seats)
    judge = SingleJudge(game, game.editions["xx"], {"tie": reading})
    return machine, judge, machine.start({}, judge)


def go_on(machine, judge, state, seed):
    """Runs, giving chance what it is due, up to a choice, a dispute or the end."""
    while True:
        stop = machine.run(state, judge)
        match stop.due:
            case ShuffleDue():
                order = Chance(seed, "play", stop.state.chances).shuffled(stop.state.cards(stop.due.zone))
                state = machine.shuffle(stop.state, stop.due, order)
            case DrawDue():
                value = Chance(seed, "play", stop.state.chances).pick(stop.due.among)
                state = machine.draw(stop.state, stop.due, value)
            case _:
                return stop


def play(game, seats, seed, reading="first"):
    """Every stop of a game played by chance, from the first choice on."""
    machine, judge, state = start(game, seats, reading)
    stop = go_on(machine, judge, state, seed)
    number = 0
    while True:
        yield stop
        if not isinstance(stop.due, ChoiceDue):
            return
        options = list(machine.legal(stop.state, stop.due, stop.due.by[0], judge))
        chosen = Chance(seed, "bot", number).pick(options)
        number += 1
        stop = go_on(machine, judge, machine.choose(stop.state, stop.due, (chosen,)), seed)
