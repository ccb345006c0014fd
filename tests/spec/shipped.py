"""The check of what is shipped, made once in a process for all tests that look at it.

Under `--dist loadfile`, as CI has it, the tests of a file are in one process, and those of files that look at
one check, too (see `tests.conftest`).
"""

from dataclasses import fields, replace
from functools import lru_cache
from pathlib import Path

from checker.findings.findings import Report
from checker.pipeline.check import _joined, check
from checker.pipeline.entries import with_entries
from dsl.load import load_project
from dsl.model import Project

ROOT = Path(__file__).resolve().parents[2]


@lru_cache(maxsize=1)
def project() -> Project:
    """What is shipped."""
    return load_project(ROOT)


@lru_cache(maxsize=8)
def report(target: str) -> Report:
    """The check of a game's variant, with its options."""
    return check(project(), [target])


def together(*reports: Report) -> Report:
    """Reports on different variants as one."""
    return with_entries(_joined(reports), project().games)


def of_variants(whole: Report, *variants: str) -> Report:
    """What a report says of these variants."""
    lists = {each.name: getattr(whole, each.name) for each in fields(whole)}
    kept = {
        name: tuple(x for x in value if getattr(x, "variant", variants[0]) in variants)
        for name, value in lists.items()
        if isinstance(value, tuple) and name not in ("entries", "exceptions")
    }
    findings = {f.id for f in kept["findings"]}
    kept["eliminated"] = tuple(e for e in whole.eliminated if _struck_for(e.cause, findings))
    return with_entries(replace(whole, **kept), project().games)


def _struck_for(cause: str, findings: set[str]) -> bool:
    """Whether a reading is struck for one of these findings, or for what is no finding."""
    named = [each.strip() for each in cause.split(",")]
    return any("/" not in each or each in findings for each in named)
