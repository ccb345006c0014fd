"""failed-example: a printed example that does not follow from the rules of its edition.

One finding an assertion. Firm: it is false, or not derivable, under every interpretation that is left.
Where the examples of an edition cannot hold together, a smallest set of them is one finding.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from checker.eliminate import Judged, Together, holds, judge, smallest_choices, together
from checker.findings import Answered, Cited, Finding, Witness
from checker.identify import finding_id, text_key
from checker.kinds.parts import speaks_of
from checker.panel import Panel
from dsl.model import Clause, Compare, Edition, Expr, Game, Logic, Origin, Quantified
from dsl.span import Span
from dsl.types import Type
from dsl.values import Value
from interpreter.evaluate import Blocked, NoValue, evaluate
from interpreter.reading import Dependencies, asked_questions
from interpreter.rules import Outcome, Rulebook, Status
from interpreter.situation import Situation, show_plain, situation_to_json, to_json


def findings(panel: Panel, variant: str) -> list[Finding]:
    """The assertions of the examples about the variant that nothing left of their edition makes true.

    Elimination by examples must have been applied to the panel, or nothing is known of what is left.
    """
    found: dict[str, Finding] = {}
    for edition in panel.editions:
        judged = judge(panel, edition)
        depends = Dependencies(panel.game, edition)
        here = [j for j in judged if _concerns(panel.game, variant, edition, depends, j)]
        for one in here:
            if one.fails:
                finding = _failing(panel, variant, edition, one, derivable=True)
                found.setdefault(finding.id, finding)
            elif one.blocked and not _left(panel, edition, one):
                finding = _failing(panel, variant, edition, one, derivable=False)
                found.setdefault(finding.id, finding)
        clash = together(edition, here)
        if clash is not None:
            finding = _clashing(panel, variant, edition, clash)
            found.setdefault(finding.id, finding)
    return list(found.values())


def _concerns(game: Game, variant: str, edition: Edition, depends: Dependencies, judged: Judged) -> bool:
    """Whether the example stands in a part about the variant, and asks only what the variant asks."""
    questions, _ = depends.of([judged.shows])
    asked = set(game.variants[variant].questions)
    return questions <= asked and speaks_of(edition, variant, judged.example.citations[0].start)


def _left(panel: Panel, edition: Edition, judged: Judged) -> bool:
    """Whether an interpretation under which it is true is left."""
    struck = panel.nogoods.get(edition.name, ())
    return any(not any(n.items() <= t.items() for n in struck) for t in judged.true)


# ------------------------------------------------------------------ what an assertion asks


@dataclass(slots=True)
class _Recorder:
    """Answers questions from a rulebook, and notes what was asked, in order."""

    book: Rulebook
    asked: list[tuple[str, Situation]] = field(default_factory=list)

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The single answer. Raises Blocked where there is none."""
        self.asked.append((question, situation))
        outcome = self.book.verdict(question, situation).outcome
        if outcome.status is Status.SETTLED:
            return outcome.admits[0]
        raise Blocked(((question, situation, outcome),))

    def reading_of(self, doubt: str) -> tuple[tuple[str, ...], tuple[Type, ...], Type, Expr]:
        """The doubt as the rulebook reads it."""
        return self.book.reading_of(doubt)


def culprit(book: Rulebook, shows: Expr) -> tuple[Expr, list[tuple[str, Situation]]]:
    """The part of an assertion, which does not hold, by which it does not; and what that asks, in order.
    Of a claim about several things, what was asked of the last one looked at."""
    match shows:
        case Logic(op="and", left=left, right=right):
            return culprit(book, right if book.holds(left, {}) is True else left)
        case _:
            recorder = _Recorder(book)
            with suppress(Blocked, NoValue):
                evaluate(shows, {}, recorder)
            asked = list(dict.fromkeys(recorder.asked))
            return shows, asked[-1:] if isinstance(shows, Quantified) else asked


def call_text(book: Rulebook, question: str, situation: Situation) -> str:
    """`question(values)`, without the last values that the question's defaults give."""
    parameters = book.game.questions[question].parameters
    kept = list(situation)
    while kept:
        parameter = parameters[len(kept) - 1]
        env = {p.name: v for p, v in zip(parameters, kept[:-1], strict=False)}
        if parameter.default is None or not _is_default(book, parameter.default, env, kept[-1]):
            break
        kept.pop()
    return f"{question}({', '.join(show_plain(value) for value in kept)})"


def _is_default(book: Rulebook, default: Expr, env: Mapping[str, Value], value: Value) -> bool:
    try:
        return book.evaluate(default, env) == value
    except (Blocked, NoValue, KeyError):
        return False


def _outcome_text(outcome: Outcome) -> str:
    if outcome.status in (Status.SETTLED, Status.OPEN):
        return " or ".join(show_plain(value) for value in outcome.admits)
    return str(outcome.status.value)


# ------------------------------------------------------------------ the findings


def _failing(panel: Panel, variant: str, edition: Edition, judged: Judged, *, derivable: bool) -> Finding:
    """The finding of an assertion that nothing left makes true."""
    under = dict(_first_left(panel, edition, judged.false if derivable else judged.blocked))
    book = panel.rulebook(edition.name, under)
    part, asked = culprit(book, judged.shows)
    question, witness = None, None
    if asked:
        question = asked[0][0]
        witness = _witness(panel, edition, *asked[0])
    class_ = (judged.cause, text_key(judged.text))
    rules = _speaking(book, asked)
    return Finding(
        id=finding_id(panel.game.name, variant, "failed-example", (edition.name,), question, class_),
        kind="failed-example",
        certainty="firm",
        game=panel.game.name,
        variant=variant,
        question=question,
        editions=(edition.name,),
        class_=class_,
        rules=rules,
        assumptions=_blamed(panel, edition, judged) if derivable else (),
        witness=witness,
        citations=(*_of_example(judged), *_of_clauses(book.clauses, rules)),
        details={
            "sort": "false" if derivable else "not-derivable",
            "example": judged.example.name,
            "shows": judged.text,
            "instead": "; ".join(
                f"{call_text(book, q, s)} is {_outcome_text(book.verdict(q, s).outcome)}" for q, s in asked
            ),
            **_sides(book, part),
            "asked": [_asked_json(book, q, s) for q, s in asked],
        },
    )


def _first_left(panel: Panel, edition: Edition, choices: Iterable[Mapping[str, str]]) -> Mapping[str, str]:
    """The first of these interpretations that is not struck; the first of all where all are."""
    listed = list(choices)
    struck = panel.nogoods.get(edition.name, ())
    return next((c for c in listed if not any(n.items() <= c.items() for n in struck)), listed[0])


def _sides(book: Rulebook, part: Expr) -> dict[str, object]:
    """The values on both sides of a comparison that does not hold, where they have values."""
    if not isinstance(part, Compare):
        return {}
    try:
        return {
            "left": to_json(book.evaluate(part.left, {})),
            "right": to_json(book.evaluate(part.right, {})),
        }
    except (Blocked, NoValue):
        return {}


def _asked_json(book: Rulebook, question: str, situation: Situation) -> dict[str, object]:
    outcome = book.verdict(question, situation).outcome
    return {
        "question": question,
        "situation": situation_to_json(book.game.questions[question], situation),
        "status": outcome.status.value,
        "admits": [to_json(value) for value in outcome.admits],
    }


def _witness(panel: Panel, edition: Edition, question: str, situation: Situation) -> Witness:
    """What the edition answers there under each interpretation left, each different outcome once, told
    apart by the doubts that matter."""
    left = panel.survivors(edition.name, question)
    verdicts = [panel.verdict(edition.name, i, question, situation) for i in left]
    outcomes = list(dict.fromkeys(v.outcome for v in verdicts))
    answers = []
    for outcome in outcomes:
        chosen = [i for i, v in zip(left, verdicts, strict=True) if v.outcome == outcome]
        first = next(v for v in verdicts if v.outcome == outcome)
        answers.append(
            Answered(
                edition=edition.name,
                interpretation=dict(smallest_choices(chosen, left)[0]),
                outcome=outcome,
                rules=first.speaking,
                by_default=first.by_default,
            )
        )
    return Witness(question=question, situation=situation, answers=tuple(answers), confirmed=True)


def _speaking(book: Rulebook, asked: list[tuple[str, Situation]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c for q, s in asked for c in book.verdict(q, s).speaking))


def _of_example(judged: Judged) -> tuple[Cited, ...]:
    return tuple(Cited(rule=judged.cause, citation=c) for c in judged.example.citations)


def _of_clauses(clauses: Mapping[str, Clause], rules: tuple[str, ...]) -> tuple[Cited, ...]:
    return tuple(Cited(rule=rule, citation=c) for rule in rules for c in clauses[rule].citations)


def _blamed(panel: Panel, edition: Edition, judged: Judged) -> tuple[str, ...]:
    """The assumptions without which alone the assertion would hold, under some interpretation."""
    everything = (*edition.clauses, *panel.game.assumptions)
    assumptions = [c for c in everything if c.origin is Origin.ASSUMPTION]
    asked, _ = Dependencies(panel.game, edition).of([judged.shows])
    concerned = {q for a in asked for q in (a, *asked_questions(panel.game, edition, a))}
    blamed = []
    for clause in (c for c in assumptions if c.question in concerned):
        lighter = replace(panel, without=panel.without | {clause.id}, _books={}, _doubts={})
        if any(holds(lighter, edition.name, i, judged.shows) for i in judged.false):
            blamed.append(clause.id)
    return tuple(blamed)


def _clashing(panel: Panel, variant: str, edition: Edition, clash: Together) -> Finding:
    """The finding of examples that cannot hold together."""
    names = sorted({j.cause for j in clash.assertions})
    class_ = (*names, text_key(" & ".join(sorted(j.text for j in clash.assertions))))
    doubts = sorted({d for j in clash.assertions for n in j.nogoods() for d in n})
    return Finding(
        id=finding_id(panel.game.name, variant, "failed-example", (edition.name,), None, class_),
        kind="failed-example",
        certainty="firm",
        game=panel.game.name,
        variant=variant,
        question=None,
        editions=(edition.name,),
        class_=class_,
        doubts=tuple(f"{edition.name}.{doubt}" for doubt in doubts),
        citations=tuple(dict.fromkeys(c for j in clash.assertions for c in _of_example(j))),
        details={
            "sort": "together",
            "example": ", ".join(j.example.name for j in clash.assertions),
            "shows": "; ".join(j.text for j in clash.assertions),
        },
    )
