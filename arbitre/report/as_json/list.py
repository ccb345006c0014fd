"""`arbitre.list/1`: what there is to ask about, as JSON."""

from collections.abc import Sequence
from typing import Any

from arbitre.project.project import Named, options_of, questions_of
from arbitre.report.as_json.findings import citation
from arbitre.wording.signatures import type_text
from dsl.fingerprint import fingerprint
from dsl.model import Doubt, Game, Project, Question


def games(project: Project, chosen: Sequence[Named]) -> dict[str, Any]:
    """The project with the games chosen."""
    return {
        "schema": "arbitre.list/1",
        "project": project.name,
        "games": [_game(named) for named in chosen],
    }


def _game(named: Named) -> dict[str, Any]:
    game = named.game
    return {
        "name": game.name,
        "title": game.title,
        "languages": list(game.languages),
        "players": list(game.players),
        "variants": [
            {"name": v.name, "text": v.text, "questions": list(v.questions), "playable": v.name in game.flows}
            for v in game.variants.values()
            if named.variant in (None, v.name)
        ],
        "options": [
            {
                "name": option.name,
                "variant": v.name,
                "text": option.text,
                "names": {language: list(names) for language, names in sorted(option.names.items())},
                "questions": list(option.questions),
            }
            for v, option in options_of(named)
        ],
        "editions": [
            {
                "name": e.name,
                "source": e.sources[0],
                "sources": list(e.sources),
                "fingerprint": fingerprint(game, e.name),
            }
            for e in game.editions.values()
        ],
        "decks": [
            {"name": d.name, "title": d.title, "path": d.span.path, "played_with": d is game.deck}
            for d in game.decks.values()
        ],
        "questions": [question(q, game) for q in questions_of(named)],
        "doubts": [doubt(d, e.name) for e in game.editions.values() for d in e.doubts.values()],
        "rulings": [
            {
                "name": r.name,
                "edition": r.edition,
                "path": r.paths[0],
                "paths": list(r.paths),
                "fingerprint": fingerprint(game, r.edition, r),
            }
            for r in game.rulings
        ],
        "properties": [{"name": p.name, "text": p.text, "variant": p.variant} for p in game.properties],
    }


def question(each: Question, game: Game) -> dict[str, Any]:
    """A question with its parameters, answer and conditions."""
    from checker.findings.printer import text_of

    return {
        "name": each.name,
        "text": each.text,
        "parameters": parameters(each, game),
        "answer": "permission" if each.permission is not None else type_text(each.answer),
        "otherwise": each.permission,
        "needs": [text_of(need, game) for need in each.needs],
        "given": [text_of(given, game) for given in each.given],
        "optional": each.optional,
        "variant": each.variant,
        "option": each.option,
    }


def parameters(each: Question, game: Game) -> list[dict[str, Any]]:
    """The parameters of a question."""
    from checker.findings.printer import text_of

    return [
        {
            "name": p.name,
            "type": type_text(p.type),
            "default": None if p.default is None else text_of(p.default, game),
        }
        for p in each.parameters
    ]


def doubt(each: Doubt, edition: str) -> dict[str, Any]:
    """A doubt with its readings and words."""
    return {
        "edition": edition,
        "name": each.name,
        "asks": each.asks,
        "unsaid": each.unsaid,
        "under": [{"doubt": name, "readings": list(readings)} for name, readings in each.under],
        "readings": [{"name": r.name, "text": r.text} for r in each.readings],
        "citations": [citation(c) for c in each.citations],
    }
