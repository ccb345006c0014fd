"""Types as written to types, and the declarations of a game's vocabulary: enumerations, records, tagged
alternatives."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from dsl import model as m
from dsl import syntax as s
from dsl.syntax.printing import suggest
from dsl.text.errors import Collector, fold
from dsl.text.span import Span
from dsl.types import types as t
from dsl.types.algebra import BROKEN, is_broken
from dsl.typing.scope import RESERVED, Layer

LARGEST = 1000
"""The most items a list or bag of the table may have; `LARGEST_ASKED` in a question."""
LARGEST_ASKED = 40

LONGEST_ROW = 60
"""The most cards that can be laid in one shape."""

Declared = s.EnumDecl | s.RecordDecl | s.UnionDecl | s.ShapeDecl


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

    def read(self, expr: s.TypeExpr) -> t.Type:
        """The type written; `BROKEN` where it is refused."""
        match expr:
            case s.Named(name="bool"):
                return t.BoolType()
            case s.Named(name="player"):
                return t.PlayerType()
            case s.Named(name="rational"):
                return t.RationalType()
            case s.Named(name=name):
                return self._declared(name, expr.span)
            case s.RangeOf(low=low, high=high):
                return t.IntType(low, high) if self._ordered(low, high, expr.span) else BROKEN
            case s.OptionalOf():
                item = self.read(expr.item)
                if isinstance(item, t.OptionalType):
                    self.problems.add("wrong-type", "what is optional once is so for good", expr.span)
                    return BROKEN
                return BROKEN if is_broken(item) else t.OptionalType(item)
            case s.ListOf() | s.BagOf():
                item = self.read(expr.item)
                if not self._ordered(expr.low, expr.high, expr.span, LARGEST) or is_broken(item):
                    return BROKEN
                sort = t.ListType if isinstance(expr, s.ListOf) else t.BagType
                return sort(item, expr.low, expr.high)
            case s.SetOf():
                item = self.read(expr.item)
                return BROKEN if is_broken(item) else t.SetType(item)
            case _:
                assert_never(expr)

    def read_asked(self, expr: s.TypeExpr) -> t.Type:
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

    def _declared(self, name: str, span: Span) -> t.Type:
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

    def _define(self, decl: Declared) -> t.Type:
        match decl:
            case s.EnumDecl():
                cases = self._distinct([(case.name, case.span) for case in decl.cases], "case", decl.name)
                return t.EnumType(decl.name, cases)
            case s.RecordDecl():
                refuse_reserved(decl.name, decl.span, self.problems)
                self._distinct([(field.name, field.span) for field in decl.fields], "field", decl.name)
                fields = tuple((field.name, self.read(field.type)) for field in decl.fields)
                broken = any(is_broken(type) for _, type in fields)
                return BROKEN if broken else t.RecordType(decl.name, fields)
            case s.UnionDecl():
                return self._union(decl)
            case s.ShapeDecl():
                return self._shape(decl)
            case _:
                assert_never(decl)

    def _union(self, decl: s.UnionDecl) -> t.Type:
        tags = self._distinct([(a.tag, a.span) for a in decl.alternatives], "alternative", decl.name)
        if all(a.type is None for a in decl.alternatives):
            return t.EnumType(decl.name, tags)
        alternatives = []
        for a in decl.alternatives:
            payload = None if a.type is None else self.read(a.type)
            if payload is not None and is_broken(payload):
                return BROKEN
            alternatives.append(t.Alternative(a.tag, a.preposition, payload))
        return t.UnionType(decl.name, tuple(alternatives))

    def _shape(self, decl: s.ShapeDecl) -> t.Type:
        refuse_reserved(decl.name, decl.span, self.problems)
        card = self._declared(decl.card, decl.span)
        if is_broken(card):
            return BROKEN
        if not isinstance(card, t.EnumType | t.UnionType):
            message = (
                f"`{decl.card}` cannot be laid: it is neither an enumeration nor a type with alternatives"
            )
            self.problems.add("wrong-type", message, decl.span)
            return BROKEN
        self._distinct([(part.name, part.span) for part in decl.parts], "part", decl.name)
        fields: list[tuple[str, t.Type]] = []
        low, high = 0, 0
        for part in decl.parts:
            if part.name == m.LAID:
                message = f"`{m.LAID}` is what the cards themselves are called in every shape"
                self.problems.add("reserved-name", message, part.span)
                return BROKEN
            type_ = self._part(decl, part, card)
            if is_broken(type_):
                return BROKEN
            fields.append((part.name, type_))
            least, most = cards_in(type_)
            low, high = low + least, high + most
        if high > LONGEST_ROW:
            message = f"up to {high} cards in `{decl.name}` are too many"
            help = f"up to {LONGEST_ROW} are possible"
            self.problems.add("unbounded-list", message, decl.span, help=help)
            return BROKEN
        return t.RecordType(decl.name, (*fields, (m.LAID, t.ListType(card, low, high))), is_shape=True)

    def _part(self, decl: s.ShapeDecl, part: s.ShapePartDecl, card: t.EnumType | t.UnionType) -> t.Type:
        match part.type:
            case s.Named(name=name):
                return self._what(decl, part, name, card)
            case s.ListOf(low=low, high=high, item=s.Named(name=name)):
                item = self._what(decl, part, name, card)
                if is_broken(item) or not self._ordered(low, high, part.span, LONGEST_ROW):
                    return BROKEN
                if cards_in(item)[0] == 0:
                    message = (
                        f"`{name}` can be laid with no card at all, so there is no telling how many there are"
                    )
                    self.problems.add("wrong-part", message, part.span)
                    return BROKEN
                return t.ListType(item, low, high)
            case _:
                return self._no_part(decl, part, "this", card)

    def _what(
        self, decl: s.ShapeDecl, part: s.ShapePartDecl, name: str, card: t.EnumType | t.UnionType
    ) -> t.Type:
        """The type of what is called `name` as part of a shape: a sort of card, any card, another shape."""
        shape = self.declared.get(name)
        tagged = tagged_only(card, name)
        if isinstance(shape, s.ShapeDecl):
            if tagged is not None:
                message = f"`{name}` is both a shape and a card of `{decl.card}`, and either may be meant"
                self.problems.add("ambiguous-name", message, part.span, shape.span)
                return BROKEN
            type_ = self._declared(name, part.span)
            if not is_broken(type_) and shape.card != decl.card:
                message = f"`{name}` is laid with `{shape.card}`, and `{decl.name}` with `{decl.card}`"
                self.problems.add("wrong-part", message, part.span, shape.span)
                return BROKEN
            return type_
        if name == decl.card:
            return card
        return self._no_part(decl, part, f"`{name}`", card) if tagged is None else tagged

    def _no_part(
        self, decl: s.ShapeDecl, part: s.ShapePartDecl, what: str, card: t.EnumType | t.UnionType
    ) -> t.Type:
        named = part.type.item if isinstance(part.type, s.ListOf) else part.type
        known = [*_tags(card), *(n for n, d in self.declared.items() if isinstance(d, s.ShapeDecl))]
        help = suggest(named.name, known) if isinstance(named, s.Named) else None
        help = help or f"a part is a sort of `{decl.card}`, a shape, or a list of one"
        message = f"{what} is no sort of `{decl.card}` and no shape"
        self.problems.add("wrong-part", message, part.span, help=help)
        return BROKEN

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


def tagged_only(card: t.EnumType | t.UnionType, tag: str) -> t.EnumType | t.UnionType | None:
    """The type of the cards of one sort, those with that tag, or of that case; None where there are none."""
    if isinstance(card, t.EnumType):
        return card if tag in card.cases else None
    found = tuple(a for a in card.alternatives if a.tag == tag)
    return t.UnionType(card.name, found) if found else None


def _tags(card: t.EnumType | t.UnionType) -> list[str]:
    return list(card.cases) if isinstance(card, t.EnumType) else [a.tag for a in card.alternatives]


def cards_in(type: t.Type) -> tuple[int, int]:
    """How many cards at least and at most lie in a part of a shape that has this type."""
    match type:
        case t.RecordType(fields=(*_, (_, t.ListType(low=int() as low, high=int() as high))), is_shape=True):
            return low, high
        case t.ListType(item=item, low=int() as low, high=int() as high):
            least, most = cards_in(item)
            return low * least, high * most
        case _:
            return 1, 1


def enum_decl(
    decl: s.EnumDecl | s.UnionDecl, type: t.EnumType, languages: tuple[str, ...], problems: Collector
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
    if isinstance(decl, s.EnumDecl):
        _refuse_shared_names(decl.cases, names, problems)
    return m.EnumDecl(type=type, names=names, span=decl.span)


def _refuse_shared_names(
    cases: Iterable[s.CaseDecl], names: Mapping[str, Mapping[str, tuple[str, ...]]], problems: Collector
) -> None:
    """Notes two cases under one name, whatever the case of its letters and their accents, in one language or
    in two: whoever writes it could mean either."""
    seen: dict[str, s.CaseDecl] = {}
    for case in cases:
        for name in (case.name, *(name for words in names[case.name].values() for name in words)):
            first = seen.setdefault(fold(name), case)
            if first.name != case.name:
                message = f"`{name}` is a name of both `{first.name}` and `{case.name}`"
                problems.add("name-taken", message, case.span, first.span)


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
