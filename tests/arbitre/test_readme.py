"""What the README tells people to type is understood, and what it shows is real."""

import re
import shlex
from pathlib import Path

import pytest

from arbitre.cli.group import COMMANDS, arbitre
from arbitre.report.wording import quoted

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


def test_the_two_commands_set_up_what_they_need() -> None:
    lines = [line for line in README.splitlines() if line.startswith("python3 -m venv .venv && ")]
    assert [line.rsplit("&& ", 1)[1] for line in lines] == [
        ".venv/bin/arbitre check --fail-on none",
        ".venv/bin/python -m pytest",
    ]


def test_every_kind_of_finding_is_explained() -> None:
    from checker.findings import KINDS

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
