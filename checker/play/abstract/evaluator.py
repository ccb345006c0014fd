"""What expressions of a flow come to, as far as it is known. What is not understood is unknown: never wrong.

An expression without a value stops the game, so that any value will do for it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from checker.play.abstract import numbers as amounts
from checker.play.abstract.alpha_equivalence import form_of
from checker.play.abstract.havoc import Havoc
from checker.play.abstract.numbers import Amount
from checker.play.abstract.values import (
    NONE,
    SOME,
    AbstractCase,
    AbstractList,
    AbstractNumber,
    AbstractTagged,
    AbstractTruth,
    Items,
    JointChoices,
    Known,
    SizedCollection,
    Top,
    UnorderedItems,
    either,
    equal,
    lifted,
    literal,
    row,
    size_of,
    unordered,
)
from checker.smt.formulas import Truth, conj, disj, exactly_one, implies, neg
from dsl import model as m
from dsl.types.algebra import plain
from dsl.types.enumerate import every
from dsl.types.types import BagType, IntType, ListType, RationalType, SetType, Type
from dsl.types.values import Value, bag_of, set_of, sort_key
from interpreter.values.context import thing_text, variable_prefix, zone_key

MOST_ITEMS = 40
"""Numbers of a range that are told apart."""


@dataclass(slots=True)
class AbstractState:
    """What is known at a point of the flow: how many cards lie in each zone (by `zone_key`), the flow's
    parameters and variables, and the names of the blocks (`outside`: of those around the loop, looked up
    once each)."""

    zones: dict[str, Amount]
    values: dict[str, Known]
    names: dict[str, Known] = field(default_factory=dict)
    outside: dict[str, Known] = field(default_factory=dict)

    def copy(self) -> "AbstractState":
        """The same, to be changed apart."""
        return AbstractState(dict(self.zones), dict(self.values), dict(self.names), self.outside)

    def with_names(self, names: Mapping[str, Known]) -> "AbstractState":
        """The same with these names."""
        return replace(self, names={**self.names, **names})


@dataclass(slots=True)
class AbstractEvaluator:
    """Works expressions out. `playing`: the players who play."""

    unknowns: Havoc
    playing: Known

    # -------------------------------------------------------------- of each type

    def truth(self, expr: m.Expr, scope: AbstractState) -> Truth:
        """A truth."""
        value = self.value(expr, scope)
        return value.truth if isinstance(value, AbstractTruth) else self.unknowns.truth()

    def amount(self, expr: m.Expr, scope: AbstractState) -> Amount:
        """A whole number."""
        value = self.value(expr, scope)
        return value.amount if isinstance(value, AbstractNumber) else self.unknowns.amount(None, None)

    def rows(self, expr: m.Expr, scope: AbstractState) -> AbstractList | None:
        """A collection by its items; None where these are not known."""
        value = self.value(expr, scope)
        return value if isinstance(value, AbstractList) else None

    def zone(self, zone: m.Zone, scope: AbstractState) -> tuple[tuple[Truth, str], ...]:
        """Which zone it is."""
        if zone.owner is None:
            return ((True, zone_key(zone.name)),)
        return self._keys(zone.owner, f"{zone_key(zone.name)}:", scope.zones, scope)

    def variable(self, name: str, owner: m.Expr, scope: AbstractState) -> tuple[tuple[Truth, str], ...]:
        """Which variable it is, of those of a name of which there is one for each thing of a type."""
        return self._keys(owner, variable_prefix(name), scope.values, scope)

    def _keys(
        self, owner: m.Expr, prefix: str, places: Mapping[str, object], scope: AbstractState
    ) -> tuple[tuple[Truth, str], ...]:
        """Which of the places whose keys begin so is that of the owner."""
        match self.value(owner, scope):
            case AbstractCase(guarded=guarded):
                found = [(guard, f"{prefix}{thing_text(thing)}") for guard, thing in guarded]
                kept = tuple((guard, key) for guard, key in found if key in places)
                if kept:
                    return kept
            case AbstractTruth(truth=truth):
                return ((truth, f"{prefix}true"), (neg(truth), f"{prefix}false"))
            case AbstractNumber(amount=amount):
                texts = {key: key.removeprefix(prefix) for key in places if key.startswith(prefix)}
                return tuple((amounts.same(amount, int(text)), key) for key, text in texts.items())
        keys = [key for key in places if key.startswith(prefix)]
        return tuple(zip(self.unknowns.one_of(len(keys)), keys, strict=True))

    # -------------------------------------------------------------- expressions

    def value(self, expr: m.Expr, scope: AbstractState) -> Known:
        """What is known of the value."""
        found = self._value(expr, scope)
        if found is None:
            return self._worked_out(expr, scope)
        if isinstance(found, SizedCollection) and found.mark is None and not isinstance(expr, m.Zone):
            same = self._worked_out(expr, scope)
            return replace(found, mark=same.mark) if isinstance(same, SizedCollection) else found
        return found

    def _worked_out(self, expr: m.Expr, scope: AbstractState) -> Known:
        """A value of the type, the same whenever the same is worked out from the same values."""
        form = form_of(expr)
        if form.of_state:
            return self.unknowns.of(expr.type)
        values = [self._named(name, var.type, scope) for name, var in form.outer.items()]
        return self.unknowns.worked_out(form.form, values, expr.type)

    def _value(self, expr: m.Expr, scope: AbstractState) -> Known | None:
        match expr:
            case m.Literal(value=value):
                return literal(value)
            case m.Var(name=name):
                return self._named(name, expr.type, scope)
            case m.Zone():
                return lifted(self.zone(expr, scope), lambda key: SizedCollection(scope.zones[key]))
            case m.VarOf(name=name, owner=owner):
                return lifted(self.variable(name, owner, scope), lambda key: scope.values[key])
            case m.Seats():
                return self.playing
            case m.Not(operand=operand):
                return AbstractTruth(neg(self.truth(operand, scope)))
            case m.Negative(operand=operand):
                if not isinstance(expr.type, IntType):
                    return None
                return AbstractNumber(amounts.less(0, self.amount(operand, scope)))
            case m.Logic(op=op, left=left, right=right):
                return AbstractTruth(_logic(op, self.truth(left, scope), self.truth(right, scope)))
            case m.Arithmetic():
                return self._arithmetic(expr, scope)
            case m.Compare():
                return self._compare(expr, scope)
            case m.Member(item=item, collection=collection):
                return self._member(self.value(item, scope), self.value(collection, scope))
            case m.IsTag(subject=subject, tag=tag):
                return self._is_tag(self.value(subject, scope), tag)
            case m.Payload(subject=subject, tags=tags):
                return self._payload(self.value(subject, scope), tags)
            case m.Unwrap(subject=subject):
                return self._payload(self.value(subject, scope), (SOME,))
            case m.MakeTagged(tag=tag, payload=payload):
                return AbstractTagged(((True, tag, None if payload is None else self.value(payload, scope)),))
            case m.MakeList(items=items):
                values = _all_known([self.value(item, scope) for item in items])
                return SizedCollection(len(items)) if values is None else row(values)
            case m.MakeBag(items=items):
                values = _all_known([self.value(item, scope) for item in items])
                return SizedCollection(len(items)) if values is None else literal(bag_of(values))
            case m.MakeSet(items=items):
                values = _all_known([self.value(item, scope) for item in items])
                return None if values is None else literal(set_of(values))
            case m.Range(low=low, high=high):
                return self._range(self.amount(low, scope), self.amount(high, scope))
            case m.AllValues(of=of):
                return literal(every(of) or ())
            case m.Size(subject=subject):
                size = size_of(self.value(subject, scope))
                return None if size is None else AbstractNumber(size)
            case m.Prefix(subject=subject, length=length):
                return self._prefix(self.value(subject, scope), self.amount(length, scope))
            case m.Reversed(subject=subject):
                return self._reversed(self.value(subject, scope))
            case m.If(condition=condition, then=then, otherwise=otherwise):
                return either(
                    self.truth(condition, scope), self.value(then, scope), self.value(otherwise, scope)
                )
            case m.Let(name=name, value=value, body=body):
                return self.value(body, scope.with_names({name: self.value(value, scope)}))
            case m.Quantified() | m.Aggregate() | m.Count() | m.Those() | m.Pick() | m.Mapped():
                return self._binding(expr, scope)
            case m.Call(function=function, args=args):
                given = {
                    name: self.value(a, scope) for (name, _), a in zip(function.params, args, strict=True)
                }
                return self.value(function.body, replace(scope, names=given))
            case m.Ask(question=question, args=args):
                return self.unknowns.answer(question, [self.value(a, scope) for a in args], expr.type)
            case m.Field() | m.Index() | m.MakeRecord() | m.DoubtValue():
                return None
            case m.Turned() | m.Fold() | m.Best() | m.Using() | m.Along():
                return None
            case _:
                assert_never(expr)

    def _named(self, name: str, type: Type, scope: AbstractState) -> Known:
        for known in (scope.names, scope.values, scope.outside):
            if name in known:
                return known[name]
        scope.outside[name] = self.unknowns.of(type)
        return scope.outside[name]

    def _arithmetic(self, expr: m.Arithmetic, scope: AbstractState) -> Known | None:
        left, right = self.value(expr.left, scope), self.value(expr.right, scope)
        if isinstance(plain(expr.type), RationalType):
            return None
        if isinstance(left, AbstractNumber) and isinstance(right, AbstractNumber):
            match expr.op:
                case "+":
                    return AbstractNumber(amounts.plus(left.amount, right.amount))
                case "-":
                    return AbstractNumber(amounts.less(left.amount, right.amount))
                case "*":
                    return AbstractNumber(self.unknowns.product(left.amount, right.amount))
                case "/" | "mod":
                    return None
                case _:
                    assert_never(expr.op)
        if expr.op != "+":
            return None
        sizes = size_of(left), size_of(right)
        if sizes[0] is None or sizes[1] is None:
            return None
        return SizedCollection(amounts.plus(sizes[0], sizes[1]))

    def _compare(self, expr: m.Compare, scope: AbstractState) -> Known | None:
        left, right = self.value(expr.left, scope), self.value(expr.right, scope)
        match expr.op:
            case "=":
                return None if (alike := equal(left, right)) is None else AbstractTruth(alike)
            case "!=":
                return None if (alike := equal(left, right)) is None else AbstractTruth(neg(alike))
            case "<":
                return _of_counts(amounts.below, left, right)
            case "<=":
                return _of_counts(amounts.at_most, left, right)
            case ">":
                return _of_counts(amounts.below, right, left)
            case ">=":
                return _of_counts(amounts.at_most, right, left)
            case _:
                assert_never(expr.op)

    def _member(self, item: Known, collection: Known) -> Known | None:
        if not isinstance(collection, AbstractList):
            return None
        found: list[Truth] = []
        for guard, items in collection.guarded:
            for present, value in items:
                alike = equal(item, literal(value))
                if alike is None:
                    return None
                found.append(conj((guard, present, alike)))
        return AbstractTruth(disj(found))

    def _is_tag(self, subject: Known, tag: str) -> Known | None:
        if not isinstance(subject, AbstractTagged):
            return AbstractTruth(False) if tag == NONE and not isinstance(subject, Top) else None
        return AbstractTruth(disj(guard for guard, name, _ in subject.guarded if name == tag))

    def _payload(self, subject: Known, tags: tuple[str, ...]) -> Known | None:
        if not isinstance(subject, AbstractTagged):
            return None if tags != (SOME,) or isinstance(subject, Top) else subject
        carried = [(g, c) for g, tag, c in subject.guarded if tag in tags and c is not None]
        return lifted(carried, lambda each: each) if carried else None

    # -------------------------------------------------------------- collections

    def _range(self, low: Amount, high: Amount) -> Known | None:
        if not (isinstance(low, int) and isinstance(high, int)) or high - low >= MOST_ITEMS:
            return None
        return row(range(low, high + 1))

    def _prefix(self, subject: Known, length: Amount) -> Known | None:
        if not isinstance(subject, AbstractList):
            size = size_of(subject)
            if size is None:
                return None
            return SizedCollection(
                amounts.smaller(size, amounts.among_two(amounts.at_most(0, length), length, 0))
            )
        rows: list[tuple[Truth, Items]] = []
        for guard, items in subject.guarded:
            kept: list[tuple[Truth, Value]] = []
            before: list[Truth] = []
            for present, item in items:
                there = amounts.summed(amounts.among_two(p, 1, 0) for p in before)
                kept.append((conj((present, amounts.below(there, length))), item))
                before.append(present)
            rows.append((guard, tuple(kept)))
        return AbstractList(tuple(rows))

    def _reversed(self, subject: Known) -> Known | None:
        if isinstance(subject, AbstractList):
            return AbstractList(tuple((guard, items[::-1]) for guard, items in subject.guarded))
        return subject if isinstance(subject, SizedCollection | UnorderedItems) else None

    def _binding(
        self, expr: m.Quantified | m.Aggregate | m.Count | m.Those | m.Pick | m.Mapped, scope: AbstractState
    ) -> Known | None:
        source = self.value(expr.binder.source, scope)
        if isinstance(source, JointChoices) and _is_who_chose(expr):
            return UnorderedItems(source.players)
        if len(expr.binder.names) == 1:
            if isinstance(source, AbstractList):
                return lifted(source.guarded, lambda items: self._bound(expr, items, scope))
            if isinstance(source, UnorderedItems) and not isinstance(expr, m.Pick):
                value = self._bound(expr, source.items, scope)
                return (
                    (unordered(value) or self._unbound(expr, source))
                    if isinstance(value, AbstractList)
                    else value
                )
        return self._unbound(expr, source)

    def _unbound(self, expr: m.Expr, source: Known) -> Known | None:
        """Over items that are not known."""
        size = size_of(source)
        if size is None or not isinstance(expr.type, ListType | BagType | SetType):
            return None
        if isinstance(expr, m.Mapped) and expr.binder.where is None and not isinstance(expr.type, SetType):
            return SizedCollection(size)
        return SizedCollection(amounts.smaller(self.unknowns.amount(0, None), size))

    def _bound(
        self,
        expr: m.Quantified | m.Aggregate | m.Count | m.Those | m.Pick | m.Mapped,
        items: Items,
        scope: AbstractState,
    ) -> Known:
        """Over these items."""
        (name,) = expr.binder.names
        inside = [scope.with_names({name: literal(item)}) for _, item in items]
        where = expr.binder.where
        there = [
            present if where is None else conj((present, self.truth(where, s)))
            for (present, _), s in zip(items, inside, strict=True)
        ]
        kept = tuple(zip(there, (item for _, item in items), strict=True))
        found: Known | None
        match expr:
            case m.Quantified(kind=kind, body=body):
                holds = [self.truth(body, s) for s in inside]
                found = AbstractTruth(_quantified(kind, there, holds))
            case m.Count():
                found = AbstractNumber(amounts.summed(amounts.among_two(t, 1, 0) for t in there))
            case m.Aggregate(kind="sum", body=body) if isinstance(expr.type, IntType):
                worth = [self.amount(body, s) for s in inside]
                found = AbstractNumber(
                    amounts.summed(amounts.among_two(t, w, 0) for t, w in zip(there, worth, strict=True))
                )
            case m.Those():
                found = AbstractList(((True, kept),))
            case m.Mapped(body=body):
                found = self._mapped(expr, there, _all_known([self.value(body, s) for s in inside]))
            case m.Pick(kind="first" | "only"):
                found = self._picked(kept)
            case m.Pick(kind="last"):
                found = self._picked(kept[::-1])
            case _:
                found = None
        return self._worked_out(expr, scope) if found is None else found

    def _mapped(self, expr: m.Mapped, there: list[Truth], values: list[Value] | None) -> Known | None:
        if values is not None and isinstance(expr.type, ListType):
            return AbstractList(((True, tuple(zip(there, values, strict=True))),))
        if not isinstance(expr.type, SetType):
            return SizedCollection(amounts.summed(amounts.among_two(t, 1, 0) for t in there))
        if values is None or len(values) != len(set(values)):
            return None
        placed = sorted(zip(there, values, strict=True), key=lambda one: sort_key(one[1]))
        return AbstractList(((True, tuple(placed)),))

    def _picked(self, items: Items) -> Known | None:
        """The first that is there."""
        if not items:
            return None
        *first, (_, last) = items
        value = literal(last)
        for present, item in reversed(first):
            value = either(present, literal(item), value)
        return value


def _is_who_chose(expr: m.Expr) -> bool:
    """Whether it is the list of the players who chose, in the order in which they laid."""
    match expr:
        case m.Mapped(body=m.Field(subject=m.Var(name=name), name="player"), binder=binder):
            return binder.names == (name,) and binder.where is None and isinstance(expr.type, ListType)
        case _:
            return False


def _of_counts(compared: Callable[[Amount, Amount], Truth], one: Known, other: Known) -> Known | None:
    if isinstance(one, AbstractNumber) and isinstance(other, AbstractNumber):
        return AbstractTruth(compared(one.amount, other.amount))
    return None


def _logic(op: m.LogicOp, left: Truth, right: Truth) -> Truth:
    match op:
        case "and":
            return conj((left, right))
        case "or":
            return disj((left, right))
        case "implies":
            return implies(left, right)
        case _:
            assert_never(op)


def _quantified(kind: m.Quantifier, there: list[Truth], holds: list[Truth]) -> Truth:
    both = [conj((t, h)) for t, h in zip(there, holds, strict=True)]
    match kind:
        case "all":
            return conj(implies(t, h) for t, h in zip(there, holds, strict=True))
        case "some":
            return disj(both)
        case "no":
            return neg(disj(both))
        case "one":
            return exactly_one(both)
        case _:
            assert_never(kind)


def _all_known(items: list[Known]) -> list[Value] | None:
    """The items, if each is known."""
    values: list[Value] = []
    for item in items:
        match item:
            case AbstractCase(guarded=((True, value),)) | AbstractNumber(amount=int() as value):
                values.append(value)
            case _:
                return None
    return values
