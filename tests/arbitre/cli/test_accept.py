"""`arbitre accept`: entries are dismissed in a baseline, with reason and digest."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.cli.frame.status import FINE, FOUND, USAGE
from arbitre.commands.baseline import FILE, Dismissed, read_baseline
from tests.arbitre.cli.test_check import FAULTY, GAP, SILENCE

Ran = tuple[int, str, str]


@pytest.fixture
def arbitre(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Ran]:
    """Runs the command line on the rules with every fault."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("ARBITRE_PROJECT", str(FAULTY))
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Ran:
        status = run(list(arguments))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def test_what_is_accepted_is_shown_no_longer_while_it_says_the_same(
    arbitre: Callable[..., Ran], tmp_path: Path
) -> None:
    path = tmp_path / "b.json"
    status, out, _ = arbitre(
        "accept", SILENCE, "--reason", " as  it is ", "--until", "2999-12-31", "--baseline", "b.json"
    )
    assert (status, out) == (FINE, f"{SILENCE} is dismissed until 2999-12-31, in b.json\n")
    (one,) = read_baseline(path).values()
    assert (one.reason, one.until, len(one.digest)) == ("as it is", "2999-12-31", 64)
    shown = json.loads(arbitre("check", "--baseline", "b.json", "--format", "json")[1])
    assert SILENCE in shown["dismissed"] and SILENCE not in [e["id"] for e in shown["entries"]]
    data = json.loads(path.read_text(encoding="utf-8"))
    data["dismissed"][0]["digest"] = "0" * 64
    path.write_text(json.dumps(data), encoding="utf-8")
    status, out, _ = arbitre("check", "--baseline", "b.json")
    assert status == FOUND and f"changed: {SILENCE}" in out


def test_others_stay_dismissed(arbitre: Callable[..., Ran], tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_text('{"schema": "arbitre.baseline/1", "dismissed": [{"id": "a/b/c"}]}', encoding="utf-8")
    assert arbitre("accept", SILENCE, "--reason", "so", "--baseline", "b.json")[0] == FINE
    assert read_baseline(path)["a/b/c"] == Dismissed("a/b/c", "", "")
    assert set(read_baseline(path)) == {"a/b/c", SILENCE}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((GAP, "--reason", "so"), "is no entry, but a record"),
        (("es.tie", "--reason", "so"), "is not the identifier of an entry"),
        (("tokens/plain/outcome/en.ties", "--reason", "so"), "is not found; did you mean"),
        ((SILENCE, "--reason", " "), "a reason is needed"),
        ((SILENCE, "--reason", "so", "--until", "May"), "`May` is no day"),
        ((SILENCE, "--reason", "so", "--until", "2001-01-01"), "`2001-01-01` is over"),
    ],
)
def test_what_cannot_be_accepted(arbitre: Callable[..., Ran], arguments: tuple[str, ...], said: str) -> None:
    status, out, err = arbitre("accept", *arguments, "--baseline", "b.json")
    assert (status, out) == (USAGE, "") and said in err


def test_without_a_file_it_is_that_of_the_project(
    arbitre: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    copied = tmp_path / "copied"
    for path in FAULTY.rglob("*"):
        if path.is_file():
            target = copied / path.relative_to(FAULTY)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
    monkeypatch.setenv("ARBITRE_PROJECT", str(copied))
    assert arbitre("accept", SILENCE, "--reason", "so")[0] == FINE
    assert SILENCE in read_baseline(copied / FILE)
