"""The deck that a game is played with, on the command line and in logs."""

import shutil
from pathlib import Path

import pytest

from arbitre.api import load
from arbitre.replaying import Under, replay_files
from arbitre.usage import UsageProblem
from interpreter.simulate import simulate
from tests.dsl.conftest import PROJECTS
from tests.dsl.test_decks import OWN

DECK = 'deck {name} of duel "A deck"\nassumption as_sold because "So sold." answers copies(card) then {n}\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The duel with two decks."""
    root = tmp_path / "duel"
    shutil.copytree(PROJECTS / "duel", root)
    game = root / "spec" / "duel" / "game.rules"
    game.write_text(game.read_text("utf-8").replace(OWN, "") + "\ndeck small\n", "utf-8")
    for name, number in (("small", 3), ("large", 7)):
        (game.parent / f"{name}.rules").write_text(DECK.format(name=name, n=number), "utf-8")
    return root


def test_a_deck_that_there_is_not(root: Path) -> None:
    with pytest.raises(UsageProblem, match="there is no deck `huge`"):
        load(root, "huge")


@pytest.mark.parametrize(("deck", "line"), [(None, ""), ("large", "deck: large\n")])
def test_a_log_says_its_deck_where_it_is_not_the_game_s_own(
    root: Path, tmp_path: Path, deck: str | None, line: str
) -> None:
    project, logs = load(root, deck), tmp_path / "logs"
    simulate(
        project,
        game="duel",
        variant="standard",
        edition="en",
        rulings=("house",),
        players=2,
        games=1,
        log_dir=logs,
    )
    (log,) = logs.iterdir()
    assert [each for each in log.read_text("utf-8").splitlines(True) if each.startswith("deck")] == (
        [line] if line else []
    )
    (same,) = replay_files(project, [str(log)], Under())
    assert same.result.status != "unreadable"
    (other,) = replay_files(load(root), [str(log)], Under())
    assert (other.result.status == "unreadable") is (deck is not None)
