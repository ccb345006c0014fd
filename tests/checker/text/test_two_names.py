"""two-names: a text calls one thing by names that are not one."""

import pytest

from checker.editions.editions import Editions
from checker.editions.options import aspects
from checker.findings.findings import Finding
from checker.pipeline.check import check
from checker.text import two_names
from dsl.load import load_project
from tests.checker.small import Small
from tests.details import fields


def found(small: Small, *names: str, text: str = "") -> list[Finding]:
    """What is told where Red is called so in English, and this stands in the text of `aa`."""
    listed = ", ".join(f'"{name}"' for name in names)
    small.game_with("case Red\n", f"case Red en {listed}\n")
    small.change("aa", "edition aa of shells", "edition aa of shells in en")
    small.texts["aa"] += f"\n{text}\n"
    return two_names.findings(small.editions(), "plain")


def test_a_text_that_calls_each_thing_by_one_name(small: Small) -> None:
    assert found(small, "Red", "Scarlet") == []


def test_a_text_that_calls_a_thing_by_two_names(small: Small) -> None:
    (finding,) = found(small, "Red", "the Scarlet", text="One lays the Scarlet\tfirst. Scarlet. Red.")
    assert finding.id == "shells/plain/two-names/aa/-/card.Red"
    assert (finding.editions, finding.certainty) == (("aa",), "firm")
    assert fields(finding) == {"case": "Red", "names": ["Red", "the Scarlet"]}
    cited = [(c.citation.quote, c.citation.line) for c in finding.citations]
    assert cited == [("Red", 4), ("the Scarlet", 8)]
    first = small.game().editions["aa"].texts[0].source.text.index("Red")
    assert finding.citations[0].citation.start == first


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (("Red", "Reds", "the Red"), "Of Reds the Red is best."),
        (("Red", "RÈD", "rêds"), "RÈD rêds"),
        (("Red", "Red Shell"), "The Red Shell is best."),
        (("Red", "Scarlet"), "Scarlets are best, and scarletine."),
        (("Red", "§"), "§ is Red."),
    ],
)
def test_other_forms_of_a_name_and_other_words_are_none(
    small: Small, names: tuple[str, ...], text: str
) -> None:
    assert found(small, *names, text=text) == []


@pytest.mark.parametrize(
    "text",
    ["Red (Scarlet) is best. Scarlet it is.", "Red, or Scarlet, is best.", "Scarlet/Red is best."],
)
def test_names_that_the_text_says_are_of_one_thing(small: Small, text: str) -> None:
    assert found(small, "Red", "Scarlet", text=text) == []


def test_a_word_in_small_letters_is_not_a_name_with_a_capital(small: Small) -> None:
    """`Can` begins a sentence, and is a verb otherwise."""
    assert found(small, "Red", "Can", text="Some can. Can all? Ask them.") == []


def test_a_name_that_only_begins_sentences_is_one(small: Small) -> None:
    (finding,) = found(small, "Red", "Scarlet", text="Scarlet beats Grey.")
    assert fields(finding)["names"] == ["Red", "Scarlet"]


def test_a_name_within_a_longer_one_of_another_thing(small: Small) -> None:
    small.game_with("case Blue\n", 'case Blue en "Blue", "Scarlet Blue"\n')
    assert found(small, "Red", "Scarlet", text="The Scarlet Blue wins.") == []


def test_a_name_of_things_of_two_enumerations_is_not_told(small: Small) -> None:
    small.game_with("record laid", 'enum mood\n  case hot en "Scarlet"\n\nrecord laid')
    assert found(small, "Red", "Scarlet", text="The Scarlet wins.") == []


def test_an_edition_in_another_language_has_other_names(small: Small) -> None:
    small.game_with("languages en", "languages en, fr")
    small.game_with("case Red\n", 'case Red en "Red" fr "Scarlet"\n')
    small.change("aa", "edition aa of shells", "edition aa of shells in en")
    small.texts["aa"] += "\nThe Scarlet wins.\n"
    assert two_names.findings(small.editions(), "plain") == []


def test_what_is_left_out_does_not_count(small: Small) -> None:
    small.add("aa", 'part "Tournaments" left out "for later"')
    assert found(small, "Red", "Scarlet", text="Tournaments\nThe Scarlet wins.") == []


def test_it_is_told_once_with_the_variant_about_which_the_second_name_stands(small: Small) -> None:
    small.game_text += '\nvariant other "other shells"\n'
    small.add("aa", 'part "Others" for other')
    found(small, "Red", "Scarlet", text="Others\nThe Scarlet wins.")
    game = small.game()
    told = [
        finding.id
        for variant in game.variants
        for view, name in aspects(game, variant)
        for finding in two_names.findings(Editions(view, tuple(view.editions.values())), name)
    ]
    assert told == ["shells/other/two-names/aa/-/card.Red"]


def test_it_is_an_entry_of_the_audit(small: Small) -> None:
    found(small, "Red", "Scarlet", text="The Scarlet wins.")
    small.add("aa", 'note wins "The Scarlet wins."')
    small.write()
    report = check(load_project(small.root))
    (entry,) = [entry for entry in report.entries if entry.kind == "two-names"]
    assert (entry.id, entry.tier) == ("shells/plain/two-names/aa/card.Red", "audit")
    assert len(entry.records) == 1
