"""Typing of operators, `if` and `let`."""

from typing import assert_never

from dsl import model as m
from dsl import syntax as s
from dsl.syntax.printing import wording
from dsl.types.algebra import (
    BOOL,
    added,
    describe,
    is_broken,
    join,
    loosened,
    may_be_zero,
    multiplied,
    negated,
    plain,
    remainder,
)
from dsl.types.types import BagType, IntType, ListType, OptionalType, RationalType, SetType, Type
from dsl.typing.binding import refuse_hiding, refuse_unused
from dsl.typing.checker import Typer, broken, int_type, items_of, unwrapped
from dsl.typing.scope import Scope


def unary(typer: Typer, expr: s.Unary, scope: Scope) -> m.Expr:
    """`not x`, `-n`; minus a number written out is a number written out."""
    match expr.op:
        case "not":
            return m.Not(type=BOOL, operand=typer.check_bool(expr.operand, scope), span=expr.span)
        case "-":
            return _minus(typer, expr, scope)
        case _:
            assert_never(expr.op)


def _minus(typer: Typer, expr: s.Unary, scope: Scope) -> m.Expr:
    if isinstance(expr.operand, s.Number):
        value = -expr.operand.value
        return m.Literal(type=IntType(value, value), value=value, span=expr.span)
    operand = typer.check_quantity(expr.operand, scope, spreads=True)
    if is_broken(operand.type):
        return operand
    if _is_rational(operand):
        return m.Negative(type=operand.type, operand=operand, span=expr.span)
    return m.Negative(type=negated(int_type(operand)), operand=operand, span=expr.span)


def binary(typer: Typer, expr: s.Binary, scope: Scope, hint: Type | None) -> m.Expr:
    """Any operator with two operands."""
    match expr.op:
        case "and" | "or" | "implies":
            left, right = typer.check_bool(expr.left, scope), typer.check_bool(expr.right, scope)
            return m.Logic(type=BOOL, op=expr.op, left=left, right=right, span=expr.span)
        case "=" | "!=":
            return _equality(typer, expr, expr.op, scope)
        case "<" | "<=" | ">" | ">=":
            left, right = typer.check_quantity(expr.left, scope), typer.check_quantity(expr.right, scope)
            return m.Compare(type=BOOL, op=expr.op, left=left, right=right, span=expr.span)
        case "in":
            return _member(typer, expr, scope)
        case "not in":
            return m.Not(type=BOOL, operand=_member(typer, expr, scope), span=expr.span)
        case "+":
            return _plus(typer, expr, scope, hint)
        case "-" | "*" | "/":
            left = typer.check_quantity(expr.left, scope, spreads=True)
            right = typer.check_quantity(expr.right, scope, spreads=True)
            return _arithmetic(expr, expr.op, left, right)
        case "mod":
            return _modulo(typer, expr, scope)


def _equality(typer: Typer, expr: s.Binary, op: m.CompareOp, scope: Scope) -> m.Expr:
    left, right = pair(typer, expr.left, expr.right, scope, None)
    for side, opposite, typed in ((expr.left, expr.right, right), (expr.right, expr.left, left)):
        if _is_none(side) and not (isinstance(typed.type, OptionalType) or is_broken(typed.type)):
            message = f"`{wording(opposite)}` is {describe(typed.type)}, which is never `none`"
            return typer.refuse("wrong-type", message, expr.span)
    if join(left.type, right.type) is None:
        one = f"`{wording(expr.left)}` is {describe(left.type)}"
        other = f"`{wording(expr.right)}` is {describe(right.type)}"
        typer.problems.add("wrong-type", f"{one} and {other}, so they are never compared", expr.span)
    return m.Compare(type=BOOL, op=op, left=left, right=right, span=expr.span)


def _is_none(expr: s.Expr) -> bool:
    return isinstance(expr, s.Name) and expr.name == "none"


def _member(typer: Typer, expr: s.Binary, scope: Scope) -> m.Expr:
    clear = isinstance(expr.right, s.Row) or not needs_hint(expr.right, scope)
    if needs_hint(expr.left, scope) and clear:
        collection = typer.collection(expr.right, scope)
        item = typer.infer(expr.left, scope, items_of(collection.type))
    else:
        item = typer.infer(expr.left, scope)
        collection = typer.collection(expr.right, scope, collection_hint(expr.right, loosened(item.type)))
    if join(item.type, items_of(collection.type)) is None:
        is_ = f"`{wording(expr.left)}` is {describe(item.type)}"
        in_ = f"`{wording(expr.right)}` is {describe(collection.type)}"
        typer.problems.add("wrong-type", f"{is_} and {in_}, so it is never in it", expr.span)
    return m.Member(type=BOOL, item=item, collection=collection, span=expr.span)


def _plus(typer: Typer, expr: s.Binary, scope: Scope, hint: Type | None) -> m.Expr:
    left, right = pair(typer, expr.left, expr.right, scope, None if hint is None else loosened(hint))
    if all(isinstance(plain(side.type), IntType | RationalType) for side in (left, right)):
        left = typer.as_quantity(left, expr.left, spreads=True)
        right = typer.as_quantity(right, expr.right, spreads=True)
        return _arithmetic(expr, "+", left, right)
    left, right = unwrapped(left), unwrapped(right)
    if is_broken(left.type) or is_broken(right.type):
        return broken(expr.span)
    both = join(left.type, right.type)
    if not isinstance(both, ListType | BagType):
        is_ = f"`{wording(expr.left)}` is {describe(left.type)}"
        message = f"{is_} and `{wording(expr.right)}` is {describe(right.type)}, which cannot be added"
        return typer.refuse("wrong-type", message, expr.span, help="numbers, lists, and bags can be added")
    size = added(_size(left.type), _size(right.type))
    type_: Type
    if isinstance(both, ListType):
        type_ = ListType(both.item, size.low, size.high)
    else:
        type_ = BagType(both.item, size.low, size.high)
    return m.Arithmetic(type=type_, op="+", left=left, right=right, span=expr.span)


def _size(type: Type) -> IntType:
    return IntType(type.low or 0, type.high) if isinstance(type, ListType | BagType) else IntType()


def _arithmetic(expr: s.Expr, op: m.ArithmeticOp, left: m.Expr, right: m.Expr) -> m.Expr:
    if is_broken(left.type) or is_broken(right.type):
        return broken(expr.span)
    if op == "/" or _is_rational(left) or _is_rational(right):
        none = any(isinstance(side.type, OptionalType) for side in (left, right))
        none = none or (op == "/" and may_be_zero(right.type))
        exact: Type = OptionalType(RationalType()) if none else RationalType()
        return m.Arithmetic(type=exact, op=op, left=left, right=right, span=expr.span)
    a, b = int_type(left), int_type(right)
    match op:
        case "+":
            bounds = added(a, b)
        case "-":
            bounds = added(a, negated(b))
        case "*":
            bounds = multiplied(a, b)
        case "mod":
            bounds = remainder(a, b)
        case _:
            assert_never(op)
    return m.Arithmetic(type=bounds, op=op, left=left, right=right, span=expr.span)


def _is_rational(typed: m.Expr) -> bool:
    return isinstance(plain(typed.type), RationalType)


def _modulo(typer: Typer, expr: s.Binary, scope: Scope) -> m.Expr:
    left, right = typer.check_number(expr.left, scope), typer.check_number(expr.right, scope)
    most = int_type(right).high
    if most is not None and most <= 0 and not is_broken(right.type):
        message = f"`{wording(expr.right)}` is never positive: nothing is left of a number by it"
        return typer.refuse("out-of-bounds", message, expr.right.span)
    return _arithmetic(expr, "mod", left, right)


def conditional(typer: Typer, expr: s.IfExpr, scope: Scope, hint: Type | None) -> m.Expr:
    """`if … then … else …`."""
    condition = typer.check_bool(expr.condition, scope)
    then, otherwise = pair(typer, expr.then, expr.otherwise, scope, hint)
    both = join(then.type, otherwise.type)
    if both is None:
        is_ = f"`{wording(expr.then)}` is {describe(then.type)}"
        message = f"{is_} but `{wording(expr.otherwise)}` is {describe(otherwise.type)}"
        return typer.refuse("wrong-type", message, expr.otherwise.span, expr.then.span)
    return m.If(type=both, condition=condition, then=then, otherwise=otherwise, span=expr.span)


def let(typer: Typer, expr: s.LetExpr, scope: Scope, hint: Type | None) -> m.Expr:
    """`let x = …; …`."""
    value = typer.infer(expr.value, scope)
    refuse_hiding(expr.name, value.type, expr.span, scope, typer.problems)
    refuse_unused(expr.name, expr.span, (expr.body,), typer.problems)
    body = typer.infer(expr.body, scope.bind(expr.name, value.type), hint)
    return m.Let(type=body.type, name=expr.name, value=value, body=body, span=expr.span)


# ------------------------------------------------------------------ which side explains the other


def pair(typer: Typer, left: s.Expr, right: s.Expr, scope: Scope, hint: Type | None) -> tuple[m.Expr, m.Expr]:
    """Both typed; without a hint, the side that is clear by itself is the hint for the other."""
    if hint is not None:
        return typer.infer(left, scope, hint), typer.infer(right, scope, hint)
    if needs_hint(left, scope) and not needs_hint(right, scope):
        last = typer.infer(right, scope)
        return typer.infer(left, scope, loosened(last.type)), last
    first = typer.infer(left, scope)
    return first, typer.infer(right, scope, loosened(first.type))


def needs_hint(expr: s.Expr, scope: Scope) -> bool:
    """Whether what `expr` means may depend on the type that is expected."""
    match expr:
        case s.Name(name=name):
            if name in scope.locals or name in ("true", "false"):
                return False
            return name == "none" or len(scope.layer.with_case(name)) > 1
        case s.TaggedExpr(tag=tag, preposition=preposition):
            return len(scope.layer.with_tag(tag, preposition)) != 1
        case s.ListExpr(items=items):
            return not items or any(needs_hint(item, scope) for item in items)
        case s.Braces() | s.PairItem() | s.Comprehension(brackets="{"):
            return True
        case s.Comprehension(body=s.PairItem()):
            return True
        case s.Row(shape=shape):
            return shape is None
        case s.IfExpr(then=a, otherwise=b) | s.Binary(op="+", left=a, right=b):
            return needs_hint(a, scope) and needs_hint(b, scope)
        case s.LetExpr(body=body):
            return needs_hint(body, scope)
        case _:
            return False


def collection_hint(expr: s.Expr, item: Type) -> Type | None:
    """What to expect of a collection with such items: braces are a set, brackets a list."""
    match expr:
        case s.Braces() | s.Comprehension(brackets="{"):
            return SetType(item)
        case s.ListExpr() | s.Comprehension() | s.Row(shape=None):
            return ListType(item)
        case s.IfExpr(then=first) | s.LetExpr(body=first) | s.Binary(op="+", left=first):
            return collection_hint(first, item)
        case _:
            return None
