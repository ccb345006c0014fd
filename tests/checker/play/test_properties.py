"""property: claims about situations and about play, kept and broken."""

import pytest

from checker.claims.solver import Result, solve_claim
from checker.findings.findings import Finding, LookedAt, Proof, Vacuous
from checker.play import properties
from checker.play.properties import Results
from dsl.load import load_project
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from tests.checker.small import Small
from tests.details import fields

BLUE = "answers value(Blue) then 1"


def results(small: Small, limit: int = properties.LIMIT) -> Results:
    return properties.of_variant(small.editions(), "plain", limit=limit, plays=1)


def broken(small: Small, limit: int = properties.LIMIT) -> list[Finding]:
    return [r for r in results(small, limit).results if isinstance(r, Finding)]


def claim(small: Small, text: str) -> None:
    small.game_text += f'\nproperty more "More."\n  {text}\n'


# ------------------------------------------------------------------ about situations


def test_a_claim_that_holds_in_every_situation_is_proved(small: Small) -> None:
    proofs = [r for r in results(small).results if isinstance(r, Proof)]
    assert [(p.holds, p.editions, p.bounds) for p in proofs] == [
        ("worth_something", ("aa",), {"situations": 3}),
        ("worth_something", ("bb",), {"situations": 3}),
    ]


def test_a_proof_names_the_assumptions_it_leans_on(small: Small) -> None:
    small.change("aa", BLUE + "\n", "")
    small.add("aa", 'assumption blue because "Nobody says."\n  answers value(Blue) then 1')
    (proof, _) = [r for r in results(small).results if isinstance(r, Proof)]
    assert proof.assumptions == ("aa.blue.value",)


def test_a_claim_that_fails_however_the_text_is_read_is_firm(small: Small) -> None:
    small.change("aa", BLUE, "answers value(Blue) then 5")
    (finding,) = broken(small)
    assert finding.id == "shells/plain/property/aa/-/worth_something"
    assert (finding.kind, finding.certainty, finding.under) == ("property", "firm", ())
    assert fields(finding)["values"] == {"a": "Blue"}
    assert (fields(finding)["left"], fields(finding)["right"]) == (3, 5)
    assert fields(finding)["instead"] == "value(Red) is 3; value(Blue) is 5"
    assert finding.rules == ("aa.worth.value.Red", "aa.worth.value.Blue")


def test_a_claim_that_fails_under_one_reading_is_possible(small: Small) -> None:
    small.change("aa", BLUE, "answers value(Blue) then 3")
    (finding,) = broken(small)
    assert (finding.certainty, finding.under) == ("possible", ({"red": "three"},))


def test_firm_needs_no_common_situation(small: Small) -> None:
    small.change("aa", BLUE, "answers value(Blue) then if red() = 3 then 4 else 0")
    small.change("aa", "answers value(Grey) then 0", "answers value(Grey) then if red() = 3 then 0 else 4")
    (finding,) = broken(small)
    assert (finding.certainty, fields(finding)["values"]) == ("firm", {"a": "Blue"})


def test_the_smallest_situation_is_the_witness(small: Small) -> None:
    claim(small, "for cards: bag 1..2 of card: size(cards) = 1 or not Grey in cards")
    assert {tuple(fields(f)["values"]["cards"]) for f in broken(small)} == {("Red", "Grey")}


def test_a_claim_about_nothing_is_vacuous(small: Small) -> None:
    claim(small, "for a: card needs value(a) > 9: value(a) = 1")
    vacuous = [r for r in results(small).results if isinstance(r, Vacuous)]
    assert [(v.holds, v.editions) for v in vacuous] == [("more", ("aa",)), ("more", ("bb",))]


def test_a_claim_that_waits_for_answers_everywhere_is_vacuous(small: Small) -> None:
    claim(small, "for cards: bag 1..2 of card: best(cards) > 0")
    assert [r.holds for r in results(small).results if isinstance(r, Vacuous)] == ["more", "more"]


def test_a_claim_with_many_situations_is_left_to_be_solved(small: Small) -> None:
    claim(small, "for laid: list 1..3 of laid: size(laid) > 0")
    assert [(p.name, e) for _, p, e in results(small, limit=20).to_solve] == [("more", "aa"), ("more", "bb")]


def solved(small: Small) -> list[Result]:
    return [solve_claim(inside, "plain", e, p) for inside, p, e in results(small, limit=20).to_solve]


def test_the_solver_finds_the_smallest_situation_that_breaks_it(small: Small) -> None:
    claim(small, "for laid: list 1..3 of laid: value(laid[1].card) != 4")
    findings = [r for r in solved(small) if isinstance(r, Finding)]
    assert [(f.certainty, f.under) for f in findings] == [("possible", ({"red": "four"},))] * 2
    assert fields(findings[0])["values"] == {"laid": [{"player": "Ann", "card": "Red"}]}


def test_the_solver_proves_what_holds_in_many_situations(small: Small) -> None:
    claim(small, "for laid: list 1..3 of laid: value(laid[1].card) != 9")
    assert [type(r) for r in solved(small)] == [Proof, Proof]


def test_the_solver_tells_a_claim_about_nothing(small: Small) -> None:
    claim(small, "for laid: list 1..3 of laid needs value(laid[1].card) > 9: size(laid) = 9")
    assert [type(r) for r in solved(small)] == [Vacuous, Vacuous]


# ------------------------------------------------------------------ asked within their situations


def given_more(small: Small, answer: str, claimed: str) -> None:
    """Of cards that are not all Red, `best` may be asked only if there is more: which `bb` answers, `aa` does
    not."""
    small.game_with(
        'question best(cards: bag 1..2 of card) -> 0..9\n  "What do these count?"',
        'question more() -> bool\n  "Is there more?"\n\n'
        'question best(cards: bag 1..2 of card) -> 0..9\n  "What do these count?"\n'
        "  given all c in cards: c = Red or more()",
    )
    for edition in ("aa", "bb"):
        small.change(edition, BLUE, f"{BLUE}\n  answers best(cards) then {answer}")
    small.change("bb", BLUE, f"{BLUE}\n  answers more() then true")
    claim(small, claimed)


@pytest.fixture(params=[properties.LIMIT, 5], ids=["enumerated", "solved"])
def limit(request: pytest.FixtureRequest) -> int:
    limit: int = request.param
    return limit


def became(small: Small, limit: int) -> dict[str, Result]:
    """What becomes of the claim, by edition."""
    editions = small.editions()
    done = properties.of_variant(editions, "plain", limit=limit, plays=1)
    found = [r for r in done.results if not isinstance(r, LookedAt)]
    found += [solve_claim(inside, "plain", e, p) for inside, p, e in done.to_solve]
    return {
        r.editions[0]: r
        for r in found
        if (fields(r)["property"] if isinstance(r, Finding) else r.holds) == "more"
    }


def test_what_the_edition_does_not_settle_leaves_it_possible(small: Small, limit: int) -> None:
    given_more(small, "if Grey in cards then 0 else 1", "for cards: bag 1..2 of card: best(cards) > 0")
    found = became(small, limit)
    silent, answered = found["aa"], found["bb"]
    assert isinstance(silent, Finding) and isinstance(answered, Finding)
    assert (silent.certainty, silent.under) == ("possible", ())
    assert fields(silent)["if_agreed"] == ["more"]
    assert (answered.certainty, fields(answered).get("if_agreed")) == ("firm", None)
    assert fields(silent)["values"] == fields(answered)["values"] == {"cards": ["Grey"]}


def test_what_holds_whatever_is_not_settled_is_firm(small: Small, limit: int) -> None:
    given_more(
        small, "0", "for cards: bag 1..2 of card needs Grey in cards or size(cards) = 2: best(cards) > 0"
    )
    silent = became(small, limit)["aa"]
    assert isinstance(silent, Finding)
    assert (silent.certainty, fields(silent)["values"]) == ("firm", {"cards": ["Red", "Red"]})


def test_what_is_needed_may_not_be_settled_either(small: Small, limit: int) -> None:
    given_more(small, "3", "for cards: bag 1..2 of card needs best(cards) > 0: not Grey in cards")
    found = became(small, limit)
    assert {e: r.certainty for e, r in found.items() if isinstance(r, Finding)} == {
        "aa": "possible",
        "bb": "firm",
    }


def test_what_is_asked_outside_its_situations_breaks_nothing(small: Small, limit: int) -> None:
    given_more(small, "if Grey in cards then 0 else 1", "for cards: bag 1..2 of card: best(cards) > 0")
    small.change("bb", "answers more() then true", "answers more() then false")
    assert isinstance(became(small, limit)["bb"], Proof)


def test_by_one_reading_of_what_is_asked_for_it(small: Small, limit: int) -> None:
    given_more(small, "if Grey in cards then 0 else 1", "for cards: bag 1..2 of card: best(cards) > 0")
    small.change("bb", "answers more() then true", "answers more() then red() = 4")
    found = became(small, limit)["bb"]
    assert isinstance(found, Finding)
    assert (found.certainty, found.under) == ("possible", ({"red": "four"},))


def test_in_play_too(small: Small) -> None:
    given_more(small, "0", "at card: best({Grey}) > 0")
    silent, answered = (r for r in broken(small) if fields(r)["property"] == "more")
    assert (silent.editions, silent.certainty, fields(silent)["if_agreed"]) == (("aa",), "possible", ["more"])
    assert (answered.editions, answered.certainty) == (("bb",), "firm")


# ------------------------------------------------------------------ about play


def test_claims_that_hold_in_play_are_checked_and_not_proved(small: Small) -> None:
    checked = results(small).checked
    assert [(c.property, c.editions) for c in checked] == [
        ("nothing_lost", ("aa",)),
        ("can_lay", ("aa",)),
        ("nothing_lost", ("bb",)),
        ("can_lay", ("bb",)),
    ]
    assert all(c.games == 2 and c.points > 0 for c in checked)


def test_a_claim_that_fails_in_play_comes_with_a_game_that_gets_there(small: Small) -> None:
    claim(small, "always size(table) < 2 or value(Blue) = 1 and size(table) < 4")
    finding, _ = broken(small)
    assert (finding.id, finding.certainty) == ("shells/plain/property/aa/-/more", "firm")
    log = fields(finding)["log"]
    assert isinstance(log, str) and log.count("card:") == 4
    replayed = replay(load_project(small.root), read_log(log))
    assert replayed.status in ("valid", "unfinished") and not replayed.problems
    assert replayed.state is not None and len(replayed.state.cards("zone:table")) == 4


def test_a_claim_at_a_choice_sees_who_chooses(small: Small) -> None:
    claim(small, "at card: size(chooser.hand) > 2")
    finding, _ = broken(small)
    assert finding.certainty == "firm"
    claim(small, "at card: size(chooser.hand) > 0")
    small.game_text = small.game_text.replace('property more "More."\n  at card: size(chooser.hand) > 2', "")
    assert broken(small) == []


def test_a_claim_that_fails_in_play_under_one_reading_is_possible(small: Small) -> None:
    claim(small, "at card: value(Red) = 3")
    finding, _ = broken(small)
    assert (finding.certainty, finding.under) == ("possible", ({"red": "four"},))


HANDS = """
doubt hands() -> 0..9
  "Deal two to each."
  asks "Two, or more than two?"
  reading two   "two"   = 2
  reading three "three" = 3
"""


def dealt_by_a_doubt(small: Small, answer: str) -> None:
    """How many cards are dealt hangs on a doubt, of which no claim asks."""
    for edition in ("aa", "bb"):
        small.change(edition, "answers hand_size() then 2", f"answers hand_size() then {answer}")
        small.add(edition, HANDS)


def test_a_claim_that_fails_in_games_that_hang_on_a_reading_is_possible(small: Small) -> None:
    dealt_by_a_doubt(small, "hands()")
    claim(small, "at card: size(chooser.hand) > 9")
    finding, _ = broken(small)
    assert (finding.certainty, finding.under) == ("possible", ())  # it fails by the other one, too


def test_the_reading_without_which_a_claim_is_not_seen_to_fail_is_named(small: Small) -> None:
    dealt_by_a_doubt(small, "hands()")
    claim(small, "at card: size(table) > 0 or size(chooser.hand) > 3")
    finding, _ = broken(small)
    assert (finding.certainty, finding.under) == ("possible", ({"hands": "two"},))


def test_what_decides_no_question_that_was_asked_leaves_it_firm(small: Small) -> None:
    dealt_by_a_doubt(small, "2")
    claim(small, "at card: size(chooser.hand) > 9")
    assert {f.certainty for f in broken(small)} == {"firm"}


def test_the_games_of_every_reading_count(small: Small) -> None:
    """Read one way it fails before the first card is laid, read the other way after that: what may be laid
    hangs on a reading that was not tried."""
    small.add("aa", HANDS)
    small.change("aa", "answers may_lay(card) permit", "answers may_lay(card) when hands() > 1 permit")
    claim(small, "always value(Red) = 4 and size(table) < 1")
    assert [(f.editions, f.certainty) for f in broken(small)] == [(("aa",), "possible"), (("bb",), "firm")]


def test_a_claim_that_fails_only_after_an_agreement_is_possible(small: Small) -> None:
    for edition in ("aa", "bb"):
        small.change(edition, "  answers draws() then 1", "  answers best(cards) then 1")
    claim(small, "at card: draws() < 0")
    finding, _ = broken(small)
    assert finding.certainty == "possible"
    assert fields(finding)["agreed"] == ["draws"]


def test_without_a_flow_nothing_is_played(small: Small) -> None:
    small.game_with('variant plain "plain shells"', 'variant other "others"\nvariant plain "plain shells"')
    assert properties.of_variant(small.editions(), "other").checked == ()
