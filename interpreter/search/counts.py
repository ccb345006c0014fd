"""How many cards of each kind a row uses, in one machine word.

Each kind has a field of bits wide enough for its count and one more. With `bias` added, the topmost bit
of a field shows that more are used than there are: so whether rows use too many together is one sum and one
test.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from interpreter.search.quantities import Array, TooLarge

_WIDEST = 62


@dataclass(frozen=True, slots=True)
class Packing:
    """`ones[k]` is one card of the kind k."""

    ones: tuple[int, ...]
    bias: int
    guards: int

    @staticmethod
    def of(counts: Sequence[int]) -> "Packing":
        """The packing for these cards. Raises TooLarge where they are too many (never for up to 31 cards)."""
        shift = bias = guards = 0
        ones = []
        for count in counts:
            width = count.bit_length() + 1
            ones.append(1 << shift)
            bias |= ((1 << (width - 1)) - 1 - count) << shift
            guards |= 1 << (shift + width - 1)
            shift += width
        if shift > _WIDEST:
            raise TooLarge
        return Packing(tuple(ones), bias, guards)

    def of_cards(self, cards: Iterable[int]) -> int:
        """These cards (of which there are enough, kind by kind)."""
        return sum(self.ones[kind] for kind in cards)

    def fits(self, used: Array) -> Array:
        """Which of these sums of two rows use no more than there is."""
        fit: Array = ((used + self.bias) & self.guards) == 0
        return fit
