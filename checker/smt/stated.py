"""The answers that the clauses on a question may give, where those that are possible are too many to list:
numbers of many values among them stay numbers of the solver."""

from collections.abc import Iterable, Iterator

from checker.smt.formulas import Truth, conj, constant, neg, not_above
from checker.smt.values import NotEncodable, Sym, SymNumber, SymOptional, cases, equal, lacking
from dsl.text.messages import Said
from dsl.types.types import IntType, OptionalType, Type
from dsl.types.values import Value, sort_key
from interpreter.values.show import fits

REASON = Said("answers of which there is no end, or too many")
"""Why answers that are no numbers are not encoded where they have too many cases."""

Candidate = tuple[Sym, Truth]
"""A possible answer, and where it is one."""


def stated(said: Iterable[Sym], type: Type) -> list[Candidate]:
    """What is said, as candidates: each where it is of the type, and none before it is the same there. Raises
    NotEncodable."""
    known: dict[Value, None] = {}
    numbers: list[SymNumber] = []
    for sym in said:
        found = cases(sym)
        if found is not None:
            known |= {value: None for _, value in found}
        else:
            known |= {} if lacking(sym) is False else {None: None}
            numbers += [n for n in _numbers(sym) if not any(equal(n, other) is True for other in numbers)]
    candidates: list[Candidate] = [(v, True) for v in sorted(known, key=sort_key) if fits(v, type)]
    for each in numbers:
        new = [neg(conj((there, equal(each, other)))) for other, there in candidates if other is not None]
        candidates.append((each, conj((*_within(each, type), *new))))
    return candidates


def _numbers(sym: Sym) -> Iterator[SymNumber]:
    match sym:
        case SymNumber():
            yield sym
        case SymOptional(term=term):
            yield SymNumber(term)
        case _:
            raise NotEncodable(REASON)


def _within(number: SymNumber, type: Type) -> Iterator[Truth]:
    """That the number is in the bounds of the type."""
    plain = type.item if isinstance(type, OptionalType) else type
    if isinstance(plain, IntType):
        if plain.low is not None:
            yield not_above(constant(plain.low), number.term)
        if plain.high is not None:
            yield not_above(number.term, constant(plain.high))
