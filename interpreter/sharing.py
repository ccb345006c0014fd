"""Rulebooks of one edition, under different readings, that share what they find.

While something is worked out, the doubts consulted are noted; what is found serves every rulebook that reads
these alike.
"""

from collections.abc import Callable
from typing import Any

from dsl.model import Edition, Game, Rulings
from dsl.span import Span
from dsl.values import Value
from interpreter.rules import Interpretation, Rulebook, Situation, Verdict

Read = tuple[tuple[str, str], ...]
"""Doubts with the readings they had, sorted."""

Shared = dict[tuple[str, str, Situation], list[tuple[Read, Any]]]
"""What was found, by what was asked: for each way to read the doubts consulted."""


class SharedRulebook(Rulebook):
    """A rulebook that shares what it finds through `shared`, with others of the same edition and rulings from
    which the same clauses and exceptions are left out."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        interpretation: Interpretation,
        shared: Shared,
        *,
        rulings: Rulings | None = None,
        without: frozenset[str] = frozenset(),
        switched_off: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        super().__init__(
            game, edition, interpretation, rulings=rulings, without=without, switched_off=switched_off
        )
        self._shared = shared
        self._consulted: list[set[str]] = [set()]
        self._under: dict[str, set[str]] = {}
        for clause in self.clauses.values():
            self._under.setdefault(clause.question, set()).update(d for d, _ in clause.under)

    def verdict(self, question: str, situation: Situation) -> Verdict:
        """What the edition answers; see `Rulebook.verdict`."""
        found: Verdict = self._kept(
            ("verdict", question, situation),
            lambda: super(SharedRulebook, self).verdict(question, situation),
        )
        return found

    def meets_needs(self, question: str, situation: Situation) -> bool:
        """Whether it is physically possible; see `Rulebook.meets_needs`."""
        possible: bool = self._kept(
            ("needs", question, situation),
            lambda: super(SharedRulebook, self).meets_needs(question, situation),
        )
        return possible

    def meets_given(self, question: str, situation: Situation) -> bool | None:
        """Whether it is a situation of the question; see `Rulebook.meets_given`."""
        met: bool | None = self._kept(
            ("given", question, situation),
            lambda: super(SharedRulebook, self).meets_given(question, situation),
        )
        return met

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The answer to a question met in an expression; see `Rulebook.ask`."""
        try:
            return super().ask(question, situation, span)
        finally:
            for read, _ in self._shared.get(("verdict", question, situation), ()):
                if self._reads(read):
                    self._consulted[-1].update(doubt for doubt, _ in read)
                    break

    def read_for(self, what: str, question: str, situation: Situation) -> Read:
        """The doubts consulted for what was found (`verdict`, `needs` or `given`), with their readings."""
        kept = self._shared.get((what, question, situation), ())
        return next((read for read, _ in kept if self._reads(read)), ())

    def reading_of(self, doubt: str) -> Any:
        """A doubt as it is read; see `Rulebook.reading_of`."""
        self._consulted[-1].add(doubt)
        return super().reading_of(doubt)

    def _reads(self, read: Read) -> bool:
        return all(self.readings[doubt] == reading for doubt, reading in read)

    def _kept(self, what: tuple[str, str, Situation], compute: Callable[[], Any]) -> Any:
        kept = self._shared.setdefault(what, [])
        for read, found in kept:
            if self._reads(read):
                self._consulted[-1].update(doubt for doubt, _ in read)
                return found
        self._consulted.append(set(self._under.get(what[1], ())) if what[0] == "verdict" else set())
        try:
            found = compute()
        finally:
            consulted = self._consulted.pop()
            self._consulted[-1].update(consulted)
        kept.append((tuple((doubt, self.readings[doubt]) for doubt in sorted(consulted)), found))
        return found
