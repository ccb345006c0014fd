"""The editions of a game side by side: which interpretations of each are left, and what they answer.

A *survivor* is an interpretation that elimination has not struck; survivors are kept as a formula,
the list of partial interpretations (`nogoods`) that cannot hold, and only ever listed for the doubts
on which one question depends.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any

from checker.editions.played import Played
from checker.editions.spec_errors import SituationErrors
from dsl.model import Edition, Game, Origin
from dsl.text.errors import Portable
from dsl.types.values import Value
from interpreter.analysis.concrete import Concrete, concrete_questions
from interpreter.analysis.dependencies import Dependencies, interpretations
from interpreter.rulebook.enumeration import situations
from interpreter.rulebook.memo import Groupings, Numbers, SharedRulebook, Store, numbers_of
from interpreter.rulebook.rulebook import Interpretation, Rulebook, Situation, Verdict

MOST_INTERPRETATIONS = 4096

Frozen = tuple[tuple[str, str], ...]
"""An interpretation as a sorted tuple of (doubt, reading): hashable."""


def freeze(interpretation: Interpretation) -> Frozen:
    """The interpretation as a sorted tuple."""
    return tuple(sorted(interpretation.items()))


Chosen = tuple[tuple[tuple[str, Situation], Value], ...]
"""Answers chosen for open questions, each asked in a situation."""

MOST_WAYS = 48


class TooManyInterpretations(Portable):
    """A question depends on more combinations of doubts than are listed; `count` is the bound."""

    def __init__(self, edition: str, question: str) -> None:
        super().__init__(f"{edition}.{question}")
        self.edition = edition
        self.question = question


@dataclass(frozen=True, slots=True)
class Survivors:
    """The surviving interpretations for the doubts of one question, in order, each with its rulebook."""

    interpretations: tuple[Frozen, ...]
    books: tuple[SharedRulebook, ...]
    _served: dict[int, int] = field(default_factory=dict)

    def served(self, readings: int) -> int:
        """The places of the interpretations with these readings (as bits), as bits."""
        places = self._served.get(readings)
        if places is None:
            each = enumerate(self.books)
            places = self._served[readings] = sum(1 << at for at, book in each if book.has(readings))
        return places


def _alike(game: Game) -> dict[str, str]:
    """For each question the first with the same parameters that needs the same, given the same."""
    first: dict[Any, str] = {}
    return {
        name: first.setdefault((q.parameters, q.needs, q.given), name) for name, q in game.questions.items()
    }


@dataclass(slots=True)
class Editions:
    """The editions of one game, with what elimination has left of each.

    All editions are there, whichever are asked about: what one is compared with, what answers where it is
    silent, and what is looked at must not depend on that.
    `looked`: what is kept of the situations in which concrete questions are looked at (see `sampled`);
    `played`: what came of games that were played; `erring`: errors of the specification met in situations.
    `nogoods` maps an edition to the partial interpretations that are struck out. `without` and
    `switched_off` are passed on to the rulebooks (see `Rulebook`).
    """

    game: Game
    members: tuple[Edition, ...]
    nogoods: dict[str, list[Mapping[str, str]]] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    switched_off: frozenset[tuple[str, str]] = frozenset()
    ways: dict[str, list[Chosen]] = field(default_factory=dict)
    tables: dict[tuple[str, str, Situation], Any] = field(default_factory=dict)
    strands: dict[tuple[str, str], dict[Situation, tuple[Survivors, Any]]] = field(default_factory=dict)
    asked: dict[tuple[str, str], set[Situation]] = field(default_factory=dict)
    groups: dict[tuple[str, tuple[Frozen, ...]], Any] = field(default_factory=dict)
    groupings: dict[tuple[str, tuple[Origin, ...]], Groupings] = field(default_factory=dict)
    rationals: dict[str, bool] = field(default_factory=dict)
    looked: dict[str, Any] = field(default_factory=dict)
    played: Played = field(default_factory=Played)
    risks: dict[Any, Any] = field(default_factory=dict)
    situation_errors: SituationErrors = field(default_factory=SituationErrors)
    _concrete: list[Mapping[str, Concrete]] = field(default_factory=list)
    _shared: dict[tuple[str, str, str], Store] = field(default_factory=dict)
    _base: "Editions | None" = None
    _depends: dict[str, Dependencies] = field(default_factory=dict)
    _numbers: dict[str, Numbers] = field(default_factory=dict)
    _less: dict[str, "Editions"] = field(default_factory=dict)
    _books: dict[tuple[str, Frozen], SharedRulebook] = field(default_factory=dict)
    _doubts: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    _rows: dict[tuple[str, str, int], Survivors] = field(default_factory=dict)
    _known_rows: dict[tuple[str, str], list[Survivors]] = field(default_factory=dict)
    _alike: dict[str, str] = field(default_factory=dict)
    _verdicts: dict[Any, int] = field(default_factory=dict)
    _spaces: dict[Any, tuple[Situation, ...]] = field(default_factory=dict)

    @property
    def alike(self) -> Mapping[str, str]:
        """For each question one for which the same is needed and given."""
        if not self._alike:
            self._alike.update(_alike(self.game))
        return self._alike

    @property
    def concrete(self) -> Mapping[str, Concrete]:
        """The concrete questions of the game, with why."""
        if not self._concrete:
            self._concrete.append(concrete_questions(self.game))
        return self._concrete[0]

    def situations(self, question: str, book: Rulebook, most: int | None = None) -> Iterator[Situation]:
        """The situations of a question, the smallest first; see `interpreter.rulebook.enumeration`. Kept
        where they are the same under every interpretation of the edition, and with any rulings."""
        asked = self.game.questions[question]
        told_by = (*asked.needs, *asked.smallest)
        edition = book.edition.name
        depends = self._dependencies(edition)
        direct = sorted(depends.of(told_by)[0])
        changed = self._about(edition, self.without | {clause for clause, _ in self.switched_off})
        changed |= set() if book.rulings is None else {clause.question for clause in book.rulings.clauses}
        if depends.doubts_of_exprs(told_by) or any(self._asks(edition, name, changed) for name in direct):
            return situations(self.game, question, book, most)
        key = (edition if direct else "", asked.parameters, asked.needs, asked.smallest)
        if key not in self._spaces:
            self._spaces[key] = tuple(situations(self.game, question, book, most))
        return iter(self._spaces[key])

    def edition(self, name: str) -> Edition:
        """The edition called `name`."""
        return next(e for e in self.members if e.name == name)

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
        """Forgets which interpretations survive, after some have been struck, or others."""
        self.tables.clear()
        self._rows.clear()

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

    def readings_of(self, edition: str, doubt: str) -> list[dict[str, str]]:
        """The readings that are left of one doubt, each with those of the doubts on which it hangs; nothing
        where it does not exist by any interpretation that is left. Raises TooManyInterpretations."""
        named, pending = {doubt}, [doubt]
        while pending:
            parents = {parent for parent, _ in self.edition(edition).doubts[pending.pop()].under} - named
            named |= parents
            pending += sorted(parents)
        return [way for way in self.readings(edition, named) if doubt in way]

    def survivors(self, edition: str, question: str) -> list[dict[str, str]]:
        """The surviving interpretations of an edition, for the doubts of one question."""
        return self.readings(edition, self.doubts_of(edition, question))

    def row(self, edition: str, question: str) -> Survivors:
        """The surviving interpretations for the doubts of one question (kept)."""
        key = (edition, question, len(self.nogoods.get(edition, ())))
        if key not in self._rows:
            survivors = self.survivors(edition, question)
            books = tuple([self.rulebook(edition, i) for i in survivors])
            row = Survivors(tuple(map(freeze, survivors)), books)
            known = self._known_rows.setdefault((edition, question), [])
            same = next((r for r in known if r.interpretations == row.interpretations), None)
            if same is None:
                known.append(row)
            self._rows[key] = same or row
        return self._rows[key]

    def number(self, verdict: Verdict) -> int:
        """A number of the verdict: the same for those that differ only in what they override or wait for."""
        told = (verdict.outcome, verdict.speaking, verdict.conflict, verdict.by_default)
        return self._verdicts.setdefault(told, len(self._verdicts))

    def rulebook(self, edition: str, interpretation: Interpretation) -> SharedRulebook:
        """The edition under an interpretation (kept: its answers are remembered)."""
        key = (edition, freeze(interpretation))
        if key not in self._books:
            self._books[key] = SharedRulebook(
                self,
                self.game,
                self.edition(edition),
                interpretation,
                without=self.without,
                switched_off=self.switched_off,
            )
        return self._books[key]

    def less(self, clause: str) -> "Editions":
        """The same editions without one clause (kept, as it is asked again and again)."""
        if clause not in self._less:
            self._less[clause] = self.changed(without=self.without | {clause})
        return self._less[clause]

    def changed(
        self,
        *,
        without: frozenset[str] | None = None,
        switched_off: frozenset[tuple[str, str]] | None = None,
    ) -> "Editions":
        """The same editions without other clauses, or with other exceptions switched off."""
        return replace(
            self,
            without=self.without if without is None else without,
            switched_off=self.switched_off if switched_off is None else switched_off,
            tables={},
            strands={},
            groupings={},
            _books={},
            _less={},
            _shared={},
            _rows={},
            _known_rows={},
            situation_errors=SituationErrors(),
            _base=self,
        )

    def under(self, edition: str, under: Iterable[tuple[str, tuple[str, ...]]]) -> "Editions | None":
        """The editions where the doubts of an edition have these readings, and exist; itself where none is
        named, None where nothing is left."""
        struck, pending = list(self.nogoods.get(edition, ())), list(under)
        if not pending:
            return self
        doubts = self.edition(edition).doubts
        while pending:
            name, kept = pending.pop()
            struck += [{name: r.name} for r in doubts[name].readings if r.name not in kept]
            pending += doubts[name].under
        inside = self.left_by({**self.nogoods, edition: struck})
        return inside if inside.readings(edition, ()) else None

    def left_by(self, nogoods: dict[str, list[Mapping[str, str]]]) -> "Editions":
        """The same editions where these partial interpretations are struck out, and no others."""
        return replace(self, nogoods=nogoods, tables={}, strands={}, _rows={}, _known_rows={}, _less={})

    def numbered(self, edition: Edition) -> Numbers:
        """See `interpreter.rulebook.memo.Shared`."""
        if edition.name not in self._numbers:
            self._numbers[edition.name] = numbers_of(edition)
        return self._numbers[edition.name]

    def store(self, edition: str, what: str, question: str) -> Store:
        """What is known of a question (`what`: its `verdict`, whether its `needs` or `given` are met, …):
        that of the editions of which this is a change, where the change does not matter to it."""
        if self._base is not None and not self._touches(edition, what, question):
            return self._base.store(edition, what, question)
        name = self.alike[question] if what in ("needs", "given") else question
        return self._shared.setdefault((edition, what, name), {})

    def _touches(self, edition: str, what: str, question: str) -> bool:
        """Whether what these editions change may matter there."""
        assert self._base is not None
        changed = self.without ^ self._base.without
        changed |= {clause for clause, _ in self.switched_off ^ self._base.switched_off}
        asked = self.game.questions[question]
        if what not in ("needs", "given"):
            direct = {question}
        else:
            exprs = asked.needs if what == "needs" else asked.given
            direct = set(self._dependencies(edition).of(exprs)[0])
        about = self._about(edition, changed)
        return any(self._asks(edition, name, about) for name in sorted(direct))

    def _about(self, edition: str, clauses: frozenset[str]) -> set[str]:
        """The questions on which these clauses are, if they are heard with the edition."""
        heard = (*self.edition(edition).clauses, *self.game.assumptions)
        return {clause.question for clause in heard if clause.id in clauses} if clauses else set()

    def _asks(self, edition: str, question: str, about: Set[str]) -> bool:
        """Whether a question is one of these, or may ask one of them."""
        return question in about or not about.isdisjoint(self._dependencies(edition).asked(question))

    def _dependencies(self, edition: str) -> Dependencies:
        if edition not in self._depends:
            self._depends[edition] = Dependencies(self.game, self.edition(edition))
        return self._depends[edition]

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
        return book.doubts_served(book.served)
