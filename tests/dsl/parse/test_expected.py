"""Mistakes in files of rules, each told where it is; files that are none; nesting, and any text."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.parse.parser import LARGEST, MOST_PROBLEMS, parse_file, parse_text, reserved_words

HERE = Path(__file__).parents[1]
GOOD = sorted((HERE / "good").glob("*.rules"))
BAD = sorted((HERE / "bad").glob("*.rules"))
GAME = 'game joc "Joc" languages ca\n'


def codes(text: str) -> list[tuple[int, int, str]]:
    _, problems = parse_text(text, "x.rules")
    return [(p.spans[0].line, p.spans[0].column, p.code) for p in problems]


MISTAKES = {
    "bad_character": [
        (1, 26, "bad-character"),
        (3, 8, "bad-character"),
        (7, 22, "bad-character"),
        (9, 36, "bad-character"),
        (11, 34, "bad-character"),
        (13, 6, "bad-character"),
    ],
    "column_one": [
        (4, 1, "unknown-declaration"),
        (9, 1, "not-indented"),
        (13, 3, "unexpected-word"),
        (15, 1, "misplaced-declaration"),
        (16, 1, "misplaced-declaration"),
    ],
    "doubts": [
        (3, 21, "unexpected-word"),
        (4, 21, "unexpected-word"),
        (5, 37, "unexpected-end"),
        (6, 14, "unexpected-end"),
        (7, 29, "unexpected-word"),
    ],
    "escape": [(4, 17, "bad-escape")],
    "large_number": [(4, 19, "too-large")],
    "missing_head": [(1, 1, "missing-head"), (3, 30, "reserved-word")],
    "misspelt_head": [(1, 1, "missing-head"), (6, 25, "unexpected-word")],
    "parentheses": [(3, 30, "unexpected-word"), (4, 31, "unexpected-word")],
    "reserved_word": [(3, 16, "reserved-word"), (6, 8, "reserved-word")],
    "unclosed_string": [
        (4, 3, "unclosed-string"),
        (8, 3, "unclosed-string"),
        (13, 17, "unclosed-string"),
        (17, 3, "unclosed-string"),
        (20, 11, "unclosed-string"),
        (21, 1, "unknown-declaration"),
    ],
    "unexpected_end": [(4, 3, "unexpected-end"), (6, 1, "unexpected-end")],
    "unexpected_word": [
        (6, 3, "unexpected-word"),
        (10, 45, "unexpected-word"),
        (16, 5, "unexpected-word"),
    ],
    "set_what": [(3, 7, "unexpected-word")],
}


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_mistakes(path: Path) -> None:
    """The facts here; the wording in NAME.expected (written anew with ARBITRE_UPDATE_GOLDENS=1)."""
    _, problems = parse_file(path, path.parent)
    assert [(p.spans[0].line, p.spans[0].column, p.code) for p in problems] == MISTAKES[path.stem]
    wording = "".join(p.render() + "\n" for p in problems)
    golden = path.with_suffix(".expected")
    if os.environ.get("ARBITRE_UPDATE_GOLDENS") == "1" and "CI" not in os.environ:
        golden.write_text(wording, "utf-8")
    assert wording == golden.read_text("utf-8")


def test_a_mistake_hides_no_other_declaration() -> None:
    file, _ = parse_file(HERE / "bad" / "unexpected_word.rules", HERE)
    assert file is not None
    assert [getattr(d, "name", None) for d in file.declarations] == ["good"]


@pytest.mark.parametrize("word", reserved_words())
def test_no_reserved_word_is_a_name(word: str) -> None:
    [(line, column, code)] = codes(f'{GAME}variant {word} "A"\n')
    assert (line, column, code) == (2, 9, "reserved-word")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-file"),
        (b" \n\xc2\xa0\n# only a comment\n", "empty-file"),
        (b"\xef\xbb\xbf", "empty-file"),
        (b"game \x00\x01", "binary-file"),
        ("game".encode("utf-16"), "binary-file"),
        ('game a "Força"'.encode("latin-1"), "not-utf8"),
        (b"game \x07", "not-text"),
        (b"#" * (LARGEST + 1), "too-large"),
    ],
)
def test_files_that_are_no_rules(data: bytes, code: str, tmp_path: Path) -> None:
    path = tmp_path / "x.rules"
    path.write_bytes(data)
    file, problems = parse_file(path, tmp_path)
    assert file is None
    assert [problem.code for problem in problems] == [code]
    assert problems[0].render().startswith("x.rules")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "nowhere.rules", tmp_path):
        file, problems = parse_file(path, tmp_path)
        assert file is None
        assert [problem.code for problem in problems] == ["unreadable-file"]


@pytest.mark.parametrize(
    "deep",
    [
        "not " * 20000 + "x",
        "-" * 20000 + "1",
        "1" + " + 1" * 20000,
        "[" * 20000 + "]" * 20000,
        "if a then b else " * 100 + "c",
        "let a = 1; " * 100 + "a",
        "a" + "[1]" * 100,
        "f(" * 100 + ")" * 100,
    ],
    ids=lambda text: text[:8],
)
def test_nesting_is_bounded(deep: str) -> None:
    [(line, _, code)] = codes(f"{GAME}define f(x) =\n  {deep}\n")
    assert (line, code) == (3, "too-deep")


def test_blocks_are_bounded() -> None:
    loops = " while a do" * 100 + " end" * 100
    chain = " if a do" + " elif b do" * 100 + " end"
    for body in (loops, chain):
        [(_, _, code)] = codes(f"{GAME}flow f() {body} end\n")
        assert code == "too-deep"


def test_parentheses_and_ordinary_nesting_are_free() -> None:
    assert codes(f"{GAME}define f(x) = {'(' * 500}1{')' * 500}\n") == []
    assert codes(f"{GAME}define f(x) = 1{' + 1' * 50}\n") == []


def test_many_mistakes_are_cut_short() -> None:
    found = codes(GAME + "wrong\n" * 100_000)
    assert len(found) == MOST_PROBLEMS + 1
    assert found[-1][2] == "too-many-mistakes"


SEEDS = [path.read_text("utf-8") for path in GOOD]
PASTED = st.text(alphabet="\"«»(){}[]:;,.<>=#\\\n\t \u200b\ufeff“éz9·'’\x00", max_size=4)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_text_breaks_the_parser(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(SEEDS))
    for _ in range(data.draw(st.integers(1, 3))):
        at, to = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        text = text[:at] + data.draw(PASTED) + text[min(to, at + 40) :]
    _, problems = parse_text(text, "x.rules")
    lines = text.removeprefix("\ufeff").split("\n")
    for problem in problems:
        place = problem.spans[0]
        assert 1 <= place.line <= len(lines)
        assert 1 <= place.column <= len(lines[place.line - 1]) + 1
        assert problem.render().startswith("x.rules:")
