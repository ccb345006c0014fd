"""Expressions of the typed model."""

from dataclasses import dataclass, field
from typing import Literal as Lit

from dsl.text.span import NOWHERE, Span
from dsl.types.types import EnumType, RecordType, Type, UnionType
from dsl.types.values import Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """An expression with its type and its place (which equality ignores)."""

    type: Type
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ------------------------------------------------------------------ expressions


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal(Node):
    """A value written in the text."""

    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Var(Node):
    """A parameter, or a name bound by `let`, a binder, or the flow."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone(Node):
    """A zone of the flow: the table's where `owner` is None, else that player's (or of that thing of the type
    of which there is one for each). In flows only."""

    name: str
    owner: "Expr | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VarOf(Node):
    """A variable of which there is one for each thing of a type: that of `owner`. In flows only."""

    name: str
    owner: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats(Node):
    """The players at the table, a list in seating order. In flows only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Node):
    operand: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Negative(Node):
    """Minus a number; of `none`, `none`."""

    operand: "Expr"


LogicOp = Lit["and", "or", "implies"]
ArithmeticOp = Lit["+", "-", "*", "/", "mod"]
CompareOp = Lit["=", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True, kw_only=True)
class Logic(Node):
    """Three-valued: false and blocked is false in either order, true or blocked is true."""

    op: LogicOp
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arithmetic(Node):
    """Sums, products and quotients of numbers; `+` also joins two lists, or two bags.

    `/` is `none` where the divisor is 0; where the type is optional, an operand that is `none` makes the
    whole `none`. `a mod b` is what is left of a, from 0 to b - 1; no value where b is not positive.
    """

    op: ArithmeticOp
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare(Node):
    """`=` and `!=` on any type; the others on numbers."""

    op: CompareOp
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member(Node):
    """`item in collection` (list, bag or set)."""

    item: "Expr"
    collection: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class IsTag(Node):
    """`subject is TAG`; for optional values, the tag `none`."""

    subject: "Expr"
    tag: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload(Node):
    """What an alternative carries: `result.by` for `taken by …` (tags: every alternative with that word)."""

    subject: "Expr"
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwrap(Node):
    """An optional value used where a value is needed; no value where it is none."""

    subject: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Node):
    subject: "Expr"
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Index(Node):
    """`list[n]`, counted from 1; no value beyond the ends."""

    subject: "Expr"
    index: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeTagged(Node):
    tag: str
    payload: "Expr | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeRecord(Node):
    fields: tuple[tuple[str, "Expr"], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeList(Node):
    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeBag(Node):
    """`{a, b}` where a bag is meant: what occurs twice is there twice."""

    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeSet(Node):
    """`{a, b}` where a set is meant."""

    items: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Range(Node):
    """The whole numbers from `low` to `high`, a list; empty where high < low."""

    low: "Expr"
    high: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class AllValues(Node):
    """Every value of an enumeration, or of a type whose alternatives have few, a list in declared order
    (`all c in card`; see `dsl.types.enumerate`)."""

    of: EnumType | UnionType


@dataclass(frozen=True, slots=True, kw_only=True)
class Size(Node):
    """How many items a list, bag or set has."""

    subject: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix(Node):
    """The first `length` items of a list (all of them where it is shorter; none where length <= 0)."""

    subject: "Expr"
    length: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reversed(Node):
    """A list from its end."""

    subject: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Node):
    condition: "Expr"
    then: "Expr"
    otherwise: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Let(Node):
    name: str
    value: "Expr"
    body: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Binder:
    """`a, b in xs where …`: several names are as many different places of `source`, in any order
    (ordered pairs, so `some a, b` ranges over both orders). A bag is walked in canonical order.
    `where` sees the names; None where there is none."""

    names: tuple[str, ...]
    source: "Expr"
    where: "Expr | None" = None


Quantifier = Lit["all", "some", "no", "one"]
Aggregator = Lit["sum", "highest", "lowest"]
Picker = Lit["first", "last", "only"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantified(Node):
    """all / some / no / one (exactly one) of the places satisfy `body`. Three-valued as Logic is."""

    kind: Quantifier
    binder: Binder
    body: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate(Node):
    """sum / highest / lowest of `body`. highest and lowest of nothing have no value; the sum is 0. A sum
    whose type is optional is `none` where one of its parts is."""

    kind: Aggregator
    binder: Binder
    body: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Node):
    """How many places satisfy the binder."""

    binder: Binder


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(Node):
    """`the first / last / only x in xs where …`; no value where there is none (`only`: or several).
    In a bag, `first` and `last` are by canonical order."""

    kind: Picker
    binder: Binder


@dataclass(frozen=True, slots=True, kw_only=True)
class Those(Node):
    """`those x in xs where …`: of the same sort (list, bag, set) as xs."""

    binder: Binder


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapped(Node):
    """`[f(x) for x in xs where …]` (a list) or `{… for …}` (a bag or a set, by the node's type)."""

    body: "Expr"
    binder: Binder


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Node):
    """A definition applied. `function` is the instance for these argument types: params, body."""

    function: "Function"
    args: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Node):
    """A question asked. `args` are for all parameters in order (defaults filled in by the resolver)."""

    question: str
    args: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtValue(Node):
    """A doubt with a type, applied: the expression of the reading chosen."""

    doubt: str
    args: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Node):
    """A list from its place `places` + 1 on, going round: `places` is any whole number, and counts modulo
    the size of the list."""

    subject: "Expr"
    places: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold(Node):
    """`fold x in xs from INIT as so_far: BODY`: goes through the places from the start; `so_far` is first
    `initial`, then after each place the value `body` has there. `where` and `initial` do not see it."""

    binder: Binder
    initial: "Expr"
    so_far: str
    body: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Best(Node):
    """`best x in xs where … by KEY, …`: the place with the highest first key, among those the one with the
    highest second key, …; of several the first; none (the type is optional) where there is no place."""

    binder: Binder
    keys: tuple["Expr", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapePart:
    """A part of a shape: a card (with that `tag`, or case; any where it is None), or another shape, or a
    list of either, of `low` to `high` (None where it is no list). `where` sees this part and those before."""

    name: str
    tag: str | None = None
    shape: "Shape | None" = None
    low: int | None = None
    high: int | None = None
    where: "Expr | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What can be laid with cards of the type `card`, read from the first part to the last.

    `reading`: the set of what a card can be read as, of the card called `CARD`; None where a shape leaves
    that to the one in which it stands (and a card is itself where none says anything).
    """

    name: str
    type: RecordType
    card: UnionType | EnumType
    parts: tuple[ShapePart, ...]
    reading: "Expr | None"
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Using(Node):
    """`SHAPE using CARDS`: all that can be laid with some of these cards, each once, a list in canonical
    order (`interpreter.evaluate.arrangements`)."""

    shape: Shape
    cards: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Along(Node):
    """`SHAPE along ROW`: all ways to read exactly this row, a list in canonical order."""

    shape: Shape
    row: "Expr"


Expr = (
    Literal
    | Var
    | Zone
    | VarOf
    | Seats
    | Not
    | Negative
    | Logic
    | Arithmetic
    | Compare
    | Member
    | IsTag
    | Payload
    | Unwrap
    | Field
    | Index
    | MakeTagged
    | MakeRecord
    | MakeList
    | MakeBag
    | MakeSet
    | Range
    | AllValues
    | Size
    | Prefix
    | Reversed
    | If
    | Let
    | Quantified
    | Aggregate
    | Count
    | Pick
    | Those
    | Mapped
    | Call
    | Ask
    | DoubtValue
    | Turned
    | Fold
    | Best
    | Using
    | Along
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A definition for given argument types."""

    name: str
    params: tuple[tuple[str, Type], ...]
    body: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)
