"""The check: every search over a game, in the order in which one may strike readings for the next."""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial

from checker.claims.solver import Result, solve_claim
from checker.editions.canonical import in_canonical_order
from checker.editions.editions import Editions
from checker.editions.options import aspect, aspects, is_first
from checker.errors import in_play as failing
from checker.errors import in_situations
from checker.errors.guard import Guard, failed
from checker.findings.concerning import about, of_kinds, restricted
from checker.findings.findings import (
    Checked,
    Eliminated,
    Empty,
    ExaminedClause,
    Finding,
    Harmless,
    LookedAt,
    Proof,
    Repetition,
    Report,
    Undecided,
    Vacuous,
)
from checker.games.admission import permitted_numbers
from checker.grounds.premises import only_eliminated
from checker.pipeline import clauses
from checker.pipeline.collected import collect
from checker.pipeline.entries import with_entries
from checker.pipeline.progress import ProgressMerger
from checker.pipeline.proofs import QuestionProofs, not_decided, with_clauses
from checker.pipeline.unexamined import with_unexamined
from checker.pipeline.workers import run_in_processes
from checker.play import can_end, steps
from checker.play.reach.witness_game import with_logs
from checker.play.termination import termination as ends
from checker.questions.sampling.sampled import is_looked_at
from checker.questions.search.assemble import Assembler
from checker.questions.search.exceptions import PreventedConflict, VacuousException, prevented
from checker.questions.search.explicit import Searched, withdraw
from checker.questions.search.search import search_question
from checker.questions.search.strike import Searches, is_large, questions_of, search_of, strike_contradictions
from checker.questions.search.symbolic import SymbolicSearch
from checker.smt.budget import DEFAULT_EFFORT
from checker.smt.formulas import SolverContext
from checker.text import idle
from checker.text.stale import marked
from dsl.model import Edition, Game, Project, Property, Question
from dsl.text.errors import did_you_mean, fail
from dsl.text.messages import Said, joined
from interpreter.analysis.dependencies import Dependencies
from interpreter.runtime.workers import Lost, Tell

LOG_BUDGET = 800
"""What looking for one game that arrives at a witness may cost, in statements carried out."""

UNITS = 20
"""About so many units has a check besides two for each question."""
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
    told: ProgressMerger | None = None,
) -> Report:
    """Checks the targets (`game`, `game/variant` or `game/variant+option`; none: everything).

    `editions` keeps only that in which one of these takes part (None: all): each is examined beside all its
    siblings, so that what is kept is the same as without.

    `kinds` keeps only entries with a record of these kinds, whole. `effort` bounds each query, in the
    solver's own units. `workers`: processes; the report is the same for any number. `told` hears how far the
    check is. Errors of the specification that show only in a situation are findings, and what the program
    fails to do is in the report. Raises ArbitreError for unknown targets; Interrupted, with what is known so
    far, at Ctrl-C.
    """
    games = {name: in_canonical_order(game) for name, game in sorted(project.games.items())}
    project = replace(project, games=games)
    chosen = [
        _Part(game.name, variant, len(game.variants[variant].questions))
        for game, variant in _chosen(project, targets)
    ]
    plan = _Plan(project, None if editions is None else tuple(editions), effort)
    if told is not None:
        told.begin([f"{part.game}/{part.variant}" for part in chosen])
    results = run_in_processes(_examined, plan, chosen, workers, size=lambda part: part.questions, told=told)
    joined = _joined(
        [
            _lost(part, each) if isinstance(each, Lost) else each
            for part, each in zip(chosen, results, strict=True)
            if each is not None
        ]
    )
    report = with_entries(joined, project.games)
    if editions is not None:
        report = restricted(report, about(editions))
    if kinds is not None:
        report = of_kinds(report, kinds)
    if any(each.sort == "interrupted" for each in report.failures):
        raise Interrupted(report)
    return report


class Interrupted(KeyboardInterrupt):
    """A check was interrupted; `report` is what is known."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report


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


def _lost(part: _Part, lost: Lost) -> Report:
    """The report of a part of which nothing is known."""
    unit = Said("everything about it")
    return Report(bounds={}, failures=(failed(part.game, part.variant, unit, lost),))


def _examined(plan: _Plan, part: _Part, tell: Tell) -> Report | None:
    """The report of one part; None where none of the editions asked about says anything of it."""
    game = aspect(plan.project.games[part.game], part.variant)
    assert game is not None, "it was one when it was chosen"
    members = tuple(e for _, e in sorted(game.editions.items()))
    if plan.editions is not None and not any(e.name in plan.editions for e in members):
        return None
    editions = Editions(game, members)  # whole: an entry of one edition has records of its siblings
    guard = Guard(game.name, part.variant, tell=tell)
    with SolverContext.own(), _seldom_collected():
        return _Check(game, part.variant, editions, plan.effort, guard).report()


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
    order = {(name, each): place for place, (name, each) in enumerate(_every_part(project))}
    return sorted(found, key=lambda part: order[(part[0].name, part[1])])


def _every_part(project: Project) -> Iterator[tuple[str, str]]:
    """The game and the name of each part, in order."""
    for game in project.games.values():
        for variant in game.variants:
            for _, each in aspects(game, variant):
                yield game.name, each


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
        empty=tuple(e for r in reports for e in r.empty),
        vacuous=tuple(v for r in reports for v in r.vacuous),
        undecided=tuple(_one_a_claim(u for r in reports for u in r.undecided)),
        checked=tuple(c for r in reports for c in r.checked),
        harmless=tuple(h for r in reports for h in r.harmless),
        repetitions=tuple(x for r in reports for x in r.repetitions),
        eliminated=tuple(
            {
                (e.game, e.edition, e.cause, str(e.because), *sorted(e.readings.items())): e
                for r in reports
                for e in r.eliminated
            }.values()
        ),
        concrete=tuple(c for r in reports for c in r.concrete),
        failures=tuple(f for r in reports for f in r.failures),
        clauses=tuple(c for r in reports for c in r.clauses),
        unexamined_clauses=tuple(u for r in reports for u in r.unexamined_clauses),
    )


def _one_a_claim(undecided: Iterable[Undecided]) -> Iterator[Undecided]:
    """Each claim once, with all that kept it from being decided."""
    of: dict[Undecided, dict[str, None]] = {}
    for each in undecided:
        of.setdefault(replace(each, because=""), {})[each.because] = None
    for claim, because in of.items():
        first, *others = because
        yield replace(claim, because=joined("; ", because) if others else first)


@dataclass
class _Check:
    """The check of one variant."""

    game: Game
    variant: str
    editions: Editions
    effort: int
    guard: Guard

    @cached_property
    def questions(self) -> list[Question]:
        """The questions of the variant, those asked by others first."""
        return questions_of(self.game, self.variant, self.editions.members)

    def report(self) -> Report:
        """Runs everything. What cannot be done, or fails, leaves the rest."""
        guard, editions, variant = self.guard, self.editions, self.variant
        guard.units = 3 * len(self.questions) + UNITS
        parts = collect(editions, variant, self.guard)
        kept: Searches = {}
        struck = self._struck(kept)
        searches = {
            q.name: search_of(editions, kept, q, self.effort)
            for q in self.questions
            if is_large(self.game, q) and not is_looked_at(editions, q)
        }
        searched = [s for s in (self._guarded(searches, q) for q in self.questions) if s is not None]
        prevents = [each for q in self.questions for each in self._prevented(searches, q)]
        assembled = self._assembled(searched, prevents)
        solved: list[Result | Checked] = [
            each for inside, p, e in parts.to_solve for each in self._solved(inside, p, e)
        ]
        solved += guard.gather(Said("whether play ends"), lambda: ends.of_variant(editions, variant))
        solved += guard.gather(Said("whether play can end"), lambda: can_end.of_variant(editions, variant))
        claimed = [*parts.findings, *(s for s in solved if isinstance(s, Finding))]
        unit = Said("what claims wait for")
        waiting = guard.attempt(
            unit, lambda: Assembler(editions, variant).after_silence(claimed, assembled), anyway=True
        )
        findings = [*assembled, *(claimed if waiting is None else waiting), *struck[1]]
        findings += guard.gather(
            Said("the steps of play"), lambda: steps.attach(parts.steps, findings), anyway=True
        )
        findings += guard.gather(Said("the rulings"), self._ruled)
        games_fail = guard.attempt(
            Said("games that fail"), lambda: failing.findings(editions, variant, findings)
        )
        findings += games_fail or []
        findings += guard.gather(Said("what cannot be followed"), lambda: self._erring(findings), anyway=True)
        solved = failing.withdrawn(editions, variant, [*parts.proofs, *solved], findings)
        if games_fail is None:  # what is proved of play may lie behind a failure
            solved = [s for s in solved if not isinstance(s, Proof)]
        concluded = QuestionProofs(editions, variant, searched)
        of_questions = guard.gather(Said("what is proved of questions"), concluded.proofs, anyway=True)
        proved = (*of_questions, *(s for s in solved if isinstance(s, Proof)))
        told = _unique(findings)
        unit = Said("games that arrive at what is found")
        findings = guard.gather(unit, lambda: with_logs(editions, variant, told, budget=LOG_BUDGET)) or told
        unit = Said("doubts that are harmless")
        harmless = [] if guard.failed else guard.gather(unit, lambda: self._harmless(searched, findings))
        examined = [each for q in self.questions for each in self._examined(searches, q)]
        resting = only_eliminated(proved, (*parts.eliminated, *struck[0]))
        report = Report(
            bounds={f"{self.game.name}/{variant}": self._bounds()},
            findings=tuple(marked(findings, editions.members)),
            proved=tuple(with_clauses(editions, resting, examined)),
            empty=(
                *concluded.empty(),
                *parts.empty,
                *(s for s in solved if isinstance(s, Empty)),
            ),
            vacuous=(
                *parts.vacuous,
                *(s for s in solved if isinstance(s, Vacuous)),
                *concluded.vacuous(),
            ),
            undecided=(
                *parts.undecided,
                *(s for s in solved if isinstance(s, Undecided)),
                *concluded.undecided(),
                *self._undecided_exceptions(p for p in prevents if isinstance(p, PreventedConflict)),
            ),
            checked=(*parts.checked, *(s for s in solved if isinstance(s, Checked))),
            harmless=tuple(harmless),
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
            clauses=tuple(examined),
            unexamined_clauses=tuple(clauses.unexamined(editions, examined, findings, proved, searched)),
        )
        unit = Said("claims that were not examined")
        whole = guard.attempt(unit, lambda: with_unexamined(editions, variant, report), anyway=True) or report
        return replace(whole, failures=tuple(guard.failed))

    def _examined(self, searches: Mapping[str, SymbolicSearch], question: Question) -> list[ExaminedClause]:
        """What the clauses on a question answer."""
        unit = Said("the clauses on `{question}`", question=question.name)
        listening = clauses.ClauseRecorder(self.editions, self.variant, question, searches.get(question.name))
        return self.guard.gather(unit, listening.examined)

    def _struck(self, kept: Searches) -> tuple[list[Eliminated], list[Finding]]:
        """What contradictions strike; nothing, where that cannot be told."""
        before = {name: list(nogoods) for name, nogoods in self.editions.nogoods.items()}
        unit = Said("the readings that contradictions strike")
        struck = self.guard.attempt(
            unit, lambda: strike_contradictions(self.editions, self.variant, kept, self.effort)
        )
        if struck is not None:
            return struck
        self.editions.nogoods.clear()
        self.editions.nogoods.update(before)
        self.editions.forget()
        kept.clear()
        return [], []

    def _guarded(self, searches: Mapping[str, SymbolicSearch], question: Question) -> Searched | None:
        """The search of a question; None where it fails. Nothing is proved of an edition that errs in some
        situation."""
        unit = Said("the question `{question}`", question=question.name)
        searched = self.guard.attempt(
            unit, lambda: search_question(self.editions, question, searches.get(question.name)), question.name
        )
        if searched is not None:
            withdraw(self.editions, searched)
        return searched

    def _prevented(
        self, searches: Mapping[str, SymbolicSearch], question: Question
    ) -> list[PreventedConflict | VacuousException]:
        """What the implied exceptions on a question prevent, and those that prevent nothing."""
        unit = Said("the exceptions on `{question}`", question=question.name)
        search = searches.get(question.name)
        found = self.guard.attempt(unit, lambda: prevented(self.editions, question, search))
        return [] if found is None else [*found[0], *found[1]]

    def _assembled(
        self, searched: Sequence[Searched], prevents: Sequence[PreventedConflict | VacuousException]
    ) -> list[Finding]:
        """The findings of the searches: all together, since some are the cause of others; where that fails,
        those of each question."""
        assembler, guard = Assembler(self.editions, self.variant), self.guard
        findings = guard.attempt(
            Said("what the searches found"), lambda: assembler.findings(searched), anyway=True
        )
        if findings is None:
            findings = []
            for each in searched:
                unit = Said("what was found of `{question}`", question=each.question.name)
                findings += guard.gather(unit, partial(assembler.findings, [each]), anyway=True)
        here = [each for each in prevents if isinstance(each, PreventedConflict)]
        nothing = [each for each in prevents if isinstance(each, VacuousException)]
        findings += guard.gather(
            Said("what exceptions prevent"), lambda: assembler.exceptions(here), anyway=True
        )
        unit = Said("exceptions that prevent nothing")
        return [*findings, *guard.gather(unit, lambda: idle.exceptions(self.editions, self.variant, nothing))]

    def _solved(self, inside: Editions, prop: Property, edition: str) -> list[Result]:
        """What becomes of a claim about many situations."""
        unit = Said("whether `{claim}` holds", claim=prop.name)
        return self.guard.gather(
            unit, lambda: [solve_claim(inside, self.variant, edition, prop, self.effort)]
        )

    def _ruled(self) -> list[Finding]:
        """What is wrong with the rulings of houses."""
        names = {e.name for e in self.editions.members}
        own = [question.name for question in self.questions]
        return [
            finding
            for each in self.game.rulings
            if each.edition in names
            for finding in idle.ruled(self.editions, self.variant, own, each)
        ]

    def _erring(self, findings: Sequence[Finding]) -> list[Finding]:
        """The errors of the specification that were met."""
        return in_situations.findings(self.editions, self.variant, self.guard.met, findings)

    def _bounds(self) -> dict[str, object]:
        """How many may play, by some edition as it is read somehow; as the game has it where none says."""
        editions, variant = self.editions, self.variant
        unit = Said("how many may play")
        numbers = self.guard.gather(
            unit,
            lambda: sorted(
                {n for e in self.editions.members for n in permitted_numbers(editions, variant, e)}
            ),
        )
        least, most = (numbers[0], numbers[-1]) if numbers else self.game.players
        return {"players": [least, most]}

    # -------------------------------------------------------------- what else there is to say

    def _undecided_exceptions(self, found: Iterable[PreventedConflict]) -> Iterable[Undecided]:
        for each in found:
            if each.situation is None:
                claim = f"exception:{each.clause.id}"
                question = each.clause.question
                yield not_decided(self.editions, self.variant, question, (each.edition,), claim, each.because)

    def _concrete(self, searched: Sequence[Searched]) -> Iterable[LookedAt]:
        for each in searched:
            if each.looked is not None:
                yield LookedAt(
                    game=self.game.name,
                    variant=self.variant,
                    question=each.question.name,
                    editions=tuple(e.name for e in self.editions.members),
                    because=self.editions.concrete[each.question.name].because,
                    situations=each.looked,
                )

    def _harmless(self, searched: Sequence[Searched], findings: Sequence[Finding]) -> Iterable[Harmless]:
        """Doubts that change no answer to any question of the variant, each of them decided."""
        shown = {doubt for f in findings for doubt in f.doubts}
        for edition in self.editions.members:
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
        return len({i[doubt] for i in self.editions.readings_of(edition.name, doubt)}) > 1


def _unique(findings: Iterable[Finding]) -> list[Finding]:
    """Each identifier once (the first), sorted."""
    kept: dict[str, Finding] = {}
    for finding in findings:
        kept.setdefault(finding.id, finding)
    return [kept[key] for key in sorted(kept)]
