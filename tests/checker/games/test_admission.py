"""How many may play: what the flow says, whatever questions and parameters are called; and no property is
passed over in silence."""

import pytest

from checker.games.admission import admission_of, permitted_numbers
from checker.pipeline.check import check
from dsl.load import load_project
from tests.checker.small import Small
from tests.details import fields

ADMISSION = "  if not may_join(size(seats)) do\n    finish unplayed\n  end\n"


def numbers(small: Small, edition: str) -> list[int]:
    editions = small.editions()
    return list(permitted_numbers(editions, "plain", editions.edition(edition)))


def test_the_flow_says_how_many_may_play(small: Small) -> None:
    assert numbers(small, "aa") == [2, 3]
    small.change("aa", "seats >= 2 and seats <= 3 permit", "seats = 2 permit")
    assert (numbers(small, "aa"), numbers(small, "bb")) == ([2], [2, 3])


def test_what_a_parameter_is_called_decides_nothing(small: Small) -> None:
    small.game_with(ADMISSION, "")
    small.change("aa", "seats >= 2 and seats <= 3 permit", "seats = 2 permit")
    assert numbers(small, "aa") == [2, 3]


def test_a_question_without_an_answer_is_for_the_table_to_agree_on(small: Small) -> None:
    small.game_with("may_join(seats: 1..4) otherwise forbidden", "may_join(seats: 1..4) otherwise silent")
    small.change("aa", "seats >= 2 and seats <= 3 permit", "seats = 2 permit")
    assert numbers(small, "aa") == [2, 3]


def test_what_permits_a_number_is_told(small: Small) -> None:
    editions = small.editions()
    assert admission_of(editions, "plain", editions.edition("aa"), {}, 3).asked == (("may_join", (3,)),)


@pytest.mark.parametrize("claim", ["ends", "can end", "never returns", "always size(bank) >= 0"])
def test_no_property_is_passed_over_in_silence(small: Small, claim: str) -> None:
    """Where an edition lets nobody play, what is claimed of play is listed as vacuous."""
    small.game_with(*small_property(small, claim))
    small.change("aa", "seats >= 2 and seats <= 3 permit", "seats = 1 permit")
    small.write()
    report = check(load_project(small.root), ["shells"])
    (vacuous,) = [v for v in report.vacuous if v.holds == "it_is_so"]
    assert vacuous.editions == ("aa",)
    assert str(vacuous.because) == "by this edition, no number of players may play it"
    told = [p.editions for p in report.proved if p.holds == "it_is_so"]
    told += [u.editions for u in report.undecided if u.holds == "it_is_so"]
    told += [c.editions for c in report.checked if c.property == "it_is_so"]
    told += [f.editions for f in report.findings if fields(f).get("property") == "it_is_so"]
    assert told == [("bb",)]


def small_property(small: Small, claim: str) -> tuple[str, str]:
    """What is to be replaced, by what, for the game to have this property."""
    last = "  for a: card needs a != Red: value(Red) > value(a)\n"
    return last, f'{last}\nproperty it_is_so "It is so."\n  {claim}\n'
