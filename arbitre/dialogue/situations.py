"""A situation asked for, one parameter after the other."""

import shlex
from collections.abc import Collection, Sequence

from arbitre.dialogue.answers import Answers, told
from arbitre.dialogue.terminal import TakenBack, Terminal
from arbitre.wording.catalogue import _
from dsl.model import Game, Parameter, Question
from dsl.text.errors import ArbitreError
from dsl.types import types as t
from dsl.types.values import Record, Value, bag_of, set_of
from interpreter.logs.writer import flow_text
from interpreter.rulebook.situations import TABLE, to_json
from interpreter.values.domain import has_players
from interpreter.values.show import in_bounds

MOST_ITEMS = 1000


def missing(question: Question, known: Collection[str]) -> list[Parameter]:
    """The parameters that have to be given, and are not."""
    return [p for p in question.parameters if p.name not in known and p.default is None]


def asked_situation(
    terminal: Terminal, question: Question, game: Game, language: str, known: Collection[str]
) -> tuple[str, ...]:
    """What `--given` is to be told of the parameters that are not `known`, as NAME=VALUE; the table first,
    where players can occur. `undo` goes back to the parameter before. Raises Left."""
    terminal.say(question.text, style="bold")
    wanted: list[Parameter | None] = [p for p in question.parameters if p.name not in known]
    if TABLE not in known and any(has_players(p.type) for p in question.parameters):
        wanted.insert(0, None)
    given: list[str | None] = []
    players: tuple[str, ...] | None = None
    while len(given) < len(wanted):
        parameter = wanted[len(given)]
        try:
            if parameter is None:
                players = _table(terminal, game)
                given.append(None if players is None else f"{TABLE}={flow_text(list(players))}")
            else:
                asking = _Asking(terminal, game, language, players)
                given.append(_parameter(asking, parameter))
        except TakenBack:
            given = given[:-1]
    return tuple(each for each in given if each is not None)


def command_line(arguments: Sequence[str], given: Sequence[str]) -> str:
    """The command that asks the same, for a shell."""
    words = ["arbitre", "ask", *arguments]
    for each in given:
        words += ["--given", each]
    return " ".join(map(shlex.quote, words))


def _table(terminal: Terminal, game: Game) -> tuple[str, ...] | None:
    """The names at the table; None where those count who are mentioned."""
    type = t.ListType(t.PlayerType(), 1, game.players[1])
    answers = Answers(game, type, game.languages[0], None)
    while True:
        prompt = _("Who is at the table, in seating order (Enter: those who are mentioned)")
        text = terminal.decide(prompt, game.names, or_nothing=True)
        if not text:
            return None
        try:
            names = answers.read(text)
        except ArbitreError as error:
            terminal.say(told(error))
            continue
        assert isinstance(names, tuple)
        shown = tuple(str(to_json(name, game)) for name in names)
        if len(set(shown)) == len(shown):
            return shown
        terminal.say(_("Somebody is at the table twice."))


def _parameter(asking: "_Asking", parameter: Parameter) -> str | None:
    """NAME=VALUE; None where the parameter keeps its default."""
    found = asking.value(parameter.name, parameter.type, may_be_left=parameter.default is not None)
    if found is None:
        return None
    return f"{parameter.name}={flow_text(to_json(found[0], asking.game))}"


class _Asking:
    """Asks for values, part by part."""

    def __init__(
        self, terminal: Terminal, game: Game, language: str, players: tuple[str, ...] | None
    ) -> None:
        self.terminal, self.game, self.language, self.players = terminal, game, language, players

    def value(self, name: str, type: t.Type, *, may_be_left: bool = False) -> tuple[Value] | None:
        """The value of this type; None where nothing is answered, which may be."""
        match type:
            case t.ListType(item=t.RecordType(is_shape=False) as item, low=low, high=high):
                items = self._items(name, item, low, high, may_be_left)
                return None if items is None else (tuple(items),)
            case t.BagType(item=t.RecordType(is_shape=False) as item, low=low, high=high):
                items = self._items(name, item, low, high, may_be_left)
                return None if items is None else (bag_of(items),)
            case t.SetType(item=t.RecordType(is_shape=False) as item):
                items = self._items(name, item, None, None, may_be_left)
                return None if items is None else (set_of(items),)
            case t.RecordType(is_shape=False):
                return self._record(name, type, may_be_left)
            case _:
                return self._simple(name, type, may_be_left)

    def _items(
        self, name: str, item: t.RecordType, low: int | None, high: int | None, may_be_left: bool
    ) -> list[Value] | None:
        """The items, until nothing is answered."""
        found: list[Value] = []
        while len(found) < (MOST_ITEMS if high is None else high):
            enough = in_bounds(len(found), low, high) or (may_be_left and not found)
            part = self._record(f"{name} {len(found) + 1}", item, may_be_left=enough)
            if part is None:
                return None if may_be_left and not found else found
            found.append(part[0])
        return found

    def _record(self, name: str, type: t.RecordType, may_be_left: bool) -> tuple[Value] | None:
        fields: list[tuple[str, Value]] = []
        for field, of in type.fields:
            part = self.value(f"{name} · {field}", of, may_be_left=may_be_left and not fields)
            if part is None:
                return None
            fields.append((field, part[0]))
        return (Record(type.name, tuple(fields)),)

    def _simple(self, name: str, type: t.Type, may_be_left: bool) -> tuple[Value] | None:
        answers = Answers(self.game, type, self.language, self.players)
        options = answers.few()
        self.terminal.say(f"{name}: {answers.wanted()}", style="dim")
        if options:
            self.terminal.rows(
                (answers.label(n, options), answers.shown(value)) for n, value in enumerate(options, 1)
            )
        prompt = _("{name} (Enter: leave it at that)", name=name) if may_be_left else name
        while True:
            text = self.terminal.decide(prompt, answers.words(options), or_nothing=may_be_left)
            if not text:
                return None
            try:
                return (answers.chosen(text, options),)
            except ArbitreError as error:
                self.terminal.say(told(error))
