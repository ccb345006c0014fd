"""`arbitre ask`: what each edition answers in one situation."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import rich_click as click

from arbitre.cli.frame import options

if TYPE_CHECKING:
    from dsl.model import Game, Question


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
@click.option(
    "--interactive",
    is_flag=True,
    help="Ask for what is not given even where the input is no terminal.",
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
    interactive: bool,
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

    Without a situation, at a terminal, it is asked for, a parameter at a time; the command that asks the
    same is shown.

    The exit status is 0 if all editions are settled and equal, else 1.
    """
    from arbitre.api import load
    from arbitre.cli.frame.status import FINE, FOUND
    from arbitre.commands.asking import ask_all
    from arbitre.dialogue.situations import missing
    from arbitre.project.input import situation_node
    from arbitre.project.project import find_named, find_question
    from interpreter.runtime.yamltext import Mapping

    loaded = load(project, deck)
    named = find_named(loaded, game)
    asked = find_question(named.game, question, named.variant, named.options)
    written = situation_node(file, given)
    known = [key.text for key, _ in written.entries] if isinstance(written, Mapping) else []
    if (interactive or _at_terminal(file)) and missing(asked, known):
        again = _arguments(game, question, file, given, edition, rulings, readings, deck, project)
        given += _asked_for(named.game, asked, edition, known, again)
        written = situation_node(file, given)
    verdicts = ask_all(
        loaded,
        game,
        question,
        written,
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


def _at_terminal(file: str | None) -> bool:
    return file != "-" and sys.stdin is not None and sys.stdin.isatty()


def _arguments(
    game: str,
    question: str,
    file: str | None,
    given: tuple[str, ...],
    edition: str | None,
    rulings: str | None,
    readings: tuple[str, ...],
    deck: str | None,
    project: str | None,
) -> list[str]:
    """The arguments of the command line, as they were."""
    single = {"situation": file, "edition": edition, "rulings": rulings, "deck": deck, "project": project}
    words = [game, question]
    for name, value in single.items():
        words += [] if value is None else [f"--{name}", value]
    for reading in readings:
        words += ["--reading", reading]
    for each in given:
        words += ["--given", each]
    return words


def _asked_for(
    game: Game, question: Question, edition: str | None, known: list[str], arguments: list[str]
) -> tuple[str, ...]:
    """What is asked for at the keyboard, as further NAME=VALUE; the whole command is shown. Raises
    UsageProblem where nobody answers."""
    from arbitre.dialogue.situations import asked_situation, command_line
    from arbitre.dialogue.terminal import Left, Terminal
    from arbitre.project.usage import UsageProblem
    from arbitre.report.as_text.page import page
    from arbitre.wording.catalogue import _
    from arbitre.wording.values import language_of

    terminal = Terminal(page(sys.stderr))
    try:
        found = asked_situation(
            terminal, question, game, language_of(game, (edition or "").split(",")[0]), known
        )
    except Left:
        names = ", ".join(f"`{p.name}`" for p in question.parameters)
        how = f"`--situation FILE` or `--given NAME=VALUE`, with {names}"
        raise UsageProblem(f"no situation of `{question.name}` is given: {how}") from None
    terminal.say(_("The same is asked by:"))
    terminal.verbatim(command_line(arguments, found))
    terminal.say()
    return found
