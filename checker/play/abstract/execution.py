"""A block of the flow carried out on unknown values: all that can come of it, in one position.

Branches are joined where they meet; loops over players at the table go through them one by one, from
whoever begins (in any order, where there is a `while` inside). What a loop of another sort does is only known
by what it cannot do: a `while` inside, or a loop over things that are not known, leaves every zone and
variable that it changes unknown, except that a zone from which cards only go has not got more, one to which
they only come has not got fewer, no more cards are upstream of any zone (see `measures.upstream`) than
before, and as many in zones between which they go.

This is abstract interpretation (Cousot and Cousot, 1977) without widening: what a loop changes is given up
(*havoc*) but for what is known of every pass.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from checker.play.abstract import numbers as amounts
from checker.play.abstract.evaluator import AbstractEvaluator, AbstractState
from checker.play.abstract.fitting import fitting
from checker.play.abstract.havoc import Havoc
from checker.play.abstract.held import NOTHING, Held, held_after, held_before, is_held
from checker.play.abstract.measures import (
    cards_in,
    changed_in,
    linked_zones,
    moved,
    put_into,
    statements_within,
    touched,
    zones_of_played,
)
from checker.play.abstract.numbers import Amount
from checker.play.abstract.values import (
    AbstractCase,
    AbstractList,
    AbstractNumber,
    Items,
    JointChoices,
    Known,
    SizedCollection,
    Top,
    UnorderedItems,
    either,
    equal,
    lifted,
    literal,
    size_of,
    unordered,
)
from checker.smt.formulas import Truth, conj, disj, exactly_one, neg
from dsl import model as m
from dsl.model import OPTIONS
from dsl.types.types import BagType, ListType, OptionalType, PlayerType, SetType
from dsl.types.values import Player, sort_key
from interpreter.play.keys import keys_of_variable, keys_of_zone


@dataclass(slots=True)
class Position:
    """A point of the flow. `there`: whether play gets there at all, and goes on. `held`: what is known to lie
    in a zone."""

    scope: AbstractState
    there: Truth = True
    held: Held = NOTHING

    def copy(self, where: Truth = True) -> "Position":
        """The same, to be changed apart; only `where` this is so."""
        return Position(self.scope.copy(), conj((self.there, where)), self.held)


@dataclass(slots=True)
class AbstractExecution:
    """Carries out blocks of a flow for so many players. `whole`: all at the table play; else some do, in an
    order that is not known."""

    flow: m.Flow
    seats: tuple[Player, ...]
    upstream: tuple[frozenset[str], ...]
    unknowns: Havoc
    whole: bool = True
    evaluator: AbstractEvaluator = field(init=False)
    _held: dict[int, Held] = field(default_factory=dict)

    def __post_init__(self) -> None:
        there = tuple((True if self.whole else self.unknowns.truth(), player) for player in self.seats)
        playing = AbstractList(((True, there),)) if self.whole else UnorderedItems(there)
        self.evaluator = AbstractEvaluator(self.unknowns, playing)

    # -------------------------------------------------------------- positions

    def anywhere(self, options: m.Expr | None = None) -> Position:
        """Any position within the types of zones and variables. `options`: those chosen, where known."""
        zones = {key: self.unknowns.amount(0, None) for zone in self.flow.zones for key in self.keys(zone)}
        values = {key: self.unknowns.of(d.type) for d in self._declared for key in self.names(d)}
        if options is not None:
            values[OPTIONS] = self.evaluator.value(options, AbstractState({}, {}))
        return Position(AbstractState(zones, values))

    @property
    def _declared(self) -> tuple[m.Parameter | m.VarDecl, ...]:
        return (*self.flow.parameters, *self.flow.variables)

    def keys(self, zone: m.ZoneDecl) -> tuple[str, ...]:
        """The keys of a zone: one for each player (or other thing), or one."""
        return keys_of_zone(zone, self.seats)

    def names(self, declared: m.Parameter | m.VarDecl) -> tuple[str, ...]:
        """The names of the values of a parameter or variable: one for each thing of a type, or one."""
        return (
            (declared.name,) if isinstance(declared, m.Parameter) else keys_of_variable(declared, self.seats)
        )

    # -------------------------------------------------------------- statements

    def block(self, body: Sequence[m.Statement], at: Position) -> Position:
        """Where the block leads from `at`, which is changed. Names of the block are forgotten."""
        names, held = dict(at.scope.names), at.held
        for statement in body:
            at.held = held_before(at.held, statement)
            self._statement(statement, at)
            at.held = held_after(at.held, statement)
        at.scope.names, at.held = names, at.held & held
        return at

    def must(self, statement: m.Statement, at: Position, holds: Truth | None) -> None:
        """What has to hold for a statement to be carried out (None: that is not known): else the game fails
        there."""
        at.there = conj((at.there, self.unknowns.truth() if holds is None else holds))

    def must_fit(self, statement: m.Statement, at: Position, fits: Truth | None) -> None:
        """The same of a value that must be within its range."""

    def _statement(self, statement: m.Statement, at: Position) -> None:
        scope, evaluator = at.scope, self.evaluator
        match statement:
            case m.Phase() | m.Shuffle() | m.Reveal():
                pass
            case m.Step(body=body):
                self.block(body, at)
            case m.LetStmt(name=name, value=value):
                scope.names[name] = self.unknowns.one(evaluator.value(value, scope))
            case m.SetStmt(name=name, value=value, of=of) if of is not None:
                found = self.unknowns.one(evaluator.value(value, scope))
                self._must_fit(statement, at, name, found, value)
                for guard, key in evaluator.variable(name, of, scope):
                    scope.values[key] = self.unknowns.one(either(guard, found, scope.values[key]))
            case m.SetStmt(name=name, value=value):
                found = evaluator.value(value, scope)
                self._must_fit(statement, at, name, found, value)
                self._set(at, name, found)
            case m.Put(amount=amount, into=into):
                put = evaluator.amount(amount, scope)
                self.must(statement, at, amounts.at_most(0, put))
                self._into(at, into, put)
            case m.Move():
                self._move(statement, at)
            case m.Choose():
                self._choose(statement, at)
            case m.Chance():
                self._chance(statement, at)
            case m.ForEach():
                self._for_each(statement, at)
            case m.Turns():
                self._turns(statement, at)
            case m.While():
                self._leave_unknown(statement.body, at)
                at.there = conj((at.there, neg(evaluator.truth(statement.condition, at.scope))))
            case m.IfStmt(condition=condition, then=then, otherwise=otherwise):
                holds = evaluator.truth(condition, scope)
                if isinstance(holds, bool):
                    self.block(then if holds else otherwise, at)
                else:
                    first = self.block(then, at.copy(holds))
                    second = self.block(otherwise, at.copy(neg(holds)))
                    self._become(at, self.joined([(holds, first), (neg(holds), second)]))
            case m.Play():
                self._play(statement, at)
            case m.Finish():
                at.there = False
            case _:
                assert_never(statement)

    def _must_fit(self, statement: m.Statement, at: Position, name: str, value: Known, expr: m.Expr) -> None:
        declared = next((d for d in self.flow.variables if d.name == name), None)
        if declared is not None:
            self.must_fit(statement, at, fitting(value, expr.type, declared.type))

    def _set(self, at: Position, name: str, value: Known) -> None:
        known = at.scope.values if name in at.scope.values else at.scope.names
        known[name] = self.unknowns.one(value)

    def _become(self, at: Position, other: Position) -> None:
        at.scope.zones, at.scope.values, at.there = other.scope.zones, other.scope.values, other.there
        at.held = other.held

    def joined(self, ways: Sequence[tuple[Truth, Position]]) -> Position:
        """The position that is each of these where its guard holds (exactly one does)."""
        *first, (guard, last) = ways
        found = last.copy()
        found.there = conj((guard, last.there))
        for guard, way in reversed(first):
            zones, values = found.scope.zones, found.scope.values
            for key, amount in way.scope.zones.items():
                zones[key] = amounts.among_two(guard, amount, zones[key])
            for name, value in way.scope.values.items():
                values[name] = self.unknowns.one(either(guard, value, values[name]))
            found.there = disj((conj((guard, way.there)), found.there))
            found.held &= way.held
        return found

    def _play(self, play: m.Play, at: Position) -> None:
        """A game of another flow: of what it leaves, nothing is known."""
        for zone in play.flow.zones:
            for key in self.keys(zone):
                at.scope.zones[key] = self.unknowns.amount(0, None)
        if play.scores is not None:
            at.scope.names[play.scores] = Top()
        if play.winners is not None:
            at.scope.names[play.winners] = self.unknowns.of(SetType(PlayerType()))

    # -------------------------------------------------------------- cards

    def _into(self, at: Position, zone: m.Zone, amount: Amount) -> None:
        for guard, key in self.evaluator.zone(zone, at.scope):
            before = at.scope.zones[key]
            at.scope.zones[key] = amounts.among_two(guard, amounts.plus(before, amount), before)

    def _move(self, move: m.Move, at: Position) -> None:
        sources = self.evaluator.zone(move.source, at.scope)
        there = lifted(sources, lambda key: SizedCollection(at.scope.zones[key]))
        assert isinstance(there, SizedCollection)
        taken = there.size if move.what is None else self._taken(move, move.what, at)
        if move.up_to:
            taken = amounts.smaller(amounts.larger(taken, 0), there.size)
        elif move.what is not None:
            self.must(move, at, amounts.at_most(taken, there.size))
        for guard, key in sources:
            before = at.scope.zones[key]
            at.scope.zones[key] = amounts.among_two(guard, amounts.less(before, taken), before)
        self._into(at, move.into, taken)

    def _taken(self, move: m.Move, what: m.Expr, at: Position) -> Amount:
        """How many cards are to be moved: a number, these cards, or one."""
        value = self.evaluator.value(what, at.scope)
        if isinstance(value, AbstractNumber):
            if not move.up_to:
                self.must(move, at, amounts.at_most(0, value.amount))
            return value.amount
        if not is_held(at.held, what, move.source):
            self.must(move, at, None)
        size = size_of(value)
        if size is not None:
            return size
        return self.unknowns.amount(0, None) if isinstance(what.type, BagType | ListType | SetType) else 1

    # -------------------------------------------------------------- choices and chance

    def _choose(self, choose: m.Choose, at: Position) -> None:
        if choose.each is not None:
            who = unordered(self.evaluator.value(choose.by, at.scope))
            chosen: Known = self.unknowns.of(choose.by.type) if who is None else JointChoices(who.items)
        else:
            chosen = self.unknowns.of(choose.domain)
            if isinstance(choose.source, m.Zone):
                size = size_of(chosen) if isinstance(choose.domain, BagType | ListType | SetType) else 1
                size = 0 if isinstance(choose.domain, OptionalType) else size
                there = self.evaluator.value(choose.source, at.scope)
                assert isinstance(there, SizedCollection)
                if size is not None:
                    at.there = conj((at.there, amounts.at_most(size, there.size)))
        self._set(at, choose.name, chosen)
        if choose.each is None and choose.needs is not None:
            at.there = conj((at.there, self.evaluator.truth(choose.needs, at.scope)))

    def _chance(self, chance: m.Chance, at: Position) -> None:
        name, among = chance.name, chance.among
        assert isinstance(among.type, ListType | SetType | BagType)
        rows = self.evaluator.rows(among, at.scope)
        if rows is None:
            size = size_of(self.evaluator.value(among, at.scope))
            self.must(chance, at, None if size is None else amounts.at_most(1, size))
            self._set(at, name, self.unknowns.of(among.type.item))
            return
        ways: list[tuple[Truth, Known]] = []
        possible: list[Truth] = []
        self.must(chance, at, disj(conj((g, p)) for g, items in rows.guarded for p, _ in items))
        for guard, items in rows.guarded:
            drawn = self.unknowns.one_of(len(items)) if items else ()
            for lot, (present, item) in zip(drawn, items, strict=True):
                ways.append((conj((guard, lot)), literal(item)))
                possible.append(conj((guard, lot, present)))
        at.there = conj((at.there, disj(possible)))
        self._set(at, name, lifted(ways, lambda each: each) if ways else self.unknowns.of(among.type.item))

    # -------------------------------------------------------------- loops

    def _for_each(self, loop: m.ForEach, at: Position) -> None:
        self._held[id(loop)] = at.held
        source = self.evaluator.value(loop.source, at.scope)
        if any(isinstance(inside, m.While | m.Turns) for inside in statements_within(loop.body)):
            source = unordered(source) or source
        if isinstance(source, UnorderedItems):
            self._in_any_order(loop, source.items, at)
            return
        if not isinstance(source, AbstractList):
            self._any_number(loop, at)
            return
        start = None if loop.start is None else self.evaluator.value(loop.start, at.scope)
        ways = [
            (conj((guard, begins)), self._through(loop, turned, at.copy(conj((guard, begins)))))
            for guard, items in source.guarded
            for begins, turned in self._turned(items, start)
        ]
        self._become(at, self.joined(ways))

    def _any_number(self, loop: m.ForEach, at: Position) -> None:
        """The body for each of some things that are not known."""
        self._leave_unknown(loop.body, at)

    def _turns(self, turns: m.Turns, at: Position) -> None:
        """What turns leave: unknown, but that it was time to stop, or nobody had a turn any more."""
        source = self.evaluator.value(turns.source, at.scope)
        self._any_turns(turns, at)
        stops = False if turns.until is None else self.evaluator.truth(turns.until, at.scope)
        items = unordered(source)
        nobody = self.unknowns.truth()
        if items is not None:
            left = [conj((present, self.has_turn(turns, literal(item), at))) for present, item in items.items]
            nobody = neg(disj(left))
        at.there = conj((at.there, disj((stops, nobody))))

    def _any_turns(self, turns: m.Turns, at: Position) -> None:
        """Any number of turns."""
        self._leave_unknown(turns.body, at)

    def has_turn(self, turns: m.Turns, item: Known, at: Position) -> Truth:
        """Whether `where` holds for one."""
        if turns.where is None:
            return True
        return self.evaluator.truth(turns.where, at.scope.with_names({turns.name: item}))

    def one_turn(self, turns: m.Turns, at: Position) -> Position:
        """A turn of anyone, from `at`, which is changed."""
        assert isinstance(turns.source.type, ListType)
        item = self.unknowns.of(turns.source.type.item)
        at.there = conj((at.there, self.goes_on(turns, item, at)))
        at.scope.names = {**at.scope.names, turns.name: item}
        after = self.block(turns.body, at)
        return after

    def goes_on(self, turns: m.Turns, item: Known, at: Position) -> Truth:
        """Whether it may be the turn of this one."""
        stops = False if turns.until is None else self.evaluator.truth(turns.until, at.scope)
        return conj((neg(stops), self.has_turn(turns, item, at)))

    def _through(self, loop: m.ForEach, items: Items, at: Position) -> Position:
        """The body for one item after the other."""
        for present, item in items:
            if present is False:
                continue
            inside = self._for_one(loop, literal(item), at.copy(present) if present is not True else at)
            if present is not True:
                self._become(at, self.joined([(present, inside), (neg(present), at.copy())]))
        return at

    def _in_any_order(self, loop: m.ForEach, items: Items, at: Position) -> None:
        """The body for one item after the other: which comes when is not known."""
        number = len(items)
        lots = [self.unknowns.one_of(number) for _ in items]
        for column in zip(*lots, strict=True):
            self.unknowns.assumed.append(exactly_one(column))
        for lot in lots:
            there = disj(conj((here, present)) for here, (present, _) in zip(lot, items, strict=True))
            which = lifted(tuple(zip(lot, (literal(i) for _, i in items), strict=True)), lambda each: each)
            inside = self._for_one(loop, which, at.copy(there))
            self._become(at, self.joined([(there, inside), (neg(there), at.copy())]))

    def _for_one(self, loop: m.ForEach, item: Known, inside: Position) -> Position:
        names = inside.scope.names
        inside.scope.names = {**names, loop.name: item}
        inside.held = self._held[id(loop)]
        self.block(loop.body, inside)
        inside.scope.names = names
        return inside

    def _turned(self, items: Items, start: Known | None) -> list[tuple[Truth, Items]]:
        """The items from `start` on, round: where that is not one of those that are there, from any."""
        if start is None or len(items) < 2:
            return [(True, items)]
        starts: list[Truth] = []
        for present, item in items:
            alike = equal(start, literal(item)) if isinstance(start, AbstractCase) else None
            starts.append(False if alike is None else conj((present, alike)))
        nowhere = neg(disj(starts))
        everyone = tuple(sorted((item for _, item in items), key=sort_key)) == tuple(
            sorted(self.seats, key=sort_key)
        )
        if everyone and isinstance(start, AbstractCase) and all(present is True for present, _ in items):
            nowhere = False
        anywhere = self.unknowns.one_of(len(items)) if nowhere is not False else [False] * len(items)
        return [
            (disj((here, conj((nowhere, lot)))), items[place:] + items[:place])
            for place, (here, lot) in enumerate(zip(starts, anywhere, strict=True))
        ]

    def _leave_unknown(self, body: tuple[m.Statement, ...], at: Position) -> None:
        """What a loop changes is unknown after it, but for what it cannot do."""
        before = at.copy()
        sources, targets = moved(body)
        played = zones_of_played(body)
        grow = put_into(body) | played
        cannot: list[Truth] = []
        for zone in self.flow.zones:
            if zone.name not in sources | targets | grow:
                continue
            only = None if zone.name in played else touched(zone.name, body)
            for key in self.keys(zone):
                if only is not None and key not in only:
                    continue
                earlier = before.scope.zones[key]
                later = at.scope.zones[key] = self.unknowns.amount(0, None)
                if zone.name not in targets | grow:
                    cannot.append(amounts.at_most(later, earlier))
                if zone.name not in sources | played:
                    cannot.append(amounts.at_most(earlier, later))
        for upstream in self.upstream:
            if not upstream & grow:
                later, earlier = (cards_in(upstream, p.scope.zones) for p in (at, before))
                cannot.append(amounts.at_most(later, earlier))
        for group in linked_zones(body):
            if not group & grow:
                later, earlier = (cards_in(group, p.scope.zones) for p in (at, before))
                cannot.append(amounts.same(later, earlier))
        changed = changed_in(body)
        for declared in self._declared:
            if declared.name in changed:
                for name in self.names(declared):
                    at.scope.values[name] = self.unknowns.of(declared.type)
        at.there = conj((at.there, *cannot))
