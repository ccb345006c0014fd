"""The flow of play as it was written."""

from dataclasses import dataclass
from typing import Literal as Lit

from dsl.syntax.expressions import Expr, Node, Param, TypeExpr


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
    """`set NAME = …`; `set E.NAME = …` (`of` is E) where there is one of each thing of a type."""

    name: str
    value: Expr
    of: Expr | None = None


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
    """`move N from A into B`, `move up to N …`, `move all …` (what is None); `onto B`: on top."""

    what: Expr | None
    up_to: bool
    source: Expr
    into: Expr
    onto: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseStmt(Node):
    """`choose bet by p: bag 1..3 of card from p.hand needs … [secretly] [advised …]`;
    `by each q in LIST` for several at once."""

    name: str
    by: Expr
    each: str | None
    domain: TypeExpr
    source: Expr | None
    needs: Expr | None
    secretly: bool
    advised: Expr | None = None


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
class TurnsStmt(Node):
    """`turns NAME in LIST from START [where COND] [until COND] do … end`."""

    name: str
    source: Expr
    start: Expr
    where: Expr | None
    until: Expr | None
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
    """`finish [with SCORES] [won by WINNERS]`, or `finish unplayed [with SCORES]`."""

    scores: Expr | None
    winners: Expr | None
    unplayed: bool = False


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
    | TurnsStmt
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
    """`zone bank: list 0..72 of card seen by nobody`, `zone hand of player: …`: `of` each thing of a type."""

    name: str
    of: TypeExpr | None
    type: TypeExpr
    seen_by: Lit["owner", "everyone", "nobody"]
    glimpses: tuple[Glimpse, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VarDecl(Node):
    """`var round: 0..36 = 0`, `var lives of player: …`."""

    name: str
    type: TypeExpr
    initial: Expr | None
    of: TypeExpr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowDecl(Node):
    name: str
    params: tuple[Param, ...]
    places: tuple[ZoneDecl | VarDecl, ...]
    body: tuple[Stmt, ...]
