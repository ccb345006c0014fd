"""Each log of the corpus (`tests/logs`) comes to what the table beside it says: status, code and line."""

from functools import cache
from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.model import Project
from dsl.text.errors import ArbitreError
from interpreter.logs.log import read_logs
from interpreter.replay.replay import replay, unreadable

ROOT = Path(__file__).parents[3]
LOGS = ROOT / "tests" / "logs"
ROWS = [line.split("\t") for line in (LOGS / "expected.tsv").read_text("utf-8").splitlines()[1:]]


@cache
def shipped() -> Project:
    return load_project(ROOT)


def test_the_table_has_every_log() -> None:
    assert sorted(row[0] for row in ROWS) == sorted(path.name for path in LOGS.glob("*.yaml"))
    assert len(ROWS) >= 80


@pytest.mark.parametrize(
    ("name", "status", "code", "line"), [row[:4] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_it_comes_to_what_is_expected(name: str, status: str, code: str, line: str) -> None:
    text = (LOGS / name).read_text("utf-8")
    (log,) = read_logs(text.splitlines(keepends=True), name)
    found = unreadable(name, 1, log) if isinstance(log, ArbitreError) else replay(shipped(), log)
    told = [(problem.code, str(problem.line)) for problem in found.problems[:1]]
    assert (found.status, told or [("-", "-")]) == (status, [(code, line)])
