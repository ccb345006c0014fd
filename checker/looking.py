"""Situations in which concrete questions are looked at one by one, since they are never encoded.

They come from the printed examples, from games played, from small situations made up in order, and from
others drawn at random, always the same. What is found in them is found; that nothing else is there is not
proved.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice, product

from checker.drawing import draw
from checker.kinds.asked import asked_in
from checker.kinds.plays import begin, carry_on, completed, permitted_numbers
from checker.laid import Layer
from checker.panel import Panel
from dsl.errors import ArbitreError
from dsl.model import LAID, Edition, Expr, ForAll, Game, Parameter, Question, is_concrete_type
from dsl.types import (
    BagType,
    IntType,
    ListType,
    OptionalType,
    RationalType,
    RecordType,
    SetType,
    Type,
    UnionType,
)
from dsl.values import Player, Record, Value, bag_of, sort_key
from interpreter.chance import Chance, game_seed
from interpreter.concrete import Concrete, concrete_in
from interpreter.evaluate import Blocked, NoValue
from interpreter.judge import Answer, SingleJudge
from interpreter.reading import Dependencies, Interpretation
from interpreter.rules import Rulebook, Situation
from interpreter.space import situations_of, size_key, size_of, space_size, space_size_of
from interpreter.state import Key

FEW = 300
"""Concrete questions with at most so many situations are looked at in all of them."""
SHOWN, PLAYED, MADE, DRAWN = 120, 80, 160, 120
"""Situations of one question from examples, from play, made up in order, and drawn."""
LISTED = 2_000
"""Of so many small situations the smallest are taken."""
LARGER = 5
"""By so much lists and bags that are made up or drawn are longer than they have to be, at most."""
LARGE, MOST_LARGE = 7, 20
"""Of situations with so many things in them or more, at most so many of each size are made up."""
MOST_TRIED, MOST_LAID = 400, 60
"""So often something is laid in a shape by chance, until so many different ones are there."""
STATEMENTS = 400
"""Statements of a game that is played for the situations in it."""
MOST_READINGS = 8
"""Interpretations under which an example is heard for what it asks."""

Met = dict[str, list[Situation]]
"""Situations by question, in the order in which they were met."""


def is_looked_at(panel: Panel, question: Question) -> bool:
    """Whether a question is concrete, and has too many situations to be looked at in all of them."""
    return question.name in panel.concrete and space_size(panel.game, question.name, FEW) is None


def looked_at(panel: Panel, question: Question) -> tuple[Situation, ...]:
    """Situations of a question, the smallest first. Kept. Raises ArbitreError."""
    key = f"situations of {question.name}"
    if key not in panel.looked:
        book = panel.rulebook(panel.editions[0].name, {})
        met = [*_shown(panel).get(question.name, ()), *_played(panel, question.name).get(question.name, ())]
        panel.looked[key] = _ordered(
            panel, book, question.parameters, question.needs, question.smallest, met, question.name
        )
    found: tuple[Situation, ...] = panel.looked[key]
    return found


def looked_at_for(panel: Panel, name: str, claim: ForAll) -> tuple[Situation, ...]:
    """Situations of the parameters of a claim, the smallest first. Raises ArbitreError."""
    book = panel.rulebook(panel.editions[0].name, {})
    return _ordered(panel, book, claim.parameters, (), (), (), f"claim {name}")


def why_concrete(panel: Panel, edition: Edition, claim: ForAll) -> Concrete | None:
    """Why a claim about situations is concrete by an edition; None where it is not, or its situations are so
    few that it is looked at in all of them."""
    if space_size_of(panel.game, claim.parameters, FEW) is not None:
        return None
    return concrete_in([*claim.needs, claim.claim], panel.game, edition, panel.concrete)


def _ordered(
    panel: Panel,
    book: Rulebook,
    parameters: Sequence[Parameter],
    needs: Sequence[Expr],
    smallest: Sequence[Expr],
    met: Sequence[Situation],
    purpose: str,
) -> tuple[Situation, ...]:
    known = _known(panel, book, parameters, met)
    labels = [p.name for p in parameters]

    def possible(situation: Situation) -> bool:
        env = dict(zip(labels, situation, strict=True))
        return all(book.holds(need, env) is True for need in needs)

    order = partial(size_key, parameters, smallest, book)
    made = islice(filter(possible, islice(_made(panel, parameters, known), 2 * LISTED)), LISTED)
    found = dict.fromkeys(sorted(made, key=order)[:MADE])
    found |= dict.fromkeys(filter(possible, _drawn(panel, book, parameters, known, purpose)))
    some = _affordable(parameters, sorted(found, key=order))
    kept = dict.fromkeys((*filter(possible, met), *some))
    return tuple(sorted(kept, key=order))


def _affordable(parameters: Sequence[Parameter], situations: Iterable[Situation]) -> Iterator[Situation]:
    """All small situations, and some large ones: working out what can be laid takes its time there."""
    counts: Counter[int] = Counter()
    plain = [not is_concrete_type(p.type) for p in parameters]
    for situation in situations:
        size = sum(size_of(value) for value, told in zip(situation, plain, strict=True) if told)
        counts[size] += 1
        if size < LARGE or counts[size] <= MOST_LARGE:
            yield situation


def _drawn(
    panel: Panel,
    book: Rulebook,
    parameters: Sequence[Parameter],
    known: Mapping[Type, Sequence[Value]],
    purpose: str,
) -> Iterator[Situation]:
    names = tuple(Player(name) for name in panel.game.names[: panel.game.players[1]])
    small = [replace(p, type=_narrow(p.type, LARGER, numbers=False)) for p in parameters]
    if all(type in known for p in small for type in _types_in(p.type) if _is_shape(type)):
        for number in range(DRAWN):
            situation = draw(book, small, Chance(number, f"look {purpose}"), names, known)
            if situation is not None:
                yield situation


# ------------------------------------------------------------------ small ones, in order


def _made(
    panel: Panel, parameters: Sequence[Parameter], known: Mapping[Type, Sequence[Value]]
) -> Iterator[Situation]:
    """The smallest of the situations in which lists and bags are short and numbers low."""
    best: list[Parameter] | None = None
    plain = [p for p in parameters if not is_concrete_type(p.type)]
    for more in range(LARGER + 1):
        narrow = [replace(p, type=_narrow(p.type, more)) for p in plain]
        if space_size_of(panel.game, narrow, LISTED) is None:
            break
        best = narrow
    if best is None:
        return
    laid = [known.get(p.type, ()) for p in parameters if is_concrete_type(p.type)]
    for situation in islice(situations_of(panel.game, best), FEW if laid else None):
        for values in product(*laid):
            others, rest = iter(situation), iter(values)
            yield tuple(next(rest if is_concrete_type(p.type) else others) for p in parameters)


def _narrow(type: Type, more: int, numbers: bool = True) -> Type:
    """The type with lists and bags by at most so much longer than they have to be; `numbers`: and with the
    lowest numbers only."""
    inside = partial(_narrow, more=more, numbers=numbers)
    match type:
        case ListType(item=item, low=low, high=high) | BagType(item=item, low=low, high=high):
            most = (low or 0) + more
            return replace(type, item=inside(item), high=most if high is None else min(high, most))
        case IntType(low=low, high=high) if numbers:
            least = low if low is not None else (0 if high is None else min(0, high))
            return IntType(least, least + 1 + more if high is None else min(high, least + 1 + more))
        case RationalType() if numbers:
            return IntType(0, 1 + more)
        case OptionalType(item=item):
            return OptionalType(inside(item))
        case RecordType(fields=fields) if not type.is_shape:
            return replace(type, fields=tuple((name, inside(field)) for name, field in fields))
        case UnionType(alternatives=alternatives):
            return replace(
                type,
                alternatives=tuple(
                    a if a.payload is None else replace(a, payload=inside(a.payload)) for a in alternatives
                ),
            )
        case _:
            return type


# ------------------------------------------------------------------ what examples and games ask


def _known(
    panel: Panel, book: Rulebook, parameters: Sequence[Parameter], met: Sequence[Situation]
) -> dict[Type, tuple[Value, ...]]:
    """Values by type: those that parameters of concrete questions had in examples, those of these parameters
    in what was met, and what is laid by chance."""
    found: dict[Type, dict[Value, None]] = {}
    told = [(panel.game.questions[name].parameters, situations) for name, situations in _shown(panel).items()]
    for named, situations in (*told, (parameters, met)):
        for parameter, values in zip(named, zip(*situations, strict=True), strict=False):
            small = _narrow(parameter.type, LARGER, numbers=False)
            for value in values:
                found.setdefault(small, {}).setdefault(value)
                for type, inside in _laid_of(parameter.type, value):
                    found.setdefault(type, {}).setdefault(inside)
    for type in dict.fromkeys(t for p in parameters for t in _types_in(p.type)):
        small = _narrow(type, LARGER, numbers=False)
        match type:
            case RecordType(is_shape=True):
                found.setdefault(type, {}).update(dict.fromkeys(_laid(panel, book, type)))
            case BagType(item=item) | ListType(item=item):
                hands = (_hand(laid, small) for laid in _laid_with(panel, book, item))
                found.setdefault(small, {}).update((hand, None) for hand in hands if hand is not None)
            case _:
                pass
    return {type: tuple(values) for type, values in found.items() if values}


def _laid_with(panel: Panel, book: Rulebook, card: Type) -> Iterator[Value]:
    """What is laid with cards of this type, in any shape."""
    for shape in panel.game.shapes.values():
        if shape.card == card:
            yield from _laid(panel, book, shape.type)


def _hand(laid: Value, type: Type) -> Value:
    """The cards that lie there, and more of the same if they have to be more; None where they are too many."""
    assert isinstance(laid, Record) and isinstance(type, BagType | ListType)
    cards = laid.get(LAID)
    assert isinstance(cards, tuple)
    if not cards or (type.high is not None and len(cards) > type.high):
        return None
    often = max(1, -(-(type.low or 0) // len(cards)))
    hand = (cards * often)[: max(len(cards), type.low or 0)]
    return hand if isinstance(type, ListType) else bag_of(hand)


def _is_shape(type: Type) -> bool:
    return isinstance(type, RecordType) and type.is_shape


def _types_in(type: Type) -> Iterator[Type]:
    """A type and those in it; nothing of what a shape consists of."""
    yield type
    match type:
        case RecordType(fields=fields) if not type.is_shape:
            for _, field in fields:
                yield from _types_in(field)
        case UnionType(alternatives=alternatives):
            for alternative in alternatives:
                if alternative.payload is not None:
                    yield from _types_in(alternative.payload)
        case OptionalType(item=item) | ListType(item=item) | BagType(item=item) | SetType(item=item):
            yield from _types_in(item)
        case _:
            pass


def _laid_of(type: Type, value: Value) -> Iterator[tuple[RecordType, Value]]:
    """What is laid in a shape in a value of a type."""
    match type, value:
        case RecordType(is_shape=True), Record():
            yield type, value
        case RecordType(fields=fields), Record():
            for name, field in fields:
                yield from _laid_of(field, value.get(name))
        case OptionalType(item=item), _ if value is not None:
            yield from _laid_of(item, value)
        case ListType(item=item), tuple():
            for each in value:
                yield from _laid_of(item, each)
        case _:
            pass


def _laid(panel: Panel, book: Rulebook, type: RecordType) -> tuple[Value, ...]:
    """What is laid in a shape, by chance, but always the same. Kept."""
    key = f"laid in {type.name}"
    if key not in panel.looked:
        shape = panel.game.shapes[type.name]
        layer = Layer(book, Chance(0, key))
        found: dict[Value, None] = {}
        for _ in range(MOST_TRIED):
            with suppress(Blocked, NoValue):
                laid = layer.lay(shape)
                found |= {} if laid is None else {laid: None}
            if len(found) == MOST_LAID:
                break
        panel.looked[key] = tuple(sorted(found, key=lambda v: (size_of(v), sort_key(v))))
    kept: tuple[Value, ...] = panel.looked[key]
    return kept


def _shown(panel: Panel) -> Met:
    """What the printed examples and the closed consequences ask of concrete questions. Kept."""
    if "examples" not in panel.looked:
        found: Met = {}
        for edition in panel.editions:
            exprs = [shows for example in edition.examples for shows in example.shows]
            closed = [c.claim for c in edition.consequences if isinstance(c.claim, ForAll)]
            exprs += [claim.claim for claim in closed if not claim.parameters]
            for expr in exprs:
                _ask(panel, edition, expr, found)
        panel.looked["examples"] = found
    met: Met = panel.looked["examples"]
    return met


def _ask(panel: Panel, edition: Edition, expr: Expr, found: Met) -> None:
    doubts = Dependencies(panel.game, edition).doubts_of_exprs([expr])
    for interpretation in panel.readings(edition.name, doubts)[:MOST_READINGS]:
        book = panel.rulebook(edition.name, interpretation)
        _spread(panel, book, book.asked_by(expr, {}), found, SHOWN)


def _spread(
    panel: Panel, book: Rulebook, asked: Iterable[tuple[str, Situation]], found: Met, most: int
) -> None:
    """Notes what is asked of concrete questions, and what is asked for that, one thing after the other."""
    pending = list(asked)
    seen = set(pending)
    while pending:
        question, situation = pending.pop(0)
        if question not in panel.concrete:
            continue
        known = found.setdefault(question, [])
        if situation in known:
            continue
        if len(known) >= most:
            return
        known.append(situation)
        more = [key for key in asked_in(book, question, situation) if key not in seen]
        seen.update(more)
        pending += more


def _played(panel: Panel, question: str) -> Met:
    """What is asked of concrete questions in games of the variant to which a question belongs, one by each
    edition. Kept."""
    flows = panel.game.flows
    asking = (name for name, v in panel.game.variants.items() if question in v.questions and name in flows)
    variant = next(asking, None)
    if variant is None:
        return {}
    key = f"play of {variant}"
    if key not in panel.looked:
        found: Met = {}
        for edition in panel.editions:
            with suppress(ArbitreError):  # which is told where the play itself is examined
                _play(panel, variant, edition, found)
        panel.looked[key] = found
    met: Met = panel.looked[key]
    return met


def _play(panel: Panel, variant: str, edition: Edition, found: Met) -> None:
    number = next(iter(permitted_numbers(panel, variant, edition)), None)
    read = completed(panel, edition, {}, Chance(0, "look"))
    if number is None or read is None:
        return
    play = begin(panel, variant, edition, number, read, game_seed(number, 0))
    listening = _Listening(panel.game, edition, read)
    play.judge = listening
    try:
        carry_on(play, lambda play, due: False, STATEMENTS)
    finally:
        _spread(panel, panel.rulebook(edition.name, read), listening.heard, found, PLAYED)


class _Listening(SingleJudge):
    """Notes what a game asks, in order, each once."""

    def __init__(self, game: Game, edition: Edition, interpretation: Interpretation) -> None:
        super().__init__(game, edition, interpretation)
        self.heard: dict[Key, None] = {}

    def answer(self, expr: Expr, env: Mapping[str, Value], agreed: Mapping[Key, Value]) -> Answer:
        """What `expr` comes to."""
        answer = super().answer(expr, env, agreed)
        self.heard.update(((asked.question, asked.situation), None) for asked in answer.asked)
        return answer
