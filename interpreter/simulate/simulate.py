"""Games played by programs, many of them: how they end, where play stops in dispute, and how often the
questions of the game are answered otherwise by other editions and readings.

The same for any number of workers: each game has a seed of its own, and what is counted is put together in
the order of the games.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from dsl.fingerprint import fingerprint
from dsl.model import OPTIONS, Edition, Game, Project, Rulings
from dsl.text.errors import ArbitreError, Problem, did_you_mean, fail
from dsl.types.values import Player, Value
from interpreter.analysis.dependencies import Interpretation
from interpreter.logs.log import document_text, head_text
from interpreter.logs.writer import claims_of
from interpreter.play.bots import BOTS, MAX_TRIED, advised, drawn_legal
from interpreter.play.interpretations import Diverged, Interpretations, JointJudge
from interpreter.play.machine import Machine, MissingCards
from interpreter.play.prune import pruned_flow
from interpreter.play.setting import check_seated, find_edition, find_game, find_rulings
from interpreter.play.state import Asked, ChoiceDue, DrawDue, Ended, Happening, ShuffleDue, State, Unsettled
from interpreter.rulebook.situations import to_json
from interpreter.runtime.rng import Chance, game_seed
from interpreter.runtime.workers import Done, Lost, Refused, Tell, in_parts
from interpreter.simulate.disagreement import Frequency, Observer
from interpreter.simulate.result import Batch, Dispute, Halt, Plan, Played, Simulation, Spread, counted

__all__ = ["Dispute", "Halt", "Plan", "Played", "Simulation", "Spread", "simulate"]

BATCH = 25  # games a task
MAX_EVENTS = 5_000  # choices, shuffles and lots in one game, after which it counts as unfinished


# ------------------------------------------------------------------ simulating


def simulate(
    project: Project,
    game: str,
    variant: str,
    *,
    edition: str,
    rulings: Sequence[str | Rulings] = (),
    readings: Interpretation | None = None,
    games: int = 100,
    players: int | Sequence[str] = 2,
    seed: int = 0,
    workers: int = 1,
    bots: Sequence[str] = ("random",),
    watch: Sequence[str] = (),
    log_dir: Path | None = None,
    survivors: Sequence[Interpretation] | None = None,
    parameters: Mapping[str, Value] | None = None,
    refuse: bool = True,
) -> Simulation:
    """Plays `games` games and counts. `players`: how many (named as the game names them), or their names.
    `parameters`: values of the flow's, as `Setting` has them.

    `survivors`: the interpretations to which the edition is confined (else those that its printed examples
    leave). Where `log_dir` is given, each game's log is written there (`game-000001.yaml`, …). Raises
    ArbitreError for unknown names, games that may not be played so (without `refuse`, their end is told),
    numbers of players that the game is not for, and files that cannot be written.
    """
    found = find_game(project, game, variant)
    find_edition(found, edition)
    names = tuple(found.names[:players]) if isinstance(players, int) else tuple(players)
    wanted = players if isinstance(players, int) else len(names)
    low, high = found.players
    if not low <= wanted <= high or len(names) != wanted:
        raise fail("out-of-bounds", f"{wanted} players, and {found.title} is for {low} to {high}")
    for bot in bots:
        if bot not in BOTS:
            help = did_you_mean(bot, BOTS) or f"there are: {', '.join(BOTS)}"
            raise fail("unknown-name", f"there is no bot `{bot}`", help=help)
    if len(bots) > len(names):
        raise fail("out-of-bounds", f"{len(bots)} bots are too many: {len(names)} play")
    for other in watch:
        find_edition(found, other)
    check_seated(parameters or {}, names)
    together = find_rulings(found, edition, rulings)
    plan = Plan(
        game=game,
        variant=variant,
        edition=edition,
        players=names,
        games=games,
        seed=seed,
        rulings=() if together is None else (together,),
        readings=dict(readings or {}),
        bots=tuple(bots) or ("random",),
        watch=tuple(watch),
        logs=log_dir is not None,
        survivors=None if survivors is None else tuple(survivors),
        parameters=dict(parameters or {}),
        deck=found.deck_in_logs,
    )
    table = _Table(project, plan)  # what is wrong with the plan is reported before any game
    refusal = table.refusal() if refuse else None
    if refusal is not None:
        raise ArbitreError(refusal)
    return counted(plan, _written(_batches(project, plan, workers), log_dir))


def _batches(project: Project, plan: Plan, workers: int) -> Iterator[Batch | Lost]:
    """The games, batch by batch, in order."""
    starts = range(0, plan.games, BATCH)
    waiting: dict[int, Batch | Lost] = {}
    following = 0
    try:
        for place, outcome in in_parts(_batch, (project, plan), starts, workers):
            match outcome:
                case Done(result):
                    waiting[place] = result
                case Lost():
                    waiting[place] = outcome
                case Refused(error):
                    raise error
            while following in waiting:
                yield waiting.pop(following)
                following += 1
    finally:
        _TABLE.clear()


_TABLE: "list[_Table]" = []  # of this process


def _batch(shared: tuple[Project, Plan], start: int, tell: Tell) -> Batch:
    """The games from `start` on, at the table of this process; a new one after games that were lost."""
    table = _TABLE.pop() if _TABLE else _Table(*shared)
    batch = table.batch(start)
    _TABLE[:] = [table]
    return batch


class _Table:
    """Where the games of a plan are played."""

    def __init__(self, project: Project, plan: Plan) -> None:
        self.plan = plan
        self.game = project.games[plan.game]
        edition = self.game.editions[plan.edition]
        self.machine = Machine(self.game, plan.variant, tuple(map(Player, plan.players)))
        self.panel = Interpretations(
            self.game,
            edition,
            flow=pruned_flow(self.machine.flow, plan.parameters),
            rulings=plan.rulings[0] if plan.rulings else None,
            readings=plan.readings,
            survivors=plan.survivors,
        )
        self.observer = Observer(self.game, [self.game.editions[name] for name in plan.watch])
        self.bots = [BOTS[plan.bots[min(n, len(plan.bots) - 1)]] for n in range(len(plan.players))]

    def refusal(self) -> Problem | None:
        """Why no game is played so at all: under all readings it may not be, before anything is due. (Where
        readings differ, or a question has no single answer, each game tells.)"""
        judge = JointJudge(self.panel, self.panel.everything)
        try:
            stop = self.machine.run(self.machine.start(self.plan.parameters, judge), judge)
        except (Diverged, ArbitreError):
            return None
        if not isinstance(stop.due, Ended) or not stop.due.unplayed:
            return None
        edition = self.game.editions[self.plan.edition]
        return not_permitted(self.game, edition, self.plan.name, len(self.plan.players), stop.happened)

    def batch(self, start: int) -> tuple[list[Played], Frequency]:
        """The games from `start` on, and what was seen in them."""
        played = [self.play(number) for number in range(start, min(start + BATCH, self.plan.games))]
        return played, self.observer.taken()

    def play(self, number: int) -> Played:
        """Game `number`, from 0."""
        seed = game_seed(self.plan.seed, number)
        return _Game(self, number, seed).played()


def not_permitted(
    game: Game, edition: Edition, name: str, number: int, happened: Sequence[Happening]
) -> Problem:
    """That so many may not play the game called `name` by the edition: the question asked last of what
    happened, and the words that answer it."""
    message = f"by the edition `{edition.name}`, {number} may not play `{name}`"
    asked = [h for h in happened if isinstance(h, Asked)]
    if not asked:
        return Problem("not-permitted", message)
    last = asked[-1]
    clauses = {c.id: c for c in edition.clauses}
    speaking = [clauses[clause] for clause in last.verdict.speaking if clause in clauses]
    cited = [citation for clause in speaking for citation in clause.citations]
    spans = tuple(citation.span for citation in cited)
    quoted = " ".join(f"«{citation.quote}»" for citation in cited)
    help = f"{game.questions[last.question].text} {quoted or 'No rule permits it.'}"
    return Problem("not-permitted", message, spans, help)


class _Game:
    """One game being played."""

    def __init__(self, table: _Table, number: int, seed: int) -> None:
        self.table = table
        self.machine = table.machine
        self.number = number
        self.seed = seed
        self.judge = JointJudge(table.panel, table.panel.everything)
        self.choices = 0
        self.events: list[dict[str, Any]] = []
        self.asked: list[Asked] = []

    def played(self) -> Played:
        """The game, played to its end."""
        try:
            result = self._to_the_end()
        except Diverged as split:
            result = self._result("disputed", dispute=self._parted(split))
        except MissingCards as error:
            result = self._result("short", halt=self._short(error))
        except ArbitreError as error:
            result = self._result("broken", error=str(error))
        self.table.observer.add(self.asked)
        return replace(result, log=self._log()) if self.table.plan.logs else result

    def _to_the_end(self) -> Played:
        state = self.machine.start(self.table.plan.parameters, self.judge)
        while self.choices + state.chances < MAX_EVENTS:
            stop = self.machine.run(state, self.judge)
            state = stop.state
            self._note(stop.happened)
            match stop.due:
                case ShuffleDue(zone=zone):
                    order = self._chance(state).shuffled(state.cards(zone))
                    state = self.machine.shuffle(state, stop.due, order)
                case DrawDue(among=among):
                    state = self.machine.draw(state, stop.due, self._chance(state).pick(among))
                case ChoiceDue():
                    chosen = self._choose(state, stop.due)
                    if isinstance(chosen, Played):
                        return chosen
                    state = chosen
                case Unsettled():
                    return self._result("disputed", state, dispute=_unsettled(stop.due))
                case Ended(unplayed=True):
                    return self._result("unplayed", state, halt=self._unplayed(stop.happened))
                case Ended():
                    return self._finished(state, stop.due)
        return self._result("unfinished", state)

    def _chance(self, state: State) -> Chance:
        return Chance(self.seed, "play", state.chances)

    def _note(self, happened: Sequence[Happening]) -> None:
        """Keeps what was asked; of that, what says something of players becomes a claim of the log."""
        asked = [h for h in happened if isinstance(h, Asked)]
        self.asked += asked
        if self.choices == 0 or not self.table.plan.logs:
            return
        self.events += claims_of(asked, self.table.game)

    def _choose(self, state: State, due: ChoiceDue) -> State | Played:
        """The state after the choices; the end of the game where nothing is legal."""
        values: list[Value] = []
        for player in due.by:
            seat = state.seats.index(player)
            bot = self.table.bots[seat]
            takes_any = bot is BOTS["random"]
            most = 1 if takes_any else MAX_TRIED
            heeds = bot is not BOTS["sampling"]
            found = advised(self.machine, self.judge, state, due, player) if heeds else None
            if found is None:
                chance = Chance(self.seed, f"bot {seat + 1}", self.choices)
                options, doubtful = self._options(state, due, player, chance, most)
                if not options:
                    return doubtful or self._result("stuck", state, halt=Halt(due.name, seat))
                value = bot(self.machine, self.judge, state, due, player, options, chance)
            else:
                (value,) = found
            self.choices += 1
            self.asked += self.machine.asked_about(state, due, player, value, self.judge)
            self.events.append({"player": player.name, due.name: to_json(value, self.table.game)})
            values.append(value)
        return self.machine.choose(state, due, tuple(values))

    def _options(
        self, state: State, due: ChoiceDue, player: Player, chance: Chance, most: int
    ) -> tuple[tuple[Value, ...], Played | None]:
        """What is legal under all readings (of very much, a few things drawn by chance); and the first
        dispute met, as the end of the game."""
        few = drawn_legal(self.machine, self.judge, state, due, player, chance, most)
        if few:
            return few, None
        options: list[Value] = []
        dispute: Dispute | None = None
        for value in self.machine.possible(state, due, player, self.judge):
            try:
                allowed = self.machine.allowed(state, due, player, value, self.judge)
            except Diverged as split:
                dispute = dispute or self._parted(split)
                continue
            if isinstance(allowed, Unsettled):
                dispute = dispute or _unsettled(allowed)
            elif allowed:
                options.append(value)
        end = None if dispute is None else self._result("disputed", state, dispute=dispute)
        return tuple(options), end

    def _unplayed(self, happened: Sequence[Happening]) -> Halt:
        """By what the game may not be played so: the question asked last, and what answers it."""
        last = next((h for h in reversed(happened) if isinstance(h, Asked)), None)
        if last is None:
            return Halt(None)
        return Halt(None, None, self.table.game.questions[last.question].text, last.verdict.speaking)

    def _short(self, error: MissingCards) -> Halt:
        """What asks for cards that are not there: the clauses by which there are to be so many, and the rules
        that order the step."""
        clauses = dict.fromkeys(clause for asked in error.asked for clause in asked.verdict.speaking)
        edition = self.table.game.editions[self.table.plan.edition]
        ordered = [f"{edition.name}.{o.name}" for o in edition.orders if error.step in o.steps]
        return Halt(error.step, None, error.problems[0].message, (*clauses, *ordered))

    def _parted(self, split: Diverged) -> Dispute:
        """The dispute where the readings part ways."""
        key = split.key
        assert key is not None, "readings differ in what is asked"
        whole = 0
        for part in split.parts:
            whole |= part.mask
        parts = []
        for part in split.parts:
            outcome = split.outcome(part)
            readings = self.table.panel.telling(part.mask, whole & ~part.mask)
            if outcome is not None:
                parts.append((readings, outcome.status.value, outcome.admits))
        clauses = dict.fromkeys(
            clause
            for part in split.parts
            for a in part.answer.asked
            if (a.question, a.situation) == key
            for clause in a.verdict.speaking
        )
        return Dispute(
            question=key[0], situation=key[1], status="ambiguous", clauses=tuple(clauses), parts=tuple(parts)
        )

    def _finished(self, state: State, ended: Ended) -> Played:
        seats = self.machine.seats
        points = dict(ended.scores)
        for player, score in ended.scores:
            self.events.append({"claim": "score", "of": player.name, "is": score})
        return self._result(
            "finished",
            state,
            scores=tuple(points[player] for player in seats if player in points),
            winners=tuple(seats.index(player) for player in ended.winners or ()),
        )

    def _result(self, end: str, state: State | None = None, **more: Any) -> Played:
        rounds = None if state is None else state.values.get("round")
        return Played(
            number=self.number,
            seed=self.seed,
            end=end,
            choices=self.choices,
            rounds=rounds if isinstance(rounds, int) else None,
            **more,
        )

    def _log(self) -> str:
        plan = self.table.plan
        head = head_text(
            game=plan.name,
            edition=plan.edition,
            specification=fingerprint(
                self.table.game, plan.edition, plan.rulings[0] if plan.rulings else None
            ),
            players=plan.players,
            rulings=[name for rulings in plan.rulings for name in rulings.name.split("+")],
            readings=dict(plan.readings),
            given={
                name: to_json(value, self.table.game)
                for name, value in plan.parameters.items()
                if name != OPTIONS
            },
            seed=self.seed,
            deck=plan.deck,
        )
        return document_text(head, self.events)


def _unsettled(due: Unsettled) -> Dispute:
    verdict = due.verdict
    return Dispute(
        question=due.question,
        situation=due.situation,
        status=verdict.outcome.status.value,
        clauses=verdict.conflict or verdict.speaking,
    )


# ------------------------------------------------------------------ counting


def _written(batches: Iterator[Batch | Lost], log_dir: Path | None) -> Iterator[Batch | Lost]:
    """The batches, their logs written to files and let go."""
    for batch in batches:
        if isinstance(batch, Lost):
            yield batch
            continue
        played, frequency = batch
        if log_dir is not None:
            try:
                log_dir.mkdir(parents=True, exist_ok=True)
                for each in played:
                    (log_dir / f"game-{each.number + 1:06}.yaml").write_text(each.log or "", encoding="utf-8")
            except OSError as error:
                message = f"the logs cannot be written to `{log_dir}`: {error.strerror}"
                raise fail("unwritable", message) from error
        yield [replace(each, log=None) for each in played], frequency
