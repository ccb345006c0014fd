"""The only file that creates a solver: one for each shape of a question, used for all its queries.

A `Bench` holds a shape with the editions encoded on it, once for each *seat*: a seat is an edition under
symbolic readings (`free`), under a second set of them (`other`), or under one interpretation (`fixed`).
Every condition worth asking for has a literal of its own, so that queries share all the work.
A query is answered by a situation and interpretations, by None (there is none: a proof for this shape),
or by `Unknown` where the budget is used up.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import z3

from checker.coded import Code
from checker.coderules import Coder
from checker.encode import code as code_expr
from checker.encodings import Encoded, Encodings, Reads, fixed_readings
from checker.panel import Frozen, Panel, freeze
from checker.rationals import rationals_matter
from checker.symbols import Sym, at_most, truth
from checker.terms import (
    Formula,
    Home,
    Number,
    Truth,
    atom,
    conj,
    constant,
    disj,
    exactly_one,
    iff,
    mentions,
    minus,
    neg,
    not_above,
    product,
    same_number,
    term,
    variable,
)
from checker.unknowns import Amount, Choice, Shape, decode
from dsl.errors import Portable
from dsl.model import Edition, Expr
from dsl.said import Said
from interpreter.reading import doubt_exists
from interpreter.rules import Situation

DEFAULT_EFFORT = 50_000_000
"""What one query may cost, in Z3's deterministic resource units."""
BACKSTOP_MS = 120_000

DENOMINATORS = (1, 2, 3, 4, 6, 12)
"""Those tried, in order, for a rational number in the smallest situation."""
FIRST_TRIED = (0, 1, 10, 100)
"""How far from nought it is looked for first."""


class Unknown(Portable):
    """A query was not decided within its budget."""


@dataclass(frozen=True, slots=True)
class Found:
    """A situation that satisfies a query, with the interpretation of each free seat."""

    situation: Situation
    interpretations: Mapping[str, Mapping[str, str]]


@dataclass(slots=True)
class Seat:
    """An edition encoded on a shape. `code`: its outcome, the parts named; `reads`: the condition of each
    reading of each doubt that matters; `interpretation`: the one chosen, where it is fixed."""

    edition: str
    code: Code
    encoded: Encoded
    reads: Reads
    interpretation: Mapping[str, str] | None = None

    def agrees(self, other: "Seat") -> Truth:
        """Whether both answer alike all that both ask of the same."""
        return self.encoded.agrees(other.encoded)

    def chooses(self, interpretation: Mapping[str, str]) -> Truth:
        """The condition that these readings are chosen."""
        return conj(self.reads[d][r] for d, r in interpretation.items() if d in self.reads)


@dataclass(slots=True)
class Bench:
    """A shape with its solver and the editions encoded on it."""

    panel: Panel
    shape: Shape
    effort: int = DEFAULT_EFFORT
    encodings: Encodings | None = None
    solver: z3.Solver = field(init=False)
    empty: bool = field(init=False)
    queries: int = 0
    _seats: dict[str, Seat] = field(default_factory=dict)
    _literals: dict[Formula, Formula] = field(default_factory=dict)
    _tried: dict[str, int] = field(default_factory=dict)
    _claimed: dict[str, Reads] = field(default_factory=dict)

    def __post_init__(self) -> None:
        needs = self._needs()
        self.empty = needs is False
        logic = self._logic()
        self.solver = z3.SolverFor(logic, ctx=Home.context)
        if self.empty:
            return
        self.solver.set("random_seed", 7)
        if logic != "QF_LIRA":
            self.solver.set("phase", "basic_caching")
        self.solver.set("rlimit", self.effort)
        self.solver.set("timeout", BACKSTOP_MS)
        for constraint in self.shape.constraints():
            self.solver.add(term(constraint))
        self.solver.add(term(needs))

    def _logic(self) -> str:
        """The logic of the numbers that there are: none of many values, whole ones, or any."""
        amounts = [leaf for leaf in self.shape.leaves if isinstance(leaf, Amount)]
        if any(leaf.number.real for leaf in amounts) or rationals_matter(self.panel, self.shape.question):
            return "QF_LIRA"
        return "QF_LIA" if amounts else "QF_FD"

    def _needs(self) -> Truth:
        """The question's `needs`, which ask no edition (the first answers what the game assumes)."""
        edition = self.panel.editions[0]
        coder = Coder(self.panel, edition, fixed_readings(edition, {}))
        coded = [code_expr(n, self._env(), coder) for n in self.shape.question.needs]
        return conj(conj((truth(s), neg(b))) for s, b in coded)

    def _env(self) -> dict[str, tuple[Sym, Truth]]:
        return {
            p.name: (a, False) for p, a in zip(self.shape.question.parameters, self.shape.args, strict=True)
        }

    # -------------------------------------------------------------- seats

    @property
    def _encodings(self) -> Encodings:
        if self.encodings is None:
            self.encodings = Encodings(self.panel, self.shape.question.name)
        return self.encodings

    def free(self, edition: str) -> Seat:
        """The edition under symbolic readings, any surviving interpretation."""
        key = f"{edition}/"
        if self._tried.get(edition, 0) != len(self.panel.ways.get(edition, ())):
            self._tried[edition] = len(self.panel.ways[edition])
            self._seats = {k: seat for k, seat in self._seats.items() if seat.edition != edition}
        if key not in self._seats:
            reads = self._encodings.reads(edition)
            encoded = self._encodings.free(edition, self.shape.args)
            self._survive(edition, reads)
            self._seat(key, edition, encoded, reads)
        return self._seats[key]

    def varied(self, edition: str, doubt: str) -> Seat:
        """The edition under the readings of `free`, but for one doubt, and those that hang on it. (Refused
        where that doubt has the reading of `free`.)"""
        key = f"{edition}/{doubt}'"
        if key not in self._seats:
            self.free(edition)
            encoded, reads = self._encodings.varied(edition, doubt, self.shape.args)
            self._survive(edition, reads)
            self._seat(key, edition, encoded, reads)
        return self._seats[key]

    def fixed(self, edition: str, interpretation: Mapping[str, str]) -> Seat:
        """The edition under one interpretation."""
        frozen: Frozen = freeze(interpretation)
        key = f"{edition}/{frozen}"
        if key not in self._seats:
            encoded = self._encodings.fixed(edition, interpretation, self.shape.args)
            reads = fixed_readings(self.panel.edition(edition), interpretation)
            self._seat(key, edition, encoded, reads)
            self._seats[key].interpretation = dict(interpretation)
        return self._seats[key]

    def like(self, edition: str, other: str) -> Seat:
        """The edition under the same readings as `free`, with the answers of another to what both ask: the
        same wherever `agrees` holds of the two, and easier to compare with the other."""
        key = f"{edition}={other}"
        free, _ = self.free(edition), self.free(other)
        if key not in self._seats:
            encoded = self._encodings.like(edition, other, self.shape.args)
            self._seat(key, edition, encoded, free.reads)
        return self._seats[key]

    def without(self, edition: str, clause: str) -> Seat:
        """The edition under the same readings as `free`, less one clause on this question."""
        key = f"{edition}-{clause}"
        if key not in self._seats:
            reads = self.free(edition).reads
            self._seat(key, edition, self._encodings.without(edition, clause, self.shape.args), reads)
        return self._seats[key]

    def switched(self, edition: str, pairs: frozenset[tuple[str, str]]) -> Seat:
        """The edition under the same readings as `free`, some exceptions (clause, target) not counting."""
        key = f"{edition}~{sorted(pairs)}"
        if key not in self._seats:
            reads = self.free(edition).reads
            self._seat(key, edition, self._encodings.switched(edition, pairs, self.shape.args), reads)
        return self._seats[key]

    def _seat(self, key: str, edition: str, encoded: Encoded, reads: Reads) -> None:
        self._seats[key] = Seat(edition, encoded.code.each(self._named), encoded, reads)

    def depends(self, edition: str, doubt: str) -> bool:
        """Whether the outcome, as encoded, mentions a doubt, or one that hangs on it (if not, it depends on
        it nowhere)."""
        terms = self.free(edition).encoded.code.terms()
        marks = [self._encodings.mark(edition, d) for d in self._encodings.with_hanging(edition, doubt)]
        return any(mentions(t, mark) for t in terms for mark in marks)

    def claim(self, edition: str, exprs: Sequence[Expr]) -> list[tuple[Truth, Truth]]:
        """Boolean expressions over the parameters, by the edition under symbolic readings: each with where
        it is bad. A seat without an outcome: `interpretation_of` reads its readings off a model."""
        reads = self._encodings.reads(edition)
        self._survive(edition, reads)
        self._claimed[edition] = reads
        coder = self._encodings.coder(edition)
        coded = [code_expr(e, self._env(), coder) for e in exprs]
        return [(truth(s), b) for s, b in coded]

    def _survive(self, edition: str, reads: Reads) -> None:
        """Asserts that these readings are those of a survivor."""
        for constraint in self._surviving(self.panel.edition(edition), reads):
            self.solver.add(term(constraint))

    def _surviving(self, edition: Edition, reads: Reads) -> Iterable[Truth]:
        """One reading for each doubt, the first where it does not exist; no nogood."""

        def exists(doubt: str) -> Truth:
            under = edition.doubts[doubt].under
            return conj(
                conj((exists(parent), disj(reads[parent][n] for n in names)))
                if parent in reads
                else doubt_exists(edition, parent, {}) and edition.doubts[parent].readings[0].name in names
                for parent, names in under
            )

        for doubt, literals in reads.items():
            if len(literals) > 2:
                yield exactly_one(list(literals.values()))
            yield disj((next(iter(literals.values())), exists(doubt)))
        nogoods = self.panel.nogoods.get(edition.name, ())
        for nogood in nogoods:
            if set(nogood) <= set(reads):
                yield neg(conj(conj((reads[d][r], exists(d))) for d, r in nogood.items()))
        if any(set(n) & set(reads) and not set(n) <= set(reads) for n in nogoods):
            left = self.panel.readings(edition.name, reads)
            yield disj(conj(reads[d][r] for d, r in way.items()) for way in left)

    def _named(self, truth: Truth) -> Truth:
        """The truth by a literal of its own, so that queries share it."""
        if isinstance(truth, bool) or truth.is_atom:
            return truth
        if truth.op == "not":
            return neg(self._named(neg(truth)))
        literal = self._literals.get(truth)
        if literal is None:
            literal = self._literals[truth] = atom(f"!{len(self._literals)}")
            self.solver.add(term(iff(literal, truth)))
        return literal

    # -------------------------------------------------------------- queries

    def find(self, *query: Truth) -> Found | None:
        """A situation that satisfies all of `query`, or None. Raises Unknown."""
        wanted = conj(query)
        if wanted is False:
            return None
        self.solver.push()
        try:
            self.solver.add(term(wanted))
            return self._found() if self._check() else None
        finally:
            self.solver.pop()

    def _check(self) -> bool:
        self.queries += 1
        answer = self.solver.check()
        if answer == z3.unknown:
            raise Unknown(self.solver.reason_unknown())
        return bool(answer == z3.sat)

    def _found(self) -> Found:
        model = self.solver.model()
        interpretations: dict[str, dict[str, str]] = {}
        for key, seat in self._seats.items():
            if key == f"{seat.edition}/":
                interpretations[key] = self._interpretation(seat.edition, seat.reads, model)
        for edition, reads in self._claimed.items():
            interpretations[f"{edition}/"] = self._interpretation(edition, reads, model)
        return Found(decode(self.shape, model), interpretations)

    def _interpretation(
        self, name: str, reads: Mapping[str, Mapping[str, Truth]], model: z3.ModelRef
    ) -> dict[str, str]:
        chosen = {
            doubt: next(
                name for name, t in literals.items() if z3.is_true(model.eval(term(t), model_completion=True))
            )
            for doubt, literals in reads.items()
        }
        edition = self.panel.edition(name)
        return {d: r for d, r in chosen.items() if doubt_exists(edition, d, chosen)}

    def smallest(self, *query: Truth) -> Found:
        """The smallest situation that satisfies the query: by the question's measures, then every part of it
        as low as can be, first parts first (numbers of many values: whole if they can be, as near to nought
        as can be, the positive one of two). Raises Unknown, also where none satisfies it."""
        self.solver.push()
        try:
            self.solver.add(term(conj(query)))
            if not self._check():
                raise Unknown(
                    Said("what the interpreter says of the situation found is not what the solver does")
                )
            found = self._found()
            for measure in self.shape.question.smallest:
                found = self._lower_measure(measure, found)
            for place, leaf in enumerate(self.shape.leaves):
                found = self._lower(place, leaf, found)
            return found
        finally:
            self.solver.pop()

    def _lower_measure(self, measure: object, found: Found) -> Found:
        edition = self.panel.editions[0]
        coder = Coder(self.panel, edition, fixed_readings(edition, {}))
        sym, bad = code_expr(measure, self._env(), coder)  # type: ignore[arg-type]
        book = self.panel.rulebook(edition.name, {})
        names = [p.name for p in self.shape.question.parameters]
        while True:
            value = book.evaluate(measure, dict(zip(names, found.situation, strict=True)))  # type: ignore[arg-type]
            assert isinstance(value, int)
            better = self.find(neg(bad), at_most(sym, value - 1))
            if better is None:
                self.solver.add(term(conj((neg(bad), at_most(sym, value)))))
                return found
            found = better

    def _lower(self, place: int, leaf: object, found: Found) -> Found:
        match leaf:
            case Choice(literals=literals, values=values) if len(values) > 1:
                while True:
                    at = values.index(_leaf_value(self.shape, place, found.situation))
                    better = self.find(disj(literals[:at])) if at else None
                    if better is None:
                        self.solver.add(term(literals[at]))
                        return found
                    found = better
            case Amount(number=number) if number.real:
                return self._lower_real(place, leaf, found)
            case Amount(number=number):
                return self._nearer(place, number, found)
            case _:
                return found

    def _lower_real(self, place: int, leaf: Amount, found: Found) -> Found:
        """`none` if it can be; else with the smallest denominator tried, and then as near to nought as can
        be. (Where none of those will do, as it was found.)"""
        if leaf.there is not True:
            none = self.find(neg(leaf.there))
            self.solver.add(term(leaf.there if none is None else neg(leaf.there)))
            if none is not None:
                return none
        for denominator in DENOMINATORS:
            parts = variable(f"{place}/{denominator}")
            self.solver.push()
            self.solver.add(term(same_number(product(constant(denominator), leaf.number), parts)))
            better = next(filter(None, (self.find(_within(parts, most)) for most in FIRST_TRIED)), None)
            better = self.find() if better is None else better
            nearest = None if better is None else self._nearer(place, parts, better, denominator)
            self.solver.pop()
            if nearest is not None:
                found = nearest
                break
        value = _leaf_value(self.shape, place, found.situation)
        assert isinstance(value, int | Fraction)
        self.solver.add(term(same_number(leaf.number, constant(value))))
        return found

    def _nearer(self, place: int, number: Number, found: Found, times: int = 1) -> Found:
        """The whole number, that leaf so many times, as near to nought as can be; it stays so."""
        while True:
            value = _leaf_value(self.shape, place, found.situation)
            assert isinstance(value, int | Fraction)
            amount = int(value * times)
            better = self.find(_within(number, abs(amount) - 1)) if amount else None
            if better is None and amount < 0:
                better = self.find(same_number(number, constant(-amount)))
            if better is None:
                self.solver.add(term(same_number(number, constant(amount))))
                return found
            found = better


def _within(number: Number, most: int) -> Truth:
    """Whether a number is so far from nought at most."""
    return conj((not_above(minus(constant(most)), number), not_above(number, constant(most))))


class Riddle:
    """Truths about numbers that belong to no situation, assumed together, and what can hold with them.

    It has a Z3 context of its own: a solver's way depends on the numbers that a context gave to terms, and so
    on all that was asked before in it; here what is decided within the effort is the same in any process.
    """

    def __init__(self, assumed: Iterable[Truth], effort: int = DEFAULT_EFFORT) -> None:
        self._context = z3.Context()
        self._solver = z3.SolverFor("QF_LIA", ctx=self._context)
        self._solver.set("random_seed", 7)
        self._solver.set("rlimit", effort)
        self._solver.set("timeout", BACKSTOP_MS)
        self._learned = 0
        self.learn(tuple(assumed))

    def learn(self, assumed: Sequence[Truth]) -> None:
        """Assumes these, which begin with all that were assumed before."""
        for each in assumed[self._learned :]:
            self._add(each)
        self._learned = len(assumed)

    def _add(self, truth: Truth) -> None:
        self._solver.add(term(truth).translate(self._context))

    def possible(self, *truths: Truth) -> bool:
        """Whether these can hold together. Raises Unknown."""
        self._solver.push()
        try:
            self._add(conj(truths))
            answer = self._solver.check()
            if answer == z3.unknown:
                raise Unknown(self._solver.reason_unknown())
            return bool(answer == z3.sat)
        finally:
            self._solver.pop()

    def cost(self) -> int:
        """What was spent so far, in Z3's deterministic resource units."""
        return int(self._solver.statistics().get_key_value("rlimit count"))


def _leaf_value(shape: Shape, place: int, situation: Situation) -> object:
    """The value of the leaf number `place` in a situation of this shape."""
    values: list[object] = []

    def walk(tree: object, value: object) -> None:
        from checker.unknowns import Tree
        from dsl.values import Record

        assert isinstance(tree, Tree)
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
