"""What players can choose: what is there, what is allowed, what is legal."""

from collections import Counter
from collections.abc import Iterator, Mapping

from dsl.model import Expr, Flow, Game, Zone
from dsl.types.algebra import plain
from dsl.types.types import BagType, ListType, OptionalType, SetType, Type
from dsl.types.values import Bag, Player, Value, ValueSet, bag_of
from interpreter.evaluate.evaluate import zone_key
from interpreter.play.judge import Answer, Judge
from interpreter.play.state import Asked, ChoiceDue, State, Unsettled, is_unknown
from interpreter.values.domain import domain_size, values_of
from interpreter.values.show import fits

MOST_LISTED = 100_000
"""Of more than so many things that can be chosen freely, they are not gone through one by one."""


class Choosing:
    """The part of a machine that knows what can be chosen."""

    game: Game
    flow: Flow
    seats: tuple[Player, ...]

    def source(self, state: State, due: ChoiceDue, player: Player, judge: Judge) -> tuple[Value, ...] | None:
        """The cards, or things, from which `player` chooses; None where the choice is free."""
        choose = due.statement
        if choose.source is None:
            return None
        if isinstance(choose.source, Zone):
            owner = choose.source.owner
            if owner is None:
                return state.cards(zone_key(choose.source.name))
            whose = self._in_choice(state, due, player, owner, {}, judge)
            return () if isinstance(whose, Unsettled) else state.cards(zone_key(choose.source.name, whose))
        found = self._in_choice(state, due, player, choose.source, {}, judge)
        return () if isinstance(found, Unsettled) else items_of(found)

    def source_zone(self, state: State, due: ChoiceDue, player: Player, judge: Judge) -> str | None:
        """The zone from which `player` chooses cards; None where it is none."""
        source = due.statement.source
        if not isinstance(source, Zone):
            return None
        if source.owner is None:
            return zone_key(source.name)
        whose = self._in_choice(state, due, player, source.owner, {}, judge)
        return None if isinstance(whose, Unsettled) else zone_key(source.name, whose)

    def _in_choice(
        self,
        state: State,
        due: ChoiceDue,
        player: Player,
        expr: Expr,
        names: Mapping[str, Value],
        judge: Judge,
    ) -> Value | Unsettled:
        return self._answer(state, due, player, expr, names, judge).value

    def _answer(
        self,
        state: State,
        due: ChoiceDue,
        player: Player,
        expr: Expr,
        names: Mapping[str, Value],
        judge: Judge,
    ) -> Answer:
        env = {**state.env(), **names}
        if due.statement.each is not None:
            env[due.statement.each] = player
        return judge.answer(expr, env, state.agreed)

    def is_there(self, state: State, due: ChoiceDue, player: Player, value: Value, judge: Judge) -> bool:
        """Whether `value` is of the type of the choice and can be had from its source."""
        if not fits(value, due.statement.domain):
            return False
        source = self.source(state, due, player, judge)
        if source is None or value is None:
            return True
        left = list(source)
        for item in _wanted(value, due.statement.domain):
            if item not in left:
                return False
            left.remove(item)
        return True

    def allowed(
        self, state: State, due: ChoiceDue, player: Player, value: Value, judge: Judge
    ) -> bool | Unsettled:
        """Whether the rules let `player` choose `value`, which is there; or the dispute."""
        needs = due.statement.needs
        if needs is None:
            return True
        found = self._in_choice(state, due, player, needs, {due.name: value}, judge)
        return found if isinstance(found, Unsettled) else bool(found)

    def advice(self, state: State, due: ChoiceDue, player: Player, judge: Judge) -> Value | Unsettled:
        """What the choice advises `player` to choose; None where it advises nothing."""
        advised = due.statement.advised
        return None if advised is None else self._in_choice(state, due, player, advised, {}, judge)

    def asked_about(
        self, state: State, due: ChoiceDue, player: Player, value: Value, judge: Judge
    ) -> tuple[Asked, ...]:
        """The questions that decide whether `player` may choose `value`."""
        return self.heard(state, due, player, value, judge).asked

    def heard(self, state: State, due: ChoiceDue, player: Player, value: Value, judge: Judge) -> Answer:
        """Whether the rules let `player` choose `value`, which is there, and what that asked."""
        needs = due.statement.needs
        if needs is None:
            return Answer(True)
        return self._answer(state, due, player, needs, {due.name: value}, judge)

    def possible(self, state: State, due: ChoiceDue, player: Player, judge: Judge) -> Iterator[Value]:
        """What is there to choose, allowed or not: smallest first, each once, in one order. (Cards that are
        not known are left out; of more than `MOST_LISTED` things, all but nothing and what is advised.)"""
        domain = due.statement.domain
        source = self.source(state, due, player, judge)
        if source is None:
            size = domain_size(domain, len(state.seats))
            if size is None or size > MOST_LISTED:
                yield from self._of_too_much(state, due, player, judge)
            else:
                yield from values_of(domain, state.seats)
            return
        if isinstance(domain, OptionalType):
            yield None
            domain = domain.item
        known = bag_of(item for item in source if not is_unknown(item)).items
        match domain:
            case BagType(_, low, high) | ListType(_, low, high):
                sizes = range(low or 0, min(len(known), len(known) if high is None else high) + 1)
                kinds = tuple(Counter(known).items())
                for size in sizes:
                    if isinstance(domain, BagType):
                        yield from map(bag_of, _picks(kinds, size))
                    else:
                        yield from _rows(kinds, size)
            case _:
                yield from dict.fromkeys(known)

    def _of_too_much(self, state: State, due: ChoiceDue, player: Player, judge: Judge) -> Iterator[Value]:
        """Nothing, where that can be chosen, and what is advised."""
        if isinstance(due.statement.domain, OptionalType):
            yield None
        advice = self.advice(state, due, player, judge)
        if isinstance(advice, Unsettled) or advice is None:
            return
        if self.is_there(state, due, player, advice, judge):
            yield advice

    def legal(self, state: State, due: ChoiceDue, player: Player, judge: Judge) -> Iterator[Value]:
        """What `player` may choose: there and allowed. (What is in dispute is left out.)"""
        for value in self.possible(state, due, player, judge):
            if self.allowed(state, due, player, value, judge) is True:
                yield value


def items_of(value: Value) -> tuple[Value, ...]:
    """The items of a list, bag or set."""
    if isinstance(value, Bag | ValueSet):
        return value.items
    assert isinstance(value, tuple)
    return value


Kinds = tuple[tuple[Value, int], ...]


def _picks(kinds: Kinds, size: int) -> Iterator[tuple[Value, ...]]:
    """So many things, of each kind so many at most, in no order: each once."""
    if size == 0:
        yield ()
    elif kinds:
        (kind, number), *rest = kinds
        for taken in range(min(number, size), -1, -1):
            yield from ((kind,) * taken + others for others in _picks(tuple(rest), size - taken))


def _rows(kinds: Kinds, size: int) -> Iterator[tuple[Value, ...]]:
    """So many things, of each kind so many at most, in every order: each once."""
    if size == 0:
        yield ()
        return
    for place, (kind, number) in enumerate(kinds):
        if number:
            left = (*kinds[:place], (kind, number - 1), *kinds[place + 1 :])
            yield from ((kind, *others) for others in _rows(left, size - 1))


def _wanted(value: Value, domain: Type) -> tuple[Value, ...]:
    """What a choice takes from its source."""
    match plain(domain):
        case BagType() | ListType() | SetType():
            return items_of(value)
        case _:
            return (value,)
