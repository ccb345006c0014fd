"""What an edition can answer to a question of which the situation is known: for proofs about its games."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from checker.editions.editions import Editions, TooManyInterpretations, freeze
from checker.games.admission import permitted_numbers
from checker.play.abstract.certain import NotKnown, certain
from checker.play.abstract.values import Known
from checker.play.invariants.risks import Risk, risks
from dsl.model import Edition
from dsl.text.errors import ArbitreError
from dsl.types.values import Value
from interpreter.play.state import Key
from interpreter.rulebook.rulebook import Status

MOST_READINGS = 256
"""Interpretations under which a question is asked."""


@dataclass(slots=True)
class EditionAnswers:
    """All that an edition answers, however it is read (as far as that is left open)."""

    editions: Editions
    edition: Edition
    _known: dict[Key, tuple[Value, ...] | None] = field(default_factory=dict)

    def __call__(self, question: str, situation: Sequence[Known]) -> tuple[Value, ...] | None:
        """Every answer; None where the situation is not known, or the table might have to agree on one."""
        asked = self.editions.game.questions[question]
        values: list[Value] = []
        for known, parameter in zip(situation, asked.parameters, strict=True):
            value = certain(known, parameter.type)
            if isinstance(value, NotKnown):
                return None
            values.append(value)
        key = (question, tuple(values))
        if key not in self._known:
            self._known[key] = self._answers(*key)
        return self._known[key]

    def _answers(self, question: str, situation: tuple[Value, ...]) -> tuple[Value, ...] | None:
        found: dict[Value, None] = {}
        try:
            survivors = self.editions.survivors(self.edition.name, question)
            if len(survivors) > MOST_READINGS:
                return None
            for reading in survivors:
                outcome = self.editions.verdict(self.edition.name, reading, question, situation).outcome
                if outcome.status not in (Status.SETTLED, Status.OPEN):
                    return None
                found |= dict.fromkeys(outcome.admits)
        except (ArbitreError, TooManyInterpretations):
            return None
        return tuple(found)


def risks_of(editions: Editions, variant: str, edition: Edition) -> tuple[Risk, ...]:
    """Where a game by the edition may fail, with any number of players that is permitted (see
    `risks`)."""
    struck = tuple(freeze(nogood) for nogood in editions.nogoods.get(edition.name, ()))
    key = (variant, edition.name, struck)
    if key not in editions.risks:
        numbers = list(permitted_numbers(editions, variant, edition))
        flow = editions.game.flows[variant]
        editions.risks[key] = risks(editions.game, flow, numbers, EditionAnswers(editions, edition))
    found: tuple[Risk, ...] = editions.risks[key]
    return found


def stopping_lines(found: Sequence[Risk], top: int | None = None) -> tuple[int, ...]:
    """The lines of the flow at which a game might stop, beyond which nothing is proved (0: anywhere, for want
    of a value). `top`: of those before the end of this statement of the flow (None: of all)."""
    return tuple(sorted({r.line for r in found if top is None or r.inside or r.top <= top}))
