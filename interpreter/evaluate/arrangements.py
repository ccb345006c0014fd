"""What can be laid with cards in a shape, and how a row of cards can be read: by trying everything.

What is laid comes in canonical order: by its parts from the first on, a list before its continuations, a
card before others by the canonical order of what it is read as, then of itself. Each comes once: what is
laid tells how it was laid.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from dsl.model import CARD, LAID, Expr, Shape, ShapePart
from dsl.model.card_text import Written, as_read
from dsl.text.span import Span
from dsl.types.values import Case, Record, Tagged, Value, sort_key
from interpreter.runtime.budget import WORK
from interpreter.values.context import Context, Env, TooManySteps

MOST_STEPS = 2_000_000
"""After how many cards put down one after the other it is given up."""

Code = Callable[[Env, Context], Any]
Compile = Callable[[Expr], Code]
Readings = dict[Value, tuple[Value, ...]]


class Layout:
    """A shape with its conditions turned into functions."""

    def __init__(self, shape: Shape, compiled: Compile) -> None:
        self.shape = shape
        self.compiled = compiled

    def using(self, cards: Sequence[Value], context: Context, span: Span) -> Iterator[Record]:
        """All that can be laid with some of the cards. Raises Blocked, SpecError, TooManySteps."""
        return _Hand(self.compiled, context, span, cards).all_of(self.shape)

    def parts_using(
        self,
        parts: tuple[ShapePart, ...],
        reading: Expr | None,
        cards: Sequence[Value],
        context: Context,
        span: Span,
    ) -> Iterator[Record]:
        """All that can be laid in these parts alone, whose conditions see no others; `reading` is as what
        cards are read where no shape says. Raises as `using`."""
        return _Hand(self.compiled, context, span, cards).all_of(
            replace(self.shape, parts=parts, reading=reading)
        )

    def along(self, row: Sequence[Value], context: Context, span: Span) -> Iterator[Record]:
        """All ways to read exactly this row. Raises as `using`."""
        return _Row(self.compiled, context, span, row).all_of(self.shape)

    def written(self, row: Sequence[Written], context: Context, span: Span) -> Iterator[Record]:
        """All ways to read exactly this row, each card as itself or as the text says. Raises as `using`."""
        reads = [one.card if one.read is None else one.read for one in row]
        cards = [one.card for one in row]
        return _Row(self.compiled, context, span, cards, reads).all_of(self.shape)


class _Laying:
    """Lays cards one after the other, and takes them back."""

    def __init__(self, compiled: Compile, context: Context, span: Span) -> None:
        self.compiled = compiled
        self.context = context
        self.span = span
        self.row: list[Value] = []
        self.steps = 0
        self.known: dict[int | None, Readings] = {None: {}}

    def offered(self, part: ShapePart, reading: Expr | None) -> Iterator[tuple[Value, Value]]:
        """The cards that can lie next, each as it is read and as it is, in canonical order; each lies there
        until the next is wanted."""
        raise NotImplementedError

    def whole(self) -> bool:
        """Whether what lies there may be all."""
        raise NotImplementedError

    def all_of(self, shape: Shape) -> Iterator[Record]:
        """All that can be laid."""
        for record in self._shape(shape, None):
            if self.whole():
                yield record

    def _shape(self, shape: Shape, outer: Expr | None) -> Iterator[Record]:
        reading = outer if shape.reading is None else shape.reading
        return self._parts(shape, 0, {}, len(self.row), reading)

    def _parts(
        self, shape: Shape, at: int, values: dict[str, Any], start: int, reading: Expr | None
    ) -> Iterator[Record]:
        if at == len(shape.parts):
            yield Record(shape.name, (*values.items(), (LAID, tuple(self.row[start:]))))
            return
        part = shape.parts[at]
        where = None if part.where is None else self.compiled(part.where)
        for value in self._part(part, reading):
            values[part.name] = value
            if where is None or where(dict(values), self.context):
                yield from self._parts(shape, at + 1, values, start, reading)
            del values[part.name]

    def _part(self, part: ShapePart, reading: Expr | None) -> Iterator[Any]:
        if part.high is None:
            return self._one(part, reading)
        return self._list(part, part.low or 0, part.high, [], reading)

    def _one(self, part: ShapePart, reading: Expr | None) -> Iterator[Any]:
        if part.shape is not None:
            return self._shape(part.shape, reading)
        return self._card(part, reading)

    def _list(
        self, part: ShapePart, low: int, high: int, done: list[Any], reading: Expr | None
    ) -> Iterator[Any]:
        if len(done) >= low:
            yield tuple(done)
        if len(done) < high:
            for item in self._one(part, reading):
                done.append(item)
                yield from self._list(part, low, high, done, reading)
                done.pop()

    def _card(self, part: ShapePart, reading: Expr | None) -> Iterator[Value]:
        for read, card in self.offered(part, reading):
            self.steps += 1
            WORK.steps += 1
            if self.steps > MOST_STEPS:
                message = f"there are more than {MOST_STEPS} ways to begin to lay these cards"
                raise TooManySteps(message, self.span)
            self.row.append(card)
            yield read
            self.row.pop()

    def read(self, card: Value, reading: Expr | None) -> tuple[Value, ...]:
        """As what a card is read, in canonical order."""
        known = self.known.setdefault(None if reading is None else id(reading), {})
        if card not in known:
            if reading is None:
                known[card] = (card,)
            else:
                known[card] = self.compiled(reading)({CARD: card}, self.context).items
        return known[card]


class _Hand(_Laying):
    """Lays cards of a hand, each as often as it is there."""

    def __init__(self, compiled: Compile, context: Context, span: Span, cards: Sequence[Value]) -> None:
        super().__init__(compiled, context, span)
        self.left = Counter(cards)
        self.cards = sorted(self.left, key=sort_key)
        self.pairs: dict[tuple[str | None, int | None], list[tuple[Value, Value]]] = {}

    def whole(self) -> bool:
        return True

    def offered(self, part: ShapePart, reading: Expr | None) -> Iterator[tuple[Value, Value]]:
        key = (part.tag, None if reading is None else id(reading))
        if key not in self.pairs:
            pairs = [(read, card) for card in self.cards for read in self.read(card, reading)]
            fitting = [pair for pair in pairs if is_sort(pair[0], part.tag)]
            self.pairs[key] = sorted(fitting, key=lambda pair: (sort_key(pair[0]), sort_key(pair[1])))
        for read, card in self.pairs[key]:
            if self.left[card]:
                self.left[card] -= 1
                yield read, card
                self.left[card] += 1


class _Row(_Laying):
    """Lays the cards of a row, in order."""

    def __init__(
        self,
        compiled: Compile,
        context: Context,
        span: Span,
        cards: Sequence[Value],
        reads: Sequence[Value] | None = None,
    ) -> None:
        super().__init__(compiled, context, span)
        self.cards = tuple(cards)
        self.reads = reads

    def whole(self) -> bool:
        return len(self.row) == len(self.cards)

    def offered(self, part: ShapePart, reading: Expr | None) -> Iterator[tuple[Value, Value]]:
        if len(self.row) < len(self.cards):
            card = self.cards[len(self.row)]
            at = len(self.row)
            for read in self.read(card, reading) if self.reads is None else (self.reads[at],):
                if is_sort(read, part.tag):
                    yield read, card


def is_sort(card: Value, tag: str | None) -> bool:
    """Whether a card is of a sort: has that tag, or is that case."""
    match card:
        case Tagged(tag=own) | Case(name=own):
            return tag is None or own == tag
        case _:
            return False


def canonical(laid: Record) -> tuple[object, ...]:
    """A key by which what is laid in one shape comes in the order of `Layout.using`."""
    cards = laid.get(LAID)
    assert isinstance(cards, tuple)
    pairs = iter(zip(as_read(laid), cards, strict=True))

    def walk(value: Value) -> tuple[object, ...]:
        match value:
            case Record(fields=fields):
                return tuple(one for name, part in fields if name != LAID for one in walk(part))
            case tuple():
                return (*(one for part in value for one in ((1,), *walk(part))), (0,))
            case _:
                read, card = next(pairs)
                return ((1, sort_key(read), sort_key(card)),)

    return walk(laid)
