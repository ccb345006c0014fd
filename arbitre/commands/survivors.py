"""Which interpretations the printed examples leave, for the commands that do not prove."""

from collections.abc import Mapping, Sequence

from dsl.model import Edition, Game
from interpreter.analysis.dependencies import Dependencies
from interpreter.rulebook.elimination import struck_by_examples

Choice = Mapping[str, str]
"""Readings of some doubts."""


def struck_out(game: Game, editions: Sequence[Edition]) -> Mapping[str, Sequence[Choice]]:
    """The choices of readings that the printed examples strike out, by edition."""
    return {e.name: struck_by_examples(game, e, Dependencies(game, e)) for e in editions}


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
