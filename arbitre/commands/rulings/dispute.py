"""The dispute that a ruling is to settle: a doubt, or what an edition answers in one situation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbitre.commands.asking import EditionVerdict, asked_editions
from arbitre.commands.rulings.writing import Place, decree_text, free_name, pick_text
from arbitre.project.project import Named
from arbitre.project.usage import UsageProblem
from checker.findings.printer import text_of
from dsl.model import Doubt, Edition, Game, Literal, Project, Question
from dsl.text.errors import did_you_mean
from dsl.types.values import Player, Record, Value
from interpreter.rulebook.rulebook import Outcome, Status
from interpreter.rulebook.situations import Situation, parse_situation, parse_value
from interpreter.runtime.yamltext import Node
from interpreter.values.domain import has_players
from interpreter.values.show import players_in, show_plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """What an edition answers in a situation, under the rulings there are."""

    edition: Edition
    question: Question
    situation: Situation
    players: tuple[Player, ...]
    verdict: EditionVerdict


def find_doubt(edition: Edition, name: str) -> Doubt | None:
    """The doubt of that name, with the edition before it or not; None where there is none."""
    return edition.doubts.get(name.removeprefix(f"{edition.name}."))


def dispute_of(
    project: Project, named: Named, question: Question, edition: Edition, written: Node, rulings: str | None
) -> Dispute:
    """What is answered in the situation, under the rulings that `--rulings` would mean. Raises ArbitreError,
    UsageProblem."""
    (asked,) = asked_editions(project, named, question, editions=[edition.name], readings=(), rulings=rulings)
    situation, players = parse_situation(written, question, named.game, asked.first)
    return Dispute(
        edition=edition,
        question=question,
        situation=situation,
        players=players,
        verdict=asked.verdict(situation),
    )


def refuse_settled(dispute: Dispute, answer: str) -> None:
    """Raises UsageProblem where there is nothing to settle, or something else has to be settled before.
    `answer`: what is answered, in words."""
    verdict = dispute.verdict
    if verdict.because is not None:
        raise UsageProblem(verdict.because)
    if verdict.status == "settled":
        raise UsageProblem(f"there is nothing to settle: `{verdict.edition}` answers {answer}")
    if verdict.status == "blocked":
        blockers = verdict.answers[0].verdict.blockers if verdict.answers else ()
        names = ", ".join(f"`{question}`" for question, _situation, _outcome in blockers)
        raise UsageProblem(f"`{dispute.question.name}` hangs on {names or 'another question'}: rule on that")


# ------------------------------------------------------------------ readings


def readings_that_settle(dispute: Dispute) -> Mapping[tuple[str, str], Outcome]:
    """The readings (of one doubt each) under which all interpretations left have one settled answer."""
    answers = dispute.verdict.answers
    found: dict[tuple[str, str], Outcome] = {}
    for doubt in dispute.edition.doubts.values():
        for reading in doubt.readings:
            these = {
                given.verdict.outcome
                for given in answers
                if given.interpretation.get(doubt.name, reading.name) == reading.name
            }
            concerned = any(doubt.name in given.interpretation for given in answers)
            if concerned and len(these) == 1 and next(iter(these)).status is Status.SETTLED:
                found[doubt.name, reading.name] = next(iter(these))
    return found


def doubts_in(dispute: Dispute) -> tuple[Doubt, ...]:
    """The doubts on which the answer hangs."""
    named = {doubt for given in dispute.verdict.answers for doubt in given.interpretation}
    return tuple(doubt for name, doubt in dispute.edition.doubts.items() if name in named)


def checked_reading(doubt: Doubt, reading: str, place: Place) -> str:
    """The reading of that name. Raises UsageProblem where there is none, or the doubt is settled."""
    names = [each.name for each in doubt.readings]
    if reading not in names:
        near = did_you_mean(reading, names) or f"there are: {', '.join(f'`{name}`' for name in names)}"
        raise UsageProblem(f"`{doubt.name}` has no reading `{reading}`; {near}")
    for pick in () if place.there is None else place.there.picks:
        if pick.doubt == doubt.name:
            where = f"{pick.span.path}:{pick.span.line}"
            raise UsageProblem(f"`{doubt.name}` is settled already: `{pick.reading}` ({where})")
    return reading


def reading_ruling(doubt: Doubt, reading: str, because: str, date: str, place: Place) -> str:
    """The ruling that the doubt is read so. Raises UsageProblem."""
    return pick_text(doubt.name, checked_reading(doubt, reading, place), because, date)


# ------------------------------------------------------------------ answers


def checked_answer(dispute: Dispute, game: Game, written: Node) -> Value:
    """The answer that is ruled. Raises ArbitreError where it cannot be one."""
    names = tuple(player.name for player in dispute.players) or None
    return parse_value(written, dispute.question.answer, game, names)


def answer_ruling(
    dispute: Dispute,
    game: Game,
    place: Place,
    *,
    answer: Value | None,
    then: str | None,
    when: str | None,
    always: bool,
    because: str,
    date: str,
    name: str | None,
) -> str:
    """The ruling that fills the silence, or settles what is contradictory or open: with the answer, or with
    `then`, an expression of the rules language; in this situation alone, `when` a condition holds, or
    `always`. Raises UsageProblem where one of these is needed."""
    question = dispute.question
    statuses = {given.verdict.outcome.status for given in dispute.verdict.answers}
    sort = "fill" if statuses == {Status.SILENT} else "settle"
    taken = {} if place.there is None else {c.rule: c for c in place.there.clauses}
    return decree_text(
        sort,
        free_name(question.name, taken) if name is None else name,
        because=because,
        date=date,
        question=question.name,
        parameters=tuple(p.name for p in question.parameters),
        condition=_condition(dispute, game) if when is None and not always else when,
        answer=f"then {then}" if then is not None else _answer(dispute, game, answer),
        situation=_told(dispute, game),
    )


def _told(dispute: Dispute, game: Game) -> str:
    pairs = zip(dispute.question.parameters, dispute.situation, strict=True)
    return ", ".join(f"{p.name} = {show_plain(value, game)}" for p, value in pairs)


def unwritable(dispute: Dispute) -> tuple[str, ...]:
    """The parameters that name players: a condition cannot say them."""
    return tuple(p.name for p in dispute.question.parameters if has_players(p.type))


def _condition(dispute: Dispute, game: Game) -> str | None:
    names = unwritable(dispute)
    if names:
        shown = ", ".join(f"`{name}`" for name in names)
        how = "`--when CONDITION` in the rules language, or `--always` for wherever the text leaves it"
        raise UsageProblem(f"when does it hold? {shown} names players, which no condition can; say {how}")
    parts = [
        f"{p.name} = {text_of(Literal(type=p.type, value=value), game)}"
        for p, value in zip(dispute.question.parameters, dispute.situation, strict=True)
    ]
    return " and ".join(parts) or None


def _answer(dispute: Dispute, game: Game, answer: Value | None) -> str:
    question = dispute.question
    if isinstance(answer, bool) and question.permission is not None:
        return "permit" if answer else "forbid"
    players = players_in([answer])
    if players:
        found = [text for player in players for text in ways_to_say(dispute, player)]
        shown = ", ".join(f"`{text}`" for text in found[:4])
        hint = f", as here {shown}" if found else ""
        raise UsageProblem(
            f"the answer names a player: say which by `--then EXPRESSION` in the rules language{hint}"
        )
    return f"then {text_of(Literal(type=question.answer, value=answer), game)}"


def ways_to_say(dispute: Dispute, player: Player) -> Sequence[str]:
    """Expressions over the parameters that come to this player here."""
    found: list[str] = []
    for parameter, value in zip(dispute.question.parameters, dispute.situation, strict=True):
        found += _paths(parameter.name, value, player)
    return found


def _paths(name: str, value: Value, player: Player) -> list[str]:
    match value:
        case Player():
            return [name] if value == player else []
        case Record(fields=fields):
            return [path for field, of in fields for path in _paths(f"{name}.{field}", of, player)]
        case tuple():
            return [path for n, of in enumerate(value, 1) for path in _paths(f"{name}[{n}]", of, player)]
        case _:
            return []
