"""The search of one question, by whatever way suffices: in all its situations, by solver, or in some.

What no way decides is undecided, with what would help. What is wrong in some of its situations is found all
the same, and proves nothing.
"""

from contextlib import suppress

from checker.editions.editions import Panel
from checker.questions.sampling.sampled import is_looked_at, looked_at
from checker.questions.search.explicit import Searched, enumerated, looked_through
from checker.questions.search.symbolic import SymbolicSearch
from checker.smt.budget import GIVEN_UP, why
from dsl.model import Question
from dsl.text.errors import ArbitreError
from interpreter.rulebook.enumeration import TooManySituations, space_size_of
from interpreter.rulebook.rulebook import Situation

MOST_LISTED = 20_000
"""Where the solver does not decide, a question is enumerated if its `needs` leave so few situations, of so
many looked at."""


def search_question(panel: Panel, question: Question, solving: SymbolicSearch | None) -> Searched:
    """What is wrong with a question. `solving`: its search by solver, where it has many situations. Raises
    SpecError where the specification errs."""
    try:
        if is_looked_at(panel, question):
            return looked_through(panel, question, looked_at(panel, question))
        if solving is None:
            return enumerated(panel, question)
    except GIVEN_UP as error:
        return given_up(panel, question, why(error))
    found = solving.run()
    if not found.undecided:
        return found
    other = _enumerated(panel, question)
    if other is not None and not other.undecided:
        return other
    _note_all(found, _some(panel, question) if other is None else other)
    return found


def given_up(panel: Panel, question: Question, because: str) -> Searched:
    """All that is claimed of a question, undecided."""
    found = Searched(question)
    found.give_up(panel, because)
    return found


def listed(panel: Panel, question: Question) -> tuple[Situation, ...] | None:
    """The situations of a question, the smallest first, where few are left by its `needs`."""
    if any(space_size_of(panel.game, [p], MOST_LISTED) is None for p in question.parameters):
        return None
    try:
        book = panel.rulebook(panel.editions[0].name, {})
        return tuple(panel.situations(question.name, book, MOST_LISTED))
    except TooManySituations:
        return None


def _enumerated(panel: Panel, question: Question) -> Searched | None:
    """The search by enumeration, where that is possible."""
    with suppress(*GIVEN_UP):
        return None if listed(panel, question) is None else enumerated(panel, question)
    return None


def _some(panel: Panel, question: Question) -> Searched:
    """What is found in some situations."""
    with suppress(ArbitreError, *GIVEN_UP):
        return looked_through(panel, question, looked_at(panel, question))
    return Searched(question)


def _note_all(found: Searched, other: Searched) -> None:
    """Adds what only the other search has found."""
    for key, record in other.records.items():
        found.records.setdefault(key, record)
