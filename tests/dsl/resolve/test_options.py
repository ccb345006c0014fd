"""Options: read, and refused."""

import pytest

from dsl import model as m
from dsl.types.types import EnumType, SetType
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


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("option swift", "option shown", "`shown` is a question, and cannot be an option too"),
        ("option swift", "option player", "`player` is a type, and cannot be an option too"),
        (
            "option swift",
            "option options",
            "`options` is a parameter of `standard`, and cannot be an option too",
        ),
        (
            '"Swift" of standard',
            '"Swift" of standard ca "DESTAPADES"',
            "`DESTAPADES` is a name of both `open_hands` and `swift`",
        ),
        (
            '"Swift" of standard',
            '"Swift" of standard en "open_hands"',
            "`open_hands` is a name of both `open_hands` and `swift`",
        ),
    ],
)
def test_an_option_that_is_called_as_something_else(tiny: Tiny, old: str, new: str, said: str) -> None:
    options(tiny)
    tiny.replace("game", old, new)
    line = next(each for each in OPTIONS.replace(old, new).splitlines() if new in each)
    assert told(tiny) == [("duplicate-name", said, line)]


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
    part = tiny.game().editions["en"].texts[0].parts[0]
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
