"""Editions and rulings of the typed model."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dsl.model.claims import Consequence
from dsl.model.expressions import Expr
from dsl.model.questions import Clause
from dsl.source import Citation, Source
from dsl.span import NOWHERE, Span
from dsl.types import Type


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One way to read a doubt; `value` is None where the doubt has no type."""

    name: str
    text: str
    value: Expr | None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A point at which the words can be read in several ways. `unsaid`: no words of its own.
    `under` as in Clause: the doubt exists only there (elsewhere it has its first reading)."""

    name: str
    parameters: tuple[tuple[str, Type], ...]
    type: Type | None
    asks: str
    readings: tuple[Reading, ...]
    citations: tuple[Citation, ...]
    unsaid: bool = False
    under: tuple[tuple[str, tuple[str, ...]], ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A printed example: assertions (closed boolean expressions; players are literals)."""

    name: str
    citations: tuple[Citation, ...]
    under: tuple[tuple[str, tuple[str, ...]], ...]
    shows: tuple[Expr, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A sentence without force, or one carried by the flow."""

    name: str
    citations: tuple[Citation, ...]
    text: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """That a passage orders steps of the flow."""

    name: str
    citations: tuple[Citation, ...]
    steps: tuple[str, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """That a passage refers to something by a heading or a name (`to`)."""

    name: str
    citations: tuple[Citation, ...]
    to: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a source, from its heading to the next part: of which variants it speaks, with which
    options; or `left_out`, with the reason why it is not transcribed."""

    heading: Citation
    variants: tuple[str, ...]
    options: tuple[str, ...] = ()
    left_out: str | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The rules of a game in one language, as printed. `rules` lists rule names in order with their
    citations (a rule with no clause cannot be); `clauses` are those of all rules, in order."""

    name: str
    source: Source
    parts: tuple[Part, ...]
    doubts: Mapping[str, Doubt]
    clauses: tuple[Clause, ...]
    examples: tuple[Example, ...]
    notes: tuple[Note, ...]
    orders: tuple[Orders, ...]
    references: tuple[Reference, ...]
    consequences: tuple[Consequence, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def speaks_of(self, variant: str, option: str | None = None) -> bool:
        """Whether a part of the text is about the variant, and about the option if one is named. A text
        without parts is about every variant, and about no option."""
        parts = [part for part in self.parts if part.variants]
        if not parts:
            return option is None
        return any(variant in part.variants and option in (None, *part.options) for part in parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick_:
    """A ruling that chooses a reading."""

    doubt: str
    reading: str
    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulings:
    """Decisions outside the text, for one edition. Clauses have the origin FILL or SETTLE."""

    name: str
    edition: str
    picks: tuple[Pick_, ...]
    clauses: tuple[Clause, ...]
    path: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)
