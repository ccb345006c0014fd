"""What a question is searched by, and what is said where nothing suffices."""

from pathlib import Path

import pytest
import z3

from arbitre.wording.catalogue import _, choose_language
from checker.findings.findings import Report
from checker.questions.search import search as searches
from checker.reconcile.reconcile import compare
from checker.smt import budget
from checker.smt.solver import ShapeSolver
from tests.checker.asked import asked, checked, found, proved

PLAYERS = "players 2..{most} named Anna, Bernat, Carla, David, Emma, Ferran\n"
SQUARES = """
players 2..2 named Anna, Bernat
variant v "V"
question full(board: list 9 of optional player) -> bool
  "Is it full?"
"""
CARDS = """
enum suit
  case Low
  case High
record card has suit: suit, rank: 1..12
record play has player: player, card: card
variant v "V"
"""
ALL = ["aa consistent", "aa complete", "aa unambiguous"]


def reasons(report: Report) -> set[str]:
    return {str(u.because) for u in report.undecided}


def test_a_list_of_players_or_none_is_decided_as_one_of_an_enumeration(tmp_path: Path) -> None:
    spelt = [SQUARES, SQUARES.replace("variant", "enum mark\n  case O\n  case X\n  case Z\nvariant")]
    spelt[1] = spelt[1].replace("optional player", "mark")
    for place, game in enumerate(spelt):
        empty = "is none" if place == 0 else "= Z"
        clauses = f"answers full(board) then no p in board: p {empty}"
        report = checked(tmp_path / str(place), game, clauses)
        assert (proved(report), report.undecided, found(report)) == (ALL, (), [])


def test_a_gap_among_players_or_none_is_found(tmp_path: Path) -> None:
    report = checked(tmp_path, SQUARES, "answers full(board) when some p in board: p is none then false")
    assert found(report) == ["g/v/gap/aa/full/-"]
    (finding,) = (f for f in report.findings if f.question)
    assert finding.witness is not None and finding.witness.confirmed


def test_who_may_be_who_in_many_ways_is_no_reason_to_give_up(tmp_path: Path) -> None:
    game = (
        PLAYERS.format(most=6)
        + CARDS
        + "question taker(plays: list 2..6 of play) -> player\n"
        + '  "Who takes it?"\n  among [p.player for p in plays]\n'
    )
    clauses = "answers taker(plays) when all p in plays: p.card.rank > 1 then plays[1].player"
    report = checked(tmp_path, game, clauses)
    assert (found(report), report.undecided) == (["g/v/gap/aa/taker/-"], ())
    (finding,) = (f for f in report.findings if f.question)
    assert finding.witness is not None
    (plays,) = finding.witness.situation
    assert isinstance(plays, tuple) and len(plays) == 2
    assert len({play.get("player") for play in plays}) == 2  # type: ignore[union-attr]


def test_what_has_no_encoding_and_few_situations_is_enumerated(tmp_path: Path) -> None:
    game = (
        PLAYERS.format(most=3)
        + 'variant v "V"\nquestion worth(x: 0..99, y: 0..99) -> 0..9801\n  "Worth?"\n  needs x < y\n'
    )
    report = checked(tmp_path, game, "answers worth(x, y) then x * y")
    assert (proved(report), report.undecided, found(report)) == (ALL, (), [])


def test_editions_are_compared_where_the_solver_cannot_be_asked(tmp_path: Path) -> None:
    game = (
        PLAYERS.format(most=3)
        + 'variant v "V"\nquestion worth(x: 0..60, y: 0..60) -> 0..3600\n  "Worth?"\n  needs x < y\n'
    )
    product, other = "answers worth(x, y) then x * y", "answers worth(x, y) then if x = 3 then 0 else y * x"
    alike = compare(
        asked(tmp_path / "alike", game, product, "answers worth(x, y) then y * x"), "g", "v", ["aa", "bb"]
    )
    assert alike.status == "equivalent"
    apart = compare(asked(tmp_path / "apart", game, product, other), "g", "v", ["aa", "bb"])
    assert apart.status == "irreconcilable"
    (question,) = apart.questions
    assert question.witness is not None and question.witness.situation == (3, 4)


def test_what_is_given_up_is_looked_at_and_says_which_parameter_and_what_helps(tmp_path: Path) -> None:
    game = PLAYERS.format(most=3) + CARDS + 'question good(hand: bag 0..9 of card) -> bool\n  "Is it good?"\n'
    clauses = "answers good(hand) when size(hand) > 0 then true"
    report = checked(tmp_path, game, clauses)
    assert found(report) == ["g/v/gap/aa/good/-"]
    assert {u.holds for u in report.undecided} >= {"consistent", "complete", "unambiguous"}
    (because,) = reasons(report)
    assert "`hand` has too many values: 38567100, and at most 3000" in because
    assert "a stronger `needs` or smaller bounds would help" in because
    assert not proved(report)


def test_a_query_that_takes_too_much_is_undecided_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "MOST_LISTED", 0)
    monkeypatch.setattr(budget, "PURSE", 0)
    report = checked(tmp_path, PLAYERS.format(most=3) + NUMBERS, "answers big(x) when x > 5 then true")
    (because,) = reasons(report)
    assert because.startswith("all its queries together take more than their effort; a stronger `needs`")
    assert found(report) == ["g/v/gap/aa/big/-"]


NUMBERS = 'variant v "V"\nquestion big(x: 0..99999) -> bool\n  "Is it big?"\n'


@pytest.mark.parametrize("error", [z3.Z3Exception(b"out of memory"), MemoryError(), RecursionError()])
def test_no_memory_is_undecided_and_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fails(self: ShapeSolver) -> bool:
        raise error

    monkeypatch.setattr(searches, "MOST_LISTED", 0)
    monkeypatch.setattr(ShapeSolver, "_check", fails)
    report = checked(tmp_path, PLAYERS.format(most=3) + NUMBERS, "answers big(x) when x > 5 then true")
    (because,) = reasons(report)
    assert because.startswith("it takes more memory than there is; ")
    assert found(report) == ["g/v/gap/aa/big/-"]


def test_very_many_terms_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "MOST_LISTED", 0)
    monkeypatch.setattr(budget.QueryBudget, "__init__", _with_terms(3))
    report = checked(tmp_path, PLAYERS.format(most=3) + NUMBERS, "answers big(x) when x > 5 then true")
    (because,) = reasons(report)
    assert because.startswith("it takes more than 600000 terms; ")


def _with_terms(terms: int, steps: int = 1_000):  # type: ignore[no-untyped-def]
    before = budget.QueryBudget.__init__

    def init(self: budget.QueryBudget, effort: int = budget.DEFAULT_EFFORT) -> None:
        before(self, effort)
        self.terms, self.steps = terms, steps

    return init


def test_the_evaluators_own_work_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_STEPS", 40)
    game = PLAYERS.format(most=3) + NUMBERS.replace("99999", "99")
    report = checked(tmp_path, game, "answers big(x) when x > 5 then true")
    (because,) = reasons(report)
    assert because.startswith("it takes more than 40 steps to work it out; ")
    assert found(report) == ["g/v/gap/aa/big/-"]
    assert not proved(report)


def test_tables_for_the_solver_are_bounded_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searches, "MOST_LISTED", 0)
    monkeypatch.setattr(budget.QueryBudget, "__init__", _with_terms(100_000, steps=0))
    asks = NUMBERS + 'question fine(xs: list 3 of 0..99) -> bool\n  "Are they?"\n'
    clauses = (
        "answers big(x) when x > 5 then true\n  answers big(x) when x <= 5 then false\n"
        "  answers fine(xs) when all x in xs: big(x) then true"
    )
    report = checked(tmp_path, PLAYERS.format(most=3) + asks.replace("99999", "99"), clauses)
    assert {u.question for u in report.undecided} == {"fine"}
    assert all(because.startswith("it takes more than 2000000 steps to ") for because in reasons(report))
    assert found(report) == ["g/v/gap/aa/fine/-"]


@pytest.mark.parametrize("most", [30, 9_999])
def test_very_many_readings_are_undecided_and_no_traceback(tmp_path: Path, most: int) -> None:
    when = " or ".join(f"(x = {n} and d{n}(x))" for n in range(13))
    doubts = "".join(
        f'\n\ndoubt d{n}(x: 0..{most}) -> bool\n  "Anna bets."\n  asks "Is it {n}?"\n'
        '  reading so "it is" = true\n  reading low "if it is low" = x > 1'
        for n in range(13)
    )
    example = '\n\nexample shown\n  "Anna bets."\n  shows big(1) = true'
    game = PLAYERS.format(most=3) + NUMBERS.replace("99999", str(most))
    report = checked(tmp_path, game, f"answers big(x) when {when} then true{doubts}{example}")
    assert reasons(report) == {"`aa` has more than 4096 interpretations here"}
    assert {u.holds for u in report.undecided} >= {"consistent", "complete", "unambiguous", "example:shown"}


def test_the_reasons_are_said_in_the_languages_of_the_reports() -> None:
    choose_language("ca", {})
    try:
        assert _("the solver does not decide it") == "el solucionador no ho decideix"
    finally:
        choose_language("en", {})
