"""How often findings arise in games: where play asks a question, does what a finding is about occur?

Games are played by one *driver*: an edition, with its rulings if it has any, at tables of every permitted
number in turn; players and chance choose evenly, and a question without a single answer gets one of its
possible answers. All editions, under every interpretation left, are examined at whatever is asked. Situations
of one game are no independent draws, so what is counted are games.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from checker.editions.editions import Editions
from checker.findings.findings import Finding, Frequency
from checker.games.admission import permitted_numbers, players
from checker.games.driver import Play, carry_on, completed
from checker.play.reach.observer import ObservingJudge, askable_questions
from checker.play.reach.witness_game import first_left
from checker.questions.verdicts.recognize import AskedSituation, questions_of
from dsl.model import Edition, Game, Rulings
from dsl.text.errors import ArbitreError
from dsl.types.values import Bag, Player, Record, Tagged, Value, ValueSet, bag_of, set_of
from interpreter.play.machine import Machine
from interpreter.play.state import Key
from interpreter.rulebook.rulebook import Situation
from interpreter.runtime.rng import Chance, game_seed
from interpreter.simulate.disagreement import interval

GAMES = 200


def frequency(
    editions: Editions,
    variant: str,
    findings: Sequence[Finding],
    *,
    edition: str | None = None,
    rulings: Rulings | None = None,
    games: int = GAMES,
    seed: int = 0,
) -> tuple[Finding, ...]:
    """The findings, in the same order, each with the share of `games` games in which it arises.

    The driver is `edition` (else the first of all) with `rulings` (else the first that the game has for
    it). A finding has none where no game can ask its question, where it is not about answers to questions, or
    where there are no games. The same for the same seed. Raises ArbitreError for an error of the
    specification at the beginning of a game.
    """
    game = editions.game
    if variant not in game.flows or games < 1 or not findings:
        return tuple(findings)
    model = editions.members[0] if edition is None else editions.edition(edition)
    if rulings is None:
        rulings = next((r for r in game.rulings if r.edition == model.name), None)
    driver = _Driver(editions, variant, model, rulings)
    watch = _FindingRecognizer(editions, findings)
    counted = [0] * len(findings)
    for number in range(games):
        for place in watch.arising(driver.asked(number, seed)):
            counted[place] += 1
    return tuple(
        replace(finding, frequency=_share(counted[place], games, driver.name))
        if watch.questions[place] & driver.asking.asked
        else finding
        for place, finding in enumerate(findings)
    )


def _share(games: int, of: int, driver: str) -> Frequency:
    low, high = interval(games, of)
    return Frequency(numerator=games, denominator=of, low=low, high=high, driver=driver)


# ------------------------------------------------------------------ playing


class _Driver:
    """What plays the games."""

    def __init__(self, editions: Editions, variant: str, edition: Edition, rulings: Rulings | None) -> None:
        game = editions.game
        picks = {} if rulings is None else {pick.doubt: pick.reading for pick in rulings.picks}
        read = first_left(editions, edition, picks)
        if read is None:
            read = completed(editions, edition, picks, Chance(0, "frequency")) or picks
        self.asking = askable_questions(game, variant, edition, rulings)
        self._ears = ObservingJudge(game, edition, read, self.asking.within, rulings)
        self._game, self._variant = game, variant
        self._numbers = tuple(permitted_numbers(editions, variant, edition)) or tuple(
            range(game.players[0], game.players[1] + 1)
        )
        ruled = "" if rulings is None else f" with the rulings {rulings.name}"
        low, high = self._numbers[0], self._numbers[-1]
        self.name = f"{edition.name}{ruled}; random choices, {low} to {high} at the table"

    def asked(self, number: int, seed: int) -> Iterable[Key]:
        """What is asked in game `number`, directly and to answer other questions."""
        seats = players(self._game, self._numbers[number % len(self._numbers)])
        machine = Machine(self._game, self._variant, seats)
        observer = self._ears
        observer.listen()
        play = Play(
            game=self._game,
            variant=self._variant,
            edition=observer.edition.name,
            seats=seats,
            interpretation=dict(observer.interpretation),
            seed=game_seed(seed, number),
            judge=observer,
            machine=machine,
            state=machine.start({}, observer),
        )
        with suppress(ArbitreError):  # the game breaks off; what it asked counts
            carry_on(play, lambda _play, _due: False)
        return observer.heard()


# ------------------------------------------------------------------ recognizing


class _FindingRecognizer:
    """Recognizes findings in situations. `questions`: for each finding, the questions at which it can arise;
    none where it is not about answers."""

    def __init__(self, editions: Editions, findings: Sequence[Finding]) -> None:
        self._editions = editions
        self._findings = findings
        self.questions = [frozenset(questions_of(finding)) for finding in findings]
        self._of: dict[str, list[int]] = {}
        for place, names in enumerate(self.questions):
            for name in sorted(names):
                self._of.setdefault(name, []).append(place)
        self._kept: dict[Key, frozenset[int]] = {}

    def arising(self, asked: Iterable[Key]) -> list[int]:
        """The findings that arise where this is asked, by their places."""
        found: set[int] = set()
        for question, situation in asked:
            if question in self._of:
                found |= self._at(question, named_in_order(self._editions.game, situation))
        return sorted(found)

    def _at(self, question: str, situation: Situation) -> frozenset[int]:
        key = (question, situation)
        if key not in self._kept:
            found: frozenset[int] = frozenset()
            with suppress(ArbitreError):  # where an edition errs nothing is recognized
                place = AskedSituation(self._editions, question, situation)
                if not place.plain:
                    found = frozenset(n for n in self._of[question] if place.shows(self._findings[n]))
            self._kept[key] = found
        return self._kept[key]


# ------------------------------------------------------------------ names


def named_in_order(game: Game, situation: Situation) -> Situation:
    """The situation with its players named in order of mention, as they are interchangeable."""
    names: dict[Player, Player] = {}

    def renamed(value: Value) -> Value:
        match value:
            case Player():
                if value not in names:
                    names[value] = Player(game.names[len(names)])
                return names[value]
            case tuple():
                return tuple(renamed(item) for item in value)
            case Bag(items):
                return bag_of(renamed(item) for item in items)
            case ValueSet(items):
                return set_of(renamed(item) for item in items)
            case Record(type, fields):
                return Record(type, tuple((name, renamed(item)) for name, item in fields))
            case Tagged(union, tag, payload):
                return Tagged(union, tag, renamed(payload))
            case _:
                return value

    return tuple(renamed(value) for value in situation)
