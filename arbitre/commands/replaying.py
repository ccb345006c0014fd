"""Replaying logs and simulating games, for the command line and the Python API."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arbitre.project.decks import Decks
from arbitre.project.project import (
    find_editions,
    find_named,
    find_readings,
    is_path,
    readings_for,
    some_editions,
)
from arbitre.project.rulings import rulings_of
from arbitre.project.usage import UsageProblem
from dsl.model import Edition, Game, Project, Rulings
from dsl.text.errors import ArbitreError, fail
from interpreter.logs.log import Log, read_logs
from interpreter.play.bots import BOTS
from interpreter.play.setting import check_seated
from interpreter.replay.replay import Replay, replay, unreadable
from interpreter.runtime.workers import failure
from interpreter.runtime.yamltext import read_lines
from interpreter.simulate.simulate import Simulation, simulate

ALL = "all"
"""`--edition all`: the log by every edition of its game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Under:
    """Under what logs are replayed: what is None or empty is the log's own affair. `at`: only the events
    before that one. `each_reading`: also under each reading, alone, of the doubts on which something
    hangs."""

    edition: str | None = None
    rulings: str | None = None
    readings: tuple[str, ...] = ()
    lenient: bool = False
    at: int | None = None
    each_reading: bool = False

    @property
    def parts(self) -> bool:
        """Whether each log is replayed by several editions or readings, to be shown side by side."""
        return self.edition == ALL or self.each_reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What came of one log of a file: `document` is its number there, from 1. `reading`: the one of a doubt
    under which it was replayed, where each is tried."""

    path: str
    document: int
    result: Replay
    log: Log | None = None
    reading: tuple[str, str] | None = None


Came = tuple[Replay, tuple[str, str] | None]


def replay_files(project: Project, paths: Iterable[str], under: Under) -> Iterator[Replayed]:
    """Replays the logs in these files (`-`: the standard input), one by one; by every edition, one after
    the other, where that is wanted. A file that cannot be read is a log that cannot be.

    Raises UsageProblem for an edition, rulings or reading that the log's game has not, and where `at` is
    beyond the end of a log.
    """
    decks = Decks(project)
    for path in paths:
        document = 0
        for log in _logs(path):
            document += 1
            if isinstance(log, ArbitreError):
                yield Replayed(path=path, document=document, result=unreadable(path, 1, log))
                continue
            _check_at(log, document, under.at)
            for result, reading in _results(decks, log, under):
                yield Replayed(path=path, document=document, result=result, log=log, reading=reading)


def _results(decks: Decks, log: Log, under: Under) -> Iterator[Came]:
    """What comes of one log, by one edition or by all. Whatever is wrong with it is its own result, and the
    next log is looked at. Raises UsageProblem for what the command asks for."""
    try:
        yield from _by_editions(decks.project_of(log), log, under)
    except ArbitreError as error:
        yield unreadable(log.path, log.first_line, error), None
    except (UsageProblem, KeyboardInterrupt):
        raise
    except Exception as error:
        failed = unreadable(log.path, log.first_line, fail("failure", failure(error).because))
        yield replace(failed, failed=True), None


def _check_at(log: Log, document: int, at: int | None) -> None:
    """Raises UsageProblem where there is no event `at`, and none before it either."""
    number = len(log.events)
    if at is not None and at > number + 1:
        where = f"`{log.path}`" if document == 1 else f"document {document} of `{log.path}`"
        raise UsageProblem(f"{where} has {number} event{'' if number == 1 else 's'}, and no event {at}")


def _logs(path: str) -> Iterator[Log | ArbitreError]:
    try:
        if path == "-":
            from arbitre.project.input import read_input

            yield from read_logs(read_input("-").splitlines(keepends=True), "-")
        else:
            yield from read_logs(read_lines(Path(path), path), path)
    except ArbitreError as error:
        yield error


def _by_editions(project: Project, log: Log, under: Under) -> Iterator[Came]:
    game = project.games.get(log.head.game)
    if game is None or log.head.variant not in game.flows or not game.editions:
        yield replay(project, log), None  # which says what is wrong with its head
        return
    names = list(game.editions) if under.edition == ALL else [under.edition or log.head.edition]
    for name in names:
        if name is None or (under.edition is None and name not in game.editions):
            yield replay(project, log), None
            continue
        (edition,) = find_editions(game, name)
        result = _by(project, log, game, edition, under)
        yield result, None
        for doubt, readings in _doubts_met(result).items() if under.each_reading else ():
            for reading in readings:
                yield _by(project, log, game, edition, under, {doubt: reading}), (doubt, reading)


def _by(
    project: Project,
    log: Log,
    game: Game,
    edition: Edition,
    under: Under,
    chosen: Mapping[str, str] | None = None,
) -> Replay:
    """The log by an edition; `chosen`: readings besides those that are asked for (or that the log names)."""
    readings = None
    everywhere = tuple(game.editions.values()) if under.edition == ALL else (edition,)
    if under.readings:
        readings = readings_for(edition, find_readings(everywhere, under.readings))
    elif edition.name != log.head.edition and under.edition == ALL:
        readings = readings_for(edition, log.head.readings)
    if chosen:
        readings = {**(log.head.readings if readings is None else readings), **chosen}
    try:
        return replay(
            project,
            log,
            edition=edition.name,
            rulings=_rulings(project, game, edition, under, log),
            readings=readings,
            lenient=under.lenient,
            at=under.at,
        )
    except ArbitreError as error:
        return unreadable(log.path, log.first_line, error)


def _rulings(
    project: Project, game: Game, edition: Edition, under: Under, log: Log
) -> Sequence[str | Rulings] | None:
    """The rulings asked for; None: those that the log names. Where a log is replayed by all editions, those
    of one edition are left out for the others."""
    if under.rulings is None:
        if under.edition != ALL:
            return None
        of_edition = {r.name for r in game.rulings if r.edition == edition.name}
        elsewhere = {r.name for r in game.rulings} - of_edition
        return [name for name in log.head.rulings if name not in elsewhere]
    found = rulings_of(project, game, under.rulings, edition)
    if found is None and is_path(under.rulings) and under.edition != ALL:
        raise UsageProblem(f"`{under.rulings}` has no rulings for the edition `{edition.name}`")
    return () if found is None else (found,)


def _doubts_met(result: Replay) -> dict[str, tuple[str, ...]]:
    """The doubts on which something hangs in what came of a log, with all their readings, in order of
    name."""
    if result.game is None or result.edition is None:
        return {}
    known = result.game.editions[result.edition].doubts
    names = {name for problem in result.problems for name in problem.readings} | set(result.stands)
    return {name: tuple(r.name for r in known[name].readings) for name in sorted(names) if name in known}


def run_simulations(
    project: Project,
    game: str,
    *,
    editions: str | None = None,
    rulings: str | None = None,
    readings: Sequence[str] = (),
    games: int = 100,
    players: int | None = None,
    seed: int = 0,
    workers: int = 1,
    watch: str | None = None,
    bots: Sequence[str] = ("random",),
    logs: Path | None = None,
) -> Iterator[Simulation]:
    """Plays games by each of these editions (all without any), and counts. `players`: the fewest, where not
    given. `watch`: editions that are asked too (`all`, `none`; else the one played). Raises UsageProblem
    for what there is not, ArbitreError for logs that cannot be written."""
    named = find_named(project, game)
    found = named.game
    variant = only_flow(found) if named.variant is None else named.variant
    if variant not in found.flows:
        raise UsageProblem(f"`{found.name}/{variant}` has no flow of play")
    chosen = some_editions(found, editions, variant, named.options)
    low, high = found.players
    if players is not None and not low <= players <= high:
        raise UsageProblem(f"`{found.name}` is for {low} to {high} players")
    for bot in bots:
        if bot not in BOTS:
            raise UsageProblem(f"`{bot}` is not a bot; there are: {', '.join(BOTS)}")
    at_table = low if players is None else players
    if len(bots) > at_table:
        raise UsageProblem(f"{len(bots)} bots are too many: {at_table} play")
    try:
        check_seated(named.parameters, found.names[:at_table])
    except ArbitreError as error:
        problem = error.problems[0]
        raise UsageProblem(f"{problem.message}; {problem.help}") from None
    picked = find_readings(chosen, readings)
    for edition in chosen:
        ruled = rulings_of(project, found, rulings, edition)
        yield _simulated(
            project,
            found.name,
            variant,
            edition=edition.name,
            rulings=() if ruled is None else (ruled,),
            readings=readings_for(edition, picked),
            games=games,
            players=at_table,
            seed=seed,
            workers=workers,
            bots=bots,
            watch=_watched(found, edition, watch),
            log_dir=None if logs is None else (logs if len(chosen) == 1 else logs / edition.name),
            parameters=named.parameters,
            refuse=len(chosen) == 1,
        )


def _simulated(project: Project, game: str, variant: str, **under: Any) -> Simulation:
    """The simulation. Raises UsageProblem where the game may not be played so, by the words."""
    try:
        return simulate(project, game, variant, **under)
    except ArbitreError as error:
        problem = error.problems[0]
        if problem.code != "not-permitted":
            raise
        where = "".join(f" ({span.path}:{span.line})" for span in problem.spans[:1])
        raise UsageProblem(f"{problem.message}. {problem.help or ''}{where}".strip()) from None


def _watched(game: Game, played: Edition, watch: str | None) -> tuple[str, ...]:
    if watch is None:
        return (played.name,)
    if watch == "none":
        return ()
    return tuple(edition.name for edition in find_editions(game, None if watch == ALL else watch))


def only_flow(game: Game) -> str:
    """The variant of a game that can be played, where it is one. Raises UsageProblem."""
    if len(game.flows) == 1:
        return next(iter(game.flows))
    names = ", ".join(f"`{game.name}/{name}`" for name in game.flows)
    raise UsageProblem(
        f"which variant of `{game.name}`? There are: {names}"
        if names
        else f"`{game.name}` has no flow of play"
    )


def replay_file(
    project: Project, path: Path, *, edition: str | None = None, lenient: bool = False
) -> tuple[Replayed, ...]:
    """Replays the logs in one file. Raises UsageProblem for an edition there is not."""
    return tuple(replay_files(project, [str(path)], Under(edition=edition, lenient=lenient)))
