"""What an edition answers, as terms: the mirror of `interpreter.rulebook.rulebook`.

A question asked of finitely many situations is a table, filled in by the interpreter under each
interpretation; any other is encoded clause by clause. The interpretation is symbolic: for each doubt,
the conditions that it has this or that reading.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any, Literal

from checker.editions.editions import Chosen, Editions
from checker.smt.expressions import Coded, code
from checker.smt.formulas import (
    Formula,
    Truth,
    choose,
    conj,
    counts,
    disj,
    exactly_one,
    iff,
    implies,
    neg,
)
from checker.smt.outcome import EncodedOutcome, merged_outcome
from checker.smt.stated import REASON, Candidate, stated
from checker.smt.tables import table_entry
from checker.smt.values import (
    NotEncodable,
    Sym,
    SymChoice,
    SymList,
    SymNumber,
    SymOptional,
    SymRecord,
    SymSet,
    cases,
    equal,
    is_known,
    lacking,
    largest,
    merge,
    places,
    players_in,
    select,
    truth,
)
from dsl.model import AnyOf, Aside, Ask, Call, Clause, DoubtValue, Edition, Expr, Never, Question, Then
from dsl.text.messages import Said
from dsl.types.values import Value, sort_key
from interpreter.analysis.dependencies import walk
from interpreter.evaluate.clauses import prevailing
from interpreter.rulebook.rulebook import Status
from interpreter.values.domain import domain_size, values_of

MOST_TABLE = 4000
"""Beyond so many situations a question asked is encoded, not tabulated."""
MOST_ANSWERS = 1_000
"""Of more possible answers only those are told apart that a clause may give."""
MOST_COUNTED = 12
"""Answers of an open question that are counted, in terms."""
MOST_UNSURE = 4
"""Clauses whose condition may be blocked, each tried both ways."""

ANSWERED = (Status.SETTLED, Status.OPEN)
"""The statuses that give answers."""

Readings = Mapping[str, Mapping[str, Truth]]
"""For each doubt, the condition of each of its readings."""
Way = Literal["first", "last"]
"""Which of the admitted answers of an open question is tried."""


def more_than_two(truths: Sequence[Truth]) -> Truth:
    """Whether more than two hold; of many truths, whether perhaps."""
    return disj(counts(truths)[3:]) if len(truths) <= MOST_COUNTED else True


Key = tuple[object, ...]
"""What is encoded, and with which arguments."""
Forks = dict[Key, tuple[Truth, Truth]]
"""Where each question asked is open, and where it is with more than two answers."""


@dataclass(slots=True)
class Footprint:
    """What an encoding has met: the questions it asks (with their arguments), where they are open, whether
    one may be a permission answered by default, whether a doubt is read, and how many ways of open questions
    the editions named, where that matters."""

    asks: dict[Key, tuple[Sym, ...]] = field(default_factory=dict)
    forks: Forks = field(default_factory=dict)
    defaults: bool = False
    reads: bool = False
    ways: int | None = None

    @property
    def pure(self) -> bool:
        """Whether it asks and reads nothing: it is the same in every edition."""
        return not self.asks and not self.reads

    def include(self, other: "Footprint") -> None:
        """Adds what a part of it has met."""
        self.asks.update(other.asks)
        for key, (where, many) in other.forks.items():
            self.fork(key, where, many)
        self.defaults = self.defaults or other.defaults
        self.reads = self.reads or other.reads
        if other.ways is not None:
            self.ways = other.ways

    def fork(self, key: Key, where: Truth, many: Truth) -> None:
        """Notes where a question is open, and where it is with more than two answers."""
        before, many_before = self.forks.get(key, (False, False))
        self.forks[key] = disj((before, where)), disj((many_before, many))

    def many_ways(self) -> Truth:
        """Whether what was asked is open in more than two ways: of three answers, or two questions."""
        guards = [guard for guard, _ in self.forks.values()]
        two = False if len(guards) < 2 else neg(disj((exactly_one(guards), neg(disj(guards)))))
        return disj((two, *(many for _, many in self.forks.values())))


MemoSource = tuple["RuleEncoder", Callable[[Key, Footprint], bool]]
"""An encoder whose encodings another may take over, those of which the key and the footprint are fit."""


@dataclass(slots=True)
class RuleEncoder:
    """Encodes the questions of one edition for given conditions of readings (see `encode.Asked`).

    Of the answers of an open question the first and the last are tried, the same way for all that one
    question asks, and those ways that the editions name (`chosen`, else the first). So an outcome that is
    blocked here is blocked, and one that is not is right unless it is blocked; where nothing asked is open,
    outcomes are right.

    `defaults`: whether permissions answered by default count as answers. `root`: the encoder of the first
    way, which has the outcomes. All that is encoded is remembered, by what it is and its arguments;
    `memo sources` may have it already.
    """

    editions: Editions
    edition: Edition
    readings: Readings
    way: Way = "first"
    defaults: bool = True
    root: "RuleEncoder | None" = None
    chosen: Chosen = ()
    memo_sources: tuple[MemoSource, ...] = ()
    _others: dict[tuple[Way, bool, Chosen], "RuleEncoder"] = field(default_factory=dict)
    _kept: list[object] = field(default_factory=list)
    _known: dict[Key, tuple[Any, Footprint]] = field(default_factory=dict)
    _trails: list[Footprint] = field(default_factory=lambda: [Footprint()])

    def _remembered(self, key: Key, keep: object, compute: Callable[[], Any]) -> Any:
        """What was encoded for the key, or is now. `keep`: what must live as long as the key."""
        found = self._found(key)
        if found is None:
            value, footprint = self._traced(compute)
            self._kept.append(keep)
            found = self._known[key] = (value, footprint)
        self._trails[-1].include(found[1])
        return found[0]

    def _traced(self, compute: Callable[[], Any]) -> tuple[Any, Footprint]:
        """What is computed, with what it meets on the way."""
        self._trails.append(Footprint())
        try:
            value = compute()
        finally:
            footprint = self._trails.pop()
        return value, footprint

    def _found(self, key: Key) -> tuple[Any, Footprint] | None:
        """What was encoded for the key, by this encoder or one that lends, unless more ways are named now."""
        ways = (None, len(self.editions.ways.get(self.edition.name, ())))
        found = self._known.get(key)
        if found is not None and found[1].ways in ways:
            return found
        for memo_source, fit in self.memo_sources:
            found = memo_source._known.get(key)
            if found is not None and found[1].ways in ways and fit(key, found[1]):
                return found
        return None

    def whole(self, question: str, args: tuple[Sym, ...]) -> tuple[EncodedOutcome, Footprint]:
        """The outcome of a question in a symbolic situation, with whether it is one; and what it has met."""

        def compute() -> EncodedOutcome:
            refused, met = self.situation(question, args)
            return replace(self.outcome(question, args), refused=refused, met=met)

        code, footprint = self._traced(compute)
        return code, footprint

    def answers(self, footprint: Footprint) -> dict[Key, Coded]:
        """What it has encoded as the answers to the questions of a footprint."""
        found: dict[Key, Coded] = {}
        for key in footprint.asks:
            entry = self._found(key)
            if entry is not None:
                found[key] = entry[0]
        return found

    # -------------------------------------------------------------- for expressions

    def called(self, call: Call, args: tuple[Coded, ...], body: Callable[[], Coded]) -> Coded:
        """The value of a definition applied, remembered for the same arguments."""
        key = ("call", id(call.function), self._keys(part for arg in args for part in arg))
        coded: Coded = self._remembered(key, (call.function, args), body)
        return coded

    def doubt(self, name: str, args: tuple[Coded, ...]) -> Coded:
        """The value of a doubt, by its readings."""
        self._trails[-1].reads = True
        doubt = self.edition.doubts[name]
        env = {n: arg for (n, _), arg in zip(doubt.parameters, args, strict=True)}
        coded = []
        for reading in doubt.readings:
            holds = self.readings[name][reading.name]
            if holds is not False and reading.value is not None:
                coded.append((holds, code(reading.value, env, self)))
        return (
            select([(g, s) for g, (s, _) in coded]),
            disj(conj((g, b)) for g, (_, b) in coded),
        )

    def ask(self, question: str, args: tuple[Sym, ...]) -> Coded:
        """The answer to a question; bad where it has none."""
        key = ("ask", question, self._keys(args))
        coded: Coded = self._remembered(key, args, lambda: self._asked(question, args))
        self._trails[-1].asks[key] = args
        return coded

    def _keys(self, syms: Iterable[Sym]) -> Key:
        return tuple(_key(sym) for sym in syms)

    def _asked(self, question: str, args: tuple[Sym, ...]) -> Coded:
        known = [cases(a) for a in args]
        ways = 1
        for found in known:
            ways *= MOST_TABLE + 1 if found is None else max(1, len(found))
        if ways <= MOST_TABLE:
            return self._table(question, [found or () for found in known])
        root = self.root or self
        answered, footprint = root._traced(lambda: root.outcome(question, args))
        self._trails[-1].include(footprint)
        self._trails[-1].defaults |= answered.default is not False
        among = list(zip(answered.candidates, answered.admits, strict=True))
        bad = neg(answered.answers)
        if not self.defaults:
            bad = disj((bad, answered.default))
        if answered.open is not False:
            many = conj((answered.open, more_than_two([g for _, g in among])))
            self._trails[-1].fork((question, self._keys(args)), answered.open, many)
        if not all(is_known(c) for c in answered.candidates):
            return self._number(among), bad
        entries = [(conj((answered.settled, g)), c) for c, g in among]
        if answered.open is not False:
            among.sort(key=lambda each: sort_key(each[0]), reverse=self.way == "last")
            for place, (value, admitted) in enumerate(among):
                before = [neg(g) for _, g in among[:place]]
                entries.append((conj((answered.open, admitted, *before)), value))
        return merge(entries), bad

    def _number(self, among: Sequence[tuple[Sym, Truth]]) -> Sym:
        """The first (or last) of the candidates admitted, where some are numbers of many values."""
        if any(lacking(c) is not False for c, _ in among):
            raise NotEncodable(Said("an answer that may be `none` or a number of many values"))
        return largest([(admitted, c) for c, admitted in among], -1 if self.way == "first" else 1)[0]

    def _table(self, question: str, known: list[tuple[tuple[Truth, Value], ...]]) -> Coded:
        entries: list[tuple[Truth, Value]] = []
        bad: list[Truth] = []
        for chosen in product(*known):
            guard = conj(g for g, _ in chosen)
            if guard is False:
                continue
            situation = tuple(v for _, v in chosen)
            for under, outcome, by_default in table_entry(
                self.editions, self.edition.name, question, situation
            ):
                here = conj((guard, self.reads(under)))
                self._trails[-1].defaults |= by_default
                if outcome is None or outcome.status not in ANSWERED or (by_default and not self.defaults):
                    bad.append(here)
                    continue
                answer = outcome.admits[0 if self.way == "first" else -1]
                if outcome.status is Status.OPEN:
                    self._trails[-1].fork((question, situation), here, len(outcome.admits) > 2 and here)
                    chosen_here = dict(self.chosen).get((question, situation), answer)
                    answer = chosen_here if chosen_here in outcome.admits else answer
                entries.append((here, answer))
        return merge(entries), disj(bad)

    def reads(self, under: Iterable[tuple[tuple[str, str], ...]]) -> Truth:
        """The condition that one of these interpretations is chosen."""
        self._trails[-1].reads = True
        return disj(conj(self.readings[d][r] for d, r in way) for way in under)

    # -------------------------------------------------------------- questions

    def outcome(self, question: str, args: tuple[Sym, ...]) -> EncodedOutcome:
        """The outcome of a question in a symbolic situation, both ways tried of what it asks."""
        assert self.root is None
        key = ("outcome", question, self._keys(args))
        found: EncodedOutcome = self._remembered(key, args, lambda: self._outcome_of(question, args))
        return found

    def _outcome_of(self, question: str, args: tuple[Sym, ...]) -> EncodedOutcome:
        outcome: EncodedOutcome
        outcome, footprint = self._traced(lambda: self.question(question, args))
        self._trails[-1].include(footprint)
        if footprint.forks:
            outcome = merged_outcome(outcome, self._by(self._other("last", True), question, args))
            ways = tuple(self.editions.ways.get(self.edition.name, ()))
            self._trails[-1].ways = len(ways)
            for chosen in ways:
                outcome = merged_outcome(
                    outcome, self._by(self._other("first", True, chosen), question, args)
                )
        return outcome

    def _by(self, other: "RuleEncoder", question: str, args: tuple[Sym, ...]) -> EncodedOutcome:
        """The outcome by another encoder, which may meet more."""
        outcome: EncodedOutcome
        outcome, footprint = other._traced(lambda: other.question(question, args))
        self._trails[-1].include(footprint)
        return outcome

    def _other(self, way: Way, defaults: bool, chosen: Chosen = ()) -> "RuleEncoder":
        """The encoder that goes this way, and counts permissions answered by default or not."""
        key = (way, defaults, chosen)
        if key == (self.way, self.defaults, self.chosen):
            return self
        if key not in self._others:

            def same(of: Key, footprint: Footprint) -> bool:
                return not footprint.forks and (defaults or not footprint.defaults)

            def undefaulted(of: Key, footprint: Footprint) -> bool:
                return not footprint.defaults

            memo_sources: list[MemoSource] = [(self, same)]
            if not defaults and (way, True, chosen) != (self.way, True, self.chosen):
                memo_sources.append((self._other(way, True, chosen), undefaulted))
            for memo_source, fit in self.memo_sources:
                memo_sources += memo_source._lending(key, fit)
            self._others[key] = RuleEncoder(
                self.editions, self.edition, self.readings, way, defaults, self, chosen, tuple(memo_sources)
            )
        return self._others[key]

    def _lending(
        self, key: tuple[Way, bool, Chosen], fit: Callable[[Key, Footprint], bool]
    ) -> list[MemoSource]:
        """What this encoder lends to one that goes the way `key`, of what is fit."""
        _, defaults, _ = key

        def same(of: Key, footprint: Footprint) -> bool:
            return not footprint.forks and (defaults or not footprint.defaults) and fit(of, footprint)

        lent: list[MemoSource] = [(self, same)]
        if key in self._others:
            lent.append((self._others[key], fit))
        return lent

    def question(self, question: str, args: tuple[Sym, ...]) -> EncodedOutcome:
        """The outcome of a question in a symbolic situation, if all goes this encoder's way."""
        asked = self.editions.game.questions[question]
        key = ("question", question, self._keys(args))
        outcome: EncodedOutcome = self._remembered(key, args, lambda: self._question(asked, args))
        return outcome

    def _question(self, asked: Question, args: tuple[Sym, ...]) -> EncodedOutcome:
        present, bad_among = self._candidates(asked, args)
        everybody = self._clauses(asked.name)
        below = prevailing(everybody, self.editions.switched_off)
        clauses = [c for c in everybody if self._there(c) is not False]
        conditions = {c.id: self._condition(c, args) for c in clauses}
        unsure = [c.id for c in clauses if conditions[c.id][1] is not False]
        if len(unsure) > MOST_UNSURE:
            raise NotEncodable(Said("more than {n} clauses may be blocked at once", n=MOST_UNSURE))
        admits = {c.id: self._admits(c, args, present) for c in clauses}
        ways = [
            self._outcome(
                asked, clauses, self._speaks(clauses, below, conditions, way), admits, present, bad_among
            )
            for way in (
                dict(zip(unsure, each, strict=True)) for each in product((False, True), repeat=len(unsure))
            )
        ]
        first = ways[0]
        if len(ways) == 1:
            return first
        same = conj(conj((first.same(o), iff(first.default, o.default))) for o in ways[1:])
        blocked = disj((neg(same), first.blocked))
        return EncodedOutcome(
            candidates=first.candidates,
            admits=first.admits,
            silent=conj((first.silent, same)),
            contradictory=conj((first.contradictory, same)),
            settled=conj((first.settled, same)),
            open=conj((first.open, same)),
            blocked=blocked,
            default=conj((first.default, same)),
            speaks={c.id: conj(w.speaks[c.id] for w in ways) for c in clauses},
            answers_of=first.answers_of,
            speaks_first=first.speaks,
        )

    def _clauses(self, question: str) -> list[Clause]:
        everything = (*self.edition.clauses, *self.editions.game.assumptions)
        return [c for c in everything if c.question == question and c.id not in self.editions.without]

    def _there(self, clause: Clause) -> Truth:
        return conj(disj(self.readings[d][r] for r in names) for d, names in clause.under)

    def _condition(self, clause: Clause, args: tuple[Sym, ...]) -> tuple[Truth, Truth]:
        key = ("condition", clause.id, self._keys(args))
        env = self._env(clause.binds, args)
        holds, bad = self._remembered(key, args, lambda: code(clause.condition, env, self))
        there = self._there(clause)
        return conj((there, truth(holds))), conj((there, bad))

    def _env(self, names: Iterable[str], args: tuple[Sym, ...]) -> dict[str, Coded]:
        return {n: (a, False) for n, a in zip(names, args, strict=True)}

    def _candidates(self, asked: Question, args: tuple[Sym, ...]) -> tuple[list[Candidate], Truth]:
        if asked.among is None:
            mentioned = players_in(SymList(tuple((True, a) for a in args)))
            size = domain_size(asked.answer, len(mentioned))
            if size is None or size > MOST_ANSWERS:
                return stated(self._said(asked, args), asked.answer), False
            values = values_of(asked.answer, tuple(mentioned))
            return [(v, conj(mentioned[p] for p in players_in(v))) for v in values], False
        among, bad = code(asked.among, self._env([p.name for p in asked.parameters], args), self)
        found: dict[Value, list[Truth]] = {}
        for guard, item in _members(among):
            for holds, value in _cases(item, Said("candidates of too many cases")):
                found.setdefault(value, []).append(conj((guard, holds)))
        return [(v, disj(g)) for v, g in found.items()], bad

    def _said(self, asked: Question, args: tuple[Sym, ...]) -> Iterator[Sym]:
        """The answers that some clause may give."""
        for clause in self._clauses(asked.name):
            if self._there(clause) is False:
                continue
            env = self._env(clause.binds, args)
            match clause.answer:
                case Then(value=value):
                    yield code(value, env, self)[0]
                case AnyOf(values=values):
                    yield from (item for _, item in _members(code(values, env, self)[0]))
                case Aside():
                    pass
                case Never():
                    raise NotEncodable(REASON)

    def _admits(
        self, clause: Clause, args: tuple[Sym, ...], present: list[Candidate]
    ) -> tuple[tuple[Truth, ...], Truth]:
        """Which candidates, of those that are there, the clause admits, and where its answer is bad."""
        there = self._keys(part for each in present for part in each)
        key = ("admits", clause.id, self._keys(args), there)
        found: tuple[tuple[Truth, ...], Truth] = self._remembered(
            key, (args, present), lambda: self._admitted(clause, args, present)
        )
        return found

    def _admitted(
        self, clause: Clause, args: tuple[Sym, ...], present: list[Candidate]
    ) -> tuple[tuple[Truth, ...], Truth]:
        env = self._env(clause.binds, args)
        match clause.answer:
            case Aside():
                return (), False
            case Then(value=value):
                sym, bad = code(value, env, self)
                return tuple(conj((there, equal(sym, c))) for c, there in present), bad
            case Never(value=value):
                sym, bad = code(value, env, self)
                return tuple(conj((there, neg(equal(sym, c)))) for c, there in present), bad
            case AnyOf(values=values):
                sym, bad = code(values, env, self)
                found = _members(sym)
                return (
                    tuple(disj(conj((there, g, equal(s, c))) for g, s in found) for c, there in present),
                    bad,
                )

    def _speaks(
        self,
        clauses: list[Clause],
        below: Mapping[str, frozenset[str]],
        conditions: Mapping[str, tuple[Truth, Truth]],
        way: Mapping[str, bool],
    ) -> dict[str, Truth]:
        """Which clauses speak, if the conditions that are blocked go this way. (A clause that is not there
        silences nothing; what it would prevail over is known from `below`.)"""
        above: dict[str, list[str]] = {c.id: [] for c in clauses}
        for clause in clauses:
            for target in below[clause.id]:
                if target in above:
                    above[target].append(clause.id)
        speaks: dict[str, Truth] = {}

        def speak(name: str) -> Truth:
            if name not in speaks:
                holds, bad = conditions[name]
                condition = choose(bad, way[name], holds) if name in way else holds
                speaks[name] = conj((condition, *(neg(speak(a)) for a in above[name])))
            return speaks[name]

        for clause in clauses:
            speak(clause.id)
        return {c.id: speaks[c.id] for c in clauses}

    def _outcome(
        self,
        asked: Question,
        clauses: list[Clause],
        speaks: Mapping[str, Truth],
        admits: Mapping[str, tuple[tuple[Truth, ...], Truth]],
        present: list[Candidate],
        bad_among: Truth,
    ) -> EncodedOutcome:
        answering = [c for c in clauses if not isinstance(c.answer, Aside)]
        joint = [
            conj((there, *(implies(speaks[c.id], admits[c.id][0][i]) for c in answering)))
            for i, (_, there) in enumerate(present)
        ]
        positive = disj(speaks[c.id] for c in answering if not isinstance(c.answer, Never))
        excluding = disj(speaks[c.id] for c in answering if isinstance(c.answer, Never))
        spoken = disj((positive, excluding))
        blocked = disj(
            (
                conj((spoken, bad_among)),
                *(conj((speaks[c.id], admits[c.id][1])) for c in answering),
                *(
                    conj((speaks[c.id], neg(disj(admits[c.id][0]))))
                    for c in answering
                    if isinstance(c.answer, Then)
                ),
            )
        )
        some = disj(joint)
        one = self._exactly_one(answering, speaks, joint, some, excluding)
        default: Truth = False
        if asked.permission in ("permitted", "forbidden"):
            default = neg(spoken)
            answer = asked.permission == "permitted"
            joint = [choose(default, v is answer, g) for (v, _), g in zip(present, joint, strict=True)]
        fine = neg(blocked)
        return EncodedOutcome(
            candidates=tuple(v for v, _ in present),
            admits=tuple(joint),
            silent=conj((fine, neg(positive), neg(default), disj((neg(excluding), conj((some, neg(one))))))),
            contradictory=conj((fine, spoken, neg(some))),
            settled=conj((fine, disj((default, conj((spoken, one)))))),
            open=conj((fine, positive, some, neg(one))),
            blocked=blocked,
            default=conj((fine, default)),
            speaks=speaks,
            answers_of={c.id: admits[c.id][0] for c in clauses},
            speaks_first=speaks,
        )

    def _exactly_one(
        self,
        answering: list[Clause],
        speaks: Mapping[str, Truth],
        joint: list[Truth],
        some: Truth,
        excluding: Truth,
    ) -> Truth:
        """Whether exactly one candidate is left: there is where an answer of one value speaks."""
        single = disj(speaks[c.id] for c in answering if isinstance(c.answer, Then))
        if all(isinstance(c.answer, Then) for c in answering):
            return conj((single, some))
        return disj((conj((single, some)), conj((neg(single), exactly_one(joint)))))

    def situation(self, question: str, args: tuple[Sym, ...]) -> tuple[Truth, Truth]:
        """(refused, met): some `given` is settled as no; every one is settled as yes, whatever the
        permissions answered by default.

        Nothing is refused that is not; where what is asked is open in more than two ways, some things that
        are. What is met is told; where it is open in more than two ways, perhaps more.
        """
        asked = self.editions.game.questions[question]
        env = self._env([p.name for p in asked.parameters], args)

        met_with = Footprint()

        def coded(way: Way, defaults: bool) -> list[Coded]:
            by = self._other(way, defaults)
            found, footprint = by._traced(lambda: [code(g, env, by) for g in asked.given])
            met_with.include(footprint)
            return list(found)

        defaults = not any(self._may_default(g) for g in asked.given)
        found = [(coded("first", True), coded("first", defaults))]
        if met_with.forks:
            found.append((coded("last", True), coded("last", defaults)))
        refused = disj(
            conj(conj((neg(truth(s)), neg(b))) for s, b in each)
            for each in zip(*(here for here, _ in found), strict=True)
        )
        met = conj(conj((truth(s), neg(b))) for _, here in found for s, b in here)
        self._trails[-1].include(met_with)
        return conj((refused, neg(met_with.many_ways()))), met

    def _may_default(self, expr: Expr) -> bool:
        """Whether it asks a permission that may be answered by default, without another in between."""
        questions = self.editions.game.questions
        return any(
            isinstance(each, DoubtValue)
            or (isinstance(each, Ask) and questions[each.question].permission in ("permitted", "forbidden"))
            for each in walk(expr)
        )

    def many_ways(self) -> Truth:
        """Whether what was asked so far is open in more than two ways."""
        return self._trails[0].many_ways()


@dataclass(slots=True)
class ExpressionEncoder:
    """Encodes the questions of one edition for an expression, as an encoder does; questions asked outside
    their situations have no answer; `settled`: nor those of which it is not settled that they are asked
    within them. (Those that a reading of a doubt asks are answered as ever.)"""

    encoder: RuleEncoder
    settled: bool

    def called(self, call: Call, args: tuple[Coded, ...], body: Callable[[], Coded]) -> Coded:
        """The value of a definition applied."""
        return body()

    def doubt(self, name: str, args: tuple[Coded, ...]) -> Coded:
        """The value of a doubt, by its readings."""
        return self.encoder.doubt(name, args)

    def ask(self, question: str, args: tuple[Sym, ...]) -> Coded:
        """The answer to a question; bad where it has none."""
        answer, bad = self.encoder.ask(question, args)
        refused, met = self.encoder.situation(question, args)
        return answer, disj((bad, neg(met) if self.settled else refused))


def agreeing(ours: Mapping[Key, Coded], theirs: Mapping[Key, Coded]) -> Truth:
    """Whether the same questions asked in the same (symbolic) situations have the same answers."""
    parts: list[Truth] = []
    for key, (answer, bad) in ours.items():
        if key in theirs:
            other, bad_other = theirs[key]
            parts += [iff(bad, bad_other), disj((bad, equal(answer, other)))]
    return conj(parts)


def _key(sym: Sym) -> object:
    """A key, the same for the same value made of the same parts (which must live as long as it)."""
    match sym:
        case Formula():
            return sym
        case SymChoice() | SymNumber() | SymOptional() | SymSet():
            return id(sym)
        case SymList(places=found):
            return ("list", *((g, _key(item)) for g, item in found))
        case SymRecord(type=name, fields=fields):
            return (name, *(_key(item) for _, item in fields))
        case _:
            return (type(sym).__name__, sym)


def _cases(sym: Sym, reason: str) -> tuple[tuple[Truth, Value], ...]:
    """Its cases; NotEncodable, for the reason, where they are too many."""
    known = cases(sym)
    if known is None:
        raise NotEncodable(reason)
    return known


def _members(sym: Sym) -> tuple[tuple[Truth, Sym], ...]:
    if isinstance(sym, (SymList, SymSet)) or is_known(sym):
        return places(sym)
    known = _cases(sym, Said("answers of too many cases"))
    return tuple((conj((g, h)), item) for g, v in known for h, item in places(v))
