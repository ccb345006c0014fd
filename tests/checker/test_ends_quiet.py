"""property: play ends. Games in which cards are drawn, laid away and shuffled back for ever."""

from checker.findings import Finding
from checker.kinds import ends
from dsl.load import load_project
from interpreter.log import read_log
from interpreter.replay import replay
from tests.checker.small import Small

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


def circle(small: Small, text: str) -> Finding:
    before, _, _ = small.game_text.partition("flow plain()")
    small.game_text = (
        before.replace("variant plain", "@@", 1).replace("@@", "variant plain") + text.strip() + "\n"
    )
    found = ends.of_variant(small.panel(), "plain")[0]
    assert isinstance(found, Finding), found
    project = load_project(small.root)
    first, last, log = (found.details[key] for key in ("from", "to", "log"))
    assert isinstance(first, int) and isinstance(last, int) and isinstance(log, str)
    one, other = (replay(project, read_log(log), at=event + 1).state for event in (first, last))
    assert one is not None and other is not None
    assert not replay(project, read_log(log)).problems
    return found


def test_all_throw_their_cards_away_for_ever(small: Small) -> None:
    without_signs = ROUND.replace("redraw or stay", "redraw").replace(
        "      else\n        if size(signs)", "      elif false do\n        if size(signs)"
    )
    found = circle(small, without_signs)
    assert found.details["shuffles"] == 2, found.details


def test_what_is_drawn_and_laid_away_comes_back(small: Small) -> None:
    found = circle(small, ROUND)
    assert found.certainty == "firm"
