"""What an edition leaves in doubt, silent or contradictory, and which of it houses have settled."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from arbitre.commands.asking import AskedEdition
from arbitre.project.project import Named, questions_of
from checker.findings.findings import Report
from dsl.model import Edition, Game, Origin, Rulings
from dsl.text.errors import ArbitreError
from interpreter.analysis.dependencies import Dependencies
from interpreter.rulebook.elimination import struck_by_examples
from interpreter.rulebook.enumeration import situations_of, space_size
from interpreter.rulebook.rulebook import Status
from interpreter.rulebook.situations import Situation

KINDS = ("gap", "contradiction", "ambiguity")
"""The kinds of finding that a ruling can settle, beside doubts."""
MOST_SITUATIONS = 500
"""Of a question with so many situations, all are looked at; else those that the check shows."""
_STATUS = {"gap": Status.SILENT, "contradiction": Status.CONTRADICTORY, "ambiguity": Status.OPEN}


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Something that the text leaves: a `doubt`, or a question (of the `kind` of finding) in so many
    `situations`: in all in which it is so (`whole`), or in those that the check shows. `settled`: by the
    names of rulings, what settles it in all of these; `partly`: what does in some."""

    edition: str
    kind: str
    name: str
    text: str
    situations: int = 0
    whole: bool = True
    settled: Mapping[str, str]
    partly: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """All that is open in these editions, doubts first; `rulings`: the names of what houses have decided."""

    game: Game
    rulings: tuple[str, ...]
    rows: tuple[Open, ...]


def overview(
    named: Named, editions: Sequence[Edition], rulings: Sequence[Rulings], report: Report
) -> Overview:
    """What is open, from a report of the check of these editions."""
    names = tuple(dict.fromkeys(each.name for each in rulings))
    rows: list[Open] = []
    for edition in editions:
        own = {each.name: each for each in rulings if each.edition == edition.name}
        rows += _doubts(named, edition, own)
        rows += _findings(named.game, edition, own, report)
    return Overview(game=named.game, rulings=names, rows=tuple(rows))


def _doubts(named: Named, edition: Edition, rulings: Mapping[str, Rulings]) -> Iterable[Open]:
    dependencies = Dependencies(named.game, edition)
    heard = {doubt for question in questions_of(named) for doubt in dependencies.doubts(question.name)}
    for name, doubt in edition.doubts.items():
        if named.variant is not None and name not in heard:
            continue
        picks = {r.name: p.reading for r in rulings.values() for p in r.picks if p.doubt == name}
        yield Open(edition=edition.name, kind="doubt", name=name, text=doubt.asks, settled=picks)


def _findings(game: Game, edition: Edition, rulings: Mapping[str, Rulings], report: Report) -> Iterable[Open]:
    found: dict[tuple[str, str], dict[Situation, None]] = {}
    for entry in report.entries:
        for record in entry.records:
            witness = record.witness
            if record.kind not in KINDS or edition.name not in record.editions or witness is None:
                continue
            if record.kind == "ambiguity" and record.doubts:
                continue  # told with the doubts
            found.setdefault((record.kind, witness.question), {})[witness.situation] = None
    struck = struck_by_examples(game, edition, Dependencies(game, edition)) if found else ()

    def asked(question: str, ruled: Rulings | None) -> AskedEdition:
        return AskedEdition(game, edition, game.questions[question], picked={}, rulings=ruled, struck=struck)

    for (kind, question), shown in found.items():
        every = _everywhere(game, asked(question, None), question, _STATUS[kind])
        situations = tuple(shown) if every is None else every
        said = {name: _settled(asked(question, ruled), situations) for name, ruled in rulings.items()}
        yield Open(
            edition=edition.name,
            kind=kind,
            name=question,
            text=game.questions[question].text,
            situations=len(situations),
            whole=every is not None,
            settled={name: by for name, (by, number) in said.items() if number == len(situations)},
            partly={name: by for name, (by, number) in said.items() if 0 < number < len(situations)},
        )


def _everywhere(
    game: Game, asked: AskedEdition, question: str, status: Status
) -> tuple[Situation, ...] | None:
    """All situations in which the text leaves the question so; None where there are too many to look at."""
    if space_size(game, question, MOST_SITUATIONS) is None:
        return None
    found: list[Situation] = []
    for situation in situations_of(game, game.questions[question].parameters):
        try:
            verdict = asked.verdict(situation)
        except ArbitreError:
            return None
        if any(given.verdict.outcome.status is status for given in verdict.answers):
            found.append(situation)
    return tuple(found) or None


def _settled(asked: AskedEdition, situations: Iterable[Situation]) -> tuple[str, int]:
    """What settles the question in these situations, rulings or the readings that were picked (`pick`); and
    in how many of them."""
    assert asked.rulings is not None
    decreed = {c.id: c.rule for c in asked.rulings.clauses if c.origin in (Origin.FILL, Origin.SETTLE)}
    by: dict[str, None] = {}
    number = 0
    for situation in situations:
        try:
            verdict = asked.verdict(situation)
        except ArbitreError:
            continue
        if verdict.status == "settled" or verdict.because is not None:
            number += 1
            speaking = [c for given in verdict.answers for c in given.verdict.speaking]
            by |= dict.fromkeys(decreed[clause] for clause in speaking if clause in decreed)
    return ", ".join(by) or "pick", number
