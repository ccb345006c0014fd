"""What a flow asks: known beforehand, and heard while it is carried out."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from dsl.model import Edition, Expr, Game, Rulings
from dsl.text.span import Span
from dsl.types.values import Value
from interpreter.analysis.dependencies import Dependencies, Interpretation
from interpreter.analysis.statements import expressions_of
from interpreter.play.judge import Answer, AskedBook, SingleJudge
from interpreter.play.state import Key
from interpreter.rulebook.rulebook import Situation, Verdict


@dataclass(frozen=True, slots=True)
class AskableQuestions:
    """What a flow can ask of an edition. `asked`: the questions, directly or not; `within`: those that are
    asked to answer others; `doubts`: those on which all depends."""

    depends: Dependencies
    asked: frozenset[str]
    within: frozenset[str]
    doubts: frozenset[str]


def askable_questions(
    game: Game, variant: str, edition: Edition, rulings: Rulings | None = None
) -> AskableQuestions:
    """What the flow of a variant can ask, the rulings heard."""
    ruled = () if rulings is None else rulings.clauses
    depends = Dependencies(game, edition, (*edition.clauses, *game.assumptions, *ruled))
    exprs = expressions_of(game.flows[variant])
    direct = depends.of(exprs)[0]
    return AskableQuestions(
        depends,
        direct.union(*(depends.asked(name) for name in sorted(direct))),
        frozenset(name for question in game.questions for name in depends.direct(question)[0]),
        frozenset(depends.doubts_of_exprs(exprs)),
    )


class _Book(AskedBook):
    """A rulebook that knows which questions it asked to answer another. `below`: by question and situation,
    what was asked to answer it."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        interpretation: Interpretation,
        rulings: Rulings | None,
        agreed: Mapping[Key, Value],
    ) -> None:
        super().__init__(game, edition, interpretation, rulings=rulings, agreed=agreed)
        self.below: dict[Key, dict[Key, None]] = {}
        self._asking: list[Key | None] = []  # None: what is asked to see whether a situation is possible
        self._ever: set[Key] = set()  # whatever was asked to answer another

    def agreeing(self, agreed: Mapping[Key, Value]) -> Self:
        """The same rulebook with other agreed answers; it remembers nothing."""
        other = super().agreeing(agreed)
        other.below = {}
        other._asking = []
        other._ever = set()
        return other

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The answer to a question. Raises Blocked where there is none."""
        asking = self._asking[-1] if self._asking else None
        if asking is not None:
            self.below.setdefault(asking, {})[(question, situation)] = None
            self._ever.add((question, situation))
        return super().ask(question, situation, span)

    def verdict(self, question: str, situation: Situation) -> Verdict:
        """What is answered; see `AskedBook.verdict`."""
        self._asking.append((question, situation))
        try:
            return super().verdict(question, situation)
        finally:
            self._asking.pop()

    def meets_needs(self, question: str, situation: Situation) -> bool:
        """Whether the situation is possible; see `Rulebook.meets_needs`."""
        self._asking.append(None)
        try:
            return super().meets_needs(question, situation)
        finally:
            self._asking.pop()

    def asks(self, key: Key, target: Key) -> bool:
        """Whether `target` was asked when `key` was."""
        if key == target:
            return True
        if target not in self._ever:
            return False
        pending = [key]
        met = {key}
        while pending:
            here = pending.pop()
            if here == target:
                return True
            new = [k for k in self.below.get(here, ()) if k not in met]
            met.update(new)
            pending += new
        return False


class ObservingJudge(SingleJudge):
    """Answers a flow by an edition under one interpretation, and hears what it asks. `within`: the questions
    that others ask; only what is agreed about these can change an answer that is remembered."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        interpretation: Interpretation,
        within: frozenset[str],
        rulings: Rulings | None = None,
    ) -> None:
        super().__init__(game, edition, interpretation, rulings=rulings)
        self.game = game
        self.edition = edition
        self.interpretation = interpretation
        self._hearing = _Book(game, edition, interpretation, rulings, {})
        self._within = within
        self._books: dict[tuple[tuple[Key, Value], ...], _Book] = {}
        self._last: tuple[Mapping[Key, Value], _Book] | None = None
        self._heard: list[tuple[_Book, Key]] = []

    def book(self, agreed: Mapping[Key, Value]) -> _Book:
        """The rulebook with these answers, up to the next time that one is wanted with others."""
        if self._last is None or self._last[0] is not agreed:
            key = tuple((k, answer) for k, answer in agreed.items() if k[0] in self._within)
            if key not in self._books:
                self._books[key] = self._hearing.agreeing(agreed)
            self._last = (agreed, self._books[key])
            self._last[1].agreed = agreed
        return self._last[1]

    def answer(self, expr: Expr, env: Mapping[str, Value], agreed: Mapping[Key, Value]) -> Answer:
        """What `expr` comes to."""
        book = self.book(agreed)
        found = book.answer(expr, env)
        self._heard += [(book, key) for key in book.asked]
        return found

    def listen(self) -> None:
        """Forgets what it has heard so far."""
        self._heard.clear()

    def heard(self) -> dict[Key, None]:
        """All that was asked since then, directly and to answer other questions."""
        found: dict[Key, None] = {}
        for book, key in self._heard:
            pending = [key]
            while pending:
                here = pending.pop()
                if here not in found:
                    found[here] = None
                    pending += book.below.get(here, ())
        return found

    def hears(self, target: Key) -> bool:
        """Whether the question was asked in that situation since then, directly or to answer another."""
        return any(book.asks(key, target) for book, key in self._heard)
