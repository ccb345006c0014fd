"""What one situation shows with the same answers is told once."""

from dataclasses import replace

from checker.findings.findings import Answered, Finding, Witness
from checker.questions.verdicts.once import told_once
from interpreter.rulebook.rulebook import Outcome, Status

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
        details={"sort": "silent"},
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
    found = [gap(f"aa.{d}", doubts=(f"aa.{d}",), details={"sort": "unsaid"}) for d in ("one", "two")]
    assert len(told_once(found)) == 2
