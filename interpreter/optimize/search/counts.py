"""How many cards of each kind a row uses, in one machine word, and what can still be laid with the others.

Each kind has a field of bits wide enough for its count and one more. With `bias` added, the topmost bit
of a field shows that more are used than there are: so whether rows use too many together is one sum and one
test.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from interpreter.optimize.search.quantities import Array, TooLarge

_WIDEST = 62


@dataclass(frozen=True, slots=True)
class Packing:
    """`ones[k]` is one card of the kind k, and `masks[k]` shows its field once it is moved to the end by
    `shifts[k]`."""

    counts: tuple[int, ...]
    ones: tuple[int, ...]
    shifts: tuple[int, ...]
    masks: tuple[int, ...]
    bias: int
    guards: int

    @staticmethod
    def of(counts: Sequence[int]) -> "Packing":
        """The packing for these cards. Raises TooLarge where they are too many (never for up to 31 cards)."""
        shift = bias = guards = 0
        shifts, masks = [], []
        for count in counts:
            width = count.bit_length() + 1
            shifts.append(shift)
            masks.append((1 << width) - 1)
            bias |= ((1 << (width - 1)) - 1 - count) << shift
            guards |= 1 << (shift + width - 1)
            shift += width
        if shift > _WIDEST:
            raise TooLarge
        ones = tuple(1 << each for each in shifts)
        return Packing(tuple(counts), ones, tuple(shifts), tuple(masks), bias, guards)

    def of_cards(self, cards: Iterable[int]) -> int:
        """These cards (of which there are enough, kind by kind)."""
        return sum(self.ones[kind] for kind in cards)

    def fits(self, used: Array) -> Array:
        """Which of these sums of two rows use no more than there is."""
        fit: Array = ((used + self.bias) & self.guards) == 0
        return fit

    def whole(self, kinds: Iterable[int]) -> tuple[int, int]:
        """All cards of these kinds, and the mask of their fields."""
        cards = mask = 0
        for kind in kinds:
            cards |= self.counts[kind] << self.shifts[kind]
            mask |= self.masks[kind] << self.shifts[kind]
        return cards, mask

    def left(self, used: Array, kind: int) -> Array:
        """How many cards of a kind rows leave over."""
        left: Array = self.counts[kind] - ((used >> self.shifts[kind]) & self.masks[kind])
        return left


NOWHERE = -(10**9)
"""The points of what cannot be laid."""


class Places:
    """Places that are still to be filled, some of each sort of kinds."""

    def __init__(self, packing: Packing, weights: Sequence[int], places: Iterable[frozenset[int]]) -> None:
        self._packing = packing
        many: dict[frozenset[int], int] = {}
        for kinds in places:
            many[kinds] = many.get(kinds, 0) + 1
        self._sorts: list[tuple[int, list[tuple[int, list[int]]]]] = []
        for kinds, number in many.items():
            by_weight = {
                weight: [kind for kind in sorted(kinds) if weights[kind] == weight]
                for weight in sorted({weights[kind] for kind in kinds}, reverse=True)
            }
            self._sorts.append((number, list(by_weight.items())))

    def most(self, used: Array) -> Array:
        """The most points that can be laid there with what rows leave over; about NOWHERE if too few are.

        Each sort of place is looked at alone, as if it had all those cards.
        """
        total = np.zeros(len(used), np.int64)
        for number, by_weight in self._sorts:
            wanted = np.full(len(used), number, np.int64)
            for weight, kinds in by_weight:
                there = sum(self._packing.left(used, kind) for kind in kinds)
                taken = np.minimum(there, wanted)
                total += taken * weight
                wanted -= taken
            total[wanted > 0] += NOWHERE
        return total

    def forced(self, used: int, slack: int) -> list[int]:
        """The kinds of which all cards left over must lie there, where what lies there has no more than
        `slack` points less than the most that can be."""
        sorts = [[kind for _, kinds in by_weight for kind in kinds] for _, by_weight in self._sorts]
        several = {kind for kinds in sorts for kind in kinds if sum(kind in other for other in sorts) > 1}
        found: list[int] = []
        for number, by_weight in self._sorts:
            margin: int | None = None
            before = 0
            for weight, kinds in by_weight:
                before += sum(int(self._packing.left(np.array([used]), kind)[0]) for kind in kinds)
                if before > number:
                    margin = weight
                    break
            for weight, kinds in by_weight:
                if margin is None or weight - margin > slack:
                    found += [kind for kind in kinds if kind not in several]
        return found
