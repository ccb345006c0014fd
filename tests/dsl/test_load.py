"""Loading: a folder becomes a model, and everything that is wrong in it is told at once."""

import os
import subprocess
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from dsl import model as m
from dsl.load import load_game_files, load_project
from dsl.types.algebra import BROKEN
from dsl.types.types import BoolType, IntType, ListType, PlayerType, UnionType
from tests.dsl.conftest import PROJECTS, Tiny
from tests.dsl.typing.test_expressions import show

ROOT = Path(__file__).parents[2]


def clause(game: m.Game, id: str) -> m.Clause:
    """The clause of an edition with this identifier."""
    return next(c for edition in game.editions.values() for c in edition.clauses if c.id == id)


def test_a_project_has_its_games_editions_and_rulings(tiny: Tiny) -> None:
    project = tiny.load()
    assert (project.name, project.prevails, list(project.games)) == ("a duel", "en", ["duel"])
    game = project.games["duel"]
    assert (game.title, game.languages, game.players) == ("The duel", ("en", "ca"), (2, 3))
    assert list(game.editions) == ["en"]
    assert [(r.name, r.edition, r.paths) for r in game.rulings] == [
        ("house", "en", ("spec/duel/house.rules",))
    ]


def test_questions_belong_to_all_variants_or_to_one(tiny: Tiny) -> None:
    game = tiny.game()
    assert game.questions["value"].variant is None
    assert game.questions["outcome"].variant == "standard"
    assert game.variants["standard"].questions == tuple(game.questions)


def test_a_permission_is_a_question_of_true_and_false(tiny: Tiny) -> None:
    permission = tiny.game().questions["may_play"]
    assert (permission.answer, permission.permission) == (BoolType(), "forbidden")


def test_an_enumeration_knows_its_names(tiny: Tiny) -> None:
    names = tiny.game().enums["card"].names
    assert names["Low"] == {"en": ("low card", "the low card"), "ca": ("baixa",)}
    assert tiny.game().enums["side"].type.cases == ("west", "east")
    assert isinstance(tiny.game().types["result"], UnionType)


def test_arguments_of_answers_bind_or_must_be_equal(tiny: Tiny) -> None:
    game = tiny.game()
    high = clause(game, "en.worth.value.High")
    assert (high.binds, show(high.condition)) == (("_card",), "(Compare = _card High)")
    assert show(clause(game, "en.worth.value.Low").condition) == "(Compare = _card Low)"
    wild = clause(game, "en.wild.outcome")
    assert wild.binds == ("plays", "_seats")
    assert wild.rule == "wild" and wild.question == "outcome"


def test_conditions_are_joined_in_order(tiny: Tiny) -> None:
    tiny.add("en", 'rule more "Deal two to each." answers value(Wild) when 1 = 1 unless 2 = 2 then 0')
    found = clause(tiny.game(), "en.more.value")
    equal, one, two = "(Compare = _card Wild)", "(Compare = 1 1)", "(Compare = 2 2)"
    assert show(found.condition) == f"(Logic and (Logic and {equal} {one}) (Not {two}))"


def test_permit_and_forbid_answer_true_and_false(tiny: Tiny) -> None:
    assert show(clause(tiny.game(), "en.one_or_two.may_play").answer) == "(Then True)"


def test_exceptions_mean_all_clauses_of_the_rule_on_the_question(tiny: Tiny) -> None:
    (exception,) = clause(tiny.game(), "en.wild.outcome").exceptions
    assert exception.targets == ("en.most.outcome", "en.level.outcome")
    assert (exception.ground, exception.rules) == ("implied", ("most", "level"))


def test_the_unders_of_a_rule_and_of_its_answers_both_hold(tiny: Tiny) -> None:
    tiny.add(
        "en",
        'rule more "Deal two to each." under first_player: by_lot '
        "answers value(Wild) under beats: last_laid or first_laid then 0",
    )
    under = clause(tiny.game(), "en.more.value").under
    assert under == (("first_player", ("by_lot",)), ("beats", ("first_laid", "last_laid")))


def test_where_clauses_come_from(tiny: Tiny) -> None:
    game = tiny.game()
    assert [(c.id, c.origin) for c in game.assumptions] == [("duel.nine_of_each.copies", m.Origin.ASSUMPTION)]
    winner = clause(game, "en.winner.winners")
    assert winner.origin is m.Origin.ASSUMPTION and winner.because.startswith("The text counts")
    assert [(c.id, c.origin) for c in game.rulings[0].clauses] == [
        ("en.house.nobody_first.begins", m.Origin.FILL),
        ("en.house.wild_is_nothing.value", m.Origin.SETTLE),
    ]
    assert [(p.doubt, p.reading) for p in game.rulings[0].picks] == [
        ("beats", "first_laid"),
        ("first_player", "by_lot"),
    ]


def test_citations_are_places_in_the_source(tiny: Tiny) -> None:
    edition = tiny.game().editions["en"]
    (citation,) = clause(tiny.game(), "en.wild.value").citations
    assert citation.quote == "A wild card beats all. It is worth nothing."
    assert edition.texts[0].source.text[citation.start : citation.end] == citation.quote
    assert citation.line == 5


def test_a_doubt_has_its_readings(tiny: Tiny) -> None:
    doubts = tiny.game().editions["en"].doubts
    beats = doubts["beats"]
    assert beats.type == PlayerType()
    assert [reading.name for reading in beats.readings] == ["first_laid", "last_laid"]
    assert all(reading.value is not None for reading in beats.readings)
    assert [reading.value for reading in doubts["first_player"].readings] == [None, None]


def test_what_stands_under_a_reading_hangs_on_what_its_doubt_hangs_on(tiny: Tiny) -> None:
    tiny.add(
        "en",
        'doubt on_beats "Deal two to each."\n  asks "?"\n  under first_player: by_lot\n  reading a "a"\n'
        '  reading b "b"\ndoubt on_that "Deal two to each."\n  asks "?"\n  under on_beats: a\n'
        '  reading c "c"\n  reading d "d"\n'
        'rule more "Deal two to each."\n  answers value(Wild) under on_that: d then 0',
    )
    assert clause(tiny.game(), "en.more.value").under == (
        ("on_that", ("d",)),
        ("on_beats", ("a",)),
        ("first_player", ("by_lot",)),
    )


def test_orders_notes_references_examples(tiny: Tiny) -> None:
    edition = tiny.game().editions["en"]
    assert [(o.name, o.steps) for o in edition.orders] == [("dealing", ("shuffling", "dealing"))]
    assert [note.name for note in edition.notes] == ["heading"]
    assert [(r.name, r.to) for r in edition.references] == [("tournaments", "tournaments")]
    (example,) = edition.examples
    assert show(example.shows[1]) == "(Compare > (Ask value [High]) (Ask value [Low]))"


def test_the_flow(tiny: Tiny) -> None:
    flow = tiny.game().flows["standard"]
    assert [(zone.name, zone.of_player, zone.seen_by) for zone in flow.zones] == [
        ("deck", False, "nobody"),
        ("hand", True, "owner"),
        ("pile", True, "everyone"),
    ]
    assert [variable.name for variable in flow.variables] == ["leader", "plays"]
    assert show(flow.parameters[0].default) == "None"
    steps = [one for one in flow.body if isinstance(one, m.Step)]
    assert [step.name for step in steps] == ["shuffling", "dealing"]
    (deal,) = steps[1].body
    assert isinstance(deal, m.ForEach) and show(deal.start) == "leader"
    assert show(deal.body) == "[(Move (Ask hand_size []) True (Zone deck None) (Zone hand p) False)]"
    finish = flow.body[-1]
    assert isinstance(finish, m.Finish) and finish.scores is not None
    assert isinstance(finish.scores.type, ListType)


def test_properties_see_the_flow(tiny: Tiny) -> None:
    choice, always, for_all = tiny.game().properties
    assert isinstance(choice.claim, m.AtChoice) and choice.claim.choice == "cards"
    assert "(Zone hand chooser)" in show(choice.claim.claim)
    assert isinstance(always.claim, m.Always) and "(Zone deck None)" in show(always.claim.claim)
    assert isinstance(for_all.claim, m.ForAll)


def test_choices_of_several_at_once_are_read_by_who_chose(tiny: Tiny) -> None:
    tiny.add(
        "game",
        """variant secret "All at once"
flow secret()
  zone hand of player: bag 0..27 of card  seen by owner
  choose laid by each q in seats: bag 1..2 of card from q.hand needs may_play(laid) secretly
  reveal laid
  for each p in seats do
    move laid[p] from p.hand into p.hand
  end
  finish
end""",
    )
    choose, _, each, _ = tiny.game().flows["secret"].body
    assert isinstance(choose, m.Choose) and (choose.each, choose.secretly) == ("q", True)
    assert isinstance(each, m.ForEach)
    his = "(Pick only (Binder [choice of one] laid (Compare = (Field choice of one player) p)))"
    assert show(each.body) == f"[(Move (Field {his} chosen) False (Zone hand p) (Zone hand p) False)]"


def test_a_question_may_ask_itself_of_a_prefix(tiny: Tiny) -> None:
    tiny.add(
        "en",
        """rule more "Deal two to each."
  answers outcome(plays, seats)
    when size(plays) > 1 and shorter(plays, seats) is win
    then drawn
define shorter(some_plays, seats) = outcome(prefix(some_plays, size(some_plays) - 1), seats)""",
    )
    assert tiny.problems() == []


def test_a_plain_list_of_files_will_do(tiny: Tiny) -> None:
    spec = tiny.root / "spec" / "duel"
    games = load_game_files([spec / "en.rules", spec / "game.rules"], tiny.root)
    assert list(games["duel"].editions) == ["en"] and games["duel"].rulings == ()


def leaks(value: object, seen: set[int]) -> bool:
    """Whether anything that stands for what was refused is in a model."""
    if value == BROKEN:
        return True
    if id(value) in seen:
        return False
    seen.add(id(value))
    if is_dataclass(value):
        return any(leaks(getattr(value, field.name), seen) for field in fields(value))
    if isinstance(value, dict):
        return any(leaks(item, seen) for item in value.values())
    return isinstance(value, tuple) and any(leaks(item, seen) for item in value)


def test_nothing_refused_is_left_in_a_model() -> None:
    assert not leaks(load_project(PROJECTS / "duel"), set())
    assert not leaks(load_project(ROOT), set())


def test_numbers_and_default_of_the_shipped_project_are_typed() -> None:
    game = load_project(ROOT).games["emotrions"]
    assert game.questions["decks"].parameters[0].type == IntType(2, 6)
    assert sorted(game.editions) == ["ca", "es", "fr"]


def test_loading_is_the_same_in_every_process() -> None:
    script = (
        "from pathlib import Path; from dsl.load import load_project; import hashlib;"
        f"project = load_project(Path({str(PROJECTS / 'duel')!r}));"
        "print(hashlib.sha256(repr(project).encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "7")
    }
    assert len(seen) == 1


# ------------------------------------------------------------------ what is wrong with a folder


def test_mistakes_of_all_files_are_told_at_once_in_their_order(tiny: Tiny) -> None:
    tiny.add("game", 'question q() -> cadr "?"')
    tiny.add("en", 'rule more "Deal two to each." answers valeu(c) then 1')
    tiny.add("house", "pick beets: first_laid")
    assert [(p.spans[0].path, p.code) for p in tiny.problems()] == [
        ("spec/duel/en.rules", "unknown-question"),
        ("spec/duel/game.rules", "unknown-name"),
        ("spec/duel/house.rules", "unknown-name"),
    ]


def test_what_follows_from_a_declaration_with_a_slip_is_not_reported(tiny: Tiny) -> None:
    tiny.replace("game", "question value(card: card) ->", "question value(card: card) ->>")
    tiny.add("en", 'rule more "Deal five to each." answers copies(c) then 1')
    assert [p.code for p in tiny.problems()] == ["citation-not-found", "unexpected-word"]


def test_a_folder_without_a_project_file(tmp_path: Path) -> None:
    (problem,) = Tiny(tmp_path).problems()
    assert problem.code == "no-project"
    assert problem.message == "`arbitre.toml` cannot be read: no such file or directory"


def test_a_project_file_with_mistakes(tiny: Tiny) -> None:
    (tiny.root / "arbitre.toml").write_text("name = 3\nprevails = 4\n", "utf-8")
    assert [p.code for p in tiny.problems()] == ["bad-project-file", "bad-project-file"]
    (tiny.root / "arbitre.toml").write_text('name = "x"\n[languages]\nen = 3\n', "utf-8")
    (problem,) = tiny.problems()
    assert (problem.code, problem.spans[0].line) == ("bad-project-file", 2)
    (tiny.root / "arbitre.toml").write_text("name = \n", "utf-8")
    assert [p.code for p in tiny.problems()] == ["bad-project-file"]
    (tiny.root / "arbitre.toml").write_bytes(b"\xff")
    assert [p.code for p in tiny.problems()] == ["no-project"]
    (tiny.root / "arbitre.toml").write_text('name = "x"\nprevails = "em"\n', "utf-8")
    (problem,) = tiny.problems()
    assert (problem.code, problem.help) == ("unknown-edition", "known here: `en`")


@pytest.mark.parametrize(
    ("written", "line", "help"),
    [
        ('prevail = "en"', 3, "did you mean `prevails`?"),
        ('"prevail" = "en"', 3, "did you mean `prevails`?"),
        ("\n[language]\nen = 'English'", 4, "did you mean `languages`?"),
        ("[[editions]]\nname = 'en'", 3, "known here: `name`, `prevails`, `languages`"),
        ("editions.en = 'English'", 3, "known here: `name`, `prevails`, `languages`"),
    ],
)
def test_keys_of_the_project_file_that_mean_nothing(tiny, written, line, help):
    (tiny.root / "arbitre.toml").write_text(f'# What it is.\nname = "x"\n{written}\n', "utf-8")
    (problem,) = tiny.problems()
    assert (problem.code, problem.help) == ("bad-project-file", help)
    assert problem.spans[0].line == line


def test_files_that_belong_to_nothing(tiny: Tiny) -> None:
    spec = tiny.root / "spec"
    (spec / "a.rules").write_text('edition xx of dual source "rules-src/duel-en.txt"\n', "utf-8")
    (spec / "b.rules").write_text("rulings club for em of duel\n", "utf-8")
    (spec / "c.rules").write_text('game duel "Again" languages en\n', "utf-8")
    assert [(p.spans[0].path, p.code, p.help) for p in tiny.problems()] == [
        ("spec/a.rules", "unknown-game", "did you mean `duel`?"),
        (
            "spec/duel/game.rules",
            "duplicate-game",
            "a file that begins with `game duel` alone goes on with the game",
        ),
    ]
    (spec / "c.rules").unlink()
    assert [(p.spans[0].path, p.code, p.help) for p in tiny.problems()] == [
        ("spec/a.rules", "unknown-game", "did you mean `duel`?"),
        ("spec/b.rules", "unknown-edition", "known here: `en`"),
    ]


def test_a_source_that_is_not_there(tiny: Tiny) -> None:
    tiny.replace("en", "duel-en.txt", "duel-fr.txt")
    (problem,) = tiny.problems()
    assert problem.code == "source-unreadable"
    assert problem.spans[0].path == "spec/duel/en.rules"


@pytest.mark.parametrize(
    ("written", "code", "message"),
    [
        (
            "n = " + "9" * 5000,
            "bad-project-file",
            "`arbitre.toml` cannot be read: a number in it is too large",
        ),
        (
            "[languages]\nen = ' '",
            "bad-project-file",
            "`languages` says of each edition what its language is called",
        ),
        (
            "[languages]\nen = 'English'\nfr = 'French'",
            "unknown-edition",
            "`fr` is named in `arbitre.toml`, and no edition is called so",
        ),
        (
            "[languages]\nen = 'English'\nen_2 = 'ENGLISH'",
            "name-taken",
            "the editions `en` and `en_2` are both called `ENGLISH`",
        ),
    ],
)
def test_what_the_project_file_says_of_editions(tiny: Tiny, written: str, code: str, message: str) -> None:
    (tiny.root / "arbitre.toml").write_text(f'name = "x"\n{written}\n', "utf-8")
    assert [(p.code, p.message) for p in tiny.problems()] == [(code, message)]


def test_an_edition_says_its_language(tiny: Tiny) -> None:
    path = tiny.root / "spec" / "duel" / "en.rules"
    text = path.read_text("utf-8")
    assert tiny.load().games["duel"].editions["en"].language == "en"
    path.write_text(text.replace("edition en of duel\n", "edition en of duel in ca\n", 1), "utf-8")
    assert tiny.load().games["duel"].editions["en"].language == "ca"
    path.write_text(text.replace("edition en of duel\n", "edition en of duel in cat\n", 1), "utf-8")
    assert [(p.code, p.message) for p in tiny.problems()] == [
        ("unknown-language", "`cat` is no language of the game")
    ]


def test_links_that_lead_nowhere_are_told(tiny: Tiny) -> None:
    spec = tiny.root / "spec"
    (spec / "fr").symlink_to(tiny.root / "not_there")
    (spec / "round").symlink_to(spec)
    assert [(p.code, p.message) for p in tiny.problems()] == [
        ("dangling-link", "`spec/fr` is a link to nothing that can be read"),
        ("dangling-link", "`spec/round` is a link to a folder in which it stands"),
    ]


def test_a_linked_folder_is_read(tiny: Tiny) -> None:
    (tiny.root / "spec" / "duel").rename(tiny.root / "elsewhere")
    (tiny.root / "spec" / "duel").symlink_to(tiny.root / "elsewhere")
    assert list(tiny.load().games["duel"].editions) == ["en"]


def test_a_folder_that_cannot_be_read_is_told(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(folder: Path) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("dsl.rules_files.os.scandir", refused)
    assert [(p.code, p.message) for p in tiny.problems()] == [
        ("unreadable-folder", "`spec` cannot be read: permission denied")
    ]
