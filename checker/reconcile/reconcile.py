"""Reconciliation: under which interpretations editions say the same.

The interpretations of all editions compared are taken together, as combinations. A combination *differs* on
a question if in some situation, which is one for every edition so read, two of them answer, and differently.
It is *vacuous* if no situation is left that is one for every edition and in which none is blocked (unless the
question comes up in none of them). All other combinations *agree*. They are found by elimination: a situation
is sought in which some combination that is left differs; the interpreter tells which combinations differ
there; they are struck; and so on, until no such situation is left within the bounds. Combinations are never
listed on the way: what is struck is kept as choices of readings that cannot hold together.

Of a question, or of a whole variant (a combination agrees on it if it agrees on each of its questions; one
that some edition is never asked, however it is read, is vacuous, and says nothing of the whole):

- *equivalent*: every interpretation of each edition has its counterparts among those of the others, which
  have the same outcome in every situation. Without doubts: all outcomes are the same. An edition is
  equivalent to its own copy, whatever it leaves in doubt; `under` says that the two are to be read alike;
- *compatible*: all combinations agree;
- *reconcilable*: some combinations agree, and `under` says which;
- *irreconcilable*: all combinations differ;
- *both silent*, *never both answer*, *assumption only*: some combinations do not differ, but under none of
  these is there, for some edition, a situation in which it and another answer by their texts
  (`checker.questions.verdicts.emptiness`): that is no agreement. Of a whole variant: on none of its
  questions is there one;
- *vacuous*: none agrees, as there is nothing to compare under those that do not differ;
- *undecided*: the budget, or what can be expressed, did not suffice.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, product
from typing import TypeVar

from checker.editions.combinations import (
    Choice,
    Of,
    TooManyCombinations,
    add,
    counterparts,
    groups,
    inside,
    others,
    partition,
    points,
    together,
    within,
)
from checker.editions.editions import Editions
from checker.editions.options import aspect
from checker.findings.findings import ComparedStatus, Comparison, QuestionComparison, Witness
from checker.questions.sampling.sampled import is_looked_at, looked_at
from checker.questions.search.search import listed
from checker.questions.search.strike import MOST_ENUMERATED, prepared_editions
from checker.questions.search.symbolic import fits, giving
from checker.questions.verdicts.emptiness import answering_clauses, is_by_text, speaking_editions
from checker.questions.verdicts.matrix import ANSWERS, Cell, Column, column
from checker.reconcile.differences import answers, arising, both_telling, differing, lively, met, unlike
from checker.reconcile.minimal_dnf import TooLong, all_of
from checker.smt.budget import DEFAULT_EFFORT, GIVEN_UP, QueryBudget, QueryUndecided, why
from checker.smt.formulas import SolverContext, Truth, conj, disj, neg
from checker.smt.smallest import smallest
from checker.smt.solver import EncodedEdition, Model, ShapeSolver, shape_solvers_of
from dsl.model import Project, Question
from dsl.text.errors import did_you_mean, fail
from dsl.text.messages import Said, reason
from interpreter.analysis.dependencies import interpretations
from interpreter.rulebook.enumeration import space_size
from interpreter.rulebook.rulebook import Situation

MOST_ROUNDS = 2_000
"""So many situations are sought for one question."""

_K = TypeVar("_K")


def compare(
    project: Project, game: str, variant: str, requested: Sequence[str], effort: int = DEFAULT_EFFORT
) -> Comparison:
    """Compares two or more editions of a game over a variant, or VARIANT+OPTION. `effort` bounds each query,
    in the solver's own units.

    Raises ArbitreError: `unknown-name`; and errors of the specification that show only in a situation.
    """
    whole = _known(game, project.games, "game")
    with_option = aspect(whole, variant) if "+" in variant else None
    found = whole if with_option is None else with_option
    asked = _known(variant, found.variants, "variant")
    names = tuple(dict.fromkeys(requested))
    for name in names:
        if _known(name, whole.editions, "edition").name not in found.editions:
            raise fail("unknown-name", f"`{name}` says nothing of `{game}/{variant}`")
    compared = [found.editions[name] for name in names]
    with SolverContext.own():
        editions, eliminated = prepared_editions(found, variant, compared, effort)
        parts = [ComparisonSearch(editions, found.questions[name], effort).run() for name in asked.questions]
        concluded = conclude(editions, [part for part in parts if not part.absent] or parts)
        return Comparison(
            game=game,
            variant=variant,
            editions=names,
            status=concluded.status,
            under=concluded.under,
            questions=tuple(_question(editions, part) for part in parts),
            eliminated=eliminated,
        )


_T = TypeVar("_T")


def _known(name: str, known: Mapping[str, _T], what: str) -> _T:
    if name not in known:
        raise fail("unknown-name", f"`{name}` is no {what}", help=did_you_mean(name, known))
    return known[name]


def _question(editions: Editions, part: "ComparisonSearch") -> QuestionComparison:
    concluded = conclude(editions, [part])
    return QuestionComparison(
        question=part.question.name,
        status=concluded.status,
        under=concluded.under,
        witness=part.witness(),
        because=concluded.because,
    )


# ------------------------------------------------------------------ one question

Formula = Callable[[Mapping[str, EncodedEdition]], Truth]
Told = Callable[[Editions, Column], list[Choice]]


def _differ(encoded: Mapping[str, EncodedEdition]) -> Truth:
    """Two editions answer, and differently."""
    everywhere = [fits(s.code) for s in encoded.values()]
    pairs = [
        conj((giving(a), giving(b), neg(a.code.same(b.code)))) for a, b in combinations(encoded.values(), 2)
    ]
    return conj((*everywhere, disj(pairs)))


def _surely_differ(encoded: Mapping[str, EncodedEdition]) -> Truth:
    """They do, where every `given` is settled as yes for every edition."""
    return conj((_differ(encoded), *(s.code.met for s in encoded.values())))


def _unlike(encoded: Mapping[str, EncodedEdition]) -> Truth:
    """Two editions have different outcomes."""
    everywhere = [fits(s.code) for s in encoded.values()]
    return conj((*everywhere, disj(neg(a.code.same(b.code)) for a, b in combinations(encoded.values(), 2))))


def _alive(encoded: Mapping[str, EncodedEdition]) -> Truth:
    """It is a situation for all, and none is blocked."""
    return conj(part for s in encoded.values() for part in (fits(s.code), neg(s.code.blocked)))


def _any_answer(encoded: Mapping[str, EncodedEdition]) -> Truth:
    """Some edition has an answer, if only an assumed one, in a situation for all."""
    return conj((*(fits(s.code) for s in encoded.values()), disj(s.code.answers for s in encoded.values())))


@dataclass(slots=True)
class ComparisonSearch:
    """One question under comparison: the combinations that differ on it (`differ`), those with different
    outcomes (`unlike`; incomplete once some interpretation has no counterpart left), those that are not
    vacuous (`alive`), for each edition those by which it and another answer by their texts in some
    situation (`telling`), and
    the smallest situation in which some combination differs (`shown`). `answered`: some edition has an answer
    somewhere, if only an assumed one. `absent`: however it is read, some edition is never asked. `because`:
    why it is undecided."""

    editions: Editions
    question: Question
    effort: int = DEFAULT_EFFORT
    differ: list[Choice] = field(default_factory=list)
    unlike: list[Choice] = field(default_factory=list)
    alive: list[Choice] = field(default_factory=list)
    telling: dict[str, list[Choice]] = field(default_factory=dict)
    answered: bool = False
    shown: Situation | None = None
    absent: bool = False
    because: str = ""
    shape_solvers: list[ShapeSolver] = field(default_factory=list)
    _struck: list[Choice] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The editions."""
        return [e.name for e in self.editions.members]

    def run(self) -> "ComparisonSearch":
        """Looks at every situation, by enumeration where they are few, else by solver; at some of those of
        a concrete question."""
        query_budget = QueryBudget(self.effort)
        try:
            for name in self.names:
                self._struck += _struck(self.editions, name, self.question.name)
            if is_looked_at(self.editions, self.question):
                if not self._is_unsaid():
                    situations = looked_at(self.editions, self.question)
                    self._look(situations)
                    self.because = Said(
                        "it is concrete, and was looked at in {n} situations only", n=len(situations)
                    )
            elif space_size(self.editions.game, self.question.name, MOST_ENUMERATED) is None:
                with query_budget.open():
                    self._solve(query_budget)
            else:
                self._look(
                    self.editions.situations(self.question.name, self.editions.rulebook(self.names[0], {}))
                )
        except GIVEN_UP as error:
            self.because = why(error)
            self._list()
        return self

    def _is_unsaid(self) -> bool:
        """Whether no two editions have a clause on the question, so that nothing need be looked at: then that
        is noted."""
        speaking = speaking_editions(self.editions, self.question)
        if speaking is None or len(speaking) > 1:
            return False
        self.alive, self.unlike = [{}], [{}] if speaking else []
        self.answered = bool(speaking) or self.question.permission in ("permitted", "forbidden")
        return True

    def _list(self) -> None:
        """Looks at every situation, if they are few, where the solver did not decide."""
        with suppress(*GIVEN_UP):
            few = listed(self.editions, self.question)
            if few is not None:
                self._look(few)
                self.because = ""

    def _look(self, situations: Iterable[Situation]) -> None:
        sure = False
        arises: dict[str, list[Choice]] = {name: [] for name in self.names}
        for situation in situations:
            seen = self._column(situation)
            apart = differing(self.editions, seen)
            if apart and not sure:
                sure = bool(differing(self.editions, met(seen)))
                if sure or self.shown is None:
                    self.shown = situation
            add(self.differ, apart)
            add(self.unlike, unlike(self.editions, seen))
            add(self.alive, lively(self.editions, seen))
            for name in self._first_of_two:
                add(self.telling.setdefault(name, []), self._both_telling(name, self.editions, seen))
            self.answered = self.answered or _is_answered(seen)
            for name in self.names:
                add(arises[name], arising(self.editions, seen, name))
        self._not_arising(arises)

    def _solve(self, query_budget: QueryBudget) -> None:
        self.shape_solvers = shape_solvers_of(self.editions, self.question, query_budget)
        for shape_solver in self.shape_solvers:
            self._all(shape_solver, _alive, self.alive, lively)
        if {} not in self.alive:
            self._not_arising({name: self._arises(name) for name in self.names})
        for shape_solver in self.shape_solvers:
            self._all(shape_solver, _differ, self.differ, differing)
        for shape_solver in self.shape_solvers:
            for name in self._first_of_two:
                self._all(
                    shape_solver,
                    partial(self._telling, name),
                    self.telling.setdefault(name, []),
                    partial(self._both_telling, name),
                )
        self.answered = any(self.telling.values()) or self._is_answered_somewhere()
        if self.differ:
            self._show()
        add(self.unlike, self.differ)
        for shape_solver in self.shape_solvers:
            self._all(
                shape_solver, _unlike, self.unlike, unlike, lambda: counterparts(self.editions, self.unlike)
            )

    def _clauses(self, name: str) -> frozenset[str]:
        return answering_clauses(self.editions, name, self.question.name)

    @property
    def _first_of_two(self) -> list[str]:
        """The editions of which it is to be told whether they answer where another does: of two, that is the
        same of both."""
        return self.names if len(self.names) > 2 else self.names[:1]

    def _both_telling(self, name: str, editions: Editions, seen: Column) -> list[Choice]:
        """The combinations under which an edition and another answer by their texts there."""
        by_text = {name: self._clauses(name) for name in self.names}

        def tells(s: Cell) -> bool:
            return s.verdict is not None and is_by_text(s.verdict, by_text[s.edition])

        return both_telling(editions, seen, name, tells)

    def _telling(self, name: str, encoded: Mapping[str, EncodedEdition]) -> Truth:
        """The edition and another answer by their texts, in a situation for all."""
        spoken = {
            n: conj((giving(s), disj(t for c, t in s.code.speaks.items() if c in self._clauses(n))))
            for n, s in encoded.items()
        }
        another = disj(spoken[n] for n in encoded if n != name)
        return conj((*(fits(s.code) for s in encoded.values()), spoken[name], another))

    def _is_answered_somewhere(self) -> bool:
        for shape_solver in self.shape_solvers:
            model = shape_solver.find(_any_answer(self._encoded(shape_solver)))
            if model is not None and _is_answered(self._column(model.situation)):
                return True
        return False

    def _arises(self, name: str) -> list[Choice]:
        """The interpretations of an edition under which there are situations of the question."""
        found: list[Choice] = []
        for shape_solver in self.shape_solvers:
            self._all(
                shape_solver,
                lambda encoded: fits(encoded[name].code),
                found,
                lambda p, seen: arising(p, seen, name),
            )
        return found

    def _not_arising(self, arises: Mapping[str, Sequence[Choice]]) -> None:
        """Adds the combinations under which the question has no situation in any of the editions."""
        self.absent = any(not arises[name] for name in self.names)
        rows = [others(self.editions, arises[name]) for name in self.names]
        add(self.alive, ({of: r for choice in way for of, r in choice.items()} for way in product(*rows)))

    def _show(self) -> None:
        """Finds the smallest situation in which some combination differs, of those, if there are any, in
        which every `given` is settled as yes."""
        for formula, told in (
            (_surely_differ, lambda p, seen: differing(p, met(seen))),
            (_differ, differing),
        ):
            for shape_solver in self.shape_solvers:
                while True:
                    encoded = self._encoded(shape_solver)
                    query = [formula(encoded), *(neg(_chosen(encoded, choice)) for choice in self._struck)]
                    if shape_solver.find(*query) is None:
                        break
                    model = smallest(shape_solver, *query)
                    if self._told(model, told, self.differ):
                        self.shown = model.situation
                        return

    def _all(
        self,
        shape_solver: ShapeSolver,
        query: Formula,
        known: list[Choice],
        told: Told,
        goes_on: Callable[[], bool] = lambda: True,
    ) -> None:
        """Adds to `known` the combinations told in situations that satisfy the query, until no other
        satisfies it, or it need not go on."""
        for _ in range(MOST_ROUNDS):
            if not goes_on():
                return
            encoded = self._encoded(shape_solver)
            left = [neg(_chosen(encoded, choice)) for choice in (*self._struck, *known)]
            model = shape_solver.find(query(encoded), *left)
            if model is None:
                return
            self._told(model, told, known)
        raise QueryUndecided(
            Said("more than {n} situations in which combinations are told apart", n=MOST_ROUNDS)
        )

    def _told(self, model: Model, told: Told, known: list[Choice]) -> bool:
        """Whether the interpreter tells the same of what the solver found; it is added to what is known. If
        not, since more answers of an open question have to be tried, that is noted, else it is Unknown."""
        seen = self._column(model.situation)
        here = {(n, d): r for n in self.names for d, r in model.interpretations[f"{n}/"].items()}
        there = told(self.editions, seen)
        if any(choice.items() <= here.items() for choice in there):
            add(known, there)
            return True
        blocked = [(n, s.verdict) for n, row in seen.items() for s in row if s.verdict is not None]
        more = [
            self.editions.try_ways(n, [v for m, v in blocked if m == n])
            for n in dict.fromkeys(n for n, _ in blocked)
        ]
        if not any(more):
            raise QueryUndecided(Said("the interpreter does not confirm what the solver found"))
        return False

    def _encoded(self, shape_solver: ShapeSolver) -> dict[str, EncodedEdition]:
        return {name: shape_solver.free(name) for name in self.names}

    def _column(self, situation: Situation) -> Column:
        seen = column(self.editions, self.question.name, situation)
        return {
            name: tuple(
                s for s in row if not within({(name, d): r for d, r in s.interpretation}, self._struck)
            )
            for name, row in seen.items()
        }

    def witness(self) -> Witness | None:
        """The smallest situation in which some combination differs, with what each edition answers there;
        None if there is none."""
        if self.shown is None:
            return None
        seen = self._column(self.shown)
        return Witness(
            question=self.question.name,
            situation=self.shown,
            answers=tuple(answers(self.editions, seen)),
            confirmed=bool(differing(self.editions, seen)),
        )


def _is_answered(seen: Column) -> bool:
    """Whether it is a situation for all, and some edition has an answer, if only an assumed one."""
    rows = [[s for s in row if s.verdict is not None] for row in seen.values()]
    return all(rows) and any(s.outcome.status in ANSWERS for row in rows for s in row)


def _struck(editions: Editions, name: str, question: str) -> list[Choice]:
    """What is struck of the interpretations of an edition that elimination leaves for a question: those that
    readings of other doubts complete to none that survives. Raises TooManyInterpretations."""
    edition = editions.edition(name)
    doubts = editions.doubts_of(name, question)
    exactly = list(interpretations(edition, doubts, editions.nogoods.get(name, [])))
    rows = [(i, i in exactly) for i in editions.survivors(name, question)]
    return [{(name, d): r for d, r in choice.items()} for choice in partition(edition, rows).get(False, [])]


def _chosen(encoded: Mapping[str, EncodedEdition], choice: Choice) -> Truth:
    return conj(encoded[e].reads[d][r] for (e, d), r in choice.items())


# ------------------------------------------------------------------ the conclusion


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """What comes of one or more questions together. `because`: why it is undecided."""

    status: ComparedStatus
    under: str | None
    because: str = ""


def conclude(editions: Editions, parts: Sequence[ComparisonSearch]) -> Conclusion:
    """The status of these questions together, and the combinations that agree on all of them."""
    undecided = [p for p in parts if p.because]
    differ = together(p.differ for p in parts)
    alive = [p.alive for p in parts if not p.because]
    try:
        found = [
            _sorted(editions, doubts, differ, alive)
            for doubts in groups(editions, [[c] for c in differ] + alive)
        ]
    except TooManyCombinations as many:
        return Conclusion(status="undecided", under=None, because=reason(many))
    if any(not group.agreeing and not group.nothing for group in found):
        return Conclusion(status="irreconcilable", under=None)
    if undecided:
        return Conclusion(status="undecided", under=None, because=undecided[0].because)
    if any(not group.agreeing for group in found):
        return Conclusion(status="vacuous", under=None)
    try:
        under = all_of(_domains(editions), [group.named() for group in found])
    except TooLong as long:
        return Conclusion(status="undecided", under=None, because=reason(long))
    try:
        nothing = _about_nothing(editions, [p for p in parts if not p.because], differ)
    except TooManyCombinations as many:
        return Conclusion(status="undecided", under=None, because=reason(many))
    if nothing is not None:
        return Conclusion(status=nothing, under=None)
    return Conclusion(status=_status(editions, parts, found), under=under)


def _about_nothing(
    editions: Editions, parts: Sequence[ComparisonSearch], differ: Sequence[Choice]
) -> ComparedStatus | None:
    """The status where some edition does not answer together with another under any combination that agrees,
    on any of the questions. Raises TooManyCombinations."""
    alive = [part.alive for part in parts]
    names = dict.fromkeys(name for part in parts for name in part.telling)
    told = [[part.telling.get(name, []) for part in parts] for name in names]
    if told and all(any(_tells(editions, telling, differ, alive) for telling in each) for each in told):
        return None
    if not any(part.answered for part in parts):
        return "both-silent"
    alike = counterparts(editions, together(p.unlike for p in parts), [p.alive for p in parts])
    return "assumption-only" if alike else "never-both-answer"


def _tells(
    editions: Editions,
    telling: Sequence[Choice],
    differ: Sequence[Choice],
    alive: Sequence[Sequence[Choice]],
) -> bool:
    """Whether some combination that agrees is one of those."""
    if {} in telling:
        return True
    for doubts in groups(editions, [[c] for c in differ] + [*alive, telling]) if telling else ():
        here, apart = inside(telling, doubts), inside(differ, doubts)
        living = [choices for choices in alive if inside(choices, doubts) == choices]
        if here and any(
            within(p, here) and not within(p, apart) and all(within(p, choices) for choices in living)
            for p in points(editions, doubts)
        ):
            return True
    return False


def _status(
    editions: Editions, parts: Sequence[ComparisonSearch], found: Sequence["_Group"]
) -> ComparedStatus:
    """The status where some combination agrees."""
    if counterparts(editions, together(p.unlike for p in parts), [p.alive for p in parts]):
        return "equivalent"
    every = all(not group.apart and not group.nothing for group in found)
    return "compatible" if every else "reconcilable"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """The combinations of some doubts: those that agree, those that differ, those with nothing to compare."""

    agreeing: Sequence[Choice]
    apart: Sequence[Choice]
    nothing: Sequence[Choice]

    def named(self) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
        """Those that agree and the others, each doubt as EDITION.DOUBT."""
        others = (*self.apart, *self.nothing)
        return [_named(p) for p in self.agreeing], [_named(p) for p in others]


def _sorted(
    editions: Editions, doubts: Sequence[Of], differ: Sequence[Choice], alive: Sequence[Sequence[Choice]]
) -> _Group:
    """The combinations of a group of doubts. A combination of all agrees if it agrees in each group, and
    differs if it differs in some."""
    here = inside(differ, doubts)
    living = [choices for choices in alive if inside(choices, doubts) == choices]
    agreeing: list[Choice] = []
    apart: list[Choice] = []
    nothing: list[Choice] = []
    for point in points(editions, doubts):
        if within(point, here):
            apart.append(point)
        elif all(within(point, choices) for choices in living):
            agreeing.append(point)
        else:
            nothing.append(point)
    return _Group(agreeing=agreeing, apart=apart, nothing=nothing)


def _domains(editions: Editions) -> dict[str, tuple[str, ...]]:
    return {
        f"{edition.name}.{doubt.name}": tuple(r.name for r in doubt.readings)
        for edition in editions.members
        for doubt in edition.doubts.values()
    }


def _named(point: Choice) -> dict[str, str]:
    return {f"{e}.{d}": r for (e, d), r in point.items()}
