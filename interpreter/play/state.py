"""The state of a game in play, and what a game in play can be waiting for.

A state is never changed: each step makes a new one, so that going back is keeping the old one.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from dsl.model import Choose, Play, Statement, Turns
from dsl.types.values import Bag, Case, Player, Value, bag_of
from interpreter.evaluate.evaluate import SEATS
from interpreter.rulebook.rulebook import Verdict
from interpreter.rulebook.situations import Situation

Key = tuple[str, Situation]  # a question in a situation


# ------------------------------------------------------------------ state


@dataclass(frozen=True, slots=True)
class Frame:
    """A block being carried out: the statements, the next one, the names of the block; for a loop over a
    list, the items still to come (`name` is the loop's); `label` is the step it belongs to. `plays`: this
    is the body of a flow played by another; `outside`: the values of that other flow. `turns`: the body is
    that of turns, and the items are those from the one after the last turn on, all round."""

    body: tuple[Statement, ...]
    place: int = 0
    names: Mapping[str, Value] = field(default_factory=dict)
    loop: str | None = None
    rest: tuple[Value, ...] = ()
    label: str | None = None
    plays: Play | None = None
    turns: Turns | None = None
    outside: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Where a game stands.

    `zones`: cards by `zone_key`; `values`: the flow's parameters and variables that have a value; `frames`:
    the blocks being carried out, the innermost last; `agreed`: answers on which the table agreed; `chances`:
    how many events of chance there were; `secret`: choices made and not yet revealed, by name.
    """

    seats: tuple[Player, ...]
    zones: Mapping[str, Value]
    values: Mapping[str, Value]
    frames: tuple[Frame, ...]
    phase: str = ""
    agreed: Mapping[Key, Value] = field(default_factory=dict)
    chances: int = 0
    secret: frozenset[str] = frozenset()
    ended: "Ended | None" = None

    @property
    def place(self) -> Hashable:
        """Where in the flow the game stands, with what names mean there."""
        return tuple(
            (id(f.body), f.place, tuple(f.names.items()), f.loop, f.rest, f.label, tuple(f.outside.items()))
            for f in self.frames
        )

    @property
    def next_statement(self) -> Statement | None:
        """What is carried out next: between two turns, the turns; None at the end of another block."""
        if not self.frames:
            return None
        frame = self.frames[-1]
        if frame.place < len(frame.body):
            return frame.body[frame.place]
        return None if frame.names else frame.turns

    @property
    def played(self) -> int | None:
        """The place of the innermost frame of a flow played by another; None in the flow itself."""
        return next((n for n in range(len(self.frames) - 1, -1, -1) if self.frames[n].plays), None)

    def env(self) -> dict[str, Value]:
        """What names mean here: parameters, variables, names of the blocks, zones, seats."""
        env: dict[str, Value] = {SEATS: self.seats, **self.values}
        for frame in self.frames[self.played or 0 :]:
            env.update(frame.names)
        env.update(self.zones)
        return env

    def envs(self) -> Iterator[tuple[Play | None, dict[str, Value]]]:
        """What names mean in each flow that is being carried out, the innermost first, with the statement
        that plays it (None: the flow itself)."""
        values, last = self.values, len(self.frames)
        for n in range(len(self.frames) - 1, -1, -1):
            frame = self.frames[n]
            if frame.plays is not None or n == 0:
                env: dict[str, Value] = {SEATS: self.seats, **values}
                for each in self.frames[n:last]:
                    env.update(each.names)
                yield frame.plays, {**env, **self.zones}
                values, last = frame.outside, n
        if not self.frames:
            yield None, self.env()

    def cards(self, zone: str) -> tuple[Value, ...]:
        """What lies in a zone: from the top if it is ordered, else sorted."""
        value = self.zones[zone]
        assert isinstance(value, tuple | Bag)
        return value if isinstance(value, tuple) else value.items

    def with_cards(self, changes: Mapping[str, tuple[Value, ...]]) -> "State":
        """The state with these cards in these zones (bags stay bags)."""
        changed = {
            zone: bag_of(cards) if isinstance(self.zones[zone], Bag) else cards
            for zone, cards in changes.items()
        }
        return replace(self, zones={**self.zones, **changed})


# ------------------------------------------------------------------ unknown cards


UNKNOWN = "?"


def unknown(enum: str, number: int, pool: str = UNKNOWN) -> Case:
    """A card of which nobody who reads the log knows what it is: number 0, 1, …; of a pool of such cards."""
    return Case(enum, pool, -1 - number)


def is_unknown(value: Value) -> bool:
    """Whether it is a card that is not known."""
    return isinstance(value, Case) and value.index < 0


# ------------------------------------------------------------------ what play waits for


@dataclass(frozen=True, slots=True)
class ChoiceDue:
    """Players have to choose: one, or several at once (`statement.each`), in any order."""

    statement: Choose
    by: tuple[Player, ...]

    @property
    def name(self) -> str:
        """What is chosen, as the flow calls it."""
        return self.statement.name


@dataclass(frozen=True, slots=True)
class ShuffleDue:
    """A zone has to be shuffled."""

    zone: str


@dataclass(frozen=True, slots=True)
class DrawDue:
    """One of these has to be drawn by lot."""

    name: str
    among: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Unsettled:
    """A question was asked to which there is no single answer: a dispute."""

    question: str
    situation: Situation
    verdict: Verdict

    @property
    def key(self) -> Key:
        """The question with its situation."""
        return (self.question, self.situation)


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over: points by player, as the flow gives them, and who wins. `unplayed`: it was no game,
    since it may not be played so."""

    scores: tuple[tuple[Player, int], ...]
    winners: tuple[Player, ...] | None
    unplayed: bool = False


Due = ChoiceDue | ShuffleDue | DrawDue | Unsettled | Ended


# ------------------------------------------------------------------ what happens by itself


@dataclass(frozen=True, slots=True)
class Asked:
    """The flow asked a question."""

    question: str
    situation: Situation
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards went from one zone to another; `label` is the step of the flow (None: of none), `of` the player
    whose zone they went into, else the one from whose zone they came. `onto`: they lie on top there."""

    label: str | None
    of: Player | None
    cards: tuple[Value, ...]
    source: str
    into: str
    onto: bool = False


@dataclass(frozen=True, slots=True)
class Begun:
    """A phase or a step of the flow begins."""

    kind: Literal["phase", "step"]
    name: str


Happening = Asked | Moved | Begun
