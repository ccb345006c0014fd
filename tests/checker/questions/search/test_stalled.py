"""A doubt that decides whether there is an answer at all is no harmless one: both searches see that."""

from pathlib import Path

import pytest

from tests.checker.asked import checked, found, proved
from tests.details import fields

GAME = """
players 2..4 named Anna, Bernat, Carla, David
variant v "V"
question likes(x: 0..{most}) -> bool
  "Is it liked?"
question takes(x: 0..{most}) -> bool
  "Is it taken?"
"""
CLAUSES = """answers likes(x) when x > 1 then true
  answers takes(x) when wanted(x) then true
  {more}

doubt wanted(x: 0..{most}) -> bool
  "Anna bets."
  asks "Wanted by whom?"
  reading anyone "by anyone" = true
  reading liked "by those who like it" = likes(x)
"""
SMALL, LARGE = 3, 9_999
GAP = "g/v/gap/aa/likes/-"


@pytest.mark.parametrize("most", [SMALL, LARGE])
def test_blocked_against_answered_is_a_difference(tmp_path: Path, most: int) -> None:
    report = checked(tmp_path, GAME.format(most=most), CLAUSES.format(most=most, more=""))
    assert found(report) == ["g/v/ambiguity/aa/-/aa.wanted", GAP]
    (finding, _) = (f for f in report.findings if f.question is not None)
    assert finding.because_of == (GAP,)
    assert finding.witness is not None and finding.witness.situation == (0,)
    assert {a.outcome.status.value for a in finding.witness.answers} == {"blocked", "settled"}
    assert report.harmless == () and report.undecided == ()
    assert proved(report) == ["aa consistent", "aa unambiguous", "aa consistent", "aa complete"]


@pytest.mark.parametrize("most", [SMALL, LARGE])
def test_what_hangs_on_no_answer_is_harmless(tmp_path: Path, most: int) -> None:
    report = checked(
        tmp_path, GAME.format(most=most), CLAUSES.format(most=most, more="answers takes(x) then true")
    )
    assert found(report) == [GAP]
    assert [h.doubt for h in report.harmless] == ["wanted"]


@pytest.mark.parametrize("most", [SMALL, LARGE])
def test_two_answers_are_told_before_an_answer_and_none(tmp_path: Path, most: int) -> None:
    more = "answers takes(x) when not wanted(x) then false"
    clauses = CLAUSES.format(most=most, more=more).replace("then true\n", "then x = 2\n", 1)
    report = checked(tmp_path, GAME.format(most=most), clauses)
    assert found(report) == ["g/v/ambiguity/aa/-/aa.wanted", GAP]
    (finding, _) = (f for f in report.findings if f.question is not None)
    assert finding.because_of == ()
    assert finding.witness is not None and finding.witness.situation == (3,)


@pytest.mark.parametrize("most", [SMALL, LARGE])
def test_a_firm_doubt_is_shown_where_it_matters_however_else_is_read(tmp_path: Path, most: int) -> None:
    clauses = """answers likes(x) under way: single when wanted(x) then true
  answers likes(x) under way: single when not wanted(x) then false
  answers likes(x) under way: other then true
  answers takes(x) then wanted(x)

doubt way
  "Anna bets."
  asks "Which?"
  reading single "one"
  reading other "other"

doubt wanted(x: 0..{most}) -> bool
  "Anna bets."
  asks "Wanted?"
  reading small "the small" = x < 2
  reading large "the large" = x > 1
"""
    report = checked(tmp_path, GAME.format(most=most), clauses.format(most=most))
    (finding,) = (f for f in report.findings if f.doubts == ("aa.wanted",))
    assert finding.certainty == "firm" and fields(finding)["questions"] == ["likes", "takes"]
    assert finding.witness is not None and finding.witness.question == "takes"


@pytest.mark.parametrize("most", [SMALL, LARGE])
def test_what_hangs_on_an_agreement_names_its_question(tmp_path: Path, most: int) -> None:
    game = GAME.format(most=most).rstrip() + "\n  given likes(x)\n"
    report = checked(tmp_path, game, f"answers likes(x) when x > {most} - 1 then false")
    (gap,) = (f for f in report.findings if f.question == "takes")
    assert (gap.certainty, gap.under, fields(gap)["if_agreed"]) == ("possible", (), ["likes"])


@pytest.mark.parametrize("most", [SMALL, LARGE])
def test_assumptions_are_told_on_which_an_answer_rests_through_another(tmp_path: Path, most: int) -> None:
    assumed = 'assumption all_are because "No text says it."\n  answers likes(x) then true'
    game = f"{GAME.format(most=most)}\n{assumed}\n"
    clauses = "answers takes(x) when likes(x) then true"
    report = checked(tmp_path, game, clauses, "answers takes(x) then false")
    (one,) = (f for f in report.findings if f.kind == "divergence")
    assert one.assumptions == ("g.all_are.likes",)
