"""Proofs that a loop ends: whatever is chosen, drawn and answered, something gets less with every pass.

One pass is carried out from any position (`abstract.execution`), for each number of players. A measure that
no pass raises is of use where some pass lowers it: only the passes that leave it as it was are looked at
further. When none is left, the loop ends. Sound: what is not understood is unknown, and a pass that stops the
game (by a rule of the flow, for want of cards) is none. Not complete: a position that no game gets to can
stand in the way.

What is found is a lexicographic ranking function (Bradley, Manna and Sipma, *Linear ranking with
reachability*, 2005), the first component first. A measure serves iff it is unsatisfiable that a pass which is
left raises it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from checker.play.abstract import numbers as amounts
from checker.play.abstract.execution import AbstractExecution, Position
from checker.play.abstract.havoc import Havoc
from checker.play.abstract.measures import Measure, measures, upstream
from checker.smt.budget import QueryUndecided
from checker.smt.formulas import Truth, conj, neg
from checker.smt.solver import ArithmeticSolver
from dsl import model as m
from dsl.model import OPTIONS
from dsl.text.messages import Said, reason
from dsl.types.types import ListType
from dsl.types.values import Player

EFFORT = 12_000_000
"""What one query may cost, in the solver's own units."""


@dataclass(frozen=True, slots=True)
class LoopSite:
    """A loop that goes on while a condition holds, or turns, with its flow. `options`: the options chosen,
    where the flow is the one that is played first; `whole`: whether all at the table play it."""

    flow: m.Flow
    loop: m.While | m.Turns
    options: m.Expr | None = None
    whole: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopVerdict:
    """What becomes of a loop. `by`: what gets less, where it is proved to end; `because`: why it is not."""

    site: LoopSite
    by: tuple[str, ...] = ()
    because: str = ""

    @property
    def ends(self) -> bool:
        """Whether it is proved to end."""
        return not self.because


def loops_of(flow: m.Flow) -> tuple[LoopSite, ...]:
    """The loops of a flow and of those that it plays, in order, each once."""
    options = next((p.default for p in flow.parameters if p.name == OPTIONS), None)
    return tuple({id(site.loop): site for site in _loops(flow, options, True)}.values())


def _loops(flow: m.Flow, options: m.Expr | None, whole: bool) -> Iterator[LoopSite]:
    seats = (Player("one"), Player("another"))
    walk = AbstractExecution(flow, seats, (), Havoc(seats))
    anywhere = walk.anywhere(options).scope
    for statement in _carried_out(flow.body, lambda condition: walk.evaluator.truth(condition, anywhere)):
        if isinstance(statement, m.While | m.Turns):
            yield LoopSite(flow, statement, options, whole)
        if isinstance(statement, m.Play):
            yield from _loops(statement.flow, None, whole and statement.among is None)


def _carried_out(body: Sequence[m.Statement], truth: Callable[[m.Expr], Truth]) -> Iterator[m.Statement]:
    """The statements of a block and those inside them, but for branches that the options leave out."""
    for statement in body:
        yield statement
        match statement:
            case m.Step(body=inner) | m.ForEach(body=inner) | m.Turns(body=inner) | m.While(body=inner):
                yield from _carried_out(inner, truth)
            case m.IfStmt(condition=condition, then=then, otherwise=otherwise):
                holds = truth(condition)
                yield from () if holds is False else _carried_out(then, truth)
                yield from () if holds is True else _carried_out(otherwise, truth)
            case _:
                pass


def prove(
    game: m.Game, flow: m.Flow, numbers: Sequence[int] | None = None, effort: int = EFFORT
) -> tuple[LoopVerdict, ...]:
    """What becomes of each loop of the flow and of those that it plays, whichever edition is played by.
    (Those of flows that it plays are looked at only where its own end.)"""
    sites = loops_of(flow)
    most = range(game.players[0], game.players[1] + 1) if numbers is None else numbers
    own = tuple(_proved(game, site, most, effort) for site in sites if site.flow is flow)
    others = [site for site in sites if site.flow is not flow]
    if all(loop.ends for loop in own):
        return own + tuple(_proved(game, site, most, effort) for site in others)
    because = Said("it was not looked at, as another need not end")
    return own + tuple(LoopVerdict(site=site, because=because) for site in others)


def _proved(game: m.Game, site: LoopSite, numbers: Sequence[int], effort: int) -> LoopVerdict:
    by: dict[str, None] = {}
    for number in numbers:
        seats = tuple(Player(name) for name in game.names[:number])
        try:
            found = _by(site, seats, effort)
        except QueryUndecided as why:
            return LoopVerdict(site=site, because=Said("with {n} players, {why}", n=number, why=reason(why)))
        if found is None:
            because = Said("with {n} players, nothing was found that gets less", n=number)
            return LoopVerdict(site=site, because=because)
        by |= dict.fromkeys(str(measure) for measure in found)
    return LoopVerdict(site=site, by=tuple(by))


def _by(site: LoopSite, seats: tuple[Player, ...], effort: int) -> tuple[Measure, ...] | None:
    """The measures by which it ends, with these players; None if they do not do."""
    flow, loop = site.flow, site.loop
    unknowns = Havoc(seats)
    walk = AbstractExecution(flow, seats, upstream(loop.body), unknowns, site.whole)
    before = walk.anywhere(site.options)
    after, passes = _pass(walk, loop, before)
    candidates = list(measures(flow, loop, seats, after.scope))
    riddle = ArithmeticSolver(unknowns.assumed, effort)
    used: list[Measure] = []
    while True:
        found = _next(riddle, passes, candidates, before, after)
        if found is None:
            return None
        measure, passes = found
        used.append(measure)
        candidates.remove(measure)
        if passes is False:
            return tuple(used)


def _pass(walk: AbstractExecution, loop: m.While | m.Turns, before: Position) -> tuple[Position, Truth]:
    """Where a pass of the loop (or a turn) leads, and whether there is one and another after it."""
    if isinstance(loop, m.Turns):
        after = walk.one_turn(loop, before.copy())
        assert isinstance(loop.source.type, ListType)
        again = walk.goes_on(loop, walk.unknowns.of(loop.source.type.item), after)
        return after, conj((after.there, again))
    entered = walk.evaluator.truth(loop.condition, before.scope)
    after = walk.block(loop.body, before.copy())
    return after, conj((entered, after.there, walk.evaluator.truth(loop.condition, after.scope)))


def _next(
    riddle: ArithmeticSolver, passes: Truth, candidates: Sequence[Measure], before: Position, after: Position
) -> tuple[Measure, Truth] | None:
    """A measure that no pass raises and some pass lowers, and which passes leave it as it was: none of them
    if there is such a measure."""
    compared = [(each, each.amount(before.scope), each.amount(after.scope)) for each in candidates]
    helpful: list[tuple[Measure, Truth]] = []
    for measure, earlier, later in compared:
        whole = measure.bounded(after.scope)
        lower = conj((whole, amounts.below(later, earlier)))
        if not riddle.possible(passes, neg(lower)):
            return measure, False
        kept = conj((whole, amounts.at_most(later, earlier)))
        if not riddle.possible(passes, neg(kept)) and riddle.possible(passes, lower):
            helpful.append((measure, conj((passes, amounts.same(later, earlier)))))
    return helpful[0] if helpful else None
