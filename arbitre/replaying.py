"""Replaying logs and simulating games, for the command line and the Python API."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arbitre.project import find_editions, find_readings, is_path, readings_for
from arbitre.rulings import rulings_of
from arbitre.survivors import survivors
from arbitre.usage import UsageProblem
from dsl.errors import ArbitreError
from dsl.model import Edition, Game, Project, Rulings
from interpreter.log import Log, read_logs
from interpreter.replay import Replay, replay, unreadable
from interpreter.yamltext import read_lines

ALL = "all"
"""`--edition all`: the log by every edition of its game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Under:
    """Under what logs are replayed: what is None or empty is the log's own affair. `at`: only the events
    before that one."""

    edition: str | None = None
    rulings: str | None = None
    readings: tuple[str, ...] = ()
    lenient: bool = False
    at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What came of one log of a file: `document` is its number there, from 1."""

    path: str
    document: int
    result: Replay
    log: Log | None = None


def replay_files(project: Project, paths: Iterable[str], under: Under) -> Iterator[Replayed]:
    """Replays the logs in these files (`-`: the standard input), one by one; by every edition, one after
    the other, where that is wanted. A file that cannot be read is a log that cannot be.

    Raises UsageProblem for an edition, rulings or reading that the log's game has not.
    """
    for path in paths:
        document = 0
        for log in _logs(path):
            document += 1
            if isinstance(log, ArbitreError):
                yield Replayed(path=path, document=document, result=unreadable(path, 1, log))
                continue
            for result in _by_editions(project, log, under):
                yield Replayed(path=path, document=document, result=result, log=log)


def _logs(path: str) -> Iterator[Log | ArbitreError]:
    try:
        if path == "-":
            from arbitre.cli.input import read_input

            yield from read_logs(read_input("-").splitlines(keepends=True), "-")
        else:
            yield from read_logs(read_lines(Path(path), path), path)
    except ArbitreError as error:
        yield error


def _by_editions(project: Project, log: Log, under: Under) -> Iterator[Replay]:
    game = project.games.get(log.head.game)
    if game is None or log.head.variant not in game.flows:
        yield replay(project, log)  # which says what is wrong with its head
        return
    names = list(game.editions) if under.edition == ALL else [under.edition or log.head.edition]
    for name in names:
        if name is None or (under.edition is None and name not in game.editions):
            yield replay(project, log)
            continue
        (edition,) = find_editions(game, name)
        yield _by(project, log, game, edition, under)


def _by(project: Project, log: Log, game: Game, edition: Edition, under: Under) -> Replay:
    readings = None
    if under.readings:
        everywhere = tuple(game.editions.values()) if under.edition == ALL else (edition,)
        readings = readings_for(edition, find_readings(everywhere, under.readings))
    return replay(
        project,
        log,
        edition=edition.name,
        rulings=_rulings(project, game, edition, under.rulings),
        readings=readings,
        lenient=under.lenient,
        at=under.at,
        survivors=survivors(game, edition, log.head.readings if readings is None else readings),
    )


def _rulings(
    project: Project, game: Game, edition: Edition, text: str | None
) -> Sequence[str | Rulings] | None:
    if text is None:
        return None
    found = rulings_of(project, game, text, edition)
    if found is None and is_path(text):
        raise UsageProblem(f"`{text}` has no rulings for the edition `{edition.name}`")
    return () if found is None else (found,)


def replay_file(
    project: Project, path: Path, *, edition: str | None = None, lenient: bool = False
) -> tuple[Replayed, ...]:
    """Replays the logs in one file. Raises UsageProblem for an edition there is not."""
    return tuple(replay_files(project, [str(path)], Under(edition=edition, lenient=lenient)))
