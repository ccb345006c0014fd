"""The value of an expression, given the values of its names and what answers the questions it asks.

Exactly in this order; the encoding for proofs mirrors it construct by construct.

- **Operands** are evaluated from left to right, and the first that is blocked, or without a value,
  ends the evaluation with that (`Blocked`, `NoValue`). All but logic and quantifiers work so.
- **Logic** evaluates the left side first. Where it decides (`false and`, `true or`, `false implies`),
  the right side is not evaluated. Where the left side is blocked, the right side is evaluated: if it
  decides (`and false`, `or true`, `implies true`), that is the value; else the whole is blocked.
  A missing value on the right counts only if the right side is evaluated, be the left side blocked.
- **Quantifiers** go through the places in order and stop at the first that decides. A place counts as
  `where implies body` for `all`, as `where and body` for the others, by the logic above. `all` is false
  at the first false place, `some` true at the first true one, `no` false there, `one` false at the second
  true one. At the end, blocked places block the whole, unless the rest decides (for `one`: nothing does).
- **`where` elsewhere** (sum, highest, lowest, count, first, last, only, those, lists built) is no logic:
  a blocked one blocks the whole at once. `first` stops at the first place that satisfies, `last` walks
  from the end, `only` stops at the second one (no value).
- **`if`** evaluates its condition (blocked: the whole is), then one branch.
- **`let`, arguments of definitions and of doubts** are as if written out where their name stands: what is
  wrong with them counts where the name is used, or nowhere. Arguments of questions are needed.
- **`none`**: a division by 0 is `none`; so is arithmetic with rational numbers, and a sum of them, of which
  a part is (all parts are evaluated). A comparison by size needs values.
- **No value**: `the first`, `last`, `only` of none, `only` of several, `highest`, `lowest` of nothing,
  an index beyond the ends, `none` where a value is needed, a word carried by another alternative, `mod` by a
  number that is not positive.

Names are looked up in `env`. Expressions of a flow also look up `zone_key(zone, owner)`, and `SEATS`.

An expression is turned into a Python function once, construct by construct (`expressions`), and run often.
"""

from typing import Any

from dsl.model import Expr
from interpreter.evaluate.expressions import code_of
from interpreter.values.context import (
    SEATS,
    Alone,
    Blocked,
    Blocker,
    Calls,
    Context,
    Env,
    NoValue,
    SpecError,
    check_range,
    zone_key,
)

__all__ = [
    "SEATS",
    "Alone",
    "Blocked",
    "Blocker",
    "Calls",
    "Context",
    "Env",
    "NoValue",
    "SpecError",
    "check_range",
    "evaluate",
    "kleene",
    "zone_key",
]


def evaluate(expr: Expr, env: Env, context: Context) -> Any:
    """The value of `expr`. Raises Blocked, NoValue, or another SpecError."""
    return code_of(expr)(env, context)


def kleene(expr: Expr, env: Env, context: Context) -> bool | Blocked:
    """The truth of `expr`, or what blocks it. Raises SpecError."""
    try:
        return bool(code_of(expr)(env, context))
    except Blocked as blocked:
        return blocked
