"""The whole table of a question as text: what each edition answers in every situation.

With two parameters the situations are grouped by the first; in a group, those in which every edition answers
the same are one line. Else each situation has a line of its own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from arbitre.commands.asking import EditionVerdict
from arbitre.commands.tabulating import Row, Table
from arbitre.report.as_text import tables
from arbitre.report.as_text.page import clean, grid, paragraph
from arbitre.wording import values
from arbitre.wording.catalogue import _, _n, language, listed
from arbitre.wording.messages import sentence
from interpreter.rulebook.rulebook import Outcome, Status

MANY = 8
"""More values than these in a line are counted, where the other lines of the group list theirs."""

NONE = "–"
DIFFERENT = "≠"
BY_DEFAULT = "*"

_WIDEST_ANSWER, _WIDEST_FIRST, _LEAST_LIST = 18, 22, 18


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the table: whether editions do not agree, the situations, an answer for each edition."""

    differs: bool
    situation: tuple[str, ...]
    answers: tuple[Text, ...]


def write(console: Console, table: Table) -> None:
    """The question, the table, what its signs mean, and how many situations there are."""
    cells = _Cells(table)
    lines = list(_grouped(table, cells) if len(table.question.parameters) == 2 else _listed(table, cells))
    paragraph(console, table.question.text, style="bold")
    if lines:
        console.print()
        console.print(_as_grid(table, lines, console.width))
    if cells.notes:
        console.print()
        console.print(
            grid(((Text(f"[{n}]"), Text(note)) for note, n in cells.notes.items()), indent=0, gap=1)
        )
    console.print()
    for said in _legend(table, lines, cells):
        paragraph(console, said)


def _legend(table: Table, lines: Sequence[_Line], cells: "_Cells") -> Iterable[str]:
    if cells.by_default:
        yield f"{BY_DEFAULT} {sentence(_('by default: no rule says so'))}."
    if any(answer.plain == NONE for line in lines for answer in line.answers):
        yield f"{NONE} {_('By this edition, such a situation does not arise.')}"
    number = len(table.rows)
    differing = sum(row.differ for row in table.rows)
    if differing:
        said = _("In {n} of {all} situations, the editions do not agree.", n=differing, all=number)
        yield f"{DIFFERENT} {said}"
    else:
        yield _n("{n} situation.", "{n} situations.", number)
    if table.excluded:
        yield _n(
            "{n} more is possible, but arises by none of the editions.",
            "{n} more are possible, but arise by none of the editions.",
            table.excluded,
        )


# ------------------------------------------------------------------ the cells


class _Cells:
    """What stands in the cells, with the notes to them and their numbers."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.language = (
            language()
            if language() in table.game.languages
            else values.language_of(table.game, table.editions[0])
        )
        self.notes: dict[str, int] = {}
        self.by_default = False

    def situation(self, row: Row) -> tuple[str, ...]:
        """The values of the parameters in words."""
        return tuple(
            clean(values.plain(value, self.table.game, self.language, parameter.type))
            for parameter, value in zip(self.table.question.parameters, row.situation, strict=True)
        )

    def answers(self, row: Row) -> tuple[Text, ...]:
        """What each edition answers."""
        return tuple(self._answer(verdict) for verdict in row.verdicts)

    def _answer(self, verdict: EditionVerdict) -> Text:
        if not verdict.answers:
            return Text(NONE, style="dim")
        outcomes = list(dict.fromkeys(given.verdict.outcome for given in verdict.answers))
        said = " / ".join(self._said(outcome) for outcome in outcomes)
        if verdict.elsewhere:
            said += f" / {NONE}"
        if len(outcomes) > 1 or verdict.elsewhere:
            return Text(f"{said} [{self._note(verdict, outcomes)}]", style="yellow")
        if all(given.verdict.by_default for given in verdict.answers):
            self.by_default = True
            said += BY_DEFAULT
        return Text(said, style=tables.STATUS_STYLES[outcomes[0].status])

    def _said(self, outcome: Outcome) -> str:
        match outcome.status:
            case Status.OPEN:
                question, game = self.table.question, self.table.game
                admits = [values.answer(value, question, game, self.language) for value in outcome.admits]
                return clean(listed(admits, _("or")))
            case Status.BLOCKED:
                return _("cannot be told")
            case _:
                return clean(values.outcome(outcome, self.table.question, self.table.game, self.language))

    def _note(self, verdict: EditionVerdict, outcomes: Sequence[Outcome]) -> int:
        """The number of the note that says under which readings the edition answers so, in the order of the
        answers."""
        edition = self.table.game.editions[verdict.edition]
        everything = [*(given.interpretation for given in verdict.answers), *verdict.elsewhere]
        conditions = [
            values.condition(
                edition,
                [g.interpretation for g in verdict.answers if g.verdict.outcome == outcome],
                everything,
            )
            for outcome in outcomes
        ]
        if verdict.elsewhere:
            conditions.append(values.condition(edition, verdict.elsewhere, everything))
        parts = [_("if {readings}", readings=when) for when in conditions if when]
        note = clean(f"{verdict.edition}: {' / '.join(parts)}.")
        return self.notes.setdefault(note, len(self.notes) + 1)


# ------------------------------------------------------------------ the lines


def _listed(table: Table, cells: _Cells) -> Iterable[_Line]:
    for row in table.rows:
        yield _Line(row.differ, cells.situation(row), cells.answers(row))


def _grouped(table: Table, cells: _Cells) -> Iterable[_Line]:
    """The lines of a question with two parameters."""
    groups: dict[str, dict[tuple[str, ...], list[_Line]]] = {}
    for line in _listed(table, cells):
        same = tuple(answer.plain for answer in line.answers)
        groups.setdefault(line.situation[0], {}).setdefault(same, []).append(line)
    for first, by_answers in groups.items():
        classes = list(by_answers.values())
        most = max(range(len(classes)), key=lambda place: (len(classes[place]), place))
        if len(classes[most]) > MANY:  # counted, after all that are listed
            classes.append(classes.pop(most))
        for place, lines in enumerate(classes):
            seconds = [line.situation[1] for line in lines]
            many = len(seconds) > MANY and place == len(classes) - 1
            yield _Line(
                any(line.differs for line in lines),
                (first if place == 0 else "", _counted(len(seconds), place) if many else _joined(seconds)),
                lines[0].answers,
            )


def _counted(number: int, place: int) -> str:
    return _("the other {n}", n=number) if place else _("all {n}", n=number)


def _joined(shown: Sequence[str]) -> str:
    return ("; " if any("," in each for each in shown) else ", ").join(shown)


# ------------------------------------------------------------------ the grid


def _as_grid(table: Table, lines: Sequence[_Line], width: int) -> Grid:
    """The lines in columns; editions that answer the same throughout share one."""
    columns: dict[tuple[str, ...], list[int]] = {}
    for place in range(len(table.editions)):
        columns.setdefault(tuple(line.answers[place].plain for line in lines), []).append(place)
    shared = list(columns.values())
    headings = [", ".join(table.editions[place] for place in places) for places in shared]
    names = [parameter.name for parameter in table.question.parameters]
    found = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False, header_style="bold")
    differs = any(line.differs for line in lines)
    if differs:
        found.add_column("", width=1)
    for name, wide in zip(names, _widths(lines, headings, shared, names, width), strict=True):
        found.add_column(name, width=wide, overflow="fold")
    for heading, places in zip(headings, shared, strict=True):
        found.add_column(heading, width=_answer_width(lines, heading, places), overflow="fold")
    for line in lines:
        sign = [Text(DIFFERENT, style="yellow" if line.differs else "")] if differs else []
        if differs and not line.differs:
            sign = [Text("")]
        found.add_row(*sign, *map(Text, line.situation), *(line.answers[places[0]] for places in shared))
    return found


def _answer_width(lines: Sequence[_Line], heading: str, places: Sequence[int]) -> int:
    longest = max(line.answers[places[0]].cell_len for line in lines)
    return max(min(longest, _WIDEST_ANSWER), Text(heading).cell_len)


def _widths(
    lines: Sequence[_Line],
    headings: Sequence[str],
    shared: Sequence[Sequence[int]],
    names: Sequence[str],
    width: int,
) -> list[int]:
    """How wide the columns of the parameters are: the last has what is left, if it needs that much."""
    needed = [
        max([Text(name).cell_len, *(Text(line.situation[place]).cell_len for line in lines)])
        for place, name in enumerate(names)
    ]
    if not needed:
        return []
    taken = 3 + sum(2 + _answer_width(lines, h, p) for h, p in zip(headings, shared, strict=True))
    firsts = [min(wide, _WIDEST_FIRST) for wide in needed[:-1]]
    left = width - taken - sum(wide + 2 for wide in firsts)
    return [*firsts, min(needed[-1], max(left, _LEAST_LIST))]
