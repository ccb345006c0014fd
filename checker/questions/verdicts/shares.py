"""How many of the situations of a question its `given` excludes, where they are counted."""

from dataclasses import dataclass, field
from itertools import combinations
from math import prod

from checker.editions.editions import Editions
from checker.questions.verdicts.matrix import Strands
from dsl.model import Question


@dataclass(slots=True)
class Shares:
    """For each edition, and each two of them, in how many of all situations, counted once for each
    interpretation (of both, in each combination), a `given` is settled as no by one of them."""

    editions: Editions
    question: Question
    _total: int = 0
    _excluded: dict[tuple[str, ...], int] = field(default_factory=dict)

    def see(self, short: Strands) -> None:
        """Takes in a situation."""
        self._total += 1
        ways = {name: self._ways(name) for name in short}
        left = {
            name: sum(s.places.bit_count() for s in kept if s.verdict is not None)
            for name, kept in short.items()
        }
        for editions in (*((name,) for name in short), *combinations(short, 2)):
            every, kept = prod(ways[n] for n in editions), prod(left[n] for n in editions)
            self._excluded[editions] = self._excluded.get(editions, 0) + every - kept

    def of(self) -> dict[tuple[str, ...], float]:
        """The share, from 0 to 1, for one edition and for two."""
        return {
            editions: number / (self._total * prod(map(self._ways, editions)))
            for editions, number in self._excluded.items()
        }

    def _ways(self, name: str) -> int:
        return len(self.editions.row(name, self.question.name).interpretations)
