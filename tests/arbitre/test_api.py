"""The Python API: the functions of the command line."""

from pathlib import Path

import pytest

import arbitre
from arbitre.project.usage import UsageProblem
from dsl.model import Project
from dsl.text.errors import ArbitreError
from dsl.types.values import Player, Tagged

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def project() -> Project:
    return arbitre.load(ROOT)


def test_load(project: Project) -> None:
    assert "emotrions" in project.games
    with pytest.raises(ArbitreError):
        arbitre.load("/nowhere")


def test_ask(project: Project) -> None:
    bets = [{"player": "Anna", "cards": ["Fúria"]}, {"player": "Bernat", "cards": ["amor", "Amor"]}]
    verdicts = arbitre.ask(project, "emotrions/standard", "outcome", {"bets": bets})
    assert verdicts.agree
    assert {v.edition: v.answers[0].verdict.outcome.admits for v in verdicts.verdicts} == {
        name: (Tagged("result", "taken", Player("Bernat")),) for name in ("ca", "es", "fr")
    }
    assert verdicts.table == (Player("Anna"), Player("Bernat"))


def test_ask_under_readings_and_rulings(project: Project) -> None:
    tie = {"bets": [{"player": "Anna", "cards": ["Odi"]}, {"player": "Bernat", "cards": ["Força"]}]}
    tie["bets"].append({"player": "Carla", "cards": ["Força"]})
    (doubtful,) = arbitre.ask(project, "emotrions", "outcome", tie, editions=["ca"]).verdicts
    assert doubtful.status == "ambiguous"
    assert {frozenset(a.interpretation.items()) for a in doubtful.answers} == {
        frozenset({("first_to_bet", "of_the_tie")}),
        frozenset({("first_to_bet", "of_all")}),
    }
    (read,) = arbitre.ask(
        project, "emotrions", "outcome", tie, editions=["ca"], readings={"ca.first_to_bet": "of_all"}
    ).verdicts
    assert (read.status, read.answers[0].verdict.outcome.admits) == (
        "settled",
        (Tagged("result", "taken", Player("Anna")),),
    )
    (ruled,) = arbitre.ask(project, "emotrions", "outcome", tie, editions=["ca"], rulings="house").verdicts
    assert ruled.answers[0].verdict.outcome.admits == (Tagged("result", "taken", Player("Bernat")),)


def test_what_an_example_strikes_out_is_no_answer(project: Project) -> None:
    (pair,) = arbitre.ask(
        project, "emotrions", "strength", {"cards": ["Amor", "Amor"]}, editions=["ca"]
    ).verdicts
    assert (pair.status, pair.answers[0].verdict.outcome.admits) == ("settled", (6,))


def test_ask_for_what_there_is_not(project: Project) -> None:
    with pytest.raises(UsageProblem, match="did you mean `value`"):
        arbitre.ask(project, "emotrions", "valeu", {})
    with pytest.raises(ArbitreError, match="`Foria` is no `emotrion`"):
        arbitre.ask(project, "emotrions", "value", {"emotrion": "Foria"})


def test_simulate_and_replay(project: Project, tmp_path: Path) -> None:
    done = arbitre.simulate(project, "emotrions/standard", edition="es", rulings="house", games=2, seed=3)
    assert done.ends == {"finished": 2}
    path = tmp_path / "log.yaml"
    path.write_text("arbitre: 1\ngame: emotrions/standard\nplayers: [A, B]\nevents: []\n", encoding="utf-8")
    assert [each.result.status for each in arbitre.replay(project, path)] == ["unreadable"]
    by_each = arbitre.replay(project, path, edition="all")
    assert [each.result.edition for each in by_each] == ["ca", "es", "fr"]


def test_version() -> None:
    assert arbitre.version() == "0.1.0"
