"""gap, of the flow of play: a step that no words of an edition order, or none by some readings.

A step which another edition orders is answered by that edition, with its words. Where the edition says
nothing at all on a question that decides whether the step is taken, that gap is the cause (`because_of`);
where the words that are lost answer a question too, the gap on that.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from checker.editions.editions import Editions
from checker.editions.options import belongs
from checker.findings.details import MissingStep
from checker.findings.findings import Cited, Finding
from checker.grounds.firm import firm
from checker.questions.verdicts.matrix import rules_of
from dsl.model import Ask, Edition, Expr, ForEach, IfStmt, LetStmt, Orders, Statement, Step, Turns, While
from interpreter.analysis.dependencies import free_names, walk


@dataclass(frozen=True, slots=True)
class StepDependencies:
    """A step, and the questions on whose answers it depends whether the step is taken, in order."""

    step: Step
    entered_by: tuple[str, ...]


def findings(editions: Editions, variant: str) -> list[Finding]:
    """One for each step of the variant's flow and each edition in which nothing orders it."""
    flow = editions.game.flows.get(variant)
    if flow is None:
        return []
    placed = {p.step.name: p for p in steps_of(flow.body) if belongs(p.step, variant)}
    return [
        _finding(editions, variant, edition, each, under)
        for edition in editions.members
        for each in placed.values()
        if (under := unordered(editions, edition, each.step.name)) is not None
    ]


def unordered(editions: Editions, edition: Edition, step: str) -> tuple[Mapping[str, str], ...] | None:
    """The surviving readings by which no words order the step: none of them to be named (an empty tuple)
    where it is so by all; None where it is so by none."""
    passages = ordering(edition, step)
    doubts = sorted({doubt for orders in passages for doubt, _ in orders.under})
    readings = editions.readings(edition.name, doubts)
    silent = [r for r in readings if not any(_holds(orders, r) for orders in passages)]
    if not silent:
        return None
    return () if len(silent) == len(readings) else tuple(silent)


def _holds(orders: Orders, readings: Mapping[str, str]) -> bool:
    """Whether the passage orders its steps by these readings."""
    return all(readings.get(doubt) in kept for doubt, kept in orders.under)


def attach(of_steps: Iterable[Finding], gaps: Iterable[Finding]) -> list[Finding]:
    """The findings of steps, each with the gaps of its edition that are its cause: on what decides whether it
    is taken; else what the same sentence of a sibling answers, for it is that sentence which is lost."""
    asked = [f for f in gaps if f.kind == "gap" and f.question is not None]
    causes = [(f.editions, f.question, f.id) for f in asked]
    result = []
    for finding in of_steps:
        missing = finding.details
        assert isinstance(missing, MissingStep)
        asked_for = missing.entered_by
        found = [i for editions, q, i in causes if q in asked_for and set(finding.editions) <= set(editions)]
        orders = {cited.rule for cited in finding.citations}
        lost = [
            f.id
            for f in asked
            if (f.certainty, f.editions) == ("firm", finding.editions)
            and orders.intersection(rules_of(f.class_))
        ]
        result.append(replace(finding, because_of=tuple(found or lost)))
    return result


def steps_of(body: tuple[Statement, ...]) -> Iterator[StepDependencies]:
    """The steps of a flow in order, those inside others included."""
    yield from _steps(body, {}, ())


def _steps(
    body: tuple[Statement, ...], named: Mapping[str, Expr], entered_by: tuple[str, ...]
) -> Iterator[StepDependencies]:
    known = dict(named)
    for statement in body:
        match statement:
            case LetStmt(name=name, value=value):
                known[name] = value
            case Step(body=inner):
                yield StepDependencies(statement, entered_by)
                yield from _steps(inner, known, entered_by)
            case ForEach(body=inner) | Turns(body=inner) | While(body=inner):
                yield from _steps(inner, known, entered_by)
            case IfStmt(condition=condition, then=then, otherwise=otherwise):
                inside = tuple(dict.fromkeys((*entered_by, *questions_behind(condition, known))))
                yield from _steps(then, known, inside)
                yield from _steps(otherwise, known, inside)
            case _:
                pass


def questions_behind(expr: Expr, named: Mapping[str, Expr]) -> tuple[str, ...]:
    """The questions that an expression of a flow asks, and those that gave the names it uses their
    values; in order."""
    found: list[str] = []
    pending, entered = [expr], set[str]()
    while pending:
        each = pending.pop(0)
        found += [e.question for e in walk(each) if isinstance(e, Ask)]
        names = sorted(name for name in free_names(each) if name in named and name not in entered)
        entered |= set(names)
        pending += [named[name] for name in names]
    return tuple(dict.fromkeys(found))


def ordering(edition: Edition, step: str) -> list[Orders]:
    """The passages of the edition that order the step."""
    return [orders for orders in edition.orders if step in orders.steps]


def _finding(
    editions: Editions,
    variant: str,
    edition: Edition,
    placed: StepDependencies,
    under: tuple[Mapping[str, str], ...],
) -> Finding:
    step = placed.step
    class_ = (f"step.{step.name}",)
    others = [e for e in editions.members if e != edition]
    answers = [(e.name, orders) for e in others for orders in ordering(e, step.name) if not orders.under]
    finding = firm(
        editions,
        variant,
        "gap",
        edition,
        class_,
        answered_by=tuple(dict.fromkeys((name, step.text) for name, _ in answers)),
        citations=tuple(
            Cited(rule=f"{name}.{orders.name}", citation=c)
            for name, orders in answers
            for c in orders.citations
        ),
        details=MissingStep(
            step=step.name,
            text=step.text,
            entered_by=tuple(
                q for q in placed.entered_by if not any(c.question == q for c in edition.clauses)
            ),
        ),
    )
    return replace(finding, certainty="possible", under=under) if under else finding
