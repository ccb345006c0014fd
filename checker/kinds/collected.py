"""The findings for which no solver is needed, gathered."""

from dataclasses import dataclass

from checker.eliminate import by_examples, strike
from checker.findings import Checked, Eliminated, Finding, LookedAt, Proof, Vacuous
from checker.kinds import dangling, examples, infeasible, properties, steps, uncovered
from checker.panel import Panel
from dsl.model import Property

__all__ = ["Checked", "Parts", "collect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What was found without a solver. `steps` are the gaps of the flow, apart, since their causes among
    the other gaps are still to be attached (`kinds.steps.attach`); `looked_at` are concrete claims;
    `checked` held in all games tried, which is no proof; `to_solve` are claims about situations that are
    left for the solver, with the panel and the edition."""

    findings: tuple[Finding, ...]
    steps: tuple[Finding, ...]
    proofs: tuple[Proof, ...]
    vacuous: tuple[Vacuous, ...]
    eliminated: tuple[Eliminated, ...]
    looked_at: tuple[LookedAt, ...]
    checked: tuple[Checked, ...]
    to_solve: tuple[tuple[Panel, Property, str], ...]


def collect(panel: Panel, variant: str) -> Parts:
    """Strikes from the panel what its printed examples rule out, and gathers the findings of a variant
    for which no solver is needed, sorted by identifier. Raises ArbitreError."""
    eliminated, nogoods = by_examples(panel)
    strike(panel, nogoods)
    of_properties = properties.of_variant(panel, variant)
    found = [
        *examples.findings(panel, variant),
        *dangling.findings(panel, variant),
        *uncovered.findings(panel, variant),
        *infeasible.findings(panel, variant),
        *(result for result in of_properties.results if isinstance(result, Finding)),
    ]
    return Parts(
        findings=tuple(sorted(found, key=lambda finding: finding.id)),
        steps=tuple(sorted(steps.findings(panel, variant), key=lambda finding: finding.id)),
        proofs=tuple(result for result in of_properties.results if isinstance(result, Proof)),
        vacuous=tuple(result for result in of_properties.results if isinstance(result, Vacuous)),
        eliminated=eliminated,
        looked_at=tuple(result for result in of_properties.results if isinstance(result, LookedAt)),
        checked=of_properties.checked,
        to_solve=of_properties.to_solve,
    )
