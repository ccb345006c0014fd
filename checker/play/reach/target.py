"""What a game that is sought has to arrive at: a question in a situation, and what that wants of players."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dsl.model import Game, Question
from dsl.types.types import Type, UnionType
from dsl.types.values import Bag, Player, Record, Tagged, Value, ValueSet
from interpreter.play.state import Key
from interpreter.rulebook.rulebook import Situation
from interpreter.values.context import SEATS
from interpreter.values.show import fits


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
        names = self.game.names
        places = [names.index(p.name) for p in self.parts if isinstance(p, Player) and p.name in names]
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


def _declared(value: Value, type: Type | None) -> int:
    """The place of an answer: true before false; of alternatives, the order of declaration."""
    match value:
        case bool():
            return 0 if value else 1
        case Tagged(tag=tag) if isinstance(type, UnionType):
            return [a.tag for a in type.alternatives].index(tag)
        case _:
            return 0
