"""Law: what a shape solver finds is what looking at every situation finds.

For small games made at random, every query is put to the solvers of all shapes, and to the rulebooks of all
interpretations in all situations. What is found is confirmed by the rulebook; where nothing is found there is
nothing; and the smallest found is the first in order. Where questions are open in many ways (see
`test_rulebook`) only this holds: where nothing is found there is nothing that is not blocked.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from random import Random

from checker.editions.editions import Frozen, freeze
from checker.smt.formulas import Truth, conj, neg
from checker.smt.outcome import EncodedOutcome
from checker.smt.situations import Shape, shapes
from checker.smt.smallest import smallest
from checker.smt.solver import Model, ShapeSolver
from checker.smt.values import NotEncodable
from dsl.types.values import Value
from interpreter.analysis.dependencies import interpretations
from interpreter.rulebook.enumeration import situations
from interpreter.rulebook.rulebook import Rulebook, Situation, SpecError, Verdict
from tests.laws.editions import Made, small
from tests.laws.seeds import each_seed
from tests.laws.symbolic import situations_in

GAMES = 150
LEAST = {
    "games": 80,
    "exact": 100,
    "in many ways": 5,
    "struck": 10,
    "fixed": 3000,
    "smallest": 500,
    "smallest by measure": 300,
    "varied: some": 15,
    "varied: none": 100,
    **{f"{query}: {n}": 30 for query in ("without", "met", "settled", "silent") for n in ("some", "none")},
    **{f"{query}: some": 5 for query in ("blocked", "contradictory", "open", "default", "speaks", "admits")},
}
"""How often each thing must occur at least."""
MOST_SITUATIONS = 80
MOST_WAYS = 12
STATUSES = ("silent", "contradictory", "settled", "open", "blocked")

Answered = tuple[Verdict, bool | None]
"""What is answered, and whether it is a situation."""
Test = Callable[[Answered], bool]


class TooLarge(Exception):
    """Not a small game, or one that is in error somewhere."""


class Brute:
    """A game, all of whose situations are looked at under all interpretations."""

    def __init__(self, game: Made, rng: Random) -> None:
        self.game = game
        self.every = list(situations(game.game, "top"))
        self.shapes: list[Shape] = list(shapes(game.game, game.asked))
        doubts = game.editions().doubts_of("e", "top")
        self.struck = self._struck(doubts, rng)
        self.editions = game.editions(self.struck)
        struck = () if self.struck is None else (self.struck,)
        self.ways = [freeze(i) for i in interpretations(game.edition, doubts, struck)]
        if len(self.every) > MOST_SITUATIONS or len(self.ways) > MOST_WAYS:
            raise TooLarge
        self.books = {way: Rulebook(game.game, game.edition, dict(way)) for way in self.ways}
        try:
            self.answers = {way: self._all(book) for way, book in self.books.items()}
        except SpecError as error:
            raise TooLarge from error

    def _struck(self, doubts: tuple[str, ...], rng: Random) -> Mapping[str, str] | None:
        """Readings that cannot hold together, for some games: not all there are."""
        ways = list(interpretations(self.game.edition, doubts))
        if rng.random() < 0.5 or len(ways) < 3:
            return None
        way = rng.choice(ways)
        nogood = {d: way[d] for d in rng.sample(sorted(way), min(2, len(way)))}
        return None if all(nogood.items() <= other.items() for other in ways) else nogood

    def _all(self, book: Rulebook) -> dict[Situation, Answered]:
        return {s: (book.verdict("top", s), book.meets_given("top", s)) for s in self.every}

    @cached_property
    def of_shape(self) -> list[set[Situation]]:
        """The situations of each shape, those included that `needs` exclude."""
        rng = Random(0)
        return [{s for s, _ in situations_in(shape, rng, 10_000)} for shape in self.shapes]

    def less(self, clause: str) -> dict[Frozen, dict[Situation, Answered]]:
        """What is answered without a clause."""
        without = frozenset((clause,))
        books = {w: Rulebook(self.game.game, self.game.edition, dict(w), without=without) for w in self.ways}
        return {way: self._all(book) for way, book in books.items()}


def queries(code: EncodedOutcome) -> Iterator[tuple[str, Truth, Test]]:
    """Queries of one encoded edition, with what they mean."""

    def is_(status: str) -> Test:
        return lambda a: a[0].outcome.status.value == status

    def fits(status: str) -> Test:
        return lambda a: is_(status)(a) and a[1] is not False

    def speaks(clause: str) -> Test:
        return lambda a: not is_("blocked")(a) and clause in a[0].speaking

    def admits(value: Value) -> Test:
        return lambda a: value in a[0].outcome.admits

    for status in STATUSES:
        wanted: Truth = getattr(code, status)
        yield status, wanted, is_(status)
        yield f"{status}, a situation", conj((neg(code.refused), wanted)), fits(status)
    yield "met", code.met, lambda a: a[1] is True
    yield "default", code.default, lambda a: a[0].by_default
    for clause, speaking in code.speaks.items():
        yield "speaks", conj((speaking, neg(code.blocked))), speaks(clause)
    for value, admitted in zip(code.candidates, code.admits, strict=True):
        yield "admits", conj((code.answers, admitted)), admits(value)


class Looking:
    """One game, its shape solvers compared with looking everywhere."""

    def __init__(self, brute: Brute, tally: Counter[str]) -> None:
        self.brute = brute
        self.tally = tally

    def run(self) -> None:
        """Checks everything. Raises NotEncodable."""
        for place, shape in enumerate(self.brute.shapes):
            shape_solver = ShapeSolver(self.brute.editions, shape)
            here = [s for s in self.brute.every if s in self.brute.of_shape[place]]
            if shape_solver.empty:
                assert not here
                self.tally["empty"] += 1
                continue
            free = shape_solver.free("e")
            self.exact = free.encoded.footprint.many_ways() is False
            self.tally["exact" if self.exact else "in many ways"] += 1
            for what, wanted, test in queries(free.code):
                self.free(shape_solver, what, wanted, test, here)
            for way in self.brute.ways[:2]:
                for what, wanted, test in queries(shape_solver.fixed("e", dict(way)).code):
                    self.fixed(shape_solver, what, wanted, test, here, way)
            self.varied(shape_solver, here)
            self.without(shape_solver, here)

    def witness(self, found: Model) -> tuple[Frozen, Answered]:
        """The interpretation found, and what is answered there; it must be one that is left."""
        way = freeze(found.interpretations["e/"])
        assert way in self.brute.ways
        return way, self.brute.answers[way][found.situation]

    def free(
        self, shape_solver: ShapeSolver, what: str, wanted: Truth, test: Test, here: list[Situation]
    ) -> None:
        """A query under any interpretation."""
        answers = self.brute.answers
        holding = [s for s in here if any(test(answers[way][s]) for way in self.brute.ways)]
        found = shape_solver.find(wanted)
        self.tally[f"{what}: {'some' if found else 'none'}"] += 1
        if not self.exact:
            clear = [
                s
                for s in holding
                for way in self.brute.ways
                if test(answers[way][s]) and answers[way][s][0].outcome.status.value != "blocked"
            ]
            assert found is not None or not clear or what == "default"
            return
        assert (found is not None) == bool(holding), what
        if found is not None:
            assert test(self.witness(found)[1]), what
            least = smallest(shape_solver, wanted)
            assert least.situation == holding[0], what  # in order: by the measures, then by values
            assert test(self.witness(least)[1]), what
            self.tally["smallest"] += 1
            self.tally["smallest by measure"] += bool(self.brute.game.asked.smallest)

    def fixed(
        self,
        shape_solver: ShapeSolver,
        what: str,
        wanted: Truth,
        test: Test,
        here: list[Situation],
        way: Frozen,
    ) -> None:
        """A query under one interpretation."""
        holding = [s for s in here if test(self.brute.answers[way][s])]
        found = shape_solver.find(wanted)
        self.tally["fixed"] += 1
        if self.exact:
            assert (found.situation in holding) if found is not None else not holding, what

    def unlike(self, one: EncodedOutcome, other: EncodedOutcome) -> Truth:
        """Two outcomes that differ, in a situation of both."""
        return conj((neg(one.refused), neg(other.refused), neg(one.same(other))))

    def varied(self, shape_solver: ShapeSolver, here: list[Situation]) -> None:
        """Whether another reading of one doubt changes the outcome somewhere."""
        model = self.brute.game.edition
        reads = shape_solver.free("e").reads
        for doubt in reads:
            again = {d for d in reads if d == doubt or any(p == doubt for p, _ in model.doubts[d].under)}
            firsts = {d: model.doubts[d].readings[0].name for d in reads}

            def apart(
                one: Frozen,
                other: Frozen,
                doubt: str = doubt,
                again: set[str] = again,
                firsts: Mapping[str, str] = firsts,
            ) -> bool:
                a, b = {**firsts, **dict(one)}, {**firsts, **dict(other)}
                return a[doubt] != b[doubt] and all(a[d] == b[d] for d in a if d not in again)

            pairs = [(a, b) for a in self.brute.ways for b in self.brute.ways if apart(a, b)]
            answers = self.brute.answers
            there = any(
                answers[a][s][0].outcome != answers[b][s][0].outcome
                and False not in (answers[a][s][1], answers[b][s][1])
                for s in here
                for a, b in pairs
            )
            free, varied = shape_solver.free("e").code, shape_solver.varied("e", doubt).code
            found = shape_solver.find(self.unlike(free, varied))
            if self.exact:
                assert (found is not None) == there, doubt
                assert there <= shape_solver.depends("e", doubt)
            self.tally["varied: some" if there else "varied: none"] += 1

    def without(self, shape_solver: ShapeSolver, here: list[Situation]) -> None:
        """Whether taking a clause away changes the outcome somewhere."""
        for clause in [c.id for c in self.brute.game.edition.clauses if c.question == "top"]:
            try:
                less = self.brute.less(clause)
            except SpecError:
                continue
            there = any(
                less[way][s][0].outcome != self.brute.answers[way][s][0].outcome
                for way in self.brute.ways
                for s in here
            )
            encoded_edition = shape_solver.without("e", clause)
            found = shape_solver.find(neg(shape_solver.free("e").code.same(encoded_edition.code)))
            if self.exact and encoded_edition.encoded.footprint.many_ways() is False:
                assert (found is not None) == there, clause
            self.tally["without: some" if there else "without: none"] += 1


def test_benches_find_what_is_there() -> None:
    tally: Counter[str] = Counter()

    def law(seed: int) -> None:
        try:
            brute = Brute(small(seed), Random(seed))
        except TooLarge:
            tally["too large"] += 1
            return
        try:
            Looking(brute, tally).run()
        except NotEncodable:
            tally["not encodable"] += 1
            return
        except AssertionError as wrong:
            raise AssertionError(seed) from wrong
        tally["games"] += 1
        tally["struck"] += brute.struck is not None

    each_seed(law, GAMES)
    assert {name: n for name, n in LEAST.items() if tally[name] < n} == {}
