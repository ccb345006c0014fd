"""What `explain` explains: an entry or a record of one, a clause, a rule, a doubt, a question, or an event of
a log."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arbitre.project.project import find_game
from arbitre.project.usage import UsageProblem
from checker.findings.findings import Entry, Finding
from dsl.model import Clause, Doubt, Edition, Game, Project, Question
from dsl.text.errors import did_you_mean
from interpreter.rulebook.rulebook import Rulebook
from interpreter.rulebook.trace import Step, explain


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """How one edition comes to its answer in a witness, step by step."""

    edition: str
    interpretation: Mapping[str, str]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfFinding:
    """A finding, with the course of each edition in its witness."""

    game: Game
    finding: Finding
    courses: tuple[Course, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfEntry:
    """An entry, with the course of each edition in the witness of its first record."""

    game: Game
    entry: Entry
    courses: tuple[Course, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfRule:
    """A rule (or one clause of it) of an edition, or an assumption: `name` as asked for."""

    game: Game
    name: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfDoubt:
    """A doubt of an edition, with the questions that depend on it."""

    game: Game
    edition: Edition
    doubt: Doubt
    questions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfQuestion:
    """A question, with the clauses of each edition that answer it."""

    game: Game
    question: Question
    clauses: Mapping[str, tuple[Clause, ...]]


Explained = OfEntry | OfFinding | OfRule | OfDoubt | OfQuestion


def is_reported_id(project: Project, text: str) -> bool:
    """Whether a text has the form of the identifier of an entry or of a record: GAME/VARIANT/…."""
    game, _, rest = text.partition("/")
    variant, slash, cause = rest.partition("/")
    return game in project.games and bool(slash and cause) and _is_variant(project.games[game], variant)


def _is_variant(game: Game, variant: str) -> bool:
    return variant.partition("+")[0] in game.variants


def explain_reported(project: Project, identifier: str) -> OfEntry | OfFinding:
    """The entry or record of that identifier: the check is run again, for its variant. Raises UsageProblem
    where there is no such (any more)."""
    from arbitre.commands.checking import run_check

    target = "/".join(identifier.split("/")[:2])
    game, _variant = find_game(project, target)
    report = run_check(project, [target])
    for entry in report.entries:
        if entry.id == identifier:
            return OfEntry(game=game, entry=entry, courses=tuple(_courses(game, entry.records[0])))
    for finding in report.findings:
        if finding.id == identifier:
            return OfFinding(game=game, finding=finding, courses=tuple(_courses(game, finding)))
    near = did_you_mean(identifier, [*(e.id for e in report.entries), *(f.id for f in report.findings)])
    raise UsageProblem(f"`{identifier}` is not found{'; ' + near if near else ''}")


def _courses(game: Game, finding: Finding) -> Iterator[Course]:
    if finding.witness is None:
        return
    for answer in finding.witness.answers:
        book = Rulebook(game, game.editions[answer.edition], answer.interpretation)
        steps = explain(book, finding.witness.question, finding.witness.situation)
        yield Course(edition=answer.edition, interpretation=answer.interpretation, steps=steps)


def explain_name(project: Project, name: str) -> tuple[Explained, ...]:
    """What has this name in the games: a clause (`es.tie.outcome`), a rule (`es.tie`), a doubt
    (`ca.first_to_bet`, or without its edition) or a question. Raises UsageProblem where nothing has."""
    found: list[Explained] = []
    for _game, game in sorted(project.games.items()):
        found += _in_game(game, name.removeprefix(f"{game.name}/"))
    if not found:
        near = did_you_mean(name, sorted({known for g in project.games.values() for known in _names(g)}))
        raise UsageProblem(f"nothing is called `{name}`{'; ' + near if near else ''}")
    return tuple(found)


def _in_game(game: Game, name: str) -> Iterator[Explained]:
    if name in game.questions:
        by_edition = {
            edition.name: tuple(c for c in (*edition.clauses, *game.assumptions) if c.question == name)
            for edition in game.editions.values()
        }
        yield OfQuestion(game=game, question=game.questions[name], clauses=by_edition)
    everything = [*game.assumptions]
    for edition in game.editions.values():
        everything += edition.clauses
        for doubt in edition.doubts.values():
            if name in (doubt.name, f"{edition.name}.{doubt.name}"):
                yield OfDoubt(
                    game=game, edition=edition, doubt=doubt, questions=tuple(_depending(game, edition, doubt))
                )
    everything += [clause for rulings in game.rulings for clause in rulings.clauses]
    clauses = tuple(c for c in everything if c.id == name or c.id.startswith(name + "."))
    if clauses and name.count(".") >= 1:
        yield OfRule(game=game, name=name, clauses=clauses)


def _depending(game: Game, edition: Edition, doubt: Doubt) -> Iterator[str]:
    book = Rulebook(game, edition)
    return (question for question in game.questions if doubt.name in book.doubts_of(question))


def _names(game: Game) -> Iterator[str]:
    yield from game.questions
    for edition in game.editions.values():
        yield from (f"{edition.name}.{doubt}" for doubt in edition.doubts)
        yield from (clause.id for clause in edition.clauses)
        yield from (f"{edition.name}.{clause.rule}" for clause in edition.clauses)
