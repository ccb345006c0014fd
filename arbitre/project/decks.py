"""The decks that games are played with: what logs say of them, and what leans on them."""

import os
from pathlib import Path

from arbitre.project.project import is_path
from dsl.load import load_project
from dsl.model import Deck, Edition, Game, Project
from dsl.text.errors import ArbitreError, did_you_mean, fail
from dsl.text.span import Span
from interpreter.analysis.dependencies import Dependencies
from interpreter.analysis.statements import expressions_of
from interpreter.logs.log import Log
from interpreter.rulebook.situations import printable

MOST_SHOWN = 100
"""Characters of a path that are shown."""


class Decks:
    """A project, with the decks that logs name. `project`: with the deck in use where a log names none."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._with: dict[str, Project | ArbitreError] = {}

    def project_of(self, log: Log) -> Project:
        """The project with the deck that the log names: by its name, or by the path of its file from the
        folder of the log, or else of the project. Raises ArbitreError: `unknown-deck`, `no-file`, `no-deck`,
        what is wrong in its file, or `other-deck` where another deck was asked for.
        """
        game = self._project.games.get(log.head.game)
        if game is None or log.head.deck is None or (game.chosen and game.deck_in_logs == log.head.deck):
            return self._project
        span = log.head.spans.get("deck", Span(log.path, log.first_line, 1, log.first_line, 1))
        if is_path(log.head.deck):
            found = self._of_file(game, log.head.deck, log.path, span)
        else:
            found = self._of_name(game, log.head.deck, span)
        deck = found.games[game.name].deck
        if not game.chosen or deck == game.deck:
            return found
        message = f"the game was played with the deck `{log.head.deck}`, and is to be read with another"
        raise fail("other-deck", message, span, help="without `--deck`, it is read with the deck of the log")

    def _of_name(self, game: Game, name: str, span: Span) -> Project:
        if name not in game.decks:
            message = f"`{name}` is no deck of `{game.name}`"
            known = ", ".join(f"`{each}`" for each in game.decks) or "none"
            help = (
                did_you_mean(name, game.decks) or f"its decks: {known}; a file is named as `./{name}.rules`"
            )
            raise fail("unknown-deck", message, span, help=help)
        if game.deck is not None and game.deck.name == name:
            return self._project
        return self._loaded(name, None)

    def _of_file(self, game: Game, text: str, log: str, span: Span) -> Project:
        folders = [Path() if log == "-" else Path(log).parent, Path(self._project.root)]
        path = next((each for folder in folders if (each := _file_in(folder, text)) is not None), None)
        if path is None:
            shown = printable(text)[:MOST_SHOWN]
            message = f"there is no file `{shown}` in the folder of the log or of the project"
            raise fail("no-file", message, span)
        found = self._loaded(os.path.abspath(path), path)
        if not found.games[game.name].chosen:
            raise fail("unknown-deck", f"`{text}` is no deck of `{game.name}`", span)
        return found

    def _loaded(self, key: str, path: Path | None) -> Project:
        if key not in self._with:
            try:
                self._with[key] = load_project(Path(self._project.root), key if path is None else path)
            except ArbitreError as error:
                self._with[key] = error
        found = self._with[key]
        if isinstance(found, ArbitreError):
            raise found
        return found


def _file_in(folder: Path, text: str) -> Path | None:
    """The file of that path from the folder, if it is there and lies in it; a log opens no other."""
    try:
        path = (folder / text).resolve()
        return path if path.is_relative_to(folder.resolve()) and path.is_file() else None
    except (OSError, ValueError):
        return None


def leaning(game: Game, variant: str, edition: Edition) -> tuple[str, ...]:
    """The assumptions of the deck in use on which play of the variant can lean, by the questions it asks."""
    flow = game.flows.get(variant)
    if game.deck is None or flow is None:
        return ()
    depends = Dependencies(game, edition)
    direct, _ = depends.of(expressions_of(flow))
    asked = {*direct, *(name for question in direct for name in depends.asked(question))}
    return names_of(game, game.deck, asked)


def names_of(game: Game, deck: Deck, questions: set[str]) -> tuple[str, ...]:
    """The assumptions of the deck that answer these questions, each once."""
    found = (f"{game.name}.{deck.name}.{c.rule}" for c in deck.assumptions if c.question in questions)
    return tuple(dict.fromkeys(found))
