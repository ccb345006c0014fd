"""What holds wherever play waits: proved by induction over the flow.

The flow is carried out from its start on unknown values (`abstract.execution`), whatever is chosen, drawn and
answered. At the head of a loop nothing is known of what it changes, but for what no pass of it changes: of
some guesses, those that hold where it is entered, and again after a pass from wherever they hold. Guesses are
the claims and what they are made of by `and` and `or`. Lemmas are what is proved of the answers asked.

Sound: what is not understood is unknown. Not complete: what stays so for a reason that no guess tells is not
proved.

This is Houdini (Flanagan and Leino, *Houdini, an annotation assistant for ESC/Java*, 2001): candidate
invariants are dropped until all that are left are preserved. One is preserved iff its being broken after a
pass is unsatisfiable.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from checker.play.abstract import numbers as amounts
from checker.play.abstract.evaluator import AbstractEvaluator, AbstractState
from checker.play.abstract.execution import AbstractExecution, Position
from checker.play.abstract.havoc import Havoc
from checker.play.abstract.measures import statements_within as inside_of
from checker.play.abstract.numbers import Amount
from checker.play.abstract.numbers import within as between
from checker.play.abstract.values import AbstractList, AbstractNumber, Known, UnorderedItems, literal, size_of
from checker.smt.budget import QueryUndecided
from checker.smt.formulas import Truth, conj, implies, neg
from checker.smt.solver import ArithmeticSolver
from dsl import model as m
from dsl.model import OPTIONS
from dsl.types.types import BagType, BoolType, IntType, ListType, SetType, Type
from dsl.types.values import Player
from interpreter.analysis.dependencies import free_names, walk

EFFORT = 4_000_000
"""What one query may cost, in the solver's own units."""
MOST_GUESSES = 24
"""Guesses about one loop."""
MOST_INSTANCES = 200
"""Situations to which lemmas are applied."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What is to hold: wherever play waits for something, and at its end; or where the choice `at` is due."""

    expr: m.Expr
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lemma:
    """What is proved of answers: `claim` in every situation of the parameters that meets what it `needs`."""

    name: str
    parameters: tuple[m.Parameter, ...]
    needs: tuple[m.Expr, ...]
    claim: m.Expr


def inductive_claims(
    game: m.Game,
    flow: m.Flow,
    claims: Sequence[Claim],
    lemmas: Sequence[Lemma],
    numbers: Sequence[int],
    effort: int = EFFORT,
) -> tuple[bool, ...]:
    """Which of the claims hold, with any of these numbers of players, where the lemmas do."""
    left = list(claims)
    for number in numbers:
        if left:
            seats = tuple(Player(name) for name in game.names[:number])
            broken = InductionStep(flow, seats, (), Havoc(seats)).broken(game, left, lemmas, effort)
            left = [claim for claim in left if claim not in broken]
    return tuple(claim in left for claim in claims)


def never_ends(game: m.Game, flow: m.Flow, numbers: Sequence[int], effort: int = EFFORT) -> bool:
    """Whether no game comes to an end, with any of these numbers of players, whatever is chosen, drawn and
    answered: no statement that ends it is got to."""
    never = Claim(expr=m.Literal(type=BoolType(), value=False), at=END)
    return all(inductive_claims(game, flow, [never], (), [number], effort) == (True,) for number in numbers)


END = "end of the game"
"""Where a claim is about the end of the game only. (No choice has that name.)"""


@dataclass(slots=True)
class InductionStep(AbstractExecution):
    """The walk through a whole flow, with what has to hold on the way. `due`: the claims, each with where it
    would fail."""

    due: list[tuple[Claim, Truth]] = field(default_factory=list)
    claims: Sequence[Claim] = ()
    guesses: tuple[m.Expr, ...] = ()
    instances: "_Instances | None" = None
    riddle: ArithmeticSolver | None = None

    def broken(
        self, game: m.Game, claims: Sequence[Claim], lemmas: Sequence[Lemma], effort: int
    ) -> list[Claim]:
        """The claims that are not proved."""
        self.prepare(game, claims, lemmas, effort)
        start = self.block(self.flow.body, self.begin())
        self._waits(start, ends=True)
        found: dict[Claim, None] = {}
        for claim, fails in self.due:
            if claim not in found and not self.never(fails):
                found[claim] = None
        return list(found)

    def prepare(self, game: m.Game, claims: Sequence[Claim], lemmas: Sequence[Lemma], effort: int) -> None:
        """Gets ready to walk: what is claimed, guessed and known."""
        self.claims = claims
        loops = [s.condition for s in inside_of(self.flow.body) if isinstance(s, m.While)]
        about = [c.expr for c in claims if c.at is None] + (loops if any(c.at == END for c in claims) else [])
        self.guesses = tuple(dict.fromkeys(g for expr in about for g in _guesses(expr)))[:MOST_GUESSES]
        self.instances = _Instances(game, lemmas, self.evaluator)
        self.riddle = ArithmeticSolver((), effort)

    def begin(self) -> Position:
        """The start of a game: no cards are there."""
        at = self.anywhere()
        for key in at.scope.zones:
            at.scope.zones[key] = 0
        for parameter in self.flow.parameters:
            if parameter.name == OPTIONS and parameter.default is not None:
                at.scope.values[OPTIONS] = self.evaluator.value(parameter.default, AbstractState({}, {}))
        for declared in self.flow.variables:
            if declared.initial is not None:
                value = self.unknowns.one(self.evaluator.value(declared.initial, at.scope))
                at.scope.values |= dict.fromkeys(self.names(declared), value)
        return at

    # -------------------------------------------------------------- what has to hold

    def never(self, truth: Truth) -> bool:
        """Whether this is proved to be impossible."""
        if truth is False:
            return True
        assert self.riddle is not None and self.instances is not None
        self.instances.apply(self.unknowns)
        self.riddle.learn(self.unknowns.assumed)
        try:
            return not self.riddle.possible(truth)
        except QueryUndecided:
            return False

    def _waits(self, at: Position, ends: bool = False) -> None:
        """Play waits here: what has to hold is noted."""
        scope = AbstractState(at.scope.zones, at.scope.values, {}, at.scope.outside)
        for claim in self.claims:
            if claim.at is None or (ends and claim.at == END):
                self.due.append((claim, conj((at.there, neg(self.evaluator.truth(claim.expr, scope))))))

    def _is_chosen(self, choose: m.Choose, at: Position) -> None:
        """A choice is due here, to be made by each of some players."""
        for claim in self.claims:
            if claim.at == choose.name:
                for present, player in self._choosers(choose, at.scope):
                    holds = self.evaluator.truth(claim.expr, at.scope.with_names({"chooser": player}))
                    self.due.append((claim, conj((at.there, present, neg(holds)))))

    def _choosers(self, choose: m.Choose, scope: AbstractState) -> Iterator[tuple[Truth, Known]]:
        who = self.evaluator.value(choose.by, scope)
        if choose.each is None:
            yield True, who
        elif isinstance(who, AbstractList):
            for guard, items in who.guarded:
                yield from ((conj((guard, present)), literal(item)) for present, item in items)
        elif isinstance(who, UnorderedItems):
            yield from ((present, literal(item)) for present, item in who.items)
        else:
            yield from ((True, literal(player)) for player in self.seats)

    # -------------------------------------------------------------- statements

    def _statement(self, statement: m.Statement, at: Position) -> None:
        match statement:
            case m.Choose():
                self._waits(at)
                self._is_chosen(statement, at)
            case m.Chance() | m.Shuffle():
                self._waits(at)
            case m.Finish():
                self._waits(at, ends=True)
            case m.Play():
                self._waits(at)
                AbstractExecution._statement(self, statement, at)
                self._waits(at)
                return
            case m.While(condition=condition, body=body):
                self._looping(body, at, lambda inside: self.enters(statement, inside))
                at.there = conj((at.there, neg(self.evaluator.truth(condition, at.scope))))
                return
            case _:
                pass
        AbstractExecution._statement(self, statement, at)

    def must_fit(self, statement: m.Statement, at: Position, fits: Truth | None) -> None:
        """A value has to be within its range: else the game fails there."""
        self.must(statement, at, fits)

    def enters(self, loop: m.While, inside: Position) -> Truth:
        """Whether the loop, at whose head play stands, goes on."""
        return self.evaluator.truth(loop.condition, inside.scope)

    def _any_turns(self, turns: m.Turns, at: Position) -> None:
        item = turns.source.type
        assert isinstance(item, ListType)

        def enter(inside: Position) -> Truth:
            value = self.unknowns.of(item.item)
            begun = self.goes_on(turns, value, inside)
            inside.scope.names = {**inside.scope.names, turns.name: value}
            return begun

        self._looping(turns.body, at, enter)

    def _any_number(self, loop: m.ForEach, at: Position) -> None:
        """The body for each of some things that are not known."""
        if self._is_added_up(loop, at):
            return
        item = loop.source.type
        names = at.scope.names

        assert isinstance(item, ListType | BagType | SetType)

        def enter(inside: Position) -> Truth:
            inside.scope.names = {**inside.scope.names, loop.name: self.unknowns.of(item.item)}
            return True

        self._looping(loop.body, at, enter)
        at.scope.names = names

    def _is_added_up(self, loop: m.ForEach, at: Position) -> bool:
        """Whether the body only adds to variables something for each of the things; then that is done."""
        added = [_addition(statement) for statement in loop.body]
        names = {each.name for each in added if each is not None}
        if any(each is None or _named_in(each.term) & names for each in added):
            return False
        item = loop.source.type
        assert isinstance(item, ListType | BagType | SetType)
        binder = m.Binder(names=(loop.name,), source=loop.source)
        one = at.scope.with_names({loop.name: self.unknowns.of(item.item)})
        before = at.copy()
        for each in added:
            assert each is not None
            self.evaluator.amount(each.term, one)
            whole = m.Aggregate(type=IntType(), kind="sum", binder=binder, body=each.term)
            more = self.evaluator.amount(whole, before.scope)
            if not self._is_changed(each, amounts.less(0, more) if each.less else more, at):
                self._become(at, before)
                return False
        return True

    def _is_changed(self, addition: "_Addition", more: Amount, at: Position) -> bool:
        """Adds so much to the variable: to those of its name together, where there are several."""
        values = at.scope.values
        declared = next((d for d in self.flow.variables if d.name == addition.name), None)
        if declared is None:
            return False
        known = [values[key] for key in self.names(declared)]
        counts = [each.amount for each in known if isinstance(each, AbstractNumber)]
        if len(counts) < len(known):
            return False
        if declared.of is None:
            values[addition.name] = AbstractNumber(amounts.plus(counts[0], more))
            return True
        after = {key: self.unknowns.of(declared.type) for key in self.names(declared)}
        sums = amounts.summed(each.amount for each in after.values() if isinstance(each, AbstractNumber))
        values |= after
        at.there = conj((at.there, amounts.same(sums, amounts.plus(amounts.summed(counts), more))))
        return True

    def _looping(
        self, body: tuple[m.Statement, ...], at: Position, enter: Callable[[Position], Truth]
    ) -> None:
        """Any number of passes of a body: after them, what was guessed and no pass changes is so."""
        noted = len(self.due)
        guesses = [g for g in self.guesses if self.never(conj((at.there, neg(self._guessed(g, at)))))]
        while True:
            del self.due[noted:]
            head = at.copy()
            self._leave_unknown(body, head)
            head.there = conj((head.there, *(self._guessed(g, head) for g in guesses)))
            inside = head.copy()
            inside.there = conj((inside.there, enter(inside)))
            after = self.block(body, inside)
            lost = [g for g in guesses if not self.never(conj((after.there, neg(self._guessed(g, after)))))]
            if not lost:
                self._become(at, head)
                return
            guesses = [g for g in guesses if g not in lost]

    def _guessed(self, guess: m.Expr, at: Position) -> Truth:
        return self.evaluator.truth(
            guess, AbstractState(at.scope.zones, at.scope.values, {}, at.scope.outside)
        )


@dataclass(frozen=True, slots=True)
class _Addition:
    """What is added to a variable, or (`less`) taken away."""

    name: str
    term: m.Expr
    less: bool


def _addition(statement: m.Statement) -> _Addition | None:
    match statement:
        case m.SetStmt(value=m.Arithmetic(op="+" | "-" as op, left=left, right=right) as value):
            if not isinstance(value.type, IntType):
                return None
            if _is_set(left, statement):
                return _Addition(statement.name, right, less=op == "-")
            if op == "+" and _is_set(right, statement):
                return _Addition(statement.name, left, False)
    return None


def _is_set(expr: m.Expr, statement: m.SetStmt) -> bool:
    """Whether it is what the statement sets."""
    match expr:
        case m.Var(name=name):
            return statement.of is None and name == statement.name
        case m.VarOf(name=name, owner=owner):
            return name == statement.name and owner == statement.of
        case _:
            return False


def _named_in(expr: m.Expr) -> frozenset[str]:
    """The variables that it looks at."""
    return free_names(expr) | {each.name for each in walk(expr) if isinstance(each, m.VarOf)}


def _guesses(claim: m.Expr) -> Iterator[m.Expr]:
    """The claim, and what it is made of."""
    yield claim
    match claim:
        case m.Logic(op="and" | "or", left=left, right=right):
            yield from _guesses(left)
            yield from _guesses(right)
        case m.Logic(op="implies", right=right):
            yield from _guesses(right)
        case _:
            pass


# ------------------------------------------------------------------ lemmas


@dataclass(slots=True)
class _Instances:
    """Applies lemmas to what was asked on the way: where a question is asked of some things, what is proved
    of its answers for all such things is assumed of these."""

    game: m.Game
    lemmas: Sequence[Lemma]
    evaluator: AbstractEvaluator
    _looked_at: int = 0
    _done: set[tuple[str, tuple[Known, ...]]] = field(default_factory=set)

    def apply(self, unknowns: Havoc) -> None:
        """Assumes what the lemmas say of all that has been asked since."""
        while self._looked_at < len(unknowns.asked) and len(self._done) < MOST_INSTANCES:
            question, situation = unknowns.asked[self._looked_at]
            self._looked_at += 1
            for lemma in self.lemmas:
                for given in self._matches(lemma, question, situation):
                    key = (lemma.name, tuple(given[p.name] for p in lemma.parameters))
                    if key not in self._done:
                        self._done.add(key)
                        unknowns.assumed.append(self._said(lemma, given))

    def _matches(
        self, lemma: Lemma, question: str, situation: Sequence[Known]
    ) -> Iterator[Mapping[str, Known]]:
        """What its parameters are where it speaks of this question in this situation."""
        types = {p.name: p.type for p in lemma.parameters}
        asked = [p.type for p in self.game.questions[question].parameters]
        for ask in walk(lemma.claim):
            if not isinstance(ask, m.Ask) or ask.question != question:
                continue
            given: dict[str, Known] = {}
            fits = True
            for arg, value, type in zip(ask.args, situation, asked, strict=True):
                if isinstance(arg, m.Var) and arg.name in types:
                    fits = fits and _is_alike(types[arg.name], type)
                    fits = fits and given.setdefault(arg.name, value) == value
            if fits and given.keys() == types.keys():
                yield given

    def _said(self, lemma: Lemma, given: Mapping[str, Known]) -> Truth:
        scope = AbstractState({}, {}, dict(given))
        about = [_is_of(given[p.name], p.type) for p in lemma.parameters]
        if any(each is None for each in about):
            return True
        needs = [self.evaluator.truth(need, scope) for need in lemma.needs]
        fits = conj(each for each in about if each is not None)
        return implies(conj((fits, *needs)), self.evaluator.truth(lemma.claim, scope))


def _is_alike(one: Type, other: Type) -> bool:
    """Whether they are the same type, bounds apart."""
    match one, other:
        case IntType(), IntType():
            return True
        case (ListType(item=a), ListType(item=b)) | (BagType(item=a), BagType(item=b)):
            return a == b
        case _:
            return one == other


def _is_of(value: Known, type: Type) -> Truth | None:
    """Whether the value is within the bounds of a type; None where that is not known."""
    match value, type:
        case AbstractNumber(amount=amount), IntType(low=low, high=high):
            return between(amount, low, high)
        case _, ListType(low=low, high=high) | BagType(low=low, high=high):
            size = size_of(value)
            return None if size is None else between(size, low, high)
        case _:
            return True
