"""The values of the language: immutable, hashable, with one total order for canonical output.

Booleans and whole numbers are Python's; a number that is not whole is a Fraction; `none` is None; a list is
a tuple.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Union

from dsl.types.hidden import is_hidden


@dataclass(frozen=True, slots=True)
class Case:
    """A case of an enumeration; `index` is its place in declared order."""

    enum: str
    name: str
    index: int


@dataclass(frozen=True, slots=True)
class Player:
    """Someone at the table, by name. Any text is a name."""

    name: str


@dataclass(frozen=True, slots=True)
class Record:
    """Fields with their values, in declared order."""

    type: str
    fields: tuple[tuple[str, "Value"], ...]

    def get(self, name: str) -> "Value":
        """The value of the field `name`. Raises KeyError where there is none (impossible once typed)."""
        for field, value in self.fields:
            if field == name:
                return value
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Tagged:
    """An alternative of a union; `payload` is None where the alternative carries nothing."""

    union: str
    tag: str
    payload: Union["Value", None] = None


@dataclass(frozen=True, slots=True)
class Bag:
    """A bag, kept sorted by `sort_key`. Build it with `bag_of`."""

    items: tuple["Value", ...]


@dataclass(frozen=True, slots=True)
class ValueSet:
    """A set, kept sorted by `sort_key` and without repetition. Build it with `set_of`."""

    items: tuple["Value", ...]


Rational = int | Fraction
"""A number: a Fraction only where it is not whole (see `rational`)."""

Value = bool | int | Fraction | Case | Player | Record | Tagged | None | Bag | ValueSet | tuple["Value", ...]


def sort_key(value: Value) -> tuple[object, ...]:
    """A key that orders values of one type the same way on every machine."""
    if is_hidden(value):
        return (0, value.order)  # type: ignore[union-attr]
    match value:
        case None:
            return (0,)
        case bool() | int():
            return (1, int(value))
        case Fraction():
            return (1, value)
        case Case():
            return (1, value.index) if value.index >= 0 else (0, value.index)  # a card that is not known
        case Player():
            return (1, value.name)
        case Record():
            return (1, *(sort_key(v) for _, v in value.fields))
        case Tagged():
            return (1, value.tag, sort_key(value.payload))
        case Bag() | ValueSet():
            return (1, len(value.items), *(sort_key(v) for v in value.items))
        case tuple():
            return (1, len(value), *(sort_key(v) for v in value))


def rational(number: Rational) -> Rational:
    """The number as it is kept: whole ones are Python's whole numbers."""
    return number.numerator if number.denominator == 1 else number


def quotient(number: Rational, divisor: Rational) -> Rational | None:
    """What comes of a division; None of one by nought."""
    return None if divisor == 0 else rational(Fraction(number) / divisor)


def bag_of(items: Iterable[Value]) -> Bag:
    """The bag of these values."""
    return Bag(tuple(sorted(items, key=sort_key)))


def set_of(items: Iterable[Value]) -> ValueSet:
    """The set of these values."""
    kept: list[Value] = []
    for item in sorted(items, key=sort_key):
        if not kept or kept[-1] != item:
            kept.append(item)
    return ValueSet(tuple(kept))
