"""Types and expressions as they were written."""

from dataclasses import dataclass, field
from typing import Literal as Lit

from dsl.text.span import NOWHERE, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ------------------------------------------------------------------ types


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Node):
    """`card`, `bool`, `player`."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RangeOf(Node):
    """`-9..9`."""

    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionalOf(Node):
    item: "TypeExpr"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListOf(Node):
    """`list 1..6 of bet`; `low` = `high` for `list 3 of bet`."""

    low: int
    high: int
    item: "TypeExpr"


@dataclass(frozen=True, slots=True, kw_only=True)
class BagOf(Node):
    low: int
    high: int
    item: "TypeExpr"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOf(Node):
    item: "TypeExpr"


TypeExpr = Named | RangeOf | OptionalOf | ListOf | BagOf | SetOf


@dataclass(frozen=True, slots=True, kw_only=True)
class Param(Node):
    """`seats: 2..6 = size(bets)`."""

    name: str
    type: TypeExpr
    default: "Expr | None" = None


# ------------------------------------------------------------------ expressions


@dataclass(frozen=True, slots=True, kw_only=True)
class Name(Node):
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Node):
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Apply(Node):
    """`f(a, b)`: a question, a definition, a doubt, a record, or a built-in (`size`, `as_laid`, …)."""

    name: str
    args: tuple["Expr", ...]


UnaryOp = Lit["not", "-"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unary(Node):
    op: UnaryOp
    operand: "Expr"


BinaryOp = Lit[
    "and", "or", "implies", "=", "!=", "<", "<=", ">", ">=", "in", "not in", "+", "-", "*", "/", "mod"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary(Node):
    op: BinaryOp
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Is(Node):
    """`x is tag`, `x is not tag` (the tag `none` for optional values; also a case of an enumeration)."""

    subject: "Expr"
    tag: str
    negated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot(Node):
    """`b.cards`, `outcome.by`, `p.hand`."""

    subject: "Expr"
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscript(Node):
    subject: "Expr"
    index: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaggedExpr(Node):
    """`taken by Anna`."""

    tag: str
    preposition: str
    payload: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListExpr(Node):
    """`[a, b]`."""

    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairItem(Node):
    """`Anna: {Red}` inside a list: a record of two fields."""

    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Braces(Node):
    """`{a, b}`: a bag or a set, by what is expected (on its own: a bag)."""

    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Binder(Node):
    """`a, b in xs where …`; `high` is set for `i in 1..n`."""

    names: tuple[str, ...]
    source: "Expr"
    high: "Expr | None" = None
    where: "Expr | None" = None


Brackets = Lit["[", "{"]
Quantifying = Lit["all", "some", "no", "one"]
Aggregating = Lit["sum", "highest", "lowest"]
Picking = Lit["first", "last", "only", "count", "those"]
Laying = Lit["using", "along"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comprehension(Node):
    """`[body for binder]` (list) or `{body for binder}` (bag or set)."""

    brackets: Brackets
    body: "Expr"
    binder: Binder


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantifier(Node):
    kind: Quantifying
    binder: Binder
    body: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class AggregateExpr(Node):
    kind: Aggregating
    binder: Binder
    body: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked(Node):
    """`the first x in …`, `the last`, `the only`, `count`, `those`."""

    kind: Picking
    binder: Binder


@dataclass(frozen=True, slots=True, kw_only=True)
class LetExpr(Node):
    name: str
    value: "Expr"
    body: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class IfExpr(Node):
    condition: "Expr"
    then: "Expr"
    otherwise: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class FoldExpr(Node):
    """`fold x in xs from INIT as so_far: BODY`."""

    binder: Binder
    initial: "Expr"
    so_far: str
    body: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class BestExpr(Node):
    """`best x in xs where … by KEY, KEY`."""

    binder: Binder
    keys: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidExpr(Node):
    """`SHAPE using CARDS`, `SHAPE along ROW`."""

    shape: str
    how: Laying
    cards: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Node):
    """`SHAPE "8 + 7 = 15"`: cards written as text, read as the shape; without one, the cards."""

    shape: str | None
    text: str


Expr = (
    Name
    | Number
    | Apply
    | Unary
    | Binary
    | Is
    | Dot
    | Subscript
    | TaggedExpr
    | ListExpr
    | PairItem
    | Braces
    | Comprehension
    | Quantifier
    | AggregateExpr
    | Picked
    | LetExpr
    | IfExpr
    | FoldExpr
    | BestExpr
    | LaidExpr
    | Row
)
