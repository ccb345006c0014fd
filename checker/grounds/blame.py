"""What a claim asked when it turned out not to hold, for findings about examples and properties."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from checker.editions.editions import Editions
from checker.editions.elimination import smallest_choices
from checker.findings.details import Sides
from checker.findings.findings import Answered, Cited, Witness
from dsl.model import Clause, Compare, Expr, Game, Let, Logic, Quantified, Question
from dsl.text.span import Span
from dsl.types.types import Type
from dsl.types.values import Value
from interpreter.analysis.dependencies import answer_parts
from interpreter.evaluate.evaluate import Blocked, Calls, NoValue, evaluate
from interpreter.optimize.optimizer import optimum
from interpreter.rulebook.rulebook import Outcome, Rulebook, SpecError, Status, bound
from interpreter.rulebook.situations import Situation, show_plain, situation_to_json, to_json
from interpreter.values.context import Optimizer

Env = Mapping[str, Value]
Asking = list[tuple[str, Situation]]


@dataclass(slots=True)
class _Recorder:
    """Answers questions from a rulebook, and notes what was asked, in order."""

    book: Rulebook
    asked: Asking = field(default_factory=list)
    calls: Calls = field(default_factory=dict)
    optimizer: Optimizer | None = optimum

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The single answer. Raises Blocked where there is none."""
        self.asked.append((question, situation))
        outcome = self.book.verdict(question, situation).outcome
        if outcome.status is Status.SETTLED:
            return outcome.admits[0]
        raise Blocked(((question, situation, outcome),))

    def reading_of(self, doubt: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]:
        """The doubt as the rulebook reads it."""
        return self.book.reading_of(doubt)


def culprit(book: Rulebook, claim: Expr, env: Env) -> tuple[Expr, Asking]:
    """The part of a claim, which does not hold, by which it does not; and what that asks, in order.
    Of a part about several things: what was asked of the last one looked at."""
    match claim:
        case Logic(op="and", left=left, right=right):
            return culprit(book, right if _holds(book, left, env) else left, env)
        case Logic(op="or" | "implies", right=right):
            return culprit(book, right, env)
        case Let(name=name, value=value, body=body):
            with suppress(Blocked, NoValue):
                return culprit(book, body, {**env, name: book.evaluate(value, env)})
    recorder = _Recorder(book)
    with suppress(Blocked, NoValue):
        evaluate(claim, env, recorder)
    asked = list(dict.fromkeys(recorder.asked))
    return claim, asked[-1:] if isinstance(claim, Quantified) else asked


def _holds(book: Rulebook, claim: Expr, env: Env) -> bool:
    try:
        return book.holds(claim, env) is True
    except NoValue:
        return False


def call_text(book: Rulebook, question: str, situation: Situation) -> str:
    """`question(values)`, without the last values that the question's defaults give."""
    parameters = book.game.questions[question].parameters
    kept = list(situation)
    while kept:
        parameter = parameters[len(kept) - 1]
        env = {p.name: v for p, v in zip(parameters, kept[:-1], strict=False)}
        if parameter.default is None or not _is_default(book, parameter.default, env, kept[-1]):
            break
        kept.pop()
    return f"{question}({', '.join(show_plain(value, book.game) for value in kept)})"


def _is_default(book: Rulebook, default: Expr, env: Env, value: Value) -> bool:
    try:
        return bool(book.evaluate(default, env) == value)
    except (Blocked, NoValue, KeyError):
        return False


def outcome_text(outcome: Outcome, game: Game) -> str:
    """The answers, or what there is instead."""
    if outcome.status in (Status.SETTLED, Status.OPEN):
        return " or ".join(show_plain(value, game) for value in outcome.admits)
    return str(outcome.status.value)


def instead(book: Rulebook, asked: Asking) -> str:
    """What the rules give where these were asked, as text."""
    return "; ".join(
        f"{call_text(book, q, s)} is {outcome_text(book.verdict(q, s).outcome, book.game)}" for q, s in asked
    )


def asked_json(book: Rulebook, asked: Asking) -> list[dict[str, object]]:
    """What was asked, with what the rules give."""
    found: list[dict[str, object]] = []
    for question, situation in asked:
        outcome = book.verdict(question, situation).outcome
        found.append(
            {
                "question": question,
                "situation": situation_to_json(book.game.questions[question], situation, book.game),
                "status": str(outcome.status.value),
                "admits": [to_json(value, book.game) for value in outcome.admits],
            }
        )
    return found


def sides(book: Rulebook, part: Expr, env: Env) -> Sides | None:
    """The values on both sides of a comparison, where they have values."""
    if not isinstance(part, Compare):
        return None
    try:
        return Sides(
            left=to_json(book.evaluate(part.left, env), book.game),
            right=to_json(book.evaluate(part.right, env), book.game),
        )
    except (Blocked, NoValue):
        return None


def witness_of(editions: Editions, edition: str, question: str, situation: Situation) -> Witness:
    """What the edition answers there under each interpretation left for which it is a situation of the
    question (under each, where it is for none): each different answer with the smallest choices of
    readings."""
    survivors = editions.survivors(edition, question)
    there = [i for i in survivors if _is_situation(editions.rulebook(edition, i), question, situation)]
    ways: dict[tuple[Outcome, bool], list[dict[str, str]]] = {}
    for i in there or survivors:
        verdict = editions.verdict(edition, i, question, situation)
        ways.setdefault((verdict.outcome, verdict.by_default), []).append(i)
    answers = tuple(
        Answered(
            edition=edition,
            interpretation=choice,
            outcome=outcome,
            rules=editions.verdict(edition, chosen[0], question, situation).speaking,
            by_default=by_default,
        )
        for (outcome, by_default), chosen in ways.items()
        for choice in smallest_choices(chosen, there or survivors)
    )
    return Witness(question=question, situation=situation, answers=answers, confirmed=True)


def _is_situation(book: Rulebook, question: str, situation: Situation) -> bool:
    """Whether no `given` is settled as no, so far as that can be told."""
    with suppress(SpecError):
        return book.meets_given(question, situation) is not False
    return True


def asked_in(book: Rulebook, question: str, situation: Situation) -> list[tuple[str, Situation]]:
    """What the clauses on a question ask there, in conditions and answers, and its `given`."""
    asked = book.game.questions[question]
    env = bound(asked, situation)
    found: dict[tuple[str, Situation], None] = {}
    for given in asked.given:
        found.update(dict.fromkeys(book.asked_by(given, env)))
    for clause in book.clauses.values():
        if clause.question == question:
            own = dict(zip(clause.binds, situation, strict=True))
            for expr in (clause.condition, *answer_parts(clause)):
                found.update(dict.fromkeys(book.asked_by(expr, own)))
    return list(found)


def unsettled(book: Rulebook, question: Question, situation: Situation) -> set[tuple[str, Situation]]:
    """What has no single answer and decides whether the situation is one."""
    env = bound(question, situation)
    asked = [key for given in question.given for key in book.asked_by(given, env)]
    return {key for key in asked if book.verdict(*key).outcome.status is not Status.SETTLED}


def if_agreed(book: Rulebook, exprs: Iterable[Expr], env: Env) -> list[str]:
    """The questions without a single answer which decide whether what these ask is asked within its
    situations."""
    asked = {key for expr in exprs for key in book.asked_by(expr, env)}
    return sorted({name for q, s in asked for name, _ in unsettled(book, book.game.questions[q], s)})


MOST_HEARD = 1_000
"""Of more questions asked one through another, so many are gone through."""


def speaking_clauses(book: Rulebook, asked: Asking) -> tuple[str, ...]:
    """The clauses that speak where these are asked, and in all that is asked for it through other questions:
    by `given`, by conditions, and by the answers of what speaks."""
    found: dict[str, None] = {}
    known, pending = set(asked), list(dict.fromkeys(asked))
    while pending and len(known) < MOST_HEARD:
        question, situation = pending.pop()
        with suppress(SpecError):
            spoken = book.verdict(question, situation).speaking
            found.update(dict.fromkeys(spoken))
            here = bound(book.game.questions[question], situation)
            parts = [(given, here) for given in book.game.questions[question].given]
            for clause in book.clauses.values():
                if clause.question == question:
                    env = dict(zip(clause.binds, situation, strict=True))
                    parts.append((clause.condition, env))
                    if clause.id in spoken:
                        parts += [(part, env) for part in answer_parts(clause)]
            for expr, env in parts:
                new = [key for key in book.asked_by(expr, env) if key not in known]
                known.update(new)
                pending += new
    return tuple(found)


def speaking(book: Rulebook, asked: Asking) -> tuple[str, ...]:
    """The clauses that speak where these were asked, each once."""
    return tuple(dict.fromkeys(c for q, s in asked for c in book.verdict(q, s).speaking))


def cited(clauses: Mapping[str, Clause], rules: tuple[str, ...]) -> tuple[Cited, ...]:
    """The words of these clauses."""
    return tuple(Cited(rule=rule, citation=c) for rule in rules for c in clauses[rule].citations)
