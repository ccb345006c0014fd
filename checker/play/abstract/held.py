"""What is known to lie in a zone: cards that were just chosen, or drawn, from it.

Known by name, within a block, until cards are taken from a zone of that name, or the name means something
else.
"""

from dataclasses import replace

from dsl import model as m
from dsl.types.types import ListType, OptionalType, PlayerType, RecordType
from interpreter.analysis.dependencies import free_names, walk
from interpreter.analysis.statements import statements_of

Held = frozenset[tuple[str, m.Zone]]
NOTHING: Held = frozenset()


def is_held(held: Held, what: m.Expr, zone: m.Zone) -> bool:
    """Whether these cards are known to lie in the zone."""
    match what:
        case m.MakeBag(items=(item,)) | m.MakeList(items=(item,)) | m.MakeSet(items=(item,)):
            return is_held(held, item, zone)
        case m.Var(name=name):
            return (name, zone) in held
        case _:
            chosen = _chosen_by(what)
            return chosen is not None and chosen[1] == zone.owner and (chosen[0], _each(zone)) in held


def _each(zone: m.Zone) -> m.Zone:
    """Stands for the zones of all who choose at once, each of his own."""
    return replace(zone, owner=None)


def _chosen_by(what: m.Expr) -> tuple[str, m.Expr] | None:
    """Of a choice that several made at once, what one of them chose: the choice, and who."""
    match what:
        case m.Field(
            subject=m.Pick(
                kind="only",
                binder=m.Binder(
                    names=(name,),
                    source=m.Var(name=choice),
                    where=m.Compare(op="=", left=m.Field(subject=m.Var(name=one), name="player"), right=who),
                ),
            ),
            name="chosen",
        ) if one == name:
            return choice, who
        case _:
            return None


def held_before(held: Held, statement: m.Statement) -> Held:
    """What is known wherever a block inside the statement begins."""
    match statement:
        case m.ForEach(name=name, source=source) if _is_distinct(source):
            return frozenset(each for each in held if _takes_own(statement, name, each))
        case m.ForEach() | m.Turns() | m.While() | m.Play():
            return NOTHING
        case _:
            return held


def _takes_own(loop: m.ForEach, name: str, known: tuple[str, m.Zone]) -> bool:
    """Whether, of what several chose at once, each pass takes at most what the one chose whose pass it is."""
    choice, zone = known
    inside = list(statements_of(loop.body))
    if any(isinstance(s, m.SetStmt | m.LetStmt | m.Choose | m.Chance) and s.name == choice for s in inside):
        return False
    if any(isinstance(s, m.SetStmt | m.LetStmt | m.Choose | m.Chance) and s.name == name for s in inside):
        return False
    takes = [s for s in inside if isinstance(s, m.Move) and s.source.name == zone.name]
    again = any(isinstance(s, m.ForEach | m.Turns | m.While | m.Play) for s in inside)
    own = [s for s in takes if isinstance(s.source.owner, m.Var) and s.source.owner.name == name]
    return zone.owner is None and len(own) == len(takes) <= 1 and not (again and takes)


def _is_distinct(source: m.Expr) -> bool:
    """Whether it is a list of players none of whom is there twice."""
    match source:
        case m.Seats():
            return True
        case m.Reversed(subject=subject) | m.Prefix(subject=subject):
            return _is_distinct(subject)
        case m.Those(binder=binder):
            return _is_distinct(binder.source)
        case m.If(then=then, otherwise=otherwise):
            return _is_distinct(then) and _is_distinct(otherwise)
        case m.Mapped(binder=m.Binder(names=(name,), source=inner), body=m.Var(name=one)) if one == name:
            return _is_distinct(inner)
        case m.Mapped(
            binder=m.Binder(names=(name,), source=m.Var()),
            body=m.Field(subject=m.Var(name=one), name="player", type=PlayerType()),
        ) if one == name:
            return _is_a_choice(source)
        case _:
            return False


def _is_a_choice(source: m.Mapped) -> bool:
    """Whether it runs over what several chose at once, each of whom chose once."""
    chosen = source.binder.source.type
    return (
        isinstance(chosen, ListType) and isinstance(chosen.item, RecordType) and chosen.item.name == "choice"
    )


def held_after(held: Held, statement: m.Statement) -> Held:
    """What is known after a statement, of what was known before. (What blocks inside it do is known by what
    is left after them.)"""
    match statement:
        case m.Move(source=source):
            return frozenset(each for each in held if each[1].name != source.name)
        case m.Choose(name=name, each=None, source=m.Zone() as zone, domain=domain):
            return _with(_without(held, name), name, None if isinstance(domain, OptionalType) else zone)
        case m.Choose(name=name, each=str() as one, source=m.Zone(owner=m.Var(name=own)) as zone) if (
            one == own
        ):
            return _with(_without(held, name), name, _each(zone))
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
