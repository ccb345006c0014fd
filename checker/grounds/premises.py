"""What a proof rests on beside the words of the text: assumptions, exceptions that are implied, answers by
default, and readings that have been struck out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from checker.editions.editions import Editions, Frozen, freeze
from checker.findings.findings import Eliminated, Proof, Struck
from checker.games.admission import admission_doubts, admission_questions
from dsl.model import Edition, Game, Origin
from dsl.text.messages import Said
from interpreter.analysis.dependencies import Dependencies, Interpretation, interpretations

MOST_COMPARED = 4_096
"""Of more interpretations, every choice of readings that names a doubt in question is rested on."""


def asked_by(depends: Dependencies, questions: Iterable[str]) -> dict[str, None]:
    """These questions, and all that they ask, in order."""
    return dict.fromkeys(q for name in questions for q in (name, *depends.asked(name)))


def assumed(game: Game, edition: Edition, questions: Iterable[str]) -> tuple[str, ...]:
    """The assumptions and implied exceptions that have a say in the answers of an edition to these questions,
    and the permissions among them that have an answer by default."""
    found: dict[str, None] = {}
    asked = asked_by(Dependencies(game, edition), questions)
    for clause in (*edition.clauses, *game.assumptions):
        if clause.question not in asked:
            continue
        if clause.origin is Origin.ASSUMPTION:
            found[clause.id] = None
        for exception in clause.exceptions:
            if exception.ground == "implied":
                found[f"{clause.id} is an exception to {', '.join(exception.targets)}"] = None
    for name in asked:
        default = _default(name, game.questions[name].permission)
        if default is not None:
            found[default] = None
    return tuple(found)


def _default(question: str, permission: str | None) -> str | None:
    match permission:
        case "permitted":
            return Said("`{question}`: permitted where no rule says otherwise", question=question)
        case "forbidden":
            return Said("`{question}`: forbidden where no rule says otherwise", question=question)
        case _:
            return None


def of_players(
    editions: Editions, variant: str, edition: Edition
) -> tuple[tuple[str, ...], tuple[Struck, ...]]:
    """What it rests on, by an edition, with how many players a variant can be played: what is assumed, and
    what is struck out."""
    asked = sorted(admission_questions(editions, variant, edition))
    doubts = admission_doubts(editions, variant, edition)
    return assumed(editions.game, edition, asked), struck_for(editions, edition.name, doubts)


def struck_for(editions: Editions, edition: str, doubts: Sequence[str]) -> tuple[Struck, ...]:
    """The choices of readings struck out without which more interpretations of these doubts would be left: by
    which alone fewer are left, or without which alone more are."""
    nogoods = editions.nogoods.get(edition, ())
    if not nogoods or not doubts:
        return ()
    model = editions.edition(edition)

    def left(struck: Sequence[Interpretation]) -> list[Frozen]:
        return [freeze(i) for i in islice(interpretations(model, doubts, struck), MOST_COMPARED)]

    every, kept = left(()), left(nogoods)
    if len(every) >= MOST_COMPARED:
        chosen = [n for n in nogoods if not set(n).isdisjoint(doubts)]
    elif every == kept:
        chosen = []
    else:
        chosen = [
            n for n in nogoods if left([n]) != every or left([m for m in nogoods if m is not n]) != kept
        ]
    return tuple(Struck(edition=edition, readings=tuple(sorted(n.items()))) for n in chosen)


def only_eliminated(proofs: Iterable[Proof], eliminated: Iterable[Eliminated]) -> list[Proof]:
    """The proofs, each resting only on what has been struck out; not on the readings for which alone it is
    claimed (which the editions of a consequence strike likewise)."""
    out = {(e.edition, freeze(e.readings)) for e in eliminated}
    return [
        replace(proof, struck=tuple(s for s in proof.struck if (s.edition, s.readings) in out))
        for proof in proofs
    ]
