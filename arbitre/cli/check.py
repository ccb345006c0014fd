"""`arbitre check`: where editions contradict themselves, are silent, can be read in two ways, or differ."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from arbitre.cli.frame import options

if TYPE_CHECKING:
    from arbitre.commands.baseline import Weighed
    from checker.findings.findings import Kind


@click.command("check")
@click.argument("targets", nargs=-1, metavar="[TARGET]…")
@click.option(
    "--edition",
    metavar="EDITION,…",
    help="Report only that in which one of these editions takes part, parted by commas. What is found and "
    "proved is the same as without: each is examined beside all its siblings.",
)
@click.option("--kind", "kinds", metavar="KIND,…", help="Only entries with a record of these kinds.")
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Leave out what this file dismisses, as long as it says the same; begin with what is new, changed "
    "and gone.",
)
@click.option(
    "--write-baseline",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Dismiss all that is found now, in this file; reasons in --baseline are kept.",
)
@click.option(
    "--fail-on",
    metavar="KIND,…|none",
    help="Kinds with a record of which in an entry the exit status is 1. Else every kind.",
)
@click.option(
    "--frequency",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Rank by how often it arises in play: a file of `simulate --findings --format json`.",
)
@click.option(
    "--effort",
    type=click.IntRange(min=1),
    metavar="N",
    help="The budget of each query, in steps of the solver: the same on every machine.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="W",
    help="Processes. Else as many as there are processors.",
)
@click.option("--quiet", is_flag=True, help="Do not tell on the standard error how far the check is.")
@options.deck_option
@options.project_option
@options.output_options
def command(
    targets: tuple[str, ...],
    edition: str | None,
    kinds: str | None,
    baseline: str | None,
    write_baseline: str | None,
    fail_on: str | None,
    frequency: str | None,
    effort: int | None,
    workers: int | None,
    quiet: bool,
    deck: str | None,
    project: str | None,
    form: str,
) -> int:
    """Find what is wrong in the rules, and prove what is right.

    TARGET is a game, GAME/VARIANT, or a path (beginning with `/` or `.`, or ending in `.rules`). Without
    one, everything in the project is checked.
    """
    from datetime import date

    from arbitre.api import load
    from arbitre.commands.baseline import dismissing, read_baseline, weigh
    from arbitre.commands.baseline import write_baseline as write
    from arbitre.commands.checking import processors, run_check
    from arbitre.commands.frequency import ranked, read_frequency
    from arbitre.project.project import project_of, resolve_targets
    from arbitre.report.progress import showing
    from arbitre.wording.catalogue import _
    from checker.pipeline.check import Interrupted

    loaded = load(project_of(targets, project), deck, lenient=True)
    failing = _failing(fail_on)
    known = None if baseline is None else read_baseline(Path(baseline))
    shares = {} if frequency is None else read_frequency(Path(frequency))
    try:
        with showing(_("Checking…"), quiet) as told:
            report = run_check(
                loaded,
                targets,
                editions=None if edition is None else edition.split(","),
                kinds=None if kinds is None else kinds.split(","),
                effort=effort,
                workers=workers or processors(),
                told=told,
            )
    except Interrupted as stopped:
        report = stopped.report
    report = ranked(report, shares)
    whole = edition is None and kinds is None and not report.failures
    checked = (resolve_targets(loaded, targets).names or None) if whole else ()
    today = date.today().isoformat()
    weighed = weigh(report, known, checked, today=today)
    if write_baseline is not None:
        write(Path(write_baseline), dismissing(report.entries, known or {}, today))
    if form == "json":
        from arbitre.report.as_json.findings import dumps, findings

        click.echo(dumps(findings(weighed, loaded)), nl=False)
    else:
        from arbitre.report.as_text import check as check_text
        from arbitre.report.as_text.page import page

        check_text.write(page(), weighed, loaded)
    return _status(weighed, failing)


def _failing(text: str | None) -> tuple[Kind, ...]:
    """The kinds of finding on which the check fails."""
    from arbitre.commands.checking import kind_of
    from checker.findings.findings import KINDS

    if text is None:
        return KINDS
    if text.strip() == "none":
        return ()
    return tuple(kind_of(word) for word in text.split(","))


def _status(weighed: Weighed, failing: tuple[Kind, ...]) -> int:
    from arbitre.cli.frame.status import FINE, FOUND, INTERNAL, INTERRUPTED, UNDECIDED, worst

    of_lost = {"failed": INTERNAL, "interrupted": INTERRUPTED, "undone": UNDECIDED}
    return worst(
        (
            FOUND if any(kind in failing for e in weighed.shown for kind in e.kinds) else FINE,
            UNDECIDED if weighed.report.undecided else FINE,
            *(of_lost[each.sort] for each in weighed.report.failures),
        )
    )
