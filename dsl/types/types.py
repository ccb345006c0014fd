"""The types of the language: what a value can be, with its bounds.

Types are self-contained (an enumeration carries its cases, a record its fields), hashable and
compared by structure. Bounds belong to the types and are stated in every report.
"""

from dataclasses import dataclass
from typing import Union


@dataclass(frozen=True, slots=True)
class BoolType:
    """True or false."""


@dataclass(frozen=True, slots=True)
class IntType:
    """Whole numbers from `low` to `high`, both included; a bound of None is open (a computed number)."""

    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class RationalType:
    """Numbers whole or not, exact, of any size."""


@dataclass(frozen=True, slots=True)
class EnumType:
    """One of finitely many named cases, in declared order."""

    name: str
    cases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerType:
    """Someone at the table. Players are interchangeable."""


@dataclass(frozen=True, slots=True)
class RecordType:
    """Named fields, in declared order. `is_shape`: what is laid with cards, its last field the cards."""

    name: str
    fields: tuple[tuple[str, "Type"], ...]
    is_shape: bool = False


@dataclass(frozen=True, slots=True)
class Alternative:
    """One alternative of a union: its tag, and, where it carries a value, the word before it and its type."""

    tag: str
    preposition: str | None = None
    payload: Union["Type", None] = None


@dataclass(frozen=True, slots=True)
class UnionType:
    """Tagged alternatives, as `taken by player or discarded`."""

    name: str
    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class OptionalType:
    """A value or `none`."""

    item: "Type"


@dataclass(frozen=True, slots=True)
class ListType:
    """Values in order, from `low` to `high` of them (None: open, a computed list)."""

    item: "Type"
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class BagType:
    """Values without order, each as often as it occurs, from `low` to `high` of them."""

    item: "Type"
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class SetType:
    """Values without order, each once at most."""

    item: "Type"


Type = (
    BoolType
    | IntType
    | RationalType
    | EnumType
    | PlayerType
    | RecordType
    | UnionType
    | OptionalType
    | ListType
    | BagType
    | SetType
)
