"""A game at the keyboard: what each may see, why something is not permitted, agreements, the log."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.dialogue import terminal
from tests.arbitre.dialogue import duel

Played = tuple[int, str, str]
TWO = ("--players", "Anna,Bernat", "--seed", "1")
"""With this seed Anna has two high cards and the Fool, Bernat a low card and two Fools."""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.chdir(tmp_path)
    folder = duel.written(tmp_path / "duel")
    monkeypatch.setenv("ARBITRE_PROJECT", str(folder))
    return folder


@pytest.fixture
def play(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Played]:
    """Plays with these lines at the keyboard: the exit status, what is shown, the log."""

    def played(lines: str, *options: str, log: str = "game.yaml") -> Played:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        status = run(["play", "duel", "--log", log, *options])
        written = capsys.readouterr()
        assert written.err == "", written.err
        assert all(len(line) <= 80 for line in written.out.splitlines())
        return status, written.out, Path(log).read_text(encoding="utf-8")

    return played


def replayed(capsys: pytest.CaptureFixture[str], log: str = "game.yaml", *options: str) -> str:
    run(["replay", log, *options])
    return capsys.readouterr().out.splitlines()[0]


def turns(shown: str) -> list[str]:
    """What is on the screen between two breaks."""
    return shown.split("─" * 80)


class TestGame:
    def test_to_its_end_with_a_log_that_replays(
        self, play: Callable[..., Played], capsys: pytest.CaptureFixture[str]
    ) -> None:
        status, shown, log = play("\n1\n\nbaixa\n1\n", *TWO)
        assert status == 0
        assert "won by Anna" in shown
        assert "readings: {little: something}" in log
        assert "{claim: score, of: Bernat, is: 1}" in log
        assert "valid" in replayed(capsys)

    def test_each_sees_what_is_his(self, play: Callable[..., Played]) -> None:
        _, shown, _ = play("\n1\n\n1\n1\n", *TWO)
        _, anna, bernat, together = turns(shown)
        assert "Alta, Alta, Boig" in anna and "Baixa" not in anna
        assert "Baixa, Boig, Boig" in bernat
        assert "hand   Anna    2  not seen" in bernat
        assert "Anna · bet: Alta" in bernat
        assert "Boig" not in together

    def test_why_a_card_may_not_be_chosen(self, play: Callable[..., Played]) -> None:
        _, shown, log = play("\nFOOL\nBaixa\n42\n1\n", *TWO)
        assert "Boig is not permitted." in shown
        assert "May this card be bet? → forbidden" in shown
        assert "en.no_fool.may_bet\n        «The Fool is not bet.»" in shown
        assert "Baixa is not there to choose from." in shown
        assert "`42` is no `card`." in shown
        assert log.count("player: Anna") == 1

    def test_programs_play_with_people(
        self, play: Callable[..., Played], capsys: pytest.CaptureFixture[str]
    ) -> None:
        _, shown, log = play("1\n1\n", "--players", "Anna", "--bots", "sensible,random", "--seed", "1")
        assert "─" * 80 not in shown  # nobody else looks
        assert log.count("{player:") == 3
        assert "valid" in replayed(capsys) or "disputed" in replayed(capsys)

    def test_programs_play_alone(self, play: Callable[..., Played]) -> None:
        _, shown, log = play("2\n", "--players", "0", "--bots", "random,random", "--seed", "1")
        assert log.count("{player:") == 2
        assert "won by Anna" in shown

    def test_the_same_seed_and_answers_are_the_same_game(self, play: Callable[..., Played]) -> None:
        one = play("\n1\n\n1\n1\n", *TWO, log="one.yaml")
        other = play("\n1\n\n1\n1\n", *TWO, log="other.yaml")
        assert one[2] == other[2]

    def test_help_and_state_are_no_choices(self, play: Callable[..., Played]) -> None:
        _, shown, log = play("\n?\nstate\n\nquit\n", *TWO)
        assert shown.count("hand  Anna    3  Alta, Alta, Boig") == 2
        assert shown.count("Write the number of a choice") == 2
        assert "player: Anna" not in log

    def test_in_other_languages(self, play: Callable[..., Played]) -> None:
        _, shown, log = play("\nestat\n1\n\n1\ndesfés\n\nplega\n", *TWO, "--lang", "ca")
        assert "És el torn de Anna." in shown and "La partida s’interromp aquí." in shown
        assert "undo: 1" in log


class TestSettling:
    def test_a_silence_is_agreed_upon(
        self, play: Callable[..., Played], capsys: pytest.CaptureFixture[str]
    ) -> None:
        _status, shown, log = play("\n1\n\n1\nnobody\ntaken by Zoe\n3\n", "--players", "2", "--seed", "4")
        assert "The rules do not say." in shown
        assert "`nobody` is no `result`" in shown and "`Zoe` is not at the table" in shown
        assert "{agreed: outcome, is: untaken}" in log
        assert "won by nobody" in shown
        assert "valid" in replayed(capsys)

    def test_how_words_are_read_is_a_key_of_the_head(self, play: Callable[..., Played]) -> None:
        _, shown, log = play("\n1\n\n1\nnothing\n", *TWO)
        assert "1  it is worth one → 1" in shown
        assert "«A low card is worth little.»" in shown
        assert "readings: {little: nothing}" in log
        assert "{claim: score, of: Bernat, is: 0}" in log

    def test_readings_and_rulings_of_the_command_line_are_not_asked(
        self, play: Callable[..., Played]
    ) -> None:
        _, shown, _ = play("\n1\n\n1\n", *TWO, "--reading", "little=nothing")
        assert "Bernat 0" in shown and "How little" not in shown

    def test_whether_something_may_be_chosen(
        self, play: Callable[..., Played], project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        game = project / "spec" / "game.rules"
        game.write_text(duel.GAME.replace("otherwise permitted", "otherwise silent"), encoding="utf-8")
        _, shown, log = play("\nAlta\nforbidden\n\nundo\n\nAlta\npermitted\n\nAlta\n\nquit\n", *TWO)
        assert "Anna would choose Alta." in shown and "May this card be bet?" in shown
        assert "Anna can choose nothing as `bet` that the rules permit." in shown
        assert "  - {agreed: may_bet, given: {card: High}, is: false}\n  - {undo: 1}\n" in log
        assert log.endswith(
            "  - {agreed: may_bet, given: {card: High}, is: true}\n  - {player: Anna, bet: High}\n"
        )
        assert "unfinished" in replayed(capsys)


class TestTakingBack:
    def test_it_is_recorded(self, play: Callable[..., Played], capsys: pytest.CaptureFixture[str]) -> None:
        _, shown, log = play("\nundo\n1\n\nundo\n\n1\n\n1\nundo\n\n1\n1\n", *TWO)
        assert "There is nothing to take back." in shown
        assert "The last choice was taken back." in shown
        assert log.count("{undo: 1}") == 2
        assert "valid" in replayed(capsys)


class TestBroken:
    def test_what_cannot_be_carried_out_is_told_and_can_be_taken_back(
        self, play: Callable[..., Played], project: Path
    ) -> None:
        game = project / "spec" / "game.rules"
        broken = "    move bet from p.hand into p.table\n    move 7 from deck into p.table\n"
        game.write_text(
            duel.GAME.replace("    move bet from p.hand into p.table\n", broken), encoding="utf-8"
        )
        status, shown, log = play("\n1\nwhat\nundo\n\n1\nquit\n", *TWO)
        assert status == 0
        assert "The game cannot go on: 7 cards are to be moved, and there are 3." in shown
        assert "  - {undo: 1}\n  - {player: Anna, bet: High}\n" in log


class TestLeaving:
    @pytest.mark.parametrize("lines", ["", "\n", "\n1\n", "\n1\n\n", "\n1\n\n1\n"])
    def test_nothing_is_lost_at_the_end_of_the_input(
        self, play: Callable[..., Played], lines: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        status, shown, log = play(lines, *TWO)
        assert status == 0
        assert "The game breaks off here." in shown
        assert log.count("{player:") == lines.count("1")
        assert replayed(capsys).split()[1] in ("unfinished", "disputed")

    def test_ctrl_c(self, play: Callable[..., Played], monkeypatch: pytest.MonkeyPatch) -> None:
        asked = terminal.Terminal.ask
        count = [0]

        def interrupted(self: terminal.Terminal, prompt: str, words: tuple[str, ...] = ()) -> str:
            count[0] += 1
            if count[0] == 3:
                raise KeyboardInterrupt
            return asked(self, prompt, words)

        monkeypatch.setattr(terminal.Terminal, "ask", interrupted)
        status, _shown, log = play("\n1\n", *TWO)
        assert status == 130
        assert log.endswith("{player: Anna, bet: High}\n")

    def test_without_a_file_the_log_is_printed(
        self, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n1\n"))
        players = ("--player", "A  B", "--player", "#1, undo: {x}")
        assert run(["play", "duel", *players, "--seed", "1", "--log", "-"]) == 0
        shown = capsys.readouterr().out
        log = shown.partition("The log:\n")[2]
        Path("game.yaml").write_text(log, encoding="utf-8")
        assert 'players: ["A  B", "#1, undo: {x}"]' in log
        assert "unfinished" in replayed(capsys)


class TestWrongUsage:
    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (("--players", "Anna,Anna"), "`Anna` is at the table twice"),
            (("--players", "Anna,"), "a player has a name"),
            (("--players", "7"), "`duel` is for 2 to 3 players"),
            (("--bots", "clever"), "`clever` is not a bot; there are: random, sensible, sampling"),
            (("--bots", "random,random,random"), "4 at the table, and `duel` is for 2 to 3 players"),
            (("--edition", "fr"), "`fr` is not an edition of `duel`"),
            (("--rulings", "house"), "`house` is not a set of rulings"),
            (("--reading", "little=much"), "`much` is not a reading of `little`"),
            (("--log", "there.yaml"), "`there.yaml` is there already"),
        ],
    )
    def test_is_told(
        self, project: Path, options: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        Path("there.yaml").write_text("kept", encoding="utf-8")
        assert run(["play", "duel", *options]) == 2
        assert said in capsys.readouterr().err
        assert Path("there.yaml").read_text(encoding="utf-8") == "kept"

    def test_a_log_that_cannot_be_written(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert run(["play", "duel", "--log", "nowhere/game.yaml"]) == 3
        assert "the log cannot be written to `nowhere/game.yaml`" in capsys.readouterr().err
