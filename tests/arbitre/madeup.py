"""A report made by hand over a tiny game with two editions, to test how reports look."""

from dataclasses import replace
from typing import Any

from checker.findings.findings import (
    Answered,
    Cited,
    Comparison,
    Eliminated,
    Finding,
    Harmless,
    LookedAt,
    Proof,
    QuestionComparison,
    Repetition,
    Report,
    Undecided,
    Witness,
)
from checker.pipeline.entries import with_entries
from dsl.model import Doubt, Game, Printed, Project
from dsl.text.source import Source
from dsl.types.values import Player, Record, Tagged, Value, bag_of
from interpreter.rulebook.rulebook import Outcome, Status
from tests.details import EXAMPLES
from tests.interpreter import tiny

CA = Source(
    "rules-src/tiny-ca.txt",
    "Guanya qui tira la carta més alta.\nEn cas d'empat guanya el primer que hagi apostat.\n",
    "",
)
ES = Source(
    "rules-src/tiny-es.txt",
    "Gana quien tira la carta más alta.\nEn caso de empate gana el último que haya apostado.\n",
    "",
)
TIE_CA = CA.find("En cas d'empat guanya el primer que hagi apostat.")
TIE_ES = ES.find("En caso de empate gana el último que haya apostado.")


def made_game() -> Game:
    """The tiny game with the editions `ca` and `es`."""
    doubt: Doubt = replace(tiny.TIE, citations=(TIE_CA,))
    ca = tiny.edition(
        name="ca", language="ca", texts=(Printed(source=CA),), doubts={"tie": doubt}, clauses=_clauses("ca")
    )
    es = tiny.edition(name="es", language="es", texts=(Printed(source=ES),), doubts={}, clauses=())
    return tiny.game(editions={"ca": ca, "es": es})


def _clauses(edition: str) -> tuple[Any, ...]:
    return tuple(
        replace(clause, id=clause.id.replace("xx.", f"{edition}."), citations=(TIE_CA,))
        for clause in tiny.CLAUSES
    )


def made_project() -> Project:
    """A project with that game."""
    return tiny.project(made_game())


def bet(player: str, *cards: str) -> Record:
    """What a player bets."""
    return Record("bet", (("player", Player(player)), ("cards", bag_of(tiny.card(c) for c in cards))))


def settled(value: Value) -> Outcome:
    """The outcome of this answer alone."""
    return Outcome(Status.SETTLED, (value,))


def taken(player: str) -> Tagged:
    """Taken by this player."""
    return Tagged("result", "taken", Player(player))


BETS = (bet("Anna", "A"), bet("Bernat", "A", "B"), bet("Carla", "B"))
FIRST, LAST = {"tie": "first"}, {"tie": "last"}
SILENT = Outcome(Status.SILENT)


def finding(**changes: Any) -> Finding:
    """An ambiguity of the edition `ca`, with these fields changed."""
    fields: dict[str, Any] = {
        "id": "tiny/plain/ambiguity/ca/outcome/tie",
        "kind": "ambiguity",
        "certainty": "firm",
        "game": "tiny",
        "variant": "plain",
        "question": "outcome",
        "editions": ("ca",),
        "class_": ("tie",),
        "rules": (),
        "doubts": ("ca.tie",),
        "witness": Witness(
            question="outcome",
            situation=(BETS,),
            confirmed=True,
            answers=(
                Answered(
                    edition="ca", interpretation=FIRST, outcome=settled(taken("Anna")), rules=("ca.tie",)
                ),
                Answered(
                    edition="ca", interpretation=LAST, outcome=settled(taken("Bernat")), rules=("ca.tie",)
                ),
                Answered(edition="es", interpretation={}, outcome=SILENT, rules=()),
            ),
        ),
        "citations": (Cited(rule="ca.tie", citation=TIE_CA),),
    }
    made = fields | changes
    return Finding(**({"details": EXAMPLES[made["kind"]]} | made))


def gap() -> Finding:
    """A gap of `es` which `ca` answers."""
    return finding(
        id="tiny/plain/gap/es/outcome/ca.tie.outcome",
        kind="gap",
        editions=("es",),
        class_=("ca.tie.outcome",),
        doubts=(),
        answered_by=(("ca", "taken by Anna"),),
        assumptions=("es.four_of_each",),
    )


def divergence() -> Finding:
    """A divergence that may be."""
    return finding(
        id="tiny/plain/divergence/ca+es/outcome/ca.tie.outcome+es.tie.outcome",
        kind="divergence",
        certainty="possible",
        editions=("ca", "es"),
        class_=("ca.tie.outcome", "es.tie.outcome"),
        doubts=(),
        under=(FIRST,),
        citations=(Cited(rule="ca.tie", citation=TIE_CA), Cited(rule="es.tie", citation=TIE_ES)),
        witness=Witness(
            question="outcome",
            situation=(BETS,),
            confirmed=True,
            answers=(
                Answered(
                    edition="ca", interpretation=FIRST, outcome=settled(taken("Anna")), rules=("ca.tie",)
                ),
                Answered(edition="es", interpretation={}, outcome=settled(taken("Carla")), rules=("es.tie",)),
            ),
        ),
    )


def reported(*findings: Finding, **lists: Any) -> Report:
    """A report of these findings, by cause, with these lists."""
    report = Report(findings=findings, **({"bounds": {}} | lists))
    return with_entries(report, made_project().games)


def made_report() -> Report:
    """A report with some of everything."""
    return reported(
        finding(),
        divergence(),
        gap(),
        bounds={"tiny/plain": {"players": [2, 6]}},
        proved=(
            Proof(game="tiny", variant="plain", question="value", editions=("ca",), holds="consistent"),
            Proof(game="tiny", variant="plain", question="value", editions=("es",), holds="consistent"),
            Proof(
                game="tiny",
                variant="plain",
                question="value",
                editions=("ca", "es"),
                holds="equivalent",
                assumptions=("four_of_each",),
                excluded=0.25,
            ),
            Proof(
                game="tiny",
                variant="plain",
                question="outcome",
                editions=("ca", "es"),
                holds="equivalent",
                where="size(bets) = 2",
            ),
        ),
        undecided=(
            Undecided(
                game="tiny",
                variant="plain",
                question="next_leader",
                editions=("ca",),
                holds="complete",
                because="the budget of 1000 steps ran out",
            ),
        ),
        harmless=(Harmless(game="tiny", edition="ca", doubt="tie", proof="no outcome depends on it"),),
        repetitions=(Repetition(game="tiny", edition="ca", rule="ca.tie.outcome"),),
        eliminated=(
            Eliminated(
                game="tiny",
                edition="ca",
                readings={"tie": "last"},
                because="the printed example has `strength({A}) = 3`",
                cause="ca.example",
            ),
        ),
        concrete=(
            LookedAt(
                game="tiny",
                variant="plain",
                question="best_row",
                editions=("ca", "es"),
                because="it asks `rows`: a division by what is not a constant (spec/tiny/ca.rules:9)",
                situations=321,
            ),
        ),
    )


def made_comparison() -> Comparison:
    """A reconciliation."""
    return Comparison(
        game="tiny",
        variant="plain",
        editions=("ca", "es"),
        status="reconcilable",
        under="ca.tie is last",
        questions=(
            QuestionComparison(question="value", status="equivalent", under="always", witness=None),
            QuestionComparison(
                question="outcome",
                status="reconcilable",
                under="ca.tie is last",
                witness=divergence().witness,
            ),
        ),
        eliminated=made_report().eliminated,
    )
