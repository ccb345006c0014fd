"""Expressions made at random with the constructs that are never encoded: `fold`, `turned`, `best`, what can
be laid with cards; and division and products of numbers of many values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from dsl.model import (
    CARD,
    LAID,
    Along,
    Best,
    Binder,
    Compare,
    Expr,
    Field,
    Fold,
    If,
    IsTag,
    Literal,
    MakeSet,
    Member,
    Not,
    Quantified,
    Shape,
    ShapePart,
    Turned,
    Unwrap,
    Using,
    Var,
)
from dsl.types.types import BagType, ListType, OptionalType, RecordType, SetType, Type
from dsl.types.values import Case, Record
from tests.laws.programs import BOOL, COLOUR, INT, MAYBE_RATIO, RATIO, SORTS, Scope, Writer

ROW = RecordType("row", (("first", COLOUR), ("rest", ListType(COLOUR)), (LAID, ListType(COLOUR))), True)
COUPLE = RecordType(
    "couple", (("left", ROW), ("between", COLOUR), ("right", ListType(ROW)), (LAID, ListType(COLOUR))), True
)
FULLER: tuple[Type, ...] = (
    *SORTS,
    *(OptionalType(t) for t in (ROW, COUPLE)),
    ListType(ROW),
    ListType(COUPLE),
)
CONCRETE = ("Turned", "Fold", "Best", "Using", "Along")
"""The constructs that are made here besides."""


def _case(name: str) -> Expr:
    return Literal(type=COLOUR, value=Case(COLOUR.name, name, COLOUR.cases.index(name)))


def _card() -> Expr:
    return Var(type=COLOUR, name=CARD)


def shape_of_row() -> Shape:
    """One to three cards; the first is not among the others, nor are these all blue."""
    first, rest = Var(type=COLOUR, name="first"), Var(type=ListType(COLOUR), name="rest")
    one = Binder(names=("c",), source=rest)
    is_blue = Compare(type=BOOL, op="=", left=Var(type=COLOUR, name="c"), right=_case("blue"))
    where = If(
        type=BOOL,
        condition=Member(type=BOOL, item=first, collection=rest),
        then=Literal(type=BOOL, value=False),
        otherwise=Not(type=BOOL, operand=Quantified(type=BOOL, kind="one", binder=one, body=is_blue)),
    )
    parts = (ShapePart(name="first"), ShapePart(name="rest", low=0, high=2, where=where))
    return Shape(name="row", type=ROW, card=COLOUR, parts=parts, reading=None)


def shape_of_couple() -> Shape:
    """A row, a card read as red, and at most one row; blue is read as red or blue."""
    both = MakeSet(type=SetType(COLOUR), items=(_case("red"), _case("blue")))
    as_blue = Compare(type=BOOL, op="=", left=_card(), right=_case("blue"))
    alone = MakeSet(type=SetType(COLOUR), items=(_card(),))
    reading = If(type=SetType(COLOUR), condition=as_blue, then=both, otherwise=alone)
    parts = (
        ShapePart(name="left", shape=shape_of_row()),
        ShapePart(name="between", tag="red"),
        ShapePart(name="right", shape=shape_of_row(), low=0, high=1),
    )
    return Shape(name="couple", type=COUPLE, card=COLOUR, parts=parts, reading=reading)


SHAPES: Mapping[RecordType, Shape] = {ROW: shape_of_row(), COUPLE: shape_of_couple()}


@dataclass
class Fuller(Writer):
    """Writes expressions with all constructs but those of the flow."""

    sorts: tuple[Type, ...] = FULLER

    def leaf(self, sort: Type, scope: Scope) -> Expr:
        """As for others; of what is laid, none, or nothing but one red card."""
        laid = sort.item if isinstance(sort, ListType | OptionalType) else sort
        if not (isinstance(laid, RecordType) and laid.is_shape):
            return super().leaf(sort, scope)
        named = [n for n, t in scope.items() if t == sort]
        if named:
            return Var(type=sort, name=self.rng.choice(named))
        if isinstance(sort, OptionalType):
            return Literal(type=sort, value=None)
        if isinstance(sort, ListType):
            return Literal(type=sort, value=())
        red = Case(COLOUR.name, "red", 0)
        one = Record("row", (("first", red), ("rest", ()), (LAID, (red,))))
        if laid == ROW:
            return Literal(type=sort, value=one)
        fields = (("left", one), ("between", red), ("right", ()), (LAID, (red, red)))
        return Literal(type=sort, value=Record("couple", fields))

    def _ways(self, sort: Type) -> list[Callable[[Any, Scope, int], Expr]]:
        match sort:
            case RecordType(is_shape=True):
                return [self.leaf_of, *self._anything(sort)]
            case OptionalType(item=RecordType(is_shape=True)):
                return [self._best_laid, self._best_laid, self._best]
            case ListType(item=RecordType(is_shape=True)):
                return [self._using, self._along, self._those]
        ways = super()._ways(sort)
        if isinstance(sort, OptionalType) and any(s in self.sorts for s in self._holding(sort.item)):
            ways = [*ways, self._best]
        if isinstance(sort, ListType):
            ways = [*ways, self._turned]
        if sort == BOOL:
            ways = [*ways, self._is_laid]
        return ways

    def _anything(self, sort: Type) -> list[Callable[[Any, Scope, int], Expr]]:
        found = [*super()._anything(sort), self._fold]
        if sort in (COLOUR, ListType(COLOUR), ROW, ListType(ROW)):
            found.append(self._part)
        return found

    # -------------------------------------------------------------- walks

    def _fold(self, sort: Type, scope: Scope, depth: int) -> Expr:
        binder, inner = self._one_binder(scope, depth)
        so_far = self.name()
        body = self.expr(sort, {**inner, so_far: sort}, depth)
        return Fold(type=sort, binder=binder, initial=self.expr(sort, scope, depth), so_far=so_far, body=body)

    def _one_binder(self, scope: Scope, depth: int) -> tuple[Binder, Scope]:
        sorts = [s for s in self.sorts if isinstance(s, ListType | BagType | SetType)]
        return self._binder(sorts, scope, depth, False)

    def _turned(self, sort: Type, scope: Scope, depth: int) -> Expr:
        places = self.expr(INT, scope, min(depth, 1))
        return Turned(type=sort, subject=self.expr(sort, scope, depth), places=places)

    def _best(self, sort: Any, scope: Scope, depth: int) -> Expr:
        binder, inner = self._binder(self._holding(sort.item), scope, depth, False)
        return Best(type=sort, binder=binder, keys=self._keys(inner, depth))

    def _keys(self, inner: Scope, depth: int) -> tuple[Expr, ...]:
        return tuple(
            self.expr(self.rng.choice((INT, RATIO)), inner, depth) for _ in range(self.rng.randint(1, 2))
        )

    # -------------------------------------------------------------- what can be laid

    def cards(self, scope: Scope, depth: int) -> Expr:
        """Cards to lay."""
        return self.expr(self.rng.choice((BagType(COLOUR), ListType(COLOUR))), scope, depth)

    def _using(self, sort: Any, scope: Scope, depth: int) -> Expr:
        return Using(type=sort, shape=SHAPES[sort.item], cards=self.cards(scope, min(depth, 1)))

    def _along(self, sort: Any, scope: Scope, depth: int) -> Expr:
        return Along(type=sort, shape=SHAPES[sort.item], row=self.expr(ListType(COLOUR), scope, depth))

    def _best_laid(self, sort: Any, scope: Scope, depth: int) -> Expr:
        make = self.rng.choice((self._using, self._along))
        source = make(ListType(sort.item), scope, depth)
        name = self.name()
        inner = {**scope, name: sort.item}
        where = self.expr(BOOL, inner, depth) if self.rng.random() < 0.5 else None
        binder = Binder(names=(name,), source=source, where=where)
        return Best(type=sort, binder=binder, keys=self._keys(inner, depth))

    def _is_laid(self, sort: Type, scope: Scope, depth: int) -> Expr:
        optional = OptionalType(self.rng.choice((ROW, COUPLE)))
        return IsTag(type=BOOL, subject=self.expr(optional, scope, depth), tag="none")

    def _part(self, sort: Type, scope: Scope, depth: int) -> Expr:
        """A part of something laid."""
        found = [(r, n) for r in (ROW, COUPLE) for n, t in r.fields if t == sort]
        record, name = self.rng.choice(found)
        subject: Expr = self.expr(record, scope, depth)
        if self.rng.random() < self.missing:
            subject = Unwrap(type=record, subject=self.expr(OptionalType(record), scope, depth))
        return Field(type=sort, subject=subject, name=name)

    # -------------------------------------------------------------- numbers

    def factors(self, sort: Type, scope: Scope, depth: int) -> tuple[Expr, Expr]:
        """Any two."""
        return self.expr(sort, scope, depth), self.expr(self.rng.choice((sort, INT)), scope, depth)

    def divisor(self, scope: Scope, depth: int) -> Expr:
        """Any, which may be none."""
        return self.expr(self.rng.choice((MAYBE_RATIO, RATIO, INT)), scope, depth)
