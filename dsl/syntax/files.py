"""Rulings, and whole files, as they were written."""

from dataclasses import dataclass
from typing import Literal as Lit

from dsl.syntax.editions import (
    Answers,
    AssumptionDecl,
    ConsequenceDecl,
    DoubtDecl,
    ExampleDecl,
    NoteDecl,
    PartDecl,
    ReferenceDecl,
    RuleDecl,
)
from dsl.syntax.expressions import Node
from dsl.syntax.flows import FlowDecl
from dsl.syntax.games import (
    DefineDecl,
    EnumDecl,
    OptionDecl,
    PlayersDecl,
    PropertyDecl,
    QuestionDecl,
    RecordDecl,
    ShapeDecl,
    UnionDecl,
    VariantDecl,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PickDecl(Node):
    doubt: str
    reading: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingDecl(Node):
    kind: Lit["fill", "settle"]
    name: str
    text: str
    answers: tuple[Answers, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckDecl(Node):
    """`deck NAME`: which of its decks a game is played with."""

    name: str


GameDecl = (
    PlayersDecl
    | EnumDecl
    | RecordDecl
    | UnionDecl
    | ShapeDecl
    | VariantDecl
    | OptionDecl
    | DefineDecl
    | QuestionDecl
    | PropertyDecl
    | FlowDecl
    | AssumptionDecl
    | DeckDecl
)
EditionDecl = (
    PartDecl
    | DoubtDecl
    | RuleDecl
    | ExampleDecl
    | ConsequenceDecl
    | NoteDecl
    | ReferenceDecl
    | AssumptionDecl
    | DefineDecl
)
RulingsDecl = PickDecl | RulingDecl | DefineDecl


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile(Node):
    """`game NAME "title" languages ca, es, fr`; without a title it goes on with the game of another file.
    Questions and properties belong to the variant or option declared before them in the same file; those
    before any variant, to all."""

    name: str
    title: str | None
    languages: tuple[str, ...]
    declarations: tuple[GameDecl, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionFile(Node):
    """`edition ca of GAME in ca for standard with option source "rules-src/….txt"`. Without `for`, the text
    speaks of all variants, as far as its parts do not say otherwise."""

    name: str
    game: str
    language: str | None
    variants: tuple[str, ...]
    options: tuple[str, ...]
    source: str
    declarations: tuple[EditionDecl, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingsFile(Node):
    """`rulings house for ca of GAME`."""

    name: str
    edition: str
    game: str
    declarations: tuple[RulingsDecl, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckFile(Node):
    """`deck NAME of GAME "title"`."""

    name: str
    game: str
    title: str
    declarations: tuple[AssumptionDecl, ...]


File = GameFile | EditionFile | RulingsFile | DeckFile
