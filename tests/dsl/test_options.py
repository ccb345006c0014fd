"""Options, games played within a flow, choices laid at once, zones seen at times: read, and refused."""

import pytest

from dsl import model as m
from dsl.types import EnumType, PlayerType, RecordType, SetType
from tests.dsl.conftest import Tiny

OPTIONS = """
option open_hands "Open hands" of standard
  en "open"  ca "cartes obertes", "destapades"
question shown() -> 0..5
  "How many are shown?"
property few "Few are shown."
  for a: 0..5: shown() <= 5
option swift "Swift" of standard
question rounds() -> 0..5
  "How many rounds?"
"""
LATER = """
variant match "A match"
flow match(options: set of option = {})
  zone chest: list 0..9 of card  seen by nobody
  var plays: 0..9 = 0
BODY
end
"""


def options(tiny: Tiny) -> None:
    """Adds the options after the flow of the standard variant, with a parameter for them."""
    tiny.add("game", OPTIONS)
    tiny.replace(
        "game",
        "optional player = none)\n  zone",
        "optional player = none, options: set of option = {})\n  zone",
    )
    answers = (
        'assumption more because "It says nothing."\n  answers shown() then 1\n  answers rounds() then 2'
    )
    tiny.add("game", answers)


def body(tiny: Tiny, text: str, places: str = "") -> None:
    """Adds the options, and a match with this body."""
    options(tiny)
    tiny.add("game", LATER.replace("BODY", places + "".join(f"  {line}\n" for line in text.splitlines())))


def told(tiny: Tiny) -> list[tuple[str, str, str]]:
    """What is wrong: code, sentence, line."""
    return [(p.code, p.message, tiny.line(p)) for p in tiny.problems()]


# ------------------------------------------------------------------ options


def test_options_and_what_belongs_to_them(tiny: Tiny) -> None:
    options(tiny)
    game = tiny.game()
    variant = game.variants["standard"]
    assert list(variant.options) == ["open_hands", "swift"]
    first = variant.options["open_hands"]
    assert (first.text, first.questions) == ("Open hands", ("shown",))
    assert first.names == {"en": ("open",), "ca": ("cartes obertes", "destapades")}
    assert variant.options["swift"].questions == ("rounds",)
    assert not {"shown", "rounds"} & set(variant.questions)
    assert (game.questions["shown"].variant, game.questions["shown"].option) == ("standard", "open_hands")
    assert [(p.name, p.option) for p in game.properties if p.name == "few"] == [("few", "open_hands")]
    assert game.enums["option"].type == EnumType("option", ("open_hands", "swift"))
    assert game.flows["standard"].parameters[1].type == SetType(game.enums["option"].type)


def test_steps_know_the_options_without_which_they_are_not_taken(tiny: Tiny) -> None:
    body(
        tiny,
        """if open_hands in options do
  step first_one "One." do
    if swift in options and 1 = 1 do
      step two "Two." do
      end
    end
  end
else
  step three "Three." do
  end
end
if not (open_hands in options) or swift in options do
  step four "Four." do
  end
end""",
    )
    flow = tiny.game().flows["match"]
    found = {s.name: s.options for s in _steps(flow.body)}
    assert found == {"first_one": ("open_hands",), "two": ("open_hands", "swift"), "three": (), "four": ()}


def _steps(block: tuple[m.Statement, ...]) -> list[m.Step]:
    found: list[m.Step] = []
    for each in block:
        match each:
            case m.Step(body=inner):
                found += [each, *_steps(inner)]
            case m.IfStmt(then=then, otherwise=otherwise):
                found += [*_steps(then), *_steps(otherwise)]
    return found


def test_parts_with_options(tiny: Tiny) -> None:
    options(tiny)
    tiny.replace("en", 'note heading "The duel"', 'part "The duel" for standard with swift\n')
    part = tiny.game().editions["en"].parts[0]
    assert (part.variants, part.options) == (("standard",), ("swift",))


OPTION_MISTAKES = {
    "of a variant that is not there": (
        'option big "Big" of standart',
        ("unknown-variant", "`standart` is no variant of the game", 'option big "Big" of standart'),
    ),
    "twice": (
        'option swift "Swift again" of standard',
        ("duplicate-name", "`option` has two cases called `swift`", 'option swift "Swift again" of standard'),
    ),
    "a type of that name": (
        "record option has player: player",
        (
            "reserved-word",
            "`option` is a word of the language, and cannot be a name",
            "record option has player: player",
        ),
    ),
    "a language that is not the game's": (
        'option big "Big" of standard\n  fr "grand"',
        ("unknown-language", "`fr` is no language of the game", 'option big "Big" of standard'),
    ),
}


@pytest.mark.parametrize("mistake", OPTION_MISTAKES)
def test_mistakes_with_options(tiny: Tiny, mistake: str) -> None:
    text, expected = OPTION_MISTAKES[mistake]
    options(tiny)
    tiny.add("game", text)
    assert told(tiny) == [expected]


def test_an_enumeration_is_not_called_option(tiny: Tiny) -> None:
    options(tiny)
    tiny.add("game", "enum option\n  case Yes")
    ((code, message, line),) = told(tiny)
    assert (code, line) == ("reserved-word", "enum option") and "`option`" in message


def test_an_option_that_the_variants_of_a_part_do_not_have(tiny: Tiny) -> None:
    options(tiny)
    part = 'part "The duel" for standard with swifd'
    tiny.replace("en", 'note heading "The duel"', part)
    assert told(tiny) == [("unknown-option", "`swifd` is no option of `standard`", part)]


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
    assert isinstance(order.value, m.Mapped) and isinstance(order.value.binder.source.type.item, RecordType)  # type: ignore[union-attr]
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
