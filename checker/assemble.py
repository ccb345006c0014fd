"""From what the searches recorded to findings: one for each cause, with its witness, words and grounds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from checker.column import STALLED, Column, Seen, column
from checker.eliminate import smallest_choices
from checker.exceptions import Prevented
from checker.findings import Answered, Cited, Finding, Kind, Witness
from checker.hunt import Record, Searched, all_ways, are_few
from checker.identify import finding_id
from checker.kinds.asked import asked_in, outcome_text
from checker.panel import Panel
from dsl.model import Clause, Origin
from dsl.source import Citation
from interpreter.reading import Dependencies
from interpreter.rules import Outcome, Situation, Status


@dataclass(slots=True)
class Assembler:
    """Makes the findings of one variant."""

    panel: Panel
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
        found = [self._because(f, searched, found) for f in found]
        ambiguities = self._ambiguities(searched)
        found += ambiguities
        for each in searched:
            found += [self._open(each, r, ambiguities) for r in each.records.values() if r.kind == "open"]
        found += self._stalled(searched, ambiguities, found)
        return sorted(found, key=lambda f: f.id)

    def _because(self, finding: Finding, searched: Sequence[Searched], found: Sequence[Finding]) -> Finding:
        """A divergence, with the divergences of the questions asked because of which alone it is there."""
        if finding.kind != "divergence":
            return finding
        key = ("divergence", finding.editions, finding.class_)
        for each in searched:
            record = each.records.get(key) if each.question.name == finding.question else None
            if record is not None and record.because:
                asked = record.because & self._answered_apart(each, record)
                return replace(finding, because_of=tuple(sorted(self._on(found, asked, finding.editions))))
        return finding

    def _on(self, found: Sequence[Finding], asked: set[str], editions: tuple[str, ...]) -> list[str]:
        """The divergences of these editions on these questions."""
        return [
            f.id for f in found if f.kind == "divergence" and f.question in asked and f.editions == editions
        ]

    def _answered_apart(self, searched: Searched, record: Record) -> set[str]:
        """The questions that both editions ask of the same in the witness, and that they answer apart, where
        they are so read that they differ."""
        situation = record.common or record.first
        seen = self._column(searched, situation)
        one, other = ({s.interpretation: s for s in seen[name] if s.answers} for name in record.key[1])
        for mine, theirs in sorted(record.under):
            if mine in one and theirs in other and one[mine].outcome != other[theirs].outcome:
                books = [
                    self.panel.rulebook(name, dict(way))
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

    def _gaps(self, searched: Searched, records: Sequence[Record]) -> list[Finding]:
        """Gaps of one edition that the same rules of other editions answer are one."""
        found: list[Finding] = []
        for edition in self.panel.editions:
            for kind in ("gap", "gap by default"):
                own = [r for r in records if r.kind == kind and r.key[1] == (edition.name,)]
                for group in _components(own):
                    found.append(self._gap(searched, group))
        return found

    def _gap(self, searched: Searched, group: Sequence[Record]) -> Finding:
        class_ = tuple(sorted({rule for record in group for rule in record.key[2]}))
        best = next((r for r in group if r.common is not None), group[0])
        merged = replace(
            best,
            under=set().union(*(r.under for r in group)),
            met=set().union(*(r.met for r in group)),
        )
        finding = self._finding(searched, merged, "gap", class_, rules=class_)
        by_default = best.kind == "gap by default"
        return replace(
            finding,
            answered_by=self._answered_by(searched, merged, class_),
            details={"sort": "default" if by_default else "silent"},
        )

    def _answered_by(
        self, searched: Searched, record: Record, class_: tuple[str, ...]
    ) -> tuple[tuple[str, str], ...]:
        seen = self._column(searched, record.common or record.first)
        found: dict[tuple[str, str], None] = {}
        for name, row in seen.items():
            if name not in record.key[1]:
                for one in row:
                    if one.answers:
                        found[(name, outcome_text(one.outcome, self.panel.game))] = None
        return tuple(found) if class_ else ()

    def _divergence(self, searched: Searched, record: Record) -> Finding:
        situation = record.common or record.first
        seen = self._column(searched, situation)
        one, other = record.key[1]
        finding = self._finding(searched, record, "divergence", record.key[2], rules=record.key[2])
        doubts = self._removing(seen, one, other) if finding.certainty == "possible" else ()
        return replace(
            finding,
            doubts=doubts,
            details={"relation": _relation(seen[one], seen[other])},
        )

    def _removing(self, seen: Column, one: str, other: str) -> tuple[str, ...]:
        """The doubts some reading of which makes the two agree in this situation."""
        found: dict[str, None] = {}
        for name, against in ((one, other), (other, one)):
            theirs = {s.outcome for s in seen[against] if s.answers}
            mine = [s for s in seen[name] if s.answers]
            for doubt in self.panel.edition(name).doubts:
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
        self, searched: Sequence[Searched], ambiguities: Sequence[Finding], found: Sequence[Finding]
    ) -> list[Finding]:
        """One for each doubt that changes no answer, but whether there is one; because of what is wrong with
        the questions that are waited for."""
        told = {doubt for finding in ambiguities for doubt in finding.doubts}
        made: list[Finding] = []
        for (name, doubt), records in _by_doubt(searched, STALLED).items():
            if doubt not in told:
                asked = {q for each, record in records for q in self._waits_for(each, record)}
                causes = sorted(f.id for f in found if f.editions == (name,) and f.question in asked)
                made.append(replace(self._ambiguity(name, doubt, records), because_of=tuple(causes)))
        return made

    def _waits_for(self, searched: Searched, record: Record) -> set[str]:
        """The questions without an answer in the witness for which the edition waits there."""
        row = self._column(searched, record.common or record.first)[record.key[1][0]]
        return {blocker[0] for s in row if s.verdict is not None for blocker in s.verdict.blockers}

    def _ambiguity(self, name: str, doubt: str, found: list[tuple[Searched, Record]]) -> Finding:
        edition = self.panel.edition(name)
        local = edition.doubts[doubt.removeprefix(f"{name}.")]
        depends = Dependencies(self.panel.game, edition)
        searched, record = next(
            (pair for pair in found if local.name in depends.direct(pair[0].question.name)[1]), found[0]
        )
        kind: Kind = "gap" if local.unsaid else "ambiguity"
        finding = self._finding(searched, record, kind, (doubt,), rules=())
        firm = any(self._certain(s, r) for s, r in found)
        details = {
            "sort": "unsaid" if local.unsaid else "readings",
            "questions": [s.question.name for s, _ in found],
        }
        return replace(
            finding,
            id=finding_id(self.panel.game.name, self.variant, kind, (name,), None, (doubt,)),
            certainty="firm" if firm else "possible",
            doubts=(doubt,),
            answered_by=self._answered_by(searched, record, (doubt,)) if local.unsaid else (),
            citations=tuple(Cited(rule=doubt, citation=c) for c in local.citations),
            under=() if firm else finding.under,
            details=details,
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
                self.panel.game.name,
                self.variant,
                "ambiguity",
                (name,),
                searched.question.name,
                record.key[2],
            ),
            because_of=tuple(causes),
            details={"sort": "open"},
        )

    def _is_left(self, clause: str) -> bool:
        """Whether a reading is left under which the clause stands; that one is struck is told by itself."""
        name = clause.split(".")[0]
        edition = self.panel.edition(name)
        under = next((c.under for c in edition.clauses if c.id == clause), ())
        left = self.panel.readings(name, [doubt for doubt, _ in under])
        return any(all(i.get(doubt) in readings for doubt, readings in under) for i in left)

    def _unreachable(self, searched: Searched, clause: str) -> Finding:
        name = clause.split(".")[0]
        found = self._clause(clause)
        game = self.panel.game.name
        return Finding(
            id=finding_id(game, self.variant, "unreachable", (name,), searched.question.name, (clause,)),
            kind="unreachable",
            certainty="firm",
            game=game,
            variant=self.variant,
            question=searched.question.name,
            editions=(name,),
            class_=(clause,),
            rules=(clause,),
            citations=self._citations((clause,)),
            details={"sort": "never-speaks"} if found is not None else {},
        )

    def exceptions(self, found: Iterable[Prevented]) -> list[Finding]:
        """The contradictions that implied exceptions prevent."""
        return sorted((self._exception(p) for p in found if p.situation is not None), key=lambda f: f.id)

    def _exception(self, prevented: Prevented) -> Finding:
        game, name = self.panel.game.name, prevented.edition
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
            details={"exception": {"clause": prevented.clause.id, "targets": list(targets)}},
        )

    # -------------------------------------------------------------- parts

    def _finding(
        self, searched: Searched, record: Record, kind: Kind, class_: tuple[str, ...], rules: tuple[str, ...]
    ) -> Finding:
        game, question = self.panel.game.name, searched.question.name
        situation = record.common or record.first
        firm = self._certain(searched, record)
        witness = self._witness(searched, situation)
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
            rules=tuple(dict.fromkeys((*rules, *speaking))),
            assumptions=self._assumptions(speaking),
            under=() if firm else self._under(searched, record),
            witness=witness,
            citations=self._citations(tuple(dict.fromkeys((*speaking, *self._clauses_of(rules))))),
        )

    def _certain(self, searched: Searched, record: Record) -> bool:
        of = (self.panel, searched.question.name, record.key[1])
        return are_few(*of) and record.met >= all_ways(*of)

    def _under(self, searched: Searched, record: Record) -> tuple[Mapping[str, str], ...]:
        """The smallest choices of readings under which it is so, of one edition; nothing of two."""
        ways = sorted(record.met or record.under)
        if len(record.key[1]) == 1:
            left = self.panel.survivors(record.key[1][0], searched.question.name)
            name = record.key[1][0]
            chosen = smallest_choices([dict(w[0]) for w in ways], left)
            return tuple({f"{name}.{d}": r for d, r in choice.items()} for choice in chosen)
        return ()

    def _column(self, searched: Searched, situation: Situation) -> Column:
        return column(self.panel, searched.question.name, situation)

    def _witness(self, searched: Searched, situation: Situation) -> Witness:
        seen = self._column(searched, situation)
        answers = tuple(
            answered for edition in self.panel.editions for answered in told_apart(seen[edition.name])
        )
        return Witness(question=searched.question.name, situation=situation, answers=answers, confirmed=True)

    def _clause(self, identifier: str) -> Clause | None:
        for edition in self.panel.editions:
            for clause in edition.clauses:
                if clause.id == identifier:
                    return clause
        return next((c for c in self.panel.game.assumptions if c.id == identifier), None)

    def _clauses_of(self, rules: Iterable[str]) -> list[str]:
        """The first clause of each of these rules; clauses themselves."""
        found: list[str] = []
        for rule in rules:
            if self._clause(rule) is not None:
                found.append(rule)
                continue
            edition = next((e for e in self.panel.editions if rule.startswith(f"{e.name}.")), None)
            if edition is not None:
                found += [c.id for c in edition.clauses if f"{edition.name}.{c.rule}" == rule][:1]
        return found

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


def told_apart(row: Sequence[Seen]) -> list[Answered]:
    """What an edition answers, each different outcome once, with the smallest choices of readings."""
    situations = [s for s in row if s.verdict is not None]
    everything = [dict(s.interpretation) for s in row]
    found: list[Answered] = []
    for outcome in dict.fromkeys(s.outcome for s in situations):
        chosen = [dict(s.interpretation) for s in situations if s.outcome == outcome]
        first = next(s for s in situations if s.outcome == outcome)
        assert first.verdict is not None
        for choice in smallest_choices(chosen, everything):
            found.append(
                Answered(
                    edition=first.edition,
                    interpretation=choice,
                    outcome=outcome,
                    rules=_speaking_under(situations, choice, first),
                    by_default=first.verdict.by_default,
                )
            )
    return found


def _speaking_under(row: Sequence[Seen], choice: Mapping[str, str], otherwise: Seen) -> tuple[str, ...]:
    chosen = next((s for s in row if choice.items() <= dict(s.interpretation).items()), otherwise)
    assert chosen.verdict is not None
    return chosen.verdict.speaking


def _relation(one: Sequence[Seen], other: Sequence[Seen]) -> str:
    """How the answers of the first stand to those of the second."""
    ours, theirs = _answers(one), _answers(other)
    if not ours & theirs:
        return "apart"
    if ours > theirs:
        return "wider"
    return "narrower" if ours < theirs else "overlap"


def _answers(row: Sequence[Seen]) -> set[object]:
    return {value for s in row if s.answers for value in s.outcome.admits}


def _components(records: Sequence[Record]) -> list[list[Record]]:
    """Records joined where they share a rule, in the order of their first."""
    groups: list[list[Record]] = []
    for record in records:
        touching = [g for g in groups if any(set(r.key[2]) & set(record.key[2]) for r in g)]
        joined = [r for g in touching for r in g] + [record]
        groups = [g for g in groups if g not in touching] + [joined]
    return groups
