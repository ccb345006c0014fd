"""How long the best that can be laid is looked for, with cards dealt at random from the deck of a game.

QUESTION of GAME is answered by `best … using` of its only parameter, a bag of cards; DECK is its question of
how many there are of a card. Under each reading of the doubt `--by` the same deals are looked at.

With `--second READING=left` (or `=products`) and `--worth QUESTION`, of how many points a card is worth, some
deals are looked at in a second way too, under that reading: the first ones with few signs, so that it comes
to an end. Exit status 1 if the two do not agree.
"""

import argparse
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from arbitre.api import load  # noqa: E402
from arbitre.project.project import find_named  # noqa: E402
from dsl.model import CARD, Best, Edition, Game, Shape, Then, Using  # noqa: E402
from dsl.types.types import BagType  # noqa: E402
from dsl.types.values import Tagged, Value, ValueSet, bag_of  # noqa: E402
from interpreter.evaluate.expressions import code_of  # noqa: E402
from interpreter.rulebook.rulebook import Rulebook  # noqa: E402
from interpreter.values.context import unproved_suffices  # noqa: E402
from interpreter.values.domain import values_of  # noqa: E402
from interpreter.values.show import show  # noqa: E402
from tests.interpreter.optimize.search.second import Kind, Second  # noqa: E402

SYMBOLS = {"+": "+", "-": "-", "–": "-", "x": "*", "×": "*", "*": "*", "÷": "/", ":": "/", "=": "="}


def _number(value: Value) -> int:
    assert isinstance(value, int)
    return value


class Dealt:
    """The question of an edition as read, and cards of the deck."""

    def __init__(
        self, game: Game, edition: Edition, question: str, deck: str, readings: Mapping[str, str]
    ) -> None:
        self.game = game
        self.question = self.game.questions[question]
        self.book = Rulebook(self.game, edition, readings)
        (parameter,) = self.question.parameters
        assert isinstance(parameter.type, BagType)
        self.deck = [
            card
            for card in values_of(parameter.type.item, ())
            for _ in range(_number(self.book.verdict(deck, (card,)).outcome.admits[0]))
        ]
        answers = [c.answer for c in edition.clauses if c.question == question]
        self.node = next(a.value for a in answers if isinstance(a, Then) and isinstance(a.value, Best))

    def cards(self, seed: int, many: int) -> list[Value]:
        """So many cards of the deck, the same for the same seed."""
        return random.Random(seed).sample(self.deck, many)

    def asked(self, cards: Sequence[Value]) -> tuple[float, Value, bool]:
        """How long it takes (seconds of one processor), what is best, and whether that is proved."""
        book = self.book.afresh()
        start = time.process_time()
        with unproved_suffices():
            verdict = book.verdict(self.question.name, (bag_of(cards),))
        seconds = time.process_time() - start
        if not verdict.outcome.admits:
            sys.exit(
                f"{self.question.name} is {verdict.outcome.status.value}: choose readings that settle it"
            )
        return seconds, verdict.outcome.admits[0], verdict.proved

    def keys(self, row: Value) -> list[Value]:
        """How good it is."""
        (name,) = self.node.binder.names
        return [code_of(key)({name: row}, self.book) for key in self.node.keys]

    def kinds(self, cards: Sequence[Value], worth: str) -> list[Kind]:
        """The cards as the second way needs them."""
        using = self.node.binder.source
        assert isinstance(using, Using)
        return [self._kind(card, many, using.shape, worth) for card, many in Counter(cards).items()]

    def _kind(self, card: Value, many: int, shape: Shape, worth: str) -> Kind:
        read: tuple[Value, ...] = (card,)
        if shape.reading is not None:
            found = code_of(shape.reading)({CARD: card}, self.book)
            assert isinstance(found, ValueSet)
            read = found.items
        number = card.payload if isinstance(card, Tagged) and isinstance(card.payload, int) else None
        signs = "" if number is not None else "".join(SYMBOLS[show(one, self.game)] for one in read)
        points = self.book.verdict(worth, (card,)).outcome.admits[0]
        assert isinstance(points, int)
        return Kind(many, points, number, signs)


def timed(dealt: Dealt, deals: int, cards: int) -> list[float]:
    """The seconds of one processor that each deal took; says so, with how many were proved."""
    found = [dealt.asked(dealt.cards(seed, cards)) for seed in range(deals)]
    seconds = sorted(each for each, _, _ in found)
    none = sum(row is None for _, row, _ in found)
    proved = sum(proved for _, _, proved in found)
    at95 = seconds[min(len(seconds) - 1, len(seconds) * 95 // 100)]
    print(
        f"  median {statistics.median(seconds):6.3f} s   95th percentile {at95:6.3f} s   "
        f"worst {seconds[-1]:6.3f} s   proved {proved} of {deals}, {none} without any"
    )
    return seconds


def compared(dealt: Dealt, order: str, worth: str, deals: int, cards: int, signs: int) -> bool:
    """Whether a second way finds the same in some deals; says so."""
    agree, seed, looked = True, 0, 0
    while looked < deals:
        hand = dealt.cards(seed, cards)
        kinds = dealt.kinds(hand, worth)
        if sum(kind.count for kind in kinds if kind.signs.strip("=")) <= signs:
            looked += 1
            _, row, proved = dealt.asked(hand)
            due = Second(kinds, order).best()
            found = None if row is None else tuple(dealt.keys(row))
            if not proved or found != due:
                agree = False
                print(f"  deal {seed}: {found}, and in the second way {due}")
        seed += 1
    print(f"  a second way agrees on {looked} deals: {'yes' if agree else 'no'}")
    return agree


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("question")
    parser.add_argument("deck")
    parser.add_argument("--edition", help="else the only one")
    parser.add_argument("--by", metavar="DOUBT")
    parser.add_argument("--reading", action="append", default=[], metavar="DOUBT=READING")
    parser.add_argument("--second", action="append", default=[], metavar="READING=ORDER")
    parser.add_argument("--worth", metavar="QUESTION")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--cards", type=int, default=19)
    parser.add_argument(
        "--compare", type=int, default=10, metavar="N", help="deals looked at in a second way"
    )
    parser.add_argument("--signs", type=int, default=4, help="with so many signs at most")
    parser.add_argument("--project")
    args = parser.parse_args()
    game = find_named(load(args.project), args.game).game
    edition = game.editions[args.edition or next(iter(game.editions))]
    fixed = dict(each.split("=", 1) for each in args.reading)
    orders = dict(each.split("=", 1) for each in args.second)
    readings = [each.name for each in edition.doubts[args.by].readings] if args.by else [""]
    agree = True
    for reading in readings:
        print(f"{args.deals} deals of {args.cards} cards" + (f", {args.by}={reading}" if reading else ""))
        chosen = {**fixed, args.by: reading} if reading else fixed
        dealt = Dealt(game, edition, args.question, args.deck, chosen)
        timed(dealt, args.deals, args.cards)
        if reading in orders and args.worth is not None:
            agree &= compared(dealt, orders[reading], args.worth, args.compare, args.cards, args.signs)
    sys.exit(0 if agree else 1)


if __name__ == "__main__":
    main()
