"""Situations as terms, and what terms come to once the situation is known."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from random import Random

import z3

from checker.smt.formulas import Formula, Number, Truth, number_term, term
from checker.smt.situations import Amount, Choice, Shape, Tree
from checker.smt.values import Sym, SymChoice, SymList, SymNumber, SymOptional, SymRecord, SymSet
from dsl.types.types import ListType, RecordType
from dsl.types.values import Player, Record, Value, rational, set_of

Pairs = list[tuple[z3.ExprRef, z3.ExprRef]]


class Assigned:
    """The values of some constants, and what terms come to under them."""

    def __init__(self, pairs: Pairs) -> None:
        self.pairs = pairs

    def holds(self, truth: Truth) -> bool:
        """Whether a truth holds."""
        if isinstance(truth, bool):
            return truth
        found = z3.simplify(z3.substitute(term(truth), *self.pairs))
        assert z3.is_true(found) or z3.is_false(found), f"{found} is not known"
        return bool(z3.is_true(found))

    def value(self, sym: Sym) -> Value:
        """The value that a symbolic one has here. One, and only one, of its cases must hold."""
        match sym:
            case Formula():
                return self.holds(sym)
            case SymNumber(term=number):
                return self._number(number)
            case SymOptional(there=there, term=number):
                return self._number(number) if self.holds(there) else None
            case SymChoice(entries=entries):
                (only,) = [v for g, v in entries if self.holds(g)]
                return only
            case SymRecord(type=name, fields=fields):
                return Record(name, tuple((n, self.value(s)) for n, s in fields))
            case SymList(places=places):
                return tuple([self.value(s) for g, s in places if self.holds(g)])
            case SymSet(members=members):
                return set_of([v for g, v in members if self.holds(g)])
            case _:
                return sym

    def _number(self, number: Number) -> Value:
        found = z3.simplify(z3.substitute(number_term(number), *self.pairs))
        if z3.is_int_value(found):
            return int(found.as_long())
        assert z3.is_rational_value(found)
        return rational(Fraction(found.numerator_as_long(), found.denominator_as_long()))


def situations_in(shape: Shape, rng: Random, most: int) -> Iterator[tuple[tuple[Value, ...], Pairs]]:
    """Situations of this shape, each with the values of its constants: all if they are few, else some."""
    leaves = [leaf for leaf in shape.leaves if not isinstance(leaf, Player)]
    sizes = [len(x.values) if isinstance(x, Choice) else _bounded(x) for x in leaves]
    total = 1
    for size in sizes:
        total *= size
    if total <= most:
        chosen: Sequence[tuple[int, ...]] = list(product(*map(range, sizes)))
    else:
        chosen = [tuple(rng.randrange(size) for size in sizes) for _ in range(most)]
    for places in chosen:
        values: list[Value] = []
        pairs: Pairs = []
        at = iter(places)
        for leaf in shape.leaves:
            match leaf:
                case Player():
                    values.append(leaf)
                case Choice(literals=literals, values=possible):
                    place = next(at)
                    values.append(possible[place])
                    if len(possible) > 1:
                        pairs += [(term(x), z3.BoolVal(i == place)) for i, x in enumerate(literals)]
                case Amount(number=number, low=int(low)):
                    values.append(low + next(at))
                    pairs.append((number_term(number), z3.IntVal(values[-1])))
        rest = iter(values)
        yield tuple([_grown(tree, rest) for tree in shape.trees]), pairs


def _bounded(amount: Amount) -> int:
    """How many whole numbers it can be."""
    assert amount.low is not None and amount.high is not None
    return amount.high - amount.low + 1


def _grown(tree: Tree, values: Iterator[Value]) -> Value:
    if tree.leaf is not None:
        return next(values)
    items = [_grown(child, values) for child in tree.children]
    if isinstance(tree.type, ListType):
        return tuple(items)
    assert isinstance(tree.type, RecordType)
    return Record(tree.type.name, tuple((n, v) for (n, _), v in zip(tree.type.fields, items, strict=True)))
