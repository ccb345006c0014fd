"""Editions: citations, parts, doubts with their readings, rules, examples, consequences, notes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from dsl import model as m
from dsl import syntax as s
from dsl.resolve.claims import ClaimReader
from dsl.resolve.clauses import Ground, Targets, clauses, targets_of, unders
from dsl.resolve.flow import FlowReader
from dsl.resolve.types import TypeReader, refuse_duplicates, refuse_reserved
from dsl.syntax.printing import suggest
from dsl.text.errors import Collector
from dsl.text.source import Citation, Source
from dsl.text.span import Span
from dsl.types.algebra import is_broken
from dsl.typing.binding import refuse_hiding
from dsl.typing.checker import Typer
from dsl.typing.scope import RESERVED, DoubtSignature, Layer, Scope

Sources = Mapping[str, Source | None]
"""For the path of each file of an edition, its source; None where that cannot be read."""


def cite(sources: Sources, decl: s.Cite, problems: Collector) -> tuple[Citation, ...]:
    """The words cited; nothing where they do not stand in the source of their file, or there is none."""
    source = sources[decl.span.path]
    if source is None:
        return ()
    with problems:
        if decl.to is not None:
            return (source.find_passage(decl.quote, decl.to, decl.holds, decl.occurrence, decl.span),)
        return (source.find(decl.quote, decl.occurrence, decl.span),)
    return ()


def variants_at(texts: Iterable[m.Printed], citation: Citation) -> tuple[str, ...] | None:
    """The variants of which the part speaks in which these words stand; None before the first part."""
    part = next((t.part_at(citation.start) for t in texts if t.source.path == citation.source), None)
    return None if part is None else part.variants


CHANGED = frozenset({"citation-not-found", "ambiguous-citation", "no-such-occurrence", "passage-changed"})
"""What becomes of a citation where the text under it is changed."""


class _Declared(Protocol):
    @property
    def name(self) -> str: ...


D = TypeVar("D", bound=_Declared)


def firsts(decls: Iterable[D]) -> list[D]:
    """The declarations without those whose name another has before."""
    kept: dict[str, D] = {}
    for decl in decls:
        kept.setdefault(decl.name, decl)
    return list(kept.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionReader:
    """Reads one edition, from its files. `variants`, `flows` and `steps` are what the game has. `stale` takes
    up what rests on words that have changed, which is then no mistake (None: it is)."""

    files: Sequence[s.EditionFile]
    layer: Layer
    sources: Sources
    types: TypeReader
    typer: Typer
    variants: Mapping[str, m.Variant]
    flows: Mapping[str, FlowReader]
    steps: tuple[str, ...]
    languages: tuple[str, ...]
    stale: list[m.Stale] | None = None

    def read(self) -> m.Edition | None:
        """The edition; None where it lacks a source."""
        decls = self.declarations
        rules = [decl for decl in decls if isinstance(decl, s.RuleDecl)]
        self._declare(rules)
        targets = targets_of(self.name, rules)
        doubts = {d.name: self._doubt(d) for d in firsts(d for d in decls if isinstance(d, s.DoubtDecl))}
        found = [clause for decl in decls for clause in self._clauses(decl, targets)]
        texts = tuple(text for file in self.files for text in self._text(file))
        examples = tuple(self._example(decl) for decl in decls if isinstance(decl, s.ExampleDecl))
        drawn = [decl for decl in decls if isinstance(decl, s.ConsequenceDecl)]
        consequences = tuple(self._consequence(decl, texts) for decl in drawn)
        referring = [decl for decl in decls if isinstance(decl, s.ReferenceDecl)]
        orders = tuple(self._orders(rule) for rule in rules if rule.orders)
        if len(texts) < len(self.files):
            return None
        return m.Edition(
            name=self.name,
            texts=texts,
            doubts=doubts,
            clauses=tuple(found),
            examples=examples,
            consequences=consequences,
            language=self._language(),
            stale=tuple(self.stale or ()),
            notes=tuple(self._note(decl) for decl in decls if isinstance(decl, s.NoteDecl)),
            orders=orders,
            references=tuple(r for r in map(self._reference, referring) if r.citations),
            span=self.files[0].span,
        )

    @property
    def name(self) -> str:
        """What the edition is called."""
        return self.files[0].name

    @property
    def declarations(self) -> list[s.EditionDecl]:
        """What stands in the files, one file after the other."""
        return [decl for file in self.files for decl in file.declarations]

    def _language(self) -> str:
        """The language of the edition: what a file of it says; else what it is called, if that is a language
        of the game; else the game's first."""
        said = [(file.language, file.span) for file in self.files if file.language is not None]
        for language, span in said:
            if language not in self.languages:
                message = f"`{language}` is no language of the game"
                help = suggest(language, self.languages)
                self.typer.problems.add("unknown-language", message, span, help=help)
            elif language != said[0][0]:
                message = f"the files of `{self.name}` are said to be in `{said[0][0]}` and in `{language}`"
                self.typer.problems.add("two-languages", message, span, said[0][1])
        if said:
            return said[0][0]
        return self.name if self.name in self.languages else self.languages[0]

    def _cited(
        self, sort: m.StaleSort, name: str, cites: Iterable[s.Cite], problems: Collector | None = None
    ) -> tuple[Citation, ...]:
        """The words that a declaration cites; those most like them where they have changed and may."""
        found: list[Citation] = []
        for decl in cites:
            noted = Collector()
            cited = cite(self.sources, decl, noted)
            source = self.sources[decl.span.path]
            changed = [p for p in noted.problems if p.code in CHANGED]
            if self.stale is not None and source is not None and changed:
                near = source.roughly(decl.quote, decl.to, decl.occurrence)
                stale = m.Stale(sort=sort, name=name, problem=changed[0], citation=near)
                if stale not in self.stale:
                    self.stale.append(stale)
                cited = () if near is None else (near,)
            else:
                (problems or self.typer.problems).extend(noted.problems)
            found += cited
        return tuple(found)

    # -------------------------------------------------------------- names

    def _declare(self, rules: list[s.RuleDecl]) -> None:
        decls = self.declarations
        problems = self.typer.problems
        answering = [d for d in decls if isinstance(d, s.RuleDecl | s.AssumptionDecl)]
        refuse_duplicates("rules", [(d.name, d.span) for d in answering], problems)
        for what, found in (
            (
                "examples or consequences",
                [d for d in decls if isinstance(d, s.ExampleDecl | s.ConsequenceDecl)],
            ),
            ("notes", [d for d in decls if isinstance(d, s.NoteDecl)]),
            ("references", [d for d in decls if isinstance(d, s.ReferenceDecl)]),
        ):
            refuse_duplicates(what, [(d.name, d.span) for d in found], problems)
        declare_defines(decls, self.layer, problems)
        for decl in decls:
            if isinstance(decl, s.DoubtDecl):
                self._declare_doubt(decl)

    def _declare_doubt(self, decl: s.DoubtDecl) -> None:
        problems = self.typer.problems
        refuse_taken(decl.name, decl.span, self.layer, problems)
        names = [(reading.name, reading.span) for reading in decl.readings]
        refuse_duplicates(f"readings of `{decl.name}`", names, problems)
        if len(decl.readings) < 2:
            message = f"the doubt `{decl.name}` has fewer than two readings"
            problems.add("one-reading", message, decl.span)
        refuse_duplicates("parameters", [(p.name, p.span) for p in decl.params], problems)
        for param in decl.params:
            if param.default is not None:
                problems.add("no-default-here", "a doubt's parameters have no defaults", param.span)
        signature = DoubtSignature(
            name=decl.name,
            params=tuple((p.name, self.types.read_asked(p.type)) for p in decl.params),
            type=None if decl.type is None else self.types.read(decl.type),
            readings=tuple(reading.name for reading in decl.readings),
            unders=decl.unders,
            span=decl.span,
        )
        self.layer.doubts.setdefault(decl.name, signature)

    # -------------------------------------------------------------- declarations

    def _doubt(self, decl: s.DoubtDecl) -> m.Doubt:
        signature = self.layer.doubts[decl.name]
        scope = Scope(layer=self.layer)
        for param, (_, type_) in zip(decl.params, signature.params, strict=True):
            refuse_hiding(param.name, type_, param.span, scope, self.typer.problems)
        scope = scope.bind_all(dict(signature.params))
        return m.Doubt(
            name=decl.name,
            parameters=signature.params,
            type=signature.type,
            asks=decl.asks,
            readings=tuple(self._reading(reading, decl, signature, scope) for reading in decl.readings),
            citations=self._cited("doubt", decl.name, decl.cites),
            unsaid=decl.unsaid,
            under=unders(decl.unders, self.layer, self.typer),
            span=decl.span,
        )

    def _reading(
        self, decl: s.ReadingDecl, doubt: s.DoubtDecl, signature: DoubtSignature, scope: Scope
    ) -> m.Reading:
        value: m.Expr | None = None
        if signature.type is None and decl.value is not None:
            message = f"the doubt `{doubt.name}` has no type, so `{decl.name}` can have no value"
            help = f"give it one: `doubt {doubt.name}() -> …`"
            self.typer.problems.add("wrong-reading", message, decl.span, doubt.span, help=help)
        elif signature.type is not None and decl.value is None:
            message = f"the reading `{decl.name}` of `{doubt.name}` needs a value"
            self.typer.problems.add("wrong-reading", message, decl.span, help="write it after `=`")
        elif signature.type is not None and decl.value is not None and not is_broken(signature.type):
            value = self.typer.check(decl.value, scope, signature.type)
        return m.Reading(name=decl.name, text=decl.text, value=value, span=decl.span)

    def _clauses(self, decl: s.EditionDecl, targets: Targets) -> list[m.Clause]:
        match decl:
            case s.RuleDecl():
                ground = Ground(
                    head=f"{self.name}.{decl.name}",
                    rule=decl.name,
                    origin=m.Origin.TEXT,
                    targets=targets,
                    unders=decl.unders,
                    citations=self._cited("rule", decl.name, decl.cites),
                )
            case s.AssumptionDecl():
                ground = Ground(
                    head=f"{self.name}.{decl.name}",
                    rule=decl.name,
                    origin=m.Origin.ASSUMPTION,
                    targets=targets,
                    because=decl.because,
                )
            case _:
                return []
        return clauses(decl.answers, ground, self.layer, self.typer)

    def _text(self, file: s.EditionFile) -> tuple[m.Printed, ...]:
        """The text that a file transcribes; nothing where it cannot be read."""
        source = self.sources[file.span.path]
        self._check_about(file)
        parts = [
            part
            for decl in file.declarations
            if isinstance(decl, s.PartDecl)
            for part in self._part(decl, source)
        ]
        if source is None:
            return ()
        if file.variants:
            beginning = Citation(source.path, "", 0, 0, 1, 1, 1, 1)
            whole = m.Part(heading=beginning, variants=file.variants, options=file.options, span=file.span)
            parts = [whole, *parts]
        return (m.Printed(source=source, parts=tuple(parts), span=file.span),)

    def _check_about(self, decl: s.EditionFile | s.PartDecl) -> None:
        """Notes variants and options of which a text cannot speak."""
        for variant in decl.variants:
            if variant not in self.variants:
                help = suggest(variant, self.variants)
                message = f"`{variant}` is no variant of the game"
                self.typer.problems.add("unknown-variant", message, decl.span, help=help)
        known = [o for v in decl.variants if v in self.variants for o in self.variants[v].options]
        for option in decl.options:
            if option not in known:
                message = f"`{option}` is no option of {' or '.join(f'`{v}`' for v in decl.variants)}"
                help = suggest(option, known)
                self.typer.problems.add("unknown-option", message, decl.span, help=help)

    def _part(self, decl: s.PartDecl, source: Source | None) -> tuple[m.Part, ...]:
        self._check_about(decl)
        if source is None:
            return ()
        heading = decl.heading
        found = self._heading(heading, source)
        if found is None:
            return ()
        return (
            m.Part(
                heading=found,
                variants=decl.variants,
                options=decl.options,
                left_out=decl.left_out,
                span=decl.span,
            ),
        )

    def _heading(self, heading: s.Cite, source: Source) -> Citation | None:
        """The words of a heading; where they have changed and may, those most like them, else the end of the
        text: such a part has nothing in it, and is there."""
        noted = Collector()
        with noted:
            return source.find_heading(heading.quote, heading.occurrence, heading.span)
        if self.stale is None or any(p.code not in CHANGED for p in noted.problems):
            self.typer.problems.extend(noted.problems)
            return None
        near = source.roughly(heading.quote, None, heading.occurrence)
        self.stale.append(m.Stale(sort="part", name=heading.quote, problem=noted.problems[0], citation=near))
        end = len(source.text)
        at = source.position(end)
        return near or Citation(source.path, "", end, end, *at, *at)

    def _example(self, decl: s.ExampleDecl) -> m.Example:
        scope = Scope(layer=self.layer, players=True)
        return m.Example(
            name=decl.name,
            citations=self._cited("example", decl.name, decl.cites),
            under=unders(decl.unders, self.layer, self.typer),
            shows=tuple(self.typer.check_bool(expr, scope) for expr in decl.shows),
            span=decl.span,
        )

    def _consequence(self, decl: s.ConsequenceDecl, texts: Sequence[m.Printed]) -> m.Consequence:
        citations = self._cited("consequence", decl.name, decl.cites)
        about = variants_at(texts, citations[0]) if citations else None
        reader = ClaimReader(
            name=decl.name,
            span=decl.span,
            layer=self.layer,
            types=self.types,
            typer=self.typer,
            flows=[reader for name, reader in self.flows.items() if about is None or name in about],
        )
        return m.Consequence(
            name=decl.name,
            citations=citations,
            under=unders(decl.unders, self.layer, self.typer),
            claim=reader.read(decl.claim),
            span=decl.span,
        )

    def _orders(self, decl: s.RuleDecl) -> m.Orders:
        for step in decl.orders:
            if step not in self.steps:
                help = suggest(step, self.steps)
                message = f"`{step}` is no step of the flow of play"
                self.typer.problems.add("unknown-step", message, decl.span, help=help)
        silent = Collector()  # a rule that also answers has its citations examined there
        problems = silent if decl.answers else self.typer.problems
        citations = self._cited("rule", decl.name, decl.cites, problems)
        return m.Orders(
            name=decl.name,
            citations=citations,
            steps=decl.orders,
            under=unders(decl.unders, self.layer, self.typer),
            span=decl.span,
        )

    def _note(self, decl: s.NoteDecl) -> m.Note:
        citations = self._cited("note", decl.name, decl.cites)
        return m.Note(name=decl.name, citations=citations, text=decl.text, span=decl.span)

    def _reference(self, decl: s.ReferenceDecl) -> m.Reference:
        citations = self._cited("reference", decl.name, decl.cites)
        return m.Reference(name=decl.name, citations=citations, to=decl.to, span=decl.span)


def refuse_taken(name: str, span: Span, layer: Layer, problems: Collector) -> None:
    """Notes a name that is applied to arguments and has a meaning already."""
    refuse_reserved(name, span, problems)
    if name not in RESERVED and name in layer.callables():
        earlier = _place_of(name, layer)
        problems.add("duplicate-name", f"`{name}` has a meaning already", span, *earlier)


def _place_of(name: str, layer: Layer) -> tuple[Span, ...]:
    define, question, doubt = layer.define(name), layer.question(name), layer.doubt(name)
    if define is not None:
        return (define[0].span,)
    if question is not None:
        return (question.span,)
    return () if doubt is None else (doubt.span,)


def declare_defines(decls: Iterable[s.Node], layer: Layer, problems: Collector) -> None:
    """Enters the definitions into the layer."""
    for decl in decls:
        if isinstance(decl, s.DefineDecl):
            refuse_taken(decl.name, decl.span, layer, problems)
            for name in sorted({p for p in decl.params if decl.params.count(p) > 1}):
                problems.add("duplicate-name", f"there are two parameters called `{name}`", decl.span)
            layer.defines.setdefault(decl.name, decl)
