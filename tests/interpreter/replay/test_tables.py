"""Games at a table, with real cards: what a scorekeeper sees is enough to replay them to their ends."""

from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.model import Project
from interpreter.logs.log import read_log
from interpreter.replay.replay import Replay, replay

ROOT = Path(__file__).parents[3]
LOGS = Path(__file__).parent / "logs"


@pytest.fixture(scope="module")
def shipped() -> Project:
    return load_project(ROOT)


def lines_of(name: str) -> list[str]:
    return (LOGS / f"{name}.yaml").read_text("utf-8").splitlines()


def of(project: Project, lines: list[str]) -> Replay:
    return replay(project, read_log("\n".join(lines) + "\n"))


@pytest.mark.parametrize("name", ["forced_exchange", "cupertino", "montecarlo"])
def test_what_the_table_saw_is_enough(shipped: Project, name: str) -> None:
    lines = lines_of(name)
    assert not any(line.startswith(("seed", "hands", "stock")) for line in lines)
    found = of(shipped, lines)
    assert (found.status, found.problems) == ("valid", ())


def test_hands_that_are_known_settle_who_may_demand(shipped: Project) -> None:
    head = lines_of("forced_exchange")[:5]
    assert head[-1] == "players: [Anna, Bernat, Carla]"
    hands = [
        "Anna: [Amor, Amor, Odi, Odi, Furia, Tristesa]",
        "Bernat: [Bondat, Bondat, Alegria, Alegria, Bondat, Furia]",
        "Carla: [Forca, Forca, Bondat, Indecisio, Avidesa, Tristesa]",
    ]
    lines = [*head, f"hands: {{{', '.join(hands)}}}", "events:"]
    found = of(shipped, [*lines, "  - {player: Carla, demand: false}"])
    assert (found.status, found.problems) == ("unfinished", ())
    found = of(shipped, [*lines, "  - {player: Bernat, demand: false}"])
    assert [(problem.event, problem.code) for problem in found.problems] == [(1, "out-of-turn")]


def test_a_card_that_cannot_lie_there_is_told_at_its_line(shipped: Project) -> None:
    lines = lines_of("cupertino")
    place = next(n for n, line in enumerate(lines) if "built" in line)
    step = next(n for n, line in enumerate(lines) if "laying_circle" in line)
    wrong = lines[step].replace("[", "[multi, multi, multi, ", 1)
    found = of(shipped, [*lines[:step], wrong, *lines[step + 1 : place]])
    assert [problem.line for problem in found.problems] == [step + 1]


def test_what_nobody_noted_may_be_anything(shipped: Project) -> None:
    lines = lines_of("cupertino")
    place = next(n for n, line in enumerate(lines) if "thrown" in line)
    step = next(n for n, line in enumerate(lines) if "laying_circle" in line)
    number = lines[step].count(",")
    cards = ", ".join(['"?"'] * number)
    unknown = f"  - {{step: laying_circle, is: [{cards}]}}"
    found = of(shipped, [*lines[:step], unknown, *lines[step + 1 : place]])
    assert (found.status, found.problems) == ("unfinished", ())


def test_it_goes_on_after_an_event_at_which_it_gave_up(
    shipped: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("interpreter.replay.worlds.MOST_ACTS", 100)
    dealt = ("dealing_out", "discarding_cards")
    lines = [line for line in lines_of("montecarlo") if not any(step in line for step in dealt)]
    place = next(n for n, line in enumerate(lines) if "hand_winner" in line)
    found = of(shipped, lines[: place + 1])
    gave_up = [problem.line for problem in found.problems]
    assert found.status == "undecided" and {problem.code for problem in found.problems} == {"too-many-ways"}
    assert gave_up[0] == next(n for n, line in enumerate(lines, 1) if "equality" in line)
    wrong = lines[place].replace("Beto", "Ana")
    found = of(shipped, [*lines[:place], wrong])
    assert found.status == "invalid"
    assert (found.problems[-1].line, found.problems[-1].code) == (place + 1, "wrong-claim")
