"""stale: citations of words that have changed; the rest is examined as before."""

from dataclasses import replace
from pathlib import Path

import pytest

from checker.findings.findings import Report
from checker.pipeline.check import check
from dsl.load import load_project
from dsl.model import Project
from dsl.text.errors import ArbitreError
from tests.checker.trial import Trial, identifiers
from tests.details import fields

TIE = "If it is a tie, nobody does."
CHANGED = "If it is a tie, then nobody does."


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    """The game of tiles, to be changed."""
    return Trial(tmp_path)


def changed(trial: Trial, old: str, new: str) -> Project:
    """The project after words of the printed text of `aa` are changed, and not those of its rules."""
    trial.project()
    path = trial.root / "rules-src" / "aa.txt"
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(ArbitreError) as caught:
        load_project(trial.root)
    assert {problem.code for problem in caught.value.problems} == {"citation-not-found"}
    return load_project(trial.root, lenient=True)


def stale_of(report: Report) -> list[tuple[str, object, object]]:
    found = [f for f in report.findings if f.kind == "stale"]
    return [(f.id, fields(f)["sort"], fields(f)["line"]) for f in found]


def test_the_rule_is_named_and_all_else_is_found(trial: Trial) -> None:
    whole = trial.report()
    report = check(changed(trial, TIE, CHANGED))
    ((identifier, sort, line),) = stale_of(report)
    assert (identifier, sort) == ("trial/plain/stale/aa/-/aa.tie", "rule")
    assert trial.editions["aa"].splitlines()[int(str(line)) - 1].strip() == f'"{TIE}"'
    assert [i for i in identifiers(report) if "stale" not in i] == identifiers(whole)
    assert [replace(p, stale=()) for p in report.proved] == list(whole.proved)


def test_what_rests_on_it_is_marked(trial: Trial) -> None:
    trial.drop("bb", "tie")
    report = check(changed(trial, TIE, CHANGED))
    (gap,) = [f for f in report.findings if f.kind == "gap"]
    assert fields(gap)["stale"] == ["aa.tie"]


def test_words_that_are_gone(trial: Trial) -> None:
    report = check(changed(trial, TIE, "Xyz."))
    (found,) = [f for f in report.findings if f.kind == "stale"]
    assert (found.citations, fields(found)["help"]) == ((), "")


def test_a_proof_that_rests_on_it_is_marked(trial: Trial) -> None:
    assert not any(proof.stale for proof in trial.report().proved)
    report = check(changed(trial, TIE, CHANGED))
    marked = {(p.editions, p.question) for p in report.proved if p.stale}
    assert (("aa",), "winner") in marked
    assert all(p.stale == ("aa.tie",) and "aa" in p.editions for p in report.proved if p.stale)
