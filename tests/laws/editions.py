"""Games and editions made at random: questions that ask each other, clauses, exceptions, doubts.

The last question of a game is the one examined: it may ask all others, and each of them those before it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from checker.editions.editions import Editions
from dsl.model import Answer as Said
from dsl.model import (
    AnyOf,
    Aside,
    Ask,
    Clause,
    Doubt,
    DoubtValue,
    Edition,
    Exception_,
    Expr,
    Function,
    Game,
    Literal,
    MakeList,
    MakeSet,
    Never,
    Origin,
    Parameter,
    Printed,
    Question,
    Reading,
    Then,
    Var,
)
from dsl.text.source import Source
from dsl.types.types import IntType, ListType, PlayerType, SetType, Type
from interpreter.values.domain import values_of
from tests.laws.programs import BOOL, COLOUR, INT, NAMES, PLAYER, Scope, Writer

MARK = IntType(0, 2)
ANSWERS: tuple[Type, ...] = (BOOL, BOOL, MARK, MARK, COLOUR, PLAYER)
SHORT: tuple[Type, ...] = (BOOL, MARK, COLOUR, COLOUR, PLAYER)
LARGE: tuple[Type, ...] = (ListType(COLOUR, 0, 2), ListType(MARK, 1, 2), IntType(-80, 80))
"""What questions asked of it are encoded, and not tabulated."""
TRUE = Literal(type=BOOL, value=True)


class EditionWriter(Writer):
    """Writes expressions that stay within bounds, where that is due, by asking."""

    def within(self, type_: Type, scope: Scope, depth: int) -> Expr:
        """An expression that stays within the bounds of the type."""
        rng = self.rng
        asks = [q for q, (_, answer) in self.asks.items() if answer == type_]
        doubts = [d for d, (_, answer) in self.doubts.items() if answer == type_]
        if depth > 0 and (asks or doubts) and rng.random() < 0.45:
            name = rng.choice([*asks, *doubts])
            types = self.asks[name][0] if name in asks else self.doubts[name][0]
            args = tuple(self.within(t, scope, depth - 1) for t in types)
            if name in asks:
                return Ask(type=type_, question=name, args=args)
            return DoubtValue(type=type_, doubt=name, args=args)
        exact = [n for n, t in scope.items() if t == type_]
        if isinstance(type_, PlayerType) and exact:
            return Var(type=type_, name=rng.choice(exact))
        return super().within(type_, scope, depth)


@dataclass
class Made:
    """A game with one edition; `asked`: the question examined."""

    game: Game
    edition: Edition
    asked: Question

    def editions(self, nogoods: Mapping[str, str] | None = None) -> Editions:
        """The edition alone."""
        return Editions(self.game, (self.edition,), {} if nogoods is None else {self.edition.name: [nogoods]})


class EditionMaker:
    """Makes one game with one edition."""

    def __init__(self, seed: int, large: tuple[Type, ...] = LARGE, missing: float = 0.1) -> None:
        self.rng = Random(f"edition {seed}")
        self.name = "e"
        self.large = large
        self.missing = missing
        self.assuming = 0.1
        self.questions: dict[str, Question] = {}
        self.doubts: dict[str, Doubt] = {}
        self.clauses: list[Clause] = []
        self.functions: dict[str, list[tuple[Function, Type]]] = {}

    def make(self) -> Made:
        """The game. Its questions come one by one, and what asks them after them."""
        rng = self.rng
        self._doubts()
        palette = (*rng.sample(SHORT, 2), rng.choice((*SHORT, *self.large)), rng.choice(self.large))
        for number in range(rng.randint(1, 3)):
            self._question(f"q{number}", palette if rng.random() < 0.6 else SHORT, False)
        asked = self._question("top", palette, True)
        chosen = [c for c in self.clauses if rng.random() < self.assuming]
        assumed = [replace(c, origin=Origin.ASSUMPTION) for c in chosen]
        ids = {c.id for c in assumed if not c.under and not self._reads_doubts(c)}
        game = Game(
            name="g",
            title="G",
            languages=("en",),
            players=(2, 3),
            names=NAMES,
            enums={},
            types={},
            questions=self.questions,
            variants={},
            flows={},
            properties=(),
            assumptions=tuple(c for c in assumed if c.id in ids),
            editions={},
            rulings=(),
        )
        return Made(game, self._edition(ids), asked)

    def another(self, name: str) -> Edition:
        """Another edition of the game made, with clauses and doubts of its own."""
        self.name, self.doubts, self.clauses = name, {}, []
        self._doubts()
        before: list[Question] = []
        for question in self.questions.values():
            self._answers(question, before, self.functions[question.name])
            before.append(question)
        return self._edition(set())

    def _edition(self, assumed: set[str]) -> Edition:
        return Edition(
            name=self.name,
            texts=(Printed(source=Source("e.txt", "", "")),),
            doubts=self.doubts,
            clauses=tuple(c for c in self.clauses if c.id not in assumed),
            examples=(),
            notes=(),
            orders=(),
            references=(),
        )

    def _reads_doubts(self, clause: Clause) -> bool:
        return bool(self.doubts)

    # -------------------------------------------------------------- doubts

    def _under(self, share: float) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Readings of a doubt that there is already, or none."""
        if not self.doubts or self.rng.random() > share:
            return ()
        doubt = self.rng.choice(list(self.doubts.values()))
        names = [r.name for r in doubt.readings]
        kept = self.rng.sample(names, self.rng.randint(1, len(names) - 1))
        return ((doubt.name, tuple(n for n in names if n in kept)),)

    def _doubts(self) -> None:
        for number in range(self.rng.randint(0, 3)):
            self._doubt(f"d{number}")

    def _doubt(self, name: str) -> None:
        rng = self.rng
        type_ = rng.choice((None, BOOL, MARK, COLOUR))
        parameters = tuple(
            (f"p{i}", rng.choice((BOOL, MARK, COLOUR)))
            for i in range(0 if type_ is None else rng.randint(0, 2))
        )
        writer = EditionWriter(rng, functions=[], missing=self.missing)
        readings = tuple(
            Reading(
                name=f"r{i}",
                text="",
                value=None if type_ is None else writer.within(type_, dict(parameters), 2),
            )
            for i in range(rng.choice((2, 2, 3)))
        )
        self.doubts[name] = Doubt(
            name=name,
            parameters=parameters,
            type=type_,
            asks=name,
            readings=readings,
            citations=(),
            under=self._under(0.5),
        )

    # -------------------------------------------------------------- questions

    def _writer(self, before: Iterable[Question], functions: list[tuple[Function, Type]]) -> EditionWriter:
        """What writes for a question, of which those `before` may be asked. Doubts belong to an edition."""
        asks = {q.name: (tuple(p.type for p in q.parameters), q.answer) for q in before}
        return EditionWriter(self.rng, asks, functions=functions, asking=0.5, missing=self.missing)

    def _question(self, name: str, types: tuple[Type, ...], examined: bool) -> Question:
        rng = self.rng
        before = tuple(self.questions.values())
        functions = self.functions[name] = []
        writer = self._writer(before, functions)
        parameters = tuple(Parameter(name=f"a{i}", type=rng.choice(types)) for i in range(rng.randint(1, 2)))
        scope = {p.name: p.type for p in parameters}
        measure = Writer(rng, missing=0)
        answers = [t for t in ANSWERS if t != PLAYER or PLAYER in scope.values()]
        answer = rng.choice(answers)
        among: Expr | None = None
        if answer in (MARK, COLOUR) and rng.random() < 0.3:
            items = tuple(writer.within(answer, scope, 2) for _ in range(3))
            among = rng.choice(
                (MakeList(type=ListType(answer), items=items), MakeSet(type=SetType(answer), items=items))
            )
        question = Question(
            name=name,
            parameters=parameters,
            answer=answer,
            text=name,
            permission=rng.choice(("permitted", "forbidden", "silent")) if answer == BOOL else None,
            needs=(writer.expr(BOOL, scope, 0),) if examined and rng.random() < 0.1 else (),
            given=tuple(writer.expr(BOOL, scope, 2) for _ in range(rng.choice((0, 1, 1, 2))))
            if examined
            else (),
            among=among,
            smallest=tuple(measure.expr(INT, scope, 2) for _ in range(rng.choice((0, 1, 2))))
            if examined
            else (),
        )
        self._answers(question, before, functions)
        self.questions[name] = question
        return question

    def _answers(
        self, question: Question, before: Iterable[Question], functions: Iterable[tuple[Function, Type]]
    ) -> None:
        """Clauses on the question."""
        writer = self._writer(before, list(functions))
        writer.doubts = {
            n: (tuple(t for _, t in d.parameters), d.type) for n, d in self.doubts.items() if d.type
        }
        scope = {p.name: p.type for p in question.parameters}
        for number in range(self.rng.randint(1, 4)):
            self._clause(question, number, writer, scope)

    def _clause(self, question: Question, number: int, writer: EditionWriter, scope: Scope) -> None:
        rng = self.rng
        before = [c.id for c in self.clauses if c.question == question.name]
        targets = tuple(c for c in before if rng.random() < 0.4)
        condition = TRUE if rng.random() < 0.25 else writer.expr(BOOL, scope, 2)
        exception = Exception_(
            ground="stated" if rng.random() < 0.5 else "implied", targets=targets, rules=targets
        )
        said: Said = self._answer(question.answer, writer, scope)
        if isinstance(said, Aside) and not targets:
            said = Then(value=writer.within(question.answer, scope, 1))
        self.clauses.append(
            Clause(
                id=f"{self.name}.r{number}.{question.name}",
                rule=f"r{number}",
                question=question.name,
                binds=tuple(scope),
                under=self._under(0.3),
                exceptions=(exception,) if targets else (),
                condition=condition,
                answer=said,
                citations=(),
            )
        )

    def _answer(self, type_: Type, writer: EditionWriter, scope: Scope) -> Said:
        rng = self.rng
        kind = rng.choice(("then", "then", "then", "any", "any", "never", "aside"))
        match kind:
            case "any":
                items = tuple(writer.within(type_, scope, 1) for _ in range(rng.choice((1, 2, 2, 3))))
                if type_ in (MARK, COLOUR) and rng.random() < 0.4:
                    items = tuple(Literal(type=type_, value=value) for value in values_of(type_))
                return AnyOf(values=MakeList(type=ListType(type_), items=items))
            case "never":
                return Never(value=writer.within(type_, scope, 1))
            case "aside":
                return Aside()
            case _:
                return Then(value=writer.within(type_, scope, 2))


def made(seed: int) -> Made:
    """The game of this seed."""
    return EditionMaker(seed).make()


def small(seed: int) -> Made:
    """A game of this seed whose questions have few situations, and all expressions values."""
    return _small(seed).make()


def two(seed: int) -> tuple[Made, Edition]:
    """Such a game, and another edition of it. Both assume nothing."""
    maker = _small(seed)
    maker.assuming = 0
    return maker.make(), maker.another("f")


def _small(seed: int) -> EditionMaker:
    return EditionMaker(seed, (ListType(COLOUR, 0, 2), ListType(MARK, 1, 2)), 0)
