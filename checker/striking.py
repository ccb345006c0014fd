"""What elimination leaves of the interpretations, before anything is searched or compared: printed examples
strike, and so do contradictions which another interpretation avoids."""

from collections.abc import Sequence

from checker.assemble import Assembler
from checker.budget import DEFAULT_EFFORT, GIVEN_UP
from checker.eliminate import by_examples, smallest_choices, strike
from checker.findings import Eliminated, Finding
from checker.hunt import Searched, contradicted
from checker.looking import is_looked_at, looked_at
from checker.panel import Panel
from checker.prove import Search
from dsl.model import Edition, Game, Question
from dsl.said import Said
from interpreter.reading import Dependencies
from interpreter.space import space_size

MOST_ENUMERATED = 3_000
"""Questions of at most so many situations are enumerated."""


def is_large(game: Game, question: Question) -> bool:
    """Whether a question has too many situations to be enumerated."""
    return space_size(game, question.name, MOST_ENUMERATED) is None


def questions_of(game: Game, variant: str, editions: Sequence[Edition]) -> list[Question]:
    """The questions of a variant, those that others of them ask first."""
    order: dict[str, None] = {}
    own = game.variants[variant].questions
    depends = [Dependencies(game, e) for e in editions]

    def add(name: str) -> None:
        if name not in order:
            for asked in dict.fromkeys(q for d in depends for q in d.asked(name)):
                if asked != name and asked in own:
                    add(asked)
            order[name] = None

    for name in own:
        add(name)
    return [game.questions[name] for name in order]


def prepared_panel(
    game: Game, variant: str, editions: Sequence[Edition], effort: int = DEFAULT_EFFORT
) -> tuple[Panel, tuple[Eliminated, ...]]:
    """The editions side by side, with what elimination leaves of each; and what it struck.

    Raises ArbitreError for errors of the specification that show only in a situation.
    """
    panel = Panel(game, tuple(editions))
    eliminated, nogoods = by_examples(panel)
    strike(panel, nogoods)
    struck, _ = strike_contradictions(panel, variant, {}, effort)
    return panel, (*eliminated, *struck)


Searches = dict[str, Search]
"""The searches by solver, by question."""


def search_of(panel: Panel, searches: Searches, question: Question, effort: int) -> Search:
    """The search of a question, made when first wanted."""
    if question.name not in searches:
        searches[question.name] = Search(panel, question, effort)
    return searches[question.name]


def _contradicted(panel: Panel, question: Question, searches: Searches, effort: int) -> Searched:
    """Where editions contradict themselves on a question."""
    if is_looked_at(panel, question):
        return contradicted(panel, question, looked_at(panel, question))
    if is_large(panel.game, question):
        return search_of(panel, searches, question, effort).contradictions()
    return contradicted(panel, question)


def strike_contradictions(
    panel: Panel, variant: str, searches: Searches, effort: int = DEFAULT_EFFORT
) -> tuple[list[Eliminated], list[Finding]]:
    """Strikes interpretations under which an edition contradicts itself where it need not; question by
    question, so that what one strikes is struck for the next. The findings are those struck for.
    `searches` keeps the searches made, while nothing is struck."""
    eliminated: list[Eliminated] = []
    findings: list[Finding] = []
    for question in questions_of(panel.game, variant, panel.editions):
        try:
            searched = _contradicted(panel, question, searches, effort)
        except GIVEN_UP:
            continue  # what is not decided of the question is told where all of it is searched
        records = [r for r in searched.records.values() if r.kind == "contradiction"]
        if not records:
            continue
        made = {f.class_: f for f in Assembler(panel, variant).findings([searched])}
        for record in records:
            name = record.key[1][0]
            left = panel.survivors(name, question.name)
            under = [dict(w[0]) for w in sorted(record.under)]
            nogoods = smallest_choices(under, left)
            if len(under) == len(left) or name in strike(panel, {name: nogoods}):
                continue
            finding = made[record.key[2]]
            findings.append(finding)
            eliminated += [
                Eliminated(
                    game=panel.game.name,
                    edition=name,
                    readings=dict(nogood),
                    because=Said("so read, the edition contradicts itself where it need not"),
                    cause=finding.id,
                )
                for nogood in nogoods
            ]
            panel.forget()
            searches.clear()
    return eliminated, findings
