"""Law: what expressions are turned into gives what they mean.

Each expression made at random is evaluated by the interpreter and by the plain reference: the same value,
or blocked by the same, or without a value both.
"""

from collections import Counter
from random import Random

from dsl.types.values import Value
from interpreter.analysis.dependencies import walk
from interpreter.evaluate.evaluate import Blocked, Env, NoValue, SpecError, evaluate
from tests.laws.answering import ASKS, DOUBTS, Answering
from tests.laws.fuller import CONCRETE, FULLER, Fuller
from tests.laws.programs import (
    BOOL,
    COLOUR,
    CONSTRUCTS,
    INT,
    MAYBE_RATIO,
    PARAMETERS,
    RATIO,
    constructs_of,
    some_value,
)
from tests.laws.reference import Lacks, Reference, Waits
from tests.laws.seeds import each_seed

PROGRAMS = 1500
SITUATIONS = 5


def interpreted(expr: object, env: Env, answering: Answering) -> Value | Waits | Lacks:
    """What the interpreter makes of it."""
    answering.calls = {}
    try:
        return evaluate(expr, env, answering)
    except Blocked as blocked:
        return Waits(blocked.blockers)
    except NoValue:
        return Lacks()


def test_functions_give_what_expressions_mean() -> None:
    tally: Counter[str] = Counter()

    def law(seed: int) -> None:
        rng = Random(f"evaluate {seed}")
        parameters = {
            f"a{i}": rng.choice((*PARAMETERS, RATIO, MAYBE_RATIO)) for i in range(rng.randint(1, 3))
        }
        answering = Answering(seed)
        writer = Fuller(rng, ASKS, DOUBTS)
        expr = writer.expr(rng.choice((*FULLER, BOOL, INT, COLOUR)), parameters, 4)
        tally.update({name for each in walk(expr) for name in constructs_of(each)})
        for _ in range(SITUATIONS):
            env = {name: some_value(rng, type_) for name, type_ in parameters.items()}
            found = interpreted(expr, env, answering)
            assert found == Reference(answering).value(expr, env), (seed, env)
            tally["cases"] += 1
            tally[found.__class__.__name__ if isinstance(found, Waits | Lacks) else "values"] += 1

    each_seed(law, PROGRAMS)
    assert tally["cases"] >= 7_000
    assert tally["values"] >= 2_500
    assert tally["Waits"] >= 200
    assert tally["Lacks"] >= 200
    assert {name for name in (*CONSTRUCTS, *CONCRETE) if tally[name] < 25} == set()


def test_errors_of_other_sorts_do_not_occur() -> None:
    """The law is about all of the programs: none stops for another reason."""
    for seed in range(200):
        rng = Random(seed)
        expr = Fuller(rng, ASKS, DOUBTS).expr(rng.choice(FULLER), {}, 3)
        try:
            interpreted(expr, {}, Answering(seed))
        except SpecError as error:
            raise AssertionError(seed) from error
