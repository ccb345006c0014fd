"""property: the game can end, and never returns."""

import pytest

from checker.findings.findings import Checked, Finding, Proof, Undecided
from checker.play import can_end
from checker.play.termination import termination as ends
from dsl.load import load_project
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from tests.checker.play.termination.test_termination import BACK, END, START
from tests.checker.small import Small
from tests.details import fields


def play(small: Small, body: str, claim: str = "can end") -> None:
    """Puts another flow in place of the game's, with a claim about its end."""
    before, _, _ = small.game_text.partition("flow plain()")
    small.game_text = (
        before + START.strip() + "\n" + body.strip("\n") + END.replace("  ends\n", f"  {claim}\n")
    )


def result(small: Small, budget: int = 20_000) -> Finding | Proof | Undecided | Checked:
    """What becomes of the claim that it can end, by the first edition."""
    return can_end.of_variant(small.editions(), "plain", budget)[0]


def test_a_game_that_goes_on_at_will_can_end(small: Small) -> None:
    play(small, "  while not flag do\n    choose over by on: bool\n    set flag = over\n  end")
    found = result(small)
    assert isinstance(found, Proof) and found.holds == "it_ends"
    log = found.bounds["log"]
    assert isinstance(log, str)
    replayed = replay(load_project(small.root), read_log(log))
    assert not replayed.problems and replayed.state is not None and not replayed.state.frames


@pytest.mark.parametrize(
    "body",
    [
        "while not flag do\n choose over by on: bool\n end",
        "while size(bank) >= 0 do\n choose over by on: bool\n if over do\n set flag = true\n end\n end",
        "while rounds < 5 do\n choose over by on: bool\n if rounds > 6 do\n finish\n end\n end",
    ],
)
def test_a_game_that_cannot_end_is_told(small: Small, body: str) -> None:
    play(small, f"  {body}")
    found = result(small)
    assert isinstance(found, Finding)
    assert (found.kind, found.certainty, fields(found)["sort"]) == ("property", "firm", "cannot end")
    log = fields(found)["log"]
    assert isinstance(log, str)
    assert not replay(load_project(small.root), read_log(log)).problems


LOST = """
  choose lot by on: 1..{most}
  while lot = 333 do
    choose over by on: bool
  end
"""


def test_a_position_from_which_nothing_leads_to_an_end_is_told(small: Small) -> None:
    play(small, LOST.format(most=500))
    found = result(small)
    assert isinstance(found, Finding)
    assert (found.certainty, fields(found)["sort"], fields(found)["event"]) == ("firm", "cannot end from", 1)
    log = fields(found)["log"]
    assert isinstance(log, str) and "lot: 333" in log
    assert not replay(load_project(small.root), read_log(log)).problems


def test_that_games_ended_is_no_proof(small: Small) -> None:
    play(small, LOST.format(most=90_000))
    found = result(small)
    assert isinstance(found, Checked) and found.games > 0


def test_all_positions_are_gone_through(small: Small) -> None:
    play(
        small,
        "  while rounds < 3 do\n    chance who in seats\n    choose more by who: bool\n"
        "    set rounds = if more then rounds + 1 else rounds\n  end",
    )
    found = result(small)
    assert isinstance(found, Proof)
    positions = found.bounds["positions"]
    assert isinstance(positions, int) and positions > 8


def test_where_no_way_was_found_it_is_undecided(small: Small) -> None:
    play(
        small,
        """
  shuffle bank
  while not flag do
    choose lot by on: 1..9
    if lot * lot = 2 do
      set flag = true
    end
  end
""",
    )
    found = result(small)
    assert isinstance(found, Undecided)
    assert "no way to an end was found" in found.because


def test_a_game_that_cannot_go_on_is_told(small: Small) -> None:
    play(
        small,
        "  while not flag do\n    choose over by on: bool\n    set flag = over\n    if not over do\n"
        "      move 99 from bank into away\n    end\n  end",
    )
    found = result(small)
    assert isinstance(found, Undecided) and "cannot go on" in found.because


def test_nothing_returns_where_something_gets_less(small: Small) -> None:
    play(small, "  while rounds < 9 do\n    set rounds = rounds + 1\n  end", "never returns")
    (found, _) = ends.of_variant(small.editions(), "plain", 2_000)
    assert isinstance(found, Proof) and found.bounds["less"] == ["rounds rises"]


def test_a_game_that_returns_is_told(small: Small) -> None:
    play(small, BACK, "never returns")
    small.game_text += '\nproperty it_stops "It stops."\n  ends\n'
    returns, stops, *_ = ends.of_variant(small.editions(), "plain", 6_000)
    assert isinstance(returns, Finding) and isinstance(stops, Finding)
    assert (fields(returns)["claim"], fields(stops)["claim"]) == ("never returns", "ends")
    assert fields(returns)["log"] == fields(stops)["log"]
