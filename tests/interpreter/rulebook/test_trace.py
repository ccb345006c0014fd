"""The steps to a verdict."""

from dsl.model import Origin
from interpreter.rulebook.rulebook import Outcome, Rulebook, Status
from interpreter.rulebook.trace import explain
from tests.interpreter.models import (
    BOOL,
    DIGIT,
    FALSE,
    any_of,
    ask,
    clause,
    cmp,
    doubt,
    edition,
    eq,
    game,
    lit,
    question,
    rulings,
    then,
    var,
)

DOUBT = doubt("d", {"x": None, "y": None}, type=None)


def kinds(book: Rulebook, name: str = "q", situation: tuple[int, ...] = ()) -> list[tuple[str, str | None]]:
    return [(step.kind, step.clause) for step in explain(book, name, situation)]


def test_each_clause_has_its_step() -> None:
    clauses = (
        clause("e.a.q", 1),
        clause("e.b.q", 2, over=["e.a.q"]),
        clause("e.c.q", 3, FALSE),
        clause("e.d.q", 4, under={"d": ["y"]}),
    )
    book = Rulebook(game(question("q")), edition(*clauses, doubts=[DOUBT]))
    steps = explain(book, "q", ())
    assert [(step.kind, step.clause) for step in steps] == [
        ("question", None),
        ("overridden", "e.a.q"),
        ("speaks", "e.b.q"),
        ("fails", "e.c.q"),
        ("absent", "e.d.q"),
        ("outcome", None),
    ]
    assert steps[1].by == "e.b.q"
    assert steps[2].values == (2,)
    assert steps[-1].outcome == Outcome(Status.SETTLED, (2,))


def test_what_is_asked_comes_before_once_and_deeper() -> None:
    asked = game(question("q"), question("r", parameters={"n": DIGIT}))
    clauses = (
        clause("e.a.q", then(ask("r", lit(1))), cmp("<", ask("r", lit(1)), lit(5))),
        clause("e.a.r", then(var("n")), binds=("n",)),
    )
    steps = explain(Rulebook(asked, edition(*clauses)), "q", ())
    assert [(step.kind, step.question, step.depth) for step in steps] == [
        ("question", "q", 0),
        ("question", "r", 1),
        ("speaks", "r", 1),
        ("outcome", "r", 1),
        ("speaks", "q", 0),
        ("outcome", "q", 0),
    ]


def test_what_waits() -> None:
    asked = game(question("q"), question("s"))
    clauses = (clause("e.a.q", 1), clause("e.b.q", 2, eq(ask("s"), lit(1))))
    steps = explain(Rulebook(asked, edition(*clauses)), "q", ())
    assert [(step.kind, step.clause) for step in steps if step.depth == 0][1:3] == [
        ("speaks", "e.a.q"),
        ("waits", "e.b.q"),
    ]
    assert steps[-1].blockers == (("s", (), Outcome(Status.SILENT)),)
    unknown = Rulebook(asked, edition(clause("e.a.q", then(ask("s")))))
    assert ("waits", "e.a.q") in kinds(unknown)


def test_defaults() -> None:
    book = Rulebook(game(question("q", BOOL, permission="forbidden")), edition())
    assert kinds(book) == [("question", None), ("default", None), ("outcome", None)]


def test_rulings() -> None:
    settle = clause("house.s.q", 2, origin=Origin.SETTLE)
    fill = clause("house.f.q", 3, origin=Origin.FILL)
    open_ = Rulebook(
        game(question("q")), edition(clause("e.a.q", any_of(1, 2))), rulings=rulings(settle, fill)
    )
    assert kinds(open_)[1:-1] == [("speaks", "e.a.q"), ("speaks", "house.s.q"), ("unheard", "house.f.q")]
    settled = Rulebook(game(question("q")), edition(clause("e.a.q", 1)), rulings=rulings(settle))
    assert kinds(settled)[1:-1] == [("speaks", "e.a.q"), ("unheard", "house.s.q")]
