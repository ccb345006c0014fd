"""Values and situations, from and to what people write."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.model import Literal, Parameter, Question, Size, Var
from dsl.text.errors import ArbitreError
from dsl.types.types import (
    Alternative,
    BagType,
    BoolType,
    IntType,
    ListType,
    OptionalType,
    PlayerType,
    RecordType,
    SetType,
    UnionType,
)
from dsl.types.values import Player, Record, Tagged, bag_of, set_of
from interpreter.rulebook.situations import (
    fits,
    parse_situation,
    parse_value,
    players_in,
    show,
    situation_to_json,
    to_json,
)
from interpreter.runtime.yamltext import parse_document
from tests.interpreter.tiny import CARD, GAME, card

BET = RecordType("bet", (("player", PlayerType()), ("cards", BagType(CARD, 1, 2))))
RESULT = UnionType("result", (Alternative("taken", "by", PlayerType()), Alternative("discarded")))
INT = IntType(0, 9)
ANNA, BERNAT = Player("Anna"), Player("Bernat")


class Sizes:
    """Evaluates the only defaults there are here."""

    def evaluate(self, expr, env):
        match expr:
            case Literal():
                return expr.value
            case Var():
                return env[expr.name]
            case Size():
                return len(self.evaluate(expr.subject, env))


QUESTION = Question(
    name="who",
    parameters=(
        Parameter(name="bets", type=ListType(BET, 1, 3)),
        Parameter(
            name="holders",
            type=IntType(1, 3),
            default=Size(type=INT, subject=Var(type=ListType(BET), name="bets")),
        ),
        Parameter(name="seats", type=IntType(1, 3), default=Var(type=INT, name="holders")),
    ),
    answer=RESULT,
    text="Who takes it?",
)


def value(text, type, players=None):
    return parse_value(parse_document(text), type, GAME, players)


def problems(call, *args):
    with pytest.raises(ArbitreError) as caught:
        call(*args)
    return [(p.code, p.spans[0].line, p.message, p.help) for p in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "type", "expected"),
    [
        ("true", BoolType(), True),
        ("No", BoolType(), False),
        ("007", INT, 7),
        ("−3", IntType(-9, 9), -3),
        ("ALFÀ", CARD, card("A")),
        ("Blau", CARD, card("B")),
        ("azul", CARD, card("B")),
        ("No", PlayerType(), Player("No")),
        ("'~'", PlayerType(), Player("~")),
        ("010", PlayerType(), Player("010")),
        ("[B, A, b]", BagType(CARD), bag_of([card("A"), card("B"), card("B")])),
        ("[B, A]", ListType(CARD), (card("B"), card("A"))),
        ("[Anna, Bernat]", SetType(PlayerType()), set_of([ANNA, BERNAT])),
        ("[]", SetType(PlayerType()), set_of([])),
        ("~", OptionalType(INT), None),
        ("none", OptionalType(INT), None),
        ("null", OptionalType(PlayerType()), None),
        ("'null'", OptionalType(PlayerType()), Player("null")),
        ("none", OptionalType(PlayerType()), Player("none")),
        ("discarded", RESULT, Tagged("result", "discarded")),
        ("{taken: Anna}", RESULT, Tagged("result", "taken", ANNA)),
        ("taken by Anna", RESULT, Tagged("result", "taken", ANNA)),
        (
            "{cards: [A], player: Anna}",
            BET,
            Record("bet", (("player", ANNA), ("cards", bag_of([card("A")])))),
        ),
        ("{Anna: [A]}", ListType(BET), (Record("bet", (("player", ANNA), ("cards", bag_of([card("A")])))),)),
    ],
)
def test_values_are_read(text, type, expected):
    read = value(text, type)
    assert read == expected
    assert fits(read, type)


@pytest.mark.parametrize(
    ("text", "type", "code", "words", "help"),
    [
        ("maybe", BoolType(), "malformed", "`maybe` is neither", None),
        ("10", INT, "out-of-bounds", "10 is not 0 to 9", None),
        ("1.5", INT, "malformed", "no whole number", None),
        ("9" * 5000, INT, "malformed", "no whole number", None),
        ("٣", INT, "malformed", "no whole number", None),
        ("Blao", CARD, "unknown-name", "`Blao` is no `card`", "did you mean `Blau`?"),
        ("[A]", CARD, "malformed", "not a list", None),
        ("''", PlayerType(), "malformed", "a player has a name", None),
        ("[A, A, A]", BagType(CARD, 1, 2), "out-of-bounds", "3 in the list, and there may be 1 to 2", None),
        ("A", BagType(CARD, 1, 2), "malformed", "a list is wanted", "write `[A]`"),
        ("{A: B}", BagType(CARD, 1, 2), "malformed", "a list is wanted", None),
        ("[Anna, Anna]", SetType(PlayerType()), "malformed", "twice", None),
        ("{tkaen: Anna}", RESULT, "malformed", "`tkaen` is no `result`", "did you mean `taken`?"),
        ("{taken: Anna, x: y}", RESULT, "malformed", "one of: `{taken: …}` or `discarded`", None),
        ("{player: Anna}", BET, "malformed", "lacks its `cards`", None),
        ("{player: Anna, cards: [A], card: 1}", BET, "malformed", "no `card`", "did you mean `cards`?"),
    ],
)
def test_values_are_refused(text, type, code, words, help):
    ((found, line, message, got),) = problems(value, text, type)
    assert (found, line, got) == (code, 1, help)
    assert words in message


def test_players_must_be_known_where_the_table_is():
    assert value("Anna", PlayerType(), ["Anna"]) == ANNA
    assert problems(value, "Ana", PlayerType(), ["Anna"])[0][3] == "did you mean `Anna`?"


def test_every_mistake_is_reported():
    found = problems(value, "- X\n- A\n- Y\n", ListType(CARD))
    assert [(code, line) for code, line, *_ in found] == [("unknown-name", 1), ("unknown-name", 3)]


def situation(text):
    return parse_situation(parse_document(text), QUESTION, GAME, Sizes())


def test_defaults_and_the_table():
    bets = "bets: [{player: Bernat, cards: [A]}, {player: Anna, cards: [B]}]\n"
    (listed, holders, seats), table = situation(bets)
    assert (len(listed), holders, seats, table) == (2, 2, 2, (BERNAT, ANNA))
    assert situation(bets + "holders: 3\ntable: [Anna, Bernat, Carla]")[0][1:] == (3, 3)
    assert situation(bets + "table: [Anna, Bernat, Carla]")[1] == (ANNA, BERNAT, Player("Carla"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[]", [("malformed", "a situation of `who` is a mapping")]),
        ("{}", [("malformed", "needs a value for `bets`")]),
        ("{bet: 1}", [("malformed", "needs a value for `bets`"), ("unknown-name", "no parameter `bet`")]),
        ("{bets: []}", [("out-of-bounds", "0 in the list")]),
        ("{bets: {Ana: [A]}, table: [Anna]}", [("unknown-player", "`Ana` is not at the table")]),
        ("{bets: {Anna: [A]}, table: [Anna, Anna]}", [("malformed", "at the table twice")]),
        (
            "{bets: {Anna: [A]}, table: [a, b, c, d, e, Anna, g]}",
            [("out-of-bounds", "too many at the table")],
        ),
        ("{bets: {Anna: [X]}, holders: 4}", [("out-of-bounds", "4 is not 1 to 3"), ("unknown-name", "`X`")]),
    ],
)
def test_situations_are_refused(text, expected):
    found = sorted((code, message) for code, _, message, _ in problems(situation, text))
    assert len(found) == len(expected)
    for (code, message), (wanted, words) in zip(found, expected, strict=True):
        assert code == wanted and words in message


def test_json():
    parsed, _ = situation("bets: [{player: Anna, cards: [B, A]}]")
    assert situation_to_json(QUESTION, parsed, GAME) == {
        "bets": [{"player": "Anna", "cards": ["A", "B"]}],
        "holders": 1,
        "seats": 1,
    }
    assert to_json(Tagged("result", "taken", ANNA), GAME) == {"taken": "Anna"}
    assert to_json(Tagged("result", "discarded"), GAME) == "discarded"
    assert to_json(set_of([BERNAT, ANNA]), GAME) == ["Anna", "Bernat"]
    assert to_json(None, GAME) is None and to_json(True, GAME) is True


def test_shown():
    bets = (Record("bet", (("player", ANNA), ("cards", bag_of([card("B"), card("A")])))),)
    assert show(bets, GAME) == "[Anna: {Alfa, Blau}]"
    assert show(bets, GAME, "es") == "[Anna: {Alfà, Azul}]"
    assert show(card("C"), GAME, "es") == "C"
    assert show(Tagged("result", "taken", ANNA), GAME) == "taken by Anna"
    assert show(Tagged("result", "discarded"), GAME) == "discarded"
    assert show((True, 3, None), GAME) == "[true, 3, none]"
    assert show(Player("[bold]x\x1b[31m\u202e"), GAME) == "[bold]x\\u001b[31m\\u202e"


def test_players_in_order_of_mention():
    assert players_in([3, Tagged("r", "t", BERNAT), (ANNA, bag_of([BERNAT]))]) == (BERNAT, ANNA)


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=10))
def test_any_text_is_a_name(name):
    import json
    import unicodedata

    assert value(json.dumps(name), PlayerType()) == Player(unicodedata.normalize("NFC", name))


VALUES = st.recursive(
    st.sampled_from([(INT, 3), (BoolType(), True), (CARD, card("B")), (PlayerType(), ANNA)])
    | st.just((RESULT, Tagged("result", "taken", ANNA))),
    lambda inner: (
        inner.map(lambda p: (ListType(p[0]), (p[1], p[1])))
        | inner.map(lambda p: (BagType(p[0]), bag_of([p[1]])))
        | inner.map(lambda p: (SetType(p[0]), set_of([p[1]])))
    ),
    max_leaves=4,
)


@given(VALUES)
def test_json_is_read_back(pair):
    import json

    type, written = pair
    assert value(json.dumps(to_json(written, GAME)), type) == written
