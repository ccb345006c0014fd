"""A ruling made from what the command line says, and for the rest from what is answered at the keyboard."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from arbitre.commands.rulings.dispute import (
    Dispute,
    answer_ruling,
    checked_answer,
    dispute_of,
    doubts_in,
    reading_ruling,
    readings_that_settle,
    refuse_settled,
    unwritable,
)
from arbitre.commands.rulings.writing import Place
from arbitre.dialogue.rulings import chosen_answer, chosen_reading, chosen_readings
from arbitre.dialogue.situations import asked_situation, missing
from arbitre.dialogue.terminal import Terminal
from arbitre.project.input import situation_node
from arbitre.project.project import Named, find_question
from arbitre.project.usage import UsageProblem
from arbitre.wording import values
from arbitre.wording.catalogue import _
from dsl.model import Doubt, Edition, Project, Question
from dsl.text.errors import fail
from dsl.text.span import Span
from dsl.types.values import Value
from interpreter.runtime.yamltext import Mapping, Node, Scalar, parse_document

_HERE = Span("--is", 1, 1, 1, 1)
Made = tuple[str, Callable[[Project], None]]
"""What is written, and what has to hold once it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What the command line says of a ruling; `asking`: what it does not say is asked for."""

    answer: str | None
    because: str | None
    date: str
    then: str | None
    when: str | None
    always: bool
    name: str | None
    file: str | None
    given: tuple[str, ...]
    asking: bool


class Ruler:
    """Makes one ruling of an edition."""

    def __init__(
        self,
        project: Project,
        named: Named,
        edition: Edition,
        place: Place,
        wanted: Wanted,
        terminal: Terminal,
    ) -> None:
        self._project, self._named, self._edition = project, named, edition
        self._place, self._wanted, self._terminal = place, wanted, terminal
        self._language = values.language_of(named.game, edition.name)

    # -------------------------------------------------------------- a doubt

    def of_doubt(self, doubt: Doubt) -> Made:
        """That the doubt is read so. Raises UsageProblem, Left."""
        wanted = self._wanted
        if wanted.then is not None or wanted.when is not None or wanted.name is not None:
            raise UsageProblem(
                "`--then`, `--when` and `--name` are for answers to a question, not for a doubt"
            )
        reading = wanted.answer
        if reading is None:
            self._need("--is READING")
            reading = chosen_reading(self._terminal, doubt, self._named.game, self._edition)
        return reading_ruling(doubt, reading, self._because(), wanted.date, self._place), lambda project: None

    # -------------------------------------------------------------- a question

    def of_question(self, name: str) -> Made:
        """What settles a question in a situation. Raises UsageProblem, ArbitreError, Left."""
        question = find_question(self._named.game, name, self._named.variant, self._named.options)
        written = self._situation(question)
        there = None if self._place.there is None else self._place.option
        dispute = dispute_of(self._project, self._named, question, self._edition, written, there)
        refuse_settled(dispute, self._answered(dispute))
        if dispute.verdict.status == "ambiguous" and self._wanted.then is None:
            return self._by_reading(dispute, written)
        return self._by_answer(dispute, written)

    def _situation(self, question: Question) -> Node:
        wanted = self._wanted
        written = situation_node(wanted.file, wanted.given)
        known = [key.text for key, _value in written.entries] if isinstance(written, Mapping) else []
        if wanted.asking and missing(question, known):
            more = asked_situation(self._terminal, question, self._named.game, self._language, known)
            written = situation_node(wanted.file, (*wanted.given, *more))
        return written

    def _answered(self, dispute: Dispute) -> str:
        """What is answered, in words, if it is settled."""
        if dispute.verdict.status != "settled":
            return ""
        outcome = dispute.verdict.answers[0].verdict.outcome
        return values.outcome(outcome, dispute.question, self._named.game, self._language)

    def _by_reading(self, dispute: Dispute, written: Node) -> Made:
        """The reading of a doubt on which the answer hangs."""
        wanted, game = self._wanted, self._named.game
        if wanted.answer is None:
            self._need("--is ANSWER")
            doubt, reading = chosen_readings(self._terminal, dispute, game)
        else:
            doubt, reading = self._reading_for(dispute, checked_answer(dispute, game, _node(wanted.answer)))
        text = reading_ruling(doubt, reading, self._because(), wanted.date, self._place)
        return text, lambda project: None

    def _reading_for(self, dispute: Dispute, answer: Value) -> tuple[Doubt, str]:
        """The only reading that brings the answer. Raises UsageProblem where none does, or several do."""
        settling = readings_that_settle(dispute)
        fitting = [key for key, outcome in settling.items() if outcome.admits == (answer,)]
        if len(fitting) == 1:
            ((doubt, reading),) = fitting
            return dispute.edition.doubts[doubt], reading
        names = [f"`{doubt}={reading}`" for doubt, reading in fitting]
        names = names or [f"`{doubt.name}`" for doubt in doubts_in(dispute)]
        raise UsageProblem(
            "the answer hangs on how words are read: rule on the doubt, "
            f"`arbitre rule GAME DOUBT --is READING`, with {' or '.join(names)}"
        )

    def _by_answer(self, dispute: Dispute, written: Node) -> Made:
        """An answer where the text has none, or no single one."""
        wanted, game = self._wanted, self._named.game
        answer: Value = None
        if wanted.answer is not None:
            answer = checked_answer(dispute, game, _node(wanted.answer))
        elif wanted.then is None:
            self._need("--is ANSWER")
            answer = chosen_answer(self._terminal, dispute, game)
        when, always = wanted.when, wanted.always
        if wanted.asking and when is None and not always and unwritable(dispute):
            prompt = _("When it holds, in the rules language (Enter: wherever the text leaves it)")
            when = self._terminal.decide(prompt, or_nothing=True) or None
            always = when is None
        text = answer_ruling(
            dispute,
            game,
            self._place,
            answer=answer,
            then=wanted.then,
            when=when,
            always=always,
            because=self._because(),
            date=wanted.date,
            name=wanted.name,
        )

        def check(project: Project) -> None:
            self._check(project, dispute, written, None if wanted.then is not None else (answer,))

        return text, check

    def _check(self, project: Project, before: Dispute, written: Node, answer: tuple[Value] | None) -> None:
        """Raises ArbitreError where the ruling does not settle the dispute, or not with this answer."""
        named = replace(self._named, game=project.games[self._named.game.name])
        question = named.game.questions[before.question.name]
        edition = named.game.editions[self._edition.name]
        after = dispute_of(project, named, question, edition, written, self._place.option)
        if after.verdict.status != "settled":
            message = f"with this ruling, `{question.name}` is still without a single answer here"
            raise fail("settles-nothing", message, _HERE)
        if answer is not None and after.verdict.answers[0].verdict.outcome.admits != answer:
            message = f"with this ruling, `{question.name}` is {self._answered(after)} here"
            raise fail("settles-nothing", message, _HERE)

    # -------------------------------------------------------------- what is missing

    def _because(self) -> str:
        """The reason."""
        if self._wanted.because is not None:
            return self._wanted.because
        self._need("--because TEXT")
        return self._terminal.decide(_("Because"))

    def _need(self, option: str) -> None:
        """Raises UsageProblem where nobody can be asked for what this option says."""
        if not self._wanted.asking:
            raise UsageProblem(f"`{option}` is missing")


def _node(text: str) -> Node:
    if text[:1] in ("[", "{", '"', "'"):
        return parse_document(text, "--is")
    return Scalar(text, True, _HERE)
