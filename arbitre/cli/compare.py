"""`arbitre compare`: where editions differ, and under which interpretations they agree."""

import rich_click as click

from arbitre.cli.frame import options


@click.command("compare")
@click.argument("game")
@click.argument("editions", nargs=-1, required=True, metavar="EDITION EDITION…")
@click.option(
    "--effort",
    type=click.IntRange(min=1),
    metavar="N",
    help="The budget of each query, in steps of the solver: the same on every machine.",
)
@options.deck_option
@options.project_option
@options.output_options
def command(
    game: str,
    editions: tuple[str, ...],
    effort: int | None,
    deck: str | None,
    project: str | None,
    form: str,
) -> int:
    """Where two or more editions differ, and the reconciliation: which readings make them agree.

    The exit status is 0 if they are equivalent or compatible, 4 if something is undecided, else 1: also where
    they do not differ only as they never both answer.
    """
    from arbitre.api import load
    from arbitre.cli.frame.status import FINE, FOUND, UNDECIDED
    from arbitre.commands.checking import run_compare
    from arbitre.report.as_text.page import working
    from arbitre.wording.catalogue import _

    loaded = load(project, deck)
    with working(_("Comparing…")):
        compared = run_compare(loaded, game, editions, effort=effort)
    found = loaded.games[compared.game]
    if form == "json":
        from arbitre.report.as_json.findings import comparison, dumps

        click.echo(dumps(comparison(compared, found)), nl=False)
    else:
        from arbitre.report.as_text import compare as compare_text
        from arbitre.report.as_text.page import page

        compare_text.write(page(), compared, found)
    statuses = {compared.status, *(question.status for question in compared.questions)}
    if compared.status in ("equivalent", "compatible"):
        return FINE
    if compared.status == "undecided" and not statuses & {"reconcilable", "irreconcilable", "vacuous"}:
        return UNDECIDED
    return FOUND
