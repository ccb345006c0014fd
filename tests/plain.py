"""Values of games in which nothing is laid, as JSON."""

from typing import Any

from dsl.types.values import Value
from interpreter.rulebook.situations import to_json
from tests.interpreter.tiny import GAME


def plain(value: Value) -> Any:
    """As `to_json`, whatever the game."""
    return to_json(value, GAME)
