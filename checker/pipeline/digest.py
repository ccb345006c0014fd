"""The digest of an entry: it changes when an answer, a certainty or a rule of the entry does.

Neither the situation that shows a record, nor how it is worded, nor its order, nor how often it arises in
play is part of it; nor under which options of a variant the same was found.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping

from checker.findings.details import fields_of
from checker.findings.findings import Answered, Finding
from interpreter.values.show import show_plain

SAYING: Mapping[str, tuple[str, ...]] = {
    "gap": ("sort",),
    "ambiguity": ("sort",),
    "divergence": ("relation",),
    "failed-example": ("sort", "shows", "left", "right", "derivable"),
    "infeasible": ("players", "needed", "there", "card"),
    "dangling": ("to",),
    "uncovered": ("left", "partly"),
    "stale": ("message",),
    "two-names": ("names",),
    "error": ("message", "asked"),
}
"""The details of a record that say what is wrong, by kind."""


def digest_of(records: Iterable[Finding]) -> str:
    """The SHA-256 of what these records say, as hexadecimal digits."""
    said = sorted({json.dumps(_said(record), ensure_ascii=False, sort_keys=True) for record in records})
    return hashlib.sha256("\n".join(said).encode()).hexdigest()


def _said(record: Finding) -> dict[str, object]:
    saying, fields = SAYING.get(record.kind, ()), fields_of(record.details)
    return {
        "kind": record.kind,
        "certainty": record.certainty,
        "question": record.question,
        "editions": record.editions,
        "class": record.class_,
        "rules": sorted(record.rules),
        "doubts": sorted(record.doubts),
        "assumptions": sorted(record.assumptions),
        "answers": sorted(_answers(record)),
        "details": {key: fields[key] for key in saying if key in fields},
    }


def _answers(record: Finding) -> list[str]:
    """What the editions answer that the record is about, or that answer where one is silent."""
    if record.witness is None:
        return []
    about = {*record.editions, *(edition for edition, _ in record.answered_by)}
    return [_answer(each) for each in record.witness.answers if each.edition in about]


def _answer(each: Answered) -> str:
    return json.dumps(
        {
            "edition": each.edition,
            "interpretation": dict(sorted(each.interpretation.items())),
            "status": each.outcome.status.value,
            "admits": sorted(show_plain(value) for value in each.outcome.admits),
            "rules": sorted(each.rules),
            "by_default": each.by_default,
        },
        ensure_ascii=False,
        sort_keys=True,
    )
