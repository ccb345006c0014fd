"""A row of which only what lies between its sides is known, and what is gone through on its sides.

What depends on how the sides are laid is a term (`terms`), or one of the things here; all else are plain
values. Records, lists and alternatives can hold such things.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dsl.model import LAID, Expr, Fold
from dsl.types.types import IntType, OptionalType, RationalType, RecordType, Type
from dsl.types.values import Record, Tagged, Value
from interpreter.optimize.planning.pieces import Piece, Pieces, Side
from interpreter.optimize.planning.terms import (
    Accumulator,
    CardValue,
    Operand,
    Operation,
    Points,
    Steps,
    Unplanned,
)

TERMS = (CardValue, Accumulator, Steps, Operation)
Env = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Card:
    """The card at a part of a side, of the sort `tag`."""

    side: int
    part: str
    tag: str | None


@dataclass(frozen=True, slots=True)
class Row:
    """The steps of a side."""

    side: int


@dataclass(frozen=True, slots=True)
class LaidCards:
    """The cards that lie on these sides, without those `out`, and `fixed` ones."""

    sides: tuple[int, ...]
    fixed: tuple[Value, ...]
    out: frozenset[Value] = frozenset()


def is_unknown(value: Any) -> bool:
    """Whether it depends on how the sides are laid."""
    match value:
        case Card() | Row() | LaidCards() | Points():
            return True
        case Record(fields=fields):
            return any(is_unknown(part) for _, part in fields)
        case Tagged(payload=payload):
            return is_unknown(payload)
        case tuple():
            return any(is_unknown(part) for part in value)
        case _:
            return isinstance(value, TERMS)


# ------------------------------------------------------------------ what is kept while going through steps


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is kept; `optional`: it may be none."""

    optional: bool


Form = Number | tuple[str, tuple[tuple[str, "Form"], ...]]
"""A number, or a record by its name and its parts."""


def form_of(type: Type) -> Form:
    """Raises Unplanned where it is neither a number nor a record of such."""
    match type:
        case IntType() | RationalType():
            return Number(False)
        case OptionalType(item=IntType() | RationalType()):
            return Number(True)
        case RecordType(name=name, fields=fields, is_shape=False):
            return name, tuple((each, form_of(declared)) for each, declared in fields)
        case _:
            raise Unplanned


def numbers_in(form: Form) -> list[Number]:
    """The numbers of the form, in order."""
    if isinstance(form, Number):
        return [form]
    return [number for _, part in form[1] for number in numbers_in(part)]


def flat(value: Any, form: Form) -> list[Operand | None]:
    """The numbers in a value of that form, in order. Raises Unplanned where it is of another."""
    if isinstance(form, Number):
        if value is not None and (isinstance(value, bool) or not isinstance(value, Operand)):
            raise Unplanned
        return [value]
    if not isinstance(value, Record):
        raise Unplanned
    return [each for (_, part), (_, of) in zip(value.fields, form[1], strict=True) for each in flat(part, of)]


def built(form: Form, numbers: Iterator[Operand | None]) -> Any:
    """The value of that form with these numbers."""
    if isinstance(form, Number):
        return next(numbers)
    name, parts = form
    return Record(name, tuple([(each, built(part, numbers)) for each, part in parts]))


@dataclass(frozen=True, slots=True, eq=False)
class Folding:
    """A `fold` over the steps of a side: with which numbers it begins, and at which place of what is kept
    they are. `env`: the other names that it uses."""

    node: Fold
    form: Form
    begins: tuple[Operand | None, ...]
    place: int
    env: Env

    def is_of(self, node: Fold, begins: Sequence[Operand | None], env: Env) -> bool:
        """Whether it is the same."""
        return self.node is node and self.begins == tuple(begins) and self.env == env


@dataclass(slots=True)
class Unknown:
    """A row of unknown sides: what is known of each, and what was found to be gone through on each."""

    pieces: Pieces
    foldings: tuple[list[Folding], list[Folding]] = field(default_factory=lambda: ([], []))

    def side(self, side: int) -> Side:
        """What is known of a side."""
        return self.pieces.right if side else self.pieces.left

    def of_side(self, side: int) -> Record:
        """A side as a value."""
        shape = self.side(side).shape
        if any(part.shape is not None and part.high is None for part in shape.parts):
            raise Unplanned
        values: list[tuple[str, Any]] = [
            (part.name, Row(side) if part.high is not None else Card(side, part.name, part.tag))
            for part in shape.parts
        ]
        return Record(shape.name, (*values, (LAID, LaidCards((side,), ()))))  # type: ignore[arg-type]

    def whole(self, between: Piece) -> Record:
        """The row as a value."""
        one, other = (self.of_side(side) for side in (0, 1))
        left, right = self.pieces.left.part, self.pieces.right.part
        laid: Any = LaidCards((0, 1), between.cards)
        shape = self.pieces.shape
        return Record(shape.name, ((left, one), *between.values, (right, other), (LAID, laid)))

    def wheres(self, between: Piece) -> Iterator[tuple[Expr, Env]]:
        """The conditions of shapes that are not looked at yet, each with what it sees."""
        whole = self.whole(between)
        for where in self.pieces.wheres:
            yield where, dict(whole.fields)
        for side in (0, 1):
            for where in self.side(side).wheres:
                yield where, dict(self.of_side(side).fields)

    def types(self) -> tuple[Type, ...]:
        """The types of what is laid."""
        return tuple(shape.type for shape in (self.pieces.shape, self.side(0).shape, self.side(1).shape))

    def cards(self, side: int) -> dict[Value, None]:
        """All that can lie on a side, in order."""
        of = self.side(side)
        return {card: None for piece in (*of.openings, *of.steps) for card in piece.cards}

    def fold(self, side: int, node: Fold, form: Form, begins: list[Operand | None], env: Env) -> Folding:
        """What is gone through there: one found before, or a new one."""
        known = self.foldings[side]
        for folding in known:
            if folding.is_of(node, begins, env):
                return folding
        place = sum(len(folding.begins) for folding in known)
        known.append(Folding(node, form, tuple(begins), place, env))
        return known[-1]
