"""What there is to ask about, as text."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from arbitre.report.page import clean, grid, heading, one_line, paragraph
from arbitre.report.signatures import signature, type_text
from arbitre.words import _, language_name
from dsl.model import Doubt, Edition, Game, Question


def write(console: Console, chosen: Sequence[tuple[Game, str | None]]) -> None:
    """The games one after the other."""
    for number, (game, variant) in enumerate(chosen):
        if number:
            console.print()
        _game(console, game, variant)


def _game(console: Console, game: Game, variant: str | None) -> None:
    console.print(Text(f"{game.name}", style="bold").append(f"  {clean(game.title)}", style="default"))
    low, high = game.players
    paragraph(console, _("{low} to {high} players", low=low, high=high), indent=2, style="dim")
    _section(console, _("Variants"))
    console.print(
        grid(
            (Text(f"{game.name}/{v.name}", style="bold"), Text(clean(v.text)))
            for v in game.variants.values()
            if variant in (None, v.name)
        )
    )
    _section(console, _("Editions"))
    console.print(
        grid(
            (Text(e.name, style="bold"), Text(language_name(e.name)), Text(e.source.path, style="dim"))
            for e in game.editions.values()
        )
    )
    _section(console, _("Questions"))
    for question in _questions(game, variant):
        _question(console, question, game)
    if any(edition.doubts for edition in game.editions.values()):
        _section(console, _("Doubts"))
    for edition in game.editions.values():
        for doubt in edition.doubts.values():
            _doubt(console, edition, doubt)
    if game.rulings:
        _section(console, _("Rulings"))
        console.print(
            grid(
                (Text(r.name, style="bold"), Text(r.edition), Text(r.path, style="dim")) for r in game.rulings
            )
        )


def _section(console: Console, title: str) -> None:
    heading(console, title)


def _questions(game: Game, variant: str | None) -> Iterable[Question]:
    asked = game.questions if variant is None else game.variants[variant].questions
    return (question for name, question in game.questions.items() if name in asked)


def _question(console: Console, question: Question, game: Game) -> None:
    from checker.words import text_of

    one_line(console, signature(question, game), indent=2, style="bold")
    paragraph(console, question.text, indent=4)
    for need in question.needs:
        paragraph(console, f"needs {text_of(need, game)}", indent=4, style="dim")
    for given in question.given:
        paragraph(console, f"given {text_of(given, game)}", indent=4, style="dim")


def _doubt(console: Console, edition: Edition, doubt: Doubt) -> None:
    title = Text(f"  {edition.name}.{doubt.name}", style="bold")
    if doubt.type is not None:
        inside = ", ".join(f"{name}: {type_text(type)}" for name, type in doubt.parameters)
        title.append(f"  ({inside}) -> {type_text(doubt.type)}", style="dim")
    console.print(title, soft_wrap=True)
    paragraph(console, doubt.asks, indent=4)
    console.print(grid(((Text(r.name, style="bold"), Text(clean(r.text))) for r in doubt.readings), indent=6))
