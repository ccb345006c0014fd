"""YAML (and JSON) as text with places: what situations, logs and other files of users are read with.

Scalars stay text, whatever YAML would make of them (`no`, `010`, `12:30:45`, `Null`); their meaning comes
from the type that is due. Keys must be scalars and differ; aliases, anchors and tags are refused; depth and
size are bounded. Every node keeps its place, and every failure is an ArbitreError with a line.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from dsl.text.errors import ArbitreError, Problem, fail
from dsl.text.span import Span

MAX_DEPTH = 64
MAX_CHARACTERS = 16 * 2**20

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_DOCUMENT = re.compile(r"---(\s|$)")
_END = re.compile(r"\.\.\.(\s|$)")
MARK = "\ufeff"
_PAIR = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_LEADING_TABS = re.compile(r"^[ \t]*\t[ \t]*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Scalar:
    """Text; `plain` if written without quotes."""

    text: str
    plain: bool
    span: Span

    @property
    def is_null(self) -> bool:
        """Whether it is nothing: empty, `~` or `null`, without quotes."""
        return self.plain and self.text in _NULLS


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list. `complete` is false where the text breaks off (or is wrong) inside it."""

    items: tuple["Node", ...]
    span: Span
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values, in order. `complete` as in Sequence."""

    entries: tuple[tuple[Scalar, "Node"], ...]
    span: Span
    complete: bool = True

    def get(self, key: str) -> "Node | None":
        """The value of `key`, or None where there is none."""
        for scalar, value in self.entries:
            if scalar.text == key:
                return value
        return None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys, in order."""
        return tuple(scalar.text for scalar, _ in self.entries)


Node = Scalar | Sequence | Mapping


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document as far as it could be read: `node` is None where nothing could (or there is nothing),
    and `problem` says where reading stopped."""

    node: Node | None
    problem: Problem | None


@dataclass(frozen=True, slots=True)
class Chunk:
    """One document of a file: its text, and the line it begins at. `unparted`: nothing parts it from the one
    before."""

    text: str
    first_line: int
    too_long: bool = False
    unparted: bool = False


def parse_document(text: str, path: str = "", first_line: int = 1) -> Node:
    """The one document in `text`. Raises ArbitreError, code `malformed`, with the place."""
    parsed = parse_partly(text, path, first_line)
    if parsed.problem is not None:
        raise ArbitreError(parsed.problem)
    if parsed.node is None:
        raise fail("malformed", "there is nothing in it", Span(path, first_line, 1, first_line, 1))
    return parsed.node


def parse_partly(text: str, path: str = "", first_line: int = 1) -> Parsed:
    """As much of the one document in `text` as can be read; containers that are broken off hold what was
    complete in them."""
    if len(text) > MAX_CHARACTERS:
        where = Span(path, first_line, 1, first_line, 1)
        return Parsed(None, Problem("malformed", "the document is larger than 16 MB", (where,), None))
    flow = text.lstrip().startswith(("{", "[", '"'))
    if flow:
        text = _PAIR.sub(_join, text)
        text = _LEADING_TABS.sub(lambda m: " " * len(m.group()), text)
    parsed = _Builder(path, first_line).build(text)
    if parsed.problem is None or not flow:
        return parsed
    whole = _last_whole(text)
    if whole is None:
        return parsed
    again = _Builder(path, first_line).build(whole)
    return Parsed(_opened(again.node) if again.problem is None else parsed.node, parsed.problem)


def split_documents(lines: Iterable[str], begins: re.Pattern[str] | None = None) -> Iterator[Chunk]:
    """The documents of a file, one by one, parted by lines that begin with `---` or `...`, or each in braces
    on lines of its own (JSON lines). A document that is longer than the bound comes out empty and `too_long`.
    Empty documents, directives (`%YAML`) and byte-order marks before a document are left out. `begins`: a
    line with which a document begins, and which no other has: where it comes again, another begins."""
    kept: list[str] = []
    size, first, number = 0, 1, 0
    begun = unparted = False
    last = ""
    for line in lines:
        number += 1
        line = line.removeprefix(MARK)
        ends = _END.match(line) is not None
        follows = line.startswith("{") and last.endswith("}") and bool(kept) and _in_braces(kept)
        again = begins is not None and begins.match(line) is not None
        if ends or follows or (again and begun) or _DOCUMENT.match(line):
            if size > MAX_CHARACTERS or not _is_blank(kept):
                yield Chunk("".join(kept), first, size > MAX_CHARACTERS, unparted)
            unparted = again and begun
            begun = again
            text = line if follows or again else "\n" if ends else " " * 3 + line[3:]
            kept, size, first, last = [text], len(text), number, text.strip()
            continue
        begun = begun or again
        last = line.strip() or last
        size += len(line)
        if size > MAX_CHARACTERS:
            kept = []
        else:
            kept.append(line)
    if size > MAX_CHARACTERS or not _is_blank(kept):
        yield Chunk("".join(kept), first, size > MAX_CHARACTERS, unparted)


def _in_braces(lines: list[str]) -> bool:
    return next((line.startswith("{") for line in lines if line.strip()), False)


def read_lines(path: Path, shown: str) -> Iterator[str]:
    """The lines of a file in UTF-8 (with or without a mark), one by one, bounded. Raises ArbitreError, code
    `unreadable`, where it cannot be read or is not UTF-8; `shown` is the path in messages."""
    number = 0
    try:
        with path.open(encoding="utf-8-sig", newline=None) as stream:
            while line := stream.readline(MAX_CHARACTERS + 1):
                number += 1
                yield line
    except UnicodeDecodeError as error:
        where = Span(shown, number + 1, 1, number + 1, 1)
        raise fail("unreadable", f"`{shown}` is not text in UTF-8", where) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is no file"
        raise fail("unreadable", f"`{shown}` cannot be read: {reason}", Span(shown, 1, 1, 1, 1)) from error


def read_text(path: Path, shown: str) -> str:
    """The text of a file of at most 16 MB. Raises as `read_lines`, and where it is longer."""
    kept: list[str] = []
    size = 0
    for line in read_lines(path, shown):
        size += len(line)
        if size > MAX_CHARACTERS:
            raise fail("malformed", f"`{shown}` is larger than 16 MB", Span(shown, 1, 1, 1, 1))
        kept.append(line)
    return "".join(kept)


def _is_blank(lines: list[str]) -> bool:
    return all(not line.strip() or line.lstrip().startswith("#") or line.startswith("%") for line in lines)


def _join(match: re.Match[str]) -> str:
    """Two halves of a JSON escape as the one character they mean."""
    high, low = int(match.group(2), 16), int(match.group(3), 16)
    return match.group(1) + chr(0x10000 + (high - 0xD800) * 0x400 + (low - 0xDC00))


def _last_whole(text: str) -> str | None:
    """Text in braces up to the last complete item of the second level, closed; None where there is none."""
    stack: list[str] = []
    best: tuple[int, str] | None = None
    position = 0
    while position < len(text):
        character = text[position]
        if character == '"':
            position += 1
            while position < len(text) and text[position] != '"':
                position += 2 if text[position] == "\\" else 1
        elif character in "{[":
            stack.append("}" if character == "{" else "]")
        elif character in "}]":
            if not stack or stack.pop() != character:
                break
            if len(stack) <= 2:
                best = (position + 1, "".join(reversed(stack)))
        position += 1
    return None if best is None or not best[1] else text[: best[0]] + best[1]


def _opened(node: Node | None) -> Node | None:
    """The node with its last items marked as broken off."""
    match node:
        case Mapping(entries, span):
            last = tuple((key, _open_list(value)) for key, value in entries[-1:])
            return Mapping(entries[:-1] + last, span, complete=False)
        case Sequence(items, span):
            return Sequence(items, span, complete=False)
        case _:
            return node


def _open_list(node: Node) -> Node:
    return Sequence(node.items, node.span, complete=False) if isinstance(node, Sequence) else node


def _quotes(text: str, mark: Any) -> str | None:
    """The advice to use quotes, where a sign stands that means something in YAML."""
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    near = line[max(0, mark.column - 1) : mark.column + 1]
    sign = next((character for character in near if character in "*:&!%@`|>"), None)
    return None if sign is None else f"a `{sign}` that is meant as it stands needs quotes, `'{sign}'`"


@dataclass(slots=True)
class _Frame:
    """A container being read: its items, or its entries with the key that waits for a value."""

    mapping: bool
    start: Span
    items: list[Node]
    entries: list[tuple[Scalar, Node]]
    seen: dict[str, int]
    key: Scalar | None = None


class _Builder:
    """Builds nodes from the events of the YAML parser, without recursion."""

    def __init__(self, path: str, first_line: int) -> None:
        self.path = path
        self.offset = first_line
        self.stack: list[_Frame] = []
        self.root: Node | None = None

    def build(self, text: str) -> Parsed:
        try:
            for event in yaml.parse(text, Loader=_LOADER):
                self._take(event)
        except ArbitreError as error:
            return Parsed(self._broken_off(), error.problems[0])
        except yaml.YAMLError as error:
            return Parsed(self._broken_off(), self._problem(error, text))
        except (ValueError, RecursionError, UnicodeError) as error:
            where = self.stack[-1].start if self.stack else Span(self.path, self.offset, 1, self.offset, 1)
            message = f"this is not YAML that can be read ({type(error).__name__})"
            return Parsed(self._broken_off(), Problem("malformed", message, (where,), None))
        return Parsed(self.root, None)

    def _take(self, event: Any) -> None:
        where = self._span(event.start_mark, event.end_mark)
        match event:
            case yaml.AliasEvent():
                raise fail("malformed", f"aliases are not accepted (`*{event.anchor}`)", where)
            case yaml.ScalarEvent():
                self._refuse_marks(event, where)
                self._add(Scalar(event.value, not event.style, where))
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                self._refuse_marks(event, where)
                if len(self.stack) >= MAX_DEPTH:
                    raise fail("malformed", f"nested deeper than {MAX_DEPTH} levels", where)
                self._refuse_key(where)
                self.stack.append(_Frame(isinstance(event, yaml.MappingStartEvent), where, [], [], {}))
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._add(self._closed(self.stack.pop(), True))
            case yaml.DocumentStartEvent() if self.root is not None:
                raise fail("malformed", "one document was expected, and there are several", where)
            case _:
                pass

    def _refuse_marks(self, event: Any, where: Span) -> None:
        if event.anchor is not None:
            raise fail("malformed", f"anchors are not accepted (`&{event.anchor}`)", where)
        if event.tag is not None:
            raise fail("malformed", f"tags are not accepted (`{event.tag}`)", where)

    def _refuse_key(self, where: Span) -> None:
        if self.stack and self.stack[-1].mapping and self.stack[-1].key is None:
            raise fail("malformed", "a key must be a word, not a list or a mapping", where)

    def _add(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        if not frame.mapping:
            frame.items.append(node)
        elif frame.key is None:
            assert isinstance(node, Scalar)
            if node.text in frame.seen:
                twice = f"the key `{node.text}` is there twice (first in line {frame.seen[node.text]})"
                raise fail("malformed", twice, node.span)
            frame.seen[node.text] = node.span.line
            frame.key = node
        else:
            frame.entries.append((frame.key, node))
            frame.key = None

    def _closed(self, frame: _Frame, complete: bool) -> Node:
        if frame.mapping:
            return Mapping(tuple(frame.entries), frame.start, complete)
        return Sequence(tuple(frame.items), frame.start, complete)

    def _broken_off(self) -> Node | None:
        while self.stack:
            frame = self.stack.pop()
            if self.stack and self.stack[-1].mapping and self.stack[-1].key is None:
                continue
            self._add(self._closed(frame, False))
        return self.root

    def _problem(self, error: yaml.YAMLError, text: str) -> Problem:
        mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
        if mark is not None:
            line = min(mark.line, max(0, len(text.splitlines()) - 1)) + self.offset
            where = Span(self.path, line, mark.column + 1, line, mark.column + 1)
            said = getattr(error, "problem", None) or getattr(error, "context", None) or "it cannot be read"
            return Problem("malformed", f"this is not YAML: {said}", (where,), _quotes(text, mark))
        position = getattr(error, "position", 0) or 0
        line = text.count("\n", 0, position) + self.offset
        character = getattr(error, "character", None)
        shown = f"U+{character:04X}" if isinstance(character, int) else repr(character)
        message = f"this is not YAML: the character {shown} is not accepted"
        return Problem("malformed", message, (Span(self.path, line, 1, line, 1),), None)

    def _span(self, start: Any, end: Any) -> Span:
        offset = self.offset
        return Span(self.path, start.line + offset, start.column + 1, end.line + offset, end.column + 1)
