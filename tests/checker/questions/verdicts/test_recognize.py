"""What a finding is about is recognized in its own situation, in whatever order the clauses stand."""

from collections.abc import Iterable

import pytest

from checker.editions.editions import Editions
from checker.findings.findings import Finding
from checker.questions.search.assemble import Assembler
from checker.questions.search.explicit import enumerated
from checker.questions.verdicts.answered import unshown
from checker.questions.verdicts.recognize import AskedSituation, occurring
from tests.checker.small import Small

BEFORE, AFTER = "a_rule", "z_rule"


def found(editions: Editions, questions: Iterable[str]) -> list[Finding]:
    searched = [enumerated(editions, editions.game.questions[name]) for name in questions]
    return Assembler(editions, "plain").findings(searched)


def shown(editions: Editions, finding: Finding) -> bool:
    assert finding.witness is not None
    return AskedSituation(editions, finding.witness.question, finding.witness.situation).shows(finding)


@pytest.mark.parametrize("other", [BEFORE, AFTER])
@pytest.mark.parametrize(
    ("question", "answer", "kind"),
    [
        ("value", "answers value(Blue) then 2", "contradiction"),
        ("value", "answers value(Blue) then 1", "divergence"),
        ("best", "answers best(cards) then any of [1, 2]", "open"),
    ],
)
def test_in_any_order_of_the_clauses(small: Small, other: str, question: str, answer: str, kind: str) -> None:
    if kind == "open":
        small.change("aa", "answers value(Blue) then 1", f"answers value(Blue) then 1\n  {answer}")
    small.add("aa", f'rule {other}\n  "Blue one"\n  {answer}')
    small.change("bb", "answers value(Blue) then 1", "answers value(Blue) then 5")
    editions = small.editions()
    of_two = [
        f for f in found(editions, [question]) if occurring(f) == kind and f"aa.{other}" in str(f.class_)
    ]
    assert of_two and all(shown(editions, f) for f in of_two)


def test_a_reading_by_which_an_edition_waits(small: Small) -> None:
    """It is told of a doubt that changes nothing else; and is no answer that differs."""
    for edition in ("aa", "bb"):
        small.change(edition, 'reading four  "four"  = 4', 'reading four  "four"  = draws()')
    small.change("aa", "answers draws() then 1", "answers best(cards) then 1")
    editions = small.editions()
    (waits,) = [f for f in found(editions, ["value"]) if f.kind == "ambiguity" and f.doubts == ("aa.red",)]
    assert occurring(waits) == "ambiguity by blocking"
    assert unshown(waits) == []
    assert shown(editions, waits)
    (differs,) = [f for f in found(editions, ["value"]) if f.kind == "ambiguity" and f.doubts == ("bb.red",)]
    assert occurring(differs) == "ambiguity"
    assert shown(editions, differs)
