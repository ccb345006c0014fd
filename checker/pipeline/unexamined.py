"""Claims of which nothing is told otherwise, listed with the reason.

No property is passed over in silence: one that nothing was found about is vacuous where there is nothing to
examine it in, and undecided where it was not examined for another reason.
"""

from collections.abc import Iterator
from dataclasses import replace

from checker.claims.claimed import claimed
from checker.editions.editions import Editions
from checker.findings.details import BrokenClaim
from checker.findings.findings import Empty, Proof, Report, Undecided, Vacuous
from checker.games.admission import permitted_numbers
from dsl.model import Edition, ForAll, Property
from dsl.text.messages import Said


def with_unexamined(editions: Editions, variant: str, report: Report) -> Report:
    """The report of a variant, with the claims of each edition that it passes over. Raises ArbitreError."""
    told = set(_told(report))
    vacuous: list[Vacuous] = []
    undecided: list[Undecided] = []
    for edition in editions.members:
        for inside, prop in claimed(editions, variant, edition):
            if (edition.name, prop.name) in told:
                continue
            because = _nothing_to_examine(inside, variant, edition, prop)
            if because is None:
                undecided.append(
                    Undecided(
                        game=editions.game.name,
                        variant=variant,
                        question=None,
                        editions=(edition.name,),
                        holds=prop.name,
                        because=Said("it was not examined"),
                    )
                )
            else:
                vacuous.append(
                    Vacuous(
                        game=editions.game.name,
                        variant=variant,
                        question=prop.name,
                        editions=(edition.name,),
                        holds=prop.name,
                        because=because,
                    )
                )
    return replace(report, vacuous=(*report.vacuous, *vacuous), undecided=(*report.undecided, *undecided))


def _told(report: Report) -> Iterator[tuple[str, str]]:
    """The editions and claims of which the report says what became of them."""
    claims: list[Proof | Empty | Vacuous | Undecided] = [*report.proved, *report.empty]
    claims += [*report.vacuous, *report.undecided]
    for claim in claims:
        if claim.question in (None, claim.holds):
            yield from ((edition, claim.holds) for edition in claim.editions)
    for seen in report.checked:
        yield from ((edition, seen.property) for edition in seen.editions)
    for looked in report.concrete:
        yield from ((edition, looked.question) for edition in looked.editions)
    for finding in report.findings:
        if isinstance(finding.details, BrokenClaim):
            yield from ((edition, finding.details.name) for edition in finding.editions)


def _nothing_to_examine(editions: Editions, variant: str, edition: Edition, prop: Property) -> str | None:
    """Why there is nothing that the claim could be examined in; None where there is."""
    if isinstance(prop.claim, ForAll):
        return None
    if variant not in editions.game.flows:
        return Said("the variant has no flow of play")
    if not any(permitted_numbers(editions, variant, edition)):
        return Said("by this edition, no number of players may play it")
    return None
