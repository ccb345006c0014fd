"""Parse trees, and what all that turns them into syntax has in common: places, names, texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from lark import Token, Tree

from dsl.parse.lexer import plain_text
from dsl.text.span import Span

Child = Tree[Token] | Token | None
"""What stands in a parse tree; None where an optional part was left out."""

DEEPEST = 60
"""How many levels an expression or a block may be nested."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece stands: lines of its trees count from 1, and `first_line` is that of the file."""

    path: str
    first_line: int

    def span(self, child: Tree[Token] | Token) -> Span:
        """The place of a tree or word in the file."""
        at = child if isinstance(child, Token) else child.meta
        before = self.first_line - 1
        assert at.line and at.column and at.end_line and at.end_column
        return Span(self.path, at.line + before, at.column, at.end_line + before, at.end_column)


def name(child: Child) -> str:
    """A name as written, with a plain apostrophe for each sort of apostrophe."""
    assert isinstance(child, Token)
    return child.replace("’", "'").replace("´", "'")


def names(child: Child) -> tuple[str, ...]:
    """The names of a list of them; none where it was left out."""
    return tuple(name(item) for item in child.children) if isinstance(child, Tree) else ()


def number(child: Child) -> int:
    """A number, from a word, or a tree of a sign and a word."""
    if isinstance(child, Tree):
        sign, digits = child.children
        return number(digits) if sign is None else -number(digits)
    assert child is not None
    return int(child)


def text(child: Child) -> str:
    """What a text in quotes, or a quoted line, says; the empty text where it was left out."""
    if child is None:
        return ""
    assert isinstance(child, Token)
    return child[1:].strip() if child.type == "QUOTED_LINE" else plain_text(child)


def words(child: Child) -> str:
    """The words of a tree of nothing but words, with spaces between."""
    assert isinstance(child, Tree)
    return " ".join(str(word) for word in child.children)


def subtrees(children: Sequence[Child], *kinds: str) -> tuple[Tree[Token], ...]:
    """The children that are trees of these kinds, in order."""
    return tuple(child for child in children if isinstance(child, Tree) and child.data in kinds)


def impossible(tree: Child) -> NoReturn:
    """For a tree that the grammar cannot make."""
    raise AssertionError(f"the grammar makes no such tree here: {tree}")


def too_deep(tree: Tree[Token]) -> Tree[Token] | None:
    """The first part of `tree` that is nested more than DEEPEST levels deep, if any.

    Each `elif` counts as a level, being one in the syntax.
    """
    waiting = [(tree, 1)]
    while waiting:
        here, depth = waiting.pop()
        if depth > DEEPEST and not here.meta.empty:
            return here
        elifs = 0
        for child in here.children:
            if isinstance(child, Tree):
                elifs += child.data == "elif_"
                waiting.append((child, depth + 1 + elifs))
    return None
