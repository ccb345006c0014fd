"""Each way that what is unknown may turn out."""

from collections.abc import Callable
from typing import TypeVar

from interpreter.optimize.planning.terms import Atom, Unplanned

MOST_PATHS = 400

_T = TypeVar("_T")


class Path:
    """One way: what is not decided by `choices` turns out false."""

    def __init__(self, choices: tuple[bool, ...]) -> None:
        self._choices = choices
        self.taken: list[bool] = []
        self.decided: dict[Atom, bool] = {}

    def decide(self, atom: Atom) -> bool:
        """How it turns out; the same again for the same atom."""
        if atom not in self.decided:
            at = len(self.taken)
            self.taken.append(self._choices[at] if at < len(self._choices) else False)
            self.decided[atom] = self.taken[-1]
        return self.decided[atom]


def explored(run: Callable[[Path], _T]) -> list[tuple[dict[Atom, bool], _T]]:
    """What `run` gives on each path, with what was decided there. Raises Unplanned if they are too many."""
    found: list[tuple[dict[Atom, bool], _T]] = []
    pending: list[tuple[bool, ...]] = [()]
    while pending:
        choices = pending.pop()
        if len(found) == MOST_PATHS:
            raise Unplanned
        path = Path(choices)
        found.append((path.decided, run(path)))
        taken = tuple(path.taken)
        pending += [(*taken[:at], True) for at in range(len(choices), len(taken))]
    return found
