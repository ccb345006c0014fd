"""Outcomes as terms, where they are most easily wrong. (That they are the rulebook's, in any edition, is
tested in `tests.laws.test_rulebook`.)"""

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random

import pytest

from checker.editions.editions import Editions
from checker.smt.encodings import Encodings, fixed_readings
from checker.smt.expressions import Coded
from checker.smt.formulas import Truth, atom, known
from checker.smt.outcome import EncodedOutcome
from checker.smt.rules import Footprint, Key, RuleEncoder, agreeing
from checker.smt.situations import shapes
from checker.smt.tables import table_entry
from checker.smt.values import NotEncodable
from dsl.model import Aside, Clause, Doubt, Expr, Question
from dsl.types.types import IntType, Type
from dsl.types.values import Value
from interpreter.rulebook.rulebook import Status
from tests.interpreter.models import (
    BOOL,
    DIGIT,
    FALSE,
    LOW,
    any_of,
    ask,
    clause,
    cmp,
    doubt,
    doubt_value,
    edition,
    eq,
    game,
    listed,
    lit,
    never,
    question,
    then,
    var,
)
from tests.laws.symbolic import Assigned, situations_in

STATUSES = ("silent", "contradictory", "settled", "open", "blocked")
FAR = IntType(0, 5000)
"""More values than are tabulated."""


def editions(
    questions: Sequence[Question], clauses: Sequence[Clause], doubts: Sequence[Doubt] = ()
) -> Editions:
    """One edition of a game."""
    made = edition(*clauses, doubts=doubts)
    return Editions(game(*questions), (made,))


def whole(
    of: Editions, name: str, *args: Value, readings: Mapping[str, str] | None = None
) -> tuple[EncodedOutcome, Footprint]:
    """The outcome in a known situation, under an interpretation."""
    model = of.members[0]
    return RuleEncoder(of, model, fixed_readings(model, readings or {})).whole(name, args)


def says(code: EncodedOutcome, here: Assigned | None = None) -> tuple[str, set[Value]]:
    """The status, and the answers admitted, of an outcome in which all is known, or will be here."""
    assert here is not None or all(known(getattr(code, s)) for s in STATUSES)
    holds = (here or Assigned([])).holds
    (status,) = [s for s in STATUSES if holds(getattr(code, s))]
    answers = {c for c, there in zip(code.candidates, code.admits, strict=True) if holds(there)}
    return status, answers if status in ("settled", "open") else set()


def outcome(
    of: Editions, name: str, *args: Value, readings: Mapping[str, str] | None = None
) -> tuple[str, set[Value]]:
    """What the encoding says, which must be what the rulebook says."""
    found = says(whole(of, name, *args, readings=readings)[0])
    verdict = of.rulebook("e", readings or {}).verdict(name, args)
    assert found == (verdict.outcome.status.value, set(verdict.outcome.admits))
    return found


MUTE = question("mute")
"""Nobody answers it."""


def test_candidates_are_looked_at_only_if_somebody_answers() -> None:
    asked = question("q", among=listed(ask("mute"), type=DIGIT))
    assert outcome(editions((MUTE, asked), [clause("e.r.q", 1, FALSE)]), "q") == ("silent", set())
    assert outcome(editions((MUTE, asked), [clause("e.r.q", 1)]), "q") == ("blocked", set())


def test_an_answer_by_default_is_none_where_a_clause_may_speak() -> None:
    """Whether the clause speaks waits; it would say what holds by default; still all is blocked."""
    asked = question("q", BOOL, permission="forbidden")
    waiting = eq(ask("mute"), lit(1))
    assert outcome(editions((MUTE, asked), [clause("e.r.q", False, waiting)]), "q") == ("blocked", set())
    assert outcome(editions((MUTE, asked), [clause("e.r.q", False, FALSE)]), "q") == ("settled", {False})


def test_an_answer_by_default_in_one_way_counts_if_all_ways_agree() -> None:
    """`a` is 1 or 2; where it is 1 a clause forbids, where it is 2 nothing is said, which forbids."""
    asked = question("q", BOOL, permission="forbidden")
    for answer, due, default in ((False, ("settled", {False}), True), (True, ("blocked", set()), False)):
        for value in (1, 2):
            when = eq(ask("a"), lit(value))
            clauses = [clause("e.r.a", any_of(1, 2)), clause("e.r.q", answer, when)]
            of = editions((question("a"), asked), clauses)
            assert outcome(of, "q") == due
            assert whole(of, "q")[0].default is default
            assert of.rulebook("e", {}).verdict("q", ()).by_default is default


def test_a_clause_that_is_not_there_hands_on_what_it_prevails_over() -> None:
    clauses = [
        clause("e.a.q", 1),
        clause("e.b.q", 2, over=("e.a.q",), under={"d": ["on"]}),
        clause("e.c.q", 3, over=("e.b.q",)),
    ]
    of = editions((question("q"),), clauses, [doubt("d", {"off": None, "on": None}, None)])
    assert outcome(of, "q", readings={"d": "off"}) == ("settled", {3})
    assert outcome(of, "q", readings={"d": "on"}) == ("settled", {3})


def test_an_aside_silences_its_target_and_hands_nothing_on() -> None:
    clauses = [
        clause("e.a.q", 1),
        clause("e.b.q", 2, over=("e.a.q",)),
        clause("e.c.q", Aside(), over=("e.b.q",)),
    ]
    assert outcome(editions((question("q"),), clauses), "q") == ("settled", {1})


def test_a_conflict_is_told_by_the_candidates_that_are_there() -> None:
    asked = question("q", DIGIT, {"a": DIGIT}, among=listed(var("a"), lit(3), type=DIGIT))
    of = editions((asked,), [clause("e.r.q", any_of(1, 2), binds=("a",))])
    for value in range(4):
        code, _ = whole(of, "q", value)
        verdict = of.rulebook("e", {}).verdict("q", (value,))
        assert code.contradictory is (verdict.outcome.status is Status.CONTRADICTORY)
        assert code.conflicting(["e.r.q"]) is code.contradictory


def test_never_leaves_the_one_that_is_left() -> None:
    asked = question("q", among=listed(lit(1), lit(2), type=DIGIT))
    assert outcome(editions((asked,), [clause("e.r.q", never(1))]), "q") == ("settled", {2})
    assert outcome(editions((question("q"),), [clause("e.r.q", never(1))]), "q") == ("silent", set())
    both = [clause("e.r.q", never(1)), clause("e.s.q", never(2))]
    assert outcome(editions((asked,), both), "q") == ("contradictory", set())


# ------------------------------------------------------------------ situation or none


def test_what_is_answered_by_default_is_not_met() -> None:
    may = question("may", BOOL, permission="permitted")
    asked = question("q", given=(ask("may", type=BOOL),))
    for clauses, met in (([], False), ([clause("e.r.may", True)], True)):
        of = editions((may, asked), clauses)
        code, _ = whole(of, "q")
        assert (code.refused, code.met) == (False, met)
        assert of.rulebook("e", {}).meets_given("q", ()) is (True if met else None)


def test_nothing_is_refused_for_an_answer_that_was_not_tried() -> None:
    """`a` may be 0, 1 or 2; whether it is 1 is not settled, though neither the first nor the last is."""
    asked = question("q", given=(eq(ask("a"), lit(1)),))
    of = editions((question("a"), asked), [clause("e.r.a", any_of(0, 1, 2))])
    code, footprint = whole(of, "q")
    assert code.refused is False and footprint.many_ways() is True
    assert of.rulebook("e", {}).meets_given("q", ()) is None
    two = editions((question("a"), asked), [clause("e.r.a", any_of(0, 2))])
    code, footprint = whole(two, "q")
    assert code.refused is True and footprint.many_ways() is False


# ------------------------------------------------------------------ questions asked


@pytest.mark.parametrize("type_", [DIGIT, FAR])
@pytest.mark.parametrize(
    ("answer", "due"),
    [
        (cmp("<", ask("a", var("x")), lit(9)), ("settled", {True})),
        (cmp("<", ask("a", var("x")), lit(2)), ("blocked", set())),
        (cmp(">", ask("a", var("x")), lit(5)), ("settled", {False})),
    ],
)
def test_open_questions_are_tried_whether_in_tables_or_in_terms(
    type_: Type, answer: Expr, due: tuple[str, set[Value]]
) -> None:
    questions = (question("a", DIGIT, {"x": type_}), question("q", BOOL, {"x": type_}))
    clauses = [clause("e.r.a", any_of(1, 2), binds=("x",)), clause("e.r.q", then(answer), binds=("x",))]
    of = editions(questions, clauses)
    assert outcome(of, "q", 7) == due
    (shape,) = shapes(of.game, questions[1])
    of.tables.clear()
    found, _ = RuleEncoder(of, of.members[0], {}).whole("q", shape.args)
    assert len(of.tables) == (10 if type_ == DIGIT else 0)
    for _, pairs in situations_in(shape, Random(1), 10):
        assert says(found, Assigned(pairs)) == due


def test_what_is_blocked_by_an_answer_in_the_middle_is_told_where_it_is_tried() -> None:
    questions = (question("a"), question("q", BOOL))
    clauses = [clause("e.r.a", any_of(0, 1, 2)), clause("e.r.q", then(eq(ask("a"), lit(1))))]
    of = editions(questions, clauses)
    verdict = of.rulebook("e", {}).verdict("q", ())
    assert verdict.outcome.status is Status.BLOCKED
    encodings = Encodings(of, "q")
    assert says(encodings.free("e", ()).code) == ("settled", {False})
    while of.try_ways("e", [verdict]):
        pass
    assert says(encodings.free("e", ()).code) == ("blocked", set())


def test_ways_to_try_are_for_what_is_open_there() -> None:
    """Where the question asked is settled under another reading, its answer is that, whatever is tried."""
    questions = (question("a"), question("q", BOOL))
    clauses = [
        clause("e.r.a", any_of(0, 1, 2), under={"d": ["open"]}),
        clause("e.s.a", 0, under={"d": ["shut"]}),
        clause("e.r.q", then(eq(ask("a"), lit(1)))),
    ]
    of = editions(questions, clauses, [doubt("d", {"open": None, "shut": None}, None)])
    of.try_ways("e", [of.rulebook("e", {"d": "open"}).verdict("q", ())])
    of.try_ways("e", [of.rulebook("e", {"d": "open"}).verdict("q", ())])
    encodings = Encodings(of, "q")
    assert says(encodings.fixed("e", {"d": "open"}, ()).code) == ("blocked", set())
    assert says(encodings.fixed("e", {"d": "shut"}, ()).code) == ("settled", {False})


def test_too_many_clauses_that_wait_are_refused() -> None:
    waiting = eq(ask("mute"), lit(1))
    of = editions((MUTE, question("q")), [clause(f"e.r{i}.q", 1, waiting) for i in range(5)])
    with pytest.raises(NotEncodable):
        whole(of, "q")


# ------------------------------------------------------------------ tables


def nested() -> Editions:
    """A question that depends on a doubt which exists under one reading of another."""
    doubts = [
        doubt("outer", {"a": None, "b": None}, None),
        doubt("inner", {"x": lit(1), "y": lit(2)}, under={"outer": ["b"]}),
    ]
    clauses = [clause("e.r.q", then(doubt_value("inner")))]
    return editions((question("q"), question("top")), [*clauses, clause("e.r.top", then(ask("q")))], doubts)


def test_exactly_one_row_of_a_table_fits_each_interpretation() -> None:
    of = nested()
    rows = table_entry(of, "e", "q", ())
    assert len(rows) == 2
    firsts = {"outer": "a", "inner": "x"}
    for way in of.survivors("e", "top"):
        read = {**firsts, **way}
        fitting = [o for under, o, _ in rows if any(all(read[d] == r for d, r in each) for each in under)]
        assert fitting == [of.rulebook("e", way).verdict("q", ()).outcome]


def test_an_error_of_the_specification_is_a_row_without_an_outcome() -> None:
    of = editions((question("q"),), [clause("e.r.q", then(lit(77)))])
    assert table_entry(of, "e", "q", ()) == [(((),), None, False)]


def test_whether_an_answer_is_by_default_is_in_the_table() -> None:
    of = editions((question("q", BOOL, permission="forbidden"),), [])
    ((_, found, by_default),) = table_entry(of, "e", "q", ())
    assert found is not None and found.status is Status.SETTLED and by_default


# ------------------------------------------------------------------ alike


def test_outcomes_are_the_same_where_status_and_answers_are() -> None:
    codes = [
        whole(editions((question("q"),), clauses), "q")[0]
        for clauses in (
            [],
            [clause("e.r.q", 1)],
            [clause("e.r.q", 1), clause("e.s.q", any_of(1, 2))],
            [clause("e.r.q", 2)],
            [clause("e.r.q", any_of(1, 2))],
            [clause("e.r.q", 1), clause("e.s.q", 2)],
        )
    ]
    alike = {(i, j) for (i, a), (j, b) in product(enumerate(codes), repeat=2) if a.same(b) is True}
    assert alike == {(i, i) for i in range(6)} | {(1, 2), (2, 1)}
    assert all(known(a.same(b)) for a, b in product(codes, repeat=2))


def test_answers_agree_where_both_have_them() -> None:
    p: Truth = atom("p")
    one: dict[Key, Coded] = {("ask", "q"): (1, False), ("ask", "r"): (LOW, p)}
    assert agreeing(one, {("ask", "q"): (1, False)}) is True
    assert agreeing(one, {("ask", "q"): (2, False)}) is False
    assert agreeing(one, {("ask", "r"): (LOW, False)}) is not True
    assert agreeing(one, {}) is True


def test_readings_are_replaced_in_what_is_encoded() -> None:
    of = nested()
    encodings = Encodings(of, "top")
    free = encodings.free("e", ())
    assert not known(free.code.admits[1])
    for way in of.survivors("e", "top"):
        due = of.rulebook("e", way).verdict("top", ()).outcome
        assert says(encodings.fixed("e", way, ()).code) == (due.status.value, set(due.admits))


def test_doubts_are_told_by_their_marks() -> None:
    encodings = Encodings(nested(), "top")
    assert encodings.mark("e", "outer") & encodings.mark("e", "inner") == 0
    assert encodings.with_hanging("e", "outer") == ["outer", "inner"]
    assert encodings.with_hanging("e", "inner") == ["inner"]
