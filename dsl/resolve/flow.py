"""The flow of play: zones, variables, steps, choices."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from dsl import model as m
from dsl import syntax as s
from dsl.resolve.dependencies import Walk
from dsl.resolve.questions import check_params, parameters
from dsl.resolve.types import TypeReader, refuse_duplicates
from dsl.syntax.printing import suggest, wording
from dsl.text.span import Span
from dsl.types.algebra import BROKEN, called, describe, fits, is_broken, is_endless, plain, things_of
from dsl.types.types import BagType, IntType, ListType, OptionalType, PlayerType, RecordType, SetType, Type
from dsl.typing.binding import refuse_hiding
from dsl.typing.checker import Typer, broken, items_of, unwrapped
from dsl.typing.choices import choice_type
from dsl.typing.collections import bind
from dsl.typing.operators import collection_hint
from dsl.typing.scope import Layer, Places, Scope

MOST_THINGS = 200
"""The most zones or variables of one name."""


@dataclass(slots=True, kw_only=True)
class FlowReader:
    """Reads one flow. Afterwards `places`, `start` (the scope of what holds at every point), `chosen`
    (the scope at each choice, with its name bound) and `steps` are known. `flows` are those declared before,
    which it can play; `options` those of the game."""

    decl: s.FlowDecl
    layer: Layer
    types: TypeReader
    typer: Typer
    flows: Mapping[str, m.Flow] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    start: Scope = field(init=False)
    chosen: dict[str, Scope] = field(default_factory=dict)
    steps: dict[str, Span] = field(default_factory=dict)
    _played: dict[str, m.Flow] = field(default_factory=dict)
    _chosen_options: tuple[str, ...] = ()

    def read(self, variant: str) -> m.Flow:
        """The flow, of this variant."""
        decl = self.decl
        names = [(one.name, one.span) for one in (*decl.params, *decl.places)]
        refuse_duplicates("zones, variables or parameters", names, self.typer.problems)
        check_params(decl.params, self.typer.problems)
        declared = [one for one in decl.places if isinstance(one, s.ZoneDecl)]
        zones = [self._zone(one) for one in declared]
        types = [self.types.read(param.type) for param in decl.params]
        places = Places(zones={zone.name: zone for zone in zones}, variables={}, of={})
        params, scope = parameters(decl.params, types, Scope(layer=self.layer, places=places), self.typer)
        variables = []
        for one in decl.places:
            if isinstance(one, s.VarDecl):
                variables.append(self._variable(one, scope))
                scope = _declaring(variables[-1], scope)
        self.start = scope
        body = self._block(decl.body, self.start)
        zones = [self._with_glimpses(*pair) for pair in zip(zones, declared, strict=True)]
        zones += self._zones_of_played({zone.name for zone in zones})
        return m.Flow(
            variant=variant,
            parameters=params,
            zones=tuple(zones),
            variables=tuple(variables),
            body=body,
            span=decl.span,
        )

    def _zone(self, decl: s.ZoneDecl) -> m.ZoneDecl:
        type_ = self.types.read(decl.type)
        if not is_broken(type_) and not isinstance(type_, ListType | BagType):
            message = f"the zone `{decl.name}` is {describe(type_)}, where a list or bag is needed"
            self.typer.problems.add("wrong-type", message, decl.span)
        zone = m.ZoneDecl(name=decl.name, of=self._of(decl), type=type_, seen_by=decl.seen_by, span=decl.span)
        if decl.seen_by == "owner" and not _may_have_owner(zone):
            message = f"the zone `{decl.name}` has no owner who could see it"
            help = f"write `zone {decl.name} of player`"
            self.typer.problems.add("no-owner", message, decl.span, help=help)
        return zone

    def _of(self, decl: s.ZoneDecl | s.VarDecl) -> Type | None:
        """The type of which there is one for each thing: they must be few, and known beforehand."""
        if decl.of is None:
            return None
        type_ = self.types.read(decl.of)
        if is_broken(type_):
            return type_
        number = things_of(type_, self.layer.game.seats[1])
        if number is not None and number <= MOST_THINGS:
            return type_
        many = "" if number is None else f", of which there are {number}"
        message = f"`{decl.name}` would be of each of {describe(type_)}{many}"
        help = f"of players, of the cases of an enumeration, of up to {MOST_THINGS} numbers or the like"
        self.typer.problems.add("wrong-type", message, decl.of.span, help=help)
        return BROKEN

    def _with_glimpses(self, zone: m.ZoneDecl, decl: s.ZoneDecl) -> m.ZoneDecl:
        found = []
        for each in decl.glimpses:
            if each.seen_by == "owner" and not _may_have_owner(zone):
                self.typer.problems.add("no-owner", f"the zone `{decl.name}` has no owner", each.span)
            if each.first and not isinstance(zone.type, ListType) and not is_broken(zone.type):
                message = f"the zone `{decl.name}` has no order, and so no first card"
                self.typer.problems.add("wrong-type", message, each.span)
            when = self.typer.check_bool(each.when, self.start)
            if next(Walk(doubts={}).asked(when, ()), None) is not None:
                message = "who sees a zone cannot depend on a question"
                help = "keep the answer in a variable of the flow"
                self.typer.problems.add("wrong-type", message, each.span, help=help)
            found.append(m.Glimpse(seen_by=each.seen_by, first=each.first, when=when))
        return replace(zone, glimpses=tuple(found))

    def _zones_of_played(self, own: set[str]) -> list[m.ZoneDecl]:
        found: list[m.ZoneDecl] = []
        for flow in self._played.values():
            for zone in flow.zones:
                if zone.name in own:
                    message = f"the flow `{flow.variant}`, which is played here, has a zone `{zone.name}` too"
                    self.typer.problems.add("duplicate-name", message, self.decl.span, zone.span)
                elif zone.name not in {one.name for one in found}:
                    found.append(replace(zone, played=zone.played or flow.variant))
        return found

    def _variable(self, decl: s.VarDecl, scope: Scope) -> m.VarDecl:
        type_ = self.types.read(decl.type)
        initial = None if decl.initial is None else self.typer.check(decl.initial, scope, type_)
        return m.VarDecl(name=decl.name, of=self._of(decl), type=type_, initial=initial, span=decl.span)

    # -------------------------------------------------------------- statements

    def _block(self, body: Iterable[s.Stmt], scope: Scope) -> tuple[m.Statement, ...]:
        read = []
        for stmt in body:
            typed, scope = self._statement(stmt, scope)
            read.append(typed)
        return tuple(read)

    def _statement(self, stmt: s.Stmt, scope: Scope) -> tuple[m.Statement, Scope]:
        typer = self.typer
        match stmt:
            case s.LetStmt():
                value = typer.infer(stmt.value, scope)
                let = m.LetStmt(name=stmt.name, value=value, span=stmt.span)
                return let, self._bind(scope, stmt.name, value.type, stmt.span)
            case s.ChanceStmt():
                among = typer.collection(stmt.among, scope)
                chance = m.Chance(name=stmt.name, among=among, span=stmt.span)
                return chance, self._bind(scope, stmt.name, items_of(among.type), stmt.span)
            case s.ChooseStmt():
                return self._choose(stmt, scope)
            case s.PlayStmt():
                return self._play(stmt, scope)
            case s.StepStmt() | s.ForEachStmt() | s.TurnsStmt() | s.WhileStmt() | s.IfStmt():
                return self._compound(stmt, scope), scope
            case _:
                return self._simple(stmt, scope), scope

    def _compound(
        self, stmt: s.StepStmt | s.ForEachStmt | s.TurnsStmt | s.WhileStmt | s.IfStmt, scope: Scope
    ) -> m.Statement:
        match stmt:
            case s.StepStmt():
                if stmt.name in self.steps:
                    message = f"there are two steps called `{stmt.name}`"
                    self.typer.problems.add("duplicate-name", message, stmt.span, self.steps[stmt.name])
                self.steps.setdefault(stmt.name, stmt.span)
                body = self._block(stmt.body, scope)
                return m.Step(
                    name=stmt.name, text=stmt.text, body=body, options=self._chosen_options, span=stmt.span
                )
            case s.ForEachStmt():
                return self._for_each(stmt, scope)
            case s.TurnsStmt():
                return self._turns(stmt, scope)
            case s.WhileStmt():
                condition = self.typer.check_bool(stmt.condition, scope)
                return m.While(condition=condition, body=self._block(stmt.body, scope), span=stmt.span)
            case s.IfStmt():
                outside = self._chosen_options
                self._chosen_options += self._options_in(stmt.condition)
                then = self._block(stmt.then, scope)
                self._chosen_options = outside
                return m.IfStmt(
                    condition=self.typer.check_bool(stmt.condition, scope),
                    then=then,
                    otherwise=self._block(stmt.otherwise, scope),
                    span=stmt.span,
                )
            case _:
                assert_never(stmt)

    def _options_in(self, condition: s.Expr) -> tuple[str, ...]:
        """The options which must have been chosen if this holds: `NAME in options`, joined by `and`."""
        match condition:
            case s.Binary(op="and", left=left, right=right):
                return (*self._options_in(left), *self._options_in(right))
            case s.Binary(op="in", left=s.Name(name=name), right=s.Name(name=m.OPTIONS)):
                return (name,) if name in self.options else ()
            case _:
                return ()

    def _simple(
        self,
        stmt: s.PhaseStmt | s.SetStmt | s.PutStmt | s.ShuffleStmt | s.MoveStmt | s.RevealStmt | s.FinishStmt,
        scope: Scope,
    ) -> m.Statement:
        match stmt:
            case s.PhaseStmt():
                return m.Phase(text=stmt.text, span=stmt.span)
            case s.SetStmt():
                return self._set(stmt, scope)
            case s.PutStmt():
                into = self._zone_expr(stmt.into, scope)
                amount = self.typer.check_number(stmt.amount, scope)
                card = self.typer.check(stmt.card, scope, items_of(into.type))
                return m.Put(amount=amount, card=card, into=into, span=stmt.span)
            case s.ShuffleStmt():
                return self._shuffle(stmt, scope)
            case s.MoveStmt():
                return self._move(stmt, scope)
            case s.RevealStmt():
                if stmt.name not in self.chosen or stmt.name not in scope.locals:
                    message = f"`{stmt.name}` is no choice made before"
                    help = suggest(stmt.name, self.chosen)
                    self.typer.problems.add("unknown-name", message, stmt.span, help=help)
                return m.Reveal(name=stmt.name, span=stmt.span)
            case s.FinishStmt():
                return self._finish(stmt, scope)
            case _:
                assert_never(stmt)

    def _bind(self, scope: Scope, name: str, type: Type, span: Span, *, of_each: bool = False) -> Scope:
        if scope.places is not None and name in scope.places.variables:
            message = f"`{name}` is a variable of the flow already"
            self.typer.problems.add(
                "duplicate-name", message, span, help=f"`set {name} = …` gives it a value"
            )
            return scope
        refuse_hiding(name, type, span, scope, self.typer.problems)
        return scope.bind(name, type, of_each=of_each)

    def _set(self, stmt: s.SetStmt, scope: Scope) -> m.Statement:
        assert scope.places is not None
        type_ = scope.places.variables.get(stmt.name)
        if type_ is None:
            message = f"`{stmt.name}` is no variable of the flow"
            help = suggest(stmt.name, scope.places.variables) or f"declare it: `var {stmt.name}: …`"
            self.typer.problems.add("unknown-name", message, stmt.span, help=help)
            value = self.typer.infer(stmt.value, scope, broken().type)
        else:
            value = self.typer.check(stmt.value, scope, type_)
        of = self._whose(stmt, scope) if type_ is not None else None
        return m.SetStmt(name=stmt.name, value=value, of=of, span=stmt.span)

    def _whose(self, stmt: s.SetStmt, scope: Scope) -> m.Expr | None:
        """Whose variable is set, where there is one for each thing of a type."""
        assert scope.places is not None
        due = scope.places.of.get(stmt.name)
        if due is not None and stmt.of is not None:
            return self.typer.check(stmt.of, scope, due)
        if due is not None:
            message = f"there is a `{stmt.name}` for each {called(due)}"
            help = f"say whose: `set WHOSE.{stmt.name} = …`"
            self.typer.problems.add("wrong-type", message, stmt.span, help=help)
        elif stmt.of is not None:
            message = f"there is only one `{stmt.name}`"
            self.typer.problems.add("wrong-type", message, stmt.span, help=f"write `set {stmt.name} = …`")
        return None

    def _shuffle(self, stmt: s.ShuffleStmt, scope: Scope) -> m.Statement:
        zone = self._zone_expr(stmt.zone, scope)
        if not is_broken(zone.type) and not isinstance(zone.type, ListType):
            message = f"`{wording(stmt.zone)}` has no order that could be shuffled"
            self.typer.problems.add("wrong-type", message, stmt.span, help="a zone that is a list has one")
        return m.Shuffle(zone=zone, span=stmt.span)

    def _move(self, stmt: s.MoveStmt, scope: Scope) -> m.Statement:
        source, into = self._zone_expr(stmt.source, scope), self._zone_expr(stmt.into, scope)
        if not fits(items_of(source.type), items_of(into.type)):
            is_, due = describe(source.type), describe(into.type)
            message = f"`{wording(stmt.source)}` is {is_} and `{wording(stmt.into)}` is {due}"
            self.typer.problems.add("wrong-type", message, stmt.span)
        what = None if stmt.what is None else self._moved(stmt.what, items_of(source.type), scope)
        if stmt.up_to and what is not None and not fits(what.type, IntType()):
            self.typer.problems.add("wrong-type", "after `up to` a number is needed", stmt.span)
        if stmt.onto and not is_broken(into.type) and not isinstance(into.type, ListType):
            message = f"`{wording(stmt.into)}` has no order, and so no top"
            self.typer.problems.add("wrong-type", message, stmt.span, help="write `into`")
        return m.Move(what=what, up_to=stmt.up_to, source=source, into=into, onto=stmt.onto, span=stmt.span)

    def _moved(self, what: s.Expr, item: Type, scope: Scope) -> m.Expr:
        """A number, or a bag of cards; a card by itself is a bag of one."""
        typed = unwrapped(self.typer.infer(what, scope, BagType(item)))
        if is_broken(typed.type) or is_broken(item) or isinstance(typed.type, IntType):
            return typed
        if fits(typed.type, item):
            return m.MakeBag(type=BagType(item, 1, 1), items=(typed,), span=what.span)
        return self.typer.coerce(typed, what, BagType(item))

    def _zone_expr(self, expr: s.Expr, scope: Scope) -> m.Zone:
        typed = self.typer.infer(expr, scope)
        if isinstance(typed, m.Zone):
            return typed
        if not is_broken(typed.type):
            message = f"`{wording(expr)}` is {describe(typed.type)}, where a zone is needed"
            self.typer.problems.add("wrong-type", message, expr.span)
        return m.Zone(type=broken().type, name="")

    def _for_each(self, stmt: s.ForEachStmt, scope: Scope) -> m.Statement:
        binder, _, _ = bind(self.typer, s.Binder(names=(stmt.name,), source=stmt.source), scope)
        item = items_of(binder.source.type)
        start = None if stmt.start is None else self.typer.check(stmt.start, scope, item)
        body = self._block(stmt.body, self._bind(scope, stmt.name, item, stmt.span))
        return m.ForEach(name=stmt.name, source=binder.source, start=start, body=body, span=stmt.span)

    def _turns(self, stmt: s.TurnsStmt, scope: Scope) -> m.Statement:
        source = self.typer.collection(stmt.source, scope)
        if not isinstance(source.type, ListType) and not is_broken(source.type):
            message = f"`{wording(stmt.source)}` is {describe(source.type)}, where a list is needed"
            self.typer.problems.add("wrong-type", message, stmt.source.span, help="a list can be gone round")
        item = items_of(source.type)
        start = self.typer.check(stmt.start, scope, item)
        until = None if stmt.until is None else self.typer.check_bool(stmt.until, scope)
        inner = self._bind(scope, stmt.name, item, stmt.span)
        where = None if stmt.where is None else self.typer.check_bool(stmt.where, inner)
        return m.Turns(
            name=stmt.name,
            source=source,
            start=start,
            where=where,
            until=until,
            body=self._block(stmt.body, inner),
            span=stmt.span,
        )

    # -------------------------------------------------------------- games of another flow

    def _play(self, stmt: s.PlayStmt, scope: Scope) -> tuple[m.Statement, Scope]:
        among = None if stmt.among is None else self.typer.check(stmt.among, scope, ListType(PlayerType()))
        flow = self.flows.get(stmt.flow)
        if flow is None:
            message = f"there is no flow `{stmt.flow}` before this one, that could be played"
            help = suggest(stmt.flow, self.flows)
            self.typer.problems.add("unknown-name", message, stmt.span, help=help)
            for name in (stmt.scores, stmt.winners):
                scope = scope if name is None else self._bind(scope, name, broken().type, stmt.span)
            return m.Phase(text="", span=stmt.span), scope
        self._played[stmt.flow] = flow
        if len(stmt.arguments) > len(flow.parameters):
            due, given_ = len(flow.parameters), len(stmt.arguments)
            message = f"`{stmt.flow}` has {due} parameters, and {given_} are given"
            self.typer.problems.add("wrong-arguments", message, stmt.span)
        given: list[m.Expr | None] = [
            self.typer.check(argument, scope, parameter.type)
            for argument, parameter in zip(stmt.arguments, flow.parameters, strict=False)
        ]
        given += [None] * (len(flow.parameters) - len(given))
        typed = m.Play(
            flow=flow,
            arguments=tuple(given),
            among=among,
            scores=stmt.scores,
            winners=stmt.winners,
            span=stmt.span,
        )
        if stmt.scores is not None:
            scope = self._bind(scope, stmt.scores, self._scores_of(flow, stmt), stmt.span)
        if stmt.winners is not None:
            scope = self._bind(scope, stmt.winners, SetType(PlayerType()), stmt.span)
        return typed, scope

    def _scores_of(self, flow: m.Flow, stmt: s.PlayStmt) -> Type:
        """What the flow ends with."""
        found = [end.scores.type for end in m.ends_of(flow.body) if end.scores is not None]
        if not found:
            message = f"the flow `{stmt.flow}` ends without scores"
            self.typer.problems.add("unknown-name", message, stmt.span)
            return broken().type
        return found[0]

    # -------------------------------------------------------------- choices and the end

    def _choose(self, stmt: s.ChooseStmt, scope: Scope) -> tuple[m.Statement, Scope]:
        domain = self.types.read(stmt.domain)
        if is_endless(domain) and stmt.source is None:
            message = f"`{stmt.name}` is one of values of which there is no end"
            help = "say from what it is chosen, with `from`"
            self.typer.problems.add("endless-choice", message, stmt.span, help=help)
        inner = scope
        if stmt.each is None:
            by = self.typer.check(stmt.by, scope, PlayerType())
        else:
            by = self.typer.check(stmt.by, scope, ListType(PlayerType()))
            inner = self._bind(scope, stmt.each, PlayerType(), stmt.span)
        source = None if stmt.source is None else self._source(stmt.source, domain, inner)
        bound = self._bind(inner, stmt.name, domain, stmt.span)
        needs = None if stmt.needs is None else self.typer.check_bool(stmt.needs, bound)
        advised = None if stmt.advised is None else self.typer.check(stmt.advised, inner, _optional(domain))
        self.chosen.setdefault(stmt.name, inner)
        choose = m.Choose(
            name=stmt.name,
            by=by,
            each=stmt.each,
            domain=domain,
            source=source,
            needs=needs,
            secretly=stmt.secretly,
            advised=advised,
            span=stmt.span,
        )
        if stmt.each is None:
            return choose, bound
        return choose, scope.bind(stmt.name, choice_type(domain), of_each=True)

    def _source(self, expr: s.Expr, domain: Type, scope: Scope) -> m.Expr:
        """A zone that the cards come from, or a collection of what may be chosen."""
        typed = self.typer.collection(expr, scope, collection_hint(expr, domain))
        due = items_of(plain(domain)) if isinstance(plain(domain), ListType | BagType | SetType) else domain
        wanted = due if isinstance(typed, m.Zone) else domain
        if not is_broken(typed.type) and not fits(items_of(typed.type), wanted):
            is_, of = describe(typed.type), describe(domain)
            message = f"`{wording(expr)}` is {is_}, from which {of} cannot be chosen"
            return self.typer.refuse("wrong-type", message, expr.span)
        return typed

    def _finish(self, stmt: s.FinishStmt, scope: Scope) -> m.Statement:
        scores = None if stmt.scores is None else self._scores(stmt.scores, scope)
        winners = stmt.winners
        typed = None if winners is None else self.typer.check(winners, scope, SetType(PlayerType()))
        return m.Finish(scores=scores, winners=typed, unplayed=stmt.unplayed, span=stmt.span)

    def _scores(self, expr: s.Expr, scope: Scope) -> m.Expr:
        typed = self.typer.collection(expr, scope)
        item = items_of(typed.type)
        if is_broken(typed.type):
            return typed
        kinds = [type for _, type in item.fields] if isinstance(item, RecordType) else []
        players = sum(isinstance(kind, PlayerType) for kind in kinds)
        numbers = sum(isinstance(kind, IntType) for kind in kinds)
        if not isinstance(typed.type, ListType) or (players, numbers) != (1, 1):
            message = f"`{wording(expr)}` is {describe(typed.type)}, where a list of scores is needed"
            help = "a score is a record of a player and a number"
            return self.typer.refuse("wrong-type", message, expr.span, help=help)
        return typed


def _declaring(variable: m.VarDecl, scope: Scope) -> Scope:
    """The scope in which the variable is known."""
    places = scope.places
    assert places is not None
    places = replace(places, variables={**places.variables, variable.name: variable.type})
    if variable.of is not None:
        return replace(scope, places=replace(places, of={**places.of, variable.name: variable.of}))
    return replace(scope, places=places).bind(variable.name, variable.type)


def _optional(type: Type) -> Type:
    return type if isinstance(type, OptionalType) or is_broken(type) else OptionalType(type)


def _may_have_owner(zone: m.ZoneDecl) -> bool:
    """Whether there is one for each player (or what there is one for each of was refused already)."""
    return zone.of is not None and (zone.of_player or is_broken(zone.of))
