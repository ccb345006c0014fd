"""Who sees what: what a player may know of a state, and states that look the same to him."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import assert_never

from dsl.model import Expr, Flow, Viewer, ZoneDecl
from dsl.types.types import BagType, ListType, Type
from dsl.types.values import Player, Value
from interpreter.evaluate.evaluate import Alone, Blocked, NoValue, evaluate, zone_key
from interpreter.optimize.optimizer import optimum
from interpreter.play.common import Shared
from interpreter.play.keys import whose
from interpreter.play.state import State
from interpreter.runtime.rng import Chance


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenZone:
    """A zone as someone sees it: how many cards there are (up to `most`, where that is not known), and which,
    from the first on, as far as they are seen; None where none is. `possible`: what those that are not known
    can be, where that is told."""

    name: str
    owner: Value
    size: int
    cards: tuple[Value, ...] | None
    most: int | None = None
    possible: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A state as `player` sees it (None: as the table does, what everyone sees)."""

    player: Player | None
    phase: str
    zones: tuple[SeenZone, ...]


def sees(seen_by: Viewer, owner: Value, viewer: Player | None) -> bool:
    """Whether `viewer` is one of those who see what belongs to `owner`."""
    match seen_by:
        case "everyone":
            return True
        case "owner":
            return viewer is not None and viewer == owner
        case "nobody":
            return False
        case _:
            assert_never(seen_by)


def seen_of(zone: ZoneDecl, state: State, owner: Value, viewer: Player | None) -> int:
    """How many of the cards of a zone of `owner` the `viewer` sees, from the first on: all, the first, or
    none. (Whether a glimpse is had at a point where that cannot be told yet: it is not.)"""
    size = len(state.cards(zone_key(zone.name, owner)))
    if sees(zone.seen_by, owner, viewer):
        return size
    may = [g for g in zone.glimpses if sees(g.seen_by, owner, viewer)]
    env = _env_of(zone, state) if may else None
    had = [] if env is None else [g for g in may if _holds(g.when, env)]
    return size if any(not g.first for g in had) else min(size, 1) if had else 0


def _env_of(zone: ZoneDecl, state: State) -> Mapping[str, Value] | None:
    """What names mean in the flow whose zone it is; None while that is not being carried out."""
    for play, env in state.envs():
        if (None if play is None else play.flow.variant) == zone.played:
            return env
    return None


def _holds(condition: Expr, env: Mapping[str, Value]) -> bool:
    try:
        return evaluate(condition, env, Alone(optimum)) is True
    except (NoValue, Blocked, KeyError):
        return False


def view(flow: Flow, state: State, player: Player | None, known: Shared | None = None) -> View:
    """The state as `player` sees it; None for what everyone sees. Zones in the flow's order, then by seat.
    `known`: what is known beside the state, where that is what several have in common."""
    known = known or Shared(state)
    zones = []
    for zone, owner, key in owned_zones(flow, state):
        cards = state.cards(key)
        seen = seen_of(zone, state, owner, player)
        shown = cards[:seen] if seen or not cards or sees(zone.seen_by, owner, player) else None
        possible = known.possible.get(key, ()) if shown else ()
        most = known.most.get(key)
        zones.append(
            SeenZone(name=zone.name, owner=owner, size=len(cards), cards=shown, most=most, possible=possible)
        )
    return View(player=player, phase=state.phase, zones=tuple(zones))


def everything(flow: Flow, state: State, known: Shared | None = None) -> View:
    """The state with all cards shown; `known` as for `view`."""
    known = known or Shared(state)
    zones = tuple(
        SeenZone(
            name=zone.name,
            owner=owner,
            size=len(state.cards(key)),
            cards=state.cards(key),
            most=known.most.get(key),
            possible=known.possible.get(key, ()),
        )
        for zone, owner, key in owned_zones(flow, state)
    )
    return View(player=None, phase=state.phase, zones=zones)


def owned_zones(flow: Flow, state: State) -> list[tuple[ZoneDecl, Value, str]]:
    """Every zone with whose it is and its key: in the flow's order, then by seat (or as the things come)."""
    return [(zone, owner, key) for key, (zone, owner) in whose(flow, state.seats).items()]


def imagined(flow: Flow, state: State, player: Player, chance: Chance) -> State:
    """A state that looks the same to `player`: the cards that he does not see lie otherwise, all ways being
    equally likely. (Cards of one sort and of one flow change places: what lies in the places of a flow is not
    in those of one that it plays.)"""
    hidden: dict[tuple[str | None, Type], list[tuple[str, int]]] = {}
    for zone, owner, key in owned_zones(flow, state):
        sort = zone.type.item if isinstance(zone.type, BagType | ListType) else zone.type
        hidden.setdefault((zone.played, sort), []).append((key, seen_of(zone, state, owner, player)))
    changes: dict[str, tuple[Value, ...]] = {}
    for keys in hidden.values():
        left = iter(chance.shuffled([card for key, seen in keys for card in state.cards(key)[seen:]]))
        for key, seen in keys:
            cards = state.cards(key)
            changes[key] = (*cards[:seen], *islice(left, len(cards) - seen))
    return state.with_cards(changes)
