"""Whether two names of a thing are one: apart from articles, plurals and other endings, or cut short.

In doubt they are one: words are compared by their first letters, else by how much of them is alike (Ratcliff
and Obershelp), whatever the language.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from difflib import SequenceMatcher

from dsl.text.errors import fold

WORD = re.compile(r"(?:\w|[\u00ad\u200b-\u200d\u2060\ufeff])+")
"""A word of a text, with the invisible characters in it."""

_STEM = 3  # letters at the beginning by which two words are told to be one
_SHORT = 5  # letters of words in which a vowel may make the plural (foot, feet)
_ALIKE_FROM_THE_FIRST, _ALIKE = 0.5, 0.75  # shares of two words that are alike
_ARTICLE = 3  # letters of articles and prepositions, at most


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, folded; none where it has no letter, as a sign has not."""
    words = tuple(word for match in WORD.finditer(name) if (word := fold(match.group())))
    return words if any(c.isalpha() for word in words for c in word) else ()


def is_one_word(one: str, other: str) -> bool:
    """Whether two folded words may be forms of one."""
    short, long = sorted((one, other), key=lambda word: (len(word), word))
    common = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if common >= min(_STEM, len(short)) or (len(short) >= _STEM and short in long):
        return True
    if common > 0 and len(long) <= _SHORT:
        return True
    alike = SequenceMatcher(None, short, long, autojunk=False).ratio()
    return alike >= (_ALIKE_FROM_THE_FIRST if common > 0 else _ALIKE)


def is_one_name(one: Sequence[str], other: Sequence[str], elsewhere: Collection[str]) -> bool:
    """Whether two names, by their words, may be one: all words of one are words of the other; or they share a
    word that is not among those `elsewhere`, of which the names of other things are made; or one is the first
    letters of the other's words."""
    if _initials(one) == "".join(other) or _initials(other) == "".join(one):
        return True
    mine, yours = _bearing(one), _bearing(other)
    if any(_is_within(a, b) for a, b in ((mine, yours), (yours, mine), (one, other), (other, one))):
        return True
    return any(is_one_word(a, b) for a in mine for b in yours if not {a, b} & set(elsewhere))


def _initials(words: Sequence[str]) -> str:
    return "".join(word[0] for word in words)


def _bearing(words: Sequence[str]) -> tuple[str, ...]:
    """The words without those as short as an article, unless all are."""
    return tuple(word for word in words if len(word) > _ARTICLE) or tuple(words)


def _is_within(words: Iterable[str], others: Collection[str]) -> bool:
    return all(any(is_one_word(word, other) for other in others) for word in words)
