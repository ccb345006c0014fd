"""Values that are not known to whoever evaluates: everything may be done with one that does not hang on what
it is; whoever looks at it is told on what that hangs.

A value is looked at where what comes of that is not the same for all that it can be: a comparison that comes
to the same for each of them tells nothing, and needs nothing.
"""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any

from dsl.text.errors import Portable

Classes = tuple[frozenset[Any], ...]


class Looked(Portable):
    """A value that is not known was looked at: what is done with it hangs on in which of these classes it is
    (of what it can be, all told apart where that is all that is known). `state`, `happened`: where a game
    that is played stands, and what happened since it was run, once that is noted."""

    def __init__(self, hidden: "Hidden", classes: Classes) -> None:
        super().__init__()
        self.hidden = hidden
        self.classes = classes
        self.state: Any = None
        self.happened: tuple[Any, ...] = ()


class Hidden:
    """One that is known as `token` alone, and can be each of these `kinds` (two at least). `order`: where it
    stands among others in a bag. `whole`: that it comes to the same is not enough, where a question is asked
    of it. `cause`: of a number that hangs on others that are not known, at which of these to look first."""

    __slots__ = ("cause", "kinds", "order", "token", "whole")

    def __init__(
        self,
        token: Any,
        kinds: tuple[Any, ...],
        order: int = 0,
        whole: bool = False,
        cause: Looked | None = None,
    ) -> None:
        self.cause = cause
        self.token = token
        self.kinds = kinds
        self.order = order
        self.whole = whole

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """The class of all that it can be."""
        return of_all(self, type)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return of_all(self, lambda kind: getattr(kind, name))

    def __hash__(self) -> int:
        raise self.cause or Looked(self, apart(self))

    def __eq__(self, other: object) -> bool:
        return True if self is other else bool(of_all(self, lambda kind: kind == other))

    def __ne__(self, other: object) -> bool:
        return not self == other


def is_hidden(value: object) -> bool:
    """Whether it is one that is not known."""
    return type(value) is Hidden


def apart(hidden: Hidden) -> Classes:
    """Each that it can be by itself."""
    return tuple(frozenset({kind}) for kind in hidden.kinds)


def of_all(hidden: Hidden, act: Callable[[Any], Any]) -> Any:
    """What comes of the act, whatever the value is. Raises Looked where it is not the same for all, or is an
    error for some."""
    found: dict[Any, tuple[Any, list[Any]]] = {}
    for kind in hidden.kinds:
        try:
            value = act(kind)
            key = (type(value), value)
            hash(key)
        except Looked:
            raise
        except Exception:
            raise hidden.cause or Looked(hidden, apart(hidden)) from None
        found.setdefault(key, (value, []))[1].append(kind)
    if len(found) > 1:
        raise hidden.cause or Looked(hidden, tuple(frozenset(kinds) for _, kinds in found.values()))
    ((value, _),) = found.values()
    return value


def _operation(name: str) -> Callable[..., Any]:
    def run(self: Hidden, *others: Any) -> Any:
        return of_all(self, lambda kind: _applied(kind, name, others))

    return run


def _reckoning(name: str) -> Callable[..., Any]:
    def run(self: Hidden, *others: Any) -> Any:
        if self.cause is None:
            return of_all(self, lambda kind: _applied(kind, name, others))
        known = [other.kinds if is_hidden(other) else (other,) for other in others]
        return between(
            (_applied(kind, name, each) for kind in self.kinds for each in product(*known)), self.cause
        )

    return run


def between(numbers: Iterable[Any], cause: Looked) -> Any:
    """A number that is one of these, and hangs on what is to be looked at."""
    kinds = tuple(dict.fromkeys(numbers))
    return kinds[0] if len(kinds) == 1 else Hidden(None, kinds, cause=cause)


def _applied(kind: Any, name: str, others: Iterable[Any]) -> Any:
    value = getattr(type(kind), name)(kind, *others)
    if value is NotImplemented:
        raise TypeError(name)
    return value


_ASKED = ("lt", "le", "gt", "ge", "contains")
_RECKONED = ("add", "radd", "sub", "rsub", "mul", "rmul", "neg", "abs")
_OTHERS = ("mod", "rmod", "truediv", "rtruediv", "floordiv", "rfloordiv", "bool", "index", "int", "len")
for _name in (*_ASKED, *_OTHERS, "getitem", "iter", "str", "format"):
    setattr(Hidden, f"__{_name}__", _operation(f"__{_name}__"))
for _name in _RECKONED:
    setattr(Hidden, f"__{_name}__", _reckoning(f"__{_name}__"))


def of_any(act: Callable[..., Any], values: Iterable[Any], looked: Looked) -> Any:
    """What comes of the act on these values, of which the first that is hidden was looked at on the way.
    Raises Looked where it is not the same whatever that one is."""
    given = list(values)
    place = next((n for n, value in enumerate(given) if type(value) is Hidden), None)
    if place is None or given[place].whole:
        raise looked
    return of_all(given[place], lambda kind: act(*given[:place], kind, *given[place + 1 :]))


def of_names(act: Callable[[dict[str, Any]], Any], env: Any, looked: Looked) -> Any:
    """What comes of the act with these names, of which some mean the value that was looked at. Raises Looked
    where it is not the same whatever that one is."""
    hidden = looked.hidden
    names = [name for name, value in env.items() if value is hidden]
    if not names or hidden.whole:
        raise looked
    return of_all(hidden, lambda kind: act({**env, **dict.fromkeys(names, kind)}))
