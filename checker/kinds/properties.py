"""property: what a sane game should have, and an edition breaks.

Claims about situations are enumerated where there are few: broken, proved, or vacuous. Where there are
many, the smallest are looked through for one that breaks the claim; if none does, the claim is left for the
solver. Claims about play are tested in games played at random: broken, or merely checked in so many games.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from checker.eliminate import smallest_choices
from checker.findings import Cited, Finding, Proof, Vacuous
from checker.identify import finding_id
from checker.kinds.asked import Asking, asked_json, cited, culprit, instead, sides, speaking, witness_of
from checker.kinds.plays import Play, begin, carry_on, completed, permits, permitted_numbers, seats_permission
from checker.panel import Panel
from dsl.model import Always, AtChoice, Edition, Expr, ForAll, Origin, Parameter, Property
from dsl.types import BagType, ListType, OptionalType, RecordType, Type
from dsl.values import Value
from interpreter.chance import Chance, game_seed
from interpreter.evaluate import NoValue
from interpreter.reading import Dependencies
from interpreter.rules import Rulebook
from interpreter.situation import Situation, show_plain, to_json
from interpreter.space import situations_of, space_size_of
from interpreter.state import ChoiceDue, Due, Unsettled

LIMIT = 2_000  # situations that are looked at, counted once for each interpretation
LARGEST = 12  # items of a list or bag, of claims with more situations
MOST_BROKEN = 20  # situations that break such a claim, looked at under every interpretation
PLAYS = 2  # games for each number of players
MOST_READINGS = 16  # interpretations of what a claim asks that are told apart where it fails

Result = Finding | Proof | Vacuous


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A claim about play that held in so many games, at so many points: evidence, not proof."""

    game: str
    variant: str
    editions: tuple[str, ...]
    property: str
    games: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What became of the properties; `to_solve` are those left for the solver, with the edition."""

    results: tuple[Result, ...]
    checked: tuple[Checked, ...]
    to_solve: tuple[tuple[Property, str], ...]


def of_variant(panel: Panel, variant: str, limit: int = LIMIT, plays: int = PLAYS) -> Results:
    """Every property of the game for the variant, edition by edition. Raises ArbitreError."""
    results: list[Result] = []
    checked: list[Checked] = []
    to_solve: list[tuple[Property, str]] = []
    concerned = [p for p in panel.game.properties if p.variant in (None, variant)]
    for edition in panel.editions:
        for prop in concerned:
            if isinstance(prop.claim, ForAll):
                result = for_all_small(panel, variant, edition, prop, prop.claim, limit)
                if result is None:
                    to_solve.append((prop, edition.name))
                else:
                    results.append(result)
        of_play = [(p, p.claim) for p in concerned if not isinstance(p.claim, ForAll)]
        for played in in_play(panel, variant, edition, of_play, plays):
            if isinstance(played, Finding):
                results.append(played)
            else:
                checked.append(played)
    return Results(results=tuple(results), checked=tuple(checked), to_solve=tuple(to_solve))


# ------------------------------------------------------------------ claims about situations


def for_all_small(
    panel: Panel, variant: str, edition: Edition, prop: Property, claim: ForAll, limit: int = LIMIT
) -> Result | None:
    """What becomes of a claim by enumeration: exactly, where there are `limit` situations at most; else
    broken, if it is among smaller lists and bags; else None. Raises SpecError."""
    depends = Dependencies(panel.game, edition)
    doubts = depends.doubts_of_exprs([*claim.needs, claim.claim])
    left = panel.readings(edition.name, doubts)
    whole = space_size_of(panel.game, claim.parameters, limit // len(left)) is not None
    parameters = claim.parameters if whole else _smaller(panel, claim.parameters, limit)
    if parameters is None:
        return None
    situations = tuple(situations_of(panel.game, parameters))
    looked = left if whole else left[: max(1, limit // len(situations))]
    broken, holding = _enumerated(panel, edition, claim, situations, range(len(situations)), looked)
    if broken and not whole:
        broken, _ = _enumerated(panel, edition, claim, situations, sorted(broken)[:MOST_BROKEN], left)
    if broken:
        return _broken(panel, variant, edition, prop, claim, situations, broken, left)
    if not whole:
        return None
    if not all(holding):
        because = "under some interpretation, no situation has all the answers it asks for"
        return Vacuous(
            game=panel.game.name,
            variant=variant,
            question=prop.name,
            editions=(edition.name,),
            holds=prop.name,
            because=because,
        )
    return _proof(panel, variant, edition, prop, claim, depends, len(situations))


def _enumerated(
    panel: Panel,
    edition: Edition,
    claim: ForAll,
    situations: Sequence[Situation],
    places: Sequence[int],
    under: Sequence[Mapping[str, str]],
) -> tuple[dict[int, list[Mapping[str, str]]], list[bool]]:
    """The interpretations that break the claim, by the place of the situation; and for each interpretation
    whether the claim holds in some situation."""
    broken: dict[int, list[Mapping[str, str]]] = {}
    holding = []
    for interpretation in under:
        book = panel.rulebook(edition.name, interpretation)
        some = False
        for place in places:
            holds = _of_situation(book, claim, _env(claim.parameters, situations[place]))
            if holds is False:
                broken.setdefault(place, []).append(interpretation)
            some = some or holds is True
        holding.append(some)
    return broken, holding


def _env(parameters: Sequence[Parameter], situation: Sequence[Value]) -> dict[str, Value]:
    return {p.name: v for p, v in zip(parameters, situation, strict=True)}


def _of_situation(book: Rulebook, claim: ForAll, env: Mapping[str, Value]) -> bool | None:
    """Whether the claim holds in a situation; None where it is about another, or waits for an answer."""
    try:
        if not all(book.holds(need, env) is True for need in claim.needs):
            return None
        return book.holds(claim.claim, env)
    except NoValue:
        return None


def _smaller(panel: Panel, parameters: tuple[Parameter, ...], limit: int) -> tuple[Parameter, ...] | None:
    """The parameters with the largest lists and bags of which there are `limit` situations at most; None
    where even the smallest are more."""
    for most in range(LARGEST, -1, -1):
        smaller = tuple(replace(p, type=_no_larger(p.type, most)) for p in parameters)
        if space_size_of(panel.game, smaller, limit) is not None:
            return smaller
    return None


def _no_larger(type: Type, most: int) -> Type:
    """The type, its lists and bags with no more items than `most` (or than they must have)."""
    match type:
        case ListType(item=item, low=low, high=high):
            return ListType(_no_larger(item, most), low, _at_most(low, high, most))
        case BagType(item=item, low=low, high=high):
            return BagType(_no_larger(item, most), low, _at_most(low, high, most))
        case RecordType(name=name, fields=fields):
            return RecordType(name, tuple((field, _no_larger(t, most)) for field, t in fields))
        case OptionalType(item=item):
            return OptionalType(_no_larger(item, most))
        case _:
            return type


def _at_most(low: int | None, high: int | None, most: int) -> int:
    return max(low or 0, most if high is None else min(high, most))


def _broken(
    panel: Panel,
    variant: str,
    edition: Edition,
    prop: Property,
    claim: ForAll,
    situations: Sequence[Situation],
    broken: Mapping[int, list[Mapping[str, str]]],
    left: Sequence[Mapping[str, str]],
) -> Finding:
    """The finding, with the smallest situation: one common to all interpretations before others."""
    somewhere = [i for i in left if any(i in under for under in broken.values())]
    firm = len(somewhere) == len(left)
    common = [place for place, under in sorted(broken.items()) if len(under) == len(left)]
    place = common[0] if common else min(broken)
    interpretation = broken[place][0]
    book = panel.rulebook(edition.name, interpretation)
    env = _env(claim.parameters, situations[place])
    part, asked = culprit(book, claim.claim, env)
    values = {name: to_json(value) for name, value in env.items()}
    shown = ", ".join(f"{name} = {show_plain(value)}" for name, value in env.items())
    under = () if firm else tuple(smallest_choices(somewhere, left))
    details = {"values": values, "situation": shown, **sides(book, part, env)}
    return _finding(panel, variant, edition, prop, book, asked, firm, under, details)


def _finding(
    panel: Panel,
    variant: str,
    edition: Edition,
    prop: Property,
    book: Rulebook,
    asked: Asking,
    firm: bool,
    under: Sequence[Mapping[str, str]],
    details: Mapping[str, object],
) -> Finding:
    rules = speaking(book, asked)
    assumed = [rule for rule in rules if book.clauses[rule].origin is Origin.ASSUMPTION]
    witness = witness_of(panel, edition.name, *asked[0]) if asked else None
    log = details.get("log")
    if witness is not None and isinstance(log, str):
        witness = replace(witness, log=log)
    class_ = (prop.name,)
    citations: tuple[Cited, ...] = cited(book.clauses, rules)
    return Finding(
        id=finding_id(panel.game.name, variant, "property", (edition.name,), None, class_),
        kind="property",
        certainty="firm" if firm else "possible",
        game=panel.game.name,
        variant=variant,
        question=None,
        editions=(edition.name,),
        class_=class_,
        rules=rules,
        assumptions=tuple(assumed),
        under=tuple(under),
        witness=witness,
        citations=citations,
        details={
            "property": prop.name,
            "text": prop.text,
            "instead": instead(book, asked),
            "asked": asked_json(book, asked),
            **details,
        },
    )


def _proof(
    panel: Panel,
    variant: str,
    edition: Edition,
    prop: Property,
    claim: ForAll,
    depends: Dependencies,
    situations: int,
) -> Proof:
    direct, _ = depends.of([*claim.needs, claim.claim])
    asked = {q for name in sorted(direct) for q in (name, *depends.asked(name))}
    everything = (*edition.clauses, *panel.game.assumptions)
    assumed = [c.id for c in everything if c.origin is Origin.ASSUMPTION and c.question in asked]
    return Proof(
        game=panel.game.name,
        variant=variant,
        question=None,
        editions=(edition.name,),
        holds=prop.name,
        bounds={"situations": situations},
        assumptions=tuple(assumed),
    )


# ------------------------------------------------------------------ claims about play


@dataclass(frozen=True, slots=True, kw_only=True)
class _Failed:
    """A game at the point where a claim failed, and what names meant there."""

    play: Play
    env: Mapping[str, Value]


@dataclass(slots=True)
class _Tester:
    """Looks whether a claim holds at each point of a game where something is due, or at each such choice,
    up to the first point at which it fails."""

    claim: Always | AtChoice
    points: int = 0
    failed: _Failed | None = None

    def __call__(self, play: Play, due: Due | None) -> bool:
        """Whether the claim has failed."""
        for env in self._points(play, due):
            if self.failed is None:
                self.points += 1
                if self._fails(play, env):
                    self.failed = _Failed(play=replace(play, events=list(play.events)), env=env)
        return self.failed is not None

    def _points(self, play: Play, due: Due | None) -> Iterator[dict[str, Value]]:
        """What names mean at this point, where the claim is to be tested."""
        if due is None or self.failed is not None:
            return
        match self.claim:
            case AtChoice(choice=choice):
                if isinstance(due, ChoiceDue) and due.name == choice:
                    for player in due.by:
                        yield {**play.state.env(), "chooser": player}
            case Always():
                if not isinstance(due, Unsettled):
                    yield play.state.env()

    def _fails(self, play: Play, env: Mapping[str, Value]) -> bool:
        try:
            return play.judge.book(play.state.agreed).holds(self.claim.claim, env) is False
        except (NoValue, KeyError):
            return False


def in_play(
    panel: Panel,
    variant: str,
    edition: Edition,
    claims: Sequence[tuple[Property, Always | AtChoice]],
    plays: int = PLAYS,
) -> list[Finding | Checked]:
    """What becomes of claims about play in games played at random: for each, the first game in which it
    fails, else in how many it held. Nothing where no game can be played. Raises ArbitreError."""
    if variant not in panel.game.flows or not claims:
        return []
    testers = [_Tester(claim) for _, claim in claims]
    games = 0
    for play in _first_games(panel, variant, edition, [claim.claim for _, claim in claims], plays):
        carry_on(play, partial(_all_failed, testers))
        games += 1
    found: list[Finding | Checked] = []
    for (prop, claim), tester in zip(claims, testers, strict=True):
        if tester.failed is not None:
            found.append(_failing(panel, variant, edition, prop, claim, tester.failed, plays))
        elif games > 0:
            found.append(
                Checked(
                    game=panel.game.name,
                    variant=variant,
                    editions=(edition.name,),
                    property=prop.name,
                    games=games,
                    points=tester.points,
                )
            )
    return found


def _all_failed(testers: Sequence[_Tester], play: Play, due: Due | None) -> bool:
    """Whether nothing is left to be tested, once each has looked."""
    for tester in testers:
        tester(play, due)
    return all(tester.failed is not None for tester in testers)


def _first_games(
    panel: Panel, variant: str, edition: Edition, claims: Sequence[Expr], plays: int
) -> Iterator[Play]:
    """Games of each number of players that is permitted, and under each interpretation (of the first so
    many) of what the claims ask, though not each of both together."""
    doubts = Dependencies(panel.game, edition).doubts_of_exprs(claims)
    left = panel.readings(edition.name, doubts)[:MOST_READINGS]
    numbers = list(permitted_numbers(panel, edition))
    for game in range(max(len(numbers) * plays, len(left)) if numbers else 0):
        number = numbers[game % len(numbers)]
        play = _game(panel, variant, edition, left[game % len(left)], number, game // len(numbers))
        if play is not None:
            yield play


def _games(
    panel: Panel, variant: str, edition: Edition, interpretation: Mapping[str, str], plays: int
) -> Iterator[Play]:
    """Games of each number of players that is permitted, so read, the fewest first."""
    for number in permitted_numbers(panel, edition):
        for game in range(plays):
            play = _game(panel, variant, edition, interpretation, number, game)
            if play is not None:
                yield play


def _game(
    panel: Panel, variant: str, edition: Edition, interpretation: Mapping[str, str], number: int, game: int
) -> Play | None:
    """The beginning of a game; None where so many may not play, so read."""
    seed = game_seed(number, game)
    full = completed(panel, edition, dict(interpretation), Chance(seed, "interpretation"))
    permission = seats_permission(panel.game)
    if full is None or (permission is not None and not permits(panel, edition, permission, full, number)):
        return None
    return begin(panel, variant, edition, number, full, seed)


def _failing(
    panel: Panel,
    variant: str,
    edition: Edition,
    prop: Property,
    claim: Always | AtChoice,
    first: _Failed,
    plays: int,
) -> Finding:
    """The finding of a claim that fails in some game. Firm only if it does under each interpretation of
    what it asks, each time before the table had to agree on anything."""
    doubts = Dependencies(panel.game, edition).doubts_of_exprs([claim.claim])
    left = panel.readings(edition.name, doubts)
    failed: list[tuple[Mapping[str, str], _Failed]] = []
    for interpretation in left[:MOST_READINGS]:
        same = interpretation.items() <= first.play.interpretation.items()
        found = first if same else _failed(panel, variant, edition, claim, interpretation, plays)
        if found is not None:
            failed.append((interpretation, found))
    first = next((f for _, f in failed if not f.play.state.agreed), first)
    play = first.play
    book = play.judge.book(play.state.agreed)
    part, asked = culprit(book, claim.claim, first.env)
    everywhere = len(failed) == len(left)
    details: dict[str, object] = {
        "players": len(play.seats),
        "seed": play.seed,
        "plays": plays,
        "agreed": sorted({question for question, _ in play.state.agreed}),
        "log": play.log(),
        **sides(book, part, first.env),
    }
    under = () if everywhere else tuple(smallest_choices([i for i, _ in failed], left))
    firm = everywhere and not any(f.play.state.agreed for _, f in failed)
    return _finding(panel, variant, edition, prop, book, asked, firm, under, details)


def _failed(
    panel: Panel,
    variant: str,
    edition: Edition,
    claim: Always | AtChoice,
    interpretation: Mapping[str, str],
    plays: int,
) -> _Failed | None:
    """The first game in which the claim fails, so read."""
    for play in _games(panel, variant, edition, interpretation, plays):
        tester = _Tester(claim)
        carry_on(play, tester)
        if tester.failed is not None:
            return tester.failed
    return None
