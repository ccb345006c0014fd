"""What fails in one unit of a check leaves the rest; what is wrong in a situation is a finding."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from arbitre.report.progress import Lines
from checker.editions.editions import Editions
from checker.errors.guard import Guard
from checker.findings.findings import Failed, Report
from checker.pipeline.check import Interrupted, check
from checker.pipeline.progress import Progress, ProgressMerger
from checker.questions.search import search as searches
from checker.questions.search.explicit import Searched, enumerated
from checker.smt.budget import QueryUndecided
from dsl.load import load_project
from dsl.model import Question
from dsl.text.errors import fail
from tests.checker.small import Small
from tests.checker.trial import Trial, finding, identifiers
from tests.details import fields


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path)


def raising(error: BaseException) -> Callable[[], int]:
    def work() -> int:
        raise error

    return work


@pytest.mark.parametrize(
    ("error", "sort"),
    [
        (fail("odd", "it is odd"), "undone"),
        (QueryUndecided("too much"), "undone"),
        (AssertionError("impossible"), "failed"),
        (MemoryError(), "undone"),
        (RecursionError(), "undone"),
    ],
)
def test_a_unit_that_fails_is_noted(error: BaseException, sort: str) -> None:
    guard = Guard("game", "variant")
    assert guard.attempt("this", raising(error)) is None
    assert guard.attempt("that", lambda: 3) == 3
    (failed,) = guard.failed
    assert (failed.unit, failed.sort) == ("this", sort)
    assert [met.problem.code for met in guard.met] == (["odd"] if failed.because.endswith("odd") else [])


def test_after_an_interruption_nothing_is_begun() -> None:
    guard = Guard("game", "variant")
    assert guard.attempt("this", raising(KeyboardInterrupt())) is None
    assert guard.gather("that", lambda: [1 / 0]) == []
    assert [(f.unit, f.sort) for f in guard.failed] == [("this", "interrupted"), ("that", "interrupted")]


def searching(
    monkeypatch: pytest.MonkeyPatch, trial: Trial, question: str, error: BaseException
) -> Callable[[], Report]:
    """A check in which the search of a question fails."""

    def search(editions: Editions, asked: Question) -> Searched:
        if asked.name == question:
            raise error
        return enumerated(editions, asked)

    monkeypatch.setattr(searches, "enumerated", search)
    return trial.report


def test_a_search_that_fails_leaves_the_others(monkeypatch: pytest.MonkeyPatch, trial: Trial) -> None:
    trial.drop("aa", "tie")
    trial.change("bb", "answers worth(Mid)  then 2", "answers worth(Mid)  then 3")
    whole = trial.report()
    part = searching(monkeypatch, trial, "worth", AssertionError("impossible"))()
    assert [(f.unit, f.sort) for f in part.failures] == [("the question `worth`", "failed")]
    assert "AssertionError (impossible), at tests/checker/errors/test_guard.py" in part.failures[0].because
    assert identifiers(part) == [i for i in identifiers(whole) if "/worth/" not in i]
    assert list(part.proved) == [p for p in whole.proved if p.question != "worth"]
    assert part.harmless == ()


def test_an_interruption_ends_with_what_is_known(monkeypatch: pytest.MonkeyPatch, trial: Trial) -> None:
    trial.change("bb", "answers worth(Mid)  then 2", "answers worth(Mid)  then 3")
    with pytest.raises(Interrupted) as stopped:
        searching(monkeypatch, trial, "winner", KeyboardInterrupt())()
    report = stopped.value.report
    assert {f.sort for f in report.failures} == {"interrupted"}
    assert Failed(
        game="trial",
        variant="plain",
        unit="the question `winner`",
        sort="interrupted",
        because="it was interrupted",
    ) in (report.failures)
    assert any(p.question == "worth" for p in report.proved)


# ------------------------------------------------------------------ errors in situations


@pytest.mark.parametrize("solved", [False, True])
def test_an_answer_out_of_range_is_told_and_nothing_is_proved_of_it(trial: Trial, solved: bool) -> None:
    trial.change("aa", "answers worth(High) then 3", "answers worth(High) then sum n in [15, 15] of n")
    report = trial.solved() if solved else trial.report()
    error = finding(report, "error/aa/worth/answer-out-of-range.aa.worths")
    assert (error.certainty, error.editions, fields(error)["asked"]) == ("firm", ("aa",), "worth(High)")
    assert fields(error)["message"] == "`30` is outside the range of answers: `worth`"
    assert [c.rule for c in error.citations] == ["aa.worths"]
    proved = {(p.question, p.editions, p.holds) for p in report.proved}
    assert ("worth", ("bb",), "complete") in proved
    assert not any("aa" in editions for question, editions, _ in proved if question != "may_play")
    assert not report.failures


def test_an_error_under_one_reading_is_possible(trial: Trial) -> None:
    trial.add(
        "aa",
        'doubt low() -> 0..99\n  "Low counts again."\n  asks "How much?"\n'
        '  reading little "little" = 1\n  reading much "much" = 50\n'
        'rule low_again\n  "Low counts again."\n  answers worth(Low) then low()',
    )
    trial.change("aa", "  answers worth(Low)  then 1\n", "")
    error = finding(trial.report(), "error/aa/worth/answer-out-of-range.aa.low_again")
    assert (error.certainty, error.under) == ("possible", ({"low": "much"},))


def test_a_question_asked_about_what_cannot_be_is_told(trial: Trial) -> None:
    trial.game_text += '\nquestion first(plays: list 1..2 of play) -> result\n  "Who is first?"\n'
    trial.add("aa", 'rule first\n  "The first is who takes."\n  answers first(plays) then winner(plays)')
    report = trial.report()
    error = finding(report, "error/aa/winner/outside-needs.aa.first")
    assert fields(error)["message"] == "`winner` is asked about what cannot be"


def test_an_example_that_asks_what_cannot_be_strikes_nothing(trial: Trial) -> None:
    trial.add(
        "aa",
        'example twice\n  "Ann takes them from Ann."\n  shows winner([Ann: Low, Ann: Mid]) = taken by Ann',
    )
    report = trial.report()
    (error,) = [f for f in report.findings if f.kind == "error"]
    assert error.id.startswith("trial/plain/error/aa/-/outside-needs.aa.twice.winner")
    assert error.citations[0].rule == "aa.twice"
    assert not report.failures and not report.eliminated


def test_an_assumption_without_which_nothing_is_answered_is_not_blamed(small: Small) -> None:
    small.game_with(
        "permission may_lay(card: card)",
        'question stock() -> 0..9\n  "How many are there?"\n\npermission may_lay(card: card)',
    )
    small.game_with(
        '-> 0..9\n  "What do these count?"',
        '-> 0..9\n  "What do these count?"\n  needs size(cards) <= stock()',
    )
    for name in ("aa", "bb"):
        small.add(
            name,
            'rule counting\n  "Red is worth three, or more, Blue one, Grey nothing."\n'
            "  answers best(cards) then sum c in cards of value(c)",
        )
    small.add("aa", 'example two\n  "So Red beats Blue (3 to 1)."\n  shows best({Blue, Grey}) = 3')
    small.game_text += '\nassumption enough because "No text says it."\n  answers stock() then 9\n'
    small.write()
    report = check(load_project(small.root))
    assert [f.id for f in report.findings if f.kind == "failed-example"] == [
        "shells/plain/failed-example/aa/best/aa.two+best({Blue,Grey})=3"
    ]
    assert not report.failures


# ------------------------------------------------------------------ progress


def test_progress_is_told_seldom() -> None:
    clock = iter([0.0, 1.0, 25.0, 26.0, 27.0])
    stream = StringIO()
    told = ProgressMerger(Lines(stream, lambda: next(clock)))
    told.begin(["a/b", "a/c"])
    told.at(0, "the question `q`", 1, 9)
    told.at(0, "the question `r`", 2, 9)
    told.at(1, "the question `q`", 1, 9)
    told.is_done(1)
    assert stream.getvalue().splitlines() == [
        "0 of 2 done; a/b: the question `r` (2 of about 9)",
        "1 of 2: a/c is done",
    ]
    assert Progress("a/b", None, 0, 0, 1, 2).unit is None
