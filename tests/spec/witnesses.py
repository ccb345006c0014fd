"""Whether the witnesses of a report show what is told of them: looked at anew, with what the report itself
says that elimination has left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from checker.editions.editions import Editions
from checker.findings.findings import Answered, Eliminated, Finding, Report
from checker.questions.verdicts.answered import unshown
from checker.questions.verdicts.matrix import Cell, column
from checker.questions.verdicts.recognize import AskedSituation, occurring
from dsl.model import Game
from interpreter.rulebook.rulebook import Situation
from tests.details import fields

Reading = Mapping[str, str]


def amiss(games: Mapping[str, Game], report: Report) -> dict[str, list[str]]:
    """What is wrong with the witnesses, by the identifiers of the findings: that a clause or doubt which the
    identifier names is not in it; that it does not show the finding under what is left, or under the
    readings that the finding names; that an answer is not what the edition gives."""
    look = _Look(games, report.eliminated)
    said = {f.id: [*unshown(f), *look.amiss(f)] for f in (*report.findings, *report.exceptions)}
    return {identifier: wrong for identifier, wrong in said.items() if wrong}


@dataclass(slots=True)
class _Look:
    games: Mapping[str, Game]
    eliminated: Sequence[Eliminated]
    all_editions: dict[object, Editions] = field(default_factory=dict)

    def amiss(self, finding: Finding) -> Iterator[str]:
        """What is wrong with the witness of a finding."""
        witness = finding.witness
        if witness is None:
            return
        editions = self._editions(finding)
        answers: dict[str, list[Answered]] = {}
        for answer in witness.answers:
            answers.setdefault(answer.edition, []).append(answer)
        seen = column(editions, witness.question, witness.situation)
        for edition, told in answers.items():
            row = [s for s in seen[edition] if s.verdict is not None]
            yield from _untrue(told, row)
            if "exception" not in fields(finding):
                yield from _untold(told, row)
        if occurring(finding) is None:
            return
        if not set(finding.editions) <= set(answers):
            yield "an edition that it is about is not shown"
        if not AskedSituation(editions, witness.question, witness.situation).shows(finding):
            yield "it is not so there under what is left"
        if finding.under and not any(_shows(editions, finding, witness.situation, u) for u in finding.under):
            yield "it is not so there as it is said to be read"

    def _editions(self, finding: Finding) -> Editions:
        """The editions with the readings that are left; of a contradiction, those that others leave. An
        exception is switched off."""
        game = self.games[finding.game]
        nogoods: dict[str, list[Reading]] = {}
        for each in self.eliminated:
            if each.game == finding.game and _struck(each, finding):
                nogoods.setdefault(each.edition, []).append(each.readings)
        off: frozenset[tuple[str, str]] = frozenset()
        exception = fields(finding).get("exception")
        if isinstance(exception, Mapping):
            off = frozenset((str(exception["clause"]), str(target)) for target in exception["targets"])
        key = (game.name, off, repr(sorted(nogoods.items(), key=str)))
        if key not in self.all_editions:
            self.all_editions[key] = Editions(game, tuple(game.editions.values()), nogoods, switched_off=off)
        return self.all_editions[key]


def _struck(each: Eliminated, finding: Finding) -> bool:
    """Whether the readings are struck where the finding is told: by an example, or by another finding of its
    variant."""
    causes = each.cause.split(", ")
    if finding.id in causes:
        return False
    variant = f"{finding.game}/{finding.variant}/"
    return any("/" not in cause or cause.startswith(variant) for cause in causes)


def _untrue(told: Sequence[Answered], seen: Sequence[Cell]) -> Iterator[str]:
    """The answers told of an edition that it gives under no reading that is left."""
    for answer in told:
        if not any(_is_of(answer, s) for s in seen):
            yield f"{answer.edition} does not answer {answer.outcome} if {dict(answer.interpretation)}"


def _untold(told: Sequence[Answered], seen: Sequence[Cell]) -> Iterator[str]:
    """What an edition answers under some reading that is left, and is not told, or told otherwise."""
    for s in seen:
        here = [answer for answer in told if answer.interpretation.items() <= dict(s.interpretation).items()]
        if not here or not all(_is_of(answer, s) for answer in here):
            yield f"{s.edition} answers {s.outcome} if {dict(s.interpretation)}"


def _is_of(answer: Answered, seen: Cell) -> bool:
    """Whether an answer is what is given under an interpretation, and told of it."""
    assert seen.verdict is not None
    named = dict(answer.interpretation).items() <= dict(seen.interpretation).items()
    return named and (answer.outcome, answer.by_default) == (seen.outcome, seen.verdict.by_default)


def _shows(editions: Editions, finding: Finding, situation: Situation, under: Reading) -> bool:
    """Whether the situation shows the finding if its edition is read so."""
    (edition,) = finding.editions
    local = tuple((name.removeprefix(f"{edition}."), (reading,)) for name, reading in under.items())
    inside = editions.under(edition, local)
    assert finding.witness is not None
    return inside is not None and AskedSituation(inside, finding.witness.question, situation).shows(finding)
