"""Faults planted in the answers of clauses, one at a time, and whether what is reported changes by them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from checker.editions.editions import Panel
from checker.findings.findings import Report
from checker.pipeline.clauses import Listening
from checker.pipeline.entries import with_entries
from checker.pipeline.proofs import Concluded, with_clauses
from checker.questions.sampling.sampled import is_looked_at
from checker.questions.search.assemble import Assembler
from checker.questions.search.explicit import withdraw
from checker.questions.search.search import search_question
from checker.questions.search.strike import is_large
from checker.questions.search.symbolic import Search, fits
from checker.smt.budget import GIVEN_UP
from checker.smt.formulas import Home, conj, neg
from dsl.model import Answer, AnyOf, Clause, Edition, Expr, Game, If, Literal, Never, Not, Then
from dsl.types.types import BoolType, Type
from dsl.types.values import Player, Value
from interpreter.values.domain import values_of

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


@dataclass(frozen=True, slots=True)
class Reported:
    """What is reported of one question."""

    entries: Mapping[str, str]  # their digests, by identifier
    proofs: frozenset[str]  # each with its clauses and their digests


def reported(game: Game, edition: Edition, question: str) -> Reported:
    """The entries with their digests, and the proofs, of a question, this edition beside its siblings. (No
    reading is struck.)"""
    siblings = (other for name, other in sorted(game.editions.items()) if name != edition.name)
    panel = Panel(game, tuple(sorted((edition, *siblings), key=lambda e: e.name)))
    asked = game.questions[question]
    with Home.own():
        large = is_large(game, asked) and not is_looked_at(panel, asked)
        search = Search(panel, asked) if large else None
        searched = search_question(panel, asked, search)
        withdraw(panel, searched)
        examined = list(Listening(panel, "", asked, search).examined())
        found = Assembler(panel, "").findings([searched])
        proofs = [*with_clauses(panel, Concluded(panel, "", [searched]).proofs(), examined)]
    entries = with_entries(Report(bounds={}, findings=tuple(found)), {game.name: game}).entries
    return Reported(
        {entry.id: entry.digest for entry in entries},
        frozenset(repr(proof) for proof in proofs),
    )


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


def outcome(game: Game, edition: Edition, fault: Fault, before: Reported) -> str:
    """What becomes of a fault: `noticed`, an entry, its digest or a proof changes; `equivalent`, proved by
    the solver to change no answer; else `missed`."""
    altered = changed(edition, fault.clause)
    question = fault.clause.question
    after = reported(game, altered, question)
    if (before.entries, before.proofs) != (after.entries, after.proofs):
        return "noticed"
    if is_equivalent(game, edition, altered, question):
        return "equivalent"
    return "missed"
