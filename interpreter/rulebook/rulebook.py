"""The rulebook: an edition under one interpretation, which answers questions in situations.

How the clauses on a question are heard is told in `evaluate.clauses`, how expressions are evaluated in
`evaluate.evaluate`.

**Open questions.** Where a question asks one that is open, each admitted answer is tried, the same one
wherever the same question is asked in the same situation. The outcome of the question asked is its own:
what it tries is not tied to what the asking one tries. If all give one outcome, it stands; else the asking
question is blocked. A question asked that is silent, contradictory or blocked blocks, where it is needed.

**Rulings.** The printed clauses are heard first. Where they are silent, or a permission is answered by
default, the fills are heard; where they are contradictory or open, the settles. If these are not silent,
theirs is the answer. Whatever is asked on the way is asked with the rulings.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Self, TypeVar, assert_never

from dsl.model import Clause, Doubt, Edition, Expr, Game, Origin, Question, Rulings
from dsl.text.errors import Portable, did_you_mean, fail
from dsl.text.span import Span
from dsl.types.types import Type
from dsl.types.values import Value
from interpreter.analysis.dependencies import Dependencies, Interpretation, readings_in_force
from interpreter.evaluate.clauses import (
    MAX_WAYS,
    Group,
    Verdict,
    called_for,
    grouped,
    hear,
    ordered,
    prevailing,
    typed_candidates,
)
from interpreter.evaluate.evaluate import (
    Blocked,
    Blocker,
    Calls,
    Context,
    NoValue,
    SpecError,
    check_range,
    evaluate,
)
from interpreter.optimize.optimizer import optimum
from interpreter.rulebook.situations import Situation
from interpreter.runtime.budget import WORK
from interpreter.values.context import Optimizer, proved_only, rely_on_unproved
from interpreter.values.outcome import BLOCKED, Outcome, Status

__all__ = [
    "Blocked",
    "Blocker",
    "Interpretation",
    "NoValue",
    "Outcome",
    "Rulebook",
    "Situation",
    "SpecError",
    "Status",
    "Verdict",
    "prevailing",
]

MEMO_LIMIT = 200_000  # answers kept by a rulebook; beyond, all are forgotten

FIRST_READINGS: Interpretation = MappingProxyType({})
_NOBODY = Group((), ())
_Key = tuple[str, Situation]
HearingOf = Callable[[Group, Question, Situation], Verdict]
"""What clauses on a question make of it, by themselves."""
_T = TypeVar("_T")


class _OpenAsked(Portable):
    """An open question was asked for which no answer is chosen yet."""

    def __init__(self, key: _Key, outcome: Outcome) -> None:
        super().__init__(key)
        self.key = key
        self.outcome = outcome


class Rulebook:
    """An edition under one interpretation, and rulings if given.

    A doubt that `interpretation` does not name has its first reading; picks of the rulings go before it.
    `without`: clauses taken away. `switched_off`: exceptions (clause, target) that do not count.
    `readings`: the reading in force of each doubt; `clauses`: all that can be heard, by identifier.
    Raises ArbitreError for a doubt or reading that is none, and for rulings of another edition.
    """

    def __init__(
        self,
        game: Game,
        edition: Edition,
        interpretation: Interpretation = FIRST_READINGS,
        *,
        rulings: Rulings | None = None,
        without: frozenset[str] = frozenset(),
        switched_off: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        self.game = game
        self.edition = edition
        self.rulings = rulings
        self.interpretation: Interpretation = _checked(edition, interpretation, rulings)
        self.readings: Mapping[str, str] = readings_in_force(edition, self.interpretation)
        everything = (*edition.clauses, *game.assumptions, *(() if rulings is None else rulings.clauses))
        self.clauses: Mapping[str, Clause] = {c.id: c for c in everything if c.id not in without}
        self._printed = self._groups((Origin.TEXT, Origin.ASSUMPTION), switched_off)
        self._decrees = {
            origin: self._groups((origin,), switched_off) for origin in (Origin.FILL, Origin.SETTLE)
        }
        self._read = {name: _as_read(doubt, self.readings[name]) for name, doubt in edition.doubts.items()}
        self.calls: Calls
        self.optimizer: Optimizer | None = optimum
        self._dependencies: Dependencies | None = None
        self._begin()

    def _begin(self) -> None:
        """Nothing is remembered yet."""
        self.calls = {}
        self._chosen: dict[_Key, Value] = {}
        self._in_progress: list[_Key] = []
        self._verdicts: dict[_Key, Verdict] = {}
        self._asked: dict[_Key, Verdict] = {}
        self._needs: dict[_Key, bool] = {}
        self._given: dict[_Key, bool | None] = {}
        self._log: list[_Key] | None = None
        self._unproved = False

    def afresh(self) -> Self:
        """The same rulebook, which remembers nothing."""
        other = copy(self)
        other._begin()
        return other

    def _groups(
        self, origins: tuple[Origin, ...], switched_off: frozenset[tuple[str, str]]
    ) -> dict[str, Group]:
        by_question: dict[str, list[Clause]] = {}
        for clause in self.clauses.values():
            if clause.origin in origins:
                by_question.setdefault(clause.question, []).append(clause)
        return {name: grouped(clauses, self.readings, switched_off) for name, clauses in by_question.items()}

    # -------------------------------------------------------------- questions

    def verdict(self, question: str, situation: Situation) -> Verdict:
        """What is answered to `question` in `situation` (a value for each parameter, in order), the rulings
        heard. Whether the situation meets `needs` and `given` is not looked at. Remembered.

        Raises SpecError: `no-value`, `answer-out-of-range`, `out-of-range` (an argument of a question or
        doubt asked on the way, or a doubt's value), `outside-needs` (a question asked on the way in a
        situation that its `needs` exclude), `needs-blocked`, `cycle`, `too-many-ways`, `too-deep`.
        """
        key = (question, situation)
        found = self._verdicts.get(key)
        if found is None:
            found = self._computed(key, self._ruled)
            if len(self._verdicts) >= MEMO_LIMIT:
                self._verdicts.clear()
                self._asked.clear()
            self._verdicts[key] = found
        return found if found.proved else self.leaning(found)

    def leaning(self, verdict: Verdict) -> Verdict:
        """A verdict that is not proved, which is noted. Raises TooManySteps where that will not do."""
        rely_on_unproved(self, self.edition.span)
        return verdict

    def note_unproved(self) -> None:
        """Notes that what is being answered leans on what is not proved."""
        self._unproved = True

    def printed_verdict(self, question: str, situation: Situation) -> Verdict:
        """As `verdict`, but without the fills and settles on this question. (Those on the questions that it
        asks are heard.)"""
        if not any(question in groups for groups in self._decrees.values()):
            return self.verdict(question, situation)
        return self._computed((question, situation), self._of_printed)

    def meets_needs(self, question: str, situation: Situation) -> bool:
        """Whether the situation is physically possible. Raises SpecError: `needs-blocked` where that waits
        for a question without an answer."""
        key = (question, situation)
        found = self._needs.get(key)
        if found is None:
            asked = self.game.questions[question]
            env = bound(asked, situation)
            with proved_only():
                found = self._needs[key] = all(self._possible(need, env) for need in asked.needs)
        return found

    def _possible(self, need: Expr, env: Mapping[str, Value]) -> bool:
        holds = self.holds(need, env)
        if holds is None:
            raise SpecError("needs-blocked", "what is physically possible waits for an answer", need.span)
        return holds

    def meets_given(self, question: str, situation: Situation) -> bool | None:
        """False if a `given` is settled as no; True if each is settled as yes, whatever the permissions
        that are answered by default; else None. They are tried in order, up to one settled as no."""
        key = (question, situation)
        if key not in self._given:
            asked = self.game.questions[question]
            env = bound(asked, situation)
            with proved_only():
                self._given[key] = self._meets(asked.given, env)
        return self._given[key]

    def _meets(self, conditions: Sequence[Expr], env: Mapping[str, Value]) -> bool | None:
        met: bool | None = True
        for given in conditions:
            holds = self.holds(given, env)
            if holds is False:
                return False
            if holds is None or not self._holds_without_defaults(given, env):
                met = None
        return met

    def _holds_without_defaults(self, expr: Expr, env: Mapping[str, Value]) -> bool:
        try:
            return bool(self._evaluated(expr, env, _WithoutDefaults(self)))
        except Blocked:
            return False

    def candidates(self, question: str, situation: Situation) -> tuple[Value, ...]:
        """The possible answers, sorted: `among`, else every value of the answer's type over the players
        mentioned in the situation. Raises Blocked; SpecError `open-type` where the type has no bounds."""
        asked = self.game.questions[question]
        if asked.among is None:
            return typed_candidates(asked.answer, situation)
        return ordered(self.evaluate(asked.among, bound(asked, situation)))

    def doubts_of(self, question: str) -> tuple[str, ...]:
        """The doubts on which `question` may depend, in the order of the edition; without those that the
        rulings pick."""
        if self._dependencies is None:
            self._dependencies = Dependencies(self.game, self.edition, self.clauses.values())
        picked = set() if self.rulings is None else {pick.doubt for pick in self.rulings.picks}
        return tuple(d for d in self._dependencies.doubts(question) if d not in picked)

    # -------------------------------------------------------------- expressions

    def evaluate(self, expr: Expr, env: Mapping[str, Value]) -> Value:
        """The value of `expr`; what it asks that is open is tried, each answer in turn.

        Raises Blocked (also where the answers tried give different values), NoValue, or another SpecError.
        """
        return self._evaluated(expr, env, self)  # type: ignore[no-any-return]

    def holds(self, expr: Expr, env: Mapping[str, Value]) -> bool | None:
        """Whether `expr` holds; None where it is blocked. Raises SpecError."""
        try:
            return bool(self._evaluated(expr, env, self))
        except Blocked:
            return None

    def _evaluated(self, expr: Expr, env: Mapping[str, Value], context: Context) -> Any:
        """Raises Blocked, SpecError."""

        def run() -> tuple[Any, Blocked | None]:
            context.calls = {}
            try:
                return evaluate(expr, env, context), None
            except Blocked as blocked:
                return None, blocked

        def one(first: tuple[Any, Blocked | None], other: tuple[Any, Blocked | None]) -> bool:
            return other[1] is None and first[0] == other[0]

        opened, found = self._ways(run, one, expr.span)
        blocked = [result[1] for result in found if result[1] is not None]
        if blocked and len(blocked) == len(found):
            raise blocked[0]
        if blocked or not all(one(found[0], result) for result in found):
            raise Blocked(tuple(dict.fromkeys([*opened, *(b for each in blocked for b in each.blockers)])))
        return found[0][0]

    def holds_within(self, expr: Expr, env: Mapping[str, Value], settled: bool) -> bool | None:
        """As `holds`, where a question asked outside its situations (a `given` of it is settled as no) has no
        answer; `settled`: nor one of which that is not settled (see `meets_given`). Raises SpecError."""
        try:
            return bool(self._evaluated(expr, env, _Within(self, settled)))
        except Blocked:
            return None

    def asked_by(self, expr: Expr, env: Mapping[str, Value]) -> tuple[tuple[str, Situation], ...]:
        """The questions, with their situations, that the evaluation of `expr` asks without another in
        between, in order, each once. What it asks before an error is told, not the error."""
        log: list[_Key] = []
        try:
            self.holds(expr, env)  # so that what these ask is remembered, and does not get into the log
            self._log = log
            self.holds(expr, env)
        except SpecError:
            pass
        finally:
            self._log = None
        return tuple(dict.fromkeys(log))

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The answer to a question met in an expression (part of the evaluation of another question).
        Raises Blocked, SpecError, or asks for one answer of an open question to be tried."""
        key = (question, situation)
        if self._log is not None:
            self._log.append(key)
        verdict = self._asked.get(key)
        if verdict is None:
            self._check_asked(question, situation, span)
            verdict = self.verdict(question, situation)
            self._asked[key] = verdict
        return self._answered(key, verdict if verdict.proved else self.leaning(verdict))

    def _answered(self, key: _Key, verdict: Verdict) -> Value:
        """The answer that a verdict gives to who asks; see `ask`."""
        outcome = verdict.outcome
        match outcome.status:
            case Status.SETTLED:
                return outcome.admits[0]
            case Status.OPEN:
                if key in self._chosen:
                    return self._chosen[key]
                raise _OpenAsked(key, outcome)
            case Status.BLOCKED:
                raise Blocked(verdict.blockers)
            case Status.SILENT | Status.CONTRADICTORY:
                raise Blocked(((*key, outcome),))
            case _:
                assert_never(outcome.status)

    def _check_asked(self, question: str, situation: Situation, span: Span) -> None:
        """Raises SpecError where a question is asked about what is no situation of it."""
        for parameter, value in zip(self.game.questions[question].parameters, situation, strict=True):
            check_range(value, parameter.type, f"`{parameter.name}` of `{question}`", span)
        if not self.meets_needs(question, situation):
            error = SpecError("outside-needs", f"`{question}` is asked about what cannot be", span)
            error.asked(question, situation)
            raise error

    def reading_of(self, doubt: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]:
        """A doubt as it is read: its parameters and their types, its type, the expression chosen."""
        found = self._read[doubt]
        assert found is not None, f"the doubt {doubt} has no values"
        return found

    # -------------------------------------------------------------- verdicts

    def heard(self, question: str, situation: Situation, hearing: HearingOf) -> Verdict:
        """As `verdict`, by another way to hear clauses; not remembered, and what is open is not tried."""
        return self._ruled(self.game.questions[question], situation, hearing)

    def _of_printed(
        self, question: Question, situation: Situation, hearing: HearingOf | None = None
    ) -> Verdict:
        group = self._printed.get(question.name, _NOBODY)
        if hearing is None:
            verdict = hear(group, question, situation, self)
        else:
            verdict = hearing(group, question, situation)
        if verdict.outcome.status is Status.SILENT and question.permission in ("permitted", "forbidden"):
            outcome = Outcome(Status.SETTLED, (question.permission == "permitted",))
            return replace(verdict, outcome=outcome, by_default=True)
        return verdict

    def _ruled(self, question: Question, situation: Situation, hearing: HearingOf | None = None) -> Verdict:
        printed = self._of_printed(question, situation, hearing)
        called = called_for(printed)
        group = None if called is None else self._decrees[called].get(question.name)
        if group is None:
            return printed
        ruled = (
            hear(group, question, situation, self) if hearing is None else hearing(group, question, situation)
        )
        return printed if ruled.outcome.status is Status.SILENT else ruled

    def _computed(self, key: _Key, run: Callable[[Question, Situation], Verdict]) -> Verdict:
        """The verdict of `run`, whatever answers are tried. Raises SpecError, with the situation."""
        question, situation = self.game.questions[key[0]], key[1]
        if key in self._in_progress:
            message = f"`{question.name}` asks itself in the same situation"
            raise SpecError("cycle", message, question.span)
        self._in_progress.append(key)
        before, self._unproved = self._unproved, False
        WORK.steps += 1
        try:
            opened, found = self._ways(lambda: run(question, situation), _one_outcome, question.span)
            joined = _joined(opened, found)
            return replace(joined, proved=False) if self._unproved else joined
        except SpecError as error:
            error.asked(question.name, situation)
            raise
        except RecursionError:
            message = f"`{question.name}` asks too many questions, one within the other"
            raise SpecError("too-deep", message, question.span) from None
        finally:
            self._in_progress.pop()
            self._unproved = self._unproved or before

    def _ways(
        self, run: Callable[[], _T], one: Callable[[_T, _T], bool], span: Span
    ) -> tuple[tuple[Blocker, ...], list[_T]]:
        """What `run` gives for each way to answer the open questions that it asks, up to the first that is
        not `one` with the first of all; and those questions. Raises SpecError."""
        before = self._chosen, self.calls
        opened: dict[_Key, Outcome] = {}
        found: list[_T] = []
        pending: list[dict[_Key, Value]] = [{}]
        tried = 0
        try:
            while pending:
                tried += 1
                if tried > MAX_WAYS:
                    raise SpecError("too-many-ways", "too many answers are open to try all", span)
                chosen = self._chosen = pending.pop()
                self.calls = {}
                try:
                    found.append(run())
                except _OpenAsked as asked:
                    opened[asked.key] = asked.outcome
                    pending += [{**chosen, asked.key: v} for v in reversed(asked.outcome.admits)]
                    continue
                if not one(found[0], found[-1]):
                    break
        finally:
            self._chosen, self.calls = before
        return tuple((*key, outcome) for key, outcome in opened.items()), found


class _WithoutDefaults:
    """The rulebook where permissions that are answered by default are blocked."""

    def __init__(self, rulebook: Rulebook) -> None:
        self._rulebook = rulebook
        self.optimizer = rulebook.optimizer
        self.calls: Calls = {}

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        value = self._rulebook.ask(question, situation, span)
        verdict = self._rulebook.verdict(question, situation)
        if verdict.by_default:
            raise Blocked(((question, situation, verdict.outcome),))
        return value

    def reading_of(self, doubt: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]:
        return self._rulebook.reading_of(doubt)


class _Within:
    """The rulebook where questions asked outside their situations are blocked; `settled`: those, too, of
    which it is not settled that they are asked within them."""

    def __init__(self, rulebook: Rulebook, settled: bool) -> None:
        self._rulebook = rulebook
        self._settled = settled
        self.calls: Calls = {}
        self.optimizer: Optimizer | None = rulebook.optimizer

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        value = self._rulebook.ask(question, situation, span)
        met = self._rulebook.meets_given(question, situation)
        if met is False or (self._settled and met is None):
            raise Blocked(((question, situation, self._rulebook.verdict(question, situation).outcome),))
        return value

    def reading_of(self, doubt: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]:
        return self._rulebook.reading_of(doubt)


def bound(question: Question, situation: Situation) -> dict[str, Value]:
    """The situation's values by the names of the question's parameters."""
    return {p.name: value for p, value in zip(question.parameters, situation, strict=True)}


def _one_outcome(first: Verdict, other: Verdict) -> bool:
    return other.outcome == first.outcome and other.outcome.status is not Status.BLOCKED


def _joined(opened: tuple[Blocker, ...], found: list[Verdict]) -> Verdict:
    """The verdict where these are the verdicts for the ways to answer what is open."""
    first = found[0]
    if len(found) == 1:
        return first
    in_all = tuple(c for c in first.speaking if all(c in other.speaking for other in found))
    if all(_one_outcome(first, other) for other in found):
        return replace(first, speaking=in_all, by_default=any(other.by_default for other in found))
    blockers = dict.fromkeys([*opened, *(b for other in found for b in other.blockers)])
    return Verdict(BLOCKED, in_all, blockers=tuple(blockers))


def _as_read(doubt: Doubt, reading: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr] | None:
    value = next(each.value for each in doubt.readings if each.name == reading)
    if value is None or doubt.type is None:
        return None
    names = tuple(name for name, _ in doubt.parameters)
    return names, tuple(declared for _, declared in doubt.parameters), doubt.type, value


def _checked(edition: Edition, interpretation: Interpretation, rulings: Rulings | None) -> dict[str, str]:
    """The readings chosen, by the interpretation and by the rulings, whose picks go before. Raises
    ArbitreError."""
    if rulings is not None and rulings.edition != edition.name:
        message = f"the rulings `{rulings.name}` are for `{rulings.edition}`, not for `{edition.name}`"
        raise fail("wrong-edition", message, rulings.span)
    picks = () if rulings is None else rulings.picks
    chosen = {**interpretation, **{pick.doubt: pick.reading for pick in picks}}
    spans = {pick.doubt: pick.span for pick in picks}
    for doubt, reading in chosen.items():
        span = spans.get(doubt, edition.span)
        if doubt not in edition.doubts:
            message = f"`{edition.name}` has no doubt `{doubt}`"
            raise fail("unknown-name", message, span, help=did_you_mean(doubt, edition.doubts))
        known = [each.name for each in edition.doubts[doubt].readings]
        if reading not in known:
            help = did_you_mean(reading, known) or f"its readings: {', '.join(f'`{name}`' for name in known)}"
            raise fail("unknown-name", f"the doubt `{doubt}` has no reading `{reading}`", span, help=help)
    return chosen
