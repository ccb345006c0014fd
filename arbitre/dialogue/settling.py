"""The table settles what the rules leave in doubt: how it reads words, or what it agrees upon."""

from arbitre.dialogue.answers import Answers, numbered, told
from arbitre.dialogue.terminal import Terminal
from arbitre.report.as_text import tables
from arbitre.wording import values
from arbitre.wording.catalogue import _, later, listed
from arbitre.wording.messages import clause_of
from dsl.model import Edition, Game
from dsl.text.errors import ArbitreError
from dsl.types.values import Value
from interpreter.evaluate.evaluate import Blocked
from interpreter.play.interpretations import Diverged
from interpreter.play.state import Unsettled
from interpreter.rulebook.rulebook import Outcome, Status, Verdict
from interpreter.rulebook.situations import Situation
from interpreter.session.session import Parted, Session

WHY = {
    Status.SILENT: later("The rules do not say."),
    Status.CONTRADICTORY: later("The rules contradict each other."),
    Status.OPEN: later("The rules leave several answers."),
    Status.BLOCKED: later("It hangs on another question."),
}


def reading_of(terminal: Terminal, parted: Parted, game: Game, edition: Edition) -> str:
    """The reading of a doubt that is chosen: its words and the readings are shown, each with what it brings.
    Raises Left, and TakenBack."""
    doubt = parted.doubt
    language = values.language_of(game, edition.name)
    terminal.say(doubt.asks, style="bold")
    for citation in doubt.citations:
        tables.passage(terminal.console, citation, [f"{edition.name}.{doubt.name}"])
    texts = {reading.name: reading.text for reading in doubt.readings}
    terminal.rows(
        (f"{number}", f"{texts[name]}{_brings(parted, outcomes, game, language)}")
        for number, (name, outcomes) in enumerate(parted.ways, 1)
    )
    names = [name for name, _outcomes in parted.ways]
    while True:
        answer = terminal.decide(_("The number of the reading that the table takes"), names)
        if answer in names:
            return answer
        number = numbered(answer, len(names))
        if number is not None:
            return names[number - 1]
        terminal.say(_("A number from {low} to {high} is wanted.", low=1, high=len(names)))


def _brings(parted: Parted, outcomes: tuple[Outcome, ...], game: Game, language: str) -> str:
    if parted.key is None or not outcomes:
        return ""
    question = game.questions[parted.key[0]]
    said = dict.fromkeys(values.outcome(outcome, question, game, language) for outcome in outcomes)
    return f" → {listed(said, _('or'))}"


def agreed_upon(terminal: Terminal, due: Unsettled, session: Session) -> Value:
    """The answer upon which the table agrees to a question in dispute. Raises Left, and TakenBack."""
    game, edition = session.game, session.edition
    language = values.language_of(game, edition.name)
    name, situation, verdict = session.in_question(due)
    question = game.questions[name]
    terminal.say(question.text, style="bold")
    tables.situation(terminal.console, question, situation, game, language)
    terminal.say(_(WHY.get(verdict.outcome.status, WHY[Status.BLOCKED])), indent=2)
    found = [clause_of(game, identifier) for identifier in verdict.conflict or verdict.speaking]
    tables.words_of(terminal.console, [clause for clause in found if clause is not None], indent=4)
    players = [player.name for player in session.machine.seats]
    answers = Answers(game, question.answer, language, players)
    options = _options(session, name, situation, verdict, answers)

    def shown(value: Value) -> str:
        return values.answer(value, question, game, language)

    terminal.rows((answers.label(n, options), shown(value)) for n, value in enumerate(options, 1))
    if not options:
        terminal.say(answers.wanted(), indent=2, style="dim")
    while True:
        text = terminal.decide(_("What the table agrees upon"), [shown(value) for value in options])
        try:
            chosen = next((v for v in options if shown(v) == text), None)
            value = answers.chosen(text, options) if chosen is None else chosen
        except ArbitreError as error:
            terminal.say(told(error))
            continue
        if verdict.outcome.admits and value not in verdict.outcome.admits:
            terminal.say(_("By no rule is it {answer}.", answer=shown(value)))
            continue
        return value


def _options(
    session: Session, name: str, situation: Situation, verdict: Verdict, answers: Answers
) -> tuple[Value, ...]:
    """What is listed: the answers that the rules leave, or those that the game lists, or all if few."""
    if verdict.outcome.admits:
        return verdict.outcome.admits
    among = session.game.questions[name].among
    if among is not None:
        try:
            found = session.candidates(name, situation, among)
        except (ArbitreError, Blocked, Diverged):
            found = ()
        if found:
            return found
    return answers.few()
