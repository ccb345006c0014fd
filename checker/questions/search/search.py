"""The search of one question, by whatever way suffices: in all its situations, by solver, or in some.

What no way decides is undecided, with what would help. What is wrong in some of its situations is found all
the same, and proves nothing.
"""

from contextlib import suppress

from checker.editions.editions import Editions
from checker.questions.sampling.sampled import is_looked_at, looked_at
from checker.questions.search.explicit import Searched, enumerated, search_some
from checker.questions.search.symbolic import SymbolicSearch
from checker.smt.budget import GIVEN_UP, why
from dsl.model import Question
from dsl.text.errors import ArbitreError
from interpreter.rulebook.enumeration import TooManySituations, space_size_of
from interpreter.rulebook.rulebook import Situation

MOST_LISTED = 20_000
"""Where the solver does not decide, a question is enumerated if its `needs` leave so few situations, of so
many looked at."""


def search_question(editions: Editions, question: Question, solving: SymbolicSearch | None) -> Searched:
    """What is wrong with a question. `solving`: its search by solver, where it has many situations. Raises
    SpecError where the specification errs."""
    try:
        if is_looked_at(editions, question):
            return search_some(editions, question, looked_at(editions, question))
        if solving is None:
            return enumerated(editions, question)
    except GIVEN_UP as error:
        return given_up(editions, question, why(error))
    found = solving.run()
    if not found.undecided:
        return found
    other = _enumerated(editions, question)
    if other is not None and not other.undecided:
        return other
    _note_all(found, _some(editions, question) if other is None else other)
    return found


def given_up(editions: Editions, question: Question, because: str) -> Searched:
    """All that is claimed of a question, undecided."""
    found = Searched(question)
    found.give_up(editions, because)
    return found


def listed(editions: Editions, question: Question) -> tuple[Situation, ...] | None:
    """The situations of a question, the smallest first, where few are left by its `needs`."""
    if any(space_size_of(editions.game, [p], MOST_LISTED) is None for p in question.parameters):
        return None
    try:
        book = editions.rulebook(editions.members[0].name, {})
        return tuple(editions.situations(question.name, book, MOST_LISTED))
    except TooManySituations:
        return None


def _enumerated(editions: Editions, question: Question) -> Searched | None:
    """The search by enumeration, where that is possible."""
    with suppress(*GIVEN_UP):
        return None if listed(editions, question) is None else enumerated(editions, question)
    return None


def _some(editions: Editions, question: Question) -> Searched:
    """What is found in some situations."""
    with suppress(ArbitreError, *GIVEN_UP):
        return search_some(editions, question, looked_at(editions, question))
    return Searched(question)


def _note_all(found: Searched, other: Searched) -> None:
    """Adds what only the other search has found."""
    for key, record in other.records.items():
        found.records.setdefault(key, record)
