"""From parse trees to syntax: expressions, types and parameters."""

from dataclasses import replace
from typing import cast

from lark import Tree

from dsl import syntax
from dsl.parse.trees import Child, Place, impossible, name, names, number, text, words
from dsl.syntax import Expr, TypeExpr
from dsl.text.errors import fail
from dsl.text.span import Span

_RELATIONS = {"≠": "!=", "≤": "<=", "≥": ">="}
_BINARY: dict[str, syntax.BinaryOp] = {
    "implies": "implies",
    "or_": "or",
    "and_": "and",
    "member": "in",
    "not_member": "not in",
    "plus": "+",
    "times": "*",
    "divided": "/",
    "modulo": "mod",
}


def expression(tree: Child, place: Place) -> Expr:
    """The expression of a tree."""
    assert isinstance(tree, Tree)
    span = place.span(tree)

    def of(child: Child) -> Expr:
        return expression(child, place)

    match str(tree.data), tree.children:
        case "name", [word]:
            return syntax.Name(name=name(word), span=span)
        case "number", [word]:
            return syntax.Number(value=number(word), span=span)
        case "apply", [word, args]:
            return syntax.Apply(name=name(word), args=expressions(args, place), span=span)
        case "not_", [operand]:
            return syntax.Unary(op="not", operand=of(operand), span=span)
        case "negative", [_, operand]:
            return syntax.Unary(op="-", operand=of(operand), span=span)
        case kind, [left, right] if kind in _BINARY:
            return syntax.Binary(op=_BINARY[kind], left=of(left), right=of(right), span=span)
        case "minus", [left, _, right]:
            return syntax.Binary(op="-", left=of(left), right=of(right), span=span)
        case "comparison", [left, relation, right]:
            sign = words(relation)
            op = cast(syntax.BinaryOp, _RELATIONS.get(sign, sign))
            return syntax.Binary(op=op, left=of(left), right=of(right), span=span)
        case ("is_tag" | "is_not_tag") as kind, [subject, tag]:
            return syntax.Is(subject=of(subject), tag=name(tag), negated=kind == "is_not_tag", span=span)
        case "dot", [subject, word]:
            return syntax.Dot(subject=of(subject), name=name(word), span=span)
        case "subscript", [subject, index]:
            return syntax.Subscript(subject=of(subject), index=of(index), span=span)
        case "tagged", [tag, preposition, payload]:
            return syntax.TaggedExpr(
                tag=name(tag), preposition=words(preposition), payload=of(payload), span=span
            )
        case "list", [items]:
            return syntax.ListExpr(items=expressions(items, place), span=span)
        case "braces", [items]:
            return syntax.Braces(items=expressions(items, place), span=span)
        case "pair", [left, right]:
            return syntax.PairItem(left=of(left), right=of(right), span=span)
        case ("mapped_list" | "mapped_braces") as kind, [body, within]:
            return syntax.Comprehension(
                brackets="[" if kind == "mapped_list" else "{",
                body=of(body),
                binder=binder(within, place),
                span=span,
            )
        case "all_", [within, body]:
            return syntax.Quantifier(kind="all", binder=binder(within, place), body=of(body), span=span)
        case "quantified", [kind, within, body]:
            return syntax.Quantifier(
                kind=cast(syntax.Quantifying, words(kind)),
                binder=binder(within, place),
                body=of(body),
                span=span,
            )
        case "aggregate", [kind, within, body]:
            return syntax.AggregateExpr(
                kind=cast(syntax.Aggregating, words(kind)),
                binder=binder(within, place),
                body=of(body),
                span=span,
            )
        case "picked", [kind, within]:
            return syntax.Picked(
                kind=cast(syntax.Picking, words(kind).removeprefix("the ")),
                binder=binder(within, place),
                span=span,
            )
        case "fold", [within, initial, so_far, body]:
            return syntax.FoldExpr(
                binder=binder(within, place),
                initial=of(initial),
                so_far=name(so_far),
                body=of(body),
                span=span,
            )
        case "best", [_, within, key]:
            return syntax.BestExpr(binder=binder(within, place), keys=(of(key),), span=span)
        case "one_more_key", [before, key]:
            return _with_key(of(before), of(key))
        case "laid", [word, how, cards]:
            how_ = cast(syntax.Laying, words(how))
            return syntax.LaidExpr(shape=name(word), how=how_, cards=of(cards), span=span)
        case "row", [word, written]:
            shape = None if word is None else name(word)
            return syntax.Row(shape=shape, text=text(written), span=span)
        case "let", [word, value, body]:
            return syntax.LetExpr(name=name(word), value=of(value), body=of(body), span=span)
        case "if_", [condition, then, otherwise]:
            return syntax.IfExpr(condition=of(condition), then=of(then), otherwise=of(otherwise), span=span)
    impossible(tree)


def _with_key(before: Expr, key: Expr) -> Expr:
    """`before` with one more key for the `best` at its end. Raises ArbitreError where there is none."""
    match before:
        case syntax.BestExpr(keys=keys):
            return replace(before, keys=(*keys, key), span=_up_to(before, key))
        case syntax.Binary():
            return replace(before, right=_with_key(before.right, key), span=_up_to(before, key))
        case syntax.Unary():
            return replace(before, operand=_with_key(before.operand, key), span=_up_to(before, key))
        case syntax.Quantifier() | syntax.AggregateExpr() | syntax.LetExpr() | syntax.FoldExpr():
            return replace(before, body=_with_key(before.body, key), span=_up_to(before, key))
        case syntax.IfExpr():
            return replace(before, otherwise=_with_key(before.otherwise, key), span=_up_to(before, key))
        case _:
            help = "put the `best` before it, or what follows it, in parentheses"
            raise fail("unexpected-word", "a comma cannot stand before this", key.span, help=help)


def _up_to(before: Expr, key: Expr) -> Span:
    return replace(before.span, end_line=key.span.end_line, end_column=key.span.end_column)


def optional_expression(tree: Child, place: Place) -> Expr | None:
    """The expression of a tree, None where it was left out."""
    return None if tree is None else expression(tree, place)


def expressions(tree: Child, place: Place) -> tuple[Expr, ...]:
    """The expressions below a tree; none where it was left out."""
    return tuple(expression(child, place) for child in tree.children) if isinstance(tree, Tree) else ()


def binder(tree: Child, place: Place) -> syntax.Binder:
    """`names in source [.. high] [where condition]`."""
    assert isinstance(tree, Tree)
    bound, source, high, where = tree.children
    return syntax.Binder(
        names=names(bound),
        source=expression(source, place),
        high=optional_expression(high, place),
        where=optional_expression(where, place),
        span=place.span(tree),
    )


def type_of(tree: Child, place: Place) -> TypeExpr:
    """The type of a tree."""
    assert isinstance(tree, Tree)
    span = place.span(tree)
    match str(tree.data), tree.children:
        case "named", [word]:
            return syntax.Named(name=name(word), span=span)
        case "range_of", [low, high]:
            return syntax.RangeOf(low=number(low), high=number(high), span=span)
        case "optional_of", [item]:
            return syntax.OptionalOf(item=type_of(item, place), span=span)
        case "list_of", [bounds, item]:
            least, most = _bounds(bounds)
            return syntax.ListOf(low=least, high=most, item=type_of(item, place), span=span)
        case "bag_of", [bounds, item]:
            least, most = _bounds(bounds)
            return syntax.BagOf(low=least, high=most, item=type_of(item, place), span=span)
        case "set_of", [item]:
            return syntax.SetOf(item=type_of(item, place), span=span)
    impossible(tree)


def params(tree: Child, place: Place) -> tuple[syntax.Param, ...]:
    """Parameters, or fields; none where they were left out."""
    return tuple(_param(child, place) for child in tree.children) if isinstance(tree, Tree) else ()


def _param(tree: Child, place: Place) -> syntax.Param:
    assert isinstance(tree, Tree)
    word, type_, *default = tree.children
    return syntax.Param(
        name=name(word),
        type=type_of(type_, place),
        default=optional_expression(default[0], place) if default else None,
        span=place.span(tree),
    )


def _bounds(tree: Child) -> tuple[int, int]:
    assert isinstance(tree, Tree)
    low, high = tree.children
    return number(low), number(low if high is None else high)
