"""Problems: their rendering, gathering, and suggestions."""

import pytest

from dsl.text.errors import ArbitreError, Collector, Problem, collect, did_you_mean, fail, fold, nearest
from dsl.text.span import NOWHERE, Span

HERE = Span("spec/a.rules", 3, 7, 3, 12)
THERE = Span("spec/a.rules", 1, 1, 1, 4)


def test_a_problem_renders_as_place_code_sentence_and_help() -> None:
    problem = Problem("unknown-name", "`Foria` is no colour", (HERE, THERE), "did you mean `Furia`?")
    assert problem.render() == (
        "spec/a.rules:3:7: unknown-name: `Foria` is no colour\n"
        "  see spec/a.rules:1:1\n"
        "  help: did you mean `Furia`?"
    )


def test_a_problem_without_a_place_renders_without_one() -> None:
    assert Problem("no-game", "there is no game", (NOWHERE,)).render() == "no-game: there is no game"


def test_a_problem_of_a_whole_file_has_no_line() -> None:
    problem = Problem("unreadable", "`a` cannot be read", (Span("a", 0, 0, 0, 0),))
    assert problem.render() == "a: unreadable: `a` cannot be read"


def test_an_error_reads_as_its_problems() -> None:
    error = ArbitreError(Problem("one", "first"), Problem("two", "second"))
    assert str(error) == "one: first\ntwo: second"
    assert [p.code for p in error.problems] == ["one", "two"]


def test_all_problems_are_raised_at_once_in_order_of_place_and_each_once() -> None:
    with pytest.raises(ArbitreError) as caught, collect() as problems:
        problems.add("late", "second", HERE)
        with problems:
            raise fail("early", "first", THERE)
        with problems:
            raise fail("late", "second", HERE)
        problems.extend([Problem("nowhere", "before all")])
    assert [p.code for p in caught.value.problems] == ["nowhere", "early", "late"]


def test_an_error_that_ends_the_block_joins_those_before() -> None:
    with pytest.raises(ArbitreError) as caught, collect() as problems:
        problems.add("one", "first", THERE)
        raise fail("two", "second", HERE)
    assert [p.code for p in caught.value.problems] == ["one", "two"]


def test_nothing_is_raised_without_problems() -> None:
    with collect() as problems, problems:
        pass
    Collector().check()


def test_other_exceptions_are_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError), collect() as problems, problems:
        _ = 1 // 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("FÚRIA", "furia"),
        ("l’Amor", "L'AMOR"),
        ("l´amour", "l'amour"),
        ("Força", "forc\u0327a"),
        ("  el   nom\u00a0llarg ", "El nom llarg"),
        ("cœur", "COEUR"),
        ("in\u200bvisible", "invisible"),
        ("intel·ligència", "INTEL·LIGENCIA"),
        ("Straße", "STRASSE"),
    ],
)
def test_folding_leaves_out_what_people_vary(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("l'Amor", "Amor"), ("l·l", "ll"), ("any", "anyx")])
def test_folding_keeps_names_apart(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("Foria", "Furia"),
        ("furia", "Furia"),
        ("BONDÀT", "Bondat"),
        ("xyz", None),
        ("", None),
        ("Bon", "Bondat"),
    ],
)
def test_the_nearest_name(word: str, near: str | None) -> None:
    assert nearest(word, ["Bondat", "Furia", "Odi"]) == near


def test_of_names_as_near_the_first_in_the_alphabet_whatever_their_order() -> None:
    assert nearest("abcx", ["abcz", "abcy"]) == nearest("abcx", ["abcy", "abcz"]) == "abcy"


def test_the_help_asks() -> None:
    assert did_you_mean("foria", ["Furia"]) == "did you mean `Furia`?"
    assert did_you_mean("zzz", ["Furia"]) is None
