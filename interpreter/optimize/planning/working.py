"""The value of an expression where what is laid on the sides of a row is not known.

What does not depend on it is evaluated as ever (`interpreter.evaluate.expressions`); the rest mirrors that,
construct by construct, as far as is known here. Each truth that hangs on the sides is decided by a path. An
error on the way is left to trying everything: it is `Unplanned`.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Literal, Protocol, assert_never, runtime_checkable

from dsl import model as m
from dsl.types.types import ListType, OptionalType, RationalType, RecordType, Type, UnionType
from dsl.types.values import Bag, Record, Tagged, Value, ValueSet, rational
from interpreter.analysis.dependencies import free_names
from interpreter.evaluate.clauses import Group, Hearing, Prepared, Verdict
from interpreter.evaluate.expressions import code_of, comparison, deciding
from interpreter.optimize.planning.paths import Path
from interpreter.optimize.planning.terms import (
    Accumulator,
    CardValue,
    MissingAccumulator,
    NoneTest,
    NumberComparison,
    Operand,
    Operation,
    Points,
    Steps,
    Unplanned,
    WorkedOp,
    may_be_none,
    sides_of,
    worked,
)
from interpreter.optimize.planning.unknown import (
    TERMS,
    Card,
    Env,
    LaidCards,
    Row,
    Unknown,
    built,
    flat,
    form_of,
    is_unknown,
    numbers_in,
)
from interpreter.values.context import Blocked, Context, SpecError
from interpreter.values.outcome import Outcome, Status
from interpreter.values.show import Situation, fits

_DEEPEST = 150


@runtime_checkable
class Book(Protocol):
    """A context that has clauses heard in another way."""

    game: m.Game

    def heard(
        self,
        question: str,
        situation: Situation,
        hearing: Callable[[Group, m.Question, Situation], Verdict],
    ) -> Verdict: ...


class Worker:
    """Evaluates expressions on one path. All raises Unplanned."""

    def __init__(self, unknown: Unknown, context: Context, path: Path) -> None:
        self.unknown, self.context, self.path = unknown, context, path
        self._deep = 0

    def holds(self, expr: m.Expr, env: Env) -> bool:
        """Whether a condition holds on this path."""
        return bool(self.value(expr, env))

    def value(self, expr: m.Expr, env: Env) -> Any:
        """The value of an expression on this path."""
        if not any(is_unknown(env.get(name)) for name in free_names(expr)):
            return code_of(expr)(env, self.context)
        self._deep += 1
        if self._deep > _DEEPEST:
            raise Unplanned
        try:
            return self._worked(expr, env)
        finally:
            self._deep -= 1

    def _worked(self, expr: m.Expr, env: Env) -> Any:
        match expr:
            case m.Var(name=name):
                return env[name]
            case m.Let(name=name, value=value, body=body):
                return self.value(body, {**env, name: self.value(value, env)})
            case m.If(condition=condition, then=then, otherwise=otherwise):
                return self.value(then if self.holds(condition, env) else otherwise, env)
            case m.Not(operand=operand):
                return not self.holds(operand, env)
            case m.Logic(op=op, left=left, right=right):
                at_once, decisive = deciding(op)
                return decisive if self.holds(left, env) is at_once else self.holds(right, env)
            case m.Compare():
                return self._compare(expr.op, self.value(expr.left, env), self.value(expr.right, env))
            case m.Negative(operand=operand):
                return self._spread("-", 0, self.value(operand, env))
            case m.Arithmetic(op=op, left=left, right=right):
                if op == "mod":
                    raise Unplanned
                return self._spread(op, self.value(left, env), self.value(right, env))
            case m.Field(subject=subject, name=name):
                return self._record(self.value(subject, env)).get(name)
            case m.Payload(subject=subject, tags=tags):
                return self._payload(self.value(subject, env), tags)
            case m.IsTag(subject=subject, tag=tag):
                return self._is_tag(self.value(subject, env), tag)
            case m.Unwrap(subject=subject):
                value = self.value(subject, env)
                if value is None or self._absent(value):
                    raise Unplanned
                return value
            case m.Call(function=function, args=args):
                names = [name for name, _ in function.params]
                values = [self.value(arg, env) for arg in args]
                return self.value(function.body, dict(zip(names, values, strict=True)))
            case m.Ask(question=question, args=args):
                return self._ask(expr, question, tuple([self.value(arg, env) for arg in args]))
            case m.DoubtValue(doubt=doubt, args=args):
                return self._doubt(doubt, [self.value(arg, env) for arg in args])
            case _:
                return self._of_several(expr, env)

    def _of_several(self, expr: m.Expr, env: Env) -> Any:
        match expr:
            case m.Fold():
                return self._fold(expr, env)
            case m.Aggregate(kind="sum", binder=binder, body=body):
                return self._sum(binder, env, lambda inner: self.value(body, inner))
            case m.Count(binder=binder):
                return self._sum(binder, env, lambda inner: 1)
            case m.Member(item=item, collection=collection):
                return self._is_among(self.value(item, env), self.value(collection, env))
            case m.Size(subject=subject):
                return self._size(self.value(subject, env))
            case m.Those(binder=binder):
                return self._those(binder, env)
            case m.Quantified(kind="all", binder=binder, body=body):
                return all(self.holds(body, inner) for inner in self._places(binder, env))
            case m.Quantified(kind="some", binder=binder, body=body):
                return any(self.holds(body, inner) for inner in self._places(binder, env))
            case m.Quantified(kind="no", binder=binder, body=body):
                return not any(self.holds(body, inner) for inner in self._places(binder, env))
            case m.Mapped(binder=binder, body=body) if isinstance(expr.type, ListType):
                return tuple([self.value(body, inner) for inner in self._places(binder, env)])
            case m.MakeList(items=items):
                return tuple([self.value(item, env) for item in items])
            case m.MakeRecord(fields=fields):
                type = expr.type.item if isinstance(expr.type, OptionalType) else expr.type
                assert isinstance(type, RecordType)
                return Record(type.name, tuple([(name, self.value(of, env)) for name, of in fields]))
            case m.MakeTagged(tag=tag, payload=payload) if payload is not None:
                type = expr.type.item if isinstance(expr.type, OptionalType) else expr.type
                assert isinstance(type, UnionType)
                return Tagged(type.name, tag, self.value(payload, env))
            case _:
                raise Unplanned

    # -------------------------------------------------------------- numbers

    def _number(self, value: Any) -> Operand | None:
        """A number, or none where it is on this path."""
        if value is None or (isinstance(value, int | Fraction) and not isinstance(value, bool)):
            return value
        if not isinstance(value, TERMS):
            raise Unplanned
        return None if self._absent(value) else value

    def _absent(self, value: Any) -> bool:
        """Whether a number is none on this path."""
        if isinstance(value, Operation) and may_be_none(value):
            return self.path.decide(NoneTest(value))
        return False

    def _spread(self, op: WorkedOp, left: Any, right: Any) -> Any:
        """Arithmetic with numbers, `none` where one of them is; or with sums over cards."""
        if isinstance(left, Points) or isinstance(right, Points):
            return _of_points(op, left, right)
        one, other = self._number(left), self._number(right)
        return None if one is None or other is None else self._arithmetic(op, one, other)

    def _arithmetic(self, op: WorkedOp, left: Operand, right: Operand) -> Any:
        value = worked(op, left, right)
        return rational(value) if isinstance(value, Fraction) else value

    def _compare(self, op: m.CompareOp, left: Any, right: Any) -> bool:
        if not is_unknown(left) and not is_unknown(right):
            return comparison(op)(left, right)
        match op:
            case "=":
                return self._alike(left, right)
            case "!=":
                return not self._alike(left, right)
            case "<" | "<=":
                return self._below(op, left, right)
            case ">":
                return self._below("<", right, left)
            case ">=":
                return self._below("<=", right, left)
            case _:
                assert_never(op)

    def _alike(self, left: Any, right: Any) -> bool:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Row) and other == ():
                return self._equal(Steps(one.side), 0)
        first, second = self._number(left), self._number(right)
        if first is None or second is None:
            return first is None and second is None
        return self._equal(first, second)

    def _below(self, op: Literal["<", "<="], left: Any, right: Any) -> bool:
        one, other = self._number(left), self._number(right)
        if one is None or other is None:
            raise Unplanned
        if isinstance(one, int | Fraction) and isinstance(other, int | Fraction):
            return comparison(op)(one, other)
        return self.path.decide(NumberComparison(op, one, other))

    def _equal(self, one: Operand, other: Operand) -> bool:
        plain = isinstance(one, int | Fraction), isinstance(other, int | Fraction)
        if all(plain) or one == other:
            return one == other
        if plain[0] or (not plain[1] and sorted(sides_of(one)) > sorted(sides_of(other))):
            one, other = other, one
        return self.path.decide(NumberComparison("=", one, other))

    # -------------------------------------------------------------- parts of values

    def _record(self, value: Any) -> Record:
        if not isinstance(value, Record):
            raise Unplanned
        return value

    def _payload(self, value: Any, tags: tuple[str, ...]) -> Any:
        match value:
            case Card(side=side, part=part, tag=tag) if tag in tags:
                return self._borne(side, part)
            case Tagged(tag=tag, payload=payload) if tag in tags:
                return payload
            case _:
                raise Unplanned

    def _borne(self, side: int, part: str) -> CardValue:
        """What the card there bears, if it is a number whatever the card."""
        for opening in self.unknown.side(side).openings:
            card = dict(opening.values)[part]
            if not isinstance(card, Tagged) or type(card.payload) is not int:
                raise Unplanned
        return CardValue(side, part)

    def _is_tag(self, value: Any, tag: str) -> bool:
        match value:
            case None:
                return tag == "none"
            case Card(tag=own) if own is not None and tag != "none":
                return own == tag
            case Tagged(tag=own):
                return own == tag
            case _ if isinstance(value, TERMS) and tag == "none":
                return self._absent(value)
            case Record() if tag == "none":
                return False
            case _:
                raise Unplanned

    def _is_among(self, item: Any, collection: Any) -> bool:
        items = collection.items if isinstance(collection, Bag | ValueSet) else collection
        if not isinstance(items, tuple) or is_unknown(items):
            raise Unplanned
        return any(self._compare("=", item, each) for each in items)

    def _size(self, value: Any) -> Any:
        match value:
            case Row(side=side):
                return Steps(side)
            case LaidCards():
                return self._over(value, lambda card: 1)
            case tuple():
                return len(value)
            case _:
                raise Unplanned

    # -------------------------------------------------------------- over several things

    def _places(self, binder: m.Binder, env: Env) -> Iterator[Env]:
        """The places of a list whose size is known that satisfy the binder's condition."""
        source = self.value(binder.source, env)
        items = source.items if isinstance(source, Bag | ValueSet) else source
        if not isinstance(items, tuple) or len(binder.names) != 1:
            raise Unplanned
        for item in items:
            inner = {**env, binder.names[0]: item}
            if binder.where is None or self.holds(binder.where, inner):
                yield inner

    def _sum(self, binder: m.Binder, env: Env, body: Callable[[Env], Any]) -> Any:
        source = self.value(binder.source, env) if len(binder.names) == 1 else None
        if not isinstance(source, LaidCards):
            total: Any = 0
            for inner in self._places(binder, env):
                total = None if total is None else self._spread("+", total, body(inner))
            return total
        (name,) = binder.names

        def worth(card: Value) -> Any:
            inner = {**env, name: card}
            return body(inner) if binder.where is None or self.holds(binder.where, inner) else 0

        return self._over(source, worth)

    def _over(self, laid: LaidCards, worth: Callable[[Value], Any]) -> Points:
        """The sum of what each card that lies there is worth."""

        def known(card: Value) -> int | Fraction:
            value = 0 if card in laid.out else worth(card)
            if isinstance(value, bool) or not isinstance(value, int | Fraction):
                raise Unplanned
            return value

        weights = [
            {card: known(card) for card in self.unknown.cards(side)} if side in laid.sides else {}
            for side in (0, 1)
        ]
        return Points((weights[0], weights[1]), sum([known(card) for card in laid.fixed]))

    def _those(self, binder: m.Binder, env: Env) -> Any:
        source = self.value(binder.source, env) if len(binder.names) == 1 else None
        if not isinstance(source, LaidCards):
            if not isinstance(source, tuple):
                raise Unplanned
            return tuple([inner[binder.names[0]] for inner in self._places(binder, env)])
        (name,) = binder.names
        where = binder.where
        cards = {**self.unknown.cards(0), **self.unknown.cards(1), **dict.fromkeys(source.fixed)}
        out = [card for card in cards if where is not None and not self.holds(where, {**env, name: card})]
        return LaidCards(source.sides, source.fixed, source.out | frozenset(out))

    def _fold(self, node: m.Fold, env: Env) -> Any:
        binder = node.binder
        source = self.value(binder.source, env)
        kept = self.value(node.initial, env)
        if isinstance(source, Row):
            return self._through(node, source.side, kept, env)
        (name,) = binder.names
        for inner in self._places(binder, env):
            kept = self.value(node.body, {**env, name: inner[name], node.so_far: kept})
        return kept

    def _through(self, node: m.Fold, side: int, kept: Any, env: Env) -> Any:
        """What is kept at the end of the steps of a side."""
        form = form_of(node.type)
        names = (free_names(node.body) - {*node.binder.names, node.so_far}) | (
            frozenset() if node.binder.where is None else free_names(node.binder.where)
        )
        used = {name: env[name] for name in names if name in env}
        folding = self.unknown.fold(side, node, form, flat(kept, form), used)
        places = enumerate(numbers_in(form), folding.place)
        numbers: list[Operand | None] = [
            None
            if number.optional and self.path.decide(MissingAccumulator(side, place))
            else Accumulator(side, place)
            for place, number in places
        ]
        return built(form, iter(numbers))

    # -------------------------------------------------------------- questions and doubts

    def _ask(self, expr: m.Ask, question: str, situation: tuple[Any, ...]) -> Any:
        if not any(map(is_unknown, situation)):
            return self.context.ask(question, situation, expr.span)
        if not isinstance(self.context, Book):
            raise Unplanned
        asked = self.context.game.questions[question]
        for parameter, value in zip(asked.parameters, situation, strict=True):
            self.conform(value, parameter.type)
        env = dict(zip([parameter.name for parameter in asked.parameters], situation, strict=True))
        if not all(self.holds(need, env) for need in asked.needs):
            raise Unplanned

        def hearing(group: Group, of: m.Question, about: Situation) -> Verdict:
            return _Hearing(group, of, about, self).verdict()

        verdict = self.context.heard(question, situation, hearing)
        if verdict.outcome.status is not Status.SETTLED:
            raise Unplanned
        return verdict.outcome.admits[0]

    def _doubt(self, doubt: str, args: list[Any]) -> Any:
        names, types, answer, expr = self.context.reading_of(doubt)
        for value, declared in zip(args, types, strict=True):
            self.conform(value, declared)
        value = self.value(expr, dict(zip(names, args, strict=True)))
        self.conform(value, answer)
        return value

    def conform(self, value: Any, type: Type) -> None:
        """Raises Unplanned where a value may be outside the bounds of its type."""
        if not self._conforms(value, type):
            raise Unplanned

    def _conforms(self, value: Any, type: Type) -> bool:
        if not is_unknown(value):
            return fits(value, type)
        match value, type:
            case _, OptionalType(item=item):
                return (isinstance(value, TERMS) and self._absent(value)) or self._conforms(value, item)
            case Record(), RecordType(is_shape=True):
                return type in self.unknown.types()
            case Record(fields=fields), RecordType(fields=types):
                pairs = zip(fields, types, strict=True)
                return all(self._conforms(part, declared) for (_, part), (_, declared) in pairs)
            case tuple(), ListType(item=item, low=low, high=high):
                many = len(value)
                if (low is not None and many < low) or (high is not None and many > high):
                    return False
                return all(self._conforms(part, item) for part in value)
            case Points(), _:
                return all(fits(bound, type) for bound in self._bounds(value))
            case _, RationalType():
                return isinstance(value, TERMS) and not self._absent(value)
            case _:
                return False

    def _bounds(self, points: Points) -> tuple[Any, Any]:
        """What such a sum is at least and at most; and that it is whole, if all parts are."""
        low = high = points.plus
        for side, weights in enumerate(points.weights):
            listed = self.unknown.side(side)
            most = listed.listed.high
            assert most is not None
            longest = [max(len(p.cards) for p in ps) if ps else 0 for ps in (listed.openings, listed.steps)]
            cards = longest[0] + most * longest[1]
            low += cards * min([0, *weights.values()])
            high += cards * max([0, *weights.values()])
            if any(isinstance(weight, Fraction) for weight in weights.values()):
                return Fraction(1, 2) + low, Fraction(1, 2) + high
        return low, high


class _Hearing(Hearing):
    """Hears clauses about what is not known."""

    def __init__(self, group: Group, question: m.Question, situation: Situation, worker: Worker) -> None:
        super().__init__(group, question, situation, worker.context)
        self._worker = worker

    def evaluate(self, expr: m.Expr, env: Any) -> Any:
        """See `Hearing`. An error is left to trying everything."""
        try:
            return self._worker.value(expr, env)
        except (Blocked, SpecError):
            raise Unplanned from None

    def check_answer(self, value: Any, expr: m.Expr) -> None:
        """See `Hearing`."""
        if is_unknown(value):
            self._worker.conform(value, self.question.answer)
        else:
            super().check_answer(value, expr)

    def _answer(self, prepared: Prepared) -> Any:
        answer = prepared.clause.answer
        if isinstance(answer, m.AnyOf | m.Never):
            said = answer.values if isinstance(answer, m.AnyOf) else answer.value
            if is_unknown(self.evaluate(said, self._env(prepared))):
                raise Unplanned
        return super()._answer(prepared)

    def _common(self, admitted: Any) -> Outcome:
        if len(admitted) > 1 and any(is_unknown(v) for each in admitted for v in getattr(each, "values", ())):
            raise Unplanned
        return super()._common(admitted)

    def _overridden(self, speaks: Any) -> tuple[tuple[str, str], ...]:
        return ()


def _of_points(op: WorkedOp, left: Any, right: Any) -> Any:
    """Arithmetic with a sum over cards."""
    if isinstance(left, int | Fraction):
        left = Points(({}, {}), left)
    if isinstance(right, int | Fraction):
        right = Points(({}, {}), right)
    if not (isinstance(left, Points) and isinstance(right, Points)):
        raise Unplanned
    match op:
        case "+":
            return _sum_of_points(left, right, 1)
        case "-":
            return _sum_of_points(left, right, -1)
        case "*":
            by, of = (left, right) if not any(left.weights) else (right, left)
            if any(by.weights):
                raise Unplanned
            weights = [{card: by.plus * weight for card, weight in each.items()} for each in of.weights]
            return Points((weights[0], weights[1]), by.plus * of.plus)
        case "/":
            raise Unplanned
        case _:
            assert_never(op)


def _sum_of_points(left: Points, right: Points, sign: int) -> Points:
    weights = [
        {card: one.get(card, 0) + sign * other.get(card, 0) for card in {**one, **other}}
        for one, other in zip(left.weights, right.weights, strict=True)
    ]
    return Points((weights[0], weights[1]), left.plus + sign * right.plus)
