"""What elimination leaves of the interpretations, before anything is searched or compared: printed examples
strike, and so do contradictions which another interpretation avoids."""

from collections.abc import Mapping, Sequence

from checker.editions.canonical import in_canonical_order
from checker.editions.editions import Editions
from checker.editions.elimination import Nogood, smallest_choices, strike_all, strike_by_examples
from checker.findings.findings import Eliminated, Finding
from checker.questions.sampling.sampled import is_looked_at, looked_at
from checker.questions.search.assemble import Assembler
from checker.questions.search.avoidable import Contradictions, clashes
from checker.questions.search.symbolic import SymbolicSearch
from checker.smt.budget import DEFAULT_EFFORT, GIVEN_UP
from dsl.model import Edition, Game, Question
from dsl.text.messages import Said
from interpreter.analysis.dependencies import Dependencies
from interpreter.rulebook.enumeration import space_size

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


def prepared_editions(
    game: Game, variant: str, chosen: Sequence[Edition], effort: int = DEFAULT_EFFORT
) -> tuple[Editions, tuple[Eliminated, ...]]:
    """These editions side by side, with what elimination leaves of each; and what it struck. (All editions of
    the game are there while it does, so that it leaves the same whichever are compared.)

    Raises ArbitreError for errors of the specification that show only in a situation.
    """
    game = in_canonical_order(game)
    editions = Editions(game, tuple(game.editions.values()))
    names = [edition.name for edition in chosen]
    eliminated = strike_by_examples(editions)
    struck, _ = strike_contradictions(editions, variant, {}, effort, only=names)
    editions.members = tuple(game.editions[name] for name in names)
    editions.tables.clear()
    return editions, tuple(e for e in (*eliminated, *struck) if e.edition in names)


Searches = dict[str, SymbolicSearch]
"""The searches by solver, by question."""


def search_of(editions: Editions, searches: Searches, question: Question, effort: int) -> SymbolicSearch:
    """The search of a question, made when first wanted."""
    if question.name not in searches:
        searches[question.name] = SymbolicSearch(editions, question, effort)
    return searches[question.name]


def strike_contradictions(
    editions: Editions,
    variant: str,
    searches: Searches,
    effort: int = DEFAULT_EFFORT,
    only: Sequence[str] | None = None,
) -> tuple[list[Eliminated], list[Finding]]:
    """Strikes interpretations under which an edition contradicts itself where it need not: all at once, of
    those that the examples leave, so that no question comes before another. The findings are those struck
    for. `searches` keeps the searches made, unless something is struck. `only`: these editions, or all.

    Striking once is enough: with fewer interpretations left none contradicts itself where it did not, and
    none is avoided by others than before.
    """
    names = [e.name for e in editions.members] if only is None else list(only)
    shown: list[Eliminated] = []
    findings: dict[str, Finding] = {}
    for question in questions_of(editions.game, variant, editions.members):
        try:
            contradictions = _clashes(editions, searches, question, names, effort)
        except GIVEN_UP:
            continue  # what is not decided of the question is told where all of it is searched
        if not contradictions.avoidable:
            continue
        made = {
            (f.editions[0], f.class_): f
            for f in Assembler(editions, variant).findings([contradictions.searched])
        }
        for (name, class_), ways in contradictions.avoidable.items():
            cause = made[(name, class_)]
            findings[cause.id] = cause
            survivors = editions.survivors(name, question.name)
            for nogood in smallest_choices([dict(way) for way in ways], survivors):
                shown.append(_eliminated(editions, name, nogood, cause.id))
    examples = {name: list(editions.nogoods.get(name, ())) for name in names}
    struck = strike_all(editions, shown)
    if struck:
        editions.forget()
        searches.clear()
    causes = {e.cause for e in struck}
    kept = [finding for id, finding in findings.items() if id in causes]
    return struck, [_as_left(editions, variant, each, struck, examples, effort) for each in kept]


def _as_left(
    editions: Editions,
    variant: str,
    finding: Finding,
    struck: Sequence[Eliminated],
    examples: Mapping[str, list[Nogood]],
    effort: int,
) -> Finding:
    """A contradiction for which readings are struck, shown where it is so of those alone: the smallest
    situation under what all others leave. As it is, where these leave none."""
    (name,), asked = finding.editions, finding.question
    assert asked is not None
    doubts = set(editions.doubts_of(name, asked))
    others = [e.readings for e in struck if e.edition == name and finding.id not in e.cause.split(", ")]
    if not any(doubts.issuperset(nogood) for nogood in others):
        return finding
    left = editions.left_by({**editions.nogoods, name: [*examples[name], *others]})
    try:
        found = _clashes(left, {}, editions.game.questions[asked], [name], effort).searched
        made = Assembler(left, variant).findings([found])
    except GIVEN_UP:
        made = []
    return next((each for each in made if each.id == finding.id), finding)


def _clashes(
    editions: Editions, searches: Searches, question: Question, names: Sequence[str], effort: int
) -> Contradictions:
    if is_looked_at(editions, question):
        return clashes(editions, question, names, looked_at(editions, question))
    if not is_large(editions.game, question):
        return clashes(editions, question, names)
    search = search_of(editions, searches, question, effort)
    contradictions = Contradictions(search.contradictions(names))
    for name in names:
        own = [r.key[2] for r in contradictions.searched.records.values() if r.key[1] == (name,)]
        if own and len(editions.survivors(name, question.name)) > 1:
            for class_, ways in search.avoidable(name, own).items():
                contradictions.avoidable[(name, class_)] = ways
    return contradictions


def _eliminated(editions: Editions, edition: str, nogood: Nogood, cause: str) -> Eliminated:
    return Eliminated(
        game=editions.game.name,
        edition=edition,
        readings=dict(nogood),
        because=Said("so read, the edition contradicts itself where it need not"),
        cause=cause,
    )
