"""The check as a whole: enumeration and solver agree on a real game; targets, editions, rulings."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from checker.editions.editions import Editions
from checker.editions.elimination import strike_by_examples
from checker.findings.findings import Finding
from checker.pipeline.check import check
from checker.questions.search.assemble import Assembler
from checker.questions.search.explicit import Searched, enumerated
from checker.questions.search.symbolic import SymbolicSearch
from dsl.load import load_project
from interpreter.analysis.dependencies import interpretations
from interpreter.rulebook.enumeration import situations, space_size
from interpreter.rulebook.rulebook import Rulebook, Status
from tests.checker.trial import Trial, identifiers
from tests.details import fields

ROOT = Path(__file__).resolve().parents[3]
SMALL = ("decks", "draws", "leftovers", "may_bet", "may_join", "short_bank", "strength", "value")


@cache
def editions() -> Editions:
    """The printed editions, with what their examples leave."""
    game = load_project(ROOT).games["emotrions"]
    found = Editions(game, tuple(e for _, e in sorted(game.editions.items())))
    strike_by_examples(found)
    return found


@pytest.mark.parametrize("question", SMALL)
def test_enumeration_and_solver_agree(question: str) -> None:
    asked = editions().game.questions[question]
    by_hand, by_solver = enumerated(editions(), asked), SymbolicSearch(editions(), asked).run()
    assert found(by_hand) == found(by_solver)
    assert facts(by_hand) == facts(by_solver)
    assert by_solver.undecided == []


def found(searched: Searched) -> list[Finding]:
    """The findings, whole."""
    return Assembler(editions(), "standard").findings([searched])


def facts(searched: Searched) -> tuple[object, ...]:
    """What is proved, vacuous, unreachable and repeated."""
    return (
        sorted(searched.proved),
        sorted((editions, claim) for editions, claim, _ in searched.vacuous),
        sorted(searched.silenced),
        sorted(searched.repeated),
    )


@pytest.mark.parametrize("edition", ["ca", "es", "fr"])
def test_house_rulings_change_no_settled_outcome(edition: str) -> None:
    game = editions().game
    model = game.editions[edition]
    rulings = next(r for r in game.rulings if r.edition == edition)
    picked = {p.doubt: p.reading for p in rulings.picks}
    plain = Rulebook(game, model, next(iter(interpretations(model, tuple(model.doubts), []))) | picked)
    house = Rulebook(game, model, {}, rulings=rulings)
    filled: set[str] = set()
    for name in game.variants["standard"].questions:
        if space_size(game, name, 3_000) is None:
            continue
        for situation in situations(game, name, plain):
            if plain.meets_given(name, situation) is False:
                continue
            before, after = plain.verdict(name, situation).outcome, house.verdict(name, situation).outcome
            if before.status is Status.SETTLED:
                assert after == before, (name, situation)
            elif after.status is Status.SETTLED:
                filled.add(name)
    assert {"turn_order", "short_bank", "empty_handed_leader"} <= filled


# ------------------------------------------------------------------ what is asked for


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path)


def test_targets(trial: Trial) -> None:
    trial.drop("aa", "tie")
    project = trial.project()
    whole = check(project)
    assert whole == check(project, ["trial"]) == check(project, ["trial/plain", "trial"])
    assert identifiers(whole) == ["gap/aa/winner/bb.tie"]
    assert list(whole.bounds) == ["trial/plain"]


def test_editions(trial: Trial) -> None:
    trial.drop("aa", "tie")
    project = trial.project()
    assert identifiers(check(project, editions=["aa"])) == ["gap/aa/winner/bb.tie"]
    assert identifiers(check(project, editions=["bb"])) == []
    assert check(project, editions=["bb", "aa"]) == check(project)
    nobody = check(project, editions=[])
    assert (nobody.findings, nobody.proved) == ((), ())


def test_rulings_that_do_nothing_are_told_and_change_nothing_else(trial: Trial) -> None:
    before = trial.report()
    trial.rulings["aa"] = 'fill again "Again."\n  answers pair(tiles) then 9'
    after = trial.report()
    (ruling,) = [f for f in after.findings if f.kind == "ruling"]
    assert ruling.id == "trial/plain/ruling/aa/pair/house.again+overriding-ruling"
    assert "`again` would override the printed text" in str(fields(ruling)["message"])
    others = tuple(f for f in after.findings if f is not ruling)
    entries = tuple(e for e in after.entries if ruling not in e.records)
    assert replace(after, findings=others, entries=entries) == before


def test_all_idle_exceptions_are_told_beside_the_rest(trial: Trial) -> None:
    trial.drop("aa", "tie")
    for edition in ("aa", "bb"):
        trial.add(
            edition,
            'rule low_pair\n  "Two Low count two."\n'
            "  answers pair(tiles) implied exception to together when tiles = {Low, Low} then 2",
        )
    found = identifiers(trial.report())
    assert [each for each in found if each.startswith("idle")] == [
        "idle/aa/pair/aa.low_pair.pair+aa.together.pair",
        "idle/bb/pair/bb.low_pair.pair+bb.together.pair",
    ]
    assert "gap/aa/winner/bb.tie" in found


def test_a_question_of_many_situations_without_an_encoding_is_undecided(trial: Trial) -> None:
    trial.game_text += """
question next(ended: list 0..1 of bag 0..9 of bag 1..4 of tile) -> tile
  "What is played next?"
"""
    for edition in ("aa", "bb"):
        trial.add(edition, 'rule low_next\n  "Low is next."\n  answers next(ended) then Low')
    assert not [p for p in trial.solved().proved if p.question == "next"]
    undecided = [u for u in trial.solved().undecided if u.question == "next"]
    assert {(u.editions, u.holds) for u in undecided} >= {
        ((e,), claim) for e in ("aa", "bb") for claim in ("complete", "consistent", "unambiguous")
    }
    assert all("`ended` has too many values" in u.because for u in undecided)
