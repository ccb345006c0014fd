"""failed-example: printed examples that do not follow from the rules."""

from checker.editions.editions import Editions
from checker.editions.elimination import strike_by_examples
from checker.findings.findings import Finding
from checker.text import examples
from dsl.types.values import Case
from interpreter.rulebook.rulebook import Outcome, Status
from tests.checker.small import Small
from tests.details import fields

RED = Case("card", "Red", 0)


def found(editions: Editions) -> list[Finding]:
    strike_by_examples(editions)
    return examples.findings(editions, "plain")


def example(small: Small, *claims: str) -> list[Finding]:
    """What is found of edition aa with one more example of these claims."""
    small.add("aa", "example more\n" + '  "(3 to 1)"\n' + "".join(f"  shows {c}\n" for c in claims))
    return found(small.editions())


def test_examples_that_follow_are_no_findings(small: Small) -> None:
    assert example(small, "value(Red) = 3", "all c in card: value(c) < 5") == []


def test_an_assertion_that_is_false_however_the_text_is_read(small: Small) -> None:
    (finding,) = example(small, "value(Red) = 3", "value(Blue) = 2")
    assert finding.id == "shells/plain/failed-example/aa/value/aa.more+value(Blue)=2"
    assert (finding.kind, finding.certainty, finding.question) == ("failed-example", "firm", "value")
    assert finding.rules == ("aa.worth.value.Blue",)
    assert fields(finding)["example"] == "more"
    assert fields(finding)["shows"] == "value(Blue) = 2"
    assert fields(finding)["instead"] == "value(Blue) is 1"
    assert (fields(finding)["left"], fields(finding)["right"]) == (1, 2)
    assert finding.citations[0].citation.quote == "(3 to 1)"


def test_its_witness_is_what_the_edition_answers_under_each_reading(small: Small) -> None:
    small_editions = example(small, "value(Red) = 5")
    (finding,) = small_editions
    witness = finding.witness
    assert witness is not None and witness.confirmed
    assert (witness.question, witness.situation) == ("value", (RED,))
    assert [(a.interpretation, a.outcome) for a in witness.answers] == [
        ({"red": "three"}, Outcome(Status.SETTLED, (3,))),
        ({"red": "four"}, Outcome(Status.SETTLED, (4,))),
    ]
    editions = small.editions()
    for answer in witness.answers:
        assert editions.verdict("aa", answer.interpretation, "value", (RED,)).outcome == answer.outcome


def test_an_assertion_that_waits_for_an_answer_is_not_derivable(small: Small) -> None:
    (finding,) = example(small, "best({Red}) = 3")
    assert fields(finding)["sort"] == "not-derivable"
    assert fields(finding)["instead"] == "best({Red}) is silent"
    assert finding.question == "best"


def test_the_part_that_fails_is_told(small: Small) -> None:
    (finding,) = example(small, "value(Red) > 0 and value(Blue) > value(Red)")
    assert fields(finding)["instead"] == "value(Blue) is 1; value(Red) is 3"
    assert fields(finding)["shows"] == "value(Red) > 0 and value(Blue) > value(Red)"


def test_of_a_claim_about_several_things_the_one_that_fails_is_told(small: Small) -> None:
    (finding,) = example(small, "all c in card: value(c) > 0")
    assert fields(finding)["instead"] == "value(Grey) is 0"


def test_the_order_of_assertions_changes_no_identifier(small: Small) -> None:
    claims = ["value(Blue) = 2", "value(Grey) = 5"]
    one = {f.id for f in example(small, *claims)}
    small.rules["aa"] = small.rules["bb"].replace("bb", "aa")
    assert {f.id for f in example(small, *reversed(claims))} == one
    assert len(one) == 2


def test_examples_that_cannot_hold_together_are_one_finding(small: Small) -> None:
    (finding,) = example(small, "value(Red) = 3", "value(Red) = 4", "value(Blue) = 1")
    assert fields(finding)["sort"] == "together"
    assert finding.doubts == ("aa.red",)
    assert fields(finding)["shows"] == "value(Red) = 3; value(Red) = 4"


def test_what_only_the_struck_readings_make_true_is_not_derivable(small: Small) -> None:
    small.add("aa", 'rule best_red\n  "or more"\n  answers best(cards) when value(Red) = 4 then 4')
    (finding,) = example(small, "value(Red) = 3", "best({Red}) = 4")
    assert fields(finding)["sort"] == "not-derivable"


def test_an_assumption_without_which_it_would_hold_is_named(small: Small) -> None:
    small.change("aa", "answers may_lay(card) permit", "answers may_lay(card) when card != Grey permit")
    small.add("aa", 'assumption grey because "Nobody says."\n  answers may_lay(Grey) permit')
    (finding,) = example(small, "not may_lay(Grey)")
    assert finding.assumptions == ("aa.grey.may_lay",)


def test_examples_of_other_variants_are_left_to_them(small: Small) -> None:
    small.game_with('variant plain "plain shells"', 'variant other "others"\nvariant plain "plain shells"')
    small.add("aa", 'part "So Red beats" for other')
    small.add("aa", 'example more\n  "beats Blue (3 to 1)"\n  shows value(Blue) = 2')
    editions = small.editions()
    assert examples.findings(editions, "plain") == []
    assert len(examples.findings(editions, "other")) == 1
