"""Rulings: whether each does what a ruling may do, and does something.

A pick must choose a reading that is left. A fill speaks only where the printed rules, with the picks, are
silent or answer by default, a settle only where they are contradictory or leave several answers open. One
that speaks nowhere is an error: where its condition holds, the text has settled otherwise (it *would
override*), or has said as much already (it *does nothing*). Questions with few situations are enumerated;
of others, situations are drawn at random, most of them small and with few different things in them. Of a
ruling on a concrete question it is only seen whether it contradicts another.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from checker.editions.editions import Editions
from checker.editions.elimination import no_survivors
from checker.grounds.blame import call_text, outcome_text
from checker.questions.sampling.sampled import is_looked_at, looked_at
from checker.questions.sampling.values import draw
from dsl.model import AnyOf, Aside, Clause, Edition, Never, Origin, Question, Rulings, Then
from dsl.text.errors import ArbitreError, Problem
from dsl.text.messages import Said
from dsl.types.values import Player, Value
from interpreter.analysis.dependencies import Dependencies, interpretations
from interpreter.evaluate.evaluate import Blocked, NoValue
from interpreter.play.machine import items_of
from interpreter.rulebook.enumeration import space_size
from interpreter.rulebook.rulebook import Rulebook, SpecError, Status
from interpreter.rulebook.situations import Situation
from interpreter.runtime.rng import Chance

FEW = 3_000  # situations that are enumerated
DRAWN = 1_500  # situations drawn of questions that have more
MOST_READINGS = 16  # interpretations, the picks made, under which a ruling is tried


def check(
    editions: Editions, rulings: Rulings, questions: Collection[str] | None = None
) -> tuple[Problem, ...]:
    """What is wrong with the rulings, by place; empty where nothing is: with those on these questions only
    (None: all). Elimination by examples must have been applied to the editions, or every reading counts as
    left."""
    edition = editions.edition(rulings.edition)
    problems = _picks(editions, edition, rulings)
    if not problems:
        for clause in rulings.clauses:
            if questions is not None and clause.question not in questions:
                continue
            problems += _clause(editions, edition, rulings, clause)
    return tuple(sorted(dict.fromkeys(problems), key=lambda problem: problem.order))


def refuse(editions: Editions, rulings: Rulings) -> None:
    """Raises ArbitreError with all that is wrong with the rulings, if anything is."""
    problems = check(editions, rulings)
    if problems:
        raise ArbitreError(*problems)


# ------------------------------------------------------------------ picks


def _picks(editions: Editions, edition: Edition, rulings: Rulings) -> list[Problem]:
    struck = editions.nogoods.get(edition.name, [])
    problems = []
    for pick in rulings.picks:
        if no_survivors(edition, [*struck, *_only(edition, pick.doubt, pick.reading)]):
            message = Said(
                "the reading `{reading}` of `{doubt}` is ruled out by the text's own examples",
                reading=pick.reading,
                doubt=pick.doubt,
            )
            problems.append(Problem("eliminated-reading", message, (pick.span,)))
    wanted = [n for pick in rulings.picks for n in _only(edition, pick.doubt, pick.reading)]
    if not problems and no_survivors(edition, [*struck, *wanted]):
        spans = tuple(pick.span for pick in rulings.picks)
        message = Said(
            "the readings picked in `{rulings}` are ruled out together by the text's own examples",
            rulings=rulings.name,
        )
        problems.append(Problem("eliminated-reading", message, spans))
    return problems


def _only(edition: Edition, doubt: str, reading: str) -> list[dict[str, str]]:
    """The other readings of a doubt, as what cannot be."""
    return [{doubt: other.name} for other in edition.doubts[doubt].readings if other.name != reading]


# ------------------------------------------------------------------ fills and settles


@dataclass(slots=True)
class _RulingEvidence:
    """What was met so far of a ruling's clause: situations in which its condition holds where the text has
    settled; `otherwise`: the first that is settled otherwise, and how."""

    settled: int = 0
    otherwise: str | None = None
    clash: str | None = None


def _clause(editions: Editions, edition: Edition, rulings: Rulings, clause: Clause) -> list[Problem]:
    met = _RulingEvidence()
    for book in _books(editions, edition, rulings, clause):
        for situation in _situations(editions, book, clause.question):
            try:
                if _speaks(book, clause, situation, met):
                    return _clashing(clause, met)
            except SpecError as error:
                return list(error.problems)
    if is_looked_at(editions, editions.game.questions[clause.question]):
        return []  # in what was looked at it may be idle by chance
    fills = clause.origin is Origin.FILL
    if met.otherwise is not None:
        message = Said(
            "the fill `{ruling}` would override the printed text: {otherwise}"
            if fills
            else "the settle `{ruling}` would override the printed text: {otherwise}",
            ruling=clause.rule,
            otherwise=met.otherwise,
        )
        help = "a ruling speaks only where the text does not settle the question; `pick` a reading instead"
        return [Problem("overriding-ruling", message, (clause.span,), help)]
    if met.settled > 0 or space_size(editions.game, clause.question, FEW) is not None:
        message = Said(
            "the fill `{ruling}` does nothing: where it applies, the text is nowhere silent"
            if fills
            else "the settle `{ruling}` does nothing: where it applies, the text is nowhere contradictory or "
            "open",
            ruling=clause.rule,
        )
        return [Problem("idle-ruling", message, (clause.span,))]
    return []


def _clashing(clause: Clause, met: _RulingEvidence) -> list[Problem]:
    if met.clash is None:
        return []
    message = Said(
        "the ruling `{ruling}` contradicts another one: {clash}", ruling=clause.rule, clash=met.clash
    )
    return [Problem("contradictory-rulings", message, (clause.span,))]


def _speaks(book: Rulebook, clause: Clause, situation: Situation, met: _RulingEvidence) -> bool:
    """Whether the ruling speaks in the situation; else `met` notes what the text says there."""
    question = clause.question
    verdict = book.verdict(question, situation)
    if clause.id in verdict.speaking or clause.id in verdict.conflict:
        if verdict.outcome.status is Status.CONTRADICTORY:
            met.clash = Said("{call} has no answer", call=call_text(book, question, situation))
        return True
    there = all(book.readings[doubt] in readings for doubt, readings in clause.under)
    env = dict(zip(clause.binds, situation, strict=True))
    printed = book.printed_verdict(question, situation)
    if there and book.holds(clause.condition, env) is True and printed.outcome.status is Status.SETTLED:
        met.settled += 1
        if met.otherwise is None and not _agrees(book, clause, env, printed.outcome.admits[0]):
            shown = outcome_text(printed.outcome, book.game)
            met.otherwise = Said(
                "{call} is {answer} there", call=call_text(book, question, situation), answer=shown
            )
    return False


def _agrees(book: Rulebook, clause: Clause, env: Mapping[str, Value], settled: Value) -> bool:
    """Whether the ruling would admit what the text settles; also where nobody can tell."""
    try:
        match clause.answer:
            case Then(value=value):
                return bool(book.evaluate(value, env) == settled)
            case AnyOf(values=values):
                return settled in items_of(book.evaluate(values, env))
            case Never(value=value):
                return bool(book.evaluate(value, env) != settled)
            case Aside():
                return True
    except (Blocked, NoValue):
        return True


def _books(editions: Editions, edition: Edition, rulings: Rulings, clause: Clause) -> Iterator[Rulebook]:
    """The edition with the rulings, under the interpretations left of what the question depends on."""
    depends = Dependencies(
        editions.game, edition, (*edition.clauses, *editions.game.assumptions, *rulings.clauses)
    )
    picked = {pick.doubt for pick in rulings.picks}
    doubts = {*depends.doubts(clause.question), *picked}
    struck = [
        *editions.nogoods.get(edition.name, ()),
        *(n for pick in rulings.picks for n in _only(edition, pick.doubt, pick.reading)),
    ]
    for count, interpretation in enumerate(interpretations(edition, doubts, struck)):
        if count == MOST_READINGS:
            return
        yield Rulebook(editions.game, edition, interpretation, rulings=rulings)


# ------------------------------------------------------------------ situations to try


def _situations(editions: Editions, book: Rulebook, question: str) -> Iterator[Situation]:
    """Situations of a question that are not excluded: all, or some drawn at random; of a concrete one, those
    in which it is looked at."""
    found: Iterator[Situation]
    if is_looked_at(editions, editions.game.questions[question]):
        found = iter(looked_at(editions, editions.game.questions[question]))
    elif space_size(editions.game, question, FEW) is not None:
        found = editions.situations(question, book)
    else:
        found = _drawn(editions, book, editions.game.questions[question])
    return (s for s in found if book.meets_needs(question, s) and book.meets_given(question, s) is not False)


def _drawn(editions: Editions, book: Rulebook, question: Question) -> Iterator[Situation]:
    names = tuple(Player(name) for name in editions.game.names[: editions.game.players[1]])
    for number in range(DRAWN):
        situation = draw(book, question.parameters, Chance(number, "situations"), names)
        if situation is not None:
            yield situation
