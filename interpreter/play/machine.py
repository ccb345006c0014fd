"""How a game goes: the statements of a flow, carried out one by one.

One path of code for playing, replaying and simulating. `Machine.run` goes on by itself until something is
due (`ChoiceDue`, `ShuffleDue`, `DrawDue`), in dispute (`Unsettled`) or over (`Ended`), and tells what
happened on the way; `choose`, `shuffle`, `draw` and `agree` give what was waited for. No card appears,
vanishes or doubles: only `put` makes cards, and only as many as can be moved are moved.

Cards of an ordered zone are listed from the top. Cards moved into an ordered zone go to its bottom in the
order in which they come; those moved onto it lie on top in that order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard, assert_never

from dsl import model as m
from dsl.text.errors import ArbitreError, Portable, Problem, fail
from dsl.text.span import NOWHERE, Span
from dsl.types.hidden import Looked
from dsl.types.types import BagType, ListType, SetType, Type
from dsl.types.values import Bag, Player, Record, Value, ValueSet, bag_of
from interpreter.analysis.dependencies import free_names
from interpreter.evaluate.evaluate import SEATS, zone_key
from interpreter.play.choices import Choosing, items_of
from interpreter.play.judge import Judge
from interpreter.play.keys import keys_of_variable, keys_of_zone
from interpreter.play.state import (
    Asked,
    Begun,
    ChoiceDue,
    DrawDue,
    Due,
    Ended,
    Frame,
    Happening,
    Moved,
    ShuffleDue,
    State,
    Unsettled,
)
from interpreter.rulebook.situations import fits, show
from interpreter.values.context import variable_key

__all__ = ["Machine", "MissingCards", "Stop", "items_of"]

MAX_STEPS = 100_000  # statements carried out without anything being due, after which a flow does not end


class MissingCards(ArbitreError):
    """Cards are to be moved that are not there: at this step of the flow (None: at none), after these
    questions were asked for it. `state`, `happened`: where the game stands, and what happened since it was
    run; `zone`, `cards`: the cards that are to be in that zone."""

    def __init__(
        self,
        problem: Problem,
        step: str | None,
        asked: tuple[Asked, ...],
        zone: str,
        cards: tuple[Value, ...],
    ) -> None:
        super().__init__(problem)
        self.step = step
        self.asked = asked
        self.zone = zone
        self.cards = cards
        self.state: State | None = None
        self.happened: tuple[Happening, ...] = ()


class _Dispute(Portable):
    """An expression of the flow waits for a question without a single answer."""

    def __init__(self, unsettled: Unsettled) -> None:
        super().__init__()
        self.unsettled = unsettled


@dataclass(frozen=True, slots=True)
class Stop:
    """Where play stopped, why, and what happened on the way."""

    state: State
    due: Due
    happened: tuple[Happening, ...] = ()


class Machine(Choosing):
    """Carries out the flow of a variant for these players."""

    def __init__(self, game: m.Game, variant: str, seats: tuple[Player, ...]) -> None:
        self.game = game
        self.flow: m.Flow = game.flows[variant]
        self.seats = seats

    # -------------------------------------------------------------- beginning

    def start(self, parameters: Mapping[str, Value], judge: Judge) -> State:
        """The state before anything happens. Parameters of the flow that are not given have their default
        (else `none`, or nothing in a set or list). Raises ArbitreError."""
        zones: dict[str, Value] = {}
        for zone in self.flow.zones:
            empty: Value = () if isinstance(zone.type, ListType) else Bag(())
            zones |= dict.fromkeys(keys_of_zone(zone, self.seats), empty)
        state = State(seats=self.seats, zones=zones, values={}, frames=(Frame(self.flow.body),))
        return self._begun(state, self.flow, parameters, judge, [])

    def _begun(
        self,
        state: State,
        flow: m.Flow,
        parameters: Mapping[str, Value],
        judge: Judge,
        happened: list[Happening],
    ) -> State:
        """The state in which the parameters and variables of a flow have the values they begin with."""
        for parameter in flow.parameters:
            if parameter.name in parameters:
                value = parameters[parameter.name]
            elif parameter.default is not None:
                value = self._value(state, judge, parameter.default, happened)
            else:
                value = _nothing(parameter.type)
            state = replace(state, values={**state.values, parameter.name: value})
        for variable in flow.variables:
            if variable.initial is not None:
                value = self._value(state, judge, variable.initial, happened)
                for key in keys_of_variable(variable, self.seats):
                    state = self._give(state, variable, key, value, variable.span)
        return state

    # -------------------------------------------------------------- going on

    def run(self, state: State, judge: Judge) -> Stop:
        """Goes on until something is due. Raises ArbitreError for errors of the specification; whatever
        the judge raises passes through."""
        happened: list[Happening] = []
        for _ in range(MAX_STEPS):
            begun = len(happened)
            try:
                after = self.step(state, judge, happened)
            except (MissingCards, Looked) as stopped:
                stopped.state, stopped.happened = state, tuple(happened[:begun])
                raise
            if not isinstance(after, State):
                return Stop(state, after, tuple(happened))
            state = after
        raise fail("endless", f"the flow `{self.flow.variant}` goes on without an end", self.flow.span)

    def step(self, state: State, judge: Judge, happened: list[Happening]) -> State | Due:
        """Carries out one statement; what happens is added to `happened`. What is due otherwise."""
        if state.ended is not None:
            return state.ended
        if not state.frames:
            return Ended((), None)
        frame = state.frames[-1]
        if frame.place >= len(frame.body) and (frame.turns is None or frame.names):
            return _leave(state, frame)
        begun = len(happened)
        try:
            if frame.turns is not None and frame.place >= len(frame.body):
                return self._next_turn(state, frame, frame.turns, judge, happened)
            return self._carry_out(state, frame.body[frame.place], judge, happened)
        except _Dispute as dispute:
            del happened[begun:]
            return dispute.unsettled

    def _carry_out(
        self, state: State, statement: m.Statement, judge: Judge, happened: list[Happening]
    ) -> State | Due:
        match statement:
            case m.Phase(text=text):
                happened.append(Begun("phase", text))
                return _next(replace(state, phase=text))
            case m.Step(name=name, body=body):
                happened.append(Begun("step", name))
                return _enter(_next(state), Frame(body, label=name))
            case m.LetStmt(name=name, value=value):
                return _bind(_next(state), name, self._value(state, judge, value, happened))
            case m.SetStmt():
                return self._set_stmt(state, statement, judge, happened)
            case m.Put():
                return self._put(state, statement, judge, happened)
            case m.Move():
                return self._move(state, statement, judge, happened)
            case m.Shuffle(zone=zone):
                key = self._zone(state, zone, judge, happened)
                return ShuffleDue(key) if len(state.cards(key)) > 1 else _next(state)
            case m.Choose():
                return self._due(state, statement, judge, happened)
            case m.Reveal(name=name):
                return _next(replace(state, secret=state.secret - {name}))
            case m.Chance(name=name, among=among, span=span):
                items = items_of(self._value(state, judge, among, happened))
                if not items:
                    raise fail("no-value", f"there is nothing to draw `{name}` from", span)
                return DrawDue(name, items)
            case m.ForEach():
                return self._for_each(state, statement, judge, happened)
            case m.Turns(source=source, start=start, body=body, span=span):
                items = items_of(self._value(state, judge, source, happened))
                items = self._from(items, self._value(state, judge, start, happened), span)
                between = Frame(body, place=len(body), rest=items, turns=statement)
                return _enter(_next(state), between)
            case m.While(condition=condition, body=body):
                holds = self._value(state, judge, condition, happened)
                return _enter(state, Frame(body)) if holds else _next(state)
            case m.IfStmt(condition=condition, then=then, otherwise=otherwise):
                holds = self._value(state, judge, condition, happened)
                return _enter(_next(state), Frame(then if holds else otherwise))
            case m.Play():
                return self._play(state, statement, judge, happened)
            case m.Finish():
                return self._finish(state, statement, judge, happened)
            case _:
                assert_never(statement)

    # -------------------------------------------------------------- statements

    def _value(self, state: State, judge: Judge, expr: m.Expr, happened: list[Happening]) -> Value:
        answer = judge.answer(expr, state.env(), state.agreed)
        happened.extend(answer.asked)
        if isinstance(answer.value, Unsettled):
            raise _Dispute(answer.value)
        return answer.value

    def _zone(self, state: State, zone: m.Zone, judge: Judge, happened: list[Happening]) -> str:
        if zone.owner is None:
            return zone_key(zone.name)
        owner = self._value(state, judge, zone.owner, happened)
        key = zone_key(zone.name, owner)
        if key not in state.zones:
            shown = show(owner, self.game)
            is_not = "is not at the table" if isinstance(owner, Player) else f"has no `{zone.name}`"
            raise fail("no-value", f"`{shown}` {is_not}", zone.span)
        return key

    def _set_stmt(self, state: State, set: m.SetStmt, judge: Judge, happened: list[Happening]) -> State:
        value = self._value(state, judge, set.value, happened)
        if set.of is None:
            return self._set(_next(state), set.name, value, set.span)
        owner = self._value(state, judge, set.of, happened)
        key = variable_key(set.name, owner)
        declared = _declared(self.flow, state, set.name)
        assert declared is not None
        if key not in keys_of_variable(declared, self.seats):
            raise fail("no-value", f"`{show(owner, self.game)}` has no `{set.name}`", set.span)
        return self._give(_next(state), declared, key, value, set.span)

    def _set(self, state: State, name: str, value: Value, span: Span) -> State:
        declared = _declared(self.flow, state, name)
        if declared is None:
            return _bind(state, name, value)
        return self._give(state, declared, name, value, span)

    def _give(self, state: State, declared: m.VarDecl, key: str, value: Value, span: Span) -> State:
        """The state in which a variable has this value."""
        if not fits(value, declared.type):
            message = f"{show(value, self.game)} is outside the range of `{declared.name}`"
            raise fail("out-of-range", message, span)
        return replace(state, values={**state.values, key: value})

    def _put(self, state: State, put: m.Put, judge: Judge, happened: list[Happening]) -> State:
        amount = self._value(state, judge, put.amount, happened)
        card = self._value(state, judge, put.card, happened)
        into = self._zone(state, put.into, judge, happened)
        assert isinstance(amount, int)
        if amount < 0:
            raise fail("out-of-range", f"{amount} cards are to be put there", put.span)
        return _next(state.with_cards({into: state.cards(into) + (card,) * amount}))

    def _move(self, state: State, move: m.Move, judge: Judge, happened: list[Happening]) -> State:
        begun = len(happened)
        source = self._zone(state, move.source, judge, happened)
        into = self._zone(state, move.into, judge, happened)
        what = None if move.what is None else self._value(state, judge, move.what, happened)
        there = state.cards(source)
        label = next((f.label for f in reversed(state.frames) if f.label is not None), None)
        try:
            taken, left = self._taken(there, what, move)
        except ArbitreError as error:
            asked = tuple(h for h in happened[begun:] if isinstance(h, Asked))
            cards = () if what is None or isinstance(what, int) else _cards(what)
            raise MissingCards(error.problems[0], label, asked, source, cards) from None
        if source != into:
            there = state.cards(into)
            state = state.with_cards({source: left, into: taken + there if move.onto else there + taken})
        if taken:
            happened.append(Moved(label, self._of(source, into), taken, source, into, move.onto))
        return _next(state)

    def _taken(
        self, there: tuple[Value, ...], what: Value, move: m.Move
    ) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
        """The cards that are moved, and those that stay."""
        if what is None:
            return there, ()
        if isinstance(what, int):
            if what < 0 and not move.up_to:
                raise fail("out-of-range", f"{what} cards are to be moved", move.span)
            what = max(what, 0)
            if what > len(there) and not move.up_to:
                message = f"{what} cards are to be moved, and there are {len(there)}"
                raise fail("too-few-cards", message, move.span)
            return there[:what], there[what:]
        cards = _cards(what)
        left = list(there)
        for card in cards:
            if card not in left:
                message = f"{show(card, self.game)} is to be moved, and is not there"
                raise fail("too-few-cards", message, move.span)
            left.remove(card)
        return cards, tuple(left)

    def _of(self, source: str, into: str) -> Player | None:
        """The player whose zone the cards went into, else the one they came from."""
        owners = {zone_key(z.name, p): p for z in self.flow.zones if z.of_player for p in self.seats}
        return owners.get(into) or owners.get(source)

    def _for_each(self, state: State, loop: m.ForEach, judge: Judge, happened: list[Happening]) -> State:
        items = items_of(self._value(state, judge, loop.source, happened))
        if loop.start is not None:
            items = self._from(items, self._value(state, judge, loop.start, happened), loop.span)
        state = _next(state)
        if not items:
            return state
        first, *rest = items
        return _enter(state, Frame(loop.body, 0, {loop.name: first}, loop.name, tuple(rest)))

    def _next_turn(
        self, state: State, frame: Frame, turns: m.Turns, judge: Judge, happened: list[Happening]
    ) -> State:
        """The state in which the next one has a turn; where nobody has, that after all turns."""
        before = state.frames[:-1]
        if turns.until is None or not self._value(state, judge, turns.until, happened):
            for place, item in enumerate(frame.rest):
                rest = (*frame.rest[place + 1 :], *frame.rest[: place + 1])
                turn = replace(frame, place=0, names={turns.name: item}, rest=rest)
                there = replace(state, frames=(*before, turn))
                if turns.where is None or self._value(there, judge, turns.where, happened):
                    return there
        return replace(state, frames=before)

    def _from(self, items: tuple[Value, ...], start: Value, span: Span = NOWHERE) -> tuple[Value, ...]:
        """The items from `start` on, round; where it is a player who is not among them, from the next in
        seating order."""
        if start not in items:
            if not isinstance(start, Player) or start not in self.seats:
                shown = show(start, self.game)
                raise fail("no-value", f"`{shown}`, from which to begin, is not in the list", span)
            place = self.seats.index(start)
            around = self.seats[place:] + self.seats[:place]
            start = next((player for player in around if player in items), None)
        place = items.index(start) if start in items else 0
        return items[place:] + items[:place]

    def _play(self, state: State, play: m.Play, judge: Judge, happened: list[Happening]) -> State:
        """The beginning of a game of another flow, with all its zones empty."""
        given = {
            parameter.name: self._value(state, judge, argument, happened)
            for parameter, argument in zip(play.flow.parameters, play.arguments, strict=True)
            if argument is not None
        }
        for parameter in play.flow.parameters:
            if parameter.name in given and not fits(given[parameter.name], parameter.type):
                shown = show(given[parameter.name], self.game)
                raise fail("out-of-range", f"{shown} is outside the range of `{parameter.name}`", play.span)
        players = None if play.among is None else items_of(self._value(state, judge, play.among, happened))
        if players is not None and len(set(players)) < len(players):
            raise fail("no-value", f"{show(players, self.game)} would play, one of them twice", play.span)
        keys = [key for zone in play.flow.zones for key in keys_of_zone(zone, self.seats)]
        outside = state.values
        state = _next(state).with_cards(dict.fromkeys(keys, ()))
        names: dict[str, Value] = {} if players is None else {SEATS: players}
        state = _enter(state, Frame(play.flow.body, names=names, plays=play, outside=outside))
        return self._begun(replace(state, values={}), play.flow, given, judge, happened)

    def _finish(self, state: State, finish: m.Finish, judge: Judge, happened: list[Happening]) -> State:
        if state.played is not None:
            scores = () if finish.scores is None else self._value(state, judge, finish.scores, happened)
            won = None if finish.winners is None else self._value(state, judge, finish.winners, happened)
            return _played(state, scores, ValueSet(()) if won is None else won)
        if finish.unplayed:
            return replace(state, ended=Ended((), None, unplayed=True))
        told, winners = self._result(state, finish, judge, happened)
        return replace(state, ended=Ended(told, winners))

    def _result(
        self, state: State, finish: m.Finish, judge: Judge, happened: list[Happening]
    ) -> tuple[tuple[tuple[Player, int], ...], tuple[Player, ...] | None]:
        scores: list[tuple[Player, int]] = []
        if finish.scores is not None:
            for record in items_of(self._value(state, judge, finish.scores, happened)):
                assert isinstance(record, Record)
                (_, player), (_, points) = record.fields
                assert isinstance(player, Player) and isinstance(points, int)
                scores.append((player, points))
        if finish.winners is None:
            return tuple(scores), None
        won = self._value(state, judge, finish.winners, happened)
        winners = (won,) if isinstance(won, Player) else items_of(won)
        return tuple(scores), tuple(p for p in self.seats if p in winners)

    # -------------------------------------------------------------- choices

    def _due(self, state: State, choose: m.Choose, judge: Judge, happened: list[Happening]) -> State | Due:
        by = self._value(state, judge, choose.by, happened)
        players = (by,) if isinstance(by, Player) else items_of(by)
        if not players:
            return self._chosen(state, choose, [])
        return ChoiceDue(choose, tuple(p for p in players if isinstance(p, Player)))

    # -------------------------------------------------------------- giving what is due

    def choose(
        self, state: State, due: ChoiceDue, values: tuple[Value, ...], laid: tuple[Player, ...] = ()
    ) -> State:
        """The state after these choices, one for each of `due.by` in order. `laid`: in which order they were
        made, where that is not the same. They must be there, and allowed: nothing is checked here."""
        chosen = dict(zip(due.by, values, strict=True))
        return self._chosen(state, due.statement, [(player, chosen[player]) for player in laid or due.by])

    def _chosen(self, state: State, choose: m.Choose, chosen: Sequence[tuple[Player, Value]]) -> State:
        value: Value
        if choose.each is None:
            ((_, value),) = chosen
        else:
            value = tuple(Record("choice", (("player", p), ("chosen", v))) for p, v in chosen)
        secret = state.secret | {choose.name} if choose.secretly else state.secret
        return self._set(_next(replace(state, secret=secret)), choose.name, value, choose.span)

    def shuffle(self, state: State, due: ShuffleDue, order: tuple[Value, ...]) -> State:
        """The state with the zone in this order, which must have the same cards."""
        assert bag_of(order) == bag_of(state.cards(due.zone)), "a shuffle keeps the cards"
        return _next(replace(state.with_cards({due.zone: order}), chances=state.chances + 1))

    def draw(self, state: State, due: DrawDue, value: Value) -> State:
        """The state after the lot fell on `value`."""
        assert value in due.among
        state = replace(state, chances=state.chances + 1)
        return self._set(_next(state), due.name, value, self.flow.span)

    def agree(self, state: State, due: Unsettled, value: Value) -> State:
        """The state in which the table agreed that the answer is `value`."""
        return replace(state, agreed={**state.agreed, due.key: value})

    # -------------------------------------------------------------- scores

    def scores(self, state: State, judge: Judge) -> tuple[tuple[Player, int], ...] | None:
        """The points so far, counted as at the end (of the flow that is being carried out); None where they
        cannot be told."""
        if state.ended is not None:
            return state.ended.scores
        play = None if state.played is None else state.frames[state.played].plays
        found = _scoring((self.flow if play is None else play.flow).body)
        if found is None:
            return None
        try:
            scores, _ = self._result(state, found, judge, [])
        except (_Dispute, ArbitreError):
            return None
        return scores


# ------------------------------------------------------------------ moving through blocks


def _next(state: State) -> State:
    """The state with the present statement done."""
    frame = state.frames[-1]
    return replace(state, frames=(*state.frames[:-1], replace(frame, place=frame.place + 1)))


def _enter(state: State, frame: Frame) -> State:
    return replace(state, frames=(*state.frames, frame))


def _leave(state: State, frame: Frame) -> State:
    """The state after the last statement of a block: the next round of its loop, or outside it."""
    if frame.plays is not None:
        return _played(state, (), ValueSet(()))
    if frame.turns is not None:
        between = replace(frame, place=len(frame.body), names={})
        return replace(state, frames=(*state.frames[:-1], between))
    if frame.rest:
        assert frame.loop is not None
        again = replace(frame, place=0, names={frame.loop: frame.rest[0]}, rest=frame.rest[1:])
        return replace(state, frames=(*state.frames[:-1], again))
    return replace(state, frames=state.frames[:-1])


def _played(state: State, scores: Value, winners: Value) -> State:
    """The state after a game of another flow that ended so, in the flow that played it."""
    assert state.played is not None
    frame = state.frames[state.played]
    assert frame.plays is not None
    state = replace(state, frames=state.frames[: state.played], values=frame.outside)
    state = replace(state, secret=state.secret & frozenset(state.env()))
    for name, value in ((frame.plays.scores, scores), (frame.plays.winners, winners)):
        state = state if name is None else _bind(state, name, value)
    return state


def _declared(flow: m.Flow, state: State, name: str) -> m.VarDecl | None:
    """The variable of that name, of the flow that is being carried out."""
    play = None if state.played is None else state.frames[state.played].plays
    inner = flow if play is None else play.flow
    return next((declared for declared in inner.variables if declared.name == name), None)


def _bind(state: State, name: str, value: Value) -> State:
    """The state with a name for the rest of the block."""
    frame = state.frames[-1]
    return replace(state, frames=(*state.frames[:-1], replace(frame, names={**frame.names, name: value})))


# ------------------------------------------------------------------ small things


def _nothing(type: Type) -> Value:
    match type:
        case SetType():
            return ValueSet(())
        case ListType():
            return ()
        case BagType():
            return Bag(())
        case _:
            return None


def _cards(what: Value) -> tuple[Value, ...]:
    """The cards that a statement moves by name."""
    return items_of(what) if isinstance(what, Bag | ValueSet | tuple) else (what,)


def _names(statement: m.Statement) -> TypeGuard[m.LetStmt | m.SetStmt]:
    """Whether it gives a name a value."""
    return isinstance(statement, m.LetStmt) or (isinstance(statement, m.SetStmt) and statement.of is None)


def _scoring(body: tuple[m.Statement, ...]) -> m.Finish | None:
    """The last statement that ends the flow with scores, with the names of its block written in."""
    for place, statement in reversed(tuple(enumerate(body))):
        match statement:
            case m.Finish(scores=scores, unplayed=False) if scores is not None:
                for before in reversed(body[:place]):
                    if _names(before) and before.name in free_names(scores):
                        scores = m.Let(type=scores.type, name=before.name, value=before.value, body=scores)
                return m.Finish(span=statement.span, scores=scores, winners=None)
            case m.Step(body=inner) | m.IfStmt(then=inner):
                found = _scoring(inner)
                if found is not None:
                    return found
            case _:
                pass
    return None
