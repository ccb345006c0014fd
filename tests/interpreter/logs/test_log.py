"""Logs read and written."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.text.errors import ArbitreError
from interpreter.logs.log import (
    AgreedEvent,
    BadEvent,
    ChanceEvent,
    ClaimEvent,
    Log,
    MoveEvent,
    RevealEvent,
    StepEvent,
    UndoEvent,
    document_text,
    flow_text,
    head_text,
    read_log,
    read_logs,
)
from interpreter.runtime.yamltext import parse_document
from tests.interpreter.runtime.test_yamltext import plain

HEAD = "arbitre: 1\ngame: tiny/plain\nedition: xx\nplayers: [Anna, Bernat]\n"


def events(text):
    return read_log(HEAD + "events:\n" + text).events


def head_problems(text):
    with pytest.raises(ArbitreError) as caught:
        read_log(text)
    return [(p.spans[0].line, p.message) for p in caught.value.problems]


def test_the_head():
    head = read_log(
        HEAD
        + "rulings: [house]\nreadings: {tie: last}\nseed: 7\nrng: 1\nspecification: abc\n"
        + "given: {before: [Anna]}\nevents: []\n"
    ).head
    assert (head.game, head.variant, head.edition, head.players) == (
        "tiny",
        "plain",
        "xx",
        ("Anna", "Bernat"),
    )
    assert (head.rulings, head.readings, head.seed) == (("house",), {"tie": "last"}, 7)
    assert head.given.keys == ("before",)
    assert head.spans["seed"].line == 7


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (1, "a log is a mapping")),
        ("[]", (1, "a log is a mapping")),
        ("game: a/b\nplayers: []\nevents: []", (1, "this is no log")),
        (HEAD.replace("arbitre: 1", "arbitre: 2") + "events:", (1, "format of log is not known")),
        (HEAD.replace("tiny/plain", "tiny") + "events:", (2, "as GAME/VARIANT")),
        (HEAD.replace("Bernat", "Anna") + "events:", (4, "`Anna` is at the table twice")),
        (HEAD.replace("[Anna, Bernat]", "Anna") + "events:", (4, "lists its `players`")),
        (HEAD + "seed: 7\nevents:", (5, "`seed` needs its `rng`")),
        (HEAD + "seed: 9007199254740992\nrng: 1\nevents:", (5, "less than")),
        (HEAD + "seed: 7\nrng: 1\nstock: [A]\nevents:", (7, "one of them is enough")),
        (HEAD + "deck: {A: 3}\nevents:", (5, "`deck` is a word")),
        (HEAD + "readings: [a]\nevents:", (5, "`readings` is a mapping")),
        (HEAD, (1, "has no `events`")),
        (HEAD + "events: {}", (5, "are a list")),
        (HEAD + "edition: es\nevents:", (5, "`edition` is there twice")),
        (HEAD[:-9], (4, "this is not YAML")),
    ],
)
def test_heads_that_cannot_be_read(text, expected):
    line, message = head_problems(text)[0]
    assert line == expected[0]
    assert expected[1] in message


def test_all_mistakes_of_a_head_at_once():
    assert len(head_problems("arbitre: 3\ngame: x\nplayers: no\nseed: x\nevents:\n")) == 4


def test_strange_keys_are_kept_apart():
    log = read_log(HEAD + "plyers: 3\nevents:\n")
    assert [(p.message, p.help) for p in log.strange] == [
        ("a log has no `plyers`", "did you mean `players`?")
    ]


def test_events():
    read = events(
        "  - {player: Anna, bet: [A]}\n"
        "  - {player: Bernat, bet: hidden}\n"
        "  - {reveal: bet, of: Bernat, is: [B]}\n"
        "  - {claim: score, of: Bernat, is: 2}\n"
        "  - {claim: value, given: {card: A}, is: 1}\n"
        "  - {agreed: outcome, is: discarded}\n"
        "  - {step: deal, of: Anna, is: [A]}\n"
        "  - {step: mix}\n"
        "  - {turned: [A]}\n"
        "  - {undo: 2}\n"
    )
    kinds = [MoveEvent, MoveEvent, RevealEvent, ClaimEvent, ClaimEvent, AgreedEvent, StepEvent, StepEvent]
    assert [type(e) for e in read] == [*kinds, ChanceEvent, UndoEvent]
    assert [e.number for e in read] == list(range(1, 11))
    assert read[0].span.line == 6
    assert not read[0].hidden and read[1].hidden
    assert (read[3].question.text, read[3].of.text, plain(read[3].value)) == ("score", "Bernat", "2")
    assert plain(read[4].given) == {"card": "A"}
    assert read[9].count == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Anna", "an event is a mapping"),
        ("{}", "an event is a mapping"),
        ("{player: Anna}", "one thing besides the player"),
        ("{player: Anna, bet: [A], card: B}", "one thing besides the player"),
        ("{player: [Anna], bet: [A]}", "a name is wanted"),
        ("{turned: A, put: B}", "no event that is known"),
        ("{claim: outcome}", "lacks its `is`"),
        ("{claim: outcome, is: 1, by: Anna}", "a `claim` has no `by`"),
        ("{reveal: bet, is: [A]}", "lacks its `of`"),
        ("{undo: 0}", "1 or more"),
        ("{undo: -1}", "1 or more"),
        ("{claim: value, is: 1, given: A}", "`given` is a mapping"),
    ],
)
def test_bad_events(text, words):
    (_, bad) = events(f"  - {{player: Anna, bet: [A]}}\n  - {text}\n")
    assert isinstance(bad, BadEvent)
    assert words in bad.problem.message
    assert bad.problem.spans[0].line == 7


@pytest.mark.parametrize(
    "text", ["  - {player: Anna, bet: [A]}\n  - {player: Bernat, bet: [B", "  - {p: A}\n  - 'x"]
)
def test_cut_inside_an_event(text):
    log = read_log(HEAD + "events:\n" + text)
    assert len(log.events) == 1
    assert log.cut.code == "malformed"
    assert log.cut.spans[0].line >= 7


def test_cut_anywhere():
    text = HEAD + "events:\n  - {player: Anna, bet: [A]}\n  - {claim: outcome, is: {taken: Anna}}\n"
    whole = read_log(text).events
    for cut in range(len(text)):
        try:
            log = read_log(text[:cut])
        except ArbitreError:
            continue
        assert len(log.events) <= 2
        kept = log.events if log.cut is not None or text[:cut].endswith(("}", "}\n")) else log.events[:-1]
        assert kept == whole[: len(kept)]


def test_several_documents():
    text = HEAD + "events: []\n---\nnothing: here\n---\n" + HEAD + "events:\n  - {player: Anna, bet: [A]}\n"
    first, second, third = read_logs(text.splitlines(keepends=True), "x")
    assert isinstance(first, Log) and first.events == ()
    assert isinstance(second, ArbitreError) and second.problems[0].spans[0].line == 7
    assert isinstance(third, Log) and third.events[0].span.line == 14
    (error,) = read_logs([], "x")
    assert "there is no log" in error.problems[0].message


def test_written_and_read_again():
    head = head_text(
        game="tiny/plain",
        edition="xx",
        players=["No", "Null ", "[bold]", "l·l's", "日本\u2028\x1b"],
        rulings=["house"],
        readings={"tie": "last"},
        seed=3,
    )
    written = [{"player": "No", "bet": ["A", "B"]}, {"claim": "outcome", "is": {"taken": "~"}}]
    for text in (document_text(head, written), document_text(head, [])):
        log = read_log(text)
        assert log.head.players == ("No", "Null ", "[bold]", "l·l's", "日本\u2028\x1b")
        assert (log.head.seed, log.head.rulings, log.head.readings) == (3, ("house",), {"tie": "last"})
        assert log.strange == () and log.cut is None
    assert '  - {player: "No", bet: [A, B]}\n  - {claim: outcome, is: {taken: "~"}}\n' in document_text(
        head, written
    )


JSON = st.recursive(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.integers(-99, 99).map(str),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab: #", min_size=1), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(JSON)
def test_what_is_written_is_read(value):
    assert plain(parse_document(flow_text([value]))) == [value]


def test_json_logs():
    data = {
        "arbitre": 1,
        "game": "tiny/plain",
        "players": ["A"],
        "events": [{"player": "A", "bet": "hidden"}],
    }
    log = read_log(json.dumps(data, indent="\t"))
    assert log.events[0].hidden
