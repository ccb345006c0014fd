"""The command line as its users meet it: results, exit statuses, sentences instead of tracebacks."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.cli.frame.status import FINE, FOUND, INTERNAL, INTERRUPTED, UNDECIDED, UNREADABLE, USAGE, worst
from arbitre.cli.group import COMMANDS

ROOT = Path(__file__).parents[3]
GAME = "tokens"
SITUATION = "shown={Anna: 3, Bernat: 5}"

Ran = tuple[int, str, str]
Runner = Callable[..., Ran]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project started by `arbitre init`."""
    folder = tmp_path_factory.mktemp("projects") / "mine"
    assert run(["init", str(folder)]) == FINE
    return folder


@pytest.fixture
def arbitre(capsys: pytest.CaptureFixture[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Runs the command line in that project: the status, and what it wrote to both streams."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("ARBITRE_PROJECT", raising=False)
    monkeypatch.chdir(folder)

    def call(*arguments: str) -> Ran:
        status = run(list(arguments))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return status, captured.out, captured.err

    return call


def in_process(*arguments: str, script: str | None = None, cwd: Path = ROOT, **environ: str) -> Ran:
    """Runs it in a process of its own."""
    command = ["-m", "arbitre"] if script is None else ["-c", script]
    ran = subprocess.run(
        [sys.executable, *command, *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", **environ},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        stdin=subprocess.DEVNULL,
    )
    return ran.returncode, ran.stdout, ran.stderr


class TestHelp:
    @pytest.mark.parametrize("command", ["", *COMMANDS])
    def test_every_command_has_help(self, arbitre: Runner, command: str) -> None:
        status, out, err = arbitre(*command.split(), "--help")
        assert (status, err) == (FINE, "")
        assert f"Usage: arbitre {command}".strip() in out
        assert all(len(line) <= 80 for line in out.splitlines())
        assert "\x1b" not in out

    def test_version(self, arbitre: Runner) -> None:
        assert arbitre("--version") == (0, "arbitre 0.1.0\n", "")

    def test_it_is_quick(self) -> None:
        """Under 0.3 s of the processor: what else the machine does is no concern of this."""
        assert min(self.seconds() for _ in range(3)) < 0.3

    def seconds(self) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert in_process("--help")[0] == FINE
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


LOADED = """
import sys
from arbitre.cli import run
from arbitre.cli.group import COMMANDS
status = run(sys.argv[1:])
heavy = [name for name in ("z3", "lark", "yaml") if name in sys.modules]
print(status, *heavy, file=sys.stderr)
"""


class TestLoading:
    def test_help_loads_neither_solver_nor_parser(self) -> None:
        assert in_process("--help", script=LOADED)[2] == "0\n"
        assert in_process("check", "--help", script=LOADED)[2] == "0\n"

    def test_ask_loads_no_solver(self, folder: Path) -> None:
        _, out, err = in_process("ask", GAME, "outcome", "--given", SITUATION, script=LOADED, cwd=folder)
        assert err == "0 lark yaml\n"
        assert "taken by Bernat" in out

    @pytest.mark.parametrize("arguments", [["list"], ["coverage"], ["explain", "outcome"]])
    def test_nor_do_others_that_prove_nothing(self, folder: Path, arguments: list[str]) -> None:
        assert "z3" not in in_process(*arguments, script=LOADED, cwd=folder)[2].split()


class TestWrongUsage:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ([], "missing command"),
            (["chekc"], "did you mean `check`?"),
            (["ask"], "missing argument"),
            (["ask", GAME, "outcome", "--nonsense"], "no such option"),
            (["ask", "tokenz", "outcome"], "did you mean `tokens`?"),
            (["ask", GAME, "outcom"], "did you mean `outcome`?"),
            (["ask", f"{GAME}/plane", "outcome"], "did you mean `plain`?"),
            (["ask", f"{GAME}+x=1", "outcome"], "has no option `x`"),
            (["ask", GAME, "rounds", "--edition", "eng"], "`eng` is not an edition"),
            (["ask", GAME, "rounds", "--reading", "x=y"], "is not a doubt"),
            (["ask", GAME, "rounds", "--rulings", "house"], "rulings of `tokens`"),
            (["ask", GAME, "outcome", "--given", "shown"], "not of the form NAME=VALUE"),
            (["ask", GAME, "outcome", "--given", SITUATION, "--given", SITUATION], "given twice"),
            (["check", "tokenz"], "`tokenz` is not a game"),
            (["check", "spec"], "for the path write `./spec`"),
            (["check", "--kind", "gaps"], "did you mean `gap`?"),
            (["check", "--fail-on", "gaps"], "did you mean `gap`?"),
            (["check", "--edition", "xx"], "is not an edition"),
            (["check", "--effort", "0"], "--effort"),
            (["check", "--format", "xml"], "xml"),
            (["compare", GAME, "en"], "at least two"),
            (["compare", GAME, "en", "xx"], "`xx` is not an edition"),
            (["explain", "en.ties"], "did you mean `en.tie`?"),
            (["explain", "tokens/plain/gap/en/outcome/x"], "is not found"),
            (["list", "tokenz"], "is not a game"),
            (["coverage", "tokenz"], "is not a game"),
        ],
    )
    def test_a_sentence_and_status_2(self, arbitre: Runner, arguments: list[str], said: str) -> None:
        status, out, err = arbitre(*arguments)
        assert (status, out) == (2, "")
        assert err.startswith("error: ")
        assert said in err


class TestUnreadableInput:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["ask", GAME, "outcome", "--situation", "nothing.yaml"], "`nothing.yaml`"),
            (["ask", GAME, "outcome"], "needs a value for `shown`"),
            (["ask", GAME, "outcome", "--given", "shown={Anna: 9, Bo: 1}"], "9 is not 1 to 6"),
            (["ask", GAME, "outcome", "--given", "shown={Anna: 3, Anna: 4}"], "twice"),
            (["ask", GAME, "outcome", "--given", "shown=[{}, {}]"], "lacks its `player`"),
            (["ask", GAME, "outcome", "--given", "shown=" + "[" * 500], "nested deeper"),
            (["ask", GAME, "outcome", "--given", "token=3"], "no parameter `token`"),
            (["ask", GAME, "outcome", "--given", "shown=[*a]"], "aliases"),
            (["check", "--baseline", "nothing.json"], "`nothing.json`"),
            (["check", "/nothing.rules"], "no file or folder"),
            (["list", "--project", "/nowhere"], "no folder `/nowhere`"),
            (["init", "."], "has `arbitre.toml` already"),
        ],
    )
    def test_a_sentence_and_status_3(self, arbitre: Runner, arguments: list[str], said: str) -> None:
        status, out, err = arbitre(*arguments)
        assert (status, out) == (UNREADABLE, "")
        assert said in err

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (b"", "nothing in it"),
            (b"\xff\xfe\x00", "UTF-8"),
            (b"\x00\x01\x02", "not accepted"),
            (b"shown: [\n", "malformed"),
            (b"shown: {Anna: 1}\nshown: {Anna: 1}\n", "twice"),
        ],
    )
    def test_files(self, arbitre: Runner, tmp_path: Path, data: bytes, said: str) -> None:
        path = tmp_path / "situation.yaml"
        path.write_bytes(data)
        status, out, err = arbitre("ask", GAME, "outcome", "--situation", str(path))
        assert (status, out) == (UNREADABLE, "")
        assert said in err
        assert str(path) in err

    def test_a_situation_that_cannot_be(self, arbitre: Runner) -> None:
        given = "shown=[{player: Anna, token: 1}, {player: Anna, token: 2}]"
        status, out, err = arbitre("ask", GAME, "outcome", "--given", given)
        assert (status, out) == (UNREADABLE, "")
        assert "this situation cannot be: it needs `one_each(shown)`" in err

    def test_all_errors_of_a_specification_at_once(self, arbitre: Runner, tmp_path: Path) -> None:
        copy = tmp_path / "broken"
        assert arbitre("init", str(copy))[0] == FINE
        for name, old, new in (
            ("spec/tokens/en.rules", "laid aside", "put aside"),
            ("spec/tokens/game.rules", "list 2..4 of showing", "list of showing"),
        ):
            path = copy / name
            path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
        status, out, err = arbitre("list", "--project", str(copy))
        assert (status, out) == (UNREADABLE, "")
        assert "spec/tokens/en.rules:28:" in err or "spec/tokens/en.rules:" in err
        assert "spec/tokens/game.rules:" in err
        assert err.splitlines()[-1].endswith("problems")

    @pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"name = 3", b"name ="])
    def test_project_files(self, arbitre: Runner, tmp_path: Path, data: bytes) -> None:
        (tmp_path / "arbitre.toml").write_bytes(data)
        status, out, err = arbitre("list", "--project", str(tmp_path))
        assert (status, out) == (UNREADABLE, "")
        assert "arbitre.toml" in err


class TestAsk:
    def test_text(self, arbitre: Runner) -> None:
        status, out, err = arbitre("ask", GAME, "outcome", "--given", SITUATION)
        assert (status, err) == (FINE, "")
        assert "Who takes the point?" in out
        assert "en → taken by Bernat" in out
        assert "rules-src/tokens-en.txt:5  en.highest_takes.outcome" in out

    def test_json(self, arbitre: Runner) -> None:
        status, out, err = arbitre("ask", GAME, "outcome", "--given", SITUATION, "--format", "json")
        assert (status, err) == (FINE, "")
        data = json.loads(out)
        assert data["schema"] == "arbitre.verdicts/1"
        assert data["question"] == "outcome" and data["agree"] is True
        assert data["situation"]["shown"][0] == {"player": "Anna", "token": 3}
        (verdict,) = data["verdicts"]
        assert (verdict["edition"], verdict["status"]) == ("en", "settled")
        (answer,) = verdict["answers"]
        assert answer["answer"] == {"taken": "Bernat"} and answer["interpretation"] == {}
        assert answer["rules"][0]["id"] == "en.highest_takes.outcome"
        assert answer["rules"][0]["citation"]["quote"].startswith("In each round")

    def test_situation_from_a_file_and_given_before_it(self, arbitre: Runner, tmp_path: Path) -> None:
        path = tmp_path / "s.yaml"
        path.write_text("shown:\n  - {player: Anna, token: 3}\n  - {player: No, token: 3}\n", "utf-8")
        assert "en → untaken" in arbitre("ask", GAME, "outcome", "--situation", str(path))[1]
        out = arbitre("ask", GAME, "outcome", "--situation", str(path), "--given", SITUATION)[1]
        assert "en → taken by Bernat" in out

    def test_situation_from_the_standard_input(self, folder: Path) -> None:
        ran = subprocess.run(
            [sys.executable, "-m", "arbitre", "ask", GAME, "outcome", "--situation", "-"],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            input="shown: {Ána: 6, Bernat: 5}\n".encode(),
            capture_output=True,
            timeout=60,
        )
        assert "taken by Ána" in ran.stdout.decode()

    def test_without_parameters(self, arbitre: Runner) -> None:
        status, out, _ = arbitre("ask", f"{GAME}/plain", "rounds")
        assert status == FINE
        assert "en → 6" in out

    def test_permissions_are_told_as_such(self, arbitre: Runner) -> None:
        assert "en → permitted" in arbitre("ask", GAME, "may_join", "--given", "seats=4")[1]
        status, out, _ = arbitre("ask", GAME, "may_join", "--given", "seats=5")
        assert "en → forbidden" in out and "By default: no rule says so." in out
        assert status == FINE


class TestListAndCoverageAndExplain:
    def test_list(self, arbitre: Runner) -> None:
        status, out, _ = arbitre("list")
        assert status == FINE
        assert "outcome(shown: list 2..4 of showing) -> result" in out
        data = json.loads(arbitre("list", GAME, "--format", "json")[1])
        assert [q["name"] for q in data["games"][0]["questions"]] == ["may_join", "rounds", "outcome"]

    def test_coverage(self, arbitre: Runner, tmp_path: Path) -> None:
        status, out, _ = arbitre("coverage")
        assert status == FINE and "8 sentences, 8 taken up." in out
        copy = tmp_path / "mine"
        arbitre("init", str(copy))
        with (copy / "rules-src/tokens-en.txt").open("a", encoding="utf-8") as source:
            source.write("\nHave fun with it.\n")
        status, out, _ = arbitre("coverage", "--project", str(copy))
        assert status == FOUND and "✗ 9 Have fun with it." in out
        data = json.loads(arbitre("coverage", "--project", str(copy), "--format", "json")[1])
        assert data["sources"][0]["sentences"][-1]["state"] == "uncovered"

    @pytest.mark.parametrize("identifier", ["en.tie", "en.tie.outcome", "outcome", "tokens/en.tie"])
    def test_explain_a_name(self, arbitre: Runner, identifier: str) -> None:
        status, out, _ = arbitre("explain", identifier)
        assert status == FINE
        assert "If several show the highest, nobody takes it." in out
        data = json.loads(arbitre("explain", identifier, "--format", "json")[1])
        assert data["explained"]


class TestStreams:
    def test_output_that_nobody_reads_is_no_error(self, folder: Path) -> None:
        script = f"{sys.executable} -m arbitre list | true"
        environ = {**os.environ, "PYTHONPATH": str(ROOT)}
        ran = subprocess.run(script, shell=True, cwd=folder, env=environ, capture_output=True, timeout=60)
        assert ran.stderr == b""

    def test_a_terminal_that_cannot_show_it_gets_escapes(self, folder: Path) -> None:
        status, out, err = in_process("list", cwd=folder, PYTHONIOENCODING="ascii", LC_ALL="C")
        assert (status, err) == (FINE, "")
        assert "\\u2500" in out

    def test_paths_are_relative_to_the_project(self, folder: Path) -> None:
        out = in_process("explain", "en.tie", "--project", str(folder), cwd=ROOT)[1]
        assert "rules-src/tokens-en.txt:5" in out
        assert str(folder) not in out

    def test_the_same_under_every_hash_seed(self, folder: Path) -> None:
        seen = {in_process("explain", "outcome", cwd=folder, PYTHONHASHSEED=s)[1] for s in ("0", "1", "2")}
        assert len(seen) == 1


def test_of_several_statuses_the_worst_stands() -> None:
    assert worst([]) == FINE
    assert worst([FINE, UNDECIDED]) == UNDECIDED
    assert worst([UNDECIDED, FOUND, FINE]) == FOUND
    assert worst([FOUND, UNREADABLE, UNDECIDED]) == UNREADABLE
    assert worst([UNREADABLE, INTERNAL]) == INTERNAL
    assert worst([INTERNAL, INTERRUPTED]) == INTERRUPTED


def failing(error: BaseException) -> Callable[..., object]:
    def fails(*_: object, **__: object) -> object:
        raise error

    return fails


@pytest.mark.parametrize(
    "command", [["check"], ["coverage"], ["compare", "coins/plain", "en", "es"], ["list"]]
)
def test_an_internal_failure_is_a_sentence_and_has_a_status_of_its_own(
    arbitre: Runner, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setattr("arbitre.api.load", failing(AssertionError("impossible")))
    status, out, err = arbitre(*command)
    assert (status, out) == (INTERNAL, "")
    assert err.startswith("internal failure: unforeseen: AssertionError (impossible), at tests/arbitre/")
    assert "ARBITRE_DEBUG=1" in err


def test_an_internal_failure_shows_all_calls_where_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARBITRE_DEBUG", "1")
    monkeypatch.setattr("arbitre.api.load", failing(AssertionError("impossible")))
    assert run(["list"]) == INTERNAL
    assert "Traceback" in capsys.readouterr().err


def test_a_part_of_a_check_that_fails_leaves_the_rest(
    arbitre: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("checker.questions.search.search.enumerated", failing(AssertionError("impossible")))
    status, out, _ = arbitre("check", "--fail-on", "none", "--workers", "1")
    assert status == INTERNAL
    assert "Not examined" in out
    assert "by a fault of arbitre: unforeseen: AssertionError (impossible)" in " ".join(out.split())


def test_an_interrupted_check_tells_what_is_known(arbitre: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checker.questions.search.search.enumerated", failing(KeyboardInterrupt()))
    status, out, _ = arbitre("check", "--workers", "1")
    assert status == INTERRUPTED
    assert "was not examined: it was interrupted" in " ".join(out.split())


class TestAGameThatMayNotBePlayed:
    """Three at Pareo: the texts say two."""

    SHIPPED = ("--project", str(ROOT))

    def test_is_not_simulated(self, arbitre: Runner) -> None:
        status, out, err = arbitre(
            "simulate",
            "emotrions/pareo",
            "--players",
            "3",
            "--edition",
            "fr",
            "--rulings",
            "house",
            *self.SHIPPED,
        )
        assert (status, out) == (USAGE, "")
        assert "3 may not play `emotrions/pareo`" in err
        assert "«Émotrions Pareo™ a été créé pour jouer des partis rapides à deux joueurs.»" in " ".join(
            err.split()
        )

    def test_is_told_of_each_edition(self, arbitre: Runner) -> None:
        status, out, _ = arbitre(
            "simulate", "emotrions/pareo", "--players", "3", "--games", "2", "--format", "json", *self.SHIPPED
        )
        assert status == FINE
        for simulation in json.loads(out)["simulations"]:
            assert simulation["ends"] == {"unplayed": 2}
            ((end, rules),) = [(halt["end"], halt["rules"]) for halt in simulation["halts"]]
            assert (end, len(rules)) == ("unplayed", 1)

    def test_is_a_breach_at_the_head_of_a_log(self, arbitre: Runner, tmp_path: Path) -> None:
        log = tmp_path / "three.yaml"
        log.write_text(
            "arbitre: 1\ngame: emotrions/pareo\nedition: ca\nplayers: [Anna, Bernat, Carla]\nevents: []\n",
            "utf-8",
        )
        status, out, _ = arbitre("replay", str(log), "--format", "json", *self.SHIPPED)
        assert status == FOUND
        ((problem,), result) = ((r["problems"], r) for r in json.loads(out)["logs"]).__next__()
        assert (result["status"], problem["code"], problem["line"]) == ("invalid", "illegal-move", 4)
        assert [rule["id"] for rule in problem["rules"]] == ["ca.for_two.may_join_pareo.forbid"]


def test_a_reader_who_has_gone_ends_the_command_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "arbitre", "coverage"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None and running.stderr is not None
        running.stdout.close()
        assert (running.wait(60), running.stderr.read()) == (141, b"")


def test_coverage_of_an_edition_that_some_games_have(arbitre: Runner) -> None:
    status, out, err = arbitre("coverage", "--edition", "fr", "--project", str(ROOT))
    assert (status, err) == (FINE, "")
    assert "emotrions-fr.txt" in out and "equalis" not in out
    status, _, err = arbitre("coverage", "--edition", "fx", "--project", str(ROOT))
    assert status == USAGE and "`fx` is not an edition" in err
