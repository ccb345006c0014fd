"""uncovered: a sentence of a source that nothing in the edition accounts for, in whole or in part.

Identified by its words, so that it stays the same finding where the text around it changes.
"""

from checker.editions.editions import Editions
from checker.findings.details import UncoveredSentence
from checker.findings.findings import Cited, Finding
from checker.findings.identifiers import words_key
from checker.grounds.firm import firm
from checker.grounds.passages import speaks_of
from dsl.model import Edition
from dsl.model.coverage import Covered, State, cover_text, is_left


def findings(editions: Editions, variant: str) -> list[Finding]:
    """One for each sentence, in the parts about the variant, of which something is left."""
    found: list[Finding] = []
    for edition in editions.members:
        seen: dict[str, int] = {}
        for text in (text for text in edition.texts if text.speaks_of(variant)):
            for covered in filter(is_left, cover_text(edition, text)):
                key = words_key(covered.sentence.text)
                seen[key] = seen.get(key, 0) + 1
                if speaks_of(text, variant, covered.sentence.start):
                    key = key if seen[key] == 1 else f"{key}.{seen[key]}"
                    found.append(_finding(editions, variant, edition, covered, key))
    return found


def _finding(editions: Editions, variant: str, edition: Edition, covered: Covered, key: str) -> Finding:
    sentence = covered.sentence
    class_ = (f"sentence.{key}",)
    return firm(
        editions,
        variant,
        "uncovered",
        edition,
        class_,
        citations=(Cited(rule=edition.name, citation=covered.source.cite(sentence.start, sentence.end)),),
        details=UncoveredSentence(
            sentence=" ".join(sentence.text.split()),
            line=sentence.line,
            partly=covered.state is State.PARTLY,
            left=tuple(covered.left),
        ),
    )
