"""What one check of the standard style of Emotrions finds in the printed editions."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import checker
from checker.findings.findings import Comparison, Finding, Proof, Report
from dsl.load import load_project
from dsl.model import Project
from tests.details import fields
from tests.goldens import check_golden
from tests.plain import plain
from tests.spec import shipped
from tests.spec.entries import strays, told
from tests.spec.witnesses import amiss

ROOT = Path(__file__).resolve().parents[2]
HERE = "emotrions/standard/"
EDITIONS = ("ca", "es", "fr")


@pytest.fixture(scope="module")
def project() -> Project:
    return load_project(ROOT)


@pytest.fixture(scope="module")
def report(project: Project) -> Report:
    found = shipped.report("emotrions/standard")
    plain = {
        name: tuple(x for x in getattr(found, name) if x.variant == "standard")
        for name in ("findings", "proved", "empty", "vacuous", "undecided")
    }
    plain["eliminated"] = tuple(e for e in found.eliminated if "+" not in e.cause)
    return replace(found, **plain)  # its options are looked at in another file


@pytest.fixture(scope="module")
def spanish_and_catalan(project: Project) -> Comparison:
    return checker.compare(project, "emotrions", "standard", ("ca", "es"))


def found(report: Report, identifier: str) -> Finding:
    """The finding with this identifier, without the variant."""
    return next(f for f in report.findings if f.id == HERE + identifier)


def there(report: Report) -> set[str]:
    return {f.id.removeprefix(HERE) for f in report.findings}


def situation(finding: Finding) -> list[Any]:
    assert finding.witness is not None and finding.witness.confirmed
    return [plain(value) for value in finding.witness.situation]


def answers(finding: Finding, edition: str) -> dict[str, list[Any]]:
    """What the edition answers in the witness: readings → status and answers."""
    assert finding.witness is not None
    return {
        " ".join(f"{d}={r}" for d, r in sorted(a.interpretation.items())): [
            a.outcome.status.value,
            *(plain(v) for v in a.outcome.admits),
        ]
        for a in finding.witness.answers
        if a.edition == edition
    }


def quotes(finding: Finding) -> list[str]:
    return [c.citation.quote for c in finding.citations]


def proofs(report: Report, question: str) -> set[tuple[tuple[str, ...], str]]:
    return {(p.editions, p.holds) for p in report.proved if p.question == question and p.where is None}


# ------------------------------------------------------------------ what witnesses show


def test_every_witness_shows_what_is_told_of_it(project: Project, report: Report) -> None:
    assert amiss(project.games, report) == {}


# ------------------------------------------------------------------ the tie


def test_french_is_silent_on_a_tie_of_some(report: Report) -> None:
    gap = found(report, "gap/fr/outcome/ca.tie")  # that Spanish answers too is told with it
    assert {"ca.tie.outcome", "es.tie.outcome"} <= set(gap.rules)
    assert (gap.certainty, fields(gap)) == ("firm", {"sort": "silent"})
    assert [edition for edition, _ in gap.answered_by] == ["ca", "es"]
    bets, holders, seats = situation(gap)
    assert (len(bets), holders, seats) == (3, 3, 3)
    assert answers(gap, "fr") == {"": ["silent"]}
    assert answers(gap, "ca")[""] == answers(gap, "es")[""] == ["settled", {"taken": "Anna"}]
    assert "En caso de empate gana el que primero haya apostado la cantidad de puntos del empate." in quotes(
        gap
    )


def test_catalan_does_not_say_the_first_of_whom(report: Report) -> None:
    doubt = found(report, "ambiguity/ca/-/ca.first_to_bet")
    assert (doubt.certainty, doubt.doubts) == ("firm", ("ca.first_to_bet",))
    assert quotes(doubt) == ["En cas d'empat guanya el primer que hagi apostat les seves emotrions."]
    assert len(situation(doubt)[0]) == 3
    assert answers(doubt, "ca") == {
        "first_to_bet=of_the_tie": ["settled", {"taken": "Bernat"}],
        "first_to_bet=of_all": ["settled", {"taken": "Anna"}],
    }


def test_catalan_and_spanish_agree_under_one_reading_of_the_tie(spanish_and_catalan: Comparison) -> None:
    by_question = {q.question: q for q in spanish_and_catalan.questions}
    outcome = by_question["outcome"]
    assert outcome.status == spanish_and_catalan.status == "reconcilable"
    for under in (outcome.under, spanish_and_catalan.under):
        assert under is not None
        assert "ca.first_to_bet is of_the_tie" in under.split(" and ")
        assert "ca.first_to_bet is of_all" not in under
    assert by_question["copies"].status == "assumption-only"
    of_both = {q.status for q in spanish_and_catalan.questions if q.question not in ("may_play", "copies")}
    assert of_both <= {"equivalent", "compatible", "reconcilable", "both-silent", "never-both-answer"}
    assert by_question["may_play"].status == "vacuous"  # the Spanish text knows no options


# ------------------------------------------------------------------ Avidesa


@pytest.mark.parametrize("edition", EDITIONS)
def test_whether_the_others_still_bet_after_an_avidesa(report: Report, edition: str) -> None:
    doubt = found(report, f"ambiguity/{edition}/-/{edition}.when_eaten")
    assert doubt.certainty == "firm"
    assert "goes_on" in fields(doubt)["questions"]
    assert situation(doubt) == [[{"player": "Anna", "cards": ["Avidesa"]}], 2, 2]
    assert answers(doubt, edition) == {
        "when_eaten=in_the_end": ["settled", True],
        "when_eaten=at_once": ["settled", False],
    }


def test_what_becomes_of_eaten_cards_in_catalan(report: Report) -> None:
    doubt = found(report, "ambiguity/ca/-/ca.eats")
    assert (doubt.certainty, fields(doubt)["questions"]) == ("firm", ["outcome"])
    opened = found(report, "ambiguity/ca/outcome/ca.eaten.ef45")
    assert (opened.certainty, opened.under) == ("possible", ({"ca.eats": "either"},))


def test_who_leads_next_in_catalan(report: Report) -> None:
    doubt = found(report, "ambiguity/ca/-/ca.same_leader")
    assert (doubt.certainty, fields(doubt)["questions"]) == ("firm", ["next_leader"])


# ------------------------------------------------------------------ what Catalan never says


def test_catalan_never_says_where_the_cards_that_are_won_go(report: Report) -> None:
    gap = found(report, "gap/ca/goes_to/es.takes_all")
    assert gap.certainty == "firm"
    assert situation(gap) == [{"taken": "Anna"}]
    assert gap.answered_by == (("es", "pile"), ("fr", "pile"))


def test_catalan_never_says_that_anybody_draws(report: Report) -> None:
    gap = found(report, "gap/ca/draws/es.drawing")
    assert gap.certainty == "firm" and answers(gap, "ca") == {"": ["silent"]}
    assert found(report, "gap/ca/-/step.drawing").because_of == (gap.id,)


# ------------------------------------------------------------------ examples, exceptions, numbers


def test_the_example_that_calls_amor_minus_three_fails(report: Report) -> None:
    (failed,) = [f for f in report.findings if f.kind == "failed-example"]
    assert failed.id == HERE + "failed-example/ca/value/ca.love_is_minus_three+value(Amor)=-3"
    assert (failed.certainty, fields(failed)["left"], fields(failed)["right"]) == ("firm", 3, -3)
    assert "un Amor (-3)" in quotes(failed)


@pytest.mark.parametrize("edition", EDITIONS)
def test_doubling_is_an_exception_to_of_one_sign(report: Report, edition: str) -> None:
    doubling, one_sign = f"{edition}.doubling.may_bet", f"{edition}.of_one_sign.may_bet"
    prevented = found(report, f"contradiction/{edition}/may_bet/{doubling}+{one_sign}")
    assert prevented.certainty == "possible"
    assert prevented.assumptions == (f"{doubling} is an exception to {one_sign}",)
    assert set(prevented.rules) == {doubling, one_sign}
    assert "Indecisio" in situation(prevented)[0]
    assert [a.outcome.status.value for a in prevented.witness.answers] == ["contradictory"]
    assert len(prevented.citations) == 2


def test_the_only_contradictions_are_those_that_exceptions_prevent(report: Report) -> None:
    contradictions = [f for f in report.findings if f.kind == "contradiction"]
    assert contradictions
    assert all("exception" in fields(f) and f.certainty == "possible" for f in contradictions)


def test_six_players_leave_nothing_to_draw_from(report: Report) -> None:
    infeasible = found(report, "infeasible/es/draws/step.drawing")
    assert infeasible.certainty == "firm"
    assert fields(infeasible)["players"] == [6]
    assert (fields(infeasible)["needed"], fields(infeasible)["there"]) == (6, 0)
    assert "Pueden participar de 2 a 6 jugadores." in quotes(infeasible)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_text_says_what_happens_when_the_bank_is_short(report: Report, edition: str) -> None:
    gap = found(report, f"gap/{edition}/short_bank/-")
    assert (gap.certainty, gap.answered_by) == ("possible" if edition == "ca" else "firm", ())
    bank, drawers = situation(gap)
    assert bank < drawers


# ------------------------------------------------------------------ where they agree


def test_worth_of_cards_is_proved_alike(report: Report) -> None:
    alone = {((e,), holds) for e in EDITIONS for holds in ("consistent", "complete", "unambiguous")}
    pairs = {((a, b), "equivalent") for a, b in (("ca", "es"), ("ca", "fr"), ("es", "fr"))}
    assert proofs(report, "value") == alone | pairs
    assert not {f.id for f in report.findings if f.question == "value" and f.kind != "failed-example"}


def test_strength_is_proved_where_it_is_alike(report: Report) -> None:
    assert (("ca", "es"), "equivalent") in proofs(report, "strength")
    assert not {i for i in there(report) if i.startswith("divergence/ca+es/strength")}
    apart = {i for i in there(report) if i.startswith("divergence/es+fr/strength")}
    assert apart == {"divergence/es+fr/strength/es.doubling+fr.joker_stands_for_any"}


def test_proofs_name_what_they_rest_on(report: Report) -> None:
    strength: list[Proof] = [
        p for p in report.proved if p.question == "strength" and p.editions == ("ca", "es")
    ]
    assert [p.assumptions for p in strength] != [()]
    for proof in strength:
        by_default = [each for each in proof.assumptions if "where no rule says otherwise" in each]
        assert all("is an exception to" in each for each in proof.assumptions if each not in by_default)


def test_nothing_is_proved_of_copies_which_only_an_assumption_tells(report: Report) -> None:
    assert not [p for p in report.proved if p.question == "copies"]
    told = [e for e in report.empty if e.question == "copies"]
    assert {e.reason for e in told} == {"assumption-only"}
    assert {(e.editions, e.holds) for e in told} >= {(("ca", "es"), "equivalent"), (("fr",), "complete")}


def test_nothing_is_proved_of_a_question_on_which_an_edition_has_no_rule(report: Report) -> None:
    editions = load_project(ROOT).games["emotrions"].editions
    told = {(name, c.question) for name in EDITIONS for c in editions[name].clauses}
    for proof in report.proved:
        if proof.question is not None:
            assert all((name, proof.question) in told for name in proof.editions), proof


def test_proofs_tell_the_bounds_of_their_situations(report: Report) -> None:
    bounds = {(p.question or p.holds): p.bounds for p in report.proved}
    assert bounds["order_settles_only_ties"]["bets"] == [2, 3]
    assert bounds["outcome"]["bets[].cards"] == [1, 2]
    assert all(p.bounds for p in report.proved if p.question == "outcome")


# ------------------------------------------------------------------ the report as a whole


def test_nothing_is_undecided(report: Report) -> None:
    assert report.undecided == ()


def test_every_witness_is_confirmed_and_every_finding_has_its_words(report: Report) -> None:
    for finding in report.findings:
        assert finding.witness is None or finding.witness.confirmed, finding.id
        assert set(finding.editions) <= set(EDITIONS) and finding.editions
        if finding.kind in ("ambiguity", "divergence", "contradiction", "failed-example"):
            assert finding.citations, finding.id


def test_firm_ones_leave_no_way_to_read_and_possible_ones_do(report: Report) -> None:
    for finding in report.findings:
        if finding.certainty == "firm":
            assert finding.under == (), finding.id


def test_what_is_proved_is_not_found_wanting(report: Report) -> None:
    against = {"consistent": "contradiction", "complete": "gap", "equivalent": "divergence"}
    wanting = {
        (f.kind, f.editions, f.question)
        for f in report.findings
        if fields(f).get("sort") != "unsaid" and "exception" not in fields(f)
    }
    for proof in report.proved:
        if proof.holds in against and proof.where is None:
            assert (against[proof.holds], proof.editions, proof.question) not in wanting


def test_repetitions_are_clauses_that_no_finding_needs(report: Report) -> None:
    repeated = {r.rule for r in report.repetitions}
    assert "ca.indecisio_counts_nothing.value" in repeated
    assert not repeated & {r for f in report.findings if f.kind == "unreachable" for r in f.rules}


def test_the_example_of_two_loves_strikes_a_reading(report: Report) -> None:
    struck = [(e.edition, dict(e.readings), e.cause) for e in report.eliminated]
    assert all(each[:2] == ("ca", {"pair_counts": "the_best"}) for each in struck)
    assert {cause for _, _, cause in struck} == {"ca.two_loves_beat_fury", "ca.pairs_beat_strength"}


def test_identifiers(report: Report) -> None:
    identifiers = [f.id for f in report.findings]
    assert len(set(identifiers)) == len(identifiers)
    check_golden(Path(__file__).with_name("emotrions_standard.ids"), told(report))


def test_each_record_is_of_the_cause_of_its_entry(report: Report) -> None:
    assert strays(report) == []


def test_two_equal_cards_with_a_sign_are_as_strong_in_spanish_as_in_french(report: Report) -> None:
    """By the rule of pairs of each edition, whatever the doubts: where these rules alone speak."""
    proved = {(p.question, p.editions, p.holds, p.where) for p in report.proved if p.where is not None}
    assert ("strength", ("es", "fr"), "equivalent", "exactly es.pair and fr.pair speak") in proved
