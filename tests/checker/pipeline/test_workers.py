"""The same results in the same order, for any number of processes."""

from pathlib import Path

import pytest

import checker
from checker.pipeline.workers import run_in_processes
from dsl.load import load_project
from dsl.text.errors import ArbitreError, fail
from interpreter.runtime.workers import Tell

ROOT = Path(__file__).resolve().parents[3]


def times(factor: int, number: int, _tell: Tell) -> int:
    return factor * number


def odd_fails(_: object, number: int, _tell: Tell) -> int:
    if number % 2:
        raise fail("odd", f"`{number}` is odd")
    return number


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_are_in_order(workers: int) -> None:
    assert run_in_processes(times, 3, [4, 1, 2], workers, size=lambda part: part) == [12, 3, 6]
    assert run_in_processes(times, 3, [], workers, size=lambda part: part) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_failure_in_order_is_raised(workers: int) -> None:
    with pytest.raises(ArbitreError) as caught:
        run_in_processes(odd_fails, None, [2, 3, 5], workers, size=lambda part: part)
    assert [problem.message for problem in caught.value.problems] == ["`3` is odd"]


def test_a_check_is_the_same_for_any_number_of_workers() -> None:
    project = load_project(ROOT)
    targets = ["emotrions/standard+hidden", "emotrions/standard+emotrions_start"]
    assert checker.check(project, targets) == checker.check(project, targets, workers=2)
