"""Cards, rows and what is laid, as text: what is shown or written is read as the same again."""

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.load import load_project
from dsl.model import Game
from dsl.text.errors import ArbitreError
from dsl.text.span import NOWHERE
from dsl.types.types import BagType, ListType, OptionalType, PlayerType, RecordType, SetType, Type
from dsl.types.values import Player, Record, Value, bag_of, set_of
from interpreter.evaluate.arrangements import Layout
from interpreter.evaluate.expressions import code_of
from interpreter.logs.writer import flow_text
from interpreter.rulebook.situations import parse_value, show, to_json
from interpreter.runtime.yamltext import Scalar, parse_document
from interpreter.values.context import Alone

RULES = """game sums "Sums" languages en, ca
players 2..3 named Ann, Bo, Cy
enum operation
  case plus  en "+", "and"  ca "més"
  case minus en "-", "–"    ca "menys"
  case over  en ":"         ca "dividit per"
  case equal en "="
type card is number to -3..20 or sign to operation or joker or blank
type prize is got to card or lost
shape step of card is operation: sign where operation.to != equal, operand: number
shape side of card is first: number, steps: list 0..3 of step
shape line of card is left: side, equals: sign where equals.to = equal, right: side reading acts_as
shape heap of card is few: list 0..2 of number, more: list 0..2 of number
shape asked of card is least: number where least.to < limit()
define acts_as(card) = if card is joker then {sign to plus, sign to minus} else {card}
question limit() -> 0..9 "Up to which number?"
assumption a because "so" answers limit() then 9
variant plain "Plain"
"""


@cache
def sums() -> Game:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "spec").mkdir()
        (root / "arbitre.toml").write_text('name = "Sums"\n[languages]\nen = "English"\n', "utf-8")
        (root / "spec" / "sums.rules").write_text(RULES, "utf-8")
        return load_project(root).games["sums"]


CARD = sums().shapes["line"].card
PLAY = RecordType("play", (("player", PlayerType()), ("card", CARD)))
NAMES = ("Ann", "8", "+", "joker", "~", "none", "null", "8 + 7")


def written(text: str, type: Type) -> Value:
    return parse_value(parse_document(text), type, sums())


def texted(text: str, type: Type) -> Value:
    """What the text alone, whatever it would be in YAML, is read as."""
    return parse_value(Scalar(text, False, NOWHERE), type, sums())


def card(text: str) -> Value:
    return texted(text, CARD)


TEXTS = (*map(str, range(-3, 21)), "+", "-", ":", "=", "joker", "blank")
CARDS = st.sampled_from(TEXTS).map(card)


# ------------------------------------------------------------------ round trips


@st.composite
def values(draw: Any) -> tuple[Type, Value]:
    """A value with cards in it, and its type."""
    cards = tuple(draw(st.lists(CARDS, max_size=6)))
    one = draw(CARDS)
    places = tuple(draw(st.lists(CARDS | st.none(), max_size=6)))
    play = Record("play", (("player", Player(draw(st.sampled_from(NAMES)))), ("card", one)))
    return draw(
        st.sampled_from(
            [
                (CARD, one),
                (OptionalType(CARD), draw(CARDS | st.none())),
                (ListType(CARD, 0, 9), cards),
                (BagType(CARD, 0, 9), bag_of(cards)),
                (SetType(CARD), set_of(cards)),
                (ListType(OptionalType(CARD), 0, 9), places),
                (ListType(ListType(CARD, 0, 9), 0, 3), (cards, (one,))),
                (PLAY, play),
                (ListType(PLAY, 0, 3), (play, play)),
            ]
        )
    )


@st.composite
def laid(draw: Any) -> tuple[Type, Value]:
    """Something laid in some shape, with its type."""
    name = draw(st.sampled_from(["step", "side", "line", "heap", "asked"]))
    shape = sums().shapes[name]
    texts = draw(st.lists(st.sampled_from(["0", "-1", "8", "13", "+", "-", ":", "joker"]), max_size=5))
    cards = [card(text) for text in [*texts, "=", "1"]]
    context = Alone()
    context.ask = lambda *_: 9  # type: ignore[method-assign]
    found = list(Layout(shape, code_of).using(cards, context, NOWHERE))
    return shape.type, draw(st.sampled_from(found)) if found else None


@given(values() | laid())
def test_json_is_read_as_the_same_again(pair: tuple[Type, Value]) -> None:
    type, value = pair
    if value is None:
        type = OptionalType(type)
    said = to_json(value, sums())
    assert written(json.dumps(said), type) == value
    assert written(json.dumps(said, ensure_ascii=False, indent=2), type) == value
    assert written(flow_text(said), type) == value


@given(CARDS, st.sampled_from(["en", "ca"]))
def test_a_card_is_read_as_it_is_shown(one: Value, language: str) -> None:
    assert texted(show(one, sums(), language), CARD) == one


@given(st.lists(CARDS | st.none(), max_size=8), st.sampled_from(["en", "ca"]))
def test_a_row_is_read_as_it_is_shown(row: list[Value], language: str) -> None:
    shown = show(tuple(row), sums(), language)
    type = ListType(OptionalType(CARD), 0, 9)
    if not shown.startswith("["):
        assert texted(shown, type) == tuple(row)
    elif any(item is not None for item in row):
        assert {"-1", "-2", "-3"} & {show(item, sums()) for item in row}  # after `-`, or not: both are read


@given(st.lists(CARDS, min_size=1, max_size=8), st.sampled_from(["en", "ca"]))
def test_a_bag_is_read_as_it_is_shown(cards: list[Value], language: str) -> None:
    shown = show(bag_of(cards), sums(), language)
    assert shown.startswith("{") and shown.endswith("}")
    if "-1" not in shown and "-2" not in shown and "-3" not in shown:
        assert texted(shown[1:-1], BagType(CARD, 0, 9)) == bag_of(cards)


@given(laid(), st.sampled_from(["en", "ca"]))
def test_what_is_laid_is_read_as_it_is_shown(pair: tuple[Type, Value], language: str) -> None:
    type, value = pair
    shown = show(value, sums(), language)
    assert isinstance(type, RecordType)
    if type.name in ("step", "side", "line") and value is not None and "(" not in shown:
        assert texted(shown, type) == value


# ------------------------------------------------------------------ one card


@pytest.mark.parametrize("text", ["+", "'and'", "AND", "MÉS", "mes", "plus", "sign to plus", "{sign: and}"])
def test_any_name_of_a_card_will_do(text: str) -> None:
    assert written(text, CARD) == card("+")
    assert written(f"[{text}]", BagType(CARD, 0, 9)) == bag_of([card("+")])
    assert written(f"{{got: {text}}}", sums().types["prize"]) == written("got to +", sums().types["prize"])
    assert written(f"{{player: '+', card: {text}}}", PLAY) == Record(
        "play", (("player", Player("+")), ("card", card("+")))
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("99", "`99` is no `card`: `-3` to `20`, `+`, `-`, `:`, `=`, `joker` or `blank`"),
        ("jokre", "`jokre` is no `card`"),
        ("''", "`` is no `card`"),
        ("8 + 7", "`8 + 7` is 3 cards, where one is wanted"),
        ("joker[+]", "`joker[+]` says what a card is read as"),
        ("[8]", "a `card` is one of"),
        ("{number: 99}", "99 is not -3 to 20"),
        ("'" + "8" * 2000 + "'", "is no `card`"),
        ("'" + "8" * 5000 + "'", "has 5000 characters"),
    ],
)
def test_what_is_no_card(text: str, message: str) -> None:
    with pytest.raises(ArbitreError) as error:
        written(text, CARD)
    assert message in error.value.problems[0].message


def test_the_nearest_name_is_told() -> None:
    with pytest.raises(ArbitreError) as error:
        written("jokre", CARD)
    assert error.value.problems[0].help == "did you mean `joker`?"


# ------------------------------------------------------------------ rows


def test_an_item_of_a_list_is_one_card() -> None:
    with pytest.raises(ArbitreError, match="3 cards, where one is wanted"):
        written("[8 + 7]", BagType(CARD, 0, 9))
    assert written("[8 + 7, 3]", ListType(ListType(CARD, 0, 9), 0, 9)) == (
        texted("8 + 7", ListType(CARD, 0, 9)),
        (card("3"),),
    )


@pytest.mark.parametrize("text", ["8, +, 7", "8 , + ,7", "8,+,7", "8 + 7", "8+7", "8 and 7"])
def test_commas_part_cards(text: str) -> None:
    assert texted(text, ListType(CARD, 0, 9)) == (card("8"), card("+"), card("7"))


@pytest.mark.parametrize("text", [",8", "8,", "8,,7", ",", "~", "8 ~"])
def test_rows_that_are_none(text: str) -> None:
    with pytest.raises(ArbitreError, match="no card of `card`"):
        texted(text, ListType(CARD, 0, 9))


def test_a_place_can_be_empty() -> None:
    found = texted("8 ~ +~", ListType(OptionalType(CARD), 0, 9))
    assert found == (card("8"), None, card("+"), None)
    assert show(found, sums()) == "8 ~ + ~"
    assert to_json(found, sums()) == ["8", None, "+", None]


def test_shown_short() -> None:
    line = texted("8 joker[-] 3 = 5", sums().shapes["line"].type)
    assert show(line, sums()) == to_json(line, sums()) == "8 joker[-] 3 = 5"
    assert show(line, sums(), "ca") == "8 joker[menys] 3 = 5"
    assert show(bag_of(map(card, ("8", "+"))), sums()) == "{8, +}"
    assert show((), sums()) == "[]"
    assert show(written("{got: 8}", sums().types["prize"]), sums()) == "got to 8"
    assert to_json(written("{got: 8}", sums().types["prize"]), sums()) == {"got": "8"}


# ------------------------------------------------------------------ in full


def test_what_the_text_of_the_row_does_not_tell_is_written_in_full() -> None:
    heap = written("{few: [1], more: [2, 3], laid: [1, 2, 3]}", sums().shapes["heap"].type)
    other = written("{few: [1, 2], more: [3], laid: [1, 2, 3]}", sums().shapes["heap"].type)
    assert to_json(heap, sums()) == {"few": ["1"], "more": ["2", "3"], "laid": ["1", "2", "3"]}
    assert to_json(other, sums()) != to_json(heap, sums())
    assert written("{least: 3, laid: [3]}", sums().shapes["asked"].type)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("{few: [1], more: [2], laid: [1, 2, 3]}", "heap"),
        ("{few: [1], more: [2], laid: []}", "heap"),
        ("{few: [1], more: ['+'], laid: [1, '+']}", "heap"),
        ("{operation: '=', operand: 3, laid: ['=', 3]}", "step"),
    ],
)
def test_what_cannot_be_laid_is_refused(text: str, shape: str) -> None:
    with pytest.raises(ArbitreError, match="is laid so"):
        written(text, sums().shapes[shape].type)
