"""infeasible: for a permitted number of players, a step cannot be carried out when it is first due.

Amounts that words order are moved exactly. When a step is first due, its moves of so many cards from a
zone need what they need, and the zone holds what it holds; if in every game tried it holds too little,
then and there, the step is infeasible for so many players. Games are played at random, and their number is
in the details: that is evidence. Firm is what holds in every game, by argument (`invariants.feasibility`),
for the numbers of players for which it does; else it is possible. A zone that runs out later is no matter of
this kind, and neither is an amount on which the table had to agree, which no words order.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from checker.editions.editions import Editions
from checker.editions.elimination import smallest_choices
from checker.editions.options import belongs
from checker.findings.details import ShortStep
from checker.findings.findings import Finding, Witness
from checker.findings.identifiers import finding_id
from checker.games.admission import admission_of, admission_questions, permits, permitted_numbers
from checker.games.driver import (
    Play,
    begin,
    carry_on,
    completed,
    doubts_of_questions,
)
from checker.grounds.blame import cited, speaking, witness_of
from checker.play.invariants.answers import EditionAnswers
from checker.play.invariants.feasibility import never_suffices
from checker.play.steps import questions_behind
from dsl.model import (
    Edition,
    Expr,
    Flow,
    ForEach,
    IfStmt,
    LetStmt,
    Move,
    Put,
    SetStmt,
    Statement,
    Step,
    Turns,
    While,
)
from dsl.text.errors import ArbitreError
from dsl.types.types import BagType, IntType, ListType
from dsl.types.values import Bag, Value
from interpreter.play.machine import items_of
from interpreter.play.state import Asked, Due, Unsettled
from interpreter.rulebook.situations import to_json
from interpreter.runtime.rng import Chance, game_seed
from interpreter.values.context import variable_prefix, zone_key

PLAYS = 3  # games for each number of players and interpretation of what orders the amounts
MOST_OF_ONE, MOST_OF_ALL = 2_000, 20_000  # statements of one game, and of all by one edition

Result = Literal["short", "enough", "agreed"]


@dataclass(frozen=True, slots=True)
class StepAmounts:
    """A step that moves so many cards: the questions behind these amounts, and behind what was put into
    the zones before."""

    step: Step
    ordered_by: tuple[str, ...]
    filled_by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepOutcome:
    """What came of a step when it was first due in one game: `asked` what had been asked for the amounts."""

    result: Result
    needed: int
    there: int
    card: Value  # of which kind; None: of any
    zone: str
    asked: tuple[Asked, ...]
    log: str | None


def findings(editions: Editions, variant: str, plays: int = PLAYS) -> list[Finding]:
    """One for each edition and step, with the numbers of players for which it is so. Raises ArbitreError."""
    flow = editions.game.flows.get(variant)
    if flow is None:
        return []
    steps = [each for each in amounts_of(flow) if belongs(each.step, variant)]
    found = []
    for edition in editions.members:
        tried = _tried(editions, variant, edition, steps, plays)
        found += [
            f for step in steps if (f := _finding(editions, variant, edition, step, tried, plays)) is not None
        ]
    return found


# ------------------------------------------------------------------ what a flow moves


def amounts_of(flow: Flow) -> list[StepAmounts]:
    """The steps of a flow that move so many cards, in order."""
    found: list[StepAmounts] = []
    _collect(flow.body, {}, [], found)
    return found


def _collect(
    body: Sequence[Statement], named: Mapping[str, Expr], filled: list[str], found: list[StepAmounts]
) -> None:
    known = dict(named)
    for statement in body:
        match statement:
            case LetStmt(name=name, value=value):
                known[name] = value
            case Put(amount=amount):
                filled += questions_behind(amount, known)
            case Step(body=inner):
                _collect(inner, known, filled, found)
                questions = [q for m, names in _moves(inner, known) for q in questions_behind(m, names)]
                if questions:
                    found.append(
                        StepAmounts(statement, tuple(dict.fromkeys(questions)), tuple(dict.fromkeys(filled)))
                    )
                    filled += questions
            case ForEach(body=inner) | Turns(body=inner) | While(body=inner):
                _collect(inner, known, filled, found)
            case IfStmt(then=then, otherwise=otherwise):
                _collect(then, known, filled, found)
                _collect(otherwise, known, filled, found)
            case _:
                pass


def _moves(body: Sequence[Statement], named: Mapping[str, Expr]) -> list[tuple[Expr, dict[str, Expr]]]:
    """The amounts of cards that are moved exactly in a block (not in the steps inside it), with the names
    that were given values before."""
    known = dict(named)
    found: list[tuple[Expr, dict[str, Expr]]] = []
    for statement in body:
        match statement:
            case LetStmt(name=name, value=value):
                known[name] = value
            case Move(what=what, up_to=False) if _is_amount(what):
                assert what is not None
                found.append((what, dict(known)))
            case ForEach(body=inner) | Turns(body=inner) | While(body=inner):
                found += _moves(inner, known)
            case IfStmt(then=then, otherwise=otherwise):
                found += [*_moves(then, known), *_moves(otherwise, known)]
            case _:
                pass
    return found


def _is_amount(what: Expr | None) -> bool:
    """Whether it says how many cards, or which."""
    return what is not None and isinstance(what.type, IntType | BagType | ListType)


Wanted = tuple[str, Value]
"""A zone, and the kind of card that is needed from it (None: any)."""


def needed(play: Play, body: Sequence[Statement], env: Mapping[str, Value]) -> dict[Wanted, int]:
    """How many cards the exact moves of a block need, by the zone they come from and the kind: of branches,
    the one that needs more. What cannot be told beforehand is not counted."""
    known = dict(env)
    total: dict[Wanted, int] = {}
    for statement in body:
        match statement:
            case SetStmt(name=name, of=of) if of is not None:
                for key in [key for key in known if key.startswith(variable_prefix(name))]:
                    del known[key]
            case LetStmt(name=name, value=value) | SetStmt(name=name, value=value):
                known.pop(name, None)
                found = _value(play, value, known)
                if found is not None:
                    known[name] = found
            case Move(what=what, up_to=False, source=source) if _is_amount(what):
                assert what is not None
                amount = _value(play, what, known)
                owner = None if source.owner is None else _value(play, source.owner, known)
                if source.owner is None or owner is not None:
                    _add(total, _wanted(zone_key(source.name, owner), amount))
            case ForEach(name=name, source=over, body=inner):
                for item in items_of(_value(play, over, known) or ()):
                    _add(total, needed(play, inner, {**known, name: item}))
            case IfStmt(then=then, otherwise=otherwise):
                one, other = needed(play, then, known), needed(play, otherwise, known)
                both = dict.fromkeys((*one, *other))
                _add(total, {each: max(one.get(each, 0), other.get(each, 0)) for each in both})
            case _:
                pass
    return total


def _wanted(zone: str, amount: Value) -> dict[Wanted, int]:
    if isinstance(amount, int):
        return {(zone, None): amount}
    if isinstance(amount, Bag | tuple):
        return dict(Counter((zone, card) for card in items_of(amount)))
    return {}


def _add(total: dict[Wanted, int], more: Mapping[Wanted, int]) -> None:
    for each, amount in more.items():
        total[each] = total.get(each, 0) + amount


def _value(play: Play, expr: Expr, env: Mapping[str, Value]) -> Value:
    """The value as things stand; None where there is none."""
    try:
        answer = play.judge.answer(expr, env, play.state.agreed)
    except ArbitreError:
        return None
    play.asked |= {asked.question: asked for asked in answer.asked}
    return None if isinstance(answer.value, Unsettled) else answer.value


# ------------------------------------------------------------------ games tried


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialGames:
    """Games of so many players under one interpretation of what orders the amounts: for each step, what
    came of it where it was due."""

    number: int
    interpretation: Mapping[str, str]
    due: Mapping[str, tuple[StepOutcome, ...]]

    def short(self, step: str) -> StepOutcome | None:
        """The first game in which the zone held too little, if it did in every game in which the step was
        due and words ordered the amount in one of them."""
        due = self.due.get(step, ())
        short = [d for d in due if d.result == "short"]
        return short[0] if short and len(short) == len(due) else None


def _tried(
    editions: Editions, variant: str, edition: Edition, steps: Sequence[StepAmounts], plays: int
) -> list[TrialGames]:
    """Games under each interpretation of what the amounts depend on, for each permitted number. (After so
    many statements no more are played: where none was, nothing is due.)"""
    questions = [q for s in steps for q in (*s.ordered_by, *s.filled_by)]
    questions += admission_questions(editions, variant, edition)
    doubts = doubts_of_questions(editions, edition, tuple(dict.fromkeys(questions)))
    found = []
    left = MOST_OF_ALL
    for number in permitted_numbers(editions, variant, edition):
        for interpretation in editions.readings(edition.name, doubts):
            if not permits(editions, variant, edition, interpretation, number):
                continue
            due: dict[str, list[StepOutcome]] = {}
            for game in range(plays):
                seed = game_seed(number, game)
                full = completed(editions, edition, interpretation, Chance(seed, "interpretation"))
                if full is not None and left > 0:
                    play = begin(editions, variant, edition, number, full, seed)
                    for step, came in _first_due(play, steps, min(MOST_OF_ONE, left)).items():
                        due.setdefault(step, []).append(came)
                    left -= play.spent
            listed = {step: tuple(each) for step, each in due.items()}
            found.append(TrialGames(number=number, interpretation=interpretation, due=listed))
    return found


def _first_due(play: Play, steps: Sequence[StepAmounts], most: int) -> dict[str, StepOutcome]:
    """What comes of each step when it is first due in a game that is played until all have been, for so many
    statements."""
    waiting = {each.step.name: each for each in steps}
    found: dict[str, StepOutcome] = {}

    def watch(play: Play, due: Due | None) -> bool:
        statement = play.next_statement
        if due is None and isinstance(statement, Step) and statement.name in waiting:
            came = _came(play, waiting[statement.name])
            if came is not None:
                found[statement.name] = came
                del waiting[statement.name]
        return not waiting

    carry_on(play, watch, most)
    return found


def _came(play: Play, amounts: StepAmounts) -> StepOutcome | None:
    """What comes of a step that is due now; None where nothing is to be moved, or nobody can tell."""
    amount = needed(play, amounts.step.body, play.state.env())
    wanted = [each for each in amount if amount[each] > 0]
    if not wanted:
        return None
    there = {(zone, card): _there(play.state.cards(zone), card) for zone, card in wanted}
    zone, card = max(wanted, key=lambda each: amount[each] - there[each])
    questions = (*amounts.filled_by, *amounts.ordered_by)
    short = amount[zone, card] > there[zone, card]
    result: Result = "agreed" if play.agreed(questions) else "short" if short else "enough"
    return StepOutcome(
        result=result,
        needed=amount[zone, card],
        there=there[zone, card],
        card=card,
        zone=zone.removeprefix("zone:").split(":")[0],
        asked=tuple(play.asked[q] for q in dict.fromkeys(reversed(questions)) if q in play.asked),
        log=play.log(),
    )


def _there(cards: tuple[Value, ...], card: Value) -> int:
    """How many of this kind are among the cards (None: of any)."""
    return len(cards) if card is None else cards.count(card)


# ------------------------------------------------------------------ findings


def _finding(
    editions: Editions,
    variant: str,
    edition: Edition,
    amounts: StepAmounts,
    tried: Sequence[TrialGames],
    plays: int,
) -> Finding | None:
    step = amounts.step
    cases = [(t, d) for t in tried if (d := t.short(step.name)) is not None]
    if not cases:
        return None
    numbers = sorted({t.number for t, _ in cases})
    ever = [n for n in numbers if all(t.short(step.name) is not None for t in tried if t.number == n)]
    flow, answering = editions.game.flows[variant], EditionAnswers(editions, edition)
    proved = [n for n in ever if never_suffices(editions.game, flow, step, n, answering)]
    always = proved or ever
    first, due = next((c for c in cases if c[0].number in always), cases[0])
    class_ = (f"step.{step.name}",)
    question = due.asked[0].question if due.asked else None
    book = editions.rulebook(edition.name, first.interpretation)
    asked = [(a.question, a.situation) for a in due.asked]
    asked += admission_of(editions, variant, edition, first.interpretation, first.number).asked
    rules = speaking(book, asked)
    under: tuple[Mapping[str, str], ...] = ()
    if not always:
        same = [t.interpretation for t in tried if t.number == first.number]
        chosen = [t.interpretation for t, _ in cases if t.number == first.number]
        under = tuple(smallest_choices(chosen, same))
    return Finding(
        id=finding_id(editions.game.name, variant, "infeasible", (edition.name,), question, class_),
        kind="infeasible",
        certainty="firm" if proved else "possible",
        game=editions.game.name,
        variant=variant,
        question=question,
        editions=(edition.name,),
        class_=class_,
        rules=rules,
        under=under,
        assumptions=tuple(rule for rule in rules if not book.clauses[rule].citations),
        witness=_witness(editions, edition, due),
        citations=cited(book.clauses, rules),
        details=ShortStep(
            players=tuple(always or numbers),
            step=step.name,
            text=step.text,
            zone=due.zone,
            needed=due.needed,
            there=due.there,
            card=None if due.card is None else to_json(due.card, editions.game),
            plays=plays,
        ),
    )


def _witness(editions: Editions, edition: Edition, due: StepOutcome) -> Witness | None:
    """The question that ordered the amount, as it was asked, with what is answered under each reading."""
    if not due.asked:
        return None
    asked = due.asked[0]
    return replace(witness_of(editions, edition.name, asked.question, asked.situation), log=due.log)
