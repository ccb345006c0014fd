"""Cards and what is laid, as text, from the command line to the logs: in a made-up game of sums."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arbitre.cli import run
from arbitre.cli.frame.status import FINE, FOUND, UNREADABLE
from tests.arbitre.sums import written


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("sums"))


Runner = Callable[..., tuple[int, str, str]]


@pytest.fixture
def arbitre(root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("ARBITRE_PROJECT", str(root))

    def call(*arguments: str) -> tuple[int, str, str]:
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return status, captured.out, captured.err

    return call


def asked(arbitre: Runner, question: str, *given: str) -> Any:
    """The situation and the answer as JSON."""
    more = [word for each in given for word in ("--given", each)]
    status, out, err = arbitre("ask", "sums", question, *more, "--format", "json")
    assert (status, err) == (FINE, "")
    found = json.loads(out)
    return found["situation"], found["verdicts"][0]["answers"][0]["answer"]


class TestAsk:
    @pytest.mark.parametrize("text", ["+", '"+"', "AND", "{sign: plus}", "sign to +"])
    def test_a_card_by_any_name(self, arbitre: Runner, text: str) -> None:
        assert asked(arbitre, "worth", f"card={text}") == ({"card": "+"}, 2)

    @pytest.mark.parametrize("text", ["-", ":", "=", "joker", "4"])
    def test_signs_that_mean_something_in_yaml(self, arbitre: Runner, text: str) -> None:
        status, out, _ = arbitre("ask", "sums", "worth", "--given", f"card={text}")
        assert status == 1 and f"card  {text}\n" in out

    def test_what_is_no_card(self, arbitre: Runner) -> None:
        status, _, err = arbitre("ask", "sums", "worth", "--given", "card=99")
        assert status == UNREADABLE
        assert "`99` is no `card`: `1` to `4`, `+`, `-`, `:`, `=` or `joker`" in err

    @pytest.mark.parametrize("text", ["1 : 2 -", "[1, ':', 2, '-']", "1, 2, :, -", "- 1 : 2"])
    def test_several_cards(self, arbitre: Runner, text: str) -> None:
        assert asked(arbitre, "sides", f"cards={text}")[0] == {"cards": ["1", "2", "-", ":"]}

    def test_what_is_laid_is_shown_as_its_row(self, arbitre: Runner) -> None:
        _, out, _ = arbitre("ask", "sums", "best_of", "--given", "cards=1 1 2 joker =")
        assert "cards  joker, 1, 1, 2, =\n" in out
        assert "→ 1 joker[+] 1 = 2\n" in out
        _, out, _ = arbitre("ask", "sums", "sides", "--given", "cards=1 2 -")
        assert "→ 1; 1 - 2; 2; 2 - 1\n" in out

    def test_what_json_says_is_read_again(self, arbitre: Runner) -> None:
        situation, laid = asked(arbitre, "best_of", "cards=1 1 2 joker =")
        assert (situation, laid) == ({"cards": ["joker", "1", "1", "2", "="]}, "1 joker[+] 1 = 2")
        assert asked(arbitre, "result", f"e={laid}") == ({"e": laid}, 2)
        assert asked(arbitre, "result", f"e={json.dumps(laid)}") == ({"e": laid}, 2)
        assert asked(arbitre, "best_of", f"cards={json.dumps(situation['cards'])}") == (situation, laid)

    def test_empty_places(self, arbitre: Runner) -> None:
        assert asked(arbitre, "empty", "row=1 ~ + ~") == ({"row": ["1", None, "+", None]}, 2)
        assert asked(arbitre, "empty", 'row=["1", null, "+", ~]') == ({"row": ["1", None, "+", None]}, 2)
        assert "row  1 ~ +\n" in arbitre("ask", "sums", "empty", "--given", "row=1 ~ +")[1]

    def test_players_may_be_called_as_cards_are(self, arbitre: Runner) -> None:
        plays = [{"player": "+", "card": "2"}, {"player": "2", "card": "+"}]
        assert asked(arbitre, "first", f"plays={json.dumps(plays)}") == ({"plays": plays}, "+")
        assert asked(arbitre, "first", 'plays={"+": 2, "2": +}') == ({"plays": plays}, "+")

    def test_every_situation_of_a_question(self, arbitre: Runner) -> None:
        status, out, _ = arbitre("list", "sums/plain", "--table", "worth")
        assert status == FINE
        cells = [line.split() for line in out.splitlines() if line.strip()]
        assert ["+", "2"] in cells and ["2", "3"] in cells

    def test_the_example_of_the_edition(self, arbitre: Runner) -> None:
        status, out, _ = arbitre("check", "sums", "--kind", "failed-example", "--format", "json")
        assert status == FINE and json.loads(out)["entries"] == []


@pytest.fixture(scope="module")
def logs(root: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("logs")
    game = ["simulate", "sums/plain", "--project", str(root), "--edition", "en", "--players", "2"]
    assert run([*game, "--games", "5", "--seed", "3", "--logs", str(folder)]) == FINE
    return sorted(folder.iterdir())


class TestLogs:
    def test_they_are_written_with_texts_and_replayed(self, arbitre: Runner, logs: list[Path]) -> None:
        assert len(logs) == 5
        for log in logs:
            text = log.read_text("utf-8")
            assert "number" not in text and "sign" not in text and "laid" not in text
            assert arbitre("replay", str(log))[0] == FINE

    def test_an_event_with_a_card_that_there_is_not(
        self, arbitre: Runner, logs: list[Path], tmp_path: Path
    ) -> None:
        lines = logs[0].read_text("utf-8").splitlines(True)
        place = next(i for i, line in enumerate(lines) if "put_down" in line)
        lines[place] = "  - {player: Ann, put_down: '%'}\n"
        (tmp_path / "log.yaml").write_text("".join(lines), "utf-8")
        _, out, _ = arbitre("replay", str(tmp_path / "log.yaml"))
        assert "unknown-card" in out and "`%` is no `card`: `1` to `4`, `+`" in " ".join(out.split())

    def test_the_stock_may_be_one_text(self, arbitre: Runner, logs: list[Path], tmp_path: Path) -> None:
        lines = logs[0].read_text("utf-8").splitlines(True)
        head = [line for line in lines[:6] if not line.startswith(("seed", "rng", "events"))]
        for stock, status in (('"1 2 + joker = 4"', FINE), ('"1 1 1"', FOUND), ('"1 2 %"', UNREADABLE)):
            text = "".join([*head, f"stock: {stock}\nevents: [{{player: Ann, put_down: 1}}]\n"])
            (tmp_path / "log.yaml").write_text(text, "utf-8")
            assert arbitre("replay", str(tmp_path / "log.yaml"))[0] == status, stock

    def test_what_is_legal_is_told_as_texts(self, arbitre: Runner, logs: list[Path], tmp_path: Path) -> None:
        lines = logs[0].read_text("utf-8").splitlines(True)
        first = next(line for line in lines if "put_down" in line)
        head = [line for line in lines[: lines.index(first)] if not line.startswith(("seed", "rng"))]
        hand = 'hands: {Ann: "1 2 + joker = 4", Bo: ["1", "2", "+", joker, "=", ":"]}\n'
        for put_down, told in (("3", "impossible-card"), ("joker", None)):
            events = f"  - {{player: Ann, put_down: {put_down}}}\n"
            text = "".join([*head[:-1], hand, head[-1], events])
            (tmp_path / "log.yaml").write_text(text, "utf-8")
            _, out, err = arbitre("replay", str(tmp_path / "log.yaml"), "--format", "json")
            (log,) = json.loads(out)["logs"]
            assert err == "" and [p["code"] for p in log["problems"]] == ([told] if told else [])
            for problem in log["problems"]:
                assert problem["legal"] == ["joker", "1", "2", "4", "+", "="]
                assert "cannot choose 3" in problem["message"]
