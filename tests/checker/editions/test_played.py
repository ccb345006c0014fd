"""What is claimed of a flow that plays games of another is about that flow."""

import pytest

from checker.findings.findings import Finding, Proof
from checker.play import properties
from checker.play.steps import findings as gaps
from dsl.load import load_project
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from tests.checker.small import Small
from tests.details import fields

MATCH = """
variant match "A match"

flow match()
  zone prize: bag 0..40 of card  seen by everyone
  var laid: 0..9 = 5
  game plain() among prefix(seats, 2)
  choose card by seats[1]: card
  put 1 of card into prize
  set laid = 6
  game plain()
end

property CLAIM
"""


def results(small: Small, claim: str) -> tuple[list[Finding], list[Proof]]:
    small.game_with('  phase "set-up"\n', '  var laid: 0..9 = 0\n\n  phase "set-up"\n')
    small.game_text += MATCH.replace("CLAIM", claim)
    found = properties.of_variant(small.editions(), "match")
    return (
        [f for f in found.results if isinstance(f, Finding) and "/mine" in f.id],
        [p for p in found.results if isinstance(p, Proof) and p.holds == "mine"],
    )


@pytest.mark.parametrize("claim", ["always laid > 4", "at card: laid = 5", "always size(seats) > 1"])
def test_names_are_those_of_its_own_flow(small: Small, claim: str) -> None:
    broken, proved = results(small, f'mine "Mine."\n  {claim}')
    assert broken == []
    assert [p.editions for p in proved] == [("aa",), ("bb",)]


def test_it_is_tested_also_while_another_is_played(small: Small) -> None:
    broken, _ = results(small, 'mine "Mine."\n  always laid = 5 or size(prize) < 1')
    assert {f.editions for f in broken} == {("aa",), ("bb",)}
    log = str(fields(broken[0])["log"])
    replayed = replay(load_project(small.root), read_log(log))
    assert replayed.state is not None and not replayed.problems
    assert len(replayed.state.cards("zone:prize")) == 1


def test_steps_of_the_flow_that_is_played_are_its_own(small: Small) -> None:
    small.change("aa", "  carries out dealing\n", "")
    results(small, 'mine "Mine."\n  always laid > 4')
    assert [f.id for f in gaps(small.editions(), "plain")] == ["shells/plain/gap/aa/-/step.dealing"]
    assert gaps(small.editions(), "match") == []
