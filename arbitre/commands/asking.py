"""What each edition answers in one situation, under every reading of the doubts that matter there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from arbitre.commands.survivors import given_picks, struck_out
from arbitre.project.project import (
    Named,
    find_named,
    find_question,
    find_readings,
    readings_for,
    some_editions,
)
from arbitre.project.rulings import rulings_of
from arbitre.project.usage import UsageProblem
from dsl.model import Aside, Clause, Edition, Expr, Game, Origin, Project, Question, Rulings
from dsl.text.errors import fail
from dsl.text.messages import Said
from dsl.types.values import Player
from interpreter.analysis.dependencies import interpretations
from interpreter.rulebook.memo import AssumptionMemo, SharedRulebook
from interpreter.rulebook.rulebook import Outcome, Rulebook, Status, Verdict
from interpreter.rulebook.situations import Situation, parse_situation
from interpreter.runtime.yamltext import Node
from interpreter.values.context import unproved_suffices

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
    status. `elsewhere`: the readings by which the situation does not arise, where it does by others (told
    apart as in `answers`). `because` says why the situation is none for this edition, where it is none."""

    edition: str
    status: AskStatus
    answers: tuple[Given, ...]
    elsewhere: tuple[Mapping[str, str], ...] = ()
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
        return clauses_of(self.game, self.rulings)[identifier]


def clauses_of(game: Game, rulings: Sequence[Rulings]) -> Mapping[str, Clause]:
    """All that an answer can rest on, by identifier: of the game, its editions and these rulings."""
    everything = [*game.assumptions]
    for edition in game.editions.values():
        everything += edition.clauses
    for each in rulings:
        everything += each.clauses
    return {clause.id: clause for clause in reversed(everything)}


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
    named = find_named(project, game)
    found = named.game
    asked = find_question(found, question, named.variant, named.options)
    chosen = asked_editions(project, named, asked, editions=editions, readings=readings, rulings=rulings)
    situation, table = parse_situation(written, asked, found, chosen[0].first)
    verdicts = tuple(each.verdict(situation) for each in chosen)
    _refuse_impossible(verdicts, asked)
    return Verdicts(
        game=found,
        question=asked,
        situation=situation,
        table=table,
        agree=_agree(verdicts),
        verdicts=verdicts,
        rulings=tuple(each.rulings for each in chosen if each.rulings is not None),
    )


def asked_editions(
    project: Project,
    named: Named,
    question: Question,
    *,
    editions: Sequence[str] | None,
    readings: Sequence[str],
    rulings: str | None,
) -> tuple["AskedEdition", ...]:
    """The editions to be asked about a question: where none are named, those that speak of the variant and
    the options of the game named, and of those to which the question belongs. Raises UsageProblem for an
    unknown edition, doubt, reading or name of rulings."""
    game = named.game
    options = dict.fromkeys((*named.options, *(() if question.option is None else (question.option,))))
    wanted = None if editions is None else ",".join(editions)
    chosen = some_editions(game, wanted, question.variant or named.variant, tuple(options))
    picked = find_readings(chosen, readings)
    ruled = {e.name: rulings_of(project, game, rulings, e) for e in chosen}
    if rulings is not None and all(each is None for each in ruled.values()):
        names = ", ".join(f"`{edition.name}`" for edition in chosen)
        raise UsageProblem(f"`{rulings}` has no rulings for {names}")
    struck = struck_out(game, chosen)
    return tuple(
        AskedEdition(
            game,
            edition,
            question,
            picked=readings_for(edition, picked),
            rulings=ruled[edition.name],
            struck=struck.get(edition.name, []),
        )
        for edition in chosen
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


def assuming(asked: Verdicts) -> tuple[str, ...]:
    """The editions of which no words answer, under some reading: an assumption does, or a default."""
    clauses = clauses_of(asked.game, asked.rulings)

    def is_assumed(given: Given) -> bool:
        speaking = [clauses[c] for c in given.verdict.speaking]
        heard = [c for c in speaking if not isinstance(c.answer, Aside)]
        return given.verdict.outcome.status in (Status.SETTLED, Status.OPEN) and (
            given.verdict.by_default or all(c.origin is Origin.ASSUMPTION for c in heard)
        )

    return tuple(v.edition for v in asked.verdicts if any(map(is_assumed, v.answers)))


class AskedEdition:
    """One edition, asked about a question under the readings picked, its rulings, and every reading of the
    other doubts that the printed examples leave (`struck`: those that they strike out). The rulebooks are
    kept, for many situations."""

    def __init__(
        self,
        game: Game,
        edition: Edition,
        question: Question,
        *,
        picked: Mapping[str, str],
        rulings: Rulings | None,
        struck: Sequence[Mapping[str, str]],
    ) -> None:
        self.edition = edition
        self.rulings = rulings
        self._game, self._question, self._picked, self._struck = game, question, picked, struck
        self.first = Rulebook(game, edition, picked, rulings=rulings)
        self._memory = AssumptionMemo()
        self._ways: list[tuple[Mapping[str, str], SharedRulebook]] | None = None
        self._masks: dict[int, int] = {}
        self._names: dict[tuple[int, tuple[str, ...]], list[tuple[int, dict[str, str]]]] = {}
        self._words: dict[int, str] = {}

    def _interpretations(self) -> list[dict[str, str]]:
        """What is left of the interpretations. Raises ArbitreError where they are too many."""
        open_doubts = [d for d in self.first.doubts_of(self._question.name) if d not in self._picked]
        picks = {} if self.rulings is None else {p.doubt: p.reading for p in self.rulings.picks}
        left = interpretations(
            self.edition, open_doubts, given_picks(self._struck, {**self._picked, **picks})
        )
        found = list(islice(left, MOST_INTERPRETATIONS + 1))
        if len(found) > MOST_INTERPRETATIONS:
            many = f"`{self.edition.name}` has more than {MOST_INTERPRETATIONS} interpretations"
            help = "choose some with `--reading DOUBT=READING`"
            raise fail("too-many-interpretations", f"{many} of this question", help=help)
        return found

    def _all_ways(self) -> list[tuple[Mapping[str, str], SharedRulebook]]:
        """Each interpretation, with what is answered under it."""
        if self._ways is None:
            self._ways = [
                (
                    interpretation,
                    SharedRulebook(
                        self._memory,
                        self._game,
                        self.edition,
                        {**self._picked, **interpretation},
                        rulings=self.rulings,
                    ),
                )
                for interpretation in self._interpretations()
            ]
        return self._ways

    def verdict(self, situation: Situation) -> EditionVerdict:
        """What the edition answers in the situation, perhaps leaning on the best found, not proved. Raises
        ArbitreError."""
        with unproved_suffices():
            found = list(self._alike(situation))
        consulted = {doubt for _, doubts, _ in found for doubt in doubts}
        doubts = tuple(doubt for doubt in self.edition.doubts if doubt in consulted)
        first = [(n, i, verdict) for mask, _, verdict in found for n, i in self._named(mask, doubts)]
        answers = [(i, verdict) for _, i, verdict in sorted(first, key=lambda each: each[0])]
        given, elsewhere = _grouped(answers)
        if not given:
            because = self._why_not(situation)
            return EditionVerdict(edition=self.edition.name, status="blocked", answers=(), because=because)
        outcomes = {g.verdict.outcome for g in given}
        status: AskStatus = _STATUS[given[0].verdict.outcome.status] if len(outcomes) == 1 else "ambiguous"
        return EditionVerdict(edition=self.edition.name, status=status, answers=given, elsewhere=elsewhere)

    def _alike(self, situation: Situation) -> Iterator[tuple[int, tuple[str, ...], Verdict | None]]:
        """The interpretations (a bit of the mask for each), those together that read alike the doubts that
        were consulted; these doubts; what is answered, or None where the situation is none."""
        name, ways = self._question.name, self._all_ways()
        left = (1 << len(ways)) - 1
        while left:
            _, book = ways[(left & -left).bit_length() - 1]
            verdict: Verdict | None = None
            possible = book.meets_needs(name, situation)
            read = book.served
            if possible:
                met = book.meets_given(name, situation)
                read |= book.served
                if met is not False:
                    verdict = book.verdict(name, situation)
                    read |= book.served
            mask = left & self._reading(read)
            yield mask, book.doubts_served(read), verdict
            left &= ~mask

    def _reading(self, read: int) -> int:
        """The interpretations with these readings (as bits of `SharedRulebook`)."""
        if read not in self._masks:
            ways = enumerate(self._all_ways())
            self._masks[read] = sum(1 << place for place, (_, book) in ways if book.has(read))
        return self._masks[read]

    def _named(self, mask: int, doubts: tuple[str, ...]) -> list[tuple[int, dict[str, str]]]:
        """The interpretations of a mask, of these doubts alone, each once, with the place of the first."""
        if (mask, doubts) not in self._names:
            found: dict[tuple[tuple[str, str], ...], int] = {}
            for place, (i, _) in enumerate(self._all_ways()):
                if mask >> place & 1:
                    found.setdefault(tuple((doubt, i[doubt]) for doubt in doubts if doubt in i), place)
            self._names[mask, doubts] = [(place, dict(chosen)) for chosen, place in found.items()]
        return self._names[mask, doubts]

    def _why_not(self, situation: Situation) -> str | None:
        """Why the situation is none under the first interpretation."""
        asked = self._question
        env = {p.name: value for p, value in zip(asked.parameters, situation, strict=True)}
        for _, book in self._all_ways()[:1]:
            for condition in asked.needs:
                if book.holds(condition, env) is False:
                    needed = self._said(condition)
                    return Said("this situation cannot be: it needs {condition}", condition=needed)
            for condition in asked.given:
                if book.holds(condition, env) is False:
                    return Said(
                        "by this edition, such a situation does not arise: it takes {condition}",
                        condition=self._said(condition),
                    )
        return None

    def _said(self, condition: Expr) -> str:
        """The condition as it is written."""
        from checker.findings.printer import text_of

        key = id(condition)  # of the game, which outlives this
        if key not in self._words:
            self._words[key] = f"`{text_of(condition, self._game)}`"
        return self._words[key]


_STATUS: dict[Status, AskStatus] = {
    Status.SETTLED: "settled",
    Status.OPEN: "open",
    Status.CONTRADICTORY: "contradictory",
    Status.SILENT: "silent",
    Status.BLOCKED: "blocked",
}


_Answered = Sequence[tuple[Mapping[str, str], Verdict | None]]
"""What is answered under each interpretation; None where the situation does not arise."""


def _grouped(answers: _Answered) -> tuple[tuple[Given, ...], tuple[Mapping[str, str], ...]]:
    """One answer for each choice of readings that matters, and the choices by which there is none: doubts on
    which no outcome depends are left out of the interpretations, but for those on which one hangs."""
    doubts = list(dict.fromkeys(doubt for interpretation, _ in answers for doubt in interpretation))
    for doubt in doubts[::-1]:
        if not _depends(answers, doubt) and not _bears(answers, doubt):
            answers = [({d: r for d, r in i.items() if d != doubt}, verdict) for i, verdict in answers]
    found: dict[tuple[tuple[str, str], ...], tuple[Mapping[str, str], Verdict | None]] = {}
    for interpretation, verdict in answers:
        found.setdefault(tuple(sorted(interpretation.items())), (interpretation, verdict))
    given = tuple(Given(interpretation=i, verdict=v) for i, v in found.values() if v is not None)
    return given, tuple(i for i, v in found.values() if v is None)


def _depends(answers: _Answered, doubt: str) -> bool:
    """Whether two interpretations that differ in this doubt alone have different outcomes."""
    outcomes: dict[tuple[tuple[str, str], ...], Outcome | None] = {}
    for interpretation, verdict in answers:
        rest = tuple(sorted((d, r) for d, r in interpretation.items() if d != doubt))
        outcome = None if verdict is None else verdict.outcome
        if outcomes.setdefault(rest, outcome) != outcome:
            return True
    return False


def _bears(answers: _Answered, doubt: str) -> bool:
    """Whether this doubt, as it is read, decides if another one that is left comes up."""
    together: dict[str | None, set[frozenset[str]]] = {}
    for interpretation, _ in answers:
        together.setdefault(interpretation.get(doubt), set()).add(frozenset(interpretation) - {doubt})
    return len({others for found in together.values() for others in found}) > 1 and all(
        len(found) == 1 for found in together.values()
    )
