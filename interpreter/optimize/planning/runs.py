"""The runs of steps that a search is given: what becomes of what is kept of a side with each step."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import assert_never

import numpy as np

from dsl.types.values import Tagged, Value
from interpreter.optimize.planning.paths import Path, explored
from interpreter.optimize.planning.pieces import Piece
from interpreter.optimize.planning.terms import (
    NEUTRAL,
    Accumulator,
    Atom,
    CardValue,
    MissingAccumulator,
    NoneTest,
    NumberComparison,
    Operand,
    Operation,
    Steps,
    Unplanned,
    neutral,
    neutral_atom,
    parts_of,
    plainly,
)
from interpreter.optimize.planning.unknown import Folding, Unknown, built, flat, numbers_in
from interpreter.optimize.planning.vectors import Branch, Columns, Conditions, branched, column, where
from interpreter.optimize.planning.working import Worker
from interpreter.optimize.search.problem import Component, Opening, Run, State, Step
from interpreter.optimize.search.quantities import Array, Quantities
from interpreter.values.context import Context

VALUE = Accumulator(NEUTRAL - 1, 0)
"""The value of a side, where nothing else is kept of it."""

Branches = tuple[Branch, ...]
Placed = Mapping[Operand, Accumulator]


class StepsOf:
    """What becomes, with each step, of what is kept in going through the steps of a side."""

    def __init__(self, unknown: Unknown, context: Context, kinds: Mapping[Value, int]) -> None:
        self.unknown, self._context, self._kinds = unknown, context, kinds
        self._known: dict[tuple[int, int, Piece, frozenset[int]], list[tuple[Folding, Branches]]] = {}

    def cards(self, piece: Piece) -> tuple[int, ...]:
        """The kinds of its cards."""
        return tuple(self._kinds[card] for card in piece.cards)

    def branches(self, folding: Folding, piece: Piece, out: frozenset[int] = frozenset()) -> Branches:
        """What becomes of it by a step, the numbers at the places `out` lacking before. Raises Unplanned."""
        known = self._known.setdefault((id(folding.node), folding.place, piece, out), [])
        for other, branches in known:
            if other.env == folding.env:
                return branches
        known.append((folding, self._worked(folding, piece, out)))
        return known[-1][1]

    def _worked(self, folding: Folding, piece: Piece, out: frozenset[int]) -> Branches:
        ((_, item),) = piece.values
        node, many = folding.node, len(folding.begins)
        (name,) = node.binder.names
        before = [None if n in out else Accumulator(NEUTRAL, folding.place + n) for n in range(many)]
        kept = built(folding.form, iter(before))

        def run(path: Path) -> tuple[Operand | None, ...]:
            worker = Worker(self.unknown, self._context, path)
            env = {**folding.env, name: item}
            if node.binder.where is not None and not worker.holds(node.binder.where, env):
                return tuple(before)
            return tuple(flat(worker.value(node.body, {**env, node.so_far: kept}), folding.form))

        branches = tuple(Branch(tuple(decided.items()), numbers) for decided, numbers in explored(run))
        for branch in branches:
            told = [*(atom for atom, _ in branch.conditions), *(n for n in branch.numbers if n is not None)]
            for part in (part for term in told for part in parts_of(term)):
                if part.side != NEUTRAL or isinstance(part, Steps):
                    raise Unplanned
        return branches

    def check_lasting(self, folding: Folding, steps: Sequence[Piece]) -> None:
        """Raises Unplanned where something is kept again after it was lacking."""
        optional = [n for n, number in enumerate(numbers_in(folding.form)) if number.optional]
        for chosen in range(1, 2 ** len(optional)):
            out = frozenset(place for bit, place in enumerate(optional) if chosen >> bit & 1)
            for piece in steps:
                if any(None not in branch.numbers for branch in self.branches(folding, piece, out)):
                    raise Unplanned


# ------------------------------------------------------------------ a run as data


@dataclass(frozen=True, slots=True)
class Transition:
    """A step: its cards, what becomes of the numbers kept (some together), and, where they hang on the value
    alone, what becomes of that."""

    cards: tuple[int, ...]
    branches: tuple[Branches, ...]
    anew: tuple[Operand, ...] | None
    piece: Piece


@dataclass(frozen=True, slots=True)
class RunSpecification:
    """A run as data: the same for both sides where nothing tells them apart. `conditions` are about what is
    kept, `wanted` about the VALUE."""

    openings: tuple[tuple[tuple[int, ...], tuple[int | Fraction, ...], Piece], ...]
    steps: tuple[Transition, ...]
    least: int
    most: int
    value: Operand
    conditions: Conditions
    wanted: Conditions
    straight: bool


def specified(steps: StepsOf, side: int, value: Operand, conditions: Conditions) -> RunSpecification:
    """The run of a side whose value is that, where these conditions hold. Raises Unplanned."""
    of = steps.unknown.side(side)
    for folding in steps.unknown.foldings[side]:
        steps.check_lasting(folding, of.steps)
    foldings = steps.unknown.foldings[side]
    pieces = [piece for piece in of.steps if not any(_ends(steps, each, piece) for each in foldings)]
    straight = all(_is_straight(steps.branches(each, piece)) for each in foldings for piece in pieces)
    kept = _needed(foldings, value, conditions) if straight else foldings
    borne = _borne(value, conditions)
    terms: list[Operand] = [
        Accumulator(side, each.place + n) for each in kept for n in range(len(each.begins))
    ]
    places: Placed = {neutral(term): Accumulator(NEUTRAL, n) for n, term in enumerate([*terms, *borne])}
    placed = _placed(neutral(value), places)
    held = tuple((_placed_atom(neutral_atom(atom), places), due) for atom, due in conditions)
    wanted = tuple((_valued_atom(atom, placed), due) for atom, due in held)
    straight = straight and _is_linear(placed) and all(_of_value(atom) for atom, _ in wanted)
    openings = []
    for piece in of.openings:
        if None not in [_concrete(number, piece) for each in foldings for number in each.begins]:
            begins: list[Operand | None] = [number for each in kept for number in each.begins]
            state = tuple(_concrete(number, piece) for number in (*begins, *borne))
            openings.append((steps.cards(piece), state, piece))
    goings = [_going(steps, piece, kept, len(borne), places, placed) for piece in pieces]
    straight = straight and (not goings or any(going.anew is not None for going in goings))
    assert of.listed.high is not None
    return RunSpecification(
        openings=tuple(openings),  # type: ignore[arg-type]
        steps=tuple(goings if straight else [replace(going, anew=None) for going in goings]),
        least=of.listed.low or 0,
        most=of.listed.high,
        value=placed,
        conditions=() if straight else held,
        wanted=wanted if straight else (),
        straight=straight,
    )


def _going(
    steps: StepsOf, piece: Piece, kept: Sequence[Folding], borne: int, places: Placed, value: Operand
) -> Transition:
    branches = [_placed_branches(steps.branches(folding, piece), places) for folding in kept]
    many = sum(len(folding.begins) for folding in kept)
    branches += [(Branch((), (Accumulator(NEUTRAL, many + n),)),) for n in range(borne)]
    numbers = [number for each in branches for number in each[0].numbers]
    anew = tuple(_valued(number, value) for number in numbers if number is not None)
    of_value = all(part == VALUE for number in anew for part in parts_of(number))
    sure = of_value and len(anew) == len(numbers) and all(len(each) == 1 for each in branches)
    return Transition(steps.cards(piece), tuple(branches), anew if sure else None, piece)


def _ends(steps: StepsOf, folding: Folding, piece: Piece) -> bool:
    """Whether nothing is kept after the step, whatever was before."""
    return all(None in branch.numbers for branch in steps.branches(folding, piece))


def _is_straight(branches: Branches) -> bool:
    return len(branches) == 1 and all(
        number is not None and _is_linear(number) for number in branches[0].numbers
    )


def _is_linear(term: Operand) -> bool:
    """Whether it is a sum of multiples of what is kept and of a constant."""
    match term:
        case Operation("+" | "-", left, right):
            return _is_linear(left) and _is_linear(right)
        case Operation("*", left, right):
            plain = isinstance(left, int | Fraction) or isinstance(right, int | Fraction)
            return plain and _is_linear(left) and _is_linear(right)
        case Operation("/", left, right):
            return isinstance(right, int | Fraction) and right != 0 and _is_linear(left)
        case Operation() | Steps():
            return False
        case CardValue() | Accumulator() | int() | Fraction():
            return True
        case _:
            assert_never(term)


def _needed(foldings: Sequence[Folding], value: Operand, conditions: Conditions) -> list[Folding]:
    """Those of which the value or the conditions use something; of the others nothing is ever lacking."""
    used = {
        part.place
        for term in (value, *(atom for atom, _ in conditions))
        for part in parts_of(term)
        if isinstance(part, Accumulator)
    }
    return [each for each in foldings if used & set(range(each.place, each.place + len(each.begins)))]


def _borne(value: Operand, conditions: Conditions) -> list[CardValue]:
    """What the cards of openings bear that is used at the end."""
    terms = (value, *(atom for atom, _ in conditions))
    return list(dict.fromkeys(p for term in terms for p in parts_of(term) if isinstance(p, CardValue)))


def _of_value(atom: Atom) -> bool:
    return all(part == VALUE for part in parts_of(atom))


def _replaced(term: Operand, new: Callable[[Operand], Operand | None]) -> Operand:
    """The term with those parts in it that become others."""
    found = new(term)
    if found is not None:
        return found
    if isinstance(term, Operation):
        return Operation(term.op, _replaced(term.left, new), _replaced(term.right, new))
    return term


def _replaced_atom(atom: Atom, new: Callable[[Operand], Operand | None]) -> Atom:
    match atom:
        case NumberComparison(op, left, right):
            return NumberComparison(op, _replaced(left, new), _replaced(right, new))
        case MissingAccumulator():
            raise Unplanned
        case NoneTest(term):
            inner = _replaced(term, new)
            if not isinstance(inner, Operation):
                return NoneTest(Operation("+", inner, 0))
            return NoneTest(inner)
        case _:
            assert_never(atom)


def _placed(term: Operand, places: Placed) -> Operand:
    """The term with what is used of a side taken from where it is kept."""
    return _replaced(term, places.get)


def _placed_atom(atom: Atom, places: Placed) -> Atom:
    return _replaced_atom(atom, places.get)


def _placed_branches(branches: Branches, places: Placed) -> Branches:
    return tuple(
        Branch(
            tuple((_placed_atom(atom, places), due) for atom, due in branch.conditions),
            tuple(None if number is None else _placed(number, places) for number in branch.numbers),
        )
        for branch in branches
    )


def _valued(term: Operand, value: Operand) -> Operand:
    """The term with the VALUE in the place of what it is worked out of."""
    return _replaced(term, lambda part: VALUE if part == value else None)


def _valued_atom(atom: Atom, value: Operand) -> Atom:
    return _replaced_atom(atom, lambda part: VALUE if part == value else None)


def _concrete(term: Operand | None, opening: Piece) -> int | Fraction | None:
    """A number with which a side begins that opens so. Raises Unplanned where it hangs on more."""
    match term:
        case CardValue(part=part):
            card = dict(opening.values)[part]
            assert isinstance(card, Tagged) and isinstance(card.payload, int)
            return card.payload
        case Operation(op, left, right):
            one, other = _concrete(left, opening), _concrete(right, opening)
            return None if one is None or other is None else plainly(op, one, other)
        case Accumulator() | Steps():
            raise Unplanned
        case None | int() | Fraction():
            return term
        case _:
            assert_never(term)


# ------------------------------------------------------------------ as the search takes it


def run_of(of: RunSpecification) -> Run:
    """The run, with functions of many states at once."""

    def change(branches: tuple[Branches, ...]) -> Callable[[Columns], State | None]:
        def changed(state: Columns) -> State | None:
            parts: list[Component] = []
            for each in branches:
                more = branched(each, state)
                if more is None:
                    return None
                parts += more
            return tuple(parts)

        return changed

    def begins(anew: tuple[Operand, ...]) -> Callable[[Quantities], State]:
        def begun(value: Quantities) -> State:
            parts = [column(number, (value,)) for number in anew]
            return tuple([part for part in parts if part is not None])

        return begun

    def value(state: Columns) -> Component | None:
        found = column(of.value, state)
        if found is None or not of.conditions:
            return found
        return _lacking_also(found, ~where(of.conditions, state))

    return Run(
        openings=tuple(Opening(cards=cards, state=state, label=piece) for cards, state, piece in of.openings),
        steps=tuple(
            Step(
                cards=step.cards,
                change=change(step.branches),
                anew=None if step.anew is None else begins(step.anew),
                label=step.piece,
            )
            for step in of.steps
        ),
        least=of.least,
        most=of.most,
        value=value,
        straight=of.straight,
    )


def _lacking_also(part: Component, out: Array) -> Quantities:
    whole = part if isinstance(part, Quantities) else Quantities.constant(part, len(out))
    lacking = out if whole.lacking is None else out | whole.lacking
    return Quantities(whole.num, whole.den, lacking=lacking, most_num=whole.most_num, most_den=whole.most_den)


def wanted_of(sides: Sequence[RunSpecification]) -> Callable[[Quantities], Array] | None:
    """Which values count, of both sides; None where all do."""
    conditions = tuple(dict.fromkeys(condition for side in sides for condition in side.wanted))
    if not conditions:
        return None

    def wanted(values: Quantities) -> Array:
        return where(conditions, (values,)) if len(values) else np.zeros(0, bool)

    return wanted
