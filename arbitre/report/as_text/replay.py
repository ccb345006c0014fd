"""What came of logs, as text."""

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from arbitre.commands.replaying import Replayed
from arbitre.project.decks import leaning
from arbitre.report.archive import Archive
from arbitre.report.as_text.page import clean, grid, heading, paragraph
from arbitre.report.as_text.tables import played_with, words_of
from arbitre.report.side_by_side import Column, SideBySide
from arbitre.report.table_state import seen, told
from arbitre.wording import values
from arbitre.wording.catalogue import _, _n, later, listed
from arbitre.wording.messages import clause_of
from dsl.model import Game
from dsl.types.values import Player, Value
from interpreter.play.state import Asked, Begun, Happening, Moved, is_unknown
from interpreter.play.views import SeenZone, View
from interpreter.replay.replay import Replay, ReplayProblem
from interpreter.rulebook.situations import show

later("rules")
later("rulings")
later("deck")
later("stands")
later("not reached")
_STYLES = {
    later("valid"): "green",
    later("unfinished"): "green",
    later("invalid"): "bold red",
    later("disputed"): "bold yellow",
    later("unreadable"): "bold red",
    later("undecided"): "yellow",
}


def write(console: Console, replayed: Replayed, *, at: int | None = None, viewer: str | None = None) -> None:
    """A log: its status, what is wrong with it, and how it ended (or, with `at`, where it stands); with
    `viewer`, as that player may see it."""
    result = replayed.result
    _title(console, replayed)
    if result.changed:
        names = listed([_(name) for name in result.changed])
        said = _(
            "It was written under another state of: {names}. What is told is what has changed.", names=names
        )
        paragraph(console, said, indent=2, style="yellow")
    if result.game is not None and result.edition is not None:
        of_deck = leaning(result.game, result.variant, result.game.editions[result.edition])
        played_with(console, result.game, leaning=of_deck)
    for problem in result.problems:
        _problem(console, told(problem, viewer), result)
    if result.repairs:
        paragraph(console, _n("{n} repair:", "{n} repairs:", len(result.repairs)), indent=2)
        for problem in result.repairs:
            _problem(console, told(problem, viewer), result)
    if at is not None:
        console.print()
        paragraph(console, _("Before event {n}:", n=at), indent=2, style="bold")
        state(console, result, viewer)
        return
    _ending(console, result)


def write_summary(console: Console, archive: Archive) -> None:
    """After several logs: how many came to what, and which have a problem of each code."""
    if archive.number < 2:
        return
    heading(console, _n("{n} log", "{n} logs", archive.number))
    rows = [
        (Text(str(archive.statuses[s])), Text(_(s), style=_STYLES[s])) for s in _STYLES if archive.statuses[s]
    ]
    console.print(grid(rows))
    for code, number in sorted(archive.codes.items()):
        paragraph(console, f"{code}: {number}", indent=2, style="bold")
        for path, document, line in archive.named[code]:
            one = clean(path) + (f" #{document}" if document > 1 else "")
            console.print(Text(f"    {one}, ").append(_("line {line}", line=line)), soft_wrap=True)
        if number > len(archive.named[code]):
            paragraph(console, "…", indent=4)


def write_columns(console: Console, table: SideBySide) -> None:
    """A log by several editions and readings: what came of each and under which readings it stands,
    the events at which they part, and why in each."""
    console.print(_name(table.path, table.document), soft_wrap=True)
    rows = []
    for column in table.columns:
        status = Text(_(column.result.status), style=_STYLES[column.result.status])
        rows.append((Text(column.name), status, Text(_stands(column), style="dim")))
    console.print(grid(rows))
    if not table.rows:
        paragraph(console, _("They part at no event."), indent=2)
    for row in table.rows:
        place = _("line {line}", line=row.line)
        place += ", " + (_("event {n}", n=row.event) if row.event else _("the head"))
        console.print()
        console.print(Text(f"  {place}", style="bold"), soft_wrap=True)
        for column, verdict in zip(table.columns, row.verdicts, strict=True):
            problem = column.at(row.event)
            said = _(verdict) if problem is None else f"{verdict}: {problem.message}"
            paragraph(console, f"{column.name}: {said}", indent=4)
            if problem is not None and column.result.game is not None:
                words_of(console, problem.clauses, indent=6)


def _stands(column: Column) -> str:
    """Under which readings the whole log stands, where it stands under some."""
    if column.result.status not in ("valid", "unfinished", "disputed"):
        return ""
    if not column.result.stands:
        return _("under all readings that are left")
    either = _("or")
    stands = sorted(column.result.stands.items())
    said = [f"{doubt} = {listed(list(readings), either)}" for doubt, readings in stands]
    return _("under {readings}", readings=", ".join(said))


def _name(path: str, document: int) -> Text:
    title = Text(f"{clean(path)}", style="bold")
    if document > 1:
        title.append(f" #{document}", style="bold")
    return title


def _title(console: Console, replayed: Replayed) -> None:
    result = replayed.result
    title = _name(replayed.path, replayed.document)
    title.append(": ").append(_(result.status), style=_STYLES[result.status])
    about = [] if result.game is None else [result.name or "", result.edition or ""]
    about += [_("rulings {names}", names=", ".join(result.rulings))] if result.rulings else []
    about += [_n("{n} event", "{n} events", result.events)] if result.game is not None else []
    if about:
        title.append(f"  {' · '.join(part for part in about if part)}", style="dim")
    console.print(title, soft_wrap=True)


def _ending(console: Console, result: Replay) -> None:
    if result.scores:
        scores = ", ".join(f"{name} {points}" for name, points in result.scores.items())
        paragraph(console, _("points: {scores}", scores=scores), indent=2)
    if result.winners is not None:
        said = listed(result.winners) if result.winners else _("nobody")
        paragraph(console, _("won by {names}", names=said), indent=2)
    elif result.waits_for:
        paragraph(console, _("waits: {what}", what=result.waits_for), indent=2, style="dim")


def _problem(console: Console, problem: ReplayProblem, result: Replay) -> None:
    """A problem: where, what, what was legal instead, and the words."""
    place = _("line {line}", line=problem.line)
    if problem.event:
        place += ", " + _("event {n}", n=problem.event)
    console.print()
    console.print(Text(f"  {place}: ", style="bold").append(problem.code, style="red"), soft_wrap=True)
    message = f"{problem.player}: {problem.message}" if problem.player else problem.message
    paragraph(console, message, indent=4)
    if problem.legal and result.game is not None:
        paragraph(console, _("legal: {choices}", choices=_choices(problem.legal, result)), indent=4)
    if result.game is not None:
        words_of(console, problem.clauses, indent=4)


def _choices(legal: Iterable[Value], result: Replay) -> str:
    assert result.game is not None
    language = values.language_of(result.game, result.edition or "")
    return "; ".join(values.plain(value, result.game, language) for value in legal)


def state(console: Console, result: Replay, viewer: str | None) -> None:
    """Where the game stands, as `viewer` may see it."""
    shown = seen(result, viewer)
    if result.game is None or shown is None:
        return
    view(console, shown, result.game, values.language_of(result.game, result.edition or ""))
    _ending(console, result)


def view(console: Console, shown: View, game: Game, language: str) -> None:
    """A state as someone sees it: the phase, and what lies where."""
    if shown.phase:
        paragraph(console, shown.phase, indent=2, style="dim")
    rows = [
        (
            Text(zone.name, style="dim"),
            Text("" if zone.owner is None else clean(_whose(zone, game, language))),
            Text(str(zone.size) if zone.most is None else f"{zone.size}–{zone.most}", style="dim"),
            Text(clean(_cards(zone, game, language))),
        )
        for zone in shown.zones
        if zone.size
    ]
    console.print(grid(rows))


def _whose(zone: SeenZone, game: Game, language: str) -> str:
    return zone.owner.name if isinstance(zone.owner, Player) else show(zone.owner, game, language)


def _cards(zone: SeenZone, game: Game, language: str) -> str:
    if zone.cards is None:
        return _("not seen")
    known = [values.plain(card, game, language) for card in zone.cards if not is_unknown(card)]
    hidden = sum(is_unknown(card) for card in zone.cards)
    if hidden:
        told = _("{n} not known", n=hidden)
        if zone.possible:
            can_be = listed([values.plain(card, game, language) for card in zone.possible], _("or"))
            told += f" ({can_be})"
        known.append(told)
    if zone.size > len(zone.cards):
        known.append(_("{n} not seen", n=zone.size - len(zone.cards)))
    return ", ".join(known)


# ------------------------------------------------------------------ one event


def write_event(console: Console, number: int, before: Replayed, after: Replayed) -> None:
    """An event: its words in the log, where the game stood, what changed, and what is wrong with it."""
    _title(console, after)
    if before.log is not None:
        event = before.log.events[number - 1]
        paragraph(console, _("event {n}", n=number) + f" ({before.path}:{event.span.line})", indent=2)
    heading(console, _("Before"))
    state(console, before.result, None)
    problems = [p for p in (*after.result.problems, *after.result.repairs) if p.event == number]
    for problem in problems:
        _problem(console, problem, after.result)
    if after.result.happened:
        heading(console, _("What happens"))
        for happening in after.result.happened:
            _happening(console, happening, after.result)
    heading(console, _("After"))
    state(console, after.result, None)


def _happening(console: Console, happening: Happening, result: Replay) -> None:
    """A question that the flow asks, with its answer and the words; or cards that move."""
    game = result.game
    assert game is not None and result.edition is not None
    language = values.language_of(game, result.edition)
    match happening:
        case Asked(question=name, situation=situation, verdict=verdict):
            asked = game.questions[name]
            told = values.outcome(verdict.outcome, asked, game, language)
            given = ", ".join(
                f"{p.name} = {values.plain(v, game, language, p.type)}"
                for p, v in zip(asked.parameters, situation, strict=True)
            )
            line = (
                Text(f"{name}? ", style="bold")
                .append(clean(given))
                .append(f" → {clean(told)}", style="green")
            )
            console.print(grid([(line,)]))
            found = [clause_of(game, identifier) for identifier in verdict.speaking]
            words_of(console, [clause for clause in found if clause is not None], indent=4)
        case Moved(cards=cards, source=source, into=into):
            shown = [values.plain(card, game, language) for card in cards if not is_unknown(card)]
            hidden = sum(is_unknown(card) for card in cards)
            shown += [_("{n} not known", n=hidden)] if hidden else []
            paragraph(console, f"{_zone(source)} → {_zone(into)}: {', '.join(shown)}", indent=2, style="dim")
        case Begun():
            pass


def _zone(key: str) -> str:
    """A zone with its owner, as in `hand Anna`."""
    return " ".join(key.split(":", 2)[1:])
