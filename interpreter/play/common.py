"""What all the ways in which a game can stand have in common.

Nothing that holds in some of them only is shown as a fact: a card that is not the same in all of them is not
known, and neither is how many cards lie in a zone.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dsl.types.values import Bag, Value, bag_of, sort_key
from interpreter.play.state import State, is_unknown, unknown

MOST_POSSIBLE = 12
"""Cards that one which is not known can be, up to which they are told."""


@dataclass(frozen=True, slots=True)
class Shared:
    """A state in which the cards that differ are not known; `possible`: by zone, what those can be, sorted
    (where that is told in each of the states); `most`: the most cards that can lie in a zone, where the
    state has the fewest."""

    state: State
    possible: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    most: Mapping[str, int] = field(default_factory=dict)


Kinds = Callable[[Value], tuple[Value, ...]]


def shared(states: Sequence[State], narrowed: Sequence[Kinds] = ()) -> Shared:
    """What these states (one at least) share of their zones; the rest is as in the first. `narrowed`: for
    each state, what a card that is not known can be, where more is known than what is left of a deck."""
    first = states[0]
    zones: dict[str, Value] = {}
    possible: dict[str, tuple[Value, ...]] = {}
    most: dict[str, int] = {}
    for key, value in first.zones.items():
        ways = [state.cards(key) for state in states if key in state.zones]
        alike = all(way == ways[0] for way in ways)
        open_cards = {card for way in ways for card in way if is_unknown(card)}
        kinds = (
            {each for card in open_cards for told in narrowed for each in told(card)} if open_cards else set()
        )
        if alike and not kinds:
            continue
        size = min(map(len, ways))
        if max(map(len, ways)) > size:
            most[key] = max(map(len, ways))
        common, rest = _of_bags(ways) if isinstance(value, Bag) else _of_lists(ways, size)
        cards = (*common, *[None] * (size - len(common)))
        shown = tuple(unknown("", place) if card is None else card for place, card in enumerate(cards))
        zones[key] = bag_of(shown) if isinstance(value, Bag) else shown
        if kinds:
            rest = {*(card for card in rest if not is_unknown(card)), *kinds}
        if rest and len(rest) <= MOST_POSSIBLE and not any(map(is_unknown, rest)):
            possible[key] = tuple(sorted(rest, key=sort_key))
    return Shared(replace(first, zones={**first.zones, **zones}), possible, most)


def _of_bags(ways: Sequence[tuple[Value, ...]]) -> tuple[tuple[Value | None, ...], set[Value]]:
    """The cards that are in all of them, and what the others are."""
    counts = [Counter(card for card in way if not is_unknown(card)) for way in ways]
    common = counts[0]
    for count in counts[1:]:
        common &= count
    rest = {card for way in ways for card in (Counter(way) - common)}
    return tuple(sorted(common.elements(), key=sort_key)), rest


def _of_lists(ways: Sequence[tuple[Value, ...]], size: int) -> tuple[tuple[Value | None, ...], set[Value]]:
    """The cards place by place, None where they differ or are not known; and what these are."""
    found: list[Value | None] = []
    rest: set[Value] = set()
    for place in range(size):
        cards = {way[place] for way in ways}
        if len(cards) == 1 and not any(map(is_unknown, cards)):
            found += cards
        else:
            found.append(None)
            rest |= cards
    return tuple(found), rest
