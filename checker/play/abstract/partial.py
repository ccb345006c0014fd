"""Where working out an expression of a flow may fail: it has no value, a part of what it makes is outside its
range, or it asks a question about what is no situation of it.

Conditions count where they are looked at: of `a and b`, b may fail only where a holds. Sound: what is not
understood may fail. What fails within the answer to a question is no matter of this module: questions are
examined by themselves, in all their situations.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from checker.play.abstract import numbers as amounts
from checker.play.abstract.evaluator import AbstractEvaluator, AbstractState
from checker.play.abstract.fitting import fitting
from checker.play.abstract.values import AbstractList, AbstractTagged, Known, UnorderedItems, literal, size_of
from checker.smt.formulas import Truth, conj, disj, exactly_one, neg
from dsl import model as m
from dsl.types.types import BagType, ListType, RecordType, SetType, Type, UnionType
from interpreter.analysis.dependencies import parts

MOST_LOOKED = 6_000
"""Expressions that are looked into on one walk through a flow."""
MOST_DEEP = 12
"""Definitions within definitions that are followed."""


@dataclass(slots=True)
class Partial:
    """Tells where expressions may fail. `left`: expressions that are still looked into; of others it is not
    known."""

    game: m.Game
    evaluator: AbstractEvaluator
    left: int = MOST_LOOKED

    def fails(self, expr: m.Expr, scope: AbstractState, path: Truth = True, deep: int = 0) -> Iterator[Truth]:
        """Where it may fail, wherever `path` holds."""
        if path is False:
            return
        self.left -= 1
        if self.left < 0:
            yield conj((path, self._unsure()))
            return
        match expr:
            case m.Logic(op=op, left=left, right=right):
                yield from self.fails(left, scope, path, deep)
                holds = self.evaluator.truth(left, scope)
                onward = neg(holds) if op == "or" else holds
                yield from self.fails(right, scope, conj((path, onward)), deep)
            case m.If(condition=condition, then=then, otherwise=otherwise):
                yield from self.fails(condition, scope, path, deep)
                holds = self.evaluator.truth(condition, scope)
                yield from self.fails(then, scope, conj((path, holds)), deep)
                yield from self.fails(otherwise, scope, conj((path, neg(holds))), deep)
            case m.Let(name=name, value=value, body=body):
                yield from self.fails(value, scope, path, deep)
                inside = scope.with_names({name: self.evaluator.value(value, scope)})
                yield from self.fails(body, inside, path, deep)
            case m.Call(function=function, args=args):
                yield from (each for arg in args for each in self.fails(arg, scope, path, deep))
                if deep >= MOST_DEEP:
                    yield path
                    return
                given = zip(function.params, (self.evaluator.value(arg, scope) for arg in args), strict=True)
                inside = AbstractState(
                    scope.zones, scope.values, {n: v for (n, _), v in given}, scope.outside
                )
                yield from self.fails(function.body, inside, path, deep + 1)
            case (
                m.Quantified(binder=binder)
                | m.Aggregate(binder=binder)
                | m.Count(binder=binder)
                | m.Those(binder=binder)
                | m.Pick(binder=binder)
                | m.Mapped(binder=binder)
            ):
                yield from self._bound(expr, binder, scope, path, deep)
            case m.Ask(question=question, args=args):
                yield from (each for arg in args for each in self.fails(arg, scope, path, deep))
                yield from self._asked(self.game.questions[question], args, scope, path, deep)
            case m.Fold() | m.Best() | m.Using() | m.Along() | m.Turned():
                yield path
            case _:
                yield from (each for part in parts(expr) for each in self.fails(part, scope, path, deep))
                yield conj((path, neg(self._has_value(expr, scope))))

    def _has_value(self, expr: m.Expr, scope: AbstractState) -> Truth:
        """Whether it has a value where its parts have."""
        match expr:
            case m.Index(subject=subject, index=index):
                size = size_of(self.evaluator.value(subject, scope))
                place = self.evaluator.amount(index, scope)
                if size is None:
                    return self._unsure()
                return conj((amounts.at_most(1, place), amounts.at_most(place, size)))
            case m.Payload(subject=subject, tags=tags):
                return self._carries(self.evaluator.value(subject, scope), tags)
            case m.Unwrap(subject=subject):
                return self._carries(self.evaluator.value(subject, scope), ("some",))
            case m.MakeRecord(type=RecordType(fields=fields), fields=made):
                return conj(self._fits(e, t, scope) for (_, e), (_, t) in zip(made, fields, strict=True))
            case m.MakeTagged(type=UnionType(alternatives=alternatives), tag=tag, payload=payload):
                wanted = next((a.payload for a in alternatives if a.tag == tag), None)
                return True if payload is None or wanted is None else self._fits(payload, wanted, scope)
            case m.Arithmetic(op="mod", right=right):
                return amounts.below(0, self.evaluator.amount(right, scope))
            case _:
                return True

    def _fits(self, part: m.Expr, type: Type, scope: AbstractState) -> Truth:
        fits = fitting(self.evaluator.value(part, scope), part.type, type)
        return self._unsure() if fits is None else fits

    def _unsure(self) -> Truth:
        return self.evaluator.unknowns.truth()

    def _carries(self, subject: Known, tags: tuple[str, ...]) -> Truth:
        if not isinstance(subject, AbstractTagged):
            return self._unsure()
        return disj(guard for guard, tag, _ in subject.guarded if tag in tags)

    # -------------------------------------------------------------- several things

    def _bound(
        self, expr: m.Expr, binder: m.Binder, scope: AbstractState, path: Truth, deep: int
    ) -> Iterator[Truth]:
        yield from self.fails(binder.source, scope, path, deep)
        body = expr.body if isinstance(expr, m.Quantified | m.Aggregate | m.Mapped) else None
        there: list[Truth] | None = []
        for present, names in self._places(binder, scope):
            inside = scope.with_names(names)
            here = conj((path, present))
            kept: Truth = True
            if binder.where is not None:
                yield from self.fails(binder.where, inside, here, deep)
                kept = self.evaluator.truth(binder.where, inside)
            if body is not None:
                yield from self.fails(body, inside, conj((here, kept)), deep)
            if there is not None:
                there.append(conj((present, kept)))
        if not self._is_each_known(binder, scope):
            there = None
        match expr:
            case m.Pick(kind="only"):
                yield conj((path, neg(self._unsure() if there is None else exactly_one(there))))
            case m.Pick() | m.Aggregate(kind="highest" | "lowest"):
                yield conj((path, neg(self._some(binder, scope) if there is None else disj(there))))
            case _:
                pass

    def _places(self, binder: m.Binder, scope: AbstractState) -> Iterator[tuple[Truth, dict[str, Known]]]:
        """What the names stand for, one after the other; anything where that is not known."""
        source = self.evaluator.value(binder.source, scope)
        if self._is_each_known(binder, scope):
            assert isinstance(source, AbstractList | UnorderedItems)
            rows = source.guarded if isinstance(source, AbstractList) else ((True, source.items),)
            for guard, items in rows:
                for present, item in items:
                    yield conj((guard, present)), {binder.names[0]: literal(item)}
            return
        item_type = _item(binder.source.type)
        yield True, {name: self.evaluator.unknowns.of(item_type) for name in binder.names}

    def _is_each_known(self, binder: m.Binder, scope: AbstractState) -> bool:
        source = self.evaluator.value(binder.source, scope)
        return len(binder.names) == 1 and isinstance(source, AbstractList | UnorderedItems)

    def _some(self, binder: m.Binder, scope: AbstractState) -> Truth:
        """Whether there are any, of things that are not known."""
        size = size_of(self.evaluator.value(binder.source, scope))
        if binder.where is not None or size is None:
            return self._unsure()
        return amounts.at_most(len(binder.names), size)

    # -------------------------------------------------------------- questions

    def _asked(
        self, question: m.Question, args: tuple[m.Expr, ...], scope: AbstractState, path: Truth, deep: int
    ) -> Iterator[Truth]:
        values = [self.evaluator.unknowns.one(self.evaluator.value(arg, scope)) for arg in args]
        for arg, value, parameter in zip(args, values, question.parameters, strict=True):
            fits = fitting(value, arg.type, parameter.type)
            yield path if fits is None else conj((path, neg(fits)))
        if deep >= MOST_DEEP:
            yield path
            return
        named = {p.name: v for p, v in zip(question.parameters, values, strict=True)}
        inside = AbstractState({}, {}, named)
        for need in question.needs:
            yield from self.fails(need, inside, path, deep + 1)
            yield conj((path, neg(self.evaluator.truth(need, inside))))


def _item(type: Type) -> Type:
    assert isinstance(type, ListType | BagType | SetType)
    return type.item
