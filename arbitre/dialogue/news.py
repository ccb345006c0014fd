"""What is told of choices to those who did not make them: no card that they do not see."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.types.types import BagType, ListType, Type
from dsl.types.values import Bag, Player, Record, Tagged, Value, ValueSet
from interpreter.play.machine import Machine
from interpreter.play.state import ChoiceDue, Moved, State
from interpreter.play.views import owned_zones, seen_of
from interpreter.session.session import Session


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened: `text`, as those are told who may know all of it; `covered`, as the others
    are."""

    text: str
    covered: str
    known_to: frozenset[Player]

    def told(self, viewer: Player | None) -> str:
        """What the viewer is told (None: what all at the table are)."""
        return self.text if viewer in self.known_to else self.covered


class Sight:
    """Who sees which cards of a choice, of this `statement`: taken before it is made, asked afterwards."""

    def __init__(self, session: Session, due: ChoiceDue, player: Player) -> None:
        self._machine: Machine = session.machine
        self._player = player
        source = session.source_zone(player)
        zones = owned_zones(session.machine.flow, session.state)
        own = {key for _zone, owner, key in zones if owner == player}
        self._open = set() if source else {key for zone, _o, key in zones if zone.seen_by == "everyone"}
        self._sources = {source} if source else own
        self.statement = due.statement
        self._before: State = session.state
        self._cards = Counter(
            card
            for _zone, _owner, key in zones
            if key in session.state.zones
            for card in session.state.cards(key)
        )

    def _zones(self, state: State) -> Sequence[tuple[object, Value, str]]:
        return [(z, o, k) for z, o, k in owned_zones(self._machine.flow, state) if k in state.zones]

    def known_to(self, value: Value, session: Session) -> frozenset[Player]:
        """Those who know what was chosen, where the game now stands in `session`."""
        player = self._player
        statement = self.statement
        if statement.secretly and (session.position.gathered or statement.name in session.state.secret):
            return frozenset({player})
        everyone = frozenset(session.machine.seats)
        if statement.source is None:
            return everyone
        cards = Counter(part for part in _parts(value) if part in self._cards)
        return frozenset(
            viewer for viewer in everyone if viewer == player or not (cards - self._seen(viewer, session))
        )

    def _seen(self, viewer: Player, session: Session) -> "Counter[Value]":
        """The cards that the viewer saw where they were chosen from, or saw come to where they are. (A card
        that lies open, and may be in a hand as well, can be either.)"""
        seen: Counter[Value] = Counter()
        hidden: set[Value] = set()
        for zone, owner, key in owned_zones(self._machine.flow, self._before):
            if key in self._sources and key in self._before.zones:
                cards = self._before.cards(key)
                known = seen_of(zone, self._before, owner, viewer)
                seen += Counter(cards[:known])
                hidden |= set(cards[known:])
        for key in self._open & self._before.zones.keys():
            seen += Counter(card for card in self._before.cards(key) if card not in hidden)
        into = {key: (zone, owner) for zone, owner, key in owned_zones(self._machine.flow, session.state)}
        for moved in session.happened:
            if not isinstance(moved, Moved) or moved.source not in self._sources | self._open:
                continue
            if moved.into in into and moved.into in session.state.zones:
                zone, owner = into[moved.into]
                size = len(session.state.cards(moved.into))
                if zone.seen_by == "everyone" or (
                    size and seen_of(zone, session.state, owner, viewer) == size
                ):
                    seen += Counter(moved.cards)
        return seen


def open_to_all(session: Session, values: Sequence[Value]) -> bool:
    """Whether all cards in these values lie where everybody sees them."""
    state = session.state
    sorts: list[Type] = []
    seen: Counter[Value] = Counter()
    everything: set[Value] = set()
    for zone, owner, key in owned_zones(session.machine.flow, state):
        if isinstance(zone.type, BagType | ListType):
            sorts.append(zone.type.item)
        if key in state.zones:
            cards = state.cards(key)
            everything |= set(cards)
            if all(seen_of(zone, state, owner, viewer) == len(cards) for viewer in session.machine.seats):
                seen += Counter(cards)
    wanted = Counter(part for value in values for part in _parts(value) if part in everything)
    return not wanted - seen


def _parts(value: Value) -> Iterator[Value]:
    """The value and all that it is made of."""
    yield value
    match value:
        case Record(_, fields):
            for _name, field in fields:
                yield from _parts(field)
        case Tagged(_, _, payload) if payload is not None:
            yield from _parts(payload)
        case Bag(items) | ValueSet(items):
            for item in items:
                yield from _parts(item)
        case tuple():
            for item in value:
                yield from _parts(item)
        case _:
            pass
