"""Games played within a flow, zones seen at times, choices laid at once: read, and refused."""

import pytest

from dsl import model as m
from dsl.types.types import PlayerType, RecordType
from tests.dsl.conftest import Tiny
from tests.dsl.resolve.test_options import body, told

# ------------------------------------------------------------------ games within a flow


def test_a_game_of_another_flow(tiny: Tiny) -> None:
    body(
        tiny,
        "game standard(seats[1]) among prefix(seats, 2) with told won by best\nlet n = size(told)",
    )
    flow = tiny.game().flows["match"]
    play = flow.body[0]
    assert isinstance(play, m.Play)
    assert (play.flow.variant, play.scores, play.winners) == ("standard", "told", "best")
    assert [given is None for given in play.arguments] == [False, True]
    assert [(z.name, z.played) for z in flow.zones] == [
        ("chest", None),
        ("deck", "standard"),
        ("hand", "standard"),
        ("pile", "standard"),
    ]


GAME = "game standard()"
PLAYING_MISTAKES = {
    "a flow that is not there": (
        "game standart()",
        (
            "unknown-name",
            "there is no flow `standart` before this one, that could be played",
            "game standart()",
        ),
    ),
    "itself": (
        "game match()",
        ("unknown-name", "there is no flow `match` before this one, that could be played", "game match()"),
    ),
    "too many arguments": (
        "game standard(none, {}, 3)",
        ("wrong-arguments", "`standard` has 2 parameters, and 3 are given", "game standard(none, {}, 3)"),
    ),
    "an argument of another type": (
        "game standard(3)",
        ("wrong-type", "`3` is a number, where an optional player is needed", "game standard(3)"),
    ),
    "among what are no players": (
        "game standard() among seats[1]",
        (
            "wrong-type",
            "`seats[1]` is a player, where a list of player is needed",
            "game standard() among seats[1]",
        ),
    ),
    "a name that is a variable": (
        "game standard() won by plays",
        ("duplicate-name", "`plays` is a variable of the flow already", "game standard() won by plays"),
    ),
}


@pytest.mark.parametrize("mistake", PLAYING_MISTAKES)
def test_mistakes_with_games_played(tiny: Tiny, mistake: str) -> None:
    text, expected = PLAYING_MISTAKES[mistake]
    body(tiny, text)
    assert told(tiny) == [expected]


def test_scores_of_a_flow_that_has_none(tiny: Tiny) -> None:
    tiny.replace("game", "  finish with [tally(p, points_of(p.pile)) for p in seats] won", "  finish won")
    body(tiny, "game standard() with told\nlet n = size(told)")
    line = "game standard() with told"
    assert told(tiny) == [("unknown-name", "the flow `standard` ends without scores", line)]


def test_zones_of_the_same_name(tiny: Tiny) -> None:
    body(tiny, GAME, "  zone deck: list 0..9 of card  seen by nobody\n")
    message = "the flow `standard`, which is played here, has a zone `deck` too"
    ((code, said, _),) = told(tiny)
    assert (code, said) == ("duplicate-name", message)


# ------------------------------------------------------------------ zones seen at times

GLIMPSES = {
    "a question": (
        "zone rest: list 0..9 of card  seen by nobody, by everyone when value(High) = 3",
        ("wrong-type", "who sees a zone cannot depend on a question"),
    ),
    "no condition": (
        "zone rest: list 0..9 of card  seen by nobody, by everyone when 3",
        ("wrong-type", "`3` is a number, where true or false is needed"),
    ),
    "the first of a bag": (
        "zone rest: bag 0..9 of card  seen by nobody, the first by everyone when true",
        ("wrong-type", "the zone `rest` has no order, and so no first card"),
    ),
    "an owner where there is none": (
        "zone rest: list 0..9 of card  seen by nobody, by owner when true",
        ("no-owner", "the zone `rest` has no owner"),
    ),
}


@pytest.mark.parametrize("mistake", GLIMPSES)
def test_mistakes_with_zones_seen_at_times(tiny: Tiny, mistake: str) -> None:
    text, expected = GLIMPSES[mistake]
    body(tiny, "set plays = 1", f"  {text}\n")
    assert told(tiny) == [(*expected, text)]


def test_zones_seen_at_times(tiny: Tiny) -> None:
    zone = (
        "  zone rest of player: list 0..9 of card"
        "  seen by owner, the first by everyone when plays = 1, by nobody when true\n"
    )
    body(tiny, "set plays = 1", zone)
    found = {z.name: z for z in tiny.game().flows["match"].zones}["rest"]
    assert (found.seen_by, [(g.seen_by, g.first) for g in found.glimpses]) == (
        "owner",
        [("everyone", True), ("nobody", False)],
    )


# ------------------------------------------------------------------ choices laid at once

LAID = "choose bid by each p in seats: 0..9 secretly\n"


def test_choices_laid_at_once(tiny: Tiny) -> None:
    body(
        tiny,
        LAID + "let order = as_laid(bid)\nlet high = highest p in order of bid[p]\nset plays = bid[seats[1]]",
    )
    _, order, high, _ = tiny.game().flows["match"].body
    assert isinstance(order, m.LetStmt) and isinstance(high, m.LetStmt)
    assert isinstance(order.value, m.Mapped) and isinstance(order.value.binder.source.type.item, RecordType)
    assert order.value.body.type == PlayerType()


CHOICE_MISTAKES = {
    "as_laid of a list": ("let order = as_laid(seats)", "unknown-name"),
    "as_laid of one choice": ("choose his by seats[1]: 0..9\nlet order = as_laid(his)", "unknown-name"),
    "as_laid of a sum": (LAID + "let order = as_laid(bid + bid)", "unknown-name"),
    "as_laid of two": (LAID + "let order = as_laid(bid, bid)", "wrong-arguments"),
    "by a number": (LAID + "let first_bid = bid[1]", "wrong-type"),
    "a choice called as a variable": ("choose plays by each p in seats: 0..9", "duplicate-name"),
    "a chooser called as a variable": ("choose bid by each plays in seats: 0..9", "duplicate-name"),
    "set to what was chosen": (LAID + "set bid = 3", "unknown-name"),
    "the chooser afterwards": (LAID + "set plays = bid[p]", "unknown-name"),
}


@pytest.mark.parametrize("mistake", CHOICE_MISTAKES)
def test_mistakes_with_choices_laid_at_once(tiny: Tiny, mistake: str) -> None:
    text, code = CHOICE_MISTAKES[mistake]
    body(tiny, text)
    ((found, message, line),) = told(tiny)
    assert (found, line) == (code, text.splitlines()[-1])
    assert "choice of one" not in message


def test_cards_are_moved_onto_what_has_a_top(tiny: Tiny) -> None:
    body(tiny, "move all from chest onto chest")
    move = tiny.game().flows["match"].body[0]
    assert isinstance(move, m.Move) and move.onto


def test_a_bag_has_no_top(tiny: Tiny) -> None:
    body(tiny, "move all from chest onto sack")
    tiny.replace("game", "  zone chest:", "  zone sack: bag 0..9 of card  seen by nobody\n  zone chest:")
    message = "`sack` has no order, and so no top"
    assert told(tiny) == [("wrong-type", message, "move all from chest onto sack")]
