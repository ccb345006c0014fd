"""The only file that creates a solver: one for each shape of a question, used for all its queries.

A `ShapeSolver` holds a shape with *encoded editions*: an edition under symbolic readings (`free`), under a
second set of them (`other`), or under one interpretation (`fixed`).
Every condition worth asking for has a literal of its own, so that queries share all the work.
A query is answered by a situation and interpretations, by None (there is none: a proof for this shape),
or by `QueryUndecided` where the budget is used up.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import z3

from checker.editions.editions import Editions, Frozen, freeze
from checker.editions.rationals import rationals_matter
from checker.smt.budget import BACKSTOP_MS, DEFAULT_EFFORT, QueryBudget, undecided
from checker.smt.encodings import Encoded, Encodings, Reads, fixed_readings
from checker.smt.expressions import Asked
from checker.smt.expressions import code as code_expr
from checker.smt.formulas import (
    REAL,
    WHOLE,
    Formula,
    SolverContext,
    Truth,
    atom,
    conj,
    disj,
    exactly_one,
    iff,
    mentions,
    neg,
    term,
)
from checker.smt.outcome import EncodedOutcome
from checker.smt.rules import ExpressionEncoder, RuleEncoder
from checker.smt.situations import Amount, Shape, decode, shapes
from checker.smt.values import Sym, truth
from dsl.model import Edition, Expr, Question
from interpreter.analysis.dependencies import doubt_exists
from interpreter.rulebook.rulebook import Situation

LOGICS = ("QF_FD", "QF_LIA", "QF_LIRA")
"""Of finite choices alone, of whole numbers, too, and of any."""
MOST_BENCHES = 40
"""Of a question with more shapes, those are put together that differ in who is who."""


def _logic_of(truth: Truth) -> str:
    """The logic of a truth."""
    if mentions(truth, REAL):
        return "QF_LIRA"
    return "QF_LIA" if mentions(truth, WHOLE) else "QF_FD"


@dataclass(frozen=True, slots=True)
class Model:
    """A situation that satisfies a query, with the interpretation of each free encoded edition."""

    situation: Situation
    interpretations: Mapping[str, Mapping[str, str]]


@dataclass(slots=True)
class EncodedEdition:
    """An edition encoded on a shape. `code`: its outcome, the parts named; `reads`: the condition of each
    reading of each doubt that matters; `interpretation`: the one chosen, where it is fixed."""

    edition: str
    code: EncodedOutcome
    encoded: Encoded
    reads: Reads
    interpretation: Mapping[str, str] | None = None

    def agrees(self, other: "EncodedEdition") -> Truth:
        """Whether both answer alike all that both ask of the same."""
        return self.encoded.agrees(other.encoded)

    def chooses(self, interpretation: Mapping[str, str]) -> Truth:
        """The condition that these readings are chosen."""
        return conj(self.reads[d][r] for d, r in interpretation.items() if d in self.reads)


@dataclass(slots=True)
class ShapeSolver:
    """A shape with its solver and the editions encoded on it."""

    editions: Editions
    shape: Shape
    query_budget: QueryBudget = field(default_factory=QueryBudget)
    encodings: Encodings | None = None
    solver: z3.Solver = field(init=False)
    empty: bool = field(init=False)
    queries: int = 0
    _encoded: dict[str, EncodedEdition] = field(default_factory=dict)
    _literals: dict[Formula, Formula] = field(default_factory=dict)
    _tried: dict[str, int] = field(default_factory=dict)
    _claimed: dict[str, Reads] = field(default_factory=dict)
    logic: str = field(init=False)
    _scopes: list[list[Truth]] = field(init=False)

    def __post_init__(self) -> None:
        needs = self._needs()
        self.empty = needs is False
        self.logic = self._first_logic()
        self.solver = self._new_solver()
        self._scopes = [[]]
        if self.empty:
            return
        for constraint in self.shape.constraints():
            self.add(constraint)
        self.add(needs)

    def _new_solver(self) -> z3.Solver:
        solver = z3.SolverFor(self.logic, ctx=SolverContext.context)
        solver.set("random_seed", 7)
        if self.logic != "QF_LIRA":
            solver.set("phase", "basic_caching")
        solver.set("rlimit", self.query_budget.effort)
        solver.set("timeout", BACKSTOP_MS)
        return solver

    def _first_logic(self) -> str:
        """The logic of the numbers that there are: none of many values, whole ones, or any."""
        amounts = [leaf for leaf in self.shape.leaves if isinstance(leaf, Amount)]
        if any(leaf.number.real for leaf in amounts) or rationals_matter(self.editions, self.shape.question):
            return "QF_LIRA"
        return "QF_LIA" if amounts else "QF_FD"

    def _needs(self) -> Truth:
        """The question's `needs`, which ask no edition (the first answers what the game assumes)."""
        edition = self.editions.members[0]
        encoder = RuleEncoder(self.editions, edition, fixed_readings(edition, {}))
        coded = [code_expr(n, self.env(), encoder) for n in self.shape.question.needs]
        return conj(conj((truth(s), neg(b))) for s, b in coded)

    def env(self) -> dict[str, tuple[Sym, Truth]]:
        """The parameters, by name."""
        return {
            p.name: (a, False) for p, a in zip(self.shape.question.parameters, self.shape.args, strict=True)
        }

    # -------------------------------------------------------------- seats

    @property
    def _encodings(self) -> Encodings:
        if self.encodings is None:
            self.encodings = Encodings(self.editions, self.shape.question.name)
        return self.encodings

    def free(self, edition: str) -> EncodedEdition:
        """The edition under symbolic readings, any surviving interpretation."""
        key = f"{edition}/"
        if self._tried.get(edition, 0) != len(self.editions.ways.get(edition, ())):
            self._tried[edition] = len(self.editions.ways[edition])
            self._encoded = {
                k: encoded_edition
                for k, encoded_edition in self._encoded.items()
                if encoded_edition.edition != edition
            }
        if key not in self._encoded:
            reads = self._encodings.reads(edition)
            encoded = self._encodings.free(edition, self.shape.args)
            self._survive(edition, reads)
            self._seat(key, edition, encoded, reads)
        return self._encoded[key]

    def varied(self, edition: str, doubt: str) -> EncodedEdition:
        """The edition under the readings of `free`, but for one doubt, and those that hang on it. (Refused
        where that doubt has the reading of `free`.)"""
        key = f"{edition}/{doubt}'"
        if key not in self._encoded:
            self.free(edition)
            encoded, reads = self._encodings.varied(edition, doubt, self.shape.args)
            self._survive(edition, reads)
            self._seat(key, edition, encoded, reads)
        return self._encoded[key]

    def again(self, edition: str) -> EncodedEdition:
        """The edition under symbolic readings once more: any surviving interpretation, the same as that of
        `free` or another."""
        key = f"{edition}/'"
        if key not in self._encoded:
            self.free(edition)
            encoded, reads = self._encodings.again(edition, self.shape.args)
            self._survive(edition, reads)
            self._seat(key, edition, encoded, reads)
        return self._encoded[key]

    def fixed(self, edition: str, interpretation: Mapping[str, str]) -> EncodedEdition:
        """The edition under one interpretation."""
        frozen: Frozen = freeze(interpretation)
        key = f"{edition}/{frozen}"
        if key not in self._encoded:
            encoded = self._encodings.fixed(edition, interpretation, self.shape.args)
            reads = fixed_readings(self.editions.edition(edition), interpretation)
            self._seat(key, edition, encoded, reads)
            self._encoded[key].interpretation = dict(interpretation)
        return self._encoded[key]

    def like(self, edition: str, other: str) -> EncodedEdition:
        """The edition under the same readings as `free`, with the answers of another to what both ask: the
        same wherever `agrees` holds of the two, and easier to compare with the other."""
        key = f"{edition}={other}"
        free, _ = self.free(edition), self.free(other)
        if key not in self._encoded:
            encoded = self._encodings.like(edition, other, self.shape.args)
            self._seat(key, edition, encoded, free.reads)
        return self._encoded[key]

    def without(self, edition: str, clause: str) -> EncodedEdition:
        """The edition under the same readings as `free`, less one clause on this question."""
        key = f"{edition}-{clause}"
        if key not in self._encoded:
            reads = self.free(edition).reads
            self._seat(key, edition, self._encodings.without(edition, clause, self.shape.args), reads)
        return self._encoded[key]

    def switched(self, edition: str, pairs: frozenset[tuple[str, str]]) -> EncodedEdition:
        """The edition under the same readings as `free`, some exceptions (clause, target) not counting."""
        key = f"{edition}~{sorted(pairs)}"
        if key not in self._encoded:
            reads = self.free(edition).reads
            self._seat(key, edition, self._encodings.switched(edition, pairs, self.shape.args), reads)
        return self._encoded[key]

    def _seat(self, key: str, edition: str, encoded: Encoded, reads: Reads) -> None:
        self._encoded[key] = EncodedEdition(edition, encoded.code.each(self._named), encoded, reads)

    def depends(self, edition: str, doubt: str) -> bool:
        """Whether the outcome, as encoded, mentions a doubt, or one that hangs on it (if not, it depends on
        it nowhere)."""
        terms = self.free(edition).encoded.code.terms()
        marks = [self._encodings.mark(edition, d) for d in self._encodings.with_hanging(edition, doubt)]
        return any(mentions(t, mark) for t in terms for mark in marks)

    def claim(self, edition: str, exprs: Sequence[Expr]) -> list[tuple[Truth, Truth]]:
        """Boolean expressions over the parameters, by the edition under symbolic readings: each with where
        it is bad. Of one without an outcome, `interpretation_of` reads the readings off a model."""
        reads = self._encodings.reads(edition)
        self._survive(edition, reads)
        self._claimed[edition] = reads
        return self._coded(exprs, self._encodings.encoder(edition))

    def within(self, edition: str, exprs: Sequence[Expr], settled: bool) -> list[tuple[Truth, Truth]]:
        """As `claim`, after it; bad, too, where a question is asked outside its situations, or, if `settled`,
        where that it is within them is not settled."""
        return self._coded(exprs, ExpressionEncoder(self._encodings.encoder(edition), settled))

    def _coded(self, exprs: Sequence[Expr], asked: Asked) -> list[tuple[Truth, Truth]]:
        return [(truth(s), bad) for s, bad in (code_expr(e, self.env(), asked) for e in exprs)]

    def _survive(self, edition: str, reads: Reads) -> None:
        """Asserts that these readings are those of a survivor."""
        for constraint in self._surviving(self.editions.edition(edition), reads):
            self.add(constraint)

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
        nogoods = self.editions.nogoods.get(edition.name, ())
        for nogood in nogoods:
            if set(nogood) <= set(reads):
                yield neg(conj(conj((reads[d][r], exists(d))) for d, r in nogood.items()))
        if any(set(n) & set(reads) and not set(n) <= set(reads) for n in nogoods):
            survivors = self.editions.readings(edition.name, reads)
            yield disj(conj(reads[d][r] for d, r in way.items()) for way in survivors)

    def _named(self, truth: Truth) -> Truth:
        """The truth by a literal of its own, so that queries share it."""
        if isinstance(truth, bool) or truth.is_atom:
            return truth
        if truth.op == "not":
            return neg(self._named(neg(truth)))
        literal = self._literals.get(truth)
        if literal is None:
            literal = self._literals[truth] = atom(f"!{len(self._literals)}")
            self.add(iff(literal, truth))
        return literal

    # -------------------------------------------------------------- queries

    def find(self, *query: Truth) -> Model | None:
        """A situation that satisfies all of `query`, or None. Raises Unknown."""
        wanted = conj(query)
        if wanted is False:
            return None
        with self.scope():
            self.add(wanted)
            return self.found()

    def found(self) -> Model | None:
        """A situation that satisfies all that holds now, or None. Raises Unknown."""
        return self._model() if self._check() else None

    @contextmanager
    def scope(self) -> Iterator[None]:
        """What is added while this lasts is forgotten after."""
        self.solver.push()
        self._scopes.append([])
        try:
            yield
        finally:
            self._scopes.pop()
            self.solver.pop()

    def add(self, truth: Truth) -> None:
        """From now on (within this scope) this holds. Where it is about numbers which the solver does not
        know, one that does takes its place."""
        needed = _logic_of(truth)
        if LOGICS.index(needed) > LOGICS.index(self.logic):
            self.logic = needed
            self.solver = self._new_solver()
            for place, scope in enumerate(self._scopes):
                if place:
                    self.solver.push()
                for known in scope:
                    self.solver.add(term(known))
        self._scopes[-1].append(truth)
        self.solver.add(term(truth))

    def _check(self) -> bool:
        self.query_budget.check()
        self.queries += 1
        answer = self.solver.check()
        self.query_budget.pay(self.solver)
        if answer == z3.unknown:
            raise undecided(self.solver.reason_unknown())
        return bool(answer == z3.sat)

    def _model(self) -> Model:
        model = self.solver.model()
        interpretations: dict[str, dict[str, str]] = {}
        for key, encoded_edition in self._encoded.items():
            if key == f"{encoded_edition.edition}/":
                interpretations[key] = self._interpretation(
                    encoded_edition.edition, encoded_edition.reads, model
                )
        for edition, reads in self._claimed.items():
            interpretations[f"{edition}/"] = self._interpretation(edition, reads, model)
        return Model(decode(self.shape, model), interpretations)

    def _interpretation(
        self, name: str, reads: Mapping[str, Mapping[str, Truth]], model: z3.ModelRef
    ) -> dict[str, str]:
        chosen = {
            doubt: next(
                name for name, t in literals.items() if z3.is_true(model.eval(term(t), model_completion=True))
            )
            for doubt, literals in reads.items()
        }
        edition = self.editions.edition(name)
        return {d: r for d, r in chosen.items() if doubt_exists(edition, d, chosen)}


class ArithmeticSolver:
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
                raise undecided(self._solver.reason_unknown())
            return bool(answer == z3.sat)
        finally:
            self._solver.pop()

    def cost(self) -> int:
        """What was spent so far, in Z3's deterministic resource units."""
        return int(self._solver.statistics().get_key_value("rlimit count"))


def shape_solvers_of(
    editions: Editions, question: Question, query_budget: QueryBudget, encodings: Encodings | None = None
) -> list[ShapeSolver]:
    """A solver for each shape that a question's `needs` leave. Where these are many, only for those of each
    length of its lists: there each player is a choice. Raises NotEncodable."""
    for named in (True, False):
        every = shapes(editions.game, question, named)
        found = [b for b in (ShapeSolver(editions, s, query_budget, encodings) for s in every) if not b.empty]
        if len(found) <= MOST_BENCHES:
            break
    return found
