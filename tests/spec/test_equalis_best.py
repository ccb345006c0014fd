"""The best equality of a pair in Montecarlo: 19 cards of the shipped deck, under both orders."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.cli.frame.status import FOUND
from dsl.load import load_project
from dsl.model import Game
from dsl.types.types import BagType
from dsl.types.values import Case, Record, Tagged, Value, bag_of
from interpreter.rulebook.rulebook import Rulebook
from interpreter.values.domain import values_of
from tests.interpreter.optimize.search.second import Kind, Second

ROOT = Path(__file__).resolve().parents[2]
ORDERS = {"products": "products", "leftmost": "left"}
SIGNS = {"plus": "+", "minus": "-", "times": "*", "over": "/", "equal": "="}
FEW_SIGNS = 3


@pytest.fixture(scope="module")
def game() -> Game:
    return load_project(ROOT).games["equalis"]


def book(game: Game, order: str) -> Rulebook:
    return Rulebook(game, game.editions["es"], {"montecarlo_order": order})


def deal(game: Game, seed: int) -> list[Value]:
    """Nineteen cards of the deck."""
    (parameter,) = game.questions["best_equality"].parameters
    assert isinstance(parameter.type, BagType)
    asked = book(game, "products")
    deck = [
        card
        for card in values_of(parameter.type.item, ())
        for _ in range(int(answered(asked, "copies", card)))
    ]
    assert len(deck) == 106
    return random.Random(seed).sample(deck, 19)


def answered(asked: Rulebook, question: str, *situation: Value) -> Value:
    verdict = asked.verdict(question, situation)
    assert verdict.proved
    (answer,) = verdict.outcome.admits
    return answer


def kind(asked: Rulebook, card: Value, many: int) -> Kind:
    assert isinstance(card, Tagged)
    worth = answered(asked, "card_points", card)
    assert isinstance(worth, int)
    match card.payload:
        case int():
            return Kind(many, worth, number=card.payload)
        case Case(name=name):
            return Kind(many, worth, signs=SIGNS[name])
        case _:
            equals = answered(asked, "multi_for_equals")
            return Kind(many, worth, signs="+-*/=" if equals else "+-*/")


def few_signs(cards: list[Value]) -> bool:
    signs = [card for card in cards if isinstance(card, Tagged) and not isinstance(card.payload, int)]
    return sum(card.payload is None or card.payload.name != "equal" for card in signs) <= FEW_SIGNS


@pytest.mark.parametrize("order", ORDERS)
def test_a_second_way_finds_as_good_a_one(game: Game, order: str) -> None:
    asked = book(game, order)
    seeds = [seed for seed in range(40) if few_signs(deal(game, seed))][:3]
    assert len(seeds) == 3
    for seed in seeds:
        cards = deal(game, seed)
        kinds = [kind(asked, card, many) for card, many in Counter(cards).items()]
        row = answered(asked, "best_equality", bag_of(cards))
        due = Second(kinds, ORDERS[order]).best()
        if row is None:
            assert due is None
        else:
            assert (answered(asked, "points", row), answered(asked, "result", row)) == due


@pytest.mark.parametrize("order", ORDERS)
def test_the_best_of_nineteen_cards_is_proved_best(game: Game, order: str) -> None:
    asked = book(game, order)
    for seed in range(3):
        row = answered(asked, "best_equality", bag_of(deal(game, seed)))
        if row is not None:
            assert isinstance(row, Record)
            assert answered(asked, "valid_equality", row) is True


def test_it_is_asked_for(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARBITRE_PROJECT", str(ROOT))
    cards = "cards=7 - + 4 12 - 19 - = 2 0 8 + 7 6 ÷ 14 x 4"
    assert run(["ask", "equalis/montecarlo", "best_equality", "--given", cards, "--format", "json"]) == FOUND
    (verdict,) = json.loads(capsys.readouterr().out)["verdicts"]
    found = {each["interpretation"]["montecarlo_order"]: each for each in verdict["answers"]}
    assert set(found) == set(ORDERS)
    for each in found.values():
        assert "=" in each["answer"] and "proved" not in each
