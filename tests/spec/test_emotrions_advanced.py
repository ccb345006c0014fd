"""What the check finds in the advanced rules: options, and a match of several games."""

import shutil
from pathlib import Path
from typing import Any

import pytest

import checker
from checker.findings.findings import Finding, Report
from dsl.load import load_project
from dsl.model import Project
from dsl.text.errors import ArbitreError
from interpreter.logs.log import read_log
from interpreter.play.setting import settle_game
from interpreter.replay.replay import replay
from interpreter.simulate.simulate import simulate
from tests.details import fields
from tests.goldens import check_golden
from tests.plain import plain
from tests.spec import shipped
from tests.spec.entries import strays, told
from tests.spec.witnesses import amiss

ROOT = Path(__file__).resolve().parents[2]
OPTIONS = ("hidden", "bank_up", "open_style", "forced_exchange", "emotrions_start")


@pytest.fixture(scope="module")
def project() -> Project:
    return load_project(ROOT)


@pytest.fixture(scope="module")
def report(project: Project) -> Report:
    options = (f"standard+{option}" for option in OPTIONS)
    standard = shipped.of_variants(shipped.report("emotrions/standard"), *options)
    return shipped.together(standard, shipped.report("emotrions/match"))


def found(report: Report, identifier: str) -> Finding:
    return next(f for f in report.findings if f.id == f"emotrions/{identifier}")


def identifiers(report: Report) -> set[str]:
    return {f.id.removeprefix("emotrions/") for f in report.findings}


def situation(finding: Finding) -> list[Any]:
    assert finding.witness is not None and finding.witness.confirmed
    return [plain(value) for value in finding.witness.situation]


def test_identifiers(report: Report) -> None:
    check_golden(Path(__file__).with_name("emotrions_advanced.ids"), told(report))


def test_each_record_is_of_the_cause_of_its_entry(report: Report) -> None:
    assert strays(report) == []


def test_what_is_not_decided_is_said_and_all_else_confirmed(report: Report) -> None:
    undecided = {(u.variant, u.holds, u.editions) for u in report.undecided}
    assert undecided == {
        ("match", "match_ends", ("es",)),
        # Cards moved by name are not proved to be there: those bet at once, those all are dealt alike.
        *(("standard+hidden", "game_ends", (edition,)) for edition in ("ca", "fr")),
        *(("standard+emotrions_start", "game_ends", (edition,)) for edition in ("ca", "fr")),
    }
    for finding in report.findings:
        assert finding.witness is None or finding.witness.confirmed, finding.id


def test_six_equal_hands_are_too_many_for_five_from_one_deck(report: Report) -> None:
    finding = found(report, "standard+emotrions_start/infeasible/ca/opening_hand/step.dealing_alike")
    assert finding.certainty == "firm"
    details = {name: fields(finding)[name] for name in ("players", "needed", "there", "card")}
    assert details == {"players": [5, 6], "needed": 5, "there": 4, "card": "Alegria"}
    assert "emotrions.four_of_each.copies" in finding.assumptions


def test_how_often_an_exchange_can_be_demanded(report: Report) -> None:
    clash = found(
        report,
        "standard+forced_exchange/contradiction/ca/may_demand/"
        "ca.again_and_again.may_demand+ca.once_a_round.may_demand",
    )
    assert clash.certainty == "possible" and situation(clash) == [1, 4, 4]
    assert [dict(u) for u in clash.under] == [{"ca.all_the_time": "any_time"}]


def test_of_hidden_bets_it_is_doubtful_who_was_first(report: Report) -> None:
    silent = [f for f in report.findings if (f.kind, f.question) == ("gap", "hidden_order")]
    # «el primer que hagi apostat» and «le premier joueur» may be who was first to lay
    assert {f.editions: f.certainty for f in silent} == {("ca",): "possible"}
    firm = {f.class_ for f in report.findings if f.kind == "ambiguity" and f.certainty == "firm"}
    assert ("fr.who_is_first",) in firm
    assert not {f.id for f in report.findings if "+" in f.variant and "es" in f.editions}


def test_the_first_card_of_the_bank_lies_open_in_french_only(report: Report) -> None:
    finding = found(
        report, "standard+open_style/divergence/ca+fr/open_bank/ca.bets_lie_open+fr.first_of_the_pile"
    )
    assert finding.certainty == "firm" and situation(finding) == [False]


def test_a_french_match_to_37_or_to_just_37(report: Report) -> None:
    clash = found(
        report,
        "match/contradiction/fr/verdict/fr.first_at_37.verdict.fe9e+fr.just_37.verdict.ab77",
    )
    standings, to_just_37 = situation(clash)
    assert to_just_37 is False and [s["total"] > 37 for s in standings] == [False, True]
    assert [dict(u)["fr.jouer_au_37"] for u in clash.under] == ["every_match"]


def test_what_a_reading_is_struck_for_is_shown_under_what_other_strikes_leave(report: Report) -> None:
    clash = found(report, "match/contradiction/fr/verdict/fr.just_37.verdict.d752+fr.surpassed.verdict")
    assert situation(clash)[1] is True  # for that every match is one to just 37 is struck, too
    assert [dict(u) for u in clash.under] == [{"fr.who_surpasses": "anybody"}]


def test_what_nobody_can_be_out_by_is_not_asked(report: Report) -> None:
    doubts = {
        f.class_: f.certainty for f in report.findings if f.kind == "ambiguity" and f.variant == "match"
    }
    for doubt in ("a_tie", "aim", "holds_for", "who_passes"):
        assert doubts[(f"ca.{doubt}",)] == "firm"


def test_eliminated_by_the_game_or_by_all_games(report: Report) -> None:
    apart = [f for f in report.findings if f.kind == "divergence" and f.question == "stays_in"]
    assert {f.editions for f in apart} == {("es", "fr")}
    assert {f.class_ for f in apart} == {
        ("es.eliminated.forbid", "fr.eliminated.permit"),
        ("es.eliminated.permit", "fr.eliminated.forbid"),
    }
    assert all(f.certainty == "possible" for f in apart)


def test_catalan_lets_stay_by_default_whom_the_others_eliminate(report: Report) -> None:
    gap = found(report, "match/gap/ca/stays_in/es.eliminated.forbid")
    assert fields(gap) == {"sort": "default"}
    assert situation(gap)[1] == -1
    assert ("fr", "false") in gap.answered_by


def test_every_witness_shows_what_is_told_of_it(project: Project, report: Report) -> None:
    assert amiss(project.games, report) == {}


# ------------------------------------------------------------------ rules taken away, and rules broken


def changed(tmp_path: Path, file: str, start: str, end: str) -> Project:
    """The shipped rules without what stands from `start` up to `end`."""
    shutil.copytree(ROOT / "spec" / "emotrions", tmp_path / "spec" / "emotrions")
    shutil.copytree(ROOT / "rules-src", tmp_path / "rules-src")
    shutil.copy(ROOT / "arbitre.toml", tmp_path)
    path = tmp_path / "spec" / "emotrions" / file
    before, _, rest = path.read_text(encoding="utf-8").partition(start)
    assert rest
    path.write_text(before + end + rest.partition(end)[2], encoding="utf-8")
    return load_project(tmp_path)


def test_without_the_sentence_on_one_exchange_nothing_clashes(tmp_path: Path, report: Report) -> None:
    project = changed(tmp_path, "ca.rules", "rule once_a_round", "rule again_and_again")
    after = checker.check(project, ["emotrions/standard+forced_exchange"])
    gone = identifiers(report) - identifiers(after)
    assert any("contradiction/ca/may_demand/ca.again_and_again" in i for i in gone)
    assert not any("ca.once_a_round" in i for i in identifiers(after))


def test_without_the_hand_of_six_there_is_a_gap(tmp_path: Path) -> None:
    project = changed(
        tmp_path, "ca.rules", "  answers opening_hand() then {Alegria", "\n\nexample sums_to_nothing"
    )
    after = identifiers(checker.check(project, ["emotrions/standard+emotrions_start"]))
    assert "standard+emotrions_start/gap/ca/opening_hand/fr.the_same_six" in after
    assert not any("/infeasible/" in i for i in after)


# ------------------------------------------------------------------ play


@pytest.mark.parametrize(
    ("variant", "editions"),
    [(f"standard+{option}", ("ca", "fr")) for option in OPTIONS] + [("match", ("ca", "es", "fr"))],
)
def test_with_the_house_rulings_games_end(project: Project, variant: str, editions: tuple[str, ...]) -> None:
    for edition in editions:
        played = simulate_so(project, variant, edition, ["house"])
        assert dict(played.ends) == {"finished": 4}


@pytest.mark.parametrize(
    ("variant", "edition"),
    [
        *(("standard+hidden", "ca"), ("standard+forced_exchange", "ca")),
        *(("match", "ca"), ("match", "es"), ("match", "fr")),
    ],
)
def test_without_rulings_a_game_stops_where_the_text_is_silent(
    project: Project, variant: str, edition: str
) -> None:
    played = simulate_so(project, variant, edition, [])
    assert dict(played.ends) == {"disputed": 4} and played.disputes


def simulate_so(project: Project, variant: str, edition: str, rulings: list[str]) -> Any:
    setting = settle_game(project, f"emotrions/{variant}")
    return simulate(
        project,
        "emotrions",
        setting.variant,
        edition=edition,
        rulings=rulings,
        games=4,
        players=4,
        seed=3,
        parameters=setting.parameters,
    )


def test_an_option_that_the_text_does_not_know(project: Project) -> None:
    with pytest.raises(ArbitreError):
        checker.compare(project, "emotrions", "standard+forced_exchange", ("ca", "es"))


@pytest.mark.parametrize("aspect", ["match", "match+to_37"])
@pytest.mark.parametrize("edition", ["ca", "fr"])
def test_a_match_can_go_on_for_ever(project: Project, report: Report, aspect: str, edition: str) -> None:
    finding = found(report, f"{aspect}/property/{edition}/-/match_ends")
    log = fields(finding)["log"]
    assert isinstance(log, str) and "{shuffle: bank, is: [" in log
    first, last = (int(str(fields(finding)[key])) for key in ("from", "to"))
    states = [replay(project, read_log(log), at=event + 1).state for event in (first, last)]
    assert states[0] is not None and states[1] is not None
    assert states[0].values == states[1].values and states[0].place == states[1].place
