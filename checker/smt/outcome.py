"""What a question's outcome is, as terms: the mirror of `interpreter.rulebook.rulebook.Outcome`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, takewhile

from checker.smt.formulas import Replacement, Truth, conj, disj, iff, implies, neg
from checker.smt.values import Sym, equal, is_known, rewritten


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodedOutcome:
    """An outcome as terms: which status holds, which candidates are admitted, which clauses speak.

    `speaks`: in all the ways tried (of conditions that wait, and of open questions); `speaks_first`: in the
    first of them, which shows what conflicts; `answers_of`: which candidates each clause admits in that one.
    `refused`: the situation is none, by a `given` settled as no; `met`: every `given` is settled as yes.
    """

    candidates: tuple[Sym, ...]
    admits: tuple[Truth, ...]
    silent: Truth
    contradictory: Truth
    settled: Truth
    open: Truth
    blocked: Truth
    default: Truth
    speaks: Mapping[str, Truth]
    answers_of: Mapping[str, tuple[Truth, ...]]
    speaks_first: Mapping[str, Truth]
    refused: Truth = False
    met: Truth = True

    @property
    def answers(self) -> Truth:
        """Settled or open."""
        return disj((self.settled, self.open))

    def same(self, other: "EncodedOutcome") -> Truth:
        """Whether status and admitted answers are the same."""
        return conj(
            (
                iff(self.silent, other.silent),
                iff(self.contradictory, other.contradictory),
                iff(self.settled, other.settled),
                iff(self.open, other.open),
                iff(self.blocked, other.blocked),
                implies(self.answers, self._same_answers(other)),
            )
        )

    def _same_answers(self, other: "EncodedOutcome") -> Truth:
        """Whether the same candidates are admitted."""
        if not all(is_known(c) for c in (*self.candidates, *other.candidates)):
            return conj((self._is_covered(other), other._is_covered(self)))
        theirs = dict(zip(other.candidates, other.admits, strict=True))
        here = dict(zip(self.candidates, self.admits, strict=True))
        every = list(dict.fromkeys((*self.candidates, *other.candidates)))
        return conj(iff(here.get(c, False), theirs.get(c, False)) for c in every)

    def _is_covered(self, other: "EncodedOutcome") -> Truth:
        """Whether whatever is admitted here is admitted there."""
        there = list(zip(other.candidates, other.admits, strict=True))
        return conj(
            implies(admitted, disj(conj((theirs, equal(c, d))) for d, theirs in there))
            for c, admitted in zip(self.candidates, self.admits, strict=True)
        )

    def terms(self) -> tuple[Truth, ...]:
        """What the outcome consists of (not whether it is a situation)."""
        return (
            *self.admits,
            self.silent,
            self.contradictory,
            self.settled,
            self.open,
            self.blocked,
            self.default,
        )

    def each(self, change: Callable[[Truth], Truth]) -> "EncodedOutcome":
        """The same outcome with every truth changed (what clauses answer apart)."""
        return replace(
            self,
            admits=tuple(change(t) for t in self.admits),
            silent=change(self.silent),
            contradictory=change(self.contradictory),
            settled=change(self.settled),
            open=change(self.open),
            blocked=change(self.blocked),
            default=change(self.default),
            speaks={c: change(t) for c, t in self.speaks.items()},
            speaks_first={c: change(t) for c, t in self.speaks_first.items()},
            refused=change(self.refused),
            met=change(self.met),
        )

    def replaced(self, replacement: Replacement) -> "EncodedOutcome":
        """The same outcome with other truths in place of atoms."""
        answers_of = {c: tuple(replacement.of(t) for t in row) for c, row in self.answers_of.items()}
        candidates = tuple(rewritten(c, replacement) for c in self.candidates)
        return replace(self.each(replacement.of), candidates=candidates, answers_of=answers_of)

    def conflicting(self, clauses: Iterable[str]) -> Truth:
        """Whether these clauses all speak, in the first of the ways tried, and admit no common answer."""
        named = list(clauses)
        joint = disj(
            conj(self.answers_of[c][i] for c in named if self.answers_of[c])
            for i in range(len(self.candidates))
        )
        return conj((*(self.speaks_first[c] for c in named), neg(joint)))

    def conflict_is(self, clauses: Iterable[str]) -> Truth:
        """Whether these clauses are the conflict of the verdict: no fewer conflict, and no others, as many,
        that come before."""
        wanted = set(clauses)
        order = [c for c, row in self.answers_of.items() if row]
        named = tuple(c for c in order if c in wanted)
        sets = (each for size in range(1, len(named) + 1) for each in combinations(order, size))
        before = takewhile(lambda each: each != named, sets)
        return conj((self.conflicting(named), *(neg(self.conflicting(each)) for each in before)))


def merged_outcome(first: EncodedOutcome, last: EncodedOutcome) -> EncodedOutcome:
    """The outcome where these two ways agree; blocked where they do not."""
    same = first.same(last)
    return replace(
        first,
        silent=conj((first.silent, same)),
        contradictory=conj((first.contradictory, same)),
        settled=conj((first.settled, same)),
        open=conj((first.open, same)),
        blocked=disj((first.blocked, neg(same))),
        default=conj((same, disj((first.default, last.default)))),
        speaks={c: conj((t, last.speaks[c])) for c, t in first.speaks.items()},
    )
