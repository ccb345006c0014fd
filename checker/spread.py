"""Work done part by part, by several processes: the same results in the same order for any number of them."""

import multiprocessing
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

_Part = TypeVar("_Part")
_Done = TypeVar("_Done")

_STATE: list[Any] = []  # what every part of the work of this process needs


def spread(
    work: Callable[[Any, _Part], _Done],
    shared: object,
    parts: Sequence[_Part],
    workers: int,
    size: Callable[[_Part], int],
) -> list[_Done]:
    """`work(shared, part)` for each part, in order. The largest by `size` are begun first. What is raised for
    the first of the parts, in order, for which anything is, is raised."""
    if workers <= 1 or len(parts) <= 1:
        return [work(shared, part) for part in parts]
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        min(workers, len(parts)), mp_context=spawning, initializer=_begin, initargs=(shared,)
    ) as pool:
        begun = {
            place: pool.submit(_do, work, parts[place])
            for place in sorted(range(len(parts)), key=lambda place: -size(parts[place]))
        }
        try:
            return [begun[place].result() for place in range(len(parts))]
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(shared: object) -> None:
    _STATE[:] = [shared]


def _do(work: Callable[[Any, _Part], _Done], part: _Part) -> _Done:
    return work(_STATE[0], part)
