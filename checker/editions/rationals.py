"""Whether numbers that are not whole matter to a question: it then needs a solver that knows them."""

from collections.abc import Iterable, Iterator

from checker.editions.editions import Editions
from dsl.model import Expr, ForAll, Question
from dsl.types.algebra import plain
from dsl.types.types import RationalType
from interpreter.analysis.dependencies import Dependencies, answer_parts, walk


def rationals_matter(editions: Editions, question: Question) -> bool:
    """Whether something that the question asks, itself or through others, in any edition, is a rational
    number. Of a question that is none of the game's (what a property is about): whether anything is."""
    names = editions.game.questions
    about = question.name if question.name in names else ""
    found = editions.rationals.get(about)
    if found is None:
        found = editions.rationals[about] = any(map(_is_rational, walk(*_exprs(editions, about))))
    return found


def _is_rational(expr: Expr) -> bool:
    return isinstance(plain(expr.type), RationalType)


def _exprs(editions: Editions, question: str) -> Iterator[Expr]:
    """All that is written about the question and those that it asks; about all questions for none."""
    game = editions.game
    for edition in editions.members:
        names: Iterable[str] = game.questions
        if question:
            names = {question, *Dependencies(game, edition).asked(question)}
        for clause in (*edition.clauses, *game.assumptions):
            if clause.question in names:
                yield clause.condition
                yield from answer_parts(clause)
        for doubt in edition.doubts.values():
            yield from (r.value for r in doubt.readings if r.value is not None)
        for asked in (q for name, q in game.questions.items() if name in names):
            yield from (*asked.needs, *asked.given, *asked.smallest)
            yield from () if asked.among is None else (asked.among,)
    if not question:
        for prop in game.properties:
            if isinstance(prop.claim, ForAll):
                yield from (*prop.claim.needs, prop.claim.claim)
