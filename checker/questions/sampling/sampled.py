"""Situations in which concrete questions are looked at one by one, since they are never encoded.

They come from the printed examples, from games played, from small situations made up in order, and from
others drawn at random, always the same. What is found in them is found; that nothing else is there is not
proved.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress

from checker.editions.editions import Editions
from checker.games.admission import permitted_numbers
from checker.games.driver import begin, carry_on, completed
from checker.grounds.blame import asked_in
from checker.questions.sampling.situations import Told, make_up
from dsl.model import Edition, Expr, ForAll, Game, Question
from dsl.text.errors import ArbitreError
from dsl.types.values import Value
from interpreter.analysis.concrete import Concrete, concrete_in
from interpreter.analysis.dependencies import Dependencies, Interpretation
from interpreter.play.judge import Answer, SingleJudge
from interpreter.play.state import Key
from interpreter.rulebook.enumeration import space_size, space_size_of
from interpreter.rulebook.rulebook import Rulebook, Situation
from interpreter.runtime.rng import Chance, game_seed

FEW = 300
"""Concrete questions with at most so many situations are looked at in all of them."""
SHOWN, PLAYED = 120, 80
"""Situations of one question from examples, and from play."""
STATEMENTS = 400
"""Statements of a game that is played for the situations in it."""
MOST_READINGS = 8
"""Interpretations under which an example is heard for what it asks."""

Met = dict[str, list[Situation]]
"""Situations by question, in the order in which they were met."""


def is_looked_at(editions: Editions, question: Question) -> bool:
    """Whether a question is concrete, and has too many situations to be looked at in all of them."""
    return question.name in editions.concrete and space_size(editions.game, question.name, FEW) is None


def looked_at(editions: Editions, question: Question) -> tuple[Situation, ...]:
    """Situations of a question, the smallest first. Kept. Raises ArbitreError."""
    key = f"situations of {question.name}"
    if key not in editions.looked:
        book = editions.rulebook(editions.members[0].name, {})
        editions.looked[key] = make_up(
            editions,
            book,
            question.parameters,
            question.needs,
            question.smallest,
            _shown(editions).get(question.name, ()),
            _played(editions, question.name).get(question.name, ()),
            _told(editions),
            question.name,
        )
    found: tuple[Situation, ...] = editions.looked[key]
    return found


def looked_at_for(editions: Editions, name: str, claim: ForAll) -> tuple[Situation, ...]:
    """Situations of the parameters of a claim, the smallest first. Raises ArbitreError."""
    book = editions.rulebook(editions.members[0].name, {})
    return make_up(editions, book, claim.parameters, (), (), (), (), _told(editions), f"claim {name}")


def why_concrete(editions: Editions, edition: Edition, claim: ForAll) -> Concrete | None:
    """Why a claim about situations is concrete by an edition; None where it is not, or its situations are so
    few that it is looked at in all of them."""
    if space_size_of(editions.game, claim.parameters, FEW) is not None:
        return None
    return concrete_in([*claim.needs, claim.claim], editions.game, edition, editions.concrete)


# ------------------------------------------------------------------ what examples and games ask


def _told(editions: Editions) -> list[Told]:
    """What the examples ask, with the parameters."""
    return [(editions.game.questions[name].parameters, met) for name, met in _shown(editions).items()]


def _shown(editions: Editions) -> Met:
    """What the printed examples and the closed consequences ask of concrete questions. Kept."""
    if "examples" not in editions.looked:
        found: Met = {}
        for edition in editions.members:
            exprs = [shows for example in edition.examples for shows in example.shows]
            closed = [c.claim for c in edition.consequences if isinstance(c.claim, ForAll)]
            exprs += [claim.claim for claim in closed if not claim.parameters]
            for expr in exprs:
                _ask(editions, edition, expr, found)
        editions.looked["examples"] = found
    met: Met = editions.looked["examples"]
    return met


def _ask(editions: Editions, edition: Edition, expr: Expr, found: Met) -> None:
    doubts = Dependencies(editions.game, edition).doubts_of_exprs([expr])
    for interpretation in editions.readings(edition.name, doubts)[:MOST_READINGS]:
        book = editions.rulebook(edition.name, interpretation)
        _spread(editions, book, book.asked_by(expr, {}), found, SHOWN)


def _spread(
    editions: Editions, book: Rulebook, asked: Iterable[tuple[str, Situation]], found: Met, most: int
) -> None:
    """Notes what is asked of concrete questions, and what is asked for that, one thing after the other."""
    pending = list(asked)
    seen = set(pending)
    while pending:
        question, situation = pending.pop(0)
        if question not in editions.concrete:
            continue
        known = found.setdefault(question, [])
        if situation in known:
            continue
        if len(known) >= most:
            return
        known.append(situation)
        more = [key for key in asked_in(book, question, situation) if key not in seen]
        seen.update(more)
        pending += more


def _played(editions: Editions, question: str) -> Met:
    """What is asked of concrete questions in games of the variant to which a question belongs, one by each
    edition. Kept."""
    flows = editions.game.flows
    asking = (name for name, v in editions.game.variants.items() if question in v.questions and name in flows)
    variant = next(asking, None)
    if variant is None:
        return {}
    key = f"play of {variant}"
    if key not in editions.looked:
        found: Met = {}
        for edition in editions.members:
            with suppress(ArbitreError):  # which is told where the play itself is examined
                _play(editions, variant, edition, found)
        editions.looked[key] = found
    met: Met = editions.looked[key]
    return met


def _play(editions: Editions, variant: str, edition: Edition, found: Met) -> None:
    number = next(iter(permitted_numbers(editions, variant, edition)), None)
    read = completed(editions, edition, {}, Chance(0, "look"))
    if number is None or read is None:
        return
    play = begin(editions, variant, edition, number, read, game_seed(number, 0))
    listening = _RecordingJudge(editions.game, edition, read)
    play.judge = listening
    try:
        carry_on(play, lambda play, due: False, STATEMENTS)
    finally:
        _spread(editions, editions.rulebook(edition.name, read), listening.heard, found, PLAYED)


class _RecordingJudge(SingleJudge):
    """Notes what a game asks, in order, each once."""

    def __init__(self, game: Game, edition: Edition, interpretation: Interpretation) -> None:
        super().__init__(game, edition, interpretation)
        self.heard: dict[Key, None] = {}

    def answer(self, expr: Expr, env: Mapping[str, Value], agreed: Mapping[Key, Value]) -> Answer:
        """What `expr` comes to."""
        answer = super().answer(expr, env, agreed)
        self.heard.update(((asked.question, asked.situation), None) for asked in answer.asked)
        return answer
