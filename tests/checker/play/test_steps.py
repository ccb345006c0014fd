"""gap, of the flow: steps that no words order."""

from dataclasses import replace

from checker.findings.details import Unanswered
from checker.findings.findings import Finding
from checker.play import steps
from tests.checker.small import Small
from tests.details import fields


def found(small: Small) -> list[Finding]:
    return steps.findings(small.editions(), "plain")


def test_a_flow_of_which_every_step_is_ordered(small: Small) -> None:
    assert found(small) == []


def test_a_step_that_one_edition_does_not_order_is_answered_by_the_other(small: Small) -> None:
    small.change("aa", 'rule shuffle_it\n  "Shuffle."\n  carries out shuffling', 'note shuffle_it "Shuffle."')
    (finding,) = found(small)
    assert finding.id == "shells/plain/gap/aa/-/step.shuffling"
    assert (finding.kind, finding.certainty, finding.editions) == ("gap", "firm", ("aa",))
    assert finding.answered_by == (("bb", "The cards are shuffled."),)
    assert [(c.rule, c.citation.quote) for c in finding.citations] == [("bb.shuffle_it", "Shuffle.")]
    assert fields(finding)["step"] == "shuffling"


def test_a_step_that_nobody_orders_is_a_gap_of_each(small: Small) -> None:
    for edition in ("aa", "bb"):
        small.change(edition, "  carries out dealing\n", "")
    assert [(f.editions, f.answered_by) for f in found(small)] == [(("aa",), ()), (("bb",), ())]


UNDER = """doubt of_this_game
  "Shuffle."
  asks "Of this game too?"
  reading of_this_too  "of this too"
  reading not_of_this  "not of this one"

rule shuffle_it
  "Shuffle."
  under of_this_game: of_this_too
  carries out shuffling"""


def test_a_step_that_is_ordered_by_one_reading_is_possibly_not_ordered(small: Small) -> None:
    small.change("aa", 'rule shuffle_it\n  "Shuffle."\n  carries out shuffling', UNDER)
    (finding,) = found(small)
    assert (finding.id, finding.certainty) == ("shells/plain/gap/aa/-/step.shuffling", "possible")
    assert finding.under == ({"of_this_game": "not_of_this"},)


def test_a_sibling_that_orders_a_step_by_one_reading_does_not_answer(small: Small) -> None:
    small.change("aa", 'rule shuffle_it\n  "Shuffle."\n  carries out shuffling', 'note shuffle_it "Shuffle."')
    small.change("bb", 'rule shuffle_it\n  "Shuffle."\n  carries out shuffling', UNDER)
    assert [(f.editions, f.certainty, f.answered_by) for f in found(small)] == [
        (("aa",), "firm", ()),
        (("bb",), "possible", ()),
    ]


def test_a_step_that_is_ordered_by_every_reading_is_ordered(small: Small) -> None:
    small.change(
        "aa",
        'rule shuffle_it\n  "Shuffle."\n  carries out shuffling',
        UNDER
        + UNDER[UNDER.index("rule") - 2 :]
        .replace("shuffle_it", "other")
        .replace("of_this_too", "not_of_this"),
    )
    assert found(small) == []


def test_steps_inside_loops_and_branches_are_found_with_what_they_hang_on(small: Small) -> None:
    flow = small.game().flows["plain"]
    placed = {p.step.name: p.entered_by for p in steps.steps_of(flow.body)}
    assert placed == {"shuffling": (), "dealing": (), "drawing": ("draws",)}


def test_where_the_edition_does_not_say_whether_the_step_is_taken_that_is_the_cause(small: Small) -> None:
    small.change("aa", "  carries out drawing\n  answers draws() then 1", "  answers best(cards) then 1")
    (finding,) = found(small)
    silent = replace(finding, id="the gap", question="draws", details=Unanswered())
    other = replace(silent, id="another", editions=("bb",))
    (attached,) = steps.attach([finding], [silent, other])
    assert attached.because_of == ("the gap",)


def test_where_the_edition_says_so_the_step_is_a_gap_of_its_own(small: Small) -> None:
    small.change("aa", "  carries out drawing\n", "")
    (finding,) = found(small)
    silent = replace(finding, id="the gap", question="draws", details=Unanswered())
    (attached,) = steps.attach([finding], [silent])
    assert attached.because_of == ()
