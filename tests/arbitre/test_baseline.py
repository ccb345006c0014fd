"""Baselines: what they dismiss, and which files are none."""

from pathlib import Path

import pytest

from arbitre.baseline import Dismissed, read_baseline, weigh, write_baseline
from dsl.errors import ArbitreError
from tests.arbitre.madeup import divergence, finding, gap, made_report


def test_it_leaves_out_what_it_dismisses() -> None:
    baseline = {gap().id: Dismissed(gap().id, "as it should be", "2026-01-01")}
    weighed = weigh(made_report(), baseline)
    assert [f.id for f in weighed.shown] == [finding().id, divergence().id]
    assert [f.id for f in weighed.dismissed] == [gap().id]
    assert weighed.stale == ()


def test_it_tells_what_is_found_no_longer() -> None:
    baseline = {f"tiny/plain/{k}": Dismissed(f"tiny/plain/{k}", "", "") for k in ("b", "a")}
    assert weigh(made_report(), baseline).stale == ("tiny/plain/a", "tiny/plain/b")
    assert weigh(made_report(), baseline, ["other"]).stale == ()


def test_it_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    known = {gap().id: Dismissed(gap().id, "as it should be", "2025-12-31")}
    write_baseline(path, [finding(), gap()], known, "2026-01-01")
    assert read_baseline(path) == {
        finding().id: Dismissed(finding().id, "", "2026-01-01"),
        gap().id: known[gap().id],
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "it is not a mapping"),
        ("{}", "its `schema` is not"),
        ('{"schema": "arbitre.baseline/2", "dismissed": []}', "its `schema` is not"),
        ('{"schema": "arbitre.baseline/1"}', "no list `dismissed`"),
        ('{"schema": "arbitre.baseline/1", "dismissed": [3]}', "a mapping with an `id`"),
        ('{"schema": "arbitre.baseline/1", "dismissed": [{"reason": "x"}]}', "needs an `id`"),
        ('{"schema": "arbitre.baseline/1", "dismissed": [{"id": "a", "why": "x"}]}', "`why` is not"),
        ('{"schema": "arbitre.baseline/1", "dismissed": [{"id": "a"}, {"id": "a"}]}', "dismissed twice"),
    ],
)
def test_what_is_none(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArbitreError, match=said) as raised:
        read_baseline(path)
    assert raised.value.problems[0].spans[0].path == str(path)
