"""How often findings arise: counted by `simulate --findings`, read and ranked by `check --frequency`."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arbitre.cli import run
from arbitre.commands.frequency import as_json, by_frequency, ranked, read_frequency
from checker.findings.findings import Entry, Finding, Frequency, Report
from dsl.text.errors import ArbitreError
from tests.arbitre.madeup import divergence, reported


def finding(name: str, share: tuple[int, int] | None = None) -> Finding:
    shown = None
    if share is not None:
        shown = Frequency(numerator=share[0], denominator=share[1], low=0.0, high=1.0, driver="aa, random")
    return Finding(
        id=name,
        kind="gap",
        certainty="firm",
        game="g",
        variant="v",
        question=None,
        editions=("aa",),
        class_=(name,),
        frequency=shown,
    )


def entry_of(found: Finding) -> Entry:
    return Entry(
        id=found.id,
        game=found.game,
        variant=found.variant,
        kind=found.kind,
        kinds=(found.kind,),
        tier="firm",
        questions=(found.id,),
        editions=found.editions,
        records=(found,),
        digest="",
    )


def written(path: Path, found: list[Finding]) -> Path:
    file = path / "play.json"
    data = {"schema": "arbitre.simulation/1", "simulations": [{"findings": as_json(found)}]}
    file.write_text(json.dumps(data), encoding="utf-8")
    return file


def test_what_is_written_is_read(tmp_path: Path) -> None:
    shares = read_frequency(written(tmp_path, [finding("a", (3, 10)), finding("b", (0, 10))]))
    report = ranked(Report(bounds={}, findings=(finding("a"), finding("b"), finding("c"))), shares)
    assert [(f.id, f.frequency and f.frequency.numerator) for f in report.findings] == [
        ("a", 3),
        ("b", 0),
        ("c", None),
    ]


def test_entries_of_one_weight_are_ranked_by_it(tmp_path: Path) -> None:
    first, second = divergence(), replace(divergence(), id="x", question="value", class_=("ca.x", "es.y"))
    report = reported(first, second)
    assert [e.records[0].id for e in report.entries] == [first.id, "x"]
    counted = replace(second, frequency=finding("x", (9, 10)).frequency)
    shares = read_frequency(written(tmp_path, [counted]))
    after = ranked(report, shares)
    assert [e.records[0].id for e in after.entries] == ["x", first.id]
    assert [e.digest for e in after.entries] == [e.digest for e in report.entries][::-1]


def test_where_nothing_is_counted_entries_stand_by_the_names_of_their_questions() -> None:
    asked = [replace(finding(name), question=name, class_=("-",)) for name in ("second", "first", "third")]
    report = Report(bounds={}, findings=tuple(asked), entries=tuple(map(entry_of, asked)))
    assert [e.id for e in ranked(report, {}).entries] == ["first", "second", "third"]


def test_the_most_frequent_come_first_and_those_not_counted_last() -> None:
    found = [finding("a"), finding("b", (1, 10)), finding("c", (9, 10)), finding("d", (0, 10))]
    assert [f.id for f in sorted(found, key=by_frequency)] == ["c", "b", "d", "a"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "cannot be read as JSON"),
        ("[]", "is not what `simulate --format json` writes"),
        ('{"schema": "arbitre.simulation/1", "simulations": [{}]}', "counts no findings"),
        ('{"schema": "arbitre.simulation/1", "simulations": 7}', "has no shares"),
        ('{"schema": "arbitre.simulation/1", "simulations": [{"findings": [{"id": 1}]}]}', "has no shares"),
        ("[" * 100_000, "cannot be read as JSON"),
    ],
)
def test_a_file_that_is_none_is_told(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "play.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ArbitreError) as raised:
        read_frequency(file)
    assert says in raised.value.problems[0].message


def test_a_missing_file_is_input_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["check", "--frequency", str(tmp_path / "none.json")]) == 3
    assert "there is no file" in capsys.readouterr().err
