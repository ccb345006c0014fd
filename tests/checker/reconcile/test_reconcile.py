"""Reconciliation gives what trying all interpretations in all situations gives."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest

import checker
from checker.editions import combinations as choices
from checker.editions.editions import Editions
from checker.editions.elimination import strike_by_examples
from checker.findings.findings import Comparison, QuestionComparison
from checker.questions.search import search as searches
from checker.questions.verdicts.matrix import column
from checker.reconcile import reconcile
from dsl.load import load_project
from dsl.model import Game, Origin, Project
from dsl.text.errors import ArbitreError
from dsl.types.values import Player, Record, bag_of
from interpreter.analysis.dependencies import interpretations
from interpreter.rulebook.enumeration import situations
from interpreter.rulebook.rulebook import Rulebook, Situation, Status, Verdict
from interpreter.values.domain import values_of
from tests.checker.reconcile.test_minimal_dnf import holds

GAME = """
game marbles "Marbles" languages en

players 2..3 named Ann, Bob, Cid

enum marble
  case Red
  case Blue
  case Grey

record thrown has player: player, marble: marble

variant plain "plain marbles"

permission may_throw(marble: marble) otherwise forbidden
  "May it be thrown?"

question worth(marble: marble, round: 1..2) -> 0..9
  "What is it worth in this round?"
  given may_throw(marble)

question winner(thrown: list 1..2 of thrown) -> player
  "Who wins?"
  needs no a, b in thrown: a.player = b.player
  given all t in thrown: may_throw(t.marble)
  among [t.player for t in thrown]
  smallest by size(thrown)
"""
WORDS = "All of this is said in a few words."
HEAD = """
edition {name} of marbles
source "rules-src/{name}.txt"
"""
FIRST = """
rule winning
  "a few words"
  answers winner(thrown) then (the first t in thrown).player
"""
ALL = """
rule throwing
  "a few words"
  answers may_throw(marble) permit
"""
TWO_READINGS = """
doubt which() -> 0..9
  "a few words"
  asks "One or two?"
  reading one_point "one" = 1
  reading two_points "two" = 2

rule counting
  "a few words"
  answers worth(marble, round) then which()
"""


def project_of(root: Path, editions: Mapping[str, str]) -> Project:
    """A project of marbles with these editions."""
    spec, sources = root / "spec", root / "rules-src"
    spec.mkdir(parents=True, exist_ok=True)
    sources.mkdir(exist_ok=True)
    (root / "arbitre.toml").write_text('name = "marbles"\n', "utf-8")
    (spec / "game.rules").write_text(GAME.lstrip(), "utf-8")
    for name, rules in editions.items():
        (sources / f"{name}.txt").write_text(WORDS, "utf-8")
        (spec / f"{name}.rules").write_text(HEAD.format(name=name).lstrip() + rules, "utf-8")
    return load_project(root)


def compared(root: Path, **editions: str) -> Comparison:
    project = project_of(root, editions)
    return checker.compare(project, "marbles", "plain", tuple(editions))


def on(comparison: Comparison, question: str) -> QuestionComparison:
    return next(q for q in comparison.questions if q.question == question)


@pytest.fixture(params=["enumerated", "solved"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to look at all situations."""
    if request.param == "solved":
        monkeypatch.setattr(reconcile, "MOST_ENUMERATED", 0)
    return str(request.param)


# ------------------------------------------------------------------ trying everything


class Everything:
    """What comes of trying all interpretations of these editions in all situations."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.game = game
        self.names = names
        self.books = {
            name: [
                (i, Rulebook(game, game.editions[name], i))
                for i in interpretations(game.editions[name], game.editions[name].doubts)
            ]
            for name in names
        }
        self.seen: dict[tuple[str, int, str, Situation], Verdict | None] = {}

    def combinations(self) -> Iterator[tuple[int, ...]]:
        return product(*(range(len(self.books[n])) for n in self.names))

    def point(self, way: tuple[int, ...]) -> dict[str, str]:
        return {
            f"{n}.{d}": r
            for n, k in zip(self.names, way, strict=True)
            for d, r in self.books[n][k][0].items()
        }

    def verdict(self, name: str, place: int, question: str, situation: Situation) -> Verdict | None:
        key = (name, place, question, situation)
        if key not in self.seen:
            book = self.books[name][place][1]
            fits = book.meets_given(question, situation) is not False
            self.seen[key] = book.verdict(question, situation) if fits else None
        return self.seen[key]

    def of(self, question: str) -> dict[tuple[int, ...], tuple[str, bool, frozenset[str]]]:
        """For each combination: whether it agrees, differs or is vacuous; whether outcomes are the same; and
        what there is to agree on."""
        every = list(situations(self.game, question))
        rows: list[list[int]] = []
        for name in self.names:
            first: dict[tuple[object, ...], int] = {}
            row = []
            for place in range(len(self.books[name])):
                answers = [self.verdict(name, place, question, s) for s in every]
                key = tuple((v.outcome, v.by_default, v.speaking) if v is not None else None for v in answers)
                row.append(first.setdefault(key, place))
            rows.append(row)
        sorts = {
            way: self.sort(question, way, every) for way in product(*(dict.fromkeys(row) for row in rows))
        }
        return {
            way: sorts[tuple(row[k] for row, k in zip(rows, way, strict=True))] for way in self.combinations()
        }

    def sort(
        self, question: str, way: tuple[int, ...], every: Sequence[Situation]
    ) -> tuple[str, bool, frozenset[str]]:
        """Whether a combination agrees, differs or is vacuous, whether its outcomes are the same, and which
        editions answer by their texts where another does, and whether there is any answer."""
        sort, same, told = "vacuous", True, set[str]()
        for situation in every:
            verdicts = self.at(question, way, situation)
            if verdicts is None:
                continue
            if self.differ(verdicts):
                sort = "differs"
            if sort == "vacuous" and all(v.outcome.status is not Status.BLOCKED for v in verdicts):
                sort = "agrees"
            same = same and len({v.outcome for v in verdicts}) == 1
            answers = [v for v in verdicts if v.outcome.status in (Status.SETTLED, Status.OPEN)]
            by_text = {
                n for n, v in zip(self.names, verdicts, strict=True) if v in answers and self.is_by_text(v)
            }
            told |= {"something"} if answers else set()
            told |= by_text if len(by_text) > 1 else set()
        places = list(zip(self.names, way, strict=True))
        if not any(self.verdict(n, k, question, s) for n, k in places for s in every):
            sort = "agrees"
        return sort, same, frozenset(told)

    def is_by_text(self, verdict: Verdict) -> bool:
        clauses = {c.id: c for name in self.names for c in self.game.editions[name].clauses}
        return not verdict.by_default and any(
            clauses[c].origin is Origin.TEXT for c in verdict.speaking if c in clauses
        )

    def at(self, question: str, way: tuple[int, ...], situation: Situation) -> list[Verdict] | None:
        verdicts = [self.verdict(n, k, question, situation) for n, k in zip(self.names, way, strict=True)]
        return None if None in verdicts else [v for v in verdicts if v is not None]

    def differ(self, verdicts: Sequence[Verdict]) -> bool:
        answers = [
            v.outcome
            for v in verdicts
            if v.outcome.status in (Status.SETTLED, Status.OPEN) and not v.by_default
        ]
        return any(a != b for a, b in combinations(answers, 2))

    def first(self, question: str) -> Situation | None:
        """The first situation in which some combination differs; of those, if any, in which it is surely a
        situation for all."""
        shown: Situation | None = None
        for situation in situations(self.game, question):
            for way in self.combinations():
                verdicts = self.at(question, way, situation)
                if verdicts is not None and self.differ(verdicts):
                    shown = shown or situation
                    books = [self.books[n][k][1] for n, k in zip(self.names, way, strict=True)]
                    if all(book.meets_given(question, situation) for book in books):
                        return situation
        return shown

    def status(self, sorts: Mapping[tuple[int, ...], tuple[str, bool, frozenset[str]]]) -> str:
        agreeing = [way for way, (sort, _, _) in sorts.items() if sort == "agrees"]
        if all(sort == "differs" for sort, _, _ in sorts.values()):
            return "irreconcilable"
        if not agreeing:
            return "vacuous"
        same = [way for way in agreeing if sorts[way][1]]
        alike = all(any(s[k] == w[k] for s in same) for w in sorts for k in range(len(w)))
        if not all(any(name in sorts[way][2] for way in agreeing) for name in self.names):
            if not any(told for _, _, told in sorts.values()):
                return "both-silent"
            return "assumption-only" if alike else "never-both-answer"
        if alike:
            return "equivalent"
        return "compatible" if len(agreeing) == len(sorts) else "reconcilable"


def check(comparison: Comparison, game: Game) -> set[str]:
    """That the comparison is what trying everything gives. Returns the statuses met."""
    everything = Everything(game, comparison.editions)
    parts = {q.question: everything.of(q.question) for q in comparison.questions}
    whole = {
        way: (
            worst([p[way][0] for p in parts.values()]),
            all(p[way][1] for p in parts.values()),
            frozenset(told for p in parts.values() for told in p[way][2]),
        )
        for way in everything.combinations()
    }
    for name, status, under, sorts in [
        *((q.question, q.status, q.under, parts[q.question]) for q in comparison.questions),
        ("the whole", comparison.status, comparison.under, whole),
    ]:
        assert status == everything.status(sorts), (name, status, under, sorts)
        read: dict[tuple[str | None, ...], bool] = {}
        doubts = re.findall(r"\w+\.\w+", under or "")
        for way, (sort, _, _) in sorts.items():
            if under is None:
                assert sort != "agrees" or status in ABOUT_NOTHING, name
                continue
            point = everything.point(way)
            key = tuple(point.get(doubt) for doubt in doubts)
            if key not in read:
                read[key] = holds(under, point)
            assert read[key] == (sort == "agrees"), (name, under, way)
    for each in comparison.questions:
        shown = each.witness
        first = everything.first(each.question)
        assert (shown is None) == (first is None)
        if shown is not None:
            assert shown.confirmed
            assert shown.situation == first
            for answer in shown.answers:
                places = [
                    k
                    for k, (i, _) in enumerate(everything.books[answer.edition])
                    if answer.interpretation.items() <= i.items()
                ]
                assert places
                for place in places:
                    verdict = everything.verdict(answer.edition, place, each.question, shown.situation)
                    assert verdict is not None
                    assert (verdict.outcome, verdict.speaking) == (answer.outcome, answer.rules)
    return {comparison.status, *(q.status for q in comparison.questions)}


ABOUT_NOTHING = ("both-silent", "never-both-answer", "assumption-only")


def worst(sorts: Sequence[str]) -> str:
    return next(s for s in ("differs", "vacuous", "agrees") if s in sorts)


# ------------------------------------------------------------------ editions made at random


def made(rng: random.Random) -> str:
    """An edition: doubts that several rules use, one that hangs on another, one about when a rule applies."""
    number = rng.choice(
        [
            "a() + b()",
            "a() + round",
            "b() * 2",
            "if round = 1 then a() else b()",
            "a()",
            "2",
            "any of [1, 2, 3]",
            "any of [a(), 3]",
        ]
    )
    throwing = rng.choice(
        [
            "when marble != Grey permit",
            "permit",
            "when allowed(marble) permit",
            "when a() = 1 permit",
            "when b() < 2 or marble = Red permit",
            "when marble = Grey then any of [true, false]" + "\n  answers may_throw(Blue) permit",
        ]
    )
    winning = rng.choice(
        [
            "then (the first t in thrown).player",
            "then (the last t in thrown).player",
            "then if a() = 1 then (the first t in thrown).player else (the last t in thrown).player",
            "when size(thrown) = 1 then (the first t in thrown).player",
            "when worth((the first t in thrown).marble, 1) > 1 then (the first t in thrown).player",
            "when worth((the first t in thrown).marble, 1) != 2 then (the first t in thrown).player",
            "when b() = 1 then any of [t.player for t in thrown]",
        ]
    )
    when = rng.choice(["", "", "when round = 1 ", "when marble = Red "])
    third = rng.choice(["", '  reading three "three" = 3\n'])
    return f"""
doubt a() -> 0..9
  "a few words"
  asks "One or two?"
  reading one_point "one" = 1
  reading two_points "two" = 2

doubt b() -> 0..9
  "a few words"
  asks "And this?"
  under a: {rng.choice(["one_point", "two_points"])}
  reading one_more "one" = 1
  reading two_more "two" = 2
{third}
doubt allowed(marble: marble) -> bool
  "a few words"
  asks "Any but Grey, or Red only?"
  reading but_grey "any but Grey" = marble != Grey
  reading only_red "only Red" = marble = Red

doubt late
  "a few words"
  asks "Does it hold?"
  reading holds "it holds"
  reading idle "it does not"

rule throwing
  "a few words"
  answers may_throw(marble) {throwing}

rule counting
  "a few words"
  answers worth(marble, round) {when}then {number}

rule winning
  "a few words"
  answers winner(thrown) {winning}

rule later
  "a few words"
  answers worth(marble, round)
    under late: holds
    implied exception to counting
    when marble = Blue
    then a()
"""


@pytest.mark.parametrize("seed", range(16))
def test_it_equals_trying_everything(tmp_path: Path, way: str, seed: int) -> None:
    rng = random.Random(seed)
    project = project_of(tmp_path, {"aa": made(rng), "bb": made(rng)})
    check(checker.compare(project, "marbles", "plain", ("aa", "bb")), project.games["marbles"])


@pytest.mark.parametrize("seed", range(3))
def test_three_editions_are_taken_jointly(tmp_path: Path, way: str, seed: int) -> None:
    rng = random.Random(100 + seed)
    project = project_of(tmp_path, {"aa": made(rng), "bb": made(rng), "cc": made(rng)})
    names = ("aa", "bb", "cc")
    check(checker.compare(project, "marbles", "plain", names), project.games["marbles"])


def test_editions_made_at_random_meet_every_status(tmp_path: Path) -> None:
    met: set[str] = set()
    for seed in range(16):
        rng = random.Random(seed)
        project = project_of(tmp_path, {"aa": made(rng), "bb": made(rng)})
        found = checker.compare(project, "marbles", "plain", ("aa", "bb"))
        met |= {found.status, *(q.status for q in found.questions)}
    differing = {"reconcilable", "irreconcilable"}
    assert met == {"equivalent", "compatible", *differing, "never-both-answer", "vacuous"}


# ------------------------------------------------------------------ one thing at a time


def test_a_doubt_of_one_edition_is_read_as_the_other_says(tmp_path: Path, way: str) -> None:
    plain = 'rule counting\n  "a few words"\n  answers worth(marble, round) then 1\n'
    found = compared(tmp_path, aa=ALL + TWO_READINGS, bb=ALL + plain)
    worth = on(found, "worth")
    assert (worth.status, worth.under) == ("reconcilable", "aa.which is one_point")
    assert (found.status, found.under) == ("reconcilable", "aa.which is one_point")
    assert worth.witness is not None
    shown = [(a.edition, dict(a.interpretation), a.outcome.admits) for a in worth.witness.answers]
    assert shown == [
        ("aa", {"which": "one_point"}, (1,)),
        ("aa", {"which": "two_points"}, (2,)),
        ("bb", {}, (1,)),
    ]


def test_an_edition_is_equivalent_to_its_own_copy_read_alike(tmp_path: Path, way: str) -> None:
    copy = ALL + FIRST + TWO_READINGS
    found = compared(tmp_path, aa=copy, bb=copy)
    alike = (
        "(aa.which is one_point and bb.which is one_point)"
        " or (aa.which is two_points and bb.which is two_points)"
    )
    assert (found.status, found.under) == ("equivalent", alike)
    assert {(q.question, q.status, q.under) for q in found.questions} == {
        ("may_throw", "equivalent", "always"),
        ("winner", "equivalent", "always"),
        ("worth", "equivalent", alike),
    }


def test_every_copy_made_at_random_is_equivalent(tmp_path: Path) -> None:
    for seed in range(8):
        copy = made(random.Random(seed))
        project = project_of(tmp_path, {"aa": copy, "bb": copy})
        found = checker.compare(project, "marbles", "plain", ("aa", "bb"))
        statuses = check(found, project.games["marbles"])
        everything = Everything(project.games["marbles"], ("aa", "bb"))
        sorts = {sort for q in found.questions for sort, _, _ in everything.of(q.question).values()}
        if "vacuous" not in sorts:
            assert statuses == {"equivalent"}


def test_it_starts_from_what_the_examples_leave(tmp_path: Path, way: str) -> None:
    example = 'example one_it_is\n  "a few words"\n  shows worth(Red, 1) = 1\n'
    plain = 'rule counting\n  "a few words"\n  answers worth(marble, round) then 1\n'
    found = compared(tmp_path, aa=ALL + TWO_READINGS + example, bb=ALL + plain)
    assert (on(found, "worth").status, on(found, "worth").under) == ("equivalent", "always")
    assert on(found, "worth").witness is None
    assert [(e.edition, dict(e.readings)) for e in found.eliminated] == [("aa", {"which": "two_points"})]


SUM = """
doubt here() -> 0..9
  "a few words"
  asks "One or two?"
  reading one_point "one" = 1
  reading two_points "two" = 2

doubt there() -> 0..9
  "a few words"
  asks "One or two?"
  reading one_point "one" = 1
  reading two_points "two" = 2
"""


def test_it_starts_from_what_contradictions_leave(tmp_path: Path, way: str) -> None:
    again = 'rule again\n  "a few words"\n  answers worth(marble, round) when marble = Red then 1\n'
    plain = 'rule counting\n  "a few words"\n  answers worth(marble, round) then 1\n'
    found = compared(tmp_path, aa=ALL + TWO_READINGS + again, bb=ALL + plain)
    worth = on(found, "worth")
    assert (worth.status, worth.under, worth.witness) == ("equivalent", "always", None)
    assert [(e.edition, dict(e.readings)) for e in found.eliminated] == [("aa", {"which": "two_points"})]
    both = compared(tmp_path / "both", aa=ALL + plain + again.replace("then 1", "then 2"), bb=ALL + plain)
    assert (on(both, "worth").status, both.eliminated) == ("compatible", ())


def test_what_the_examples_strike_together_is_left_out(tmp_path: Path, way: str) -> None:
    rules = """
rule counting
  "a few words"
  answers worth(marble, round) then here() + there()

example not_four
  "a few words"
  shows worth(Red, 1) < 4
"""
    plain = 'rule counting\n  "a few words"\n  answers worth(marble, round) then 2\n'
    found = compared(tmp_path, aa=ALL + SUM + rules, bb=ALL + plain)
    assert on(found, "worth").under == "aa.here is one_point and aa.there is one_point"
    assert [dict(e.readings) for e in found.eliminated] == [{"here": "two_points", "there": "two_points"}]


def test_examples_about_other_questions_strike_too(tmp_path: Path, way: str) -> None:
    rules = """
rule counting
  "a few words"
  answers worth(marble, round) then here()

rule winning
  "a few words"
  answers winner(thrown)
    then if there() = 1 then (the first t in thrown).player else (the last t in thrown).player

example if_two_the_first
  "a few words"
  shows worth(Red, 1) = 2 implies winner([Ann: Red, Bob: Blue]) = Ann

example if_two_the_last
  "a few words"
  shows worth(Red, 1) = 2 implies winner([Ann: Red, Bob: Blue]) = Bob
"""
    plain = 'rule counting\n  "a few words"\n  answers worth(marble, round) then 1\n'
    found = compared(tmp_path, aa=ALL + SUM + rules, bb=ALL + plain)
    worth = on(found, "worth")
    assert (worth.status, worth.under, worth.witness) == ("equivalent", "always", None)


def test_what_the_examples_strike_ties_questions_together(tmp_path: Path, way: str) -> None:
    """One of the two is two; but each of them has to be one, on a question of its own."""
    rules = """
rule counting
  "a few words"
  answers worth(marble, round) then here()

rule winning
  "a few words"
  answers winner(thrown)
    then if there() = 1 then (the first t in thrown).player else (the last t in thrown).player

example one_of_them_is_two
  "a few words"
  shows worth(Red, 1) = 2 or winner([Ann: Red, Bob: Blue]) = Bob
"""
    plain = """
rule counting
  "a few words"
  answers worth(marble, round) then 1

rule winning
  "a few words"
  answers winner(thrown) then (the first t in thrown).player
"""
    found = compared(tmp_path, aa=ALL + SUM + rules, bb=ALL + plain)
    assert on(found, "worth").under == "aa.here is one_point"
    assert on(found, "winner").under == "aa.there is one_point"
    assert (found.status, found.under) == ("irreconcilable", None)


def test_a_difference_is_shown_where_it_is_surely_a_situation(tmp_path: Path, way: str) -> None:
    red_perhaps = """
rule throwing
  "a few words"
  answers may_throw(Red) then any of [true, false]
  answers may_throw(marble) when marble != Red permit
"""
    counting = 'rule counting\n  "a few words"\n  answers worth(marble, round) then {number}\n'
    one, two = (red_perhaps + counting.format(number=n) for n in ("1", "2"))
    worth = on(compared(tmp_path, aa=one, bb=two), "worth")
    assert worth.status == "irreconcilable"
    assert worth.witness is not None
    assert [str(getattr(v, "name", v)) for v in worth.witness.situation] == ["Blue", "1"]


def test_where_all_waits_for_an_answer_there_is_nothing_to_compare(tmp_path: Path, way: str) -> None:
    waits = """
rule winning
  "a few words"
  answers winner(thrown)
    then if worth(Red, 1) = 1 then (the first t in thrown).player else (the last t in thrown).player
"""
    last = 'rule winning\n  "a few words"\n  answers winner(thrown) then (the last t in thrown).player\n'
    found = compared(tmp_path, aa=ALL + waits, bb=ALL + last)
    assert (on(found, "winner").status, on(found, "winner").under) == ("vacuous", None)
    assert (found.status, found.under) == ("vacuous", None)


def test_what_waits_for_one_answer_of_many_is_not_taken_for_an_answer(tmp_path: Path, way: str) -> None:
    """With the first answer and with the last the first wins; with the one between, nobody is said to."""
    waits = """
rule counting
  "a few words"
  answers worth(marble, round) then any of [1, 2, 3]

rule winning
  "a few words"
  answers winner(thrown) when worth(Red, 1) != 2 then (the first t in thrown).player
"""
    last = 'rule winning\n  "a few words"\n  answers winner(thrown) then (the last t in thrown).player\n'
    found = compared(tmp_path, aa=ALL + waits, bb=ALL + last)
    winner = on(found, "winner")
    assert (winner.status, winner.under, winner.witness) == ("vacuous", None, None)


def test_disjoint_situations_do_not_reconcile(tmp_path: Path, way: str) -> None:
    red = 'rule throwing\n  "a few words"\n  answers may_throw(marble) when marble = Red permit\n'
    blue = 'rule throwing\n  "a few words"\n  answers may_throw(marble) when marble = Blue permit\n'
    red += "  answers may_throw(marble) when marble != Red forbid\n"
    blue += "  answers may_throw(marble) when marble != Blue forbid\n"
    found = compared(tmp_path, aa=red + FIRST, bb=blue + FIRST)
    assert on(found, "may_throw").status == "irreconcilable"
    for question in ("worth", "winner"):
        assert (on(found, question).status, on(found, question).under) == ("vacuous", None)
    assert found.status == "irreconcilable"


def test_an_answer_by_default_is_none_that_differs(tmp_path: Path, way: str) -> None:
    found = compared(tmp_path, aa=ALL, bb=FIRST)
    may = on(found, "may_throw")
    assert (may.status, may.under, may.witness) == ("never-both-answer", None, None)


def test_silence_on_one_side_is_no_agreement(tmp_path: Path, way: str) -> None:
    found = compared(tmp_path, aa=ALL + FIRST + TWO_READINGS, bb=ALL + FIRST)
    assert (on(found, "worth").status, on(found, "worth").under) == ("never-both-answer", None)
    assert on(found, "winner").status == "equivalent"
    assert (found.status, found.under) == ("compatible", "always")  # they agree on who wins


def test_a_third_that_is_silent_does_not_agree(tmp_path: Path, way: str) -> None:
    one = 'rule counting\n  "a few words"\n  answers worth(marble, round) then 1\n'
    found = compared(tmp_path, aa=ALL + one, bb=ALL + one, cc=ALL)
    assert on(found, "worth").status == "never-both-answer"
    assert on(found, "may_throw").status == "equivalent"


def test_silence_of_both_is_no_agreement(tmp_path: Path, way: str) -> None:
    found = compared(tmp_path, aa=ALL, bb=ALL)
    statuses = {q.question: q.status for q in found.questions}
    assert statuses == {"worth": "both-silent", "may_throw": "equivalent", "winner": "both-silent"}
    assert found.status == "equivalent"


def test_agreement_on_nothing_is_none(tmp_path: Path, way: str) -> None:
    nothing = 'note words "a few words"\n'
    found = compared(tmp_path, aa=nothing, bb=nothing)
    statuses = {q.question: q.status for q in found.questions}
    assert statuses == {"worth": "both-silent", "may_throw": "assumption-only", "winner": "both-silent"}
    assert (found.status, found.under) == ("assumption-only", None)


def test_two_differ_only_where_it_is_a_situation_for_the_third(tmp_path: Path, way: str) -> None:
    one = 'rule counting\n  "a few words"\n  answers worth(marble, round) then 1\n'
    two = (
        'rule counting\n  "a few words"\n  answers worth(marble, round) then if marble = Red then 2 else 1\n'
    )
    no_red = 'rule throwing\n  "a few words"\n  answers may_throw(marble) when marble != Red permit\n'
    found = compared(tmp_path / "three", aa=ALL + one, bb=ALL + two, cc=no_red + one)
    assert on(found, "worth").status == "equivalent"
    assert on(compared(tmp_path / "two", aa=ALL + one, bb=ALL + two), "worth").status == "irreconcilable"


def test_each_question_can_agree_while_the_whole_does_not(tmp_path: Path, way: str) -> None:
    opposed = (
        TWO_READINGS
        + """
rule winning
  "a few words"
  answers winner(thrown)
    then if which() = 1 then (the first t in thrown).player else (the last t in thrown).player
"""
    )
    plain = """
rule counting
  "a few words"
  answers worth(marble, round) then 1

rule winning
  "a few words"
  answers winner(thrown) then (the last t in thrown).player
"""
    found = compared(tmp_path, aa=ALL + opposed, bb=ALL + plain)
    assert on(found, "worth").under == "aa.which is one_point"
    assert on(found, "winner").under == "aa.which is two_points"
    assert (found.status, found.under) == ("irreconcilable", None)


def test_what_is_not_decided_is_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconcile, "MOST_ENUMERATED", 0)
    monkeypatch.setattr(reconcile, "MOST_ROUNDS", 0)
    monkeypatch.setattr(searches, "MOST_LISTED", 0)
    found = compared(tmp_path, aa=ALL + FIRST + TWO_READINGS, bb=ALL + FIRST)
    assert {q.status for q in found.questions} == {"undecided"}
    assert all("more than 0 situations" in q.because for q in found.questions)
    assert (found.status, found.under) == ("undecided", None)


def test_too_many_combinations_are_not_decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choices, "MOST_COMBINATIONS", 3)
    copy = ALL + FIRST + TWO_READINGS
    found = compared(tmp_path, aa=copy, bb=copy)
    assert (on(found, "worth").status, on(found, "worth").under) == ("undecided", None)
    assert found.status == "undecided"


def test_doubts_that_do_not_depend_on_each_other_are_not_multiplied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choices, "MOST_COMBINATIONS", 4)
    rules = """
rule counting
  "a few words"
  answers worth(marble, round) then here()

rule winning
  "a few words"
  answers winner(thrown)
    then if there() = 1 then (the first t in thrown).player else (the last t in thrown).player
"""
    found = compared(tmp_path, aa=ALL + SUM + rules, bb=ALL + SUM + rules)
    worth, winner = on(found, "worth").under, on(found, "winner").under
    assert worth is not None and winner is not None
    assert worth.count(" is ") == winner.count(" is ") == 4
    assert (found.status, found.under) == ("equivalent", f"({worth}) and ({winner})")


def test_one_question_that_cannot_be_reconciled_decides_the_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = project_of(
        tmp_path,
        {
            "aa": ALL + FIRST + 'rule counting\n  "a few words"\n  answers worth(marble, round) then 1\n',
            "bb": ALL + FIRST + 'rule counting\n  "a few words"\n  answers worth(marble, round) then 2\n',
        },
    ).games["marbles"]
    editions = Editions(game, tuple(game.editions.values()))
    worth = reconcile.ComparisonSearch(editions, game.questions["worth"]).run()
    monkeypatch.setattr(reconcile, "MOST_ENUMERATED", 0)
    monkeypatch.setattr(reconcile, "MOST_ROUNDS", 0)
    monkeypatch.setattr(searches, "MOST_LISTED", 0)
    winner = reconcile.ComparisonSearch(editions, game.questions["winner"]).run()
    assert reconcile.conclude(editions, [winner]).status == "undecided"
    assert reconcile.conclude(editions, [winner, worth]).status == "irreconcilable"


@pytest.mark.parametrize(
    ("game", "variant", "edition"),
    [("marble", "plain", "aa"), ("marbles", "fancy", "aa"), ("marbles", "plain", "dd")],
)
def test_names_that_are_not_known(tmp_path: Path, game: str, variant: str, edition: str) -> None:
    project = project_of(tmp_path, {"aa": ALL, "bb": ALL})
    with pytest.raises(ArbitreError) as raised:
        checker.compare(project, game, variant, (edition, "bb"))
    assert [p.code for p in raised.value.problems] == ["unknown-name"]


# ------------------------------------------------------------------ the printed editions


def test_the_tie_in_two_printed_editions() -> None:
    """«El primer que hagi apostat» and «el que primero haya apostado la cantidad de puntos del empate» say
    the same if the first of those who tie is meant; rounds made at random confirm it."""
    game = load_project(Path(__file__).resolve().parents[3]).games["emotrions"]
    editions = Editions(game, (game.editions["ca"], game.editions["es"]))
    strike_by_examples(editions)
    found = reconcile.conclude(
        editions, [reconcile.ComparisonSearch(editions, game.questions["outcome"]).run()]
    )
    assert found.status == "reconcilable"
    assert found.under is not None
    assert {"ca.first_to_bet is of_the_tie", "ca.eats is that_is"} <= set(found.under.split(" and "))
    rng = random.Random(1)
    differing = 0
    for _ in range(40):
        seen = column(editions, "outcome", round_of(game, rng))
        for one, other in product(seen["ca"], seen["es"]):
            if one.answers and other.answers and one.outcome != other.outcome:
                point = {f"{s.edition}.{d}": r for s in (one, other) for d, r in s.interpretation}
                assert not holds(found.under, point)
                differing += 1
    assert differing > 0


def round_of(game: Game, rng: random.Random) -> Situation:
    """A round of two or three bets of few sorts of cards, so that there are ties."""
    kinds = [c for c in values_of(game.types["emotrion"]) if rng.random() < 0.4] or [
        *values_of(game.types["emotrion"])
    ]
    bets = tuple(
        Record("bet", (("player", Player(name)), ("cards", bag_of(rng.choices(kinds, k=rng.choice((1, 2)))))))
        for name in game.names[: rng.choice((2, 3))]
    )
    return (bets, len(bets), len(bets))


@pytest.mark.parametrize("edition", ["ca", "es", "fr"])
def test_a_printed_edition_is_equivalent_to_its_own_copy(edition: str) -> None:
    game = load_project(Path(__file__).resolve().parents[3]).games["emotrions"]
    printed = game.editions[edition]
    editions = Editions(game, (printed, replace(printed, name="copy")))
    strike_by_examples(editions)
    parts = [
        reconcile.ComparisonSearch(editions, game.questions[q]).run()
        for q in game.variants["standard"].questions
    ]
    told = {c.question for c in printed.clauses if c.origin is Origin.TEXT}
    for part in parts:
        status = reconcile.conclude(editions, [part]).status
        nothing = ("both-silent", "assumption-only")
        assert status == "equivalent" if part.question.name in told else status in nothing
    whole = reconcile.conclude(editions, parts)
    assert whole.status == "equivalent"
    assert whole.under is not None
    alike: dict[str, str] = {}
    apart: dict[str, str] = {}
    for name, doubt in printed.doubts.items():
        first, last = doubt.readings[0].name, doubt.readings[-1].name
        alike |= {f"{edition}.{name}": first, f"copy.{name}": first}
        apart |= {f"{edition}.{name}": first, f"copy.{name}": last}
    assert holds(whole.under, alike)
    assert not holds(whole.under, apart)
