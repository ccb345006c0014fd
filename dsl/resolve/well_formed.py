"""What must hold of a game as a whole: nothing depends on itself, and what is physically possible asks
no edition."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from dsl import model as m
from dsl.resolve.dependencies import Walk, doubts_in
from dsl.text.errors import Collector
from dsl.text.span import Span

Graph = Mapping[str, Mapping[str, Span]]
"""For each name, those it depends on, with the place where."""


def cycles(graph: Graph) -> Iterator[list[str]]:
    """Cycles of the graph, each from its first name back to it; one for each group of names that depend
    on each other."""
    state: dict[str, int] = {}

    def visit(name: str, path: list[str]) -> list[str] | None:
        state[name] = 1
        path.append(name)
        for next_ in graph.get(name, {}):
            if state.get(next_) == 1:
                return [*path[path.index(next_) :], next_]
            if next_ not in state:
                found = visit(next_, path)
                if found is not None:
                    return found
        path.pop()
        state[name] = 2
        return None

    for name in graph:
        if name not in state:
            found = visit(name, [])
            if found is not None:
                yield found
                state.update({one: 2 for one, value in state.items() if value == 1})


def check_exceptions(clauses: Sequence[m.Clause], problems: Collector) -> None:
    """Notes rules that are exceptions to each other on one question."""
    graph = {c.id: {t: e.span for e in c.exceptions for t in e.targets} for c in clauses}
    rules = {clause.id: clause for clause in clauses}
    for cycle in cycles(graph):
        names = [rules[id].rule for id in cycle]
        path = ", which is one to ".join(f"`{name}`" for name in names[1:])
        message = f"on `{rules[cycle[0]].question}`, `{names[0]}` is an exception to {path}"
        spans = [graph[a][b] for a, b in pairwise(cycle)]
        problems.add("exception-cycle", message, *spans)


def check_doubts(doubts: Mapping[str, m.Doubt], problems: Collector) -> None:
    """Notes doubts that hang on each other, or on themselves."""
    graph: dict[str, dict[str, Span]] = {}
    for name, doubt in doubts.items():
        used = graph.setdefault(name, {})
        for other, _ in doubt.under:
            used.setdefault(other, doubt.span)
        for reading in doubt.readings:
            for other in () if reading.value is None else doubts_in(reading.value):
                used.setdefault(other, reading.span)
    for cycle in cycles(graph):
        path = ", which hangs on ".join(f"`{name}`" for name in cycle[1:])
        message = f"the doubt `{cycle[0]}` hangs on {path}"
        problems.add("doubt-cycle", message, *(graph[a][b] for a, b in pairwise(cycle)))


def check_questions(
    questions: Mapping[str, m.Question],
    clauses: Sequence[m.Clause],
    doubts: Mapping[str, m.Doubt],
    problems: Collector,
) -> None:
    """Notes questions that depend on themselves, through any clause; on prefixes of their lists they may."""
    graph: dict[str, dict[str, Span]] = {name: {} for name in questions}
    for name, expr, parameters in _dependencies(questions, clauses):
        for asked in Walk(doubts=doubts).asked(expr, parameters):
            other = asked.ask.question
            if other != name or not asked.shorter:
                graph[name].setdefault(other, asked.ask.span)
    for cycle in cycles(graph):
        path = ", which asks ".join(f"`{name}`" for name in cycle[1:])
        spans = [graph[a][b] for a, b in pairwise(cycle)]
        help = "a question may ask itself of a `prefix` of its list only" if len(cycle) == 2 else None
        problems.add("question-cycle", f"`{cycle[0]}` asks {path}", *spans, help=help)


def _dependencies(
    questions: Mapping[str, m.Question], clauses: Iterable[m.Clause]
) -> Iterator[tuple[str, m.Expr, tuple[str, ...]]]:
    """What the answer to each question depends on, with the names its parameters have there."""
    for name, question in questions.items():
        parameters = tuple(p.name for p in question.parameters)
        bounds = [*question.needs, *question.given]
        if question.among is not None:
            bounds.append(question.among)
        for expr in bounds:
            yield name, expr, parameters
    for clause in clauses:
        yield clause.question, clause.condition, clause.binds
        match clause.answer:
            case m.Then(value=value) | m.Never(value=value):
                yield clause.question, value, clause.binds
            case m.AnyOf(values=values):
                yield clause.question, values, clause.binds
            case m.Aside():
                pass


def check_needs(
    questions: Mapping[str, m.Question],
    assumptions: Sequence[m.Clause],
    printed: Sequence[m.Clause],
    problems: Collector,
) -> None:
    """Notes `needs` that ask what editions answer: they may ask what the game itself assumes only."""
    answered: dict[str, m.Clause] = {}
    for clause in printed:
        answered.setdefault(clause.question, clause)
    assumed = {clause.question for clause in assumptions}
    for question in questions.values():
        seen: set[str] = set()
        waiting = [(expr, expr.span) for expr in question.needs]
        while waiting:
            expr, place = waiting.pop(0)
            for asked in Walk(doubts={}).asked(expr, ()):
                other = asked.ask.question
                if other in seen:
                    continue
                seen.add(other)
                if other in answered or other not in assumed:
                    _refuse_asking(question.name, other, place, answered.get(other), problems)
                for clause in assumptions:
                    if clause.question == other:
                        waiting += [(e, place) for _, e, _ in _dependencies({}, [clause])]


def _refuse_asking(
    name: str, other: str, place: Span, answered: m.Clause | None, problems: Collector
) -> None:
    message = f"what `{name}` needs asks `{other}`, which editions answer"
    if answered is None:
        message = f"what `{name}` needs asks `{other}`, which no assumption of the game answers"
    help = "`needs` says what is physically possible; what the rules say belongs to `given`"
    problems.add("needs-asks", message, place, *(() if answered is None else (answered.span,)), help=help)
