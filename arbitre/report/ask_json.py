"""`arbitre.verdicts/1`: what each edition answers, as JSON."""

from typing import Any

from arbitre.asking import EditionVerdict, Given, Verdicts
from arbitre.report.as_json import citation, outcome
from interpreter.situation import situation_to_json


def verdicts(asked: Verdicts) -> dict[str, Any]:
    """The answers of all editions asked."""
    return {
        "schema": "arbitre.verdicts/1",
        "game": asked.game.name,
        "question": asked.question.name,
        "situation": situation_to_json(asked.question, asked.situation),
        "agree": asked.agree,
        "verdicts": [_edition(verdict, asked) for verdict in asked.verdicts],
    }


def _edition(verdict: EditionVerdict, asked: Verdicts) -> dict[str, Any]:
    said: dict[str, Any] = {
        "edition": verdict.edition,
        "status": verdict.status,
        "answers": [_given(given, asked) for given in verdict.answers],
    }
    if verdict.because is not None:
        said["because"] = verdict.because
    return said


def _given(given: Given, asked: Verdicts) -> dict[str, Any]:
    return {
        **outcome(given.verdict.outcome),
        "interpretation": dict(sorted(given.interpretation.items())),
        "rules": [_rule(identifier, asked) for identifier in given.verdict.speaking],
        "by_default": given.verdict.by_default,
    }


def _rule(identifier: str, asked: Verdicts) -> dict[str, Any]:
    cited = [citation(c) for c in asked.clause(identifier).citations]
    return {"id": identifier, "citation": cited[0] if cited else None}
