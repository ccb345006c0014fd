"""Rulings: what they may do, and that they do something."""

import pytest

from checker.editions.elimination import strike_by_examples
from checker.questions.search import rulings
from dsl.text.errors import ArbitreError, Problem
from tests.checker.small import Small


def problems(small: Small, text: str) -> list[Problem]:
    """What is wrong with these rulings of edition aa."""
    small.rule("aa", text)
    editions = small.editions()
    strike_by_examples(editions)
    return list(rulings.check(editions, small.house(editions.game, "aa")))


def codes(small: Small, text: str) -> list[str]:
    return [problem.code for problem in problems(small, text)]


def contradict(small: Small) -> None:
    small.add("aa", 'rule more\n  "Grey nothing."\n  answers value(Grey) then 2')


@pytest.mark.parametrize(
    "text",
    [
        'pick red: four "Four."',
        'fill best_of "The highest."\n  answers best(cards) then highest c in cards of value(c)',
        'fill grey "Nothing else."\n  answers may_join(seats) when seats = 4 permit',
    ],
)
def test_rulings_that_do_something(small: Small, text: str) -> None:
    assert problems(small, text) == []


def test_a_fill_may_agree_with_the_text_where_it_has_settled(small: Small) -> None:
    small.add("aa", 'rule greys\n  "Grey nothing."\n  answers best(cards) when cards = {Grey} then 0')
    assert problems(small, 'fill f "…"\n  answers best(cards) then 0') == []


def test_a_settle_where_the_text_contradicts_itself(small: Small) -> None:
    contradict(small)
    assert problems(small, 'settle grey "Nothing."\n  answers value(Grey) then 0') == []


def test_a_fill_where_the_text_has_settled_otherwise(small: Small) -> None:
    (problem,) = problems(small, 'fill grey "More."\n  answers value(Grey) then 2')
    assert problem.code == "overriding-ruling"
    assert "`grey`" in problem.message and "value(Grey) is 0" in problem.message
    assert problem.spans[0].path == "spec/shells/aa-house.rules"


def test_a_settle_where_the_text_has_settled_otherwise(small: Small) -> None:
    assert codes(small, 'settle hands "Three."\n  answers hand_size() then 3') == ["overriding-ruling"]


def test_a_fill_that_repeats_the_text(small: Small) -> None:
    assert codes(small, 'fill hands "Two."\n  answers hand_size() then 2') == ["idle-ruling"]


def test_a_settle_of_a_silence(small: Small) -> None:
    assert codes(small, 'settle best_of "…"\n  answers best(cards) then 1') == ["idle-ruling"]


def test_a_fill_of_a_contradiction(small: Small) -> None:
    contradict(small)
    assert codes(small, 'fill grey "Nothing."\n  answers value(Grey) then 0') == ["idle-ruling"]


def test_a_ruling_whose_condition_never_holds(small: Small) -> None:
    assert codes(small, 'fill f "…"\n  answers best(cards) when size(cards) > 2 then 1') == ["idle-ruling"]


def test_picks_go_before_fills(small: Small) -> None:
    small.add("aa", 'rule best_red\n  "or more"\n  answers best(cards) when value(Red) = 4 then 4')
    fill = 'fill f "…"\n  answers best(cards) then 1\n'
    assert codes(small, fill) == []
    assert codes(small, fill + 'pick red: three "…"') == []
    assert codes(small, fill + 'pick red: four "…"') == ["overriding-ruling"]


def test_two_fills_that_contradict_each_other(small: Small) -> None:
    text = 'fill f "…"\n  answers best(cards) then 1\nfill g "…"\n  answers best(cards) then 2'
    assert set(codes(small, text)) == {"contradictory-rulings"}


def test_a_pick_that_the_examples_rule_out(small: Small) -> None:
    small.add("aa", 'example more\n  "(3 to 1)"\n  shows value(Red) = 3')
    (problem,) = problems(small, 'pick red: four "…"')
    assert (problem.code, "`four`" in problem.message) == ("eliminated-reading", True)


@pytest.mark.parametrize("few", [rulings.FEW, 1])
def test_questions_with_many_situations_are_tried_in_some(
    small: Small, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr(rulings, "FEW", few)
    first = 'fill f "…"\n  answers taker(laid) then (the first l in laid).player'
    assert codes(small, first) == []
    small.add("aa", 'rule taking\n  "or more"\n  answers taker(laid) then (the last l in laid).player')
    assert codes(small, first) == ["overriding-ruling"]
    same = 'fill f "…"\n  answers taker(laid) then (the last l in laid).player'
    assert codes(small, same) == ["idle-ruling"]


def test_all_that_is_wrong_is_raised_at_once(small: Small) -> None:
    text = 'fill f "…"\n  answers hand_size() then 2\nfill g "…"\n  answers value(Grey) then 2'
    small.rule("aa", text)
    editions = small.editions()
    with pytest.raises(ArbitreError) as raised:
        rulings.refuse(editions, small.house(editions.game, "aa"))
    assert [p.code for p in raised.value.problems] == ["idle-ruling", "overriding-ruling"]
