"""Many interpretations of one edition heard together.

The interpretations that are still possible are the bits of a whole number (a mask). An expression is
evaluated once for each way to read the doubts on which it depends, not once for each interpretation; where
these ways part, `Diverged` is raised, and whoever plays goes on with the parts one by one, or stops.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any

from dsl.model import Edition, Expr, Flow, Game, Rulings
from dsl.text.errors import ArbitreError, Portable, Problem, did_you_mean, fail
from dsl.text.span import NOWHERE, Span
from dsl.types.values import Value
from interpreter.analysis.dependencies import Dependencies, Interpretation, doubt_exists
from interpreter.analysis.statements import expressions_of
from interpreter.play.judge import Answer, AskedBook
from interpreter.play.prune import without_options
from interpreter.play.state import Asked, Key, Unsettled
from interpreter.rulebook.elimination import contains, struck_by_examples, tied
from interpreter.rulebook.rulebook import Outcome, Rulebook

MAX_INTERPRETATIONS = 50_000
MAX_BOOKS = 4_000  # kept; beyond, all are forgotten


@dataclass(frozen=True, slots=True)
class Agreeing:
    """Interpretations (a mask) under which an expression comes to the same."""

    mask: int
    answer: Answer


class Diverged(Portable):
    """The interpretations part ways: `parts`, two or more, in the order of their first interpretations."""

    def __init__(self, parts: tuple[Agreeing, ...]) -> None:
        super().__init__()
        self.parts = parts

    @property
    def key(self) -> Key | None:
        """The first question, with its situation, on which they differ."""
        keys = dict.fromkeys((a.question, a.situation) for part in self.parts for a in part.answer.asked)
        for key in keys:
            outcomes = {_outcome_at(part.answer.asked, key) for part in self.parts}
            if len(outcomes) > 1:
                return key
        return next(iter(keys), None)

    def outcome(self, part: Agreeing) -> Outcome | None:
        """What the first question on which they differ comes to in this part."""
        return None if self.key is None else _outcome_at(part.answer.asked, self.key)


def _outcome_at(asked: Iterable[Asked], key: Key) -> Outcome | None:
    return next((a.verdict.outcome for a in asked if (a.question, a.situation) == key), None)


class Unheard(ArbitreError):
    """Something depends on a doubt that is unheard."""


class Interpretations:
    """An edition, with rulings if given, under every interpretation that is left.

    `readings` fixes doubts. `survivors`, if given, are the interpretations to which it is confined; else it
    is confined to those which the printed examples leave. `flow` and `questions`: what will be asked; other
    doubts are of no concern. Where all doubts of concern make too many interpretations, some are `unheard`,
    those first that come up only with options. Raises ArbitreError for doubts and readings that are none,
    and Unheard as soon as an expression depends on a doubt that is unheard.
    """

    def __init__(
        self,
        game: Game,
        edition: Edition,
        *,
        flow: Flow,
        rulings: Rulings | None = None,
        readings: Interpretation | None = None,
        questions: Iterable[str] = (),
        survivors: Sequence[Interpretation] | None = None,
        span: Span = NOWHERE,
    ) -> None:
        self.game = game
        self.edition = edition
        self.rulings = rulings
        self.fixed = dict(readings or {})
        check_readings(edition, self.fixed, span)
        if rulings is not None:
            self.fixed |= {pick.doubt: pick.reading for pick in rulings.picks}
        ruled = () if rulings is None else rulings.clauses
        self._dependencies = Dependencies(game, edition, (*edition.clauses, *game.assumptions, *ruled))
        doubts = dict.fromkeys(self._dependencies.doubts_of_exprs(expressions_of(flow)))
        for question in questions:
            doubts |= dict.fromkeys(self._dependencies.doubts(question))
        nogoods = struck_by_examples(game, edition, self._dependencies) if survivors is None else ()
        with_them = tied(edition, doubts, nogoods)
        concerned = tuple(name for name in edition.doubts if name in with_them)
        self.doubts = concerned
        if self._number(concerned) > MAX_INTERPRETATIONS:
            plain = self._dependencies.doubts_of_exprs(expressions_of(without_options(flow)))
            heard = self._few(dict.fromkeys((*(d for d in plain if d in doubts), *concerned)))
            self.doubts = tuple(name for name in concerned if name in heard)
        self.unheard = frozenset(concerned) - frozenset(self.doubts)
        self._span = span
        everything = self._interpretations(survivors)
        self.interpretations = (
            tuple(i for i in everything if not any(contains(edition, i, nogood) for nogood in nogoods))
            or everything
        )
        self.everything = (1 << len(self.interpretations)) - 1
        self._of_expr: dict[int, tuple[Expr, tuple[str, ...], frozenset[str]]] = {}
        self._parted: dict[tuple[str, ...], list[tuple[int, dict[str, str]]]] = {}
        self._books: dict[tuple[tuple[tuple[str, str], ...], tuple[tuple[Key, Value], ...]], AskedBook] = {}

    def _ways(self, doubt: str) -> tuple[str, ...]:
        """The readings of a doubt that are possible: the one fixed, else all."""
        if doubt in self.fixed:
            return (self.fixed[doubt],)
        return tuple(reading.name for reading in self.edition.doubts[doubt].readings)

    def _number(self, doubts: Iterable[str]) -> int:
        return prod(len(self._ways(doubt)) for doubt in doubts)

    def _few(self, doubts: Iterable[str]) -> set[str]:
        """Of these doubts, in this order, as many as can be heard together, with those on which they hang."""
        heard: set[str] = set()
        for doubt in doubts:
            more, pending = set(heard), [doubt]
            while pending:
                name = pending.pop()
                if name not in more:
                    more.add(name)
                    pending += [parent for parent, _ in self.edition.doubts[name].under]
            if self._number(more) <= MAX_INTERPRETATIONS:
                heard = more
        return heard

    def _interpretations(self, survivors: Sequence[Interpretation] | None) -> tuple[dict[str, str], ...]:
        """Every interpretation of the doubts heard, first readings first."""
        found = []
        for chosen in product(*map(self._ways, self.doubts)):
            interpretation = {**self.fixed, **dict(zip(self.doubts, chosen, strict=True))}
            if self._is_proper(interpretation) and (
                survivors is None or any(_agree(interpretation, each) for each in survivors)
            ):
                found.append(interpretation)
        return tuple(found)

    def _is_proper(self, interpretation: Interpretation) -> bool:
        """Whether doubts that do not exist under it have their first reading (or the one fixed)."""
        return all(
            name in self.fixed
            or interpretation[name] == self.edition.doubts[name].readings[0].name
            or doubt_exists(self.edition, name, interpretation)
            for name in self.doubts
        )

    def of(self, mask: int) -> tuple[dict[str, str], ...]:
        """The interpretations of a mask."""
        return tuple(each for place, each in enumerate(self.interpretations) if mask >> place & 1)

    def readings_of(self, mask: int) -> dict[str, tuple[str, ...]]:
        """For each doubt that is not fixed, its readings among the interpretations of a mask."""
        found: dict[str, dict[str, None]] = {name: {} for name in self.doubts if name not in self.fixed}
        for interpretation in self.of(mask):
            for name, readings in found.items():
                readings[interpretation[name]] = None
        return {name: tuple(readings) for name, readings in found.items()}

    def telling(self, stands: int, falls: int) -> dict[str, tuple[str, ...]]:
        """The doubts that tell `stands` from `falls`, with their readings in `stands`: those on which a
        reading is in one only; where none is, all on which the interpretations differ."""
        ours, theirs = self.readings_of(stands), self.readings_of(falls)
        apart = {name: ours[name] for name in ours if not set(ours[name]) & set(theirs[name])}
        if not apart:
            apart = {name: ours[name] for name in ours if set(ours[name]) != set(theirs[name])}
        return apart or {name: readings for name, readings in ours.items() if len(readings) > 1}

    def is_among(self, mask: int, readings: Mapping[str, tuple[str, ...]]) -> bool:
        """Whether an interpretation of a mask has one of these readings for each of these doubts."""
        return any(all(each[name] in readings[name] for name in readings) for each in self.of(mask))

    def judge(self, mask: int, unveiled: Callable[[Any], Any] | None = None) -> "JointJudge":
        """The interpretations of a mask as one judge. `unveiled`: what is told instead of a value."""
        return JointJudge(self, mask, unveiled)

    def asks(self, expr: Expr) -> frozenset[str]:
        """The questions on which `expr` depends."""
        return self._depends(expr)[2]

    def book(self, readings: Mapping[str, str], agreed: Mapping[Key, Value]) -> AskedBook:
        """The rulebook under these readings, with these agreed answers."""
        key = (tuple(readings.items()), tuple(agreed.items()))
        if key not in self._books:
            if len(self._books) >= MAX_BOOKS:
                self._books.clear()
            self._books[key] = AskedBook(
                self.game, self.edition, readings, rulings=self.rulings, agreed=dict(agreed)
            )
        return self._books[key]

    def rulebook(self, mask: int, agreed: Mapping[Key, Value] | None = None) -> Rulebook:
        """The rulebook under the first interpretation of a mask."""
        first = (mask & -mask).bit_length() - 1
        return self.book(self.interpretations[first], agreed or {})

    def _depends(self, expr: Expr) -> tuple[Expr, tuple[str, ...], frozenset[str]]:
        """`expr`, the doubts and the questions on which it depends."""
        known = self._of_expr.get(id(expr))
        if known is None:
            if len(self._of_expr) >= MAX_BOOKS:
                self._of_expr.clear()
            asked = self._dependencies.of((expr,))[0]
            questions = asked.union(*(self._dependencies.asked(question) for question in sorted(asked)))
            depends = self._dependencies.doubts_of_exprs((expr,))
            self._refuse_unheard(depends)
            doubts = tuple(d for d in depends if d in self.doubts)
            known = (expr, doubts, questions)
            self._of_expr[id(expr)] = known
        return known

    def _refuse_unheard(self, doubts: Iterable[str]) -> None:
        """Raises Unheard where one of the doubts is unheard."""
        if any(doubt in self.unheard for doubt in doubts):
            number = self._number((*self.doubts, *sorted(self.unheard)))
            message = f"{number} interpretations are too many to be heard together"
            help = "choose readings, or rulings that pick some"
            raise Unheard(Problem("too-many-ways", message, (self._span,), help))

    def concerning(self, agreed: Mapping[Key, Value], expr: Expr) -> Mapping[Key, Value]:
        """The agreed answers on which `expr` can depend."""
        if not agreed:
            return agreed
        questions = self._depends(expr)[2]
        return {key: value for key, value in agreed.items() if key[0] in questions}

    def parts(self, mask: int, expr: Expr) -> list[tuple[int, dict[str, str]]]:
        """The mask parted by the readings of the doubts on which `expr` depends, with these readings."""
        doubts = self._depends(expr)[1]
        if doubts not in self._parted:
            masks: dict[tuple[str, ...], int] = {}
            for place, interpretation in enumerate(self.interpretations):
                chosen = tuple(interpretation[name] for name in doubts)
                masks[chosen] = masks.get(chosen, 0) | 1 << place
            self._parted[doubts] = [(m, dict(zip(doubts, c, strict=True))) for c, m in masks.items()]
        return [(part & mask, readings) for part, readings in self._parted[doubts] if part & mask]


class JointJudge:
    """Some of the interpretations of a panel. (See `judge.Judge`.)"""

    def __init__(
        self, panel: Interpretations, mask: int, unveiled: Callable[[Any], Any] | None = None
    ) -> None:
        self.panel = panel
        self.mask = mask
        self._unveiled = unveiled

    def answer(self, expr: Expr, env: Mapping[str, Value], agreed: Mapping[Key, Value]) -> Answer:
        """What `expr` comes to. Raises Split where the interpretations differ; ArbitreError."""
        parts: dict[object, Agreeing] = {}
        agreed = self.panel.concerning(agreed, expr)
        for mask, readings in self.panel.parts(self.mask, expr):
            answer = self.panel.book({**self.panel.fixed, **readings}, agreed).answer(expr, env)
            if self._unveiled is not None and not isinstance(answer.value, Unsettled):
                answer = replace(answer, value=self._unveiled(answer.value))
            sort = _sort(answer)
            before = parts.get(sort)
            parts[sort] = (
                Agreeing(mask, answer) if before is None else Agreeing(before.mask | mask, before.answer)
            )
        if len(parts) > 1:
            raise Diverged(tuple(parts.values()))
        (only,) = parts.values()
        return only.answer


def _sort(answer: Answer) -> object:
    """What makes two answers the same: the value, and the outcomes of what was asked."""
    value: object = answer.value
    if isinstance(answer.value, Unsettled):
        value = (answer.value.key, answer.value.verdict.outcome)
    return (type(value), value, tuple((a.question, a.situation, a.verdict.outcome) for a in answer.asked))


def _agree(one: Interpretation, other: Interpretation) -> bool:
    return all(other.get(name, reading) == reading for name, reading in one.items())


def check_readings(edition: Edition, readings: Interpretation, span: Span = NOWHERE) -> None:
    """Raises ArbitreError `unknown-name` for a doubt or a reading that the edition does not have."""
    for name, reading in readings.items():
        doubt = edition.doubts.get(name)
        if doubt is None:
            message = f"`{edition.name}` has no doubt `{name}`"
            raise fail("unknown-name", message, span, help=did_you_mean(name, edition.doubts))
        known = [each.name for each in doubt.readings]
        if reading not in known:
            message = f"the doubt `{name}` has no reading `{reading}`"
            raise fail("unknown-name", message, span, help=did_you_mean(reading, known))
