"""Typing of lists, bags and sets, of binders, and of all that walks through a collection."""

from typing import assert_never

from dsl import model as m
from dsl import syntax as s
from dsl.syntax.printing import wording
from dsl.text.span import Span
from dsl.types.algebra import (
    BOOL,
    describe,
    fits,
    is_broken,
    join,
    loosened,
    multiplied,
    plain,
    size_of,
)
from dsl.types.enumerate import every
from dsl.types.types import (
    BagType,
    EnumType,
    IntType,
    ListType,
    RationalType,
    RecordType,
    SetType,
    Type,
    UnionType,
)
from dsl.typing.binding import refuse_hiding
from dsl.typing.checker import Typer, as_collection, broken, int_type, items_of
from dsl.typing.choices import is_of_each, players_laid
from dsl.typing.operators import needs_hint
from dsl.typing.scope import Scope

# ------------------------------------------------------------------ written out


def list_of(typer: Typer, expr: s.ListExpr, scope: Scope, hint: Type | None) -> m.Expr:
    """`[a, b]`."""
    items, item = _items(typer, expr, expr.items, scope, hint)
    if item is None:
        return broken(expr.span)
    return m.MakeList(type=ListType(item, len(items), len(items)), items=items, span=expr.span)


def braces(typer: Typer, expr: s.Braces, scope: Scope, hint: Type | None) -> m.Expr:
    """`{a, b}`: a set where one is expected, else a bag."""
    items, item = _items(typer, expr, expr.items, scope, hint)
    if item is None:
        return broken(expr.span)
    if hint is not None and isinstance(plain(hint), SetType):
        return m.MakeSet(type=SetType(item), items=items, span=expr.span)
    return m.MakeBag(type=BagType(item, len(items), len(items)), items=items, span=expr.span)


def _items(
    typer: Typer, whole: s.Expr, items: tuple[s.Expr, ...], scope: Scope, hint: Type | None
) -> tuple[tuple[m.Expr, ...], Type | None]:
    """The items typed, and what they have in common; None where that is refused or unclear."""
    due = None if hint is None else items_of(plain(hint))
    if due is not None and not is_broken(due):
        return tuple(typer.check(item, scope, due) for item in items), due
    if not items:
        if hint is None:
            message = f"nothing says of what type the items of `{wording(whole)}` are"
            typer.refuse("unclear-type", message, whole.span)
        return (), None
    clear = next((item for item in items if not needs_hint(item, scope)), items[0])
    common: Type | None = typer.infer(clear, scope).type if len(items) > 1 else None
    typed = []
    for item in items:
        one = typer.infer(item, scope, common)
        both = one.type if common is None else join(common, one.type)
        if both is None and common is not None:
            is_ = f"`{wording(item)}` is {describe(one.type)}"
            message = f"{is_}, and `{wording(clear)}` beside it is {describe(common)}"
            typer.refuse("wrong-type", message, item.span)
            return (), None
        common = both
        typed.append(one)
    return tuple(typed), None if common is None or is_broken(common) else common


def record_of_two(typer: Typer, expr: s.PairItem, scope: Scope, hint: Type | None) -> m.Expr:
    """`Anna: {Red}`: the record of two fields that is expected, or else the only one that fits."""
    expected = None if hint is None else plain(hint)
    if isinstance(expected, RecordType) and len(expected.fields) == 2:
        return _record(typer, expr, scope, expected)
    if expected is not None and is_broken(expected):
        typer.infer(expr.left, scope)
        return broken(expr.span)
    fitting = [r for r in scope.layer.records() if len(r.fields) == 2 and _fits(typer, expr, scope, r)]
    if len(fitting) == 1:
        return _record(typer, expr, scope, fitting[0])
    parts = [typer.infer(part, scope) for part in (expr.left, expr.right) if not needs_hint(part, scope)]
    if any(is_broken(part.type) for part in parts):
        return broken(expr.span)
    known = " or ".join(f"`{r.name}`" for r in fitting)
    message = f"nothing says which record of two fields `{wording(expr)}` is"
    help = f"it may be {known}: write its name, as in `{fitting[0].name}(…, …)`" if fitting else None
    return typer.refuse("unclear-type", message, expr.span, help=help)


def _record(typer: Typer, expr: s.PairItem, scope: Scope, record: RecordType) -> m.Expr:
    (first, first_type), (second, second_type) = record.fields
    left = typer.check(expr.left, scope, first_type)
    right = typer.check(expr.right, scope, second_type)
    return m.MakeRecord(type=record, fields=((first, left), (second, right)), span=expr.span)


def _fits(typer: Typer, expr: s.PairItem, scope: Scope, record: RecordType) -> bool:
    parts = zip((expr.left, expr.right), (type for _, type in record.fields), strict=True)
    for part, due in parts:
        typed = typer.attempt(part, scope, due)
        if typed is None or not fits(plain(typed.type), due):
            return False
    return True


# ------------------------------------------------------------------ binders


def bind(typer: Typer, binder: s.Binder, scope: Scope) -> tuple[m.Binder, Scope, IntType]:
    """The binder, the scope in which its names are bound, and how many places it may walk through."""
    source = _source(typer, binder, scope)
    item = items_of(source.type)
    for name in sorted({n for n in binder.names if binder.names.count(n) > 1}):
        typer.problems.add("duplicate-name", f"`{name}` is bound twice", binder.span)
    for name in dict.fromkeys(binder.names):
        refuse_hiding(name, item, binder.span, scope, typer.problems)
    inner = scope.bind_all(dict.fromkeys(binder.names, item))
    where = None if binder.where is None else typer.check_bool(binder.where, inner)
    places = _places(size_of(as_collection(source.type)), len(binder.names))
    if where is not None:
        places = IntType(0, places.high)
    return m.Binder(names=binder.names, source=source, where=where), inner, places


def _source(typer: Typer, binder: s.Binder, scope: Scope) -> m.Expr:
    if binder.high is None:
        return _all_values(binder.source, scope) or typer.collection(binder.source, scope)
    low, high = typer.check_number(binder.source, scope), typer.check_number(binder.high, scope)
    if is_broken(low.type) or is_broken(high.type):
        return broken(binder.source.span)
    first, last = int_type(low), int_type(high)
    most = None if first.low is None or last.high is None else max(0, last.high - first.low + 1)
    numbers = ListType(IntType(first.low, last.high), 0, most)
    return m.Range(type=numbers, low=low, high=high, span=binder.source.span)


def all_values(type: Type | None, span: Span) -> m.AllValues | None:
    """Every value of a type that the name of the type stands for; None of one that has no or too many."""
    if not isinstance(type, EnumType | UnionType):
        return None
    values = every(type)
    if values is None:
        return None
    return m.AllValues(type=ListType(type, len(values), len(values)), of=type, span=span)


def _all_values(source: s.Expr, scope: Scope) -> m.Expr | None:
    """Every value of an enumeration, also where something that is no collection has the same name."""
    if not isinstance(source, s.Name):
        return None
    local = scope.locals.get(source.name)
    if local is not None and isinstance(plain(local.type), ListType | BagType | SetType):
        return None
    return all_values(scope.layer.type(source.name), source.span)


def _places(size: IntType, names: int) -> IntType:
    """How many ways there are to give so many names different places."""
    low, high = 1, 1
    for taken in range(names):
        low *= max(0, (size.low or 0) - taken)
        high *= max(0, (size.high or 0) - taken)
    return IntType(low, None if size.high is None else high)


# ------------------------------------------------------------------ walks


def quantifier(typer: Typer, expr: s.Quantifier, scope: Scope) -> m.Expr:
    """`all x in xs: …`, and `some`, `no`, `one`."""
    binder, inner, _ = bind(typer, expr.binder, scope)
    body = typer.check_bool(expr.body, inner)
    return m.Quantified(type=BOOL, kind=expr.kind, binder=binder, body=body, span=expr.span)


def aggregate(typer: Typer, expr: s.AggregateExpr, scope: Scope) -> m.Expr:
    """`sum x in xs of …`, and `highest`, `lowest`."""
    binder, inner, places = bind(typer, expr.binder, scope)
    match expr.kind:
        case "sum":
            spreads = True
        case "highest" | "lowest":
            spreads = False
        case _:
            assert_never(expr.kind)
    body = typer.check_quantity(expr.body, inner, spreads=spreads)
    if is_broken(body.type):
        return body
    if isinstance(plain(body.type), RationalType):
        return m.Aggregate(type=body.type, kind=expr.kind, binder=binder, body=body, span=expr.span)
    bounds = multiplied(int_type(body), places) if spreads else int_type(body)
    return m.Aggregate(type=bounds, kind=expr.kind, binder=binder, body=body, span=expr.span)


def picked(typer: Typer, expr: s.Picked, scope: Scope) -> m.Expr:
    """`the first x in xs where …`, `the last`, `the only`, `count`, `those`."""
    binder, _, places = bind(typer, expr.binder, scope)
    if expr.kind == "count":
        return m.Count(type=places, binder=binder, span=expr.span)
    if len(binder.names) > 1:
        message = f"`{wording(expr)}` picks by one name, and here are {len(binder.names)}"
        return typer.refuse("wrong-binder", message, expr.span)
    if is_broken(binder.source.type):
        return broken(expr.span)
    match expr.kind:
        case "those":
            return m.Those(type=_part_of(binder.source.type, places), binder=binder, span=expr.span)
        case "first" | "last" | "only":
            kind: m.Picker = expr.kind
            return m.Pick(type=items_of(binder.source.type), kind=kind, binder=binder, span=expr.span)
        case _:
            assert_never(expr.kind)


def _part_of(whole: Type, places: IntType) -> Type:
    match whole:
        case ListType(item=item):
            return ListType(item, places.low, places.high)
        case BagType(item=item):
            return BagType(item, places.low, places.high)
        case _:
            return whole


def comprehension(typer: Typer, expr: s.Comprehension, scope: Scope, hint: Type | None) -> m.Expr:
    """`[f(x) for x in xs]`, a list; `{f(x) for x in xs}`, a set where one is expected, else a bag."""
    binder, inner, places = bind(typer, expr.binder, scope)
    due = None if hint is None else items_of(plain(hint))
    if due is not None and not is_broken(due):
        body = typer.check(expr.body, inner, due)
    else:
        body = typer.infer(expr.body, inner)
    if is_broken(body.type):
        return broken(expr.span)
    item = body.type if due is None or is_broken(due) else due
    type_: Type
    match expr.brackets:
        case "[":
            type_ = ListType(item, places.low, places.high)
        case "{" if hint is not None and isinstance(plain(hint), SetType):
            type_ = SetType(item)
        case "{":
            type_ = BagType(item, places.low, places.high)
        case _:
            assert_never(expr.brackets)
    return m.Mapped(type=type_, body=body, binder=binder, span=expr.span)


# ------------------------------------------------------------------ built-in


def built_in(typer: Typer, expr: s.Apply, scope: Scope, hint: Type | None) -> m.Expr:
    """`size(xs)`, `prefix(list, n)`, `reversed(list)`, `turned(list, n)`, `as_laid(choice)`."""
    due = 2 if expr.name in ("prefix", "turned") else 1
    if len(expr.args) != due:
        message = f"`{expr.name}` takes {due} argument{'s' if due > 1 else ''}, not {len(expr.args)}"
        return typer.refuse("wrong-arguments", message, expr.span)
    if expr.name == "as_laid":
        return _laid(typer, expr, scope)
    if expr.name == "size":
        subject = typer.collection(expr.args[0], scope)
        if is_broken(subject.type):
            return subject
        return m.Size(type=size_of(as_collection(subject.type)), subject=subject, span=expr.span)
    subject = typer.collection(expr.args[0], scope, None if hint is None else loosened(hint))
    length = typer.check_number(expr.args[1], scope) if due == 2 else None
    if is_broken(subject.type):
        return subject
    if not isinstance(subject.type, ListType):
        message = f"`{wording(expr.args[0])}` is {describe(subject.type)}, where a list is needed"
        return typer.refuse("wrong-type", message, expr.args[0].span)
    if length is None:
        return m.Reversed(type=subject.type, subject=subject, span=expr.span)
    if expr.name == "turned":
        return m.Turned(type=subject.type, subject=subject, places=length, span=expr.span)
    return m.Prefix(type=_cut(subject.type, int_type(length)), subject=subject, length=length, span=expr.span)


def _laid(typer: Typer, expr: s.Apply, scope: Scope) -> m.Expr:
    """The players who made a choice at once with others, in the order in which they laid."""
    (choice,) = expr.args
    if not is_of_each(choice, scope):
        message = f"`{wording(choice)}` is no choice that several have made at once"
        return typer.refuse("unknown-name", message, choice.span)
    return typer.infer(players_laid(choice), scope)


def _cut(whole: ListType, length: IntType) -> ListType:
    low = min(whole.low or 0, max(0, length.low or 0))
    ends = [max(0, n) for n in (whole.high, length.high) if n is not None]
    return ListType(whole.item, low, min(ends) if ends else None)
