"""The checker: what is wrong in the rules, and proofs of what is right.

`check` and `compare` need the solver, which is loaded when they are first used.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from checker.pipeline.check import check
    from checker.reconcile.reconcile import compare

__all__ = ["check", "compare"]


def __getattr__(name: str) -> Callable[..., Any]:
    if name == "check":
        from checker.pipeline.check import check

        return check
    if name == "compare":
        from checker.reconcile.reconcile import compare

        return compare
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
