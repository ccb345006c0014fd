"""gap, of the flow of play: a step that no words of an edition order.

A step which another edition orders is answered by that edition, with its words.
"""

from collections.abc import Iterator

from checker.findings import Cited, Finding
from checker.identify import finding_id
from checker.panel import Panel
from dsl.model import Edition, ForEach, IfStmt, Orders, Statement, Step, While


def findings(panel: Panel, variant: str) -> list[Finding]:
    """One for each step of the variant's flow and each edition in which nothing orders it."""
    flow = panel.game.flows.get(variant)
    if flow is None:
        return []
    steps = {step.name: step for step in steps_of(flow.body)}
    return [
        _finding(panel, variant, edition, step)
        for edition in panel.editions
        for step in steps.values()
        if not _ordering(edition, step.name)
    ]


def steps_of(body: tuple[Statement, ...]) -> Iterator[Step]:
    """The steps of a flow in order, those inside others included."""
    for statement in body:
        match statement:
            case Step(body=inner):
                yield statement
                yield from steps_of(inner)
            case ForEach(body=inner) | While(body=inner):
                yield from steps_of(inner)
            case IfStmt(then=then, otherwise=otherwise):
                yield from steps_of(then)
                yield from steps_of(otherwise)
            case _:
                pass


def _ordering(edition: Edition, step: str) -> list[Orders]:
    """The passages of the edition that order the step."""
    return [orders for orders in edition.orders if step in orders.steps]


def _finding(panel: Panel, variant: str, edition: Edition, step: Step) -> Finding:
    class_ = (f"step.{step.name}",)
    answers = [(e.name, orders) for e in panel.editions for orders in _ordering(e, step.name)]
    return Finding(
        id=finding_id(panel.game.name, variant, "gap", (edition.name,), None, class_),
        kind="gap",
        certainty="firm",
        game=panel.game.name,
        variant=variant,
        question=None,
        editions=(edition.name,),
        class_=class_,
        answered_by=tuple(dict.fromkeys((name, step.text) for name, _ in answers)),
        citations=tuple(
            Cited(rule=f"{name}.{orders.name}", citation=c)
            for name, orders in answers
            for c in orders.citations
        ),
        details={"sort": "step", "step": step.name, "text": step.text},
    )
