"""Implied exceptions, examined switched off: the contradictions that they prevent.

That a special rule is an exception to a general one, where the text does not say so, is an assumption of
the transcription. Without it the edition would contradict itself: that is reported, as possible. An
implied exception which prevents nothing is idle, which is reported, too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checker.editions.editions import Editions, Frozen, freeze
from checker.questions.sampling.sampled import is_looked_at, looked_at
from checker.questions.search.symbolic import SymbolicSearch, fits
from checker.smt.budget import GIVEN_UP, MOST_STEPS, QueryUndecided, too_much_work, why
from checker.smt.formulas import conj, disj
from checker.smt.smallest import smallest
from dsl.model import Clause, Edition, Exception_, Question
from dsl.text.errors import ArbitreError
from dsl.text.messages import Said
from interpreter.rulebook.rulebook import Situation, Status
from interpreter.runtime.budget import WORK


@dataclass(frozen=True, slots=True)
class PreventedConflict:
    """What an implied exception of a clause prevents: where, under which interpretation, and which clauses
    would conflict. `situation` is None where that was not decided (`because`)."""

    edition: str
    clause: Clause
    exception: Exception_
    situation: Situation | None
    interpretation: Frozen = ()
    conflict: tuple[str, ...] = ()
    because: str = ""


@dataclass(frozen=True, slots=True)
class VacuousException:
    """An implied exception of a clause that prevents nothing."""

    edition: str
    clause: Clause
    exception: Exception_


def implied(edition: Edition, question: str) -> Iterator[tuple[Clause, Exception_]]:
    """The implied exceptions on a question, with their clauses."""
    for clause in edition.clauses:
        if clause.question == question:
            for exception in clause.exceptions:
                if exception.ground == "implied":
                    yield clause, exception


def prevented(
    editions: Editions, question: Question, search: SymbolicSearch | None
) -> tuple[list[PreventedConflict], list[VacuousException]]:
    """What the implied exceptions on a question prevent; and those that prevent nothing.
    `search`: that of the question, where its situations are too many to enumerate. Of a concrete one, some
    are looked at, which does not tell that it prevents nothing."""
    some = looked_at(editions, question) if is_looked_at(editions, question) else None
    found: list[PreventedConflict] = []
    idle: list[VacuousException] = []
    for edition in editions.members:
        for clause, exception in implied(edition, question.name):
            pairs = frozenset((clause.id, target) for target in exception.targets)
            other = editions.changed(switched_off=editions.switched_off | pairs)
            try:
                one = (
                    _enumerated(other, question, edition, clause, exception, some)
                    if search is None
                    else _solved(other, search, edition, clause, exception, pairs)
                )
            except GIVEN_UP as error:
                one = PreventedConflict(edition.name, clause, exception, None, because=why(error))
            if one is None and some is not None:
                because = Said("in {n} situations looked at it prevents nothing; it is concrete", n=len(some))
                found.append(PreventedConflict(edition.name, clause, exception, None, because=because))
            elif one is None:
                idle.append(VacuousException(edition.name, clause, exception))
            else:
                found.append(one)
    return found, idle


def _enumerated(
    editions: Editions,
    question: Question,
    edition: Edition,
    clause: Clause,
    exception: Exception_,
    some: Iterable[Situation] | None,
) -> PreventedConflict | None:
    """The smallest situation in which the clause and a target conflict; else one in which it conflicts with
    what the target prevails over. `some`: situations that are looked at, where it is not all."""
    survivors = editions.survivors(edition.name, question.name)
    further: PreventedConflict | None = None
    every = editions.situations(question.name, editions.rulebook(edition.name, {})) if some is None else some
    before = WORK.steps
    for situation in every:
        if WORK.steps - before > MOST_STEPS:
            raise too_much_work()
        for interpretation in survivors:
            one = _shown(editions, question, edition, clause, exception, situation, freeze(interpretation))
            if one is not None and set(exception.targets) & set(one.conflict):
                return one
            further = further or one
    return further


def _shown(
    editions: Editions,
    question: Question,
    edition: Edition,
    clause: Clause,
    exception: Exception_,
    situation: Situation,
    interpretation: Frozen,
) -> PreventedConflict | None:
    """What is prevented in one situation, if anything is."""
    book = editions.rulebook(edition.name, dict(interpretation))
    try:
        if book.meets_given(question.name, situation) is False:
            return None
        verdict = book.verdict(question.name, situation)
    except ArbitreError:
        return None
    if verdict.outcome.status is not Status.CONTRADICTORY or clause.id not in verdict.speaking:
        return None
    return PreventedConflict(edition.name, clause, exception, situation, interpretation, verdict.conflict)


def _solved(
    editions: Editions,
    search: SymbolicSearch,
    edition: Edition,
    clause: Clause,
    exception: Exception_,
    pairs: frozenset[tuple[str, str]],
) -> PreventedConflict | None:
    """As `_enumerated`, by solver."""
    with search.query_budget.open():
        return _solved_within(editions, search, edition, clause, exception, pairs)


def _solved_within(
    editions: Editions,
    search: SymbolicSearch,
    edition: Edition,
    clause: Clause,
    exception: Exception_,
    pairs: frozenset[tuple[str, str]],
) -> PreventedConflict | None:
    for shape_solver in search.shape_solvers:
        code = shape_solver.switched(edition.name, pairs).code
        shape_solver.free(edition.name)
        targets = disj(code.conflicting((clause.id, t)) for t in exception.targets)
        query = conj((fits(code), code.contradictory, targets))
        if shape_solver.find(query) is None:
            query = conj((fits(code), code.contradictory, code.speaks[clause.id]))
        if shape_solver.find(query) is None:
            continue
        model = smallest(shape_solver, query)
        way = freeze(model.interpretations[f"{edition.name}/"])
        one = _shown(editions, search.question, edition, clause, exception, model.situation, way)
        if one is None:
            raise QueryUndecided(Said("the interpreter does not confirm what the solver found"))
        return one
    return None
