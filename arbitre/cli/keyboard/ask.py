"""`arbitre ask`: what each edition answers in one situation."""

import rich_click as click

from arbitre.cli.frame import options


@click.command("ask")
@click.argument("game")
@click.argument("question")
@click.option(
    "--situation", "file", metavar="FILE", help="The situation, as YAML or JSON; `-` is the standard input."
)
@click.option(
    "--given",
    multiple=True,
    metavar="NAME=VALUE",
    help="A parameter of the question, as inline YAML. Repeatable.",
)
@options.edition_option
@options.rulings_option
@options.reading_option
@options.deck_option
@options.project_option
@options.output_options
def command(
    game: str,
    question: str,
    file: str | None,
    given: tuple[str, ...],
    edition: str | None,
    rulings: str | None,
    readings: tuple[str, ...],
    deck: str | None,
    project: str | None,
    form: str,
) -> int:
    """What each edition answers in one situation, and by which words.

    GAME is a game, GAME/VARIANT or GAME/VARIANT+OPTION; editions that say nothing of it are not asked, unless
    named. `arbitre list GAME` has the questions with their parameters. The key
    `table` names the players in seating order; without it, they sit in order of mention.

    The exit status is 0 if all editions are settled and equal, else 1.
    """
    from arbitre.api import load
    from arbitre.cli.frame.status import FINE, FOUND
    from arbitre.commands.asking import ask_all
    from arbitre.project.input import situation_node
    from arbitre.project.project import find_named, find_question

    loaded = load(project, deck)
    named = find_named(loaded, game)
    find_question(named.game, question, named.variant, named.options)
    verdicts = ask_all(
        loaded,
        game,
        question,
        situation_node(file, given),
        editions=None if edition is None else edition.split(","),
        readings=readings,
        rulings=rulings,
    )
    if form == "json":
        from arbitre.report.as_json.ask import verdicts as as_json
        from arbitre.report.as_json.findings import dumps

        click.echo(dumps(as_json(verdicts)), nl=False)
    else:
        from arbitre.report.as_text import ask as ask_text
        from arbitre.report.as_text.page import page

        ask_text.write(page(), verdicts)
    return FINE if verdicts.agree else FOUND
