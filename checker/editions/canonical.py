"""A game in an order of its own, whatever the order in which its files declare anything.

What is found must not depend on which of two equals is met first: which clauses of a conflict are named,
which doubt a reading is told by, which situation is tried first. So everything whose order says nothing is
put in the order of its name before anything is searched. What has a meaning stays: the cases of a type,
the readings of a doubt, the parameters of a question, the steps of the flow, the variants.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from checker.findings.printer import text_of
from dsl.model import Clause, Edition, Game, Rulings

_V = TypeVar("_V")


def in_canonical_order(game: Game) -> Game:
    """The same game with all declarations, and those of its editions, in the order of their names."""
    return replace(
        game,
        enums=_by_name(game.enums),
        types=_by_name(game.types),
        shapes=_by_name(game.shapes),
        questions=_by_name(game.questions),
        variants={
            name: replace(
                variant,
                questions=tuple(sorted(variant.questions)),
                options={
                    option: replace(each, questions=tuple(sorted(each.questions)))
                    for option, each in variant.options.items()
                },
            )
            for name, variant in game.variants.items()
        },
        properties=tuple(sorted(game.properties, key=lambda each: each.name)),
        assumptions=_clauses(game.assumptions),
        editions={name: _edition(each, game) for name, each in sorted(game.editions.items())},
        rulings=tuple(sorted(map(_rulings, game.rulings), key=lambda each: (each.edition, each.name))),
        decks=_by_name(game.decks),
    )


def _edition(edition: Edition, game: Game) -> Edition:
    return replace(
        edition,
        texts=tuple(sorted(edition.texts, key=lambda text: text.source.path)),
        doubts={
            name: replace(doubt, under=tuple(sorted(doubt.under)))
            for name, doubt in sorted(edition.doubts.items())
        },
        clauses=_clauses(edition.clauses),
        examples=tuple(
            replace(
                example,
                under=tuple(sorted(example.under)),
                shows=tuple(sorted(example.shows, key=lambda shown: text_of(shown, game))),
            )
            for example in sorted(edition.examples, key=lambda each: each.name)
        ),
        notes=tuple(sorted(edition.notes, key=lambda each: each.name)),
        orders=tuple(sorted(edition.orders, key=lambda each: each.name)),
        references=tuple(sorted(edition.references, key=lambda each: each.name)),
        consequences=tuple(
            replace(each, under=tuple(sorted(each.under)))
            for each in sorted(edition.consequences, key=lambda each: each.name)
        ),
    )


def _clauses(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    return tuple(
        replace(
            clause,
            under=tuple(sorted(clause.under)),
            exceptions=tuple(replace(e, targets=tuple(sorted(e.targets))) for e in clause.exceptions),
        )
        for clause in sorted(clauses, key=lambda clause: clause.id)
    )


def _rulings(rulings: Rulings) -> Rulings:
    picks = tuple(sorted(rulings.picks, key=lambda pick: pick.doubt))
    return replace(rulings, picks=picks, clauses=_clauses(rulings.clauses))


def _by_name(declared: Mapping[str, _V]) -> dict[str, _V]:
    return dict(sorted(declared.items()))
