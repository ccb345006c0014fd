"""`arbitre.table/1`: the whole table of a question as JSON, a line for each situation."""

import json
from collections.abc import Iterator
from typing import Any

from arbitre.commands.tabulating import Row, Table
from arbitre.report.as_json.ask import edition_verdict
from arbitre.report.as_json.list import parameters
from interpreter.rulebook.situations import situation_to_json


def text(table: Table) -> str:
    """The document, with a line end."""
    head = {
        "schema": "arbitre.table/1",
        "game": table.game.name,
        "variant": table.variant,
        "question": table.question.name,
        "parameters": parameters(table.question, table.game),
        "editions": list(table.editions),
        "excluded": table.excluded,
    }
    lines = [f"  {_one_line(key)}: {_one_line(value)}" for key, value in head.items()]
    rows = ",\n".join(f"    {_one_line(row)}" for row in _rows(table))
    lines.append(f'  "rows": [\n{rows}\n  ]' if rows else '  "rows": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _one_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _rows(table: Table) -> Iterator[dict[str, Any]]:
    for row in table.rows:
        yield _row(row, table)


def _row(row: Row, table: Table) -> dict[str, Any]:
    return {
        "situation": situation_to_json(table.question, row.situation, table.game),
        "verdicts": {each.edition: edition_verdict(each, table.game, table.clause) for each in row.verdicts},
    }
