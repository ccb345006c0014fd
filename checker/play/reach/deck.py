"""The cards of a game under way, by their place in the first shuffle.

A game that is sought is dealt as it goes: a card that nobody has seen yet may as well be another one. So
cards are exchanged when they are needed, and the order of the shuffle tells in the end how they must have
lain. Cards that have been seen stay what they are.
"""

from collections import Counter
from collections.abc import Iterable

from dsl.types.values import Value
from interpreter.play.state import Moved, State


class DeckConstraint:
    """Where the cards of a zone that was shuffled have come to. `seen`: the zones that everyone sees."""

    def __init__(self, zone: str, order: Iterable[Value], seen: frozenset[str]) -> None:
        self.order = list(order)
        self._zone_of = [zone] * len(self.order)
        self._rows = {zone: list(range(len(self.order)))}  # zones with an order: places, from the top
        self._seen = seen
        self._shown: set[int] = set()

    def moved(self, moved: Moved, state: State) -> None:
        """Takes account of a move; `state` is the one after it."""
        for on_top, card in enumerate(moved.cards):
            place = self._place(card, moved.source)
            if place is None:
                continue
            if moved.source in self._rows:
                self._rows[moved.source].remove(place)
            self._zone_of[place] = moved.into
            if isinstance(state.zones[moved.into], tuple):
                row = self._rows.setdefault(moved.into, [])
                row.insert(on_top if moved.onto else len(row), place)
            if moved.into in self._seen:
                self._shown.add(place)

    def _place(self, card: Value, zone: str) -> int | None:
        """The place of a card that lies in a zone: of an ordered one, the first from the top."""
        row = self._rows.get(zone)
        places = range(len(self.order)) if row is None else row
        return next((p for p in places if self._zone_of[p] == zone and self.order[p] == card), None)

    def given(self, state: State, zone: str, cards: Iterable[Value]) -> State | None:
        """The state in which these cards are in `zone`, exchanged for others there that nobody has seen;
        None where they cannot be."""
        wanted = Counter(cards)
        missing = wanted - Counter(state.cards(zone))
        before = list(self.order)
        for card in missing.elements():
            spare = self._spare(zone, wanted)
            other = self._elsewhere(zone, card)
            if spare is None or other is None:
                self.order = before
                return None
            self.order[spare], self.order[other] = self.order[other], self.order[spare]
            state = self._exchanged(state, spare, other)
        return state

    def _spare(self, zone: str, wanted: Counter[Value]) -> int | None:
        """A card of `zone` that is not wanted, and that nobody has seen."""
        for place, card in enumerate(self.order):
            if self._zone_of[place] == zone and place not in self._shown and not wanted[card]:
                return place
        return None

    def _elsewhere(self, zone: str, card: Value) -> int | None:
        """Such a card elsewhere that nobody has seen: best one that has yet to be dealt, late."""
        places = [
            p
            for p, other in enumerate(self.order)
            if other == card and self._zone_of[p] != zone and p not in self._shown
        ]
        return max(places, key=lambda p: (self._zone_of[p] in self._rows, p), default=None)

    def _exchanged(self, state: State, one: int, other: int) -> State:
        """The state in which the cards at two places, exchanged in `order`, are exchanged where they lie."""
        for place, gone in ((one, self.order[other]), (other, self.order[one])):
            zone = self._zone_of[place]
            cards = list(state.cards(zone))
            row = self._rows.get(zone)
            at = cards.index(gone) if row is None else row.index(place)
            cards[at] = self.order[place]
            state = state.with_cards({zone: tuple(cards)})
        return state
