"""Doubts and their readings, and what depends on what: found in the model, without evaluating anything.

An interpretation chooses one reading for each doubt. A doubt that hangs on readings of others (`under`)
exists only where they exist and have one of those readings; elsewhere it has its first reading, and an
interpretation says nothing of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from dsl import model as m

Interpretation = Mapping[str, str]
Under = tuple[tuple[str, tuple[str, ...]], ...]


# ------------------------------------------------------------------ readings in force


def readings_in_force(edition: m.Edition, interpretation: Interpretation) -> dict[str, str]:
    """The reading of every doubt of the edition, in its order: the one chosen where the doubt exists and
    is named, else the first."""
    return {
        name: interpretation.get(name, doubt.readings[0].name)
        if doubt_exists(edition, name, interpretation)
        else doubt.readings[0].name
        for name, doubt in edition.doubts.items()
    }


def doubt_exists(edition: m.Edition, doubt: str, interpretation: Interpretation) -> bool:
    """Whether the doubts on whose readings this one hangs exist, and have those readings."""
    return all(
        doubt_exists(edition, parent, interpretation)
        and interpretation.get(parent, edition.doubts[parent].readings[0].name) in readings
        for parent, readings in edition.doubts[doubt].under
    )


def interpretations(
    edition: m.Edition, doubts: Iterable[str], nogoods: Sequence[Interpretation] = ()
) -> Iterator[dict[str, str]]:
    """Each choice of one reading for each of these doubts, in the order of the edition, first readings
    first. A doubt is left out where it does not exist; one not in `doubts` on which another hangs has its
    first reading.

    A nogood is a choice of readings that cannot be. What is yielded contains none, and can be completed
    by readings of the other doubts of the edition that nogoods name, so that none is contained. (Nogoods
    that name doubts of no concern to the edition must not be given.)
    """
    asked = set(doubts)
    order = _parents_first(edition, [name for name in edition.doubts if name in asked])
    named = {doubt for nogood in nogoods for doubt in nogood}
    others = [name for name in edition.doubts if name in named - asked]
    for chosen in _choices(edition, order, {}, nogoods):
        free = _parents_first(edition, others)
        if not others or next(_choices(edition, free, chosen, nogoods), None) is not None:
            yield {name: chosen[name] for name in edition.doubts if name in chosen}


def _choices(
    edition: m.Edition, order: Sequence[str], chosen: dict[str, str], nogoods: Sequence[Interpretation]
) -> Iterator[dict[str, str]]:
    """The ways to extend `chosen` over `order` that contain no nogood."""
    if any(nogood.items() <= chosen.items() for nogood in nogoods):
        return
    if not order:
        yield chosen
        return
    name, rest = order[0], order[1:]
    if not doubt_exists(edition, name, chosen):
        yield from _choices(edition, rest, chosen, nogoods)
        return
    for reading in edition.doubts[name].readings:
        yield from _choices(edition, rest, {**chosen, name: reading.name}, nogoods)


def _parents_first(edition: m.Edition, doubts: Sequence[str]) -> list[str]:
    """These doubts, those on which others hang before them, else in the order given."""
    ordered: dict[str, None] = {}

    def add(name: str) -> None:
        for parent, _ in edition.doubts[name].under:
            if parent in doubts:
                add(parent)
        ordered[name] = None

    for name in doubts:
        if name not in ordered:
            add(name)
    return list(ordered)


# ------------------------------------------------------------------ parts of expressions


def parts(expr: m.Expr) -> tuple[m.Expr, ...]:
    """The expressions directly inside, in order of evaluation. (Not the body of a definition called.) Of what
    is laid in a shape, the conditions and readings of the shape as well."""
    match expr:
        case m.Literal() | m.Var() | m.Seats() | m.AllValues():
            return ()
        case m.VarOf(owner=owner):
            return (owner,)
        case m.Zone(owner=owner):
            return () if owner is None else (owner,)
        case m.Not(operand=operand) | m.Negative(operand=operand):
            return (operand,)
        case (
            m.Logic(left=left, right=right)
            | m.Arithmetic(left=left, right=right)
            | m.Compare(left=left, right=right)
        ):
            return (left, right)
        case m.Member(item=item, collection=collection):
            return (item, collection)
        case m.IsTag(subject=subject) | m.Payload(subject=subject) | m.Unwrap(subject=subject):
            return (subject,)
        case m.Field(subject=subject) | m.Size(subject=subject) | m.Reversed(subject=subject):
            return (subject,)
        case m.Index(subject=subject, index=index):
            return (subject, index)
        case m.MakeTagged(payload=payload):
            return () if payload is None else (payload,)
        case m.MakeRecord(fields=fields):
            return tuple(value for _, value in fields)
        case m.MakeList(items=items) | m.MakeBag(items=items) | m.MakeSet(items=items):
            return items
        case m.Range(low=low, high=high):
            return (low, high)
        case m.Prefix(subject=subject, length=length):
            return (subject, length)
        case m.If(condition=condition, then=then, otherwise=otherwise):
            return (condition, then, otherwise)
        case m.Let(value=value, body=body):
            return (value, body)
        case m.Quantified(binder=binder, body=body) | m.Aggregate(binder=binder, body=body):
            return (*_binder_parts(binder), body)
        case m.Count(binder=binder) | m.Pick(binder=binder) | m.Those(binder=binder):
            return _binder_parts(binder)
        case m.Mapped(binder=binder, body=body):
            return (*_binder_parts(binder), body)
        case m.Call(args=args) | m.Ask(args=args) | m.DoubtValue(args=args):
            return args
        case m.Turned(subject=subject, places=places):
            return (subject, places)
        case m.Fold(binder=binder, initial=initial, body=body):
            return (initial, *_binder_parts(binder), body)
        case m.Best(binder=binder, keys=keys):
            return (*_binder_parts(binder), *keys)
        case m.Using(shape=shape, cards=cards) | m.Along(shape=shape, row=cards):
            return (cards, *m.expressions_of(shape))
        case _:
            assert_never(expr)


def _binder_parts(binder: m.Binder) -> tuple[m.Expr, ...]:
    return (binder.source,) if binder.where is None else (binder.source, binder.where)


def walk(*exprs: m.Expr) -> Iterator[m.Expr]:
    """All expressions inside these, the bodies of definitions called included (each instance once)."""
    pending = list(reversed(exprs))
    entered: set[int] = set()
    kept: list[m.Function] = []  # so that no identity is used again
    while pending:
        expr = pending.pop()
        yield expr
        pending.extend(reversed(parts(expr)))
        if isinstance(expr, m.Call) and id(expr.function) not in entered:
            entered.add(id(expr.function))
            kept.append(expr.function)
            pending.append(expr.function.body)


FREE_LIMIT = 200_000  # expressions whose free names are kept; beyond, all are looked for anew
_FREE: dict[
    int, tuple[m.Expr, frozenset[str]]
] = {}  # by identity; the expression is kept, as long as its names are


def free_names(expr: m.Expr) -> frozenset[str]:
    """The names that `expr` takes from outside (parameters, names of the flow)."""
    found = _FREE.get(id(expr))
    if found is None:
        names = _free_names(expr)
        if len(_FREE) >= FREE_LIMIT:
            _FREE.clear()
        found = _FREE[id(expr)] = (expr, names)
    return found[1]


def _free_names(expr: m.Expr) -> frozenset[str]:
    match expr:
        case m.Var(name=name):
            return frozenset((name,))
        case m.VarOf(name=name, owner=owner):
            return frozenset((name,)) | free_names(owner)
        case m.Let(name=name, value=value, body=body):
            return free_names(value) | free_names(body) - {name}
        case (
            m.Quantified(binder=binder, body=body)
            | m.Aggregate(binder=binder, body=body)
            | m.Mapped(binder=binder, body=body)
        ):
            return _free_in_binder(binder) | free_names(body) - set(binder.names)
        case m.Count(binder=binder) | m.Pick(binder=binder) | m.Those(binder=binder):
            return _free_in_binder(binder)
        case m.Fold(binder=binder, initial=initial, so_far=so_far, body=body):
            inside = free_names(body) - {*binder.names, so_far}
            return _free_in_binder(binder) | free_names(initial) | inside
        case m.Best(binder=binder, keys=keys):
            inside = frozenset().union(*map(free_names, keys))
            return _free_in_binder(binder) | inside - set(binder.names)
        case m.Using(cards=cards) | m.Along(row=cards):
            return free_names(cards)
        case _:
            return frozenset().union(*map(free_names, parts(expr)))


def _free_in_binder(binder: m.Binder) -> frozenset[str]:
    inside = frozenset() if binder.where is None else free_names(binder.where)
    return free_names(binder.source) | inside - set(binder.names)


def answer_parts(clause: m.Clause) -> tuple[m.Expr, ...]:
    """The expression of the clause's answer, if it has one."""
    match clause.answer:
        case m.Then(value=value) | m.Never(value=value):
            return (value,)
        case m.AnyOf(values=values):
            return (values,)
        case m.Aside():
            return ()
        case _:
            assert_never(clause.answer)


# ------------------------------------------------------------------ what depends on what


class Dependencies:
    """Which questions and doubts each question of an edition may depend on, whatever the interpretation.

    A question depends on what its clauses (`clauses`; else those of the edition and the assumptions of the
    game), its `needs`, `given`, `among` and the readings of doubts ask, directly or not.
    """

    def __init__(self, game: m.Game, edition: m.Edition, clauses: Iterable[m.Clause] | None = None) -> None:
        self._game = game
        self._edition = edition
        self._clauses: dict[str, list[m.Clause]] = {}
        for clause in (*edition.clauses, *game.assumptions) if clauses is None else clauses:
            self._clauses.setdefault(clause.question, []).append(clause)
        self._direct: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def direct(self, question: str) -> tuple[frozenset[str], frozenset[str]]:
        """The questions asked without another in between, and the doubts met so."""
        if question not in self._direct:
            asked = self._game.questions[question]
            clauses = self._clauses.get(question, ())
            exprs = [*asked.needs, *asked.given, *(() if asked.among is None else (asked.among,))]
            for clause in clauses:
                exprs += [clause.condition, *answer_parts(clause)]
            under = [name for clause in clauses for name, _ in clause.under]
            self._direct[question] = self.of(exprs, under)
        return self._direct[question]

    def of(self, exprs: Iterable[m.Expr], under: Iterable[str] = ()) -> tuple[frozenset[str], frozenset[str]]:
        """The questions that these expressions ask without another in between, and the doubts met so,
        with those on which these hang, starting from the doubts `under`."""
        questions: set[str] = set()
        doubts: set[str] = set()
        pending = list(exprs)
        waiting = list(under)
        while pending or waiting:
            for expr in walk(*pending):
                if isinstance(expr, m.Ask):
                    questions.add(expr.question)
                elif isinstance(expr, m.DoubtValue):
                    waiting.append(expr.doubt)
            pending = []
            for name in waiting:
                if name not in doubts:
                    doubts.add(name)
                    doubt = self._edition.doubts[name]
                    pending += [r.value for r in doubt.readings if r.value is not None]
            waiting = [
                p for name in sorted(doubts) for p, _ in self._edition.doubts[name].under if p not in doubts
            ]
        return frozenset(questions), frozenset(doubts)

    def asked(self, question: str) -> tuple[str, ...]:
        """The questions that `question` asks, directly or not, in the order of the game; `question` itself
        only where it asks itself."""
        return self._in_order(self.direct(question)[0])

    def doubts(self, question: str) -> tuple[str, ...]:
        """The doubts on which `question` may depend, in the order of the edition."""
        return self._doubts([question], frozenset())

    def doubts_of_exprs(self, exprs: Iterable[m.Expr]) -> tuple[str, ...]:
        """The doubts on which these expressions may depend, in the order of the edition."""
        questions, doubts = self.of(exprs)
        return self._doubts(questions, doubts)

    def _doubts(self, questions: Iterable[str], doubts: frozenset[str]) -> tuple[str, ...]:
        found = set(doubts)
        for name in {*questions, *self._closure(frozenset(questions))}:
            found |= self.direct(name)[1]
        return tuple(name for name in self._edition.doubts if name in found)

    def _in_order(self, start: frozenset[str]) -> tuple[str, ...]:
        found = self._closure(start)
        return tuple(name for name in self._game.questions if name in found)

    def _closure(self, start: frozenset[str]) -> set[str]:
        found: set[str] = set()
        pending = set(start)
        while pending:
            found |= pending
            pending = {q for name in pending for q in self.direct(name)[0]} - found
        return found


def asked_questions(game: m.Game, edition: m.Edition, question: str) -> tuple[str, ...]:
    """The questions that `question` may ask in this edition, directly or through others, by its clauses,
    `needs`, `given`, `among` and doubts under any reading. In the order of the game."""
    return Dependencies(game, edition).asked(question)
