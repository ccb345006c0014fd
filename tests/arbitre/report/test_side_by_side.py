"""One log by several editions and readings: where they part, and under what it stands."""

from pathlib import Path

import pytest

from arbitre.commands.replaying import Under, replay_files
from arbitre.report.side_by_side import SideBySide, in_columns
from dsl.load import load_project
from dsl.model import Project

GAME = """
game g "G" languages en, ca
players 2..2 named Anna, Bernat
variant plain "P"
question most() -> 1..6
  "What is the most?"
flow plain()
  choose guess by seats[1]: 1..6 needs guess <= most()
  choose again by seats[2]: 1..6
  finish
end
"""
ENGLISH = """
edition en of g
source "rules-src/en.txt"
rule most
  "It is three."
  answers most() then 3
"""
CATALAN = """
edition ca of g
source "rules-src/ca.txt"
doubt how() -> 1..6
  "Són força."
  asks "How many?"
  reading few   "four"  = 4
  reading many  "six"   = 6
rule most
  "Són força."
  answers most() then how()
"""
RULINGS = """
rulings ours for ca of g
pick how: many "We like many."
"""
HEAD = "arbitre: 1\ngame: g/plain\nedition: en\nplayers: [Anna, Bernat]\n"
EVENTS = "events:\n  - {player: Anna, guess: 5}\n  - {player: Bernat, again: 1}\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    root = tmp_path_factory.mktemp("g")
    for path, text in (
        ("arbitre.toml", 'name = "g"\n'),
        ("rules-src/en.txt", "It is three.\n"),
        ("rules-src/ca.txt", "Són força.\n"),
        ("spec/game.rules", GAME.lstrip()),
        ("spec/en.rules", ENGLISH.lstrip()),
        ("spec/ca.rules", CATALAN.lstrip()),
        ("spec/ours.rules", RULINGS.lstrip()),
    ):
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return load_project(root)


def shown(project: Project, tmp_path: Path, more: str = "", **under: object) -> SideBySide:
    log = tmp_path / "log.yaml"
    log.write_text(HEAD + more + EVENTS, "utf-8")
    (found,) = in_columns(replay_files(project, [str(log)], Under(**under)))  # type: ignore[arg-type]
    return found


def columns(found: SideBySide) -> dict[str, str]:
    return {column.name: column.result.status for column in found.columns}


def test_the_events_where_the_editions_part_and_no_others(project: Project, tmp_path: Path) -> None:
    found = shown(project, tmp_path, edition="all")
    assert columns(found) == {"en": "invalid", "ca": "disputed"}
    (first,) = found.rows
    assert (first.event, first.line, first.verdicts) == (1, 6, ("disputed", "illegal-move"))
    assert found.columns[0].result.stands == {"how": ("many",)}


def test_each_reading_of_the_doubts_met_has_a_column(project: Project, tmp_path: Path) -> None:
    found = shown(project, tmp_path, edition="all", each_reading=True)
    assert columns(found) == {
        "en": "invalid",
        "ca": "disputed",
        "ca how=few": "invalid",
        "ca how=many": "valid",
    }


@pytest.mark.parametrize("given", ["log", "option"])
def test_rulings_for_one_edition_leave_the_others_to_be_looked_at(
    project: Project, tmp_path: Path, given: str
) -> None:
    more, rulings = ("rulings: [ours]\n", None) if given == "log" else ("", "ours")
    found = shown(project, tmp_path, more, edition="all", rulings=rulings)
    assert columns(found) == {"en": "invalid", "ca": "valid"}
