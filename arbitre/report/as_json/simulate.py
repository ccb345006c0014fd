"""`arbitre.simulation/1`: what came of simulated games, as JSON."""

from collections.abc import Sequence
from typing import Any

from arbitre.commands.frequency import as_json
from checker.findings.findings import Finding
from interpreter.simulate.disagreement import interval
from interpreter.simulate.simulate import Played, Simulation, Spread


def simulations(done: Sequence[tuple[Simulation, Sequence[Finding]]]) -> dict[str, Any]:
    """The simulations, one for each edition, with the findings counted in them (none: not counted)."""
    return {
        "schema": "arbitre.simulation/1",
        "simulations": [
            {**_simulation(each), **({"findings": as_json(found)} if found else {})} for each, found in done
        ],
    }


def _simulation(each: Simulation) -> dict[str, Any]:
    plan = each.plan
    return {
        "game": plan.name,
        "edition": plan.edition,
        "rulings": [rulings.name for rulings in plan.rulings],
        "readings": dict(sorted(plan.readings.items())),
        "players": list(plan.players),
        "bots": list(plan.bots),
        "seed": plan.seed,
        "games": each.games,
        "ends": dict(each.ends),
        "choices": _spread(each.choices),
        "rounds": _spread(each.rounds),
        "seats": [
            {"player": name, "wins": wins, "scores": _spread(scores)}
            for name, wins, scores in zip(plan.players, each.wins, each.scores, strict=True)
        ],
        "shared": each.shared,
        "disputes": [
            {"question": question, "status": status, "games": number, "first": _first(first)}
            for question, status, number, first in each.disputes
        ],
        "halts": [
            {
                "end": end,
                "at": halt.at,
                "player": None if halt.seat is None else plan.players[halt.seat],
                "message": halt.message,
                "rules": list(halt.clauses),
                "games": number,
                "first": _first(first),
            }
            for end, halt, number, first in each.halts
        ],
        "errors": [
            {"message": message, "games": number, "first": _first(first)}
            for message, number, first in each.errors
        ],
        "lost": [{"sort": lost.sort, "because": lost.because} for lost in each.lost],
        "frequency": [
            {
                "question": question,
                "what": what,
                "situations": tally.situations,
                "games": tally.games,
                "of": each.frequency.games,
                "interval": list(interval(tally.games, each.frequency.games)),
            }
            for (question, what), tally in sorted(each.frequency.tallies.items())
        ],
    }


def _first(played: Played) -> dict[str, Any]:
    return {"game": played.number + 1, "seed": played.seed}


def _spread(spread: Spread | None) -> dict[str, Any] | None:
    if spread is None:
        return None
    return {"least": spread.least, "mean": spread.mean, "greatest": spread.greatest}
