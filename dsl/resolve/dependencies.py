"""Which questions and doubts an expression asks, definitions and readings included.

Of a question asked, it is also said whether each list among its arguments is a `prefix` of a list that
stands for a parameter of the asker: a question may ask itself so.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields

from dsl import model as m
from dsl.types.types import ListType


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question asked at a place; `shorter`: only of prefixes of the asker's lists."""

    ask: m.Ask
    shorter: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Which bound names stand for a parameter of the asker, and which for a prefix of one."""

    whole: frozenset[str] = frozenset()
    cut: frozenset[str] = frozenset()

    def without(self, names: Iterable[str]) -> "Names":
        """These names, some of them bound anew."""
        gone = frozenset(names)
        return Names(whole=self.whole - gone, cut=self.cut - gone)


@dataclass(slots=True, kw_only=True)
class Walk:
    """Walks through expressions; every definition is entered once for the same sort of arguments."""

    doubts: Mapping[str, m.Doubt]
    entered: set[tuple[int, Names]] = field(default_factory=set)

    def asked(self, expr: m.Expr, parameters: Iterable[str]) -> Iterator[Asked]:
        """The questions `expr` asks, the parameters of its asker being these names."""
        yield from self._walk(expr, Names(whole=frozenset(parameters)))

    def _walk(self, expr: m.Expr, names: Names) -> Iterator[Asked]:
        match expr:
            case m.Ask():
                yield Asked(ask=expr, shorter=_is_shorter(expr, names))
            case m.Call(function=function, args=args):
                params = tuple(name for name, _ in function.params)
                yield from self._enter(function.body, params, args, names)
            case m.DoubtValue(doubt=doubt, args=args) if doubt in self.doubts:
                params = tuple(name for name, _ in self.doubts[doubt].parameters)
                for reading in self.doubts[doubt].readings:
                    if reading.value is not None:
                        yield from self._enter(reading.value, params, args, names)
            case m.Let():
                yield from self._walk(expr.value, names)
                yield from self._walk(expr.body, names.without((expr.name,)))
                return
            case m.Fold(binder=within):
                yield from self._walk(expr.initial, names)
                yield from self._walk(within.source, names)
                inner = names.without((*within.names, expr.so_far))
                for part in (expr.body,) if within.where is None else (within.where, expr.body):
                    yield from self._walk(part, inner)
                return
            case m.Using(shape=shape) | m.Along(shape=shape):
                for condition in m.expressions_of(shape):
                    yield from self._walk(condition, Names())
            case _:
                pass
        binder = next((part for part in _values(expr) if isinstance(part, m.Binder)), None)
        inner = names if binder is None else names.without(binder.names)
        if binder is not None:
            yield from self._walk(binder.source, names)
            if binder.where is not None:
                yield from self._walk(binder.where, inner)
        for part in parts(expr):
            yield from self._walk(part, inner)

    def _enter(
        self, body: m.Expr, params: tuple[str, ...], args: tuple[m.Expr, ...], names: Names
    ) -> Iterator[Asked]:
        given = list(zip(params, args, strict=True))
        inner = Names(
            whole=frozenset(p for p, a in given if isinstance(a, m.Var) and a.name in names.whole),
            cut=frozenset(p for p, a in given if _is_cut(a, names)),
        )
        if (id(body), inner) not in self.entered:
            self.entered.add((id(body), inner))
            yield from self._walk(body, inner)


def _is_cut(arg: m.Expr, names: Names) -> bool:
    match arg:
        case m.Var(name=name):
            return name in names.cut
        case m.Prefix(subject=m.Var(name=name)):
            return name in names.whole or name in names.cut
        case _:
            return False


def _is_shorter(ask: m.Ask, names: Names) -> bool:
    lists = [arg for arg in ask.args if isinstance(arg.type, ListType)]
    return bool(lists) and all(_is_cut(arg, names) for arg in lists)


def doubts_in(expr: m.Expr) -> Iterator[str]:
    """The doubts whose values `expr` uses, definitions included."""
    entered: set[int] = set()

    def walk(one: m.Expr) -> Iterator[str]:
        if isinstance(one, m.DoubtValue):
            yield one.doubt
        inner = list(parts(one))
        for part in _values(one):
            if isinstance(part, m.Binder):
                inner += [part.source] if part.where is None else [part.source, part.where]
        if isinstance(one, m.Call) and id(one.function) not in entered:
            entered.add(id(one.function))
            inner.append(one.function.body)
        for part in inner:
            yield from walk(part)

    yield from walk(expr)


def parts(expr: m.Expr) -> Iterator[m.Expr]:
    """The expressions directly in `expr`; not those of a binder or a shape, nor the body of a definition."""
    for value in _values(expr):
        if isinstance(value, m.Node):
            yield value  # type: ignore[misc]


def _values(expr: m.Expr) -> Iterator[object]:
    for one in fields(expr):
        value = getattr(expr, one.name)
        for item in value if isinstance(value, tuple) else (value,):
            yield from item if isinstance(item, tuple) else (item,)
