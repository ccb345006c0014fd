"""A log with less in it is never more guilty; what is told of it is true of all ways in which it can be."""

from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.model import Project
from interpreter.logs.log import read_log
from interpreter.play.common import shared
from interpreter.play.state import is_unknown
from interpreter.replay.replay import Replay, replay

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def shipped() -> Project:
    return load_project(ROOT)


def of(project: Project, head: str, *events: str) -> Replay:
    text = f"arbitre: 1\n{head}\nevents:\n" + "".join(f"  - {event}\n" for event in events)
    return replay(project, read_log(text if events else f"arbitre: 1\n{head}\nevents: []\n"))


SILENT = "game: emotrions/standard\nedition: es\nplayers: [Anna, Bernat]\nreadings: {when_eaten: in_the_end}"
ROUND = (
    "{player: Anna, bet: [Hambre]}",
    "{player: Bernat, bet: [Amor]}",
    "{claim: outcome, is: discarded}",
    "{claim: began, is: Anna}",
)


@pytest.mark.parametrize("said", ["agreed", "claim"])
@pytest.mark.parametrize("who", ["Anna", "Bernat"])
def test_where_the_rules_are_silent_each_answer_stands(shipped: Project, said: str, who: str) -> None:
    found = of(shipped, SILENT, *ROUND, f"{{{said}: first_to_draw, is: {who}}}")
    assert found.status == "disputed"
    assert {problem.code for problem in found.problems} == {"silent", "disputed"}


def test_two_answers_to_one_question_do_not_stand_together(shipped: Project) -> None:
    both = ("{claim: first_to_draw, is: Anna}", "{claim: first_to_draw, is: Bernat}")
    found = of(shipped, SILENT, *ROUND, *both)
    assert found.status == "invalid"
    assert found.problems[-1].code == "wrong-claim" and found.problems[-1].event == 6


START = "game: emotrions/standard+emotrions_start\nedition: ca\nrulings: [house]\n"


def test_cards_that_are_not_known_are_not_missing(shipped: Project) -> None:
    found = of(shipped, START + "players: [Anna, Bernat, Carla, David]", "{player: Anna, bet: [Furia]}")
    assert (found.status, found.problems) == ("unfinished", ())


def test_a_step_that_cannot_be_carried_out_is_no_fault_of_the_log(shipped: Project) -> None:
    players = "players: [Anna, Bernat, Carla, David, Emma]"
    found = of(shipped, START + players, "{player: Anna, bet: [Furia]}")
    assert (found.status, found.problems[0].code) == ("disputed", "disputed")
    assert "Alegria is to be moved, and is not there" in found.problems[0].message


HOUSE = "game: emotrions/standard\nedition: es\nrulings: [house]\nplayers: [Anna, Bernat]\n"


@pytest.mark.parametrize(
    "head",
    [
        "hands: {Anna: [Furia, Furia, Furia], Bernat: [Furia, Furia]}",
        "stock: [Furia, Furia, Furia, Furia, Furia]",
    ],
)
def test_more_cards_of_a_kind_than_there_are_is_a_breach_of_the_head(shipped: Project, head: str) -> None:
    (problem,) = of(shipped, HOUSE + head).problems
    assert (problem.event, problem.line, problem.code) == (0, 6, "impossible-card")


def test_four_of_a_kind_can_be(shipped: Project) -> None:
    assert of(shipped, HOUSE + "hands: {Anna: [Furia, Furia], Bernat: [Furia, Furia]}").problems == ()


def test_a_hand_has_no_order(shipped: Project) -> None:
    cards = 'hands: {Beto: ["÷", "10", "2", "9"]}'
    head = f"game: equalis/cupertino\nedition: es\nrulings: [house]\nplayers: [Ana, Beto]\n{cards}"
    assert of(shipped, head).status == "unfinished"


def test_the_reason_is_of_a_way_in_which_it_was_his_to_do(shipped: Project) -> None:
    """Anna has all four; whoever begins, Bernat cannot bet one."""
    (problem,) = of(
        shipped, HOUSE + "hands: {Anna: [Furia, Furia, Furia, Furia]}", "{player: Bernat, bet: [Furia]}"
    ).problems
    assert (problem.code, problem.player) == ("impossible-card", "Bernat")


@pytest.mark.parametrize(
    ("bets", "told"),
    [
        ("{Anna: [Furia, Amor], Bernat: [Amor]}", "the rules do not let arise"),
        ("{Anna: [Furia], Bernat: [Furia], Carla: [Furia]}", "`Carla`, who is not at the table"),
    ],
)
def test_a_claim_about_what_cannot_arise_is_told_so(shipped: Project, bets: str, told: str) -> None:
    (problem,) = of(
        shipped, HOUSE, f"{{claim: outcome, given: {{bets: {bets}}}, is: {{taken: Anna}}}}"
    ).problems
    assert problem.code == "wrong-claim" and told in problem.message


# ------------------------------------------------------------------ games of their own

CARDS = """
game g "G" languages en
players 2..2 named Anna, Bernat
enum suit
  case red
  case blue
record card has suit: suit, number: 1..3
variant plain "Plain"
question who() -> bool
  "Is it?"
flow plain()
  zone stock: list 0..6 of card seen by nobody
  zone hand of player: bag 0..3 of card seen by owner
  zone table: bag 0..6 of card seen by everyone
  for each s in suit do
    for each k in [1, 2, 3] do
      put 1 of card(s, k) into stock
    end
  end
  shuffle stock
  for each p in seats do
    move 2 from stock into p.hand
  end
  for each p in seats do
    choose shown by p: card from p.hand
    move shown from p.hand into table
  end
  finish
end
"""
DIE = """
game g "G" languages en
players 2..2 named Anna, Bernat
variant plain "P"
question sides() -> 1..20
  "How many sides?"
flow plain()
  zone deck: list 0..6 of 1..6 seen by nobody
  zone shown: list 0..1 of 1..6 seen by everyone
  var big: bool = false
  for each k in [1, 2, 3, 4, 5, 6] do
    put 1 of k into deck
  end
  shuffle deck
  move 1 from deck into shown
  if shown[1] > 3 do
    set big = true
  end
  choose guess by seats[1]: 1..6 needs not big or guess > 3
  finish
end
"""
HEAD = "game: g/plain\nedition: en\nplayers: [Anna, Bernat]"


def made(root: Path, game: str) -> Project:
    (root / "spec" / "g").mkdir(parents=True)
    (root / "rules-src").mkdir()
    (root / "arbitre.toml").write_text('name = "g"\n', "utf-8")
    (root / "rules-src" / "en.txt").write_text("A die has six sides.\n", "utf-8")
    (root / "spec" / "g" / "game.rules").write_text(game.lstrip(), "utf-8")
    note = 'edition en of g\nsource "rules-src/en.txt"\nnote all_of_it "A die has six sides."\n'
    (root / "spec" / "g" / "en.rules").write_text(note, "utf-8")
    return load_project(root)


def test_cards_that_are_records_can_be_unknown(tmp_path: Path) -> None:
    found = of(made(tmp_path, CARDS), HEAD, "{player: Anna, shown: {suit: red, number: 1}}")
    assert (found.status, found.problems) == ("unfinished", ())
    again = of(made(tmp_path / "again", CARDS), HEAD, *["{player: Anna, shown: {suit: red, number: 1}}"] * 2)
    assert again.status == "invalid"


def test_what_is_shown_is_what_all_ways_share(tmp_path: Path) -> None:
    project = made(tmp_path, DIE)
    found = of(project, HEAD)
    assert found.shared is not None
    (card,) = found.shared.state.cards("zone:shown")
    assert is_unknown(card) and found.shared.possible["zone:shown"] == (1, 2, 3, 4, 5, 6)
    found = of(project, HEAD, "{player: Anna, guess: 2}")
    assert found.shared is not None and found.shared.possible["zone:shown"] == (1, 2, 3)


def test_where_there_is_one_way_it_is_shown_as_it_is(tmp_path: Path) -> None:
    found = of(made(tmp_path, DIE), HEAD + "\nseed: 7\nrng: 1")
    assert found.state is not None
    assert shared([found.state]).state == found.state and shared([found.state]).possible == {}


GOING_ON = """
game g "G" languages en
players 2..2 named Anna, Bernat
variant plain "P"
question over() -> bool
  "Is it over?"
flow plain()
  zone deck: list 0..6 of 1..6 seen by nobody
  for each k in [1, 2, 3, 4, 5, 6] do
    put 1 of k into deck
  end
  while not over() do
    shuffle deck
  end
  choose guess by seats[1]: 1..6
  finish
end
"""


def test_an_answer_with_which_play_goes_on_for_ever_is_dropped(tmp_path: Path) -> None:
    found = of(made(tmp_path, GOING_ON), HEAD, "{player: Anna, guess: 2}")
    assert [problem.code for problem in found.problems] == ["silent"]
    found = of(made(tmp_path / "again", GOING_ON), HEAD, "{agreed: over, is: false}")
    assert [(p.event, p.code) for p in found.problems] == [(1, "disputed"), (1, "silent")]
