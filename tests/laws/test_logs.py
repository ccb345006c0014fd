"""A log with less in it is never more guilty; a breach is named at its event, or less is told.

Over many logs: `benchmarks/laws.py`.
"""

from functools import cache
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.load import load_project
from dsl.model import Project
from tests.laws.logs import law_of_breaches, law_of_less

FEW = settings(max_examples=4, derandomize=True, deadline=None, database=None)
GAMES = ("emotrions/standard", "emotrions/pareo")
SEEDS = st.integers(0, 10_000)
MOST = 5  # events of a log


@cache
def shipped() -> Project:
    return load_project(Path(__file__).parents[2])


@given(SEEDS)
@FEW
def test_less_is_never_more_guilty(seed: int) -> None:
    assert law_of_less(shipped(), seed, MOST, GAMES)[1] is None


@given(SEEDS)
@FEW
def test_a_breach_is_named_at_its_event_or_less_is_told(seed: int) -> None:
    assert law_of_breaches(shipped(), seed, MOST, GAMES)[1] is None
