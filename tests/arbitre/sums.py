"""A made-up game of sums that are laid with cards."""

from pathlib import Path

GAME = """game sums "Sums" languages en
players 2..3 named Ann, Bo, Cy
enum operation
  case plus  en "+", "and"
  case minus en "-", "–"
  case over  en ":"
  case equal en "="
type card is number to 1..4 or sign to operation or joker
record play has player: player, card: card
shape step of card is operation: sign where operation.to != equal, operand: number
shape side of card is first: number, steps: list 0..2 of step
shape line of card is left: side, equals: sign where equals.to = equal, right: side reading acts_as
define acts_as(card) = if card is joker then {sign to plus} else {card}
define value(side) = fold step in side.steps from side.first.to as so_far:
  if step.operation.to = plus then so_far + step.operand.to else so_far - step.operand.to
question result(e: line) -> -50..50 "What does it amount to?"
question worth(card: card) -> 0..9 "What is the card worth?"
question first(plays: list 1..3 of play) -> player "Who is first?"
question best_of(cards: bag 0..12 of card) -> optional line "The best?"
question sides(cards: bag 0..5 of card) -> list 0..90 of side "Which sides?"
question empty(row: list 0..9 of optional card) -> 0..9 "How many places are empty?"
variant plain "Plain"
flow plain()
  zone deck: list 0..90 of card           seen by nobody
  zone hand of player: bag 0..12 of card  seen by owner
  zone row: list 0..90 of card            seen by everyone
  var played: list 0..9 of play = []
  for each c in card do
    put 2 of c into deck
  end
  shuffle deck
  for each p in seats do
    move 6 from deck into p.hand
  end
  for each p in seats do
    choose put_down by p: card from p.hand
    move {put_down} from p.hand into row
    set played = played + [play(p, put_down)]
    choose few by p: bag 0..2 of card from p.hand
    move few from p.hand into row
    let laid = best_of(p.hand)
  end
  let who = first(played)
  finish with [play_score(p, size(p.hand)) for p in seats] won by {who}
end
record play_score has player: player, points: 0..20
"""
TEXT = "Lay a sum. A card is worth a point. A row is worth what it makes.\n"
EDITION = """edition en of sums
source "rules-src/en.txt"
rule laying
  "Lay a sum."
  answers best_of(cards)
    then best e in line using cards where value(e.left) = value(e.right) by size(e.laid), size(e.left.laid)
  answers sides(cards) then side using cards
  answers empty(row) then count c in row where c is none
rule worth
  "A card is worth a point."
  answers worth("+") then 2
  answers worth(card) when card in "2 3" then 3
  answers first(plays) then (the first p in plays).player
rule rows
  "A row is worth what it makes."
  answers result(e) then value(e.left)
example of_a_card
  "A card is worth a point."
  shows worth("and") = 2
  shows best_of("1 1 + 2 =") = line "1 + 1 = 2"
"""


def written(root: Path, edition: str = EDITION) -> Path:
    """The project, written to a folder."""
    for name, text in (
        ("arbitre.toml", 'name = "Sums"\n[languages]\nen = "English"\n'),
        ("spec/game.rules", GAME),
        ("spec/en.rules", edition),
        ("rules-src/en.txt", TEXT),
    ):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root
