"""The deck that a game is played with, on the command line and in logs."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from arbitre.api import load
from arbitre.cli import run
from arbitre.commands.replaying import Under, replay_files
from arbitre.project.usage import UsageProblem
from dsl.model import Deck
from dsl.text.errors import ArbitreError
from interpreter.simulate.simulate import simulate
from tests.dsl.conftest import PROJECTS
from tests.dsl.resolve.test_decks import OWN

DECK = 'deck {name} of duel "A deck"\nassumption as_sold because "So sold." answers copies(card) then {n}\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The duel with two decks."""
    root = tmp_path / "duel"
    shutil.copytree(PROJECTS / "duel", root)
    game = root / "spec" / "duel" / "game.rules"
    game.write_text(game.read_text("utf-8").replace(OWN, "") + "\ndeck small\n", "utf-8")
    for name, number in (("small", 3), ("large", 7)):
        (game.parent / f"{name}.rules").write_text(DECK.format(name=name, n=number), "utf-8")
    return root


def test_a_deck_that_there_is_not(root: Path) -> None:
    with pytest.raises(UsageProblem, match="there is no deck `huge`"):
        load(root, "huge")


@pytest.mark.parametrize(("deck", "line"), [(None, ""), ("large", "deck: large\n")])
def test_a_log_says_its_deck_where_it_is_not_the_game_s_own(
    root: Path, tmp_path: Path, deck: str | None, line: str
) -> None:
    project, logs = load(root, deck), tmp_path / "logs"
    simulate(
        project,
        game="duel",
        variant="standard",
        edition="en",
        rulings=("house",),
        players=2,
        games=1,
        log_dir=logs,
    )
    (log,) = logs.iterdir()
    assert [each for each in log.read_text("utf-8").splitlines(True) if each.startswith("deck")] == (
        [line] if line else []
    )
    for with_it in (project, load(root)):
        (same,) = replay_files(with_it, [str(log)], Under())
        assert same.result.status == "valid" and same.result.game is not None
        assert same.result.game.deck == project.games["duel"].deck


OTHER = """game other "Other" languages en
players 2..3 named A, B, C
enum card
  case High
question copies(card: card) -> 0..9 "How many?"
"""
LOG = """arbitre: 1
game: duel/standard
edition: en
rulings: [house]
deck: {deck}
players: [Ann, Bob]
events: []
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (tmp_path / "logs").mkdir()
    return tmp_path / "logs" / "game.yaml"


def deck_of(root: Path, log: Path, text: str, deck: str | None = None) -> Deck | None:
    """The deck with which the log is read that says `deck: text`. Raises ArbitreError."""
    log.write_text(LOG.format(deck=text), "utf-8")
    (found,) = replay_files(load(root, deck), [str(log)], Under())
    if found.result.unreadable:
        raise ArbitreError(*found.result.unreadable)
    assert found.result.game is not None and found.result.status == "unfinished"
    return found.result.game.deck


def mine(path: Path, name: str = "mine", number: int = 5, game: str = "duel") -> Path:
    path.write_text(DECK.format(name=name, n=number).replace("of duel", f"of {game}"), "utf-8")
    return path


def test_a_log_names_its_deck_by_its_name_or_by_its_file(root: Path, log: Path) -> None:
    beside, inside = mine(log.parent / "mine.rules"), mine(root / "mine.txt", "other", 6)
    assert deck_of(root, log, "small") == load(root).games["duel"].deck
    assert deck_of(root, log, "large") == load(root, "large").games["duel"].deck
    assert deck_of(root, log, "large", "large") == load(root, "large").games["duel"].deck
    assert deck_of(root, log, "spec/duel/large.rules") == load(root, "large").games["duel"].deck
    for text in ("mine.rules", "./mine.rules", str(beside)):
        assert deck_of(root, log, text) == load(root, str(beside)).games["duel"].deck
    assert deck_of(root, log, "./mine.txt") == load(root, str(inside)).games["duel"].deck
    assert deck_of(root, log, "mine.rules", str(beside)) == load(root, str(beside)).games["duel"].deck


@pytest.mark.parametrize(
    ("text", "deck", "code", "help"),
    [
        ("smal", None, "unknown-deck", "did you mean `small`?"),
        ("zzz", None, "unknown-deck", "its decks: `large`, `small`; a file is named as `./zzz.rules`"),
        ("nowhere.rules", None, "no-file", None),
        ("wrong.rules", None, "unknown-deck", None),
        ("empty.rules", None, "empty-file", None),
        ("spec/duel/house.rules", None, "no-deck", None),
        ("small", "large", "other-deck", "without `--deck`, it is read with the deck of the log"),
        ("mine.rules", "large", "other-deck", "without `--deck`, it is read with the deck of the log"),
    ],
)
def test_decks_that_a_log_cannot_have(
    root: Path, log: Path, text: str, deck: str | None, code: str, help: str | None
) -> None:
    mine(log.parent / "mine.rules")
    mine(log.parent / "wrong.rules", game="other")
    (log.parent / "empty.rules").write_text("", "utf-8")
    if text == "wrong.rules":
        (root / "spec" / "other.rules").write_text(OTHER, "utf-8")
    if text.endswith("house.rules"):
        assert (root / text).is_file()
    with pytest.raises(ArbitreError) as error:
        deck_of(root, log, text, deck)
    problem = error.value.problems[0]
    assert problem.code == code and (help is None or problem.help == help)
    assert problem.spans and problem.spans[0].line > 0


def test_a_log_says_the_file_of_a_deck_that_is_none_of_the_project_s(root: Path, tmp_path: Path) -> None:
    """A log opens a file in its own folder or the project's; another has to be asked for."""
    for path, said in ((tmp_path / "mine.rules", "../mine.rules"), (root / "mine.txt", "./mine.txt")):
        mine(path, "small")
        project, logs = load(root, str(path)), tmp_path / f"logs-{path.stem}{path.suffix}"
        settings = {"game": "duel", "variant": "standard", "edition": "en", "rulings": ("house",)}
        simulate(project, **settings, players=2, games=1, log_dir=logs)  # type: ignore[arg-type]
        (log,) = logs.iterdir()
        assert f'deck: "{said}"\n' in log.read_text("utf-8")
        (found,) = replay_files(load(root), [str(log)], Under())
        assert found.result.status == ("unreadable" if said.startswith("..") else "valid")
        (found,) = replay_files(load(root, str(path)), [str(log)], Under())
        assert found.result.status == "valid"


class TestReports:
    @pytest.fixture
    def arbitre(
        self, root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> Callable[..., tuple[int, str]]:
        monkeypatch.setenv("LC_ALL", "C")
        monkeypatch.setenv("ARBITRE_PROJECT", str(root))

        def call(*arguments: str) -> tuple[int, str]:
            status = run(list(arguments))
            captured = capsys.readouterr()
            assert "Traceback" not in captured.err
            return status, " ".join((captured.out + captured.err).split())

        return call

    def test_they_say_with_which_deck(self, arbitre: Callable[..., tuple[int, str]], log: Path) -> None:
        log.write_text(LOG.format(deck="large"), "utf-8")
        leaning = "Assumes: duel.large.as_sold."
        for arguments, said in (
            (("ask", "duel", "copies", "--given", "card=High"), "`small`: A deck."),
            (("ask", "duel", "copies", "--given", "card=High", "--deck", "large"), "`large`: A deck."),
            (("replay", str(log)), f"`large`: A deck. {leaning}"),
            (("explain", f"{log}:1"), None),
            (("simulate", "duel", "--rulings", "house", "--games", "2", "--deck", "large"), leaning),
        ):
            status, out = arbitre(*arguments)
            assert status in (0, 1, 2)
            assert said is None or ("Played with the deck" in out and said in out), arguments

    def test_a_check_says_it_for_each_game(self, arbitre: Callable[..., tuple[int, str]], root: Path) -> None:
        (root / "spec" / "duel" / "house.rules").unlink()
        status, out = arbitre("check", "duel", "--deck", "large", "--kind", "dangling")
        assert status in (0, 1, 4) and "Played with the deck `large`: A deck." in out

    def test_list_names_them(self, arbitre: Callable[..., tuple[int, str]]) -> None:
        assert (
            "large A deck spec/duel/large.rules small A deck spec/duel/small.rules played with"
            in (arbitre("list", "duel")[1])
        )
        status, out = arbitre("list", "duel", "--format", "json", "--deck", "large")
        decks = json.loads(out)["games"][0]["decks"]
        assert status == 0 and [(d["name"], d["played_with"]) for d in decks] == [
            ("large", True),
            ("small", False),
        ]

    def test_explain_takes_one(self, arbitre: Callable[..., tuple[int, str]]) -> None:
        status, out = arbitre("explain", "duel.large.as_sold", "--deck", "large")
        assert status == 0 and "So sold." in out
        assert arbitre("explain", "duel.large.as_sold")[0] == 2

    @pytest.mark.parametrize(
        ("deck", "status", "said"),
        [
            ("huge", 2, "there is no deck `huge`"),
            ("./nowhere.rules", 3, "nowhere.rules"),
            ("spec", 2, "there is no deck `spec`"),
            ("./spec", 3, "spec"),
        ],
    )
    def test_decks_that_there_are_not(
        self,
        arbitre: Callable[..., tuple[int, str]],
        root: Path,
        monkeypatch: pytest.MonkeyPatch,
        deck: str,
        status: int,
        said: str,
    ) -> None:
        monkeypatch.chdir(root)
        for command in (["ask", "duel", "copies", "--given", "card=High"], ["explain", "en.copies"]):
            found, out = arbitre(*command, "--deck", deck)
            assert found == status and said in out
