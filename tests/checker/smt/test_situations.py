"""Shapes: all situations, each in one shape, and back from a model."""

from collections.abc import Mapping

import pytest
import z3

from checker.smt.formulas import Formula, neg, term
from checker.smt.situations import Amount, Choice, decode, shapes
from checker.smt.values import NotEncodable, SymChoice, SymList, SymNumber, SymRecord
from dsl.types.types import (
    Alternative,
    BagType,
    IntType,
    ListType,
    OptionalType,
    RecordType,
    SetType,
    Type,
    UnionType,
)
from interpreter.rulebook.enumeration import situations
from tests.interpreter.models import BET, BETS, BOOL, CARD, CARDS, DIGIT, PLAYER, game, question

SEAT = RecordType("seat", (("player", PLAYER), ("card", CARD)))
TAKEN = UnionType("taken", (Alternative("by", "who", PLAYER), Alternative("left")))
MARK = UnionType("mark", (Alternative("none_yet"), Alternative("of", "a", CARD)))

ALL: list[Mapping[str, Type]] = [
    {},
    {"a": BOOL, "b": DIGIT},
    {"a": CARD, "b": OptionalType(BOOL)},
    {"a": ListType(CARD, 0, 2)},
    {"a": PLAYER, "b": PLAYER},
    {"a": ListType(PLAYER, 1, 3)},
    {"a": SEAT, "b": PLAYER, "c": BOOL},
    {"a": SetType(CARD), "b": BagType(CARD, 0, 2)},
    {"a": MARK, "b": IntType(-2, 1)},
    {"a": ListType(SEAT, 0, 2), "b": ListType(BOOL, 1, 2)},
    {"a": OptionalType(PLAYER), "b": PLAYER},
    {"a": ListType(OptionalType(PLAYER), 2, 3)},
    {"a": TAKEN, "b": ListType(PLAYER, 0, 2)},
    {"a": SetType(PLAYER), "b": PLAYER},
    {"a": BagType(PLAYER, 0, 2)},
    {"a": ListType(ListType(CARD, 0, 2), 0, 2)},
    {"a": ListType(RecordType("row", (("cards", ListType(BOOL, 0, 1)), ("of", PLAYER))), 0, 2)},
]
CHOSEN: list[Mapping[str, Type]] = [
    {"a": PLAYER, "b": PLAYER},
    {"a": ListType(PLAYER, 1, 4)},
    {"a": ListType(SEAT, 0, 2), "b": PLAYER},
]
"""Also with each player a choice."""


def solver_for(shape: object) -> z3.Solver:
    solver = z3.Solver()
    for constraint in shape.constraints():
        solver.add(term(constraint))
    return solver


@pytest.mark.parametrize(
    ("parameters", "named"), [*((each, True) for each in ALL), *((each, False) for each in CHOSEN)]
)
def test_every_situation_is_in_one_shape_and_comes_back(parameters: Mapping[str, Type], named: bool) -> None:
    asked = question("q", DIGIT, parameters)
    found: list[object] = []
    for shape in shapes(game(asked), asked, named):
        solver = solver_for(shape)
        literals = [x for leaf in shape.leaves if isinstance(leaf, Choice) for x in leaf.literals]
        atoms = [term(x) for x in literals if isinstance(x, Formula)]
        while solver.check() == z3.sat:
            model = solver.model()
            found.append(decode(shape, model))
            others = [x != model.eval(x, model_completion=True) for x in atoms]
            solver.add(z3.Or(others or [z3.BoolVal(False)]))
    assert len(found) == len(set(found))
    assert set(found) == set(situations(game(asked), "q"))


def test_shortest_first_and_all_different_players_first() -> None:
    asked = question("q", DIGIT, {"a": ListType(PLAYER, 1, 3)})
    found = [(shape.lengths, shape.players) for shape in shapes(game(asked), asked)]
    assert found[:3] == [((1,), (0,)), ((2,), (0, 1)), ((2,), (0, 0))]
    assert found[3:] == [
        ((3,), (0, 1, 2)),
        ((3,), (0, 0, 1)),
        ((3,), (0, 1, 0)),
        ((3,), (0, 1, 1)),
        ((3,), (0, 0, 0)),
    ]


def test_no_more_players_than_the_game_is_for() -> None:
    asked = question("q", DIGIT, {"a": ListType(PLAYER, 3, 3)})
    found = {shape.players for shape in shapes(game(asked, players=(2, 2)), asked)}
    assert found == {(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)}


def test_the_same_place_of_several_shapes_is_the_same_unknown() -> None:
    asked = question("q", DIGIT, {"a": ListType(CARD, 1, 2)})
    one, two = shapes(game(asked), asked)
    assert one.leaves[0] is two.leaves[0]


def test_what_parameters_become() -> None:
    parameters: dict[str, Type] = {"a": BOOL, "b": CARD, "c": IntType(0, 500), "d": IntType(4, 4), "e": BETS}
    asked = question("q", DIGIT, parameters)
    shape = next(iter(shapes(game(asked), asked)))
    a, b, c, d, e = shape.args
    assert isinstance(a, Formula) and isinstance(b, SymChoice) and isinstance(c, SymNumber) and d == 4
    assert isinstance(e, SymList) and isinstance(e.places[0][1], SymRecord)
    assert shape.lengths == (1,)


def test_numbers_keep_within_their_bounds() -> None:
    asked = question("q", DIGIT, {"a": IntType(-200, 300)})
    (shape,) = shapes(game(asked), asked)
    (leaf,) = shape.leaves
    assert isinstance(leaf, Amount)
    for bound, least in ((300, False), (-200, True)):
        optimizer = z3.Optimize()
        optimizer.add([term(c) for c in shape.constraints()])
        number = shape.leaves[0].number._term
        (optimizer.minimize if least else optimizer.maximize)(number)
        assert optimizer.check() == z3.sat
        assert decode(shape, optimizer.model()) == (bound,)


@pytest.mark.parametrize(
    "type_",
    [
        IntType(),
        ListType(CARD),
        ListType(ListType(CARD, 0, 9), 0, 9),
        OptionalType(ListType(CARD)),
        OptionalType(IntType(0, None)),
        SetType(BET),
        BagType(IntType(0, 50), 0, 4),
    ],
)
def test_what_has_no_symbolic_form_is_refused(type_: Type) -> None:
    asked = question("q", DIGIT, {"a": type_})
    with pytest.raises(NotEncodable):
        list(shapes(game(asked), asked))


def test_which_parameter_has_too_many_values_is_said() -> None:
    held = RecordType("held", (("hand", BagType(IntType(0, 50), 0, 4)), ("of", PLAYER)))
    asked = question("q", DIGIT, {"few": CARD, "held": ListType(held, 0, 2)})
    with pytest.raises(NotEncodable, match=r"`held\.hand` has too many values: 341055, and at most 3000"):
        list(shapes(game(asked), asked))


def test_very_many_who_is_who_become_choices() -> None:
    asked = question("q", DIGIT, {"a": ListType(PLAYER, 0, 12)})
    made = list(shapes(game(asked), asked))
    assert [len(shape.leaves) for shape in made] == list(range(13))


def test_a_number_of_many_values_may_be_none() -> None:
    asked = question("q", DIGIT, {"a": OptionalType(IntType(-200, 300))})
    (shape,) = shapes(game(asked), asked)
    (leaf,) = shape.leaves
    assert isinstance(leaf, Amount) and (leaf.low, leaf.high) == (-200, 300)
    for there in (True, False):
        solver = solver_for(shape)
        solver.add(term(leaf.there if there else neg(leaf.there)))
        assert solver.check() == z3.sat
        (value,) = decode(shape, solver.model())
        assert (value is not None) is there


def test_what_may_be_none_and_has_many_values_is_a_shape_of_its_own() -> None:
    row = OptionalType(ListType(IntType(0, 99), 0, 3))
    asked = question("q", DIGIT, {"a": row})
    made = list(shapes(game(asked), asked))
    assert [len(shape.leaves) for shape in made] == [1, 0, 1, 2, 3]
    assert made[0].args == (None,)


def test_bags_within_records() -> None:
    asked = question("q", DIGIT, {"a": BET})
    (shape,) = shapes(game(asked), asked)
    assert [len(x.values) for x in shape.leaves if isinstance(x, Choice)] == [3 + 6]
    assert BagType(CARD, 1, 2) == CARDS
