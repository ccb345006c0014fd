"""Typing of names, of what is applied to arguments, and of access with `.`, `[ ]` and `is`."""

from collections.abc import Sequence

from dsl import model as m
from dsl import syntax as s
from dsl.syntax.printing import binds_names, wording
from dsl.types.algebra import BOOL, describe, fits, is_broken, join, plain
from dsl.types.types import (
    Alternative,
    BoolType,
    EnumType,
    IntType,
    ListType,
    OptionalType,
    PlayerType,
    RecordType,
    Type,
    UnionType,
)
from dsl.types.values import Case, Player
from dsl.typing.checker import Typer, broken, unwrapped
from dsl.typing.choices import choice_of, is_of_each
from dsl.typing.collections import all_values, built_in
from dsl.typing.operators import needs_hint
from dsl.typing.scope import (
    BUILT_IN,
    Local,
    ParamSignature,
    Places,
    QuestionSignature,
    Scope,
    cases_of,
    has_case,
)

# ------------------------------------------------------------------ names


def name(typer: Typer, expr: s.Name, scope: Scope, hint: Type | None) -> m.Expr:
    """A bare name."""
    local = scope.locals.get(expr.name)
    if local is not None:
        return local.stands_for or m.Var(type=local.type, name=expr.name, span=expr.span)
    expected = None if hint is None else plain(hint)
    if scope.players and isinstance(expected, PlayerType) and expr.name in scope.layer.game.players:
        return _player(expr)
    return (
        _of_the_flow(expr, scope)
        or _constant(typer, expr, scope, hint)
        or _case_by_name(typer, expr, scope, expected)
        or _other_name(typer, expr, scope, expected)
    )


def _of_the_flow(expr: s.Name, scope: Scope) -> m.Expr | None:
    if scope.places is None:
        return None
    zone = scope.places.zones.get(expr.name)
    if zone is not None and zone.of is None:
        return m.Zone(type=zone.type, name=zone.name, span=expr.span)
    if expr.name == "seats":
        low, high = scope.layer.game.seats
        return m.Seats(type=ListType(PlayerType(), low, high), span=expr.span)
    return None


def _constant(typer: Typer, expr: s.Name, scope: Scope, hint: Type | None) -> m.Expr | None:
    match expr.name:
        case "true" | "false":
            return m.Literal(type=BoolType(), value=expr.name == "true", span=expr.span)
        case "none":
            if hint is None:
                return typer.refuse("unclear-type", "nothing says of what type `none` is", expr.span)
            type_ = hint if isinstance(hint, OptionalType) else OptionalType(hint)
            return m.Literal(type=type_, value=None, span=expr.span)
        case _:
            return None


def _case_by_name(typer: Typer, expr: s.Name, scope: Scope, expected: Type | None) -> m.Expr | None:
    if expected is not None and has_case(expected, expr.name):
        return _case(expected, expr)
    types = scope.layer.with_case(expr.name)
    if len(types) == 1:
        return _case(types[0], expr)
    if not types:
        return None
    if expected is not None and is_broken(expected):
        return broken(expr.span)
    names = " and ".join(f"`{type.name}`" for type in types)
    return typer.refuse(
        "ambiguous-name", f"`{expr.name}` belongs to {names}, and either may be meant", expr.span
    )


def _case(type: Type, expr: s.Name) -> m.Expr:
    if isinstance(type, EnumType):
        value = Case(type.name, expr.name, type.cases.index(expr.name))
        return m.Literal(type=type, value=value, span=expr.span)
    return m.MakeTagged(type=type, tag=expr.name, span=expr.span)


def _player(expr: s.Name) -> m.Expr:
    return m.Literal(type=PlayerType(), value=Player(expr.name), span=expr.span)


def _other_name(typer: Typer, expr: s.Name, scope: Scope, expected: Type | None) -> m.Expr:
    doubt = scope.layer.doubt(expr.name)
    if doubt is not None and not doubt.params:
        return apply(typer, s.Apply(name=expr.name, args=(), span=expr.span), scope, expected)
    if scope.players and expr.name in scope.layer.game.players:
        return _player(expr)
    values = all_values(scope.layer.type(expr.name), expr.span)
    if values is not None:
        return values
    if expr.name in scope.layer.callables():
        message = f"`{expr.name}` needs its arguments in brackets"
        return typer.refuse("unknown-name", message, expr.span, help=f"write `{expr.name}(…)`")
    if expected is not None and cases_of(expected):
        message = f"`{expr.name}` is no {describe(expected).split(' ', 1)[1]}"
        return typer.unknown(message, expr.name, [*scope.locals, *cases_of(expected)], expr.span)
    return typer.unknown(f"`{expr.name}` is not known here", expr.name, scope.known(), expr.span)


# ------------------------------------------------------------------ applied to arguments


def apply(typer: Typer, expr: s.Apply, scope: Scope, hint: Type | None) -> m.Expr:
    """`f(a, b)`."""
    if expr.name in BUILT_IN:
        return built_in(typer, expr, scope, hint)
    if scope.layer.define(expr.name) is not None:
        return _call(typer, expr, scope, hint)
    question = scope.layer.question(expr.name)
    if question is not None:
        return _ask(typer, expr, scope, question)
    doubt = scope.layer.doubt(expr.name)
    if doubt is not None:
        if doubt.type is None:
            message = f"the doubt `{expr.name}` has no value: its readings are named after `under`"
            return typer.refuse("no-value", message, expr.span, doubt.span)
        args = _arguments(typer, expr, scope, [type for _, type in doubt.params])
        return (
            broken(expr.span)
            if args is None
            else m.DoubtValue(type=doubt.type, doubt=doubt.name, args=args, span=expr.span)
        )
    record = scope.layer.record(expr.name)
    if record is not None:
        args = _arguments(typer, expr, scope, [type for _, type in record.fields])
        if args is None:
            return broken(expr.span)
        fields = tuple((field, arg) for (field, _), arg in zip(record.fields, args, strict=True))
        return m.MakeRecord(type=record, fields=fields, span=expr.span)
    for arg in expr.args:
        if not needs_hint(arg, scope):
            typer.infer(arg, scope)
    message = f"`{expr.name}` is no question, definition, doubt or record"
    return typer.unknown(message, expr.name, scope.layer.callables(), expr.span)


def _arguments(typer: Typer, expr: s.Apply, scope: Scope, due: Sequence[Type]) -> tuple[m.Expr, ...] | None:
    args = tuple(typer.check(arg, scope, type) for arg, type in zip(expr.args, due, strict=False))
    if len(expr.args) != len(due):
        _wrong_count(typer, expr, str(len(due)))
        return None
    return args


def _wrong_count(typer: Typer, expr: s.Apply, due: str) -> None:
    message = f"`{expr.name}` takes {due} argument{'' if due == '1' else 's'}, not {len(expr.args)}"
    typer.problems.add("wrong-arguments", message, expr.span)


def _call(typer: Typer, expr: s.Apply, scope: Scope, hint: Type | None) -> m.Expr:
    found = scope.layer.define(expr.name)
    assert found is not None
    define, layer = found
    args = tuple(typer.infer(arg, scope) for arg in expr.args)
    if len(args) != len(define.params):
        _wrong_count(typer, expr, str(len(define.params)))
        return broken(expr.span)
    function = typer.instance(define, layer, tuple(arg.type for arg in args), hint)
    if function is None or any(is_broken(arg.type) for arg in args):
        return broken(expr.span)
    return m.Call(type=function.body.type, function=function, args=args, span=expr.span)


def _ask(typer: Typer, expr: s.Apply, scope: Scope, question: QuestionSignature) -> m.Expr:
    params = question.params
    args = [typer.check(arg, scope, param.type) for arg, param in zip(expr.args, params, strict=False)]
    missing = params[len(expr.args) :]
    if len(expr.args) > len(params) or any(param.default is None for param in missing):
        least = sum(1 for param in params if param.default is None)
        due = str(len(params)) if least == len(params) else f"{least} to {len(params)}"
        _wrong_count(typer, expr, due)
        return broken(expr.span)
    for param in missing:
        args.append(default_of(typer, question, param, args, scope))
    return m.Ask(type=question.answer, question=question.name, args=tuple(args), span=expr.span)


def default_of(
    typer: Typer, question: QuestionSignature, param: ParamSignature, args: Sequence[m.Expr], scope: Scope
) -> m.Expr:
    """The default of a parameter where those before it have these values."""
    assert param.default is not None
    before = question.params[: len(args)]
    types = {p.name: p.type for p in before}
    if not binds_names(param.default):
        given = {p.name: Local(type=p.type, stands_for=arg) for p, arg in zip(before, args, strict=True)}
        return typer.check(param.default, Scope(layer=scope.layer.game, locals=given), param.type)
    body = typer.check(param.default, Scope(layer=scope.layer.game).bind_all(types), param.type)
    function = m.Function(name=param.name, params=tuple(types.items()), body=body, span=param.span)
    return m.Call(type=param.type, function=function, args=tuple(args), span=param.default.span)


# ------------------------------------------------------------------ tags and access


def tagged(typer: Typer, expr: s.TaggedExpr, scope: Scope, hint: Type | None) -> m.Expr:
    """`taken by Anna`."""
    expected = None if hint is None else plain(hint)
    unions = scope.layer.with_tag(expr.tag, expr.preposition)
    if isinstance(expected, UnionType) and expected in unions:
        unions = [expected]
    if len(unions) == 1:
        union = unions[0]
        due = next(a.payload for a in union.alternatives if a.tag == expr.tag)
        assert due is not None
        payload = typer.check(expr.payload, scope, due)
        return m.MakeTagged(type=union, tag=expr.tag, payload=payload, span=expr.span)
    words = f"{expr.tag} {expr.preposition}"
    if not unions:
        known = [a.tag for t in scope.layer.game.types.values() for a in _alternatives(t) if a.payload]
        return typer.unknown(f"`{words} …` is no alternative of any type", expr.tag, known, expr.span)
    names = " and ".join(f"`{type.name}`" for type in unions)
    message = f"`{words} …` belongs to {names}, and either may be meant"
    return typer.refuse("ambiguous-name", message, expr.span)


def _alternatives(type: Type) -> tuple[Alternative, ...]:
    return type.alternatives if isinstance(type, UnionType) else ()


def is_tag(typer: Typer, expr: s.Is, scope: Scope) -> m.Expr:
    """`x is taken`, `x is none`, `x is positive`."""
    subject = typer.infer(expr.subject, scope)
    if is_broken(subject.type):
        return broken(expr.span)
    kind = plain(subject.type)
    if expr.tag == "none" and isinstance(subject.type, OptionalType):
        return _negated_if(expr, m.IsTag(type=BOOL, subject=subject, tag="none", span=expr.span))
    if isinstance(kind, EnumType) and expr.tag in kind.cases:
        case = _case(kind, s.Name(name=expr.tag, span=expr.span))
        op: m.CompareOp = "!=" if expr.negated else "="
        return m.Compare(type=BOOL, op=op, left=subject, right=case, span=expr.span)
    tags = [a.tag for a in _alternatives(kind)]
    if expr.tag in tags:
        test = m.IsTag(type=BOOL, subject=unwrapped(subject), tag=expr.tag, span=expr.span)
        return _negated_if(expr, test)
    known = tags or cases_of(kind)
    if isinstance(subject.type, OptionalType):
        known = [*known, "none"]
    if not known:
        message = f"`{wording(expr.subject)}` is {describe(subject.type)}, which has no alternatives"
        return typer.refuse("wrong-type", message, expr.span)
    message = f"`{expr.tag}` is no alternative of {describe(subject.type)}"
    return typer.unknown(message, expr.tag, known, expr.span)


def _negated_if(expr: s.Is, test: m.Expr) -> m.Expr:
    return m.Not(type=BOOL, operand=test, span=expr.span) if expr.negated else test


def dot(typer: Typer, expr: s.Dot, scope: Scope) -> m.Expr:
    """`b.cards` of a record, `outcome.by` of a union, `p.hand` of a player in a flow (and of whatever else
    there is a zone or variable for each of)."""
    of = None if scope.places is None else scope.places.of_each(expr.name)
    subject = unwrapped(typer.infer(expr.subject, scope, of))
    known: list[str] = []
    match subject.type:
        case RecordType() if is_broken(subject.type):
            return broken(expr.span)
        case RecordType(fields=fields):
            type_ = dict(fields).get(expr.name)
            if type_ is not None:
                return m.Field(type=type_, subject=subject, name=expr.name, span=expr.span)
            known = [field for field, _ in fields]
        case UnionType(alternatives=alternatives):
            if any(a.preposition == expr.name for a in alternatives):
                return _payload(typer, expr, subject, alternatives)
            known = [a.preposition for a in alternatives if a.preposition is not None]
        case _:
            pass
    if scope.places is not None and not is_broken(subject.type):
        place = _place_of(expr, subject, scope.places)
        if place is not None:
            return place
        names = (*scope.places.zones, *scope.places.of)
        known += [name for name in names if _is_of(scope.places, name, subject.type)]
    message = f"`{wording(expr.subject)}` is {describe(subject.type)}, which has no `{expr.name}`"
    return typer.unknown(message, expr.name, known, expr.span)


def _place_of(expr: s.Dot, subject: m.Expr, places: Places) -> m.Expr | None:
    """The zone or variable of `subject`, of which there is one for each."""
    if not _is_of(places, expr.name, subject.type):
        return None
    zone = places.zones.get(expr.name)
    if zone is None:
        type_ = places.variables[expr.name]
        return m.VarOf(type=type_, name=expr.name, owner=subject, span=expr.span)
    return m.Zone(type=zone.type, name=zone.name, owner=subject, span=expr.span)


def _is_of(places: Places, name: str, type: Type) -> bool:
    of = places.of_each(name)
    return of is not None and fits(type, of)


def _payload(typer: Typer, expr: s.Dot, subject: m.Expr, alternatives: tuple[Alternative, ...]) -> m.Expr:
    carrying = [a for a in alternatives if a.preposition == expr.name]
    common = carrying[0].payload
    for alternative in carrying[1:]:
        if common is not None and alternative.payload is not None:
            common = join(common, alternative.payload)
    if common is None:
        tags = " and ".join(f"`{a.tag}`" for a in carrying)
        message = f"what `{expr.name}` means differs in type between {tags}"
        return typer.refuse("wrong-type", message, expr.span)
    tags_ = tuple(a.tag for a in carrying)
    return m.Payload(type=common, subject=subject, tags=tags_, span=expr.span)


def subscript(typer: Typer, expr: s.Subscript, scope: Scope) -> m.Expr:
    """`list[n]`; `bet[p]` where several chose `bet` at once."""
    if is_of_each(expr.subject, scope):
        whose = typer.check(expr.index, scope, PlayerType())
        return broken(expr.span) if is_broken(whose.type) else typer.infer(choice_of(expr), scope)
    subject = unwrapped(typer.infer(expr.subject, scope))
    index = typer.check(expr.index, scope, IntType())
    if is_broken(subject.type) or is_broken(index.type):
        return broken(expr.span)
    if not isinstance(subject.type, ListType):
        message = f"`{wording(expr.subject)}` is {describe(subject.type)}, where a list is needed"
        return typer.refuse("wrong-type", message, expr.subject.span)
    return m.Index(type=subject.type.item, subject=subject, index=index, span=expr.span)
