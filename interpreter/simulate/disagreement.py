"""How often it matters: where editions, and readings of one, answer otherwise at what play asks.

What is counted are situations met in play, and the games in which there was one: of the same game, situations
are no independent draws, so shares and their intervals are of games.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt

from dsl.model import Edition, Game
from dsl.text.errors import ArbitreError
from interpreter.analysis.dependencies import Dependencies, interpretations
from interpreter.play.state import Asked
from interpreter.rulebook.elimination import struck_by_examples
from interpreter.rulebook.rulebook import Outcome, Rulebook, Status
from interpreter.rulebook.situations import Situation

MAX_READINGS = 4_000  # interpretations of a question that are heard


@dataclass(frozen=True, slots=True)
class Tally:
    """Situations, and games with at least one of them."""

    situations: int = 0
    games: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.situations + other.situations, self.games + other.games)


@dataclass(frozen=True, slots=True)
class Frequency:
    """`games` played; and for (question, what) how often: `asked`; `EDITION:STATUS` where an edition is
    silent, contradictory, open, blocked, or ambiguous (its readings differ); `E≠F` where what two editions
    answer differs (each taken with all its readings)."""

    games: int = 0
    tallies: Mapping[tuple[str, str], Tally] = field(default_factory=dict)

    def joined(self, other: "Frequency") -> "Frequency":
        """Both together."""
        tallies = dict(self.tallies)
        for key, tally in other.tallies.items():
            tallies[key] = tallies.get(key, Tally()) + tally
        return Frequency(self.games + other.games, dict(sorted(tallies.items())))


def interval(games: int, of: int) -> tuple[float, float]:
    """The share of games, as an interval at 95 %: by Wilson; where there is none, up to 1 - 0.05^(1/n)."""
    if of == 0:
        return (0.0, 1.0)
    if games == 0:
        return (0.0, 1 - float(0.05 ** (1 / of)))
    z = 1.959963984540054
    share = games / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return (max(0.0, middle - half), min(1.0, middle + half))


class Observer:
    """Asks editions, under all their readings, what play asks."""

    def __init__(self, game: Game, editions: Iterable[Edition]) -> None:
        self.game = game
        self._editions = [_Observed(game, edition) for edition in editions]
        self._kept: dict[tuple[str, Situation], tuple[str, ...]] = {}
        self._seen = Frequency()

    def add(self, asked: Iterable[Asked]) -> None:
        """Takes account of what was asked in one game."""
        counted: dict[tuple[str, str], int] = {}
        for each in asked:
            counted[(each.question, "asked")] = counted.get((each.question, "asked"), 0) + 1
            for what in self._remarks(each.question, each.situation):
                counted[(each.question, what)] = counted.get((each.question, what), 0) + 1
        tallies = {key: Tally(number, 1) for key, number in counted.items()}
        self._seen = self._seen.joined(Frequency(1, tallies))

    def taken(self) -> Frequency:
        """What was seen since the last time."""
        seen, self._seen = self._seen, Frequency()
        return seen

    def _remarks(self, question: str, situation: Situation) -> tuple[str, ...]:
        """What is to be said of a question in a situation."""
        key = (question, situation)
        if key not in self._kept:
            if len(self._kept) > 200_000:
                self._kept.clear()
            outcomes = {o.edition.name: o.outcomes(question, situation) for o in self._editions}
            self._kept[key] = tuple(_remarks(outcomes))
        return self._kept[key]


def _remarks(outcomes: Mapping[str, frozenset[Outcome]]) -> Iterable[str]:
    for name, found in outcomes.items():
        if len(found) > 1:
            yield f"{name}:ambiguous"
        elif found and next(iter(found)).status is not Status.SETTLED:
            yield f"{name}:{next(iter(found)).status.value}"
    for one, other in combinations(outcomes, 2):
        if outcomes[one] != outcomes[other]:
            yield f"{one}≠{other}"


class _Observed:
    """One edition, under each interpretation on which a question may depend and which its printed examples
    leave."""

    def __init__(self, game: Game, edition: Edition) -> None:
        self.game = game
        self.edition = edition
        self._dependencies = Dependencies(game, edition)
        self._nogoods = struck_by_examples(game, edition, self._dependencies)
        self._books: dict[tuple[tuple[str, str], ...], Rulebook] = {}
        self._of: dict[str, list[Rulebook]] = {}

    def outcomes(self, question: str, situation: Situation) -> frozenset[Outcome]:
        """All outcomes over the readings; nothing of those under which it is no situation."""
        found = set()
        for book in self._of_question(question):
            try:
                if book.meets_needs(question, situation):
                    found.add(book.verdict(question, situation).outcome)
            except ArbitreError:
                continue
        return frozenset(found)

    def _of_question(self, question: str) -> list[Rulebook]:
        if question not in self._of:
            books = []
            for chosen in interpretations(self.edition, self._dependencies.doubts(question), self._nogoods):
                key = tuple(chosen.items())
                if key not in self._books:
                    self._books[key] = Rulebook(self.game, self.edition, chosen)
                books.append(self._books[key])
                if len(books) >= MAX_READINGS:
                    break
            self._of[question] = books
        return self._of[question]
