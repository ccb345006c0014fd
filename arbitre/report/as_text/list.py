"""What there is to ask about, as text."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from arbitre.project.project import Named, options_of, questions_of
from arbitre.report.as_text.page import clean, grid, heading, one_line, paragraph
from arbitre.wording.catalogue import _, edition_name
from arbitre.wording.signatures import signature, type_text
from dsl.fingerprint import fingerprint
from dsl.model import Doubt, Edition, Game, Question
from interpreter.play.setting import setting_name


def write(console: Console, chosen: Sequence[Named], prevails: str | None = None) -> None:
    """The games one after the other; `prevails`: the edition whose text does."""
    for number, named in enumerate(chosen):
        if number:
            console.print()
        _game(console, named, prevails)


def _game(console: Console, named: Named, prevails: str | None) -> None:
    game = named.game
    console.print(Text(f"{game.name}", style="bold").append(f"  {clean(game.title)}", style="default"))
    low, high = game.players
    paragraph(console, _("{low} to {high} players", low=low, high=high), indent=2, style="dim")
    _section(console, _("Variants"))
    console.print(
        grid(
            (Text(f"{game.name}/{v.name}", style="bold"), Text(clean(v.text)))
            for v in game.variants.values()
            if named.variant in (None, v.name)
        )
    )
    options = options_of(named)
    if options:
        _section(console, _("Options"))
    for variant, option in options:
        one_line(console, setting_name(game.name, variant.name, [option.name]), indent=2, style="bold")
        called = [own[0] for own in option.names.values() if own]
        paragraph(console, "; ".join((option.text, *called)), indent=4)
    _section(console, _("Editions"))
    console.print(
        grid(
            (
                Text(e.name, style="bold"),
                Text(edition_name(e.name)),
                Text(", ".join(e.sources), style="dim"),
                Text(fingerprint(game, e.name) or "", style="dim"),
                Text(_("prevails") if e.name == prevails else "", style="dim"),
            )
            for e in game.editions.values()
        )
    )
    if game.decks:
        _section(console, _("Decks"))
        console.print(
            grid(
                (
                    Text(deck.name, style="bold"),
                    Text(clean(deck.title)),
                    Text(clean(deck.span.path), style="dim"),
                    Text(_("played with") if deck is game.deck else "", style="dim"),
                )
                for deck in game.decks.values()
            )
        )
    _section(console, _("Questions"))
    for question in questions_of(named):
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
                (
                    Text(r.name, style="bold"),
                    Text(r.edition),
                    Text(", ".join(r.paths), style="dim"),
                    Text(fingerprint(game, r.edition, r) or "", style="dim"),
                )
                for r in game.rulings
            )
        )


def _section(console: Console, title: str) -> None:
    heading(console, title)


def _question(console: Console, question: Question, game: Game) -> None:
    from checker.findings.printer import text_of

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
