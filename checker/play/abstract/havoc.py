"""Values of which no more is known than their type, and what is assumed of them.

The same question in the same situation has the same answer, whoever asks: it is one unknown. So is what comes
of the same expression of the same values.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace

from checker.play.abstract import numbers as amounts
from checker.play.abstract.numbers import Amount
from checker.play.abstract.values import (
    NONE,
    SOME,
    AbstractCase,
    AbstractList,
    AbstractNumber,
    AbstractTagged,
    AbstractTruth,
    Known,
    SizedCollection,
    Top,
    equal,
    is_one,
    literal,
)
from checker.smt.formulas import Number, Truth, atom, disj, exactly_one, variable
from dsl.types import types as t
from dsl.types.values import Case, Player, Value, sort_key

Possible = Callable[[str, Sequence[Known]], tuple[Value, ...] | None]
"""All that a question can be answered in a situation; None where that is not known."""
MOST_CASES = 12
"""Cases of an enumeration that are told apart."""


@dataclass(slots=True)
class Havoc:
    """Makes unknown values, each a new one. `possible`: what can be answered, where that is known; `assumed`:
    that they are of their types; `asked`: the questions of which an answer was wanted, each with its
    situation, once."""

    seats: tuple[Player, ...]
    possible: Possible | None = None
    assumed: list[Truth] = field(default_factory=list)
    asked: list[tuple[str, tuple[Known, ...]]] = field(default_factory=list)
    _made: int = 0
    _answers: dict[tuple[str, tuple[Known, ...]], Known] = field(default_factory=dict)
    _products: dict[frozenset[Number], Amount] = field(default_factory=dict)
    _worked_out: dict[tuple[Hashable, tuple[Known, ...]], Known] = field(default_factory=dict)

    def truth(self) -> Truth:
        """A truth."""
        self._made += 1
        return atom(f"ends?{self._made}")

    def amount(self, low: int | None, high: int | None) -> Amount:
        """A whole number within these bounds."""
        if low is not None and low == high:
            return low
        self._made += 1
        amount = variable(f"ends#{self._made}")
        self.assumed.append(amounts.within(amount, low, high))
        return amount

    def one_of(self, number: int) -> tuple[Truth, ...]:
        """Truths of which exactly one holds."""
        if number == 1:
            return (True,)
        guards = tuple(self.truth() for _ in range(number))
        self.assumed.append(exactly_one(guards))
        return guards

    def of(self, type: t.Type) -> Known:
        """A value of the type."""
        match type:
            case t.BoolType():
                return AbstractTruth(self.truth())
            case t.IntType(low=low, high=high):
                return AbstractNumber(self.amount(low, high))
            case t.PlayerType():
                return self._among(self.seats)
            case t.EnumType(name=name, cases=cases) if len(cases) <= MOST_CASES:
                return self._among([Case(name, case, place) for place, case in enumerate(cases)])
            case t.UnionType(alternatives=alternatives):
                carried = [None if a.payload is None else self.of(a.payload) for a in alternatives]
                guards = self.one_of(len(alternatives))
                return AbstractTagged(
                    tuple((g, a.tag, c) for g, a, c in zip(guards, alternatives, carried, strict=True))
                )
            case t.OptionalType(item=item):
                none, some = self.one_of(2)
                return AbstractTagged(((none, NONE, None), (some, SOME, self.of(item))))
            case t.SetType(item=t.PlayerType()):
                return AbstractList(
                    ((True, tuple((self.truth(), p) for p in sorted(self.seats, key=sort_key))),)
                )
            case t.SetType(item=t.EnumType(name=name, cases=cases)) if len(cases) <= MOST_CASES:
                there = tuple((self.truth(), Case(name, case, place)) for place, case in enumerate(cases))
                return AbstractList(((True, there),))
            case t.ListType(low=low, high=high) | t.BagType(low=low, high=high):
                return SizedCollection(self.amount(low or 0, high), self._mark())
            case t.SetType():
                return SizedCollection(self.amount(0, None), self._mark())
            case t.EnumType() | t.RecordType() | t.RationalType():
                return Top(self._mark())

    def _mark(self) -> int:
        self._made += 1
        return self._made

    def one(self, value: Known) -> Known:
        """The same, known to be one value wherever it is met."""
        match value:
            case SizedCollection(mark=None) | Top(mark=None):
                return replace(value, mark=self._mark())
            case AbstractTagged(guarded=guarded) if not is_one(value):
                return AbstractTagged(
                    tuple((g, tag, None if c is None else self.one(c)) for g, tag, c in guarded)
                )
            case _:
                return value

    def answer(self, question: str, situation: Sequence[Known], type: t.Type) -> Known:
        """What a question is answered in a situation."""
        if not all(is_one(value) for value in situation):
            return self.of(type)
        key = (question, tuple(situation))
        if key not in self._answers:
            self._answers[key] = self._answered(question, situation, type)
            self.asked.append(key)
        return self._answers[key]

    def _answered(self, question: str, situation: Sequence[Known], type: t.Type) -> Known:
        possible = None if self.possible is None else self.possible(question, situation)
        if possible is not None and len(possible) == 1:
            return self.one(literal(possible[0]))
        known = self.of(type)
        if possible is not None:
            same = [equal(known, literal(value)) for value in possible]
            self.assumed.append(disj(True if each is None else each for each in same))
        return known

    def product(self, one: Amount, other: Amount) -> Amount:
        """Their product: the same, by parts, wherever the same are multiplied."""
        known = amounts.times(one, other)
        if known is not None:
            return known
        assert isinstance(one, Number) and isinstance(other, Number)
        for parted, by in ((one, other), (other, one)):
            match parted.op, parted.args:
                case "constant", _:
                    return amounts.multiplied(parted, by)
                case "+", (Number() as left, Number() as right):
                    return amounts.plus(self.product(left, by), self.product(right, by))
                case "-", (Number() as part,):
                    return amounts.less(0, self.product(part, by))
                case "*", (
                    (Number(op="constant") as factor, Number() as part)
                    | (Number() as part, Number(op="constant") as factor)
                ):
                    return amounts.multiplied(factor, self.product(part, by))
        key = frozenset((one, other))
        if key not in self._products:
            self._products[key] = self.amount(None, None)
        return self._products[key]

    def worked_out(self, of: Hashable, values: Sequence[Known], type: t.Type) -> Known:
        """What comes of these values, whatever it is that is done with them."""
        if not all(is_one(value) for value in values):
            return self.of(type)
        key = (of, tuple(values))
        if key not in self._worked_out:
            self._worked_out[key] = self.of(type)
        return self._worked_out[key]

    def _among(self, values: Sequence[Player | Case]) -> Known:
        return AbstractCase(tuple(zip(self.one_of(len(values)), values, strict=True)))
