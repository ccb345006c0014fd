"""The check: every search over a game, in the order in which one may strike readings for the next."""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

from checker.assemble import Assembler
from checker.claims import solve_claim
from checker.concerning import about, restricted
from checker.exceptions import Prevented, prevented
from checker.findings import (
    Finding,
    Harmless,
    LookedAt,
    Proof,
    Repetition,
    Report,
    Undecided,
    Vacuous,
)
from checker.hunt import Searched, enumerated, looked_through
from checker.kinds import can_end, ends, failing, rulings, steps
from checker.kinds.collected import Parts, collect
from checker.looking import is_looked_at, looked_at
from checker.options import aspect, aspects, is_first
from checker.panel import Panel
from checker.prove import Search
from checker.reach import with_logs
from checker.solve import DEFAULT_EFFORT
from checker.spread import spread
from checker.striking import Searches, is_large, questions_of, search_of, strike_contradictions
from checker.terms import Home
from dsl.errors import ArbitreError, Problem, did_you_mean, fail
from dsl.model import Edition, Game, Origin, Project, Question
from dsl.said import Said
from dsl.types import BagType, IntType, ListType
from interpreter.reading import Dependencies

LOG_BUDGET = 800
"""What looking for one game that arrives at a witness may cost, in statements carried out."""

COLLECT_AFTER = 2_000_000
"""After so many new objects, cyclic garbage is looked for."""


def check(
    project: Project,
    targets: Sequence[str] = (),
    *,
    editions: Sequence[str] | None = None,
    kinds: Sequence[str] | None = None,
    effort: int = DEFAULT_EFFORT,
    workers: int = 1,
) -> Report:
    """Checks the targets (`game`, `game/variant` or `game/variant+option`; none: everything).

    `editions` keeps only that in which one of these takes part (None: all): each is examined beside all its
    siblings, so that what is kept is the same as without.

    `kinds` keeps only findings of these kinds. `effort` bounds each query, in the solver's own units.
    `workers`: processes; the report is the same for any number. Raises ArbitreError for errors of the
    specification, also those that show only in a situation.
    """
    chosen = [
        _Part(game.name, variant, len(game.variants[variant].questions))
        for game, variant in _chosen(project, targets)
    ]
    plan = _Plan(project, None if editions is None else tuple(editions), effort)
    reports = spread(_examined, plan, chosen, workers, size=lambda part: part.questions)
    report = _joined([each for each in reports if each is not None])
    if editions is not None:
        report = restricted(report, about(editions))
    if kinds is not None:
        report = replace(report, findings=tuple(f for f in report.findings if f.kind in kinds))
    return report


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is the same for all parts of a check."""

    project: Project
    editions: tuple[str, ...] | None
    effort: int


@dataclass(frozen=True, slots=True)
class _Part:
    """A variant, or a variant with an option, that is examined by itself."""

    game: str
    variant: str
    questions: int


def _examined(plan: _Plan, part: _Part) -> Report | None:
    """The report of one part; None where none of the editions asked about says anything of it."""
    game = aspect(plan.project.games[part.game], part.variant)
    assert game is not None, "it was one when it was chosen"
    editions = tuple(e for _, e in sorted(game.editions.items()))
    about = None if plan.editions is None else frozenset(plan.editions)
    panel = Panel(game, editions, about=about)
    if not panel.reported:
        return None
    with Home.own(), _seldom_collected():
        return _Check(game, part.variant, panel, plan.effort).report()


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Looks for cyclic garbage seldom: a check keeps most of what it makes, and makes few cycles."""
    before = gc.get_threshold()
    gc.set_threshold(COLLECT_AFTER)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _chosen(project: Project, targets: Sequence[str]) -> list[tuple[Game, str]]:
    found: list[tuple[Game, str]] = []
    for target in targets or tuple(project.games):
        name, _, variant = target.partition("/")
        game = project.games.get(name)
        if game is None:
            help = did_you_mean(name, project.games)
            raise fail("unknown-name", f"there is no game `{name}`", help=help)
        for as_it_is, each in _aspects(game, variant):
            if (name, each) not in [(other.name, known) for other, known in found]:
                found.append((as_it_is, each))
    return found


def _aspects(game: Game, variant: str) -> Iterator[tuple[Game, str]]:
    """The game as it is examined under each name that a target stands for."""
    if variant:
        one = aspect(game, variant)
        if one is None:
            known = [f"{v.name}+{o}" for v in game.variants.values() for o in v.options]
            help = did_you_mean(variant, [*game.variants, *known])
            raise fail("unknown-name", f"`{game.name}` has no variant or option `{variant}`", help=help)
        if "+" in variant:
            yield one, variant
            return
    for each in [variant] if variant else list(game.variants):
        yield from aspects(game, each)


def _joined(reports: Sequence[Report]) -> Report:
    bounds: dict[str, Mapping[str, object]] = {}
    for report in reports:
        bounds.update(report.bounds)
    return Report(
        bounds=bounds,
        findings=tuple(sorted((f for r in reports for f in r.findings), key=lambda f: f.id)),
        proved=tuple(p for r in reports for p in r.proved),
        vacuous=tuple(v for r in reports for v in r.vacuous),
        undecided=tuple(u for r in reports for u in r.undecided),
        checked=tuple(c for r in reports for c in r.checked),
        harmless=tuple(h for r in reports for h in r.harmless),
        repetitions=tuple(x for r in reports for x in r.repetitions),
        eliminated=tuple({(e.game, e.cause): e for r in reports for e in r.eliminated}.values()),
        concrete=tuple(c for r in reports for c in r.concrete),
    )


@dataclass
class _Check:
    """The check of one variant."""

    game: Game
    variant: str
    panel: Panel
    effort: int
    problems: list[Problem] = field(default_factory=list)

    @property
    def editions(self) -> tuple[Edition, ...]:
        """The editions side by side."""
        return self.panel.editions

    @cached_property
    def questions(self) -> list[Question]:
        """The questions of the variant, those asked by others first."""
        return questions_of(self.game, self.variant, self.editions)

    def report(self) -> Report:
        """Runs everything. Raises ArbitreError."""
        parts = collect(self.panel, self.variant)
        kept: Searches = {}
        struck = strike_contradictions(self.panel, self.variant, kept, self.effort)
        searches = {
            q.name: search_of(self.panel, kept, q, self.effort)
            for q in self.questions
            if is_large(self.game, q) and not is_looked_at(self.panel, q)
        }
        searched = [self._searched(searches, q) for q in self.questions]
        prevents = self._exceptions(searches)
        self._rulings()
        if self.problems:
            raise ArbitreError(*self.problems)
        assembler = Assembler(self.panel, self.variant)
        found = [*assembler.findings(searched), *assembler.exceptions(prevents)]
        solved = [solve_claim(inside, self.variant, e, p, self.effort) for inside, p, e in parts.to_solve]
        solved += ends.of_variant(self.panel, self.variant)
        solved += can_end.of_variant(self.panel, self.variant)
        found += [*parts.findings, *(s for s in solved if isinstance(s, Finding)), *struck[1]]
        found += steps.attach(parts.steps, found)
        found += failing.findings(self.panel, self.variant, found)
        told = [f for f in _unique(found) if self.panel.is_about(*f.editions)]
        found = list(with_logs(self.panel, self.variant, told, budget=LOG_BUDGET))
        return Report(
            bounds={f"{self.game.name}/{self.variant}": self._bounds()},
            findings=tuple(found),
            proved=tuple(self._proofs(searched, parts, [s for s in solved if isinstance(s, Proof)])),
            vacuous=(
                *parts.vacuous,
                *(s for s in solved if isinstance(s, Vacuous)),
                *self._vacuous(searched),
            ),
            undecided=(
                *(s for s in solved if isinstance(s, Undecided)),
                *self._undecided(searched),
                *self._undecided_exceptions(prevents),
            ),
            checked=parts.checked,
            harmless=tuple(self._harmless(searched, found)),
            repetitions=tuple(
                Repetition(game=self.game.name, edition=clause.split(".")[0], rule=clause)
                for s in searched
                for clause in s.repeated
            ),
            eliminated=(*parts.eliminated, *struck[0]),
            concrete=(
                *self._concrete(searched),
                *parts.looked_at,
            ),
        )

    def _searched(self, searches: Mapping[str, Search], question: Question) -> Searched:
        if is_looked_at(self.panel, question):
            return looked_through(self.panel, question, looked_at(self.panel, question))
        if question.name in searches:
            return searches[question.name].run()
        return enumerated(self.panel, question)

    def _bounds(self) -> dict[str, object]:
        return {"players": list(self.game.players)}

    def _exceptions(self, searches: Mapping[str, Search]) -> list[Prevented]:
        found: list[Prevented] = []
        for question in self.questions:
            some, idle = prevented(self.panel, question, searches.get(question.name))
            found += some
            self.problems += idle
        return found

    def _rulings(self) -> None:
        names = {e.name for e in self.panel.reported}
        for each in self.game.rulings:
            if each.edition in names:
                own = [question.name for question in self.questions]
                self.problems += rulings.check(self.panel, each, own)

    # -------------------------------------------------------------- what else there is to say

    def _proofs(self, searched: Sequence[Searched], parts: Parts, solved: Sequence[Proof]) -> Iterable[Proof]:
        for each in searched:
            for names, claim in each.proved:
                yield Proof(
                    game=self.game.name,
                    variant=self.variant,
                    question=each.question.name,
                    editions=names,
                    holds=claim,
                    bounds=bounds_of(each.question),
                    assumptions=self._assumed(each.question.name, names),
                    excluded=max((each.excluded.get(n, 0.0) for n in names), default=0.0),
                )
            for names, where in each.agreed:
                yield Proof(
                    game=self.game.name,
                    variant=self.variant,
                    question=each.question.name,
                    editions=names,
                    holds="equivalent",
                    where=where,
                    bounds=bounds_of(each.question),
                    assumptions=self._assumed(each.question.name, names),
                )
        yield from parts.proofs
        yield from solved

    def _assumed(self, question: str, names: Sequence[str]) -> tuple[str, ...]:
        """The assumptions and implied exceptions on which a proof about a question rests."""
        found: dict[str, None] = {}
        for edition in (e for e in self.editions if e.name in names):
            asked = {question, *Dependencies(self.game, edition).asked(question)}
            for clause in (*edition.clauses, *self.game.assumptions):
                if clause.question not in asked:
                    continue
                if clause.origin is Origin.ASSUMPTION:
                    found[clause.id] = None
                for exception in clause.exceptions:
                    if exception.ground == "implied":
                        found[f"{clause.id} is an exception to {', '.join(exception.targets)}"] = None
        return tuple(found)

    def _vacuous(self, searched: Sequence[Searched]) -> Iterable[Vacuous]:
        for each in searched:
            for names, claim, because in each.vacuous:
                yield Vacuous(
                    game=self.game.name,
                    variant=self.variant,
                    question=each.question.name,
                    editions=names,
                    holds=claim,
                    because=because,
                )

    def _undecided(self, searched: Sequence[Searched]) -> Iterable[Undecided]:
        for each in searched:
            for names, claim, because in each.undecided:
                yield self._not_decided(each.question.name, names, claim, because)

    def _undecided_exceptions(self, found: Sequence[Prevented]) -> Iterable[Undecided]:
        for each in found:
            if each.situation is None:
                claim = f"exception:{each.clause.id}"
                yield self._not_decided(each.clause.question, (each.edition,), claim, each.because)

    def _not_decided(self, question: str, names: tuple[str, ...], claim: str, because: str) -> Undecided:
        return Undecided(
            game=self.game.name,
            variant=self.variant,
            question=question,
            editions=names,
            holds=claim,
            because=because,
        )

    def _concrete(self, searched: Sequence[Searched]) -> Iterable[LookedAt]:
        for each in searched:
            if each.looked is not None:
                yield LookedAt(
                    game=self.game.name,
                    variant=self.variant,
                    question=each.question.name,
                    editions=tuple(e.name for e in self.editions),
                    because=self.panel.concrete[each.question.name].because,
                    situations=each.looked,
                )

    def _harmless(self, searched: Sequence[Searched], found: Sequence[Finding]) -> Iterable[Harmless]:
        """Doubts that change no answer to any question of the variant, each of them decided."""
        shown = {doubt for f in found for doubt in f.doubts}
        for edition in self.panel.reported:
            depends = Dependencies(self.game, edition)
            for doubt in edition.doubts:
                using = [s for s in searched if doubt in depends.doubts(s.question.name)]
                if not using and not self._is_first_without_use(depends, doubt):
                    continue
                if f"{edition.name}.{doubt}" in shown or not self._left_open(edition, doubt):
                    continue
                if any(s.looked is not None for s in using):
                    continue
                if any((edition.name,) == names for s in using for names, _, _ in (*s.undecided,)):
                    continue
                asked = ", ".join(s.question.name for s in using)
                proof = Said("no question depends on it")
                if using:
                    proof = Said("no answer depends on it: {questions}", questions=asked)
                yield Harmless(game=self.game.name, edition=edition.name, doubt=doubt, proof=proof)

    def _is_first_without_use(self, depends: Dependencies, doubt: str) -> bool:
        """Whether no question of the game depends on the doubt, and this is where that is said."""
        used = any(doubt in depends.doubts(question) for question in self.game.questions)
        return not used and is_first(self.game, self.variant)

    def _left_open(self, edition: Edition, doubt: str) -> bool:
        """Whether more than one reading of the doubt is left."""
        return len({i.get(doubt) for i in self.panel.readings(edition.name, [doubt])}) > 1


def bounds_of(question: Question) -> dict[str, object]:
    """The bounds of a question's parameters."""
    found: dict[str, object] = {}
    for parameter in question.parameters:
        match parameter.type:
            case IntType(low=low, high=high) | ListType(low=low, high=high) | BagType(low=low, high=high):
                found[parameter.name] = [low, high]
            case _:
                pass
    return found


def _unique(found: Iterable[Finding]) -> list[Finding]:
    """Each identifier once (the first), sorted."""
    kept: dict[str, Finding] = {}
    for finding in found:
        kept.setdefault(finding.id, finding)
    return [kept[key] for key in sorted(kept)]
