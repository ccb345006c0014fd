"""What each clause answers, and the clauses on which nothing reported bears."""

from pathlib import Path

import pytest

from checker.findings.findings import ExaminedClause, Report
from tests.checker.trial import Trial


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path)


def clause(report: Report, name: str) -> ExaminedClause:
    return next(c for c in report.clauses if c.clause == name)


def changed(before: Report, after: Report) -> set[str]:
    """The clauses whose digests differ."""
    known = {c.clause: c.digest for c in before.clauses}
    return {c.clause for c in after.clauses if known.get(c.clause) != c.digest}


def test_every_clause_is_there_with_the_smallest_situation_in_which_it_speaks(trial: Trial) -> None:
    report = trial.report()
    editions = trial.project().games["trial"].editions.values()
    assert {c.clause for c in report.clauses} == {c.id for e in editions for c in e.clauses}
    assert report.unexamined_clauses == ()
    tie = clause(report, "aa.tie.winner")
    assert tie.whole and tie.witness is not None
    (plays,) = tie.witness.situation
    assert len(plays) == 2 and tie.situations > 1
    assert [answer.rules for answer in tie.witness.answers] == [("aa.tie.winner",)]


def test_the_solver_finds_the_same_smallest_situations(trial: Trial) -> None:
    enumerated, solved = trial.report(), trial.solved()
    assert [c.witness for c in enumerated.clauses] == [c.witness for c in solved.clauses]
    assert not any(c.whole for c in solved.clauses)


@pytest.mark.parametrize("solved", [False, True])
def test_an_answer_that_changes_changes_the_digest(trial: Trial, solved: bool) -> None:
    before = trial.solved() if solved else trial.report()
    for edition in ("aa", "bb"):  # both alike, so that nothing is found, and the same is proved
        trial.change(edition, "answers worth(High) then 3", "answers worth(High) then 4")
    after = trial.solved() if solved else trial.report()
    assert before.findings == after.findings == ()
    assert {name.split(".")[2] for name in changed(before, after)} >= {"worth"}
    told = {(p.question, p.holds, p.editions) for p in before.proved}
    assert told == {(p.question, p.holds, p.editions) for p in after.proved}
    assert {p.question for p in before.proved if p not in after.proved} >= {"worth"}


def test_a_word_that_changes_no_answer_leaves_the_digests(trial: Trial) -> None:
    before = trial.report()
    trial.change("aa", "when size(tiles) = 2 then", "when not size(tiles) != 2 then")
    assert changed(before, trial.report()) == set()


def test_a_clause_that_no_witness_shows_and_no_proof_compares_is_listed(trial: Trial) -> None:
    trial.change("aa", "answers worth(Low)  then 1", "answers worth(Low)  then 0")
    trial.change(
        "aa", "answers worth(Mid)  then 2", "answers worth(Mid)  then 2\n  answers worth(Mid) then 2"
    )
    report = trial.report()
    listed = {c.clause for c in report.unexamined_clauses}
    shown = {rule for f in report.findings if f.witness for a in f.witness.answers for rule in a.rules}
    assert not listed & shown
    assert {c.because for c in report.unexamined_clauses} <= {
        "other rules speak in the smallest situations of all that is found about its question"
    }


def test_a_proof_names_the_clauses_of_which_it_was_proved(trial: Trial) -> None:
    report = trial.report()
    known = {c.clause: c.digest for c in report.clauses}
    for proof in report.proved:
        assert all(known[name] == digest for name, digest in proof.clauses)
        if proof.question is not None:
            own = {c.clause for c in report.clauses if c.question == proof.question}
            assert {n for n, _ in proof.clauses} == {n for n in own if n.split(".")[0] in proof.editions}
    both = next(p for p in report.proved if (p.question, p.holds) == ("winner", "equivalent"))
    assert {name.split(".")[0] for name, _ in both.clauses} == {"aa", "bb"}
