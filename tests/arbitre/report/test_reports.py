"""Reports of made-up findings: the text against goldens, the facts in it, and the JSON."""

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from arbitre.commands.baseline import Dismissed, weigh
from arbitre.report.as_json import findings as as_json
from arbitre.report.as_text import check as check_text
from arbitre.report.as_text import compare as compare_text
from arbitre.report.as_text.page import page
from arbitre.wording.catalogue import LANGUAGES, choose_language
from arbitre.wording.messages import worded
from arbitre.wording.values import condition
from checker.findings.details import (
    Apart,
    Doubted,
    ImpliedException,
    LeftOpen,
    MissingReference,
    MissingStep,
    SeveralNames,
)
from checker.findings.findings import KINDS, Answered, Empty, Entry, Finding, Report, Struck, Vacuous, Witness
from dsl.model import Reading
from interpreter.rulebook.rulebook import Outcome, Status
from tests.arbitre.madeup import (
    BETS,
    SILENT,
    bet,
    divergence,
    finding,
    gap,
    made_comparison,
    made_project,
    made_report,
    reported,
    settled,
    taken,
)
from tests.details import EXAMPLES
from tests.goldens import check_golden
from tests.interpreter import tiny

GOLDENS = Path(__file__).parents[1] / "golden"


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    choose_language("en")
    yield
    choose_language("en")


def written(write: Callable[[Console], None]) -> str:
    stream = io.StringIO()
    write(page(stream, {}))
    return stream.getvalue()


def entry(records: tuple[Finding, ...]) -> Entry:
    """An entry of these records."""
    first = records[0]
    return Entry(
        id="tiny/plain/outcome/x",
        game="tiny",
        variant="plain",
        kind=first.kind,
        kinds=(first.kind,),
        tier="firm",
        questions=("outcome",),
        editions=first.editions,
        records=records,
        digest="",
    )


def check_report(report: Report) -> str:
    project = made_project()
    weighed = weigh(worded(report, project), None)
    return written(lambda console: check_text.write(console, weighed, project))


class TestCheckText:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_golden(self, language: str) -> None:
        choose_language(language)
        check_golden(GOLDENS / f"check-{language}.txt", check_report(made_report()))

    def test_every_entry_has_message_table_answers_words_and_identifier(self) -> None:
        text = check_report(made_report())
        for each in made_report().entries:
            assert f"\n  {each.id}\n" in text
        assert "Anna    Alfà" in text
        assert "ca → taken by Anna if `tie` is read as “the first of them”" in text
        assert "rules-src/tiny-ca.txt:2" in text

    def test_lines_fit_and_have_no_white_space_at_their_ends(self) -> None:
        identifiers = tuple(each.id for each in (*made_report().entries, *made_report().findings))
        for line in check_report(made_report()).splitlines():
            assert line == line.rstrip()
            assert len(line) <= 80 or line.strip() in identifiers

    def test_kinds_come_in_their_order_and_firm_before_possible(self) -> None:
        other = finding(
            id="tiny/plain/ambiguity/ca/outcome/a", certainty="possible", doubts=(), class_=("ca.a",)
        )
        report = reported(divergence(), other, finding(), gap())
        text = check_report(report)
        causes = ("silence/outcome", "ca.tie", "outcome/ca.a", "outcome/ca.tie+es.tie")
        places = [text.index(f"  tiny/plain/{cause}\n") for cause in causes]
        assert places == sorted(places)

    def test_what_follows_from_others_is_told_beneath_them_in_short(self) -> None:
        after = finding(
            id="tiny/plain/gap/ca/next_leader/x",
            kind="gap",
            question="next_leader",
            doubts=(),
            because_of=(gap().id,),
        )
        text = check_report(reported(after, gap()))
        assert "1 entry (2 records): 1 gap; 1 firm." in text
        assert "Gap (1)" in text and "From the same cause:" in text
        assert f"    {after.id}\n\n  tiny/plain/silence/outcome\n" in text
        assert text.count("bets  1  Anna") == 1

    def test_records_of_which_the_same_is_said_are_told_apart_by_their_situations(self) -> None:
        other = gap()
        assert other.witness is not None
        shown = replace(other.witness, situation=((bet("Bernat", "A"),),))
        other = replace(other, id=f"{other.id}.again", class_=("ca.again",), witness=shown)
        text = " ".join(check_report(reported(gap(), other)).split())
        assert "1 entry (2 records)" in text
        assert text.count("(bets: ") == 1
        assert "(bets: Anna: Alfà; Bernat: Alfà, Azul; Carla: Azul)" in text

    def test_who_is_silent_too_if_it_comes_to_that_is_told(self) -> None:
        silent = gap()
        assert silent.witness is not None
        answers = (
            Answered(edition="ca", interpretation={}, outcome=SILENT, rules=()),
            Answered(edition="es", interpretation={}, outcome=SILENT, rules=()),
        )
        silent = replace(silent, class_=(), answered_by=(), witness=replace(silent.witness, answers=answers))
        told = "The Catalan edition says nothing either, if it comes to that."
        assert told in check_report(reported(silent))
        both = replace(silent, id=silent.id.replace("/es/", "/ca/"), editions=("ca",))
        assert told not in check_report(reported(silent, both))
        assert "nothing either" not in check_report(reported(gap()))

    def test_claims_about_nothing_are_together(self) -> None:
        one = Vacuous(
            game="tiny",
            variant="plain",
            question="q",
            editions=("ca",),
            holds="complete",
            because="nothing is",
        )
        other = replace(one, holds="consistent")
        text = check_report(Report(bounds={}, vacuous=(one, other)))
        assert "q: complete (ca), consistent (ca): nothing is" in text

    def test_what_holds_of_nothing_is_together_by_its_reason(self) -> None:
        one = Empty(
            game="tiny", variant="plain", question="q", editions=("ca",), holds="complete", reason="no-clause"
        )
        others = [
            replace(one, holds="consistent"),
            replace(one, editions=("es",)),
            replace(one, editions=("ca", "es"), holds="equivalent", reason="both-silent"),
            replace(one, question=None, holds="always_so", reason="never-arises"),
        ]
        text = check_report(Report(bounds={}, empty=(one, *others)))
        assert "0 claims proved, 5 about nothing, 0 undecided." in text
        assert "no rule of the edition is about it: q (ca, es)" in text
        assert "both editions are silent: q (ca = es)" in text
        assert "what it speaks of never comes up: always_so (ca)" in text

    def test_proofs_tell_their_bounds_and_what_they_rest_on(self) -> None:
        proof = replace(
            made_report().proved[2],
            bounds={"bets": [2, 3], "seats": [4, 4], "less": ["cards"]},
            struck=(Struck(edition="ca", readings=(("tie", "last"),)),),
        )
        text = check_report(Report(bounds={}, proved=(proof,)))
        assert "• value: bets 2 to 3, seats 4\n" in text
        assert "And on readings that are struck out:" in text
        assert "(value)" in text

    def test_nothing_found(self) -> None:
        assert "0 entries. 0 claims proved, 0 undecided." in check_report(Report(bounds={}))

    def test_control_characters_do_not_get_out(self) -> None:
        nasty = finding(
            editions=("ca",), kind="dangling", details=MissingReference(to=("\x1b[31m[red]x[/red]\u202e",))
        )
        text = check_report(reported(nasty))
        assert "\x1b" not in text and "\u202e" not in text
        assert "[red]x[/red]" in text

    def test_baseline(self) -> None:
        project = made_project()
        silence = "tiny/plain/silence/outcome"
        baseline = {silence: Dismissed(silence, "", ""), "tiny/x": Dismissed("tiny/x", "", "")}
        weighed = weigh(worded(made_report(), project), baseline)
        text = written(lambda console: check_text.write(console, weighed, project))
        assert silence not in text
        assert "1 entry is dismissed. 1 of them by the identifier alone" in text
        assert "  new: tiny/plain/ca.tie\n" in text
        assert "  gone: tiny/x\n" in text
        assert text.index("Since the baseline") < text.index("Ambiguity (1)")


class TestMessages:
    """Every kind, from its data alone."""

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            (
                {"kind": "contradiction", "class_": ("ca.a.outcome", "ca.b.outcome")},
                "The Catalan edition contradicts itself on “Who takes?”: 2 of its rules apply, and no answer "
                "satisfies all.",
            ),
            (
                {
                    "kind": "contradiction",
                    "certainty": "possible",
                    "details": ImpliedException(clause="ca.first_takes.outcome", targets=("ca.x.y",)),
                },
                "The Catalan edition contradicts itself on “Who takes?”, unless «En cas d'empat guanya el "
                "primer que hagi apostat.» is meant as an exception to `ca.x.y`, which it does not say.",
            ),
            (
                {"kind": "gap", "answered_by": (("es", "discarded"),)},
                "The Catalan edition does not answer “Who takes?” here. The Spanish edition does: discarded.",
            ),
            (
                {"kind": "gap", "doubts": ("tie",), "details": Doubted(unsaid=True, questions=())},
                "The Catalan edition has no words for this point: Who of those who tie? 2 answers make "
                "sense.",
            ),
            (
                {"kind": "gap", "details": MissingStep(step="deal", text="Deal the cards", entered_by=())},
                "The Catalan edition has no words that order this step of the game: Deal the cards.",
            ),
            ({}, "The Catalan edition can be read in 2 ways. Who of those who tie?"),
            (
                {"doubts": (), "details": LeftOpen()},
                "The Catalan edition leaves several answers open to “Who takes?”.",
            ),
            (
                {
                    "kind": "failed-example",
                    "details": replace(EXAMPLES["failed-example"], instead="value(A) is 3"),
                },
                "A printed example of the Catalan edition says `value(A) = -3`, which its rules contradict. "
                "By the rules, value(A) is 3.",
            ),
            (
                {"kind": "divergence", "editions": ("ca", "es"), "details": Apart(relation="narrower")},
                "The Spanish edition allows more answers to “Who takes?” than the Catalan edition.",
            ),
            (
                {
                    "kind": "divergence",
                    "certainty": "possible",
                    "editions": ("ca", "es"),
                    "doubts": ("ca.tie",),
                },
                "The Catalan and Spanish editions may answer “Who takes?” differently. It hangs on the doubt "
                "`ca.tie`.",
            ),
            ({"kind": "unreachable"}, "A rule of the Catalan edition never applies."),
            (
                {
                    "kind": "infeasible",
                    "details": replace(EXAMPLES["infeasible"], players=(5, 6), text="Each draws"),
                },
                "With 5 or 6 players, by the Catalan edition, this cannot be carried out: Each draws. It "
                "takes 6 cards, and 0 are there.",
            ),
            (
                {"kind": "dangling", "details": MissingReference(to=("Les cartes",))},
                "The Catalan edition refers to “Les cartes”, which its text does not contain.",
            ),
            (
                {"kind": "uncovered"},
                "No rule, example, doubt or note takes up this sentence of the Catalan edition.",
            ),
            (
                {"kind": "two-names", "details": SeveralNames(case="Odi", names=("l'Odi", "Ira"))},
                "The Catalan edition calls `Odi` by several names: “l'Odi” and “Ira”.",
            ),
            (
                {"kind": "property", "details": replace(EXAMPLES["property"], text="No card vanishes")},
                "By the Catalan edition, this does not hold: No card vanishes.",
            ),
        ],
    )
    def test_message(self, changes: dict[str, object], said: str) -> None:
        report = worded(Report(bounds={}, findings=(finding(**changes),)), made_project())
        assert report.findings[0].message == said

    @pytest.mark.parametrize(
        ("told", "said"),
        [
            (
                [("ca", "fr", "narrower"), ("es", "fr", "narrower")],
                "The French edition allows more answers to “Who takes?” than the Catalan and Spanish "
                "editions.",
            ),
            (
                [("ca", "es", "wider"), ("ca", "fr", "wider")],
                "The Catalan edition allows more answers to “Who takes?” than the Spanish and French "
                "editions.",
            ),
            (
                [("ca", "es", "narrower"), ("es", "fr", "wider")],
                "The Spanish edition allows more answers to “Who takes?” than the Catalan and French "
                "editions.",
            ),
            (
                [("ca", "es", "narrower"), ("ca", "fr", "narrower")],
                "The Spanish edition allows more answers to “Who takes?” than the Catalan edition.",
            ),
        ],
    )
    def test_the_edition_that_allows_more_is_told_against_all_that_allow_less(
        self, told: list[tuple[str, str, str]], said: str
    ) -> None:
        records = tuple(
            finding(
                id=f"tiny/plain/divergence/{one}+{other}/outcome/x",
                kind="divergence",
                editions=(one, other),
                doubts=(),
                details=Apart(relation=relation),
            )
            for one, other, relation in told
        )
        made = entry(records)
        report = worded(Report(bounds={}, findings=records, entries=(made,)), made_project())
        assert report.entries[0].message == said

    @pytest.mark.parametrize(
        ("outcomes", "said"),
        [
            ([taken("Anna")], "The Catalan edition does: taken by Anna."),
            ([taken("Anna"), None], "The Catalan edition does by one reading: taken by Anna."),
            (
                [taken("Anna"), taken("Bernat")],
                "The Catalan edition does: taken by Anna by one reading, taken by Bernat by another.",
            ),
            (
                [taken("Anna"), [taken("Anna"), taken("Bernat")]],
                "The Catalan edition does by one reading: taken by Anna.",
            ),
            (
                [[taken("Anna"), taken("Bernat")]],
                "The Catalan edition leaves open: taken by Anna or taken by Bernat.",
            ),
        ],
    )
    def test_what_another_edition_answers(self, outcomes: list[object], said: str) -> None:
        made = [
            SILENT
            if each is None
            else Outcome(Status.OPEN, tuple(each))
            if isinstance(each, list)
            else settled(each)  # type: ignore[arg-type]
            for each in outcomes
        ]
        answers = tuple(
            Answered(edition="ca", interpretation={"tie": str(n)}, outcome=outcome, rules=())
            for n, outcome in enumerate(made)
        )
        one = finding(
            kind="gap",
            editions=("es",),
            doubts=(),
            answered_by=(("ca", "x"),),
            witness=Witness(question="outcome", situation=(BETS,), answers=answers, confirmed=True),
        )
        report = worded(Report(bounds={}, findings=(one,)), made_project())
        assert report.findings[0].message == f"The Spanish edition does not answer “Who takes?” here. {said}"

    def test_on_what_the_table_has_to_agree(self) -> None:
        one = finding(
            kind="gap",
            certainty="possible",
            doubts=(),
            if_agreed=("outcome",),
        )
        report = worded(Report(bounds={}, findings=(one,)), made_project())
        assert report.findings[0].message == (
            "The Catalan edition does not answer “Who takes?” here. "
            "Only if the table agrees on “Who takes?”, which is not said."
        )

    def test_every_kind_has_one_in_every_language(self) -> None:
        for language in LANGUAGES:
            choose_language(language)
            for kind in KINDS:
                report = worded(Report(bounds={}, findings=(finding(kind=kind),)), made_project())
                assert report.findings[0].message


class TestJson:
    def test_findings(self) -> None:
        project = made_project()
        data = json.loads(
            as_json.dumps(as_json.findings(weigh(worded(made_report(), project), None), project))
        )
        assert data["schema"] == "arbitre.findings/2"
        assert data["bounds"] == {"tiny/plain": {"players": [2, 6]}}
        assert data["summary"]["gap"] == 1 and set(data["summary"]) == set(KINDS)
        entry = next(e for e in data["entries"] if e["id"] == "tiny/plain/ca.tie")
        assert (entry["kind"], entry["tier"], entry["questions"]) == ("ambiguity", "firm", ["outcome"])
        assert len(entry["digest"]) == 64
        first = entry["records"][0]
        assert first["id"] == finding().id and first["class"] == ["tie"] and first["message"]
        witness = first["witness"]
        assert witness["situation"]["bets"][1] == {"player": "Bernat", "cards": ["A", "B"]}
        assert witness["confirmed"] is True and witness["log"] is None
        assert witness["answers"][0]["answer"] == {"taken": "Anna"}
        assert "answer" not in witness["answers"][2] and witness["answers"][2]["status"] == "silent"
        assert first["citations"][0] == {
            "rule": "ca.tie",
            "source": "rules-src/tiny-ca.txt",
            "line": 2,
            "column": 1,
            "quote": "En cas d'empat guanya el primer que hagi apostat.",
        }
        assert data["proved"][3]["where"] == "size(bets) = 2"
        assert data["proved"][0]["excluded"] is None and data["proved"][2]["excluded"] == 0.25
        assert data["proved"][0]["struck"] == []
        for key in ("empty", "vacuous", "undecided", "harmless", "repetitions", "eliminated", "concrete"):
            assert isinstance(data[key], list)

    def test_comparison(self) -> None:
        project = made_project()
        data = as_json.comparison(made_comparison(), project.games["tiny"])
        assert data["schema"] == "arbitre.comparison/1"
        assert data["whole"] == {"status": "reconcilable", "under": "ca.tie is last"}
        assert [q["status"] for q in data["questions"]] == ["equivalent", "reconcilable"]
        assert data["eliminated"] == [
            {
                "edition": "ca",
                "doubt": "tie",
                "reading": "last",
                "because": "the printed example has `strength({A}) = 3`",
            }
        ]


def test_compare_text() -> None:
    project = made_project()
    text = written(lambda console: compare_text.write(console, made_comparison(), project.games["tiny"]))
    check_golden(GOLDENS / "compare-en.txt", text)
    assert "The Catalan and Spanish editions say the same if ca.tie is last." in text


class TestPage:
    def test_no_colour_unless_on_a_terminal(self) -> None:
        stream = io.StringIO()
        page(stream, {"FORCE_COLOR": "1"}).print("x", style="bold red")
        assert stream.getvalue() == "x\n"

    @pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
    def test_nor_where_none_is_wanted(self, environ: dict[str, str]) -> None:
        class Terminal(io.StringIO):
            def isatty(self) -> bool:
                return True

        stream = Terminal()
        page(stream, environ).print("x", style="bold red")
        assert stream.getvalue() == "x\n"
        stream = Terminal()
        page(stream, {"TERM": "xterm-256color"}).print("x", style="bold red")
        assert "\x1b[" in stream.getvalue()


class TestConditions:
    """Which interpretations are meant, in words."""

    EDITION = tiny.edition(
        doubts={
            name: replace(
                tiny.TIE,
                name=name,
                readings=tuple(
                    Reading(name=f"{name}{n}", text=f"{name} as {n}", value=None) for n in (1, 2, 3)
                ),
            )
            for name in ("a", "b")
        }
    )
    ALL = tuple({"a": f"a{n}", "b": f"b{m}"} for n in (1, 2, 3) for m in (1, 2, 3))

    def said(self, *these: dict[str, str], among: tuple[dict[str, str], ...] = ALL) -> str | None:
        return condition(self.EDITION, these, among)

    def test_all_is_no_condition(self) -> None:
        assert self.said(*self.ALL) is None

    def test_a_choice_for_each_doubt(self) -> None:
        assert self.said({"a": "a1", "b": "b2"}) == "`a` is read as “a as 1” and `b` is read as “b as 2”"
        of_two = [i for i in self.ALL if i["a"] != "a3"]
        assert self.said(*of_two) == "`a` is read as “a as 1” or “a as 2”"

    def test_choices_that_are_no_box(self) -> None:
        either = [i for i in self.ALL if i["a"] == "a1" or i["b"] == "b1"]
        assert self.said(*either) == "`a` is read as “a as 1”, or if `b` is read as “b as 1”"

    def test_choices_of_some_doubts(self) -> None:
        among = ({"a": "a1"}, {"a": "a2", "b": "b1"}, {"a": "a2", "b": "b2"})
        assert self.said(among[0], among[2], among=among) == (
            "`a` is read as “a as 1”, or if `a` is read as “a as 2” and `b` is read as “b as 2”"
        )


class TestEntryMessages:
    """What an entry says of several editions at once."""

    def test_a_silence_of_two_is_said_of_both(self) -> None:
        other = replace(gap(), id="tiny/plain/gap/ca/outcome/-", editions=("ca",), class_=(), answered_by=())
        silence = replace(gap(), answered_by=())
        report = worded(reported(other, silence, finding()), made_project())
        assert "The Catalan and Spanish editions do not answer “Who takes?” here." in [
            e.message for e in report.entries
        ]

    def test_what_a_text_lacks_is_listed(self) -> None:
        lacking = [
            finding(
                id=f"tiny/plain/dangling/ca/-/ca.{name}",
                kind="dangling",
                class_=(f"ca.{name}",),
                question=None,
                doubts=(),
                details=MissingReference(to=(name,)),
            )
            for name in ("table", "picture")
        ]
        (entry,) = worded(reported(*lacking), made_project()).entries
        assert entry.message == (
            "The Catalan edition refers to “picture” and “table”, which its text does not contain."
        )
