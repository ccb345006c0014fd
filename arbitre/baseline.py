"""Baselines: findings that someone has looked at and dismissed, with a reason."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from checker.findings import Finding, Report
from dsl.errors import fail
from dsl.span import Span
from interpreter.yamltext import Mapping as MappingNode
from interpreter.yamltext import Scalar, parse_document, read_text
from interpreter.yamltext import Sequence as SequenceNode

SCHEMA = "arbitre.baseline/1"


@dataclass(frozen=True, slots=True)
class Dismissed:
    """A finding dismissed: why, and when (a date as text)."""

    id: str
    reason: str
    date: str


@dataclass(frozen=True, slots=True)
class Weighed:
    """A report against a baseline: `shown` are the findings left, `dismissed` those the baseline has, and
    `stale` the identifiers in it that are found no longer."""

    report: Report
    shown: tuple[Finding, ...]
    dismissed: tuple[Finding, ...] = ()
    stale: tuple[str, ...] = field(default=())


def weigh(report: Report, baseline: Mapping[str, Dismissed], games: Sequence[str] | None = None) -> Weighed:
    """The findings of a report that a baseline does not dismiss. `games`: those that were checked (GAME or
    GAME/VARIANT), so that nothing else of the baseline counts as no longer found; None for all."""
    found = {finding.id for finding in report.findings}
    stale = sorted(
        identifier
        for identifier in baseline
        if identifier not in found
        and (games is None or any(identifier.startswith(f"{game}/") for game in games))
    )
    return Weighed(
        report,
        tuple(f for f in report.findings if f.id not in baseline),
        tuple(f for f in report.findings if f.id in baseline),
        tuple(stale),
    )


def read_baseline(path: Path) -> dict[str, Dismissed]:
    """The baseline in a file, by identifier. Raises ArbitreError where it is none."""
    shown = str(path)
    node = parse_document(read_text(path, shown), shown)
    if not isinstance(node, MappingNode):
        raise _no_baseline("it is not a mapping", node.span)
    schema = node.get("schema")
    if not isinstance(schema, Scalar) or schema.text != SCHEMA:
        raise _no_baseline(f"its `schema` is not `{SCHEMA}`", node.span)
    dismissed = node.get("dismissed")
    if not isinstance(dismissed, SequenceNode):
        raise _no_baseline("it has no list `dismissed`", node.span)
    found: dict[str, Dismissed] = {}
    for item in dismissed.items:
        if not isinstance(item, MappingNode):
            raise _no_baseline("what is dismissed is a mapping with an `id`", item.span)
        texts: dict[str, str] = {}
        for key, value in item.entries:
            if key.text not in ("id", "reason", "date") or not isinstance(value, Scalar):
                raise _no_baseline(f"`{key.text}` is not `id`, `reason` or `date` with a text", key.span)
            texts[key.text] = value.text
        if "id" not in texts:
            raise _no_baseline("what is dismissed needs an `id`", item.span)
        one = Dismissed(texts["id"], texts.get("reason", ""), texts.get("date", ""))
        if one.id in found:
            raise _no_baseline(f"`{one.id}` is dismissed twice", item.span)
        found[one.id] = one
    return found


def write_baseline(
    path: Path, findings: Sequence[Finding], known: Mapping[str, Dismissed], today: str
) -> None:
    """Writes a baseline with these findings. Those known already keep their reason and date."""
    entries = []
    for identifier in sorted({finding.id for finding in findings}):
        one = known.get(identifier, Dismissed(identifier, "", today))
        entries.append({"id": one.id, "reason": one.reason, "date": one.date})
    text = json.dumps({"schema": SCHEMA, "dismissed": entries}, ensure_ascii=False, indent=2)
    path.write_text(text + "\n", encoding="utf-8")


def _no_baseline(why: str, span: Span) -> Exception:
    return fail("malformed", f"this is no baseline: {why}", span)
