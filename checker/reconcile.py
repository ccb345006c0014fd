"""Reconciliation: under which interpretations editions say the same.

The interpretations of all editions compared are taken together, as combinations. A combination *differs* on
a question if in some situation, which is one for every edition so read, two of them answer, and differently.
It is *vacuous* if no situation is left that is one for every edition and in which none is blocked. All other
combinations *agree*. They are found by elimination: a situation is sought in which some combination that is
left differs; the interpreter tells which combinations differ there; they are struck; and so on, until no such
situation is left within the bounds. Combinations are never listed on the way: what is struck is kept as
choices of readings that cannot hold together.

Of a question, or of a whole variant (a combination agrees on it if it agrees on each of its questions):

- *equivalent*: every interpretation of each edition has its counterparts among those of the others, which
  have the same outcome in every situation. Without doubts: all outcomes are the same. An edition is
  equivalent to its own copy, whatever it leaves in doubt; `under` says that the two are to be read alike;
- *compatible*: all combinations agree;
- *reconcilable*: some combinations agree, and `under` says which;
- *irreconcilable*: all combinations differ;
- *vacuous*: none agrees, as there is nothing to compare under those that do not differ;
- *undecided*: the budget, or what can be expressed, did not suffice.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product
from typing import Literal, TypeVar

from checker.column import Column, Seen, column
from checker.eliminate import by_examples, strike
from checker.findings import Answered, Comparison, QuestionComparison, Witness
from checker.panel import MOST_INTERPRETATIONS, Panel, TooManyInterpretations
from checker.prove import fits, giving
from checker.shortest import TooLong, shortest
from checker.solve import DEFAULT_EFFORT, Bench, Found, Seat, Unknown
from checker.symbols import NotEncodable
from checker.terms import Truth, conj, disj, neg
from checker.unknowns import shapes
from dsl.errors import did_you_mean, fail
from dsl.model import Edition, Project, Question
from interpreter.reading import interpretations
from interpreter.rules import Outcome, Situation, Status
from interpreter.space import situations, space_size

MOST_ENUMERATED = 3_000
"""Questions of at most so many situations are enumerated."""
MOST_COMBINATIONS = 4_096
"""So many combinations of the doubts that matter are told apart."""
MOST_ROUNDS = 2_000
"""So many situations are sought for one question."""

Of = tuple[str, str]
"""A doubt of an edition."""
Choice = Mapping[Of, str]
"""Readings of some doubts, of any editions."""
ComparedStatus = Literal["equivalent", "compatible", "reconcilable", "irreconcilable", "vacuous", "undecided"]

_K = TypeVar("_K")


def compare(
    project: Project, game: str, variant: str, editions: Sequence[str], effort: int = DEFAULT_EFFORT
) -> Comparison:
    """Compares two or more editions of a game over a variant. `effort` bounds each query, in the solver's
    own units.

    Raises ArbitreError: `unknown-name`; and errors of the specification that show only in a situation.
    """
    found = _known(game, project.games, "game")
    asked = _known(variant, found.variants, "variant")
    names = tuple(dict.fromkeys(editions))
    panel = Panel(found, tuple(_known(name, found.editions, "edition") for name in names))
    eliminated, nogoods = by_examples(panel)
    strike(panel, nogoods)
    parts = [Compared(panel, found.questions[name], effort).run() for name in asked.questions]
    whole = conclude(panel, parts)
    return Comparison(
        game=game,
        variant=variant,
        editions=names,
        status=whole.status,
        under=whole.under,
        questions=tuple(_question(panel, part) for part in parts),
        eliminated=eliminated,
    )


_T = TypeVar("_T")


def _known(name: str, known: Mapping[str, _T], what: str) -> _T:
    if name not in known:
        raise fail("unknown-name", f"`{name}` is no {what}", help=did_you_mean(name, known))
    return known[name]


def _question(panel: Panel, part: "Compared") -> QuestionComparison:
    concluded = conclude(panel, [part])
    return QuestionComparison(
        question=part.question.name,
        status=concluded.status,
        under=concluded.under,
        witness=part.witness(),
    )


# ------------------------------------------------------------------ one situation


def partition(
    edition: Edition, rows: Sequence[tuple[Mapping[str, str], _K]]
) -> dict[_K, list[dict[str, str]]]:
    """For each key, the interpretations with it, in readings of as few doubts as tell the keys apart. A
    doubt is kept together with those on which it hangs, so that each says whether it exists."""
    doubts = [d for d in edition.doubts if any(d in i for i, _ in rows)]
    for doubt in reversed(doubts):
        if any(parent == doubt for d in doubts for parent, _ in edition.doubts[d].under):
            continue
        fewer = [d for d in doubts if d != doubt]
        keys: dict[tuple[str | None, ...], _K] = {}
        if all(keys.setdefault(tuple(i.get(d) for d in fewer), key) == key for i, key in rows):
            doubts = fewer
    found: dict[_K, list[dict[str, str]]] = {}
    for interpretation, key in rows:
        choice = {d: interpretation[d] for d in doubts if d in interpretation}
        kept = found.setdefault(key, [])
        if choice not in kept:
            kept.append(choice)
    return found


def _ways(
    panel: Panel, seen: Column, edition: str, key: Callable[[Seen], _K]
) -> dict[_K, list[dict[str, str]]]:
    return partition(panel.edition(edition), [(dict(s.interpretation), key(s)) for s in seen[edition]])


def _joined(editions: Sequence[str], choices: Sequence[Sequence[Mapping[str, str]]]) -> Iterator[Choice]:
    """Every choice of one choice an edition."""
    for way in product(*choices):
        yield {(e, d): r for e, choice in zip(editions, way, strict=True) for d, r in choice.items()}


def _unequal(panel: Panel, seen: Column, key: Callable[[Seen], Outcome | None]) -> list[Choice]:
    """The combinations of which two editions have keys that differ, in what is a situation for all."""
    names = [e.name for e in panel.editions]
    keyed = {n: _ways(panel, seen, n, key) for n in names}
    there = {n: _ways(panel, seen, n, lambda s: s.verdict is not None).get(True, []) for n in names}
    found: list[Choice] = []
    for one, other in combinations(names, 2):
        rest = [n for n in names if n not in (one, other)]
        for ours, mine in keyed[one].items():
            for theirs, yours in keyed[other].items():
                if ours is not None and theirs is not None and ours != theirs:
                    choices = [mine, yours, *(there[n] for n in rest)]
                    found += _joined([one, other, *rest], choices)
    return found


def differing(panel: Panel, seen: Column) -> list[Choice]:
    """The combinations under which two editions answer, and differently, in the situation of a column."""
    return _unequal(panel, seen, lambda s: s.outcome if s.answers else None)


def unlike(panel: Panel, seen: Column) -> list[Choice]:
    """The combinations under which two editions have different outcomes in the situation of a column."""
    return _unequal(panel, seen, lambda s: None if s.verdict is None else s.outcome)


def lively(panel: Panel, seen: Column) -> list[Choice]:
    """The combinations for which it is a situation, in which no edition is blocked."""
    names = [e.name for e in panel.editions]

    def alive(s: Seen) -> bool:
        return s.verdict is not None and s.outcome.status is not Status.BLOCKED

    return list(_joined(names, [_ways(panel, seen, n, alive).get(True, []) for n in names]))


# ------------------------------------------------------------------ one question

Formula = Callable[[Mapping[str, Seat]], Truth]
Told = Callable[[Panel, Column], list[Choice]]


def _differ(seats: Mapping[str, Seat]) -> Truth:
    """Two editions answer, and differently."""
    everywhere = [fits(s.code) for s in seats.values()]
    pairs = [
        conj((giving(a), giving(b), neg(a.code.same(b.code)))) for a, b in combinations(seats.values(), 2)
    ]
    return conj((*everywhere, disj(pairs)))


def _unlike(seats: Mapping[str, Seat]) -> Truth:
    """Two editions have different outcomes."""
    everywhere = [fits(s.code) for s in seats.values()]
    return conj((*everywhere, disj(neg(a.code.same(b.code)) for a, b in combinations(seats.values(), 2))))


def _alive(seats: Mapping[str, Seat]) -> Truth:
    """It is a situation for all, and none is blocked."""
    return conj(part for s in seats.values() for part in (fits(s.code), neg(s.code.blocked)))


@dataclass(slots=True)
class Compared:
    """One question under comparison: the combinations that differ on it (`differ`), those with different
    outcomes (`unlike`; incomplete once some interpretation has no counterpart left), those with something to
    compare (`alive`), and the smallest situation in which some combination differs (`shown`). `because`: why
    it is undecided."""

    panel: Panel
    question: Question
    effort: int = DEFAULT_EFFORT
    differ: list[Choice] = field(default_factory=list)
    unlike: list[Choice] = field(default_factory=list)
    alive: list[Choice] = field(default_factory=list)
    shown: Situation | None = None
    because: str = ""
    benches: list[Bench] = field(default_factory=list)
    _struck: list[Choice] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        """The editions."""
        return [e.name for e in self.panel.editions]

    def run(self) -> "Compared":
        """Looks at every situation, by enumeration where they are few, else by solver."""
        try:
            for name in self.names:
                self._struck += _struck(self.panel, name, self.question.name)
            if space_size(self.panel.game, self.question.name, MOST_ENUMERATED) is None:
                self._solve()
            else:
                self._enumerate()
        except (Unknown, NotEncodable) as why:
            self.because = str(why)
        except TooManyInterpretations as many:
            self.because = f"`{many.edition}` has more than {MOST_INTERPRETATIONS} interpretations here"
        return self

    def _enumerate(self) -> None:
        book = self.panel.rulebook(self.names[0], {})
        for situation in situations(self.panel.game, self.question.name, book):
            seen = self._column(situation)
            apart = differing(self.panel, seen)
            if apart and self.shown is None:
                self.shown = situation
            _add(self.differ, apart)
            _add(self.unlike, unlike(self.panel, seen))
            _add(self.alive, lively(self.panel, seen))

    def _solve(self) -> None:
        game = self.panel.game
        made = [Bench(self.panel, shape, self.effort) for shape in shapes(game, self.question)]
        self.benches = [bench for bench in made if not bench.empty]
        for bench in self.benches:
            self._all(bench, _alive, self.alive, lively)
        for bench in self.benches:
            self._first(bench)
            self._all(bench, _differ, self.differ, differing)
        _add(self.unlike, self.differ)
        for bench in self.benches:
            self._all(bench, _unlike, self.unlike, unlike, lambda: counterparts(self.panel, self.unlike))

    def _first(self, bench: Bench) -> None:
        """The smallest situation in which some combination differs."""
        while self.shown is None:
            seats = self._seats(bench)
            query = [_differ(seats), *(neg(_chosen(seats, choice)) for choice in self._struck)]
            if bench.find(*query) is None:
                return
            found = bench.smallest(*query)
            if self._told(found, differing, self.differ):
                self.shown = found.situation

    def _all(
        self,
        bench: Bench,
        query: Formula,
        known: list[Choice],
        told: Told,
        goes_on: Callable[[], bool] = lambda: True,
    ) -> None:
        """Adds to `known` the combinations told in situations that satisfy the query, until no other
        satisfies it, or it need not go on."""
        for _ in range(MOST_ROUNDS):
            if not goes_on():
                return
            seats = self._seats(bench)
            left = [neg(_chosen(seats, choice)) for choice in (*self._struck, *known)]
            found = bench.find(query(seats), *left)
            if found is None:
                return
            self._told(found, told, known)
        raise Unknown(f"more than {MOST_ROUNDS} situations in which combinations are told apart")

    def _told(self, found: Found, told: Told, known: list[Choice]) -> bool:
        """Whether the interpreter tells the same of what the solver found; it is added to what is known. If
        not, since more answers of an open question have to be tried, that is noted, else it is Unknown."""
        seen = self._column(found.situation)
        here = {(n, d): r for n in self.names for d, r in found.interpretations[f"{n}/"].items()}
        there = told(self.panel, seen)
        if any(choice.items() <= here.items() for choice in there):
            _add(known, there)
            return True
        blocked = [(n, s.verdict) for n, row in seen.items() for s in row if s.verdict is not None]
        more = [self.panel.try_ways(n, v) for n, v in blocked if v.blockers]
        if not any(more):
            raise Unknown("the interpreter does not confirm what the solver found")
        return False

    def _seats(self, bench: Bench) -> dict[str, Seat]:
        return {name: bench.free(name) for name in self.names}

    def _column(self, situation: Situation) -> Column:
        seen = column(self.panel, self.question.name, situation)
        return {
            name: tuple(
                s for s in row if not _within({(name, d): r for d, r in s.interpretation}, self._struck)
            )
            for name, row in seen.items()
        }

    def witness(self) -> Witness | None:
        """The smallest situation in which some combination differs, with what each edition answers there;
        None if there is none."""
        if self.shown is None:
            return None
        seen = self._column(self.shown)
        answers: list[Answered] = []
        for name in self.names:
            for given, choices in _ways(self.panel, seen, name, _given).items():
                if given is not None:
                    outcome, rules, by_default = given
                    answers += [
                        Answered(
                            edition=name,
                            interpretation=choice,
                            outcome=outcome,
                            rules=rules,
                            by_default=by_default,
                        )
                        for choice in choices
                    ]
        return Witness(
            question=self.question.name,
            situation=self.shown,
            answers=tuple(answers),
            confirmed=bool(differing(self.panel, seen)),
        )


def _struck(panel: Panel, name: str, question: str) -> list[Choice]:
    """What is struck of the interpretations of an edition that the panel leaves for a question: those that
    readings of other doubts complete to none that survives. Raises TooManyInterpretations."""
    edition = panel.edition(name)
    doubts = panel.doubts_of(name, question)
    exactly = list(interpretations(edition, doubts, panel.nogoods.get(name, [])))
    rows = [(i, i in exactly) for i in panel.survivors(name, question)]
    return [{(name, d): r for d, r in choice.items()} for choice in partition(edition, rows).get(False, [])]


def _given(seen: Seen) -> tuple[Outcome, tuple[str, ...], bool] | None:
    """What is told of an answer: the outcome, the clauses that speak, whether it is by default."""
    verdict = seen.verdict
    return None if verdict is None else (verdict.outcome, verdict.speaking, verdict.by_default)


def _add(known: list[Choice], choices: Iterable[Choice]) -> None:
    """Adds those choices that none already known contains."""
    for choice in choices:
        if not any(k.items() <= choice.items() for k in known):
            known[:] = [k for k in known if not choice.items() <= k.items()]
            known.append(choice)


def _chosen(seats: Mapping[str, Seat], choice: Choice) -> Truth:
    return conj(seats[e].reads[d][r] for (e, d), r in choice.items())


# ------------------------------------------------------------------ the conclusion


@dataclass(frozen=True, slots=True, kw_only=True)
class Concluded:
    """What comes of one or more questions together. `because`: why it is undecided."""

    status: ComparedStatus
    under: str | None
    because: str = ""


def conclude(panel: Panel, parts: Sequence[Compared]) -> Concluded:
    """The status of these questions together, and the combinations that agree on all of them."""
    undecided = [p for p in parts if p.because]
    try:
        differ = _all_of(p.differ for p in parts)
        agreeing, apart, nothing = _sorted(panel, differ, [p.alive for p in parts if not p.because])
        if not agreeing and not nothing:
            return Concluded(status="irreconcilable", under=None)
        if undecided:
            return Concluded(status="undecided", under=None, because=undecided[0].because)
        if not agreeing:
            return Concluded(status="vacuous", under=None)
        under = shortest(
            _domains(panel), [_named(p) for p in agreeing], [_named(p) for p in (*apart, *nothing)]
        )
        if not nothing and counterparts(panel, _all_of(p.unlike for p in parts)):
            return Concluded(status="equivalent", under=under)
        if not nothing and not apart:
            return Concluded(status="compatible", under=under)
        return Concluded(status="reconcilable", under=under)
    except (TooManyCombinations, TooLong) as why:
        return Concluded(status="undecided", under=None, because=str(why))


class TooManyCombinations(Exception):
    """More combinations of the doubts that matter than are told apart."""


def _all_of(known: Iterable[Sequence[Choice]]) -> list[Choice]:
    found: list[Choice] = []
    for choices in known:
        _add(found, choices)
    return found


def _sorted(
    panel: Panel, differ: Sequence[Choice], alive: Sequence[Sequence[Choice]]
) -> tuple[list[Choice], list[Choice], list[Choice]]:
    """The combinations that agree, those that differ, and those with nothing to compare."""
    agreeing: list[Choice] = []
    apart: list[Choice] = []
    nothing: list[Choice] = []
    for point in points(panel, [*differ, *(c for choices in alive for c in choices)]):
        if _within(point, differ):
            apart.append(point)
        elif all(_within(point, choices) for choices in alive):
            agreeing.append(point)
        else:
            nothing.append(point)
    return agreeing, apart, nothing


def _within(point: Choice, choices: Iterable[Choice]) -> bool:
    return any(choice.items() <= point.items() for choice in choices)


def points(panel: Panel, choices: Iterable[Choice]) -> list[Choice]:
    """Every surviving combination, of the doubts that these choices name. Raises TooManyCombinations."""
    named = {of for choice in choices for of in choice}
    rows: list[list[dict[str, str]]] = []
    size = 1
    for edition in panel.editions:
        doubts = {d for e, d in named if e == edition.name}
        ways = interpretations(edition, _with_parents(edition, doubts), panel.nogoods.get(edition.name, []))
        rows.append(list(islice(ways, MOST_COMBINATIONS + 1)))
        size *= len(rows[-1])
        if size > MOST_COMBINATIONS:
            raise TooManyCombinations(f"more than {MOST_COMBINATIONS} combinations of readings matter")
    return list(_joined([e.name for e in panel.editions], rows))


def _with_parents(edition: Edition, doubts: Iterable[str]) -> set[str]:
    """These doubts, and all on which they hang."""
    found: set[str] = set()
    pending = list(doubts)
    while pending:
        doubt = pending.pop()
        if doubt not in found:
            found.add(doubt)
            pending += [parent for parent, _ in edition.doubts[doubt].under]
    return found


def counterparts(panel: Panel, unlike: Sequence[Choice]) -> bool:
    """Whether every interpretation of each edition belongs to some combination that contains none of these
    choices. False too where there are too many to tell."""
    try:
        every = points(panel, unlike)
    except TooManyCombinations:
        return False
    left = [p for p in every if not _within(p, unlike)]
    return all(_of(p, e.name) in [_of(q, e.name) for q in left] for e in panel.editions for p in every)


def _of(point: Choice, edition: str) -> dict[str, str]:
    return {d: r for (e, d), r in point.items() if e == edition}


def _domains(panel: Panel) -> dict[str, tuple[str, ...]]:
    return {
        f"{edition.name}.{doubt.name}": tuple(r.name for r in doubt.readings)
        for edition in panel.editions
        for doubt in edition.doubts.values()
    }


def _named(point: Choice) -> dict[str, str]:
    return {f"{e}.{d}": r for (e, d), r in point.items()}
