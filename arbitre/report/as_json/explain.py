"""`arbitre.explanation/1`: what something is and why, as JSON."""

from collections.abc import Sequence
from typing import Any, assert_never

from arbitre.commands.explaining import Course, Explained, OfDoubt, OfEntry, OfFinding, OfQuestion, OfRule
from arbitre.report.as_json import findings as as_json
from arbitre.report.as_json import list as list_json
from arbitre.report.as_text.explain import answer_text
from dsl.model import Clause, Game
from interpreter.rulebook.situations import situation_to_json, to_json
from interpreter.rulebook.trace import Step


def explanation(identifier: str, explained: Sequence[Explained]) -> dict[str, Any]:
    """All that has the identifier."""
    return {
        "schema": "arbitre.explanation/1",
        "id": identifier,
        "explained": [_one(each) for each in explained],
    }


def _one(each: Explained) -> dict[str, Any]:
    match each:
        case OfEntry():
            return {
                "sort": "entry",
                "entry": as_json.entry(each.entry, each.game),
                "courses": [_course(course, each.game) for course in each.courses],
            }
        case OfFinding():
            return {
                "sort": "finding",
                "finding": as_json.finding(each.finding, each.game),
                "courses": [_course(course, each.game) for course in each.courses],
            }
        case OfRule():
            return {
                "sort": "rule",
                "name": each.name,
                "clauses": [clause(c, each.game) for c in each.clauses],
            }
        case OfDoubt():
            return {
                "sort": "doubt",
                "doubt": list_json.doubt(each.doubt, each.edition.name),
                "questions": list(each.questions),
            }
        case OfQuestion():
            return {
                "sort": "question",
                "question": list_json.question(each.question, each.game),
                "clauses": {e: [clause(c, each.game) for c in own] for e, own in each.clauses.items()},
            }
        case _:
            assert_never(each)


def _course(course: Course, game: Game) -> dict[str, Any]:
    return {
        "edition": course.edition,
        "interpretation": dict(sorted(course.interpretation.items())),
        "steps": [step(s, game) for s in course.steps],
    }


def clause(each: Clause, game: Game) -> dict[str, Any]:
    """A clause with its condition and answer in the words of the language."""
    from checker.findings.printer import text_of

    return {
        "id": each.id,
        "question": each.question,
        "origin": each.origin.value,
        "because": each.because,
        "binds": list(each.binds),
        "under": [{"doubt": name, "readings": list(readings)} for name, readings in each.under],
        "when": text_of(each.condition, game),
        "then": answer_text(each, game),
        "exceptions": [{"ground": e.ground, "targets": list(e.targets)} for e in each.exceptions],
        "citations": [as_json.citation(c) for c in each.citations],
        "place": {"path": each.span.path, "line": each.span.line},
    }


def step(each: Step, game: Game) -> dict[str, Any]:
    """One step to an answer."""
    said: dict[str, Any] = {
        "kind": each.kind,
        "depth": each.depth,
        "question": each.question,
        "situation": situation_to_json(game.questions[each.question], each.situation, game),
    }
    if each.clause is not None:
        said["clause"] = each.clause
    if each.by is not None:
        said["by"] = each.by
    if each.values:
        said["values"] = [to_json(value, game) for value in each.values]
    if each.outcome is not None:
        said["outcome"] = as_json.outcome(each.outcome, game)
    return said
