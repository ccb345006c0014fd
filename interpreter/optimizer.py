"""The optimizer that contexts are given: the exact search of `interpreter.planning`."""

from collections.abc import Sequence

from dsl.model import Best
from dsl.values import Value
from interpreter.context import Context, Env, Optimum


def optimum(node: Best, cards: Sequence[Value], env: Env, context: Context, /) -> Optimum | None:
    """See `interpreter.context.Optimizer`. The search, which needs numpy, is imported when first used."""
    from interpreter.planning.finding import found_laid

    return found_laid(node, cards, env, context)
