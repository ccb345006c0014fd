"""Which interpretations the printed examples leave, for the commands that do not prove."""

from collections.abc import Mapping, Sequence

from checker.eliminate import by_examples, strike
from checker.panel import Panel
from dsl.model import Edition, Game
from interpreter.reading import interpretations

Choice = Mapping[str, str]
"""Readings of some doubts."""


def struck_out(game: Game, editions: Sequence[Edition]) -> Mapping[str, Sequence[Choice]]:
    """The choices of readings that the printed examples strike out, by edition."""
    panel = Panel(game, tuple(editions))
    strike(panel, by_examples(panel)[1])
    return panel.nogoods


def given_picks(struck: Sequence[Choice], picked: Choice) -> list[Choice]:
    """Of the choices struck out, what they say of the other doubts, given the readings picked. What is
    picked is the user's to pick, whatever the examples say."""
    left: list[Choice] = []
    for choice in struck:
        if any(picked.get(doubt, reading) != reading for doubt, reading in choice.items()):
            continue
        rest = {doubt: reading for doubt, reading in choice.items() if doubt not in picked}
        if rest:
            left.append(rest)
    return left


def survivors(game: Game, edition: Edition, picked: Choice) -> tuple[Choice, ...] | None:
    """What is left, as readings of the doubts on which the examples have something to say; None where they
    strike nothing."""
    struck = given_picks(struck_out(game, (edition,)).get(edition.name, ()), picked)
    if not struck:
        return None
    named = {doubt for choice in struck for doubt in choice}
    while True:
        parents = {parent for doubt in named for parent, _ in edition.doubts[doubt].under}
        if parents <= named:
            break
        named |= parents
    return tuple(interpretations(edition, named, struck))
