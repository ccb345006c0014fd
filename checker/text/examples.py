"""failed-example: a printed example that does not follow from the rules of its edition.

One finding an assertion. Firm: it is false, or not derivable, under every interpretation that is left.
Where the examples of an edition cannot hold together, a smallest set of them is one finding.
"""

from collections.abc import Iterable, Mapping

from checker.editions.editions import Editions, TooManyInterpretations
from checker.editions.elimination import (
    JudgedAssertion,
    MinimalConflict,
    holds,
    judge,
    smallest_choices,
    together,
    unjudged,
)
from checker.errors.in_play import call_of, error_finding
from checker.findings.details import ClashingExamples, FailedExample, FailingExample
from checker.findings.findings import Cited, Finding, Undecided
from checker.findings.identifiers import text_key
from checker.findings.printer import text_of
from checker.grounds.blame import (
    asked_json,
    cited,
    culprit,
    instead,
    sides,
    speaking,
    speaking_clauses,
    witness_of,
)
from checker.grounds.firm import firm
from checker.grounds.passages import is_told_with
from checker.smt.budget import why
from dsl.model import Edition, Example, Expr, Game, Origin
from interpreter.analysis.dependencies import Dependencies, asked_questions
from interpreter.evaluate.evaluate import SpecError


def findings(editions: Editions, variant: str) -> list[Finding]:
    """The assertions of the examples about the variant that nothing left of their edition makes true.

    Elimination by examples must have been applied to the editions, or nothing is known of what is left.
    """
    found: dict[str, Finding] = {}
    for edition in editions.members:
        judged = judge(editions, edition)
        depends = Dependencies(editions.game, edition)
        here = [j for j in judged if _concerns(editions.game, variant, edition, depends, j.example, j.shows)]
        for one in here:
            if one.error is not None:
                finding = _erring(editions, variant, edition, one, one.error)
                found.setdefault(finding.id, finding)
            elif one.fails:
                finding = _failing(editions, variant, edition, one, derivable=True)
                found.setdefault(finding.id, finding)
            elif one.blocked and not _left(editions, edition, one):
                finding = _failing(editions, variant, edition, one, derivable=False)
                found.setdefault(finding.id, finding)
        for clash in together(editions, edition, here):
            finding = _clashing(editions, variant, edition, clash)
            found.setdefault(finding.id, finding)
    return list(found.values())


def undecided(editions: Editions, variant: str) -> list[Undecided]:
    """The examples about the variant that are not judged, as they hang on too many doubts."""
    found: dict[tuple[str, str], Undecided] = {}
    for edition in editions.members:
        depends = Dependencies(editions.game, edition)
        for example, shows in unjudged(editions, edition):
            if _concerns(editions.game, variant, edition, depends, example, shows):
                found[(edition.name, example.name)] = Undecided(
                    game=editions.game.name,
                    variant=variant,
                    question=None,
                    editions=(edition.name,),
                    holds=f"example:{example.name}",
                    because=why(TooManyInterpretations(edition.name, example.name)),
                )
    return list(found.values())


def _concerns(
    game: Game, variant: str, edition: Edition, depends: Dependencies, example: Example, shows: Expr
) -> bool:
    """Whether the variant is the one with which an assertion of the example is told."""
    questions, _ = depends.of([shows])
    return is_told_with(game, variant, edition, example.citations[0], questions)


def _left(editions: Editions, edition: Edition, judged: JudgedAssertion) -> bool:
    """Whether an interpretation under which it is true is left."""
    return any(_is_left(editions, edition, t) for t in judged.true)


def _is_left(editions: Editions, edition: Edition, interpretation: Mapping[str, str]) -> bool:
    """Whether the interpretation is not struck."""
    struck = editions.nogoods.get(edition.name, ())
    return not any(n.items() <= interpretation.items() for n in struck)


# ------------------------------------------------------------------ the findings


def _failing(
    editions: Editions, variant: str, edition: Edition, judged: JudgedAssertion, *, derivable: bool
) -> Finding:
    """The finding of an assertion that nothing left makes true."""
    under = dict(_first_left(editions, edition, judged.false if derivable else judged.blocked))
    book = editions.rulebook(edition.name, under)
    part, asked = culprit(book, judged.shows, {})
    question, witness = None, None
    if asked:
        question = asked[0][0]
        witness = witness_of(editions, edition.name, *asked[0])
    class_ = (judged.cause, text_key(text_of(judged.shows, editions.game)))
    rules = speaking(book, asked)
    blamed = _blamed(editions, edition, judged) if derivable else ()
    leaning = [r for r in speaking_clauses(book, asked) if book.clauses[r].origin is Origin.ASSUMPTION]
    return firm(
        editions,
        variant,
        "failed-example",
        edition,
        class_,
        question=question,
        rules=rules,
        assumptions=tuple(dict.fromkeys((*blamed, *leaning))),
        witness=witness,
        citations=(*_of_example(judged), *cited(book.clauses, rules)),
        details=FailedExample(
            derivable=derivable,
            example=judged.example.name,
            shows=text_of(judged.shows, editions.game),
            instead=instead(book, asked),
            sides=sides(book, part, {}),
            asked=asked_json(book, asked),
        ),
    )


def _erring(
    editions: Editions, variant: str, edition: Edition, judged: JudgedAssertion, error: SpecError
) -> Finding:
    """The finding of an assertion that asks what cannot be asked."""
    sorts = (judged.true, judged.false, judged.blocked)
    survivors = [i for sort in sorts for i in sort if _is_left(editions, edition, i)]
    firm = all(i in judged.erring for i in survivors)
    return error_finding(
        editions,
        variant,
        edition,
        error.problems[0],
        f"{judged.cause}.{text_of(judged.shows, editions.game)}",
        certainty="firm" if firm else "possible",
        under=()
        if firm
        else tuple(smallest_choices([i for i in survivors if i in judged.erring], survivors)),
        citations=_of_example(judged),
        asked=None if error.key is None else call_of(editions.game, error.key),
        met=FailingExample(example=judged.example.name, shows=text_of(judged.shows, editions.game)),
    )


def _first_left(
    editions: Editions, edition: Edition, choices: Iterable[Mapping[str, str]]
) -> Mapping[str, str]:
    """The first of these interpretations that is not struck; the first of all where all are."""
    listed = list(choices)
    struck = editions.nogoods.get(edition.name, ())
    return next((c for c in listed if not any(n.items() <= c.items() for n in struck)), listed[0])


def _blamed(editions: Editions, edition: Edition, judged: JudgedAssertion) -> tuple[str, ...]:
    """The assumptions without which alone the assertion would hold, under some interpretation."""
    everything = (*edition.clauses, *editions.game.assumptions)
    assumptions = [c for c in everything if c.origin is Origin.ASSUMPTION]
    asked, _ = Dependencies(editions.game, edition).of([judged.shows])
    concerned = {q for a in asked for q in (a, *asked_questions(editions.game, edition, a))}
    blamed = []
    for clause in (c for c in assumptions if c.question in concerned):
        lighter = Editions(
            editions.game,
            editions.members,
            editions.nogoods,
            without=editions.without | {clause.id},
            switched_off=editions.switched_off,
        )
        if any(_holds(lighter, edition, i, judged) for i in judged.false):
            blamed.append(clause.id)
    return tuple(blamed)


def _holds(
    editions: Editions, edition: Edition, interpretation: Mapping[str, str], judged: JudgedAssertion
) -> bool:
    """Whether an assertion holds there; not where the rules cannot be followed (what is needed waits for an
    answer that has been taken away)."""
    try:
        return holds(editions, edition.name, interpretation, judged.shows) is True
    except SpecError:
        return False


def _clashing(editions: Editions, variant: str, edition: Edition, clash: MinimalConflict) -> Finding:
    """The finding of examples that cannot hold together."""
    names = sorted({j.cause for j in clash.assertions})
    texts = [text_of(j.shows, editions.game) for j in clash.assertions]
    class_ = (*names, text_key(" & ".join(sorted(texts))))
    doubts = sorted({d for j in clash.assertions for n in j.nogoods() for d in n})
    return firm(
        editions,
        variant,
        "failed-example",
        edition,
        class_,
        doubts=tuple(f"{edition.name}.{doubt}" for doubt in doubts),
        citations=tuple(dict.fromkeys(c for j in clash.assertions for c in _of_example(j))),
        details=ClashingExamples(
            examples=", ".join(j.example.name for j in clash.assertions), shows="; ".join(texts)
        ),
    )


def _of_example(judged: JudgedAssertion) -> tuple[Cited, ...]:
    return tuple(Cited(rule=judged.cause, citation=c) for c in judged.example.citations)
