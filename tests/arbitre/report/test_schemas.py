"""What is written as JSON is as its published schema says."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from arbitre.cli import run
from arbitre.cli.frame.status import FINE, FOUND
from arbitre.commands.baseline import Dismissed, write_baseline
from checker.findings.findings import EMPTY_REASONS, KINDS, TIERS, ComparedStatus
from tests.arbitre.cli.test_check import ENTRIES, GAP, SILENCE

SCHEMAS = Path(__file__).parents[3] / "arbitre" / "schemas"
FAULTY = Path(__file__).parents[1] / "faulty"
SHOWN = "shown=[{player: Anna, token: 3}, {player: Bernat, token: 2}]"
Ran = Callable[..., Mapping[str, Any]]


def schema(name: str) -> Mapping[str, Any]:
    """The schema of that name: `arbitre.findings/2`."""
    path = SCHEMAS / f"{name.replace('/', '-')}.json"
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def faults(data: Mapping[str, Any]) -> list[str]:
    """Where a document is not as its own schema says."""
    validator = Draft202012Validator(schema(str(data["schema"])))
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(data)]


@pytest.fixture
def arbitre(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ran:
    """Runs a command on the rules with every fault: what it writes as JSON."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("ARBITRE_PROJECT", str(FAULTY))
    monkeypatch.chdir(tmp_path)

    def call(*arguments: object) -> Mapping[str, Any]:
        assert run([*map(str, arguments), "--format", "json"]) in (FINE, FOUND)
        found: Mapping[str, Any] = json.loads(capsys.readouterr().out)
        return found

    return call


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.stem)
def test_each_is_a_schema_of_the_document_that_it_is_named_after(path: Path) -> None:
    found = json.loads(path.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(found)
    name, _, version = path.stem.rpartition("-")
    assert found["properties"]["schema"] == {"const": f"{name}/{version}"}
    assert found["$id"] == f"urn:arbitre:{path.stem}"


def test_the_kinds_are_those_that_there_are() -> None:
    found = schema("arbitre.findings/2")
    assert found["$defs"]["record"]["properties"]["kind"] == {"enum": list(KINDS)}
    assert found["$defs"]["entry"]["properties"]["tier"] == {"enum": list(TIERS)}
    empty = found["properties"]["empty"]["items"]["properties"]
    assert empty["reason"] == {"enum": list(EMPTY_REASONS)}
    compared = schema("arbitre.comparison/1")["properties"]
    for status in (compared["whole"], compared["questions"]["items"]):
        assert status["properties"]["status"] == {"enum": list(get_args(ComparedStatus))}


def test_a_report(arbitre: Ran, tmp_path: Path) -> None:
    data = arbitre("check")
    assert faults(data) == [] and {e["id"] for e in data["entries"]} == set(ENTRIES)
    path = tmp_path / "baseline.json"
    write_baseline(path, {SILENCE: Dismissed(SILENCE, "as it is", "2026-01-01", until="2999-01-01")})
    assert faults(json.loads(path.read_text(encoding="utf-8"))) == []
    weighed = arbitre("check", "--baseline", path)
    assert faults(weighed) == [] and weighed["baseline"]["without_digest"] == [SILENCE]


def test_a_report_that_is_not_so_is_told(arbitre: Ran) -> None:
    data = arbitre("check", "--kind", "gap")
    (entry,) = data["entries"]
    for broken in ({"digest": "short"}, {"records": []}, {"tier": "sure"}):
        assert faults({**data, "entries": [{**entry, **broken}]}) != []


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (("ask", "tokens", "outcome", "--given", SHOWN), "arbitre.verdicts/1"),
        (("compare", "tokens", "en", "es"), "arbitre.comparison/1"),
        (("list",), "arbitre.list/1"),
        (("list", "tokens", "--table", "points"), "arbitre.table/1"),
        (("coverage",), "arbitre.coverage/1"),
        (("explain", SILENCE), "arbitre.explanation/1"),
        (("explain", GAP), "arbitre.explanation/1"),
        (("explain", "en.tie"), "arbitre.explanation/1"),
        (("explain", "en.first_to_show"), "arbitre.explanation/1"),
        (("explain", "outcome"), "arbitre.explanation/1"),
        (("accept", SILENCE, "--reason", "as it is", "--baseline", "b.json"), "arbitre.accepted/1"),
        (("rule", "tokens", "--list"), "arbitre.rulings/1"),
    ],
)
def test_what_a_command_writes(arbitre: Ran, arguments: tuple[str, ...], name: str) -> None:
    data = arbitre(*arguments)
    assert data["schema"] == name
    assert faults(data) == []


def test_what_is_written_of_games(arbitre: Ran, tmp_path: Path) -> None:
    own = ("--project", SCHEMAS.parents[1])
    game = ("simulate", "emotrions/standard", "--games", 1, "--edition", "es", "--rulings", "house")
    simulated = arbitre(*game, "--logs", tmp_path / "logs", *own)
    assert simulated["schema"] == "arbitre.simulation/1" and faults(simulated) == []
    (log,) = (tmp_path / "logs").iterdir()
    replayed = arbitre("replay", log, *own)
    assert replayed["schema"] == "arbitre.replay/1" and faults(replayed) == []
    explained = arbitre("explain", f"{log}:1", *own)
    assert explained["schema"] == "arbitre.explanation/1" and faults(explained) == []


def test_the_page_on_data_names_what_a_report_has() -> None:
    page = (SCHEMAS.parents[1] / "docs" / "json.md").read_text(encoding="utf-8")
    report = schema("arbitre.findings/2")["properties"]
    proof = report["proved"]["items"]["properties"]
    record = schema("arbitre.findings/2")["$defs"]["record"]["properties"]
    told = {"question", "editions", "holds", "game", "variant"}
    named = {*report, *(set(proof) - told), "witness", "under", "because_of", "assumptions", "details"}
    assert {"witness", "under", "because_of", "assumptions", "details"} <= set(record)
    assert [key for key in sorted(named) if f"`{key}`" not in page] == []
