"""The order in which anything is written, the names of files and what else is checked decide nothing."""

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from checker.findings.concerning import about, restricted
from checker.findings.findings import Report
from checker.pipeline.check import check
from dsl.load import load_project
from dsl.model import Project
from tests.checker.pipeline.test_section10 import doubtful, excepting, forbidding, torn
from tests.checker.trial import Trial
from tests.reordered import PLACE, reordered

ROOT = Path(__file__).resolve().parents[3]
TARGET = "emotrions/standard+bank_up"
FAULTY = ROOT / "tests" / "arbitre" / "faulty"


def told(report: Report) -> dict[str, str]:
    """All that a report says, without places in the files of rules."""
    return {f.name: re.sub(PLACE, "there", repr(getattr(report, f.name))) for f in fields(report)}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_declarations_and_files_in_another_order(tmp_path: Path, seed: int) -> None:
    other = reordered(FAULTY, tmp_path / "other", seed)
    assert told(check(load_project(other))) == told(check(load_project(FAULTY)))


@pytest.mark.parametrize("change", [torn, doubtful, forbidding, excepting])
def test_projects_with_faults_in_another_order(tmp_path: Path, change: object) -> None:
    trial = Trial(tmp_path / "one")
    assert callable(change)
    change(trial)
    project = trial.project()
    first = told(check(project))
    for seed in (1, 2):
        other = reordered(trial.root, tmp_path / f"other{seed}", seed)
        assert told(check(load_project(other))) == first


@pytest.fixture(scope="module")
def project() -> Project:
    """What is shipped."""
    return load_project(ROOT)


@pytest.fixture(scope="module")
def whole(project: Project) -> Report:
    """The check of a shipped variant."""
    return check(project, [TARGET])


def test_a_shipped_variant_in_another_order(tmp_path: Path, whole: Report) -> None:
    other = reordered(ROOT, tmp_path / "other", 5)
    assert told(check(load_project(other), [TARGET])) == told(whole)


@pytest.mark.parametrize("some", [("ca",), ("es",), ("fr",), ("fr", "ca")], ids="+".join)
def test_editions_in_any_subset_and_order(project: Project, whole: Report, some: tuple[str, ...]) -> None:
    kept = restricted(whole, about(some))
    assert told(replace(check(project, [TARGET], editions=some), bounds=kept.bounds)) == told(kept)


def test_editions_the_other_way_round(project: Project, whole: Report) -> None:
    games = {n: replace(g, editions=dict(reversed(g.editions.items()))) for n, g in project.games.items()}
    assert told(check(replace(project, games=games), [TARGET])) == told(whole)


def test_variants_alone_or_together(project: Project, whole: Report) -> None:
    names = ("emotrions/standard+hidden", TARGET)
    both = check(project, [*reversed(names)])
    assert told(both) == told(check(project, names))
    alone = [check(project, names[:1]), whole]
    assert both.findings == tuple(sorted((f for r in alone for f in r.findings), key=lambda f: f.id))
    assert both.proved == tuple(p for r in alone for p in r.proved)
