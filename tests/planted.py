"""Faults planted in the answers of clauses, one at a time, and whether what is reported changes by them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, islice, product
from typing import assert_never

from checker.editions.editions import Editions
from checker.editions.elimination import strike_by_examples
from checker.editions.options import aspects
from checker.findings.findings import Report
from checker.pipeline.clauses import ClauseRecorder
from checker.pipeline.entries import with_entries
from checker.pipeline.proofs import QuestionProofs, with_clauses
from checker.questions.sampling.sampled import is_looked_at
from checker.questions.search.assemble import Assembler
from checker.questions.search.explicit import withdraw
from checker.questions.search.search import search_question
from checker.questions.search.strike import is_large
from checker.questions.search.symbolic import SymbolicSearch, fits
from checker.smt.budget import GIVEN_UP
from checker.smt.formulas import SolverContext, conj, neg
from checker.text import examples
from dsl.model import (
    Answer,
    AnyOf,
    Aside,
    Clause,
    Edition,
    Expr,
    Game,
    If,
    Literal,
    Never,
    Not,
    Question,
    Then,
)
from dsl.text.errors import ArbitreError
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
from dsl.types.values import Bag, Player, Record, Tagged, Value, ValueSet
from interpreter.values.domain import values_of

VALUES = 4
"""So many values of a type are put in place of an answer."""
OTHER = "altered"
"""What the edition with the fault is called, beside its own."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A clause whose answer is another. `says`: how."""

    says: str
    clause: Clause


def faults(game: Game, clause: Clause, most: int) -> Iterator[Fault]:
    """At most so many faults in the answer of a clause: turned round, its branches exchanged, other values in
    its place; of a clause that only silences others, that it never does."""
    if isinstance(clause.answer, Aside):
        condition = clause.condition
        never = Literal(type=condition.type, span=condition.span, value=False)
        yield Fault("never said", replace(clause, condition=never))
        return
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
                yield f"only {value}", Then(value=literal)
        case Aside():
            return
        case _:
            assert_never(clause.answer)


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
    return _few(type, players)


def _few(type: Type, players: Sequence[Player]) -> Iterator[Value]:
    """The first values of a type, whose parts are all among the first of theirs: of a type of very many
    values no more than these are made."""
    return islice(_small(type, players), VALUES)


def _small(type: Type, players: Sequence[Player]) -> Iterator[Value]:
    match type:
        case RecordType(name=name, fields=fields):
            names = [field for field, _ in fields]
            for values in product(*(tuple(_few(field, players)) for _, field in fields)):
                yield Record(name, tuple(zip(names, values, strict=True)))
        case UnionType(name=name, alternatives=alternatives):
            for each in sorted(alternatives, key=lambda a: a.tag):
                payloads = [None] if each.payload is None else _few(each.payload, players)
                yield from (Tagged(name, each.tag, payload) for payload in payloads)
        case OptionalType(item=item):
            yield None
            yield from _few(item, players)
        case ListType(item=item, low=low, high=high):
            for size in _sizes(low, high):
                yield from product(tuple(_few(item, players)), repeat=size)
        case BagType(item=item, low=low, high=high):
            for size in _sizes(low, high):
                yield from map(Bag, combinations_with_replacement(tuple(_few(item, players)), size))
        case SetType(item=item):
            items = tuple(_few(item, players))
            yield from (
                ValueSet(each) for size in range(len(items) + 1) for each in combinations(items, size)
            )
        case BoolType() | IntType() | RationalType() | EnumType() | PlayerType():
            yield from values_of(type, players)
        case _:
            assert_never(type)


def _sizes(low: int | None, high: int | None) -> range:
    """The lengths of lists that are tried: with the least, few more."""
    least = low or 0
    return range(least, least + VALUES if high is None else high + 1)


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
    editions = Editions(game, tuple(sorted((edition, *siblings), key=lambda e: e.name)))
    asked = game.questions[question]
    with SolverContext.own():
        large = is_large(game, asked) and not is_looked_at(editions, asked)
        search = SymbolicSearch(editions, asked) if large else None
        searched = search_question(editions, asked, search)
        withdraw(editions, searched)
        examined = list(ClauseRecorder(editions, "", asked, search).examined())
        found = Assembler(editions, "").findings([searched])
        proofs = [*with_clauses(editions, QuestionProofs(editions, "", [searched]).proofs(), examined)]
    entries = with_entries(Report(bounds={}, findings=tuple(found)), {game.name: game}).entries
    return Reported(
        {entry.id: entry.digest for entry in entries},
        frozenset(repr(proof) for proof in proofs),
    )


def of_examples(game: Game, edition: Edition) -> Mapping[str, str]:
    """The entries about printed examples of the edition that fail, with their digests, by identifier."""
    found = []
    with_edition = replace(game, editions={**game.editions, edition.name: edition})
    for variant in game.variants:
        for each, name in aspects(with_edition, variant):
            editions = Editions(each, tuple(e for e in each.editions.values() if e.name == edition.name))
            strike_by_examples(editions)
            found += examples.findings(editions, name)
    entries = with_entries(Report(bounds={}, findings=tuple(found)), {game.name: game}).entries
    return {entry.id: entry.digest for entry in entries}


def is_equivalent(game: Game, edition: Edition, other: Edition, question: str) -> bool:
    """Whether two editions with the same doubts answer a question alike in all situations, however they are
    read: of few each is looked at, players named in order of mention; of many the solver proves it."""
    renamed = replace(other, name=OTHER)
    editions = Editions(game, (edition, renamed))
    asked = game.questions[question]
    try:
        if is_looked_at(editions, asked):
            return False
        if not is_large(game, asked):
            return _is_alike_in_each(editions, edition, question)
        with SolverContext.own():
            return _is_alike_by_solver(editions, edition, asked)
    except (ArbitreError, *GIVEN_UP):
        return False


def _is_alike_in_each(editions: Editions, edition: Edition, question: str) -> bool:
    """Whether no situation tells the two apart. Raises ArbitreError."""
    ways = editions.survivors(edition.name, question)
    return all(
        editions.verdict(edition.name, way, question, situation).outcome
        == editions.verdict(OTHER, way, question, situation).outcome
        for situation in editions.situations(question, editions.rulebook(edition.name, {}))
        for way in ways
    )


def _is_alike_by_solver(editions: Editions, edition: Edition, question: Question) -> bool:
    """Whether the solver finds no situation that tells the two apart. Raises what gives up."""
    for solver in SymbolicSearch(editions, question).shape_solvers:
        for way in editions.survivors(edition.name, question.name):
            one, two = (solver.fixed(name, way).code for name in (edition.name, OTHER))
            if solver.find(conj((fits(one), neg(one.same(two))))) is not None:
                return False
    return True


def outcome(game: Game, edition: Edition, fault: Fault, before: Reported) -> str:
    """What becomes of a fault: `noticed`, an entry, its digest or a proof changes; `equivalent`, it is proved
    to change no answer; else `missed`."""
    altered = changed(edition, fault.clause)
    question = fault.clause.question
    after = reported(game, altered, question)
    if (before.entries, before.proofs) != (after.entries, after.proofs):
        return "noticed"
    if is_equivalent(game, edition, altered, question):
        return "equivalent"
    if of_examples(game, edition) != of_examples(game, altered):
        return "noticed"
    return "missed"
