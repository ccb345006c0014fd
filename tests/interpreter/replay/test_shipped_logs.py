"""Logs of simulated games of what is shipped: valid, and each single change to one is noticed."""

import re
from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.types.types import EnumType
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from interpreter.simulate.simulate import simulate

ROOT = Path(__file__).parents[3]
PROJECT = load_project(ROOT)
RULINGS = [
    (game, rulings, variant)
    for game in PROJECT.games.values()
    for rulings in game.rulings
    for variant in game.flows
    if game.editions[rulings.edition].speaks_of(variant)
]
ONLY_TWO = ("pareo",)
ENOUGH = 60
"""Of longer logs, so many lines are changed, evenly apart."""
EVENT = re.compile(
    r"  - \{(?:player: (?P<player>\w+), (?P<choice>\w+): (?:\[(?P<cards>[^\]]*)\])?.*|claim: .*)\}"
)


def log_of(game, rulings, variant, folder):
    """The text of a game of three, played by chance under these rulings."""
    simulate(
        PROJECT,
        game.name,
        variant,
        edition=rulings.edition,
        rulings=[rulings],
        games=1,
        players=len(seats_of(game, variant)),
        seed=4,
        log_dir=folder,
    )
    return (folder / "game-000001.yaml").read_text("utf-8")


def seats_of(game, variant):
    """Three who play, or two where a flow has no room for a third."""
    number = 2 if any(name.startswith(variant) for name in ONLY_TWO) else 3
    return list(game.names[:number])


def changes(lines, game, names):
    """Each line with one thing changed: (what, the lines); only those which say something of play."""
    items = [zone.type.item for flow in game.flows.values() for zone in flow.zones]
    dealt = {item.cases for item in items if isinstance(item, EnumType)}
    for n, line in list(enumerate(lines))[:: max(1, len(lines) // ENOUGH)]:
        found = EVENT.fullmatch(line)
        if found is None or n + 1 >= len(lines):
            continue
        if found["player"]:
            for other in names:
                if other != found["player"]:
                    yield "player", n, [line.replace(f"player: {found['player']}", f"player: {other}")]
            first = (found["cards"] or "").split(", ")[0]
            kinds = next((e.type.cases for e in game.enums.values() if first in e.type.cases), ())
            if kinds in dealt:  # of other things than cards, another may be as good
                others = [kind for kind in kinds if kind != first][n % 4 :: 4]
                for kind in others:
                    yield "card", n, [line.replace(f"[{first}", f"[{kind}")]
            yield "missing", n, []
            yield "twice", n, [line, line]
        elif "taken" in line:
            here = next(name for name in names if name in line)
            yield "claim", n, [line.replace(here, names[names.index(here) - 1])]
        elif "score" in line:
            yield "claim", n, [re.sub(r"is: (-?)(\d+)", r"is: \g<1>1\2", line)]


@pytest.mark.parametrize(
    ("game", "rulings", "variant"), RULINGS, ids=lambda x: getattr(x, "edition", getattr(x, "name", x))
)
def test_each_change_is_noticed(game, rulings, variant, tmp_path):
    text = log_of(game, rulings, variant, tmp_path)
    lines = text.splitlines()
    assert replay(PROJECT, read_log(text)).status == "valid"
    tried = as_good = 0
    for what, n, instead in changes(lines, game, seats_of(game, variant)):
        changed = "\n".join([*lines[:n], *instead, *lines[n + 1 :]]) + "\n"
        result = replay(PROJECT, read_log(changed))
        if what == "card" and variant in ONLY_TWO and result.status == "valid":
            as_good += 1  # in the hand as well, and of no other worth: nothing in the log tells
            continue
        assert result.status == "invalid", (what, lines[n], instead)
        assert result.problems[0].line >= n + 1 or what == "missing"
        tried += 1
    assert tried > 50 and as_good * 10 < tried
