"""dangling: the source refers to something that it does not contain.

A reference names the words by which the thing would be found: some line, item or sentence of the text
begins with them, other than the words that refer to it.
"""

import re

from checker.editions.editions import Editions
from checker.findings.details import MissingReference
from checker.findings.findings import Cited, Finding
from checker.grounds.firm import firm
from checker.grounds.passages import beginnings, cited_for
from dsl.model import Edition, Reference
from dsl.text.errors import fold


def findings(editions: Editions, variant: str) -> list[Finding]:
    """One for each reference whose words begin no line of the source in which it stands."""
    return [
        _finding(editions, variant, edition, reference)
        for edition in editions.members
        for reference in edition.references
        if cited_for(edition, variant, reference.citations[0]) and not is_there(edition, reference)
    ]


def is_there(edition: Edition, reference: Reference) -> bool:
    """Whether a line, an item of a list or a sentence of the source begins with the words referred to."""
    sought = re.compile(re.escape(fold(reference.to)) + r"(?!\w)")
    printed = edition.text_of(reference.citations[0])
    if printed is None:
        return False
    source = printed.source
    return any(
        sought.match(fold(source.text[start:end]))
        for start, end in beginnings(source)
        if not any(c.start <= start < c.end for c in reference.citations)
    )


def _finding(editions: Editions, variant: str, edition: Edition, reference: Reference) -> Finding:
    class_ = (f"{edition.name}.{reference.name}",)
    return firm(
        editions,
        variant,
        "dangling",
        edition,
        class_,
        citations=tuple(Cited(rule=class_[0], citation=c) for c in reference.citations),
        details=MissingReference(to=(reference.to,)),
    )
