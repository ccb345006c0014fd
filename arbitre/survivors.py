"""Which interpretations the printed examples leave, for the commands that do not prove."""

from collections.abc import Mapping, Sequence

from checker.eliminate import by_examples, strike
from checker.panel import Panel
from dsl.model import Edition, Game

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
