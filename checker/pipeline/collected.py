"""The findings for which no solver is needed, gathered."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from checker.editions.editions import Editions
from checker.editions.elimination import strike_by_examples
from checker.errors.guard import Guard
from checker.findings.findings import Checked, Eliminated, Empty, Finding, LookedAt, Proof, Undecided, Vacuous
from checker.play import infeasible, properties, steps
from checker.text import dangling, examples, stale, two_names, uncovered
from dsl.model import Property
from dsl.text.messages import Said

__all__ = ["Checked", "Parts", "collect"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What was found without a solver. `steps` are the gaps of the flow, apart, since their causes among
    the other gaps are still to be attached (`kinds.steps.attach`); `looked_at` are concrete claims;
    `checked` held in all games tried, which is no proof; `to_solve` are claims about situations that are
    left for the solver, with the editions and the one."""

    findings: tuple[Finding, ...]
    steps: tuple[Finding, ...]
    proofs: tuple[Proof, ...]
    empty: tuple[Empty, ...]
    vacuous: tuple[Vacuous, ...]
    eliminated: tuple[Eliminated, ...]
    looked_at: tuple[LookedAt, ...]
    checked: tuple[Checked, ...]
    to_solve: tuple[tuple[Editions, Property, str], ...]
    undecided: tuple[Undecided, ...] = ()


def collect(editions: Editions, variant: str, guard: Guard | None = None) -> Parts:
    """Strikes from the editions what their printed examples rule out, and gathers the findings of a variant
    for which no solver is needed, sorted by identifier. What cannot be done the guard notes (none: it is
    raised)."""
    guard = guard or Guard(editions.game.name, variant, raising=True)
    eliminated = (
        guard.attempt(Said("what the printed examples strike"), lambda: strike_by_examples(editions)) or []
    )
    of_properties = guard.attempt(
        Said("the properties"), lambda: properties.of_variant(editions, variant, guard=guard)
    ) or properties.Results(results=(), checked=(), to_solve=())
    findings = [result for result in of_properties.results if isinstance(result, Finding)]
    kinds: tuple[tuple[str, Callable[[Editions, str], Iterable[Finding]]], ...] = (
        (Said("the printed examples"), examples.findings),
        (Said("references to what is not there"), dangling.findings),
        (Said("sentences that nothing takes up"), uncovered.findings),
        (Said("things that a text calls by two names"), two_names.findings),
        (Said("citations of words that have changed"), stale.findings),
        (Said("instructions that cannot be carried out"), infeasible.findings),
    )
    for unit, of_kind in kinds:
        findings += guard.gather(unit, partial(of_kind, editions, variant))
    unordered = guard.gather(Said("steps that no words order"), lambda: steps.findings(editions, variant))
    unjudged = guard.gather(Said("the printed examples"), lambda: examples.undecided(editions, variant))
    return Parts(
        findings=tuple(sorted(findings, key=lambda finding: finding.id)),
        steps=tuple(sorted(unordered, key=lambda finding: finding.id)),
        proofs=tuple(result for result in of_properties.results if isinstance(result, Proof)),
        empty=tuple(result for result in of_properties.results if isinstance(result, Empty)),
        vacuous=tuple(result for result in of_properties.results if isinstance(result, Vacuous)),
        eliminated=tuple(eliminated),
        looked_at=tuple(result for result in of_properties.results if isinstance(result, LookedAt)),
        checked=of_properties.checked,
        to_solve=of_properties.to_solve,
        undecided=tuple(unjudged),
    )
