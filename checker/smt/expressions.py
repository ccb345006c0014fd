"""Expressions as terms: the mirror of `interpreter.evaluate`, construct by construct, in the same order.

Each expression becomes a symbolic value and the condition under which it is *bad*: blocked, or without
a value. Where the interpreter finds no value it stops, as the specification is in error; here logic decides
over that as over what is blocked, in either order. No solver here, and no assumption on situations: these
are made elsewhere.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from typing import Any, Protocol, assert_never

from checker.smt.formulas import Truth, conj, counts, disj, neg
from checker.smt.values import (
    NotEncodable,
    Sym,
    SymChoice,
    SymList,
    SymNumber,
    SymOptional,
    SymRecord,
    add,
    at_most,
    cases,
    divided,
    each,
    equal,
    field_of,
    is_known,
    lacking,
    largest,
    left_of,
    make_set,
    merge,
    negative,
    places,
    select,
    spreading,
    times,
    truth,
)
from dsl import model as m
from dsl.text.messages import Said
from dsl.types.algebra import is_rational
from dsl.types.enumerate import every
from dsl.types.types import BagType, ListType, OptionalType, RecordType, SetType, UnionType
from dsl.types.values import Bag, Tagged, Value, bag_of

Coded = tuple[Sym, Truth]
"""A symbolic value and the condition under which it is bad."""
Env = Mapping[str, Coded]

Rule = Callable[[Any, Env, "Asked"], Coded]
_RULES: dict[type, Rule] = {}  # as `_rule_for` says, by the sort of expression
MOST_BAG_CASES = 4096


class Asked(Protocol):
    """What encodes questions and doubts, for `code`."""

    def ask(self, question: str, args: tuple[Sym, ...]) -> Coded:
        """The answer to a question; bad where there is none."""

    def doubt(self, name: str, args: tuple[Coded, ...]) -> Coded:
        """The value of a doubt, by readings."""

    def called(self, call: m.Call, args: tuple[Coded, ...], body: Callable[[], Coded]) -> Coded:
        """The value of a definition applied, remembered for the same arguments."""


def code(expr: m.Expr, env: Env, asked: Asked) -> Coded:
    """The symbolic value of `expr`. Raises NotEncodable."""
    rule = _RULES.get(type(expr))
    if rule is None:
        rule = _RULES[type(expr)] = _rule_for(expr)
    return rule(expr, env, asked)


# ------------------------------------------------------------------ names and plain values


def _literal(e: m.Literal, env: Env, asked: Asked) -> Coded:
    return e.value, False


def _var(e: m.Var, env: Env, asked: Asked) -> Coded:
    return env[e.name]


def _flow_only(e: m.Zone | m.VarOf | m.Seats, env: Env, asked: Asked) -> Coded:
    raise NotEncodable(Said("zones and seats belong to the flow"))


def _let(e: m.Let, env: Env, asked: Asked) -> Coded:
    return code(e.body, {**env, e.name: code(e.value, env, asked)}, asked)


def _if(e: m.If, env: Env, asked: Asked) -> Coded:
    condition, bad = code(e.condition, env, asked)
    holds = truth(condition)
    if holds is True and bad is False:
        return code(e.then, env, asked)
    if holds is False and bad is False:
        return code(e.otherwise, env, asked)
    then, bad_then = code(e.then, env, asked)
    otherwise, bad_otherwise = code(e.otherwise, env, asked)
    return (
        select([(holds, then), (neg(holds), otherwise)]),
        disj((bad, conj((holds, bad_then)), conj((neg(holds), bad_otherwise)))),
    )


# ------------------------------------------------------------------ logic and arithmetic


def _not(e: m.Not, env: Env, asked: Asked) -> Coded:
    operand, bad = code(e.operand, env, asked)
    return neg(truth(operand)), bad


def _negative(e: m.Negative, env: Env, asked: Asked) -> Coded:
    operand, bad = code(e.operand, env, asked)
    return negative(operand), bad


def kleene_and(parts: list[tuple[Truth, Truth]]) -> tuple[Truth, Truth]:
    """All of (truth, bad): false where one is surely false; else bad where one is."""
    surely_false = disj(conj((neg(t), neg(b))) for t, b in parts)
    if surely_false is True:
        return False, False
    return conj(t for t, _ in parts), conj((neg(surely_false), disj(b for _, b in parts)))


def kleene_or(parts: list[tuple[Truth, Truth]]) -> tuple[Truth, Truth]:
    """Some of (truth, bad): true where one is surely true; else bad where one is."""
    surely = disj(conj((t, neg(b))) for t, b in parts)
    if surely is True:
        return True, False
    return surely, conj((neg(surely), disj(b for _, b in parts)))


def _logic(e: m.Logic, env: Env, asked: Asked) -> Coded:
    left, bad_left = code(e.left, env, asked)
    match e.op:
        case "and":
            first, decides, joined = truth(left), False, kleene_and
        case "or":
            first, decides, joined = truth(left), True, kleene_or
        case "implies":
            first, decides, joined = neg(truth(left)), True, kleene_or
        case _:
            assert_never(e.op)
    if bad_left is False and isinstance(first, bool) and first is decides:
        return first, False
    right, bad_right = code(e.right, env, asked)
    return joined([(first, bad_left), (truth(right), bad_right)])


def _arithmetic(e: m.Arithmetic, env: Env, asked: Asked) -> Coded:
    left, bad_left = code(e.left, env, asked)
    right, bad_right = code(e.right, env, asked)
    bad = disj((bad_left, bad_right))
    if e.op == "mod":
        return left_of(left, right), disj((bad, at_most(right, 0)))
    if e.op == "+" and not is_rational(e.type):
        return _joined(left, right), bad
    op = _operation(e.op)
    return (spreading(op, left, right) if is_rational(e.type) else op(left, right)), bad


def _operation(op: m.ArithmeticOp) -> Callable[[Sym, Sym], Sym]:
    match op:
        case "+":
            return add
        case "-":
            return lambda one, other: add(one, other, -1)
        case "*":
            return times
        case "/":
            return divided
        case "mod":
            return left_of
        case _:
            assert_never(op)


def _joined(left: Sym, right: Sym) -> Sym:
    """The sum of two numbers, or two lists or bags put together."""
    if isinstance(left, (tuple, SymList)) or isinstance(right, (tuple, SymList)):
        return _list([*places(left), *places(right)])
    if _holds_bags(left):
        return each(left, lambda a: each(right, lambda b: bag_of((*a.items, *b.items))))  # type: ignore[union-attr]
    return add(left, right)


def _holds_bags(sym: Sym) -> bool:
    known = cases(sym)
    return known is not None and bool(known) and isinstance(known[0][1], Bag)


def _list(entries: list[tuple[Truth, Sym]]) -> Sym:
    if all(g is True and is_known(s) for g, s in entries):
        return tuple(s for _, s in entries)  # type: ignore[misc]
    return SymList(tuple((g, s) for g, s in entries if g is not False))


def _compare(e: m.Compare, env: Env, asked: Asked) -> Coded:
    left, bad_left = code(e.left, env, asked)
    right, bad_right = code(e.right, env, asked)
    bad = disj((bad_left, bad_right))
    match e.op:
        case "=":
            return equal(left, right), bad
        case "!=":
            return neg(equal(left, right)), bad
        case "<=":
            return at_most(left, right), bad
        case ">":
            return neg(at_most(left, right)), bad
        case ">=":
            return at_most(right, left), bad
        case "<":
            return neg(at_most(right, left)), bad
        case _:
            assert_never(e.op)


# ------------------------------------------------------------------ parts of values


def _member(e: m.Member, env: Env, asked: Asked) -> Coded:
    item, bad_item = code(e.item, env, asked)
    collection, bad = code(e.collection, env, asked)

    def within(source: Sym) -> Truth:
        return disj(conj((g, equal(item, place))) for g, place in places(source))

    found = truth(each(collection, within)) if isinstance(collection, SymChoice) else within(collection)
    return found, disj((bad_item, bad))


def _is_tag(e: m.IsTag, env: Env, asked: Asked) -> Coded:
    subject, bad = code(e.subject, env, asked)
    if e.tag == "none" and not isinstance(subject, SymChoice):
        return lacking(subject), bad
    return each(
        subject, lambda v: v.tag == e.tag if isinstance(v, Tagged) else v is None and e.tag == "none"
    ), bad


def _payload(e: m.Payload, env: Env, asked: Asked) -> Coded:
    subject, bad = code(e.subject, env, asked)
    known = cases(subject)
    if known is None:
        raise NotEncodable(Said("an alternative with too many cases"))
    carrying = [(g, v) for g, v in known if isinstance(v, Tagged) and v.tag in e.tags]
    return (
        _one_of([(g, v.payload) for g, v in carrying]),
        disj((bad, neg(disj(g for g, _ in carrying)))),
    )


def _one_of(entries: list[tuple[Truth, Sym]]) -> Sym:
    """The one whose condition holds; anything at all where there is none."""
    live = [(g, s) for g, s in entries if g is not False]
    return select(live) if live else SymChoice(())


def _unwrap(e: m.Unwrap, env: Env, asked: Asked) -> Coded:
    subject, bad = code(e.subject, env, asked)
    if subject is None:
        return SymChoice(()), True
    if isinstance(subject, SymOptional):
        return SymNumber(subject.term), disj((bad, lacking(subject)))
    if not isinstance(subject, SymChoice):
        return subject, bad
    there = [(g, v) for g, v in subject.entries if v is not None]
    return _one_of(list(there)), disj((bad, neg(disj(g for g, _ in there))))


def _field(e: m.Field, env: Env, asked: Asked) -> Coded:
    subject, bad = code(e.subject, env, asked)
    return field_of(subject, e.name), bad


def _ranked(sym: Sym) -> list[tuple[Truth, list[Truth], Sym]]:
    """The places with the count of those before: (there, count is k, item)."""
    found = places(sym)
    return [(g, counts([h for h, _ in found[:i]]), item) for i, (g, item) in enumerate(found)]


def _index(e: m.Index, env: Env, asked: Asked) -> Coded:
    subject, bad_subject = code(e.subject, env, asked)
    place, bad_place = code(e.index, env, asked)
    ranked = _ranked(subject)
    entries: list[tuple[Truth, Sym]] = []
    for there, before, item in ranked:
        at = disj(conj((before[k], equal(place, k + 1))) for k in range(len(before)))
        entries.append((conj((there, at)), item))
    found = disj(g for g, _ in entries)
    return _one_of(entries), disj((bad_subject, bad_place, neg(found)))


def _size(e: m.Size, env: Env, asked: Asked) -> Coded:
    subject, bad = code(e.subject, env, asked)
    if isinstance(subject, SymChoice):
        return each(subject, lambda v: len(places(v))), bad
    return _number([g for g, _ in places(subject)]), bad


def _number(truths: list[Truth]) -> Sym:
    return merge((g, k) for k, g in enumerate(counts(truths)))


def _prefix(e: m.Prefix, env: Env, asked: Asked) -> Coded:
    subject, bad_subject = code(e.subject, env, asked)
    length, bad_length = code(e.length, env, asked)
    kept: list[tuple[Truth, Sym]] = []
    for there, before, item in _ranked(subject):
        within = disj(conj((before[k], at_most(k + 1, length))) for k in range(len(before)))
        kept.append((conj((there, within)), item))
    return _list(kept), disj((bad_subject, bad_length))


def _reversed(e: m.Reversed, env: Env, asked: Asked) -> Coded:
    subject, bad = code(e.subject, env, asked)
    return _list(list(reversed(places(subject)))), bad


# ------------------------------------------------------------------ values made


def _all_of(exprs: tuple[m.Expr, ...], env: Env, asked: Asked) -> tuple[list[Sym], Truth]:
    coded = [code(item, env, asked) for item in exprs]
    return [s for s, _ in coded], disj(b for _, b in coded)


def _make_tagged(e: m.MakeTagged, env: Env, asked: Asked) -> Coded:
    declared = e.type.item if isinstance(e.type, OptionalType) else e.type
    assert isinstance(declared, UnionType)
    name = declared.name
    if e.payload is None:
        return Tagged(name, e.tag), False
    payload, bad = code(e.payload, env, asked)
    return each(payload, lambda v: Tagged(name, e.tag, v)), bad


def _make_record(e: m.MakeRecord, env: Env, asked: Asked) -> Coded:
    declared = e.type.item if isinstance(e.type, OptionalType) else e.type
    assert isinstance(declared, RecordType)
    values, bad = _all_of(tuple(v for _, v in e.fields), env, asked)
    return SymRecord(declared.name, tuple((n, s) for (n, _), s in zip(e.fields, values, strict=True))), bad


def _make_list(e: m.MakeList, env: Env, asked: Asked) -> Coded:
    values, bad = _all_of(e.items, env, asked)
    return _list([(True, s) for s in values]), bad


def _make_bag(e: m.MakeBag, env: Env, asked: Asked) -> Coded:
    values, bad = _all_of(e.items, env, asked)
    return _bag([(True, s) for s in values]), bad


def _bag(entries: list[tuple[Truth, Sym]]) -> Sym:
    """The bag of the items that are there, by cases."""
    ways: list[tuple[Truth, tuple[Value, ...]]] = [(True, ())]
    for guard, sym in entries:
        known = cases(sym)
        if known is None:
            raise NotEncodable(Said("a bag of numbers of many values"))
        longer = [(conj((w, neg(guard))), items) for w, items in ways]
        longer += [(conj((w, guard, g)), (*items, v)) for w, items in ways for g, v in known]
        ways = [(w, items) for w, items in longer if w is not False]
        if len(ways) > MOST_BAG_CASES:
            raise NotEncodable(Said("a bag with too many cases"))
    return merge((w, bag_of(items)) for w, items in ways)


def _make_set(e: m.MakeSet, env: Env, asked: Asked) -> Coded:
    values, bad = _all_of(e.items, env, asked)
    return make_set((True, s) for s in values), bad


def _range(e: m.Range, env: Env, asked: Asked) -> Coded:
    low, bad_low = code(e.low, env, asked)
    high, bad_high = code(e.high, env, asked)
    lows, highs = cases(low), cases(high)
    if lows is None or highs is None:
        raise NotEncodable(Said("a range between numbers of many values"))
    first = min((v for _, v in lows if isinstance(v, int)), default=1)
    last = max((v for _, v in highs if isinstance(v, int)), default=0)
    within: list[tuple[Truth, Sym]] = [
        (conj((at_most(low, k), at_most(k, high))), k) for k in range(first, last + 1)
    ]
    return _list(within), disj((bad_low, bad_high))


def _all_values(e: m.AllValues, env: Env, asked: Asked) -> Coded:
    return every(e.of), False


# ------------------------------------------------------------------ binders


Place = tuple[Truth, dict[str, Coded]]


def _sources(binder: m.Binder, env: Env, asked: Asked) -> tuple[list[tuple[Truth, Sym]], Truth]:
    """The collections that the source may be, each with its condition, and where it is bad."""
    source, bad = code(binder.source, env, asked)
    if isinstance(source, SymChoice):
        return [(g, v) for g, v in source.entries], bad
    return [(True, source)], bad


def _places(binder: m.Binder, source: Sym, env: Env) -> Iterator[Place]:
    """The names of each place (several names: as many different places), with what puts it there."""
    if len(binder.names) == 1:
        (name,) = binder.names
        for guard, item in places(source):
            yield guard, {**env, name: (item, False)}
        return
    for chosen in permutations(places(source), len(binder.names)):
        named = {n: (item, False) for n, (_, item) in zip(binder.names, chosen, strict=True)}
        yield conj(g for g, _ in chosen), {**env, **named}


def _where(
    binder: m.Binder, source: Sym, env: Env, asked: Asked
) -> Iterator[tuple[Truth, Truth, dict[str, Coded]]]:
    """The places with what makes them satisfy `where`, and where that is bad."""
    for guard, inner in _places(binder, source, env):
        if binder.where is None:
            yield guard, False, inner
            continue
        holds, bad = code(binder.where, inner, asked)
        yield conj((guard, truth(holds))), conj((guard, bad)), inner


def _by_source(
    e: Any, binder: m.Binder, env: Env, asked: Asked, rule: Callable[[Any, Sym, Env, Asked], Coded]
) -> Coded:
    """A construct with a binder, for each collection that the source may be."""
    sources, bad = _sources(binder, env, asked)
    coded = [(g, rule(e, source, env, asked)) for g, source in sources if g is not False]
    value = _one_of([(g, s) for g, (s, _) in coded])
    return value, disj((bad, *(conj((g, b)) for g, (_, b) in coded)))


def _quantified(e: m.Quantified, env: Env, asked: Asked) -> Coded:
    return _by_source(e, e.binder, env, asked, _quantified_over)


def _quantified_over(e: m.Quantified, source: Sym, env: Env, asked: Asked) -> Coded:
    parts: list[tuple[Truth, Truth]] = []
    for guard, inner in _places(e.binder, source, env):
        holds: tuple[Truth, Truth] = (guard, False)
        if e.binder.where is not None:
            where, bad_where = code(e.binder.where, inner, asked)
            holds = kleene_and([holds, (truth(where), bad_where)])
        if holds == (False, False):
            continue
        body, bad = code(e.body, inner, asked)
        if e.kind == "all":
            parts.append(kleene_or([(neg(holds[0]), holds[1]), (truth(body), bad)]))
        else:
            parts.append(kleene_and([holds, (truth(body), bad)]))
    match e.kind:
        case "all":
            return kleene_and(parts)
        case "some":
            return kleene_or(parts)
        case "no":
            some, bad = kleene_or(parts)
            return neg(some), bad
        case "one":
            return _exactly_one(parts)
        case _:
            assert_never(e.kind)


def _exactly_one(parts: list[tuple[Truth, Truth]]) -> Coded:
    sure = counts([conj((t, neg(b))) for t, b in parts])
    several = disj(sure[2:])
    some_bad = disj(b for _, b in parts)
    return conj((sure[1] if len(sure) > 1 else False, neg(some_bad))), conj((neg(several), some_bad))


def _aggregate(e: m.Aggregate, env: Env, asked: Asked) -> Coded:
    return _by_source(e, e.binder, env, asked, _aggregate_over)


def _aggregate_over(e: m.Aggregate, source: Sym, env: Env, asked: Asked) -> Coded:
    entries: list[tuple[Truth, Sym]] = []
    bad: list[Truth] = []
    for guard, bad_where, inner in _where(e.binder, source, env, asked):
        if guard is False and bad_where is False:
            continue
        body, bad_body = code(e.body, inner, asked)
        entries.append((guard, body))
        bad += [bad_where, conj((guard, bad_body))]
    match e.kind:
        case "sum":
            return _sum(entries, is_rational(e.type)), disj(bad)
        case "highest":
            value, there = largest(entries, 1)
        case "lowest":
            value, there = largest(entries, -1)
        case _:
            assert_never(e.kind)
    return value, disj((*bad, neg(there)))


def _sum(entries: list[tuple[Truth, Sym]], rational: bool) -> Sym:
    total: Sym = 0
    for guard, value in entries:
        part = value if guard is True else select([(guard, value), (neg(guard), 0)])
        total = spreading(add, total, part) if rational else add(total, part)
    return total


def _count(e: m.Count, env: Env, asked: Asked) -> Coded:
    return _by_source(e, e.binder, env, asked, _count_over)


def _count_over(e: m.Count, source: Sym, env: Env, asked: Asked) -> Coded:
    found = list(_where(e.binder, source, env, asked))
    return _number([g for g, _, _ in found]), disj(b for _, b, _ in found)


def _pick(e: m.Pick, env: Env, asked: Asked) -> Coded:
    return _by_source(e, e.binder, env, asked, _pick_from)


def _pick_from(e: m.Pick, source: Sym, env: Env, asked: Asked) -> Coded:
    found = list(_where(e.binder, source, env, asked))
    match e.kind:
        case "first":
            return _next(e.binder, found, only=False)
        case "last":
            return _next(e.binder, found[::-1], only=False)
        case "only":
            return _next(e.binder, found, only=True)
        case _:
            assert_never(e.kind)


def _next(binder: m.Binder, found: list[tuple[Truth, Truth, dict[str, Coded]]], *, only: bool) -> Coded:
    """The first of the places; `only`: if there is one alone."""
    (name,) = binder.names
    entries: list[tuple[Truth, Sym]] = []
    bad: list[Truth] = []
    before: list[Truth] = []
    for guard, bad_where, inner in found:
        none_before = neg(disj(before))
        entries.append((conj((guard, none_before)), inner[name][0]))
        bad.append(bad_where if only else conj((bad_where, none_before)))
        before.append(conj((guard, neg(bad_where))))
    ways = counts(before) if only else []
    enough = (ways[1] if len(ways) > 1 else False) if only else disj(before)
    return _one_of(entries), disj((*bad, neg(enough)))


def _those(e: m.Those, env: Env, asked: Asked) -> Coded:
    return _by_source(e, e.binder, env, asked, _those_of)


def _those_of(e: m.Those, source: Sym, env: Env, asked: Asked) -> Coded:
    (name,) = e.binder.names
    found = list(_where(e.binder, source, env, asked))
    kept = [(g, inner[name][0]) for g, _, inner in found]
    return _collection(e, kept), disj(b for _, b, _ in found)


def _collection(e: m.Those | m.Mapped, kept: list[tuple[Truth, Sym]]) -> Sym:
    match e.type:
        case BagType():
            return _bag(kept)
        case SetType():
            return make_set(kept)
        case _:
            assert isinstance(e.type, ListType)
            return _list(kept)


def _mapped(e: m.Mapped, env: Env, asked: Asked) -> Coded:
    return _by_source(e, e.binder, env, asked, _mapped_over)


def _mapped_over(e: m.Mapped, source: Sym, env: Env, asked: Asked) -> Coded:
    kept: list[tuple[Truth, Sym]] = []
    bad: list[Truth] = []
    for guard, bad_where, inner in _where(e.binder, source, env, asked):
        if guard is False and bad_where is False:
            continue
        body, bad_body = code(e.body, inner, asked)
        kept.append((guard, body))
        bad += [bad_where, conj((guard, bad_body))]
    return _collection(e, kept), disj(bad)


# ------------------------------------------------------------------ definitions, questions, doubts


def _call(e: m.Call, env: Env, asked: Asked) -> Coded:
    args = tuple(code(arg, env, asked) for arg in e.args)
    inner = {name: arg for (name, _), arg in zip(e.function.params, args, strict=True)}
    return asked.called(e, args, lambda: code(e.function.body, inner, asked))


def _ask(e: m.Ask, env: Env, asked: Asked) -> Coded:
    args = [code(arg, env, asked) for arg in e.args]
    answer, bad = asked.ask(e.question, tuple(s for s, _ in args))
    return answer, disj((*(b for _, b in args), bad))


def _doubt_value(e: m.DoubtValue, env: Env, asked: Asked) -> Coded:
    return asked.doubt(e.doubt, tuple(code(arg, env, asked) for arg in e.args))


def _concrete(e: m.Expr, env: Env, asked: Asked) -> Coded:
    raise NotEncodable(Said("this is worked out for given values only"))


def _rule_for(expr: m.Expr) -> Rule:
    match expr:
        case m.Literal():
            return _literal
        case m.Var():
            return _var
        case m.Zone():
            return _flow_only
        case m.VarOf():
            return _flow_only
        case m.Seats():
            return _flow_only
        case m.Not():
            return _not
        case m.Negative():
            return _negative
        case m.Logic():
            return _logic
        case m.Arithmetic():
            return _arithmetic
        case m.Compare():
            return _compare
        case m.Member():
            return _member
        case m.IsTag():
            return _is_tag
        case m.Payload():
            return _payload
        case m.Unwrap():
            return _unwrap
        case m.Field():
            return _field
        case m.Index():
            return _index
        case m.MakeTagged():
            return _make_tagged
        case m.MakeRecord():
            return _make_record
        case m.MakeList():
            return _make_list
        case m.MakeBag():
            return _make_bag
        case m.MakeSet():
            return _make_set
        case m.Range():
            return _range
        case m.AllValues():
            return _all_values
        case m.Size():
            return _size
        case m.Prefix():
            return _prefix
        case m.Reversed():
            return _reversed
        case m.If():
            return _if
        case m.Let():
            return _let
        case m.Quantified():
            return _quantified
        case m.Aggregate():
            return _aggregate
        case m.Count():
            return _count
        case m.Pick():
            return _pick
        case m.Those():
            return _those
        case m.Mapped():
            return _mapped
        case m.Call():
            return _call
        case m.Ask():
            return _ask
        case m.DoubtValue():
            return _doubt_value
        case m.Turned():
            return _concrete
        case m.Fold():
            return _concrete
        case m.Best():
            return _concrete
        case m.Using():
            return _concrete
        case m.Along():
            return _concrete
        case _:
            assert_never(expr)
