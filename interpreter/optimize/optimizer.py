"""The optimizer that contexts are given: the exact search of `planning` and `search`."""

from collections.abc import Sequence

from dsl.model import Best
from dsl.types.values import Value
from interpreter.values.context import Context, Env, Optimum


def optimum(node: Best, cards: Sequence[Value], env: Env, context: Context, /) -> Optimum | None:
    """See `context.Optimizer`. The search, which needs numpy, is imported when first used."""
    from interpreter.optimize.planning.finding import searched_best

    return searched_best(node, cards, env, context)
