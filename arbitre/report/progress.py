"""How far the work is, on the standard error: a line that changes on a terminal, else a line now and then.

Only a terminal that is to show no colour, and whoever asks for quiet, see less: see `showing`.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.text import Text

from arbitre.wording.catalogue import _, say
from checker.pipeline.progress import Progress, ProgressMerger

SELDOM = 20.0
"""Seconds after which a line is written where nothing was done meanwhile."""


@contextmanager
def showing(
    what: str, quiet: bool = False, environ: Mapping[str, str] | None = None
) -> Iterator[ProgressMerger | None]:
    """Shows how far the work is, for as long as it lasts: what it is, and what is told. Nothing where quiet
    is wanted."""
    environ = os.environ if environ is None else environ
    if quiet:
        yield None
        return
    if not sys.stderr.isatty() or environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
        yield ProgressMerger(Lines(sys.stderr, time.monotonic))
        return
    with Console(file=sys.stderr, markup=False).status(Text(what)) as status:
        yield ProgressMerger(lambda progress: status.update(Text(said(progress))))


class Lines:
    """Writes a line for each part that is done, where there are several; and for what is being done, where
    nothing was written for `SELDOM` seconds by this clock."""

    def __init__(self, stream: TextIO, clock: Callable[[], float]) -> None:
        self._stream = stream
        self._clock = clock
        self._last = clock()

    def __call__(self, progress: Progress) -> None:
        """Tells it, or not."""
        now = self._clock()
        if now - self._last < SELDOM and (progress.unit is not None or progress.parts == 1):
            return
        self._last = now
        print(said(progress), file=self._stream, flush=True)


def said(progress: Progress) -> str:
    """How far the work is, on one line."""
    if progress.unit is None:
        return _(
            "{done} of {parts}: {part} is done", done=progress.done, parts=progress.parts, part=progress.part
        )
    return _(
        "{done} of {parts} done; {part}: {unit} ({number} of about {of})",
        done=progress.done,
        parts=progress.parts,
        part=progress.part,
        unit=say(progress.unit),
        number=progress.number,
        of=progress.of,
    )
