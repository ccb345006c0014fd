"""property: play ends, is proved to, comes back to where it was, or nothing can be said."""

from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

import pytest
import z3

from checker.findings.findings import Finding, Proof, Undecided
from checker.games.table import Table, sit_down
from checker.play.abstract import numbers as amounts
from checker.play.abstract.execution import AbstractExecution, Position
from checker.play.abstract.havoc import Havoc
from checker.play.abstract.measures import upstream
from checker.play.abstract.values import AbstractNumber, AbstractTruth, equal, literal
from checker.play.termination import termination as ends
from checker.play.termination.lasso import LassoSearch, LoopVisit
from checker.play.termination.ranking import LoopSite, loops_of, prove
from checker.smt.formulas import Truth, atom, conj, constant, exactly_one, iff, same_number, total, variable
from checker.smt.solver import ArithmeticSolver
from dsl.load import load_project
from dsl.model import Game
from dsl.text.errors import ArbitreError
from interpreter.logs.log import read_log
from interpreter.play.state import Ended, State
from interpreter.replay.replay import replay
from interpreter.runtime.rng import Chance
from tests.checker.small import Small
from tests.details import fields

START = """
flow plain()
  zone bank: list 0..40 of card           seen by nobody
  zone hand of player: bag 0..40 of card  seen by owner
  zone table: bag 0..40 of card           seen by everyone
  zone away: bag 0..40 of card            seen by everyone
  var rounds: 0..9 = 0
  var flag: bool = false
  var on: player = seats[1]
  var lately: card = Red
  for each c in card do
    put 4 of c into bank
  end
  for each p in seats do
    move 2 from bank into p.hand
  end
"""


END = """
  step shuffling "Shuffled." do
  end
  step dealing "Dealt." do
  end
  step drawing "Drawn." do
  end
end

property it_ends "Play comes to an end."
  ends
"""


def play(small: Small, body: str) -> None:
    """Puts another flow in place of the game's, with a claim that it ends."""
    before, _, _ = small.game_text.partition("flow plain()")
    small.game_text = before + START.strip() + "\n" + body.strip("\n") + END


def result(small: Small) -> Finding | Proof | Undecided:
    """What becomes of the claim by the first edition."""
    editions = small.editions()
    found = ends.of_variant(editions, "plain", 6_000)
    assert [type(each) for each in found][:1] * len(editions.members) == [type(each) for each in found]
    return found[0]


def proof(small: Small) -> list[object]:
    found = result(small)
    assert isinstance(found, Proof), found
    assert (found.holds, found.editions, found.bounds["players"]) == ("it_ends", ("aa",), [2, 3])
    less = found.bounds["less"]
    assert isinstance(less, list)
    return less


def lasso(small: Small) -> Finding:
    found = result(small)
    assert isinstance(found, Finding), found
    assert found.id == "shells/plain/property/aa/-/it_ends"
    return found


# ------------------------------------------------------------------ proved


def test_cards_that_only_move_on_come_to_an_end(small: Small) -> None:
    small.game_text += '\nproperty it_ends "Play comes to an end."\n  ends\n'
    assert proof(small) == ["cards in bank, hand"]


def test_who_begins_does_not_matter(small: Small) -> None:
    play(
        small,
        """
  while some p in seats: size(p.hand) > 0 do
    for each p in seats from on do
      if size(p.hand) > 0 do
        choose card by p: card from p.hand
        move card from p.hand into table
        set on = p
      end
    end
  end
""",
    )
    assert proof(small) == ["cards in hand"]


def test_a_variable_that_rises_within_its_range_ends_a_loop(small: Small) -> None:
    play(small, "  while rounds < 9 do\n    set rounds = rounds + 1\n  end")
    assert proof(small) == ["rounds rises"]


def test_what_stays_as_it_was_is_looked_at_by_another_measure(small: Small) -> None:
    play(
        small,
        """
  while size(bank) > 0 do
    if flag do
      move 1 from bank into away
      set flag = false
    else
      set flag = true
    end
  end
""",
    )
    assert proof(small) == ["cards in bank", "flag rises"]


def test_choices_made_at_once_count_in_whatever_order_they_were_laid(small: Small) -> None:
    play(small, "  while some p in seats: size(p.hand) > 0 do" + LAID + "\n  end")
    assert proof(small) == ["cards in hand"]


def test_a_loop_in_a_loop(small: Small) -> None:
    play(
        small,
        """
  while size(bank) > 0 do
    move 1 from bank into table
    while size(table) > 0 do
      move 1 from table into away
    end
  end
""",
    )
    assert proof(small) == ["cards in bank, table", "cards in table"]


def test_a_flow_without_a_loop_ends(small: Small) -> None:
    play(small, "  shuffle bank")
    assert proof(small) == []


LAID = """
    choose card by each p in [q for q in seats where size(q.hand) > 0]: card from p.hand secretly
    reveal card
    for each p in (if flag then as_laid(card) else seats) from on do
      if size(p.hand) > 0 do
        move card[p] from p.hand into table
      end
    end
    set flag = not flag"""


@pytest.mark.parametrize(
    "body",
    [
        "if size(bank) > 9 do\n move 1 from bank into away\n end",  # nothing moves
        "choose some_cards by on: bag 0..1 of card from on.hand\n move some_cards from on.hand into away",
        "for each p in seats do\n move up to 1 from p.hand into away\n end",  # where nobody holds any
        "chance who in seats\n move all from who.hand into away",
        "move 1 from bank into away\n put 1 of Red into bank",
        "move 1 from bank into away\n move 1 from away into bank",
        "if size(bank) > 0 do\n move 1 from bank into table\n else\n move all from table into bank\n end",
        "set rounds = 10 - 1",
    ],
)
def test_a_loop_that_need_not_end_is_not_proved_to(small: Small, body: str) -> None:
    play(small, f"  while not flag do\n {body}\n  end")
    assert not isinstance(result(small), Proof)


def test_that_a_range_has_an_end_ends_no_loop(small: Small) -> None:
    play(small, "  while not flag do\n    set rounds = rounds + 1\n  end")
    assert not any(loop.ends for loop in prove(small.game(), small.game().flows["plain"]))


# ------------------------------------------------------------------ games that go round

BACK = """
  while not flag do
    choose card by on: card from on.hand needs may_lay(card)
    move card from on.hand into table
    move all from table into on.hand
    set rounds = rounds + 1
  end
"""


def test_a_game_that_comes_back_is_told_with_its_log(small: Small) -> None:
    play(small, BACK)
    found = lasso(small)
    assert (found.kind, found.certainty, found.under) == ("property", "firm", ())
    details = fields(found)
    assert (details["sort"], details["players"], details["differ"]) == ("returns", 2, ["rounds"])
    assert details["choices"] == [{"player": "Ann", "choice": "card"}]
    first, last = details["from"], details["to"]
    assert isinstance(first, int) and isinstance(last, int) and first < last
    log = details["log"]
    assert isinstance(log, str)
    project = load_project(small.root)
    one, other = (replay(project, read_log(log), at=event + 1).state for event in (first, last))
    assert one is not None and other is not None and one.zones == other.zones
    assert found.rules == ("aa.lay.may_lay",)
    assert found.witness is not None and found.witness.log == log


def test_a_counter_on_which_something_depends_is_no_counter(small: Small) -> None:
    play(small, BACK.replace("while not flag", "while rounds < 9"))
    assert proof(small) == ["rounds rises"]
    play(small, BACK.replace("not flag", "not flag and rounds != 8"))
    assert isinstance(result(small), Undecided)


def test_a_counter_may_matter_where_it_can_no_longer_change_anything(small: Small) -> None:
    play(small, BACK.replace("not flag", "not flag and (rounds = 0 or rounds > 0)"))
    assert fields(lasso(small))["differ"] == ["rounds"]


@pytest.mark.parametrize(("answer", "comes_back"), [("true", True), ("rounds != 9", False)])
def test_a_counter_may_be_asked_about_if_the_answer_is_the_same(
    small: Small, answer: str, comes_back: bool
) -> None:
    small.game_with(
        "permission may_lay", 'question more(rounds: 0..9) -> bool\n  "More?"\n\npermission may_lay'
    )
    for edition in ("aa", "bb"):
        small.texts[edition] += "\nNothing\n"
        small.add(edition, f'rule more\n  "Nothing"\n  answers more(rounds) then {answer}')
    play(small, BACK.replace("not flag", "more(rounds)"))
    assert isinstance(result(small), Finding) is comes_back


DOUBT = """
doubt back_again() -> bool
  "or more"
  asks "Back, or away?"
  reading back "back" = true
  reading gone "away" = false

rule back
  "Nothing"
  answers taken_back() then back_again()
"""


def with_doubt(small: Small, answer: str) -> None:
    small.game_with(
        "permission may_lay", 'question taken_back() -> bool\n  "Is it taken back?"\n\npermission may_lay'
    )
    for edition in ("aa", "bb"):
        small.texts[edition] += "\nNothing\n"
        small.add(edition, answer)
    play(
        small,
        """
  while size(on.hand) > 0 do
    choose card by on: card from on.hand needs may_lay(card)
    if not taken_back() do
      move card from on.hand into away
    end
  end
""",
    )


def test_a_game_that_comes_back_under_one_reading_is_possible(small: Small) -> None:
    for edition in ("aa", "bb"):
        small.change(
            edition, "answers may_lay(card) permit", "answers may_lay(card) when value(card) < 9 permit"
        )
    with_doubt(small, DOUBT)
    found = lasso(small)
    assert (found.certainty, found.under) == ("possible", ({"back_again": "back"},))
    assert str(fields(found)["instead"]).startswith("taken_back() is true; may_lay(")
    assert found.rules[0] == "aa.back.taken_back"


def test_a_game_that_comes_back_only_if_the_table_agrees_is_possible(small: Small) -> None:
    with_doubt(small, 'note nothing "Nothing"')
    found = lasso(small)
    assert (found.certainty, fields(found)["agreed"]) == ("possible", ["taken_back"])


def test_luck_that_it_takes_is_told(small: Small) -> None:
    play(
        small,
        "  while size(bank) > 0 do\n    chance who in seats\n    if who = on do\n"
        "      move 1 from bank into away\n    end\n  end",
    )
    found = lasso(small)
    assert (found.certainty, fields(found)["drawn"], fields(found)["choices"]) == ("firm", ["who"], [])


def test_what_is_done_away_with_need_not_be_as_it_was(small: Small) -> None:
    play(
        small,
        """
  while not flag do
    shuffle bank
    chance who in seats
    set on = who
    set rounds = if on = seats[1] then 3 else 5
    choose card by on: card from on.hand
    move card from on.hand into table
    move all from table into bank
    move 1 from bank into on.hand
  end
""",
    )
    found = lasso(small)
    assert (found.certainty, fields(found)["differ"]) == ("firm", [])
    assert int(str(fields(found)["shuffles"])) > 0
    log = fields(found)["log"]
    assert isinstance(log, str) and "shuffle: bank, is: [" in log
    assert replay(load_project(small.root), read_log(log)).status == "unfinished"


def test_a_head_of_another_game_closes_no_circle(small: Small) -> None:
    play(small, "  while not flag do\n    chance who in seats\n  end")
    editions = small.editions()
    flow = editions.game.flows["plain"]
    (site,) = loops_of(flow)
    search = LassoSearch(sites=[site], left=1_000)
    one = sit_down(editions, "plain", editions.members[0], 2, {"red": "three"}, 1)
    while search.site(one) is None:
        one.step()
    other = one.fork()
    heads = []
    for table, place in ((one, 0), (other, 1)):
        while True:
            due = table.step()
            if due is not None:
                table.decide(due, table.possible(due, 9)[place])
            elif search.site(table) is not None:
                break
        heads.append(LoopVisit.of(table))
    assert search.lasso(other, site, heads[0]) is None


def test_a_flow_that_goes_on_by_itself(small: Small) -> None:
    play(small, "  while not flag do\n    set lately = Blue\n  end")
    found = lasso(small)
    assert fields(found)["from"] == fields(found)["to"]


# ------------------------------------------------------------------ undecided


def test_what_is_neither_proved_nor_refuted_is_undecided(small: Small) -> None:
    play(
        small,
        """
  while lately != Grey do
    if lately = Red do
      set lately = Blue
    else
      set lately = Grey
    end
  end
""",
    )
    found = result(small)
    assert isinstance(found, Undecided)
    assert (found.holds, found.editions, found.question) == ("it_ends", ("aa",), None)
    assert "with 2 players, nothing was found that gets less" in found.because


def test_a_claim_that_play_ends_needs_a_flow(small: Small) -> None:
    before, _, _ = small.game_text.partition("flow plain()")
    small.game_text = before + 'property it_ends "It ends."\n  ends\n'
    with pytest.raises(ArbitreError, match="there is no flow of play"):
        small.game()


# ------------------------------------------------------------------ what is allowed is what can happen

FLOWS = {
    "laid": "  while size(bank) > 0 do\n    move 1 from bank into on.hand" + LAID + "\n  end",
    "rounds": """
  while some p in seats: size(p.hand) > 0 do
    set rounds = if rounds < 9 then rounds + 1 else 0
    let holders = count p in seats where size(p.hand) > 0
    for each p in reversed(seats) from on do
      if size(p.hand) > 0 and (holders > 1 or flag or p = on) do
        choose some_cards by p: bag 1..2 of card from p.hand
          needs size(some_cards) = 1 or some c in some_cards: c != lately
        move some_cards from p.hand into table
        set lately = the first c in some_cards
      else
        move up to 1 from bank into p.hand
      end
    end
    chance who in those p in seats where p != on
    set on = who
    set flag = rounds > 2 and not flag
    move all from table into away
  end
""",
    "inner": """
  while size(bank) + (sum p in seats of size(p.hand)) > 0 do
    let takers = [p for p in prefix(seats, 2)]
    for each p in takers do
      while size(bank) > 2 do
        move 1 from bank into p.hand
        set rounds = if rounds < 9 then rounds + 1 else 0
      end
    end
    move up to 2 from bank into table
    for each p in those p in seats where size(p.hand) > 1 from on do
      move 1 from p.hand into away
    end
    for each p in seats do
      if no q in seats: size(q.hand) > 1 do
        move all from p.hand into table
      end
    end
    set on = the last p in seats where size(p.hand) >= size(on.hand)
  end
""",
}


@dataclass
class Passes:
    """Passes of a loop in a game played at random: what stood before each, and after."""

    table: Table
    site: LoopSite

    def all(self) -> list[tuple[State, State]]:
        found: list[State] = []
        for number in range(400):
            if self.table.play.next_statement is self.site.loop:
                found.append(self.table.play.state)
            due = self.table.step()
            if isinstance(due, Ended):
                break
            if due is not None:
                possible = self.table.possible(due, 50)
                if not possible:
                    break
                self.table.decide(due, Chance(self.table.play.seed, "test", number).pick(possible))
        return list(pairwise(found))


def stands(position: Position, state: State, game: Game) -> Truth:
    """Whether the position, of which little is known, is this one."""
    said: list[Truth] = [amounts.same(n, len(state.cards(key))) for key, n in position.scope.zones.items()]
    for name, value in state.values.items():
        known, real = position.scope.values[name], literal(value)
        match known, real:
            case AbstractNumber(amount=one), AbstractNumber(amount=other):
                said.append(amounts.same(one, other))
            case AbstractTruth(truth=one_truth), AbstractTruth(truth=other_truth):
                said.append(iff(one_truth, other_truth))
            case _:
                alike = equal(known, real)
                assert alike is not None
                said.append(alike)
    return conj(said)


@pytest.mark.parametrize("flow", FLOWS)
@pytest.mark.parametrize("number", [2, 3])
def test_whatever_happens_in_a_game_is_among_what_the_walk_allows(
    small: Small, flow: str, number: int
) -> None:
    play(small, FLOWS[flow])
    editions = small.editions()
    site = loops_of(editions.game.flows["plain"])[0]
    seen = 0
    for seed in range(6):
        table = sit_down(editions, "plain", editions.members[0], number, {"red": "three"}, seed)
        for before, after in Passes(table, site).all():
            unknowns = Havoc(table.play.seats)
            walk = AbstractExecution(site.flow, table.play.seats, upstream(site.loop.body), unknowns)
            start = walk.anywhere()
            entered = walk.evaluator.truth(site.loop.condition, start.scope)
            end = walk.block(site.loop.body, start.copy())
            arithmetic = ArithmeticSolver(unknowns.assumed)
            assert arithmetic.possible(
                stands(start, before, editions.game), entered, end.there, stands(end, after, editions.game)
            )
            seen += 1
    assert seen > 10


def test_a_game_of_another_flow_ends_as_it_does_there(small: Small) -> None:
    play(small, "  while size(bank) > 0 do\n    move 1 from bank into away\n  end")
    small.game_text += MATCH.replace("MOST", "rounds < 5")
    assert by_match(small) == {"it_ends": Proof, "match_ends": Proof}
    small.game_text = small.game_text.replace("rounds < 5", "not over")
    assert by_match(small) == {"it_ends": Proof, "match_ends": Finding}
    small.game_text = small.game_text.replace("move 1 from bank", "move all from table")
    assert by_match(small) == {"it_ends": Finding, "match_ends": Finding}


MATCH = """
variant match "several games"

flow match()
  var rounds: 0..9 = 0
  var over: bool = false
  while MOST do
    game plain()
    set rounds = rounds + 1
  end
end

property match_ends "A match comes to an end."
  ends
"""


def by_match(small: Small) -> dict[str, type]:
    """What becomes of both claims by the first edition."""
    editions = small.editions()
    return {
        each.holds if not isinstance(each, Finding) else each.class_[0]: type(each)
        for variant in ("plain", "match")
        for each in ends.of_variant(editions, variant, 6_000)
    }


def test_what_a_proof_costs_does_not_hang_on_what_was_asked_before() -> None:
    assumed: list[Truth] = []
    numbers = [variable(f"cost{i}") for i in range(12)]
    for i, number in enumerate(numbers):
        choices = [atom(f"cost{i}is{worth}") for worth in (7, 11, 30)]
        assumed.append(exactly_one(choices))
        assumed += [
            iff(c, same_number(number, constant(n))) for c, n in zip(choices, (7, 11, 30), strict=True)
        ]
    goal = same_number(reduce(total, numbers), constant(150))
    costs = set()
    for turn in range(4):
        made = [z3.Int(f"before{turn}_{i}") + i for i in range(500)]
        del made[:: turn + 2]  # terms made from now on get the numbers of those that are gone
        arithmetic = ArithmeticSolver(assumed)
        arithmetic.possible(goal)
        costs.add(arithmetic.cost())
    assert len(costs) == 1


# ------------------------------------------------------------------ zones and variables of each of a type

EACH = """
  zone heap of card: bag 0..40 of card    seen by everyone
  zone place of 1..3: bag 0..40 of card   seen by everyone
  var lives of player: 0..5 = 5
  var seen_once of card: bool = false
  for each c in card do"""


@pytest.mark.parametrize(
    ("body", "less"),
    [
        (
            "while some p in seats: p.lives > 0 do\n choose who by on: player needs who.lives > 0\n"
            " set who.lives = who.lives - 1\n end",
            ["lives falls"],
        ),
        (
            "while some c in card: not c.seen_once do\n choose which by on: card needs not which.seen_once\n"
            " set which.seen_once = true\n end",
            ["seen_once rises"],
        ),
        (
            "while size(bank) > 0 do\n move 1 from bank into lately.heap\n choose n by on: 1..3\n"
            " move all from lately.heap into n.place\n end",
            ["cards in bank, heap"],
        ),
        ("while size(2.place) < 3 do\n move 1 from bank into 2.place\n end", ["cards in bank"]),
        ("while 1.place != 2.place do\n move 1 from 1.place into 2.place\n end", None),
        ("while not flag do\n set on.lives = if on.lives > 0 then on.lives - 1 else 5\n end", None),
        ("while not flag do\n choose who by on: player\n set who.lives = 0\n end", None),
        ("while not flag do\n choose n by on: 1..3\n move all from n.place into 1.place\n end", None),
    ],
)
def test_what_there_is_one_for_each_of(small: Small, body: str, less: list[str] | None) -> None:
    play(small, "\n".join(f"  {line}" for line in body.splitlines()))
    before, flow, after = small.game_text.partition("flow plain()")
    small.game_text = before + flow + after.replace("\n  for each c in card do", EACH, 1)
    if less is None:
        assert not isinstance(result(small), Proof)
    else:
        assert proof(small) == less


# ------------------------------------------------------------------ turns


@pytest.mark.parametrize(
    ("visit", "body", "less"),
    [
        ("where size(p.hand) > 0", "move 1 from p.hand into away", ["cards in hand"]),
        ("until size(bank) = 0", "move 1 from bank into p.hand", ["cards in bank"]),
        ("until rounds = 9", "set rounds = rounds + 1", ["rounds rises"]),
        ("where size(p.hand) > 0 until flag", "set flag = not flag", ["flag rises"]),
        ("where size(p.hand) > 0", "move up to 1 from bank into away", None),
        ("until flag", "move up to 1 from bank into away", None),
        ("", "set rounds = 0", None),
    ],
)
def test_turns_that_end(small: Small, visit: str, body: str, less: list[str] | None) -> None:
    play(small, f"  turns p in seats from on {visit} do\n    {body}\n  end")
    if less is None:
        assert not isinstance(result(small), Proof)
    else:
        assert proof(small) == less


def test_turns_that_come_back_are_told_with_their_log(small: Small) -> None:
    turns = """
  turns p in seats from on until flag do
    choose card by p: card from p.hand needs may_lay(card)
    move card from p.hand into table
    move all from table into p.hand
    set rounds = rounds + 1
  end
"""
    play(small, turns)
    details = fields(lasso(small))
    assert (details["sort"], details["players"], details["differ"]) == ("returns", 2, ["rounds"])


def test_what_turns_leave_in_a_loop(small: Small) -> None:
    inner = """
  while some p in seats: size(p.hand) > 0 do
    turns p in seats from on where size(p.hand) > 0 do
      move 1 from p.hand into table
    end
    move all from table into away
  end
"""
    play(small, inner)
    assert proof(small) == ["cards in hand, table", "cards in hand"]
