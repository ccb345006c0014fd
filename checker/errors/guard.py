"""What keeps a failure in one part of a check from taking away the rest.

A check is done in units: a question, a kind of finding, a claim. An error of the specification that is met in
one becomes a finding; what the program itself fails to do is told as such; an interruption leaves
out the units that are still to be done.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from checker.findings.findings import Failed
from checker.smt.budget import GIVEN_UP, why
from dsl.text.errors import ArbitreError, Problem
from dsl.text.messages import Said
from interpreter.runtime.workers import INTERRUPTED, Lost, Tell, failure
from interpreter.values.context import TooManySteps

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class UnitError:
    """An error of the specification that was met in a unit, which for that was not done. `unit`: what it
    was to do, a sentence; `question`: about which question, if about one."""

    unit: str
    question: str | None
    problem: Problem


@dataclass(slots=True)
class Guard:
    """The units of the check of one variant. `met`: errors of the specification; `failed`: what was not done;
    `tell` hears what is being done, as number so-and-so of about `units`. `raising`: nothing is noted."""

    game: str
    variant: str
    units: int = 0
    tell: Tell | None = None
    raising: bool = False
    met: list[UnitError] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)
    interrupted: bool = False
    _begun: int = 0

    def gather(self, unit: str, work: Callable[[], Iterable[_T]], *, anyway: bool = False) -> list[_T]:
        """All that `work` gives; nothing where it cannot be done. See `attempt`."""
        return self.attempt(unit, lambda: list(work()), anyway=anyway) or []

    def attempt(
        self, unit: str, work: Callable[[], _T], question: str | None = None, *, anyway: bool = False
    ) -> _T | None:
        """What `work` gives, which is about a question; None where it cannot be done. `anyway`: also after an
        interruption, as it only puts together what is known."""
        self._begun += 1
        if self.tell is not None and not self.interrupted:
            self.tell(unit, min(self._begun, self.units), self.units)
        if self.raising:
            return work()
        if self.interrupted and not anyway:
            self.lose(unit, INTERRUPTED)
            return None
        try:
            return work()
        except TooManySteps as error:
            self.lose(unit, Lost("undone", error.problems[0].message))
        except ArbitreError as error:
            self.met += [UnitError(unit, question, problem) for problem in error.problems]
            self.lose(unit, Lost("undone", why_not(error.problems[0])))
        except GIVEN_UP as error:
            self.lose(unit, Lost("undone", why(error)))
        except (Exception, KeyboardInterrupt) as error:
            self.lose(unit, failure(error))
        return None

    def lose(self, unit: str, lost: Lost) -> None:
        """Notes that a unit was not done."""
        self.interrupted = self.interrupted or lost.sort == "interrupted"
        self.failed.append(failed(self.game, self.variant, unit, lost))


def failed(game: str, variant: str, unit: str, lost: Lost) -> Failed:
    """What was lost of a check."""
    return Failed(game=game, variant=variant, unit=unit, sort=lost.sort, because=lost.because)


def why_not(problem: Problem) -> str:
    """Why something is undecided that meets an error of the specification."""
    return Said("the specification cannot be followed everywhere: {problem}", problem=problem.message)
