"""Clauses on one question, heard together in one situation: which speak, and what they settle.

**Prevailing.** The relation is one of the edition's clauses, whatever holds: a clause with an answer
prevails over the targets of its exceptions and over all over which these prevail; an aside prevails over
its direct targets only. A clause that is not there under the readings chosen counts as one whose condition
fails: it silences nothing, and hands on what it would prevail over.

**Speaking.** From the prevailing ones down: a clause speaks if its condition holds and none that prevails
over it speaks. The condition of a clause that is surely silenced decides nothing; an error in it is none.
A clause whose condition is blocked, and which is not surely silenced, is tried both ways: if all ways give
one outcome, it stands, else the question is blocked.

**Outcome.** `among` (else the values of the answer's type, over the players mentioned in the situation)
are the candidates; they are looked at only if a clause with an answer speaks. A clause admits its answer,
those of its several answers that are candidates, or all candidates but one. What all admit is the outcome:
silent if nothing but excluding clauses speaks and several candidates are left. If `among`, or the answer
of a speaking clause, is blocked, so is the question.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any, assert_never

from dsl.model import AnyOf, Aside, Clause, Expr, Literal, Never, Origin, Question, Then
from dsl.text.span import NOWHERE
from dsl.types.types import Type
from dsl.types.values import Value, sort_key
from interpreter.evaluate.evaluate import Blocked, Blocker, Context, Env, SpecError
from interpreter.evaluate.expressions import code_of
from interpreter.values.domain import domain_size, has_players, values_of
from interpreter.values.outcome import BLOCKED, CONTRADICTORY, SILENT, Outcome, Status
from interpreter.values.show import Situation, fits, players_in, show_plain

MAX_WAYS = 20_000  # ways tried for one outcome


@dataclass(frozen=True, slots=True)
class Verdict:
    """An outcome with its grounds.

    `speaking`: the clauses that speak, in order, asides included. `overridden`: clauses whose condition
    holds, each with the first clause that prevails over it and speaks. `conflict`: a smallest set of
    speaking clauses without a common answer, where contradictory. `by_default`: a permission that no
    clause answers. `blockers`: the questions it waits for, with their outcomes (silent, contradictory,
    or open), where blocked. Where several ways were tried and one outcome stands, `speaking` are those
    that speak in all of them, `by_default` is true if it is in any, and the rest is of the first.
    Not `proved`: it leans on the best that a search found, and it is not proved that there is none better.
    """

    outcome: Outcome
    speaking: tuple[str, ...] = ()
    overridden: tuple[tuple[str, str], ...] = ()
    conflict: tuple[str, ...] = ()
    by_default: bool = False
    blockers: tuple[Blocker, ...] = ()
    proved: bool = True


def called_for(printed: Verdict) -> Origin | None:
    """Which rulings are heard after what is printed: those that fill a silence (or what only a default
    answers), those that settle, or none."""
    match printed.outcome.status:
        case _ if printed.by_default:
            return Origin.FILL
        case Status.SILENT:
            return Origin.FILL
        case Status.CONTRADICTORY | Status.OPEN:
            return Origin.SETTLE
        case Status.SETTLED | Status.BLOCKED:
            return None
        case _:
            assert_never(printed.outcome.status)


# ------------------------------------------------------------------ prevailing


@dataclass(frozen=True, slots=True)
class Prepared:
    """A clause made ready. `there`: under the readings chosen. `always`: its condition is a written
    `true`. `above`: the places in its group of those that prevail over it, in order."""

    clause: Clause
    there: bool
    always: bool
    above: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Clauses on one question that are heard together, in order. `order`: their places, prevailing ones
    before those over which they prevail."""

    clauses: tuple[Prepared, ...]
    order: tuple[int, ...]


def prevailing(
    clauses: Iterable[Clause], switched_off: frozenset[tuple[str, str]] = frozenset()
) -> dict[str, frozenset[str]]:
    """For each of these clauses those of them over which it prevails.

    `switched_off`: exceptions (clause, target) that do not count. Raises SpecError `cycle` where a clause
    would prevail over itself.
    """
    by_id = {clause.id: clause for clause in clauses}
    found: dict[str, frozenset[str]] = {}
    entered: set[str] = set()

    def below(clause: Clause) -> frozenset[str]:
        if clause.id not in found:
            if clause.id in entered:
                message = f"`{clause.id}` is an exception to an exception to itself"
                raise SpecError("cycle", message, clause.span)
            entered.add(clause.id)
            targets = [
                target
                for exception in clause.exceptions
                for target in exception.targets
                if target in by_id and (clause.id, target) not in switched_off
            ]
            lower = [below(by_id[target]) for target in targets]
            direct = frozenset(targets)
            found[clause.id] = direct if isinstance(clause.answer, Aside) else direct.union(*lower)
        return found[clause.id]

    return {clause.id: below(clause) for clause in by_id.values()}


def grouped(
    clauses: Sequence[Clause],
    readings: Mapping[str, str],
    switched_off: frozenset[tuple[str, str]] = frozenset(),
) -> Group:
    """These clauses made ready to be heard under these readings (of every doubt). Raises SpecError."""
    below = prevailing(clauses, switched_off)
    above: dict[str, list[int]] = {clause.id: [] for clause in clauses}
    for place, clause in enumerate(clauses):
        for target in below[clause.id]:
            above[target].append(place)
    prepared = tuple(
        Prepared(
            clause,
            all(readings[doubt] in allowed for doubt, allowed in clause.under),
            isinstance(clause.condition, Literal) and clause.condition.value is True,
            tuple(above[clause.id]),
        )
        for clause in clauses
    )
    order: dict[int, None] = {}

    def add(place: int) -> None:
        if place not in order:
            for higher in prepared[place].above:
                add(higher)
            order[place] = None

    for place in range(len(prepared)):
        add(place)
    return Group(prepared, tuple(order))


# ------------------------------------------------------------------ hearing


def hear(group: Group, question: Question, situation: Situation, context: Context) -> Verdict:
    """What these clauses make of the question, by themselves. Raises SpecError."""
    return Hearing(group, question, situation, context).verdict()


@dataclass(frozen=True, slots=True)
class _Only:
    """What a clause admits: one of these, in no order."""

    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class _Not:
    """What a clause admits: all candidates but this."""

    value: Value


class Hearing:
    """One question in one situation: conditions and answers are evaluated once, and when needed.

    `evaluate` and `check_answer` can be others where a situation is not quite known.
    """

    def __init__(self, group: Group, question: Question, situation: Situation, context: Context) -> None:
        self.clauses = group.clauses
        self.order = group.order
        self.question = question
        self.situation = situation
        self.context = context
        self.envs: dict[tuple[str, ...], dict[str, Value]] = {}
        self.admitted: dict[int, _Only | _Not | Blocked] = {}
        self.among: tuple[Value, ...] | None = None
        self.conditions: list[bool | Blocked] = [False] * len(group.clauses)
        self.sure: tuple[int, ...] = ()

    def verdict(self) -> Verdict:
        speaks = self._conditions()
        self.sure = tuple([place for place, state in enumerate(speaks) if state is True])
        maybe = [place for place, state in enumerate(speaks) if state is None]
        overridden = self._overridden(speaks)
        verdict = self._outcome(self.sure, overridden) if not maybe else self._tried(maybe, overridden)
        return verdict

    def evaluate(self, expr: Expr, env: Env) -> Any:
        """The value of an expression. Raises Blocked, SpecError."""
        return code_of(expr)(env, self.context)

    def _kleene(self, expr: Expr, env: Env) -> bool | Blocked:
        try:
            return bool(self.evaluate(expr, env))
        except Blocked as blocked:
            return blocked

    # -------------------------------------------------------------- who speaks

    def _conditions(self) -> list[bool | None]:
        """Whether each clause speaks; None where that waits for a blocked condition."""
        speaks: list[bool | None] = [False] * len(self.clauses)
        for place in self.order:
            prepared = self.clauses[place]
            if not prepared.there:
                continue
            higher = [speaks[above] for above in prepared.above]
            if True in higher:
                continue
            condition = prepared.always or self._kleene(prepared.clause.condition, self._env(prepared))
            self.conditions[place] = condition
            if condition is True:
                speaks[place] = None if None in higher else True
            elif condition is not False:
                speaks[place] = None
        return speaks

    def _env(self, prepared: Prepared) -> dict[str, Value]:
        binds = prepared.clause.binds
        env = self.envs.get(binds)
        if env is None:
            env = self.envs[binds] = dict(zip(binds, self.situation, strict=True))
        return env

    def _overridden(self, speaks: Sequence[bool | None]) -> tuple[tuple[str, str], ...]:
        """The surely silenced clauses whose condition holds, each with the first that silences it."""
        found: list[tuple[str, str]] = []
        for prepared in self.clauses:
            by = next((above for above in prepared.above if speaks[above] is True), None)
            if by is None or not prepared.there:
                continue
            try:
                holds = prepared.always or self.evaluate(prepared.clause.condition, self._env(prepared))
            except (Blocked, SpecError):
                continue
            if holds:
                found.append((prepared.clause.id, self.clauses[by].clause.id))
        return tuple(found)

    def _tried(self, maybe: list[int], overridden: tuple[tuple[str, str], ...]) -> Verdict:
        """The outcome where it is the same whichever way the blocked conditions go; else blocked."""
        waiting = [place for place in maybe if isinstance(self.conditions[place], Blocked)]
        if 2 ** len(waiting) > MAX_WAYS:
            message = f"{len(waiting)} clauses wait for answers, too many to try"
            raise SpecError("too-many-ways", message, self.question.span)
        first: Verdict | None = None
        in_all: list[str] = []
        for ways in product((False, True), repeat=len(waiting)):
            speaking = self._speaking(dict(zip(waiting, ways, strict=True)))
            verdict = self._outcome(speaking, overridden)
            if first is None:
                first, in_all = verdict, list(verdict.speaking)
            if verdict.outcome.status is Status.BLOCKED or verdict.outcome != first.outcome:
                conditions = [self.conditions[place] for place in waiting]
                return self._blocked(
                    [c for c in conditions if isinstance(c, Blocked)], overridden, verdict.blockers
                )
            in_all = [clause for clause in in_all if clause in verdict.speaking]
        assert first is not None
        return replace(first, speaking=tuple(in_all))

    def _speaking(self, ways: Mapping[int, bool]) -> tuple[int, ...]:
        """The places of the clauses that speak if the blocked conditions go these ways."""
        speaks = [False] * len(self.clauses)
        for place in self.order:
            holds = ways.get(place, self.conditions[place] is True)
            speaks[place] = holds and not any(speaks[above] for above in self.clauses[place].above)
        return tuple([place for place, state in enumerate(speaks) if state])

    def _blocked(
        self,
        blocked: Iterable[Blocked],
        overridden: tuple[tuple[str, str], ...],
        more: tuple[Blocker, ...] = (),
    ) -> Verdict:
        blockers = dict.fromkeys(blocker for each in blocked for blocker in each.blockers)
        speaking = tuple([self.clauses[place].clause.id for place in self.sure])
        return Verdict(BLOCKED, speaking, overridden, blockers=tuple(dict.fromkeys([*blockers, *more])))

    # -------------------------------------------------------------- what they admit

    def _outcome(self, speaking: tuple[int, ...], overridden: tuple[tuple[str, str], ...]) -> Verdict:
        ids = tuple([self.clauses[place].clause.id for place in speaking])
        answering = [p for p in speaking if type(self.clauses[p].clause.answer) is not Aside]
        if not answering:
            return Verdict(SILENT, ids, overridden)
        try:
            self._look_among()
            admitted = [self._admits(place) for place in answering]
        except Blocked as blocked:
            return self._blocked([blocked], overridden)
        waiting = [each for each in admitted if isinstance(each, Blocked)]
        if waiting:
            return self._blocked(waiting, overridden)
        outcome = self._common([each for each in admitted if not isinstance(each, Blocked)])
        conflict = self._conflict(answering) if outcome is CONTRADICTORY else ()
        return Verdict(outcome, ids, overridden, conflict)

    def _look_among(self) -> None:
        """Evaluates `among`, once. Raises Blocked."""
        if self.question.among is not None and self.among is None:
            names = [parameter.name for parameter in self.question.parameters]
            env = dict(zip(names, self.situation, strict=True))
            self.among = ordered(self.evaluate(self.question.among, env))

    def _admits(self, place: int) -> _Only | _Not | Blocked:
        """What the clause there admits. A clause that speaks only perhaps, and whose answer is an error,
        counts as blocked."""
        found = self.admitted.get(place)
        if found is None:
            try:
                found = self._answer(self.clauses[place])
            except Blocked as blocked:
                found = blocked
            except SpecError:
                if place in self.sure:
                    raise
                found = Blocked(())
            self.admitted[place] = found
        return found

    def _answer(self, prepared: Prepared) -> _Only | _Not:
        answer = prepared.clause.answer
        env = self._env(prepared)
        match answer:
            case Then(value=expr):
                value = self.evaluate(expr, env)
                self.check_answer(value, expr)
                if self.among is not None and value not in self.among:
                    self._out_of_range(value, "is not among the possible answers", expr)
                return _Only((value,))
            case AnyOf(values=expr):
                values = ordered(self.evaluate(expr, env))
                for value in values:
                    self.check_answer(value, expr)
                return _Only(tuple([v for v in values if self.among is None or v in self.among]))
            case Never(value=expr):
                return _Not(self.evaluate(expr, env))
            case Aside():
                raise AssertionError(prepared.clause.id)
            case _:
                assert_never(answer)

    def check_answer(self, value: Value, expr: Expr) -> None:
        """Raises SpecError where an answer is outside the type of answers, or, unless `among` says who may
        be named, names somebody who is not mentioned."""
        declared = self.question.answer
        if not fits(value, declared):
            self._out_of_range(value, "is outside the range of answers", expr)
        if self.among is None and has_players(declared):
            mentioned = players_in(self.situation)
            for player in players_in([value]):
                if player not in mentioned:
                    self._out_of_range(value, "names a player who is not mentioned in the situation", expr)

    def _out_of_range(self, value: Value, what: str, expr: Expr) -> None:
        message = f"`{show_plain(value)}` {what}: `{self.question.name}`"
        raise SpecError("answer-out-of-range", message, expr.span)

    def _common(self, admitted: Sequence[_Only | _Not]) -> Outcome:
        """The outcome of what all of these admit."""
        excluded = [each.value for each in admitted if type(each) is _Not]
        stated = [each.values for each in admitted if type(each) is _Only]
        if stated:
            left = [
                value
                for value in stated[0]
                if value not in excluded and all(value in values for values in stated[1:])
            ]
        else:
            candidates = self._few_candidates(len(excluded) + 1)
            if candidates is None:
                return SILENT
            left = [value for value in candidates if value not in excluded]
            if len(left) > 1:
                return SILENT
        if not left:
            return CONTRADICTORY
        return Outcome(Status.SETTLED if len(left) == 1 else Status.OPEN, tuple(left))

    def _few_candidates(self, limit: int) -> tuple[Value, ...] | None:
        """The candidates, or None where they are more than `limit`, and not listed."""
        if self.among is not None:
            return self.among
        players = players_in(self.situation)
        size = domain_size(self.question.answer, len(players))
        return (
            None if size is None or size > limit else typed_candidates(self.question.answer, self.situation)
        )

    def _conflict(self, answering: Sequence[int]) -> tuple[str, ...]:
        """The smallest set of these clauses that has no common answer, the first in order of several."""
        for size in range(1, len(answering) + 1):
            for places in combinations(answering, size):
                admitted: list[Any] = [self.admitted[place] for place in places]
                if self._common(admitted) is CONTRADICTORY:
                    return tuple([self.clauses[place].clause.id for place in places])
        raise AssertionError("no conflict in a contradiction")


def ordered(values: Any) -> tuple[Value, ...]:
    """The members of a list, bag or set, sorted, each once."""
    items = values if type(values) is tuple else values.items
    return tuple(dict.fromkeys(sorted(items, key=sort_key)))


def typed_candidates(type: Type, situation: Situation) -> tuple[Value, ...]:
    """The values of a type over the players mentioned in the situation, sorted. Raises SpecError."""
    players = tuple(sorted(players_in(situation), key=sort_key))
    if domain_size(type, len(players)) is None:
        raise SpecError("open-type", "there is no end of the answers that are possible", NOWHERE)
    return tuple(sorted(values_of(type, players), key=sort_key))
