"""Types as written to types, and the declarations of a game's vocabulary: enumerations, records, tagged
alternatives."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from dsl import model as m
from dsl import syntax as s
from dsl.errors import Collector
from dsl.scope import RESERVED, Layer
from dsl.span import Span
from dsl.types import (
    Alternative,
    BagType,
    BoolType,
    EnumType,
    IntType,
    ListType,
    OptionalType,
    PlayerType,
    RationalType,
    RecordType,
    SetType,
    Type,
    UnionType,
)
from dsl.typing_types import BROKEN, is_broken
from dsl.typing_words import suggest

LARGEST = 1000
"""The most items a list or bag of the table may have; `LARGEST_ASKED` in a question."""
LARGEST_ASKED = 40

Declared = s.EnumDecl | s.RecordDecl | s.UnionDecl


class TypeReader:
    """Reads types; a declared type is read when it is first named, wherever it stands in the file."""

    def __init__(self, layer: Layer, declared: Mapping[str, Declared], problems: Collector) -> None:
        self.layer = layer
        self.declared = declared
        self.problems = problems
        self._open: list[str] = []

    def read_all(self) -> None:
        """Reads all declared types into the layer, in the order in which they are declared."""
        read = {name: self._declared(name, decl.span) for name, decl in self.declared.items()}
        self.layer.types.clear()
        self.layer.types.update({name: type for name, type in read.items() if not is_broken(type)})

    def read(self, expr: s.TypeExpr) -> Type:
        """The type written; `BROKEN` where it is refused."""
        match expr:
            case s.Named(name="bool"):
                return BoolType()
            case s.Named(name="player"):
                return PlayerType()
            case s.Named(name="rational"):
                return RationalType()
            case s.Named(name=name):
                return self._declared(name, expr.span)
            case s.RangeOf(low=low, high=high):
                return IntType(low, high) if self._ordered(low, high, expr.span) else BROKEN
            case s.OptionalOf():
                item = self.read(expr.item)
                if isinstance(item, OptionalType):
                    self.problems.add("wrong-type", "what is optional once is so for good", expr.span)
                    return BROKEN
                return BROKEN if is_broken(item) else OptionalType(item)
            case s.ListOf() | s.BagOf():
                item = self.read(expr.item)
                if not self._ordered(expr.low, expr.high, expr.span, LARGEST) or is_broken(item):
                    return BROKEN
                sort = ListType if isinstance(expr, s.ListOf) else BagType
                return sort(item, expr.low, expr.high)
            case s.SetOf():
                item = self.read(expr.item)
                return BROKEN if is_broken(item) else SetType(item)
            case _:
                assert_never(expr)

    def read_asked(self, expr: s.TypeExpr) -> Type:
        """As `read`, for a parameter of a question or doubt: its lists and bags are short."""
        self._short(expr)
        return self.read(expr)

    def _short(self, expr: s.TypeExpr) -> None:
        match expr:
            case s.ListOf() | s.BagOf():
                if LARGEST_ASKED < expr.high <= LARGEST:
                    sort = "list" if isinstance(expr, s.ListOf) else "bag"
                    message = f"a {sort} of up to {expr.high} is too long to ask about"
                    help = f"up to {LARGEST_ASKED} are possible"
                    self.problems.add("unbounded-list", message, expr.span, help=help)
                self._short(expr.item)
            case s.OptionalOf() | s.SetOf():
                self._short(expr.item)
            case _:
                pass

    def _ordered(self, low: int, high: int, span: Span, most: int | None = None) -> bool:
        if low > high:
            self.problems.add("empty-range", f"nothing lies in `{low}..{high}`", span)
            return False
        if most is not None and high > most:
            self.problems.add(
                "unbounded-list", f"`{high}` items are too many", span, help=f"up to {most} are possible"
            )
            return False
        return True

    def _declared(self, name: str, span: Span) -> Type:
        if name in self.layer.types:
            return self.layer.types[name]
        decl = self.declared.get(name)
        if decl is None:
            known = [*self.declared, "bool", "player", "rational"]
            help = suggest(name, known)
            self.problems.add("unknown-name", f"`{name}` is no type", span, help=help)
            return BROKEN
        if name in self._open:
            cycle = [*self._open[self._open.index(name) :], name]
            path = " has ".join(f"`{inner}`" for inner in cycle)
            self.problems.add("type-cycle", f"a type contains itself: {path}", decl.span)
            return BROKEN
        self._open.append(name)
        self.layer.types[name] = self._define(decl)
        self._open.pop()
        return self.layer.types[name]

    def _define(self, decl: Declared) -> Type:
        match decl:
            case s.EnumDecl():
                cases = self._distinct([(case.name, case.span) for case in decl.cases], "case", decl.name)
                return EnumType(decl.name, cases)
            case s.RecordDecl():
                refuse_reserved(decl.name, decl.span, self.problems)
                self._distinct([(field.name, field.span) for field in decl.fields], "field", decl.name)
                fields = tuple((field.name, self.read(field.type)) for field in decl.fields)
                broken = any(is_broken(type) for _, type in fields)
                return BROKEN if broken else RecordType(decl.name, fields)
            case s.UnionDecl():
                return self._union(decl)
            case _:
                assert_never(decl)

    def _union(self, decl: s.UnionDecl) -> Type:
        tags = self._distinct([(a.tag, a.span) for a in decl.alternatives], "alternative", decl.name)
        if all(a.type is None for a in decl.alternatives):
            return EnumType(decl.name, tags)
        alternatives = []
        for a in decl.alternatives:
            payload = None if a.type is None else self.read(a.type)
            if payload is not None and is_broken(payload):
                return BROKEN
            alternatives.append(Alternative(a.tag, a.preposition, payload))
        return UnionType(decl.name, tuple(alternatives))

    def _distinct(self, names: list[tuple[str, Span]], what: str, of: str) -> tuple[str, ...]:
        kept: dict[str, Span] = {}
        for name, span in names:
            if name in ("none", "true", "false"):
                self.problems.add("reserved-name", f"`{name}` has a meaning of its own", span)
            elif name in kept:
                message = f"`{of}` has two {what}s called `{name}`"
                self.problems.add("duplicate-name", message, span, kept[name])
            kept.setdefault(name, span)
        return tuple(kept)


def enum_decl(
    decl: s.EnumDecl | s.UnionDecl, type: EnumType, languages: tuple[str, ...], problems: Collector
) -> m.EnumDecl:
    """The enumeration with the names its cases have in each language of the game."""
    names: dict[str, dict[str, tuple[str, ...]]] = {}
    for case in decl.cases if isinstance(decl, s.EnumDecl) else ():
        known: dict[str, tuple[str, ...]] = {}
        for language, words in case.known_as:
            if language not in languages:
                message = f"`{language}` is no language of the game"
                help = suggest(language, languages)
                problems.add("unknown-language", message, case.span, help=help)
            known[language] = (*known.get(language, ()), *words)
        names[case.name] = known
    return m.EnumDecl(type=type, names=names, span=decl.span)


def refuse_duplicates(what: str, named: Iterable[tuple[str, Span]], problems: Collector) -> None:
    """Notes names given twice."""
    seen: dict[str, Span] = {}
    for name, span in named:
        if name in seen:
            problems.add("duplicate-name", f"there are two {what} called `{name}`", span, seen[name])
        seen.setdefault(name, span)


def refuse_reserved(name: str, span: Span, problems: Collector) -> None:
    """Notes a declaration under a name that has a meaning of its own."""
    if name in RESERVED:
        problems.add("reserved-name", f"`{name}` has a meaning of its own", span)
