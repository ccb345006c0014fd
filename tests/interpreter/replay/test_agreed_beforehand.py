"""What the table agrees upon before play asks for it: a situation that is written out."""

import pytest

from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from tests.interpreter import tiny

HEAD = (
    "arbitre: 1\ngame: tiny/plain\nedition: xx\nplayers: [Anna, Bernat]\nreadings: {tie: first}\n"
    "stock: [A, B, C, A, A, B, B, A, C, C]\nevents:\n"
)
SILENT = tiny.without("value", "worth_a")


def problems(*events, game=None):
    text = HEAD + "".join(f"  - {event}\n" for event in events)
    found = replay(tiny.project(game), read_log(text, "x.yaml"))
    return [(problem.event, problem.code) for problem in found.problems]


@pytest.mark.parametrize(
    ("event", "code"),
    [
        ("{agreed: value, given: {card: A}, is: 1}", None),  # as the rules have it
        ("{agreed: value, given: {card: A}, is: 2}", "wrong-claim"),
        ("{agreed: value, given: {card: Z}, is: 2}", "unknown-card"),
        ("{agreed: value, given: {}, is: 2}", "malformed"),
        ("{agreed: value, given: [A], is: 2}", "malformed"),
        ("{agreed: next_leader, given: {leader: Zoe, result: discarded}, is: Anna}", "wrong-claim"),
    ],
)
def test_what_the_rules_settle_is_not_agreed_otherwise(event, code):
    assert problems(event) == ([] if code is None else [(1, code)])


def test_it_holds_from_then_on():
    agreed = "{agreed: value, given: {card: A}, is: 3}"
    assert problems(agreed, "{claim: value, given: {card: A}, is: 3}", game=SILENT) == []
    assert problems(agreed, "{claim: value, given: {card: A}, is: 1}", game=SILENT) == [(2, "wrong-claim")]
    assert problems(agreed, "{undo: 1}", agreed.replace("3", "1"), game=SILENT) == []
    assert problems(agreed, agreed.replace("3", "1"), game=SILENT) == [(2, "wrong-claim")]
