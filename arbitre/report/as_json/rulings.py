"""What is left to rule on, as JSON."""

from typing import Any

from arbitre.commands.rulings.overview import Overview


def rulings(found: Overview) -> dict[str, Any]:
    """`arbitre.rulings/1`."""
    return {
        "schema": "arbitre.rulings/1",
        "game": found.game.name,
        "rulings": list(found.rulings),
        "open": [
            {
                "edition": row.edition,
                "kind": row.kind,
                "name": row.name,
                "text": row.text,
                "situations": row.situations,
                "whole": row.whole,
                "settled": dict(row.settled),
                "partly": dict(row.partly),
            }
            for row in found.rows
        ],
    }
