"""Symbolic values: what a value of the language may be, with the condition for each.

Finite choices stay finite (`SymChoice`: exclusive cases of known values), so that comparing, adding and
maximising small numbers is propositional; only numbers of many values (`SymNumber`) become integers of the
solver.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import TypeAlias, TypeGuard

from checker.smt.formulas import (
    Formula,
    Number,
    Replacement,
    Truth,
    conj,
    constant,
    counts,
    disj,
    either,
    iff,
    implies,
    mentions,
    minus,
    neg,
    not_above,
    product,
    remainder,
    same_number,
    total,
)
from dsl.text.errors import Portable
from dsl.text.messages import Said
from dsl.types.values import (
    Bag,
    Player,
    Record,
    Tagged,
    Value,
    ValueSet,
    quotient,
    rational,
    set_of,
    sort_key,
)

MOST_CASES = 400
"""Beyond so many cases a number becomes an integer of the solver."""


class NotEncodable(Portable):
    """A construct that has no symbolic form here; the reason in words."""


@dataclass(frozen=True, slots=True, eq=False)
class SymChoice:
    """One of these, each where its condition holds: at most one does."""

    entries: tuple[tuple[Truth, "Value"], ...]


@dataclass(frozen=True, slots=True, eq=False)
class SymNumber:
    """A number of many values."""

    term: Number


@dataclass(frozen=True, slots=True, eq=False)
class SymOptional:
    """A number of many values where it is there, else `none`."""

    there: Truth
    term: Number


@dataclass(frozen=True, slots=True, eq=False)
class SymRecord:
    """A record with symbolic fields, in declared order."""

    type: str
    fields: tuple[tuple[str, "Sym"], ...]


@dataclass(frozen=True, slots=True, eq=False)
class SymList:
    """Places in order, each there where its condition holds."""

    places: tuple[tuple[Truth, "Sym"], ...]


@dataclass(frozen=True, slots=True, eq=False)
class SymSet:
    """Known members, each in the set where its condition holds."""

    members: tuple[tuple[Truth, Value], ...]


Sym: TypeAlias = Value | SymChoice | SymNumber | SymOptional | SymRecord | SymList | SymSet | Formula


def is_known(sym: Sym) -> bool:
    """Whether it is a plain value of the language."""
    return not isinstance(sym, (SymChoice, SymNumber, SymOptional, SymRecord, SymList, SymSet, Formula))


def is_number(sym: Sym) -> TypeGuard[int | Fraction]:
    """Whether it is a known number, whole or not."""
    return isinstance(sym, int | Fraction)


def cases(sym: Sym) -> tuple[tuple[Truth, Value], ...] | None:
    """Its cases, if it has finitely many known ones."""
    if isinstance(sym, SymChoice):
        return sym.entries
    if isinstance(sym, Formula):
        return ((sym, True), (neg(sym), False))
    if is_known(sym):
        return ((True, sym),)  # type: ignore[return-value]
    return None


def truth(sym: Sym) -> Truth:
    """A boolean as a truth."""
    if isinstance(sym, bool | Formula):
        return sym
    if isinstance(sym, SymChoice):
        return disj(g for g, v in sym.entries if v is True)
    raise NotEncodable(Said("a truth is needed here"))


def merge(entries: Iterable[tuple[Truth, Value]]) -> Sym:
    """Cases joined: equal values share one condition; a single certain one is itself."""
    order: list[Value] = []
    guards: dict[tuple[object, ...], list[Truth]] = {}
    for guard, value in entries:
        if guard is False:
            continue
        key = (type(value).__name__, value)
        if key not in guards:
            guards[key] = []
            order.append(value)
        guards[key].append(guard)
    joined = tuple((disj(guards[(type(v).__name__, v)]), v) for v in order)
    if len(joined) == 1 and joined[0][0] is True:
        return joined[0][1]
    if joined and all(isinstance(v, bool) for _, v in joined):
        return disj(g for g, v in joined if v is True)
    return SymChoice(tuple(sorted(joined, key=lambda e: sort_key(e[1]))))


def select(entries: Sequence[tuple[Truth, Sym]]) -> Sym:
    """The one whose condition holds (the conditions exclude each other)."""
    live = [(g, s) for g, s in entries if g is not False]
    if len(live) == 1 and live[0][0] is True:
        return live[0][1]
    if live and all(isinstance(s, bool | Formula) for _, s in live):
        return disj(conj((g, truth(s))) for g, s in live)
    finite: list[tuple[Truth, Value]] = []
    for guard, sym in live:
        known_cases = cases(sym)
        if known_cases is None:
            return _select_structured(live)
        finite.extend((conj((guard, g)), v) for g, v in known_cases)
    if len(finite) > MOST_CASES and all(is_number(v) for _, v in finite):
        return _select_structured(live)
    return merge(finite)


def _select_structured(live: Sequence[tuple[Truth, Sym]]) -> Sym:
    spread: list[tuple[Truth, Sym]] = []
    for guard, sym in live:
        if isinstance(sym, SymChoice):
            spread.extend((conj((guard, g)), v) for g, v in sym.entries)
        else:
            spread.append((guard, sym))
    first = spread[0][1]
    if any(isinstance(s, SymNumber | SymOptional) for _, s in spread) or is_number(first):
        amounts = [(g, number(s)) for g, s in spread if s is not None]
        result = amounts[-1][1]
        for guard, amount in reversed(amounts[:-1]):
            result = either(guard, amount, result)
        return optional(disj(conj((g, lacking(s))) for g, s in spread), SymNumber(result))
    if any(isinstance(s, SymRecord) for _, s in spread):
        records = [(g, as_record(s)) for g, s in spread]
        names = [n for n, _ in records[0][1].fields]
        return SymRecord(
            records[0][1].type,
            tuple((n, select([(g, field_of(r, n)) for g, r in records])) for n in names),
        )
    if any(isinstance(s, SymList) for _, s in spread):
        return SymList(tuple((conj((g, p)), item) for g, s in spread for p, item in places(s)))
    if any(isinstance(s, SymSet) for _, s in spread):
        return make_set((conj((g, m)), v) for g, s in spread for m, v in members(s))
    raise NotEncodable(Said("these cannot be told apart by cases"))


# ------------------------------------------------------------------ numbers that may be none


def lacking(sym: Sym) -> Truth:
    """Where it is `none`."""
    if isinstance(sym, SymOptional):
        return neg(sym.there)
    if isinstance(sym, SymChoice):
        return disj(g for g, v in sym.entries if v is None)
    return sym is None


def present(sym: Sym) -> Sym:
    """The number where it is not `none` (elsewhere any at all, or no case)."""
    if isinstance(sym, SymOptional):
        return SymNumber(sym.term)
    if isinstance(sym, SymChoice):
        return SymChoice(tuple((g, v) for g, v in sym.entries if v is not None))
    return SymChoice(()) if sym is None else sym


def optional(none: Truth, sym: Sym) -> Sym:
    """`none` where the condition holds, else the number, whose cases hold nowhere there."""
    if none is False:
        return sym
    if none is True:
        return None
    known_cases = cases(sym)
    return SymOptional(neg(none), number(sym)) if known_cases is None else merge([(none, None), *known_cases])


def spreading(apply: Callable[[Sym, Sym], Sym], one: Sym, other: Sym) -> Sym:
    """An operation on numbers, `none` where one of them is."""
    none = disj((lacking(one), lacking(other)))
    if none is False:
        return apply(one, other)
    return None if none is True else optional_over(none, apply(present(one), present(other)))


def optional_over(none: Truth, sym: Sym) -> Sym:
    """`none` where the condition holds, or the number is, else the number."""
    return optional(disj((none, lacking(sym))), present(sym))


def each(sym: Sym, apply: Callable[[Value], Sym]) -> Sym:
    """A function of known values, case by case."""
    known_cases = cases(sym)
    if known_cases is None:
        raise NotEncodable(Said("this has too many cases"))
    if len(known_cases) == 1 and known_cases[0][0] is True:
        return apply(known_cases[0][1])
    return select([(g, apply(v)) for g, v in known_cases])


def number(sym: Sym) -> Number:
    """A number as a number of the solver (of one that may be `none`: what it is elsewhere)."""
    if isinstance(sym, SymNumber | SymOptional):
        return sym.term
    if is_number(sym):
        return constant(sym)
    if isinstance(sym, SymChoice):
        values = [(g, v) for g, v in sym.entries if is_number(v)]
        if not values:
            return constant(0)
        result = constant(values[-1][1])
        for guard, value in reversed(values[:-1]):
            result = either(guard, constant(value), result)
        return result
    raise NotEncodable(Said("a number is needed here"))


def as_record(sym: Sym) -> SymRecord:
    """A record as a symbolic one."""
    if isinstance(sym, SymRecord):
        return sym
    if isinstance(sym, Record):
        return SymRecord(sym.type, tuple(sym.fields))
    raise NotEncodable(Said("a record is needed here"))


def field_of(sym: Sym, name: str) -> Sym:
    """A field of a record."""
    if isinstance(sym, SymRecord):
        return next(value for field, value in sym.fields if field == name)

    def get(value: Value) -> Sym:
        assert isinstance(value, Record)
        return value.get(name)

    return each(sym, get)


def places(sym: Sym) -> tuple[tuple[Truth, Sym], ...]:
    """The places of a list (or items of a bag or set), each with the condition that it is there."""
    if isinstance(sym, SymList):
        return sym.places
    if isinstance(sym, tuple):
        return tuple((True, item) for item in sym)
    if isinstance(sym, Bag | ValueSet):
        return tuple((True, item) for item in sym.items)
    if isinstance(sym, SymSet):
        return tuple(sym.members)
    raise NotEncodable(Said("a list is needed here"))


def members(sym: Sym) -> tuple[tuple[Truth, Value], ...]:
    """The possible members of a set."""
    if isinstance(sym, SymSet):
        return sym.members
    if isinstance(sym, ValueSet):
        return tuple((True, item) for item in sym.items)
    if isinstance(sym, SymChoice):
        found: list[tuple[Truth, Value]] = []
        for guard, value in sym.entries:
            assert isinstance(value, ValueSet)
            found.extend((guard, item) for item in value.items)
        return _joined(found)
    raise NotEncodable(Said("a set is needed here"))


def _joined(found: Iterable[tuple[Truth, Value]]) -> tuple[tuple[Truth, Value], ...]:
    guards: dict[Value, list[Truth]] = {}
    for guard, value in found:
        if guard is not False:
            guards.setdefault(value, []).append(guard)
    return tuple((disj(guards[v]), v) for v in sorted(guards, key=sort_key))


def make_set(found: Iterable[tuple[Truth, Sym]]) -> Sym:
    """The set of these, each in it where its condition holds."""
    spread: list[tuple[Truth, Value]] = []
    for guard, sym in found:
        known_cases = cases(sym)
        if known_cases is None:
            raise NotEncodable(Said("a set of values with too many cases"))
        spread.extend((conj((guard, g)), v) for g, v in known_cases)
    joined = _joined(spread)
    if all(g is True for g, _ in joined):
        return set_of(v for _, v in joined)
    return SymSet(joined)


def equal(one: Sym, other: Sym) -> Truth:
    """Whether two values of one type are the same."""
    if is_known(one) and is_known(other):
        return one == other
    if _is_truth(one) and _is_truth(other):
        return iff(truth(one), truth(other))
    if isinstance(one, SymNumber | SymOptional) or isinstance(other, SymNumber | SymOptional):
        return _equal_numbers(one, other)
    if isinstance(one, SymRecord) or isinstance(other, SymRecord):
        return _equal_records(one, other)
    if isinstance(one, SymSet) or isinstance(other, SymSet):
        left, right = ({v: g for g, v in members(sym)} for sym in (one, other))
        values = sorted({**left, **right}, key=sort_key)
        return conj(iff(left.get(v, False), right.get(v, False)) for v in values)
    if isinstance(one, SymList) or isinstance(other, SymList):
        return _equal_lists(one, other)
    left_cases, right_cases = cases(one), cases(other)
    assert left_cases is not None and right_cases is not None
    by_value: dict[Value, Truth] = {v: g for g, v in right_cases}
    return disj(conj((g, by_value[v])) for g, v in left_cases if v in by_value)


def _equal_numbers(one: Sym, other: Sym) -> Truth:
    none, other_none = lacking(one), lacking(other)
    if none is True or other_none is True:
        return conj((none, other_none))
    same = same_number(number(one), number(other))
    return disj((conj((none, other_none)), conj((neg(none), neg(other_none), same))))


def _is_truth(sym: Sym) -> bool:
    known_cases = cases(sym)
    return known_cases is not None and all(isinstance(v, bool) for _, v in known_cases)


def _equal_records(one: Sym, other: Sym) -> Truth:
    if isinstance(one, SymChoice):
        return disj(conj((g, equal(v, other))) for g, v in one.entries)
    if isinstance(other, SymChoice):
        return disj(conj((g, equal(one, v))) for g, v in other.entries)
    left, right = as_record(one), as_record(other)
    return conj(equal(v, field_of(right, n)) for n, v in left.fields)


def _equal_lists(one: Sym, other: Sym) -> Truth:
    for alternatives, sym in ((one, other), (other, one)):
        if isinstance(alternatives, SymChoice):
            return disj(conj((g, _equal_lists(v, sym))) for g, v in alternatives.entries)
    left, right = places(one), places(other)
    if all(g is True for g, _ in (*left, *right)):
        if len(left) != len(right):
            return False
        return conj(equal(a, b) for (_, a), (_, b) in zip(left, right, strict=True))
    sizes = zip_longest(counts([g for g, _ in left]), counts([g for g, _ in right]), fillvalue=False)
    ranks = [[counts([h for h, _ in row[:at]]) for at in range(len(row))] for row in (left, right)]
    alike = [
        implies(conj((g, h, before[k], others[k])), equal(a, b))
        for (g, a), before in zip(left, ranks[0], strict=True)
        for (h, b), others in zip(right, ranks[1], strict=True)
        for k in range(min(len(before), len(others)))
    ]
    return conj((*(iff(n, m) for n, m in sizes), *alike))


def at_most(one: Sym, other: Sym) -> Truth:
    """Whether the first number is at most the second."""
    left, right = cases(one), cases(other)
    if left is None or right is None:
        return not_above(number(one), number(other))
    if len(left) == 1 or len(right) == 1:
        return disj(
            conj((g, h)) for g, a in left for h, b in right if is_number(a) and is_number(b) and a <= b
        )
    values = sorted({v for _, v in left if is_number(v)})
    return conj(
        disj(
            (
                neg(disj(g for g, a in left if is_number(a) and a >= v)),
                disj(h for h, b in right if is_number(b) and b >= v),
            )
        )
        for v in values
    )


def add(one: Sym, other: Sym, sign: int = 1) -> Sym:
    """Sum (or difference) of two numbers."""
    left, right = cases(one), cases(other)
    if left is not None and right is not None and len(left) * len(right) <= MOST_CASES:
        return merge(
            (conj((g, h)), rational(a + sign * b))
            for g, a in left
            for h, b in right
            if is_number(a) and is_number(b)
        )
    right_term = number(other)
    return SymNumber(total(number(one), right_term if sign > 0 else minus(right_term)))


def times(one: Sym, other: Sym) -> Sym:
    """Product of two numbers, one of which has few values."""
    left, right = cases(one), cases(other)
    if left is not None and right is not None and len(left) * len(right) <= MOST_CASES:
        return merge(
            (conj((g, h)), rational(a * b))
            for g, a in left
            for h, b in right
            if is_number(a) and is_number(b)
        )
    few, many = (left, other) if left is not None else (right, one)
    if few is None:
        raise NotEncodable(Said("a product of two numbers of many values"))
    return select([(g, SymNumber(product(constant(v), number(many)))) for g, v in few if is_number(v)])


def divided(one: Sym, other: Sym) -> Sym:
    """What comes of a division by a number of few values; `none` where it is 0."""
    left, right = cases(one), cases(other)
    if right is None:
        raise NotEncodable(Said("a division by a number of many values"))
    if left is not None and len(left) * len(right) <= MOST_CASES:
        return merge(
            (conj((g, h)), quotient(a, b)) for g, a in left for h, b in right if is_number(a) and is_number(b)
        )
    by = [(h, constant(quotient(1, b) or 0)) for h, b in right if is_number(b) and b != 0]
    value = select([(h, SymNumber(product(part, number(one)))) for h, part in by]) if by else SymChoice(())
    return optional(disj(h for h, b in right if b == 0), value)


def left_of(one: Sym, other: Sym) -> Sym:
    """What is left of a whole number by another, of few values; any number, or no case, where that is not
    positive."""
    left, right = cases(one), cases(other)
    if right is None:
        raise NotEncodable(Said("what is left by a number of many values"))
    by = [(h, b) for h, b in right if isinstance(b, int) and b > 0]
    if left is not None and len(left) * len(by) <= MOST_CASES:
        return merge((conj((g, h)), a % b) for g, a in left for h, b in by if isinstance(a, int))
    whole = number(one)
    return select([(h, SymNumber(remainder(whole, constant(b)))) for h, b in by]) if by else SymChoice(())


def negative(sym: Sym) -> Sym:
    """Minus a number; of `none`, `none`."""
    if isinstance(sym, SymNumber):
        return SymNumber(minus(sym.term))
    if isinstance(sym, SymOptional):
        return SymOptional(sym.there, minus(sym.term))
    return each(sym, lambda v: -v if is_number(v) else v)


def largest(entries: Sequence[tuple[Truth, Sym]], sign: int) -> tuple[Sym, Truth]:
    """The highest (`sign` 1) or lowest (-1) of those there, and whether there is any."""
    there = disj(g for g, _ in entries)
    finite = [(g, cases(s)) for g, s in entries]
    if all(c is not None for _, c in finite):
        spread = [(conj((g, h)), v) for g, c in finite for h, v in c or () if is_number(v)]
        values = sorted({v for _, v in spread}, reverse=sign > 0)
        found: list[tuple[Truth, Value]] = []
        beyond: list[Truth] = []
        for value in values:
            here = disj(g for g, v in spread if v == value)
            found.append((conj((here, neg(disj(beyond)))), value))
            beyond.append(here)
        return merge(found), there
    result: Number | None = None
    some: Truth = False
    for guard, sym in entries:
        this = number(sym)
        if result is None:
            result, some = this, guard
            continue
        beats = neg(not_above(this, result) if sign > 0 else not_above(result, this))
        takes = conj((guard, disj((neg(some), beats))))
        result = either(takes, this, result)
        some = disj((some, guard))
    return (SymNumber(result) if result is not None else 0), there


def players_in(sym: Sym) -> dict[Player, Truth]:
    """The players a value may mention, in order of mention, each with where it does."""
    found: dict[Player, list[Truth]] = {}

    def walk(item: Sym, here: Truth) -> None:
        match item:
            case Player():
                found.setdefault(item, []).append(here)
            case SymChoice(entries=entries) | SymSet(members=entries):
                for guard, value in entries:
                    walk(value, conj((here, guard)))
            case SymRecord(fields=fields):
                for _, part in fields:
                    walk(part, here)
            case SymList(places=entries):
                for guard, place in entries:
                    walk(place, conj((here, guard)))
            case Record(fields=fields):
                for _, known in fields:
                    walk(known, here)
            case Tagged(payload=payload):
                walk(payload, here)
            case Bag(items=items) | ValueSet(items=items):
                for value in items:
                    walk(value, here)
            case tuple():
                for value in item:
                    walk(value, here)
            case _:
                pass

    walk(sym, True)
    return {player: disj(where) for player, where in found.items()}


def mentioning(sym: Sym, marks: int) -> bool:
    """Whether a formula in it mentions an atom with one of these marks."""
    match sym:
        case Formula():
            return mentions(sym, marks)
        case SymNumber(term=number):
            return bool(number.marks & marks)
        case SymOptional(there=there, term=number):
            return bool(number.marks & marks) or mentions(there, marks)
        case SymChoice(entries=entries):
            return any(mentions(g, marks) for g, _ in entries)
        case SymSet(members=entries):
            return any(mentions(g, marks) for g, _ in entries)
        case SymRecord(fields=fields):
            return any(mentioning(item, marks) for _, item in fields)
        case SymList(places=entries):
            return any(mentions(g, marks) or mentioning(item, marks) for g, item in entries)
        case _:
            return False


def rewritten(sym: Sym, replacement: Replacement) -> Sym:
    """The value with other truths in place of atoms."""
    match sym:
        case Formula():
            return replacement.of(sym)
        case SymNumber(term=number):
            return SymNumber(replacement.of_number(number))
        case SymOptional(there=there, term=number):
            return optional(neg(replacement.of(there)), SymNumber(replacement.of_number(number)))
        case SymChoice(entries=entries):
            return merge((replacement.of(g), v) for g, v in entries)
        case SymSet(members=entries):
            return make_set((replacement.of(g), v) for g, v in entries)
        case SymRecord(type=name, fields=fields):
            return SymRecord(name, tuple((n, rewritten(item, replacement)) for n, item in fields))
        case SymList(places=entries):
            return SymList(tuple((replacement.of(g), rewritten(item, replacement)) for g, item in entries))
        case _:
            return sym
