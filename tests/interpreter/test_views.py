"""Who sees what."""

from dsl.values import bag_of
from interpreter.chance import Chance
from interpreter.state import unknown
from interpreter.views import everything, imagined, view, view_to_json
from tests.interpreter import tiny
from tests.interpreter.playing import play
from tests.interpreter.tiny import GAME, players

TWO = players("Anna", "Bernat")
ANNA, BERNAT = TWO
STATE = list(play(GAME, TWO, 3))[3].state


def cards(seen, name, owner=None):
    (zone,) = [z for z in seen.zones if z.name == name and z.owner == owner]
    return zone.cards, zone.size


def test_a_player_sees_his_hand_and_what_lies_open():
    seen = view(tiny.FLOW, STATE, ANNA)
    hand = STATE.cards("zone:hand:Anna")
    assert cards(seen, "hand", ANNA) == (hand, len(hand))
    assert cards(seen, "hand", BERNAT) == (None, len(STATE.cards("zone:hand:Bernat")))
    assert cards(seen, "bank") == (None, len(STATE.cards("zone:bank")))
    for owner in TWO:
        assert cards(seen, "pile", owner)[0] == STATE.cards(f"zone:pile:{owner.name}")


def test_the_table_sees_no_hand():
    seen = view(tiny.FLOW, STATE, None)
    assert cards(seen, "hand", ANNA)[0] is None and cards(seen, "hand", BERNAT)[0] is None
    assert cards(seen, "away")[0] is not None


def test_everything_is_everything():
    assert (
        bag_of(c for zone in everything(tiny.FLOW, STATE).zones for c in zone.cards).items
        == STATE.all_cards()
    )


def test_nothing_hidden_is_in_the_json():
    shown = view_to_json(view(tiny.FLOW, STATE, ANNA))
    assert shown["player"] == "Anna"
    assert set(shown["zones"]["bank"]) <= {None}
    assert set(shown["zones"]["hand"]["Bernat"]) == {None}
    assert None not in shown["zones"]["hand"]["Anna"]
    tokens = STATE.with_cards({"zone:hand:Anna": (unknown("card", 0),)})
    assert view_to_json(view(tiny.FLOW, tokens, ANNA))["zones"]["hand"]["Anna"] == [None]


def test_what_is_imagined_looks_the_same():
    imaginations = [imagined(tiny.FLOW, STATE, ANNA, Chance(seed)) for seed in range(20)]
    for state in imaginations:
        assert view(tiny.FLOW, state, ANNA) == view(tiny.FLOW, STATE, ANNA)
        assert state.all_cards() == STATE.all_cards()
    assert len({state.zones["zone:hand:Bernat"] for state in imaginations}) > 1
