"""Who sees what."""

import json

import pytest

from arbitre.cli import run
from dsl.types.values import Player, bag_of
from interpreter.evaluate.evaluate import zone_key
from interpreter.logs.log import read_log
from interpreter.play.state import unknown
from interpreter.play.views import everything, imagined, view
from interpreter.replay.replay import replay
from interpreter.runtime.rng import Chance
from tests.interpreter import tiny
from tests.interpreter.play.test_secret import write
from tests.interpreter.playing import play
from tests.interpreter.seen import all_cards, view_to_json
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
    assert bag_of(c for zone in everything(tiny.FLOW, STATE).zones for c in zone.cards).items == all_cards(
        STATE
    )


def test_nothing_hidden_is_in_the_json():
    shown = view_to_json(view(tiny.FLOW, STATE, ANNA), tiny.GAME)
    assert shown["player"] == "Anna"
    assert set(shown["zones"]["bank"]) <= {None}
    assert set(shown["zones"]["hand"]["Bernat"]) == {None}
    assert None not in shown["zones"]["hand"]["Anna"]
    tokens = STATE.with_cards({"zone:hand:Anna": (unknown("card", 0),)})
    assert view_to_json(view(tiny.FLOW, tokens, ANNA), tiny.GAME)["zones"]["hand"]["Anna"] == [None]


def test_what_is_imagined_looks_the_same():
    imaginations = [imagined(tiny.FLOW, STATE, ANNA, Chance(seed)) for seed in range(20)]
    for state in imaginations:
        assert view(tiny.FLOW, state, ANNA) == view(tiny.FLOW, STATE, ANNA)
        assert all_cards(state) == all_cards(STATE)
    assert len({state.zones["zone:hand:Bernat"] for state in imaginations}) > 1


# ------------------------------------------------------------------ seen at times

AT_TIMES = """
game peeps "Peeps" languages en
players 2..2 named Ann, Bob
enum card
  case Low
  case High
enum coin
  case Gold
record points has player: player, score: 0..9
question worth() -> 0..9
  "What is it worth?"

variant plain "Plain"

flow plain()
  zone deck: list 0..9 of card
    seen by nobody, by everyone when shown > 1, the first by everyone when shown = 1
  zone hand of player: list 0..9 of card  seen by owner, by everyone when shown = 2
  zone stack of player: list 0..9 of card
    seen by nobody, by owner when shown = 3, the first by everyone when shown = 1
  zone empty: list 0..9 of card  seen by nobody, the first by everyone when shown = 1
  var shown: 0..9 = 0
  put 3 of Low into deck
  put 3 of High into deck
  step shuffling "Shuffle." do
    shuffle deck
  end
  for each p in seats do
    move 1 from deck into p.hand
    move 1 from deck into p.stack
  end
  while shown < 4 do
    choose go by seats[1]: bool
    set shown = shown + 1
  end
  finish with [points(p, worth()) for p in seats]
end

variant twice "Twice"

flow twice()
  zone chest: list 0..9 of card seen by nobody, by everyone when shown
  zone purse: bag 0..9 of coin  seen by nobody
  zone vault: bag 0..9 of card  seen by nobody
  var shown: bool = true
  put 1 of High into chest
  put 9 of Gold into purse
  put 9 of High into vault
  game plain()
  choose end_it by seats[1]: bool
  finish with [points(p, worth()) for p in seats]
end

assumption worths because "To test with."
  answers worth() then 1
"""


@pytest.fixture(scope="module")
def peeps(tmp_path_factory):
    return write(tmp_path_factory.mktemp("peeps"), AT_TIMES)


def seen(project, events, viewer, variant="plain"):
    """How many of the cards of each zone `viewer` sees, and how many there are; and the state."""
    head = f"arbitre: 1\ngame: peeps/{variant}\nedition: en\nplayers: [Ann, Bob]\nseed: 7\nrng: 1\nevents:\n"
    text = head + "  - {player: Ann, go: true}\n" * events
    found = replay(project, read_log(text))
    assert found.status in ("unfinished", "valid"), found.problems
    zones = view(found.game.flows[variant], found.state, viewer).zones
    for zone in zones:
        whole = found.state.cards(zone_key(zone.name, zone.owner))
        assert zone.cards is None or zone.cards == whole[: len(zone.cards)]
    return [
        (z.name, z.owner and z.owner.name, None if z.cards is None else len(z.cards), z.size) for z in zones
    ]


@pytest.mark.parametrize(
    ("shown", "by_ann", "by_the_table"),
    [
        (0, [None, 1, None, None, None, 0], [None, None, None, None, None, 0]),
        (1, [1, 1, None, 1, 1, 0], [1, None, None, 1, 1, 0]),
        (2, [2, 1, 1, None, None, 0], [2, 1, 1, None, None, 0]),
        (3, [2, 1, None, 1, None, 0], [2, None, None, None, None, 0]),
    ],
)
def test_zones_seen_at_times(peeps, shown, by_ann, by_the_table):
    sizes = [
        ("deck", None),
        ("hand", "Ann"),
        ("hand", "Bob"),
        ("stack", "Ann"),
        ("stack", "Bob"),
        ("empty", None),
    ]
    for viewer, counts in ((Player("Ann"), by_ann), (None, by_the_table)):
        found = seen(peeps, shown, viewer)
        assert [(name, owner) for name, owner, _, _ in found] == sizes
        assert [number for _, _, number, _ in found] == counts
        assert [size for *_, size in found] == [2, 1, 1, 1, 1, 0]


def test_what_is_seen_at_times_hangs_on_the_names_of_its_own_flow(peeps):
    assert seen(peeps, 0, None, "twice")[0] == ("chest", None, 1, 1)
    assert {("chest", None, 1, 1), ("deck", None, 2, 2)} < set(seen(peeps, 2, None, "twice"))
    assert {("chest", None, 1, 1), ("deck", None, None, 2)} < set(seen(peeps, 4, None, "twice"))


def test_what_is_imagined_keeps_what_is_seen_at_times(peeps):
    text = "arbitre: 1\ngame: peeps/plain\nedition: en\nplayers: [Ann, Bob]\nseed: 7\nrng: 1\nevents:\n"
    flow = peeps.games["peeps"].flows["plain"]
    for shown in range(4):
        state = replay(peeps, read_log(text + "  - {player: Ann, go: true}\n" * shown)).state
        for viewer in state.seats:
            states = [imagined(flow, state, viewer, Chance(seed)) for seed in range(12)]
            assert all(view(flow, s, viewer) == view(flow, state, viewer) for s in states)
            assert all(all_cards(s) == all_cards(state) for s in states)
            shapes = {str(s.zones) for s in states}
            hidden = [
                card
                for z in view(flow, state, viewer).zones
                for card in state.cards(zone_key(z.name, z.owner))[len(z.cards or ()) :]
            ]
            assert (len(shapes) > 1) == (len(set(hidden)) > 1)


def test_what_is_imagined_of_a_game_played_within_another_stays_in_it(peeps):
    text = "arbitre: 1\ngame: peeps/twice\nedition: en\nplayers: [Ann, Bob]\nseed: 7\nrng: 1\nevents: []\n"
    flow = peeps.games["peeps"].flows["twice"]
    state = replay(peeps, read_log(text)).state
    for seed in range(12):
        other = imagined(flow, state, state.seats[0], Chance(seed))
        assert {z: other.zones[z] for z in ("zone:purse", "zone:vault")} == {
            z: state.zones[z] for z in ("zone:purse", "zone:vault")
        }


def test_where_a_game_stands_tells_what_is_seen_and_how_much_is_not(peeps, tmp_path, monkeypatch, capsys):
    project = write(tmp_path / "peeps", AT_TIMES)
    log = tmp_path / "log.yaml"
    head = "arbitre: 1\ngame: peeps/plain\nedition: en\nplayers: [Ann, Bob]\nseed: 7\nrng: 1\nevents:\n"
    log.write_text(head + "  - {player: Ann, go: true}\n" * 2, "utf-8")
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("ARBITRE_PROJECT", project.root)
    assert run(["replay", str(log), "--at", "2", "--as", "Bob"]) == 0
    lines = capsys.readouterr().out.splitlines()
    first = next(line for line in lines if "deck" in line)
    assert first.split()[:2] == ["deck", "2"] and first.endswith("1 not seen")
    assert run(["replay", str(log), "--at", "2", "--as", "Bob", "--format", "json"]) == 0
    zones = json.loads(capsys.readouterr().out)["logs"][0]["state"]["zones"]
    told = {(z["zone"], z["of"]): (z["cards"], z["number"]) for z in zones}
    (top, below), number = told["deck", None]
    assert top in ("Low", "High") and (below, number) == (None, 2)
    assert told["hand", "Ann"] == (None, 1) and None not in told["stack", "Ann"][0]
