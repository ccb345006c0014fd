"""What is to be simulated, and what comes of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dsl.model import Rulings
from dsl.types.values import Value
from interpreter.analysis.dependencies import Interpretation
from interpreter.play.setting import options_in, setting_name
from interpreter.rulebook.situations import Situation
from interpreter.runtime.workers import Lost
from interpreter.simulate.disagreement import Frequency


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be simulated. `bots` has a name of `BOTS` for each seat, the last for all further ones.
    `watch`: editions that are asked, too, wherever play asks. `parameters`: values of the flow's, the
    options chosen among them."""

    game: str
    variant: str
    edition: str
    players: tuple[str, ...]
    games: int
    seed: int = 0
    rulings: tuple[Rulings, ...] = ()
    readings: Interpretation = field(default_factory=dict)
    bots: tuple[str, ...] = ("random",)
    watch: tuple[str, ...] = ()
    logs: bool = False
    survivors: tuple[Interpretation, ...] | None = None
    parameters: Mapping[str, Value] = field(default_factory=dict)
    deck: str | None = None  # the deck, where it is not the game's own

    @property
    def name(self) -> str:
        """GAME/VARIANT+OPTION."""
        return setting_name(self.game, self.variant, options_in(self.parameters))


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A question at which play stopped: its status (silent, contradictory, open, blocked; ambiguous where
    readings differ), the clauses that decide it, and for readings what each part of them answers."""

    question: str
    situation: Situation
    status: str
    clauses: tuple[str, ...] = ()
    parts: tuple[tuple[Mapping[str, tuple[str, ...]], str, tuple[Value, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Halt:
    """Where a game cannot go on. `at`: the choice that is due, of which a player has nothing legal to choose;
    or the step (None: no step) that moves cards which are not there; None where it may not begin. `clauses`:
    those that ask for the cards, or that do not let it begin."""

    at: str | None
    seat: int | None = None
    message: str = ""
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One game. `end`: finished, disputed, stuck (nothing legal to choose), short (cards are not there),
    unplayed (it may not be played so), each of these three with its `halt`; broken (an error of the
    specification, in `error`), unfinished (after `simulate.MAX_EVENTS`)."""

    number: int
    seed: int
    end: str
    choices: int
    rounds: int | None = None
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    dispute: Dispute | None = None
    halt: Halt | None = None
    error: str | None = None
    log: str | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """Least, mean and greatest of some numbers."""

    least: int
    mean: float
    greatest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """What came of it. `ends` counts the ends of games; `disputes` those in dispute by question and status,
    the most frequent first, each with its first game; `halts` those that could not go on, likewise. `scores`,
    `wins`: by seat, of finished games (a win shared by n counts for each of them). `lost`: why fewer were
    played than wanted."""

    plan: Plan
    games: int
    ends: Mapping[str, int]
    disputes: tuple[tuple[str, str, int, Played], ...]
    halts: tuple[tuple[str, Halt, int, Played], ...]
    errors: tuple[tuple[str, int, Played], ...]
    choices: Spread | None
    rounds: Spread | None
    scores: tuple[Spread | None, ...]
    wins: tuple[int, ...]
    shared: int
    frequency: Frequency
    lost: tuple[Lost, ...] = ()


# ------------------------------------------------------------------ counting


Batch = tuple[list[Played], Frequency]
"""Some games, and what was seen in them."""


def counted(plan: Plan, batches: Iterable[Batch | Lost]) -> Simulation:
    """The batches of a plan's games, put together."""
    games: list[Played] = []
    frequency = Frequency()
    lost: dict[Lost, None] = {}
    for batch in batches:
        if isinstance(batch, Lost):
            lost[batch] = None
            continue
        played, seen = batch
        games += played
        frequency = frequency.joined(seen)
    finished = [each for each in games if each.end == "finished"]
    wins: Counter[int] = Counter(seat for each in finished for seat in each.winners)
    seats = range(len(plan.players))
    return Simulation(
        plan=plan,
        games=len(games),
        ends=dict(sorted(Counter(each.end for each in games).items())),
        disputes=_disputes(games),
        halts=_halts(games),
        errors=_errors(games),
        choices=_spread([each.choices for each in finished]),
        rounds=_spread([each.rounds for each in finished if each.rounds is not None]),
        scores=tuple(_spread([e.scores[seat] for e in finished if seat < len(e.scores)]) for seat in seats),
        wins=tuple(wins[seat] for seat in seats),
        shared=sum(len(each.winners) > 1 for each in finished),
        frequency=frequency,
        lost=tuple(lost),
    )


def _disputes(games: Sequence[Played]) -> tuple[tuple[str, str, int, Played], ...]:
    first: dict[tuple[str, str], Played] = {}
    counted: Counter[tuple[str, str]] = Counter()
    for each in games:
        if each.dispute is not None:
            key = (each.dispute.question, each.dispute.status)
            first.setdefault(key, each)
            counted[key] += 1
    order = sorted(counted, key=lambda key: (-counted[key], key))
    return tuple((*key, counted[key], first[key]) for key in order)


def _halts(games: Sequence[Played]) -> tuple[tuple[str, Halt, int, Played], ...]:
    """By the end and where it is, the most frequent first."""
    first: dict[tuple[str, Halt], Played] = {}
    counted: Counter[tuple[str, Halt]] = Counter()
    for each in games:
        if each.halt is not None:
            first.setdefault((each.end, each.halt), each)
            counted[(each.end, each.halt)] += 1
    order = sorted(counted, key=lambda key: (-counted[key], first[key].number))
    return tuple((*key, counted[key], first[key]) for key in order)


def _errors(games: Sequence[Played]) -> tuple[tuple[str, int, Played], ...]:
    first: dict[str, Played] = {}
    counted: Counter[str] = Counter()
    for each in games:
        if each.error is not None:
            first.setdefault(each.error, each)
            counted[each.error] += 1
    return tuple((error, counted[error], first[error]) for error in sorted(counted))


def _spread(numbers: Sequence[int]) -> Spread | None:
    return Spread(min(numbers), sum(numbers) / len(numbers), max(numbers)) if numbers else None
