"""Dismissing an entry: what it says now, and why that is as it should be."""

from arbitre.commands.baseline import Dismissed, is_day
from arbitre.commands.explaining import OfEntry, explain_reported, is_reported_id
from arbitre.project.usage import UsageProblem
from dsl.model import Project


def accepted(project: Project, identifier: str, reason: str, until: str, *, today: str) -> Dismissed:
    """The dismissal of the entry of that identifier as it is now: the check is run again, for its variant.
    `until`: the last day (empty: for good); `today`: the day on which it is dismissed. Raises UsageProblem
    where there is no such entry, no reason or no such day."""
    if not reason.strip():
        raise UsageProblem("a reason is needed")
    if until and not is_day(until):
        raise UsageProblem(f"`{until}` is no day, YYYY-MM-DD")
    if until and until < today:
        raise UsageProblem(f"`{until}` is over")
    if not is_reported_id(project, identifier):
        raise UsageProblem(f"`{identifier}` is not the identifier of an entry: GAME/VARIANT/…")
    found = explain_reported(project, identifier)
    if not isinstance(found, OfEntry):
        raise UsageProblem(f"`{identifier}` is no entry, but a record; `arbitre check` says of which")
    return Dismissed(found.entry.id, " ".join(reason.split()), today, found.entry.digest, until)
