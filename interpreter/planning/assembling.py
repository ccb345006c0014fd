"""What the search is given: the cards, the two runs of steps, what lies between, and what cards weigh."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from dsl.model import Best
from dsl.values import Tagged, Value, sort_key
from interpreter.context import Blocked, Context, Env, SpecError
from interpreter.planning.leaves import Key, Leaf, filter_of, is_of_sizes, joined_by, key_of, ranked
from interpreter.planning.paths import Path, explored
from interpreter.planning.pieces import Piece, Pieces
from interpreter.planning.terms import (
    NEUTRAL,
    Atom,
    Borne,
    Compared,
    Kept,
    Lacking,
    Operand,
    Points,
    Steps,
    Unplanned,
    Worked,
    neutral,
    neutral_atom,
    parts_of,
    plainly,
)
from interpreter.planning.unknown import Folding, Unknown, built, flat, numbers_in
from interpreter.planning.vectors import Branch, Columns, Conditions, branched, column, where
from interpreter.planning.working import Worker
from interpreter.search.problem import Between, Component, Opening, Problem, Run, State, Step
from interpreter.search.quantities import Quantities


@dataclass(frozen=True, slots=True)
class Assembled:
    """A problem whose points are those of the first key times `scale`; `keyed`: whether they are a key."""

    problem: Problem
    scale: int
    keyed: bool


def assembled(node: Best, pieces: Pieces, cards: Sequence[Value], env: Env, context: Context) -> Assembled:
    """The problem of finding the best row. Raises Unplanned."""
    try:
        return _Assembler(node, pieces, cards, env, context).assembled()
    except (Blocked, SpecError):
        raise Unplanned from None


class _Assembler:
    def __init__(
        self, node: Best, pieces: Pieces, cards: Sequence[Value], env: Env, context: Context
    ) -> None:
        self.node, self.pieces, self.env, self.context = node, pieces, env, context
        self.unknown = Unknown(pieces)
        self.kinds = sorted(set(cards), key=sort_key)
        self.at = {card: n for n, card in enumerate(self.kinds)}
        self.counts = [list(cards).count(card) for card in self.kinds]

    def assembled(self) -> Assembled:
        leaves = [leaf for n, between in enumerate(self.pieces.between) for leaf in self._leaves(n, between)]
        if not leaves:
            return Assembled(self._problem_of_nothing(), 1, True)
        one, other = joined_by(leaves)
        self._check_known(leaves)
        filters = [filter_of(leaves, side) for side in (0, 1)]
        allowed = {n: self._allowed([leaf for leaf in leaves if leaf.between == n]) for n in self._betweens()}
        wanted = ranked(leaves, one, other)
        left, right = self._specified(0, one, filters[0]), self._specified(1, other, filters[1])
        runs = [_run(left), _run(right)]
        if left == right and all((m, n) in pairs for pairs in allowed.values() for n, m in pairs):
            runs[1] = runs[0]
        weights, extras, scale = self._weights(leaves, wanted.points)
        between = tuple(
            Between(
                cards=tuple(self.at[card] for card in piece.cards),
                extra=extras[n],
                label=piece,
                allowed=allowed[n],
            )
            for n, piece in enumerate(self.pieces.between)
            if allowed[n]
        )
        problem = Problem(
            counts=self.counts,
            weights=weights,
            left=runs[0],
            right=runs[1],
            between=between,
            direction=wanted.direction,
        )
        return Assembled(problem, scale, wanted.points is not None)

    def _betweens(self) -> range:
        return range(len(self.pieces.between))

    def _problem_of_nothing(self) -> Problem:
        run = Run(openings=(), steps=(), least=0, most=0, value=lambda state: None)
        zeros = [0] * len(self.counts)
        return Problem(counts=self.counts, weights=zeros, left=run, right=run, between=())

    # -------------------------------------------------------------- conditions and keys

    def _leaves(self, n: int, between: Piece) -> list[Leaf]:
        """The ways with which rows count that have this between their sides."""
        (name,) = self.node.binder.names
        env = {**self.env, name: self.unknown.whole(between)}

        def run(path: Path) -> tuple[Key, ...] | None:
            worker = Worker(self.unknown, self.context, path)
            for condition, inner in self.unknown.wheres(between):
                if not worker.holds(condition, inner):
                    return None
            if self.node.binder.where is not None and not worker.holds(self.node.binder.where, env):
                return None
            return tuple([key_of(worker.value(key, env)) for key in self.node.keys])

        return [Leaf(n, decided, keys) for decided, keys in explored(run) if keys is not None]

    def _check_known(self, leaves: Sequence[Leaf]) -> None:
        """Raises Unplanned where a row may count though something that is kept of a side is lacking."""
        for side in (0, 1):
            for folding in self.unknown.foldings[side]:
                for place, number in enumerate(numbers_in(folding.form), folding.place):
                    if number.optional and any(
                        leaf.decided.get(Lacking(side, place)) is not False for leaf in leaves
                    ):
                        raise Unplanned

    def _allowed(self, leaves: Sequence[Leaf]) -> frozenset[tuple[int, int]]:
        """With how many steps left and right rows count."""
        spans = []
        for side in (0, 1):
            listed = self.unknown.side(side).listed
            assert listed.high is not None
            spans.append(range(listed.low or 0, listed.high + 1))
        return frozenset(
            (one, other)
            for one in spans[0]
            for other in spans[1]
            if any(is_of_sizes(leaf, (one, other)) for leaf in leaves)
        )

    def _weights(self, leaves: Sequence[Leaf], place: int | None) -> tuple[list[int], list[int], int]:
        """What each card weighs, what else comes to it by what lies between, and the scale of all."""
        if place is None:
            return [0] * len(self.kinds), [0] * len(self.pieces.between), 1
        weights: dict[Value, int | Fraction] = {}
        plus: dict[int, int | Fraction] = {}
        for leaf in leaves:
            points = leaf.keys[place]
            assert isinstance(points, Points)
            for side in (0, 1):
                for card in self.unknown.cards(side):
                    weight = points.weights[side].get(card, 0)
                    if weights.setdefault(card, weight) != weight:
                        raise Unplanned
            if plus.setdefault(leaf.between, points.plus) != points.plus:
                raise Unplanned
        extra = {
            n: more - sum(weights.get(card, 0) for card in self.pieces.between[n].cards)
            for n, more in plus.items()
        }
        scale = lcm(*(Fraction(each).denominator for each in (*weights.values(), *extra.values())))
        return (
            [int(weights.get(card, 0) * scale) for card in self.kinds],
            [int(extra.get(n, 0) * scale) for n in self._betweens()],
            scale,
        )

    # -------------------------------------------------------------- runs

    def _specified(self, side: int, value: Operand, conditions: Conditions) -> "Specified":
        """A run as data: the same for both sides where nothing tells them apart."""
        of, foldings = self.unknown.side(side), self.unknown.foldings[side]
        many = sum(len(folding.begins) for folding in foldings)
        borne = dict.fromkeys(
            part
            for term in (value, *(atom for atom, _ in conditions))
            for part in parts_of(term)
            if isinstance(part, Borne)
        )
        places = {neutral(part): Kept(NEUTRAL, many + n) for n, part in enumerate(borne)}
        openings = []
        for piece in of.openings:
            begins = [number for folding in foldings for number in folding.begins]
            state = [_concrete(number, piece) for number in (*begins, *borne)]
            if None not in state:
                openings.append((self._cards(piece), tuple(state), piece))
        carried = tuple(Branch((), (kept,)) for kept in places.values())
        steps = [
            (
                self._cards(piece),
                (*(self._step(folding, piece) for folding in foldings), *((one,) for one in carried)),
                piece,
            )
            for piece in of.steps
        ]
        for folding in foldings:
            self._check_lasting(folding, of.steps)
        assert of.listed.high is not None
        return Specified(
            tuple(openings),  # type: ignore[arg-type]
            tuple(steps),
            of.listed.low or 0,
            of.listed.high,
            _placed(neutral(value), places),
            tuple((_placed_atom(neutral_atom(atom), places), due) for atom, due in conditions),
        )

    def _cards(self, piece: Piece) -> tuple[int, ...]:
        return tuple(self.at[card] for card in piece.cards)

    def _step(self, folding: Folding, piece: Piece, out: frozenset[int] = frozenset()) -> tuple[Branch, ...]:
        """What becomes of what a fold keeps by a step, the numbers at the places `out` lacking before."""
        ((_, item),) = piece.values
        node, many = folding.node, len(folding.begins)
        (name,) = node.binder.names
        before = [None if n in out else Kept(NEUTRAL, folding.place + n) for n in range(many)]
        kept = built(folding.form, iter(before))

        def run(path: Path) -> tuple[Operand | None, ...]:
            worker = Worker(self.unknown, self.context, path)
            env = {**folding.env, name: item}
            if node.binder.where is not None and not worker.holds(node.binder.where, env):
                return tuple(before)
            return tuple(flat(worker.value(node.body, {**env, node.so_far: kept}), folding.form))

        branches = tuple(Branch(tuple(decided.items()), numbers) for decided, numbers in explored(run))
        for branch in branches:
            told = [*(atom for atom, _ in branch.conditions), *(n for n in branch.numbers if n is not None)]
            if any(part for term in told for part in parts_of(term) if part.side != NEUTRAL):
                raise Unplanned
            if any(isinstance(part, Steps) for term in told for part in parts_of(term)):
                raise Unplanned
        return branches

    def _check_lasting(self, folding: Folding, steps: Sequence[Piece]) -> None:
        """Raises Unplanned where something is kept again after it was lacking."""
        optional = [n for n, number in enumerate(numbers_in(folding.form)) if number.optional]
        for chosen in range(1, 2 ** len(optional)):
            out = frozenset(place for bit, place in enumerate(optional) if chosen >> bit & 1)
            for piece in steps:
                if any(None not in branch.numbers for branch in self._step(folding, piece, out)):
                    raise Unplanned


Placed = Mapping[Operand, Kept]


@dataclass(frozen=True, slots=True)
class Specified:
    """A run as data: openings (cards, numbers, piece), steps (cards, branches of each fold, piece), …"""

    openings: tuple[tuple[tuple[int, ...], tuple[int | Fraction, ...], Piece], ...]
    steps: tuple[tuple[tuple[int, ...], tuple[tuple[Branch, ...], ...], Piece], ...]
    least: int
    most: int
    value: Operand
    conditions: Conditions


def _run(of: Specified) -> Run:
    def change(branches: tuple[tuple[Branch, ...], ...]) -> Any:
        def changed(state: Columns) -> State | None:
            parts: list[Component] = []
            for each in branches:
                more = branched(each, state)
                if more is None:
                    return None
                parts += more
            return tuple(parts)

        return changed

    def value(state: Columns) -> Component | None:
        found = column(of.value, state)
        if found is None or not of.conditions:
            return found
        out = ~where(of.conditions, state)
        whole = found if isinstance(found, Quantities) else Quantities.constant(found, len(out))
        lacking = out if whole.lacking is None else out | whole.lacking
        return Quantities(
            whole.num, whole.den, lacking=lacking, most_num=whole.most_num, most_den=whole.most_den
        )

    return Run(
        openings=tuple(Opening(cards=cards, state=state, label=piece) for cards, state, piece in of.openings),
        steps=tuple(
            Step(cards=cards, change=change(branches), label=piece) for cards, branches, piece in of.steps
        ),
        least=of.least,
        most=of.most,
        value=value,
    )


def _placed(term: Operand, places: Placed) -> Operand:
    """The term with what cards bear taken from where it is kept."""
    if isinstance(term, Worked):
        return Worked(term.op, _placed(term.left, places), _placed(term.right, places))
    return places.get(term, term)


def _placed_atom(atom: Atom, places: Placed) -> Atom:
    match atom:
        case Compared(op, left, right):
            return Compared(op, _placed(left, places), _placed(right, places))
        case Lacking():
            raise Unplanned
        case _:
            inner = _placed(atom.term, places)
            assert isinstance(inner, Worked)
            return replace(atom, term=inner)


def _concrete(term: Operand | None, opening: Piece) -> int | Fraction | None:
    """A number with which a side begins that opens so. Raises Unplanned where it hangs on more."""
    match term:
        case Borne(part=part):
            card = dict(opening.values)[part]
            assert isinstance(card, Tagged) and isinstance(card.payload, int)
            return card.payload
        case Worked(op, left, right):
            one, other = _concrete(left, opening), _concrete(right, opening)
            return None if one is None or other is None else plainly(op, one, other)
        case Kept() | Steps():
            raise Unplanned
        case _:
            return term
