"""Interpretations, and what depends on what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.model import Binder, Call, Function, Let, Mapped
from dsl.types.types import ListType
from interpreter.analysis.dependencies import (
    Dependencies,
    asked_questions,
    doubt_exists,
    free_names,
    interpretations,
    readings_in_force,
    walk,
)
from interpreter.rulebook.rulebook import Rulebook
from tests.interpreter.models import (
    BOOL,
    INT,
    any_of,
    arith,
    ask,
    clause,
    doubt,
    doubt_value,
    edition,
    eq,
    game,
    listed,
    lit,
    numbers,
    question,
    rulings,
    some,
    then,
    var,
)

NESTED = edition(
    doubts=[
        doubt("low", {"l1": None, "l2": None}, type=None, under={"mid": ["m2"]}),
        doubt("mid", {"m1": None, "m2": None}, type=None, under={"top": ["t1"]}),
        doubt("top", {"t1": None, "t2": None}, type=None),
        doubt("free", {"f1": None, "f2": None, "f3": None}, type=None),
    ]
)


# ------------------------------------------------------------------ interpretations


def test_each_reading_of_each_doubt() -> None:
    assert list(interpretations(NESTED, ["free"])) == [{"free": "f1"}, {"free": "f2"}, {"free": "f3"}]
    assert list(interpretations(NESTED, [])) == [{}]


def test_doubts_that_hang_on_readings_are_there_only_then() -> None:
    assert list(interpretations(NESTED, ["low", "mid", "top"])) == [
        {"mid": "m1", "top": "t1"},
        {"low": "l1", "mid": "m2", "top": "t1"},
        {"low": "l2", "mid": "m2", "top": "t1"},
        {"top": "t2"},
    ]


def test_a_parent_not_asked_for_has_its_first_reading() -> None:
    assert list(interpretations(NESTED, ["mid"])) == [{"mid": "m1"}, {"mid": "m2"}]
    assert list(interpretations(NESTED, ["low"])) == [{}]


def test_nogoods_are_left_out() -> None:
    nogoods = [{"top": "t1", "free": "f1"}, {"free": "f2"}]
    assert list(interpretations(NESTED, ["top", "free"], nogoods)) == [
        {"top": "t1", "free": "f3"},
        {"top": "t2", "free": "f1"},
        {"top": "t2", "free": "f3"},
    ]


def test_nogoods_over_other_doubts_strike_where_nothing_completes() -> None:
    some_ = [{"top": "t2", "free": "f1"}, {"top": "t2", "free": "f2"}]
    assert list(interpretations(NESTED, ["top"], some_)) == [{"top": "t1"}, {"top": "t2"}]
    every = [*some_, {"top": "t2", "free": "f3"}]
    assert list(interpretations(NESTED, ["top"], every)) == [{"top": "t1"}]
    assert list(interpretations(NESTED, ["top"], [{}])) == []


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["top", "mid", "free"]), st.sampled_from(["t1", "t2", "m1", "m2", "f1", "f2"])
        ),
        max_size=6,
    )
)
def test_interpretations_are_the_projection_of_all_that_survive(nogoods: list[dict[str, str]]) -> None:
    everything = [
        each
        for each in interpretations(NESTED, NESTED.doubts)
        if not any(nogood.items() <= each.items() for nogood in nogoods)
    ]
    projected = {tuple((d, r) for d, r in each.items() if d in ("top", "mid")) for each in everything}
    found = [tuple(each.items()) for each in interpretations(NESTED, ["mid", "top"], nogoods)]
    assert set(found) == {tuple(dict(each).items()) for each in projected}
    assert len(found) == len(set(found))


def test_readings_in_force() -> None:
    first = {"low": "l1", "mid": "m1", "top": "t1", "free": "f1"}
    assert readings_in_force(NESTED, {}) == first
    assert readings_in_force(NESTED, {"low": "l2", "free": "f2"}) == {**first, "free": "f2"}
    chosen = {"low": "l2", "mid": "m2", "top": "t1"}
    assert readings_in_force(NESTED, chosen) == {**chosen, "free": "f1"}
    assert readings_in_force(NESTED, {**chosen, "top": "t2"}) == {**first, "top": "t2"}
    assert not doubt_exists(NESTED, "low", {"mid": "m2", "top": "t2"})


# ------------------------------------------------------------------ expressions


def test_free_names() -> None:
    x, y, z = var("x"), var("y"), var("z")
    assert free_names(Let(type=INT, name="x", value=arith("+", x, y), body=arith("+", x, z))) == {
        "x",
        "y",
        "z",
    }
    assert free_names(Let(type=INT, name="x", value=y, body=x)) == {"y"}
    assert free_names(some("x", listed(y), eq(x, z), where=eq(x, lit(1)))) == {"y", "z"}
    binder = Binder(names=("x",), source=numbers(1, 2), where=eq(x, y))
    assert free_names(Mapped(type=ListType(INT), body=arith("+", x, z), binder=binder)) == {"y", "z"}


def test_walk_enters_definitions() -> None:
    function = Function(name="f", params=(("n", INT),), body=ask("inner", var("n")))
    called = Call(type=INT, function=function, args=(ask("outer"),))
    asked = [e.question for e in walk(arith("+", called, called)) if hasattr(e, "question")]
    assert asked == ["outer", "inner", "outer"] or sorted(asked) == ["inner", "outer", "outer"]


# ------------------------------------------------------------------ dependencies


GAME = game(
    question("top", parameters={"n": INT}, given=(ask("legal", var("n"), type=BOOL),)),
    question("legal", BOOL, {"n": INT}),
    question("limited", among=listed(ask("bound"))),
    question("bound"),
    question("aside", needs=(eq(ask("bound"), lit(1)),)),
    question("loop"),
)
EDITION = edition(
    clause("e.a.top", then(doubt_value("how")), binds=("n",)),
    clause("e.b.legal", True, binds=("n",), under={"when": ["never"]}),
    clause("e.c.loop", then(ask("loop"))),
    clause("e.d.bound", any_of(1, 2)),
    doubts=[
        doubt("idle", {"i1": lit(1), "i2": lit(2)}),
        doubt("when", {"always": None, "never": None}, type=None, under={"parent": ["p1"]}),
        doubt("how", {"one": lit(1), "asks": ask("limited")}),
        doubt("parent", {"p1": None, "p2": None}, type=None),
    ],
)


@pytest.mark.parametrize(
    ("asking", "asked"),
    [
        ("top", ("legal", "limited", "bound")),
        ("legal", ()),
        ("limited", ("bound",)),
        ("aside", ("bound",)),
        ("loop", ("loop",)),
    ],
)
def test_asked_questions(asking: str, asked: tuple[str, ...]) -> None:
    assert asked_questions(GAME, EDITION, asking) == asked


def test_doubts_of_a_question() -> None:
    book = Rulebook(GAME, EDITION)
    assert book.doubts_of("top") == ("when", "how", "parent")
    assert book.doubts_of("legal") == ("when", "parent")
    assert book.doubts_of("bound") == ()
    without = Rulebook(GAME, EDITION, without=frozenset({"e.b.legal"}))
    assert without.doubts_of("top") == ("how",)
    picked = Rulebook(GAME, EDITION, rulings=rulings(picks={"how": "one"}))
    assert picked.doubts_of("top") == ("when", "parent")


def test_doubts_of_expressions() -> None:
    found = Dependencies(GAME, EDITION)
    assert found.doubts_of_exprs([arith("+", ask("top", lit(1)), doubt_value("idle"))]) == (
        *("idle", "when", "how", "parent"),
    )
    assert found.doubts_of_exprs([ask("limited")]) == ()
