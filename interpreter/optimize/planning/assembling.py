"""What the search is given: the cards, the two runs of steps, what lies between, and what cards weigh."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from dsl.model import Best
from dsl.types.values import Value, sort_key
from interpreter.optimize.planning.leaves import Key, Leaf, filter_of, is_of_sizes, joined_by, key_of, ranked
from interpreter.optimize.planning.paths import Path, explored
from interpreter.optimize.planning.pieces import Piece, Pieces
from interpreter.optimize.planning.runs import StepsOf, run_of, specified, wanted_of
from interpreter.optimize.planning.terms import (
    MissingAccumulator,
    Points,
    Unplanned,
)
from interpreter.optimize.planning.unknown import Unknown, numbers_in
from interpreter.optimize.planning.working import Worker
from interpreter.optimize.search.problem import Between, Problem, Run
from interpreter.values.context import Blocked, Context, Env, SpecError


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
        steps = StepsOf(self.unknown, self.context, self.at)
        sides = [specified(steps, 0, one, filters[0]), specified(steps, 1, other, filters[1])]
        runs = [run_of(side) for side in sides]
        if sides[0] == sides[1] and all((m, n) in pairs for pairs in allowed.values() for n, m in pairs):
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
            wanted=wanted_of(sides),
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
                        leaf.decided.get(MissingAccumulator(side, place)) is not False for leaf in leaves
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
