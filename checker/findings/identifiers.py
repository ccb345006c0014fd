"""Identifiers of findings: made of what a finding is about, never of a counter or of its witness."""

import hashlib
import re
from collections.abc import Iterable

from dsl.text.errors import fold

_LONGEST = 72


def finding_id(
    game: str, variant: str, kind: str, editions: Iterable[str], question: str | None, class_: Iterable[str]
) -> str:
    """GAME/VARIANT/KIND/EDITIONS/QUESTION/CLASS; editions and class joined by `+`, `-` for no question.

    Editions and class stand as given: the caller has them in a canonical order.
    """
    return f"{game}/{variant}/{kind}/{'+'.join(editions)}/{question or '-'}/{'+'.join(class_) or '-'}"


def words_key(text: str) -> str:
    """A short key of words, whatever their case, accents and punctuation: eight hexadecimal digits."""
    words = " ".join(re.findall(r"\w+", fold(text)))
    return hashlib.sha256(words.encode()).hexdigest()[:8]


def text_key(text: str) -> str:
    """Text of the language as part of an identifier: without white space (`_` between words); cut, and told
    apart by eight hexadecimal digits, where it is long."""
    packed = "_".join(re.sub(r"\s*([^\w\s])\s*", r"\1", text).split())
    if len(packed) <= _LONGEST:
        return packed
    return f"{packed[:_LONGEST]}~{hashlib.sha256(packed.encode()).hexdigest()[:8]}"
