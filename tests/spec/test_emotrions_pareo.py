"""Pareo: each edition answers as its words say, the check finds what a careful reader would, and it can be
played."""

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest

from checker.editions.editions import Editions
from checker.editions.elimination import strike_by_examples
from checker.editions.options import aspect
from checker.findings.findings import Finding, Proof, Report
from checker.play.termination import termination as ends
from checker.questions.verdicts.matrix import Column, column, occurrences
from dsl.load import load_project
from dsl.model import Game, Project
from dsl.types.values import Case, Value, bag_of
from interpreter.logs.log import read_log
from interpreter.play.setting import settle_game
from interpreter.replay.replay import replay
from interpreter.rulebook.rulebook import Situation
from interpreter.simulate.result import Simulation
from interpreter.simulate.simulate import simulate
from tests.coverage import not_covered
from tests.goldens import check_golden
from tests.plain import plain
from tests.spec import shipped
from tests.spec.entries import strays, told
from tests.spec.test_emotrions_standard import answer, game
from tests.spec.witnesses import amiss

ROOT = Path(__file__).resolve().parents[2]
HERE = "emotrions/pareo/"
SILENT, CLASH, WAITS, OUT = "silent", "contradictory", "blocked", "discarded"
CHALLENGER, RESPONDER = {"taken": "challenger"}, {"taken": "responder"}


def pair(text: str) -> str:
    """`"Amor Odi : Odi"`: an attack with an Amor and an Odi, answered by an Odi."""
    attack, _, answered = text.partition(":")
    return f"attack: [{', '.join(attack.split())}], answer: [{', '.join(answered.split())}]"


ALIKE: list[tuple[str, str, str, Any]] = [
    # in both editions: question, situation, readings, answer
    ("may_join_pareo", "seats: 2", "", True),
    ("may_join_pareo", "seats: 3", "", False),
    ("first_challenger", "previous_winners: []", "as_in_any_game=standard_only", SILENT),
    ("first_challenger", "previous_winners: []", "as_in_any_game=of_pareo_too", "lot"),
    ("may_attack", "attack: [Avidesa]", "", True),
    ("may_attack", "attack: [Amor, Alegria]", "", True),
    ("may_answer", pair("Amor:"), "", True),
    ("may_answer", pair("Amor: Amor"), "", True),
    ("may_answer", pair("Amor: Odi"), "has_to_be=to_match", True),
    ("may_answer", pair("Amor: Odi"), "has_to_be=nothing_else", False),
    ("may_answer", pair("Amor: Avidesa"), "has_to_be=nothing_else", True),
    ("matched", pair("Amor: Amor"), "", True),
    ("matched", pair("Amor: Odi"), "", False),
    ("matched", pair("Amor:"), "", False),
    ("matched", pair("Amor Bondat: Amor Bondat"), "", True),
    ("fate", pair("Amor: Amor"), "", RESPONDER),
    ("fate", pair("Amor:"), "", CHALLENGER),
    ("fate", pair("Amor: Odi"), "not_answering=plays_nothing", SILENT),
    ("fate", pair("Amor: Odi"), "not_answering=does_not_match", CHALLENGER),
    ("fate", pair("Odi: Avidesa"), "", OUT),
    ("fate", pair("Amor: Avidesa"), "not_answering=does_not_match", OUT),
    ("fate", pair("Indecisio:"), "", SILENT),
    ("pareo_leftovers", "holders: 1", "", "pile"),
    ("pareo_over", "without: challenger", "", SILENT),
    ("pareo_short_bank", "bank: 0", "", SILENT),
    (
        "pareo_winner",
        "scores: [{player: Anna, score: 3}, {player: Bernat, score: 1}]",
        "as_in_any_game=standard_only",
        SILENT,
    ),
    ("stray", "", "has_to_be=to_match not_answering=does_not_match", SILENT),
]

APART: list[tuple[str, str, str, str, Any]] = [
    # edition, question, situation, readings, answer
    ("ca", "pareo_hand", "", "as_in_any_game=standard_only six_to_begin=conclusion", SILENT),
    ("ca", "pareo_hand", "", "as_in_any_game=standard_only six_to_begin=tells", 6),
    ("ca", "pareo_hand", "", "as_in_any_game=of_pareo_too", 6),
    ("ca", "first_challenger", "previous_winners: [Anna]", "", {"player": "Anna"}),
    ("fr", "first_challenger", "previous_winners: [Anna]", "first_turn=games", {"player": "Anna"}),
    ("fr", "first_challenger", "previous_winners: [Anna]", "first_turn=rounds", "lot"),
    ("fr", "pareo_hand", "", "", 6),
    ("ca", "may_attack", "attack: [Amor, Odi]", "", True),
    ("ca", "may_attack", "attack: [Amor, Odi]", "of_one_sign_too=of_one_sign", False),
    ("ca", "may_attack", "attack: [Amor, Avidesa]", "of_one_sign_too=of_one_sign", False),
    ("ca", "may_attack", "attack: [Odi, Indecisio]", "of_one_sign_too=of_one_sign", True),
    ("fr", "may_attack", "attack: [Amor, Odi]", "", False),
    ("fr", "may_attack", "attack: [Amor, Indecisio]", "", True),
    ("fr", "may_attack", "attack: [Amor, Indecisio]", "stands_for_its_neighbour=against", False),
    ("fr", "may_attack", "attack: [Avidesa, Indecisio]", "", False),
    # two cards against one
    ("ca", "may_answer", pair("Amor: Amor Amor"), "", True),
    ("ca", "may_answer", pair("Amor: Odi Odi"), "", False),
    ("ca", "may_answer", pair("Amor: Odi Odi"), "two_equal_cards=to_each_other", True),
    ("ca", "matched", pair("Amor: Odi Odi"), "two_equal_cards=to_each_other", True),
    ("ca", "matched", pair("Amor: Amor Indecisio"), "", True),
    ("ca", "may_answer", pair("Amor: Amor Odi"), "", False),
    ("fr", "may_answer", pair("Amor: Amor Amor"), "", False),
    # one card against two
    ("fr", "matched", pair("Amor Amor: Amor"), "", False),
    ("fr", "matched", pair("Amor Amor: Amor"), "", False),
    ("fr", "matched", pair("Amor Amor: Amor Amor"), "", True),
    ("ca", "matched", pair("Amor Amor: Amor"), "", False),
    # who benefits: as printed, both do from a match
    ("ca", "benefits", pair("Amor: Amor"), "", CLASH),
    ("ca", "benefits", pair("Amor: Odi"), "", SILENT),
    ("ca", "next_challenger", pair("Amor: Amor"), "who_has_benefited=as_said", WAITS),
    ("ca", "next_challenger", pair("Amor: Amor"), "who_has_benefited=by_the_cards", "responder"),
    (
        "ca",
        "next_challenger",
        pair("Odi:"),
        "who_has_benefited=by_the_cards fails_to_match=in_vain",
        "challenger",
    ),
    ("fr", "benefits", pair("Amor: Amor"), "", "responder"),
    ("fr", "benefits", pair("Amor:"), "", "challenger"),
    ("fr", "benefits", pair("Amor: Avidesa"), "", "challenger"),
    ("fr", "next_challenger", pair("Odi: Odi"), "winner_of_a_round=who_takes", "challenger"),
    ("fr", "next_challenger", pair("Odi: Odi"), "winner_of_a_round=who_profits", "responder"),
    ("fr", "next_challenger", pair("Amor: Avidesa"), "winner_of_a_round=who_takes", SILENT),
    # a negative attack
    ("ca", "fate", pair("Odi:"), "", CLASH),
    ("ca", "fate", pair("Odi: Amor"), "", CHALLENGER),
    ("ca", "fate", pair("Odi: Amor"), "not_answering=does_not_match", CLASH),
    ("ca", "fate", pair("Odi: Odi"), "", SILENT),
    ("fr", "fate", pair("Odi:"), "", RESPONDER),
    ("fr", "fate", pair("Odi: Odi"), "", CHALLENGER),
    ("ca", "fate", pair("Odi Furia:"), "the_challenging_card=of_one", CHALLENGER),
    ("ca", "fate", pair("Odi Furia:"), "the_challenging_card=of_one_or_two", CLASH),
    ("fr", "fate", pair("Odi Furia:"), "the_challenging_card=of_one", SILENT),
    ("fr", "fate", pair("Odi Furia:"), "the_challenging_card=of_one_or_two", RESPONDER),
    # the Força
    ("ca", "fate", pair("Forca: Forca"), "", CHALLENGER),
    ("ca", "fate", pair("Forca: Indecisio"), "", RESPONDER),
    ("ca", "fate", pair("Forca: Avidesa"), "", OUT),
    ("ca", "fate", pair("Forca: Odi"), "", CHALLENGER),
    ("fr", "fate", pair("Forca: Forca"), "", RESPONDER),
    # the Indecisió
    ("ca", "matched", pair("Odi: Indecisio"), "", True),
    ("ca", "matched", pair("Indecisio: Odi"), "", True),
    ("ca", "matched", pair("Indecisio: Avidesa"), "", True),
    ("ca", "matched", pair("Indecisio: Indecisio"), "", True),
    ("ca", "fate", pair("Indecisio: Amor"), "", RESPONDER),
    ("ca", "fate", pair("Indecisio: Indecisio"), "", SILENT),
    ("ca", "fate", pair("Indecisio: Avidesa"), "", OUT),
    ("ca", "matched", pair("Amor Odi: Amor Indecisio"), "", True),
    ("ca", "matched", pair("Amor Indecisio: Amor Odi"), "other_is_beside=beside", False),
    ("ca", "matched", pair("Amor Indecisio: Amor Odi"), "other_is_beside=opponents", True),
    ("ca", "matched", pair("Amor Indecisio: Amor Amor"), "other_is_beside=beside", True),
    ("fr", "matched", pair("Odi: Indecisio"), "", False),
    ("fr", "matched", pair("Odi: Indecisio"), "stands_for_its_neighbour=against", True),
    ("fr", "matched", pair("Amor Amor: Amor Indecisio"), "", True),
    ("fr", "matched", pair("Amor Bondat: Amor Indecisio"), "", False),
    ("fr", "matched", pair("Amor Bondat: Amor Indecisio"), "stands_for_its_neighbour=against", True),
    # the card that eats
    ("ca", "fate", pair("Avidesa: Avidesa"), "", OUT),
    ("ca", "fate", pair("Amor Bondat: Avidesa"), "both_of_them=of_all", OUT),
    ("ca", "fate", pair("Amor Bondat: Avidesa"), "both_of_them=of_two", SILENT),
    ("fr", "fate", pair("Avidesa: Amor"), "", SILENT),
    # drawing, the end
    ("ca", "pareo_draws", "round: 1", "", 0),
    ("fr", "pareo_draws", "round: 1", "", 1),
    ("fr", "pareo_draws", "round: 1", "from_which_round=but_the_first", 0),
    ("ca", "pareo_draws", "round: 2", "", 1),
    ("ca", "pareo_first_to_draw", "next: responder", "", "challenger"),
    ("ca", "pareo_first_to_draw", "next: responder", "which_challenger=of_the_next", "responder"),
    ("fr", "pareo_first_to_draw", "next: responder", "", "responder"),
    ("ca", "pareo_over", "without: responder", "no_cards=none_at_all", False),
    ("ca", "pareo_leftovers", "holders: 2", "", "pile"),
    ("fr", "pareo_leftovers", "holders: 2", "", SILENT),
    # several games
    ("ca", "lethal_loser", "scores: [{player: Anna, score: -3}, {player: Bernat, score: 0}]", "", "Anna"),
    ("ca", "lethal_loser", "scores: [{player: Anna, score: 3}, {player: Bernat, score: 0}]", "", None),
    ("ca", "lethal_loser", "scores: [{player: Anna, score: -3}, {player: Bernat, score: -1}]", "", SILENT),
    ("ca", "race_winner", "totals: [{player: Anna, score: 37}, {player: Bernat, score: 0}]", "", "Anna"),
    ("ca", "race_winner", "totals: [{player: Anna, score: 38}, {player: Bernat, score: 0}]", "", None),
    (
        "ca",
        "race_winner",
        "totals: [{player: Anna, score: 38}, {player: Bernat, score: 0}]",
        "arrives=at_least",
        "Anna",
    ),
    ("ca", "race_winner", "totals: [{player: Anna, score: 37}, {player: Bernat, score: 37}]", "", SILENT),
]

STEPS = ["shuffling", "dealing", "drawing", "taking", "adding"]
NOT_ORDERED = {"ca": {"shuffling", "dealing"}, "fr": {"shuffling"}}


@pytest.mark.parametrize("edition", ["ca", "fr"])
@pytest.mark.parametrize(("question", "situation", "readings", "expected"), ALIKE)
def test_what_both_say_alike(
    edition: str, question: str, situation: str, readings: str, expected: Any
) -> None:
    assert answer(edition, question, situation, readings) == expected


@pytest.mark.parametrize(("edition", "question", "situation", "readings", "expected"), APART)
def test_what_they_say_apart(
    edition: str, question: str, situation: str, readings: str, expected: Any
) -> None:
    assert answer(edition, question, situation, readings) == expected


@pytest.mark.parametrize("edition", ["ca", "fr"])
def test_the_steps_that_words_order(edition: str) -> None:
    plain = [orders for orders in game().editions[edition].orders if not orders.under]
    ordered = {step for orders in plain for step in orders.steps}
    assert {"attacking", "answering"} <= ordered
    assert {s for s in STEPS if f"pareo_{s}" in ordered} == set(STEPS) - NOT_ORDERED[edition]


@pytest.mark.parametrize("edition", ["ca", "fr"])
def test_every_sentence_is_accounted_for(edition: str) -> None:
    assert [c for c in not_covered(game().editions[edition]) if c.part and "pareo" in c.part.variants] == []


# ------------------------------------------------------------------ what the check finds


@pytest.fixture(scope="module")
def project() -> Project:
    return load_project(ROOT)


@pytest.fixture(scope="module")
def report(project: Project) -> Report:
    return shipped.report("emotrions/pareo")


def found(report: Report, identifier: str) -> Finding:
    return next(f for f in report.findings if f.id == HERE + identifier)


def situation(finding: Finding) -> list[Any]:
    assert finding.witness is not None and finding.witness.confirmed
    return [plain(value) for value in finding.witness.situation]


def test_identifiers(report: Report) -> None:
    check_golden(Path(__file__).with_name("emotrions_pareo.ids"), told(report))


def test_each_record_is_of_the_cause_of_its_entry(report: Report) -> None:
    assert strays(report) == []


def test_everything_is_decided_and_confirmed(report: Report) -> None:
    left = {(u.variant, u.editions, u.holds) for u in report.undecided}
    assert left == {("pareo+race_to_37", ("ca",), "pareo_ends")}
    for finding in report.findings:
        assert finding.witness is None or finding.witness.confirmed, finding.id


def test_the_two_paragraphs_on_a_negative_attack_clash(report: Report) -> None:
    finding = found(report, "contradiction/ca/fate/ca.unanswered.fate.f823+ca.unmatched_negative.fate")
    assert finding.certainty == "possible"
    assert situation(finding) == [["Tristesa"], []]
    assert "whenever" in {u.get("ca.fails_to_match") for u in finding.under}


def test_both_benefit_from_a_match(report: Report) -> None:
    finding = found(report, "contradiction/ca/benefits/ca.quid.benefits+ca.quid_of_the_challenger.benefits")
    assert finding.certainty == "firm"
    assert any("aconsegueix que li emparellen" in c.citation.quote for c in finding.citations)


def test_a_matched_forca_both_wins_and_is_taken(report: Report) -> None:
    finding = found(report, "contradiction/ca/fate/ca.forca_always_wins.fate+ca.matched_positive.fate")
    assert finding.certainty == "possible"  # unless «sempre» goes before what holds of any card
    assert situation(finding) == [["Forca"], ["Forca"]]


def test_the_table_is_not_in_the_text(report: Report) -> None:
    assert found(report, "dangling/ca/-/ca.table_of_matches").certainty == "firm"


def test_the_hand_that_the_translation_has_lost(report: Report) -> None:
    gap = found(report, "gap/ca/pareo_hand/fr.as_in_the_standard_style")
    assert [edition for edition, _ in gap.answered_by] == ["fr"]


def test_a_matched_negative_attack_is_told_of_french_alone(report: Report) -> None:
    gap = found(report, "gap/ca/fate/fr.matched_negative")
    assert (gap.certainty, situation(gap)) == ("firm", [["Tristesa"], ["Tristesa"]])
    assert gap.answered_by == (("fr", "taken by challenger"),)
    assert "fr.matched_negative.fate" in gap.rules


def test_every_witness_shows_what_is_told_of_it(project: Project, report: Report) -> None:
    assert amiss(project.games, report) == {}


# ------------------------------------------------------------------ take a clause away

CARDS = ("Amor", "Odi", "Forca", "Avidesa", "Indecisio")
ASKED = ("may_attack", "may_answer", "matched", "fate")  # who benefits is asked by who attacks next only


@cache
def editions() -> Editions:
    one = aspect(load_project(ROOT).games["emotrions"], "pareo")
    assert one is not None
    made = Editions(one, tuple(edition for _, edition in sorted(one.editions.items())))
    strike_by_examples(made)
    return made


def hands(of: Game, low: int, high: int) -> list[Value]:
    enum = of.enums["emotrion"].type
    cards = [Case(enum.name, name, enum.cases.index(name)) for name in CARDS]
    return [bag_of(h) for n in range(low, high + 1) for h in combinations_with_replacement(cards, n)]


@cache
def situations(question: str) -> tuple[Situation, ...]:
    of = editions().game
    attacks, answers = hands(of, 1, 2), hands(of, 0, 2)
    if question == "may_attack":
        return tuple((attack,) for attack in attacks)
    return tuple((attack, answered) for attack in attacks for answered in answers)


@cache
def before(question: str, at: Situation) -> Column:
    return column(editions(), question, at)


def changes(name: str, clause: str, question: str) -> bool:
    """Whether what is found in some situation is another without the clause."""
    own = replace(editions().less(clause), members=(editions().edition(name),))
    asked = editions().game.questions[question]
    for at in situations(question):
        with_it = before(question, at)
        without = {**with_it, **column(own, question, at)}
        if occurrences(editions(), asked, with_it) != occurrences(editions(), asked, without):
            return True
    return False


def alters(clause: str, question: str) -> bool:
    """Whether an answer in some situation is another without the clause."""
    name = clause.split(".")[0]
    own = replace(editions().less(clause), members=(editions().edition(name),))
    return any(
        [s.verdict and s.outcome for s in before(question, at)[name]]
        != [s.verdict and s.outcome for s in column(own, question, at)[name]]
        for at in situations(question)
    )


@pytest.mark.parametrize("question", ASKED)
def test_no_clause_can_be_taken_away_unnoticed(question: str) -> None:
    clauses = [(e.name, c.id) for e in editions().members for c in e.clauses if c.question == question]
    assert len(clauses) >= 3
    unnoticed = {c for name, c in clauses if not changes(name, c, question)}
    assert not {c for c in unnoticed if alters(c, question)}  # the others say again what is said elsewhere


def test_without_the_misprint_nobody_clashes_over_the_benefit() -> None:
    kinds = {
        (less, o.kind)
        for less in ("", "ca.quid_of_the_challenger.benefits")
        for at in situations("benefits")
        for o in occurrences(
            editions(), editions().game.questions["benefits"], column(editions().less(less), "benefits", at)
        )
        if "ca" in o.editions
    }
    assert ("", "contradiction") in kinds
    assert ("ca.quid_of_the_challenger.benefits", "contradiction") not in kinds


# ------------------------------------------------------------------ play

PLAYED = [("ca", "pareo"), ("fr", "pareo"), ("ca", "pareo+lethal"), ("ca", "pareo+race_to_37")]


def simulate_so(
    project: Project,
    variant: str,
    edition: str,
    rulings: list[str],
    games: int,
    logs: Path | None = None,
) -> Simulation:
    setting = settle_game(project, f"emotrions/{variant}")
    return simulate(
        project,
        "emotrions",
        setting.variant,
        edition=edition,
        rulings=rulings,
        games=games,
        players=2,
        seed=3,
        log_dir=logs,
        parameters=setting.parameters,
    )


@pytest.mark.parametrize(("edition", "variant"), PLAYED)
def test_with_the_house_rulings_play_goes_to_the_end(project: Project, edition: str, variant: str) -> None:
    assert dict(simulate_so(project, variant, edition, ["house"], 8).ends) == {"finished": 8}


def test_a_single_game_comes_to_an_end_whatever_is_played() -> None:
    proved = [p for p in ends.of_variant(editions(), "pareo") if isinstance(p, Proof)]
    assert [(p.editions, p.holds) for p in proved] == [(("ca",), "pareo_ends"), (("fr",), "pareo_ends")]


@pytest.mark.parametrize("edition", ["ca", "fr"])
def test_without_rulings_play_stops_at_the_first_silence(project: Project, edition: str) -> None:
    played = simulate_so(project, "pareo", edition, [], 2)
    assert dict(played.ends) == {"disputed": 2}
    assert [dispute[:2] for dispute in played.disputes] == [("first_challenger", "ambiguous")]


@pytest.mark.parametrize(("edition", "variant"), PLAYED)
def test_the_log_of_a_game_replays(project: Project, edition: str, variant: str, tmp_path: Path) -> None:
    simulate_so(project, variant, edition, ["house"], 1, tmp_path)
    log = read_log((tmp_path / "game-000001.yaml").read_text("utf-8"))
    assert replay(project, log).status == "valid"
