"""What elimination strikes from the editions of a game, and why it is listed (see `rulebook.elimination`).

If all that examples which hang together strike would leave no interpretation of an edition, they strike
nothing there, and a smallest set of assertions that cannot hold together is reported.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from checker.editions.editions import MOST_INTERPRETATIONS, Editions
from checker.findings.findings import Eliminated
from checker.findings.printer import text_of
from dsl.model import Edition, Example, Expr
from dsl.text.messages import Said
from interpreter.analysis.dependencies import Dependencies, interpretations
from interpreter.evaluate.evaluate import NoValue
from interpreter.rulebook.elimination import (
    JudgedAssertion,
    Nogood,
    doubts_of,
    hanging_together,
    judged,
    named_doubts,
    no_survivors,
    standing,
    tied,
)
from interpreter.rulebook.implicants import smallest_choices

__all__ = [
    "JudgedAssertion",
    "MinimalConflict",
    "Nogood",
    "holds",
    "judge",
    "no_survivors",
    "smallest_choices",
    "strike",
    "strike_all",
    "strike_by_examples",
    "together",
    "unjudged",
]

MOST_COUNTED = 10
"""Of at most so many assertions a set is told of which none that cannot hold together is smaller."""


def judge(editions: Editions, edition: Edition) -> list[JudgedAssertion]:
    """Every assertion of the edition's examples, under every interpretation (the struck ones included).

    Those that hang on too many doubts are left out: see `unjudged`.
    """
    depends = Dependencies(editions.game, edition)

    def held(interpretation: Nogood, shows: Expr) -> bool | None:
        return holds(editions, edition.name, interpretation, shows)

    found = []
    for example, shows in _assertions(edition):
        one = judged(edition, depends, example, shows, held, MOST_INTERPRETATIONS)
        found += [] if one is None else [one]
    return found


def unjudged(editions: Editions, edition: Edition) -> list[tuple[Example, Expr]]:
    """The assertions of examples that have more interpretations than are told apart."""
    depends = Dependencies(editions.game, edition)
    return [
        (example, shows)
        for example, shows in _assertions(edition)
        if _count(edition, doubts_of(depends, example, shows)) > MOST_INTERPRETATIONS
    ]


def _assertions(edition: Edition) -> Iterator[tuple[Example, Expr]]:
    for example in edition.examples:
        for shows in example.shows:
            yield example, shows


def _count(edition: Edition, doubts: Iterable[str]) -> int:
    """How many interpretations there are of these doubts, none counted beyond what is told apart."""
    return sum(1 for _ in islice(interpretations(edition, doubts), MOST_INTERPRETATIONS + 1))


def holds(editions: Editions, edition: str, interpretation: Nogood, shows: Expr) -> bool | None:
    """Whether a closed expression holds; None where that is not derivable: a question it asks has no
    single answer, or what it speaks of is not there. Raises SpecError."""
    try:
        return editions.rulebook(edition, interpretation).holds(shows, {})
    except NoValue:
        return None


# ------------------------------------------------------------------ striking


def strike(editions: Editions, nogoods: Mapping[str, Sequence[Nogood]]) -> tuple[str, ...]:
    """Strikes these choices of readings, edition by edition: those that hang together all, or
    none of them where nothing would be left.

    Returns the editions of which something is not struck.
    """
    refused: list[str] = []
    for edition in editions.members:
        before = editions.nogoods.get(edition.name, [])
        added = [n for n in nogoods.get(edition.name, ()) if n not in before]
        if not added:
            continue
        kept = standing(edition, added, before)
        if any(n not in kept for n in added):
            refused.append(edition.name)
        if kept:
            editions.nogoods[edition.name] = [*before, *kept]
    return tuple(refused)


def strike_all(editions: Editions, eliminations: Sequence[Eliminated]) -> list[Eliminated]:
    """Strikes all of these at once, as far as an edition is left standing, and returns what is struck:
    each choice of readings with each of its causes, and the readings with which no interpretation is left,
    with all causes together."""
    listed: list[Eliminated] = []
    for edition in editions.members:
        own = [e for e in eliminations if e.edition == edition.name]
        before = list(editions.nogoods.get(edition.name, ()))
        kept = standing(edition, [e.readings for e in own], before)
        if kept:
            editions.nogoods[edition.name] = [*before, *(n for n in kept if n not in before)]
        struck = [e for e in own if e.readings in kept]
        listed += _in_order([*struck, *_readings_out(edition, struck, before)])
    return listed


def _in_order(eliminations: Sequence[Eliminated]) -> list[Eliminated]:
    """Each once, sorted."""
    by = {
        (len(e.readings), tuple(sorted(e.readings.items())), e.cause, str(e.because)): e for e in eliminations
    }
    return [by[key] for key in sorted(by)]


def _readings_out(
    edition: Edition, struck: Sequence[Eliminated], before: Sequence[Nogood]
) -> list[Eliminated]:
    """Readings of which nothing is left, other than those struck as such."""
    eliminations: list[Eliminated] = []
    for group in hanging_together(edition, [e.readings for e in struck], before):
        named = tied(edition, named_doubts(edition, group), before)
        for doubt in (d for d in edition.doubts.values() if d.name in named):
            for reading in doubt.readings:
                choice = {doubt.name: reading.name}
                if choice in group or choice in before:
                    continue
                if _is_left(edition, named, before, choice) and not _is_left(
                    edition, named, [*before, *group], choice
                ):
                    eliminations.append(_out(choice, [e for e in struck if e.readings in group]))
    return eliminations


def _out(choice: Nogood, struck: Sequence[Eliminated]) -> Eliminated:
    """A reading with which nothing is left by all that is struck together, with the causes that name its
    doubt, if some do."""
    naming = {e.cause for e in struck if e.readings.keys() & choice.keys()} or {e.cause for e in struck}
    return Eliminated(
        game=struck[0].game,
        edition=struck[0].edition,
        readings=choice,
        because=Said("all that is struck together leaves no interpretation with it"),
        cause=", ".join(sorted(naming)),
    )


def _is_left(edition: Edition, named: set[str], nogoods: Sequence[Nogood], choice: Nogood) -> bool:
    """Whether an interpretation with this reading is free of all that is struck."""
    every = interpretations(edition, named, [n for n in nogoods if set(n) <= named])
    return any(choice.items() <= i.items() for i in every)


# ------------------------------------------------------------------ examples


@dataclass(frozen=True, slots=True, kw_only=True)
class MinimalConflict:
    """Assertions of an edition's examples no interpretation of which holds them all: a smallest such set."""

    edition: str
    assertions: tuple[JudgedAssertion, ...]


def together(
    editions: Editions, edition: Edition, assertions: Sequence[JudgedAssertion]
) -> list[MinimalConflict]:
    """The smallest sets of assertions that cannot hold together, one for each group of them that would
    strike everything."""
    by_nogood = [(nogood, one) for one in assertions for nogood in one.nogoods()]
    clashes: list[MinimalConflict] = []
    for group in hanging_together(edition, [nogood for nogood, _ in by_nogood]):
        if no_survivors(edition, group):
            own = [one for one in assertions if any(n in group for n, each in by_nogood if each is one)]
            own.sort(key=lambda one: (one.cause, text_of(one.shows, editions.game)))
            clashes.append(MinimalConflict(edition=edition.name, assertions=_fewest(edition, own)))
    return sorted(clashes, key=lambda clash: [one.cause for one in clash.assertions])


def _fewest(edition: Edition, own: Sequence[JudgedAssertion]) -> tuple[JudgedAssertion, ...]:
    """The fewest of these assertions that cannot hold together, the first of as few; of many, some of which
    none can be left out."""

    def clash(some: Sequence[JudgedAssertion]) -> bool:
        return no_survivors(edition, [n for one in some for n in one.nogoods()])

    if len(own) <= MOST_COUNTED:
        sets = (some for size in range(1, len(own) + 1) for some in combinations(own, size))
        return next(some for some in sets if clash(some))
    assertions = list(own)
    for one in reversed(own):
        rest = [other for other in assertions if other is not one]
        assertions = rest if clash(rest) else assertions
    return tuple(assertions)


def strike_by_examples(editions: Editions) -> list[Eliminated]:
    """Strikes from the editions what the printed examples show to be out; returns what is struck. Raises as
    `judge`."""
    shown = [
        Eliminated(
            game=editions.game.name,
            edition=edition.name,
            readings=dict(nogood),
            because=Said("the printed example has `{claim}`", claim=text_of(one.shows, editions.game)),
            cause=one.cause,
        )
        for edition in editions.members
        for one in judge(editions, edition)
        for nogood in one.nogoods()
    ]
    return strike_all(editions, shown)
