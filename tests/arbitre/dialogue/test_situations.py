"""`arbitre ask` without a situation asks for it, a parameter at a time."""

import io
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.cli import run
from tests.arbitre.dialogue import duel

Ran = tuple[int, str, str]


@pytest.fixture
def ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Asks with these lines at the keyboard."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("ARBITRE_PROJECT", str(duel.written(tmp_path / "duel")))

    def asked(lines: str, *arguments: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        status = run(["ask", "duel", *arguments])
        written = capsys.readouterr()
        return status, written.out, written.err

    return asked


def test_records_are_asked_for_part_by_part(ask: Callable[..., Ran]) -> None:
    lines = "Anna, Bernat\nAnna\nAlta\nBernat\nfool\n\n"
    status, out, err = ask(lines, "outcome", "--interactive")
    assert status == 0
    assert "en → taken by Anna" in out
    assert "bets 2 · card: fool" in err


def test_the_command_that_asks_the_same(ask: Callable[..., Ran]) -> None:
    lines = "\nno  one\n1\n  O'Hara, the 2nd\n2\n\n"
    _, out, err = ask(lines, "outcome", "--interactive", "--edition", "en")
    shown = err.partition("The same is asked by:\n")[2].strip()
    words = shlex.split(shown)
    assert words[:6] == ["arbitre", "ask", "duel", "outcome", "--edition", "en"]
    assert ask("", *words[3:])[1] == out


def test_what_is_few_is_listed_and_what_is_wrong_is_told(ask: Callable[..., Ran]) -> None:
    status, out, err = ask("Hihg\n?\n2\n", "points", "--interactive")
    assert (status, "en → 5" in out) == (0, True)
    assert "1  Baixa" in err or "1  Low" in err
    assert "`Hihg` is no `card` (did you mean `High`?)." in err


def test_what_is_given_is_not_asked(ask: Callable[..., Ran]) -> None:
    assert ask("", "points", "--given", "card=High", "--interactive")[2] == ""


def test_one_can_go_back(ask: Callable[..., Ran]) -> None:
    lines = "Anna, Zoe\nundo\nAnna, Bernat\nAnna\nAlta\nBernat\n1\n\n"
    status, _, err = ask(lines, "outcome", "--interactive")
    assert status == 0
    assert "table=[Anna, Bernat]" in err and "Zoe" not in err.partition("asked by")[2]


@pytest.mark.parametrize("lines", ["", "Anna, Bernat\n", "Anna, Bernat\nAnna\nquit\n"])
def test_nobody_answers(ask: Callable[..., Ran], lines: str) -> None:
    status, out, err = ask(lines, "outcome", "--interactive")
    assert (status, out) == (2, "")
    assert "no situation of `outcome` is given: `--situation FILE` or `--given NAME=VALUE`" in err


def test_without_a_terminal_nothing_is_asked(ask: Callable[..., Ran]) -> None:
    status, _, err = ask("Anna\n", "points")
    assert status == 3
    assert "`points` needs a value for `card`" in err
