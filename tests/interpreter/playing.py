"""Games played by chance, to test with."""

from interpreter.logs.log import document_text, head_text
from interpreter.play.judge import SingleJudge
from interpreter.play.machine import Machine
from interpreter.play.state import Asked, ChoiceDue, DrawDue, Ended, Moved, ShuffleDue
from interpreter.rulebook.situations import to_json
from interpreter.runtime.rng import Chance


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


def events_of(game, seats, seed, reading="first"):
    """The events of a game played by chance: choices, claims of each outcome, scores, winners."""
    events = []
    for stop in play(game, seats, seed, reading):
        for happened in stop.happened:
            if isinstance(happened, Asked) and happened.question == "outcome":
                events.append({"claim": "outcome", "is": to_json(happened.verdict.outcome.admits[0], game)})
        if isinstance(stop.due, ChoiceDue):
            number = sum("player" in event for event in events)
            machine, judge, _ = start(game, seats, reading)
            options = list(machine.legal(stop.state, stop.due, stop.due.by[0], judge))
            chosen = Chance(seed, "bot", number).pick(options)
            events.append({"player": stop.due.by[0].name, stop.due.name: to_json(chosen, game)})
        elif isinstance(stop.due, Ended):
            events += [{"claim": "score", "of": p.name, "is": n} for p, n in stop.due.scores]
            events.append({"claim": "game_winner", "is": [p.name for p in stop.due.winners]})
    return events


def dealt(game, seats, seed):
    """The hands dealt, and the order of the deck."""
    first = next(play(game, seats, seed))
    hands = {m.of.name: [to_json(c, game) for c in m.cards] for m in first.happened if isinstance(m, Moved)}
    machine, judge, state = start(game, seats)
    stop = machine.run(state, judge)
    order = Chance(seed, "play", 0).shuffled(stop.state.cards(stop.due.zone))
    return hands, [to_json(c, game) for c in order]


def log_text(game, seats, seed, *, reading="first", known="seed", events=None, **head):
    """The text of a log. `known`: seed, hands, stock, or nothing."""
    hands, stock = dealt(game, seats, seed)
    deal = {"seed": {"seed": seed}, "hands": {"hands": hands}, "stock": {"stock": stock}}.get(known, {})
    head = {"game": "tiny/plain", "edition": "xx", "players": [p.name for p in seats], **deal, **head}
    return document_text(
        head_text(**head), events_of(game, seats, seed, reading) if events is None else events
    )
