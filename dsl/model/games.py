"""Games and projects of the typed model."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.model.claims import Property
from dsl.model.editions import Edition, Rulings
from dsl.model.expressions import Shape
from dsl.model.flows import Flow
from dsl.model.questions import Clause, Question
from dsl.text.span import NOWHERE, Span
from dsl.types.types import EnumType, Type


@dataclass(frozen=True, slots=True, kw_only=True)
class EnumDecl:
    """An enumeration with the names its cases have in each language: (language, names), the first is
    the one shown. Without any, the case's own name is shown."""

    type: EnumType
    names: Mapping[str, Mapping[str, tuple[str, ...]]]  # case -> language -> names
    span: Span = field(default=NOWHERE, compare=False, repr=False)


OPTIONS = "options"
"""The parameter of a flow that holds the options chosen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something a variant can be played with: what it is called, by language, and the questions asked only
    where it is chosen."""

    name: str
    text: str
    names: Mapping[str, tuple[str, ...]]
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A way to play the game. `questions`: those asked in it with no option chosen, the common ones
    included."""

    name: str
    text: str
    questions: tuple[str, ...]
    options: Mapping[str, Option] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """What is in a deck: assumptions, as the texts do not say it."""

    name: str
    title: str
    assumptions: tuple[Clause, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def file(self) -> str | None:
        """Its file, as a path from the project, where that is none of the project's specifications; None
        where its name is enough."""
        path = self.span.path
        if path == "" or path.startswith("spec/"):
            return None
        return path if path.startswith(".") or path.endswith(".rules") else f"./{path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game with everything said about it."""

    name: str
    title: str
    languages: tuple[str, ...]
    players: tuple[int, int]
    names: tuple[str, ...]  # what players are called in situations made up
    enums: Mapping[str, EnumDecl]
    types: Mapping[str, Type]
    questions: Mapping[str, Question]
    variants: Mapping[str, Variant]
    flows: Mapping[str, Flow]  # by variant
    properties: tuple[Property, ...]
    assumptions: tuple[Clause, ...]  # of the game: part of every edition
    editions: Mapping[str, Edition]
    rulings: tuple[Rulings, ...]
    decks: Mapping[str, Deck] = field(default_factory=dict)
    deck: Deck | None = None  # the one in use, whose assumptions are among those of the game
    chosen: bool = False  # whether the deck in use was asked for, and is not the game's own
    files: tuple[str, ...] = ()  # those that say what the game is, the one with its title first
    shapes: Mapping[str, Shape] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Of the files of the game (``), of each edition by its name, and of the deck in use (`deck`)."""
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def deck_in_logs(self) -> str | None:
        """How logs name the deck in use, by its name or its file; None where it is the game's own."""
        return None if self.deck is None or not self.chosen else self.deck.file or self.deck.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A folder of specifications: its root, its games, what it says of itself. `called`: what its editions
    are called in reports, as far as it says so."""

    root: str
    name: str
    games: Mapping[str, Game]
    prevails: str | None = None  # the edition whose text prevails
    called: Mapping[str, str] = field(default_factory=dict)
