"""Choices made by several at once, in secret: the order in which they are laid, hidden, shown."""

from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.model import Game, Project
from dsl.types.values import Player
from interpreter.logs.log import read_log
from interpreter.play.views import view
from interpreter.replay.replay import Replay, replay
from interpreter.simulate.simulate import simulate
from tests.interpreter.seen import view_to_json

GAME = """
game bids "Bids" languages en

players 2..3 named Ann, Bob, Cid

enum card
  case Low
  case High
record points has player: player, score: -99..99

permission may_bid(cards: bag 1..2 of card) otherwise forbidden
  "May these be bid?"

variant plain "Plain"

flow plain()
  zone hand of player: bag 0..9 of card   seen by owner
  zone table of player: bag 0..9 of card  seen by everyone
  var order: list 0..3 of player = []
  var sizes: list 0..3 of 0..9 = []
  var passes: 0..3 = 0
  var guesses: 0..3 = 0

  for each p in seats do
    put 2 of Low into p.hand
    put 2 of High into p.hand
  end
  choose bid by each p in seats: bag 1..2 of card from p.hand needs may_bid(bid) secretly
  reveal bid
  set order = as_laid(bid)
  set sizes = [size(bid[p]) for p in seats]
  for each p in as_laid(bid) do
    move bid[p] from p.hand into p.table
  end
  choose stays by each p in prefix(seats, 2): bool secretly
  reveal stays
  set passes = count p in as_laid(stays) where not stays[p]
  choose guess by each p in seats: optional player secretly
  reveal guess
  set guesses = count p in seats where guess[p] is not none
  finish with [points(p, size(p.table) * 10 + passes) for p in seats] won by {order[1]}
end

variant again "Again"

flow again()
  game plain()
  choose bid by each p in seats: bool secretly
  reveal bid
  finish with [points(p, if bid[p] and may_bid({Low}) then 1 else 0) for p in seats]
end

assumption alike because "To test with."
  answers may_bid(cards) when no c in cards: c != (the first d in [High, Low] where d in cards) permit
"""
HEAD = "arbitre: 1\ngame: bids/plain\nedition: en\nplayers: [Ann, Bob, Cid]\nevents:\n"
ANN, BOB, CID = THREE = tuple(map(Player, ("Ann", "Bob", "Cid")))


def write(root: Path, text: str = GAME) -> Project:
    name = text.split()[1]
    for path, words in (
        ("arbitre.toml", 'name = "bids"\n'),
        ("rules-src/en.txt", "Bids.\n"),
        ("spec/game.rules", text.lstrip()),
        ("spec/en.rules", f'edition en of {name}\nsource "rules-src/en.txt"\n'),
    ):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(words, "utf-8")
    return load_project(root)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return write(tmp_path_factory.mktemp("bids"))


@pytest.fixture(scope="module")
def game(project: Project) -> Game:
    return project.games["bids"]


def run(project: Project, *events: str, at: int | None = None, head: str = HEAD) -> Replay:
    return replay(project, read_log(head + "".join(f"  - {{{event}}}\n" for event in events)), at=at)


def codes(found: Replay) -> list[tuple[int, str]]:
    return [(p.event, p.code) for p in found.problems]


def bid(player: str, *cards: str) -> str:
    return f"player: {player}, bid: [{', '.join(cards)}]"


BIDS = (bid("Cid", "High", "High"), bid("Ann", "Low"), bid("Bob", "High"))
STAYS = ("player: Bob, stays: true", "player: Ann, stays: false")
GUESSES = ("player: Cid, guess: Ann", "player: Ann, guess: null", "player: Bob, guess: null")


def names(found: Replay) -> dict[str, object]:
    assert found.state is not None
    return found.state.env()


def test_they_lay_in_any_order_and_that_is_kept(project: Project) -> None:
    found = run(project, *BIDS, *STAYS, *GUESSES)
    assert (found.status, found.problems) == ("valid", ())
    env = names(found)
    assert (env["order"], env["sizes"]) == ((CID, ANN, BOB), (1, 1, 2))
    assert (env["passes"], env["guesses"]) == (1, 1)
    assert (found.winners, found.scores) == (("Cid",), {"Ann": 11, "Bob": 11, "Cid": 21})


@pytest.mark.parametrize("reveals", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_what_is_hidden_at_first_counts_from_when_it_was_laid(
    project: Project, reveals: tuple[int, ...]
) -> None:
    hidden = [f"player: {name}, bid: hidden" for name in ("Cid", "Ann", "Bob")]
    shown = [
        event.replace("player: ", "reveal: bid, of: ").replace("bid: [", "is: [")
        for event in (BIDS[n] for n in reveals)
    ]
    found = run(project, *hidden, *shown, *STAYS, *GUESSES)
    assert (found.status, found.problems) == ("valid", ())
    assert (names(found)["order"], found.winners) == ((CID, ANN, BOB), ("Cid",))


HIDDEN = ("player: Cid, bid: hidden", BIDS[1], "player: Bob, bid: hidden")


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((*HIDDEN, "reveal: bid, of: Ann, is: [High]"), (4, "out-of-turn")),
        ((*HIDDEN, "reveal: bid, of: Ann, is: [Low]"), (4, "out-of-turn")),
        ((*HIDDEN[:2], "reveal: bid, of: Cid, is: [Low]"), (3, "out-of-turn")),
        ((*BIDS, "reveal: bid, of: Cid, is: [High, High]"), (4, "out-of-turn")),
        ((*BIDS, *STAYS, *GUESSES, "reveal: guess, of: Cid, is: Ann"), (9, "out-of-turn")),
        ((*HIDDEN, "reveal: bid, of: Cid, is: [High, Low]"), (4, "illegal-move")),
        (
            (*HIDDEN, "reveal: bid, of: Cid, is: [High]", "reveal: bid, of: Cid, is: [Low]"),
            (5, "out-of-turn"),
        ),
        ((*HIDDEN, "player: Bob, stays: true"), (4, "out-of-turn")),
        ((*HIDDEN, "player: Ann, bid: [Low]"), (4, "out-of-turn")),
        ((HIDDEN[0], "player: Cid, bid: [Low]"), (2, "out-of-turn")),
        (("reveal: bid, of: Cid, is: [Low]",), (1, "out-of-turn")),
        ((*BIDS, STAYS[1], "player: Ann, stays: true"), (5, "out-of-turn")),
        ((*BIDS, *STAYS, GUESSES[1], "player: Ann, guess: Bob"), (7, "out-of-turn")),
        ((*BIDS, "player: Cid, stays: true"), (4, "out-of-turn")),
    ],
)
def test_what_is_refused(project: Project, events: tuple[str, ...], said: tuple[int, str]) -> None:
    assert codes(run(project, *events)) == [said]


def test_choices_of_the_same_name_in_a_flow_and_in_one_that_it_plays(project: Project) -> None:
    head = HEAD.replace("plain", "again")
    hidden = [f"player: {name}, bid: hidden" for name in ("Cid", "Bob")]
    shown = ["reveal: bid, of: Bob, is: false", "reveal: bid, of: Cid, is: true"]
    events = (*BIDS, *STAYS, *GUESSES, *hidden, "player: Ann, bid: false", *shown)
    found = run(project, *events, head=head)
    assert (found.status, found.problems) == ("valid", ())
    assert found.scores == {"Ann": 0, "Bob": 0, "Cid": 1}
    assert codes(run(project, *events[:-1], "reveal: bid, of: Cid, is: [High]", head=head)) == [
        (len(events), "malformed")
    ]


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ((), "`Ann`, `Bob` and `Cid` have to choose `bid`"),
        (HIDDEN[:1], "`Ann` and `Bob` have to choose `bid`"),
        (HIDDEN[:2], "`Bob` has to choose `bid`"),
        (HIDDEN, "`bid` of `Bob` and `Cid` has to be revealed"),
        ((*HIDDEN, "reveal: bid, of: Cid, is: [High]"), "`bid` of `Bob` has to be revealed"),
        (BIDS, "`Ann` and `Bob` have to choose `stays`"),
    ],
)
def test_what_is_waited_for(project: Project, events: tuple[str, ...], said: str) -> None:
    found = run(project, *events)
    assert (found.problems, found.waits_for) == ((), said)


def test_why_a_choice_is_not_shown(project: Project) -> None:
    show = "reveal: bid, of: Cid, is: [High]"
    for events, said in (
        ((), "`Cid` has no `bid` to show"),
        (HIDDEN[:2], "`bid` is shown once all have chosen: `Bob` has to choose `bid`"),
        ((*HIDDEN, show), "`Cid` has no `bid` to show: it is told already"),
    ):
        assert [p.message for p in run(project, *events, show).problems] == [said]


def test_nobody_sees_a_choice_before_it_is_shown(project: Project, game: Game) -> None:
    found = run(project, *BIDS[:2], at=3)
    assert found.state is not None
    flow = game.flows["plain"]
    for viewer in (BOB, None):
        zones = view_to_json(view(flow, found.state, viewer), found.game)["zones"]
        assert zones["table"] == {"Ann": [], "Bob": [], "Cid": []}
        assert zones["hand"]["Cid"] == [None] * 4 and zones["hand"]["Ann"] == [None] * 4
    assert "bid" not in found.state.env()


def test_simulated_games_are_valid_and_the_same_for_any_number_of_workers(
    project: Project, tmp_path: Path
) -> None:
    alone = simulate(project, "bids", "plain", edition="en", games=24, players=3)
    assert alone.ends == {"finished": 24}
    assert simulate(project, "bids", "plain", edition="en", games=24, players=3, workers=2) == alone
    simulate(project, "bids", "plain", edition="en", games=4, players=3, log_dir=tmp_path)
    for path in sorted(tmp_path.iterdir()):
        assert replay(project, read_log(path.read_text("utf-8"))).status == "valid"


GUESSING = """
game coin "Coin" languages en
players 2..2 named Ann, Bob
enum side
  case heads
  case tails
record points has player: player, score: 0..9
question worth() -> 0..9
  "What is a right guess worth?"
variant plain "Plain"
flow plain()
  choose coin by seats[1]: side secretly
  choose guess by seats[2]: side
  reveal coin
  finish with [points(p, if p = seats[2] and coin = guess then worth() else 0) for p in seats]
end
assumption worths because "To test with."
  answers worth() then 1
"""


def test_a_bot_does_not_know_what_another_chose_in_secret(tmp_path: Path) -> None:
    project = write(tmp_path, GUESSING)
    done = simulate(project, "coin", "plain", edition="en", games=40, players=2, bots=("sampling",))
    guessed = done.scores[1]
    assert guessed is not None and 0.2 < guessed.mean < 0.8


LOTS = """
game lots "Lots" languages en
players 2..3 named Ann, Bob, Cid
record points has player: player, score: 0..9
question deals(leader: player) -> player
  "Who deals?"
question served(leader: player) -> 0..3
  "How many play?"
variant plain "Plain"
flow plain()
  var some_play: 0..3 = 0
  var dealer: player = seats[1]
  choose ready by seats[1]: bool
  set some_play = served(seats[1])
  chance opens in seats
  set dealer = deals(opens)
  chance closes in prefix(seats, 2)
  set dealer = deals(closes)
  choose done by dealer: bool
  finish with [points(p, if p = opens then 1 else 0) for p in seats] won by {closes}
end
assumption all_of_it because "To test with."
  answers deals(leader) then leader
  answers served(leader) then 3
"""
READY = "player: Ann, ready: true"


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (("claim: deals, is: Bob", "player: Bob, done: true"), []),
        (("claim: served, is: 3", "claim: deals, is: Cid", "player: Bob, done: true"), []),
        (("claim: deals, is: Cid", "claim: served, is: 3", "player: Ann, done: true"), []),
        (("claim: deals, is: Cid", "opens: Cid", "closes: Bob", "player: Bob, done: true"), []),
        (("closes: Bob", "player: Bob, done: true", "claim: score, of: Cid, is: 1"), []),
        (("claim: deals, is: Bob", "player: Cid, done: true"), [(3, "out-of-turn")]),
        (("closes: Bob", "player: Ann, done: true"), [(3, "out-of-turn")]),
        (("claim: served, is: 2",), [(2, "wrong-claim")]),
        (("closes: Cid",), [(2, "wrong-claim")]),
        (
            ("opens: Cid", "claim: deals, is: Cid", "claim: deals, is: Bob", "player: Ann, done: true"),
            [(5, "out-of-turn")],
        ),
        (("claim: dealz, is: Bob",), [(2, "malformed")]),
    ],
)
def test_a_lot_that_is_left_out_can_have_fallen_in_any_way(
    tmp_path: Path, events: tuple[str, ...], said: list[tuple[int, str]]
) -> None:
    head = HEAD.replace("bids", "lots")
    assert codes(run(write(tmp_path, LOTS), READY, *events, head=head)) == said
