"""Shapes: what can be laid with cards, as a regular expression over cards whose parts have names."""

from collections.abc import Iterator
from typing import assert_never

from dsl.model.expressions import Expr, Shape
from dsl.types import types as t

CARD = "card"
"""What the card is called in `Shape.reading`."""

LAID = "laid"
"""The last field of what is laid: the cards as they lie."""


def expressions_of(shape: Shape) -> Iterator[Expr]:
    """The conditions and readings of a shape and of those in it."""
    if shape.reading is not None:
        yield shape.reading
    for part in shape.parts:
        if part.shape is not None:
            yield from expressions_of(part.shape)
        if part.where is not None:
            yield part.where


def is_concrete_type(type: t.Type) -> bool:
    """Whether values of a type are only worked out and never encoded: what is laid, and what has it in it."""
    match type:
        case t.RecordType():
            return type.is_shape or any(is_concrete_type(field) for _, field in type.fields)
        case t.UnionType():
            payloads = [a.payload for a in type.alternatives]
            return any(payload is not None and is_concrete_type(payload) for payload in payloads)
        case t.OptionalType() | t.ListType() | t.BagType() | t.SetType():
            return is_concrete_type(type.item)
        case t.BoolType() | t.IntType() | t.RationalType() | t.EnumType() | t.PlayerType():
            return False
        case _:
            assert_never(type)
