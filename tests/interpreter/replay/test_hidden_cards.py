"""What a log leaves open: exactly the deals that are possible."""

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from dsl.model import Call, Function, Literal, Member
from dsl.types.hidden import Looked
from dsl.types.types import BoolType
from dsl.types.values import bag_of
from interpreter.evaluate.evaluate import Alone, evaluate, zone_key
from interpreter.play.state import State, is_unknown, unknown
from interpreter.replay.hidden_cards import (
    Knowledge,
    Veil,
    hide,
    identify,
    parted,
    possible,
    show_cards,
    unveiled,
)
from tests.interpreter import tiny
from tests.interpreter.tiny import card, players

ANNA, BERNAT = players("Anna", "Bernat")
A, B, C = card("A"), card("B"), card("C")
HANDS = ("zone:hand:Anna", "zone:hand:Bernat")


def hidden(cards, sizes=(0, 0)):
    """Cards shuffled unseen, of which so many were dealt to Anna and Bernat."""
    state = State(
        seats=(ANNA, BERNAT),
        zones={"zone:bank": tuple(cards), **{hand: bag_of([]) for hand in HANDS}},
        values={},
        frames=(),
    )
    state, knowledge = hide(state, Knowledge(), "zone:bank")
    bank = state.cards("zone:bank")
    changes, start = {}, 0
    for hand, size in zip(HANDS, sizes, strict=True):
        changes[hand] = bank[start : start + size]
        start += size
    return state.with_cards({**changes, "zone:bank": bank[start:]}), knowledge


def test_hidden_cards_are_counted():
    state, knowledge = hidden([A, A, B])
    assert knowledge.unseen == ((A, 2), (B, 1))
    assert knowledge.kinds == (A, A, B)
    assert all(map(is_unknown, state.cards("zone:bank")))
    assert len(set(state.cards("zone:bank"))) == 3


def test_known_cards_on_top():
    state, _ = hidden([])
    state = state.with_cards({"zone:bank": (A, A, B)})
    after, knowledge = hide(state, Knowledge(), "zone:bank", (B,))
    assert after.cards("zone:bank")[0] == B
    assert knowledge.unseen == ((A, 2),)
    assert hide(state, Knowledge(), "zone:bank", (B, B)) is None


def test_a_second_shuffle_keeps_count():
    state, knowledge = hidden([A, B], (1, 0))
    state, knowledge = show_cards(state, knowledge, HANDS[0], [A])
    state = state.with_cards({"zone:bank": (*state.cards("zone:bank"), A), HANDS[0]: ()})
    state, knowledge = hide(state, knowledge, "zone:bank")
    assert knowledge.unseen == ((A, 1), (B, 1))
    assert len(state.cards("zone:bank")) == 2


def test_identified_everywhere():
    state, knowledge = hidden([A, B], (1, 0))
    (token,) = state.cards(HANDS[0])
    after, left = identify(state, knowledge, {token: B})
    assert after.cards(HANDS[0]) == (B,)
    assert left.unseen == ((A, 1),) and left.told == {token: B}
    assert identify(after, left, {unknown("card", 1): B}) is None


@given(
    st.lists(st.sampled_from([A, B, C]), min_size=1, max_size=5),
    st.lists(st.tuples(st.sampled_from(HANDS), st.sampled_from([A, B, C])), max_size=4),
    st.integers(0, 2),
    st.integers(0, 2),
)
def test_shown_is_possible_if_and_only_if_some_deal_has_it(cards, shown, first, second):
    """Against every deal of the cards, one by one."""
    sizes = (min(first, len(cards)), min(second, len(cards) - min(first, len(cards))))
    state, knowledge = hidden(cards, sizes)
    wanted = {hand: Counter(c for h, c in shown if h == hand) for hand in HANDS}
    possible = False
    for deal in permutations(cards):
        hands = (Counter(deal[: sizes[0]]), Counter(deal[sizes[0] : sum(sizes)]))
        possible = possible or all(not wanted[h] - held for h, held in zip(HANDS, hands, strict=True))
    known = (state, knowledge)
    for hand in HANDS:
        if known is not None:
            known = show_cards(*known, hand, list(wanted[hand].elements()))
    assert (known is not None) is possible


@given(st.lists(st.sampled_from([A, B, C]), min_size=1, max_size=5), st.integers(0, 3), st.integers(0, 2))
def test_all_deals_and_each_once(cards, first, second):
    sizes = (min(first, len(cards)), min(second, len(cards) - min(first, len(cards))))
    state, knowledge = hidden(cards, sizes)
    found = [(s.zones[HANDS[0]], s.zones[HANDS[1]]) for s in told_apart_fully(state, knowledge)]
    expected = {
        (bag_of(deal[: sizes[0]]), bag_of(deal[sizes[0] : sum(sizes)])) for deal in permutations(cards)
    }
    assert set(found) == expected
    assert len(found) == len(expected)


def told_apart_fully(state, knowledge):
    """The states in which the cards in hand are known, each found by parting again and again."""
    token = next(
        (c for hand in HANDS if hand in state.zones for c in state.cards(hand) if is_unknown(c)), None
    )
    if token is None:
        yield state
        return
    for known in parted(state, knowledge, token, [possible(knowledge, token)[-1]]):
        yield from told_apart_fully(*known)


def test_a_hand_without_a_kind_is_not_listed():
    state, knowledge = hidden([A, A, B, B, C, C], (3, 0))
    token = state.cards(HANDS[0])[0]
    (one, _), (none, left) = parted(state, knowledge, token, [A])
    assert [card == A for card in one.cards(HANDS[0])].count(True) == 1
    assert all(map(is_unknown, none.cards(HANDS[0])))
    assert {possible(left, card) for card in none.cards(HANDS[0])} == {(B, C)}
    assert show_cards(none, left, HANDS[0], [A]) is None
    assert show_cards(none, left, HANDS[0], [B, B, C]) is not None


def test_what_others_cannot_be_counts():
    state, knowledge = hidden([A, A, B, B], (2, 1))
    _, (state, knowledge) = parted(state, knowledge, state.cards(HANDS[0])[0], [A])
    assert show_cards(state, knowledge, HANDS[1], [B]) is None
    assert show_cards(state, knowledge, HANDS[1], [A]) is not None


def test_a_class_of_kinds_is_told_as_a_whole():
    state, knowledge = hidden([A, B, C], (1, 0))
    (one, left), (none, right) = parted(state, knowledge, state.cards(HANDS[0])[0], [A, B])
    assert possible(left, one.cards(HANDS[0])[0]) == (A, B)
    assert possible(right, none.cards(HANDS[0])[0]) == (C,)


# ------------------------------------------------------------------ what expressions look at

HAND = tiny.Zone(type=tiny.CARDS, name="hand", owner=tiny.var("p", tiny.PLAYER))
ENV = {
    "seats": (ANNA, BERNAT),
    "p": ANNA,
    zone_key("hand", ANNA): bag_of([unknown("card", 0), A]),
    zone_key("hand", BERNAT): bag_of([unknown("card", 1)]),
    zone_key("bank"): (unknown("card", 2),),
    "held": bag_of([unknown("card", 3)]),
    "round": 1,
}
HELD = tiny.var("held", tiny.CARDS)
LEFT = Knowledge(pools=(("?", ((A, 2), (B, 2), (C, 2))),), made=4)


class Answering(Alone):
    """Answers each question with the place of what it is asked about, if that is known."""

    def ask(self, question, situation, span):
        hash(situation)
        return situation[0].index


def looked_at(expr):
    """The token that `expr` looks at first, with the classes that tell; or its value."""
    try:
        names = Veil().over(expr, ENV, LEFT, False)
        return unveiled(evaluate(expr, ENV if names is None else names, Answering()))
    except Looked as looked:
        return looked.hidden.token, set(looked.classes)


def function(body):
    return Function(name="f", params=(("x", tiny.CARDS),), body=body)


def among(card, cards):
    return Member(type=BoolType(), item=Literal(type=tiny.CARD, value=card), collection=cards)


def test_what_does_not_hang_on_a_card_is_known():
    assert looked_at(tiny.var("round")) == 1
    assert looked_at(tiny.size(HAND)) == 2
    assert looked_at(HAND) == ENV[zone_key("hand", ANNA)]
    assert looked_at(tiny.size(HELD)) == 1
    assert looked_at(Call(type=tiny.INT, function=function(tiny.size(tiny.var("x"))), args=(HELD,))) == 1
    assert looked_at(among(A, HAND)) is True


def test_what_hangs_on_a_card_tells_in_which_way():
    kinds = {frozenset({A}), frozenset({B, C})}
    assert looked_at(among(A, HELD)) == (unknown("card", 3), kinds)
    token, classes = looked_at(tiny.worth(HAND))
    assert token == unknown("card", 0) and frozenset().union(*classes) == {A, B, C}


# ------------------------------------------------------------------ what was shuffled apart


def two_decks(first, second):
    """Two decks shuffled each by itself, of each of which the first card is in Anna's hand."""
    zones = {"zone:deck:1": tuple(first), "zone:deck:2": tuple(second), HANDS[0]: bag_of([])}
    state = State(seats=(ANNA, BERNAT), zones=zones, values={}, frames=())
    known = hide(state, Knowledge(), "zone:deck:1")
    state, knowledge = hide(*known, "zone:deck:2")
    tops = [state.cards(zone)[0] for zone in ("zone:deck:1", "zone:deck:2")]
    left = {zone: state.cards(zone)[1:] for zone in ("zone:deck:1", "zone:deck:2")}
    return state.with_cards({**left, HANDS[0]: tuple(tops)}), knowledge


def test_decks_shuffled_apart_keep_their_cards():
    state, knowledge = two_decks([A, A, A], [B, B, C])
    assert [unseen for _, unseen in knowledge.pools] == [((A, 3),), ((B, 2), (C, 1))]
    assert show_cards(state, knowledge, HANDS[0], [A, A]) is None
    assert show_cards(state, knowledge, HANDS[0], [B, C]) is None
    after, left = show_cards(state, knowledge, HANDS[0], [C, A])
    assert after.zones[HANDS[0]] == bag_of([A, C])
    assert [unseen for _, unseen in left.pools] == [((A, 2),), ((B, 2),)]


def test_a_card_that_may_be_of_either_deck_joins_them():
    state, knowledge = two_decks([A, B], [B, C])
    after, left = show_cards(state, knowledge, HANDS[0], [B])
    assert left.unseen == ((A, 1), (B, 1), (C, 1)) and len(left.pools) == 1
    assert show_cards(after, left, HANDS[0], [B, C]) is not None
    assert show_cards(state, knowledge, HANDS[0], [A, A]) is None


def test_what_is_shuffled_together_is_of_one_pool():
    state, knowledge = two_decks([A, A], [B, B])
    both = state.cards("zone:deck:1") + state.cards("zone:deck:2")
    state, knowledge = hide(
        state.with_cards({"zone:deck:1": both, "zone:deck:2": ()}), knowledge, "zone:deck:1"
    )
    assert [unseen for _, unseen in knowledge.pools] == [((A, 2), (B, 2))]
    assert show_cards(state, knowledge, HANDS[0], [B, B]) is not None
    assert show_cards(state, knowledge, HANDS[0], [B, B, B]) is None


def test_all_deals_of_two_decks():
    state, knowledge = two_decks([A, B], [B, C])
    found = [s.zones[HANDS[0]] for s in told_apart_fully(state, knowledge)]
    assert sorted(found, key=str) == sorted(
        [bag_of([A, B]), bag_of([A, C]), bag_of([B, B]), bag_of([B, C])], key=str
    )
