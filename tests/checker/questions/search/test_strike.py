"""What contradictions strike: all at once, and only where another reading avoids them."""

from itertools import permutations
from pathlib import Path

import pytest

from checker.findings.findings import Report
from tests.checker.trial import Trial, finding, identifiers
from tests.plain import plain
from tests.spec.witnesses import amiss

DOUBT = 'doubt {name}\n  "count {name}"\n  asks "How?"\n  reading so "so"\n  reading other "otherwise"'
CLASH = (
    'rule {rule}\n  "{rule} count."\n  answers pair(tiles) under {under} when tiles = {{{tiles}}} then {n}'
)


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path)


def doubts(trial: Trial, *names: str) -> None:
    for name in names:
        trial.add("aa", DOUBT.format(name=name))


def clash(trial: Trial, rule: str, under: str, tiles: str, n: int) -> None:
    """A rule on two tiles which, so read, does not go together with what all two tiles count."""
    trial.add("aa", CLASH.format(rule=rule, under=under, tiles=tiles, n=n))


def struck(report: Report) -> list[tuple[dict[str, str], str]]:
    return [
        (dict(e.readings), e.cause.removeprefix("trial/plain/contradiction/aa/pair/"))
        for e in report.eliminated
    ]


def both_ways(trial: Trial) -> Report:
    """What the check reports, if what is struck is the same when the solver searches."""
    report = trial.report()
    assert trial.solved().eliminated == report.eliminated
    assert trial.solved().findings == report.findings
    return report


def test_of_two_readings_as_contradictory_both_are_struck(trial: Trial) -> None:
    doubts(trial, "odd", "even")
    clash(trial, "low_pair", "odd: other", "Low, Low", 9)
    clash(trial, "high_pair", "even: other", "High, High", 9)
    assert struck(both_ways(trial)) == [
        ({"even": "other"}, "aa.high_pair.pair+aa.together.pair"),
        ({"odd": "other"}, "aa.low_pair.pair+aa.together.pair"),
    ]


def test_one_reading_is_listed_with_each_of_its_causes(trial: Trial) -> None:
    doubts(trial, "odd")
    clash(trial, "low_pair", "odd: other", "Low, Low", 9)
    clash(trial, "high_pair", "odd: other", "High, High", 9)
    assert struck(both_ways(trial)) == [
        ({"odd": "other"}, "aa.high_pair.pair+aa.together.pair"),
        ({"odd": "other"}, "aa.low_pair.pair+aa.together.pair"),
    ]


def test_two_readings_with_one_cause_are_both_listed(trial: Trial) -> None:
    for name in ("odd", "even"):
        trial.add(
            "aa",
            f'doubt {name}() -> bool\n  "count {name}"\n  asks "How?"\n'
            '  reading so "so" = false\n  reading other "otherwise" = true',
        )
    trial.add(
        "aa",
        'rule low_pair\n  "Two Low."\n  answers pair(tiles)\n'
        "    when (odd() or even()) and tiles = {Low, Low} then 9",
    )
    assert struck(both_ways(trial)) == [
        ({"even": "other"}, "aa.low_pair.pair+aa.together.pair"),
        ({"odd": "other"}, "aa.low_pair.pair+aa.together.pair"),
    ]


def test_where_each_reading_contradicts_itself_somewhere_none_is_struck(trial: Trial) -> None:
    doubts(trial, "odd", "even")
    clash(trial, "low_pair", "odd: so", "Low, Low", 9)
    clash(trial, "high_pair", "odd: other", "High, High", 9)
    clash(trial, "mid_pair", "even: other", "Mid, Mid", 9)
    report = both_ways(trial)
    assert struck(report) == [({"even": "other"}, "aa.mid_pair.pair+aa.together.pair")]
    for rule in ("low_pair", "high_pair"):
        assert (
            finding(report, f"contradiction/aa/pair/aa.{rule}.pair+aa.together.pair").certainty == "possible"
        )


def test_a_reading_by_which_the_situation_does_not_come_up_avoids_no_contradiction(trial: Trial) -> None:
    doubts(trial, "odd")
    trial.change("aa", "answers may_play(tile) permit", "answers may_play(tile) when tile != Low permit")
    trial.add("aa", 'rule low_too\n  "Low too."\n  answers may_play(Low) under odd: other permit')
    trial.add(
        "aa",
        'rule low_loses\n  "Low loses."\n  answers winner(plays)'
        "\n    when size(plays) = 1 and (the first p in plays).tile = Low then untaken",
    )
    report = both_ways(trial)
    assert report.eliminated == ()
    found = finding(report, "contradiction/aa/winner/aa.low_loses.winner+aa.top_takes.winner")
    assert (found.certainty, found.under) == ("possible", ({"aa.odd": "other"},))


def test_what_waits_for_an_answer_avoids_no_contradiction(trial: Trial) -> None:
    doubts(trial, "odd")
    trial.change("aa", "answers worth(Low)  then 1", "answers worth(Low) under odd: other then 1")
    clash(trial, "low_pair", "odd: other or so", "Low, Low", 9)
    report = both_ways(trial)
    assert report.eliminated == ()
    assert finding(report, "contradiction/aa/pair/aa.low_pair.pair+aa.together.pair").certainty == "possible"


def test_sentences_that_clash_however_they_are_read_strike_no_reading(trial: Trial) -> None:
    trial.add(
        "aa",
        'doubt odd() -> bool\n  "odd"\n  asks "How?"\n'
        '  reading so "so" = false\n  reading other "other" = true',
    )
    trial.add(
        "aa",
        'rule low_pair\n  "Two Low."\n  answers pair(tiles)\n'
        "    when tiles = {Low, Low} or odd() and tiles = {High, High} then 9",
    )
    report = both_ways(trial)
    assert report.eliminated == ()
    assert finding(report, "contradiction/aa/pair/aa.low_pair.pair+aa.together.pair").certainty == "firm"


def test_clauses_of_the_same_sentences_are_one_clash(trial: Trial) -> None:
    doubts(trial, "odd")
    trial.add(
        "aa",
        'rule low_pair\n  "Two Low."\n  answers pair(tiles) under odd: so when tiles = {Low, Low} then 9\n'
        "  answers pair(tiles) under odd: other when tiles = {High, High} then 9",
    )
    assert both_ways(trial).eliminated == ()


def test_what_all_readings_leave_contradictory_is_a_contradiction(trial: Trial) -> None:
    doubts(trial, "odd")
    clash(trial, "low_pair", "odd: other or so", "Low, Low", 9)
    clash(trial, "high_pair", "odd: other", "High, High", 9)
    report = both_ways(trial)
    assert struck(report) == [({"odd": "other"}, "aa.high_pair.pair+aa.together.pair")]
    assert finding(report, "contradiction/aa/pair/aa.low_pair.pair+aa.together.pair").certainty == "firm"


def test_the_order_of_declarations_decides_nothing(trial: Trial) -> None:
    first = trial.editions["aa"]
    parts = [
        DOUBT.format(name="odd"),
        DOUBT.format(name="even"),
        CLASH.format(rule="low_pair", under="odd: other", tiles="Low, Low", n=9),
        CLASH.format(rule="low_again", under="even: other", tiles="Low, Low", n=8),
    ]
    found = []
    for ordered in permutations(parts):
        trial.editions["aa"] = "\n\n".join([first, *ordered]) + "\n"
        report = trial.report()
        found.append((identifiers(report), struck(report)))
    assert all(each == found[0] for each in found)


def test_a_contradiction_is_shown_under_what_the_others_leave(trial: Trial) -> None:
    doubts(trial, "odd", "even")
    clash(trial, "low_pair", "odd: other", "Low, Low", 9)
    trial.add("aa", CLASH.format(rule="also_high", under="odd: other", tiles="High, High", n=9))
    trial.add("aa", CLASH.format(rule="mids", under="even: so", tiles="Mid, Mid", n=9))
    report = both_ways(trial)
    left = {(d, r) for each in report.eliminated for d, r in each.readings.items()}
    assert {("odd", "other"), ("even", "so")} <= left
    high = finding(report, "contradiction/aa/pair/aa.also_high.pair+aa.together.pair")
    assert high.witness is not None
    assert all("even" not in a.interpretation for a in high.witness.answers)


@pytest.mark.parametrize("first", ["early", "late"])
def test_each_is_shown_under_what_the_others_leave_of_it(trial: Trial, first: str) -> None:
    """Each time others are struck, though as many."""
    for name in ("odd", "even"):
        trial.add(
            "aa",
            f'doubt {name}() -> bool\n  "count {name}"\n  asks "How?"\n'
            '  reading so "so" = false\n  reading other "otherwise" = true',
        )
    rules = {
        "early": "even() and tiles = {Low, Low}",
        "late": "odd() and (tiles = {High, High} or (even() and tiles = {Low, Mid}))",
    }
    for name in sorted(rules, key=lambda rule: rule != first):
        trial.add("aa", f'rule {name}\n  "Two {name}."\n  answers pair(tiles) when {rules[name]} then 9')
    report = both_ways(trial)
    assert struck(report) == [
        ({"even": "other"}, "aa.early.pair+aa.together.pair"),
        ({"odd": "other"}, "aa.late.pair+aa.together.pair"),
    ]
    late = finding(report, "contradiction/aa/pair/aa.late.pair+aa.together.pair")
    assert late.witness is not None
    assert [str(plain(tiles)) for tiles in late.witness.situation] == ["['High', 'High']"]
    assert amiss(trial.project().games, report) == {}
