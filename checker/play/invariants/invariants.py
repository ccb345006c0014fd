"""Claims about play that are proved by induction (`induction`), whichever edition is played by, or by what is
proved of an edition's answers: its claims about situations are the lemmas.

A lemma is leaned on only where it holds in every situation, each answered by the rules: whatever the table
has to agree on is no answer of the text.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from checker.claims.antecedents import TRUE, antecedent
from checker.claims.situations import LIMIT, empty_of, proof_of
from checker.editions.editions import Editions
from checker.editions.elimination import smallest_choices
from checker.findings.findings import Empty, Proof
from checker.games.admission import permitted_numbers
from checker.grounds.premises import of_players
from checker.play.invariants.answers import risks_of, stopping_lines
from checker.play.invariants.induction import Claim, Lemma, inductive_claims
from checker.smt.budget import GIVEN_UP, QueryBudget
from checker.smt.formulas import conj, disj, neg
from checker.smt.solver import shape_solvers_of
from dsl.model import (
    Always,
    Ask,
    AtChoice,
    Choose,
    Edition,
    Expr,
    Flow,
    ForAll,
    Not,
    Property,
    Question,
)
from dsl.types.types import BoolType
from dsl.types.values import Value
from interpreter.analysis.dependencies import Dependencies, walk
from interpreter.analysis.statements import statements_of
from interpreter.evaluate.evaluate import NoValue
from interpreter.rulebook.enumeration import situations_of, space_size_of
from interpreter.rulebook.rulebook import Rulebook

MOST_READINGS = 16
"""Interpretations under which lemmas are told apart."""
LEMMA_EFFORT = 10_000_000
"""What one query about a lemma may cost, in the solver's own units."""

OfPlay = tuple[Property, Always | AtChoice]
Reading = Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvedClaim:
    """Under which readings a claim is proved, by which lemmas; `others`: under which it is not (each
    with those of the doubts on which lemmas hang)."""

    lemmas: tuple[Property, ...]
    under: tuple[Reading, ...]
    others: tuple[Reading, ...]


@dataclass(slots=True)
class Induction:
    """Proves claims about play of one variant. What is proved of no edition in particular is proved once."""

    editions: Editions
    variant: str
    numbers: Sequence[int] = ()
    _proved: dict[tuple[Claim, tuple[str, ...]], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        found = {n for e in self.editions.members for n in permitted_numbers(self.editions, self.variant, e)}
        self.numbers = sorted(found)

    def held(
        self, editions: Editions, edition: Edition, claims: Sequence[OfPlay], lemmas: Sequence[Property]
    ) -> list[ProvedClaim]:
        """What is proved of each of the claims by an edition: `lemmas` are those that may do."""
        if self.variant not in self.editions.game.flows or not self.numbers:
            return [ProvedClaim(lemmas=(), under=(), others=({},)) for _ in claims]
        asked = [_claim(claim) for _, claim in claims]
        plain = self._by(asked, ())
        helped = self._by([c for c, p in zip(asked, plain, strict=True) if not p], lemmas) if lemmas else []
        found: list[ProvedClaim] = []
        waiting = iter(helped)
        for claim, proved in zip(asked, plain, strict=True):
            if proved:
                found.append(ProvedClaim(lemmas=(), under=({},), others=()))
            elif next(waiting, False):
                found.append(self._by_lemmas(editions, edition, claim, self._fewest(claim, lemmas)))
            else:
                found.append(ProvedClaim(lemmas=(), under=(), others=({},)))
        return found

    def _by(self, claims: Sequence[Claim], lemmas: Sequence[Property]) -> list[bool]:
        """Which are proved, if the lemmas hold."""
        names = tuple(prop.name for prop in lemmas)
        left = [claim for claim in dict.fromkeys(claims) if (claim, names) not in self._proved]
        if left:
            flow = self.editions.game.flows[self.variant]
            assumed = [_lemma(prop) for prop in lemmas]
            holds = inductive_claims(self.editions.game, flow, left, assumed, self.numbers)
            self._proved |= {(c, names): h for c, h in zip(left, holds, strict=True)}
        return [self._proved[claim, names] for claim in claims]

    def _fewest(self, claim: Claim, lemmas: Sequence[Property]) -> list[Property]:
        """Lemmas that do, none of which can be spared."""
        left = list(lemmas)
        for lemma in lemmas:
            fewer = [each for each in left if each is not lemma]
            if self._by([claim], fewer) == [True]:
                left = fewer
        return left

    def _by_lemmas(
        self, editions: Editions, edition: Edition, claim: Claim, lemmas: Sequence[Property]
    ) -> ProvedClaim:
        """Under which readings the lemmas hold that the claim takes."""
        exprs = [e for prop in lemmas for e in _exprs(prop)]
        doubts = Dependencies(editions.game, edition).doubts_of_exprs(exprs)
        survivors = editions.readings(edition.name, doubts)
        if len(survivors) > MOST_READINGS:
            return ProvedClaim(lemmas=(), under=(), others=({},))
        holding = [i for i in survivors if all(_holds(editions, edition, prop, i) for prop in lemmas)]
        return ProvedClaim(
            lemmas=tuple(lemmas),
            under=tuple(smallest_choices(holding, survivors)) if holding else (),
            others=tuple(i for i in survivors if i not in holding),
        )

    def proofs(self, edition: Edition, prop: Property, held: ProvedClaim) -> Iterator[Proof | Empty]:
        """What is proved of the claim by the edition: everywhere, or under some readings."""
        assert isinstance(prop.claim, Always | AtChoice)
        if held.under and self._never_arises(prop.claim):
            yield empty_of(self.editions, self.variant, edition, prop)
            return
        by_number, struck_by_number = of_players(self.editions, self.variant, edition)
        leans = [*(f"property {lemma.name}" for lemma in held.lemmas), *by_number]
        struck = list(struck_by_number)
        bounds: dict[str, object] = {}
        may_stop_at: tuple[int, ...] = ()
        if held.under:
            risks = risks_of(self.editions, self.variant, edition)
            may_stop_at = stopping_lines(risks, _top(self.editions.game.flows[self.variant], prop))
        for lemma in held.lemmas:
            assert isinstance(lemma.claim, ForAll)
            proof = proof_of(self.editions, self.variant, edition, lemma, lemma.claim, {}, None)
            leans += proof.assumptions
            struck += proof.struck
            bounds |= {f"{lemma.name}.{name}": bound for name, bound in proof.bounds.items()}
        for reading in held.under if held.others else held.under[:1]:
            yield Proof(
                game=self.editions.game.name,
                variant=self.variant,
                question=None,
                editions=(edition.name,),
                holds=prop.name,
                where=said(reading) if held.others else None,
                bounds={"players": [self.numbers[0], self.numbers[-1]], **bounds},
                may_stop_at=may_stop_at,
                assumptions=tuple(dict.fromkeys(leans)),
                struck=tuple(dict.fromkeys(struck)),
            )

    def _never_arises(self, claim: Always | AtChoice) -> bool:
        """Whether what the claim speaks of is proved never to come up in play."""
        comes_up = antecedent(claim.claim)
        if comes_up == TRUE and isinstance(claim, Always):
            return False
        never = Not(operand=comes_up, type=BoolType())
        return self._by([replace(_claim(claim), expr=never)], ()) == [True]


def _top(flow: Flow, prop: Property) -> int | None:
    """The place of the statement of the flow in which the last of the choices stands that a claim is about;
    None where it is about all of the flow."""
    claim = prop.claim
    if not isinstance(claim, AtChoice):
        return None
    inside = [
        place
        for place, statement in enumerate(flow.body)
        if any(isinstance(s, Choose) and s.name == claim.choice for s in statements_of((statement,)))
    ]
    return max(inside, default=None)


def said(reading: Reading) -> str:
    """A choice of readings, in the words of a ruling."""
    return ", ".join(f"{doubt}: {name}" for doubt, name in reading.items())


def lemmas_among(claims: Sequence[Property]) -> list[Property]:
    """Those of the claims that can be lemmas: about situations, and asking questions."""
    return [prop for prop in claims if any(isinstance(e, Ask) for e in walk(*_exprs(prop)))]


def _exprs(prop: Property) -> list[Expr]:
    return [*prop.claim.needs, prop.claim.claim] if isinstance(prop.claim, ForAll) else []


def _claim(claim: Always | AtChoice) -> Claim:
    return Claim(expr=claim.claim, at=claim.choice if isinstance(claim, AtChoice) else None)


def _lemma(prop: Property) -> Lemma:
    assert isinstance(prop.claim, ForAll)
    claim = prop.claim
    return Lemma(name=prop.name, parameters=claim.parameters, needs=claim.needs, claim=claim.claim)


# ------------------------------------------------------------------ lemmas


def _holds(editions: Editions, edition: Edition, prop: Property, reading: Reading) -> bool:
    """Whether the claim holds, so read, in every situation that may meet what it needs, with every answer
    that it waits for."""
    claim = prop.claim
    assert isinstance(claim, ForAll)
    if space_size_of(editions.game, claim.parameters, LIMIT) is None:
        return _is_solved(editions, edition, prop, claim, reading)
    book = editions.rulebook(edition.name, reading)
    for situation in situations_of(editions.game, claim.parameters):
        env = {p.name: v for p, v in zip(claim.parameters, situation, strict=True)}
        if any(_said(book, need, env) is False for need in claim.needs):
            continue
        if _said(book, claim.claim, env) is not True:
            return False
    return True


def _said(book: Rulebook, expr: Expr, env: Mapping[str, Value]) -> bool | None:
    try:
        return book.holds(expr, env)
    except NoValue:
        return None


def _is_solved(editions: Editions, edition: Edition, prop: Property, claim: ForAll, reading: Reading) -> bool:
    depends = Dependencies(editions.game, edition)
    exprs = [*claim.needs, claim.claim]
    asked = Question(
        name=f"lemma {prop.name}", parameters=claim.parameters, answer=BoolType(), text=prop.text
    )
    narrowed = editions.under(edition.name, tuple((d, (r,)) for d, r in reading.items()))
    if narrowed is None:
        return False
    narrowed.register(edition.name, asked.name, depends.doubts_of_exprs(exprs))
    try:
        purse = QueryBudget(LEMMA_EFFORT)
        with purse.open():
            for bench in shape_solvers_of(narrowed, asked, purse):
                *needs, (holds, bad) = bench.claim(edition.name, exprs)
                about = conj(disj((t, b)) for t, b in needs)
                if bench.find(about, disj((bad, neg(holds)))) is not None:
                    return False
    except GIVEN_UP:
        return False
    return True
