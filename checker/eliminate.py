"""What the printed examples leave of the interpretations of an edition.

Each assertion of an example is evidence by itself. It strikes an interpretation under which it is settled
as false. Where it waits for a question without a single answer it is *not derivable*, and strikes nothing.
One that is false under every interpretation strikes nothing: it is a failed example. If all that the
examples strike would leave no interpretation of an edition, nothing is struck there, and a smallest set of
assertions that cannot hold together is reported.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from checker.findings import Eliminated
from checker.panel import MOST_INTERPRETATIONS, Panel, TooManyInterpretations
from checker.words import text_of
from dsl.model import Edition, Example, Expr
from dsl.said import Said
from interpreter.evaluate import NoValue, SpecError
from interpreter.reading import Dependencies, doubt_exists, interpretations

Nogood = Mapping[str, str]
"""Readings of some doubts that cannot hold together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What becomes of one assertion of an example under each interpretation of the doubts on which it
    depends. `elsewhere`: interpretations under which the example is none of the edition's. `erring`: those of
    the blocked ones under which it asks what cannot be asked, the first time with this `error`."""

    edition: str
    example: Example
    shows: Expr
    text: str
    true: tuple[Nogood, ...]
    false: tuple[Nogood, ...]
    blocked: tuple[Nogood, ...]
    elsewhere: tuple[Nogood, ...]
    erring: tuple[Nogood, ...] = ()
    error: SpecError | None = None

    @property
    def cause(self) -> str:
        """What this evidence is called: EDITION.EXAMPLE."""
        return f"{self.edition}.{self.example.name}"

    @property
    def fails(self) -> bool:
        """Whether it is false wherever the example stands."""
        return bool(self.false) and not self.true and not self.blocked

    def nogoods(self) -> list[Nogood]:
        """The smallest choices of readings that make it false; none where it fails under all."""
        if self.fails:
            return []
        everything = (*self.true, *self.false, *self.blocked, *self.elsewhere)
        return smallest_choices(self.false, everything)


def judge(panel: Panel, edition: Edition) -> list[Judged]:
    """Every assertion of the edition's examples, under every interpretation (the struck ones included).

    Those that hang on too many doubts are left out: see `unjudged`.
    """
    depends = Dependencies(panel.game, edition)
    found: list[Judged] = []
    for example, shows in _assertions(edition):
        with suppress(TooManyInterpretations):
            found.append(_judge(panel, edition, depends, example, shows))
    return found


def unjudged(panel: Panel, edition: Edition) -> list[tuple[Example, Expr]]:
    """The assertions of examples that have more interpretations than are told apart."""
    depends = Dependencies(panel.game, edition)
    return [
        (example, shows)
        for example, shows in _assertions(edition)
        if _count(edition, _doubts_of(depends, example, shows)) > MOST_INTERPRETATIONS
    ]


def _assertions(edition: Edition) -> Iterator[tuple[Example, Expr]]:
    for example in edition.examples:
        for shows in example.shows:
            yield example, shows


def _doubts_of(depends: Dependencies, example: Example, shows: Expr) -> set[str]:
    return {*depends.doubts_of_exprs([shows]), *depends.of((), [name for name, _ in example.under])[1]}


def _count(edition: Edition, doubts: Iterable[str]) -> int:
    """How many interpretations there are of these doubts, none counted beyond what is told apart."""
    return sum(1 for _ in islice(interpretations(edition, doubts), MOST_INTERPRETATIONS + 1))


def _judge(panel: Panel, edition: Edition, depends: Dependencies, example: Example, shows: Expr) -> Judged:
    doubts = _doubts_of(depends, example, shows)
    sorts: dict[bool | str | None, list[Nogood]] = {True: [], False: [], None: [], "elsewhere": []}
    erring: list[Nogood] = []
    first: SpecError | None = None
    for count, interpretation in enumerate(interpretations(edition, doubts)):
        if count >= MOST_INTERPRETATIONS:
            raise TooManyInterpretations(edition.name, example.name)
        stands = all(
            doubt_exists(edition, doubt, interpretation) and interpretation[doubt] in readings
            for doubt, readings in example.under
        )
        try:
            sort = holds(panel, edition.name, interpretation, shows) if stands else "elsewhere"
        except SpecError as error:
            sort, first = None, first or error
            erring.append(interpretation)
        sorts[sort].append(interpretation)
    return Judged(
        edition=edition.name,
        example=example,
        shows=shows,
        text=text_of(shows, panel.game),
        true=tuple(sorts[True]),
        false=tuple(sorts[False]),
        blocked=tuple(sorts[None]),
        elsewhere=tuple(sorts["elsewhere"]),
        erring=tuple(erring),
        error=first,
    )


def holds(panel: Panel, edition: str, interpretation: Nogood, shows: Expr) -> bool | None:
    """Whether a closed expression holds; None where that is not derivable: a question it asks has no
    single answer, or what it speaks of is not there. Raises SpecError."""
    try:
        return panel.rulebook(edition, interpretation).holds(shows, {})
    except NoValue:
        return None


def smallest_choices(chosen: Iterable[Nogood], everything: Sequence[Nogood]) -> list[Nogood]:
    """Smallest choices of readings that hold in `chosen` only, of `everything`, and cover all of `chosen`."""
    wanted = [dict(c) for c in chosen]
    others = [e for e in everything if dict(e) not in wanted]
    found: list[Nogood] = []
    for choice in wanted:
        if any(known.items() <= choice.items() for known in found):
            continue
        small = dict(choice)
        for doubt in choice:
            fewer = {d: r for d, r in small.items() if d != doubt}
            if not any(fewer.items() <= other.items() for other in others):
                small = fewer
        found.append(small)
    return found


# ------------------------------------------------------------------ striking


def no_survivors(edition: Edition, nogoods: Sequence[Nogood]) -> bool:
    """Whether no interpretation of the edition is free of all these choices."""
    return next(interpretations(edition, _named(edition, nogoods), nogoods), None) is None


def _named(edition: Edition, nogoods: Iterable[Nogood]) -> set[str]:
    """The doubts that these choices name, and those on which they hang."""
    named: set[str] = set()
    pending = [doubt for nogood in nogoods for doubt in nogood]
    while pending:
        doubt = pending.pop()
        if doubt not in named:
            named.add(doubt)
            pending += [parent for parent, _ in edition.doubts[doubt].under]
    return named


def strike(panel: Panel, nogoods: Mapping[str, Sequence[Nogood]]) -> tuple[str, ...]:
    """Strikes these choices of readings from the panel, edition by edition.

    Returns the editions of which nothing would survive: there, nothing is struck.
    """
    refused: list[str] = []
    for edition in panel.editions:
        before = panel.nogoods.get(edition.name, [])
        added = [n for n in nogoods.get(edition.name, ()) if n not in before]
        if not added:
            continue
        if no_survivors(edition, [*before, *added]):
            refused.append(edition.name)
        else:
            panel.nogoods[edition.name] = [*before, *added]
    return tuple(refused)


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """Assertions of an edition's examples no interpretation of which holds them all: a smallest such set."""

    edition: str
    assertions: tuple[Judged, ...]


def together(edition: Edition, judged: Sequence[Judged]) -> Together | None:
    """The smallest set of assertions that cannot hold together, where the examples strike everything."""
    kept = [j for j in judged if j.nogoods()]
    if not no_survivors(edition, [n for j in kept for n in j.nogoods()]):
        return None
    for one in list(kept):
        rest = [j for j in kept if j is not one]
        if no_survivors(edition, [n for j in rest for n in j.nogoods()]):
            kept = rest
    return Together(edition=edition.name, assertions=tuple(kept))


def by_examples(panel: Panel) -> tuple[tuple[Eliminated, ...], dict[str, list[Nogood]]]:
    """What the printed examples strike from each edition: for the report, and for `strike`.

    A reading with which no interpretation is left is listed by itself, also where several examples
    strike it together.
    """
    eliminated: list[Eliminated] = []
    nogoods: dict[str, list[Nogood]] = {}
    for edition in panel.editions:
        judged = judge(panel, edition)
        if together(edition, judged) is not None:
            continue
        struck: list[tuple[Nogood, Judged]] = []
        for one in judged:
            struck += [(n, one) for n in one.nogoods() if n not in [known for known, _ in struck]]
        nogoods[edition.name] = [nogood for nogood, _ in struck]
        eliminated += [
            _eliminated(panel, edition, nogood, _has(one.text), one.cause) for nogood, one in struck
        ]
        eliminated += _readings_out(panel, edition, struck)
    return tuple(eliminated), {name: struck for name, struck in nogoods.items() if struck}


def _readings_out(
    panel: Panel, edition: Edition, struck: Sequence[tuple[Nogood, Judged]]
) -> list[Eliminated]:
    """Readings of which nothing is left, other than those struck as such."""
    nogoods = [nogood for nogood, _ in struck]
    named = _named(edition, nogoods)
    found: list[Eliminated] = []
    for doubt in (d for d in edition.doubts.values() if d.name in named):
        for reading in doubt.readings:
            choice = {doubt.name: reading.name}
            if choice in nogoods:
                continue
            left = (i for i in interpretations(edition, named, nogoods) if choice.items() <= i.items())
            if next(left, None) is None:
                causes = dict.fromkeys(one.cause for nogood, one in struck if doubt.name in nogood)
                because = Said("the printed examples together leave no interpretation with it")
                found.append(_eliminated(panel, edition, choice, because, ", ".join(causes)))
    return found


def _has(claim: str) -> str:
    return Said("the printed example has `{claim}`", claim=claim)


def _eliminated(panel: Panel, edition: Edition, choice: Nogood, because: str, cause: str) -> Eliminated:
    return Eliminated(
        game=panel.game.name, edition=edition.name, readings=dict(choice), because=because, cause=cause
    )
