"""Games with people: who sits where, under what is played, and the file in which the log is kept."""

import os
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import randbelow

from arbitre.commands.replaying import only_flow
from arbitre.project.project import find_named, find_readings, readings_for, some_editions
from arbitre.project.rulings import rulings_of
from arbitre.project.usage import UsageProblem
from dsl.model import Game, Project
from dsl.text.errors import ArbitreError, fail
from dsl.types.values import Player
from interpreter.play.bots import BOTS, Bot
from interpreter.play.setting import Setting, check_seated
from interpreter.play.state import Asked, Ended
from interpreter.runtime.rng import SEEDS
from interpreter.session.session import Session
from interpreter.simulate.simulate import not_permitted

USUAL_BOT = "sensible"
LONGEST_NAME = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """Who plays, in seating order: people first, then programs."""

    names: tuple[str, ...]
    bots: dict[Player, Bot]


def seated(game: Game, players: str | None, names: Sequence[str], bots: Sequence[str]) -> Seating:
    """Who plays. `players`: how many people, or their names with commas between them; `names`: further ones,
    as they are; `bots`: one for each program, else as many usual ones as the game needs. Raises
    UsageProblem."""
    people = [*_people(game, players), *(_name(name) for name in names)]
    if not people and players is None:
        people = list(game.names[:1])
    for name in people:
        if people.count(name) > 1:
            raise UsageProblem(f"`{name}` is at the table twice")
    for bot in bots:
        if bot not in BOTS:
            raise UsageProblem(f"`{bot}` is not a bot; there are: {', '.join(BOTS)}")
    low, high = game.players
    programs = list(bots) or [USUAL_BOT] * max(0, low - len(people))
    number = len(people) + len(programs)
    if not low <= number <= high:
        raise UsageProblem(f"{number} at the table, and `{game.name}` is for {low} to {high} players")
    free = [name for name in game.names if name not in people]
    further = (f"Bot {n}" for n in range(1, number + len(people) + 1) if f"Bot {n}" not in people)
    seats = [free[n] if n < len(free) else next(further) for n in range(len(programs))]
    return Seating(
        names=(*people, *seats),
        bots={Player(name): BOTS[bot] for name, bot in zip(seats, programs, strict=True)},
    )


def _people(game: Game, players: str | None) -> list[str]:
    if players is None:
        return []
    text = players.strip()
    if text.isascii() and text.isdigit() and len(text) < 6:
        number = int(text)
        if number > len(game.names):
            raise UsageProblem(f"`{game.name}` is for {game.players[0]} to {game.players[1]} players")
        return list(game.names[:number])
    return [_name(part) for part in text.split(",")]


def _name(text: str) -> str:
    name = unicodedata.normalize("NFC", text.strip())
    if not name:
        raise UsageProblem("a player has a name")
    if len(name) > LONGEST_NAME:
        raise UsageProblem(f"a name has at most {LONGEST_NAME} characters")
    return name


def begin(
    project: Project,
    game: str,
    *,
    edition: str | None,
    rulings: str | None,
    readings: Sequence[str],
    players: str | None,
    names: Sequence[str],
    bots: Sequence[str],
    seed: int | None,
) -> tuple[Session, Seating]:
    """The game that the command line means, at its first choice. Raises UsageProblem; ArbitreError for an
    error of the specification."""
    named = find_named(project, game)
    found = named.game
    variant = only_flow(found) if named.variant is None else named.variant
    if variant not in found.flows:
        raise UsageProblem(f"`{found.name}/{variant}` has no flow of play")
    chosen = some_editions(found, edition, variant, named.options)
    if len(chosen) > 1:
        known = ", ".join(f"`{each.name}`" for each in chosen)
        raise UsageProblem(f"by which edition? `--edition`: {known}")
    (by,) = chosen
    seating = seated(found, players, names, bots)
    try:
        check_seated(named.parameters, seating.names)
    except ArbitreError as error:
        problem = error.problems[0]
        raise UsageProblem(f"{problem.message}; {problem.help}") from None
    ruled = rulings_of(project, found, rulings, by)
    if rulings is not None and ruled is None:
        raise UsageProblem(f"`{rulings}` has no rulings for `{by.name}`")
    setting = Setting(game=found, variant=variant, options=named.options, parameters=named.parameters)
    session = Session(
        setting,
        by,
        seating.names,
        seed=randbelow(SEEDS) if seed is None else seed,
        rulings=ruled,
        readings=readings_for(by, find_readings(chosen, readings)),
    )
    if isinstance(session.due, Ended) and session.due.unplayed:
        asked = [each for each in session.happened if isinstance(each, Asked)]
        problem = not_permitted(found, by, setting.name, len(seating.names), asked)
        where = "".join(f" ({span.path}:{span.line})" for span in problem.spans[:1])
        raise UsageProblem(f"{problem.message}. {problem.help or ''}{where}".strip())
    return session, seating


class KeptLog:
    """A log that is written to its file after each event, whole: what is in the file can be replayed, however
    the program ends. Without a path, or with `-`, it is only remembered."""

    def __init__(self, path: str | None) -> None:
        """Raises UsageProblem where there is such a file already, ArbitreError where it cannot be written."""
        self.path = None if path in (None, "-") else Path(path)
        self.text = ""
        self.failed: ArbitreError | None = None
        if self.path is not None and (self.path.exists() or self.path.is_symlink()):
            raise UsageProblem(f"`{path}` is there already: name another file for the log")

    def __call__(self, text: str) -> None:
        """Keeps the log. Raises ArbitreError where it cannot be written the first time; later that is kept
        in `failed`."""
        first, self.text = not self.text, text
        if self.path is None:
            return
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(self.path)
            self.failed = None
        except OSError as error:
            beside.unlink(missing_ok=True)
            message = f"the log cannot be written to `{self.path}`: {error.strerror}"
            failed = ArbitreError(*fail("unwritable", message).problems)
            if first:
                raise failed from error
            self.failed = failed
