"""What programs choose: what they are advised to, and something drawn of very much; and games given up."""

from collections import Counter
from math import comb
from pathlib import Path

import pytest

from dsl.model import Project
from dsl.text.errors import ArbitreError
from dsl.types.types import (
    BagType,
    BoolType,
    EnumType,
    IntType,
    ListType,
    OptionalType,
    PlayerType,
    RecordType,
    SetType,
)
from dsl.types.values import Case, Player, bag_of
from interpreter.logs.log import read_log
from interpreter.play.choices import _picks, _rows
from interpreter.play.machine import Machine
from interpreter.play.sampling import _from, _of, _ways, below
from interpreter.replay.replay import replay
from interpreter.rulebook.situations import fits
from interpreter.runtime.rng import Chance
from interpreter.simulate import simulate as simulating
from interpreter.simulate.simulate import simulate
from tests.interpreter.play.test_played import write

GAME = """
game cup "Cup" languages en

players 1..3 named Ann, Bob, Cid

enum card
  case Low
  case High
record points has player: player, score: 0..9999
record pair has lower: 0..9, other: 0..9

question good() -> 0..1000
  "What is good?"

permission may_name(number: 1..1000) otherwise permitted
  "May it be named?"

variant plain "Plain"

flow plain()
  zone held of player: bag 0..9 of card  seen by owner
  zone away: bag 0..9 of card            seen by everyone
  var total: 0..9999 = 0
  for each p in seats do
    put 2 of High into p.held
    put 1 of Low into p.held
    choose number by p: 1..1000 needs may_name(number) advised good()
    choose both by p: pair needs both.lower < both.other advised pair(1, 2)
    choose more by p: optional pair advised none
    choose card by p: optional card from p.held advised if number > 500 then High else none
    if card is not none do
      move card from p.held into away
    end
    set total = total + number
  end
  finish with [points(p, total) for p in seats]
end

assumption goods because "To test with."
  answers good() then 7
"""

HEAD = "arbitre: 1\ngame: cup/plain\nedition: en\nplayers: [Ann]\nevents:\n"
ANN = Player("Ann")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return write(tmp_path_factory.mktemp("cup"), GAME)


def logs(project: Project, folder: Path, **how: object) -> list[str]:
    found = simulate(project, "cup", "plain", edition="en", games=6, players=1, seed=4, log_dir=folder, **how)
    assert found.ends == {"finished": 6}
    texts = [path.read_text("utf-8") for path in sorted(folder.glob("*.yaml"))]
    for text in texts:
        assert replay(project, read_log(text)).status == "valid"
    return texts


def test_what_is_advised_is_chosen(project: Project, tmp_path: Path) -> None:
    for text in logs(project, tmp_path):
        assert "{player: Ann, number: 7}" in text
        assert "both: {lower: 1, other: 2}" in text


def test_what_is_not_legal_is_not(tmp_path: Path) -> None:
    rule = '\nassumption few because "No."\n  answers may_name(number) when number < 900 then false\n'
    project = write(tmp_path, GAME + rule)
    texts = logs(project, tmp_path / "logs")
    numbers = [int(text.split("number: ")[1].split("}")[0]) for text in texts]
    assert all(number >= 900 for number in numbers) and len(set(numbers)) > 2


def test_without_an_answer_there_is_no_advice(tmp_path: Path) -> None:
    project = write(tmp_path, GAME[: GAME.index("assumption")])
    texts = logs(project, tmp_path / "logs")
    assert len({text.split("number: ")[1].split("}")[0] for text in texts}) > 2


def test_other_programs_choose_for_themselves(project: Project, tmp_path: Path) -> None:
    texts = logs(project, tmp_path, bots=("sampling",))
    assert not all("number: 7}" in text for text in texts)


def test_of_very_much_few_are_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = write(tmp_path, GAME.replace(" advised good()", ""))
    asked = []
    allowed = Machine.allowed

    def counted(self, state, due, player, value, judge):
        asked.append((due.name, value))
        return allowed(self, state, due, player, value, judge)

    monkeypatch.setattr(Machine, "allowed", counted)
    found = simulate(project, "cup", "plain", edition="en", games=3, players=1, seed=1)
    assert found.ends == {"finished": 3}
    assert sum(name == "number" for name, _ in asked) == 3


def test_a_choice_that_is_optional(project: Project) -> None:
    start = "  - {player: Ann, number: 7}\n  - {player: Ann, both: {lower: 1, other: 2}}\n"

    def ended(more: str, card: str) -> list[str]:
        events = f"{start}  - {{player: Ann, more: {more}}}\n  - {{player: Ann, card: {card}}}\n"
        return [p.code for p in replay(project, read_log(HEAD + events)).problems]

    assert ended("none", "none") == ended("{lower: 3, other: 3}", "High") == []
    assert ended("{lower: 3}", "High") == ["malformed", "out-of-turn"]
    assert ended("none", "Middle") == ["unknown-card"]


def test_a_record_chosen_is_checked_by_what_is_needed(project: Project) -> None:
    events = "  - {player: Ann, number: 7}\n  - {player: Ann, both: {lower: 2, other: 2}}\n"
    found = replay(project, read_log(HEAD + events))
    assert [p.code for p in found.problems] == ["illegal-move"]
    assert found.problems[0].legal


@pytest.mark.parametrize(
    ("change", "to", "words"),
    [
        ("advised good()", "advised Low", "an optional number"),
        ("advised good()", "advised nothing", "`nothing` is not known"),
    ],
)
def test_mistakes(tmp_path: Path, change: str, to: str, words: str) -> None:
    with pytest.raises(ArbitreError) as raised:
        write(tmp_path, GAME.replace(change, to))
    assert words in str(raised.value)


def test_a_game_that_does_not_end_is_unfinished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulating, "MAX_EVENTS", 50)
    endless = GAME.replace("  finish with", "  while true do\n    chance lot in seats\n  end\n  finish with")
    project = write(tmp_path, endless)
    found = simulate(project, "cup", "plain", edition="en", games=2, players=2)
    assert (found.ends, found.errors, found.choices) == ({"unfinished": 2}, (), None)


# ------------------------------------------------------------------ drawing

A, B, C = (Case("card", name, place) for place, name in enumerate("ABC"))


def test_bags_are_drawn_evenly() -> None:
    known = (A, A, A, B, C)
    ways = _ways((3, 1, 1), 3)
    every = [bag_of(pick) for size in (1, 2, 3) for pick in _picks(((A, 3), (B, 1), (C, 1)), size)]
    assert len(set(every)) == len(every) == sum(ways[0][1:4])
    drawn = Counter(_from(known, ways, 1, 3, BagType(None, 1, 3), Chance(1, "x", n)) for n in range(3000))
    assert set(drawn) == set(every)
    assert max(drawn.values()) < 1.5 * min(drawn.values())


def test_rows_are_all_orders_each_once() -> None:
    rows = list(_rows(((A, 2), (B, 1)), 3))
    assert rows == [(A, A, B), (A, B, A), (B, A, A)]
    assert len(list(_picks(((A, 9), (B, 9)), 9))) == 10 and comb(10, 1) == 10


def test_values_of_any_type_are_drawn() -> None:
    enum = EnumType("card", ("A", "B"))
    record = RecordType("r", (("n", IntType(0, 99_999)), ("p", PlayerType())))
    for type in (
        IntType(1, 10**12),
        ListType(enum, 0, 40),
        BagType(enum, 1, 9),
        SetType(enum),
        OptionalType(record),
        BoolType(),
        ListType(record, 2, 3),
    ):
        values = [_of(type, (ANN,), Chance(2, "x", n)) for n in range(30)]
        assert all(fits(value, type) for value in values) and len(set(values)) > 1


@pytest.mark.parametrize("bound", [1, 7, 2**32, 2**32 + 1, 10**20])
def test_numbers_below_any_bound(bound: int) -> None:
    found = [below(bound, Chance(3, "x", n)) for n in range(50)]
    assert all(0 <= number < bound for number in found)
    assert bound < 8 or max(found) > bound // 2
