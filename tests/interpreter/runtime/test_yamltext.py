"""YAML as text with places."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.text.errors import ArbitreError
from interpreter.runtime.yamltext import (
    MAX_CHARACTERS,
    MAX_DEPTH,
    Mapping,
    Scalar,
    Sequence,
    parse_document,
    parse_partly,
    read_lines,
    read_text,
    split_documents,
)


def plain(node):
    """The node as lists, dictionaries and text."""
    match node:
        case Scalar():
            return None if node.is_null else node.text
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {key.text: plain(value) for key, value in node.entries}


def problem(text):
    with pytest.raises(ArbitreError) as caught:
        parse_document(text, "x.yaml")
    (found,) = caught.value.problems
    assert found.code == "malformed"
    return found


@pytest.mark.parametrize(("text", "sign"), [("card: *", "*"), ("{a: [8, :]}", ":"), ("a: 8 : 2", ":")])
def test_signs_that_need_quotes(text, sign):
    assert problem(text).help == f"a `{sign}` that is meant as it stands needs quotes, `'{sign}'`"
    assert problem("[8").help is None


def test_scalars_stay_text():
    text = "a: [no, on, 12:30:45, 010, 1e3, 0x1F, 2001-01-01, .inf, =, <<]\nb: 'null'\nc: Null\nd:\n"
    node = parse_document(text)
    assert plain(node) == {
        "a": ["no", "on", "12:30:45", "010", "1e3", "0x1F", "2001-01-01", ".inf", "=", "<<"],
        "b": "null",
        "c": None,
        "d": None,
    }


def test_a_null_keeps_its_text():
    assert parse_document("p: Null").get("p").text == "Null"


def test_lines_and_columns():
    node = parse_document("a:\n  - x\n  - {b: y}\n", "f.yaml", first_line=10)
    items = node.get("a").items
    assert (items[0].span.path, items[0].span.line, items[0].span.column) == ("f.yaml", 11, 5)
    assert items[1].get("b").span.line == 12


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "`a` is there twice (first in line 1)"),
        ("a: &x 1\n", 1, "anchors are not accepted"),
        ("a: 1\nb: *x\n", 2, "aliases are not accepted"),
        ("a: !!python/object:os.system 1\n", 1, "tags are not accepted"),
        ("[a, b]: 1\n", 1, "a key must be a word"),
        ("a: 1\n--- \nb: 2\n", 2, "one document was expected"),
        ("a: 'x\n\n", 2, "this is not YAML"),
        ("a: 1\n\tb: 2\n", 2, "this is not YAML"),
        ("a: 1\nb: \x00\n", 2, "U+0000"),
        ("", 1, "there is nothing in it"),
        ("# only this\n", 1, "there is nothing in it"),
    ],
)
def test_refused(text, line, words):
    found = problem(text)
    assert words in found.message
    assert found.spans[0].line == line


def test_depth_is_bounded():
    assert parse_document("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert "deeper" in problem("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1)).message
    assert problem("[" * 50000)
    assert "deeper" in problem("- " * 3000 + "x").message


def test_size_is_bounded():
    assert "16 MB" in problem("a" * (MAX_CHARACTERS + 1)).message


def test_long_numbers_are_text():
    assert plain(parse_document("a: " + "9" * 5000)) == {"a": "9" * 5000}


@given(
    st.recursive(
        st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text("abcxyz", min_size=1), inner, max_size=3)
        ),
        max_leaves=8,
    ),
    st.booleans(),
    st.sampled_from([None, 2, "\t"]),
)
def test_json_is_read(value, ascii_only, indent):
    assert plain(parse_document(json.dumps(value, ensure_ascii=ascii_only, indent=indent))) == value


EVENTS = "head: 1\nevents:\n  - {a: 1, b: [x]}\n  - {a: 2, b: [y, z]}\n  - {a: 3}\n"
JSON_EVENTS = '{"head": "1", "events": [{"a": "1", "b": ["x"]}, {"a": "2", "b": ["y", "z"]}, {"a": "3"}]}'


@pytest.mark.parametrize("text", [EVENTS, JSON_EVENTS])
def test_a_text_cut_anywhere_keeps_whole_items(text):
    whole = plain(parse_document(text))["events"]
    for cut in range(len(text)):
        parsed = parse_partly(text[:cut])
        if parsed.node is None or not isinstance(parsed.node, Mapping):
            continue
        events = parsed.node.get("events")
        if not isinstance(events, Sequence):
            continue
        got = plain(events)
        assert got[: len(got) - 1] == whole[: max(len(got) - 1, 0)]
        if parsed.problem is None:
            continue
        kept = [plain(item) for item in events.items if getattr(item, "complete", True)]
        assert kept == whole[: len(kept)]
        done = text[:cut].count("}") - (text is JSON_EVENTS and text[:cut].endswith("}}"))
        assert len(kept) >= min(done, 3) - 1


def test_a_cut_item_is_marked():
    parsed = parse_partly("events:\n  - {a: 1}\n  - {a: [2, 3")
    assert parsed.problem is not None and parsed.problem.spans[0].line in (3, 4)
    first, second = parsed.node.get("events").items
    assert first.complete and not second.complete


def test_documents_are_parted():
    chunks = list(split_documents("a: 1\n--- # two\nb: 2\n---\n---\nc: 3\n".splitlines(keepends=True)))
    assert [(plain(parse_document(c.text, "", c.first_line)), c.first_line) for c in chunks] == [
        ({"a": "1"}, 1),
        ({"b": "2"}, 2),
        ({"c": "3"}, 5),
    ]
    assert parse_document(chunks[2].text, "", chunks[2].first_line).get("c").span.line == 6


def test_a_document_too_long_does_not_stop_the_next():
    lines = ["a: 1\n"] + ["b" * 2**20 + "\n"] * 17 + ["---\n", "c: 3\n"]
    assert [(c.too_long, c.first_line) for c in split_documents(lines)] == [(True, 1), (False, 19)]


def test_files(tmp_path: Path):
    (tmp_path / "bom").write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\rc: 3")
    assert plain(parse_document(read_text(tmp_path / "bom", "bom"))) == {"a": "1", "b": "2", "c": "3"}
    (tmp_path / "latin").write_bytes("a: 1\nb: \u00e9".encode("latin-1"))
    for path, words in [("latin", "UTF-8"), ("none", "cannot be read"), ("", "cannot be read")]:
        with pytest.raises(ArbitreError) as caught:
            list(read_lines(tmp_path / path, path))
        assert words in caught.value.problems[0].message
