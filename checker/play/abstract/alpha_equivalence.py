"""Whether two expressions do the same with the names that they take from outside.

The name that a binder gives is of no account, nor is what the outer names are called. `sum p in [b.player for
b in bets] of f(p)` is `sum b in bets of f(b.player)`.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, fields

from dsl import model as m
from dsl.types.types import SetType

Bound = Mapping[str, Hashable]


@dataclass(slots=True)
class NormalForm:
    """The form of an expression. `outer`: the names that it takes from outside, in the order in which they
    are first met; `of_state`: whether it looks at cards that
    lie somewhere, or at variables of each thing of a type."""

    form: Hashable = None
    outer: dict[str, m.Var] = field(default_factory=dict)
    of_state: bool = False
    _binders: int = 0

    def of(self, expr: m.Expr, bound: Bound) -> Hashable:
        """The form of a part, within these names."""
        match expr:
            case m.Literal(value=value):
                return (type(value).__name__, value)
            case m.Var(name=name) if name in bound:
                return bound[name]
            case m.Var(name=name):
                self.outer.setdefault(name, expr)
                return ("outer", list(self.outer).index(name))
            case m.Let(name=name, value=value, body=body):
                return self.of(body, {**bound, name: self.of(value, bound)})
            case m.Call(function=function, args=args):
                given = {n: self.of(a, bound) for (n, _), a in zip(function.params, args, strict=True)}
                return self.of(function.body, given)
            case m.Aggregate(kind="sum", binder=binder, body=body) if _is_over_mapped(binder):
                return self._over_mapped(binder, body, bound)
            case m.Zone() | m.VarOf():
                self.of_state = True
        return self._by_fields(expr, bound)

    def _by_fields(self, node: m.Expr | m.Binder, bound: Bound) -> Hashable:
        found: list[Hashable] = [type(node).__name__]
        named = {each.name: getattr(node, each.name) for each in fields(node)}
        if isinstance(binder := named.pop("binder", None), m.Binder):
            found.append(self.of(binder.source, bound))
            bound = {**bound, **self._fresh(binder)}
            found.append(None if binder.where is None else self.of(binder.where, bound))
        for name, value in named.items():
            if name not in ("type", "span"):
                found.append(self._part(value, bound))
        return tuple(found)

    def _part(self, value: object, bound: Bound) -> Hashable:
        if isinstance(value, m.Node):
            return self.of(value, bound)  # type: ignore[arg-type]
        if isinstance(value, tuple):
            return tuple(self._part(item, bound) for item in value)
        return value if isinstance(value, Hashable) else id(value)

    def _fresh(self, binder: m.Binder) -> dict[str, Hashable]:
        self._binders += 1
        return {name: ("bound", self._binders, place) for place, name in enumerate(binder.names)}

    def _over_mapped(self, binder: m.Binder, body: m.Expr, bound: Bound) -> Hashable:
        mapped = binder.source
        assert isinstance(mapped, m.Mapped)
        source = self.of(mapped.binder.source, bound)
        inside = {**bound, **self._fresh(mapped.binder)}
        there = None if mapped.binder.where is None else self.of(mapped.binder.where, inside)
        within = {**bound, binder.names[0]: self.of(mapped.body, inside)}
        where = None if binder.where is None else self.of(binder.where, within)
        wheres = [each for each in (there, where) if each is not None]
        narrowed = None if not wheres else wheres[0] if len(wheres) == 1 else ("both", *wheres)
        return ("Aggregate", source, narrowed, "sum", self.of(body, within))


def _is_over_mapped(binder: m.Binder) -> bool:
    mapped = binder.source
    return (
        isinstance(mapped, m.Mapped)
        and len(mapped.binder.names) == 1
        and not isinstance(mapped.type, SetType)
    )


def form_of(expr: m.Expr) -> NormalForm:
    """The form of an expression."""
    found = NormalForm()
    found.form = found.of(expr, {})
    return found
