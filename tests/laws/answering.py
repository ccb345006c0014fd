"""Questions and doubts for expressions that stand alone: answered the same way by all who evaluate.

What is answered is drawn from a seed, the question and its arguments.
"""

from collections.abc import Callable, Mapping
from itertools import product
from random import Random
from typing import Any

from checker.smt.expressions import Coded, Env, code
from checker.smt.formulas import Truth, conj, disj
from checker.smt.values import NotEncodable, Sym, cases, merge
from dsl.model import Call, Expr
from dsl.text.span import Span
from dsl.types.types import Type
from dsl.types.values import Value
from interpreter.values.context import Blocked, Calls
from interpreter.values.outcome import Outcome, Status
from tests.laws.programs import BOOL, COLOUR, DIGIT, INT, Writer, some_value
from tests.laws.reference import Waits

ASKS: Mapping[str, tuple[tuple[Type, ...], Type]] = {
    "whether": ((COLOUR,), BOOL),
    "how_many": ((COLOUR, BOOL), DIGIT),
    "which": ((), COLOUR),
}
DOUBTS: Mapping[str, tuple[tuple[Type, ...], Type]] = {
    "tell": ((INT, BOOL), BOOL),
    "take": ((COLOUR,), INT),
}


class Answering:
    """Answers for the interpreter (`Context`), for the reference and, in terms, for the encoding."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.calls: Calls = {}
        self.optimizer = None
        writer = Writer(Random(f"{seed} doubts"), ASKS)
        self.readings: dict[str, tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]] = {}
        for name, (types, type_) in DOUBTS.items():
            names = tuple(f"d{i}" for i in range(len(types)))
            expr = writer.expr(type_, dict(zip(names, types, strict=True)), 2)
            self.readings[name] = names, types, type_, expr

    def answer(self, question: str, args: tuple[Value, ...]) -> Value | Waits:
        """The answer; one in four waits."""
        rng = Random(f"{self.seed} {question} {args}")
        if rng.random() < 0.25:
            return Waits(((question, args, Outcome(Status.SILENT)),))
        return some_value(rng, ASKS[question][1])

    def read(self, doubt: str) -> tuple[tuple[str, ...], Expr]:
        """The parameters, and the expression chosen."""
        names, _, _, expr = self.readings[doubt]
        return names, expr

    # -------------------------------------------------------------- for the interpreter

    def ask(self, question: str, situation: tuple[Value, ...], span: Span) -> Value:
        """The answer. Raises Blocked."""
        found = self.answer(question, situation)
        if isinstance(found, Waits):
            raise Blocked(found.by)
        return found

    def reading_of(self, doubt: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]:
        """A doubt as it is read."""
        return self.readings[doubt]


class Encoding:
    """The same answers in terms."""

    def __init__(self, answering: Answering) -> None:
        self.answering = answering

    def ask(self, question: str, args: tuple[Sym, ...]) -> Coded:
        """By cases of the arguments."""
        entries: list[tuple[Truth, Value]] = []
        bad: list[Truth] = []
        known: list[Any] = [cases(arg) for arg in args]
        if any(found is None for found in known):
            raise NotEncodable("an argument of too many cases")
        for chosen in product(*known):
            guard = conj(g for g, _ in chosen)
            answer = self.answering.answer(question, tuple(v for _, v in chosen))
            if isinstance(answer, Waits):
                bad.append(guard)
            else:
                entries.append((guard, answer))
        return merge(entries), disj(bad)

    def doubt(self, name: str, args: tuple[Coded, ...]) -> Coded:
        """The reading chosen."""
        names, expr = self.answering.read(name)
        env: Env = dict(zip(names, args, strict=True))
        return code(expr, env, self)

    def called(self, call: Call, args: tuple[Coded, ...], body: Callable[[], Coded]) -> Coded:
        """A definition applied."""
        return body()
