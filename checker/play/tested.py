"""Claims about play, tested in games played at random: broken, or merely checked in so many games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from checker.claims.broken import finding_of
from checker.editions.editions import Editions
from checker.editions.elimination import smallest_choices
from checker.findings.details import InPlay
from checker.findings.findings import Checked, Finding
from checker.games.admission import permits, permitted_numbers
from checker.games.driver import Play, begin, carry_on, completed
from checker.grounds.blame import culprit, if_agreed, sides
from dsl.model import Always, AtChoice, Edition, Expr, Property
from dsl.types.values import Value
from interpreter.analysis.dependencies import Dependencies
from interpreter.analysis.statements import expressions_in
from interpreter.evaluate.evaluate import NoValue
from interpreter.play.state import ChoiceDue, Due, Unsettled
from interpreter.runtime.rng import Chance, game_seed

PLAYS = 2  # games for each number of players
MOST_OF_ONE, MOST_OF_ALL = 3_000, 15_000  # statements of one game, and of all in which claims are tested
MOST_AGAIN = 30_000  # statements of games in which a claim that failed is tested under other readings
MOST_DECIDING = 60_000  # statements of games that tell which other readings decide whether a claim fails
MOST_READINGS = 16  # interpretations of what a claim asks that are told apart where it fails


@dataclass(frozen=True, slots=True, kw_only=True)
class _FailedGame:
    """A game at the point where a claim failed, and what names meant there. `settled`: it does whatever is
    answered to what the edition does not settle."""

    play: Play
    env: Mapping[str, Value]
    settled: bool


@dataclass(frozen=True, slots=True)
class _TestedInterpretations:
    """Interpretations of what a claim asks (and of what decides whether it is proved): all that are left, and
    those under which it is to be tested."""

    left: list[dict[str, str]]
    tried: list[dict[str, str]]

    @staticmethod
    def of(
        editions: Editions, edition: Edition, claims: Sequence[Expr], among: Sequence[Mapping[str, str]]
    ) -> "_TestedInterpretations":
        """Those of the claims, among these ways to read."""
        doubts = Dependencies(editions.game, edition).doubts_of_exprs(claims)
        more = [doubt for doubt in edition.doubts if any(doubt in way for way in among)]
        survivors = editions.readings(edition.name, dict.fromkeys((*doubts, *more)))
        return _TestedInterpretations(
            survivors, [i for i in survivors if any(way.items() <= i.items() for way in among)]
        )


@dataclass(slots=True)
class _Tester:
    """Looks whether a claim holds at each point of a game where something is due, or at each such choice,
    up to the first point at which it fails."""

    claim: Always | AtChoice
    points: int = 0
    failed: _FailedGame | None = None

    def __call__(self, play: Play, due: Due | None) -> bool:
        """Whether the claim has failed."""
        for env in self._points(play, due):
            if self.failed is None:
                self.points += 1
                if self._fails(play, env, settled=False):
                    kept = replace(play, events=list(play.events))
                    self.failed = _FailedGame(
                        play=kept, env=env, settled=self._fails(play, env, settled=True)
                    )
        return self.failed is not None

    def _points(self, play: Play, due: Due | None) -> Iterator[dict[str, Value]]:
        """What names mean at this point, where the claim is to be tested: in the flow that it is about, also
        while that plays another."""
        if due is None or self.failed is not None:
            return
        match self.claim:
            case AtChoice(choice=choice):
                if isinstance(due, ChoiceDue) and due.name == choice and play.state.played is None:
                    for player in due.by:
                        yield {**play.state.env(), "chooser": player}
            case Always():
                if not isinstance(due, Unsettled):
                    *_, (_, env) = play.state.envs()
                    yield env

    def _fails(self, play: Play, env: Mapping[str, Value], settled: bool) -> bool:
        """Whether the claim is settled as no by what is asked within its situations (`settled`: of which that
        is settled)."""
        book = play.judge.book(play.state.agreed)
        try:
            claim = self.claim.claim
            return book.holds(claim, env) is False and book.holds_within(claim, env, settled) is False
        except (NoValue, KeyError):
            return False


def in_play(
    editions: Editions,
    variant: str,
    edition: Edition,
    claims: Sequence[tuple[Property, Always | AtChoice]],
    plays: int = PLAYS,
    among: Sequence[Mapping[str, str]] = ({},),
) -> list[Finding | Checked]:
    """What becomes of claims about play in games played at random, read in one of these ways: for each, the
    first game in which it fails, else in how many it held. Nothing where no game can be played. Raises
    ArbitreError."""
    if variant not in editions.game.flows or not claims:
        return []
    testers = [_Tester(claim) for _, claim in claims]
    games, left = 0, MOST_OF_ALL
    readings = _TestedInterpretations.of(editions, edition, [claim.claim for _, claim in claims], among)
    for play in _first_games(editions, variant, edition, readings, plays):
        carry_on(play, partial(_all_failed, testers), min(MOST_OF_ONE, left))
        left -= play.spent
        games += 1
        if left <= 0:
            break
    found: list[Finding | Checked] = []
    for (prop, claim), tester in zip(claims, testers, strict=True):
        if tester.failed is not None:
            readings = _TestedInterpretations.of(editions, edition, [claim.claim], among)
            found.append(_failing(editions, variant, edition, prop, claim, tester.failed, plays, readings))
        elif games > 0:
            found.append(
                Checked(
                    game=editions.game.name,
                    variant=variant,
                    editions=(edition.name,),
                    property=prop.name,
                    games=games,
                    points=tester.points,
                )
            )
    return found


def _all_failed(testers: Sequence[_Tester], play: Play, due: Due | None) -> bool:
    """Whether nothing is left to be tested, once each has looked."""
    for tester in testers:
        tester(play, due)
    return all(tester.failed is not None for tester in testers)


def _first_games(
    editions: Editions, variant: str, edition: Edition, readings: _TestedInterpretations, plays: int
) -> Iterator[Play]:
    """Games of each number of players that is permitted, and under each interpretation (of the first so
    many) that is to be tried, though not each of both together."""
    survivors = readings.tried[:MOST_READINGS]
    numbers = list(permitted_numbers(editions, variant, edition))
    for game in range(max(len(numbers) * plays, len(survivors)) if numbers else 0):
        number = numbers[game % len(numbers)]
        play = _game(
            editions, variant, edition, survivors[game % len(survivors)], number, game // len(numbers)
        )
        if play is not None:
            yield play


def _games(
    editions: Editions, variant: str, edition: Edition, interpretation: Mapping[str, str], plays: int
) -> Iterator[Play]:
    """Games of each number of players that is permitted, so read, the fewest first."""
    for number in permitted_numbers(editions, variant, edition):
        for game in range(plays):
            play = _game(editions, variant, edition, interpretation, number, game)
            if play is not None:
                yield play


def _game(
    editions: Editions,
    variant: str,
    edition: Edition,
    interpretation: Mapping[str, str],
    number: int,
    game: int,
) -> Play | None:
    """The beginning of a game; None where so many may not play, so read."""
    seed = game_seed(number, game)
    full = completed(editions, edition, dict(interpretation), Chance(seed, "interpretation"))
    if full is None or not permits(editions, variant, edition, full, number):
        return None
    return begin(editions, variant, edition, number, full, seed)


def _failing(
    editions: Editions,
    variant: str,
    edition: Edition,
    prop: Property,
    claim: Always | AtChoice,
    first: _FailedGame,
    plays: int,
    readings: _TestedInterpretations,
) -> Finding:
    """The finding of a claim that fails in some game. Firm only if it does under each interpretation of
    what it asks, each time before the table had to agree on anything, and whatever is answered to what the
    edition does not settle. (Those under which it was not seen to
    fail, in the games that were played for that, may be others under which it does.)"""
    survivors = readings.left
    failed: list[tuple[Mapping[str, str], _FailedGame]] = []
    tried = readings.tried[:MOST_READINGS]
    budget = MOST_AGAIN
    for place, interpretation in enumerate(tried):
        same = interpretation.items() <= first.play.interpretation.items()
        games = () if same else _games(editions, variant, edition, interpretation, plays)
        share = budget // (len(tried) - place)
        found, spent = (first, 0) if same else _failed(games, claim, share)
        budget -= spent
        if found is not None:
            failed.append((interpretation, found))
    first = next((f for _, f in failed if f.settled and not f.play.state.agreed), first)
    play = first.play
    book = play.judge.book(play.state.agreed)
    part, asked = culprit(book, claim.claim, first.env)
    everywhere = len(failed) == len(survivors)
    shown = InPlay(
        players=len(play.seats),
        seed=play.seed,
        plays=plays,
        agreed=tuple(sorted({question for question, _ in play.state.agreed})),
        log=play.log(),
        sides=sides(book, part, first.env),
    )
    agreement = [] if first.settled else if_agreed(book, [claim.claim], first.env)
    under: tuple[Mapping[str, str], ...] = ()
    if not everywhere:
        under = tuple(smallest_choices([i for i, _ in failed], survivors))
    others = _others(editions, edition, play, readings)
    deciding = _deciding(editions, variant, edition, claim, play, plays, others) if everywhere else {}
    firm = everywhere and all(
        f.settled and not f.play.state.agreed and not _others(editions, edition, f.play, readings)
        for _, f in failed
    )
    under = (deciding,) if deciding else under
    return finding_of(editions, variant, edition, prop, book, asked, firm, under, shown, agreement)


def _others(
    editions: Editions, edition: Edition, play: Play, readings: _TestedInterpretations
) -> list[tuple[str, Mapping[str, str]]]:
    """The doubts on which what was asked in a game hangs, and what might be chosen, beside those under whose
    readings the claim was tested; each with another reading that is left."""
    depends = Dependencies(editions.game, edition)
    asked = dict.fromkeys(doubt for name in play.asked for doubt in depends.doubts(name))
    asked |= dict.fromkeys(
        depends.doubts_of_exprs(e for each in play.chosen.values() for e in expressions_in(each))
    )
    told = {doubt for way in readings.left for doubt in way}
    found: list[tuple[str, Mapping[str, str]]] = []
    for doubt in asked:
        if doubt in play.interpretation and doubt not in told:
            for way in editions.readings_of(edition.name, doubt):
                if way[doubt] != play.interpretation[doubt]:
                    found.append((doubt, way))
    return found


def _deciding(
    editions: Editions,
    variant: str,
    edition: Edition,
    claim: Always | AtChoice,
    play: Play,
    plays: int,
    others: Iterable[tuple[str, Mapping[str, str]]],
) -> dict[str, str]:
    """The readings of a game in which a claim fails, without each of which it fails in none of as many games
    as it was tested in. (Of those for which so many were not played nothing is known.)"""
    found: dict[str, str] = {}
    pending, budget = list(others), MOST_DECIDING
    for part in (2, 1):  # first half of it, since mostly the claim fails soon; then all that is left
        waiting: list[tuple[str, Mapping[str, str]]] = []
        for place, (doubt, way) in enumerate(pending):
            read = {name: reading for name, reading in play.interpretation.items() if name != doubt}
            games = _games(editions, variant, edition, {**read, **way}, plays)
            share = budget // (part * (len(pending) - place))
            failed, spent = _failed(games, claim, share)
            budget -= spent
            if failed is None and spent >= share:
                waiting.append((doubt, way))
            elif failed is None:
                found[doubt] = play.interpretation[doubt]
        pending = waiting
    return found


def _failed(games: Iterable[Play], claim: Always | AtChoice, most: int) -> tuple[_FailedGame | None, int]:
    """The first of these games in which the claim fails, of so many statements together; and how many there
    were."""
    spent = 0
    for play in games:
        tester = _Tester(claim)
        carry_on(play, tester, min(MOST_OF_ONE, most - spent))
        spent += play.spent
        if tester.failed is not None or spent >= most:
            return tester.failed, spent
    return None, spent
