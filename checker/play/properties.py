"""property: what a sane game should have, and an edition breaks; failed-example: what its text concludes, and
is not so.

Claims about situations are enumerated where there are few: broken, proved, or vacuous. Where there are
many, the claim is left for the solver. Claims about play are proved by induction, or else tested in games
played at random: broken, or merely checked in so many games. (For claims that play ends, see `termination`.)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from checker.claims.claimed import claimed
from checker.claims.situations import LIMIT, Result, for_all_looked_at, for_all_small
from checker.editions.editions import Editions, TooManyInterpretations
from checker.errors.guard import Guard
from checker.findings.findings import Checked, Finding
from checker.games.admission import is_played
from checker.play.invariants.invariants import Induction, OfPlay, ProvedClaim, lemmas_among
from checker.play.tested import PLAYS, in_play
from checker.questions.sampling.sampled import why_concrete
from dsl.model import Always, AtChoice, Edition, ForAll, Property
from dsl.text.messages import Said

__all__ = ["LIMIT", "PLAYS", "Result", "Results", "of_variant"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What became of the properties; `to_solve` are those left for the solver, with the editions and the
    edition."""

    results: tuple[Result, ...]
    checked: tuple[Checked, ...]
    to_solve: tuple[tuple[Editions, Property, str], ...]


def of_variant(
    editions: Editions, variant: str, limit: int = LIMIT, plays: int = PLAYS, guard: Guard | None = None
) -> Results:
    """Every claim about the variant, edition by edition. What cannot be done the guard notes (none: it is
    raised)."""
    guard = guard or Guard(editions.game.name, variant, raising=True)
    results: list[Result] = []
    checked: list[Checked] = []
    to_solve: list[tuple[Editions, Property, str]] = []
    induction = Induction(editions, variant)
    for edition in editions.members:
        of_play: dict[int, tuple[Editions, list[OfPlay]]] = {}
        claims = claimed(editions, variant, edition)
        lemmas = lemmas_among([p for inside, p in claims if inside is editions])
        for inside, prop in claims:
            if isinstance(prop.claim, ForAll):
                unit = Said("whether `{claim}` holds", claim=prop.name)
                examined = partial(_of_situations, inside, variant, edition, prop, prop.claim, limit)
                result = guard.attempt(unit, examined)
                if result is None:
                    continue
                if isinstance(result, Large):
                    to_solve.append((inside, prop, edition.name))
                else:
                    results.append(result)
            elif isinstance(prop.claim, Always | AtChoice) and is_played(editions, variant, edition):
                of_play.setdefault(id(inside), (inside, []))[1].append((prop, prop.claim))
        for inside, about in of_play.values():
            unit = Said("what is claimed of play")
            for each in guard.gather(
                unit, partial(_of_play, induction, inside, variant, edition, about, lemmas, plays)
            ):
                if isinstance(each, Checked):
                    checked.append(each)
                else:
                    results.append(each)
    return Results(results=tuple(results), checked=tuple(checked), to_solve=tuple(to_solve))


@dataclass(frozen=True, slots=True)
class Large:
    """A claim about so many situations that it is left for the solver."""


def _of_play(
    induction: Induction,
    editions: Editions,
    variant: str,
    edition: Edition,
    about: Sequence[OfPlay],
    lemmas: Sequence[Property],
    plays: int,
) -> Iterator[Result | Checked]:
    """What becomes of claims about play."""
    held = induction.held(editions, edition, about, lemmas)
    for (prop, _), each in zip(about, held, strict=True):
        yield from induction.proofs(edition, prop, each)
    yield from _played(editions, variant, edition, about, held, plays)


def _of_situations(
    editions: Editions, variant: str, edition: Edition, prop: Property, claim: ForAll, limit: int
) -> Result | Large:
    """What becomes of a claim about situations."""
    why = why_concrete(editions, edition, claim)
    if why is not None:
        return for_all_looked_at(editions, variant, edition, prop, claim, why)
    try:
        return for_all_small(editions, variant, edition, prop, claim, limit) or Large()
    except TooManyInterpretations:
        return Large()


def _played(
    editions: Editions,
    variant: str,
    edition: Edition,
    about: Sequence[OfPlay],
    held: Sequence[ProvedClaim],
    plays: int,
) -> Iterator[Finding | Checked]:
    """What becomes in play of the claims that are not proved, or where they are not."""
    nowhere = [claim for claim, each in zip(about, held, strict=True) if not each.under and each.others]
    yield from in_play(editions, variant, edition, nowhere, plays)
    for claim, each in zip(about, held, strict=True):
        if each.under and each.others:
            yield from in_play(editions, variant, edition, [claim], plays, each.others)
