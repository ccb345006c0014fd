"""Where a game stands, as someone may see it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arbitre.usage import UsageProblem
from dsl.errors import did_you_mean
from dsl.model import Flow, ZoneDecl
from dsl.values import Player, Value
from interpreter.evaluate import zone_key
from interpreter.replay import Replay
from interpreter.state import State


@dataclass(frozen=True, slots=True)
class Shown:
    """A zone: the table's where `owner` is None. `cards` is None where the viewer may not see them."""

    name: str
    owner: str | None
    number: int
    cards: tuple[Value, ...] | None


def shown_zones(result: Replay, viewer: str | None) -> tuple[Shown, ...]:
    """The zones of a game, in the order of its flow; with `viewer`, as that player may see them. Raises
    UsageProblem where nobody of that name is at the table."""
    if result.game is None or result.state is None:
        return ()
    names = [player.name for player in result.state.seats]
    if viewer is not None and viewer not in names:
        near = did_you_mean(viewer, names)
        raise UsageProblem(f"`{viewer}` is not at the table; {near or 'there are: ' + ', '.join(names)}")
    return tuple(_zones(result.game.flows[result.variant], result.state, viewer))


def _zones(flow: Flow, state: State, viewer: str | None) -> Iterator[Shown]:
    for zone in flow.zones:
        owners: Sequence[Player | None] = state.seats if zone.of_player else (None,)
        for owner in owners:
            cards = state.cards(zone_key(zone.name, owner))
            seen = viewer is None or _may_see(zone, owner, viewer)
            name = None if owner is None else owner.name
            yield Shown(zone.name, name, len(cards), cards if seen else None)


def _may_see(zone: ZoneDecl, owner: Player | None, viewer: str) -> bool:
    match zone.seen_by:
        case "everyone":
            return True
        case "owner":
            return owner is not None and owner.name == viewer
        case "nobody":
            return False
