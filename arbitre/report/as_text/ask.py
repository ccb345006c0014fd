"""The answers of `ask` as text: what each edition answers, by which words, and how else it can be read."""

from rich.console import Console
from rich.text import Text

from arbitre.commands.asking import EditionVerdict, Given, Verdicts, assuming
from arbitre.report.as_text import tables
from arbitre.report.as_text.page import clean, grid, paragraph
from arbitre.wording import values
from arbitre.wording.catalogue import _, language, say
from arbitre.wording.messages import editions, sentence
from interpreter.rulebook.rulebook import Status


def write(console: Console, asked: Verdicts) -> None:
    """The question, the situation, and a paragraph for each edition."""
    game = asked.game
    paragraph(console, asked.question.text, style="bold")
    if asked.question.parameters:
        console.print()
        shown_in = (
            language()
            if language() in game.languages
            else values.language_of(game, asked.verdicts[0].edition)
        )
        tables.situation(console, asked.question, asked.situation, game, shown_in)
    if game.deck is not None:
        console.print()
        tables.played_with(console, game)
    for verdict in asked.verdicts:
        console.print()
        _edition(console, verdict, asked)
    if len(asked.verdicts) > 1:
        console.print()
        if all(verdict.because is not None for verdict in asked.verdicts):
            said = _("By none of the editions does such a situation arise.")
        elif not asked.agree:
            said = _("The editions do not agree.")
        elif assumed := assuming(asked):
            said = _("All editions have the same answer; {who} by assumption only.", who=editions(assumed))
        else:
            said = _("All editions agree.")
        paragraph(console, said)


def _edition(console: Console, verdict: EditionVerdict, asked: Verdicts) -> None:
    if not verdict.answers:
        said = say(verdict.because or "") or _("cannot be told: it hangs on another question")
        _told(console, verdict.edition, Text(clean(said), style="yellow"))
        return
    everything = [*(given.interpretation for given in verdict.answers), *verdict.elsewhere]
    for outcome in dict.fromkeys(given.verdict.outcome for given in verdict.answers):
        these = [given for given in verdict.answers if given.verdict.outcome == outcome]
        edition = asked.game.editions[verdict.edition]
        when = values.condition(edition, [g.interpretation for g in these], everything)
        said = values.outcome(
            outcome, asked.question, asked.game, values.language_of(asked.game, edition.name)
        )
        line = Text(clean(said), style=tables.STATUS_STYLES[outcome.status])
        if when:
            line.append(", " + clean(_("if {readings}", readings=when)), style="default")
        _told(console, edition.name, line)
        _grounds(console, these[0], asked)
    if verdict.elsewhere:
        edition = asked.game.editions[verdict.edition]
        when = values.condition(edition, verdict.elsewhere, everything)
        said = _("such a situation does not arise, if {readings}", readings=when)
        _told(console, edition.name, Text(clean(said), style="yellow"))


def _told(console: Console, edition: str, line: Text) -> None:
    console.print(grid([(Text(edition, style="bold"), Text("→"), line)], indent=0, gap=1))


def _grounds(console: Console, given: Given, asked: Verdicts) -> None:
    """The clauses that speak, with their words; else why there are none."""
    verdict = given.verdict
    if not verdict.proved:
        found = _("best found, not proved: the search ran out of steps")
        paragraph(console, sentence(found) + ".", indent=5, style="yellow")
    if verdict.by_default:
        paragraph(console, sentence(_("by default: no rule says so")) + ".", indent=5, style="dim")
    if verdict.outcome.status is Status.BLOCKED:
        for question, situation, outcome in verdict.blockers:
            waiting = asked.game.questions[question]
            said = values.outcome(outcome, waiting, asked.game, asked.game.languages[0])
            paragraph(
                console,
                _("It hangs on `{question}`: {said}.", question=question, said=said),
                indent=5,
                style="dim",
            )
            tables.situation(console, waiting, situation, asked.game, asked.game.languages[0], indent=7)
    for identifier in verdict.conflict or verdict.speaking:
        tables.words_of(console, [asked.clause(identifier)], indent=5)
    for identifier, by in verdict.overridden:
        said = _("`{rule}` would apply, but `{other}` goes before it.", rule=identifier, other=by)
        paragraph(console, said, indent=5, style="dim")
