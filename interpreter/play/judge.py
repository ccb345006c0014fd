"""Who answers the flow of play: rulebooks, with the answers on which the table agreed.

The flow sees a `Judge`. `SingleJudge` is one edition under one interpretation; replaying under several at
once has its own (`interpreter.replay.worlds`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, Self

from dsl.model import Edition, Expr, Game, Rulings
from dsl.text.errors import fail
from dsl.text.span import Span
from dsl.types.values import Value
from interpreter.analysis.dependencies import Interpretation
from interpreter.evaluate.evaluate import Blocked
from interpreter.play.state import Asked, Key, Unsettled
from interpreter.rulebook.rulebook import Outcome, Rulebook, Status, Verdict
from interpreter.rulebook.situations import Situation


@dataclass(frozen=True, slots=True)
class Answer:
    """What an expression comes to: its value, or the dispute that it waits for; and what it asked."""

    value: Value | Unsettled
    asked: tuple[Asked, ...] = ()


class Judge(Protocol):
    """What evaluates the expressions of a flow."""

    def answer(self, expr: Expr, env: Mapping[str, Value], agreed: Mapping[Key, Value]) -> Answer:
        """What `expr` comes to. Raises ArbitreError for an error of the specification."""


class AskedBook(Rulebook):
    """A rulebook that keeps account of what it is asked from outside, and gives the agreed answers."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        interpretation: Interpretation | None = None,
        *,
        rulings: Rulings | None = None,
        agreed: Mapping[Key, Value] | None = None,
    ) -> None:
        super().__init__(game, edition, interpretation or {}, rulings=rulings)
        self.agreed: Mapping[Key, Value] = {} if agreed is None else agreed
        self.asked: list[Key] = []
        self._inside = False

    def agreeing(self, agreed: Mapping[Key, Value]) -> Self:
        """The same rulebook with other agreed answers; it remembers nothing."""
        other = self.afresh()
        other.agreed = agreed
        other.asked = []
        other._inside = False
        return other

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The answer to a question. Raises Blocked where there is none."""
        key = (question, situation)
        agreed = key in self.agreed
        if not self._inside:
            self.asked.append(key)
        if agreed:
            return self.agreed[key]
        before, self._inside = self._inside, True
        try:
            return super().ask(question, situation, span)
        finally:
            self._inside = before

    def verdict(self, question: str, situation: Situation) -> Verdict:
        """As the rulebook's; settled where the table agreed."""
        key = (question, situation)
        if key in self.agreed:
            return Verdict(Outcome(Status.SETTLED, (self.agreed[key],)))
        before, self._inside = self._inside, True
        try:
            return super().verdict(question, situation)
        finally:
            self._inside = before

    def answer(self, expr: Expr, env: Mapping[str, Value]) -> Answer:
        """What `expr` comes to in a flow, and what it asked."""
        self.asked = []
        try:
            value: Value | Unsettled = self.evaluate(expr, env)
        except Blocked as blocked:
            value = self._dispute(blocked)
        except KeyError as error:
            raise fail("no-value", f"`{error.args[0]}` has no value yet", expr.span) from error
        keys = dict.fromkeys(self.asked)
        return Answer(value, tuple(Asked(q, s, self.verdict(q, s)) for q, s in keys))

    def _dispute(self, blocked: Blocked) -> Unsettled:
        """The first question asked from outside that has no single answer; else what it waits for."""
        for question, situation in dict.fromkeys(self.asked):
            verdict = self.verdict(question, situation)
            if verdict.outcome.status is not Status.SETTLED:
                return Unsettled(question, situation, verdict)
        question, situation, _ = blocked.blockers[0]
        return Unsettled(question, situation, self.verdict(question, situation))


class SingleJudge:
    """One edition under one interpretation, with rulings if given."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        interpretation: Interpretation | None = None,
        *,
        rulings: Rulings | None = None,
    ) -> None:
        self._book = AskedBook(game, edition, interpretation, rulings=rulings)
        self._agreeing: dict[tuple[tuple[Key, Value], ...], AskedBook] = {}
        self._last: tuple[Mapping[Key, Value], AskedBook] | None = None  # what is agreed is never changed

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook, without any agreed answer."""
        return self._book

    def book(self, agreed: Mapping[Key, Value]) -> AskedBook:
        """The rulebook with these answers."""
        if not agreed:
            return self._book
        if self._last is None or self._last[0] is not agreed:
            key = tuple(agreed.items())
            if key not in self._agreeing:
                self._agreeing[key] = self._book.agreeing(agreed)
            self._last = (agreed, self._agreeing[key])
        return self._last[1]

    def answer(self, expr: Expr, env: Mapping[str, Value], agreed: Mapping[Key, Value]) -> Answer:
        """What `expr` comes to."""
        return self.book(agreed).answer(expr, env)
