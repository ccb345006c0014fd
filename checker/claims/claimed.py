"""What is claimed of a variant as an edition has it: by the properties of the game, and by the consequences
that the text draws from its own rules."""

from checker.editions.editions import Editions
from checker.findings.printer import text_of
from checker.grounds.passages import cited_for, is_told_with
from dsl.model import (
    Always,
    AtChoice,
    CanEnd,
    Claim,
    Consequence,
    Edition,
    Ends,
    ForAll,
    Game,
    NeverReturns,
    Property,
)
from interpreter.analysis.dependencies import Dependencies
from interpreter.analysis.statements import choices_of


def claimed(editions: Editions, variant: str, edition: Edition) -> list[tuple[Editions, Property]]:
    """Every claim, each with the editions that it is to be examined in: where a consequence stands under
    readings, those that are left with them. One that no reading is left for is left out."""
    found = [(editions, p) for p in editions.game.properties if p.variant in (None, variant)]
    depends = Dependencies(editions.game, edition)
    for drawn in edition.consequences:
        if _concerns(editions.game, variant, edition, depends, drawn):
            inside = editions.under(edition.name, drawn.under)
            if inside is not None:
                found.append((inside, _as_property(editions.game, variant, drawn)))
    return found


def _as_property(game: Game, variant: str, drawn: Consequence) -> Property:
    return Property(
        name=drawn.name,
        text=claim_text(drawn.claim, game),
        claim=drawn.claim,
        variant=variant,
        drawn=drawn,
        span=drawn.span,
    )


def claim_text(claim: Claim, game: Game) -> str:
    """The claim in the words of the language; of one for many situations, what it says of each."""
    match claim:
        case ForAll(claim=expr) | Always(claim=expr) | AtChoice(claim=expr):
            return text_of(expr, game)
        case Ends():
            return "ends"
        case CanEnd():
            return "can end"
        case NeverReturns():
            return "never returns"


def _concerns(game: Game, variant: str, edition: Edition, depends: Dependencies, drawn: Consequence) -> bool:
    """Whether what the text claims is told with the variant: of situations, the one to which what it asks
    belongs; of play, each about which the words stand and that can be played."""
    words = drawn.citations[0]
    match drawn.claim:
        case ForAll(needs=needs, claim=claim):
            return is_told_with(game, variant, edition, words, depends.of([*needs, claim])[0])
        case Always() | Ends() | CanEnd() | NeverReturns():
            return cited_for(edition, variant, words) and variant in game.flows
        case AtChoice(choice=choice):
            there = variant in game.flows and choice in choices_of(game.flows[variant])
            return there and cited_for(edition, variant, words)
