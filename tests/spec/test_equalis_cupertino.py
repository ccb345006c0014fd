"""Cupertino: the Spanish text answers as its words say, the check finds what a careful reader found, and
games are played to the end."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from checker.editions.editions import Editions
from checker.editions.elimination import strike_by_examples
from checker.findings.findings import Finding, Report
from checker.play import properties
from checker.questions.search.explicit import Searched, enumerated
from checker.questions.verdicts.matrix import Column, column, occurrences
from dsl.load import load_project
from dsl.model import Clause, Game, Project
from dsl.types.values import Value
from interpreter.logs.log import read_log
from interpreter.play.setting import settle_game
from interpreter.replay.replay import replay
from interpreter.rulebook.enumeration import situations
from interpreter.rulebook.rulebook import Rulebook, Situation, Status
from interpreter.rulebook.situations import parse_situation, to_json
from interpreter.runtime import yamltext
from interpreter.simulate.result import Simulation
from interpreter.simulate.simulate import simulate
from tests.coverage import not_covered
from tests.details import fields
from tests.goldens import check_golden
from tests.spec import shipped
from tests.spec.entries import strays, told
from tests.spec.witnesses import amiss

ROOT = Path(__file__).resolve().parents[2]
HERE = "equalis/cupertino/"
LOG = Path(__file__).with_name("equalis-cupertino.yaml")
SILENT = "silent"
ORDERS = ("products_first", "from_the_left")


@cache
def project() -> Project:
    return load_project(ROOT)


def game() -> Game:
    return project().games["equalis"]


# ------------------------------------------------------------------ what is answered


@cache
def rulebook(readings: tuple[tuple[str, str], ...] = (), house: bool = False) -> Rulebook:
    rulings = next(r for r in game().rulings if r.name == "house") if house else None
    return Rulebook(game(), game().editions["es"], dict(readings), rulings=rulings)


def answer(question: str, situation: str, readings: str = "", house: bool = False) -> Any:
    """The JSON of the answer, else the status. `readings`: `doubt=reading`, parted by blanks."""
    pairs = (part.split("=") for part in readings.split())
    book = rulebook(tuple((doubt, reading) for doubt, reading in pairs), house)
    node = yamltext.parse_document("{" + situation + "}")
    values, _ = parse_situation(node, game().questions[question], game(), book)
    assert book.meets_needs(question, values)
    assert book.meets_given(question, values) is not False
    outcome = book.verdict(question, values).outcome
    return to_json(outcome.admits[0], game()) if outcome.status is Status.SETTLED else outcome.status.value


def piles(numbers: bool, operations: bool) -> str:
    return f"numbers_left: {str(numbers).lower()}, operations_left: {str(operations).lower()}"


def thrown(numbers: int, operations: int) -> str:
    return f"number_cards: {numbers}, operation_cards: {operations}"


def table(size: int, level: bool = False, seats: int = 3) -> str:
    return f"seats: {seats}, size: {size}, level: {str(level).lower()}"


def played(own: int, equalities: int, forced: bool = False) -> str:
    return f"own: {own}, equalities: {equalities}, is_forced: {str(forced).lower()}"


ANSWERS: list[tuple[str, str, str, Any]] = [
    # question, situation, readings, answer
    ("may_set_up", table(14), "", True),
    ("may_set_up", table(14, seats=1), "", False),
    ("may_set_up", table(14, seats=7), "", False),
    ("may_set_up", table(15), "", False),
    ("may_set_up", table(16), "", True),
    ("may_set_up", table(16), "advanced_sizes=all_three", False),
    ("may_set_up", table(18, level=True), "advanced_sizes=all_three", True),
    ("may_set_up", table(20), "", False),
    ("may_set_up", table(20, level=True), "", True),
    ("may_set_up", table(22, level=True), "", False),
    ("dealt", "kind: numbers", "", 3),
    ("dealt", "kind: operaciones", "", 1),
    ("opens", "", "", SILENT),
    ("goes_round", "", "", SILENT),
    # what a turn can be
    ("may_take", f"deed: jugar, {piles(True, True)}", "", True),
    ("may_take", f"deed: descartarse, {piles(True, True)}", "", True),
    ("may_take", f"deed: descartarse, {piles(False, False)}", "", False),
    ("may_take", f"deed: descartarse, {piles(True, False)}", "", True),
    ("may_take", f"deed: descartarse, {piles(True, False)}", "no_card_left=either", False),
    ("may_take", f"deed: jugada forzosa, {piles(True, True)}", "", False),
    ("may_take", f"deed: jugada forzosa, {piles(False, False)}", "", True),
    ("may_take", f"deed: pasar, {piles(False, False)}", "", False),
    ("must_play", piles(False, False), "", True),
    ("must_play", piles(False, True), "", False),
    ("must_play", piles(False, True), "no_card_left=either", True),
    # a play: so many cards of one's own, so many equalities
    ("may_play", played(1, 0), "", True),
    ("may_play", played(4, 0), "", True),
    ("may_play", played(0, 0), "", False),
    ("may_play", played(1, 1), "", True),
    ("may_play", played(4, 1), "", True),
    ("may_play", played(0, 1), "", False),
    ("may_play", played(0, 1), "equals_alone=enough", True),
    ("may_play", played(0, 1, forced=True), "equals_alone=enough", False),
    ("may_play", played(1, 2), "", SILENT),
    ("may_go_on", "", "", SILENT),
    # where a card can be put
    ("may_put", "card: numbers, on: numbers, just_put: false", "", True),
    ("may_put", "card: operations, on: operations, just_put: false", "", True),
    ("may_put", "card: numbers, on: operations, just_put: false", "", False),
    ("may_put", "card: operations, on: numbers, just_put: false", "", False),
    ("may_put", "card: numbers, on: null, just_put: false", "", False),
    ("may_put", "card: numbers, on: numbers, just_put: true", "", False),
    ("may_put", "card: numbers, on: numbers, just_put: true", "two_on_one_place=yes_twice", True),
    ("may_put", "card: numbers, on: operations, just_put: true", "two_on_one_place=yes_twice", False),
    # discarding
    ("may_discard", f"{thrown(0, 0)}, {piles(True, True)}", "", False),
    ("may_discard", f"{thrown(1, 0)}, {piles(True, True)}", "", True),
    ("may_discard", f"{thrown(2, 1)}, {piles(True, True)}", "", True),
    ("may_discard", f"{thrown(3, 1)}, {piles(True, True)}", "", False),
    ("may_discard", f"{thrown(1, 0)}, {piles(False, False)}", "", False),
    ("may_discard", f"{thrown(0, 1)}, {piles(True, False)}", "", True),
    ("may_discard", f"{thrown(0, 1)}, {piles(True, False)}", "replaceable=if_there_is_one", False),
    ("may_discard", f"{thrown(1, 0)}, {piles(True, False)}", "replaceable=if_there_is_one", True),
    ("may_discard", f"{thrown(1, 0)}, {piles(True, False)}", "no_card_left=either", False),
    ("draws_after", "deed: discarding, used: 2", "", 2),
    ("draws_after", "deed: discarding, used: 2", "draw_after_discard=does_not_draw", 0),
    ("draws_after", "deed: forced, used: 1", "", 1),
    ("recycles", "kind: numbers, is_due: true", "", True),
    ("recycles", "kind: operations, is_due: false", "when_recycled=at_once", True),
    ("recycles", "kind: operations, is_due: false", "when_recycled=when_needed", False),
    ("without_that_kind", "", "", SILENT),
    ("cannot_act", "empty_handed: true", "", SILENT),
    # equalities
    ("may_read", "sense: clockwise", "", True),
    ("may_read", "sense: en el sentido contrario", "", True),
    ("may_cross_gaps", "", "", False),
    ("may_go_all_round", "", "subset=each_once", False),
    ("may_go_all_round", "", "subset=all_round", True),
    ("may_complete", "own_cards: 1", "", True),
    ("may_complete", "own_cards: 0", "own_card_in_it=own_card_needed", False),
    ("may_complete", "own_cards: 0", "own_card_in_it=any_equality", True),
    ("may_complete", "own_cards: 0", "equals_alone=enough", True),
    ("after_false_claim", "", "", SILENT),
    ("may_be_equals", "", "multi_as_equals=not_at_all", False),
    ("may_be_equals", "", "multi_as_equals=and_won", True),
    # what is won, and what is filled
    ("wins_cards", "role: side_card", "", "taken"),
    ("wins_cards", "role: laid_equals", "", SILENT),
    ("wins_cards", "role: under_equals", "", "left_there"),
    ("wins_cards", "role: multi_equals", "multi_as_equals=and_won", "taken"),
    ("wins_cards", "role: multi_equals", "multi_as_equals=not_won", "left_there"),
    ("refill", "place: numbers", "", "numbers"),
    ("refill", "place: operations", "", "operations"),
    ("short_refill", "", "", SILENT),
    # the end
    ("cupertino_over", "hands: false, piles: true, equality: false", "", True),
    ("cupertino_over", "hands: false, piles: true, equality: false", "all_cards=hands_and_piles", False),
    ("cupertino_over", "hands: false, piles: false, equality: false", "all_cards=hands_and_piles", True),
    ("cupertino_over", "hands: false, piles: false, equality: true", "", False),
    ("cupertino_over", "hands: true, piles: false, equality: false", "", False),
    ("won_points", 'card: "12"', "", 2),
    ("won_points", 'card: "12"', "upper_left=number_it_bears", 12),
    ("won_points", 'card: "7"', "", 1),
    ("won_points", "card: multi", "upper_left=number_it_bears", 1),
    (
        "cupertino_winner",
        "scores: [{player: Ana, score: 24}, {player: Beto, score: 23}]",
        "",
        ["Ana"],
    ),
    ("cupertino_winner", "scores: [{player: Ana, score: 24}, {player: Beto, score: 24}]", "", SILENT),
]


@pytest.mark.parametrize(("question", "situation", "readings", "expected"), ANSWERS)
def test_it_answers_as_its_words_say(question: str, situation: str, readings: str, expected: Any) -> None:
    assert answer(question, situation, readings) == expected


def test_every_question_of_it_is_asked_here() -> None:
    asked = {question for question, *_ in ANSWERS} | {"value_of_side", "equalities"}
    assert {q.name for q in game().questions.values() if q.variant == "cupertino"} <= asked


# ------------------------------------------------------------------ equalities


def equalities(row: str, order: str, more: str = "") -> list[str]:
    found = answer("equalities", f'row: "{row}"', f"circle_order_of_operations={order} {more}")
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("order", ORDERS)
def test_the_printed_equality_is_read_one_way_round_and_not_the_other(order: str) -> None:
    row = "8 – 2 + 10 – 12 + 4"
    assert "8 - 2 + 10 - 12 = 4" in equalities(row, order)
    back = " ".join(reversed(row.split()))
    assert back == "4 + 12 – 10 + 2 – 8"
    assert equalities(back, order) == ["4 + 12 - 10 + 2 = 8"]  # and not 4 = 12 - 10 + 2 - 8


@pytest.mark.parametrize("order", ORDERS)
def test_the_printed_examples_hold_however_it_is_worked_out(order: str) -> None:
    readings = f"circle_order_of_operations={order}"
    # «Y pone un 2 y un menos»: two cards, each on one of its kind, and as many drawn
    assert answer("may_play", played(2, 0), readings) is True
    assert answer("draws_after", "deed: playing, used: 1", readings) == 1
    # «pone un 4 y un igual»
    assert answer("may_play", played(1, 1), readings) is True
    assert answer("may_complete", "own_cards: 1", readings) is True
    assert answer("draws_after", "deed: playing, used: 0", readings) == 0
    # «dos cartas numérica y otra de operación»
    assert answer("draws_after", "deed: playing, used: 2", readings) == 2
    # «las cartas de la pila de descartes de números pasará a ser el mazo de números»
    assert answer("recycles", "kind: numbers, is_due: true", readings) is True


def test_the_order_of_operations_matters_elsewhere() -> None:
    assert equalities("2 + 3 x 4 - 14", "products_first") == ["2 + 3 x 4 = 14"]
    assert equalities("2 + 3 x 4 - 14", "from_the_left") == []
    assert equalities("2 + 3 x 4 - 20", "from_the_left") == ["2 + 3 x 4 = 20"]


@pytest.mark.parametrize("order", ORDERS)
def test_what_has_no_value_is_equal_to_nothing(order: str) -> None:
    assert equalities("1 ÷ 0 + 1 ÷ 0", order) == []
    assert equalities("1 ÷ 3 + 2 ÷ 6", order) == ["1 ÷ 3 = 2 ÷ 6"]


def test_a_card_of_several_signs_can_be_equals_only_as_that_doubt_is_read() -> None:
    assert equalities("5 multi 5", "products_first", "multi_as_equals=not_at_all") == ["5 = 5"]
    both = equalities("5 multi 5", "products_first", "multi_as_equals=and_won")
    assert both == ["5 multi[=] 5", "5 = 5"]
    assert equalities("6 multi 2 + 3", "products_first") == ["6 multi[÷] 2 = 3"]


# ------------------------------------------------------------------ the text, and what is found


@pytest.fixture(scope="module")
def report() -> Report:
    return shipped.report("equalis/cupertino")


def found(report: Report, identifier: str) -> Finding:
    return next(f for f in report.findings if f.id == HERE + identifier)


def test_every_sentence_is_accounted_for() -> None:
    left = [c for c in not_covered(game().editions["es"]) if "cupertino" in c.source.path]
    assert [c.sentence.text for c in left] == []


def test_identifiers(report: Report) -> None:
    check_golden(Path(__file__).with_name("equalis_cupertino.ids"), told(report))


def test_every_witness_shows_what_is_told_of_it(report: Report) -> None:
    assert amiss(project().games, report) == {}


def test_each_record_is_of_the_cause_of_its_entry(report: Report) -> None:
    assert strays(report) == []


def test_what_is_found_is_confirmed(report: Report) -> None:
    assert not [f.id for f in report.findings if f.kind in ("contradiction", "uncovered")]
    for finding in report.findings:
        assert finding.witness is None or finding.witness.confirmed, finding.id


CAREFUL = {
    # the remarks of a careful reader, and what becomes of them
    "C002": ["failed-example/es/-/es.always_four"],
    "C004": ["property/es/-/cupertino_ends", "property/es/-/cupertino_never_returns"],
    "C007": ["ambiguity/es/-/es.equals_alone", "ambiguity/es/-/es.own_card_in_it"],
    "C010": ["gap/es/may_play/-"],
    "C013": ["ambiguity/es/-/es.subset"],
    "C016": ["ambiguity/es/-/es.multi_as_equals"],
    "C019": ["gap/es/without_that_kind/-"],
    "C020": ["ambiguity/es/-/es.no_card_left"],
    "C025": ["ambiguity/es/-/es.advanced_sizes"],
    "C028": ["gap/es/after_false_claim/-"],
    "C029": ["gap/es/cupertino_winner/-"],
    "C030": ["dangling/es/-/es.the_deck", "dangling/es/-/es.multi_operation_cards"],
    "C032": ["dangling/es/-/es.cupertino_levels"],
    "C034": ["ambiguity/es/-/es.upper_left"],
    "C035": ["gap/es/cannot_act/-"],
    "C039": ["gap/es/-/es.replaceable"],
    "C041": ["gap/es/short_refill/-"],
    "C042": ["gap/es/may_go_on/-"],
}


@pytest.mark.parametrize("remark", CAREFUL)
def test_what_a_careful_reader_found_is_found(report: Report, remark: str) -> None:
    ids = {f.id for f in report.findings}
    assert {HERE + each for each in CAREFUL[remark]} <= ids


def test_of_two_options_there_are_three(report: Report) -> None:
    finding = found(report, "failed-example/es/-/es.two_options")
    assert finding.certainty == "firm"
    rules = {cited.rule for cited in finding.citations}
    assert {"es.play.may_take", "es.discard.may_take", "es.forced_play.may_take.forced"} <= rules


def test_what_is_doubtful_of_four_in_hand_hangs_on_no_reading(report: Report) -> None:
    finding = found(report, "failed-example/es/-/es.always_four")
    log = fields(finding)["log"]
    assert isinstance(log, str)
    replayed = replay(project(), read_log(log))
    assert replayed.status not in ("invalid", "unreadable"), replayed.problems


def test_a_game_can_go_round_by_discarding_for_ever(report: Report) -> None:
    finding = found(report, "property/es/-/cupertino_never_returns")
    first, last, log = (fields(finding)[key] for key in ("from", "to", "log"))
    assert isinstance(first, int) and isinstance(last, int) and isinstance(log, str)
    assert {choice["choice"] for choice in fields(finding)["choices"]} == {"deed", "thrown"}  # type: ignore[attr-defined]
    assert fields(finding)["shuffles"]
    one, other = (replay(project(), read_log(log), at=event + 1).state for event in (first, last))
    assert one is not None and other is not None
    assert one.zones == other.zones and one.place == other.place


def test_what_is_proved(report: Report) -> None:
    proved = {p.holds for p in report.proved if p.question is None}
    assert {"cupertino_cards_kept", "cards_suffice"} <= proved
    assert "kinds_stay_apart" not in {f.class_[-1] for f in report.findings if f.class_}
    assert [u.holds for u in report.undecided] == ["cupertino_can_end"]


def test_what_leans_on_the_deck_names_it(report: Report) -> None:
    (suffices,) = [p for p in report.proved if p.holds == "cards_suffice"]
    assert any("deck_106" in name for name in suffices.assumptions)


# ------------------------------------------------------------------ each clause matters

MANY = ("equalities", "value_of_side", "cupertino_winner")


@cache
def editions() -> Editions:
    made = Editions(game(), (game().editions["es"],))
    strike_by_examples(made)
    return made


@cache
def searched(question: str) -> Searched:
    return enumerated(editions(), editions().game.questions[question])


@cache
def seen(question: str, situation: Situation) -> Column:
    return column(editions(), question, situation)


def all_of(question: str) -> list[tuple[Value, ...]]:
    return list(situations(game(), question, editions().rulebook("es", {})))


def alters(clause: Clause) -> bool:
    """Whether without the clause some situation has another outcome, under some reading."""
    less = editions().less(clause.id)
    return any(
        [s.outcome for s in seen(clause.question, at)["es"] if s.met]
        != [s.outcome for s in column(less, clause.question, at)["es"] if s.met]
        for at in all_of(clause.question)
    )


def test_each_clause_alters_an_answer_or_is_a_repetition() -> None:
    own = {q.name for q in game().questions.values() if q.variant == "cupertino" and q.name not in MANY}
    clauses = [c for c in editions().edition("es").clauses if c.question in own]
    idle = [c for c in clauses if not alters(c)]
    assert 0 < len(idle) * 5 < len(clauses)
    assert {c.id for c in idle} == {r for c in idle for r in searched(c.question).repeated}


@pytest.mark.parametrize(
    ("without", "question"),
    [
        ("es.in_both_directions.may_read", "may_read"),
        ("es.three_and_one.dealt", "dealt"),
        ("es.gaps_are_filled.refill", "refill"),
        ("es.open_circle.may_cross_gaps", "may_cross_gaps"),
        ("es.forced_play.must_play", "must_play"),
        ("es.draw_what_was_used.draws_after", "draws_after"),
        ("es.points_of_a_card.won_points", "won_points"),
        ("es.over.cupertino_over", "cupertino_over"),
    ],
)
def test_a_rule_that_is_taken_away_leaves_a_gap(without: str, question: str) -> None:
    less = editions().less(without)
    kinds = {
        (which is less, o.kind)
        for which in (editions(), less)
        for at in all_of(question)
        for o in occurrences(which, game().questions[question], column(which, question, at))
    }
    assert (True, "gap") in kinds
    assert (False, "gap") not in kinds


def test_without_the_third_option_two_are_left() -> None:
    def claimed(without: str) -> set[str]:
        less = editions().less(without)
        only = replace(less, game=replace(game(), properties=()))  # what the text concludes
        results = properties.of_variant(only, "cupertino", plays=0).results
        return {f.id for f in results if isinstance(f, Finding)}

    options = HERE + "failed-example/es/-/es.two_options"
    assert options in claimed("es.on_its_kind.may_put.8283")
    assert options not in claimed("es.forced_play.may_take.forced")


# ------------------------------------------------------------------ play


def simulate_so(
    setting: str, players: int, rulings: list[str], games: int = 2, logs: Path | None = None
) -> Simulation:
    settled = settle_game(project(), setting)
    return simulate(
        project(),
        "equalis",
        settled.variant,
        edition="es",
        rulings=rulings,
        games=games,
        players=players,
        seed=7,
        log_dir=logs,
        parameters=settled.parameters,
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_with_the_house_rulings_games_go_to_the_end(players: int) -> None:
    played = simulate_so("equalis/cupertino", players, ["house"])
    assert dict(played.ends) == {"finished": 2}
    assert sum(spread.mean for spread in played.scores if spread is not None) > 10


@pytest.mark.parametrize("setting", ["+circle_size=16", "+circle_size=18", "+circle_size=20+advanced=true"])
def test_circles_of_other_sizes(setting: str) -> None:
    assert dict(simulate_so(f"equalis/cupertino{setting}", 3, ["house"], 1).ends) == {"finished": 1}


def test_without_rulings_play_stops_at_the_first_silence() -> None:
    played = simulate_so("equalis/cupertino", 2, [])
    assert dict(played.ends) == {"disputed": 2}
    assert [dispute[:2] for dispute in played.disputes] == [("opens", "silent")]


def test_the_log_of_a_whole_game_replays() -> None:
    log = LOG.read_text("utf-8")
    replayed = replay(project(), read_log(log))
    assert replayed.status == "valid", replayed.problems
    assert log.count("built: ") > 3 and "is: [" in log.splitlines()[-4]
