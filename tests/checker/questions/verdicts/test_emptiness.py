"""Claims about nothing: told as such, with the reason, and not counted as proved."""

from pathlib import Path

import pytest

from checker.claims.solver import solve_claim
from checker.findings.findings import Empty, Proof, Report
from checker.play import properties
from checker.reconcile import reconcile
from tests.checker.small import Small
from tests.checker.trial import Trial

ALONE = ("consistent", "complete", "unambiguous")
COPIES = """
question spare(tile: tile) -> 0..9
  "How many are kept aside?"

question bonus(tile: tile) -> 0..9
  "What does it count besides?"
  optional

"""


@pytest.fixture(params=["enumerated", "solved"])
def way(request: pytest.FixtureRequest) -> str:
    """Both searches."""
    return str(request.param)


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    """A game in which two questions more can be answered, and no edition has a rule on them."""
    made = Trial(tmp_path)
    made.game_text = made.game_text.replace('variant plain "Plain"\n', f'variant plain "Plain"\n{COPIES}')
    return made


def found(trial: Trial, way: str) -> Report:
    return trial.report() if way == "enumerated" else trial.solved()


def empty(report: Report, question: str) -> dict[tuple[str, str], str]:
    """The claims about nothing: why, by editions and what holds."""
    return {("+".join(e.editions), e.holds): e.reason for e in report.empty if e.question == question}


def proved(report: Report, question: str) -> set[tuple[str, str]]:
    return {("+".join(p.editions), p.holds) for p in report.proved if p.question == question}


def test_editions_without_a_rule_are_consistent_about_nothing(trial: Trial, way: str) -> None:
    report = found(trial, way)
    assert empty(report, "spare") == {
        ("aa", "consistent"): "no-clause",
        ("aa", "unambiguous"): "no-clause",
        ("bb", "consistent"): "no-clause",
        ("bb", "unambiguous"): "no-clause",
        ("aa+bb", "equivalent"): "both-silent",
    }
    assert not proved(report, "spare")


def test_what_need_not_be_answered_is_complete_about_nothing(trial: Trial, way: str) -> None:
    report = found(trial, way)
    assert empty(report, "bonus")["aa", "complete"] == "no-clause"
    assert not proved(report, "bonus")


def test_a_rule_that_never_answers_leaves_nothing_to_prove(trial: Trial, way: str) -> None:
    trial.add("aa", 'rule extra\n  "No bonus is nine."\n  answers bonus(tile) then never 9')
    report = found(trial, way)
    assert {why for (name, _), why in empty(report, "bonus").items() if name == "aa"} == {"never-answers"}
    assert empty(report, "bonus")["aa+bb", "equivalent"] == "both-silent"


def test_editions_of_which_never_both_answer_are_not_compatible(trial: Trial, way: str) -> None:
    trial.add("aa", 'rule low\n  "Low counts one besides."\n  answers bonus(Low) then 1')
    trial.add("bb", 'rule high\n  "High counts one besides."\n  answers bonus(High) then 1')
    report = found(trial, way)
    assert empty(report, "bonus") == {("aa+bb", "compatible"): "never-both-answer"}
    assert proved(report, "bonus") >= {("aa", "consistent"), ("bb", "unambiguous")}


def test_one_common_answer_is_enough(trial: Trial, way: str) -> None:
    trial.add("aa", 'rule low\n  "Low counts one besides."\n  answers bonus(Low) then 1')
    trial.add("bb", 'rule every\n  "All count one besides."\n  answers bonus(tile) then 1')
    report = found(trial, way)
    assert not empty(report, "bonus")
    assert ("aa+bb", "compatible") in proved(report, "bonus")


@pytest.mark.parametrize("where", ["the game", "the edition"])
def test_what_only_an_assumption_answers_is_not_proved(trial: Trial, way: str, where: str) -> None:
    assumption = 'assumption none_spare because "As ever."\n  answers spare(tile) then 0\n'
    if where == "the game":
        trial.game_text += "\n" + assumption
    else:
        for name in ("aa", "bb"):
            trial.add(name, assumption)
    report = found(trial, way)
    reasons = empty(report, "spare")
    assert set(reasons) == {(e, c) for e in ("aa", "bb") for c in ALONE} | {("aa+bb", "equivalent")}
    assert set(reasons.values()) == {"assumption-only"}
    assert not proved(report, "spare")


def test_a_permission_by_default_is_an_assumption(trial: Trial, way: str) -> None:
    for name in ("aa", "bb"):
        trial.drop(name, "any_tile")
    report = found(trial, way)
    assert set(empty(report, "may_play").values()) == {"assumption-only"}
    assert not proved(report, "may_play")


def test_one_answer_by_a_rule_and_one_by_default_are_no_agreement(trial: Trial, way: str) -> None:
    trial.change("aa", "answers may_play(tile) permit", "answers may_play(tile) forbid")
    trial.change("aa", "Any tile may be played.", "No tile may be played.")
    trial.drop("bb", "any_tile")
    report = found(trial, way)
    assert empty(report, "may_play")["aa+bb", "equivalent"] == "assumption-only"
    assert ("aa", "consistent") in proved(report, "may_play")


@pytest.mark.parametrize(
    ("aa", "bb"),
    [
        ("", ""),
        ("answers bonus(tile) then never 9", ""),
        ("answers bonus(Low) then 1", ""),
        ("answers bonus(Low) then 1", "answers bonus(High) then 1"),
        ("answers bonus(Low) then 1", "answers bonus(tile) then 1"),
        ("answers bonus(Low) then 1", "answers bonus(Low) then 1"),
    ],
)
def test_comparing_and_checking_say_the_same(
    trial: Trial, way: str, aa: str, bb: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, answers in (("aa", aa), ("bb", bb)):
        if answers:
            trial.add(name, f'rule more\n  "More counts."\n  {answers}')
    if way == "solved":
        monkeypatch.setattr(reconcile, "MOST_ENUMERATED", 0)
    report = found(trial, way)
    told: dict[str, str] = {e.question: e.reason for e in report.empty if e.question and len(e.editions) == 2}
    told |= {p.question: p.holds for p in report.proved if p.question and len(p.editions) == 2}
    compared = reconcile.compare(trial.project(), "trial", "plain", ["aa", "bb"])
    assert {q.question: q.status for q in compared.questions} == told


def test_what_is_answered_is_proved(trial: Trial, way: str) -> None:
    report = found(trial, way)
    for question in ("worth", "may_play", "pair", "winner"):
        assert not empty(report, question)
        alone = {(e, c) for e in ("aa", "bb") for c in ALONE}
        assert proved(report, question) == alone | {("aa+bb", "equivalent")}


# ------------------------------------------------------------------ claims


def of_claims(small: Small) -> tuple[set[str], set[str]]:
    """The claims proved, and those about nothing."""
    found = properties.of_variant(small.editions(), "plain", plays=1)
    solved = [solve_claim(editions, "plain", edition, prop) for editions, prop, edition in found.to_solve]
    results = [*found.results, *solved]
    return (
        {r.holds for r in results if isinstance(r, Proof)},
        {r.holds for r in results if isinstance(r, Empty) and r.reason == "never-arises"},
    )


@pytest.mark.parametrize(
    ("claim", "about"),
    [
        ("value(a) > 5 implies value(a) < 3", False),
        ("value(a) > 1 implies value(a) > 2", True),
        ("all b in (those c in card where value(c) > 5): value(b) = 7", False),
        ("all b in (those c in card where value(c) > 1): value(b) > 2", True),
        ("all b in card: value(b) > 5 implies b = a", False),
        ("no b in (those c in card where value(c) > 5): b = a", False),
    ],
)
def test_a_claim_of_what_never_arises_is_about_nothing(small: Small, claim: str, about: bool) -> None:
    small.game_text += f'\nproperty more "So it is."\n  for a: card: {claim}\n'
    proofs, nothing = of_claims(small)
    assert ("more" in proofs, "more" in nothing) == (about, not about)


def test_a_claim_of_many_situations_that_never_arise_is_about_nothing(small: Small) -> None:
    head = '\nproperty {name} "So it is."\n  for cs: list 5..6 of card, n: 0..9: '
    small.game_text += head.format(name="nothing") + "value(cs[1]) > 5 implies n > 9\n"
    small.game_text += head.format(name="something") + "value(cs[1]) > 1 implies cs[1] = Red\n"
    proofs, nothing = of_claims(small)
    assert ("something" in proofs, "nothing" in nothing) == (True, True)
    assert "nothing" not in proofs


def test_a_claim_of_a_choice_that_never_comes_up_is_about_nothing(small: Small) -> None:
    unheard = "choose other by p: card from p.hand\n        move other from p.hand into table\n      end\n"
    laying = "      if size(p.hand) > 0 do\n        choose"
    small.game_with(laying, f"      if size(p.hand) > 99 do\n        {unheard}{laying}")
    small.game_text += '\nproperty nothing "So it is."\n  at other: size(bank) > 3\n'
    small.game_text += '\nproperty has_one "So it is."\n  at card: size(chooser.hand) > 0\n'
    proofs, nothing = of_claims(small)
    assert "nothing" in nothing and "nothing" not in proofs
    assert "has_one" in proofs
