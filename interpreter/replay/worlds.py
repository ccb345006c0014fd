"""The ways in which a game that a log records can stand: interpretations and deals, jointly.

A `World` is a state with the interpretations under which it is reached, and what is known of the cards.
`Worlds` goes on in each world up to what has to be given next; where interpretations part ways, or a draw of
lots or cards that are not known matter, a world becomes several.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import combinations, islice

from dsl.model import Expr
from dsl.text.errors import ArbitreError, Portable
from dsl.types.hidden import Looked
from dsl.types.types import Type
from dsl.types.values import Player, Value, sort_key
from interpreter.evaluate.evaluate import Blocked, zone_key
from interpreter.play.interpretations import Diverged, Interpretations, Unheard
from interpreter.play.judge import Answer
from interpreter.play.machine import Machine, MissingCards
from interpreter.play.state import (
    DrawDue,
    Due,
    Happening,
    Key,
    Moved,
    ShuffleDue,
    State,
    Unsettled,
    is_unknown,
)
from interpreter.replay.hidden_cards import (
    Knowledge,
    Undecided,
    Veil,
    distinct,
    hide,
    parted,
    show_cards,
    told_apart,
    unveiled,
)
from interpreter.replay.result import full_text
from interpreter.rulebook.rulebook import Status, Verdict
from interpreter.runtime.rng import Chance
from interpreter.values.context import TooManySteps
from interpreter.values.domain import domain_size, values_of

MAX_WORLDS = 20_000
MOST_ACTS, MOST_OF_ALL = 2_000, 10_000  # acts in worlds that are tried for one event of a log, and for all
LESS_AFTER_GIVING_UP = 5  # into how many parts what an event has is parted, once it was given up at one
MOST_BY_ITSELF = 400  # shuffles and lots in a row, after which a game is held to go on for ever
MAX_ORDERS = 2_000  # orders in which the cards of a hand can have come that are tried
MAX_ANSWERS = 40  # possible answers to a question in dispute that are tried


class Untold(Enum):
    """Instead of a choice made in secret which the log has not told."""

    UNTOLD = "untold"


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """One way in which the game can stand.

    `due` is None while it still has to go on by itself. `happened`, and the `orders` in which zones lay once
    they were shuffled: since the last choice. `gathered`: what has been chosen of what is due. `drawn`:
    the last of each name.
    """

    mask: int
    state: State
    due: Due | None = None
    happened: tuple[Happening, ...] = ()
    gathered: Mapping[Player, Value | Untold] = field(default_factory=dict)
    drawn: Mapping[str, Value] = field(default_factory=dict)
    knowledge: Knowledge = field(default_factory=Knowledge)
    shuffles: int = 0
    orders: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    tried: Mapping[Key, Value] = field(default_factory=dict)
    place: Hashable = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Why something cannot be in a world. `doubtful`: because the rules leave it in doubt; `dispute`: the
    question to which an answer would tell."""

    code: str
    message: str
    player: str | None = None
    legal: tuple[Value, ...] = ()
    type: Type | None = None
    clauses: tuple[str, ...] = ()
    doubtful: bool = False
    dispute: Unsettled | None = None


class Dead(Portable):
    """A world that cannot be."""

    def __init__(self, failure: Failure) -> None:
        super().__init__()
        self.failure = failure


class Fork(Portable):
    """A world that has to become several (each still going on by itself) before anything can be said."""

    def __init__(self, worlds: tuple[World, ...]) -> None:
        super().__init__()
        self.worlds = worlds


class Onward(Portable):
    """A world on its way that has to become several, each of which has only to go on by itself."""

    def __init__(self, worlds: tuple[World, ...]) -> None:
        super().__init__()
        self.worlds = worlds


class _WorldJudge:
    """The judge of a world: tells where cards are looked at that are not known. `spoken`: the questions of
    which the log speaks."""

    def __init__(
        self, panel: Interpretations, veil: Veil, world: World, spoken: frozenset[str] = frozenset()
    ) -> None:
        self._panel = panel
        self._judge = panel.judge(world.mask)
        self._veil = veil
        self._world = world
        self._spoken = spoken

    def answer(self, expr: Expr, env: Mapping[str, Value], agreed: Mapping[Key, Value]) -> Answer:
        """What `expr` comes to. Raises Diverged, Looked, ArbitreError."""
        world = self._world
        if world.knowledge.made:
            whole = bool(self._spoken) and not self._spoken.isdisjoint(self._panel.asks(expr))
            hidden = self._veil.over(expr, env, world.knowledge, whole)
            if hidden is not None:
                return self._panel.judge(world.mask, unveiled).answer(expr, hidden, agreed)
        return self._judge.answer(expr, env, agreed)


class Worlds:
    """Goes on in worlds. `seed`: of the algorithm of chance; else `stock` is what lies on top when the
    cards are first shuffled, in order. `acts`: how much was tried for this event, `before`: for others."""

    def __init__(
        self,
        machine: Machine,
        panel: Interpretations,
        *,
        seed: int | None = None,
        stock: tuple[Value, ...] = (),
        spoken: frozenset[str] = frozenset(),
    ) -> None:
        self.machine = machine
        self.panel = panel
        self.seed = seed
        self.stock = stock
        self.acts, self.before = 0, 0
        self._most = MOST_ACTS
        self.told: Callable[[World], World] = _as_it_is
        self._spoken = spoken
        self._veil = Veil()
        zones = machine.flow.zones
        self.hands = {
            zone_key(z.name, p): p
            for z in zones
            if z.of_player and z.seen_by == "owner"
            for p in machine.seats
        }

    def judge(self, world: World) -> _WorldJudge:
        """Who answers in this world."""
        return _WorldJudge(self.panel, self._veil, world, self._spoken)

    def each(
        self, world: World, act: Callable[[World], Iterator[World]]
    ) -> Iterator[World | tuple[World, Failure]]:
        """What `act` makes of a world, or of the worlds into which it has to be parted for it; a world that
        dies comes with the reason. Raises Undecided."""
        pending = [(world, act)]
        number = 0
        while pending:
            world, act = pending.pop()
            number += 1
            self._count()
            if number > MAX_WORLDS:
                raise Undecided
            try:
                yield from list(act(world))
            except Dead as dead:
                yield world, dead.failure
            except Fork as fork:
                pending += [(each, act) for each in reversed(fork.worlds)]
            except Onward as onward:
                pending += [(each, self.settle) for each in reversed(onward.worlds)]
            except TooManySteps:
                raise Undecided from None
            except Unheard as unheard:
                raise Undecided(full_text(unheard.problems[0]), lasting=True) from None
            except Diverged as split:
                pending += [(replace(world, mask=part.mask), act) for part in reversed(split.parts)]
            except Looked as looked:
                pending += [(each, act) for each in reversed(_parted(world, looked))]
            except ArbitreError as error:
                if not world.state.agreed:
                    raise
                message = f"with what is agreed here, play cannot go on: {error.problems[0].message}"
                yield world, Failure("disputed", message, doubtful=True)

    def begin_event(self) -> None:
        """Another event of the log is looked at."""
        self.acts, self.before = 0, self.before + self.acts

    def give_up(self) -> None:
        """It was given up at this event: from now on each has a part only of what an event has before."""
        self.before, self.acts = self.before + self.acts, 0
        self._most = MOST_ACTS // LESS_AFTER_GIVING_UP

    def _count(self) -> None:
        """Counts an act. Raises Undecided where too many were tried."""
        self.acts += 1
        if self.acts > self._most or self.acts + self.before > MOST_OF_ALL:
            raise Undecided

    def settle(self, world: World) -> Iterator[World]:
        """The worlds in which this one, going on by itself, comes to wait for something. A draw of lots
        that is not known is waited for. Raises Diverged, Onward, Dead."""
        for _ in range(MOST_BY_ITSELF):
            try:
                stop = self.machine.run(world.state, self.judge(world))
            except Looked as looked:
                assert looked.state is not None, "a flow that is run tells where it stands"
                before = (*world.happened, *looked.happened)
                world = replace(world, state=looked.state, due=None, happened=before)
                after = self.told(self._arrived(world, looked.happened))
                if after.state == world.state:
                    raise Onward(_parted(after, looked)) from None
                world = after
                continue
            except MissingCards as missing:
                world = self._arrived(self._there(world, missing), missing.happened)
                continue
            world = replace(world, state=stop.state, due=stop.due, happened=(*world.happened, *stop.happened))
            world = self._arrived(world, stop.happened)
            match stop.due:
                case ShuffleDue():
                    world = self._shuffled(world, stop.due)
                case DrawDue(among=among) if self.seed is not None:
                    chance = Chance(self.seed, "play", world.state.chances)
                    world = self.drawn(world, stop.due, chance.pick(among))
                case _:
                    yield world
                    return
        message = "play goes on and on without anything to choose"
        if not world.state.agreed:
            raise Undecided(message)
        raise Dead(Failure("disputed", f"with what is agreed here, {message}", doubtful=True))

    def _there(self, world: World, missing: MissingCards) -> World:
        """The world in which the cards that are to be moved are among those that are not known. Raises Dead
        where they are not there, which is no fault of the log's."""
        assert missing.state is not None, "a flow that is run tells where it stands"
        known = None
        if missing.cards:
            known = show_cards(missing.state, world.knowledge, missing.zone, missing.cards)
        if known is None:
            message = f"the step cannot be carried out: {missing.problems[0].message}"
            clauses = dict.fromkeys(clause for asked in missing.asked for clause in asked.verdict.speaking)
            raise Dead(Failure("disputed", message, clauses=tuple(clauses), doubtful=True))
        before = (*world.happened, *missing.happened)
        return replace(world, state=known[0], knowledge=known[1], due=None, happened=before)

    def drawn(self, world: World, due: DrawDue, value: Value) -> World:
        """The world in which the lot fell on `value`; it has to go on."""
        state = self.machine.draw(world.state, due, value)
        return replace(world, state=state, due=None, drawn={**world.drawn, due.name: value})

    def draws(self, world: World, due: DrawDue) -> tuple[World, ...]:
        """The worlds after a draw of lots that is not known; they have to go on."""
        due = now_due(world, due)
        return tuple(self.drawn(world, due, value) for value in distinct(world.state, due.among))

    def answered(self, world: World, dispute: Unsettled) -> tuple[World, ...] | None:
        """The worlds in which the question in dispute (or the first for which it waits) has each of its
        possible answers, and which go on; None where these are not a few."""
        if dispute.verdict.outcome.status is Status.BLOCKED and dispute.verdict.blockers:
            question, situation, outcome = dispute.verdict.blockers[0]
            dispute = Unsettled(question, situation, Verdict(outcome))
        answers = self._answers(world, dispute)
        if answers is None:
            return None
        due = None if isinstance(world.due, Unsettled) else world.due
        place = world.state.place
        before = world.tried if world.place == place else {}
        return tuple(
            replace(
                world,
                state=self.machine.agree(world.state, dispute, value),
                due=due,
                tried={**before, dispute.key: value},
                place=place,
            )
            for value in answers
        )

    def _answers(self, world: World, dispute: Unsettled) -> tuple[Value, ...] | None:
        if dispute.verdict.outcome.admits:
            answers = dispute.verdict.outcome.admits
        else:
            question = self.machine.game.questions[dispute.question]
            book = self.panel.rulebook(world.mask, world.state.agreed)
            try:
                if question.among is None:
                    if domain_size(question.answer, len(self.machine.seats)) is None:
                        return None
                    found = values_of(question.answer, self.machine.seats)
                    answers = tuple(islice(found, MAX_ANSWERS + 1))
                else:
                    answers = book.candidates(dispute.question, dispute.situation)
            except (Blocked, ArbitreError):
                return None
        return answers if 0 < len(answers) <= MAX_ANSWERS else None

    def _shuffled(self, world: World, due: ShuffleDue) -> World:
        cards = world.state.cards(due.zone)
        if self.seed is not None:
            order = Chance(self.seed, "play", world.state.chances).shuffled(cards)
            state = self.machine.shuffle(world.state, due, order)
            return replace(world, state=state, due=None, orders={**world.orders, due.zone: order})
        top = self.stock if world.shuffles == 0 else ()
        after = self.machine.shuffle(world.state, due, cards)
        known = hide(after, world.knowledge, due.zone, top)
        if known is None:
            raise Dead(Failure("impossible-card", "the `stock` has cards that are not in the deck"))
        coming = Counter(card for cards in known[1].arrivals.values() for card in cards)
        lying = (card for zone in known[0].zones for card in known[0].cards(zone))
        there: Counter[Value] = Counter(card for card in lying if not is_unknown(card))
        there.update(known[1].kinds)
        if coming - there:
            raise Dead(Failure("impossible-card", "the `hands` have more cards of a kind than there are"))
        orders = {**world.orders, due.zone: known[0].cards(due.zone)}
        world = replace(world, orders=orders, shuffles=world.shuffles + 1)
        return replace(world, state=known[0], knowledge=known[1], due=None)

    def _arrived(self, world: World, happened: tuple[Happening, ...]) -> World:
        """The world with the cards known to have come to players' hands."""
        for event in happened:
            player = self.hands.get(event.into) if isinstance(event, Moved) else None
            if player is None or not isinstance(event, Moved) or not world.knowledge.arrivals.get(player):
                continue
            coming = world.knowledge.arrivals[player]
            now = (world.knowledge.told.get(card, card) for card in event.cards)
            tokens = [card for card in now if is_unknown(card)]
            told = _first_that_can_be(world, tokens, coming)
            known = None if told is None else told_apart(world.state, world.knowledge, tokens, told)
            if told is None or known is None:
                message = f"`{player.name}` cannot hold all the cards of `hands`: there are not so many"
                raise Dead(Failure("impossible-card", message, player.name))
            arrivals = {**known[1].arrivals, player: _without(coming, told)}
            world = replace(world, state=known[0], knowledge=replace(known[1], arrivals=arrivals))
        return world


def _first_that_can_be(
    world: World, tokens: Sequence[Value], coming: tuple[Value, ...]
) -> tuple[Value, ...] | None:
    """Of the cards that are known to come to a hand, in any order, those that these tokens can be: the first
    such, one for each token as far as they go; None where there are none."""
    if len(tokens) >= len(coming):
        return coming
    if not tokens:
        return ()
    for looked, choice in enumerate(combinations(coming, len(tokens))):
        if looked >= MAX_ORDERS:
            raise Undecided("the cards of a hand can have come in too many orders")
        if told_apart(world.state, world.knowledge, tokens, choice) is not None:
            return choice
    return None


def _without(cards: tuple[Value, ...], taken: Iterable[Value]) -> tuple[Value, ...]:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def _parted(world: World, looked: Looked) -> tuple[World, ...]:
    """The worlds in which it is known of the card that was looked at whether it is of one of the classes on
    which something hangs: the one of the fewest kinds."""
    chosen = min(looked.classes, key=lambda kinds: (len(kinds), min(map(sort_key, kinds))))
    return tuple(
        replace(world, state=state, knowledge=knowledge)
        for state, knowledge in parted(world.state, world.knowledge, looked.hidden.token, chosen)
    )


def now_due(world: World, due: DrawDue) -> DrawDue:
    """The lot that is due, with what is known by now of the cards from which it is drawn."""
    return replace(due, among=tuple(world.knowledge.told.get(card, card) for card in due.among))


def _as_it_is(world: World) -> World:
    """Nothing more is told of it."""
    return world
