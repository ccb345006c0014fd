"""Input that is wrong in odd ways: each is told in a sentence, with the exit status of the contract."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.project.starting import start

LOG = """\
arbitre: 1
game: emotrions/standard
edition: es
players: [Anna, Bernat]
events:
  - {player: Anna, bet: [Furia]}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    start(tmp_path / "p")
    return tmp_path / "p"


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = run(arguments)
    return status, capsys.readouterr().err


class TestNothingThere:
    def test_a_project_without_a_game_does_not_pass_for_a_clean_one(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        shutil.rmtree(project / "spec")
        for command in ("check", "coverage"):
            status, error = told(capsys, command, "--project", str(project))
            assert status == 3
            assert "nothing in this project specifies a game" in error

    def test_a_game_without_an_edition(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (project / "spec" / "tokens" / "en.rules").unlink()
        status, error = told(capsys, "ask", "tokens", "rounds", "--project", str(project))
        assert (status, "`tokens` has no edition yet" in error) == (2, True)
        for targets in ([], ["tokens"], ["tokens/plain"]):
            status, error = told(capsys, "check", *targets, "--project", str(project))
            assert (status, "no edition of `tokens` is there yet" in error) == (3, True)

    def test_init_needs_a_name(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert told(capsys, "init", "") == (2, "error: no folder is named\n")

    def test_a_project_file_in_another_encoding(
        self, project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (project / "arbitre.toml").write_bytes(b"\xff\xfe")
        status, error = told(capsys, "list", "--project", str(project))
        assert (status, "it is not UTF-8" in error) == (3, True)


class TestNames:
    def test_the_nearest_command(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, error = told(capsys, "chekc")
        assert (status, "`chekc` is not a command; did you mean `check`?" in error) == (2, True)

    def test_all_commands_where_none_is_near(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, error = told(capsys, "zzz")
        assert (status, "there are: check, ask" in error) == (2, True)

    def test_a_word_is_not_its_own_correction(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, error = told(capsys, "ask", "emotrions", "goes_to", "--given", "outcome=taken")
        assert (status, "did you mean" in error) == (3, False)
        assert "`{taken: …}`" in error

    def test_what_is_quoted_does_not_steer_the_terminal(self, capsys: pytest.CaptureFixture[str]) -> None:
        status, error = told(capsys, "ask", "a\x1b[31m\u202eb", "outcome")
        assert (status, "\x1b" in error, "\u202e" in error) == (2, False, False)
        assert "is not a game" in error

    def test_rulings_for_none_of_the_editions_asked(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "mine.rules"
        path.write_text(
            'rulings mine for ca of emotrions\n\nfill a "x"\n  answers turn_order() then clockwise\n'
        )
        asked = ["ask", "emotrions", "turn_order", "--rulings", str(path), "--edition"]
        status, error = told(capsys, *asked, "es")
        assert (status, "has no rulings for `es`" in error) == (2, True)
        assert told(capsys, *asked, "ca,es")[0] == 1


class TestLogs:
    def test_an_event_of_what_is_no_log(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (tmp_path / "log.yaml").write_text("a: b\n")
        for form in ("text", "json"):
            status, error = told(capsys, "explain", f"{tmp_path}/log.yaml:1", "--format", form)
            assert (status, "this is no log" in error) == (3, True)

    def test_an_answer_that_is_none_is_no_unknown_card(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "log.yaml"
        path.write_text(LOG + "  - {claim: outcome, is: 3}\n")
        assert run(["replay", str(path)]) == 3
        assert "unknown-card" not in capsys.readouterr().out

    def test_nothing_is_not_advised_in_brackets(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "log.yaml"
        path.write_text(LOG.replace("[Furia]", "~"))
        assert run(["replay", str(path)]) == 3
        assert "`[~]`" not in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the streams")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_a_closed_stream_swallows_what_is_written(closed: str) -> None:
    command = f'"{sys.executable}" -m arbitre --version {closed}'
    assert subprocess.run(command, shell=True, capture_output=True).returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the streams")
def test_a_closed_input_cannot_be_read() -> None:
    command = f'"{sys.executable}" -m arbitre replay - <&-'
    ran = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (ran.returncode, "the standard input is closed" in ran.stdout) == (3, True)
