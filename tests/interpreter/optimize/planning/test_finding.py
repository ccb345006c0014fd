"""`best … using` found by the search, against trying everything; and where the search is not to be used."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.model import Best, Game, Then
from dsl.types.values import Record, Value
from interpreter.evaluate.arrangements import Layout
from interpreter.evaluate.best import best_of
from interpreter.evaluate.expressions import code_of
from interpreter.optimize.planning import finding
from interpreter.optimize.planning.finding import searched_best
from interpreter.optimize.search import quantities
from interpreter.rulebook.rulebook import Rulebook
from interpreter.values.show import show
from tests.interpreter.optimize.planning import sums

ORDERS = ("left", "products", "upwards")
Keys = tuple[Value, ...]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return sums.game(tmp_path_factory.mktemp("sums"))


def best_in(game: Game) -> Best:
    clause = next(c for c in game.editions["en"].clauses if c.question == "best_sum")
    assert isinstance(clause.answer, Then) and isinstance(clause.answer.value, Best)
    return clause.answer.value


def keys_of(game: Game, book: Rulebook, row: Value) -> Keys | None:
    if row is None:
        return None
    return tuple(code_of(key)({"e": row}, book) for key in best_in(game).keys)


def by_trying(game: Game, book: Rulebook, cards: Value) -> Value:
    node = best_in(game)
    layout = Layout(node.binder.source.shape, code_of)
    laid = layout.using(cards.items, book, node.span)
    return best_of(node, laid, {"cards": cards}, book, code_of)


def by_searching(game: Game, book: Rulebook, cards: Value) -> Value:
    found = searched_best(best_in(game), cards.items, {"cards": cards}, book)
    assert found is not None and found.proved
    return found.row


def is_searched(game: Game, text: str = "1 2 3 + =", **readings: str) -> bool:
    book = sums.book(game, **readings)
    return searched_best(best_in(game), sums.hand(game, text).items, {}, book) is not None


def agrees(game: Game, cards: Value, **readings: str) -> Value:
    book = sums.book(game, **readings)
    found = by_searching(game, book, cards)
    assert keys_of(game, book, found) == keys_of(game, book, by_trying(game, book, cards))
    return found


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from(sums.DECK), min_size=1, max_size=6),
    st.lists(st.sampled_from(["1", "2", "+", "joker", "="]), max_size=2),
    st.sampled_from(ORDERS),
    st.sampled_from(("yes", "no_")),
    st.sampled_from(("it_does", "it_does_not")),
)
def test_what_is_found_is_as_good_as_the_best_of_all(
    game: Game, many: list[str], more: list[str], order: str, bare: str, sign_counts: str
) -> None:
    cards = sums.hand(game, " ".join(many + more))
    agrees(game, cards, order=order, bare=bare, sign_counts=sign_counts)


def test_an_edition_answers_by_the_search(game: Game) -> None:
    book = sums.book(game, order="products")
    verdict = book.verdict("best_sum", (sums.hand(game, sums.deal(1)),))
    (row,) = verdict.outcome.admits
    assert isinstance(row, Record)
    assert (
        book.verdict("value", (row.get("left"),)).outcome
        == book.verdict("value", (row.get("right"),)).outcome
    )


def test_nothing_can_be_laid(game: Game) -> None:
    assert agrees(game, sums.hand(game, "1 2 3 4 5 6 7")) is None
    assert agrees(game, sums.hand(game, "1 2 = +")) is None
    assert agrees(game, sums.hand(game, "")) is None
    assert agrees(game, sums.hand(game, "7 7 ="), bare="no_") is None
    assert show(agrees(game, sums.hand(game, "7 7 ="), bare="yes"), game) == "7 = 7"


Change = Callable[[str], str]


def changed(old: str, new: str) -> Change:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new)

    return change


SEARCHED = {
    "no points": changed("by points(e), result(e)", "by result(e)"),
    "points alone": changed("by points(e), result(e)", "by points(e)"),
    "lowest": changed("by points(e), result(e)", "by points(e), -value(e.right)"),
    "size": changed("by points(e), result(e)", "by size(e.laid), result(e)"),
    "count": changed("by points(e), result(e)", "by (count c in e.laid where c is number), result(e)"),
    "those": changed(
        "by points(e), result(e)", "by (sum c in (those c in e.laid where c is sign) of 2), result(e)"
    ),
    "fractions": changed(
        "by points(e), result(e)", "by (sum c in e.laid of worth(c) / 3) * 2 + 1, result(e)"
    ),
    "second key alike": changed("by points(e), result(e)", "by points(e), 4, result(e)"),
    "bounded": changed(
        "where may_lay(e) by", "where may_lay(e) and value(e.left) > 3 and value(e.right) <= 20 by"
    ),
    "both sides": changed(
        "where may_lay(e) by", "where may_lay(e) and (all s in [e.left, e.right]: size(s.steps) > 0) by"
    ),
    "uneven": changed(
        "where may_lay(e) by", "where may_lay(e) and size(e.left.steps) < size(e.right.steps) by"
    ),
    "first": changed("where may_lay(e) by", "where may_lay(e) and e.left.first.to >= 3 by"),
    "written out": changed(
        "where may_lay(e) by points(e), result(e)",
        "where (let l = products_first(e.left); let r = products_first(e.right); l is not none and l = r)"
        " by points(e), products_first(e.left)",
    ),
    "what lies between": changed(
        "where may_lay(e) by", "where may_lay(e) and e.equals.by = equal and e.equals.by in {equal, plus} by"
    ),
    "two values": changed(
        "where may_lay(e) by", "where may_lay(e) and products_first(e.left) is not none by"
    ),
}


@pytest.mark.parametrize("name", SEARCHED)
@pytest.mark.parametrize("order", ORDERS)
def test_other_words_are_searched_too(tmp_path: Path, name: str, order: str) -> None:
    game = sums.game(tmp_path, edition=SEARCHED[name](sums.EDITION))
    for text in ("1 2 3 3 + = -", "4 2 8 2 / + = joker", "0 5 2 10 * = /", "1 3 = joker"):
        agrees(game, sums.hand(game, text), order=order, bare="yes")


LEFT = {
    "none is equal to none": changed(
        "value(e.left) is none or value(e.right) is none or value(e.left) != value(e.right)",
        "value(e.left) != value(e.right)",
    ),
    "not equal": changed("or value(e.left) != value(e.right)", ""),
    "one of both": changed("where may_lay(e) by", "where may_lay(e) or e.left.steps = [] by"),
    "points of order": changed(
        "by points(e), result(e)", "by (if value(e.left) > 3 then 1 else 2), result(e)"
    ),
    "value first": changed("by points(e), result(e)", "by result(e), points(e)"),
    "by the left side": changed("by points(e), result(e)", "by size(e.left.laid), result(e)"),
    "not of one side": changed(
        "where may_lay(e) by", "where may_lay(e) and value(e.left) + value(e.right) > 3 by"
    ),
}


@pytest.mark.parametrize("name", LEFT)
def test_what_is_left_to_trying_everything(tmp_path: Path, name: str) -> None:
    game = sums.game(tmp_path, edition=LEFT[name](sums.EDITION))
    book = sums.book(game)
    cards = sums.hand(game, "1 2 3 + =")
    node = best_in(game)
    assert searched_best(node, cards.items, {"cards": cards}, book) is None
    assert book.verdict("best_sum", (cards,)).outcome.admits == (by_trying(game, book, cards),)


def test_what_comes_back_after_none_is_left_to_trying(tmp_path: Path) -> None:
    back = "if so_far is none then 5 else worked(so_far, step.operation.by, step.operand.to)"
    text = sums.GAME.replace(
        "worked(so_far, step.operation.by, step.operand.to)\ndefine", back + "\ndefine", 1
    )
    assert text != sums.GAME
    game = sums.game(tmp_path, text)
    book, cards = sums.book(game), sums.hand(game, "1 0 2 5 / = +")
    assert searched_best(best_in(game), cards.items, {}, book) is None
    assert show(by_trying(game, book, cards), game) == "1 / 0 + 2 = 5"


def test_fractions_are_exact(tmp_path: Path) -> None:
    game = sums.game(tmp_path, edition=SEARCHED["lowest"](sums.EDITION))
    book = sums.book(game, order="left")
    found = agrees(game, sums.hand(game, "1 3 2 6 / / ="), order="left")
    assert keys_of(game, book, found) == (11, Fraction(-1, 3))


def test_numbers_that_are_too_large_are_left_to_trying(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    book, cards = sums.book(game), sums.hand(game, "1 2 3 20 19 * + - =")
    due = by_searching(game, book, cards)
    monkeypatch.setattr(quantities, "LIMIT", 30)
    node = best_in(game)
    assert searched_best(node, cards.items, {"cards": cards}, book) is None
    monkeypatch.setattr(finding, "FEW", 0)
    found = searched_best(node, cards.items, {"cards": cards}, book)
    assert found is not None and not found.proved
    assert due is not None
