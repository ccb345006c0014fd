"""What proofs stand on, and what holds of nothing, as lines of the text report."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from arbitre.wording import values
from arbitre.wording.catalogue import _, later, listed, say
from checker.findings.findings import EMPTY_REASONS, ComparedStatus, EmptyReason, Proof, Report
from dsl.model import Project

REASONS: Mapping[EmptyReason, str] = {
    "no-clause": later("no rule of the edition is about it"),
    "never-answers": later("no rule of the edition ever answers it"),
    "both-silent": later("both editions are silent"),
    "never-both-answer": later("the editions never both answer"),
    "assumption-only": later("only an assumption answers"),
    "never-arises": later("what it speaks of never comes up"),
}
"""Why a claim is about nothing, in words."""

STATUSES: Mapping[ComparedStatus, str] = {
    "equivalent": later("equivalent"),
    "compatible": later("compatible"),
    "reconcilable": later("reconcilable"),
    "irreconcilable": later("irreconcilable"),
    "both-silent": later("both silent"),
    "never-both-answer": later("never both answer"),
    "assumption-only": later("by assumption only"),
    "vacuous": later("vacuous"),
    "undecided": later("undecided"),
}
"""What a comparison comes to, in words."""


def empty(report: Report) -> list[str]:
    """The claims about nothing, by the reason, each question or claim with its editions."""
    lines = []
    for reason in EMPTY_REASONS:
        found: dict[str, dict[str, None]] = {}
        for each in report.empty:
            if each.reason == reason:
                found.setdefault(each.question or each.holds, {})[" = ".join(each.editions)] = None
        if found:
            told = "; ".join(f"{name} ({', '.join(editions)})" for name, editions in found.items())
            lines.append(f"{_(REASONS[reason])}: {told}")
    return lines


def bounds(proofs: Iterable[Proof]) -> list[str]:
    """Within which bounds each question, and each claim of a name, was searched."""
    found: dict[str, None] = {}
    for proof in proofs:
        told = list(_ranges(proof.bounds))
        if told:
            found[f"{proof.question or proof.holds}: {', '.join(told)}"] = None
    return list(found)


def _ranges(bounds: Mapping[str, object]) -> Iterator[str]:
    for name, bound in bounds.items():
        match bound:
            case [int() as low, int() as high]:
                yield f"{name} {_('{low} to {high}', low=low, high=high) if low != high else low}"
            case _:
                pass


def struck(proofs: Sequence[Proof], project: Project) -> list[str]:
    """What is struck out on which proofs rest, each with the questions and claims that rest on it."""
    found: dict[str, dict[str, None]] = {}
    for proof in proofs:
        for each in proof.struck:
            edition = project.games[proof.game].editions[each.edition]
            readings = listed(values.reading_text(edition, doubt, [name]) for doubt, name in each.readings)
            found.setdefault(f"{each.edition}: {readings}", {})[proof.question or proof.holds] = None
    return [f"{said} ({', '.join(names)})" for said, names in sorted(found.items())]


def leaning(proofs: Iterable[Proof]) -> list[str]:
    """What proofs rest on that no text says."""
    return sorted({say(each) for proof in proofs for each in proof.assumptions})
