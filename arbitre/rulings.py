"""Which rulings are meant by `--rulings NAME|FILE`."""

from pathlib import Path

from arbitre.project import find_rulings, is_path
from dsl.model import Edition, Game, Project, Rulings


def rulings_of(project: Project, game: Game, text: str | None, edition: Edition) -> Rulings | None:
    """The rulings for an edition that `text` means: those of that name in the project, or those in the
    file of that path. None without `text`, and where they are of other editions only. Raises UsageProblem
    for a name that no rulings have, ArbitreError for a file that cannot be used."""
    if text is None:
        return None
    if not is_path(text):
        return find_rulings(game, text, edition)
    from dsl.load import load_rulings

    found = load_rulings(Path(text), project, game)
    return found if found.edition == edition.name else None
