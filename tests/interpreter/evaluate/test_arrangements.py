"""What can be laid with cards, how rows are read, and cards as text, in a made-up game of sums."""

from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.model import Game
from dsl.text.errors import ArbitreError
from dsl.text.span import NOWHERE
from dsl.types.types import BagType, ListType
from interpreter.evaluate.arrangements import Layout, canonical
from interpreter.evaluate.expressions import code_of
from interpreter.rulebook.situations import parse_value
from interpreter.runtime.yamltext import Scalar
from interpreter.values.context import Alone
from interpreter.values.show import show

RULES = """game sums "Sums" languages en
players 2..3 named Ann, Bo, Cy
enum operation
  case plus  en "+"
  case minus en "-", "–"
  case equal en "="
type card is number to 0..20 or sign to operation or joker
shape step of card is operation: sign where operation.to != equal, operand: number
shape side of card is first: number, steps: list 0..3 of step
shape line of card is left: side, equals: sign where equals.to = equal, right: side reading acts_as
define acts_as(card) = if card is joker then {sign to plus, sign to minus} else {card}
define value(side) = fold step in side.steps from side.first.to as so_far:
  if step.operation.to = plus then so_far + step.operand.to else so_far - step.operand.to
question result(e: line) -> -100..100 "What does it amount to?"
question best_of(cards: bag 0..12 of card) -> optional line "The best?"
question all_of(cards: bag 0..12 of card) -> list 0..40 of line "All?"
assumption a because "so" answers result(e) then value(e.left)
assumption b because "so" answers best_of(cards)
  then best e in line using cards where value(e.left) = value(e.right) by size(e.laid), value(e.left)
variant plain "Plain"
"""


def game(tmp_path: Path, rules: str = RULES) -> Game:
    (tmp_path / "spec").mkdir()
    (tmp_path / "arbitre.toml").write_text('name = "Sums"\n[languages]\nen = "English"\n', "utf-8")
    (tmp_path / "spec" / "sums.rules").write_text(rules, "utf-8")
    return load_project(tmp_path).games["sums"]


def row(text: str, of: Game, sort: type[ListType] | type[BagType] = ListType):
    return parse_value(Scalar(text, False, NOWHERE), sort(of.shapes["line"].card, 0, 40), of)


def test_rows_are_read_in_all_ways(tmp_path: Path) -> None:
    sums = game(tmp_path)
    layout = Layout(sums.shapes["line"], code_of)
    found = list(layout.along(row("8 joker 7=15", sums), Alone(), NOWHERE))
    shown = [show(one, sums) for one in found]
    assert shown == ["8 joker[+] 7 = 15", "8 joker[-] 7 = 15"]
    assert len(set(found)) == 2
    assert list(layout.along(row("8 7 = 15", sums), Alone(), NOWHERE)) == []


def test_all_that_is_laid_comes_once_in_order(tmp_path: Path) -> None:
    sums = game(tmp_path)
    layout = Layout(sums.shapes["line"], code_of)
    cards = row("1 1 2 + - joker =", sums, BagType)
    found = list(layout.using(cards.items, Alone(), NOWHERE))
    assert len(found) == len(set(found)) > 20
    assert found == sorted(found, key=canonical)


def test_what_is_shown_is_read_again(tmp_path: Path) -> None:
    sums = game(tmp_path)
    line = sums.shapes["line"]
    for one in Layout(line, code_of).using(row("1 13 + joker =", sums, BagType).items, Alone(), NOWHERE):
        assert parse_value(Scalar(show(one, sums), False, NOWHERE), line.type, sums) == one


@pytest.mark.parametrize("text", ["8 99", "8 +" * 1000, "8 [", "joker[+"])
def test_rows_that_are_none(tmp_path: Path, text: str) -> None:
    with pytest.raises(ArbitreError):
        row(text, game(tmp_path))


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("steps: list 0..3 of step", "steps: list 0..3 of side", "type-cycle"),
        ("steps: list 0..3 of step", "steps: list 0..90 of step", "empty-range unbounded-list"),
        ("or joker", "or joker or other to 5..6", "ambiguous-text"),
        ("operand: number", "operand: nothing", "wrong-part"),
        ("first: number", "laid: number", "reserved-name"),
        ("reading acts_as", "reading nobody_knows", "unknown-name"),
    ],
)
def test_shapes_that_are_refused(tmp_path: Path, old: str, new: str, code: str) -> None:
    with pytest.raises(ArbitreError) as error:
        game(tmp_path, RULES.replace(old, new, 1))
    assert {problem.code for problem in error.value.problems} & set(code.split())
