"""Truths: Python's booleans where known, formulas otherwise, folded on the way.

A formula is made once (hash-consing): the same connective of the same formulas is the same object, so that
equality is identity. It becomes a Z3 term when it is handed to the solver, once. No solver here. A `Truth`
that is known never becomes a formula, so that what is the same for all situations costs nothing.
"""

import ctypes
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import z3

from dsl.text.errors import Portable

BACKSTOP_MB = 2_000
"""What Z3 may take of memory in a process that checks; beyond, it says so."""


class TooManyTerms(Portable):
    """More terms than may be made."""


class SolverContext:
    """The Z3 context that terms are made in (None: the library's own).

    A solver's way, and so which of several models it finds, depends on the numbers that its context gave to
    terms: what is examined from its own beginning, in a context of its own, comes to the same results in any
    process, after anything else.

    `made`: how many formulas and numbers were made so far, and `most`: how many may be; `counted`: the
    work that was done by the solvers of the context when it was last looked at."""

    context: z3.Context | None = None
    made: int = 0
    most: int | None = None
    counted: int = 0

    @classmethod
    @contextmanager
    def own(cls) -> Iterator[None]:
        """Terms are made in a new context; none made before or after can be used with them."""
        z3.set_param("memory_max_size", BACKSTOP_MB)
        before, counted = cls.context, cls.counted
        cls.context, cls.counted = z3.Context(), 0
        try:
            yield
        finally:
            cls.context, cls.counted = before, counted

    @classmethod
    @contextmanager
    def making(cls, most: int) -> Iterator[None]:
        """So many formulas and numbers may be made; then TooManyTerms is raised."""
        before, cls.most = cls.most, cls.made + most
        if before is not None:
            cls.most = min(before, cls.most)
        try:
            yield
        finally:
            cls.most = before

    @classmethod
    def make(cls) -> None:
        """Counts one that is made. Raises TooManyTerms."""
        cls.made += 1
        if cls.most is not None and cls.made > cls.most:
            raise TooManyTerms


WHOLE, REAL = 1, 2
"""By these marks a formula is known in which there are numbers of the solver: any, or some that need not be
whole."""
FIRST_MARK = 4
"""The first mark by which atoms may be known."""


class Node:
    """A formula or a number. `marks`: the union of the marks of its atoms (see `atom`), as bits."""

    __slots__ = ("_term", "_uses", "args", "marks", "op")

    def __init__(self, op: str, args: tuple["Node", ...], marks: int, term: Any = None) -> None:
        SolverContext.make()
        self.op = op
        self.args = args
        self.marks = marks
        self._uses: dict[tuple[str, tuple[Node, ...]], Any] = {}
        self._term = term


class Formula(Node):
    """What is true or false."""

    __slots__ = ("_negation",)

    def __init__(self, op: str, args: tuple[Node, ...], marks: int, term: Any = None) -> None:
        super().__init__(op, args, marks, term)
        self._negation: Formula | None = None

    @property
    def is_atom(self) -> bool:
        """Whether it is an atom."""
        return self.op == "atom"


class Number(Node):
    """A number that is not known, or one that is, among such. `real`: it need not be whole."""

    __slots__ = ("real",)

    def __init__(
        self, op: str, args: tuple[Node, ...], marks: int, term: Any = None, real: bool = False
    ) -> None:
        super().__init__(op, args, marks, term)
        self.real = real


Truth = bool | Formula


def atom(name: str, marks: int = 0) -> Formula:
    """A new atom. `marks`: bits by which formulas that mention it are known (see `mentions`)."""
    return Formula("atom", (), marks, z3.Bool(name, SolverContext.context))


def _formula(op: str, args: tuple[Node, ...]) -> Formula:
    """The formula, the one that was made before if it was."""
    uses = args[0]._uses
    key = (op, args)
    found: Formula | None = uses.get(key)
    if found is None:
        found = uses[key] = Formula(op, args, _marks(args))
    return found


def _number(op: str, args: tuple[Node, ...]) -> Number:
    """The number, the one that was made before if it was."""
    uses = args[0]._uses
    key = (op, args)
    number: Number | None = uses.get(key)
    if number is None:
        last = args[-1]
        real = op == "real" or (isinstance(last, Number) and last.real)
        number = uses[key] = Number(op, args, _marks(args) | _kind(real), None, real)
    return number


def _kind(real: bool) -> int:
    """The marks of a number."""
    return WHOLE | REAL if real else WHOLE


def _marks(args: Iterable[Node]) -> int:
    marks = 0
    for arg in args:
        marks |= arg.marks
    return marks


def known(truth: Truth) -> bool:
    """Whether the truth is known without a solver."""
    return isinstance(truth, bool)


def neg(truth: Truth) -> Truth:
    """Not."""
    if isinstance(truth, bool):
        return not truth
    if truth._negation is None:
        truth._negation = Formula("not", (truth,), truth.marks)
        truth._negation._negation = truth
    return truth._negation


def conj(truths: Iterable[Truth]) -> Truth:
    """All of them."""
    kept: dict[Formula, None] = {}
    for truth in truths:
        if truth is True:
            continue
        if truth is False or truth._negation in kept:
            return False
        kept[truth] = None
    if not kept:
        return True
    args = tuple(kept)
    return args[0] if len(args) == 1 else _formula("and", args)


def disj(truths: Iterable[Truth]) -> Truth:
    """Some of them."""
    kept: dict[Formula, None] = {}
    for truth in truths:
        if truth is False:
            continue
        if truth is True or truth._negation in kept:
            return True
        kept[truth] = None
    if not kept:
        return False
    args = tuple(kept)
    return args[0] if len(args) == 1 else _formula("or", args)


def implies(first: Truth, then: Truth) -> Truth:
    """If the first, then the second."""
    return disj((neg(first), then))


def iff(one: Truth, other: Truth) -> Truth:
    """Both or neither."""
    if isinstance(one, bool):
        return other if one else neg(other)
    if isinstance(other, bool):
        return one if other else neg(one)
    if one is other:
        return True
    if one._negation is other:
        return False
    return other._uses.get(("iff", (other, one))) or _formula("iff", (one, other))


def differ(one: Truth, other: Truth) -> Truth:
    """Exactly one of the two."""
    return neg(iff(one, other))


def choose(condition: Truth, then: Truth, otherwise: Truth) -> Truth:
    """The second where the first holds, else the third."""
    if isinstance(condition, bool):
        return then if condition else otherwise
    if isinstance(then, bool) or isinstance(otherwise, bool):
        return disj((conj((condition, then)), conj((neg(condition), otherwise))))
    return then if then is otherwise else _formula("if", (condition, then, otherwise))


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
    return _formula("one", tuple(unknown)) if len(unknown) > 1 else unknown[0]


def counts(truths: Sequence[Truth]) -> list[Truth]:
    """How many hold: the k-th entry is true where exactly k do."""
    row: list[Truth] = [True]
    for truth in truths:
        if isinstance(truth, bool):
            row = [False, *row] if truth else [*row, False]
            continue
        not_it = neg(truth)
        row = [
            disj((conj((stays, not_it)), conj((grows, truth))))
            for stays, grows in zip((*row, False), (False, *row), strict=True)
        ]
    return row


# ------------------------------------------------------------------ numbers of many values


def variable(name: str, real: bool = False) -> Number:
    """A new number that is not known; `real`: that need not be whole."""
    made = z3.Real(name, SolverContext.context) if real else z3.Int(name, SolverContext.context)
    return Number("variable", (), _kind(real), made, real)


def constant(value: int | Fraction) -> Number:
    """A known number."""
    if isinstance(value, int):
        return Number("constant", (), _kind(False), z3.IntVal(value, SolverContext.context))
    return Number("constant", (), _kind(True), z3.RealVal(str(value), SolverContext.context), True)


def as_real(number: Number) -> Number:
    """The number among those that need not be whole."""
    if number.real:
        return number
    if number.op == "constant":
        return Number("constant", (), _kind(True), z3.RealVal(str(number._term), SolverContext.context), True)
    return _number("real", (number,))


def _alike(one: Number, other: Number) -> tuple[Number, Number]:
    """Both, whole numbers among the real ones where one is real."""
    return (one, other) if one.real == other.real else (as_real(one), as_real(other))


def total(one: Number, other: Number) -> Number:
    """Their sum."""
    return _number("+", _alike(one, other))


def product(one: Number, other: Number) -> Number:
    """Their product, one of which is a constant."""
    return _number("*", _alike(one, other))


def remainder(number: Number, divisor: Number) -> Number:
    """What is left of a whole number by a constant that is positive."""
    return _number("mod", (number, divisor))


def minus(one: Number) -> Number:
    """Minus the number."""
    return _number("-", (one,))


def either(condition: Truth, then: Number, otherwise: Number) -> Number:
    """The second where the first holds, else the third."""
    if isinstance(condition, bool):
        return then if condition else otherwise
    return _number("if", (condition, *_alike(then, otherwise)))


def same_number(one: Number, other: Number) -> Truth:
    """Whether they are equal."""
    return True if one is other else _formula("=", _alike(one, other))


def not_above(one: Number, other: Number) -> Truth:
    """Whether the first is at most the second."""
    return True if one is other else _formula("<=", _alike(one, other))


# ------------------------------------------------------------------ what is put in place of atoms


def mentions(truth: Truth, marks: int) -> bool:
    """Whether it mentions an atom with one of these marks."""
    return not isinstance(truth, bool) and bool(truth.marks & marks)


class Replacement:
    """Other truths in place of atoms. `marks`: those of the atoms replaced, which no other atom has."""

    def __init__(self, marks: int, by: Mapping[Formula, Truth]) -> None:
        self._marks = marks
        self._kept: dict[Node, Any] = {}
        for atom, truth in by.items():
            self._kept[atom] = truth

    def of(self, truth: Truth) -> Truth:
        """The truth with the others in place of its atoms."""
        if isinstance(truth, bool):
            return truth
        found: Truth = self._replaced(truth)
        return found

    def of_number(self, number: Number) -> Number:
        """The number with the others in place of its atoms."""
        found: Number = self._replaced(number)
        return found

    def _replaced(self, node: Node) -> Any:
        kept, marks = self._kept, self._marks
        pending = [node]
        while pending:
            at = pending[-1]
            if at in kept or not at.marks & marks:
                pending.pop()
                continue
            missing = [a for a in at.args if a.marks & marks and a not in kept]
            if missing:
                pending += missing
                continue
            pending.pop()
            kept[at] = _again(at, [kept.get(a, a) for a in at.args])
        return kept.get(node, node)


def _again(node: Node, args: Sequence[Any]) -> Any:
    """The same formula or number of other parts."""
    if isinstance(node, Number):
        return either(*args) if node.op == "if" else _number(node.op, tuple(args))
    match node.op:
        case "not":
            return neg(args[0])
        case "and":
            return conj(args)
        case "or":
            return disj(args)
        case "iff":
            return iff(args[0], args[1])
        case "if":
            return choose(args[0], args[1], args[2])
        case "one":
            return exactly_one(args)
        case "atom":
            return node
        case _:
            return _formula(node.op, tuple(args))


# ------------------------------------------------------------------ for the solver


def term(truth: Truth) -> z3.BoolRef:
    """The truth as a Z3 term."""
    if isinstance(truth, bool):
        return z3.BoolVal(truth, SolverContext.context)
    found: z3.BoolRef = _term_of(truth)
    return found


def number_term(number: Number) -> z3.ArithRef:
    """The number as a Z3 term."""
    found: z3.ArithRef = _term_of(number)
    return found


def _term_of(node: Node) -> Any:
    pending = [node]
    while pending:
        at = pending[-1]
        missing = [a for a in at.args if a._term is None] if at._term is None else []
        if missing:
            pending += missing
            continue
        pending.pop()
        if at._term is None:
            at._term = _translated(at, [a._term for a in at.args])
    return node._term


def _translated(node: Node, terms: Sequence[Any]) -> Any:
    """A node of terms. (By Z3's C interface: the operators in Python check the sorts of each term.)"""
    context = terms[0].ctx
    where = context.ref()
    raw = [t.as_ast() for t in terms]
    many = (z3.Ast * len(raw))(*raw)
    match node.op:
        case "not":
            made = z3.Z3_mk_not(where, raw[0])
        case "and":
            made = z3.Z3_mk_and(where, len(raw), many)
        case "or":
            made = z3.Z3_mk_or(where, len(raw), many)
        case "iff" | "=":
            made = z3.Z3_mk_eq(where, raw[0], raw[1])
        case "if":
            made = z3.Z3_mk_ite(where, raw[0], raw[1], raw[2])
        case "one":
            made = z3.Z3_mk_pbeq(where, len(raw), many, (ctypes.c_int * len(raw))(*(1 for _ in raw)), 1)
        case "<=":
            made = z3.Z3_mk_le(where, raw[0], raw[1])
        case "+":
            made = z3.Z3_mk_add(where, len(raw), many)
        case "*":
            made = z3.Z3_mk_mul(where, len(raw), many)
        case "mod":
            made = z3.Z3_mk_mod(where, raw[0], raw[1])
        case "real":
            made = z3.Z3_mk_int2real(where, raw[0])
        case _:
            assert node.op == "-"
            made = z3.Z3_mk_unary_minus(where, raw[0])
    return (z3.ArithRef if isinstance(node, Number) else z3.BoolRef)(made, context)
