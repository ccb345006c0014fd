"""The editions encoded once for all shapes of a question, and for all that is asked of them.

An edition is encoded under symbolic readings. Under other readings, or under one interpretation, its
encoding is the same with other truths in place of the readings' atoms; without a clause, or with exceptions
switched off, only what depends on that is encoded again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from checker.editions.editions import Editions, Frozen, freeze
from checker.smt.expressions import Coded
from checker.smt.formulas import FIRST_MARK, Formula, Replacement, Truth, atom, conj, disj, neg
from checker.smt.outcome import EncodedOutcome
from checker.smt.rules import Footprint, Key, MemoSource, RuleEncoder, agreeing
from checker.smt.values import Sym, mentioning, rewritten
from dsl.model import Edition
from interpreter.analysis.dependencies import Dependencies, readings_in_force

Reads = Mapping[str, Mapping[str, Truth]]
"""For each doubt, the condition of each of its readings."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """An outcome as terms. `footprint`: what it asks; `asked`: the answers."""

    code: EncodedOutcome
    footprint: Footprint
    asked: Callable[[], Mapping[Key, Coded]]

    def agrees(self, other: "Encoded") -> Truth:
        """Whether both answer alike all that both ask of the same."""
        return agreeing(self.asked(), other.asked())


@dataclass(slots=True)
class Encodings:
    """The editions as formulas, for one question."""

    editions: Editions
    question: str
    _reads: dict[str, dict[str, dict[str, Truth]]] = field(default_factory=dict)
    _marks: dict[tuple[str, str], int] = field(default_factory=dict)
    _encoders: dict[str, RuleEncoder] = field(default_factory=dict)
    _replacements: dict[str, tuple[int, Replacement]] = field(default_factory=dict)

    # -------------------------------------------------------------- readings

    def reads(self, edition: str) -> dict[str, dict[str, Truth]]:
        """The readings of each doubt on which the question may depend, in the edition under any of them."""
        if edition not in self._reads:
            model = self.editions.edition(edition)
            found: dict[str, dict[str, Truth]] = {}
            for doubt in self.editions.doubts_of(edition, self.question):
                mark = self._marks[(edition, doubt)] = FIRST_MARK << len(self._marks)
                found[doubt] = readings_for(model, doubt, "", mark)
            self._reads[edition] = found
        return self._reads[edition]

    def mark(self, edition: str, doubt: str) -> int:
        """By which mark the readings of a doubt are known."""
        self.reads(edition)
        return self._marks[(edition, doubt)]

    # -------------------------------------------------------------- encodings

    def free(self, edition: str, args: tuple[Sym, ...]) -> Encoded:
        """The outcome under symbolic readings. Raises NotEncodable."""
        return self._whole(self.encoder(edition), args)

    def encoder(self, edition: str) -> RuleEncoder:
        """What encodes the edition under symbolic readings."""
        if edition not in self._encoders:
            model = self.editions.edition(edition)
            reads = {**fixed_readings(model, {}), **self.reads(edition)}
            others = [self._encoders[e.name] for e in self.editions.members if e.name in self._encoders]
            memo_sources: tuple[MemoSource, ...] = tuple((other, _alike) for other in others)
            self._encoders[edition] = RuleEncoder(self.editions, model, reads, memo_sources=memo_sources)
        return self._encoders[edition]

    def varied(self, edition: str, doubt: str, args: tuple[Sym, ...]) -> tuple[Encoded, Reads]:
        """The outcome with another reading of a doubt, and other readings of those that hang on it; and the
        readings. Where the doubt has the same reading, the situation is refused."""
        model = self.editions.edition(edition)
        reads = self.reads(edition)
        again = self.with_hanging(edition, doubt)
        key = f"{edition}/{doubt}"
        if key not in self._reads:
            self._reads[key] = {d: readings_for(model, d, f"/{doubt}", 0) for d in again}
        others = self._reads[key]
        found = self._with(edition, key, others, args)
        same = disj(conj((reads[doubt][r], others[doubt][r])) for r in reads[doubt])
        code = replace(found.code, refused=disj((found.code.refused, same)))
        return replace(found, code=code), {**reads, **others}

    def again(self, edition: str, args: tuple[Sym, ...]) -> tuple[Encoded, Reads]:
        """The outcome under other symbolic readings, of all doubts; and the readings."""
        model = self.editions.edition(edition)
        key = f"{edition}/"
        if key not in self._reads:
            self._reads[key] = {d: readings_for(model, d, "/", 0) for d in self.reads(edition)}
        return self._with(edition, key, self._reads[key], args), self._reads[key]

    def with_hanging(self, edition: str, doubt: str) -> list[str]:
        """The doubt, and those on which the question may depend that hang on it."""
        model = self.editions.edition(edition)
        return [
            d for d in self.reads(edition) if d == doubt or any(p == doubt for p, _ in model.doubts[d].under)
        ]

    def fixed(self, edition: str, interpretation: Mapping[str, str], args: tuple[Sym, ...]) -> Encoded:
        """The outcome under one interpretation."""
        frozen: Frozen = freeze(interpretation)
        known = fixed_readings(self.editions.edition(edition), interpretation)
        others = {d: known[d] for d in self.reads(edition)}
        return self._with(edition, f"{edition}:{frozen}", others, args)

    def like(self, edition: str, other: str, args: tuple[Sym, ...]) -> Encoded:
        """The outcome under symbolic readings, with the answers of another edition to what both ask of the
        same (where these agree it is that of `free`, and easier to compare with the other's)."""
        self.free(edition, args)
        self.free(other, args)
        key = f"{edition}={other}"
        if key not in self._encoders:
            base = self.encoder(edition)
            memo_sources: tuple[MemoSource, ...] = ((self.encoder(other), _answer), (base, _alike))
            self._encoders[key] = RuleEncoder(
                self.editions, base.edition, base.readings, memo_sources=memo_sources
            )
        return self._whole(self._encoders[key], args)

    def without(self, edition: str, clause: str, args: tuple[Sym, ...]) -> Encoded:
        """The outcome under symbolic readings, less one clause on the question."""
        self.free(edition, args)
        key = f"{edition}-{clause}"
        if key not in self._encoders:
            self._encoders[key] = self._changed(edition, self.editions.less(clause))
        return self._whole(self._encoders[key], args)

    def switched(self, edition: str, pairs: frozenset[tuple[str, str]], args: tuple[Sym, ...]) -> Encoded:
        """The outcome under symbolic readings, some exceptions (clause, target) not counting."""
        self.free(edition, args)
        key = f"{edition}~{sorted(pairs)}"
        if key not in self._encoders:
            off = self.editions.switched_off | pairs
            editions = self.editions.changed(switched_off=off)
            self._encoders[key] = self._changed(edition, editions)
        return self._whole(self._encoders[key], args)

    def _changed(self, edition: str, editions: Editions) -> RuleEncoder:
        """The edition among others, which answer otherwise only the question, and what asks it."""
        base = self.encoder(edition)
        depends = Dependencies(self.editions.game, base.edition)
        affected = {
            q for q in self.editions.game.questions if q == self.question or self.question in depends.asked(q)
        }

        def untouched(key: Key, footprint: Footprint) -> bool:
            whole = key[0] in ("ask", "question", "outcome") and key[1] in affected
            return not whole and not any(ask[1] in affected for ask in footprint.asks)

        return RuleEncoder(editions, base.edition, base.readings, memo_sources=((base, untouched),))

    def _whole(self, encoder: RuleEncoder, args: tuple[Sym, ...]) -> Encoded:
        code, footprint = encoder.whole(self.question, args)
        return Encoded(code, footprint, lambda: encoder.answers(footprint))

    def _with(self, edition: str, key: str, others: Reads, args: tuple[Sym, ...]) -> Encoded:
        """The outcome with other truths for the readings of some doubts."""
        free = self.free(edition, args)
        if key not in self._replacements:
            marks = 0
            by: dict[Formula, Truth] = {}
            for doubt, truths in others.items():
                marks |= self.mark(edition, doubt)
                for reading, truth in self.reads(edition)[doubt].items():
                    if isinstance(truth, Formula) and truth.is_atom:
                        by[truth] = truths[reading]
            self._replacements[key] = (marks, Replacement(marks, by))
        marks, replacement = self._replacements[key]

        def asked() -> dict[Key, Coded]:
            return {
                k: (rewritten(s, replacement), replacement.of(b))
                for k, (s, b) in free.asked().items()
                if not any(mentioning(arg, marks) for arg in free.footprint.asks[k])
            }

        return Encoded(free.code.replaced(replacement), free.footprint, asked)


def _answer(key: Key, footprint: Footprint) -> bool:
    return key[0] == "ask" and not footprint.forks


def _alike(key: Key, footprint: Footprint) -> bool:
    return key[0] == "call" and footprint.pure


def readings_for(edition: Edition, doubt: str, suffix: str, mark: int) -> dict[str, Truth]:
    """A condition for each reading of a doubt."""
    names = [r.name for r in edition.doubts[doubt].readings]
    if len(names) == 1:
        return {names[0]: True}
    prefix = f"{edition.name}{suffix}.{doubt}"
    if len(names) == 2:
        literal = atom(prefix, mark)
        return {names[0]: literal, names[1]: neg(literal)}
    return {n: atom(f"{prefix}.{n}", mark) for n in names}


def fixed_readings(edition: Edition, interpretation: Mapping[str, str]) -> dict[str, dict[str, Truth]]:
    """The readings of one interpretation, known: others have their first."""
    readings = readings_in_force(edition, interpretation)
    return {
        name: {r.name: r.name == readings[name] for r in doubt.readings}
        for name, doubt in edition.doubts.items()
    }
