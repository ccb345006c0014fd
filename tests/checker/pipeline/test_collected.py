"""What is found without a solver, gathered: the same on every run, and without loading the solver."""

import os
import subprocess
import sys
from pathlib import Path

from checker.pipeline import collected
from tests.checker.small import Small

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = """
import sys
from pathlib import Path
from checker.pipeline import collected
from checker.editions.editions import Editions
from dsl.load import load_project
game = load_project(Path(sys.argv[1])).games["shells"]
print(collected.collect(Editions(game, tuple(game.editions.values())), "plain"))
"""


def spoil(small: Small) -> None:
    """Something of each kind in edition aa."""
    small.change("aa", "answers hand_size() then 2", "answers hand_size() then 4")
    small.change(
        "aa", 'note ranks "See the Table of Ranks."', 'reference ranks "See the Table of Ranks." to "Ranks"'
    )
    small.change("aa", "  carries out dealing\n", "")
    small.change("aa", "answers value(Grey) then 0", "answers value(Grey) then 3")
    small.texts["aa"] += "\nNobody cheats.\n"
    small.add("aa", 'example more\n  "(3 to 1)"\n  shows value(Grey) = 1\n  shows value(Red) = 3')


def test_a_text_with_nothing_wrong(small: Small) -> None:
    parts = collected.collect(small.editions(), "plain")
    assert (parts.findings, parts.steps, parts.vacuous, parts.eliminated) == ((), (), (), ())
    assert len(parts.proofs) == 2


def test_a_text_with_everything_wrong(small: Small) -> None:
    spoil(small)
    editions = small.editions()
    parts = collected.collect(editions, "plain")
    assert [f.kind for f in (*parts.findings, *parts.steps)] == [
        "dangling",
        "failed-example",
        "infeasible",
        "property",
        "uncovered",
        "gap",
    ]
    assert editions.nogoods == {"aa": [{"red": "four"}]}
    assert [f.certainty for f in parts.findings if f.kind == "property"] == ["firm"]
    assert all(f.editions == ("aa",) for f in (*parts.findings, *parts.steps))


def test_the_same_whatever_the_seed_of_hashes(small: Small) -> None:
    spoil(small)
    small.game()
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM, str(small.root)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
