"""What can be laid with cards, told once more: everything is put together from the words of the shape, and
what does not hold is left out."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any

from dsl.model import CARD, LAID, Expr, Shape, ShapePart
from dsl.types.values import Case, Record, Value, sort_key

Evaluate = Callable[[Expr, dict[str, Any]], Any]
Read = tuple[Value, Value]
"""As what a card is read, and the card."""
Laid = tuple[Any, tuple[Read, ...]]
"""A part, with the cards that it takes."""


def along(shape: Shape, row: Sequence[Value], evaluate: Evaluate) -> list[Record]:
    """All ways to read exactly this row, in canonical order."""
    ways = [
        (laid, cards) for laid, cards in _shape(shape, None, tuple(row), evaluate) if len(cards) == len(row)
    ]
    return [laid for laid, _ in sorted(ways, key=lambda way: _order(way[0], iter(way[1])))]


def using(shape: Shape, cards: Sequence[Value], evaluate: Evaluate) -> list[Record]:
    """All that can be laid with some of the cards, in canonical order, each once."""
    most = _most(shape)
    rows = {row for size in range(min(most, len(cards)) + 1) for row in _rows(cards, size)}
    found: list[tuple[Record, tuple[Read, ...]]] = []
    for row in rows:
        found += [way for way in _shape(shape, None, row, evaluate) if len(way[1]) == len(row)]
    return [laid for laid, _ in sorted(found, key=lambda way: _order(way[0], iter(way[1])))]


def _most(shape: Shape) -> int:
    """The most cards that the shape takes."""
    return sum(
        (1 if p.high is None else p.high) * (1 if p.shape is None else _most(p.shape)) for p in shape.parts
    )


def _rows(cards: Sequence[Value], size: int) -> Iterator[tuple[Value, ...]]:
    """The rows of so many of the cards. (Of a sort of which there are more, the others are not needed.)"""
    few = [card for card, there in Counter(cards).items() for _ in range(min(there, size))]
    yield from permutations(few, size)


def _shape(shape: Shape, outer: Expr | None, row: tuple[Value, ...], evaluate: Evaluate) -> Iterator[Laid]:
    """Every beginning of the row that is laid in the shape."""
    reading = shape.reading or outer
    ways: list[tuple[dict[str, Any], tuple[Read, ...]]] = [({}, ())]
    for part in shape.parts:
        longer = []
        for parts, taken in ways:
            for value, cards in _part(part, reading, row[len(taken) :], evaluate):
                named = {**parts, part.name: value}
                if part.where is None or evaluate(part.where, named):
                    longer.append((named, taken + cards))
        ways = longer
    for parts, taken in ways:
        yield Record(shape.name, (*parts.items(), (LAID, tuple(card for _, card in taken)))), taken


def _part(
    part: ShapePart, reading: Expr | None, row: tuple[Value, ...], evaluate: Evaluate
) -> Iterator[Laid]:
    if part.high is None:
        yield from _one(part, reading, row, evaluate)
        return
    ways: list[tuple[tuple[Any, ...], tuple[Read, ...]]] = [((), ())]
    for size in range(part.high + 1):
        if size >= (part.low or 0):
            yield from ways
        ways = [
            ((*items, item), taken + cards)
            for items, taken in ways
            for item, cards in _one(part, reading, row[len(taken) :], evaluate)
        ]


def _one(part: ShapePart, reading: Expr | None, row: tuple[Value, ...], evaluate: Evaluate) -> Iterator[Laid]:
    if part.shape is not None:
        yield from _shape(part.shape, reading, row, evaluate)
    elif row:
        reads = (row[0],) if reading is None else evaluate(reading, {CARD: row[0]}).items
        for read in reads:
            assert isinstance(read, Case)
            if part.tag in (None, read.name):
                yield read, ((read, row[0]),)


def _order(value: Any, cards: Iterator[Read]) -> list[Any]:
    """A key for the canonical order: part by part, a list before those that go on, each card by what it is
    read as, then by itself."""
    if isinstance(value, Record):
        return [key for name, part in value.fields if name != LAID for key in _order(part, cards)]
    if isinstance(value, tuple):
        return [key for item in value for key in ((1,), *_order(item, cards))] + [(0,)]
    read, card = next(cards)
    return [(1, sort_key(read), sort_key(card))]
