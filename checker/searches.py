"""The search of one question, by whatever way suffices: in all its situations, by solver, or in some.

What no way decides is undecided, with what would help. What is wrong in some of its situations is found all
the same, and proves nothing.
"""

from contextlib import suppress

from checker.budget import GIVEN_UP, why
from checker.hunt import Searched, enumerated, looked_through
from checker.looking import is_looked_at, looked_at
from checker.panel import Panel
from checker.prove import Search
from dsl.errors import ArbitreError
from dsl.model import Question
from interpreter.space import TooManySituations, space_size_of

MOST_LISTED = 20_000
"""Where the solver does not decide, a question is enumerated if its `needs` leave so few situations, of so
many looked at."""


def search_question(panel: Panel, question: Question, solving: Search | None) -> Searched:
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
    listed = _listed(panel, question)
    if listed is not None and not listed.undecided:
        return listed
    _note_all(found, _some(panel, question) if listed is None else listed)
    return found


def given_up(panel: Panel, question: Question, because: str) -> Searched:
    """All that is claimed of a question, undecided."""
    found = Searched(question)
    found.give_up(panel, because)
    return found


def _listed(panel: Panel, question: Question) -> Searched | None:
    """The search by enumeration, where few situations are left by the question's `needs`."""
    if any(space_size_of(panel.game, [p], MOST_LISTED) is None for p in question.parameters):
        return None
    try:
        panel.situations(question.name, panel.rulebook(panel.editions[0].name, {}), MOST_LISTED)
        return enumerated(panel, question)
    except (TooManySituations, *GIVEN_UP):
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
