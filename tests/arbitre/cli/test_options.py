"""GAME with options and values on the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.cli.frame.status import FINE, FOUND, UNREADABLE, USAGE
from tests.arbitre.cli.test_cli import Ran
from tests.interpreter.play.test_setting import LOG, PLAYED, write_project


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_project(tmp_path_factory.mktemp("coins"))


@pytest.fixture
def arbitre(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder: Path
) -> Callable[..., Ran]:
    """Runs the command line on a game with options."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("ARBITRE_PROJECT", str(folder))

    def call(*arguments: str) -> Ran:
        status = run(list(arguments))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return status, captured.out, captured.err

    return call


class TestSimulate:
    def test_the_report_says_with_what(self, arbitre: Callable[..., Ran]) -> None:
        status, out, err = arbitre("simulate", "coins/plain+Girat+rounds=2", "--games", "2")
        assert (status, err) == (FINE, "")
        assert "coins/plain+flipped · en" in out
        assert "choices in a game  4 to 4" in out
        out = arbitre("simulate", "coins/plain+twice+girat", "--games", "1", "--format", "json")[1]
        (simulation,) = json.loads(out)["simulations"]
        assert simulation["game"] == "coins/plain+twice+flipped"

    def test_the_logs_can_be_replayed(self, arbitre: Callable[..., Ran], tmp_path: Path) -> None:
        arguments = ("--games", "2", "--logs", str(tmp_path))
        assert arbitre("simulate", "coins/plain+twice+rounds=3", *arguments)[0] == FINE
        logs = sorted(str(path) for path in tmp_path.iterdir())
        status, out, err = arbitre("replay", *logs)
        assert (status, err) == (FINE, "")
        assert out.count(": valid  coins/plain+twice · en") == 2

    @pytest.mark.parametrize("given", ["opener=Zoe", "began=[Ann, Zoe]"])
    def test_who_is_not_at_the_table(self, arbitre: Callable[..., Ran], given: str) -> None:
        status, out, err = arbitre("simulate", f"coins/plain+{given}", "--games", "1")
        assert (status, out) == (USAGE, "")
        assert "`Zoe` is not at the table; there are: Ann, Bob" in err

    @pytest.mark.parametrize("form", ["text", "json"])
    def test_a_game_that_the_specification_breaks(
        self, arbitre: Callable[..., Ran], tmp_path: Path, form: str
    ) -> None:
        write_project(tmp_path)
        rules = tmp_path / "spec" / "game.rules"
        wrong = "set made = made + 1\n    let it = points[9]"
        rules.write_text(rules.read_text("utf-8").replace("set made = made + 1", wrong), "utf-8")
        arguments = ("--games", "2", "--edition", "en", "--format", form)
        status, out, err = arbitre("simulate", "coins/plain", *arguments, "--project", str(tmp_path))
        assert (status, err) == (UNREADABLE, "")
        assert ("stopped by an error of the specification  2" if form == "text" else '"broken": 2') in out

    def test_two_workers(self, arbitre: Callable[..., Ran]) -> None:
        runs = [
            arbitre("simulate", "coins/plain+girat", "--games", "30", "--workers", workers)
            for workers in ("1", "2")
        ]
        assert runs[0] == runs[1]
        assert runs[0][0] == FINE


class TestReplay:
    def test_options_in_the_head(self, arbitre: Callable[..., Ran], tmp_path: Path) -> None:
        path = tmp_path / "game.yaml"
        path.write_text(LOG.replace("GAME", "coins/plain+twice\noptions: [Girat]") + PLAYED, "utf-8")
        status, out, _ = arbitre("replay", str(path), "--format", "json")
        assert status == FINE
        assert json.loads(out)["logs"][0]["game"] == "coins/plain+twice+flipped"
        path.write_text(LOG.replace("GAME", "coins/plain") + PLAYED, "utf-8")
        assert arbitre("replay", str(path))[0] == FOUND

    @pytest.mark.parametrize("head", ["coins/plain+twise", "coins/plain\noptions: [twise]"])
    def test_an_unknown_option_is_told_at_its_line(
        self, arbitre: Callable[..., Ran], tmp_path: Path, head: str
    ) -> None:
        path = tmp_path / "game.yaml"
        path.write_text(LOG.replace("GAME", head) + PLAYED, "utf-8")
        status, out, _ = arbitre("replay", str(path))
        assert status == UNREADABLE
        assert f"line {2 + head.count(chr(10))}" in out and "no option `twise`" in out
        assert "did you mean `twice`?" in out


class TestList:
    def test_options_are_listed(self, arbitre: Callable[..., Ran]) -> None:
        status, out, _ = arbitre("list", "coins")
        assert status == FINE
        assert "  coins/plain+twice\n    Twice; double coins; monedes dobles\n" in out
        assert "  coins/bare+buried\n" in out
        out = arbitre("list", "coins/plain+girat")[1]
        assert "coins/plain+flipped" in out and "twice" not in out and "buried" not in out

    def test_as_json(self, arbitre: Callable[..., Ran]) -> None:
        (game,) = json.loads(arbitre("list", "--format", "json")[1])["games"]
        assert [(o["variant"], o["name"]) for o in game["options"]] == [
            ("plain", "twice"),
            ("plain", "flipped"),
            ("bare", "buried"),
        ]
        assert game["options"][0]["names"] == {"ca": ["monedes dobles", "Doblós"], "en": ["double coins"]}


class TestWhoSpeaks:
    """The Catalan text speaks of one option, the English one of both."""

    @pytest.mark.parametrize(
        ("game", "editions"),
        [("coins/plain", ["en", "ca"]), ("coins/plain+girat", ["en", "ca"]), ("coins/plain+twice", ["en"])],
    )
    def test_asked_are_the_editions_that_speak(
        self, arbitre: Callable[..., Ran], game: str, editions: list[str]
    ) -> None:
        asked = ("worth", "--given", "doubled=true", "--format", "json")
        status, out, err = arbitre("ask", game, *asked)
        assert (status, err) == (FINE, "")
        assert sorted(v["edition"] for v in json.loads(out)["verdicts"]) == sorted(editions)
        listed = json.loads(arbitre("list", game, "--table", "worth", "--format", "json")[1])
        assert sorted(listed["editions"]) == sorted(editions)
        simulated = json.loads(arbitre("simulate", game, "--games", "1", "--format", "json")[1])
        assert sorted(s["edition"] for s in simulated["simulations"]) == sorted(editions)

    def test_whoever_is_named_is_asked(self, arbitre: Callable[..., Ran]) -> None:
        asked = ("worth", "--given", "doubled=true", "--edition", "ca")
        assert "ca → 2" in arbitre("ask", "coins/plain+twice", *asked)[1]

    @pytest.mark.parametrize("game", ["coins", "coins/plain", "coins/plain+girat"])
    def test_questions_of_an_option(self, arbitre: Callable[..., Ran], game: str) -> None:
        status, out, _ = arbitre("list", game, "--table", "again")
        assert status == FINE
        assert [line.split() for line in out.splitlines()[3:6]] == [["1", "2"], ["2", "4"], ["3", "6"]]

    def test_compared_under_an_option(self, arbitre: Callable[..., Ran]) -> None:
        status, out, err = arbitre("compare", "coins/plain+girat", "en", "ca", "--format", "json")
        assert (status, err) == (FOUND, "")  # both answer by an assumption of the game only
        compared = json.loads(out)
        assert (compared["variant"], compared["whole"]["status"]) == ("plain+flipped", "assumption-only")
        assert [q["question"] for q in compared["questions"]] == ["again"]


class TestWrongUsage:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["simulate", "coins/plain+twise"], "has no option `twise`; did you mean `twice`?"),
            (["simulate", "coins/plain+buried"], "it is an option of `coins/bare`"),
            (["simulate", "coins/plain+rounds=9"], "`rounds`: 9 is not 1 to 3"),
            (["simulate", "coins/plain+rond=1"], "has no option `rond` that takes a value"),
            (["simulate", "coins/bare+buried"], "knows no options"),
            (["simulate", "coins+twice"], "which variant of `coins`?"),
            (["simulate", "coins/plain+twice+girat", "--findings"], "one option at a time"),
            (["simulate", "coins/plain+rounds=2", "--findings"], "one option at a time, and with no values"),
            (["check", "coins/plain+twise"], "did you mean `twice`?"),
            (["check", "coins/plain+twice+flipped"], "one option at a time"),
            (["list", "coins/plain+twise"], "did you mean `twice`?"),
            (["ask", "coins/plain+twise", "worth"], "did you mean `twice`?"),
            (["compare", "coins/plain+twise", "en", "ca"], "did you mean `twice`?"),
            (["compare", "coins/plain+twice", "en", "ca"], "`ca` says nothing of `coins/plain+twice`"),
            (["compare", "coins/plain+twice+flipped", "en", "en"], "at least two"),
            (["ask", "coins/plain+twice", "again"], "`again` is not a question"),
            (["ask", "coins/still", "again"], "`again` is not a question"),
        ],
    )
    def test_a_sentence_and_status_2(
        self, arbitre: Callable[..., Ran], arguments: list[str], said: str
    ) -> None:
        status, out, err = arbitre(*arguments)
        assert (status, out) == (USAGE, "")
        assert said in err
