"""Worlds that come to the same are one.

Cards that are not known are interchangeable, so they are named anew by where they lie. Worlds which then
are equal but for the interpretations become one; answers that were tried for a question and are not the
same in all of them are forgotten, so that they would be tried again: nothing becomes impossible by it.
Worlds that differ in what the log speaks of (a question that it claims or tells agreed, a step that it tells)
stay apart until the next choice: else the log would be held against what happened in one of them only.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from dsl.types.values import Bag, Case, Value
from interpreter.play.state import (
    Asked,
    Begun,
    ChoiceDue,
    DrawDue,
    Key,
    Moved,
    Unsettled,
    is_unknown,
    unknown,
)
from interpreter.replay.hidden_cards import renamed
from interpreter.replay.worlds import World


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a log speaks of: questions that it claims or tells agreed, and steps that it tells."""

    questions: frozenset[str] = frozenset()
    steps: frozenset[str] = frozenset()


OF_NOTHING = Spoken()


def merged(worlds: Iterable[World], spoken: Spoken = OF_NOTHING) -> list[World]:
    """The worlds, equal ones made one, in the order of the first of each. `spoken`: in what they must be
    equal besides, since the last choice."""
    found: dict[Hashable, World] = {}
    for world in worlds:
        world = canonical(world)
        key = (_key(world), tuple(_spoken_of(world, spoken)))
        before = found.get(key)
        found[key] = world if before is None else _joined(before, world)
    return list(found.values())


def canonical(world: World) -> World:
    """The world with its unknown cards numbered by where they lie."""
    if world.knowledge.made == 0:
        return world
    names: dict[Value, Value] = {}
    for zone in world.state.zones:
        cards = world.state.cards(zone)
        if isinstance(world.state.zones[zone], Bag):
            cards = tuple(sorted(cards, key=_name_of))
        for card in cards:
            if isinstance(card, Case) and is_unknown(card):
                names[card] = unknown(card.enum, len(names), card.name)
    if all(old == new for old, new in names.items()):
        return _told(world, {})
    return _told(replace(world, state=renamed(world.state, names)), names)


def _name_of(card: Value) -> str:
    """What is known of a card that is not; nothing of another."""
    return card.name if isinstance(card, Case) and is_unknown(card) else ""


def _told(world: World, names: Mapping[Value, Value]) -> World:
    """The world with what is known by now of the cards that were moved and shuffled."""
    told = world.knowledge.told

    def now(cards: tuple[Value, ...]) -> tuple[Value, ...]:
        known = [told.get(card, card) for card in cards]
        return tuple(names.get(card, card) for card in known)

    happened = tuple(
        replace(event, cards=now(event.cards)) if isinstance(event, Moved) else event
        for event in world.happened
    )
    drawn = {name: now((value,))[0] for name, value in world.drawn.items()}
    orders = {zone: now(cards) for zone, cards in world.orders.items()}
    due = world.due
    if isinstance(due, DrawDue):
        due = replace(due, among=now(due.among))
    knowledge = replace(world.knowledge, told={})
    return replace(world, knowledge=knowledge, happened=happened, orders=orders, drawn=drawn, due=due)


def _key(world: World) -> Hashable:
    """What makes two worlds the same, besides interpretations and answers tried."""
    state = world.state
    return (
        tuple(state.zones.items()),
        tuple(state.values.items()),
        state.place,
        tuple(world.tried.items()) if world.place == state.place else (),
        state.phase,
        state.chances,
        state.secret,
        state.ended,
        _due(world),
        tuple(world.gathered.items()),
        tuple(world.drawn.items()),
        world.knowledge.pools,
        tuple(world.knowledge.arrivals.items()),
        world.shuffles,
        tuple(world.orders.items()),
    )


def _spoken_of(world: World, spoken: Spoken) -> Iterator[Hashable]:
    """What happened since the last choice, and was agreed, of what the log speaks of."""
    for event in world.happened:
        match event:
            case Asked(question=question, situation=situation, verdict=verdict):
                if question in spoken.questions:
                    yield (question, situation, verdict.outcome)
            case Begun(name=name):
                if name in spoken.steps:
                    yield event
            case Moved(label=label):
                if label in spoken.steps:
                    yield event
            case _:
                assert_never(event)
    for key, value in world.state.agreed.items():
        if key[0] in spoken.questions:
            yield (key, value)


def _due(world: World) -> Hashable:
    match world.due:
        case ChoiceDue(by=by) as due:
            return (due.name, by)
        case Unsettled() as due:
            return (due.key, due.verdict.outcome)
        case due:
            return due


def _joined(one: World, other: World) -> World:
    """Both as one; only answers tried in both alike are kept."""
    agreed: dict[Key, Value] = {
        key: value
        for key, value in one.state.agreed.items()
        if key in other.state.agreed and other.state.agreed[key] == value
    }
    return replace(one, mask=one.mask | other.mask, state=replace(one.state, agreed=agreed))
