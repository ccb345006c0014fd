"""Typed expressions made at random: every construct of the language but those of the flow.

A seed makes the same expression on every machine. Numbers stay small, and nothing recurs, so that all can
be evaluated in every way there is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, get_args
from typing import Literal as Lit

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
    Function,
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
    Alternative,
    BagType,
    BoolType,
    EnumType,
    IntType,
    ListType,
    OptionalType,
    PlayerType,
    RationalType,
    RecordType,
    SetType,
    Type,
    UnionType,
)
from dsl.types.values import Case, Player, Record, Tagged, Value, bag_of, rational, set_of

BOOL, INT, PLAYER, RATIO = BoolType(), IntType(), PlayerType(), RationalType()
MAYBE_RATIO = OptionalType(RATIO)
DIGIT = IntType(-1, 3)
FAR = IntType(-60, 60)
COLOUR = EnumType("colour", ("red", "green", "blue"))
CARDS = BagType(COLOUR, 1, 2)
PAIR = RecordType("pair", (("colour", COLOUR), ("number", INT)))
BET = RecordType("bet", (("player", PLAYER), ("cards", BagType(COLOUR))))
SHAPE = UnionType(
    "shape",
    (
        Alternative("dot"),
        Alternative("line", "of", COLOUR),
        Alternative("ring", "of", COLOUR),
        Alternative("stack", "by", INT),
    ),
)
KIND = UnionType(
    "kind", (Alternative("plain"), Alternative("tinted", "by", COLOUR), Alternative("lit", "by", BOOL))
)
"""Of few values, which its name stands for."""
NAMES = ("Anna", "Bernat", "Carla")

SORTS: tuple[Type, ...] = (
    BOOL,
    INT,
    COLOUR,
    PLAYER,
    PAIR,
    BET,
    SHAPE,
    KIND,
    RATIO,
    *(OptionalType(t) for t in (BOOL, INT, COLOUR, SHAPE, RATIO)),
    *(ListType(t) for t in (BOOL, INT, COLOUR, PLAYER, PAIR, BET, KIND, RATIO)),
    *(BagType(t) for t in (INT, COLOUR)),
    *(SetType(t) for t in (INT, COLOUR, PLAYER)),
)
PARAMETERS: tuple[Type, ...] = (
    BOOL,
    DIGIT,
    FAR,
    COLOUR,
    PLAYER,
    RecordType("pair", (("colour", COLOUR), ("number", DIGIT))),
    UnionType("shape", (*SHAPE.alternatives[:3], Alternative("stack", "by", DIGIT))),
    *(OptionalType(t) for t in (BOOL, DIGIT, COLOUR)),
    *(ListType(t, 0, 3) for t in (BOOL, DIGIT, COLOUR, PLAYER)),
    ListType(RecordType("bet", (("player", PLAYER), ("cards", CARDS))), 1, 2),
    BagType(COLOUR, 0, 2),
    BagType(DIGIT, 1, 2),
    SetType(COLOUR),
)
"""What parameters are of: bounded."""

NOT_MADE = (Zone, VarOf, Seats, Turned, Fold, Best, Using, Along)
KINDS = (*(f"Arithmetic {op}" for op in ("+", "-", "*", "mod")), *(f"rational {op}" for op in "+-*/"))
CONSTRUCTS = (
    *sorted(c.__name__ for c in get_args(Expr) if c not in NOT_MADE),
    *KINDS,
    "rational sum",
    "all of a union",
)
"""The constructs that are made: all but those of the flow, and those that are never encoded (`fuller`)."""

QUANTIFIERS: tuple[Lit["all", "some", "no", "one"], ...] = ("all", "some", "no", "one")
AGGREGATES: tuple[Lit["sum", "highest", "lowest"], ...] = ("sum", "highest", "lowest")
Scope = Mapping[str, Type]


def constructs_of(expr: Expr) -> tuple[str, ...]:
    """What an expression is, its parts apart: its construct, and which sort of it."""
    name = type(expr).__name__
    exact = expr.type in (RATIO, MAYBE_RATIO)
    match expr:
        case Arithmetic(op=op):
            return name, f"rational {op}" if exact else f"Arithmetic {op}"
        case Aggregate(kind="sum") if exact:
            return name, "rational sum"
        case AllValues(of=UnionType()):
            return name, "all of a union"
        case _:
            return (name,)


def sort_of(type_: Type) -> Type:
    """The type without bounds."""
    match type_:
        case IntType():
            return INT
        case RecordType(name=name, fields=fields, is_shape=is_shape):
            return RecordType(name, tuple((n, sort_of(t)) for n, t in fields), is_shape)
        case UnionType(name=name, alternatives=alternatives):
            return UnionType(
                name,
                tuple(
                    Alternative(a.tag, a.preposition, None if a.payload is None else sort_of(a.payload))
                    for a in alternatives
                ),
            )
        case OptionalType(item=item):
            return OptionalType(sort_of(item))
        case ListType(item=item):
            return ListType(sort_of(item))
        case BagType(item=item):
            return BagType(sort_of(item))
        case SetType(item=item):
            return SetType(sort_of(item))
        case _:
            return type_


def some_value(rng: Random, type_: Type, names: Sequence[str] = NAMES) -> Value:
    """A value of the type; numbers without bounds are small."""

    def several(item: Type, low: int | None, high: int | None) -> list[Value]:
        first = low or 0
        size = rng.randint(first, high if high is not None else first + 2)
        return [some_value(rng, item, names) for _ in range(size)]

    match type_:
        case BoolType():
            return rng.random() < 0.5
        case IntType(low=low, high=high):
            return rng.randint(-1 if low is None else low, 3 if high is None else high)
        case RationalType():
            return rational(Fraction(rng.randint(-5, 5), rng.randint(1, 4)))
        case EnumType(name=name, cases=cases):
            index = rng.randrange(len(cases))
            return Case(name, cases[index], index)
        case PlayerType():
            return Player(rng.choice(names))
        case RecordType(name=name, fields=fields):
            return Record(name, tuple((n, some_value(rng, t, names)) for n, t in fields))
        case UnionType(name=name, alternatives=alternatives):
            chosen = rng.choice(alternatives)
            payload = None if chosen.payload is None else some_value(rng, chosen.payload, names)
            return Tagged(name, chosen.tag, payload)
        case OptionalType(item=item):
            return None if rng.random() < 0.4 else some_value(rng, item, names)
        case ListType(item=item, low=low, high=high):
            return tuple(several(item, low, high))
        case BagType(item=item, low=low, high=high):
            return bag_of(several(item, low, high))
        case SetType(item=item):
            return set_of(several(item, 0, 3))


@dataclass
class Writer:
    """Writes expressions. `asks`, `doubts`: the questions and doubts that they may name, each with the
    types of its parameters and its own; `names`: the players who may be written."""

    rng: Random
    asks: Mapping[str, tuple[tuple[Type, ...], Type]] = field(default_factory=dict)
    doubts: Mapping[str, tuple[tuple[Type, ...], Type]] = field(default_factory=dict)
    names: Sequence[str] = NAMES
    functions: list[tuple[Function, Type]] = field(default_factory=list)
    asking: float = 0.25
    """How often an expression whose type a question or doubt has is one."""
    missing: float = 0.5
    """How often a construct that may have no value is written where it could be."""
    sorts: tuple[Type, ...] = SORTS
    """What expressions are of."""
    _fresh: int = 0

    def name(self) -> str:
        """A name not used before; now and then one that hides another."""
        self._fresh += 1
        return "x" if self.rng.random() < 0.15 else f"x{self._fresh}"

    def expr(self, type_: Type, scope: Scope, depth: int) -> Expr:
        """An expression of the sort of `type_`, over these names."""
        sort = sort_of(type_)
        rng = self.rng
        if depth <= 0 or rng.random() < 0.12:
            return self.leaf(sort, scope)
        if rng.random() < self.asking:
            asked = self._asked(sort, scope, depth - 1)
            if asked is not None:
                return asked
        ways = self._ways(sort)
        if rng.random() < 0.3:
            ways = self._anything(sort)
        return rng.choice(ways)(sort, scope, depth - 1)

    def leaf(self, sort: Type, scope: Scope) -> Expr:
        """A name or a value written."""
        named = [n for n, t in scope.items() if sort_of(t) == sort]
        if named and self.rng.random() < 0.85:
            name = self.rng.choice(named)
            return Var(type=scope[name], name=name)
        return Literal(type=sort, value=some_value(self.rng, sort, self.names))

    # -------------------------------------------------------------- of any type

    def _anything(self, sort: Type) -> list[Callable[[Any, Scope, int], Expr]]:
        found: list[Callable[[Any, Scope, int], Expr]] = [self._if, self._let, self._call]
        if self.rng.random() < self.missing:
            if ListType(sort) in self.sorts:
                found += [self._pick, self._index]
            if BagType(sort) in self.sorts or SetType(sort) in self.sorts:
                found.append(self._pick)
            if OptionalType(sort) in self.sorts:
                found += [self._unwrap]
            if sort in (COLOUR, INT):
                found += [self._payload]
        if sort in (COLOUR, INT, PLAYER, BagType(COLOUR)):
            found.append(self._field)
        return found

    def _asked(self, sort: Type, scope: Scope, depth: int) -> Expr | None:
        known = [(True, q, *s) for q, s in self.asks.items() if sort_of(s[1]) == sort]
        known += [(False, d, *s) for d, s in self.doubts.items() if sort_of(s[1]) == sort]
        if not known:
            return None
        question, name, types, answer = self.rng.choice(known)
        args = tuple(self.within(t, scope, depth) for t in types)
        if question:
            return Ask(type=answer, question=name, args=args)
        return DoubtValue(type=answer, doubt=name, args=args)

    def within(self, type_: Type, scope: Scope, depth: int) -> Expr:
        """An expression that stays within the bounds of the type, mostly."""
        rng = self.rng
        exact = [n for n, t in scope.items() if t == type_]
        if exact and rng.random() < 0.7:
            return Var(type=type_, name=rng.choice(exact))
        if type_ != sort_of(type_) or rng.random() < 0.3:
            value = Literal(type=type_, value=some_value(rng, type_, self.names))
            if rng.random() < 0.5:
                return value
            here: Expr = self.within(type_, scope, 0)
            return If(type=type_, condition=self.expr(BOOL, scope, min(depth, 1)), then=here, otherwise=value)
        return self.expr(type_, scope, depth)

    def _if(self, sort: Type, scope: Scope, depth: int) -> Expr:
        condition, then = self.expr(BOOL, scope, depth), self.expr(sort, scope, depth)
        return If(type=sort, condition=condition, then=then, otherwise=self.expr(sort, scope, depth))

    def _let(self, sort: Type, scope: Scope, depth: int) -> Expr:
        name, type_ = self.name(), self.rng.choice(self.sorts)
        value = self.expr(type_, scope, depth)
        body = self.expr(sort, {**scope, name: value.type}, depth + 1)
        return Let(type=sort, name=name, value=value, body=body)

    def _call(self, sort: Type, scope: Scope, depth: int) -> Expr:
        known = [f for f, s in self.functions if s == sort]
        if known and self.rng.random() < 0.5:
            function = self.rng.choice(known)
        else:
            params = tuple((f"p{i}", self.rng.choice(self.sorts)) for i in range(self.rng.randint(0, 2)))
            body = self.expr(sort, dict(params), depth)
            function = Function(name=f"f{len(self.functions)}", params=params, body=body)
            self.functions.append((function, sort))
        args = tuple(self.expr(t, scope, depth - 1) for _, t in function.params)
        return Call(type=sort, function=function, args=args)

    def _source(self, sorts: Sequence[Type], scope: Scope, depth: int) -> tuple[Expr, Type]:
        """A collection, and the type of its items."""
        chosen: Any = self.rng.choice([s for s in sorts if s in self.sorts])
        return self.expr(chosen, scope, depth), chosen.item

    def _holding(self, sort: Type) -> list[Type]:
        return [ListType(sort), BagType(sort), SetType(sort)]

    def _binder(self, sorts: Sequence[Type], scope: Scope, depth: int, several: bool) -> tuple[Binder, Scope]:
        source, item = self._source(sorts, scope, depth)
        names = tuple(dict.fromkeys(self.name() for _ in range(2 if several else 1)))
        inner = {**scope, **dict.fromkeys(names, item)}
        where = self.expr(BOOL, inner, depth) if self.rng.random() < 0.5 else None
        return Binder(names=names, source=source, where=where), inner

    def _over_any(self, scope: Scope, depth: int) -> tuple[Binder, Scope]:
        sorts = [s for s in self.sorts if isinstance(s, ListType | BagType | SetType)]
        return self._binder(sorts, scope, depth, self.rng.random() < 0.25)

    def _pick(self, sort: Type, scope: Scope, depth: int) -> Expr:
        binder, _ = self._binder(self._holding(sort), scope, depth, False)
        return Pick(type=sort, kind=self.rng.choice(("first", "last", "only")), binder=binder)

    def _index(self, sort: Type, scope: Scope, depth: int) -> Expr:
        subject = self.expr(ListType(sort), scope, depth)
        return Index(type=sort, subject=subject, index=self.expr(INT, scope, min(depth, 1)))

    def _unwrap(self, sort: Type, scope: Scope, depth: int) -> Expr:
        return Unwrap(type=sort, subject=self.expr(OptionalType(sort), scope, depth))

    def _payload(self, sort: Type, scope: Scope, depth: int) -> Expr:
        tags = ("line", "ring") if sort == COLOUR else ("stack",)
        if sort == COLOUR and self.rng.random() < 0.3:
            return Payload(type=sort, subject=self.expr(KIND, scope, depth), tags=("tinted",))
        return Payload(type=sort, subject=self.expr(SHAPE, scope, depth), tags=tags)

    def _field(self, sort: Type, scope: Scope, depth: int) -> Expr:
        records = [(r, n) for r in (PAIR, BET) for n, t in r.fields if t == sort]
        record, name = self.rng.choice(records)
        return Field(type=sort, subject=self.expr(record, scope, depth), name=name)

    # -------------------------------------------------------------- of one type

    def _ways(self, sort: Type) -> list[Callable[[Any, Scope, int], Expr]]:
        match sort:
            case BoolType():
                return [
                    self._not,
                    self._logic,
                    self._logic,
                    self._compare,
                    self._member,
                    self._is_tag,
                    self._quantified,
                    self._quantified,
                ]
            case IntType():
                return [self._arithmetic, self._negative, self._size, self._aggregate, self._count]
            case RationalType():
                return [self._ratio, self._ratio, self._quotient, self._negative_ratio, self._total]
            case OptionalType(item=RationalType()):
                ways = [self._divided, self._divided, self._spread, self._negative_ratio, self._total]
                return [*ways, self._lifted, self.leaf_of]
            case UnionType():
                return [self._make_tagged]
            case RecordType():
                return [self._make_record]
            case OptionalType():
                return [self._lifted, self.leaf_of]
            case ListType(item=item):
                ways: list[Callable[[Any, Scope, int], Expr]] = [
                    self._make_list,
                    self._those,
                    self._mapped,
                    self._prefix,
                    self._reversed,
                    self._join,
                ]
                more: Mapping[Type, Callable[[Any, Scope, int], Expr]] = {
                    INT: self._range,
                    COLOUR: self._all_values,
                    KIND: self._all_values,
                }
                return [*ways, more[item], more[item]] if item in more else ways
            case BagType():
                return [self._make_bag, self._those, self._mapped, self._join]
            case SetType():
                return [self._make_set, self._those, self._mapped]
            case _:
                return [self.leaf_of, *self._anything(sort)]

    def leaf_of(self, sort: Type, scope: Scope, depth: int) -> Expr:
        """A leaf."""
        return self.leaf(sort, scope)

    def _lifted(self, sort: OptionalType, scope: Scope, depth: int) -> Expr:
        return self.expr(sort.item, scope, depth)

    def _not(self, sort: Type, scope: Scope, depth: int) -> Expr:
        return Not(type=BOOL, operand=self.expr(BOOL, scope, depth))

    def _logic(self, sort: Type, scope: Scope, depth: int) -> Expr:
        left, right = self.expr(BOOL, scope, depth), self.expr(BOOL, scope, depth)
        return Logic(type=BOOL, op=self.rng.choice(("and", "or", "implies")), left=left, right=right)

    def _compare(self, sort: Type, scope: Scope, depth: int) -> Expr:
        rng = self.rng
        if rng.random() < 0.4:
            sorts = (INT, rng.choice((INT, RATIO)))
            left, right = (self.expr(sort, scope, depth) for sort in rng.sample(sorts, 2))
            return Compare(type=BOOL, op=rng.choice(("<", "<=", ">", ">=")), left=left, right=right)
        chosen = rng.choice(self.sorts)
        left = self.expr(chosen, scope, depth)
        if isinstance(chosen, OptionalType) and rng.random() < 0.5:
            chosen = chosen.item
        return Compare(
            type=BOOL, op=rng.choice(("=", "!=")), left=left, right=self.expr(chosen, scope, depth)
        )

    def _member(self, sort: Type, scope: Scope, depth: int) -> Expr:
        item = self.rng.choice((INT, COLOUR, PLAYER, PAIR, KIND, RATIO))
        subject = self.expr(item, scope, depth)
        collection, _ = self._source(self._holding(item), scope, depth)
        return Member(type=BOOL, item=subject, collection=collection)

    def _is_tag(self, sort: Type, scope: Scope, depth: int) -> Expr:
        if self.rng.random() < 0.5:
            optional = self.rng.choice([s for s in self.sorts if isinstance(s, OptionalType)])
            return IsTag(type=BOOL, subject=self.expr(optional, scope, depth), tag="none")
        union = self.rng.choice((SHAPE, SHAPE, KIND))
        tag = self.rng.choice(union.alternatives).tag
        return IsTag(type=BOOL, subject=self.expr(union, scope, depth), tag=tag)

    def _quantified(self, sort: Type, scope: Scope, depth: int) -> Expr:
        binder, inner = self._over_any(scope, depth)
        return Quantified(
            type=BOOL, kind=self.rng.choice(QUANTIFIERS), binder=binder, body=self.expr(BOOL, inner, depth)
        )

    def _arithmetic(self, sort: Type, scope: Scope, depth: int) -> Expr:
        left, right = self.expr(INT, scope, depth), self.expr(INT, scope, depth)
        if self.rng.random() < 0.4 * self.missing:
            return Arithmetic(type=INT, op="mod", left=left, right=right)
        return Arithmetic(type=INT, op=self.rng.choice(("+", "-", "*")), left=left, right=right)

    # -------------------------------------------------------------- numbers that are not whole

    def few(self, scope: Scope, depth: int) -> Expr:
        """A number of few values, so that it can be multiplied with and divided by in terms."""
        if self.rng.random() < 0.4:
            return Literal(type=RATIO, value=some_value(self.rng, RATIO))
        return self.within(DIGIT, scope, min(depth, 1))

    def factors(self, sort: Type, scope: Scope, depth: int) -> tuple[Expr, Expr]:
        """Two numbers to be multiplied, the one of the sort."""
        return self.expr(sort, scope, depth), self.few(scope, depth)

    def divisor(self, scope: Scope, depth: int) -> Expr:
        """A number to divide by."""
        return self.few(scope, depth)

    def _ratio(self, sort: Type, scope: Scope, depth: int) -> Expr:
        op = self.rng.choice(("+", "-", "*"))
        if op == "*":
            sides = self.factors(RATIO, scope, depth)
        else:
            sides = self.expr(RATIO, scope, depth), self.expr(self.rng.choice((RATIO, INT)), scope, depth)
        left, right = self.rng.sample(sides, 2)
        return Arithmetic(type=RATIO, op=op, left=left, right=right)

    def _quotient(self, sort: Type, scope: Scope, depth: int) -> Expr:
        """A division by a number written out, never by nought."""
        value = rational(Fraction(self.rng.choice((-3, -2, -1, 1, 2, 3, 5)), self.rng.choice((1, 1, 2))))
        type_ = IntType(value, value) if isinstance(value, int) else RATIO
        left = self.expr(self.rng.choice((RATIO, INT)), scope, depth)
        return Arithmetic(type=RATIO, op="/", left=left, right=Literal(type=type_, value=value))

    def _divided(self, sort: Type, scope: Scope, depth: int) -> Expr:
        """A division, `none` by nought."""
        left = self.expr(self.rng.choice((MAYBE_RATIO, RATIO, INT)), scope, depth)
        far = [name for name, type_ in scope.items() if type_ == FAR]
        if far and self.rng.random() < 0.6:
            left = Var(type=FAR, name=self.rng.choice(far))
        return Arithmetic(type=MAYBE_RATIO, op="/", left=left, right=self.divisor(scope, depth))

    def _spread(self, sort: Type, scope: Scope, depth: int) -> Expr:
        """Arithmetic, `none` where a side is."""
        op = self.rng.choice(("+", "-", "*"))
        if op == "*":
            sides = self.factors(MAYBE_RATIO, scope, depth)
        else:
            other = self.rng.choice((MAYBE_RATIO, RATIO, INT))
            sides = self.expr(MAYBE_RATIO, scope, depth), self.expr(other, scope, depth)
        left, right = self.rng.sample(sides, 2)
        return Arithmetic(type=MAYBE_RATIO, op=op, left=left, right=right)

    def _negative_ratio(self, sort: Type, scope: Scope, depth: int) -> Expr:
        return Negative(type=sort, operand=self.expr(sort, scope, depth))

    def _total(self, sort: Type, scope: Scope, depth: int) -> Expr:
        """A sum; of numbers that are there, the highest or lowest, too."""
        binder, inner = self._over_any(scope, depth)
        some = sort == RATIO and self.rng.random() < self.missing
        kind = self.rng.choice(AGGREGATES if some else AGGREGATES[:1])
        return Aggregate(type=sort, kind=kind, binder=binder, body=self.expr(sort, inner, depth))

    # -------------------------------------------------------------- whole numbers and others

    def _negative(self, sort: Type, scope: Scope, depth: int) -> Expr:
        return Negative(type=INT, operand=self.expr(INT, scope, depth))

    def _size(self, sort: Type, scope: Scope, depth: int) -> Expr:
        sorts = [s for s in self.sorts if isinstance(s, ListType | BagType | SetType)]
        return Size(type=INT, subject=self._source(sorts, scope, depth)[0])

    def _aggregate(self, sort: Type, scope: Scope, depth: int) -> Expr:
        binder, inner = self._over_any(scope, depth)
        kind = self.rng.choice(AGGREGATES if self.rng.random() < self.missing else AGGREGATES[:1])
        return Aggregate(type=INT, kind=kind, binder=binder, body=self.expr(INT, inner, depth))

    def _count(self, sort: Type, scope: Scope, depth: int) -> Expr:
        return Count(type=INT, binder=self._over_any(scope, depth)[0])

    def _make_tagged(self, sort: UnionType, scope: Scope, depth: int) -> Expr:
        chosen = self.rng.choice(sort.alternatives)
        payload = None if chosen.payload is None else self.expr(chosen.payload, scope, depth)
        type_ = OptionalType(sort) if self.rng.random() < 0.2 else sort
        return MakeTagged(type=type_, tag=chosen.tag, payload=payload)

    def _make_record(self, sort: RecordType, scope: Scope, depth: int) -> Expr:
        fields = tuple((n, self.expr(t, scope, depth)) for n, t in sort.fields)
        return MakeRecord(type=sort, fields=fields)

    def _items(self, sort: Any, scope: Scope, depth: int) -> tuple[Expr, ...]:
        return tuple(self.expr(sort.item, scope, depth) for _ in range(self.rng.randint(0, 3)))

    def _make_list(self, sort: Type, scope: Scope, depth: int) -> Expr:
        return MakeList(type=sort, items=self._items(sort, scope, depth))

    def _make_bag(self, sort: Type, scope: Scope, depth: int) -> Expr:
        return MakeBag(type=sort, items=self._items(sort, scope, depth))

    def _make_set(self, sort: Type, scope: Scope, depth: int) -> Expr:
        return MakeSet(type=sort, items=self._items(sort, scope, depth))

    def _those(self, sort: Any, scope: Scope, depth: int) -> Expr:
        return Those(type=sort, binder=self._binder([sort], scope, depth, False)[0])

    def _mapped(self, sort: Any, scope: Scope, depth: int) -> Expr:
        binder, inner = self._over_any(scope, depth)
        return Mapped(type=sort, body=self.expr(sort.item, inner, depth), binder=binder)

    def _prefix(self, sort: Type, scope: Scope, depth: int) -> Expr:
        subject = self.expr(sort, scope, depth)
        return Prefix(type=sort, subject=subject, length=self.expr(INT, scope, min(depth, 1)))

    def _reversed(self, sort: Type, scope: Scope, depth: int) -> Expr:
        return Reversed(type=sort, subject=self.expr(sort, scope, depth))

    def _join(self, sort: Type, scope: Scope, depth: int) -> Expr:
        left, right = self.expr(sort, scope, depth), self.expr(sort, scope, depth)
        return Arithmetic(type=sort, op="+", left=left, right=right)

    def _range(self, sort: Type, scope: Scope, depth: int) -> Expr:
        low, high = self.expr(INT, scope, min(depth, 1)), self.expr(INT, scope, min(depth, 1))
        return Range(type=sort, low=low, high=high)

    def _all_values(self, sort: Any, scope: Scope, depth: int) -> Expr:
        return AllValues(type=sort, of=sort.item)
