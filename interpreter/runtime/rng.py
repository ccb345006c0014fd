"""Chance: the one algorithm that a log calls `rng: 1` (described in docs/decisions/0003-rng.md).

The same on every machine and every version of Python. There is no hidden state: what the n-th event of
chance in a game gives depends on the seed of the game and on n alone, so that play can go back and forth.
"""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypeVar

RNG = 1
SEEDS = 2**53  # a seed is a whole number from 0 up to this, which it does not reach (JSON keeps it exactly)

T = TypeVar("T")


def game_seed(seed: int, game: int) -> int:
    """The seed of game `game` (counted from 0) of a series with the seed `seed`: at once different for
    neighbouring games and seeds. In 0 .. 2**53 - 1."""
    return int.from_bytes(_digest("game", seed, game)[:8], "big") % SEEDS


class Chance:
    """A stream of chance: `purpose` keeps streams of one seed apart ("play", "bot 1", …), `event` is the
    number of the event of chance within it."""

    def __init__(self, seed: int, purpose: str = "play", event: int = 0) -> None:
        self._words = _words(seed, purpose, event)

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1, all equally likely. `bound` is 1 to 2**32."""
        assert 1 <= bound <= 2**32
        limit = 2**32 - 2**32 % bound
        while (word := next(self._words)) >= limit:
            pass
        return word % bound

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in an order drawn evenly from all orders (Fisher and Yates, from the last place)."""
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)


def _digest(*parts: object) -> bytes:
    text = "arbitre rng 1:" + ":".join(str(part) for part in parts)
    return hashlib.sha256(text.encode()).digest()


def _words(seed: int, purpose: str, event: int) -> Iterator[int]:
    """32-bit words, first bytes first: SHA-256 of the block's name, block after block."""
    block = 0
    while True:
        digest = _digest("stream", seed, purpose, event, block)
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1
