"""Agreement about nothing is none: what `compare` and `ask` say where editions are silent, or only assume."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.cli.frame.status import FINE, FOUND

GAME = """
game pips "Pips" languages en

players 2..3 named Ann, Bob, Cid

permission may_roll(pips: 1..6) otherwise permitted
  "May it be rolled?"

variant plain "Plain"

question worth(pips: 1..6) -> 0..9
  "What is it worth?"
"""
HEAD = """
edition {name} of pips
source "rules-src/{name}.txt"

note words "Words."
"""
WORTH = 'rule worth\n  "Words."\n  answers worth(pips) {when}then 1\n'
ASSUMED = 'assumption worth because "As ever."\n  answers worth(pips) then 1\n'

Ran = tuple[int, str]


@pytest.fixture
def arbitre(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    """Runs the command line on a game of two editions with these rules."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("ARBITRE_PROJECT", str(tmp_path))
    for folder in ("spec", "rules-src"):
        (tmp_path / folder).mkdir()
    (tmp_path / "arbitre.toml").write_text('name = "pips"\n', "utf-8")
    (tmp_path / "spec/game.rules").write_text(GAME.lstrip(), "utf-8")

    def call(aa: str, bb: str, *arguments: str) -> Ran:
        for name, rules in (("aa", aa), ("bb", bb)):
            (tmp_path / f"rules-src/{name}.txt").write_text("Words.\n", "utf-8")
            (tmp_path / f"spec/{name}.rules").write_text(HEAD.format(name=name).lstrip() + rules, "utf-8")
        return run([*arguments]), capsys.readouterr().out

    return call


@pytest.mark.parametrize(
    ("aa", "bb", "status", "said"),
    [
        ("", "", "both-silent", "both silent"),
        (WORTH.format(when=""), "", "never-both-answer", "never both answer"),
        (ASSUMED, ASSUMED, "assumption-only", "by assumption only"),
        (WORTH.format(when=""), ASSUMED, "assumption-only", "by assumption only"),
        (
            WORTH.format(when="when pips < 4 "),
            WORTH.format(when="when pips > 3 "),
            "never-both-answer",
            "never both",
        ),
    ],
)
def test_compare_says_why_it_is_none(
    arbitre: Callable[..., Ran], aa: str, bb: str, status: str, said: str
) -> None:
    code, out = arbitre(aa, bb, "compare", "pips", "aa", "bb", "--format", "json")
    compared = json.loads(out)
    told = {q["question"]: (q["status"], q["under"]) for q in compared["questions"]}
    assert told == {"may_roll": ("assumption-only", None), "worth": (status, None)}
    assert compared["whole"]["status"] in ("assumption-only", "never-both-answer")
    assert code == FOUND
    code, out = arbitre(aa, bb, "compare", "pips", "aa", "bb")
    assert code == FOUND
    assert f"worth     {said}" in out
    assert "equivalent" not in out and "compatible" not in out


def test_one_question_agreed_upon_is_agreement(arbitre: Callable[..., Ran]) -> None:
    rules = WORTH.format(when="")
    code, out = arbitre(rules, rules, "compare", "pips", "aa", "bb")
    assert code == FINE
    assert "say the same in every situation." in out
    assert "by assumption only" in out  # of what may be rolled


def test_ask_says_that_it_is_assumed(arbitre: Callable[..., Ran]) -> None:
    code, out = arbitre(WORTH.format(when=""), ASSUMED, "ask", "pips", "worth", "--given", "pips=2")
    assert code == FINE
    assert "All editions have the same answer; the bb edition by assumption only." in out
    code, out = arbitre("", "", "ask", "pips", "may_roll", "--given", "pips=2")
    assert "by assumption only." in out
    rules = WORTH.format(when="")
    assert "All editions agree." in arbitre(rules, rules, "ask", "pips", "worth", "--given", "pips=2")[1]
