"""A comparison of editions as text: the reconciliation first, then question by question."""

from collections.abc import Mapping
from typing import assert_never

from rich.console import Console
from rich.text import Text

from arbitre.report.as_text import tables
from arbitre.report.as_text.page import clean, grid, heading, paragraph
from arbitre.report.as_text.proved import STATUSES
from arbitre.wording import values
from arbitre.wording.catalogue import _, language, listed, say
from arbitre.wording.messages import editions, sentence
from checker.findings.findings import ComparedStatus, Comparison, QuestionComparison
from dsl.model import Game

_STYLES: Mapping[ComparedStatus, str] = {
    "equivalent": "green",
    "compatible": "green",
    "reconcilable": "yellow",
    "irreconcilable": "red",
    "both-silent": "yellow",
    "never-both-answer": "yellow",
    "assumption-only": "yellow",
    "vacuous": "yellow",
    "undecided": "yellow",
}


def write(console: Console, compared: Comparison, game: Game) -> None:
    """What holds of the whole, a table of the questions, and a situation where they differ for each."""
    console.print(
        Text(f"{clean(game.title)} · {compared.variant} · {', '.join(compared.editions)}", style="bold")
    )
    tables.played_with(console, game)
    console.print()
    paragraph(console, _whole(compared))
    heading(console, _("Question by question"))
    rows = []
    for each in compared.questions:
        under = say(each.because) if each.status == "undecided" else ""
        if each.under not in (None, "always"):
            under = _("if {condition}", condition=each.under)
        status = Text(_(STATUSES[each.status]), style=_STYLES[each.status])
        rows.append((Text(each.question, style="bold"), status, Text(clean(under))))
    console.print(grid(rows))
    for each in compared.questions:
        if each.witness is not None:
            _difference(console, each, game)
    if compared.eliminated:
        heading(console, _("Readings struck out"))
        for struck in compared.eliminated:
            said = listed(
                values.reading_text(game.editions[struck.edition], doubt, [reading])
                for doubt, reading in sorted(struck.readings.items())
            )
            text = _(
                "{edition}: that {readings} is ruled out: {because}",
                edition=struck.edition,
                readings=said,
                because=say(struck.because),
            )
            paragraph(console, text, indent=2)


def _whole(compared: Comparison) -> str:
    who = sentence(editions(compared.editions))
    match compared.status:
        case "equivalent" if compared.under not in (None, "always"):
            return _(
                "{who} say the same in every situation, if they are read alike: {condition}.",
                who=who,
                condition=compared.under,
            )
        case "equivalent":
            return _("{who} say the same in every situation.", who=who)
        case "compatible":
            return _("{who} say the same wherever both answer.", who=who)
        case "reconcilable":
            return _("{who} say the same if {condition}.", who=who, condition=compared.under or "")
        case "irreconcilable":
            return _("{who} differ, however they are read.", who=who)
        case "both-silent":
            return _("{who} say nothing of any of these questions: there is nothing to agree on.", who=who)
        case "never-both-answer":
            return _(
                "{who} do not agree: where they do not differ, one never answers where another does.",
                who=who,
            )
        case "assumption-only":
            return _("{who} have the same answers, but one of them at least by assumption only.", who=who)
        case "vacuous":
            return _("{who} share no situation that could be compared.", who=who)
        case "undecided":
            return _("Whether {who} agree is undecided.", who=editions(compared.editions))
        case _:
            assert_never(compared.status)


def _difference(console: Console, each: QuestionComparison, game: Game) -> None:
    """The smallest situation in which the editions differ."""
    assert each.witness is not None
    asked = game.questions[each.witness.question]
    heading(console, f"{each.question}: {_(STATUSES[each.status])}")
    paragraph(console, asked.text, style="italic")
    console.print()
    first = each.witness.answers[0].edition if each.witness.answers else game.languages[0]
    shown_in = language() if language() in game.languages else values.language_of(game, first)
    tables.situation(console, asked, each.witness.situation, game, shown_in)
    if asked.parameters:
        console.print()
    tables.answers(console, asked, each.witness.answers, game, with_rules=True)
