"""Baselines: what they dismiss and until when, what is open again, and which files are none."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arbitre.commands.baseline import SCHEMA, Dismissed, dismissing, read_baseline, weigh, write_baseline
from checker.findings.findings import Report
from dsl.text.errors import ArbitreError
from dsl.types.values import Player
from tests.arbitre.madeup import BETS, divergence, finding, gap, made_report, reported, settled

SILENCE, DOUBT = "tiny/plain/silence/outcome", "tiny/plain/ca.tie"
DIFFERS = "tiny/plain/outcome/ca.tie+es.tie"


def entry_ids(report: Report) -> list[str]:
    return [entry.id for entry in report.entries]


def dismissed(identifier: str, report: Report, **changes: str) -> Dismissed:
    """The dismissal of an entry of a report as it is."""
    (entry,) = (e for e in report.entries if e.id == identifier)
    return replace(Dismissed(identifier, "as it should be", "2026-01-01", entry.digest), **changes)


def test_without_one_all_is_shown() -> None:
    weighed = weigh(made_report(), None)
    assert [e.id for e in weighed.shown] == entry_ids(made_report()) == [SILENCE, DOUBT, DIFFERS]
    assert not weighed.against and not weighed.new


def test_it_leaves_out_what_it_dismisses() -> None:
    weighed = weigh(made_report(), {SILENCE: dismissed(SILENCE, made_report())})
    assert [e.id for e in weighed.shown] == [DOUBT, DIFFERS] == list(weighed.new)
    assert [e.id for e in weighed.dismissed] == [SILENCE]
    assert (weighed.by_identifier, weighed.changed, weighed.gone) == ((), (), ())


def test_what_says_something_else_is_open_again_as_changed() -> None:
    before = made_report()
    witness = gap().witness
    assert witness is not None
    bernat, anna = Player("Bernat"), settled(Player("Anna"))
    answers = (replace(witness.answers[0], outcome=settled(bernat)), *witness.answers[1:])
    now = reported(finding(), divergence(), replace(gap(), witness=replace(witness, answers=answers)))
    assert anna != answers[0].outcome
    weighed = weigh(now, {SILENCE: dismissed(SILENCE, before)})
    assert weighed.changed == (SILENCE,) and SILENCE in [e.id for e in weighed.shown]
    assert SILENCE not in weighed.new


def test_another_certainty_and_another_rule_are_changes() -> None:
    before = made_report()
    for changes in ({"certainty": "possible"}, {"rules": ("ca.tie", "ca.x")}):
        now = reported(finding(**changes))
        assert weigh(now, {DOUBT: dismissed(DOUBT, before)}).changed == (DOUBT,)


def test_another_situation_other_words_and_another_order_are_none() -> None:
    witness = finding().witness
    assert witness is not None
    moved = replace(
        finding(message="Said otherwise."),
        witness=replace(witness, situation=(BETS[:2],), log="arbitre: 1", answers=witness.answers[::-1]),
        citations=(),
    )
    assert weigh(reported(moved), {DOUBT: dismissed(DOUBT, made_report())}).shown == ()


def test_what_is_dismissed_until_a_day_is_open_after_it() -> None:
    baseline = {DOUBT: dismissed(DOUBT, made_report(), until="2026-06-30")}
    assert weigh(reported(finding()), baseline, today="2026-06-30").shown == ()
    late = weigh(reported(finding()), baseline, today="2026-07-01")
    assert [e.id for e in late.shown] == [DOUBT]
    assert [one.until for one in late.lapsed] == ["2026-06-30"] and not late.new and not late.changed


def test_it_tells_what_is_gone() -> None:
    baseline = {f"tiny/plain/{k}": Dismissed(f"tiny/plain/{k}", "", "") for k in ("b", "a")}
    assert weigh(made_report(), baseline).gone == ("tiny/plain/a", "tiny/plain/b")
    assert weigh(made_report(), baseline, ["other"]).gone == ()
    assert weigh(made_report(), baseline, ["tiny/plain+option"]).gone == ()


def test_one_without_digests_dismisses_by_the_identifiers_of_records(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    old = {"schema": "arbitre.baseline/1", "dismissed": [{"id": gap().id, "reason": "r", "date": "d"}]}
    path.write_text(json.dumps(old), encoding="utf-8")
    weighed = weigh(made_report(), read_baseline(path))
    assert [e.id for e in weighed.by_identifier] == [SILENCE] == [e.id for e in weighed.dismissed]
    assert weighed.gone == ()
    other = replace(gap(), id="tiny/plain/gap/es/outcome/other", class_=("ca.other",))
    assert SILENCE in weigh(reported(gap(), other), read_baseline(path)).new


def test_it_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    report = made_report()
    known = {SILENCE: dismissed(SILENCE, report, date="2025-12-31", until="2027-01-01", digest="old")}
    written = dismissing(report.entries[:2], known, "2026-01-01")
    write_baseline(path, written)
    assert read_baseline(path) == written
    assert written == {
        SILENCE: dismissed(SILENCE, report, date="2025-12-31", until="2027-01-01"),
        DOUBT: dismissed(DOUBT, report, reason=""),
    }
    assert json.loads(path.read_text("utf-8"))["schema"] == SCHEMA


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "it is not a mapping"),
        ("{}", "its `schema` is not"),
        ('{"schema": "arbitre.baseline/3", "dismissed": []}', "its `schema` is not"),
        ('{"schema": "arbitre.baseline/1"}', "no list `dismissed`"),
        ('{"schema": "arbitre.baseline/1", "dismissed": [3]}', "a mapping with an `id`"),
        ('{"schema": "arbitre.baseline/1", "dismissed": [{"reason": "x"}]}', "needs an `id`"),
        ('{"schema": "arbitre.baseline/1", "dismissed": [{"id": "a", "digest": "x"}]}', "`digest` is not"),
        ('{"schema": "arbitre.baseline/2", "dismissed": [{"id": "a", "why": "x"}]}', "`why` is not"),
        ('{"schema": "arbitre.baseline/2", "dismissed": [{"id": "a"}, {"id": "a"}]}', "dismissed twice"),
        ('{"schema": "arbitre.baseline/2", "dismissed": [{"id": "a", "until": "May"}]}', "`May` is no day"),
    ],
)
def test_what_is_none(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ArbitreError, match=said) as raised:
        read_baseline(path)
    assert raised.value.problems[0].spans[0].path == str(path)
