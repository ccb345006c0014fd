"""What the parser says about a word that cannot stand where it does."""

from collections.abc import Mapping, Set

_EXPRESSION = frozenset({"NAME", "NUMBER", "STRING", "LPAR", "LSQB", "LBRACE"})
_OPEN_FORMS = frozenset(
    {
        "MINUS",
        "NOT",
        "ALL",
        "SOME",
        "NO",
        "ONE",
        "SUM",
        "HIGHEST",
        "LOWEST",
        "THE",
        "COUNT",
        "THOSE",
        "LET",
        "IF",
        "FOLD",
        "BEST",
    }
)
_TYPE = frozenset({"NAME", "NUMBER", "MINUS", "OPTIONAL", "LIST", "BAG", "SET"})
_OPERATORS = frozenset(
    {
        "AND",
        "OR",
        "IMPLIES",
        "EQUAL",
        "UNEQUAL",
        "LESSTHAN",
        "MORETHAN",
        "AT_MOST",
        "AT_LEAST",
        "IN",
        "NOT",
        "IS",
        "PLUS",
        "MINUS",
        "STAR",
        "SLASH",
        "MOD",
        "DOT",
        "LSQB",
    }
)
_STATEMENT = frozenset(
    {
        "PHASE",
        "STEP",
        "LET",
        "SET",
        "PUT",
        "SHUFFLE",
        "MOVE",
        "CHOOSE",
        "REVEAL",
        "CHANCE",
        "FOR",
        "WHILE",
        "IF",
        "FINISH",
    }
)
_CITATION = frozenset({"STRING", "QUOTED_LINE"})

_GROUPS: tuple[tuple[frozenset[str], frozenset[str], str], ...] = (
    # If all of the first are accepted, these are named once, by the third, with the second.
    (_EXPRESSION, _OPEN_FORMS | {"ALL", "UP", "EACH"}, "an expression"),
    (_TYPE, frozenset(), "a type"),
    (_STATEMENT, frozenset(), "a statement"),
    (frozenset({"AND", "OR", "PLUS"}), _OPERATORS | {"LPAR"} | frozenset({"BY", "TO"}), "an operator"),
    (_CITATION, frozenset(), "a citation"),
    (frozenset({"NAME", "BY", "TO"}), frozenset(), "a name"),
)
_WORDS = {"NAME": "a name", "NUMBER": "a number", "STRING": "a text in quotes", "$END": "the end"}


def expected(accepted: Set[str], written: Mapping[str, str]) -> str | None:
    """What may stand there, in words: "expected `when`, `then` or an expression". `written` says how
    each terminal is written. None where nothing may."""
    left = {kind for kind in accepted if not kind.startswith("_")}
    said: list[str] = []
    for core, more, words in _GROUPS:
        if core <= left:
            left -= core | more
            said.append(words)
    said += [_WORDS[kind] for kind in _WORDS if kind in left and kind != "$END"]
    said += sorted({f"`{written[kind]}`" for kind in left if kind not in _WORDS})
    said += [_WORDS["$END"]] if "$END" in left else []
    if not said:
        return None
    return f"expected {said[0] if len(said) == 1 else ', '.join(said[:-1]) + ' or ' + said[-1]}"


def needs_parentheses(kind: str, accepted: Set[str]) -> bool:
    """Whether a terminal begins an expression which could stand there in parentheses only."""
    return kind in _OPEN_FORMS - {"MINUS"} and accepted >= _EXPRESSION


def keywords(accepted: Set[str], written: Mapping[str, str]) -> tuple[str, ...]:
    """The words of the language among the terminals, in the order of the alphabet."""
    words = (written[kind] for kind in accepted if kind in written)
    return tuple(sorted(word for word in words if word.isalpha()))


def shown(token: str) -> str:
    """A word, or a long text shortened, on one line."""
    line = " ".join(token.split())
    return line if len(line) <= 40 else line[:39] + "…"
