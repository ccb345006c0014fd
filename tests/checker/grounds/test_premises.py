"""What proofs rest on: assumptions, implied exceptions, defaults and readings struck out; also of claims."""

from pathlib import Path

import pytest

from checker.findings.findings import Proof, Report
from tests.checker.trial import Trial

DOUBT = """
doubt high() -> 0..9
  "High is three, or so."
  asks "Three or four?"
  reading three "three" = 3
  reading four  "four"  = 4

rule high_tile
  "High is worth what it is."
  answers worth(High) then high()

example of_high
  "So High counts three."
  shows pair({High}) = 3
"""


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path)


@pytest.fixture(params=["enumerated", "solved"])
def way(request: pytest.FixtureRequest) -> str:
    """Both searches."""
    return str(request.param)


def found(trial: Trial, way: str) -> Report:
    return trial.report() if way == "enumerated" else trial.solved()


def proofs(report: Report, about: str) -> list[Proof]:
    """Of a question or claim, by aa alone."""
    return [p for p in report.proved if about in (p.question, p.holds) and p.editions == ("aa",)]


def test_a_proof_rests_on_the_readings_struck_out(trial: Trial, way: str) -> None:
    trial.change("aa", "  answers worth(High) then 3\n", "")
    trial.add("aa", DOUBT)
    trial.game_text += '\nproperty more "So it is."\n  for a: tile needs a != High: worth(High) > worth(a)\n'
    report = found(trial, way)
    assert [(e.edition, dict(e.readings)) for e in report.eliminated] == [("aa", {"high": "four"})]
    for about in ("worth", "pair", "winner", "more"):
        assert proofs(report, about)
        for proof in proofs(report, about):
            assert [(s.edition, s.readings) for s in proof.struck] == [("aa", (("high", "four"),))]
    assert all(not p.struck for p in proofs(report, "may_play"))


def test_a_proof_of_a_claim_names_implied_exceptions_assumptions_and_defaults(trial: Trial, way: str) -> None:
    trial.add(
        "aa",
        'rule low_pair\n  "Two Low count nine."\n'
        "  answers pair(tiles) implied exception to together when tiles = {Low, Low} then 9",
    )
    trial.game_text += (
        '\nproperty some_points "So it is."\n  for a: tile: may_play(a) implies pair({a}) > 0\n'
    )
    report = found(trial, way)
    (proof,) = proofs(report, "some_points")
    assert proof.assumptions == (
        "aa.low_pair.pair is an exception to aa.together.pair",
        "`may_play`: forbidden where no rule says otherwise",
    )


def test_the_share_excluded_is_counted_or_null(trial: Trial) -> None:
    for name in ("aa", "bb"):
        trial.change(name, "answers may_play(tile) permit", "answers may_play(tile) when tile != Low permit")
        trial.change(name, "Any tile may be played.", "Any tile but Low may be played.")
    enumerated = {p.question: p.excluded for p in trial.report().proved if p.question is not None}
    solved = {p.question: p.excluded for p in trial.solved().proved if p.question is not None}
    assert enumerated["worth"] == solved["worth"] == 0.0  # it has no `given`
    counted, uncounted = enumerated["winner"], solved["winner"]
    assert counted is not None and 0 < counted < 1
    assert uncounted is None


def test_where_editions_agree_the_share_is_that_of_both(trial: Trial) -> None:
    trial.change("aa", "answers may_play(tile) permit", "answers may_play(tile) when tile != Low permit")
    trial.change("bb", "answers may_play(tile) permit", "answers may_play(tile) when tile != High permit")
    report = trial.report()
    shares = {p.editions: p.excluded for p in report.proved if p.question == "winner"}
    alone, both = shares[("aa",)], shares[("aa", "bb")]
    assert alone is not None and both is not None
    assert alone < both < 1


def test_what_needs_excludes_is_counted_of_a_claim(trial: Trial) -> None:
    trial.game_text += (
        '\nproperty more "So it is."\n  for a: tile needs worth(a) < 3: worth(a) < worth(High)\n'
    )
    (proof,) = proofs(trial.report(), "more")
    assert proof.excluded == pytest.approx(1 / 3)


def test_a_proof_rests_on_what_a_contradiction_strikes_out(trial: Trial, way: str) -> None:
    trial.add("aa", DOUBT.partition("example")[0])
    report = found(trial, way)
    assert [(e.edition, dict(e.readings)) for e in report.eliminated] == [("aa", {"high": "four"})]
    assert proofs(report, "pair")
    for proof in proofs(report, "pair"):
        assert [(s.edition, s.readings) for s in proof.struck] == [("aa", (("high", "four"),))]
