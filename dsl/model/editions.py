"""Editions and rulings of the typed model."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal as Lit

from dsl.model.claims import Consequence
from dsl.model.expressions import Expr
from dsl.model.questions import Clause
from dsl.text.errors import Problem
from dsl.text.source import Citation, Source
from dsl.text.span import NOWHERE, Span
from dsl.types.types import Type


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
    """That a passage orders steps of the flow; by these readings alone, where `under` names any."""

    name: str
    citations: tuple[Citation, ...]
    steps: tuple[str, ...]
    under: tuple[tuple[str, tuple[str, ...]], ...] = ()
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
    options; or `left_out`, with the reason why it is not transcribed. The heading is empty, at the beginning
    of the source, where the file says of what its whole text speaks."""

    heading: Citation
    variants: tuple[str, ...]
    options: tuple[str, ...] = ()
    left_out: str | None = None
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """One printed text of an edition, with its parts, and the file that transcribes it (`span`: its head)."""

    source: Source
    parts: tuple[Part, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def part_at(self, offset: int) -> Part | None:
        """The part in which a place of the text lies; None before the first."""
        before = [part for part in self.parts if part.heading.start <= offset]
        return sorted(before, key=lambda part: part.heading.start)[-1] if before else None

    def speaks_of(self, variant: str, option: str | None = None) -> bool:
        """Whether a part of the text is about the variant, and about the option if one is named. A text
        without parts is about every variant, and about no option."""
        parts = [part for part in self.parts if part.variants]
        if not parts:
            return option is None
        return any(variant in part.variants and option in (None, *part.options) for part in parts)


StaleSort = Lit["part", "rule", "doubt", "example", "consequence", "note", "reference"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stale:
    """What rests on words that are printed no longer as they are cited: its sort and name, what is wrong (a
    place in the rules, the nearest words), and the words taken for those cited, if any are like them."""

    sort: StaleSort
    name: str
    problem: Problem
    citation: Citation | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """The rules of a game in one language, as printed, in one text or several. `clauses` are those of all
    rules, in order (a rule with no clause cannot be). `language`: in which cards are named for it."""

    name: str
    texts: tuple[Printed, ...]
    doubts: Mapping[str, Doubt]
    clauses: tuple[Clause, ...]
    examples: tuple[Example, ...]
    notes: tuple[Note, ...]
    orders: tuple[Orders, ...]
    references: tuple[Reference, ...]
    consequences: tuple[Consequence, ...] = ()
    language: str = ""
    stale: tuple[Stale, ...] = ()
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    def speaks_of(self, variant: str, option: str | None = None) -> bool:
        """Whether one of the texts is about the variant, and about the option if one is named."""
        return any(text.speaks_of(variant, option) for text in self.texts)

    def stale_among(self, names: Iterable[str]) -> tuple[str, ...]:
        """Which rules and doubts of these (clauses by identifier, rules, doubts) rest on words that have
        changed, with the edition in front; sorted."""
        heads = dict.fromkeys(f"{self.name}.{each.name}" for each in self.stale)
        given = tuple(names)
        return tuple(
            sorted(head for head in heads if any(n == head or n.startswith(f"{head}.") for n in given))
        )

    @property
    def sources(self) -> tuple[str, ...]:
        """The paths of its printed texts."""
        return tuple(text.source.path for text in self.texts)

    def text_of(self, citation: Citation) -> Printed | None:
        """The text in which the words cited stand; None where it is none of these."""
        return next((text for text in self.texts if text.source.path == citation.source), None)


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
    paths: tuple[str, ...]  # of the files
    digest: str = field(default="", compare=False, repr=False)  # of the files
    span: Span = field(default=NOWHERE, compare=False, repr=False)
