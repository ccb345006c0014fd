"""Declarations of an edition as they were written."""

from dataclasses import dataclass
from typing import Literal as Lit

from dsl.syntax.expressions import Expr, Node, Param, TypeExpr
from dsl.syntax.games import Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite(Node):
    """`"words"`, `"from" .. "to" of 3 "1f0c2a9b"`, with the occurrence (`at 2`). `holds`: of how many
    sentences the passage is, and their fingerprint, as far as that is written down."""

    quote: str
    to: str | None = None
    holds: tuple[int, str] | None = None
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
class ConsequenceDecl(Node):
    """`consequence NAME "words" claims always …`; `claims shows …` is a claim over no parameters."""

    name: str
    cites: tuple[Cite, ...]
    unders: tuple[Under, ...]
    claim: Claim


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
