"""The cause of a finding: what it is told under, together with all else that the same words bring about.

A cause is a doubt; or the sentences that clash, differ or answer where a sibling is silent; or the question
that is not answered; or the step, claim or example. It is read off the finding and the game, never off what
else was found (but for what a finding says that it follows from), so that its name stays the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from checker.findings.details import BrokenClaim, Doubted, Lasso, Unanswered
from checker.findings.findings import Answered, Finding
from checker.questions.verdicts.matrix import rules_of
from dsl.model import Edition, Game
from interpreter.analysis.dependencies import Dependencies
from interpreter.rulebook.rulebook import Outcome, Status


@dataclass(slots=True)
class Causes:
    """The causes of the findings of one game."""

    game: Game
    findings: Mapping[str, Finding]  # by identifier: those that others may follow from
    _shared: dict[str, str] = field(default_factory=dict)
    _direct: dict[str, int] = field(default_factory=dict)
    _ambiguities: dict[tuple[str, str], Finding] = field(default_factory=dict)

    def __post_init__(self) -> None:
        bears = _Bearing(self.game)
        self._shared = bears.shared
        self._direct = bears.direct
        self._ambiguities = {
            (f.variant, _whole(f.doubts[0], f, self.game)): f
            for f in self.findings.values()
            if is_of_a_doubt(f)
        }

    def name(self, finding: Finding) -> str:
        """The name of the cause: the end of an entry's identifier, after GAME/VARIANT/."""
        entered: set[str] = set()
        while finding.id not in entered and not is_of_a_doubt(finding):
            entered.add(finding.id)
            earlier = next((self.findings[i] for i in sorted(finding.because_of) if i in self.findings), None)
            if earlier is None:
                break
            finding = earlier
        return self._own(finding)

    def doubt(self, name: str, variant: str) -> str:
        """What a doubt (EDITION.DOUBT) is told under: its own name, or that which several editions share. One
        that matters only under a reading of another doubt is told under that; of two of which each needs
        the other, under the first by name."""
        way = [name]
        while name not in self._shared:
            above = self._above(name, variant)
            if above is None:
                break
            if above in way:
                name = min(way[way.index(above) :])
                break
            way.append(name := above)
        return self._shared.get(name, name)

    def _above(self, name: str, variant: str) -> str | None:
        """The doubt under a reading of which alone a doubt matters."""
        finding = self._ambiguities.get((variant, name))
        if finding is None or finding.certainty == "firm":
            return None
        needed = [{_whole(doubt, finding, self.game) for doubt in choice} for choice in finding.under]
        edition, _, local = name.partition(".")
        hangs = {f"{edition}.{parent}" for parent, _ in self.game.editions[edition].doubts[local].under}
        above = (hangs | (set.intersection(*needed) if needed else set())) - {name}
        return min(above, key=self._order, default=None)

    def _order(self, doubt: str) -> tuple[bool, int, str]:
        """Of several doubts first one that editions do not share, which bears on few questions."""
        return (doubt in self._shared, self._direct.get(doubt, 0), doubt)

    def _own(self, finding: Finding) -> str:
        match finding.kind:
            case "ambiguity" | "gap" if is_of_a_doubt(finding):
                return self.doubt(_whole(finding.doubts[0], finding, self.game), finding.variant)
            case "gap" if finding.question is not None:
                return self._of_gap(finding)
            case "gap":
                return "+".join(finding.class_)
            case "ambiguity" | "contradiction" | "divergence":
                return self._ground(finding) or self._words(finding)
            case "property":
                return self._of_claim(finding)
            case "dangling":  # what a text lacks: pages and pictures to which it refers
                return "/".join((finding.kind, *finding.editions))
            case "two-names":
                return "/".join((finding.kind, *finding.editions, _first(finding)))
            case _:
                asked = () if finding.question is None else (finding.question,)
                return "/".join((finding.kind, *asked, _first(finding)))

    def _of_gap(self, finding: Finding) -> str:
        silence = f"silence/{finding.question}"
        if not any(self._speaks(name, finding.question) for name in finding.editions):
            return silence
        return self._ground(finding) or (self._words(finding) if finding.class_ else silence)

    def _speaks(self, name: str, question: str | None) -> bool:
        """Whether the text of an edition has a clause on a question."""
        edition = self.game.editions.get(name)
        return edition is not None and any(clause.question == question for clause in edition.clauses)

    def _words(self, finding: Finding) -> str:
        """The sentences that decide, whichever of their clauses do. Where several differ from the same ones
        of an edition, those they are told under; where several answer in the same smallest situation in which
        an edition does not, the first of them by name."""
        if finding.kind == "contradiction":
            return f"{finding.question}/{'+'.join(finding.class_)}"
        if finding.kind == "gap":
            beside = [f for f in self.findings.values() if _is_shown_beside(finding, f)]
            return f"{finding.question}/{min(rules_of(f.class_)[0] for f in (finding, *beside))}"
        if finding.kind == "divergence":
            for name in finding.editions:
                own = _of_edition(finding.class_, name)
                if any(_is_beside(finding, other, name, own) for other in self.findings.values()):
                    return f"{finding.question}/{'+'.join(own)}"
        return f"{finding.question}/{'+'.join(rules_of(finding.class_))}"

    def _of_claim(self, finding: Finding) -> str:
        """A claim. That games come back is told under the claim that they end, where that is broken too."""
        lasso = _lasso(finding)
        if lasso is None:
            doubts = {doubt for choice in finding.under for doubt in choice}
            if finding.certainty == "possible" and len(doubts) == 1:
                (doubt,) = doubts
                return self.doubt(_whole(doubt, finding, self.game), finding.variant)
        elif lasso.claim == "never returns":
            for other in self.findings.values():
                if (
                    (theirs := _lasso(other)) is not None
                    and theirs.claim == "ends"
                    and (other.variant, other.editions) == (finding.variant, finding.editions)
                ):
                    return f"property/{_first(other)}"
        return f"property/{_first(finding)}"

    # -------------------------------------------------------------- doubts as grounds

    def _ground(self, finding: Finding) -> str | None:
        """The doubt on which a possible finding rests: of those a reading of which alone takes it away, one
        that the finding names, not one that several editions share, that bears on the fewest questions. Of a
        gap in what is a situation under some readings only, a doubt that all of these name."""
        if finding.certainty == "firm" or finding.witness is None:
            return None
        grounds = _grounds(finding)
        named = {*finding.doubts, *(_whole(d, finding, self.game) for c in finding.under for d in c)}
        kept = [d for d in grounds if d in named] or list(grounds)
        if not kept and finding.kind == "gap" and finding.under:
            needed = [{_whole(doubt, finding, self.game) for doubt in choice} for choice in finding.under]
            kept = sorted(set.intersection(*needed))
        if not kept:
            return None
        return self.doubt(min(kept, key=self._order), finding.variant)


def is_of_a_doubt(finding: Finding) -> bool:
    """Whether it is a doubt as such, of which several readings matter."""
    return bool(finding.doubts) and (finding.kind == "ambiguity" or _is_unsaid(finding))


def _is_unsaid(finding: Finding) -> bool:
    return isinstance(finding.details, Doubted) and finding.details.unsaid


def _lasso(finding: Finding) -> Lasso | None:
    """The game that comes back, of a claim that fails by it."""
    match finding.details:
        case BrokenClaim(shown=Lasso() as lasso):
            return lasso
        case _:
            return None


def _first(finding: Finding) -> str:
    return finding.class_[0] if finding.class_ else "-"


def _of_edition(class_: tuple[str, ...], edition: str) -> tuple[str, ...]:
    """The sentences of an edition among these."""
    return tuple(rule for rule in rules_of(class_) if rule.startswith(f"{edition}."))


def _is_beside(finding: Finding, other: Finding, edition: str, own: tuple[str, ...]) -> bool:
    """Whether other sentences differ from these of an edition, on the same question, as well."""
    return (
        other.kind == "divergence"
        and other.certainty == finding.certainty == "firm"
        and (other.variant, other.question) == (finding.variant, finding.question)
        and (other.editions, rules_of(other.class_)) != (finding.editions, rules_of(finding.class_))
        and edition in other.editions
        and _of_edition(other.class_, edition) == own
    )


def _is_shown_beside(finding: Finding, other: Finding) -> bool:
    """Whether the same smallest situation shows two gaps of one edition, which clauses of others answer."""
    return (
        other.kind == finding.kind == "gap"
        and (other.variant, other.question, other.editions)
        == (finding.variant, finding.question, finding.editions)
        and bool(other.class_)
        and _by_default(other) == _by_default(finding)
        and other.witness is not None
        and finding.witness is not None
        and other.witness.situation == finding.witness.situation
    )


def _whole(doubt: str, finding: Finding, game: Game) -> str:
    """A doubt with its edition in front."""
    edition, dot, local = doubt.partition(".")
    if dot and edition in game.editions and local in game.editions[edition].doubts:
        return doubt
    owner = next((name for name in finding.editions if doubt in game.editions[name].doubts), "")
    return f"{owner}.{doubt}" if owner else doubt


def _grounds(finding: Finding) -> tuple[str, ...]:
    """The doubts by which alone two answers of an edition are told apart in the witness, one of which is
    what the finding is about."""
    assert finding.witness is not None
    found: dict[str, None] = {}
    for name in finding.editions:
        own = [a for a in finding.witness.answers if a.edition == name]
        others = {
            a.outcome for a in finding.witness.answers if a.edition in finding.editions and a.edition != name
        }
        for one in own:
            for other in own:
                if one.outcome != other.outcome and _is_about(finding, one, other, others):
                    found |= {f"{name}.{doubt}": None for doubt in _apart(one, other)}
    return tuple(sorted(found))


def _is_about(finding: Finding, one: Answered, other: Answered, others: set[Outcome]) -> bool:
    """Whether an answer is what the finding accuses, and the other is not."""
    match finding.kind:
        case "gap":
            return _is_missing(one) and not _is_missing(other)
        case "contradiction":
            return one.outcome.status is Status.CONTRADICTORY
        case "divergence":
            return one.outcome not in others and (other.outcome in others or _is_missing(other))
        case _:
            return one.outcome.status is Status.OPEN


def _is_missing(answer: Answered) -> bool:
    return answer.outcome.status is Status.SILENT or answer.by_default


def _apart(one: Answered, other: Answered) -> Iterator[str]:
    """The doubt on which two choices of readings differ, where it is one."""
    differ = [
        doubt
        for doubt, reading in one.interpretation.items()
        if other.interpretation.get(doubt, reading) != reading
    ]
    if len(differ) == 1:
        yield differ[0]


@dataclass(slots=True)
class _Bearing:
    """On what the doubts of a game bear."""

    game: Game
    direct: dict[str, int] = field(default_factory=dict)
    shared: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        asked: dict[str, list[tuple[Edition, frozenset[str]]]] = {}
        for edition in self.game.editions.values():
            depends = Dependencies(self.game, edition)
            for doubt in edition.doubts:
                on = frozenset(q for q in self.game.questions if doubt in depends.direct(q)[1])
                self.direct[f"{edition.name}.{doubt}"] = len(on)
                asked.setdefault(doubt, []).append((edition, on))
        for doubt, of in asked.items():
            for edition, on in of:
                if any(_is_same(doubt, edition, on, *other) for other in of if other[0] is not edition):
                    self.shared[f"{edition.name}.{doubt}"] = doubt


def _is_same(doubt: str, edition: Edition, on: frozenset[str], other: Edition, there: frozenset[str]) -> bool:
    """Whether two editions have the same doubt: of one name, with readings of the same names, about a
    question in common."""
    mine, theirs = edition.doubts[doubt], other.doubts[doubt]
    return bool(on & there) and {r.name for r in mine.readings} == {r.name for r in theirs.readings}


def _by_default(finding: Finding) -> bool | None:
    """Whether a gap is of what only a default answers; None where it is of a doubt or a step."""
    return finding.details.by_default if isinstance(finding.details, Unanswered) else None
