"""Typing of shapes, of what is laid with cards, and of cards written as text."""

from typing import Literal as Lit
from typing import assert_never

from dsl import model as m
from dsl import syntax as s
from dsl.model.card_text import CardTexts
from dsl.syntax.printing import suggest, wording
from dsl.text.errors import ArbitreError
from dsl.text.span import Span
from dsl.types.algebra import describe, fits, is_broken, plain
from dsl.types.types import (
    BagType,
    BoolType,
    EnumType,
    IntType,
    ListType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    UnionType,
)
from dsl.types.values import Case, Tagged, Value
from dsl.typing.binding import refuse_hiding
from dsl.typing.checker import Typer, broken
from dsl.typing.scope import Scope

# ------------------------------------------------------------------ shapes


def shape_named(typer: Typer, name: str, scope: Scope, span: Span) -> m.Shape | None:
    """The shape of that name, typed when it is first needed; None where it is refused."""
    layer = scope.layer.game
    decl, record = layer.shapes.get(name), layer.types.get(name)
    if decl is None:
        known = suggest(name, layer.shapes)
        typer.refuse("unknown-name", f"`{name}` is no shape", span, help=known)
        return None
    if not isinstance(record, RecordType) or not record.is_shape:
        return None  # refused when its parts were read
    key = (layer.name, name)
    if key in typer.shapes_open:
        cycle = [inner for _, inner in typer.shapes_open[typer.shapes_open.index(key) :]]
        path = " uses ".join(f"`{inner}`" for inner in [*cycle, name])
        typer.problems.add("definition-cycle", f"a shape is laid out by itself: {path}", decl.span)
        return None
    if key not in typer.shapes:
        typer.shapes_open.append(key)
        try:
            shape = _typed(typer, decl, record, Scope(layer=layer))
        finally:
            typer.shapes_open.pop()
        if shape is None and typer.silent:
            return None
        typer.shapes[key] = shape
    return typer.shapes[key]


def _typed(typer: Typer, decl: s.ShapeDecl, record: RecordType, scope: Scope) -> m.Shape | None:
    (_, rows) = record.fields[-1]
    assert isinstance(rows, ListType)
    card = rows.item
    assert isinstance(card, UnionType | EnumType)
    parts: list[m.ShapePart] = []
    inner, refused = scope, False
    for part, (name, type_) in zip(decl.parts, record.fields, strict=False):
        refuse_hiding(name, type_, part.span, scope, typer.problems)
        inner = inner.bind(name, type_)
        where = None if part.where is None else typer.check_bool(part.where, inner)
        made = _part(typer, part, type_, scope, card)
        refused = refused or made is None or (where is not None and is_broken(where.type))
        if made is not None:
            parts.append(
                m.ShapePart(name=name, tag=made[0], shape=made[1], low=made[2], high=made[3], where=where)
            )
    reading = None if decl.reading is None else _reading(typer, decl, decl.reading, card, scope)
    if refused or (reading is not None and is_broken(reading.type)):
        return None
    return m.Shape(
        name=decl.name, type=record, card=card, parts=tuple(parts), reading=reading, span=decl.span
    )


def _part(
    typer: Typer, part: s.ShapePartDecl, type: Type, scope: Scope, card: UnionType | EnumType
) -> tuple[str | None, m.Shape | None, int | None, int | None] | None:
    """The tag or shape of a part, and how many at least and at most."""
    low, high, item, named = None, None, type, part.type
    if isinstance(type, ListType) and isinstance(named, s.ListOf):
        low, high, item, named = type.low, type.high, type.item, named.item
    assert isinstance(named, s.Named)
    if isinstance(item, RecordType):
        shape = shape_named(typer, item.name, scope, part.span)
        return None if shape is None else (None, shape, low, high)
    return (None if named.name == card.name else named.name), None, low, high


def _reading(typer: Typer, decl: s.ShapeDecl, name: str, card: UnionType | EnumType, scope: Scope) -> m.Expr:
    """The set of what a card is read as: a definition or question applied to it."""
    if scope.layer.define(name) is None and scope.layer.question(name) is None:
        known = [*scope.layer.game.questions, *scope.layer.game.defines]
        message = f"`{name}` is no question or definition, by which cards could be read"
        return typer.unknown(message, name, known, decl.span)
    applied = s.Apply(name=name, args=(s.Name(name=m.CARD, span=decl.span),), span=decl.span)
    return typer.check(applied, scope.bind(m.CARD, card), SetType(card))


# ------------------------------------------------------------------ laid with cards


def laid(typer: Typer, expr: s.LaidExpr, scope: Scope) -> m.Expr:
    """`SHAPE using CARDS`, `SHAPE along ROW`."""
    shape = shape_named(typer, expr.shape, scope, expr.span)
    if shape is None:
        typer.attempt(expr.cards, scope)
        return broken(expr.span)
    match expr.how:
        case "using":
            wanted: Type = BagType(shape.card)
            due = "a list or a bag"
        case "along":
            wanted, due = ListType(shape.card), "a list"
        case _:
            assert_never(expr.how)
    cards = typer.collection(expr.cards, scope, wanted)
    if is_broken(cards.type):
        return broken(expr.span)
    if not isinstance(cards.type, ListType | BagType if isinstance(wanted, BagType) else ListType):
        message = f"`{wording(expr.cards)}` is {describe(cards.type)}, where {due} is needed"
        return typer.refuse("wrong-type", message, expr.cards.span)
    assert isinstance(cards.type, ListType | BagType)
    if not fits(cards.type.item, shape.card):
        is_ = f"`{wording(expr.cards)}` is {describe(cards.type)}"
        message = f"{is_}, and `{shape.name}` is laid with {describe(shape.card)}"
        return typer.refuse("wrong-type", message, expr.cards.span)
    found = ListType(shape.type, 0, None)
    match expr.how:
        case "using":
            return m.Using(type=found, shape=shape, cards=cards, span=expr.span)
        case "along":
            return m.Along(type=found, shape=shape, row=cards, span=expr.span)
        case _:
            assert_never(expr.how)


# ------------------------------------------------------------------ cards as text


def row(typer: Typer, expr: s.Row, scope: Scope, hint: Type | None) -> m.Expr:
    """`SHAPE "8 + 7 = 15"`: the only way to read the row as the shape; `CARD "8"`: that card. On its own:
    one, a list, a bag or a set of cards, by what is expected (where nothing is: a list of the cards with
    which shapes are laid). In a list of what may be `none`, `~` is."""
    expected = None if hint is None else plain(hint)
    if expected is not None and is_broken(expected):
        return broken(expr.span)
    if expr.shape is not None:
        return _named(typer, expr, expr.shape, scope)
    holes = False
    match expected:
        case RecordType(name=name, is_shape=True):
            return _read_as(typer, expr, name, scope)
        case ListType(item=OptionalType(item=item)):
            card, holes = _declared_card(item, scope), True
        case ListType(item=item) | BagType(item=item) | SetType(item=item):
            card = _declared_card(item, scope)
        case UnionType() | EnumType():
            card = _declared_card(expected, scope)
            return broken(expr.span) if card is None else _one_card(typer, expr, card, scope)
        case _:
            card = _card_of_shapes(scope)
    if card is None:
        message = f"nothing says which cards `{wording(expr)}` are"
        return typer.refuse("unclear-type", message, expr.span)
    items = _cards(typer, expr, card, scope, holes)
    if items is None:
        return broken(expr.span)
    if isinstance(expected, BagType):
        return m.MakeBag(type=BagType(card, len(items), len(items)), items=items, span=expr.span)
    if isinstance(expected, SetType):
        return m.MakeSet(type=SetType(card), items=items, span=expr.span)
    item_type = OptionalType(card) if any(isinstance(item.type, OptionalType) for item in items) else card
    return m.MakeList(type=ListType(item_type, len(items), len(items)), items=items, span=expr.span)


def _named(typer: Typer, expr: s.Row, name: str, scope: Scope) -> m.Expr:
    """The row after the name of a shape, or one card after the name of the type of cards."""
    if name in {decl.card for decl in scope.layer.game.shapes.values()}:
        card = scope.layer.type(name)
        if isinstance(card, UnionType | EnumType):
            return _one_card(typer, expr, card, scope)
    return _read_as(typer, expr, name, scope)


def _read_as(typer: Typer, expr: s.Row, name: str, scope: Scope) -> m.Expr:
    shape = shape_named(typer, name, scope, expr.span)
    items = None if shape is None else _cards(typer, expr, shape.card, scope)
    if shape is None or items is None:
        return broken(expr.span)
    _, rows = shape.type.fields[-1]
    assert isinstance(rows, ListType) and rows.low is not None and rows.high is not None
    if not rows.low <= len(items) <= rows.high:
        message = f"`{name}` has {rows.low} to {rows.high} cards, and `{wording(expr)}` has {len(items)}"
        return typer.refuse("out-of-bounds", message, expr.span)
    cards = m.MakeList(type=ListType(shape.card, len(items), len(items)), items=items, span=expr.span)
    source = m.Along(type=ListType(shape.type, 0, None), shape=shape, row=cards, span=expr.span)
    kind: Lit["only"] = "only"
    return m.Pick(type=shape.type, kind=kind, binder=m.Binder(names=("row",), source=source), span=expr.span)


def _declared_card(item: Type, scope: Scope) -> UnionType | EnumType | None:
    """The type of cards of which `item` are all or some."""
    if not isinstance(item, UnionType | EnumType):
        return None
    declared = scope.layer.type(item.name)
    return declared if isinstance(declared, UnionType | EnumType) else item


def _card_of_shapes(scope: Scope) -> UnionType | EnumType | None:
    """The cards with which all shapes of the game are laid, if they are the same."""
    names = {decl.card for decl in scope.layer.game.shapes.values()}
    declared = scope.layer.type(next(iter(names))) if len(names) == 1 else None
    return declared if isinstance(declared, UnionType | EnumType) else None


def _cards(
    typer: Typer, expr: s.Row, card: UnionType | EnumType, scope: Scope, holes: bool = False
) -> tuple[m.Expr, ...] | None:
    try:
        texts = CardTexts(card, scope.layer.game.enums, expr.span)
        values = texts.cards(expr.text, expr.span, holes=holes)
    except ArbitreError as error:
        typer.problems.extend(error.problems)
        return None
    hole = m.Literal(type=OptionalType(card), value=None, span=expr.span)
    return tuple(hole if value is None else _written(value, card, expr.span) for value in values)


def _one_card(typer: Typer, expr: s.Row, card: UnionType | EnumType, scope: Scope) -> m.Expr:
    try:
        texts = CardTexts(card, scope.layer.game.enums, expr.span)
        return _written(texts.one(expr.text, expr.span), card, expr.span)
    except ArbitreError as error:
        typer.problems.extend(error.problems)
        return broken(expr.span)


def _written(value: Value, type: Type, span: Span) -> m.Expr:
    """The expression of a card."""
    match value, type:
        case Case(), EnumType():
            return m.Literal(type=type, value=value, span=span)
        case Tagged(tag=tag, payload=None), UnionType():
            return m.MakeTagged(type=type, tag=tag, span=span)
        case Tagged(tag=tag, payload=payload), UnionType(alternatives=alternatives):
            due = next(a.payload for a in alternatives if a.tag == tag)
            assert due is not None
            return m.MakeTagged(type=type, tag=tag, payload=_written(payload, due, span), span=span)
        case bool(), _:
            return m.Literal(type=BoolType(), value=value, span=span)
        case int(), _:
            return m.Literal(type=IntType(value, value), value=value, span=span)
    raise AssertionError(f"no card is written so: {value}")
