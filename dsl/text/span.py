"""Places in files."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a file: path relative to the project, first line and column counted from 1."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span("", 0, 0, 0, 0)
