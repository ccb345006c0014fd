"""Change the answer of a clause that is shipped, and what is reported changes, or no answer has changed: of
some clauses here, of all in `benchmarks/planted.py`."""

from functools import cache
from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.model import Clause, Edition, Game
from tests.planted import faults, outcome, reported

ROOT = Path(__file__).resolve().parents[2]
EVERY = 40
"""Of so many clauses one is changed here."""


@cache
def clauses() -> list[tuple[Game, Edition, Clause]]:
    games = load_project(ROOT).games
    return [
        (game, edition, clause)
        for _, game in sorted(games.items())
        for _, edition in sorted(game.editions.items())
        for clause in edition.clauses
    ]


@pytest.mark.parametrize("number", range(0, len(clauses()), EVERY))
def test_a_changed_answer_changes_what_is_reported(number: int) -> None:
    game, edition, clause = clauses()[number]
    before = reported(game, edition, clause.question)
    became = {f.says: outcome(game, edition, f, before) for f in faults(game, clause, 1)}
    assert "missed" not in became.values(), (clause.id, became)


def test_a_fault_can_be_planted_in_every_clause() -> None:
    without = [clause.id for game, _, clause in clauses() if not list(faults(game, clause, 4))]
    assert without == []
