"""Replaying a log: is it a game by the rules, and if not, where is the first breach?

All interpretations that the edition leaves, and all deals that the log leaves open, are carried along
jointly (`interpreter.replay.worlds`). An event is a breach only if it can be in none of them. Where it can be
under some readings and not under others, it is `disputed`, and the replay goes on with those under which
it can. Where a question has no single answer, that is noted, and each of its possible answers is tried:
what no answer allows is a breach all the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from dsl.fingerprint import differing, fingerprint
from dsl.model import Edition, Game, Project, Rulings, Shuffle
from dsl.text.errors import ArbitreError, did_you_mean, fail
from dsl.text.span import Span
from dsl.types.types import ListType
from dsl.types.values import Player, Value
from interpreter.analysis.dependencies import Interpretation
from interpreter.analysis.statements import statements_of
from interpreter.logs.log import (
    AgreedEvent,
    BadEvent,
    ChanceEvent,
    ClaimEvent,
    Log,
    MoveEvent,
    RevealEvent,
    ShuffleEvent,
    StepEvent,
    UndoEvent,
)
from interpreter.play.common import shared
from interpreter.play.interpretations import Interpretations
from interpreter.play.judge import Judge
from interpreter.play.machine import Machine, items_of
from interpreter.play.prune import pruned_flow
from interpreter.play.setting import (
    check_seated,
    find_edition,
    find_game,
    find_rulings,
    options_in,
    read_parameter,
    settle_game,
)
from interpreter.play.state import Asked, ChoiceDue, DrawDue, Ended, Happening, Unsettled, is_unknown
from interpreter.replay.events import Moves, Played, have_to_choose, listed
from interpreter.replay.hidden_cards import Knowledge, Undecided, barred_of, possible
from interpreter.replay.merge import Spoken, merged
from interpreter.replay.result import Replay, ReplayProblem, full_text, line_of, unreadable
from interpreter.replay.worlds import MAX_WORLDS, Failure, Untold, World, Worlds
from interpreter.rulebook.situations import ValueReader

__all__ = ["Replay", "ReplayProblem", "replay", "unreadable"]

_BREACHES = frozenset(
    {
        "malformed",
        "unknown-card",
        "out-of-turn",
        "illegal-move",
        "impossible-card",
        "wrong-claim",
        "after-end",
    }
)
_DISPUTES = frozenset({"silent", "disputed", "changed"})
MAX_DISPUTES = 60  # questions in dispute that are answered in every way at one event
MAX_DISPUTED_WORLDS = 300
MOST_WAITS = 6  # ways that the game can stand, of which it is told what they wait for
MAX_LOTS = 3  # lots before the deal, after which it is not looked at
_ANOTHERS = frozenset({"out-of-turn", "after-end"})  # where the event was not for who made it
_PASSED_OVER = frozenset({"malformed", "wrong-claim", "after-end"})  # after these, the game goes on as it was


# ------------------------------------------------------------------ replaying


def replay(
    project: Project,
    log: Log,
    *,
    edition: str | None = None,
    rulings: Sequence[str | Rulings] | None = None,
    readings: Interpretation | None = None,
    lenient: bool = False,
    at: int | None = None,
    survivors: Sequence[Interpretation] | None = None,
) -> Replay:
    """Replays a log. `edition`, `rulings`, `readings` go before the log's own. `at`: only the events before
    that one. `survivors`: the interpretations to which the edition is confined. Raises ArbitreError for an
    error of the specification, and for unknown editions, rulings and readings that are given here."""
    game = project.games.get(log.head.game)
    if game is not None and edition is not None:
        find_edition(game, edition)
    try:
        run = _Run(project, log, edition, rulings, readings, lenient, survivors)
    except ArbitreError as error:
        return unreadable(log.path, log.first_line, error)
    try:
        return run.whole(at)
    except ArbitreError as error:
        return unreadable(log.path, log.first_line, error)


_PANELS: dict[
    tuple[object, ...], tuple[Interpretations, object]
] = {}  # the last few, so that many logs share them
_MAX_PANELS = 8


def _panel(
    game: Game,
    edition: Edition,
    variant: str,
    parameters: Mapping[str, Value],
    rulings: Rulings | None,
    readings: Interpretation,
    questions: tuple[str, ...],
    survivors: Sequence[Interpretation] | None,
    span: Span,
) -> Interpretations:
    """The panel of an edition, kept for the next log with the same head and claims."""
    chosen = tuple(sorted(readings.items()))
    options = options_in(parameters)
    key = (id(game), edition.name, variant, options, id(rulings), chosen, questions, id(survivors))
    if key not in _PANELS:
        panel = Interpretations(
            game,
            edition,
            flow=pruned_flow(game.flows[variant], parameters),
            rulings=rulings,
            readings=readings,
            questions=questions,
            survivors=survivors,
            span=span,
        )
        while len(_PANELS) >= _MAX_PANELS:
            del _PANELS[next(iter(_PANELS))]
        _PANELS[key] = (panel, survivors)
    return _PANELS[key][0]


class _Run:
    """The replay of one log."""

    def __init__(
        self,
        project: Project,
        log: Log,
        edition: str | None,
        rulings: Sequence[str | Rulings] | None,
        readings: Interpretation | None,
        lenient: bool,
        survivors: Sequence[Interpretation] | None,
    ) -> None:
        head = log.head
        spans = head.spans
        self.log = log
        self.lenient = lenient
        find_game(project, head.game, head.variant, spans.get("game"))
        named = [(name.text, name.span) for name in head.options]
        self.setting = settle_game(project, head.setting, spans.get("game"), options=named)
        self.game = self.setting.game
        name = edition or head.edition
        if name is None:
            help = f"there are: {', '.join(self.game.editions)}"
            raise fail("malformed", "the log says no `edition`", *_first(log), help=help)
        self.edition = find_edition(self.game, name, spans.get("edition"))
        wanted = head.rulings if rulings is None else rulings
        self.rulings = find_rulings(self.game, name, wanted, spans.get("rulings"))
        self.changed = self._changed(name)
        low, high = self.game.players
        if not low <= len(head.players) <= high:
            message = f"{len(head.players)} players, and {self.game.title} is for {low} to {high}"
            raise fail("out-of-bounds", message, spans["players"])
        self.machine = Machine(self.game, head.variant, tuple(map(Player, head.players)))
        self._parameters = self._given()
        claimed = {e.question.text for e in log.events if isinstance(e, ClaimEvent | AgreedEvent)}
        self.panel = _panel(
            self.game,
            self.edition,
            head.variant,
            self._parameters,
            self.rulings,
            head.readings if readings is None else readings,
            tuple(name for name in self.game.questions if name in claimed),
            survivors,
            spans.get("readings", Span(log.path, log.first_line, 1, log.first_line, 1)),
        )
        steps = frozenset(e.label.text for e in log.events if isinstance(e, StepEvent))
        self._spoken = Spoken(questions=frozenset(claimed), steps=steps)
        self._reader = ValueReader(self.game, head.players)
        self._arrivals = self._hands()
        self._worlds = Worlds(
            self.machine, self.panel, seed=head.seed, stock=self._stock(), spoken=frozenset(claimed)
        )
        self.moves = Moves(self._worlds)
        self.problems: list[ReplayProblem] = []
        self.repairs: list[ReplayProblem] = []
        self.stopped = False
        self.undecided = False
        self.happened: tuple[Happening, ...] = ()

    # -------------------------------------------------------------- the head

    def _changed(self, edition: str) -> tuple[str, ...]:
        """What is not as it was when the log was written, where its fingerprint tells."""
        written = self.log.head.specification
        now = fingerprint(self.game, edition, self.rulings)
        if written is None or now is None or edition != self.log.head.edition:
            return ()
        return differing(written, now)

    def _given(self) -> dict[str, Value]:
        node = self.log.head.given
        parameters = {p.name: p for p in self.machine.flow.parameters}
        found: dict[str, Value] = dict(self.setting.parameters)
        check_seated(found, self.log.head.players, self.log.head.spans.get("game"))
        for key, value in () if node is None else node.entries:
            if key.text not in parameters:
                message = f"nothing `{key.text}` is given to this game"
                raise fail("malformed", message, key.span, help=did_you_mean(key.text, parameters))
            if key.text in found:
                raise fail("malformed", f"the `game` says already what `{key.text}` is", key.span)
            found[key.text] = read_parameter(
                self.game, value, parameters[key.text].type, self.log.head.players
            )
        return found

    def _hands(self) -> dict[Player, tuple[Value, ...]]:
        node = self.log.head.hands
        if node is None:
            return {}
        zones = [z for z in self.machine.flow.zones if z.of_player and z.seen_by == "owner"]
        if not zones or not hasattr(zones[0].type, "item"):
            raise fail("malformed", "players have no hands in this game", node.span)
        item = zones[0].type.item
        found: dict[Player, tuple[Value, ...]] = {}
        for key, value in node.entries:
            cards = self._reader.read(value, ListType(item))
            assert isinstance(cards, tuple)
            found[self._reader.player(key)] = cards
        return found

    def _stock(self) -> tuple[Value, ...]:
        node = self.log.head.stock
        if node is None:
            return ()
        flow = self.machine.flow
        types = [s.zone.type for s in statements_of(flow.body) if isinstance(s, Shuffle)]
        items = [t.item for t in (*types, *(z.type for z in flow.zones)) if isinstance(t, ListType)]
        if not items:
            raise fail("malformed", "there is no stock in this game", node.span)
        cards = self._reader.read(node, ListType(items[0]))
        assert isinstance(cards, tuple)
        return cards

    # -------------------------------------------------------------- the events

    def whole(self, at: int | None) -> Replay:
        """Replays the events, those before `at` only if given."""
        log = self.log
        for problem in log.strange:
            self._note(
                0, line_of(problem, log.first_line), Failure("malformed", full_text(problem)), repaired=True
            )
        worlds = self._beginning()
        history: list[tuple[list[World], int, bool, bool]] = []
        events = log.events if at is None else log.events[: max(0, at - 1)]
        self.happened = worlds[0].happened
        for event in events:
            before = worlds[0].happened
            if isinstance(event, UndoEvent):
                worlds = self._taken_back(event, history, worlds)
                continue
            history.append((worlds, len(self.problems), self.stopped, self.undecided))
            if isinstance(event, BadEvent):
                self._note(
                    event.number,
                    event.span.line,
                    Failure("malformed", full_text(event.problem)),
                    repaired=True,
                )
            elif not self.stopped and not self.undecided:
                self._worlds.begin_event()
                self._foretell(event.number)
                worlds = self._after(worlds, event)
            self.happened = _since(before, worlds[0].happened)
        if log.cut is not None and at is None:
            failure = Failure("malformed", f"the log breaks off here: {log.cut.message}")
            self._note(len(log.events) + 1, line_of(log.cut, log.first_line), failure)
        elif not self.stopped and not self.undecided:
            self._dispute_at_the_end(worlds, events)
        return self._result(worlds)

    def _foretell(self, number: int) -> None:
        """What is known of cards in play as soon as they are looked at: what is told next after the event of
        that number, before anything else. (Nothing, where something is taken back.)"""
        coming: list[Played] = []
        events = () if any(isinstance(event, UndoEvent) for event in self.log.events) else self.log.events
        for event in events[number:]:
            if not isinstance(event, StepEvent | ShuffleEvent | ChanceEvent):
                break
            coming.append(event)

        self._worlds.told = lambda world: self.moves.foretold(world, coming)

    def _beginning(self) -> list[World]:
        self._foretell(0)
        knowledge = Knowledge(arrivals=self._arrivals)
        first = self.panel.everything
        judge: Judge = self.panel.judge(first & -first)
        state = self.machine.start(self._parameters, judge)
        world = World(mask=first, state=state, knowledge=knowledge)
        try:
            worlds, failures = self._tried([world], self._worlds.settle)
        except Undecided as undecided:
            self._leave_undecided(0, self.log.first_line, undecided)
            return [world]
        if not worlds:
            spans = self.log.head.spans
            where = spans.get("hands") or spans.get("stock")
            self._note(0, self.log.first_line if where is None else where.line, failures[0][1])
            self.stopped = True
            return [failures[0][0]]
        if all(isinstance(world.due, Ended) and world.due.unplayed for world in worlds):
            where = self.log.head.spans.get("players")
            line = self.log.first_line if where is None else where.line
            self._note(0, line, self._not_permitted(worlds[0]))
            self.stopped = True
        else:
            self._look_at_the_deal(worlds)
        return worlds

    def _look_at_the_deal(self, worlds: list[World]) -> None:
        """Notes that the cards of the head cannot be, however lots fall that are drawn before the deal."""
        where = self.log.head.spans.get("hands") or self.log.head.spans.get("stock")
        if where is None:
            return
        with suppress(Undecided):
            for _ in range(MAX_LOTS):
                waiting = [(world, world.due) for world in worlds if isinstance(world.due, DrawDue)]
                if len(waiting) < len(worlds) or any(world.shuffles for world in worlds):
                    return
                drawn = [each for world, due in waiting for each in self._worlds.draws(world, due)]
                worlds, failures = self._tried(drawn, self._worlds.settle)
                if not worlds and not any(failure.doubtful for _, failure in failures):
                    self._note(0, where.line, failures[0][1])
                    self.stopped = True
                    return

    def _not_permitted(self, world: World) -> Failure:
        """That the game may not be played so: the question that was asked last, and what answers it."""
        number, name = len(self.log.head.players), self.edition.name
        message = f"by the edition `{name}`, {number} may not play `{self.setting.name}`"
        last = next((h for h in reversed(world.happened) if isinstance(h, Asked)), None)
        if last is None:
            return Failure("illegal-move", message)
        message = f"{message}: {self.game.questions[last.question].text}"
        return Failure("illegal-move", message, clauses=last.verdict.speaking)

    def _after(self, worlds: list[World], event: Played) -> list[World]:
        """The worlds after an event, or those before where it can be in none."""

        def act(world: World) -> Iterator[World]:
            return self.moves.apply(world, event)

        try:
            stand, fall = self._tried(worlds, act)
            if any(failure.dispute for _, failure in fall):
                stand, fall, told = self._through_disputes(worlds, stand, fall, event)
                if not told:
                    message = "from here on, the questions in dispute have too many answers to try them all"
                    self._note(event.number, event.span.line, Failure("disputed", message))
                    self.stopped = True
                    return stand or worlds
            if stand:
                self._parted(stand, fall, event)
                return stand
            return self._breach(worlds, fall, event)
        except Undecided as undecided:
            self._leave_undecided(event.number, event.span.line, undecided)
            return worlds if undecided.lasting else self._beyond(worlds, event)

    def _beyond(self, worlds: list[World], event: Played) -> list[World]:
        """The worlds after an event of which it could not be told whether it can be: in which it is as the
        log has it, whatever the rules say to that. (They are no fewer than those in which it can be, so that
        what is a breach after it is one.) Where that is not enough, nothing can be said of what follows."""
        self._worlds.give_up()
        match event:
            case ClaimEvent() | StepEvent() | ShuffleEvent():
                self.undecided = False
                return worlds
            case MoveEvent() | RevealEvent():
                unheard = Moves(self._worlds, unheard=True)
                try:
                    after, fall = self._tried(worlds, lambda world: unheard.apply(world, event))
                except Undecided:
                    return worlds
                if not after or any(failure.doubtful for _, failure in fall):
                    return worlds
                self.undecided = False
                return after
            case AgreedEvent() | ChanceEvent():
                return worlds
            case _:
                assert_never(event)

    def _leave_undecided(self, event: int, line: int, undecided: Undecided) -> None:
        """Notes why nothing can be said from here on."""
        self.undecided = True
        self._note(event, line, Failure("too-many-ways", undecided.reason))

    def _through_disputes(
        self, worlds: list[World], stand: list[World], fall: list[tuple[World, Failure]], event: Played
    ) -> tuple[list[World], list[tuple[World, Failure]], bool]:
        """What becomes of an event where questions in dispute have each of their possible answers; and
        whether that could be told in all worlds. The questions are noted. Raises Undecided."""

        def go_on(world: World) -> Iterator[World]:
            return self._worlds.settle(world) if world.due is None else iter((world,))

        met: dict[str, tuple[Failure, int]] = {}
        told = False
        for _ in range(MAX_DISPUTES):
            disputed = [(world, failure) for world, failure in fall if failure.dispute is not None]
            told = not disputed
            if told:
                break
            for world, failure in disputed:
                first, mask = met.get(failure.message, (failure, 0))
                met[failure.message] = (first, mask | world.mask)
            answered = self._answered(disputed)
            if not answered or len(stand) + len(answered) > MAX_DISPUTED_WORLDS:
                break
            fall = [each for each in fall if each[1].dispute is None]
            went, dead = self._tried(answered, go_on)
            more, fell = self._tried(went, lambda world: self.moves.apply(world, event))
            stand = merged(stand + more, self._spoken)
            fall += dead + fell
        self._noted(met, _masks(worlds), event)
        return stand, fall, told

    def _answered(self, disputed: list[tuple[World, Failure]]) -> list[World]:
        """The worlds in dispute with each possible answer; none where one has too many."""
        found: list[World] = []
        for world, failure in disputed:
            assert failure.dispute is not None
            answered = self._worlds.answered(world, failure.dispute)
            if answered is None:
                return []
            found += answered
        return found

    def _noted(self, met: Mapping[str, tuple[Failure, int]], everything: int, event: Played) -> None:
        """Notes the questions in dispute (with the interpretations under which they were met) that were not
        noted before."""
        for message, (failure, where) in met.items():
            if any(problem.message.startswith(message) for problem in self.problems):
                continue
            readings: Mapping[str, tuple[str, ...]] = {}
            if everything & ~where:
                readings, when = self._parting(where, everything & ~where)
            if readings:
                failure = replace(failure, code="disputed", message=f"{message}, {when}")
            self._note(event.number, event.span.line, failure, readings=readings)

    def _tried(
        self, worlds: list[World], act: Callable[[World], Iterator[World]]
    ) -> tuple[list[World], list[tuple[World, Failure]]]:
        """The worlds after an act, and those in which it cannot be. Raises Undecided."""
        stand: list[World] = []
        fall: list[tuple[World, Failure]] = []
        for world in worlds:
            for after in self._worlds.each(world, act):
                if isinstance(after, World):
                    stand.append(after)
                else:
                    fall.append(after)
        if len(stand) > MAX_WORLDS:
            raise Undecided
        return merged(stand, self._spoken) if len(stand) > 1 else stand, fall

    def _parted(self, stand: list[World], fall: list[tuple[World, Failure]], event: Played) -> None:
        """Notes a dispute where the event can be under some interpretations only."""
        standing = _masks(stand)
        falling = _masks(world for world, _ in fall) & ~standing
        if not falling:
            return
        failure = next(f for world, f in fall if world.mask & falling)
        readings, when = self._parting(standing, falling)
        only, other = ("only ", "otherwise") if when.startswith("if") else ("", "else")
        message = f"this stands {only}{when}; {other} {failure.message}"
        self._note(
            event.number,
            event.span.line,
            replace(failure, code="disputed", message=message),
            readings=readings,
        )

    def _parting(self, stands: int, falls: int) -> tuple[Mapping[str, tuple[str, ...]], str]:
        """The doubts that tell the interpretations `stands` from `falls`, with their readings in `stands`;
        and when it is `stands`, in words: `if …`, or `unless …` where this is what can be said."""
        readings = self.panel.telling(stands, falls)
        if not self.panel.is_among(falls, readings):
            return readings, f"if {_words(readings)}"
        against = self.panel.telling(falls, stands)
        if not self.panel.is_among(stands, against):
            return readings, f"unless {_words(against)}"
        return readings, f"depending on how {' and '.join(f'`{doubt}`' for doubt in readings)} are read"

    def _breach(self, worlds: list[World], fall: list[tuple[World, Failure]], event: Played) -> list[World]:
        """Notes that the event can be in no world; the worlds in which the game goes on."""
        doubtful = [failure for _, failure in fall if failure.doubtful]
        if doubtful:
            failure = doubtful[0]
            if len(doubtful) < len(fall):
                failure = replace(failure, code="disputed")
            self._note(event.number, event.span.line, failure)
            self.stopped = failure.dispute is not None
            return worlds
        failure = next((f for _, f in fall if f.code not in _ANOTHERS), fall[0][1])
        self._note(event.number, event.span.line, failure, repaired=self.lenient)
        if self.lenient and failure.code == "illegal-move":
            forced = Moves(self._worlds, force=True)
            return self._tried(worlds, lambda world: forced.apply(world, event))[0] or worlds
        if failure.code not in _PASSED_OVER and not self.lenient:
            self.stopped = True
        return worlds

    def _taken_back(
        self, event: UndoEvent, history: list[tuple[list[World], int, bool, bool]], worlds: list[World]
    ) -> list[World]:
        if event.count > len(history):
            message = f"{event.count} events cannot be taken back: there are {len(history)}"
            self._note(event.number, event.span.line, Failure("malformed", message), repaired=True)
            return worlds
        worlds, problems, self.stopped, self.undecided = history[-event.count]
        del history[-event.count :]
        del self.problems[problems:]
        return worlds

    def _dispute_at_the_end(self, worlds: list[World], events: Sequence[object]) -> None:
        """Notes that play stops at a question without a single answer in every world, or that the readings
        left do not agree on where the game stands."""
        last = self.log.events[len(events) - 1] if events else None
        line = self.log.first_line if last is None else last.span.line
        due = worlds[0].due
        if isinstance(due, Unsettled) and all(isinstance(world.due, Unsettled) for world in worlds):
            failure = self.moves.dispute(due)
            if not any(problem.message == failure.message for problem in self.problems):
                self._note(len(events), line, failure)
            return
        stands = _masks(world for world in worlds if _standing(world) == _standing(worlds[0]))
        others = _masks(worlds) & ~stands
        if others:
            readings = self.panel.telling(stands, others)
            words = " and ".join(f"how `{doubt}` is read" for doubt in readings)
            failure = Failure("disputed", f"what becomes of the game here depends on {words}")
            self._note(len(events), line, failure, readings=readings)

    def _note(
        self,
        event: int,
        line: int,
        failure: Failure,
        *,
        readings: Mapping[str, tuple[str, ...]] | None = None,
        repaired: bool = False,
    ) -> None:
        if self.changed and failure.code in _BREACHES - {"malformed"}:
            message = f"by what it is replayed under, {failure.message}"
            failure = replace(failure, code="changed", message=message)
        clauses = self.panel.rulebook(self.panel.everything).clauses
        problem = ReplayProblem(
            event=event,
            line=line,
            code=failure.code,
            message=failure.message,
            player=failure.player,
            legal=failure.legal,
            clauses=tuple(clauses[id] for id in failure.clauses if id in clauses),
            readings=readings or {},
        )
        (self.repairs if repaired and self.lenient else self.problems).append(problem)

    # -------------------------------------------------------------- the result

    def _status(self, worlds: list[World]) -> str:
        codes = [problem.code for problem in self.problems]
        if self.log.cut is not None and codes and codes[-1] == "malformed":
            codes.pop()
        if any(code in _BREACHES for code in codes):
            return "invalid"
        if any(code in _DISPUTES for code in codes):
            return "disputed"
        if "too-many-ways" in codes:
            return "undecided"
        ended = _masks(world for world in worlds if isinstance(world.due, Ended)) == _masks(worlds)
        return "valid" if ended and self.log.cut is None else "unfinished"

    def _result(self, worlds: list[World]) -> Replay:
        rulings = () if self.rulings is None else tuple(self.rulings.name.split("+"))
        endings = [world.due for world in worlds if isinstance(world.due, Ended)]
        agreed = endings[0] if len(endings) == len(worlds) and all(e == endings[0] for e in endings) else None
        scores = agreed.scores if agreed is not None else self._scores_so_far(worlds)
        won = None if agreed is None or agreed.winners is None else tuple(p.name for p in agreed.winners)
        others = self.panel.everything & ~_masks(worlds)
        stopped = self.problems and (self.stopped or self.undecided)
        return Replay(
            path=self.log.path,
            first_line=self.log.first_line,
            status=self._status(worlds),
            game=self.game,
            variant=self.log.head.variant,
            options=options_in(self._parameters),
            edition=self.edition.name,
            rulings=rulings,
            events=len(self.log.events),
            problems=tuple(self.problems),
            repairs=tuple(self.repairs),
            state=worlds[0].state,
            shared=shared(
                [world.state for world in worlds], [_narrowed(world.knowledge) for world in worlds]
            ),
            happened=self.happened,
            waits_for="; or ".join(dict.fromkeys(map(_waiting, worlds[:MOST_WAITS]))),
            scores={player.name: points for player, points in scores},
            winners=won,
            interpretations=self.panel.of(_masks(worlds)),
            stands=self.panel.telling(_masks(worlds), others) if others else {},
            changed=self.changed,
            reached=max(p.event for p in self.problems) if stopped else None,
        )

    def _scores_so_far(self, worlds: list[World]) -> tuple[tuple[Player, int], ...]:
        """The points so far, where all worlds agree on them."""
        found: list[tuple[tuple[Player, int], ...] | None] = []

        def count(world: World) -> Iterator[World]:
            found.append(self.machine.scores(world.state, self._worlds.judge(world)))
            return iter((world,))

        try:
            self._tried(worlds, count)
        except Undecided:
            return ()
        scores = {score for score in found if score is not None}
        return scores.pop() if len(scores) == 1 and None not in found else ()


def _words(readings: Mapping[str, tuple[str, ...]]) -> str:
    return " and ".join(f"`{doubt}` is read as `{'` or `'.join(r)}`" for doubt, r in readings.items())


def _since(before: tuple[Happening, ...], now: tuple[Happening, ...]) -> tuple[Happening, ...]:
    """What happened anew: all of it where the list was begun again."""
    return now[len(before) :] if now[: len(before)] == before else now


def _standing(world: World) -> object:
    """Where a game stands, for whoever looks at the table."""
    due: object = world.due
    if isinstance(world.due, ChoiceDue):
        due = (world.due.name, world.due.by)
    elif isinstance(world.due, Unsettled):
        due = world.due.key
    seen = {key: cards for key, cards in world.state.zones.items() if not _has_unknown(cards)}
    return (due, seen)


def _narrowed(knowledge: Knowledge) -> Callable[[Value], tuple[Value, ...]]:
    """What a card that is not known can be, where it is known of some kinds that it is none."""
    return lambda card: possible(knowledge, card) if barred_of(card) else ()


def _has_unknown(cards: Value) -> bool:
    return any(is_unknown(card) for card in items_of(cards))


def _masks(worlds: Iterable[World]) -> int:
    mask = 0
    for world in worlds:
        mask |= world.mask
    return mask


def _waiting(world: World) -> str:
    """What the game waits for, in words."""
    match world.due:
        case None | Ended():
            return ""
        case DrawDue(name=name):
            return f"`{name}` has to be drawn by lot"
        case Unsettled(question=question):
            return f"`{question}` has no single answer"
        case due:
            assert isinstance(due, ChoiceDue), "cards are shuffled without waiting"
            waiting = [p for p in due.by if p not in world.gathered]
            if waiting:
                return have_to_choose(waiting, due.name)
            hidden = [p for p in due.by if isinstance(world.gathered[p], Untold)]
            return f"`{due.name}` of {listed(hidden)} has to be revealed"


def _first(log: Log) -> tuple[Span, ...]:
    return (Span(log.path, log.first_line, 1, log.first_line, 1),)
