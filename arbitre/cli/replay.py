"""`arbitre replay`: replays logs, and says where the first breach is."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from arbitre.cli.frame import options

if TYPE_CHECKING:
    from arbitre.commands.replaying import Replayed
    from dsl.model import Project


@click.command("replay")
@click.argument("logs", nargs=-1, required=True, metavar="LOG…")
@click.option(
    "--edition", metavar="EDITION|all", help="By this edition instead of the log's own; `all` tries each."
)
@click.option(
    "--readings",
    "each_reading",
    is_flag=True,
    help="Also under each reading, alone, of the doubts on which something hangs.",
)
@click.option(
    "--lines",
    is_flag=True,
    help="With --format json: JSON lines, one log a line as soon as it is done, and a summary last.",
)
@options.rulings_option
@options.reading_option
@click.option("--lenient", is_flag=True, help="Repair what can be repaired, and list every repair.")
@click.option(
    "--at",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only the events before event N, and where the game stands.",
)
@click.option("--as", "viewer", metavar="PLAYER", help="With --at: only what this player may see.")
@options.deck_option
@options.project_option
@options.output_options
def command(
    logs: tuple[str, ...],
    edition: str | None,
    each_reading: bool,
    lines: bool,
    rulings: str | None,
    readings: tuple[str, ...],
    lenient: bool,
    at: int | None,
    viewer: str | None,
    deck: str | None,
    project: str | None,
    form: str,
) -> int:
    """Replay logs, and say where the first breach is.

    LOG is a file with one or more documents; `-` is the standard input. The exit status is 0 if all are valid
    or unfinished, 1 if one breaks a rule or is in dispute, 3 if one cannot be read.
    """
    from arbitre.api import load
    from arbitre.cli.frame.status import worst
    from arbitre.commands.replaying import Under, replay_files
    from arbitre.project.usage import UsageProblem
    from arbitre.report.archive import Archive
    from arbitre.report.side_by_side import in_columns
    from arbitre.report.table_state import check_viewer

    if viewer is not None and at is None:
        raise UsageProblem("`--as` goes with `--at`")
    if lines and form != "json":
        raise UsageProblem("`--lines` goes with `--format json`")
    loaded = load(project, deck)
    under = Under(
        edition=edition,
        rulings=rulings,
        readings=readings,
        lenient=lenient,
        at=at,
        each_reading=each_reading,
    )
    replayed: Iterable[Replayed] = replay_files(loaded, logs, under)
    if viewer is not None:
        replayed = list(replayed)
        for each in replayed:
            check_viewer(each.result, viewer)
    if lines:
        from arbitre.report.as_json.replay import replay_lines

        archive = Archive()
        for line in replay_lines(archive.counted(replayed), archive, viewer, with_state=at is not None):
            click.echo(line)
        return worst(archive.exit_statuses)
    if form == "json":
        from arbitre.report.as_json.findings import dumps
        from arbitre.report.as_json.replay import replays

        done = list(replayed)
        tables = list(in_columns(done)) if under.parts else []
        click.echo(dumps(replays(done, viewer, with_state=at is not None, tables=tables)), nl=False)
        return worst(each.result.exit_status for each in done)
    from arbitre.report.as_text import replay as replay_text
    from arbitre.report.as_text.page import page

    console = page()
    statuses: list[int] = []
    if under.parts and at is None:
        for number, table in enumerate(in_columns(replayed)):
            if number:
                console.print()
            replay_text.write_columns(console, table)
            statuses += [column.result.exit_status for column in table.columns]
        return worst(statuses)
    archive = Archive()
    for number, each in enumerate(archive.counted(replayed)):
        if number:
            console.print()
        replay_text.write(console, each, at=at, viewer=viewer)
    replay_text.write_summary(console, archive)
    return worst(archive.exit_statuses)


def explain_event(project: Project, path: Path, number: int, form: str) -> int:
    """Event `number` of the (first) log in a file: where the game stood, and what came of it."""
    from arbitre.commands.replaying import Under, replay_files
    from arbitre.project.usage import UsageProblem
    from dsl.text.errors import ArbitreError

    before = next(replay_files(project, [str(path)], Under(at=number)))
    if before.log is None:
        raise ArbitreError(*before.result.unreadable)
    if not 1 <= number <= len(before.log.events):
        raise UsageProblem(f"`{path}` has {len(before.log.events)} events, and no event {number}")
    after = next(replay_files(project, [str(path)], Under(at=number + 1)))
    if form == "json":
        from arbitre.report.as_json.findings import dumps
        from arbitre.report.as_json.replay import event

        click.echo(dumps(event(number, before, after)), nl=False)
    else:
        from arbitre.report.as_text import replay as replay_text
        from arbitre.report.as_text.page import page

        replay_text.write_event(page(), number, before, after)
    return after.result.exit_status
