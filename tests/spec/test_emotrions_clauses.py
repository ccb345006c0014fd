"""Each clause of the printed editions matters: without it a finding is another, or it is a repetition.

Looked at question by question, where the situations of a question are few.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from checker.editions.editions import Editions
from checker.editions.elimination import strike_by_examples
from checker.questions.search.explicit import Searched, enumerated
from checker.questions.verdicts.matrix import Column, column, occurrences
from dsl.load import load_project
from dsl.model import Clause
from interpreter.rulebook.enumeration import situations
from interpreter.rulebook.rulebook import Situation

ROOT = Path(__file__).resolve().parents[2]
EDITIONS = ("ca", "es", "fr")
MANY = (
    *("outcome", "goes_on", "began", "game_winner", "first_leader"),
    *("may_demand", "stays_in", "verdict", "tie_breakers"),
)
"""Questions of too many situations to go through here. (Those of Pareo have a test of their own.)"""


@cache
def editions() -> Editions:
    """The printed editions, with what their examples leave."""
    game = load_project(ROOT).games["emotrions"]
    found = Editions(game, tuple(game.editions[e] for e in EDITIONS))
    strike_by_examples(found)
    return found


@cache
def searched(question: str) -> Searched:
    return enumerated(editions(), editions().game.questions[question])


@cache
def seen(question: str, situation: Situation) -> Column:
    return column(editions(), question, situation)


def changes(edition: str, clause: Clause) -> bool:
    """Whether what is found in some situation is another without the clause."""
    question = editions().game.questions[clause.question]
    own = replace(editions().less(clause.id), members=(editions().edition(edition),))
    for situation in situations(editions().game, question.name, editions().rulebook("ca", {})):
        before = seen(question.name, situation)
        after = {**before, **column(own, question.name, situation)}
        if before != after and occurrences(editions(), question, before) != occurrences(
            editions(), question, after
        ):
            return True
    return False


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_clause_matters_or_is_a_repetition(edition: str) -> None:
    asked = [q for q in editions().game.questions.values() if q.variant != "pareo" and q.name not in MANY]
    clauses = [c for c in editions().edition(edition).clauses if c.question in {q.name for q in asked}]
    idle = [c for c in clauses if not changes(edition, c)]
    assert 0 < len(idle) < len(clauses)
    assert {c.id for c in idle} <= {r for c in idle for r in searched(c.question).repeated}
