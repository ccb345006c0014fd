"""What the editions answer in the situation of a witness, told so that it shows what the finding names."""

from collections.abc import Collection, Iterable, Sequence

from checker.editions.elimination import smallest_choices
from checker.findings.findings import Answered, Finding
from checker.questions.verdicts.matrix import Cell, names_of
from checker.questions.verdicts.recognize import occurring
from interpreter.rulebook.rulebook import Outcome


def told_apart(row: Sequence[Cell], about: Collection[str] = ()) -> list[Answered]:
    """What an edition answers, each different answer once, with the smallest choices of readings.

    Answers are different where their outcomes are, where only one of them is by default, or where other
    clauses of those in `about` (by identifier, or by name: see `names_of`) speak.
    """
    everything = [dict(s.interpretation) for s in row]
    found: list[Answered] = []
    for (outcome, by_default, _), group in _alike(row, about).items():
        for choice in smallest_choices([dict(s.interpretation) for s in group], everything):
            first = next(s for s in group if choice.items() <= dict(s.interpretation).items())
            assert first.verdict is not None
            found.append(
                Answered(
                    edition=first.edition,
                    interpretation=choice,
                    outcome=outcome,
                    rules=first.verdict.speaking,
                    by_default=by_default,
                )
            )
    return found


_Told = tuple[Outcome, bool, frozenset[str]]


def _alike(row: Iterable[Cell], about: Collection[str]) -> dict[_Told, list[Cell]]:
    """What is told as one answer; those of one outcome side by side."""
    found: dict[Outcome, dict[_Told, list[Cell]]] = {}
    for seen in row:
        if seen.verdict is not None:
            named = frozenset(about) & _called(seen.verdict.speaking)
            told = (seen.outcome, seen.verdict.by_default, named)
            found.setdefault(seen.outcome, {}).setdefault(told, []).append(seen)
    return {told: group for groups in found.values() for told, group in groups.items()}


def _called(clauses: tuple[str, ...]) -> set[str]:
    """All that these clauses may be called by."""
    return {*clauses, *names_of(clauses)}


def unshown(finding: Finding) -> list[str]:
    """What the identifier of a finding names, clauses and doubts, that its witness does not show: each clause
    speaks there in some answer, and readings of each doubt tell answers apart. Nothing of what is found
    otherwise than by asking a question (an example, a property, a step), nor of an exception switched off,
    which names what speaks only with it."""
    match occurring(finding):
        case None:
            return []
        case "ambiguity" | "ambiguity by blocking":
            assert finding.witness is not None
            read = {f"{a.edition}.{d}" for a in finding.witness.answers for d in a.interpretation}
            return [doubt for doubt in finding.class_ if doubt not in read]
        case _:
            assert finding.witness is not None
            spoken = {name for answer in finding.witness.answers for name in _called(answer.rules)}
            return [name for name in finding.class_ if name not in spoken]
