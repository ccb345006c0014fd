"""What must hold of every check: blame, clauses taken away, readings added, names and order changed."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from pathlib import Path

import pytest

from checker.findings.findings import Finding, Report
from checker.pipeline.check import check
from dsl.load import load_project
from dsl.model import Edition, Game, Project
from interpreter.analysis.dependencies import Dependencies, interpretations
from interpreter.rulebook.enumeration import situations
from interpreter.rulebook.rulebook import Outcome, Rulebook, Status, Verdict
from tests.checker.trial import QUESTIONS, Trial, identifiers
from tests.details import fields

Change = Callable[[Trial], None]

NINE = 'rule nine\n  "Two Low count nine."\n  answers pair(tiles) when tiles = {Low, Low} then 9'
EARLIEST = """
doubt earliest(plays: list 1..2 of play) -> player
  "whoever was first"
  asks "The first of the tie, or of all?"
  reading of_tie "of those who tie" = (the first p in best(plays)).player
  reading of_all "of all"           = (the last p in plays).player
"""


def sound(trial: Trial) -> None:
    """As it is."""


def torn(trial: Trial) -> None:
    """A contradiction, a gap that another answers, and one that none does."""
    trial.add("aa", NINE)
    trial.drop("bb", "tie")
    for edition in ("aa", "bb"):
        trial.change(edition, "rule together\n", "rule together_not_mid\n")
        trial.change(edition, "when size(tiles) = 2 then", "when size(tiles) = 2 and not Mid in tiles then")


def doubtful(trial: Trial) -> None:
    """Doubts on one side, and one answer open."""
    trial.add("aa", EARLIEST)
    trial.change("aa", "then untaken", "then taken by earliest(plays)")
    trial.change("bb", "then untaken", "then any of [untaken] + [taken by p.player for p in plays]")
    trial.add(
        "bb", 'doubt low() -> 0..9\n  "or so"\n  asks "One?"\n  reading yes "1" = 1\n  reading two "2" = 2'
    )
    trial.change("bb", "answers worth(Low)  then 1", "answers worth(Low)  then low()")


def forbidding(trial: Trial) -> None:
    """What may be played differs, by default and by words; another waits for an answer."""
    trial.change("aa", "answers may_play(tile) permit", "answers may_play(tile) when tile != Mid permit")
    trial.add(
        "bb",
        'rule no_low\n  "No Low."\n'
        "  answers may_play(tile) stated exception to any_tile when tile = Low forbid",
    )
    trial.change("bb", "  answers worth(High) then 3\n", "")


def excepting(trial: Trial) -> None:
    """An exception that the words do not state."""
    trial.add(
        "aa",
        'rule nine\n  "Two Low count nine."\n'
        "  answers pair(tiles) implied exception to together when tiles = {Low, Low} then 9",
    )
    trial.change("bb", "answers worth(High) then 3", "answers worth(High) then 4")


CHANGES: tuple[Change, ...] = (sound, torn, doubtful, forbidding, excepting)


@pytest.fixture(params=CHANGES, ids=lambda change: change.__name__)
def changed(request: pytest.FixtureRequest, tmp_path: Path) -> Trial:
    trial = Trial(tmp_path)
    request.param(trial)
    return trial


def short(report: Report) -> dict[str, str]:
    """Identifiers and certainties."""
    return {f.id: f.certainty for f in report.findings}


def proofs(report: Report) -> set[tuple[str | None, tuple[str, ...], str]]:
    return {(p.question, p.editions, p.holds) for p in report.proved}


# ------------------------------------------------------------------ 1. blame


def rows(game: Game, question: str) -> Iterator[dict[str, list[tuple[dict[str, str], Verdict]]]]:
    """Of each situation, the verdicts of each edition under every interpretation: without the checker."""
    books = {
        name: [(i, Rulebook(game, e, i)) for i in interpretations(e, tuple(e.doubts), [])]
        for name, e in game.editions.items()
    }
    for situation in situations(game, question, books["aa"][0][1]):
        yield {
            name: [
                (i, book.verdict(question, situation))
                for i, book in every
                if book.meets_given(question, situation) is not False
            ]
            for name, every in books.items()
        }


def names(*verdicts: Verdict) -> list[str]:
    """What the clauses that speak are called in an identifier: without the question."""
    every = [c.split(".") for v in verdicts for c in v.speaking]
    return list(dict.fromkeys(".".join((*name[:2], *name[3:])) for name in every))


def answers(verdict: Verdict) -> bool:
    return verdict.outcome.status in (Status.SETTLED, Status.OPEN) and not verdict.by_default


def blamed(
    found: list[Finding],
    kind: str,
    editions: tuple[str, ...],
    question: str,
    about: Callable[[Finding], bool],
) -> bool:
    return any(
        f.kind == kind
        and f.editions == editions
        and question in (f.question, *fields(f).get("questions", ()))
        and about(f)
        for f in found
    )


def about_all(names: Iterable[str], finding: Finding) -> bool:
    """Whether exactly these decide it."""
    return set(finding.class_) == set(names)


def about_default(name: str, differs: bool, finding: Finding) -> bool:
    """Whether it is of an answer by default that this clause gives otherwise, or as it."""
    details = fields(finding)
    default = finding.class_ == (name,) and details["sort"] == "default"
    return default and not (differs and details.get("alike", False))


def doubts_one_of(names: Iterable[str], finding: Finding) -> bool:
    """Whether one of these doubts is among its own."""
    return bool(set(finding.doubts) & set(names))


def unblamed(found: list[Finding], game: Game, question: str) -> list[str]:
    """What is not settled and equal, and mapped to no finding."""
    wanting: list[str] = []

    def must(there: bool, what: str) -> None:
        if not there:
            wanting.append(what)

    for row in rows(game, question):
        for name, here in row.items():
            others = [v for other in row if other != name for _, v in row[other] if answers(v)]
            for _, verdict in here:
                match verdict.outcome.status:
                    case Status.CONTRADICTORY:
                        must(
                            blamed(
                                found,
                                "contradiction",
                                (name,),
                                question,
                                partial(about_all, verdict.conflict),
                            ),
                            f"{name} contradicts itself: {verdict.conflict}",
                        )
                    case Status.SILENT:
                        for class_ in [[each] for each in names(*others)] or [[]]:
                            must(
                                blamed(found, "gap", (name,), question, partial(about_all, class_)),
                                f"{name} is silent, {class_} answers",
                            )
                    case Status.OPEN:
                        must(
                            blamed(
                                found,
                                "ambiguity",
                                (name,),
                                question,
                                partial(about_all, names(verdict)),
                            ),
                            f"{name} is open",
                        )
                    case Status.BLOCKED:
                        asked = {q for q, _, _ in verdict.blockers}
                        must(
                            any(f.question in asked and name in f.editions for f in found),
                            f"{name} waits for {sorted(asked)}",
                        )
                    case Status.SETTLED if verdict.by_default and others:
                        for other in others:
                            for each in names(other):
                                about = partial(about_default, each, other.outcome != verdict.outcome)
                                must(
                                    blamed(found, "gap", (name,), question, about),
                                    f"{name} answers by default, {each} by its words",
                                )
            for (i, one), (j, other) in combinations(here, 2):
                statuses = (one.outcome.status, other.outcome.status)
                if one.outcome != other.outcome and Status.BLOCKED not in statuses:
                    differing = {f"{name}.{d}" for d in i if i[d] != j.get(d)}
                    must(
                        blamed(found, "ambiguity", (name,), question, partial(doubts_one_of, differing)),
                        f"{name} depends on {differing}",
                    )
        for mine, theirs in combinations(row, 2):
            ours, yours = ([v for _, v in row[n] if answers(v)] for n in (mine, theirs))
            for one, other in product(ours, yours):
                only = one.outcome not in {v.outcome for v in yours} or other.outcome not in {
                    v.outcome for v in ours
                }
                if one.outcome != other.outcome and only:
                    class_ = names(one, other)
                    must(
                        blamed(found, "divergence", (mine, theirs), question, partial(about_all, class_)),
                        f"{mine} and {theirs} differ by {class_}",
                    )
    return wanting


def shows(finding: Finding, verdicts: dict[str, list[Verdict]]) -> bool:
    """Whether the verdicts of a witness show what the finding is about."""
    here = [v for name in finding.editions for v in verdicts[name]]
    outcomes = [v.outcome for v in here]
    statuses = {o.status for o in outcomes}
    match finding.kind:
        case "contradiction" if "exception" in fields(finding):
            return True  # looked at in test_an_implied_exception_dropped
        case "contradiction":
            return any(set(v.conflict) == set(finding.class_) for v in here)
        case "gap" if fields(finding)["sort"] != "unsaid":
            others = [v for name in verdicts if name not in finding.editions for v in verdicts[name]]
            spoken = names(*(v for v in others if answers(v)))
            lacking = Status.SILENT in statuses or any(v.by_default for v in here)
            return lacking and (set(finding.class_) <= set(spoken) if finding.class_ else not spoken)
        case "ambiguity":
            return Status.OPEN in statuses or len(set(outcomes)) > 1
        case "divergence":
            sets = [{v.outcome for v in verdicts[n] if answers(v)} for n in finding.editions]
            spoken = names(*(v for v in here if answers(v)))
            return bool(sets[0] and sets[1] and sets[0] != sets[1]) and set(finding.class_) <= set(spoken)
    return False


def test_blame(changed: Trial) -> None:
    game = changed.project().games["trial"]
    report = changed.report()
    found = list(report.findings)
    assert report.eliminated == ()
    for question in QUESTIONS:
        assert unblamed(found, game, question) == []
    for finding in found:
        witness = finding.witness
        assert witness is not None, finding.id
        verdicts = {
            name: [
                Rulebook(game, e, i).verdict(witness.question, witness.situation)
                for i in interpretations(e, tuple(e.doubts), [])
            ]
            for name, e in game.editions.items()
        }
        assert shows(finding, verdicts), finding.id


def test_blame_would_notice_what_is_left_out(tmp_path: Path) -> None:
    trial = Trial(tmp_path)
    torn(trial)
    found = list(trial.report().findings)
    game = trial.project().games["trial"]
    for left_out in found:
        rest = [f for f in found if f is not left_out]
        assert any(unblamed(rest, game, q) for q in QUESTIONS), left_out.id


# ------------------------------------------------------------------ 2. taking a clause away


def without(project: Project, clause: str) -> Project:
    """The project without one clause of an edition, and without the exceptions to it."""
    game = project.games["trial"]
    name = clause.split(".")[0]

    def kept(edition: Edition) -> Edition:
        left = []
        for each in edition.clauses:
            if each.id == clause:
                continue
            exceptions = tuple(
                replace(x, targets=tuple(t for t in x.targets if t != clause)) for x in each.exceptions
            )
            left.append(replace(each, exceptions=tuple(x for x in exceptions if x.targets)))
        return replace(edition, clauses=tuple(left))

    editions = {n: kept(e) if n == name else e for n, e in game.editions.items()}
    return replace(project, games={"trial": replace(game, editions=editions)})


AGAINST = {
    "consistent": ("contradiction",),
    "complete": ("gap",),
    "unambiguous": ("ambiguity",),
    "equivalent": ("contradiction", "gap", "ambiguity", "divergence"),
    "compatible": ("divergence",),
}


def implied_by(
    claims: set[tuple[str | None, tuple[str, ...], str]],
) -> set[tuple[str | None, tuple[str, ...], str]]:
    """These claims and those that follow from them."""
    return claims | {(q, e, "compatible") for q, e, holds in claims if holds == "equivalent"}


def test_a_clause_taken_away_proves_only_what_it_stood_against(changed: Trial) -> None:
    project, before = changed.project(), changed.report()
    repeated = {r.rule for r in before.repetitions}
    game = project.games["trial"]
    for edition in game.editions.values():
        asked = Dependencies(game, edition)
        for clause in edition.clauses:
            after = check(without(project, clause.id))
            if any(f.kind == "idle" for f in after.findings):
                continue
            rule = f"{edition.name}.{clause.rule}"
            differs = (after.findings, proofs(after)) != (before.findings, proofs(before))
            assert differs or clause.id in repeated, clause.id
            for question, editions, holds in sorted(proofs(after) - implied_by(proofs(before)), key=repr):
                assert question is not None
                known = [
                    f
                    for f in before.findings
                    if f.kind in AGAINST[holds]
                    and set(f.editions) <= set(editions)
                    and question in (f.question, *fields(f).get("questions", ()))
                ]
                named = any(rule in f.class_ or clause.id in f.rules for f in known)
                fewer = clause.question in asked.asked(question)
                assert named or fewer, (clause.id, question, editions, holds)


def test_the_clause_that_contradicted_is_all_that_kept_a_proof_away(tmp_path: Path) -> None:
    trial = Trial(tmp_path)
    trial.add("aa", NINE)
    before = proofs(trial.report())
    after = proofs(check(without(trial.project(), "aa.nine.pair")))
    assert after - before == {("pair", ("aa",), "consistent"), ("pair", ("aa", "bb"), "equivalent")}


# ------------------------------------------------------------------ 3. a reading added


def test_a_reading_added_leaves_the_other_findings(tmp_path: Path) -> None:
    trial = Trial(tmp_path)
    doubtful(trial)
    before = short(trial.report())
    more = '  reading of_them "of all of them" = (the first p in plays).player\n'
    trial.change("aa", "  reading of_all ", more + "  reading of_all ")
    assert set(before) <= set(short(trial.report()))


def test_a_doubt_added_leaves_the_other_findings(changed: Trial) -> None:
    before = short(changed.report())
    changed.add(
        "aa",
        'doubt two() -> 0..9\n  "more or less"\n  asks "Two?"\n'
        '  reading same "2" = 2\n  reading more "5" = 5',
    )
    changed.change("aa", "answers worth(Mid)  then 2", "answers worth(Mid)  then two()")
    after = short(changed.report())
    assert set(before) <= set(after)
    assert after["trial/plain/ambiguity/aa/-/aa.two"] == "firm"


# ------------------------------------------------------------------ 4. an edition against its own copy


@pytest.mark.parametrize("name", ["aa", "bb"])
def test_an_edition_agrees_with_its_copy(changed: Trial, name: str) -> None:
    (other,) = {"aa", "bb"} - {name}
    changed.editions[other] = re.sub(rf"\b{name}\b", other, changed.editions[name])
    report = changed.report()
    assert not [f for f in report.findings if f.kind == "divergence"]
    assert not [f for f in report.findings if f.answered_by]
    mirrored = {f.id.replace(name, other) for f in report.findings if f.editions == (name,)}
    assert mirrored == {f.id for f in report.findings if f.editions == (other,)}


# ------------------------------------------------------------------ 6. order and names


def reordered(edition: str) -> str:
    """The rules of an edition in the opposite order."""
    head, *paragraphs = edition.strip().split("\n\n")
    return "\n\n".join([head, *reversed(paragraphs)]) + "\n"


def test_the_order_of_rules_changes_nothing(changed: Trial) -> None:
    before = changed.report()
    for name in changed.editions:
        changed.editions[name] = reordered(changed.editions[name])
    after = changed.report()
    assert proofs(before) == proofs(after)
    assert short(before) == short(after)


def test_the_names_of_files_change_nothing(changed: Trial) -> None:
    before = changed.report()
    spec = changed.root / "spec" / "trial"
    (spec / "aa.rules").rename(spec / "zz.rules")
    (spec / "game.rules").rename(spec / "yy.rules")
    after = check(load_project(changed.root))
    assert short(before) == short(after) and proofs(before) == proofs(after)


def test_the_order_of_conditions_changes_nothing(tmp_path: Path) -> None:
    trial = Trial(tmp_path)
    torn(trial)
    before = trial.report()
    for edition in ("aa", "bb"):
        trial.change(
            edition, "size(tiles) = 2 and not Mid in tiles", "not (Mid in tiles or size(tiles) != 2)"
        )
    after = trial.report()
    assert short(before) == short(after) and proofs(before) == proofs(after)
    assert [f.witness for f in before.findings] == [f.witness for f in after.findings]


def test_the_names_of_players_change_nothing_but_themselves(changed: Trial) -> None:
    before = changed.report()
    changed.game_text = changed.game_text.replace("Ann, Bob, Cid", "Zoe, Yan, Xul")
    after = changed.report()
    assert short(before) == short(after) and proofs(before) == proofs(after)


def test_a_bound_raised_keeps_every_identifier(changed: Trial) -> None:
    before = changed.report()
    changed.game_text = changed.game_text.replace("list 1..2 of play", "list 1..3 of play")
    for name, text in changed.editions.items():
        changed.editions[name] = text.replace("list 1..2 of play", "list 1..3 of play")
    after = changed.report()
    assert set(identifiers(before)) <= set(identifiers(after))


def test_the_same_twice(changed: Trial) -> None:
    assert changed.report() == changed.report()


# ------------------------------------------------------------------ 7. implied exceptions


def test_an_implied_exception_dropped_leaves_a_contradiction(tmp_path: Path) -> None:
    trial = Trial(tmp_path)
    excepting(trial)
    prevented = [f for f in trial.report().findings if "exception" in fields(f)]
    assert [f.rules for f in prevented] == [("aa.nine.pair", "aa.together.pair")]
    trial.change("aa", "implied exception to together ", "")
    (found,) = [f for f in trial.report().findings if f.kind == "contradiction"]
    assert (found.certainty, set(found.class_)) == ("firm", set(prevented[0].rules))
    assert found.witness is not None and prevented[0].witness is not None
    assert found.witness.situation == prevented[0].witness.situation


# ------------------------------------------------------------------ 8. rulings


def test_rulings_change_no_settled_outcome(tmp_path: Path) -> None:
    trial = Trial(tmp_path)
    doubtful(trial)
    trial.drop("aa", "together")
    trial.rulings["aa"] = (
        'pick earliest: of_tie "The first of those who tie."\n\n'
        'fill two "Two count ten."\n  answers pair(tiles) then 9'
    )
    trial.rulings["bb"] = (
        'settle nobody_does "Nobody."\n  answers winner(plays) when size(best(plays)) > 1 then untaken'
    )
    game = trial.project().games["trial"]
    changed: set[tuple[str, str]] = set()
    for ruled in game.rulings:
        edition = game.editions[ruled.edition]
        for interpretation in interpretations(edition, tuple(edition.doubts), []):
            plain = Rulebook(game, edition, interpretation)
            house = Rulebook(game, edition, interpretation, rulings=ruled)
            picked = {p.doubt: p.reading for p in ruled.picks}
            if any(interpretation.get(d) != r for d, r in picked.items()):
                continue
            for question in QUESTIONS:
                for situation in situations(game, question, plain):
                    before: Outcome = plain.verdict(question, situation).outcome
                    after: Outcome = house.verdict(question, situation).outcome
                    if before.status is Status.SETTLED:
                        assert after == before
                    elif after != before:
                        changed.add((ruled.edition, question))
    assert changed == {("aa", "pair"), ("bb", "winner")}
