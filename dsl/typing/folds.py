"""Typing of what goes through a collection and keeps something: `fold` and `best`."""

from dsl import model as m
from dsl import syntax as s
from dsl.syntax.printing import wording
from dsl.types.algebra import describe, is_broken, join, loosened
from dsl.types.types import OptionalType, Type
from dsl.typing.binding import refuse_hiding, refuse_unused
from dsl.typing.checker import Typer, broken, items_of
from dsl.typing.collections import bind
from dsl.typing.scope import Scope

_MOST_WIDENINGS = 4


def fold(typer: Typer, expr: s.FoldExpr, scope: Scope, hint: Type | None) -> m.Expr:
    """`fold x in xs from INIT as so_far: BODY`. What is kept has the type of INIT, made wide enough for
    BODY: numbers without bounds, and optional where BODY can be none."""
    binder, inner, _ = bind(typer, expr.binder, scope)
    initial = typer.infer(expr.initial, scope, hint)
    if len(binder.names) > 1:
        message = f"`{wording(expr)}` goes through by one name, and here are {len(binder.names)}"
        return typer.refuse("wrong-binder", message, expr.span)
    if expr.so_far in binder.names:
        typer.problems.add("duplicate-name", f"`{expr.so_far}` is bound twice", expr.span)
    refuse_hiding(expr.so_far, initial.type, expr.span, scope, typer.problems)
    refuse_unused(expr.so_far, expr.span, (expr.body,), typer.problems)
    if is_broken(initial.type) or is_broken(binder.source.type):
        return broken(expr.span)
    kept = _kept(typer, expr, inner, loosened(initial.type), hint)
    body = typer.infer(expr.body, inner.bind(expr.so_far, kept), kept)
    if is_broken(body.type):
        return broken(expr.span)
    if join(kept, body.type) != kept:
        is_, due = describe(body.type), describe(kept)
        message = f"`{wording(expr.body)}` is {is_}, and `{expr.so_far}` is {due}"
        return typer.refuse("wrong-type", message, expr.body.span, expr.initial.span)
    return m.Fold(type=kept, binder=binder, initial=initial, so_far=expr.so_far, body=body, span=expr.span)


def _kept(typer: Typer, expr: s.FoldExpr, inner: Scope, kept: Type, hint: Type | None) -> Type:
    """The type of what a fold keeps: `kept` widened until the body fits, or as far as it goes."""
    for _ in range(_MOST_WIDENINGS):
        body = typer.attempt(expr.body, inner.bind(expr.so_far, kept), kept)
        if body is None and not isinstance(kept, OptionalType):
            optional = OptionalType(kept)
            body = typer.attempt(expr.body, inner.bind(expr.so_far, optional), optional)
            if body is None:
                return kept
            kept = optional
        wider = None if body is None else join(kept, loosened(body.type))
        if wider is None or wider == kept:
            return kept
        kept = loosened(wider)
    return kept


def best(typer: Typer, expr: s.BestExpr, scope: Scope) -> m.Expr:
    """`best x in xs where … by KEY, …`."""
    binder, inner, _ = bind(typer, expr.binder, scope)
    keys = tuple(typer.check_quantity(key, inner) for key in expr.keys)
    if len(binder.names) > 1:
        message = f"`{wording(expr)}` picks by one name, and here are {len(binder.names)}"
        return typer.refuse("wrong-binder", message, expr.span)
    item = items_of(binder.source.type)
    if is_broken(item) or any(is_broken(key.type) for key in keys):
        return broken(expr.span)
    if isinstance(item, OptionalType):
        message = f"what is in `{wording(expr.binder.source)}` is optional, and there may be no best one"
        return typer.refuse("wrong-type", message, expr.binder.source.span)
    return m.Best(type=OptionalType(item), binder=binder, keys=keys, span=expr.span)
