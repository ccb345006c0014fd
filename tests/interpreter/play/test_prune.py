"""What is left of a flow under the options chosen."""

from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.model import Ask, Choose, Flow, Project
from dsl.types.values import Value
from interpreter.analysis.dependencies import walk
from interpreter.analysis.statements import expressions_of, statements_of
from interpreter.logs.log import read_log
from interpreter.play.prune import pruned_flow
from interpreter.play.setting import option_set
from interpreter.replay.replay import replay
from interpreter.simulate.simulate import simulate
from tests.interpreter.play.test_setting import GAME, write_project

ROOT = Path(__file__).parents[3]
NESTED = """\
    if not (twice in options) and (gain_at(made) > 0 or flipped in options) do
      choose first_one by seats[1]: side
    elif some o in options: o = twice do
      choose second_one by seats[1]: side
    elif size(options) = 0 or made = 9 do
      choose third_one by seats[1]: side
    end
    for each p in seats do
      if made > 1 and twice in options do
        choose fourth_one by p: side
      end
    end
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    root = write_project(tmp_path_factory.mktemp("coins"))
    text = GAME.replace("    if flipped in options do\n", NESTED + "    if flipped in options do\n")
    assert text != GAME
    (root / "spec/game.rules").write_text(f"{text}\ndefine gain_at(n) = n * 2\n", encoding="utf-8")
    return load_project(root)


@pytest.fixture(scope="module")
def shipped() -> Project:
    return load_project(ROOT)


def chosen(project: Project, *names: str) -> dict[str, Value]:
    return {"options": option_set(project.games["coins"], "plain", names)}


def choices(flow: Flow) -> list[str]:
    return [s.name for s in statements_of(flow.body) if isinstance(s, Choose)]


def asked(flow: Flow) -> set[str]:
    return {e.question for expr in expressions_of(flow) for e in walk(expr) if isinstance(e, Ask)}


@pytest.mark.parametrize(
    ("options", "left"),
    [
        ([], ["side", "first_one", "third_one"]),
        (["flipped"], ["side", "first_one", "other"]),
        (["twice"], ["side", "second_one", "fourth_one"]),
        (["twice", "flipped"], ["side", "second_one", "fourth_one", "other"]),
    ],
)
def test_what_the_options_decide_is_left_out(project: Project, options: list[str], left: list[str]) -> None:
    flow = project.games["coins"].flows["plain"]
    assert choices(pruned_flow(flow, chosen(project, *options))) == left
    if not options:
        assert pruned_flow(flow, {}) == pruned_flow(flow, chosen(project))
    assert len(choices(flow)) == 6


def test_a_flow_without_options_is_left_as_it_is(project: Project) -> None:
    flow = project.games["coins"].flows["still"]
    assert pruned_flow(flow, {}) is flow


def test_shipped_questions_of_options_are_asked_with_them_only(shipped: Project) -> None:
    game = shipped.games["emotrions"]
    flow = game.flows["standard"]
    of_options = {q.name for q in game.questions.values() if q.option is not None and q.variant == "standard"}
    assert of_options & asked(flow)
    assert not of_options & asked(pruned_flow(flow, {}))
    for option in game.variants["standard"].options.values():
        with_it = pruned_flow(flow, {"options": option_set(game, "standard", [option.name])})
        others = of_options - set(option.questions)
        assert not others & asked(with_it)
        assert of_options & set(option.questions) & asked(flow) <= asked(with_it)


def test_shipped_play_asks_nothing_else(shipped: Project) -> None:
    game = shipped.games["emotrions"]
    done = simulate(shipped, "emotrions", "standard", edition="es", rulings=["house"], games=5, players=3)
    met = {question for question, what in done.frequency.tallies if what == "asked"}
    assert met and met <= asked(pruned_flow(game.flows["standard"], {}))


@pytest.mark.parametrize("edition", ["ca", "es", "fr"])
def test_logs_without_options_are_heard_under_all_interpretations(shipped: Project, edition: str) -> None:
    text = f"arbitre: 1\ngame: emotrions/standard\nedition: {edition}\nplayers: [A, B]\nevents: []\n"
    assert replay(shipped, read_log(text)).status == "unfinished"
