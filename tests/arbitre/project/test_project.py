"""Where the project is, and what the words of the command line mean in it."""

from pathlib import Path

import pytest

from arbitre.project import project as places
from arbitre.project.usage import UsageProblem
from dsl.text.errors import ArbitreError
from tests.arbitre.madeup import made_project

ROOT = Path(__file__).parents[3]


def folder_with(path: Path) -> Path:
    path.mkdir(parents=True)
    (path / places.MARKER).write_text('name = "x"\n', encoding="utf-8")
    return path


class TestLocate:
    def test_what_is_given_goes_before_all(self, tmp_path: Path) -> None:
        given, named = folder_with(tmp_path / "given"), folder_with(tmp_path / "named")
        environ = {places.VARIABLE: str(named)}
        assert places.locate(given, cwd=named, environ=environ) == given

    def test_then_the_environment(self, tmp_path: Path) -> None:
        here, named = folder_with(tmp_path / "here"), folder_with(tmp_path / "named")
        assert places.locate(cwd=here, environ={places.VARIABLE: str(named)}) == named

    def test_then_the_nearest_folder_upwards(self, tmp_path: Path) -> None:
        outer = folder_with(tmp_path / "outer")
        inner = folder_with(outer / "a" / "inner")
        (inner / "b" / "c").mkdir(parents=True)
        assert places.locate(cwd=inner / "b" / "c", environ={}) == inner
        assert places.locate(cwd=outer / "a", environ={}) == outer

    def test_else_the_shipped_one(self, tmp_path: Path) -> None:
        assert places.locate(cwd=tmp_path, environ={}) == places.shipped() == ROOT

    def test_an_empty_variable_is_none(self, tmp_path: Path) -> None:
        assert places.locate(cwd=tmp_path, environ={places.VARIABLE: ""}) == ROOT

    @pytest.mark.parametrize("make", [False, True])
    def test_a_folder_that_is_none_is_an_error(self, tmp_path: Path, make: bool) -> None:
        folder = tmp_path / "nothing"
        if make:
            folder.mkdir()
        with pytest.raises(ArbitreError) as raised:
            places.locate(folder)
        assert raised.value.problems[0].code == "no-project"


class TestTargets:
    def test_a_path_is_told_from_a_name(self) -> None:
        assert [t for t in ("a", "a/b", "/a", "./a", "..", "a.rules") if places.is_path(t)] == [
            "/a",
            "./a",
            "..",
            "a.rules",
        ]

    def test_paths_lead_to_their_project(self, tmp_path: Path) -> None:
        folder = folder_with(tmp_path / "mine")
        (folder / "spec").mkdir()
        assert places.project_of([str(folder / "spec")], cwd=ROOT, environ={}) == folder
        assert places.project_of(["tokens"], cwd=folder, environ={}) == folder

    def test_one_project_at_a_time(self, tmp_path: Path) -> None:
        one, other = folder_with(tmp_path / "one"), folder_with(tmp_path / "other")
        with pytest.raises(UsageProblem, match="two projects"):
            places.project_of([str(one), str(other)])

    def test_a_path_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(ArbitreError, match="no file or folder"):
            places.project_of([str(tmp_path / "not.rules")])

    def test_names(self) -> None:
        project = made_project()
        assert places.resolve_targets(project, ["tiny"]).names == ("tiny",)
        assert places.resolve_targets(project, ["tiny/plain", "tiny/plain"]).names == ("tiny/plain",)
        assert places.resolve_targets(project, []).names == ()

    @pytest.mark.parametrize(
        ("target", "said"),
        [
            ("tinny", "`tinny` is not a game; did you mean `tiny`?"),
            ("tiny/plein", "`plein` is not a variant of `tiny`; did you mean `plain`?"),
            ("zzz", "`zzz` is not a game; there are: `tiny`"),
        ],
    )
    def test_what_there_is_not(self, target: str, said: str) -> None:
        with pytest.raises(UsageProblem) as raised:
            places.resolve_targets(made_project(), [target])
        assert str(raised.value) == said


class TestNames:
    def test_game_with_variant(self) -> None:
        game, variant = places.find_game(made_project(), "tiny/plain")
        assert (game.name, variant) == ("tiny", "plain")
        assert places.find_game(made_project(), "tiny")[1] is None

    def test_options_there_are_not(self) -> None:
        with pytest.raises(UsageProblem, match="`tiny/plain` has no option `swap`"):
            places.find_game(made_project(), "tiny/plain+swap=2")

    def test_editions_keep_the_order_of_the_game(self) -> None:
        game = made_project().games["tiny"]
        assert [e.name for e in places.find_editions(game, "es, ca")] == ["ca", "es"]
        assert [e.name for e in places.find_editions(game, None)] == ["ca", "es"]
        with pytest.raises(UsageProblem, match="`en` is not an edition"):
            places.find_editions(game, "en")
        with pytest.raises(UsageProblem, match="no edition"):
            places.find_editions(game, ",")

    def test_questions(self) -> None:
        game = made_project().games["tiny"]
        assert places.find_question(game, "outcome", "plain").name == "outcome"
        with pytest.raises(UsageProblem, match="did you mean `outcome`"):
            places.find_question(game, "otcome")

    def test_readings(self) -> None:
        editions = tuple(made_project().games["tiny"].editions.values())
        chosen = places.find_readings(editions, ["ca.tie=last"])
        assert places.readings_for(editions[0], chosen) == {"tie": "last"}
        assert places.readings_for(editions[1], chosen) == {}

    @pytest.mark.parametrize(
        ("texts", "said"),
        [
            (["tie"], "not of the form"),
            (["teh=last"], "is not a doubt"),
            (["tie=lost"], "did you mean `last`"),
            (["tie=last", "tie=first"], "two readings"),
        ],
    )
    def test_readings_there_are_not(self, texts: list[str], said: str) -> None:
        with pytest.raises(UsageProblem, match=said):
            places.find_readings(tuple(made_project().games["tiny"].editions.values()), texts)
