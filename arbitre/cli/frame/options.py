"""Options that several commands have."""

from collections.abc import Callable
from typing import Any, TypeVar

import rich_click as click

Function = TypeVar("Function", bound=Callable[..., Any])
LANGUAGES = ("en", "ca", "es", "fr")


def project_option(function: Function) -> Function:
    """`--project DIR`, as `project`."""
    return click.option(
        "--project",
        metavar="DIR",
        help="The project's folder. Else ARBITRE_PROJECT, the nearest folder upwards with an arbitre.toml, "
        "or the project shipped with arbitre.",
    )(function)


def output_options(function: Function) -> Function:
    """`--format`, as `form`, and `--lang`."""
    function = language_option(function)
    return click.option(
        "--format",
        "form",
        type=click.Choice(("text", "json")),
        default="text",
        show_default=True,
        help="How the result is written.",
    )(function)


def language_option(function: Function) -> Function:
    """`--lang`, which sets the language of the messages."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        callback=_set_language,
        is_eager=True,
        help="The language of the messages. Else the locale's, or English.",
    )(function)


def edition_option(function: Function) -> Function:
    """`--edition ca,es`, as `edition`."""
    return click.option(
        "--edition", metavar="EDITION,…", help="Only these editions, parted by commas. Else all."
    )(function)


def reading_option(function: Function) -> Function:
    """`--reading DOUBT=READING`, several times, as `readings`."""
    return click.option(
        "--reading", "readings", multiple=True, metavar="DOUBT=READING", help="Read a doubt so. Repeatable."
    )(function)


def rulings_option(function: Function) -> Function:
    """`--rulings NAME|FILE`, as `rulings`."""
    return click.option(
        "--rulings", metavar="NAME|FILE", help="Under these rulings of a house or a tournament."
    )(function)


def deck_option(function: Function) -> Function:
    """`--deck NAME|FILE`, as `deck`."""
    return click.option("--deck", metavar="NAME|FILE", help="Play with this deck instead of the game's own.")(
        function
    )


def _set_language(context: click.Context, parameter: click.Parameter, value: str | None) -> None:
    from arbitre.wording.catalogue import choose_language

    choose_language(value)
