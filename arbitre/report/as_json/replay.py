"""`arbitre.replay/1`: what came of logs, as JSON."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from arbitre.commands.replaying import Replayed
from arbitre.report.archive import Archive
from arbitre.report.as_json.findings import citation, outcome
from arbitre.report.side_by_side import SideBySide
from arbitre.report.table_state import seen, told
from dsl.model import Clause, Game
from dsl.types.values import Value
from interpreter.play.state import Asked, Begun, Happening, Moved, is_unknown
from interpreter.play.views import SeenZone
from interpreter.replay.replay import Replay, ReplayProblem
from interpreter.rulebook.situations import situation_to_json, to_json
from interpreter.values.context import thing_text

STATUSES = ("valid", "invalid", "disputed", "unfinished", "unreadable", "undecided")


def replays(
    done: Sequence[Replayed],
    viewer: str | None = None,
    *,
    with_state: bool = False,
    tables: Sequence[SideBySide] = (),
) -> dict[str, Any]:
    """The logs with their problems. `with_state`: where each game stands, as `viewer` may see it; `tables`:
    where they were replayed by several editions or readings, these side by side."""
    return {
        "schema": "arbitre.replay/1",
        "logs": [_log(each, viewer, with_state) for each in done],
        "summary": {
            status: sum(each.result.status == status for each in done)
            for status in STATUSES
            if any(each.result.status == status for each in done)
        },
        **({"side_by_side": [_columns(table) for table in tables]} if tables else {}),
    }


def replay_lines(
    done: Iterable[Replayed], archive: Archive, viewer: str | None = None, *, with_state: bool = False
) -> Iterator[str]:
    """The logs as JSON lines, each as soon as it is done, and a line with the summary of `archive` last."""
    for each in done:
        yield json.dumps(_log(each, viewer, with_state), ensure_ascii=False)
    codes = dict(sorted(archive.codes.items()))
    summary = {status: archive.statuses[status] for status in STATUSES if archive.statuses[status]}
    yield json.dumps({"schema": "arbitre.replay/1", "summary": summary, "codes": codes}, ensure_ascii=False)


def _columns(table: SideBySide) -> dict[str, Any]:
    return {
        "log": table.path,
        "document": table.document,
        "columns": [
            {
                "edition": column.edition,
                "reading": None if column.reading is None else dict([column.reading]),
                "status": column.result.status,
                "stands": {doubt: list(readings) for doubt, readings in sorted(column.result.stands.items())},
            }
            for column in table.columns
        ],
        "events": [
            {"event": row.event, "line": row.line, "verdicts": list(row.verdicts)} for row in table.rows
        ],
    }


def _log(each: Replayed, viewer: str | None, with_state: bool) -> dict[str, Any]:
    result = each.result
    state: dict[str, Any] = {
        "scores": dict(result.scores),
        "winner": None if result.winners is None else list(result.winners),
    }
    if with_state:
        shown = seen(result, viewer)
        state["phase"] = "" if result.state is None else result.state.phase
        state["waits_for"] = result.waits_for or None
        state["zones"] = []
        if shown is not None and result.game is not None:
            state["zones"] = [_zone(zone, result.game) for zone in shown.zones]
    return {
        "log": each.path,
        "document": each.document,
        "game": None if result.game is None else result.name,
        "edition": result.edition,
        **({} if each.reading is None else {"reading": dict([each.reading])}),
        "rulings": list(result.rulings),
        "status": result.status,
        **({"changed": list(result.changed)} if result.changed else {}),
        "events": result.events,
        "problems": [_problem(told(problem, viewer), result.game) for problem in result.problems],
        "repairs": [_problem(told(problem, viewer), result.game) for problem in result.repairs],
        "state": state,
    }


def _zone(zone: SeenZone, game: Game) -> dict[str, Any]:
    return {
        "zone": zone.name,
        "of": None if zone.owner is None else thing_text(zone.owner),
        "cards": None if zone.cards is None else _cards(zone.cards, zone.size, game),
        "number": zone.size,
        **({} if zone.most is None else {"at_most": zone.most}),
        **({"possible": [to_json(card, game) for card in zone.possible]} if zone.possible else {}),
    }


def _cards(cards: tuple[Value, ...], size: int, game: Game) -> list[Any]:
    """The cards that are seen, and null for each that is not."""
    return [*(to_json(card, game) for card in cards), *[None] * (size - len(cards))]


def _problem(problem: ReplayProblem, game: Game | None) -> dict[str, Any]:
    said: dict[str, Any] = {
        "event": problem.event,
        "line": problem.line,
        "code": problem.code,
        "player": problem.player,
        "message": problem.message,
        "legal": [] if game is None else [to_json(value, game) for value in problem.legal],
        "rules": [_rule(clause) for clause in problem.clauses],
    }
    if problem.readings:
        said["readings"] = {doubt: list(readings) for doubt, readings in sorted(problem.readings.items())}
    return said


def _rule(clause: Clause) -> dict[str, Any]:
    return {"id": clause.id, "citation": citation(clause.citations[0]) if clause.citations else None}


def event(number: int, before: Replayed, after: Replayed) -> dict[str, Any]:
    """`arbitre.explanation/1` of an event: where the game stood before and after it."""
    return {
        "schema": "arbitre.explanation/1",
        "id": f"{before.path}:{number}",
        "explained": [
            {
                "sort": "event",
                "event": number,
                "status": after.result.status,
                "problems": [_problem(p, after.result.game) for p in _of_event(after.result, number)],
                "happened": [shown for h in after.result.happened if (shown := _happening(h, after.result))],
                "before": _log(before, None, True)["state"],
                "after": _log(after, None, True)["state"],
            }
        ],
    }


def _happening(happening: Happening, result: Replay) -> dict[str, Any] | None:
    assert result.game is not None
    match happening:
        case Asked(question=name, situation=situation, verdict=verdict):
            return {
                "asked": name,
                "situation": situation_to_json(result.game.questions[name], situation, result.game),
                **outcome(verdict.outcome, result.game),
                "rules": list(verdict.speaking),
            }
        case Moved(cards=cards, source=source, into=into):
            return {
                "moved": [None if is_unknown(card) else to_json(card, result.game) for card in cards],
                "from": _zone_name(source),
                "into": _zone_name(into),
            }
        case Begun(kind=kind, name=name):
            return {"begun": kind, "name": name}


def _zone_name(key: str) -> dict[str, str | None]:
    name, owner = [*key.split(":", 2)[1:], None][:2]
    return {"zone": name, "of": owner}


def _of_event(result: Replay, number: int) -> list[ReplayProblem]:
    return [p for p in (*result.problems, *result.repairs) if p.event == number]
