"""Faults planted in the answers of clauses, one at a time, and whether what is reported changes by them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from checker.budget import GIVEN_UP
from checker.clauses import Listening
from checker.looking import is_looked_at
from checker.panel import Panel
from checker.prove import Search, fits
from checker.striking import is_large
from checker.terms import Home, conj, neg
from dsl.model import Answer, AnyOf, Clause, Edition, Expr, Game, If, Literal, Never, Not, Then
from dsl.types import BoolType, Type
from dsl.values import Player, Value
from interpreter.space import values_of

OTHER = "altered"
"""What the edition with the fault is called, beside its own."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A clause whose answer is another. `says`: how."""

    says: str
    clause: Clause


def faults(game: Game, clause: Clause, most: int) -> Iterator[Fault]:
    """At most so many faults in the answer of a clause: turned round, its branches exchanged, other values in
    its place."""
    for says, answer in islice(_others(game, clause), most):
        yield Fault(says, replace(clause, answer=answer))


def _others(game: Game, clause: Clause) -> Iterator[tuple[str, Answer]]:
    type = game.questions[clause.question].answer
    match clause.answer:
        case Then(value=value) | Never(value=value):
            for says, other in _instead(game, value, type):
                yield says, replace(clause.answer, value=other)
        case AnyOf():
            for value in _values(game, type):
                literal = Literal(type=type, span=clause.answer.values.span, value=value)
                yield f"only {value}", Then(literal)
        case _:
            pass


def _instead(game: Game, expr: Expr, type: Type) -> Iterator[tuple[str, Expr]]:
    if isinstance(type, BoolType):
        yield "turned round", Not(type=type, span=expr.span, operand=expr)
        return
    if isinstance(expr, If):
        yield "branches exchanged", replace(expr, then=expr.otherwise, otherwise=expr.then)
    for value in _values(game, type):
        if not (isinstance(expr, Literal) and expr.value == value):
            yield f"always {value}", Literal(type=type, span=expr.span, value=value)


def _values(game: Game, type: Type) -> Iterator[Value]:
    players = tuple(Player(name) for name in game.names[: game.players[0]])
    return islice(values_of(type, players), 4)


def changed(edition: Edition, clause: Clause) -> Edition:
    """The edition with this clause in place of the one of its name."""
    return replace(edition, clauses=tuple(clause if c.id == clause.id else c for c in edition.clauses))


def digests(game: Game, edition: Edition, question: str) -> dict[str, tuple[str, bool]]:
    """Of each clause on the question, the digest that is reported, and whether it is of all situations. (No
    reading is struck.)"""
    panel = Panel(game, (edition,))
    asked = game.questions[question]
    with Home.own():
        large = is_large(game, asked) and not is_looked_at(panel, asked)
        search = Search(panel, asked) if large else None
        return {c.clause: (c.digest, c.whole) for c in Listening(panel, "", asked, search).examined()}


def is_equivalent(game: Game, edition: Edition, other: Edition, question: str) -> bool:
    """Whether the solver proves that two editions with the same doubts answer a question alike in all
    situations, however they are read."""
    renamed = replace(other, name=OTHER)
    panel = Panel(game, (edition, renamed))
    with Home.own():
        try:
            for bench in Search(panel, game.questions[question]).benches:
                for way in panel.survivors(edition.name, question):
                    one, two = (bench.fixed(name, way).code for name in (edition.name, OTHER))
                    if bench.find(conj((fits(one), neg(one.same(two))))) is not None:
                        return False
        except GIVEN_UP:
            return False
    return True


def outcome(game: Game, edition: Edition, fault: Fault, before: dict[str, tuple[str, bool]]) -> str:
    """What becomes of a fault: `noticed`, a digest changes; `equivalent`, proved by all situations or by the
    solver to change no answer; else `missed`."""
    altered = changed(edition, fault.clause)
    question = fault.clause.question
    after = digests(game, altered, question)
    if before != after:
        return "noticed"
    if all(whole for _, whole in after.values()) or is_equivalent(game, edition, altered, question):
        return "equivalent"
    return "missed"
