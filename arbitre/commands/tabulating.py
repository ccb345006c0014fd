"""The whole table of a question: every situation, and what each edition answers in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbitre.commands.asking import IMPOSSIBLE, EditionVerdict, asked_editions, clauses_of
from arbitre.project.project import find_named, find_question
from arbitre.project.usage import UsageProblem
from dsl.model import Clause, Game, Project, Question
from dsl.types.values import sort_key
from interpreter.rulebook.enumeration import situations_of, space_size
from interpreter.rulebook.situations import Situation

MOST_SITUATIONS = 20_000
"""How many situations a table has at most, those included that cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One situation, with what each edition answers; for an edition for which it is none, why not."""

    situation: Situation
    verdicts: tuple[EditionVerdict, ...]

    @property
    def differ(self) -> bool:
        """Whether two editions, each with all its readings, answer otherwise, where it is a situation for
        both."""
        outcomes = {
            frozenset(given.verdict.outcome for given in each.answers)
            for each in self.verdicts
            if each.answers
        }
        return len(outcomes) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Every situation of a question that is one for some edition; the others that are physically possible
    are `excluded`, as so many. Sorted by the parameters, in their order."""

    game: Game
    variant: str | None
    question: Question
    editions: tuple[str, ...]
    rows: tuple[Row, ...]
    excluded: int
    clauses: Mapping[str, Clause]

    def clause(self, identifier: str) -> Clause:
        """The clause that an answer rests on."""
        return self.clauses[identifier]


def table(
    project: Project,
    game: str,
    question: str,
    *,
    editions: Sequence[str] | None = None,
    readings: Sequence[str] = (),
    rulings: str | None = None,
) -> Table:
    """Asks each edition in every situation. Raises UsageProblem for an unknown game, question, edition,
    doubt, reading or name of rulings, and for a question with too many situations; ArbitreError for an
    error of the specification."""
    named = find_named(project, game)
    found = named.game
    asked = find_question(found, question, named.variant, named.options)
    if space_size(found, question, MOST_SITUATIONS) is None:
        raise UsageProblem(
            f"`{question}` has more than {MOST_SITUATIONS:,} situations, or no end of them: "
            f"too many for a table; `arbitre ask` answers in one"
        )
    chosen = asked_editions(project, named, asked, editions=editions, readings=readings, rulings=rulings)
    rows: list[Row] = []
    excluded = 0
    for situation in sorted(situations_of(found, asked.parameters), key=lambda s: tuple(map(sort_key, s))):
        verdicts = tuple(each.verdict(situation) for each in chosen)
        if any(each.answers for each in verdicts):
            rows.append(Row(situation=situation, verdicts=verdicts))
        elif not all(_impossible(each) for each in verdicts):
            excluded += 1
    return Table(
        game=found,
        variant=named.variant,
        question=asked,
        editions=tuple(each.edition.name for each in chosen),
        rows=tuple(rows),
        excluded=excluded,
        clauses=clauses_of(found, [each.rulings for each in chosen if each.rulings is not None]),
    )


def _impossible(verdict: EditionVerdict) -> bool:
    return verdict.because is not None and verdict.because.startswith(IMPOSSIBLE)
