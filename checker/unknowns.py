"""Unknown situations: the parameters of a question as terms, with what makes them well-formed.

A *shape* fixes how long each list is and who is who (players named in order of mention); within a shape
every parameter is a choice among finitely many values, or a number within bounds. The shapes of a
question, taken together, are all its situations within the bounds of its types. All that is assumed of a
situation stands here: the domains, and the question's `needs`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import z3

from checker.symbols import Alt, Maybe, NotEncodable, Num, Sym, SymList, SymRecord
from checker.terms import Number, Truth, atom, constant, exactly_one, not_above, number_term, term, variable
from dsl.model import Game, Question
from dsl.types import (
    BagType,
    BoolType,
    EnumType,
    IntType,
    ListType,
    OptionalType,
    PlayerType,
    RationalType,
    RecordType,
    SetType,
    Type,
    UnionType,
)
from dsl.values import Player, Record, Value, rational
from interpreter.rules import Situation
from interpreter.space import domain_size, has_players, values_of

MOST_CHOICES = 100
"""Numbers of at most so many values are choices; beyond, Z3 integers."""
MOST_VALUES = 3000
"""A parameter of more values than this has no choice variable."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A value among finitely many: one literal each, exactly one of which holds. In canonical order."""

    literals: tuple[Truth, ...]
    values: tuple[Value, ...]
    symbol: Sym


@dataclass(frozen=True, slots=True, eq=False)
class Amount:
    """A number within bounds; without bounds, any number, whole or not. `there`: it may be `none` else."""

    number: Number
    low: int | None
    high: int | None
    symbol: Sym
    there: Truth = True


Leaf = Choice | Amount | Player


@dataclass(frozen=True, slots=True)
class Tree:
    """How a value is put together from leaves, for decoding: a leaf, a list or a record of trees."""

    type: Type
    leaf: Leaf | None = None
    children: tuple["Tree", ...] = ()


@dataclass(slots=True)
class Shape:
    """One shape of a question's situations: its parameters as terms, and what makes them well-formed."""

    question: Question
    lengths: tuple[int, ...]
    players: tuple[int, ...]
    trees: tuple[Tree, ...]
    args: tuple[Sym, ...]
    leaves: list[Leaf] = field(default_factory=list)

    def constraints(self) -> Iterator[Truth]:
        """That every choice has exactly one value, and every number is within its bounds."""
        for leaf in self.leaves:
            match leaf:
                case Choice(literals=literals) if len(literals) > 1:
                    yield exactly_one(literals)
                case Amount(number=number, low=int(low), high=int(high)):
                    yield not_above(constant(low), number)
                    yield not_above(number, constant(high))
                case _:
                    pass


def shapes(game: Game, question: Question) -> Iterator[Shape]:
    """All shapes of a question, shortest lists first, fewest players first. What is at the same place of
    several shapes is the same unknown in all of them.

    Raises NotEncodable where a parameter has no symbolic form.
    """
    types = [p.type for p in question.parameters]
    made: dict[str, Choice | Amount] = {}
    for lengths in sorted(_lengths(types), key=lambda n: (sum(n), n)):
        slots = _Builder(game, question, lengths, None, made).players_needed()
        for pattern in _patterns(slots, len(game.names[: game.players[1]])):
            yield _Builder(game, question, lengths, pattern, made).shape()


def _lengths(types: list[Type]) -> list[tuple[int, ...]]:
    """The lengths that the lists among these types may have, one entry a list met (outermost first)."""
    found: list[tuple[int, ...]] = [()]
    for type_ in types:
        own = _lengths_of(type_)
        found = [(*a, *b) for a in found for b in own]
    return found


def _lengths_of(type_: Type) -> list[tuple[int, ...]]:
    match type_:
        case ListType(item=item, low=low, high=high):
            if low is None or high is None:
                raise NotEncodable("a list without bounds")
            if _lengths_of(item) != [()]:
                raise NotEncodable("a list of lists")
            return [(n,) for n in range(low, high + 1)]
        case RecordType(fields=fields):
            return _lengths([t for _, t in fields])
        case _:
            return [()]


def _patterns(slots: int, names: int) -> Iterator[tuple[int, ...]]:
    """Who is who in so many places: each new player is the next one. All different ones come first."""
    if slots > names + 4:
        raise NotEncodable("more players than the game has")
    found: list[tuple[int, ...]] = [()]
    for _ in range(slots):
        found = [(*f, k) for f in found for k in range(min(max(f, default=-1) + 2, names))]
    return iter(sorted(found, key=lambda f: (-len(set(f)), f)))


class _Builder:
    """Builds one shape."""

    def __init__(
        self,
        game: Game,
        question: Question,
        lengths: tuple[int, ...],
        pattern: tuple[int, ...] | None,
        made: dict[str, "Choice | Amount"],
    ) -> None:
        self.game = game
        self.question = question
        self.lengths = lengths
        self.pattern = pattern
        self.made = made
        self._lengths = iter(lengths)
        self._slots = 0
        self._leaves: list[Leaf] = []

    def players_needed(self) -> int:
        """How many places for players a shape of these lengths has."""
        for parameter in self.question.parameters:
            self._count(parameter.type)
        return self._slots

    def _count(self, type_: Type) -> None:
        match type_:
            case PlayerType():
                self._slots += 1
            case ListType(item=item):
                for _ in range(next(self._lengths)):
                    self._count(item)
            case RecordType(fields=fields):
                for _, t in fields:
                    self._count(t)
            case _:
                pass

    def shape(self) -> Shape:
        """The shape."""
        trees = tuple(self._tree(p.name, p.type) for p in self.question.parameters)
        return Shape(
            self.question,
            self.lengths,
            self.pattern or (),
            trees,
            tuple(_symbol(t) for t in trees),
            self._leaves,
        )

    def _tree(self, name: str, type_: Type) -> Tree:
        match type_:
            case PlayerType():
                assert self.pattern is not None
                player = Player(self.game.names[self.pattern[self._slots]])
                self._slots += 1
                return self._leaf(type_, player)
            case ListType(item=item):
                count = next(self._lengths)
                return Tree(type_, None, tuple(self._tree(f"{name}.{i + 1}", item) for i in range(count)))
            case RecordType(fields=fields):
                return Tree(type_, None, tuple(self._tree(f"{name}.{n}", t) for n, t in fields))
            case IntType(low=low, high=high):
                if low is None or high is None:
                    raise NotEncodable("a number without bounds")
                if high - low < MOST_CHOICES:
                    return self._choice(name, type_)
                if name not in self.made:
                    number = variable(name)
                    self.made[name] = Amount(number, low, high, Num(number))
                return self._leaf(type_, self.made[name])
            case RationalType():
                return self._rational(name, type_, True)
            case OptionalType(item=RationalType()):
                return self._rational(name, type_, atom(f"{name}!"))
            case BoolType() | EnumType() | BagType() | SetType() | OptionalType() | UnionType():
                return self._choice(name, type_)

    def _rational(self, name: str, type_: Type, there: Truth) -> Tree:
        if name not in self.made:
            number = variable(name, real=True)
            symbol = Num(number) if there is True else Maybe(there, number)
            self.made[name] = Amount(number, None, None, symbol, there)
        return self._leaf(type_, self.made[name])

    def _choice(self, name: str, type_: Type) -> Tree:
        if name not in self.made:
            self.made[name] = self._new_choice(name, type_)
        return self._leaf(type_, self.made[name])

    def _new_choice(self, name: str, type_: Type) -> Choice:
        if has_players(type_):
            raise NotEncodable("players inside a choice of many situations")
        size = domain_size(type_)
        if size is None or size > MOST_VALUES:
            raise NotEncodable("a parameter of too many values")
        values = tuple(values_of(type_, ()))
        if len(values) == 1:
            return Choice((True,), values, values[0])
        literals = tuple(atom(f"{name}={i}") for i in range(len(values)))
        if all(isinstance(v, bool) for v in values):
            return Choice(literals, values, literals[values.index(True)])
        return Choice(literals, values, Alt(tuple(zip(literals, values, strict=True))))

    def _leaf(self, type_: Type, leaf: Leaf) -> Tree:
        self._leaves.append(leaf)
        return Tree(type_, leaf)


def _symbol(tree: Tree) -> Sym:
    match tree.leaf:
        case Player():
            return tree.leaf
        case Amount(symbol=symbol) | Choice(symbol=symbol):
            return symbol
        case None:
            children = [_symbol(c) for c in tree.children]
            if isinstance(tree.type, ListType):
                return SymList(tuple((True, c) for c in children))
            assert isinstance(tree.type, RecordType)
            return SymRecord(
                tree.type.name, tuple((n, c) for (n, _), c in zip(tree.type.fields, children, strict=True))
            )


def decode(shape: Shape, model: z3.ModelRef) -> Situation:
    """The situation that a model describes, in values of the language."""

    def value(tree: Tree) -> Value:
        match tree.leaf:
            case Player():
                return tree.leaf
            case Amount(number=number, there=there):
                if not z3.is_true(model.eval(term(there), model_completion=True)):
                    return None
                found = model.eval(number_term(number), model_completion=True)
                return rational(found.as_fraction()) if number.real else int(found.as_long())
            case Choice(literals=literals, values=values):
                for literal, choice in zip(literals, values, strict=True):
                    if z3.is_true(model.eval(term(literal), model_completion=True)):
                        return choice
                raise AssertionError("no value is chosen")
            case None:
                children = [value(c) for c in tree.children]
                if isinstance(tree.type, ListType):
                    return tuple(children)
                assert isinstance(tree.type, RecordType)
                return Record(
                    tree.type.name,
                    tuple((n, c) for (n, _), c in zip(tree.type.fields, children, strict=True)),
                )

    return tuple(value(t) for t in shape.trees)
