"""A second way to find the best row: plain dictionaries of multisets and exact fractions, no arrays.

For each number of steps it keeps, of each multiset of cards, the states that sides of these cards can have;
then brings together the sides of one value.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

Number = int | Fraction
State = tuple[Number, ...]
Used = tuple[int, ...]
"""How many of each kind."""


def from_the_left(state: State, sign: str, n: int) -> State | None:
    """What becomes of a side by a step."""
    value = applied(state[0], sign, n)
    return None if value is None else (value,)


def products_first(state: State, sign: str, n: int) -> State | None:
    """As `from_the_left`: what is added up before the last product, and that."""
    before, latest = state
    if sign in "+-":
        return before + latest, n if sign == "+" else -n
    value = applied(latest, sign, n)
    return None if value is None else (before, value)


def applied(a: Number, sign: str, n: int) -> Number | None:
    """None of a division by 0."""
    if sign == "/":
        return None if n == 0 else a // n if a % n == 0 else Fraction(a) / n
    return a + n if sign == "+" else a - n if sign == "-" else a * n


Change = Callable[[State, str, int], State | None]
ORDERS: dict[str, tuple[Change, Callable[[int], State]]] = {
    "left": (from_the_left, lambda n: (n,)),
    "products": (products_first, lambda n: (0, n)),
}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of card: how many there are, what one is worth, the number it is, or the signs (`+-*/=`)."""

    count: int
    worth: int
    number: int | None = None
    signs: str = ""


class Second:
    """The best row of some cards."""

    def __init__(self, kinds: Sequence[Kind], order: str) -> None:
        self.kinds = kinds
        self.numbers = [(k, kind.number) for k, kind in enumerate(kinds) if kind.number is not None]
        self.signs = [(k, sign) for k, kind in enumerate(kinds) for sign in kind.signs if sign != "="]
        self.equals = [k for k, kind in enumerate(kinds) if "=" in kind.signs]
        self.change, self.opened = ORDERS[order]

    def best(self) -> tuple[int, Number] | None:
        """The most points, and the highest value with them."""
        found: tuple[int, Number] | None = None
        tables = [self._by_value(layer) for layer in self._layers()]
        for n, one in enumerate(tables):
            for other in tables[n:]:
                for value in one.keys() & other.keys():
                    for points in self._joined(one[value], other[value], 0 if found is None else found[0]):
                        found = (points, value) if found is None else max(found, (points, value))
        return found

    def _layers(self) -> Iterator[dict[Used, set[State]]]:
        layer: dict[Used, set[State]] = defaultdict(set)
        for k, number in self.numbers:
            used = [0] * len(self.kinds)
            used[k] = 1
            layer[tuple(used)].add(self.opened(number))
        while layer:
            yield layer
            after: dict[Used, set[State]] = defaultdict(set)
            for used_, states in layer.items():
                for k, sign in self.signs:
                    for n, number in self.numbers:
                        if used_[k] < self.kinds[k].count and used_[n] < self.kinds[n].count:
                            more = list(used_)
                            more[k] += 1
                            more[n] += 1
                            made = (self.change(state, sign, number) for state in states)
                            after[tuple(more)].update(state for state in made if state is not None)
            layer = {used_: states for used_, states in after.items() if states}

    def _by_value(self, layer: dict[Used, set[State]]) -> dict[Number, list[tuple[int, Used]]]:
        """Of each value what sides use, with the points, most first."""
        found: dict[Number, set[tuple[int, Used]]] = defaultdict(set)
        for used, states in layer.items():
            points = sum(many * kind.worth for many, kind in zip(used, self.kinds, strict=True))
            for state in states:
                found[sum(state)].add((points, used))
        return {value: sorted(sides, reverse=True) for value, sides in found.items()}

    def _joined(
        self, ones: list[tuple[int, Used]], others: list[tuple[int, Used]], least: int
    ) -> Iterator[int]:
        """The points of rows that can be laid, no fewer than `least`."""
        most = max((self.kinds[k].worth for k in self.equals), default=0)
        for points, used in ones:
            for more, used_too in others:
                if points + more + most < least:
                    break
                left = [kind.count - a - b for a, b, kind in zip(used, used_too, self.kinds, strict=True)]
                if min(left) >= 0:
                    for k in self.equals:
                        if left[k] and points + more + self.kinds[k].worth >= least:
                            least = points + more + self.kinds[k].worth
                            yield least
