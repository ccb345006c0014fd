"""Each mistake of meaning: its code, its sentence, the line it is reported at, and the help."""

import pytest

from tests.dsl.conftest import Tiny

_OTHER = "give what is bound here another name"

CASES = {
    # ---------------------------------------------------------------- vocabulary
    "a type that is not there": (
        "game",
        "record thing has card: crad, n: 0..3",
        ("unknown-name", "`crad` is no type", "record thing has card: crad, n: 0..3", "did you mean `card`?"),
    ),
    "a type twice": (
        "game",
        "enum card\n  case Other",
        ("duplicate-name", "there are two types called `card`", "enum card", None),
    ),
    "a case twice": (
        "game",
        "enum colour\n  case Red\n  case Red",
        ("duplicate-name", "`colour` has two cases called `Red`", "case Red", None),
    ),
    "a case with a meaning of its own": (
        "game",
        "enum answer\n  case none",
        ("reserved-name", "`none` has a meaning of its own", "case none", None),
    ),
    "a language that is not the game's": (
        "game",
        'enum colour\n  case Red es "rojo"',
        (
            "unknown-language",
            "`es` is no language of the game",
            'case Red es "rojo"',
            "known here: `en`, `ca`",
        ),
    ),
    "a record in itself": (
        "game",
        "record chest has lid: box\nrecord box has inner: chest",
        (
            "type-cycle",
            "a type contains itself: `chest` has `box` has `chest`",
            "record chest has lid: box",
            None,
        ),
    ),
    "a range with nothing in it": (
        "game",
        'question q(n: 3..1) -> bool "?"',
        ("empty-range", "nothing lies in `3..1`", 'question q(n: 3..1) -> bool "?"', None),
    ),
    "a name in the head that is no case": (
        "en",
        'rule more "Deal two to each."\n  answers value(Joy) then 1',
        (
            "unknown-name",
            "`Joy` is no case of `card`, and as a name it is not used",
            "answers value(Joy) then 1",
            "write `card`, the parameter's own name, for any; or `Low`, `High`, `Wild`",
        ),
    ),
    "a printed name in the head": (
        "en",
        'rule more "Deal two to each."\n  answers value(baixa) then 1',
        (
            "unknown-name",
            "`baixa` is no case of `card`, and as a name it is not used",
            "answers value(baixa) then 1",
            "did you mean `Low`?",
        ),
    ),
    "a parameter called as a case": (
        "game",
        'question q(Low: card) -> bool "?"',
        (
            "hidden-name",
            "`Low` is a case of `card`, and a name bound here would hide it",
            'question q(Low: card) -> bool "?"',
            _OTHER,
        ),
    ),
    "a parameter of a doubt called as a case": (
        "en",
        'doubt d(Low: card) -> bool "Deal two to each."\n  asks "?"'
        ' reading a "a" = true reading b "b" = false',
        (
            "hidden-name",
            "`Low` is a case of `card`, and a name bound here would hide it",
            'doubt d(Low: card) -> bool "Deal two to each."',
            _OTHER,
        ),
    ),
    "a parameter of a definition called as a case": (
        "game",
        'define f(Low) = Low\nproperty more "?" for card: card: f(card) = card',
        (
            "hidden-name",
            "`Low` is a case of `card`, and a name bound here would hide it",
            "define f(Low) = Low",
            _OTHER,
        ),
    ),
    "a binder called as a case": (
        "game",
        'property more "?" for card: card: some Low in [card]: Low = card',
        (
            "hidden-name",
            "`Low` is a case of `card`, and a name bound here would hide it",
            'property more "?" for card: card: some Low in [card]: Low = card',
            _OTHER,
        ),
    ),
    "a binder called as a parameter": (
        "game",
        'property more "?" for card: card: all card in [card]: card = Low',
        (
            "hidden-name",
            "`card` is bound already, and a name bound here would hide it",
            'property more "?" for card: card: all card in [card]: card = Low',
            _OTHER,
        ),
    ),
    "a name given for nothing": (
        "game",
        'property more "?" for card: card: let c = card; card = Low',
        (
            "unused-name",
            "`c` is bound here, and not used",
            'property more "?" for card: card: let c = card; card = Low',
            None,
        ),
    ),
    "two cases printed under one name": (
        "game",
        'enum colour\n  case Red en "dark"\n  case Blue en "Dark"',
        ("name-taken", "`Dark` is a name of both `Red` and `Blue`", 'case Blue en "Dark"', None),
    ),
    "a case printed under the name of another in another language": (
        "game",
        'enum colour\n  case Red en "dark"\n  case Blue ca "darK"',
        ("name-taken", "`darK` is a name of both `Red` and `Blue`", 'case Blue ca "darK"', None),
    ),
    "a case printed under what another is called in the rules": (
        "game",
        'enum colour\n  case Red en "blue"\n  case Blue',
        ("name-taken", "`Blue` is a name of both `Red` and `Blue`", "case Blue", None),
    ),
    "a list too long to ask about": (
        "game",
        'question q(ns: list 0..41 of bool) -> bool "?"',
        (
            "unbounded-list",
            "a list of up to 41 is too long to ask about",
            'question q(ns: list 0..41 of bool) -> bool "?"',
            "up to 40 are possible",
        ),
    ),
    "optional twice": (
        "game",
        'question q() -> optional optional bool "?"',
        (
            "wrong-type",
            "what is optional once is so for good",
            'question q() -> optional optional bool "?"',
            None,
        ),
    ),
    "players twice": (
        "game",
        "players 2..3 named Xi, Yu, Zoe",
        ("duplicate-name", "how many play is said twice", "players 2..3 named Xi, Yu, Zoe", None),
    ),
    # ---------------------------------------------------------------- definitions
    "a definition that uses itself": (
        "game",
        "define there(x) = back(x) + 1\ndefine back(x) = there(x)",
        (
            "definition-cycle",
            "a definition uses itself: `there` uses `back` uses `there`",
            "define there(x) = back(x) + 1",
            None,
        ),
    ),
    "a definition under a name that is built in": (
        "game",
        "define size(x) = 1",
        ("reserved-name", "`size` has a meaning of its own", "define size(x) = 1", None),
    ),
    "a definition under the name of a question": (
        "en",
        "define value(x) = 1",
        ("duplicate-name", "`value` has a meaning already", "define value(x) = 1", None),
    ),
    "a parameter twice": (
        "game",
        "define f(x, x) = x",
        ("duplicate-name", "there are two parameters called `x`", "define f(x, x) = x", None),
    ),
    # ---------------------------------------------------------------- questions
    "a question twice": (
        "game",
        'question value(card: card) -> bool "?"',
        (
            "duplicate-name",
            "there are two questions or records called `value`",
            'question value(card: card) -> bool "?"',
            None,
        ),
    ),
    "a parameter without a default after one with": (
        "game",
        'question q(a: 0..3 = 1, b: 0..3) -> bool "?"',
        (
            "missing-default",
            "`b` needs a default, as a parameter before it has one",
            'question q(a: 0..3 = 1, b: 0..3) -> bool "?"',
            None,
        ),
    ),
    "a default of another type": (
        "game",
        'question q(a: 0..3 = Low) -> bool "?"',
        (
            "wrong-type",
            "`Low` is a card, where a number is needed",
            'question q(a: 0..3 = Low) -> bool "?"',
            None,
        ),
    ),
    "a need that asks an edition": (
        "game",
        'question q(c: card) -> bool "?"\n  needs worthy(c)\ndefine worthy(c) = value(c) > 0',
        (
            "needs-asks",
            "what `q` needs asks `value`, which editions answer",
            "needs worthy(c)",
            "`needs` says what is physically possible; what the rules say belongs to `given`",
        ),
    ),
    "choices of another type": (
        "game",
        'question q(c: card) -> bool "?"\n  among [Low]',
        ("wrong-type", "`Low` is a card, where true or false is needed", "among [Low]", None),
    ),
    "smallest by what is no number": (
        "game",
        'question q(c: card) -> bool "?"\n  smallest by c',
        ("wrong-type", "`c` is a card, where a number is needed", "smallest by c", None),
    ),
    "a question that asks itself": (
        "en",
        'rule more "Deal two to each."\n  answers value(c) when value(c) > 2 then 3',
        (
            "question-cycle",
            "`value` asks `value`",
            "answers value(c) when value(c) > 2 then 3",
            "a question may ask itself of a `prefix` of its list only",
        ),
    ),
    # ---------------------------------------------------------------- clauses
    "an unknown question": (
        "en",
        'rule more "Deal two to each."\n  answers valeu(c) then 1',
        (
            "unknown-question",
            "`valeu` is no question of the game",
            "answers valeu(c) then 1",
            "did you mean `value`?",
        ),
    ),
    "too many arguments": (
        "en",
        'rule more "Deal two to each."\n  answers value(c, d) then 1',
        ("wrong-arguments", "`value` has 1 parameter, not 2", "answers value(c, d) then 1", None),
    ),
    "a name bound twice": (
        "en",
        'rule more "Deal two to each."\n  answers outcome(x, x) then drawn',
        (
            "duplicate-name",
            "`x` is bound twice",
            "answers outcome(x, x) then drawn",
            "give the second a name of its own, and say that both are equal",
        ),
    ),
    "a case misspelt where a name may be bound": (
        "en",
        'rule more "Deal two to each."\n  answers value(Hihg) then 1',
        (
            "unknown-name",
            "`Hihg` is no case of `card`, and as a name it is not used",
            "answers value(Hihg) then 1",
            "did you mean `High`?",
        ),
    ),
    "an argument of another type": (
        "en",
        'rule more "Deal two to each."\n  answers value(west) then 1',
        ("wrong-type", "`west` is a side, where a card is needed", "answers value(west) then 1", None),
    ),
    "an answer of another type": (
        "en",
        'rule more "Deal two to each."\n  answers value(card) then Low',
        ("wrong-type", "`Low` is a card, where a number is needed", "answers value(card) then Low", None),
    ),
    "an answer out of bounds": (
        "en",
        'rule more "Deal two to each."\n  answers value(card) then 6',
        ("out-of-bounds", "`6` is not within -5..5", "answers value(card) then 6", None),
    ),
    "answers of another type": (
        "en",
        'rule more "Deal two to each."\n  answers value(card) then any of [Low]',
        (
            "wrong-type",
            "`Low` is a card, where a number is needed",
            "answers value(card) then any of [Low]",
            None,
        ),
    ),
    "a question that is no permission permitted": (
        "en",
        'rule more "Deal two to each."\n  answers value(card) permit',
        (
            "not-a-permission",
            "`value` is no permission, so nothing can `permit` it",
            "answers value(card) permit",
            "answer it with `then`",
        ),
    ),
    "aside of nothing": (
        "en",
        'rule more "Deal two to each."\n  answers value(card) aside',
        (
            "idle-aside",
            "`aside` sets nothing aside: it is an exception to no rule",
            "answers value(card) aside",
            None,
        ),
    ),
    "an exception to a rule that is not there": (
        "en",
        'rule more "Deal two to each."\n  answers value(card)\n    stated exception to wrth\n    then 1',
        (
            "unknown-name",
            "`wrth` is no rule of this edition",
            "stated exception to wrth",
            "did you mean `worth`?",
        ),
    ),
    "an exception to a rule on another question": (
        "en",
        'rule more "Deal two to each."\n  answers value(card)\n    stated exception to level\n    then 1',
        (
            "no-such-clause",
            "`level` does not answer `value`, so there is nothing to be an exception to",
            "stated exception to level",
            "it answers `outcome`",
        ),
    ),
    "an exception to an assumption": (
        "en",
        'rule more "Deal two to each."\n  answers winners(t)\n    stated exception to winner\n    then {}',
        ("unknown-name", "`winner` is no rule of this edition", "stated exception to winner", None),
    ),
    "an assumption of the game that is an exception": (
        "game",
        'assumption less because "?"\n  answers copies(Low)\n    implied exception to nine_of_each then 1',
        (
            "no-exceptions-here",
            "`less` cannot be an exception: only what an edition says can",
            "implied exception to nine_of_each then 1",
            None,
        ),
    ),
    "a rule twice": (
        "en",
        'rule worth "Deal two to each."\n  answers value(Wild) then 0',
        ("duplicate-name", "there are two rules called `worth`", 'rule worth "Deal two to each."', None),
    ),
    # ---------------------------------------------------------------- doubts
    "a doubt with one reading": (
        "en",
        'doubt d "Deal two to each."\n  asks "?"\n  reading first_ "a"',
        ("one-reading", "the doubt `d` has fewer than two readings", 'doubt d "Deal two to each."', None),
    ),
    "a reading twice": (
        "en",
        'doubt d "Deal two to each."\n  asks "?"\n  reading first_ "a"\n  reading first_ "b"',
        ("duplicate-name", "there are two readings of `d` called `first_`", 'reading first_ "b"', None),
    ),
    "a reading without its value": (
        "en",
        'doubt d() -> bool "Deal two to each."\n  asks "?"\n  reading a "a" = true\n  reading b "b"',
        ("wrong-reading", "the reading `b` of `d` needs a value", 'reading b "b"', "write it after `=`"),
    ),
    "a reading with a value that it cannot have": (
        "en",
        'doubt d "Deal two to each."\n  asks "?"\n  reading a "a" = true\n  reading b "b"',
        (
            "wrong-reading",
            "the doubt `d` has no type, so `a` can have no value",
            'reading a "a" = true',
            "give it one: `doubt d() -> …`",
        ),
    ),
    "a reading of another type": (
        "en",
        'doubt d() -> bool "Deal two to each."\n  asks "?"\n  reading a "a" = 1\n  reading b "b" = true',
        ("wrong-type", "`1` is a number, where true or false is needed", 'reading a "a" = 1', None),
    ),
    "a doubt without a value used as one": (
        "en",
        'rule more "Deal two to each."\n  answers value(Wild) when first_player then 1',
        (
            "no-value",
            "the doubt `first_player` has no value: its readings are named after `under`",
            "answers value(Wild) when first_player then 1",
            None,
        ),
    ),
    "under a doubt that is not there": (
        "en",
        'rule more "Deal two to each."\n  under first_palyer: by_lot\n  answers value(Wild) then 0',
        (
            "unknown-name",
            "`first_palyer` is no doubt of this edition",
            "under first_palyer: by_lot",
            "did you mean `first_player`?",
        ),
    ),
    "under a reading that is not there": (
        "en",
        'rule more "Deal two to each."\n  under first_player: by_chance\n  answers value(Wild) then 0',
        (
            "unknown-name",
            "`by_chance` is no reading of `first_player`",
            "under first_player: by_chance",
            "known here: `by_lot`, `unclear`",
        ),
    ),
    "under readings that exclude each other": (
        "en",
        'rule more "Deal two to each."\n  under first_player: by_lot\n'
        "  answers value(Wild)\n    under first_player: unclear\n    then 0",
        (
            "no-reading-left",
            "no reading of `first_player` is left, so this is never there",
            "under first_player: unclear",
            None,
        ),
    ),
    "doubts that hang on each other": (
        "en",
        'doubt d "Deal two to each."\n  asks "?"\n  under e: a\n  reading a "a"\n  reading b "b"\n'
        'doubt e "Deal two to each."\n  asks "?"\n  under d: a\n  reading a "a"\n  reading b "b"',
        (
            "doubt-cycle",
            "the doubt `d` hangs on `e`, which hangs on `d`",
            'doubt d "Deal two to each."',
            None,
        ),
    ),
    # ---------------------------------------------------------------- sources
    "words that are not there": (
        "en",
        'note more "Deal three to each."',
        (
            "citation-not-found",
            "`Deal three to each.` does not stand in `rules-src/duel-en.txt`",
            'note more "Deal three to each."',
            "",
        ),
    ),
    "a heading that is not there": (
        "en",
        'part "The dual" for standard',
        (
            "citation-not-found",
            "`The dual` does not stand in `rules-src/duel-en.txt`",
            'part "The dual" for standard',
            "",
        ),
    ),
    "a part for a variant that is not there": (
        "en",
        'part "The duel" for standrad',
        (
            "unknown-variant",
            "`standrad` is no variant of the game",
            'part "The duel" for standrad',
            "did you mean `standard`?",
        ),
    ),
    "a step that is not there": (
        "en",
        'rule more "Deal two to each."\n  carries out daeling',
        (
            "unknown-step",
            "`daeling` is no step of the flow of play",
            'rule more "Deal two to each."',
            "did you mean `dealing`?",
        ),
    ),
    "an example that is no assertion": (
        "en",
        'example more "Deal two to each."\n  shows hand_size()',
        ("wrong-type", "`hand_size()` is a number, where true or false is needed", "shows hand_size()", None),
    ),
    "a player in a rule": (
        "en",
        'rule more "Deal two to each."\n  answers outcome(plays) then win by Ann',
        ("unknown-name", "`Ann` is not known here", "answers outcome(plays) then win by Ann", None),
    ),
    # ---------------------------------------------------------------- rulings
    "a pick of a doubt that is not there": (
        "house",
        "pick baets: first_laid",
        (
            "unknown-name",
            "`baets` is no doubt of this edition",
            "pick baets: first_laid",
            "did you mean `beats`?",
        ),
    ),
    "two picks of a doubt": (
        "house",
        "pick beats: last_laid",
        (
            "contradictory-rulings",
            "two rulings pick a reading of `beats`: `first_laid` and `last_laid`",
            "pick beats: last_laid",
            None,
        ),
    ),
    "two rulings of one name": (
        "house",
        'fill nobody_first "Again."\n  answers hand_size() then 2',
        (
            "contradictory-rulings",
            "there are two rulings called `nobody_first`",
            'fill nobody_first "Again."',
            None,
        ),
    ),
    "a ruling that is an exception": (
        "house",
        'fill more "?"\n  answers value(card)\n    implied exception to worth\n    then 1',
        (
            "no-exceptions-here",
            "`more` cannot be an exception: only what an edition says can",
            "implied exception to worth",
            None,
        ),
    ),
    # ---------------------------------------------------------------- flow and properties
    "a flow of no variant": (
        "game",
        'variant quick "Quick"\nflow standard()\n  finish\nend',
        ("duplicate-name", "the variant `standard` has two flows", "flow standard()", None),
    ),
    "a property of a choice that is not there": (
        "game",
        'property more "?"\n  at crads: true',
        (
            "unknown-name",
            "`crads` is no choice of the flow of play",
            'property more "?"',
            "did you mean `cards`?",
        ),
    ),
}

FLOW = {
    "a name that is no variable": (
        "set laeder = seats[1]",
        ("unknown-name", "`laeder` is no variable of the flow", "did you mean `leader`?"),
    ),
    "a variable of another type": (
        "set leader = 1",
        ("wrong-type", "`1` is a number, where a player is needed", None),
    ),
    "a name of the flow called as a case": (
        "let High = Low",
        ("hidden-name", "`High` is a case of `card`, and a name bound here would hide it", _OTHER),
    ),
    "a name of the flow called as a zone": (
        "let deck = 1",
        ("hidden-name", "`deck` is a zone, and a name bound here would hide it", _OTHER),
    ),
    "a variable bound again": (
        "let leader = 1",
        ("duplicate-name", "`leader` is a variable of the flow already", "`set leader = …` gives it a value"),
    ),
    "a zone that is none": (
        "shuffle leader",
        ("wrong-type", "`leader` is a player, where a zone is needed", None),
    ),
    "a bag shuffled": (
        "for each p in seats do shuffle p.hand end",
        ("wrong-type", "`p.hand` has no order that could be shuffled", "a zone that is a list has one"),
    ),
    "a zone that nobody has": (
        "shuffle leader.hnad",
        ("unknown-name", "`leader` is a player, which has no `hnad`", "did you mean `hand`?"),
    ),
    "what cannot be moved": (
        "move west from deck into leader.hand",
        ("wrong-type", "`west` is a side, where a bag of card is needed", None),
    ),
    "a choice from what does not have it": (
        "choose side by leader: side from deck",
        ("wrong-type", "`deck` is a list of card, from which a side cannot be chosen", None),
    ),
    "someone who is no player chooses": (
        "choose side by deck: side",
        ("wrong-type", "`deck` is a list of card, where a player is needed", None),
    ),
    "a choice revealed that was not made": (
        "reveal crads",
        ("unknown-name", "`crads` is no choice made before", "did you mean `cards`?"),
    ),
    "a step twice": (
        'step dealing "Again." do end',
        ("duplicate-name", "there are two steps called `dealing`", None),
    ),
    "scores that are none": (
        "finish with [1, 2]",
        (
            "wrong-type",
            "`[1, 2]` is a list of number, where a list of scores is needed",
            "a score is a record of a player and a number",
        ),
    ),
    "winners that are none": (
        "finish won by 1",
        ("wrong-type", "`1` is a number, where a set of player is needed", None),
    ),
    "a condition that is none": (
        "while size(deck) do end",
        ("wrong-type", "`size(deck)` is a number, where true or false is needed", None),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_mistake(tiny: Tiny, name: str) -> None:
    file, text, (code, message, line, help) = CASES[name]
    tiny.add(file, text)
    problems = tiny.problems()
    assert [(p.code, p.message) for p in problems] == [(code, message)]
    assert tiny.line(problems[0]) == line
    if help != "":
        assert problems[0].help == help


@pytest.mark.parametrize("name", FLOW)
def test_a_mistake_in_the_flow(tiny: Tiny, name: str) -> None:
    text, expected = FLOW[name]
    tiny.replace("game", "  finish with", f"  {text}\n  finish with")
    problems = tiny.problems()
    assert [(p.code, p.message, p.help) for p in problems] == [expected]
    assert tiny.line(problems[0]) == text


def told(tiny: Tiny) -> list[tuple[str, str]]:
    """The codes and sentences of all problems."""
    return [(p.code, p.message) for p in tiny.problems()]


def test_definitions_that_nothing_uses_are_read_too(tiny: Tiny) -> None:
    tiny.add("game", "define unused(x) = if x = 1 then hnad_size() else nowhere")
    assert told(tiny) == [
        ("unknown-name", "`hnad_size` is no question, definition, doubt or record"),
        ("unknown-name", "`nowhere` is not known here"),
    ]


def test_a_definition_that_nothing_uses_may_do_anything_with_its_parameters(tiny: Tiny) -> None:
    tiny.add(
        "game",
        """define unused(x, y) =
  let pairs = [p: count c in y where c = x for p in x];
  if x is none or x = none or x is west then {x} + {} + [x][1].cards
  else if -x.number > sum a in y of a.b then prefix(reversed(pairs), x) + [] + [y: {}]
  else those z in unused_too(x)[y] where z in {x, Low} and (highest i in 1..x of i) = the first w in y""",
    )
    tiny.add("game", "define unused_too(x) = if x = {} then none else x")
    assert tiny.problems() == []


def test_a_mistake_in_a_definition_is_told_once_for_all_its_uses(tiny: Tiny) -> None:
    tiny.add("game", "define f(x) = x + Low\ndefine g(x) = f(x) + f(1) + f(2)")
    tiny.add("en", 'rule more "Deal two to each." answers value(Wild) when f(1) = g(1) then f(1)')
    assert told(tiny) == [("wrong-type", "`x` is a number and `Low` is a card, which cannot be added")]


def test_a_definition_refused_where_it_was_only_tried_is_refused_where_it_is_used(tiny: Tiny) -> None:
    tiny.add("game", "define f(x) = x + Low\nrecord other has player: player, number: 0..9")
    tiny.add("en", 'example more "Deal two to each." shows size([p: f(1) for p in [Ann]]) = f(1)')
    assert ("wrong-type", "`x` is a number and `Low` is a card, which cannot be added") in told(tiny)


def test_a_case_of_two_enumerations_needs_a_context(tiny: Tiny) -> None:
    tiny.add("game", "enum place\n  case west\n  case north")
    tiny.add("game", "define clear(s) = s is west\ndefine clearer(x) = clear(west)")
    (problem,) = tiny.problems()
    message = "`west` belongs to `side` and `place`, and either may be meant"
    assert (problem.code, problem.message) == ("ambiguous-name", message)
    tiny.replace("game", "clear(west)", "1")
    tiny.add("game", 'question facing(side: side) -> place "?"')
    tiny.add("en", 'rule more "Deal two to each." answers facing(west) then west')
    assert tiny.problems() == []


def test_exceptions_to_each_other(tiny: Tiny) -> None:
    tiny.add("en", 'rule a "Deal two to each." answers value(card) stated exception to b then 1')
    tiny.add("en", 'rule b "Deal two to each." answers value(card) implied exception to a then 2')
    message = "on `value`, `a` is an exception to `b`, which is one to `a`"
    assert told(tiny) == [("exception-cycle", message)]


def test_questions_that_ask_each_other_through_a_doubt(tiny: Tiny) -> None:
    tiny.add(
        "en",
        """doubt d() -> 0..5 "Deal two to each."
  asks "?"
  reading a "a" = value(High)
  reading b "b" = 2
rule more "Deal two to each."
  answers value(Wild) when hand_size() = 2 then 1
  answers hand_size() then d()""",
    )
    message = "`value` asks `hand_size`, which asks `value`"
    assert told(tiny) == [("question-cycle", message)]


def test_questions_that_ask_each_other_through_rulings(tiny: Tiny) -> None:
    tiny.add("house", 'fill more "?" answers value(card) when hand_size() = 2 then 1')
    tiny.add("house", 'fill less "?" answers hand_size() then value(High)')
    assert [code for code, _ in told(tiny)] == ["question-cycle"]


def test_a_list_that_is_not_shorter_is_no_reason_to_ask_again(tiny: Tiny) -> None:
    tiny.add(
        "en", 'rule more "Deal two to each." answers outcome(ps) when outcome(reversed(ps)) is win then drawn'
    )
    assert [code for code, _ in told(tiny)] == ["question-cycle"]


def test_words_that_stand_at_several_places(tiny: Tiny) -> None:
    tiny.add("en", 'note more "card"')
    ((code, _),) = told(tiny)
    assert code == "ambiguous-citation"
    tiny.replace("en", 'note more "card"', 'note more "card" at 2')
    assert tiny.problems() == []


def test_a_name_is_gone_with_its_block(tiny: Tiny) -> None:
    tiny.replace(
        "game", "  finish with", "  if true do let n = 1 end\n  set plays = prefix(plays, n)\n  finish with"
    )
    assert told(tiny) == [("unknown-name", "`n` is not known here")]


def test_play_needs_players(tiny: Tiny) -> None:
    tiny.replace("game", "players 2..3 named Ann, Bob, Cid", "")
    assert ("missing-players", "the game `duel` does not say how many play") in told(tiny)


def test_players_need_names(tiny: Tiny) -> None:
    tiny.replace("game", "named Ann, Bob, Cid", "named Ann, Bob, Bob")
    assert told(tiny) == [("too-few-names", "up to 3 play, and only 2 different names are there")]


def test_definitions_nest_to_a_bounded_depth(tiny: Tiny) -> None:
    tiny.add("game", "define f0(x) = x + 1")
    for n in range(1, 200):
        tiny.add("game", f"define f{n}(x) = f{n - 1}(x)")
    problems = tiny.problems()
    assert {p.code for p in problems} == {"too-deep"}
    assert "nest more than" in problems[0].message


def test_expressions_as_deep_as_can_be_written_are_typed(tiny: Tiny) -> None:
    tiny.add("game", "define deep(x) = " + "not (" * 25 + "x = 1" + ")" * 25)
    tiny.add("en", 'rule more "Deal two to each." answers value(Wild) when deep(1) then 1')
    assert tiny.problems() == []


def test_without_a_flow_there_is_nothing_to_say_of_play(tiny: Tiny) -> None:
    path = tiny.root / "spec" / "duel" / "game.rules"
    text = path.read_text("utf-8")
    start, end = text.index("flow standard"), text.index("property somebody_can")
    path.write_text(text[:start] + text[end:], "utf-8")
    found = told(tiny)
    assert ("no-flow", "`nothing_lost` speaks of play, and there is no flow of play") in found
    assert ("unknown-name", "`cards` is no choice of the flow of play") in found


@pytest.mark.parametrize("file", ["game", "en", "house"])
def test_no_line_left_out_breaks_the_reader(tiny: Tiny, file: str) -> None:
    path = tiny.root / "spec" / "duel" / f"{file}.rules"
    lines = path.read_text("utf-8").splitlines()
    for n, line in enumerate(lines):
        if line.strip():
            path.write_text("\n".join([*lines[:n], *lines[n + 1 :]]), "utf-8")
            for problem in tiny.problems():
                assert problem.message and "Type" not in problem.message
                assert problem.spans and problem.render()
