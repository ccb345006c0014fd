"""Cards as text: `8 + 7 = 15`.

A card is written by the text of what it carries, a number or any name of a case, or by its tag where it
carries nothing; a case, by any of its names. What else carries something has no text. White space between
cards may be left out wherever two digits, or two letters, do not meet. A card that is read as another is
written `multi[+]`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from dsl.errors import ArbitreError, Problem, did_you_mean, fail, fold
from dsl.model import LAID, EnumDecl
from dsl.names import CaseNames
from dsl.span import NOWHERE, Span
from dsl.types import EnumType, IntType, UnionType
from dsl.values import Case, Record, Tagged, Value

LONGEST = 2000
"""The most characters a row of cards may be written with."""

_NUMBER = re.compile(r"-?[0-9]+")


@dataclass(frozen=True, slots=True)
class Written:
    """A card as written, and as what it is read (None: as itself, or nothing is said of that)."""

    card: Value
    read: Value | None = None


@dataclass(frozen=True, slots=True)
class _Numbers:
    """Cards that are written by a number within bounds."""

    union: str
    tag: str
    type: IntType

    def card(self, number: int) -> Value | None:
        low, high = self.type.low, self.type.high
        within = (low is None or low <= number) and (high is None or number <= high)
        return Tagged(self.union, self.tag, number) if within else None


class CardTexts:
    """The texts of the cards of one type."""

    def __init__(
        self, card: UnionType | EnumType, enums: Mapping[str, EnumDecl], span: Span = NOWHERE
    ) -> None:
        """Raises ArbitreError (`ambiguous-text`, at `span`) where two cards have the same text."""
        self.card = card
        self._enums = enums
        self._shown: dict[Value, str] = {}
        self._numbers: list[_Numbers] = []
        self._words: dict[str, Value] = {}
        clashes: list[str] = []
        for value, names in self._named(card):
            self._shown[value] = names[0]
            for name in names:
                if fold(name) and self._words.setdefault(fold(name), value) != value:
                    clashes.append(name)
        clashes += [name for name in self._words if self._number(name)]
        clashes += self._shared_numbers()
        if clashes:
            raise ArbitreError(
                *(
                    Problem("ambiguous-text", f"two cards of `{card.name}` are written `{name}`", (span,))
                    for name in dict.fromkeys(clashes)
                )
            )
        self._longest_first = sorted(self._words, key=lambda word: (-len(word), word))

    def _named(self, card: UnionType | EnumType) -> Iterator[tuple[Value, tuple[str, ...]]]:
        """Each card that is written by a name, with its names; notes those written by a number."""
        if isinstance(card, EnumType):
            yield from self._cases(card)
            return
        for alternative in card.alternatives:
            match alternative.payload:
                case None:
                    yield Tagged(card.name, alternative.tag), (alternative.tag,)
                case EnumType() as enum:
                    for case, names in self._cases(enum):
                        yield Tagged(card.name, alternative.tag, case), names
                case IntType() as numbers:
                    self._numbers.append(_Numbers(card.name, alternative.tag, numbers))
                case _:
                    pass

    def _cases(self, enum: EnumType) -> Iterator[tuple[Case, tuple[str, ...]]]:
        names = CaseNames(self._enums.get(enum.name) or EnumDecl(type=enum, names={}))
        for index, name in enumerate(enum.cases):
            spoken = names.names(name)
            yield Case(enum.name, name, index), (*spoken[1:2], *spoken)

    def _number(self, text: str) -> list[Value]:
        if not _NUMBER.fullmatch(text):
            return []
        found = (numbers.card(int(text)) for numbers in self._numbers)
        return [card for card in found if card is not None]

    def _shared_numbers(self) -> list[str]:
        shared = []
        for at, one in enumerate(self._numbers):
            for other in self._numbers[at + 1 :]:
                lows = [n.type.low for n in (one, other) if n.type.low is not None]
                least = max(lows, default=0)
                if other.card(least) is not None and one.card(least) is not None:
                    shared.append(str(least))
        return shared

    # ---------------------------------------------------------------- reading

    def read(self, text: str, span: Span = NOWHERE) -> tuple[Written, ...]:
        """The cards of a row. Raises ArbitreError (`too-long`, `unknown-name`, `ambiguous-text`)."""
        if len(text) > LONGEST:
            message = f"this row has {len(text)} characters, and one may have {LONGEST}"
            raise fail("too-long", message, span)
        folded = fold(text)
        counts, chosen = self._ways(folded)
        if counts[0] > 1:
            raise fail("ambiguous-text", f"`{_short(text)}` can be read as different rows of cards", span)
        if counts[0] == 0:
            raise self._unknown(folded, counts, text, span)
        found: list[Written] = []
        at = 0
        while at in chosen:
            at, written = chosen[at]
            found.append(written)
        return tuple(found)

    def cards(self, text: str, span: Span = NOWHERE) -> tuple[Value, ...]:
        """As `read`, of cards read as themselves. Raises ArbitreError (`unknown-name`) for others."""
        written = self.read(text, span)
        if any(one.read is not None for one in written):
            message = f"`{_short(text)}` says what a card is read as, where only cards are wanted"
            raise fail("unknown-name", message, span)
        return tuple(one.card for one in written)

    def _ways(self, text: str) -> tuple[list[int], dict[int, tuple[int, Written]]]:
        """From each place to the end: how many ways there are to read cards (0, 1, or 2 for several), and
        the next place with the card before it."""
        counts = [0] * (len(text) + 1)
        counts[len(text)] = 1
        chosen: dict[int, tuple[int, Written]] = {}
        for at in range(len(text) - 1, -1, -1):
            start = at + 1 if text[at] == " " else at
            for end, written in self._cards_at(text, start):
                if counts[end]:
                    counts[at] = min(2, counts[at] + counts[end])
                    chosen[at] = (end, written)
        if not text.strip():
            counts[0] = 1
        return counts, chosen

    def _cards_at(self, text: str, at: int) -> list[tuple[int, Written]]:
        found: list[tuple[int, Value]] = []
        number = _NUMBER.match(text, at)
        if number is not None:
            found += [(number.end(), card) for card in self._number(number.group())]
        for word in self._longest_first:
            end = at + len(word)
            if text.startswith(word, at) and not _goes_on(text, end):
                found.append((end, self._words[word]))
        written = []
        for end, card in found:
            closing = text.find("]", end) if text[end : end + 1] == "[" else -1
            if closing < 0:
                written.append((end, Written(card)))
            else:
                read = self._only(text[end + 1 : closing].strip())
                if read is not None:
                    written.append((closing + 1, Written(card, read)))
        return written

    def _only(self, text: str) -> Value | None:
        numbers = self._number(text)
        return self._words.get(text) or (numbers[0] if numbers else None)

    def _unknown(self, folded: str, counts: list[int], text: str, span: Span) -> ArbitreError:
        reached = {0}
        for at in range(len(folded)):
            if at in reached:
                start = at + 1 if folded[at] == " " else at
                reached.update(end for end, _ in self._cards_at(folded, start))
        rest = folded[max(reached) :].strip()
        word = re.match(r"\S+", rest)
        shown = word.group() if word is not None else rest
        message = f"`{_short(shown)}` is no card of `{self.card.name}`, in `{_short(text)}`"
        return fail("unknown-name", message, span, help=did_you_mean(shown, self._words))

    # ---------------------------------------------------------------- writing

    def text(self, card: Value) -> str | None:
        """The text of a card; None where it has none."""
        if isinstance(card, Tagged) and isinstance(card.payload, int):
            return str(card.payload)
        return self._shown.get(card)

    def row(self, laid: Record) -> str | None:
        """The text of what is laid; None where a card has none."""
        cards = laid.get(LAID)
        assert isinstance(cards, tuple)
        texts: list[str] = []
        for card, read in zip(cards, as_read(laid), strict=True):
            text, other = self.text(card), self.text(read)
            if text is None or other is None:
                return None
            texts.append(text if card == read else f"{text}[{other}]")
        return " ".join(texts)


def as_read(laid: Record) -> tuple[Value, ...]:
    """The cards of what is laid, each as it is read, in order."""
    found: list[Value] = []

    def walk(value: Value) -> None:
        if isinstance(value, Record):
            for name, part in value.fields:
                if name != LAID:
                    walk(part)
        elif isinstance(value, tuple):
            for part in value:
                walk(part)
        else:
            found.append(value)

    walk(laid)
    return tuple(found)


def _goes_on(text: str, at: int) -> bool:
    """Whether a word or a number goes on from before `at` to behind it."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    return (before.isdigit() and after.isdigit()) or (_is_letter(before) and _is_letter(after))


def _is_letter(character: str) -> bool:
    return character.isalpha() or character in "_·"


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "…"
