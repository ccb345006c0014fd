"""Which rulings are meant by `--rulings NAME|FILE`."""

import os
from pathlib import Path

from arbitre.project.project import find_rulings, is_path
from dsl.model import Edition, Game, Project, Rulings
from dsl.text.errors import fail


def rulings_of(project: Project, game: Game, text: str | None, edition: Edition) -> Rulings | None:
    """The rulings for an edition that `text` means: those of that name in the project, or those in the
    file of that path. None without `text`, and where they are of other editions only. Raises UsageProblem
    for a name that no rulings have, ArbitreError for a file that cannot be used."""
    if text is None:
        return None
    if not is_path(text):
        return find_rulings(game, text, edition)
    return next((r for r in _in_file(project, game, Path(text)) if r.edition == edition.name), None)


def _in_file(project: Project, game: Game, path: Path) -> list[Rulings]:
    """The rulings of a game that stand in a file, which may be in the project or outside."""
    from dsl.load import load_game_files
    from dsl.parse.parser import path_in

    root = Path(project.root)
    full = Path(os.path.abspath(path))
    files = [Path(os.path.abspath(file)) for file in sorted((root / "spec").rglob("*.rules"))]
    if not full.is_file():
        raise fail("no-file", f"there is no file `{path}`")
    inside = full in files
    games = load_game_files(files if inside else [*files, full], root, None if inside else full)
    relative = path_in(root, full)
    found = [r for r in games[game.name].rulings if relative in r.paths]
    if not found:
        raise fail("no-rulings", f"`{path}` has no rulings of `{game.name}`")
    return found
