"""`arbitre.accepted/1`: what was dismissed, as JSON."""

from pathlib import Path
from typing import Any

from arbitre.commands.baseline import Dismissed


def accepted(path: Path, one: Dismissed) -> dict[str, Any]:
    """An entry that was dismissed, in which file."""
    return {
        "schema": "arbitre.accepted/1",
        "file": str(path),
        "dismissed": {
            "id": one.id,
            "digest": one.digest,
            "reason": one.reason,
            "date": one.date,
            "until": one.until or None,
        },
    }
