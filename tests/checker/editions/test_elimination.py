"""What printed examples strike: interpretations, exactly, and in the fewest words."""

from itertools import product

from checker.editions.editions import Editions
from checker.editions.elimination import (
    judge,
    no_survivors,
    smallest_choices,
    strike,
    strike_by_examples,
    together,
)
from tests.checker.small import Small

THREE, FOUR = {"red": "three"}, {"red": "four"}
BLUE = """
doubt blue() -> 0..9
  "Blue one"
  asks "One, or two?"
  reading one_point "one" = 1
  reading two_points "two" = 2
"""


def shows(small: Small, *claims: str) -> Editions:
    """Edition aa with an example for each of these claims."""
    for number, claim in enumerate(claims):
        small.add("aa", f'example more{number}\n  "(3 to 1)"\n  shows {claim}')
    return small.editions()


def two_doubts(small: Small) -> None:
    small.add("aa", BLUE)
    small.change("aa", "answers value(Blue) then 1", "answers value(Blue) then blue()")


def left(editions: Editions) -> list[dict[str, str]]:
    return editions.survivors("aa", "value")


def test_an_example_that_holds_whatever_is_read_strikes_nothing(small: Small) -> None:
    assert strike_by_examples(small.editions()) == []


def test_an_example_strikes_the_reading_under_which_it_is_settled_otherwise(small: Small) -> None:
    editions = shows(small, "value(Red) = 3")
    (struck,) = strike_by_examples(editions)
    assert (struck.edition, struck.readings, struck.cause) == ("aa", FOUR, "aa.more0")
    assert "value(Red) = 3" in struck.because
    assert left(editions) == [THREE]
    assert editions.survivors("bb", "value") == [THREE, FOUR]


def test_each_assertion_is_evidence_by_itself(small: Small) -> None:
    editions = shows(small, "value(Grey) = 7\n  shows value(Red) = 3")
    strike_by_examples(editions)
    assert editions.nogoods == {"aa": [FOUR]}


def test_what_fails_under_every_interpretation_strikes_nothing(small: Small) -> None:
    assert strike_by_examples(shows(small, "value(Red) = 5")) == []


def test_what_is_silent_strikes_nothing(small: Small) -> None:
    assert strike_by_examples(shows(small, "best({Red}) = value(Red)")) == []


def test_only_the_doubts_that_matter_are_named(small: Small) -> None:
    two_doubts(small)
    editions = shows(small, "value(Blue) = 1")
    strike_by_examples(editions)
    assert editions.nogoods == {"aa": [{"blue": "two_points"}]}


def test_readings_can_be_struck_together(small: Small) -> None:
    two_doubts(small)
    editions = shows(small, "value(Red) + value(Blue) < 6")
    eliminated = strike_by_examples(editions)
    assert editions.nogoods == {"aa": [{"red": "four", "blue": "two_points"}]}
    assert [e.readings for e in eliminated] == editions.nogoods["aa"]
    assert len(left(editions)) == 3


def test_a_reading_with_which_nothing_is_left_is_told_by_itself(small: Small) -> None:
    two_doubts(small)
    editions = shows(small, "value(Red) + value(Blue) < 6", "value(Red) + value(Blue) != 5")
    eliminated = strike_by_examples(editions)
    assert left(editions) == [{"red": "three", "blue": "one_point"}]
    alone = {(d, r): e.cause for e in eliminated if len(e.readings) == 1 for d, r in e.readings.items()}
    assert alone == {("red", "four"): "aa.more0, aa.more1", ("blue", "two_points"): "aa.more0, aa.more1"}


def test_where_nothing_would_be_left_nothing_is_struck(small: Small) -> None:
    editions = shows(small, "value(Red) = 3", "value(Red) = 4", "value(Blue) = 1")
    assert strike_by_examples(editions) == []
    (clash,) = together(editions, editions.edition("aa"), judge(editions, editions.edition("aa")))
    assert [j.cause for j in clash.assertions] == ["aa.more0", "aa.more1"]
    assert strike(editions, {"aa": [THREE, FOUR]}) == ("aa",)
    assert left(editions) == [THREE, FOUR]


def test_striking_adds_to_what_is_struck(small: Small) -> None:
    editions = small.editions()
    assert strike(editions, {"aa": [FOUR]}) == ()
    assert strike(editions, {"aa": [FOUR]}) == ()
    assert strike(editions, {"aa": [THREE]}) == ("aa",)
    assert editions.nogoods == {"aa": [FOUR]}


def test_an_example_of_one_reading_says_nothing_of_another(small: Small) -> None:
    small.add("aa", 'example more\n  "(3 to 1)"\n  under red: four\n  shows value(Blue) = 2')
    editions = small.editions()
    assert strike_by_examples(editions) == []
    (judged,) = [j for j in judge(editions, editions.edition("aa")) if j.example.name == "more"]
    assert judged.fails and judged.elsewhere == (THREE,)


def test_a_doubt_that_hangs_on_another_is_struck_only_where_it_exists(small: Small) -> None:
    small.add("aa", BLUE.replace("  reading one_point", "  under red: four\n  reading one_point"))
    small.change("aa", "answers value(Blue) then 1", "answers value(Blue) then blue()")
    editions = shows(small, "value(Blue) = 1")
    edition = editions.edition("aa")
    strike_by_examples(editions)
    assert left(editions) == [THREE, {"red": "four", "blue": "one_point"}]
    both = [{"blue": "one_point"}, {"blue": "two_points"}]
    assert not no_survivors(edition, both)
    assert no_survivors(edition, [*both, THREE])


def test_smallest_choices_cover_what_is_chosen_and_nothing_else() -> None:
    everything = [{"a": a, "b": b} for a, b in product("12", "123")]
    for mask in range(1, 2 ** len(everything)):
        chosen = [e for place, e in enumerate(everything) if mask >> place & 1]
        found = smallest_choices(chosen, everything)
        assert [e for e in everything if any(f.items() <= e.items() for f in found)] == chosen
        for one in found:
            for doubt in one:
                fewer = {d: r for d, r in one.items() if d != doubt}
                assert any(fewer.items() <= e.items() for e in everything if e not in chosen)
