"""Whether a step can never be carried out: in no game do its zones hold the cards that its moves take.

The flow is carried out on unknown values (`induction`). Wherever the step is due, and takes any cards, what
its exact moves take from some zone is proved to be more than lies there, or than there are of a kind. Sound:
what is not understood may do. Not complete: where cards of a kind lie is not known, and a step that can be
carried out later on is not seen to fail the first time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from checker.play.abstract import numbers as amounts
from checker.play.abstract.evaluator import AbstractState
from checker.play.abstract.execution import Position
from checker.play.abstract.havoc import Havoc, Possible
from checker.play.abstract.measures import statements_within
from checker.play.abstract.numbers import Amount
from checker.play.abstract.values import AbstractList, Known, UnorderedItems, equal, literal, size_of
from checker.play.invariants.induction import EFFORT, InductionStep
from checker.smt.formulas import Truth, conj, disj
from dsl import model as m
from dsl.types.enumerate import every
from dsl.types.types import BagType, EnumType, IntType, ListType
from dsl.types.values import Player, Value
from interpreter.values.context import thing_text

Taken = dict[tuple[str, Value], Amount]
"""How many cards are taken from each zone: all (None), and of each kind that is known."""


def never_suffices(
    game: m.Game,
    flow: m.Flow,
    step: m.Step,
    number: int,
    possible: Possible | None = None,
    effort: int = EFFORT,
) -> bool:
    """Whether, with so many players, the step never finds the cards that it takes, in any game. `possible`:
    what can be answered, where that is known."""
    seats = tuple(Player(name) for name in game.names[:number])
    stepping = FeasibilityExecution(flow, seats, (), Havoc(seats, possible))
    stepping.step = step
    stepping.prepare(game, (), (), effort)
    stepping.block(flow.body, stepping.begin())
    return bool(stepping.suffices) and stepping.never(disj(stepping.suffices))


@dataclass(slots=True)
class FeasibilityExecution(InductionStep):
    """The walk through a flow in which it is noted where the step would find its cards."""

    step: m.Step | None = None
    suffices: list[Truth] = field(default_factory=list)

    def _statement(self, statement: m.Statement, at: Position) -> None:
        if statement is self.step:
            taken = self._taken_by(self.step.body, at.scope)
            some = amounts.below(0, amounts.summed(n for (_, kind), n in taken.items() if kind is None))
            enough = conj(amounts.at_most(n, self._there(key, kind, at)) for (key, kind), n in taken.items())
            self.suffices.append(conj((at.there, some, enough)))
        before = {key: at.scope.zones[key] for key in self._kinds()}
        InductionStep._statement(self, statement, at)
        match statement:
            case m.Put(amount=amount, card=card):
                self._put(self.evaluator.amount(amount, at.scope), self.evaluator.value(card, at.scope), at)
            case m.Play():
                at.scope.zones |= {key: self._or_more(n) for key, n in before.items()}
            case _:
                pass

    # -------------------------------------------------------------- how many of a kind there are

    def begin(self) -> Position:
        """The start of a game: there is no card of any kind."""
        at = InductionStep.begin(self)
        at.scope.zones |= dict.fromkeys(self._kinds(), 0)
        return at

    def _kinds(self) -> dict[str, Value]:
        """For each kind of card, under which key it is kept how many there are at most."""
        collections = [z.type for z in self.flow.zones if isinstance(z.type, ListType | BagType)]
        types = dict.fromkeys(each.item for each in collections)
        kinds = [c for t in types if isinstance(t, EnumType) for c in every(t) or ()]
        return {f"kind of card: {thing_text(kind)} {kind!r}": kind for kind in kinds}

    def _there(self, zone: str, kind: Value, at: Position) -> Amount:
        """How many there are at most: in the zone, or of the kind."""
        if kind is None:
            return at.scope.zones[zone]
        key = next((key for key, known in self._kinds().items() if known == kind), None)
        return self.unknowns.amount(0, None) if key is None else at.scope.zones[key]

    def _put(self, amount: Amount, card: Known, at: Position) -> None:
        for key, kind in self._kinds().items():
            is_it = equal(card, literal(kind))
            before = at.scope.zones[key]
            if is_it is None:
                at.scope.zones[key] = self._or_more(before)
            else:
                at.scope.zones[key] = amounts.plus(before, amounts.among_two(is_it, amount, 0))

    def _or_more(self, before: Amount) -> Amount:
        return amounts.plus(before, self.unknowns.amount(0, None))

    def _leave_unknown(self, body: tuple[m.Statement, ...], at: Position) -> None:
        before = {key: at.scope.zones[key] for key in self._kinds()}
        InductionStep._leave_unknown(self, body, at)
        if any(isinstance(s, m.Put | m.Play) for s in statements_within(body)):
            at.scope.zones |= {key: self._or_more(n) for key, n in before.items()}

    # -------------------------------------------------------------- what is taken

    def _taken_by(self, body: Sequence[m.Statement], scope: AbstractState) -> Taken:
        """What the exact moves of a block take: of branches, the one that takes more. What is not known is
        not counted."""
        inside = scope.with_names({})
        total: Taken = {}
        for statement in body:
            match statement:
                case m.LetStmt(name=name, value=value) | m.SetStmt(name=name, value=value, of=None):
                    inside = inside.with_names({name: self.evaluator.value(value, inside)})
                case m.Move(what=what, up_to=False, source=source) if what is not None:
                    for guard, key in self.evaluator.zone(source, inside):
                        for kind, n in self._amounts(what, inside).items():
                            _add(total, {(key, kind): amounts.among_two(guard, n, 0)})
                case m.ForEach(name=name, source=source, body=inner):
                    for present, item in self._items(source, inside):
                        one = self._taken_by(inner, inside.with_names({name: item}))
                        _add(total, {key: amounts.among_two(present, n, 0) for key, n in one.items()})
                case m.IfStmt(then=then, otherwise=otherwise):
                    first, second = self._taken_by(then, inside), self._taken_by(otherwise, inside)
                    _add(
                        total, {key: _larger(first, second, key) for key in dict.fromkeys((*first, *second))}
                    )
                case _:
                    pass
        return total

    def _amounts(self, what: m.Expr, scope: AbstractState) -> dict[Value, Amount]:
        match what.type:
            case IntType():
                return {None: self.evaluator.amount(what, scope)}
            case ListType() | BagType():
                value = self.evaluator.value(what, scope)
                found: dict[Value, Amount] = {None: size_of(value) or 0}
                if isinstance(value, AbstractList):
                    for guard, items in value.guarded:
                        for present, card in items:
                            one = amounts.among_two(conj((guard, present)), 1, 0)
                            found[card] = amounts.plus(found.get(card, 0), one)
                return found
            case _:
                return {}

    def _items(self, source: m.Expr, scope: AbstractState) -> list[tuple[Truth, Known]]:
        match self.evaluator.value(source, scope):
            case AbstractList(guarded=guarded):
                return [(conj((g, p)), literal(item)) for g, items in guarded for p, item in items]
            case UnorderedItems(items=items):
                return [(present, literal(item)) for present, item in items]
            case _:
                return []


def _add(total: Taken, more: Mapping[tuple[str, Value], Amount]) -> None:
    for key, amount in more.items():
        total[key] = amounts.plus(total.get(key, 0), amount)


def _larger(one: Taken, other: Taken, key: tuple[str, Value]) -> Amount:
    return amounts.larger(one.get(key, 0), other.get(key, 0))
