"""The best of what can be laid with cards: `best e in SHAPE using CARDS where … by …`."""

from collections.abc import Iterable, Iterator
from typing import Any

from dsl.model import Best, Using
from dsl.text.span import Span
from dsl.types.values import Value
from interpreter.evaluate.arrangements import Compile, Layout
from interpreter.values.context import Context, Env, TooManySteps, rely_on_unproved

FEW = 5
"""With so many cards trying everything takes less time than to think."""


def best_laid(node: Best, cards: tuple[Value, ...], env: Env, context: Context, compiled: Compile) -> Value:
    """The value of `node`, whose binder goes over `SHAPE using CARDS`, for these cards. Of several as good
    one, always the same. Raises Blocked, SpecError, and TooManySteps where it would take too long to find it,
    or to prove that there is none better (but see `unproved_suffices`)."""
    using = node.binder.source
    assert isinstance(using, Using)
    optimum = None
    if len(cards) > FEW and context.optimizer is not None:
        optimum = context.optimizer(node, cards, env, context)
    if optimum is not None:
        if not optimum.proved:
            rely_on_unproved(context, using.span)
        return optimum.row
    found = Layout(using.shape, compiled).using(cards, context, using.span)
    return best_of(node, found, env, context, compiled)


def best_of(node: Best, items: Iterable[Value], env: Env, context: Context, compiled: Compile) -> Value:
    """The best of these items; None where none satisfies the binder's condition."""
    (name,) = node.binder.names
    where = None if node.binder.where is None else compiled(node.binder.where)
    keys = [compiled(key) for key in node.keys]
    inner: dict[str, Any] = dict(env)
    best: Value = None
    highest: list[Any] | None = None
    for item in _as_far_as_it_goes(items, context, node.span):
        inner[name] = item
        if where is None or where(inner, context):
            reached = [key(inner, context) for key in keys]
            if highest is None or reached > highest:
                best, highest = item, reached
    return best


def _as_far_as_it_goes(items: Iterable[Value], context: Context, span: Span) -> Iterator[Value]:
    """The items, up to where it would take too many steps to find more: if that will do."""
    iterator = iter(items)
    while True:
        try:
            yield next(iterator)
        except StopIteration:
            return
        except TooManySteps:
            rely_on_unproved(context, span)
            return
