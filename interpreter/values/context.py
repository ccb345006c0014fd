"""What an expression needs in order to be evaluated, and what may come instead of a value."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from dsl.model import Best, Expr
from dsl.text.errors import ArbitreError, Portable, Problem
from dsl.text.span import Span
from dsl.types.types import Type
from dsl.types.values import Case, Player, Record, Tagged, Value
from interpreter.values.outcome import Outcome
from interpreter.values.show import Situation, fits, show_plain

Env = Mapping[str, Any]
SEATS = "seats"


def zone_key(name: str, owner: Value = None) -> str:
    """The name in `env` of a zone: the table's, or that of a player (or of another thing)."""
    return f"zone:{name}" if owner is None else f"zone:{name}:{thing_text(owner)}"


def variable_key(name: str, owner: Value) -> str:
    """The name in `env` of a variable of which there is one for each thing of a type."""
    return f"{variable_prefix(name)}{thing_text(owner)}"


def variable_prefix(name: str) -> str:
    """With what the keys of all the variables of that name begin."""
    return f"var:{name}:"


def thing_text(thing: Value) -> str:
    """What keeps a thing apart from the others of its type, of which there is a zone or variable for each."""
    match thing:
        case Player(name=name) | Case(name=name):
            return name
        case Tagged(tag=tag, payload=payload):
            return tag if payload is None else f"{tag} {_quoted(payload)}"
        case Record(fields=fields):
            return f"({', '.join(_quoted(value) for _, value in fields)})"
        case _:
            return show_plain(thing)


def _quoted(thing: Value) -> str:
    """As a part of another: names of players are any text."""
    return repr(thing.name) if isinstance(thing, Player) else thing_text(thing)


class SpecError(ArbitreError):
    """An error of the specification that shows in a situation: `code` says which, the span where; `key` is
    the question that was asked, innermost, with its situation (None: none was)."""

    def __init__(self, code: str, message: str, span: Span, help: str | None = None) -> None:
        super().__init__(Problem(code, message, (span,), help))
        self.code = code
        self.key: tuple[str, Situation] | None = None

    def asked(self, question: str, situation: Situation) -> None:
        """Notes the question and situation in which it shows; the innermost stays."""
        self.key = self.key or (question, situation)
        (problem,) = self.problems
        if problem.help is None:
            shown = f"`{question}({', '.join(show_plain(value) for value in situation)})`"
            self.problems = (Problem(problem.code, problem.message, problem.spans, f"when asked {shown}"),)
            self.args = self.problems


class TooManySteps(SpecError):
    """A search that would take too long, or did not get to its end."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__("too-many-steps", message, span)


class NoValue(SpecError):
    """An expression that has no value, such as the only one of two."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__("no-value", message, span)


Blocker = tuple[str, Situation, Outcome]


class Blocked(Portable):
    """A value that waits for a question without a single answer.

    `blockers`: those questions, each with its situation and its outcome (silent, contradictory or open),
    in the order in which they were met.
    """

    def __init__(self, blockers: tuple[Blocker, ...]) -> None:
        super().__init__(blockers)
        self.blockers = blockers

    def __or__(self, other: "Blocked") -> "Blocked":
        return Blocked(tuple(dict.fromkeys(self.blockers + other.blockers)))


Calls = dict[tuple[int, ...], tuple[list[Any], Any]]


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best that a search found, None where nothing can be laid; whether it is proved that there is no
    better."""

    row: Record | None
    proved: bool


class Optimizer(Protocol):
    """A search for the best of what can be laid with cards, that need not try everything."""

    def __call__(self, node: Best, cards: Sequence[Value], env: Env, context: "Context", /) -> Optimum | None:
        """The best of `SHAPE using CARDS`; None where the search is not sure to find it. Of several as good
        always the same one. Raises Blocked and SpecError where it is not known how a card can be read."""


class Context(Protocol):
    """What an expression needs besides its names.

    `calls` remembers the values of definitions, by the identities of the definition and its arguments
    (which are kept with the value, so that no identity is used again). To be emptied whenever a question
    could be answered otherwise. `optimizer` finds the best of what can be laid; None: everything is tried.
    """

    calls: Calls
    optimizer: Optimizer | None

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The answer to a question. Raises Blocked where there is none."""

    def reading_of(self, doubt: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]:
        """A doubt as it is read: its parameters and their types, its type, the expression chosen."""


_FOUND_WILL_DO: ContextVar[bool] = ContextVar("found_will_do", default=False)


@contextmanager
def unproved_suffices() -> Iterator[None]:
    """As long as this lasts, the best that a search found will do where it could not prove that there is none
    better; else that is an error, TooManySteps."""
    token = _FOUND_WILL_DO.set(True)
    try:
        yield
    finally:
        _FOUND_WILL_DO.reset(token)


@contextmanager
def proved_only() -> Iterator[None]:
    """As long as this lasts, only what is proved will do."""
    token = _FOUND_WILL_DO.set(False)
    try:
        yield
    finally:
        _FOUND_WILL_DO.reset(token)


@runtime_checkable
class Noting(Protocol):
    """A context that notes which answers lean on what was found, and is not proved to be the best."""

    def note_unproved(self) -> None: ...


def rely_on_unproved(context: Context, span: Span) -> None:
    """Notes that what was found is not proved to be the best. Raises TooManySteps where that will not do."""
    if not _FOUND_WILL_DO.get():
        message = "it would take too many steps to find the best that can be laid with these cards"
        raise TooManySteps(message, span)
    if isinstance(context, Noting):
        context.note_unproved()


class Alone:
    """The context of expressions that ask nothing: a question is blocked, a doubt impossible."""

    def __init__(self, optimizer: Optimizer | None = None) -> None:
        self.calls: Calls = {}
        self.optimizer = optimizer

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """Raises Blocked, by nothing in particular."""
        raise Blocked(())

    def reading_of(self, doubt: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]:
        """Impossible: nothing but an edition has doubts."""
        raise AssertionError(doubt)


def check_range(value: Value, type: Type, what: str, span: Span) -> None:
    """Raises SpecError `out-of-range` where the value is outside the bounds of its type."""
    if not fits(value, type):
        raise SpecError("out-of-range", f"`{show_plain(value)}` is outside the range of {what}", span)
