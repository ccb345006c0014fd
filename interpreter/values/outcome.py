"""What becomes of a question in a situation."""

from dataclasses import dataclass
from enum import Enum

from dsl.types.values import Value


class Status(Enum):
    """Whether there is an answer, and how many."""

    SILENT = "silent"
    CONTRADICTORY = "contradictory"
    SETTLED = "settled"
    OPEN = "open"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A status with the answers admitted, sorted: one if settled, several if open, else none."""

    status: Status
    admits: tuple[Value, ...] = ()


SILENT = Outcome(Status.SILENT)
CONTRADICTORY = Outcome(Status.CONTRADICTORY)
BLOCKED = Outcome(Status.BLOCKED)
