"""The flow of play in the typed model."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal as Lit
from typing import assert_never

from dsl.model.expressions import Expr, Zone
from dsl.model.questions import Parameter
from dsl.text.span import NOWHERE, Span
from dsl.types.types import PlayerType, Type


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
    """A declared variable gets a value: that of `of`, where there is one for each thing of a type."""

    name: str
    value: Expr
    of: Expr | None = None


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
    an error unless `up_to`), a bag of cards, or None for all. `onto`: they come to lie on top of an ordered
    zone, the first of them uppermost; else under what lies there."""

    what: Expr | None
    up_to: bool
    source: Zone
    into: Zone
    onto: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Stmt):
    """`by` decides `name`. `each` gives the name for the one who chooses where several do at once
    (`by` is then a list of players, and `name` becomes a map read with Chosen).
    `domain`: the type of the choice. `source`: a zone the cards must come from, or a list of what may
    be chosen. `needs`: what must hold (with `name`, and `each`, bound), asked of the rules. `advised`: what
    a program chooses, where that is legal."""

    name: str
    by: Expr
    each: str | None
    domain: Type
    source: Expr | None
    needs: Expr | None
    secretly: bool
    advised: Expr | None = None


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
class Turns(Stmt):
    """`turns p in LIST from START`: from START on, going round the list, the next one for whom `where` holds
    (it sees the name) has a turn; again and again, until `until` holds, which is asked before each turn, or
    there is nobody left for whom `where` holds."""

    name: str
    source: Expr
    start: Expr
    where: Expr | None
    until: Expr | None
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
    """The flow ends with these values: `scores` (list of records with player and score), `winners`.
    `unplayed`: the game may not be played so; the scores are for a flow that plays it."""

    scores: Expr | None
    winners: Expr | None
    unplayed: bool = False


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
    | Turns
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
    """A zone of cards: the table's, or one for each thing of a type (`of`: players, the cases of an
    enumeration, some numbers …); a list (ordered) or a bag; who sees it. `played`: the flow whose zone it is,
    where another plays that one."""

    name: str
    type: Type
    seen_by: Viewer
    of: Type | None = None
    glimpses: tuple[Glimpse, ...] = ()
    played: str | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def of_player(self) -> bool:
        """Whether there is one for each player."""
        return isinstance(self.of, PlayerType)


@dataclass(frozen=True, slots=True, kw_only=True)
class VarDecl:
    """A variable, or one for each thing of a type (`of`)."""

    name: str
    type: Type
    initial: Expr | None
    of: Type | None = None
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


def ends_of(body: tuple[Statement, ...]) -> Iterator[Finish]:
    """The statements of a block that end its flow, those inside others included."""
    for statement in body:
        if isinstance(statement, Finish):
            yield statement
        for block in blocks_of(statement):
            yield from ends_of(block)


def blocks_of(statement: Statement) -> tuple[tuple[Statement, ...], ...]:
    """The blocks that a statement consists of, in order; a flow that it plays is none."""
    match statement:
        case Step(body=inner) | ForEach(body=inner) | Turns(body=inner) | While(body=inner):
            return (inner,)
        case IfStmt(then=then, otherwise=otherwise):
            return (then, otherwise)
        case Phase() | LetStmt() | SetStmt() | Put() | Shuffle() | Move() | Choose() | Reveal() | Chance():
            return ()
        case Play() | Finish():
            return ()
        case _:
            assert_never(statement)
