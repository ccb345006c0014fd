"""Baselines: entries that someone has looked at and dismissed, with a reason, until they change."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date
from pathlib import Path

from checker.findings.findings import Entry, Report
from dsl.text.errors import fail
from dsl.text.span import Span
from interpreter.runtime.yamltext import Mapping as MappingNode
from interpreter.runtime.yamltext import Scalar, parse_document, read_text
from interpreter.runtime.yamltext import Sequence as SequenceNode

SCHEMA = "arbitre.baseline/2"
FIRST_SCHEMA = "arbitre.baseline/1"
"""Baselines without digests, which dismiss records by their identifiers. They are still read."""
FILE = "arbitre-baseline.json"
"""The baseline of a project, in its folder, where no other file is named."""
KEYS = {SCHEMA: ("id", "digest", "reason", "date", "until"), FIRST_SCHEMA: ("id", "reason", "date")}


@dataclass(frozen=True, slots=True)
class Dismissed:
    """An entry dismissed: why, on which day, up to which (empty: for good), and what it said then (its
    digest; empty: whatever it says). Days as text, YYYY-MM-DD."""

    id: str
    reason: str
    date: str
    digest: str = ""
    until: str = ""


Baseline = Mapping[str, Dismissed]
"""What is dismissed, by identifier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A report against a baseline. `shown` are the entries left: among them those that it does not know
    (`new`), those that say something else than when they were dismissed (`changed`) and those of which the
    time is over (`lapsed`). `by_identifier`: those of the dismissed of which it keeps no digest. `gone`:
    identifiers in it that are found no longer. `against`: whether there is a baseline."""

    report: Report
    shown: tuple[Entry, ...]
    dismissed: tuple[Entry, ...] = ()
    by_identifier: tuple[Entry, ...] = ()
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    lapsed: tuple[Dismissed, ...] = ()
    gone: tuple[str, ...] = ()
    against: bool = False


def weigh(
    report: Report, baseline: Baseline | None, checked: Sequence[str] | None = None, *, today: str = ""
) -> Weighed:
    """The entries of a report that a baseline does not dismiss. `checked`: what was checked whole (GAME or
    GAME/VARIANT), so that nothing else of the baseline counts as gone; None for all. `today` is compared with
    the days until which entries are dismissed."""
    if baseline is None:
        return Weighed(report=report, shown=report.entries)
    dismissals = {entry.id: _dismissal(entry, baseline) for entry in report.entries}
    lapsed = {i: d for i, d in dismissals.items() if d is not None and d.until and d.until < today}
    changed = {
        entry.id
        for entry in report.entries
        if (of := dismissals[entry.id]) is not None and of.digest not in ("", entry.digest)
    }
    new = {identifier for identifier, of in dismissals.items() if of is None}
    open_ = new | changed | lapsed.keys()
    return Weighed(
        report=report,
        shown=tuple(e for e in report.entries if e.id in open_),
        dismissed=tuple(e for e in report.entries if e.id not in open_),
        by_identifier=tuple(
            e for e in report.entries if (of := dismissals[e.id]) and e.id not in open_ and not of.digest
        ),
        new=tuple(e.id for e in report.entries if e.id in new),
        changed=tuple(e.id for e in report.entries if e.id in changed),
        lapsed=tuple(lapsed[e.id] for e in report.entries if e.id in lapsed and e.id not in changed),
        gone=_gone(report, baseline, checked),
        against=True,
    )


def _dismissal(entry: Entry, baseline: Baseline) -> Dismissed | None:
    """The dismissal of an entry; of one of which an older baseline has all the records, that of the first."""
    if entry.id in baseline:
        return baseline[entry.id]
    known = [baseline.get(record.id) for record in entry.records]
    return known[0] if all(known) else None


def _gone(report: Report, baseline: Baseline, checked: Sequence[str] | None) -> tuple[str, ...]:
    there = {e.id for e in report.entries} | {f.id for f in report.findings}
    return tuple(
        sorted(
            identifier
            for identifier in baseline
            if identifier not in there
            and (checked is None or any(identifier.startswith(f"{name}/") for name in checked))
        )
    )


# ------------------------------------------------------------------ files


def read_baseline(path: Path) -> dict[str, Dismissed]:
    """The baseline in a file, by identifier. Raises ArbitreError where it is none."""
    shown = str(path)
    node = parse_document(read_text(path, shown), shown)
    if not isinstance(node, MappingNode):
        raise _no_baseline("it is not a mapping", node.span)
    schema = node.get("schema")
    if not isinstance(schema, Scalar) or schema.text not in KEYS:
        raise _no_baseline(f"its `schema` is not `{SCHEMA}`", node.span)
    dismissed = node.get("dismissed")
    if not isinstance(dismissed, SequenceNode):
        raise _no_baseline("it has no list `dismissed`", node.span)
    found: dict[str, Dismissed] = {}
    for item in dismissed.items:
        if not isinstance(item, MappingNode):
            raise _no_baseline("what is dismissed is a mapping with an `id`", item.span)
        one = _read_one(item, KEYS[schema.text])
        if one.id in found:
            raise _no_baseline(f"`{one.id}` is dismissed twice", item.span)
        found[one.id] = one
    return found


def _read_one(item: MappingNode, keys: Sequence[str]) -> Dismissed:
    texts: dict[str, str] = {}
    for key, value in item.entries:
        if key.text not in keys or not isinstance(value, Scalar):
            named = " or ".join((", ".join(f"`{k}`" for k in keys[:-1]), f"`{keys[-1]}`"))
            raise _no_baseline(f"`{key.text}` is not {named} with a text", key.span)
        if not value.is_null:
            texts[key.text] = value.text
    if "id" not in texts:
        raise _no_baseline("what is dismissed needs an `id`", item.span)
    if texts.get("until") and not is_day(texts["until"]):
        raise _no_baseline(f"`{texts['until']}` is no day, YYYY-MM-DD", item.span)
    return Dismissed(
        texts["id"],
        texts.get("reason", ""),
        texts.get("date", ""),
        texts.get("digest", ""),
        texts.get("until", ""),
    )


def is_day(text: str) -> bool:
    """Whether a text is a day, YYYY-MM-DD."""
    try:
        return Date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def dismissing(entries: Sequence[Entry], known: Baseline, today: str) -> dict[str, Dismissed]:
    """A baseline that dismisses these entries, as they are now. Those that `known` dismisses keep their
    reason, their day and their end."""
    found: dict[str, Dismissed] = {}
    for entry in entries:
        before = _dismissal(entry, known)
        kept = Dismissed(entry.id, "", today) if before is None else before
        found[entry.id] = Dismissed(entry.id, kept.reason, kept.date, entry.digest, kept.until)
    return found


def write_baseline(path: Path, baseline: Baseline) -> None:
    """Writes a baseline. Raises OSError where the file cannot be written."""
    dismissed = [
        {
            "id": one.id,
            "digest": one.digest or None,
            "reason": one.reason,
            "date": one.date,
            "until": one.until or None,
        }
        for _, one in sorted(baseline.items())
    ]
    text = json.dumps({"schema": SCHEMA, "dismissed": dismissed}, ensure_ascii=False, indent=2)
    path.write_text(text + "\n", encoding="utf-8")


def _no_baseline(why: str, span: Span) -> Exception:
    return fail("malformed", f"this is no baseline: {why}", span)
