"""What names mean where.

A `Layer` holds the declarations of a game, of an edition, or of rulings; an inner layer sees the outer
one. A `Scope` is a place in a layer, with the names bound there. Names are sought in this order: bound
names, zones and the seats (in a flow), cases and tags, doubts, players (in examples).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal as Lit

from dsl import model as m
from dsl import syntax as s
from dsl.text.span import Span
from dsl.types.types import EnumType, RecordType, Type, UnionType

BUILT_IN = ("size", "prefix", "reversed", "turned", "as_laid")
RESERVED = (*BUILT_IN, "none", "true", "false", "seats", "bool", "rational", "player", "chooser")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParamSignature:
    """A parameter whose type is known and whose default is not typed yet."""

    name: str
    type: Type
    default: s.Expr | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSignature:
    """What is needed to ask a question."""

    name: str
    params: tuple[ParamSignature, ...]
    answer: Type
    permission: Lit["permitted", "forbidden", "silent"] | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtSignature:
    """What is needed to use a doubt; `type` is None where it has no value. `unders`: on what it hangs."""

    name: str
    params: tuple[tuple[str, Type], ...]
    type: Type | None
    readings: tuple[str, ...]
    unders: tuple[s.Under, ...]
    span: Span


@dataclass(slots=True, kw_only=True)
class Layer:
    """Declarations under one name: of a game, an edition, or rulings. Filled while they are read."""

    name: str
    parent: "Layer | None" = None
    types: dict[str, Type] = field(default_factory=dict)
    questions: dict[str, QuestionSignature] = field(default_factory=dict)
    defines: dict[str, s.DefineDecl] = field(default_factory=dict)
    doubts: dict[str, DoubtSignature] = field(default_factory=dict)
    shapes: dict[str, s.ShapeDecl] = field(default_factory=dict)
    enums: dict[str, m.EnumDecl] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    seats: tuple[int, int] = (1, 1)

    def chain(self) -> Iterator["Layer"]:
        """This layer and those around it, from within."""
        layer: Layer | None = self
        while layer is not None:
            yield layer
            layer = layer.parent

    @property
    def game(self) -> "Layer":
        """The outermost layer."""
        return list(self.chain())[-1]

    def type(self, name: str) -> Type | None:
        """The declared type of that name."""
        return self.game.types.get(name)

    def question(self, name: str) -> QuestionSignature | None:
        """The question of that name."""
        return self.game.questions.get(name)

    def define(self, name: str) -> "tuple[s.DefineDecl, Layer] | None":
        """The definition of that name, with the layer it belongs to."""
        for layer in self.chain():
            if name in layer.defines:
                return layer.defines[name], layer
        return None

    def doubt(self, name: str) -> DoubtSignature | None:
        """The doubt of that name."""
        for layer in self.chain():
            if name in layer.doubts:
                return layer.doubts[name]
        return None

    def record(self, name: str) -> RecordType | None:
        """The record of that name that can be made of its parts."""
        found = self.type(name)
        return found if isinstance(found, RecordType) and not found.is_shape else None

    def records(self) -> list[RecordType]:
        """All records that can be made of their parts, as declared."""
        return [t for t in self.game.types.values() if isinstance(t, RecordType) and not t.is_shape]

    def with_case(self, name: str) -> list[EnumType | UnionType]:
        """The types that have a case, or a tag that carries nothing, of that name."""
        types = self.game.types.values()
        return [t for t in types if isinstance(t, EnumType | UnionType) and has_case(t, name)]

    def with_tag(self, tag: str, preposition: str) -> list[UnionType]:
        """The types that have an alternative `tag preposition …`."""
        return [
            t
            for t in self.game.types.values()
            if isinstance(t, UnionType)
            and any(a.tag == tag and a.preposition == preposition for a in t.alternatives)
        ]

    def callables(self) -> list[str]:
        """What can be applied to arguments, by name."""
        names = [*BUILT_IN, *self.game.questions, *(r.name for r in self.records())]
        for layer in self.chain():
            names += [*layer.defines, *layer.doubts]
        return names

    def constants(self) -> list[str]:
        """Cases and tags that carry nothing, by name."""
        names: list[str] = []
        for type in self.game.types.values():
            names += cases_of(type)
        return names


def cases_of(type: Type) -> list[str]:
    """The cases of an enumeration, or the tags of a union that carry nothing."""
    match type:
        case EnumType():
            return list(type.cases)
        case UnionType():
            return [a.tag for a in type.alternatives if a.payload is None]
        case _:
            return []


def has_case(type: Type, name: str) -> bool:
    """Whether `name` is a case of the type, or a tag of it that carries nothing."""
    return name in cases_of(type)


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """A bound name. `stands_for`: the expression to put in its place, if any. `of_each`: a choice made by
    several at once, read with the one who chose in brackets."""

    type: Type
    stands_for: m.Expr | None = None
    of_each: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The zones and variables of a flow. `of`: of which type there is a variable for each thing."""

    zones: Mapping[str, m.ZoneDecl]
    variables: Mapping[str, Type]
    of: Mapping[str, Type] = field(default_factory=dict)

    def of_each(self, name: str) -> Type | None:
        """The type of which there is a zone or variable of that name for each thing."""
        zone = self.zones.get(name)
        return self.of.get(name) if zone is None else zone.of


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A place in a layer. `places`: of the flow, if in one. `players`: whether players may be named."""

    layer: Layer
    locals: Mapping[str, Local] = field(default_factory=dict)
    places: Places | None = None
    players: bool = False

    def bind(self, name: str, type: Type, *, of_each: bool = False) -> "Scope":
        """The scope in which `name` has a value of this type."""
        return self.let(name, Local(type=type, of_each=of_each))

    def bind_all(self, names: Mapping[str, Type]) -> "Scope":
        """The scope in which all these names have values."""
        bound = {name: Local(type=type) for name, type in names.items()}
        return replace(self, locals={**self.locals, **bound})

    def let(self, name: str, local: Local) -> "Scope":
        """The scope in which `name` means `local`."""
        return replace(self, locals={**self.locals, name: local})

    def known(self) -> list[str]:
        """All names that mean something here without arguments."""
        names = [*self.locals, *self.layer.constants()]
        if self.places is not None:
            names += [*self.places.zones, "seats"]
        if self.players:
            names += self.layer.game.players
        return names
