"""A finding about one edition that is so however it is read: what its words, cards or examples show."""

from collections.abc import Iterable

from checker.editions.editions import Editions
from checker.findings.details import NOTHING, Details
from checker.findings.findings import Cited, Finding, Kind, Witness
from checker.findings.identifiers import finding_id
from dsl.model import Edition


def firm(
    editions: Editions,
    variant: str,
    kind: Kind,
    edition: Edition,
    class_: tuple[str, ...],
    *,
    question: str | None = None,
    rules: tuple[str, ...] = (),
    doubts: tuple[str, ...] = (),
    assumptions: tuple[str, ...] = (),
    answered_by: Iterable[tuple[str, str]] = (),
    citations: Iterable[Cited] = (),
    witness: Witness | None = None,
    details: Details = NOTHING,
) -> Finding:
    """The finding, identified by its kind, edition, question and class."""
    return Finding(
        id=finding_id(editions.game.name, variant, kind, (edition.name,), question, class_),
        kind=kind,
        certainty="firm",
        game=editions.game.name,
        variant=variant,
        question=question,
        editions=(edition.name,),
        class_=class_,
        rules=rules,
        doubts=doubts,
        assumptions=assumptions,
        answered_by=tuple(answered_by),
        witness=witness,
        citations=tuple(citations),
        details=details,
    )
