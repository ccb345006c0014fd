"""Why a question is answered as it is, step by step, as data."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dsl.model import Clause, Expr, Origin
from dsl.text.errors import ArbitreError
from dsl.types.values import Value
from interpreter.analysis.dependencies import answer_parts
from interpreter.evaluate.clauses import called_for
from interpreter.evaluate.evaluate import Blocked
from interpreter.rulebook.rulebook import Outcome, Rulebook, Situation, Verdict

StepKind = Literal[
    "question",  # a question is asked
    "speaks",  # a clause speaks (`values`: what its answer says)
    "overridden",  # its condition holds, and the clause `by` prevails over it
    "fails",  # its condition does not hold
    "absent",  # it is not there under the readings chosen
    "waits",  # whether it speaks, or what it says, waits for answers
    "unheard",  # a ruling that is not called for here
    "default",  # no clause answers; the permission's default does
    "outcome",  # what comes of it
]
MAX_DEPTH = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: `depth` 0 is the question asked first; what it asks on the way is one deeper, and comes
    before the clause that asks it."""

    kind: StepKind
    depth: int
    question: str
    situation: Situation
    clause: str | None = None
    by: str | None = None
    values: tuple[Value, ...] = ()
    outcome: Outcome | None = None
    blockers: tuple[tuple[str, Situation, Outcome], ...] = ()


def explain(rulebook: Rulebook, question: str, situation: Situation) -> tuple[Step, ...]:
    """The steps to the verdict on `question` in `situation`, ending with the outcome.

    Each question asked on the way is told once, where it is first asked, to a depth of 12. Raises
    SpecError as `Rulebook.verdict` does.
    """
    return tuple(_TraceBuilder(rulebook).question(question, situation, 0))


class _TraceBuilder:
    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.told: set[tuple[str, Situation]] = set()

    def question(self, question: str, situation: Situation, depth: int) -> Iterator[Step]:
        self.told.add((question, situation))
        yield Step(kind="question", depth=depth, question=question, situation=situation)
        verdict = self.rulebook.verdict(question, situation)
        printed = self.rulebook.printed_verdict(question, situation)
        called = called_for(printed)
        for clause in self.rulebook.clauses.values():
            if clause.question != question:
                continue
            decree = clause.origin in (Origin.FILL, Origin.SETTLE)
            if decree and clause.origin is not called:
                yield Step(
                    kind="unheard", depth=depth, question=question, situation=situation, clause=clause.id
                )
            else:
                yield from self.clause(clause, verdict if decree else printed, question, situation, depth)
        if verdict.by_default:
            yield Step(kind="default", depth=depth, question=question, situation=situation)
        yield Step(
            kind="outcome",
            depth=depth,
            question=question,
            situation=situation,
            values=verdict.outcome.admits,
            outcome=verdict.outcome,
            blockers=verdict.blockers,
        )

    def clause(
        self, clause: Clause, verdict: Verdict, question: str, situation: Situation, depth: int
    ) -> Iterator[Step]:
        env = dict(zip(clause.binds, situation, strict=True))
        kind: StepKind
        by: str | None = dict(verdict.overridden).get(clause.id)
        values: tuple[Value, ...] = ()
        if not all(self.rulebook.readings[doubt] in readings for doubt, readings in clause.under):
            kind = "absent"
        else:
            yield from self.asked(clause.condition, env, depth)
            if by is not None:
                kind = "overridden"
            elif clause.id in verdict.speaking:
                kind = "speaks"
                for expr in answer_parts(clause):
                    yield from self.asked(expr, env, depth)
                    try:
                        values = (self.rulebook.evaluate(expr, env),)
                    except Blocked:
                        kind = "waits"
            else:
                kind = "fails" if self.fails(clause.condition, env) else "waits"
        yield Step(
            kind=kind,
            depth=depth,
            question=question,
            situation=situation,
            clause=clause.id,
            by=by,
            values=values,
        )

    def fails(self, condition: Expr, env: dict[str, Value]) -> bool:
        """Whether the condition of a clause that does not speak fails. (One that is silenced, and whose
        condition is in error, is no reason for anything either.)"""
        try:
            return self.rulebook.holds(condition, env) is False
        except ArbitreError:
            return True

    def asked(self, expr: Expr, env: dict[str, Value], depth: int) -> Iterator[Step]:
        if depth < MAX_DEPTH:
            for question, situation in self.rulebook.asked_by(expr, env):
                if (question, situation) not in self.told:
                    yield from self.question(question, situation, depth + 1)
