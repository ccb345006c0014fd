"""What the same situation shows with the same answers is told once, whichever of its clauses decide."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from checker.findings.findings import Finding
from checker.questions.verdicts.matrix import rules_of


def told_once(findings: Iterable[Finding]) -> list[Finding]:
    """The findings; of gaps that one situation shows, and of differences between the same sentences there,
    the first by identifier stands for all."""
    alike: dict[object, list[Finding]] = {}
    for finding in sorted(findings, key=lambda f: f.id):
        alike.setdefault(_shows(finding), []).append(finding)
    stands = {other.id: group[0].id for group in alike.values() for other in group}
    told = [_all_of(group) for group in alike.values()]
    return [
        replace(f, because_of=tuple(sorted({stands.get(i, i) for i in f.because_of} - {f.id}))) for f in told
    ]


def _shows(finding: Finding) -> object:
    """What is the same of findings that are told once."""
    witness = finding.witness
    if witness is None or (finding.doubts and finding.kind != "divergence"):
        return finding.id
    match finding.kind:
        case "gap":
            of: tuple[str, ...] = ("some",) if finding.class_ else ()
        case "divergence":
            of = rules_of(finding.class_)
        case _:
            return finding.id
    answers = tuple(
        (a.edition, tuple(sorted(a.interpretation.items())), a.outcome, a.by_default) for a in witness.answers
    )
    under = tuple(tuple(sorted(choice.items())) for choice in finding.under)
    about = (finding.kind, finding.question, finding.editions, finding.certainty, of)
    told = (finding.details, finding.if_agreed)
    return (*about, *told, under, finding.doubts, witness.situation, answers)


def _all_of(group: Sequence[Finding]) -> Finding:
    """The first, with all that the others rest on."""
    first, *others = group
    if not others:
        return first
    return replace(
        first,
        rules=tuple(dict.fromkeys(rule for f in group for rule in f.rules)),
        assumptions=tuple(dict.fromkeys(each for f in group for each in f.assumptions)),
        answered_by=tuple(dict.fromkeys(each for f in group for each in f.answered_by)),
        because_of=tuple(sorted({i for f in group for i in f.because_of})),
        citations=tuple(dict.fromkeys(c for f in group for c in f.citations)),
    )
