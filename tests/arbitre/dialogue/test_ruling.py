"""`arbitre rule`: what is written, what is refused, and what is left to rule on."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.cli import run
from tests.arbitre.dialogue import duel

Ran = tuple[int, str, str]
DAY = ("--date", "2026-12-01")
SILENT = ("points", "--given", "card=Fool", "--is", "9", "--because", "A fool is precious.", *DAY)
TIE = ("outcome", "--given", "bets={Anna: High, Bernat: High}", "--because", "As we play.", *DAY)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.chdir(tmp_path)
    folder = duel.written(tmp_path / "duel")
    monkeypatch.setenv("ARBITRE_PROJECT", str(folder))
    return folder


@pytest.fixture
def rule(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Rules, with these lines at the keyboard."""

    def ruled(*arguments: str, lines: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        status = run(["rule", "duel", *arguments])
        written = capsys.readouterr()
        assert "Traceback" not in written.err
        return status, written.out, written.err

    return ruled


def house(project: Path) -> str:
    path = project / "spec" / "en-house.rules"
    return path.read_text(encoding="utf-8") if path.exists() else ""


class TestWriting:
    def test_a_reading(self, rule: Callable[..., Ran], project: Path) -> None:
        status, out, _ = rule("little", "--is", "nothing", "--because", 'It is "little" \\ not.', *DAY)
        assert status == 0
        written = '# 2026-12-01\npick little: nothing "It is \\"little\\" \\\\ not."\n'
        assert house(project) == f"rulings house for en of duel\n\n{written}"
        assert out.endswith(written)

    def test_an_answer_in_a_silence(
        self, rule: Callable[..., Ran], project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert rule(*SILENT)[0] == 0
        assert (
            '# 2026-12-01: card = Fool\nfill points_1 "A fool is precious."\n'
            "  answers points(card) when card = Fool then 9\n"
        ) in house(project)
        assert run(["ask", "duel", "points", "--given", "card=Fool", "--rulings", "house"]) == 0
        assert "A fool is precious." in capsys.readouterr().out

    def test_an_answer_that_names_a_player_is_said_in_the_rules_language(
        self, rule: Callable[..., Ran], project: Path
    ) -> None:
        status, _, err = rule(*TIE, "--is", "taken by Bernat", "--always")
        assert status == 2 and "say which by `--then EXPRESSION`" in err and "`bets[2].player`" in err
        status, _, err = rule(*TIE, "--is", "untaken")
        assert status == 2 and "when does it hold? `bets` names players" in err
        assert house(project) == ""
        then = "taken by bets[2].player"
        assert rule(*TIE, "--then", then, "--when", "size(bets) = 2", "--name", "last")[0] == 0
        assert f'fill last "As we play."\n  answers outcome(bets) when size(bets) = 2 then {then}' in house(
            project
        )

    def test_the_reading_that_brings_the_answer(self, rule: Callable[..., Ran], project: Path) -> None:
        low = ("points", "--given", "card=Low", "--because", "So.", *DAY)
        status, _, err = rule(*low, "--is", "7")
        assert status == 2 and "rule on the doubt" in err and "`little`" in err
        assert rule(*low, "--is", "1")[0] == 0
        assert "pick little: something" in house(project)

    def test_a_contradiction(self, rule: Callable[..., Ran], project: Path) -> None:
        edition = project / "spec" / "en.rules"
        more = (
            '\nrule more\n  "A high card takes the round."\n  answers points(card) when card = High then 6\n'
        )
        edition.write_text(duel.EDITION + more, encoding="utf-8")
        high = ("points", "--given", "card=High", "--because", "Six.", *DAY)
        assert rule(*high, "--is", "6")[0] == 0
        assert 'settle points_1 "Six."' in house(project)

    def test_what_is_there_is_kept(self, rule: Callable[..., Ran], project: Path) -> None:
        path = project / "spec" / "en-house.rules"
        before = "# Ours.\r\nrulings house for en of duel\r\n# no end of line"
        path.write_bytes(before.encode())
        assert rule(*SILENT)[0] == 0
        assert path.read_bytes().startswith(before.encode() + b"\n")
        assert rule("little", "--is", "nothing", "--because", "No.")[0] == 0
        assert "points_1" in house(project) and "little" in house(project)

    def test_a_file_of_its_own(
        self, rule: Callable[..., Ran], project: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert rule(*SILENT, "--rulings", "./club.rules")[0] == 0
        assert rule("little", "--is", "nothing", "--because", "No.", "--rulings", "./club.rules")[0] == 0
        assert Path("club.rules").read_text(encoding="utf-8").startswith("rulings club for en of duel\n")
        assert run(["ask", "duel", "points", "--given", "card=Low", "--rulings", "./club.rules"]) == 0
        assert house(project) == ""

    def test_what_is_missing_is_asked_for(self, rule: Callable[..., Ran], project: Path) -> None:
        assert rule("little", "--interactive", *DAY, lines="?\n2\nNothing is nothing.\n")[0] == 0
        assert 'pick little: nothing "Nothing is nothing."' in house(project)
        lines = "fool\n12\n9\nSo.\n"
        status, _, err = rule("points", "--interactive", *DAY, lines=lines)
        assert status == 0 and "12 is not 0 to 9." in err
        assert "when card = Fool then 9" in house(project)
        lines = "\nAnna\nhigh\nBernat\nhigh\n\n3\n\nNobody.\n"
        assert rule("outcome", "--interactive", *DAY, lines=lines)[0] == 0
        assert "answers outcome(bets) then untaken" in house(project)


class TestRefusing:
    @pytest.mark.parametrize(
        ("arguments", "status", "said"),
        [
            (("little", "--is", "much", "--because", "x"), 2, "`little` has no reading `much`"),
            (("little", "--is", "nothing"), 2, "`--because TEXT` is missing"),
            (("little", "--because", "x"), 2, "`--is READING` is missing"),
            (("little", "--is", "nothing", "--because", " "), 2, "a reason is needed"),
            (("little", "--is", "nothing", "--because", "x", "--date", "today"), 2, "`today` is no day"),
            (("points", "--given", "card=High", "--is", "3", "--because", "x"), 2, "nothing to settle"),
            (("points", "--given", "card=Fool", "--is", "30", "--because", "x"), 3, "30 is not 0 to 9"),
            (("points", "--given", "card=Fol", "--is", "3", "--because", "x"), 3, "did you mean `Fool`?"),
            (("point", "--given", "card=Fool", "--is", "3", "--because", "x"), 2, "did you mean `points`?"),
            ((*SILENT, "--rulings", "two words"), 2, "cannot be a name of rulings"),
            ((*SILENT, "--rulings", "./club.txt"), 2, "its name ends in `.rules`"),
            ((*SILENT, "--rulings", "./nowhere/club.rules"), 3, "cannot be written"),
            ((*SILENT, "--name", "a b"), 3, "spec/en-house.rules"),
            ((*SILENT, "--edition", "fr"), 2, "`fr` is not an edition of `duel`"),
            ((), 2, "on what?"),
            (("outcome", "--interactive"), 2, "nothing was ruled"),
        ],
    )
    def test_is_told_and_nothing_written(
        self, rule: Callable[..., Ran], project: Path, arguments: tuple[str, ...], status: int, said: str
    ) -> None:
        found = rule(*arguments)
        assert (found[0], said in found[2]) == (status, True), found
        assert house(project) == "" and not list(Path().glob("*.rules"))

    def test_a_ruling_that_settles_nothing_is_not_kept(self, rule: Callable[..., Ran], project: Path) -> None:
        assert rule(*SILENT)[0] == 0
        before = house(project)
        status, _, err = rule(*TIE, "--then", "untaken", "--when", "size(bets) = 3")
        assert status == 3 and "`outcome` is still without a single answer here" in err
        status, _, err = rule(*TIE, "--then", "taken by bets[1].plyer", "--always")
        assert status == 3 and "did you mean `player`?" in err
        assert house(project) == before

    def test_what_is_settled_is_not_settled_again(self, rule: Callable[..., Ran], project: Path) -> None:
        assert rule(*SILENT)[0] == 0 and rule("little", "--is", "nothing", "--because", "x")[0] == 0
        before = house(project)
        assert "`en` answers 9" in rule(*SILENT)[2]
        status, _, err = rule("little", "--is", "something", "--because", "x")
        assert status == 2
        assert "`little` is settled already: `nothing` (spec/en-house.rules:" in err
        assert house(project) == before


class TestListing:
    def test_what_is_open_and_what_of_it_is_settled(self, rule: Callable[..., Ran]) -> None:
        assert rule(*SILENT)[0] == 0
        assert rule(*TIE, "--then", "untaken", "--when", "size(bets) = 2")[0] == 0
        status, out, _ = rule("--list")
        assert status == 0
        assert "  ·  doubt  little" in out
        assert "  ✓  gap    points   house: points_1" in out
        assert "  ·  gap    outcome  house, in some situations: outcome_1" in out
        assert "1 of 3 are settled." in out

    def test_as_json(self, rule: Callable[..., Ran]) -> None:
        data = json.loads(rule("--list", "--format", "json")[1])
        assert data["schema"] == "arbitre.rulings/1"
        assert [(row["kind"], row["name"], row["settled"]) for row in data["open"]] == [
            ("doubt", "little", {}),
            ("gap", "outcome", {}),
            ("gap", "points", {}),
        ]
