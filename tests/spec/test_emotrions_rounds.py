"""Taking away any one clause about rounds changes what is found, or the clause is a repetition.

Questions about rounds have too many situations to search again for each clause. Here the situations are all
rounds of one to three bets of a few telling kinds; what is found there, by class and interpretations, must
change somewhere with the clause taken away.
"""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from checker.editions.editions import Editions
from checker.editions.elimination import strike_by_examples
from checker.questions.verdicts.matrix import Column, column, occurrences
from dsl.load import load_project
from dsl.model import Game
from dsl.types.values import Case, Player, Record, Value, bag_of, set_of
from interpreter.rulebook.rulebook import Situation

ROOT = Path(__file__).resolve().parents[2]
KINDS = (
    ("Alegria",),
    ("Amor",),
    ("Odi",),
    ("Avidesa",),
    ("Indecisio",),
    ("Amor", "Amor"),
    ("Odi", "Indecisio"),
    ("Indecisio", "Indecisio"),
)


@pytest.fixture(scope="module")
def editions() -> Editions:
    game = load_project(ROOT).games["emotrions"]
    made = Editions(game, tuple(e for _, e in sorted(game.editions.items())))
    strike_by_examples(made)
    return made


def card(game: Game, name: str) -> Case:
    enum = game.enums["emotrion"].type
    return Case(enum.name, name, enum.cases.index(name))


def rounds(game: Game, most: int) -> list[tuple[Value, ...]]:
    """Rounds of one to `most` bets, each by another player."""
    players = [Player(name) for name in game.names]
    return [
        tuple(
            Record("bet", (("player", players[i]), ("cards", bag_of(card(game, n) for n in kind))))
            for i, kind in enumerate(kinds)
        )
        for count in range(1, most + 1)
        for kinds in product(KINDS, repeat=count)
    ]


def situations(game: Game, question: str) -> list[Situation]:
    players = [Player(name) for name in game.names]
    match question:
        case "outcome":
            return [(bets, max(2, len(bets)), max(2, len(bets))) for bets in rounds(game, 3)] + [
                (bets, 2, 3) for bets in rounds(game, 2) if len(bets) == 2
            ]
        case "goes_on":
            return [(bets, len(bets) + 1, len(bets) + 1) for bets in rounds(game, 2)]
        case "began":
            return [(bets,) for bets in rounds(game, 2)]
        case "game_winner":
            scores = [
                tuple(
                    Record("points", (("player", players[i]), ("score", score)))
                    for i, score in enumerate(each)
                )
                for count in (2, 3)
                for each in product((0, 1, 5), repeat=count)
            ]
            return [(each,) for each in scores]
        case _:
            return [(set_of(players[:count]),) for count in range(4)]


def changes(
    editions: Editions, question: str, name: str, clause: str, before: dict[Situation, Column]
) -> bool:
    """Whether what is found in some of these situations is another without the clause."""
    own = replace(editions.less(clause), members=(editions.edition(name),))
    asked = editions.game.questions[question]
    for situation in situations(editions.game, question):
        if not editions.rulebook(name, {}).meets_needs(question, situation):
            continue
        if situation not in before:
            before[situation] = column(editions, question, situation)
        with_it = before[situation]
        without = {**with_it, **column(own, question, situation)}
        if with_it != without and occurrences(editions, asked, with_it) != occurrences(
            editions, asked, without
        ):
            return True
    return False


@pytest.mark.parametrize("question", ["outcome", "goes_on", "began", "game_winner", "first_leader"])
def test_no_clause_can_be_taken_away_unnoticed(editions: Editions, question: str) -> None:
    before: dict[Situation, Column] = {}
    clauses = [(e.name, c.id) for e in editions.members for c in e.clauses if c.question == question]
    assert len(clauses) >= 3
    unnoticed = [c for name, c in clauses if not changes(editions, question, name, c, before)]
    assert unnoticed == []
