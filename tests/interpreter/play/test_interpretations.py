"""Interpretations heard together."""

from dataclasses import replace

import pytest

from dsl.model import Example, Pick_, Rulings
from dsl.text.errors import ArbitreError
from interpreter.play.interpretations import Diverged, Interpretations, JointJudge
from interpreter.play.state import Unsettled
from tests.interpreter import tiny
from tests.interpreter.tiny import GAME, card, players

ANNA, BERNAT = players("Anna", "Bernat")


def bets(*cards):
    """A list of bets of one card each, as a closed expression."""
    return tiny.lit(
        tuple(
            tiny.Record("bet", (("player", player), ("cards", tiny.bag_of([card(name)]))))
            for player, name in zip((ANNA, BERNAT), cards, strict=True)
        ),
        tiny.BETS,
    )


def panel(edition=None, **under):
    return Interpretations(GAME, edition or GAME.editions["xx"], flow=tiny.FLOW, **under)


def taken_by(name):
    made = tiny.MakeTagged(type=tiny.RESULT, tag="taken", payload=tiny.lit(players(name)[0], tiny.PLAYER))
    return made


def test_interpretations():
    assert panel().interpretations == ({"tie": "first"}, {"tie": "last"})
    assert panel(readings={"tie": "last"}).interpretations == ({"tie": "last"},)
    assert panel(survivors=[{"tie": "last"}]).interpretations == ({"tie": "last"},)
    pick = Rulings(
        name="r", edition="xx", picks=(Pick_(doubt="tie", reading="last", text=""),), clauses=(), paths=()
    )
    assert panel(rulings=pick).interpretations == ({"tie": "last"},)


def test_where_readings_agree_there_is_one_answer():
    answer = panel().judge(0b11).answer(tiny.ask("outcome", bets("A", "B")), {}, {})
    assert answer.value.payload == BERNAT
    assert [asked.question for asked in answer.asked] == ["outcome"]


def test_where_they_part_the_parts_are_told():
    heard = panel()
    with pytest.raises(Diverged) as caught:
        JointJudge(heard, 0b11).answer(tiny.ask("outcome", bets("B", "B")), {}, {})
    split = caught.value
    assert [(part.mask, part.answer.value.payload) for part in split.parts] == [(1, ANNA), (2, BERNAT)]
    assert split.key[0] == "outcome"
    assert split.outcome(split.parts[0]).admits[0].payload == ANNA
    assert heard.telling(1, 2) == {"tie": ("first",)}
    assert heard.judge(0b10).answer(tiny.ask("outcome", bets("B", "B")), {}, {}).value.payload == BERNAT


def test_an_agreed_answer_is_heard():
    expr = tiny.ask("outcome", bets("B", "B"))
    key = ("outcome", (expr.args[0].value,))
    agreed = {key: panel().judge(1).answer(expr, {}, {}).value}
    assert panel().judge(0b11).answer(expr, {}, agreed).value.payload == ANNA


def test_a_dispute_is_an_answer():
    silent = tiny.edition([c for c in tiny.CLAUSES if c.question != "outcome"])
    answer = panel(silent).judge(0b1).answer(tiny.ask("outcome", bets("B", "B")), {}, {})
    assert isinstance(answer.value, Unsettled)
    assert (answer.value.question, answer.value.verdict.outcome.status.value) == ("outcome", "silent")


def example(*shows):
    return Example(name="e", citations=(), under=(), shows=shows)


def test_an_example_strikes_readings():
    shows = tiny.compare(tiny.ask("outcome", bets("B", "B")), "=", taken_by("Bernat"))
    assert panel(replace(tiny.edition(), examples=(example(shows),))).interpretations == ({"tie": "last"},)


def test_an_example_that_fails_under_all_strikes_nothing():
    shows = tiny.compare(tiny.ask("outcome", bets("B", "B")), "=", taken_by("Carla"))
    assert len(panel(replace(tiny.edition(), examples=(example(shows),))).interpretations) == 2


def test_where_nothing_would_be_left_nothing_is_struck():
    edition = replace(
        tiny.edition(),
        examples=tuple(
            example(tiny.compare(tiny.ask("outcome", bets("B", "B")), "=", taken_by(name)))
            for name in ("Anna", "Bernat")
        ),
    )
    assert len(panel(edition).interpretations) == 2


@pytest.mark.parametrize(("readings", "words"), [({"tye": "first"}, "`tie`"), ({"tie": "frist"}, "`first`")])
def test_unknown_readings(readings, words):
    with pytest.raises(ArbitreError) as caught:
        panel(readings=readings)
    assert words in caught.value.problems[0].help


def test_a_doubt_too_many_is_unheard_until_something_depends_on_it(monkeypatch):
    monkeypatch.setattr("interpreter.play.interpretations.MAX_INTERPRETATIONS", 1)
    heard = panel()
    assert (heard.doubts, heard.unheard, heard.interpretations) == ((), {"tie"}, ({},))
    assert heard.judge(0b1).answer(bets("A", "B"), {}, {}).asked == ()
    with pytest.raises(ArbitreError) as caught:
        heard.judge(0b1).answer(tiny.ask("outcome", bets("B", "B")), {}, {})
    (problem,) = caught.value.problems
    assert (problem.code, problem.message) == (
        "too-many-ways",
        "2 interpretations are too many to be heard together",
    )
    assert panel(readings={"tie": "last"}).unheard == frozenset()
