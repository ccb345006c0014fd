"""property: play ends. Games in which cards are drawn, laid away and shuffled back for ever."""

from checker.findings.findings import Finding, Undecided
from checker.games.table import sit_down
from checker.play.termination import termination as ends
from checker.play.termination.lasso import LassoSearch, LoopVisit
from checker.play.termination.ranking import prove
from dsl.load import load_project
from interpreter.logs.log import read_log
from interpreter.play.state import Unsettled
from interpreter.replay.replay import replay
from tests.checker.small import Small
from tests.details import fields

ROUND = """
type act is build to 1..14 or redraw or stay

flow plain()
  zone deck: list 0..80 of card            seen by nobody
  zone away: bag 0..80 of card             seen by everyone
  zone signs: list 0..80 of card           seen by nobody
  zone waste: bag 0..80 of card            seen by everyone
  zone stack of 1..14: list 0..80 of card  seen by everyone
  zone hand of player: bag 0..80 of card   seen by owner
  var over: bool = false
  var turn: player = seats[1]
  var rounds: 0..9999 = 0
  for each c in card do
    put 14 of c into deck
    put 6 of c into signs
  end
  shuffle deck
  shuffle signs
  for each k in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] do
    move 1 from deck into k.stack
  end
  for each p in seats do
    move 4 from deck into p.hand
    move 2 from signs into p.hand
  end
  while not over do
    set rounds = rounds + 1
    for each p in seats do
      choose act by p: act
      if act is build do
        choose card by p: card from p.hand
        move card from p.hand into (act.to).stack
        set over = size((act.to).stack) > 8
      elif act is redraw do
        choose thrown by p: bag 1..6 of card from p.hand
        move thrown from p.hand into away
        if size(deck) < size(thrown) do
          move all from away into deck
          shuffle deck
        end
        move size(thrown) from deck into p.hand
      else
        if size(signs) < 2 do
          move all from waste into signs
          shuffle signs
        end
        move 2 from signs into waste
      end
      set over = over or size(p.hand) = 0
    end
  end
  step shuffling "Shuffled." do
  end
  step dealing "Dealt." do
  end
  step drawing "Drawn." do
  end
end

property it_ends "Play comes to an end."
  ends
"""


def lasso(small: Small, text: str) -> Finding:
    before, _, _ = small.game_text.partition("flow plain()")
    small.game_text = (
        before.replace("variant plain", "@@", 1).replace("@@", "variant plain") + text.strip() + "\n"
    )
    found = ends.of_variant(small.editions(), "plain")[0]
    assert isinstance(found, Finding), found
    project = load_project(small.root)
    first, last, log = (fields(found)[key] for key in ("from", "to", "log"))
    assert isinstance(first, int) and isinstance(last, int) and isinstance(log, str)
    one, other = (replay(project, read_log(log), at=event + 1).state for event in (first, last))
    assert one is not None and other is not None
    assert not replay(project, read_log(log)).problems
    return found


def test_all_throw_their_cards_away_for_ever(small: Small) -> None:
    without_signs = ROUND.replace("redraw or stay", "redraw").replace(
        "      else\n        if size(signs)", "      elif false do\n        if size(signs)"
    )
    found = lasso(small, without_signs)
    assert fields(found)["shuffles"] == 2, fields(found)


def test_what_is_drawn_and_laid_away_comes_back(small: Small) -> None:
    found = lasso(small, ROUND)
    assert found.certainty == "firm"


def test_what_was_drawn_last_is_laid_away_again(small: Small) -> None:
    flow = """
flow plain()
  zone deck of card: list 0..80 of card    seen by nobody
  zone away of card: list 0..80 of card    seen by everyone
  zone hand of player: bag 0..80 of card   seen by owner
  var over: bool = false
  for each c in card do
    put (if c = Red then 6 else 11) of c into c.deck
    shuffle c.deck
  end
  for each p in seats do
    for each c in card do
      move 2 from c.deck into p.hand
    end
  end
  turns p in seats from seats[1] until over do
    choose stops by p: bool
    set over = stops
    choose thrown by p: bag 1..3 of card from p.hand
    for each c in thrown do
      move c from p.hand onto c.away
    end
    for each c in thrown do
      if size(c.deck) = 0 do
        move all from c.away into c.deck
        shuffle c.deck
      end
      move 1 from c.deck into p.hand
    end
  end
  step shuffling "Shuffled." do
  end
  step dealing "Dealt." do
  end
  step drawing "Drawn." do
  end
end

property it_ends "Play comes to an end."
  ends
"""
    assert lasso(small, flow).certainty == "firm"


def test_what_waits_for_an_answer_has_not_come_back(small: Small) -> None:
    before, _, _ = small.game_text.partition("flow plain()")
    asked = 'permission around() otherwise silent\n  "Do turns go round as they sit?"\n\n'
    small.game_text = (
        before
        + asked
        + """
flow plain()
  zone bank: list 0..9 of card  seen by nobody
  var n: 0..60 = 0
  turns p in (if around() then seats else reversed(seats)) from seats[1] until n > 20 do
    choose more by p: bool
    set n = if n mod 2 = 0 then n + 3 else n - 1
  end
  step shuffling "Shuffled." do
  end
  step dealing "Dealt." do
  end
  step drawing "Drawn." do
  end
end

property it_ends "Play comes to an end."
  ends
"""
    )
    editions = small.editions()
    (loop,) = prove(editions.game, editions.game.flows["plain"], [2])
    search = LassoSearch(sites=[loop.site], left=100)
    table = sit_down(editions, "plain", editions.members[0], 2, {}, 0)
    while search.site(table) is None:
        assert search.step(table) is None
    before_it, due = LoopVisit.of(table), search.step(table)
    assert isinstance(due, Unsettled)
    table.decide(due, (True,))
    assert search.site(table) is loop.site
    assert search.lasso(table, loop.site, before_it) is None
    assert isinstance(ends.of_variant(editions, "plain", 2_000)[0], Undecided)
