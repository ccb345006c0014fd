"""Answers that are numbers of many values: what is found of them, and proved, is as with a few."""

from pathlib import Path

import pytest

from checker.findings.findings import Report
from checker.pipeline.check import check
from dsl.load import load_project
from dsl.model import Project
from dsl.types.values import Value

GAME = """
game stakes "Stakes" languages en

players 2..3 named Ann, Bob, Cid

type lot is first or second or neither

variant plain "plain stakes"

question paid(own: 0..MOST, others: 0..MOST, lot: lot) -> -TWICE..TWICE
  "What is paid?"
  smallest by own + others

property nothing_made "Who is second pays what he bet."
  for own: 0..MOST, others: 0..MOST: paid(own, others, second) = -own
property first_gains "Who is first gains what the others bet."
  for own: 0..MOST, others: 0..MOST: paid(own, others, first) = others
"""

RULES = """
edition NAME of stakes
source "rules-src/NAME.txt"

rule first
  "The first has what was bet."
  answers paid(own, others, lot) when lot is first then others
rule second
  "The second pays."
  answers paid(own, others, lot) when lot is second then -own
rule neither
  "If nobody is first, nothing is paid."
  answers paid(own, others, lot) when lot is neither then 0
"""


def project(root: Path, most: int, **changes: tuple[str, str]) -> Project:
    """The game of stakes up to so many, two editions, each with a change."""
    spec, sources = root / "spec" / "stakes", root / "rules-src"
    spec.mkdir(parents=True, exist_ok=True)
    sources.mkdir(exist_ok=True)
    (root / "arbitre.toml").write_text('name = "stakes"\n', "utf-8")
    (spec / "game.rules").write_text(
        GAME.replace("MOST", str(most)).replace("TWICE", str(2 * most)).lstrip(), "utf-8"
    )
    for name in ("aa", "bb"):
        rules = RULES.replace("NAME", name)
        if name in changes:
            old, new = changes[name]
            assert rules.count(old) == 1
            rules = rules.replace(old, new)
        (spec / f"{name}.rules").write_text(rules.lstrip(), "utf-8")
        words = "The first has what was bet. The second pays. If nobody is first, nothing is paid.\n"
        (sources / f"{name}.txt").write_text(words, "utf-8")
    return load_project(root)


def found(report: Report) -> dict[str, tuple[Value, ...]]:
    """The witnesses of the findings."""
    return {f.id.removeprefix("stakes/plain/"): f.witness.situation for f in report.findings if f.witness}


def proved(report: Report) -> set[tuple[str, str]]:
    """What is proved, and by which editions."""
    return {(p.holds, "+".join(p.editions)) for p in report.proved if p.where is None}


CHANGES = {
    "all alike": {},
    "another answer": {"bb": ("then others", "then own + others")},
    "no answer": {"bb": ("when lot is second then -own", "when lot is second and own > 4 then -own")},
    "two answers at once": {
        "bb": (
            "when lot is second then -own",
            "when lot is second then -own\n  answers paid(own, others, lot) when lot is second then 0",
        )
    },
    "one of two answers": {"bb": ("then -own", "then any of [-own, 0]")},
    "by a doubt": {
        "bb": (
            'rule neither\n  "If nobody is first, nothing is paid."',
            'doubt nothing\n  "If nobody is first, nothing is paid."\n  asks "By whom?"\n'
            '  reading by_none "by none"\n  reading by_all "by all"\n\n'
            'rule all_pay\n  "If nobody is first, nothing is paid."\n  under nothing: by_all\n'
            "  answers paid(own, others, lot) when lot is neither then -own\n"
            'rule neither\n  "If nobody is first, nothing is paid."\n  under nothing: by_none',
        )
    },
}


@pytest.mark.parametrize("change", CHANGES)
def test_many_answers_are_told_apart_as_a_few_are(tmp_path: Path, change: str) -> None:
    """Up to 20 all answers are listed, up to 400,000,000 those that rules give."""
    few = check(project(tmp_path / "few", 20, **CHANGES[change]))
    many = check(project(tmp_path / "many", 400_000_000, **CHANGES[change]))
    assert not many.undecided
    assert found(many) == found(few)
    assert proved(many) == proved(few)
    assert change == "all alike" or found(many)
