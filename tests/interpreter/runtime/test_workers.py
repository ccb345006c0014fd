"""Work in parts: what is lost in one takes no other with it, and no worker is left behind."""

import importlib
import inspect
import os
import pickle
import pkgutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsl.text.errors import ArbitreError, Portable, fail
from dsl.text.span import Span
from interpreter.evaluate.evaluate import SpecError
from interpreter.runtime.workers import INTERRUPTED, KILLED, Done, Lost, Outcome, Refused, Tell, in_parts

ROOT = Path(__file__).resolve().parents[3]


def worked(factor: int, number: int, tell: Tell) -> object:
    """Times the factor; what goes wrong goes by the number."""
    tell("it", 1, 2)
    match number:
        case 1:
            raise fail("odd", "`1` is odd")
        case 2:
            raise MemoryError
        case 3:
            raise ValueError("odd")
        case 4:
            return lambda: 4  # which cannot be handed on
        case 5:
            raise SpecError("odd", "`5` is odd", Span("a.rules", 1, 2, 1, 3))
        case 6:
            raise KeyboardInterrupt
        case 7:
            os.kill(os.getpid(), signal.SIGKILL)
    return factor * number


def outcomes(numbers: list[int], workers: int) -> dict[int, Outcome[object]]:
    return {numbers[place]: outcome for place, outcome in in_parts(worked, 3, numbers, workers)}


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_lost_takes_no_other_with_it(workers: int) -> None:
    found = outcomes([8, 1, 2, 3, 5, 9], workers)
    assert (found[8], found[9]) == (Done(24), Done(27))
    assert isinstance(found[1], Refused) and str(found[1].error) == "odd: `1` is odd"
    assert isinstance(found[5], Refused) and isinstance(found[5].error, SpecError)
    assert found[5].error.code == "odd"
    assert found[2] == Lost("failed", "there is not enough memory")
    assert isinstance(found[3], Lost) and "ValueError (odd), at tests/interpreter/" in found[3].because


def test_a_worker_that_is_killed_loses_its_part_alone() -> None:
    found = outcomes([7, 8, 4, 9, 10], 2)
    assert found[7] == KILLED
    assert (found[8], found[9], found[10]) == (Done(24), Done(27), Done(30))
    assert isinstance(found[4], Lost) and "pickle" in found[4].because


def test_an_interruption_leaves_what_is_done() -> None:
    assert outcomes([8, 6, 9], 1) == {8: Done(24), 6: INTERRUPTED, 9: INTERRUPTED}


def test_how_far_the_parts_are_is_heard() -> None:
    heard: list[tuple[int, str, int, int]] = []
    list(in_parts(worked, 3, [8, 9], 2, None, lambda *told: heard.append(told)))
    assert sorted(heard) == [(0, "it", 1, 2), (1, "it", 1, 2)]


SLOW = """
import os, sys, time
sys.path.insert(0, {root!r})
from interpreter.runtime.workers import in_parts

def work(shared, part, tell):
    print(os.getpid(), flush=True)
    time.sleep({seconds})
    return part

if __name__ == "__main__":
    for place, outcome in in_parts(work, None, [1, 2, 3], 2):
        print(place, outcome, flush=True)
"""


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A program with two workers, both of them at work for long."""
    script = tmp_path / "slow.py"
    script.write_text(SLOW.format(root=str(ROOT), seconds=600), "utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as program:
        yield program
        program.kill()


def workers_of(program: subprocess.Popen[str]) -> list[int]:
    assert program.stdout is not None
    return [int(program.stdout.readline()) for _ in range(2)]


def is_there(process: int) -> bool:
    """Whether a process is running (one that has ended may still wait to be looked after)."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="there is no list of processes")
def test_workers_end_with_a_parent_that_is_killed(slow: subprocess.Popen[str]) -> None:
    workers = workers_of(slow)
    assert all(map(is_there, workers))
    slow.kill()
    slow.wait()
    for _ in range(400):
        if not any(map(is_there, workers)):
            break
        time.sleep(0.05)
    assert not any(map(is_there, workers))


def test_an_interruption_is_handed_on(slow: subprocess.Popen[str]) -> None:
    workers_of(slow)
    slow.send_signal(signal.SIGINT)
    assert slow.stdout is not None
    told = slow.stdout.read()
    assert slow.wait() == 0
    assert [told.count("interrupted"), told.count("Done")] == [6, 0]  # the sort and the sentence of each


def exceptions() -> Iterator[type[BaseException]]:
    """Every class of exceptions of the project."""
    for package in ("dsl", "interpreter", "checker", "arbitre"):
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if module.name == "arbitre.__main__":
                continue
            for _, sort in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                if issubclass(sort, Exception) and sort.__module__ == module.name:
                    yield sort


def test_every_exception_can_be_handed_on_by_another_process() -> None:
    every = list(exceptions())
    assert len(every) > 15
    for sort in every:
        assert issubclass(sort, Portable), sort
        error = sort.__new__(sort, "one", 2)
        error.__dict__.update(place=("here", 3))
        back = pickle.loads(pickle.dumps(error))
        assert (type(back), back.args, back.__dict__) == (sort, error.args, error.__dict__)


def test_an_error_comes_back_whole() -> None:
    error = SpecError("no-value", "there is none", Span("a.rules", 1, 2, 1, 3))
    error.asked("value", (1,))
    back = pickle.loads(pickle.dumps(error))
    assert isinstance(back, ArbitreError)
    assert (back.problems, back.code, back.key, str(back)) == (
        error.problems,
        error.code,
        error.key,
        str(error),
    )
