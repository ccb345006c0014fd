"""A small game to play at a keyboard: a hand nobody else sees, a rule that forbids, a silence, a doubt."""

from pathlib import Path

GAME = """\
game duel "Duel" languages en, ca

players 2..3 named Anna, Bernat, Carla

enum card
  case Low   ca "Baixa"
  case High  ca "Alta"
  case Fool  ca "Boig"

record score has player: player, points: 0..9

record bet has player: player, card: card

type result is taken by player or untaken

permission may_bet(card: card) otherwise permitted
  "May this card be bet?"

question outcome(bets: list 2..3 of bet) -> result
  "Who takes the round?"

question points(card: card) -> 0..9
  "How many points is it worth?"

variant plain "As printed"

flow plain()
  var bets: list 0..3 of bet = []
  zone deck: list 0..9 of card seen by nobody
  zone hand of player: bag 0..3 of card seen by owner
  zone table of player: bag 0..3 of card seen by everyone
  for each c in [Low, High, Fool] do
    put 3 of c into deck
  end
  shuffle deck
  for each p in seats do
    move 3 from deck into p.hand
  end
  for each p in seats do
    choose bet by p: card from p.hand needs may_bet(bet)
    move bet from p.hand into p.table
    set bets = bets + [bet(p, bet)]
  end
  let result = outcome(bets)
  finish with [score(p, points((the first b in bets where b.player = p).card)) for p in seats]
    won by (if result is taken then {result.by} else {})
end
"""

TEXT = """\
Duel

The Fool is not bet. A high card takes the round. A low card is worth little.
"""

EDITION = """\
edition en of duel
source "rules-src/duel-en.txt"

note heading "Duel" at 1 : "The title."

rule no_fool
  "The Fool is not bet."
  answers may_bet(card) when card = Fool forbid

rule high_takes
  "A high card takes the round."
  answers outcome(bets)
    when (count b in bets where b.card = High) = 1
    then taken by (the first b in bets where b.card = High).player

doubt little() -> 0..9
  "A low card is worth little."
  asks "How little is little?"
  reading something "it is worth one"     = 1
  reading nothing   "it is worth nothing" = 0

rule worth
  "A low card is worth little."
  answers points(card) when card = Low then little()
  answers points(card) when card = High then 5
"""


def written(folder: Path) -> Path:
    """The folder, with the game in it as a project."""
    (folder / "spec").mkdir(parents=True)
    (folder / "rules-src").mkdir()
    (folder / "arbitre.toml").write_text('name = "duel"\n[languages]\nen = "English"\n', encoding="utf-8")
    (folder / "spec" / "game.rules").write_text(GAME, encoding="utf-8")
    (folder / "spec" / "en.rules").write_text(EDITION, encoding="utf-8")
    (folder / "rules-src" / "duel-en.txt").write_text(TEXT, encoding="utf-8")
    return folder
