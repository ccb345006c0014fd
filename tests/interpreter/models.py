"""Small models built by hand: expressions of few words, clauses, editions, games."""

from collections.abc import Mapping, Sequence

from dsl.model import (
    AnyOf,
    Arithmetic,
    ArithmeticOp,
    Aside,
    Ask,
    Binder,
    Clause,
    Compare,
    CompareOp,
    Count,
    Doubt,
    DoubtValue,
    Edition,
    Exception_,
    Expr,
    Field,
    Game,
    Literal,
    Logic,
    LogicOp,
    MakeList,
    Never,
    Not,
    Origin,
    Parameter,
    Pick,
    Pick_,
    Printed,
    Quantified,
    Question,
    Range,
    Reading,
    Rulings,
    Size,
    Then,
    Var,
)
from dsl.text.source import Source
from dsl.types.types import BagType, BoolType, EnumType, IntType, ListType, PlayerType, RecordType, Type
from dsl.types.values import Bag, Case, Player, Record, Value, bag_of

BOOL = BoolType()
INT = IntType()
DIGIT = IntType(0, 9)
PLAYER = PlayerType()
CARD = EnumType("card", ("low", "middle", "high"))
LOW, MIDDLE, HIGH = (Case("card", name, index) for index, name in enumerate(CARD.cases))
CARDS = BagType(CARD, 1, 2)
BET = RecordType("bet", (("player", PLAYER), ("cards", CARDS)))
BETS = ListType(BET, 1, 3)
ANNA, BERNAT, CARLA = Player("Anna"), Player("Bernat"), Player("Carla")
TRUE = Literal(type=BOOL, value=True)
FALSE = Literal(type=BOOL, value=False)


def bet(player: Player, *cards: Case) -> Record:
    return Record("bet", (("player", player), ("cards", Bag(bag_of(cards).items))))


def lit(value: Value, type: Type | None = None) -> Expr:
    if type is None:
        type = BOOL if isinstance(value, bool) else INT if isinstance(value, int) else CARD
        type = PLAYER if isinstance(value, Player) else type
        type = (
            BagType(CARD) if isinstance(value, Bag) else ListType(INT) if isinstance(value, tuple) else type
        )
    return Literal(type=type, value=value)


def var(name: str, type: Type = INT) -> Expr:
    return Var(type=type, name=name)


def cmp(op: CompareOp, left: Expr, right: Expr) -> Expr:
    return Compare(type=BOOL, op=op, left=left, right=right)


def eq(left: Expr, right: Expr) -> Expr:
    return cmp("=", left, right)


def logic(op: LogicOp, left: Expr, right: Expr) -> Expr:
    return Logic(type=BOOL, op=op, left=left, right=right)


def neg(operand: Expr) -> Expr:
    return Not(type=BOOL, operand=operand)


def arith(op: ArithmeticOp, left: Expr, right: Expr, type: Type = INT) -> Expr:
    return Arithmetic(type=type, op=op, left=left, right=right)


def ask(question: str, *args: Expr, type: Type = DIGIT) -> Expr:
    return Ask(type=type, question=question, args=args)


def doubt_value(name: str, *args: Expr, type: Type = DIGIT) -> Expr:
    return DoubtValue(type=type, doubt=name, args=args)


def listed(*items: Expr, type: Type = INT) -> Expr:
    return MakeList(type=ListType(type), items=items)


def numbers(low: int, high: int) -> Expr:
    return Range(type=ListType(INT), low=lit(low), high=lit(high))


def field(subject: Expr, name: str, type: Type) -> Expr:
    return Field(type=type, subject=subject, name=name)


def size(subject: Expr) -> Expr:
    return Size(type=INT, subject=subject)


def count(name: str, source: Expr, where: Expr | None = None) -> Expr:
    return Count(type=INT, binder=Binder(names=(name,), source=source, where=where))


def some(name: str, source: Expr, body: Expr, kind: str = "some", where: Expr | None = None) -> Expr:
    binder = Binder(names=tuple(name.split()), source=source, where=where)
    return Quantified(type=BOOL, kind=kind, binder=binder, body=body)


def the(kind: str, name: str, source: Expr, where: Expr | None = None, type: Type = INT) -> Expr:
    binder = Binder(names=(name,), source=source, where=where)
    return Pick(type=type, kind=kind, binder=binder)


def question(
    name: str, answer: Type = DIGIT, parameters: Mapping[str, Type] | None = None, **more: object
) -> Question:
    listed = tuple(Parameter(name=n, type=t) for n, t in (parameters or {}).items())
    return Question(name=name, parameters=listed, answer=answer, text=name, **more)


def clause(
    id: str,
    answer: Then | AnyOf | Never | Aside | int | bool,
    when: Expr = TRUE,
    *,
    over: Sequence[str] = (),
    binds: Sequence[str] = (),
    under: Mapping[str, Sequence[str]] | None = None,
    origin: Origin = Origin.TEXT,
) -> Clause:
    """A clause `e.rule.question`; a plain answer is `then` that value."""
    exceptions = (Exception_(ground="stated", targets=tuple(over), rules=tuple(over)),) if over else ()
    return Clause(
        id=id,
        rule=id.split(".")[1],
        question=id.split(".")[2],
        binds=tuple(binds),
        under=tuple((doubt, tuple(readings)) for doubt, readings in (under or {}).items()),
        exceptions=exceptions,
        condition=when,
        answer=Then(value=lit(answer)) if isinstance(answer, int) else answer,
        citations=(),
        origin=origin,
    )


def then(value: Expr) -> Then:
    return Then(value=value)


def any_of(*values: int) -> AnyOf:
    return AnyOf(values=listed(*map(lit, values)))


def never(value: Value) -> Never:
    return Never(value=lit(value))


def doubt(
    name: str,
    readings: Mapping[str, Expr | None],
    type: Type | None = DIGIT,
    parameters: Mapping[str, Type] | None = None,
    under: Mapping[str, Sequence[str]] | None = None,
) -> Doubt:
    return Doubt(
        name=name,
        parameters=tuple((parameters or {}).items()),
        type=type,
        asks=name,
        readings=tuple(Reading(name=n, text=n, value=value) for n, value in readings.items()),
        citations=(),
        under=tuple((parent, tuple(allowed)) for parent, allowed in (under or {}).items()),
    )


def edition(*clauses: Clause, doubts: Sequence[Doubt] = ()) -> Edition:
    return Edition(
        name="e",
        texts=(Printed(source=Source("e.txt", "", "")),),
        doubts={each.name: each for each in doubts},
        clauses=clauses,
        examples=(),
        notes=(),
        orders=(),
        references=(),
    )


def game(*questions: Question, assumptions: Sequence[Clause] = (), players: tuple[int, int] = (2, 3)) -> Game:
    return Game(
        name="g",
        title="G",
        languages=("ca",),
        players=players,
        names=("Anna", "Bernat", "Carla"),
        enums={},
        types={},
        questions={each.name: each for each in questions},
        variants={},
        flows={},
        properties=(),
        assumptions=tuple(assumptions),
        editions={},
        rulings=(),
    )


def rulings(*clauses: Clause, picks: Mapping[str, str] | None = None, edition: str = "e") -> Rulings:
    return Rulings(
        name="house",
        edition=edition,
        picks=tuple(Pick_(doubt=d, reading=r, text="") for d, r in (picks or {}).items()),
        clauses=clauses,
        paths=("house.rules",),
    )
