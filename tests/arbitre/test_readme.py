"""What the README tells people to type is understood, and what it shows is real."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.cli.group import COMMANDS, arbitre
from arbitre.wording.messages import quoted

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[str]:
    """The lines of the README's shell blocks, those with `&&` apart."""
    blocks = re.findall(r"```sh\n(.*?)```", README, flags=re.DOTALL)
    lines = [part.strip() for block in blocks for line in block.splitlines() for part in line.split("&&")]
    return [line.split("  #")[0].strip() for line in lines if re.match(r"(\.venv/bin/)?arbitre ", line)]


def test_there_are_commands() -> None:
    assert {line.split()[1] for line in commands()} == set(COMMANDS)


@pytest.mark.parametrize("line", commands())
def test_commands_are_understood(line: str) -> None:
    _, name, *arguments = shlex.split(line)
    context = arbitre.make_context("arbitre", ["list"])
    command = arbitre.get_command(context, name)
    assert command is not None
    command.make_context(name, arguments, parent=context)


STATUSES = {"ask": 0, "explain": 0, "list": 0, "coverage": 0, "simulate": 0, "replay": 0, "compare": 1}
"""How the commands end that are run on what is shipped: Catalan and Spanish do not agree as they stand."""


@pytest.mark.parametrize("line", [line for line in commands() if line.split()[1] in STATUSES])
def test_commands_run_as_they_are_printed(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(ROOT / "tests" / "spec" / "equalis-cupertino.yaml", tmp_path / "game.yaml")
    monkeypatch.setenv("ARBITRE_PROJECT", str(ROOT))
    monkeypatch.chdir(tmp_path)
    _, name, *arguments = shlex.split(line)
    assert run([name, *arguments]) == STATUSES[name]
    written = capsys.readouterr()
    assert written.out and not written.err


def test_a_project_is_begun_and_checked_as_it_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("ARBITRE_PROJECT", raising=False)
    monkeypatch.chdir(tmp_path)
    begun, copied, _ = (line for line in commands() if line.split()[1] == "init" or line == "arbitre check")
    assert run(shlex.split(begun)[1:]) == 0
    monkeypatch.chdir(tmp_path / "mine")
    checks = [line for line in commands() if line.split()[1] == "check" and "--baseline" not in line]
    assert "arbitre check" in checks
    for line in checks:
        # the starter has one edition, in English
        assert run([word.replace("fr", "en") for word in shlex.split(line)[1:]]) == 0
    assert not any("error" in line for line in capsys.readouterr().err.splitlines())
    assert shlex.split(copied)[1:] == ["init", "mine", "--from-shipped"]


def test_statuses_are_as_they_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = re.search(
        r"Exit status: 0 nothing found · 1 findings.*?· 2 wrong\susage · 3 input that", README
    )
    assert printed is not None
    assert run(["list"]) == 0
    assert run(["coverage", "--project", str(ROOT / "tests" / "arbitre" / "faulty")]) == 1
    assert run(["lits"]) == 2
    assert run(["list", "--project", str(tmp_path / "nowhere")]) == 3
    capsys.readouterr()


def test_the_two_commands_set_up_what_they_need() -> None:
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv .venv && ")]
    assert [line.rsplit("&& ", 1)[1] for line in lines] == [
        ".venv/bin/arbitre check --fail-on none",
        ".venv/bin/python -m pytest",
    ]


def test_every_kind_of_finding_is_explained() -> None:
    from checker.findings.findings import KINDS

    for kind in KINDS:
        assert f"| `{kind}` |" in README


def test_words_shown_stand_in_the_sources() -> None:
    cited = re.search(r"(rules-src/\S+):(\d+)  \S+\n    «(.*?)»", README, flags=re.DOTALL)
    assert cited is not None
    source, line, words = cited.groups()
    printed = (ROOT / source).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert quoted(words) in quoted(printed) or " ".join(words.split()) in printed


def test_the_picture_is_there() -> None:
    for path in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README):
        assert (ROOT / path).is_file()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/index.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        if "://" not in target:
            assert ((ROOT / page).parent / target).exists(), target
