"""Reports as JSON: the schemas that other programs rely on."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from arbitre.commands.baseline import Weighed
from arbitre.project.version import version
from checker.findings.details import fields_of
from checker.findings.findings import (
    KINDS,
    TIERS,
    Answered,
    Comparison,
    Eliminated,
    Entry,
    ExaminedClause,
    Finding,
    QuestionComparison,
    Witness,
)
from dsl.model import Game, Project
from dsl.text.source import Citation
from interpreter.rulebook.rulebook import Outcome, Status
from interpreter.rulebook.situations import situation_to_json, to_json


def dumps(data: object) -> str:
    """The text of a JSON document, readable, the same on every run; with a line end."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


# ------------------------------------------------------------------ check


def findings(weighed: Weighed, project: Project) -> dict[str, Any]:
    """`arbitre.findings/2`."""
    report = weighed.report
    return {
        "schema": "arbitre.findings/2",
        "version": version(),
        "bounds": {name: _plain(bounds) for name, bounds in sorted(report.bounds.items())},
        "summary": {kind: sum(e.kind == kind for e in weighed.shown) for kind in KINDS},
        "tiers": {tier: sum(e.tier == tier for e in weighed.shown) for tier in TIERS},
        "entries": [entry(e, project.games[e.game]) for e in weighed.shown],
        "exceptions": [finding(f, project.games[f.game]) for f in report.exceptions],
        "proved": [
            {
                "game": p.game,
                "variant": p.variant,
                "question": p.question,
                "editions": list(p.editions),
                "holds": p.holds,
                "where": p.where,
                "bounds": _plain(p.bounds),
                "assumptions": list(p.assumptions),
                "struck": [{"edition": s.edition, "readings": dict(s.readings)} for s in p.struck],
                "may_stop_at": list(p.may_stop_at),
                "excluded": p.excluded,
                "clauses": dict(p.clauses),
                **({"stale": list(p.stale)} if p.stale else {}),
            }
            for p in report.proved
        ],
        "empty": [
            {
                "game": e.game,
                "variant": e.variant,
                "question": e.question,
                "editions": list(e.editions),
                "holds": e.holds,
                "reason": e.reason,
            }
            for e in report.empty
        ],
        "vacuous": [_claim(v) for v in report.vacuous],
        "undecided": [_claim(u) for u in report.undecided],
        "tried": [
            {
                "game": c.game,
                "variant": c.variant,
                "editions": list(c.editions),
                "holds": c.property,
                "games": c.games,
                "points": c.points,
            }
            for c in report.checked
        ],
        "harmless": [
            {"game": h.game, "edition": h.edition, "doubt": h.doubt, "proof": h.proof}
            for h in report.harmless
        ],
        "repetitions": [{"game": r.game, "edition": r.edition, "rule": r.rule} for r in report.repetitions],
        "eliminated": [
            {
                "game": e.game,
                "edition": e.edition,
                "readings": dict(sorted(e.readings.items())),
                "because": e.because,
                "cause": e.cause,
            }
            for e in report.eliminated
        ],
        "concrete": [
            {
                "game": c.game,
                "variant": c.variant,
                "question": c.question,
                "editions": list(c.editions),
                "because": c.because,
                "situations": c.situations,
            }
            for c in report.concrete
        ],
        "failures": [
            {
                "game": f.game,
                "variant": f.variant,
                "sort": f.sort,
                "unit": f.unit,
                "because": f.because,
            }
            for f in report.failures
        ],
        "clauses": [_examined(c, project.games[c.game]) for c in report.clauses],
        "unexamined_clauses": [
            {
                "game": c.game,
                "variant": c.variant,
                "edition": c.edition,
                "clause": c.clause,
                "question": c.question,
                "because": c.because,
            }
            for c in report.unexamined_clauses
        ],
        "dismissed": [e.id for e in weighed.dismissed],
        "baseline": _against(weighed) if weighed.against else None,
    }


def _examined(each: ExaminedClause, game: Game) -> dict[str, Any]:
    """What a clause answers."""
    return {
        "game": each.game,
        "variant": each.variant,
        "edition": each.edition,
        "clause": each.clause,
        "question": each.question,
        "situations": each.situations,
        "whole": each.whole,
        "digest": each.digest,
        "witness": None if each.witness is None else witness(each.witness, game),
    }


def _against(weighed: Weighed) -> dict[str, Any]:
    """How a report stands to its baseline, by identifiers."""
    return {
        "new": list(weighed.new),
        "changed": list(weighed.changed),
        "lapsed": [one.id for one in weighed.lapsed],
        "gone": list(weighed.gone),
        "without_digest": [e.id for e in weighed.by_identifier],
    }


def entry(each: Entry, game: Game) -> dict[str, Any]:
    """One entry, with its records."""
    return {
        "id": each.id,
        "digest": each.digest,
        "tier": each.tier,
        "kind": each.kind,
        "kinds": list(each.kinds),
        "game": each.game,
        "variant": each.variant,
        "questions": list(each.questions),
        "editions": list(each.editions),
        "message": each.message,
        "citations": _cited(each.records),
        "records": [finding(record, game) for record in each.records],
    }


def _cited(records: Sequence[Finding]) -> list[dict[str, Any]]:
    """The words that records cite, each once."""
    cited = dict.fromkeys(c for record in records for c in record.citations)
    return [{"rule": c.rule, **citation(c.citation)} for c in cited]


def finding(each: Finding, game: Game) -> dict[str, Any]:
    """One finding, as a record of an entry."""
    return {
        "id": each.id,
        "kind": each.kind,
        "certainty": each.certainty,
        "game": each.game,
        "variant": each.variant,
        "question": each.question,
        "editions": list(each.editions),
        "class": list(each.class_),
        "rules": list(each.rules),
        "doubts": list(each.doubts),
        "assumptions": list(each.assumptions),
        "answered_by": [{"edition": edition, "answer": answer} for edition, answer in each.answered_by],
        "because_of": list(each.because_of),
        "under": [dict(sorted(i.items())) for i in each.under],
        "message": each.message,
        "witness": None if each.witness is None else witness(each.witness, game),
        "reachable": each.reachable,
        "citations": [{"rule": c.rule, **citation(c.citation)} for c in each.citations],
        "details": _details(each),
        "frequency": None
        if each.frequency is None
        else {
            "numerator": each.frequency.numerator,
            "denominator": each.frequency.denominator,
            "low": each.frequency.low,
            "high": each.frequency.high,
            "driver": each.frequency.driver,
        },
    }


def witness(shown: Witness, game: Game) -> dict[str, Any]:
    """The situation with what each edition answers in it."""
    return {
        "question": shown.question,
        "situation": situation_to_json(game.questions[shown.question], shown.situation, game),
        "confirmed": shown.confirmed,
        "log": shown.log,
        "answers": [_answered(answer, game) for answer in shown.answers],
    }


def _answered(given: Answered, game: Game) -> dict[str, Any]:
    return {
        "edition": given.edition,
        "interpretation": dict(sorted(given.interpretation.items())),
        **outcome(given.outcome, game),
        "rules": list(given.rules),
        "by_default": given.by_default,
    }


def outcome(given: Outcome, game: Game) -> dict[str, Any]:
    """The status, with `answer` where it is settled and `admits` where it is open."""
    said: dict[str, Any] = {"status": given.status.value}
    if given.status is Status.SETTLED:
        said["answer"] = to_json(given.admits[0], game)
    elif given.status is Status.OPEN:
        said["admits"] = [to_json(value, game) for value in given.admits]
    return said


def citation(cited: Citation) -> dict[str, Any]:
    """Printed words with their place."""
    return {
        "source": cited.source,
        "line": cited.line,
        "column": cited.column,
        "quote": cited.quote,
    }


def _claim(each: Any) -> dict[str, Any]:
    return {
        "game": each.game,
        "variant": each.variant,
        "question": each.question,
        "editions": list(each.editions),
        "holds": each.holds,
        "because": each.because,
    }


def _details(each: Finding) -> dict[str, Any]:
    """What its sort tells, then what it hangs on."""
    told = fields_of(each.details)
    told |= {"if_agreed": list(each.if_agreed)} if each.if_agreed else {}
    told |= {"stale": list(each.stale)} if each.stale else {}
    return {key: _plain(value) for key, value in told.items()}


def _plain(value: object) -> Any:
    """Mappings and sequences as dicts and lists."""
    match value:
        case Mapping():
            return {str(key): _plain(v) for key, v in value.items()}
        case str():
            return value
        case Sequence():
            return [_plain(v) for v in value]
        case _:
            return value


# ------------------------------------------------------------------ compare


def comparison(compared: Comparison, game: Game) -> dict[str, Any]:
    """`arbitre.comparison/1`."""
    return {
        "schema": "arbitre.comparison/1",
        "game": compared.game,
        "variant": compared.variant,
        "editions": list(compared.editions),
        "whole": {"status": compared.status, "under": compared.under},
        "questions": [_compared(q, game) for q in compared.questions],
        "eliminated": [entry for e in compared.eliminated for entry in _struck(e)],
    }


def _compared(each: QuestionComparison, game: Game) -> dict[str, Any]:
    said = {
        "question": each.question,
        "status": each.status,
        "under": each.under,
        "witness": None if each.witness is None else witness(each.witness, game),
    }
    return {**said, "because": each.because} if each.because else said


def _struck(each: Eliminated) -> list[dict[str, Any]]:
    """An entry for each doubt; readings struck together name the others."""
    entries = []
    for doubt, reading in sorted(each.readings.items()):
        entry: dict[str, Any] = {
            "edition": each.edition,
            "doubt": doubt,
            "reading": reading,
            "because": each.because,
        }
        others = {d: r for d, r in sorted(each.readings.items()) if d != doubt}
        if others:
            entry["together_with"] = others
        entries.append(entry)
    return entries
