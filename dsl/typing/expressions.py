"""The type checker: which construct is typed where, and definitions, typed anew for each use."""

from typing import assert_never

from dsl import model as m
from dsl import syntax as s
from dsl.text.errors import Collector
from dsl.text.span import Span
from dsl.types.algebra import BROKEN, is_broken, loosened
from dsl.types.types import IntType, Type
from dsl.typing import collections, names, operators, shapes
from dsl.typing import folds as walks
from dsl.typing.binding import refuse_hiding
from dsl.typing.checker import DEEPEST, Typer
from dsl.typing.scope import Layer, Scope

_Key = tuple[str, str, tuple[Type, ...], Type | None]


class ExpressionTyper(Typer):
    """The type checker. Instances of definitions are kept, one for each sort of arguments."""

    def __init__(self, problems: Collector) -> None:
        super().__init__(problems)
        self._instances: dict[_Key, m.Function | None] = {}
        self._heights: dict[_Key, int] = {}
        self._peak = 0
        self._open: list[tuple[str, str]] = []
        self.used: set[tuple[str, str]] = set()

    def infer(self, expr: s.Expr, scope: Scope, hint: Type | None = None) -> m.Expr:
        """The typed expression. Notes `too-deep` where expressions nest beyond `DEEPEST`."""
        if self.depth >= DEEPEST:
            return self._refuse_depth(expr.span)
        self.depth += 1
        self._peak = max(self._peak, self.depth)
        try:
            return self._infer(expr, scope, hint)
        finally:
            self.depth -= 1

    def _infer(self, expr: s.Expr, scope: Scope, hint: Type | None) -> m.Expr:
        match expr:
            case s.Name():
                return names.name(self, expr, scope, hint)
            case s.Number(value=value):
                return m.Literal(type=IntType(value, value), value=value, span=expr.span)
            case s.Apply():
                return names.apply(self, expr, scope, hint)
            case s.Unary():
                return operators.unary(self, expr, scope)
            case s.Binary():
                return operators.binary(self, expr, scope, hint)
            case s.Is():
                return names.is_tag(self, expr, scope)
            case s.Dot():
                return names.dot(self, expr, scope)
            case s.Subscript():
                return names.subscript(self, expr, scope)
            case s.TaggedExpr():
                return names.tagged(self, expr, scope, hint)
            case s.ListExpr():
                return collections.list_of(self, expr, scope, hint)
            case s.PairItem():
                return collections.record_of_two(self, expr, scope, hint)
            case s.Braces():
                return collections.braces(self, expr, scope, hint)
            case s.Comprehension():
                return collections.comprehension(self, expr, scope, hint)
            case s.Quantifier():
                return collections.quantifier(self, expr, scope)
            case s.AggregateExpr():
                return collections.aggregate(self, expr, scope)
            case s.Picked():
                return collections.picked(self, expr, scope)
            case s.LetExpr():
                return operators.let(self, expr, scope, hint)
            case s.IfExpr():
                return operators.conditional(self, expr, scope, hint)
            case s.FoldExpr():
                return walks.fold(self, expr, scope, hint)
            case s.BestExpr():
                return walks.best(self, expr, scope)
            case s.LaidExpr():
                return shapes.laid(self, expr, scope)
            case s.Row():
                return shapes.row(self, expr, scope, hint)
            case _:
                assert_never(expr)

    def instance(
        self, define: s.DefineDecl, layer: Layer, types: tuple[Type, ...], hint: Type | None
    ) -> m.Function | None:
        """The definition for arguments of these types. Notes `definition-cycle` where one uses itself."""
        name = (layer.name, define.name)
        if name in self._open:
            cycle = [inner for _, inner in self._open[self._open.index(name) :]]
            path = " uses ".join(f"`{inner}`" for inner in [*cycle, define.name])
            self.problems.add("definition-cycle", f"a definition uses itself: {path}", define.span)
            return None
        self.used.add(name)
        for param, type in zip(define.params, types, strict=True):
            refuse_hiding(param, type, define.span, Scope(layer=layer), self.problems)
        scope = Scope(layer=layer).bind_all(dict(zip(define.params, types, strict=True)))
        if hint is not None:
            hint = loosened(hint) if operators.needs_hint(define.body, scope) else None
        key = (*name, types, hint)
        if key not in self._instances:
            outer, self._peak = self._peak, self.depth
            params = tuple(zip(define.params, types, strict=True))
            function = self._typed(define, scope, name, hint, params)
            height, self._peak = self._peak - self.depth, max(outer, self._peak)
            if function is None and self.silent:
                return None
            self._instances[key], self._heights[key] = function, height
        self._peak = max(self._peak, self.depth + self._heights[key])
        if self.depth + self._heights[key] > DEEPEST:
            self._refuse_depth(define.span)
            return None
        return self._instances[key]

    def _refuse_depth(self, span: Span) -> m.Expr:
        message = f"expressions nest more than {DEEPEST} deep here, definitions in their uses included"
        return self.refuse("too-deep", message, span)

    def _typed(
        self,
        define: s.DefineDecl,
        scope: Scope,
        name: tuple[str, str],
        hint: Type | None,
        params: tuple[tuple[str, Type], ...],
    ) -> m.Function | None:
        noted = len(self.problems.problems)
        self._open.append(name)
        try:
            body = self.infer(define.body, scope, hint)
        finally:
            self._open.pop()
        if is_broken(body.type) or len(self.problems.problems) > noted:
            return None
        return m.Function(name=define.name, params=params, body=body, span=define.span)

    def check_unused(self, layer: Layer) -> None:
        """Types the definitions of a layer that nothing uses, for arguments of any type: unknown names in
        them are noted."""
        for define in layer.defines.values():
            if (layer.name, define.name) not in self.used:
                self.instance(define, layer, tuple(BROKEN for _ in define.params), None)
