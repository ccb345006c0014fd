"""`replay`, `simulate` and `explain LOG:N` on the rules that are shipped."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.cli.frame.status import FINE, FOUND, UNREADABLE, USAGE
from tests.arbitre.cli.test_cli import LOADED, ROOT, in_process

LOG = """\
arbitre: 1
game: emotrions/standard
edition: es
rulings: [house]
players: [Anna, Bernat, Carla]
events:
  - {player: Anna, bet: [Furia]}
  - {player: Bernat, bet: [Amor, Amor]}
  - {player: Carla, bet: [Alegria]}
  - {claim: outcome, is: {taken: Bernat}}
  - {claim: score, of: Bernat, is: 2}
"""
WRONG = LOG.replace("taken: Bernat", "taken: Anna")

Ran = tuple[int, str, str]


@pytest.fixture
def arbitre(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs the command line on the rules that are shipped."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("ARBITRE_PROJECT", str(ROOT))

    def call(*arguments: str) -> Ran:
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return status, captured.out, captured.err

    return call


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.yaml"
    path.write_text(LOG, encoding="utf-8")
    return path


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    path = tmp_path / "wrong.yaml"
    path.write_text(WRONG, encoding="utf-8")
    return path


class TestReplay:
    def test_a_log_that_is_right_so_far(self, arbitre: Callable[..., Ran], log: Path) -> None:
        status, out, err = arbitre("replay", log)
        assert (status, err) == (FINE, "")
        assert f"{log}: unfinished  emotrions/standard · es · rulings house · 5 events" in out
        assert "points: Anna 0, Bernat 2, Carla 0" in out

    def test_a_wrong_claim_with_the_rule_that_says_otherwise(
        self, arbitre: Callable[..., Ran], wrong: Path
    ) -> None:
        status, out, _ = arbitre("replay", wrong)
        assert status == FOUND
        assert "line 10, event 4: wrong-claim" in out
        assert "«El ganador de la ronda es aquel cuyas cartas sumen más puntos.»" in out

    def test_json(self, arbitre: Callable[..., Ran], log: Path, wrong: Path) -> None:
        status, out, _ = arbitre("replay", log, wrong, "--format", "json")
        assert status == FOUND
        data = json.loads(out)
        assert data["schema"] == "arbitre.replay/1"
        assert data["summary"] == {"unfinished": 1, "invalid": 1}
        first, second = data["logs"]
        assert (first["log"], first["document"], first["events"]) == (str(log), 1, 5)
        assert (first["game"], first["edition"], first["problems"]) == ("emotrions/standard", "es", [])
        assert first["state"] == {"scores": {"Anna": 0, "Bernat": 2, "Carla": 0}, "winner": None}
        (problem,) = second["problems"]
        assert (problem["event"], problem["line"], problem["code"]) == (4, 10, "wrong-claim")
        assert problem["rules"][0]["citation"]["source"] == "rules-src/emotrions-es.txt"

    def test_by_every_edition(self, arbitre: Callable[..., Ran], log: Path) -> None:
        data = json.loads(arbitre("replay", log, "--edition", "all", "--format", "json")[1])
        assert [each["edition"] for each in data["logs"]] == ["ca", "es", "fr"]

    def test_where_it_stands_and_who_sees_what(self, arbitre: Callable[..., Ran], log: Path) -> None:
        assert arbitre("replay", log, "--at", "6")[0] == FINE  # after the last event
        status, out, _ = arbitre("replay", log, "--at", "3")
        assert status == FINE
        assert "waits: `Carla` has to choose `bet`" in out
        assert "table  Bernat  2   Amor, Amor" in out
        out = arbitre("replay", log, "--at", "3", "--as", "Anna")[1]
        assert "hand   Bernat  4   not seen" in out
        data = json.loads(arbitre("replay", log, "--at", "3", "--as", "Anna", "--format", "json")[1])
        zones = {(z["zone"], z["of"]): z for z in data["logs"][0]["state"]["zones"]}
        assert zones[("bank", None)] == {"zone": "bank", "of": None, "cards": None, "number": 18}
        assert zones[("table", "Anna")]["cards"] == ["Furia"]

    @pytest.mark.parametrize("more", [(), ("--lenient",)])
    def test_what_is_wrong_does_not_tell_what_another_holds(
        self, arbitre: Callable[..., Ran], tmp_path: Path, more: tuple[str, ...]
    ) -> None:
        path = tmp_path / "game.yaml"
        hands = "hands: {Anna: [Furia, Alegria, Bondat, Tristesa]}"
        text = LOG.replace("events:", f"{hands}\nevents:").replace("[Furia]", "[Alegria, Furia]")
        path.write_text(text, encoding="utf-8")
        arguments = ("replay", path, "--at", "2", *more)
        secrets = ("Tristeza", "Bondad", "may not choose")
        for viewer, sees in (((), True), (("--as", "Anna"), True), (("--as", "Bernat"), False)):
            status, out, _ = arbitre(*arguments, *viewer)
            assert status == (FINE if more else FOUND)
            assert "illegal-move" in out
            if not sees:
                assert "Anna: what is wrong is not told to `Bernat`" in out
            assert [word in out for word in secrets] == [sees] * len(secrets)
            data = json.loads(arbitre(*arguments, *viewer, "--format", "json")[1])["logs"][0]
            (problem,) = data["repairs" if more else "problems"]
            assert (problem["event"], problem["code"], problem["player"]) == (1, "illegal-move", "Anna")
            assert (problem["legal"] != [], "may not choose" in problem["message"]) == (sees, sees)

    def test_nothing_is_written_where_someone_does_not_play(
        self, arbitre: Callable[..., Ran], log: Path, wrong: Path
    ) -> None:
        for form in ("text", "json"):
            status, out, err = arbitre("replay", log, wrong, "--at", "5", "--as", "Zoe", "--format", form)
            assert (status, out) == (USAGE, "")
            assert "`Zoe` is not at the table; there are: Anna, Bernat, Carla" in err

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["--edition", "xx"], "`xx` is not an edition"),
            (["--reading", "x=y"], "is not a doubt"),
            (["--rulings", "club"], "rulings of `emotrions`"),
            (["--as", "Anna"], "goes with `--at`"),
            (["--at", "1", "--as", "Joan"], "`Joan` is not at the table"),
            (["--at", "0"], "--at"),
            (["--at", "7"], "has 5 events, and no event 7"),
        ],
    )
    def test_wrong_usage(
        self, arbitre: Callable[..., Ran], log: Path, arguments: list[str], said: str
    ) -> None:
        status, _, err = arbitre("replay", log, *arguments)
        assert status == USAGE
        assert said in err

    @pytest.mark.parametrize(
        "data",
        [b"", b"\xff\xfe", b"arbitre: 2\n", LOG.replace("emotrions", "nothing").encode(), b"[" * 1000, b"\0"],
    )
    def test_what_cannot_be_read(self, arbitre: Callable[..., Ran], tmp_path: Path, data: bytes) -> None:
        path = tmp_path / "log.yaml"
        path.write_bytes(data)
        status, out, _ = arbitre("replay", path)
        assert status == UNREADABLE
        assert f"{path}: unreadable" in out

    def test_worst_status_of_several(
        self, arbitre: Callable[..., Ran], log: Path, wrong: Path, tmp_path: Path
    ) -> None:
        assert arbitre("replay", log, wrong, tmp_path / "none.yaml")[0] == UNREADABLE

    def test_it_loads_no_solver(self, log: Path) -> None:
        _, _, err = in_process("replay", str(log), script=LOADED)
        assert err == "0 lark yaml\n"


class TestExplainEvent:
    def test_text(self, arbitre: Callable[..., Ran], log: Path) -> None:
        status, out, _ = arbitre("explain", f"{log}:3")
        assert status == FINE
        assert f"event 3 ({log}:9)" in out
        assert "bets = Anna: Furia; Bernat: Amor, Amor; Carla: Alegría" in out
        assert "«El ganador de la ronda es aquel cuyas cartas sumen más puntos.»" in out
        assert "table Bernat → pile Bernat: Amor, Amor" in out

    def test_json(self, arbitre: Callable[..., Ran], wrong: Path) -> None:
        status, out, _ = arbitre("explain", f"{wrong}:4", "--format", "json")
        assert status == FOUND
        (event,) = json.loads(out)["explained"]
        assert (event["sort"], event["event"]) == ("event", 4)
        assert event["problems"][0]["code"] == "wrong-claim"

    def test_there_is_no_such_event(self, arbitre: Callable[..., Ran], log: Path) -> None:
        status, _, err = arbitre("explain", f"{log}:6")
        assert status == USAGE
        assert "has 5 events, and no event 6" in err


class TestSimulate:
    def test_its_logs_replay_as_valid(self, arbitre: Callable[..., Ran], tmp_path: Path) -> None:
        folder = tmp_path / "logs"
        arguments = ["--edition", "fr", "--rulings", "house", "--players", "3", "--games", "3", "--seed", "5"]
        status, out, err = arbitre("simulate", "emotrions/standard", *arguments, "--logs", folder)
        assert (status, err) == (FINE, "")
        assert "finished  3" in out
        logs = sorted(folder.iterdir())
        assert len(logs) == 3
        status, out, _ = arbitre("replay", *logs)
        assert status == FINE
        assert out.count(": valid") == 3

    def test_the_same_seed_gives_the_same_games(self, arbitre: Callable[..., Ran]) -> None:
        arguments = ["--edition", "es", "--rulings", "house", "--games", "2", "--watch", "none"]
        first = arbitre("simulate", "emotrions/standard", *arguments, "--format", "json")
        assert first == arbitre("simulate", "emotrions/standard", *arguments, "--format", "json")
        data = json.loads(first[1])
        assert data["schema"] == "arbitre.simulation/1"
        (simulation,) = data["simulations"]
        assert simulation["ends"] == {"finished": 2}
        assert {each["what"] for each in simulation["frequency"]} == {"asked"}
        assert first != arbitre(
            "simulate", "emotrions/standard", *arguments, "--seed", "1", "--format", "json"
        )

    def test_without_rulings_play_stops_in_dispute(self, arbitre: Callable[..., Ran]) -> None:
        status, out, _ = arbitre("simulate", "emotrions/standard", "--edition", "ca", "--games", "2")
        assert status == FINE
        assert "stopped in dispute  2" in out
        assert "2 games stopped at `" in out

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["emotrions/standard", "--players", "7"], "2 to 6 players"),
            (["emotrions/standard", "--players", "1"], "2 to 6 players"),
            (["emotrions/standard", "--bots", "clever"], "`clever` is not a bot"),
            (
                ["emotrions/standard", "--players", "2", "--bots", "random,random,random"],
                "3 bots are too many",
            ),
            (["emotrions/standard", "--watch", "xx"], "`xx` is not an edition"),
            (["emotrions/standard", "--games", "0"], "--games"),
            (["emotrionz"], "did you mean `emotrions`"),
        ],
    )
    def test_wrong_usage(self, arbitre: Callable[..., Ran], arguments: list[str], said: str) -> None:
        status, _, err = arbitre("simulate", *arguments)
        assert status == USAGE
        assert said in err
