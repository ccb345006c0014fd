"""Law: an edition in terms answers what the rulebook answers.

Games with one edition, made at random, are encoded under one interpretation, from the beginning and by
replacing the readings, and under symbolic readings, for situations that are terms. With the situation told,
and the readings, the same status holds as in the verdict of the rulebook, with the same answers, by default
or not, the same clauses speak (unless all is blocked), and the situation is refused, or met, as `given` says.

**Open questions.** Of the answers of an open question that is asked the encoding tries the first and the
last. Where that is not all (three answers, two such questions at once: `Footprint.many_ways`), it says less:

- what it says is blocked is blocked (so no situation whose outcome is not blocked is ruled out), and what is
  not blocked has the outcome that it says;
- what it refuses is none; what is met, it says is met.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

import z3

from checker.editions.editions import Editions
from checker.smt.encodings import Encoded, Encodings, fixed_readings
from checker.smt.formulas import Formula, Truth, term
from checker.smt.outcome import EncodedOutcome
from checker.smt.rules import RuleEncoder
from checker.smt.situations import Shape, shapes
from checker.smt.values import NotEncodable
from dsl.model import AnyOf, Aside, Clause, Edition, Never
from dsl.text.span import Span
from dsl.types.values import Value
from interpreter.analysis.dependencies import interpretations, readings_in_force
from interpreter.rulebook.rulebook import Rulebook, Situation, SpecError, Status
from tests.laws.editions import Made, made
from tests.laws.seeds import each_seed
from tests.laws.symbolic import Assigned, Pairs, situations_in

EDITIONS = 300
LEAST = {
    "cases": 4500,
    "editions": 250,
    **dict.fromkeys(("settled", "silent", "contradictory", "open", "blocked"), 80),
    **{f"asked {status}": 50 for status in ("settled", "silent", "contradictory", "open", "blocked")},
    **{f"given {met}": 150 for met in (True, False, None)},
    **dict.fromkeys(("any", "never", "stated", "implied", "under", "among", "default"), 100),
    **dict.fromkeys(("aside", "typed doubt", "untyped doubt", "hanging doubt"), 50),
    **dict.fromkeys(("assumption", "many ways", "blocked in many ways"), 30),
    **dict.fromkeys(("asked in tables", "asked in terms"), 500),
}
"""How often each thing must occur at least."""
STATUSES = tuple(status.value for status in Status)


class Noting(Rulebook):
    """A rulebook that notes what becomes of the questions asked on the way."""

    editions: Editions
    noted: Counter[str]

    def ask(self, question: str, situation: Situation, span: Span) -> Value:
        """The answer to a question met in an expression."""
        self.noted[f"asked {self.verdict(question, situation).outcome.status.value}"] += 1
        tabulated = (self.edition.name, question, situation) in self.editions.tables
        self.noted["asked in tables" if tabulated else "asked in terms"] += 1
        return super().ask(question, situation, span)


@dataclass(frozen=True)
class InTerms:
    """The question examined, in terms."""

    code: EncodedOutcome
    many: Truth


def afresh(editions: Editions, edition: Edition, way: Mapping[str, str], shape: Shape) -> InTerms:
    """The question of the shape, under one interpretation from the beginning. Raises NotEncodable."""
    code, footprint = RuleEncoder(editions, edition, fixed_readings(edition, way)).whole("top", shape.args)
    return InTerms(code, footprint.many_ways())


def in_terms(found: Encoded) -> InTerms:
    """An encoding that is shared."""
    return InTerms(found.code, found.footprint.many_ways())


def chosen(reads: Mapping[str, Mapping[str, Truth]], readings: Mapping[str, str]) -> Pairs:
    """These readings, as values of the constants that stand for them."""
    pairs: Pairs = []
    for doubt, literals in reads.items():
        for name, literal in literals.items():
            if isinstance(literal, Formula) and literal.is_atom:
                pairs.append((term(literal), z3.BoolVal(readings[doubt] == name)))
    return pairs


def compared(all_: InTerms, book: Rulebook, situation: Situation, assigned: Assigned) -> Iterator[str]:
    """Checks the law in one situation; says what there was."""
    name = "top"
    many = assigned.holds(all_.many)
    if many:
        yield "many ways"
    given = book.meets_given(name, situation)
    refused, met = assigned.holds(all_.code.refused), assigned.holds(all_.code.met)
    yield f"given {given}"
    assert given is False if refused else many or given is not False
    assert (met or given is not True) and (many or met == (given is True))

    verdict = book.verdict(name, situation)
    status, admits = verdict.outcome.status.value, verdict.outcome.admits
    (says,) = [each for each in STATUSES if assigned.holds(getattr(all_.code, each))]
    yield f"{status} in many ways" if many else status
    if many and status == "blocked":
        return
    assert says == status
    candidates = zip(all_.code.candidates, all_.code.admits, strict=True)
    if says in ("settled", "open"):
        assert {c for c, truth in candidates if assigned.holds(truth)} == set(admits)
    speaking = {c for c, truth in all_.code.speaks.items() if assigned.holds(truth)}
    assert (
        status == "blocked"
        or speaking == set(verdict.speaking)
        or (many and speaking > set(verdict.speaking))
    )
    default = assigned.holds(all_.code.default)
    assert default == verdict.by_default or (many and verdict.by_default)
    if default:
        yield "default"
    if status == "contradictory":
        assert assigned.holds(all_.code.conflicting(verdict.conflict))
        assert assigned.holds(all_.code.conflict_is(verdict.conflict))


def traits(game: Made) -> Iterator[str]:
    """What there is in a game."""
    clauses: tuple[Clause, ...] = (*game.edition.clauses, *game.game.assumptions)
    by_kind = {AnyOf: "any", Never: "never", Aside: "aside"}
    yield from (by_kind[type(c.answer)] for c in clauses if type(c.answer) in by_kind)
    yield from (exception.ground for c in clauses for exception in c.exceptions)
    yield from ("under" for c in clauses if c.under)
    yield from ("assumption" for _ in game.game.assumptions)
    yield from ("untyped doubt" if d.type is None else "typed doubt" for d in game.edition.doubts.values())
    yield from ("hanging doubt" for d in game.edition.doubts.values() if d.under)
    yield from ("among" for q in game.game.questions.values() if q.among is not None)


def test_terms_answer_what_the_rulebook_answers() -> None:
    tally: Counter[str] = Counter()

    def look(game: Made, rng: Random) -> None:
        editions, edition = game.editions(), game.edition
        ways = list(interpretations(edition, editions.doubts_of(edition.name, "top")))
        shape = rng.choice(list(shapes(game.game, game.asked)))
        encodings = Encodings(editions, "top")
        free, reads = in_terms(encodings.free("e", shape.args)), encodings.reads("e")
        for way in rng.sample(ways, min(3, len(ways))):
            fixed = in_terms(encodings.fixed("e", way, shape.args))
            fresh = afresh(editions, edition, way, shape)
            book = Noting(game.game, edition, way)
            book.editions, book.noted = editions, tally
            readings = chosen(reads, readings_in_force(edition, way))
            for situation, pairs in situations_in(shape, rng, 4):
                try:
                    tally.update(compared(fresh, book, situation, Assigned(pairs)))
                    tally.update(compared(fixed, book, situation, Assigned([*pairs, *readings])))
                    tally.update(compared(free, book, situation, Assigned([*pairs, *readings])))
                except SpecError:
                    tally["errors"] += 1
                    continue
                tally["cases"] += 3

    def law(seed: int) -> None:
        game = made(seed)
        try:
            look(game, Random(f"rulebook {seed}"))
        except NotEncodable:
            tally["not encodable"] += 1
            return
        except AssertionError as wrong:
            raise AssertionError(seed) from wrong
        tally["editions"] += 1
        tally.update(traits(game))

    each_seed(law, EDITIONS)
    assert tally["not encodable"] <= tally["editions"] / 15
    assert {name: n for name, n in LEAST.items() if tally[name] < n} == {}
