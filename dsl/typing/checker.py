"""What all parts of the type checker share: inferring with a hint, checking, refusing.

Types flow both ways. `infer` gives an expression the type it has by itself; the hint says what is
expected and only chooses between meanings (`{a}` is a bag or a set; a case may belong to several
enumerations). `check` then insists. What is refused becomes an expression of the type `BROKEN`, which
fits everywhere.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from dsl import model as m
from dsl import syntax as s
from dsl.syntax.printing import suggest, wording
from dsl.text.errors import Collector
from dsl.text.span import Span
from dsl.types.algebra import BOOL, BROKEN, Collection, apart, describe, fits, is_broken, plain
from dsl.types.types import BagType, IntType, ListType, OptionalType, RationalType, SetType, Type
from dsl.typing.scope import Layer, Scope

DEEPEST = 100
"""How deep expressions may nest, definitions in their uses included."""


class Typer(ABC):
    """Turns expressions of the syntax into typed ones, noting problems in `problems`."""

    def __init__(self, problems: Collector) -> None:
        self.problems = problems
        self.depth = 0
        self.silent = 0
        self.shapes: dict[tuple[str, str], m.Shape | None] = {}
        self.shapes_open: list[tuple[str, str]] = []

    @abstractmethod
    def infer(self, expr: s.Expr, scope: Scope, hint: Type | None = None) -> m.Expr:
        """The typed expression; `hint` chooses between meanings and is not insisted on."""

    @abstractmethod
    def instance(
        self, define: s.DefineDecl, layer: Layer, types: tuple[Type, ...], hint: Type | None
    ) -> m.Function | None:
        """The definition for arguments of these types; None where it is refused."""

    def check(self, expr: s.Expr, scope: Scope, expected: Type) -> m.Expr:
        """The typed expression, of a type that fits `expected`."""
        return self.coerce(self.infer(expr, scope, expected), expr, expected)

    def check_bool(self, expr: s.Expr, scope: Scope) -> m.Expr:
        """The typed expression, true or false."""
        return self.check(expr, scope, BOOL)

    def check_number(self, expr: s.Expr, scope: Scope) -> m.Expr:
        """The typed expression, a whole number of any size."""
        return self.check(expr, scope, IntType())

    def check_quantity(self, expr: s.Expr, scope: Scope, spreads: bool = False) -> m.Expr:
        """The typed expression, a number, whole or not. `spreads`: an optional rational stays optional."""
        return self.as_quantity(self.infer(expr, scope, IntType()), expr, spreads)

    def as_quantity(self, typed: m.Expr, expr: s.Expr, spreads: bool = False) -> m.Expr:
        """As `check_quantity`, of what is typed already."""
        if isinstance(plain(typed.type), RationalType):
            return typed if spreads else unwrapped(typed)
        return self.coerce(typed, expr, IntType())

    def coerce(self, typed: m.Expr, expr: s.Expr, expected: Type) -> m.Expr:
        """`typed`, unwrapped where it is optional and may not be; refused where it does not fit."""
        if not isinstance(expected, OptionalType):
            typed = unwrapped(typed)
        if not fits(typed.type, expected):
            is_, due = describe(typed.type), describe(expected)
            if isinstance(typed.type, RationalType) and isinstance(expected, IntType):
                due = "a whole number"
            return self.refuse("wrong-type", f"`{wording(expr)}` is {is_}, where {due} is needed", expr.span)
        if _is_written_out(expr) and apart(typed.type, expected):
            return self.refuse("out-of-bounds", _beyond(expr, expected), expr.span)
        return typed

    def collection(self, expr: s.Expr, scope: Scope, hint: Type | None = None) -> m.Expr:
        """The typed expression, a list, bag or set."""
        typed = unwrapped(self.infer(expr, scope, hint))
        if is_broken(typed.type) or isinstance(typed.type, ListType | BagType | SetType):
            return typed
        message = f"`{wording(expr)}` is {describe(typed.type)}, where a list, bag or set is needed"
        return self.refuse("wrong-type", message, expr.span)

    def refuse(self, code: str, message: str, *spans: Span, help: str | None = None) -> m.Expr:
        """Notes a problem; the expression that stands for what was refused."""
        self.problems.add(code, message, *spans, help=help)
        return broken(*spans[:1])

    def unknown(self, message: str, word: str, known: Iterable[str], span: Span) -> m.Expr:
        """Notes a name that is not known, with the nearest that is."""
        return self.refuse("unknown-name", message, span, help=suggest(word, known))

    def attempt(self, expr: s.Expr, scope: Scope, hint: Type | None = None) -> m.Expr | None:
        """The typed expression, or None, without a word, where it would be refused."""
        noted = self.problems.problems
        with self._silence():
            typed = self.infer(expr, scope, hint)
            failed = len(self.problems.problems) > len(noted) or is_broken(typed.type)
        return None if failed else typed

    @contextmanager
    def _silence(self) -> Iterator[None]:
        problems, self.problems.problems = self.problems.problems, list(self.problems.problems)
        self.silent += 1
        try:
            yield
        finally:
            self.silent -= 1
            self.problems.problems = problems


def broken(*spans: Span) -> m.Expr:
    """What stands for a refused expression. It never reaches a model."""
    return m.Literal(type=BROKEN, value=None, span=spans[0]) if spans else m.Literal(type=BROKEN, value=None)


def unwrapped(typed: m.Expr) -> m.Expr:
    """`typed`, used where a value is needed."""
    if isinstance(typed.type, OptionalType):
        return m.Unwrap(type=typed.type.item, subject=typed, span=typed.span)
    return typed


def items_of(type: Type) -> Type:
    """What a collection has in it."""
    return type.item if isinstance(type, ListType | BagType | SetType) else BROKEN


def as_collection(type: Type) -> Collection:
    """`type` as a collection; one of refused items where it was refused."""
    return type if isinstance(type, ListType | BagType | SetType) else ListType(BROKEN)


def int_type(typed: m.Expr) -> IntType:
    """The bounds of a typed number."""
    kind = plain(typed.type)
    return kind if isinstance(kind, IntType) else IntType()


def _is_written_out(expr: s.Expr) -> bool:
    match expr:
        case s.Number() | s.ListExpr() | s.Braces():
            return True
        case s.Unary(op="-", operand=s.Number()):
            return True
        case _:
            return False


def _beyond(expr: s.Expr, expected: Type) -> str:
    match plain(expected):
        case IntType(low=low, high=high):
            return f"`{wording(expr)}` is not within {low}..{high}"
        case ListType(low=low, high=high) | BagType(low=low, high=high):
            count = len(expr.items) if isinstance(expr, s.ListExpr | s.Braces) else 0
            return f"`{wording(expr)}` has {count} items, where {low}..{high} are possible"
        case _:
            return f"`{wording(expr)}` is out of bounds"
