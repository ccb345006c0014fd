"""Values as they are written, in JSON and in the events of logs: reading that again gives the same values."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import islice
from typing import Any, assert_never

from dsl.model import LAID, Game, Question, Shape
from dsl.model.card_text import CardTexts, Written, as_read, texts_of
from dsl.text.errors import ArbitreError, fail
from dsl.text.span import NOWHERE, Span
from dsl.types.values import Bag, Case, Player, Record, Tagged, Value, ValueSet
from interpreter.evaluate.arrangements import Layout
from interpreter.evaluate.expressions import code_of
from interpreter.optimize.optimizer import optimum
from interpreter.values.context import Alone, Blocked, SpecError
from interpreter.values.show import Situation, shortened

# ------------------------------------------------------------------ writing


def to_json(value: Value, game: Game) -> Any:
    """The value as JSON of its type. Of cards with which something can be laid, each is its text, `"8"`; what
    is laid is the text of its row, `"8 + 7 = 15"`, unless that text alone does not tell what it is."""
    return _Writer(game).value(value)


def situation_to_json(question: Question, situation: Situation, game: Game) -> dict[str, Any]:
    """One key for each parameter, in order."""
    writer = _Writer(game)
    return {p.name: writer.value(v) for p, v in zip(question.parameters, situation, strict=True)}


class _Writer:
    def __init__(self, game: Game) -> None:
        self.shapes: Mapping[str, Shape] = game.shapes
        self.cards = texts_of(game)

    def value(self, value: Value) -> Any:
        match value:
            case None | bool() | int():
                return value
            case Fraction():
                return str(value)
            case Case() | Player():
                return value.name
            case Record(name, fields):
                text = self._row(value, self.shapes[name]) if name in self.shapes else None
                return {each: self.value(v) for each, v in fields} if text is None else text
            case Tagged(union, tag, payload):
                text = self.cards[union].text(value) if union in self.cards else None
                if text is not None:
                    return text
                return tag if payload is None else {tag: self.value(payload)}
            case Bag(items) | ValueSet(items):
                return [self.value(v) for v in items]
            case tuple():
                return [self.value(v) for v in value]
            case _:
                assert_never(value)

    def _row(self, laid: Record, shape: Shape) -> str | None:
        """The text of what is laid, if it is read as just that."""
        texts = self.cards[shape.card.name]
        text = texts.row(laid)
        try:
            return text if text is not None and read_laid(text, shape, texts) == laid else None
        except (ArbitreError, SpecError):
            return None


# ------------------------------------------------------------------ reading


def read_laid(text: str, shape: Shape, texts: CardTexts, span: Span = NOWHERE) -> Record:
    """What is laid, by the text of its row: each card is read as itself, or as the text says. Raises
    ArbitreError."""
    try:
        found = list(islice(Layout(shape, code_of).written(texts.read(text, span), Alone(optimum), span), 2))
    except Blocked:
        message = f"what a `{shape.name}` is depends on what editions answer: it cannot be read from text"
        raise fail("malformed", message, span) from None
    if len(found) != 1:
        ways = "can be read in several ways" if found else "cannot be read"
        raise fail("malformed", f"`{shortened(text)}` {ways} as a `{shape.name}`", span)
    return found[0]


def check_laid(laid: Record, shape: Shape, span: Span) -> None:
    """Raises ArbitreError where this, written in full, cannot be laid (as far as that can be told without
    asking an edition)."""
    cards, reads = laid.get(LAID), as_read(laid)
    assert isinstance(cards, tuple)
    fits = len(cards) == len(reads)
    if fits:
        ways = Layout(shape, code_of).written(tuple(map(Written, cards, reads)), Alone(optimum), span)
        try:
            fits = laid in ways
        except Blocked:
            fits = True
    if not fits:
        raise fail("malformed", f"no `{shape.name}` is laid so", span)
