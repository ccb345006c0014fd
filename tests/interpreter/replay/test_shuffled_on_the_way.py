"""Replaying logs without a seed: cards that are shuffled, drawn and looked at before the next choice."""

from pathlib import Path

from dsl.load import load_project
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from interpreter.replay.result import Replay
from tests.checker.small import Small

FLOW = """
flow plain()
  zone bank: list 0..80 of card           seen by nobody
  zone away: bag 0..80 of card            seen by everyone
  zone hand of player: bag 0..80 of card  seen by owner
  var red: bool = false
  for each c in card do
    put 8 of c into bank
  end
  step shuffling "Shuffled." do
    shuffle bank
  end
  step dealing "Dealt." do
    for each p in seats do
      move 2 from bank into p.hand
    end
  end
  step drawing "Drawn." do
  end
  while true do
    for each p in seats do
      choose thrown by p: card from p.hand
      move thrown from p.hand into bank
      shuffle bank
      move 1 from bank into p.hand
      set red = some c in p.hand: c = Red
    end
  end
end
"""
HEAD = """arbitre: 1
game: shells/plain
edition: aa
players: [Ann, Bob]
stock: [Red, Blue, Grey, Grey]
events:
"""


def replayed(path: Path, *events: str) -> Replay:
    small = Small(path)
    small.game_text = small.game_text.partition("flow plain()")[0] + FLOW
    small.game()
    log = HEAD + "".join(f"  - {{{event}}}\n" for event in events)
    return replay(load_project(small.root), read_log(log))


def test_what_was_drawn_is_told_by_the_order_or_by_what_is_chosen(tmp_path: Path) -> None:
    order = "shuffle: bank, is: [Grey, Grey, Red, Red]"
    found = replayed(tmp_path, "player: Ann, thrown: Red", order, "player: Bob, thrown: Grey")
    assert (found.status, found.problems) == ("unfinished", ())
    found = replayed(
        tmp_path, "player: Ann, thrown: Red", "player: Bob, thrown: Grey", "player: Ann, thrown: Grey"
    )
    assert (found.status, found.problems) == ("unfinished", ())


def test_what_cannot_have_been_drawn(tmp_path: Path) -> None:
    order = "shuffle: bank, is: [Grey, Grey, Red, Red]"
    found = replayed(
        tmp_path, "player: Ann, thrown: Red", order, "player: Bob, thrown: Grey", "player: Ann, thrown: Red"
    )
    assert found.status == "invalid"
