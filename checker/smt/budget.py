"""What a search may cost, by counted work, and what is said where that does not suffice.

Work is counted in Z3's deterministic resource units and in the terms that are made, never by a clock: what is
given up is the same on every machine. The clock and the bound of Z3's memory are backstops only.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import z3

from checker.editions.combinations import TooManyCombinations
from checker.editions.editions import MOST_INTERPRETATIONS, TooManyInterpretations
from checker.smt.formulas import SolverContext, TooManyTerms
from checker.smt.values import NotEncodable
from dsl.text.errors import Portable
from dsl.text.messages import Said, reason
from interpreter.runtime.budget import WORK

DEFAULT_EFFORT = 50_000_000
"""What one query may cost, in Z3's deterministic resource units."""
PURSE = 6
"""So many times as much all queries about one question may cost together."""
QUERY = 2_000
"""What a query costs at least, in the same units."""
MOST_TERMS = 600_000
"""So many terms may be made for one question."""
MOST_STEPS = 2_000_000
"""What the search of one question may cost, in steps of the evaluator."""
BACKSTOP_MS = 120_000

HELP = Said("a stronger `needs`, smaller bounds, or a larger `--effort` would help")


class QueryUndecided(Portable):
    """A query was not decided within its budget."""


GIVEN_UP = (
    QueryUndecided,
    NotEncodable,
    TooManyCombinations,
    TooManyInterpretations,
    TooManyTerms,
    z3.Z3Exception,
    MemoryError,
    RecursionError,
)
"""What ends a search without a result: too much to ask, or nothing that can be asked."""


def why(error: BaseException) -> str:
    """Why something was given up, in words (never the solver's own)."""
    match error:
        case TooManyInterpretations(edition=edition):
            return Said(
                "`{edition}` has more than {n} interpretations here", edition=edition, n=MOST_INTERPRETATIONS
            )
        case NotEncodable():
            return Said("the solver cannot be asked: {what}", what=reason(error))
        case TooManyTerms():
            return Said("it takes more than {n} terms; {help}", n=MOST_TERMS, help=HELP)
        case z3.Z3Exception() | MemoryError() | RecursionError():
            return Said("it takes more memory than there is; {help}", help=HELP)
        case _:
            return reason(error)  # type: ignore[arg-type]


def undecided(told: str) -> QueryUndecided:
    """That a query was not decided, by what the solver tells of it. Raises KeyboardInterrupt where it was
    interrupted (which the solver hears before the program does)."""
    if "interrupted" in told:
        raise KeyboardInterrupt
    if "memory" in told or "memout" in told:
        return QueryUndecided(Said("it takes more memory than there is; {help}", help=HELP))
    if "resource" in told or "rlimit" in told or "canceled" in told or "timeout" in told:
        return QueryUndecided(Said("one query takes more than its effort; {help}", help=HELP))
    return QueryUndecided(Said("the solver does not decide it"))


def too_much_work() -> QueryUndecided:
    """That it takes too many steps of the evaluator."""
    return QueryUndecided(
        Said("it takes more than {most} steps to work it out; {help}", most=MOST_STEPS, help=HELP)
    )


def check_work() -> None:
    """Raises Unknown where the evaluator has done all that a search may cost."""
    if WORK.most is not None and WORK.steps >= WORK.most:
        raise too_much_work()


@dataclass(slots=True)
class QueryBudget:
    """What is left for the queries about one question. `effort`: what one may cost."""

    effort: int = DEFAULT_EFFORT
    left: int = field(init=False)
    terms: int = MOST_TERMS
    steps: int = MOST_STEPS

    def __post_init__(self) -> None:
        self.left = PURSE * self.effort

    @contextmanager
    def open(self) -> Iterator[None]:
        """While this lasts, terms and the evaluator's steps are paid for. Raises TooManyTerms where none are
        left."""
        made, done, most = SolverContext.made, WORK.steps, WORK.most
        WORK.most = done + self.steps
        try:
            with SolverContext.making(self.terms):
                yield
        finally:
            WORK.most = most
            self.terms = max(0, self.terms - (SolverContext.made - made))
            self.steps = max(0, self.steps - (WORK.steps - done))

    def pay(self, solver: z3.Solver) -> None:
        """Takes what the last query of a solver cost, and what was done since the one before."""
        count = _count(solver)
        self.left -= QUERY + max(0, count - SolverContext.counted)
        SolverContext.counted = count

    def check(self) -> None:
        """Raises Unknown where nothing is left."""
        if self.left <= 0:
            raise QueryUndecided(
                Said("all its queries together take more than their effort; {help}", help=HELP)
            )


def _count(solver: z3.Solver) -> int:
    """Z3's count of the work done so far in the context of a solver."""
    told = solver.statistics()
    return int(told.get_key_value("rlimit count")) if "rlimit count" in told else 0
