"""Games that arrive at a situation, from the deal on, so that a finding can be seen in play.

The flow of the variant is carried out as in any game. Whatever it leaves to players, to chance and to the
table's agreement is chosen so that the question comes to be asked in the situation, in one attempt after the
other (see `directed_play`), until a budget is spent. What is not found may still be possible.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from checker.editions.editions import Editions, Frozen, freeze
from checker.findings.findings import Answered, Finding, Witness
from checker.games.driver import completed
from checker.play.reach.directed_play import STRAIGHT, DirectedPlay
from checker.play.reach.observer import AskableQuestions, ObservingJudge, askable_questions
from checker.play.reach.target import Target
from dsl.model import Edition, Game, Project
from dsl.text.errors import ArbitreError
from interpreter.analysis.dependencies import Interpretation, doubt_exists
from interpreter.logs.log import read_log
from interpreter.play.state import Asked, ChoiceDue, State
from interpreter.replay.replay import replay
from interpreter.rulebook.rulebook import Situation, Status
from interpreter.rulebook.situations import to_json
from interpreter.runtime.rng import Chance

BUDGET = 8_000  # statements carried out and choices looked at, all attempts together
SHARE = 3  # no attempt spends more than one part in so many
_DISPUTES = frozenset({"silent", "disputed"})


def reach(
    editions: Editions,
    variant: str,
    edition: str,
    interpretation: Interpretation,
    question: str,
    situation: Situation,
    *,
    budget: int = BUDGET,
) -> str | None:
    """A game as a log (docs/logs.md) that arrives at `question` in `situation`: its flow asks it there, to
    go on or to answer another question, by this edition so read (other doubts as it fits).

    The log stops there. Where the question is whether a player may make a choice, the last event makes it,
    unless it is settled that he may not. An answer that is settled is claimed at the end. Replaying the log
    has confirmed it. None where no such game was found within the budget (`BUDGET` says of what), or where
    the flow never asks the question.
    """
    game = editions.game
    table = _table(editions, variant, edition)
    if table is None or question not in table.asking.asked:
        return None
    target = Target(game, game.questions[question], situation)
    tables = target.tables()
    share = max(budget // SHARE, 1)
    number = 0
    while budget > 0 and tables:
        read = _whole(editions, table, interpretation, question, number)
        if read is None:
            return None
        attempt = DirectedPlay(target, variant, table.observer(read), tables[number % len(tables)], number)
        found = attempt.play(min(share, budget))
        budget -= attempt.spent
        if found:
            with suppress(ArbitreError):
                log = _confirmed(attempt)
                if log is not None:
                    return log
        number += 1
    return None


def with_logs(
    editions: Editions, variant: str, findings: Sequence[Finding], *, budget: int = BUDGET
) -> tuple[Finding, ...]:
    """The findings, in the same order, with a log for each witness that has none, where a game is found that
    arrives there: by an edition that the finding is about, so read that it shows there if one is. Of each it
    is said whether a game arrives."""
    found: dict[_Sought, str | None] = {}

    def log(finding: Finding, witness: Witness) -> str | None:
        for answered in _shown_by(finding, witness):
            read = answered.interpretation
            key = (answered.edition, freeze(read), witness.question, witness.situation)
            if key not in found:
                found[key] = reach(
                    editions,
                    variant,
                    answered.edition,
                    read,
                    witness.question,
                    witness.situation,
                    budget=budget,
                )
            if found[key] is not None:
                return found[key]
        return None

    def told(finding: Finding, witness: Witness) -> Finding:
        if witness.log is None:
            witness = replace(witness, log=log(finding, witness))
        if witness.log is not None:
            return replace(finding, witness=witness, reachable="yes")
        if not editions.game.flows:
            return finding
        asked = any(_is_asked(editions, edition, witness.question) for edition in finding.editions)
        return replace(finding, reachable="not reached" if asked else "cannot")

    return tuple(each if each.witness is None else told(each, each.witness) for each in findings)


def _is_asked(editions: Editions, edition: str, question: str) -> bool:
    """Whether some flow of the game can ask the question of an edition, directly or to answer another: if
    not, no game arrives at a situation of it."""
    tables = (_table(editions, variant, edition) for variant in editions.game.flows)
    return any(table is not None and question in table.asking.asked for table in tables)


_Sought = tuple[str, Frozen, str, Situation]
_SHOWING = {"contradiction": Status.CONTRADICTORY, "gap": Status.SILENT, "ambiguity": Status.OPEN}


def _shown_by(finding: Finding, witness: Witness) -> list[Answered]:
    """For each edition that the finding is about, in order, the answer that shows it best."""
    chosen: list[Answered] = []
    for edition in finding.editions:
        answers = [a for a in witness.answers if a.edition == edition]
        answers.sort(key=lambda a: (a.outcome.status is not _SHOWING.get(finding.kind), not a.by_default))
        chosen += answers[:1]
    return chosen


@dataclass(slots=True)
class _GameSetting:
    """What is the same for all that is sought in the games of one edition."""

    game: Game
    edition: Edition
    asking: AskableQuestions
    _ears: dict[Frozen, ObservingJudge] = field(default_factory=dict)

    def observer(self, interpretation: Interpretation) -> ObservingJudge:
        """Who answers under an interpretation; those asked last are kept, with what they remember."""
        key = freeze(interpretation)
        if key not in self._ears:
            while len(self._ears) >= MOST_EARS:
                del self._ears[next(iter(self._ears))]
            self._ears[key] = ObservingJudge(self.game, self.edition, interpretation, self.asking.within)
        return self._ears[key]


_TABLES: dict[tuple[int, int, str], _GameSetting] = {}  # the last few
MOST_TABLES = 8
MOST_EARS = 24


def _table(editions: Editions, variant: str, edition: str) -> _GameSetting | None:
    """The table of an edition; None where the variant cannot be played."""
    game, model = editions.game, editions.edition(edition)
    if variant not in game.flows:
        return None
    key = (id(game), id(model), variant)
    if key not in _TABLES:
        while len(_TABLES) >= MOST_TABLES:
            del _TABLES[next(iter(_TABLES))]
        _TABLES[key] = _GameSetting(game, model, askable_questions(game, variant, model))
    return _TABLES[key]


def _whole(
    editions: Editions, table: _GameSetting, chosen: Interpretation, question: str, number: int
) -> dict[str, str] | None:
    """An interpretation of all that the flow asks, not struck, that reads as `chosen`; else as the first
    readings, in later attempts as it falls. None where there is none left."""
    model = table.edition
    concerned = table.asking.doubts.union(table.asking.depends.doubts(question))
    kept = first_left(editions, model, chosen) if number < STRAIGHT else None
    if kept is None:
        kept = completed(editions, model, dict(chosen), Chance(number, "reach"))
    return None if kept is None else {d: r for d, r in kept.items() if d in concerned}


def first_left(editions: Editions, edition: Edition, chosen: Interpretation) -> dict[str, str] | None:
    """The interpretation with the readings chosen, else the first of each doubt; None if it is struck."""
    first = {name: chosen.get(name, doubt.readings[0].name) for name, doubt in edition.doubts.items()}
    kept = {name: reading for name, reading in first.items() if doubt_exists(edition, name, first)}
    struck = any(nogood.items() <= kept.items() for nogood in editions.nogoods.get(edition.name, ()))
    return None if struck else kept


# ------------------------------------------------------------------ confirming


def _confirmed(attempt: DirectedPlay) -> str | None:
    """The log of the game, if replaying it arrives at the target without any breach, in dispute at most
    where it stops; with a claim of the answer where that is settled."""
    text, target = attempt.log(), attempt.target
    if text is None:
        return None
    game = target.game
    project = Project(root="", name=game.name, games={game.name: game})
    made = attempt.choice is not None and not attempt.refused
    last = len(attempt.events) - made
    survivors = (attempt.observer.interpretation,)
    found = replay(project, read_log(text), survivors=survivors, at=last + 1 if made else None)
    if found.state is None or any(p.event < last or p.code not in _DISPUTES for p in found.problems):
        return None
    asked = [(h.question, h.situation) for h in found.happened if isinstance(h, Asked)]
    book = attempt.observer.book(found.state.agreed)
    if not (any(book.asks(key, target.key) for key in asked) or _asked_next(found.state, attempt)):
        return None
    outcome = book.verdict(*target.key).outcome
    if outcome.status is not Status.SETTLED or target.key in found.state.agreed:
        return text
    claim: dict[str, Any] = {"claim": target.question.name}
    if [key for key in asked if key[0] == target.question.name][-1:] != [target.key]:
        claim["given"] = {name: to_json(value, game) for name, value in target.named.items()}
    return attempt.log({**claim, "is": to_json(outcome.admits[0], game)})


def _asked_next(state: State, attempt: DirectedPlay) -> bool:
    """Whether the target is asked when the game goes on here, or when the choice that was looked at is."""
    attempt.observer.listen()
    due = attempt.machine.step(state, attempt.observer, [])
    if isinstance(due, ChoiceDue) and attempt.choice is not None:
        attempt.machine.allowed(state, due, *attempt.choice, attempt.observer)
    return attempt.observer.hears(attempt.target.key)
