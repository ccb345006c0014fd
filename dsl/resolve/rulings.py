"""Rulings: readings picked, silences filled, contradictions settled."""

from collections.abc import Sequence
from typing import assert_never

from dsl import model as m
from dsl import syntax as s
from dsl.resolve.clauses import Ground, clauses
from dsl.resolve.editions import declare_defines
from dsl.syntax.printing import suggest
from dsl.typing.checker import Typer
from dsl.typing.scope import Layer


def rulings(files: Sequence[s.RulingsFile], layer: Layer, typer: Typer) -> m.Rulings:
    """The rulings of one name for one edition, from their files; `layer` lies in that of the edition."""
    file = files[0]
    decls = [decl for each in files for decl in each.declarations]
    declare_defines(decls, layer, typer.problems)
    picks = [decl for decl in decls if isinstance(decl, s.PickDecl)]
    decided = [decl for decl in decls if isinstance(decl, s.RulingDecl)]
    _refuse_contradictory(picks, decided, typer)
    found: list[m.Clause] = []
    for decl in decided:
        ground = Ground(
            head=f"{file.edition}.{file.name}.{decl.name}",
            rule=decl.name,
            origin=_origin(decl),
            targets=None,
            because=decl.text,
        )
        found += clauses(decl.answers, ground, layer, typer)
    return m.Rulings(
        name=file.name,
        edition=file.edition,
        picks=tuple(_pick(decl, layer, typer) for decl in picks),
        clauses=tuple(found),
        paths=tuple(each.span.path for each in files),
        span=file.span,
    )


def _pick(decl: s.PickDecl, layer: Layer, typer: Typer) -> m.Pick_:
    doubt = layer.doubt(decl.doubt)
    if doubt is None:
        known = [name for one in layer.chain() for name in one.doubts]
        message = f"`{decl.doubt}` is no doubt of this edition"
        typer.problems.add("unknown-name", message, decl.span, help=suggest(decl.doubt, known))
    elif decl.reading not in doubt.readings:
        help = suggest(decl.reading, doubt.readings)
        message = f"`{decl.reading}` is no reading of `{decl.doubt}`"
        typer.problems.add("unknown-name", message, decl.span, doubt.span, help=help)
    return m.Pick_(doubt=decl.doubt, reading=decl.reading, text=decl.text, span=decl.span)


def _origin(decl: s.RulingDecl) -> m.Origin:
    match decl.kind:
        case "fill":
            return m.Origin.FILL
        case "settle":
            return m.Origin.SETTLE
        case _:
            assert_never(decl.kind)


def _refuse_contradictory(picks: list[s.PickDecl], decided: list[s.RulingDecl], typer: Typer) -> None:
    picked: dict[str, s.PickDecl] = {}
    for pick in picks:
        first = picked.setdefault(pick.doubt, pick)
        if first is not pick:
            message = f"two rulings pick a reading of `{pick.doubt}`: `{first.reading}` and `{pick.reading}`"
            typer.problems.add("contradictory-rulings", message, pick.span, first.span)
    named: dict[str, s.RulingDecl] = {}
    for ruling in decided:
        earlier = named.setdefault(ruling.name, ruling)
        if earlier is not ruling:
            message = f"there are two rulings called `{ruling.name}`"
            typer.problems.add("contradictory-rulings", message, ruling.span, earlier.span)
