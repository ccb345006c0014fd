"""dangling: references to what the text does not contain."""

import pytest

from checker.findings.findings import Finding
from checker.text import dangling
from tests.checker.small import Small
from tests.details import fields

NOTE = 'note ranks "See the Table of Ranks."'


def found(small: Small, to: str = "Table of Ranks") -> list[Finding]:
    small.change("aa", NOTE, f'reference ranks "See the Table of Ranks." to "{to}"')
    return dangling.findings(small.editions(), "plain")


def test_a_text_without_references_has_none(small: Small) -> None:
    assert dangling.findings(small.editions(), "plain") == []


def test_a_reference_to_nothing(small: Small) -> None:
    (finding,) = found(small)
    assert finding.id == "shells/plain/dangling/aa/-/aa.ranks"
    assert (finding.certainty, fields(finding)) == ("firm", {"to": "Table of Ranks"})
    assert [c.citation.quote for c in finding.citations] == ["See the Table of Ranks."]


@pytest.mark.parametrize(
    "there", ["TABLE OF RANKS", "  Table of ranks: red, blue", "3) Table of Ranks", "Good. Table of Ranks."]
)
def test_a_reference_to_what_a_line_or_sentence_begins_with(small: Small, there: str) -> None:
    small.texts["aa"] += f"\n{there}\n"
    assert found(small) == []


@pytest.mark.parametrize("there", ["The Table of Ranks", "Table of Ranksmen", "Table of"])
def test_other_words_are_not_what_is_referred_to(small: Small, there: str) -> None:
    small.texts["aa"] += f"\n{there}\n"
    assert len(found(small)) == 1


def test_the_words_that_refer_do_not_count(small: Small) -> None:
    assert len(found(small, to="See the Table of Ranks")) == 1
