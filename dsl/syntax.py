"""The syntax tree: what was written, before names and types are known.

Each node carries its place, which equality ignores. Layout and comments are not kept.
"""

from dataclasses import dataclass, field
from typing import Literal as Lit

from dsl.span import NOWHERE, Span


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Unary(Node):
    op: Lit["not", "-"]
    operand: "Expr"


BinaryOp = Lit["and", "or", "implies", "=", "!=", "<", "<=", ">", ">=", "in", "not in", "+", "-", "*"]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Comprehension(Node):
    """`[body for binder]` (list) or `{body for binder}` (bag or set)."""

    brackets: Lit["[", "{"]
    body: "Expr"
    binder: Binder


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantifier(Node):
    kind: Lit["all", "some", "no", "one"]
    binder: Binder
    body: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class AggregateExpr(Node):
    kind: Lit["sum", "highest", "lowest"]
    binder: Binder
    body: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Picked(Node):
    """`the first x in …`, `the last`, `the only`, `count`, `those`."""

    kind: Lit["first", "last", "only", "count", "those"]
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
)

# ------------------------------------------------------------------ a game


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersDecl(Node):
    """`players 2..6 named Anna, Bernat, …`."""

    low: int
    high: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseDecl(Node):
    """`case Red en "red" fr "rouge", "le rouge"`."""

    name: str
    known_as: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumDecl(Node):
    name: str
    cases: tuple[CaseDecl, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDecl(Node):
    name: str
    fields: tuple[Param, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AlternativeDecl(Node):
    tag: str
    preposition: str | None
    type: TypeExpr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnionDecl(Node):
    """`type outcome is taken by player or discarded`. Where no alternative carries a value it is an
    enumeration."""

    name: str
    alternatives: tuple[AlternativeDecl, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantDecl(Node):
    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionDecl(Node):
    """`option hidden "hidden bets" of standard ca "…" fr "…"`."""

    name: str
    text: str
    variant: str
    known_as: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DefineDecl(Node):
    """`define best(bets) = …`: parameters without types; typed anew for each use."""

    name: str
    params: tuple[str, ...]
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionDecl(Node):
    """A question, or a permission (`default` is set; `answer` is then None)."""

    name: str
    params: tuple[Param, ...]
    answer: TypeExpr | None
    default: Lit["permitted", "forbidden", "silent"] | None
    text: str
    needs: tuple[Expr, ...] = ()
    given: tuple[Expr, ...] = ()
    among: Expr | None = None
    smallest: tuple[Expr, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AlwaysClaim(Node):
    claim: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class AtClaim(Node):
    choice: str
    claim: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ForClaim(Node):
    params: tuple[Param, ...]
    needs: tuple[Expr, ...]
    claim: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class EndsClaim(Node):
    """`ends`: of the flow of play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyDecl(Node):
    name: str
    text: str
    claim: AlwaysClaim | AtClaim | ForClaim | EndsClaim


# ------------------------------------------------------------------ flow


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseStmt(Node):
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StepStmt(Node):
    """`step NAME "text" do … end`."""

    name: str
    text: str
    body: tuple["Stmt", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LetStmt(Node):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SetStmt(Node):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class PutStmt(Node):
    amount: Expr
    card: Expr
    into: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ShuffleStmt(Node):
    zone: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveStmt(Node):
    """`move N from A into B`, `move up to N …`, `move all …` (what is None)."""

    what: Expr | None
    up_to: bool
    source: Expr
    into: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseStmt(Node):
    """`choose bet by p: bag 1..3 of card from p.hand needs … [secretly]`;
    `by each q in LIST` for several at once."""

    name: str
    by: Expr
    each: str | None
    domain: TypeExpr
    source: Expr | None
    needs: Expr | None
    secretly: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealStmt(Node):
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceStmt(Node):
    name: str
    among: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayStmt(Node):
    """`game NAME(…) [among PLAYERS] [with SCORES] [won by WINNERS]`."""

    flow: str
    arguments: tuple[Expr, ...]
    among: Expr | None
    scores: str | None
    winners: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEachStmt(Node):
    name: str
    source: Expr
    start: Expr | None
    body: tuple["Stmt", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WhileStmt(Node):
    condition: Expr
    body: tuple["Stmt", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IfStmt(Node):
    """`elif` is an IfStmt alone in `otherwise`."""

    condition: Expr
    then: tuple["Stmt", ...]
    otherwise: tuple["Stmt", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishStmt(Node):
    """`finish [with SCORES] [won by WINNERS]`."""

    scores: Expr | None
    winners: Expr | None


Stmt = (
    PhaseStmt
    | StepStmt
    | LetStmt
    | SetStmt
    | PutStmt
    | ShuffleStmt
    | MoveStmt
    | ChooseStmt
    | RevealStmt
    | ChanceStmt
    | ForEachStmt
    | WhileStmt
    | IfStmt
    | PlayStmt
    | FinishStmt
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse(Node):
    """`by everyone when EXPR`: who else sees the zone, or only its `first` card, and when."""

    seen_by: Lit["owner", "everyone", "nobody"]
    first: bool
    when: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneDecl(Node):
    """`zone bank: list 0..72 of card seen by nobody`, `zone hand of player: …`."""

    name: str
    of_player: bool
    type: TypeExpr
    seen_by: Lit["owner", "everyone", "nobody"]
    glimpses: tuple[Glimpse, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VarDecl(Node):
    name: str
    type: TypeExpr
    initial: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowDecl(Node):
    name: str
    params: tuple[Param, ...]
    places: tuple[ZoneDecl | VarDecl, ...]
    body: tuple[Stmt, ...]


# ------------------------------------------------------------------ an edition


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite(Node):
    """`"words"`, `"from" .. "to"`, with the occurrence (`at 2`)."""

    quote: str
    to: str | None = None
    occurrence: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PartDecl(Node):
    """`part "heading" for standard with option`, `part "heading" left out "reason"`."""

    heading: Cite
    variants: tuple[str, ...]
    options: tuple[str, ...]
    left_out: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Under(Node):
    """`under doubt: reading or reading`."""

    doubt: str
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingDecl(Node):
    name: str
    text: str
    value: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtDecl(Node):
    """`unsaid` doubts have no citations of their own."""

    name: str
    params: tuple[Param, ...]
    type: TypeExpr | None
    unsaid: bool
    cites: tuple[Cite, ...]
    asks: str
    unders: tuple[Under, ...]
    readings: tuple[ReadingDecl, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExceptionDecl(Node):
    """`stated exception to rule, rule`."""

    ground: Lit["stated", "implied"]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers(Node):
    """`answers outcome(bets, holders, seats) when … then …`. Arguments: a name not known binds the
    parameter; anything else must equal it; a trailing parameter may be left out.
    `verdict`: then, any (one of `value`), never, permit, forbid, aside; the last three have no `value`."""

    question: str
    args: tuple[Expr, ...]
    unders: tuple[Under, ...]
    exceptions: tuple[ExceptionDecl, ...]
    conditions: tuple[tuple[Lit["when", "unless"], Expr], ...]
    verdict: Lit["then", "any", "never", "permit", "forbid", "aside"]
    value: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleDecl(Node):
    """`orders` are steps of the flow that the rule's words order (`carries out shuffling`)."""

    name: str
    cites: tuple[Cite, ...]
    unders: tuple[Under, ...]
    answers: tuple[Answers, ...]
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleDecl(Node):
    name: str
    cites: tuple[Cite, ...]
    unders: tuple[Under, ...]
    shows: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteDecl(Node):
    name: str
    cites: tuple[Cite, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceDecl(Node):
    """`reference NAME "words" to "heading or name"`."""

    name: str
    cites: tuple[Cite, ...]
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AssumptionDecl(Node):
    name: str
    because: str
    answers: tuple[Answers, ...]


# ------------------------------------------------------------------ rulings


@dataclass(frozen=True, slots=True, kw_only=True)
class PickDecl(Node):
    doubt: str
    reading: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingDecl(Node):
    kind: Lit["fill", "settle"]
    name: str
    text: str
    answers: tuple[Answers, ...]


GameDecl = (
    PlayersDecl
    | EnumDecl
    | RecordDecl
    | UnionDecl
    | VariantDecl
    | OptionDecl
    | DefineDecl
    | QuestionDecl
    | PropertyDecl
    | FlowDecl
    | AssumptionDecl
)
EditionDecl = (
    PartDecl | DoubtDecl | RuleDecl | ExampleDecl | NoteDecl | ReferenceDecl | AssumptionDecl | DefineDecl
)
RulingsDecl = PickDecl | RulingDecl | DefineDecl


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile(Node):
    """`game NAME "title" languages ca, es, fr`. Questions and properties belong to the variant or option
    declared before them; those before any variant, to all."""

    name: str
    title: str
    languages: tuple[str, ...]
    declarations: tuple[GameDecl, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionFile(Node):
    """`edition ca of GAME source "rules-src/….txt"`."""

    name: str
    game: str
    source: str
    declarations: tuple[EditionDecl, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingsFile(Node):
    """`rulings house for ca of GAME`."""

    name: str
    edition: str
    game: str
    declarations: tuple[RulingsDecl, ...]


File = GameFile | EditionFile | RulingsFile
