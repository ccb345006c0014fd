"""A game, an edition and rulings that stand in several files each."""

from pathlib import Path

import pytest

from dsl.load import load_game_files
from dsl.model import Edition
from dsl.model.coverage import cover
from tests.coverage import not_covered
from tests.dsl.conftest import Tiny

TITLE = 'game duel "The duel" languages en, ca\n'


def write(tiny: Tiny, path: str, text: str) -> None:
    """A file of the project."""
    file = tiny.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def swift(tiny: Tiny) -> None:
    """A second variant, in files of its own: one goes on with the game, one with the edition."""
    write(
        tiny,
        "spec/duel/a-swift/game.rules",
        "game duel\n\n"
        'define twice(n) = 2 * n\n\nquestion worth_twice(card: card) -> -9..9 "Twice what?"\n\n'
        'variant swift "The swift duel"\n\nquestion limit() -> 0..9 "How many seconds are there?"\n',
    )
    write(
        tiny,
        "spec/duel/a-swift/en.rules",
        'edition en of duel for swift\nsource "rules-src/swift-en.txt"\n\n'
        'rule seconds "Five seconds a card." answers limit() then 5\n'
        'rule two "A card counts twice." answers worth_twice(card) then twice(value(card))\n',
    )
    write(tiny, "rules-src/swift-en.txt", "Swift\n\nFive seconds a card. A card counts twice.\n")


def edition(tiny: Tiny) -> Edition:
    return tiny.game().editions["en"]


def told(tiny: Tiny) -> list[tuple[str, str, str]]:
    return [(p.code, p.message, p.spans[0].path) for p in tiny.problems()]


def test_a_game_goes_on_in_other_files(tiny: Tiny) -> None:
    before = tiny.game()
    swift(tiny)
    game = tiny.game()
    assert (game.title, game.languages) == (before.title, before.languages)
    assert game.files == ("spec/duel/game.rules", "spec/duel/a-swift/game.rules")
    assert list(game.variants) == ["standard", "swift"]
    assert game.span.path == "spec/duel/game.rules"


def test_what_stands_before_any_variant_of_a_file_belongs_to_all(tiny: Tiny) -> None:
    swift(tiny)
    game = tiny.game()
    assert game.questions["worth_twice"].variant is None
    assert game.questions["limit"].variant == "swift"
    assert game.questions["outcome"].variant == "standard"


def test_names_are_declared_once_in_all_files_of_a_game(tiny: Tiny) -> None:
    write(tiny, "spec/duel/more.rules", "game duel\nenum card case Other\ndefine best(x) = x\n")
    assert told(tiny) == [
        ("duplicate-name", "there are two types called `card`", "spec/duel/more.rules"),
        ("duplicate-name", "`best` has a meaning already", "spec/duel/more.rules"),
    ]


def test_a_game_without_a_title(tiny: Tiny) -> None:
    tiny.replace("game", TITLE, "game duel\n")
    (problem,) = tiny.problems()
    assert problem.code == "untitled-game"
    assert (
        problem.message
        == "no file says what the game `duel` is called, and in which languages it was printed"
    )
    assert problem.help == 'one of them begins with `game duel "…" languages …`'


def test_where_the_file_with_the_title_cannot_be_read_the_others_are_not_blamed(tiny: Tiny) -> None:
    swift(tiny)
    tiny.replace("game", TITLE, 'game duel "The duel" languages\n')
    assert [(code, path) for code, _, path in told(tiny)] == [("unexpected-end", "spec/duel/game.rules")]


def test_an_edition_keeps_all_its_texts(tiny: Tiny) -> None:
    swift(tiny)
    assert edition(tiny).sources == ("rules-src/swift-en.txt", "rules-src/duel-en.txt")
    assert [text.span.path for text in edition(tiny).texts] == [
        "spec/duel/a-swift/en.rules",
        "spec/duel/en.rules",
    ]
    assert [c.id for c in edition(tiny).clauses][:3] == [
        "en.seconds.limit",
        "en.two.worth_twice",
        "en.one_or_two.may_play",
    ]


def test_words_are_sought_in_the_source_of_their_file(tiny: Tiny) -> None:
    swift(tiny)
    tiny.add("en", 'note elsewhere "Five seconds a card."')
    (problem,) = tiny.problems()
    assert problem.code == "citation-not-found"
    assert problem.message == "`Five seconds a card.` does not stand in `rules-src/duel-en.txt`"


def test_a_text_speaks_of_the_variants_that_its_head_names(tiny: Tiny) -> None:
    swift(tiny)
    fast, slow = edition(tiny).texts
    assert (fast.speaks_of("swift"), fast.speaks_of("standard")) == (True, False)
    assert (slow.speaks_of("swift"), slow.speaks_of("standard")) == (True, True)
    assert edition(tiny).speaks_of("swift") and edition(tiny).speaks_of("standard")
    tiny.replace("en", "edition en of duel\n", "edition en of duel for standard\n")
    assert edition(tiny).texts[1].speaks_of("swift") is False


def test_parts_say_otherwise_from_their_heading_on(tiny: Tiny) -> None:
    swift(tiny)
    path = "spec/duel/a-swift/en.rules"
    text = (tiny.root / path).read_text("utf-8")
    write(tiny, path, text + 'part "Swift" for standard\n')
    fast, _ = edition(tiny).texts
    assert fast.speaks_of("standard")
    found = fast.part_at(0)
    assert found is not None and found.variants == ("standard",)


def test_a_head_names_variants_and_options_there_are(tiny: Tiny) -> None:
    tiny.replace("en", "edition en of duel\n", "edition en of duel for standart with open\n")
    assert [(code, message) for code, message, _ in told(tiny)] == [
        ("unknown-option", "`open` is no option of `standart`"),
        ("unknown-variant", "`standart` is no variant of the game"),
    ]


def test_every_source_is_covered(tiny: Tiny) -> None:
    swift(tiny)
    assert [c.sentence.text for c in not_covered(edition(tiny))][:2] == ["Swift", "Two or three play."]
    assert [c.source.path for c in cover(edition(tiny))][:4] == ["rules-src/swift-en.txt"] * 3 + [
        "rules-src/duel-en.txt"
    ]


@pytest.mark.parametrize(
    ("declaration", "what"),
    [
        ('rule seconds "Five seconds a card." answers limit() then 5', "rules"),
        ('note heading "Swift"', "notes"),
        ('reference tournaments "Swift" to "Tournaments"', "references"),
        ('example high_beats_low "Swift" shows 1 = 1', "examples or consequences"),
    ],
)
def test_names_are_declared_once_in_all_files_of_an_edition(tiny: Tiny, declaration: str, what: str) -> None:
    swift(tiny)
    tiny.add("en", 'rule seconds "The duel" answers value(High) then 3')
    path = tiny.root / "spec/duel/a-swift/en.rules"
    text = path.read_text("utf-8").replace("rule seconds", "rule quickly")
    path.write_text(text + declaration + "\n", "utf-8")
    (problem,) = tiny.problems()
    name = declaration.split()[1]
    assert (problem.code, problem.message) == ("duplicate-name", f"there are two {what} called `{name}`")


def test_two_files_of_an_edition_with_the_same_source(tiny: Tiny) -> None:
    write(tiny, "spec/duel/more.rules", 'edition en of duel source "rules-src/../rules-src/duel-en.txt"\n')
    assert told(tiny) == [
        (
            "duplicate-source",
            "two files of the edition `en` have the source `rules-src/duel-en.txt`",
            "spec/duel/more.rules",
        )
    ]


def test_rulings_of_several_files_are_joined(tiny: Tiny) -> None:
    swift(tiny)
    write(
        tiny,
        "spec/duel/a-swift/house.rules",
        "rulings house for en of duel\ndefine half() = 2\n"
        'settle quick "As we play." answers limit() then half()\n',
    )
    (house,) = tiny.game().rulings
    assert house.paths == ("spec/duel/a-swift/house.rules", "spec/duel/house.rules")
    assert [c.id for c in house.clauses] == [
        "en.house.quick.limit",
        "en.house.nobody_first.begins",
        "en.house.wild_is_nothing.value",
    ]
    assert [pick.doubt for pick in house.picks] == ["beats", "first_player"]


def test_rulings_of_several_files_do_not_contradict_each_other(tiny: Tiny) -> None:
    write(tiny, "spec/duel/more.rules", "rulings house for en of duel\npick beats: last_laid\n")
    assert [code for code, _, _ in told(tiny)] == ["contradictory-rulings"]


def test_rulings_apart_come_instead_of_those_of_their_name(tiny: Tiny, tmp_path: Path) -> None:
    mine = tmp_path / "mine.rules"
    mine.write_text("rulings house for en of duel\npick beats: last_laid\n", "utf-8")
    files = [*sorted((tiny.root / "spec").rglob("*.rules")), mine]
    (house,) = load_game_files(files, tiny.root, apart=mine)["duel"].rulings
    assert ([p.reading for p in house.picks], house.paths) == (["last_laid"], ("../mine.rules",))
