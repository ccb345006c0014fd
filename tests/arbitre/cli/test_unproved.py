"""What is found and not proved best: `ask` says so, programs show it, and nothing is claimed of it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.cli.frame.status import FINE
from dsl.load import load_project
from interpreter.evaluate import arrangements as laying
from interpreter.logs.log import read_log
from interpreter.optimize.planning import finding
from interpreter.replay.replay import replay
from interpreter.rulebook.rulebook import Rulebook
from interpreter.simulate.simulate import simulate
from interpreter.values.context import TooManySteps, unproved_suffices
from tests.interpreter.optimize.planning import sums

CARDS = "1 2 3 5 8 + - * ="
FLOW = """
flow plain()
  zone hand of player: bag 0..20 of card  seen by owner
  for each p in seats do
    put 1 of number to 1 into p.hand
    put 1 of number to 2 into p.hand
    put 1 of number to 3 into p.hand
    put 1 of number to 7 into p.hand
    put 2 of sign by plus into p.hand
    put 1 of sign by equal into p.hand
    choose shown by p: optional sum_ advised best_sum(p.hand)
  end
  finish won by {}
end
"""
LOG = """arbitre: 1
game: sums/plain
edition: en
readings: {order: left, bare: yes, sign_counts: it_does}
players: [Ann, Bo]
events:
  - {claim: best_sum, given: {cards: "1 2 3 + = ="}, is: "3 = 2 + 1"}
"""

Ran = tuple[int, str, str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    sums.game(tmp_path, sums.GAME + FLOW)
    return tmp_path


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches come to the end of their steps at once."""
    monkeypatch.setattr(finding, "BUDGET", 0)
    monkeypatch.setattr(finding, "FEW", 0)


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], folder: Path) -> Callable[..., str]:
    def call(*more: str) -> str:
        readings = ("--reading", "order=left", "--reading", "bare=yes", "--reading", "sign_counts=it_does")
        given = ("--given", f"cards={CARDS}")
        assert run(["ask", "sums", "best_sum", *given, *readings, *more, "--project", str(folder)]) == FINE
        return capsys.readouterr().out

    return call


def test_what_is_proved_is_not_told(ask: Callable[..., str]) -> None:
    assert "not proved" not in ask()
    (verdict,) = json.loads(ask("--format", "json"))["verdicts"]
    assert "proved" not in verdict["answers"][0]


@pytest.mark.usefixtures("soon")
def test_what_is_not_proved_is_told(ask: Callable[..., str]) -> None:
    said = ask()
    assert "Best found, not proved: the search ran out of steps." in said
    assert "=" in said
    assert "no provat" in ask("--lang", "ca")
    (verdict,) = json.loads(ask("--format", "json"))["verdicts"]
    assert verdict["status"] == "settled"
    assert verdict["answers"][0]["proved"] is False
    assert verdict["answers"][0]["answer"] is not None


@pytest.mark.usefixtures("soon")
def test_only_who_says_so_gets_what_is_not_proved(folder: Path) -> None:
    game = load_project(folder).games["sums"]
    cards = sums.hand(game, CARDS)
    book = Rulebook(game, game.editions["en"])
    with pytest.raises(TooManySteps):
        book.verdict("best_sum", (cards,))
    with unproved_suffices():
        found = book.verdict("best_sum", (cards,))
    assert not found.proved and found.outcome.admits[0] is not None
    with pytest.raises(TooManySteps):
        book.verdict("best_sum", (cards,))


@pytest.mark.usefixtures("soon")
def test_programs_show_what_is_found(folder: Path) -> None:
    readings = {"order": "left", "bare": "yes", "sign_counts": "it_does"}
    played = simulate(load_project(folder), "sums", "plain", edition="en", readings=readings, games=2)
    assert played.ends == {"finished": 2}


@pytest.mark.parametrize(("steps", "status"), [(10**6, "unfinished"), (0, "undecided")])
def test_a_claim_about_it_is_undecided(
    folder: Path, monkeypatch: pytest.MonkeyPatch, steps: int, status: str
) -> None:
    monkeypatch.setattr(finding, "BUDGET", steps)
    monkeypatch.setattr(finding, "FEW", 0)
    assert replay(load_project(folder), read_log(LOG)).status == status


def test_of_what_is_tried_the_best_so_far_will_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = folder / "spec" / "sums-en.rules"
    rules.write_text(rules.read_text().replace("by points(e), result(e)", "by result(e), points(e)"), "utf-8")
    game = load_project(folder).games["sums"]
    book, cards = Rulebook(game, game.editions["en"]), sums.hand(game, "1 2 3 + =")
    monkeypatch.setattr(laying, "MOST_STEPS", 25)
    with pytest.raises(TooManySteps):
        book.verdict("best_sum", (cards,))
    with unproved_suffices():
        found = book.verdict("best_sum", (cards,))
    assert not found.proved
    monkeypatch.undo()
    assert Rulebook(game, game.editions["en"]).verdict("best_sum", (cards,)).proved
