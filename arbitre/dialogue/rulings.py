"""A ruling made at a keyboard, and the table of what is left to rule on."""

from rich.console import Console
from rich.text import Text

from arbitre.commands.rulings.dispute import Dispute, doubts_in, readings_that_settle
from arbitre.commands.rulings.overview import Open, Overview
from arbitre.dialogue.answers import Answers, told
from arbitre.dialogue.settling import reading_of
from arbitre.dialogue.terminal import Terminal
from arbitre.report.as_text.page import clean, grid, heading, paragraph
from arbitre.wording import values
from arbitre.wording.catalogue import _, edition_name, later
from dsl.model import Doubt, Edition, Game
from dsl.text.errors import ArbitreError
from dsl.types.values import Value
from interpreter.session.session import Parted

_KINDS = {
    "doubt": later("doubt"),
    "gap": later("gap"),
    "contradiction": later("contradiction"),
    "ambiguity": later("left open"),
}


def chosen_reading(terminal: Terminal, doubt: Doubt, game: Game, edition: Edition) -> str:
    """The reading of a doubt that is ruled. Raises Left."""
    return reading_of(
        terminal, Parted(None, doubt, tuple((r.name, ()) for r in doubt.readings)), game, edition
    )


def chosen_readings(terminal: Terminal, dispute: Dispute, game: Game) -> tuple[Doubt, str]:
    """The doubt on which the answer hangs, and the reading that is ruled. Raises Left."""
    settling = readings_that_settle(dispute)
    doubts = doubts_in(dispute)
    doubt = next((d for d in doubts if any(name == d.name for name, _reading in settling)), doubts[0])
    ways = tuple(
        (r.name, (settling[doubt.name, r.name],) if (doubt.name, r.name) in settling else ())
        for r in doubt.readings
    )
    parted = Parted((dispute.question.name, dispute.situation), doubt, ways)
    return doubt, reading_of(terminal, parted, game, dispute.edition)


def chosen_answer(terminal: Terminal, dispute: Dispute, game: Game) -> Value:
    """The answer that is ruled. Raises Left."""
    question = dispute.question
    language = values.language_of(game, dispute.edition.name)
    players = [player.name for player in dispute.players] or None
    answers = Answers(game, question.answer, language, players)
    admitted = tuple(
        dict.fromkeys(v for given in dispute.verdict.answers for v in given.verdict.outcome.admits)
    )
    options = admitted or answers.few()
    terminal.say(question.text, style="bold")
    terminal.say(_("What the house rules: {wanted}", wanted=answers.wanted()), style="dim")
    terminal.rows(
        (answers.label(n, options), values.answer(v, question, game, language))
        for n, v in enumerate(options, 1)
    )
    while True:
        text = terminal.decide(_("The answer"), answers.words(options))
        try:
            return answers.chosen(text, options)
        except ArbitreError as error:
            terminal.say(told(error))


def write_overview(console: Console, found: Overview) -> None:
    """The table: what is open, edition by edition, and what each house makes of it."""
    for edition in dict.fromkeys(row.edition for row in found.rows):
        heading(console, edition_name(edition))
        own = [row for row in found.rows if row.edition == edition]
        console.print(
            grid(
                (_mark(row), _(_KINDS[row.kind]), Text(row.name, style="bold"), clean(_houses(row)))
                for row in own
            )
        )
        settled = sum(bool(row.settled) for row in own)
        paragraph(console, _("{n} of {of} are settled.", n=settled, of=len(own)), indent=2)
    if any(not row.whole for row in found.rows):
        said = _("In brackets: settled, or not, in the situations that the check shows; there may be others.")
        paragraph(console, said, indent=2, style="dim")
    if not found.rows:
        paragraph(console, _("Nothing is left to rule on."))


def _mark(row: Open) -> str:
    mark = "✓" if row.settled else "·"
    return mark if row.whole else f"({mark})"


def _houses(row: Open) -> str:
    parts = [f"{name}: {said}" for name, said in row.settled.items()]
    parts += [_("{name}, in some situations: {said}", name=n, said=s) for n, s in row.partly.items()]
    return "; ".join(parts)
