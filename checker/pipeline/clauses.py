"""What each clause of the editions answers, and what of the report bears on it.

For a clause: the smallest situation in which it speaks, with what its edition answers there; and a digest of
all that the edition answers where it speaks. Of a question whose situations are enumerated those are all
situations within the bounds, so that an answer that changes changes the digest, and a digest that stays says
that no answer has changed. Of others it is so in the situations that are looked at: small ones, some drawn at
random, always the same, and the smallest in which the clause speaks.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

from checker.editions.editions import Editions
from checker.findings.findings import ExaminedClause, Finding, Proof, UnexaminedClause, Witness
from checker.questions.sampling.sampled import is_looked_at, looked_at
from checker.questions.sampling.situations import make_up
from checker.questions.search.explicit import Searched
from checker.questions.search.symbolic import SymbolicSearch, fits
from checker.questions.verdicts.answered import told_apart
from checker.questions.verdicts.matrix import OutcomeClass, bits, column, outcome_classes
from checker.smt.budget import GIVEN_UP
from checker.smt.formulas import Truth, conj, disj, neg
from checker.smt.outcome import EncodedOutcome
from checker.smt.smallest import smallest
from checker.smt.values import is_known
from dsl.model import Clause, Question
from dsl.text.errors import ArbitreError
from dsl.text.messages import Said
from dsl.types.values import Value
from interpreter.rulebook.enumeration import size_key
from interpreter.rulebook.rulebook import Outcome, Situation, Status
from interpreter.rulebook.situations import situation_to_json, to_json

ANSWERS = 3
"""So many different answers of each clause on a question of many situations are looked at, each in the
smallest situation."""
COMPARING = ("equivalent", "compatible")
OWN = ("consistent", "complete", "unambiguous")


@dataclass(slots=True)
class _ClauseRecord:
    """What is known of one clause. `first`: the smallest situation in which it speaks."""

    first: Situation | None = None
    situations: int = 0
    answers: "hashlib._Hash" = field(default_factory=hashlib.sha256)


@dataclass(slots=True)
class ClauseRecorder:
    """Hears what the clauses on one question answer. `search`: by solver, where there is one."""

    editions: Editions
    variant: str
    question: Question
    search: SymbolicSearch | None
    _heard: dict[str, _ClauseRecord] = field(default_factory=dict)
    _read: dict[tuple[str, int], str] = field(default_factory=dict)
    _told: dict[Outcome, str] = field(default_factory=dict)

    @property
    def clauses(self) -> list[Clause]:
        """The printed clauses on the question."""
        return [c for e in self.editions.members for c in e.clauses if c.question == self.question.name]

    def examined(self) -> Iterator[ExaminedClause]:
        """What each clause answers. Raises ArbitreError where it is not known which situations there are."""
        clauses = self.clauses
        if not clauses:
            return
        whole = self.search is None and not is_looked_at(self.editions, self.question)
        for situation in self._situations(clauses):
            with suppress(ArbitreError):  # where an edition errs, which is told by itself
                self._hear(situation)
        for clause in clauses:
            heard = self._heard.get(clause.id, _ClauseRecord())
            yield ExaminedClause(
                game=self.editions.game.name,
                variant=self.variant,
                edition=clause.id.split(".")[0],
                clause=clause.id,
                question=self.question.name,
                situations=heard.situations,
                whole=whole,
                digest=heard.answers.hexdigest(),
                witness=None if heard.first is None else self._witness(clause, heard.first),
            )

    # -------------------------------------------------------------- situations

    def _situations(self, clauses: Sequence[Clause]) -> Iterable[Situation]:
        """All, or those that are looked at, the smallest first; each once."""
        editions, question = self.editions, self.question
        book = editions.rulebook(editions.members[0].name, {})
        if is_looked_at(editions, question):
            return looked_at(editions, question)
        if self.search is None:
            return editions.situations(question.name, book)
        purpose = f"clauses of {question.name}"
        made = make_up(
            editions, book, question.parameters, question.needs, question.smallest, (), (), (), purpose
        )
        every = dict.fromkeys([*self._smallest(self.search, clauses), *made])
        return sorted(every, key=partial(size_key, question.parameters, question.smallest, book))

    def _smallest(self, search: SymbolicSearch, clauses: Sequence[Clause]) -> Iterator[Situation]:
        """For each clause the smallest situation in which it speaks, and the smallest of those in which
        another answer is given, and so on (`ANSWERS`), as far as the solver finds them."""
        for clause in clauses:
            with suppress(ArbitreError, *GIVEN_UP):
                yield from self._with_answers(search, clause)

    def _with_answers(self, search: SymbolicSearch, clause: Clause) -> Iterator[Situation]:
        edition = clause.id.split(".")[0]
        known: list[Value] = []
        for shape_solver in search.shape_solvers:
            code = shape_solver.free(edition).code
            while len(known) < ANSWERS:
                new = (neg(conj((code.settled, _admits(code, value)))) for value in known)
                query = (fits(code), code.speaks.get(clause.id, False), *new)
                if shape_solver.find(*query) is None:
                    break
                model = smallest(shape_solver, *query)
                yield model.situation
                way = model.interpretations[f"{edition}/"]
                outcome = self.editions.verdict(edition, way, self.question.name, model.situation).outcome
                if outcome.status is not Status.SETTLED or outcome.admits[0] in known:
                    return
                known.append(outcome.admits[0])

    # -------------------------------------------------------------- hearing

    def _hear(self, situation: Situation) -> None:
        said: dict[str, list[str]] = {}
        for edition in self.editions.members:
            for outcome_class in outcome_classes(self.editions, self.question.name, situation)[edition.name]:
                if outcome_class.verdict is not None:
                    read = self._readings(edition.name, outcome_class)
                    text = f"{read} {self._outcome(outcome_class.verdict.outcome)}"
                    for clause in outcome_class.verdict.speaking:
                        said.setdefault(clause, []).append(text)
        if said:
            shown = situation_to_json(self.question, situation, self.editions.game)
            where = json.dumps(shown, sort_keys=True)
        for clause, texts in said.items():
            heard = self._heard.setdefault(clause, _ClauseRecord())
            heard.first = situation if heard.first is None else heard.first
            heard.situations += 1
            heard.answers.update("\n".join((where, *sorted(texts), "")).encode())

    def _readings(self, edition: str, outcome_class: OutcomeClass) -> str:
        key = (edition, outcome_class.places)
        if key not in self._read:
            every = self.editions.row(edition, self.question.name).interpretations
            self._read[key] = json.dumps(sorted(every[place] for place in bits(outcome_class.places)))
        return self._read[key]

    def _outcome(self, outcome: Outcome) -> str:
        if outcome not in self._told:
            admits = [to_json(value, self.editions.game) for value in outcome.admits]
            texts = sorted(json.dumps(each, sort_keys=True) for each in admits)
            self._told[outcome] = json.dumps([outcome.status.value, *texts])
        return self._told[outcome]

    def _witness(self, clause: Clause, situation: Situation) -> Witness:
        row = column(self.editions, self.question.name, situation)[clause.id.split(".")[0]]
        answers = tuple(told_apart(row, (clause.id,)))
        return Witness(question=self.question.name, situation=situation, answers=answers, confirmed=True)


def _admits(code: EncodedOutcome, value: Value) -> Truth:
    """Whether a value is among the answers. (Of numbers of many values that is not looked at.)"""
    return disj(t for c, t in zip(code.candidates, code.admits, strict=True) if is_known(c) and c == value)


# ------------------------------------------------------------------ what bears on them


def unexamined(
    editions: Editions,
    examined: Sequence[ExaminedClause],
    findings: Iterable[Finding],
    proofs: Iterable[Proof],
    searched: Sequence[Searched],
) -> Iterator[UnexaminedClause]:
    """The clauses on which nothing reported bears: that speak in no witness of a finding, and that no proof
    compares with a sibling; where no sibling has a clause on the question, of whose question nothing is
    proved."""
    shown = {rule for f in findings for rule in _shown_in(f)}
    alone = _alone(editions)
    compared: dict[tuple[str, str], set[str]] = {}
    for proof in proofs:
        if proof.question is not None:
            for edition in proof.editions:
                compared.setdefault((edition, proof.question), set()).add(proof.holds)
    by_question = {s.question.name: s for s in searched}
    for each in examined:
        holds = compared.get((each.edition, each.question), set())
        enough = COMPARING if not alone[each.question] else (*COMPARING, *OWN)
        if each.clause not in shown and not holds.intersection(enough):
            yield UnexaminedClause(
                game=each.game,
                variant=each.variant,
                edition=each.edition,
                clause=each.clause,
                question=each.question,
                because=_why(each, by_question.get(each.question), alone[each.question]),
            )


def _shown_in(finding: Finding) -> Iterator[str]:
    """The clauses that speak in the witness of a finding, and the one that never speaks."""
    if finding.witness is not None:
        for answer in finding.witness.answers:
            yield from answer.rules
    if finding.kind == "unreachable":
        yield from finding.class_


def _alone(editions: Editions) -> Mapping[str, bool]:
    """By question, whether one edition alone has clauses on it."""
    speakers: dict[str, set[str]] = {}
    for edition in editions.members:
        for clause in edition.clauses:
            speakers.setdefault(clause.question, set()).add(edition.name)
    return {question: len(names) == 1 for question, names in speakers.items()}


def _why(each: ExaminedClause, searched: Searched | None, alone: bool) -> str:
    if searched is None:
        return Said("its question was not examined")
    if searched.looked is not None:
        return Said("its question is concrete: nothing is proved of it")
    if any(each.edition in editions for editions, _, _ in searched.undecided):
        return Said("what would compare it is undecided")
    if alone:
        return Said("no other edition has a rule on its question, and it speaks in no smallest situation")
    return Said("other rules speak in the smallest situations of all that is found about its question")
