"""How many may play: what a flow says of it before the game begins.

A flow says which games are none by `finish unplayed`. Its *admission* is what it does up to the last such
statement. A number of players is permitted unless the admission ends the game unplayed; where it waits for a
question without a single answer, the table would have to agree, and the number counts as permitted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from checker.editions.editions import Editions
from dsl.model import Edition, Flow, Game, Statement, ends_of
from dsl.types.values import Player, Value
from interpreter.analysis.dependencies import Dependencies
from interpreter.analysis.statements import expressions_in, statements_of
from interpreter.play.judge import SingleJudge
from interpreter.play.machine import Machine
from interpreter.play.prune import pruned_flow
from interpreter.play.state import Asked, Ended
from interpreter.rulebook.rulebook import Situation


@dataclass(frozen=True, slots=True)
class Admission:
    """Whether a game may be played, and what was asked for it to be told."""

    permitted: bool
    asked: tuple[tuple[str, Situation], ...]


def players(game: Game, number: int) -> tuple[Player, ...]:
    """So many players, in seating order."""
    return tuple(Player(name) for name in game.names[:number])


def admission_of(
    editions: Editions,
    variant: str,
    edition: Edition,
    interpretation: Mapping[str, str],
    number: int,
    parameters: Mapping[str, Value] | None = None,
) -> Admission:
    """Whether so many may play by the edition, so read; with these values of the flow's parameters (else
    their defaults). Raises ArbitreError for errors of the specification."""
    flow = editions.game.flows.get(variant)
    begin = () if flow is None else _admission(flow)
    if flow is None or not begin:
        return Admission(permitted=True, asked=())
    game = replace(editions.game, flows={**editions.game.flows, variant: replace(flow, body=begin)})
    judge = SingleJudge(game, edition, dict(interpretation))
    machine = Machine(game, variant, players(game, number))
    stop = machine.run(machine.start(parameters or {}, judge), judge)
    asked = dict.fromkeys((h.question, h.situation) for h in stop.happened if isinstance(h, Asked))
    unplayed = isinstance(stop.due, Ended) and stop.due.unplayed
    return Admission(permitted=not unplayed, asked=tuple(asked))


def permits(
    editions: Editions, variant: str, edition: Edition, interpretation: Mapping[str, str], number: int
) -> bool:
    """Whether so many may play by the edition, so read. Raises ArbitreError."""
    return admission_of(editions, variant, edition, interpretation, number).permitted


def permitted_numbers(editions: Editions, variant: str, edition: Edition) -> Iterator[int]:
    """The numbers of players, within those of the game, that may play the variant by the edition under some
    interpretation left. Raises ArbitreError."""
    survivors = editions.readings(edition.name, admission_doubts(editions, variant, edition))
    for number in range(editions.game.players[0], editions.game.players[1] + 1):
        if any(permits(editions, variant, edition, reading, number) for reading in survivors):
            yield number


def is_played(editions: Editions, variant: str, edition: Edition) -> bool:
    """Whether the variant has a flow, and some number of players may play it by the edition. Raises
    ArbitreError."""
    return variant in editions.game.flows and any(permitted_numbers(editions, variant, edition))


def admission_questions(editions: Editions, variant: str, edition: Edition) -> tuple[str, ...]:
    """The questions that decide how many may play, as the flow asks them."""
    flow = editions.game.flows.get(variant)
    begin = () if flow is None else _admission(flow)
    exprs = [expr for statement in statements_of(begin) for expr in expressions_in(statement)]
    return tuple(Dependencies(editions.game, edition).of(exprs)[0])


def admission_doubts(editions: Editions, variant: str, edition: Edition) -> tuple[str, ...]:
    """The doubts of the edition on which that may hang, in its order."""
    depends = Dependencies(editions.game, edition)
    found = {
        d for question in admission_questions(editions, variant, edition) for d in depends.doubts(question)
    }
    return tuple(name for name in edition.doubts if name in found)


def _admission(flow: Flow) -> tuple[Statement, ...]:
    """The statements of a flow up to the last that may end it unplayed, as far as its options decide."""
    flow = pruned_flow(flow, {})
    last = max(
        (place for place, each in enumerate(flow.body) if any(e.unplayed for e in ends_of((each,)))),
        default=-1,
    )
    return flow.body[: last + 1]
