"""Many logs: how many came to what, and which are bad, by code. Memory does not grow with their number."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from arbitre.commands.replaying import Replayed

MOST_NAMED = 20
"""Logs that are named for each code."""


@dataclass(slots=True)
class Archive:
    """What has come of logs so far. `statuses`, `codes`: how many logs have each; `named`: the first logs
    with each code, as (path, document, line)."""

    number: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    named: dict[str, list[tuple[str, int, int]]] = field(default_factory=dict)
    exit_statuses: set[int] = field(default_factory=set)

    def counted(self, replayed: Iterable[Replayed]) -> Iterator[Replayed]:
        """The same logs, counted as they pass."""
        for each in replayed:
            self.number += 1
            self.statuses[each.result.status] += 1
            self.exit_statuses.add(each.result.exit_status)
            lines: dict[str, int] = {}
            for problem in each.result.problems:
                lines.setdefault(problem.code, problem.line)
            for code, line in lines.items():
                self.codes[code] += 1
                named = self.named.setdefault(code, [])
                if len(named) < MOST_NAMED:
                    named.append((each.path, each.document, line))
            yield each
