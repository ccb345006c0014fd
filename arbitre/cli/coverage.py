"""`arbitre coverage`: each source, sentence by sentence: cited by what, or by nothing."""

import rich_click as click

from arbitre.cli.frame import options


@click.command("coverage")
@click.argument("targets", nargs=-1, metavar="[TARGET]…")
@options.edition_option
@options.project_option
@options.output_options
def command(targets: tuple[str, ...], edition: str | None, project: str | None, form: str) -> int:
    """Each printed text, sentence by sentence: cited by what, or by nothing.

    The exit status is 1 if a sentence is not taken up, or only in part.
    """
    from arbitre.api import load
    from arbitre.cli.frame.status import FINE, FOUND
    from arbitre.commands.covering import coverage
    from arbitre.project.project import project_of

    loaded = load(project_of(targets, project), lenient=True)
    covered = coverage(loaded, targets, None if edition is None else edition.split(","))
    if form == "json":
        from arbitre.report.as_json.coverage import coverage as as_json
        from arbitre.report.as_json.findings import dumps

        click.echo(dumps(as_json(covered)), nl=False)
    else:
        from arbitre.report.as_text import coverage as coverage_text
        from arbitre.report.as_text.page import page

        coverage_text.write(page(), covered)
    return FOUND if any(source.left for source in covered) else FINE
