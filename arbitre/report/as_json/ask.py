"""`arbitre.verdicts/1`: what each edition answers, as JSON."""

from collections.abc import Callable
from typing import Any

from arbitre.commands.asking import EditionVerdict, Given, Verdicts
from arbitre.report.as_json.findings import citation, outcome
from dsl.model import Clause, Game
from interpreter.rulebook.situations import situation_to_json


def verdicts(asked: Verdicts) -> dict[str, Any]:
    """The answers of all editions asked."""
    return {
        "schema": "arbitre.verdicts/1",
        "game": asked.game.name,
        "question": asked.question.name,
        "situation": situation_to_json(asked.question, asked.situation, asked.game),
        "agree": asked.agree,
        "verdicts": [edition_verdict(verdict, asked.game, asked.clause) for verdict in asked.verdicts],
    }


def edition_verdict(verdict: EditionVerdict, game: Game, clause: Callable[[str], Clause]) -> dict[str, Any]:
    """What one edition answers; `clause` gives those on which answers rest, by identifier."""
    said: dict[str, Any] = {
        "edition": verdict.edition,
        "status": verdict.status,
        "answers": [_given(given, game, clause) for given in verdict.answers],
    }
    if verdict.elsewhere:
        said["elsewhere"] = [dict(sorted(each.items())) for each in verdict.elsewhere]
    if verdict.because is not None:
        said["because"] = verdict.because
    return said


def _given(given: Given, game: Game, clause: Callable[[str], Clause]) -> dict[str, Any]:
    said: dict[str, Any] = {
        **outcome(given.verdict.outcome, game),
        "interpretation": dict(sorted(given.interpretation.items())),
        "rules": [_rule(clause(identifier)) for identifier in given.verdict.speaking],
        "by_default": given.verdict.by_default,
    }
    if not given.verdict.proved:
        said["proved"] = False
    return said


def _rule(clause: Clause) -> dict[str, Any]:
    cited = [citation(c) for c in clause.citations]
    return {"id": clause.id, "citation": cited[0] if cited else None}
