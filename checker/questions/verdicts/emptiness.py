"""Claims about nothing: what holds of a question because nobody says anything there that could be wrong.

An edition that never answers is consistent and unambiguous, and two that are silent are equivalent; such a
claim holds *vacuously*, and is no proof of anything. (Beer, Ben-David, Eisner and Rodeh, *Efficient Detection
of Vacuity in ACTL Formulas*, 1997, ask in model checking whether what a formula speaks of is there.)
What is decisive is what the searches see: an answer that a clause of the text gives, in some situation, as
the edition is read somehow.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations

from checker.editions.editions import Editions
from checker.findings.findings import EmptyReason
from checker.questions.verdicts.matrix import ANSWERS, Strands
from dsl.model import Aside, Origin, Question
from interpreter.rulebook.rulebook import Verdict

Seen = Callable[[tuple[str, ...]], bool]
"""Whether it was seen of this edition, or of these two in one situation."""


def answering_clauses(editions: Editions, edition: str, question: str) -> frozenset[str]:
    """The clauses of an edition's text that may answer a question. (What is assumed is not of the text; an
    aside only silences.)"""
    return frozenset(
        clause.id
        for clause in editions.edition(edition).clauses
        if clause.question == question
        and clause.origin is Origin.TEXT
        and not isinstance(clause.answer, Aside)
    )


def is_by_text(verdict: Verdict, clauses: frozenset[str]) -> bool:
    """Whether one of these clauses answers, with one answer or several."""
    answered = verdict.outcome.status in ANSWERS and not verdict.by_default
    return answered and not clauses.isdisjoint(verdict.speaking)


def why_empty(
    editions: Editions, question: str, names: tuple[str, ...], claim: str, by_text: Seen, answered: Seen
) -> EmptyReason | None:
    """Why a claim that holds of a question is about nothing; None where it is about something.

    `by_text`: the edition's text answers (both their texts do, in one situation of both); `answered`: it has
    an answer, if only an assumed one (one of the two has, in a situation of both).
    """
    if by_text(names):
        return None
    match names:
        case (edition,) if answered(names):
            return "assumption-only"
        case (edition,):
            return "never-answers" if answering_clauses(editions, edition, question) else "no-clause"
        case _ if claim != "equivalent":
            return "never-both-answer"
        case _:
            return "assumption-only" if answered(names) else "both-silent"


@dataclass(slots=True)
class SeenAnswers:
    """What was seen of the answers to one question, situation by situation."""

    editions: Editions
    question: Question
    clauses: dict[str, frozenset[str]] = field(init=False)
    _by_text: set[tuple[str, ...]] = field(default_factory=set)
    _answered: set[tuple[str, ...]] = field(default_factory=set)

    def __post_init__(self) -> None:
        names = [e.name for e in self.editions.members]
        self.clauses = {name: answering_clauses(self.editions, name, self.question.name) for name in names}

    def see(self, short: Strands) -> None:
        """Takes in a situation."""
        by_text = [name for name in short if self._is_answered(name, short, text=True)]
        answered = [name for name in short if self._is_answered(name, short, text=False)]
        there = [name for name, kept in short.items() if any(s.verdict is not None for s in kept)]
        self._by_text.update((name,) for name in by_text)
        self._by_text.update(combinations(by_text, 2))
        self._answered.update((name,) for name in answered)
        self._answered.update(p for p in combinations(there, 2) if not set(p).isdisjoint(answered))

    def _is_answered(self, name: str, short: Strands, *, text: bool) -> bool:
        verdicts = (outcome_class.verdict for outcome_class in short[name])
        return any(
            v is not None and (is_by_text(v, self.clauses[name]) if text else v.outcome.status in ANSWERS)
            for v in verdicts
        )

    def why_empty(self, names: tuple[str, ...], claim: str) -> EmptyReason | None:
        """Why a claim is about nothing, if it is."""
        return why_empty(
            self.editions,
            self.question.name,
            names,
            claim,
            self._by_text.__contains__,
            self._answered.__contains__,
        )


def speaking_editions(editions: Editions, question: Question) -> list[str] | None:
    """The editions with a clause on a question; None where the game assumes something of it for all."""
    if any(clause.question == question.name for clause in editions.game.assumptions):
        return None
    return [e.name for e in editions.members if any(c.question == question.name for c in e.clauses)]


def unsaid_claims(
    editions: Editions, question: Question
) -> Iterable[tuple[tuple[str, ...], str, EmptyReason]]:
    """What holds of a question for want of clauses, so that no situation need be looked at. Each with the
    editions, the claim and why it is about nothing."""
    speaking = speaking_editions(editions, question)
    if speaking is None:
        return
    by_default = question.permission in ("permitted", "forbidden")
    silent_will_do = question.optional and not by_default
    claims = ("consistent", "complete", "unambiguous") if silent_will_do else ("consistent", "unambiguous")
    for name in (e.name for e in editions.members if e.name not in speaking):
        for claim in claims:
            yield (name,), claim, "assumption-only" if by_default else "no-clause"
    for pair in combinations([e.name for e in editions.members], 2):
        match sum(name in speaking for name in pair):
            case 0:
                yield pair, "equivalent", "assumption-only" if by_default else "both-silent"
            case 1:
                yield pair, "compatible", "never-both-answer"
            case _:
                continue
