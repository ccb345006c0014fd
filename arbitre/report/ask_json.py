"""`arbitre.verdicts/1`: what each edition answers, as JSON."""

from typing import Any

from arbitre.asking import EditionVerdict, Given, Verdicts
from arbitre.report.as_json import citation, outcome
from arbitre.report.wording import clause_of
from dsl.model import Game
from interpreter.situation import situation_to_json


def verdicts(asked: Verdicts) -> dict[str, Any]:
    """The answers of all editions asked."""
    return {
        "schema": "arbitre.verdicts/1",
        "game": asked.game.name,
        "question": asked.question.name,
        "situation": situation_to_json(asked.question, asked.situation),
        "agree": asked.agree,
        "verdicts": [_edition(verdict, asked.game) for verdict in asked.verdicts],
    }


def _edition(verdict: EditionVerdict, game: Game) -> dict[str, Any]:
    said: dict[str, Any] = {
        "edition": verdict.edition,
        "status": verdict.status,
        "answers": [_given(given, game) for given in verdict.answers],
    }
    if verdict.because is not None:
        said["because"] = verdict.because
    return said


def _given(given: Given, game: Game) -> dict[str, Any]:
    return {
        **outcome(given.verdict.outcome),
        "interpretation": dict(sorted(given.interpretation.items())),
        "rules": [_rule(identifier, game) for identifier in given.verdict.speaking],
        "by_default": given.verdict.by_default,
    }


def _rule(identifier: str, game: Game) -> dict[str, Any]:
    clause = clause_of(game, identifier)
    cited = None if clause is None or not clause.citations else citation(clause.citations[0])
    return {"id": identifier, "citation": cited}
