"""The exit statuses. Of several goes before others: INTERNAL, then UNREADABLE, FOUND, UNDECIDED."""

from collections.abc import Iterable

FINE = 0
"""Nothing found; the log is valid; the editions agree."""
FOUND = 1
"""Findings; a log that breaks a rule or is in dispute; editions that do not agree."""
USAGE = 2
"""A command line that cannot be carried out."""
UNREADABLE = 3
"""A specification, situation or log that cannot be read."""
UNDECIDED = 4
"""Something is undecided."""

INTERNAL = 5
"""A failure of the program itself, in a part of the work at least."""
INTERRUPTED = 130
"""Ctrl-C: what is known by then is told."""


def worst(statuses: Iterable[int]) -> int:
    """The status that stands for several."""
    order = (INTERRUPTED, INTERNAL, UNREADABLE, FOUND, UNDECIDED, FINE)
    return min(statuses, key=order.index, default=FINE)
