"""Questions of the typed model, and the clauses that answer them."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal as Lit

from dsl.model.expressions import Expr
from dsl.text.source import Citation
from dsl.text.span import NOWHERE, Span
from dsl.types.types import Type


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

    `id` is EDITION.RULE.QUESTION, with a word more where a rule has several clauses on it (see
    `dsl.syntax.clause_names`); `binds` are the names of the question's parameters inside `condition` and
    `answer`, in order.
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
