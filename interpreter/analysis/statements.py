"""What statements of a flow contain."""

from collections.abc import Iterator
from typing import assert_never

from dsl import model as m


def statements_of(body: tuple[m.Statement, ...]) -> Iterator[m.Statement]:
    """These statements and those inside them, in order."""
    for statement in body:
        yield statement
        for block in m.blocks_of(statement):
            yield from statements_of(block)
        if isinstance(statement, m.Play):
            yield from statements_of(statement.flow.body)


def expressions_of(flow: m.Flow) -> tuple[m.Expr, ...]:
    """Every expression that carrying out the flow can evaluate, in order."""
    found: list[m.Expr | None] = [parameter.default for parameter in flow.parameters]
    found += [variable.initial for variable in flow.variables]
    found += [glimpse.when for zone in flow.zones for glimpse in zone.glimpses]
    for statement in statements_of(flow.body):
        found += _expressions(statement)
    return tuple(expr for expr in found if expr is not None)


def expressions_in(statement: m.Statement) -> tuple[m.Expr, ...]:
    """The expressions of the statement itself, those of the statements in it apart."""
    return tuple(expr for expr in _expressions(statement) if expr is not None)


def _expressions(statement: m.Statement) -> tuple[m.Expr | None, ...]:
    match statement:
        case m.Phase() | m.Step() | m.Reveal():
            return ()
        case m.LetStmt(value=value):
            return (value,)
        case m.SetStmt(value=value, of=of):
            return (value, of)
        case m.Put(amount=amount, card=card, into=into):
            return (amount, card, into)
        case m.Shuffle(zone=zone):
            return (zone,)
        case m.Move(what=what, source=source, into=into):
            return (what, source, into)
        case m.Choose(by=by, source=source, needs=needs):
            return (by, source, needs)  # advice is no part of the rules
        case m.Turns(source=source, start=start, where=where, until=until):
            return (source, start, until, where)
        case m.Chance(among=among):
            return (among,)
        case m.ForEach(source=source, start=start):
            return (source, start)
        case m.While(condition=condition) | m.IfStmt(condition=condition):
            return (condition,)
        case m.Play(flow=flow, arguments=arguments, among=among):
            defaults = [parameter.default for parameter in flow.parameters]
            return (*arguments, among, *defaults, *(variable.initial for variable in flow.variables))
        case m.Finish(scores=scores, winners=winners):
            return (scores, winners)
        case _:
            assert_never(statement)


def choices_of(flow: m.Flow) -> dict[str, m.Choose]:
    """The choices of a flow by name (the first of each)."""
    found: dict[str, m.Choose] = {}
    for statement in statements_of(flow.body):
        if isinstance(statement, m.Choose):
            found.setdefault(statement.name, statement)
    return found


def chances_of(flow: m.Flow) -> tuple[str, ...]:
    """The names of what is drawn by lot."""
    return tuple(dict.fromkeys(s.name for s in statements_of(flow.body) if isinstance(s, m.Chance)))


def steps_of(flow: m.Flow) -> tuple[str, ...]:
    """The labels of the steps, in order."""
    return tuple(dict.fromkeys(s.name for s in statements_of(flow.body) if isinstance(s, m.Step)))
