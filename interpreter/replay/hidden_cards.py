"""What a log leaves open: cards that nobody who reads it knows.

A card that is not known is a token of its own (`state.unknown`). All that is known of the tokens of a pool,
which were shuffled together, is how many of each kind are among them; so what a log says is possible if, and
only if, the tokens can be told apart one after the other without any kind running out. Nothing is ever
guessed: where an expression looks at a token (`dsl.types.hidden`), the ways in which that can be are tried,
each of a class of kinds for which the same comes of it. So a token may be known not to be of some kinds,
before it is known what it is; its name tells.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, count
from typing import Any

from dsl import model as m
from dsl.text.errors import Portable
from dsl.types.hidden import Hidden, is_hidden
from dsl.types.values import Bag, Case, Player, Record, Tagged, Value, ValueSet, bag_of, set_of, sort_key
from interpreter.analysis.dependencies import walk
from interpreter.evaluate.evaluate import SEATS
from interpreter.play.state import UNKNOWN, State, is_unknown, unknown
from interpreter.values.context import thing_text

MOST_SORTS = 8  # sorts of tokens, by what they are known not to be, that are counted together
_BUT = "\n"  # between the pool in the name of a token, and each kind that it is not


class Undecided(Portable):
    """Too many ways would have to be tried. `reason`: which, for whoever reads the result. `lasting`: so it
    will be for whatever follows."""

    def __init__(
        self, reason: str = "there are too many ways to try them all", lasting: bool = False
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.lasting = lasting


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
    return token.name.partition(_BUT)[0]


def barred_of(token: Value) -> frozenset[str]:
    """The kinds that a token is known not to be, as texts."""
    assert isinstance(token, Case)
    return frozenset(token.name.split(_BUT)[1:])


def _of_pool(token: Value, pool: str) -> Value:
    return _of_name(token, pool, barred_of(token))


def _of_name(token: Value, pool: str, barred: Iterable[str]) -> Value:
    assert isinstance(token, Case)
    return replace(token, name=_BUT.join((pool, *sorted(barred))))


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
    if any(thing_text(card) in barred_of(token) for token, card in cards.items()):
        return None
    told = {token: cards.get(card, card) for token, card in knowledge.told.items()}
    known = replace(knowledge, pools=tuple(sorted(pools.items())), told={**told, **cards})
    after = renamed(state, cards)
    return (after, known) if _can_be(after, known) else None


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
        left = [token for token in tokens if pool_of(token) == name and token not in found]
        fit = [token for token in left if thing_text(card) not in barred_of(token)]
        if not fit:
            return None
        least = max(fit, key=lambda token: len(barred_of(token)))
        if not all(barred_of(token) <= barred_of(least) for token in fit):
            return told_apart(*_freed(state, knowledge, tokens), cards)
        found[least] = card
    return identify(state, knowledge, found)


def _freed(
    state: State, knowledge: Knowledge, tokens: Sequence[Value]
) -> tuple[State, Knowledge, Sequence[Value]]:
    """The same, where of these tokens no more is known than what none of those of a pool is."""
    shared: dict[str, frozenset[str]] = {}
    for token in tokens:
        shared[pool_of(token)] = shared.get(pool_of(token), barred_of(token)) & barred_of(token)
    free = {token: _of_name(token, pool_of(token), shared[pool_of(token)]) for token in tokens}
    told = {token: free.get(card, card) for token, card in knowledge.told.items()}
    known = replace(knowledge, told={**told, **free})
    return renamed(state, free), known, [free[token] for token in tokens]


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


def parted(state: State, knowledge: Knowledge, token: Value, kinds: Collection[Value]) -> Iterator[Known]:
    """The ways in which it is told whether a token is one of these kinds: that it is, and that it is not.
    Where several lie together, and nothing tells one from the other: that one of them is, and that none
    is."""
    texts = {kind: thing_text(kind) for kind in possible(knowledge, token)}
    chosen = [kind for kind in texts if kind in kinds]
    others = [texts[kind] for kind in texts if kind not in kinds]
    found: Known | None
    if len(chosen) == 1:
        found = identify(state, knowledge, {token: chosen[0]})
    else:
        found = _barred(state, knowledge, (token,), others)
    if found is not None:
        yield found
    found = _barred(state, knowledge, _alike(state, token), [texts[kind] for kind in chosen])
    if found is not None:
        yield found


def _barred(
    state: State, knowledge: Knowledge, tokens: Sequence[Value], texts: Iterable[str]
) -> Known | None:
    """What is known once these tokens are none of these kinds; None where that cannot be."""
    renaming = {token: _of_name(token, pool_of(token), barred_of(token) | set(texts)) for token in tokens}
    told = {token: renaming.get(card, card) for token, card in knowledge.told.items()}
    known = renamed(state, renaming), replace(knowledge, told={**told, **renaming})
    return known if _can_be(*known) else None


def _alike(state: State, token: Value) -> tuple[Value, ...]:
    """The tokens that lie in no order with this one, and nothing tells from it: it at least."""
    held = Counter(_held(state))
    for zone in state.zones.values():
        if isinstance(zone, Bag) and token in zone.items and held[token] == 1:
            name = token.name  # type: ignore[union-attr]
            return tuple(t for t in zone.items if is_unknown(t) and t.name == name and held[t] == 1)  # type: ignore[union-attr]
    return (token,)


def distinct(state: State, values: Iterable[Value]) -> tuple[Value, ...]:
    """The values, each once; of tokens that nothing tells from one another, the first."""
    found: dict[Value, None] = {}
    passed: set[Value] = set()
    for value in values:
        if value not in passed:
            found[value] = None
            passed |= set(_alike(state, value)) if is_unknown(value) else {value}
    return tuple(found)


def cards_for(thing: Value, wanted: Value) -> Mapping[Value, Value] | None:
    """What the tokens in a thing have to be, so that it is the one wanted; None where it cannot be."""
    if is_unknown(thing):
        return {thing: wanted}
    if isinstance(thing, Record) and isinstance(wanted, Record):
        found: dict[Value, Value] = {}
        for (_, one), (_, other) in zip(thing.fields, wanted.fields, strict=True):
            inside = cards_for(one, other)
            if inside is None or any(found.get(token, card) != card for token, card in inside.items()):
                return None
            found |= inside
        return found
    return {} if thing == wanted else None


def has_tokens(value: Value) -> bool:
    """Whether there is a card in it that is not known."""
    return any(True for _ in _tokens(value))


def possible(knowledge: Knowledge, token: Value) -> tuple[Value, ...]:
    """What a token can be by itself, as far as that is counted."""
    unseen = dict(knowledge.pools).get(pool_of(token), ())
    barred = barred_of(token)
    return tuple(kind for kind, _ in unseen if not barred or thing_text(kind) not in barred)


def _can_be(state: State, knowledge: Knowledge) -> bool:
    """Whether there are enough of the kinds that the tokens can be, for all of them at once (by the theorem
    of Hall, over sorts of tokens)."""
    sorts: dict[str, dict[frozenset[str], int]] = {}
    for token in dict.fromkeys(_held(state)):
        sort = sorts.setdefault(pool_of(token), {})
        sort[barred_of(token)] = sort.get(barred_of(token), 0) + 1
    for name, unseen in knowledge.pools:
        sort = sorts.get(name, {})
        if not any(sort):
            continue
        counted = [(thing_text(kind), number) for kind, number in unseen]
        kept = list(sort)[:MOST_SORTS]
        for size in range(1, len(kept) + 1):
            for some in combinations(kept, size):
                barred = frozenset.intersection(*some)
                there = sum(number for text, number in counted if text not in barred)
                if sum(sort[each] for each in some) > there:
                    return False
    return True


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


class Veil:
    """Hides tokens from who evaluates, so that it is noticed where one is looked at."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[m.Expr, frozenset[str]]] = {}

    def over(
        self, expr: m.Expr, env: Mapping[str, Any], knowledge: Knowledge, whole: bool
    ) -> dict[str, Any] | None:
        """The names with what they mean, the tokens among that hidden; None where there is none that `expr`
        can look at. `whole`: each token that a question is asked about has to be known."""
        names = self._names(expr)
        hidden: dict[Value, Any] = {}
        changed: dict[str, Any] = {}
        for key, value in env.items():
            if key != SEATS and (_whole_name(key) or key) in names:
                new = dict.fromkeys(token for token in _tokens(value) if token not in hidden)
                hidden |= {token: _hidden(token, knowledge, whole) for token in new}
                if any(token in hidden for token in _tokens(value)):
                    changed[key] = _replaced(value, hidden)
        return {**env, **changed} if changed else None

    def _names(self, expr: m.Expr) -> frozenset[str]:
        """The names, zones and variables that `expr` can look at."""
        if id(expr) not in self._kept:
            self._kept[id(expr)] = (expr, frozenset(_named(expr)))
        return self._kept[id(expr)][1]


def _hidden(token: Value, knowledge: Knowledge, whole: bool) -> Any:
    """What stands for a token. (The only kind that it can be, where there is one.)"""
    assert isinstance(token, Case)
    kinds = possible(knowledge, token)
    return kinds[0] if len(kinds) == 1 else Hidden(token, kinds, order=token.index, whole=whole)


def unveiled(value: Any) -> Any:
    """The value with tokens for what is hidden."""
    if is_hidden(value):
        if value.cause is not None:
            raise value.cause
        return value.token
    match value:
        case tuple():
            return tuple(unveiled(item) for item in value)
        case Bag(items):
            return bag_of(unveiled(item) for item in items)
        case ValueSet(items):
            return ValueSet(tuple(unveiled(item) for item in items))
        case Record(type, fields):
            return Record(type, tuple((name, unveiled(item)) for name, item in fields))
        case Tagged(union, tag, payload):
            return Tagged(union, tag, unveiled(payload))
        case _:
            return value


def _named(expr: m.Expr) -> Iterator[str]:
    for each in walk(expr):
        match each:
            case m.Zone(name=name):
                yield f"zone:{name}"
            case m.VarOf(name=name):
                yield f"var:{name}"
            case m.Var(name=name):
                yield name
            case _:
                pass


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
