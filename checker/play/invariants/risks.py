"""Whether a game can fail: statements that are not proved to be possible wherever play comes to them.

The flow is carried out on unknown values (`induction`), and each statement must be proved possible there:
values within their ranges, cards that are there, expressions with a value, questions asked within their
situations. Sound: what is not proved may fail. Not complete: what holds for a reason that is not seen is not
proved.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from checker.play.abstract.execution import Position
from checker.play.abstract.fitting import fitting
from checker.play.abstract.havoc import Havoc, Possible
from checker.play.abstract.measures import statements_within
from checker.play.abstract.partial import Partial
from checker.play.abstract.values import Known
from checker.play.invariants.induction import EFFORT, InductionStep
from checker.smt.formulas import Truth, conj, disj, neg
from dsl import model as m
from dsl.text.span import Span
from dsl.types.types import PlayerType
from dsl.types.values import Player
from interpreter.analysis.statements import expressions_in


@dataclass(frozen=True, slots=True)
class Risk:
    """A line of the flow at which a statement may fail for what it does; or (line 0) that expressions of the
    flow may fail somewhere. `top`: the place of the outermost statement in which it stands."""

    path: str
    line: int
    top: int

    @property
    def inside(self) -> bool:
        """Whether it is about expressions."""
        return self.line == 0


def risks(
    game: m.Game,
    flow: m.Flow,
    numbers: Sequence[int],
    possible: Possible | None = None,
    effort: int = EFFORT,
    whole: bool = True,
) -> tuple[Risk, ...]:
    """Where a game may fail, with one of these numbers of players, the first line first; empty where it is
    proved that none does. `possible`: what can be answered, where that is known; `whole`: whether all at the
    table play."""
    found: dict[Risk, None] = {}
    for number in numbers:
        seats = tuple(Player(name) for name in game.names[:number])
        watching = RiskExecution(flow, seats, (), Havoc(seats, possible), whole)
        watching.setting = (game, effort)
        found |= dict.fromkeys(watching.risks())
    return tuple(sorted(found, key=lambda risk: (risk.top, risk.path, risk.line)))


@dataclass(slots=True)
class RiskExecution(InductionStep):
    """The walk through a flow in which it is noted where each statement would fail."""

    setting: tuple[m.Game, int] | None = None
    noted: list[tuple[Risk, Truth]] = field(default_factory=list)
    _partial: Partial | None = None
    _top: int = 0
    _played: dict[int, bool] = field(default_factory=dict)

    def risks(self) -> Iterator[Risk]:
        """The lines at which a game may fail."""
        game, effort = self._setting
        self.prepare(game, (), (), effort)
        at = self.begin()
        for declared in self.flow.variables:
            self._begins(declared, at)
        self.block(self.flow.body, at)
        if self.never(disj(fails for _, fails in self.noted)):
            return
        where: dict[Risk, list[Truth]] = {}
        for risk, fails in self.noted:
            where.setdefault(risk, []).append(fails)
        for risk, each in where.items():
            if not self.never(disj(each)):
                yield risk

    @property
    def _setting(self) -> tuple[m.Game, int]:
        assert self.setting is not None
        return self.setting

    # -------------------------------------------------------------- what is noted

    def _note(self, span: Span, fails: Truth, inside: bool = False) -> None:
        if fails is not False:
            risk = Risk(span.path, 0, 0) if inside else Risk(span.path, span.line, self._top)
            self.noted.append((risk, fails))

    def must(self, statement: m.Statement, at: Position, holds: Truth | None) -> None:
        """Notes where it does not hold; beyond, it does."""
        known = self.unknowns.truth() if holds is None else holds
        self._note(statement.span, conj((at.there, neg(known))))
        at.there = conj((at.there, known))

    def must_fit(self, statement: m.Statement, at: Position, fits: Truth | None) -> None:
        """The same of a value that must be within its range."""
        self.must(statement, at, fits)

    def _begins(self, declared: m.VarDecl, at: Position) -> None:
        """A variable has its first value (where it has none, it may be looked at before it has one)."""
        fits: Truth | None = None
        if declared.initial is not None:
            value = self.evaluator.value(declared.initial, at.scope)
            fits = fitting(value, declared.initial.type, declared.type)
            self._look(declared.span, (declared.initial,), at)
        self._note(declared.span, neg(self.unknowns.truth() if fits is None else fits))

    def _look(self, span: Span, exprs: Sequence[m.Expr], at: Position) -> None:
        """Notes where working these out fails; beyond, it does not."""
        if self._partial is None:
            self._partial = Partial(self._setting[0], self.evaluator)
        for expr in exprs:
            fails = disj(self._partial.fails(expr, at.scope))
            self._note(span, conj((at.there, fails)), inside=True)
            at.there = conj((at.there, neg(fails)))

    # -------------------------------------------------------------- statements

    def _statement(self, statement: m.Statement, at: Position) -> None:
        place = next((n for n, s in enumerate(self.flow.body) if s is statement), None)
        self._top = self._top if place is None else place
        match statement:
            case m.Choose(by=by, source=source):
                self._look(statement.span, [by] if source is None else [by, source], at)
            case m.Turns(source=source, start=start):
                self._look(statement.span, (source, start), at)
            case m.While():
                pass  # see `enters`
            case m.Play(flow=flow, among=among):
                self._look(statement.span, expressions_of_play(statement), at)
                self._plays(statement, flow, among is None, at)
            case _:
                self._look(statement.span, expressions_in(statement), at)
        InductionStep._statement(self, statement, at)
        if isinstance(statement, m.Choose):
            self._looked_at(statement, at)

    def _looked_at(self, choose: m.Choose, at: Position) -> None:
        """What may be chosen is looked at, whatever it is."""
        if choose.needs is None:
            return
        name = at.scope.values if choose.name in at.scope.values else at.scope.names
        chosen = name[choose.name]
        if choose.each is None:
            inside = at.copy()
        else:
            inside = at.copy()
            inside.scope.names[choose.each] = self.unknowns.of(PlayerType())
            chosen = self.unknowns.of(choose.domain)
        inside.scope.names[choose.name] = chosen
        inside.scope.values.pop(choose.name, None)
        self._look(choose.span, (choose.needs,), inside)

    def _looping(
        self, body: tuple[m.Statement, ...], at: Position, enter: Callable[[Position], Truth]
    ) -> None:
        """As ever; but where no game comes back to the head, the first pass is all there is."""
        may_be_once = any(isinstance(s, m.Finish) for s in statements_within(body))
        if may_be_once and any(isinstance(s, m.While) and s.body is body for s in self.flow.body):
            noted = len(self.noted)
            once = at.copy()
            once.there = conj((once.there, enter(once)))
            after = self.block(body, once)
            if self.never(after.there):
                return
            del self.noted[noted:]
        InductionStep._looping(self, body, at, enter)

    def _is_added_up(self, loop: m.ForEach, at: Position) -> bool:
        """The body is walked through, so that what is in it is noted."""
        return False

    def _plays(self, play: m.Play, flow: m.Flow, whole: bool, at: Position) -> None:
        """A game of another flow, which must not fail, whatever it is given."""
        game, effort = self._setting
        if id(play) not in self._played:
            number, whole = len(self.seats), whole and self.whole
            inside = risks(game, flow, [number], self.unknowns.possible, effort, whole)
            self._played[id(play)] = not inside
        self.must(play, at, self._played[id(play)] or None)

    def enters(self, loop: m.While, inside: Position) -> Truth:
        """Whether the loop goes on, which is worked out there."""
        self._look(loop.span, (loop.condition,), inside)
        return InductionStep.enters(self, loop, inside)

    def goes_on(self, turns: m.Turns, item: Known, at: Position) -> Truth:
        """Whether it may be the turn of this one, which is worked out there."""
        inside = at.copy()
        inside.scope.names[turns.name] = item
        asked = [each for each in (turns.until, turns.where) if each is not None]
        self._look(turns.span, asked, inside)
        return InductionStep.goes_on(self, turns, item, at)


def expressions_of_play(play: m.Play) -> list[m.Expr]:
    """What is worked out before a game of another flow begins."""
    given = [each for each in play.arguments if each is not None]
    return [*given, *([] if play.among is None else [play.among])]
