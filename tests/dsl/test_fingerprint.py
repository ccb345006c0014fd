"""The fingerprint of what a game is played under, and logs written under another."""

from pathlib import Path

import pytest

from dsl.fingerprint import differing, fingerprint
from dsl.load import load_project
from dsl.model import Project
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay

GAME = """
game g "G" languages en
players 2..2 named Anna, Bernat
variant plain "P"
question most() -> 1..6
  "What is the most?"
flow plain()
  choose guess by seats[1]: 1..6 needs guess <= most()
  finish
end
"""
EDITION = """
edition en of g
source "rules-src/en.txt"
rule most
  "It is three."
  answers most() then 3
"""


def made(root: Path, edition: str = EDITION, game: str = GAME) -> Project:
    for path, text in (
        ("arbitre.toml", 'name = "g"\n'),
        ("rules-src/en.txt", "It is three.\n"),
        ("spec/game.rules", game.lstrip()),
        ("spec/en.rules", edition.lstrip()),
    ):
        (root / path).parent.mkdir(exist_ok=True, parents=True)
        (root / path).write_text(text, "utf-8")
    return load_project(root)


def of(project: Project) -> str:
    found = fingerprint(project.games["g"], "en")
    assert found is not None
    return found


def test_what_says_nothing_makes_no_difference(tmp_path: Path) -> None:
    spaced = EDITION.replace("rule most", "\n# the most\nrule most  ")
    assert of(made(tmp_path / "a")) == of(made(tmp_path / "b", spaced))


@pytest.mark.parametrize("part", ["edition", "game"])
def test_a_change_of_the_rules_is_a_change_of_rules_alone(tmp_path: Path, part: str) -> None:
    edition = EDITION.replace("then 3", "then 4") if part == "edition" else EDITION
    game = GAME.replace('"P"', '"Q"') if part == "game" else GAME
    one, other = of(made(tmp_path / "a")), of(made(tmp_path / "b", edition, game))
    assert differing(one, other) == ("rules",)
    assert one.endswith("-0-0")


@pytest.mark.parametrize(("one", "other"), [("1-2-3", "something"), ("something", "1-2-3")])
def test_what_is_no_fingerprint_differs_in_all(one: str, other: str) -> None:
    assert differing(one, other) == ("rules", "rulings", "deck")


def log(specification: str, guess: int) -> str:
    head = (
        f"arbitre: 1\ngame: g/plain\nedition: en\nspecification: {specification}\nplayers: [Anna, Bernat]\n"
    )
    return f"{head}events:\n  - {{player: Anna, guess: {guess}}}\n"


def test_nobody_is_accused_by_rules_that_have_changed(tmp_path: Path) -> None:
    before = of(made(tmp_path / "a"))
    now = made(tmp_path / "b", EDITION.replace("then 3", "then 2"))
    found = replay(now, read_log(log(before, 3)))
    assert (found.status, found.changed) == ("disputed", ("rules",))
    assert [(p.event, p.line, p.code) for p in found.problems] == [(1, 7, "changed")]
    assert replay(now, read_log(log(before, 2))).status == "valid"


def test_under_the_rules_it_was_written_under_a_breach_is_one(tmp_path: Path) -> None:
    project = made(tmp_path)
    found = replay(project, read_log(log(of(project), 4)))
    assert (found.status, found.changed) == ("invalid", ())
    assert found.problems[0].code == "illegal-move"
