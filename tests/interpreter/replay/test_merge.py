"""Worlds that come to the same are one."""

from dataclasses import replace

from dsl.types.values import bag_of
from interpreter.play.state import Moved, State, unknown
from interpreter.replay.hidden_cards import Knowledge
from interpreter.replay.merge import canonical, merged
from interpreter.replay.worlds import World
from tests.interpreter.tiny import card, players

ANNA, BERNAT = players("Anna", "Bernat")
A, B = card("A"), card("B")


def world(anna, bernat, mask=1, agreed=None, **changes):
    """A world in which Anna and Bernat hold these (numbers are unknown cards)."""
    held = [
        bag_of(unknown("card", c) if isinstance(c, int) else c for c in cards) for cards in (anna, bernat)
    ]
    state = State(
        seats=(ANNA, BERNAT),
        zones={"zone:hand:Anna": held[0], "zone:hand:Bernat": held[1]},
        values={"round": 1},
        frames=(),
        agreed=agreed or {},
    )
    return World(mask=mask, state=state, knowledge=Knowledge(pools=(("?", ((A, 2),)),), made=9), **changes)


def test_unknown_cards_are_interchangeable():
    one, other = world([0, 3], [2]), world([5, 4], [1])
    assert canonical(one).state == canonical(other).state
    (only,) = merged([one, replace(other, mask=2)])
    assert only.mask == 3


def test_how_many_and_where_still_counts():
    assert len(merged([world([0, 3], [2]), world([0], [3, 2]), world([0, A], [2]), world([0, B], [2])])) == 4


def test_what_is_known_otherwise_stays_apart():
    first = world([0], [1])
    known = replace(first, knowledge=replace(first.knowledge, pools=(("?", ((B, 2),)),)))
    later = replace(first, state=replace(first.state, values={"round": 2}))
    assert len(merged([first, known, later, replace(first, drawn={"lot": ANNA})])) == 4
    assert merged([first, later])[0] == canonical(first)


def test_answers_tried_that_differ_are_forgotten():
    ask, other = ("q", ()), ("r", ())
    (only,) = merged([world([0], [1], agreed={ask: 1, other: 3}), world([1], [0], agreed={ask: 2, other: 3})])
    assert only.state.agreed == {other: 3}


def test_answers_tried_at_the_present_statement_are_kept_apart():
    ask = ("q", ())
    worlds = [world([0], [1], agreed={ask: n}, tried={ask: n}, place=()) for n in (1, 2)]
    assert [w.state.agreed[ask] for w in merged(worlds)] == [1, 2]
    moved_on = [replace(w, place=("elsewhere",)) for w in worlds]
    assert len(merged(moved_on)) == 1


def test_what_was_moved_is_named_by_what_is_known():
    moved = Moved("deal", ANNA, (unknown("card", 7), unknown("card", 3)), "zone:bank", "zone:hand:Anna")
    told = Knowledge(made=9, told={unknown("card", 7): A})
    after = canonical(replace(world([3], []), happened=(moved,), knowledge=told))
    assert after.happened[0].cards == (A, unknown("card", 0))
