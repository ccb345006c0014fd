"""A flow that plays whole games of other flows: among fewer, one after the other, three deep."""

from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.model import Project
from dsl.text.errors import ArbitreError
from dsl.types.values import Player
from interpreter.logs.log import read_log
from interpreter.play.judge import SingleJudge
from interpreter.play.machine import Machine
from interpreter.play.state import ChoiceDue, Ended
from interpreter.replay.replay import Replay, replay
from interpreter.simulate.simulate import simulate
from tests.interpreter.playing import go_on

GAME = """
game cup "Cup" languages en

players 2..3 named Ann, Bob, Cid

enum card
  case Low
  case High
record points has player: player, score: 0..99

question worth(card: card) -> 0..9
  "What is it worth?"

define leaders(scores) = [s.player for s in scores where s.score = highest t in scores of t.score]

variant hand "One hand"

flow hand(bonus: 0..9 = 0, former: optional player = none)
  zone deck: list 0..9 of card           seen by nobody
  zone held of player: bag 0..9 of card  seen by owner
  zone pile of player: bag 0..9 of card  seen by everyone
  var total: 0..99 = bonus
  var scores: list 0..3 of points = []

  put 2 of Low into deck
  put 2 of High into deck
  step shuffling "Shuffle." do
    shuffle deck
  end
  step dealing "Deal." do
    for each p in seats do
      move 2 from deck into p.held
    end
  end
  for each p in seats do
    choose card by p: card from p.held
    move card from p.held into p.pile
    set total = total + worth(card)
  end
  set scores = [points(p, total + (sum c in p.pile of worth(c))) for p in seats]
  if bonus != 9 do
    finish with [points(p, total + (sum c in p.pile of worth(c))) for p in seats]
      won by {p for p in seats where former = p or p in leaders(scores)}
  end
end

variant match "A match"

flow match()
  zone prize: bag 0..9 of card  seen by everyone
  var total: 0..99 = 7
  var scores: list 0..9 of 0..99 = []
  var rounds: 0..9 = 0
  var best: set of player = {}
  let card = High

  while rounds < 2 do
    set rounds = rounds + 1
    game hand(rounds, seats[2]) among [seats[2], seats[rounds * 2 - 1]] with told won by champions
    set scores = scores + [s.score for s in told]
    put size(champions) of card into prize
    set total = total + size(seats)
    set best = champions
  end
  finish with [points(p, total) for p in seats] won by best
end

variant season "A season"

flow season()
  var total: 0..99 = 1
  game match() with table won by first_of_all
  set total = total + (sum s in table of s.score)
  game hand(9) among prefix(seats, 2) with nothing won by nobodies
  finish with [points(p, total + size(nothing)) for p in seats] won by nobodies
end

assumption worths because "To test with."
  answers worth(card) then if card = High then 3 else 1
"""


def write(root: Path, text: str = GAME) -> Project:
    for path, words in (
        ("arbitre.toml", 'name = "cup"\n'),
        ("rules-src/en.txt", "Cup.\n"),
        ("spec/game.rules", text.lstrip()),
        ("spec/en.rules", 'edition en of cup\nsource "rules-src/en.txt"\n'),
    ):
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(words, "utf-8")
    return load_project(root)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return write(tmp_path_factory.mktemp("cup"))


ANN, BOB, CID = THREE = tuple(map(Player, ("Ann", "Bob", "Cid")))


class Table:
    """A game in which everybody always chooses the first of what is legal."""

    def __init__(self, project: Project, variant: str, seed: int = 1) -> None:
        game = project.games["cup"]
        self.machine = Machine(game, variant, THREE)
        self.judge = SingleJudge(game, game.editions["en"], {})
        self.seed = seed
        self.stop = go_on(self.machine, self.judge, self.machine.start({}, self.judge), seed)

    def choose(self) -> None:
        state, due = self.stop.state, self.stop.due
        assert isinstance(due, ChoiceDue)
        value = next(self.machine.legal(state, due, due.by[0], self.judge))
        self.stop = go_on(self.machine, self.judge, self.machine.choose(state, due, (value,)), self.seed)

    def play(self) -> Ended:
        while isinstance(self.stop.due, ChoiceDue):
            self.choose()
        assert isinstance(self.stop.due, Ended)
        return self.stop.due


def test_zones_are_empty_at_the_start_of_each_and_the_players_are_those_told(project: Project) -> None:
    table = Table(project, "match")
    for players in ((BOB, ANN), (BOB, CID)):
        state = table.stop.state
        assert isinstance(table.stop.due, ChoiceDue) and table.stop.due.by == players[:1]
        assert [len(state.cards(f"zone:held:{p.name}")) for p in players] == [2, 2]
        assert [state.cards(f"zone:pile:{p.name}") for p in THREE] == [()] * 3
        assert [state.cards(f"zone:held:{p.name}") for p in THREE if p not in players] == [()]
        assert state.cards("zone:deck") == ()
        table.choose()
        assert isinstance(table.stop.due, ChoiceDue) and table.stop.due.by == players[1:]
        table.choose()


def test_variables_of_the_two_flows_do_not_mix(project: Project) -> None:
    table = Table(project, "match")
    inside = table.stop.state.env()
    assert (inside["total"], inside["bonus"], inside["scores"]) == (1, 1, ())
    assert not {"rounds", "card"} & set(inside)
    ended = table.play()
    outside = table.stop.state.env()
    assert (outside["total"], outside["rounds"], outside["seats"]) == (13, 2, THREE)
    assert not {"bonus", "former"} & set(outside)
    assert ended.scores == tuple((p, 13) for p in THREE)


def test_scores_and_winners_come_back(project: Project) -> None:
    table = Table(project, "match")
    ended = table.play()
    state = table.stop.state
    assert state.env()["scores"] == (8, 6, 5, 5)  # of Bob and Ann, then of Bob and Cid
    assert len(state.cards("zone:prize")) == 1 + 2
    assert ended.winners == (BOB, CID)


def test_three_deep_and_a_game_without_an_end_of_its_own(project: Project) -> None:
    table = Table(project, "season")
    assert table.stop.state.env()["total"] == 1 and len([f for f in table.stop.state.frames if f.plays]) == 2
    ended = table.play()
    assert ended.scores == tuple((p, 1 + 3 * 13) for p in THREE)
    assert ended.winners == ()


# ------------------------------------------------------------------ logs

HEAD = "arbitre: 1\ngame: cup/match\nedition: en\nplayers: [Ann, Bob, Cid]\n"


def run(project: Project, events: list[str], known: str = "", **under: object) -> Replay:
    text = HEAD + known + "events:\n" + "".join(f"  - {{{event}}}\n" for event in events)
    return replay(project, read_log(text), **under)


def codes(found: Replay) -> list[tuple[int, str]]:
    return [(p.event, p.code) for p in found.problems]


PLAYED = [
    "player: Bob, card: High",
    "player: Ann, card: Low",
    "player: Bob, card: Low",
    "player: Cid, card: High",
]


def test_a_log_whose_cards_nobody_knows(project: Project) -> None:
    found = run(project, [*PLAYED, "claim: score, of: Cid, is: 13"])
    assert (found.status, found.problems) == ("valid", ())
    assert found.scores == {"Ann": 13, "Bob": 13, "Cid": 13}


def test_a_log_with_the_stock_of_the_first_game(project: Project) -> None:
    known = "stock: [High, High, Low, Low]\n"
    assert run(project, PLAYED, known).status == "valid"
    assert codes(run(project, ["player: Bob, card: Low"], known)) == [(1, "impossible-card")]
    other = ["player: Bob, card: High", "player: Ann, card: Low", "player: Bob, card: High"]
    assert run(project, other, known).status == "unfinished"


def test_a_log_tells_how_the_cards_lay_in_the_next_game(project: Project) -> None:
    known = "stock: [High, High, Low, Low]\n"
    lay = "shuffle: deck, is: [Low, Low, High, High]"
    told = [*PLAYED[:2], lay]
    assert run(project, [*told, *PLAYED[2:]], known).status == "valid"
    assert codes(run(project, [*told, "player: Bob, card: High"], known)) == [(4, "impossible-card")]
    assert codes(run(project, [*told, PLAYED[2], "player: Cid, card: Low"])) == [(5, "impossible-card")]
    assert run(project, [*PLAYED[:2], "shuffle: deck, is: [Low]", *PLAYED[2:]]).status == "valid"


def test_what_no_shuffle_can_be(project: Project) -> None:
    lay = "shuffle: deck, is: [High, Low, High, Low]"
    assert codes(run(project, [lay, PLAYED[0], lay])) == [(3, "wrong-claim")]
    for strange, code in [
        ("shuffle: deck, is: [Low, Low, Low, Low, Low]", "impossible-card"),
        ("shuffle: floor, is: [Low]", "malformed"),
        ("shuffle: deck, of: Bob, is: [Low]", "malformed"),
        ("shuffle: deck", "malformed"),
    ]:
        assert codes(run(project, [strange])) == [(1, code)]
    known = "stock: [High, High, Low, Low]\n"
    assert codes(run(project, [lay], known)) == [(1, "impossible-card")]


def test_hands_go_on_into_the_next_game(project: Project) -> None:
    known = "hands: {Bob: [High, High, Low, Low]}\n"
    assert run(project, PLAYED, known).status == "valid"
    assert codes(run(project, [*PLAYED[:2], "player: Bob, card: High"], known)) == [(3, "impossible-card")]


def test_cards_of_the_game_before_are_not_there_any_more(tmp_path: Path) -> None:
    text = GAME.replace(
        "choose card by p: card from p.held", "choose card by p: bag 1..2 of card from p.held"
    )
    text = text.replace("total + worth(card)", "total + size(card)")
    project = write(tmp_path, text)
    both = ["player: Bob, card: [High, High]", "player: Ann, card: [Low]"]
    assert codes(run(project, [*both, *both[:1], "player: Cid, card: [Low, Low]"])) == []
    assert codes(run(project, [*both[:1], "player: Ann, card: [High]"])) == [(2, "impossible-card")]
    told = ["player: Bob, card: [Low]", "player: Ann, card: [Low]", *both[:1]]
    assert codes(run(project, [*told, "player: Cid, card: [High]"])) == [(4, "impossible-card")]


def test_where_a_game_stands(project: Project) -> None:
    found = run(project, PLAYED[:3])
    assert found.state is not None
    env = found.state.env()
    assert (found.status, env["seats"], env["total"]) == ("unfinished", (BOB, CID), 3)


def test_what_is_taken_back_goes_back_into_the_game_before(project: Project) -> None:
    found = run(project, [*PLAYED[:3], "undo: 2", PLAYED[1].replace("Low", "High"), *PLAYED[2:]])
    assert (found.status, found.problems) == ("valid", ())
    assert codes(run(project, [*PLAYED[:3], "undo: 2", PLAYED[2]])) == [(5, "out-of-turn")]


def test_points_so_far_are_those_of_the_game_being_played(project: Project) -> None:
    assert run(project, [*PLAYED[:1], "claim: score, of: Bob, is: 7"]).status == "unfinished"
    assert codes(run(project, [*PLAYED[:1], "claim: score, of: Bob, is: 13"])) == [(2, "wrong-claim")]
    assert codes(run(project, [*PLAYED[:1], "claim: score, of: Cid, is: 13"])) == [(2, "wrong-claim")]


def test_who_is_not_in_the_game_has_no_turn(project: Project) -> None:
    assert codes(run(project, [PLAYED[0], "player: Cid, card: Low"])) == [(2, "out-of-turn")]
    assert codes(run(project, [*PLAYED, "player: Bob, card: Low"])) == [(5, "after-end")]


@pytest.mark.parametrize("variant", ["match", "season"])
def test_simulated_games_are_valid_and_the_same_for_any_number_of_workers(
    project: Project, variant: str, tmp_path: Path
) -> None:
    def games(workers: int, **more: object) -> object:
        under = {"edition": "en", "games": 30, "players": 3, "seed": 2, "workers": workers} | more
        return simulate(project, "cup", variant, **under)

    assert games(1) == games(2)
    assert games(1).ends == {"finished": 30}
    games(1, games=2, log_dir=tmp_path)
    for path in sorted(tmp_path.iterdir()):
        found = replay(project, read_log(path.read_text("utf-8")))
        assert (found.status, found.problems) == ("valid", ())


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("game hand(rounds, seats[2])", "game hand(rounds * 20, seats[2])", "out-of-range"),
        ("among [seats[2], seats[rounds * 2 - 1]]", "among [seats[2], seats[2]]", "no-value"),
    ],
)
def test_what_cannot_be_played_is_told_where_it_is_said(
    tmp_path: Path, old: str, new: str, code: str
) -> None:
    text = GAME.replace(old, new)
    line = next(n for n, words in enumerate(text.lstrip().splitlines(), 1) if new in words)
    with pytest.raises(ArbitreError) as raised:
        Table(write(tmp_path, text), "match")
    (problem,) = raised.value.problems
    assert (problem.code, problem.spans[0].line) == (code, line)


def test_an_error_inside_is_told_at_its_line(tmp_path: Path) -> None:
    project = write(tmp_path, GAME.replace("      move 2 from deck", "      move 3 from deck"))
    line = GAME.lstrip().splitlines().index("      move 2 from deck into p.held") + 1
    with pytest.raises(ArbitreError) as raised:
        Table(project, "season")
    (problem,) = raised.value.problems
    assert (problem.code, problem.spans[0].line) == ("too-few-cards", line)
