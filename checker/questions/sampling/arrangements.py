"""What is laid in a shape, made up at random: part by part, each so that its condition holds."""

from dataclasses import dataclass, field

from dsl.model import CARD, LAID, Expr, Shape, ShapePart
from dsl.types.values import Record, Value, ValueSet, sort_key
from interpreter.evaluate.arrangements import is_sort
from interpreter.rulebook.rulebook import Rulebook
from interpreter.runtime.rng import Chance
from interpreter.values.domain import values_of

TRIES = 12
"""So often a part is tried until its condition holds."""
LONGER = 2
"""Lists are at most so much longer than they have to be."""
FEW = 4
"""Of so many cards that come first one is taken as often as of all."""

Pair = tuple[Value, Value]
"""A card as it is read, and as it is."""


@dataclass(slots=True)
class ArrangementSampler:
    """Lays cards by chance. Raises Blocked, SpecError where a condition cannot be told."""

    book: Rulebook
    chance: Chance
    _pairs: dict[tuple[str, str | None, int | None], tuple[Pair, ...]] = field(default_factory=dict)

    def lay(self, shape: Shape, outer: Expr | None = None) -> Record | None:
        """Something laid in the shape; None where nothing came out. `outer` is as what cards are read where
        the shape does not say."""
        reading = outer if shape.reading is None else shape.reading
        values: dict[str, Value] = {}
        row: list[Value] = []
        for part in shape.parts:
            for _ in range(TRIES):
                made = self._part(shape, part, reading)
                if made is None:
                    continue
                values[part.name] = made[0]
                if part.where is None or self.book.holds(part.where, values) is True:
                    row += made[1]
                    break
            else:
                return None
        return Record(shape.name, (*values.items(), (LAID, tuple(row))))

    def _part(
        self, shape: Shape, part: ShapePart, reading: Expr | None
    ) -> tuple[Value, tuple[Value, ...]] | None:
        """The value of a part, with the cards that lie for it."""
        if part.high is None:
            return self._one(shape, part, reading)
        low = part.low or 0
        size = low + self.chance.below(min(part.high - low, LONGER) + 1)
        made = [self._one(shape, part, reading) for _ in range(size)]
        whole = [one for one in made if one is not None]
        if len(whole) < size:
            return None
        return tuple(value for value, _ in whole), tuple(card for _, cards in whole for card in cards)

    def _one(
        self, shape: Shape, part: ShapePart, reading: Expr | None
    ) -> tuple[Value, tuple[Value, ...]] | None:
        if part.shape is not None:
            laid = self.lay(part.shape, reading)
            if laid is None:
                return None
            cards = laid.get(LAID)
            assert isinstance(cards, tuple)
            return laid, cards
        pairs = self._offered(shape, part.tag, reading)
        if not pairs:
            return None
        read, card = self.chance.pick(pairs if self.chance.below(2) == 0 else pairs[:FEW])
        return read, (card,)

    def _offered(self, shape: Shape, tag: str | None, reading: Expr | None) -> tuple[Pair, ...]:
        """The cards of the sort, each as it is read and as it is."""
        key = (shape.name, tag, None if reading is None else id(reading))
        if key not in self._pairs:
            pairs = [(read, card) for card in values_of(shape.card) for read in self._read(card, reading)]
            fitting = [pair for pair in pairs if is_sort(pair[0], tag)]
            self._pairs[key] = tuple(sorted(fitting, key=lambda p: (sort_key(p[0]), sort_key(p[1]))))
        return self._pairs[key]

    def _read(self, card: Value, reading: Expr | None) -> tuple[Value, ...]:
        if reading is None:
            return (card,)
        found = self.book.evaluate(reading, {CARD: card})
        assert isinstance(found, ValueSet)
        return found.items
