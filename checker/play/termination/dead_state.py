"""What no longer matters at the head of a loop, since its body does away with it before anything looks.

Variables that are set anew, and the order of zones that are shuffled, on every way through the body and
before any use. Only of a loop that stands in no other block: whoever is at its head again has not left it.

A liveness analysis: what is dead at the head of a loop need not be the same for two positions to be one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dsl import model as m
from interpreter.analysis.dependencies import free_names, walk
from interpreter.analysis.statements import expressions_in, statements_of

Names = frozenset[str]


@dataclass(frozen=True, slots=True)
class DeadState:
    """Variables, and zones of the table by name, of which the order does not matter."""

    variables: Names = frozenset()
    orders: Names = frozenset()


def dead_state_of(flow: m.Flow, loop: m.While | m.Turns) -> DeadState:
    """What does not matter at the head of the loop."""
    if isinstance(loop, m.Turns) or not any(statement is loop for statement in flow.body):
        return DeadState()
    seen = _LivenessState(frozenset(), frozenset()).after((loop.condition,))
    seen = _through(loop.body, seen)
    declared = frozenset(d.name for d in flow.variables)
    zones = frozenset(zone.name for zone in flow.zones)
    return DeadState(seen.gone & declared, seen.gone & zones)


@dataclass(frozen=True, slots=True)
class _LivenessState:
    """What has been used so far (variables and zones by name), and what was done away with before."""

    used: Names
    gone: Names

    def after(self, exprs: Sequence[m.Expr]) -> "_LivenessState":
        """Once these have been worked out."""
        names = {name for expr in exprs for name in free_names(expr)}
        names |= {e.name for expr in exprs for e in walk(expr) if isinstance(e, m.Zone)}
        return _LivenessState(self.used | (names - self.gone), self.gone)

    def without(self, name: str) -> "_LivenessState":
        """Once that has been done away with."""
        return self if name in self.used else _LivenessState(self.used, self.gone | {name})


def _through(body: Sequence[m.Statement], seen: _LivenessState) -> _LivenessState:
    for statement in body:
        match statement:
            case m.Step(body=inner):
                seen = _through(inner, seen)
            case m.SetStmt(name=name, value=value, of=None):
                seen = seen.after((value,)).without(name)
            case m.Shuffle(zone=m.Zone(name=name, owner=None)):
                seen = seen.without(name)
            case m.IfStmt(condition=condition, then=then, otherwise=otherwise):
                before = seen.after((condition,))
                one, other = _through(then, before), _through(otherwise, before)
                seen = _LivenessState(one.used | other.used, one.gone & other.gone)
            case _:
                for inside in statements_of((statement,)):
                    seen = seen.after(expressions_in(inside))
    return seen
