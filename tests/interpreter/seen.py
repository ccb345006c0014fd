"""What is seen of a state, as JSON, and all the cards of one."""

from collections.abc import Mapping
from typing import Any

from dsl.model import Game
from dsl.types.values import Value, bag_of
from interpreter.play.state import State, is_unknown
from interpreter.play.views import View
from interpreter.rulebook.situations import to_json
from interpreter.values.context import thing_text


def view_to_json(seen: View, game: Game) -> Mapping[str, Any]:
    """The view as JSON: zones by name; those of players (and of other things) by whose they are.
    Unknown cards, and cards not seen, are null, as many as there are."""
    zones: dict[str, Any] = {}
    for zone in seen.zones:
        shown = [_card(card, game) for card in zone.cards or ()]
        shown += [None] * (zone.size - len(shown))
        if zone.owner is None:
            zones[zone.name] = shown
        else:
            zones.setdefault(zone.name, {})[thing_text(zone.owner)] = shown
    player = None if seen.player is None else seen.player.name
    return {"player": player, "phase": seen.phase, "zones": zones}


def _card(card: Value, game: Game) -> Any:
    return None if is_unknown(card) else to_json(card, game)


def all_cards(state: State) -> tuple[Value, ...]:
    """Every card anywhere, sorted."""
    return bag_of(card for zone in state.zones for card in state.cards(zone)).items
