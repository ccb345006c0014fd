"""What each event of a log does to a world, or why it cannot be.

Every function takes a world that waits for something and yields the worlds after the event. It raises Dead
with the reason where there is none; Diverged and Looked pass through (`Worlds.each`).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Sequence as Listed
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import NoReturn, TypeVar, assert_never

from dsl.model import Ask, Chance, Literal, Play, Question
from dsl.text.errors import ArbitreError, did_you_mean
from dsl.types.hidden import Looked
from dsl.types.types import BagType, IntType, ListType, PlayerType, SetType, Type
from dsl.types.values import Bag, Player, Value, bag_of
from interpreter.analysis.statements import chances_of, choices_of, statements_of, steps_of
from interpreter.evaluate.evaluate import zone_key
from interpreter.logs.log import (
    AgreedEvent,
    ChanceEvent,
    ClaimEvent,
    MoveEvent,
    PlayEvent,
    RevealEvent,
    ShuffleEvent,
    StepEvent,
)
from interpreter.play.interpretations import Diverged
from interpreter.play.machine import items_of
from interpreter.play.state import Asked, Begun, ChoiceDue, DrawDue, Ended, Moved, Unsettled, is_unknown
from interpreter.replay.hidden_cards import (
    Undecided,
    cards_for,
    distinct,
    has_tokens,
    identify,
    show_cards,
    told_apart,
)
from interpreter.replay.worlds import Dead, Failure, Fork, Onward, Untold, World, Worlds, now_due
from interpreter.rulebook.rulebook import Rulebook, Situation, Status, Verdict
from interpreter.rulebook.situations import ValueReader, parse_situation, printable, show
from interpreter.runtime import yamltext
from interpreter.runtime.yamltext import Node, Scalar, Sequence
from interpreter.values.show import fits, players_in

T = TypeVar("T")
Played = PlayEvent
MAX_LEGAL = 400
MAX_LOOKED = 4_000  # choices that are looked at, to tell which are legal


class Moves:
    """The events of one log. `force`: moves that the rules forbid are carried out where the cards are
    there (lenient reading). `unheard`: the rules are not asked whether a move is permitted."""

    def __init__(self, worlds: Worlds, force: bool = False, unheard: bool = False) -> None:
        self.unheard = unheard
        self.worlds = worlds
        self.machine = worlds.machine
        self.game = worlds.machine.game
        self.force = force
        self.reader = ValueReader(self.game, tuple(p.name for p in self.machine.seats))
        self._choices = choices_of(self.machine.flow)
        self._chances = chances_of(self.machine.flow)
        self._steps = steps_of(self.machine.flow)
        played = [s.flow for s in statements_of(self.machine.flow.body) if isinstance(s, Play)]
        zones = [zone for flow in (self.machine.flow, *played) for zone in flow.zones]
        self._zones = {zone.name: zone for zone in reversed(zones)}

    def apply(self, world: World, event: Played) -> Iterator[World]:
        """The worlds after the event."""
        if world.due is None:
            try:
                settled = list(self.worlds.settle(world))
            except Onward as onward:
                raise Fork(onward.worlds) from None
            for each in settled:
                yield from self.apply(each, event)
        elif isinstance(world.due, DrawDue) and (
            isinstance(event, MoveEvent | StepEvent)
            or (isinstance(event, ShuffleEvent) and self._zone(event) not in world.orders)
        ):
            raise Fork(self.worlds.draws(world, world.due))
        elif isinstance(world.due, DrawDue) and not _told_by(event, world.due):
            yield from self._before_the_lot(world, world.due, event)
        else:
            yield from self._applied(world, event)

    def _before_the_lot(self, world: World, due: DrawDue, event: Played) -> Iterator[World]:
        """The worlds after an event that says something of what is known before a lot is drawn, or (which is
        tried where it does not stand so) of what comes after it, however it fell."""
        try:
            after = list(self._applied(world, event))
        except Dead as dead:
            if dead.failure.code == "malformed":
                raise
            raise Fork(self.worlds.draws(world, due)) from None
        yield from after

    def _applied(self, world: World, event: Played) -> Iterator[World]:
        match event:
            case MoveEvent():
                yield from self._move(world, event)
            case RevealEvent():
                yield from self._reveal(world, event)
            case ClaimEvent():
                self._claim(world, event)
                yield world
            case AgreedEvent():
                yield from self._agreed(world, event)
            case StepEvent():
                yield self._step(world, event)
            case ChanceEvent():
                yield from self._chance(world, event)
            case ShuffleEvent():
                yield self._shuffle(world, event)
            case _:
                assert_never(event)

    # -------------------------------------------------------------- choices

    def _move(self, world: World, event: MoveEvent) -> Iterator[World]:
        player = self._player(event.player)
        if event.name.text not in self._choices:
            self._unknown(event.name, self._choices, "nothing of that name is chosen in this game")
        due = self._choice_due(world, player, event.name.text)
        if event.hidden and due.statement.secretly:
            yield from self._gather(world, due, player, Untold.UNTOLD)
            return
        value = self._value(event.value, due.statement.domain, player)
        world = self._had(world, due, player, value)
        yield from self._gather(self._permitted(world, due, player, value), due, player, value)

    def _choice_due(self, world: World, player: Player, name: str) -> ChoiceDue:
        """The choice that is due, which is this one of this player. Raises Dead."""
        who = printable(player.name)
        match world.due:
            case Ended():
                raise Dead(Failure("after-end", "the game is over", player.name))
            case Unsettled():
                raise Dead(self.dispute(world.due))
            case ChoiceDue() as due:
                waiting = [p for p in due.by if p not in world.gathered]
                if not waiting:
                    message = f"what was chosen in secret has to be shown first (`reveal: {due.name}`)"
                    raise Dead(Failure("out-of-turn", message, player.name))
                if player not in waiting:
                    message = f"it is not the turn of `{who}`: {have_to_choose(waiting, due.name)}"
                    raise Dead(Failure("out-of-turn", message, player.name))
                if due.name != name:
                    message = f"`{who}` has to choose `{due.name}` now, not `{name}`"
                    raise Dead(Failure("out-of-turn", message, player.name))
                return due
            case _:
                raise AssertionError("a world is settled before it is given anything")

    def _had(self, world: World, due: ChoiceDue, player: Player, value: Value) -> World:
        """The world in which the player has what he chooses. Raises Dead."""
        judge = self.worlds.judge(world)
        zone = self.machine.source_zone(world.state, due, player, judge)
        who = printable(player.name)
        if zone is not None:
            one = () if value is None else (value,)
            wanted = items_of(value) if isinstance(value, tuple | Bag) else one
            known = show_cards(world.state, world.knowledge, zone, wanted)
            if known is None:
                message = f"`{who}` cannot choose {self._show(value)}: it is not there to choose from"
                raise Dead(self._with_legal("impossible-card", message, world, due, player))
            return replace(world, state=known[0], knowledge=known[1])
        if not self.machine.is_there(world.state, due, player, value, judge):
            found = self._among_unknown(world, due, player, value)
            if found:
                raise Fork(found)
            message = f"`{who}` cannot choose {self._show(value)}"
            raise Dead(self._with_legal("illegal-move", message, world, due, player))
        return world

    def _among_unknown(self, world: World, due: ChoiceDue, player: Player, value: Value) -> tuple[World, ...]:
        """The worlds in which what he chooses is one of the things to choose from, of which some are not
        known, and in which it could be told."""
        source = self.machine.source(world.state, due, player, self.worlds.judge(world))
        if source is None or value is None or not fits(value, due.statement.domain):
            return ()
        wanted = items_of(value) if isinstance(value, tuple | Bag) else (value,)
        missing = Counter(wanted) - Counter(source)
        if not missing:
            return ()
        item = next(iter(missing))
        ways = (cards_for(thing, item) for thing in distinct(world.state, source))
        told = (identify(world.state, world.knowledge, way) for way in ways if way)
        return tuple(replace(world, state=each[0], knowledge=each[1]) for each in told if each is not None)

    def _permitted(self, world: World, due: ChoiceDue, player: Player, value: Value) -> World:
        """The world, if the rules permit the choice. Raises Dead."""
        if self.unheard:
            return world
        judge = self.worlds.judge(world)
        allowed = self.machine.allowed(world.state, due, player, value, judge)
        if isinstance(allowed, Unsettled):
            raise Dead(self.dispute(allowed))
        if not allowed and not self.force:
            asked = self.machine.asked_about(world.state, due, player, value, judge)
            message = f"`{printable(player.name)}` may not choose {self._show(value)} as `{due.name}`"
            raise Dead(self._with_legal("illegal-move", message, world, due, player, asked))
        return world

    def _gather(self, world: World, due: ChoiceDue, player: Player, value: Value | Untold) -> Iterator[World]:
        """The worlds with this choice; they go on once all who have to choose have, and it is told."""
        gathered = {**world.gathered, player: value}
        told = {p: chosen for p, chosen in gathered.items() if not isinstance(chosen, Untold)}
        if any(p not in told for p in due.by):
            yield replace(world, gathered=gathered)
            return
        values = tuple(told[p] for p in due.by)
        yield from self.worlds.settle(
            replace(
                world,
                state=self.machine.choose(world.state, due, values, laid=tuple(told)),
                due=None,
                happened=(),
                orders={},
                gathered={},
            )
        )

    def _reveal(self, world: World, event: RevealEvent) -> Iterator[World]:
        player, name = self._player(event.of), event.name.text
        if name not in self._choices:
            self._unknown(event.name, self._choices, "nothing of that name is chosen in this game")
        due = self._hidden(world, player, name)
        value = self._value(event.value, due.statement.domain, player)
        world = self._had(world, due, player, value)
        yield from self._gather(self._permitted(world, due, player, value), due, player, value)

    def _hidden(self, world: World, player: Player, name: str) -> ChoiceDue:
        """The choice of this name, which the player made in secret and has to tell. Raises Dead."""
        due = world.due
        message = f"`{printable(player.name)}` has no `{name}` to show"
        if not isinstance(due, ChoiceDue) or due.name != name or player not in world.gathered:
            raise Dead(Failure("out-of-turn", message, player.name))
        if not isinstance(world.gathered[player], Untold):
            message += ": it is told already"
            raise Dead(Failure("out-of-turn", message, player.name))
        waiting = [p for p in due.by if p not in world.gathered]
        if waiting:
            message = f"`{name}` is shown once all have chosen: {have_to_choose(waiting, name)}"
            raise Dead(Failure("out-of-turn", message, player.name))
        return due

    def _with_legal(
        self,
        code: str,
        message: str,
        world: World,
        due: ChoiceDue,
        player: Player,
        asked: Iterable[Asked] = (),
    ) -> Failure:
        """The failure of a choice, with what is legal instead (as far as the cards are known)."""
        legal: list[Value] = []
        judge = self.worlds.judge(world)
        for value in self._listed(world, due, player):
            with suppress(Looked):
                if (
                    not has_tokens(value)
                    and self.machine.allowed(world.state, due, player, value, judge) is True
                ):
                    legal.append(value)
            if len(legal) >= MAX_LEGAL:
                break
        speaking = dict.fromkeys(clause for a in asked for clause in a.verdict.speaking)
        return Failure(code, message, player.name, tuple(legal), due.statement.domain, tuple(speaking))

    def _listed(self, world: World, due: ChoiceDue, player: Player) -> Iterator[Value]:
        """What there is to choose, as far as it is known without looking at cards that are not."""
        with suppress(Looked):
            yield from islice(
                self.machine.possible(world.state, due, player, self.worlds.judge(world)), MAX_LOOKED
            )

    # -------------------------------------------------------------- claims

    def _claim(self, world: World, event: ClaimEvent) -> None:
        """Raises Dead where the claim does not hold."""
        name = event.question.text
        if name == "score" and name not in self.game.questions:
            self._score(world, event)
            return
        question = self.game.questions.get(name)
        if question is None:
            self._unknown(event.question, [*self.game.questions, "score"], "this is no question of the game")
        if event.of is not None:
            raise Dead(Failure("malformed", f"a claim about `{name}` has no `of`"))
        value = self._value(event.value, question.answer, None, "wrong-claim")
        verdict = self._verdict(world, event)
        outcome = verdict.outcome
        if outcome.status is not Status.SETTLED:
            if not outcome.admits or value in outcome.admits:
                raise Dead(self._unclear(name, verdict))
            message = f"`{name}` is not {self._show(value)}"
            raise Dead(self._wrong(message, verdict))
        if outcome.admits[0] != value:
            message = f"`{name}` is {self._show(outcome.admits[0])}, not {self._show(value)}"
            raise Dead(self._wrong(message, verdict))

    def _verdict(self, world: World, event: ClaimEvent) -> Verdict:
        """What the question claimed comes to in this world. Raises Dead."""
        name = event.question.text
        question = self.game.questions[name]
        judge = self.worlds.judge(world)
        if event.given is not None:
            book = self.worlds.panel.rulebook(world.mask, world.state.agreed)
            given = event.given
            situation, _ = self._parsed(
                lambda: parse_situation(given, question, self.game, book), None, "wrong-claim"
            )
            self._can_arise(world, question, situation, book)
            args = tuple(
                Literal(type=p.type, value=v) for p, v in zip(question.parameters, situation, strict=True)
            )
            expr = Ask(type=question.answer, question=name, args=args)
            answer = judge.answer(expr, {}, world.state.agreed)
            return answer.asked[0].verdict
        for happening in reversed(world.happened):
            if isinstance(happening, Asked) and happening.question == name:
                return happening.verdict
        if isinstance(world.due, Unsettled):
            raise Dead(self.dispute(world.due))
        raise Dead(Failure("wrong-claim", f"`{name}` has not been asked since the last choice"))

    def _can_arise(self, world: World, question: Question, situation: Situation, book: Rulebook) -> None:
        """Raises Dead where it is about what cannot arise: players who are not there, what is physically
        impossible, what the rules rule out."""
        absent = [p.name for p in players_in(situation) if p not in self.machine.seats]
        if absent:
            message = f"the claim is about `{printable(absent[0])}`, who is not at the table"
            raise Dead(Failure("wrong-claim", message))
        if not book.meets_needs(question.name, situation):
            raise Dead(Failure("wrong-claim", f"`{question.name}` cannot be asked in this situation"))
        env = dict(zip((p.name for p in question.parameters), situation, strict=True))
        for given in question.given:
            answer = self.worlds.judge(world).answer(given, env, world.state.agreed)
            if answer.value is False:
                message = f"`{question.name}` is claimed of a situation that the rules do not let arise"
                rules = dict.fromkeys(c for asked in answer.asked for c in asked.verdict.speaking)
                raise Dead(Failure("wrong-claim", message, clauses=tuple(rules)))

    def _score(self, world: World, event: ClaimEvent) -> None:
        if event.of is None or event.given is not None:
            raise Dead(Failure("malformed", "a claim of a score says whose: {claim: score, of: …, is: …}"))
        player = self._player(event.of)
        claimed = self._value(event.value, IntType(), player, "wrong-claim")
        scores = self.machine.scores(world.state, self.worlds.judge(world))
        if scores is None or player not in dict(scores):
            if isinstance(world.due, Unsettled):
                raise Dead(self.dispute(world.due))
            raise Dead(Failure("wrong-claim", "nobody has a score yet", player.name))
        score = dict(scores)[player]
        if score != claimed and isinstance(world.due, Unsettled):
            raise Dead(self.dispute(world.due))
        if score != claimed:
            message = f"`{printable(player.name)}` has {score} points, not {self._show(claimed)}"
            raise Dead(Failure("wrong-claim", message, player.name))

    def _agreed(self, world: World, event: AgreedEvent) -> Iterator[World]:
        name = event.question.text
        question = self.game.questions.get(name)
        if question is None:
            self._unknown(event.question, self.game.questions, "this is no question of the game")
        value = self._value(event.value, question.answer, None, "wrong-claim")
        if event.given is not None:
            yield self._agreed_beforehand(world, event.given, question, value)
            return
        due = _in_dispute(world, name)
        if due is not None:
            if due.verdict.outcome.admits and value not in due.verdict.outcome.admits:
                message = f"`{name}` is not {self._show(value)} by any rule"
                raise Dead(self._wrong(message, due.verdict))
            state = self.machine.agree(world.state, due, value)
            yield from self.worlds.settle(replace(world, state=state, due=None))
            return
        for happening in reversed(world.happened):
            if isinstance(happening, Asked) and happening.question == name:
                if happening.verdict.outcome.admits != (value,):
                    message = f"`{name}` is settled otherwise, and needs no agreement"
                    raise Dead(self._wrong(message, happening.verdict))
                yield world
                return
        if isinstance(world.due, Unsettled):
            raise Dead(self.dispute(world.due))
        raise Dead(Failure("wrong-claim", f"`{name}` is not in question here"))

    def _agreed_beforehand(
        self, world: World, given: yamltext.Mapping, question: Question, value: Value
    ) -> World:
        """The world in which the table agreed upon the answer in the situation that is written out, before
        play asks for it. Raises Dead, where the rules answer otherwise."""
        name = question.name
        book = self.worlds.panel.rulebook(world.mask, world.state.agreed)
        situation, _ = self._parsed(
            lambda: parse_situation(given, question, self.game, book), None, "wrong-claim"
        )
        self._can_arise(world, question, situation, book)
        args = tuple(
            Literal(type=p.type, value=v) for p, v in zip(question.parameters, situation, strict=True)
        )
        asked = Ask(type=question.answer, question=name, args=args)
        verdict = self.worlds.judge(world).answer(asked, {}, world.state.agreed).asked[0].verdict
        if verdict.outcome.admits and value not in verdict.outcome.admits:
            settled = verdict.outcome.status is Status.SETTLED
            message = f"`{name}` is settled otherwise, and needs no agreement"
            raise Dead(self._wrong(message if settled else f"`{name}` is not so by any rule", verdict))
        state = replace(world.state, agreed={**world.state.agreed, (name, situation): value})
        return replace(world, state=state)

    # -------------------------------------------------------------- what happens by itself

    def _step(self, world: World, event: StepEvent) -> World:
        """The world in which the step was carried out so. Raises Dead."""
        label = event.label.text
        if label not in self._steps:
            self._unknown(event.label, self._steps, "the flow has no step of that name")
        player = None if event.of is None else self._player(event.of)
        moves = [h for h in world.happened if isinstance(h, Moved) and h.label == label]
        moves = [move for move in moves if player is None or move.of == player]
        if event.value is None:
            begun = any(isinstance(h, Begun) and h.name == label for h in world.happened)
            if moves or (begun and player is None):
                return world
            raise Dead(Failure("wrong-claim", f"the step `{label}` was not carried out here"))
        moved = tuple(card for move in moves for card in move.cards)
        if not moved:
            raise Dead(Failure("wrong-claim", f"the step `{label}` moved no cards here"))
        from_ = next(move.source for move in moves if move.cards)
        now = tuple(world.knowledge.told.get(card, card) for card in moved)
        cards = self._cards(event.value, self._cards_of(from_), player)
        if len({move.into for move in moves if move.cards}) > 1 or None in cards:
            return self._saw_in_order(world, label, now, cards, moves)
        return self._saw(world, label, now, tuple(bag_of(cards).items))

    def _cards(self, node: Node, type: Type, player: Player | None) -> tuple[Value | None, ...]:
        """The cards written, in order; None for each `?`, which nobody noted. Raises Dead."""
        if isinstance(node, Sequence) and any(map(_is_not_noted, node.items)):
            return tuple(
                None if _is_not_noted(item) else self._value(item, type, player) for item in node.items
            )
        cards = self._value(node, ListType(type), player)
        assert isinstance(cards, tuple)
        return cards

    def _saw_in_order(
        self,
        world: World,
        label: str,
        moved: tuple[Value, ...],
        cards: tuple[Value | None, ...],
        moves: list[Moved],
    ) -> World:
        """The world in which the cards moved, in this order, are these, where they are noted. Where they went
        to hands in another order, nothing is known but that they are there. Raises Dead."""
        pairs = [(card, shown) for card, shown in zip(moved, cards, strict=False) if shown is not None]
        known = None
        if len(cards) == len(moved) and all(is_unknown(card) or card == shown for card, shown in pairs):
            found = {card: shown for card, shown in pairs if is_unknown(card)}
            known = identify(world.state, world.knowledge, found)
        if known is not None:
            return replace(world, state=known[0], knowledge=known[1])
        if None not in cards and all(move.into in self.worlds.hands for move in moves if move.cards):
            self._saw(world, label, moved, tuple(bag_of(cards).items))
            return world
        message = f"the step `{label}` was not {self._listed_cards(cards)}"
        raise Dead(Failure("impossible-card", message))

    def _listed_cards(self, cards: tuple[Value | None, ...]) -> str:
        """The cards as the log has them."""
        return f"[{', '.join('?' if card is None else self._show(card) for card in cards)}]"

    def foretold(self, world: World, events: Iterable[Played]) -> World:
        """The world with what these events, which come next, tell of the cards, as far as it has come."""
        for event in events:
            with suppress(Dead, Looked, Diverged, Undecided):
                match event:
                    case StepEvent():
                        world = self._step(world, event)
                    case ShuffleEvent():
                        world = self._shuffle(world, event)
                    case _:
                        pass
        return world

    def _saw(self, world: World, label: str, moved: tuple[Value, ...], cards: tuple[Value, ...]) -> World:
        """The world in which the cards moved are these, in any order. Raises Dead."""
        left = list(moved)
        missing = []
        for card in cards:
            if card in left:
                left.remove(card)
            else:
                missing.append(card)
        tokens = [card for card in left if is_unknown(card)]
        if len(cards) != len(moved) or len(missing) != len(tokens) or len(tokens) != len(left):
            shown = "" if any(map(is_unknown, moved)) else f": it was {self._show(bag_of(moved))}"
            message = f"the step `{label}` was not {self._show(bag_of(cards))}{shown}"
            raise Dead(Failure("wrong-claim" if shown else "impossible-card", message))
        known = told_apart(world.state, world.knowledge, tokens, missing)
        if known is None:
            message = f"the step `{label}` cannot be {self._show(bag_of(cards))}: there are not so many"
            raise Dead(Failure("impossible-card", message))
        return replace(world, state=known[0], knowledge=known[1])

    def _chance(self, world: World, event: ChanceEvent) -> Iterator[World]:
        name = event.name.text
        if name not in self._chances:
            self._unknown(event.name, self._chances, "this is no event that is known")
        value = self._value(event.value, self._drawn_type(name), None, "wrong-claim")
        if isinstance(world.due, DrawDue) and world.due.name == name:
            due = now_due(world, world.due)
            if value not in due.among:
                told = self._turned_out(world, due.among, value)
                if told is None:
                    raise Dead(Failure("wrong-claim", f"`{name}` cannot be {self._show(value)}"))
                world, due = told, replace(due, among=(value,))
            yield from self.worlds.settle(self.worlds.drawn(world, due, value))
            return
        if name not in world.drawn:
            raise Dead(Failure("wrong-claim", f"nothing is drawn as `{name}` here"))
        told = self._turned_out(world, (world.drawn[name],), value)
        if told is not None:
            yield replace(told, drawn={**told.drawn, name: value})
            return
        if world.drawn[name] != value:
            message = f"`{name}` was {self._show(world.drawn[name])}, not {self._show(value)}"
            raise Dead(Failure("wrong-claim", message))
        yield world

    def _turned_out(self, world: World, drawn: tuple[Value, ...], value: Value) -> World | None:
        """The world in which one of these cards, which are not known, is this one."""
        now = (world.knowledge.told.get(card, card) for card in drawn)
        tokens = [card for card in now if is_unknown(card)]
        known = told_apart(world.state, world.knowledge, tokens, [value]) if tokens else None
        return None if known is None else replace(world, state=known[0], knowledge=known[1])

    def _zone(self, event: ShuffleEvent) -> str:
        """The key of the zone that the event names. Raises Dead."""
        known = sorted(name for name, z in self._zones.items() if (z.of is None) == (event.of is None))
        if event.zone.text not in known:
            self._unknown(event.zone, known, "there is no zone of that name")
        of = self._zones[event.zone.text].of
        if of is None or event.of is None:
            return zone_key(event.zone.text)
        owner = self._player(event.of) if isinstance(of, PlayerType) else self._thing(event.of, of)
        return zone_key(event.zone.text, owner)

    def _cards_of(self, zone: str) -> Type:
        """The type of the cards of a zone, by its key."""
        type = self._zones[zone.split(":")[1]].type
        assert isinstance(type, ListType | BagType)
        return type.item

    def _shuffle(self, world: World, event: ShuffleEvent) -> World:
        """The world in which the zone lay so once it was shuffled. Raises Dead."""
        zone, name = self._zone(event), printable(event.zone.text)
        if zone not in world.orders:
            if isinstance(world.due, Unsettled):
                raise Dead(self.dispute(world.due))
            raise Dead(Failure("wrong-claim", f"`{name}` was not shuffled since the last choice"))
        told = world.knowledge.told
        order = tuple(told.get(card, card) for card in world.orders[zone])
        cards = self._cards(event.value, self._cards_of(zone), None)
        known = None
        if len(cards) <= len(order):
            pairs = [(card, shown) for card, shown in zip(order, cards, strict=False) if shown is not None]
            if all(is_unknown(card) or card == shown for card, shown in pairs):
                found = {card: shown for card, shown in pairs if is_unknown(card)}
                known = identify(world.state, world.knowledge, found)
        if known is None:
            message = f"`{name}` cannot lie so: {self._listed_cards(cards)}"
            raise Dead(Failure("impossible-card", message))
        return replace(world, state=known[0], knowledge=known[1], orders={**world.orders, zone: order})

    def _drawn_type(self, name: str) -> Type:
        """The type of what is drawn by lot."""
        for statement in statements_of(self.machine.flow.body):
            if isinstance(statement, Chance) and statement.name == name:
                assert isinstance(statement.among.type, ListType | BagType | SetType)
                return statement.among.type.item
        raise AssertionError(name)

    # -------------------------------------------------------------- words

    def _show(self, value: Value) -> str:
        """The value in the language of the edition."""
        return show(value, self.game, self.worlds.panel.edition.name)

    def _player(self, scalar: Scalar) -> Player:
        """The player named. Raises Dead."""
        player = self._parsed(lambda: self.reader.player(scalar), None, "malformed")
        assert isinstance(player, Player)
        return player

    def _thing(self, node: Node, type: Type) -> Value:
        """The thing of which there is a zone. Raises Dead."""
        try:
            return self._value(node, type, None, "malformed")
        except Dead as dead:
            raise Dead(replace(dead.failure, code="malformed")) from dead

    def _value(self, node: Node, type: Type, player: Player | None, beyond: str = "illegal-move") -> Value:
        """The value written, of this type; `beyond` is the code where it is out of bounds. Raises Dead."""
        return self._parsed(lambda: self.reader.read(node, type), player, beyond)

    def _parsed(self, read: Callable[[], T], player: Player | None, beyond: str) -> T:
        try:
            return read()
        except ArbitreError as error:
            problem = error.problems[0]
            code = {"unknown-name": "unknown-card", "out-of-bounds": beyond}.get(problem.code, "malformed")
            message = problem.message if problem.help is None else f"{problem.message} ({problem.help})"
            raise Dead(Failure(code, message, None if player is None else player.name)) from error

    def _unknown(self, word: Scalar, known: Iterable[str], message: str) -> NoReturn:
        """Raises Dead: a name that is none."""
        help = did_you_mean(word.text, known)
        shown = f"`{printable(word.text)}`: {message}" + ("" if help is None else f" ({help})")
        raise Dead(Failure("malformed", shown))

    # -------------------------------------------------------------- failures

    def dispute(self, due: Unsettled) -> Failure:
        """Play stops at a question without a single answer."""
        return replace(self._unclear(due.question, due.verdict), dispute=due)

    def _unclear(self, question: str, verdict: Verdict) -> Failure:
        statuses = {outcome.status for _, _, outcome in verdict.blockers} or {verdict.outcome.status}
        silent = statuses == {Status.SILENT}
        words = {
            Status.SILENT: "the rules do not say",
            Status.CONTRADICTORY: "the rules contradict each other",
            Status.OPEN: "the rules leave several answers",
            Status.BLOCKED: "it waits for another question",
        }
        reason = words.get(verdict.outcome.status, "")
        waits = sorted({name for name, _, _ in verdict.blockers if name != question})
        if waits and verdict.outcome.status is Status.BLOCKED:
            reason = f"it waits for {', '.join(f'`{name}`' for name in waits)}"
        clauses = verdict.conflict or verdict.speaking
        message = f"`{question}` has no single answer: {reason}"
        return Failure("silent" if silent else "disputed", message, clauses=clauses, doubtful=True)

    def _wrong(self, message: str, verdict: Verdict) -> Failure:
        return Failure("wrong-claim", message, clauses=verdict.speaking)


def _is_not_noted(node: Node) -> bool:
    """Whether it stands for a card that nobody noted."""
    return isinstance(node, Scalar) and node.text == "?"


def _told_by(event: Played, due: DrawDue) -> bool:
    """Whether the event says how the lot fell that is due."""
    return isinstance(event, ChanceEvent) and event.name.text == due.name


def have_to_choose(players: Listed[Player], name: str) -> str:
    """Who has to make the choice of that name, in words."""
    return f"{listed(players)} {'has' if len(players) == 1 else 'have'} to choose `{name}`"


def listed(players: Listed[Player]) -> str:
    """The players' names, as `A`, `B` and `C`."""
    *others, last = (f"`{printable(player.name)}`" for player in players)
    return f"{', '.join(others)} and {last}" if others else last


def _in_dispute(world: World, name: str) -> Unsettled | None:
    """The question of that name that play waits for, directly or not."""
    if not isinstance(world.due, Unsettled):
        return None
    if world.due.question == name:
        return world.due
    for question, situation, outcome in world.due.verdict.blockers:
        if question == name:
            return Unsettled(question, situation, Verdict(outcome))
    return None
