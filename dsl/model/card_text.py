"""Cards as text: `8 + 7 = 15`.

A card is written by the text of what it carries, a number or any name of a case, or by its tag where it
carries nothing; a case, by any of its names. What else carries something has no text. White space between
cards may be left out wherever two digits, or two letters, do not meet; a comma may stand there too. A card
that is read as another is written `multi[+]`, and an empty place, where there can be one, `~`.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dsl.model import LAID, EnumDecl, Game, Shape
from dsl.model.case_names import CaseNames
from dsl.text.errors import ArbitreError, Problem, did_you_mean, fail, fold
from dsl.text.span import NOWHERE, Span
from dsl.types.types import EnumType, IntType, UnionType
from dsl.types.values import Case, Record, Tagged, Value

LONGEST = 2000
"""The most characters a row of cards may be written with."""

HOLE = "~"
"""How an empty place is written."""

_NUMBER = re.compile(r"-?[0-9]{1,18}")
_MOST_NAMED = 12


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

    @property
    def said(self) -> str:
        """The bounds, in words."""
        low, high = self.type.low, self.type.high
        if low is None:
            return "a number" if high is None else f"a number up to `{high}`"
        if high is None:
            return f"a number from `{low}` on"
        return f"`{low}`" if low == high else f"`{low}` to `{high}`"


class CardTexts:
    """The texts of the cards of one type."""

    def __init__(
        self, card: UnionType | EnumType, enums: Mapping[str, EnumDecl], span: Span = NOWHERE
    ) -> None:
        """Raises ArbitreError (`ambiguous-text`, at `span`) where two cards have the same text."""
        self.card = card
        self._enums = enums
        self._shown: dict[Value, tuple[str, Mapping[str, tuple[str, ...]]]] = {}  # and by language
        self._numbers: list[_Numbers] = []
        self._words: dict[str, Value] = {}
        clashes: list[str] = []
        for value, names, by_language in self._named(card):
            self._shown[value] = (names[0], by_language)
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
        self._commas = not any("," in word for word in self._words)
        self._holes = HOLE not in self._words

    def _named(self, card: UnionType | EnumType) -> Iterator["_Names"]:
        """Each card that is written by a name, with its names; notes those written by a number."""
        if isinstance(card, EnumType):
            yield from self._cases(card)
            return
        for alternative in card.alternatives:
            match alternative.payload:
                case None:
                    yield Tagged(card.name, alternative.tag), (alternative.tag,), {}
                case EnumType() as enum:
                    for case, names, by_language in self._cases(enum):
                        yield Tagged(card.name, alternative.tag, case), names, by_language
                case IntType() as numbers:
                    self._numbers.append(_Numbers(card.name, alternative.tag, numbers))
                case _:
                    pass

    def _cases(self, enum: EnumType) -> Iterator["_Names"]:
        names = CaseNames(self._enums.get(enum.name) or EnumDecl(type=enum, names={}))
        for index, name in enumerate(enum.cases):
            spoken = names.names(name)
            by_language = names.decl.names.get(name, {})
            yield Case(enum.name, name, index), (*spoken[1:2], *spoken), by_language

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

    def read(self, text: str, span: Span = NOWHERE, *, holes: bool = False) -> tuple[Written, ...]:
        """The cards of a row; `holes`: places can be empty there, which are None. Raises ArbitreError
        (`too-long`, `unknown-name`, `ambiguous-text`)."""
        if len(text) > LONGEST:
            message = f"this row has {len(text)} characters, and one may have {LONGEST}"
            raise fail("too-long", message, span)
        folded = self._folded(text)
        holes = holes and self._holes
        counts, chosen = self._ways(folded, holes)
        if counts[0] > 1:
            raise fail("ambiguous-text", f"`{_short(text)}` can be read as different rows of cards", span)
        if counts[0] == 0:
            raise self._unknown(folded, text, span, holes)
        found: list[Written] = []
        at = 0
        while at in chosen:
            at, written = chosen[at]
            found.append(written)
        return tuple(found)

    def cards(self, text: str, span: Span = NOWHERE, *, holes: bool = False) -> tuple[Value, ...]:
        """As `read`, of cards read as themselves. Raises ArbitreError (`unknown-name`) for others."""
        written = self.read(text, span, holes=holes)
        if any(one.read is not None for one in written):
            message = f"`{_short(text)}` says what a card is read as, where only cards are wanted"
            raise fail("unknown-name", message, span)
        return tuple(one.card for one in written)

    def one(self, text: str, span: Span = NOWHERE) -> Value:
        """The card of that text. Raises ArbitreError (`unknown-name`, with what is known; `malformed` for a
        row of several)."""
        card = self._only(fold(text))
        if card is not None:
            return card
        try:
            cards = self.cards(text, span)
        except ArbitreError as error:
            if error.problems[0].code != "unknown-name" or "[" in text:
                raise
            cards = ()
        if len(cards) == 1:
            return cards[0]
        if cards:
            message = f"`{_short(text)}` is {len(cards)} cards, where one is wanted"
            raise fail("malformed", message, span)
        message = f"`{_short(text)}` is no `{self.card.name}`: {self.known()}"
        raise fail("unknown-name", message, span, help=did_you_mean(text, self._words))

    def known(self) -> str:
        """What the cards are called, in words: of each its first name."""
        said = [numbers.said for numbers in self._numbers]
        said += [f"`{name}`" for name, _ in self._shown.values()]
        if isinstance(self.card, UnionType):
            written = {card.tag for card in self._shown if isinstance(card, Tagged)}
            written |= {numbers.tag for numbers in self._numbers}
            said += [f"`{{{a.tag}: …}}`" for a in self.card.alternatives if a.tag not in written]
        if len(said) > _MOST_NAMED:
            return f"{', '.join(said[:_MOST_NAMED])}, …"
        return f"{', '.join(said[:-1])} or {said[-1]}" if len(said) > 1 else "".join(said)

    def _folded(self, text: str) -> str:
        return re.sub(r" ?, ?", ",", fold(text)) if self._commas else fold(text)

    def _ways(self, text: str, holes: bool) -> tuple[list[int], dict[int, tuple[int, Written]]]:
        """From each place to the end: how many ways there are to read cards (0, 1, or 2 for several), and
        the next place with the card before it."""
        counts = [0] * (len(text) + 1)
        counts[len(text)] = 1
        chosen: dict[int, tuple[int, Written]] = {}
        for at in range(len(text) - 1, -1, -1):
            for end, written in self._cards_at(text, self._begin(text, at), holes):
                if counts[end]:
                    counts[at] = min(2, counts[at] + counts[end])
                    chosen[at] = (end, written)
        if not text.strip():
            counts[0] = 1
        return counts, chosen

    def _begin(self, text: str, at: int) -> int:
        """Where a card begins that comes next."""
        between = text[at] == " " or (self._commas and at > 0 and text[at] == ",")
        return at + 1 if between else at

    def _cards_at(self, text: str, at: int, holes: bool) -> list[tuple[int, Written]]:
        found: list[tuple[int, Value]] = []
        number = _NUMBER.match(text, at)
        if number is not None and not _goes_on(text, number.end()):
            found += [(number.end(), card) for card in self._number(number.group())]
        for word in self._longest_first:
            end = at + len(word)
            if text.startswith(word, at) and not _goes_on(text, end):
                found.append((end, self._words[word]))
        written = [(at + 1, Written(None))] if holes and text.startswith(HOLE, at) else []
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

    def _unknown(self, folded: str, text: str, span: Span, holes: bool) -> ArbitreError:
        reached = {0}
        for at in range(len(folded)):
            if at in reached:
                reached.update(end for end, _ in self._cards_at(folded, self._begin(folded, at), holes))
        rest = folded[max(reached) :].strip(" ,") or folded[max(reached) :]
        word = re.match(r"[^\s,]+", rest)
        shown = word.group() if word is not None else rest
        message = f"`{_short(shown)}` is no card of `{self.card.name}`, in `{_short(text)}`"
        help = did_you_mean(shown, self._words) or f"the cards are {self.known()}"
        return fail("unknown-name", message, span, help=help)

    # ---------------------------------------------------------------- writing

    def text(self, card: Value, languages: Sequence[str] = ()) -> str | None:
        """The text of a card, by its name in the first of the languages in which it has one; None where no
        text is read as this card."""
        if isinstance(card, Tagged) and isinstance(card.payload, int):
            text = str(card.payload)
        elif card in self._shown:
            first, by_language = self._shown[card]
            text = next((by_language[each][0] for each in languages if by_language.get(each)), first)
        else:
            return None
        return text if self._only(fold(text)) == card else None

    def line(self, cards: Sequence[Value], languages: Sequence[str] = ()) -> str | None:
        """The text of cards in a row, with empty places; None where it would not be read as just these."""
        texts = [HOLE if card is None else self.text(card, languages) for card in cards]
        return self._checked(texts, [Written(card) for card in cards])

    def row(self, laid: Record, languages: Sequence[str] = ()) -> str | None:
        """The text of what is laid; None where it would not be read as these cards, read so."""
        cards = laid.get(LAID)
        assert isinstance(cards, tuple)
        texts: list[str | None] = []
        written: list[Written] = []
        for card, read in zip(cards, as_read(laid), strict=True):
            text, other = self.text(card, languages), self.text(read, languages)
            if card == read or text is None or other is None:
                texts.append(text)
                written.append(Written(card))
            else:
                texts.append(f"{text}[{other}]")
                written.append(Written(card, read))
        return self._checked(texts, written)

    def _checked(self, texts: Sequence[str | None], written: Sequence[Written]) -> str | None:
        """These texts in a row, if it is read as what is written."""
        known = [text for text in texts if text is not None]
        row = " ".join(known)
        if len(known) < len(texts) or len(row) > LONGEST:
            return None
        holes = any(one.card is None for one in written)
        try:
            return row if self.read(row, holes=holes) == tuple(written) else None
        except ArbitreError:
            return None


_Names = tuple[Value, tuple[str, ...], Mapping[str, tuple[str, ...]]]
"""A card with its names, the one shown first, and those of each language."""


# ------------------------------------------------------------------ the cards of a game


def texts_of(game: Game) -> Mapping[str, CardTexts]:
    """The texts of the cards with which shapes of the game are laid, by the name of their type."""
    for enums, shapes, texts in _KNOWN:
        if enums is game.enums and shapes is game.shapes:
            return texts
    cards = {shape.card.name: shape.card for shape in game.shapes.values()}
    found = {name: CardTexts(card, game.enums) for name, card in cards.items()}
    _KNOWN.appendleft((game.enums, game.shapes, found))
    return found


_KNOWN: deque[tuple[Mapping[str, EnumDecl], Mapping[str, Shape], Mapping[str, CardTexts]]] = deque(maxlen=8)


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
