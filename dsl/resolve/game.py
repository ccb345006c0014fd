"""A game with its editions and rulings: from syntax to the model.

First all names are declared, so that their order in the files is free; then types, questions, flows; then
each edition in a layer of its own, and each rulings in one inside that of its edition; last, what must
hold of the whole. All problems are noted; the model is of use only if there are none.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dsl import model as m
from dsl import syntax as s
from dsl.model.card_text import CardTexts
from dsl.resolve.claims import ClaimReader
from dsl.resolve.clauses import Ground, clauses
from dsl.resolve.editions import EditionReader, declare_defines, firsts
from dsl.resolve.flow import FlowReader
from dsl.resolve.questions import declare_questions, question
from dsl.resolve.rulings import rulings
from dsl.resolve.types import TypeReader, enum_decl, refuse_duplicates
from dsl.resolve.well_formed import check_doubts, check_exceptions, check_needs, check_questions
from dsl.syntax.printing import suggest
from dsl.text.errors import Collector
from dsl.text.source import Source, load_source
from dsl.types.types import EnumType
from dsl.typing.expressions import ExpressionTyper
from dsl.typing.scope import Layer, Scope
from dsl.typing.shapes import shape_named

MOST_PLAYERS = 20

Section = tuple[str | None, str | None]
"""The variant and the option to which a declaration belongs."""


@dataclass(slots=True, kw_only=True)
class GameReader:
    """Reads one game and what belongs to it. `file`: the one with the title, with what all files of the game
    declare, whose paths are `files`. `lenient`: citations of words that have changed are noted in the
    editions (`Edition.stale`), and are no mistakes."""

    file: s.GameFile
    files: tuple[str, ...] = ()
    root: Path
    problems: Collector
    lenient: bool = False
    layer: Layer = field(init=False)
    types: TypeReader = field(init=False)
    typer: ExpressionTyper = field(init=False)
    flows: dict[str, FlowReader] = field(default_factory=dict)

    def read(
        self,
        editions: Sequence[s.EditionFile],
        decided: Sequence[s.RulingsFile],
        decks: Sequence[s.DeckFile] = (),
        wanted: str | None = None,
    ) -> m.Game:
        """The game, with the deck `wanted` if it has one of that name. Problems are noted; after any, the
        model is not to be used."""
        decls = self.file.declarations
        self.layer = Layer(name=self.file.name)
        self.typer = ExpressionTyper(self.problems)
        low, high, names = self._players()
        self.layer.players, self.layer.seats = names, (low, high)
        enums = self._declare()
        owners = _sections_of(decls)
        asked = firsts(d for d in decls if isinstance(d, s.QuestionDecl))
        questions = {d.name: question(d, self.layer, owners[id(d)], self.typer) for d in asked}
        shapes = self._shapes()
        variants = self._variants(owners)
        flows = self._flows(variants, owners)
        properties = tuple(self._property(d, owners[id(d)]) for d in decls if isinstance(d, s.PropertyDecl))
        found = self._decks(decks)
        deck = self._deck(found, wanted)
        own = [d for d in decls if isinstance(d, s.AssumptionDecl)]
        assumptions = self._assumptions(own, self.file.name)
        assumptions += () if deck is None else deck.assumptions
        self.typer.check_unused(self.layer)
        layers: dict[str, Layer] = {}
        read = self._editions(editions, variants, layers)
        ruled = self._rulings(decided, layers)
        self._check(questions, assumptions, read, ruled)
        return m.Game(
            name=self.file.name,
            title=self.file.title or "",
            languages=self.file.languages,
            players=(low, high),
            names=names,
            enums=enums,
            types=dict(self.layer.types),
            questions=questions,
            shapes=shapes,
            variants=variants,
            flows=flows,
            properties=properties,
            assumptions=assumptions,
            editions=read,
            rulings=tuple(ruled),
            decks=found,
            deck=deck,
            chosen=deck is not None and deck.name == wanted,
            files=self.files or (self.file.span.path,),
            span=self.file.span,
        )

    # -------------------------------------------------------------- names and types

    def _players(self) -> tuple[int, int, tuple[str, ...]]:
        found = [d for d in self.file.declarations if isinstance(d, s.PlayersDecl)]
        if not found:
            message = f"the game `{self.file.name}` does not say how many play"
            help = "write `players 2..4 named Anna, Bernat, …`"
            self.problems.add("missing-players", message, self.file.span, help=help)
            return 1, 1, ()
        decl = found[0]
        for other in found[1:]:
            message = "how many play is said twice"
            self.problems.add("duplicate-name", message, other.span, decl.span)
        if not 1 <= decl.low <= decl.high <= MOST_PLAYERS:
            message = f"`{decl.low}..{decl.high}` cannot be how many play"
            self.problems.add("empty-range", message, decl.span, help=f"from 1 to {MOST_PLAYERS} can")
        if len(set(decl.names)) < decl.high:
            message = f"up to {decl.high} play, and only {len(set(decl.names))} different names are there"
            self.problems.add("too-few-names", message, decl.span)
        return decl.low, decl.high, decl.names

    def _declare(self) -> dict[str, m.EnumDecl]:
        decls = self.file.declarations
        types: list[s.EnumDecl | s.RecordDecl | s.UnionDecl | s.ShapeDecl] = [
            d for d in decls if isinstance(d, s.EnumDecl | s.RecordDecl | s.UnionDecl | s.ShapeDecl)
        ]
        refuse_duplicates("types", [(d.name, d.span) for d in types], self.problems)
        types = [*_option_enum(decls), *types]
        asked = [d for d in decls if isinstance(d, s.QuestionDecl)]
        applied = [d for d in decls if isinstance(d, s.QuestionDecl | s.RecordDecl | s.ShapeDecl)]
        refuse_duplicates("questions or records", [(d.name, d.span) for d in applied], self.problems)
        properties = [(d.name, d.span) for d in decls if isinstance(d, s.PropertyDecl)]
        refuse_duplicates("properties", properties, self.problems)
        self.types = TypeReader(self.layer, {d.name: d for d in reversed(types)}, self.problems)
        self.types.declared = {d.name: self.types.declared[d.name] for d in types}
        self.types.read_all()
        declare_questions(firsts(asked), self.layer, self.types, self.problems)
        declare_defines(decls, self.layer, self.problems)
        enums = {}
        for decl in types:
            type_ = self.layer.types.get(decl.name)
            if isinstance(type_, EnumType) and isinstance(decl, s.EnumDecl | s.UnionDecl):
                enums[decl.name] = enum_decl(decl, type_, self.file.languages, self.problems)
        self.layer.enums.update(enums)
        self.layer.shapes.update({d.name: d for d in types if isinstance(d, s.ShapeDecl)})
        return enums

    def _shapes(self) -> dict[str, m.Shape]:
        found = {}
        scope = Scope(layer=self.layer)
        for name, decl in self.layer.shapes.items():
            shape = shape_named(self.typer, name, scope, decl.span)
            if shape is not None:
                found[name] = shape
        for card in dict.fromkeys(shape.card for shape in found.values()):
            first = next(shape for shape in found.values() if shape.card == card)
            with self.problems:
                CardTexts(card, self.layer.enums, first.span)
        return found

    # -------------------------------------------------------------- variants, flows, properties

    def _variants(self, owners: Mapping[int, Section]) -> dict[str, m.Variant]:
        decls = self.file.declarations
        found = [d for d in decls if isinstance(d, s.VariantDecl)]
        refuse_duplicates("variants", [(d.name, d.span) for d in found], self.problems)
        asked = [d for d in decls if isinstance(d, s.QuestionDecl)]
        return {
            variant.name: m.Variant(
                name=variant.name,
                text=variant.text,
                questions=tuple(
                    d.name for d in asked if owners[id(d)] in ((None, None), (variant.name, None))
                ),
                options=self._options(variant.name, owners),
            )
            for variant in found
        }

    def _options(self, variant: str, owners: Mapping[int, Section]) -> dict[str, m.Option]:
        decls = self.file.declarations
        asked = [d for d in decls if isinstance(d, s.QuestionDecl)]
        enum = _option_enum(decls)
        called = {} if not enum else {case.name: dict(case.known_as) for case in enum[0].cases}
        return {
            d.name: m.Option(
                name=d.name,
                text=d.text,
                names=called[d.name],
                questions=tuple(q.name for q in asked if owners[id(q)] == (variant, d.name)),
            )
            for d in decls
            if isinstance(d, s.OptionDecl) and d.variant == variant
        }

    def _check_options(self, variants: Mapping[str, m.Variant]) -> None:
        for decl in self.file.declarations:
            if isinstance(decl, s.OptionDecl) and decl.variant not in variants:
                message = f"`{decl.variant}` is no variant of the game"
                help = suggest(decl.variant, variants)
                self.problems.add("unknown-variant", message, decl.span, help=help)

    def _flows(self, variants: Mapping[str, m.Variant], owners: Mapping[int, Section]) -> dict[str, m.Flow]:
        self._check_options(variants)
        flows: dict[str, m.Flow] = {}
        for decl in self.file.declarations:
            if not isinstance(decl, s.FlowDecl):
                continue
            variant = decl.name if decl.name in variants else owners[id(decl)][0]
            if variant is None:
                message = f"`{decl.name}` is no variant of the game, so this is the flow of none"
                help = suggest(decl.name, variants)
                self.problems.add("unknown-variant", message, decl.span, help=help)
                continue
            if variant in flows:
                message = f"the variant `{variant}` has two flows"
                self.problems.add("duplicate-name", message, decl.span, flows[variant].span)
                continue
            reader = FlowReader(
                decl=decl,
                layer=self.layer,
                types=self.types,
                typer=self.typer,
                flows=dict(flows),
                options=tuple(option for each in variants.values() for option in each.options),
            )
            self.flows[variant] = reader
            flows[variant] = reader.read(variant)
        return flows

    def _property(self, decl: s.PropertyDecl, section: Section) -> m.Property:
        variant, option = section
        reader = ClaimReader(
            name=decl.name,
            span=decl.span,
            layer=self.layer,
            types=self.types,
            typer=self.typer,
            flows=[reader for name, reader in self.flows.items() if variant in (None, name)],
        )
        return m.Property(
            name=decl.name,
            text=decl.text,
            claim=reader.read(decl.claim),
            variant=variant,
            option=option,
            span=decl.span,
        )

    def _decks(self, files: Sequence[s.DeckFile]) -> dict[str, m.Deck]:
        refuse_duplicates("decks", [(file.name, file.span) for file in files], self.problems)
        return {
            file.name: m.Deck(
                name=file.name,
                title=file.title,
                assumptions=self._assumptions(file.declarations, f"{self.file.name}.{file.name}"),
                span=file.span,
            )
            for file in firsts(files)
        }

    def _deck(self, decks: Mapping[str, m.Deck], wanted: str | None) -> m.Deck | None:
        """The deck in use: the one wanted, the one that the game names, or the only one."""
        named = [d for d in self.file.declarations if isinstance(d, s.DeckDecl)]
        for other in named[1:]:
            message = "which deck is used is said twice"
            self.problems.add("duplicate-name", message, other.span, named[0].span)
        for decl in named[:1]:
            if decl.name not in decks:
                message = f"`{decl.name}` is no deck of `{self.file.name}`"
                self.problems.add("unknown-deck", message, decl.span, help=suggest(decl.name, decks))
        if wanted is not None and wanted in decks:
            return decks[wanted]
        if named:
            return decks.get(named[0].name) or next(iter(decks.values()), None)
        if len(decks) > 1:
            message = f"`{self.file.name}` has {len(decks)} decks, and does not say which it is played with"
            help = f"write `deck {next(iter(decks))}` in the file of the game"
            spans = (deck.span for deck in decks.values())
            self.problems.add("which-deck", message, self.file.span, *spans, help=help)
        return next(iter(decks.values()), None)

    def _assumptions(self, decls: Sequence[s.AssumptionDecl], head: str) -> tuple[m.Clause, ...]:
        refuse_duplicates("assumptions", [(d.name, d.span) for d in decls], self.problems)
        found: list[m.Clause] = []
        for decl in decls:
            ground = Ground(
                head=f"{head}.{decl.name}",
                rule=decl.name,
                origin=m.Origin.ASSUMPTION,
                targets=None,
                because=decl.because,
            )
            found += clauses(decl.answers, ground, self.layer, self.typer)
        return tuple(found)

    # -------------------------------------------------------------- editions and rulings

    def _editions(
        self,
        files: Sequence[s.EditionFile],
        variants: Mapping[str, m.Variant],
        layers: dict[str, Layer],
    ) -> dict[str, m.Edition]:
        steps = tuple(step for reader in self.flows.values() for step in reader.steps)
        read: dict[str, m.Edition] = {}
        for name in dict.fromkeys(file.name for file in files):
            layer = Layer(name=f"{self.file.name}/{name}", parent=self.layer)
            layers[name] = layer
            own = [file for file in files if file.name == name]
            edition = EditionReader(
                files=own,
                layer=layer,
                sources=self._sources(own),
                types=self.types,
                typer=self.typer,
                variants=variants,
                flows=self.flows,
                steps=steps,
                languages=self.file.languages,
                stale=[] if self.lenient else None,
            ).read()
            self.typer.check_unused(layer)
            if edition is not None:
                read[name] = edition
        return read

    def _sources(self, files: Sequence[s.EditionFile]) -> dict[str, Source | None]:
        """The source of each file of an edition, by the file's path."""
        found: dict[str, Source | None] = {}
        taken: dict[str, s.EditionFile] = {}
        for file in files:
            source: Source | None = None
            with self.problems:
                source = load_source(self.root / file.source, self.root, file.span)
                first = taken.setdefault(source.path, file)
                if first is not file:
                    message = f"two files of the edition `{file.name}` have the source `{source.path}`"
                    self.problems.add("duplicate-source", message, file.span, first.span)
            found[file.span.path] = source
        return found

    def _rulings(self, files: Sequence[s.RulingsFile], layers: Mapping[str, Layer]) -> list[m.Rulings]:
        groups: dict[tuple[str, str], list[s.RulingsFile]] = {}
        for file in files:
            groups.setdefault((file.edition, file.name), []).append(file)
        found = []
        for own in groups.values():
            file = own[0]
            parent = layers.get(file.edition)
            if parent is None:
                message = f"`{file.edition}` is no edition of `{self.file.name}`"
                help = suggest(file.edition, layers)
                self.problems.add("unknown-edition", message, file.span, help=help)
                continue
            layer = Layer(name=f"{parent.name}/{file.name}", parent=parent)
            found.append(rulings(own, layer, self.typer))
            self.typer.check_unused(layer)
        return found

    def _check(
        self,
        questions: Mapping[str, m.Question],
        assumptions: tuple[m.Clause, ...],
        editions: Mapping[str, m.Edition],
        ruled: Sequence[m.Rulings],
    ) -> None:
        check_questions(questions, assumptions, {}, self.problems)
        for edition in editions.values():
            check_exceptions(edition.clauses, self.problems)
            check_doubts(edition.doubts, self.problems)
            own = [*assumptions, *edition.clauses]
            check_questions(questions, own, edition.doubts, self.problems)
            for one in ruled:
                if one.edition == edition.name and one.clauses:
                    check_questions(questions, [*own, *one.clauses], edition.doubts, self.problems)
        printed = [c for edition in editions.values() for c in edition.clauses]
        printed += [c for one in ruled for c in one.clauses]
        check_needs(questions, assumptions, printed, self.problems)


def _sections_of(decls: Sequence[s.GameDecl]) -> dict[int, Section]:
    """For each declaration (by identity), the variant and the option declared before it in its file."""
    owners: dict[int, Section] = {}
    current: Section = (None, None)
    path: str | None = None
    for decl in decls:
        if decl.span.path != path:
            current, path = (None, None), decl.span.path
        if isinstance(decl, s.VariantDecl):
            current = (decl.name, None)
        elif isinstance(decl, s.OptionDecl):
            current = (decl.variant, decl.name)
        owners[id(decl)] = current
    return owners


def _option_enum(decls: Sequence[s.GameDecl]) -> list[s.EnumDecl]:
    """The options of the game as an enumeration; nothing where there are none."""
    found = [d for d in decls if isinstance(d, s.OptionDecl)]
    if not found:
        return []
    cases = tuple(s.CaseDecl(name=d.name, known_as=d.known_as, span=d.span) for d in found)
    return [s.EnumDecl(name="option", cases=cases, span=found[0].span)]
