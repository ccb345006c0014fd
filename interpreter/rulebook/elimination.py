"""What printed examples leave of the interpretations of an edition.

Each assertion of an example is evidence by itself. It strikes an interpretation under which it is settled
as false. Where it waits for a question without a single answer it is *not derivable*, and strikes nothing.
One that is false under every interpretation strikes nothing: it is a failed example.

Choices of readings that are struck out hang together where they name the same doubts, or doubts that hang
on each other: each such group stands or falls as a whole. Where all that a group strikes would leave
nothing, it strikes nothing. So it does not matter in which order anything is found.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from dsl.model import Edition, Example, Expr, Game
from dsl.text.errors import ArbitreError
from interpreter.analysis.dependencies import Dependencies, Interpretation, doubt_exists, interpretations
from interpreter.evaluate.evaluate import SpecError
from interpreter.rulebook.implicants import smallest_choices
from interpreter.rulebook.rulebook import Rulebook

MOST_READINGS = 512
"""Of assertions on which more interpretations bear nothing is said, but by the check."""

Nogood = Mapping[str, str]
"""Readings of some doubts that cannot hold together."""
Holds = Callable[[Interpretation, Expr], bool | None]
"""Whether a closed expression holds under an interpretation; None where that is not derivable."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAssertion:
    """What becomes of one assertion of an example under each interpretation of the doubts on which it
    depends. `elsewhere`: interpretations under which the example is none of the edition's. `erring`: those of
    the blocked ones under which it asks what cannot be asked, the first time with this `error`."""

    edition: str
    example: Example
    shows: Expr
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


def doubts_of(depends: Dependencies, example: Example, shows: Expr) -> set[str]:
    """The doubts on which it depends whether an assertion of an example holds, and stands."""
    return {*depends.doubts_of_exprs([shows]), *depends.of((), [name for name, _ in example.under])[1]}


def judged(
    edition: Edition, depends: Dependencies, example: Example, shows: Expr, holds: Holds, most: int
) -> JudgedAssertion | None:
    """What becomes of an assertion under every interpretation; None where these are more than `most`."""
    doubts = doubts_of(depends, example, shows)
    every = list(islice(interpretations(edition, doubts), most + 1))
    if len(every) > most:
        return None
    sorts: dict[bool | str | None, list[Nogood]] = {True: [], False: [], None: [], "elsewhere": []}
    erring: list[Nogood] = []
    first: SpecError | None = None
    for interpretation in every:
        stands = all(
            doubt_exists(edition, doubt, interpretation) and interpretation[doubt] in readings
            for doubt, readings in example.under
        )
        try:
            sort = holds(interpretation, shows) if stands else "elsewhere"
        except SpecError as error:
            sort, first = None, first or error
            erring.append(interpretation)
        sorts[sort].append(interpretation)
    return JudgedAssertion(
        edition=edition.name,
        example=example,
        shows=shows,
        true=tuple(sorts[True]),
        false=tuple(sorts[False]),
        blocked=tuple(sorts[None]),
        elsewhere=tuple(sorts["elsewhere"]),
        erring=tuple(erring),
        error=first,
    )


def struck_by_examples(game: Game, edition: Edition, depends: Dependencies) -> list[Nogood]:
    """The choices of readings that the printed examples of an edition strike out. What errs is evidence of
    nothing here."""
    books: dict[tuple[tuple[str, str], ...], Rulebook] = {}

    def holds(interpretation: Interpretation, shows: Expr) -> bool | None:
        key = tuple(interpretation.items())
        if key not in books:
            books[key] = Rulebook(game, edition, interpretation)
        try:
            return books[key].holds(shows, {})
        except ArbitreError:
            return None

    found: list[Nogood] = []
    for example in edition.examples:
        for shows in example.shows:
            one = judged(edition, depends, example, shows, holds, MOST_READINGS)
            found += [] if one is None else one.nogoods()
    return standing(edition, found)


# ------------------------------------------------------------------ what stands of what is struck


def standing(edition: Edition, nogoods: Iterable[Nogood], before: Sequence[Nogood] = ()) -> list[Nogood]:
    """Those of the choices that may be struck, each once, `before` being struck already: of those that hang
    together all, unless nothing would be left."""
    kept: list[Nogood] = []
    for group in hanging_together(edition, nogoods, before):
        if not no_survivors(edition, [*before, *group]):
            kept += group
    return kept


def hanging_together(
    edition: Edition, nogoods: Iterable[Nogood], before: Sequence[Nogood] = ()
) -> list[list[Nogood]]:
    """The choices, each once, in groups: two are in the same if they name the same doubts, or doubts that
    hang on each other, or that others (`before`) tie."""
    groups: list[tuple[set[str], list[Nogood]]] = []
    tied: list[tuple[set[str], list[Nogood]]] = [(named_doubts(edition, [n]), []) for n in before]
    tied += [(named_doubts(edition, [n]), [n]) for n in _each_once(nogoods)]
    for doubts, own in tied:
        met = [group for group in groups if group[0] & doubts]
        groups = [group for group in groups if not group[0] & doubts]
        groups.append((doubts.union(*(d for d, _ in met)), [*(n for _, g in met for n in g), *own]))
    return [group for _, group in groups if group]


def _each_once(nogoods: Iterable[Nogood]) -> list[Nogood]:
    return list({tuple(sorted(nogood.items())): nogood for nogood in nogoods}.values())


def no_survivors(edition: Edition, nogoods: Sequence[Nogood]) -> bool:
    """Whether no interpretation of the edition is free of all these choices."""
    return next(interpretations(edition, named_doubts(edition, nogoods), nogoods), None) is None


def tied(edition: Edition, doubts: Iterable[str], nogoods: Sequence[Nogood]) -> set[str]:
    """These doubts, and those which the choices that are struck tie to them."""
    found = set(doubts)
    for group in hanging_together(edition, nogoods):
        named = named_doubts(edition, group)
        found |= named if named & found else set()
    return found


def contains(edition: Edition, interpretation: Interpretation, nogood: Nogood) -> bool:
    """Whether the interpretation, which may give doubts that do not exist their first readings, contains a
    choice that is struck."""
    return nogood.items() <= interpretation.items() and all(
        doubt_exists(edition, doubt, interpretation) for doubt in nogood
    )


def named_doubts(edition: Edition, nogoods: Iterable[Nogood]) -> set[str]:
    """The doubts that these choices name, and those on which they hang."""
    named: set[str] = set()
    pending = [doubt for nogood in nogoods for doubt in nogood]
    while pending:
        doubt = pending.pop()
        if doubt not in named:
            named.add(doubt)
            pending += [parent for parent, _ in edition.doubts[doubt].under]
    return named
