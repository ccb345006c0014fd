"""Every value of a type that has few of them."""

from itertools import chain

from dsl.types.types import BoolType, EnumType, IntType, Type, UnionType
from dsl.types.values import Case, Tagged, Value

MOST = 1_000
"""Values of a type that can be named one by one."""


def every(type: Type) -> tuple[Value, ...] | None:
    """The values in order: of an enumeration, a truth, whole numbers within bounds, or a type with such
    alternatives; None where it has others, or more than `MOST`."""
    match type:
        case EnumType(name=name, cases=cases):
            return tuple(Case(name, case, place) for place, case in enumerate(cases))
        case BoolType():
            return (False, True)
        case IntType(low=int(low), high=int(high)) if high - low < MOST:
            return tuple(range(low, high + 1))
        case UnionType(name=name, alternatives=alternatives):
            found: list[tuple[Value, ...]] = []
            for each in alternatives:
                carried = (None,) if each.payload is None else every(each.payload)
                if carried is None:
                    return None
                found.append(tuple(Tagged(name, each.tag, value) for value in carried))
            values = tuple(chain.from_iterable(found))
            return values if len(values) <= MOST else None
        case _:
            return None
