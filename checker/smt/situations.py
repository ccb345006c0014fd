"""Unknown situations: the parameters of a question as terms, with what makes them well-formed.

A *shape* fixes how long each list is and who is who (players named in order of mention); within a shape
every parameter is a choice among finitely many values, or a number within bounds. The shapes of a
question, taken together, are all its situations within the bounds of its types. All that is assumed of a
situation stands here: the domains, and the question's `needs`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import z3

from checker.smt.formulas import (
    Number,
    Truth,
    atom,
    constant,
    disj,
    exactly_one,
    implies,
    not_above,
    number_term,
    term,
    variable,
)
from checker.smt.values import NotEncodable, Sym, SymChoice, SymList, SymNumber, SymOptional, SymRecord
from dsl.model import Game, Question
from dsl.text.messages import Said
from dsl.types.types import (
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
from dsl.types.values import Bag, Player, Record, Tagged, Value, ValueSet, rational
from interpreter.rulebook.rulebook import Situation
from interpreter.values.domain import domain_size, has_players, values_of

MOST_CHOICES = 100
"""Numbers of at most so many values are choices; beyond, Z3 integers."""
MOST_VALUES = 3000
"""A parameter of more values than this has no choice variable."""
MOST_PATTERNS = 600
"""Beyond so many shapes of who is who, each player is a choice."""
MOST_LENGTHS = 400
"""Beyond so many lengths of its lists, taken together, a question has no symbolic form."""

_HELP = Said("a stronger `needs` or smaller bounds would help")


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
    naming: tuple[Truth, ...] = ()

    def constraints(self) -> Iterator[Truth]:
        """That every choice has exactly one value, every number is within its bounds, and players who are
        chosen are named in order of mention."""
        yield from self.naming
        for leaf in self.leaves:
            match leaf:
                case Choice(literals=literals) if len(literals) > 1:
                    yield exactly_one(literals)
                case Amount(number=number, low=int(low), high=int(high)):
                    yield not_above(constant(low), number)
                    yield not_above(number, constant(high))
                case _:
                    pass


def shapes(game: Game, question: Question, named: bool = True) -> Iterator[Shape]:
    """All shapes of a question, shortest lists first, fewest players first. What is at the same place of
    several shapes is the same unknown in all of them.

    `named`: who is who is fixed in each shape, where it can be and the shapes are not too many; else each
    player is a choice. Raises NotEncodable where a parameter has no symbolic form.
    """
    types = [p.type for p in question.parameters]
    made: dict[str, Choice | Amount] = {}
    names = len(game.names[: game.players[1]])
    every = sorted(_lengths(types), key=lambda n: (sum(n), n))
    slots = [_Builder(game, question, lengths, None, made).players_needed() for lengths in every]
    patterned = named and not any(map(_chooses_players, types))
    patterned = patterned and sum(_how_many(n, names) for n in slots) <= MOST_PATTERNS
    for lengths, places in zip(every, slots, strict=True):
        for pattern in _patterns(places, names) if patterned else (None,):
            yield _Builder(game, question, lengths, pattern, made).shape()


def _lengths(types: Iterable[Type]) -> list[tuple[int, ...]]:
    """The lengths that the lists among these types may have, one entry a list met (outermost first; -1 where
    it is `none`, and 0 before those of something that may be)."""
    found: list[tuple[int, ...]] = [()]
    for type_ in types:
        own = _lengths_of(type_)
        if len(found) * len(own) > MOST_LENGTHS:
            raise NotEncodable(
                Said("its lists have more than {n} lengths together; {help}", n=MOST_LENGTHS, help=_HELP)
            )
        found = [(*a, *b) for a in found for b in own]
    return found


def _lengths_of(type_: Type) -> list[tuple[int, ...]]:
    match type_:
        case ListType(item=item, low=low, high=high):
            if low is None or high is None:
                raise NotEncodable(Said("it is about a list without bounds; bounds would help"))
            found = [(n, *inner) for n in range(low, high + 1) for inner in _lengths([item] * n)]
        case RecordType(fields=fields):
            found = _lengths([t for _, t in fields])
        case OptionalType(item=item) if _is_apart(item):
            found = [(-1,), *((0, *inner) for inner in _lengths_of(item))]
        case _:
            found = [()]
    return found


def _is_apart(item: Type) -> bool:
    """Whether a value that may be `none` is one shape, and `none` another."""
    size = domain_size(item, 1)
    return isinstance(item, ListType | RecordType) and (size is None or size > MOST_VALUES)


def _chooses_players(type_: Type) -> bool:
    """Whether there are players in it that are no places of a shape, but part of a choice."""
    match type_:
        case RecordType(fields=fields):
            return any(_chooses_players(t) for _, t in fields)
        case ListType(item=item):
            return _chooses_players(item)
        case OptionalType(item=item) if _is_apart(item):
            return _chooses_players(item)
        case PlayerType():
            return False
        case _:
            return has_players(type_)


def _how_many(slots: int, names: int) -> int:
    """How many patterns there are of so many places (see `_patterns`), none counted beyond the bound."""
    ways = {0: 1}
    for _ in range(slots):
        after: dict[int, int] = {}
        for used, count in ways.items():
            after[used] = after.get(used, 0) + used * count
            if used < names:
                after[used + 1] = after.get(used + 1, 0) + count
        ways = {used: min(count, MOST_PATTERNS + 1) for used, count in after.items()}
    return sum(ways.values())


def _patterns(slots: int, names: int) -> Iterator[tuple[int, ...]]:
    """Who is who in so many places: each new player is the next one. All different ones come first."""
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
        self._players = tuple(map(Player, game.names[: game.players[1]]))

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
            case OptionalType(item=item) if _is_apart(item):
                if next(self._lengths) >= 0:
                    self._count(item)
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
            () if self.pattern is not None else tuple(_in_order(self._leaves, self._players)),
        )

    def _tree(self, name: str, type_: Type) -> Tree:
        match type_:
            case PlayerType():
                if self.pattern is None:
                    return self._choice(name, type_)
                player = self._players[self.pattern[self._slots]]
                self._slots += 1
                return self._leaf(type_, player)
            case ListType(item=item):
                count = next(self._lengths)
                return Tree(type_, None, tuple(self._tree(f"{name}.{i + 1}", item) for i in range(count)))
            case RecordType(fields=fields):
                return Tree(type_, None, tuple(self._tree(f"{name}.{n}", t) for n, t in fields))
            case IntType(low=low, high=high):
                if low is not None and high is not None and high - low < MOST_CHOICES:
                    return self._choice(name, type_)
                return self._amount(name, type_, type_, True)
            case RationalType():
                return self._amount(name, type_, type_, True)
            case OptionalType(item=IntType(low=int(low), high=int(high))) if high - low < MOST_CHOICES:
                return self._choice(name, type_)
            case OptionalType(item=(IntType() | RationalType()) as item):
                return self._amount(name, type_, item, atom(f"{name}!"))
            case OptionalType(item=item) if _is_apart(item):
                if next(self._lengths) < 0:
                    return self._leaf(type_, Choice((True,), (None,), None))
                return self._tree(name, item)
            case BoolType() | EnumType() | BagType() | SetType() | OptionalType() | UnionType():
                return self._choice(name, type_)

    def _amount(self, name: str, type_: Type, plain: IntType | RationalType, there: Truth) -> Tree:
        """A number of many values, there where the condition holds."""
        if name not in self.made:
            bounds = (plain.low, plain.high) if isinstance(plain, IntType) else (None, None)
            if isinstance(plain, IntType) and None in bounds:
                label = _label(name)
                raise NotEncodable(
                    Said("`{parameter}` is a number without bounds; bounds would help", parameter=label)
                )
            number = variable(name, real=isinstance(plain, RationalType))
            symbol = SymNumber(number) if there is True else SymOptional(there, number)
            self.made[name] = Amount(number, *bounds, symbol, there)
        return self._leaf(type_, self.made[name])

    def _choice(self, name: str, type_: Type) -> Tree:
        if name not in self.made:
            self.made[name] = self._new_choice(name, type_)
        return self._leaf(type_, self.made[name])

    def _new_choice(self, name: str, type_: Type) -> Choice:
        size = domain_size(type_, len(self._players))
        if size is None:
            raise NotEncodable(
                Said("`{parameter}` has no end of values; bounds would help", parameter=_label(name))
            )
        if size > MOST_VALUES:
            raise NotEncodable(
                Said(
                    "`{parameter}` has too many values: {size}, and at most {n} can be told apart; {help}",
                    parameter=_label(name),
                    size=size,
                    n=MOST_VALUES,
                    help=_HELP,
                )
            )
        values = tuple(values_of(type_, self._players))
        if isinstance(type_, PlayerType):
            values = values[::-1]  # who has not been mentioned comes first: a smallest situation has others
        if len(values) == 1:
            return Choice((True,), values, values[0])
        literals = tuple(atom(f"{name}={i}") for i in range(len(values)))
        if all(isinstance(v, bool) for v in values):
            return Choice(literals, values, literals[values.index(True)])
        return Choice(literals, values, SymChoice(tuple(zip(literals, values, strict=True))))

    def _leaf(self, type_: Type, leaf: Leaf) -> Tree:
        self._leaves.append(leaf)
        return Tree(type_, leaf)


def _label(name: str) -> str:
    """The parameter, and the field in it, of something at a place of its own."""
    return ".".join(part for part in name.split(".") if not part.isdigit())


def _in_order(leaves: Iterable[Leaf], players: Sequence[Player]) -> Iterator[Truth]:
    """That players are named in order of mention: the next new one is the first not mentioned before."""
    place = {player: at for at, player in enumerate(players)}
    before: list[list[Truth]] = [[] for _ in players]
    for leaf in leaves:
        if not isinstance(leaf, Choice):
            continue
        here: list[list[Truth]] = [[] for _ in players]
        for literal, value in zip(leaf.literals, leaf.values, strict=True):
            earlier: set[int] = set()
            for at in _mentioned(value, place):
                if at > 0 and at - 1 not in earlier:
                    yield implies(literal, disj(before[at - 1]))
                if at not in earlier:
                    here[at].append(literal)
                earlier.add(at)
        for known, more in zip(before, here, strict=True):
            known.extend(more)


def _mentioned(value: Value, place: Mapping[Player, int]) -> list[int]:
    """Which players a value mentions, in order; those of a bag or set by their names."""
    match value:
        case Player():
            return [place[value]]
        case Record(_, fields):
            return [at for _, part in fields for at in _mentioned(part, place)]
        case tuple():
            return [at for part in value for at in _mentioned(part, place)]
        case Tagged(_, _, payload):
            return _mentioned(payload, place)
        case Bag(items) | ValueSet(items):
            return sorted(at for part in items for at in _mentioned(part, place))
        case _:
            return []


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
