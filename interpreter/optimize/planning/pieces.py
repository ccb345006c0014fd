"""Of what a shape is made, if it is two sides with something between, and the pieces that cards allow.

A *side* is some cards, then a list of steps, each of some cards; between the sides lie some cards.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from dsl.model import LAID, Expr, Shape, ShapePart
from dsl.text.span import Span
from dsl.types.values import Record, Value
from interpreter.analysis.dependencies import free_names
from interpreter.evaluate.arrangements import Compile, Layout
from interpreter.optimize.planning.terms import Unplanned
from interpreter.values.context import Context


@dataclass(frozen=True, slots=True)
class Piece:
    """What can lie somewhere: the values of its parts, and the cards."""

    values: tuple[tuple[str, Value], ...]
    cards: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """A side: the part of the whole which it is, how it can begin, and the steps there can be. `wheres`:
    conditions, about parts of the side, that are not looked at yet."""

    part: str
    shape: Shape
    openings: tuple[Piece, ...]
    listed: ShapePart
    steps: tuple[Piece, ...]
    wheres: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Pieces:
    """Two sides, and what can lie between them. `wheres`: conditions, about parts of the whole, that are not
    looked at yet."""

    shape: Shape
    left: Side
    between: tuple[Piece, ...]
    right: Side
    wheres: tuple[Expr, ...]


def pieces_of(
    shape: Shape, cards: Sequence[Value], compiled: Compile, context: Context, span: Span
) -> Pieces:
    """The pieces that some of the cards can be. Raises Unplanned where the shape is another, Blocked and
    SpecError where it is not known how a card can be read."""
    first, *middle, last = shape.parts
    if not (_is_side(first) and _is_side(last) and all(_is_fixed(part) for part in middle)):
        raise Unplanned
    layout = Layout(shape, compiled)
    left, right = (_side(layout, shape, part, cards, context, span) for part in (first, last))
    kept, deferred = _conditions(middle)
    between = _laid(layout, kept, shape.reading, cards, context, span)
    wheres = [*deferred, *(part.where for part in (first, last) if part.where is not None)]
    return Pieces(shape, left, between, right, tuple(wheres))


def _is_side(part: ShapePart) -> bool:
    if part.shape is None or part.high is not None:
        return False
    *before, last = part.shape.parts
    return all(_is_fixed(each) for each in before) and last.high is not None and _is_fixed(_item(last))


def _is_fixed(part: ShapePart) -> bool:
    """Whether it is always of so many cards."""
    return part.high is None and (part.shape is None or all(_is_fixed(each) for each in part.shape.parts))


def _item(part: ShapePart) -> ShapePart:
    """One of a list."""
    return replace(part, low=None, high=None, where=None)


def _side(
    layout: Layout, whole: Shape, part: ShapePart, cards: Sequence[Value], context: Context, span: Span
) -> Side:
    shape = part.shape
    assert shape is not None
    reading = whole.reading if shape.reading is None else shape.reading
    *before, last = shape.parts
    kept, deferred = _conditions(before)
    openings = _laid(layout, kept, reading, cards, context, span)
    steps = _laid(layout, [_item(last)], reading, cards, context, span)
    wheres = [*deferred, *(() if last.where is None else (last.where,))]
    return Side(part.name, shape, openings, last, steps, tuple(wheres))


def _conditions(parts: Sequence[ShapePart]) -> tuple[list[ShapePart], list[Expr]]:
    """The parts with those conditions that are about them alone, and the other conditions."""
    names: set[str] = set()
    kept: list[ShapePart] = []
    deferred: list[Expr] = []
    for part in parts:
        names.add(part.name)
        if part.where is None or free_names(part.where) <= names:
            kept.append(part)
        else:
            kept.append(replace(part, where=None))
            deferred.append(part.where)
    return kept, deferred


def _laid(
    layout: Layout,
    parts: Sequence[ShapePart],
    reading: Expr | None,
    cards: Sequence[Value],
    context: Context,
    span: Span,
) -> tuple[Piece, ...]:
    found = layout.parts_using(tuple(parts), reading, cards, context, span)
    return tuple(_piece(record) for record in found)


def _piece(record: Record) -> Piece:
    *values, (_, cards) = record.fields
    assert isinstance(cards, tuple)
    return Piece(tuple(values), cards)


def put_together(pieces: Pieces, left: Sequence[Piece], between: Piece, right: Sequence[Piece]) -> Record:
    """What is laid of these: of each side first how it begins, then its steps."""
    one, other = _whole_side(pieces.left, left), _whole_side(pieces.right, right)
    laid = [card for piece in (*left, between, *right) for card in piece.cards]
    values = ((pieces.left.part, one), *between.values, (pieces.right.part, other))
    return Record(pieces.shape.name, (*values, (LAID, tuple(laid))))


def _whole_side(side: Side, laid: Sequence[Piece]) -> Record:
    opening, *steps = laid
    items = tuple(value for step in steps for _, value in step.values)
    cards = tuple(card for piece in laid for card in piece.cards)
    return Record(side.shape.name, (*opening.values, (side.listed.name, items), (LAID, cards)))
