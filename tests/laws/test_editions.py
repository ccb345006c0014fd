"""Law: two editions on one solver are told apart where their rulebooks answer differently, and nowhere else.

What both share is encoded once for both, and for all shapes of a question; and so for an edition with other
readings, without a clause, or with exceptions switched off. All of these must answer as if alone.
"""

from collections import Counter
from itertools import product
from random import Random

from checker.editions.editions import Editions
from checker.smt.encodings import Encodings
from checker.smt.formulas import Truth, conj, neg
from checker.smt.situations import shapes
from checker.smt.solver import EncodedEdition, ShapeSolver
from checker.smt.values import NotEncodable
from dsl.model import Edition
from interpreter.analysis.dependencies import Interpretation, interpretations
from interpreter.rulebook.enumeration import situations, space_size
from interpreter.rulebook.rulebook import Outcome, Rulebook, Situation, SpecError
from tests.laws.editions import Made, two
from tests.laws.seeds import each_seed
from tests.laws.symbolic import situations_in

GAMES = 130
MOST_SITUATIONS = 60
MOST_WAYS = 8
LEAST = {
    "games": 60,
    "benches": 120,
    "editions: apart": 80,
    "editions: alike": 8,
    "answering apart": 10,
    "without: apart": 40,
    "without: alike": 40,
    "switched: apart": 5,
    "switched: alike": 10,
}
"""How often each thing must occur at least."""

Answers = dict[Situation, tuple[Outcome, bool | None, bool]]
"""The outcome in each situation, whether it is one, and whether it is answered by default."""


class TooLarge(Exception):
    """Not a small game, or one that is in error somewhere."""


class Brute:
    """Both editions, looked at in all situations under all interpretations."""

    def __init__(self, game: Made, other: Edition) -> None:
        self.game = game
        self.editions = Editions(game.game, (game.edition, other))
        if space_size(game.game, "top", MOST_SITUATIONS) is None:
            raise TooLarge
        self.every = list(situations(game.game, "top"))
        self.ways: dict[str, list[Interpretation]] = {}
        for edition in self.editions.members:
            doubts = self.editions.doubts_of(edition.name, "top")
            self.ways[edition.name] = list(interpretations(edition, doubts))
            if len(self.ways[edition.name]) > MOST_WAYS:
                raise TooLarge
        self.answers = {name: self.all(name) for name in self.ways}

    def all(
        self,
        name: str,
        without: frozenset[str] = frozenset(),
        off: frozenset[tuple[str, str]] = frozenset(),
    ) -> list[Answers]:
        """What an edition answers, by its interpretations. Raises TooLarge where it errs."""
        found: list[Answers] = []
        for way in self.ways[name]:
            book = Rulebook(
                self.game.game, self.editions.edition(name), way, without=without, switched_off=off
            )
            try:
                verdicts = {s: book.verdict("top", s) for s in self.every}
                found.append(
                    {s: (v.outcome, book.meets_given("top", s), v.by_default) for s, v in verdicts.items()}
                )
            except SpecError as error:
                raise TooLarge from error
        return found


def gives(answered: tuple[Outcome, bool | None, bool]) -> bool:
    """Whether clauses answer in a situation of the edition."""
    outcome, given, by_default = answered
    return bool(outcome.admits) and given is not False and not by_default


class Looking:
    """The shape solvers of both editions, compared with looking everywhere."""

    def __init__(self, brute: Brute, tally: Counter[str]) -> None:
        self.brute = brute
        self.tally = tally
        self.encodings = Encodings(brute.editions, "top")

    def run(self) -> None:
        """Checks everything. Raises NotEncodable."""
        brute = self.brute
        seen: set[Situation] = set()
        for shape in shapes(brute.game.game, brute.game.asked):
            shape_solver = ShapeSolver(brute.editions, shape, encodings=self.encodings)
            of_shape = {s for s, _ in situations_in(shape, Random(0), 10_000)}
            here = [s for s in brute.every if s in of_shape]
            seen |= set(here)
            if shape_solver.empty:
                assert not here
                continue
            self.tally["benches"] += 1
            self.two(shape_solver, here)
            for name in ("e", "f"):
                self.changed(shape_solver, here, name)
        assert seen == set(brute.every)

    def two(self, shape_solver: ShapeSolver, here: list[Situation]) -> None:
        """The two editions."""
        one, other = shape_solver.free("e"), shape_solver.free("f")
        pairs = list(product(self.brute.answers["e"], self.brute.answers["f"]))
        apart = [s for s in here if any(a[s][0] != b[s][0] for a, b in pairs)]
        self.asked("editions", shape_solver, neg(one.code.same(other.code)), apart, one, other)
        both = [s for s in here for a, b in pairs if a[s][0] != b[s][0] and gives(a[s]) and gives(b[s])]
        giving = [conj((neg(x.code.refused), x.code.answers, neg(x.code.default))) for x in (one, other)]
        query = conj((*giving, neg(one.code.same(other.code))))
        if self.asked("both", shape_solver, query, both, one, other):
            self.tally["answering apart"] += 1

    def changed(self, shape_solver: ShapeSolver, here: list[Situation], name: str) -> None:
        """An edition, less a clause of its own, or with an exception switched off."""
        free = shape_solver.free(name)
        before = self.brute.answers[name]
        for clause in [c for c in self.brute.editions.edition(name).clauses if c.question == "top"][:2]:
            pairs = frozenset((clause.id, t) for x in clause.exceptions for t in x.targets)
            for what, without, off in (("without", {clause.id}, frozenset()), ("switched", set(), pairs)):
                if what == "switched" and not pairs:
                    continue
                try:
                    after = self.brute.all(name, frozenset(without), off)
                except TooLarge:
                    continue
                apart = [
                    s for s in here if any(a[s][0] != b[s][0] for a, b in zip(before, after, strict=True))
                ]
                encoded_edition = (
                    shape_solver.switched(name, pairs) if off else shape_solver.without(name, clause.id)
                )
                self.asked(
                    what,
                    shape_solver,
                    neg(free.code.same(encoded_edition.code)),
                    apart,
                    free,
                    encoded_edition,
                )

    def asked(
        self,
        what: str,
        shape_solver: ShapeSolver,
        query: Truth,
        due: list[Situation],
        one: EncodedEdition,
        other: EncodedEdition,
    ) -> bool:
        """Puts a query to the shape solver; whether something is found, which must be where it is due."""
        found = shape_solver.find(query)
        self.tally[f"{what}: {'apart' if found else 'alike'}"] += 1
        if all(encoded_edition.encoded.footprint.many_ways() is False for encoded_edition in (one, other)):
            assert (found is not None) == bool(due), what
            assert found is None or found.situation in due, what
        return found is not None


def test_two_editions_on_one_bench_are_as_if_alone() -> None:
    tally: Counter[str] = Counter()

    def law(seed: int) -> None:
        game, other = two(seed)
        try:
            Looking(Brute(game, other), tally).run()
        except TooLarge:
            tally["too large"] += 1
            return
        except NotEncodable:
            tally["not encodable"] += 1
            return
        except AssertionError as wrong:
            raise AssertionError(seed) from wrong
        tally["games"] += 1

    each_seed(law, GAMES)
    assert {name: n for name, n in LEAST.items() if tally[name] < n} == {}
