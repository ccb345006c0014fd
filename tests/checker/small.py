"""A small game, to test the checker with: cards are drawn and laid, two editions, a few words each.

`Small` builds it; each test changes the words that make the defect it is about.
"""

from dataclasses import dataclass, field
from pathlib import Path

from checker.editions.editions import Editions
from dsl.load import load_project
from dsl.model import Game, Rulings

GAME = """
game shells "Shells" languages en

players 2..3 named Ann, Bob, Cid

enum card
  case Red
  case Blue
  case Grey

record laid has player: player, card: card

question value(card: card) -> -9..9
  "What is the card worth?"

question copies(card: card) -> 0..9
  "How many of it are there?"

permission may_join(seats: 1..4) otherwise forbidden
  "May so many play?"

variant plain "plain shells"

question hand_size() -> 0..9
  "How many are dealt to each?"

question draws() -> 0..3
  "How many does each draw?"

permission may_lay(card: card) otherwise forbidden
  "May it be laid?"

question best(cards: bag 1..2 of card) -> 0..9
  "What do these count?"

question taker(laid: list 1..3 of laid) -> player
  "Who takes these?"
  needs no a, b in laid: a.player = b.player

flow plain()
  zone bank: list 0..40 of card           seen by nobody
  zone hand of player: bag 0..40 of card  seen by owner
  zone table: bag 0..40 of card           seen by everyone

  phase "set-up"
  if not may_join(size(seats)) do
    finish unplayed
  end
  for each c in card do
    put copies(c) of c into bank
  end
  step shuffling "The cards are shuffled." do
    shuffle bank
  end
  step dealing "Cards are dealt." do
    for each p in seats do
      move hand_size() from bank into p.hand
    end
  end
  phase "rounds"
  let due = draws()
  while some p in seats: size(p.hand) > 0 do
    if due > 0 do
      step drawing "Each draws." do
        for each p in seats do
          if size(bank) < due do
            move all from bank into p.hand
          else
            move due from bank into p.hand
          end
        end
      end
    end
    for each p in seats do
      if size(p.hand) > 0 do
        choose card by p: card from p.hand needs may_lay(card)
        move card from p.hand into table
      end
    end
  end
end

property nothing_lost "No card is lost."
  always all c in card: (count d in bank where d = c) + (count d in table where d = c)
    + (sum p in seats of (count d in p.hand where d = c)) = copies(c)

property can_lay "Whoever is to lay a card can."
  at card: some c in chooser.hand: may_lay(c)

property worth_something "Red is worth more than Blue."
  for a: card needs a != Red: value(Red) > value(a)
"""

TEXT = """Shells

Two or three play. There are four of each. Shuffle. Deal two to each. Each draws one at the start of a round.
Any card may be laid. Red is worth three, or more, Blue one, Grey nothing.

So Red beats Blue (3 to 1). See the Table of Ranks.
"""

RULES = """
edition {name} of shells
source "rules-src/{name}.txt"

note heading "Shells" at 1

rule joining
  "Two or three play."
  answers may_join(seats) when seats >= 2 and seats <= 3 permit

rule deck
  "There are four of each."
  answers copies(card) then 4

rule shuffle_it
  "Shuffle."
  carries out shuffling

rule deal
  "Deal two to each."
  carries out dealing
  answers hand_size() then 2

rule draw
  "Each draws one at the start of a round."
  carries out drawing
  answers draws() then 1

rule lay
  "Any card may be laid."
  answers may_lay(card) permit

doubt red() -> 0..9
  "or more"
  asks "Three, or more than three?"
  reading three "three" = 3
  reading four  "four"  = 4

rule worth
  "Red is worth three, or more, Blue one, Grey nothing."
  answers value(Red)  then red()
  answers value(Blue) then 1
  answers value(Grey) then 0

example beats
  "So Red beats Blue (3 to 1)."
  shows value(Red) > value(Blue)

note ranks "See the Table of Ranks."
"""


@dataclass
class Small:
    """The game being built under `root`; `aa` and `bb` are its editions, equal until changed."""

    root: Path
    game_text: str = GAME
    texts: dict[str, str] = field(default_factory=lambda: {"aa": TEXT, "bb": TEXT})
    rules: dict[str, str] = field(
        default_factory=lambda: {name: RULES.replace("{name}", name) for name in ("aa", "bb")}
    )
    rulings: dict[str, str] = field(default_factory=dict)

    def game_with(self, old: str, new: str) -> None:
        """Changes words of the game, which have to be there once."""
        assert self.game_text.count(old) == 1, old
        self.game_text = self.game_text.replace(old, new)

    def change(self, edition: str, old: str, new: str) -> None:
        """Changes words of an edition's rules, which have to be there once."""
        assert self.rules[edition].count(old) == 1, old
        self.rules[edition] = self.rules[edition].replace(old, new)

    def add(self, edition: str, rules: str) -> None:
        """Adds to an edition's rules."""
        self.rules[edition] += "\n" + rules + "\n"

    def rule(self, edition: str, rules: str) -> None:
        """Adds the rulings `house` of an edition."""
        self.rulings[edition] = f"rulings house for {edition} of shells\n\n{rules}\n"

    def game(self) -> Game:
        """The game. Raises ArbitreError."""
        self.write()
        return load_project(self.root).games["shells"]

    def write(self) -> None:
        """Writes the files."""
        spec, sources = self.root / "spec" / "shells", self.root / "rules-src"
        spec.mkdir(parents=True, exist_ok=True)
        sources.mkdir(exist_ok=True)
        (self.root / "arbitre.toml").write_text('name = "shells"\n', "utf-8")
        (spec / "game.rules").write_text(self.game_text.lstrip(), "utf-8")
        for name, text in self.texts.items():
            (sources / f"{name}.txt").write_text(text, "utf-8")
            (spec / f"{name}.rules").write_text(self.rules[name].lstrip(), "utf-8")
        for name, text in self.rulings.items():
            (spec / f"{name}-house.rules").write_text(text, "utf-8")

    def editions(self) -> Editions:
        """The editions side by side, nothing struck."""
        game = self.game()
        return Editions(game, tuple(game.editions.values()))

    def house(self, game: Game, edition: str) -> Rulings:
        """The rulings of an edition."""
        return next(r for r in game.rulings if r.edition == edition)
