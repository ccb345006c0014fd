"""Claims over many situations, by solver: broken by a smallest situation, proved, empty or undecided."""

from checker.claims.antecedents import TRUE, antecedent
from checker.claims.situations import broken_at, empty_of, holds_in, proof_of
from checker.editions.editions import Editions
from checker.findings.findings import Empty, Finding, Proof, Undecided, Vacuous
from checker.smt.budget import DEFAULT_EFFORT, GIVEN_UP, QueryBudget, why
from checker.smt.formulas import Truth, conj, neg
from checker.smt.smallest import smallest
from checker.smt.solver import ShapeSolver, shape_solvers_of
from dsl.model import ForAll, Property, Question
from dsl.text.messages import Said
from dsl.types.types import BoolType
from interpreter.analysis.dependencies import Dependencies
from interpreter.rulebook.rulebook import Situation

Result = Finding | Proof | Empty | Vacuous | Undecided


def solve_claim(
    editions: Editions, variant: str, edition: str, prop: Property, effort: int = DEFAULT_EFFORT
) -> Result:
    """What becomes of a claim about all situations of its parameters, for one edition.

    A situation breaks it where every `needs` is settled as true and the claim is settled as false; one
    where either waits for an answer breaks nothing, nor one where what decides is asked outside its
    situations.
    """
    claim = prop.claim
    assert isinstance(claim, ForAll)
    model = editions.edition(edition)
    depends = Dependencies(editions.game, model)
    asked = Question(
        name=f"property {prop.name}", parameters=claim.parameters, answer=BoolType(), text=prop.text
    )
    editions.register(edition, asked.name, depends.doubts_of_exprs([*claim.needs, claim.claim]))
    alive, comes_up = False, antecedent(claim.claim)
    arising = comes_up == TRUE
    query_budget = QueryBudget(effort)
    exprs = [*claim.needs, comes_up, claim.claim]
    survivors: list[dict[str, str]] = []
    unsettled: Situation | None = None  # breaks the claim, if what is not settled is answered so
    try:
        survivors = editions.survivors(edition, asked.name)
        with query_budget.open():
            for shape_solver in shape_solvers_of(editions, asked, query_budget):
                *needs, (up, unknown), (holds, bad) = shape_solver.claim(edition, exprs)
                about = conj(conj((t, neg(b))) for t, b in needs)
                broken = conj((about, neg(holds), neg(bad)))
                if shape_solver.find(broken) is not None:
                    here = _breaking(shape_solver, edition, claim, broken, settled=True)
                    if here is not None:
                        return _broken(editions, variant, edition, prop, claim, here, survivors)
                    unsettled = unsettled or _breaking(shape_solver, edition, claim, broken, settled=False)
                alive = alive or shape_solver.find(about, neg(bad)) is not None
                arising = arising or shape_solver.find(about, neg(bad), up, neg(unknown)) is not None
    except GIVEN_UP as error:
        if unsettled is None:
            return Undecided(
                game=editions.game.name,
                variant=variant,
                question=None,
                editions=(edition,),
                holds=prop.name,
                because=why(error),
            )
    if unsettled is not None:
        return _broken(editions, variant, edition, prop, claim, unsettled, survivors)
    if not alive:
        return Vacuous(
            game=editions.game.name,
            variant=variant,
            question=prop.name,
            editions=(edition,),
            holds=prop.name,
            because=Said("no situation has all the answers it asks for"),
        )
    if not arising:
        return empty_of(editions, variant, model, prop)
    return proof_of(editions, variant, model, prop, claim, {}, None if claim.needs else 0.0)


def _breaking(
    shape_solver: ShapeSolver, edition: str, claim: ForAll, broken: Truth, settled: bool
) -> Situation | None:
    """The smallest of these situations, which seem to break a claim, where all that decides is asked within
    its situations (`settled`: where that is settled). Raises what was given up."""
    *needs, (holds, bad) = shape_solver.within(edition, [*claim.needs, claim.claim], settled)
    here = conj((broken, *(conj((t, neg(b))) for t, b in needs), neg(holds), neg(bad)))
    return None if shape_solver.find(here) is None else smallest(shape_solver, here).situation


def _broken(
    editions: Editions,
    variant: str,
    edition: str,
    prop: Property,
    claim: ForAll,
    situation: Situation,
    survivors: list[dict[str, str]],
) -> Result:
    """The finding, as the interpreter confirms it; firm if every interpretation breaks it there."""
    under = [i for i in survivors if holds_in(editions, edition, i, claim, situation) is False]
    if not under:
        return Undecided(
            game=editions.game.name,
            variant=variant,
            question=None,
            editions=(edition,),
            holds=prop.name,
            because=Said("the interpreter does not confirm what the solver found"),
        )
    return broken_at(
        editions, variant, editions.edition(edition), prop, claim, [situation], {0: list(under)}, survivors
    )
