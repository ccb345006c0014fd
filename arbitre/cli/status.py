"""The exit statuses. Of several, UNREADABLE goes before FOUND, and FOUND before UNDECIDED."""

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


def worst(statuses: Iterable[int]) -> int:
    """The status that stands for several."""
    order = (UNREADABLE, FOUND, UNDECIDED, FINE)
    return min(statuses, key=order.index, default=FINE)
