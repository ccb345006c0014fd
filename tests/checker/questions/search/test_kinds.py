"""Each kind of finding about questions: there with its defect, not without; by enumeration and solver."""

from dataclasses import replace
from pathlib import Path

import pytest

from checker.findings.findings import Finding, Report
from checker.pipeline.check import check
from tests.checker.trial import Trial, finding, identifiers
from tests.details import fields
from tests.plain import plain

TIE = """answers winner(plays)
    when size(best(plays)) > 1
    then untaken"""
DOUBT = """
doubt earliest(plays: list 1..2 of play) -> player
  "whoever was first"
  asks "The first of the tie, or of all?"
  reading of_tie "of those who tie" = (the first p in best(plays)).player
  reading of_all "of all"           = (the last p in plays).player
"""
FIRST = """answers winner(plays)
    when size(best(plays)) > 1
    then taken by earliest(plays)"""
AT_ONCE = """answers winner(plays)
    when size(best(plays)) > 1
    then taken by (the first p in best(plays)).player"""


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path)


def both(trial: Trial) -> Report:
    """The report, which enumeration and solver agree on: findings with witnesses, proofs and all."""
    enumerated, solved = trial.report(), trial.solved()
    assert enumerated.findings == solved.findings
    assert without_shares(enumerated) == without_shares(solved)
    assert (solved.undecided, enumerated.undecided) == ((), ())
    assert all(f.witness.confirmed for f in solved.findings if f.witness is not None)
    return enumerated


def without_shares(report: Report) -> Report:
    """The report, but for the shares of situations that `given` excludes, which only enumeration counts, and
    for what only it knows of clauses: digests of all situations, and where editions agree all the same."""
    kept = (replace(p, excluded=0.0) for p in report.proved if p.where is None)  # where: by enumeration only
    clauses = (replace(c, digest="", situations=0, whole=True) for c in report.clauses)
    proved = tuple(sorted(kept, key=repr))
    return replace(report, proved=proved, clauses=tuple(clauses), unexamined_clauses=())


def only(trial: Trial) -> Finding:
    """The only finding."""
    (one,) = both(trial).findings
    return one


def shown(found: Finding) -> list[object]:
    """The situation of the witness, as JSON."""
    assert found.witness is not None
    return [plain(value) for value in found.witness.situation]


def claims(report: Report, question: str) -> set[tuple[tuple[str, ...], str]]:
    return {(p.editions, p.holds) for p in report.proved if p.question == question and p.where is None}


def test_nothing_is_found_where_nothing_is_wrong(trial: Trial) -> None:
    report = both(trial)
    assert (report.findings, report.vacuous, report.repetitions, report.harmless) == ((), (), (), ())
    for question in ("worth", "may_play", "pair", "winner"):
        alone = {((e,), c) for e in ("aa", "bb") for c in ("complete", "consistent", "unambiguous")}
        assert claims(report, question) == alone | {(("aa", "bb"), "equivalent")}


# ------------------------------------------------------------------ contradictions


def test_contradiction(trial: Trial) -> None:
    trial.add(
        "aa", 'rule low_pair\n  "Two Low count nine."\n  answers pair(tiles) when tiles = {Low, Low} then 9'
    )
    found = only(trial)
    assert found.id == "trial/plain/contradiction/aa/pair/aa.low_pair.pair+aa.together.pair"
    assert (found.certainty, set(found.rules)) == ("firm", {"aa.together.pair", "aa.low_pair.pair"})
    assert found.witness is not None and len(found.citations) == 2
    assert [(a.edition, a.outcome.status.value) for a in found.witness.answers] == [
        ("aa", "contradictory"),
        ("bb", "settled"),
    ]
    assert (("aa",), "consistent") not in claims(trial.report(), "pair")
    assert (("bb",), "consistent") in claims(trial.report(), "pair")


def test_each_smallest_set_that_conflicts_is_one(trial: Trial) -> None:
    trial.add(
        "aa", 'rule nine\n  "Two Low count nine."\n  answers pair(tiles) when tiles = {Low, Low} then 9'
    )
    trial.add(
        "aa", 'rule eight\n  "Two High count eight."\n  answers pair(tiles) when tiles = {High, High} then 8'
    )
    assert identifiers(both(trial)) == [
        "contradiction/aa/pair/aa.eight.pair+aa.together.pair",
        "contradiction/aa/pair/aa.nine.pair+aa.together.pair",
    ]


def test_contradiction_under_one_reading_strikes_it(trial: Trial) -> None:
    trial.add(
        "aa", 'doubt odd\n  "count oddly"\n  asks "How?"\n  reading so "so"\n  reading other "otherwise"'
    )
    trial.add(
        "aa",
        'rule low_pair\n  "Two Low count nine."\n'
        "  answers pair(tiles) under odd: other when tiles = {Low, Low} then 9",
    )
    report = both(trial)
    found = finding(report, "contradiction/aa/pair/aa.low_pair.pair+aa.together.pair")
    assert found.certainty == "possible" and found.under == ({"aa.odd": "other"},)
    (struck,) = report.eliminated
    assert (struck.edition, struck.readings, struck.cause) == ("aa", {"odd": "other"}, found.id)
    assert [i for i in identifiers(report) if i.startswith("ambiguity")] == []


def test_implied_exception_and_the_contradiction_it_prevents(trial: Trial) -> None:
    trial.add(
        "aa",
        'rule low_pair\n  "Two Low count nine."\n'
        "  answers pair(tiles) implied exception to together when tiles = {Low, Low} then 9",
    )
    trial.add(
        "bb",
        'rule low_pair\n  "Two Low count nine."\n'
        "  answers pair(tiles) stated exception to together when tiles = {Low, Low} then 9",
    )
    found = only(trial)
    assert found.id == "trial/plain/contradiction/aa/pair/aa.low_pair.pair+aa.together.pair"
    assert found.certainty == "possible"
    assert found.assumptions == ("aa.low_pair.pair is an exception to aa.together.pair",)
    assert set(found.rules) == {"aa.low_pair.pair", "aa.together.pair"}
    assert shown(found) == [["Low", "Low"]]
    proof = next(p for p in both(trial).proved if (p.question, p.editions) == ("pair", ("aa",)))
    assert proof.assumptions == found.assumptions


def test_an_implied_exception_that_prevents_nothing_is_told(trial: Trial) -> None:
    trial.add(
        "aa",
        'rule low_pair\n  "Two Low count two."\n'
        "  answers pair(tiles) implied exception to together when tiles = {Low, Low} then 2",
    )
    for run in (trial.report, trial.solved):
        (idle,) = [f for f in run().findings if f.kind == "idle"]
        assert idle.rules == ("aa.low_pair.pair", "aa.together.pair")


# ------------------------------------------------------------------ gaps


def test_gap_answered_by_another_edition(trial: Trial) -> None:
    trial.drop("aa", "tie")
    found = only(trial)
    assert found.id == "trial/plain/gap/aa/winner/bb.tie"
    assert (found.certainty, fields(found)) == ("firm", {"sort": "silent"})
    assert [e for e, _ in found.answered_by] == ["bb"]
    low = [{"player": p, "tile": "Low"} for p in ("Ann", "Bob")]
    assert shown(found) == [low]
    report = trial.report()
    assert (("aa", "bb"), "compatible") in claims(report, "winner")
    assert (("aa", "bb"), "equivalent") not in claims(report, "winner")
    assert (("aa",), "complete") not in claims(report, "winner")


def test_gap_of_all(trial: Trial) -> None:
    for edition in ("aa", "bb"):
        trial.drop(edition, "tie")
    report = both(trial)
    assert identifiers(report) == ["gap/aa/winner/-", "gap/bb/winner/-"]
    assert all(f.answered_by == () and f.certainty == "firm" for f in report.findings)
    assert (("aa", "bb"), "equivalent") in claims(report, "winner")


def test_no_gap_where_the_question_is_optional(trial: Trial) -> None:
    trial.game_text = trial.game_text.replace(
        "smallest by size(plays)", "optional\n  smallest by size(plays)"
    )
    trial.drop("aa", "tie")
    assert identifiers(both(trial)) == []


def test_gap_by_default(trial: Trial) -> None:
    trial.change("aa", "answers may_play(tile) permit", "answers may_play(tile) when tile != Mid permit")
    report = both(trial)
    found = finding(report, "gap/aa/may_play/bb.any_tile")
    assert (found.certainty, fields(found)) == ("firm", {"sort": "default"})
    assert [e for e, _ in found.answered_by] == ["bb"] and shown(found) == ["Mid"]


def test_default_of_all_is_no_gap(trial: Trial) -> None:
    for edition in ("aa", "bb"):
        trial.change(
            edition, "answers may_play(tile) permit", "answers may_play(tile) when tile != Mid permit"
        )
    assert identifiers(both(trial)) == []


def test_gap_under_one_reading_only_is_possible(trial: Trial) -> None:
    trial.add(
        "aa",
        'doubt ties\n  "If it is a tie, nobody does."\n  asks "All?"\n'
        '  reading all_ties "all"\n  reading of_high "of High only"',
    )
    trial.change("aa", TIE, TIE.replace("    when", "    under ties: all_ties\n    when"))
    trial.change(
        "aa",
        "then untaken",
        "then untaken\n  answers winner(plays)\n    under ties: of_high\n"
        "    when size(best(plays)) > 1 and top(plays) = 3\n    then untaken",
    )
    report = both(trial)
    found = finding(report, "gap/aa/winner/bb.tie")
    assert (found.certainty, found.under) == ("possible", ({"aa.ties": "of_high"},))
    assert "ambiguity/aa/-/aa.ties" in identifiers(report)


# ------------------------------------------------------------------ ambiguities


def test_ambiguity_of_a_doubt(trial: Trial) -> None:
    trial.add("aa", DOUBT)
    trial.change("aa", TIE, FIRST)
    report = both(trial)
    found = finding(report, "ambiguity/aa/-/aa.earliest")
    assert (found.certainty, found.doubts) == ("firm", ("aa.earliest",))
    assert fields(found) == {"sort": "readings", "questions": ["winner"]}
    assert found.witness is not None
    answers = {
        (a.interpretation.get("earliest"), str(a.outcome.admits))
        for a in found.witness.answers
        if a.edition == "aa"
    }
    assert {i for i, _ in answers} == {"of_tie", "of_all"} and len({o for _, o in answers}) == 2
    assert (("aa",), "unambiguous") not in claims(report, "winner")


def test_one_ambiguity_with_all_its_questions(trial: Trial) -> None:
    trial.add(
        "aa",
        'doubt low() -> 0..9\n  "one or so"\n  asks "One?"\n  reading single "1" = 1\n  reading none "0" = 0',
    )
    trial.change("aa", "answers worth(Low)  then 1", "answers worth(Low)  then low()")
    report = both(trial)
    found = finding(report, "ambiguity/aa/-/aa.low")
    assert fields(found)["questions"] == ["worth", "pair"]
    assert found.question == "worth"


def test_doubt_on_which_nothing_depends_is_harmless(trial: Trial) -> None:
    trial.add("aa", DOUBT.replace("the last p in plays", "the first p in best(plays)"))
    trial.change("aa", TIE, FIRST)
    trial.change("bb", TIE, AT_ONCE)
    report = both(trial)
    assert identifiers(report) == []
    assert [(h.edition, h.doubt) for h in report.harmless] == [("aa", "earliest")]
    assert (("aa", "bb"), "equivalent") in claims(report, "winner")


def test_unsaid_doubt_is_a_gap(trial: Trial) -> None:
    unsaid = DOUBT.replace("doubt earliest(", "doubt earliest unsaid(").replace('  "whoever was first"\n', "")
    trial.add("aa", unsaid)
    trial.change("aa", TIE, FIRST)
    trial.change("bb", TIE, AT_ONCE)
    report = both(trial)
    found = finding(report, "gap/aa/-/aa.earliest")
    assert (found.certainty, fields(found)["sort"]) == ("firm", "unsaid")
    assert [e for e, _ in found.answered_by] == ["bb"]
    assert [i for i in identifiers(report) if i.startswith("ambiguity")] == []


def test_open_answer(trial: Trial) -> None:
    for edition in ("aa", "bb"):
        trial.change(
            edition, "then untaken", "then any of [untaken] + [taken by p.player for p in best(plays)]"
        )
    report = both(trial)
    assert identifiers(report) == ["ambiguity/aa/winner/aa.tie", "ambiguity/bb/winner/bb.tie"]
    assert {(f.certainty, fields(f)["sort"]) for f in report.findings} == {("firm", "open")}
    assert (("aa", "bb"), "equivalent") in claims(report, "winner")


# ------------------------------------------------------------------ divergences


def test_firm_divergence(trial: Trial) -> None:
    trial.change("bb", TIE, AT_ONCE)
    found = only(trial)
    assert found.id == "trial/plain/divergence/aa+bb/winner/aa.tie+bb.tie"
    assert (found.certainty, fields(found), found.doubts) == ("firm", {"relation": "apart"}, ())
    assert found.witness is not None
    assert {a.edition: a.outcome.status.value for a in found.witness.answers} == {
        "aa": "settled",
        "bb": "settled",
    }


def test_possible_divergence_names_the_doubt_that_removes_it(trial: Trial) -> None:
    trial.add("aa", DOUBT)
    trial.change("aa", TIE, FIRST)
    trial.change("bb", TIE, AT_ONCE)
    report = both(trial)
    found = finding(report, "divergence/aa+bb/winner/aa.tie+bb.tie")
    assert (found.certainty, found.doubts) == ("possible", ("aa.earliest",))
    assert fields(found) == {"relation": "wider"}
    assert identifiers(report) == ["ambiguity/aa/-/aa.earliest", "divergence/aa+bb/winner/aa.tie+bb.tie"]


def test_equal_sets_of_answers_are_no_divergence(trial: Trial) -> None:
    for edition in ("aa", "bb"):
        trial.add(edition, DOUBT)
        trial.change(edition, TIE, FIRST)
    report = both(trial)
    assert identifiers(report) == ["ambiguity/aa/-/aa.earliest", "ambiguity/bb/-/bb.earliest"]


def test_divergence_because_of_what_is_asked(trial: Trial) -> None:
    trial.change("bb", "answers worth(High) then 3", "answers worth(High) then 4")
    report = both(trial)
    cause = "trial/plain/divergence/aa+bb/worth/aa.worths.High+bb.worths.High"
    assert {f.id: f.because_of for f in report.findings} == {
        cause: (),
        "trial/plain/divergence/aa+bb/pair/aa.alone+bb.alone": (cause,),
        "trial/plain/divergence/aa+bb/pair/aa.together+bb.together": (cause,),
    }


# ------------------------------------------------------------------ clauses


def test_clause_that_never_speaks(trial: Trial) -> None:
    trial.add(
        "aa",
        'rule no_way\n  "Both count nothing."\n'
        "  answers pair(tiles) when size(tiles) > 1 and size(tiles) < 2 then 0",
    )
    found = only(trial)
    assert found.id == "trial/plain/unreachable/aa/pair/aa.no_way.pair"
    assert (found.certainty, found.rules) == ("firm", ("aa.no_way.pair",))


def test_clause_that_says_what_is_said_is_a_repetition(trial: Trial) -> None:
    trial.add(
        "aa", 'rule again\n  "Two Low count two."\n  answers pair(tiles) when tiles = {Low, Low} then 2'
    )
    report = both(trial)
    assert identifiers(report) == []
    assert [(r.edition, r.rule) for r in report.repetitions] == [("aa", "aa.again.pair")]


# ------------------------------------------------------------------ what is not decided


def test_nothing_is_proved_where_nothing_can_be_played(trial: Trial) -> None:
    trial.change("aa", "answers may_play(tile) permit", "answers may_play(tile) forbid")
    report = both(trial)
    assert {(v.question, v.editions, v.holds) for v in report.vacuous} >= {
        ("winner", ("aa",), c) for c in ("consistent", "complete", "unambiguous")
    }
    assert not any(p.question == "winner" and "aa" in p.editions for p in report.proved)
    assert (("bb",), "complete") in claims(report, "winner")


def test_a_blocked_question_waits_and_is_not_counted_again(trial: Trial) -> None:
    for edition in ("aa", "bb"):
        trial.change(edition, "  answers worth(Mid)  then 2\n", "")
    report = both(trial)
    assert identifiers(report) == ["gap/aa/worth/-", "gap/bb/worth/-"]


def test_what_the_solver_does_not_decide_is_undecided_and_not_proved(trial: Trial) -> None:
    trial.change("bb", TIE, AT_ONCE)
    report = trial.solved(effort=1)
    undecided = {(u.question, u.editions, u.holds) for u in report.undecided}
    assert undecided
    proved = {(p.question, p.editions, p.holds) for p in report.proved}
    assert not proved & undecided
    assert set(identifiers(report)) <= {"divergence/aa+bb/winner/aa.tie+bb.tie"}


@pytest.mark.parametrize("kinds", [("gap",), ("divergence", "gap"), ()])
def test_only_the_kinds_asked_for(trial: Trial, kinds: tuple[str, ...]) -> None:
    trial.drop("aa", "tie")
    trial.change("bb", "answers worth(High) then 3", "answers worth(High) then 4")
    report = check(trial.project(), kinds=kinds)
    assert {f.kind for f in report.findings} == set(kinds)
    assert report.proved == trial.report().proved
