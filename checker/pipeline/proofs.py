"""What the searches of questions have proved, what holds of nothing, and what is left open."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from checker.editions.editions import Editions
from checker.findings.findings import Empty, ExaminedClause, Proof, Undecided, Vacuous
from checker.grounds.bounds import bounds_of
from checker.grounds.premises import asked_by, assumed, struck_for
from checker.questions.search.explicit import Searched
from interpreter.analysis.dependencies import Dependencies


@dataclass(frozen=True, slots=True)
class QuestionProofs:
    """What comes of the searches of a variant's questions."""

    editions: Editions
    variant: str
    searched: Sequence[Searched]

    def proofs(self) -> Iterable[Proof]:
        """What holds, in every situation, or where certain rules speak."""
        for each in self.searched:
            for names, claim in each.proved:
                yield self._proof(each, names, claim, None)
            for names, where in each.agreed:
                yield self._proof(each, names, "equivalent", where)

    def _proof(self, each: Searched, names: tuple[str, ...], claim: str, where: str | None) -> Proof:
        game, question = self.editions.game, each.question
        editions = [self.editions.edition(name) for name in names]
        doubts = {e.name: Dependencies(game, e).doubts(question.name) for e in editions}
        return Proof(
            game=game.name,
            variant=self.variant,
            question=question.name,
            editions=names,
            holds=claim,
            where=where,
            bounds=bounds_of(game, question.parameters),
            assumptions=tuple(dict.fromkeys(a for e in editions for a in assumed(game, e, [question.name]))),
            struck=tuple(s for name in names for s in struck_for(self.editions, name, doubts[name])),
            excluded=each.excluded.get(names),
        )

    def empty(self) -> Iterable[Empty]:
        """What holds of nothing."""
        for each in self.searched:
            for names, claim, reason in each.empty:
                yield Empty(**self._claim(each, names, claim), reason=reason)

    def vacuous(self) -> Iterable[Vacuous]:
        """What there was no situation for."""
        for each in self.searched:
            for names, claim, because in each.vacuous:
                yield Vacuous(**self._claim(each, names, claim), because=because)

    def undecided(self) -> Iterable[Undecided]:
        """What was not decided."""
        for each in self.searched:
            for names, claim, because in each.undecided:
                yield Undecided(**self._claim(each, names, claim), because=because)

    def _claim(self, each: Searched, names: tuple[str, ...], claim: str) -> "_Claim":
        return {
            "game": self.editions.game.name,
            "variant": self.variant,
            "question": each.question.name,
            "editions": names,
            "holds": claim,
        }


class _Claim(TypedDict):
    """What is claimed of a question, as the fields of a record."""

    game: str
    variant: str
    question: str
    editions: tuple[str, ...]
    holds: str


def with_clauses(
    editions: Editions, proofs: Iterable[Proof], examined: Iterable[ExaminedClause]
) -> Iterator[Proof]:
    """The proofs, each with the clauses of which it was proved, and what it rests on whose words have
    changed. A claim about play is one about all clauses of its editions."""
    of: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for each in examined:
        of.setdefault((each.edition, each.question), []).append((each.clause, each.digest))
    for proof in proofs:
        own = set(proof.questions) if proof.question is None else {proof.question}
        clauses = sorted(
            clause
            for (edition, question), known in of.items()
            if edition in proof.editions and (question in own or not own)
            for clause in known
        )
        yield replace(proof, clauses=tuple(clauses), stale=tuple(_stale(editions, proof, own)))


def _stale(editions: Editions, proof: Proof, questions: Collection[str]) -> Iterator[str]:
    """The rules and doubts of its editions that have a say in these questions (none: in any), and cite words
    that have changed."""
    for edition in (editions.edition(name) for name in proof.editions):
        if edition.stale:
            depends = Dependencies(editions.game, edition)
            asked = asked_by(depends, sorted(questions or editions.game.questions))
            names = {c.id for c in edition.clauses if c.question in asked}
            names |= {f"{edition.name}.{doubt}" for name in asked for doubt in depends.doubts(name)}
            yield from edition.stale_among(names)


def not_decided(
    editions: Editions, variant: str, question: str, names: tuple[str, ...], claim: str, because: str
) -> Undecided:
    """A query about a question that was not decided, and why."""
    return Undecided(
        game=editions.game.name,
        variant=variant,
        question=question,
        editions=names,
        holds=claim,
        because=because,
    )
