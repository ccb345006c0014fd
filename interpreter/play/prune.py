"""A flow without what cannot happen in it under the options chosen.

Play is the same without these statements; but what is asked in them, and the doubts on which that hangs,
are of no concern to such a game.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dsl import model as m
from dsl.types.values import Value, ValueSet
from interpreter.analysis.dependencies import free_names, walk
from interpreter.evaluate.evaluate import Alone, Blocked, SpecError, evaluate
from interpreter.evaluate.expressions import deciding
from interpreter.optimize.optimizer import optimum


def pruned_flow(flow: m.Flow, parameters: Mapping[str, Value]) -> m.Flow:
    """The flow as it can go where its parameters have these values, as far as the options decide that. Where
    they are not among the values, they have their default."""
    declared = next((p for p in flow.parameters if p.name == m.OPTIONS), None)
    if declared is None:
        return flow
    known = {m.OPTIONS: parameters[m.OPTIONS]} if m.OPTIONS in parameters else _default(declared)
    return _narrowed(flow, known)


def without_options(flow: m.Flow) -> m.Flow:
    """The flow as it can go where no option is chosen, in it or in what it plays."""
    narrowed = _narrowed(flow, {m.OPTIONS: ValueSet(())})
    return replace(narrowed, body=tuple(_playing_none(narrowed.body)))


def _playing_none(body: tuple[m.Statement, ...]) -> Iterator[m.Statement]:
    for statement in body:
        match statement:
            case m.Step() | m.ForEach() | m.Turns() | m.While():
                yield replace(statement, body=tuple(_playing_none(statement.body)))
            case m.IfStmt(then=then, otherwise=otherwise):
                then, otherwise = tuple(_playing_none(then)), tuple(_playing_none(otherwise))
                yield replace(statement, then=then, otherwise=otherwise)
            case m.Play():
                yield replace(statement, flow=without_options(statement.flow))
            case _:
                assert not m.blocks_of(statement)
                yield statement


def _default(parameter: m.Parameter) -> dict[str, Value]:
    found = None if parameter.default is None else _value(parameter.default, {})
    return {} if found is None else {parameter.name: found[0]}


def _narrowed(flow: m.Flow, known: Mapping[str, Value]) -> m.Flow:
    return replace(flow, body=tuple(_left(flow.body, known))) if known else flow


def _left(body: tuple[m.Statement, ...], known: Mapping[str, Value]) -> Iterator[m.Statement]:
    """The statements that can be carried out, those inside others included."""
    for statement in body:
        match statement:
            case m.Step() | m.ForEach() | m.Turns() | m.While():
                yield replace(statement, body=tuple(_left(statement.body, known)))
            case m.IfStmt(condition=condition, then=then, otherwise=otherwise):
                holds = _holds(condition, known)
                if holds is None:
                    then, otherwise = tuple(_left(then, known)), tuple(_left(otherwise, known))
                    yield replace(statement, then=then, otherwise=otherwise)
                else:
                    yield from _left(then if holds else otherwise, known)
            case m.Play():
                yield replace(statement, flow=_narrowed(statement.flow, _given(statement, known)))
            case _:
                assert not m.blocks_of(statement)
                yield statement


def _given(play: m.Play, known: Mapping[str, Value]) -> Mapping[str, Value]:
    """The options with which another flow is played, if they are known."""
    for parameter, argument in zip(play.flow.parameters, play.arguments, strict=True):
        if parameter.name == m.OPTIONS:
            if argument is None:
                return _default(parameter)
            found = _value(argument, known)
            return {} if found is None else {m.OPTIONS: found[0]}
    return {}


def _holds(condition: m.Expr, known: Mapping[str, Value]) -> bool | None:
    """Whether the condition holds whatever else is the case; None where that hangs on more."""
    match condition:
        case m.Not(operand=operand):
            holds = _holds(operand, known)
            return None if holds is None else not holds
        case m.Logic(op="and" | "or" as op, left=left, right=right):
            decides, _ = deciding(op)
            sides = (_holds(left, known), _holds(right, known))
            if decides in sides:
                return decides
            return None if None in sides else not decides
        case _:
            found = _value(condition, known)
            return None if found is None else bool(found[0])


def _value(expr: m.Expr, known: Mapping[str, Value]) -> tuple[Value] | None:
    """The value, where it hangs on nothing but what is known, and asks nothing."""
    if not free_names(expr) <= known.keys() or any(isinstance(e, m.Zone | m.Seats) for e in walk(expr)):
        return None
    try:
        return (evaluate(expr, known, Alone(optimum)),)
    except (Blocked, SpecError):
        return None
