"""`arbitre list`: what there is to ask about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import rich_click as click

from arbitre.cli.frame import options

if TYPE_CHECKING:
    from dsl.model import Project


@click.command("list")
@click.argument("games", nargs=-1, metavar="[GAME]…")
@click.option(
    "--table",
    "question",
    metavar="QUESTION",
    help="Every situation of a question, and what each edition answers in it.",
)
@options.edition_option
@options.rulings_option
@options.reading_option
@options.deck_option
@options.project_option
@options.output_options
def command(
    games: tuple[str, ...],
    question: str | None,
    edition: str | None,
    rulings: str | None,
    readings: tuple[str, ...],
    deck: str | None,
    project: str | None,
    form: str,
) -> int:
    """The games with their variants and options, editions, questions, doubts and rulings.

    With `--table QUESTION`, instead, the whole table of a question of one GAME, if its situations are few:
    there, `--edition`, `--rulings` and `--reading` are as for `ask`.
    """
    from arbitre.api import load
    from arbitre.project.project import Named, find_named
    from arbitre.project.usage import UsageProblem

    loaded = load(project, deck)
    if question is not None:
        game = _one_game(loaded, games)
        return _table(loaded, game, question, edition, rulings, readings, form)
    if edition is not None or rulings is not None or readings:
        raise UsageProblem("`--edition`, `--rulings` and `--reading` go with `--table`")
    found = [find_named(loaded, name) for name in games]
    chosen = found or [Named(game=game) for _name, game in sorted(loaded.games.items())]
    if form == "json":
        from arbitre.report.as_json.findings import dumps
        from arbitre.report.as_json.list import games as as_json

        click.echo(dumps(as_json(loaded, chosen)), nl=False)
    else:
        from arbitre.report.as_text import list as list_text
        from arbitre.report.as_text.page import page

        list_text.write(page(), chosen, loaded.prevails)
    return 0


def _one_game(project: Project, games: Sequence[str]) -> str:
    """The only game named, else the only one there is."""
    from arbitre.project.usage import UsageProblem

    known = list(games) or list(project.games)
    if len(known) != 1:
        raise UsageProblem("`--table` is of a question of one GAME: name it")
    return known[0]


def _table(
    project: Project,
    game: str,
    question: str,
    edition: str | None,
    rulings: str | None,
    readings: Sequence[str],
    form: str,
) -> int:
    from arbitre.commands.tabulating import table

    found = table(
        project,
        game,
        question,
        editions=None if edition is None else edition.split(","),
        rulings=rulings,
        readings=readings,
    )
    if form == "json":
        from arbitre.report.as_json.table import text

        click.echo(text(found), nl=False)
    else:
        from arbitre.report.as_text import table as table_text
        from arbitre.report.as_text.page import page

        table_text.write(page(), found)
    return 0
