"""What comes of replaying a log."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.model import Clause, Game
from dsl.text.errors import ArbitreError, Problem
from dsl.types.values import Value
from interpreter.analysis.dependencies import Interpretation
from interpreter.play.common import Shared
from interpreter.play.setting import setting_name
from interpreter.play.state import Happening, State


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayProblem:
    """What is wrong, or in doubt, at an event (0: in the head; one more than there are: where the text
    breaks off).

    `code`: malformed, unknown-card, out-of-turn, illegal-move, impossible-card, wrong-claim, after-end,
    silent, disputed, too-many-ways, changed. `legal`: what could have been chosen. `clauses`: the
    clauses that decide it, in order. `readings`: where it is disputed, the doubts on which it hangs, with the
    readings under which it stands.
    """

    event: int
    line: int
    code: str
    message: str
    player: str | None = None
    legal: tuple[Value, ...] = ()
    clauses: tuple[Clause, ...] = ()
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """What came of a log.

    `status`: valid, invalid, disputed, unfinished, unreadable, undecided. `events`: how many there are;
    `repairs`: what lenient reading put right. `state`: where the game stands at the end (of the ways that are
    left, the first), `shared` what all these have in common of it; `scores` and `winners` if all agree on
    them. `happened`: what the game did by itself after the last event replayed (before the first, if there is
    none). `interpretations`: those left; `stands`: the doubts that tell them from those under which it does
    not stand, with their readings (none: all are left). `reached`: the last event looked at, where some
    after it were not. `changed`: what is not as it was when the log was written, by its fingerprint (rules,
    rulings, deck). `failed`: the program itself failed in it.
    """

    path: str
    first_line: int
    status: str
    game: Game | None = None
    variant: str = ""
    options: tuple[str, ...] = ()
    edition: str | None = None
    rulings: tuple[str, ...] = ()
    events: int = 0
    problems: tuple[ReplayProblem, ...] = ()
    repairs: tuple[ReplayProblem, ...] = ()
    state: State | None = None
    shared: Shared | None = None
    happened: tuple[Happening, ...] = ()
    waits_for: str = ""
    scores: Mapping[str, int] = field(default_factory=dict)
    winners: tuple[str, ...] | None = None
    interpretations: tuple[Interpretation, ...] = ()
    stands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    reached: int | None = None
    changed: tuple[str, ...] = ()
    unreadable: tuple[Problem, ...] = ()
    failed: bool = False

    @property
    def name(self) -> str | None:
        """GAME/VARIANT+OPTION; None where the game is not known."""
        return None if self.game is None else setting_name(self.game.name, self.variant, self.options)

    @property
    def exit_status(self) -> int:
        """5: the program failed; 3: it cannot be read; 1: it breaks a rule, or is in dispute; 4: undecided;
        0: valid or unfinished."""
        codes = {problem.code for problem in self.problems}
        if self.failed:
            return 5
        if self.status == "unreadable" or "malformed" in codes:
            return 3
        if self.status in ("invalid", "disputed"):
            return 1
        return 4 if self.status == "undecided" else 0


def unreadable(path: str, first_line: int, error: ArbitreError) -> Replay:
    """The result for a log of which nothing can be said: it cannot be read, or the specification errs."""
    problems = tuple(
        ReplayProblem(event=0, line=_line_in(path, p, first_line), code="malformed", message=full_text(p))
        for p in error.problems
    )
    return Replay(
        path=path, first_line=first_line, status="unreadable", problems=problems, unreadable=error.problems
    )


def _line_in(path: str, problem: Problem, default: int) -> int:
    """The line of this file where a problem is, else `default`."""
    return next((span.line for span in problem.spans if span.line > 0 and span.path == path), default)


def line_of(problem: Problem, default: int) -> int:
    """The line where a problem is, else `default`."""
    return next((span.line for span in problem.spans if span.line > 0), default)


def full_text(problem: Problem) -> str:
    """The message with its help."""
    return problem.message if problem.help is None else f"{problem.message} ({problem.help})"
