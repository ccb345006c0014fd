"""What statements of a flow contain."""

from collections.abc import Iterator
from typing import assert_never

from dsl.model import (
    Chance,
    Choose,
    Expr,
    Finish,
    Flow,
    ForEach,
    IfStmt,
    LetStmt,
    Move,
    Phase,
    Play,
    Put,
    Reveal,
    SetStmt,
    Shuffle,
    Statement,
    Step,
    Turns,
    While,
    blocks_of,
)


def statements_of(body: tuple[Statement, ...]) -> Iterator[Statement]:
    """These statements and those inside them, in order."""
    for statement in body:
        yield statement
        for block in blocks_of(statement):
            yield from statements_of(block)
        if isinstance(statement, Play):
            yield from statements_of(statement.flow.body)


def expressions_of(flow: Flow) -> tuple[Expr, ...]:
    """Every expression that carrying out the flow can evaluate, in order."""
    found: list[Expr | None] = [parameter.default for parameter in flow.parameters]
    found += [variable.initial for variable in flow.variables]
    found += [glimpse.when for zone in flow.zones for glimpse in zone.glimpses]
    for statement in statements_of(flow.body):
        found += _expressions(statement)
    return tuple(expr for expr in found if expr is not None)


def expressions_in(statement: Statement) -> tuple[Expr, ...]:
    """The expressions of the statement itself, those of the statements in it apart."""
    return tuple(expr for expr in _expressions(statement) if expr is not None)


def _expressions(statement: Statement) -> tuple[Expr | None, ...]:
    match statement:
        case Phase() | Step() | Reveal():
            return ()
        case LetStmt(value=value):
            return (value,)
        case SetStmt(value=value, of=of):
            return (value, of)
        case Put(amount=amount, card=card, into=into):
            return (amount, card, into)
        case Shuffle(zone=zone):
            return (zone,)
        case Move(what=what, source=source, into=into):
            return (what, source, into)
        case Choose(by=by, source=source, needs=needs):
            return (by, source, needs)  # advice is no part of the rules
        case Turns(source=source, start=start, where=where, until=until):
            return (source, start, until, where)
        case Chance(among=among):
            return (among,)
        case ForEach(source=source, start=start):
            return (source, start)
        case While(condition=condition) | IfStmt(condition=condition):
            return (condition,)
        case Play(flow=flow, arguments=arguments, among=among):
            defaults = [parameter.default for parameter in flow.parameters]
            return (*arguments, among, *defaults, *(variable.initial for variable in flow.variables))
        case Finish(scores=scores, winners=winners):
            return (scores, winners)
        case _:
            assert_never(statement)


def choices_of(flow: Flow) -> dict[str, Choose]:
    """The choices of a flow by name (the first of each)."""
    found: dict[str, Choose] = {}
    for statement in statements_of(flow.body):
        if isinstance(statement, Choose):
            found.setdefault(statement.name, statement)
    return found


def chances_of(flow: Flow) -> tuple[str, ...]:
    """The names of what is drawn by lot."""
    return tuple(dict.fromkeys(s.name for s in statements_of(flow.body) if isinstance(s, Chance)))


def steps_of(flow: Flow) -> tuple[str, ...]:
    """The labels of the steps, in order."""
    return tuple(dict.fromkeys(s.name for s in statements_of(flow.body) if isinstance(s, Step)))
