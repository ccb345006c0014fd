"""Under what a game is played: the game, the edition and the rulings that names stand for."""

from collections.abc import Sequence
from dataclasses import replace

from dsl.errors import did_you_mean, fail
from dsl.model import Edition, Game, Project, Rulings
from dsl.span import Span


def find_game(project: Project, game: str, variant: str, span: Span | None = None) -> Game:
    """The game, which has that variant with a flow. Raises ArbitreError."""
    spans = () if span is None else (span,)
    found = project.games.get(game)
    if found is None:
        raise fail(
            "unknown-name", f"there is no game `{game}`", *spans, help=did_you_mean(game, project.games)
        )
    if variant not in found.flows:
        message = f"`{game}` has no variant `{variant}` that can be played"
        raise fail("unknown-name", message, *spans, help=did_you_mean(variant, found.flows))
    return found


def find_edition(game: Game, edition: str, span: Span | None = None) -> Edition:
    """The edition of that name. Raises ArbitreError."""
    found = game.editions.get(edition)
    if found is None:
        spans = () if span is None else (span,)
        help = did_you_mean(edition, game.editions) or f"there are: {', '.join(game.editions)}"
        raise fail("unknown-name", f"`{game.name}` has no edition `{edition}`", *spans, help=help)
    return found


def find_rulings(
    game: Game, edition: str, rulings: Sequence[str | Rulings], span: Span | None = None
) -> Rulings | None:
    """The rulings of these names for the edition, taken together; None for no names. Raises ArbitreError."""
    found: list[Rulings] = []
    for each in rulings:
        if isinstance(each, Rulings):
            if each.edition != edition:
                message = f"the rulings `{each.name}` are for the edition `{each.edition}`, not `{edition}`"
                raise fail("unknown-name", message)
            found.append(each)
            continue
        known = {r.name: r for r in game.rulings if r.edition == edition}
        if each not in known:
            spans = () if span is None else (span,)
            message = f"there are no rulings `{each}` for the edition `{edition}`"
            raise fail("unknown-name", message, *spans, help=did_you_mean(each, known))
        found.append(known[each])
    if not found:
        return None
    first, *others = found
    for other in others:
        first = replace(
            first,
            name=f"{first.name}+{other.name}",
            picks=first.picks + other.picks,
            clauses=first.clauses + other.clauses,
        )
    return first
