"""From text to words, by the terminals of the grammar.

Every word of the language is reserved wherever it stands. The one thing that depends on its place is `>`:
where a citation may stand it opens a quotation that goes on to the end of the line, elsewhere it compares.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from lark import Token
from lark.common import LexerConf
from lark.lexer import Lexer, LexerState, PatternStr

from dsl.text.errors import Portable

MOST_DIGITS = 9
"""The most digits a number may have."""

SOFT = frozenset({"first", "last", "left", "shape", "step", "unplayed"})
"""Words of the language that can be names where the language has no use for them."""

_SCAN = re.compile(r'"(?:[^"\\]|\\.)*"|«[^»]*»|#[^\n]*|^[^\S\n]*>[ \t][^\n]*|(?P<open>["«])', re.S | re.M)
_NEXT_LINE = re.compile(r'\n[^\S\n]*(?:(?P<word>[a-z]+)\b|["«>#])')
_ESCAPE = re.compile(r'\\(?:["\\]|(?P<wrong>.))', re.S)
_QUOTES = "“”„‟‘’‚‛‹›´`'＂"


class Unreadable(Portable):
    """Characters that are no word of the language, from `start` to before `end` of the piece."""

    def __init__(self, code: str, message: str, start: int, end: int, help: str | None = None) -> None:
        super().__init__(code, message)
        self.code, self.message, self.help = code, message, help
        self.start, self.end = start, end


class WordLexer(Lexer):
    """The lexer that Lark runs. `words` are the reserved words, with their terminals."""

    __future_interface__ = 2

    def __init__(self, conf: LexerConf) -> None:
        self.words: dict[str, str] = {}
        patterns: list[str] = []
        signs: list[tuple[str, str]] = []
        for terminal in conf.terminals:
            pattern = terminal.pattern
            if not isinstance(pattern, PatternStr):
                if terminal.name != "QUOTED_LINE":
                    patterns.append(f"(?P<{terminal.name}>{pattern.to_regexp()})")
            elif pattern.value.isalpha():
                self.words[pattern.value] = terminal.name
            else:
                signs.append((terminal.name, pattern.to_regexp()))
        signs.sort(key=lambda sign: (-len(sign[1]), sign))
        patterns += [f"(?P<{name}>{regexp})" for name, regexp in signs]
        self._token = re.compile("|".join(patterns))
        self._quoted_line = re.compile(_pattern_of(conf, "QUOTED_LINE"))
        self._ignored = frozenset(conf.ignore)

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:
        """The words of a piece. Raises Unreadable at the first thing that is none."""
        text = str(lexer_state.text.text)
        at, line, line_start = 0, 1, 0
        bests = _Bests()
        while at < len(text):
            match = self._token.match(text, at)
            if match is None or match.lastgroup is None:
                raise _unreadable(text, at)
            kind = match.lastgroup
            if kind == "MORETHAN" and "QUOTED_LINE" in _acceptable(parser_state):
                quoted = self._quoted_line.match(text, at)
                kind, match = ("QUOTED_LINE", quoted) if quoted is not None else (kind, match)
            value, end = match.group(), match.end()
            first_line, column = line, at - line_start + 1
            breaks = value.count("\n")
            if breaks:
                line += breaks
                line_start = at + value.rindex("\n") + 1
            if kind not in self._ignored:
                if kind == "NAME":
                    kind = self.words.get(value, kind)
                    if value in SOFT and kind not in (acceptable := _acceptable(parser_state)):
                        kind = "NAME" if "NAME" in acceptable else kind
                elif kind in ("NUMBER", "STRING"):
                    _check(kind, value, at)
                kind = bests.read(kind)
                token = Token(kind, value, at, first_line, column, line, end - line_start + 1, end)
                lexer_state.last_token = token
                yield token
            at = end


class _Bests:
    """Which `by` and which commas belong to a `best`: those outside brackets, or in the same ones."""

    def __init__(self) -> None:
        self.depth = 0
        self.before = ""
        self.waiting: list[int] = []  # how deep in brackets each `best` stands whose `by` is to come
        self.keyed: list[int] = []  # and each whose keys are being read

    def read(self, kind: str) -> str:
        """The terminal of the next word: `_KEY_BY` and `_KEY_COMMA` for what belongs to a `best`."""
        before, self.before = self.before, kind
        if kind in ("LPAR", "LSQB", "LBRACE"):
            self.depth += 1
        elif kind in ("RPAR", "RSQB", "RBRACE"):
            self.depth -= 1
            self._forget(self.depth)
        elif kind in _CLAUSES:
            self._forget(self.depth - 1)
        elif kind == "BEST":
            self.waiting.append(self.depth)
        elif kind == "BY" and self.waiting[-1:] == [self.depth] and before != "DOT":
            self.keyed.append(self.waiting.pop())
            return "_KEY_BY"
        elif kind == "COMMA" and self.depth in self.keyed:
            return "_KEY_COMMA"
        return kind

    def _forget(self, depth: int) -> None:
        """What stands deeper than this is over."""
        self.waiting = [one for one in self.waiting if one <= depth]
        self.keyed = [one for one in self.keyed if one <= depth]


_CLAUSES = frozenset(
    {"NEEDS", "GIVEN", "AMONG", "SMALLEST", "OPTIONAL", "WHEN", "UNLESS", "ANSWERS", "CARRIES", "SHOWS", "DO"}
)
"""Words that begin a clause: no expression goes on over them."""


def unclosed_text(text: str, words: frozenset[str]) -> int | None:
    """Where a text in quotes begins that is never closed; None if all are. `words`: the reserved ones.

    Where the quote that is missing is followed by others, each of them closes the wrong text; the text
    that runs over a line which begins another clause is then the one meant.
    """
    runs_over = None
    for match in _SCAN.finditer(text):
        if match.group("open"):
            return match.start() if runs_over is None else runs_over
        if runs_over is None and match.group()[0] in '"«' and _runs_over(match.group(), words):
            runs_over = match.start()
    return None


def _runs_over(literal: str, words: frozenset[str]) -> bool:
    """Whether a line of this text looks like the beginning of a clause."""
    lines = _NEXT_LINE.finditer(literal)
    return any(line.group("word") is None or line.group("word") in words for line in lines)


def plain_text(literal: str) -> str:
    """What a text in quotes says: without the quotes, each line break with its indentation one space."""
    inner = literal[1:-1]
    if literal[0] == '"':
        inner = _ESCAPE.sub(lambda match: match.group()[1:], inner)
    return re.sub(r"[^\S\n]*\n\s*", " ", inner).strip()


def _pattern_of(conf: LexerConf, name: str) -> str:
    return next(terminal.pattern.to_regexp() for terminal in conf.terminals if terminal.name == name)


def _acceptable(parser_state: Any) -> Any:
    """The terminals for which the parser has something to do next."""
    return parser_state.parse_conf.states[parser_state.position]


def _check(kind: str, value: str, at: int) -> None:
    """Raises Unreadable where a number has too many digits, or a text an escape that means nothing."""
    if kind == "NUMBER" and len(value) > MOST_DIGITS:
        message = f"a number may have {MOST_DIGITS} digits, and this has {len(value)}"
        raise Unreadable("too-large", message, at, at + len(value))
    if kind == "STRING" and value[0] == '"' and "\\" in value:
        for match in _ESCAPE.finditer(value):
            if match.group("wrong"):
                message = f"`{match.group()}` means nothing in a text"
                help = 'write `\\\\` for `\\`, and `\\"` for `"`'
                raise Unreadable("bad-escape", message, at + match.start(), at + match.end(), help)


def _unreadable(text: str, at: int) -> Unreadable:
    """The error of the character at `at`, which begins no word of the language."""
    character = text[at]
    if character in '"«':
        return Unreadable("unclosed-string", "this text has no closing quote", at, at + 1, CLOSING_HELP)
    number = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "").lower()
    called = f"{number}, {name}" if name else number
    if unicodedata.category(character) in ("Cf", "Cc", "Cs", "Cn", "Co"):
        message, help = f"an invisible character stands here ({called})", "delete it"
    elif character in _QUOTES:
        message = f"`{character}` ({called}) opens no text"
        help = 'write texts between straight quotes, `"…"`, or between `«` and `»`'
    else:
        message, help = f"`{character}` ({called}) has no meaning here", None
    return Unreadable("bad-character", message, at, at + 1, help)


CLOSING_HELP = "a text ends with the quote it began with; lines on which it goes on are indented"
"""What to do about a text that is not closed."""
