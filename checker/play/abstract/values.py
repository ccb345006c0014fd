"""What is known of a value in a game of which little is known.

A value is a truth (`AbstractTruth`), a whole number (`AbstractNumber`), one of some values (`AbstractCase`),
an alternative (`AbstractTagged`), a list whose items are known though not whether each is there
(`AbstractList`), or in which order they are (`UnorderedItems`), what several chose (`JointChoices`), a
collection of known size (`SizedCollection`), or anything at all (`Top`). Guards of
alternatives exclude each other, and one holds. What has a `mark` is one value: two of one mark are equal.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from checker.play.abstract import numbers as amounts
from checker.play.abstract.numbers import Amount
from checker.smt.formulas import Truth, choose, conj, disj, iff, neg
from dsl.types.values import Bag, Case, Player, Record, Tagged, Value, ValueSet

T = TypeVar("T")

MOST_ROWS = 24
"""Lists that are told apart as what one value can be; of more, only the size is kept."""


@dataclass(frozen=True, slots=True)
class AbstractTruth:
    """A truth."""

    truth: Truth


@dataclass(frozen=True, slots=True)
class AbstractNumber:
    """A whole number."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class AbstractCase:
    """One of these values: players, or cases of an enumeration."""

    guarded: tuple[tuple[Truth, Value], ...]


@dataclass(frozen=True, slots=True)
class AbstractTagged:
    """One of these alternatives, each with what it carries. Of an optional value: `none` and `some`."""

    guarded: tuple[tuple[Truth, str, "Known | None"], ...]


Items = tuple[tuple[Truth, Value], ...]


@dataclass(frozen=True, slots=True)
class AbstractList:
    """One of these lists (or sets), in each of which each item is there or not, in this order."""

    guarded: tuple[tuple[Truth, Items], ...]


@dataclass(frozen=True, slots=True)
class SizedCollection:
    """A list, bag or set of so many items."""

    size: Amount
    mark: Hashable = None


@dataclass(frozen=True, slots=True)
class UnorderedItems:
    """These items, each there or not, in an order that is not known."""

    items: Items


@dataclass(frozen=True, slots=True)
class JointChoices:
    """What several chose at once, by who they are."""

    players: Items


@dataclass(frozen=True, slots=True)
class Top:
    """A value of which nothing is known."""

    mark: Hashable = None


Known = (
    AbstractTruth
    | AbstractNumber
    | AbstractCase
    | AbstractTagged
    | AbstractList
    | UnorderedItems
    | JointChoices
    | SizedCollection
    | Top
)

NONE, SOME = "none", "some"


def literal(value: Value) -> Known:
    """All there is to know."""
    match value:
        case bool():
            return AbstractTruth(value)
        case int():
            return AbstractNumber(value)
        case None:
            return AbstractTagged(((True, NONE, None),))
        case Case() | Player():
            return AbstractCase(((True, value),))
        case Tagged(tag=tag, payload=payload):
            return AbstractTagged(((True, tag, None if payload is None else literal(payload)),))
        case tuple():
            return row(value)
        case Bag(items=items) | ValueSet(items=items):
            return row(items)
        case Record() | Fraction():
            return Top(("value", value))


def row(items: Iterable[Value]) -> AbstractList:
    """The list of exactly these."""
    return AbstractList(((True, tuple((True, item) for item in items)),))


def size_of(value: Known) -> Amount | None:
    """How many items it has; None where that is not known."""
    match value:
        case SizedCollection(size=size):
            return size
        case AbstractList(guarded=guarded):
            found: Amount = 0
            for guard, items in guarded:
                found = amounts.among_two(guard, _there(items), found)
            return found
        case UnorderedItems(items=items) | JointChoices(players=items):
            return _there(items)
        case _:
            return None


def _there(items: Items) -> Amount:
    return amounts.summed(amounts.among_two(present, 1, 0) for present, _ in items)


def unordered(value: Known) -> UnorderedItems | None:
    """Its items, in no order that is known; None where they are not known, or one may be there twice."""
    match value:
        case UnorderedItems():
            return value
        case AbstractList(guarded=guarded) if all(len(i) == len({v for _, v in i}) for _, i in guarded):
            there: dict[Value, Truth] = {}
            for guard, items in guarded:
                for present, item in items:
                    there[item] = disj((there.get(item, False), conj((guard, present))))
            return UnorderedItems(tuple((present, item) for item, present in there.items()))
        case _:
            return None


def is_one(value: Known) -> bool:
    """Whether it is always the same value, wherever the same is known of it."""
    match value:
        case SizedCollection(mark=mark) | Top(mark=mark):
            return mark is not None
        case UnorderedItems() | JointChoices():
            return False
        case AbstractTagged(guarded=guarded):
            return all(carried is None or is_one(carried) for _, _, carried in guarded)
        case _:
            return True


# ------------------------------------------------------------------ one or the other


def either(condition: Truth, then: Known, otherwise: Known) -> Known:
    """What is known of the first where the condition holds, else of the second."""
    if condition is True or then == otherwise:
        return then
    if condition is False:
        return otherwise
    match then, otherwise:
        case AbstractTruth(truth=one), AbstractTruth(truth=other):
            return AbstractTruth(choose(condition, one, other))
        case AbstractNumber(amount=a), AbstractNumber(amount=b):
            return AbstractNumber(amounts.among_two(condition, a, b))
        case AbstractCase(guarded=ones), AbstractCase(guarded=others):
            return AbstractCase(_joined(condition, ones, others))
        case AbstractTagged(), AbstractTagged():
            return _either_tag(condition, then, otherwise)
        case AbstractList(guarded=rows), AbstractList(guarded=more) if len(rows) + len(more) <= MOST_ROWS:
            return AbstractList(_joined(condition, rows, more))
    if isinstance(then, UnorderedItems) or isinstance(otherwise, UnorderedItems):
        mixed = _either_strewn(condition, unordered(then), unordered(otherwise))
        if mixed is not None:
            return mixed
    first, second = size_of(then), size_of(otherwise)
    if first is None or second is None:
        return Top()
    return SizedCollection(amounts.among_two(condition, first, second))


def _joined(
    condition: Truth, ones: Sequence[tuple[Truth, T]], others: Sequence[tuple[Truth, T]]
) -> tuple[tuple[Truth, T], ...]:
    found: dict[T, Truth] = {}
    for holds, guarded in ((condition, ones), (neg(condition), others)):
        for guard, value in guarded:
            found[value] = disj((found.get(value, False), conj((holds, guard))))
    return tuple((guard, value) for value, guard in found.items() if guard is not False)


def _either_strewn(
    condition: Truth, one: UnorderedItems | None, other: UnorderedItems | None
) -> UnorderedItems | None:
    if one is None or other is None:
        return None
    first, second = ({item: present for present, item in each.items} for each in (one, other))
    there = [(i, choose(condition, first.get(i, False), second.get(i, False))) for i in {**first, **second}]
    return UnorderedItems(tuple((present, item) for item, present in there))


def _either_tag(condition: Truth, then: AbstractTagged, otherwise: AbstractTagged) -> AbstractTagged:
    found: dict[str, tuple[Truth, Known | None]] = {}
    for holds, guarded in ((condition, then.guarded), (neg(condition), otherwise.guarded)):
        for guard, tag, carried in guarded:
            before = found.get(tag)
            here = conj((holds, guard))
            if before is None:
                found[tag] = (here, carried)
            elif before[1] is None or carried is None:
                found[tag] = (disj((before[0], here)), carried)
            else:
                found[tag] = (disj((before[0], here)), either(condition, before[1], carried))
    return AbstractTagged(tuple((guard, tag, carried) for tag, (guard, carried) in found.items()))


def lifted(guarded: Sequence[tuple[Truth, T]], then: Callable[[T], Known]) -> Known:
    """What is known of what comes of it, whichever it is."""
    *first, (_, last) = guarded
    found = then(last)
    for guard, value in reversed(first):
        found = either(guard, then(value), found)
    return found


# ------------------------------------------------------------------ comparing


def equal(one: Known, other: Known) -> Truth | None:
    """Whether they are equal; None where that cannot be told."""
    match one, other:
        case AbstractTruth(truth=a), AbstractTruth(truth=b):
            return iff(a, b)
        case AbstractNumber(amount=m), AbstractNumber(amount=n):
            return amounts.same(m, n)
        case AbstractCase(guarded=ones), AbstractCase(guarded=others):
            return disj(conj((g, h)) for g, a in ones for h, b in others if a == b)
        case AbstractTagged(guarded=ones), AbstractTagged(guarded=others):
            return _equal_tags(ones, others)
        case _:
            return _equal_if_empty(one, other)


def _equal_tags(
    ones: tuple[tuple[Truth, str, Known | None], ...], others: tuple[tuple[Truth, str, Known | None], ...]
) -> Truth | None:
    found: list[Truth] = []
    for guard, tag, carried in ones:
        for holds, name, borne in others:
            if tag != name:
                continue
            if carried is None or borne is None:
                found.append(conj((guard, holds)))
                continue
            alike = equal(carried, borne)
            if alike is None:
                return None
            found.append(conj((guard, holds, alike)))
    return disj(found)


def _equal_if_empty(one: Known, other: Known) -> Truth | None:
    if one == other and is_one(one):
        return True
    sizes = size_of(one), size_of(other)
    for size, against in (sizes, sizes[::-1]):
        if isinstance(size, int) and size == 0 and against is not None:
            return amounts.same(against, 0)
    return None
