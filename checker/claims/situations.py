"""Claims about situations: broken, proved, or vacuous, by enumeration.

Where there are many situations, the claim is left for the solver.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress

from checker.claims.antecedents import TRUE, antecedent
from checker.claims.broken import finding_of
from checker.editions.editions import Editions
from checker.editions.elimination import smallest_choices
from checker.findings.details import InSituation
from checker.findings.findings import Empty, Finding, LookedAt, Proof, Vacuous
from checker.grounds.blame import culprit, if_agreed, sides
from checker.grounds.bounds import bounds_of
from checker.grounds.premises import asked_by, assumed, struck_for
from checker.questions.sampling.sampled import looked_at_for
from dsl.model import Edition, Expr, ForAll, Parameter, Property
from dsl.text.messages import Said
from dsl.types.values import Value
from interpreter.analysis.concrete import Concrete
from interpreter.analysis.dependencies import Dependencies
from interpreter.evaluate.evaluate import NoValue
from interpreter.rulebook.enumeration import situations_of, space_size_of
from interpreter.rulebook.rulebook import Rulebook
from interpreter.rulebook.situations import Situation, show_plain, to_json
from interpreter.values.context import TooManySteps

LIMIT = 2_000  # situations that are looked at, counted once for each interpretation

Result = Finding | Proof | Empty | Vacuous | LookedAt


def for_all_small(
    editions: Editions, variant: str, edition: Edition, prop: Property, claim: ForAll, limit: int = LIMIT
) -> Result | None:
    """What becomes of a claim by enumeration, where there are `limit` situations at most, counted once for
    each interpretation; else None. Raises SpecError."""
    survivors = editions.readings(edition.name, _doubts(editions, edition, claim))
    if space_size_of(editions.game, claim.parameters, limit // len(survivors)) is None:
        return None
    situations = tuple(situations_of(editions.game, claim.parameters))
    broken, holding = _enumerated(editions, edition, claim, situations, survivors)
    if broken:
        return broken_at(editions, variant, edition, prop, claim, situations, broken, survivors)
    if prop.drawn is not None and not claim.parameters and not any(holding):
        return broken_at(
            editions, variant, edition, prop, claim, situations, {0: survivors}, survivors, derivable=False
        )
    if not all(holding):
        because = Said("under some interpretation, no situation has all the answers it asks for")
        return Vacuous(
            game=editions.game.name,
            variant=variant,
            question=prop.name,
            editions=(edition.name,),
            holds=prop.name,
            because=because,
        )
    asked, arising = _coming_up(editions, edition, claim, situations, survivors)
    if not arising:
        return empty_of(editions, variant, edition, prop)
    excluded = 1 - asked / (len(situations) * len(survivors))
    return proof_of(editions, variant, edition, prop, claim, {"situations": len(situations)}, excluded)


def _coming_up(
    editions: Editions,
    edition: Edition,
    claim: ForAll,
    situations: Sequence[Situation],
    under: Sequence[Mapping[str, str]],
) -> tuple[int, bool]:
    """In how many situations, counted once for each interpretation, all that is needed is settled as yes; and
    whether what the claim speaks of comes up in some of them."""
    comes_up = antecedent(claim.claim)
    asked, arising = 0, comes_up == TRUE
    for interpretation in under:
        book = editions.rulebook(edition.name, interpretation)
        for situation in situations:
            env = _env(claim.parameters, situation)
            if _met(book, claim, env):
                asked += 1
                arising = arising or _settled(book, comes_up, env) is True
    return asked, arising


def for_all_looked_at(
    editions: Editions, variant: str, edition: Edition, prop: Property, claim: ForAll, why: Concrete
) -> Finding | LookedAt:
    """What becomes of a claim that is concrete, for that reason: broken by some situation, or only looked at.
    Raises SpecError."""
    situations = looked_at_for(editions, prop.name, claim)
    survivors = editions.readings(edition.name, _doubts(editions, edition, claim))
    untold: set[int] = set()
    broken, _ = _enumerated(editions, edition, claim, situations, survivors, untold)
    if broken:
        return broken_at(editions, variant, edition, prop, claim, situations, broken, survivors)
    return LookedAt(
        game=editions.game.name,
        variant=variant,
        question=prop.name,
        editions=(edition.name,),
        because=why.because,
        situations=len(situations) - len(untold),
    )


def _doubts(editions: Editions, edition: Edition, claim: ForAll) -> tuple[str, ...]:
    return Dependencies(editions.game, edition).doubts_of_exprs([*claim.needs, claim.claim])


def _enumerated(
    editions: Editions,
    edition: Edition,
    claim: ForAll,
    situations: Sequence[Situation],
    under: Sequence[Mapping[str, str]],
    untold: set[int] | None = None,
) -> tuple[dict[int, list[Mapping[str, str]]], list[bool]]:
    """The interpretations that break the claim, by the place of the situation; and for each interpretation
    whether the claim holds in some situation. `untold`, where given, gets the places of those of which it
    takes too many steps to tell; else that is an error. Raises SpecError."""
    broken: dict[int, list[Mapping[str, str]]] = {}
    holding = []
    for interpretation in under:
        book = editions.rulebook(edition.name, interpretation)
        some = False
        for place, situation in enumerate(situations):
            try:
                holds = _of_env(book, claim, _env(claim.parameters, situation))
            except TooManySteps:
                if untold is None:
                    raise
                untold.add(place)
                continue
            if holds is False:
                broken.setdefault(place, []).append(interpretation)
            some = some or holds is True
        holding.append(some)
    return broken, holding


def _env(parameters: Sequence[Parameter], situation: Sequence[Value]) -> dict[str, Value]:
    return {p.name: v for p, v in zip(parameters, situation, strict=True)}


def _of_env(book: Rulebook, claim: ForAll, env: Mapping[str, Value]) -> bool | None:
    """Whether the claim holds in a situation; None where it is about another, or waits for an answer: a claim
    is not broken by what is answered to a question outside its situations."""
    holds = _settled(book, claim.claim, env) if _met(book, claim, env) else None
    return None if holds is False and not _breaks(book, claim, env, settled=False) else holds


def _breaks(book: Rulebook, claim: ForAll, env: Mapping[str, Value], settled: bool) -> bool:
    """Whether all that the claim needs is settled as yes, and it as no, by questions asked within their
    situations; `settled`: whatever is answered to what the edition does not settle of that."""
    with suppress(NoValue):
        return all(book.holds_within(need, env, settled) is True for need in claim.needs) and (
            book.holds_within(claim.claim, env, settled) is False
        )
    return False


def _met(book: Rulebook, claim: ForAll, env: Mapping[str, Value]) -> bool:
    return all(_settled(book, need, env) is True for need in claim.needs)


def _settled(book: Rulebook, expr: Expr, env: Mapping[str, Value]) -> bool | None:
    try:
        return book.holds(expr, env)
    except NoValue:
        return None


def holds_in(
    editions: Editions, edition: str, interpretation: Mapping[str, str], claim: ForAll, situation: Situation
) -> bool | None:
    """Whether the claim holds in a situation; None where it is about another, or waits for an answer."""
    return _of_env(editions.rulebook(edition, interpretation), claim, _env(claim.parameters, situation))


def broken_at(
    editions: Editions,
    variant: str,
    edition: Edition,
    prop: Property,
    claim: ForAll,
    situations: Sequence[Situation],
    broken: Mapping[int, Sequence[Mapping[str, str]]],
    survivors: Sequence[Mapping[str, str]],
    derivable: bool = True,
) -> Finding:
    """The finding, with the smallest situation: one that breaks the claim whatever is answered to what the
    edition does not settle before others, and one common to all interpretations. Firm only if under each of
    them there is one of the former. Not `derivable`: the claim is not settled as false, but waits for an
    answer."""
    settled = broken
    if derivable:
        settled = _settled_among(editions, edition, claim, situations, broken)
    shown = settled or broken
    somewhere = [i for i in survivors if any(i in under for under in shown.values())]
    firm = bool(settled) and len(somewhere) == len(survivors)
    common = [place for place, under in sorted(shown.items()) if len(under) == len(survivors)]
    place = common[0] if common else min(shown)
    interpretation = shown[place][0]
    book = editions.rulebook(edition.name, interpretation)
    env = _env(claim.parameters, situations[place])
    part, asked = culprit(book, claim.claim, env)
    values = {name: to_json(value, editions.game) for name, value in env.items()}
    text = ", ".join(f"{name} = {show_plain(value, editions.game)}" for name, value in env.items())
    under = () if len(somewhere) == len(survivors) else tuple(smallest_choices(somewhere, survivors))
    shows = InSituation(values=values, situation=text, sides=sides(book, part, env), derivable=derivable)
    agreement = [] if settled else if_agreed(book, [*claim.needs, claim.claim], env)
    return finding_of(editions, variant, edition, prop, book, asked, firm, under, shows, agreement)


def _settled_among(
    editions: Editions,
    edition: Edition,
    claim: ForAll,
    situations: Sequence[Situation],
    broken: Mapping[int, Sequence[Mapping[str, str]]],
) -> dict[int, list[Mapping[str, str]]]:
    """Of the interpretations that break the claim, by the place of the situation, those that do so whatever
    is answered to what the edition does not settle."""
    found: dict[int, list[Mapping[str, str]]] = {}
    for place, under in broken.items():
        env = _env(claim.parameters, situations[place])
        for way in under:
            if _breaks(editions.rulebook(edition.name, way), claim, env, settled=True):
                found.setdefault(place, []).append(way)
    return found


def proof_of(
    editions: Editions,
    variant: str,
    edition: Edition,
    prop: Property,
    claim: ForAll,
    bounds: Mapping[str, object],
    excluded: float | None,
) -> Proof:
    """The proof of a claim about situations: with their bounds (`bounds` are others), what it rests on, and
    the share of situations in which what the claim needs is not settled as yes (None: not counted)."""
    depends = Dependencies(editions.game, edition)
    exprs = [*claim.needs, claim.claim]
    questions = sorted(depends.of(exprs)[0])
    return Proof(
        game=editions.game.name,
        variant=variant,
        question=None,
        editions=(edition.name,),
        holds=prop.name,
        bounds={**bounds_of(editions.game, claim.parameters), **bounds},
        assumptions=assumed(editions.game, edition, questions),
        struck=struck_for(editions, edition.name, depends.doubts_of_exprs(exprs)),
        excluded=excluded,
        questions=tuple(asked_by(depends, questions)),
    )


def empty_of(editions: Editions, variant: str, edition: Edition, prop: Property) -> Empty:
    """A claim that holds, where what it speaks of never comes up."""
    return Empty(
        game=editions.game.name,
        variant=variant,
        question=None,
        editions=(edition.name,),
        holds=prop.name,
        reason="never-arises",
    )
