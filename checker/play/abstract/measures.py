"""What can get less with every pass of a loop: cards upstream, and what is left of a variable's range.

Cards only move between zones. The zones *upstream* of a zone are those from which cards can get there, itself
included; as long as nothing is put there, no move brings cards into them, and so they never hold more.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from checker.play.abstract import numbers as amounts
from checker.play.abstract.evaluator import AbstractState
from checker.play.abstract.numbers import Amount
from checker.play.abstract.values import AbstractNumber, AbstractTruth, Known, size_of
from checker.smt.formulas import Truth, conj
from dsl import model as m
from dsl.types.types import BagType, BoolType, IntType, ListType, PlayerType, SetType, Type
from dsl.types.values import Player
from interpreter.evaluate.evaluate import zone_key
from interpreter.play.keys import keys_of_variable

Upstream = frozenset[str]

# ------------------------------------------------------------------ what a block can do


def statements_within(body: Sequence[m.Statement]) -> Iterator[m.Statement]:
    """The statements of a block and those inside them, in order, but not those of flows that it plays."""
    for statement in body:
        yield statement
        for block in m.blocks_of(statement):
            yield from statements_within(block)


def plays(body: Sequence[m.Statement]) -> tuple[m.Play, ...]:
    """The games of other flows that a block plays."""
    return tuple(s for s in statements_within(body) if isinstance(s, m.Play))


def zones_of_played(body: Sequence[m.Statement]) -> frozenset[str]:
    """The zones of the flows that a block plays."""
    return frozenset(zone.name for play in plays(body) for zone in play.flow.zones)


def moves(body: Sequence[m.Statement]) -> tuple[tuple[str, str], ...]:
    """From which zone to which cards can go in a block, by name, each once."""
    found = ((s.source.name, s.into.name) for s in statements_within(body) if isinstance(s, m.Move))
    return tuple(dict.fromkeys(found))


def moved(body: Sequence[m.Statement]) -> tuple[frozenset[str], frozenset[str]]:
    """The zones from which cards can go in a block, and those to which."""
    pairs = moves(body)
    return frozenset(a for a, _ in pairs), frozenset(b for _, b in pairs)


def put_into(body: Sequence[m.Statement]) -> frozenset[str]:
    """The zones into which a block can put new cards."""
    return frozenset(s.into.name for s in statements_within(body) if isinstance(s, m.Put))


def touched(name: str, body: Sequence[m.Statement]) -> frozenset[str] | None:
    """Of a zone of which there is one for each thing, the keys of those from or to which cards can go in a
    block, where each is told by a literal; None where it may be any."""
    zones = [
        zone
        for s in statements_within(body)
        for zone in (
            (s.source, s.into) if isinstance(s, m.Move) else (s.into,) if isinstance(s, m.Put) else ()
        )
        if zone.name == name
    ]
    owners = [zone.owner.value for zone in zones if isinstance(zone.owner, m.Literal)]
    return frozenset(zone_key(name, owner) for owner in owners) if len(owners) == len(zones) else None


def changed_in(body: Sequence[m.Statement]) -> frozenset[str]:
    """The names to which a block can give another value."""
    return frozenset(
        s.name for s in statements_within(body) if isinstance(s, m.SetStmt | m.Choose | m.Chance)
    )


def upstream(body: Sequence[m.Statement]) -> tuple[Upstream, ...]:
    """For each zone from which cards can go in a block, the zones upstream of it; each set once."""
    pairs = moves(body)
    found: dict[Upstream, None] = {}
    for zone in dict.fromkeys(source for source, _ in pairs):
        reached = {zone}
        while more := {a for a, b in pairs if b in reached} - reached:
            reached |= more
        found[frozenset(reached)] = None
    return tuple(found)


def linked_zones(body: Sequence[m.Statement]) -> tuple[Upstream, ...]:
    """The zones between which cards can go in a block, in groups: what leaves none of a group."""
    groups: list[Upstream] = []
    for source, into in moves(body):
        joined = frozenset((source, into)).union(*(g for g in groups if g & {source, into}))
        groups = [g for g in groups if not g & joined] + [joined]
    return tuple(groups)


def cards_in(names: Upstream, zones: Mapping[str, Amount]) -> Amount:
    """How many cards lie in the zones of these names, everybody's together."""
    return amounts.summed(
        amount for key, amount in zones.items() if any(_is_of(key, name) for name in sorted(names))
    )


def _is_of(key: str, name: str) -> bool:
    whole = zone_key(name)
    return key == whole or key.startswith(f"{whole}:")


# ------------------------------------------------------------------ measures


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards upstream, those of several sets counted once for each. Never below nought."""

    sets: tuple[Upstream, ...]

    def amount(self, scope: AbstractState) -> Amount:
        """How much it is."""
        return amounts.summed(cards_in(names, scope.zones) for names in self.sets)

    def bounded(self, scope: AbstractState) -> Truth:
        """Whether it is not below its least."""
        return True

    def __str__(self) -> str:
        names = sorted({name for names in self.sets for name in names})
        return "cards in " + ", ".join(names)


@dataclass(frozen=True, slots=True)
class Range:
    """How far a variable is from an end of its range (a truth: from `true`, or `false`; a collection: from
    its size); those of a name of which there are several (by their `keys`), together."""

    name: str
    keys: tuple[str, ...]
    low: int
    high: int
    rising: bool

    def amount(self, scope: AbstractState) -> Amount:
        """How much it is."""
        values = amounts.summed(self._value(key, scope) for key in self.keys)
        return amounts.less(self.high * len(self.keys), values) if self.rising else values

    def bounded(self, scope: AbstractState) -> Truth:
        """Whether it is within its range."""
        return conj(amounts.within(self._value(key, scope), self.low, self.high) for key in self.keys)

    def _value(self, key: str, scope: AbstractState) -> Amount:
        value = scope.values[key]
        match value:
            case AbstractNumber(amount=amount):
                return amount
            case AbstractTruth(truth=truth):
                return amounts.among_two(truth, 1, 0)
        size = size_of(value)
        assert size is not None
        return size

    def __str__(self) -> str:
        return f"{self.name} {'rises' if self.rising else 'falls'}"


Measure = Cards | Range


def measures(
    flow: m.Flow, loop: m.While | m.Turns, seats: tuple[Player, ...], scope: AbstractState
) -> Iterator[Measure]:
    """What can get less in a loop, the likeliest first. `scope`: where it leads."""
    sets = tuple(u for u in upstream(loop.body) if not u & put_into(loop.body))
    if sets:
        yield Cards(sets)
    if len(sets) > 1:
        for each in sets:
            yield Cards((each,))
    names = changed_in(loop.body)
    for declared in flow.variables:
        bounds = _bounds(declared.type, len(seats))
        keys = keys_of_variable(declared, seats)
        if declared.name in names and bounds is not None and all(_is_counted(scope.values[k]) for k in keys):
            for rising in (True, False):
                yield Range(declared.name, keys, *bounds, rising)


def _is_counted(value: Known) -> bool:
    """Whether it is a number, a truth, or a collection of which the size is known."""
    return isinstance(value, AbstractNumber | AbstractTruth) or size_of(value) is not None


def _bounds(type: Type, players: int) -> tuple[int, int] | None:
    """The bounds of a variable's number, truth or size."""
    match type:
        case BoolType():
            return (0, 1)
        case IntType(low=int() as low, high=int() as high):
            return (low, high)
        case ListType(high=int() as high) | BagType(high=int() as high):
            return (0, high)
        case SetType(item=PlayerType()):
            return (0, players)
        case _:
            return None
