"""Ways to read an edition in play: few, in which each reading of each doubt that may matter is met."""

from collections.abc import Iterator, Mapping, Sequence

from checker.editions.editions import Editions
from checker.games.driver import completed
from dsl.model import Edition, Expr
from interpreter.analysis.dependencies import Dependencies
from interpreter.analysis.statements import expressions_of
from interpreter.runtime.rng import Chance


def doubts_in_play(editions: Editions, variant: str, edition: Edition) -> tuple[str, ...]:
    """The doubts of the edition on which what the flow of the variant asks may depend."""
    exprs: Sequence[Expr] = expressions_of(editions.game.flows[variant])
    return tuple(Dependencies(editions.game, edition).doubts_of_exprs(exprs))


def ways_to_read(editions: Editions, variant: str, edition: Edition) -> Iterator[dict[str, str]]:
    """Choices of readings such that each that is left of each doubt in play is met in one."""
    doubts = doubts_in_play(editions, variant, edition)
    every = [reading for doubt in doubts for reading in editions.readings_of(edition.name, doubt)]
    wanted = [reading for at, reading in enumerate(every) if reading not in every[:at]]
    if not wanted:
        yield {}
    while wanted:
        together: dict[str, str] = wanted[0]
        for reading in wanted[1:]:
            if _goes_with(editions, edition, reading, together):
                together = together | reading
        yield together
        wanted = [r for r in wanted[1:] if not r.items() <= together.items()]


def _goes_with(
    editions: Editions, edition: Edition, reading: Mapping[str, str], others: Mapping[str, str]
) -> bool:
    """Whether there is an interpretation with all of these readings."""
    both = {**others, **reading}
    if not others.items() <= both.items():
        return False
    whole = completed(editions, edition, both, Chance(0, "can end"))
    return whole is not None and both.items() <= whole.items()
