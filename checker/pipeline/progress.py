"""How far a check is, as its parts tell it: which are done, and what is being done in the others."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Progress:
    """A `part` (a variant) is at `unit`, number `number` of about `of`; or it is done (`unit` is None). So
    many of all parts are `done`."""

    part: str
    unit: str | None
    number: int
    of: int
    done: int
    parts: int


@dataclass(slots=True)
class ProgressMerger:
    """Hears how far each part is, and hands it on to `hear`."""

    hear: Callable[[Progress], None]
    _parts: list[str] = field(default_factory=list)
    _done: set[int] = field(default_factory=set)

    def begin(self, parts: Sequence[str]) -> None:
        """These parts are to be done."""
        self._parts = list(parts)
        self._done.clear()

    def at(self, place: int, unit: str, number: int, of: int) -> None:
        """A part is at this."""
        self.hear(Progress(self._parts[place], unit, number, of, len(self._done), len(self._parts)))

    def is_done(self, place: int) -> None:
        """A part is done."""
        self._done.add(place)
        self.hear(Progress(self._parts[place], None, 0, 0, len(self._done), len(self._parts)))
