"""A game at the checker's own table: what can be done when something is due, done, and done again.

A decision is what is given where something is due: the order of a shuffle, what is drawn, what is agreed,
what each of those who choose chooses. The decisions made since the start are the game.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice, product

from checker.editions.editions import Editions
from checker.games.driver import Play, begin, possible_answers, shuffle
from dsl.model import Edition
from dsl.text.errors import ArbitreError
from dsl.types.values import Player, Value, bag_of
from interpreter.play.state import (
    Asked,
    ChoiceDue,
    DrawDue,
    Due,
    Happening,
    Key,
    ShuffleDue,
    State,
    Unsettled,
)
from interpreter.rulebook.situations import to_json
from interpreter.runtime.budget import WORK

MOST_LOOKED, MOST_SPENT = 1_000, 2_000
"""Things to choose from that are looked at one by one, and what that may cost."""

Decision = tuple[Value, ...]


@dataclass(slots=True)
class Table:
    """A game, the decisions made in it, and what was asked on the way. `spent`: statements carried out and
    choices looked at; what takes much work counts as several."""

    play: Play
    decisions: list[Decision] = field(default_factory=list)
    asked: list[Key] = field(default_factory=list)
    spent: int = 0

    def fork(self) -> "Table":
        """The same game, to be gone on with apart."""
        return Table(
            replace(self.play, events=list(self.play.events), asked=dict(self.play.asked)),
            list(self.decisions),
            list(self.asked),
        )

    def step(self) -> Due | None:
        """Carries out a statement. What is due; None where nothing is. Raises ArbitreError where the game
        fails, which is noted."""
        before = WORK.steps
        happened: list[Happening] = []
        if self.play.failure is not None:
            raise ArbitreError(self.play.failure.problem)
        try:
            after = self.play.machine.step(self.play.state, self.play.judge, happened)
        except ArbitreError as error:
            self.play.fails(error)
            raise
        finally:
            self.spent += 1 + WORK.since(before)
        self.asked += [(h.question, h.situation) for h in happened if isinstance(h, Asked)]
        if isinstance(after, State):
            self.play.state = after
            return None
        return after

    # -------------------------------------------------------------- what can be decided

    def possible(self, due: Due, most: int) -> list[Decision]:
        """What can be decided, the first so many. (A shuffle leaves the cards as they lie.)"""
        match due:
            case ShuffleDue(zone=zone):
                return [self.play.state.cards(zone)]
            case DrawDue(among=among):
                return [(item,) for item in among[:most]]
            case Unsettled():
                answers = possible_answers(self.play.judge.book(self.play.state.agreed), due)
                return [(answer,) for answer in answers[:most]]
            case ChoiceDue():
                each = [list(islice(self._legal(due, player), most)) for player in due.by]
                return list(islice(product(*each), most))
            case _:
                return []

    def _legal(self, due: ChoiceDue, player: Player) -> Iterator[Value]:
        play = self.play
        most = self.spent + MOST_SPENT
        for value in islice(play.machine.possible(play.state, due, player, play.judge), MOST_LOOKED):
            self.spent += 1
            if self._may(due, player, value):
                yield value
            if self.spent > most:
                return

    def _may(self, due: ChoiceDue, player: Player, value: Value) -> bool:
        play, before = self.play, WORK.steps
        heard = play.machine.heard(play.state, due, player, value, play.judge)
        self.asked += [(each.question, each.situation) for each in heard.asked]
        self.spent += WORK.since(before)
        return heard.value is True

    def can(self, due: Due, decision: Decision) -> bool:
        """Whether that can be decided here."""
        play = self.play
        match due:
            case ShuffleDue(zone=zone):
                return bag_of(decision) == bag_of(play.state.cards(zone))
            case DrawDue(among=among):
                return len(decision) == 1 and decision[0] in among
            case Unsettled():
                return decision in self.possible(due, most=1_000)
            case ChoiceDue(by=by):
                return len(decision) == len(by) and all(
                    play.machine.is_there(play.state, due, player, value, play.judge)
                    and self._may(due, player, value)
                    for player, value in zip(by, decision, strict=True)
                )
            case _:
                return False

    # -------------------------------------------------------------- deciding

    def decide(self, due: Due, decision: Decision) -> None:
        """Goes on with the decision, which must be possible."""
        play = self.play
        self.decisions.append(decision)
        match due:
            case ShuffleDue():
                shuffle(play, due, decision)
            case DrawDue(name=name):
                play.state = play.machine.draw(play.state, due, decision[0])
                play.events.append({name: to_json(decision[0], play.game)})
            case Unsettled(question=question):
                play.state = play.machine.agree(play.state, due, decision[0])
                play.events.append({"agreed": question, "is": to_json(decision[0], play.game)})
            case ChoiceDue(by=by, name=name):
                play.events += [
                    {"player": player.name, name: to_json(value, play.game)}
                    for player, value in zip(by, decision, strict=True)
                ]
                play.state = play.machine.choose(play.state, due, decision)
            case _:
                raise AssertionError("nothing is to be decided at the end")


def sit_down(
    editions: Editions, variant: str, edition: Edition, number: int, interpretation: dict[str, str], seed: int
) -> Table:
    """A game of so many players, from the start. Raises ArbitreError."""
    return Table(begin(editions, variant, edition, number, interpretation, seed))
