"""How much there is to read in a report of all that is shipped."""

from pathlib import Path

from tests.spec.entries import MOST_ENTRIES

HERE = Path(__file__).parent


def test_there_are_not_too_many_entries_to_be_read_one_by_one() -> None:
    lines = [line for path in HERE.glob("*.ids") for line in path.read_text("utf-8").splitlines()]
    entries = {line.split()[1] for line in lines if line.startswith(("firm ", "possible ", "audit "))}
    assert len(entries) <= MOST_ENTRIES
    assert len({identifier.split("/", 2)[2] for identifier in entries}) > 100
