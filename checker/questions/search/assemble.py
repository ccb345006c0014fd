"""From what the searches recorded to findings: one for each cause, with its witness, words and grounds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from checker.editions.editions import Editions
from checker.editions.elimination import smallest_choices
from checker.findings.details import Apart, Doubted, ImpliedException, LeftOpen, Relation, Unanswered
from checker.findings.findings import Answered, Cited, Finding, Kind, Witness
from checker.findings.identifiers import finding_id
from checker.grounds.blame import asked_in, outcome_text, speaking_clauses, unsettled
from checker.grounds.firm import firm
from checker.questions.search.exceptions import PreventedConflict
from checker.questions.search.explicit import Record, Searched, all_ways, are_few
from checker.questions.verdicts.answered import told_apart, unshown
from checker.questions.verdicts.matrix import (
    BY_DEFAULT,
    STALLED,
    Cell,
    Column,
    column,
    names_of,
    occurrences,
    rules_of,
)
from checker.questions.verdicts.once import told_once
from dsl.model import Clause, Origin
from dsl.text.source import Citation
from interpreter.analysis.dependencies import Dependencies
from interpreter.rulebook.rulebook import Outcome, Situation, Status

_KINDS: Mapping[str, Kind] = {
    "contradiction": "contradiction",
    "gap": "gap",
    **dict.fromkeys(BY_DEFAULT, "gap"),
}
"""The kinds of finding of what leaves an edition without an answer of its own, by the kind of occurrence."""
_OF_RULES = ("divergence", "open")
"""The kinds of occurrence whose clauses may be those of one sentence under different readings."""


@dataclass(slots=True)
class Assembler:
    """Makes the findings of one variant."""

    editions: Editions
    variant: str

    # -------------------------------------------------------------- kinds

    def findings(self, searched: Sequence[Searched]) -> list[Finding]:
        """All findings of these searches, sorted by identifier."""
        found: list[Finding] = []
        for each in searched:
            records = list(each.records.values())
            found += [self._contradiction(each, r) for r in records if r.kind == "contradiction"]
            found += self._gaps(each, records)
            found += [self._divergence(each, r) for r in records if r.kind == "divergence"]
            found += [self._unreachable(each, clause) for clause in each.silenced if self._is_left(clause)]
        found = self.after_silence([self._because(f, searched, found) for f in found], found)
        ambiguities = self._ambiguities(searched)
        found += ambiguities
        for each in searched:
            found += [self._open(each, r, ambiguities) for r in each.records.values() if r.kind == "open"]
        found += self._stalled(searched, ambiguities, found)
        found = told_once(found)
        for finding in found:
            assert not unshown(finding), f"{finding.id} names what its witness does not show"
        return sorted(found, key=lambda f: f.id)

    def after_silence(self, those: Iterable[Finding], findings: Sequence[Finding]) -> list[Finding]:
        """Those findings; of what is a situation only if the table agrees on something, because of what is
        `findings` wrong with that."""
        return [self._after_silence(finding, findings) for finding in those]

    def _because(
        self, finding: Finding, searched: Sequence[Searched], findings: Sequence[Finding]
    ) -> Finding:
        """A divergence, with the divergences of the questions asked because of which alone it is there."""
        if finding.kind != "divergence":
            return finding
        key = ("divergence", finding.editions, finding.class_)
        for each in searched:
            record = each.records.get(key) if each.question.name == finding.question else None
            if record is not None and record.because:
                asked = record.because & self._answered_apart(each, record)
                return replace(finding, because_of=tuple(sorted(self._on(findings, asked, finding.editions))))
        return finding

    def _on(self, findings: Sequence[Finding], asked: set[str], editions: tuple[str, ...]) -> list[str]:
        """The divergences of these editions on these questions."""
        return [
            f.id
            for f in findings
            if f.kind == "divergence" and f.question in asked and f.editions == editions
        ]

    def _answered_apart(self, searched: Searched, record: Record) -> set[str]:
        """The questions that both editions ask of the same in the witness, and that they answer apart, where
        they are so read that they differ."""
        situation = record.shown
        seen = self._column(searched, situation)
        one, other = ({s.interpretation: s for s in seen[name] if s.answers} for name in record.key[1])
        for mine, theirs in sorted(record.under):
            if mine in one and theirs in other and one[mine].outcome != other[theirs].outcome:
                books = [
                    self.editions.rulebook(name, dict(way))
                    for name, way in zip(record.key[1], (mine, theirs), strict=True)
                ]
                asked = [asked_in(book, searched.question.name, situation) for book in books]
                return {
                    question
                    for question, where in asked[0]
                    if (question, where) in asked[1]
                    and books[0].verdict(question, where).outcome != books[1].verdict(question, where).outcome
                }
        return set()

    def _contradiction(self, searched: Searched, record: Record) -> Finding:
        return self._finding(searched, record, "contradiction", record.key[2], rules=record.key[2])

    def _gaps(self, searched: Searched, records: Sequence[Record]) -> Iterator[Finding]:
        """Gaps of one edition, apart for each clause of another that answers, and one where none does."""
        for record in records:
            if record.kind == "gap":
                yield self._gap(searched, record, Unanswered())
            elif record.kind in BY_DEFAULT:
                yield from self._default(searched, record)

    def _default(self, searched: Searched, record: Record) -> Iterator[Finding]:
        """An answer by default where another edition has a clause: shown where that answers otherwise, if it
        does so anywhere."""
        kinds = [searched.records.get((kind, *record.key[1:])) for kind in BY_DEFAULT]
        known = [each for each in kinds if each is not None]
        if record is known[0]:
            answered = Unanswered(by_default=True, alike=record.kind != BY_DEFAULT[0])
            whole = replace(
                record,
                under=set().union(*(r.under for r in known)),
                met=set().union(*(r.met for r in known)),
            )
            yield self._gap(searched, whole, answered)

    def _gap(self, searched: Searched, record: Record, details: Unanswered) -> Finding:
        class_ = record.key[2]
        finding = self._finding(searched, record, "gap", class_, rules=class_)
        assert finding.witness is not None
        speaking = [c for a in finding.witness.answers for c in a.rules] if class_ else []
        return replace(
            finding,
            answered_by=self._answered_by(searched, record, class_),
            citations=self._citations(dict.fromkeys((*finding.rules, *speaking))),
            details=details,
        )

    def _answered_by(
        self, searched: Searched, record: Record, class_: tuple[str, ...]
    ) -> tuple[tuple[str, str], ...]:
        seen = self._column(searched, record.shown)
        found: dict[tuple[str, str], None] = {}
        for name, row in seen.items():
            if name not in record.key[1]:
                for one in row:
                    if one.answers:
                        found[(name, outcome_text(one.outcome, self.editions.game))] = None
        return tuple(found) if class_ else ()

    def _divergence(self, searched: Searched, record: Record) -> Finding:
        situation = record.shown
        seen = self._column(searched, situation)
        one, other = record.key[1]
        finding = self._finding(searched, record, "divergence", record.key[2], rules=record.key[2])
        doubts = self._removing(seen, one, other) if finding.certainty == "possible" else ()
        return replace(
            finding,
            doubts=doubts,
            details=Apart(relation=_relation(seen[one], seen[other])),
        )

    def _removing(self, seen: Column, one: str, other: str) -> tuple[str, ...]:
        """The doubts some reading of which makes the two agree in this situation."""
        found: dict[str, None] = {}
        for name, against in ((one, other), (other, one)):
            theirs = {s.outcome for s in seen[against] if s.answers}
            mine = [s for s in seen[name] if s.answers]
            for doubt in self.editions.edition(name).doubts:
                split: dict[str | None, set[Outcome]] = {}
                for s in mine:
                    split.setdefault(dict(s.interpretation).get(doubt), set()).add(s.outcome)
                agreeing = {reading for reading, outcomes in split.items() if outcomes & theirs}
                if agreeing and agreeing != set(split):
                    found[f"{name}.{doubt}"] = None
        return tuple(found)

    def _ambiguities(self, searched: Sequence[Searched]) -> list[Finding]:
        """One for each doubt, with all the questions whose answers it changes."""
        doubted = _by_doubt(searched, "ambiguity")
        return [self._ambiguity(name, doubt, found) for (name, doubt), found in doubted.items()]

    def _stalled(
        self, searched: Sequence[Searched], ambiguities: Sequence[Finding], findings: Sequence[Finding]
    ) -> list[Finding]:
        """One for each doubt that changes no answer, but whether there is one; because of what is wrong with
        the questions that are waited for."""
        told = {doubt for finding in ambiguities for doubt in finding.doubts}
        made: list[Finding] = []
        for (name, doubt), records in _by_doubt(searched, STALLED).items():
            if doubt not in told:
                finding = self._ambiguity(name, doubt, records)
                assert finding.witness is not None
                causes = self._wrong_with(self._waits_for(name, finding.witness), name, findings)
                made.append(replace(finding, because_of=tuple(sorted(causes))))
        return made

    def _waits_for(self, name: str, witness: Witness) -> set[tuple[str, Situation]]:
        """What has no answer in the witness, and the edition waits for there."""
        row = column(self.editions, witness.question, witness.situation)[name]
        return {blocker[:2] for s in row if s.verdict is not None for blocker in s.verdict.blockers}

    def _after_silence(self, finding: Finding, findings: Sequence[Finding]) -> Finding:
        """A finding of what is a situation only if the table agrees on something: because of what is wrong
        with that."""
        if not finding.if_agreed or finding.witness is None:
            return finding
        question = self.editions.game.questions[finding.witness.question]
        causes: set[str] = set()
        for name in finding.editions:
            asked: set[tuple[str, Situation]] = set()
            for one in column(self.editions, question.name, finding.witness.situation)[name]:
                if one.verdict is not None and not one.met:
                    book = self.editions.rulebook(name, dict(one.interpretation))
                    asked |= unsettled(book, question, finding.witness.situation)
            causes |= self._wrong_with(asked, name, findings)
        return replace(finding, because_of=tuple(sorted({*finding.because_of, *causes} - {finding.id})))

    def _wrong_with(
        self, asked: Iterable[tuple[str, Situation]], name: str, findings: Sequence[Finding]
    ) -> set[str]:
        """What is found wrong with the answers of an edition where these are asked."""
        keys = {
            (question, _KINDS[occurrence.kind], occurrence.key[2])
            for question, where in asked
            for occurrence in occurrences(
                self.editions, self.editions.game.questions[question], column(self.editions, question, where)
            )
            if occurrence.editions == (name,) and occurrence.kind in _KINDS
        }
        return {f.id for f in findings if f.editions == (name,) and (f.question, f.kind, f.class_) in keys}

    def _ambiguity(self, name: str, doubt: str, found: list[tuple[Searched, Record]]) -> Finding:
        edition = self.editions.edition(name)
        local = edition.doubts[doubt.removeprefix(f"{name}.")]
        depends = Dependencies(self.editions.game, edition)
        certain = [pair for pair in found if self._certain(*pair)]
        told = certain or found
        searched, record = next(
            (pair for pair in told if local.name in depends.direct(pair[0].question.name)[1]), told[0]
        )
        kind: Kind = "gap" if local.unsaid else "ambiguity"
        finding = self._finding(searched, record, kind, (doubt,), rules=())
        left = {way[local.name] for way in self.editions.readings_of(name, local.name)}
        return replace(
            finding,
            id=finding_id(self.editions.game.name, self.variant, kind, (name,), None, (doubt,)),
            certainty="firm" if certain else "possible",
            doubts=(doubt,),
            answered_by=self._answered_by(searched, record, (doubt,)) if local.unsaid else (),
            citations=tuple(Cited(rule=doubt, citation=c) for c in local.citations),
            under=() if certain else finding.under,
            details=Doubted(
                unsaid=local.unsaid,
                questions=tuple(s.question.name for s, _ in found),
                left=len(left) if len(left) < len(local.readings) else None,
            ),
        )

    def _open(self, searched: Searched, record: Record, ambiguities: Sequence[Finding]) -> Finding:
        """An open outcome. One that a doubt decides is part of the ambiguity of that doubt."""
        finding = self._finding(searched, record, "ambiguity", record.key[2], rules=record.key[2])
        name = record.key[1][0]
        causes: list[str] = []
        if finding.certainty == "possible":
            named = {f"{name}.{d}" for choice in finding.under for d in choice}
            causes = [a.id for a in ambiguities if a.editions == (name,) and set(a.doubts) & named]
        return replace(
            finding,
            id=finding_id(
                self.editions.game.name,
                self.variant,
                "ambiguity",
                (name,),
                searched.question.name,
                record.key[2],
            ),
            because_of=tuple(causes),
            details=LeftOpen(),
        )

    def _is_left(self, clause: str) -> bool:
        """Whether a reading is left under which the clause stands; that one is struck is told by itself."""
        name = clause.split(".")[0]
        edition = self.editions.edition(name)
        under = next((c.under for c in edition.clauses if c.id == clause), ())
        survivors = self.editions.readings(name, [doubt for doubt, _ in under])
        return any(all(i.get(doubt) in readings for doubt, readings in under) for i in survivors)

    def _unreachable(self, searched: Searched, clause: str) -> Finding:
        return firm(
            self.editions,
            self.variant,
            "unreachable",
            self.editions.edition(clause.split(".")[0]),
            (clause,),
            question=searched.question.name,
            rules=(clause,),
            citations=self._citations((clause,)),
        )

    def exceptions(self, found: Iterable[PreventedConflict]) -> list[Finding]:
        """The contradictions that implied exceptions prevent."""
        return sorted((self._exception(p) for p in found if p.situation is not None), key=lambda f: f.id)

    def _exception(self, prevented: PreventedConflict) -> Finding:
        game, name = self.editions.game.name, prevented.edition
        question = prevented.clause.question
        targets = prevented.exception.targets
        class_ = (prevented.clause.id, *sorted(targets))
        assert prevented.situation is not None
        without = Answered(
            edition=name,
            interpretation=dict(prevented.interpretation),
            outcome=Outcome(Status.CONTRADICTORY),
            rules=prevented.conflict,
        )
        return Finding(
            id=finding_id(game, self.variant, "contradiction", (name,), question, class_),
            kind="contradiction",
            certainty="possible",
            game=game,
            variant=self.variant,
            question=question,
            editions=(name,),
            class_=class_,
            rules=prevented.conflict,
            assumptions=(f"{prevented.clause.id} is an exception to {', '.join(targets)}",),
            witness=Witness(
                question=question, situation=prevented.situation, answers=(without,), confirmed=True
            ),
            citations=self._citations((prevented.clause.id, *targets)),
            details=ImpliedException(clause=prevented.clause.id, targets=tuple(targets)),
        )

    # -------------------------------------------------------------- parts

    def _finding(
        self, searched: Searched, record: Record, kind: Kind, class_: tuple[str, ...], rules: tuple[str, ...]
    ) -> Finding:
        game, question = self.editions.game.name, searched.question.name
        situation = record.shown
        firm = self._certain(searched, record)
        self._confirm(searched, record, situation)
        witness = self._witness(searched, situation, class_)
        speaking = tuple(
            dict.fromkeys(c for a in witness.answers if a.edition in record.key[1] for c in a.rules)
        )
        return Finding(
            id=finding_id(game, self.variant, kind, record.key[1], question, class_),
            kind=kind,
            certainty="firm" if firm else "possible",
            game=game,
            variant=self.variant,
            question=question,
            editions=record.key[1],
            class_=class_,
            rules=tuple(dict.fromkeys((*self._clauses_of(question, rules), *speaking))),
            assumptions=self._assumptions(self._heard(searched, record, situation)),
            under=() if firm else self._under(searched, record),
            if_agreed=() if firm else self._agreed(searched, record, situation),
            witness=witness,
            citations=self._citations(tuple(dict.fromkeys((*speaking, *self._clauses_of(question, rules))))),
        )

    def _certain(self, searched: Searched, record: Record) -> bool:
        """Whether it is so under every surviving interpretation: of the same sentences, whichever of their
        clauses decides."""
        of = (self.editions, searched.question.name, record.key[1])
        kind, editions, class_ = record.key
        same = [record]
        if kind in _OF_RULES:
            others = (r for key, r in searched.records.items() if key[:2] == (kind, editions))
            same += [r for r in others if rules_of(r.key[2]) == rules_of(class_)]
        return are_few(*of) and set().union(*(r.met for r in same)) >= all_ways(*of)

    def _under(self, searched: Searched, record: Record) -> tuple[Mapping[str, str], ...]:
        """The smallest choices of readings under which it is so, of one edition; nothing of two."""
        ways = sorted(record.met or record.under)
        if len(record.key[1]) == 1:
            survivors = self.editions.survivors(record.key[1][0], searched.question.name)
            name = record.key[1][0]
            chosen = smallest_choices([dict(w[0]) for w in ways], survivors)
            return tuple({f"{name}.{d}": r for d, r in choice.items()} for choice in chosen if choice)
        return ()

    def _agreed(self, searched: Searched, record: Record, situation: Situation) -> tuple[str, ...]:
        """The questions on which the table has to agree for the situation to be one, where the
        editions leave open under every reading whether it is."""
        if record.met:
            return ()
        question = searched.question
        found: set[str] = set()
        seen = self._column(searched, situation)
        for name in record.key[1]:
            for one in seen[name]:
                if one.verdict is not None and not one.met:
                    book = self.editions.rulebook(name, dict(one.interpretation))
                    found |= {asked for asked, _ in unsettled(book, question, situation)}
        return tuple(sorted(found))

    def _heard(self, searched: Searched, record: Record, situation: Situation) -> tuple[str, ...]:
        """The clauses on which the answers rest of the editions that the finding is about, and of those that
        answer where one is silent: they speak there, or where something is asked for it."""
        found: dict[str, None] = {}
        for name, row in self._column(searched, situation).items():
            if name in record.key[1] or (record.key[2] and record.kind in ("gap", *BY_DEFAULT)):
                told = {(s.outcome, s.verdict.speaking): s for s in row if s.verdict is not None}
                for one in told.values():
                    book = self.editions.rulebook(name, dict(one.interpretation))
                    asked = [(searched.question.name, situation)]
                    found.update(dict.fromkeys(speaking_clauses(book, asked)))
        return tuple(found)

    def _column(self, searched: Searched, situation: Situation) -> Column:
        return column(self.editions, searched.question.name, situation)

    def _confirm(self, searched: Searched, record: Record, situation: Situation) -> None:
        """Asserts that the finding occurs in the situation that is to show it, of its own cause."""
        found = occurrences(self.editions, searched.question, self._column(searched, situation))
        assert record.key in [o.key for o in found], f"{record.key} is not shown by its witness"

    def _witness(self, searched: Searched, situation: Situation, about: tuple[str, ...]) -> Witness:
        seen = self._column(searched, situation)
        answers = tuple(
            answered
            for edition in self.editions.members
            for answered in told_apart(seen[edition.name], about)
        )
        return Witness(question=searched.question.name, situation=situation, answers=answers, confirmed=True)

    def _clause(self, identifier: str) -> Clause | None:
        for edition in self.editions.members:
            for clause in edition.clauses:
                if clause.id == identifier:
                    return clause
        return next((c for c in self.editions.game.assumptions if c.id == identifier), None)

    def _clauses_of(self, question: str, names: Iterable[str]) -> list[str]:
        """The clauses on a question that have these names, or are these."""
        wanted = set(names)
        every = [c for e in self.editions.members for c in e.clauses] + list(self.editions.game.assumptions)
        return [
            c.id
            for c in every
            if c.id in wanted or (c.question == question and wanted & {*names_of((c.id,))})
        ]

    def _citations(self, clauses: Iterable[str]) -> tuple[Cited, ...]:
        found: dict[tuple[str, Citation], Cited] = {}
        for identifier in clauses:
            clause = self._clause(identifier)
            if clause is not None:
                for citation in clause.citations:
                    found.setdefault(
                        (_rule(identifier), citation), Cited(rule=_rule(identifier), citation=citation)
                    )
        return tuple(found.values())

    def _assumptions(self, clauses: Iterable[str]) -> tuple[str, ...]:
        """Assumptions and implied exceptions among these clauses."""
        found: list[str] = []
        for identifier in clauses:
            clause = self._clause(identifier)
            if clause is None:
                continue
            if clause.origin is Origin.ASSUMPTION:
                found.append(clause.id)
            found += [
                f"{clause.id} is an exception to {', '.join(e.targets)}"
                for e in clause.exceptions
                if e.ground == "implied"
            ]
        return tuple(dict.fromkeys(found))


def _by_doubt(
    searched: Sequence[Searched], kind: str
) -> dict[tuple[str, str], list[tuple[Searched, Record]]]:
    """The records of a kind of ambiguity, by edition and doubt."""
    found: dict[tuple[str, str], list[tuple[Searched, Record]]] = {}
    for each in searched:
        for record in each.records.values():
            if record.kind == kind:
                found.setdefault((record.key[1][0], record.key[2][0]), []).append((each, record))
    return found


def _rule(clause: str) -> str:
    return ".".join(clause.split(".")[:2])


def _relation(one: Sequence[Cell], other: Sequence[Cell]) -> Relation:
    """How the answers of the first stand to those of the second."""
    ours, theirs = _answers(one), _answers(other)
    if not ours & theirs:
        return "apart"
    if ours > theirs:
        return "wider"
    return "narrower" if ours < theirs else "overlap"


def _answers(row: Sequence[Cell]) -> set[object]:
    return {value for s in row if s.answers for value in s.outcome.admits}
