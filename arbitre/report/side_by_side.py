"""One log by several editions and readings, side by side: the events where they part, and under what the
whole log stands."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from arbitre.commands.replaying import Replayed
from interpreter.replay.replay import Replay, ReplayProblem

STANDS = "stands"
NOT_REACHED = "not reached"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """What came of the log by one edition, and under one reading of a doubt where `reading` has one (none:
    under all that are left)."""

    edition: str
    result: Replay
    reading: tuple[str, str] | None = None

    @property
    def name(self) -> str:
        """`es`, or `es DOUBT=READING`."""
        return self.edition if self.reading is None else f"{self.edition} {'='.join(self.reading)}"

    def at(self, event: int) -> ReplayProblem | None:
        """The first problem at an event (0: the head)."""
        return next((problem for problem in self.result.problems if problem.event == event), None)

    def verdict(self, event: int) -> str:
        """`stands`, the code of the problem, or `not reached` after the last event that was looked at."""
        problem = self.at(event)
        if problem is not None:
            return problem.code
        last = self.result.reached
        return NOT_REACHED if last is not None and event > last else STANDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An event (0: the head) at which something is wrong or in doubt and the columns part: its line, and the
    verdict of each column."""

    event: int
    line: int
    verdicts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBySide:
    """The columns of one log, and the rows where they part."""

    path: str
    document: int
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def in_columns(replayed: Iterable[Replayed]) -> Iterator[SideBySide]:
    """What came of each log by several editions and readings, side by side."""
    for (path, document), several in groupby(replayed, key=lambda each: (each.path, each.document)):
        of_log = list(several)
        log = of_log[0].log
        lines = {} if log is None else {event.number: event.span.line for event in log.events}
        columns = [
            Column(edition=r.result.edition or "?", result=r.result, reading=r.reading) for r in of_log
        ]
        yield _side_by_side(path, document, columns, lines)


def _side_by_side(
    path: str, document: int, columns: Sequence[Column], lines: Mapping[int, int]
) -> SideBySide:
    """The columns of a log with the events at which they part; `lines`: the line of each event."""
    rows = tuple(_rows(columns, lines))
    return SideBySide(path=path, document=document, columns=tuple(columns), rows=rows)


def _rows(columns: Sequence[Column], lines: Mapping[int, int]) -> Iterator[Row]:
    told = sorted({problem.event for column in columns for problem in column.result.problems})
    for event in told:
        verdicts = tuple(column.verdict(event) for column in columns)
        if len(set(verdicts)) > 1:
            yield Row(event=event, line=lines.get(event, _line(columns, event)), verdicts=verdicts)


def _line(columns: Sequence[Column], event: int) -> int:
    return next(problem.line for column in columns if (problem := column.at(event)) is not None)
