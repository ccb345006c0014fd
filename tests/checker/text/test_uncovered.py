"""uncovered: sentences that nothing in the edition accounts for."""

from checker.findings.findings import Finding
from checker.text import uncovered
from tests.checker.small import Small
from tests.details import fields


def found(small: Small) -> list[Finding]:
    return uncovered.findings(small.editions(), "plain")


def test_a_text_of_which_all_is_cited(small: Small) -> None:
    assert found(small) == []


def test_a_sentence_that_nothing_cites(small: Small) -> None:
    small.texts["aa"] += "\nNobody cheats.\n"
    (finding,) = found(small)
    assert fields(finding) == {
        "sentence": "Nobody cheats.",
        "line": 8,
        "partly": False,
        "left": ["Nobody cheats."],
    }
    assert finding.citations[0].citation.quote == "Nobody cheats."
    assert (finding.editions, finding.certainty) == (("aa",), "firm")


def test_a_sentence_of_which_a_part_is_left(small: Small) -> None:
    small.texts["aa"] = small.texts["aa"].replace("Shuffle.", "Shuffle, well.")
    small.change("aa", '"Shuffle."', '"Shuffle"')
    (finding,) = found(small)
    assert fields(finding)["partly"] is True
    assert fields(finding)["left"] == ["well."]


def test_its_identifier_is_of_its_words_and_not_of_its_place(small: Small) -> None:
    small.texts["aa"] += "\nNobody  cheats!\n"
    (one,) = found(small)
    small.texts["aa"] = "\n\n" + small.texts["aa"].replace("Nobody  cheats!", "NOBODY cheats.")
    (other,) = found(small)
    assert one.id == other.id
    assert fields(one)["line"] != fields(other)["line"]


def test_the_same_sentence_twice_is_two_findings(small: Small) -> None:
    small.texts["aa"] += "\nNobody cheats.\nNobody cheats.\n"
    one, two = found(small)
    assert two.id == f"{one.id}.2"


def test_what_is_left_out_and_what_is_of_other_variants_is_not_told(small: Small) -> None:
    small.texts["aa"] += "\nTournaments\nNobody cheats.\n"
    small.add("aa", 'part "Tournaments" left out "for later"')
    assert found(small) == []
