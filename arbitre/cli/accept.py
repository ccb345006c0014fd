"""`arbitre accept`: dismisses an entry, until it says something else."""

from __future__ import annotations

import rich_click as click

from arbitre.cli.frame import options


@click.command("accept")
@click.argument("identifier", metavar="ID")
@click.option("--reason", required=True, metavar="TEXT", help="Why it is as it should be.")
@click.option(
    "--until", metavar="DATE", help="The last day on which it is dismissed, YYYY-MM-DD. Else for good."
)
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="The baseline; made where there is none. Else arbitre-baseline.json in the project's folder.",
)
@options.deck_option
@options.project_option
@options.output_options
def command(
    identifier: str,
    reason: str,
    until: str | None,
    baseline: str | None,
    deck: str | None,
    project: str | None,
    form: str,
) -> int:
    """Dismiss an entry, with the reason, until it says something else.

    ID is the identifier of an entry as `arbitre check` prints it. `arbitre check --baseline FILE` leaves out
    what is dismissed.
    """
    from datetime import date
    from pathlib import Path

    from arbitre.api import load
    from arbitre.commands.accepting import accepted
    from arbitre.commands.baseline import FILE, read_baseline, write_baseline
    from arbitre.wording.catalogue import _

    loaded = load(project, deck)
    path = Path(loaded.root) / FILE if baseline is None else Path(baseline)
    known = read_baseline(path) if path.exists() else {}
    one = accepted(loaded, identifier, reason, until or "", today=date.today().isoformat())
    write_baseline(path, {**known, one.id: one})
    if form == "json":
        from arbitre.report.as_json.baseline import accepted as as_json
        from arbitre.report.as_json.findings import dumps

        click.echo(dumps(as_json(path, one)), nl=False)
    elif one.until:
        click.echo(_("{id} is dismissed until {date}, in {file}", id=one.id, date=one.until, file=path))
    else:
        click.echo(_("{id} is dismissed, in {file}", id=one.id, file=path))
    return 0
