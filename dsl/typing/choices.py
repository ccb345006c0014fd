"""What several players chose at once: a list of who chose what, in the order in which they laid.

`bet[p]` and `as_laid(bet)` are ways to write what can be said of such a list.
"""

from dsl import syntax as s
from dsl.types.types import ListType, PlayerType, RecordType, Type
from dsl.typing.scope import Scope


def choice_type(domain: Type) -> ListType:
    """What a choice that several make at once is: who chose what, in the order in which they laid."""
    return ListType(RecordType("choice", (("player", PlayerType()), ("chosen", domain))))


def is_of_each(expr: s.Expr, scope: Scope) -> bool:
    """Whether it names a choice that several made at once."""
    local = scope.locals.get(expr.name) if isinstance(expr, s.Name) else None
    return local is not None and local.of_each


def choice_of(expr: s.Subscript) -> s.Expr:
    """`bet[p]`: what the only one of them that is p's holds."""
    one = s.Name(name="choice of one", span=expr.span)
    whose = s.Dot(subject=one, name="player", span=expr.span)
    same = s.Binary(op="=", left=whose, right=expr.index, span=expr.span)
    binder = s.Binder(names=("choice of one",), source=expr.subject, where=same, span=expr.span)
    picked = s.Picked(kind="only", binder=binder, span=expr.span)
    return s.Dot(subject=picked, name="chosen", span=expr.span)


def players_laid(choice: s.Expr) -> s.Expr:
    """`as_laid(bet)`: the players, in the order in which they laid."""
    one = s.Name(name="choice of one", span=choice.span)
    whose = s.Dot(subject=one, name="player", span=choice.span)
    binder = s.Binder(names=("choice of one",), source=choice, span=choice.span)
    return s.Comprehension(brackets="[", body=whose, binder=binder, span=choice.span)
