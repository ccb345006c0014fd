"""Work done part by part, by several processes: the same results in the same order for any number of them."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from checker.pipeline.progress import ProgressMerger
from interpreter.runtime.workers import Done, Lost, Refused, Tell, in_parts

_Part = TypeVar("_Part")
_Done = TypeVar("_Done")


def run_in_processes(
    work: Callable[[Any, _Part, Tell], _Done],
    shared: object,
    parts: Sequence[_Part],
    workers: int,
    size: Callable[[_Part], int],
    told: ProgressMerger | None = None,
) -> list[_Done | Lost]:
    """`work(shared, part, tell)` for each part, in order; of one that the program failed to do, or did not
    get to, how it was lost. The largest by `size` are begun first. What is raised for the first of the
    parts, in order, for which an ArbitreError is, is raised. `told` hears how far each is."""
    order = sorted(range(len(parts)), key=lambda place: -size(parts[place])) if workers > 1 else None
    found = {}
    for place, outcome in in_parts(work, shared, parts, workers, order, None if told is None else told.at):
        found[place] = outcome
        if told is not None:
            told.is_done(place)
    results: list[_Done | Lost] = []
    for place in range(len(parts)):
        match found[place]:
            case Refused(error):
                raise error
            case Done(result):
                results.append(result)
            case Lost() as lost:
                results.append(lost)
    return results
