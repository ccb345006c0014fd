"""`list --table`: the whole table of a question, on the rules that are shipped."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.api import load
from arbitre.cli import run
from arbitre.cli.frame.status import FINE, USAGE
from arbitre.commands.asking import ask_all
from arbitre.commands.tabulating import Table, table
from arbitre.report.as_json.ask import verdicts
from arbitre.wording.catalogue import choose_language
from dsl.model import Project
from interpreter.runtime.yamltext import parse_document
from tests.arbitre.cli.test_cli import ROOT, Ran

GAME = "emotrions/standard"
ASKED = ["may_bet", "next_leader", "goes_to", "dealer", "first_leader"]
LANGUAGES = ("en", "ca", "es", "fr")
PAIRS = """
question near(x: 1..12, y: 1..12) -> bool
  "Are they near each other?"

assumption nearness because "To test with."
  answers near(x, y) then x - y <= 1 and y - x <= 1
"""


@pytest.fixture(scope="module")
def project() -> Project:
    return load(ROOT)


@pytest.fixture
def arbitre(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Runs the command line on the rules that are shipped."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("ARBITRE_PROJECT", str(ROOT))
    choose_language("en")

    def call(*arguments: str) -> Ran:
        status = run(list(arguments))
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return status, captured.out, captured.err

    return call


def rows_as_json(arbitre: Callable[..., Ran], *arguments: str) -> list[dict[str, object]]:
    status, out, err = arbitre("list", GAME, "--format", "json", "--table", *arguments)
    assert (status, err) == (FINE, "")
    rows = json.loads(out)["rows"]
    assert isinstance(rows, list)
    return rows


class TestTable:
    @pytest.mark.parametrize("question", ["next_leader", "strength", "short_bank", "first_leader", "decks"])
    def test_each_row_is_what_ask_answers(
        self, project: Project, arbitre: Callable[..., Ran], question: str
    ) -> None:
        rows = rows_as_json(arbitre, question)
        assert rows
        for row in rows[:: max(3, len(rows) // 8)]:
            text = json.dumps(row["situation"], ensure_ascii=False)
            asked = verdicts(ask_all(project, GAME, question, parse_document(text, "")))
            assert list(row["verdicts"].values()) == asked["verdicts"]

    def test_the_situations_are_all_there_once_in_the_order_of_the_parameters(self, project: Project) -> None:
        found = table(project, GAME, "short_bank")
        pairs = [row.situation for row in found.rows]
        assert pairs == sorted(set(pairs))
        assert set(pairs) == {(bank, who) for bank in range(37) for who in range(2, 7) if bank < 2 * who}
        assert (found.editions, found.excluded) == (("ca", "es", "fr"), 0)

    def test_what_arises_by_no_edition_is_counted(self, project: Project) -> None:
        found = table(project, GAME, "strength")
        assert len(found.rows) + found.excluded == 9 + 45
        assert all(any(verdict.answers for verdict in row.verdicts) for row in found.rows)
        assert found.excluded > 0

    def test_a_situation_that_is_none_for_one_edition(self, project: Project) -> None:
        found = table(project, GAME, "short_bank")
        row = next(row for row in found.rows if row.situation == (2, 2))
        assert [bool(verdict.answers) for verdict in row.verdicts] == [True, False, False]
        assert not row.differ

    def test_readings_and_rulings_and_editions(self, project: Project, arbitre: Callable[..., Ran]) -> None:
        assert statuses(table(project, GAME, "next_leader", editions=["fr"])) == [
            "settled",
            "ambiguous",
            "ambiguous",
        ]
        read = table(project, GAME, "next_leader", editions=["fr"], readings=["first_turn=rounds"])
        assert statuses(read) == ["settled"] * 3
        ruled = table(project, GAME, "next_leader", rulings="house")
        assert statuses(ruled) == ["settled"] * 9
        rows = rows_as_json(arbitre, "next_leader", "--edition", "es,fr", "--rulings", "house")
        assert [list(row["verdicts"]) for row in rows] == [["es", "fr"]] * 3

    def test_a_question_without_parameters_has_one_row(self, project: Project) -> None:
        assert [row.situation for row in table(project, GAME, "hand_size").rows] == [()]


def statuses(found: Table) -> list[str]:
    return [verdict.status for row in found.rows for verdict in row.verdicts]


class TestText:
    def test_grouped_by_the_first_parameter_and_merged(self, arbitre: Callable[..., Ran]) -> None:
        status, out, err = arbitre("list", GAME, "--table", "short_bank", "--edition", "ca,es")
        assert (status, err) == (FINE, "")
        lines = [line.split("  ") for line in out.splitlines()]
        cells = [[cell.strip() for cell in line if cell.strip()] for line in lines]
        at = cells.index(["2", "2", "says nothing", "–"])
        assert cells[at + 1] == ["3, 4, 5, 6", "says nothing", "says nothing"]
        assert cells[at + 2] == ["3", "2, 3", "says nothing", "–"]
        assert "– By this edition, such a situation does not arise." in out
        assert "40 situations." in out

    def test_of_many_that_are_answered_the_same_the_number_is_told(
        self, arbitre: Callable[..., Ran], tmp_path: Path
    ) -> None:
        copy = tmp_path / "mine"
        assert arbitre("init", str(copy))[0] == FINE
        with (copy / "spec/tokens/game.rules").open("a", encoding="utf-8") as game:
            game.write(PAIRS)
        out = arbitre("list", "tokens", "--table", "near", "--project", str(copy))[1]
        lines = [line.split() for line in out.splitlines() if line]
        at = lines.index(["1", "1,", "2", "yes"])
        assert lines[at + 1] == ["the", "other", "10", "no"]
        assert ["2", "1,", "2,", "3", "yes"] in lines
        assert out.count("the other 9 ") == 10

    def test_with_one_parameter_each_situation_has_its_line(self, arbitre: Callable[..., Ran]) -> None:
        out = arbitre("list", GAME, "--table", "draws", "--edition", "es")[1]
        assert [line.split()[0] for line in out.splitlines()[3:39]] == [str(n) for n in range(1, 37)]

    def test_editions_that_answer_the_same_share_a_column(self, arbitre: Callable[..., Ran]) -> None:
        out = arbitre("list", GAME, "--table", "decks")[1]
        assert any(line.split() == ["seats", "ca,", "es", "fr"] for line in out.splitlines())

    def test_what_arises_by_one_reading_only_is_said_so(self, arbitre: Callable[..., Ran]) -> None:
        out = arbitre("list", GAME, "--table", "strength")[1]
        assert any(line.split() == ["cards", "ca", "es", "fr"] for line in out.splitlines())
        assert "≠  Alegria, Indecisió    2          2          2 / 8 [1]" in out
        assert "   Indecisió, Indecisió  0 / – [" in out.replace("≠", " ")
        assert out.count("[1] fr: if `joker` is read as") == 1
        assert "21 more are possible, but arise by none of the editions." in out

    def test_what_is_by_default_is_marked(self, arbitre: Callable[..., Ran]) -> None:
        starter = str(ROOT / "arbitre" / "starter")
        out = arbitre("list", "--table", "may_join", "--project", starter)[1]  # of the only game there is
        assert "5      forbidden*" in out and "* By default: no rule says so." in out

    @pytest.mark.parametrize("question", ASKED)
    def test_lines_fit(self, arbitre: Callable[..., Ran], question: str) -> None:
        language = LANGUAGES[ASKED.index(question) % len(LANGUAGES)]
        status, out, _ = arbitre("list", GAME, "--table", question, "--lang", language)
        assert status == FINE
        assert all(len(line) <= 100 and line == line.rstrip() for line in out.splitlines())

    def test_cards_are_named_in_the_language_of_the_report(self, arbitre: Callable[..., Ran]) -> None:
        assert "tristesse, haine" in arbitre("list", GAME, "--table", "may_bet", "--lang", "fr")[1]
        assert "Tristeza, Odio" in arbitre("list", GAME, "--table", "may_bet", "--lang", "es")[1]


class TestWrongUsage:
    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            ([GAME, "--table", "outcome"], "`outcome` has more than 20,000 situations"),
            ([GAME, "--table", "next_leaders"], "did you mean `next_leader`?"),
            ([GAME, "emotrions", "--table", "decks"], "of one GAME"),
            ([GAME, "--table", "decks", "--edition", "xx"], "`xx` is not an edition"),
            ([GAME, "--table", "decks", "--reading", "x=y"], "is not a doubt"),
            ([GAME, "--table", "decks", "--rulings", "hose"], "did you mean `house`?"),
            ([GAME, "--edition", "ca"], "go with `--table`"),
        ],
    )
    def test_a_sentence_and_status_2(
        self, arbitre: Callable[..., Ran], arguments: list[str], said: str
    ) -> None:
        status, out, err = arbitre("list", *arguments)
        assert (status, out) == (USAGE, "")
        assert said in err
