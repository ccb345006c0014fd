"""Whether two names are one."""

import pytest

from checker.text.naming import is_one_name, words_of

ONE = [
    ("Alegria", "Alegries"),
    ("la haine", "l'haine"),
    ("l’Amour", "AMOURS"),
    ("la foi", "une foi"),
    ("Força", "forces"),
    ("cœur", "COEURS"),
    ("luz", "luces"),
    ("foot", "feet"),
    ("tooth", "teeth"),
    ("person", "people"),
    ("cheval", "chevaux"),
    ("Mann", "die Männer"),
    ("König", "Goldkönig"),
    ("Tristeza", "Tisteza"),
    ("Wild Card", "WC"),
    ("K", "King"),
    ("multi", "carta multi-operación"),
    ("el siete de oros", "un siete de oros"),
    ("7 de oros", "siete de oros"),
    ("crossbow", "cross bow"),
    ("Red", "Red Shell"),
]
TWO = [
    ("Hambre", "Avidez"),
    ("la Fúria", "la Ràbia"),
    ("Joy", "Mirth"),
    ("joie", "allégresse"),
    ("the Crimson card", "the Scarlet card"),
    ("Queen of hearts", "Lady of hearts"),
]
ELSEWHERE = {"the", "blue", "card", "queen", "of", "hearts", "siete", "oros", "de", "el"}


@pytest.mark.parametrize(("one", "other"), ONE)
def test_forms_of_one_name(one: str, other: str) -> None:
    assert is_one_name(words_of(one), words_of(other), ELSEWHERE)
    assert is_one_name(words_of(other), words_of(one), ELSEWHERE)


@pytest.mark.parametrize(("one", "other"), TWO)
def test_two_names(one: str, other: str) -> None:
    assert not is_one_name(words_of(one), words_of(other), ELSEWHERE)
    assert not is_one_name(words_of(other), words_of(one), ELSEWHERE)


def test_a_word_that_no_other_thing_is_called_by_makes_one_name() -> None:
    assert is_one_name(words_of("Échange Obligé"), words_of("l'Échange forcé"), ())


def test_signs_are_no_words() -> None:
    assert words_of("×") == words_of("10") == ()
