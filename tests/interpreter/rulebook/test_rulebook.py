"""What clauses settle together, in small editions built by hand."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.model import AnyOf, Aside, Call, Clause, Function, Literal, Never, Origin, Question, Then
from dsl.text.errors import ArbitreError
from dsl.types.types import IntType, ListType, SetType
from dsl.types.values import set_of
from interpreter.rulebook.rulebook import Outcome, Rulebook, SpecError, Status, Verdict
from tests.interpreter.models import (
    ANNA,
    BERNAT,
    BOOL,
    CARLA,
    DIGIT,
    FALSE,
    INT,
    PLAYER,
    TRUE,
    any_of,
    arith,
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
    logic,
    neg,
    never,
    question,
    rulings,
    some,
    the,
    then,
    var,
)

OPEN_12 = clause("e.open.o", any_of(1, 2))


def verdict(*clauses: Clause, of: Question | None = None, situation: tuple[int, ...] = ()) -> Verdict:
    asked = question("q") if of is None else of
    return Rulebook(game(asked), edition(*clauses)).verdict(asked.name, situation)


def settled(value: object) -> Outcome:
    return Outcome(Status.SETTLED, (value,))


SILENT = Outcome(Status.SILENT)
BLOCKED = Outcome(Status.BLOCKED)
CONTRADICTORY = Outcome(Status.CONTRADICTORY)


# ------------------------------------------------------------------ statuses


def test_nothing_speaks() -> None:
    assert verdict().outcome == SILENT
    assert verdict(clause("e.a.q", 1, FALSE)) == Verdict(SILENT)


def test_one_or_more_agree() -> None:
    assert verdict(clause("e.a.q", 1)) == Verdict(settled(1), ("e.a.q",))
    assert verdict(clause("e.a.q", 1), clause("e.b.q", 1)).speaking == ("e.a.q", "e.b.q")


def test_several_answers_are_open_and_sorted() -> None:
    assert verdict(clause("e.a.q", any_of(3, 1, 3))).outcome == Outcome(Status.OPEN, (1, 3))


def test_common_answers_settle() -> None:
    assert verdict(clause("e.a.q", any_of(1, 2)), clause("e.b.q", any_of(2, 3))).outcome == settled(2)
    assert verdict(clause("e.a.q", any_of(1, 2)), clause("e.b.q", never(1))).outcome == settled(2)


def test_contradiction_names_the_smallest_conflict() -> None:
    found = verdict(
        clause("e.a.q", any_of(1, 2)), clause("e.b.q", any_of(2, 3)), clause("e.c.q", 3), clause("e.d.q", 3)
    )
    assert found.outcome == CONTRADICTORY
    assert found.conflict == ("e.a.q", "e.c.q")
    three = verdict(*(clause(f"e.r{i}.q", any_of(*{1, 2, 3} - {i})) for i in (1, 2, 3)))
    assert three.conflict == ("e.r1.q", "e.r2.q", "e.r3.q")


def test_a_clause_that_admits_nothing_conflicts_with_itself() -> None:
    assert verdict(clause("e.a.q", any_of())).conflict == ("e.a.q",)


def test_excluding_clauses_settle_only_what_is_left_alone() -> None:
    narrow = question("q", IntType(1, 3))
    out = [clause(f"e.n{i}.q", never(i)) for i in (1, 2, 3)]
    assert verdict(out[0], of=narrow) == Verdict(SILENT, ("e.n1.q",))
    assert verdict(*out[:2], of=narrow).outcome == settled(3)
    assert verdict(*out, of=narrow).conflict == ("e.n1.q", "e.n2.q", "e.n3.q")
    assert verdict(out[0], of=question("q", INT)).outcome == SILENT


def test_answers_are_checked_against_the_candidates() -> None:
    def code(*clauses: Clause, of: Question, situation: tuple[object, ...] = ()) -> str:
        with pytest.raises(SpecError) as caught:
            Rulebook(game(of), edition(*clauses)).verdict("q", situation)
        assert "when asked `q(" in (caught.value.problems[0].help or "")
        return caught.value.code

    assert code(clause("e.a.q", 10), of=question("q")) == "answer-out-of-range"
    assert code(clause("e.a.q", any_of(1, 10)), of=question("q")) == "answer-out-of-range"
    among = question("q", among=listed(lit(1), lit(2)))
    assert code(clause("e.a.q", 3), of=among) == "answer-out-of-range"
    who = question("q", PLAYER, {"p": PLAYER})
    stranger = clause("e.a.q", then(lit(BERNAT)), binds=("p",))
    assert code(stranger, of=who, situation=(ANNA,)) == "answer-out-of-range"


def test_among_narrows_several_answers_and_what_is_not_excluded() -> None:
    among = question("q", among=listed(lit(2), lit(3)))
    assert verdict(clause("e.a.q", any_of(1, 2)), of=among).outcome == settled(2)
    assert verdict(clause("e.a.q", never(2)), of=among).outcome == settled(3)


def test_candidates() -> None:
    narrow = question("q", among=listed(lit(3), lit(2), lit(3)))
    assert Rulebook(game(narrow), edition()).candidates("q", ()) == (2, 3)
    players = question("q", SetType(PLAYER), {"ps": ListType(PLAYER, 0, 3)})
    found = Rulebook(game(players), edition()).candidates("q", ((BERNAT, ANNA),))
    assert found == (set_of([]), set_of([ANNA]), set_of([BERNAT]), set_of([ANNA, BERNAT]))


# ------------------------------------------------------------------ exceptions


def test_an_exception_prevails_over_its_target() -> None:
    found = verdict(clause("e.a.q", 1), clause("e.b.q", 2, over=["e.a.q"]))
    assert found == Verdict(settled(2), ("e.b.q",), (("e.a.q", "e.b.q"),))


def test_an_exception_whose_condition_fails_does_not() -> None:
    found = verdict(clause("e.a.q", 1), clause("e.b.q", 2, FALSE, over=["e.a.q"]))
    assert found == Verdict(settled(1), ("e.a.q",))


@pytest.mark.parametrize("between", [TRUE, FALSE])
def test_exceptions_prevail_transitively(between: Literal) -> None:
    found = verdict(
        clause("e.a.q", 1),
        clause("e.b.q", 2, between, over=["e.a.q"]),
        clause("e.c.q", 3, over=["e.b.q"]),
    )
    assert found.outcome == settled(3)
    assert ("e.a.q", "e.c.q") in found.overridden


def test_an_aside_silences_its_direct_targets_only() -> None:
    clauses = (
        clause("e.a.q", 1),
        clause("e.b.q", 2, over=["e.a.q"]),
        clause("e.c.q", Aside(), over=["e.b.q"]),
    )
    found = verdict(*clauses)
    assert found.outcome == settled(1)
    assert found.speaking == ("e.a.q", "e.c.q")
    assert found.overridden == (("e.b.q", "e.c.q"),)


def test_an_answer_over_an_aside_prevails_over_what_the_aside_silences() -> None:
    clauses = (
        clause("e.a.q", 1),
        clause("e.b.q", Aside(), over=["e.a.q"]),
        clause("e.c.q", 3, over=["e.b.q"]),
    )
    assert verdict(*clauses).outcome == settled(3)
    assert verdict(*clauses[:2]).outcome == SILENT


def test_removed_clauses_take_their_relation_along() -> None:
    clauses = (
        clause("e.a.q", 1),
        clause("e.b.q", 2, FALSE, over=["e.a.q"]),
        clause("e.c.q", 3, over=["e.b.q"]),
    )
    book = Rulebook(game(question("q")), edition(*clauses), without=frozenset({"e.b.q"}))
    assert book.verdict("q", ()).outcome == CONTRADICTORY


def test_exceptions_switched_off() -> None:
    clauses = (clause("e.a.q", 1), clause("e.b.q", 2, over=["e.a.q"]))
    off = frozenset({("e.b.q", "e.a.q")})
    book = Rulebook(game(question("q")), edition(*clauses), switched_off=off)
    assert book.verdict("q", ()).conflict == ("e.a.q", "e.b.q")


def test_a_silenced_condition_is_no_error() -> None:
    only = eq(the("only", "x", listed(lit(1), lit(2))), lit(1))
    assert verdict(clause("e.a.q", 1, only), clause("e.b.q", 2, over=["e.a.q"])).outcome == settled(2)
    with pytest.raises(SpecError) as caught:
        verdict(clause("e.a.q", 1, only))
    assert caught.value.code == "no-value"


def test_exceptions_in_a_circle_are_refused() -> None:
    with pytest.raises(SpecError) as caught:
        verdict(clause("e.a.q", 1, over=["e.b.q"]), clause("e.b.q", 1, over=["e.a.q"]))
    assert caught.value.code == "cycle"


# ------------------------------------------------------------------ permissions


@pytest.mark.parametrize(("default", "value"), [("permitted", True), ("forbidden", False)])
def test_permissions_have_a_default(default: str, value: bool) -> None:
    may = question("q", BOOL, permission=default)
    assert verdict(of=may) == Verdict(settled(value), by_default=True)
    assert verdict(clause("e.a.q", not value), of=may) == Verdict(settled(not value), ("e.a.q",))


def test_a_silent_permission() -> None:
    assert verdict(of=question("q", BOOL, permission="silent")) == Verdict(SILENT)


# ------------------------------------------------------------------ blocked and open


def asking(*clauses: Clause, extra: tuple[Question, ...] = ()) -> Verdict:
    """The verdict on `q` where `o` is open between 1 and 2, and `s` is silent."""
    asked = game(question("q"), question("o"), question("s"), *extra)
    return Rulebook(asked, edition(OPEN_12, *clauses)).verdict("q", ())


def test_what_is_silent_blocks() -> None:
    found = asking(clause("e.a.q", then(ask("s"))))
    assert found == Verdict(BLOCKED, ("e.a.q",), blockers=(("s", (), SILENT),))


def test_a_blocked_condition_is_tried_both_ways() -> None:
    unknown = eq(ask("s"), lit(1))
    same = asking(clause("e.a.q", 1), clause("e.b.q", 1, unknown))
    assert same == Verdict(settled(1), ("e.a.q",))
    differ = asking(clause("e.a.q", 1), clause("e.b.q", 2, unknown, over=["e.a.q"]))
    assert differ.outcome == BLOCKED
    assert differ.blockers == (("s", (), SILENT),)
    silenced = asking(clause("e.a.q", 1, unknown), clause("e.b.q", 2, over=["e.a.q"]))
    assert silenced.outcome == settled(2)


def test_the_roots_of_blocking_are_named() -> None:
    found = asking(
        clause("e.a.q", then(ask("r"))),
        clause("e.a.r", then(ask("s"))),
        extra=(question("r"),),
    )
    assert found.blockers == (("s", (), SILENT),)


def test_an_error_in_an_answer_that_is_given_only_perhaps_blocks() -> None:
    only = the("only", "x", listed(lit(1), lit(2)))
    found = asking(clause("e.a.q", then(only), eq(ask("s"), lit(1))))
    assert found.outcome == BLOCKED


def test_open_answers_that_make_no_difference_stand() -> None:
    found = asking(clause("e.a.q", 5, cmp("<", ask("o"), lit(3))))
    assert found == Verdict(settled(5), ("e.a.q",))


def test_open_answers_that_make_a_difference_block() -> None:
    found = asking(clause("e.a.q", then(ask("o"))))
    assert found == Verdict(BLOCKED, ("e.a.q",), blockers=(("o", (), Outcome(Status.OPEN, (1, 2))),))


def test_the_same_answer_is_tried_wherever_the_same_is_asked() -> None:
    assert asking(clause("e.a.q", then(arith("-", ask("o"), ask("o"))))).outcome == settled(0)
    covered = (clause("e.a.q", 5, eq(ask("o"), lit(1))), clause("e.b.q", 5, eq(ask("o"), lit(2))))
    assert asking(*covered) == Verdict(settled(5), ())


def test_definitions_are_evaluated_anew_for_each_answer_tried() -> None:
    function = Function(name="f", params=(("n", INT),), body=arith("+", var("n"), ask("o")))
    called = Call(type=DIGIT, function=function, args=(lit(1),))
    assert asking(clause("e.a.q", then(called))).outcome == BLOCKED
    assert asking(clause("e.a.q", then(arith("-", called, ask("o"))))).outcome == settled(1)


def test_situations_are_tried_apart() -> None:
    asked = game(question("q"), question("o", parameters={"n": DIGIT}))
    open_ = clause("e.open.o", any_of(1, 2), binds=("n",))
    differs = clause("e.a.q", then(arith("-", ask("o", lit(1)), ask("o", lit(1)))))
    assert Rulebook(asked, edition(open_, differs)).verdict("q", ()).outcome == settled(0)
    product = clause("e.a.q", then(arith("*", ask("o", lit(1)), ask("o", lit(2)))))
    assert Rulebook(asked, edition(open_, product)).verdict("q", ()).outcome == BLOCKED


def test_a_question_in_between_answers_for_itself() -> None:
    found = asking(
        clause("e.a.q", then(arith("-", ask("r"), ask("o")))),
        clause("e.a.r", then(ask("o"))),
        extra=(question("r"),),
    )
    assert found.outcome == BLOCKED


def test_too_many_ways() -> None:
    wide = game(question("q"), question("o", parameters={"n": DIGIT}))
    open_ = clause("e.open.o", any_of(*range(10)), binds=("n",))
    body = cmp(">=", ask("o", var("n")), lit(0))
    digits = listed(*(lit(n) for n in range(6)))
    product = clause("e.a.q", 1, some("n", digits, body, kind="all"))
    with pytest.raises(SpecError) as caught:
        Rulebook(wide, edition(open_, product)).verdict("q", ())
    assert caught.value.code == "too-many-ways"


def test_a_question_that_asks_itself() -> None:
    with pytest.raises(SpecError) as caught:
        asking(clause("e.a.q", then(ask("r"))), clause("e.b.r", then(ask("q"))), extra=(question("r"),))
    assert caught.value.code == "cycle"


def test_questions_asked_one_within_the_other_without_end() -> None:
    endless = game(question("q", parameters={"n": INT}))
    more = clause("e.a.q", then(ask("q", arith("+", var("n"), lit(1)))), binds=("n",))
    with pytest.raises(SpecError) as caught:
        Rulebook(endless, edition(more)).verdict("q", (0,))
    assert caught.value.code == "too-deep"


def test_questions_asked_outside_their_situations() -> None:
    small = question("s", parameters={"n": IntType(1, 5)}, needs=(cmp("<", var("n"), lit(4)),))
    answer = clause("e.a.s", 1, binds=("n",))

    def code(n: int) -> str:
        book = Rulebook(game(question("q"), small), edition(answer, clause("e.a.q", then(ask("s", lit(n))))))
        assert book.verdict("s", (n,)).outcome == settled(1)
        with pytest.raises(SpecError) as caught:
            book.verdict("q", ())
        return caught.value.code

    assert code(6) == "out-of-range"
    assert code(4) == "outside-needs"


# ------------------------------------------------------------------ expressions from outside


def book_with_open() -> Rulebook:
    return Rulebook(game(question("o"), question("s")), edition(OPEN_12))


def test_evaluate_and_holds_try_open_answers() -> None:
    book = book_with_open()
    assert book.evaluate(arith("-", ask("o"), ask("o")), {}) == 0
    assert book.holds(cmp("<", ask("o"), lit(3)), {}) is True
    assert book.holds(cmp("<", ask("o"), lit(2)), {}) is None
    assert book.holds(logic("and", eq(ask("s"), lit(1)), FALSE), {}) is False
    assert book.holds(logic("and", FALSE, eq(ask("o"), lit(1))), {}) is False


def test_asked_by() -> None:
    book = book_with_open()
    assert book.asked_by(arith("+", ask("o"), arith("+", ask("o"), ask("s"))), {}) == (("o", ()), ("s", ()))


# ------------------------------------------------------------------ needs and given


def given_book(*clauses: Clause, default: str = "forbidden") -> Rulebook:
    may = question("may", BOOL, {"n": DIGIT}, permission=default)
    asked = question(
        "q",
        parameters={"n": DIGIT},
        needs=(cmp(">", var("n"), lit(0)),),
        given=(ask("may", var("n"), type=BOOL), neg(eq(var("n"), lit(9)))),
    )
    return Rulebook(game(may, asked), edition(*clauses))


def test_needs() -> None:
    book = given_book()
    assert book.meets_needs("q", (1,)) is True
    assert book.meets_needs("q", (0,)) is False


def test_needs_that_wait_are_an_error() -> None:
    asked = question("q", needs=(eq(ask("s"), lit(1)),))
    with pytest.raises(SpecError) as caught:
        Rulebook(game(asked, question("s")), edition()).meets_needs("q", ())
    assert caught.value.code == "needs-blocked"


def test_given_met_by_a_clause_by_default_or_not() -> None:
    odd = clause("e.a.may", True, eq(var("n"), lit(3)), binds=("n",))
    assert given_book(odd).meets_given("q", (3,)) is True
    assert given_book(odd).meets_given("q", (4,)) is False
    assert given_book(odd, default="permitted").meets_given("q", (4,)) is None
    assert given_book(odd, default="silent").meets_given("q", (4,)) is None
    assert given_book(odd, default="silent").meets_given("q", (9,)) is False


# ------------------------------------------------------------------ doubts


DOUBTS = (
    doubt("d", {"x": var("n"), "y": arith("+", var("n"), lit(1))}, parameters={"n": DIGIT}),
    doubt("only_y", {"p": lit(5), "r": lit(6)}, under={"d": ["y"]}),
)


def test_readings_are_evaluated_with_their_parameters() -> None:
    asked = game(question("q", parameters={"m": DIGIT}))
    read = edition(clause("e.a.q", then(doubt_value("d", var("m"))), binds=("m",)), doubts=DOUBTS)
    assert Rulebook(asked, read).verdict("q", (3,)).outcome == settled(3)
    assert Rulebook(asked, read, {"d": "y"}).verdict("q", (3,)).outcome == settled(4)
    with pytest.raises(SpecError) as caught:
        Rulebook(asked, read, {"d": "y"}).verdict("q", (9,))
    assert caught.value.code == "out-of-range"


def test_clauses_under_a_reading() -> None:
    asked = game(question("q"))
    read = edition(
        clause("e.a.q", 1, under={"d": ["x"]}), clause("e.b.q", 2, under={"d": ["y"]}), doubts=DOUBTS
    )
    assert Rulebook(asked, read).verdict("q", ()).outcome == settled(1)
    assert Rulebook(asked, read, {"d": "y"}).verdict("q", ()).outcome == settled(2)


def test_a_doubt_that_hangs_on_another_has_its_first_reading_elsewhere() -> None:
    asked = game(question("q"))
    read = edition(clause("e.a.q", then(doubt_value("only_y"))), doubts=DOUBTS)
    assert Rulebook(asked, read, {"only_y": "r"}).verdict("q", ()).outcome == settled(5)
    assert Rulebook(asked, read, {"d": "y", "only_y": "r"}).verdict("q", ()).outcome == settled(6)


def test_unknown_doubts_and_readings_are_refused() -> None:
    read = edition(doubts=DOUBTS)
    for wrong in ({"only": "p"}, {"d": "z"}):
        with pytest.raises(ArbitreError) as caught:
            Rulebook(game(), read, wrong)
        assert caught.value.problems[0].code == "unknown-name"


# ------------------------------------------------------------------ rulings and assumptions


def ruled(*clauses: Clause, decided: tuple[Clause, ...], of: Question | None = None) -> Rulebook:
    return Rulebook(game(of or question("q")), edition(*clauses), rulings=rulings(*decided))


FILL = clause("house.fill.q", 7, origin=Origin.FILL)
SETTLE = clause("house.settle.q", 8, origin=Origin.SETTLE)


def test_a_fill_speaks_only_in_silence() -> None:
    assert ruled(decided=(FILL,)).verdict("q", ()) == Verdict(settled(7), ("house.fill.q",))
    assert ruled(decided=(FILL,)).printed_verdict("q", ()) == Verdict(SILENT)
    assert ruled(clause("e.a.q", 1), decided=(FILL,)).verdict("q", ()).outcome == settled(1)
    assert (
        ruled(clause("e.a.q", any_of(1, 2)), decided=(FILL,)).verdict("q", ()).outcome.status is Status.OPEN
    )


def test_a_fill_goes_before_a_default() -> None:
    may = question("q", BOOL, permission="forbidden")
    fill = clause("house.fill.q", True, origin=Origin.FILL)
    assert ruled(decided=(fill,), of=may).verdict("q", ()) == Verdict(settled(True), ("house.fill.q",))
    failing = clause("house.fill.q", True, FALSE, origin=Origin.FILL)
    assert ruled(decided=(failing,), of=may).verdict("q", ()) == Verdict(settled(False), by_default=True)


def test_a_settle_speaks_in_contradictions_and_open_questions() -> None:
    contradiction = (clause("e.a.q", 1), clause("e.b.q", 2))
    assert ruled(*contradiction, decided=(SETTLE,)).verdict("q", ()).outcome == settled(8)
    assert ruled(clause("e.a.q", any_of(1, 2)), decided=(SETTLE,)).verdict("q", ()).outcome == settled(8)
    assert ruled(decided=(SETTLE,)).verdict("q", ()).outcome == SILENT
    assert ruled(clause("e.a.q", 1), decided=(SETTLE,)).verdict("q", ()).outcome == settled(1)


def test_picks_go_before_the_interpretation() -> None:
    read = edition(clause("e.a.q", then(doubt_value("d", lit(1)))), doubts=DOUBTS)
    book = Rulebook(game(question("q")), read, {"d": "x"}, rulings=rulings(picks={"d": "y"}))
    assert book.verdict("q", ()).outcome == settled(2)
    assert book.readings["d"] == "y"


def test_rulings_of_another_edition() -> None:
    with pytest.raises(ArbitreError) as caught:
        Rulebook(game(), edition(), rulings=rulings(edition="f"))
    assert caught.value.problems[0].code == "wrong-edition"


def test_assumptions_are_clauses_of_every_edition() -> None:
    assumed = clause("g.deck.q", 4, origin=Origin.ASSUMPTION)
    book = Rulebook(game(question("q"), assumptions=[assumed]), edition())
    assert book.verdict("q", ()).outcome == settled(4)


def test_players_asked_about_are_mentioned() -> None:
    who = question("q", PLAYER, {"ps": ListType(PLAYER, 1, 3)})
    not_first = clause("e.a.q", Never(value=the("first", "p", var("ps"), type=PLAYER)), binds=("ps",))
    book = Rulebook(game(who), edition(not_first))
    assert book.verdict("q", ((ANNA, CARLA),)).outcome == settled(CARLA)
    assert book.verdict("q", ((ANNA, BERNAT, CARLA),)).outcome == SILENT


# ------------------------------------------------------------------ laws


SAYS_1 = eq(ask("x"), lit(1))
CONDITIONS = [TRUE, FALSE, SAYS_1, neg(SAYS_1), logic("or", SAYS_1, eq(ask("y"), lit(1)))]
ANSWERS: list[Then | AnyOf | Never | Aside] = [
    then(lit(1)),
    then(lit(2)),
    any_of(1, 2),
    never(1),
    Aside(),
    then(ask("x")),
]


@st.composite
def clauses_on_q(draw: st.DrawFn) -> list[Clause]:
    """Up to five clauses; each may be an exception to some before it."""
    found: list[Clause] = []
    for number in range(draw(st.integers(1, 5))):
        over = [each.id for each in found if draw(st.integers(0, 2)) == 0]
        answer, condition = draw(st.sampled_from(ANSWERS)), draw(st.sampled_from(CONDITIONS))
        found.append(clause(f"e.r{number}.q", answer, condition, over=over))
    return found


def answered(clauses: list[Clause], x: AnyOf | int | None, y: int | None) -> Verdict:
    """The verdict on `q`, between 1 and 3, where `x` and `y` are answered so (None: silent)."""
    given_x = [] if x is None else [clause("e.x.x", x)]
    given_y = [] if y is None else [clause("e.y.y", y)]
    asked = game(question("q", IntType(1, 3)), question("x", IntType(1, 2)), question("y", IntType(1, 2)))
    return Rulebook(asked, edition(*given_x, *clauses, *given_y)).verdict("q", ())


@given(clauses_on_q())
def test_what_stands_though_something_is_unknown_stands_however_it_turns_out(clauses: list[Clause]) -> None:
    unknown = answered(clauses, None, None).outcome
    half = {x: answered(clauses, x, None).outcome for x in (1, 2)}
    for x in (1, 2):
        for y in (1, 2):
            whole = answered(clauses, x, y).outcome
            assert whole.status is not Status.BLOCKED
            assert half[x] in (BLOCKED, whole)
            assert unknown in (BLOCKED, whole)


@given(clauses_on_q())
def test_what_is_open_stands_exactly_if_all_answers_give_one_outcome(clauses: list[Clause]) -> None:
    tried = [answered(clauses, x, 2) for x in (1, 2)]
    opened = answered(clauses, any_of(1, 2), 2)
    same = tried[0].outcome == tried[1].outcome
    assert opened.outcome == (tried[0].outcome if same else BLOCKED)
    assert same or opened.blockers == (("x", (), Outcome(Status.OPEN, (1, 2))),)


@given(clauses_on_q(), st.randoms(use_true_random=False))
def test_the_order_of_clauses_does_not_matter(clauses: list[Clause], random: Random) -> None:
    shuffled = list(clauses)
    random.shuffle(shuffled)
    for x in (1, None):
        one, other = answered(clauses, x, 2), answered(shuffled, x, 2)
        assert one.outcome == other.outcome
        assert set(one.speaking) == set(other.speaking)
        assert set(one.blockers) == set(other.blockers)
        assert len(one.conflict) == len(other.conflict)
