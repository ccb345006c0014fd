"""Questions and permissions: first their signatures, so that all may ask each other, then their bounds."""

from collections.abc import Iterable
from dataclasses import replace

from dsl import model as m
from dsl import syntax as s
from dsl.resolve.types import TypeReader, refuse_reserved
from dsl.syntax.printing import wording
from dsl.text.errors import Collector
from dsl.types.algebra import describe, fits, is_broken
from dsl.types.types import BoolType, ListType, SetType, Type
from dsl.typing.binding import refuse_hiding
from dsl.typing.checker import Typer, items_of
from dsl.typing.operators import collection_hint
from dsl.typing.scope import Layer, ParamSignature, QuestionSignature, Scope


def declare_questions(
    decls: Iterable[s.QuestionDecl], layer: Layer, types: TypeReader, problems: Collector
) -> None:
    """Enters the signatures of all questions into the layer."""
    for decl in decls:
        refuse_reserved(decl.name, decl.span, problems)
        params = tuple(
            ParamSignature(name=p.name, type=types.read_asked(p.type), default=p.default, span=p.span)
            for p in decl.params
        )
        check_params(decl.params, problems)
        answer = BoolType() if decl.answer is None else types.read(decl.answer)
        layer.questions[decl.name] = QuestionSignature(
            name=decl.name, params=params, answer=answer, permission=decl.default, span=decl.span
        )


def check_params(params: tuple[s.Param, ...], problems: Collector) -> None:
    """Notes parameters with the same name, and those without a default after one with."""
    seen: dict[str, s.Param] = {}
    for param in params:
        if param.name in seen:
            message = f"there are two parameters called `{param.name}`"
            problems.add("duplicate-name", message, param.span, seen[param.name].span)
        elif param.default is None and any(p.default is not None for p in seen.values()):
            message = f"`{param.name}` needs a default, as a parameter before it has one"
            problems.add("missing-default", message, param.span)
        seen.setdefault(param.name, param)


def parameters(
    params: Iterable[s.Param], types: Iterable[Type], scope: Scope, typer: Typer
) -> tuple[tuple[m.Parameter, ...], Scope]:
    """The parameters with their defaults typed, and the scope in which they are bound."""
    read = []
    for param, type in zip(params, types, strict=True):
        default = None if param.default is None else typer.check(param.default, scope, type)
        read.append(m.Parameter(name=param.name, type=type, default=default))
        refuse_hiding(param.name, None, param.span, replace(scope, locals={}), typer.problems)
        scope = scope.bind(param.name, type)
    return tuple(read), scope


def question(
    decl: s.QuestionDecl, layer: Layer, section: tuple[str | None, str | None], typer: Typer
) -> m.Question:
    """The question with everything it states; it belongs to this variant and option."""
    signature = layer.questions[decl.name]
    types = [param.type for param in signature.params]
    params, scope = parameters(decl.params, types, Scope(layer=layer), typer)
    return m.Question(
        name=decl.name,
        parameters=params,
        answer=signature.answer,
        text=decl.text,
        permission=decl.default,
        needs=tuple(typer.check_bool(expr, scope) for expr in decl.needs),
        given=tuple(typer.check_bool(expr, scope) for expr in decl.given),
        among=None if decl.among is None else choices(decl.among, scope, signature.answer, typer),
        smallest=tuple(typer.check_number(expr, scope) for expr in decl.smallest),
        optional=decl.optional,
        variant=section[0],
        option=section[1],
        span=decl.span,
    )


def choices(expr: s.Expr, scope: Scope, answer: Type, typer: Typer) -> m.Expr:
    """A list or set of answers."""
    typed = typer.collection(expr, scope, collection_hint(expr, answer))
    if is_broken(typed.type):
        return typed
    if not isinstance(typed.type, ListType | SetType):
        message = f"`{wording(expr)}` is {describe(typed.type)}, where a list or set of answers is needed"
        return typer.refuse("wrong-type", message, expr.span)
    if not fits(items_of(typed.type), answer):
        has, due = describe(typed.type), describe(answer)
        message = f"`{wording(expr)}` is {has}, where each item has to be {due}"
        return typer.refuse("wrong-type", message, expr.span)
    return typed


def property_for_all(claim: s.ForClaim, layer: Layer, types: TypeReader, typer: Typer) -> m.ForAll:
    """The claim about all situations of its parameters; a closed one may name players."""
    check_params(claim.params, typer.problems)
    read = [types.read_asked(param.type) for param in claim.params]
    scope = Scope(layer=layer, players=not read)
    params, scope = parameters(claim.params, read, scope, typer)
    needs = tuple(typer.check_bool(expr, scope) for expr in claim.needs)
    return m.ForAll(parameters=params, needs=needs, claim=typer.check_bool(claim.claim, scope))
