"""What is known to lie in a zone: cards that were just chosen, or drawn, from it.

Known by name, within a block, until cards are taken from a zone of that name, or the name means something
else.
"""

from dsl import model as m
from dsl.types import OptionalType
from interpreter.reading import free_names, walk

Held = frozenset[tuple[str, m.Zone]]
NOTHING: Held = frozenset()


def is_held(held: Held, what: m.Expr, zone: m.Zone) -> bool:
    """Whether these cards are known to lie in the zone."""
    return isinstance(what, m.Var) and (what.name, zone) in held


def held_before(held: Held, statement: m.Statement) -> Held:
    """What is known wherever a block inside the statement begins."""
    match statement:
        case m.ForEach() | m.Turns() | m.While() | m.Play():
            return NOTHING
        case _:
            return held


def held_after(held: Held, statement: m.Statement) -> Held:
    """What is known after a statement, of what was known before. (What blocks inside it do is known by what
    is left after them.)"""
    match statement:
        case m.Move(source=source):
            return frozenset(each for each in held if each[1].name != source.name)
        case m.Choose(name=name, each=None, source=m.Zone() as zone, domain=domain):
            return _with(_without(held, name), name, None if isinstance(domain, OptionalType) else zone)
        case m.Chance(name=name, among=among):
            return _with(_without(held, name), name, _drawn_from(among))
        case m.LetStmt(name=name, value=m.Pick(binder=binder)):
            return _with(_without(held, name), name, _zone_of(binder))
        case m.Choose(name=name) | m.LetStmt(name=name) | m.SetStmt(name=name):
            return _without(held, name)
        case m.ForEach() | m.Turns() | m.While() | m.Play():
            return NOTHING
        case m.Step() | m.IfStmt():
            return held
        case m.Put() | m.Shuffle() | m.Phase() | m.Reveal() | m.Finish():
            return held


def _without(held: Held, name: str) -> Held:
    """Without what is known by this name, or of a zone that is told by it."""
    return frozenset(each for each in held if each[0] != name and name not in _named_in(each[1]))


def _named_in(zone: m.Zone) -> frozenset[str]:
    """The names, and the variables, that tell which zone it is."""
    return free_names(zone) | {each.name for each in walk(zone) if isinstance(each, m.VarOf)}


def _with(held: Held, name: str, zone: m.Zone | None) -> Held:
    return held if zone is None or name in _named_in(zone) else held | {(name, zone)}


def _zone_of(binder: m.Binder) -> m.Zone | None:
    return binder.source if len(binder.names) == 1 and isinstance(binder.source, m.Zone) else None


def _drawn_from(among: m.Expr) -> m.Zone | None:
    """The zone of which the list has only cards."""
    match among:
        case m.Zone():
            return among
        case m.Those(binder=m.Binder(names=(_,), source=m.Zone() as zone)):
            return zone
        case m.Mapped(binder=m.Binder(names=(name,), source=m.Zone() as zone), body=m.Var(name=made)):
            return zone if made == name else None
        case _:
            return None
