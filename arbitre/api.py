"""The functions of the Python API. Each imports what it needs when it is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arbitre.commands.asking import Verdicts
    from arbitre.commands.replaying import Replayed
    from checker.findings.findings import Comparison, Report
    from dsl.model import Project
    from interpreter.simulate.simulate import Simulation


def load(project: str | Path | None = None, deck: str | None = None, *, lenient: bool = False) -> Project:
    """The project in a folder; without one, that of the environment variable ARBITRE_PROJECT, the nearest
    folder upwards with an `arbitre.toml`, or the one shipped. `deck`: the name of one, or its file, to play
    with instead of a game's own. `lenient`: citations of words that have changed are in `Edition.stale`,
    and are no mistakes. Raises ArbitreError with all that is wrong, UsageProblem for a deck that
    there is not.
    """
    from arbitre.project.project import is_path, locate
    from arbitre.project.usage import UsageProblem
    from arbitre.wording.catalogue import name_editions
    from dsl.load import load_project

    as_file = deck is not None and is_path(deck)
    loaded = load_project(
        locate(project), Path(deck) if deck is not None and as_file else deck, lenient=lenient
    )
    if deck is not None and not as_file and all(deck not in game.decks for game in loaded.games.values()):
        raise UsageProblem(f"there is no deck `{deck}` in this project")
    name_editions(loaded.called)
    return loaded


def check(
    project: Project,
    targets: Sequence[str] = (),
    *,
    editions: Sequence[str] | None = None,
    kinds: Sequence[str] | None = None,
    effort: int | None = None,
) -> Report:
    """What is wrong in the games, and what is proved of them, with every message worded. `targets` as on
    the command line; `effort` is the budget of a query. Raises UsageProblem for what there is not."""
    from arbitre.commands.checking import run_check

    return run_check(project, targets, editions=editions, kinds=kinds, effort=effort)


def compare(project: Project, game: str, editions: Sequence[str], *, effort: int | None = None) -> Comparison:
    """Where editions differ, and under which interpretations they agree. Raises UsageProblem."""
    from arbitre.commands.checking import run_compare

    return run_compare(project, game, editions, effort=effort)


def ask(
    project: Project,
    game: str,
    question: str,
    situation: Mapping[str, object],
    *,
    editions: Sequence[str] | None = None,
    readings: Mapping[str, str] | None = None,
    rulings: str | None = None,
) -> Verdicts:
    """What each edition answers in one situation, given as in its JSON. Raises UsageProblem for an unknown
    game, question, edition or reading, ArbitreError for a situation that cannot be read."""
    import json

    from arbitre.commands.asking import ask_all
    from interpreter.runtime.yamltext import parse_document

    node = parse_document(json.dumps(situation, ensure_ascii=False), "situation")
    return ask_all(
        project,
        game,
        question,
        node,
        editions=editions,
        readings=[f"{doubt}={reading}" for doubt, reading in (readings or {}).items()],
        rulings=rulings,
    )


def replay(
    project: Project, log: str | Path, *, edition: str | None = None, lenient: bool = False
) -> tuple[Replayed, ...]:
    """Replays the logs in a file, by `edition` instead of their own if given (`all`: by each). A log that
    cannot be read has the status `unreadable`. Raises UsageProblem for an edition there is not."""
    from arbitre.commands.replaying import replay_file

    return replay_file(project, Path(log), edition=edition, lenient=lenient)


def simulate(
    project: Project,
    game: str,
    *,
    edition: str,
    rulings: str | None = None,
    games: int = 100,
    players: int | None = None,
    seed: int = 0,
    workers: int = 1,
) -> Simulation:
    """Plays games by bots under an edition (and rulings), and counts. Raises UsageProblem."""
    from arbitre.commands.replaying import run_simulations

    return next(
        run_simulations(
            project,
            game,
            editions=edition,
            rulings=rulings,
            games=games,
            players=players,
            seed=seed,
            workers=workers,
        )
    )
