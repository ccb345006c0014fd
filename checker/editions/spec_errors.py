"""Errors of the specification that show in situations: a value outside its range, a question asked about what
cannot be, an expression without a value. Each is kept once, with the first situation that shows it. Nothing
is found, and nothing proved, of an edition in a situation in which it errs."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.text.errors import Problem
from dsl.text.span import NOWHERE, Span
from interpreter.evaluate.evaluate import SpecError
from interpreter.rulebook.rulebook import Situation

Cause = tuple[str, str, str, int, int]
"""An edition, a code, and a place of a file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SituationError:
    """An edition errs, so read, where `question` is asked in `situation`; `key`: in answering which question,
    innermost."""

    edition: str
    question: str
    situation: Situation
    interpretation: Mapping[str, str]
    problem: Problem
    key: tuple[str, Situation] | None

    @property
    def span(self) -> Span:
        """Where it shows."""
        return next(iter(self.problem.spans), NOWHERE)

    @property
    def cause(self) -> Cause:
        """By what errors are told apart."""
        return (self.edition, self.problem.code, self.span.path, self.span.line, self.span.column)


@dataclass(slots=True)
class SituationErrors:
    """All errors met in a check."""

    _first: dict[Cause, SituationError] = field(default_factory=dict)
    _about: dict[tuple[str, str], SituationError] = field(default_factory=dict)

    def note(
        self,
        edition: str,
        interpretation: Mapping[str, str],
        question: str,
        situation: Situation,
        error: SpecError,
    ) -> None:
        """Notes an error met in a situation; the smallest situations come first."""
        err = SituationError(
            edition=edition,
            question=question,
            situation=situation,
            interpretation=dict(interpretation),
            problem=error.problems[0],
            key=error.key,
        )
        self._about.setdefault((edition, question), err)
        self._first.setdefault(err.cause, err)

    def about(self, edition: str, question: str) -> SituationError | None:
        """The first error of an edition in situations of a question."""
        return self._about.get((edition, question))

    def all(self) -> list[SituationError]:
        """One of each cause, sorted."""
        return [self._first[cause] for cause in sorted(self._first)]
