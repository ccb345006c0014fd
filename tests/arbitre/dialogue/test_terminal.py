"""What a line can be, and how names are completed."""

import pytest

from arbitre.dialogue.terminal import Completion, command_of
from arbitre.wording.catalogue import choose_language


@pytest.mark.parametrize(
    ("text", "language", "command"),
    [
        ("?", "en", "help"),
        ("Undo", "fr", "undo"),
        ("reprendre", "fr", "undo"),
        ("DESFES", "ca", "undo"),
        ("reprendre", "en", None),
        ("", "en", None),
        ('"undo"', "en", None),
    ],
)
def test_commands_are_known_in_the_language_of_the_messages(
    text: str, language: str, command: str | None
) -> None:
    choose_language(language)
    try:
        assert command_of(text) == command
    finally:
        choose_language("en")


def test_names_are_completed_whatever_the_case_and_accents() -> None:
    completion = Completion(("Fúria", "Furor", "Amor"))
    assert [completion.complete("fur", n) for n in range(3)] == ["Fúria", "Furor", None]
    assert completion.complete(" am", 0) == " Amor"
