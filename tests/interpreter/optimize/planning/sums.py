"""A made-up game of sums to find the best one in, with an edition whose doubts decide what counts."""

import random
from pathlib import Path

from dsl.load import load_project
from dsl.model import Game
from dsl.text.span import NOWHERE
from dsl.types.types import BagType
from dsl.types.values import Value
from interpreter.rulebook.rulebook import Rulebook
from interpreter.rulebook.situations import parse_value
from interpreter.runtime.yamltext import Scalar

TEXT = (
    "The best sum has most points. Both sides are worth the same. Of several, the higher one. A joker is any."
)

GAME = """game sums "Sums" languages en
players 2..3 named Ann, Bo, Cy
enum operation
  case plus   en "+"
  case minus  en "-"
  case times  en "*"
  case over   en "/"
  case equal  en "="
type card is number to 0..20 or sign by operation or joker
shape step of card is operation: sign where operation.by != equal, operand: number
shape side of card is first: number, steps: list 0..9 of step
shape sum_ of card is left: side, equals: sign where equals.by = equal, right: side  reading acts_as
define acts_as(card) =
  if card is joker then {sign by o for o in operation} else {card}
record amount has added: optional rational, term: optional rational
define worked(so_far, operation, operand) =
  if operation = plus then so_far + operand
  else if operation = minus then so_far - operand
  else if operation = times then so_far * operand
  else so_far / operand
define from_the_left(side) =
  fold step in side.steps from side.first.to as so_far: worked(so_far, step.operation.by, step.operand.to)
define products_first(side) =
  let both = fold step in side.steps from amount(0, side.first.to) as so_far:
    if step.operation.by = plus then amount(so_far.added + so_far.term, step.operand.to)
    else if step.operation.by = minus then amount(so_far.added + so_far.term, -step.operand.to)
    else amount(so_far.added, worked(so_far.term, step.operation.by, step.operand.to));
  both.added + both.term
define never_negative(side) =
  fold step in side.steps from side.first.to as so_far:
    if so_far is none then none
    else let next = worked(so_far, step.operation.by, step.operand.to);
      if next is none then none else if next < 0 then none else next

question value(side: side) -> optional rational "What is a side worth?"
question worth(card: card) -> 0..20 "What is a card worth?"
permission may_lay(e: sum_) otherwise permitted "May it be laid?"
question points(e: sum_) -> 0..1000 "How many points is it?"
question result(e: sum_) -> rational "What does it amount to?"
question best_sum(cards: bag 0..30 of card) -> optional sum_ "The best?"
variant plain "Plain"
"""

EDITION = """edition en of sums
source "rules-src/sums.txt"

doubt order(side: side) -> optional rational
  "Both sides are worth the same."
  asks "In which order?"
  reading left     "from the left"  = from_the_left(side)
  reading products "products first" = products_first(side)
  reading upwards  "from the left, and never below nought" = never_negative(side)

doubt bare unsaid
  asks "Is a number equal to itself?"
  reading yes "yes"
  reading no_ "no"

doubt sign_counts unsaid
  asks "Does the sign between count?"
  reading it_does "all cards do"
  reading it_does_not "all but it"

rule worth_of_a_side
  "Both sides are worth the same."
  answers value(side) then order(side)

rule both_sides
  "Both sides are worth the same."
  answers may_lay(e)
    when value(e.left) is none or value(e.right) is none or value(e.left) != value(e.right)
    forbid

rule not_bare
  "Both sides are worth the same."
  under bare: no_
  answers may_lay(e)
    when e.left.steps = [] and size(e.right.steps) = 0
    forbid

rule most_points
  "The best sum has most points."
  answers worth(card) then
    if card is joker then 1 else if card is number then (if card.to > 10 then 2 else 1)
    else if card.by = times then 2 else if card.by = over then 3 else 1

rule all_points
  "The best sum has most points."
  under sign_counts: it_does
  answers points(e) then sum c in e.laid of worth(c)

rule some_points
  "The best sum has most points."
  under sign_counts: it_does_not
  answers points(e) then (sum c in e.laid of worth(c)) - worth(e.equals)

rule higher
  "Of several, the higher one."
  answers result(e) then value(e.left)
  answers best_sum(cards) then best e in sum_ using cards where may_lay(e) by points(e), result(e)

note joker
  "A joker is any."
"""

DECK = [str(n) for n in range(21) for _ in range(4 if n <= 10 else 2)]
DECK += ["+"] * 10 + ["-"] * 8 + ["*"] * 6 + ["/"] * 4 + ["="] * 10 + ["joker"] * 4


def game(folder: Path, rules: str = GAME, edition: str = EDITION) -> Game:
    """The game as it is loaded."""
    for name in ("spec", "rules-src"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "arbitre.toml").write_text('name = "Sums"\n[languages]\nen = "English"\n', "utf-8")
    (folder / "spec" / "sums.rules").write_text(rules, "utf-8")
    (folder / "spec" / "sums-en.rules").write_text(edition, "utf-8")
    (folder / "rules-src" / "sums.txt").write_text(TEXT, "utf-8")
    return load_project(folder).games["sums"]


def book(of: Game, **readings: str) -> Rulebook:
    """The edition as read."""
    return Rulebook(of, of.editions["en"], readings)


def hand(of: Game, text: str) -> Value:
    """A bag of cards."""
    return parse_value(Scalar(text, False, NOWHERE), BagType(of.shapes["sum_"].card, 0, 40), of)


def deal(seed: int, many: int = 19) -> str:
    """Some cards of the deck."""
    return " ".join(random.Random(seed).sample(DECK, many))
