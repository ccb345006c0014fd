"""The page that text reports are written on: how wide, with what colours, and the small shapes they share."""

import io
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO, cast

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from interpreter.rulebook.situations import printable

WIDTH = 80
"""How wide a page is that is no terminal."""
WIDEST = 100
"""How wide a page is at most."""


def page(stream: TextIO | None = None, environ: Mapping[str, str] | None = None) -> Console:
    """A page on `stream` (else standard output): in colour only on a terminal, and neither with NO_COLOR
    nor with TERM=dumb. Markup, highlighting and emoji codes in texts mean nothing."""
    stream = sys.stdout if stream is None else stream
    environ = os.environ if environ is None else environ
    terminal = stream.isatty()
    plain = not terminal or bool(environ.get("NO_COLOR")) or environ.get("TERM") == "dumb"
    console = _Page(
        file=stream if terminal else cast(TextIO, _Trimmed(stream)),
        force_terminal=False if plain else None,
        color_system=None if plain else "auto",
        width=None if terminal else WIDTH,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=False,
    )
    if terminal and console.width > WIDEST:
        console.width = WIDEST
    return console


@contextmanager
def working(what: str, environ: Mapping[str, str] | None = None) -> Iterator[None]:
    """Says on standard error that something is being done, for as long as it lasts, if that is a terminal."""
    environ = os.environ if environ is None else environ
    if not sys.stderr.isatty() or environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        yield
        return
    with Console(file=sys.stderr, markup=False).status(Text(what)):
        yield


class _Page(Console):
    """A console that leaves it to the command what comes of a reader who has gone."""

    def on_broken_pipe(self) -> None:
        """Raises BrokenPipeError on."""
        raise BrokenPipeError


class _Trimmed(io.TextIOBase):
    """A stream that leaves out the white space at the ends of lines."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._waiting = ""

    def write(self, text: str) -> int:
        """Writes the lines that are complete; what is left of a line waits for its end."""
        *lines, self._waiting = (self._waiting + text).split("\n")
        for line in lines:
            self._stream.write(line.rstrip(" ") + "\n")
        return len(text)

    def flush(self) -> None:
        """Hands on what was written."""
        self._stream.flush()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """That of the stream."""
        return self._stream.encoding or "utf-8"


def grid(rows: Iterable[tuple[str | Text, ...]], *, indent: int = 2, gap: int = 2) -> Padding:
    """Rows of cells in columns, indented; the last column takes what is left, and wraps."""
    lines = [tuple(_cell(cell) for cell in row) for row in rows]
    columns = max((len(line) for line in lines), default=0)
    table = Table.grid(padding=(0, gap, 0, 0), pad_edge=False)
    for number in range(columns):
        table.add_column(no_wrap=False, overflow="fold", ratio=None, min_width=_least(lines, number, columns))
    for line in lines:
        table.add_row(*line)
    return Padding(table, (0, 0, 0, indent))


def _least(lines: list[tuple[Text, ...]], number: int, columns: int) -> int | None:
    """The least width of a column: all that it needs (to a bound), but for the last."""
    if number == columns - 1:
        return None
    return min(24, max((line[number].cell_len for line in lines if number < len(line)), default=0))


def _cell(cell: str | Text) -> Text:
    return cell if isinstance(cell, Text) else Text(clean(cell))


def clean(text: str) -> str:
    """A text from outside, on one line, with characters that would steer a terminal as escapes."""
    return printable(" ".join(text.split()))


def paragraph(console: Console, text: str, *, indent: int = 0, style: str = "") -> None:
    """A paragraph, wrapped."""
    console.print(Padding(Text(clean(text), style=style), (0, 0, 0, indent)))


def one_line(console: Console, text: str, *, indent: int = 0, style: str = "") -> None:
    """A line that is never broken (an identifier, a command), so that it can be copied."""
    console.print(Text(" " * indent + clean(text), style=style), soft_wrap=True)


def heading(console: Console, text: str) -> None:
    """The heading of a section, with a line under it."""
    console.print()
    console.print(Text(clean(text), style="bold"))
    console.print(Text("─" * min(console.width, max(4, Text(clean(text)).cell_len)), style="dim"))
