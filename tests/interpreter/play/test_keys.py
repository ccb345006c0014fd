"""Zones and variables of which there is one for each thing of a type, in play, logs and views."""

from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.model import Project
from dsl.text.errors import ArbitreError
from dsl.types.types import EnumType, IntType, PlayerType
from dsl.types.values import Case, Player
from interpreter.logs.log import read_log
from interpreter.play.judge import SingleJudge
from interpreter.play.machine import Machine
from interpreter.play.state import ChoiceDue, Ended
from interpreter.play.views import everything, imagined, view
from interpreter.replay.replay import Replay, replay
from interpreter.runtime.rng import Chance
from interpreter.simulate.simulate import simulate
from tests.interpreter.playing import go_on
from tests.interpreter.seen import all_cards, view_to_json

GAME = """
game wells "Wells" languages en

players 2..3 named Ann, Bob, Cid

enum kind
  case Salt  en "salt"
  case Sweet en "sweet"
enum card
  case Low
  case High
type mark is number to 1..3 or blank
record points has player: player, score: 0..99

question worth(card: card) -> 0..9
  "What is it worth?"

variant plain "Plain"

flow plain(opening: 1..3 = 1)
  zone deck of kind: list 0..20 of card       seen by nobody, the first by everyone when taken < 4
  zone stack of 1..3: bag 0..20 of card       seen by everyone
  zone held of player: bag 0..20 of card      seen by owner
  zone put_by of bool: bag 0..20 of card      seen by everyone
  var gained of player: 0..40 = opening
  var best of kind: optional player
  var marked of mark: bool = false
  var taken: 0..20 = 0

  for each k in kind do
    put 3 of Low into k.deck
    put 2 of High into k.deck
    step shuffling "Shuffle." do
      shuffle k.deck
    end
    set k.best = none
  end
  for each p in seats do
    move 2 from Salt.deck into p.held
    choose stack by p: 1..3
    choose cards by p: bag 1..2 of card from p.held
    move cards from p.held into stack.stack
    move 1 from Sweet.deck into (size(cards) = 2).put_by
    set p.gained = p.gained + (sum c in stack.stack of worth(c))
    set (if stack = 1 then Salt else Sweet).best = p
    set (number to stack).marked = true
    set taken = taken + size(cards)
  end
  if taken < 0 do
    set blank.marked = true
  end
  finish with [points(p, p.gained) for p in seats]
    won by {p for p in seats where p.gained = highest q in seats of q.gained}
end

assumption worths because "To test with."
  answers worth(card) then if card = High then 3 else 1
"""

ANN, BOB = TWO = (Player("Ann"), Player("Bob"))
SALT, SWEET = Case("kind", "Salt", 0), Case("kind", "Sweet", 1)


def write(root: Path, text: str = GAME) -> Project:
    for path, words in (
        ("arbitre.toml", 'name = "wells"\n'),
        ("rules-src/en.txt", "Wells.\n"),
        ("spec/game.rules", text.lstrip()),
        ("spec/en.rules", 'edition en of wells\nsource "rules-src/en.txt"\n'),
    ):
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(words, "utf-8")
    return load_project(root)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return write(tmp_path_factory.mktemp("wells"))


class Table:
    """A game in which what is chosen is told."""

    def __init__(self, project: Project, seed: int = 1) -> None:
        game = project.games["wells"]
        self.machine = Machine(game, "plain", TWO)
        self.judge = SingleJudge(game, game.editions["en"], {})
        self.seed = seed
        self.stop = go_on(self.machine, self.judge, self.machine.start({}, self.judge), seed)

    def choose(self, value=None):
        state, due = self.stop.state, self.stop.due
        assert isinstance(due, ChoiceDue)
        if value is None:
            value = next(self.machine.legal(state, due, due.by[0], self.judge))
        self.stop = go_on(self.machine, self.judge, self.machine.choose(state, due, (value,)), self.seed)
        return value


def test_there_is_one_for_each_thing(project: Project) -> None:
    flow = project.games["wells"].flows["plain"]
    zones = {zone.name: zone.of for zone in flow.zones}
    assert zones["deck"] == EnumType("kind", ("Salt", "Sweet"))
    assert (zones["stack"], zones["held"]) == (IntType(1, 3), PlayerType())
    state = Table(project).stop.state
    assert sorted(state.zones) == [
        "zone:deck:Salt",
        "zone:deck:Sweet",
        "zone:held:Ann",
        "zone:held:Bob",
        "zone:put_by:false",
        "zone:put_by:true",
        "zone:stack:1",
        "zone:stack:2",
        "zone:stack:3",
    ]
    marks = ["var:marked:blank", "var:marked:number 1", "var:marked:number 2", "var:marked:number 3"]
    each = ["var:best:Salt", "var:best:Sweet", "var:gained:Ann", "var:gained:Bob", *marks]
    assert sorted(name for name in state.values if ":" in name) == each
    assert (state.values["var:gained:Bob"], state.values["var:marked:blank"]) == (1, False)


def test_what_is_moved_and_set_concerns_one_of_them(project: Project) -> None:
    table = Table(project)
    table.choose(2)
    cards = table.choose()
    state = table.stop.state
    assert state.cards("zone:stack:2") == cards.items and not state.cards("zone:stack:1")
    assert len(state.cards("zone:deck:Sweet")) == 4
    assert len(state.cards("zone:put_by:false")) == 1 and not state.cards("zone:put_by:true")
    assert state.values["var:best:Sweet"] == ANN and state.values["var:best:Salt"] is None
    worth = 3 if cards.items[0].name == "High" else 1
    assert (state.values["var:gained:Ann"], state.values["var:gained:Bob"]) == (1 + worth, 1)
    assert state.values["var:marked:number 2"] and not state.values["var:marked:number 1"]


def test_a_game_is_played_to_its_end(project: Project) -> None:
    table = Table(project)
    while isinstance(table.stop.due, ChoiceDue):
        table.choose()
    assert isinstance(table.stop.due, Ended)
    assert [player for player, _ in table.stop.due.scores] == [ANN, BOB]
    assert table.stop.due.winners


def test_views_tell_whose_each_is(project: Project) -> None:
    table = Table(project)
    flow, state = table.machine.flow, table.stop.state
    shown = view_to_json(view(flow, state, ANN), table.machine.game)["zones"]
    top = state.cards("zone:deck:Salt")[0].name
    assert shown["deck"]["Salt"] == [top, None, None]
    assert list(shown["stack"]) == ["1", "2", "3"] and list(shown["put_by"]) == ["false", "true"]
    assert len(shown["held"]["Ann"]) == 2 and None not in shown["held"]["Ann"]
    assert shown["held"]["Bob"] == []
    assert [zone.owner for zone in everything(flow, state).zones][:5] == [SALT, SWEET, 1, 2, 3]


def test_what_is_not_seen_may_lie_otherwise(project: Project) -> None:
    table = Table(project)
    flow, state = table.machine.flow, table.stop.state
    other = imagined(flow, state, ANN, Chance(5))
    assert view(flow, other, ANN) == view(flow, state, ANN)
    assert all_cards(other) == all_cards(state)


# ------------------------------------------------------------------ logs


HEAD = "arbitre: 1\ngame: wells/plain\nedition: en\nplayers: [Ann, Bob]\n"


def replayed(project: Project, events: str, head: str = "", **how: object) -> Replay:
    return replay(project, read_log(HEAD + head + "events:\n" + events), **how)


STOCK = "stock: [High, Low, Low, High, Low]\n"
PLAYED = """
  - {player: Ann, stack: 3}
  - {player: Ann, cards: [High, Low]}
  - {shuffle: deck, of: Sweet, is: [Low, High]}
"""


def codes(result: Replay) -> list[tuple[int, str]]:
    return [(problem.event, problem.code) for problem in result.problems]


def test_a_log_tells_how_one_of_them_lay(project: Project) -> None:
    events = "  - {shuffle: deck, of: sweet, is: [Low, High]}\n" + PLAYED.replace(
        "  - {shuffle: deck, of: Sweet, is: [Low, High]}\n", ""
    )
    found = replayed(project, events, STOCK)
    assert (found.status, found.problems) == ("unfinished", ())
    assert found.state is not None
    assert [card.name for card in found.state.cards("zone:put_by:true")] == ["Low"]
    assert found.state.cards("zone:deck:Sweet")[0].name == "High"
    assert [card.name for card in found.state.cards("zone:stack:3")] == ["Low", "High"]


@pytest.mark.parametrize(
    ("event", "code", "words"),
    [
        ("{shuffle: deck, is: [Low]}", "malformed", "no zone of that name"),
        ("{shuffle: deck, of: Bitter, is: [Low]}", "malformed", "Bitter"),
        ("{shuffle: stack, of: 7, is: [Low]}", "malformed", "7"),
        ("{shuffle: stack, of: 2, is: [Low]}", "wrong-claim", "was not shuffled"),
        ("{player: Ann, stack: 4}", "illegal-move", "4"),
    ],
)
def test_what_a_log_may_not_say(project: Project, event: str, code: str, words: str) -> None:
    found = replayed(project, f"  - {event}\n", STOCK)
    assert codes(found) == [(1, code)]
    assert words in found.problems[0].message


def test_what_a_log_leaves_open(project: Project) -> None:
    found = replayed(
        project,
        "  - {player: Ann, stack: 1}\n  - {player: Ann, cards: [High, High]}\n"
        "  - {player: Bob, stack: 1}\n  - {player: Bob, cards: [High]}\n",
    )
    assert codes(found) == [(4, "impossible-card")]
    other = replayed(
        project,
        "  - {player: Ann, stack: 1}\n  - {player: Ann, cards: [High, High]}\n"
        "  - {claim: score, of: Ann, is: 7}\n"
        "  - {player: Bob, stack: 1}\n  - {player: Bob, cards: [Low]}\n"
        "  - {claim: score, of: Bob, is: 8}\n",
    )
    assert (other.status, codes(other)) == ("valid", [])


def test_games_simulated_can_be_replayed(project: Project, tmp_path: Path) -> None:
    found = simulate(project, "wells", "plain", edition="en", games=6, seed=3, log_dir=tmp_path)
    assert found.ends == {"finished": 6}
    for path in sorted(tmp_path.glob("*.yaml")):
        result = replay(project, read_log(path.read_text("utf-8")))
        assert (result.status, result.problems) == ("valid", ()), path


# ------------------------------------------------------------------ errors of the specification


@pytest.mark.parametrize(
    ("change", "to", "words"),
    [
        ("choose stack by p: 1..3", "choose stack by p: 1..4", "has no `stack`"),
        ("p.gained + (sum", "p.gained + 40 + (sum", "outside the range of `gained`"),
        ("(number to stack).marked = true", "p.gained = (count m in [4.stack] where true)", "is none"),
        ("of kind: optional player", "of kind: player", "has no value"),
    ],
)
def test_what_is_not_there_is_an_error(tmp_path: Path, change: str, to: str, words: str) -> None:
    text = GAME.replace(change, to)
    if to == "choose stack by p: 1..4":
        text = text.replace("(number to stack)", "blank").replace(
            "move cards from p.held into stack.stack", ""
        )
        text = text.replace("sum c in stack.stack", "sum c in p.held").replace(
            "set blank.marked = true", "move all from p.held into (stack + 1).stack", 1
        )
    if to == "of kind: player":
        text = text.replace("    set k.best = none\n", "").replace(
            "set taken = taken + size(cards)", "set taken = if Salt.best = Sweet.best then 1 else 2"
        )
    found = simulate(write(tmp_path, text), "wells", "plain", edition="en", games=8, seed=1)
    assert found.errors and any(words in error for error, _, _ in found.errors)


@pytest.mark.parametrize(
    ("change", "to", "words"),
    [
        ("zone stack of 1..3", "zone stack of 1..999", "of which there are 999"),
        ("zone stack of 1..3", "zone stack of optional card", "each of an optional card"),
        ("zone stack of 1..3", "zone stack of set of card", "each of a set of card"),
        ("zone stack of 1..3", "zone stack of seat", "`seat` is no type"),
        (
            "zone deck of kind: list 0..20 of card       seen by nobody",
            "zone deck of kind: list 0..20 of card seen by owner",
            "no owner",
        ),
        ("    set k.best = none", "    set best = none", "a `best` for each kind"),
        ("    set k.best = none", "    set k.taken = 3", "only one `taken`"),
        ("    set k.best = none", "    set k.bests = none", "`bests` is no variable"),
        ("    set k.best = none", "    set k.gained = 3", "a kind"),
        ("move 2 from Salt.deck", "move 2 from p.deck", "has no `deck`"),
        ("move 2 from Salt.deck", "move 2 from deck", "`deck` is not known"),
        ("p.gained + (sum", "gained + (sum", "`gained` is not known"),
    ],
)
def test_mistakes(tmp_path: Path, change: str, to: str, words: str) -> None:
    assert change in GAME
    with pytest.raises(ArbitreError) as raised:
        write(tmp_path, GAME.replace(change, to))
    assert words in str(raised.value)
