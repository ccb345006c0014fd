"""`arbitre list`: what there is to ask about."""

import rich_click as click

from arbitre.cli import options


@click.command("list")
@click.argument("games", nargs=-1, metavar="[GAME]…")
@options.project_option
@options.output_options
def command(games: tuple[str, ...], project: str | None, form: str) -> int:
    """The games with their variants, editions, questions, doubts and rulings."""
    from arbitre.api import load
    from arbitre.project import find_game

    loaded = load(project)
    found = [find_game(loaded, name) for name in games]
    chosen = found or [(game, None) for _name, game in sorted(loaded.games.items())]
    if form == "json":
        from arbitre.report.as_json import dumps
        from arbitre.report.list_json import games as as_json

        click.echo(dumps(as_json(loaded, chosen)), nl=False)
    else:
        from arbitre.report import list_text
        from arbitre.report.page import page

        list_text.write(page(), chosen)
    return 0
