"""The typed model: what every back-end (evaluate, compile, encode, print) works on.

Names are resolved, types known, sugar gone: `permit` is `then true`, `unless` a negation, an argument
pattern an equality. Back-ends walk these nodes with `match` closed by `assert_never`, in this order.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal as Lit

from dsl.source import Citation, Source
from dsl.span import NOWHERE, Span
from dsl.types import EnumType, Type
from dsl.values import Value


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
    """A zone of the flow: the table's where `owner` is None, else that player's. In flows only."""

    name: str
    owner: "Expr | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats(Node):
    """The players at the table, a list in seating order. In flows only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Node):
    operand: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Negative(Node):
    """Minus a number."""

    operand: "Expr"


LogicOp = Lit["and", "or", "implies"]
ArithmeticOp = Lit["+", "-", "*"]
CompareOp = Lit["=", "!=", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True, kw_only=True)
class Logic(Node):
    """Three-valued: false and blocked is false in either order, true or blocked is true."""

    op: LogicOp
    left: "Expr"
    right: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arithmetic(Node):
    """Sums and products of numbers; `+` also joins two lists, or two bags."""

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
    """Every value of an enumeration, a list in declared order (`all e in emotrion`)."""

    enum: EnumType


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantified(Node):
    """all / some / no / one (exactly one) of the places satisfy `body`. Three-valued as Logic is."""

    kind: Lit["all", "some", "no", "one"]
    binder: Binder
    body: "Expr"


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate(Node):
    """sum / highest / lowest of `body`. highest and lowest of nothing have no value; the sum is 0."""

    kind: Lit["sum", "highest", "lowest"]
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

    kind: Lit["first", "last", "only"]
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


Expr = (
    Literal
    | Var
    | Zone
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
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A definition for given argument types."""

    name: str
    params: tuple[tuple[str, Type], ...]
    body: Expr
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ------------------------------------------------------------------ questions


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter; `default` may use the parameters before it."""

    name: str
    type: Type
    default: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """Something play needs answered. A permission is a question with the answer type bool and a
    `permission`: what holds where no clause speaks (`silent`: nothing does)."""

    name: str
    parameters: tuple[Parameter, ...]
    answer: Type
    text: str
    permission: Lit["permitted", "forbidden", "silent"] | None = None
    needs: tuple[Expr, ...] = ()
    given: tuple[Expr, ...] = ()
    among: Expr | None = None
    smallest: tuple[Expr, ...] = ()
    optional: bool = False
    variant: str | None = None
    option: str | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Then:
    """The answer is this one."""

    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf:
    """The answer is one of this list or set."""

    values: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Never:
    """The answer is not this one."""

    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """No answer: only silences its direct targets."""


Answer = Then | AnyOf | Never | Aside


@dataclass(frozen=True, slots=True, kw_only=True)
class Exception_:
    """That a clause prevails over others, on its own question."""

    ground: Lit["stated", "implied"]
    targets: tuple[str, ...]  # clause identifiers
    rules: tuple[str, ...]  # as written: rule names
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Origin(Enum):
    """Where a clause comes from."""

    TEXT = "text"
    ASSUMPTION = "assumption"
    FILL = "fill"
    SETTLE = "settle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A rule's answer to one question under a condition.

    `id` is EDITION.RULE.QUESTION (EDITION.RULE.QUESTION.2 for a rule's second clause on it); `binds`
    are the names of the question's parameters inside `condition` and `answer`, in order.
    `under` lists (doubt, readings): the clause is there only where each doubt has one of its readings.
    """

    id: str
    rule: str
    question: str
    binds: tuple[str, ...]
    under: tuple[tuple[str, tuple[str, ...]], ...]
    exceptions: tuple[Exception_, ...]
    condition: Expr
    answer: Answer
    citations: tuple[Citation, ...]
    origin: Origin = Origin.TEXT
    because: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ------------------------------------------------------------------ editions


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read a doubt; `value` is None where the doubt has no type."""

    name: str
    text: str
    value: Expr | None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A point at which the words can be read in several ways. `unsaid`: no words of its own.
    `under` as in Clause: the doubt exists only there (elsewhere it has its first reading)."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    type: Type | None
    asks: str
    readings: tuple[Reading, ...]
    citations: tuple[Citation, ...]
    unsaid: bool = False
    under: tuple[tuple[str, tuple[str, ...]], ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A printed example: assertions (closed boolean expressions; players are literals)."""

    name: str
    citations: tuple[Citation, ...]
    under: tuple[tuple[str, tuple[str, ...]], ...]
    shows: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A sentence without force, or one carried by the flow."""

    name: str
    citations: tuple[Citation, ...]
    text: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """That a passage orders steps of the flow."""

    name: str
    citations: tuple[Citation, ...]
    steps: tuple[str, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """That a passage refers to something by a heading or a name (`to`)."""

    name: str
    citations: tuple[Citation, ...]
    to: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a source, from its heading to the next part: of which variants it speaks, with which
    options; or `left_out`, with the reason why it is not transcribed."""

    heading: Citation
    variants: tuple[str, ...]
    options: tuple[str, ...] = ()
    left_out: str | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The rules of a game in one language, as printed. `rules` lists rule names in order with their
    citations (a rule with no clause cannot be); `clauses` are those of all rules, in order."""

    name: str
    source: Source
    parts: tuple[Part, ...]
    doubts: Mapping[str, Doubt]
    clauses: tuple[Clause, ...]
    examples: tuple[Example, ...]
    notes: tuple[Note, ...]
    orders: tuple[Orders, ...]
    references: tuple[Reference, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def speaks_of(self, variant: str, option: str | None = None) -> bool:
        """Whether a part of the text is about the variant, and about the option if one is named. A text
        without parts is about every variant, and about no option."""
        parts = [part for part in self.parts if part.variants]
        if not parts:
            return option is None
        return any(variant in part.variants and option in (None, *part.options) for part in parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick_:
    """A ruling that chooses a reading."""

    doubt: str
    reading: str
    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """Decisions outside the text, for one edition. Clauses have the origin FILL or SETTLE."""

    name: str
    edition: str
    picks: tuple[Pick_, ...]
    clauses: tuple[Clause, ...]
    path: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ------------------------------------------------------------------ flow of play


@dataclass(frozen=True, slots=True, kw_only=True)
class Stmt:
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Stmt):
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Stmt):
    """A named step of the flow that words may order; `body` carries it out. The step's name is the
    LABEL of an automatic event in a log. `options`: those without which it is never carried out."""

    name: str
    text: str
    body: tuple["Statement", ...]
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LetStmt(Stmt):
    """A name for the rest of the block."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SetStmt(Stmt):
    """A declared variable gets a value."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Stmt):
    """`amount` new cards of a kind into a zone."""

    amount: Expr
    card: Expr
    into: Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Stmt):
    zone: Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Stmt):
    """Cards from one zone to another. `what`: a number (from the top, exactly so many: fewer there is
    an error unless `up_to`), a bag of cards, or None for all."""

    what: Expr | None
    up_to: bool
    source: Zone
    into: Zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Stmt):
    """`by` decides `name`. `each` gives the name for the one who chooses where several do at once
    (`by` is then a list of players, and `name` becomes a map read with Chosen).
    `domain`: the type of the choice. `source`: a zone the cards must come from, or a list of what may
    be chosen. `needs`: what must hold (with `name`, and `each`, bound), asked of the rules."""

    name: str
    by: Expr
    each: str | None
    domain: Type
    source: Expr | None
    needs: Expr | None
    secretly: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Stmt):
    """Secret choices of `name` are shown."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance(Stmt):
    """`name` is drawn evenly from a list."""

    name: str
    among: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Stmt):
    """A whole game of another flow is played: `arguments` for its parameters in order (None: its default),
    `among` these players (None: all at the table). `scores` and `winners` name what it ends with."""

    flow: "Flow"
    arguments: tuple[Expr | None, ...]
    among: Expr | None
    scores: str | None
    winners: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Stmt):
    """`for each p in LIST [from START]`: in order, a list of players from START on, round."""

    name: str
    source: Expr
    start: Expr | None
    body: tuple["Statement", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class While(Stmt):
    condition: Expr
    body: tuple["Statement", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IfStmt(Stmt):
    condition: Expr
    then: tuple["Statement", ...]
    otherwise: tuple["Statement", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finish(Stmt):
    """The flow ends with these values: `scores` (list of records with player and score), `winners`."""

    scores: Expr | None
    winners: Expr | None


Statement = (
    Phase
    | Step
    | LetStmt
    | SetStmt
    | Put
    | Shuffle
    | Move
    | Choose
    | Reveal
    | Chance
    | ForEach
    | While
    | IfStmt
    | Play
    | Finish
)


Viewer = Lit["owner", "everyone", "nobody"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """Who else sees a zone, or only its `first` card, while `when` holds."""

    seen_by: Viewer
    first: bool
    when: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneDecl:
    """A zone of cards: the table's, or one for each player; a list (ordered) or a bag; who sees it.
    `played`: the flow whose zone it is, where another plays that one."""

    name: str
    of_player: bool
    type: Type
    seen_by: Viewer
    glimpses: tuple[Glimpse, ...] = ()
    played: str | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class VarDecl:
    name: str
    type: Type
    initial: Expr | None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """How a game of a variant goes. `zones` are its own and those of the flows it plays."""

    variant: str
    parameters: tuple[Parameter, ...]
    zones: tuple[ZoneDecl, ...]
    variables: tuple[VarDecl, ...]
    body: tuple[Statement, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


# ------------------------------------------------------------------ games


def ends_of(body: tuple[Statement, ...]) -> Iterator[Finish]:
    """The statements of a block that end its flow, those inside others included."""
    for statement in body:
        match statement:
            case Finish():
                yield statement
            case Step(body=inner) | ForEach(body=inner) | While(body=inner):
                yield from ends_of(inner)
            case IfStmt(then=then, otherwise=otherwise):
                yield from ends_of(then)
                yield from ends_of(otherwise)
            case _:
                pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ForAll:
    """For every situation of these parameters that meets `needs`, `claim` holds."""

    parameters: tuple[Parameter, ...]
    needs: tuple[Expr, ...]
    claim: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Always:
    """At every point of play, `claim` holds (it sees the flow's zones and variables)."""

    claim: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class AtChoice:
    """Whenever the choice `choice` is due, `claim` holds (`chooser` bound to who chooses)."""

    choice: str
    claim: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends:
    """However a game is played, its flow does not go on for ever."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    name: str
    text: str
    claim: ForAll | Always | AtChoice | Ends
    variant: str | None
    option: str | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumDecl:
    """An enumeration with the names its cases have in each language: (language, names), the first is
    the one shown. Without any, the case's own name is shown."""

    type: EnumType
    names: Mapping[str, Mapping[str, tuple[str, ...]]]  # case -> language -> names
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something a variant can be played with: what it is called, by language, and the questions asked only
    where it is chosen."""

    name: str
    text: str
    names: Mapping[str, tuple[str, ...]]
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A way to play the game. `questions`: those asked in it with no option chosen, the common ones
    included."""

    name: str
    text: str
    questions: tuple[str, ...]
    options: Mapping[str, Option] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game with everything said about it."""

    name: str
    title: str
    languages: tuple[str, ...]
    players: tuple[int, int]
    names: tuple[str, ...]  # what players are called in situations made up
    enums: Mapping[str, EnumDecl]
    types: Mapping[str, Type]
    questions: Mapping[str, Question]
    variants: Mapping[str, Variant]
    flows: Mapping[str, Flow]  # by variant
    properties: tuple[Property, ...]
    assumptions: tuple[Clause, ...]  # of the game: part of every edition
    editions: Mapping[str, Edition]
    rulings: tuple[Rulings, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A folder of specifications: its root, its games, what it says of itself."""

    root: str
    name: str
    games: Mapping[str, Game]
    prevails: str | None = None  # the edition whose text prevails
