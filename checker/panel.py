"""The editions of a game side by side: which interpretations of each are left, and what they answer.

A *survivor* is an interpretation that elimination has not struck; survivors are kept as a formula,
the list of partial interpretations (`nogoods`) that cannot hold, and only ever listed for the doubts
on which one question depends.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from dsl.model import Edition, Game
from dsl.span import Span
from dsl.values import Value
from interpreter.reading import interpretations
from interpreter.rules import Interpretation, Rulebook, Situation, Verdict

MOST_INTERPRETATIONS = 4096

Frozen = tuple[tuple[str, str], ...]
"""An interpretation as a sorted tuple of (doubt, reading): hashable."""


def freeze(interpretation: Interpretation) -> Frozen:
    """The interpretation as a sorted tuple."""
    return tuple(sorted(interpretation.items()))


Chosen = tuple[tuple[tuple[str, Situation], Value], ...]
"""Answers chosen for open questions, each asked in a situation."""

MOST_WAYS = 48


class TooManyInterpretations(Exception):
    """A question depends on more combinations of doubts than are listed; `count` is the bound."""

    def __init__(self, edition: str, question: str) -> None:
        super().__init__(f"{edition}.{question}")
        self.edition = edition
        self.question = question


class SharedBook(Rulebook):
    """A rulebook that shares its verdicts with those of the other interpretations of its edition.

    While a verdict is computed, the doubts consulted are noted; the verdict serves every interpretation
    that reads these alike. `served`: the readings under which the last verdict asked for holds.
    """

    def __init__(self, panel: "Panel", edition: str, interpretation: Interpretation) -> None:
        super().__init__(
            panel.game,
            panel.edition(edition),
            dict(interpretation),
            without=panel.without,
            switched_off=panel.switched_off,
        )
        self._panel = panel
        self.served: Frozen = ()
        self._consulted: list[set[str]] = [set()]
        self._under: dict[str, set[str]] = {}
        for clause in self.clauses.values():
            self._under.setdefault(clause.question, set()).update(d for d, _ in clause.under)

    def verdict(self, question: str, situation: Situation) -> Verdict:
        """What the edition answers; see `Rulebook.verdict`."""
        found: Verdict = self._kept(
            ("verdict", question, situation), lambda: super(SharedBook, self).verdict(question, situation)
        )
        return found

    def meets_needs(self, question: str, situation: Situation) -> bool:
        """Whether it is physically possible; see `Rulebook.meets_needs`."""
        possible: bool = self._kept(
            ("needs", self._panel.alike[question], situation),
            lambda: super(SharedBook, self).meets_needs(question, situation),
        )
        return possible

    def meets_given(self, question: str, situation: Situation) -> bool | None:
        """Whether it is a situation of the question; see `Rulebook.meets_given`."""
        met: bool | None = self._kept(
            ("given", self._panel.alike[question], situation),
            lambda: super(SharedBook, self).meets_given(question, situation),
        )
        return met

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The answer to a question met in an expression; see `Rulebook.ask`."""
        try:
            return super().ask(question, situation, span)
        finally:
            for doubts, _ in self._panel._shared.get((self.edition.name, "verdict", question, situation), ()):
                if self._reads(doubts):
                    self._consulted[-1].update(d for d, _ in doubts)
                    break

    def _check_asked(self, question: str, situation: Situation, span: Span) -> None:
        """See `Rulebook`: what is no situation is none under any interpretation."""
        key = (self.edition.name, question, situation)
        if key not in self._panel.asked:
            super()._check_asked(question, situation, span)
            self._panel.asked.add(key)

    def reading_of(self, doubt: str) -> Any:
        """A doubt as it is read; see `Rulebook.reading_of`."""
        self._consulted[-1].add(doubt)
        return super().reading_of(doubt)

    def _reads(self, doubts: Frozen) -> bool:
        return all(self.readings[d] == r for d, r in doubts)

    def _kept(self, what: tuple[str, str, Situation], compute: Callable[[], Any]) -> Any:
        kept = self._panel._shared.setdefault((self.edition.name, *what), [])
        for doubts, found in kept:
            if self._reads(doubts):
                self._consulted[-1].update(d for d, _ in doubts)
                self.served = doubts
                return found
        self._consulted.append(set(self._under.get(what[1], ())) if what[0] == "verdict" else set())
        try:
            found = compute()
        finally:
            consulted = self._consulted.pop()
            self._consulted[-1].update(consulted)
        self.served = tuple((d, self.readings[d]) for d in sorted(consulted))
        kept.append((self.served, found))
        return found


@dataclass(frozen=True, slots=True)
class Row:
    """The surviving interpretations for the doubts of one question, in order, each with its rulebook."""

    interpretations: tuple[Frozen, ...]
    books: tuple[SharedBook, ...]
    _reading: Mapping[tuple[str, str], int]

    @classmethod
    def of(cls, interpretations: Iterable[Frozen], books: Iterable[SharedBook]) -> "Row":
        """The row of these."""
        kept = tuple(books)
        reading: dict[tuple[str, str], int] = {}
        for place, book in enumerate(kept):
            for pair in book.readings.items():
                reading[pair] = reading.get(pair, 0) | 1 << place
        return cls(tuple(interpretations), kept, reading)

    def served(self, doubts: Frozen) -> int:
        """The places of the interpretations that read these doubts so, as bits."""
        mask = (1 << len(self.books)) - 1
        for pair in doubts:
            mask &= self._reading[pair]
        return mask


def _alike(game: Game) -> dict[str, str]:
    """For each question the first with the same parameters that needs the same, given the same."""
    first: dict[Any, str] = {}
    return {
        name: first.setdefault((q.parameters, q.needs, q.given), name) for name, q in game.questions.items()
    }


@dataclass(slots=True)
class Panel:
    """The editions of one game, with what elimination has left of each.

    `nogoods` maps an edition to the partial interpretations that are struck out. `without` and
    `switched_off` are passed on to the rulebooks (see `Rulebook`).
    """

    game: Game
    editions: tuple[Edition, ...]
    nogoods: dict[str, list[Mapping[str, str]]] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    switched_off: frozenset[tuple[str, str]] = frozenset()
    ways: dict[str, list[Chosen]] = field(default_factory=dict)
    tables: dict[tuple[str, str, Situation], Any] = field(default_factory=dict)
    asked: set[tuple[str, str, Situation]] = field(default_factory=set)
    groups: dict[tuple[str, tuple[Frozen, ...]], Any] = field(default_factory=dict)
    _shared: dict[tuple[str, str, str, Situation], list[tuple[Frozen, Any]]] = field(default_factory=dict)
    _less: dict[str, "Panel"] = field(default_factory=dict)
    _books: dict[tuple[str, Frozen], SharedBook] = field(default_factory=dict)
    _doubts: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    _rows: dict[tuple[str, str, int], Row] = field(default_factory=dict)
    _alike: dict[str, str] = field(default_factory=dict)

    @property
    def alike(self) -> Mapping[str, str]:
        """For each question one for which the same is needed and given."""
        if not self._alike:
            self._alike.update(_alike(self.game))
        return self._alike

    def edition(self, name: str) -> Edition:
        """The edition called `name`."""
        return next(e for e in self.editions if e.name == name)

    def doubts_of(self, edition: str, question: str) -> tuple[str, ...]:
        """The doubts of an edition on which a question may depend, in order."""
        key = (edition, question)
        if key not in self._doubts:
            self._doubts[key] = self.rulebook(edition, {}).doubts_of(question)
        return self._doubts[key]

    def try_ways(self, edition: str, verdicts: Iterable[Verdict]) -> bool:
        """Notes ways to answer the open questions that block these verdicts: each by its last answer alone;
        where these are noted, by any other answer. False if all are noted, or they are too many."""
        opened = [(q, s, o) for v in verdicts for q, s, o in v.blockers if len(o.admits) > 1]
        known = self.ways.setdefault(edition, [])
        for part in (slice(-1, None), slice(1, -1)):
            every: list[Chosen] = [(((q, s), v),) for q, s, o in opened for v in o.admits[part]]
            new = [way for way in dict.fromkeys(every) if way not in known]
            if new and len(known) + len(new) <= MOST_WAYS:
                known += new
                return True
        return False

    def forget(self) -> None:
        """Forgets the tables, which list surviving interpretations, after some have been struck."""
        self.tables.clear()

    def register(self, edition: str, name: str, doubts: tuple[str, ...]) -> None:
        """Says on which doubts something other than a question depends, under a name of its own."""
        self._doubts[(edition, name)] = doubts

    def readings(self, edition: str, doubts: Iterable[str]) -> list[dict[str, str]]:
        """The surviving interpretations of an edition, for these doubts alone.

        A survivor of these doubts is one that some full survivor extends. Raises TooManyInterpretations.
        """
        named = tuple(doubts)
        struck = self.nogoods.get(edition, ())
        found: list[dict[str, str]] = []
        for interpretation in interpretations(self.edition(edition), named, struck):
            found.append(interpretation)
            if len(found) > MOST_INTERPRETATIONS:
                raise TooManyInterpretations(edition, ",".join(named))
        return found

    def survivors(self, edition: str, question: str) -> list[dict[str, str]]:
        """The surviving interpretations of an edition, for the doubts of one question."""
        return self.readings(edition, self.doubts_of(edition, question))

    def row(self, edition: str, question: str) -> Row:
        """The surviving interpretations for the doubts of one question (kept)."""
        key = (edition, question, len(self.nogoods.get(edition, ())))
        if key not in self._rows:
            left = self.survivors(edition, question)
            self._rows[key] = Row.of(map(freeze, left), (self.rulebook(edition, i) for i in left))
        return self._rows[key]

    def rulebook(self, edition: str, interpretation: Interpretation) -> SharedBook:
        """The edition under an interpretation (kept: its answers are remembered)."""
        key = (edition, freeze(interpretation))
        if key not in self._books:
            self._books[key] = SharedBook(self, edition, interpretation)
        return self._books[key]

    def less(self, clause: str) -> "Panel":
        """The same panel without one clause (kept, as it is asked again and again)."""
        if clause not in self._less:
            self._less[clause] = replace(
                self, without=self.without | {clause}, tables={}, _books={}, _less={}, _shared={}, _rows={}
            )
        return self._less[clause]

    def verdict(
        self, edition: str, interpretation: Interpretation, question: str, situation: Situation
    ) -> Verdict:
        """What the edition answers under the interpretation."""
        return self.rulebook(edition, interpretation).verdict(question, situation)

    def consulted(
        self, edition: str, interpretation: Interpretation, question: str, situation: Situation
    ) -> tuple[str, ...]:
        """The doubts with whose readings that was worked out: others do not matter there."""
        book = self.rulebook(edition, interpretation)
        book.verdict(question, situation)
        for doubts, _ in self._shared.get((edition, "verdict", question, situation), ()):
            if all(book.readings[doubt] == reading for doubt, reading in doubts):
                return tuple(doubt for doubt, _ in doubts)
        return self.doubts_of(edition, question)
