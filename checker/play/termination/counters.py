"""Which variables may differ in two positions of a game that are the same otherwise, so that what follows in
one can follow in the other.

A *counter* is a variable that the loop only sets to what is worked out from itself and from other counters.
It may differ where the loop uses it for nothing else, or only in expressions that come to the same, and in
questions answered on the way round in the same way, whatever it still can be. (That it cannot count on for
ever, since its range has an end, does not matter here.)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from checker.play.abstract.measures import statements_within
from dsl import model as m
from dsl.text.errors import ArbitreError
from dsl.types.types import BoolType, IntType
from dsl.types.values import Value
from interpreter.analysis.dependencies import free_names, parts, walk
from interpreter.analysis.statements import expressions_in
from interpreter.evaluate.evaluate import SEATS
from interpreter.play.judge import SingleJudge
from interpreter.play.state import Key, State, Unsettled
from interpreter.rulebook.rulebook import Status
from interpreter.rulebook.situations import Situation

MOST_VALUES = 80
"""Values of a counter that are looked at."""


@dataclass(frozen=True)
class VariableUses:
    """What a part of a flow does with its variables. `sets`: what each is set to; `others`: every other
    expression."""

    sets: Mapping[str, tuple[m.Expr, ...]]
    others: tuple[m.Expr, ...]

    @cached_property
    def counters(self) -> frozenset[str]:
        """The variables that are only ever set to what is worked out from themselves."""
        return frozenset(
            name for name, values in self.sets.items() if all(name in free_names(v) for v in values)
        )


def uses(flow: m.Flow, loop: m.While | m.Turns, stays: bool = False) -> VariableUses:
    """What is done with variables from the loop on, as long as play comes back to it: all that is done in the
    outermost block that holds it; if play `stays` in the loop, what is done in that."""
    around = next(s for s in flow.body if any(inside is loop for inside in statements_within((s,))))
    around = loop if stays else around
    sets: dict[str, tuple[m.Expr, ...]] = {}
    others: list[m.Expr] = []
    declared = {d.name for d in flow.variables}
    for statement in statements_within((around,)):
        match statement:
            case m.SetStmt(name=name, value=value, of=None) if name in declared:
                sets[name] = (*sets.get(name, ()), value)
            case _:
                others += expressions_in(statement)
    return VariableUses(sets, tuple(others))


@dataclass(slots=True)
class _DifferenceAnalysis:
    """Whether counters may differ. `values`: what each can still be, where that is listed; `asked`: what was
    asked on the way round."""

    values: Mapping[str, tuple[Value, ...] | None]
    earlier: State
    now: State
    judge: SingleJudge
    asked: Sequence[Key]

    def same(self, expr: m.Expr) -> bool:
        """Whether the expression comes to the same on the way round, whatever the counters are."""
        free = free_names(expr)
        about = sorted(free & self.values.keys())
        if not about:
            return True
        if list(free) == about and not any(isinstance(e, m.Zone) for e in walk(expr)):
            possible = self.values[about[0]]
            if possible is not None and self._one_answer(expr, about[0], possible):
                return True
        if isinstance(expr, m.Var) or _binds(expr) & self.values.keys():
            return False
        if isinstance(expr, m.Ask):
            return self._same_asked(expr)
        return all(self.same(part) for part in parts(expr))

    def _one_answer(self, expr: m.Expr, name: str, values: tuple[Value, ...]) -> bool:
        seats, agreed = self.earlier.seats, self.earlier.agreed
        try:
            found = [self.judge.answer(expr, {SEATS: seats, name: v}, agreed).value for v in values]
        except ArbitreError:
            return False
        return not isinstance(found[0], Unsettled) and all(each == found[0] for each in found)

    def _same_asked(self, ask: m.Ask) -> bool:
        """Whether a question that is given counters was answered, whenever it was asked on the way, as it is
        for whatever they can still be (or can be, if the table agrees as it did)."""
        for place, arg in enumerate(ask.args):
            if isinstance(arg, m.Var) and arg.name in self.values:
                possible = self.values[arg.name]
                if possible is None or not all(
                    self._answered_alike(ask.question, situation, place, possible)
                    for question, situation in dict.fromkeys(self.asked)
                    if question == ask.question
                ):
                    return False
            elif not self.same(arg):
                return False
        return sum(isinstance(arg, m.Var) and arg.name in self.values for arg in ask.args) <= 1

    def _answered_alike(
        self, question: str, situation: Situation, place: int, values: tuple[Value, ...]
    ) -> bool:
        before, after = situation[:place], situation[place + 1 :]
        there = [(*before, value, *after) for value in (situation[place], *values)]
        agreed = {self.now.agreed[question, s] for s in there if (question, s) in self.now.agreed}
        try:
            outcomes = [self.judge.rulebook.verdict(question, each).outcome for each in there]
        except ArbitreError:
            return False
        known = outcomes[0].status is Status.SETTLED or (question, situation) in self.now.agreed
        return known and len(agreed) <= 1 and all(each == outcomes[0] for each in outcomes)


def may_differ(
    flow: m.Flow,
    used: VariableUses,
    names: Iterable[str],
    earlier: State,
    now: State,
    judge: SingleJudge,
    asked: Sequence[Key],
) -> bool:
    """Whether these counters may differ `now` from what they were `earlier`, all that was asked since being
    `asked`."""
    types = {d.name: d.type for d in flow.variables}
    differ = sorted(names)
    values = {n: _can_be(types[n], used.sets.get(n, ()), n, earlier, judge) for n in differ}
    looking = _DifferenceAnalysis(values, earlier, now, judge, asked)
    looked_at = [*used.others, *(v for n, vs in used.sets.items() if n not in values for v in vs)]
    return all(looking.same(expr) for expr in looked_at)


def _can_be(
    type: object, sets: tuple[m.Expr, ...], name: str, earlier: State, judge: SingleJudge
) -> tuple[Value, ...] | None:
    """What a counter can still be: all to which setting it leads, where that hangs on nothing else,
    and else its range; None if that is not listed."""
    if name in earlier.values and all(free_names(expr) == frozenset((name,)) for expr in sets):
        found = _led_to(sets, name, earlier, judge)
        if found is not None:
            return found
    match type:
        case BoolType():
            return (False, True)
        case IntType(low=int() as low, high=int() as high):
            return tuple(range(low, high + 1))
        case _:
            return None


def _led_to(
    sets: tuple[m.Expr, ...], name: str, earlier: State, judge: SingleJudge
) -> tuple[Value, ...] | None:
    """All values that these lead to, from what it was on; None where they are many, or not known."""
    found = {earlier.values[name]: None}
    pending = list(found)
    while pending:
        env = {SEATS: earlier.seats, name: pending.pop()}
        for expr in sets:
            try:
                value = judge.answer(expr, env, earlier.agreed).value
            except ArbitreError:
                continue
            if isinstance(value, Unsettled) or len(found) >= MOST_VALUES:
                return None
            if value not in found:
                found[value] = None
                pending.append(value)
    return tuple(found)


def _binds(expr: m.Expr) -> frozenset[str]:
    """The names that an expression binds."""
    match expr:
        case m.Let(name=name):
            return frozenset((name,))
        case (
            m.Quantified(binder=binder)
            | m.Aggregate(binder=binder)
            | m.Mapped(binder=binder)
            | m.Count(binder=binder)
            | m.Pick(binder=binder)
            | m.Those(binder=binder)
        ):
            return frozenset(binder.names)
        case _:
            return frozenset()
