"""Exceptions that no text states: that the special goes before the general is what any reader grants, and
stands in an appendix. It is told as a contradiction where the text needs both sentences to hold: where the
general one, as it clashes, says *always* or *never*, or where an example or a conclusion that the text draws
from them fails.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

from checker.findings.details import ImpliedException
from checker.findings.findings import Finding
from dsl.model import Game
from dsl.text.errors import fold

UNIVERSAL: Mapping[str, str] = {
    "ca": r"sempre(?! que\b)|mai|tota l'estona|en tots els casos|en cap cas",
    "en": r"always|never|all the time|in all cases|in every case|in no case",
    "es": r"siempre(?! (?:y cuando|que)\b)|nunca|jamas|en todo momento|en todos los casos|en ningun caso",
    "fr": r"toujours|jamais|tout le temps|dans tous les cas|en aucun cas",
}
"""Words which say that something holds without exception, by language; folded (no capitals, no accents).
(*Siempre que* and *sempre que* are *whenever*.)"""


def is_exception(finding: Finding) -> bool:
    """Whether it is a contradiction that an exception prevents which the text does not state."""
    return isinstance(finding.details, ImpliedException)


def stays(finding: Finding, game: Game, findings: Iterable[Finding]) -> bool:
    """Whether the text needs both sentences of such a contradiction to hold. `findings`: all of the check."""
    exception = finding.details
    assert isinstance(exception, ImpliedException)
    (edition,) = finding.editions
    clashing = [target for target in exception.targets if target in finding.rules]
    if any(
        _is_universal(words, game.editions[edition].language) for words in _printed(game, edition, clashing)
    ):
        return True
    both = {exception.clause, *exception.targets}
    return any(
        other.kind == "failed-example"
        and (other.game, other.variant, other.editions) == (finding.game, finding.variant, finding.editions)
        and both & set(other.rules)
        for other in findings
    )


def _printed(game: Game, edition: str, clauses: Sequence[str]) -> list[str]:
    return [
        citation.quote
        for clause in game.editions[edition].clauses
        if clause.id in clauses
        for citation in clause.citations
    ]


def _is_universal(words: str, language: str) -> bool:
    pattern = UNIVERSAL.get(language)
    plain = " ".join(fold(words).split())
    return pattern is not None and re.search(rf"\b(?:{pattern})\b", plain) is not None
