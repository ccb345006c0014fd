"""What commands read: situations from files, the standard input and the command line."""

import re
import sys
from pathlib import Path

from arbitre.project.usage import UsageProblem
from dsl.text.errors import fail
from dsl.text.span import Span
from interpreter.runtime.yamltext import (
    MAX_CHARACTERS,
    Mapping,
    Node,
    Scalar,
    parse_document,
    read_text,
)


def situation_node(file: str | None, given: tuple[str, ...]) -> Node:
    """The situation in `file` with the parameters of `--given`, which go before. Raises ArbitreError where
    it cannot be read, UsageProblem where `given` is not NAME=VALUE or names a parameter twice."""
    node: Node = Mapping((), Span("--given", 1, 1, 1, 1))
    if file is not None:
        node = parse_document(read_input(file), "-" if file == "-" else file)
    if not given:
        return node
    if not isinstance(node, Mapping):
        raise fail("malformed", "a situation is a mapping of parameters", node.span)
    added = _parameters(given)
    kept = tuple(entry for entry in node.entries if entry[0].text not in added)
    return Mapping((*kept, *added.values()), node.span)


def _parameters(given: tuple[str, ...]) -> dict[str, tuple[Scalar, Node]]:
    found: dict[str, tuple[Scalar, Node]] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise UsageProblem(f"`{text}` is not of the form NAME=VALUE")
        if name in found:
            raise UsageProblem(f"`{name}` is given twice")
        place = Span(f"--given {name}", 1, 1, 1, 1)
        found[name] = (Scalar(name, True, place), _inline(value.strip(), place))
    return found


_FLOW = re.compile(r"""[\[{"']|[^\s:]+( +[^\s:]+)*: +\S|.*\n""")


def _inline(value: str, place: Span) -> Node:
    """The node that VALUE writes: YAML in brackets or quotes, a mapping, or several lines; else text as it
    stands, whatever a `-`, `:` or `*` would mean in YAML. Raises ArbitreError."""
    if not _FLOW.match(value):
        return Scalar(value, value != "", place)
    return parse_document(value, place.path)


def read_input(file: str) -> str:
    """The text of a file, or of the standard input for `-`. Raises ArbitreError (`unreadable`)."""
    if file != "-":
        return read_text(Path(file), file)
    if sys.stdin is None:
        raise fail("unreadable", "the standard input is closed", Span("-", 1, 1, 1, 1))
    data = sys.stdin.buffer.read(4 * MAX_CHARACTERS + 1)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise fail("unreadable", "the standard input is not text in UTF-8", Span("-", 1, 1, 1, 1)) from error
