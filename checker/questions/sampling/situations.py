"""Situations made up for concrete questions: small ones in order, and others drawn at random, with values
that were met in examples and games, and with what can be laid in shapes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice, product

from checker.editions.editions import Editions
from checker.questions.sampling.arrangements import ArrangementSampler
from checker.questions.sampling.values import draw
from dsl.model import LAID, Expr, Parameter, is_concrete_type
from dsl.types.types import (
    BagType,
    IntType,
    ListType,
    OptionalType,
    RationalType,
    RecordType,
    SetType,
    Type,
    UnionType,
)
from dsl.types.values import Player, Record, Value, bag_of, sort_key
from interpreter.evaluate.evaluate import Blocked, NoValue
from interpreter.rulebook.enumeration import situations_of, size_key, size_of, space_size_of
from interpreter.rulebook.rulebook import Rulebook, Situation
from interpreter.runtime.rng import Chance

MADE, DRAWN = 240, 200
"""Situations of one question that are made up in order, and drawn."""
LISTED = 2_000
"""Of so many small situations the smallest are taken."""
LARGER = 5
"""By so much lists and bags that are made up or drawn are longer than they have to be, at most."""
LARGE, OF_A_SIZE, MOST_LARGE = 7, 5, 20
"""Situations with so many things in them or more: so many of a size, and so many in all, are looked at."""
MOST_TRIED, MOST_LAID = 400, 60
"""So often something is laid in a shape by chance, until so many different ones are there."""
ROWS = 300
"""So many situations are gone through in order for each thing that is laid."""

Told = tuple[Sequence[Parameter], Sequence[Situation]]
"""Parameters, and situations in which they had values."""


def make_up(
    editions: Editions,
    book: Rulebook,
    parameters: Sequence[Parameter],
    needs: Sequence[Expr],
    smallest: Sequence[Expr],
    met: Sequence[Situation],
    also: Sequence[Situation],
    told: Sequence[Told],
    purpose: str,
) -> tuple[Situation, ...]:
    """Situations of these parameters that meet what they need, the smallest first: those `met`, those of
    `also` and of others that are not too large. `told`: what more was met, of other parameters, from which
    values are drawn. `purpose` keeps what is drawn for one question apart from what is for another. Raises
    ArbitreError."""
    known = _known(editions, book, parameters, [*told, (parameters, [*met, *also])])
    labels = [p.name for p in parameters]

    def possible(situation: Situation) -> bool:
        env = dict(zip(labels, situation, strict=True))
        return all(book.holds(need, env) is True for need in needs)

    order = partial(size_key, parameters, smallest, book)
    made = islice(filter(possible, islice(_made(editions, parameters, known), 2 * LISTED)), LISTED)
    found = dict.fromkeys(sorted(made, key=order)[:MADE])
    found |= dict.fromkeys(filter(possible, _drawn(editions, book, parameters, known, purpose)))
    found |= dict.fromkeys(filter(possible, also))
    some = _affordable(parameters, sorted(found, key=order))
    kept = dict.fromkeys((*filter(possible, met), *some))
    return tuple(sorted(kept, key=order))


def _affordable(parameters: Sequence[Parameter], situations: Iterable[Situation]) -> Iterator[Situation]:
    """All small situations, and some large ones: working out what can be laid takes its time there."""
    counts: Counter[int] = Counter()
    plain = [not is_concrete_type(p.type) for p in parameters]
    for situation in situations:
        size = sum(size_of(value) for value, told in zip(situation, plain, strict=True) if told)
        if size < LARGE:
            yield situation
        elif counts[size] < OF_A_SIZE and counts.total() < MOST_LARGE:
            counts[size] += 1
            yield situation


def _drawn(
    editions: Editions,
    book: Rulebook,
    parameters: Sequence[Parameter],
    known: Mapping[Type, Sequence[Value]],
    purpose: str,
) -> Iterator[Situation]:
    names = tuple(Player(name) for name in editions.game.names[: editions.game.players[1]])
    small = [replace(p, type=_narrow(p.type, LARGER, numbers=False)) for p in parameters]
    if all(type in known for p in small for type in _types_in(p.type) if _is_shape(type)):
        for number in range(DRAWN):
            situation = draw(book, small, Chance(number, f"look {purpose}"), names, known)
            if situation is not None:
                yield situation


# ------------------------------------------------------------------ values to draw from


def _known(
    editions: Editions, book: Rulebook, parameters: Sequence[Parameter], told: Sequence[Told]
) -> dict[Type, tuple[Value, ...]]:
    """Values by type: those that parameters had in what was met, what is laid by chance, and hands with which
    that can be."""
    found: dict[Type, dict[Value, None]] = {}
    for named, situations in told:
        for parameter, values in zip(named, zip(*situations, strict=True), strict=False):
            small = _narrow(parameter.type, LARGER, numbers=False)
            for value in values:
                found.setdefault(small, {}).setdefault(value)
                for shape, inside in _laid_of(parameter.type, value):
                    found.setdefault(shape, {}).setdefault(inside)
    for type in dict.fromkeys(t for p in parameters for t in _types_in(p.type)):
        small = _narrow(type, LARGER, numbers=False)
        match type:
            case RecordType(is_shape=True):
                found.setdefault(type, {}).update(dict.fromkeys(_laid(editions, book, type)))
            case BagType(item=item) | ListType(item=item):
                hands = (_hand(laid, small) for laid in _laid_with(editions, book, item))
                found.setdefault(small, {}).update((hand, None) for hand in hands if hand is not None)
            case _:
                pass
    return {type: tuple(values) for type, values in found.items() if values}


def _laid_with(editions: Editions, book: Rulebook, card: Type) -> Iterator[Value]:
    """What is laid with cards of this type, in any shape."""
    for shape in editions.game.shapes.values():
        if shape.card == card:
            yield from _laid(editions, book, shape.type)


def _hand(laid: Value, type: Type) -> Value:
    """The cards that lie there, and more of the same if they are too few; None where they are too many."""
    assert isinstance(laid, Record) and isinstance(type, BagType | ListType)
    cards = laid.get(LAID)
    assert isinstance(cards, tuple)
    if not cards or (type.high is not None and len(cards) > type.high):
        return None
    often = max(1, -(-(type.low or 0) // len(cards)))
    hand = (cards * often)[: max(len(cards), type.low or 0)]
    return hand if isinstance(type, ListType) else bag_of(hand)


def _is_shape(type: Type) -> bool:
    return isinstance(type, RecordType) and type.is_shape


def _types_in(type: Type) -> Iterator[Type]:
    """A type and those in it; nothing of what a shape consists of."""
    yield type
    match type:
        case RecordType(fields=fields) if not type.is_shape:
            for _, field in fields:
                yield from _types_in(field)
        case UnionType(alternatives=alternatives):
            for alternative in alternatives:
                if alternative.payload is not None:
                    yield from _types_in(alternative.payload)
        case OptionalType(item=item) | ListType(item=item) | BagType(item=item) | SetType(item=item):
            yield from _types_in(item)
        case _:
            pass


def _laid_of(type: Type, value: Value) -> Iterator[tuple[RecordType, Value]]:
    """What is laid in a shape in a value of a type."""
    match type, value:
        case RecordType(is_shape=True), Record():
            yield type, value
        case RecordType(fields=fields), Record():
            for name, field in fields:
                yield from _laid_of(field, value.get(name))
        case OptionalType(item=item), _ if value is not None:
            yield from _laid_of(item, value)
        case ListType(item=item), tuple():
            for each in value:
                yield from _laid_of(item, each)
        case _:
            pass


def _laid(editions: Editions, book: Rulebook, type: RecordType) -> tuple[Value, ...]:
    """What is laid in a shape, by chance, but always the same. Kept."""
    key = f"laid in {type.name}"
    if key not in editions.looked:
        shape = editions.game.shapes[type.name]
        layer = ArrangementSampler(book, Chance(0, key))
        found: dict[Value, None] = {}
        for _ in range(MOST_TRIED):
            with suppress(Blocked, NoValue):
                laid = layer.lay(shape)
                found |= {} if laid is None else {laid: None}
            if len(found) == MOST_LAID:
                break
        editions.looked[key] = tuple(sorted(found, key=lambda v: (size_of(v), sort_key(v))))
    kept: tuple[Value, ...] = editions.looked[key]
    return kept


# ------------------------------------------------------------------ small ones, in order


def _made(
    editions: Editions, parameters: Sequence[Parameter], known: Mapping[Type, Sequence[Value]]
) -> Iterator[Situation]:
    """The smallest of the situations in which lists and bags are short and numbers low."""
    best: list[Parameter] | None = None
    plain = [p for p in parameters if not is_concrete_type(p.type)]
    for more in range(LARGER + 1):
        narrow = [replace(p, type=_narrow(p.type, more)) for p in plain]
        if space_size_of(editions.game, narrow, LISTED) is None:
            break
        best = narrow
    if best is None:
        return
    laid = [known.get(p.type, ()) for p in parameters if is_concrete_type(p.type)]
    for situation in islice(situations_of(editions.game, best), ROWS if laid else None):
        for values in product(*laid):
            others, rest = iter(situation), iter(values)
            yield tuple(next(rest if is_concrete_type(p.type) else others) for p in parameters)


def _narrow(type: Type, more: int, numbers: bool = True) -> Type:
    """The type with lists and bags by at most so much longer than they have to be; `numbers`: and with the
    lowest numbers only."""
    inside = partial(_narrow, more=more, numbers=numbers)
    match type:
        case ListType(item=item, low=low, high=high) | BagType(item=item, low=low, high=high):
            most = (low or 0) + more
            return replace(type, item=inside(item), high=most if high is None else min(high, most))
        case IntType(low=low, high=high) if numbers:
            least = low if low is not None else (0 if high is None else min(0, high))
            return IntType(least, least + 1 + more if high is None else min(high, least + 1 + more))
        case RationalType() if numbers:
            return IntType(0, 1 + more)
        case OptionalType(item=item):
            return OptionalType(inside(item))
        case RecordType(fields=fields) if not type.is_shape:
            return replace(type, fields=tuple((name, inside(field)) for name, field in fields))
        case UnionType(alternatives=alternatives):
            return replace(
                type,
                alternatives=tuple(
                    a if a.payload is None else replace(a, payload=inside(a.payload)) for a in alternatives
                ),
            )
        case _:
            return type
