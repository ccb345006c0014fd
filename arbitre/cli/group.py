"""The group of commands, each loaded when it is asked for."""

import importlib
import sys

import rich_click as click
from click import Command, Context
from rich_click import RichGroup, RichHelpConfiguration

COMMANDS = {
    "check": "check",
    "ask": "keyboard.ask",
    "compare": "compare",
    "replay": "replay",
    "play": "keyboard.play",
    "simulate": "simulate",
    "explain": "explain",
    "rule": "keyboard.rule",
    "accept": "accept",
    "coverage": "coverage",
    "list": "listing",
    "init": "init",
}
"""The commands in the order of the help, each with its module."""


class Commands(RichGroup):
    """A group whose commands are modules of this package."""

    def list_commands(self, ctx: Context) -> list[str]:
        """The names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """The command of that name; None where there is none."""
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        command = importlib.import_module(f"arbitre.cli.{module}").command
        assert isinstance(command, Command)
        return command

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        """The command of the arguments. Raises UsageError, with the nearest name there is."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from dsl.text.errors import did_you_mean

            near = did_you_mean(args[0], COMMANDS) or "there are: " + ", ".join(COMMANDS)
            ctx.fail(f"`{args[0]}` is not a command; {near}")
        return super().resolve_command(ctx, args)


def _version(context: Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from arbitre.project.version import version

        click.echo(f"arbitre {version()}")
        context.exit()


@click.group(
    cls=Commands,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 nothing found, 1 findings or a broken rule, 2 wrong usage, 3 input that cannot be "
    "read, 4 something is undecided, 5 an internal failure.",
)
@click.rich_config(
    help_config=RichHelpConfiguration(
        force_terminal=None if sys.stdout.isatty() else False,
        width=None if sys.stdout.isatty() else 80,
        max_width=100,
        text_markup=None,
    )
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="The version."
)
def arbitre() -> None:
    """The printed rules of a game, in every language they were printed in, checked and applied."""
