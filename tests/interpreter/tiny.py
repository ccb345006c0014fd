"""A tiny game made by hand, to test with: three kinds of card, the highest bet takes, most points win.

Its edition `xx` has a doubt (`tie`: whether the first or the last of those who tie takes the round). `game`
and `edition` make it with changes: other clauses, silences.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from dsl.model import (
    Aggregate,
    AllValues,
    Arithmetic,
    Ask,
    Binder,
    Chance,
    Choose,
    Clause,
    Compare,
    Count,
    Doubt,
    Edition,
    EnumDecl,
    Expr,
    Field,
    Finish,
    Flow,
    ForEach,
    Game,
    IfStmt,
    IsTag,
    LetStmt,
    Literal,
    MakeList,
    MakeRecord,
    MakeTagged,
    Mapped,
    Move,
    Parameter,
    Payload,
    Phase,
    Pick,
    Printed,
    Project,
    Put,
    Quantified,
    Question,
    Reading,
    Seats,
    SetStmt,
    Shuffle,
    Size,
    Step,
    Then,
    Those,
    Var,
    VarDecl,
    Variant,
    While,
    Zone,
    ZoneDecl,
)
from dsl.text.source import Source
from dsl.types.types import (
    Alternative,
    BagType,
    BoolType,
    EnumType,
    IntType,
    ListType,
    PlayerType,
    RecordType,
    SetType,
    Type,
    UnionType,
)
from dsl.types.values import Case, Player, Record, Value, bag_of

CARD = EnumType("card", ("A", "B", "C"))
NAMES = {
    "A": {"ca": ("Alfa", "l'Alfa"), "es": ("Alfà",)},
    "B": {"ca": ("Blau",), "es": ("Azul",)},
}
PLAYER = PlayerType()
BOOL = BoolType()
INT = IntType()
CARDS = BagType(CARD)
PLAY = BagType(CARD, 1, 2)
BET = RecordType("bet", (("player", PLAYER), ("cards", PLAY)))
BETS = ListType(BET, 1, 6)
POINTS = RecordType("points", (("player", PLAYER), ("score", IntType(-99, 99))))
RESULT = UnionType("result", (Alternative("taken", "by", PLAYER), Alternative("discarded")))
WINNERS = SetType(PLAYER)
SEATS = Seats(type=ListType(PLAYER))


def card(name: str) -> Case:
    """The card called so."""
    return Case("card", name, CARD.cases.index(name))


def players(*names: str) -> tuple[Player, ...]:
    """Players called so."""
    return tuple(map(Player, names))


# ------------------------------------------------------------------ short forms of nodes


def lit(value: Value, type: Type = INT) -> Expr:
    return Literal(type=type, value=value)


def var(name: str, type: Type = INT) -> Expr:
    return Var(type=type, name=name)


def ask(question: str, *args: Expr) -> Expr:
    return Ask(type=QUESTIONS[question].answer, question=question, args=args)


def each(name: str, source: Expr, where: Expr | None = None) -> Binder:
    return Binder(names=(name,), source=source, where=where)


def compare(left: Expr, op: Any, right: Expr) -> Expr:
    return Compare(type=BOOL, op=op, left=left, right=right)


def zone(name: str, owner: str | None = None) -> Zone:
    return Zone(type=CARDS, name=name, owner=None if owner is None else var(owner, PLAYER))


def size(subject: Expr) -> Expr:
    return Size(type=INT, subject=subject)


def cards_of(bet: str) -> Expr:
    return Field(type=PLAY, subject=var(bet, BET), name="cards")


def worth(cards: Expr) -> Expr:
    return Aggregate(type=INT, kind="sum", binder=each("c", cards), body=ask("value", var("c", CARD)))


def best(bets: Expr) -> Expr:
    top = Aggregate(type=INT, kind="highest", binder=each("o", bets), body=worth(cards_of("o")))
    return Those(type=ListType(BET), binder=each("b", bets, compare(worth(cards_of("b")), "=", top)))


def taken_by(kind: Any) -> Expr:
    pick = Pick(type=BET, kind=kind, binder=each("x", best(var("bets", BETS))))
    return MakeTagged(type=RESULT, tag="taken", payload=Field(type=PLAYER, subject=pick, name="player"))


# ------------------------------------------------------------------ questions

QUESTIONS = {
    q.name: q
    for q in (
        Question(
            name="value",
            parameters=(Parameter(name="card", type=CARD),),
            answer=IntType(-9, 9),
            text="Worth?",
        ),
        Question(
            name="copies",
            parameters=(Parameter(name="card", type=CARD),),
            answer=IntType(0, 9),
            text="How many?",
        ),
        Question(name="hand_size", parameters=(), answer=IntType(0, 9), text="How many are dealt?"),
        Question(
            name="may_play",
            parameters=(Parameter(name="cards", type=PLAY),),
            answer=BOOL,
            text="May these be played?",
            permission="forbidden",
        ),
        Question(
            name="outcome", parameters=(Parameter(name="bets", type=BETS),), answer=RESULT, text="Who takes?"
        ),
        Question(
            name="next_leader",
            parameters=(Parameter(name="leader", type=PLAYER), Parameter(name="result", type=RESULT)),
            answer=PLAYER,
            text="Who leads next?",
        ),
        Question(
            name="game_winner",
            parameters=(Parameter(name="scores", type=ListType(POINTS, 2, 6)),),
            answer=WINNERS,
            text="Who wins?",
        ),
    )
}


# ------------------------------------------------------------------ flow

DEAL = Step(
    name="deal",
    text="cards are dealt",
    body=(
        ForEach(
            name="p",
            source=SEATS,
            start=var("leader", PLAYER),
            body=(Move(what=ask("hand_size"), up_to=False, source=zone("bank"), into=zone("hand", "p")),),
        ),
    ),
)

DRAWING = Step(
    name="drawing",
    text="each draws",
    body=(
        ForEach(
            name="p",
            source=SEATS,
            start=var("leader", PLAYER),
            body=(Move(what=lit(1), up_to=True, source=zone("bank"), into=zone("hand", "p")),),
        ),
    ),
)

BETTING = ForEach(
    name="p",
    source=SEATS,
    start=var("leader", PLAYER),
    body=(
        IfStmt(
            condition=compare(size(zone("hand", "p")), ">", lit(0)),
            then=(
                Choose(
                    name="play",
                    by=var("p", PLAYER),
                    each=None,
                    domain=PLAY,
                    source=zone("hand", "p"),
                    needs=ask("may_play", var("play", PLAY)),
                    secretly=False,
                ),
                Move(what=var("play", PLAY), up_to=False, source=zone("hand", "p"), into=zone("table", "p")),
                SetStmt(
                    name="bets",
                    value=Arithmetic(
                        type=BETS,
                        op="+",
                        left=var("bets", BETS),
                        right=MakeList(
                            type=BETS,
                            items=(
                                MakeRecord(
                                    type=BET,
                                    fields=(("player", var("p", PLAYER)), ("cards", var("play", PLAY))),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
            otherwise=(),
        ),
    ),
)

TAKER = Payload(type=PLAYER, subject=var("result", RESULT), tags=("taken",))
IS_TAKEN = IsTag(type=BOOL, subject=var("result", RESULT), tag="taken")
CLEARING = ForEach(
    name="p",
    source=SEATS,
    start=None,
    body=(
        IfStmt(
            condition=IS_TAKEN,
            then=(
                Move(
                    what=None,
                    up_to=False,
                    source=zone("table", "p"),
                    into=Zone(type=CARDS, name="pile", owner=TAKER),
                ),
            ),
            otherwise=(Move(what=None, up_to=False, source=zone("table", "p"), into=zone("away")),),
        ),
    ),
)

HOLDERS = Count(type=INT, binder=each("p", SEATS, compare(size(zone("hand", "p")), ">", lit(0))))
SCORES = Mapped(
    type=ListType(POINTS),
    binder=each("p", SEATS),
    body=MakeRecord(type=POINTS, fields=(("player", var("p", PLAYER)), ("score", worth(zone("pile", "p"))))),
)
BODY = (
    Phase(text="set-up"),
    Step(
        name="fill",
        text="the bank is filled",
        body=(
            ForEach(
                name="c",
                source=AllValues(type=ListType(CARD), of=CARD),
                start=None,
                body=(Put(amount=ask("copies", var("c", CARD)), card=var("c", CARD), into=zone("bank")),),
            ),
        ),
    ),
    Step(name="mix", text="the bank is shuffled", body=(Shuffle(zone=zone("bank")),)),
    Chance(name="leader", among=SEATS),
    DEAL,
    Phase(text="rounds"),
    While(
        condition=compare(HOLDERS, ">", lit(1)),
        body=(
            SetStmt(name="round", value=Arithmetic(type=INT, op="+", left=var("round"), right=lit(1))),
            IfStmt(condition=compare(var("round"), ">", lit(1)), then=(DRAWING,), otherwise=()),
            SetStmt(name="bets", value=MakeList(type=BETS, items=())),
            BETTING,
            LetStmt(name="result", value=ask("outcome", var("bets", BETS))),
            CLEARING,
            SetStmt(name="leader", value=ask("next_leader", var("leader", PLAYER), var("result", RESULT))),
        ),
    ),
    Phase(text="scoring"),
    ForEach(
        name="p",
        source=SEATS,
        start=None,
        body=(Move(what=None, up_to=False, source=zone("hand", "p"), into=zone("pile", "p")),),
    ),
    LetStmt(name="scores", value=SCORES),
    Finish(
        scores=var("scores", ListType(POINTS)), winners=ask("game_winner", var("scores", ListType(POINTS)))
    ),
)
FLOW = Flow(
    variant="plain",
    parameters=(),
    zones=(
        ZoneDecl(name="bank", type=ListType(CARD), seen_by="nobody"),
        ZoneDecl(name="hand", of=PLAYER, type=CARDS, seen_by="owner"),
        ZoneDecl(name="table", of=PLAYER, type=CARDS, seen_by="everyone"),
        ZoneDecl(name="pile", of=PLAYER, type=CARDS, seen_by="everyone"),
        ZoneDecl(name="away", type=CARDS, seen_by="everyone"),
    ),
    variables=(
        VarDecl(name="leader", type=PLAYER, initial=None),
        VarDecl(name="round", type=IntType(0, 99), initial=lit(0)),
        VarDecl(name="bets", type=ListType(BET, 0, 6), initial=MakeList(type=BETS, items=())),
    ),
    body=BODY,
)


# ------------------------------------------------------------------ the edition


def clause(rule: str, question: str, binds: tuple[str, ...], answer: Expr, **changes: Any) -> Clause:
    """A clause of the edition, without a citation."""
    fields: dict[str, Any] = {
        "id": f"xx.{rule}.{question}",
        "rule": rule,
        "question": question,
        "binds": binds,
        "under": (),
        "exceptions": (),
        "condition": lit(True, BOOL),
        "answer": Then(value=answer),
        "citations": (),
    }
    return Clause(**(fields | changes))


def is_card(name: str) -> Expr:
    return compare(var("c", CARD), "=", lit(card(name), CARD))


TOP = Aggregate(
    type=INT,
    kind="highest",
    binder=each("o", var("scores", ListType(POINTS))),
    body=Field(type=INT, subject=var("o", POINTS), name="score"),
)
HAS_MOST = compare(Field(type=INT, subject=var("s", POINTS), name="score"), "=", TOP)
ALIKE = Quantified(
    type=BOOL,
    kind="all",
    binder=Binder(names=("x", "y"), source=var("cards", PLAY)),
    body=compare(var("x", CARD), "=", var("y", CARD)),
)
CLAUSES = (
    clause("six", "copies", ("c",), lit(6)),
    clause("three", "hand_size", (), lit(3)),
    clause("worth_a", "value", ("c",), lit(1), condition=is_card("A")),
    clause("worth_b", "value", ("c",), lit(2), condition=is_card("B")),
    clause("worth_c", "value", ("c",), lit(-1), condition=is_card("C")),
    clause("alike", "may_play", ("cards",), lit(True, BOOL), condition=ALIKE),
    clause("first_takes", "outcome", ("bets",), taken_by("first"), under=(("tie", ("first",)),)),
    clause("last_takes", "outcome", ("bets",), taken_by("last"), under=(("tie", ("last",)),)),
    clause("taker_leads", "next_leader", ("leader", "result"), TAKER),
    clause(
        "most",
        "game_winner",
        ("scores",),
        Mapped(
            type=WINNERS,
            binder=each("s", var("scores", ListType(POINTS)), HAS_MOST),
            body=Field(type=PLAYER, subject=var("s", POINTS), name="player"),
        ),
    ),
)
TIE = Doubt(
    name="tie",
    parameters=(),
    type=None,
    asks="Who of those who tie?",
    readings=(
        Reading(name="first", text="the first of them", value=None),
        Reading(name="last", text="the last of them", value=None),
    ),
    citations=(),
)


def edition(clauses: Iterable[Clause] = CLAUSES, **changes: Any) -> Edition:
    """The edition, with these clauses and fields."""
    fields: dict[str, Any] = {
        "name": "xx",
        "texts": (Printed(source=Source("rules-src/tiny.txt", "", "")),),
        "doubts": {"tie": TIE},
        "clauses": tuple(clauses),
        "examples": (),
        "notes": (),
        "orders": (),
        "references": (),
    }
    fields |= changes
    return Edition(**({"language": fields["name"]} | fields))


def game(**changes: Any) -> Game:
    """The game, with these fields changed."""
    fields: dict[str, Any] = {
        "name": "tiny",
        "title": "Tiny",
        "languages": ("ca", "es"),
        "players": (2, 6),
        "names": ("Anna", "Bernat", "Carla", "David", "Emma", "Ferran"),
        "enums": {"card": EnumDecl(type=CARD, names=NAMES)},
        "types": {"result": RESULT, "bet": BET, "points": POINTS},
        "questions": QUESTIONS,
        "variants": {"plain": Variant(name="plain", text="Plain", questions=tuple(QUESTIONS))},
        "flows": {"plain": FLOW},
        "properties": (),
        "assumptions": (),
        "editions": {"xx": edition()},
        "rulings": (),
    }
    return Game(**(fields | changes))


def without(question: str, rule: str | None = None) -> Game:
    """The game with an edition that has no clause on `question` (no clause of `rule`, if given)."""
    kept = [c for c in CLAUSES if c.question != question or (rule is not None and c.rule != rule)]
    return game(editions={"xx": edition(kept)})


def project(of: Game | None = None) -> Project:
    """A project with the game in it."""
    return Project(root=".", name="tiny", games={"tiny": of or GAME})


GAME = game()

__all__ = [
    "GAME",
    "Record",
    "bag_of",
    "card",
    "clause",
    "edition",
    "game",
    "players",
    "project",
    "replace",
    "without",
]
