"""Logs of games: writing their text."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from dsl.model import Game
from interpreter.play.state import Asked, Happening
from interpreter.rulebook.rulebook import Status
from interpreter.rulebook.situations import to_json
from interpreter.runtime.rng import RNG
from interpreter.values.domain import has_players

FORMAT = 1
HIDDEN = "hidden"

_PLAIN = re.compile(r"[^\W\d_][\w·'’-]*(?: [\w·'’-]+)*")
_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null", HIDDEN})


def head_text(
    *,
    game: str,
    edition: str,
    players: Iterable[str],
    specification: str | None = None,
    rulings: Iterable[str] = (),
    readings: Mapping[str, str] | None = None,
    given: Mapping[str, Any] | None = None,
    seed: int | None = None,
    deck: str | None = None,
    stock: Iterable[str] | None = None,
    hands: Mapping[str, Any] | None = None,
) -> str:
    """The head of a log, up to and with `events:`; events are written after it, one by one.
    `specification`: the fingerprint of what it is played under."""
    entries: list[tuple[str, Any]] = [("arbitre", FORMAT), ("game", game), ("edition", edition)]
    if specification is not None:
        entries.append(("specification", specification))
    optional: list[tuple[str, Any]] = [("rulings", list(rulings)), ("readings", dict(readings or {}))]
    entries += [(key, value) for key, value in optional if value]
    if deck is not None:
        entries.append(("deck", deck))
    entries.append(("players", list(players)))
    if given:
        entries.append(("given", dict(given)))
    if seed is not None:
        entries += [("seed", seed), ("rng", RNG)]
    if stock is not None:
        entries.append(("stock", list(stock)))
    if hands is not None:
        entries.append(("hands", dict(hands)))
    return "".join(f"{key}: {flow_text(value)}\n" for key, value in entries) + "events:\n"


def claims_of(happened: Iterable[Happening], game: Game) -> Iterator[dict[str, Any]]:
    """What was answered of what happened and says something of players, as claims: the last of each
    question, in order of asking."""
    for each in {h.question: h for h in happened if isinstance(h, Asked)}.values():
        outcome = each.verdict.outcome
        if outcome.status is Status.SETTLED and has_players(game.questions[each.question].answer):
            yield {"claim": each.question, "is": to_json(outcome.admits[0], game)}


def event_text(event: Mapping[str, Any]) -> str:
    """One event as a line of a log, from JSON of its values."""
    return f"  - {flow_text(event)}\n"


def document_text(head: str, events: Iterable[Mapping[str, Any]]) -> str:
    """A whole log."""
    lines = [event_text(event) for event in events]
    return head + "".join(lines) if lines else head.removesuffix("\n") + " []\n"


def flow_text(value: Any) -> str:
    """JSON values as YAML in one line; text is quoted where YAML could take it for something else."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _quoted(value)
        case list() | tuple():
            return "[" + ", ".join(flow_text(item) for item in value) + "]"
        case _:
            return "{" + ", ".join(f"{_quoted(key)}: {flow_text(item)}" for key, item in value.items()) + "}"


def _quoted(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return "".join(
        character if character.isprintable() or character == " " else _escape(character)
        for character in json.dumps(text, ensure_ascii=False)
    )


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
