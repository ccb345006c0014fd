"""One cause, told once: which findings are records of one entry, what it is called, and its digest."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checker.findings.details import Unanswered
from checker.findings.findings import Entry, Report, Witness
from checker.pipeline.cause import Causes
from checker.pipeline.check import check
from checker.pipeline.entries import weight_of, with_entries
from dsl.types.values import Case, Player, Record
from tests.checker.questions.search.test_kinds import AT_ONCE, DOUBT, FIRST, TIE
from tests.checker.trial import Trial

LOW_PAIR = (
    'rule low_pair\n  "Two Low count nine."\n  answers pair(tiles){how} when tiles = {{Low, Low}} then 9'
)


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(tmp_path)


def told(report: Report) -> dict[str, list[str]]:
    """The causes with their records, without the game and the variant."""
    return {
        e.id.removeprefix("trial/plain/"): [f.id.removeprefix("trial/plain/") for f in e.records]
        for e in report.entries
    }


def entry(report: Report, cause: str) -> Entry:
    """The entry of that cause."""
    return next(e for e in report.entries if e.id == f"trial/plain/{cause}")


def test_what_a_doubt_brings_about_is_told_under_it(trial: Trial) -> None:
    trial.add("aa", DOUBT)
    trial.change("aa", TIE, FIRST)
    trial.change("bb", TIE, AT_ONCE)
    report = trial.report()
    assert told(report) == {
        "aa.earliest": ["ambiguity/aa/-/aa.earliest", "divergence/aa+bb/winner/aa.tie+bb.tie"]
    }
    (one,) = report.entries
    assert (one.tier, one.kind, one.kinds) == ("firm", "ambiguity", ("ambiguity", "divergence"))
    assert (one.questions, one.editions) == (("winner",), ("aa", "bb"))


def test_a_doubt_of_two_editions_is_one(trial: Trial) -> None:
    for edition in ("aa", "bb"):
        trial.add(edition, DOUBT)
        trial.change(edition, TIE, FIRST)
    both = ["ambiguity/aa/-/aa.earliest", "ambiguity/bb/-/bb.earliest"]
    assert told(trial.report()) == {"earliest": both}
    trial.editions["bb"] = trial.editions["bb"].replace("of_all", "of_them")
    assert set(told(trial.report())) == {"aa.earliest", "bb.earliest"}


def test_a_gap_under_a_reading_is_told_under_the_doubt(trial: Trial) -> None:
    trial.add(
        "aa",
        'doubt ties\n  "If it is a tie, nobody does."\n  asks "All?"\n'
        '  reading all_ties "all"\n  reading of_high "of High only"',
    )
    trial.change("aa", TIE, TIE.replace("    when", "    under ties: all_ties\n    when"))
    report = trial.report()
    assert set(told(report)) == {"aa.ties"}
    assert entry(report, "aa.ties").kinds == ("ambiguity", "gap")


def test_a_silence_of_all_is_one(trial: Trial) -> None:
    for edition in ("aa", "bb"):
        trial.drop(edition, "tie")
    assert told(trial.report()) == {"silence/winner": ["gap/aa/winner/-", "gap/bb/winner/-"]}


def test_what_another_edition_answers_is_told_under_its_sentence(trial: Trial) -> None:
    trial.drop("aa", "tie")
    assert told(trial.report()) == {"winner/bb.tie": ["gap/aa/winner/bb.tie"]}


def test_an_edition_without_a_word_on_a_question_is_silent_on_it(trial: Trial) -> None:
    trial.drop("aa", "tie")
    trial.drop("aa", "top_takes")
    (cause,) = told(trial.report())
    assert cause == "silence/winner"


def test_causes_that_share_a_general_rule_stay_apart(trial: Trial) -> None:
    trial.add("aa", LOW_PAIR.format(how=""))
    trial.add(
        "aa", LOW_PAIR.format(how="").replace("ow", "igh").replace("Ligh", "High").replace("nine", "eight")
    )
    trial.editions["aa"] = trial.editions["aa"].replace("rule ligh_pair", "rule high_pair")
    assert len(told(trial.report())) == 2


def test_divergences_from_one_sentence_are_one(trial: Trial) -> None:
    trial.change("bb", "answers worth(High) then 3", "answers worth(High) then 4")
    trial.editions["cc"] = trial.editions["aa"].replace("edition aa", "edition cc").replace("-aa", "-cc")
    trial.editions["cc"] = trial.editions["cc"].replace("rules-src/aa.txt", "rules-src/cc.txt")
    trial.game_text = trial.game_text.replace("languages aa, bb", "languages aa, bb, cc")
    causes = told(trial.report())
    assert [i for i in causes["worth/bb.worths"] if i.startswith("divergence/") and "/worth/" in i] == [
        "divergence/aa+bb/worth/aa.worths.High+bb.worths.High",
        "divergence/bb+cc/worth/bb.worths.High+cc.worths.High",
    ]


def test_what_follows_from_another_finding_is_told_under_its_cause(trial: Trial) -> None:
    trial.change("bb", "answers worth(High) then 3", "answers worth(High) then 4")
    (cause,) = told(trial.report())
    assert cause == "worth/aa.worths+bb.worths"


class TestExceptions:
    def test_one_that_no_text_states_stands_apart(self, trial: Trial) -> None:
        trial.add("aa", LOW_PAIR.format(how=" implied exception to together"))
        trial.add("bb", LOW_PAIR.format(how=" stated exception to together"))
        report = trial.report()
        assert report.entries == ()
        (apart,) = report.exceptions
        assert apart in report.findings and apart.kind == "contradiction"

    def test_one_is_not_told_for_a_general_sentence_that_does_not_clash(self, trial: Trial) -> None:
        high_pair = 'rule high_pair\n  "Two High always count six."\n  answers pair({High, High}) then 6'
        for edition, ground in (("aa", "implied"), ("bb", "stated")):
            trial.add(edition, high_pair)
            trial.add(edition, LOW_PAIR.format(how=f" {ground} exception to together, high_pair"))
        report = trial.report()
        assert (len(report.entries), len(report.exceptions)) == (0, 1)

    @pytest.mark.parametrize(("language", "word", "stays"), [("en", "always", True), ("en", "often", False)])
    def test_one_is_told_where_the_general_sentence_says_always(
        self, trial: Trial, language: str, word: str, stays: bool
    ) -> None:
        trial.editions = {
            name: text.replace("Two tiles count", f"Two tiles {word} count")
            for name, text in trial.editions.items()
        }
        trial.editions[language] = trial.editions.pop("aa").replace("edition aa", f"edition {language}")
        trial.editions[language] = trial.editions[language].replace("rules-src/aa", f"rules-src/{language}")
        trial.game_text = trial.game_text.replace("languages aa, bb", f"languages {language}, bb")
        trial.add(language, LOW_PAIR.format(how=" implied exception to together"))
        trial.add("bb", LOW_PAIR.format(how=" stated exception to together"))
        report = trial.report()
        assert (len(report.entries), len(report.exceptions)) == ((1, 0) if stays else (0, 1))


class TestFirstRecord:
    """Of records of the same weight."""

    @staticmethod
    def order(trial: Trial, *changes: dict[str, Any]) -> list[str]:
        """The order of records that are the same gap but for these changes, each called by its place."""
        trial.drop("aa", "tie")
        project = trial.project()
        (gap,) = check(project).findings
        made = tuple(replace(gap, id=f"{gap.id}/{n}", **each) for n, each in enumerate(changes))
        (one,) = with_entries(Report(bounds={}, findings=made), project.games).entries
        return [record.id.rpartition("/")[2] for record in one.records]

    @staticmethod
    def shown_by(*tiles: int) -> dict[str, Any]:
        """A witness of so many players with these tiles, by number."""
        plays = tuple(
            Record("play", (("player", Player(name)), ("tile", Case("tile", str(tile), tile))))
            for name, tile in zip(("Ann", "Bob", "Cid"), tiles, strict=False)
        )
        return {"witness": Witness(question="winner", situation=(plays,), answers=(), confirmed=True)}

    def test_the_smallest_situation_leads(self, trial: Trial) -> None:
        shown = self.shown_by
        assert self.order(trial, {"witness": None}, shown(0, 0), shown(1), shown(0)) == ["3", "2", "1", "0"]

    def test_where_editions_agree_goes_after_where_they_differ(self, trial: Trial) -> None:
        small, large = self.shown_by(0), self.shown_by(1, 1)
        assert self.order(trial, {**small, "details": Unanswered(by_default=True, alike=True)}, large) == [
            "1",
            "0",
        ]


class TestDigest:
    def test_it_changes_with_an_answer(self, trial: Trial) -> None:
        digests = set()
        for amount in (4, 5, 9):
            changed = Trial(trial.root / str(amount))
            changed.change("bb", "answers worth(High) then 3", f"answers worth(High) then {amount}")
            (one,) = changed.report().entries
            assert one.id == "trial/plain/worth/aa.worths+bb.worths"
            digests.add(one.digest)
        assert len(digests) == 3

    def test_it_does_not_change_with_the_words(self, trial: Trial) -> None:
        trial.drop("aa", "tie")
        (before,) = trial.report().entries
        trial.editions["bb"] = trial.editions["bb"].replace("If it is a tie", "Where it is a tie")
        (after,) = trial.report().entries
        assert (after.id, after.digest) == (before.id, before.digest)


class TestOrder:
    def test_the_weightiest_come_first(self, trial: Trial) -> None:
        trial.change("bb", "answers worth(High) then 3", "answers worth(High) then 4")
        trial.drop("aa", "tie")
        trial.add("bb", DOUBT)
        trial.change("bb", TIE, FIRST)
        report = trial.report()
        weights = [weight_of(e) for e in report.entries]
        assert weights == sorted(weights) and len(set(weights)) > 1
        assert [e.kind for e in report.entries][:2] == ["divergence", "gap"]


def test_kinds_and_editions_keep_entries_whole(trial: Trial) -> None:
    trial.add("aa", DOUBT)
    trial.change("aa", TIE, FIRST)
    trial.change("bb", TIE, AT_ONCE)
    project = trial.project()
    whole = check(project).entries
    assert check(project, kinds=["divergence"]).entries == whole
    assert check(project, editions=["bb"]).entries == whole
    assert check(project, kinds=["gap"]).entries == ()


def test_a_cause_is_read_off_a_finding_whatever_else_was_found(trial: Trial) -> None:
    trial.add("aa", DOUBT)
    trial.change("aa", TIE, FIRST)
    trial.change("bb", TIE, AT_ONCE)
    project = trial.project()
    report = check(project)
    for found in report.findings:
        alone = Causes(project.games["trial"], {found.id: found}).name(found)
        assert alone == Causes(project.games["trial"], {f.id: f for f in report.findings}).name(found)
