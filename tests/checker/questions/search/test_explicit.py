"""What shows a finding is, if there is one, a situation of which that is settled."""

from pathlib import Path

import pytest

from tests.checker.trial import Trial, finding
from tests.plain import plain
from tests.spec.witnesses import amiss


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path)


def test_a_situation_of_which_it_is_settled_goes_before_a_smaller_one(trial: Trial) -> None:
    """By one reading it is silent on a tile alone, which nobody knows may be played; by the other on two."""
    trial.game_text = trial.game_text.replace(
        "  given all p in plays: may_play(p.tile)\n",
        "  given size(plays) = 2 or known()\n",
    ).replace("permission may_play", 'question known() -> bool\n  "Is it known?"\n\npermission may_play')
    trial.add(
        "aa",
        'doubt how(plays: list 1..2 of play) -> bool\n  "Any tile may be played."\n  asks "How?"\n'
        '  reading two "two" = size(plays) = 2\n'
        '  reading single "single" = size(plays) = 1',
    )
    trial.change("aa", "when size(best(plays)) = 1\n", "when how(plays) and size(best(plays)) = 1\n")
    trial.change("aa", "when size(best(plays)) > 1\n", "when how(plays) and size(best(plays)) > 1\n")
    report = trial.report()
    assert trial.solved().findings == report.findings
    gap = finding(report, "gap/aa/winner/bb.top_takes")
    assert (gap.certainty, gap.under) == ("possible", ({"aa.how": "single"},))
    assert gap.witness is not None
    assert len(plain(gap.witness.situation[0])) == 2
    assert amiss(trial.project().games, report) == {}
