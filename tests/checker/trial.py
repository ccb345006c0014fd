"""A game of tiles small enough to be enumerated and solved: two editions alike, until a test changes one."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from checker.findings.findings import Finding, Report
from checker.pipeline.check import check
from checker.questions.search import search as searches
from checker.questions.search import strike as striking
from checker.smt.budget import DEFAULT_EFFORT
from dsl.load import load_project
from dsl.model import Project

SPECS = Path(__file__).parent / "specs" / "trial"
QUESTIONS = ("worth", "may_play", "pair", "winner")
QUOTE = re.compile(r'^ +(?:also )?"([^"]*)"$', re.MULTILINE)


def _edition(name: str) -> str:
    return (SPECS / "edition.rules").read_text("utf-8").replace("EDITION", name)


@dataclass
class Trial:
    """The specification under `root`. The text of an edition is the sentences that its rules cite."""

    root: Path
    game_text: str = field(default_factory=lambda: (SPECS / "game.rules").read_text("utf-8"))
    editions: dict[str, str] = field(default_factory=lambda: {n: _edition(n) for n in ("aa", "bb")})
    rulings: dict[str, str] = field(default_factory=dict)

    def change(self, edition: str, old: str, new: str) -> None:
        """Changes words of an edition's rules, which have to be there once."""
        assert self.editions[edition].count(old) == 1, old
        self.editions[edition] = self.editions[edition].replace(old, new)

    def add(self, edition: str, rules: str) -> None:
        """Adds to an edition's rules."""
        self.editions[edition] += "\n" + rules + "\n"

    def drop(self, edition: str, rule: str) -> None:
        """Takes a rule out of an edition, to its last line."""
        whole = re.search(rf"^rule {rule}\n(?:[ ].*\n)+", self.editions[edition], re.MULTILINE)
        assert whole is not None, rule
        self.editions[edition] = self.editions[edition].replace(whole.group(), "")

    def project(self) -> Project:
        """The project. Raises ArbitreError."""
        spec, sources = self.root / "spec" / "trial", self.root / "rules-src"
        spec.mkdir(parents=True, exist_ok=True)
        sources.mkdir(exist_ok=True)
        (self.root / "arbitre.toml").write_text('name = "trial"\n', "utf-8")
        (spec / "game.rules").write_text(self.game_text, "utf-8")
        for name, rules in self.editions.items():
            text = "\n".join(dict.fromkeys(QUOTE.findall(rules)))
            (sources / f"{name}.txt").write_text(text + "\n", "utf-8")
            (spec / f"{name}.rules").write_text(rules, "utf-8")
        for name, rules in self.rulings.items():
            head = f"rulings house for {name} of trial"
            (spec / f"{name}-house.rules").write_text(f"{head}\n\n{rules}\n", "utf-8")
        return load_project(self.root)

    def report(self, effort: int = DEFAULT_EFFORT) -> Report:
        """What the check reports, small questions enumerated. Raises ArbitreError."""
        return check(self.project(), effort=effort)

    def solved(self, effort: int = DEFAULT_EFFORT) -> Report:
        """What the check reports when the solver searches every question. Raises ArbitreError."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(striking, "MOST_ENUMERATED", 0)
            patch.setattr(searches, "MOST_LISTED", 0)
            return check(self.project(), effort=effort)


def finding(report: Report, identifier: str) -> Finding:
    """The finding with this identifier (without `trial/plain/`)."""
    return next(f for f in report.findings if f.id == f"trial/plain/{identifier}")


def identifiers(report: Report) -> list[str]:
    """The identifiers of the findings (without `trial/plain/`)."""
    return [f.id.removeprefix("trial/plain/") for f in report.findings]
