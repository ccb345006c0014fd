"""Where editions that differ on a question agree all the same: by the rules that speak."""

from dataclasses import dataclass, field
from itertools import combinations, product

from checker.questions.verdicts.matrix import ANSWERS, Column, distinct, rules_of

Pair = tuple[str, str]
Pattern = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(slots=True)
class Agreements:
    """For two editions and the rules of each that speak: whether their answers have been the same in every
    situation seen, under every interpretation of both."""

    _same: dict[Pair, dict[Pattern, bool]] = field(default_factory=dict)

    def see(self, seen: Column) -> None:
        """Takes in the column of a situation."""
        for one, other in combinations(seen, 2):
            kept = self._same.setdefault((one, other), {})
            for mine, theirs in product(distinct(seen[one]), distinct(seen[other])):
                pattern = tuple(sorted(rules_of(mine.speaking))), tuple(sorted(rules_of(theirs.speaking)))
                if not all(pattern):
                    continue
                same = mine.outcome == theirs.outcome and mine.outcome.status in ANSWERS
                kept[pattern] = kept.get(pattern, True) and same

    def of(self, pair: Pair) -> list[str]:
        """Where the two are equivalent, as text, sorted."""
        return sorted(
            f"exactly {' and '.join((*mine, *theirs))} speak"
            for (mine, theirs), same in self._same.get(pair, {}).items()
            if same
        )
