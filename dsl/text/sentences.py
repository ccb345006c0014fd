"""The sentences of a printed text: the units by which a text is accounted for.

A line is a heading, an item of a list, or one or more sentences. A sentence ends with a full stop,
exclamation or question mark before a capital, a digit or a dash, and at the end of a line, unless the next
line goes on with it. A colon ends a sentence only at the end of a line.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

_MARKER = re.compile(r"(?:[-–—·•*]\s*)?(?:\(?(?:\d{1,3}|[^\W\d_])\s?[.)º°]\)?\s?-?)(?=\s|$)|[-–—·•*](?=\s)")
_END = re.compile(r"[.!?…]+[\"”»’'›)\]]*(?=\s)")
_CONTINUES = re.compile(r"[\"“«‘(\[]*[^\W\d_]")
_OPENS = re.compile(r"[-–—]\s?\S|[\"“«‘'(\[¡¿]*(?P<first>.)", re.DOTALL)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(])(?:[^\W\d_]\.)*(?:[^\W\d_]|ex|etc|art|n[uú]m|p[aàá]g|vs|sra?)\.$", re.I
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, heading or item of a list of a source, without the white space around it. `mark` is the
    mark of a list at its beginning (`1)`, `·`), which is part of `text`; empty where there is none."""

    start: int
    end: int
    line: int
    text: str
    mark: str = ""


@lru_cache(maxsize=64)
def line_starts(text: str) -> list[int]:
    """The offset at which each line begins."""
    return [0, *(at + 1 for at, c in enumerate(text) if c == "\n")]


@lru_cache(maxsize=64)
def split(text: str) -> tuple[Sentence, ...]:
    """The sentences of `text` in order. Every character that is not white space lies in exactly one."""
    found: list[Sentence] = []
    starts = line_starts(text)
    for start, end in _paragraphs(text):
        marker = _MARKER.match(text, start, end)
        mark = "" if marker is None else marker.group()
        for begin, stop in _cut(text, start, start + len(mark), end):
            line = bisect_right(starts, begin)
            found.append(Sentence(begin, stop, line, text[begin:stop], mark if begin == start else ""))
    return tuple(found)


def _paragraphs(text: str) -> list[tuple[int, int]]:
    """The lines of the text, without white space around them. A line that the next one continues (it ends
    without a stop, the next begins in lower case and with no mark) is one with it: wrapped text."""
    found: list[tuple[int, int]] = []
    at = 0
    for line in text.split("\n"):
        start = at + len(line) - len(line.lstrip())
        end = at + len(line.rstrip())
        at += len(line) + 1
        if start >= end:
            continue
        if found and _continues(text, found[-1], start):
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _continues(text: str, before: tuple[int, int], start: int) -> bool:
    """Whether the line at `start` goes on with the sentence of the line `before` it."""
    if text.count("\n", before[1], start) != 1 or _MARKER.match(text, start):
        return False
    first = _CONTINUES.match(text, start)
    return first is not None and first.group()[-1].islower() and text[before[1] - 1] not in ".!?:;…"


def _cut(text: str, start: int, at: int, end: int) -> list[tuple[int, int]]:
    """The sentences of the paragraph from `start` to `end`, whose words begin at `at`."""
    found: list[tuple[int, int]] = []
    begin = start
    while (stop := _END.search(text, at, end)) is not None:
        at = stop.end()
        following = at
        while following < end and text[following].isspace():
            following += 1
        if following < end and _is_end(text, begin, at, following, end):
            found.append((begin, at))
            begin = following
    found.append((begin, end))
    return found


def _is_end(text: str, begin: int, at: int, following: int, end: int) -> bool:
    """Whether a stop that ends at `at` ends a sentence, given what follows it."""
    opens = _OPENS.match(text, following, end)
    if opens is None:
        return False
    first = opens.group("first")
    if first is not None and not first.isupper() and not first.isdigit():
        return False
    return _ABBREVIATION.search(text[max(begin, at - 12) : at]) is None
