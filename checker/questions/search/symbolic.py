"""What is wrong with one question of many situations: the search by solver.

For each kind of finding the solver is asked for a situation that shows one not yet recorded, shape by
shape; the column of that situation tells what it is; its class is excluded, and so on until there is none:
that is the proof that all are found. Then the smallest situation of each class is sought, and one that
shows it under every interpretation.

All classes are enumerated with blocking clauses: the query is unsatisfiable iff no class is left. A situation
in which the interpreter does not see what the solver promised refines the query (CEGAR: Clarke, Grumberg,
Jha, Lu and Veith, *Counterexample-guided abstraction refinement*, 2000).
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

from checker.editions.editions import Editions, Frozen
from checker.findings.findings import EmptyReason
from checker.questions.search.avoidable import Class, avoided, by_sentences, shown
from checker.questions.search.explicit import Key, Record, Searched, all_ways, are_few, conclude
from checker.questions.verdicts.emptiness import answering_clauses, is_by_text, why_empty
from checker.questions.verdicts.matrix import (
    ANSWERS,
    BY_DEFAULT,
    STALLED,
    Column,
    Occurrence,
    column,
    names_of,
    occurrences,
    verdict_of,
)
from checker.smt.budget import DEFAULT_EFFORT, GIVEN_UP, QueryBudget, QueryUndecided, why
from checker.smt.encodings import Encodings
from checker.smt.formulas import Truth, conj, disj, iff, neg
from checker.smt.outcome import EncodedOutcome
from checker.smt.smallest import smallest
from checker.smt.solver import EncodedEdition, Model, ShapeSolver, shape_solvers_of
from dsl.model import Question
from dsl.text.errors import Portable
from dsl.text.messages import Said, reason
from interpreter.analysis.dependencies import Dependencies
from interpreter.rulebook.rulebook import Situation, Status, Verdict

MOST_SPURIOUS = 40
"""So many readings noted for one pair of editions leave it undecided."""
FURTHER = 1
MOST_SEATS = 8
"""So many interpretations are tried for one situation that shows a finding under all of them."""

Seats = Mapping[str, EncodedEdition]
Formula = Callable[[ShapeSolver, Seats], Truth]
Unlike = Callable[[EncodedOutcome, EncodedOutcome], Truth]
Ways = tuple[list[Frozen], list[Frozen]]
"""Readings noted of the second edition, and of the first."""


def fits(code: EncodedOutcome) -> Truth:
    """Whether it is a situation for the edition."""
    return neg(code.refused)


def says(editions: Editions, question: str, encoded_edition: EncodedEdition, names: tuple[str, ...]) -> Truth:
    """Whether of the edition's clauses on the question exactly those of these names speak. (What the game
    assumes is the same for all.)"""
    own = {c.id for c in editions.edition(encoded_edition.edition).clauses if c.question == question}
    return conj(
        iff(t, names_of((c,))[0] in names) for c, t in encoded_edition.code.speaks.items() if c in own
    )


def giving(encoded_edition: EncodedEdition) -> Truth:
    """Whether the edition's clauses answer, in a situation of it."""
    return conj((fits(encoded_edition.code), encoded_edition.code.answers, neg(encoded_edition.code.default)))


class _SpuriousModel(Portable):
    """The interpreter does not confirm what the solver found in this situation."""

    def __init__(self, situation: Situation) -> None:
        super().__init__("the interpreter does not confirm what the solver found")
        self.situation = situation


@dataclass(slots=True)
class SymbolicSearch:
    """The search of one question."""

    editions: Editions
    question: Question
    effort: int = DEFAULT_EFFORT
    searched: Searched = field(init=False)
    query_budget: QueryBudget = field(init=False)
    _shape_solvers: list[ShapeSolver] | None = None
    _seen: dict[Situation, list[Occurrence]] = field(default_factory=dict)
    _by_text: dict[tuple[str, ...], bool] = field(default_factory=dict)
    _answered: dict[tuple[str, ...], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.searched = Searched(self.question)
        self.query_budget = QueryBudget(self.effort)

    @property
    def shape_solvers(self) -> list[ShapeSolver]:
        """A solver for each shape of situations. Raises NotEncodable where their values have no encoding."""
        if self._shape_solvers is None:
            encodings = Encodings(self.editions, self.question.name)
            self._shape_solvers = shape_solvers_of(self.editions, self.question, self.query_budget, encodings)
        return self._shape_solvers

    @property
    def names(self) -> list[str]:
        """The editions."""
        return [e.name for e in self.editions.members]

    # -------------------------------------------------------------- the whole

    def run(self) -> Searched:
        """Searches all kinds. Queries that are not decided are noted as such."""
        self.searched = Searched(self.question)
        with self.query_budget.open():
            for name in self.names:
                self._claim((name,), "consistent", self._contradictions, name)
                self._claim((name,), "complete", self._gaps, name)
                self._claim((name,), "unambiguous", self._ambiguities, name)
                self._clauses(name)
                self._blocked(name)
            for one, other in combinations(self.names, 2):
                self._pair(one, other)
            self._exclude_nothing()
        return self.searched

    def contradictions(self, editions: Iterable[str]) -> Searched:
        """Searches contradictions of these editions alone (they come first: they strike interpretations)."""
        with self.query_budget.open():
            for name in editions:
                self._claim((name,), "consistent", self._contradictions, name)
        return self.searched

    def avoidable(self, name: str, classes: Iterable[Class]) -> dict[Class, set[Frozen]]:
        """The surviving interpretations under which an edition contradicts itself where it need not (see
        `avoidable`), by the clauses that clash, of all that do; nothing where that is not decided."""
        try:
            with self.query_budget.open():
                return self._avoidable(name, classes)
        except GIVEN_UP:
            return {}

    def _avoidable(self, name: str, classes: Iterable[Class]) -> dict[Class, set[Frozen]]:
        clashing = by_sentences({class_: self._clashing(name, class_) for class_ in classes})
        found = {class_: self._avoiding(name, class_, ways) for class_, ways in clashing.items()}
        return {class_: ways for class_, ways in found.items() if ways}

    def _clashing(self, name: str, class_: Class) -> set[Frozen]:
        """The interpretations under which these clauses clash in some situation."""

        def query(shape_solver: ShapeSolver) -> Truth:
            code = shape_solver.free(name).code
            return conj((fits(code), code.contradictory, code.conflict_is(class_)))

        def there(situation: Situation) -> set[Frozen]:
            kinds = (o for o in self._shown(situation) if o.key == ("contradiction", (name,), class_))
            return {way[0] for o in kinds for way in o.under}

        return self._ways(name, query, there)

    def _avoiding(self, name: str, class_: Class, clashing: set[Frozen]) -> set[Frozen]:
        """The interpretations under which these clauses clash where one not in `clashing` is consistent."""
        if len(clashing) == len(self.editions.survivors(name, self.question.name)):
            return set()

        def query(shape_solver: ShapeSolver) -> Truth:
            code, other = shape_solver.free(name).code, shape_solver.again(name)
            return conj(
                (
                    *(fits(code), code.met, code.contradictory, code.conflict_is(class_)),
                    *(fits(other.code), other.code.met),
                    *(neg(other.code.contradictory), neg(other.code.blocked)),
                    *(neg(other.chooses(dict(way))) for way in sorted(clashing)),
                )
            )

        def there(situation: Situation) -> set[Frozen]:
            seen = shown(self._column(situation)[name])
            return avoided([seen], dict.fromkeys(seen.clashing, clashing)).get(class_, set())

        return self._ways(name, query, there)

    def _ways(
        self, name: str, query: Callable[[ShapeSolver], Truth], there: Callable[[Situation], set[Frozen]]
    ) -> set[Frozen]:
        """All interpretations that `there` tells of situations which satisfy a query. Raises Unknown."""
        found: set[Frozen] = set()

        def one_more(shape_solver: ShapeSolver) -> bool:
            wanted = query(shape_solver)
            known = disj(shape_solver.free(name).chooses(dict(way)) for way in sorted(found))
            at = shape_solver.find(wanted, neg(known))
            if at is None:
                return False
            news = there(at.situation) - found
            if not news:
                raise _SpuriousModel(at.situation)
            found.update(news)
            return True

        for shape_solver in self.shape_solvers:
            while self._confirmed((name,), one_more, shape_solver):
                pass
        return found

    def _claim(self, editions: tuple[str, ...], claim: str, search: Callable[..., bool], *args: str) -> None:
        """Runs a search that says whether it found nothing, which proves the claim."""
        try:
            if self._confirmed(editions, search, *args):
                alive = all(self._alive(e) for e in editions)
                conclude(self.searched, editions, claim, alive, self._why_empty)
        except GIVEN_UP as error:
            self.searched.undecided.append((editions, claim, why(error)))

    def _confirmed(self, editions: tuple[str, ...], search: Callable[..., bool], *args: object) -> bool:
        """What the search says, which is run again whenever it meets a situation that is blocked by an open
        question of which too few answers were tried."""
        while True:
            try:
                return search(*args)
            except _SpuriousModel as spurious:
                more = [self._more_ways(e, spurious.situation) for e in editions]
                if not any(more):
                    raise QueryUndecided(reason(spurious)) from None

    def _more_ways(self, edition: str, situation: Situation) -> bool:
        seen = self._column(situation)[edition]
        return self.editions.try_ways(edition, [s.verdict for s in seen if s.verdict is not None])

    def _alive(self, name: str) -> bool:
        """Whether under each surviving interpretation some situation is left that is not blocked, by the
        interpreter's word."""
        return self._confirmed((name,), self._all_alive, name)

    def _all_alive(self, name: str) -> bool:
        waiting = self.editions.survivors(name, self.question.name)
        for shape_solver in self.shape_solvers:
            waiting = [i for i in waiting if not self._alive_at(shape_solver, name, i)]
            if not waiting:
                return True
        return False

    def _alive_at(self, shape_solver: ShapeSolver, name: str, way: Mapping[str, str]) -> bool:
        encoded_edition = shape_solver.free(name)
        model = shape_solver.find(
            fits(encoded_edition.code), neg(encoded_edition.code.blocked), encoded_edition.chooses(way)
        )
        if model is None:
            return False
        verdict = verdict_of(self.editions, name, way, self.question.name, model.situation)
        if verdict is None or verdict.outcome.status is Status.BLOCKED:
            raise _SpuriousModel(model.situation)
        return True

    # -------------------------------------------------------------- whether it is about anything

    def _why_empty(self, editions: tuple[str, ...], claim: str) -> EmptyReason | None:
        name = self.question.name
        return why_empty(self.editions, name, editions, claim, self._is_by_text, self._is_answered)

    def _is_by_text(self, editions: tuple[str, ...]) -> bool:
        """Whether in some situation the text of each of these editions answers, read somehow."""
        clauses = {e: answering_clauses(self.editions, e, self.question.name) for e in editions}

        def wanted(encoded_edition: EncodedEdition) -> Truth:
            spoken = disj(
                t for c, t in encoded_edition.code.speaks.items() if c in clauses[encoded_edition.edition]
            )
            return conj((giving(encoded_edition), spoken))

        def is_so(found: Model) -> bool:
            verdicts = {e: self._verdict(e, found) for e in editions}
            return all(v is not None and is_by_text(v, clauses[e]) for e, v in verdicts.items())

        if editions not in self._by_text:
            query = self._somewhere(editions, lambda seats: conj(wanted(s) for s in seats.values()), is_so)
            self._by_text[editions] = self._confirmed(editions, query)
        return self._by_text[editions]

    def _is_answered(self, editions: tuple[str, ...]) -> bool:
        """Whether in some situation of all these editions one of them has an answer, if only by default."""

        def wanted(seats: Seats) -> Truth:
            codes = [encoded_edition.code for encoded_edition in seats.values()]
            return conj((*map(fits, codes), disj(code.answers for code in codes)))

        def is_so(found: Model) -> bool:
            verdicts = [self._verdict(e, found) for e in editions]
            return any(v is not None and v.outcome.status in ANSWERS for v in verdicts)

        if editions not in self._answered:
            self._answered[editions] = self._confirmed(editions, self._somewhere(editions, wanted, is_so))
        return self._answered[editions]

    def _somewhere(
        self, editions: tuple[str, ...], wanted: Callable[[Seats], Truth], is_so: Callable[[Model], bool]
    ) -> Callable[[], bool]:
        """The search for a situation, which the interpreter has to confirm."""

        def search() -> bool:
            for shape_solver in self.shape_solvers:
                model = shape_solver.find(wanted({e: shape_solver.free(e) for e in editions}))
                if model is not None and not is_so(model):
                    raise _SpuriousModel(model.situation)
                if model is not None:
                    return True
            return False

        return search

    def _verdict(self, edition: str, model: Model) -> Verdict | None:
        """What an edition answers in a situation found, as it is read there; None where it is no situation
        for it, or it errs there."""
        way = model.interpretations[f"{edition}/"]
        return verdict_of(self.editions, edition, way, self.question.name, model.situation)

    def _exclude_nothing(self) -> None:
        """Notes where `given` excludes no situation (how many it does is not counted)."""
        for name in self.names:
            try:
                if all(
                    shape_solver.find(shape_solver.free(name).code.refused) is None
                    for shape_solver in self.shape_solvers
                ):
                    self.searched.excluded[(name,)] = 0.0
            except GIVEN_UP:
                continue
        for pair in combinations(self.names, 2):
            if all((name,) in self.searched.excluded for name in pair):
                self.searched.excluded[pair] = 0.0

    def _blocked(self, name: str) -> None:
        """Looks at situations that are blocked: the solver does not tell errors of the specification from
        what waits for an answer."""
        with suppress(*GIVEN_UP):
            for shape_solver in self.shape_solvers:
                code = shape_solver.free(name).code
                model = shape_solver.find(fits(code), code.blocked)
                if model is not None:
                    self._column(model.situation)

    # -------------------------------------------------------------- the kinds

    def _contradictions(self, name: str) -> bool:
        def wrong(shape_solver: ShapeSolver, seats: Seats) -> Truth:
            code = seats[name].code
            return conj((fits(code), code.contradictory))

        def excluded(shape_solver: ShapeSolver, seats: Seats, key: Key) -> Truth:
            return conj((fits(seats[name].code), seats[name].code.conflict_is(key[2])))

        return self._all("contradiction", (name,), wrong, excluded)

    def _gaps(self, name: str) -> bool:
        silent = [] if self.question.optional else [self._answered_gaps("gap", name), self._unanswered(name)]
        return all([*silent, *(self._answered_gaps(kind, name) for kind in BY_DEFAULT)])

    def _lacking(self, kind: str, encoded_edition: EncodedEdition) -> Truth:
        """Whether the edition does not answer, or does so only by default."""
        code = encoded_edition.code
        return conj((fits(code), code.silent if kind == "gap" else code.default))

    def _answers_by(self, kind: str, here: EncodedEdition, other: EncodedEdition, clause: str) -> Truth:
        """Whether the other edition answers by a clause: otherwise than the default here, or as it."""
        spoken = other.code.speaks.get(clause, False)
        given = conj((giving(other), spoken))
        if kind == "gap":
            return given
        same = here.code.same(other.code)
        return conj((given, neg(same) if kind == BY_DEFAULT[0] else same))

    def _answered_gaps(self, kind: str, name: str) -> bool:
        """Records the gaps of an edition that clauses of others answer, each by itself; true if there are
        none."""
        known: list[str] = []
        others = [n for n in self.names if n != name]

        def by(shape_solver: ShapeSolver, here: EncodedEdition, clauses: Callable[[str], bool]) -> Truth:
            every = [
                (shape_solver.free(o), c)
                for o in others
                for c in shape_solver.free(o).code.speaks
                if clauses(c)
            ]
            return disj(self._answers_by(kind, here, encoded_edition, c) for encoded_edition, c in every)

        def one_more(shape_solver: ShapeSolver) -> bool:
            here = shape_solver.free(name)
            model = shape_solver.find(
                self._lacking(kind, here), by(shape_solver, here, lambda c: names_of((c,))[0] not in known)
            )
            if model is None:
                return False
            new = {
                o.class_[0]
                for o in self._shown(model.situation)
                if (o.kind, o.editions) == (kind, (name,)) and o.class_
            }
            if not new - {*known}:
                raise _SpuriousModel(model.situation)
            for clause in sorted(new - {*known}):

                def shown(at: ShapeSolver, seats: Seats, clause: str = clause) -> Truth:
                    encoded_edition = seats[name]
                    return conj(
                        (
                            self._lacking(kind, encoded_edition),
                            by(at, encoded_edition, lambda c: names_of((c,))[0] == clause),
                        )
                    )

                self._settle(kind, (name,), shape_solver, shown, (clause,))
                known.append(clause)
            return True

        self._on_each(self.shape_solvers, tuple(self.names), one_more)
        return not known

    def _on_each(
        self,
        shape_solvers: Iterable[ShapeSolver],
        editions: tuple[str, ...],
        one_more: Callable[[ShapeSolver], bool],
    ) -> None:
        """Runs on each solver until it says that there is no more; on all others, too, where one does not
        suffice. Raises what was given up first."""
        failed: BaseException | None = None
        for shape_solver in shape_solvers:
            try:
                while self._confirmed(editions, one_more, shape_solver):
                    pass
            except GIVEN_UP as error:
                failed = failed or error
        if failed is not None:
            raise failed

    def _unanswered(self, name: str) -> bool:
        """Records where an edition is silent and no other answers under any interpretation; true if that is
        nowhere. Where the solver proposes what another does answer under some interpretation, that is
        noted, and what is sought must not be answered under it either."""
        ways: list[tuple[str, Frozen]] = []

        def shown(at: ShapeSolver, seats: Seats) -> Truth:
            others = [at.free(o) for o in self.names if o != name]
            others += [at.fixed(o, dict(way)) for o, way in ways]
            return conj(
                (
                    self._lacking("gap", seats[name]),
                    *(neg(giving(encoded_edition)) for encoded_edition in others),
                )
            )

        def shows(shape_solver: ShapeSolver) -> bool:
            if shape_solver.find(shown(shape_solver, {name: shape_solver.free(name)})) is None:
                return False
            self._settle("gap", (name,), shape_solver, shown, ())
            return True

        def answered(shape_solver: ShapeSolver) -> bool:
            while True:
                try:
                    return shows(shape_solver)
                except _SpuriousModel as spurious:
                    if len(ways) > MOST_SPURIOUS or not self._note_answering(name, spurious.situation, ways):
                        raise

        return not any(
            self._confirmed(tuple(self.names), answered, shape_solver) for shape_solver in self.shape_solvers
        )

    def _note_answering(self, name: str, situation: Situation, ways: list[tuple[str, Frozen]]) -> bool:
        """Notes how each other edition is read where it answers there; false if none is new."""
        seen = self._column(situation)
        giving_it = [next((s for s in seen[o] if s.answers), None) for o in self.names if o != name]
        new = [(s.edition, s.interpretation) for s in giving_it if s is not None]
        new = [way for way in new if way not in ways]
        ways += new
        return bool(new)

    def _ambiguities(self, name: str) -> bool:
        nothing = self._open(name)
        for doubt in self.editions.doubts_of(name, self.question.name):
            shape_solvers = [b for b in self.shape_solvers if b.depends(name, doubt)]
            if not shape_solvers:
                continue

            nothing = self._is_harmless(name, doubt, shape_solvers) and nothing
        return nothing

    def _is_harmless(self, name: str, doubt: str, shape_solvers: list[ShapeSolver]) -> bool:
        """Records an ambiguity: where there are two outcomes; else where there is only one, as what is asked
        has no answer under the other reading. True if there is neither."""

        def apart(unlike: Unlike) -> Formula:
            def wrong(shape_solver: ShapeSolver, seats: Seats) -> Truth:
                encoded_edition = seats[name]
                if encoded_edition.interpretation is None:
                    return unlike(encoded_edition.code, shape_solver.varied(name, doubt).code)
                return disj(
                    unlike(encoded_edition.code, s.code)
                    for s in self._neighbours(shape_solver, encoded_edition, doubt)
                )

            return wrong

        any_, class_ = apart(_any_unlike), (f"{name}.{doubt}",)
        if all(
            shape_solver.find(any_(shape_solver, {name: shape_solver.free(name)})) is None
            for shape_solver in shape_solvers
        ):
            return True
        kinds = (("ambiguity", _unlike), (STALLED, _stalled))
        return all(self._first(kind, (name,), apart(unlike), class_, shape_solvers) for kind, unlike in kinds)

    def _neighbours(
        self, shape_solver: ShapeSolver, encoded_edition: EncodedEdition, doubt: str
    ) -> list[EncodedEdition]:
        """The edition under the survivors that differ from this interpretation in one doubt."""
        assert encoded_edition.interpretation is not None
        here = encoded_edition.interpretation
        model = self.editions.edition(encoded_edition.edition)
        hanging = {d for d, m in model.doubts.items() if any(p == doubt for p, _ in m.under)}
        return [
            shape_solver.fixed(encoded_edition.edition, other)
            for other in self.editions.survivors(encoded_edition.edition, self.question.name)
            if other.get(doubt) != here.get(doubt)
            and all(other.get(d) == here.get(d) for d in {*other, *here} if d != doubt and d not in hanging)
        ]

    def _open(self, name: str) -> bool:
        def wrong(shape_solver: ShapeSolver, seats: Seats) -> Truth:
            return conj((fits(seats[name].code), seats[name].code.open))

        def excluded(shape_solver: ShapeSolver, seats: Seats, key: Key) -> Truth:
            return says(self.editions, self.question.name, seats[name], key[2])

        return self._all("open", (name,), wrong, excluded)

    def _pair(self, one: str, other: str) -> None:
        def unlike(shape_solver: ShapeSolver) -> Truth:
            a, b = shape_solver.free(one).code, shape_solver.free(other).code
            return conj((fits(a), fits(b), disj((neg(a.blocked), neg(b.blocked))), neg(a.same(b))))

        try:
            if all(shape_solver.find(unlike(shape_solver)) is None for shape_solver in self.shape_solvers):
                alive = self._alive(one) and self._alive(other)
                conclude(self.searched, (one, other), "equivalent", alive, self._why_empty)
                return
            if self._confirmed((one, other), self._divergences, one, other):
                alive = self._alive(one) and self._alive(other)
                conclude(self.searched, (one, other), "compatible", alive, self._why_empty)
        except GIVEN_UP as error:
            self.searched.undecided.append(((one, other), "equivalent", why(error)))

    def _divergences(self, one: str, other: str) -> bool:
        """Whether the two are compatible: they answer alike wherever both answer.

        A difference that is only one between readings (each answer is one of the other edition's, too,
        under another reading) is none: where the solver proposes it, those readings are noted, and what
        is sought must differ from them as well.
        """
        seen: list[tuple[str, ...]] = []
        ways: Ways = ([], [])
        compatible = True
        for shape_solver in self.shape_solvers:
            while True:
                seats = {one: shape_solver.free(one), other: shape_solver.free(other)}
                model = shape_solver.find(
                    self._apart(shape_solver, seats, one, other, ways),
                    *(neg(self._says_both(seats, one, other, class_)) for class_ in seen),
                )
                if model is None:
                    break
                compatible = False
                news = self._new_divergences(model, one, other, seen)
                for class_ in news:
                    seen.append(class_)
                    self._again(
                        one, other, ways, partial(self._diverges, one, other, shape_solver, class_, ways)
                    )
                if not news:
                    self._explain(model.situation, one, other, ways)
        return compatible

    def _again(self, one: str, other: str, ways: Ways, run: Callable[[], None]) -> None:
        """Runs until no situation on the way differs only as readings do."""
        while True:
            try:
                return run()
            except _SpuriousModel as spurious:
                self._explain(spurious.situation, one, other, ways)

    def _diverges(
        self, one: str, other: str, shape_solver: ShapeSolver, class_: tuple[str, ...], ways: Ways
    ) -> None:
        """Records a divergence: where what both ask is answered alike, if it is found there at all; else it
        is because of the questions asked."""

        def shown(at: ShapeSolver, seats: Seats) -> Truth:
            return conj(
                (self._apart(at, seats, one, other, ways), self._says_both(seats, one, other, class_))
            )

        def alone(at: ShapeSolver, seats: Seats) -> Truth:
            agree = seats[one].agrees(seats[other])
            if seats[other].interpretation is None:
                seats = {one: seats[one], other: at.like(other, one)}
            return conj((shown(at, seats), agree))

        editions = (one, other)
        for at in self._near(shape_solver, editions):
            if at.find(alone(at, {e: at.free(e) for e in editions})) is not None:
                self._settle("divergence", editions, at, alone, class_)
                return
        self._settle("divergence", editions, shape_solver, shown, class_)
        asked = {q for e in editions for q in self._asked_by(e)}
        self.searched.records[("divergence", editions, class_)].because |= asked

    def _asked_by(self, edition: str) -> frozenset[str]:
        return Dependencies(self.editions.game, self.editions.edition(edition)).direct(self.question.name)[0]

    def _apart(self, shape_solver: ShapeSolver, seats: Seats, one: str, other: str, ways: Ways) -> Truth:
        mine, theirs = seats[one].code, seats[other].code
        return conj(
            (
                giving(seats[one]),
                giving(seats[other]),
                neg(mine.same(theirs)),
                disj(
                    (
                        conj(neg(mine.same(shape_solver.fixed(other, dict(w)).code)) for w in ways[0]),
                        conj(neg(theirs.same(shape_solver.fixed(one, dict(w)).code)) for w in ways[1]),
                    )
                ),
            )
        )

    def _says_both(self, seats: Seats, one: str, other: str, class_: tuple[str, ...]) -> Truth:
        return conj(says(self.editions, self.question.name, seats[n], class_) for n in (one, other))

    def _new_divergences(
        self, model: Model, one: str, other: str, seen: list[tuple[str, ...]]
    ) -> list[tuple[str, ...]]:
        shown = self._shown(model.situation)
        return [
            o.class_
            for o in shown
            if o.kind == "divergence" and o.editions == (one, other) and o.class_ not in seen
        ]

    def _explain(self, situation: Situation, one: str, other: str, ways: Ways) -> None:
        """Notes readings of each edition under which it answers there as the other does under some.
        Raises Unknown where none are left to note."""
        seen = self._column(situation)
        news = False
        for mine, theirs, kept in ((one, other, ways[0]), (other, one, ways[1])):
            outcomes = {s.outcome for s in seen[mine] if s.answers}
            for outcome in sorted(outcomes, key=repr):
                giving_it = [s.interpretation for s in seen[theirs] if s.answers and s.outcome == outcome]
                if giving_it and not any(w in kept for w in giving_it):
                    kept.append(giving_it[0])
                    news = True
        if not news or len(ways[0]) + len(ways[1]) > MOST_SPURIOUS:
            raise QueryUndecided(Said("the editions differ only as their own readings do"))

    # -------------------------------------------------------------- searching one kind

    def _all(
        self,
        kind: str,
        editions: tuple[str, ...],
        wrong: Formula,
        excluded: Callable[[ShapeSolver, Seats, Key], Truth],
    ) -> bool:
        """Records every class of a kind; true if there is none."""
        keys: list[Key] = []

        def one_more(shape_solver: ShapeSolver) -> bool:
            seats = {e: shape_solver.free(e) for e in editions}
            model = shape_solver.find(
                wrong(shape_solver, seats), *(neg(excluded(shape_solver, seats, k)) for k in keys)
            )
            if model is None:
                return False
            key = self._key_of(kind, editions, model)
            if key is None or key in keys:
                raise _SpuriousModel(model.situation)

            def shown(at: ShapeSolver, seats: Seats) -> Truth:
                return conj((wrong(at, seats), excluded(at, seats, key)))

            self._settle(kind, editions, shape_solver, shown, key[2])
            keys.append(key)
            return True

        self._on_each(self.shape_solvers, editions, one_more)
        return not keys

    def _first(
        self,
        kind: str,
        editions: tuple[str, ...],
        wrong: Formula,
        class_: tuple[str, ...],
        shape_solvers: list[ShapeSolver],
    ) -> bool:
        """Records the one class of a kind, if it is there; true if it is not."""

        def shows(shape_solver: ShapeSolver) -> bool:
            seats = {e: shape_solver.free(e) for e in editions}
            if shape_solver.find(wrong(shape_solver, seats)) is None:
                return False
            self._settle(kind, editions, shape_solver, wrong, class_)
            return True

        return not any(self._confirmed(editions, shows, shape_solver) for shape_solver in shape_solvers)

    def _key_of(self, kind: str, editions: tuple[str, ...], model: Model) -> Key | None:
        ways = tuple(tuple(sorted(model.interpretations[f"{e}/"].items())) for e in editions)
        for occurrence in self._shown(model.situation):
            if occurrence.kind == kind and occurrence.editions == editions and ways in occurrence.under:
                return occurrence.key
        return None

    def _shown(self, situation: Situation) -> list[Occurrence]:
        if situation not in self._seen:
            self._seen[situation] = occurrences(self.editions, self.question, self._column(situation))
        return self._seen[situation]

    def _column(self, situation: Situation) -> Column:
        return column(self.editions, self.question.name, situation)

    # -------------------------------------------------------------- one class: smallest, and firm or not

    def _settle(
        self,
        kind: str,
        editions: tuple[str, ...],
        shape_solver: ShapeSolver,
        shown: Formula,
        class_: tuple[str, ...] | None = None,
    ) -> None:
        """Records a class: its smallest situation, and one that shows it under every interpretation."""
        free = {e: shape_solver.free(e) for e in editions}
        least = smallest(shape_solver, shown(shape_solver, free))
        record = self._note(kind, editions, class_, least.situation)
        if record is None:
            raise _SpuriousModel(least.situation)
        try:
            if record.common is None and self._everywhere(record, editions, shape_solver, shown):
                self._common(record, editions, shape_solver, shown)
        except GIVEN_UP:
            pass  # it is there, but not known to be so under every interpretation

    def _note(
        self, kind: str, editions: tuple[str, ...], class_: tuple[str, ...] | None, situation: Situation
    ) -> Record | None:
        occurrence = self._occurrence(kind, editions, class_, situation)
        return None if occurrence is None else self.searched.note(self.editions, occurrence, situation)

    def _occurrence(
        self, kind: str, editions: tuple[str, ...], class_: tuple[str, ...] | None, situation: Situation
    ) -> Occurrence | None:
        for occurrence in self._shown(situation):
            if (occurrence.kind, occurrence.editions) == (kind, editions) and class_ in (
                None,
                occurrence.class_,
            ):
                return occurrence
        return None

    def _near(
        self, start: ShapeSolver, editions: tuple[str, ...], *, all_concerned: bool = False
    ) -> list[ShapeSolver]:
        """Where situations that show it otherwise (under other interpretations, or with no other cause) are
        looked for: everywhere; of two editions, whose combinations are many, or where all are concerned, in
        shapes at most `FURTHER` longer."""
        if len(editions) == 1 and not all_concerned:
            return self.shape_solvers
        at = self.shape_solvers.index(start)
        return self.shape_solvers[: at + 1 + FURTHER]

    def _everywhere(
        self, record: Record, editions: tuple[str, ...], start: ShapeSolver, shown: Formula
    ) -> bool:
        """Whether under each surviving interpretation some situation shows it: looks for one under any
        that is left, until there is none."""
        if not are_few(self.editions, self.question.name, editions):
            return False
        every = all_ways(self.editions, self.question.name, editions)
        for shape_solver in self._near(start, editions, all_concerned=_is_unanswered(record)):
            seats = {e: shape_solver.free(e) for e in editions}
            met = [s.code.met for s in seats.values()]
            while not record.met >= every:
                known = [self._chooses(seats, editions, way) for way in sorted(record.met)]
                model = shape_solver.find(shown(shape_solver, seats), *met, neg(disj(known)))
                if model is None:
                    break
                if record.settled is None:
                    model = smallest(shape_solver, shown(shape_solver, seats), *met)
                before = len(record.met)
                occurrence = self._occurrence(record.kind, editions, record.key[2], model.situation)
                if occurrence is None and self._occurrence(record.kind, editions, None, model.situation):
                    return False  # it is there, but of another class: by other answers of the others
                if occurrence is None:
                    raise _SpuriousModel(model.situation)
                record.under |= occurrence.under
                record.met |= occurrence.met
                if record.settled is None and occurrence.met:
                    record.settled = model.situation
                if len(record.met) == before:
                    return False
        return record.met >= every

    def _chooses(self, seats: Seats, editions: tuple[str, ...], way: tuple[Frozen, ...]) -> Truth:
        return conj(seats[e].chooses(dict(i)) for e, i in zip(editions, way, strict=True))

    def _common(self, record: Record, editions: tuple[str, ...], start: ShapeSolver, shown: Formula) -> None:
        """Looks for one situation that shows it under every surviving interpretation."""
        wanted = sorted(all_ways(self.editions, self.question.name, editions))
        for shape_solver in self._near(start, editions, all_concerned=_is_unanswered(record)):
            tried: list[tuple[Frozen, ...]] = []
            while len(tried) <= MOST_SEATS:
                fixed = [self._fixed(shape_solver, editions, way) for way in tried]
                query = [
                    conj((shown(shape_solver, seats), *(s.code.met for s in seats.values())))
                    for seats in ({e: shape_solver.free(e) for e in editions}, *fixed)
                ]
                model = shape_solver.find(*query)
                if model is None:
                    break
                missing = self._missing(record, wanted, tried, model.situation)
                if missing is None:
                    situation = smallest(shape_solver, *query).situation
                    noted = self._note(record.kind, editions, record.key[2], situation)
                    if noted is None or noted.common is not None:
                        return
                    missing = self._missing(record, wanted, tried, situation)
                if missing is None:
                    return
                tried.append(missing)

    def _missing(
        self,
        record: Record,
        wanted: Iterable[tuple[Frozen, ...]],
        tried: Iterable[tuple[Frozen, ...]],
        situation: Situation,
    ) -> tuple[Frozen, ...] | None:
        """Interpretations not yet tried under which the situation does not show it."""
        there = self._met_at(record, situation)
        return next((w for w in wanted if w not in there and w not in tried), None)

    def _met_at(self, record: Record, situation: Situation) -> frozenset[tuple[Frozen, ...]]:
        return next((o.met for o in self._shown(situation) if o.key == record.key), frozenset())

    def _fixed(self, shape_solver: ShapeSolver, editions: tuple[str, ...], way: tuple[Frozen, ...]) -> Seats:
        return {e: shape_solver.fixed(e, dict(i)) for e, i in zip(editions, way, strict=True)}

    # -------------------------------------------------------------- clauses

    def _clauses(self, name: str) -> None:
        """Clauses that never speak, and those whose removal changes no outcome."""
        for clause in self.editions.edition(name).clauses:
            if clause.question != self.question.name:
                continue
            try:
                if not any(self._speaks(b, name, clause.id) for b in self.shape_solvers):
                    self.searched.silenced.append(clause.id)
                elif not any(self._matters(b, name, clause.id) for b in self.shape_solvers):
                    self.searched.repeated.append(clause.id)
            except GIVEN_UP as error:
                self.searched.undecided.append(((name,), f"reachable:{clause.id}", why(error)))

    def _speaks(self, shape_solver: ShapeSolver, name: str, clause: str) -> bool:
        code = shape_solver.free(name).code
        return shape_solver.find(fits(code), code.speaks.get(clause, False)) is not None

    def _matters(self, shape_solver: ShapeSolver, name: str, clause: str) -> bool:
        free = shape_solver.free(name).code
        without = shape_solver.without(name, clause).code
        return shape_solver.find(fits(free), free.speaks[clause], neg(free.same(without))) is not None


def _any_unlike(one: EncodedOutcome, other: EncodedOutcome) -> Truth:
    """Two outcomes of one edition that differ, one of which may wait for another question."""
    return conj((fits(one), fits(other), disj((neg(one.blocked), neg(other.blocked))), neg(one.same(other))))


def _stalled(one: EncodedOutcome, other: EncodedOutcome) -> Truth:
    """Two outcomes of one edition, one of which waits for another question."""
    return conj((fits(one), fits(other), neg(iff(one.blocked, other.blocked))))


def _is_unanswered(record: Record) -> bool:
    """Whether it is a gap that no edition answers."""
    return record.kind == "gap" and not record.key[2]


def _unlike(one: EncodedOutcome, other: EncodedOutcome) -> Truth:
    """Two outcomes of one edition that differ, neither of them waiting for another question."""
    return conj((fits(one), fits(other), neg(one.blocked), neg(other.blocked), neg(one.same(other))))
