"""error: a game by an edition cannot go on, since the specification fails in it.

A value is outside its range, a card is not there, a question is asked outside its situations, an expression
has no value. Each line of a file at which a game fails is told once, with a game that shows it. Games are
those that were played in the check for whatever reason; where they were few, some more.

A game that fails after the table had to agree on something shows no error of the specification: what the text
does not say is the cause (`because_of`), and the finding is possible.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TypeVar, assert_never

from checker.claims.claimed import claimed
from checker.editions.editions import Editions, TooManyInterpretations
from checker.editions.elimination import smallest_choices
from checker.editions.played import Failure
from checker.findings.details import FailingExample, FailingGame, ShortStep, SpecFailure
from checker.findings.findings import Cited, Finding, Proof, Undecided
from checker.findings.identifiers import finding_id, text_key
from checker.findings.printer import text_of
from checker.games.admission import permits, permitted_numbers
from checker.games.driver import begin, carry_on, completed
from checker.games.reachability import explore
from checker.games.readings import doubts_in_play, ways_to_read
from dsl import model as m
from dsl.text.errors import Problem
from dsl.text.messages import Said
from interpreter.analysis.dependencies import Dependencies
from interpreter.analysis.statements import expressions_of, statements_of
from interpreter.runtime.rng import Chance, game_seed
from interpreter.values.show import Situation, show_plain

GAMES = 2
"""Games for each number of players and way to read."""
MOST_WAYS = 12
"""Ways to read that are tried."""
MOST_OF_ONE, ENOUGH = 2_000, 6_000
"""Statements of one game; and of all games by an edition after which no more are played."""
EXPLORED, MOST_EXPLORED = 6_000, 24
"""What it may cost to go through all games of so many players, so read; and how many such there may be."""
MOST_READINGS = 8
"""Interpretations under which a failure is looked for again."""


def findings(editions: Editions, variant: str, found: Sequence[Finding] = ()) -> list[Finding]:
    """One for each line at which a game by an edition fails, sorted by edition and place. `found`: what else
    was found, which may be the cause, or tell the same."""
    if variant not in editions.game.flows:
        return []
    result: list[Finding] = []
    for edition in editions.members:
        _play_some(editions, variant, edition)
        for failure in editions.played.failed(edition.name, variant):
            if not _is_told(editions, variant, failure, found):
                result.append(_finding(editions, variant, edition, failure, found))
    return result


def _play_some(editions: Editions, variant: str, edition: m.Edition) -> None:
    """Goes through all games, where there are few; else plays games to their end, unless enough was played
    before."""
    if _are_explored(editions, variant, edition):
        return
    games = product(ways_to_read(editions, variant, edition), permitted_numbers(editions, variant, edition))
    for reading, number in list(games)[: MOST_WAYS * 4]:
        if editions.played.spent[edition.name] >= ENOUGH:
            return
        for _ in _games(editions, variant, edition, reading, number):
            pass


def _are_explored(editions: Editions, variant: str, edition: m.Edition) -> bool:
    """Whether all games were gone through: any that fails is noted on the way."""
    try:
        readings = editions.readings(edition.name, doubts_in_play(editions, variant, edition))
    except TooManyInterpretations:
        return False
    ways = list(product(readings, permitted_numbers(editions, variant, edition)))
    for reading, number in ways[:MOST_EXPLORED]:
        whole = completed(editions, edition, dict(reading), Chance(number, "failing"))
        if whole is None or not permits(editions, variant, edition, whole, number):
            continue
        if explore(editions, variant, edition, number, whole, EXPLORED) is None:
            return False
    return len(ways) <= MOST_EXPLORED


def _games(
    editions: Editions, variant: str, edition: m.Edition, reading: Mapping[str, str], number: int
) -> Iterator[Failure | None]:
    """How a few games of so many players fail, so read (None: they do not)."""
    for game in range(GAMES):
        seed = game_seed(number, game)
        whole = completed(editions, edition, dict(reading), Chance(seed, "failing"))
        if whole is None or not permits(editions, variant, edition, whole, number):
            return
        play = begin(editions, variant, edition, number, whole, seed)
        carry_on(play, lambda play, due: False, MOST_OF_ONE)
        yield play.failure


def _is_told(editions: Editions, variant: str, failure: Failure, found: Iterable[Finding]) -> bool:
    """Whether it is the failure of a step that cannot be carried out, which is a finding of its own."""
    if failure.problem.code != "too-few-cards":
        return False
    around = {
        step.name
        for step in statements_of(editions.game.flows[variant].body)
        if isinstance(step, m.Step) and any(s is failure.statement for s in statements_of(step.body))
    }
    return any(
        isinstance(f.details, ShortStep) and failure.edition in f.editions and f.details.step in around
        for f in found
    )


# ------------------------------------------------------------------ what lies behind

T = TypeVar("T")


def withdrawn(
    editions: Editions, variant: str, results: Iterable[T], found: Sequence[Finding]
) -> list[T | Undecided]:
    """What became of claims, where nothing is proved of games by an edition of which some are known to fail:
    such a claim is undecided."""
    flow = editions.game.flows.get(variant)
    kept: list[T | Undecided] = []
    for each in results:
        failing = None
        if flow is not None and isinstance(each, Proof) and _is_of_play(editions, variant, each):
            failing = _fails(editions, flow, each.editions, found)
        if failing is None:
            kept.append(each)
            continue
        assert isinstance(each, Proof)
        kept.append(
            Undecided(
                game=each.game,
                variant=variant,
                question=None,
                editions=each.editions,
                holds=each.holds,
                because=Said(
                    "a game stops at {place}: {message}",
                    place=failing.place,
                    message=failing.message,
                ),
            )
        )
    return kept


def _is_of_play(editions: Editions, variant: str, proof: Proof) -> bool:
    claims = [
        p for e in editions.members if e.name in proof.editions for _, p in claimed(editions, variant, e)
    ]
    of_play = (p.name for p in claims if not isinstance(p.claim, m.ForAll))
    return proof.question is None and proof.holds in of_play


def _fails(
    editions: Editions, flow: m.Flow, names: Sequence[str], found: Iterable[Finding]
) -> SpecFailure | None:
    """An error of one of the editions that is met in its games."""
    for each in found:
        if not isinstance(each.details, SpecFailure) or not set(each.editions) & set(names):
            continue
        if isinstance(each.details.met, FailingGame) or _is_asked(editions, flow, each):
            return each.details
    return None


def _is_asked(editions: Editions, flow: m.Flow, error: Finding) -> bool:
    """Whether the flow may ask the question in which an error shows."""
    exprs = expressions_of(flow)
    for name in error.editions:
        depends = Dependencies(editions.game, editions.edition(name))
        direct = depends.of(exprs)[0]
        if error.question in direct or any(error.question in depends.asked(q) for q in direct):
            return True
    return False


# ------------------------------------------------------------------ the finding


def error_finding(
    editions: Editions,
    variant: str,
    edition: m.Edition,
    problem: Problem,
    where: str,
    *,
    question: str | None = None,
    certainty: str = "firm",
    under: Sequence[Mapping[str, str]] = (),
    because_of: Sequence[str] = (),
    citations: Sequence[Cited] = (),
    asked: str | None = None,
    met: FailingGame | FailingExample | None = None,
) -> Finding:
    """The finding of an error of the specification that shows in a situation, or in a game. `where`: the
    words of the statement or rule in which it shows, by which it is told from others of its code."""
    class_ = (f"{problem.code}.{text_key(where)}",)
    return Finding(
        id=finding_id(editions.game.name, variant, "error", (edition.name,), question, class_),
        kind="error",
        certainty="firm" if certainty == "firm" else "possible",
        game=editions.game.name,
        variant=variant,
        question=question,
        editions=(edition.name,),
        class_=class_,
        because_of=tuple(because_of),
        under=tuple(under),
        citations=tuple(citations),
        details=SpecFailure(
            code=problem.code,
            message=problem.message,
            place=next((f"{s.path}:{s.line}" for s in problem.spans), None),
            asked=asked,
            met=met,
        ),
    )


def _finding(
    editions: Editions, variant: str, edition: m.Edition, failure: Failure, found: Sequence[Finding]
) -> Finding:
    game = editions.game
    question = None if failure.key is None else failure.key[0]
    under, everywhere = _under(editions, variant, edition, failure)
    agreed = dict.fromkeys(question for question, _ in failure.agreed)
    causes = [f.id for f in found if f.kind == "gap" and f.question in agreed and edition.name in f.editions]
    calls = [call_of(game, key) for key in failure.agreed]
    return error_finding(
        editions,
        variant,
        edition,
        failure.problem,
        "start" if failure.statement is None else words_of(failure.statement, game),
        question=question,
        certainty="firm" if everywhere and not failure.agreed else "possible",
        under=under,
        because_of=causes,
        asked=None if failure.key is None else call_of(game, failure.key),
        met=FailingGame(
            players=failure.players,
            event=failure.events,
            agreed=tuple(agreed),
            agreed_on=tuple(calls),
            log=failure.log,
        ),
    )


def call_of(game: m.Game, key: tuple[str, Situation]) -> str:
    """What was asked, as `question(values)`."""
    return f"{key[0]}({', '.join(show_plain(value, game) for value in key[1])})"


def _under(
    editions: Editions, variant: str, edition: m.Edition, failure: Failure
) -> tuple[tuple[Mapping[str, str], ...], bool]:
    """How the text is read where a game is known that fails so (empty: in every way)."""
    doubts = doubts_in_play(editions, variant, edition)
    mine = {d: r for d, r in failure.interpretation.items() if d in doubts}
    try:
        survivors = editions.readings(edition.name, doubts)
    except TooManyInterpretations:
        return (mine,), False
    if len(survivors) > MOST_READINGS:
        return (mine,), False
    failing = [
        reading
        for reading in survivors
        if reading == mine
        or any(
            other is not None and other.cause == failure.cause and not other.agreed
            for other in _games(editions, variant, edition, reading, failure.players)
        )
    ]
    everywhere = len(failing) == len(survivors)
    return () if everywhere else tuple(smallest_choices(failing, survivors)), everywhere


def words_of(statement: m.Statement, game: m.Game) -> str:
    """A statement as it stands in a file, without those inside it."""
    match statement:
        case m.SetStmt(name=name, value=value, of=None):
            return f"set {name} = {text_of(value, game)}"
        case m.SetStmt(name=name, value=value, of=of):
            assert of is not None
            return f"set {text_of(of, game)}.{name} = {text_of(value, game)}"
        case m.LetStmt(name=name, value=value):
            return f"let {name} = {text_of(value, game)}"
        case m.Put(amount=amount, card=card, into=into):
            return f"put {text_of(amount, game)} of {text_of(card, game)} into {text_of(into, game)}"
        case m.Move(what=what, source=source, into=into):
            taken = "all" if what is None else text_of(what, game)
            return f"move {taken} from {text_of(source, game)} into {text_of(into, game)}"
        case m.Choose(name=name):
            return f"choose {name}"
        case m.Chance(name=name, among=among):
            return f"chance {name} in {text_of(among, game)}"
        case m.ForEach(name=name, source=source):
            return f"for each {name} in {text_of(source, game)}"
        case m.Turns(name=name, source=source):
            return f"turns {name} in {text_of(source, game)}"
        case m.While(condition=condition):
            return f"while {text_of(condition, game)}"
        case m.IfStmt(condition=condition):
            return f"if {text_of(condition, game)}"
        case m.Shuffle(zone=zone):
            return f"shuffle {text_of(zone, game)}"
        case m.Reveal(name=name):
            return f"reveal {name}"
        case m.Step(name=name):
            return f"step {name}"
        case m.Play(flow=flow):
            return f"game {flow.variant}"
        case m.Phase():
            return "phase"
        case m.Finish():
            return "finish"
        case _:
            assert_never(statement)
