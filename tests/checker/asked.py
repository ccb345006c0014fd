"""One question in a game of its own, and how editions answer it: as short as can be."""

from pathlib import Path

from checker.findings.findings import Report
from checker.pipeline.check import check
from dsl.load import load_project
from dsl.model import Project


def asked(root: Path, game: str, clauses: str, *others: str) -> Project:
    """A project with one game `g` of these words (its players, types and one variant `v`), and editions `aa`,
    `bb`, …, each a rule with these clauses (and whatever stands beside it, after an empty line)."""
    words = "Anna bets."
    folder = root / "spec" / "g"
    folder.mkdir(parents=True, exist_ok=True)
    (root / "rules-src").mkdir(exist_ok=True)
    languages = ["aa", "bb", "cc"][: 1 + len(others)]
    named = "".join(f'{language} = "{language}"\n' for language in languages)
    (root / "arbitre.toml").write_text(f'name = "g"\n[languages]\n{named}')
    (folder / "game.rules").write_text(f'game g "G" languages {", ".join(languages)}\n{game}\n')
    for language, rule in zip(languages, (clauses, *others), strict=True):
        (root / "rules-src" / f"{language}.txt").write_text(words)
        first, _, rest = rule.partition("\n\n")
        (folder / f"{language}.rules").write_text(
            f'edition {language} of g\nsource "rules-src/{language}.txt"\n'
            f'rule r\n  "Anna bets."\n  {first}\n{rest}\n'
        )
    return load_project(root)


def checked(root: Path, game: str, clauses: str, *others: str, effort: int | None = None) -> Report:
    """What the check says of it."""
    project = asked(root, game, clauses, *others)
    return check(project) if effort is None else check(project, effort=effort)


def found(report: Report) -> list[str]:
    """The findings about questions, in short."""
    return [f.id for f in report.findings if f.question is not None]


def proved(report: Report) -> list[str]:
    """The claims about questions that are proved, in short."""
    return [f"{','.join(p.editions)} {p.holds}" for p in report.proved if p.question is not None]
