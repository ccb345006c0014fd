"""Truths: Python's booleans where known, Z3's otherwise, folded on the way.

No solver here. A `Truth` that is known never becomes a Z3 term, so that what is the same for all
situations costs nothing.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import z3

Truth: TypeAlias = bool | z3.BoolRef


def known(truth: Truth) -> bool:
    """Whether the truth is known without a solver."""
    return isinstance(truth, bool)


def neg(truth: Truth) -> Truth:
    """Not."""
    if isinstance(truth, bool):
        return not truth
    if z3.is_not(truth):
        inner: z3.BoolRef = truth.arg(0)
        return inner
    return z3.Not(truth)


def conj(truths: Iterable[Truth]) -> Truth:
    """All of them."""
    kept: dict[int, z3.BoolRef] = {}
    for truth in truths:
        if isinstance(truth, bool):
            if not truth:
                return False
        else:
            kept[truth.get_id()] = truth
    if not kept:
        return True
    terms = list(kept.values())
    return terms[0] if len(terms) == 1 else z3.And(terms)


def disj(truths: Iterable[Truth]) -> Truth:
    """Some of them."""
    kept: dict[int, z3.BoolRef] = {}
    for truth in truths:
        if isinstance(truth, bool):
            if truth:
                return True
        else:
            kept[truth.get_id()] = truth
    if not kept:
        return False
    terms = list(kept.values())
    return terms[0] if len(terms) == 1 else z3.Or(terms)


def implies(first: Truth, then: Truth) -> Truth:
    """If the first, then the second."""
    return disj((neg(first), then))


def iff(one: Truth, other: Truth) -> Truth:
    """Both or neither."""
    if isinstance(one, bool):
        return other if one else neg(other)
    if isinstance(other, bool):
        return one if other else neg(one)
    if one.eq(other):
        return True
    return one == other


def differ(one: Truth, other: Truth) -> Truth:
    """Exactly one of the two."""
    return neg(iff(one, other))


def choose(condition: Truth, then: Truth, otherwise: Truth) -> Truth:
    """The second where the first holds, else the third."""
    if isinstance(condition, bool):
        return then if condition else otherwise
    if isinstance(then, bool) or isinstance(otherwise, bool):
        return disj((conj((condition, then)), conj((neg(condition), otherwise))))
    return z3.If(condition, then, otherwise)


def exactly_one(truths: Sequence[Truth]) -> Truth:
    """Exactly one of them."""
    unknown = [t for t in truths if not isinstance(t, bool)]
    certain = sum(1 for t in truths if t is True)
    if certain > 1:
        return False
    if certain == 1:
        return neg(disj(unknown))
    if not unknown:
        return False
    return z3.PbEq([(t, 1) for t in unknown], 1) if len(unknown) > 1 else unknown[0]


def counts(truths: Sequence[Truth]) -> list[Truth]:
    """How many hold: the k-th entry is true where exactly k do."""
    row: list[Truth] = [True]
    for truth in truths:
        longer: list[Truth] = []
        for k in range(len(row) + 1):
            stays = conj((row[k], neg(truth))) if k < len(row) else False
            grows = conj((row[k - 1], truth)) if k > 0 else False
            longer.append(disj((stays, grows)))
        row = longer
    return row


def term(truth: Truth) -> z3.BoolRef:
    """The truth as a Z3 term."""
    return z3.BoolVal(truth) if isinstance(truth, bool) else truth
