"""two-names: a text calls one case of an enumeration by names that are not one.

Both are names that the case has in the edition's language, and both are printed, in words (signs are left
aside). A text that puts one beside the other (`the joker (wild card)`) says itself that they are the same.
Told where the first name stands that is not the one the text began with.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

from checker.editions.editions import Editions
from checker.findings.details import SeveralNames
from checker.findings.findings import Cited, Finding
from checker.grounds.firm import firm
from checker.grounds.passages import beginnings
from checker.text.naming import WORD, is_one_name, words_of
from dsl.model import Edition, Game, Printed
from dsl.text.errors import fold
from dsl.text.source import Citation

Words = tuple[str, ...]
Thing = tuple[str, str]
"""An enumeration and its case."""

_WITHIN = re.compile(r"[^\w.!?;:()\[\]/=,]*")
"""What may stand between the words of a name."""
_BESIDE = re.compile(r"[^\w.!?;:]*(?:\w{1,4}[^\w.!?;:]+)?")
"""What stands between two names of which the text says that they are the same: `(`, `or`, a comma …"""


def findings(editions: Editions, variant: str) -> list[Finding]:
    """One for each case of an enumeration that an edition calls by two names or more."""
    found: list[Finding] = []
    for edition in editions.members:
        names = _Names.of(editions.game, edition.language)
        places: dict[Thing, list[_Place]] = {}
        for text in sorted(edition.texts, key=lambda text: text.source.path):
            for place in _places(text, names):
                places.setdefault(place.thing, []).append(place)
        for thing, of in places.items():
            firsts = _firsts(names.called[thing], of, names.elsewhere(thing))
            if len(firsts) > 1 and _is_told(firsts[1], editions.game, variant):
                found.append(_finding(editions, variant, edition, thing, firsts))
    return found


# ------------------------------------------------------------------ names


@dataclass(frozen=True, slots=True)
class _Names:
    """The names of all cases in one language, by their words. `printed`: as they are written."""

    called: Mapping[Thing, tuple[Words, ...]]
    things: Mapping[Words, frozenset[Thing]]
    written: Mapping[Words, tuple[str, ...]]

    @classmethod
    def of(cls, game: Game, language: str) -> "_Names":
        called: dict[Thing, tuple[Words, ...]] = {}
        things: dict[Words, frozenset[Thing]] = {}
        written: dict[Words, tuple[str, ...]] = {}
        for enum, decl in game.enums.items():
            for case, names in decl.names.items():
                for name in names.get(language, ()):
                    if words := words_of(name):
                        thing = (enum, case)
                        called[thing] = (*called.get(thing, ()), words)
                        things[words] = things.get(words, frozenset()) | {thing}
                        written[words] = (*written.get(words, ()), name)
        return cls(called, things, written)

    def elsewhere(self, thing: Thing) -> frozenset[str]:
        """The words of the names of the other cases of the enumeration."""
        return frozenset(
            word
            for other, names in self.called.items()
            if other != thing and other[0] == thing[0]
            for words in names
            for word in words
        )


# ------------------------------------------------------------------ places


@dataclass(frozen=True, slots=True)
class _Word:
    folded: str
    printed: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a text has a name of a case: from its first word to before the word `after`."""

    thing: Thing
    name: Words
    text: Printed = field(repr=False)
    first: int
    after: int
    citation: Citation


def _places(text: Printed, names: _Names) -> list[_Place]:
    """Where the text names a case, in order; without what it leaves out, names of several things, and names
    within a longer one."""
    words = _words(text.source.text)
    begun: dict[str, list[Words]] = {}
    for name in names.things:
        begun.setdefault(name[0], []).append(name)
    found = [
        (at, at + len(name), name)
        for at, word in enumerate(words)
        for name in begun.get(word.folded, ())
        if _is_at(text.source.text, words, at, name)
    ]
    starts = frozenset(start for start, _ in beginnings(text.source))
    small = frozenset(word.folded for word in words if word.printed.islower())
    places = []
    for at, after, name in found:
        within = any(a <= at and after <= b and b - a > after - at for a, b, _ in found)
        part = text.part_at(words[at].start)
        if within or len(names.things[name]) > 1 or (part is not None and part.left_out is not None):
            continue
        is_capital = words[at].start not in starts or name[0] not in small
        if any(_is_written(each, words[at:after], is_capital) for each in names.written[name]):
            (thing,) = names.things[name]
            cited = text.source.cite(words[at].start, words[after - 1].end)
            places.append(_Place(thing, name, text, at, after, cited))
    return places


@lru_cache(maxsize=32)
def _words(text: str) -> tuple[_Word, ...]:
    return tuple(
        _Word(folded, match.group(), match.start(), match.end())
        for match in WORD.finditer(text)
        if (folded := fold(match.group()))
    )


def _is_at(text: str, words: Sequence[_Word], at: int, name: Words) -> bool:
    """Whether the words from one on are those of a name, with nothing between them."""
    there = words[at : at + len(name)]
    return tuple(word.folded for word in there) == name and all(
        _WITHIN.fullmatch(text[one.end : other.start]) for one, other in pairwise(there)
    )


def _is_written(name: str, words: Sequence[_Word], is_capital: bool) -> bool:
    """Whether these are words of the name with its capitals: a word that is otherwise in small letters is no
    name where it only begins a sentence (`is_capital`: the first word does more than that)."""
    capitals = [match.group()[0].isupper() for match in WORD.finditer(name)]
    printed = [word.printed[0].isupper() for word in words]
    if capitals[0] and not is_capital:
        return False
    return all(here or not needed for needed, here in zip(capitals, printed, strict=True))


# ------------------------------------------------------------------ what is told


def _firsts(called: Iterable[Words], places: Sequence[_Place], elsewhere: frozenset[str]) -> list[_Place]:
    """The first place of each name, in order; what may be one name, or is said to be the same, is one."""
    groups: list[set[Words]] = []
    for name in called:
        same = [group for group in groups if any(is_one_name(name, each, elsewhere) for each in group)]
        groups = [group for group in groups if group not in same] + [{name}.union(*same)]
    for one, other in pairwise(places):
        if _is_beside(one, other):
            same = [group for group in groups if one.name in group or other.name in group]
            groups = [group for group in groups if group not in same] + [set[Words]().union(*same)]
    firsts = [next((place for place in places if place.name in group), None) for group in groups]
    return [place for place in places if place in firsts]


def _is_beside(one: _Place, other: _Place) -> bool:
    if one.text is not other.text:
        return False
    between = one.text.source.text[one.citation.end : other.citation.start]
    return _BESIDE.fullmatch(between) is not None


def _is_told(place: _Place, game: Game, variant: str) -> bool:
    """Whether a variant is the one with which a place is told: of those about which it is, the first by name.
    What stands before the first part is told without options, where a part is about no option."""
    part = place.text.part_at(place.citation.start)
    if part is not None:
        about = part.variants
    else:
        parts = [part for part in place.text.parts if part.left_out is None]
        general = [part for part in parts if not part.options] or parts
        about = tuple(v for part in general for v in part.variants) if parts else tuple(game.variants)
    return variant == min(about, default=None)


def _finding(
    editions: Editions, variant: str, edition: Edition, thing: Thing, firsts: Sequence[_Place]
) -> Finding:
    class_ = (".".join(thing),)
    return firm(
        editions,
        variant,
        "two-names",
        edition,
        class_,
        citations=tuple(Cited(rule=edition.name, citation=place.citation) for place in firsts),
        details=SeveralNames(
            case=thing[1], names=tuple(" ".join(place.citation.quote.split()) for place in firsts)
        ),
    )
