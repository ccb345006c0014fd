"""infeasible: steps that cannot be carried out when they are first due."""

from checker.findings.findings import Finding
from checker.play import infeasible
from dsl.load import load_project
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from tests.checker.small import Small
from tests.details import fields

DEAL = "answers hand_size() then 2"


def found(small: Small) -> list[Finding]:
    return infeasible.findings(small.editions(), "plain", plays=3)


def test_a_flow_that_can_be_carried_out_for_all_numbers(small: Small) -> None:
    assert found(small) == []


def test_what_runs_out_later_is_not_infeasible(small: Small) -> None:
    small.change("aa", "answers draws() then 1", "answers draws() then 2")
    assert found(small) == []


def test_a_step_for_which_nothing_is_left_the_first_time(small: Small) -> None:
    small.change("aa", DEAL, "answers hand_size() then 4")
    (finding,) = found(small)
    assert finding.id == "shells/plain/infeasible/aa/draws/step.drawing"
    assert (finding.certainty, finding.question, finding.under) == ("firm", "draws", ())
    details = fields(finding)
    assert (details["players"], details["step"], details["needed"], details["there"]) == (
        [3],
        "drawing",
        3,
        0,
    )
    assert (details["zone"], details["plays"]) == ("bank", 3)
    assert {"aa.draw.draws", "aa.deal.hand_size", "aa.deck.copies", "aa.joining.may_join"} == set(
        finding.rules
    )
    assert {c.citation.quote for c in finding.citations} >= {"Deal two to each.", "Two or three play."}


def test_its_witness_is_the_question_that_orders_the_amount_with_a_game_that_gets_there(small: Small) -> None:
    small.change("aa", DEAL, "answers hand_size() then 4")
    (finding,) = found(small)
    witness = finding.witness
    assert witness is not None
    assert (witness.question, witness.situation) == ("draws", ())
    assert [a.outcome.admits for a in witness.answers] == [(1,)]
    assert witness.log is not None
    replayed = replay(load_project(small.root), read_log(witness.log))
    assert replayed.status in ("valid", "unfinished") and not replayed.problems


def test_the_first_step_itself_can_be_too_much(small: Small) -> None:
    small.change("aa", DEAL, "answers hand_size() then 5")
    findings = {fields(f)["step"]: f for f in found(small)}
    assert findings["dealing"].question == "hand_size"
    assert fields(findings["dealing"])["players"] == [3]
    assert (fields(findings["dealing"])["needed"], fields(findings["dealing"])["there"]) == (15, 12)


def test_a_number_that_may_not_play_matters_to_nobody(small: Small) -> None:
    small.change("aa", DEAL, "answers hand_size() then 4")
    small.change("aa", "when seats >= 2 and seats <= 3 permit", "when seats = 2 permit")
    assert found(small) == []


def test_an_amount_that_no_words_order_is_not_infeasible(small: Small) -> None:
    small.change("aa", DEAL, "answers hand_size() then 4")
    small.change("aa", "  answers draws() then 1", "  answers best(cards) then 1")
    assert found(small) == []


def test_under_one_reading_only_it_is_possible(small: Small) -> None:
    small.change("aa", DEAL, "answers hand_size() then many()")
    small.add(
        "aa",
        """doubt many() -> 0..9
  "Deal two to each."
  asks "Two, or four?"
  reading two_cards "two" = 2
  reading four_cards "four" = 4
""",
    )
    (finding,) = found(small)
    assert finding.certainty == "possible"
    assert finding.under == ({"many": "four_cards"},)
    assert fields(finding)["players"] == [3]


def test_a_struck_reading_does_not_count(small: Small) -> None:
    small.change("aa", DEAL, "answers hand_size() then many()")
    small.add(
        "aa",
        """doubt many() -> 0..9
  "Deal two to each."
  asks "Two, or four?"
  reading two_cards "two" = 2
  reading four_cards "four" = 4
""",
    )
    editions = small.editions()
    editions.nogoods["aa"] = [{"many": "four_cards"}]
    assert infeasible.findings(editions, "plain", plays=3) == []
    editions = small.editions()
    editions.nogoods["aa"] = [{"many": "two_cards"}]
    (finding,) = infeasible.findings(editions, "plain", plays=3)
    assert finding.certainty == "firm"


def test_the_same_games_give_the_same_findings(small: Small) -> None:
    small.change("aa", DEAL, "answers hand_size() then 4")
    assert found(small) == found(small)


LOT = """flow plain()
  zone bank: list 0..40 of card           seen by nobody
  zone hand of player: bag 0..40 of card  seen by owner
  var lot: 1..500 = 1

  choose drawn by seats[1]: 1..500
  set lot = drawn
  if MORE do
    put 12 of Red into bank
  end
  step dealing "Cards are dealt." do
    for each p in seats do
      move hand_size() from bank into p.hand
    end
  end
  step shuffling "Shuffled." do
  end
  step drawing "Drawn." do
  end
  finish
end
"""


def dealt(small: Small, more: str) -> list[Finding]:
    before, _, _ = small.game_text.partition("flow plain()")
    small.game_text = before + LOT.replace("MORE", more)
    return [f for f in found(small) if fields(f)["step"] == "dealing"]


def test_what_fails_in_all_games_but_one_in_many_is_not_firm(small: Small) -> None:
    (first, _) = dealt(small, "lot = 333")
    assert (first.certainty, first.under, fields(first)["players"]) == ("possible", (), [2, 3])


def test_what_fails_in_every_game_is_firm_by_argument(small: Small) -> None:
    (first, _) = dealt(small, "lot > 500")
    assert (first.certainty, fields(first)["players"]) == ("firm", [2, 3])
