"""Printed texts: reading them, finding quoted words in them, and their sentences.

A source is kept as printed, misprints included. Loading only undoes what no reader can see: the byte-order
mark, the sort of line end, and accents in decomposed form. A quotation stands in a source if their
characters are the same, white space and invisible characters (zero-width, soft hyphens) apart.
"""

import hashlib
import os
import re
import stat
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import accumulate
from pathlib import Path

from dsl.text.errors import ArbitreError, fail, fold
from dsl.text.sentences import Sentence as Sentence
from dsl.text.sentences import line_starts, split
from dsl.text.span import NOWHERE, Span

LARGEST = 4 * 1024 * 1024
"""The most bytes a source may have."""


@dataclass(frozen=True, slots=True)
class Citation:
    """Words of a source: `quote` is exactly what is printed, from `start` to before `end` (offsets into
    the source's text). Lines and columns count from 1; `end_line` and `end_column` are those of the
    place just after the last character."""

    source: str
    quote: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def span(self) -> Span:
        """The place of the words in the source."""
        return Span(self.source, self.line, self.column, self.end_line, self.end_column)


@dataclass(frozen=True, slots=True)
class Source:
    """A printed text: `path` relative to the project, `text` in NFC with line ends `\\n`, and the SHA-256
    of the file's bytes."""

    path: str
    text: str
    sha256: str

    def find(self, quote: str, occurrence: int | None = None, span: Span = NOWHERE) -> Citation:
        """The place at which `quote` stands; `occurrence` (from 1) says which where there are several.

        Raises ArbitreError at `span`: `empty-citation`, `citation-not-found` (its help shows the nearest
        words), `ambiguous-citation`, `no-such-occurrence`.
        """
        return self.cite(*self._choose(quote, self._places(quote, span), occurrence, span))

    def find_heading(self, quote: str, occurrence: int | None = None, span: Span = NOWHERE) -> Citation:
        """As `find`, but where the words stand as a whole line somewhere, only such lines count."""
        places = self._places(quote, span)
        whole = [place for place in places if self._is_whole_line(*place)]
        return self.cite(*self._choose(quote, whole or places, occurrence, span))

    def find_span(
        self, first: str, last: str, occurrence: int | None = None, span: Span = NOWHERE
    ) -> Citation:
        """The passage from the words `first` (their `occurrence`, as in `find`) to the next `last`."""
        start, after = self._choose(first, self._places(first, span), occurrence, span)
        end = next((end for begin, end in self._places(last, span) if begin >= after), None)
        if end is None:
            line = self.position(start)[0]
            raise fail(
                "citation-not-found",
                f"`{_short(last)}` does not stand in `{self.path}` after `{_short(first)}`",
                span,
                help=f"the passage would begin in line {line}",
            )
        return self.cite(start, end)

    def held_by(self, citation: Citation) -> tuple[int, str]:
        """Of how many sentences, whole or in part, a passage is, and the fingerprint of its words."""
        overlapping = [s for s in self.sentences() if s.start < citation.end and s.end > citation.start]
        words = _squeeze(citation.quote)[0].strip()
        return len(overlapping), hashlib.sha256(words.encode("utf-8")).hexdigest()[:8]

    def find_passage(
        self, first: str, last: str, holds: tuple[int, str] | None, occurrence: int | None, span: Span
    ) -> Citation:
        """As `find_span`; raises `passage-changed` too, where it is not of as many sentences, with the same
        words, as `holds` says."""
        found = self.find_span(first, last, occurrence, span)
        now = self.held_by(found)
        if holds is not None and holds != now:
            how = "other words" if now[0] == holds[0] else f"{now[0]} sentences"
            passage = f"the passage from `{_short(first)}` to `{_short(last)}`"
            message = f"{passage} was of {holds[0]} sentences, and has {how} now"
            help = f'where that is no matter, write `of {now[0]} "{now[1]}"`'
            raise fail("passage-changed", message, span, help=help)
        return found

    def roughly(self, quote: str, to: str | None, occurrence: int | None) -> Citation | None:
        """The words most like a citation that does not hold: where it stands, at any occurrence; else the
        nearest words. None where nothing is like it."""
        squeezed, offsets = _squeeze(self.text)
        try:
            places = self._places(quote, NOWHERE)
            start, end = places[min(occurrence or 1, len(places)) - 1]
            after = [] if to is None else [e for b, e in self._places(to, NOWHERE) if b >= end]
            return self.cite(start, after[0] if after else end)
        except ArbitreError:
            window = _likest_window(squeezed, unicodedata.normalize("NFC", quote))
        if window is None or window[0] == window[1]:
            return None
        return self.cite(offsets[window[0]], offsets[window[1] - 1] + 1)

    def span(self, start: int, end: int) -> Span:
        """The place of the passage from `start` to before `end`."""
        return Span(self.path, *self.position(start), *self.position(end))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of a place in the text."""
        starts = line_starts(self.text)
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences in order. Every character that is not white space lies in exactly one."""
        return split(self.text)

    def _places(self, quote: str, span: Span) -> list[tuple[int, int]]:
        """Everywhere `quote` stands, as offsets into the text; at least one place."""
        squeezed, offsets = _squeeze(self.text)
        sought = _squeeze(unicodedata.normalize("NFC", quote))[0].strip()
        if not sought:
            raise fail("empty-citation", f"a citation of `{self.path}` has no words", span)
        places = []
        at = squeezed.find(sought)
        while at >= 0:
            places.append((offsets[at], offsets[at + len(sought) - 1] + 1))
            at = squeezed.find(sought, at + 1)
        if not places:
            message = f"`{_short(sought)}` does not stand in `{self.path}`"
            raise fail("citation-not-found", message, span, help=self._nearest(sought))
        return places

    def _choose(
        self, quote: str, places: list[tuple[int, int]], occurrence: int | None, span: Span
    ) -> tuple[int, int]:
        """The place meant, of those where `quote` stands."""
        if occurrence is None and len(places) == 1:
            return places[0]
        if occurrence is not None and 1 <= occurrence <= len(places):
            return places[occurrence - 1]
        lines = _enumerate([str(self.position(start)[0]) for start, _ in places])
        times = "once" if len(places) == 1 else f"{len(places)} times"
        where = f"lines {lines}" if " and " in lines else f"line {lines}"
        message = f"`{_short(quote)}` stands in `{self.path}` {times} ({where})"
        if occurrence is None:
            raise fail("ambiguous-citation", message, span, help=f"say which: `at 1` to `at {len(places)}`")
        raise fail("no-such-occurrence", f"{message}, so `at {occurrence}` is no place", span)

    def cite(self, start: int, end: int) -> Citation:
        """The passage of the text from `start` to before `end`."""
        line, column = self.position(start)
        end_line, end_column = self.position(end)
        return Citation(self.path, self.text[start:end], start, end, line, column, end_line, end_column)

    def _is_whole_line(self, start: int, end: int) -> bool:
        before = self.text.rfind("\n", 0, start) + 1
        after = self.text.find("\n", end)
        rest = self.text[before:start] + self.text[end : after if after >= 0 else len(self.text)]
        return not rest.strip()

    def _nearest(self, sought: str) -> str | None:
        """Help with the words of the source most like `sought`; None where nothing is like it."""
        squeezed, offsets = _squeeze(self.text)
        window = _likest_window(squeezed, sought)
        if window is None:
            return None
        start, end = window
        line = self.position(offsets[start])[0]
        near = squeezed[start:end]
        return f"the nearest words are `{_short(near)}` (line {line}){_difference(sought, near)}"


def load_source(path: Path, root: Path, span: Span = NOWHERE) -> Source:
    """Reads the printed text at `path`, in the project at `root`.

    Raises ArbitreError. At `span`, where the text is asked for: `source-outside-project`,
    `source-unreadable`, `source-too-large`. In the text itself: `not-utf8`, `not-text`, `empty-source`.
    """
    full, base = os.path.abspath(path), os.path.abspath(root)
    relative = Path(os.path.relpath(full, base)).as_posix()
    asked_at = span if span != NOWHERE else Span(relative, 0, 0, 0, 0)
    if relative == ".." or relative.startswith("../"):
        raise fail("source-outside-project", f"`{path}` is not inside the project", span)
    try:
        status = os.stat(full)
        if not stat.S_ISREG(status.st_mode):
            raise fail("source-unreadable", f"`{relative}` is no file", asked_at)
        if status.st_size > LARGEST:
            message = f"`{relative}` has {status.st_size} bytes, and a source may have {LARGEST} at most"
            raise fail("source-too-large", message, asked_at)
        data = Path(full).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"`{relative}` cannot be read: {reason.lower()}"
        raise fail("source-unreadable", message, asked_at) from None
    return Source(relative, decode(data, relative), hashlib.sha256(data).hexdigest())


def decode(data: bytes, path: str) -> str:
    """The text in `data`, in NFC with line ends `\\n`. Raises ArbitreError: `not-utf8`, `not-text`,
    `empty-source`, each with its place in `path`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        rest = error.object  # without the byte-order mark
        before = rest[: error.start].decode("utf-8", "replace")
        message = f"the byte 0x{rest[error.start]:02X} is not UTF-8"
        raise fail("not-utf8", message, _place_after(before, path), help="save the text as UTF-8") from None
    control = next((m for m in _CONTROL.finditer(text)), None)
    if control is not None:
        message = f"the character U+{ord(control.group()):04X} is not part of a text"
        raise fail("not-text", message, _place_after(text[: control.start()], path))
    if not text.strip():
        raise fail("empty-source", f"`{path}` has no words", Span(path, 1, 1, 1, 1))
    return unicodedata.normalize("NFC", _LINE_END.sub("\n", text))


_LINE_END = re.compile(r"\r\n?")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufffe\uffff]")
_INVISIBLE = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")


def _place_after(before: str, path: str) -> Span:
    """The place in `path` which comes after the text `before`."""
    lines = _LINE_END.sub("\n", before).split("\n")
    line, column = len(lines), len(lines[-1]) + 1
    return Span(path, line, column, line, column + 1)


@lru_cache(maxsize=256)
def _squeeze(text: str) -> tuple[str, list[int]]:
    """`text` with each run of white space as one space and without invisible characters, and for each
    character left its offset in `text`."""
    kept: list[str] = []
    offsets: list[int] = []
    for at, character in enumerate(text):
        if character in _INVISIBLE:
            continue
        if character.isspace():
            if kept and kept[-1] == " ":
                continue
            character = " "
        kept.append(character)
        offsets.append(at)
    return "".join(kept), offsets


def _enumerate(words: list[str]) -> str:
    """`3, 9 and 12`, shortened in the middle where there are many."""
    words = list(dict.fromkeys(words))
    if len(words) > 8:
        words = [*words[:6], "…", words[-1]]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _short(words: str, most: int = 200) -> str:
    """`words` on one line, with `…` for what is beyond `most` characters."""
    line = " ".join(words.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


# ------------------------------------------------------------------ the nearest words


def _plain(text: str) -> str:
    """`text` with case and accents taken off, character by character, so that offsets stay."""
    return "".join(_plain_character(c) for c in text)


@lru_cache(maxsize=4096)
def _plain_character(character: str) -> str:
    return (fold(character) or character)[0]


_plain_text = lru_cache(maxsize=16)(_plain)


def _likest_window(text: str, sought: str) -> tuple[int, int] | None:
    """Where in `text` the words most like `sought` are: the window with most of its three-letter groups,
    then fitted to the words that match. None where less than a third are there."""
    plain, wanted = _plain_text(text), _plain(sought)
    size = min(3, len(wanted))
    groups = frozenset(wanted[i : i + size] for i in range(len(wanted) - size + 1))
    hits = list(accumulate((plain[i : i + size] in groups for i in range(len(plain))), initial=0))
    width = len(wanted) - size + 1
    scores = [hits[min(i + width, len(plain))] - hits[i] for i in range(len(plain))]
    best = max(range(len(scores)), key=lambda i: (scores[i], -i), default=0)
    if not scores or scores[best] * 3 < width:
        return None
    margin = 20
    low = max(0, best - margin)
    around = plain[low : best + len(wanted) + margin]
    if len(wanted) > 600:
        return _whole_words(text, best, min(len(text), best + len(wanted)))
    blocks = [b for b in _blocks(wanted, around) if b.size >= size]
    if not blocks:
        return _whole_words(text, best, min(len(text), best + len(wanted)))
    start = max(0, low + blocks[0].b - blocks[0].a)
    last = blocks[-1]
    end = low + last.b + last.size + (len(wanted) - last.a - last.size)
    return _whole_words(text, start, min(end, len(text)))


def _blocks(one: str, other: str) -> list["_Block"]:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return [_Block(b.a, b.b, b.size) for b in matcher.get_matching_blocks()]


@dataclass(frozen=True, slots=True)
class _Block:
    a: int
    b: int
    size: int


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """The window widened to whole words."""
    while start > 0 and text[start - 1] != " ":
        start -= 1
    while end < len(text) and text[end] != " ":
        end += 1
    while start < end and text[start] == " ":
        start += 1
    while end > start and text[end - 1] == " ":
        end -= 1
    return start, end


def _difference(sought: str, near: str) -> str:
    """Which word is the first to differ, where a citation is long and much like the source."""
    wrong, right = sought.split(), near.split()
    if len(wrong) < 4:
        return ""
    for cited, printed in zip(wrong, right, strict=False):
        if cited != printed:
            alike = SequenceMatcher(None, cited, printed).ratio() > 0.4
            return f"; it has `{printed}` where the citation has `{cited}`" if alike else ""
    return ""
