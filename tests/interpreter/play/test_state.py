"""States: never changed, and what they hold."""

from dsl.types.values import Bag, bag_of
from interpreter.play.state import Frame, State, is_unknown, unknown
from tests.interpreter.seen import all_cards
from tests.interpreter.tiny import card, players

A, B = card("A"), card("B")
ANNA, BERNAT = players("Anna", "Bernat")
STATE = State(
    seats=(ANNA, BERNAT),
    zones={"zone:bank": (B, A), "zone:hand:Anna": bag_of([A])},
    values={"round": 1, "leader": ANNA},
    frames=(Frame((), 0, {"p": ANNA}), Frame((), 0, {"p": BERNAT, "x": 2})),
)


def test_what_names_mean():
    assert STATE.env() == {
        "seats": (ANNA, BERNAT),
        "round": 1,
        "leader": ANNA,
        "p": BERNAT,
        "x": 2,
        "zone:bank": (B, A),
        "zone:hand:Anna": Bag((A,)),
    }


def test_cards_move_and_the_old_state_stays():
    after = STATE.with_cards({"zone:bank": (B,), "zone:hand:Anna": (B, A)})
    assert after.zones == {"zone:bank": (B,), "zone:hand:Anna": Bag((A, B))}
    assert STATE.cards("zone:bank") == (B, A)
    assert STATE.cards("zone:hand:Anna") == (A,)
    assert all_cards(STATE) == (A, A, B)


def test_unknown_cards_are_cards_of_their_own():
    assert unknown("card", 0) != unknown("card", 1)
    assert is_unknown(unknown("card", 0))
    assert not is_unknown(A) and not is_unknown(ANNA) and not is_unknown(-1)
    assert bag_of([A, unknown("card", 0)]).items[0] == unknown("card", 0)
