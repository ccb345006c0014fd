"""failed-example: what a text concludes from its own rules, and they do not bear out."""

import pytest

from arbitre.wording.messages import worded
from checker.findings.findings import Finding, Proof, Report
from checker.pipeline.check import check
from checker.play import properties
from checker.play.properties import Results
from dsl.load import load_project
from dsl.text.errors import ArbitreError
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from tests.checker.small import Small
from tests.details import fields

WORDS = "So Red beats Blue (3 to 1)."
BLUE = "answers value(Blue) then 1"


def concludes(small: Small, claim: str, under: str = "") -> None:
    """Edition aa draws a consequence `so`."""
    small.add("aa", f'consequence so\n  "{WORDS}"\n  {under}\n  claims {claim}')


def results(small: Small, limit: int = properties.LIMIT) -> Results:
    return properties.of_variant(small.editions(), "plain", limit=limit, plays=1)


def broken(small: Small) -> list[Finding]:
    return [r for r in results(small).results if isinstance(r, Finding)]


def report(small: Small) -> Report:
    small.game()
    return check(load_project(small.root))


# ------------------------------------------------------------------ about situations


def test_what_holds_is_proved_by_its_name(small: Small) -> None:
    concludes(small, "for a: card needs a != Red: value(Red) > value(a)")
    proofs = [p for p in report(small).proved if p.holds == "so"]
    assert [(p.editions, p.bounds) for p in proofs] == [(("aa",), {"situations": 3})]


def test_what_fails_however_the_text_is_read_is_firm(small: Small) -> None:
    concludes(small, "for a: card: value(a) < 3")
    (finding,) = broken(small)
    assert finding.id == "shells/plain/failed-example/aa/-/aa.so"
    assert (finding.kind, finding.certainty, finding.under) == ("failed-example", "firm", ())
    assert fields(finding)["values"] == {"a": "Red"}
    assert fields(finding)["instead"] == "value(Red) is 3"
    assert [(c.rule, c.citation.quote) for c in finding.citations[:1]] == [("aa.so", WORDS)]
    assert finding.rules == ("aa.worth.value.Red",)


def test_what_fails_under_one_reading_is_possible_and_strikes_nothing(small: Small) -> None:
    concludes(small, "for a: card: value(a) < 4")
    found = report(small)
    (finding,) = [f for f in found.findings if f.kind == "failed-example"]
    assert (finding.certainty, finding.under) == ("possible", ({"red": "four"},))
    assert found.eliminated == ()


def test_the_solver_is_left_what_is_about_many_situations(small: Small) -> None:
    concludes(small, "for laid: list 1..3 of laid: value(laid[1].card) != 3")
    left = results(small, limit=20).to_solve
    assert [(p.name, e) for _, p, e in left] == [("so", "aa")]
    (finding,) = [f for f in report(small).findings if f.kind == "failed-example"]
    assert finding.under == ({"red": "three"},)


# ------------------------------------------------------------------ closed


@pytest.mark.parametrize(
    ("claim", "certainty", "under"),
    [
        ("value(Blue) = 2", "firm", ()),
        ("value(Red) = 4", "possible", ({"red": "three"},)),
        ("taker([Ann: Red]) = Ann", "firm", ()),
    ],
)
def test_a_closed_claim_is_examined_as_an_example_is(
    small: Small, claim: str, certainty: str, under: tuple[dict[str, str], ...]
) -> None:
    concludes(small, f"shows {claim}")
    (finding,) = broken(small)
    assert (finding.certainty, finding.under, fields(finding)["text"]) == (certainty, under, claim)


def test_a_closed_claim_that_waits_for_an_answer_is_not_derivable(small: Small) -> None:
    concludes(small, "shows best({Red}) = 3")
    (finding,) = broken(small)
    assert fields(finding)["derivable"] is False
    assert fields(finding)["instead"] == "best({Red}) is silent"


def test_a_closed_claim_that_holds_is_proved(small: Small) -> None:
    concludes(small, "shows hand_size() + draws() = 3 and value(Red) >= 3")
    assert [p.editions for p in report(small).proved if p.holds == "so"] == [("aa",)]


# ------------------------------------------------------------------ under readings


def test_under_a_reading_it_is_claimed_only_there(small: Small) -> None:
    concludes(small, "for a: card: value(a) < 4", under="under red: three")
    assert broken(small) == []
    small.change("aa", "value(a) < 4", "value(a) < 3")
    (finding,) = broken(small)
    assert (finding.certainty, finding.under) == ("firm", ())


def test_under_a_struck_reading_nothing_is_claimed(small: Small) -> None:
    concludes(small, "for a: card: value(a) < 4", under="under red: four")
    small.add("aa", f'example three\n  "{WORDS}"\n  shows value(Red) = 3')
    assert [f.kind for f in report(small).findings if f.kind == "failed-example"] == []


def test_a_doubt_that_hangs_on_another_is_there_only_with_it(small: Small) -> None:
    small.add(
        "aa", 'doubt odd\n  "or more"\n  asks "?"\n  under red: four\n  reading yes "y"\n  reading no_ "n"'
    )
    concludes(small, "shows value(Red) = 3", under="under odd: yes")
    (finding,) = broken(small)
    assert finding.certainty == "firm"


# ------------------------------------------------------------------ about play


def test_what_fails_in_play_comes_with_a_game_that_gets_there(small: Small) -> None:
    concludes(small, "always size(table) < 4")
    (finding,) = broken(small)
    assert (finding.id, finding.certainty) == ("shells/plain/failed-example/aa/-/aa.so", "firm")
    log = str(fields(finding)["log"])
    replayed = replay(load_project(small.root), read_log(log))
    assert not replayed.problems and replayed.state is not None
    assert len(replayed.state.cards("zone:table")) == 4


def test_what_holds_in_play_is_proved_or_checked(small: Small) -> None:
    concludes(small, "at card: size(chooser.hand) > 0")
    proved = [p.editions for p in results(small).results if isinstance(p, Proof) and p.holds == "so"]
    assert proved == [("aa",)]
    small.change("aa", "claims at card: size(chooser.hand) > 0", "claims at card: size(bank) < 10")
    checked = [c for c in results(small).checked if c.property == "so"]
    assert [(c.editions, c.points > 0) for c in checked] == [(("aa",), True)]


def test_it_sees_the_definitions_and_doubts_of_its_edition(small: Small) -> None:
    small.add("aa", "define most(n) = red() + n - n")
    concludes(small, "at card: size(chooser.hand) < most(1)")
    (finding,) = broken(small)
    assert (finding.certainty, finding.under) == ("possible", ({"red": "three"},))


def test_that_play_ends_can_be_concluded(small: Small) -> None:
    concludes(small, "ends")
    found = report(small)
    assert [p.editions for p in found.proved if p.holds == "so"] == [("aa",)]


# ------------------------------------------------------------------ where it stands, how it is told


def test_it_is_about_the_variants_of_the_part_it_stands_in(small: Small) -> None:
    small.game_with('variant plain "plain shells"', 'variant other "others"\nvariant plain "plain shells"')
    small.add("aa", 'part "So Red beats" for other')
    small.add("aa", 'consequence so "beats Blue (3 to 1)" claims shows value(Blue) = 2')
    editions = small.editions()
    assert [f for f in properties.of_variant(editions, "plain").results if isinstance(f, Finding)] == []
    assert len([f for f in properties.of_variant(editions, "other").results if isinstance(f, Finding)]) == 1


def test_a_part_without_a_flow_speaks_of_no_play(small: Small) -> None:
    small.game_with('variant plain "plain shells"', 'variant other "others"\nvariant plain "plain shells"')
    small.add("aa", 'part "So Red beats" for other')
    small.add("aa", 'consequence so "beats Blue (3 to 1)" claims always size(table) < 3')
    with pytest.raises(ArbitreError, match="there is no flow of play"):
        small.game()


def test_its_words_are_accounted_for(small: Small) -> None:
    small.texts["aa"] += "\nThus Red is always worth something.\n"
    said = 'consequence thus "Thus Red is always worth something." claims for a: card: value(a) >= 0'
    assert [f.kind for f in report(small).findings if f.kind == "uncovered"] == ["uncovered"]
    small.add("aa", said)
    assert [f.kind for f in report(small).findings if f.kind == "uncovered"] == []


def test_it_shares_its_name_with_no_example(small: Small) -> None:
    small.add("aa", f'consequence beats "{WORDS}" claims ends')
    with pytest.raises(ArbitreError, match="two examples or consequences called `beats`"):
        small.game()


def test_the_report_tells_the_words_and_the_claim(small: Small) -> None:
    concludes(small, "for a: card: value(a) < 3")
    told = worded(report(small), load_project(small.root))
    (finding,) = [f for f in told.findings if f.kind == "failed-example"]
    assert finding.message == (
        "The aa edition says «So Red beats Blue (3 to 1).», and by its rules `value(a) < 3` does not hold. "
        "By the rules, value(Red) is 3."
    )
