"""The value of which all is known, as a value of its type."""

from fractions import Fraction
from typing import Final

from checker.play.abstract.values import (
    NONE,
    AbstractCase,
    AbstractList,
    AbstractNumber,
    AbstractTagged,
    AbstractTruth,
    Known,
    Top,
)
from dsl.types.types import BagType, ListType, OptionalType, SetType, Type, UnionType
from dsl.types.values import Record, Tagged, Value, bag_of, set_of


class NotKnown:
    """Stands for a value that is not known."""


UNSURE: Final = NotKnown()


def certain(known: Known, type: Type) -> Value | NotKnown:
    """The value, where it is known for certain."""
    match known, type:
        case AbstractTruth(truth=bool() as value), _:
            return value
        case AbstractNumber(amount=int() as number), _:
            return number
        case AbstractCase(guarded=((True, one),)), _:
            return one
        case AbstractTagged(guarded=((True, tag, carried),)), UnionType(name=name, alternatives=alternatives):
            wanted = next((a.payload for a in alternatives if a.tag == tag), None)
            if carried is None or wanted is None:
                return Tagged(name, tag, None)
            inner = certain(carried, wanted)
            return inner if isinstance(inner, NotKnown) else Tagged(name, tag, inner)
        case AbstractTagged(guarded=((True, tag, carried),)), OptionalType(item=item):
            if tag == NONE:
                return None
            return UNSURE if carried is None else certain(carried, item)
        case AbstractList(guarded=((True, items),)), ListType() | BagType() | SetType():
            if not all(isinstance(present, bool) for present, _ in items):
                return UNSURE
            there = tuple(item for present, item in items if present)
            return _collected(there, type)
        case Top(mark=("value", Record() | Fraction() as made)), _:
            return made
        case _:
            return UNSURE


def _collected(items: tuple[Value, ...], type: Type) -> Value:
    match type:
        case BagType():
            return bag_of(items)
        case SetType():
            return set_of(items)
        case _:
            return items
