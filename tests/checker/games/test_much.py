"""Games with very much to choose from, and long ones: what is looked for is cut off by counted work."""

from pathlib import Path

import pytest

from checker.editions.editions import Editions
from checker.findings.findings import Report
from checker.games.driver import MOST_LOOKED, begin, carry_on
from checker.pipeline.check import check
from dsl.load import load_project
from dsl.model import Project
from interpreter.play.bots import DRAWN
from interpreter.runtime.budget import WORK

GAME = """
game rows "Rows" languages en

players 2..2 named Ann, Bob

enum card
  case A
  case B
  case C
  case D
  case E
  case F
  case G
  case H

variant plain "plain rows"

permission may_stop(laid: 0..4) otherwise forbidden
  "May the game stop, when so many were laid?"

define apart(places) =
  all i in 1 .. 14: all j in 1 .. 14: i in places and j in places implies i - j != 1
define each_once(places) = all i in 1 .. 14: (count p in places where p = i) < 2

flow plain()
  zone hand of player: bag 0..8 of card  seen by owner
  zone table: bag 0..8 of card           seen by everyone
  var over: bool = false
  var laid: 0..4 = 0

  for each p in seats do
    for each c in card do
      put 1 of c into p.hand
    end
  end
  while not over do
    for each p in seats do
      choose cards by p: bag 1..4 of card from p.hand
      choose places by p: list 1..4 of 1..14 needs NEEDS
      move cards from p.hand into table
      set laid = size(cards)
      move all from table into p.hand
      chance lot in [k for k in 1 .. 150]
      set over = over or (lot = 1 and may_stop(laid))
    end
  end
end

property all_in_hand "Whoever is to choose places has not laid his cards."
  at places: size(chooser.hand) = 8
property few_laid "No more than three are laid."
  always laid < 4
property game_ends "A game comes to an end."
  ends
property game_can_end "A game can be brought to an end."
  can end
"""

NEEDS = "size(places) = size(cards) and each_once(places) and apart(places)"
RULES = """
edition en of rows
source "rules-src/en.txt"

doubt stopping
  "It may stop."
  asks "After any number?"
  reading any_number "after any"
  reading one_only   "after one"
rule stop_any
  "It may stop."
  under stopping: any_number
  answers may_stop(laid) permit
rule stop_one
  "It may stop."
  under stopping: one_only
  answers may_stop(laid) when laid = 1 permit
"""


def project(root: Path, needs: str = NEEDS) -> Project:
    """The game of rows, where places are chosen under this condition."""
    spec, sources = root / "spec" / "rows", root / "rules-src"
    spec.mkdir(parents=True)
    sources.mkdir()
    (root / "arbitre.toml").write_text('name = "rows"\n', "utf-8")
    (spec / "game.rules").write_text(GAME.replace("NEEDS", needs).lstrip(), "utf-8")
    (spec / "en.rules").write_text(RULES.lstrip(), "utf-8")
    (sources / "en.txt").write_text("It may stop.\n", "utf-8")
    return load_project(root)


def becomes(report: Report) -> dict[str, str]:
    """What becomes of each property."""
    found = {f.id.rsplit("/", 1)[-1]: "broken" for f in report.findings if f.kind == "property"}
    found |= {p.holds: "proved" for p in report.proved if p.question is None}
    found |= {u.holds: "undecided" for u in report.undecided if u.question is None}
    return found | {c.property: "held" for c in report.checked}


def test_the_check_of_such_a_game_takes_counted_work(tmp_path: Path) -> None:
    loaded = project(tmp_path)
    before = WORK.steps
    report = check(loaded)
    first = WORK.steps - before
    assert first < 20_000_000
    told = becomes(report)
    assert told["few_laid"] == told["game_ends"] == "broken"
    assert told["all_in_hand"] in ("proved", "held")
    assert told["game_can_end"] in ("proved", "undecided")
    before = WORK.steps
    again = check(loaded)
    assert [f.id for f in again.findings] == [f.id for f in report.findings]
    assert becomes(again) == told


@pytest.mark.parametrize("needs", ["false", "places = [14, 14, 14, 14]"])
def test_of_very_much_to_choose_from_a_part_is_looked_at(tmp_path: Path, needs: str) -> None:
    """Nothing that is legal is found: the game is not gone on with, and nothing is said to be so."""
    game = project(tmp_path, f"(all k in 1 .. 10: k > 0) and {needs}").games["rows"]
    editions = Editions(game, tuple(game.editions.values()))
    play = begin(editions, "plain", game.editions["en"], 2, {"stopping": "any_number"}, seed=1)
    before = WORK.steps
    carry_on(play, lambda _play, _due: False)
    assert play.stuck == "places" and not play.ended
    assert 0 < WORK.steps - before <= 10 * (DRAWN + MOST_LOOKED) + 1_000


def test_where_nothing_legal_was_found_no_end_is_proved(tmp_path: Path) -> None:
    report = check(project(tmp_path, "places = [14, 14, 14, 14]"))
    assert becomes(report)["game_can_end"] == "undecided"
