"""Expressions, construct by construct; logic with what is blocked; what has no value."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.model import (
    Aggregate,
    AllValues,
    Binder,
    Call,
    Expr,
    Function,
    If,
    Index,
    IsTag,
    Let,
    MakeBag,
    MakeRecord,
    MakeSet,
    MakeTagged,
    Mapped,
    Member,
    Negative,
    Payload,
    Prefix,
    Reversed,
    Seats,
    Those,
    Unwrap,
    Var,
    Zone,
)
from dsl.text.span import Span
from dsl.types.types import (
    Alternative,
    BagType,
    IntType,
    ListType,
    OptionalType,
    SetType,
    Type,
    UnionType,
)
from dsl.types.values import Tagged, Value, bag_of, set_of
from interpreter.evaluate.evaluate import (
    SEATS,
    Alone,
    Blocked,
    NoValue,
    SpecError,
    evaluate,
    kleene,
    zone_key,
)
from tests.interpreter.models import (
    ANNA,
    BERNAT,
    BET,
    BOOL,
    CARD,
    CARDS,
    DIGIT,
    FALSE,
    HIGH,
    INT,
    LOW,
    MIDDLE,
    PLAYER,
    TRUE,
    arith,
    ask,
    bet,
    cmp,
    count,
    doubt_value,
    eq,
    field,
    listed,
    lit,
    logic,
    neg,
    numbers,
    size,
    some,
    the,
    var,
)

RESULT = UnionType("result", (Alternative("taken", "by", PLAYER), Alternative("discarded")))
UNKNOWN = ask("unknown", type=BOOL)
OTHER = ask("other", type=BOOL)
WRONG = eq(the("only", "x", listed(lit(1), lit(2))), lit(1))  # has no value


class Answers(Alone):
    """Answers some questions; the rest is blocked, by the question alone."""

    def __init__(self, answers: Mapping[str, Value] | None = None) -> None:
        super().__init__()
        self.answers = answers or {}
        self.asked: list[str] = []

    def ask(self, question: str, situation: tuple[Value, ...], span: Span) -> Value:
        self.asked.append(question)
        if question in self.answers:
            return self.answers[question]
        raise Blocked(((question, situation, None),))

    def reading_of(self, doubt: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]:
        return ("n",), (DIGIT,), DIGIT, arith("+", var("n"), lit(1))


def run(expr: Expr, answers: Mapping[str, Value] | None = None, **env: Value) -> object:
    return evaluate(expr, env, Answers(answers))


def three(expr: Expr) -> bool | None:
    found = kleene(expr, {}, Answers())
    return None if isinstance(found, Blocked) else found


# ------------------------------------------------------------------ plain values


def test_names_and_branches() -> None:
    assert run(var("x"), x=3) == 3
    assert run(Let(type=INT, name="x", value=lit(2), body=arith("*", var("x"), var("x")))) == 4
    assert run(If(type=INT, condition=var("c"), then=lit(1), otherwise=lit(2)), c=False) == 2
    assert run(If(type=INT, condition=TRUE, then=lit(1), otherwise=WRONG)) == 1


def test_arithmetic_and_comparison() -> None:
    assert run(arith("-", lit(2), lit(5))) == -3
    assert run(Negative(type=INT, operand=lit(2))) == -2
    assert run(arith("+", listed(lit(1)), listed(lit(2)))) == (1, 2)
    assert run(arith("+", lit(bag_of([HIGH])), lit(bag_of([LOW])))) == bag_of([LOW, HIGH])
    assert [run(cmp(op, lit(1), lit(2))) for op in ("=", "!=", "<", "<=", ">", ">=")] == [
        *(False, True, True, True, False, False)
    ]
    assert run(eq(lit(bag_of([LOW, HIGH])), lit(bag_of([HIGH, LOW])))) is True


def test_parts() -> None:
    cards = lit(bag_of([LOW, LOW, HIGH]))
    assert run(Member(type=BOOL, item=lit(MIDDLE), collection=cards)) is False
    assert run(size(cards)) == 3
    assert run(field(lit(bet(ANNA, LOW), BET), "player", PLAYER)) == ANNA
    three_ = listed(lit(7), lit(8), lit(9))
    assert run(Index(type=INT, subject=three_, index=lit(3))) == 9
    assert run(Prefix(type=ListType(INT), subject=three_, length=lit(2))) == (7, 8)
    assert run(Prefix(type=ListType(INT), subject=three_, length=lit(-1))) == ()
    assert run(Prefix(type=ListType(INT), subject=three_, length=lit(9))) == (7, 8, 9)
    assert run(Reversed(type=ListType(INT), subject=three_)) == (9, 8, 7)


def test_made_values() -> None:
    assert run(MakeTagged(type=RESULT, tag="taken", payload=lit(ANNA))) == Tagged("result", "taken", ANNA)
    made = MakeRecord(type=BET, fields=(("player", lit(ANNA)), ("cards", lit(bag_of([LOW])))))
    assert run(made) == bet(ANNA, LOW)
    assert run(MakeBag(type=CARDS, items=(lit(HIGH), lit(LOW), lit(HIGH)))) == bag_of([LOW, HIGH, HIGH])
    assert run(MakeSet(type=SetType(INT), items=(lit(2), lit(1), lit(2)))) == set_of([1, 2])
    assert run(numbers(2, 4)) == (2, 3, 4)
    assert run(numbers(2, 1)) == ()
    assert run(AllValues(type=ListType(CARD), of=CARD)) == (LOW, MIDDLE, HIGH)


def test_tags() -> None:
    taken = lit(Tagged("result", "taken", ANNA), RESULT)
    assert run(IsTag(type=BOOL, subject=taken, tag="taken")) is True
    assert run(IsTag(type=BOOL, subject=taken, tag="discarded")) is False
    assert run(Payload(type=PLAYER, subject=taken, tags=("lost", "taken"))) == ANNA
    optional = OptionalType(INT)
    assert run(IsTag(type=BOOL, subject=lit(None, optional), tag="none")) is True
    assert run(IsTag(type=BOOL, subject=lit(0, optional), tag="none")) is False
    assert run(Unwrap(type=INT, subject=lit(0, optional))) == 0


def test_zones_and_seats() -> None:
    env = {zone_key("bank"): (LOW,), zone_key("hand", ANNA): bag_of([HIGH]), SEATS: (ANNA, BERNAT)}
    bank = Zone(type=ListType(CARD), name="bank")
    hand = Zone(type=BagType(CARD), name="hand", owner=lit(ANNA))
    assert evaluate(bank, env, Alone()) == (LOW,)
    assert evaluate(hand, env, Alone()) == bag_of([HIGH])
    assert evaluate(Seats(type=ListType(PLAYER)), env, Alone()) == (ANNA, BERNAT)


# ------------------------------------------------------------------ binders


def test_several_names_are_different_places() -> None:
    same = listed(lit(1), lit(1))
    assert run(some("a b", same, eq(var("a"), var("b")))) is True
    assert run(some("a b", listed(lit(1)), TRUE)) is False
    pairs = Binder(names=("a", "b"), source=numbers(1, 3))
    body = arith("+", arith("*", lit(10), var("a")), var("b"))
    assert run(Mapped(type=ListType(INT), body=body, binder=pairs)) == (12, 13, 21, 23, 31, 32)


def test_quantifiers() -> None:
    def holds(kind: str, *items: int) -> object:
        return run(some("x", listed(*map(lit, items)), cmp(">", var("x"), lit(5)), kind=kind))

    assert [holds(kind) for kind in ("all", "some", "no", "one")] == [True, False, True, False]
    assert [holds(kind, 6, 1) for kind in ("all", "some", "no", "one")] == [False, True, False, True]
    assert [holds(kind, 6, 7) for kind in ("all", "some", "no", "one")] == [True, True, False, False]


def test_where_of_a_quantifier() -> None:
    big, nine = cmp(">", var("x"), lit(5)), eq(var("x"), lit(9))
    assert run(some("x", listed(lit(1), lit(9)), nine, kind="all", where=big)) is True
    assert run(some("x", listed(lit(9), lit(1)), nine, where=neg(big))) is False


def test_aggregates() -> None:
    binder = Binder(names=("x",), source=numbers(1, 4), where=cmp("!=", var("x"), lit(4)))
    square = arith("*", var("x"), var("x"))

    def of(kind: str) -> object:
        return run(Aggregate(type=INT, kind=kind, binder=binder, body=square))

    assert [of("sum"), of("highest"), of("lowest")] == [14, 9, 1]
    assert run(count("x", numbers(1, 4), cmp(">", var("x"), lit(2)))) == 2
    nothing = Binder(names=("x",), source=numbers(1, 0))
    assert run(Aggregate(type=INT, kind="sum", binder=nothing, body=square)) == 0


def test_picks() -> None:
    big = cmp(">", var("x"), lit(5))
    items = listed(lit(1), lit(8), lit(7), lit(2))
    assert run(the("first", "x", items, big)) == 8
    assert run(the("last", "x", items, big)) == 7
    assert run(the("only", "x", items, eq(var("x"), lit(2)))) == 2
    assert run(the("first", "c", lit(bag_of([HIGH, LOW])), type=CARD)) == LOW


def test_those_keep_the_sort_and_mapped_has_its_own() -> None:
    def those(source: Expr) -> object:
        where = neg(eq(var("x", CARD), lit(MIDDLE)))
        return run(Those(type=source.type, binder=Binder(names=("x",), source=source, where=where)))

    assert those(lit((HIGH, MIDDLE, LOW), ListType(CARD))) == (HIGH, LOW)
    assert those(lit(bag_of([LOW, MIDDLE, LOW]))) == bag_of([LOW, LOW])
    assert those(lit(set_of([LOW, MIDDLE]), SetType(CARD))) == set_of([LOW])

    binder = Binder(names=("x",), source=listed(lit(2), lit(1), lit(2)))
    mapped = {t: run(Mapped(type=t, body=var("x"), binder=binder)) for t in (ListType(INT), BagType(INT))}
    assert list(mapped.values()) == [(2, 1, 2), bag_of([1, 2, 2])]
    assert run(Mapped(type=SetType(INT), body=var("x"), binder=binder)) == set_of([1, 2])


# ------------------------------------------------------------------ without a value


@pytest.mark.parametrize(
    "expr",
    [
        the("first", "x", numbers(1, 0)),
        the("last", "x", numbers(1, 0)),
        the("only", "x", numbers(1, 0)),
        the("only", "x", numbers(1, 2)),
        Index(type=INT, subject=numbers(1, 2), index=lit(3)),
        Index(type=INT, subject=numbers(1, 2), index=lit(0)),
        Aggregate(type=INT, kind="highest", binder=Binder(names=("x",), source=numbers(1, 0)), body=var("x")),
        Unwrap(type=INT, subject=lit(None, OptionalType(INT))),
        Payload(type=PLAYER, subject=lit(Tagged("result", "discarded"), RESULT), tags=("taken",)),
    ],
)
def test_no_value(expr: Expr) -> None:
    with pytest.raises(NoValue) as caught:
        run(expr)
    assert caught.value.code == "no-value"


def test_no_value_tells_the_place() -> None:
    place = Span("spec/e.rules", 3, 5, 3, 9)
    expr = Unwrap(type=INT, subject=lit(None, OptionalType(INT)), span=place)
    with pytest.raises(NoValue) as caught:
        run(expr)
    assert str(caught.value).startswith("spec/e.rules:3:5: no-value: ")


# ------------------------------------------------------------------ three-valued logic

TRUTH = {True: TRUE, False: FALSE, None: UNKNOWN}


def and_(a: bool | None, b: bool | None) -> bool | None:
    return False if a is False or b is False else None if a is None or b is None else True


def or_(a: bool | None, b: bool | None) -> bool | None:
    return True if a is True or b is True else None if a is None or b is None else False


@pytest.mark.parametrize("a", TRUTH)
@pytest.mark.parametrize("b", TRUTH)
def test_logic_is_kleenes(a: bool | None, b: bool | None) -> None:
    not_a = None if a is None else not a
    assert three(logic("and", TRUTH[a], TRUTH[b])) is and_(a, b)
    assert three(logic("or", TRUTH[a], TRUTH[b])) is or_(a, b)
    assert three(logic("implies", TRUTH[a], TRUTH[b])) is or_(not_a, b)
    assert three(neg(TRUTH[a])) is not_a


def place(truth: bool | None, at: int, rest: Expr) -> Expr:
    """`truth` where x is `at`, else `rest`."""
    return If(type=BOOL, condition=eq(var("x"), lit(at)), then=TRUTH[truth], otherwise=rest)


@pytest.mark.parametrize("a", TRUTH)
@pytest.mark.parametrize("b", TRUTH)
def test_quantifiers_are_kleenes(a: bool | None, b: bool | None) -> None:
    body = place(a, 1, TRUTH[b])
    found = {kind: three(some("x", numbers(1, 2), body, kind=kind)) for kind in ("all", "some", "no", "one")}
    either = or_(a, b)
    assert found["all"] is and_(a, b)
    assert found["some"] is either
    assert found["no"] is (None if either is None else not either)
    assert found["one"] is (None if a is None or b is None else a != b)
    where = {kind: three(some("x", numbers(1, 1), TRUTH[b], kind=kind, where=TRUTH[a])) for kind in found}
    assert where["all"] is or_(None if a is None else not a, b)
    assert where["some"] is and_(a, b)
    assert where["one"] is and_(a, b)


def test_two_true_places_are_not_one_whatever_is_blocked() -> None:
    body = place(None, 1, TRUE)
    assert three(some("x", numbers(1, 2), body, kind="one")) is None
    assert three(some("x", numbers(1, 3), body, kind="one")) is False


def test_all_else_is_blocked_with_its_parts() -> None:
    for expr in (
        eq(ask("unknown"), lit(1)),
        arith("*", lit(0), ask("unknown")),
        listed(lit(1), ask("unknown")),
        count("x", numbers(1, 2), UNKNOWN),
        the("first", "x", numbers(1, 2), UNKNOWN),
        If(type=INT, condition=UNKNOWN, then=lit(1), otherwise=lit(1)),
        ask("known", ask("unknown")),
    ):
        with pytest.raises(Blocked):
            run(expr, {"known": 1})


def test_blockers_are_joined_in_order() -> None:
    with pytest.raises(Blocked) as caught:
        run(logic("and", OTHER, logic("or", UNKNOWN, OTHER)))
    assert [name for name, _, _ in caught.value.blockers] == ["other", "unknown"]


def test_what_is_not_reached_is_no_error() -> None:
    assert run(logic("and", FALSE, WRONG)) is False
    assert run(logic("or", TRUE, WRONG)) is True
    assert run(logic("implies", FALSE, WRONG)) is True
    assert run(some("x", numbers(1, 3), logic("and", eq(var("x"), lit(1)), TRUE))) is True
    reached = logic("and", TRUE, WRONG), logic("and", UNKNOWN, WRONG), logic("and", WRONG, FALSE)
    for expr in reached:
        with pytest.raises(NoValue):
            run(expr)


def test_the_first_stops_at_the_first() -> None:
    later = If(type=BOOL, condition=eq(var("x"), lit(1)), then=TRUE, otherwise=UNKNOWN)
    assert run(the("first", "x", numbers(1, 2), later)) == 1
    with pytest.raises(Blocked):
        run(the("last", "x", numbers(1, 2), later))
    with pytest.raises(Blocked):
        run(the("only", "x", numbers(1, 2), later))


# ------------------------------------------------------------------ definitions, questions, doubts


def call(body: Expr, *args: Expr) -> Expr:
    params = tuple((f"p{i}", arg.type) for i, arg in enumerate(args))
    return Call(type=body.type, function=Function(name="f", params=params, body=body), args=args)


def test_definitions_are_as_if_written_out() -> None:
    first = var("p0", BOOL)
    assert run(call(arith("+", var("p0"), var("p1")), lit(1), lit(2))) == 3
    assert run(call(first, TRUE, WRONG)) is True
    assert run(call(first, TRUE, UNKNOWN)) is True
    assert run(call(logic("and", var("p1", BOOL), first), UNKNOWN, FALSE)) is False
    assert run(call(call(first, var("p1", BOOL)), WRONG, TRUE)) is True
    with pytest.raises(NoValue):
        run(call(first, WRONG))
    with pytest.raises(Blocked):
        run(call(first, UNKNOWN))
    unused = Let(type=BOOL, name="x", value=WRONG, body=TRUE)
    assert run(unused) is True


def test_definitions_see_their_parameters_alone() -> None:
    with pytest.raises(NoValue):
        run(call(var("x")), x=1)


def test_a_definition_is_evaluated_once_for_the_same_arguments() -> None:
    function = Function(name="f", params=(("n", INT),), body=arith("+", var("n"), ask("q")))
    once = Call(type=INT, function=function, args=(var("x"),))
    context = Answers({"q": 5})
    other = Call(type=INT, function=function, args=(lit(2),))
    assert evaluate(arith("+", arith("+", once, once), other), {"x": 1}, context) == 19
    assert context.asked == ["q", "q"]


def test_questions_need_their_arguments() -> None:
    assert run(ask("q", lit(1)), {"q": 5}) == 5
    with pytest.raises(NoValue):
        run(ask("q", WRONG), {"q": 5})


def test_doubts() -> None:
    assert run(doubt_value("d", lit(4))) == 5
    for out in (lit(10), lit(9)):
        with pytest.raises(SpecError) as caught:
            run(doubt_value("d", out))
        assert caught.value.code == "out-of-range"


def test_alone_every_question_is_blocked() -> None:
    assert isinstance(kleene(UNKNOWN, {}, Alone()), Blocked)


# ------------------------------------------------------------------ a law

QUESTIONS = ("a", "b")


def truths() -> st.SearchStrategy[Expr]:
    """Boolean expressions over two questions, with a binder over numbers."""
    leaf = st.sampled_from(
        [TRUE, FALSE, *(ask(q, type=BOOL) for q in QUESTIONS), eq(Var(type=IntType(1, 2), name="x"), lit(1))]
    )

    def bigger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
        return st.one_of(
            st.builds(neg, inner),
            st.builds(logic, st.sampled_from(["and", "or", "implies"]), inner, inner),
            st.builds(eq, inner, inner),
            st.builds(
                lambda kind, body, where: some("x", numbers(1, 2), body, kind=kind, where=where),
                st.sampled_from(["all", "some", "no", "one"]),
                inner,
                st.none() | inner,
            ),
            st.builds(lambda c, a, b: If(type=BOOL, condition=c, then=a, otherwise=b), inner, inner, inner),
            st.builds(lambda v, b: Let(type=BOOL, name="y", value=v, body=b), inner, inner),
            st.builds(lambda v: Let(type=BOOL, name="y", value=v, body=var("y", BOOL)), inner),
            st.builds(lambda w: eq(count("x", numbers(1, 2), w), lit(1)), inner),
        )

    return st.recursive(leaf, bigger, max_leaves=12)


@given(truths(), st.booleans(), st.booleans())
def test_what_is_decided_stays_however_the_unknown_turns_out(expr: Expr, a: bool, b: bool) -> None:
    env = {"x": 1}
    undecided = kleene(expr, env, Answers())
    half = kleene(expr, env, Answers({"a": a}))
    whole = kleene(expr, env, Answers({"a": a, "b": b}))
    assert isinstance(whole, bool)
    for found in (undecided, half):
        assert isinstance(found, Blocked) or found is whole
