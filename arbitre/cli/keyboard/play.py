"""`arbitre play`: a game at one keyboard, with people and programs."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import rich_click as click

from arbitre.cli.frame import options

if TYPE_CHECKING:
    from arbitre.commands.playing import KeptLog
    from arbitre.dialogue.terminal import Terminal


@click.command("play")
@click.argument("game")
@click.option(
    "--players",
    metavar="N|NAME,…",
    help="The people: how many, or their names. Else one.",
)
@click.option(
    "--player", "names", multiple=True, metavar="NAME", help="One more, whatever the name. Repeatable."
)
@click.option(
    "--bots",
    metavar="BOT,…",
    help="The programs, one for each seat after the people: random, sensible, sampling. "
    "Else as many sensible ones as the game needs.",
)
@click.option(
    "--seed", type=click.IntRange(min=0, max=2**53 - 1), metavar="S", help="Of all chance. Else any."
)
@click.option(
    "--log", type=click.Path(dir_okay=False), metavar="FILE", help="Keep the log there. Else it is printed."
)
@click.option("--edition", metavar="EDITION", help="By which edition. Needed where there are several.")
@options.rulings_option
@options.reading_option
@options.deck_option
@options.project_option
@options.language_option
def command(
    game: str,
    players: str | None,
    names: tuple[str, ...],
    bots: str | None,
    seed: int | None,
    log: str | None,
    edition: str | None,
    rulings: str | None,
    readings: tuple[str, ...],
    deck: str | None,
    project: str | None,
) -> int:
    """Play a game at the keyboard.

    People choose in turn at one keyboard, and see only what they may. A choice is written as its number or in
    words; `?` helps. Why something is not permitted is said with the rule; where the rules leave something in
    doubt, the table is asked to agree. The log is kept after each event, and `arbitre replay` reads it.

    The exit status is 0, or 130 when it is interrupted.
    """
    from arbitre.api import load
    from arbitre.cli.frame.status import FINE, INTERRUPTED
    from arbitre.commands.playing import KeptLog, begin
    from arbitre.dialogue.play import Table
    from arbitre.dialogue.terminal import Left, Terminal
    from arbitre.wording.catalogue import _

    kept = KeptLog(log)
    session, seating = begin(
        load(project, deck),
        game,
        edition=edition,
        rulings=rulings,
        readings=readings,
        players=players,
        names=names,
        bots=[] if bots is None else [bot.strip() for bot in bots.split(",") if bot.strip()],
        seed=seed,
    )
    terminal = Terminal()
    status = FINE
    table = Table(terminal, session, seating.bots, kept)
    try:
        table.play()
    except Left:
        terminal.say()
        terminal.say(_("The game breaks off here."))
    except KeyboardInterrupt:
        status = INTERRUPTED
        terminal.say()
        terminal.say(_("The game breaks off here."))
    finally:
        _tell_log(terminal, kept, rulings)
    return status


def _tell_log(terminal: Terminal, kept: KeptLog, rulings: str | None) -> None:
    """Says where the log is; prints it where it is in no file."""
    from arbitre.project.project import is_path
    from arbitre.wording.catalogue import _

    if kept.path is None or kept.failed is not None:
        if kept.failed is not None:
            terminal.say(str(kept.failed.problems[0].message))
        terminal.say(_("The log:"))
        terminal.console.file.write(kept.text)
        return
    with_rulings = f" --rulings {shlex.quote(rulings)}" if rulings is not None and is_path(rulings) else ""
    terminal.say(_("The log is in {path}. It is checked by:", path=str(kept.path)))
    terminal.verbatim(f"  arbitre replay {shlex.quote(str(kept.path))}{with_rulings}")
