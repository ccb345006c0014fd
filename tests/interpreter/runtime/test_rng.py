"""The algorithm of chance: vectors which must never change, and evenness."""

import hashlib
from collections import Counter

from interpreter.runtime.rng import SEEDS, Chance, game_seed


def test_vectors():
    assert Chance(7).below(1000) == FIRST
    assert Chance(7).shuffled(range(10)) == SHUFFLED
    assert Chance(7, "bot 1", 3).shuffled("abcdef") == BOT
    assert [game_seed(7, n) for n in range(3)] == GAMES


FIRST = 184
SHUFFLED = (1, 3, 8, 9, 2, 0, 7, 5, 6, 4)
BOT = ("c", "a", "b", "e", "d", "f")
GAMES = [8529074725298309, 8535210612095226, 6853452375936784]


def test_the_description_gives_the_same():
    """Step 1 to 3 of the decision record, written again."""
    words = []
    for block in range(4):
        digest = hashlib.sha256(f"arbitre rng 1:stream:42:play:5:{block}".encode()).digest()
        words += [int.from_bytes(digest[n : n + 4], "big") for n in range(0, 32, 4)]
    items = list(range(12))
    for place in range(11, 0, -1):
        word = words.pop(0)
        while word >= 2**32 - 2**32 % (place + 1):
            word = words.pop(0)
        other = word % (place + 1)
        items[place], items[other] = items[other], items[place]
    assert Chance(42, "play", 5).shuffled(range(12)) == tuple(items)


def test_streams_are_apart():
    orders = {
        Chance(seed, purpose, event).shuffled(range(20))
        for seed in range(3)
        for purpose in ("play", "bot 1", "bot 11")
        for event in range(12)
    }
    assert len(orders) == 3 * 3 * 12


def test_even():
    counted = Counter(Chance(seed).shuffled("abc") for seed in range(6000))
    assert len(counted) == 6
    assert all(850 < times < 1150 for times in counted.values())


def test_seeds_of_games_fit_json():
    seeds = [game_seed(s, n) for s in range(10) for n in range(100)]
    assert len(set(seeds)) == 1000
    assert all(0 <= seed < SEEDS for seed in seeds)
