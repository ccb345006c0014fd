"""What holds wherever play waits: proved by induction, by lemmas about the answers, or looked for by play."""

import pytest

from checker.findings.findings import Checked, Finding, Proof
from checker.pipeline.check import check
from checker.play import properties
from dsl.load import load_project
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from tests.checker.small import Small
from tests.details import fields

QUESTIONS = """
question shift(side: 1..2, n: 0..2) -> -3..3
  "What does a side win?"

question change(laid: list 1..3 of laid, who: player) -> -3..3
  "What does one who laid win?"

permission may_lay"""

START = """
flow plain()
  zone bank: list 0..40 of card           seen by nobody
  zone hand of player: bag 0..40 of card  seen by owner
  zone table: bag 0..40 of card           seen by everyone
  var mine: 0..99 = 10
  var yours: 0..99 = 10
  var lap: 0..9 = 0
  var laid: list 0..3 of laid = []
  for each c in card do
    put copies(c) of c into bank
  end
"""
END = """
  step shuffling "Shuffled." do
    shuffle bank
  end
  step dealing "Dealt." do
  end
  step drawing "Drawn." do
  end
end

property nothing_lost "Nothing is lost."
  always
"""
NOUGHT = """
property comes_to_nought "What one side wins the other loses."
  for n: 0..2: shift(1, n) + shift(2, n) = 0
"""
SHIFT = """
rule shifts
  "Red is worth three, or more, Blue one, Grey nothing."
  answers shift(side, n) when side = 1 then n
  answers shift(side, n) when side = 2 then %s
  answers change(laid, who) then if size(laid) = 2 and (some l in laid: l.player != who)
    then (if (the first l in laid).player = who then 1 else -1) else 0
"""


def play(small: Small, body: str, claim: str, other: str = "-n", more: str = "") -> None:
    """Puts another flow in place of the game's, with a claim about play."""
    before, _, _ = small.game_text.partition("flow plain()")
    before = before.replace("\npermission may_lay", QUESTIONS)
    small.game_text = before + START.strip() + "\n" + body.strip("\n") + END.rstrip() + f" {claim}\n" + more
    for edition in ("aa", "bb"):
        small.add(edition, SHIFT % other)


def results(small: Small) -> list[Finding | Proof | Checked]:
    """What becomes of the claim by the first edition."""
    found = properties.of_variant(small.editions(), "plain", plays=2)
    both = [*found.results, *found.checked]
    about = [e for e in both if isinstance(e, Finding | Proof | Checked) and e.editions == ("aa",)]
    return [
        e
        for e in about
        if "nothing_lost" in (getattr(e, "holds", ""), getattr(e, "property", ""))
        or (isinstance(e, Finding) and fields(e)["property"] == "nothing_lost")
    ]


def is_proved(small: Small) -> bool:
    found = results(small)
    return len(found) == 1 and isinstance(found[0], Proof) and found[0].where is None


SHIFTS = """
  while lap < 9 do
    chance n in [0, 1, 2]
    set mine = mine + shift(1, n)
    set yours = yours + shift(2, n)
    set lap = lap + 1
  end
"""

# ------------------------------------------------------------------ proved by itself

DEALT = """
  for each p in seats do
    move 2 from bank into p.hand
  end
  while some p in seats: size(p.hand) > 0 do
    for each p in seats do
      if size(p.hand) > 0 do
        choose card by p: card from p.hand
        move card from p.hand into table
      end
    end
  end
"""
CARDS = "size(bank) + size(table) + (sum p in seats of size(p.hand)) = (sum c in card of copies(c))"


def test_cards_are_kept_whatever_happens(small: Small) -> None:
    play(small, DEALT, CARDS)
    assert is_proved(small)


def test_a_claim_may_begin_to_hold_with_a_variable(small: Small) -> None:
    body = "  set lap = 0\n" + DEALT + "  set lap = 1\n  while lap < 9 do\n    set lap = lap + 1\n"
    body += "    move 1 from bank into table\n    choose n by seats[1]: 0..2\n  end\n"
    play(small, body, f"lap = 0 or {CARDS}")
    assert is_proved(small)


def test_it_is_asked_only_where_play_waits(small: Small) -> None:
    play(
        small,
        "  while lap < 9 do\n    set mine = mine - 1\n    set yours = yours + 1\n"
        "    set lap = lap + 1\n    choose n by seats[1]: 0..2\n  end\n",
        "mine + yours = 20",
    )
    assert is_proved(small)


@pytest.mark.parametrize("when", ["choose n by seats[1]: 0..2", "shuffle bank", "chance n in [1, 2]"])
def test_wherever_play_waits_it_must_hold(small: Small, when: str) -> None:
    play(small, f"  set mine = 9\n  {when}\n  set yours = 11\n", "mine + yours = 20")
    (found,) = results(small)
    assert isinstance(found, Finding) and found.certainty == "firm"


def test_it_must_hold_at_the_end(small: Small) -> None:
    play(small, "  if lap = 0 do\n    set mine = 9\n    finish\n  end\n", "mine + yours = 20")
    (found,) = results(small)
    assert isinstance(found, Finding)


def test_what_is_so_in_every_game_played_is_not_proved_by_that(small: Small) -> None:
    play(small, SHIFTS, "mine + yours = 20")
    (found,) = results(small)
    assert isinstance(found, Checked)


def test_things_that_are_not_known_are_gone_through_too(small: Small) -> None:
    for each, proved in (
        ("set mine = mine + 1\n set yours = yours - 1", True),
        ("set mine = mine + 1", False),
    ):
        body = """
  choose who by seats[1]: bag 0..3 of card
  for each c in [d for d in who] do
    %s
    choose more by seats[1]: 0..2
  end
"""
        other = Small(small.root / str(proved))
        play(other, body % each, "mine + yours = 20")
        assert is_proved(other) is proved


def test_at_a_choice(small: Small) -> None:
    play(small, DEALT, "lap = 0", more='\nproperty holds_some "Some."\n  at card: size(chooser.hand) > 0\n')
    found = properties.of_variant(small.editions(), "plain", plays=1).results
    assert ("holds_some", ("aa",)) in [(p.holds, p.editions) for p in found if isinstance(p, Proof)]


@pytest.mark.parametrize("paid", ["mine", "1"])
def test_through_any_number_of_turns(small: Small, paid: str) -> None:
    body = f"""
  turns p in seats from seats[1] where mine > 0 until lap = 9 do
    set lap = lap + 1
    set yours = yours + {paid}
    set mine = mine - {paid}
    choose n by p: 0..2
  end
"""
    play(small, body, "mine + yours = 20")
    assert is_proved(small)
    other = Small(small.root / "other")
    play(other, body.replace("set yours = yours +", "set yours = yours + 1 +"), "mine + yours = 20")
    assert not is_proved(other)


# ------------------------------------------------------------------ proved by lemmas


def test_what_is_proved_of_the_answers_proves_what_is_kept(small: Small) -> None:
    play(small, SHIFTS, "mine + yours = 20", more=NOUGHT)
    (found,) = results(small)
    assert isinstance(found, Proof)
    assert found.where is None and found.assumptions[0] == "property comes_to_nought"
    assert found.bounds == {"players": [2, 3], "comes_to_nought.n": [0, 2]}


def test_a_lemma_that_does_not_hold_proves_nothing(small: Small) -> None:
    play(small, SHIFTS, "mine + yours = 20", other="0", more=NOUGHT)
    (found,) = results(small)
    assert isinstance(found, Finding) and (found.certainty, found.under) == ("firm", ())
    log = fields(found)["log"]
    assert isinstance(log, str)
    assert not replay(load_project(small.root), read_log(log)).problems


def test_a_lemma_that_waits_for_answers_proves_nothing(small: Small) -> None:
    play(small, SHIFTS, "mine + yours = 20", more=NOUGHT)
    small.change("aa", "when side = 2 then -n", "when side = 2 and n < 2 then -n")
    (found,) = results(small)
    assert isinstance(found, Finding) and found.certainty == "possible"
    assert fields(found)["agreed"] == ["shift"]


def test_under_the_readings_under_which_the_lemma_holds(small: Small) -> None:
    play(small, SHIFTS, "mine + yours = 20", other="if red() = 3 then -n else 0", more=NOUGHT)
    proof, finding = sorted(results(small), key=lambda each: isinstance(each, Finding))
    assert isinstance(proof, Proof) and proof.where == "red: three"
    assert isinstance(finding, Finding)
    assert (finding.certainty, finding.under) == ("possible", ({"red": "four"},))


def test_lemmas_about_lists_that_are_not_known(small: Small) -> None:
    body = """
  while lap < 9 do
    set lap = lap + 1
    set laid = []
    for each p in seats do
      choose card by p: card
      set laid = laid + [laid(p, card)]
    end
    for each who in [l.player for l in laid] do
      set mine = mine + change(laid, who)
    end
  end
"""
    lemma = """
property nobody_wins "What is won is lost."
  for all_laid: list 1..3 of laid:
    (sum a in all_laid of change(all_laid, a.player)) = 0
"""
    play(small, body, "mine = 10", more=lemma)
    (found,) = results(small)
    assert isinstance(found, Proof), found


EACH = """
  while lap < 9 do
    set lap = lap + 1
    set laid = []
    for each p in seats do
      choose card by p: card
      set laid = laid + [laid(p, card)]
    end
    %s
    choose more by seats[1]: 0..2
  end
"""
NOBODY = """
property nobody_wins "What is won is lost."
  for all_laid: list 1..3 of laid: (sum a in all_laid of change(all_laid, a.player)) = 0
"""
PAID = "set l.player.purse = l.player.purse + change(laid, l.player)"


@pytest.mark.parametrize(
    ("paid", "claim", "proved"),
    [
        (f"for each l in laid do\n {PAID}\n end", "(sum p in seats of p.purse) = 20 * size(seats)", True),
        (f"for each l in laid do\n {PAID}\n end", "all p in seats: p.purse = 20", False),
        (f"for each l in laid do\n {PAID}\n set mine = mine + 1\n end", "mine = 10", False),
        (
            f"for each l in laid do\n {PAID}\n set l.player.purse = l.player.purse + 1\n end",
            "(sum p in seats of p.purse) = 20 * size(seats)",
            False,
        ),
        (
            "set seats[1].purse = seats[1].purse - n\n set seats[2].purse = seats[2].purse + n",
            "(sum p in seats of p.purse) = 20 * size(seats)",
            True,
        ),
    ],
)
def test_what_each_has_is_kept_together(small: Small, paid: str, claim: str, proved: bool) -> None:
    play(small, EACH % f"choose n by seats[1]: 0..2\n {paid}", claim, more=NOBODY)
    small.game_with("  var mine: 0..99 = 10\n", "  var mine: 0..99 = 10\n  var purse of player: 0..99 = 20\n")
    assert is_proved(small) is proved


# ------------------------------------------------------------------ reported


def test_what_is_neither_proved_nor_broken_is_told(small: Small) -> None:
    play(small, SHIFTS, "mine + yours = 20")
    small.game()
    report = check(load_project(small.root))
    assert [(c.property, c.editions) for c in report.checked] == [
        ("nothing_lost", ("aa",)),
        ("nothing_lost", ("bb",)),
    ]
    assert all(c.games > 0 and c.points > 0 for c in report.checked)
