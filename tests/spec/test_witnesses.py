"""That a witness does not show what is told of it is noticed."""

from dataclasses import replace
from pathlib import Path

import pytest

from checker.findings.findings import Answered, Finding, Report
from checker.pipeline.check import check
from dsl.model import Project
from interpreter.rulebook.rulebook import Outcome, Status
from tests.checker.trial import Trial, finding
from tests.spec.witnesses import amiss

DOUBT = """
doubt worth_of_low() -> 0..9
  "Low is worth one, Mid two, High three."
  asks "One, or more?"
  reading single "one"  = 1
  reading four   "four" = 4
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    trial = Trial(Path(tmp_path_factory.mktemp("trial")))
    trial.add("aa", DOUBT)
    trial.change("aa", "answers worth(Low)  then 1", "answers worth(Low)  then worth_of_low()")
    trial.drop("bb", "tie")
    return trial.project()


@pytest.fixture(scope="module")
def report(project: Project) -> Report:
    return check(project)


def of(project: Project, report: Report, changed: Finding) -> list[str]:
    """What is amiss with a finding of the report, changed."""
    kept = tuple(changed if f.id == changed.id else f for f in report.findings)
    (wrong,) = amiss(project.games, replace(report, findings=kept)).values()
    return wrong


def answered(found: Finding) -> tuple[Answered, ...]:
    assert found.witness is not None
    return found.witness.answers


def shown(found: Finding, *answers: Answered) -> Finding:
    assert found.witness is not None
    return replace(found, witness=replace(found.witness, answers=answers))


def test_nothing_is_amiss_as_it_is(project: Project, report: Report) -> None:
    assert len(report.findings) > 1
    assert amiss(project.games, report) == {}


def test_another_answer(project: Project, report: Report) -> None:
    gap = finding(report, "gap/bb/winner/aa.tie")
    other = [replace(a, outcome=Outcome(Status.SILENT)) for a in answered(gap)]
    assert any("aa does not answer" in wrong for wrong in of(project, report, shown(gap, *other)))


def test_an_answer_that_is_not_told(project: Project, report: Report) -> None:
    doubt = finding(report, "ambiguity/aa/-/aa.worth_of_low")
    mine, *others = answered(doubt)
    assert mine.edition == "aa"
    assert any("aa answers" in wrong for wrong in of(project, report, shown(doubt, *others)))


def test_a_situation_that_does_not_show_it(project: Project, report: Report) -> None:
    gap = finding(report, "gap/bb/winner/aa.tie")
    assert gap.witness is not None
    alone = replace(gap.witness, situation=(gap.witness.situation[0][:1],))
    assert "it is not so there under what is left" in of(project, report, replace(gap, witness=alone))


def test_a_rule_that_does_not_speak(project: Project, report: Report) -> None:
    gap = finding(report, "gap/bb/winner/aa.tie")
    assert "aa.alone" in of(project, report, replace(gap, class_=("aa.alone",)))


def test_readings_under_which_it_is_not_so(project: Project, report: Report) -> None:
    doubt = finding(report, "ambiguity/aa/-/aa.worth_of_low")
    under = replace(doubt, under=({"aa.worth_of_low": "four"},))
    assert of(project, report, under) == ["it is not so there as it is said to be read"]
