"""Faults planted at random: a check ends with a report whatever they are."""

from pathlib import Path

import pytest

from checker.pipeline.check import check
from dsl.load import load_project
from dsl.text.errors import ArbitreError
from tests.checker.faults import planted
from tests.checker.small import Small
from tests.checker.trial import Trial

SEEDS = 12


def files(root: Path) -> dict[str, str]:
    return {str(p.relative_to(root)): p.read_text("utf-8") for p in sorted(root.rglob("*.rules"))}


def checked(root: Path, seed: int, effort: int = 500_000) -> str:
    """How the check of the project ends, with faults planted in it."""
    changed, done = planted(files(root), seed, number=1 + seed % 2)
    for path, text in changed.items():
        (root / path).write_text(text, "utf-8")
    try:
        project = load_project(root)
    except ArbitreError:
        return "not loaded"
    report = check(project, effort=effort)
    assert not [f for f in report.failures if f.sort != "undone"], (done, report.failures)
    assert len({f.id for f in report.findings}) == len(report.findings)
    return "reported"


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_question_of_tiles(tmp_path: Path, seed: int) -> None:
    trial = Trial(tmp_path)
    trial.add("aa", 'example pairs\n  "Low and Mid count three."\n  shows pair({Low, Mid}) = 3')
    trial.project()
    checked(trial.root, seed)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_game_that_is_played(small: Small, seed: int) -> None:
    small.write()
    checked(small.root, seed)
