"""The finding of a claim that an edition breaks, be it about situations or about play: of a property of the
game, or of a consequence that the text draws (which is a failed example)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from checker.editions.editions import Editions
from checker.findings.details import BrokenClaim, Shown, log_of
from checker.findings.findings import Cited, Finding, Kind
from checker.findings.identifiers import finding_id
from checker.grounds.blame import Asking, asked_json, cited, instead, speaking, speaking_clauses, witness_of
from dsl.model import Edition, Origin, Property
from interpreter.rulebook.rulebook import Rulebook


def finding_of(
    editions: Editions,
    variant: str,
    edition: Edition,
    prop: Property,
    book: Rulebook,
    asked: Asking,
    firm: bool,
    under: Sequence[Mapping[str, str]],
    shown: Shown,
    agreement: Sequence[str] = (),
) -> Finding:
    """The finding of a claim that does not hold: `asked` is what it asked there, `under` how the text is
    read where that is not firm, `shown` by what it is shown, `agreement` the questions on
    which the table has to agree for that."""
    rules = speaking(book, asked)
    assumed = [
        rule for rule in speaking_clauses(book, asked) if book.clauses[rule].origin is Origin.ASSUMPTION
    ]
    witness = witness_of(editions, edition.name, *asked[0]) if asked else None
    drawn = prop.drawn
    details = BrokenClaim(
        name=prop.name,
        drawn=drawn is not None,
        text=prop.text,
        instead=instead(book, asked),
        asked=asked_json(book, asked),
        shown=shown,
    )
    if witness is not None and log_of(details) is not None:
        witness = replace(witness, log=log_of(details))
    kind: Kind = "property" if drawn is None else "failed-example"
    cause = prop.name if drawn is None else f"{edition.name}.{prop.name}"
    own = () if drawn is None else tuple(Cited(rule=cause, citation=c) for c in drawn.citations)
    class_ = (cause,)
    return Finding(
        id=finding_id(editions.game.name, variant, kind, (edition.name,), None, class_),
        kind=kind,
        certainty="firm" if firm else "possible",
        game=editions.game.name,
        variant=variant,
        question=None,
        editions=(edition.name,),
        class_=class_,
        rules=rules,
        assumptions=tuple(assumed),
        under=tuple(under),
        witness=witness,
        citations=(*own, *cited(book.clauses, rules)),
        details=details,
        if_agreed=tuple(agreement),
    )
