"""The shortest expression over doubts that holds for some combinations of readings and not for others.

A point gives each doubt one reading, or none where the doubt does not exist there. The expression is a
smallest disjunction of conjunctions (Quine and McCluskey, for doubts of any number of readings: fewest
terms, of these fewest conditions, of these the first); or a conjunction of disjunctions, found so from what
must not hold, if that is shorter. Where the doubts fall into groups that are independent of each other, there
is one of the two for each group, if that is shorter. Points that cannot be are left to whatever is shortest.
What an expression says of a doubt never matters where the doubt does not exist, whether it is taken there to
have some reading or none.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from dsl.text.errors import Portable
from dsl.text.messages import Said

Point = Mapping[str, str]
"""For each doubt that exists there, its reading."""
Domains = Mapping[str, Sequence[str]]
"""For each doubt its readings, in order."""

MOST_POINTS = 4096
MOST_STEPS = 2_000_000
"""How much work is done for one expression, in pieces that do not depend on the machine."""
ALWAYS = "always"
NEVER = "never"


class TooLong(Portable):
    """The shortest expression is not found within the bounds; the message says which."""


def shortest(domains: Domains, on: Sequence[Point], off: Sequence[Point]) -> str:
    """The shortest expression that holds at every point of `on` and at none of `off`; `always`, `never`.

    The points of `on` and `off` have to differ, and each names the doubts that decide whether its others
    exist. Raises TooLong beyond MOST_POINTS points, or MOST_STEPS of work.
    """
    return all_of(domains, [(on, off)])


def all_of(domains: Domains, parts: Iterable[tuple[Sequence[Point], Sequence[Point]]]) -> str:
    """The shortest expression for several pairs of `on` and `off` together, no two of which name a doubt in
    common. Raises TooLong."""
    written = [_written(domains, on, off) for on, off in parts if off]
    if any(not w.text for w in written):
        return NEVER
    return _joined(written).text or ALWAYS


def _written(domains: Domains, on: Sequence[Point], off: Sequence[Point]) -> "_Expression":
    """The expression for points to be told apart; no text where it never holds."""
    if not on:
        return _Expression("", 0)
    space = _Space(domains, (*on, *off))
    here, there = space.coded(on), space.coded(off)
    if len(here) + len(there) > MOST_POINTS:
        raise TooLong(Said("more than {n} combinations of readings", n=MOST_POINTS))
    found: list[_Expression] = []
    work = _WorkBudget()
    for attempt in (_plain, _grouped, _clauses):
        try:
            found.append(attempt(space, here, there, work))
        except TooLong:
            work = _WorkBudget()
    if not found:
        raise TooLong(Said("the shortest description of the interpretations is too hard to find"))
    return min(found, key=lambda w: w.conditions)


# ------------------------------------------------------------------ points as numbers


@dataclass(frozen=True, slots=True)
class _Expression:
    """An expression, and how many conditions it has. `single`: it needs no parentheses in a conjunction."""

    text: str
    conditions: int
    single: bool = True


@dataclass(slots=True)
class _WorkBudget:
    """What is left of the work allowed."""

    left: int = MOST_STEPS

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise TooLong(Said("the shortest description of the interpretations is too hard to find"))


class _Space:
    """Doubts with a bit for each of their values: their readings in order, then that they do not exist."""

    def __init__(self, domains: Domains, points: Iterable[Point]) -> None:
        listed = list(points)
        self.doubts = [d for d in domains if any(d in p for p in listed)]
        self.readings = [list(domains[d]) for d in self.doubts]
        self.absent = [any(d not in p for p in listed) for d in self.doubts]
        self.sizes = [len(r) + gone for r, gone in zip(self.readings, self.absent, strict=True)]
        self.shifts = [sum(self.sizes[:i]) for i in range(len(self.sizes))]
        self.full = [((1 << size) - 1) << shift for size, shift in zip(self.sizes, self.shifts, strict=True)]
        self.everything = sum(self.full)

    def coded(self, points: Iterable[Point]) -> list[int]:
        """Each point as one bit a doubt; one where a doubt does not exist, once for each of its values."""
        found: dict[int, None] = {}
        for point in points:
            values = [
                [self.readings[i].index(point[d])] if d in point else range(self.sizes[i])
                for i, d in enumerate(self.doubts)
            ]
            for chosen in product(*values):
                found[sum(1 << (self.shifts[i] + v) for i, v in enumerate(chosen))] = None
                if len(found) > MOST_POINTS:
                    raise TooLong(Said("more than {n} combinations of readings", n=MOST_POINTS))
        return sorted(found)

    def condition(self, i: int, mask: int) -> tuple[int, bool, str, bool]:
        """(conditions, negative, text, needs parentheses in a conjunction) that the doubt number `i` has one
        of these values."""
        own = mask >> self.shifts[i]
        names = self.readings[i]
        inside = [n for v, n in enumerate(names) if own >> v & 1]
        outside = [n for v, n in enumerate(names) if not own >> v & 1]
        ways = []
        if inside and not (self.absent[i] and own >> len(names) & 1):
            ways.append((len(inside), False, self._either(i, inside), len(inside) > 1))
        if outside and (not self.absent[i] or own >> len(names) & 1):
            either = self._either(i, outside)
            text = f"not ({either})" if len(outside) > 1 else f"not {either}"
            ways.append((len(outside), True, text, False))
        return min(ways)

    def _either(self, i: int, names: Sequence[str]) -> str:
        return " or ".join(f"{self.doubts[i]} is {name}" for name in names)

    def limited(self, cube: int) -> list[int]:
        """The doubts of which a cube does not take every value."""
        return [i for i, full in enumerate(self.full) if cube & full != full]

    def opposite(self, cube: int) -> int:
        """The other values of each doubt of which a cube does not take every value."""
        return sum(full if cube & full == full else full & ~cube for full in self.full)


def _cost(space: _Space, cube: int) -> int:
    return sum(space.condition(i, cube & space.full[i])[0] for i in space.limited(cube))


# ------------------------------------------------------------------ a smallest disjunction


def _plain(space: _Space, on: list[int], off: list[int], work: _WorkBudget) -> _Expression:
    """The smallest disjunction."""
    return _write(space, _cover(space, on, off, work))


def _clauses(space: _Space, on: list[int], off: list[int], work: _WorkBudget) -> _Expression:
    """The smallest conjunction of disjunctions."""
    texts: list[str] = []
    conditions = 0
    for clause in _sorted(space, [space.opposite(c) for c in _cover(space, off, on, work, negated=True)]):
        parts = [space.condition(i, clause & space.full[i]) for i in space.limited(clause)]
        conditions += sum(p[0] for p in parts)
        texts.append(" or ".join(p[2] for p in parts))
    if len(texts) == 1:
        return _Expression(texts[0], conditions, single=" or " not in texts[0])
    return _Expression(" and ".join(f"({t})" if " or " in t else t for t in texts), conditions)


def _cover(
    space: _Space, on: list[int], off: list[int], work: _WorkBudget, negated: bool = False
) -> list[int]:
    """The cubes of a smallest disjunction that holds at every point of `on` and none of `off`; `negated`: to
    be written as what is not so."""
    primes = sorted(_primes(space, on, off, work), key=lambda c: (_cost(space, c), -c))
    costs = [_cost(space, c) for c in primes]
    work.spend(len(primes) * len(on))
    covers = [sum(1 << k for k, p in enumerate(on) if p & c == p) for c in primes]
    chosen = _SetCover(covers, costs, (1 << len(on)) - 1, work).best()
    return _narrowed(space, [primes[i] for i in chosen], on, work, negated)


def _primes(space: _Space, on: list[int], off: list[int], work: _WorkBudget) -> set[int]:
    """The largest cubes without a point of `off`, of those with a point of `on`.

    A cube with a point lacks, for each point of `off`, one of the values by which that differs; so the
    values lacking are a smallest set that meets all these differences.
    """
    found: set[int] = set()
    for point in on:
        work.spend(len(off))
        differences = _smallest_sets({o & ~point for o in off}, work)
        lacking = [0]
        for difference in differences:
            met = [s for s in lacking if s & difference]
            grown = [s | bit for s in lacking if not s & difference for bit in _bits(difference)]
            work.spend(len(met) * len(grown) + len(grown) + 1)
            lacking = met + [g for g in _smallest_sets(set(grown), work) if not any(m & g == m for m in met)]
        found.update(space.everything & ~s for s in lacking)
    return found


def _smallest_sets(sets: set[int], work: _WorkBudget) -> list[int]:
    """Those that contain none of the others, fewest members first."""
    kept: list[int] = []
    for one in sorted(sets, key=lambda s: (s.bit_count(), s)):
        work.spend(len(kept))
        if not any(k & one == k for k in kept):
            kept.append(one)
    return kept


def _bits(number: int) -> list[int]:
    return [1 << i for i in range(number.bit_length()) if number >> i & 1]


class _SetCover:
    """The fewest sets that cover everything; of these the cheapest, of these the first."""

    def __init__(self, covers: list[int], costs: list[int], wanted: int, work: _WorkBudget) -> None:
        self.covers = covers
        self.costs = costs
        self.work = work
        self.wanted = wanted
        self.by_point = [[i for i, c in enumerate(covers) if c >> k & 1] for k in range(wanted.bit_length())]
        self.widest = max(c.bit_count() for c in covers)

    def best(self) -> list[int]:
        """The places of the sets chosen, in order."""
        most = 1
        while True:
            found = self._within(self.wanted, most, None)
            if found is not None:
                return sorted(found[1])
            most += 1

    def _within(self, left: int, most: int, below: int | None) -> tuple[int, list[int]] | None:
        """The cheapest cover of what is left by at most so many sets, if cheaper than `below`."""
        self.work.spend(1)
        if not left:
            return (0, []) if below is None or below > 0 else None
        if most * self.widest < left.bit_count() or (below is not None and below <= 0):
            return None
        self.work.spend(left.bit_count())
        places = [k for k in range(left.bit_length()) if left >> k & 1]
        hardest = min(places, key=lambda k: len(self.by_point[k]))
        best: tuple[int, list[int]] | None = None
        for i in self.by_point[hardest]:
            bound = None if below is None else below - self.costs[i]
            rest = self._within(left & ~self.covers[i], most - 1, bound)
            if rest is not None:
                best = (self.costs[i] + rest[0], [i, *rest[1]])
                below = best[0]
        return best


def _narrowed(space: _Space, cubes: list[int], on: list[int], work: _WorkBudget, negated: bool) -> list[int]:
    """The same cubes without the values that no point of `on` needs, where that is written more simply: with
    fewer conditions, or without a negation."""
    kept = list(cubes)
    for place, cube in enumerate(kept):
        others = kept[:place] + kept[place + 1 :]
        needed = [p for p in on if p & cube == p and not any(p & o == p for o in others)]
        work.spend(len(on) * len(kept))
        least = 0
        for point in needed:
            least |= point
        for i in space.limited(cube):
            full = space.full[i]
            ways = [cube & full, (least or cube) & full]
            ways = [w for w in ways if w and w != full]
            cube = cube & ~full | min(ways, key=lambda w: space.condition(i, full & ~w if negated else w)[:2])
        kept[place] = cube
    return kept


def _write(space: _Space, cubes: Sequence[int]) -> _Expression:
    terms: list[str] = []
    conditions = 0
    single = len(cubes) == 1
    for cube in _sorted(space, cubes):
        parts = [space.condition(i, cube & space.full[i]) for i in space.limited(cube)]
        conditions += sum(p[0] for p in parts)
        if len(parts) == 1:
            terms.append(parts[0][2])
            single = single and not parts[0][3]
        else:
            joined = " and ".join(f"({p[2]})" if p[3] else p[2] for p in parts)
            terms.append(f"({joined})" if len(cubes) > 1 else joined)
    return _Expression(" or ".join(terms), conditions, single)


def _sorted(space: _Space, cubes: Sequence[int]) -> list[int]:
    return sorted(cubes, key=lambda c: [_order(space, i, c) for i in range(len(space.doubts))])


def _order(space: _Space, i: int, cube: int) -> tuple[bool, int]:
    """Terms that limit the first doubts come first, first readings first."""
    own = cube & space.full[i]
    return (own == space.full[i], (own >> space.shifts[i] & -(own >> space.shifts[i])).bit_length())


# ------------------------------------------------------------------ independent groups


def _grouped(space: _Space, on: list[int], off: list[int], work: _WorkBudget) -> _Expression:
    """What is smallest for each group of doubts that does not depend on the others, joined by `and`."""
    groups = _groups(space, on, off, work)
    if len(groups) == 1 and groups[0] == space.everything:
        raise TooLong("the doubts fall into no groups")
    left = list(off)
    parts: list[_Expression] = []
    for mask in groups:
        inside = sorted({p & mask for p in on})
        outside = sorted({p & mask for p in left} - set(inside))
        left = [p for p in left if p & mask in set(inside)]
        if outside:
            parts.append(_within_group(space, mask, inside, outside, work))
    return _joined(parts)


def _joined(parts: Sequence[_Expression]) -> _Expression:
    """All of these, joined by `and`."""
    if len(parts) == 1:
        return parts[0]
    texts = [p.text if p.single else f"({p.text})" for p in parts]
    return _Expression(" and ".join(texts), sum(p.conditions for p in parts))


def _within_group(space: _Space, mask: int, on: list[int], off: list[int], work: _WorkBudget) -> _Expression:
    rest = space.everything & ~mask
    here, there = [p | rest for p in on], [p | rest for p in off]
    ways = [_plain(space, here, there, work), _clauses(space, here, there, work)]
    return min(ways, key=lambda w: w.conditions)


def _groups(space: _Space, on: list[int], off: list[int], work: _WorkBudget) -> list[int]:
    """The finest groups of doubts (as the bits of their values) such that each point of `off` is told from
    all of `on` within one of them; without those that are not needed for it."""
    groups = list(space.full)

    def told(mask: int) -> set[int]:
        seen = {p & mask for p in on}
        work.spend(len(on) + len(off))
        return {p for p in off if p & mask not in seen}

    left = set(off).difference(*(told(m) for m in groups)) if groups else set(off)
    while left:
        one, other = max(
            ((a, b) for a in range(len(groups)) for b in range(a + 1, len(groups))),
            key=lambda pair: (
                len(told(groups[pair[0]] | groups[pair[1]]) & left),
                -_doubts_in(space, groups[pair[0]] | groups[pair[1]]),
                -pair[0],
                -pair[1],
            ),
        )
        merged = groups[one] | groups[other]
        groups = [m for k, m in enumerate(groups) if k not in (one, other)] + [merged]
        groups.sort(key=lambda m: m & -m)
        left -= told(merged)
    found = {mask: told(mask) for mask in groups}
    for mask in reversed(groups):
        others = set().union(*(t for m, t in found.items() if m != mask)) if len(found) > 1 else set()
        if found[mask] <= others:
            del found[mask]
    return [m for m in groups if m in found]


def _doubts_in(space: _Space, mask: int) -> int:
    return sum(1 for full in space.full if full & mask)
