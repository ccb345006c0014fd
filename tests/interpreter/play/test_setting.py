"""What GAME with its options and values means: on the command line, in logs, in simulation."""

import textwrap
from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.model import Project
from dsl.text.errors import ArbitreError
from dsl.text.span import Span
from dsl.types.values import Case, Player, ValueSet, set_of
from interpreter.logs.log import read_log
from interpreter.play.setting import option_set, settle_game
from interpreter.replay.replay import Replay, replay
from interpreter.simulate.simulate import simulate

GAME = """
game coins "Coins" languages en, ca

players 2..2 named Ann, Bob

variant plain "plain coins"

question worth(doubled: bool) -> 0..9
  "What is a coin worth?"

flow plain(options: set of option = {}, rounds: 1..3 = 1,
  began: set of player = {}, opener: optional player = none)
  var points: list 0..9 of points = []
  var made: 0..3 = 0
  while made < rounds do
    set made = made + 1
    choose side by seats[1]: side
    if flipped in options do
      choose other by seats[2]: side
    end
  end
  let gain = worth(twice in options)
  finish with [points(p, gain * rounds) for p in seats] won by began
end

option twice "Twice" of plain en "double coins" ca "monedes dobles", "Doblós"
option flipped "Flipped" of plain ca "girat"

question again(worth: 1..3) -> 0..9
  "What is it worth after a coin is flipped?"

variant still "still coins"

flow still()
  let gain = worth(false)
  finish with [points(p, gain) for p in seats] won by {}
end

variant bare "bare coins"
option buried "Buried" of bare

enum side
  case heads
  case tails
record points has player: player, score: 0..99

assumption worths because "To test with."
  answers worth(doubled) then if doubled then 2 else 1
assumption agains because "To test with."
  answers again(worth) then worth * 2
"""
EDITION = """
edition en of coins
source "rules-src/en.txt"
part "Coins." for plain, still
part "Options" for plain with twice, flipped
"""
CATALAN = """
edition ca of coins
source "rules-src/ca.txt"
part "Monedes" for plain
part "Girar-les" for plain with flipped
"""
SPAN = Span("log", 7, 1, 7, 9)


def write_project(root: Path) -> Path:
    """Writes the game to a folder, and returns that."""
    for path, text in (
        ("arbitre.toml", 'name = "coins"\n'),
        ("rules-src/en.txt", "Coins.\n\nOptions\n"),
        ("spec/game.rules", GAME),
        ("spec/en.rules", EDITION),
        ("rules-src/ca.txt", "Monedes\n\nGirar-les\n"),
        ("spec/ca.rules", CATALAN),
    ):
        file = root / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return load_project(write_project(tmp_path_factory.mktemp("coins")))


def option(project: Project, *names: str) -> ValueSet:
    cases = project.games["coins"].enums["option"].type.cases
    return set_of(Case("option", name, cases.index(name)) for name in names)


class TestSettling:
    def test_without_options(self, project: Project) -> None:
        found = settle_game(project, "coins/plain")
        assert (found.game.name, found.variant, found.options) == ("coins", "plain", ())
        assert found.parameters == {}
        assert found.name == "coins/plain"

    @pytest.mark.parametrize(
        "text",
        [
            "coins/plain+twice+flipped",
            "coins/plain+flipped+twice",
            "coins/plain+Girat+DOBLOS",
            "coins/plain + double coins + girat",
            "coins/plain+twice+flipped+twice",
        ],
    )
    def test_options_by_any_name_are_in_the_order_of_the_game(self, project: Project, text: str) -> None:
        found = settle_game(project, text)
        assert found.options == ("twice", "flipped")
        assert found.name == "coins/plain+twice+flipped"
        assert found.parameters == {"options": option(project, "twice", "flipped")}
        assert found.given == {}

    def test_options_told_apart(self, project: Project) -> None:
        found = settle_game(project, "coins/plain+twice", options=[("GIRAT", SPAN)])
        assert found.options == ("twice", "flipped")

    def test_values(self, project: Project) -> None:
        found = settle_game(project, "coins/plain+rounds=2+twice+began=[Ann, Zoë]")
        assert found.given == {"rounds": 2, "began": set_of([Player("Ann"), Player("Zoë")])}
        assert found.options == ("twice",)
        assert found.name == "coins/plain+twice"

    @pytest.mark.parametrize(
        ("text", "said", "help"),
        [
            ("coinz/plain", "there is no game `coinz`", "did you mean `coins`?"),
            ("coins/plane", "no variant `plane` that can be played", "did you mean `plain`?"),
            ("coins/bare", "no variant `bare` that can be played", None),
            ("coins", "no variant `` that can be played", None),
            ("coins/plain+twise", "`coins/plain` has no option `twise`", "did you mean `twice`?"),
            ("coins/plain+monedes doble", "no option `monedes doble`", "did you mean `monedes dobles`?"),
            ("coins/plain+xyz", "no option `xyz`", "there are: `twice`, `flipped`"),
            ("coins/plain+", "no option ``", "there are: `twice`, `flipped`"),
            ("coins/plain+buried", "no option `buried`", "it is an option of `coins/bare`"),
            ("coins/still+twice", "no option `twice`", "it is an option of `coins/plain`"),
            ("coins/plain+round=2", "no option `round` that takes a value", "did you mean `rounds`?"),
            ("coins/plain+options=[twice]", "no option `options` that takes a value", None),
            ("coins/plain+rounds=4", "`rounds`: 4 is not 1 to 3", None),
            ("coins/plain+rounds=two", "`rounds`: `two` is no whole number", None),
            ("coins/plain+rounds=", "`rounds`", None),
            ("coins/plain+began=[", "`began`", None),
            ("coins/plain+rounds=1+rounds=2", "`rounds` is given twice", None),
        ],
    )
    def test_what_there_is_not(self, project: Project, text: str, said: str, help: str | None) -> None:
        with pytest.raises(ArbitreError) as raised:
            settle_game(project, text, SPAN)
        (problem,) = raised.value.problems
        assert said in problem.message
        assert problem.spans == (SPAN,)
        if help is not None:
            assert help in (problem.help or "")

    def test_all_that_is_wrong_is_told_at_once(self, project: Project) -> None:
        with pytest.raises(ArbitreError) as raised:
            settle_game(project, "coins/plain+twise+rounds=9+girats")
        assert len(raised.value.problems) == 3

    def test_a_flow_that_knows_no_options(self, project: Project) -> None:
        with pytest.raises(ArbitreError, match="knows no options"):
            option_set(project.games["coins"], "still", [])


LOG = """\
arbitre: 1
game: GAME
edition: en
players: [Ann, Bob]
events:
"""


def replayed(project: Project, head: str, events: str) -> Replay:
    return replay(project, read_log(LOG.replace("game: GAME", head) + textwrap.dedent(events)))


PLAYED = """\
  - {player: Ann, side: heads}
  - {player: Bob, other: tails}
  - {claim: score, of: Ann, is: 2}
"""


class TestLogs:
    @pytest.mark.parametrize(
        "head",
        [
            "game: coins/plain+twice+flipped",
            "game: coins/plain+Girat+Doblós",
            "game: coins/plain\noptions: [flipped, twice]",
            "game: coins/plain+twice\noptions: [girat]",
            "game: coins/plain+twice\noptions: girat",
            "game: coins/plain+flipped\noptions: [double coins, flipped]",
            "game: coins/plain\ngiven: {options: [twice, flipped]}",
            "game: coins/plain+twice+flipped+rounds=1",
        ],
    )
    def test_played_with_options(self, project: Project, head: str) -> None:
        found = replayed(project, head, PLAYED)
        assert (found.status, found.problems) == ("valid", ())
        assert found.name == "coins/plain+twice+flipped"
        assert found.scores == {"Ann": 2, "Bob": 2}

    @pytest.mark.parametrize(
        ("head", "line"),
        [
            ("game: coins/plain+began=[Ann, Zoe]", 2),
            ("game: coins/plain\ngiven: {began: [Ann, Zoe]}", 3),
            ("game: coins/plain+opener=Zoe", 2),
            ("game: coins/plain\ngiven: {opener: Zoe}", 3),
        ],
    )
    def test_who_is_not_at_the_table_cannot_be_given(self, project: Project, head: str, line: int) -> None:
        found = replayed(project, head, PLAYED)
        assert (found.status, found.exit_status) == ("unreadable", 3)
        (problem,) = found.unreadable
        assert (problem.message, problem.spans[0].line) == ("`Zoe` is not at the table", line)

    @pytest.mark.parametrize(
        ("head", "opener"),
        [
            ("game: coins/plain+opener=none", None),
            ("game: coins/plain+opener=~", None),
            ("game: coins/plain\ngiven: {opener: none}", None),
            ("game: coins/plain\ngiven: {opener: ~}", None),
            ("game: coins/plain\ngiven: {opener: Bob}", Player("Bob")),
        ],
    )
    def test_none_for_what_may_be_left_out(self, project: Project, head: str, opener: Player | None) -> None:
        found = replayed(project, head, "")
        assert found.problems == () and found.state is not None
        assert found.state.values["opener"] == opener

    def test_a_player_whose_name_is_none(self, project: Project) -> None:
        text = LOG.replace("GAME", "coins/plain\ngiven: {opener: none}").replace("Bob", "none")
        found = replay(project, read_log(text))
        assert found.state is not None and found.state.values["opener"] == Player("none")

    def test_simulated_games_are_of_those_at_the_table(self, project: Project) -> None:
        given = settle_game(project, "coins/plain+opener=Zoe").parameters
        with pytest.raises(ArbitreError, match="`Zoe` is not at the table"):
            simulate(project, "coins", "plain", edition="en", games=1, parameters=given)

    def test_without_the_options_it_is_another_game(self, project: Project) -> None:
        found = replayed(project, "game: coins/plain", PLAYED)
        assert [(p.event, p.code) for p in found.problems] == [(2, "after-end"), (3, "wrong-claim")]
        assert replayed(project, "game: coins/plain+flipped", PLAYED).problems[0].code == "wrong-claim"

    def test_values(self, project: Project) -> None:
        for head in ("game: coins/plain+rounds=2", "game: coins/plain\ngiven: {rounds: 2}"):
            found = replayed(project, head, "  - {player: Ann, side: heads}\n" * 2)
            assert (found.status, found.scores) == ("valid", {"Ann": 2, "Bob": 2})

    @pytest.mark.parametrize(
        ("head", "line", "said"),
        [
            ("game: coins/plain+twise", 2, "`coins/plain` has no option `twise`"),
            ("game: coins/plain\noptions: [flipped, twise]", 3, "`coins/plain` has no option `twise`"),
            ("game: coins/still\noptions: [twice]", 3, "`coins/still` has no option `twice`"),
            ("game: coins/plain\noptions: [[twice]]", 3, "`options` are names"),
            ("game: coins/plain\noptions: {twice: yes}", 3, "`options` are names"),
            ("game: coins/plain+rounds=9", 2, "`rounds`: 9 is not 1 to 3"),
            ("game: coins/plain+rounds=2\ngiven: {rounds: 2}", 3, "the `game` says already"),
            ("game: coins/plain+twice\ngiven: {options: [flipped]}", 3, "the `game` says already"),
            ("game: coins+twice", 2, "as GAME/VARIANT"),
        ],
    )
    def test_what_there_is_not_is_told_at_its_line(
        self, project: Project, head: str, line: int, said: str
    ) -> None:
        try:
            found = replayed(project, head, PLAYED)
        except ArbitreError as error:
            problems = error.problems
        else:
            assert found.status == "unreadable"
            problems = found.unreadable
        assert [(p.spans[0].line, said in p.message) for p in problems] == [(line, True)]


class TestSimulation:
    def test_games_are_played_and_written_with_them(self, project: Project, tmp_path: Path) -> None:
        setting = settle_game(project, "coins/plain+girat+twice+rounds=3")
        done = simulate(
            project,
            "coins",
            "plain",
            edition="en",
            games=3,
            log_dir=tmp_path,
            parameters=setting.parameters,
        )
        assert done.ends == {"finished": 3}
        assert done.plan.name == "coins/plain+twice+flipped"
        assert done.choices is not None and done.choices.mean == 6
        assert [spread.mean for spread in done.scores if spread is not None] == [6, 6]
        for path in sorted(tmp_path.iterdir()):
            text = path.read_text(encoding="utf-8")
            assert "game: coins/plain+twice+flipped\n" in text or 'game: "coins/plain+twice+flipped"' in text
            assert "given: {rounds: 3}\n" in text
            again = replay(project, read_log(text))
            assert (again.status, again.problems) == ("valid", ())
            assert again.scores == {"Ann": 6, "Bob": 6}
