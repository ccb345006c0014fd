"""What came of the games that are played in a check: how much was played, and where games failed.

A game fails where its specification does: a value outside its range, a card that is not there, a question
asked outside its situations, an expression without a value. Each line at which one does is kept once.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from dsl.model import Statement
from dsl.text.errors import Problem
from dsl.text.span import NOWHERE
from interpreter.rulebook.situations import Situation

Cause = tuple[str, str, str, str, int]
"""An edition, a variant, a code, and the line of a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A game that could not go on, as the specification fails in it: in carrying out a statement (None:
    before the first), and in answering a question (`key`), if it was in one. `agreed`: what the table had
    agreed on before, with the situations; `log`: the game."""

    edition: str
    variant: str
    problem: Problem
    statement: Statement | None
    key: tuple[str, Situation] | None
    players: int
    events: int
    interpretation: Mapping[str, str]
    agreed: tuple[tuple[str, Situation], ...]
    log: str = ""

    @property
    def cause(self) -> Cause:
        """By what failures are told apart."""
        span = next(iter(self.problem.spans), NOWHERE)
        return (self.edition, self.variant, self.problem.code, span.path, span.line)

    @property
    def rank(self) -> tuple[int, int, int]:
        """Of two with one cause, the lower is told: the fewest agreements, then players, then events."""
        return (len(self.agreed), self.players, self.events)


@dataclass(slots=True)
class Played:
    """All games of a check. `spent`: statements carried out, by edition."""

    spent: Counter[str] = field(default_factory=Counter)
    _failed: dict[Cause, Failure] = field(default_factory=dict)

    def add(self, failure: Failure, log: Callable[[], str]) -> None:
        """Notes a game that failed, with its log, unless a better one is known."""
        known = self._failed.get(failure.cause)
        if known is None or failure.rank < known.rank:
            self._failed[failure.cause] = replace(failure, log=log())

    def failed(self, edition: str, variant: str) -> list[Failure]:
        """Of each cause, the game to be told, sorted by place."""
        found = [f for f in self._failed.values() if (f.edition, f.variant) == (edition, variant)]
        return sorted(found, key=lambda f: (f.problem.order, f.cause))
