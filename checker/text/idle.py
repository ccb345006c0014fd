"""idle and ruling: what is put beside the printed text, and does nothing, or what it may not.

An implied exception is an assumption of the transcription: one that prevents no contradiction is better left
out. A ruling of a house that overrides the text, does nothing, contradicts another or picks a reading that
the text's own examples rule out is told, and changes nothing of what the text is found to say.
"""

from collections.abc import Iterable

from checker.editions.editions import Editions
from checker.errors.in_situations import named_at
from checker.findings.details import BadRuling, IdleException
from checker.findings.findings import Cited, Finding
from checker.grounds.firm import firm
from checker.questions.search import rulings
from checker.questions.search.exceptions import VacuousException
from dsl.model import Rulings
from dsl.text.span import NOWHERE, Span


def exceptions(editions: Editions, variant: str, found: Iterable[VacuousException]) -> list[Finding]:
    """One for each exception that prevents nothing."""
    return [_exception(editions, variant, each) for each in found]


def _exception(editions: Editions, variant: str, idle: VacuousException) -> Finding:
    clause, targets = idle.clause, idle.exception.targets
    class_ = (clause.id, *sorted(targets))
    edition = editions.edition(idle.edition)
    known = {each.id: each for each in edition.clauses}
    named = [known[each] for each in (clause.id, *targets) if each in known]
    words = {Cited(rule=f"{idle.edition}.{c.rule}", citation=w): None for c in named for w in c.citations}
    return firm(
        editions,
        variant,
        "idle",
        edition,
        class_,
        question=clause.question,
        rules=(clause.id, *targets),
        citations=words,
        details=IdleException(exception=clause.id, targets=tuple(targets), place=_place(idle.exception.span)),
    )


def ruled(editions: Editions, variant: str, questions: Iterable[str], of: Rulings) -> list[Finding]:
    """One for each thing that is wrong with the rulings for an edition, about these questions."""
    edition = editions.edition(of.edition)
    findings: dict[str, Finding] = {}
    for problem in rulings.check(editions, of, list(questions)):
        span = next(iter(problem.spans), NOWHERE)
        clause = next((c for c in of.clauses if c.span == span), None)
        question = None if clause is None else clause.question
        name = None if clause is None else clause.rule
        name = name or next((p.doubt for p in of.picks if p.span == span), None)
        name = name or named_at(editions.game, edition, problem)[0]
        class_ = (f"{of.name}.{name}", problem.code)
        finding = firm(
            editions,
            variant,
            "ruling",
            edition,
            class_,
            question=question,
            details=BadRuling(
                code=problem.code, rulings=of.name, message=problem.message, place=_place(span)
            ),
        )
        findings.setdefault(finding.id, finding)
    return list(findings.values())


def _place(span: Span) -> str | None:
    return None if span == NOWHERE else f"{span.path}:{span.line}"
