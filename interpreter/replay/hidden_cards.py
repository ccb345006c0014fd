"""What a log leaves open: cards that nobody who reads it knows.

A card that is not known is a token of its own (`state.unknown`). All that is known of the tokens of a pool,
which were shuffled together, is how many of each kind are among them; so what a log says is possible if, and
only if, the tokens can be told apart one after the other without any kind running out. Nothing is ever
guessed: an expression that would look at a token raises `Obscured`, and the ways in which those tokens can be
are tried, up to a bound.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from dsl import model as m
from dsl.text.errors import Portable
from dsl.types.values import Bag, Case, Player, Record, Tagged, Value, ValueSet, bag_of, set_of, sort_key
from interpreter.analysis.dependencies import parts
from interpreter.evaluate.evaluate import SEATS
from interpreter.play.state import UNKNOWN, State, is_unknown, unknown

MAX_DEALS = 5_000  # ways to tell tokens apart that are tried at one point


class Undecided(Portable):
    """Too many ways would have to be tried. `reason`: which, for whoever reads the result."""

    def __init__(self, reason: str = "there are too many ways to try them all") -> None:
        super().__init__(reason)
        self.reason = reason


class Obscured(Portable):
    """Tokens whose kinds an expression would look at."""

    def __init__(self, tokens: tuple[Value, ...]) -> None:
        super().__init__()
        self.tokens = tokens


Unseen = tuple[tuple[Value, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """`pools`: how many of each kind are among the tokens of each pool, sorted: tokens that were shuffled
    together are of one. `made`: how many tokens there have been. `arrivals`: cards known to come to players'
    hands next, in order. `told`: what tokens turned out to be."""

    pools: tuple[tuple[str, Unseen], ...] = ()
    made: int = 0
    told: Mapping[Value, Value] = field(default_factory=dict)
    arrivals: Mapping[Player, tuple[Value, ...]] = field(default_factory=dict)

    @property
    def unseen(self) -> Unseen:
        """How many of each kind are among the tokens, sorted."""
        total: Counter[Value] = Counter()
        for _, unseen in self.pools:
            total.update(dict(unseen))
        return _sorted(total)

    @property
    def kinds(self) -> tuple[Value, ...]:
        """The kinds that are among the tokens, each as often as it is."""
        return tuple(kind for kind, number in self.unseen for _ in range(number))


Known = tuple[State, Knowledge]


def hide(state: State, knowledge: Knowledge, zone: str, top: tuple[Value, ...] = ()) -> Known | None:
    """What is known after a shuffle of `zone` that nobody saw: its cards are tokens, but for those that are
    known to lie on `top`, in order. None where these cannot be. The tokens are of one pool, with those
    elsewhere that were of a pool with any in the zone before."""
    cards = state.cards(zone)
    held = dict.fromkeys(_held(state))
    alive = {pool_of(token) for token in held}
    pools = {name: unseen for name, unseen in knowledge.pools if name in alive}
    shuffled = {pool_of(card) for card in cards if is_unknown(card)}
    unseen = Counter(card for card in cards if not is_unknown(card))
    for name in sorted(shuffled):
        unseen.update(dict(pools.pop(name, ())))
    for card in top:
        if unseen[card] < 1 or len(top) > len(cards):
            return None
        unseen[card] -= 1
    enum = next((card.enum for card in cards if isinstance(card, Case)), "")
    pool = next(name for name in map(_numbered, count()) if name not in pools)
    number = len(cards) - len(top)
    tokens = tuple(unknown(enum, knowledge.made + n, pool) for n in range(number))
    elsewhere = {t: _of_pool(t, pool) for t in held if pool_of(t) in shuffled and t not in cards}
    state = renamed(state.with_cards({zone: top + tokens}), elsewhere)
    return state, replace(
        _renamed_pools(knowledge, {**pools, pool: _sorted(unseen)}, elsewhere),
        made=knowledge.made + number,
    )


def pool_of(token: Value) -> str:
    """The pool of a token."""
    assert isinstance(token, Case)
    return token.name


def _of_pool(token: Value, pool: str) -> Value:
    assert isinstance(token, Case)
    return replace(token, name=pool)


def _numbered(number: int) -> str:
    return f"{UNKNOWN}{number}" if number else UNKNOWN


def _renamed_pools(
    knowledge: Knowledge, pools: Mapping[str, Unseen], tokens: Mapping[Value, Value]
) -> Knowledge:
    """What is known once these tokens are called otherwise."""
    told = {token: tokens.get(card, card) for token, card in knowledge.told.items()}
    return replace(knowledge, pools=tuple(sorted(pools.items())), told={**told, **tokens})


def _held(state: State) -> Iterator[Value]:
    """The tokens that are left: when a new game begins, those of the game before are gone, and what they were
    does not matter."""
    held = [*state.zones.values(), *state.values.values()]
    for frame in state.frames:
        held += [*frame.names.values(), *frame.rest, *frame.outside.values()]
    for value in held:
        yield from _tokens(value)


def identify(state: State, knowledge: Knowledge, cards: Mapping[Value, Value]) -> Known | None:
    """What is known once these tokens are these cards; None where not so many of a kind are left."""
    pools = dict(knowledge.pools)
    for name in sorted({pool_of(token) for token in cards}):
        unseen = Counter(dict(pools.get(name, ())))
        unseen.subtract(card for token, card in cards.items() if pool_of(token) == name)
        if any(number < 0 for number in unseen.values()):
            return None
        pools[name] = _sorted(unseen)
    told = {token: cards.get(card, card) for token, card in knowledge.told.items()}
    known = replace(knowledge, pools=tuple(sorted(pools.items())), told={**told, **cards})
    return renamed(state, cards), known


def renamed(state: State, cards: Mapping[Value, Value]) -> State:
    """The state with these cards instead of those, wherever they are."""

    def told(value: Value) -> Value:
        return _replaced(value, cards)

    frames = tuple(
        replace(
            f,
            names={n: told(v) for n, v in f.names.items()},
            rest=tuple(map(told, f.rest)),
            outside={n: told(v) for n, v in f.outside.items()},
        )
        for f in state.frames
    )
    return replace(
        state,
        zones={zone: told(value) for zone, value in state.zones.items()},
        values={name: told(value) for name, value in state.values.items()},
        frames=frames,
    )


def show_cards(state: State, knowledge: Knowledge, zone: str, cards: Iterable[Value]) -> Known | None:
    """What is known once these cards are seen to be in `zone` together; None where they cannot be."""
    left = list(state.cards(zone))
    missing: list[Value] = []
    for card in cards:
        if card in left:
            left.remove(card)
        else:
            missing.append(card)
    tokens = [card for card in left if is_unknown(card)]
    if len(missing) > len(tokens):
        return None
    return told_apart(state, knowledge, tokens, missing)


def told_apart(
    state: State, knowledge: Knowledge, tokens: Sequence[Value], cards: Sequence[Value]
) -> Known | None:
    """What is known once these cards are seen to be among these tokens; None where they cannot be. Where the
    tokens are of several pools, and a card may be of any of some, these count as one from then on."""
    if not cards:
        return state, knowledge
    there = dict.fromkeys(pool_of(token) for token in tokens)
    pools = {name: dict(unseen) for name, unseen in knowledge.pools if name in there}
    able = [[name for name, unseen in pools.items() if unseen.get(card)] for card in cards]
    doubtful = sorted({name for names in able if len(names) > 1 for name in names})
    if doubtful:
        state, knowledge, joined = _as_one(state, knowledge, doubtful)
        return told_apart(state, knowledge, [joined.get(token, token) for token in tokens], cards)
    if not all(able):
        return None
    found: dict[Value, Value] = {}
    for card, (name,) in zip(cards, able, strict=True):
        token = next((t for t in tokens if pool_of(t) == name and t not in found), None)
        if token is None:
            return None
        found[token] = card
    return identify(state, knowledge, found)


def _as_one(
    state: State, knowledge: Knowledge, names: Sequence[str]
) -> tuple[State, Knowledge, Mapping[Value, Value]]:
    """The same with the tokens of these pools in the first of them, and what tokens are called then."""
    pools = dict(knowledge.pools)
    total: Counter[Value] = Counter()
    for name in names:
        total.update(dict(pools.pop(name)))
    tokens = {t: _of_pool(t, names[0]) for t in dict.fromkeys(_held(state)) if pool_of(t) in names[1:]}
    known = _renamed_pools(knowledge, {**pools, names[0]: _sorted(total)}, tokens)
    return renamed(state, tokens), known, tokens


def deals(state: State, knowledge: Knowledge, tokens: tuple[Value, ...]) -> Iterator[Known]:
    """Every way in which these tokens can be, those in one zone being the same in any order. Raises
    Undecided where there are too many."""
    groups = [
        [card for card in state.cards(zone) if card in tokens and pool_of(card) == pool]
        for zone in state.zones
        for pool, _ in knowledge.pools
    ]
    ways = _deals(state, knowledge, [group for group in groups if group])
    for number, known in enumerate(ways):
        if number >= MAX_DEALS:
            raise Undecided
        yield known


def _deals(state: State, knowledge: Knowledge, groups: list[list[Value]]) -> Iterator[Known]:
    if not groups:
        yield state, knowledge
        return
    first, *rest = groups
    for cards in _choices(dict(knowledge.pools)[pool_of(first[0])], len(first)):
        known = identify(state, knowledge, dict(zip(first, cards, strict=True)))
        assert known is not None
        yield from _deals(*known, rest)


def _choices(unseen: tuple[tuple[Value, int], ...], size: int) -> Iterator[tuple[Value, ...]]:
    """The bags of so many cards among the unseen."""
    if size == 0:
        yield ()
        return
    if not unseen:
        return
    (kind, number), *rest = unseen
    for taken in range(min(number, size), -1, -1):
        for others in _choices(tuple(rest), size - taken):
            yield (kind,) * taken + others


def _sorted(unseen: Mapping[Value, int]) -> tuple[tuple[Value, int], ...]:
    kept = [(kind, number) for kind, number in unseen.items() if number]
    return tuple(sorted(kept, key=lambda pair: sort_key(pair[0])))


def _replaced(value: Value, cards: Mapping[Value, Value]) -> Value:
    match value:
        case tuple():
            return tuple(_replaced(item, cards) for item in value)
        case Bag(items):
            return bag_of(_replaced(item, cards) for item in items)
        case ValueSet(items):
            return set_of(_replaced(item, cards) for item in items)
        case Record(type, fields):
            return Record(type, tuple((name, _replaced(item, cards)) for name, item in fields))
        case Tagged(union, tag, payload):
            return Tagged(union, tag, _replaced(payload, cards))
        case _:
            return cards.get(value, value)


# ------------------------------------------------------------------ what an expression looks at


class Looks:
    """Which names and zones an expression looks into, more than to count what is there."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[m.Expr, frozenset[str]]] = {}

    def tokens(self, expr: m.Expr, env: Mapping[str, Any]) -> tuple[Value, ...]:
        """The tokens that the evaluation of `expr` may look at, each once."""
        if id(expr) not in self._kept:
            self._kept[id(expr)] = (expr, _looks(expr))
        names = self._kept[id(expr)][1]
        found: dict[Value, None] = {}
        for key, value in env.items():
            if key != SEATS and (_whole_name(key) or key) in names:
                found |= dict.fromkeys(_tokens(value))
        return tuple(found)


def _whole_name(key: str) -> str | None:
    """`zone:NAME` or `var:NAME` of the key of a zone or variable, whosever it is."""
    return ":".join(key.split(":")[:2]) if key.startswith(("zone:", "var:")) else None


def _tokens(value: Value) -> Iterator[Value]:
    match value:
        case tuple():
            for item in value:
                yield from _tokens(item)
        case Bag(items) | ValueSet(items):
            for item in items:
                yield from _tokens(item)
        case Record(_, fields):
            for _, item in fields:
                yield from _tokens(item)
        case Tagged(_, _, payload):
            yield from _tokens(payload)
        case _:
            if is_unknown(value):
                yield value


def _looks(expr: m.Expr) -> frozenset[str]:
    match expr:
        case m.Size(subject=m.Zone(owner=owner)):
            return frozenset() if owner is None else _looks(owner)
        case m.Size(subject=m.VarOf(owner=owner)):
            return _looks(owner)
        case m.Size(subject=m.Var()):
            return frozenset()
        case m.Zone(name=name, owner=owner):
            return frozenset({f"zone:{name}"}) | (frozenset() if owner is None else _looks(owner))
        case m.VarOf(name=name, owner=owner):
            return frozenset({f"var:{name}"}) | _looks(owner)
        case m.Var(name=name):
            return frozenset({name})
        case m.Let(name=name, value=value, body=body):
            inside = _looks(body)
            return inside - {name} | (_looks(value) if name in inside else frozenset())
        case m.Call(function=function, args=args):
            inside = _looks(function.body)
            names = [name for name, _ in function.params]
            passed = [_looks(arg) for name, arg in zip(names, args, strict=True) if name in inside]
            return (inside - set(names)).union(*passed)
        case (
            m.Quantified(binder=binder)
            | m.Aggregate(binder=binder)
            | m.Mapped(binder=binder)
            | m.Count(binder=binder)
            | m.Pick(binder=binder)
            | m.Those(binder=binder)
        ):
            inside = frozenset().union(*(_looks(part) for part in parts(expr) if part is not binder.source))
            return inside - set(binder.names) | _looks(binder.source)
        case _:
            return frozenset().union(*(_looks(part) for part in parts(expr)))
