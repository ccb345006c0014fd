"""Decks: files that assume what is in the deck of a game."""

from pathlib import Path

import pytest

from dsl.load import load_project
from dsl.model import Then
from dsl.text.errors import ArbitreError
from tests.dsl.conftest import Tiny

OWN = (
    'assumption nine_of_each because "The text does not say how many there are."\n'
    "  answers copies(card) then 9"
)


def deck(tiny: Tiny, name: str, number: int, path: str | None = None) -> Path:
    """A deck in which there are so many of each card; the game itself assumes nothing of it."""
    game = tiny.root / "spec" / "duel" / "game.rules"
    game.write_text(game.read_text("utf-8").replace(OWN, ""), "utf-8")
    file = tiny.root / (path or f"spec/duel/{name}.rules")
    file.write_text(
        f'deck {name} of duel "A deck"\n\n'
        f'assumption as_sold because "So it is sold."\n  answers copies(card) then {number}\n',
        "utf-8",
    )
    return file


def copies(tiny: Tiny, wanted: Path | str | None = None) -> list[tuple[str, object]]:
    """What is assumed of how many there are, by which clause."""
    game = load_project(tiny.root, wanted).games["duel"]
    found = [(c.id, c.answer) for c in game.assumptions if c.question == "copies"]
    return [(id, answer.value.value) for id, answer in found if isinstance(answer, Then)]


def test_the_only_deck_is_used(tiny: Tiny) -> None:
    deck(tiny, "small", 2)
    assert copies(tiny) == [("duel.small.as_sold.copies", 2)]
    game = tiny.game()
    assert game.deck is not None and (game.deck.name, game.deck.title, game.chosen) == (
        "small",
        "A deck",
        False,
    )


def test_of_several_the_game_says_which(tiny: Tiny) -> None:
    deck(tiny, "small", 2)
    deck(tiny, "large", 7)
    (problem,) = tiny.problems()
    assert (problem.code, problem.help) == ("which-deck", "write `deck large` in the file of the game")
    tiny.add("game", "deck small")
    assert copies(tiny) == [("duel.small.as_sold.copies", 2)]
    tiny.add("game", "deck large")
    assert [p.code for p in tiny.problems()] == ["duplicate-name"]


def test_a_deck_that_is_not_there(tiny: Tiny) -> None:
    deck(tiny, "small", 2)
    tiny.add("game", "deck smal")
    (problem,) = tiny.problems()
    assert (problem.code, problem.help) == ("unknown-deck", "did you mean `small`?")


def test_another_deck_comes_instead_by_its_name_or_its_file(tiny: Tiny) -> None:
    deck(tiny, "small", 2)
    deck(tiny, "large", 7)
    tiny.add("game", "deck small")
    mine = deck(tiny, "small", 5, "mine.rules")
    assert copies(tiny, "large") == [("duel.large.as_sold.copies", 7)]
    assert copies(tiny, mine) == [("duel.small.as_sold.copies", 5)]
    assert load_project(tiny.root, "large").games["duel"].chosen


def test_mistakes_of_a_deck_are_told_in_its_file(tiny: Tiny) -> None:
    deck(tiny, "small", 2)
    mine = deck(tiny, "mine", 5, "mine.rules")
    mine.write_text(mine.read_text("utf-8").replace("then 5", "then High"), "utf-8")
    with pytest.raises(ArbitreError) as raised:
        load_project(tiny.root, mine)
    assert [(p.spans[0].path, p.spans[0].line) for p in raised.value.problems] == [("mine.rules", 4)]
    mine.write_text("rulings mine for en of duel\n", "utf-8")
    with pytest.raises(ArbitreError) as raised:
        load_project(tiny.root, mine)
    assert [p.code for p in raised.value.problems] == ["no-deck"]


def test_a_deck_holds_assumptions_only(tiny: Tiny) -> None:
    file = deck(tiny, "small", 2)
    file.write_text(file.read_text("utf-8") + "enum other case One\n", "utf-8")
    assert [p.code for p in tiny.problems()] == ["misplaced-declaration"]


def test_a_word_that_is_no_word_of_the_language_elsewhere(tiny: Tiny) -> None:
    assert "deck" in {zone.name for flow in tiny.game().flows.values() for zone in flow.zones}
