"""Which questions are concrete: worked out for given values only, and never encoded for proofs.

A question is concrete if its answer depends on something that is not encoded (in a clause of any edition,
assumption or ruling on it, in what it needs, in a definition or the reading of a doubt met on the way), or
if it asks a question that is. That is settled when a game is loaded, for all its editions alike.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dsl import model as m
from dsl.text.messages import Said, joined
from dsl.text.span import NOWHERE, Span
from dsl.types.algebra import plain
from dsl.types.types import EnumType, IntType, RationalType, Type
from interpreter.analysis.dependencies import Dependencies, answer_parts, walk

MOST_FACTORS = 64
"""Whole numbers of at most so many values are told apart one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Concrete:
    """Why a question is concrete: `what` is not encoded, at `span`, in the answer to the last of the
    questions `through` which it gets there (none: in its own)."""

    what: str
    span: Span = field(default=NOWHERE, compare=False)
    through: tuple[str, ...] = ()

    @property
    def because(self) -> str:
        """The reason, in a sentence."""
        because = self.what
        if self.span.path:
            because = joined(" ", [because, f"({self.span.path}:{self.span.line})"])
        asked: str | None = None
        for question in reversed(self.through[1:]):
            asked = (
                Said(", which asks `{question}`", question=question)
                if asked is None
                else Said(", which asks `{question}`{more}", question=question, more=asked)
            )
        if not self.through:
            return because
        more, first = asked or "", self.through[0]
        return Said("it asks `{question}`{more}: {what}", question=first, more=more, what=because)


def concrete_construct(expr: m.Expr) -> str | None:
    """What an expression itself is, its parts apart, where that is not encoded."""
    match expr:
        case m.Fold():
            return "`fold`"
        case m.Best():
            return "`best`"
        case m.Using():
            return "`using`"
        case m.Along():
            return "`along`"
        case m.Turned():
            return "`turned`"
        case m.Arithmetic(op="/", right=divisor) if not _is_few(divisor):
            return Said("a division by what is not a constant")
        case m.Arithmetic(op="mod", right=divisor) if not _is_few(divisor):
            return Said("a remainder by what is not a constant")
        case m.Arithmetic(op="*", left=left, right=right) if isinstance(plain(expr.type), RationalType):
            if not _is_few(left) and not _is_few(right):
                return Said("a product of rational numbers")
    return None


def _is_few(expr: m.Expr) -> bool:
    """Whether a number is a constant, or one of few whole numbers."""
    match expr:
        case m.Literal() | m.Negative(operand=m.Literal()):
            return True
    return _has_few(plain(expr.type))


def _has_few(type: Type) -> bool:
    match type:
        case IntType(low=int() as low, high=int() as high):
            return high - low < MOST_FACTORS
        case EnumType():
            return True
        case _:
            return False


def concrete_questions(game: m.Game) -> dict[str, Concrete]:
    """The concrete questions of a game, in its order, each with why: the shortest way to what is not
    encoded."""
    heard = [_ClausesByQuestion.of(game, edition) for _, edition in sorted(game.editions.items())]
    known = {name: found for name in game.questions if (found := _own(game, heard, name)) is not None}
    if not known:
        return {}
    asks = {name: _asked(game, heard, name) for name in game.questions}
    while True:
        more = {
            name: _through(asked, known[asked])
            for name in game.questions
            if name not in known and (asked := next((q for q in asks[name] if q in known), None))
        }
        if not more:
            return {name: known[name] for name in game.questions if name in known}
        known |= more


@dataclass(frozen=True, slots=True)
class _ClausesByQuestion:
    """An edition with all the clauses that may be heard with it, by question."""

    edition: m.Edition
    clauses: Mapping[str, Sequence[m.Clause]]
    depends: Dependencies

    @staticmethod
    def of(game: m.Game, edition: m.Edition) -> "_ClausesByQuestion":
        """The edition with what the game assumes, and with all rulings."""
        ruled = [c for rulings in game.rulings if rulings.edition == edition.name for c in rulings.clauses]
        every = [*edition.clauses, *game.assumptions, *ruled]
        by_question: dict[str, list[m.Clause]] = {}
        for clause in every:
            by_question.setdefault(clause.question, []).append(clause)
        return _ClausesByQuestion(edition, by_question, Dependencies(game, edition, every))


def concrete_in(
    exprs: Iterable[m.Expr], game: m.Game, edition: m.Edition, known: Mapping[str, Concrete]
) -> Concrete | None:
    """Why expressions of an edition are concrete, by themselves or by a question that they ask; None where
    they are not. `known` are the concrete questions of the game."""
    given = list(exprs)
    depends = Dependencies(game, edition)
    questions, doubts = depends.of(given)
    found = _in(given) or _in(_readings(edition, doubts))
    if found is not None:
        return found
    asked = next((q for q in game.questions if q in questions and q in known), None)
    return None if asked is None else _through(asked, known[asked])


def _through(asked: str, found: Concrete) -> Concrete:
    return Concrete(what=found.what, span=found.span, through=(asked, *found.through))


def _own(game: m.Game, heard: Iterable[_ClausesByQuestion], name: str) -> Concrete | None:
    """What is not encoded in the answer to a question itself."""
    found = _laid(game.questions[name]) or _in(_bounds(game.questions[name]))
    for one in heard:
        found = found or _in(e for clause in one.clauses.get(name, ()) for e in _parts(clause))
        found = found or _in(_readings(one.edition, one.depends.direct(name)[1]))
    return found


def _asked(game: m.Game, heard: Iterable[_ClausesByQuestion], name: str) -> list[str]:
    """The questions that a question asks without another in between, by any edition, in the game's order."""
    found = {question for one in heard for question in one.depends.direct(name)[0]}
    return [question for question in game.questions if question in found]


def _laid(question: m.Question) -> Concrete | None:
    """That a question is about what is laid in a shape, or answers that."""
    for parameter in question.parameters:
        if m.is_concrete_type(parameter.type):
            what = Said("`{parameter}` is about what is laid", parameter=parameter.name)
            return Concrete(what=what, span=question.span)
    if m.is_concrete_type(question.answer):
        return Concrete(what=Said("the answer is about what is laid"), span=question.span)
    return None


def _in(exprs: Iterable[m.Expr]) -> Concrete | None:
    for expr in walk(*exprs):
        what = concrete_construct(expr)
        if what is not None:
            return Concrete(what=what, span=expr.span)
    return None


def _readings(edition: m.Edition, doubts: Iterable[str]) -> Iterator[m.Expr]:
    kept = frozenset(doubts)
    for name, doubt in edition.doubts.items():
        if name in kept:
            yield from (reading.value for reading in doubt.readings if reading.value is not None)


def _bounds(question: m.Question) -> tuple[m.Expr, ...]:
    among = () if question.among is None else (question.among,)
    return (*question.needs, *question.given, *among)


def _parts(clause: m.Clause) -> tuple[m.Expr, ...]:
    return (clause.condition, *answer_parts(clause))
