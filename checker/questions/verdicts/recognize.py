"""Whether what a finding is about occurs in one situation.

The same as looking for the finding among all `matrix.occurrences` there, but only as far as is needed:
what is `given` is asked under an interpretation only where the finding would hang on it.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

from checker.editions.editions import Editions
from checker.findings.details import Apart, Doubted, LeftOpen, Nothing, Unanswered
from checker.findings.findings import Finding
from checker.questions.verdicts.matrix import ANSWERS, STALLED, names_of
from dsl.text.errors import ArbitreError
from interpreter.analysis.dependencies import Interpretation
from interpreter.rulebook.rulebook import Outcome, Situation, Status, Verdict

_Group = list[Interpretation]
_ClassOf = Callable[[Verdict], object]


def occurring(finding: Finding) -> str | None:
    """The kind of occurrence (see `matrix`) that a finding is made of; None where it is of none."""
    match finding.details:
        case Unanswered(by_default=by_default):
            return "gap by default" if by_default else "gap"
        case Doubted():
            return STALLED if _waits(finding) else "ambiguity"
        case LeftOpen():
            return "open"
        case Apart():
            return "divergence"
        case Nothing() if finding.kind == "contradiction":
            return "contradiction"
        case _:
            return None


def _waits(finding: Finding) -> bool:
    """Whether an edition waits for another question by some reading, and by the others answers one thing."""
    if finding.witness is None:
        return False
    ours = {a.outcome for a in finding.witness.answers if a.edition in finding.editions}
    answered = {outcome for outcome in ours if outcome.status is not Status.BLOCKED}
    return len(answered) < 2 <= len(ours)


def questions_of(finding: Finding) -> tuple[str, ...]:
    """The questions in whose situations a finding can occur."""
    if occurring(finding) is None:
        return ()
    if isinstance(finding.details, Doubted):
        return finding.details.questions
    return () if finding.question is None else (finding.question,)


class AskedSituation:
    """A question in a situation, seen by all editions. Raises ArbitreError where one errs there."""

    def __init__(self, editions: Editions, question: str, situation: Situation) -> None:
        self._editions = editions
        self._optional = editions.game.questions[question].optional
        self._rows = {
            e.name: _EditionVerdicts(editions, e.name, question, situation) for e in editions.members
        }

    @property
    def plain(self) -> bool:
        """Whether all answer alike, by a clause: then nothing occurs."""
        verdicts = [verdict for row in self._rows.values() for _, verdict in row.ways]
        return (
            all(v.outcome.status is Status.SETTLED and not v.by_default for v in verdicts)
            and len({v.outcome for v in verdicts}) <= 1
        )

    def shows(self, finding: Finding) -> bool:
        """Whether what the finding is about occurs here."""
        rows = [self._rows[name] for name in finding.editions if name in self._rows]
        match occurring(finding):
            case "contradiction":
                return rows[0].any(
                    lambda v: v.outcome.status is Status.CONTRADICTORY and _sorted(v.conflict), finding
                )
            case "open":
                return rows[0].any(
                    lambda v: v.outcome.status is Status.OPEN and _sorted(names_of(v.speaking)), finding
                )
            case "gap":
                return not self._optional and self._gap(rows[0], finding, False)
            case "gap by default":
                return bool(finding.class_) and self._gap(rows[0], finding, True)
            case "ambiguity":
                return rows[0].ambiguous(finding.class_[0].removeprefix(f"{rows[0].edition}."), _answered)
            case "ambiguity by blocking":
                return rows[0].ambiguous(finding.class_[0].removeprefix(f"{rows[0].edition}."), _waiting)
            case "divergence" if len(rows) == 2:
                return _between(rows[0], rows[1], finding.class_)
            case _:
                return False

    def _gap(self, row: "_EditionVerdicts", finding: Finding, by_default: bool) -> bool:
        """Whether an edition is silent, or answers by default, where the clause of the finding's class, or
        none, answers in other editions; of a default, otherwise than it, unless it never does."""
        alike = isinstance(finding.details, Unanswered) and finding.details.alike
        others = [group for name, o in self._rows.items() if name != row.edition for group in o.groups]
        for i, v in row.ways:
            if (v.by_default if by_default else v.outcome.status is Status.SILENT) and row.there(i):
                answering = {
                    name
                    for outcome, names in others
                    for name in names
                    if not by_default or (outcome == v.outcome) == alike
                }
                if set(finding.class_) <= answering and bool(finding.class_) == bool(answering):
                    return True
        return False


class _EditionVerdicts:
    """What one edition answers in a situation: `ways` are the surviving interpretations with the verdicts,
    whether it is a situation for them or not."""

    def __init__(self, editions: Editions, edition: str, question: str, situation: Situation) -> None:
        self.editions = editions
        self.edition = edition
        self._key = (question, situation)
        self.ways = list(self._ways())

    def _ways(self) -> Iterator[tuple[Interpretation, Verdict]]:
        for interpretation in self.editions.survivors(self.edition, self._key[0]):
            try:
                verdict = self.editions.verdict(self.edition, interpretation, *self._key)
            except ArbitreError:
                if self.there(interpretation):
                    raise
                continue
            yield interpretation, verdict

    def there(self, interpretation: Interpretation) -> bool:
        """Whether it is a situation for the interpretation: no `given` is settled as no."""
        return self.editions.rulebook(self.edition, interpretation).meets_given(*self._key) is not False

    def any(self, class_of: _ClassOf, finding: Finding) -> bool:
        """Whether a verdict has the finding's class."""
        return any(class_of(v) == finding.class_ and self.there(i) for i, v in self.ways)

    @cached_property
    def groups(self) -> list[tuple[Outcome, tuple[str, ...]]]:
        """The different answers given by clauses, each with the rules that give it."""
        groups: dict[tuple[Outcome, tuple[str, ...]], _Group] = {}
        for i, v in self.ways:
            if v.outcome.status in ANSWERS and not v.by_default:
                groups.setdefault((v.outcome, names_of(v.speaking)), []).append(i)
        return [key for key, group in groups.items() if any(self.there(i) for i in group)]

    def ambiguous(self, doubt: str, told: Callable[[Outcome], object]) -> bool:
        """Whether two interpretations that differ in the reading of this doubt only (and in those hanging on
        it) answer otherwise: what is told of their outcomes (None: they are not compared) is not the same."""
        doubts = self.editions.edition(self.edition).doubts
        apart = {d for d, m in doubts.items() if d == doubt or any(p == doubt for p, _ in m.under)}
        groups: dict[tuple[tuple[str, str], ...], list[tuple[Interpretation, object]]] = {}
        for i, v in self.ways:
            what = told(v.outcome)
            if doubt in i and what is not None:
                rest = tuple(sorted((d, r) for d, r in i.items() if d not in apart))
                groups.setdefault(rest, []).append((i, what))
        return any(
            one[doubt] != other[doubt] and what != other_what and self.there(one) and self.there(other)
            for group in groups.values()
            if len({what for _, what in group}) > 1
            for one, what in group
            for other, other_what in group
        )


def _answered(outcome: Outcome) -> Outcome | None:
    """An outcome that waits for no other question."""
    return None if outcome.status is Status.BLOCKED else outcome


def _waiting(outcome: Outcome) -> bool:
    """Whether an outcome waits for another question."""
    return outcome.status is Status.BLOCKED


def _sorted(class_: tuple[str, ...]) -> tuple[str, ...]:
    """A class, in whatever order the clauses stand."""
    return tuple(sorted(class_))


def _between(one: _EditionVerdicts, other: _EditionVerdicts, class_: tuple[str, ...]) -> bool:
    """Whether the two give different answers by the rules of this class, one of which the other edition does
    not give under any of its interpretations."""
    theirs = {outcome for outcome, _ in other.groups}
    ours = {outcome for outcome, _ in one.groups}
    return any(
        mine != yours
        and (*_sorted(rules), *_sorted(other_rules)) == class_
        and (mine not in theirs or yours not in ours)
        for mine, rules in one.groups
        for yours, other_rules in other.groups
    )
