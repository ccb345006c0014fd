"""Ways to read an edition in play: each reading that is left of each doubt in play is met."""

import pytest

from checker.games.readings import ways_to_read
from tests.checker.small import Small

BLUE = """doubt blue() -> 0..9
  "(3 to 1)"
  asks "One or two?"
  under red: four
  reading one_point  "one" = 1
  reading two_points "two" = 2
"""


@pytest.fixture
def hanging(small: Small) -> Small:
    """A doubt that exists only by the second reading of another."""
    small.add("aa", BLUE)
    small.change("aa", "answers value(Blue) then 1", "answers value(Blue) then blue()")
    return small


def test_the_readings_of_a_doubt_come_with_those_it_hangs_on(hanging: Small) -> None:
    editions = hanging.editions()
    assert editions.readings_of("aa", "blue") == [
        {"red": "four", "blue": "one_point"},
        {"red": "four", "blue": "two_points"},
    ]
    editions.nogoods["aa"] = [{"blue": "one_point"}]
    assert editions.readings_of("aa", "blue") == [{"red": "four", "blue": "two_points"}]
    editions.nogoods["aa"] = [{"red": "four"}]
    assert editions.readings_of("aa", "blue") == []


def test_each_reading_of_a_doubt_that_hangs_on_another_is_met(hanging: Small) -> None:
    hanging.change("aa", "answers draws() then 1", "answers draws() then if value(Blue) = 1 then 1 else 0")
    editions = hanging.editions()
    ways = list(ways_to_read(editions, "plain", editions.edition("aa")))
    met = {(doubt, reading) for way in ways for doubt, reading in way.items()}
    assert {("red", "three"), ("blue", "one_point"), ("blue", "two_points")} <= met
