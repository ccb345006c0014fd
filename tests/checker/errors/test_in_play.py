"""error: games that cannot go on, since the specification fails in them; and nothing behind is proved."""

import pytest

from checker.errors import in_play as failing
from checker.findings.findings import Finding
from checker.pipeline.check import check
from dsl.load import load_project
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from tests.checker.play.termination.test_termination import play
from tests.checker.small import Small
from tests.details import fields


def found(small: Small) -> list[Finding]:
    """What fails by the first edition."""
    every = failing.findings(small.editions(), "plain")
    return [f for f in every if f.editions == ("aa",)]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("set rounds = rounds - 1", "out-of-range"),
        ("move 99 from bank into away", "too-few-cards"),
        ("move Red from away into bank", "too-few-cards"),
        ("chance who in [p in seats where flag]".replace("[p in", "[p for p in"), "no-value"),
        ("set on = the only p in seats where true", "no-value"),
        ("set rounds = best({Red, Red})", "outside-needs"),
    ],
)
def test_what_fails_is_told_with_a_game(small: Small, body: str, code: str) -> None:
    small.game_with('  "What do these count?"', '  "What do these count?"\n  needs some c in cards: c != Red')
    play(small, f"  {body}")
    (finding,) = found(small)
    assert (finding.kind, finding.certainty, fields(finding)["code"]) == ("error", "firm", code)
    log = fields(finding)["log"]
    assert isinstance(log, str)
    assert replay(load_project(small.root), read_log(log)).problems


def test_it_is_told_once_a_line_not_once_a_value(small: Small) -> None:
    play(small, "  choose lot by on: 1..9\n  set rounds = lot + 9")
    (finding,) = found(small)
    assert finding.id == "shells/plain/error/aa/-/out-of-range.set_rounds=lot+9"
    assert fields(finding)["place"] == f"spec/shells/game.rules:{line_of(small, 'set rounds')}"


def line_of(small: Small, words: str) -> int:
    return next(n for n, line in enumerate(small.game_text.lstrip().splitlines(), 1) if words in line)


def test_the_game_that_shows_it_stops_there(small: Small) -> None:
    play(small, "  choose card by on: card from on.hand\n  set rounds = rounds - 1")
    (finding,) = found(small)
    assert fields(finding)["event"] == 1
    assert replay(load_project(small.root), read_log(str(fields(finding)["log"]))).problems


def test_what_fails_after_the_table_agreed_is_the_fault_of_what_is_not_said(small: Small) -> None:
    small.game_with("permission may_lay", 'question points() -> 0..99\n  "Points?"\n\npermission may_lay')
    play(small, "  set rounds = if points() > 20 then 20 else 5")
    gap = Finding(
        id="the gap",
        kind="gap",
        certainty="firm",
        game="shells",
        variant="plain",
        question="points",
        editions=("aa",),
        class_=(),
    )
    (finding, *_) = failing.findings(small.editions(), "plain", [gap])
    assert (finding.certainty, finding.because_of) == ("possible", ("the gap",))
    assert fields(finding)["agreed_on"] == ["points()"]


def test_under_one_reading_only_it_is_possible(small: Small) -> None:
    small.change("aa", "answers hand_size() then 2", "answers hand_size() then many()")
    small.add(
        "aa",
        """doubt many() -> 0..9
  "Deal two to each."
  asks "Two, or nine?"
  reading two_cards "two" = 2
  reading nine_cards "nine" = 9
""",
    )
    play(small, "  set rounds = hand_size() + 5")
    (finding,) = found(small)
    assert (finding.certainty, finding.under) == ("possible", ({"many": "nine_cards"},))


def test_a_step_that_is_infeasible_is_told_as_such(small: Small) -> None:
    small.change("aa", "answers hand_size() then 2", "answers hand_size() then 5")
    small.write()
    report = check(load_project(small.root), ["shells/plain"])
    own = [f for f in report.findings if f.editions == ("aa",) and f.kind in ("infeasible", "error")]
    assert {f.kind for f in own} == {"infeasible"}


@pytest.mark.parametrize("claim", ["ends", "can end", "never returns", "always rounds < 4"])
def test_the_check_goes_on_and_tells_it(small: Small, claim: str) -> None:
    play(small, "  set rounds = rounds - 1")
    small.game_text = small.game_text.replace("  ends\n", f"  {claim}\n")
    small.write()
    report = check(load_project(small.root), ["shells/plain"])
    assert [f.editions for f in report.findings if f.kind == "error"] == [("aa",), ("bb",)]
    assert [p for p in report.proved if p.holds == "it_ends"] == []


RARE = "  choose lot by on: 1..500\n  if lot = 333 do\n    {what}\n  end"


@pytest.mark.parametrize("what", ["set rounds = rounds - 1", "move 99 from bank into away"])
def test_what_seldom_fails_is_found_where_all_games_are_gone_through(small: Small, what: str) -> None:
    play(small, RARE.format(what=what))
    (finding,) = found(small)
    assert "lot: 333" in str(fields(finding)["log"])


@pytest.mark.parametrize("claim", ["ends", "never returns", "can end"])
def test_what_is_not_shown_never_to_fail_is_not_proved_to_end(small: Small, claim: str) -> None:
    play(small, RARE.format(what="set rounds = rounds - 1").replace("500", "90000"))
    small.game_text = small.game_text.replace("  ends\n", f"  {claim}\n")
    small.write()
    report = check(load_project(small.root), ["shells/plain"])
    assert [p for p in report.proved if p.holds == "it_ends"] == []
