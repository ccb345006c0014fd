"""Declarations of a game as they were written."""

from dataclasses import dataclass
from typing import Literal as Lit

from dsl.syntax.expressions import Expr, Node, Param, TypeExpr


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
class ShapePartDecl(Node):
    """`steps: list 0..9 of step`, `equals: sign where equals.to = equal`."""

    name: str
    type: TypeExpr
    where: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeDecl(Node):
    """`shape equality of card is left: side, …  reading acts_as`."""

    name: str
    card: str
    parts: tuple[ShapePartDecl, ...]
    reading: str | None


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
class CanEndClaim(Node):
    """`can end`: of the flow of play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeverReturnsClaim(Node):
    """`never returns`: of the flow of play."""


Claim = AlwaysClaim | AtClaim | ForClaim | EndsClaim | CanEndClaim | NeverReturnsClaim


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyDecl(Node):
    name: str
    text: str
    claim: Claim
