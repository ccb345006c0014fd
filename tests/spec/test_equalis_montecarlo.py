"""EQUALIS Montecarlo: it answers as its words say, the check finds what a careful reader would, and it can be
played."""

import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from checker.editions.editions import Editions
from checker.editions.options import aspect
from checker.findings.findings import Finding, Report
from checker.play.invariants.invariants import Induction, ProvedClaim, lemmas_among
from checker.questions.verdicts.matrix import column, occurrences
from checker.smt.formulas import SolverContext
from dsl.load import load_project
from dsl.model import Always, ForAll, Game, Project
from dsl.model.coverage import cover, is_left
from interpreter.logs.log import read_log
from interpreter.replay.replay import replay
from interpreter.rulebook.rulebook import Rulebook, Status
from interpreter.rulebook.situations import parse_situation, to_json
from interpreter.runtime import yamltext
from interpreter.simulate.simulate import simulate
from tests.details import fields
from tests.goldens import check_golden
from tests.spec import shipped
from tests.spec.entries import strays, told
from tests.spec.witnesses import amiss

ROOT = Path(__file__).resolve().parents[2]
LOG = Path(__file__).with_name("equalis-montecarlo.yaml")
HERE = "equalis/montecarlo/"
SILENT = "silent"
ORDERS = ("products", "leftmost")
BETS = ("second_bet", "final_bet")


@cache
def game() -> Game:
    return load_project(ROOT).games["equalis"]


def answer(question: str, situation: str = "", readings: str = "") -> Any:
    """The JSON of the answer where it is settled; else the status. `readings`: `worth=each_one …`."""
    read = dict(part.split("=") for part in readings.split())
    book = Rulebook(game(), game().editions["es"], read)
    node = yamltext.parse_document("{" + situation + "}")
    values, _ = parse_situation(node, game().questions[question], game(), book)
    assert book.meets_needs(question, values)
    outcome = book.verdict(question, values).outcome
    return to_json(outcome.admits[0], game()) if outcome.status is Status.SETTLED else outcome.status.value


def acts(stage: str, opens: bool, raised: bool, spoken: bool, readings: str) -> set[str]:
    """What a pair may do."""
    situation = f"stage: {stage}, opens: {opens}, raised: {raised}, spoken: {spoken}".replace(
        "T", "t"
    ).replace("F", "f")
    read = f"after_a_raise=speaks_once_more {readings}"
    kinds = ("stays", "bets", "matches", "raises", "withdraws")
    return {act for act in kinds if answer("may_act", f"{situation}, act: {act}", read)}


# ------------------------------------------------------------------ what the words say

SAID: list[tuple[str, str, str, Any]] = [
    # question, situation, readings, answer
    ("may_sit", "people: 2", "pares=even", True),
    ("may_sit", "people: 2", "pares=two_pairs", False),
    ("may_sit", "people: 4", "", True),
    ("may_sit", "people: 5", "", False),
    ("starts_with", "", "", 100),
    ("hand_size", "", "", 6),
    ("common_size", "", "", 7),
    ("turned_up", "stage: first_bet", "", 3),
    ("turned_up", "stage: second_bet", "", 2),
    ("turned_up", "stage: final_bet", "", 2),
    ("first_to_open", "", "", SILENT),
    ("next_to_open", "stage: first_bet", "", "next_pair"),
    ("next_to_open", "stage: second_bet", "whose_turn=of_the_hand", "same_pair"),
    ("next_to_open", "stage: final_bet", "whose_turn=of_the_bet", "next_pair"),
    ("plays_without", "", "", SILENT),
    ("may_discard_cards", "number: 6, already: false", "", True),
    ("may_discard_cards", "number: 1, already: true", "how_often=once", False),
    ("may_discard_cards", "number: 1, already: true", "how_often=as_often", True),
    ("order_of_discards", "", "when_drawn=at_once", "one_by_one"),
    ("order_of_discards", "", "when_drawn=afterwards", "all_together"),
    ("recycled_when", "", "when_it_is_out=last_taken", "as_the_last_goes"),
    ("recycled_when", "", "when_it_is_out=one_is_wanted", "when_one_is_wanted"),
    ("speaks_again", "", "after_a_raise=speaks_once_more", True),
    ("speaks_again", "", "after_a_raise=is_out", False),
    ("left_alone", "", "bluff=a_rule", "wins_unshown"),
    ("left_alone", "", "bluff=colour", "has_to_show"),
    ("may_be_bare", "", "bare=it_is", True),
    ("may_be_bare", "", "bare=it_is_not", False),
    ("may_use", "own: true, common: true", "with_which_cards=both_of_them", True),
    ("may_use", "own: false, common: true", "with_which_cards=both_of_them", False),
    ("may_use", "own: false, common: true", "with_which_cards=any_of_them", True),
    ("may_come_to", "whole: true, negative: false", "which_numbers=natural_numbers", True),
    ("may_come_to", "whole: true, negative: true", "which_numbers=natural_numbers", False),
    ("may_come_to", "whole: true, negative: true", "which_numbers=whole_numbers", True),
    ("may_come_to", "whole: false, negative: false", "which_numbers=whole_numbers", False),
    ("may_come_to", "whole: false, negative: true", "which_numbers=any_number", True),
    ("hand_winner", "shown: []", "", SILENT),
    ("hand_winner", "shown: [{player: Ana, points: 5, result: 2}]", "", "Ana"),
    ("deck_cleared", "", "all_the_cards=in_play", False),
    ("deck_cleared", "", "all_the_cards=whole_deck", True),
    ("may_leave", "", "leaving_the_game=is_allowed", True),
    ("may_leave", "", "leaving_the_game=is_not_said", False),
    ("payment", "withdrew: true, winner: another", "", "its_bet_off"),
    ("payment", "withdrew: false, winner: another", "", "its_bet_off"),
    ("payment", "withdrew: false, winner: itself", "all_that_was_bet=all_of_it", "all_bets_on"),
    ("payment", "withdrew: false, winner: itself", "all_that_was_bet=the_others", "others_bets_on"),
    (
        "payment",
        "withdrew: false, winner: nobody_at_all",
        "who_loses_if_nobody_wins=none_has_lost",
        "nothing",
    ),
    (
        "payment",
        "withdrew: true, winner: nobody_at_all",
        "who_loses_if_nobody_wins=none_has_lost",
        "its_bet_off",
    ),
]


@pytest.mark.parametrize(("question", "situation", "readings", "expected"), SAID)
def test_what_the_words_say(question: str, situation: str, readings: str, expected: Any) -> None:
    assert answer(question, situation, readings) == expected


def stacks(*rows: str) -> str:
    """`stacks("80", "30 out")`: Ana has 80 EQUALIS, and Beto 30 and has withdrawn."""
    parts = []
    for name, row in zip(game().names, rows, strict=False):
        equalis, *out = row.split()
        parts.append(f"{{player: {name}, equalis: {equalis}, withdrawn: {'true' if out else 'false'}}}")
    return f"stacks: [{', '.join(parts)}]"


@pytest.mark.parametrize(
    ("rows", "cap"),
    [(("80", "30 out", "65"), 65), (("80", "30", "65"), 30), (("1", "0"), 0), (("80", "65 out", "90"), 80)],
)
def test_the_poorest_pair_that_still_bets_is_the_cap(rows: tuple[str, ...], cap: int) -> None:
    assert answer("bet_cap", stacks(*rows)) == cap


@pytest.mark.parametrize(
    ("rows", "over", "winner"),
    [
        (("100", "0", "0"), True, "Ana"),
        (("100", "50", "0"), False, None),
        (("100", "50 out", "30 out"), True, SILENT),
        (("0", "0"), SILENT, None),
        (("0", "100 out", "0"), True, "Beto"),
    ],
)
@pytest.mark.parametrize("reading", ["one_of_the_two", "either_of_them"])
def test_the_end(rows: tuple[str, ...], over: Any, winner: Any, reading: str) -> None:
    assert answer("montecarlo_over", stacks(*rows), f"lost_or_withdrawn={reading}") == over
    if over is True:
        assert answer("montecarlo_winner", stacks(*rows), f"lost_or_withdrawn={reading}") == winner


def test_some_have_lost_all_and_the_others_have_left() -> None:
    rows = stacks("0", "50 out", "80")
    assert answer("montecarlo_over", rows, "lost_or_withdrawn=one_of_the_two") is False
    assert answer("montecarlo_over", rows, "lost_or_withdrawn=either_of_them") is True


def test_the_first_bet_is_made_or_not_and_cannot_be_raised() -> None:
    for opens, may in ((True, {"bets", "stays"}), (False, {"matches", "withdraws"})):
        assert acts("first_bet", opens, False, False, "") == may


@pytest.mark.parametrize("stage", BETS)
def test_the_later_bets(stage: str) -> None:
    whenever, once = "raising_again=whenever_it_speaks", "raising_again=at_first_only"
    assert acts(stage, True, False, False, whenever) == {"stays", "raises", "withdraws"}
    left = "if_not_raised=may_leave_it"
    assert acts(stage, False, False, False, f"{left} {whenever}") == {"stays", "raises", "withdraws"}
    assert acts(stage, False, False, False, f"if_not_raised=may_not {whenever}") == {"raises", "withdraws"}
    assert acts(stage, False, True, False, f"{left} {once}") == {"matches", "raises", "withdraws"}
    assert acts(stage, False, True, True, f"{left} {once}") == {"matches", "withdraws"}


@pytest.mark.parametrize("stage", BETS)
def test_whether_the_one_that_opened_may_match_a_raise(stage: str) -> None:
    again = "raising_again=whenever_it_speaks"
    assert acts(stage, True, True, True, f"the_rest=all_but_who_raised {again}") == {
        "matches",
        "raises",
        "withdraws",
    }
    assert acts(stage, True, True, True, f"the_rest=all_but_who_opened {again}") == {"raises", "withdraws"}


# ------------------------------------------------------------------ the printed examples

EIGHTEEN, TWENTY_ONE = "8 + 7 + 3 = 2 + 13 + 3", "10 + 5 + 6 = 18 + 2 + 1"


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("row", "result"), [(EIGHTEEN, 18), (TWENTY_ONE, 21)])
def test_both_printed_equalities(order: str, row: str, result: int) -> None:
    assert answer("valid_equality", f"equality: '{row}'", f"montecarlo_order={order}") is True
    assert answer("result", f"equality: '{row}'", f"montecarlo_order={order}") == result


@pytest.mark.parametrize("counts", ["counts", "counts_not"])
@pytest.mark.parametrize("worth", ["in_the_corner", "each_one"])
def test_twenty_one_beats_eighteen_as_both_are_worth_as_much(worth: str, counts: str) -> None:
    read = f"worth={worth} equals_counts={counts} montecarlo_order=products"
    points = [answer("points", f"equality: '{row}'", read) for row in (EIGHTEEN, TWENTY_ONE)]
    assert points[0] == points[1]
    for first, second in ((18, 21), (21, 18)):
        rows = [
            f"{{player: {name}, points: {points[0]}, result: {result}}}"
            for name, result in (("Ana", first), ("Beto", second))
        ]
        assert answer("hand_winner", f"shown: [{', '.join(rows)}]") == ("Ana" if first > second else "Beto")


def test_most_points_then_the_result_then_nobody() -> None:
    def shown(*rows: tuple[int, str]) -> str:
        parts = [
            f"{{player: {name}, points: {points}, result: {result}}}"
            for name, (points, result) in zip(game().names, rows, strict=False)
        ]
        return f"shown: [{', '.join(parts)}]"

    assert answer("hand_winner", shown((9, "50"), (10, "1"))) == "Beto"
    assert answer("hand_winner", shown((10, "7/2"), (10, "3"), (8, "99"))) == "Ana"
    assert answer("hand_winner", shown((10, "3"), (10, "3"))) is None


def test_the_two_orders_of_operations() -> None:
    row = "1 + 2 x 3 = 7"
    assert answer("valid_equality", f"equality: '{row}'", "montecarlo_order=products") is True
    assert answer("valid_equality", f"equality: '{row}'", "montecarlo_order=leftmost") is False
    assert answer("valid_equality", "equality: '1 ÷ 0 = 1 ÷ 0'", "montecarlo_order=products") is False


def test_the_best_that_can_be_built() -> None:
    read = "montecarlo_order=products worth=in_the_corner equals_counts=counts"
    sevens = {"7 = 5 + 2", "7 = 2 + 5", "5 + 2 = 7", "2 + 5 = 7"}  # worth as much as 5 = 2 + 3, and higher
    assert answer("best_equality", "cards: '2 + 3 = 5, 7'", read) in sevens
    assert answer("best_equality", "cards: '2 + 3 = 4, 9'", read) is None
    nineteen = "cards: '8, 7, 3, 2, 13, 3, +, +, +, +, =, x, 5, 12, 20, 1, -, 4, 0'"
    found = answer("best_equality", nineteen, read)
    assert answer("valid_equality", f"equality: '{found}'", read) is True


# ------------------------------------------------------------------ the text


def test_every_sentence_is_taken_up() -> None:
    edition = game().editions["es"]
    own = [text for text in edition.texts if text.source.path.endswith("montecarlo-es.txt")]
    covered = cover(replace(edition, texts=tuple(own)))
    assert len(covered) == 80
    assert [c for c in covered if is_left(c)] == []


# ------------------------------------------------------------------ what the check finds


@pytest.fixture(scope="module")
def project() -> Project:
    return load_project(ROOT)


@pytest.fixture(scope="module")
def report(project: Project) -> Report:
    return shipped.report("equalis/montecarlo")


def found(report: Report, identifier: str) -> Finding:
    """The finding with this identifier, without the variant."""
    return next(f for f in report.findings if f.id == HERE + identifier)


def situation(finding: Finding) -> list[Any]:
    assert finding.witness is not None and finding.witness.confirmed
    return [to_json(value, game()) for value in finding.witness.situation]


def quotes(finding: Finding) -> list[str]:
    return [c.citation.quote for c in finding.citations]


def test_identifiers(report: Report) -> None:
    check_golden(Path(__file__).with_name("equalis_montecarlo.ids"), told(report))


def test_every_witness_shows_what_is_told_of_it(project: Project, report: Report) -> None:
    assert amiss(project.games, report) == {}


def test_each_record_is_of_the_cause_of_its_entry(report: Report) -> None:
    assert strays(report) == []


def test_all_is_confirmed_and_only_one_claim_undecided(report: Report) -> None:
    assert [u.holds for u in report.undecided] == ["montecarlo_can_end"]
    for finding in report.findings:
        assert finding.witness is None or finding.witness.confirmed, finding.id


def test_what_it_refers_to_and_does_not_contain(report: Report) -> None:
    dangling = {q for f in report.findings if f.kind == "dangling" for q in quotes(f)}
    assert len([f for f in report.findings if f.kind == "dangling"]) == 5
    for words in ("ver siguiente apartado", "Niveles de EQUALIS: Todos"):
        assert words in dangling
    for words in ("“Las Vegas”", "siguiente imagen", "siguiente figura"):
        assert any(words in quote for quote in dangling)


@pytest.mark.parametrize(
    ("question", "witness"),
    [
        ("first_to_open", []),
        ("plays_without", []),
        ("hand_winner", [[]]),
    ],
)
def test_on_what_it_is_silent(report: Report, question: str, witness: list[Any]) -> None:
    gap = found(report, f"gap/es/{question}/-")
    assert (gap.certainty, situation(gap)) == ("firm", witness)


def test_that_nobody_has_any_left_is_asked_about_only_where_all_can_lose(report: Report) -> None:
    gap = found(report, "gap/es/montecarlo_over/-")
    assert (gap.certainty, situation(gap)) == (
        "possible",
        [[{"player": p, "equalis": 0, "withdrawn": False} for p in ("Ana", "Beto")]],
    )


@pytest.mark.parametrize("doubt", ["montecarlo_order", "worth", "equals_counts", "bare", "which_numbers"])
def test_for_what_it_has_no_words(report: Report, doubt: str) -> None:
    gap = found(report, f"gap/es/-/es.{doubt}")
    assert (gap.certainty, gap.doubts) == ("firm", (f"es.{doubt}",))


def test_nobody_is_told_to_shuffle_at_first(report: Report) -> None:
    assert found(report, "gap/es/-/step.montecarlo_shuffling").certainty == "firm"


@pytest.mark.parametrize(
    ("doubt", "certainty", "words"),
    [
        ("pares", "firm", "Nº de Jugadores: Pares"),
        ("whose_turn", "firm", "La pareja que le toque por turno realizará la primera apuesta"),
        ("after_a_raise", "firm", "Todas las parejas que pasen al siguiente paso"),
        ("the_rest", "possible", "El resto de parejas"),  # only if a pair speaks again
        ("if_not_raised", "firm", "(en caso de que se haya subido)"),
        ("bluff", "firm", "se puede ir de farol"),
        ("how_often", "firm", "se podrán descartar"),
        ("when_drawn", "firm", "coge el mismo número de cartas"),
        ("when_it_is_out", "firm", "Cuando se terminan las cartas"),
        ("all_that_was_bet", "firm", "todos los «puntos Equalis» que se hayan apostado"),
        ("who_loses_if_nobody_wins", "firm", "las parejas perdedoras"),
        ("with_which_cards", "firm", "con sus cartas (6 cartas por jugador)"),
        ("all_the_cards", "firm", "todas las cartas se deberán echar"),
        ("lost_or_withdrawn", "firm", "menos la ganadora"),
        ("leaving_the_game", "firm", "se retiren del juego"),
    ],
)
def test_what_can_be_read_in_several_ways(report: Report, doubt: str, certainty: str, words: str) -> None:
    ambiguity = found(report, f"ambiguity/es/-/es.{doubt}")
    assert (ambiguity.certainty, ambiguity.doubts) == (certainty, (f"es.{doubt}",))
    assert any(words in quote for quote in quotes(ambiguity))


def test_the_winner_adds_what_was_never_taken_off(report: Report) -> None:
    broken = found(report, "property/es/-/winner_gains_what_others_lose")
    assert broken.under == ({"all_that_was_bet": "all_of_it"},)
    assert "La pareja ganadora sumará a su cuenta" in quotes(broken)[0]


def test_who_stayed_loses_though_nobody_wins_by_one_reading(report: Report) -> None:
    broken = found(report, "property/es/-/nobody_wins_nobody_loses")
    assert (broken.certainty, broken.under) == ("possible", ({"who_loses_if_nobody_wins": "all_have_lost"},))
    assert situation(broken) == [False, "nobody_at_all"]


def test_equalis_are_not_kept_in_play(report: Report, project: Project) -> None:
    broken = found(report, "property/es/-/equalis_kept")
    log = fields(broken)["log"]
    assert isinstance(log, str)
    assert not replay(project, read_log(log)).problems


def test_a_pair_without_equalis_caps_every_bet_at_nothing(report: Report) -> None:
    broken = found(report, "property/es/-/broke_pair_is_no_cap")
    assert (broken.certainty, fields(broken)["if_agreed"]) == ("possible", ["plays_without"])
    (rows,) = situation(broken)
    assert sorted(row["equalis"] for row in rows) == [0, 1, 1]
    assert not any(row["withdrawn"] for row in rows)


def test_an_unraised_bet_can_be_left_only_as_one_reads_it(report: Report) -> None:
    broken = found(report, "property/es/-/bet_can_be_left")
    assert (broken.certainty, broken.under) == ("possible", ({"if_not_raised": "may_not"},))
    matched = found(report, "property/es/-/bet_can_be_matched")
    assert "all_but_who_opened" in {u["the_rest"] for u in matched.under}


def test_a_game_can_go_round_for_ever(report: Report) -> None:
    for name in ("montecarlo_ends", "montecarlo_never_returns"):
        broken = found(report, f"property/es/-/{name}")
        assert broken.certainty == "possible"  # the table has to agree on who opens the first bet
        assert "first_to_open" in fields(broken)["agreed"]


def test_what_is_proved(report: Report) -> None:
    proved = {p.holds for p in report.proved if p.question is None}
    assert {"five_up", "seven_up", "four_stages"} <= proved  # what the text concludes
    assert {
        "some_act_is_open",
        "losers_lose_what_they_bet",
        "nobody_bets_what_it_has_not",
        "equalis_cards_kept",
    } <= proved
    complete = {p.question for p in report.proved if p.holds == "complete"}
    assert {"bet_cap", "may_act", "payment", "turned_up", "next_to_open"} <= complete


def test_a_card_is_not_worth_the_number_on_its_face(report: Report) -> None:
    struck = [e.readings for e in report.eliminated if "worth" in e.readings]
    assert struck == [{"worth": "on_its_face"}]


def test_only_equalities_are_looked_at(report: Report) -> None:
    assert {c.question for c in report.concrete} == {
        "montecarlo_value",
        "valid_equality",
        "points",
        "result",
        "best_equality",
    }


# ------------------------------------------------------------------ with a rule taken away, or mended


@cache
def editions() -> Editions:
    plain = aspect(game(), "montecarlo")
    assert plain is not None
    return Editions(plain, tuple(plain.editions.values()))


SMALL = (
    *("may_sit", "starts_with", "turned_up", "next_to_open", "may_discard_cards", "order_of_discards"),
    *("recycled_when", "may_act", "speaks_again", "left_alone", "may_come_to", "may_be_bare", "may_use"),
    *("payment", "deck_cleared", "may_leave"),
)
SAID_TWICE = {
    "es.an_even_number.may_sit.a291",
    "es.an_even_number.may_sit.ead3",
    "es.no_raise_at_first.may_act",
}
SAID_BY_DEFAULT = {"es.the_end.may_leave.forbid"}


@pytest.mark.parametrize("question", SMALL)
def test_no_clause_can_be_taken_away_unnoticed(question: str) -> None:
    asked = editions().game.questions[question]
    book = editions().rulebook("es", {})
    situations = list(editions().situations(question, book))
    clauses = [c.id for c in editions().members[0].clauses if c.question == question]
    assert clauses
    for clause in clauses:
        less = editions().less(clause)
        changed = any(
            occurrences(editions(), asked, column(editions(), question, at))
            != occurrences(editions(), asked, column(less, question, at))
            or [s.verdict and s.outcome for s in column(editions(), question, at)["es"]]
            != [s.verdict and s.outcome for s in column(less, question, at)["es"]]
            for at in situations
        )
        assert changed is (clause not in SAID_TWICE | SAID_BY_DEFAULT), clause


def mended(tmp_path: Path, *changes: tuple[str, str]) -> Editions:
    """The project with these words of the transcription changed; who withdraws is to lose nothing either."""
    for name in ("spec/equalis", "rules-src"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "arbitre.toml").write_text('name = "mended"\n', "utf-8")
    path = tmp_path / "spec/equalis/montecarlo/es.rules"
    text = path.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, "utf-8")
    flow = path.with_name("game.rules")
    whoever = ("needs winner = nobody_at_all and not withdrew:", "needs winner = nobody_at_all:")
    flow.write_text(flow.read_text("utf-8").replace(*whoever), "utf-8")
    plain = aspect(load_project(tmp_path).games["equalis"], "montecarlo")
    assert plain is not None
    return Editions(plain, tuple(plain.editions.values()))


PAID_FROM_THE_OTHERS = ("winner = itself then all_bets_on", "winner = itself then others_bets_on")
NOBODY_LOSES = (
    "    under who_loses_if_nobody_wins: all_have_lost\n"
    "    when winner = nobody_at_all and not withdrew\n"
    "    then its_bet_off",
    "    under who_loses_if_nobody_wins: all_have_lost\n"
    "    when winner = nobody_at_all and not withdrew\n"
    "    then nothing",
)
NOR_WHO_WITHDREW = (
    "when withdrew then its_bet_off",
    "when withdrew then if winner = another then its_bet_off else nothing",
)


LEMMAS = ("winner_gains_what_others_lose", "losers_lose_what_they_bet", "nobody_wins_nobody_loses")


def kept(better: Editions) -> ProvedClaim:
    """What is proved by induction of the claim that no EQUALIS appear or vanish."""
    own = [p for p in better.game.properties if p.variant == "montecarlo"]
    claim = next(p for p in own if p.name == "equalis_kept")
    assert isinstance(claim.claim, Always)
    lemmas = lemmas_among([p for p in own if isinstance(p.claim, ForAll)])
    edition = better.members[0]
    (held,) = Induction(better, "montecarlo").held(better, edition, [(claim, claim.claim)], lemmas)
    return held


def test_with_the_payment_mended_equalis_are_proved_to_be_kept(tmp_path: Path) -> None:
    with SolverContext.own():
        held = kept(mended(tmp_path, PAID_FROM_THE_OTHERS, NOBODY_LOSES, NOR_WHO_WITHDREW))
    assert ({lemma.name for lemma in held.lemmas}, held.under, held.others) == (set(LEMMAS), ({},), ())


@pytest.mark.parametrize("left", range(3))
def test_it_takes_all_of_the_payment(left: int, tmp_path: Path) -> None:
    every = [PAID_FROM_THE_OTHERS, NOBODY_LOSES, NOR_WHO_WITHDREW]
    with SolverContext.own():
        held = kept(mended(tmp_path, *(each for at, each in enumerate(every) if at != left)))
    assert held.others != ()


# ------------------------------------------------------------------ play


def test_with_the_house_rulings_games_go_to_the_end(project: Project) -> None:
    played = simulate(
        project, "equalis", "montecarlo", edition="es", rulings=["house"], games=6, players=3, seed=7
    )
    assert dict(played.ends) == {"finished": 6}
    assert played.disputes == ()


@pytest.mark.parametrize("number", [2, 6])
def test_with_as_few_and_as_many_pairs_as_can_play(project: Project, number: int) -> None:
    played = simulate(
        project, "equalis", "montecarlo", edition="es", rulings=["house"], games=2, players=number, seed=1
    )
    assert dict(played.ends) == {"finished": 2}


def test_without_rulings_play_stops_at_the_first_silence(project: Project) -> None:
    played = simulate(project, "equalis", "montecarlo", edition="es", games=1, players=2, seed=1)
    assert [dispute[:2] for dispute in played.disputes] == [("first_to_open", "silent")]


def test_the_log_of_a_whole_game_is_valid(project: Project) -> None:
    found = replay(project, read_log(LOG.read_text("utf-8")))
    assert (found.status, found.problems) == ("valid", ())
    assert found.scores is not None and sum(dict(found.scores).values()) == 300


def test_under_all_readings_the_log_is_followed_as_far_as_they_can_be_heard(project: Project) -> None:
    text = LOG.read_text("utf-8").replace("rulings: [house]\n", "")
    found = replay(project, read_log(text))
    assert found.status == "disputed"
    assert [(p.event, p.code) for p in found.problems] == [
        (1, "silent"),
        (4, "disputed"),
        (7, "too-many-ways"),
    ]
    unless = (
        "this stands unless `how_often` is read as `as_often` and `when_drawn` is read as `at_once`; else"
    )
    assert found.problems[1].message.startswith(unless)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("act: bets}", "act: raises}", "illegal-move"),
        ("amount: 40}", "amount: 101}", "illegal-move"),
        ("claim: hand_winner, is: ", "claim: hand_winner, is: Carla} # ", "wrong-claim"),
    ],
)
def test_the_first_event_that_breaks_a_rule_is_told(project: Project, old: str, new: str, code: str) -> None:
    text = LOG.read_text("utf-8").replace(old, new, 1)
    found = replay(project, read_log(text))
    assert found.status == "invalid"
    assert found.problems[0].code == code
