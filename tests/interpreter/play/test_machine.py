"""Flows carried out: what is due, what is legal, what happens."""

from dataclasses import replace

import pytest

from dsl.model import Choose, Finish, Flow, Move, Put, Reveal, SetStmt, While, ZoneDecl
from dsl.text.errors import ArbitreError
from dsl.types.types import ListType
from dsl.types.values import Player, bag_of
from interpreter.play.machine import Machine
from interpreter.play.state import Asked, Begun, ChoiceDue, Ended, Moved, ShuffleDue, State, Unsettled
from interpreter.rulebook.situations import show
from tests.interpreter import tiny
from tests.interpreter.playing import go_on, play, start
from tests.interpreter.seen import all_cards
from tests.interpreter.tiny import GAME, card, players, without

THREE = players("Anna", "Bernat", "Carla")


def with_body(*body, **changes):
    flow = replace(tiny.FLOW, body=body, **changes)
    return tiny.game(flows={"plain": flow})


def first_due(game):
    machine, judge, state = start(game, THREE)
    return machine, judge, machine.run(state, judge)


def errors(game):
    with pytest.raises(ArbitreError) as caught:
        first_due(game)
    return [problem.code for problem in caught.value.problems]


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_card_appears_vanishes_or_doubles(seats):
    table = players(*GAME.names[:seats])
    whole = bag_of([card("A"), card("B"), card("C")] * 6).items
    for seed in range(3):
        stops = list(play(GAME, table, seed))
        assert all(all_cards(stop.state) == whole for stop in stops)
        assert isinstance(stops[-1].due, Ended) is (seats <= 6)
        ended = stops[-1].due
        assert [p for p, _ in ended.scores] == list(table)
        assert ended.winners == tuple(p for p, n in ended.scores if n == max(n for _, n in ended.scores))


def test_the_same_seed_is_the_same_game():
    assert list(play(GAME, THREE, 5)) == list(play(GAME, THREE, 5))
    assert list(play(GAME, THREE, 5)) != list(play(GAME, THREE, 6))


def test_going_back_is_keeping_the_state():
    stops = list(play(GAME, THREE, 1))
    machine, judge, _ = start(GAME, THREE)
    again = [machine.run(stop.state, judge) for stop in stops]
    assert [(s.state, s.due) for s in again] == [(s.state, s.due) for s in stops]


def test_first_the_shuffle_is_due():
    machine, _, stop = first_due(GAME)
    assert stop.due == ShuffleDue("zone:bank")
    assert stop.happened[0] == Begun("phase", "set-up")
    assert Begun("step", "fill") in stop.happened
    assert [h.question for h in stop.happened if isinstance(h, Asked)] == ["copies"] * 3
    order = tuple(reversed(stop.state.cards("zone:bank")))
    assert machine.shuffle(stop.state, stop.due, order).cards("zone:bank") == order


def test_cards_are_dealt_from_the_top():
    machine, judge, state = start(GAME, THREE)
    stop = go_on(machine, judge, state, 3)
    moved = [h for h in stop.happened if isinstance(h, Moved)]
    assert [m.label for m in moved] == ["deal"] * 3
    assert [m.of for m in moved] == [stop.state.values["leader"]] + [m.of for m in moved[1:]]
    assert len({m.of for m in moved}) == 3
    assert all(bag_of(m.cards) == stop.state.zones[m.into] for m in moved)


def test_what_is_legal():
    machine, judge, state = start(GAME, THREE)
    stop = go_on(machine, judge, state, 3)
    (player,) = stop.due.by
    hand = stop.state.cards(f"zone:hand:{player.name}")
    legal = list(machine.legal(stop.state, stop.due, player, judge))
    assert [show(v, GAME, "en") for v in legal] == sorted(
        {
            show(bag_of(cards), GAME)
            for cards in [[c] for c in hand] + [[a] * 2 for a in hand if hand.count(a) > 1]
        },
        key=lambda text: (len(text.split()), text),
    )
    two_kinds = bag_of(list(dict.fromkeys(hand))[:2])
    assert machine.is_there(stop.state, stop.due, player, two_kinds, judge)
    assert machine.allowed(stop.state, stop.due, player, two_kinds, judge) is False
    assert [a.question for a in machine.asked_about(stop.state, stop.due, player, two_kinds, judge)] == [
        "may_play"
    ]
    assert not machine.is_there(stop.state, stop.due, player, bag_of([card("A")] * 3), judge)
    assert not machine.is_there(stop.state, stop.due, player, bag_of([]), judge)


def test_readings_part_ways():
    def takers(reading):
        return [
            h.verdict.outcome.admits
            for stop in play(GAME, THREE, 12, reading)
            for h in stop.happened
            if isinstance(h, Asked) and h.question == "outcome"
        ]

    assert takers("first") != takers("last")


def test_a_question_without_an_answer_stops_play():
    *_, stop = play(without("next_leader"), THREE, 4)
    assert isinstance(stop.due, Unsettled)
    assert stop.due.question == "next_leader"
    assert stop.due.verdict.outcome.status.value == "silent"
    assert not [h for h in stop.happened if isinstance(h, Asked) and h.question == "next_leader"]


def test_an_agreed_answer_lets_it_go_on():
    machine, judge, _ = start(without("next_leader"), THREE)
    *_, stop = play(without("next_leader"), THREE, 4)
    agreed = machine.agree(stop.state, stop.due, THREE[1])
    after = go_on(machine, judge, agreed, 4)
    assert isinstance(after.due, ChoiceDue)
    assert after.due.by == (THREE[1],)


def test_the_question_asked_is_in_dispute_not_what_it_waits_for():
    *_, stop = play(without("value"), THREE, 4)
    assert (stop.due.question, stop.due.verdict.outcome.status.value) == ("outcome", "blocked")
    assert {q for q, _, _ in stop.due.verdict.blockers} == {"value"}


def test_scores_so_far():
    machine, judge, state = start(GAME, THREE)
    stop = go_on(machine, judge, state, 3)
    assert machine.scores(stop.state, judge) == tuple((p, 0) for p in THREE)
    *_, last = play(GAME, THREE, 3)
    assert machine.scores(last.state, judge) == last.due.scores


def test_everyone_at_once_and_in_secret():
    flow = with_body(
        Choose(
            name="play",
            by=tiny.SEATS,
            each="p",
            domain=tiny.CARD,
            source=None,
            needs=tiny.compare(tiny.var("play"), "!=", tiny.lit(card("A"))),
            secretly=True,
        ),
        Reveal(name="play"),
        Finish(scores=None, winners=None),
    )
    machine, judge, stop = first_due(flow)
    assert stop.due.by == THREE
    for player in THREE:
        assert list(machine.legal(stop.state, stop.due, player, judge)) == [card("B"), card("C")]
    chosen = machine.choose(stop.state, stop.due, (card("B"), card("C"), card("B")))
    assert chosen.secret == {"play"}
    after = machine.run(chosen, judge)
    assert after.state.secret == frozenset()
    assert after.due == Ended((), None)


def test_choosing_among_players():
    flow = with_body(
        Choose(
            name="pick",
            by=tiny.lit(THREE[0]),
            each=None,
            domain=tiny.PLAYER,
            source=tiny.SEATS,
            needs=None,
            secretly=False,
        ),
    )
    machine, judge, stop = first_due(flow)
    assert list(machine.legal(stop.state, stop.due, THREE[0], judge)) == list(THREE)
    assert not machine.is_there(stop.state, stop.due, THREE[0], Player("Zoe"), judge)
    assert machine.run(machine.choose(stop.state, stop.due, (THREE[1],)), judge).due == Ended((), None)


def test_errors_of_the_specification():
    too_many = Move(what=tiny.lit(3), up_to=False, source=tiny.zone("bank"), into=tiny.zone("away"))
    assert errors(with_body(too_many)) == ["too-few-cards"]
    assert first_due(with_body(replace(too_many, up_to=True)))[2].due == Ended((), None)
    missing = replace(too_many, what=tiny.lit(card("A")))
    assert errors(with_body(missing)) == ["too-few-cards"]
    assert errors(with_body(SetStmt(name="round", value=tiny.lit(100)))) == ["out-of-range"]
    assert errors(with_body(SetStmt(name="round", value=tiny.var("leader")))) == ["no-value"]
    assert errors(with_body(While(condition=tiny.lit(True), body=()))) == ["endless"]


def test_a_start_who_is_not_among_them_gives_the_next():
    machine = Machine(GAME, "plain", THREE)
    anna, bernat, carla = THREE
    assert machine._from((anna, carla), bernat) == (carla, anna)
    assert machine._from((anna, bernat), carla) == (anna, bernat)
    assert machine._from((), anna) == ()


def test_parameters_have_their_defaults():
    flow = Flow(
        variant="plain",
        parameters=(tiny.Parameter(name="before", type=tiny.WINNERS),),
        zones=(),
        variables=(),
        body=(Finish(scores=None, winners=tiny.var("before")),),
    )
    machine, judge, state = start(tiny.game(flows={"plain": flow}), THREE)
    assert machine.run(state, judge).due == Ended((), ())
    assert isinstance(machine.start({"before": tiny.lit(0)}, judge), State)


def test_cards_moved_onto_a_zone_lie_on_top_in_their_order_and_those_moved_into_it_below():
    kinds = [card(name) for name in "ABCA"]
    bank = [Put(amount=tiny.lit(1), card=tiny.lit(kind), into=tiny.zone("bank")) for kind in kinds]
    taken = Move(what=tiny.lit(2), up_to=False, source=tiny.zone("bank"), into=tiny.zone("heap"))
    heap = ZoneDecl(name="heap", type=ListType(tiny.CARD, 0, 9), seen_by="everyone")
    for onto in (False, True):
        body = (*bank, taken, replace(taken, onto=onto))
        _, _, stop = first_due(with_body(*body, zones=(*tiny.FLOW.zones, heap)))
        first, second = tuple(kinds[:2]), tuple(kinds[2:])
        assert stop.state.cards("zone:heap") == (second + first if onto else first + second)
