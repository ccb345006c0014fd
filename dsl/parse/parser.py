"""Text to syntax, declaration by declaration: each mistake in a file is reported, with its place."""

import os
import re
import stat
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from lark import Lark, Token, Tree, UnexpectedToken
from lark.lexer import PatternStr

from dsl import syntax
from dsl.parse import expected as mistakes
from dsl.parse.declarations import Declaration, declaration, head
from dsl.parse.lexer import CLOSING_HELP, SOFT, Unreadable, WordLexer, unclosed_text
from dsl.parse.pieces import DECLARATION_WORDS, DECLARATIONS, HEADS, START_RULES, Piece, cut
from dsl.parse.trees import DEEPEST, Place, too_deep
from dsl.text.errors import ArbitreError, Collector, Problem, did_you_mean, fail, nearest
from dsl.text.source import decode
from dsl.text.span import Span

LARGEST = 1024 * 1024
"""The most bytes a file of rules may have."""

MOST_PROBLEMS = 100
"""After so many mistakes in a file, the rest of it is not looked at."""

_INDENT_HELP = "only declarations begin in column 1; indent the lines on which one goes on"


def parse_file(path: Path, root: Path) -> tuple[syntax.File | None, tuple[Problem, ...]]:
    """The syntax of the file at `path`, in the project at `root`, and all that is wrong with it.

    As `parse_text`; and `unreadable-file`, `too-large`, `binary-file`, `not-utf8`, `not-text`.
    """
    relative = path_in(root, path)
    try:
        text = _read(path, relative)
    except ArbitreError as error:
        return None, error.problems
    return parse_text(text, relative)


def path_in(root: Path, path: Path) -> str:
    """How errors and reports name a file of the project at `root`."""
    return Path(os.path.relpath(os.path.abspath(path), os.path.abspath(root))).as_posix()


def parse_text(text: str, path: str) -> tuple[syntax.File | None, tuple[Problem, ...]]:
    """The syntax of `text`, said to stand in `path`, and all that is wrong with it, sorted by place.

    A declaration with a mistake is left out of the file; the file is None where its head has one. At most
    one mistake is reported for a declaration. Codes: `empty-file`, `too-large`, `missing-head`,
    `unknown-declaration`, `misplaced-declaration`, `not-indented`, `unexpected-word`, `unexpected-end`,
    `reserved-word`, `bad-character`, `bad-escape`, `unclosed-string`, `too-deep`, `too-many-mistakes`.
    """
    text = re.sub(r"\r\n?", "\n", unicodedata.normalize("NFC", text.removeprefix("\ufeff")))
    pieces = tuple(cut(text, _language().reserved))
    if not pieces:
        message = f"`{path}` has no declarations"
        return None, (Problem("empty-file", message, (Span(path, 1, 1, 1, 1),), _HEAD_HELP),)
    return _File(path, pieces).parse()


_HEAD_HELP = f"a file begins with {', '.join(f'`{word}`' for word in HEADS[:-1])} or `{HEADS[-1]}`"


@dataclass(frozen=True, slots=True)
class _Language:
    """The parser; how each terminal is written; the reserved words."""

    parser: Lark
    written: dict[str, str]
    reserved: frozenset[str]


@cache
def _language() -> _Language:
    """Built when first needed: it takes a quarter of a second."""
    parser = Lark(
        files("dsl.parse").joinpath("grammar.lark").read_text("utf-8"),
        start=sorted(START_RULES.values()),
        parser="lalr",
        lexer=WordLexer,
        propagate_positions=True,
        strict=True,
    )
    written = {t.name: t.pattern.value for t in parser.terminals if isinstance(t.pattern, PatternStr)}
    written |= {"UNEQUAL": "!=", "AT_MOST": "<=", "AT_LEAST": ">="}
    reserved = frozenset(word for word in written.values() if word.isalpha())
    written |= {"BEST": "best"}
    return _Language(parser, written, reserved)


def reserved_words() -> tuple[str, ...]:
    """The words of the language, none of which can be a name, in the order of the alphabet."""
    return tuple(sorted(_language().reserved - SOFT))


def _read(path: Path, relative: str) -> str:
    """The text of a file. Raises ArbitreError, as `parse_file` says."""
    place = Span(relative, 0, 0, 0, 0)
    try:
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            raise fail("unreadable-file", f"`{relative}` is no file", place)
        if status.st_size > LARGEST:
            message = f"`{relative}` has {status.st_size} bytes, and a file of rules may have {LARGEST}"
            raise fail("too-large", message, place)
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise fail("unreadable-file", f"`{relative}` cannot be read: {reason.lower()}", place) from None
    if not data.removeprefix(b"\xef\xbb\xbf").strip():
        return ""
    if b"\0" in data:
        raise fail("binary-file", f"`{relative}` is no text", place, help="save it as text in UTF-8")
    return decode(data, relative)


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    pieces: tuple[Piece, ...]

    def parse(self) -> tuple[syntax.File | None, tuple[Problem, ...]]:
        """The file, and what is wrong with it."""
        problems = Collector()
        first, *rest = self.pieces
        file: syntax.File | None = None
        if first.word in HEADS:
            with problems:
                file = head(_tree(first, self.path), Place(self.path, first.first_line))
        else:
            near = None if first.word in DECLARATION_WORDS else nearest(first.word, HEADS)
            help = _HEAD_HELP if near is None else f"did you mean `{near}`?"
            problems.add("missing-head", "the file does not say what it is", self._word(first), help=help)
            rest = list(self.pieces) if near is None else rest
        sort = first.word if first.word in HEADS else None
        declarations: list[Declaration] = []
        for piece in rest:
            if len(problems.problems) >= MOST_PROBLEMS:
                message = f"after {MOST_PROBLEMS} mistakes the rest of the file was not looked at"
                problems.add("too-many-mistakes", message, self._word(piece))
                break
            with problems:
                self._check_belongs(piece, sort)
                declarations.append(declaration(_tree(piece, self.path), Place(self.path, piece.first_line)))
        for piece in self.pieces[:MOST_PROBLEMS]:
            for line in piece.stray[:1]:
                span = Span(self.path, line, 1, line, 2)
                problems.add("not-indented", "this line begins no declaration", span, help=_INDENT_HELP)
        if file is not None:
            # The words that begin the pieces have been checked: these are declarations of this sort of file.
            file = replace(file, declarations=cast(Any, tuple(declarations)))
        found = dict.fromkeys(problems.problems)
        return file, tuple(sorted(found, key=lambda problem: problem.order))

    def _check_belongs(self, piece: Piece, sort: str | None) -> None:
        """Raises ArbitreError if a piece begins no declaration that this sort of file can have."""
        here = DECLARATION_WORDS if sort is None else DECLARATIONS[sort]
        if piece.word in here:
            return
        span = self._word(piece)
        if piece.word in HEADS:
            message = f"`{piece.word}` begins a file, and stands in the middle of one"
            raise fail("misplaced-declaration", message, span, help="give it a file of its own")
        if piece.word in DECLARATION_WORDS:
            homes = [home for home, words in DECLARATIONS.items() if piece.word in words]
            message = f"`{piece.word}` does not belong in a file that begins with `{sort}`"
            help = f"it belongs in one that begins with {' or '.join(f'`{home}`' for home in homes)}"
            raise fail("misplaced-declaration", message, span, help=help)
        shown = piece.word or piece.text[:1]
        help = did_you_mean(piece.word, here) or _INDENT_HELP
        raise fail("unknown-declaration", f"`{shown}` begins no declaration", span, help=help)

    def _word(self, piece: Piece) -> Span:
        """The place of the word with which a piece begins."""
        return Span(self.path, piece.first_line, 1, piece.first_line, 1 + max(1, len(piece.word)))


# ------------------------------------------------------------------ one piece


def _tree(piece: Piece, path: str) -> Tree[Token]:
    """The parse tree of a piece. Raises ArbitreError with the first mistake in it."""
    language = _language()
    try:
        tree = language.parser.parse(piece.text, start=START_RULES[piece.word])
    except (Unreadable, UnexpectedToken) as mistake:
        unclosed = unclosed_text(piece.text, language.reserved)
        if unclosed is not None:
            span = _span(piece, path, unclosed, unclosed + 1)
            message = "this text has no closing quote"
            raise fail("unclosed-string", message, span, help=CLOSING_HELP) from None
        if isinstance(mistake, Unreadable):
            span = _span(piece, path, mistake.start, mistake.end)
            raise fail(mistake.code, mistake.message, span, help=mistake.help) from None
        raise _unexpected(mistake, piece, path, language) from None
    deep = too_deep(tree)
    if deep is not None:
        message = f"this is nested more than {DEEPEST} levels deep"
        help = "give parts of it names of their own, with `define` or `let`"
        raise fail("too-deep", message, Place(path, piece.first_line).span(deep), help=help)
    return tree


def _unexpected(error: UnexpectedToken, piece: Piece, path: str, language: _Language) -> ArbitreError:
    """The error of a word that cannot stand where it does."""
    token = error.token
    accepted = frozenset[str](error.interactive_parser.accepts())  # type: ignore[no-untyped-call]
    span = Place(path, piece.first_line).span(token)
    wanted = mistakes.expected(accepted, language.written)
    if token.type == "$END":
        return fail("unexpected-end", f"this `{piece.word}` is not complete", span, help=wanted)
    column = token.column or 1
    begins_line = not piece.text.split("\n")[(token.line or 1) - 1][: column - 1].strip()
    if mistakes.needs_parentheses(token.type, accepted):
        help = f"put it in parentheses: `({token} …)`"
        return fail("unexpected-word", f"`{token}` cannot stand here", span, help=help)
    if token in language.reserved - SOFT and "NAME" in accepted:
        message = f"`{token}` is a word of the language, and cannot be a name"
        return fail("reserved-word", message, span, help=wanted)
    if token in DECLARATION_WORDS and begins_line:
        wanted = "a declaration begins in column 1"
    elif token.type == "NAME":
        wanted = did_you_mean(token, mistakes.keywords(accepted, language.written)) or wanted
    return fail("unexpected-word", f"`{mistakes.shown(token)}` cannot stand here", span, help=wanted)


def _span(piece: Piece, path: str, start: int, end: int) -> Span:
    """The place in the file of a passage of a piece, by offsets."""
    starts = [0, *(match.end() for match in re.finditer("\n", piece.text))]
    first, last = bisect_right(starts, start) - 1, bisect_right(starts, end) - 1
    line = piece.first_line
    return Span(path, line + first, start - starts[first] + 1, line + last, end - starts[last] + 1)
