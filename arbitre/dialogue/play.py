"""A game at one keyboard: people and programs choose in turn, and the table settles what is in doubt."""

from collections.abc import Callable, Mapping

from arbitre.dialogue.answers import FEW, MANY, Answers, told
from arbitre.dialogue.news import News, Sight, open_to_all
from arbitre.dialogue.settling import agreed_upon, reading_of
from arbitre.dialogue.terminal import Left, TakenBack, Terminal, command_of
from arbitre.report.as_text import tables
from arbitre.report.as_text.replay import view as write_view
from arbitre.wording import values
from arbitre.wording.catalogue import _, later, listed
from arbitre.wording.messages import clause_of
from checker.findings.printer import text_of
from dsl.text.errors import ArbitreError
from dsl.types.values import Player, Value
from interpreter.play.bots import Bot
from interpreter.play.state import Asked, ChoiceDue, Ended, Unsettled
from interpreter.play.views import view
from interpreter.rulebook.rulebook import Status
from interpreter.session.session import Drawn, Parted, Session, Settling
from interpreter.values.domain import has_players

LOOKED = 2_000
"""So many things are looked at, to tell which may be chosen."""

HELP = (
    later(
        "Write the number of a choice, or what you choose in words: cards by their names, in any language, "
        "with commas between them."
    ),
    later(
        "`?` says this again, with what may be chosen; `state` shows where the game stands; `undo` takes the "
        "last choice back; `quit` ends, and the log is kept."
    ),
    later("What is called like one of these words is written in quotes."),
)


class Table:
    """The people and programs at the table. `save` keeps the log after each event."""

    def __init__(
        self,
        terminal: Terminal,
        session: Session,
        bots: Mapping[Player, Bot],
        save: Callable[[str], None],
    ) -> None:
        self._terminal, self._session, self._bots, self._save = terminal, session, bots, save
        self._language = values.language_of(session.game, session.edition.name)
        self._people = [p for p in session.machine.seats if p not in bots]
        self._news: list[News] = []
        self._told: dict[Player, int] = {}
        self._looking: Player | None = None
        self._gathered: list[tuple[Sight, Player, Value]] = []
        self._noted = 0

    # -------------------------------------------------------------- the game

    def play(self) -> None:
        """Plays to the end. Raises Left where somebody leaves before."""
        self._save(self._session.log())
        while True:
            if isinstance(self._session.due, ChoiceDue | Ended):
                self._note_all()
            try:
                if self._goes_on():
                    continue
                return
            except ArbitreError as error:
                self._broken(error)

    def _goes_on(self) -> bool:
        """Deals with what is due; False where the game is over. Raises Left; ArbitreError for an error of the
        specification."""
        match self._session.due:
            case Ended() as ended:
                self._ended(ended)
                return False
            case ChoiceDue():
                player = self._session.position.waiting[0]
                if player in self._bots:
                    self._bot(player)
                else:
                    self._turn(player)
            case due:
                self._settle(due, None)
        return True

    def _ended(self, ended: Ended) -> None:
        self._face_all()
        self._tell_news(None)
        self._terminal.say(_("The game is over."), style="bold")
        if ended.scores:
            scores = ", ".join(f"{player.name} {points}" for player, points in ended.scores)
            self._terminal.say(_("points: {scores}", scores=scores), indent=2)
        if ended.winners is not None:
            names = [player.name for player in ended.winners]
            self._terminal.say(_("won by {names}", names=listed(names) if names else _("nobody")), indent=2)

    def _bot(self, player: Player) -> None:
        chosen = self._session.bot_choice(player, self._bots[player], LOOKED)
        if isinstance(chosen, tuple):
            self._choose(player, chosen[0], by_person=False)
        elif chosen is None:
            self._stuck(player)
        else:
            self._settle(chosen, player)

    def _stuck(self, player: Player) -> None:
        """Nothing is legal: the table takes something back, or leaves."""
        due = self._session.due
        assert isinstance(due, ChoiceDue)
        self._face_all()
        said = later("{player} can choose nothing as `{name}` that the rules permit.")
        self._terminal.say(_(said, player=player.name, name=due.name))
        self._undo_or_leave()

    def _undo_or_leave(self) -> None:
        if not self._session.can_undo:
            raise Left
        while True:
            match command_of(self._terminal.ask(_("`undo` or `quit`"))):
                case "undo":
                    self._undo()
                    return
                case "quit":
                    raise Left

    # -------------------------------------------------------------- who looks at the screen

    def _face(self, player: Player) -> None:
        """Only this player is to look at the screen from now on."""
        if self._looking != player and len(self._people) > 1:
            self._terminal.clear()
            self._terminal.say(_("It is the turn of {player}.", player=player.name), style="bold")
            self._terminal.ask(_("Press Enter when nobody else is looking"))
        self._looking = player
        self._tell_news(player)
        self._show(player)

    def _face_all(self) -> None:
        """All may look at the screen from now on."""
        if self._looking is not None and len(self._people) > 1:
            self._terminal.clear()
        self._looking = None

    def _show(self, player: Player) -> None:
        flow = self._session.machine.flow
        shown = view(flow, self._session.state, player)
        write_view(self._terminal.console, shown, self._session.game, self._language)

    # -------------------------------------------------------------- what happened

    def _tell_news(self, viewer: Player | None) -> None:
        """What happened since the viewer (None: all at the table; each of them knows it then) was told."""
        who = self._people if viewer is None else [viewer]
        begun = min((self._told.get(player, 0) for player in who), default=0)
        common = self._people[0] if len(self._people) == 1 else None
        for each in self._news[begun:]:
            self._terminal.say(each.told(viewer or common), indent=2)
        for player in who:
            self._told[player] = len(self._news)

    def _note(self, text: str, covered: str | None = None, known_to: frozenset[Player] | None = None) -> None:
        seats = frozenset(self._session.machine.seats)
        open_to = seats if known_to is None else known_to
        self._news.append(News(text, text if covered is None or open_to == seats else covered, open_to))

    def _note_happened(self) -> None:
        """What was drawn by lot among players, and what rules said of players, if all see why."""
        game, agreed = self._session.game, self._session.state.agreed
        told: dict[str, None] = {}
        for happened in self._session.happened[self._noted :]:
            match happened:
                case Drawn(name=name, value=Player() as who):
                    told[_("`{name}`, by lot: {answer}", name=name, answer=who.name)] = None
                case Asked(question=name, situation=situation, verdict=verdict):
                    question = game.questions[name]
                    outcome = verdict.outcome
                    settled = outcome.status is Status.SETTLED and (name, situation) not in agreed
                    if (
                        settled
                        and has_players(question.answer)
                        and open_to_all(self._session, (*situation, *outcome.admits))
                    ):
                        said = values.outcome(outcome, question, game, self._language)
                        told[f"{question.text} {said}"] = None
                case _:
                    pass
        for text in told:
            self._note(text)
        self._noted = len(self._session.happened)

    def _choose(self, player: Player, value: Value, *, by_person: bool) -> None:
        """The player chooses, and the game goes on."""
        session, due = self._session, self._session.due
        assert isinstance(due, ChoiceDue)
        self._gathered.append((Sight(session, due, player), player, value))
        try:
            session.choose(player, value, by_person=by_person)
        except ArbitreError as error:
            self._broken(error)
            return
        finally:
            self._save(session.log())
        if not session.position.gathered:
            self._noted = 0

    def _note_all(self) -> None:
        """What happened since the last choice that was due, once all of it has."""
        session = self._session
        if session.position.gathered:
            return
        for sight, player, chosen in self._gathered:
            answers = Answers(session.game, sight.statement.domain, self._language, self._names())
            name = f"{player.name} · {sight.statement.name}"
            self._note(f"{name}: {answers.shown(chosen)}", f"{name}: …", sight.known_to(chosen, session))
        self._gathered.clear()
        self._note_happened()

    def _broken(self, error: ArbitreError) -> None:
        """The rules ask for what cannot be: the table takes something back, or leaves."""
        self._face_all()
        self._gathered.clear()
        self._terminal.say(_("The game cannot go on: {because}", because=told(error)))
        self._undo_or_leave()

    def _names(self) -> list[str]:
        return [player.name for player in self._session.machine.seats]

    # -------------------------------------------------------------- choosing

    def _turn(self, player: Player) -> None:
        """The player chooses, or the table does something else."""
        session, due = self._session, self._session.due
        assert isinstance(due, ChoiceDue)
        self._face(player)
        answers = Answers(session.game, due.statement.domain, self._language, self._names())
        options, complete = session.legal(player, LOOKED)
        if not options and complete:
            doubt = session.doubtful(player, LOOKED)
            if doubt is None:
                self._stuck(player)
                return
        shown = options[:MANY]
        self._list(player, due, answers, shown if len(shown) <= FEW else ())
        while True:
            text = self._terminal.ask(f"{player.name}, {due.name}", answers.words(options))
            match command_of(text):
                case "state":
                    self._show(player)
                case "undo" if session.can_undo:
                    self._undo()
                    return
                case "undo":
                    self._terminal.say(_("There is nothing to take back."), indent=2)
                case "quit":
                    raise Left
                case None if text:
                    if self._read(player, text, shown, answers):
                        return
                case _:
                    for line in HELP:
                        self._terminal.say(_(line), indent=2)
                    if len(shown) < len(options) or not complete:
                        self._terminal.say(_("Among what may be chosen:"), indent=2)
                    self._list(player, due, answers, shown)

    def _read(self, player: Player, text: str, shown: tuple[Value, ...], answers: Answers) -> bool:
        """Chooses what the text means; whether something came of it."""
        try:
            value = answers.chosen(text, shown)
        except ArbitreError as error:
            self._terminal.say(told(error), indent=2)
            return False
        return self._try(player, value, answers)

    def _list(
        self,
        player: Player,
        due: ChoiceDue,
        answers: Answers,
        options: tuple[Value, ...],
    ) -> None:
        wanted = answers.wanted()
        self._terminal.say(
            _("{player} chooses `{name}`, {wanted}.", player=player.name, name=due.name, wanted=wanted)
        )
        if options:
            labels = [answers.label(number, options) for number in range(1, len(options) + 1)]
            self._terminal.rows(zip(labels, map(answers.shown, options), strict=True))
        else:
            self._terminal.say(_("`?` lists what may be chosen."), indent=2, style="dim")

    def _try(self, player: Player, value: Value, answers: Answers) -> bool:
        """Chooses the value, if it may be; whether something came of it."""
        session = self._session
        if not session.is_there(player, value):
            said = _("{value} is not there to choose from.", value=answers.shown(value))
            self._terminal.say(said, indent=2)
            return False
        allowed = session.allowed(player, value)
        if not isinstance(allowed, bool):
            self._settle(allowed, player, answers.shown(value))
            return True
        if not allowed:
            self._refused(player, value, answers)
            return False
        self._choose(player, value, by_person=True)
        return True

    def _refused(self, player: Player, value: Value, answers: Answers) -> None:
        """Says by which rule the value may not be chosen."""
        session, due = self._session, self._session.due
        assert isinstance(due, ChoiceDue)
        console = self._terminal.console
        self._terminal.say(_("{value} is not permitted.", value=answers.shown(value)), indent=2)
        asked = session.heard(player, value).asked
        no = [each for each in asked if each.verdict.outcome.admits == (False,)]
        if not asked and due.statement.needs is not None:
            condition = text_of(due.statement.needs, session.game)
            self._terminal.say(_("The game asks that `{condition}`.", condition=condition), indent=4)
        for each in no or asked:
            question = session.game.questions[each.question]
            said = values.outcome(each.verdict.outcome, question, session.game, self._language)
            self._terminal.say(f"{question.text} → {said}", indent=4)
            if each.verdict.by_default:
                self._terminal.say(_("by default: no rule says so"), indent=6, style="dim")
            found = [clause_of(session.game, clause) for clause in each.verdict.speaking]
            tables.words_of(console, [clause for clause in found if clause is not None], indent=6)

    # -------------------------------------------------------------- settling, taking back

    def _settle(self, due: Settling, player: Player | None, value: str = "") -> None:
        """The table settles what is in doubt, before the game goes on or a player's choice can be judged."""
        session, terminal = self._session, self._terminal
        self._face_all()
        self._tell_news(None)
        terminal.say(_("The rules leave something in doubt here, and the table is asked to agree."))
        if player is not None and value:
            terminal.say(_("{player} would choose {value}.", player=player.name, value=value))
        try:
            if isinstance(due, Parted):
                reading = reading_of(terminal, due, session.game, session.edition)
                session.read(due.doubt.name, reading)
                self._note(values.reading_text(session.edition, due.doubt.name, [reading]))
            else:
                self._agree(due)
        except TakenBack:
            if player is None and session.can_undo:
                self._undo()
        except ArbitreError as error:
            self._broken(error)
        self._save(session.log())

    def _agree(self, due: Unsettled) -> None:
        session = self._session
        chosen = agreed_upon(self._terminal, due, session)
        name = session.in_question(due)[0]
        session.agree(due, chosen)
        said = values.answer(chosen, session.game.questions[name], session.game, self._language)
        asked = session.game.questions[name].text
        self._note(_("The table agreed: {question} {answer}", question=asked, answer=said))

    def _undo(self) -> None:
        """Takes back the last thing that a person decided."""
        self._session.undo()
        self._save(self._session.log())
        self._gathered.clear()
        self._noted = 0
        self._looking = None
        self._note(_("The last choice was taken back."))
