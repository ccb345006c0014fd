"""What an edition answers, as terms: the mirror of `interpreter.rules`.

A question asked of finitely many situations is a table, filled in by the interpreter under each
interpretation; any other is encoded clause by clause. The interpretation is symbolic: for each doubt,
the conditions that it has this or that reading.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import product

from checker.encode import Coded, code
from checker.panel import Panel
from checker.symbols import (
    NotEncodable,
    Sym,
    SymList,
    SymSet,
    cases,
    equal,
    is_known,
    merge,
    places,
    players_in,
    select,
    truth,
)
from checker.terms import Truth, choose, conj, disj, exactly_one, iff, implies, neg
from dsl.errors import ArbitreError
from dsl.model import AnyOf, Aside, Call, Clause, Edition, Never, Question, Then
from dsl.values import Value
from interpreter.hearing import prevailing
from interpreter.rules import Outcome, Situation, Status
from interpreter.space import values_of

MOST_TABLE = 4000
"""Beyond so many situations a question asked is encoded, not tabulated."""
MOST_UNSURE = 4
"""Clauses whose condition may be blocked, each tried both ways."""

Readings = Mapping[str, Mapping[str, Truth]]
"""For each doubt, the condition of each of its readings."""
Way = Callable[[str, Situation, tuple[Value, ...]], Value]
"""Which of the admitted answers of an open question is tried."""


def first_way(question: str, situation: Situation, admits: tuple[Value, ...]) -> Value:
    """The first of the answers admitted."""
    return admits[0]


def last_way(question: str, situation: Situation, admits: tuple[Value, ...]) -> Value:
    """The last of the answers admitted."""
    return admits[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """An outcome as terms: which status holds, which candidates are admitted, which clauses speak.

    `refused`: the situation is none, by a `given` settled as no; `met`: every `given` is settled as yes.
    """

    candidates: tuple[Value, ...]
    admits: tuple[Truth, ...]
    silent: Truth
    contradictory: Truth
    settled: Truth
    open: Truth
    blocked: Truth
    default: Truth
    speaks: Mapping[str, Truth]
    answers_of: Mapping[str, tuple[Truth, ...]]
    refused: Truth = False
    met: Truth = True

    @property
    def answers(self) -> Truth:
        """Settled or open."""
        return disj((self.settled, self.open))

    def same(self, other: "Code") -> Truth:
        """Whether status and admitted answers are the same. (The candidates must be.)"""
        theirs = dict(zip(other.candidates, other.admits, strict=True))
        here = dict(zip(self.candidates, self.admits, strict=True))
        every = list(dict.fromkeys((*self.candidates, *other.candidates)))
        return conj(
            (
                iff(self.silent, other.silent),
                iff(self.contradictory, other.contradictory),
                iff(self.settled, other.settled),
                iff(self.open, other.open),
                iff(self.blocked, other.blocked),
                implies(
                    self.answers, conj(iff(here.get(c, False), theirs.get(c, False)) for c in every)
                ),
            )
        )

    def terms(self) -> tuple[Truth, ...]:
        """What the outcome consists of (not whether it is a situation)."""
        return (*self.admits, self.silent, self.contradictory, self.settled, self.open, self.blocked, self.default)

    def conflicting(self, clauses: Iterable[str]) -> Truth:
        """Whether these clauses all speak and admit no common answer."""
        named = list(clauses)
        joint = disj(
            conj(self.answers_of[c][i] for c in named if self.answers_of[c])
            for i in range(len(self.candidates))
        )
        return conj((*(self.speaks[c] for c in named), neg(joint)))


@dataclass(slots=True)
class Coder:
    """Encodes the questions of one edition for given conditions of readings (see `encode.Asked`)."""

    panel: Panel
    edition: Edition
    readings: Readings
    way: Way = first_way
    opened: dict[tuple[str, Situation], tuple[Value, ...]] = field(default_factory=dict)
    forked: Truth = False
    _kept: list[object] = field(default_factory=list)
    _calls: dict[tuple[object, ...], Coded] = field(default_factory=dict)
    _asks: dict[tuple[str, tuple[object, ...]], Coded] = field(default_factory=dict)
    _codes: dict[tuple[str, tuple[object, ...]], Code] = field(default_factory=dict)

    # -------------------------------------------------------------- for expressions

    def called(self, call: Call, args: tuple[Coded, ...], body: Callable[[], Coded]) -> Coded:
        """The value of a definition applied, remembered for the same arguments."""
        key = (id(call.function), *(self._key(part) for arg in args for part in arg))
        if key not in self._calls:
            self._kept += [call.function, args]
            self._calls[key] = body()
        return self._calls[key]

    def doubt(self, name: str, args: tuple[Coded, ...]) -> Coded:
        """The value of a doubt, by its readings."""
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
        key = (question, tuple(self._key(a) for a in args))
        if key not in self._asks:
            self._kept.append(args)
            self._asks[key] = self._asked(question, args)
        return self._asks[key]

    def agrees(self, other: "Coder") -> Truth:
        """Whether the two answer alike what both have asked in the same (symbolic) situations."""
        parts: list[Truth] = []
        for key, (answer, bad) in self._asks.items():
            if key in other._asks:
                theirs, bad_theirs = other._asks[key]
                parts += [iff(bad, bad_theirs), disj((bad, equal(answer, theirs)))]
        return conj(parts)

    def _key(self, sym: Sym) -> object:
        return (type(sym).__name__, sym) if is_known(sym) else id(sym)

    def _asked(self, question: str, args: tuple[Sym, ...]) -> Coded:
        known = [cases(a) for a in args]
        ways = 1
        for found in known:
            ways *= MOST_TABLE + 1 if found is None else max(1, len(found))
        if ways <= MOST_TABLE:
            return self._table(question, [found or () for found in known])
        answered = self.question(question, args)
        self.forked = disj((self.forked, answered.open))
        settled = [(conj((answered.settled, g)), c) for c, g in zip(answered.candidates, answered.admits, strict=True)]
        return merge(settled), neg(answered.settled)

    def _table(self, question: str, known: list[tuple[tuple[Truth, Value], ...]]) -> Coded:
        entries: list[tuple[Truth, Value]] = []
        bad: list[Truth] = []
        for chosen in product(*known):
            guard = conj(g for g, _ in chosen)
            if guard is False:
                continue
            situation = tuple(v for _, v in chosen)
            for under, outcome in table_entry(self.panel, self.edition.name, question, situation):
                here = conj((guard, self.reads(under)))
                if outcome is None or outcome.status not in (Status.SETTLED, Status.OPEN):
                    bad.append(here)
                elif outcome.status is Status.SETTLED:
                    entries.append((here, outcome.admits[0]))
                else:
                    self.opened[(question, situation)] = outcome.admits
                    self.forked = disj((self.forked, here))
                    entries.append((here, self.way(question, situation, outcome.admits)))
        return merge(entries), disj(bad)

    def reads(self, under: Iterable[tuple[tuple[str, str], ...]]) -> Truth:
        """The condition that one of these interpretations is chosen."""
        return disj(conj(self.readings[d][r] for d, r in way) for way in under)

    # -------------------------------------------------------------- questions

    def question(self, question: str, args: tuple[Sym, ...]) -> Code:
        """The outcome of a question in a symbolic situation."""
        key = (question, tuple(self._key(a) for a in args))
        if key not in self._codes:
            self._kept.append(args)
            self._codes[key] = self._question(self.panel.game.questions[question], args)
        return self._codes[key]

    def _question(self, asked: Question, args: tuple[Sym, ...]) -> Code:
        present, bad_among = self._candidates(asked, args)
        clauses = [c for c in self._clauses(asked.name) if self._there(c) is not False]
        conditions = {c.id: self._condition(c, args) for c in clauses}
        unsure = [c.id for c in clauses if conditions[c.id][1] is not False]
        if len(unsure) > MOST_UNSURE:
            raise NotEncodable(f"more than {MOST_UNSURE} clauses may be blocked at once")
        admits = {c.id: self._admits(c, args, [v for v, _ in present]) for c in clauses}
        ways = [
            self._outcome(asked, clauses, conditions, dict(zip(unsure, way, strict=True)), admits, present, bad_among)
            for way in product((False, True), repeat=len(unsure))
        ]
        first = ways[0]
        if len(ways) == 1:
            return first
        same = conj(first.same(other) for other in ways[1:])
        blocked = disj((neg(same), first.blocked))
        return Code(
            candidates=first.candidates,
            admits=first.admits,
            silent=conj((first.silent, same)),
            contradictory=conj((first.contradictory, same)),
            settled=conj((first.settled, same)),
            open=conj((first.open, same)),
            blocked=blocked,
            default=disj(w.default for w in ways),
            speaks={c.id: conj(w.speaks[c.id] for w in ways) for c in clauses},
            answers_of=first.answers_of,
        )

    def _clauses(self, question: str) -> list[Clause]:
        everything = (*self.edition.clauses, *self.panel.game.assumptions)
        return [c for c in everything if c.question == question and c.id not in self.panel.without]

    def _there(self, clause: Clause) -> Truth:
        return conj(disj(self.readings[d][r] for r in names) for d, names in clause.under)

    def _condition(self, clause: Clause, args: tuple[Sym, ...]) -> tuple[Truth, Truth]:
        there = self._there(clause)
        holds, bad = code(clause.condition, self._env(clause.binds, args), self)
        return conj((there, truth(holds))), conj((there, bad))

    def _env(self, names: Iterable[str], args: tuple[Sym, ...]) -> dict[str, Coded]:
        return {n: (a, False) for n, a in zip(names, args, strict=True)}

    def _candidates(self, asked: Question, args: tuple[Sym, ...]) -> tuple[list[tuple[Value, Truth]], Truth]:
        if asked.among is None:
            players = tuple(dict.fromkeys(p for a in args for p in players_in(a)))
            return [(v, True) for v in values_of(asked.answer, players)], False
        among, bad = code(asked.among, self._env([p.name for p in asked.parameters], args), self)
        found: dict[Value, list[Truth]] = {}
        for guard, item in places(among):
            for holds, value in cases(item) or _refuse("candidates of too many cases"):
                found.setdefault(value, []).append(conj((guard, holds)))
        return [(v, disj(g)) for v, g in found.items()], bad

    def _admits(
        self, clause: Clause, args: tuple[Sym, ...], candidates: list[Value]
    ) -> tuple[tuple[Truth, ...], Truth]:
        """Which candidates the clause admits, and where its answer is bad."""
        env = self._env(clause.binds, args)
        match clause.answer:
            case Aside():
                return (), False
            case Then(value=value):
                sym, bad = code(value, env, self)
                return tuple(equal(sym, c) for c in candidates), bad
            case Never(value=value):
                sym, bad = code(value, env, self)
                return tuple(neg(equal(sym, c)) for c in candidates), bad
            case AnyOf(values=values):
                sym, bad = code(values, env, self)
                found = _members(sym)
                return tuple(disj(conj((g, equal(s, c))) for g, s in found) for c in candidates), bad

    def _speaks(
        self,
        clauses: list[Clause],
        conditions: Mapping[str, tuple[Truth, Truth]],
        way: Mapping[str, bool],
    ) -> dict[str, Truth]:
        below = prevailing(clauses, self.panel.switched_off)
        above: dict[str, list[str]] = {c.id: [] for c in clauses}
        for clause in clauses:
            for target in below[clause.id]:
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
        conditions: Mapping[str, tuple[Truth, Truth]],
        way: Mapping[str, bool],
        admits: Mapping[str, tuple[tuple[Truth, ...], Truth]],
        present: list[tuple[Value, Truth]],
        bad_among: Truth,
    ) -> Code:
        speaks = self._speaks(clauses, conditions, way)
        answering = [c for c in clauses if not isinstance(c.answer, Aside)]
        joint = [
            conj((there, *(implies(speaks[c.id], admits[c.id][0][i]) for c in answering)))
            for i, (_, there) in enumerate(present)
        ]
        positive = disj(speaks[c.id] for c in answering if not isinstance(c.answer, Never))
        excluding = disj(speaks[c.id] for c in answering if isinstance(c.answer, Never))
        blocked = disj(
            (
                bad_among,
                *(conj((speaks[c.id], admits[c.id][1])) for c in answering),
                *(conj((speaks[c.id], neg(disj(admits[c.id][0])))) for c in answering if isinstance(c.answer, Then)),
            )
        )
        some = disj(joint)
        one = self._exactly_one(answering, speaks, joint, some, excluding)
        spoken = disj((positive, excluding))
        default: Truth = False
        if asked.permission in ("permitted", "forbidden"):
            default = neg(spoken)
            answer = asked.permission == "permitted"
            joint = [choose(default, v is answer, g) for (v, _), g in zip(present, joint, strict=True)]
        fine = neg(blocked)
        return Code(
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
        )

    def _exactly_one(
        self, answering: list[Clause], speaks: Mapping[str, Truth], joint: list[Truth], some: Truth, excluding: Truth
    ) -> Truth:
        """Whether exactly one candidate is left: there is where an answer of one value speaks."""
        single = disj(speaks[c.id] for c in answering if isinstance(c.answer, Then))
        if all(isinstance(c.answer, Then) for c in answering):
            return conj((single, some))
        return disj((conj((single, some)), conj((neg(single), exactly_one(joint)))))

    def situation(self, question: str, args: tuple[Sym, ...]) -> tuple[Truth, Truth]:
        """(refused, met): some `given` is settled as no; every one is settled as yes."""
        asked = self.panel.game.questions[question]
        env = self._env([p.name for p in asked.parameters], args)
        coded = [code(g, env, self) for g in asked.given]
        refused = disj(conj((neg(truth(s)), neg(b))) for s, b in coded)
        return refused, conj(conj((truth(s), neg(b))) for s, b in coded)


def _refuse(reason: str) -> tuple[tuple[Truth, Value], ...]:
    raise NotEncodable(reason)


def _members(sym: Sym) -> tuple[tuple[Truth, Sym], ...]:
    if isinstance(sym, (SymList, SymSet)) or is_known(sym):
        return places(sym)
    known = cases(sym) or _refuse("answers of too many cases")
    return tuple((conj((g, h)), item) for g, v in known for h, item in places(v))


def table_entry(
    panel: Panel, edition: str, question: str, situation: Situation
) -> list[tuple[tuple[tuple[tuple[str, str], ...], ...], Outcome | None]]:
    """The outcomes of a question in a known situation, each with the interpretations under which it is
    so (of the doubts that matter there). None stands for an error of the specification."""
    key = (edition, question, situation)
    found = panel.tables.get(key)
    if found is None:
        found = panel.tables[key] = _tabulated(panel, edition, question, situation)
    return found


def _tabulated(
    panel: Panel, edition: str, question: str, situation: Situation
) -> list[tuple[tuple[tuple[tuple[str, str], ...], ...], Outcome | None]]:
    outcomes: dict[Outcome | None, list[dict[str, str]]] = {}
    for interpretation in panel.survivors(edition, question):
        try:
            outcome: Outcome | None = panel.verdict(edition, interpretation, question, situation).outcome
        except ArbitreError:
            outcome = None
        outcomes.setdefault(outcome, []).append(interpretation)
    if len(outcomes) == 1:
        return [(((),), outcome) for outcome in outcomes]
    doubts = _that_matter(outcomes)
    return [
        (tuple(dict.fromkeys(tuple((d, i[d]) for d in doubts if d in i) for i in under)), outcome)
        for outcome, under in outcomes.items()
    ]


def _that_matter(outcomes: Mapping[Outcome | None, list[dict[str, str]]]) -> list[str]:
    """The fewest doubts, dropped one by one from the last, that still tell the outcomes apart."""
    doubts = list(dict.fromkeys(d for under in outcomes.values() for i in under for d in i))
    for doubt in reversed(doubts):
        fewer = [d for d in doubts if d != doubt]
        seen: dict[tuple[tuple[str, str | None], ...], Outcome | None] = {}
        if all(
            seen.setdefault(tuple((d, i.get(d)) for d in fewer), outcome) == outcome
            for outcome, under in outcomes.items()
            for i in under
        ):
            doubts = fewer
    return doubts
