"""error: the specification cannot be followed in a situation, or in a part of the check.

A clause answers outside the range of answers, a question is asked about what cannot be, an expression has no
value. Each is told once for the edition, the code and the rule in which it shows, with the smallest situation
that was met. (For games that fail, see `errors.in_play`.)
"""

from collections.abc import Iterable, Iterator, Sequence

from checker.editions.editions import Editions
from checker.editions.elimination import smallest_choices
from checker.editions.spec_errors import SituationError
from checker.errors.guard import UnitError
from checker.errors.in_play import call_of, error_finding
from checker.findings.details import SpecFailure
from checker.findings.findings import Cited, Finding
from dsl.model import Edition, Game
from dsl.text.errors import Problem
from dsl.text.source import Citation
from dsl.text.span import NOWHERE, Span
from interpreter.evaluate.evaluate import SpecError

Named = tuple[Span, str, tuple[Citation, ...]]
"""Where something of a specification begins, what it is called, and the words that it cites."""


def findings(
    editions: Editions, variant: str, met: Iterable[UnitError], found: Sequence[Finding]
) -> list[Finding]:
    """The errors met in situations, and in units of the check that for that were not done; those that `found`
    tells already are left out."""
    told = {_where(f) for f in found if f.kind == "error"}
    every = [*_in_situations(editions, variant), *_in_units(editions, variant, met)]
    kept: dict[str, Finding] = {}
    for each in every:
        if _where(each) not in told:
            kept.setdefault(each.id, each)
    return list(kept.values())


def _where(error: Finding) -> tuple[str, str | None, tuple[str, ...]]:
    assert isinstance(error.details, SpecFailure)
    return (error.details.code, error.details.place, error.editions)


def _in_situations(editions: Editions, variant: str) -> Iterator[Finding]:
    for err in editions.situation_errors.all():
        edition = editions.edition(err.edition)
        name, words = named_at(editions.game, edition, err.problem)
        survivors = editions.survivors(err.edition, err.question)
        so_read = [i for i in survivors if _errs(editions, err, i)]
        firm = len(so_read) == len(survivors)
        yield error_finding(
            editions,
            variant,
            edition,
            err.problem,
            name,
            question=err.question if err.key is None else err.key[0],
            certainty="firm" if firm else "possible",
            under=() if firm else tuple(smallest_choices(so_read, survivors)),
            citations=[Cited(rule=name, citation=each) for each in words],
            asked=call_of(editions.game, err.key or (err.question, err.situation)),
        )


def _errs(editions: Editions, err: SituationError, interpretation: dict[str, str]) -> bool:
    """Whether the edition, read like that, errs in the same situation at the same place."""
    book = editions.rulebook(err.edition, interpretation)
    try:
        if book.meets_given(err.question, err.situation) is not False:
            book.verdict(err.question, err.situation)
    except SpecError as error:
        return error.problems[0].spans[:1] == err.problem.spans[:1]
    return False


def _in_units(editions: Editions, variant: str, met: Iterable[UnitError]) -> Iterator[Finding]:
    for each in met:
        for edition in _concerned(editions, each.problem):
            name, words = named_at(editions.game, edition, each.problem)
            yield error_finding(
                editions,
                variant,
                edition,
                each.problem,
                name,
                question=each.question,
                citations=[Cited(rule=name, citation=citation) for citation in words],
            )


def _concerned(editions: Editions, problem: Problem) -> list[Edition]:
    """The edition in whose file it is wrong; all of them, where it is wrong in none."""
    paths = {span.path for span in problem.spans[:1]}
    own = [e for e in editions.members if paths & {named[0].path for named in _of_edition(e)}]
    return own or list(editions.members)


def named_at(game: Game, edition: Edition, problem: Problem) -> tuple[str, tuple[Citation, ...]]:
    """What is wrong is in what: the rule, doubt, example, question or property that begins last before it in
    the same file; and the words that this cites. The code of the problem, where that is not known."""
    span = next(iter(problem.spans), NOWHERE)
    place = (span.line, span.column)
    before = [
        named
        for named in (*_of_edition(edition), *_of_game(game))
        if named[0].path == span.path and (named[0].line, named[0].column) <= place
    ]
    if span == NOWHERE or not before:
        return problem.code, ()
    _, name, words = max(before, key=lambda named: (named[0].line, named[0].column))
    return name, words


def _of_edition(edition: Edition) -> Iterator[Named]:
    for clause in edition.clauses:
        yield clause.span, f"{edition.name}.{clause.rule}", clause.citations
    for doubt in edition.doubts.values():
        yield doubt.span, f"{edition.name}.{doubt.name}", doubt.citations
    for example in edition.examples:
        yield example.span, f"{edition.name}.{example.name}", example.citations
    for drawn in edition.consequences:
        yield drawn.span, f"{edition.name}.{drawn.name}", drawn.citations


def _of_game(game: Game) -> Iterator[Named]:
    for clause in game.assumptions:
        yield clause.span, clause.id, ()
    for question in game.questions.values():
        yield question.span, question.name, ()
    for prop in game.properties:
        yield prop.span, prop.name, ()
    for flow in game.flows.values():
        yield flow.span, flow.variant, ()
