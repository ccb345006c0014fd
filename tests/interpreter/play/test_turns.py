"""Turns: who has one when, and when they end."""

from pathlib import Path

import pytest

from dsl.model import Project
from dsl.text.errors import ArbitreError
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from interpreter.simulate.simulate import simulate
from tests.interpreter.play.test_played import write

GAME = """
game cup "Cup" languages en

players 2..4 named Ann, Bob, Cid, Dan

record points has player: player, score: 0..99
record made has player: player, number: 0..9

question enough() -> 0..20
  "How many turns are enough?"

variant plain "Plain"

flow plain()
  var made: list 0..40 of made = []
  var stock of player: 0..9 = 2
  var closed: bool = false
  turns p in seats from seats[2] where p.stock > 0 until closed or size(made) >= enough() do
    let before = size(made)
    choose number by p: 0..9
    set made = made + [made(p, number)]
    set p.stock = p.stock - 1
    if number = 9 do
      set closed = true
    end
    if number = 8 do
      set p.stock = 9
    end
  end
  finish with [points(p, count m in made where m.player = p) for p in seats]
end

assumption enoughs because "To test with."
  answers enough() then 20
"""

HEAD = "arbitre: 1\ngame: cup/plain\nedition: en\nplayers: [Ann, Bob, Cid]\nevents:\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return write(tmp_path_factory.mktemp("cup"), GAME)


def status(project: Project, *moves: tuple[str, int]) -> tuple[str, list[tuple[int, str]]]:
    events = "".join(f"  - {{player: {who}, number: {number}}}\n" for who, number in moves)
    found = replay(project, read_log(HEAD + events))
    return found.status, [(problem.event, problem.code) for problem in found.problems]


def test_they_go_round_from_the_start_until_nobody_is_left(project: Project) -> None:
    round_ = [("Bob", 1), ("Cid", 1), ("Ann", 1)]
    assert status(project, *round_, *round_) == ("valid", [])
    assert status(project, *round_, *round_[:2]) == ("unfinished", [])
    assert status(project, ("Ann", 1)) == ("invalid", [(1, "out-of-turn")])
    assert status(project, ("Bob", 1), ("Bob", 1)) == ("invalid", [(2, "out-of-turn")])
    assert status(project, *round_, *round_, ("Bob", 1)) == ("invalid", [(7, "after-end")])


def test_whoever_is_not_meant_has_none_and_the_last_one_may_be_next(project: Project) -> None:
    assert status(
        project,
        *[("Bob", 8), ("Cid", 1), ("Ann", 1), ("Bob", 1), ("Cid", 1), ("Ann", 1)],
        *[("Bob", 1)] * 7,
        ("Bob", 1),
    ) == ("valid", [])


def test_when_it_is_time_to_stop_nobody_has_one_any_more(project: Project) -> None:
    assert status(project, ("Bob", 1), ("Cid", 9)) == ("valid", [])
    assert status(project, ("Bob", 9), ("Cid", 1)) == ("invalid", [(2, "after-end")])


def test_it_is_asked_before_the_first(tmp_path: Path) -> None:
    project = write(tmp_path, GAME.replace("enough() then 20", "enough() then 0"))
    assert status(project) == ("valid", [])


def test_the_list_is_worked_out_once(tmp_path: Path) -> None:
    text = GAME.replace(
        "turns p in seats from seats[2]", "turns p in [q for q in seats where not closed] from seats[2]"
    )
    text = text.replace("until closed or size", "until size")
    project = write(tmp_path, text)
    assert status(project, ("Bob", 9), ("Cid", 1), ("Ann", 1), ("Bob", 1)) == ("unfinished", [])


def test_a_question_without_an_answer_stops_them(tmp_path: Path) -> None:
    project = write(tmp_path, GAME[: GAME.index("assumption")])
    assert status(project)[1][0][1] == "silent"
    events = "  - {agreed: enough, is: 1}\n  - {player: Bob, number: 1}\n"
    found = replay(project, read_log(HEAD + events))
    assert (found.status, found.problems) == ("valid", ())


def test_simulated_and_taken_back(project: Project, tmp_path: Path) -> None:
    found = simulate(project, "cup", "plain", edition="en", games=5, players=3, seed=2, log_dir=tmp_path)
    assert found.ends == {"finished": 5}
    for path in sorted(tmp_path.glob("*.yaml")):
        assert replay(project, read_log(path.read_text("utf-8"))).status == "valid"
    undone = HEAD + "  - {player: Bob, number: 9}\n  - {undo: 1}\n  - {player: Bob, number: 1}\n"
    assert replay(project, read_log(undone)).status == "unfinished"


@pytest.mark.parametrize(
    ("change", "to", "words"),
    [
        ("turns p in seats", "turns p in {q for q in seats}", "where a list is needed"),
        ("from seats[2]", "from 2", "a number, where a player is needed"),
        ("where p.stock > 0", "where p.stock", "true or false"),
        ("until closed", "until p.stock = 0", "`p` is not known"),
        ("turns p in seats", "turns closed in seats", "a variable of the flow already"),
    ],
)
def test_mistakes(tmp_path: Path, change: str, to: str, words: str) -> None:
    with pytest.raises(ArbitreError) as raised:
        write(tmp_path, GAME.replace(change, to, 1))
    assert words in str(raised.value)
