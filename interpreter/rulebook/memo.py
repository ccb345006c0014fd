"""Rulebooks of one edition, under different readings, that share what they find.

While something is worked out, the readings consulted are noted; what is found serves every rulebook that has
them all.

The readings consulted are the *environment* of what is found, as in an assumption-based truth maintenance
system (de Kleer, *An assumption-based TMS*, 1986).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from dsl.model import Clause, Edition, Game, Origin, Rulings
from dsl.text.span import Span
from dsl.types.values import Value
from interpreter.evaluate.clauses import Group, grouped
from interpreter.rulebook.rulebook import HearingOf, Interpretation, Rulebook, Situation, Verdict

Store = dict[Situation, list[tuple[int, Any]]]
"""What is known by situation: under which readings (as bits), and what."""


@dataclass(slots=True)
class Groupings:
    """The clauses of some origins of an edition, by question; the doubts under which they are; and, by
    question and how these are read, the clauses made ready."""

    clauses: dict[str, list[Clause]] | None = None
    under: dict[str, tuple[str, ...]] = field(default_factory=dict)
    groups: dict[tuple[str, tuple[str, ...]], Group] = field(default_factory=dict)


Numbers = Mapping[tuple[str, str], int]
"""For each reading of each doubt of an edition a bit of its own."""


def numbers_of(edition: Edition) -> Numbers:
    """A bit for each reading of each doubt."""
    pairs = [(name, each.name) for name, doubt in edition.doubts.items() for each in doubt.readings]
    return {pair: 1 << place for place, pair in enumerate(pairs)}


class SharedAnswers(Protocol):
    """Where rulebooks of an edition keep what they find: those with the same rulings, from which the same
    clauses and exceptions are left out. By edition: `asked`, the situations of a question in which it was
    asked; `groupings`, its clauses made ready."""

    @property
    def asked(self) -> dict[tuple[str, str], set[Situation]]: ...

    @property
    def groupings(self) -> dict[tuple[str, tuple[Origin, ...]], Groupings]: ...

    def numbered(self, edition: Edition) -> Numbers:
        """A bit for each reading of each doubt of the edition, always the same."""
        ...

    def store(self, edition: str, what: str, question: str) -> Store:
        """What is known of a question: its `verdict`, whether its `needs` or `given` are met, …"""
        ...


@dataclass(slots=True)
class AssumptionMemo:
    """Where the rulebooks of one edition keep what they find."""

    asked: dict[tuple[str, str], set[Situation]] = field(default_factory=dict)
    groupings: dict[tuple[str, tuple[Origin, ...]], Groupings] = field(default_factory=dict)
    _numbers: dict[str, Numbers] = field(default_factory=dict)
    _stores: dict[tuple[str, str, str], Store] = field(default_factory=dict)

    def numbered(self, edition: Edition) -> Numbers:
        """See `SharedAnswers`."""
        return self._numbers.setdefault(edition.name, numbers_of(edition))

    def store(self, edition: str, what: str, question: str) -> Store:
        """See `SharedAnswers`."""
        return self._stores.setdefault((edition, what, question), {})


class SharedRulebook(Rulebook):
    """A rulebook that shares its verdicts with those of the other interpretations of its edition.

    While a verdict is computed, the readings consulted are noted, as bits; the verdict serves every
    interpretation that has them all. `served`: the readings under which the last verdict asked for holds.
    """

    def __init__(
        self,
        shared: SharedAnswers,
        game: Game,
        edition: Edition,
        interpretation: Interpretation,
        *,
        rulings: Rulings | None = None,
        without: frozenset[str] = frozenset(),
        switched_off: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        self._shared = shared
        self._under: dict[str, tuple[str, ...]] = {}
        super().__init__(
            game,
            edition,
            dict(interpretation),
            rulings=rulings,
            without=without,
            switched_off=switched_off,
        )
        self.served = 0
        self._consulted = 0
        numbered = shared.numbered(edition)
        self._bits = {pair[0]: numbered[pair] for pair in self.readings.items()}
        self._mine = sum(self._bits.values())
        self._stores: dict[tuple[str, str], Store] = {}

    def _groups(
        self, origins: tuple[Origin, ...], switched_off: frozenset[tuple[str, str]]
    ) -> dict[str, Group]:
        """See `Rulebook`: shared by the books that read alike the doubts under which the clauses are."""
        kept = self._shared.groupings.setdefault((self.edition.name, origins), Groupings())
        if kept.clauses is None:
            kept.clauses = {}
            for clause in self.clauses.values():
                if clause.origin in origins:
                    kept.clauses.setdefault(clause.question, []).append(clause)
            kept.under = {
                name: tuple(sorted({doubt for clause in clauses for doubt, _ in clause.under}))
                for name, clauses in kept.clauses.items()
            }
        found: dict[str, Group] = {}
        for name, clauses in kept.clauses.items():
            key = (name, tuple([self.readings[doubt] for doubt in kept.under[name]]))
            if key not in kept.groups:
                kept.groups[key] = grouped(clauses, self.readings, switched_off)
            found[name] = kept.groups[key]
            self._under[name] = (*self._under.get(name, ()), *kept.under[name])
        return found

    def verdict(self, question: str, situation: Situation) -> Verdict:
        """What the edition answers; see `Rulebook.verdict`."""
        store = self._stores.get(("verdict", question)) or self._store("verdict", question)
        kept = store.get(situation)
        if kept is None:
            kept = store[situation] = []
        mine = self._mine
        for served, found in kept:
            if served & mine == served:
                self._consulted |= served
                self.served = served
                return found if found.proved else self.leaning(found)
        key = (question, situation)
        made: Verdict = self._made(kept, self._under_of(question), lambda: self._computed(key, self._ruled))
        return made if made.proved else self.leaning(made)

    def meets_needs(self, question: str, situation: Situation) -> bool:
        """Whether it is physically possible; see `Rulebook.meets_needs`."""
        make = super().meets_needs
        possible: bool = self.kept("needs", question, situation, lambda: make(question, situation))
        return possible

    def meets_given(self, question: str, situation: Situation) -> bool | None:
        """Whether it is a situation of the question; see `Rulebook.meets_given`."""
        make = super().meets_given
        met: bool | None = self.kept("given", question, situation, lambda: make(question, situation))
        return met

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The answer to a question met in an expression; see `Rulebook.ask`."""
        key = (question, situation)
        if self._log is not None:
            self._log.append(key)
        asked = self._shared.asked.setdefault((self.edition.name, question), set())
        if situation not in asked:  # what is no situation is none under any interpretation
            self._check_asked(question, situation, span)
            asked.add(situation)
        return self._answered(key, self.verdict(question, situation))

    def reading_of(self, doubt: str) -> Any:
        """A doubt as it is read; see `Rulebook.reading_of`."""
        self._consulted |= self._bits[doubt]
        return super().reading_of(doubt)

    def heard(self, question: str, situation: Situation, hearing: HearingOf) -> Verdict:
        """See `Rulebook.heard`."""
        self._consulted |= self._under_of(question)
        return super().heard(question, situation, hearing)

    def has(self, readings: int) -> bool:
        """Whether these are readings of it."""
        return readings & self._mine == readings

    def doubts_served(self, served: int) -> tuple[str, ...]:
        """The doubts whose readings these are, sorted."""
        return tuple([doubt for doubt in sorted(self._bits) if served & self._bits[doubt]])

    def _under_of(self, question: str) -> int:
        under = 0
        for doubt in self._under.get(question, ()):
            under |= self._bits[doubt]
        return under

    def _store(self, what: str, question: str) -> Store:
        store = self._stores[(what, question)] = self._shared.store(self.edition.name, what, question)
        return store

    def kept(self, what: str, question: str, situation: Situation, compute: Callable[[], Any]) -> Any:
        """What is computed of a question in a situation, by this book alone: kept as verdicts are."""
        store = self._stores.get((what, question)) or self._store(what, question)
        kept = store.setdefault(situation, [])
        mine = self._mine
        for served, found in kept:
            if served & mine == served:
                self._consulted |= served
                self.served = served
                return found
        return self._made(kept, 0, compute)

    def _made(self, kept: list[tuple[int, Any]], consulted: int, compute: Callable[[], Any]) -> Any:
        """What is computed, and kept with the readings consulted on the way."""
        before, self._consulted = self._consulted, consulted
        try:
            found = compute()
        finally:
            consulted = self._consulted
            self._consulted |= before
        self.served = consulted
        kept.append((consulted, found))
        return found
