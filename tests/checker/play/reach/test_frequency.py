"""How often findings arise in games."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from checker.editions.editions import Editions
from checker.editions.elimination import strike_by_examples
from checker.findings.details import Apart, Details, Doubted, ImpliedException, LeftOpen, Nothing, Unanswered
from checker.findings.findings import Finding, Kind
from checker.findings.identifiers import finding_id
from checker.games.driver import begin, carry_on
from checker.play.reach.frequency import frequency, named_in_order
from checker.play.reach.observer import ObservingJudge, askable_questions
from checker.questions.search.assemble import Assembler
from checker.questions.search.explicit import enumerated
from checker.questions.verdicts.matrix import Occurrence, column, occurrences
from checker.questions.verdicts.recognize import AskedSituation, occurring, questions_of
from dsl.load import load_project
from dsl.types.values import Player, Record, Tagged, bag_of
from interpreter.play.state import Key
from interpreter.simulate.disagreement import interval
from tests.checker.small import Small

ROOT = Path(__file__).resolve().parents[4]


@cache
def emotrions() -> Editions:
    game = load_project(ROOT).games["emotrions"]
    editions = Editions(game, tuple(game.editions.values()))
    strike_by_examples(editions)
    return editions


def asked_in_games(editions: Editions, variant: str, edition: str, numbers: range) -> list[Key]:
    model = editions.edition(edition)
    observer = ObservingJudge(
        editions.game, model, {}, askable_questions(editions.game, variant, model).within
    )
    for number in numbers:
        play = begin(editions, variant, model, number, {}, seed=number)
        play.judge = observer
        carry_on(play, lambda _play, _due: False)
    return list(observer.heard())


KINDS: dict[str, tuple[Kind, Details]] = {
    "contradiction": ("contradiction", Nothing()),
    "divergence": ("divergence", Apart(relation="apart")),
    "gap": ("gap", Unanswered()),
    "gap by default": ("gap", Unanswered(by_default=True)),
    "ambiguity": ("ambiguity", Doubted(unsaid=False, questions=("outcome",))),
    "open": ("ambiguity", LeftOpen()),
}


def made_of(occurrence: Occurrence, question: str) -> Finding:
    kind, details = KINDS[occurrence.kind]
    if isinstance(details, Doubted):
        details = replace(details, questions=(question,))
    return Finding(
        id=finding_id("g", "v", kind, occurrence.editions, question, (occurrence.kind, *occurrence.class_)),
        kind=kind,
        certainty="firm",
        game="g",
        variant="v",
        question=question,
        editions=occurrence.editions,
        class_=occurrence.class_,
        details=details,
    )


def there(finding: Finding, found: list[Occurrence]) -> bool:
    for each in found:
        if (each.kind, each.editions) == (occurring(finding), finding.editions):
            gap = each.kind.startswith("gap") and bool(each.class_) == bool(finding.class_)
            if each.class_ == finding.class_ or (gap and set(each.class_) < set(finding.class_)):
                return True
    return False


@pytest.mark.parametrize("edition", ["ca", "es", "fr"])
def test_what_occurs_in_a_situation_is_recognized_and_nothing_else(edition: str) -> None:
    editions = emotrions()
    keys = [
        key
        for key in asked_in_games(editions, "standard", edition, range(2, 5))
        if key[0] in ("outcome", "goes_on", "may_bet", "strength", "draws", "next_leader", "goes_to")
    ]
    columns: dict[Key, list[Occurrence]] = {}
    for question, situation in keys:
        asked = editions.game.questions[question]
        columns[(question, situation)] = occurrences(editions, asked, column(editions, question, situation))
    findings = {
        finding.id: finding
        for (question, _), found in columns.items()
        for finding in (made_of(occurrence, question) for occurrence in found)
    }
    assert {occurring(f) for f in findings.values()} >= {"gap", "ambiguity", "divergence", "open"}
    for (question, situation), found in columns.items():
        place = AskedSituation(editions, question, situation)
        assert not (place.plain and found)
        for finding in findings.values():
            if finding.question == question:
                assert place.shows(finding) == there(finding, found), (finding.id, situation)


# ------------------------------------------------------------------ counting


def found(small: Small) -> tuple[Editions, list[Finding]]:
    editions = small.editions()
    searched = [enumerated(editions, q) for q in editions.game.questions.values()]
    return editions, Assembler(editions, "plain").findings(searched)


def shares(editions: Editions, findings: list[Finding], **how: object) -> dict[str, tuple[int, int] | None]:
    counted = frequency(editions, "plain", findings, **how)
    assert [f.id for f in counted] == [f.id for f in findings]
    return {
        f.id: None if f.frequency is None else (f.frequency.numerator, f.frequency.denominator)
        for f in counted
    }


GREY = '"Any card may be laid."\n  answers may_lay(card) permit'
NO_GREY = '"Any card may be laid."\n  answers may_lay(card) when card != Grey permit'


def test_games_in_which_it_arises_are_counted(small: Small) -> None:
    small.change("bb", "answers draws() then 1", "answers draws() then 2")
    small.change("bb", GREY, NO_GREY)
    editions, findings = found(small)
    counted = shares(editions, findings, games=12)
    assert counted["shells/plain/divergence/aa+bb/draws/aa.draw+bb.draw"] == (12, 12)
    assert counted["shells/plain/gap/bb/may_lay/aa.lay"] == (12, 12)
    assert counted["shells/plain/ambiguity/aa/-/aa.red"] is None  # no game asks what cards are worth
    assert counted["shells/plain/gap/aa/taker/-"] is None


def test_what_never_arises_is_nought_with_an_upper_bound(small: Small) -> None:
    small.change("bb", "answers copies(card) then 4", "answers copies(card) when card != Grey then 4")
    small.change("aa", "answers copies(card) then 4", "answers copies(card) when card != Blue then 4")
    editions, findings = found(small)
    blue = next(f for f in findings if f.id == "shells/plain/gap/aa/copies/bb.deck")
    never = Finding(
        id="never",
        kind="divergence",
        certainty="firm",
        game="shells",
        variant="plain",
        question="copies",
        editions=("aa", "bb"),
        class_=("aa.deck", "bb.deck"),
        details=Apart(relation="apart"),
    )
    one, other = frequency(editions, "plain", [blue, never], games=10)
    assert one.frequency is not None and other.frequency is not None
    assert (one.frequency.numerator, other.frequency.numerator) == (10, 0)
    assert (other.frequency.low, other.frequency.high) == interval(0, 10)
    assert 0.2 < other.frequency.high < 0.3


def test_findings_that_are_not_about_answers_have_none(small: Small) -> None:
    small.change("bb", "answers draws() then 1", "answers draws() then 2")
    editions, findings = found(small)
    first = findings[0]
    others = [
        Finding(
            id=kind,
            kind=kind,
            certainty="firm",
            game="shells",
            variant="plain",
            question="draws",
            editions=("aa",),
            class_=first.class_,
        )
        for kind in ("unreachable", "infeasible", "uncovered")
    ]
    assert all(f.frequency is None for f in frequency(editions, "plain", others, games=3))
    assert frequency(editions, "plain", findings, games=0) == tuple(findings)
    assert frequency(editions, "another", findings, games=3) == tuple(findings)


def test_the_driver_is_an_edition_with_its_rulings(small: Small) -> None:
    small.change("aa", "answers draws() then 1", "answers draws() when 1 = 2 then 1")
    small.change("bb", GREY, NO_GREY)
    small.rule("aa", 'fill nothing "Nobody draws."\n  answers draws() then 0')
    editions, findings = found(small)
    by_aa, by_bb = (
        {f.id: f.frequency for f in frequency(editions, "plain", findings, edition=e, games=8)}
        for e in ("aa", "bb")
    )
    name = "shells/plain/gap/aa/draws/bb.draw"
    ruled, unruled = by_aa[name], by_bb[name]
    assert ruled is not None and unruled is not None
    assert ruled.driver == "aa with the rulings house; random choices, 2 to 3 at the table"
    assert unruled.driver == "bb; random choices, 2 to 3 at the table"
    assert (ruled.numerator, unruled.numerator) == (8, 8)  # the printed rules stay silent, ruled or not


def test_the_same_on_every_run_and_otherwise_for_another_seed(small: Small) -> None:
    for edition in ("aa", "bb"):
        small.change(edition, "answers draws() then 1", "answers draws() then 0")
    small.change("bb", GREY, NO_GREY)
    editions, findings = found(small)
    gap = [f for f in findings if f.id == "shells/plain/gap/bb/may_lay/aa.lay"]
    counted = {seed: frequency(editions, "plain", gap, games=40, seed=seed) for seed in range(6)}
    again = frequency(small.editions(), "plain", gap, games=40, seed=3)
    assert again == counted[3]
    assert len({f.frequency.numerator for (f,) in counted.values() if f.frequency is not None}) > 1


# ------------------------------------------------------------------ parts


def test_questions_of_findings() -> None:
    readings = made_of(Occurrence("ambiguity", ("ca",), ("ca.x",), frozenset(), frozenset()), "outcome")
    assert questions_of(readings) == ("outcome",)
    several = Finding(
        id="x", kind="gap", certainty="firm", game="g", variant="v", question="a", editions=("e",),
        class_=("e.d",), details=Doubted(unsaid=True, questions=("a", "b")),
    )  # fmt: skip
    assert (occurring(several), questions_of(several)) == ("ambiguity", ("a", "b"))
    switched_off = Finding(
        id="x", kind="contradiction", certainty="possible", game="g", variant="v", question="a",
        editions=("e",), class_=("c", "d"), details=ImpliedException(clause="c", targets=("d",)),
    )  # fmt: skip
    assert (occurring(switched_off), questions_of(switched_off)) == (None, ())


def test_players_are_named_in_order_of_mention() -> None:
    game = emotrions().game
    one, two = Player("David"), Player("Anna")
    bet = Record("bet", (("player", one), ("cards", bag_of(()))))
    situation = ((bet,), Tagged("result", "taken", two), 3)
    renamed = named_in_order(game, situation)
    first, second = Player("Anna"), Player("Bernat")
    assert renamed == (
        (Record("bet", (("player", first), ("cards", bag_of(())))),),
        Tagged("result", "taken", second),
        3,
    )
