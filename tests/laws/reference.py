"""What expressions mean, written out once more: a plain walk over the tree, with nothing prepared.

It follows the words of `interpreter.evaluate` and shares no code with it. What is wrong is a value here
(`Waits`, `Lacks`), not an exception; names stand for expressions with the names known where they were
written, evaluated anew each time; logic looks its results up in a table.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any, Protocol, assert_never

from dsl.model import (
    Aggregate,
    AllValues,
    Along,
    Arithmetic,
    Ask,
    Best,
    Binder,
    Call,
    Compare,
    Count,
    DoubtValue,
    Expr,
    Field,
    Fold,
    If,
    Index,
    IsTag,
    Let,
    Literal,
    Logic,
    MakeBag,
    MakeList,
    MakeRecord,
    MakeSet,
    MakeTagged,
    Mapped,
    Member,
    Negative,
    Not,
    Payload,
    Pick,
    Prefix,
    Quantified,
    Range,
    Reversed,
    Seats,
    Size,
    Those,
    Turned,
    Unwrap,
    Using,
    Var,
    VarOf,
    Zone,
)
from dsl.types.types import (
    BagType,
    BoolType,
    EnumType,
    OptionalType,
    RationalType,
    RecordType,
    SetType,
    UnionType,
)
from dsl.types.values import Case, Record, Tagged, Value, bag_of, set_of
from tests.laws.laid import along, using


@dataclass(frozen=True)
class Waits:
    """Blocked, by these."""

    by: tuple[object, ...] = ()


@dataclass(frozen=True)
class Lacks:
    """No value."""


@dataclass(frozen=True)
class Later:
    """An expression, and the names where it was written."""

    expr: Expr
    env: "Env"


Env = Mapping[str, Any]
Wrong = (Waits, Lacks)


class Answers(Protocol):
    """What questions and doubts are answered with."""

    def answer(self, question: str, args: tuple[Value, ...]) -> Value | Waits:
        """The answer to a question."""

    def read(self, doubt: str) -> tuple[tuple[str, ...], Expr]:
        """The parameters of a doubt, and the expression chosen."""


@dataclass(frozen=True)
class Reference:
    """Evaluates expressions. `lax`: what has no value is blocked, by nothing."""

    answers: Answers
    lax: bool = False

    def lacks(self) -> Waits | Lacks:
        """There is no value."""
        return Waits() if self.lax else Lacks()

    def value(self, e: Expr, env: Env) -> Any:
        """The value, or what is wrong."""
        match e:
            case Literal(value=value):
                return value
            case Var(name=name):
                found = env[name]
                return self.value(found.expr, found.env) if isinstance(found, Later) else found
            case If(condition=condition, then=then, otherwise=otherwise):
                holds = self.value(condition, env)
                if isinstance(holds, Wrong):
                    return holds
                return self.value(then if holds else otherwise, env)
            case Let(name=name, value=value, body=body):
                return self.value(body, {**env, name: Later(value, env)})
            case Call(function=function, args=args):
                named = zip(function.params, args, strict=True)
                return self.value(function.body, {n: Later(a, env) for (n, _), a in named})
            case DoubtValue(doubt=doubt, args=args):
                names, reading = self.answers.read(doubt)
                return self.value(reading, {n: Later(a, env) for n, a in zip(names, args, strict=True)})
            case Logic(op=op, left=left, right=right):
                return self.logic(op, left, right, env)
            case Quantified():
                return self.quantified(e, env)
            case Aggregate() | Count() | Pick() | Those() | Mapped():
                return self.gathered(e, env)
            case Fold() | Best():
                return self.walked(e, env)
            case Zone() | VarOf() | Seats():
                raise AssertionError("not of the flow")
            case _:
                return self.plain(e, env)

    def plain(self, e: Any, env: Env) -> Any:
        """Operands from left to right, then what the construct makes of them."""
        operands: list[Any] = []
        for operand in _operands(e):
            found = self.value(operand, env)
            if isinstance(found, Wrong):
                return found
            operands.append(found)
        if isinstance(e, Ask):
            return self.answers.answer(e.question, tuple(operands))
        if isinstance(e, Using | Along):
            find = using if isinstance(e, Using) else along
            return tuple(find(e.shape, _items(operands[0]), self.value))
        made = _made(e, operands)
        return self.lacks() if made is _NOTHING else made

    # -------------------------------------------------------------- logic

    def logic(self, op: str, left: Expr, right: Expr, env: Env) -> Any:
        """Three values, the left side first."""
        first = self.value(left, env)
        if isinstance(first, Lacks):
            return first
        decisive = {"and": (False, False), "or": (True, True), "implies": (False, True)}[op]
        if not isinstance(first, Waits) and first is decisive[0]:
            return decisive[1]
        second = self.value(right, env)
        if isinstance(second, Lacks) or not isinstance(first, Waits):
            return second
        if isinstance(second, Waits):
            return Waits(tuple(dict.fromkeys(first.by + second.by)))
        return decisive[1] if second is decisive[1] else first

    def quantified(self, e: Quantified, env: Env) -> Any:
        """Each place in order, until one decides."""
        places = self.places(e.binder, env)
        if isinstance(places, Wrong):
            return places
        waiting: list[Waits] = []
        held = 0
        op = {"all": "implies", "some": "and", "no": "and", "one": "and"}[e.kind]
        for inner in places:
            where = e.binder.where
            found = self.value(e.body, inner) if where is None else self.logic(op, where, e.body, inner)
            if isinstance(found, Lacks):
                return found
            if isinstance(found, Waits):
                waiting.append(found)
                continue
            held += found
            if e.kind == "all" and not found:
                return False
            if e.kind in ("some", "no") and found:
                return e.kind == "some"
            if e.kind == "one" and held > 1:
                return False
        if waiting:
            return Waits(tuple(dict.fromkeys(b for w in waiting for b in w.by)))
        return {"all": True, "some": False, "no": True, "one": held == 1}[e.kind]

    # -------------------------------------------------------------- other binders

    def places(self, binder: Binder, env: Env) -> Any:
        """The names at each place."""
        source = self.value(binder.source, env)
        if isinstance(source, Wrong):
            return source
        chosen = permutations(_items(source), len(binder.names))
        return [{**env, **dict(zip(binder.names, items, strict=True))} for items in chosen]

    def gathered(self, e: Aggregate | Count | Pick | Those | Mapped, env: Env) -> Any:
        """What comes of the places that satisfy `where`."""
        places = self.places(e.binder, env)
        if isinstance(places, Wrong):
            return places
        enough = len(places)
        if isinstance(e, Pick):
            places = {"first": places, "last": places[::-1], "only": places}[e.kind]
            enough = {"first": 1, "last": 1, "only": 2}[e.kind]
        kept: list[Any] = []
        for inner in places:
            holds = True if e.binder.where is None else self.value(e.binder.where, inner)
            if isinstance(holds, Wrong):
                return holds
            if not holds:
                continue
            if isinstance(e, Aggregate | Mapped):
                found = self.value(e.body, inner)
                if isinstance(found, Wrong):
                    return found
                kept.append(found)
            else:
                kept.append(inner[e.binder.names[0]])
            if len(kept) == enough:
                break
        return self.of_kept(e, kept)

    def walked(self, e: Fold | Best, env: Env) -> Any:
        """What comes of going from place to place."""
        so_far = self.value(e.initial, env) if isinstance(e, Fold) else None
        if isinstance(so_far, Wrong):
            return so_far
        places = self.places(e.binder, env)
        if isinstance(places, Wrong):
            return places
        reached: list[tuple[Any, ...]] = []
        for inner in places:
            holds = True if e.binder.where is None else self.value(e.binder.where, inner)
            if isinstance(holds, Wrong):
                return holds
            if not holds:
                continue
            if isinstance(e, Fold):
                so_far = self.value(e.body, {**inner, e.so_far: so_far})
                if isinstance(so_far, Wrong):
                    return so_far
                continue
            keys = [self.value(key, inner) for key in e.keys]
            wrong = next((key for key in keys if isinstance(key, Wrong)), None)
            if wrong is not None:
                return wrong
            reached.append((*keys, -len(reached), inner[e.binder.names[0]]))
        if isinstance(e, Fold):
            return so_far
        return max(reached, key=lambda place: place[:-1])[-1] if reached else None

    def of_kept(self, e: Aggregate | Count | Pick | Those | Mapped, kept: list[Any]) -> Any:
        """What is made of the items kept."""
        match e:
            case Count():
                return len(kept)
            case Aggregate(kind="sum"):
                return None if any(part is None for part in kept) else _whole(sum(kept))
            case Aggregate(kind=kind):
                return {"highest": max, "lowest": min}[kind](kept) if kept else self.lacks()
            case Pick():
                return kept[0] if len(kept) == 1 else self.lacks()
            case Those(type=type_) | Mapped(type=type_):
                if isinstance(type_, BagType):
                    return bag_of(kept)
                return set_of(kept) if isinstance(type_, SetType) else tuple(kept)
            case _:
                assert_never(e)


_NOTHING = object()


def _items(collection: Any) -> tuple[Any, ...]:
    return collection if isinstance(collection, tuple) else collection.items


def _operands(e: Any) -> tuple[Expr, ...]:
    match e:
        case AllValues():
            return ()
        case Not(operand=operand) | Negative(operand=operand):
            return (operand,)
        case Arithmetic(left=left, right=right) | Compare(left=left, right=right):
            return (left, right)
        case Member(item=item, collection=collection):
            return (item, collection)
        case IsTag(subject=subject) | Payload(subject=subject) | Unwrap(subject=subject):
            return (subject,)
        case Field(subject=subject) | Size(subject=subject) | Reversed(subject=subject):
            return (subject,)
        case Index(subject=subject, index=index):
            return (subject, index)
        case MakeTagged(payload=payload):
            return () if payload is None else (payload,)
        case MakeRecord(fields=fields):
            return tuple(value for _, value in fields)
        case MakeList(items=items) | MakeBag(items=items) | MakeSet(items=items):
            return items
        case Range(low=low, high=high):
            return (low, high)
        case Prefix(subject=subject, length=length):
            return (subject, length)
        case Turned(subject=subject, places=places):
            return (subject, places)
        case Using(cards=cards) | Along(row=cards):
            return (cards,)
        case Ask(args=args):
            return args
        case _:
            raise AssertionError(type(e))


def _all_of(type_: Any) -> tuple[Any, ...]:
    """Every value of a truth, an enumeration or a union, in declared order."""
    match type_:
        case EnumType(name=name, cases=names):
            return tuple(Case(name, each, place) for place, each in enumerate(names))
        case UnionType(name=name, alternatives=alternatives):
            found: list[Any] = []
            for each in alternatives:
                carried = (None,) if each.payload is None else _all_of(each.payload)
                found += [Tagged(name, each.tag, value) for value in carried]
            return tuple(found)
        case BoolType():
            return (False, True)
        case _:
            raise AssertionError(type_)


def _exact(op: str, one: Any, other: Any) -> Any:
    """Arithmetic with numbers whole or not: none where one is, or where there is no quotient."""
    if one is None or other is None or (op == "/" and other == 0):
        return None
    a, b = Fraction(one), Fraction(other)
    match op:
        case "+":
            return _whole(a + b)
        case "-":
            return _whole(a - b)
        case "*":
            return _whole(a * b)
        case "/":
            return _whole(Fraction(a.numerator * b.denominator, a.denominator * b.numerator))
        case _:
            raise AssertionError(op)


def _whole(number: Any) -> Any:
    """The number, as a whole one if it is."""
    return int(number) if number == int(number) else number


def _made(e: Any, of: list[Any]) -> Any:
    """The value of a construct whose operands have these values; `_NOTHING` if there is none."""
    match e:
        case AllValues(of=of_all):
            return _all_of(of_all)
        case Not():
            return not of[0]
        case Negative():
            return None if of[0] is None else -of[0]
        case Arithmetic(type=RationalType() | OptionalType(item=RationalType()), op=op):
            return _exact(op, *of)
        case Arithmetic(op="+") if not isinstance(of[0], int):
            joined = _items(of[0]) + _items(of[1])
            return joined if isinstance(of[0], tuple) else bag_of(joined)
        case Arithmetic(op="mod"):
            return of[0] - of[1] * (of[0] // of[1]) if of[1] > 0 else _NOTHING
        case Arithmetic(op=op):
            return {"+": of[0] + of[1], "-": of[0] - of[1], "*": of[0] * of[1]}[op]
        case Compare(op=op) if op in ("=", "!="):
            return (of[0] == of[1]) == (op == "=")
        case Compare(op=op):
            a, b = of
            return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
        case Member():
            return of[0] in _items(of[1])
        case IsTag(tag=tag):
            return of[0].tag == tag if isinstance(of[0], Tagged) else tag == "none" and of[0] is None
        case Payload(tags=tags):
            carries = isinstance(of[0], Tagged) and of[0].tag in tags
            return of[0].payload if carries else _NOTHING
        case Unwrap():
            return _NOTHING if of[0] is None else of[0]
        case Field(name=name):
            return dict(of[0].fields)[name]
        case Size():
            return len(_items(of[0]))
        case Reversed():
            return tuple(reversed(of[0]))
        case Turned():
            size = len(of[0])
            return tuple(of[0][(place + of[1]) % size] for place in range(size))
        case Index():
            return of[0][of[1] - 1] if 0 < of[1] <= len(of[0]) else _NOTHING
        case MakeTagged(type=type_, tag=tag):
            union: Any = type_.item if isinstance(type_, OptionalType) else type_
            return Tagged(union.name, tag, of[0] if of else None)
        case MakeRecord(type=RecordType(name=name), fields=fields):
            return Record(name, tuple((n, v) for (n, _), v in zip(fields, of, strict=True)))
        case MakeList():
            return tuple(of)
        case MakeBag():
            return bag_of(of)
        case MakeSet():
            return set_of(of)
        case Range():
            return tuple(range(of[0], of[1] + 1))
        case Prefix():
            return tuple(item for place, item in enumerate(of[0]) if place < of[1])
        case _:
            raise AssertionError(type(e))
