"""What a game that is sought has to arrive at: a question, asked in a situation.

`Target` says what the situation wants of players and chance; `Ears` answers a flow and hears what is asked,
in answering other questions too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dsl.model import Edition, Expr, Game, Question, Rulings
from dsl.span import Span
from dsl.types import Type, UnionType
from dsl.values import Bag, Player, Record, Tagged, Value, ValueSet
from interpreter.context import SEATS
from interpreter.judge import Answer, AskedBook, SingleJudge
from interpreter.reading import Dependencies, Interpretation
from interpreter.rules import Situation, Verdict
from interpreter.showing import fits
from interpreter.state import Key
from interpreter.statements import expressions_of


@dataclass(frozen=True, slots=True)
class Target:
    """A question of a game in a situation. `parts`: all that it is made of, in order of mention."""

    game: Game
    question: Question
    situation: Situation
    parts: tuple[Value, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", tuple(p for v in self.situation for p in _parts(v)))

    @property
    def key(self) -> Key:
        """The question with its situation."""
        return (self.question.name, self.situation)

    @property
    def named(self) -> Mapping[str, Value]:
        """The situation by the names of the question's parameters."""
        return {p.name: v for p, v in zip(self.question.parameters, self.situation, strict=True)}

    def tables(self) -> tuple[int, ...]:
        """How many may sit at the table, the likeliest first: as many as the situation says; else as it
        mentions, as a number in it, and all others."""
        low, high = self.game.players
        said = self.named.get(SEATS)
        places = [self.game.names.index(p.name) for p in self.parts if _named(p, self.game)]
        least = max([low, *(place + 1 for place in places)])
        if isinstance(said, int):
            return (said,) if least <= said <= high else ()
        numbers = [p for p in self.parts if isinstance(p, int) and not isinstance(p, bool)]
        wanted = [n for n in (least, *numbers, *range(least, high + 1)) if least <= n <= high]
        return tuple(dict.fromkeys(wanted))

    def wanted(self, player: Player, domain: Type) -> Value:
        """What the player has to choose from `domain`: what a record of the situation has of him; without
        such records, what the situation is about. None where it says nothing."""
        records = [p for p in self.parts if isinstance(p, Record) and _of_players(p)]
        if not records:
            return next((v for v in self.situation if v is not None and fits(v, domain)), None)
        for record in records:
            values = [v for _, v in record.fields]
            if player in values:
                return next((v for v in values if v != player and fits(v, domain)), None)
        return None

    def due(self, env: Mapping[str, Value], player: Player) -> bool:
        """Whether the game, in which names mean `env`, can be about to ask the question in this situation,
        if the player chooses what it wants: what has the name of a parameter has its value, and a list as
        much of it as there is already, up to this player."""
        for name, value in self.named.items():
            here = env.get(name, value)
            if name == SEATS:
                continue
            if isinstance(value, tuple) and isinstance(here, tuple) and here is not value:
                if len(here) >= len(value) or here != value[: len(here)]:
                    return False
                coming = value[len(here)]
                if _of_players(coming) and player not in _parts(coming):
                    return False
            elif here != value:
                return False
        return True

    def rank(self, answers: tuple[Value, ...], type: Type | None = None) -> list[Value]:
        """Possible answers on the way, those that the situation mentions first; then yes before no,
        alternatives in the order of their declaration (`type`), all else as it comes."""
        mentioned = [p for p in self.parts if not isinstance(p, int) and p in answers]
        others = sorted(answers, key=lambda answer: _declared(answer, type))
        return list(dict.fromkeys([*mentioned, *others]))


def _parts(value: Value) -> Iterator[Value]:
    """The value, and all that it is made of."""
    yield value
    match value:
        case tuple() | Bag() | ValueSet():
            for item in value if isinstance(value, tuple) else value.items:
                yield from _parts(item)
        case Record(_, fields):
            for _, item in fields:
                yield from _parts(item)
        case Tagged(_, _, payload) if payload is not None:
            yield from _parts(payload)
        case _:
            pass


def _of_players(value: Value) -> bool:
    return isinstance(value, Record) and any(isinstance(v, Player) for _, v in value.fields)


def _named(value: Value, game: Game) -> bool:
    return isinstance(value, Player) and value.name in game.names


def _declared(value: Value, type: Type | None) -> int:
    """The place of an answer: true before false; of alternatives, the order of declaration."""
    match value:
        case bool():
            return 0 if value else 1
        case Tagged(tag=tag) if isinstance(type, UnionType):
            return [a.tag for a in type.alternatives].index(tag)
        case _:
            return 0


@dataclass(frozen=True, slots=True)
class Asking:
    """What a flow can ask of an edition. `asked`: the questions, directly or not; `within`: those that are
    asked to answer others; `doubts`: those on which all depends."""

    depends: Dependencies
    asked: frozenset[str]
    within: frozenset[str]
    doubts: frozenset[str]


def asking(game: Game, variant: str, edition: Edition, rulings: Rulings | None = None) -> Asking:
    """What the flow of a variant can ask, the rulings heard."""
    ruled = () if rulings is None else rulings.clauses
    depends = Dependencies(game, edition, (*edition.clauses, *game.assumptions, *ruled))
    exprs = expressions_of(game.flows[variant])
    direct = depends.of(exprs)[0]
    return Asking(
        depends,
        direct.union(*(depends.asked(name) for name in sorted(direct))),
        frozenset(name for question in game.questions for name in depends.direct(question)[0]),
        frozenset(depends.doubts_of_exprs(exprs)),
    )


class _Book(AskedBook):
    """A rulebook that knows which questions it asked to answer another. `below`: by question and situation,
    what was asked to answer it."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        interpretation: Interpretation,
        rulings: Rulings | None,
        agreed: Mapping[Key, Value],
    ) -> None:
        super().__init__(game, edition, interpretation, rulings=rulings, agreed=agreed)
        self.below: dict[Key, dict[Key, None]] = {}
        self._asking: list[Key | None] = []  # None: what is asked to see whether a situation is possible
        self._ever: set[Key] = set()  # whatever was asked to answer another

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The answer to a question. Raises Blocked where there is none."""
        asking = self._asking[-1] if self._asking else None
        if asking is not None:
            self.below.setdefault(asking, {})[(question, situation)] = None
            self._ever.add((question, situation))
        return super().ask(question, situation, span)

    def verdict(self, question: str, situation: Situation) -> Verdict:
        """What is answered; see `AskedBook.verdict`."""
        self._asking.append((question, situation))
        try:
            return super().verdict(question, situation)
        finally:
            self._asking.pop()

    def meets_needs(self, question: str, situation: Situation) -> bool:
        """Whether the situation is possible; see `Rulebook.meets_needs`."""
        self._asking.append(None)
        try:
            return super().meets_needs(question, situation)
        finally:
            self._asking.pop()

    def asks(self, key: Key, target: Key) -> bool:
        """Whether `target` was asked when `key` was."""
        if key == target:
            return True
        if target not in self._ever:
            return False
        pending = [key]
        met = {key}
        while pending:
            here = pending.pop()
            if here == target:
                return True
            new = [k for k in self.below.get(here, ()) if k not in met]
            met.update(new)
            pending += new
        return False


class Ears(SingleJudge):
    """Answers a flow by an edition under one interpretation, and hears what it asks. `within`: the questions
    that others ask; only what is agreed about these can change an answer that is remembered."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        interpretation: Interpretation,
        within: frozenset[str],
        rulings: Rulings | None = None,
    ) -> None:
        super().__init__(game, edition, interpretation, rulings=rulings)
        self.game = game
        self.edition = edition
        self.interpretation = interpretation
        self._rulings = rulings
        self._within = within
        self._books: dict[tuple[tuple[Key, Value], ...], _Book] = {}
        self._last: tuple[Mapping[Key, Value], _Book] | None = None
        self._heard: list[tuple[_Book, Key]] = []

    def book(self, agreed: Mapping[Key, Value]) -> _Book:
        """The rulebook with these answers, up to the next time that one is wanted with others."""
        if self._last is None or self._last[0] is not agreed:
            key = tuple((k, answer) for k, answer in agreed.items() if k[0] in self._within)
            if key not in self._books:
                self._books[key] = _Book(self.game, self.edition, self.interpretation, self._rulings, agreed)
            self._last = (agreed, self._books[key])
            self._last[1].agreed = agreed
        return self._last[1]

    def answer(self, expr: Expr, env: Mapping[str, Value], agreed: Mapping[Key, Value]) -> Answer:
        """What `expr` comes to."""
        book = self.book(agreed)
        found = book.answer(expr, env)
        self._heard += [(book, key) for key in book.asked]
        return found

    def listen(self) -> None:
        """Forgets what it has heard so far."""
        self._heard.clear()

    def heard(self) -> dict[Key, None]:
        """All that was asked since then, directly and to answer other questions."""
        found: dict[Key, None] = {}
        for book, key in self._heard:
            pending = [key]
            while pending:
                here = pending.pop()
                if here not in found:
                    found[here] = None
                    pending += book.below.get(here, ())
        return found

    def hears(self, target: Key) -> bool:
        """Whether the question was asked in that situation since then, directly or to answer another."""
        return any(book.asks(key, target) for book, key in self._heard)
