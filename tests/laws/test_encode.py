"""Law: the encoding says what the interpreter says, of values that are known and of values that are not.

Each expression made at random is encoded once with known arguments, and once with arguments that are terms,
whose situation is then told. In both the encoding has the value that the interpreter has, or is bad where
the interpreter is blocked.

Where the interpreter finds no value, an error of the specification, the encoding is bad, as if blocked; so
logic decides over it in either order (`false and` what has no value is false, and so is the reverse). What
comes of this is told by the reference where what has no value is blocked; the encoding equals that always.
"""

from collections import Counter
from random import Random

from checker.smt.expressions import Coded, code
from checker.smt.situations import Shape, shapes
from checker.smt.values import NotEncodable, Sym
from dsl.model import Expr, Logic, Quantified
from dsl.types.types import Type
from interpreter.analysis.dependencies import walk
from tests.interpreter.models import game, question
from tests.laws.answering import ASKS, DOUBTS, Answering, Encoding
from tests.laws.programs import (
    BOOL,
    COLOUR,
    CONSTRUCTS,
    FAR,
    INT,
    MAYBE_RATIO,
    PARAMETERS,
    SORTS,
    Writer,
    constructs_of,
)
from tests.laws.reference import Lacks, Reference, Waits
from tests.laws.seeds import each_seed
from tests.laws.symbolic import Assigned, situations_in
from tests.laws.test_evaluate import interpreted

PROGRAMS = 1800
SITUATIONS = 8
SORTS_MADE = (*SORTS, *(BOOL,) * 20, *(INT, COLOUR, MAYBE_RATIO) * 4)


class Case:
    """One expression, with the shape of its arguments."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = rng = Random(f"encode {seed}")
        far = (FAR,) if rng.random() < 0.2 else ()
        types = (BOOL, COLOUR, *far, *(rng.choice(PARAMETERS) for _ in range(rng.randint(0, 2))))
        self.parameters: dict[str, Type] = {f"a{place}": type_ for place, type_ in enumerate(types)}
        self.answering = Answering(seed)
        self.expr: Expr = Writer(rng, ASKS, DOUBTS).expr(
            rng.choice(SORTS_MADE), self.parameters, rng.choice((2, 3, 4))
        )
        asked = question("q", BOOL, self.parameters)
        self.shape: Shape = rng.choice(list(shapes(game(asked), asked)))

    def coded(self, args: tuple[Sym, ...]) -> Coded:
        """The encoding with these arguments. Raises NotEncodable."""
        env = {name: (arg, False) for name, arg in zip(self.parameters, args, strict=True)}
        return code(self.expr, env, Encoding(self.answering))

    def agrees(self, coded: Coded, args: tuple[object, ...], assigned: Assigned) -> str:
        """Checks the law in one situation; says what came of it."""
        env = dict(zip(self.parameters, args, strict=True))
        found = interpreted(self.expr, env, self.answering)
        due = Reference(self.answering, lax=True).value(self.expr, env)
        sym, bad = coded
        is_bad = assigned.holds(bad)
        assert is_bad == isinstance(due, Waits), (self.seed, env)
        if not isinstance(found, Lacks):
            assert isinstance(found, Waits) == is_bad, (self.seed, env)
        elif not any(isinstance(each, Logic | Quantified) for each in self.inside()):
            assert is_bad, (self.seed, env)
        if not is_bad:
            value = assigned.value(sym)
            assert value == due, (self.seed, env)
            assert isinstance(found, Lacks) or value == found, (self.seed, env)
            return "decided without what lacks" if isinstance(found, Lacks) else "values"
        return type(found).__name__

    def inside(self) -> list[Expr]:
        """All expressions inside, those of doubts included."""
        readings = [expr for _, _, _, expr in self.answering.readings.values()]
        return [each for expr in (self.expr, *readings) for each in walk(expr)]


def test_terms_say_what_the_interpreter_says() -> None:
    tally: Counter[str] = Counter()
    constructs: Counter[str] = Counter()

    def law(seed: int) -> None:
        case = Case(seed)
        try:
            coded = case.coded(case.shape.args)
        except NotEncodable:
            tally["not encodable"] += 1
            return
        tally["programs"] += 1
        constructs.update({name for each in walk(case.expr) for name in constructs_of(each)})
        for number, (args, pairs) in enumerate(situations_in(case.shape, case.rng, SITUATIONS)):
            tally[case.agrees(coded, args, Assigned(pairs))] += 1
            tally["cases"] += 1
            if number < 2:
                known = case.coded(args)
                assert isinstance(known[1], bool), "with known arguments nothing is left to be found out"
                assert case.agrees(known, args, Assigned([]))
                tally["known cases"] += 1

    each_seed(law, PROGRAMS)
    assert tally["not encodable"] <= tally["programs"] / 40
    assert tally["cases"] >= 4_000
    assert tally["known cases"] >= 1_200
    assert tally["values"] >= 1_500
    assert tally["Waits"] >= 200
    assert tally["Lacks"] >= 200
    assert tally["decided without what lacks"] >= 5
    assert {name for name in CONSTRUCTS if constructs[name] < 15} == set()
