"""stale: a citation under which the printed text has changed. What rests on it is examined, and marked.

Identified by what cites, so that it stays the same finding whatever the words are now.
"""

from collections.abc import Iterable
from dataclasses import replace

from checker.editions.editions import Editions
from checker.findings.details import ChangedWords
from checker.findings.findings import Cited, Finding
from checker.grounds.firm import firm
from checker.grounds.passages import speaks_of
from dsl.model import Edition, Stale


def findings(editions: Editions, variant: str) -> list[Finding]:
    """One for each declaration that cites words that have changed, in the parts about the variant; what now
    stands nowhere is told of each variant of which its edition speaks."""
    found: dict[str, Finding] = {}
    for edition in editions.members:
        for stale in edition.stale:
            if _concerns(edition, stale, variant):
                made = _finding(editions, variant, edition, stale)
                found.setdefault(made.id, made)
    return list(found.values())


def marked(findings: Iterable[Finding], editions: Iterable[Edition]) -> list[Finding]:
    """The findings; each says in `stale` which of its clauses and doubts rest on words that have changed."""
    told = [edition for edition in editions if edition.stale]
    if not told:
        return list(findings)
    return [_marked(finding, told) for finding in findings]


def _marked(finding: Finding, editions: list[Edition]) -> Finding:
    answers = () if finding.witness is None else finding.witness.answers
    names = {*finding.rules, *finding.doubts, *finding.class_, *(r for a in answers for r in a.rules)}
    stale = sorted({name for edition in editions for name in edition.stale_among(names)})
    if not stale or finding.kind == "stale":
        return finding
    return replace(finding, stale=tuple(stale))


def _concerns(edition: Edition, stale: Stale, variant: str) -> bool:
    if stale.citation is None:
        return True
    printed = edition.text_of(stale.citation)
    return printed is None or speaks_of(printed, variant, stale.citation.start)


def _finding(editions: Editions, variant: str, edition: Edition, stale: Stale) -> Finding:
    class_ = (f"{edition.name}.{stale.name}" if stale.sort != "part" else f"{edition.name}.part",)
    (place,) = stale.problem.spans[:1]
    cited = () if stale.citation is None else (Cited(rule=class_[0], citation=stale.citation),)
    return firm(
        editions,
        variant,
        "stale",
        edition,
        class_,
        citations=cited,
        details=ChangedWords(
            sort=stale.sort,
            name=stale.name,
            message=stale.problem.message,
            help=stale.problem.help or "",
            path=place.path,
            line=place.line,
        ),
    )
