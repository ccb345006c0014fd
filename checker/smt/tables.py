"""Questions asked of known situations: tables of outcomes, filled in by the interpreter."""

from collections.abc import Mapping

from checker.editions.editions import Editions, Frozen
from checker.smt.budget import check_work
from dsl.text.errors import ArbitreError
from interpreter.rulebook.rulebook import Outcome, Situation

Row = tuple[tuple[Frozen, ...], Outcome | None, bool]
"""Interpretations (of the doubts that matter), the outcome under them, and whether it is by default."""


def table_entry(editions: Editions, edition: str, question: str, situation: Situation) -> list[Row]:
    """The outcomes of a question in a known situation, each with the interpretations under which it is
    so; exactly one row fits each survivor. None stands for an error of the specification."""
    key = (edition, question, situation)
    found: list[Row] | None = editions.tables.get(key)
    if found is None:
        check_work()
        found = editions.tables[key] = _tabulated(editions, edition, question, situation)
    return found


_Answer = tuple[Outcome | None, bool]


def _tabulated(editions: Editions, edition: str, question: str, situation: Situation) -> list[Row]:
    outcomes: dict[_Answer, list[dict[str, str]]] = {}
    doubts = editions.edition(edition).doubts
    firsts = {d: doubts[d].readings[0].name for d in editions.doubts_of(edition, question)}
    for interpretation in editions.survivors(edition, question):
        try:
            verdict = editions.verdict(edition, interpretation, question, situation)
            answer: _Answer = verdict.outcome, verdict.by_default
        except ArbitreError:
            answer = None, False
        outcomes.setdefault(answer, []).append({**firsts, **interpretation})
    if len(outcomes) == 1:
        return [(((),), *answer) for answer in outcomes]
    matter = _that_matter(list(firsts), outcomes)
    return [
        (tuple(dict.fromkeys(tuple((d, i[d]) for d in matter) for i in under)), *answer)
        for answer, under in outcomes.items()
    ]


def _that_matter(doubts: list[str], outcomes: Mapping[_Answer, list[dict[str, str]]]) -> list[str]:
    """The fewest doubts, dropped one by one from the last, that still tell the outcomes apart."""
    for doubt in reversed(doubts):
        fewer = [d for d in doubts if d != doubt]
        seen: dict[Frozen, _Answer] = {}
        if all(
            seen.setdefault(tuple((d, i[d]) for d in fewer), answer) == answer
            for answer, under in outcomes.items()
            for i in under
        ):
            doubts = fewer
    return doubts
