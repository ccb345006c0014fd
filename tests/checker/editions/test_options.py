"""A variant examined with each of its options: what belongs to the option, and nothing else."""

import pytest

from checker.findings.findings import Finding, Report
from checker.pipeline.check import check
from dsl.load import load_project
from dsl.text.errors import ArbitreError
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from tests.checker.small import RULES, TEXT, Small
from tests.details import fields

OPTION = """
property one_laid "One is laid."
  always size(table) < 2

option open_hands "Open hands" of plain
question shown(card: card) -> 0..9
  "How many of it are shown?"
property shown_once "Some are shown."
  for a: card: shown(a) > 0

option swift "Swift" of plain
question rounds() -> 0..9
  "How many rounds?"
"""
STEPS = """
  if open_hands in options do
    step opening "Hands are laid open." do
      for each p in seats do
        move shown(Red) from bank into p.hand
      end
    end
  end
  phase "rounds"
"""
PART = """
part "Shells" for plain
part "Open." for plain with open_hands
"""
RULE = """
rule open_it
  "Show two of each."
  carries out opening
  answers shown(card) then 2
"""


@pytest.fixture
def opened(small: Small) -> Small:
    """The shells with two options: both texts speak of the first, none of the second."""
    small.game_text += OPTION
    small.game_with("flow plain()", "flow plain(options: set of option = {})")
    small.game_with('  phase "rounds"\n', STEPS.lstrip("\n"))
    for edition in ("aa", "bb"):
        small.texts[edition] = TEXT + "\nOpen.\n\nShow two of each.\n"
        small.rules[edition] = RULES.replace("{name}", edition) + RULE
        small.change(edition, 'note heading "Shells" at 1\n', PART)
    return small


def report(small: Small, *targets: str) -> Report:
    small.game()
    return check(load_project(small.root), targets)


def ids(found: Report) -> list[str]:
    return [finding.id for finding in found.findings]


def kept(found: Report, *words: str) -> list[Finding]:
    return [f for f in found.findings if all(word in f.id for word in words)]


PLAIN, OPEN, SWIFT = "shells/plain", "shells/plain+open_hands", "shells/plain+swift"


def test_only_the_questions_of_the_option_and_the_editions_that_speak_of_it(opened: Small) -> None:
    opened.change("bb", "answers shown(card) then 2", "answers shown(card) then 3")
    found = report(opened, OPEN)
    assert {finding.variant for finding in found.findings} == {"plain+open_hands"}
    assert {f.question for f in kept(found, "/divergence/")} == {"shown"}
    assert all(proof.variant == "plain+open_hands" for proof in found.proved if hasattr(proof, "variant"))
    opened.change("bb", PART, 'part "Shells" for plain\nnote opening "Open."\nnote two "Show two of each."\n')
    only = report(opened, OPEN)
    assert kept(only, "/divergence/") == []
    assert {f.editions for f in only.findings} <= {("aa",)}
    assert report(opened, SWIFT).findings == ()


def test_findings_of_the_game_are_those_of_all_its_aspects(opened: Small) -> None:
    opened.change("bb", "answers shown(card) then 2", "answers shown(Red) then 3")
    whole = report(opened, "shells")
    of_plain = [f.id for f in whole.findings if f.variant == "plain"]
    aspects = [of_plain, *(ids(report(opened, target)) for target in (OPEN, SWIFT))]
    assert of_plain and aspects[1] and not set(of_plain) & set(aspects[1])
    assert sorted(ids(whole)) == sorted(each for found in aspects for each in found)
    assert ids(whole) == ids(report(opened, PLAIN)) == ids(report(opened, OPEN, "shells", PLAIN))


def test_a_clause_taken_away_in_the_part_of_the_option_matters(opened: Small) -> None:
    before = report(opened)
    opened.change("bb", "  answers shown(card) then 2\n", "")
    after = report(opened)
    new = [f for f in after.findings if f.id not in ids(before)]
    assert [(f.kind, f.question, f.editions, f.variant) for f in new if f.kind == "gap"] == [
        ("gap", "shown", ("bb",), "plain+open_hands")
    ]
    assert [text for _, text in kept(after, "/gap/")[0].answered_by] != []


def test_properties_of_play_are_tested_with_the_option_on(opened: Small) -> None:
    opened.game_with(
        "always size(table) < 2",
        "always some o in options: o = open_hands or (all p in seats: size(p.hand) < 3)",
    )
    broken = kept(report(opened), "/property/", "one_laid")
    assert {(f.variant, f.editions) for f in broken} == {("plain", ("aa",)), ("plain", ("bb",))}
    held = "some o in options: o = open_hands or (all p in seats: size(p.hand) < 3)"
    opened.game_with(held, "all p in seats: size(p.hand) < 5")
    broken = kept(report(opened), "/property/", "one_laid")
    assert {f.variant for f in broken} == {"plain+open_hands"}


def test_the_log_of_a_witness_says_with_what_it_was_played(opened: Small) -> None:
    broken = kept(report(opened, OPEN), "/property/", "one_laid")
    assert [f.editions for f in broken] == [("aa",), ("bb",)]
    log = str(fields(broken[0])["log"])
    assert "shells/plain+open_hands" in log.splitlines()[1]
    replayed = replay(load_project(opened.root), read_log(log))
    assert replayed.status in ("valid", "unfinished") and replayed.name == "shells/plain+open_hands"
    assert replayed.state is not None and len(replayed.state.cards("zone:table")) == 2


def test_properties_of_the_option_are_its_own(opened: Small) -> None:
    opened.change("aa", "answers shown(card) then 2", "answers shown(card) then if card = Red then 0 else 2")
    assert {f.id for f in kept(report(opened), "/property/aa/", "shown_once")} == {
        "shells/plain+open_hands/property/aa/-/shown_once"
    }


def test_steps_of_an_option_are_a_gap_only_there(opened: Small) -> None:
    opened.change("aa", "  carries out opening\n", "")
    assert [f.id for f in kept(report(opened), "/gap/", "step.")] == [
        "shells/plain+open_hands/gap/aa/-/step.opening"
    ]


def test_a_step_of_an_option_that_cannot_be_carried_out(opened: Small) -> None:
    opened.change("aa", "answers shown(card) then 2", "answers shown(card) then 5")
    found = kept(report(opened), "/infeasible/")
    assert [(f.variant, f.editions, f.question) for f in found] == [("plain+open_hands", ("aa",), "shown")]


def test_rulings_on_a_question_of_an_option_are_checked_there(opened: Small) -> None:
    opened.change("aa", "answers shown(card) then 2", "answers shown(Red) then 2")
    opened.rule("aa", 'fill reds "Two."\n  answers shown(Red) then 2')
    assert ids(report(opened, SWIFT)) == []
    for target in (OPEN, PLAIN):
        assert [fields(f)["code"] for f in kept(report(opened, target), "/ruling/")] == ["idle-ruling"]
    opened.rule("aa", 'fill blues "One."\n  answers shown(Blue) then 1')
    report(opened)


@pytest.mark.parametrize("target", ["shells/plain+opem", "shells/plein", "shells/plain+", "shell"])
def test_what_is_not_there_is_refused(opened: Small, target: str) -> None:
    with pytest.raises(ArbitreError) as raised:
        report(opened, target)
    assert [p.code for p in raised.value.problems] == ["unknown-name"]


def test_an_edition_that_speaks_of_the_option_only(opened: Small) -> None:
    opened.change("bb", 'part "Shells" for plain\n', "")
    found = report(opened).findings
    assert {f.editions for f in found if f.variant == "plain"} == {("aa",)}
    assert ("bb",) in {f.editions for f in found if f.variant != "plain"}


def test_an_edition_without_parts_speaks_of_no_option(opened: Small) -> None:
    for edition in ("aa", "bb"):
        opened.change(edition, PART, "")
    game = opened.game()
    assert game.editions["aa"].speaks_of("plain") and not game.editions["aa"].speaks_of("plain", "open_hands")
    assert report(opened, OPEN).findings == ()


LONG = """
variant long "long shells"

question bonus() -> 0..9
  "What is added?"

question first_card() -> card
  "Which is best?"
"""
LONG_PART = """
part "Long." for plain, long
rule more
  "Add one."
  answers bonus() then 1
  answers first_card() then Red
"""


def failing(small: Small, edition: str, *claims: str) -> list[str]:
    """Of examples in the last part of an edition, those that fail: under which variant each is told."""
    text = "".join(f"  shows {claim}\n" for claim in claims)
    small.add(edition, f'example more\n  "(for example)"\n{text}')
    found = report(small)
    return [f"{f.variant}: {fields(f)['shows']}" for f in kept(found, "/failed-example/", f"/{edition}/")]


def test_an_example_is_told_with_one_variant_whatever_it_asks(small: Small) -> None:
    small.game_text += LONG
    small.texts["aa"] = TEXT + "\nLong.\n\nAdd one. (for example)\n"
    small.rules["aa"] = RULES.replace("{name}", "aa")
    small.change("aa", 'note heading "Shells" at 1\n', 'part "Shells" for plain\n' + LONG_PART)
    claims = [
        "bonus() = value(Blue) + 1",  # a question of the variant, and one of all
        "bonus() = hand_size() + 1",  # of two variants
        "value(Blue) = 2",  # of no variant
        "value(first_card()) = 2",
        "hand_size() = 3",
    ]
    assert sorted(failing(small, "aa", *claims)) == [
        "long: bonus() = value(Blue) + 1",
        "long: value(first_card()) = 2",
        "plain: bonus() = hand_size() + 1",
        "plain: hand_size() = 3",
        "plain: value(Blue) = 2",
    ]


def test_an_example_in_a_part_about_an_option_is_told_with_it(opened: Small) -> None:
    opened.texts["aa"] = opened.texts["aa"].rstrip("\n") + " (for example)\n"
    claims = [
        "shown(Red) = value(Blue)",
        "hand_size() = shown(Red) + 1",
        "hand_size() = 3",
        "value(Blue) = 2",
    ]
    told = failing(opened, "aa", *claims)
    assert sorted(told) == sorted(f"plain+open_hands: {claim}" for claim in claims)


def test_a_conclusion_of_the_text_is_told_with_one_variant_whatever_it_asks(small: Small) -> None:
    small.game_text += LONG
    small.texts["aa"] = TEXT + "\nLong.\n\nAdd one. (for example)\n"
    small.rules["aa"] = RULES.replace("{name}", "aa")
    small.change("aa", 'note heading "Shells" at 1\n', 'part "Shells" for plain\n' + LONG_PART)
    small.add("aa", 'consequence so\n  "(for example)"\n  claims for a: card: value(a) < bonus()\n')
    (finding,) = kept(report(small), "so")
    assert (finding.kind, finding.variant) == ("failed-example", "long")
