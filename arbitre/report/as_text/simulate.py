"""What came of simulated games, as text."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from arbitre.project.decks import leaning
from arbitre.report.as_text.page import clean, grid, paragraph
from arbitre.report.as_text.tables import passage, played_with, situation
from arbitre.wording import values
from arbitre.wording.catalogue import _, _n, later, listed, say
from arbitre.wording.messages import clause_of
from checker.findings.findings import Finding
from dsl.model import Game
from dsl.text.source import Citation
from interpreter.simulate.disagreement import interval
from interpreter.simulate.simulate import Halt, Simulation, Spread

_ENDS = {
    "finished": later("finished"),
    "disputed": later("stopped in dispute"),
    "stuck": later("stuck: nothing legal to choose"),
    "short": later("stopped: cards are to be moved that are not there"),
    "unplayed": later("not played: it may not be played so"),
    "broken": later("stopped by an error of the specification"),
    "unfinished": later("unfinished: given up after very many events"),
}


def write(console: Console, done: Simulation, game: Game, found: Sequence[Finding] = ()) -> None:
    """How the games ended, who won, where play stopped, where editions and readings part, and how often the
    findings counted (`found`) arise."""
    _title(console, done)
    of_deck = leaning(game, done.plan.variant, game.editions[done.plan.edition])
    played_with(console, game, leaning=of_deck)
    _endings(console, done)
    for question, status, number, first in done.disputes:
        _dispute(console, done, game, question, status, number, first.number + 1)
    for end, halt, number, first in done.halts:
        _halt(console, done, game, end, halt, number, first.number + 1)
    for message, number, first in done.errors:
        said = _n("{n} game: {message}", "{n} games: {message}", number, message=message)
        paragraph(console, f"{said} ({_('first in game {n}', n=first.number + 1)})", indent=2, style="red")
    for lost in done.lost:
        said = _("Fewer games were played than wanted: {because}.", because=say(lost.because))
        paragraph(console, said, indent=2, style="bold red")
    _frequency(console, done)
    _findings(console, found)


def _title(console: Console, done: Simulation) -> None:
    plan = done.plan
    title = Text(f"{plan.name} · {plan.edition}", style="bold")
    if plan.rulings:
        names = ", ".join(rulings.name for rulings in plan.rulings)
        title.append(" · " + _("rulings {names}", names=names), style="bold")
    about = _n("{n} game", "{n} games", done.games)
    title.append(f"  {about}, {', '.join(plan.players)}, seed {plan.seed}", style="dim")
    console.print(title)


def _endings(console: Console, done: Simulation) -> None:
    console.print(grid((Text(_(_ENDS[end])), Text(str(number))) for end, number in done.ends.items()))
    rows = [
        (_("choices in a game"), _spread(done.choices)),
        (_("rounds in a game"), _spread(done.rounds)),
    ]
    rows = [row for row in rows if row[1]]
    if rows:
        console.print(grid(rows))
    if not done.ends.get("finished"):
        return
    console.print()
    seats = [
        (
            Text(name),
            Text(_n("{n} win", "{n} wins", wins)),
            Text(_("points {spread}", spread=_spread(scores))),
        )
        for name, wins, scores in zip(done.plan.players, done.wins, done.scores, strict=True)
    ]
    console.print(grid(seats))
    if done.shared:
        paragraph(console, _n("{n} game shared", "{n} games shared", done.shared), indent=2, style="dim")


def _spread(spread: Spread | None) -> str:
    if spread is None:
        return ""
    return _(
        "{least} to {greatest}, {mean} on average",
        least=spread.least,
        greatest=spread.greatest,
        mean=f"{spread.mean:.1f}",
    )


def _dispute(
    console: Console, done: Simulation, game: Game, question: str, status: str, number: int, first: int
) -> None:
    """A question at which play stopped, with the first situation and what the readings make of it."""
    dispute = next(d[3].dispute for d in done.disputes if d[:2] == (question, status))
    assert dispute is not None
    asked = game.questions[question]
    edition = game.editions[done.plan.edition]
    language = values.language_of(game, edition.name)
    console.print()
    said = _n(
        "{n} game stopped at `{question}`", "{n} games stopped at `{question}`", number, question=question
    )
    line = Text("  ").append(said, style="bold").append(f": {_(_STATUSES[status])}", style="yellow")
    console.print(line.append("  " + _("first in game {n}", n=first), style="dim"))
    paragraph(console, asked.text, indent=4)
    situation(console, asked, dispute.situation, game, language, indent=4)
    for readings, part_status, admits in dispute.parts:
        when = listed(values.reading_text(edition, d, r) for d, r in readings.items() if d in edition.doubts)
        answers = listed([values.answer(v, asked, game, language) for v in admits], _("or"))
        told = answers or _(_STATUSES[part_status])
        paragraph(
            console, f"→ {told}, {_('if {readings}', readings=when)}" if when else f"→ {told}", indent=4
        )
    for identifier in dispute.clauses:
        clause = clause_of(game, identifier)
        for citation in () if clause is None else clause.citations:
            passage(console, citation, [identifier], indent=4)


def _halt(
    console: Console, done: Simulation, game: Game, end: str, halt: Halt, number: int, first: int
) -> None:
    """Why games could not go on: who has nothing legal to choose, which step moves cards that are not there,
    or why they may not begin; by which words."""
    console.print()
    if halt.seat is not None:
        said = _n(
            "{n} game stuck: {player} has nothing legal to choose for `{choice}`",
            "{n} games stuck: {player} has nothing legal to choose for `{choice}`",
            number,
            player=done.plan.players[halt.seat],
            choice=halt.at,
        )
    elif end == "unplayed":
        said = _n("{n} game may not be played so", "{n} games may not be played so", number)
    else:
        said = _n(
            "{n} game stopped at the step `{step}`",
            "{n} games stopped at the step `{step}`",
            number,
            step=halt.at or "-",
        )
    line = Text("  ").append(clean(said), style="bold")
    console.print(line.append("  " + _("first in game {n}", n=first), style="dim"))
    if halt.message:
        paragraph(console, halt.message, indent=4)
    for identifier in halt.clauses:
        for citation in _words_of(game, identifier):
            passage(console, citation, [identifier], indent=4)


def _words_of(game: Game, identifier: str) -> Sequence[Citation]:
    """What is printed of a clause, or of a rule that orders steps."""
    clause = clause_of(game, identifier)
    if clause is not None:
        return clause.citations
    edition, _dot, name = identifier.partition(".")
    orders = game.editions[edition].orders if edition in game.editions else ()
    return next((each.citations for each in orders if each.name == name), ())


_STATUSES = {
    "settled": later("is settled"),
    "silent": later("says nothing"),
    "contradictory": later("contradicts itself"),
    "open": later("leaves several answers open"),
    "blocked": later("cannot be told: it hangs on another question"),
    "ambiguous": later("can be read in several ways"),
}


def _frequency(console: Console, done: Simulation) -> None:
    """How often editions and readings part, the most frequent first."""
    parted = [
        (key, tally) for key, tally in done.frequency.tallies.items() if key[1] != "asked" and tally.games
    ]
    parted.sort(key=lambda entry: (-entry[1].games, entry[0]))
    if not parted:
        return
    console.print()
    paragraph(
        console, _("Where editions and readings part, by the share of games (95 % interval):"), indent=2
    )
    rows: dict[tuple[str, int], list[str]] = {}
    for (question, what), tally in parted:
        rows.setdefault((question, tally.games), []).append(_what(what))
    games = done.frequency.games
    console.print(
        grid(
            (
                (Text(question, style="bold"), Text(_share(number, games)), Text("; ".join(whats)))
                for (question, number), whats in rows.items()
            ),
            indent=4,
        )
    )


def _findings(console: Console, found: Sequence[Finding]) -> None:
    """How often each finding arises, the most frequent first."""
    if not found:
        return
    console.print()
    paragraph(console, _("In how many games the findings arise (95 % interval):"), indent=2)
    console.print(
        grid(
            (
                (Text(_share(f.frequency.numerator, f.frequency.denominator)), Text(f.id, style="dim"))
                for f in found
                if f.frequency is not None
            ),
            indent=4,
        )
    )


def _share(number: int, of: int) -> str:
    low, high = interval(number, of)
    return f"{100 * number / of:.0f} % ({100 * low:.0f}–{100 * high:.0f})"


def _what(what: str) -> str:
    edition, colon, status = what.partition(":")
    return f"{clean(edition)}: {_(_STATUSES[status])}" if colon else what.replace("≠", " ≠ ")
