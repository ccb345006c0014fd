"""`arbitre rule`: writes the ruling that settles a dispute, and lists what is left to rule on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import rich_click as click

from arbitre.cli.frame import options

if TYPE_CHECKING:
    from arbitre.dialogue.ruling import Wanted
    from arbitre.project.project import Named
    from dsl.model import Edition, Project


@click.command("rule")
@click.argument("game")
@click.argument("what", required=False, metavar="[DOUBT|QUESTION]")
@click.option("--is", "answer", metavar="READING|ANSWER", help="What is ruled: a reading, or an answer.")
@click.option("--because", metavar="TEXT", help="The reason.")
@click.option("--date", metavar="DATE", help="The day, YYYY-MM-DD. Else today.")
@click.option("--then", metavar="EXPRESSION", help="The answer in the rules language, in place of --is.")
@click.option("--when", metavar="CONDITION", help="When it holds, in the rules language. Else as given.")
@click.option("--always", is_flag=True, help="It holds wherever the text leaves the question.")
@click.option("--name", metavar="NAME", help="The name of the ruling. Else one after the question.")
@click.option("--situation", "file", metavar="FILE", help="The situation in dispute, as for `ask`.")
@click.option("--given", multiple=True, metavar="NAME=VALUE", help="A parameter of the question. Repeatable.")
@click.option("--edition", metavar="EDITION", help="Of which edition. Needed where there are several.")
@click.option(
    "--rulings",
    metavar="NAME|FILE",
    help="Whose rulings, or their file; made where there is none. Else house.",
)
@click.option("--list", "listing", is_flag=True, help="What is in doubt, and which of it is settled.")
@click.option("--interactive", is_flag=True, help="Ask for what is missing even where there is no terminal.")
@options.project_option
@options.output_options
def command(
    game: str,
    what: str | None,
    answer: str | None,
    because: str | None,
    date: str | None,
    then: str | None,
    when: str | None,
    always: bool,
    name: str | None,
    file: str | None,
    given: tuple[str, ...],
    edition: str | None,
    rulings: str | None,
    listing: bool,
    interactive: bool,
    project: str | None,
    form: str,
) -> int:
    """Write the ruling of a house that settles a dispute.

    A DOUBT is read as one of its readings. A QUESTION to which an edition has no answer in a situation, or
    no single one, gets one. The ruling is added to the file of the house, and kept only if the file can be
    loaded and the dispute is settled by it. What is not said is asked for, at a terminal.

    With --list: the doubts, gaps and contradictions of the editions (checks first), and what each house has
    settled.
    """
    from datetime import date as day

    from arbitre.api import load
    from arbitre.dialogue.ruling import Wanted
    from arbitre.project.project import find_named
    from arbitre.project.usage import UsageProblem

    loaded = load(project)
    named = find_named(loaded, game)
    if listing:
        return _list(loaded, named, game, edition, rulings, form)
    if what is None:
        raise UsageProblem("on what? Name a doubt or a question; `--list` lists what is open")
    if (answer is not None) + (then is not None) > 1:
        raise UsageProblem("either `--is` or `--then`")
    if always and when is not None:
        raise UsageProblem("either `--when` or `--always`")
    wanted = Wanted(
        answer=answer,
        because=because,
        date=day.today().isoformat() if date is None else date,
        then=then,
        when=when,
        always=always,
        name=name,
        file=file,
        given=given,
        asking=interactive or (sys.stdin is not None and sys.stdin.isatty() and file != "-"),
    )
    return _rule(loaded, named, what, _edition(named, edition, what), rulings, wanted)


def _edition(named: Named, edition: str | None, what: str) -> Edition:
    from arbitre.project.project import some_editions
    from arbitre.project.usage import UsageProblem

    prefix = what.partition(".")[0] if "." in what else None
    chosen = some_editions(named.game, edition or prefix, named.variant, named.options)
    if len(chosen) > 1:
        known = ", ".join(f"`{each.name}`" for each in chosen)
        raise UsageProblem(f"of which edition? `--edition`: {known}")
    return chosen[0]


def _rule(
    project: Project, named: Named, what: str, edition: Edition, rulings: str | None, wanted: Wanted
) -> int:
    from arbitre.commands.rulings.dispute import find_doubt
    from arbitre.commands.rulings.writing import checked_day, place_of, shown_path, written
    from arbitre.dialogue.ruling import Ruler
    from arbitre.dialogue.terminal import Left, TakenBack, Terminal
    from arbitre.project.usage import UsageProblem
    from arbitre.report.as_text.page import page
    from arbitre.wording.catalogue import _

    checked_day(wanted.date)
    place = place_of(project, named.game, named.variant, edition, rulings)
    ruler = Ruler(project, named, edition, place, wanted, Terminal(page(sys.stderr)))
    doubt = find_doubt(edition, what)
    try:
        if doubt is not None and wanted.file is None and not wanted.given:
            text, check = ruler.of_doubt(doubt)
        else:
            text, check = ruler.of_question(what)
    except (Left, TakenBack):
        raise UsageProblem("nothing was ruled") from None
    written(project, named.game, edition, place, text, check)
    click.echo(_("Written into {path}:", path=shown_path(project, place.path)))
    click.echo(text, nl=False)
    return 0


def _list(
    project: Project, named: Named, game: str, edition: str | None, rulings: str | None, form: str
) -> int:
    from arbitre.commands.checking import processors, run_check
    from arbitre.commands.rulings.overview import KINDS, overview
    from arbitre.dialogue.rulings import write_overview
    from arbitre.project.project import some_editions
    from arbitre.project.rulings import rulings_of
    from arbitre.report.as_text.page import page
    from arbitre.report.progress import showing
    from arbitre.wording.catalogue import _

    editions = some_editions(named.game, edition, named.variant, named.options)
    ruled = [each for each in named.game.rulings if each.edition in {e.name for e in editions}]
    if rulings is not None:
        ruled = [r for e in editions if (r := rulings_of(project, named.game, rulings, e)) is not None]
    with showing(_("Checking…"), False) as told:
        report = run_check(
            project,
            [game],
            editions=[each.name for each in editions],
            kinds=KINDS,
            workers=processors(),
            told=told,
        )
    found = overview(named, editions, ruled, report)
    if form == "json":
        from arbitre.report.as_json.findings import dumps
        from arbitre.report.as_json.rulings import rulings as as_json

        click.echo(dumps(as_json(found)), nl=False)
    else:
        write_overview(page(), found)
    return 0
