"""Where editions that diverge on a question agree all the same."""

from checker.questions.verdicts.agreement import Agreements
from checker.questions.verdicts.matrix import Cell
from dsl.types.values import Value
from interpreter.rulebook.rulebook import Outcome, Status, Verdict


def seen(edition: str, answer: Value, *rules: str, status: Status = Status.SETTLED) -> Cell:
    speaking = tuple(f"{edition}.{rule}.worth" for rule in rules)
    admits = (answer,) if status is Status.SETTLED else ()
    return Cell(edition, (), Verdict(Outcome(status, admits), speaking), True)


def column(one: Cell, other: Cell) -> dict[str, tuple[Cell, ...]]:
    return {one.edition: (one,), other.edition: (other,)}


def test_rules_that_always_answer_alike_are_told() -> None:
    agreements = Agreements()
    agreements.see(column(seen("aa", 3, "pair"), seen("bb", 3, "pair")))
    agreements.see(column(seen("aa", 5, "pair"), seen("bb", 5, "pair")))
    agreements.see(column(seen("aa", 5, "single"), seen("bb", 5, "pair")))
    agreements.see(column(seen("aa", 5, "single"), seen("bb", 4, "pair")))
    assert agreements.of(("aa", "bb")) == ["exactly aa.pair and bb.pair speak"]


def test_one_difference_is_enough_in_any_order() -> None:
    agreements = Agreements()
    agreements.see(column(seen("aa", 5, "pair"), seen("bb", 4, "pair")))
    agreements.see(column(seen("aa", 3, "pair"), seen("bb", 3, "pair")))
    assert agreements.of(("aa", "bb")) == []


def test_silence_and_situations_of_one_edition_only_are_no_agreement() -> None:
    agreements = Agreements()
    agreements.see(column(seen("aa", 0, status=Status.SILENT), seen("bb", 0, status=Status.SILENT)))
    agreements.see(column(seen("aa", 0, "pair"), Cell("bb", (), None, False)))
    assert agreements.of(("aa", "bb")) == []
    assert agreements.of(("aa", "cc")) == []
