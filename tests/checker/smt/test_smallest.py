"""The smallest situations: what only orders them costs no finding."""

from pathlib import Path

import pytest

from checker.findings.findings import Report
from dsl.types.values import Record
from tests.checker.asked import checked, found, proved

RECORDS = """
players 2..4 named Anna, Bernat, Carla, David
record bid has coins: 0..12, tiles: 0..8
variant v "V"
question outcome(bids: list 2 of bid) -> bool
  "Who?"
"""


def gap(report: Report) -> list[tuple[int, ...]]:
    (finding,) = [f for f in report.findings if f.question is not None]
    assert finding.witness is not None and finding.witness.confirmed
    (bids,) = finding.witness.situation
    assert isinstance(bids, tuple)
    rows = [bid.fields for bid in bids if isinstance(bid, Record)]
    return [tuple(v for _, v in fields if isinstance(v, int)) for fields in rows]


@pytest.mark.parametrize(
    ("measure", "smallest"),
    [
        ("", [(0, 0), (0, 0)]),
        ("smallest by sum b in bids of b.coins + b.tiles", [(0, 0), (0, 0)]),
        ("smallest by 0 - (sum b in bids of b.coins)", [(3, 0), (12, 0)]),
        ("smallest by (sum b in bids of b.coins) * (sum b in bids of b.tiles)", [(0, 0), (0, 0)]),
        ("smallest by bids[3].coins", [(0, 0), (0, 0)]),
    ],
)
def test_what_only_orders_situations_costs_no_finding(
    tmp_path: Path, measure: str, smallest: list[tuple[int, ...]]
) -> None:
    when = "answers outcome(bids) when all b in bids: b.coins > 3 then true"
    report = checked(tmp_path, f"{RECORDS}  {measure}", when)
    assert found(report) == ["g/v/gap/aa/outcome/-"]
    assert gap(report) == smallest
    assert report.undecided == ()
    assert proved(report) == ["aa consistent", "aa unambiguous"]


def test_sums_of_many_values_are_no_matter_in_a_condition(tmp_path: Path) -> None:
    when = "answers outcome(bids) when (sum b in bids of b.coins + b.tiles) > 3 then true"
    report = checked(tmp_path, RECORDS, when)
    assert (found(report), report.undecided) == (["g/v/gap/aa/outcome/-"], ())
