"""A file cut into its declarations, so that a mistake in one never hides another.

Only declarations begin in column 1. A file is cut there whatever stands before, an open text or bracket
included. Two words that are no declarations may stand in column 1 as well, and go on with the piece
before them: the `end` of a flow, and the `source` of an edition.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

HEADS = ("game", "edition", "rulings", "deck")
"""The words a file begins with: what sort of file it is."""

DECLARATIONS: dict[str, tuple[str, ...]] = {
    "game": (
        "players",
        "enum",
        "record",
        "type",
        "shape",
        "variant",
        "option",
        "define",
        "question",
        "permission",
        "property",
        "flow",
        "assumption",
        "deck",
    ),
    "edition": (
        "part",
        "doubt",
        "rule",
        "example",
        "consequence",
        "note",
        "reference",
        "assumption",
        "define",
    ),
    "rulings": ("pick", "fill", "settle", "define"),
    "deck": ("assumption",),
}
"""For each sort of file, the words that begin its declarations."""

DECLARATION_WORDS = tuple(dict.fromkeys(word for words in DECLARATIONS.values() for word in words))
"""All words that begin a declaration of some sort of file, heads apart."""

CONTINUING = ("end", "source")
"""Words that may stand in column 1 and go on with what is before them."""

START_RULES = {word: word for word in DECLARATION_WORDS} | {
    "type": "union",
    "game": "game_head",
    "edition": "edition_head",
    "rulings": "rulings_head",
}
"""The start rule of the grammar for each first word."""

_WORD = re.compile(r"[^\W\d_][\w·]*")


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines of a file from one that begins in column 1 to before the next. `word` is the word there, and
    empty where none is; `stray` are the lines (numbers in the file) that should have been indented."""

    word: str
    text: str
    first_line: int
    stray: tuple[int, ...] = ()


def cut(text: str, reserved: frozenset[str]) -> Iterator[Piece]:
    """The pieces of `text` in order; comments and empty lines between them are left out.

    A line in column 1 that begins with a reserved word or with no word at all is no new piece: it was
    meant to be indented. One that begins with another word is a piece of its own, probably misspelt.
    """
    word, first, lines, stray = "", 0, list[str](), list[int]()
    for number, line in enumerate(text.split("\n"), start=1):
        begins = line[:1].strip() != "" and not line.startswith("#")
        if not begins and not lines:
            continue
        found = _WORD.match(line) if begins else None
        here = found.group() if found is not None else ""
        if begins and lines and (here in CONTINUING or not _opens(here, reserved)):
            stray += [] if here in CONTINUING else [number]
            begins = False
        if begins:
            if lines:
                yield Piece(word, "\n".join(lines), first, tuple(stray))
            word, first, lines, stray = here, number, [], []
        lines.append(line)
    if lines:
        yield Piece(word, "\n".join(lines), first, tuple(stray))


def _opens(word: str, reserved: frozenset[str]) -> bool:
    """Whether a line in column 1 with this word begins a piece."""
    return word in START_RULES or (word != "" and word not in reserved)
