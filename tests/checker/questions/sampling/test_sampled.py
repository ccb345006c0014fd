"""Concrete questions: never encoded, looked at one by one, and nothing proved of them."""

from checker.findings.findings import Finding, Report
from checker.pipeline.check import check
from checker.questions.sampling.sampled import FEW, is_looked_at, looked_at
from checker.questions.search import rulings
from checker.questions.search.explicit import search_some
from checker.reconcile.reconcile import compare
from dsl.load import load_project
from dsl.types.values import Case
from interpreter.analysis.concrete import concrete_questions
from tests.checker.small import Small
from tests.details import fields

QUESTIONS = """
question share(cards: list 1..6 of card, others: list 1..6 of card) -> optional rational
  "What does each get?"
  needs size(cards) <= size(others)

question half(n: 1..100000, whole: 1..100000) -> optional rational
  "What part is it?"

question enough(cards: list 1..6 of card, others: list 1..6 of card) -> bool
  "Does it do?"
  needs size(cards) <= size(others)

question one_of(seats: 1..3) -> optional rational
  "What part is one of so many?"

question longest(cards: list 1..9 of card) -> 0..9
  "How many are they?"
"""

RULES = """
define total(cards) = sum c in cards of (if c = Red then 300 else if c = Blue then 200 else 0)

rule shares
  "Any card may be laid."
  answers share(cards, others) then total(cards) / total(others)
  answers half(n, m) then n / m
  answers one_of(seats) then 1 / seats
  answers longest(cards) then size(cards)
"""
ENOUGH = """
rule enough
  "Any card may be laid."
  answers enough(cards, others) then let share = share(cards, others); share is not none and share >= 1
"""


def shares(small: Small, aa: str = "", bb: str = "") -> Small:
    """The game with these questions, and more rules in each edition."""
    small.game_with("flow plain()", QUESTIONS + "\nflow plain()")
    for name, more in (("aa", aa), ("bb", bb)):
        small.add(name, RULES + ENOUGH + more)
    return small


def report(small: Small) -> Report:
    small.game()
    return check(load_project(small.root))


def of(found: Report, *questions: str) -> list[Finding]:
    return [f for f in found.findings if f.question in questions]


# ------------------------------------------------------------------ which they are


def test_what_divides_by_what_is_not_known_is_concrete_with_all_that_ask_it(small: Small) -> None:
    found = concrete_questions(shares(small).game())
    assert list(found) == ["share", "half", "enough"]
    assert found["share"].through == () and found["enough"].through == ("share",)
    assert found["share"].because.startswith("a division by what is not a constant (spec/shells/aa.rules:")
    assert found["enough"].because.startswith("it asks `share`: a division by what is not a constant (")


def test_one_edition_makes_a_question_concrete_for_all(small: Small) -> None:
    shares(small)
    small.change("bb", "then total(cards) / total(others)", "then 1")
    assert "share" in concrete_questions(small.game())


def test_a_reading_of_a_doubt_and_a_ruling_count(small: Small) -> None:
    small.add(
        "aa",
        'doubt bit(n: 0..9) -> rational\n  "or more"\n  asks "?"\n  reading a "a" = 1\n  reading b "b" = 2',
    )
    assert concrete_questions(small.game()) == {}
    small.change("aa", 'reading b "b" = 2', 'reading b "b" = (if 1 / value(Red) is none then 1 else 2)')
    assert concrete_questions(small.game()) == {}
    small.change("aa", "answers draws() then 1", "answers draws() then if bit(3) = 1 then 1 else 1")
    assert list(concrete_questions(small.game())) == []


# ------------------------------------------------------------------ what is found, and that nothing is proved


def test_nothing_is_proved_of_them_and_the_report_lists_them(small: Small) -> None:
    found = report(shares(small))
    assert of(found, "share", "half", "enough") == []
    assert not {p.question for p in found.proved} & {"share", "half", "enough"}
    assert not {u.question for u in found.undecided} & {"share", "half", "enough"}
    listed = {c.question: c for c in found.concrete}
    assert sorted(listed) == ["enough", "half", "share"]
    assert listed["share"].situations > 100 and listed["share"].editions == ("aa", "bb")
    assert "longest" in {p.question for p in found.proved}


def test_few_situations_are_all_looked_at_and_proved(small: Small) -> None:
    shares(small)
    small.change(
        "aa", "answers one_of(seats) then 1 / seats", "answers one_of(seats) then 1 / (seats + draws() - 1)"
    )
    assert "one_of" not in {c.question for c in report(small).concrete}
    assert {(p.holds) for p in report(small).proved if p.question == "one_of"} >= {"equivalent", "complete"}


def test_a_divergence_is_found_with_its_smallest_situation(small: Small) -> None:
    shares(small)
    small.change("bb", "total(cards) / total(others)", "total(others) / total(cards)")
    (finding,) = of(report(small), "share")
    assert finding.id == "shells/plain/divergence/aa+bb/share/aa.shares+bb.shares"
    assert finding.certainty == "firm"
    assert finding.witness is not None and finding.witness.confirmed
    red, blue = Case("card", "Red", 0), Case("card", "Blue", 1)
    assert finding.witness.situation == ((red,), (blue,))


def test_gaps_and_contradictions_are_found(small: Small) -> None:
    shares(small)
    small.change(
        "aa", "answers share(cards, others) then", "answers share(cards, others) when size(others) < 3 then"
    )
    small.add("bb", 'rule more\n  "or more"\n  answers share(cards, others) when size(cards) = 2 then none')
    kinds = {(f.kind, f.editions, f.certainty) for f in of(report(small), "share")}
    assert ("gap", ("aa",), "firm") in kinds and ("contradiction", ("bb",), "firm") in kinds


AMBIGUOUS = """
doubt counted() -> 0..9
  "or more"
  asks "How often?"
  reading once  "once"  = 1
  reading twice "twice" = 2
"""


def test_an_ambiguity_is_attributed_to_its_doubt(small: Small) -> None:
    shares(small, aa=AMBIGUOUS)
    small.change("aa", "total(cards) / total(others)", "counted() * total(cards) / total(others)")
    (finding,) = [f for f in report(small).findings if f.kind == "ambiguity" and "aa.counted" in f.doubts]
    assert (finding.kind, finding.certainty) == ("ambiguity", "firm")
    assert fields(finding)["questions"] == ["share", "enough"]


def test_a_doubt_that_was_not_observed_is_not_harmless(small: Small) -> None:
    shares(small, aa=AMBIGUOUS)
    small.change(
        "aa", "total(cards) / total(others)", "counted() * total(cards) / (counted() * total(others))"
    )
    found = report(small)
    assert [f for f in found.findings if f.doubts == ("aa.counted",)] == []
    assert "counted" not in {h.doubt for h in found.harmless}


def test_a_reading_is_struck_where_it_contradicts_itself_and_need_not(small: Small) -> None:
    more = """
rule other
  "or more"
  under counted: twice
  answers share(cards, others) then none
"""
    shares(small, aa=AMBIGUOUS + more)
    found = report(small)
    assert [dict(e.readings) for e in found.eliminated] == [{"counted": "twice"}]


# ------------------------------------------------------------------ claims, exceptions, rulings, comparison


def test_a_claim_is_broken_or_only_looked_at(small: Small) -> None:
    shares(small)
    scope = "for a: list 1..6 of card, b: list 1..6 of card"
    scope += " needs size(a) <= size(b)"
    small.game_text += f'\nproperty whole "Whole."\n  {scope}: share(a, b) is none or enough(a, b)\n'
    small.game_text += f'\nproperty none_ "None."\n  {scope} and total_of(b) = 0: share(a, b) is none\n'
    small.game_text += "\ndefine total_of(cards) = count c in cards where c != Grey\n"
    found = report(small)
    broken = {fields(f)["property"]: f for f in found.findings if f.kind == "property"}
    assert list(broken) == ["whole"]
    assert broken["whole"].certainty == "firm"
    looked = [(c.question, c.editions) for c in found.concrete if c.question == "none_"]
    assert looked == [("none_", ("aa",)), ("none_", ("bb",))]
    assert "none_" not in {p.holds for p in found.proved}


def test_an_implied_exception_is_shown_to_prevent_something_or_undecided(small: Small) -> None:
    more = """
rule long
  "or more"
  answers share(cards, others)
    implied exception to shares
    when CONDITION
    then none
"""
    shares(small, aa=more.replace("CONDITION", "size(others) = 2 and total(others) > 0"))
    (finding,) = [f for f in of(report(small), "share") if f.kind == "contradiction"]
    assert finding.class_ == ("aa.long.share", "aa.shares.share")
    small.change("aa", "size(others) = 2 and total(others) > 0", "size(others) > 6")
    (left,) = [u for u in report(small).undecided if u.holds == "exception:aa.long.share"]
    assert "looked at" in left.because


def test_a_ruling_is_not_called_idle_for_what_was_not_looked_at(small: Small) -> None:
    shares(small)
    small.change("aa", "answers half(n, m) then", "answers half(n, m) when n != 98765 then")
    small.rule("aa", 'fill half "Nothing."\n  answers half(n, m) then none')
    game = small.game()
    assert rulings.check(small.editions(), small.house(game, "aa")) == ()


def test_compared_they_are_irreconcilable_or_undecided(small: Small) -> None:
    shares(small)
    small.game()
    compared = compare(load_project(small.root), "shells", "plain", ["aa", "bb"])
    told = {q.question: q for q in compared.questions}
    assert told["share"].status == "undecided" and "concrete" in told["share"].because
    assert told["longest"].status == "equivalent"
    small.change("bb", "total(cards) / total(others)", "total(others) / total(cards)")
    small.game()
    compared = compare(load_project(small.root), "shells", "plain", ["aa", "bb"])
    told = {q.question: q for q in compared.questions}
    assert (told["share"].status, compared.status) == ("irreconcilable", "irreconcilable")


def test_where_only_one_edition_has_a_rule_there_is_no_agreement(small: Small) -> None:
    small.game_with("flow plain()", QUESTIONS + "\nflow plain()")
    small.add("aa", RULES + ENOUGH)
    found = report(small)
    told = {(e.question, e.editions, e.holds): e.reason for e in found.empty}
    assert told["share", ("bb",), "consistent"] == "no-clause"
    assert told["share", ("aa", "bb"), "compatible"] == "never-both-answer"
    assert ("share", ("aa",), "consistent") not in told
    compared = compare(load_project(small.root), "shells", "plain", ["aa", "bb"])
    statuses = {q.question: q.status for q in compared.questions}
    assert statuses["share"] == statuses["longest"] == "never-both-answer"


# ------------------------------------------------------------------ the situations looked at


def test_they_come_from_examples_too_the_smallest_first(small: Small) -> None:
    long = "[Grey, Grey, Blue, Grey, Red, Grey]"
    shares(small, aa=f'example long\n  "(3 to 1)"\n  shows enough({long}, {long})\n')
    editions = small.editions()
    asked = editions.game.questions["share"]
    assert is_looked_at(editions, asked)
    found = looked_at(editions, asked)
    sizes = [
        len(cards) + len(others)
        for cards, others in found
        if isinstance(cards, tuple) and isinstance(others, tuple)
    ]
    assert sizes == sorted(sizes) and sizes[0] == 2
    grey, blue, red = Case("card", "Grey", 2), Case("card", "Blue", 1), Case("card", "Red", 0)
    wanted = (grey, grey, blue, grey, red, grey)
    assert (wanted, wanted) in found
    assert len(set(found)) == len(found) > FEW / 3


def test_they_come_from_games_played(small: Small) -> None:
    small.game_with(
        "permission may_lay(card: card) otherwise",
        "permission may_lay(card: card, held: list 0..9 of card, n: 0..100000) otherwise",
    )
    small.game_with("needs may_lay(card)\n", "needs may_lay(card, [c for c in p.hand], 77777)\n")
    small.game_with("some c in chooser.hand: may_lay(c)", "some c in chooser.hand: may_lay(c, [], 1)")
    for name in ("aa", "bb"):
        small.change(
            name,
            "answers may_lay(card) permit",
            "answers may_lay(card, held, n) when 1 / n is not none permit",
        )
    editions = small.editions()
    found = looked_at(editions, editions.game.questions["may_lay"])
    assert any(n == 77777 for _, _, n in found)
    assert search_some(editions, editions.game.questions["may_lay"], found).looked == len(found)


# ------------------------------------------------------------------ what is laid

TILES = """
game tiles "Tiles" languages en

players 2..3 named Ann, Bob, Cid

enum mark
  case Plus en "+"
  case Is en "="

type tile is number to 0..4 or sign to mark

shape sum_ of tile is left: number, plus: sign where plus.to = Plus, right: number
shape row of tile is whole: sum_, equals: sign where equals.to = Is, result: number

question worth(row: row) -> 0..99
  "What is it worth?"

question most(hand: bag 1..5 of tile) -> 0..9
  "How many can be laid?"

question longest(rows: list 1..3 of row, n: 1..1000) -> 0..99
  "How long is the longest?"

variant plain "plain"
"""
SAYS = """
edition NAME of tiles
source "rules-src/NAME.txt"

rule worth
  "A row is worth its result."
  answers worth(row) then row.result.to
  answers most(hand) then size(row using hand)
  answers longest(rows, n) then highest r in rows of size(r.laid)
"""


def tiles(small: Small, **more: str) -> Report:
    """What is found of the game of tiles, with some words of an edition changed."""
    small.game_text = TILES
    for name in ("aa", "bb"):
        small.texts[name] = "A row is worth its result."
        small.rules[name] = SAYS.replace("NAME", name)
    for change in more.values():
        old, new = change.split(" => ")
        small.change("bb", old, new)
    small.write()
    return check(load_project(small.root))


def test_what_is_laid_is_made_up_with_small_hands(small: Small) -> None:
    found = tiles(small, worth="row.result.to => row.whole.left.to + 1")
    assert {c.question: c.because.split(" (")[0] for c in found.concrete} == {
        "worth": "`row` is about what is laid",
        "most": "`using`",
        "longest": "`rows` is about what is laid",
    }
    assert all(c.situations > 40 for c in found.concrete)
    (finding,) = of(found, "worth")
    assert finding.witness is not None and finding.witness.confirmed
    assert (finding.kind, finding.certainty) == ("divergence", "firm")


def test_hands_are_drawn_with_what_can_be_laid_among_them(small: Small) -> None:
    found = tiles(
        small, most="size(row using hand) => size(row using hand) + 1", longest="size(r.laid) => 5 + n - n"
    )
    assert [f.kind for f in of(found, "most")] == ["divergence"]
    assert of(found, "longest") == []
