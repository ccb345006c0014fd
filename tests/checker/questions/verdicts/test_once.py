"""What one situation shows with the same answers is told once."""

from dataclasses import replace
from pathlib import Path

from checker.findings.details import Doubted, Unanswered
from checker.findings.findings import Answered, Finding, Witness
from checker.questions.verdicts.once import told_once
from interpreter.rulebook.rulebook import Outcome, Status
from tests.checker.trial import Trial
from tests.spec.witnesses import amiss

SHOWN = Witness(
    question="worth",
    situation=(1,),
    answers=(
        Answered(edition="aa", interpretation={}, outcome=Outcome(Status.SILENT), rules=()),
        Answered(
            edition="bb", interpretation={}, outcome=Outcome(Status.SETTLED, (2,)), rules=("bb.one.worth",)
        ),
    ),
    confirmed=True,
)


def gap(name: str, **fields: object) -> Finding:
    found = Finding(
        id=f"g/v/gap/aa/worth/{name}",
        kind="gap",
        certainty="firm",
        game="g",
        variant="v",
        question="worth",
        editions=("aa",),
        class_=(name,),
        rules=(f"{name}.worth",),
        witness=SHOWN,
        details=Unanswered(),
    )
    return replace(found, **fields)


def test_one_stands_for_all_that_the_same_situation_shows() -> None:
    follows = gap("bb.three", because_of=("g/v/gap/aa/worth/bb.two",), witness=replace(SHOWN, situation=(3,)))
    first, other = told_once([follows, gap("bb.two"), gap("bb.one")])
    assert (first.id, first.rules) == ("g/v/gap/aa/worth/bb.one", ("bb.one.worth", "bb.two.worth"))
    assert other.because_of == (first.id,)


def test_other_answers_or_another_situation_are_told_apart() -> None:
    found = [
        gap("bb.one"),
        gap("bb.two", witness=replace(SHOWN, situation=(2,))),
        gap("bb.three", certainty="possible"),
    ]
    assert len(told_once(found)) == 3


def test_a_doubt_is_never_another() -> None:
    unsaid = Doubted(unsaid=True, questions=())
    found = [gap(f"aa.{d}", doubts=(f"aa.{d}",), details=unsaid) for d in ("one", "two")]
    assert len(told_once(found)) == 2


def test_in_a_project(tmp_path: Path) -> None:
    """Two sentences answer alike where another edition is silent; a third one does in another situation."""
    trial = Trial(tmp_path)
    trial.drop("aa", "together")
    for rule, words, when in (
        ("any_two", "Two count.", "size(tiles) = 2"),
        ("high", "Two High.", "tiles = {High, High}"),
    ):
        trial.add(
            "bb",
            f'rule {rule}\n  "{words}"\n  answers pair(tiles) when {when} then sum t in tiles of worth(t)',
        )
    report = trial.report()
    assert trial.solved().findings == report.findings
    gaps = [f for f in report.findings if f.kind == "gap" and f.question == "pair"]
    assert [f.class_ for f in gaps] == [("bb.any_two",), ("bb.high",)]
    assert {"bb.any_two.pair", "bb.together.pair"} <= set(gaps[0].rules)
    assert "bb.high.pair" not in gaps[0].rules
    for gap in gaps:
        assert sum(record.id == gap.id for entry in report.entries for record in entry.records) == 1
    assert amiss(trial.project().games, report) == {}
