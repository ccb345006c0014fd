"""What is told of the shipped rules, by cause: as a golden text, and whether each record is of its cause."""

from collections.abc import Iterator

from checker.findings.findings import Entry, Finding, Report
from checker.pipeline.cause import is_of_a_doubt
from checker.questions.verdicts.matrix import rules_of
from tests.details import fields

MOST_ENTRIES = 170
"""A report of all that is shipped is read one by one: no more than so many entries."""


def told(report: Report) -> str:
    """The entries with their records, those that are in the report; then the exceptions apart."""
    there = {f.id for f in report.findings}
    lines: list[str] = []
    for entry in report.entries:
        records = [record for record in entry.records if record.id in there]
        lines += [f"{entry.tier:<8}  {entry.id}"] if records else []
        lines += [f"    {record.certainty:<8}  {record.id}" for record in records]
    lines += ["exceptions", *(f"    {f.id}" for f in report.exceptions if f.id in there)]
    return "".join(f"{line}\n" for line in lines)


def strays(report: Report) -> list[tuple[str, str]]:
    """Records that do not name the cause of their entry."""
    return [(e.id, f.id) for e in report.entries for f in e.records if not _names(f, e)]


def _names(record: Finding, entry: Entry) -> bool:
    """Whether a record says by itself that it is of the cause of its entry."""
    if {record.id for record in entry.records} & set(record.because_of):
        return True
    cause = entry.id.split("/", 2)[2]
    about, slash, rest = cause.partition("/")
    if not slash and cause.startswith("step."):
        return record.class_ == (cause,)
    if not slash:
        own = {doubt for each in entry.records if is_of_a_doubt(each) for doubt in each.doubts}
        return bool({cause, *(_local(d) for d in {cause, *own})} & set(_doubts(record)))
    if about == "silence":
        return record.kind == "gap" and record.question == rest
    if about in ("property", "dangling"):
        return record.kind == about and (rest in record.class_ or rest in record.editions or _returns(record))
    if about == record.kind:
        return {record.question, *record.class_} >= set(rest.split("/", 1))
    named = set(rest.split("+"))
    beside = [r for r in entry.records if r is record or _is_shown_beside(r, record)]
    return record.question == about and any(named <= {*r.class_, *rules_of(r.class_)} for r in beside)


def _is_shown_beside(one: Finding, other: Finding) -> bool:
    """Whether the same situation shows two gaps of one edition."""
    if one.witness is None or other.witness is None:
        return False
    same = (one.question, one.editions) == (other.question, other.editions)
    return same and one.kind == other.kind == "gap" and one.witness.situation == other.witness.situation


def _returns(record: Finding) -> bool:
    return fields(record).get("claim") == "never returns"


def _doubts(record: Finding) -> Iterator[str]:
    """The doubts that a record names, without their editions."""
    interpretations = [dict(choice) for choice in record.under]
    interpretations += [dict(a.interpretation) for a in record.witness.answers] if record.witness else []
    for doubt in (*record.doubts, *(d for choice in interpretations for d in choice)):
        yield _local(doubt)


def _local(doubt: str) -> str:
    return doubt.rpartition(".")[2]
