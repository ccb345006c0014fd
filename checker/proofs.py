"""What the searches of questions have proved, what holds of nothing, and what is left open."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from checker.bounds import bounds_of
from checker.findings import Empty, Proof, Undecided, Vacuous
from checker.hunt import Searched
from checker.panel import Panel
from checker.resting import assumed, struck_for
from interpreter.reading import Dependencies


@dataclass(frozen=True, slots=True)
class Concluded:
    """What comes of the searches of a variant's questions."""

    panel: Panel
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
        game, question = self.panel.game, each.question
        editions = [self.panel.edition(name) for name in names]
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
            struck=tuple(s for name in names for s in struck_for(self.panel, name, doubts[name])),
            excluded=each.excluded.get(names),
        )

    def empty(self) -> Iterable[Empty]:
        """What holds of nothing."""
        for each in self.searched:
            for names, claim, reason in each.empty:
                yield Empty(
                    game=self.panel.game.name,
                    variant=self.variant,
                    question=each.question.name,
                    editions=names,
                    holds=claim,
                    reason=reason,
                )

    def vacuous(self) -> Iterable[Vacuous]:
        """What there was no situation for."""
        for each in self.searched:
            for names, claim, because in each.vacuous:
                yield Vacuous(
                    game=self.panel.game.name,
                    variant=self.variant,
                    question=each.question.name,
                    editions=names,
                    holds=claim,
                    because=because,
                )

    def undecided(self) -> Iterable[Undecided]:
        """What was not decided."""
        for each in self.searched:
            for names, claim, because in each.undecided:
                yield not_decided(self.panel, self.variant, each.question.name, names, claim, because)


def not_decided(
    panel: Panel, variant: str, question: str, names: tuple[str, ...], claim: str, because: str
) -> Undecided:
    """A query about a question that was not decided, and why."""
    return Undecided(
        game=panel.game.name,
        variant=variant,
        question=question,
        editions=names,
        holds=claim,
        because=because,
    )
