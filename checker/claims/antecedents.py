"""What has to come up for a claim to be about anything.

`a implies b` says nothing where a never holds, nor `all x in xs: …` where xs is always empty: both hold
vacuously. (Kupferman and Vardi, *Vacuity Detection in Temporal Model Checking*, 2003, call what shows that
it does come up an interesting witness.) Claims of other forms are taken to be about something.
"""

from dataclasses import replace

from dsl.model import Expr, Let, Literal, Logic, Not, Quantified
from dsl.types.types import BoolType

TRUE = Literal(type=BoolType(), value=True)


def antecedent(claim: Expr) -> Expr:
    """A condition that holds somewhere, if the claim is about anything; `TRUE` where nothing has to."""
    match claim:
        case Logic(op="implies", left=left, right=right):
            return _both(left, antecedent(right))
        case Logic(op="and", left=left, right=right):
            one, other = antecedent(left), antecedent(right)
            return TRUE if TRUE in (one, other) else Logic(op="or", left=one, right=other, type=BoolType())
        case Quantified(kind="all", body=body):
            return replace(claim, kind="some", body=antecedent(body))
        case Quantified(kind="no"):
            return replace(claim, kind="some", body=TRUE)
        case Not(operand=Quantified(kind="some") as denied):
            return replace(denied, body=TRUE)
        case Let(body=body):
            inner = antecedent(body)
            return TRUE if inner == TRUE else replace(claim, body=inner)
        case _:
            return TRUE


def _both(one: Expr, other: Expr) -> Expr:
    return one if other == TRUE else Logic(op="and", left=one, right=other, type=BoolType())
