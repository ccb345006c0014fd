"""The catalogues have every sentence that the reports say, with the same names in it."""

import ast
import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbitre.wording.catalogue import (
    LANGUAGES,
    _,
    _n,
    catalogue,
    choose_language,
    edition_name,
    language_name,
    listed,
    name_editions,
    say,
)
from dsl.text.messages import Said, joined, reason
from interpreter.analysis.concrete import Concrete

ROOT = Path(__file__).parents[3]
FOLDERS = ("dsl", "interpreter", "checker", "arbitre")
OTHERS = [language for language in LANGUAGES if language != "en"]
_NAME = re.compile(r"\{(\w+)\}")


def sentences() -> Iterator[str]:
    """Every sentence said in the packages: constant arguments of `_`, `_n`, `later` and `Said`."""
    for path in sorted(p for folder in FOLDERS for p in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            number = {"_": 1, "later": 1, "_n": 2, "Said": 1}.get(node.func.id, 0)
            for argument in node.args[:number]:
                yield from (
                    n.value
                    for n in ast.walk(argument)
                    if isinstance(n, ast.Constant) and isinstance(n.value, str)
                )


SENTENCES = sorted(text for text in set(sentences()) if text != "language:")


def test_there_are_sentences() -> None:
    assert len(SENTENCES) > 80


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing(language: str) -> None:
    missing = [text for text in SENTENCES if text not in catalogue(language)]
    assert not missing, json.dumps(missing, ensure_ascii=False, indent=1)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_over(language: str) -> None:
    known = {text for text in catalogue(language) if not text.startswith("language:")}
    assert not known - set(SENTENCES)


@pytest.mark.parametrize("language", OTHERS)
def test_the_names_in_them_are_the_same(language: str) -> None:
    for text, said in catalogue(language).items():
        assert sorted(set(_NAME.findall(said))) == sorted(set(_NAME.findall(text))), text
        assert said.strip(), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_names(language: str) -> None:
    choose_language(language)
    assert all(language_name(code) != code for code in LANGUAGES)
    choose_language("en")


def test_the_language_is_that_wanted_else_the_locale_else_english() -> None:
    assert choose_language("ca", {"LANG": "fr_FR.UTF-8"}) == "ca"
    assert choose_language(None, {"LC_ALL": "es_ES.UTF-8", "LANG": "fr_FR.UTF-8"}) == "es"
    assert choose_language(None, {"LC_ALL": "", "LANG": "fr_FR.UTF-8"}) == "fr"
    assert choose_language(None, {"LANG": "de_DE.UTF-8"}) == "en"
    assert choose_language(None, {"LANG": "C"}) == "en"
    assert choose_language(None, {}) == "en"


def test_numbers_and_lists() -> None:
    choose_language("en")
    assert [_n("{n} card", "{n} cards", n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [listed(x) for x in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert listed(["a", "b"], _("or")) == "a or b"
    assert _("a sentence that no catalogue has") == "a sentence that no catalogue has"


def test_a_sentence_knows_how_it_was_put_together() -> None:
    because = Concrete(what=Said("the answer is about what is laid"), through=("one", "two", "three")).because
    assert because == "it asks `one`, which asks `two`, which asks `three`: the answer is about what is laid"
    assert json.loads(json.dumps(because)) == because
    choose_language("fr")
    try:
        said = "elle pose `one`, qui pose `two`, qui pose `three` : la réponse est quelque chose"
        assert say(because).startswith(said)
        assert say(pickle.loads(pickle.dumps(because))) == say(because)
        parts = joined("; ", [Said("no game could be played"), "{as it stands}"])
        assert (parts, say(parts)) == (
            "no game could be played; {as it stands}",
            "aucune partie n'a pu être jouée; {as it stands}",
        )
        assert say("no game could be played") == "no game could be played"
    finally:
        choose_language("en")


def test_what_an_error_says() -> None:
    with pytest.raises(ValueError, match="kept") as raised:
        raise ValueError(Said("it is {what}", what="kept"))
    assert isinstance(reason(raised.value), Said)
    assert reason(OSError(2, "no such file")) == "[Errno 2] no such file" and joined("; ", []) == ""


def test_editions_are_called_as_the_project_calls_them() -> None:
    choose_language("fr")
    try:
        name_editions({"ca": "Catalan", "ar": "Argentinian"})
        assert [edition_name(name) for name in ("ca", "ar", "es", "xx")] == [
            "catalane",
            "Argentinian",
            "espagnole",
            "xx",
        ]
    finally:
        name_editions({})
        choose_language("en")
