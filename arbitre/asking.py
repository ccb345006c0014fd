"""What each edition answers in one situation, under every reading of the doubts that matter there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from arbitre.project import (
    find_game,
    find_question,
    find_readings,
    readings_for,
    some_editions,
)
from arbitre.rulings import rulings_of
from arbitre.survivors import given_picks, struck_out
from arbitre.usage import UsageProblem
from dsl.errors import fail
from dsl.model import Clause, Edition, Expr, Game, Project, Question, Rulings
from dsl.values import Player, Value
from interpreter.reading import interpretations
from interpreter.rules import Outcome, Rulebook, Status, Verdict
from interpreter.situation import Situation, parse_situation
from interpreter.yamltext import Node

AskStatus = Literal["settled", "ambiguous", "open", "contradictory", "silent", "blocked"]
MOST_INTERPRETATIONS = 4096
"""How many interpretations of an edition are tried at most for one answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """One answer of an edition: under `interpretation` (only of the doubts that matter here), with the
    grounds of the first reading that gives it."""

    interpretation: Mapping[str, str]
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionVerdict:
    """What an edition answers: `ambiguous` if its readings differ in status or answer, else their common
    status. `because` says why the situation is none for this edition, where it is none."""

    edition: str
    status: AskStatus
    answers: tuple[Given, ...]
    because: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """The answers of all editions asked. `agree`: all are settled, and equal."""

    game: Game
    question: Question
    situation: Situation
    table: tuple[Player, ...]
    agree: bool
    verdicts: tuple[EditionVerdict, ...]
    rulings: tuple[Rulings, ...] = ()

    def clause(self, identifier: str) -> Clause:
        """The clause that an answer rests on: of an edition, an assumption or one of the rulings."""
        everything = [*self.game.assumptions]
        for edition in self.game.editions.values():
            everything += edition.clauses
        for rulings in self.rulings:
            everything += rulings.clauses
        return next(clause for clause in everything if clause.id == identifier)


def ask_all(
    project: Project,
    game: str,
    question: str,
    written: Node,
    *,
    editions: Sequence[str] | None = None,
    readings: Sequence[str] = (),
    rulings: str | None = None,
) -> Verdicts:
    """Reads the situation, and asks each edition. Raises UsageProblem for an unknown game, question,
    edition, doubt, reading or name of rulings; ArbitreError for a situation that cannot be read or be."""
    found, variant = find_game(project, game)
    asked = find_question(found, question, variant)
    chosen = some_editions(found, None if editions is None else ",".join(editions))
    picked = find_readings(chosen, readings)
    ruled = {e.name: rulings_of(project, found, rulings, e) for e in chosen}
    if rulings is not None and all(each is None for each in ruled.values()):
        names = ", ".join(f"`{edition.name}`" for edition in chosen)
        raise UsageProblem(f"`{rulings}` has no rulings for {names}")
    first = Rulebook(found, chosen[0], readings_for(chosen[0], picked), rulings=ruled[chosen[0].name])
    situation, table = parse_situation(written, asked, found, first)
    struck = struck_out(found, chosen)
    verdicts = tuple(
        _verdict(
            found,
            edition,
            asked,
            situation,
            readings_for(edition, picked),
            ruled[edition.name],
            struck.get(edition.name, []),
        )
        for edition in chosen
    )
    _refuse_impossible(verdicts, asked)
    return Verdicts(
        game=found,
        question=asked,
        situation=situation,
        table=table,
        agree=_agree(verdicts),
        verdicts=verdicts,
        rulings=tuple(rulings for rulings in ruled.values() if rulings is not None),
    )


IMPOSSIBLE = "this situation cannot be"


def _refuse_impossible(verdicts: Sequence[EditionVerdict], question: Question) -> None:
    """Raises ArbitreError where the situation is physically impossible in every edition."""
    reasons = [v.because for v in verdicts]
    if all(reason is not None and reason.startswith(IMPOSSIBLE) for reason in reasons):
        raise fail("impossible-situation", f"{reasons[0]}, so `{question.name}` has no answer in it")


def _agree(verdicts: Sequence[EditionVerdict]) -> bool:
    if any(v.status != "settled" for v in verdicts):
        return False
    return len({v.answers[0].verdict.outcome for v in verdicts}) == 1


def _verdict(
    game: Game,
    edition: Edition,
    question: Question,
    situation: Situation,
    picked: Mapping[str, str],
    rulings: Rulings | None,
    struck: Sequence[Mapping[str, str]],
) -> EditionVerdict:
    """What one edition answers, under the readings picked and every reading of the other doubts."""
    book = Rulebook(game, edition, picked, rulings=rulings)
    because = _unfit(book, question, situation)
    if because is not None and because.startswith(IMPOSSIBLE):
        return EditionVerdict(edition=edition.name, status="blocked", answers=(), because=because)
    open_doubts = [doubt for doubt in book.doubts_of(question.name) if doubt not in picked]
    fixed = {**picked, **({} if rulings is None else {p.doubt: p.reading for p in rulings.picks})}
    answers: list[tuple[dict[str, str], Verdict]] = []
    reasons: list[str] = []
    for number, interpretation in enumerate(
        interpretations(edition, open_doubts, given_picks(struck, fixed))
    ):
        if number >= MOST_INTERPRETATIONS:
            message = (
                f"`{edition.name}` has more than {MOST_INTERPRETATIONS} interpretations of this question"
            )
            raise fail("too-many-interpretations", message, help="choose some with `--reading DOUBT=READING`")
        each = Rulebook(game, edition, {**picked, **interpretation}, rulings=rulings)
        reason = _unfit(each, question, situation)
        if reason is not None:
            reasons.append(reason)
            continue
        answers.append((interpretation, each.verdict(question.name, situation)))
    if not answers:
        return EditionVerdict(
            edition=edition.name, status="blocked", answers=(), because=reasons[0] if reasons else because
        )
    given = _grouped(answers)
    outcomes = {g.verdict.outcome for g in given}
    status: AskStatus = _STATUS[given[0].verdict.outcome.status] if len(outcomes) == 1 else "ambiguous"
    return EditionVerdict(edition=edition.name, status=status, answers=given)


_STATUS: dict[Status, AskStatus] = {
    Status.SETTLED: "settled",
    Status.OPEN: "open",
    Status.CONTRADICTORY: "contradictory",
    Status.SILENT: "silent",
    Status.BLOCKED: "blocked",
}


def _unfit(book: Rulebook, question: Question, situation: Situation) -> str | None:
    """Why the situation is none for the edition; None where it is one (or that is unsettled)."""
    env = dict(zip((p.name for p in question.parameters), situation, strict=True))
    failing = _failing(question.needs, lambda need: book.holds(need, env) is False)
    if failing is not None:
        return f"{IMPOSSIBLE}: it needs {_said(failing, book.game)}"
    failing = _failing(question.given, lambda given: book.holds(given, env) is False)
    if failing is not None:
        return f"by this edition, such a situation does not arise: it takes {_said(failing, book.game)}"
    return None


def _failing(conditions: Sequence[Expr], fails: Callable[[Expr], bool]) -> Expr | None:
    return next((condition for condition in conditions if fails(condition)), None)


def _said(expr: Expr, game: Game) -> str:
    from checker.words import text_of

    return f"`{text_of(expr, game)}`"


def _grouped(answers: Sequence[tuple[dict[str, str], Verdict]]) -> tuple[Given, ...]:
    """One answer for each choice of readings that matters: doubts on which no outcome depends are left
    out of the interpretations."""
    doubts = list(dict.fromkeys(doubt for interpretation, _ in answers for doubt in interpretation))
    for doubt in doubts[::-1]:
        if not _depends(answers, doubt):
            answers = [({d: r for d, r in i.items() if d != doubt}, verdict) for i, verdict in answers]
    found: dict[tuple[tuple[str, str], ...], Given] = {}
    for interpretation, verdict in answers:
        key = tuple(sorted(interpretation.items()))
        found.setdefault(key, Given(interpretation=interpretation, verdict=verdict))
    return tuple(found.values())


def _depends(answers: Sequence[tuple[dict[str, str], Verdict]], doubt: str) -> bool:
    """Whether two interpretations that differ in this doubt alone have different outcomes."""
    outcomes: dict[tuple[tuple[str, str], ...], Outcome] = {}
    for interpretation, verdict in answers:
        rest = tuple(sorted((d, r) for d, r in interpretation.items() if d != doubt))
        if outcomes.setdefault(rest, verdict.outcome) != verdict.outcome:
            return True
    return False


def values_by_name(question: Question, situation: Situation) -> dict[str, Value]:
    """The situation as a mapping from the parameters' names."""
    return {p.name: v for p, v in zip(question.parameters, situation, strict=True)}
