"""The best of what can be laid, by the search."""

from collections.abc import Sequence
from typing import Any

from dsl.model import Best, Using
from dsl.types.values import Record, Value
from interpreter.evaluate.expressions import code_of
from interpreter.optimize.planning.assembling import Assembled, assembled
from interpreter.optimize.planning.pieces import pieces_of, put_together
from interpreter.optimize.planning.terms import Unplanned
from interpreter.optimize.search.best import best_row
from interpreter.optimize.search.problem import Row
from interpreter.optimize.search.quantities import TooLarge
from interpreter.runtime.budget import WORK
from interpreter.values.context import Context, Env, Optimum

BUDGET = 30_000_000
"""How much work a search may take: a count of rows made."""
PLANNING, ROWS_A_STEP = 1_000, 100
"""What a search counts as, in steps of `work`: what comes before it, and how many rows are one."""

FEW = 9
"""With so many cards everything can be tried where the search came to no end."""


def searched_best(node: Best, cards: Sequence[Value], env: Env, context: Context) -> Optimum | None:
    """The best of `SHAPE using CARDS`; None where the search is not sure to find it. Of several as good it is
    always the same one. Raises Blocked and SpecError where it is not known how a card can be read."""
    using = node.binder.source
    assert isinstance(using, Using)
    try:
        pieces = pieces_of(using.shape, cards, code_of, context, using.span)
        plan = assembled(node, pieces, cards, env, context)
        found = best_row(plan.problem, BUDGET)
        WORK.steps += PLANNING + found.work // ROWS_A_STEP
    except (Unplanned, TooLarge):
        return None
    if not found.proved and len(cards) <= FEW:
        return None
    if found.row is None:
        return Optimum(None, found.proved)
    left, right = list(found.row.left), list(found.row.right)
    row = put_together(pieces, left, found.row.between, right)
    _confirm(node, row, found.row, plan, env, context)
    return Optimum(row, found.proved)


def _confirm(node: Best, row: Record, found: Row, plan: Assembled, env: Env, context: Context) -> None:
    """That what was found is what it is said to be."""
    (name,) = node.binder.names
    inner: dict[str, Any] = {**env, name: row}
    assert node.binder.where is None or code_of(node.binder.where)(inner, context), row
    keys = [code_of(key)(inner, context) for key in node.keys]
    if plan.keyed:
        assert found.points in [key * plan.scale for key in keys], (row, keys)
    if plan.problem.direction:
        assert plan.problem.direction * found.value in keys, (row, keys)
