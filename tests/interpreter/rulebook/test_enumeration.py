"""The values of types, and situations with players named in order of mention."""

from itertools import permutations, product

import pytest

from dsl.model import Aggregate, Binder
from dsl.types.types import (
    Alternative,
    BagType,
    EnumType,
    IntType,
    ListType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    UnionType,
)
from dsl.types.values import Bag, Player, Record, Tagged, Value, ValueSet, bag_of, set_of, sort_key
from interpreter.play.state import unknown
from interpreter.rulebook.enumeration import situations, space_size
from interpreter.rulebook.rulebook import Rulebook, Situation, SpecError
from interpreter.rulebook.situations import fits
from interpreter.values.domain import domain_size, has_players, values_of
from tests.interpreter.models import (
    ANNA,
    BERNAT,
    BETS,
    BOOL,
    CARD,
    CARDS,
    CARLA,
    DIGIT,
    INT,
    LOW,
    MIDDLE,
    PLAYER,
    any_of,
    ask,
    bet,
    clause,
    cmp,
    edition,
    eq,
    field,
    game,
    lit,
    neg,
    question,
    size,
    some,
    then,
    var,
)

RESULT = UnionType("result", (Alternative("taken", "by", PLAYER), Alternative("discarded")))
PAIR = RecordType("pair", (("first", PLAYER), ("second", OptionalType(PLAYER))))
COIN = EnumType("coin", ("head", "tail"))

TYPES: list[tuple[Type, int]] = [
    (BOOL, 2),
    (IntType(-2, 3), 6),
    (CARD, 3),
    (PLAYER, 3),
    (PAIR, 12),
    (RESULT, 4),
    (OptionalType(CARD), 4),
    (ListType(CARD, 1, 2), 12),
    (ListType(PLAYER, 0, 2), 13),
    (BagType(CARD, 0, 2), 10),
    (CARDS, 9),
    (BagType(PLAYER, 2, 2), 6),
    (SetType(PLAYER), 8),
    (BETS, 27 + 27**2 + 27**3),
]


@pytest.mark.parametrize(("type", "number"), TYPES)
def test_every_value_once_in_order(type: Type, number: int) -> None:
    found = list(values_of(type, (ANNA, BERNAT, CARLA)))
    assert len(found) == len(set(found)) == number == domain_size(type, 3)
    assert found == sorted(found, key=sort_key)
    assert all(fits(value, type) for value in found)


def test_values_over_players_in_any_order() -> None:
    assert list(values_of(BagType(PLAYER, 2, 2), (BERNAT, ANNA)))[1] == bag_of([ANNA, BERNAT])
    assert list(values_of(SetType(PLAYER), ())) == [set_of([])]


def test_types_without_bounds() -> None:
    for type in (INT, ListType(CARD), BagType(CARD, 1), OptionalType(IntType(0))):
        assert domain_size(type) is None
        with pytest.raises(SpecError) as caught:
            list(values_of(type))
        assert caught.value.code == "open-type"


def test_which_types_have_players() -> None:
    assert [has_players(t) for t in (BOOL, CARD, CARDS, PLAYER, RESULT, BETS, SetType(PLAYER))] == [
        *(False, False, False, True, True, True, True)
    ]


# ------------------------------------------------------------------ situations


def renamed(value: Value, names: dict[Player, Player]) -> Value:
    match value:
        case Player():
            return names[value]
        case Record(type, fields):
            return Record(type, tuple((n, renamed(v, names)) for n, v in fields))
        case Tagged(union, tag, payload):
            return Tagged(union, tag, renamed(payload, names))
        case Bag(items):
            return bag_of([renamed(v, names) for v in items])
        case ValueSet(items):
            return set_of([renamed(v, names) for v in items])
        case tuple():
            return tuple(renamed(v, names) for v in value)
        case _:
            return value


PLAYERS = (ANNA, BERNAT, CARLA)


def orbit(situation: Situation) -> frozenset[Situation]:
    """The situation with its players called otherwise in every way."""
    namings = [dict(zip(PLAYERS, names, strict=True)) for names in permutations(PLAYERS)]
    return frozenset(tuple(renamed(value, names) for value in situation) for names in namings)


@pytest.mark.parametrize(
    "types",
    [
        (PLAYER, PLAYER, PLAYER),
        (PAIR, RESULT),
        (PLAYER, SetType(PLAYER)),
        (BagType(PLAYER, 0, 3), BOOL),
        (ListType(PLAYER, 0, 3), BOOL),
        (RESULT, OptionalType(RESULT), COIN),
        (ListType(PAIR, 1, 2),),
    ],
)
def test_one_situation_of_each_sort(types: tuple[Type, ...]) -> None:
    asked = game(question("q", parameters={f"p{i}": t for i, t in enumerate(types)}))
    found = list(situations(asked, "q"))
    everything = product(*(tuple(values_of(t, PLAYERS)) for t in types))
    assert len(found) == len(set(found))
    assert {orbit(s) for s in found} == {orbit(s) for s in everything}
    assert len({orbit(s) for s in found}) == len(found)
    assert space_size(asked, "q", 10_000) == len(found)
    assert space_size(asked, "q", len(found)) == len(found)
    assert space_size(asked, "q", len(found) - 1) is None


@pytest.mark.parametrize(
    "types", [(BagType(PAIR, 0, 2),), (SetType(PLAYER), PLAYER), (BagType(PLAYER, 0, 3), PLAYER)]
)
def test_no_sort_is_left_out_where_several_are_mentioned_at_once(types: tuple[Type, ...]) -> None:
    asked = game(question("q", parameters={f"p{i}": t for i, t in enumerate(types)}))
    found = list(situations(asked, "q"))
    everything = product(*(tuple(values_of(t, PLAYERS)) for t in types))
    assert len(found) == len(set(found))
    assert {orbit(s) for s in found} == {orbit(s) for s in everything}
    assert space_size(asked, "q", 10_000) == len(found)


def test_players_are_as_many_as_the_game_is_for() -> None:
    asked = game(question("q", parameters={"ps": ListType(PLAYER, 3, 3)}), players=(2, 2))
    assert list(situations(asked, "q"))[-1] == ((ANNA, BERNAT, BERNAT),)


def test_spaces_without_bounds_have_no_size() -> None:
    asked = game(question("q", parameters={"n": INT}), question("r", parameters={"ps": ListType(PLAYER)}))
    assert space_size(asked, "q", 10) is None
    assert space_size(asked, "r", 10) is None
    open_pair = RecordType("pair", (("who", PLAYER), ("n", INT)))
    for type in (SetType(open_pair), BagType(open_pair, 1, 2), ListType(open_pair, 1, 2)):
        asked = game(question("q", parameters={"p": type}))
        assert space_size(asked, "q", 10) is None
        with pytest.raises(SpecError):
            list(situations(asked, "q"))


def test_large_spaces_are_counted_without_making_them() -> None:
    asked = game(question("q", parameters={"bets": ListType(BETS.item, 1, 6)}), players=(2, 6))
    assert space_size(asked, "q", 10**6) is None
    number = space_size(asked, "q", 10**12)
    assert number is not None
    assert number > 10**6


def test_needs_select() -> None:
    bets = var("bets", BETS)
    alike = eq(field(var("a", BETS.item), "player", PLAYER), field(var("b", BETS.item), "player", PLAYER))
    one_each = some("a b", bets, alike, kind="no")
    asked = game(question("q", parameters={"bets": ListType(BETS.item, 1, 2), "n": DIGIT}, needs=(one_each,)))
    found = list(situations(asked, "q"))
    assert len(found) == (9 + 9 * 9) * 10
    assert found[0] == ((bet(ANNA, LOW),), 0)
    book = Rulebook(asked, edition())
    assert found == list(situations(asked, "q", book))


def test_needs_that_ask() -> None:
    n = var("n")
    asked = game(question("q", parameters={"n": DIGIT}, needs=(cmp("<=", n, ask("most")),)), question("most"))
    book = Rulebook(asked, edition(clause("e.a.most", 2)))
    assert list(situations(asked, "q", book)) == [(0,), (1,), (2,)]
    for rulebook in (None, Rulebook(asked, edition(clause("e.a.most", any_of(1, 2))))):
        with pytest.raises(SpecError) as caught:
            list(situations(asked, "q", rulebook))
        assert caught.value.code == "needs-blocked"


def test_the_smallest_first() -> None:
    cards = question("q", parameters={"n": IntType(0, 1), "cards": CARDS})
    found = list(situations(game(cards), "q"))
    sizes = [len(s[1].items) for s in found if isinstance(s[1], Bag)]
    assert sizes == sorted(sizes)
    assert found[:2] == [(0, bag_of([LOW])), (0, bag_of([MIDDLE]))]


def test_the_questions_own_measure_goes_before() -> None:
    high = Aggregate(
        type=INT,
        kind="sum",
        binder=Binder(names=("c",), source=var("cards", CARDS), where=neg(eq(var("c", CARD), lit(LOW)))),
        body=lit(1),
    )
    cards = question("q", parameters={"cards": CARDS}, smallest=(high, size(var("cards", CARDS))))
    found = list(situations(game(cards), "q"))
    assert found[:3] == [(bag_of([LOW]),), (bag_of([LOW, LOW]),), (bag_of([MIDDLE]),)]


def test_a_measure_that_waits_goes_last() -> None:
    measured = question("q", parameters={"n": DIGIT}, smallest=(ask("m", var("n")),))
    asked = game(measured, question("m", parameters={"n": DIGIT}))
    small = clause("e.a.m", then(var("n")), cmp(">", var("n"), lit(7)), binds=("n",))
    found = list(situations(asked, "q", Rulebook(asked, edition(small))))
    assert found[:3] == [(8,), (9,), (0,)]


def test_cards_that_are_not_known_lie_before_others() -> None:
    joker, number = Tagged("card", "joker", None), Tagged("card", "number", 3)
    token = unknown("card", 0)
    assert bag_of([number, token, joker]).items == (token, joker, number)
