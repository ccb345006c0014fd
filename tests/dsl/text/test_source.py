"""Printed texts: loading, finding words, sentences."""

import hashlib
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.text.errors import ArbitreError, Problem
from dsl.text.sentences import split
from dsl.text.source import LARGEST, Source, decode, load_source
from dsl.text.span import Span

ROOT = Path(__file__).parents[3]
TEXTS = sorted((ROOT / "rules-src").glob("*.txt"))
ASKED = Span("spec/x.rules", 4, 2, 4, 9)


def source(text: str) -> Source:
    return Source("rules-src/t.txt", text, "")


def problem(caught: pytest.ExceptionInfo[ArbitreError]) -> Problem:
    (only,) = caught.value.problems
    return only


def write(folder: Path, data: bytes) -> Path:
    path = folder / "t.txt"
    path.write_bytes(data)
    return path


# ------------------------------------------------------------------ loading


def test_a_text_is_loaded_with_its_path_and_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "rules-src").mkdir()
    data = "Règles\n\nUne carte.\n".encode()
    loaded = load_source(write(tmp_path / "rules-src", data), tmp_path)
    assert loaded == Source("rules-src/t.txt", data.decode(), hashlib.sha256(data).hexdigest())


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param(b"\xef\xbb\xbfUne carte.\n", "Une carte.\n", id="byte-order mark"),
        pytest.param(b"Une\r\ncarte.\r\n", "Une\ncarte.\n", id="CRLF"),
        pytest.param(b"Une\rcarte.\r", "Une\ncarte.\n", id="CR only"),
        pytest.param("Re\u0300gle".encode(), "Règle", id="decomposed accents"),
        pytest.param("2\u00a0cartes\u202f!".encode(), "2\u00a0cartes\u202f!", id="no-break spaces stay"),
        pytest.param("a\u200bb".encode(), "a\u200bb", id="zero-width space stays"),
        pytest.param(b"one\x0ctwo", "one\x0ctwo", id="form feed stays"),
    ],
)
def test_what_no_reader_sees_is_undone_and_nothing_else(data: bytes, text: str) -> None:
    assert decode(data, "t.txt") == text


def test_the_fingerprint_is_of_the_bytes(tmp_path: Path) -> None:
    plain = load_source(write(tmp_path, b"Une carte."), tmp_path)
    marked = load_source(write(tmp_path, b"\xef\xbb\xbfUne carte."), tmp_path)
    assert plain.text == marked.text
    assert plain.sha256 != marked.sha256


@pytest.mark.parametrize(
    ("data", "code", "place"),
    [
        pytest.param("Une\nrègle".encode("latin-1"), "not-utf8", "t.txt:2:2", id="Latin-1"),
        pytest.param("Une règle".encode("utf-16"), "not-utf8", "t.txt:1:1", id="UTF-16"),
        pytest.param(b"\xef\xbb\xbfUne\r\xff", "not-utf8", "t.txt:2:1", id="after BOM and CR"),
        pytest.param(b"Une\ncar\x00te", "not-text", "t.txt:2:4", id="NUL"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "not-utf8", "t.txt:1:1", id="binary"),
        pytest.param(b"red \x1b[31m", "not-text", "t.txt:1:5", id="escape"),
        pytest.param(b"", "empty-source", "t.txt:1:1", id="empty"),
        pytest.param(b"\xef\xbb\xbf \n\n", "empty-source", "t.txt:1:1", id="white space only"),
    ],
)
def test_what_is_no_text_is_refused_with_its_place(
    tmp_path: Path, data: bytes, code: str, place: str
) -> None:
    with pytest.raises(ArbitreError) as caught:
        load_source(write(tmp_path, data), tmp_path, ASKED)
    assert problem(caught).code == code
    assert problem(caught).render().startswith(f"{place}: ")


def test_a_file_too_large_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "t.txt"
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(ArbitreError) as caught:
        load_source(path, tmp_path, ASKED)
    assert problem(caught).code == "source-too-large"
    assert problem(caught).spans == (ASKED,)


@pytest.mark.parametrize("name", ["absent.txt", ".", "nul\0.txt", "x" * 5000])
def test_what_cannot_be_read_is_a_problem_where_it_is_asked_for(tmp_path: Path, name: str) -> None:
    with pytest.raises(ArbitreError) as caught:
        load_source(tmp_path / name, tmp_path, ASKED)
    assert problem(caught).code == "source-unreadable"
    assert problem(caught).spans == (ASKED,)


@pytest.mark.parametrize("name", ["../t.txt", "..", "/etc/hostname"])
def test_a_text_outside_the_project_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ArbitreError) as caught:
        load_source(tmp_path / "project" / name, tmp_path / "project", ASKED)
    assert problem(caught).code == "source-outside-project"


def test_a_device_is_no_text() -> None:
    with pytest.raises(ArbitreError) as caught:
        load_source(Path("/dev/zero"), Path("/dev"))
    assert problem(caught).render() == "zero: source-unreadable: `zero` is no file"


# ------------------------------------------------------------------ finding words


def test_a_citation_is_the_words_as_printed_with_their_place() -> None:
    text = source("Les règles\n\nOn  joue\u00a02\n cartes, puis 3.")
    cited = text.find(" joue 2 cartes,\n")
    assert cited.quote == "joue\u00a02\n cartes,"
    assert text.text[cited.start : cited.end] == cited.quote
    assert cited.span == Span("rules-src/t.txt", 3, 5, 4, 9)
    assert (cited.line, cited.column, cited.end_line, cited.end_column) == (3, 5, 4, 9)


@pytest.mark.parametrize(
    "quote",
    [
        pytest.param("La force vaut 7 !", id="plain spaces"),
        pytest.param("La force\u202fvaut\u00a07\u2009!", id="other spaces"),
        pytest.param("La\n\n  force vaut\t7 !", id="several spaces"),
        pytest.param("La for\u200bce vaut 7 !\ufeff", id="zero-width"),
    ],
)
def test_white_space_and_invisible_characters_do_not_matter(quote: str) -> None:
    assert source("1) La force vaut\u00a07\u202f! Oui.").find(quote).column == 4
    assert source("1) La fo\u00adrce vaut\n7 ! Oui.").find(quote).column == 4


def test_a_decomposed_quotation_is_found() -> None:
    assert source("la règle").find("re\u0300gle").column == 4


@pytest.mark.parametrize("quote", ["l'amour", "L´amour", "l´amour,", "l´ amour", "l´àmour"])
def test_any_other_difference_matters(quote: str) -> None:
    with pytest.raises(ArbitreError) as caught:
        source("Ainsi, l´amour vaut 3").find(quote, span=ASKED)
    assert problem(caught).code == "citation-not-found"
    assert problem(caught).spans == (ASKED,)


def test_a_miss_shows_the_nearest_words_and_their_difference() -> None:
    text = source("Un titre\n\nAinsi, l´amour (+3) a la même force que l´haine. Puis autre chose.")
    with pytest.raises(ArbitreError) as caught:
        text.find("l'amour (+3) a la même force", span=ASKED)
    assert problem(caught).render() == (
        "spec/x.rules:4:2: citation-not-found: "
        "`l'amour (+3) a la même force` does not stand in `rules-src/t.txt`\n"
        "  help: the nearest words are `l´amour (+3) a la même force` (line 3); "
        "it has `l´amour` where the citation has `l'amour`"
    )


def test_a_miss_like_nothing_has_no_help() -> None:
    with pytest.raises(ArbitreError) as caught:
        source("Une carte.").find("xyzzy plugh qwerty")
    assert problem(caught).help is None


def test_words_at_several_places_need_an_occurrence() -> None:
    text = source("La faim.\nLa joie.\nLa faim.\nLa faim.")
    with pytest.raises(ArbitreError) as caught:
        text.find("La faim.")
    assert problem(caught).code == "ambiguous-citation"
    assert problem(caught).message == "`La faim.` stands in `rules-src/t.txt` 3 times (lines 1, 3 and 4)"
    assert problem(caught).help == "say which: `at 1` to `at 3`"
    assert [text.find("La faim.", n).line for n in (1, 2, 3)] == [1, 3, 4]


@pytest.mark.parametrize("occurrence", [-1, 0, 2])
def test_an_occurrence_that_is_not_there(occurrence: int) -> None:
    with pytest.raises(ArbitreError) as caught:
        source("La faim.").find("La faim.", occurrence)
    assert problem(caught).code == "no-such-occurrence"
    assert "once (line 1)" in problem(caught).message


@pytest.mark.parametrize("quote", ["", "  \n", "\u200b"])
def test_a_citation_without_words(quote: str) -> None:
    with pytest.raises(ArbitreError) as caught:
        source("La faim.").find(quote)
    assert problem(caught).code == "empty-citation"


def test_overlapping_places_are_several() -> None:
    with pytest.raises(ArbitreError) as caught:
        source("a a a").find("a a")
    assert problem(caught).code == "ambiguous-citation"


def test_a_passage_from_words_to_words() -> None:
    text = source("Fin. Début ici.\nAu milieu. Fin. Encore. Fin.")
    assert text.find_span("Début", "Fin.").quote == "Début ici.\nAu milieu. Fin."
    assert text.find_span("Fin.", "Fin.", 2).quote == "Fin. Encore. Fin."


def test_a_passage_that_does_not_end() -> None:
    text = source("Fin. Début.")
    with pytest.raises(ArbitreError) as caught:
        text.find_span("Début", "Fin.", span=ASKED)
    assert problem(caught).code == "citation-not-found"
    assert "after `Début`" in problem(caught).message


def test_a_heading_is_a_line_of_its_own_where_there_is_one() -> None:
    text = source("Les cartes sont belles.\n  Les cartes\nIci Le titre et la suite.")
    assert text.find_heading("Les cartes").line == 2
    assert text.find_heading("Le titre").line == 3
    with pytest.raises(ArbitreError):
        text.find("Les cartes")


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_a_miss_is_answered_fast(path: Path) -> None:
    text = load_source(path, ROOT)
    sentence = max(text.sentences(), key=lambda s: len(s.text)).text
    began = time.perf_counter()
    for wrong in (sentence[:60] + "#" + sentence[61:], sentence[5:] + "#", "zzz" + sentence[-20:]):
        with pytest.raises(ArbitreError) as caught:
            text.find(wrong)
        assert "the nearest words" in (problem(caught).help or "")
    assert time.perf_counter() - began < 3 * 0.2


# ------------------------------------------------------------------ sentences


def sentences(text: str) -> list[str]:
    return [s.text for s in source(text).sentences()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Un. Deux! Trois?", ["Un.", "Deux!", "Trois?"], id="stops"),
        pytest.param("Titre\n\nUne phrase.", ["Titre", "Une phrase."], id="heading"),
        pytest.param("1) Un. Deux.", ["1) Un.", "Deux."], id="number"),
        pytest.param("3 ) Un. Deux.", ["3 ) Un.", "Deux."], id="number apart"),
        pytest.param("1.- Jouer: Il joue.", ["1.- Jouer: Il joue."], id="number and dash"),
        pytest.param("2. TITRE\nUn.", ["2. TITRE", "Un."], id="number and stop"),
        pytest.param(
            "· Un:\nDeux.\n- trois\n- quatre", ["· Un:", "Deux.", "- trois", "- quatre"], id="bullets"
        ),
        pytest.param("Un (Ex: deux). Trois.", ["Un (Ex: deux).", "Trois."], id="example"),
        pytest.param("Un p. ex. Trois. Fin.", ["Un p. ex. Trois.", "Fin."], id="abbreviation"),
        pytest.param(
            "Vaut 1,5. 2 cartes. et puis.", ["Vaut 1,5.", "2 cartes. et puis."], id="number follows"
        ),
        pytest.param("Un.” «Deux.» (Trois.) Fin", ["Un.”", "«Deux.»", "(Trois.)", "Fin"], id="quotes"),
        pytest.param("¡Ya! ¿Sí? No", ["¡Ya!", "¿Sí?", "No"], id="Spanish marks"),
        pytest.param("Un ! Deux\u202f! Trois", ["Un !", "Deux\u202f!", "Trois"], id="French spaces"),
        pytest.param("Et ...à vous. -et puis", ["Et ...à vous.", "-et puis"], id="ellipsis and dash"),
        pytest.param(
            "Une ligne qui\ncontinue ici.\nAutre.", ["Une ligne qui\ncontinue ici.", "Autre."], id="wrapped"
        ),
        pytest.param("Liste:\nun\n\ndeux", ["Liste:", "un", "deux"], id="not wrapped"),
        pytest.param("Modalité: Seul", ["Modalité: Seul"], id="colon inside a line"),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_a_mark_of_a_list_is_told_apart() -> None:
    marks = [s.mark for s in source("1) Un. Deux.\n· Trois\na) Quatre\nCinq 1) six").sentences()]
    assert marks == ["1)", "", "·", "a)", ""]


def test_sentences_have_their_lines() -> None:
    assert [s.line for s in source("\n\nUn. Deux.\n\nTrois").sentences()] == [3, 3, 5]


@given(st.text(alphabet="aB1 .!:)-·\n\u00a0«»", max_size=60))
def test_every_character_lies_in_exactly_one_sentence(text: str) -> None:
    found = split(text)
    held = [i for s in found for i in range(s.start, s.end)]
    assert held == sorted(set(held))
    assert {i for i, c in enumerate(text) if not c.isspace()} <= set(held)
    assert all(text[s.start : s.end] == s.text == s.text.strip() and s.text for s in found)


@pytest.mark.parametrize(
    ("name", "number", "first", "last"),
    [
        ("emotrions-ca", 78, "EmotrionsOnCards© - Regles de joc", "PAREO CARTA"),
        ("emotrions-es", 43, "EmotrionsOnCards© - Reglas Básicas", "¡Ya podéis empezar a jugar!"),
        ("emotrions-fr", 118, "ÉmotrionsOnCards© - Règles du jeu", "Maintenant ...à vous de jouer !"),
    ],
)
def test_the_printed_texts_have_sensible_sentences(name: str, number: int, first: str, last: str) -> None:
    found = load_source(ROOT / "rules-src" / f"{name}.txt", ROOT).sentences()
    assert found[0].text == first
    assert found[-1].text == last
    assert len(found) == number


def test_a_numbered_rule_of_a_printed_text() -> None:
    found = load_source(ROOT / "rules-src" / "emotrions-es.txt", ROOT).sentences()
    assert [(s.mark, s.text) for s in found if s.line == 22][:2] == [
        ("2)", "2) Se comienza a jugar apostando 1 ó 2 cartas boca arriba para cada jugador."),
        (
            "",
            "Si se apuestan combinaciones de 2 cartas, tienen que ser del mismo signo "
            "(positivas ambas o negativas ambas).",
        ),
    ]


@pytest.mark.parametrize("path", TEXTS, ids=lambda p: p.stem)
def test_each_sentence_of_the_printed_texts_is_found(path: Path) -> None:
    text = load_source(path, ROOT)
    for sentence in text.sentences():
        places = [text.find(sentence.text, n + 1).start for n in range(text.text.count(sentence.text))]
        assert sentence.start in places


def test_a_passage_holds_what_it_held() -> None:
    held = (3, "16c8cfb1")
    text = source("Begin here. In the\nmiddle. The end. More.")
    assert text.held_by(text.find_span("Begin", "end.")) == held
    assert text.find_passage("Begin", "end.", held, None, ASKED).quote.endswith("end.")
    with pytest.raises(ArbitreError) as caught:
        source("Begin here. Not in the middle. The end.").find_passage("Begin", "end.", held, None, ASKED)
    assert problem(caught).code == "passage-changed"
    assert problem(caught).message.endswith("was of 3 sentences, and has other words now")
    with pytest.raises(ArbitreError) as caught:
        source("Begin here. The end.").find_passage("Begin", "end.", held, None, ASKED)
    assert problem(caught).message.endswith("was of 3 sentences, and has 2 sentences now")
    assert (problem(caught).help or "").startswith('where that is no matter, write `of 2 "')
