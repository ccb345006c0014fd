"""The zones and variables of a flow of which there is one for each thing of a type."""

from collections.abc import Mapping, Sequence

from dsl.model import Flow, VarDecl, ZoneDecl
from dsl.types.types import Type
from dsl.types.values import Player, Value
from interpreter.values.context import variable_key, zone_key
from interpreter.values.domain import values_of


def owners_of(of: Type | None, seats: Sequence[Player]) -> tuple[Value, ...]:
    """Each thing of the type, in order: players by seat. None alone where there is no type."""
    return (None,) if of is None else tuple(values_of(of, seats))


def keys_of_zone(zone: ZoneDecl, seats: Sequence[Player]) -> tuple[str, ...]:
    """The keys of a zone: one for each thing of a type, or one."""
    return tuple(zone_key(zone.name, owner) for owner in owners_of(zone.of, seats))


def keys_of_variable(variable: VarDecl, seats: Sequence[Player]) -> tuple[str, ...]:
    """The names in the values of a state that a variable has."""
    if variable.of is None:
        return (variable.name,)
    return tuple(variable_key(variable.name, owner) for owner in owners_of(variable.of, seats))


def whose(flow: Flow, seats: Sequence[Player]) -> Mapping[str, tuple[ZoneDecl, Value]]:
    """Each zone of the flow, by its key, with the thing that it is of."""
    return {
        zone_key(zone.name, owner): (zone, owner)
        for zone in flow.zones
        for owner in owners_of(zone.of, seats)
    }
