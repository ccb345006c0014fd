"""The smallest situation that satisfies a query, found by lowering one part of it after the other.

What only orders situations never costs what was found: a measure without an encoding is evaluated in the
situations met on the way, of which the smallest is taken; and where a query is not decided, or a part can be
lowered very often, the smallest situation found so far stands.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction

from checker.smt.budget import GIVEN_UP, QueryUndecided
from checker.smt.encodings import fixed_readings
from checker.smt.expressions import code
from checker.smt.formulas import (
    Number,
    Truth,
    conj,
    constant,
    disj,
    minus,
    neg,
    not_above,
    product,
    same_number,
    variable,
)
from checker.smt.rules import RuleEncoder
from checker.smt.situations import Amount, Choice, Leaf, Shape, Tree
from checker.smt.solver import Model, ShapeSolver
from checker.smt.values import NotEncodable, at_most, is_number
from dsl.model import Expr
from dsl.text.errors import ArbitreError
from dsl.text.messages import Said
from dsl.types.values import Record, Value
from interpreter.rulebook.enumeration import size_key
from interpreter.rulebook.rulebook import Situation
from interpreter.values.context import Blocked

DENOMINATORS = (1, 2, 3, 4, 6, 12)
"""Those tried, in order, for a rational number in the smallest situation."""
FIRST_TRIED = (0, 1, 10, 100)
"""How far from nought it is looked for first."""
MOST_LOWERED = 200
"""So often one part is lowered."""


def smallest(shape_solver: ShapeSolver, *query: Truth) -> Model:
    """The smallest situation that satisfies the query. Raises Unknown where none is found."""
    with shape_solver.scope():
        shape_solver.add(conj(query))
        model = shape_solver.found()
        if model is None:
            raise QueryUndecided(
                Said("what the interpreter says of the situation found is not what the solver does")
            )
        return Minimization(shape_solver, model).run()


@dataclass(slots=True)
class Minimization:
    """The search for a smallest situation on a solver, which has the query asserted. `best`: the smallest so
    far; `met`: all found on the way; `evaluated`: some measure has no encoding."""

    shape_solver: ShapeSolver
    best: Model
    met: list[Model] = field(default_factory=list)
    evaluated: bool = False

    def run(self) -> Model:
        """By the question's measures, then every part of it as low as can be, first parts first (numbers of
        many values: whole if they can be, as near to nought as can be, the positive one of two)."""
        self.met.append(self.best)
        try:
            for measure in self.shape_solver.shape.question.smallest:
                self._lower_measure(measure)
            for place, leaf in enumerate(self.shape_solver.shape.leaves):
                self._lower(place, leaf)
        except GIVEN_UP:
            pass  # what was found stands
        return min(self.met, key=self._size) if self.evaluated else self.best

    def _size(self, model: Model) -> tuple[object, ...]:
        question = self.shape_solver.shape.question
        book = self.shape_solver.editions.rulebook(self.shape_solver.editions.members[0].name, {})
        return size_key(question.parameters, question.smallest, book, model.situation)

    def _find(self, *query: Truth) -> Model | None:
        """A situation that satisfies this, too; noted."""
        model = self.shape_solver.find(*query)
        if model is not None:
            self.met.append(model)
        return model

    def _keep(self, truth: Truth) -> None:
        """From now on this holds."""
        self.shape_solver.add(truth)

    # -------------------------------------------------------------- measures

    def _lower_measure(self, measure: Expr) -> None:
        edition = self.shape_solver.editions.members[0]
        try:
            encoder = RuleEncoder(self.shape_solver.editions, edition, fixed_readings(edition, {}))
            sym, bad = code(measure, self.shape_solver.env(), encoder)
        except NotEncodable:
            self.evaluated = True
            return
        for _ in range(MOST_LOWERED):
            value = self._measured(measure)
            lower = True if value is None else neg(at_most(value, sym))
            better = self._find(neg(bad), lower)
            if better is None:
                self._keep(bad if value is None else conj((neg(bad), at_most(sym, value))))
                return
            self.best = better

    def _measured(self, measure: Expr) -> int | Fraction | None:
        """What it comes to in the best situation; None where it has no value there."""
        shape_solver = self.shape_solver
        names = [p.name for p in shape_solver.shape.question.parameters]
        book = shape_solver.editions.rulebook(shape_solver.editions.members[0].name, {})
        try:
            value = book.evaluate(measure, dict(zip(names, self.best.situation, strict=True)))
        except (Blocked, ArbitreError):
            return None
        return value if is_number(value) else None

    # -------------------------------------------------------------- parts

    def _lower(self, place: int, leaf: Leaf) -> None:
        match leaf:
            case Choice(literals=literals, values=values) if len(values) > 1:
                self._lower_choice(place, literals, values)
            case Amount():
                self._lower_amount(place, leaf)
            case _:
                pass

    def _lower_choice(self, place: int, literals: tuple[Truth, ...], values: tuple[Value, ...]) -> None:
        while True:
            at = values.index(self._value(place))
            better = self._find(disj(literals[:at])) if at else None
            if better is None:
                self._keep(literals[at])
                return
            self.best = better

    def _lower_amount(self, place: int, leaf: Amount) -> None:
        """`none` if it can be; else as near to nought as can be, of those that need not be whole with the
        smallest denominator tried. (Where none of those will do, as it was found.)"""
        if leaf.there is not True:
            none = self._find(neg(leaf.there))
            self._keep(leaf.there if none is None else neg(leaf.there))
            if none is not None:
                self.best = none
                return
        if not leaf.number.real:
            self._nearer(place, leaf.number)
            return
        for denominator in DENOMINATORS:
            parts = variable(f"{place}/{denominator}")
            with self._aside(same_number(product(constant(denominator), leaf.number), parts)):
                better = next(
                    filter(None, (self._find(is_within(parts, most)) for most in FIRST_TRIED)), None
                )
                better = self._find() if better is None else better
                if better is not None:
                    self.best = better
                    self._nearer(place, parts, denominator)
            if better is not None:
                break
        value = self._value(place)
        assert is_number(value)
        self._keep(same_number(leaf.number, constant(value)))

    @contextmanager
    def _aside(self, truth: Truth) -> Iterator[None]:
        """While this lasts, it holds."""
        with self.shape_solver.scope():
            self._keep(truth)
            yield

    def _nearer(self, place: int, number: Number, times: int = 1) -> None:
        """The whole number, that leaf so many times, as near to nought as can be; it stays so."""
        while True:
            value = self._value(place)
            assert is_number(value)
            amount = int(value * times)
            better = self._find(is_within(number, abs(amount) - 1)) if amount else None
            if better is None and amount < 0:
                better = self._find(same_number(number, constant(-amount)))
            if better is None:
                self._keep(same_number(number, constant(amount)))
                return
            self.best = better

    def _value(self, place: int) -> Value:
        return leaf_value(self.shape_solver.shape, place, self.best.situation)


def is_within(number: Number, most: int) -> Truth:
    """Whether a number is so far from nought at most."""
    return conj((not_above(minus(constant(most)), number), not_above(number, constant(most))))


def leaf_value(shape: Shape, place: int, situation: Situation) -> Value:
    """The value of the leaf number `place` in a situation of this shape."""
    values: list[Value] = []

    def walk(tree: Tree, value: Value) -> None:
        if tree.leaf is not None:
            values.append(value)
        elif isinstance(value, Record):
            for child, (_, item) in zip(tree.children, value.fields, strict=True):
                walk(child, item)
        elif isinstance(value, tuple):
            for child, item in zip(tree.children, value, strict=True):
                walk(child, item)

    for tree, value in zip(shape.trees, situation, strict=True):
        walk(tree, value)
    return values[place]
