"""`arbitre simulate`: games played by bots, and what is to be learnt from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from arbitre.cli.frame import options

if TYPE_CHECKING:
    from checker.findings.findings import Finding
    from interpreter.simulate.simulate import Simulation


@click.command("simulate")
@click.argument("game")
@click.option(
    "--games", type=click.IntRange(min=1), metavar="N", default=100, show_default=True, help="How many."
)
@click.option("--players", type=click.IntRange(min=1), metavar="K", help="How many play. Else the fewest.")
@click.option(
    "--seed", type=click.IntRange(min=0), metavar="S", default=0, show_default=True, help="Of all chance."
)
@click.option(
    "--workers", type=click.IntRange(min=1), metavar="W", default=1, show_default=True, help="Processes."
)
@click.option(
    "--watch",
    metavar="EDITION,…|all|none",
    help="Ask these editions, too, wherever play asks, under all their readings. Else the one played.",
)
@click.option("--bots", metavar="BOT,…", default="random", show_default=True, help="Who plays, by seat.")
@click.option(
    "--logs", type=click.Path(file_okay=False), metavar="DIR", help="Write the log of each game there."
)
@click.option(
    "--findings",
    "count_findings",
    is_flag=True,
    help="Also count in how many of the games each finding of `check` arises (checks first).",
)
@options.edition_option
@options.rulings_option
@options.reading_option
@options.deck_option
@options.project_option
@options.output_options
def command(
    game: str,
    games: int,
    players: int | None,
    seed: int,
    workers: int,
    watch: str | None,
    bots: str,
    logs: str | None,
    count_findings: bool,
    edition: str | None,
    rulings: str | None,
    readings: tuple[str, ...],
    deck: str | None,
    project: str | None,
    form: str,
) -> int:
    """Play games by bots: statistics of play, and how often editions and readings part.

    The same seed gives the same games, however many workers there are. Where a question has no single answer
    play stops, in dispute; under rulings (`--rulings house`) a game can be played to its end.

    GAME is a game or GAME/VARIANT, with options and values after it: GAME/VARIANT+OPTION+NAME=VALUE.

    The exit status is 0, or 3 if an error of the specification stopped a game.
    """
    from arbitre.api import load
    from arbitre.cli.frame.status import FINE, INTERNAL, INTERRUPTED, UNREADABLE, worst
    from arbitre.commands.replaying import run_simulations

    loaded = load(project, deck)
    if count_findings:
        from arbitre.commands.frequency import counted_target

        counted_target(loaded, game)  # what cannot be counted is said before any game
    done = _until_interrupted(
        run_simulations(
            loaded,
            game,
            editions=edition,
            rulings=rulings,
            readings=readings,
            games=games,
            players=players,
            seed=seed,
            workers=workers,
            watch=watch,
            bots=[bot.strip() for bot in bots.split(",")],
            logs=None if logs is None else Path(logs),
        )
    )

    def counted(each: Simulation) -> tuple[Finding, ...]:
        from arbitre.commands.frequency import findings_in_play

        if not count_findings or _is_interrupted(each):
            return ()
        played = loaded.games[each.plan.game].editions[each.plan.edition]
        return findings_in_play(loaded, game, played, rulings=rulings, games=each.games, seed=seed)

    def status(each: Simulation) -> int:
        of_lost = {"interrupted": INTERRUPTED}
        lost = [of_lost.get(lost.sort, INTERNAL) for lost in each.lost]
        return worst((UNREADABLE if each.errors else FINE, *lost))

    if form == "json":
        from arbitre.report.as_json.findings import dumps
        from arbitre.report.as_json.simulate import simulations

        found = [(each, counted(each)) for each in done]
        click.echo(dumps(simulations(found)), nl=False)
        return worst(status(each) for each, _ in found)
    from arbitre.report.as_text import simulate as simulate_text
    from arbitre.report.as_text.page import page

    console = page()
    statuses: list[int] = []
    for number, each in enumerate(done):
        if number:
            console.print()
        simulate_text.write(console, each, loaded.games[each.plan.game], counted(each))
        statuses.append(status(each))
    return worst(statuses)


def _until_interrupted(done: Iterable[Simulation]) -> Iterator[Simulation]:
    """The simulations, up to the one that was interrupted."""
    for each in done:
        yield each
        if _is_interrupted(each):
            return


def _is_interrupted(each: Simulation) -> bool:
    return any(lost.sort == "interrupted" for lost in each.lost)
