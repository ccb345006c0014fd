"""Expressions in the words of the language: what is written canonically comes back as it is."""

from pathlib import Path

import pytest

from checker.findings.identifiers import finding_id, text_key, words_key
from checker.findings.printer import text_of
from dsl.load import load_project
from tests.arbitre.sums import EDITION, written
from tests.checker.small import Small


@pytest.mark.parametrize(
    "claim",
    [
        "value(Red) = 3",
        "value(Red) + 2 * (1 - value(Blue)) != -value(Grey)",
        "1 - (2 - 3) = 1 - 2 - 3",
        "not may_lay(Grey) and (may_lay(Red) or may_lay(Blue))",
        "(may_lay(Red) implies may_lay(Blue)) or may_lay(Grey)",
        "all c in card: value(c) < 5",
        "some c in card where value(c) > 2: may_lay(c) or c = Red",
        "(count c in card where value(c) > 2) = 1",
        "(sum c in card of value(c)) = 4",
        "(the first c in card where value(c) > 0) = Red",
        "best({Red, Red}) > 3",
        "taker([Ann: Red, Bob: Blue]) = Ann",
        "(if value(Red) = 3 then 1 else 2) = 1",
        "size([n for n in 1 .. 3 where n > 1]) = 2",
        "value(Red) in [3, 4]",
        "[Ann: Red, Bob: Blue][1].card = Red",
    ],
)
def test_an_expression_comes_back_as_it_was_written(small: Small, claim: str) -> None:
    small.add("aa", f'example more\n  "(3 to 1)"\n  shows {claim}')
    game = small.game()
    (example,) = [e for e in game.editions["aa"].examples if e.name == "more"]
    assert text_of(example.shows[0], game) == claim


def test_layout_changes_nothing(small: Small) -> None:
    small.add("aa", 'example more\n  "(3 to 1)"\n  shows (value( Red )\n    =3)  # a remark')
    game = small.game()
    (example,) = [e for e in game.editions["aa"].examples if e.name == "more"]
    assert text_of(example.shows[0], game) == "value(Red) = 3"


def test_arguments_that_defaults_give_are_left_out(small: Small) -> None:
    small.game_with(
        "question taker(laid: list 1..3 of laid)",
        "question taker(laid: list 1..3 of laid, seats: 1..3 = size(laid))",
    )
    claims = ["taker([Ann: Red]) = Ann", "taker([Ann: Red], 2) = Ann"]
    small.add("aa", 'example more\n  "(3 to 1)"\n' + "".join(f"  shows {c}\n" for c in claims))
    game = small.game()
    (example,) = [e for e in game.editions["aa"].examples if e.name == "more"]
    assert [text_of(e, game) for e in example.shows] == claims


def test_an_identifier_says_what_it_is_about() -> None:
    made = finding_id("g", "v", "gap", ("ca", "es"), "value", ("ca.a", "es.b"))
    assert made == "g/v/gap/ca+es/value/ca.a+es.b"
    assert finding_id("g", "v", "dangling", ("ca",), None, ("ca.x",)) == "g/v/dangling/ca/-/ca.x"


def test_text_in_an_identifier_has_no_spaces_and_a_bounded_length() -> None:
    assert text_key("not  may_lay( Red ) and x = 1") == "not_may_lay(Red)and_x=1"
    long, other = text_key("a + " * 60 + "b"), text_key("a + " * 60 + "c")
    assert long != other and len(long) == len(other) < 90


def test_words_are_known_again_whatever_their_case_and_accents() -> None:
    assert words_key("Té  raó, L'Anna!") == words_key("te rao l'anna")
    assert words_key("one two") != words_key("two one")


@pytest.mark.parametrize(
    "claim",
    [
        'worth("+") = 2',
        'worth("joker") = 2',
        'worth("2") = worth("3")',
        'best_of({"2", "+"}) is none',
        '"2" in {"+", "2"}',
        '"2" in "2 + 3"',
        'result(line "1 + 1 = 2") = 2',
        'empty("2 ~ +") = 1',
        "size([c for c in card where c is number]) = 4",
        "size([number to n for n in 1 .. 3]) = 3",
    ],
)
def test_cards_come_back_as_they_were_written(tmp_path: Path, claim: str) -> None:
    root = written(tmp_path, EDITION + f'example more\n  "Lay a sum."\n  shows {claim}\n')
    game = load_project(root).games["sums"]
    (example,) = [e for e in game.editions["en"].examples if e.name == "more"]
    assert text_of(example.shows[0], game) == claim
